"""Who plays: bots by name, and those of one's own, by an import path or as a program."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Any

from ..core.errors import quoted
from . import Bot, UnknownBot, make

EXEC = "exec:"
_NAMED = re.compile(r"\s*([\w.-]{1,40})=(.+)", re.DOTALL)
_COMMA = re.compile(r""",(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who can be seated. Made by `entrant`.

    Attributes:
        name: what it is called in results.
        spec: a bot by name, `module:Class`, or `exec:COMMAND`.
    """

    name: str
    spec: str

    def sit(self, game: str, players: int, seat: int, seed: int) -> Bot:
        """A new bot for a seat, with a chance of its own. One that has a `close` is to be closed: see `seated`.

        A bot of one's own is told no seed from which that of the deal could be reckoned back.

        Raises:
            BotFailed: a program cannot be started. Bots of one's own may raise anything.
        """
        if self.spec.startswith(EXEC):
            from .program import Program

            return Program(self.spec.removeprefix(EXEC), game, players, seat, _one_way(seed))
        if ":" in self.spec:
            bot = _made(_loaded(self.spec), Random(_one_way(seed)))
            if not hasattr(bot, "choose"):
                raise _no_bot(self.spec)
            return bot
        return make(self.spec, game, seed)


def _one_way(seed: int) -> int:
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "little")


def entrant(text: object, game: str) -> Entrant:
    """Who is meant by `greedy`, `my_module:MyBot` or `exec:COMMAND`, also with a name, as `mine=my_module:MyBot`.

    A module is imported, the current folder being one of those where it is looked for; a program is not run yet.

    Raises:
        UnknownBot: there is no such bot, module, class or program. UnknownGame.
    """
    named = _NAMED.fullmatch(text) if isinstance(text, str) else None
    name, spec = (named[1], named[2].strip()) if named else (text, text)
    if isinstance(spec, str) and spec.startswith(EXEC):
        _check_command(spec.removeprefix(EXEC))
    elif isinstance(spec, str) and ":" in spec:
        _loaded(spec)
    else:
        make(spec, game)  # type: ignore[arg-type]
    return Entrant(str(name), str(spec))


def listed(text: str) -> list[str]:
    """The parts of a list with commas; one between quotation marks parts nothing."""
    return [part.strip() for part in _COMMA.split(text)]


@contextmanager
def seated(entrants: Sequence[Entrant], game: str, seeds: Sequence[int]) -> Iterator[list[Bot]]:
    """A bot for every seat, all of them closed at the end. Raises what `Entrant.sit` raises."""
    bots: list[Bot] = []
    try:
        for seat, (who, seed) in enumerate(zip(entrants, seeds, strict=True)):
            bots.append(who.sit(game, len(entrants), seat, seed))
        yield bots
    finally:
        for bot in bots:
            close(bot)


def close(bot: Bot) -> None:
    """Tell a bot that has a `close` that it is not needed any more."""
    done = getattr(bot, "close", None)
    if done is not None:
        done()


def _check_command(command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or "\0" in command or shutil.which(words[0]) is None:
        raise UnknownBot("there is no program {command}", command=quoted(words[0] if words else command))


def _loaded(spec: str) -> Callable[..., Any]:
    """What makes a bot."""
    module, _, path = spec.partition(":")
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        with redirect_stdout(sys.stderr):
            found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise UnknownBot("there is no module {module}", module=quoted(module)) from None
        raise _unimportable(module, error) from None
    except (Exception, SystemExit) as error:
        raise _unimportable(module, error) from None
    try:
        maker: Any = attrgetter(path)(found)
    except AttributeError:
        raise UnknownBot("{module} has no {name}", module=module, name=quoted(path)) from None
    if not callable(maker) or (isinstance(maker, type) and not hasattr(maker, "choose")):
        raise _no_bot(spec)
    made: Callable[..., Any] = maker
    return made


def _no_bot(spec: str) -> UnknownBot:
    return UnknownBot("{bot} makes no bot: it has no method choose", bot=quoted(spec))


def _unimportable(module: str, error: BaseException) -> UnknownBot:
    said = f"{type(error).__name__}: {error}"
    return UnknownBot("{module} cannot be imported: {error}", module=quoted(module), error=said)


def _made(maker: Callable[..., Any], rng: Random) -> Bot:
    """A bot, given a chance if it asks for one: by a parameter that it needs, or that is called `rng`."""
    parameters: Mapping[str, inspect.Parameter] = {}
    with suppress(TypeError, ValueError):
        parameters = inspect.signature(maker).parameters
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = any(one.kind in positional and one.default is one.empty for one in parameters.values())
    made: Bot = maker(rng) if needed else maker(rng=rng) if "rng" in parameters else maker()
    return made
