"""The heading of a battle screen: what is played, how far it is, and whose turn it is."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT, clipped
from tacsim.i18n import _, known_as
from tacsim.player.pointing.now import Now

SIDE = 16
"""Columns of a side's name to which it is cut before it is left out."""
NAME = 12
"""Columns of a name below which other facts are left out before it is cut further."""


def heading(
    now: Now, level: int | None, width: int, title: Content | None = None
) -> tuple[Content, Content]:
    """Scenario, round, ruleset and level; and who acts, or a title in its place.

    What is not being saved says so first. Where it does not fit, the ruleset is left out and the
    scenario's name cut, then the side of who acts is left out.
    """
    unsaved = Content.styled(_("NOT SAVED"), "bold $error") + DOT if now.unsaved else Content("")
    name = Content.styled(now.name, "bold")
    rules = Content.styled(DOT + now.battle.ruleset.id, MUTED)
    fog = Content.styled(DOT + _("fog"), MUTED) if now.battle.fog else ""
    rest = Content.assemble(_level(now, level), fog)
    brief = Content(_round(now)) + rest
    ends = [title] if title is not None else _who(now)
    for right in ends:
        room = width - unsaved.cell_length - brief.cell_length - right.cell_length - 1
        if room >= min(name.cell_length, NAME):
            break
    if room >= name.cell_length + rules.cell_length:
        brief = Content.assemble(_round(now), rules, rest)
    return Content.assemble(unsaved, clipped(name, max(room, NAME)), brief), right


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


def _who(now: Now) -> list[Content]:
    """Who acts, for which side, played by whom; and with less of that."""
    world, actor = now.battle.world, now.acting
    if world.outcome.over:
        return [Content.styled(_("the battle is over"), "bold")]
    if actor is None:
        return [Content.styled(_("somebody unseen acts"), MUTED)]
    creature = world[actor]
    side = world.sides[creature.side]
    if creature.side in now.people:
        who = _("you") if len(now.people) == 1 else _("a person")
    else:
        who = _("the computer thinks") if now.thinks else _("the computer")
    name = Content.styled(known_as(creature.name), f"bold {now.colour(side.id)}")
    return [
        Content.assemble(name, DOT + known_as(side.name), (f" ({who})", MUTED)),
        Content.assemble(
            name, DOT, clipped(Content(known_as(side.name)), SIDE), (f" ({who})", MUTED)
        ),
        Content.assemble(name, DOT, clipped(Content(known_as(side.name)), SIDE)),
        name,
    ]
