"""Compile the engine in a temporary folder, run the tests on that build, and compare its speed.

The checkout stays as it is: the default installation runs the same sources interpreted.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("setup.py", "pyproject.toml", "README.md", "LICENSE")

LOADED = """
import importlib, sys
wrong = []
for name in sys.argv[1:]:
    file = importlib.import_module(name).__file__ or ""
    if not file.endswith((".so", ".pyd")):
        wrong.append(f"{name}: {file}")
sys.exit("not compiled: " + "; ".join(wrong) if wrong else 0)
"""


def modules() -> list[str]:
    """The import names of all that is compiled, as setup.py has it."""
    os.chdir(ROOT)
    paths: list[Path] = runpy.run_path(str(ROOT / "setup.py"))["compiled"]()
    return [".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__") for path in paths]


def build(folder: Path) -> None:
    """Copy the sources to `folder` and compile them there; what is imported lies in its `src`."""
    for name in NEEDED:
        shutil.copy(ROOT / name, folder)
    left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=left_out)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        env={**on_path(None), "ENTREPOT_PURE": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nmypyc could not compile the engine")
    subprocess.run([sys.executable, "-c", LOADED, *modules()], cwd=folder, env=on_path(folder), check=True)


def on_path(folder: Path | None) -> dict[str, str]:
    """The environment in which the build in `folder` is the one imported; None for the installed one."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if folder is not None:
        environment["PYTHONPATH"] = str(folder / "src")
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
    parser.add_argument("pytest", nargs="*", help="arguments for pytest instead of all tests without a browser")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="entrepot-") as name:
        folder = Path(name)
        start = time.monotonic()
        build(folder)
        print(f"compiled {len(modules())} modules in {time.monotonic() - start:.0f} s, all loaded compiled", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-m", "not browser", "-p", "no:cacheprovider"]
        status = subprocess.run(
            [*command, "-n", "auto", "--dist=loadgroup", *arguments.pytest], cwd=ROOT, env=on_path(folder), check=False
        ).returncode
        if status:
            sys.exit(status)
        if not arguments.no_bench:
            print("interpreted", bench(None))
            print("compiled   ", bench(folder))


if __name__ == "__main__":
    main()
