"""Renders the pages from plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from ...bots import names as bot_names
from ...bots.puzzles import Puzzle
from ...components import load
from ...components.east_west import SYMBOLS
from ...games import TITLES, written
from ...i18n import Texts, languages, texts, with_country
from ...match.moments import TRUTH
from ..tables.model import AWAY, LOGGED, Holdings, Listed, Past, Rated, TableSummary, TableView
from .board import Act, Table
from .components import GAMES, KEY, Sheet, Verdict, printed
from .east_west import EastWestTable
from .levels import USUAL, ladder, levels
from .mine import Numbers, Picked, opponents, rated_rows
from .new_world import NewWorldTable
from .puzzle import Offered, grades, shelves
from .replay import Looking, eyes_of, moment_view, won
from .sea import Grid, SeaTable
from .shell import STATIC, static_path
from .spice_road import Card, SpiceRoadTable
from .study import Study
from .templates import Templates
from .titles import catalogue, game_name, offered, shown_name

_SEATS = 5
_TABLES: dict[str, type[Table]] = {
    "spice-road": SpiceRoadTable,
    "new-world": NewWorldTable,
    "east-west-1": EastWestTable,
    "east-west-2": SeaTable,
    "east-west-3": SeaTable,
}


@lru_cache(maxsize=4)
def environment(root: str = "") -> Templates:
    """The templates, compiled. `root`: the path below which a proxy shows the server."""

    def static(name: str) -> str:
        """The address of a static file."""
        if not (STATIC / name).is_file():
            raise FileNotFoundError(name)
        return f"{root}{static_path()}/{name}"

    def sheets(*names: str) -> Markup:
        """Links to style sheets; later ones go before earlier ones."""
        return Markup("\n").join(
            Markup('<link rel="stylesheet" href="{}">').format(static(f"{name}.css")) for name in names
        )

    return Templates({"root": root, "static": static, "sheets": sheets, "portable": False})


class Preview(NamedTuple):
    """What a chat or a network shows of a link.

    Attributes:
        here: where its readers find the server, as `http://host:port`.
        path: of the page; empty where its address is a secret.
        picture: the name of a static file.
        shown: what is to be seen in the picture.
        locale: language and country; `others`: those of the other languages.
    """

    here: str
    path: str
    title: str
    text: str
    picture: str
    shown: str
    locale: str
    others: tuple[str, ...]


def _preview(here: str, words: Texts, title: str, text: str, *, game: str = "", path: str = "") -> Preview:
    return Preview(
        here=here,
        path=path,
        title=title,
        text=text,
        picture=f"preview-{game or 'start'}.png",
        shown=words._("A table of {game}", game=game_name(game, words)) if game else words._("Ships in a harbour"),
        locale=with_country(words.lang),
        others=tuple(with_country(lang) for lang in languages() if lang != words.lang),
    )


FIRST: Mapping[str, str] = {"seat1": "me", "seat2": "bot"}
"""How the form of the first page is filled in at first."""


class _Ruling(NamedTuple):
    """An option on the first page: the games that have it, and its values as they are sent, the default first."""

    games: str
    texts: list[str]


def render_start(
    env: Templates,
    *,
    lang: str,
    tables: Sequence[TableSummary],
    form: Mapping[str, str] | None,
    notice: Mapping[str, Any] | None,
    here: str = "",
    today: Puzzle | None = None,
    solved: Iterable[str] = (),
) -> str:
    """The first page: a new game, and one's games; the puzzle of `today`, and names of those that were `solved`.

    `form` is how the form is filled in: with what was sent, when it is shown again with a notice; `here` is where the
    reader finds the server, as `http://host:port`.
    """
    words = texts(lang)
    sent = dict(form or FIRST)
    entries = [_entry(table, words) for table in tables]
    finished = [entry for entry in entries if entry.table.result]
    chosen = sent.get("game", "")
    rulings: dict[str, _Ruling] = {}
    for known in TITLES.values():
        for key, values in known.options.items():
            shared = rulings.get(key)
            rulings[key] = _Ruling(f"{shared.games} {known.name}" if shared else known.name, list(map(written, values)))
    changed = [key for key, ruling in rulings.items() if sent.get(key, "") not in ("", ruling.texts[0])]
    chairs = [
        {
            "n": n,
            "kind": sent.get(f"seat{n}") or "none",
            "level": sent.get(f"level{n}") or USUAL,
            "name": sent.get(f"name{n}", ""),
            "games": " ".join(known.name for known in TITLES.values() if known.most >= n) if n > 2 else "",
        }
        for n in range(1, _SEATS + 1)
    ]
    return env.render(
        "start.html",
        words,
        games=catalogue(words),
        chosen=chosen if chosen in TITLES else next(iter(TITLES)),
        rulings=rulings,
        away=AWAY,
        opened=bool(changed or sent.get("draw_start") or sent.get("hints")),
        reconstructed=load("new-world").reconstructed,
        problems=[words.error(problem) for problem in notice.get("problems", ())] if notice else [],
        chairs=chairs,
        puzzle=Offered.of(today, words, solved) if today else None,
        levels=levels(words),
        sent=sent,
        running=[entry for entry in entries if not entry.table.result],
        finished=finished,
        waiting=sum(entry.table.your_turn for entry in entries),
        preview=_preview(
            here,
            words,
            words._("Five trading games at one harbour"),
            words._("Alone against good bots, around one screen, or far apart."),
            path="/",
        ),
        notice=words._("Give exactly one seat to yourself, and fill at least two seats.")
        if notice and notice["code"] == "bad-request"
        else _notice(words, notice),
    )


@dataclass(frozen=True, slots=True)
class _Entry:
    """A game in the list of somebody's games.

    Attributes:
        state: in a few words how it stands.
        company: the others, joined; empty where nobody else has come yet.
        sentence: all of it at once, which is what the link is called.
    """

    table: TableSummary
    name: str
    state: str
    company: str
    sentence: str
    place: int


def _entry(table: TableSummary, words: Texts) -> _Entry:
    names = [shown_name(seat, words) for seat in table.seats]
    mine = [seat.index for seat in table.seats if seat.mine]
    others = [names[seat.index] for seat in table.seats if seat.taken and (len(mine) > 1 or not seat.mine)]
    name, company, place = game_name(table.game, words), words.either(others), 0
    if table.result is not None:
        ranking, points = table.result["ranking"], table.result["points"]
        place = ranking.index(mine[0]) + 1 if len(mine) == 1 else 0
        best, n = ranking[0], points[ranking[0]]
        if place == 1:
            state = words.ngettext("you won with {n} point", "you won with {n} points", n)
        elif place:
            state = words._("place {place} of {n}", place=place, n=len(ranking))
        else:
            state = words.ngettext("{name} won with {n} point", "{name} won with {n} points", n, name=names[best])
    elif table.waiting:
        state = words._("waiting for a friend")
    elif len(mine) == 1 and table.your_turn:
        state = words._("your turn")
    else:
        state = words._("{name} is to move", name=names[table.to_move or 0])
    # Translators: one line of a list of games; state is for instance "your turn", or "Bo is to move".
    whole = words._("{game} with {names}, {state}", game=name, names=company, state=state)
    alone = words._("{game}, {state}", game=name, state=state)
    return _Entry(table, name, state, company, whole if company else alone, place)


@dataclass(frozen=True, slots=True)
class _Line:
    """A game on a page of somebody's games.

    Attributes:
        state: in a few words how it stands, or what came of it.
        points: of the reader; None where there are none, or those of several seats.
        day: on which it ended; empty while it runs.
        sentence: all of it at once.
    """

    entry: _Entry
    state: str
    points: int | None
    day: str
    over: bool
    counted: bool
    sentence: str


def _line(listed: Listed, words: Texts) -> _Line:
    table, entry = listed.table, _entry(listed.table, words)
    mine = [seat.index for seat in table.seats if seat.mine]
    result, day = table.result, words.day(listed.ended) if listed.ended else ""
    points = result["points"][mine[0]] if result and len(mine) == 1 else None
    state = words._("won") if entry.place == 1 else entry.state
    sentence = entry.sentence
    if points is not None and entry.place > 1:
        sentence = words.ngettext("{sentence}, {n} point", "{sentence}, {n} points", points, sentence=sentence)
    if day:
        # Translators: one line of a list of games; sentence is for instance "Spice Road with Bo, place 2 of 3".
        sentence = words._("{sentence}, {day}", sentence=sentence, day=day)
    return _Line(entry, state, points, day, result is not None, listed.counted, sentence)


def render_games(
    env: Templates,
    *,
    lang: str,
    picked: Picked,
    numbers: Numbers,
    rated: Sequence[Rated] | None,
    name: str = "",
    forgotten: bool = False,
) -> str:
    """Somebody's own games. `rated` is None where they did not ask to be; `forgotten` when some were just forgotten."""
    words = texts(lang)
    levels = dict.fromkeys(level for game in TITLES for level in bot_names(game))
    of = picked.of or numbers.game or next(iter(TITLES))
    return env.render(
        "games.html",
        words,
        picked=picked,
        lines=[_line(one, words) for one in picked.shelf.games],
        numbers=numbers,
        of=of,
        of_name=game_name(of, words),
        ladder=ladder(of, words),
        rated=None if rated is None else rated_rows(rated, words),
        name=name,
        forgotten=forgotten,
        games=[(game, game_name(game, words)) for game in TITLES],
        players=[(n, str(n)) for n in range(2, _SEATS + 1)],
        states=[("running", words._("running")), ("finished", words._("finished"))],
        company=[(one, opponents(one, words)) for one in ("people", *levels, "mixed")],
        preview=None,
    )


def render_puzzles(env: Templates, *, lang: str, today: Puzzle, solved: Iterable[str], here: str = "") -> str:
    """All puzzles, and the one of today. `solved`: names of those that the reader has solved."""
    words = texts(lang)
    title, text = words._("Puzzles"), words._("Positions from games of bots in which one choice is better by far.")
    return env.render(
        "puzzles.html",
        words,
        today=Offered.of(today, words, solved),
        today_game=game_name(today.game, words),
        today_players=today.players,
        grades=grades(words),
        shelves=shelves(words, solved),
        preview=_preview(here, words, title, text, path="/puzzles"),
    )


def render_forget(env: Templates, *, lang: str, holdings: Holdings) -> str:
    """The page that says what forgetting one's games does, and asks whether it is meant."""
    return env.render("forget.html", texts(lang), holdings=holdings, preview=None)


def _notice(words: Texts, notice: Mapping[str, Any] | None) -> str:
    if not notice:
        return ""
    params = {key: value for key, value in notice.items() if key != "code"}
    if notice["code"] == "cannot-undo" and params.get("reason"):
        return words.reason(str(params["reason"]))
    return words.reason(str(notice["code"]), **params)


def render_table(
    env: Templates, view: TableView, *, partial: bool, beat: float = 10.0, here: str = "", elsewhere: str = ""
) -> str:
    """A table; only the inside that changes when `partial`.

    Args:
        beat: seconds between two signs of life of the server.
        here: where the reader finds the server, as `http://host:port`.
        elsewhere: where other devices find it, if that is another address.
    """
    words = texts(view.lang)
    table = _TABLES[view.game](view, words)
    offer = offered(view.game, words)
    name, line = (table.puzzle.title, table.puzzle.task) if table.puzzle else (offer.name, offer.line)
    return env.render(
        table.INSIDE if partial else "table.html",
        words,
        table=table,
        view=view,
        notice=_notice(words, view.notice),
        game=offer.name,
        preview=None if partial else _preview(here, words, name, line, game=view.game, path=view.path),
        beat=beat,
        here=here,
        elsewhere=elsewhere,
    )


def render_moment(
    env: Templates, past: Past, *, lang: str, at: int, eyes: str, partial: bool, path: str | None, here: str = ""
) -> str:
    """A moment of a game to look back on; only the inside that changes when `partial`.

    Args:
        eyes: through whose eyes, as the address says it.
        path: of the page; None for one without a server, which brings all moments along.
        here: where the reader finds the server, as `http://host:port`.
    """
    words = texts(lang)
    looked = eyes_of(past, eyes)
    view = moment_view(past, at, looked, lang)

    def table_at(moment: int) -> Table:
        return _TABLES[past.game](moment_view(past, moment, TRUTH, lang), words)

    study = Study(past, words, table_at)
    offer, looking, result = offered(past.game, words), Looking(past, at, looked, words, path, study), won(past, words)
    company = words.either(looking.names)
    return env.render(
        "replay-inside.html" if partial else "replay.html" if path is not None else "replay-file.html",
        words,
        table=_TABLES[past.game](view, words),
        view=view,
        looking=looking,
        partial=partial,
        won=result,
        notice="",
        game=offer.name,
        preview=_preview(here, words, offer.name, f"{company} · {result}" if result else company, game=past.game)
        if (past.id or past.kept) and not partial
        else None,
        beat=0,
        here="",
        elsewhere="",
    )


def moment_data(past: Past, at: int, eyes: str, lang: str) -> dict[str, Any]:
    """The data of a moment, as those of a table."""
    return {**moment_view(past, at, eyes_of(past, eyes), lang).to_dict(), "last": past.course.last}


def render_opening(env: Templates, *, lang: str, problem: str = "", code: str = "") -> str:
    """The page on which a record is opened. `problem` says why one could not be, `code` of what kind that is."""
    words = texts(lang)
    return env.render("opening.html", words, problem=problem, refused=words.reason(code) if code else "", preview=None)


def render_log(env: Templates, view: TableView, rounds: range) -> str:
    """Some rounds of a game, the newest first. `rounds`: those of which the view has the events."""
    words, last = texts(view.lang), int(view.observation["round"])
    return env.render(
        "log.html",
        words,
        table=_TABLES[view.game](view, words),
        view=view,
        earlier=rounds[0] - 1,
        later=min(rounds[-1] + LOGGED, last) if rounds[-1] < last else 0,
        game=game_name(view.game, words),
    )


def render_join(
    env: Templates,
    *,
    lang: str,
    view: TableView,
    seat: int,
    token: str,
    name: str = "",
    notice: Mapping[str, Any] | None = None,
    here: str = "",
) -> str:
    """The page of an invitation, perhaps with why it could not be taken. `name` is how the reader calls themself."""
    words = texts(lang)
    names = [shown_name(info, words) for info in view.seats]
    game, host = game_name(view.game, words), next((info.name for info in view.seats if info.host), "")
    sitting = [names[info.index] for info in view.seats if info.taken]
    free = len(view.seats) - len(sitting)
    invitation = (
        words._("{name} invites you to a game of {game}.", name=host, game=game)
        if host
        else words._("You are invited to a game of {game}.", game=game)
    )
    company = words.ngettext(
        "At the table: {names}. {n} seat is free.",
        "At the table: {names}. {n} seats are free.",
        free,
        names=words.either(sitting),
    )
    return env.render(
        "join.html",
        words,
        game=game,
        invitation=invitation,
        preview=_preview(here, words, invitation.removesuffix("."), company, game=view.game),
        rules=view.game,
        seat=seat,
        token=token,
        name=name,
        notice=_notice(words, notice),
        others=[(info.index, names[info.index]) for info in view.seats if info.taken and info.index != seat],
    )


def render_rules(env: Templates, *, lang: str, game: str, here: str = "") -> str:
    """The rules of a game in our own words. `here`: where the reader finds the server, as `http://host:port`."""
    words = texts(lang)
    offer = offered(game, words)
    return env.render(
        f"rules-{game}.html",
        words,
        game=offer.name,
        preview=_preview(here, words, offer.learn, offer.line, game=game, path=f"/rules/{game}"),
        id=game,
        grid=Grid(SYMBOLS, (2, 1, 1, 0), (1, 2, 3), emptied=0, lacking=SYMBOLS[-1:], open=True),
        card=Card.parse,
        act=Act.parse,
    )


def render_message(
    env: Templates,
    *,
    lang: str,
    code: str,
    status: int,
    params: Mapping[str, Any],
    here: str = "",
    table: str = "",
) -> str:
    """A page that says one thing, mostly why something did not work, and how to go on.

    Args:
        here: the address that may be tried again.
        table: the id of the table that it is about.
    """
    words = texts(lang)
    return env.render(
        "message.html",
        words,
        sentence=_notice(words, {**params, "code": code}),
        code=code,
        status=status,
        here=here,
        table=table,
        games=catalogue(words),
    )


def render_offline(env: Templates, lang: str) -> str:
    """The page that a browser shows when there is no answer."""
    return env.render("offline.html", texts(lang))


def render_box(env: Templates, *, lang: str, sheet: Sheet, verdict: Verdict, code: str, added: str = "") -> str:
    """The page on which a box is entered. `code` says why it is shown again, `added` to which part something came."""
    words = texts(lang)
    return env.render(
        "box.html",
        words,
        game=game_name(sheet.game, words),
        games=[(game, game_name(game, words)) for game in GAMES],
        sheet=sheet,
        checked=verdict,
        added=added.replace(".", "-"),
        untouched=sheet.text() == printed(sheet.game).text(),
        others=any(f"face.{face}" == added or verdict.within([f"face-{face}"]) for face in sheet.sides[1]),
        refused=words.reason(code) if code else "",
    )


def render_checked(
    env: Templates, *, lang: str, sheet: Sheet, verdict: Verdict, changed: str, marked: Sequence[str]
) -> str:
    """What a check changes on that page: the drawing of what was `changed`, and the notes at all places that have
    problems, or had some (`marked`)."""
    places = dict.fromkeys([*(problem.key for problem in verdict.problems), *marked])
    return env.render(
        "box-checked.html",
        texts(lang),
        part=changed.partition("-")[0],
        sheet=sheet,
        entry=sheet.entry(changed),
        checked=verdict,
        marked=marked,
        places=[key for key in places if KEY.fullmatch(key)],
    )
