"""Sentences: complete, in step with the sources, and true to their placeholders."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tomllib
from gettext import NullTranslations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from entrepot import Match, i18n
from entrepot.components import NewWorldBox, load
from entrepot.games import TITLES
from entrepot.web.tables.errors import STATUS
from tongues import script

ROOT = Path(__file__).parent.parent.parent
CATALOGUES = sorted((ROOT / "src" / "entrepot" / "i18n").glob("*/messages.po"))
TRANSLATED = [path for path in CATALOGUES if path.parent.name != "en"]
GLOSSARY = tomllib.loads((ROOT / "tests" / "data" / "glossary.toml").read_text("utf-8"))
VERBS = {
    ("it", "trade"): ["scambiare"],
    ("pl", "trade"): ["wymień", "wymiana"],
    ("nl", "trade"): ["ruilen"],
    ("fr", "trade"): ["commercial", "maritime"],
}
"""Rulebooks have another word for doing it."""
FILE = ROOT / "tests" / "data" / "new_world.toml"
BOX = load("new-world", FILE)
PLACEHOLDER = re.compile(r"\{(\w+)\}")
ONE_OF_MANY = re.compile(r"\b1 (settlers|points|cubes|times|steps|tiles)\b")


class Marked(NullTranslations):
    """A language that shows where each message begins and ends."""

    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{msgid1 if n == 1 else msgid2}]"


MARKED = i18n.Texts("en", Marked())


def one_message(sentence: str | None) -> bool:
    """Whether a sentence of `MARKED` comes from one message, whatever is set into it."""
    depths = list(itertools.accumulate((letter == "[") - (letter == "]") for letter in sentence or "["))
    return depths[-1] == 0 and 0 not in depths[:-1]


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name)


def test_catalogues_hold_every_message_of_the_sources() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "messages.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}: run scripts/messages.py"


def forms(message: Message) -> list[str]:
    """The translations of a message: one, or a form for each kind of number."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def sources(message: Message) -> list[str]:
    """The English of a message: one, or two for one and for many."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_translations_keep_their_placeholders(path: Path) -> None:
    for message in read(path):
        wanted = set(PLACEHOLDER.findall(" ".join(sources(message))))
        needed = set(PLACEHOLDER.findall(sources(message)[-1])) - ({"n"} if message.pluralizable else set())
        for text in filter(None, forms(message) if message.id else []):
            assert needed <= set(PLACEHOLDER.findall(text)) <= wanted, message.id
            assert re.findall(r"<[^>]*>", text) == re.findall(r"<[^>]*>", sources(message)[-1]), message.id
            text.format(**dict.fromkeys(wanted, ""))


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.parent.name)
def test_nothing_is_left_untranslated(path: Path) -> None:
    catalogue = read(path)
    assert not catalogue.fuzzy
    for message in catalogue:
        if message.id:
            assert not message.fuzzy, message.id
            assert len(forms(message)) == (catalogue.num_plurals if message.pluralizable else 1), message.id
            assert all(text.strip() for text in forms(message)), message.id


def stems(term: str) -> list[str]:
    """How the words of a term begin, whatever their endings."""
    words = re.findall(r"\w{3,}", term.partition("(")[0].casefold())
    return [word[: max(3, round(len(word) * 0.6))] for word in words]


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.parent.name)
def test_things_are_called_what_the_box_calls_them(path: Path) -> None:
    lang, catalogue = path.parent.name, list(read(path))
    for key, term in {**GLOSSARY["symbols"], **GLOSSARY["things"]}.items():
        called = [stems(name) for name in (term.get(lang), *VERBS.get((lang, key), ())) if name]
        pattern = re.compile(rf"\b{re.escape(term['en'])}(e?s)?\b", re.IGNORECASE)
        meant = [message for message in catalogue if message.id and pattern.search(sources(message)[0])]
        if not called or not meant:
            continue
        said = [" ".join(forms(message)).casefold().replace("\u00ad", "") for message in meant]
        right = [any(all(stem in text for stem in name) for name in called) for text in said]
        assert sum(right) >= 0.8 * len(right) or len(right) < 3, (
            key,
            [m.id for m, ok in zip(meant, right, strict=True) if not ok],
        )


def test_all_letters_of_all_languages_come_with_the_pages() -> None:
    module = script("letters")
    used = {
        letter
        for path in CATALOGUES
        for message in read(path)
        for text in forms(message)
        for letter in text
        if message.id
    }
    assert used - set(module.LETTERS) - {"\n", "\u00ad"} == set()
    fonts = [ROOT / "src" / "entrepot" / "web" / "static" / target for _, target, *_ in module.CUTS]
    assert sum(font.stat().st_size for font in fonts) <= 120_000


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", TITLES)
def test_whole_games_can_be_told_in_every_language(game: str, lang: str) -> None:
    words, rng, names = i18n.texts(lang), Random(5), ["Ida", "Bo", "Cleo"]
    match = Match.new(game, players=3, seed=12)
    for _ in range(150):
        if match.seat is None:
            break
        position = match.observe(match.seat).position
        said = [
            words.question(position, names),
            *(words.action(str(one), position, names) for one in match.legal_actions()),
        ]
        assert not [
            sentence
            for sentence in said
            if not sentence.rstrip("\u00a0»").endswith((".", "?", "”", ")")) or "{" in sentence
        ]
        match.play(rng.choice(match.legal_actions()))
    seen = match.observe(None).position
    for event in match.events():
        assert "{" not in (words.event(event.to_dict(), names, seen) or "")
    assert words.cubes("YYRGB").count(" ") >= 4
    assert words.either(["Ida", "Bo", "Cleo"]).count("Bo") == 1


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    words = i18n.texts("en")
    for code in [*STATUS, "nothing-done", "turn-over", "revealed", "not-yours"]:
        assert "did not work" not in words.reason(code)
    assert words.reason("never-heard") == "That did not work (never-heard)."


def test_cubes_and_cards() -> None:
    words = i18n.texts("en")
    assert words.cubes("GYYR") == "2 yellow, 1 red, 1 green"
    assert words.cubes("") == "nothing"
    assert words.card("YY>G") == "trade 2 yellow for 1 green"
    assert words.card("up3") == "upgrade up to 3 steps"
    assert words.card("YYR") == "gain 2 yellow, 1 red"
    assert words.card("GGBB=14") == "14 points for 2 green, 2 brown"


def test_cards_and_tiles_of_a_new_world() -> None:
    words = i18n.texts("en")
    assert words.card("YYB=5 native-help plains") == "5 points for 2 yellow, 1 brown, with native help at the plains"
    assert (
        words.card("RGB=1 tool river YR")
        == "1 point for 1 red, 1 green, 1 brown, with a tool: 1 yellow, 1 red at the river"
    )
    assert words.card("RGG=7 new-settlers 1") == "7 points for 1 red, 2 green, with 1 new settler"
    assert words.card("YRR=4 exploration") == "4 points for 1 yellow, 2 red, with an exploration"
    assert words.tile("tool=2") == "2 points for each Tool icon"
    assert words.tile("tool+exploration=3") == "3 points for each pair of Tool and Exploration"
    assert words.tile("tool+tool=3") == "3 points for every two Tool icons"
    assert words.tile("2 settlers=1") == "1 point for every 2 settlers that have left the reserve"
    assert words.tile("1 settlers=2") == "2 points for each settler that has left the reserve"
    assert words.tile("2 merchants=1") == "1 point for every 2 merchant cards"
    assert words.tile("flat=3") == "3 points"
    assert [words.find(tile) for tile in ("YYG", "1 settler", "2 settlers", "3 points", "icon exploration")] == [
        "2 yellow, 1 green",
        "1 settler",
        "2 settlers",
        "3 points",
        "an Exploration icon",
    ]


def test_every_card_and_tile_of_the_box_has_a_sentence() -> None:
    words = i18n.texts("en")
    box = Match.new("new-world", players=4, seed=0).components
    assert isinstance(box, NewWorldBox)
    for say, parts in ((words.card, box.cards), (words.tile, box.bonus), (words.find, box.exploration)):
        said = [say(part.text) for part in parts]
        assert all(sentence and "{" not in sentence for sentence in said)
        assert len(set(said)) == len({part.text for part in parts})


LAND = {"sent", "ousted", "tools", "bonus", "claimed", "drawn", "settled", "explored", "revealed", "rested"}
TOLD = {
    "new-world": LAND,
    "east-west-1": LAND | {"used", "kept", "replaced", "refreshed", "swapped", "routed"},
    "east-west-2": LAND | {"sailed", "toll", "price", "built", "returned"},
    "east-west-3": LAND | {"used", "refreshed", "sailed", "toll", "price", "built"},
}


def places_told(words: i18n.Texts, name: str, position: dict[str, Any], seat: int) -> None:
    """A location has a name, what it does is one message, and so is what keeps the seat away exactly where it is."""
    assert "{" not in words.place(name, position)
    assert one_message(MARKED.place(name, position))
    assert one_message(MARKED.does(name, position))
    assert one_message(MARKED.does(name, position, seat))
    obstacle = MARKED.obstacle(name, position, seat)
    assert bool(obstacle) == bool(position["costs"][name]["why"])
    assert not obstacle or one_message(obstacle)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("spice-road", {}),
        ("spice-road", {"empty_rest": True, "idle_trade": True}),
        ("new-world", {"board": "D1"}),
        ("new-world", {"board": "F1"}),
        ("east-west-1", {}),
        ("east-west-1", {"replace_occupied": False}),
        ("east-west-2", {}),
        ("east-west-3", {"sea": "random"}),
    ],
)
def test_every_action_event_and_question_of_whole_games_has_a_sentence(game: str, options: dict[str, Any]) -> None:
    words = i18n.texts("en")
    rng = Random(4)
    names = ["Ida", "Bo", "Cleo"]
    silent, told = set(), set()
    box = None if game == "spice-road" else load(game, FILE)
    match = Match.new(game, players=3, seed=11, options=options, components=box)
    for _ in range({"spice-road": 400, "new-world": 1500}.get(game, 600)):
        if match.seat is None:
            break
        position = match.observe(match.seat).position
        question = words.question(position, names)
        assert question.startswith(f"{names[match.seat]}: ")
        assert question.endswith((".", "?"))
        assert one_message(MARKED.question(position, names))
        assert one_message(MARKED.question(position, names, mine=True))
        watched = match.observe(rng.choice([None, 0, 1, 2])).position
        assert words.question(watched, names).endswith((".", "?"))
        if game.startswith("east-west") and match.decision.kind == "turn":
            for name in position["board"]:
                places_told(words, name, position, match.seat)
        for action in match.legal_actions():
            sentence = words.action(str(action), position, names)
            assert sentence.endswith((".", "?"))
            assert sentence[0].isupper() or sentence[0] == "×"
            assert "{" not in sentence
            assert one_message(MARKED.action(str(action), position, names))
            assert not ONE_OF_MANY.search(sentence)
        wanted = [action for action in match.legal_actions() if str(action).startswith(("claim", "build"))]
        match.play(rng.choice(wanted or match.legal_actions()))
    seen = match.observe(None).position
    for event in match.events():
        sentence = words.event(event.to_dict(), names, seen) or ""
        told.add(event.kind)
        if not sentence:
            silent.add(event.kind)
            continue
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert one_message(MARKED.event(event.to_dict(), names, seen))
        assert not ONE_OF_MANY.search(sentence)
    assert silent == {"action"}
    assert told >= TOLD.get(game, set())


ROW = ["YYB=5 native-help plains", "GGB=9 native-help river", "GGG=8 exploration", "YYG=3 new-settlers 2"]


def looked(seat: int, **changes: Any) -> dict[str, Any]:
    """What `seat` sees of a table of two where it is to decide, with a few things changed by hand."""
    seats = [{"storage": "YYYY", "home": 5}, {"storage": "YYYYRR", "home": 4}]
    base = {
        "game": "new-world",
        "players": 2,
        "options": {"board": "D1"},
        "seat": seat,
        "decision": {"kind": "turn"},
        "seats": seats,
        "points": {"row": ROW},
    }
    return dict(Match.from_position(base | changes, 3, BOX).observe(seat).position)


def explorer(seat: int) -> dict[str, Any]:
    """A seat at A1.1 that has just claimed an Exploration, with two tiles to choose from."""
    seats: list[dict[str, Any]] = [{"storage": "YYYY", "home": 6} for _ in range(2)]
    seats[seat]["claimed"] = ["RRR=5 exploration"]
    tiles = {"C1.1": {"tile": "RR"}, "C1.3": {"tile": "icon tool"}}
    return {"seats": seats, "locations": {"A1.1": {"seat": seat, "settlers": 1}} | tiles}


def test_a_location_says_what_working_there_means() -> None:
    words = i18n.texts("en")
    names = ["Ida", "Bo"]
    position = looked(1, locations={"B1.3": {"seat": 0, "settlers": 2}, "C1.4": {"seat": 0, "settlers": 1}})
    position["costs"]["B1.3"]["gift"] = "R"
    assert words.action("work B1.3", position, names) == (
        "Work at the plains on B1: send 3 settlers; 2 settlers of Ida go home; your tools bring 1 red; gain 4 yellow."
    )
    assert words.action("work C1.4", position, names) == (
        "Work at the plains on C1: send 2 settlers; 1 settler of Ida goes home; trade 3 yellow for 1 red, 1 green."
    )
    position["costs"]["C1.4"]["gift"] = "YY"
    assert words.action("work C1.4", position).endswith(
        "1 settler of seat 1 goes home; your tools bring 2 yellow; trade 3 yellow for 1 red, 1 green, up to 2 times."
    )
    assert words.action("work A1.4", position) == "Work in the forest on A1: send 1 settler; upgrade up to 2 steps."
    assert words.action("work A1.1", position) == "Work at the fort no. 1 on A1: send 1 settler; take a bonus tile."
    assert words.does("A1.1", position).startswith("claim 5 points for 2 yellow, 1 brown, with native help at the")
    assert words.action("rest", position) == "Rest: nothing changes, all your settlers are at home."
    out = {"A1.3": {"seat": 1, "settlers": 1}, "A1.4": {"seat": 1, "settlers": 2}}
    assert words.action("rest", looked(1, locations=out)) == "Rest: 3 settlers come home."
    hidden = looked(1, decision={"kind": "explore", "location": "A1.1", "bonus": False}, **explorer(1))
    assert words.question(hidden) == "Which exploration tile do you take? Its location is open from now on."
    assert words.action("explore C1.1", hidden) == "Explore the forest on C1 (gain 2 red): take 2 red."


def test_a_location_that_cannot_be_chosen_says_why() -> None:
    words = i18n.texts("en")
    standing = {"A1.3": {"seat": 1, "settlers": 1}, "B1.3": {"seat": 0, "settlers": 4}, "C1.1": {"tile": "RR"}}
    stacks = {"A1.1": ["tool=2"], "A1.2": [], "B1.1": ["flat=3"], "B1.2.1": ["exploration=2"], "B1.2.2": []}
    position = looked(1, locations=standing, stacks=stacks)
    assert words.obstacle("A1.3", position, 1) == "Your settlers stand here."
    assert words.obstacle("B1.3", position, 1) == "It needs 5 settlers, 4 at home."
    assert words.obstacle("B1.4", position, 1) == "Missing: 1 green."
    assert words.obstacle("C1.1", position, 1) == "An exploration tile lies here."
    assert words.obstacle("A1.2", position, 1) == "Missing: 2 green, 1 brown."
    assert words.obstacle("A1.5", position, 1) == ""
    for name, cost in position["costs"].items():
        assert bool(cost["why"]) == bool(words.obstacle(name, position, 1))


def test_a_fort_asks_for_what_can_be_done_there() -> None:
    words = i18n.texts("en")
    tiles = {"A1.1": ["tool=2"], "A1.2": [], "B1.1": ["flat=3"], "B1.2.1": ["exploration=2"], "B1.2.2": ["tool+tool=3"]}
    seats = [{"storage": "YYYYRR", "home": 4}, {"storage": "YYYY", "home": 7}]

    def visit(storage: str = "YYYYRG", **done: bool) -> dict[str, Any]:
        decision = {"kind": "fort", "location": "B1.2", "claimed": False, "bonus": False} | done
        seats[0]["storage"] = storage
        standing = {"B1.2": {"seat": 0, "settlers": 3}}
        return looked(0, seats=seats, decision=decision, locations=standing, stacks=tiles)

    both = visit()
    assert words.question(both) == "Take a bonus tile or claim the card; you may do both."
    assert words.action("claim 4", both) == "Claim 3 points for 2 yellow, 1 green, with 2 new settlers."
    assert words.action("bonus B1.2.2", both) == "Take the bonus tile: 3 points for every two Tool icons."
    assert words.question(visit("YY")) == "Which bonus tile do you take?"
    tiles["B1.1"], seats[0]["bonus"] = [], ["flat=3"]
    taken = visit(bonus=True)
    assert words.question(taken) == "Claim the card too?"
    assert words.action("stop", taken) == "Stop here: no card."
    seats[0]["claimed"] = ["RRR=5 new-settlers 1"]
    claimed = visit(claimed=True)
    assert words.question(claimed) == "Take a bonus tile too?"
    assert words.action("stop", claimed) == "Stop here: no bonus tile."


CARD = "YYB=5 native-help plains"
PRICED = "5 points for 2 yellow, 1 brown, with native help at the plains"


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("turn", {"round": 7}, "Round 7: Ida is to move."),
        ("sent", {"location": "A1.3", "settlers": 1}, "Ida sent 1 settler to work: the plains on A1 (gain 2 yellow)."),
        ("sent", {"location": "A1.3", "settlers": 2}, "Ida sent 2 settlers to work: the plains on A1 (gain 2 yellow)."),
        ("ousted", {"location": "A1.3", "settlers": 1, "by": 1}, "Bo sent 1 settler of Ida home."),
        ("ousted", {"location": "A1.3", "settlers": 3, "by": 1}, "Bo sent 3 settlers of Ida home."),
        ("tools", {"location": "A1.3", "cubes": "YR"}, "The tools of Ida brought 1 yellow, 1 red."),
        ("gained", {"cubes": "YY"}, "Ida gained 2 yellow."),
        ("traded", {"card": "YY>G", "times": 2, "paid": "YYYY", "gained": "GG"}, "Ida traded 4 yellow for 2 green."),
        ("upgraded", {"from": "R", "to": "G"}, "Ida upgraded red to green."),
        ("bonus", {"stack": "A1.1", "tile": "flat=3"}, "Ida took a bonus tile: 3 points."),
        ("claimed", {"card": CARD, "slot": 1, "paid": "YYB", "points": 5}, f"Ida claimed {PRICED}."),
        ("drawn", {"card": CARD}, f"A new card above the last fort: {PRICED}."),
        ("settled", {"settlers": 0}, "Ida has no settlers left in the reserve."),
        ("settled", {"settlers": 1}, "1 new settler joined Ida."),
        ("settled", {"settlers": 2}, "2 new settlers joined Ida."),
        (
            "explored",
            {"location": "C1.3", "tile": "icon tool"},
            "Ida explored and took a Tool icon. Open from now on: the mountain on C1 (gain 1 yellow, 1 green).",
        ),
        ("revealed", {"row": "deck", "card": CARD}, f"The next card of the deck: {PRICED}."),
        (
            "revealed",
            {"row": "stack", "stack": "B1.2.1", "tile": "tool=2"},
            "The fort no. 2 on B1: the next bonus tile is 2 points for each Tool icon.",
        ),
        ("rested", {"settlers": 0}, "Ida rested; all settlers were at home."),
        ("rested", {"settlers": 1}, "Ida rested: 1 settler came home."),
        ("rested", {"settlers": 6}, "Ida rested: 6 settlers came home."),
        ("returned", {"cube": "Y"}, "Ida returned 1 yellow."),
        ("ending", {}, "Ida has enough point cards: this is the last round."),
        ("over", {}, "The game is over."),
    ],
)
def test_events_of_a_new_world(kind: str, data: dict[str, Any], sentence: str) -> None:
    assert i18n.texts("en").event({"kind": kind, "seat": 0, **data}, ["Ida", "Bo"], looked(0)) == sentence


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        (None, "en"),
        ("", "en"),
        ("xx,yy;q=0.5", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("x;q=what,;;,", "en"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("eo,fr-CH;q=0.7", "fr"),
        ("nl", "nl"),
        ("it-IT", "it"),
    ],
)
def test_language_of_the_browser(header: str | None, wanted: str) -> None:
    assert i18n.best_language(header) == wanted


def test_an_unknown_language_falls_back() -> None:
    assert i18n.texts("zz").lang == "en"
    assert (
        i18n.languages().items()
        >= {
            "en": "English",
            "fr": "Français",
            "it": "Italiano",
            "nl": "Nederlands",
            "pl": "Polski",
        }.items()
    )
