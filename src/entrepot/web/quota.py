"""How much may be begun and stored from one device and from one address, in an hour and in a day."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from fastapi import Request

from .tables.errors import Refusal

_HOUR, _DAY = 3600, 24 * 3600
_REMEMBERED = 100_000

Most = Mapping[str, tuple[tuple[int, int], ...]]
DEVICE: Most = {
    "table": ((300, _HOUR),),
    "box": ((20, _HOUR), (60, _DAY)),
    "join": ((100, _HOUR),),
    "record": ((300, _HOUR),),
    "kept": ((30, _HOUR), (100, _DAY)),
    "export": ((10, _HOUR),),
    "wish": ((300, _HOUR),),
    "hint": ((1000, _HOUR),),
    "study": ((10, _HOUR), (40, _DAY)),
    "move": ((200_000, _HOUR),),
}
"""Of each kind so many in so many seconds. A box is a table with components of its own: its text is kept too."""
ADDRESS: Most = {
    "table": ((600, _HOUR), (3000, _DAY)),
    "box": ((30, _HOUR), (120, _DAY)),
    "join": ((600, _HOUR),),
    "record": ((600, _HOUR),),
    "kept": ((60, _HOUR), (200, _DAY)),
    "export": ((60, _HOUR),),
    "wish": ((1000, _HOUR),),
    "hint": ((3000, _HOUR),),
    "study": ((20, _HOUR), (80, _DAY)),
    "move": ((200_000, _HOUR),),
}


def address_of(request: Request) -> str:
    """Where a request comes from, as far as it is one household: of IPv6 the network, as each has very many."""
    host = request.client.host if request.client else ""
    with suppress(ValueError):
        address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
        if isinstance(address, IPv4Address):
            return str(address)
        return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
    return host


class Quota:
    """Counts in memory what is begun and stored; a restart forgets it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used: dict[tuple[str, str, int, int], int] = {}

    @contextmanager
    def spent(self, request: Request, *kinds: str) -> Iterator[None]:
        """Something of these kinds is begun; it counts unless it fails.

        Refuses `too-many-lately`, with the `seconds` until it may be tried again.
        """
        whose = [(f"address {address_of(request)}", ADDRESS)]
        if not request.state.fresh:
            whose.append((f"device {request.state.who}", DEVICE))
        now = time.time()
        rules = [
            ((who, kind, span, int(now // span)), most)
            for who, allowed in whose
            for kind in kinds
            for most, span in allowed[kind]
        ]
        with self._lock:
            late = [
                span - now % span
                for (who, kind, span, turn), most in rules
                if self._used.get((who, kind, span, turn), 0) >= most
            ]
            if late:
                raise Refusal("too-many-lately", seconds=str(int(max(late)) + 1))
            for key, _ in rules:
                self._used[key] = self._used.pop(key, 0) + 1
            if len(self._used) > _REMEMBERED:
                self._forget(now)
        try:
            yield
        except BaseException:
            with self._lock:
                for key, _ in rules:
                    if self._used.get(key, 0) > 0:
                        self._used[key] -= 1
            raise

    def _forget(self, now: float) -> None:
        """What is over, and if that is not enough what was used least lately."""
        self._used = {key: used for key, used in self._used.items() if key[3] == int(now // key[2])}
        for key in list(self._used)[: max(0, len(self._used) - _REMEMBERED // 2)]:
            del self._used[key]
