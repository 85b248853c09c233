"""Reasons that people read: an English sentence that knows how it was made, so that it can be told in any language."""

from __future__ import annotations

from typing import Any, Final, Self

_LONGEST: Final = 280
_TAIL: Final = 80


def shortened(text: str) -> str:
    """A reason that is never long: its beginning and its end."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - _TAIL - 1]}…{text[-_TAIL:]}"


def one_line(text: str) -> str:
    """A reason without control characters and never long, whatever the names of files and the like brought into it."""
    text = shortened(text)
    if text.isprintable():
        return text
    return one_line("".join(one if one.isprintable() else repr(one)[1:-1] for one in text))


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a message that is told later."""
    return message


class Reason(str):
    """A sentence, or a part that is set into one: in English as a text, and for `entrepot.i18n` as what it is made of.

    Attributes:
        message: the sentence with its placeholders; the key of the catalogue.
        values: what stands for them; those that are reasons themselves are told in the language too.
    """

    # The interpreter runs this module also where the rest of the engine is compiled: mypyc knows no kinds of texts.
    message: str
    values: dict[str, Any]

    def __new__(cls, message: str, /, **values: object) -> Self:
        if isinstance(message, cls) and not values:
            return message
        made = super().__new__(cls, one_line(message.format(**values) if values else message))
        made.message, made.values = message, values
        return made

    @classmethod
    def verbatim(cls, text: str) -> Self:
        """A text that is the same in all languages: a key of a file, a path, an action."""
        return cls.foreign(text, "")

    @classmethod
    def foreign(cls, text: str, message: str, /, **values: object) -> Self:
        """What another program said in English, and the sentence that says as much in other languages."""
        made = super().__new__(cls, one_line(text))
        made.message, made.values = message, values
        return made


def within(place: str, key: str) -> Reason:
    """A key of a file at a place."""
    return Reason("{place}: {key}", place=place, key=key)


NOTHING: Final = Reason("nothing")
"""No cubes."""
