"""Words in the reader's language, through gettext. English is built in and needs no catalogue.

The language is the one that :func:`set_language` names, else that of ``TACSIM_LANG``, else the one
that the player prefers (:func:`prefer`), else that of ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` or
``LANG``, the first that is set when it is first asked for. Catalogues are read on first use from
``tacsim/locale/<language>/LC_MESSAGES/tacsim.mo``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "tacsim"
LOCALE = Path(__file__).parent / "locale"
_LOCALES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_BUILT_IN = ("", "C", "POSIX", "en")

LANGUAGES = ("en", "ko")
"""The languages that can be asked for by name."""

_chosen: str | None = None
_preferred: str | None = None


def set_language(language: str | None) -> None:
    """Choose a language such as ``"ko"``; None goes back to what the environment says now."""
    global _chosen
    _chosen = language
    languages.cache_clear()


def prefer(language: str | None) -> None:
    """Prefer a language where neither :func:`set_language` nor ``TACSIM_LANG`` names one."""
    global _preferred
    _preferred = language
    languages.cache_clear()


def offered() -> tuple[str, ...]:
    """The languages that there are: English, and those with a catalogue.

    >>> offered()[0]
    'en'
    """
    there = (code for code in LANGUAGES if (LOCALE / code / "LC_MESSAGES").is_dir())
    return tuple(dict.fromkeys(("en", *there)))


@cache
def languages() -> tuple[str, ...]:
    """The languages to try, best first, as codes such as ``ko_KR``; empty for plain English."""
    told = (_chosen, os.environ.get("TACSIM_LANG") or None, _preferred)
    wanted = next((code for code in told if code is not None), None)
    if wanted is None:
        wanted = next((value for name in _LOCALES if (value := os.environ.get(name))), "")
    found = []
    for code in wanted.split(":"):
        code = _bare(code)
        if code in _BUILT_IN or code.startswith("en_"):
            break
        found.append(code)
    return tuple(found)


def unheard() -> str:
    """What to say where ``TACSIM_LANG`` names no language that there is; else nothing.

    Nothing too where :func:`set_language` names one, which comes before it.
    """
    asked = os.environ.get("TACSIM_LANG", "")
    codes = [_bare(code).partition("_")[0] for code in asked.split(":")]
    if _chosen is not None or {*codes} & {*LANGUAGES, *_BUILT_IN}:
        return ""
    text = _("TACSIM_LANG names no language that there is: {asked} (there is: {known})")
    return text.format(asked=asked, known=", ".join(LANGUAGES))


def _bare(code: str) -> str:
    """A code without its encoding and its variant."""
    return code.split(".")[0].split("@")[0]


@cache
def _catalogue(wanted: tuple[str, ...]) -> NullTranslations:
    from gettext import translation

    return translation(DOMAIN, LOCALE, wanted, fallback=True)


def translate(message: str) -> str:
    """A message that was marked elsewhere with :func:`N_`, in the reader's language."""
    wanted = languages()
    return _catalogue(wanted).gettext(message) if wanted and message else message


def _(message: str) -> str:
    """A literal message in the reader's language.

    >>> set_language("en"); _("{name} falls").format(name="Ogre")
    'Ogre falls'
    """
    return translate(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of a literal message that goes with a number.

    >>> ngettext("{n} square", "{n} squares", 2).format(n=2)
    '2 squares'
    """
    wanted = languages()
    if wanted:
        return _catalogue(wanted).ngettext(singular, plural, n)
    return singular if n == 1 else plural


def reason(error: Exception) -> str:
    """Why a file could not be read or written, in the reader's language as far as it is known.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return translate(getattr(error, "strerror", None) or str(error))


def N_(message: str) -> str:  # noqa: N802  # gettext's own name for a mark, known to extractors
    """Mark a message in a table for translation, and leave it as it is."""
    return message


__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "LOCALE",
    "N_",
    "_",
    "languages",
    "ngettext",
    "offered",
    "prefer",
    "reason",
    "set_language",
    "translate",
    "unheard",
]
