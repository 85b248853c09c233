"""Where people see the server, when a proxy stands between it and them."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ..core.errors import InvalidOptions, quoted

_ROOT = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(rb"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


class Proxies(ProxyHeadersMiddleware):
    """What trusted proxies say of a request becomes true of it: the client, `https`, the host; and the path below which
    they show the server, whether they take it away or leave it.

    Args:
        trusted: their addresses and networks, `*` for all.
        root: that path, as `/games`; empty where there is none.
    """

    def __init__(self, app: ASGIApp, trusted: list[str], root: str = "") -> None:
        super().__init__(app, trusted)  # type: ignore[arg-type]
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        if scope["type"] == "http":
            client = scope.get("client")
            if client:
                scope["client"] = client = (_plain(client[0]), client[1])
            if client and client[0] in self.trusted_hosts:
                _rehost(scope)
            if self._root:
                self._below(scope)
        await super().__call__(scope, receive, send)  # type: ignore[arg-type]

    def _below(self, scope: Scope) -> None:
        path = str(scope["path"])
        if path == self._root:
            path += "/"
        elif not path.startswith(f"{self._root}/"):
            path = self._root + path
        scope["path"], scope["root_path"] = path, self._root


def checked_root(root: str) -> str:
    """A root path as it is put before others: without a slash at its end. Raises `InvalidOptions`."""
    plain = root.rstrip("/")
    if not _ROOT.fullmatch(plain):
        raise InvalidOptions("a root path is written like /games, not {root}", root=quoted(root))
    return plain


def checked_addresses(trusted: str) -> list[str]:
    """Addresses and networks, from a text that has commas between them. Raises `InvalidOptions`."""
    given = [one.strip() for one in trusted.split(",") if one.strip()]
    for one in given if given != ["*"] else []:
        try:
            ip_network(one)
        except ValueError:
            raise InvalidOptions("a proxy is named by its address or network, not by {one}", one=quoted(one)) from None
    return given


def _plain(address: str) -> str:
    """An IPv4 address as such, also where a socket of both families tells it."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)


def _rehost(scope: Scope) -> None:
    """The host that the nearest proxy was asked for, which it adds at the end."""
    told = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
    host = b",".join(told).rpartition(b",")[2].strip()
    if _HOST.fullmatch(host):
        scope["headers"] = [(b"host", host), *(one for one in scope["headers"] if one[0] != b"host")]
