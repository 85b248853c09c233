"""Makes docs/screenshots/*.png, all or those that are named: a real server, real tables, Debian's Chromium."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser.table import Server, many, reach, studio  # noqa: E402
from choices import Choice, Seen, hoard, sensible, trek  # noqa: E402
from entrepot.bots import make  # noqa: E402
from entrepot.i18n import languages  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
SCREENS: dict[str, dict[str, Any]] = {
    "": {"viewport": {"width": 1366, "height": 768}},
    "-dark": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
    "-360": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 1.5},
}


def deciding(kind: str, least_round: int = 1) -> Callable[[dict[str, Any]], bool]:
    """The reader is asked for a decision of that kind, not too early in the game."""
    return lambda seen: (
        bool(seen["legal"])
        and seen["observation"]["decision"]["kind"] == kind
        and seen["observation"]["round"] >= least_round
        and not (kind == "pay" and seen["observation"]["decision"]["slot"] < 3)
    )


def promising(seen: dict[str, Any]) -> bool:
    """A turn with much to choose from."""
    legal = seen["legal"]
    plays = sum(text.startswith("play") for text in legal)
    return any(text.startswith("claim") for text in legal) and plays > 1 and "rest" in legal


def colonial(seen: dict[str, Any]) -> bool:
    """A turn of A New World with much to see: cards, cubes, settlers out, a fort that can be visited."""
    if not deciding("turn", 8)(seen):
        return False
    position = seen["observation"]
    costs, mine = position["costs"], position["seats"][seen["viewer"]]
    kinds = [position["board"][name]["type"] for name, cost in costs.items() if cost["why"] is None]
    out = "yours" in [cost["why"] for cost in costs.values()]
    return "fort" in kinds and len(kinds) > 4 and bool(mine["claimed"]) and len(mine["storage"]) > 2 and out


def over(seen: dict[str, Any]) -> bool:
    """The game is over."""
    return seen["result"] is not None


def routed(seen: Seen) -> bool:
    """A turn of part I with a route at work, and something to do with it, in a game that is not yet long."""
    if not deciding("turn", 8)(seen) or seen["observation"]["round"] > 30:
        return False
    mine = seen["observation"]["seats"][0]
    used = any(card["settlers"] for card in mine["route"]) and bool(mine["claimed"])
    return len(mine["route"]) > 2 and used and any("route" in text for text in seen["legal"])


def settled(seen: Seen) -> bool:
    """A turn of parts II and III with outposts out, and ships that could sail."""
    if not deciding("turn", 8)(seen):
        return False
    position = seen["observation"]
    built, ships = position["seats"][0]["grid"], position["board"]
    return sum(built) > 2 and any(ships[t[5:]]["type"] == "ship" for t in seen["legal"] if t.startswith("work"))


def sailing(seen: Seen) -> bool:
    """A move of a ship with goods on board."""
    return deciding("sail", 8)(seen) and len(seen["observation"]["seats"][0]["storage"]) > 4


State = tuple[str, Callable[[Seen], bool], Choice | None]
"""The game, what is wanted of it, and who chooses: the bot greedy for everybody where nothing is said."""
STATES: dict[str, State] = {
    "turn": ("spice-road", promising, sensible),
    "pay": ("spice-road", deciding("pay", 3), sensible),
    "upgrade": ("spice-road", deciding("upgrade", 4), sensible),
    "trade": ("spice-road", deciding("times", 5), sensible),
    "return": ("spice-road", deciding("return"), hoard),
    "end": ("spice-road", over, sensible),
    "new-world": ("new-world", colonial, sensible),
    "new-world-explore": ("new-world", deciding("explore", 4), sensible),
    "new-world-end": ("new-world", over, sensible),
    "east-west-1": ("east-west-1", routed, trek),
    "east-west-2-sail": ("east-west-2", sailing, None),
    "east-west-3": ("east-west-3", settled, None),
    "east-west-3-end": ("east-west-3", over, None),
}

TABLES = ("turn", "new-world", "east-west-1", "east-west-2-sail", "east-west-3")
"""The table of each game, which is shown in every language."""
GUIDES = {"guide": "spice-road", "guide-nw": "new-world"}
"""First steps of a first game."""

HINTS = {"hint": "new-world"}
"""A hint at the table of another picture."""

REPLAYS = {"replay": "new-world-end", "replay-sea": "east-west-3-end", "analysis": "end"}
"""The middle of a finished game that is looked back on."""

ANALYSED = {"analysis"}
"""Those that are analysed too, and shown where most was given away."""
LONG = 600_000  # milliseconds that this may take

PAGES = {
    "rules": "/rules/spice-road",
    "new-world-rules": "/rules/new-world",
    "east-west-3-rules": "/rules/east-west-3",
    "games": "/mine",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/east-west-2-12",
    "start": "/",
}


def take(browser: Browser, server: Server, page: Page, name: str) -> None:
    """The state of a page on every screen, seen with the same cookies."""
    cookies = page.context.cookies()
    others = [lang for lang in languages() if lang != "en"] if name in TABLES else []
    screens = SCREENS | {f"-{lang}": {**SCREENS[""], "locale": lang} for lang in others}
    for suffix, options in screens.items():
        context = browser.new_context(base_url=server.url, reduced_motion="reduce", **options)
        context.add_cookies([{**cookie, "url": server.url, "domain": None, "path": None} for cookie in cookies])
        other = context.new_page()
        other.goto(page.url)
        other.evaluate("document.fonts.ready")
        other.screenshot(path=FOLDER / f"{name}{suffix}.png")
        context.close()
        print(f"{name}{suffix}.png")


def main() -> int:
    """Every state on every screen."""
    known = [*STATES, *HINTS, *GUIDES, *REPLAYS, *PAGES]
    named = set(sys.argv[1:] or known)
    if unknown := named - {*known}:
        print(f"no such picture: {', '.join(sorted(unknown))} (there are {', '.join(known)})", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, server):
        page = browser.new_context(base_url=server.url).new_page()
        for name in (name for name in STATES if name in named):
            game, wanted, choice = STATES[name]
            reach(page, ["me", "bot:greedy", "bot:greedy"], wanted, choice or make("greedy", game), game)
            take(browser, server, page, name)
        for name in (name for name in HINTS if name in named):
            game, wanted, choice = STATES[HINTS[name]]
            reach(page, ["me", "bot:greedy", "bot:greedy"], wanted, choice or make("greedy", game), game)
            page.locator("button[form=do-hint]").click()
            page.locator(".hinted").wait_for()
            take(browser, server, page, name)
        for name in (name for name in GUIDES if name in named):
            page.goto(f"/?game={GUIDES[name]}")
            page.locator(".learn").click()
            page.wait_for_url("**/t/*")
            take(browser, server, page, name)
        for name in (name for name in REPLAYS if name in named):
            game, wanted, choice = STATES[REPLAYS[name]]
            reach(page, ["me", "bot:greedy", "bot:greedy"], wanted, choice or make("greedy", game), game)
            page.goto(f"{page.url}/replay")
            last = int(page.locator("header.top").get_attribute("data-last") or 0)
            page.goto(f"{page.url}?at={last // 2}")
            if name in ANALYSED:
                page.locator("#costly form button").click()
                page.locator("#costly[data-state=done]").wait_for(timeout=LONG)
                page.locator("#costly li a").first.click()
                page.locator(".better").wait_for()
            take(browser, server, page, name)
        for name in (name for name in PAGES if name in named):
            if name == "games":
                many(page, 40)
            page.goto(PAGES[name])
            take(browser, server, page, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
