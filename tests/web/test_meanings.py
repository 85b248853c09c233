"""Everything on a table has a meaning in the rules of its game, and every meaning leads to a rule that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from random import Random

import pytest

from entrepot import Match
from entrepot.games import TITLES
from entrepot.web.pages import present

from .test_present import ENV, render

GAMES = list(TITLES)
CODE = re.compile(r"-?\b\d+,-?\d+\b|\b[A-F][12]\.\w|(?<![&\w])#\d")
TAG = re.compile(r"<[^>]*>")
PRESSED = re.compile(r'<button [^>]*form="do-(?:act|undo|batch|hurry|hand-over)"[^>]*>')


@lru_cache
def rules(game: str) -> str:
    """The rules of a game."""
    return present.render_rules(ENV, lang="en", game=game)


@lru_cache
def meanings(game: str) -> dict[str, str]:
    """What the rules explain, each with the address of its rule."""
    signs = re.findall(r'data-means="([^"]*)" data-rule="([^"]*)"', rules(game))
    return {key: rule for keys, rule in signs for key in keys.split()}


@lru_cache
def tables(game: str) -> list[str]:
    """The insides of many tables: all sorts of decisions, watchers, ends."""
    return list(_tables(game))


def _tables(game: str) -> Iterator[str]:
    title = TITLES[game]
    for seed, players in enumerate((title.least, title.most, 3)):
        match, rng, seen = Match.new(game, players, seed), Random(seed), set()
        for number in range(600):
            kind = match.decision.kind
            if match.seat is None or kind not in seen or number % 150 == 0:
                seen.add(kind)
                yield render(match, match.seat if match.seat is not None else 0)
                yield render(match, None)
            if match.seat is None:
                break
            actions = match.legal_actions()
            wanted = [one for one in actions if str(one).startswith(("claim", "build", "sail", "keep"))]
            match.play(rng.choice(wanted if wanted and rng.random() < 0.7 else actions))


@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_of_a_table_has_a_meaning(game: str) -> None:
    used = {name for html in tables(game) for name in re.findall(r'<use href="#([\w-]+)"', html)}
    assert len(used) > 20
    assert used - set(meanings(game)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_thing_that_can_be_asked_about_has_a_meaning(game: str) -> None:
    asked = {key for html in tables(game) for keys in re.findall(r'data-what="([^"]*)"', html) for key in keys.split()}
    assert len(asked) > 15
    assert asked - set(meanings(game)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_played_can_be_asked_about_first(game: str) -> None:
    silent = {button for html in tables(game) for button in PRESSED.findall(html) if "data-what=" not in button}
    assert silent == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_meaning_leads_to_a_rule_that_is_there(game: str) -> None:
    assert len(meanings(game)) > 30
    for rule in meanings(game).values():
        page, _, anchor = rule.removeprefix("/rules/").partition("#")
        assert rules(page).count(f' id="{anchor}"') == 1, rule
    headings = re.findall(r'data-heading="([^"]*)"', rules(game))
    assert all(headings)
    assert 'id=""' not in rules(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_the_rules_has_an_anchor(game: str) -> None:
    assert re.findall(r"<h2(?! id=)[^>]*>", rules(game)) == []
    main = rules(game).partition('<dl class="signs">')[0]
    assert re.findall(r"<dt(?! id=)[^>]*>", main) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_meaning_is_longer_than_three_lines(game: str) -> None:
    for text in re.findall(r"<dd>(.*?)</dd></div>", rules(game).partition('<dl class="signs">')[2], re.DOTALL):
        assert len(unescape(TAG.sub("", text))) <= 125, text


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_read_holds_a_coordinate(game: str) -> None:
    for html in tables(game):
        read = [unescape(TAG.sub("\n", html))]
        read += [unescape(one) for one in re.findall(r'(?:aria-label|title|alt|data-now|data-why)="([^"]*)"', html)]
        for text in read:
            found = CODE.search(text)
            assert not found, text[max(0, found.start() - 80) : found.end() + 20]


TRADED = re.compile(r"turmeric|saffron|cardamom|cinnamon|\bcorn\b|\bmeat\b|tobacco|\bfur\b")


@pytest.mark.parametrize("game", GAMES)
def test_goods_are_called_by_their_colours(game: str) -> None:
    assert not any(TRADED.search(html) for html in tables(game))
    told = TRADED.findall(rules(game))
    assert len(told) == len(set(told)), told
    assert len(told) == (0 if game.startswith("east-west") else 4)
