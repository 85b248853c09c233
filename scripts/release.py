"""Builds sdist and wheel into dist/, and tries both in new environments, in another folder, with every Python given.

python scripts/release.py [PYTHON ...]

The wheel is for every machine, its engine interpreted; from the sdist every Python compiles its own. Compiled wheels
for Linux, macOS and Windows are made by cibuildwheel (pyproject.toml).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
NAMES = ("python3.11", "python3.12", "python3.13", "python3.14")


def run(*command: object, **more: object) -> str:
    """A command that must succeed; its output."""
    ended = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=True, **more)  # type: ignore[call-overload]
    return str(ended.stdout)


def found() -> list[str]:
    """All Pythons that are new enough: on the path, and those of pyenv; each version once."""
    paths = [path for name in NAMES if (path := shutil.which(name))]
    paths += map(str, sorted(Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python")))
    pythons: dict[str, str] = {}
    for path in paths:
        asked = [path, "-c", "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2])"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False)
        if told.returncode == 0:
            pythons.setdefault(told.stdout.strip(), path)
    return list(pythons.values())


def environment(python: str, folder: Path, *packages: object) -> Path:
    """A new environment with packages in it; its folder of commands."""
    run(python, "-m", "venv", folder)
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return folder / "bin"


def serves(command: Path, folder: Path) -> None:
    """The first page and all that it names come from the package."""
    database = f"sqlite:///{folder}/games.sqlite3"
    arguments = [str(command), "serve", "--port", "0", "--database", database]
    with subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            base = address[0].rstrip("/")
            page = urllib.request.urlopen(base, timeout=60).read().decode()
            files = set(re.findall(r'(?:href|src)="(/static/[^"]+|/rules/[^"]+)"', page))
            assert any(name.endswith(".css") for name in files)
            assert any(name.endswith(".js") for name in files)
            for name in files:
                with urllib.request.urlopen(base + name, timeout=60) as answer:
                    assert answer.status == 200
                    assert answer.read()
        finally:
            server.send_signal(signal.SIGINT)


def tried(python: str, package: Path, version: str, engine: str) -> None:
    """Install a package and use it far from this checkout."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        commands = environment(python, folder / "venv", package)
        entrepot = commands / "entrepot"
        told = run(entrepot, "--version", cwd=folder).strip()
        assert told == f"entrepot {version} ({engine})", told
        for game in ("spice-road", "east-west-3"):
            done = run(entrepot, "simulate", "--game", game, "--bots", "greedy", "--games", 1, "--json", cwd=folder)
            assert json.loads(done)["games"] == 1
        assert "valid" in run(commands / "python", "-c", CHECKED, cwd=folder)
        run(entrepot, "doctor", "--database", f"sqlite:///{folder}/games.sqlite3", cwd=folder)
        serves(entrepot, folder)
        run(entrepot, "backup", "copy.sqlite3", "--database", f"sqlite:///{folder}/games.sqlite3", cwd=folder)


CHECKED = """
from importlib.resources import files
import entrepot
kept = ("py.typed", "arena/report.html", "i18n/en/messages.po", "components/new_world.toml")
assert all(files(entrepot).joinpath(name).is_file() for name in kept)
assert "site-packages" in entrepot.__file__, entrepot.__file__
print("valid")
"""


def main() -> None:
    """Build and try."""
    os.environ.pop("PYTHONPATH", None)
    pythons = sys.argv[1:] or found()
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with TemporaryDirectory() as name:
        tools = environment(sys.executable, Path(name) / "tools", "build")
        # The wheel is built from the sdist, so what the sdist lacks is missed here.
        run(tools / "python", "-m", "build", "--outdir", dist, ROOT, env={**os.environ, "ENTREPOT_PURE": "1"})
    packages = sorted(dist.iterdir())
    [version] = {package.name.split("-")[1].removesuffix(".tar.gz") for package in packages}
    for python in pythons:
        for package in packages:
            engine = "interpreted" if package.suffix == ".whl" else "compiled"
            tried(python, package, version, engine)
            print(f"{package.name}: works with {run(python, '--version').strip()}, {engine}", flush=True)


if __name__ == "__main__":
    main()
