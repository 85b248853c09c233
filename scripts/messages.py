"""Collects every message of the sources into the catalogues; `--check` only says whether one is out of date."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "src" / "entrepot"
CATALOGUES = PACKAGE / "i18n"
METHODS = [
    ("**.py", "python"),
    *[(f"{folder}/*.html", "jinja2") for folder in ("arena", "web/templates")],
]

ERRORS = (
    "BackupFailed", "BotFailed", "CannotUndo", "DatabaseUnavailable", "EntrepotError", "IllegalAction",
    "InvalidNotation", "InvalidOptions", "InvalidPosition", "InvalidRecord", "NeedsRay", "ReplayDivergence",
    "ReportNeedsPlots", "ServeError", "UnknownBot", "UnknownGame", "WorkersLost", "WrongTournament",
)  # fmt: skip
"""What is raised with a message as its first argument; `tests/i18n` checks that none is missing."""
KEYWORDS = {**DEFAULT_KEYWORDS, "Reason": None, "NN_": (1, 2), **dict.fromkeys(ERRORS)}

_EMPTY = tuple(
    f'"{name}'.encode()
    for name in ("POT-Creation", "PO-Revision", "Report-Msgid", "Last-Transl", "Language-Team", "Project-Id")
)
"""Lines of a head that say nothing here."""


def template() -> Catalog:
    """Every message that the sources use."""
    found = Catalog(project="Entrepôt", charset="utf-8", header_comment="# Messages of Entrepôt.")
    extracted = extract_from_dir(
        PACKAGE, METHODS, keywords=KEYWORDS, comment_tags=["Translators:"], strip_comment_tags=True
    )
    for file, _, message, comments, context in sorted(extracted, key=lambda entry: (entry[0], str(entry[2]))):
        found.add(message, locations=[(file, 1)], auto_comments=comments, context=context)
    return found


def renewed(path: Path, messages: Catalog) -> bytes:
    """A catalogue with new messages added and unused ones gone."""
    old = read_po(io.BytesIO(path.read_bytes()), locale=path.parent.name)
    old.update(messages, no_fuzzy_matching=True)
    old.obsolete.clear()
    old.fuzzy = False
    buffer = io.BytesIO()
    write_po(buffer, old, width=110, include_lineno=False, sort_output=True, omit_header=False)
    return b"\n".join(line for line in buffer.getvalue().split(b"\n") if not line.startswith(_EMPTY))


def main() -> int:
    """Renew, or check, all catalogues."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    messages = template()
    stale = []
    for path in sorted(CATALOGUES.glob("*/messages.po")):
        new = renewed(path, messages)
        if new != path.read_bytes():
            stale.append(path.parent.name)
            if not check:
                path.write_bytes(new)
    if stale:
        print(f"{'out of date' if check else 'renewed'}: {', '.join(stale)}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
