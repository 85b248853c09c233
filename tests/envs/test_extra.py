"""The extra is only needed by who uses it."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in ("numpy", "pettingzoo") else found(name, package)
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_entrepot_itself_imports_none_of_it() -> None:
    code = "import sys, entrepot.bots, entrepot.cli; print({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules))"
    assert run(code).stdout == "set()\n"


def test_what_is_missing_is_named() -> None:
    done = run(WITHOUT + "import entrepot.envs")
    assert done.stderr.splitlines()[-1] == (
        "ImportError: entrepot.envs needs numpy, pettingzoo: pip install '.[rl]' in a checkout of Entrepôt"
    )
