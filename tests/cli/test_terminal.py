"""The command line on odd terminals and machines: nothing ends in a traceback, no file is written by chance."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from entrepot import cli
from entrepot.web.tables.backup import backup
from entrepot.web.tables.store import Store

from .processes import interruptible, process

COMMANDS = [
    "--version",
    "nonsense",
    "play",
    "simulate --games 2 --bots random --workers 2",
    "replay game.json",
    "components show",
    "components check text",
    "bench --seconds 0.05 --game spice-road",
    "doctor",
    "backup copy.sqlite3",
    "serve --port 99999",
]
SHELLS = {
    "nothing": "RUN <&- >&- 2>&-",
    "no input": "RUN <&- 2>>errors",
    "bytes, no output": "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 RUN <bytes >&- 2>>errors",
    "no text, full": "RUN </dev/zero >/dev/full 2>>errors",
    "bytes, head": "PYTHONIOENCODING=ascii RUN <bytes 2>>errors | head -n 1 >head; (exit ${PIPESTATUS[0]})",
}
MORE = {
    "no errors": "RUN <bytes 2>&-",
    "all full": "RUN >/dev/full 2>/dev/full",
    "bytes": "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 RUN <bytes 2>>errors",
    "no text": "RUN </dev/zero 2>>errors",
    "written only": "RUN 0>>written 2>>errors",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Path("bytes").write_bytes(b"\xff\xfe\x80\n\xe9\n1\n\x00\x1b[2J\ntable\nlog\n" + b"1\n" * 20 + b"unfinis\xc3")
    Path("text").write_text("hello")
    Path("game.json").write_text(json.dumps({"format": "é"}), "utf-8")
    (tmp_path / "data" / "entrepot").mkdir(parents=True)
    Store(f"sqlite:///{tmp_path}/data/entrepot/entrepot.sqlite3").close()
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_minds_its_input_and_output(command: str, folder: Path) -> None:
    """Each command with each kind of closed, full and unreadable stream."""
    shells = SHELLS | MORE if command == "play" else SHELLS
    before = set(os.listdir())
    run = f"timeout 200 {sys.executable} -m entrepot {command}"
    script = "".join(f"{shell.replace('RUN', run)}; echo $? >>statuses\n" for shell in shells.values())
    ended = subprocess.run(
        ["bash", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    errors = Path("errors").read_text("utf-8", "replace") + ended.stderr
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors
    statuses = dict(zip(shells, map(int, Path("statuses").read_text().split()), strict=True))
    assert set(statuses.values()) <= {0, 1, 2}, statuses
    made = set(os.listdir()) - before - {"errors", "statuses", "head", "written", "copy.sqlite3"}
    assert not made


def test_what_is_printed_never_lands_in_a_file_that_was_opened(folder: Path) -> None:
    """With output closed, the next file that is opened has its number."""
    command = f"{sys.executable} -m entrepot doctor >&- 2>&-; {sys.executable} -m entrepot backup copy <&- >&- 2>&-"
    subprocess.run(["bash", "-c", command], check=True)
    assert backup(f"sqlite:///{folder}/copy", folder / "again") == 0


def test_playing_with_what_cannot_be_read(folder: Path) -> None:
    """It is no choice, and the game goes on; at the end of the input it is left."""
    with open("bytes", "rb") as given:
        ended = subprocess.run(
            [sys.executable, "-m", "entrepot", "play", "--seed", "1"], stdin=given, capture_output=True, check=False
        )
    assert (ended.returncode, ended.stderr) == (0, b"")
    said = ended.stdout.decode()
    assert said.count("Please type a number") >= 3
    assert said.rstrip().endswith("The game is left here.")


@pytest.mark.parametrize(
    "arguments", [["nonsense\n\x1b[31m"], ["replay", "no\nfile"], ["--game\n"], ["play", "--game", "x" * 9999]]
)
def test_a_reason_is_one_short_line_whatever_it_quotes(arguments: list[str], folder: Path) -> None:
    with process(*arguments) as child:
        _, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert err.startswith("entrepot: ")
    assert len(err) < 1100
    assert err.removesuffix("\n").isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are texts there")
def test_arguments_that_are_no_text(folder: Path) -> None:
    for arguments in ([b"replay", b"\xff.json"], [b"play", b"--game", b"\xff"], [b"components", b"check", b"\xff"]):
        command = [sys.executable.encode(), b"-m", b"entrepot", *arguments]
        ended = subprocess.run(command, capture_output=True, check=False)
        assert ended.returncode == 2
        assert ended.stderr.startswith(b"entrepot: ")
        assert ended.stderr.count(b"\n") == 1


# -- homes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a?b", "a?mode=memory", "a%b", "a%20b", "a#b", "a b", "é", "it's", 'a"b', ":memory:"])
def test_a_home_of_any_name(name: str, tmp_path: Path) -> None:
    home = tmp_path / name
    home.mkdir()
    env = {key: value for key, value in os.environ.items() if key != "XDG_DATA_HOME"} | {"HOME": str(home)}
    with process("doctor", env=env) as child:
        out, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")
    found = list(home.rglob("entrepot.sqlite3"))
    assert len(found) == 1
    assert out.splitlines()[-1] == f"database: reachable ({found[0]})"
    assert [one.name for one in tmp_path.iterdir()] == [name]


# Of what root may, only to read is kept (CAP_DAC_READ_SEARCH): the environment may lie in a folder of root's own.
AS_NOBODY = """
import ctypes, os, sys, entrepot.cli
for key in ("HOME", "XDG_DATA_HOME"):
    os.environ.pop(key, None)
os.environ.update(one.split("=", 1) for one in sys.argv.pop(1).split())
if os.getuid() == 0:
    libc, words = ctypes.CDLL(None), ctypes.c_uint32
    libc.prctl(8, 1, 0, 0, 0)
    os.setgid(54321)
    os.setuid(54321)
    libc.capset((words * 2)(0x20080522, 0), (words * 6)(4, 4, 0, 0, 0, 0))
entrepot.cli.main()
"""


@pytest.mark.parametrize("command", ["serve", "doctor", "backup copy"])
@pytest.mark.parametrize(
    "home", ["", "HOME=", "HOME=/dev/null", "HOME=/proc/nothing", "HOME=/no-such-folder", "HOME=relative"]
)
@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody whom the machine does not know")
def test_somebody_without_a_home(command: str, home: str, tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", AS_NOBODY, home, *command.split()]
    ended = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 2, ended.stderr
    assert re.fullmatch(
        r"entrepot: (there is no home folder to keep games in|cannot use the data folder /).*--database.*\n",
        ended.stderr,
    )
    assert not list(tmp_path.iterdir())


# -- addresses --------------------------------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[list[str]]:
    """A server; the lines that it prints at its start."""
    database = f"sqlite:///{folder}/games.sqlite3"
    with process("serve", "--port", "0", "--database", database, *arguments, preexec_fn=interruptible) as child:
        try:
            assert child.stdout is not None
            lines: list[str] = []
            while not lines or not lines[-1].startswith("Games are kept"):
                lines.append(child.stdout.readline())
                assert lines[-1], child.communicate(timeout=60)
            yield lines
            child.send_signal(signal.SIGINT)
            assert child.communicate(timeout=60)[1] == ""
        finally:
            child.kill()


def healthy(address: str) -> bool:
    """Whether a server answers there; the socket listens already, so it is waited for."""
    with urllib.request.urlopen(f"{address}healthz", timeout=60) as answer:
        return bool(json.load(answer)["status"] == "ok")


def addresses(lines: list[str]) -> list[str]:
    return re.findall(r"http://\S+", "".join(lines))


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_listening_on_all_addresses_names_one_that_others_can_open(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as lines:
        found = addresses(lines)
        assert found[0].startswith("http://127.0.0.1:")
        assert not any("0.0.0.0" in one for one in found)
        assert all(map(healthy, found))
        if len(found) > 1:
            assert lines[1].startswith("Other devices in your network open http://")
            assert "127.0.0.1" not in found[1]


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_all_addresses_of_both_families(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "::") as lines:
        found = addresses(lines)
        assert all(map(healthy, found))
        port = found[0].rpartition(":")[2]
        assert healthy(f"http://[::1]:{port}")
        assert healthy(f"http://127.0.0.1:{port}") or "It is open to IPv6 only." in "".join(lines)


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_one_address_of_ipv6(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "::1") as lines:
        [address] = addresses(lines)
        assert address.startswith("http://[::1]:")
        assert healthy(address)


def test_a_name_of_this_machine(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "localhost") as lines:
        [address] = addresses(lines)
        assert address.startswith("http://localhost:")
        assert healthy(address)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--host", ""],
        ["--host", " "],
        ["--host", "no such host"],
        ["--host", "http://127.0.0.1"],
        ["--host", "127.0.0.1:80"],
        ["--host", "a\nb"],
        ["--host", "x" * 300],
        ["--host", "é" * 80],
        ["--host", "203.0.113.1"],
        ["--port", "-1"],
        ["--port", "65536"],
        ["--port", "1e3"],
        ["--port", ""],
        ["--database", ""],
        ["--database", "nonsense"],
        ["--database", "sqlite://"],
        ["--database", "sqlite:///:memory:"],
        ["--database", "sqlite:////"],
        ["--database", "sqlite:////no/such/folder/games"],
        ["--database", "sqlite:////etc/passwd"],
        ["--database", "sqlite:///x?timeout=abc"],
        ["--database", "postgresql://host:port/games"],
        ["--database", "postgresql://ida:secret@127.0.0.1:1/games"],
        ["--database", "oracle://host"],
        ["--forwarded-allow-ips", "play.example"],
        ["--root-path", "games"],
        ["--root-path", "/t"],
    ],
)
def test_where_it_cannot_run(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    given = arguments if "--database" in arguments else [*arguments, "--database", "sqlite:///games.sqlite3"]
    monkeypatch.setattr(sys, "argv", ["entrepot", "serve", *given])
    monkeypatch.setattr("entrepot.web.app.run", lambda *_: pytest.fail("it runs"))
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert err.startswith("entrepot: ")
    assert err.removesuffix("\n").isprintable()
    assert "secret" not in err
