# ruff: noqa: E501 (a table)
"""The pages need Firefox 121, Safari 16.2 and Chrome 111 (docs/browsers.md): nothing newer for more than looks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import entrepot.web

STATIC = Path(entrepot.web.__file__).parent / "static"
OURS = sorted(path for path in STATIC.iterdir() if path.suffix in (".css", ".js") and ".min." not in path.name)

# What came later than one of the three, by the way it is written: a browser that lacks it ignores the rule, or the script
# fails. Not here are looks that nobody misses: text-wrap, scrollbar-color, scrollbar-width.
NEWER = {
    ".css": {
        r"(?m)^\s*&|[{;]\s*&": "nesting (Safari 16.5, Chrome 112, Firefox 117)",
        r"@scope\b": "@scope (Firefox 128)",
        r"@starting-style\b": "@starting-style (Firefox 129)",
        r"@property\b": "@property (Firefox 128)",
        r"@container\s+style|style\(\s*--": "style queries (no Firefox)",
        r"anchor-name|position-anchor|anchor\(": "anchors (Chrome 125)",
        r"popover|:popover-open": "popovers (Firefox 125)",
        r"light-dark\(": "light-dark() (Safari 17.5)",
        r"(?:rgb|hsl|oklch|oklab|lch|lab)\(\s*from\b": "relative colours (Firefox 128)",
        r"field-sizing|interpolate-size|calc-size\(": "field-sizing, calc-size (no Firefox)",
        r"animation-timeline|scroll-timeline|view-timeline|view-transition": "timelines and view transitions (no Firefox)",
        r"\b(?:round|rem|mod|abs|sign|sin|cos|tan|pow|sqrt|hypot|exp|log)\(": "mathematical functions (Chrome 125, Firefox 118)",
        r"\blinear\(\s*[\d.]": "linear() easing (Safari 17.2)",
        r":user-valid|:user-invalid|:state\(|:has-slotted": "newer pseudo-classes (Chrome 119)",
        r"align-content[^;}]*;[^}]*display:\s*block": "align-content in blocks (Firefox 125)",
        r"subgrid": "subgrid (Chrome 117)",
        r"font-size-adjust|-webkit-line-clamp|zoom\s*:": "font-size-adjust, zoom (Firefox 126)",
        r"@layer|@import": "layers: a browser without them drops whole sheets",
        r"transition-behavior|content-visibility|offset-path": "newer animation (Firefox 125, Safari 18)",
    },
    ".js": {
        r"startViewTransition": "view transitions (Firefox 144)",
        r"\b(?:Object|Map)\.groupBy|Promise\.withResolvers|Promise\.try|Array\.fromAsync": "Safari 17.4, Firefox 121 or later",
        r"URL\.(?:canParse|parse)\(": "URL.canParse (Safari 17, Chrome 120)",
        r"AbortSignal\.any|AbortSignal\.timeout": "AbortSignal.any (Firefox 124)",
        r"new FormData\([^)]*,": "FormData with a submitter (Chrome 112, Safari 16.4)",
        r"\.checkVisibility\(": "checkVisibility (Safari 17.4)",
        r"\.(?:union|intersection|difference|isSubsetOf|symmetricDifference)\(": "operations of sets (Firefox 127)",
        r"\.moveBefore\(|setHTMLUnsafe|\.showPopover|\.togglePopover|popover": "newer DOM",
        r"structuredClone\(.*transfer|scheduler\.|requestIdleCallback|navigation\.": "not in Safari or Firefox",
        r"onscrollend|scrollend": "scrollend (Safari 26)",
        r"with\s*\{\s*type:|importmap|import\s+defer": "import attributes (Firefox 138)",
        r"/v\b(?=[,;)\s.])": "regular expressions with sets (Chrome 112)",
        r"\(\?<[=!]": "look-behind (Safari 16.4)",
        r"static\s*\{": "static blocks (Safari 16.4)",
        r"await\s+using|using\s+\w+\s*=": "using (no Safari)",
        r"\bnavigator\.(?:userActivation|wakeLock|locks)|ElementInternals|attachInternals": "Safari 16.4",
        r"Iterator\.|\.values\(\)\.(?:map|filter|take)|\.entries\(\)\.(?:map|filter)": "helpers of iterators (Firefox 131)",
        r"Intl\.(?:DurationFormat|Segmenter)": "Firefox 125",
    },
}


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_nothing_newer_is_needed(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    if path.suffix == ".js":
        text = re.sub(r"(?m)^\s*//.*$", "", text)
    found = {
        f"{what}: {match[0]!r}" for pattern, what in NEWER[path.suffix].items() for match in re.finditer(pattern, text)
    }
    assert found == set()


def test_every_mask_has_its_older_name() -> None:
    for path in OURS:
        for rule in re.findall(r"\{([^{}]*)\}", path.read_text(encoding="utf-8")):
            if re.search(r"(?<![\w-])mask\s*:", rule):
                assert "-webkit-mask:" in rule or "-webkit-mask-image:" in rule, (path.name, rule)


def test_the_list_finds_what_it_names() -> None:
    """Each pattern can fail: an example of some of them."""
    for suffix, text in ((".css", ".a { & b { color: red; } }"), (".css", "x { color: light-dark(red, blue); }"),
                         (".js", "list.values().map(f)"), (".js", "new FormData(form, button)"), (".js", "URL.canParse(x)")):  # fmt: skip
        assert any(re.search(pattern, text) for pattern in NEWER[suffix]), text
