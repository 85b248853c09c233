"""The language of the command line: chosen by `--lang` anywhere, else by the locale; its help and usage errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..core.errors import InvalidOptions, quoted
from ..i18n import Texts, languages, texts
from ..i18n.texts import N_

_chosen = texts()
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
_FORMS = (N_("[OPTIONS]"), N_("COMMAND [ARGS]..."), N_("Show this message and exit."))

_ERRORS = (
    (r"Missing argument '(?P<name>.+)'\.", N_("The argument {name} is missing.")),
    (r"Missing option '(?P<name>.+)'\.", N_("The option {name} is missing.")),
    (r"Missing command\.", N_("Name a command: --help lists them.")),
    (
        r"No such command '(?P<name>.*)'\. Did you mean (?P<others>.*)\?",
        N_("There is no command {name}. Similar: {others}."),
    ),
    (r"No such command '(?P<name>.*)'\.?", N_("There is no command {name}.")),
    (
        r"No such option: (?P<name>.*) \(Possible options: (?P<others>.*)\)",
        N_("There is no option {name}. Similar: {others}."),
    ),
    (r"No such option: (?P<name>.*)", N_("There is no option {name}.")),
    (r"Got unexpected extra argument(?:s|\(s\))? \((?P<name>.*)\)", N_("Too many arguments: {name}.")),
    (r"Option '(?P<name>.+)' requires .*", N_("The option {name} needs a value.")),
    (r"Option '(?P<name>.+)' does not take a value\.", N_("The option {name} takes no value.")),
    (
        r"Invalid value for '?(?P<name>[^:]+?)'?: Input should be a valid (integer|number).*",
        N_("{name} must be a number."),
    ),
    (
        r"Invalid value for '?(?P<name>[^:]+?)'?: Input should be greater than or equal to (?P<least>\S+)",
        N_("{name} must be at least {least}."),
    ),
    (
        r"Invalid value for '?(?P<name>[^:]+?)'?: Input should be less than or equal to (?P<most>\S+)",
        N_("{name} must be at most {most}."),
    ),
    (r"Invalid value for '?(?P<name>[^:]+?)'?: .*", N_("{name} cannot have this value.")),
)
"""What the library says of a command line, and the sentence for it."""


def words() -> Texts:
    """All sentences in the language that was chosen."""
    return _chosen


def choose(arguments: list[str], environment: Mapping[str, str]) -> list[str]:
    """Choose the language of this process; the arguments without `--lang`. Raises `InvalidOptions`."""
    global _chosen
    _chosen = texts(of_locale(environment))
    rest: list[str] = []
    given = iter(arguments)
    for one in given:
        if one == "--":
            return [*rest, one, *given]
        name, sign, code = one.partition("=")
        if name != "--lang":
            rest.append(one)
            continue
        code = code if sign else next(given, "")
        if code not in languages():
            raise InvalidOptions(
                "there is no language {lang} (there are {known})", lang=quoted(code), known=", ".join(languages())
            )
        _chosen = texts(code)
    return rest


def of_locale(environment: Mapping[str, str]) -> str:
    """The language of a locale, as gettext finds it; English where there is none for it."""
    locale = next((environment[name] for name in _LOCALES if environment.get(name)), "")
    if _code(locale) in ("", "c", "posix"):
        return "en"
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((_code(one) for one in wanted if _code(one) in languages()), "en")


def _code(locale: str) -> str:
    return re.split("[_.@-]", locale)[0].lower()


def mistake(error: typer.TyperException) -> str:
    """What is wrong with a command line."""
    said = error.format_message()
    for pattern, told in _ERRORS if _chosen.lang != "en" else ():
        found = re.fullmatch(pattern, said, re.DOTALL)
        if found:
            return _chosen._(told, **found.groupdict())
    return said


class _Helping:
    """Help in the language that was chosen: the texts of the commands are messages."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """`Usage: entrepot play [OPTIONS]`."""
        pieces = [_chosen._(piece) if piece in _FORMS else piece for piece in self.collect_usage_pieces(ctx)]  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=_chosen._("Usage:") + " ")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """What the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_chosen._(self.help))  # type: ignore[attr-defined]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments and options."""
        rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for param in self.get_params(ctx):  # type: ignore[attr-defined]
            record = param.get_help_record(ctx)
            if record is not None:
                rows[param.param_type_name].append((record[0], _described(param.help or "", record[1])))
        rows["option"].insert(-1, ("--lang <str>", self._languages()))
        if rows["argument"]:
            _section(formatter, _chosen._("Arguments:"), rows["argument"])
        _section(formatter, _chosen._("Options:"), rows["option"])

    @staticmethod
    def _languages() -> str:
        return _chosen._(
            "Language of everything that is read here: {known}. By default that of the locale.",
            known=", ".join(languages()),
        )


def _section(formatter: Any, heading: str, rows: list[tuple[str, str]]) -> None:
    formatter.write_paragraph()
    formatter.write(f"{heading}\n")
    with formatter.indentation():
        formatter.write_dl(rows)


def _described(own: str, record: str) -> str:
    """The help of a parameter with what the library adds: `[default: 100]`, `[required]`, a range."""
    found = re.fullmatch(r"\s*\[(.*)\]", record[len(own) :], re.DOTALL)
    extras = []
    for part in found[1].split("; ") if found else ():
        name, sign, value = part.partition(": ")
        if name == "default" and sign:
            extras.append(_chosen._("default: {value}", value=value))
        else:
            extras.append(_chosen._("required") if part == "required" else part)
    told = _chosen._(own)
    return f"{told}  [{_chosen.row(extras)}]" if extras else told


class Command(_Helping, TyperCommand):
    """A command whose help is told in the language."""


class Group(_Helping, TyperGroup):
    """Commands whose help is told in the language."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Options and commands."""
        super().format_options(ctx, formatter)
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, _chosen._(command.help)) for name, command in commands if command and command.help]
        _section(formatter, _chosen._("Commands:"), rows)
