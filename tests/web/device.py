"""Devices of people at a server under test."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot.web.app import Settings

JSON = {"accept": "application/json"}
_nonces = itertools.count()


class Device:
    """A browser: a client with cookies of its own, speaking JSON."""

    def __init__(self, app: Any) -> None:
        self.client = TestClient(app, headers=JSON, raise_server_exceptions=True)
        self.client.get("/")

    def create(self, *chairs: str, **fields: str) -> str:
        data = dict(fields)
        for number, chair in enumerate(chairs, 1):
            kind, _, name = chair.partition("=")
            data |= {f"seat{number}": kind, f"name{number}": name}
        answer = self.client.post("/tables", data=data)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["path"])

    def view(self, path: str) -> dict[str, Any]:
        answer = self.client.get(f"{path}/view")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, path: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(path, data=fields)
        return answer.status_code, answer.json() if answer.content else {}

    def act(self, path: str, *actions: str, version: int | None = None, nonce: str | None = None) -> tuple[int, Any]:
        return self.post(
            f"{path}/act",
            action=list(actions),
            version=self.view(path)["version"] if version is None else version,
            nonce=f"n{next(_nonces)}" if nonce is None else nonce,
        )

    def wait(self, path: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for _ in range(1500):
            view = self.view(path)
            if until(view):
                return view
            time.sleep(0.02)
        raise AssertionError(f"it did not come to that: version {view['version']}")


def quick(database: str) -> Settings:
    return Settings(database=database, pace=0, poll=0.05)


on_both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
