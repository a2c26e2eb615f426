"""The heading of a battle screen: what is played, how far it is, and whose turn it is."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT
from tacsim.i18n import _
from tacsim.player.now import Now


def heading(now: Now, level: int | None) -> tuple[Content, Content]:
    """Scenario, round, ruleset and level; and who acts. What is not being saved says so first."""
    left = Content.assemble(
        (_("NOT SAVED"), "bold $error") if now.unsaved else "",
        DOT if now.unsaved else "",
        (now.name, "bold"),
        _round(now),
        (DOT + now.battle.ruleset.id, MUTED),
        _level(now, level),
        (DOT + _("fog"), MUTED) if now.battle.fog else "",
    )
    return left, _who(now)


def _round(now: Now) -> str:
    clock = now.battle.world.clock
    if clock.surprise:
        return DOT + _("surprise round")
    return DOT + _("round {0}").format(clock.round) if clock.round else ""


def _level(now: Now, level: int | None) -> str:
    """The level under view and the highest, where there are several."""
    if level is None:
        return ""
    last = len(now.battle.world.field.levels) - 1
    return DOT + _("level {n} of {last}").format(n=level, last=last)


def _who(now: Now) -> Content:
    world, actor = now.battle.world, now.acting
    if world.outcome.over:
        return Content.styled(_("the battle is over"), "bold")
    if actor is None:
        return Content.styled(_("somebody unseen acts"), MUTED)
    creature = world[actor]
    side = world.sides[creature.side]
    if creature.side in now.people:
        who = _("you") if len(now.people) == 1 else _("a person")
    else:
        who = _("the computer")
    return Content.assemble(
        (creature.name, f"bold {now.colour(side.id)}"),
        DOT + side.name,
        (f" ({who})", MUTED),
    )


__all__ = ["heading"]
