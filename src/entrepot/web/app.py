"""The web application: routes, who you are, and refusals in the form the caller asked for."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import socket
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from ipaddress import ip_address
from secrets import token_urlsafe
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import platformdirs
import uvicorn
from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.engine import URL
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import i18n
from .._version import __version__
from ..bots.advice import Advice
from ..components.text import because
from ..core.errors import EntrepotError, InvalidComponents, InvalidOptions, Reason, quoted
from ..games import TITLES, Options, Title
from .asking import (
    LANG,
    BoxForm,
    Form,
    Lang,
    Name,
    Who,
    admitted,
    entered,
    here_of,
    in_all_languages,
    kept_as,
    language_of,
    led,
    remember,
    wants_data,
    wants_part,
    whole,
)
from .connections import Connection
from .games import add_games
from .metrics import Metrics
from .pages import components, present, shell
from .pages.components import Problem, Sheet, Verdict
from .pages.levels import USUAL
from .pages.study import study_data
from .proxies import Proxies, checked_addresses, checked_root
from .puzzles import add_puzzles, solved, today
from .quota import Quota, address_of
from .tables.analyst import Analyst
from .tables.errors import STATUS, DatabaseUnavailable, Refusal
from .tables.history import History
from .tables.model import Hint, Past, Studied
from .tables.players import BotPlayers
from .tables.pushes import Pushes
from .tables.store import Store
from .tables.studies import Studies
from .tables.tables import UNREADABLE, Chair, Tables
from .tables.workers import Question, Workers, WorkersBusy, WorkersClosed

_OLD_COOKIE = "entrepot"
_PAGES = ("unknown-table", "outdated", "internal", "storage", "too-many-requests")
"""Refusals at a table that have a page of their own: the table itself could not be shown."""
_MOST_BYTES = 64 * 1024
_STREAMED = 20
_HEALTHY = 5.0
_PORT = 8080
_LOOPBACK = re.compile(r"(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(:|$)")
_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PLAIN = {"X-Content-Type-Options": "nosniff"}
_HEADERS = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "same-origin", **_PLAIN}
_SHELL = ("/sw.js", "/manifest.webmanifest", "/offline")
"""What a browser asks for by itself, and keeps: it is the same for everybody."""


def _default_database() -> URL:
    try:
        folder = platformdirs.user_data_path("entrepot", ensure_exists=True)
    except RuntimeError:
        raise DatabaseUnavailable(
            "there is no home folder to keep games in: set HOME, or name a database with --database"
        ) from None
    except OSError as error:
        raise DatabaseUnavailable(
            "cannot use the data folder {filename}: {reason}; --database names another place",
            filename=error.filename,
            reason=because(error),
        ) from None
    return URL.create("sqlite", database=str(folder / "entrepot.sqlite3"))


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    Attributes:
        database: an SQLAlchemy URL; by default an SQLite file in the user's data folder.
        pace: seconds between two actions of bots.
        budget: seconds a bot may think about one decision.
        workers: processes in which bots think; of several, one is kept for those that do not think long.
        rescue: seconds after which a bot that has not moved is taken on, whichever process it belongs to.
        poll: seconds between two looks for changes that other processes made, where the database does not tell of them.
        beat: seconds between two signs of life to whoever listens.
        patience: seconds within which a request has to come in.
        streams: how many of them one address may have open; a device may have a twentieth of it.
        proxies: addresses of the proxies that are believed, separated by commas.
        root_path: the path below which a proxy shows the server, as `/games`.
        elsewhere: where other devices find the server, as `http://host:port`, while this one is asked as localhost.
    """

    database: str | URL = field(default_factory=_default_database)
    pace: float = 0.4
    budget: float = 10.0
    workers: int = 2
    rescue: float = 15.0
    poll: float = 1.0
    beat: float = 5.0
    patience: float = 20.0
    streams: int = 400
    proxies: str = ""
    root_path: str = ""
    elsewhere: str = ""


class _Guard:
    """Around everything: limits the size of requests, tells who is asking, refuses foreign forms, sets headers.

    What is asked for by `HEAD` is answered as by `GET`; the server leaves the body out.
    """

    def __init__(self, app: ASGIApp, cookies: Cookies, patience: float) -> None:
        self._app = app
        self._cookies = cookies
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        request.state.head = request.method == "HEAD"
        who, known = self._cookies.who(request)
        request.state.fresh = who is None
        request.state.who = who or token_urlsafe(15)
        request.state.refused = self._refused(request)
        path = request.url.path.removeprefix(scope["root_path"])
        static = path.startswith("/static/")
        anybody = static or path in _SHELL
        read, whole = 0, False
        due = asyncio.get_running_loop().time() + self._patience

        async def limited() -> Message:
            nonlocal read, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(due):
                    message = await receive()
            except TimeoutError:
                request.state.refused = "too-slow"
                return {"type": "http.request", "body": b"", "more_body": False}
            read += len(message.get("body", b""))
            if read > _MOST_BYTES:
                request.state.refused = "too-large"
                return {"type": "http.request", "body": b"", "more_body": False}
            whole = not message.get("more_body", False)
            return message

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = static and message["status"] == 200
                response = Response(headers=_PLAIN if kept else _HEADERS)
                if not (known or anybody or request.state.refused):
                    self._cookies.tell(request, response)
                if not kept:
                    response.headers["Entrepot"] = shell.build()
                if request.state.refused == "too-slow":
                    response.headers["Connection"] = "close"
                own = [header for header in response.raw_headers if header[0] != b"content-length"]
                if not any(header[0] == b"cache-control" for header in message["headers"]):
                    own.append((b"cache-control", b"public, max-age=31536000, immutable" if kept else b"no-store"))
                message["headers"] = [*message["headers"], *own]
            await send(message)

        asked = {**scope, "method": "GET"} if request.state.head else scope
        await self._app(asked, limited, dressed)

    @staticmethod
    def _refused(request: Request) -> str | None:
        if request.method in ("GET", "HEAD"):
            return None
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > _MOST_BYTES:
            return "too-large"
        return "forbidden" if _foreign(request) else None


def _foreign(request: Request) -> bool:
    """Whether the page of another site sent this. A browser that can tells it itself, whatever proxies change."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("origin")
    if origin is None:
        return False
    scheme, _, host = origin.partition("://")
    usual = ":443" if scheme == "https" else ":80"
    if request.url.scheme == "https" and scheme != "https":
        return True
    return host.removesuffix(usual) != request.headers.get("host", "").removesuffix(usual)


def _keeps_cookies(request: Request) -> None:
    """Refuse a browser that brings no cookie back: what it is given a seat at would not be its own."""
    if request.state.fresh and not wants_data(request):
        raise Refusal("no-cookies")


async def _box_game(game: str) -> str:
    """A game whose box has a page."""
    if game not in components.GAMES:
        raise Refusal("not-found")
    return game


BoxGame = Annotated[str, Depends(_box_game)]


def _fields(form: FormData) -> list[tuple[str, str]]:
    return [(key, value) for key, value in form.multi_items() if isinstance(value, str)]


def _file_text(form: FormData, upload: str, pasted: str) -> str:
    """The text of a file that was uploaded, else the one that was pasted. Raises `InvalidComponents`."""
    file = form.get(upload)
    if not isinstance(file, UploadFile) or not file.filename:
        return entered(form, pasted).strip()
    try:
        text = file.file.read().decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise InvalidComponents([Reason("{filename}: not a UTF-8 text", filename=quoted(file.filename))]) from None
    if not text:
        raise InvalidComponents([Reason("{filename}: the file is empty", filename=quoted(file.filename))])
    return text


def _box_text(form: FormData) -> str:
    """The text of a component file that was uploaded, else the one that was pasted. Raises `InvalidComponents`."""
    return _file_text(form, "box_file", "box")


def _options(form: FormData, known: Title | None) -> Options:
    """The table rules of a game that the form changes."""
    if known is None:
        return {}
    sent = {key: entered(form, key).strip() for key in known.options}
    return known.read_options({key: text for key, text in sent.items() if text})


def _path(address: str) -> str:
    """The path of an address on this server, and what it asks for but the language; the start page where it is none."""
    try:
        split = urlsplit(address)
        asked = urlencode([(key, value) for key, value in parse_qsl(split.query) if key != LANG])
    except ValueError:
        return "/"
    path = split.path if split.path.startswith("/") and not split.path.startswith(("//", "/\\")) else "/"
    return f"{path}?{asked}" if asked else path


def _again_after(status: int, params: Mapping[str, Any]) -> dict[str, str]:
    """When a refusal may be tried again, in seconds."""
    return {"Retry-After": params.get("seconds", "5")} if status in (429, 503) else {}


class Cookies:
    """The cookies that say who a device is. Cookies know no ports, so their name is that of the installation: a server
    beside another one has players of its own, and those that share a database share them.

    Attributes:
        name: what the cookie is called.
    """

    def __init__(self, store: Store) -> None:
        secret = store.secret()
        self._signing = URLSafeSerializer(secret, "who")
        self.name = f"entrepot-{sha256(f'name of {secret}'.encode()).hexdigest()[:10]}"

    def who(self, request: Request) -> tuple[str | None, bool]:
        """Who is asking, and whether the cookie has its name; before 0.1.0 all were called the same."""
        who = self.read(request.cookies.get(self.name, ""))
        return who or self.read(request.cookies.get(_OLD_COOKIE, "")), who is not None

    def read(self, cookie: str) -> str | None:
        """Who a cookie says that one is; None where it is none of this installation."""
        try:
            who = self._signing.loads(cookie)
        except BadSignature:
            return None
        return who if isinstance(who, str) and len(who) <= 40 else None

    def signed(self, who: str) -> str:
        """The cookie of a device."""
        return str(self._signing.dumps(who))

    def tell(self, request: Request, response: Response) -> None:
        """Give whoever asks their cookie."""
        response.set_cookie(self.name, self.signed(request.state.who), httponly=True, **kept_as(request))


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application on one database. Raises `DatabaseUnavailable`."""
    settings = settings or Settings()
    root, trusted = checked_root(settings.root_path), checked_addresses(settings.proxies)
    store = Store(settings.database)
    pushes = Pushes(store, settings.poll, settings.beat, settings.streams)
    quota = Quota()

    def told(table: str, version: int, waits_for_bot: bool) -> None:
        pushes.told(table, version)
        if waits_for_bot:
            bots.poke(table)

    tables = Tables(store, told)
    workers = Workers(settings.workers, settings.budget)
    bots = BotPlayers(tables, workers, settings.pace, settings.rescue, pushes.watched)
    studies = Studies(store)
    analyst = Analyst(studies, tables.past_of, settings.workers)
    env = present.environment(root)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        watching = asyncio.create_task(pushes.run())
        bots.start()
        analyst.start()
        yield
        pushes.close()
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await asyncio.gather(bots.stop(), analyst.stop())
        store.close()

    app = FastAPI(
        title="Entrepôt",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        dependencies=[Depends(admitted)],
    )
    app.add_middleware(GZipMiddleware, minimum_size=4096, compresslevel=5)
    app.add_middleware(shell.Static)
    app.add_middleware(_Guard, cookies=Cookies(store), patience=settings.patience)
    app.add_middleware(Proxies, trusted=trusted, root=root)
    app.state.store, app.state.tables, app.state.pushes, app.state.bots = store, tables, pushes, bots
    app.state.patience = 2 * settings.patience

    def page(
        request: Request,
        table_id: str,
        lang: str,
        notice: dict[str, Any] | None = None,
        status: int = 200,
        events: int | None = None,
        hint: Hint | None = None,
    ) -> Response:
        plain = wants_data(request)
        view = tables.view(request.state.who, table_id, lang, notice, events if plain else None)
        if hint is not None:
            view = replace(view, hint=hint)
        if any(seat.thinking for seat in view.seats):
            bots.poke(table_id)
        if plain:
            data = view.to_dict()
            for seat in data["seats"]:
                seat["invite_url"] = seat["invite_url"] and root + seat["invite_url"]
            return JSONResponse(data, status)
        partial = wants_part(request) or request.url.path.endswith("/view")
        elsewhere = settings.elsewhere if _LOOPBACK.match(request.url.netloc) else ""
        text = present.render_table(
            env, view, partial=partial, beat=settings.beat, here=here_of(request), elsewhere=elsewhere
        )
        return HTMLResponse(text, status)

    def refuse(request: Request, code: str, params: Mapping[str, Any]) -> Response:
        """A refusal as JSON, as the table with a notice, or as a page of its own."""
        lang = language_of(request)
        status = STATUS[code]
        if wants_data(request):
            message = i18n.texts(lang).reason(code, **params)
            return JSONResponse({"code": code, "message": message, **params}, status, _again_after(status, params))
        table = request.path_params.get("table_id")
        if isinstance(table, str) and code not in _PAGES:
            with contextlib.suppress(Refusal):
                return page(request, table, lang, {"code": code, **params}, status)
        text = present.render_message(
            env,
            lang=lang,
            code=code,
            status=status,
            params=params,
            here=request.url.path if request.method == "GET" else "",
            table=_watched(request) if code not in ("unknown-table", "outdated", "storage") else "",
        )
        return HTMLResponse(text, status, _again_after(status, params))

    def _watched(request: Request) -> str:
        """The table that an address is about, also that of an invitation; empty where there is none."""
        token, table = request.path_params.get("token"), request.path_params.get("table_id")
        with contextlib.suppress(Exception):
            if token:
                return tables.invited(token)[0]
            if table:
                tables.version(table)
                return str(table)
        return ""

    @app.exception_handler(Refusal)
    def refused(request: Request, refusal: Exception) -> Response:
        assert isinstance(refusal, Refusal)  # noqa: S101 - what the decorator promises
        return refuse(request, refusal.code, refusal.params)

    @app.exception_handler(RequestValidationError)
    def malformed(request: Request, _: Exception) -> Response:
        return refuse(request, "bad-request", {})

    @app.exception_handler(HTTPException)
    def astray(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 0)
        if status == 405 and request.method == "GET" and not wants_data(request):
            # The address of a form's answer, loaded again or left for another language: the form's page is one up.
            return RedirectResponse(request.url.path.rpartition("/")[0] or "/", 303)
        code = {404: "not-found", 405: "method-not-allowed"}.get(status, "bad-request")
        return refuse(request, code, {})

    @app.exception_handler(DatabaseUnavailable)
    def unkept(request: Request, _: Exception) -> Response:
        return refuse(request, "storage", {})

    @app.exception_handler(Exception)
    def broken(request: Request, _: Exception) -> Response:
        # Outside of everything, also of what dresses the other answers; the error itself goes on to the server's log.
        response = refuse(request, "internal", {})
        response.headers.update({**_HEADERS, "Cache-Control": "no-store"})
        return response

    def go(request: Request, path: str) -> Response:
        return led(request, root + path, 201)

    def done(request: Request, table_id: str, lang: str) -> Response:
        if wants_part(request) or wants_data(request):
            return page(request, table_id, lang)
        return RedirectResponse(f"{root}/t/{table_id}", 303)

    def starting(request: Request, lang: str, form: Mapping[str, str], refusal: Refusal | None = None) -> Response:
        """The start page, perhaps with what was filled in and why it was refused."""
        notice = {"code": refusal.code, **refusal.params} if refusal else None
        text = present.render_start(
            env,
            lang=lang,
            tables=tables.mine(request.state.who),
            form=form,
            notice=notice,
            here=here_of(request),
            today=today(),
            solved=solved(request),
        )
        return HTMLResponse(text, refusal.status if refusal else 200)

    @app.get("/", include_in_schema=False)
    def start(request: Request, lang: Lang, name: Name, game: str = "") -> Response:
        form = {**present.FIRST, "game": game if game in TITLES else "", "name1": name}
        return in_all_languages(request, starting(request, lang, form))

    @app.post("/tables", include_in_schema=False)
    def create(request: Request, form: BoxForm, who: Who, lang: Lang) -> Response:
        game = entered(form, "game", "spice-road")
        known = TITLES.get(game)
        chairs = []
        for number in range(1, (known.most if known else 0) + 1):
            kind = entered(form, f"seat{number}", "none")
            if kind == "bot":
                kind = f"bot:{entered(form, f'level{number}', USUAL)}"
            if kind != "none":
                chairs.append(Chair(kind, entered(form, f"name{number}")))
        filled = {key: value for key, value in form.items() if isinstance(value, str)}
        try:
            _keeps_cookies(request)
            try:
                filled["box"] = _box_text(form)
            except InvalidComponents as error:
                raise Refusal("bad-components", reason=str(error), problems=error.problems) from None
            options = _options(form, known)
            with quota.spent(request, "table", *["box"] * bool(filled["box"])):
                draw, hints = bool(entered(form, "draw_start")), entered(form, "hints", "1") != "0"
                away = entered(form, "away")
                table = tables.create(who, game, chairs, options, draw, filled["box"], hints=hints, away=away)
        except Refusal as refusal:
            if wants_data(request):
                raise
            return starting(request, lang, filled, refusal)
        bots.poke(table)
        own = next((chair.name for chair in chairs if chair.kind == "me"), "")
        return remember(request, go(request, f"/t/{table}"), own)

    @app.post("/learn", include_in_schema=False)
    def learn(request: Request, form: BoxForm, who: Who, lang: Lang) -> Response:
        own = next((entered(form, f"name{n}") for n in range(1, 6) if entered(form, f"seat{n}") == "me"), "")
        try:
            _keeps_cookies(request)
            with quota.spent(request, "table"):
                table = tables.learn(who, entered(form, "game", "spice-road"), own)
        except Refusal as refusal:
            if wants_data(request):
                raise
            filled = {key: value for key, value in form.items() if isinstance(value, str)}
            return starting(request, lang, filled, refusal)
        return remember(request, go(request, f"/t/{table}"), own)

    def box(lang: str, sheet: Sheet, verdict: Verdict, code: str = "", added: str = "") -> Response:
        text = present.render_box(env, lang=lang, sheet=sheet, verdict=verdict, code=code, added=added)
        return HTMLResponse(text, STATUS[code] if code else 200)

    @app.get("/components/{game}", include_in_schema=False)
    def printed_box(game: BoxGame, lang: Lang) -> Response:
        sheet = components.printed(game)
        return box(lang, sheet, sheet.check(i18n.texts(lang)))

    @app.post("/components/{game}", include_in_schema=False)
    def own_box(game: BoxGame, form: BoxForm, lang: Lang) -> Response:
        try:
            text = _box_text(form)
            sheet = (
                components.parsed(game, text)
                if text
                else Sheet.sent(game, _fields(form)).with_another(entered(form, "add"))
            )
        except InvalidComponents as error:
            told = [i18n.texts(lang).error(one) for one in error.problems]
            unread = Verdict([Problem("", one, one) for one in told], [])
            return box(lang, components.printed(game), unread, "bad-components")
        return box(lang, sheet, sheet.check(i18n.texts(lang)), added=entered(form, "add"))

    @app.post("/components/{game}/check", include_in_schema=False)
    def check_box(game: BoxGame, request: Request, form: BoxForm, lang: Lang) -> Response:
        sheet = Sheet.sent(game, _fields(form))
        return HTMLResponse(
            present.render_checked(
                env,
                lang=lang,
                sheet=sheet,
                verdict=sheet.check(i18n.texts(lang)),
                changed=request.headers.get("hx-trigger", ""),
                marked=entered(form, "marked").split(),
            )
        )

    @app.post("/components/{game}/file", include_in_schema=False)
    def box_file(game: BoxGame, form: BoxForm) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{game}.toml"'}
        return Response(Sheet.sent(game, _fields(form)).text(), media_type="application/toml", headers=headers)

    @app.post("/components/{game}/play", include_in_schema=False)
    def play_box(request: Request, game: BoxGame, form: BoxForm, lang: Lang, name: Name) -> Response:
        sheet = Sheet.sent(game, _fields(form))
        if sheet.check(i18n.texts(lang)).problems:
            sheet = sheet.with_another("")
            return box(lang, sheet, sheet.check(i18n.texts(lang)), "bad-components")
        return starting(request, lang, {**present.FIRST, "game": game, "name1": name, "box": sheet.text()})

    @app.get("/t/{table_id}", include_in_schema=False)
    def table(request: Request, table_id: str, lang: Lang) -> Response:
        return page(request, table_id, lang)

    @app.get("/t/{table_id}/view")
    def view(
        request: Request,
        table_id: str,
        lang: Lang,
        since: int = -1,
        events: Annotated[int | None, Query(ge=0)] = None,
    ) -> Response:
        """The table as this device may see it: a part of the page, or with `Accept: application/json` its data, with
        the events of the last rounds or from number `events` on. 204 without content where `since` is its version."""
        if since >= 0 and since == tables.version(table_id):
            return Response(status_code=204)
        return page(request, table_id, lang, events=events)

    @app.get("/t/{table_id}/log", include_in_schema=False)
    def log(table_id: str, who: Who, lang: Lang, last: int | None = None) -> Response:
        view, rounds = tables.log(who, table_id, lang, last)
        return HTMLResponse(present.render_log(env, view, rounds))

    def at_moment(past: Past, at: int | None) -> int:
        """The moment that is asked for; else the start of what is over, and the last of what runs."""
        last = past.course.last
        return max(0, min(last, at)) if at is not None else 0 if past.told else last

    def looked_at(request: Request, past: Past, at: int | None, eyes: str, lang: str, path: str) -> Response:
        """A moment of a game: a page, or its data."""
        if wants_data(request):
            return JSONResponse(present.moment_data(past, at_moment(past, at), eyes, lang))
        if past.key:
            past = replace(past, studied=studies.found(past.key))
        text = present.render_moment(
            env,
            past,
            lang=lang,
            at=at_moment(past, at),
            eyes=eyes,
            partial=wants_part(request),
            path=path,
            here="" if past.record else here_of(request),
        )
        return HTMLResponse(text)

    @app.get("/t/{table_id}/replay")
    def replay(
        request: Request,
        table_id: str,
        who: Who,
        lang: Lang,
        at: int | None = None,
        seat: str = "",
        after: Annotated[int | None, Query(ge=0)] = None,
    ) -> Response:
        """A moment of the game, after `at` actions, or when `after` events had happened: of a finished one as a `seat`
        saw it (from 1), a watcher (`watch`), or with everything that lay there; of a running one as those who watch it
        saw it, or one's own seat (`own`). A page, or with `Accept: application/json` its data."""
        past = tables.past(who, table_id)
        return looked_at(
            request,
            past,
            past.course.moment(after) if after is not None else at,
            seat,
            lang,
            f"{root}/t/{table_id}/replay",
        )

    @app.get("/replay", include_in_schema=False)
    def opening(request: Request, lang: Lang) -> Response:
        return in_all_languages(request, HTMLResponse(present.render_opening(env, lang=lang)))

    @app.post("/replay", include_in_schema=False)
    def opened(request: Request, form: BoxForm, lang: Lang) -> Response:
        """A moment of a record that is sent with the form, again for every moment: nothing of it is kept."""
        try:
            past = tables.opened(_file_text(form, "file", "record"), lambda: quota.spent(request, "record"))
        except UNREADABLE as error:
            if wants_data(request):
                raise Refusal("bad-record", reason=str(error)) from None
            page = present.render_opening(env, lang=lang, problem=i18n.texts(lang).error(error), code="bad-record")
            return HTMLResponse(page, STATUS["bad-record"])
        asked = entered(form, "at") or entered(form, "now")
        at = whole(asked)
        eyes = entered(form, "eyes") if "eyes" in form else entered(form, "seat")
        return looked_at(request, past, at, eyes, lang, f"{root}/replay")

    @app.post("/replay/keep", include_in_schema=False)
    def keep(request: Request, form: BoxForm, who: Who) -> Response:
        """Keep a record that is sent as above; leads to its moment, which has an address from then on."""
        _keeps_cookies(request)
        with quota.spent(request, "record", "kept"):
            try:
                record_id = tables.keep(who, _file_text(form, "file", "record"))
            except UNREADABLE as error:
                raise Refusal("bad-record", reason=str(error)) from None
        asked = {"at": entered(form, "now") or "0", "seat": entered(form, "seat")}
        return go(request, f"/r/{record_id}?{urlencode({key: one for key, one in asked.items() if one})}")

    @app.get("/r/{record_id}", include_in_schema=False)
    def kept(request: Request, record_id: str, who: Who, lang: Lang, at: int | None = None, seat: str = "") -> Response:
        """A moment of a record that was kept, as `/t/{table_id}/replay`."""
        return looked_at(request, tables.kept(who, record_id), at, seat, lang, f"{root}/r/{record_id}")

    @app.post("/r/{record_id}/drop", include_in_schema=False)
    def drop(request: Request, record_id: str, who: Who) -> Response:
        with quota.spent(request, "wish"):
            tables.drop(who, record_id)
        return led(request, f"{root}/replay")

    def analysed(request: Request, past: Past, who: str, path: str) -> Response:
        """Have a game analysed that is over; leads back to it."""
        if not past.key:
            raise Refusal("not-over")
        _keeps_cookies(request)
        if not (known := studies.found(past.key)).whole and known.state not in ("waiting", "running"):
            with quota.spent(request, "study"):
                studies.ask(who, past)
            analyst.poke()
        if wants_data(request):
            return JSONResponse(studies.found(past.key).to_dict())
        return led(request, f"{path}#costly")

    def progress(past: Past, lang: str, since: str) -> Response:
        """How far an analysis has come, with what it has found; 204 without content where that is as far as `since`."""
        studied = studies.found(past.key) if past.key else Studied()
        if since == studied.mark:
            return Response(status_code=204)
        return JSONResponse(study_data(past, studied, lang))

    @app.post("/t/{table_id}/analysis")
    def analyse(request: Request, table_id: str, who: Who) -> Response:
        """Have the finished game of a table analysed, in the background."""
        return analysed(request, tables.past(who, table_id), who, f"{root}/t/{table_id}/replay")

    @app.get("/t/{table_id}/analysis")
    def analysis(table_id: str, who: Who, lang: Lang, since: str = "") -> Response:
        """How far the analysis of a game has come (`done` of so many parts, `of`), the chances of every seat after
        every turn, and the costliest turns; 204 without content while its `mark` is still `since`."""
        return progress(tables.past(who, table_id), lang, since)

    @app.post("/r/{record_id}/analysis", include_in_schema=False)
    def analyse_kept(request: Request, record_id: str, who: Who) -> Response:
        return analysed(request, tables.kept(who, record_id), who, f"{root}/r/{record_id}")

    @app.get("/r/{record_id}/analysis", include_in_schema=False)
    def analysis_kept(record_id: str, who: Who, lang: Lang, since: str = "") -> Response:
        return progress(tables.kept(who, record_id), lang, since)

    @app.post("/t/{table_id}/act")
    def act(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        """Play. Form fields: `action` (texts of docs/notation.md, several are all done or none), `version` (of the
        view that was seen) and `nonce` (any text up to 64 characters; the same one is applied once)."""
        texts = [value for value in form.getlist("action") if isinstance(value, str)]
        with quota.spent(request, "move"):
            tables.act(who, table_id, texts, entered(form, "version"), entered(form, "nonce"))
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/undo")
    def undo(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        """Take back one's last action. Form fields: `version` and `nonce`, as for `act`."""
        with quota.spent(request, "move"):
            tables.undo(who, table_id, entered(form, "version"), entered(form, "nonce"))
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/hand-over", include_in_schema=False)
    def hand_over(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        tables.look(who, table_id, entered(form, "seat"))
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/hurry", include_in_schema=False)
    def hurry(table_id: str, who: Who) -> Response:
        tables.seated(who, table_id)
        bots.hurry(table_id)
        return Response(status_code=204)

    @app.post("/t/{table_id}/end", include_in_schema=False)
    def end(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        with quota.spent(request, "wish"):
            tables.end(who, table_id, entered(form, "wish"))
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/play-on", include_in_schema=False)
    def play_on(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        with quota.spent(request, "wish"):
            tables.play_on(who, table_id, entered(form, "wish"))
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/sit-in")
    def sit_in(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        """Let a bot play for somebody who is away, or for oneself. Form fields: `seat`, from 0, and `level` of the
        bot."""
        with quota.spent(request, "wish"):
            tables.sit_in(who, table_id, entered(form, "seat"), entered(form, "level", USUAL))
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/back")
    def back(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        """Play on oneself where a bot has sat in."""
        del form
        with quota.spent(request, "wish"):
            tables.back(who, table_id)
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/guide", include_in_schema=False)
    def guide(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        with quota.spent(request, "wish"):
            tables.guide(who, table_id, entered(form, "step"))
        return done(request, table_id, lang)

    def thought(question: Question) -> list[Advice]:
        """What there is to be said to a question. Refuses `no-hint-now`."""
        try:
            return workers.answer(question)
        except (WorkersBusy, WorkersClosed):
            raise Refusal("no-hint-now") from None

    @app.post("/t/{table_id}/hint")
    def hint(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        """Ask what would be good on one's own seat. Form fields: `version` of the view that was seen, and `number` of
        the choice, the best one being 1; 0 puts it away."""
        version, number = entered(form, "version"), entered(form, "number", "1")
        with quota.spent(request, "hint"):
            open_question = tables.wants_hint(who, table_id, version)
            advice = None if open_question is None else thought(Question(open_question))
            tables.hint(who, table_id, version, number, advice)
        return done(request, table_id, lang)

    @app.post("/t/{table_id}/why")
    def why(request: Request, table_id: str, form: Form, who: Who, lang: Lang) -> Response:
        """Ask what was good about the last turn of a bot, as far as one could see it oneself. Form field: `seat`,
        from 0; empty puts the answer away."""
        seat = entered(form, "seat")
        if not seat:
            return done(request, table_id, lang)
        with quota.spent(request, "hint"):
            told = thought(Question(*tables.explained(who, table_id, seat)))
        return page(request, table_id, lang, hint=Hint(told[0], about=int(seat)))

    @app.post("/t/{table_id}/again", include_in_schema=False)
    def again(request: Request, table_id: str, who: Who) -> Response:
        with quota.spent(request, "table"):
            following = tables.again(who, table_id)
        bots.poke(following)
        return go(request, f"/t/{following}")

    def listener(request: Request) -> tuple[str, str | None]:
        """The address and the device that open a stream; a device without a cookie is none."""
        address = address_of(request)
        if pushes.crowded(address):
            raise Refusal("too-many-requests")
        return address, None if request.state.fresh else request.state.who

    def streaming(request: Request, news: AsyncIterator[str]) -> Response:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.state.head:
            return Response(media_type="text/event-stream", headers=headers)
        return StreamingResponse(news, media_type="text/event-stream", headers=headers)

    @app.get("/t/{table_id}/stream")
    def stream(request: Request, table_id: str) -> Response:
        """Server-sent events of a table: `version` with its number, now and after every change; `beat` now and then."""
        tables.version(table_id)
        return streaming(request, pushes.stream(table_id, *listener(request)))

    @app.get("/stream", include_in_schema=False)
    async def streams(request: Request, table: Annotated[list[str], Query(max_length=_STREAMED)]) -> Response:
        """The streams of several tables in one, for all pages of a browser: `version` with the id and the number."""
        return streaming(request, pushes.streams(table, *listener(request)))

    @app.get("/t/{table_id}/record")
    def record(table_id: str) -> Response:
        """The record of a finished game, as a file."""
        text = tables.record(table_id).dumps()
        headers = {"Content-Disposition": f'attachment; filename="entrepot-{table_id[:8].strip("-_") or "game"}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    def inviting(
        request: Request, token: str, lang: str, name: str, notice: Mapping[str, Any] | None = None, status: int = 200
    ) -> Response:
        table_id, seat = tables.invited(token)
        view = tables.view(request.state.who, table_id, lang)
        if view.seats[seat].mine:
            return go(request, f"/t/{table_id}")
        if view.result is not None:
            raise Refusal("over")
        if view.seats[seat].taken:
            raise Refusal("seat-taken")
        text = present.render_join(
            env, lang=lang, view=view, seat=seat, token=token, name=name, notice=notice, here=here_of(request)
        )
        return HTMLResponse(text, status)

    @app.get("/join/{token}", include_in_schema=False)
    def invitation(request: Request, token: str, lang: Lang, name: Name) -> Response:
        return inviting(request, token, lang, name)

    @app.post("/join/{token}", include_in_schema=False)
    def join(request: Request, token: str, form: Form, who: Who, lang: Lang) -> Response:
        name = entered(form, "name")
        try:
            _keeps_cookies(request)
        except Refusal as refusal:
            return inviting(request, token, lang, name, {"code": refusal.code}, refusal.status)
        with quota.spent(request, "join"):
            joined = tables.join(who, token, name)
        return remember(request, go(request, f"/t/{joined}"), name)

    @app.get("/rules/{game}", include_in_schema=False)
    def rules(request: Request, game: str, lang: Lang) -> Response:
        if game not in TITLES:
            raise Refusal("not-found")
        text = present.render_rules(env, lang=lang, game=game, here=here_of(request))
        return in_all_languages(request, HTMLResponse(text))

    offline = {lang: present.render_offline(env, lang) for lang in i18n.languages()}
    worker = shell.worker(root, offline)

    @app.get("/offline", include_in_schema=False)
    async def without(lang: Lang) -> Response:
        return HTMLResponse(offline[lang])

    @app.get("/sw.js", include_in_schema=False)
    async def service_worker() -> Response:
        return Response(worker, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    @app.get("/manifest.webmanifest", include_in_schema=False)
    async def manifest(lang: Lang) -> Response:
        headers = {"Cache-Control": "no-cache"}
        return JSONResponse(shell.manifest(i18n.texts(lang), root), 200, headers, "application/manifest+json")

    @app.post("/language", include_in_schema=False)
    def language(request: Request, form: Form) -> Response:
        lang = entered(form, "lang")
        if lang not in i18n.languages():
            raise Refusal("bad-request", reason="this language is not here yet")
        response = RedirectResponse(_path(request.headers.get("referer", f"{root}/")), 303)
        response.set_cookie(LANG, lang, **kept_as(request))
        return response

    checking: asyncio.Future[bool] | None = None
    checker = CapacityLimiter(1)

    def checked() -> bool:
        try:
            store.check()
        except DatabaseUnavailable:
            return False
        return True

    @app.get("/healthz")
    async def health(lang: Lang) -> Response:
        """Whether the server answers and its database reads and keeps what is written; 503 where it does not."""
        nonlocal checking
        if checking is None or checking.done():
            # A thread of its own: those that answer people may all be busy.
            checking = asyncio.ensure_future(to_thread.run_sync(checked, limiter=checker))
        mine = checking
        done, _ = await asyncio.wait([mine], timeout=_HEALTHY)
        if done and mine.result():
            return JSONResponse({"status": "ok", "version": __version__})
        message = i18n.texts(lang).reason("storage")
        return JSONResponse({"status": "storage", "message": message, "version": __version__}, 503)

    add_games(app, History(store, tables), env, quota, root)
    add_puzzles(app, env, quota)

    own = [shell.static_path(), *(getattr(route, "path", "") for route in app.routes)]
    if root and any(f"{path}/".startswith(f"{root}/") for path in own):
        raise InvalidOptions("{root} is a path of the server's own: choose another one", root=root)
    return app


class ServeError(EntrepotError):
    """The server cannot start."""


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port that was asked for, else on the first free one from 8080."""
    if port is not None and not 0 <= port <= 65535:
        raise ServeError("a port is a number from 0 to 65535, not {port}", port=port)
    ports = [port] if port is not None else range(_PORT, _PORT + 20)
    last: OSError | UnicodeError | None = None
    try:
        if not host.strip():
            raise ServeError("a host is a name or an address, as 127.0.0.1")
        family, _, _, _, address = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        both = address[0] == "::" and socket.has_dualstack_ipv6()
        for candidate in ports:
            try:
                bound = (address[0], candidate, *address[2:])
                return socket.create_server(bound, family=family, dualstack_ipv6=both)
            except OSError as error:
                last = error
    except (OSError, UnicodeError) as error:
        last = error
    reason = because(last) if isinstance(last, OSError) else last
    if port is None:
        raise ServeError(
            "cannot listen on {host}, ports {first} to {last}: {reason}",
            host=host,
            first=_PORT,
            last=_PORT + 19,
            reason=reason,
        )
    raise ServeError("cannot listen on {host}:{port}: {reason}", host=host, port=port, reason=reason)


def _measure(app: FastAPI, metrics: str) -> str:
    """Serve numbers at a port of this machine, or at `host:port`; where that is. Raises `ServeError`."""
    host, _, port = metrics.strip().rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not (port.isascii() and port.isdigit() and int(port) <= 65535):
        raise ServeError("numbers are served on a port, or at host:port, not at {metrics}", metrics=quoted(metrics))
    try:
        return _url(host, Metrics(app).serve(host, int(port))) + "/metrics"
    except (OSError, UnicodeError) as error:
        reason = because(error) if isinstance(error, OSError) else error
        raise ServeError("cannot listen on {host}:{port}: {reason}", host=host, port=port, reason=reason) from None


def _outward(family: int) -> str:
    """This machine's own address in its network; empty where it has none. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9) if family == socket.AF_INET else ("2001:db8::1", 9))
        return str(asking.getsockname()[0])
    return ""


def _addresses(listening: socket.socket, host: str) -> tuple[str, str]:
    """Where a listening socket is found on this machine; and, where it listens on all addresses, on others if that can
    be known."""
    bound, port = listening.getsockname()[:2]
    if not ip_address(bound.partition("%")[0]).is_unspecified:
        return _url(host, port), ""
    both = bound == "::" and not listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
    own = _outward(socket.AF_INET) if both or bound == "0.0.0.0" else ""  # noqa: S104
    if bound == "::":
        own = own or _outward(socket.AF_INET6)
    return _url("127.0.0.1" if both or bound != "::" else "::1", port), _url(own, port) if own else ""


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Ends the open streams first, so that stopping does not wait for them."""

    def __init__(self, config: uvicorn.Config, pushes: Pushes) -> None:
        super().__init__(config)
        self._pushes = pushes

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._pushes.close()
        await super().shutdown(sockets)


def run(app: FastAPI, listening: socket.socket) -> None:
    """Answer on a listening socket until the process is told to end."""
    # All that was made so far stays; looking through it again and again is what the slowest answers waited for.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="warning",
        timeout_graceful_shutdown=3,
        proxy_headers=False,
        server_header=False,
    )
    _Server(config, app.state.pushes).run(sockets=[listening])


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    proxies: str = "",
    root_path: str = "",
    words: i18n.Texts | None = None,
    metrics: str = "",
) -> None:
    """Run the server until it is interrupted; prints the address to open.

    Args:
        proxies: addresses of proxies whose forwarded headers are believed, separated by commas.
        root_path: the path below which they show the server.
        words: the language of what is printed; English if None.
        metrics: the port on which Prometheus finds numbers, or `host:port`; empty for none.

    Raises:
        DatabaseUnavailable, InvalidOptions, ServeError: one line says why.
    """
    words = words or i18n.texts()
    kept = _default_database() if database is None else database
    settings = Settings(kept, proxies=proxies, root_path=root_path)
    listening = _listen(host, port)
    with listening:
        here, elsewhere = _addresses(listening, host)
        app = create_app(replace(settings, elsewhere=elsewhere))
        shown = listening.getsockname()[1]
        measured = _measure(app, metrics) if metrics else ""
        if port is None and shown != _PORT:
            print(words._("Port {taken} is taken, so this is port {port}.", taken=_PORT, port=shown), flush=True)
        print(words._("Entrepôt is open at {address}  (Ctrl-C closes it)", address=here + "/"), flush=True)
        if elsewhere:
            print(words._("Other devices in your network open {address}", address=elsewhere + "/"), flush=True)
        if listening.family == socket.AF_INET6 and listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
            print(words._("It is open to IPv6 only."), flush=True)
        print(words._("Games are kept in {place}", place=app.state.store.shown), flush=True)
        if measured:
            print(words._("Prometheus finds numbers at {address}", address=measured), flush=True)
        run(app, listening)
