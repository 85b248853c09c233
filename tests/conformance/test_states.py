"""States: copies share nothing, undo walks back, positions set up what they tell, events keep the books."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest

import entrepot
from entrepot.games import game_for

from .books import BOOKS
from .kit import GAMES, every_game, every_seating, every_table, looks, options_of, rng, script, scripted, start, table

MOST_KEPT = 400


def fingerprint(state: Any) -> str:
    """Everything a state of the engine holds."""
    names = [name for name in dir(state) if not name.startswith("_")]
    return repr({name: value for name in names if not callable(value := getattr(state, name))})


@every_table
def test_copies_share_nothing(game: str, players: int) -> None:
    """All earlier states of some random games are kept, and looked at again when the games are over."""
    for seed in range(4):
        rules = game_for(game, players, dict(options_of(game, seed)))
        chance = rng("copies", seed)
        state = rules.new(seed)
        kept: list[tuple[Any, str, list[int]]] = []
        while not state.over and len(kept) < MOST_KEPT:
            legal = list(rules.legal(state))
            kept.append((state, fingerprint(state), legal))
            if len(kept) % 10 == 0:
                for action in legal:
                    rules.apply(state.copy(), action)
                assert fingerprint(state) == kept[-1][1]
            after = state.copy()
            assert fingerprint(after) == fingerprint(state)
            rules.apply(after, chance.choice(legal))
            state = after
        for earlier, print_then, legal in kept:
            assert list(rules.legal(earlier)) == legal
            assert fingerprint(earlier) == print_then


@every_table
def test_a_copy_goes_on_like_its_original(game: str, players: int) -> None:
    rules = game_for(game, players)
    state = rules.new(5)
    chance = rng("original")
    number = 0
    copies = []
    while not state.over:
        if number % 40 == 0:
            copies.append(state.copy())
        action = chance.choice(rules.legal(state))
        rules.apply(state, action)
        for one in copies:
            assert action in rules.legal(one)
            rules.apply(one, action)
        number += 1
    for one in copies:
        assert one.over
        assert rules.result(one).points == rules.result(state).points


@every_table
def test_listening_to_events_changes_nothing(game: str, players: int) -> None:
    """The same actions on the bare engine, where nobody listens, and in a match."""
    match = start(game, players, 0)
    rules = game_for(game, players)
    state = rules.new(0)
    for action in scripted(match, script(game, players, "random", 0)):
        assert tuple(rules.legal(state)) == tuple(map(int, match.legal_actions()))
        rules.apply(state, int(action))
    assert state.over
    assert match.result is not None
    assert rules.result(state).points == match.result.points


@every_seating
def test_events_keep_the_books(game: str, players: int, bot: str) -> None:
    """Cards, cubes and coins: an independent book-keeper arrives at the same table after every action."""
    for seed in range(2):
        match = start(game, players, seed)
        books = BOOKS[game](match.position())
        noted = 0
        for _ in scripted(match, script(game, players, bot, seed)):
            fresh = match.events(noted)
            for event in fresh:
                books.note(event.to_dict())
            noted += len(fresh)
            books.check()
            books.agrees(match.position())
        for event in match.events(noted):
            books.note(event.to_dict())
        books.check()
        books.agrees(match.position())


@every_seating
def test_events_name_every_action_chosen_or_forced(game: str, players: int, bot: str) -> None:
    match = start(game, players, 3)
    chosen = script(game, players, bot, 3)
    for action, close in zip(scripted(match, chosen), looks(chosen, 100), strict=True):
        if not close:
            continue
        again = entrepot.Match.from_position(match.position())
        again.play(action)
        first = next(event for event in again.events() if event.kind == "action")
        assert first.data == {"text": str(action), "forced": False}
        assert first.seat == match.seat
    actions = [event.data for event in match.events() if event.kind == "action"]
    assert [data["text"] for data in actions if not data["forced"]] == match.record().actions
    assert match.record().actions == [str(action) for action in chosen]


@every_seating
def test_events_are_data_and_counted_from_the_start(game: str, players: int, bot: str) -> None:
    match = start(game, players, 2)
    parts: list[dict[str, Any]] = []
    for _ in scripted(match, script(game, players, bot, 2)):
        parts += [event.to_dict() for event in match.events(len(parts))]
    parts += [event.to_dict() for event in match.events(len(parts))]
    assert parts == [event.to_dict() for event in match.events()]
    assert match.events(len(parts)) == []
    assert match.events(len(parts) + 5) == []
    assert json.loads(json.dumps(parts)) == parts
    for wrong in (-1, True, 1.5, "0", None):
        with pytest.raises(entrepot.EntrepotError):
            match.events(wrong)  # type: ignore[arg-type]


def plain(match: entrepot.Match) -> list[Any]:
    """The table and the choices, without everybody's view of it."""
    return [match.position(), match.legal_actions()]


@every_seating
def test_undo_walks_back_to_equal_positions(game: str, players: int, bot: str) -> None:
    """Step by step to the last reveal or the beginning of the turn, and never further."""
    for seed in range(2):
        match = start(game, players, seed)
        chosen = iter(script(game, players, bot, seed))
        chance = rng("undo", seed)
        trail: list[tuple[list[Any], int]] = []
        reason = "nothing-done"
        told = len(match.events())
        while match.seat is not None:
            assert bool(match.can_undo) == bool(trail)
            assert match.can_undo.reason == ("" if trail else reason)
            if trail and chance.random() < 0.1:
                walk_back(match, trail)
            before = (plain(match), told)
            seat = match.seat
            match.play(next(chosen))
            fresh = match.events(told)
            told += len(fresh)
            kinds = {event.kind for event in fresh}
            if kinds & {"turn", "over"} or match.seat != seat:
                trail, reason = [], "turn-over"
            elif "revealed" in kinds:
                trail, reason = [], "revealed"
            else:
                trail.append(before)
        assert not match.can_undo
        assert match.can_undo.reason in ("over", "turn-over")
        end = match.position()
        with pytest.raises(entrepot.CannotUndo):
            match.undo()
        assert match.position() == end


def walk_back(match: entrepot.Match, trail: list[tuple[list[Any], int]]) -> None:
    """Undo everything that can be undone, look, and do it again."""
    actions = match.record().actions
    first = trail[0][1]
    here = plain(match)
    told = match.events(first)
    for number, (earlier, mark) in enumerate(reversed(trail), 1):
        match.undo()
        assert plain(match) == earlier
        assert match.events(first) == told[: mark - first]
        assert match.record().actions == actions[:-number]
    assert not match.can_undo
    with pytest.raises(entrepot.CannotUndo) as caught:
        match.undo()
    assert "\n" not in str(caught.value)
    assert plain(match) == trail[0][0]
    for action in actions[len(actions) - len(trail) :]:
        match.play(action)
    assert plain(match) == here
    assert match.events(first) == told
    assert match.record().actions == actions


@every_table
def test_what_was_undone_leaves_no_trace(game: str, players: int) -> None:
    """A game in which everything is tried out first ends and is recorded like one in which nothing is."""
    straight, tried = start(game, players, 3), start(game, players, 3)
    chosen = script(game, players, "greedy", 3)
    chance = rng("trace", players)
    for action, close in zip(scripted(straight, chosen), looks(chosen, 40), strict=True):
        for other in tried.legal_actions() if close else ():
            fork = entrepot.Match.from_position(tried.position())
            fork.play(other)
            if fork.can_undo:
                tried.play(other)
                if tried.can_undo and chance.random() < 0.5 and len(tried.legal_actions()) > 1:
                    deeper = chance.choice(tried.legal_actions())
                    fork.play(deeper)
                    if fork.can_undo and fork.seat == tried.seat:
                        tried.play(deeper)
                        tried.undo()
                tried.undo()
        assert tried.legal_actions() == straight.legal_actions()
        tried.play(action)
    assert table(tried) == table(straight)
    assert tried.events() == straight.events()
    assert tried.record() == straight.record()


@every_seating
def test_positions_set_up_what_they_tell(game: str, players: int, bot: str) -> None:
    """Also in the middle of a turn; and the game goes on from there in the same way."""
    for seed in range(2):
        match = start(game, players, seed)
        chosen = script(game, players, bot, seed)
        kinds: Counter[str] = Counter()
        followers: list[entrepot.Match] = []
        for number, (action, close) in enumerate(zip(scripted(match, chosen), looks(chosen, 60), strict=True)):
            for one in followers:
                one.play(action)
            kind = match.decision.kind
            kinds[kind] += 1
            if kinds[kind] > 20 and not close:
                continue
            position = match.position()
            text = json.dumps(position)
            again = entrepot.Match.from_position(json.loads(text), seed=number)
            assert table(again) == table(match)
            assert again.round == match.round
            assert again.position() == position == json.loads(text)
            if kinds[kind] == 1 or kinds.total() % 200 == 1:
                again.play(action)
                followers.append(again)
        end = table(match)
        for one in followers:
            assert table(one) == end
        assert table(entrepot.Match.from_position(match.position())) == end


@every_table
def test_what_a_match_hands_out_is_no_handle_to_it(game: str, players: int) -> None:
    """Callers may do what they like with positions, observations, events, records and options."""
    match = start(game, players, 0)
    chosen = script(game, players, "random", 0)
    for _, close in zip(scripted(match, chosen), looks(chosen, 15), strict=True):
        if close:
            before = copy.deepcopy(table(match))
            record = match.record().dumps()
            told = [event.to_dict() for event in match.events()]
            for handed in (match.position(), match.observe(0).position, match.options, match.decision.data):
                spoil(handed)
            for event in match.events():
                spoil(event.data)
            shown = match.record()
            shown.actions.append("rest")
            assert match.record().dumps() == record
            assert table(match) == before
            assert [event.to_dict() for event in match.events()] == told


@every_table
def test_the_start_in_a_record_is_no_handle(game: str, players: int) -> None:
    match = start(game, players, 0)
    text = match.record().dumps()
    spoil(match.record().start)
    assert match.record().dumps() == text


def spoil(value: Any) -> None:
    """Change everything in some data, in place."""
    if isinstance(value, dict):
        for part in value.values():
            spoil(part)
        value.clear()
    elif isinstance(value, list):
        for part in value:
            spoil(part)
        value.clear()


@every_game
def test_every_game_has_a_book_keeper(game: str) -> None:
    assert game in BOOKS
    assert set(BOOKS) <= set(GAMES)
