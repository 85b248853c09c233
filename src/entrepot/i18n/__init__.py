"""Every text that people read, in their language.

Sources are English sentences; a language is added by dropping `<code>/messages.po` into this folder.
"""

from .catalogue import best_language, languages, normalised, with_country
from .texts import Texts, texts

__all__ = ["Texts", "best_language", "languages", "normalised", "texts", "with_country"]
