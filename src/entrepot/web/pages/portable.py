"""A game to look back on as one file: a page that opens without a server and brings all its moments along.

Of the insides of its moments only lines that differ are written down: a moment is told as runs of the lines of all.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from gzip import compress

from markupsafe import Markup

from ...i18n import Texts
from ...match.moments import Course
from ..tables.model import Past, Studied
from .present import render_moment
from .shell import KINDS, files
from .templates import Templates

_IMPORTED = re.compile(r'(\bimport|\bfrom) "\./([\w-]+\.js)"')
_LETTERS = re.compile(r'url\("([\w-]+\.woff2)"\)')
_MOMENTS = "{moments}"
"""Stands in the page for its moments until all are drawn."""

_LEFT_OUT = frozenset({"explain.js"})
"""Modules that ask a server; what they do is missed."""


def replay_page(course: Course, words: Texts, studied: Studied = Studied()) -> str:  # noqa: B008 - it never changes
    """The page. All that any seat knew is shown, and what is known of an analysis."""
    past = replace(Past.recorded(course), studied=studied)
    env = _environment()

    def moment(at: int, *, partial: bool) -> str:
        return render_moment(env, past, lang=words.lang, at=at, eyes="", partial=partial, path=None)

    known: dict[str, int] = {}
    moments = [_runs(moment(at, partial=True), known) for at in range(course.last + 1)]
    page = moment(0, partial=False)
    return page.replace(_MOMENTS, _packed({"lines": list(known), "moments": moments}), 1)


def _runs(text: str, known: dict[str, int]) -> list[int]:
    """The lines of a text by their numbers, as starts and lengths of runs; new ones become known."""
    runs: list[int] = []
    for line in text.split("\n"):
        number = known.setdefault(line, len(known))
        if runs and number == runs[-2] + runs[-1]:
            runs[-1] += 1
        else:
            runs += (number, 1)
    return runs


def _packed(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(compress(text.encode(), 9, mtime=0)).decode()


def _data(name: str, content: bytes) -> str:
    return f"data:{KINDS[name[name.rindex('.') :]].partition(';')[0]};base64,{b64encode(content).decode()}"


def _static(name: str) -> str:
    return _data(name, files()[name].plain)


def _sheets(*names: str) -> Markup:
    texts = [_LETTERS.sub(lambda found: f'url("{_static(found[1])}")', files()[f"{name}.css"].plain.decode())
             for name in names]  # fmt: skip
    return Markup("").join(Markup("<style>\n{}</style>\n").format(Markup(text)) for text in texts)  # noqa: S704


def _modules(first: str) -> str:
    """An import map of a module and all that it imports."""
    found: dict[str, str] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if f"entrepot/{name}" in found:
            continue
        text = "" if name in _LEFT_OUT else files()[name].plain.decode()
        waiting += [one[2] for one in _IMPORTED.finditer(text)]
        found[f"entrepot/{name}"] = _data(name, _IMPORTED.sub(r'\1 "entrepot/\2"', text).encode())
    return json.dumps({"imports": found})


@lru_cache(maxsize=1)
def _environment() -> Templates:
    given = {"modules": Markup(_modules("replay.js")), "moments": Markup(_MOMENTS)}  # noqa: S704
    return Templates({"root": "", "static": _static, "sheets": _sheets, "portable": True, **given})
