"""What of Entrepôt is compiled, and how; everything else about the package stands in pyproject.toml.

Where a C compiler is found, mypyc compiles the engine and the planning of bots: all of `compiled()`, or nothing. With
`ENTREPOT_PURE=1` the same sources are installed as they are, with `ENTREPOT_PURE=0` a build that cannot compile fails.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src", "entrepot")
FOLDERS = ("core", "rules", "games", "bots", "numeric")
INTERPRETED = (
    "core/reasons.py", "bots/__init__.py", "bots/advice.py", "bots/analysis.py", "bots/chances.py", "bots/levels.py",
    "bots/uniform.py", "bots/own.py", "bots/program.py",
)  # fmt: skip
"""A kind of text, which mypyc cannot compile and only errors meet, the bots themselves and what they say, which are
pickled, and those of one's own, which wait for others."""
MYPY = "mypy>=2.4"
TRIAL = "#include <Python.h>\nint main(void) { return PY_MAJOR_VERSION != 3; }\n"


def compiled() -> list[Path]:
    """The sources to compile, relative to this folder."""
    sources = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return [path for path in sources if path.relative_to(PACKAGE).as_posix() not in INTERPRETED]


def compiles() -> bool:
    """Whether there is a C compiler that finds the headers of this Python."""
    from setuptools import Distribution
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    command = build_ext(Distribution())
    command.finalize_options()
    compiler = new_compiler()
    customize_compiler(compiler)
    with TemporaryDirectory() as name:
        source = Path(name, "trial.c")
        source.write_text(TRIAL, "utf-8")
        silence, before = os.open(os.devnull, os.O_WRONLY), (os.dup(1), os.dup(2))
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            compiler.compile([str(source)], output_dir=name, include_dirs=command.include_dirs)
        except Exception:  # whatever it is, there is no compiler to be had
            return False
        finally:
            for number, saved in enumerate(before, 1):
                os.dup2(saved, number)
                os.close(saved)
            os.close(silence)
    return True


def wanted() -> bool:
    """Whether to compile. A checkout that is installed to be edited is not, unless it is told to."""
    pure = os.environ.get("ENTREPOT_PURE", "")
    usual = sys.implementation.name == "cpython" and "editable_wheel" not in sys.argv
    return pure == "0" or (not pure and usual and compiles())


def extensions() -> list[Extension]:
    """What mypyc makes of the sources."""
    from mypyc.build import mypycify

    os.environ.setdefault("MYPYPATH", "src")
    made: list[Extension] = mypycify(
        ["--strict", "--config-file=", *map(str, compiled())], opt_level="3", debug_level="0", group_name="entrepot"
    )
    if sys.platform != "win32":
        # A warning of another compiler is no fault of who installs. No multiplication is fused with an addition, so
        # that bots choose alike on every machine. Small functions of one module are inlined in another.
        more = ["-ffp-contract=off", *(["-fno-semantic-interposition"] if sys.platform == "linux" else [])]
        for one in made:
            one.extra_compile_args = [flag for flag in one.extra_compile_args if flag != "-Werror"] + more
    return made


class AllOrNothing(build_ext):
    """Leaves the sources as they are if they cannot all be compiled."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if os.environ.get("ENTREPOT_PURE") == "0":
                raise
            print(f"entrepot: not compiled, the engine stays interpreted: {error}", file=sys.stderr)
            for name in self.get_outputs():
                Path(name).unlink(missing_ok=True)
            self.extensions = []


def main() -> None:
    """Build."""
    more: dict[str, Any] = {}
    if not wanted():
        print("entrepot: the engine stays interpreted")
    elif find_spec("mypyc") is None:
        more["setup_requires"] = [MYPY]  # who builds asks first what is needed, and then builds with it
    else:
        print(f"entrepot: compiling {len(compiled())} modules", flush=True)
        more |= {"ext_modules": extensions(), "cmdclass": {"build_ext": AllOrNothing}}
    setup(**more)


if __name__ == "__main__":
    main()
