"""Cuts the letters of the pages from the fonts they come from, to what five languages need.

    python scripts/letters.py SOURCES

SOURCES is a folder with `SourceSans3VF-Upright.ttf` (npm: source-sans, SIL Open Font License), and with
`texgyrepagella-regular.otf` and `texgyrepagella-bold.otf` (Debian: fonts-texgyre, GUST Font License). Needs `fonttools`
and `brotli`. The fonts are kept with the sources, so this is run again only when a language needs other letters.
"""

from __future__ import annotations

import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "entrepot" / "web" / "static"
LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0xA0, 0x180)))  # all of Latin-1 and Latin Extended-A: names come from anywhere in Europe
    + "ȘșȚțẞ‐‑‒–—‘’‚“”„†•…‰′″‹›€™−×÷≤≥≈←↑→↓↔△▽◁▷✓"
    + "\u2009\u202f\u2011\u2060\u200b"
)
FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
CUTS = [
    ("SourceSans3VF-Upright.ttf", "sans.woff2", "Entrepot Sans", 1.07, (400, 700)),
    ("texgyrepagella-regular.otf", "serif-400.woff2", "Entrepot Serif", 1, None),
    ("texgyrepagella-bold.otf", "serif-600.woff2", "Entrepot Serif", 1, None),
]
"""Source, target, the name (what is cut may not keep the reserved one), how much larger, and weights."""


def main(sources: Path) -> None:
    """Write the cut fonts beside the style sheets."""
    from fontTools.subset import Options, Subsetter, save_font
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    for name, target, family, larger, weights in CUTS:
        font = TTFont(sources / name)
        options = Options()
        options.flavor = "woff2"
        options.layout_features = FEATURES
        options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
        options.hinting = False
        options.desubroutinize = False
        cut = Subsetter(options)
        cut.populate(text=LETTERS)
        cut.subset(font)
        if weights:
            font = instantiateVariableFont(font, {"wght": weights})
        font["head"].unitsPerEm = round(font["head"].unitsPerEm / larger)
        for record in font["name"].names:
            if record.nameID in (1, 4, 16):
                record.string = family
            elif record.nameID == 6:
                record.string = family.replace(" ", "")
        save_font(font, str(STATIC / target), options)
        print(target, (STATIC / target).stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
