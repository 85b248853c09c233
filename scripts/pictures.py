# ruff: noqa: E501 (style sheets, functions in JavaScript)
"""Makes the pictures that the pages come with: icons of the app from mark.svg, and of each game a table for previews of links.

Needs Debian's Chromium. The pictures have no words, so they are the same in every language.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "scripts")]

from browser.table import Server, played, put, studio  # noqa: E402
from choices import Seen  # noqa: E402
from entrepot.bots import make  # noqa: E402
from entrepot.games import TITLES  # noqa: E402
from entrepot.web.pages.shell import STATIC  # noqa: E402

ICONS: dict[str, tuple[int, float, float]] = {"icon-180": (180, 0.76, 0.0), "icon-192": (192, 0.76, 0.22), "icon-512": (512, 0.76, 0.22),
         "icon-512-maskable": (512, 0.6, 0.0)}  # fmt: skip
"""The size of each icon, how much of it the mark takes, and how round its corners are."""

WORDLESS = """
html, body { overflow: hidden !important; }
#table, #table * { visibility: hidden; animation: none !important; transition: none !important; }
:is(.face, #sea, .lane6 li:not(.end) .card), :is(.face, #sea, .lane6 li:not(.end) .card) * { visibility: inherit !important; }
:is(.face, #sea, .lane6 li:not(.end) .card) { visibility: visible !important; }
:is(.foot, h2, .bare, .tag, button.ib, .legend, .spare > [data-what=deck]) { display: none !important; }
.feat { font-size: 0 !important; }
.feat .way { display: none; }
#stage { position: fixed; inset: 0; width: 1200px; height: 630px; }
#felt { position: fixed; border-radius: 18px; background: var(--desk); box-shadow: 0 3px 8px rgb(40 26 8 / .3); border: 1px solid var(--edge); }
#table { position: fixed; transform-origin: 0 0; width: 1366px; height: 768px; }
"""
"""A table without its words, and without whatever is no board, card or sea."""
LAID = """(game) => {
  for (const one of document.querySelectorAll(".cannot")) one.classList.remove("cannot");
  const stage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  stage.id = "stage";
  stage.innerHTML = `<use href="#art-${game}" y="-90" width="1200" height="720"/>`;
  const felt = document.createElement("div");
  felt.id = "felt";
  document.body.prepend(stage, felt);
  const table = document.getElementById("table");
  const rects = [...document.querySelectorAll(".face, #sea, .lane6 li:not(.end) .card")].map((one) => one.getBoundingClientRect());
  const [left, top] = [Math.min(...rects.map((one) => one.left)), Math.min(...rects.map((one) => one.top))];
  const [right, bottom] = [Math.max(...rects.map((one) => one.right)), Math.max(...rects.map((one) => one.bottom))];
  const [width, height] = [right - left, bottom - top], rest = 20;
  const scale = Math.min((1200 - 4 * rest) / width, 440 / height);
  const [x, y] = [(1200 - scale * width) / 2, 630 - rest * 1.75 - scale * height];
  const from = table.getBoundingClientRect();
  table.style.transform = `translate(${x - scale * (left - from.left) - from.left}px, ${y - scale * (top - from.top) - from.top}px) scale(${scale})`;
  Object.assign(felt.style, { left: `${x - rest}px`, top: `${y - rest}px`, width: `${scale * width + 2 * rest}px`, height: `${scale * height + 2 * rest}px` });
}"""
"""Lays that table before the drawing of its game."""


def save(png: bytes, name: str, colours: int) -> None:
    """Keep a picture with so many colours."""
    picture = Image.open(io.BytesIO(png))
    see_through = picture.mode == "RGBA" and picture.getchannel("A").tobytes().strip(b"\xff")
    if see_through:
        small = picture.quantize(colours, method=Image.Quantize.FASTOCTREE)
    else:
        rgb = picture.convert("RGB")
        small = rgb.quantize(palette=rgb.quantize(colours), dither=Image.Dither.FLOYDSTEINBERG)
    path = STATIC / f"{name}.png"
    small.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size} bytes")


def icon(browser: Browser, name: str) -> None:
    """The mark on a sheet of paper."""
    size, part, round_ = ICONS[name]
    page = browser.new_page(viewport={"width": size, "height": size})
    mark = (STATIC / "mark.svg").read_text(encoding="utf-8")
    page.set_content(
        f"<style>html,body,div{{margin:0;height:100%}}div{{display:grid;place-items:center;background:#fffcf4;"
        f"border-radius:{round_ * 100}%}}svg{{width:{part * 100}%}}</style><div>{mark}</div>"
    )
    save(page.screenshot(omit_background=True), name, 64)
    page.close()


HARBOUR = """
body { display: block !important; overflow: hidden; background: var(--desk); width: 1200px; height: 630px; }
body > :not(main, .symbols), main > :not(.hero, form), form > :not(:has(.pick)), legend, .pick .txt, .tick, .hero > div { display: none !important; }
main { display: block !important; }
.hero { height: 300px !important; border: 0; }
.hero > svg { height: 300px; }
form { display: block !important; margin: 0 !important; padding: 30px 40px !important; }
.pick { gap: 20px !important; }
.pick > label { height: 268px; border-radius: 16px; border-color: var(--edge) !important; box-shadow: var(--shadow-2) !important; }
.pick svg.art { height: 268px !important; aspect-ratio: auto !important; border: 0; }
"""
"""The first page without its words: the harbour, and the drawings of all games."""


def harbour(browser: Browser, server: Server) -> None:
    """The harbour with all games."""
    page = browser.new_page(base_url=server.url, viewport={"width": 1200, "height": 630})
    page.goto("/")
    page.add_style_tag(content=HARBOUR)
    save(page.screenshot(), "preview-start", 256)
    page.close()


def in_full_swing(seen: Seen) -> bool:
    """A turn some rounds after the beginning."""
    return bool(seen["legal"]) and seen["observation"]["round"] > 8


def preview(browser: Browser, server: Server, game: str) -> None:
    """A table of a game in full swing, as somebody sees it who only watches, before the drawing of the game."""
    match = played(game, 3, 5, in_full_swing, make("greedy", game))
    assert match is not None
    page = browser.new_page(base_url=server.url, viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page.goto("/")
    drawings = page.locator("svg.symbols").evaluate_all("all => all.map((one) => one.outerHTML).join('')")
    page.goto(put(server, "ida", ["ida", "bo", "cleo"], match, 5))
    page.evaluate("drawings => document.body.insertAdjacentHTML('beforeend', drawings)", drawings)
    page.add_style_tag(content=WORDLESS)
    page.evaluate(LAID, game)
    page.evaluate("document.fonts.ready")
    save(page.screenshot(clip={"x": 0, "y": 0, "width": 1200, "height": 630}), f"preview-{game}", 256)
    page.close()


def main() -> int:
    """All of them, or those that are named."""
    with studio() as (browser, server):
        for name in sys.argv[1:] or [*ICONS, "preview-start", *(f"preview-{game}" for game in TITLES)]:
            if name in ICONS:
                icon(browser, name)
            elif name == "preview-start":
                harbour(browser, server)
            else:
                preview(browser, server, name.removeprefix("preview-"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
