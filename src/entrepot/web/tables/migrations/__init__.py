"""Alembic migrations, run when the server opens a database."""
