"""What the presenter makes of a view, without a browser."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entrepot import Match, games
from entrepot.i18n import texts
from entrepot.web import present
from entrepot.web.board import cheapest
from entrepot.web.model import SeatInfo, TableSummary, TableView
from entrepot.web.spice_road import SpiceRoadTable

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
        "fresh_from": 0,
        "can_undo": bool(match.can_undo),
        "undo_reason": match.can_undo.reason,
        "result": match.result.to_dict() if match.result else None,
        "notice": None,
        "waiting": [],
        "spectator": viewer is None,
        "owner": True,
        "ended_early": False,
        "end_asked": [],
        "next_table": None,
        "created": "2026-01-01T00:00:00Z",
        "box": match.components,
        "components": match.components.hash,
    }
    return TableView(**{**fields, **changes})


def render(match: Match, viewer: int | None = 0, **changes: Any) -> str:
    return present.render_table(ENV, view(match, viewer, **changes), partial=True)


def test_every_legal_action_is_a_button_and_nothing_else_is() -> None:
    rng = Random(2)
    for game, players in [*(("spice-road", n) for n in range(2, 6)), *(("new-world", n) for n in range(2, 5))]:
        match = Match.new(game, players=players, seed=players)
        for _ in range(60 if game == "spice-road" else 250):
            if match.seat is None:
                break
            legal = [str(action) for action in match.legal_actions()]
            html = render(match, match.seat)
            for text in legal:
                assert f'form="do-act" name="action" value="{text.replace(">", "&gt;")}"' in html
            distinct = {part.partition('"')[0] for part in html.split('form="do-act" name="action" value="')[1:]}
            assert distinct == {text.replace(">", "&gt;") for text in legal}
            match.play(rng.choice(legal))


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
    match = Match.from_position(position())
    seats = [SeatInfo(i, "human", NASTY, None, i == 0, False, True, None, False) for i in range(2)]
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
    box = [card.text for card in Match.new("spice-road", players=2, seed=1).components.merchants]
    seats = position()["seats"]
    seats[0]["hand"] = ["YY", "up2", *[text for text in box if text not in ("YYY>B",)][:20]]
    row = [{"card": text, "cubes": ""} for text in box[-6:]]
    match = Match.from_position(position(seats=seats, merchants={"row": row}))
    html = render(match)
    assert 'class="hand many"' in html
    assert "22 cards" in html


def test_upgrade_steps_are_shown_as_one_change() -> None:
    match = Match.from_position(position())
    for text in ("play up2", "up Y", "up R"):
        match.play(text)
    (turn, *_) = SpiceRoadTable(view(match, 1), texts()).turns
    assert turn.steps == [{"kind": "upgraded", "from": "Y", "to": "G"}]
    assert turn.fresh


def test_log_tells_every_turn() -> None:
    rng = Random(7)
    match = Match.new("spice-road", players=4, seed=9)
    turns = 0
    while not match.is_over and turns < 300:
        legal = match.legal_actions()
        match.play(rng.choice([a for a in legal if str(a).startswith("claim")] or legal))
        turns += 1
    grouped = SpiceRoadTable(view(match), texts()).turns
    assert [turn for turn in grouped[:-1] if not turn.steps] == []


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
