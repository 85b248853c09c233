"""The terminal table, driven by lines on stdin."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

import entrepot
from choices import to_a_return_aside
from entrepot import bots, cli
from entrepot.bots.advice import advise
from entrepot.i18n import languages, texts

SPICE_ROAD, NEW_WORLD = "spice-road", "new-world"
PARTS = ["east-west-1", "east-west-2", "east-west-3"]


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], lines: list[str]
) -> str:
    """What `entrepot play` prints when these lines are typed."""
    monkeypatch.setattr(sys, "argv", ["entrepot", "play", *arguments])
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capsys.readouterr()
    assert (end.value.code, err) == (0, "")
    return out


def script(
    seats: list[str], seed: int, *, by_number: bool, game: str = SPICE_ROAD, like: str = "greedy"
) -> tuple[list[str], entrepot.Match]:
    """What people who play like a bot would type, taking back whatever they may once, and the match it gives."""
    match = entrepot.Match.new(game, len(seats), seed)
    players = [bots.make(like if name == "human" else name, game, seed + seat) for seat, name in enumerate(seats)]
    lines = []
    while (seat := match.seat) is not None:
        observation = match.observe(seat)
        action = players[seat].choose(observation)
        if seats[seat] == "human":
            answer = str(observation.legal_actions.index(action) + 1) if by_number else str(action)
            lines.append(answer)
            match.play(action)
            if match.can_undo:
                lines += ["undo", answer]
        else:
            match.play(action)
    return lines, match


ALONE, TOGETHER = (["human", "greedy"], True), (["human", "human", "random"], False)


@pytest.mark.parametrize(
    ("game", "like", "seats", "by_number"),
    [
        *((game, "greedy", *table) for game in (SPICE_ROAD, NEW_WORLD) for table in (ALONE, TOGETHER)),
        *((game, "random", ["human", "random"], True) for game in PARTS),
        (PARTS[2], "random", *TOGETHER),
    ],
)
def test_to_the_end_with_undo(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    like: str,
    seats: list[str],
    by_number: bool,
) -> None:
    lines, match = script(seats, 6, by_number=by_number, game=game, like=like)
    assert "undo" in lines
    out = typed(monkeypatch, capsys, ["--game", game, "--bots", ",".join(seats), "--seed", "6"], lines)
    assert match.result is not None
    ending = out.rpartition("Type save FILE")[0].splitlines()[-len(seats) - 1 :]
    for place, seat in enumerate(match.result.ranking, 1):
        assert any(line.startswith((f"{place}. Seat {seat + 1} ", f"{place}. Seat {seat + 1}:")) for line in ending)
        n = match.result.points[seat]
        assert any(f": {n} point{'' if n == 1 else 's'} (" in line for line in ending)
    assert out.count("The game is over.") == 1


@pytest.mark.parametrize("lang", languages())
def test_a_terminal_shows_no_soft_hyphen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    seats = ["human", "greedy"]
    lines, _match = script(seats, 6, by_number=False, game=PARTS[2], like="greedy")
    out = typed(
        monkeypatch, capsys, ["--game", PARTS[2], "--bots", ",".join(seats), "--seed", "6", "--lang", lang], lines
    )
    assert "\u00ad" not in out


def test_words_instead_of_choices(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["undo", "help", "nonsense", "0", "99", "-1", "٣", "²", "log", "table", "ACQUIRE 3", "undo", "quit"]
    out = typed(monkeypatch, capsys, ["--seed", "5"], lines)
    assert "There is nothing to take back yet." in out
    assert out.count("Type the number of a choice, or: table, log, hint, undo, help, quit.") == 2
    assert out.count("Please type a number from 1 to") == 6
    assert out.count("Point cards, from the left:") == 3
    assert out.count("Play a card, take a merchant, claim points, or rest.") == 2
    assert "The game is left here." in out


def test_a_hint_names_a_choice_and_the_result_says_that_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, match = script(["human", "random"], 6, by_number=True)
    best = advise(entrepot.Match.new("spice-road", 2, 6).observe(0))[0]
    out = typed(monkeypatch, capsys, ["--bots", "human,random", "--seed", "6"], ["hint", "HINT", *lines, "quit"])
    assert match.is_over
    rival = None if best.rival is None else "Seat 2 (random)"
    said = texts("en").why(best.reason, best.points, best.turns, best.more, rival)
    assert out.count(f"     {said}\n") == 2
    assert out.count("Asked for hints: Seat 1 (you): 2.\n") == 1


def test_a_record_can_be_saved_when_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines, match = script(["human", "random"], 6, by_number=False)
    file, nowhere = tmp_path / "Our game.json", tmp_path / "none" / "game.json"
    lines = [f"save {file}", "help", *lines, "", "save", "nonsense", f"save {nowhere}", f"SAVE {file}", "quit"]
    out = typed(monkeypatch, capsys, ["--bots", "human,random", "--seed", "6"], lines)
    asked, _, after = out.partition("Type save FILE to keep the record of this game, or quit.")
    assert "it can be saved when the game is over." in asked
    assert asked.count("When the game is over, save FILE writes its record.") == 2
    assert after.count("Type save FILE to keep the record of this game, or quit.") == 3
    assert f"{nowhere} cannot be written: No such file or directory." in after
    assert f"The record is in {file}." in after
    assert entrepot.replay(entrepot.Record.load(file)).result == match.result


def test_end_of_input_leaves_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The game is left here." in typed(monkeypatch, capsys, [], [])


def test_readable_without_drawing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = typed(monkeypatch, capsys, ["--seed", "5"], ["1", "table"])
    assert "\x1b" not in out
    assert out.isascii()
    assert "Seat 1 (you): " in out
    assert "Seat 2 (greedy): " in out


def test_the_boards_say_what_each_location_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = entrepot.Match.new(NEW_WORLD, 2, 5)
    position = match.observe(0).position
    board = position["board"]
    chosen = next(
        name
        for name, entry in board.items()
        if entry["type"] == "production" and entry["settlers"] < 4 and position["costs"][name]["why"] is None
    )
    lines = [f"work {chosen}", "table", "quit"]
    out = typed(monkeypatch, capsys, ["--game", NEW_WORLD, "--bots", "human,human", "--seed", "5"], lines)
    assert out.isascii()
    assert "a reconstruction" in out.splitlines()[0]
    before, _, after = out.partition("Seat 1: Send settlers")
    for name, entry in board.items():
        (line,) = (line for line in before.splitlines() if line.startswith(f"  {name}, "))
        covered = "tile" in position["locations"].get(name, {})
        assert covered == ("Covered by an exploration tile" in line)
        assert f"It needs {entry['settlers']} settler" in line
        assert line.count("on top") == sum(key == name or key.startswith(f"{name}.") for key in position["stacks"])
        assert ("Missing: " in line) == (position["costs"][name]["why"] == "cubes")
    match.play(f"work {chosen}")
    (line,) = {line for line in after.splitlines() if line.startswith(f"  {chosen}, ")}
    sent = board[chosen]["settlers"]
    assert re.search(rf"\. {sent} settlers? of Seat 1 stands? here\. It needs {sent + 1} settlers\.", line)
    assert re.search(rf"; {sent} settlers? of Seat 1 goe?s? home; gain ", after)


def to_aside(game: str, seed: int) -> list[str]:
    """What two people type until seat 2 has to return a cube in a turn of seat 1."""
    match = entrepot.Match.new(game, 2, seed)
    lines: list[str] = []
    while True:
        assert match.seat is not None
        position = match.observe(match.seat).position
        if match.decision.kind == "return" and position["active"] != match.seat:
            return lines
        legal = [str(action) for action in match.legal_actions()]
        lines.append(to_a_return_aside({"observation": position, "legal": legal}))
        match.play(lines[-1])


def test_everybody_waits_for_a_return_in_the_turn_of_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in PARTS[1:]:
        lines = to_aside(game, 3)
        out = typed(
            monkeypatch, capsys, ["--game", game, "--bots", "human,human", "--seed", "3"], [*lines, "undo", "1", "quit"]
        )
        _, _, after = out.partition("Seat 2 returns 1 cube, then the turn of Seat 1 ends.\n")
        question, *choices = after.splitlines()
        assert question == "Seat 2: Return 1 cube: with the toll you hold more than 10."
        assert choices[0].startswith("  1. Return 1 yellow of ")
        assert "The turn has ended, so it cannot be taken back." in after
        assert re.search(r"Seat 2 returned 1 yellow\.\nRound \d+: Seat 2 is to move\.\n\nBoard A2:", after)


def test_a_refresh_brings_another_turn_with_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in (PARTS[0], PARTS[2]):
        lines = ["work E2.3", "undo", "rest", "quit"]
        out = typed(monkeypatch, capsys, ["--game", game, "--bots", "human,human", "--seed", "3"], lines)
        assert "Seat 1 put 4 merchants under the deck and has another turn." in out
        assert out.count("A new merchant in the market: ") == 4
        assert "so it cannot be taken back." in out
        assert out.count("Round 1: Seat 1 is to move.") == 2
        assert out.count("Board A") == 3


def test_rulings_that_are_not_the_usual_ones_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["--game", PARTS[2], "--option", "sea=random", "--option", "merchant_pair_points=2"]
    head, _, _ = typed(monkeypatch, capsys, [*chosen, "--seed", "3"], ["quit"]).partition("Type the number")
    assert head.splitlines()[1:] == [
        "The tiles of the sea lie at random.",
        "Where a bonus tile counts merchants, every two are worth 2 points.",
    ]
    head, _, _ = typed(monkeypatch, capsys, ["--game", PARTS[2], "--seed", "3"], ["quit"]).partition("Type the number")
    assert len(head.splitlines()) == 1


def test_the_same_seed_is_the_same_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    first, again, other = (
        typed(monkeypatch, capsys, ["--seed", seed], ["acquire 1", "acquire 1"]) for seed in ("5", "5", "6")
    )
    assert first == again
    assert first != other


def test_people_at_one_screen_do_not_show_their_claims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["human", "human"]
    lines, match = script(seats, 6, by_number=False)
    out = typed(monkeypatch, capsys, ["--bots", "human,human", "--seed", "6"], lines)
    assert match.is_over
    assert "Claimed:" not in out
    alone, _ = script(["human", "greedy"], 6, by_number=False)
    assert "Claimed:" in typed(monkeypatch, capsys, ["--seed", "6"], alone)


def test_bots_of_ones_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A program and a class that take the last thing there is, and nothing else of them is seen."""
    program = tmp_path / "last.py"
    program.write_text(
        "import json, sys\n"
        "print('begun', file=sys.stderr)\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['kind'] == 'choose':\n"
        "        print(json.dumps({'action': message['legal_actions'][-1]}), flush=True)\n"
    )
    seats = ["human", "strange_bots:First", f"prog=exec:'{sys.executable}' '{program}'"]
    out = typed(monkeypatch, capsys, ["--bots", ",".join(seats), "--seed", "4"], ["1", "q"])
    told = [line for line in out.splitlines() if line.startswith("Seat")]
    assert any("strange_bots:First" in line for line in told)
    assert any("(prog)" in line for line in told)
    assert "begun" not in out
