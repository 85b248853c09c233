"""What the presenter makes of a view, without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import Environment
from markupsafe import Markup

from entrepot import Match, games
from entrepot.components import Box, SpiceRoadBox, load, loads
from entrepot.games import TITLES
from entrepot.i18n import texts
from entrepot.web.pages import present
from entrepot.web.pages.board import Table, cheapest
from entrepot.web.pages.east_west import EastWestTable, Place
from entrepot.web.pages.new_world import NewWorldTable, Spot
from entrepot.web.pages.sea import SeaTable
from entrepot.web.pages.spice_road import SpiceRoadTable
from entrepot.web.pages.templates import sentences
from entrepot.web.tables.model import SeatInfo, TableSummary, TableView

ENV = present.environment()
NASTY = "<script>alert(1)</script>\"'&{x}"


def position(**changes: Any) -> dict[str, Any]:
    """A table of two in round 7 at which seat 0 chooses its turn."""
    return {
        "game": "spice-road",
        "players": 2,
        "seat": 0,
        "decision": {"kind": "turn"},
        "round": 7,
        "seats": [
            {"storage": "YYRRG", "hand": ["YY", "up2", "RR>GG"], "played": ["YYY>B"]},
            {"storage": "YYYY", "hand": ["YY", "up2"], "claimed": ["RRRR=8"], "gold": 1},
        ],
        "merchants": {
            "row": [{"card": text, "cubes": cubes} for text, cubes in (("G", "Y"), ("YR", ""), ("B>GG", ""))]
            + [{"card": text, "cubes": ""} for text in ("YYYY", "RR", "YYR")]
        },
        "points": {"row": ["YYRR=6", "GGGG=12", "YYGG=8", "BBBB=16", "GGBB=14"]},
        **changes,
    }


def view(match: Match, viewer: int | None = 0, **changes: Any) -> TableView:
    """The view of one device on a match."""
    observation = match.observe(viewer)
    fields: dict[str, Any] = {
        "id": "table",
        "game": match.game,
        "version": 3,
        "lang": "en",
        "seats": [
            SeatInfo(index, "human", f"Seat-{index}", None, index == viewer, False, True, None, False)
            for index in range(match.players)
        ],
        "viewer": viewer,
        "hand_over": None,
        "observation": observation.position,
        "legal": [str(action) for action in observation.legal_actions],
        "events": [event.to_dict() for event in match.events()],
        "events_from": 0,
        "fresh_from": 0,
        "can_undo": bool(match.can_undo),
        "undo_reason": match.can_undo.reason,
        "result": match.result.to_dict() if match.result else None,
        "notice": None,
        "waiting": [],
        "spectator": viewer is None,
        "owner": True,
        "ended_early": False,
        "wish": None,
        "refused": [],
        "may_end": True,
        "next_table": None,
        "created": "2026-01-01T00:00:00Z",
        "box": match.components,
        "components": match.components.hash,
    }
    return TableView(**{**fields, **changes})


def render(match: Match, viewer: int | None = 0, **changes: Any) -> str:
    return present.render_table(ENV, view(match, viewer, **changes), partial=True)


def buttons(html: str) -> list[str]:
    """The actions that a page has buttons for, as often as it has them."""
    return [unescape(part.partition('"')[0]) for part in html.split('form="do-act" name="action" value="')[1:]]


@pytest.mark.parametrize("fewest", [True, False])
@pytest.mark.parametrize("game", TITLES)
def test_every_legal_action_is_a_button_and_nothing_else_is(game: str, fewest: bool) -> None:
    rng = Random(2)
    match = Match.new(game, players=2 if fewest else TITLES[game].most, seed=3)
    for _ in range(60):
        if match.seat is None:
            break
        legal = {str(action) for action in match.legal_actions()}
        assert set(buttons(render(match, match.seat))) == legal
        match.play(rng.choice(sorted(legal)))


@pytest.mark.parametrize("game", TITLES)
def test_what_is_remembered_shows_nobody_what_another_saw(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("entrepot.web.pages.board.token_hex", lambda _: "nonce")
    rng, remembers = Random(4), present.environment.__wrapped__()
    match = Match.new(game, players=3, seed=4)
    readers = (0, None, 2, 1)
    for _ in range(90):
        match.play(rng.choice(sorted(map(str, match.legal_actions()))))
        pages = {reader: present.render_table(remembers, view(match, reader), partial=True) for reader in readers}
    fresh = present.environment.__wrapped__()
    for reader in reversed(readers):
        assert present.render_table(fresh, view(match, reader), partial=True) == pages[reader]


def test_out_of_reach_says_what_is_missing() -> None:
    html = render(Match.from_position(position()))
    assert "12 points for 4 green. Missing: 3 green." in html
    assert "Claim 6 points and a gold coin: return 2 yellow, 2 red." in html
    assert "Take merchant 1: gain 1 green. It costs nothing and brings 1 yellow." in html
    assert 'href="#ghost-G"' in html


def test_others_have_no_buttons_and_no_secrets() -> None:
    match = Match.from_position(position())
    for viewer in (1, None):
        html = render(match, viewer)
        assert 'form="do-act" name="action"' not in html
        assert "is choosing" in html
    assert "RRRR=8" not in render(match, 0)


def test_names_are_escaped_everywhere() -> None:
    seats = [SeatInfo(i, "human", NASTY, None, i == 0, False, True, None, False) for i in range(2)]
    for match in (settled({}, A1_3=at(1, 1)), Match.from_position(position())):
        for changes in ({}, {"hand_over": 1, "viewer": None}, {"notice": {"code": "illegal", "reason": NASTY}}):
            html = present.render_table(ENV, view(match, seats=seats, **changes), partial=False)
            assert "<script>alert" not in html
    waiting = present.render_join(ENV, lang="en", view=view(match, None, seats=seats), seat=1, token="t")
    assert "<script>alert" not in waiting
    summary = TableSummary("t", "spice-road", seats, 3, 1, False, False, None, "")
    started = present.render_start(ENV, lang="en", tables=[summary], form={"seat1": "me", "name1": NASTY}, notice=None)
    assert "<script>alert" not in started
    assert "&lt;script&gt;alert" in started


@pytest.mark.parametrize(
    ("verb", "held", "n", "wanted"),
    [
        ("pay", "YYRG", 2, ["pay Y", "pay Y"]),
        ("pay", "GYR", 2, ["pay Y", "pay R"]),
        ("pay", "YR", 2, ["pay Y"]),
        ("pay", "YYG", 3, ["pay Y", "pay Y"]),
        ("return", "RRRR", 2, []),
    ],
)
def test_the_cheapest_leave_out_what_is_forced(verb: str, held: str, n: int, wanted: list[str]) -> None:
    assert cheapest(verb, held, n) == wanted


def test_the_cheapest_can_be_played_in_order() -> None:
    for slot in range(3, 7):
        match = Match.from_position(position())
        match.play(f"acquire {slot}" if slot < 7 else "rest")
        for text in cheapest("pay", "YYRRG", slot - 1):
            match.play(text)
        assert match.decision.kind == "turn"


def test_the_hand_is_never_too_long() -> None:
    components = load("spice-road")
    assert isinstance(components, SpiceRoadBox)
    box = [card.text for card in components.merchants]
    seats = position()["seats"]
    seats[0]["hand"] = ["YY", "up2", *[text for text in box if text not in ("YYY>B",)][:20]]
    row = [{"card": text, "cubes": ""} for text in box[-6:]]
    match = Match.from_position(position(seats=seats, merchants={"row": row}))
    html = render(match)
    assert 'class="hand many long"' in html
    assert "22 cards" in html


def test_upgrade_steps_are_shown_as_one_change() -> None:
    match = Match.from_position(position())
    for text in ("play up2", "up Y", "up R"):
        match.play(text)
    (turn, *_) = SpiceRoadTable(view(match, 1), texts()).turns
    assert turn.steps == ({"kind": "upgraded", "from": "Y", "to": "G"},)
    assert turn.fresh


TABLES = [
    ("spice-road", SpiceRoadTable),
    ("new-world", NewWorldTable),
    ("east-west-1", EastWestTable),
    ("east-west-2", SeaTable),
    ("east-west-3", SeaTable),
]


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_log_tells_every_turn(game: str, table: type[Table]) -> None:
    rng = Random(7)
    match = Match.new(game, players=4, seed=9)
    turns = 0
    while not match.is_over and turns < 300:
        legal = match.legal_actions()
        match.play(rng.choice([a for a in legal if str(a).startswith("claim")] or legal))
        turns += 1
    grouped = table(view(match), texts()).turns
    assert [turn for turn in grouped[:-1] if not turn.steps] == []
    log = render(match).partition('<section class="log"')[2]
    assert log.count('<svg class="piece"') >= len(grouped) - 1
    assert '<span class="step"></span>' not in log


@pytest.mark.parametrize("lines", [[{"cards": 9, "coins": 3, "cubes": 1}] * 2])
def test_a_tie_is_explained(lines: list[dict[str, int]]) -> None:
    result = {"points": [13, 13], "ranking": [1, 0], "lines": lines, "reason": "later-seat"}
    html = render(Match.from_position(position()), result=result, legal=[])
    assert "Seat-1 wins the tie at 13 points" in html
    assert "Of equal scores, whoever sat later" in html
    assert 'form="do-act" name="action"' not in html


def test_first_page_offers_what_can_be_played_and_says_what_is_coming() -> None:
    html = present.render_start(ENV, lang="en", tables=[], form=None, notice={"code": "bad-request", "reason": "x"})
    assert html.count('name="game"') == len(games())
    assert html.count("coming</span>") == 5 - len(games())
    assert "Give exactly one seat to yourself" in html


def test_every_page_names_its_language_and_loads_nothing_from_elsewhere() -> None:
    pages = [
        present.render_start(ENV, lang="en", tables=[], form=None, notice=None),
        *(present.render_rules(ENV, lang="en", game=game) for game in games()),
        present.render_message(ENV, lang="en", code="unknown-table", status=404, params={}),
        present.render_table(ENV, view(Match.from_position(position())), partial=False),
    ]
    for html in pages:
        assert '<html lang="en">' in html
        assert "https://" not in html
        assert 'src="/static/' in html or "<script" not in html
        assert " onclick" not in html


HELP = "YYB=5 native-help plains"
TOOL = "RGB=8 tool plains Y"
BOX = (Path(__file__).parent.parent / "data" / "new_world.toml").read_text("utf-8")
LANDS, PARTS = loads("new-world", BOX), loads("east-west-1", BOX)


def settled(mine: dict[str, Any], row: Sequence[str] = (), **locations: Any) -> Match:
    """A table of A New World in the box of the tests at which seat 0, who holds `mine`, chooses its turn."""
    seats = [{"storage": "YYYY", "home": 7, **one} for one in (mine, {})]
    cards = [*row, "GGB=9 native-help river", "YYB=5 tool river Y", "YGG=6 native-help forest", "GGB=9 tool forest Y"]
    data = {
        "game": "new-world",
        "players": 2,
        "options": {"board": "D1"},
        "seat": 0,
        "decision": {"kind": "turn"},
        "seats": seats,
        "points": {"row": cards[:4]},
        "locations": {name.replace("_", "."): entry for name, entry in locations.items()},
    }
    return Match.from_position(data, seed=1, components=LANDS)


def at(seat: int, settlers: int) -> dict[str, int]:
    """Settlers on a location."""
    return {"seat": seat, "settlers": settlers}


def spots(match: Match, viewer: int | None = 0, **changes: Any) -> dict[str, Spot]:
    """The locations as somebody sees them."""
    faces = NewWorldTable(view(match, viewer, **changes), texts()).faces
    return {spot.name: spot for face in faces for spot in face.spots}


def part(html: str, wanted: str) -> str:
    """The one location or fort of a page that has some name."""
    [found] = [part for part in html.split(' data-place="')[1:] if part.startswith(f'{wanted}"')]
    return found


def test_a_location_says_what_it_costs_me_and_why() -> None:
    match = settled({"storage": "RRG", "claimed": [HELP, TOOL]}, B1_3=at(1, 3), C1_4=at(0, 1))
    found = spots(match)
    cost = match.observe(0).position["costs"]
    assert {name: spot.need for name, spot in found.items()} == {name: one["need"] for name, one in cost.items()}
    ousting = found["B1.3"]
    assert (ousting.need, ousting.usual, ousting.helped, ousting.who) == (3, 4, True, (1, 3))
    assert (found["C1.4"].state, found["C1.4"].action) == ("mine", None)
    assert found["B1.3"].gift == "Y"
    assert found["A1.5"].gift == ""
    html = render(match)
    ousted = part(html, "B1.3")
    assert ">4</s>" in ousted.partition("</button>")[0]
    assert 'class="gift"' in ousted.partition("</button>")[0]
    assert 'class="who seat-2"' in ousted.partition("</button>")[0]
    assert "you are here" in part(html, "C1.4").partition("</div>")[0]


def test_a_covered_location_shows_its_tile_and_below_what_it_will_do() -> None:
    match = settled({}, C1_3={"tile": "icon tool"})
    covered = spots(match)["C1.3"]
    assert covered.find is not None
    assert (covered.state, covered.action, covered.find.icon, covered.need) == ("cover", None, "tool", 2)
    assert spots(match, None)["C1.3"].need == 2
    drawn = part(render(match), "C1.3").partition("</div>")[0]
    assert "Covered by an exploration tile: a Tool icon." in drawn
    assert 'class="find"' in drawn
    assert 'href="#cube-G"' in drawn.partition('class="foot"')[2]


def test_what_cannot_be_used_says_what_is_missing() -> None:
    match = settled({"storage": "Y", "home": 2}, ["YYG=3 new-settlers 2"], A1_2=at(0, 5))
    found = spots(match)
    assert (found["B1.5"].short, found["B1.5"].state) == (1, "cannot")
    assert (found["C1.2"].missing, found["C1.2"].action) == ("RR", None)
    assert found["A1.1"].missing == "YG"
    html = render(match)
    assert "It needs 3 settlers, 2 at home." in html
    assert "you have 2" in part(html, "B1.5").partition("</div>")[0]
    assert 'href="#ghost-R"' in part(html, "C1.2").partition("</div>")[0]
    assert "Bonus tile" in part(html, "A1.1").partition("</button>")[0]


def test_a_visited_fort_has_its_card_and_its_stacks_to_press() -> None:
    tiles = ("YYY", "RR", "YG", "3 points", "icon tool")
    covered = {f"C1_{n}" if n != 2 else "D1_2": {"tile": tile} for n, tile in zip((1, 2, 3, 5, 6), tiles, strict=True)}
    match = settled({"storage": "YYG"}, ["YYG=4 exploration"], **covered)
    assert 'value="claim 1"' not in render(match)
    match.play("work A1.1")
    html = render(match)
    assert html.count('value="claim 1"') == html.count('value="bonus A1.1"') == 2
    assert "the fort no. 1 on A1" in html
    match.play("claim 1")
    table = NewWorldTable(view(match), texts())
    assert [option.kind for option in table.options] == ["explore"] * len(match.legal_actions())
    assert table.crowded


def test_bonus_tiles_tell_their_worth_now() -> None:
    tiles = ["tool=2", "native-help+tool=3", "native-help+native-help=3"]
    match = settled({"storage": "YYG", "claimed": [HELP, TOOL], "bonus": tiles})
    goods = NewWorldTable(view(match), texts()).goods
    assert [tile.worth for tile in goods.colony.bonus] == match.observe(0).position["seats"][0]["worth"] == [2, 3, 0]
    html = render(match)
    assert [n for n in (0, 2, 3) if f"now {n}<" in html] == [0, 2, 3]
    assert "<b>19</b> points now" in html


def test_the_end_says_where_all_points_come_from() -> None:
    rng = Random(1)
    match = Match.new("new-world", players=3, seed=4)
    while not match.is_over:
        match.play(rng.choice(match.legal_actions()))
    assert match.result is not None
    html = render(match)
    assert html.count('<th scope="row">') == 5
    assert html.count('class="is"') == sum(len(seat["bonus"]) for seat in match.position()["seats"])
    assert 'form="do-act" name="action"' not in html


@pytest.mark.parametrize(("game", "box"), [("new-world", LANDS), ("east-west-1", PARTS)])
def test_reconstructed_values_are_called_so(game: str, box: Box) -> None:
    link = f'href="/components/{game}"'
    assert link in render(Match.new(game, players=2, seed=1))
    assert 'href="/components/' in present.render_rules(ENV, lang="en", game=game)
    assert link not in render(Match.new(game, players=2, seed=1, components=replace(box, status="entered")))


def test_what_others_did_is_marked_in_place() -> None:
    match = settled({"home": 6}, A1_3=at(0, 1))
    match.play("work A1.5")
    match.play("work A1.3")
    found = spots(match)
    assert (found["A1.3"].trace, found["A1.5"].trace) == (1, None)
    assert "trace seat-2" in render(match)
    [panel] = NewWorldTable(view(match), texts()).panels
    assert [step["kind"] for turn in panel.did for step in turn.steps] == ["sent", "ousted", "gained"]
    assert [letter for letter, fresh in panel.storage if fresh] == ["Y", "Y"]


def test_every_location_of_the_packaged_box_is_drawn() -> None:
    for board in ("D1", "E1", "F1"):
        match = Match.new("new-world", players=2, seed=1, options={"board": board})
        position = match.position()
        position["locations"], position["spare"] = {}, {}
        match = Match.from_position(position)
        html = render(match)
        for name, spot in spots(match).items():
            if spot.act is None:
                continue
            drawn = part(html, name).partition('class="act"')[2].partition('class="foot"')[0]
            letters = "U" if spot.act.steps else spot.act.cost + spot.act.gain
            assert all(f'href="#cube-{letter}"' in drawn for letter in letters), name


MARKET = ["GG>BB", "YYYY", "RR>GG", "up3"]


def parted(mine: dict[str, Any], theirs: dict[str, Any] | None = None, **changes: Any) -> Match:
    """A table of part I in the box of the tests at which seat 0, who holds `mine`, chooses its turn."""
    data = {
        "game": "east-west-1",
        "players": 2,
        "seat": 0,
        "decision": {"kind": "turn"},
        "seats": [{"storage": "YYYY", "home": 7, **(one or {})} for one in (mine, theirs)],
        "points": {"row": ["YYB=5 native-help plains", "RGB=8 tool plains Y", "GGB=9 tool forest Y"]},
        "market": {"row": MARKET},
        **changes,
    }
    return Match.from_position(data, seed=1, components=PARTS)


def along(*cards: str | tuple[str, int]) -> list[dict[str, Any]]:
    """A trade route; a card with settlers on it is a pair."""
    pairs = [(card, 0) if isinstance(card, str) else card for card in cards]
    return [{"card": card, "settlers": settlers} for card, settlers in pairs]


def part_one(match: Match, viewer: int | None = 0, **changes: Any) -> EastWestTable:
    return EastWestTable(view(match, viewer, **changes), texts())


def places(match: Match, viewer: int | None = 0) -> dict[str, Place]:
    return {spot.name: spot for face in part_one(match, viewer).faces for spot in face.spots if isinstance(spot, Place)}


def test_a_market_says_before_i_go_there_whether_i_could_use_and_keep_its_merchant() -> None:
    five = along(*((card, 1) for card in ("YR", "YYR", "RR", "YG", "G")))
    match = parted({"storage": "RRG", "home": 2, "route": five, "claimed": []}, options={"replace_occupied": False})
    found = places(match)
    states = {name: (spot.use, spot.keep, spot.missing) for name, spot in found.items() if spot.slot}
    assert states == {
        "E2.1": (False, False, "G"),
        "E2.2": (True, False, ""),
        "C2.1": (True, False, ""),
        "C2.2": (True, False, ""),
    }
    html = render(match)
    assert 'value="work E2.1"' not in html
    assert 'href="#ghost-G"' in part(html, "E2.1").partition("</div>")[0]
    assert "<b>Gain</b>" in part(html, "E2.2").partition("</button>")[0]
    assert found["C2.2"].short == 1
    match = parted({"storage": "RRRRG"})
    html = render(match)
    assert "<b>Keep</b>" in part(html, "E2.1").partition("</button>")[0]
    assert "<b>Trade ×1–2 or keep</b>" in part(html, "C2.1").partition("</button>")[0]
    assert "<b>Upgrade or keep</b>" in part(html, "C2.2").partition("</button>")[0]


def test_what_to_do_with_a_merchant_is_pressed_under_its_awning_or_by_number() -> None:
    match = parted({"storage": "RRG"})
    match.play("work E2.2")
    html = render(match)
    assert sorted(buttons(html)) == ["keep", "keep", "use", "use"]
    assert "At the market" in html
    assert "as card 1" in html
    match.play("use")
    assert not any(spot.asked for spot in places(match).values())
    assert [step["kind"] for step in part_one(match, 1).turns[-2].steps] == ["sent", "gained"]
    assert places(match, 1)["C2.2"].new == 0
    assert places(match, 1)["E2.2"].trace == 0


def test_a_route_says_what_each_card_costs_me_now() -> None:
    cards = along("YY>RR", ("YR", 2), "GG>BB", "RR", "up3")
    match = parted({"storage": "YYYY", "home": 3, "route": cards}, market={"row": ["G>RR", "YYYY", "RR>GG"]})
    stops = part_one(match).colony(0).route
    assert [stop.need for stop in stops] == [entry["need"] for entry in match.observe(0).position["seats"][0]["route"]]
    assert [stop.state for stop in stops] == ["can", "mine", "cannot", "can", "cannot"]
    assert [(stop.missing, stop.short) for stop in stops] == [("", 0), ("", 0), ("GG", 0), ("", 0), ("", 1)]
    html = render(match)
    assert [text for text in buttons(html) if text.startswith("route")] == ["route 1", "route 4"]
    route = html.partition('id="route"')[2]
    assert "Trade ×1–2" in route
    assert "you have 3" in route
    others = render(match, 1).partition('class="wares fan"')[2].partition("</ul>")[0]
    assert others.count('class="mini') == 5
    assert '<li class="held">' in others
    assert 'value="route' not in render(match, 1)


def test_a_new_card_takes_the_place_of_any_of_five() -> None:
    match = parted({"route": along("YY>RR", ("YR", 2), "RR>YYB", "RR", "YYR")})
    match.play("work E2.1")
    html = render(match)
    assert sorted(buttons(html)) == sorted(f"replace {n}" for n in range(1, 6) for _ in "ab")
    assert part_one(match).crowded
    match.play("replace 2")
    [replaced] = [step for step in part_one(match, 1).turns[-2].steps if step["kind"] == "replaced"]
    assert (replaced["card"].text, replaced["old"].text) == ("GG>BB", "YR")
    assert part_one(match).colony(0).used[0].text == "YR"


def test_every_pair_of_a_route_can_be_swapped_in_place() -> None:
    match = parted({"route": along("YY>RR", ("YR", 2), "RR>YYB", "RR", "YYR")})
    match.play("work C2.3")
    html = render(match)
    pairs = [f"swap {one}-{two}" for one in range(1, 6) for two in range(one + 1, 6)]
    assert sorted(buttons(html)) == sorted([*pairs * 3, "skip"])
    assert [partner.number for partner in part_one(match).colony(0).route[2].partners] == [1, 2, 4, 5]
    match.play("swap 2-5")
    assert "swapped cards 2 and 5" in render(match)


def test_tiles_beside_the_board_are_explored_there() -> None:
    beside = {"#1": "YG", "#3": "icon tool"}
    match = parted({"storage": "RRR"}, points={"row": ["RRR=5 exploration"]}, beside=beside)
    for text in ("work A1.1", "claim 1"):
        match.play(text)
    if match.decision.kind == "fort":
        match.play("stop")
    html = render(match)
    assert sorted(buttons(html)) == ["explore #1", "explore #1", "explore #3", "explore #3"]
    assert html.partition('class="beside"')[2].count('class="find can"') == 2
    assert 'class="beside"' not in render(parted({}))


def test_a_refresh_brings_another_turn_and_the_bar_says_so() -> None:
    match = parted({"storage": "YYYY"})
    assert not part_one(match).again
    match.play("work E2.3")
    table = part_one(match)
    assert table.again
    assert "You have another turn" in render(match)
    assert [turn.seat for turn in table.turns[-2:]] == [0, 0]
    match.play("rest")
    assert not part_one(match).again
    [panel] = part_one(match, 1).panels
    assert [[step["kind"] for step in turn.steps] for turn in panel.did] == [["sent", "refreshed"], ["home"]]


def test_merchants_are_counted_for_bonus_tiles() -> None:
    mine = {"route": along("YY>RR", "YR", "RR>YYB"), "discards": ["RR", "YYR"], "bonus": ["2 merchants=1"]}
    html = render(parted(mine))
    assert "5 merchants" in html
    assert "now 2<" in html
    assert '<span class="sr">5 merchant cards</span>' in render(parted(mine), 1)


# -- templates ---------------------------------------------------------------------------------------------------------


def test_all_templates_are_compiled_when_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise AssertionError("a template was compiled for a page")

    env = present.environment()
    monkeypatch.setattr(Environment, "compile", late)
    for game, known in TITLES.items():
        match = Match.new(game, known.most, seed=1)
        for partial in (True, False):
            assert present.render_table(env, view(match), partial=partial)
        assert present.render_rules(env, lang="en", game=game)
        assert present.render_log(env, view(match), range(1, 2))
    assert present.environment() is env


@pytest.mark.parametrize("game", TITLES)
def test_what_is_remembered_is_what_would_be_drawn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page is drawn by templates that have drawn many others, and by new ones."""
    monkeypatch.setattr("entrepot.web.pages.board.token_hex", lambda _: "nonce")
    rng = Random(4)
    match = Match.new(game, 2, seed=4)
    for n in range(90):
        if match.is_over:
            break
        if n % 30 == 29:
            fresh = present.environment.__wrapped__()
            for viewer in (0, 1, None):
                for names in ("Seat-", NASTY):
                    seats = [
                        SeatInfo(i, "human", f"{names}{i}", None, i == viewer, False, True, None, False) for i in (0, 1)
                    ]
                    table = view(match, viewer, seats=seats)
                    drawn = [present.render_table(env, table, partial=True) for env in (ENV, ENV, fresh)]
                    assert drawn[0] == drawn[1] == drawn[2]
        match.play(rng.choice([str(action) for action in match.legal_actions()]))


def test_sentences_take_their_values_escaped() -> None:
    said = sentences(texts("en"))
    for message in ("{n} and {other}", "{n!s} and {other:>3}", "{{{n}}} and {other}"):
        for value in (NASTY, Markup("<b>bold</b>"), 3, None, True):
            assert said["_"](message, n=value, other="<") == Markup(message).format(n=value, other="<")
    assert said["_"]("<b>{{n}}</b>") == Markup("<b>{n}</b>")
    assert said["ngettext"]("{n} <b>{x}</b>", "{n} <i>{x}</i>", 2, x="&") == "2 <i>&amp;</i>"
    assert isinstance(said["_"]("{n}", n=1), Markup)
