"""Who plays a side, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.i18n import N_, _, translate
from tacsim.session.controllers import in_full
from tacsim.session.opponents import level_of, offered

PLAYERS: Mapping[str, str] = {
    "human": N_("a person"),
    "script": N_("its script"),
    "ai:quick": N_("the computer, quick"),
}
"""Those of no level."""


def player_name(who: str) -> str:
    """What people call a controller, given in the words of scenario files.

    >>> player_name("human"), player_name("ai:recruit"), player_name("ai:brute")
    ('a person', 'the computer, recruit', 'the computer, brute')
    """
    full = in_full(who)
    level = level_of(full.removeprefix("ai:"))
    if level is not None and full.startswith("ai:"):
        return translate(level.title)
    if full not in PLAYERS:
        return _("the computer, {name}").format(name=full.removeprefix("ai:"))
    return translate(PLAYERS[full])


def how_it_plays(who: str) -> str:
    """How an opponent plays, in a sentence; empty for others."""
    full = in_full(who)
    level = level_of(full.removeprefix("ai:")) if full.startswith("ai:") else None
    return translate(level.about) if level is not None else ""


def levels() -> Iterator[tuple[str, str]]:
    """The levels of opponents that there are, each with how it plays; ``veteran (cautious)``."""
    for level in offered():
        name = level.name if level.name == level.opponent else f"{level.name} ({level.opponent})"
        yield name, translate(level.about)
