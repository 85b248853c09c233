"""What a request says beside its address: a form, a language, who asks; and what their browser is to keep."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import quote, unquote

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from .. import i18n
from .tables.errors import Refusal
from .tables.tables import clean_name

LANG = "lang"
_NAME = "name"
_YEAR = 365 * 24 * 3600


async def admitted(request: HTTPConnection) -> None:
    """Refuse what is foreign or too large, as far as it was read: for every route, whether it reads a form or not."""
    if refused := getattr(request.state, "refused", None):
        raise Refusal(refused)


async def _form(request: Request) -> FormData:
    """The form of a POST. Refuses what is too large or no form."""
    return await _read(request, files=0, fields=100)


async def _box_form(request: Request) -> AsyncIterator[FormData]:
    """A form that may bring a component file, or all values of one."""
    form = await _read(request, files=1, fields=3000)
    try:
        yield form
    finally:
        await form.close()


async def _read(request: Request, files: int, fields: int) -> FormData:
    try:
        form = await request.form(max_files=files, max_fields=fields)
        for key, value in form.multi_items():
            f"{key}{value}".encode()  # odd charsets can smuggle in halves of characters
    except (HTTPException, ValueError):
        raise Refusal("bad-request", reason="this is no form") from None
    except ClientDisconnect:
        raise Refusal("bad-request", reason="it broke off") from None  # nobody hears it
    await admitted(request)
    return form


def language_of(request: Request) -> str:
    """The language of the page: as its address says, else as chosen, else as the browser asks, else English."""
    for chosen in (request.query_params.get(LANG), request.cookies.get(LANG)):
        if chosen in i18n.languages():
            return chosen
    return i18n.best_language(request.headers.get("accept-language"))


def remember(request: Request, response: Response, name: str) -> Response:
    """Keep a name on the device of whoever gave it; an empty one forgets it."""
    kept = clean_name(name)
    if kept:
        response.set_cookie(_NAME, quote(kept), **kept_as(request))
    else:
        response.delete_cookie(_NAME, path=kept_as(request)["path"], samesite="lax")
    return response


def kept_as(request: Request) -> dict[str, Any]:
    """How a cookie is kept: for the server alone, where it shares its host with others, and safe where the way is."""
    https = request.url.scheme == "https"
    return {"max_age": _YEAR, "path": request.scope.get("root_path") or "/", "samesite": "lax", "secure": https}


def here_of(request: Request) -> str:
    """Where the reader finds the server, as `http://host:port`."""
    return f"{request.url.scheme}://{request.url.netloc}"


def in_all_languages(request: Request, response: Response) -> Response:
    """Say where a page that anybody may find is in each language."""
    here = request.url.replace(query="")
    links = [(code, here.include_query_params(lang=code)) for code in i18n.languages()]
    response.headers["link"] = ", ".join(
        f'<{address}>; rel="alternate"; hreflang="{code}"' for code, address in [*links, ("x-default", here)]
    )
    return response


def wants_data(request: Request) -> bool:
    """Whether the caller asked for JSON instead of a page."""
    return "application/json" in request.headers.get("accept", "")


def wants_part(request: Request) -> bool:
    """Whether a page asked for its inside that changes."""
    return "hx-request" in request.headers


def led(request: Request, address: str, status: int = 200) -> Response:
    """Where somebody is led after what they did: a page goes there, a program is told with this status."""
    if wants_data(request):
        return JSONResponse({"path": address}, status)
    return RedirectResponse(address, 303)


def whole(text: str) -> int | None:
    """A whole number that is asked for, none where it is no such thing."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


# What only looks at the request is awaited: else it would wait for a thread of its own, at each request.
async def _lang(request: Request) -> str:
    """The language of the page."""
    return language_of(request)


async def _name(request: Request) -> str:
    """The name that somebody at this device gave last; empty where there is none."""
    return clean_name(unquote(request.cookies.get(_NAME, ""), errors="replace"))


async def _who(request: Request) -> str:
    who: str = request.state.who
    return who


Form = Annotated[FormData, Depends(_form)]
BoxForm = Annotated[FormData, Depends(_box_form)]
Lang = Annotated[str, Depends(_lang)]
Name = Annotated[str, Depends(_name)]
Who = Annotated[str, Depends(_who)]


def entered(form: FormData, key: str, default: str = "") -> str:
    """What was entered in a field of a form. Refuses a file."""
    value = form.get(key, default)
    if not isinstance(value, str):
        raise Refusal("bad-request", reason=f"{key} must be a text")
    return value
