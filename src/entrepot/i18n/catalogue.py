"""Finds and reads the gettext catalogues beside this file."""

from __future__ import annotations

import io
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.core import get_global
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE = "en"
_FOLDER = Path(__file__).parent


@lru_cache(maxsize=1)
def languages() -> dict[str, str]:
    """Code and own name of every language there is a catalogue for, the source language first."""
    codes = sorted(path.parent.name for path in _FOLDER.glob("*/messages.po"))
    codes.sort(key=lambda code: code != SOURCE)
    return {code: (Locale.parse(code).get_display_name(code) or code).capitalize() for code in codes}


@lru_cache(maxsize=16)
def with_country(code: str) -> str:
    """A language with the country whose usage it follows, as `en_GB`."""
    likely = Locale.parse(get_global("likely_subtags").get(code, code))
    return "en_GB" if code == SOURCE else f"{code}_{likely.territory or code.upper()}"


def normalised(code: str | None) -> str:
    """The code itself if there is such a catalogue, else the source language."""
    return code if code is not None and code in languages() else SOURCE


def best_language(accept: str | None) -> str:
    """The language for an Accept-Language header."""
    wanted: list[tuple[float, str]] = []
    for part in (accept or "").split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if tag:
            wanted.append((-weight, tag))
    wanted.sort(key=lambda entry: entry[0])
    return normalised(negotiate_locale([tag for _, tag in wanted], list(languages()), sep="-"))


@lru_cache(maxsize=16)
def translations(code: str) -> GNUTranslations:
    """The catalogue of a language. What it leaves untranslated comes out in English."""
    with (_FOLDER / code / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
