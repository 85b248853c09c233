"""Numbers for Prometheus: what was done is in them, and nothing of whom or where."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from entrepot.web.app import create_app
from entrepot.web.metrics import Metrics

from .device import Device, quick

SERVE = [sys.executable, "-m", "entrepot", "serve", "--port", "0"]


@pytest.fixture
def measured(database: str) -> Iterator[tuple[FastAPI, Metrics]]:
    app = create_app(quick(database))
    metrics = Metrics(app)
    with TestClient(app):
        yield app, metrics


def read(text: str) -> dict[tuple[str, ...], float]:
    """Every number by its name and the values of its labels."""
    families = text_string_to_metric_families(text)
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def told(metrics: Metrics) -> str:
    return generate_latest(metrics.registry).decode()


def test_what_was_done_is_counted(measured: tuple[FastAPI, Metrics]) -> None:
    app, metrics = measured
    ida = Device(app)
    path = ida.create("me=Ida", "bot:random")
    view = ida.wait(path, lambda view: bool(view["legal"]))
    before = read(told(metrics))
    answer = {"action": view["legal"][0], "version": view["version"], "nonce": "once"}
    assert ida.post(f"{path}/act", **answer)[0] == 200
    ida.post(f"{path}/act", **answer)
    assert ida.post(f"{path}/act", **{**answer, "nonce": "late"})[0] != 200
    ida.wait(path, lambda view: bool(view["legal"]))
    ida.client.get("/nowhere")
    ida.client.request("BREW", "/")
    now = read(told(metrics))
    assert now["entrepot_moves_total", "person"] == before["entrepot_moves_total", "person"] + 1
    assert now["entrepot_moves_total", "bot"] > 0
    act = ("entrepot_answer_seconds_count", "POST", "/t/{table_id}/act")
    assert now[*act, "200"] == 2
    assert sum(number for key, number in now.items() if key[:3] == act) == 3
    assert now["entrepot_answer_seconds_sum", "POST", "/t/{table_id}/act", "200"] > 0
    assert now["entrepot_tables_in_memory",] == 1
    assert now["entrepot_database_failing",] == 0
    assert {key[1] for key in now if key[0] == "entrepot_answer_seconds_count"} <= {"GET", "POST", "other"}


def test_nobody_is_in_them(measured: tuple[FastAPI, Metrics]) -> None:
    app, metrics = measured
    ida = Device(app)
    path = ida.create("me=Ida", "link")
    invitation = ida.view(path)["seats"][1]["invite_url"]
    for address in (path, invitation, "/t/secret-table", "/%00", "/?game=spice-road&lang=it"):
        ida.client.get(address)
    text = told(metrics)
    cookie = next(iter(ida.client.cookies.values()))
    for secret in (path[3:], invitation.rpartition("/")[2], "secret-table", "Ida", cookie, "testclient", "lang=it"):
        assert secret not in text


def test_two_applications_count_by_themselves(database: str) -> None:
    one, other = (Metrics(create_app(quick(database))) for _ in range(2))
    assert one.registry is not other.registry
    assert told(one)
    assert told(other)


def test_they_are_served_beside_the_games(tmp_path: Path) -> None:
    """Not at the address that people open."""
    command = [*SERVE, "--database", f"sqlite:///{tmp_path}/games.sqlite3"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "C"}
    command += ["--metrics", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            said = ""
            while "Prometheus" not in said:
                line = server.stdout.readline()
                assert line, said
                said += line
            numbers = re.findall(r"http://127\.0\.0\.1:\d+/metrics", said)[0]
            games = re.findall(r"open at (http://127\.0\.0\.1:\d+/)", said)[0]
            with urllib.request.urlopen(games, timeout=30) as answer:
                assert answer.status == 200
            with urllib.request.urlopen(numbers, timeout=30) as answer:
                assert read(answer.read().decode())["entrepot_answer_seconds_count", "GET", "/", "200"] == 1
            with pytest.raises(urllib.error.HTTPError, match="404") as refused:
                urllib.request.urlopen(f"{games}metrics", timeout=30)
            refused.value.close()
        finally:
            server.send_signal(signal.SIGTERM)


@pytest.mark.parametrize("metrics", ["x", "70000", "-1", "127.0.0.1:", "nowhere.invalid:0", "taken"])
def test_where_they_cannot_be_served_is_said_in_a_line(tmp_path: Path, metrics: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        metrics = str(taken.getsockname()[1]) if metrics == "taken" else metrics
        command = [*SERVE, "--database", f"sqlite:///{tmp_path}/games.sqlite3"]
        done = subprocess.run(
            [*command, f"--metrics={metrics}"], capture_output=True, text=True, timeout=120, check=False
        )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
