"""The terminal table, driven by lines on stdin."""

from __future__ import annotations

import io
import sys

import pytest

import entrepot
from entrepot import bots, cli

GAME = "spice-road"


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


def script(seats: list[str], seed: int, *, by_number: bool) -> tuple[list[str], entrepot.Match]:
    """What people who play like greedy would type, taking back whatever they may once, and the match it gives."""
    match = entrepot.Match.new(GAME, len(seats), seed)
    players = [bots.make("greedy" if name == "human" else name, GAME, seed + seat) for seat, name in enumerate(seats)]
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


@pytest.mark.parametrize(("seats", "by_number"), [(["human", "greedy"], True), (["human", "human", "random"], False)])
def test_to_the_end_with_undo(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seats: list[str], by_number: bool
) -> None:
    lines, match = script(seats, 6, by_number=by_number)
    assert "undo" in lines
    out = typed(monkeypatch, capsys, ["--bots", ",".join(seats), "--seed", "6"], lines)
    assert match.result is not None
    ending = out.splitlines()[-len(seats) - 1 :]
    for place, seat in enumerate(match.result.ranking, 1):
        assert any(line.startswith((f"{place}. Seat {seat + 1} ", f"{place}. Seat {seat + 1}:")) for line in ending)
        assert any(f": {match.result.points[seat]} points (" in line for line in ending)
    assert out.count("The game is over.") == 1


def test_words_instead_of_choices(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["undo", "help", "nonsense", "0", "99", "-1", "٣", "²", "log", "table", "ACQUIRE 3", "undo", "quit"]
    out = typed(monkeypatch, capsys, ["--seed", "5"], lines)
    assert "There is nothing to take back yet." in out
    assert out.count("Type the number of a choice, or: table, log, undo, help, quit.") == 2
    assert out.count("Please type a number from 1 to") == 6
    assert out.count("Point cards, from the left:") == 3
    assert out.count("Play a card, take a merchant, claim points, or rest.") == 2
    assert "The game is left here." in out


def test_end_of_input_leaves_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The game is left here." in typed(monkeypatch, capsys, [], [])


def test_readable_without_drawing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = typed(monkeypatch, capsys, ["--seed", "5"], ["1", "table"])
    assert "\x1b" not in out
    assert out.isascii()
    assert "Seat 1 (you): " in out
    assert "Seat 2 (greedy): " in out


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
