"""Words in the reader's language, through gettext. English is built in and needs no catalogue.

The language is the one that :func:`set_language` names, else that of ``TACSIM_LANG``, else the one
that the player prefers (:func:`prefer`), else that of ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` or
``LANG``, the first that is set when it is first asked for. What a player changes it to in the game
comes first until the game is left. Catalogues are read on first use from
``tacsim/locale/<language>/LC_MESSAGES/tacsim.mo``, which a checkout makes of the ``tacsim.po``
beside it (:mod:`tacsim.i18n.catalogues`).

Where words change with what stands before them (Korean particles), a message settles that when its
gaps are filled: it is a text whose ``format`` does so.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

DOMAIN = "tacsim"
NAME = "name"
"""The context of names in catalogues."""
CONTEXT = "\4"
"""What stands between a context and its message, in catalogues as in marked texts."""
LOCALE = Path(__file__).parent.parent / "locale"
_LOCALES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_BUILT_IN = ("", "C", "POSIX", "en")
_NUMBERED = re.compile(r"(.+?)( \d+| \([^()]*\))")
"""A name with what tells it from others of that name."""
_DRAWN = re.compile(r"The (\S+) (\S+)")
"""A name that a battlefield has drawn."""
_GAP = re.compile(r"\\{(\w+)\\}")

LANGUAGES = ("en", *sorted(path.name for path in LOCALE.glob("*") if path.is_dir()))
"""The languages that can be asked for by name: English, and each that has a catalogue."""

_chosen: str | None = None
_preferred: str | None = None
_changed = False
"""Whether what is preferred was changed in the game, and so comes first."""


def set_language(language: str | None) -> None:
    """Choose a language such as ``"ko"``; None goes back to what the environment says now."""
    global _chosen
    _chosen = language
    languages.cache_clear()


def chosen() -> str | None:
    """The language that :func:`set_language` chose, None if it did not."""
    return _chosen


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say things in a language for a while.

    >>> with speaking("en"): _("{name} falls")
    '{name} falls'
    """
    global _changed
    before, changed = _chosen, _changed
    _changed = False
    set_language(language)
    try:
        yield
    finally:
        _changed = changed
        set_language(before)


def prefer(language: str | None, *, changed: bool = False) -> None:
    """Prefer a language where neither :func:`set_language` nor ``TACSIM_LANG`` names one.

    ``changed``: before these too, as the player has just changed it; None goes back to them.
    """
    global _preferred, _changed
    _preferred, _changed = language, changed
    languages.cache_clear()


def asked_for() -> bool:
    """Whether :func:`set_language` or ``TACSIM_LANG`` names a language for every start."""
    return _chosen is not None or bool(os.environ.get("TACSIM_LANG"))


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
    changed = _preferred if _changed else None
    told = (changed, _chosen, os.environ.get("TACSIM_LANG") or None, _preferred)
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


class Message(str):
    """A message whose particles are settled when its gaps are filled."""

    __slots__ = ()

    def format(self, *args: object, **gaps: object) -> str:
        """The message with its gaps filled."""
        return resolved(str.format(self, *args, **gaps))

    def format_map(self, gaps: Any) -> str:
        """The message with its gaps filled out of a table."""
        return resolved(str.format_map(self, gaps))


def resolved(text: str) -> str:
    """A text with its particles settled, where the reader's language has such."""
    if "(" in text and _bent(languages()):
        from tacsim.i18n.particles import resolved

        return resolved(text)
    return text


def _bent(wanted: tuple[str, ...]) -> bool:
    """Whether the first language has particles that :mod:`tacsim.i18n.particles` knows."""
    return wanted[:1] != () and wanted[0].partition("_")[0] == "ko"


def folder() -> Path:
    """Where the catalogues are, compiled as far as they can be."""
    from tacsim.i18n.catalogues import refresh

    refresh(LOCALE, DOMAIN)
    return LOCALE


class _Catalogue:
    """The messages of some languages, the best first, each looked up once."""

    def __init__(self, wanted: tuple[str, ...]) -> None:
        from gettext import translation

        self._found = translation(DOMAIN, folder(), wanted, fallback=True)
        self._kind = Message if _bent(wanted) else str
        self._told: dict[str, str] = {}
        self._called: dict[str, str] = {}

    def told(self, message: str) -> str:
        """A message."""
        if message not in self._told:
            found = self._found.gettext(message)
            self._told[message] = self._kind(found.rpartition(CONTEXT)[2])
        return self._told[message]

    def counted(self, singular: str, plural: str, n: int) -> str:
        """The form of a message for a number."""
        return self._kind(self._found.ngettext(singular, plural, n))

    def called(self, name: str) -> str:
        """A name."""
        if name not in self._called:
            self._called[name] = self._call(name)
        return self._called[name]

    def _call(self, name: str) -> str:
        for one in (name, name[:1].upper() + name[1:], name[:1].lower() + name[1:]):
            found = self._found.pgettext(NAME, one)
            if found != one:
                return found
        drawn = _DRAWN.fullmatch(name)
        like, ground = (self.called(part) for part in drawn.groups()) if drawn else ("", "")
        if drawn and drawn.groups() != (like, ground):
            return self.told(N_("The {like} {ground}")).format(like=like, ground=ground)
        apart = _NUMBERED.fullmatch(name)
        return self.called(apart[1]) + apart[2] if apart else name


_catalogue = cache(_Catalogue)


def translate(message: str) -> str:
    """A message marked elsewhere with :func:`N_` or :func:`NP_`, in the reader's language."""
    wanted = languages()
    return (
        _catalogue(wanted).told(message) if wanted and message else message.rpartition(CONTEXT)[2]
    )


def _(message: str) -> str:
    """A literal message in the reader's language.

    >>> set_language("en"); _("{name} falls").format(name="Ogre")
    'Ogre falls'
    """
    return translate(message)


def pgettext(context: str, message: str) -> str:
    """A literal message that means more than one thing: ``context`` tells which, and is not read.

    >>> pgettext("state", "down")
    'down'
    """
    return translate(NP_(context, message))


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of a literal message that goes with a number.

    >>> ngettext("{n} square", "{n} squares", 2).format(n=2)
    '2 squares'
    """
    wanted = languages()
    if wanted:
        return _catalogue(wanted).counted(singular, plural, n)
    return singular if n == 1 else plural


def known_as(name: str) -> str:
    """A name out of data (of a creature, a side, a scenario, a map) as the reader calls it.

    The catalogue has the names of shipped data, in the context ``name``; any other stays as it is.
    What tells one of several from the others stays with the name.

    >>> set_language("en"); known_as("Ogre 2")
    'Ogre 2'
    """
    wanted = languages()
    return _catalogue(wanted).called(name) if wanted and name else name


def retold(text: str, messages: Iterable[str]) -> str:
    """What the program once wrote in English, as one of some messages, in the reader's language.

    What stands in the gaps are names. A text that is none of the messages stays as it is.

    >>> set_language("en"); retold("An ogre falls", ["{name} falls"])
    'An ogre falls'
    """
    for message in messages if languages() else ():
        found = re.fullmatch(_GAP.sub(r"(?P<\1>.+)", re.escape(message)), text)
        if found is not None:
            gaps = {gap: known_as(name) for gap, name in found.groupdict().items()}
            return translate(message).format(**gaps)
    return text


def reason(error: Exception) -> str:
    """Why a file could not be read or written, in the reader's language as far as it is known.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return translate(getattr(error, "strerror", None) or str(error))


def N_(message: str) -> str:  # noqa: N802  # gettext's own name for a mark, known to extractors
    """Mark a message in a table for translation, and leave it as it is."""
    return message


def NP_(context: str, message: str) -> str:  # noqa: N802  # as above
    """Mark a message of a table, with what it means here; :func:`translate` reads it.

    >>> translate(NP_("act", "help"))
    'help'
    """
    return f"{context}{CONTEXT}{message}"
