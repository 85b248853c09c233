"""Nothing that people read or hear stands in the sources alone: where a language accents every word, every word is."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel import Locale

from browser import gallery
from browser.test_windows import PARTS, states
from entrepot.web.pages import present
from tongues import added, long_drawn, written

CODE = "eo"
SAID = (
    *("aria-label", "title", "alt", "placeholder", "aria-description", "aria-valuetext", "content", "label"),
    *("data-now", "data-said", "data-title", "data-told", "data-name", "data-say", "data-why", "data-unknown"),
    *("data-lost", "data-lost-for", "data-kept", "data-kept-for", "data-back", "data-meanwhile"),
    *("data-done", "data-text"),
)
"""Attributes that are shown, or heard."""
_MONTHS = [Locale.parse(CODE).months["format"][width] for width in ("wide", "abbreviated")]
KEPT = re.compile(
    "|".join(
        [
            *map(re.escape, gallery.LONG),
            *(rf"\b{name}\b" for names in _MONTHS for name in names.values()),
            "Entrepôt",
            "Esperanto",
            r"\bkaj\b",
            "Ida",
            "Bo",
            "Cleo",
            "Eva",
            r"https?://\S+",
            r"\{\w+\}",
            r"\b(?:cost|setup|cards_to_end)\b",
            r"--\w+",
            r"[\w-]+\.(?:toml|json)",
            r"\b(?:KiB|kB|Esc|Ctrl|TOML|Firefox|Safari|Chrome|Edge)\b",
        ]
    )
)
"""What is called the same in every language."""
WORD = re.compile(r"\b[A-Za-z]*[a-z]{3,}\b")
SILENT = {"script", "style", "noscript", "textarea", "code"}


class Reader(HTMLParser):
    """Collects the words of a page that are not of its language."""

    def __init__(self) -> None:
        super().__init__()
        self._within: list[tuple[str, bool]] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        other = told.get("lang", CODE) != CODE or tag in SILENT
        if tag == "meta":
            if not (told.get("name") or told.get("property") or "").startswith(("description", "og:title", "og:desc")):
                return
        if not (other or any(skip for _, skip in self._within)):
            for name in SAID:
                self._read(told.get(name) or "", f"{tag} {name}")
        if tag not in ("meta", "link", "input", "br", "img", "hr"):
            self._within.append((tag, other))

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(skip for _, skip in self._within):
            self._read(data, self._within[-1][0] if self._within else "")

    def _read(self, text: str, where: str) -> None:
        if words := WORD.findall(KEPT.sub(" ", text)):
            self.found.add(f"{where}: {' '.join(words)} ({text.strip()[:80]})")


@pytest.mark.parametrize("part", PARTS)
def test_every_word_of_every_page_is_of_its_language(tmp_path: Path, part: str) -> None:
    with added(tmp_path / "languages", CODE, written(CODE, long_drawn)):
        env = present.environment()
        for name, state in states(part):
            reader = Reader()
            reader.feed(state(env, CODE))
            assert reader.found == set(), name
