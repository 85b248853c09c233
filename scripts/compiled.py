"""Build the engine with mypyc in a temporary folder, run the engine tests on that build, and compare its speed.

The checkout stays as it is: the default installation runs the same sources interpreted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ("core", "rules", "games")
INTERPRETED = "reasons.py"
"""Has a kind of text, which mypyc cannot compile; only errors meet it."""
TESTS = (
    "tests/test_public.py",
    "tests/core",
    "tests/rules",
    "tests/games",
    "tests/components",
    "tests/rulebook",
    "tests/golden",
    "tests/conformance",
    "tests/match",
)

SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = sys.argv[1:]
sys.argv = ["setup.py", "-q", "build_ext", "--inplace"]
setup(name="compiled", packages=[], ext_modules=mypycify(["--strict", *modules], opt_level="3", debug_level="0"))
"""

LOADED = """
import importlib, sys
wrong = []
for name in sys.argv[1:]:
    file = importlib.import_module(name).__file__ or ""
    if not file.endswith((".so", ".pyd")):
        wrong.append(f"{name}: {file}")
sys.exit("not compiled: " + "; ".join(wrong) if wrong else 0)
"""


def modules() -> list[Path]:
    """The sources to compile, relative to `src`."""
    source = ROOT / "src"
    return [
        path.relative_to(source)
        for folder in COMPILED
        for path in sorted((source / "entrepot" / folder).rglob("*.py"))
        if path.name != INTERPRETED
    ]


def dotted(path: Path) -> str:
    """The import name of a source."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def build(folder: Path) -> None:
    """Copy the package to `folder` and compile the engine there."""
    shutil.copytree(
        ROOT / "src" / "entrepot", folder / "entrepot", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    )
    sources = [str(path) for path in modules()]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", SETUP, *sources],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nmypyc could not compile the engine")
    subprocess.run([sys.executable, "-c", LOADED, *map(dotted, modules())], cwd=folder, env=on_path(folder), check=True)


def on_path(folder: Path | None) -> dict[str, str]:
    """The environment in which the build in `folder` is the one imported; None for the installed one."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    return environment


def bench(folder: Path | None) -> str:
    """One line with the numbers of `entrepot bench`."""
    done = subprocess.run(
        [sys.executable, "-c", "from entrepot.cli import main; main()", "bench", "--json"],
        env=on_path(folder),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.dumps(json.loads(done.stdout))


def main() -> None:
    """Build, test, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-bench", action="store_true", help="leave the comparison of speed out")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest instead of the engine tests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="entrepot-") as name:
        folder = Path(name)
        start = time.monotonic()
        build(folder)
        print(f"compiled {len(modules())} modules in {time.monotonic() - start:.0f} s, all loaded compiled", flush=True)
        tests = arguments.pytest or [path for path in TESTS if (ROOT / path).exists()]
        status = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-m", "not browser", "-p", "no:cacheprovider", "-n", "auto", *tests],
            cwd=ROOT,
            env=on_path(folder),
            check=False,
        ).returncode
        if status:
            sys.exit(status)
        if not arguments.no_bench:
            print("interpreted", bench(None))
            print("compiled   ", bench(folder))


if __name__ == "__main__":
    main()
