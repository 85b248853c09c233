"""A sixth language, for as long as a test needs one, in a folder beside the others; and the scripts of catalogues."""

from __future__ import annotations

import importlib.util
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from entrepot.i18n import catalogue, texts
from entrepot.web.pages import present

OTHERS = Path(catalogue.__file__).parent
LONGER = 1.4
_PARTS = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;|[A-Za-z][a-zéô’]+)")
_ACCENTS = str.maketrans("aceilnorsuyzAEILOSUZ", "áçéíłñöŕšüýžÀÉÎŁÔŚÛŽ")


def script(name: str) -> ModuleType:
    """One of the project's scripts, as a module."""
    path = Path(__file__).parent.parent / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def long_drawn(message: str) -> str:
    """A text in no language: its words accented and two fifths longer, by repeated vowels; what is filled in stays."""
    owed, made = 0.0, []
    for part in _PARTS.split(message):
        if part[:1] in "{<&" or not re.fullmatch("[A-Za-z][a-zéô’]+", part):
            made.append(part)
            continue
        owed += len(part) * (LONGER - 1)
        letters = list(part)
        places = [n for n, letter in enumerate(letters) if letter in "aeiouy"] or [len(letters) - 1]
        for n in cycle(reversed(places)):
            if owed < 1:
                break
            letters[n] += letters[n][0]
            owed -= 1
        made.append("".join(letters).translate(_ACCENTS))
    return "".join(made)


def read(code: str) -> Catalog:
    """The catalogue of a language."""
    return read_po(io.BytesIO((OTHERS / code / "messages.po").read_bytes()), locale=code)


def written(code: str, to: Callable[[str], str]) -> bytes:
    """A catalogue in which every English message is put into another language."""
    made = Catalog(locale=code, charset="utf-8")
    for message in read(catalogue.SOURCE):
        if not message.id:
            continue
        if isinstance(message.id, (list, tuple)):
            forms = [message.id[0], *[message.id[1]] * (made.num_plurals - 1)]
            made.add(message.id, tuple(map(to, forms)), context=message.context)
        else:
            made.add(message.id, to(message.id), context=message.context)
    buffer = io.BytesIO()
    write_po(buffer, made)
    return buffer.getvalue()


@contextmanager
def added(folder: Path, code: str, po: bytes) -> Iterator[None]:
    """Offers one more language meanwhile: the product looks for its catalogues in a folder that has that one too."""
    for path in OTHERS.glob("*/messages.po"):
        (folder / path.parent.name).mkdir(parents=True)
        (folder / path.parent.name / path.name).symlink_to(path)
    (folder / code).mkdir()
    (folder / code / "messages.po").write_bytes(po)
    before = catalogue._FOLDER
    _look_in(folder)
    yield
    _look_in(before)


def _look_in(folder: Path) -> None:
    catalogue._FOLDER = folder
    for kept in (catalogue.languages, catalogue.translations, texts, present.environment):
        kept.cache_clear()
