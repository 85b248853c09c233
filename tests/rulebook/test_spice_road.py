"""SR1 to SR12, and the fine print that touches Spice Road."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import entrepot

from .tables import (
    GAINS,
    GAME,
    MERCHANTS,
    POINTS,
    TRADES,
    at,
    claims,
    cubes,
    happened,
    limit,
    play,
    row,
    seat,
    table,
    texts,
    value,
)

EVERYONE = [2, 3, 4, 5]


# -- SR1, SR2: the box and the setup ---------------------------------------------------------------------------------


@pytest.mark.rule("SR1")
@pytest.mark.parametrize("players", EVERYONE)
def test_sr1_the_box(players: int) -> None:
    assert (len(GAINS), len(TRADES), len(MERCHANTS), len(POINTS)) == (8, 34, 43, 36)
    start = entrepot.Match.new(GAME, players=players, seed=1).position()
    merchants = [entry["card"] for entry in start["merchants"]["row"]] + start["merchants"]["deck"]
    assert sorted(merchants) == sorted(MERCHANTS)
    assert sorted(start["points"]["row"] + start["points"]["deck"]) == sorted(POINTS)


@pytest.mark.rule("SR1")
def test_sr1_the_values_of_the_point_cards() -> None:
    assert sum(map(value, POINTS)) == 468
    assert Counter(map(value, POINTS)) == {
        6: 1, 7: 1, 8: 3, 9: 2, 10: 3, 11: 2, 12: 6, 13: 2, 14: 4, 15: 2, 16: 3, 17: 2, 18: 2, 19: 1, 20: 2,
    }  # fmt: skip


@pytest.mark.rule("SR2")
@pytest.mark.parametrize("players", EVERYONE)
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_sr2_setup(players: int, seed: int) -> None:
    match = entrepot.Match.new(GAME, players=players, seed=seed)
    start = match.position()
    assert (match.seat, match.round, match.decision.kind) == (0, 1, "turn")
    assert start["coins"] == {"gold": 2 * players, "silver": 2 * players}
    assert (len(start["merchants"]["row"]), len(start["merchants"]["deck"])) == (6, 37)
    assert (len(start["points"]["row"]), len(start["points"]["deck"])) == (5, 31)
    assert not any(entry["cubes"] for entry in start["merchants"]["row"])
    assert [one["storage"] for one in start["seats"]] == ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"][:players]
    for one in start["seats"]:
        assert sorted(one["hand"]) == ["YY", "up2"]
        assert (one["played"], one["claimed"], one["gold"], one["silver"]) == ([], [], 0, 0)


@pytest.mark.rule("SR2")
def test_sr2_both_decks_are_shuffled() -> None:
    """Every card comes to every place of the rows sooner or later; the same seed deals the same."""
    seen = [set(), set()]  # type: list[set[tuple[int, str]]]
    for seed in range(700):
        start = entrepot.Match.new(GAME, players=2, seed=seed).position()
        seen[0].update(enumerate(entry["card"] for entry in start["merchants"]["row"]))
        seen[1].update(enumerate(start["points"]["row"]))
        if seed % 100 == 0:
            assert start == entrepot.Match.new(GAME, players=2, seed=seed).position()
    assert len(seen[0]) == 6 * 43
    assert len(seen[1]) == 5 * 36


# -- SR3, SR4: a turn, playing a card --------------------------------------------------------------------------------


@pytest.mark.rule("SR3")
@pytest.mark.parametrize("action", ["play YYR", "acquire 1", "rest", "claim 1"])
def test_sr3_a_turn_is_exactly_one_of_four(action: str) -> None:
    match = table(seat("YYRR", hand=["YYR", "YY"], played=["up2"]), seat(), points=["YYRR=6"])
    assert {text.split()[0] for text in texts(match)} == {"play", "acquire", "rest", "claim"}
    play(match, action)
    assert (match.seat, match.decision.kind) == (1, "turn")


@pytest.mark.rule("SR3")
def test_sr3_passing_is_no_turn() -> None:
    match = table(seat("YYRR"), seat())
    for word in ("pass", "", "stop", "x1"):
        with pytest.raises(ValueError, match=r".+"):
            match.play(word)
    assert match.seat == 0


@pytest.mark.rule("SR4")
def test_sr4_the_card_lies_in_front_until_a_rest() -> None:
    match = table(seat("RR", hand=["YY", "up2", "YG"]), seat("YYY"))
    play(match, "play YG")
    assert at(match, 0)["hand"] == ["YY", "up2"]
    assert at(match, 0)["played"] == ["YG"]
    play(match, "play YY")
    assert "play YG" not in texts(match)
    with pytest.raises(entrepot.IllegalAction):
        match.play("play YG")


@pytest.mark.rule("SR4")
def test_sr4_only_cards_of_the_own_hand() -> None:
    match = table(seat("RRRR", hand=["YY", "up2"]), seat("YYY", hand=["YY", "up2", "RR>GG"]), row=["RRR>BB"])
    for card in ("RR>GG", "RRR>BB", "YYYY", "up3"):
        with pytest.raises(entrepot.IllegalAction):
            match.play(f"play {card}")
    assert [text for text in texts(match) if text.startswith("play")] == ["play YY", "play up2"]


@pytest.mark.rule("SR4")
@pytest.mark.parametrize("card", MERCHANTS)
def test_sr4_every_merchant_can_be_played_when_it_can_be_paid(card: str) -> None:
    cost = card.partition(">")[0] if ">" in card else ""
    hand = ["YY", "up2", card]
    assert f"play {card}" in texts(table(seat(cost, hand=hand), seat()))
    if cost:
        assert f"play {card}" not in texts(table(seat(cost[1:], hand=hand), seat()))
        match = play(table(seat(cost, hand=hand), seat()), f"play {card}")
        assert at(match, 0)["storage"] == cubes(card.partition(">")[2])


# -- SR5, SR6, SR7: acquiring ----------------------------------------------------------------------------------------


ROW = ["YYR", "RR", "YG", "B", "YYYY", "G"]


@pytest.mark.rule("SR5")
def test_sr5_the_first_merchant_is_free() -> None:
    match = table(seat(""), seat(), row=ROW)
    assert [text for text in texts(match) if text.startswith("acquire")] == ["acquire 1"]
    play(match, "acquire 1")
    assert at(match, 0)["hand"] == ["YY", "up2", "YYR"]
    assert happened(match, "laid") == []


@pytest.mark.rule("SR5")
@pytest.mark.parametrize("held", range(11))
def test_sr5_a_merchant_costs_one_cube_for_each_card_before_it(held: int) -> None:
    match = table(seat("YRGBYRGBYR"[:held]), seat(), row=ROW)
    reach = min(6, held + 1)
    assert [text for text in texts(match) if text.startswith("acquire")] == [
        f"acquire {k}" for k in range(1, reach + 1)
    ]
    if reach < 6:
        with pytest.raises(entrepot.IllegalAction):
            match.play(f"acquire {reach + 1}")


@pytest.mark.rule("SR5", "F6")
@pytest.mark.parametrize("paid", ["".join(some) for some in sorted(set(itertools.permutations("YRGB", 3)))])
def test_sr5_any_colours_and_the_payer_chooses_which_cube_on_which_card(paid: str) -> None:
    match = table(seat("YYRRGGBB"), seat(), row=ROW)
    play(match, "acquire 4")
    for number, colour in enumerate(paid, 1):
        assert match.position()["decision"] == {"kind": "pay", "slot": 4, "card": number}
        assert texts(match) == ["pay Y", "pay R", "pay G", "pay B"]
        play(match, f"pay {colour}")
    assert row(match)[:5] == [f"YYR:{paid[0]}", f"RR:{paid[1]}", f"YG:{paid[2]}", "YYYY", "G"]
    rest = Counter("YYRRGGBB")
    rest.subtract(paid)
    assert at(match, 0)["storage"] == cubes("".join(rest.elements()))
    assert at(match, 0)["hand"] == ["YY", "up2", "B"]
    assert [(event["cube"], event["slot"], event["card"]) for event in happened(match, "laid")] == [
        (paid[0], 1, "YYR"), (paid[1], 2, "RR"), (paid[2], 3, "YG"),
    ]  # fmt: skip
    assert match.seat == 1


@pytest.mark.rule("SR5")
def test_sr5_all_cubes_may_have_one_colour() -> None:
    match = table(seat("YGGGGG"), seat(), row=ROW)
    play(match, "acquire 6", *["pay G"] * 5)
    assert row(match)[:5] == ["YYR:G", "RR:G", "YG:G", "B:G", "YYYY:G"]
    assert at(match, 0)["storage"] == "Y"


@pytest.mark.rule("SR5")
def test_sr5_the_cubes_on_the_card_come_along() -> None:
    match = table(seat("R"), seat(), row=["YYR:YRGB", "RR"])
    play(match, "acquire 1")
    assert at(match, 0)["storage"] == "YRRGB"
    [event] = happened(match, "acquired")
    assert event == {"kind": "acquired", "seat": 0, "card": "YYR", "slot": 1, "cubes": "YRGB"}


@pytest.mark.rule("SR5")
@pytest.mark.parametrize("slot", [2, 3, 4, 5])
def test_sr5_cubes_on_the_acquired_card_cannot_pay_for_it(slot: int) -> None:
    cards = [card + (":BBBBB" if number == slot else "") for number, card in enumerate(ROW, 1)]
    match = table(seat("Y" * (slot - 2)), seat(), row=cards)
    assert f"acquire {slot}" not in texts(match)
    with pytest.raises(entrepot.IllegalAction):
        match.play(f"acquire {slot}")


@pytest.mark.rule("SR5")
def test_sr5_cubes_on_the_acquired_card_cannot_be_laid() -> None:
    match = table(seat("YR"), seat(), row=["YYR", "RR", "YG:BB"])
    play(match, "acquire 3")
    assert texts(match) == ["pay Y", "pay R"]
    with pytest.raises(entrepot.IllegalAction):
        match.play("pay B")
    play(match, "pay R")
    assert at(match, 0)["storage"] == "BB"
    assert row(match)[:2] == ["YYR:R", "RR:Y"]


@pytest.mark.rule("SR5")
def test_sr5_cubes_on_the_cards_before_it_stay_and_grow() -> None:
    match = table(seat("GB"), seat(), row=["YYR:Y", "RR:RR", "YG:G", "B"])
    play(match, "acquire 3", "pay B")
    assert row(match)[:3] == ["YYR:YB", "RR:RRG", "B"]
    assert at(match, 0)["storage"] == "G"


@pytest.mark.rule("SR5", "C6")
def test_sr5_cubes_of_the_card_may_overflow_the_storage() -> None:
    match = table(seat("RRRRRGGGGG"), seat(), row=["YYR", "RR:YYBB"])
    play(match, "acquire 2", "pay R")
    assert match.position()["decision"] == {"kind": "return", "surplus": 3}
    assert at(match, 0)["storage"] == "YYRRRRGGGGGBB"
    play(match, "return Y", "return Y", "return G")
    assert at(match, 0)["storage"] == "RRRRGGGGBB"
    assert row(match)[0] == "YYR:R"


@pytest.mark.rule("SR5")
def test_sr5_the_card_may_be_played_from_the_next_turn_on() -> None:
    match = table(seat("YYYY"), seat(), row=["YY>G"])
    play(match, "acquire 1")
    assert match.seat == 1
    play(match, "play YY")
    assert "play YY>G" in texts(match)


@pytest.mark.rule("SR5", "SR4")
def test_sr5_a_hand_of_more_than_twenty_cards() -> None:
    cards = [card for card in MERCHANTS if card not in ROW][:24]
    match = table(seat("YYRRGGBB", hand=["YY", "up2", *cards]), seat(), row=ROW)
    play(match, "acquire 1")
    assert len(at(match, 0)["hand"]) == 27
    play(match, "play YY")
    assert len([text for text in texts(match) if text.startswith("play")]) > 15
    assert len(match.observe(1).position["seats"][0]["hand"]) == 27
    play(match, "play up2", "stop", "acquire 1", "rest")
    assert len(at(match, 0)["hand"]) == 27
    assert at(match, 0)["played"] == []


@pytest.mark.rule("SR6")
def test_sr6_cubes_slide_with_their_card() -> None:
    match = table(seat("YRG"), seat("BBBB"), row=["YYR:Y", "RR", "YG:R", "B:G", "YYYY:BB", "G"])
    deck = match.position()["merchants"]["deck"]
    play(match, "acquire 2", "pay R")
    assert row(match) == ["YYR:YR", "YG:R", "B:G", "YYYY:BB", "G", deck[0]]
    play(match, "acquire 1")
    assert row(match) == ["YG:R", "B:G", "YYYY:BB", "G", deck[0], deck[1]]
    assert at(match, 1)["storage"] == "YRBBBB"
    assert match.position()["merchants"]["deck"] == deck[2:]


@pytest.mark.rule("SR6")
@pytest.mark.parametrize("slot", range(1, 7))
def test_sr6_the_row_slides_left_and_one_card_is_drawn(slot: int) -> None:
    match = table(seat("YYYYY"), seat(), row=ROW)
    deck = match.position()["merchants"]["deck"]
    play(match, f"acquire {slot}")
    left = [card + (":Y" if number < slot else "") for number, card in enumerate(ROW, 1) if number != slot]
    assert row(match) == [*left, deck[0]]
    assert happened(match, "revealed") == [{"kind": "revealed", "seat": None, "row": "merchants", "card": deck[0]}]


@pytest.mark.rule("SR7")
def test_sr7_with_the_deck_empty_the_row_only_shrinks() -> None:
    match = table(seat("YYYYYY"), seat("YYYYYY"), row=ROW, deck=["up3"])
    play(match, "acquire 6")
    assert row(match) == ["YYR:Y", "RR:Y", "YG:Y", "B:Y", "YYYY:Y", "up3"]
    play(match, "acquire 6")
    assert row(match) == ["YYR:YY", "RR:YY", "YG:YY", "B:YY", "YYYY:YY"]
    assert len(happened(match, "revealed")) == 1
    play(match, "acquire 2")
    assert row(match) == ["YYR:YYY", "YG:YY", "B:YY", "YYYY:YY"]
    assert at(match, 0)["storage"] == "YY"
    assert match.position()["merchants"]["deck"] == []
    assert match.observe(0).position["merchants"]["deck"] == 0


@pytest.mark.rule("SR7")
def test_sr7_to_the_left_counts_the_cards_that_are_there() -> None:
    match = table(seat("YYYYYYYYYY"), seat(), row=["YYR", "RR:B", "YG"], short=True, deck=[])
    assert [text for text in texts(match) if text.startswith("acquire")] == ["acquire 1", "acquire 2", "acquire 3"]
    for slot in (4, 5, 6, 7):
        with pytest.raises(entrepot.IllegalAction):
            match.play(f"acquire {slot}")
    play(match, "acquire 3")
    assert row(match) == ["YYR:Y", "RR:YB"]


@pytest.mark.rule("SR7", "C10")
def test_sr7_the_last_merchant_can_be_taken_and_the_game_goes_on() -> None:
    match = table(seat("Y"), seat(), row=["YYR:G"], short=True, deck=[])
    play(match, "acquire 1")
    assert row(match) == []
    assert at(match, 0)["storage"] == "YG"
    assert match.seat == 1
    assert not [text for text in texts(match) if text.startswith("acquire")]
    play(match, "play YY")
    assert "play YYR" in texts(match)


# -- SR8: rest -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SR8", "R1")
def test_sr8_rest_takes_back_all_played_cards() -> None:
    match = table(seat("RR", hand=["G"], played=["YY", "up2", "RR>GG"]), seat("YYY", hand=["YY"], played=["up2"]))
    play(match, "rest")
    assert sorted(at(match, 0)["hand"]) == sorted(["G", "YY", "up2", "RR>GG"])
    assert at(match, 0)["played"] == []
    assert at(match, 0)["storage"] == "RR"
    assert at(match, 1)["played"] == ["up2"]
    assert happened(match, "rested") == [{"kind": "rested", "seat": 0, "cards": 3}]
    assert match.seat == 1


@pytest.mark.rule("SR8", "R1")
def test_sr8_not_without_a_played_card() -> None:
    match = table(seat("RR"), seat("YYY", hand=["YY"], played=["up2"]))
    assert "rest" not in texts(match)
    with pytest.raises(entrepot.IllegalAction):
        match.play("rest")


# -- SR9, SR10: claiming ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SR9")
@pytest.mark.parametrize("card", POINTS)
def test_sr9_exactly_the_cubes_shown(card: str) -> None:
    """Every card of the box: all its cubes go, nothing else does, and one cube less of any colour is not enough."""
    cost = card.partition("=")[0]
    spare = "YRGB"[: 10 - len(cost)]
    match = table(seat(cost + spare), seat("YYYY"), points=[card])
    play(match, "claim 1")
    assert at(match, 0)["storage"] == spare
    assert at(match, 0)["claimed"] == [card]
    [event] = happened(match, "claimed")
    assert event == {
        "kind": "claimed", "seat": 0, "card": card, "slot": 1, "paid": cost, "points": int(card.partition("=")[2]),
    }  # fmt: skip
    for colour in set(cost):
        others = "".join(other * 3 for other in "YRGB" if other != colour)[: 10 - len(cost)]
        fewer = table(seat(cost.replace(colour, "", 1) + others), seat(), points=[card])
        legal = Counter(cost) <= Counter(cost.replace(colour, "", 1) + others)
        assert ("claim 1" in texts(fewer)) == legal
        assert not legal


@pytest.mark.rule("SR9")
@pytest.mark.parametrize("slot", range(1, 6))
def test_sr9_the_row_slides_left_and_one_card_is_drawn(slot: int) -> None:
    cards = ["YYRR=6", "RRRR=8", "YYGG=8", "GGGG=12", "BBBB=16"]
    match = table(seat(cards[slot - 1].partition("=")[0]), seat(), points=cards)
    deck = match.position()["points"]["deck"]
    assert [text for text in texts(match) if text.startswith("claim")] == [f"claim {slot}"]
    play(match, f"claim {slot}")
    assert match.position()["points"]["row"] == [*cards[: slot - 1], *cards[slot:], deck[0]]
    assert match.position()["points"]["deck"] == deck[1:]
    assert happened(match, "revealed") == [{"kind": "revealed", "seat": None, "row": "points", "card": deck[0]}]
    assert match.seat == 1


@pytest.mark.rule("SR9", "F7")
def test_sr9_the_order_of_a_claim_and_one_claim_a_turn() -> None:
    """F7: pay, take the card, slide and draw."""
    match = table(seat("YYYYRRRR"), seat(), points=["YYRR=6", "YYRRR=8"])
    play(match, "claim 1")
    kinds = [event.kind for event in match.events()]
    assert kinds.index("claimed") < kinds.index("revealed") < kinds.index("turn", 2)
    assert match.seat == 1
    assert at(match, 0)["claimed"] == ["YYRR=6"]


@pytest.mark.rule("SR10", "F13")
@pytest.mark.parametrize("slot", range(1, 6))
@pytest.mark.parametrize(
    ("gold", "silver", "first", "second"),
    [
        (4, 4, "gold", "silver"),
        (1, 1, "gold", "silver"),
        (2, 0, "gold", None),
        (0, 3, "silver", None),
        (0, 0, None, None),
    ],
)
def test_sr10_coins_of_slot_one_and_two(
    slot: int, gold: int, silver: int, first: str | None, second: str | None
) -> None:
    cards = ["YYRR=6", "RRRR=8", "YYGG=8", "GGGG=12", "BBBB=16"]
    mine = claims(4, without=cards)
    theirs = claims(4, without=[*cards, *mine])
    match = table(
        seat(cards[slot - 1].partition("=")[0], claimed=mine, silver=4 - silver),
        seat("", claimed=theirs, gold=4 - gold),
        points=cards,
    )
    play(match, f"claim {slot}")
    coin = {1: first, 2: second}.get(slot)
    after = at(match, 0)
    assert after["gold"] == (coin == "gold")
    assert after["silver"] == 4 - silver + (coin == "silver")
    assert match.position()["coins"] == {"gold": gold - (coin == "gold"), "silver": silver - (coin == "silver")}
    assert [event["coin"] for event in happened(match, "coin")] == ([coin] if coin else [])


@pytest.mark.rule("SR10")
def test_sr10_the_silver_moves_when_the_last_gold_is_gone() -> None:
    """Then slot 1 gives silver and slot 2 gives nothing."""
    rich = seat("RRRRYYYYYY", claimed=claims(3, without=["RRRR=8", "YYRR=6", "YYYRR=7"]), gold=3)
    match = table(rich, seat("YYYRR"), points=["RRRR=8", "YYRR=6", "YYYRR=7"])
    assert match.position()["coins"] == {"gold": 1, "silver": 4}
    play(match, "claim 1")
    assert match.position()["coins"] == {"gold": 0, "silver": 4}
    assert len(happened(match, "silver-moved")) == 1
    before = match.position()
    again = entrepot.Match.from_position(before)
    play(again, "claim 2")
    assert again.position()["coins"] == {"gold": 0, "silver": 4}
    assert at(again, 1)["silver"] == 0
    play(match, "claim 1")
    assert match.position()["coins"] == {"gold": 0, "silver": 3}
    assert at(match, 1)["silver"] == 1
    assert at(match, 1)["gold"] == 0
    assert len(happened(match, "silver-moved")) == 1


@pytest.mark.rule("SR10")
def test_sr10_the_silver_does_not_move_before_the_last_gold() -> None:
    match = table(seat("RRRR"), seat("YYRR"), points=["RRRR=8", "YYRR=6"])
    play(match, "claim 1")
    assert happened(match, "silver-moved") == []
    assert [event["coin"] for event in happened(match, "coin")] == ["gold"]


@pytest.mark.rule("SR10")
def test_sr10_when_silver_runs_out_first_slot_two_has_none() -> None:
    rich = seat("YYRRRRRR", claimed=claims(3, without=["RRRR=8", "YYRR=6", "YYGG=8"]), silver=3)
    match = table(rich, seat("YYGGYYRR"), points=["RRRR=8", "YYRR=6", "YYGG=8"])
    play(match, "claim 2")
    assert at(match, 0)["silver"] == 4
    assert match.position()["coins"] == {"gold": 4, "silver": 0}
    play(match, "claim 2")
    assert (at(match, 1)["gold"], at(match, 1)["silver"]) == (0, 0)
    play(match, "claim 1")
    assert at(match, 0)["gold"] == 1
    assert happened(match, "silver-moved") == []


@pytest.mark.rule("SR10")
def test_sr10_nothing_is_moved_when_both_run_out() -> None:
    """Last gold with no silver left: slot 1 is bare from then on."""
    others = claims(4, without=["RRRR=8", "YYRR=6"])
    mine = claims(3, without=["RRRR=8", "YYRR=6", *others])
    match = table(
        seat("RRRR", claimed=mine, gold=3), seat("YYRR", claimed=others, silver=4), points=["RRRR=8", "YYRR=6"]
    )
    play(match, "claim 1")
    assert match.position()["coins"] == {"gold": 0, "silver": 0}
    play(match, "claim 1")
    assert at(match, 1)["silver"] == 4
    assert at(match, 1)["gold"] == 0


@pytest.mark.rule("SR10", "F13")
def test_sr10_coins_belong_to_slots_not_to_cards() -> None:
    """The card that slides into slot 1 brings the gold of slot 1, whoever stood there before."""
    match = table(seat("RRRR"), seat("YYRR"), points=["RRRR=8", "YYGG=8", "YYRR=6"])
    play(match, "claim 1")
    play(match, "claim 2")
    assert at(match, 1)["silver"] == 1
    assert match.position()["coins"] == {"gold": 3, "silver": 3}


@pytest.mark.rule("F13", "SR7")
def test_f13_slots_are_counted_by_the_cards_present() -> None:
    match = table(seat("YY"), seat(), row=["YYR:R", "RR:G", "YG:B"], short=True, deck=[])
    play(match, "acquire 2")
    assert row(match) == ["YYR:YR", "YG:B"]
    play(match, "acquire 1")
    assert row(match) == ["YG:B"]
    play(match, "acquire 1")
    assert at(match, 0)["storage"] == "YGB"


# -- SR11, SR12: the end ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SR11")
@pytest.mark.parametrize(("players", "amount"), [(2, 6), (3, 6), (4, 5), (5, 5)])
def test_sr11_the_number_of_point_cards_that_triggers(players: int, amount: int) -> None:
    assert limit(players) == amount
    for trigger in range(players):
        for have in (amount - 2, amount - 1):
            seats = [
                seat("RRRR" if n == trigger else "", claimed=claims(have, without=["RRRR=8"]) if n == trigger else [])
                for n in range(players)
            ]
            match = table(*seats, to_move=trigger, points=["RRRR=8"], round=30)
            play(match, "claim 1")
            triggered = have + 1 == amount
            assert match.position()["ending"] == triggered
            assert [event["seat"] for event in happened(match, "ending")] == [trigger] * triggered
            left = players - 1 - trigger
            for _ in range(left):
                assert not match.is_over
                play(match, "play YY")
            assert match.is_over == triggered
            if triggered:
                assert match.round == 30
                assert match.seat is None
                assert len([event for event in happened(match, "turn") if event["seat"] == trigger]) <= 1
            else:
                assert match.seat == 0
                assert match.round == 31


@pytest.mark.rule("SR11")
def test_sr11_a_second_seat_may_reach_the_number_in_the_same_round() -> None:
    first = claims(5, without=["RRRR=8", "YYRR=6"])
    second = claims(5, without=["RRRR=8", "YYRR=6", *first])
    match = table(seat("RRRR", claimed=first), seat("YYRR", claimed=second), points=["RRRR=8", "YYRR=6"])
    play(match, "claim 1", "claim 1")
    assert match.is_over
    assert [len(one["claimed"]) for one in match.position()["seats"]] == [6, 6]
    assert happened(match, "ending")[0]["seat"] == 0


@pytest.mark.rule("SR11", "C7")
def test_sr11_nothing_can_be_done_after_the_end() -> None:
    match = table(seat(), seat("RRRR", claimed=claims(5, without=["RRRR=8"])), to_move=1, points=["RRRR=8"])
    play(match, "claim 1")
    assert match.is_over
    before = match.position()
    for action in ("rest", "play YY", "acquire 1", "claim 1", "return Y"):
        with pytest.raises(entrepot.IllegalAction):
            match.play(action)
    assert match.position() == before
    assert match.legal_actions() == ()


@pytest.mark.rule("SR12")
def test_sr12_cards_coins_and_cubes() -> None:
    first, second = claims(5, without=["RRRR=8"]), claims(3, without=["RRRR=8"], start=12)
    match = table(
        seat("GGB", hand=["up2"], played=["YY"], claimed=second, gold=1, silver=2),
        seat("RRRRYYRGB", claimed=first, gold=2, silver=1),
        to_move=1,
        points=["BBBBB=20", "BBBB=16", "RRRR=8"],
    )
    play(match, "claim 3")
    result = match.result
    assert result is not None
    assert result.lines[0] == {"cards": sum(map(value, second)), "coins": 5, "cubes": 3}
    assert result.lines[1] == {"cards": sum(map(value, first)) + 8, "coins": 7, "cubes": 3}
    assert result.points == [sum(line.values()) for line in result.lines]
    better = result.points[0] > result.points[1]
    assert result.ranking == ([0, 1] if better else [1, 0])


@pytest.mark.rule("SR12")
def test_sr12_the_last_claim_counts_with_its_coin() -> None:
    cards = claims(5, without=["RRRR=8"])
    match = table(seat(), seat("RRRR", claimed=cards), to_move=1, points=["RRRR=8"])
    play(match, "claim 1")
    assert match.result is not None
    assert match.result.lines[1] == {"cards": sum(map(value, cards)) + 8, "coins": 3, "cubes": 0}


# -- fine print ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F6")
def test_f6_payments_go_from_left_to_right() -> None:
    match = table(seat("YRGBB"), seat(), row=ROW)
    play(match, "acquire 5", "pay B", "pay G", "pay Y", "pay R")
    assert row(match)[:4] == ["YYR:B", "RR:G", "YG:Y", "B:R"]
    assert at(match, 0)["storage"] == "B"


@pytest.mark.rule("F6")
def test_f6_a_colour_that_is_gone_cannot_be_paid() -> None:
    match = table(seat("YRGB"), seat(), row=ROW)
    play(match, "acquire 4", "pay G")
    assert texts(match) == ["pay Y", "pay R", "pay B"]
    with pytest.raises(entrepot.IllegalAction):
        match.play("pay G")


@pytest.mark.rule("F10", "C6")
def test_f10_returns_are_exactly_the_surplus_cube_by_cube() -> None:
    match = table(seat("RRRRRGGGGG", hand=["YYYY", "YY", "up2"]), seat())
    play(match, "play YYYY")
    for left in (4, 3, 2, 1):
        assert match.position()["decision"] == {"kind": "return", "surplus": left}
        assert "stop" not in texts(match)
        play(match, "return R")
    assert match.seat == 1
    assert len(happened(match, "returned")) == 4
    assert at(match, 0)["storage"] == "YYYYRGGGGG"


@pytest.mark.rule("F14")
@pytest.mark.parametrize("card", ["up2", "up3"])
def test_f14_stop_is_offered_at_once_and_after_every_step(card: str) -> None:
    match = table(seat("YYYY", hand=["YY", card]), seat())
    play(match, f"play {card}")
    for steps in range(int(card[2]), 0, -1):
        assert match.position()["decision"] == {"kind": "upgrade", "card": card, "steps": steps}
        assert "stop" in texts(match)
        again = play(entrepot.Match.from_position(match.position()), "stop")
        assert again.seat == 1
        play(match, "up Y")
    assert match.seat == 1


@pytest.mark.rule("F15")
def test_f15_no_rule_ends_a_game_in_which_nobody_claims() -> None:
    match = entrepot.Match.new(GAME, players=2, seed=1)
    for number in range(1, 3001, 2):
        assert match.round == number
        play(match, "play up2", *["stop"], "play up2", "stop", "rest", "rest")
    assert not match.is_over
    assert match.seat == 0
