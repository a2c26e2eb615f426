"""Intents that a tool makes of whom it points at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import attrs

from tacsim.core import intents as it


@attrs.frozen
class Wish:
    """Who wants to do something to whom: ``mode`` is the variant, ``about`` a third."""

    actor: str
    target: str = ""
    mode: str | None = None
    about: str | None = None
    weapon: str | None = None


STAY, DEFENCE, DOWN = "stay", "defence", "prone"
"""Variants: of a push, not to go with the foe; of an aid, to help in the defence; of a shove, to
knock it down."""


def _aid(wish: Wish) -> it.Intent:
    friend, foe = (wish.about, wish.target) if wish.about else (wish.target, None)
    return it.Aid(wish.actor, friend, foe, defence=wish.mode == DEFENCE)


ACTS: Mapping[str, Callable[[Wish], it.Intent]] = {
    "trip": lambda w: it.Trip(w.actor, w.target, w.weapon),
    "bull_rush": lambda w: it.BullRush(w.actor, w.target, follow=w.mode != STAY),
    "coup_de_grace": lambda w: it.CoupDeGrace(w.actor, w.target, w.weapon),
    "dodge": lambda w: it.Dodge(w.actor, w.target),
    "deny_flank": lambda w: it.DenyFlank(w.actor, w.target),
    "aid": _aid,
    "shove": lambda w: it.Shove(w.actor, w.target, prone=w.mode == DOWN),
    "grapple": lambda w: it.Grapple(w.actor, w.target),
    "ready": lambda w: it.Ready(w.actor, w.mode or "reach", w.target or None, w.weapon),
}
"""What aims at somebody besides attacks, by the names of the intents; an aid without a foe against
whom it is given aims at a friend."""

AtOnce: TypeAlias = type[it.Delay | it.Dash | it.Disengage | it.Dodge | it.Escape]

AT_ONCE: Mapping[str, AtOnce] = {
    "delay": it.Delay,
    "dash": it.Dash,
    "disengage": it.Disengage,
    "dodge": it.Dodge,
    "escape": it.Escape,
}
"""What aims at nobody, or need not."""
