"""The server and its pages."""
