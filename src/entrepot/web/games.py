"""Somebody's own games: what came of them, taking them along, having them forgotten."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from .. import i18n
from ..games import TITLES
from .asking import Form, Lang, Name, Who, entered, led, remember, wants_data, whole
from .pages import present
from .pages.mine import Numbers, Picked
from .pages.templates import Templates
from .puzzles import forget_solved
from .quota import Quota
from .tables.history import History
from .tables.model import Wanted
from .tables.store import known_id

_PART = 64 * 1024


def add_games(app: FastAPI, history: History, env: Templates, quota: Quota, root: str) -> None:
    """Add the routes. `root`: the path below which a proxy shows the server."""
    path = f"{root}/mine"

    @app.get("/mine")
    def games(
        request: Request,
        who: Who,
        lang: Lang,
        name: Name,
        game: str = "",
        players: str = "",
        state: str = "",
        against: str = "",
        page: str = "",
        of: str = "",
        forgotten: str = "",
    ) -> Response:
        """One's own games, twenty a `page`: of a `game`, with so many `players`, by `state` (`running`, `finished`),
        `against` whom (`people`, the name of a bot, `mixed`); and what came of all of them, with the points of those
        `of` a game. A page, or with `Accept: application/json` its data."""
        wanted = Wanted(
            game if game in TITLES else "",
            whole(players) or 0,
            state if state in ("running", "finished") else "",
            against if known_id(against) else "",
        )
        shelf = history.games(who, wanted, whole(page) or 0)
        tallies = history.tallies(who)
        numbers = Numbers(tallies, of, i18n.texts(lang))
        scored = history.scored(who, numbers.game) if numbers.game else []
        rated = history.ratings(who)
        if wants_data(request):
            data = {"tallies": [asdict(one) for one in tallies], "points": [asdict(one) for one in scored]}
            return JSONResponse({**asdict(shelf), **data, "rated": rated and [asdict(one) for one in rated]})
        numbers.scored = scored
        picked = Picked(shelf, wanted, of, path)
        return HTMLResponse(
            present.render_games(
                env, lang=lang, picked=picked, numbers=numbers, rated=rated, name=name, forgotten=bool(forgotten)
            )
        )

    @app.get("/mine/records")
    def records(request: Request, who: Who) -> Response:
        """The records of all one's finished games, in one file."""
        headers = {
            "Content-Disposition": 'attachment; filename="entrepot-games.zip"',
            "Content-Encoding": "identity",  # it is compressed already
        }
        if request.state.head:
            return Response(media_type="application/zip", headers=headers)
        with quota.spent(request, "export"):
            files = history.records(who)
        return StreamingResponse(zipped(files), media_type="application/zip", headers=headers)

    @app.post("/mine/rating", include_in_schema=False)
    def rating(request: Request, form: Form, who: Who) -> Response:
        with quota.spent(request, "wish"):
            history.rate(who, on=entered(form, "on") == "1")
        return led(request, f"{path}#rating")

    @app.get("/mine/forget", include_in_schema=False)
    def forgetting(who: Who, lang: Lang) -> Response:
        return HTMLResponse(present.render_forget(env, lang=lang, holdings=history.holdings(who)))

    @app.post("/mine/forget", include_in_schema=False)
    def forget(request: Request, who: Who) -> Response:
        with quota.spent(request, "wish"):
            history.forget(who)
        return forget_solved(request, remember(request, led(request, f"{path}?forgotten=1"), ""))


def zipped(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """A zip archive of texts by their names, in parts, so that no more than one of them is held at a time."""
    out = _Parts()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(name, text)
            if out.size >= _PART:
                yield out.taken()
    yield out.taken()


class _Parts(io.RawIOBase):
    """What is written to it can be taken away; nobody can go back in it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._parts.append(bytes(data))
        self.size += len(data)
        return len(data)

    def taken(self) -> bytes:
        """All that was written since."""
        parts, self._parts, self.size = self._parts, [], 0
        return b"".join(parts)
