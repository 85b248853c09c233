"""What eyes and fingers need of a page: words one can read, targets one can hit, nothing cut, nothing covered.

In a test: reach the state, set the size, and say `assert faults(page) == []`. In a context with touch (`has_touch`)
targets are measured by the size of a finger. Every fault names what was measured and the element, so that it can be
found; `faults(page, ".chart")` looks at all the page but what that selector holds. `WINDOWS` are the sizes that
matter: make a context with `**WINDOWS[name]`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WINDOWS: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "pad": {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": {"width": 1366, "height": 768}},
    "short": {"viewport": {"width": 1366, "height": 625}},
    "zoomed": {"viewport": {"width": 683, "height": 384}},
}

_LEAST_TEXT, _LEAST_TARGET, _FINGER, _BAR = 12, 24, 44, 0.3

_MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def faults(page: Page, besides: str = "") -> list[str]:
    """What a page in its present state fails in, besides what a selector holds.

    No text under 12 px; no target under 24 px, 44 px for fingers; the decision bar at most three tenths of the height,
    and nothing that it covers for ever; no word or drawing cut off (but by an ellipsis that has the whole in a title);
    none that lies on another; no page wider than its window. What is found several times in one place is told once.
    """
    page.wait_for_load_state()
    target = _FINGER if page.evaluate("matchMedia('(pointer: coarse)').matches") else _LEAST_TARGET
    size = page.viewport_size
    assert size is not None
    found: list[str] = page.evaluate(_MEASURE, [_LEAST_TEXT, target, _BAR, size["width"], besides])
    return found


def barriers(page: Page, state: str = "") -> list[str]:
    """What axe finds on a page, once its sheets are there; it must also not be wider than its window."""
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    results = Axe().run(page)
    return [f"{state}: {wide} px too wide"] * (wide > 0) + [f"{state}: {results.generate_report()}"] * bool(
        results.violations_count
    )
