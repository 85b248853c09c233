"""Puzzles: the list of them, and one of them played. No table keeps them: what was done comes along with every step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from ..bots.puzzles import Puzzle, puzzle, puzzle_of, puzzles
from ..core.actions import Action
from ..core.errors import IllegalAction, InvalidNotation
from ..games import TITLES
from ..match import Match
from .asking import Form, Lang, Name, entered, here_of, in_all_languages, kept_as, wants_data, wants_part
from .pages import present
from .pages.templates import Templates
from .quota import Quota
from .tables.errors import Refusal
from .tables.model import Hint, Puzzled, SeatInfo, TableView
from .tables.tables import BOT_NAMES

_SOLVED = "solved"
"""The cookie that keeps which ones somebody has solved: by game, their numbers."""
_MOST_DONE = 60
_ROUNDS = 3


@lru_cache(maxsize=128)
def _begun(one: Puzzle) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """A puzzle at its beginning: the position, the events of the last rounds before it, and the number of the first."""
    match = one.match()
    events = [event.to_dict() for event in match.events()]
    rounds = [place for place, event in enumerate(events) if event["kind"] == "turn"]
    since = next(place for place in rounds if events[place]["round"] > match.round - _ROUNDS)
    return match.position(), events[since:], since


class _Play:
    """A puzzle with some things done in it."""

    def __init__(self, one: Puzzle, did: list[str]) -> None:
        """Refuses `bad-request` where that cannot have been done."""
        self.puzzle = one
        position, self._before, self._since = _begun(one)
        self.match = Match.from_position(position)
        self._turn = self.match.turns
        self.did: list[str] = []
        try:
            self.act(did)
        except Refusal:
            raise Refusal("bad-request", reason="that cannot have been done before") from None

    @property
    def done(self) -> bool:
        """Whether the turn is over."""
        return self.match.is_over or self.match.turns != self._turn or self.match.seat != self.puzzle.seat

    def act(self, texts: list[str]) -> None:
        """Carry out actions in order. Refuses `bad-request`, `over`, `illegal`."""
        if len(self.did) + len(texts) > _MOST_DONE:
            raise Refusal("bad-request", reason="no turn has as many actions")
        if self.done:
            raise Refusal("over")
        for text in texts:
            try:
                action = Action.parse(text)
                if self.done:
                    raise IllegalAction("{action} is not legal: the turn has ended", action=action)
                self.match.play(action)
            except IllegalAction as error:
                raise Refusal("illegal", reason=str(error)) from None
            except InvalidNotation as error:
                raise Refusal("bad-request", reason=str(error)) from None
            self.did.append(text)

    def view(self, lang: str, name: str, *, shown: bool, hint: bool = False, notice: Any = None) -> TableView:
        """The puzzle through the eyes of whoever is to solve it."""
        match, one, seat = self.match, self.puzzle, self.puzzle.seat
        seen, done = match.observe(seat), self.done
        outcome = "" if not done else "solved" if one.solved(match) else "missed"
        own = [event.to_dict() for event in match.events()]
        following = puzzles(one.game)[one.number % len(puzzles(one.game))].name
        names = iter(BOT_NAMES)
        seats = [
            SeatInfo(number, "human", name, None, True, False, True, None, False)
            if number == seat
            else SeatInfo(number, "bot", next(names), "sharp", False, False, True, None, False)
            for number in range(one.players)
        ]
        begins = not self.did and not done
        return TableView(
            id="",
            game=one.game,
            version=len(self.did),
            lang=lang,
            seats=seats,
            viewer=seat,
            hand_over=None,
            observation=seen.position,
            legal=[] if done else [str(action) for action in seen.legal_actions],
            events=[*self._before, *own[1:]],
            events_from=self._since,
            fresh_from=len(self._before),
            can_undo=not done and bool(self.did) and bool(match.can_undo),
            undo_reason=match.can_undo.reason,
            result=match.result.to_dict() if match.result is not None else None,
            notice=notice,
            waiting=[],
            spectator=False,
            owner=False,
            ended_early=False,
            wish=None,
            refused=[],
            may_end=False,
            next_table=None,
            created="",
            box=match.components,
            components=match.components.hash,
            hint=Hint(one.why) if hint and begins else None,
            may_hint=begins,
            hintless=True,
            puzzle=Puzzled(
                one.name, one.number, one.turns, tuple(self.did), outcome, shown or hint, following, one.won, one.other,
                one.worlds == 1, one.why if done else None,
            ),
        )  # fmt: skip


def add_puzzles(app: FastAPI, env: Templates, quota: Quota) -> None:
    """Add the routes."""

    def found(name: str) -> Puzzle:
        one = puzzle(name)
        if one is None:
            raise Refusal("not-found")
        return one

    def told(request: Request, view: TableView, status: int = 200) -> Response:
        if wants_data(request):
            response: Response = JSONResponse(view.to_dict(), status)
        else:
            text = present.render_table(env, view, partial=wants_part(request), here=here_of(request))
            response = HTMLResponse(text, status)
        one = view.puzzle
        if one and one.outcome == "solved" and not one.shown and status == 200:
            response.set_cookie(_SOLVED, _written({*solved(request), one.name}), **kept_as(request))
        return response

    def stepped(
        request: Request, one: Puzzle, form: Any, lang: str, name: str, step: Callable[[_Play], _Play], *, hint: bool
    ) -> Response:
        """A puzzle after a step from where it was; where that is refused a page shows where it is, and says why."""
        shown = hint or bool(entered(form, "shown"))
        before = [text for text in entered(form, "did").split("; ") if text]
        play = None
        with quota.spent(request, "move"):
            try:
                play = _Play(one, before)
                return told(request, step(play).view(lang, name, shown=shown, hint=hint))
            except Refusal as refusal:
                if wants_data(request):
                    raise
                here = _Play(one, before if play else [])
                notice = None if refusal.code == "over" else {"code": refusal.code, **refusal.params}
                return told(request, here.view(lang, name, shown=shown, notice=notice), refusal.status)

    @app.get("/puzzles")
    def all_puzzles(request: Request, lang: Lang) -> Response:
        """All puzzles, and the one of today. A page, or with `Accept: application/json` its data."""
        if wants_data(request):
            every = [one for game in TITLES for one in puzzles(game)]
            data = [
                {"name": one.name, "game": one.game, "players": one.players, "turns": one.turns, "grade": one.grade}
                for one in every
            ]
            return JSONResponse({"today": today().name, "puzzles": data})
        here, done = here_of(request), solved(request)
        text = present.render_puzzles(env, lang=lang, today=today(), solved=done, here=here)
        return in_all_languages(request, HTMLResponse(text))

    @app.get("/puzzles/{name}")
    def one_puzzle(request: Request, name: str, lang: Lang, me: Name, answer: str = "") -> Response:
        """A puzzle at its beginning, or with `answer` the answer shown. A page, or with `Accept: application/json` its
        data, as that of a table."""
        return told(request, _Play(found(name), []).view(lang, me, shown=bool(answer), hint=bool(answer)))

    @app.post("/puzzles/{name}/act")
    def act(request: Request, name: str, form: Form, lang: Lang, me: Name) -> Response:
        """Play. Form fields: `did`, the texts of what was done before, joined by `; `, and `action` as at a table."""
        texts = [value for value in form.getlist("action") if isinstance(value, str)]

        def step(play: _Play) -> _Play:
            if not texts:
                raise Refusal("bad-request", reason="an action is needed")
            play.act(texts)
            return play

        return stepped(request, found(name), form, lang, me, step, hint=False)

    @app.post("/puzzles/{name}/undo", include_in_schema=False)
    def undo(request: Request, name: str, form: Form, lang: Lang, me: Name) -> Response:
        def step(play: _Play) -> _Play:
            if play.done or not play.match.can_undo or not play.did:
                raise Refusal("cannot-undo", reason=play.match.can_undo.reason or "nothing-done")
            return _Play(play.puzzle, play.did[:-1])

        return stepped(request, found(name), form, lang, me, step, hint=False)

    @app.post("/puzzles/{name}/hint", include_in_schema=False)
    def hint(request: Request, name: str, form: Form, lang: Lang, me: Name) -> Response:
        wanted = entered(form, "number", "1") != "0"
        return stepped(request, found(name), form, lang, me, lambda play: play, hint=wanted)


def today() -> Puzzle:
    """The puzzle of this day, by UTC."""
    return puzzle_of(datetime.now(UTC).date())


def solved(request: Request) -> frozenset[str]:
    """Names of the puzzles that were solved on this device."""
    found = set()
    for part in request.cookies.get(_SOLVED, "").split("~"):
        game, *numbers = part.split(".")
        if game in TITLES:
            found |= {f"{game}-{number}" for number in numbers if puzzle(f"{game}-{number}")}
    return frozenset(found)


def _written(names: set[str]) -> str:
    kept = []
    for game in TITLES:
        numbers = sorted(int(one.rpartition("-")[2]) for one in names if one.rpartition("-")[0] == game)
        if numbers:
            kept.append(".".join([game, *map(str, numbers)]))
    return "~".join(kept)


def forget_solved(request: Request, response: Response) -> Response:
    """Forget on this device which ones were solved."""
    response.delete_cookie(_SOLVED, path=kept_as(request)["path"], samesite="lax")
    return response
