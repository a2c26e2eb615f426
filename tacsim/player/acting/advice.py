"""Advice: what was weighed for a decision, as a table in words and as plans on the board."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tacsim.api.thinking import Weighed, Weighing, then
from tacsim.core.intents import THING, Area, Intent, Move, Take, aim_of, key_of, spot_of
from tacsim.core.verdicts import Refused
from tacsim.core.world import World
from tacsim.grid.cells import Cell
from tacsim.i18n import _, ngettext
from tacsim.player.acting.question import Question
from tacsim.player.pointing import measuring
from tacsim.player.pointing.chances import warnings
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Barred, Choices, Option
from tacsim.rules.engine import submit
from tacsim.rules.forecast import Attack
from tacsim.view.wording.intended import done

SHOWN = 4
"""Ideas that are listed at most, the first being the advice."""
LEAST = 0.05
"""Hit points below which a difference is not told."""


@attrs.frozen
class Idea:
    """An idea in words: what to do, what it comes to, and what speaks for or against it.

    ``value``: that of the first idea, and how far this one differs with the same lots of dice;
    ``made``: whether it is what was done; ``after``: what it leads on to, where that is told.
    """

    intent: Intent
    what: str
    value: str
    why: str
    made: bool = False
    after: Intent | None = None


def ideas(
    battle: Battle,
    weighing: Weighing,
    known: frozenset[str] | None = None,
    *,
    made: Intent | None = None,
    most: int = SHOWN,
) -> list[Idea]:
    """The ideas for a decision, the one decided on first; ``made``: what was done, in any case.

    With the first, and with what is but a preparation, what it leads on to is told; a preparation
    that leads to nothing is no idea. ``battle``: of which they are foretold, as the reader knows
    it.
    """
    if not weighing.ideas:
        after = then(battle, weighing.intent)
        what = _plan(battle, weighing.intent, known, after)
        return [Idea(weighing.intent, what, "", "", weighing.intent == made, after)]
    lead = weighing.ideas[0]
    able = [one for one in weighing.ideas if _leads_on(battle, one.intent)] or [lead]
    words: dict[str, Weighed] = {}
    for one in able:  # of two ways to a place the better is told, or the one that was gone
        what = _done(battle, one.intent, known)
        if what not in words or one.intent == made:
            words[what] = one
    first, *others = words.values()
    others.sort(key=lambda one: (one.lots < first.lots, one.lead.value - one.sum.value))
    shown = [first, *others][:most]
    shown += [one for one in weighing.ideas if one.intent == made and one not in shown]
    return [
        Idea(
            one.intent,
            _plan(battle, one.intent, known, after),
            f"{lead.sum.value + one.sum.value - one.lead.value:+.2f}",
            _why(battle, one, first),
            one.intent == made,
            after,
        )
        for one in shown
        for after in [
            then(battle, one.intent) if one is first or _prepares(battle, one.intent) else None
        ]
    ]


def _prepares(battle: Battle, intent: Intent) -> bool:
    """Whether an intent but readies what its creature has at hand, and costs nothing."""
    option = Choices(battle, battle.decision).judge(intent) if _handles(intent) else None
    return isinstance(option, Option) and not option.cost


def _handles(intent: Intent) -> bool:
    """Whether an intent is about a thing."""
    return any(field.metadata == THING for field in attrs.fields(type(intent)))


def _leads_on(battle: Battle, intent: Intent) -> bool:
    """Whether an intent is more than a preparation for what can be done as well without it."""
    if not _prepares(battle, intent):
        return True
    after = then(battle, intent)
    if after is None or _handles(after):
        return False
    fork = battle.fork()
    submit(fork, intent)
    before, now = (Choices(one, one.decision).judge(after) for one in (battle, fork))
    return isinstance(before, Barred) or (isinstance(now, Option) and before.cost != now.cost)


def _done(battle: Battle, intent: Intent, known: frozenset[str] | None) -> str:
    """What an intent does; an answer in the words of its question, with the weapon it takes."""
    decision, attacks = battle.decision, list[Attack]()
    if decision is not None and isinstance(intent, Take) and intent.weapon is None:
        struck = Question(battle, decision).strike(intent)
        attacks += [struck] if struck is not None else []
    return done(battle.world, intent, known, attacks, decision)


def _plan(
    battle: Battle, intent: Intent, known: frozenset[str] | None, after: Intent | None
) -> str:
    """What an intent does, and what it leads on to."""
    what = _done(battle, intent, known)
    if after is None:
        return what
    return _("{what}, then {after}").format(what=what, after=done(battle.world, after, known))


def _why(battle: Battle, one: Weighed, first: Weighed) -> str:
    """What speaks for the first idea, or against another one."""
    parts = [_sums(one)] if one is first else [_behind(one, first)]
    preview = Preview(one.intent).with_forecast(battle)
    if preview.refusal is None:
        parts += warnings(attrs.evolve(preview, attacks=()), battle.world)
    return "; ".join(part for part in parts if part)


def _sums(one: Weighed) -> str:
    """What comes of an idea."""
    text = _("foes lose {dealt} hit points, yours {lost}")
    return text.format(dealt=f"{one.sum.dealt:.1f}", lost=f"{one.sum.lost:.1f}")


def _behind(one: Weighed, first: Weighed) -> str:
    """In what an idea differs from the first with the same lots, and whether it was given up."""
    dealt = one.sum.dealt - one.lead.dealt - (first.sum.dealt - first.lead.dealt)
    lost = one.sum.lost - one.lead.lost - (first.sum.lost - first.lead.lost)
    parts = []
    if one.lots < first.lots:
        text = ngettext("given up after {n} try", "given up after {n} tries", one.lots)
        parts.append(text.format(n=one.lots))
    if abs(dealt) >= LEAST:
        text = _("foes lose {n} more") if dealt > 0 else _("foes lose {n} less")
        parts.append(text.format(n=f"{abs(dealt):.1f}"))
    if abs(lost) >= LEAST:
        text = _("yours lose {n} more") if lost > 0 else _("yours lose {n} less")
        parts.append(text.format(n=f"{abs(lost):.1f}"))
    return ", ".join(parts) or _("foes and yours lose as much")


def told(found: Sequence[Idea]) -> list[str]:
    """Ideas as sentences, for the plain game and for cards that list nothing."""
    text, others = _("The commander would: {what}{value} {why}"), _("{what}{value} {why}")
    lines = []
    for at, one in enumerate(found):
        value = f" ({one.value})." if one.value else "."
        why = f"{one.why[:1].upper()}{one.why[1:]}." if one.why else ""
        line = (others if at else text).format(what=one.what, value=value, why=why)
        lines.append(line.strip())
    return [*lines, *filter(None, [stands(found)])]


def stands(found: Sequence[Idea]) -> str:
    """Why the first idea comes before one of a higher value; empty where there is none."""
    values = [float(one.value or 0) for one in found]
    if not values or max(values) <= values[0]:
        return ""
    return _("The first stands: another has to be clearly better, also played on carefully.")


# --- as plans ---------------------------------------------------------------------------------


def planned(planner: Planner, intent: Intent) -> Preview:
    """The preview of an intent that was not pointed at: the way, the target, the area."""
    battle = planner.battle
    if isinstance(intent, Move):
        found = planner.way(intent)
        if isinstance(found, Refused):
            return Preview(refusal=found, mode=intent.mode)
        return found if found.intent is None else attrs.evolve(found, intent=intent)
    if isinstance(intent, Area) and intent.name is not None:
        at = intent.origin if intent.toward is None else intent.toward
        found = measuring.area(planner, intent.name, at)
        return found if found.intent is None else attrs.evolve(found, intent=intent)
    aim = aim_of(intent)
    target = next((one for one in aim if one is not None and one in battle.world), None)
    preview = Preview(intent, act=key_of(intent), aim=aim, target=target)
    return preview.with_forecast(battle)


def leads_to(world: World, preview: Preview) -> Cell | None:
    """The cell to point at for a preview: its end, its target, its place; None where it stays."""
    if preview.legs:
        return preview.legs[-1].body.at
    if preview.target is not None:
        return world[preview.target].at
    intent = preview.intent
    if isinstance(intent, Area):
        return intent.origin if intent.toward is None else intent.toward
    return None if intent is None else spot_of(intent)


def aimed_at(world: World, intent: Intent) -> Cell | None:
    """The cell to point at for an intent: whom it is aimed at, where it ends; None: nowhere."""
    at = (world[one].at for one in aim_of(intent) if one is not None and one in world)
    end = intent.to if isinstance(intent, Move) else spot_of(intent)
    return next(at, end)
