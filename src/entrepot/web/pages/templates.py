"""The templates of the pages, compiled once and drawn quickly.

There is one environment a language, with its sentences as globals. So what is imported without context depends on
nothing but the language and what it is given, and what it draws is remembered: most of a table is drawn as it was a
move ago. What is imported with context is made once a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import lru_cache
from string import Formatter
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro, markup_join, new_context
from jinja2.utils import missing
from markupsafe import Markup, escape

from ...i18n import Texts, languages, texts

_REMEMBERED = 2048
_Drawn = Callable[..., str]

_escaped = lru_cache(maxsize=_REMEMBERED)(escape)


def _plain(value: Any) -> str:
    """`escape` for what is only joined: the same text."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int or kind is float:
        return str(value)
    return _escaped(value) if kind is str else escape(value)


def _joined(values: Iterable[Any]) -> str:
    """`markup_join`: the same text."""
    parts = list(values)
    if Markup in map(type, parts):
        return str.__new__(Markup, "".join(map(_plain, parts)))
    return markup_join(parts)


def _nothing(_: str) -> str:
    """What an inline condition without an else comes to where it does not hold."""
    return ""


class _Macro(Macro):
    """A macro that is called without ceremony; a remembered one draws once what it is given twice."""

    drawn: _Drawn | None = None

    def remember(self) -> None:
        """Remember from now on what is drawn."""
        if not self.caller:
            self.drawn = lru_cache(maxsize=_REMEMBERED, typed=True)(self._draw)

    def _draw(self, *args: Any, **named: Any) -> str:
        if self.caller or self.catch_kwargs or self.catch_varargs:
            return Markup(super().__call__(*args, **named))  # noqa: S704 - drawn by a template
        rest = tuple(named.pop(name, missing) for name in self.arguments[len(args) :])
        if named or len(args) > self._argument_count:
            raise TypeError(f"macro {self.name!r} takes {', '.join(self.arguments)}")
        return str.__new__(Markup, self._func(*args, *rest))

    def __call__(self, *args: Any, **named: Any) -> str:
        if self.drawn is None:
            return self._draw(*args, **named)
        try:
            return self.drawn(*args, **named)
        except TypeError:  # what cannot be told apart is drawn anew
            return self._draw(*args, **named)


class _Context(Context):
    _DIRECT = frozenset({_Macro, FunctionType, BuiltinFunctionType, MethodType})

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        """Call something; what never asks for the context needs no look at whether it does."""
        if type(called) not in self._DIRECT:
            return super().call(called, *args, **named)
        if named:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
        return called(*args, **named)

    def derived(self, locals: dict[str, Any] | None = None) -> Context:  # noqa: A002 - the name its base gives it
        """As its base does, without a copy of all lists of blocks: they stay as they are once the page is drawn."""
        context = new_context(self.environment, self.name, {}, self.get_all(), True, None, locals)
        context.eval_ctx = self.eval_ctx
        context.blocks = self.blocks
        return context


class _Template(Template):
    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],  # noqa: A002 - the name its base gives it
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        namespace: dict[str, Any] = {"environment": environment, "__file__": code.co_filename}
        exec(code, namespace)  # noqa: S102 - as its base does
        namespace |= {"escape": _plain, "Macro": _Macro, "markup_join": _joined, "Undefined": _nothing}
        template = cls._from_namespace(environment, namespace, globals)
        template._uptodate = uptodate
        return template

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        made = vars.get("made") if vars else None
        if made is None:
            return super().make_module(vars, shared, locals)
        if self.name not in made:
            made[self.name] = super().make_module(vars, shared, locals)
        module: TemplateModule = made[self.name]
        return module

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002
        if self._module is None:
            self._module = self.make_module()
            for part in vars(self._module).values():
                if isinstance(part, _Macro):
                    part.remember()
        return self._module


class _Environment(Environment):
    context_class = _Context
    template_class = _Template

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of a data object, an attribute, else as its base does."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)


class _Compiled(BytecodeCache):
    """What was compiled for one language is good for all."""

    def __init__(self) -> None:
        self._known: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = bucket.code


@lru_cache(maxsize=_REMEMBERED)
def _only_names(message: str) -> bool:
    """Whether the placeholders of a message are names and nothing more."""
    return all(
        name is None or (name.isidentifier() and not spec and conversion is None)
        for _, name, spec, conversion in Formatter().parse(message)
    )


def _filled(message: str, params: dict[str, Any]) -> Markup:
    """A sentence with escaped values."""
    if _only_names(message):
        return str.__new__(Markup, message.format(**{name: _plain(value) for name, value in params.items()}))
    return Markup(message).format(**params)  # noqa: S704


class Templates:
    """All templates in all languages, compiled when it is made."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._environments = {}
        compiled = _Compiled()
        for lang in languages():
            env = self._environments[lang] = _Environment(
                loader=PackageLoader("entrepot.web", "templates"),
                autoescape=True,
                undefined=StrictUndefined,
                trim_blocks=True,
                lstrip_blocks=True,
                cache_size=-1,
                auto_reload=False,
                bytecode_cache=compiled,
            )
            env.globals |= {**given, **sentences(texts(lang)), "lang": lang, "languages": languages()}
            for name in env.list_templates():
                env.get_template(name)

    def render(self, template: str, words: Texts, **context: Any) -> str:
        """A template with the sentences of one language. Values are escaped, also inside sentences."""
        return self._environments[words.lang].get_template(template).render(made={}, **context)


def sentences(words: Texts) -> dict[str, Any]:
    """The sentences of a language as the templates call them."""
    gettext, ngettext = words.gettext, words.plural

    @lru_cache(maxsize=_REMEMBERED, typed=True)
    def filled(message: str, **params: object) -> Markup:
        return _filled(message, params)

    @lru_cache(maxsize=_REMEMBERED)
    def alone(message: str) -> Markup:
        return Markup(gettext(message)).format()  # noqa: S704

    def translated(message: str, **params: object) -> Markup:
        return filled(gettext(message), **params) if params else alone(message)

    @lru_cache(maxsize=_REMEMBERED)
    def number(one: str, many: str, n: int) -> Markup:
        return _filled(ngettext(one, many, n), {"n": n})

    def counted(one: str, many: str, n: int, **params: object) -> Markup:
        return _filled(ngettext(one, many, n), {"n": n, **params}) if params else number(one, many, n)

    @lru_cache(maxsize=_REMEMBERED)
    def meant(context: str, message: str) -> Markup:
        return Markup(words.pgettext(context, message)).format()  # noqa: S704

    return {"_": translated, "ngettext": counted, "pgettext": meant, "words": words}
