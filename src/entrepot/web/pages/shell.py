"""The shell of the pages, which browsers keep: static files, the manifest of the app, the service worker."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..._version import __version__
from ...i18n import Texts

STATIC = Path(__file__).parent.parent / "static"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".png": "image/png",
}
_KEPT = (".css", ".js", ".svg", ".woff2")
_PACKED = (".css", ".js", ".svg", ".txt")
_HARBOUR, _DESK = "#17465a", "#e6dcc6"
_ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-512-maskable.png", 512, "maskable"))


_SPARE = {
    ".css": re.compile(rb"""("[^"]*"|'[^']*')|/\*.*?\*/|\s*([{};]|[,:](?=\s))\s*""", re.DOTALL),
    ".js": re.compile(rb"(?m)^()()[ \t]*//.*$"),
}
"""What no browser needs: comments and the space around marks, not within quotes. Of scripts only comments that have
lines of their own, and the lines stay."""


class File(NamedTuple):
    """The content of a static file, and compressed where that is smaller."""

    plain: bytes
    packed: bytes | None


def tightened(suffix: str, content: bytes) -> bytes:
    """A text of our own without what no browser needs."""
    return _SPARE[suffix].sub(rb"\1\2", content) if suffix in _SPARE else content


@lru_cache(maxsize=1)
def files() -> dict[str, File]:
    """All static files by their names, those of text compressed."""
    files = {}
    for path in sorted(path for path in STATIC.iterdir() if path.is_file()):
        content = path.read_bytes()
        if ".min" not in path.suffixes:
            content = tightened(path.suffix, content)
        packed = compress(content, 9, mtime=0) if path.suffix in _PACKED else None
        files[path.name] = File(content, packed if packed and len(packed) < len(content) else None)
    return files


@lru_cache(maxsize=1)
def static_path() -> str:
    """Where the static files are served: a path that changes with any of them, so that modules find one another."""
    content = b"".join(name.encode() + b"\0" + file.plain for name, file in files().items())
    return f"/static/{sha256(content).hexdigest()[:12]}"


def build() -> str:
    """What each answer says of the server that gave it: an open page of another build is not of its static files."""
    return f"{__version__} {static_path()}"


class Static:
    """Answers what is asked below `static_path()`, from memory and as compressed as the browser takes it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._before = f"{static_path()}/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            file = files().get(path.removeprefix(self._before)) if path.startswith(self._before) else None
            if file is not None:
                kind = KINDS[path[path.rindex(".") :]]
                await _answer(file, kind, Headers(scope=scope))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _answer(file: File, kind: str, asked: Headers) -> Response:
    headers = {"Content-Type": kind}
    if file.packed is None:
        return Response(file.plain, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in asked.get("accept-encoding", ""):
        return Response(file.plain, headers=headers)
    return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"})


def manifest(words: Texts, root: str) -> dict[str, Any]:
    """What makes the site an app of its own, in one language. `root`: the path below which a proxy shows the server."""
    icons = [
        {"src": f"{root}{static_path()}/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in _ICONS
    ]
    return {
        "id": f"{root}/",
        "name": "Entrepôt",
        "short_name": "Entrepôt",
        "description": words._("Five trading games at one harbour"),
        "lang": words.lang,
        "dir": "ltr",
        "categories": ["games"],
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "theme_color": _HARBOUR,
        "background_color": _DESK,
        "icons": icons,
    }


def worker(root: str, offline: Mapping[str, str]) -> str:
    """The service worker. What it keeps belongs to its version, which changes with anything of it.

    Args:
        root: the path below which a proxy shows the server.
        offline: by language the page for when there is no answer.
    """
    version = sha256(f"{static_path()} {sorted(offline.items())}".encode()).hexdigest()[:12]
    told = {
        "root": root,
        "version": version,
        "files": [f"{root}{static_path()}/{name}" for name in files() if name.endswith(_KEPT) and name != "sw.js"],
        "pages": {lang: f"{root}/offline?lang={lang}" for lang in offline},
    }
    return f"const SHELL = {json.dumps(told, indent=1)};\n{files()['sw.js'].plain.decode()}"
