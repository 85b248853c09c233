"""A copy of the games: whole, also while they are played; and never over what is there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot.web.app import create_app
from entrepot.web.tables import backup as backups
from entrepot.web.tables.backup import BackupFailed, backup

from .device import Device, quick


def rows(file: Path) -> int:
    with closing(sqlite3.connect(file)) as opened:
        return int(opened.execute("SELECT count(*) FROM rows").fetchone()[0])


def test_a_copy_has_what_a_copied_file_has_not(app: Any, ida: Device, database: str, tmp_path: Path) -> None:
    """What was stored last lies in the write-ahead log."""
    path = ida.create("me=Ida", "local=Bo", game="spice-road")
    for action in ("acquire 1", "acquire 1", "acquire 1"):
        assert ida.act(path, action)[0] == 200
    copy, copied = tmp_path / "copy.sqlite3", tmp_path / "copied.sqlite3"
    shutil.copy(tmp_path / "games.sqlite3", copied)
    assert backup(database, copy) == 1
    assert rows(copy) == 3
    with pytest.raises(sqlite3.OperationalError):
        rows(copied)
    again = create_app(quick(f"sqlite:///{copy}"))
    with TestClient(again):
        other = Device(again)
        other.client.cookies = ida.client.cookies
        assert other.view(path) == ida.view(path)
        assert other.act(path, "acquire 1")[0] == 200
    assert ida.view(path)["version"] == 3
    assert copy.stat().st_mode & 0o077 == 0  # it holds the key that signs cookies
    assert sorted(one.name for one in tmp_path.iterdir() if "cop" in one.name) == ["copied.sqlite3", "copy.sqlite3"]


def test_copies_while_people_play(ida: Device, database: str, tmp_path: Path) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    played, failed = [0], []

    def play() -> None:
        try:
            for _ in range(60):
                legal = [text for text in ida.view(path)["legal"] if not text.startswith("claim")]
                assert ida.act(path, legal[0])[0] == 200
                played[0] += 1
        except BaseException as error:
            failed.append(error)

    playing = threading.Thread(target=play)
    playing.start()
    number = 0
    while playing.is_alive():
        before = played[0]
        copy = tmp_path / f"copy{number}.sqlite3"
        assert backup(database, copy) == 1
        assert before <= rows(copy) <= played[0] + 1
        number += 1
    playing.join()
    assert not failed
    assert number


@pytest.mark.parametrize("name", ["a?b", "a%20b", "a#b", "a b", "é", "it's"])
def test_copies_from_and_to_odd_names(name: str, tmp_path: Path) -> None:
    from sqlalchemy.engine import URL

    (tmp_path / name).mkdir()
    url = URL.create("sqlite", database=str(tmp_path / name / "games.sqlite3"))
    create_app(quick(url.render_as_string()))
    assert backup(url, tmp_path / f"{name}.sqlite3") == 0
    assert [one.name for one in (tmp_path / name).iterdir() if one.suffix == ".sqlite3"] == ["games.sqlite3"]


def test_what_is_there_is_written_over_only_when_that_is_said(app: Any, database: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    with pytest.raises(BackupFailed, match="exists already: name another file, or write over it with --force"):
        backup(database, mine)
    assert mine.read_text() == "precious"
    (tmp_path / "leads-nowhere").symlink_to(tmp_path / "nowhere")
    with pytest.raises(BackupFailed, match="exists already"):
        backup(database, tmp_path / "leads-nowhere")
    assert backup(database, mine, replace=True) == 0
    assert rows(mine) == 0


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_never_over_the_games_themselves(
    app: Any, ida: Device, database: str, end: str, replace: bool, tmp_path: Path
) -> None:
    path = ida.create("me=Ida", "local=Bo")
    (tmp_path / "link").symlink_to(tmp_path / f"games.sqlite3{end}")
    for target in (tmp_path / f"games.sqlite3{end}", tmp_path / "link"):
        with pytest.raises(BackupFailed):
            backup(database, target, replace)
    assert ida.act(path, "acquire 1")[0] == 200


def test_a_file_that_comes_meanwhile_is_left(app: Any, database: str, tmp_path: Path, monkeypatch: Any) -> None:
    copied = backups._copied

    def slow(source: Path, name: str) -> int:
        (tmp_path / "copy").write_text("somebody else's")
        return copied(source, name)

    monkeypatch.setattr(backups, "_copied", slow)
    with pytest.raises(BackupFailed, match="exists already"):
        backup(database, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "somebody else's"


@pytest.mark.parametrize(
    ("url", "target", "reason"),
    [
        ("postgresql://ida:secret@127.0.0.1:1/games", "copy", "only SQLite files are copied: .* pg_dump"),
        ("nonsense", "copy", "is written as sqlite"),
        ("postgresql://host:port/x", "copy", "is written as sqlite"),
        ("sqlite://", "copy", "there is no database"),
        ("sqlite:///nothing.sqlite3", "copy", "there is no database nothing.sqlite3"),
        ("sqlite:///.", "copy", "there is no database"),
        ("sqlite:///text", "copy", "text cannot be copied to copy: file is not a database"),
        ("sqlite:///empty", "copy", "empty is no database of Entrepôt"),
        ("sqlite:///other", "copy", "other is no database of Entrepôt"),
        ("sqlite:///damaged", "copy", "damaged cannot be copied"),
        ("sqlite:///games.sqlite3", ".", "is a folder"),
        ("sqlite:///games.sqlite3", "", "is a folder"),
        ("sqlite:///games.sqlite3", "no/such/copy", "cannot be copied to no/such/copy: No such file"),
        ("sqlite:///games.sqlite3", "text/copy", "cannot be copied to text/copy: Not a directory"),
        ("sqlite:///games.sqlite3", "x" * 300, "File name too long"),
        (f"sqlite:///{'x' * 300}", "copy", "File name too long"),
    ],
)
def test_what_cannot_be_copied(url: str, target: str, reason: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    create_app(quick("sqlite:///games.sqlite3")).state.store.close()
    Path("text").write_text("hello " * 300)
    Path("empty").touch()
    with closing(sqlite3.connect("other")) as other:
        other.execute("CREATE TABLE other (x)")
    whole = bytearray(Path("games.sqlite3").read_bytes())
    page = int.from_bytes(whole[16:18], "big")
    whole[page:] = os.urandom(len(whole) - page)
    Path("damaged").write_bytes(whole)
    with pytest.raises(BackupFailed, match=reason) as error:
        backup(url, Path(target))
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)
    assert not [name for name in os.listdir() if name == "copy" or name.startswith(".")]


def test_nothing_half_written_is_left_where_the_disk_is_full(
    app: Any, database: str, tmp_path: Path, monkeypatch: Any
) -> None:
    def full(source: Path, name: str) -> int:
        Path(name).write_bytes(b"half")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(backups, "_copied", full)
    with pytest.raises(BackupFailed, match="database or disk is full"):
        backup(database, tmp_path / "copy")
    assert not [one for one in tmp_path.iterdir() if "copy" in one.name]
