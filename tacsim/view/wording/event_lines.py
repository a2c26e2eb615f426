"""Events that are a line of the log by themselves: each as a sentence and its tone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core.verdicts import Reason, Refused
from tacsim.core.world import World
from tacsim.i18n import N_, _, known_as, translate
from tacsim.rules.goals import Progress
from tacsim.session.learning import UNSEEN
from tacsim.view.wording import words
from tacsim.view.wording.goals import creature_of, so_far, won_by
from tacsim.view.wording.questions import asked
from tacsim.view.wording.reasons import sentence
from tacsim.view.wording.words import name_of


@attrs.frozen
class EventLine:
    """A sentence of the log and its tone."""

    text: str
    tone: str


IN_OTHER_LINES = ("running", "charging", "flat_footed", "carried")
"""Conditions of which the line of a move or of the battle's beginning tells already."""
_GAINS: Mapping[str, str] = {
    "prone": N_("{name} is prone"),
    "helpless": N_("{name} is helpless"),
    "dead": N_("{name} is dead"),
    "surrendered": N_("{name} surrenders"),
    "total_defense": N_("{name} defends totally"),
    "delaying": N_("{name} waits"),
    "defensive": N_("{name} fights defensively"),
    "disengaged": N_("{name} disengages"),
    "dodging": N_("{name} dodges"),
    "wedged": N_("{name} is wedged in a gap"),
}
_GAINS_BY: Mapping[str, str] = {
    "prone": N_("{by} knocks {name} down"),
    "grappled": N_("{by} takes hold of {name}"),
}
"""The same where another creature has brought it about."""
_GAINS_BY_ITSELF: Mapping[str, str] = {"prone": N_("{name} drops prone")}
"""The same where the creature has brought it about."""
_LOSES: Mapping[str, str] = {
    "prone": N_("{name} stands up"),
    "unaware": N_("{name} is aware of the enemy"),
    "wedged": N_("{name} is wedged no more"),
    "delaying": "",
    "total_defense": "",
    "defensive": "",
    "disengaged": "",
    "dodging": "",
}
_CONTESTS: Mapping[str, str] = {
    "overrun": N_("{name} tries to run over {foe}"),
    "knock_down": N_("{name} tries to knock {foe} down"),
    "bull_rush": N_("{name} tries to push {foe} back"),
    "trip": N_("{name} tries to trip {foe}"),
    "trip_back": N_("{name} tries to trip {foe} in return"),
    "shove": N_("{name} tries to shove {foe}"),
    "grapple": N_("{name} tries to take hold of {foe}"),
    "escape": N_("{name} tries to break {foe}'s hold"),
}
_TESTS: Mapping[str, str] = {
    "tumble": N_("to tumble"),
    "climb": N_("to climb"),
    "jump": N_("to jump"),
    "swim": N_("to swim"),
    "balance": N_("to keep its balance"),
    "trip_touch": N_("to get a hold"),
    "aid": N_("to help"),
    "escape_artist": N_("to get through the gap"),
    "fortitude": N_("to live through it"),
    "reflex": N_("to get out of the way"),
    "will": N_("to keep its head"),
    "str_save": N_("to hold its ground"),
    "dex_save": N_("to get out of the way"),
    "con_save": N_("to live through it"),
    "int_save": N_("to see through it"),
    "wis_save": N_("to keep its head"),
    "cha_save": N_("to remain itself"),
    "might_save": N_("to hold its ground"),
    "grace_save": N_("to get out of the way"),
    "mettle_save": N_("to live through it"),
    "insight_save": N_("to see through it"),
}
"""What checks are made for."""
_GROWTH: Mapping[str, str] = {"dash": N_("{name} dashes")}
"""The log line of movement gained, by the act that it comes from."""
_SENTENCES: Mapping[type[Any], tuple[str, str, Mapping[str, str]]] = {
    ev.TurnStarted: (N_("{name}'s turn"), "turn", {}),
    ev.Yielded: (N_("{name} lets {other} act first"), "info", {"other": "to"}),
    ev.Resumed: (N_("{name} goes on with its turn"), "turn", {}),
    ev.Declined: (N_("{name} lets {foe} pass"), "answer", {"foe": "against"}),
    ev.Slipped: (N_("{name} gives {foe} no opportunity"), "info", {"foe": "by"}),
    ev.Pushed: (N_("{foe} pushes {name} to {cell}"), "move", {"foe": "by", "cell": "dst"}),
    ev.Reordered: (N_("{name} has a new place in the order"), "info", {}),
    ev.Placed: (N_("{name} may not stop there and ends in {cell}"), "move", {"cell": "dst"}),
    ev.Drew: (N_("{name} draws its {weapon}"), "info", {"weapon": "weapon"}),
    ev.Dropped: (N_("{name} lets go of its {weapon}"), "info", {"weapon": "weapon"}),
    ev.Loaded: (N_("{name} loads its {weapon}"), "info", {"weapon": "weapon"}),
    ev.Damaged: (N_("{name} takes {n} damage"), "hit", {"name": "target", "n": "amount"}),
    ev.Downed: (N_("{name} goes down"), "down", {"name": "target"}),
}
"""Of events of which one sentence tells: it, its tone, and the fields that fill its gaps.

``{name}`` is whoever does it, unless another field is named.
"""
_FILLED: Mapping[str, Callable[[World, Any], object]] = {
    "cell": lambda _world, cell: words.place(cell),
    "weapon": lambda world, weapon: words.weapon_word(weapon, world),
    "n": lambda _world, number: number,
}
"""What gaps are filled with that are no creature's name, by the value of their field."""


def _round_started(_world: World, event: ev.RoundStarted) -> EventLine:
    if not event.number:
        return EventLine(_("Surprise round"), "round")
    return EventLine(_("Round {n}").format(n=event.number), "round")


def _ordered(world: World, event: ev.Ordered) -> EventLine:
    text = _("{name} lets allies pass") if event.lets_pass else _("{name} lets no ally pass")
    return EventLine(text.format(name=name_of(world, event.actor)), "info")


def _spent(world: World, event: ev.Spent) -> EventLine | None:
    """A line only for what adds movement: other spending shows on the sheet."""
    text = _GROWTH.get(event.gained, "")
    return (
        EventLine(translate(text).format(name=name_of(world, event.actor)), "info")
        if text
        else None
    )


def _provoked(world: World, event: ev.Provoked) -> EventLine:
    gaps = {
        "name": name_of(world, event.actor),
        "foe": name_of(world, event.by),
        "cell": words.place(event.cell),
    }
    if event.cause == "move":
        text = _("{name} gives {foe} an opportunity at {cell}").format(**gaps)
    else:
        text = _("{name} gives {foe} an opportunity by what it does").format(**gaps)
    return EventLine(text, "opportunity")


def _answered(world: World, event: ev.Answered) -> EventLine | None:
    said = asked(event.question)
    text = said.taken if event.yes else said.declined
    if not text:
        return None
    gaps = {"name": name_of(world, event.actor), "foe": name_of(world, event.about)}
    return EventLine(translate(text).format(**gaps), "answer")


def _tested(world: World, event: ev.Tested) -> EventLine:
    gaps = {
        "name": name_of(world, event.actor),
        "what": words.word(_TESTS, event.what),
        "foe": name_of(world, event.target),
        "total": event.total,
        "against": event.against,
    }
    if event.passed:
        text = _("{name} manages {what}: {total} against {against}")
    else:
        text = _("{name} fails {what}: {total} against {against}")
    if event.target is not None:
        text = (
            _("{name} manages {what} ({foe}): {total} against {against}")
            if event.passed
            else _("{name} fails {what} ({foe}): {total} against {against}")
        )
    # what was managed is a step of something else, of which another line tells
    return EventLine(text.format(**gaps), "info" if event.passed else "miss")


def _contested(world: World, event: ev.Contested) -> EventLine:
    gaps = {"name": name_of(world, event.actor), "foe": name_of(world, event.target)}
    tries = _CONTESTS.get(event.what)
    said = translate(tries).format(**gaps) if tries else words.word({}, event.what)
    if UNSEEN not in (event.actor, event.target):
        text = (
            _("{said} and does: {total} against {against}")
            if event.won
            else _("{said} and fails: {total} against {against}")
        )
    else:
        text = _("{said} and does") if event.won else _("{said} and fails")
    line = text.format(said=said, total=event.total, against=event.against)
    return EventLine(line, "hit" if event.won else "miss")


def _bonus_gained(world: World, event: ev.BonusGained) -> EventLine | None:
    bonus = event.bonus
    gaps = {
        "name": name_of(world, event.actor),
        "foe": name_of(world, bonus.against),
        "value": words.signed(bonus.value),
        "what": words.word(words.MODIFIERS, bonus.name),
    }
    if bonus.name in words.BONUSES:
        begins = words.BONUSES[bonus.name][0]
        return EventLine(translate(begins).format(**gaps), "condition") if begins else None
    text = (
        _("{name} has {value} on its attacks on {foe}: {what}")
        if bonus.on == "attack"
        else _("{name} has {value} in its defence against {foe}: {what}")
    )
    return EventLine(text.format(**gaps), "condition")


def _readied(world: World, event: ev.Readied) -> EventLine | None:
    if not event.watch.trigger:
        return None
    return EventLine(
        _("{name} makes ready to attack").format(name=name_of(world, event.actor)),
        "condition",
    )


def _strove(world: World, event: ev.Strove) -> EventLine | None:
    """How far it has come; that it is over the line of the condition says."""
    effort = event.effort
    if not effort.rounds:
        return None
    gaps = {"name": name_of(world, event.actor), "n": effort.rounds, "all": effort.out_of}
    return EventLine(_("{name} wriggles on: round {n} of {all}").format(**gaps), "condition")


def _halted(world: World, event: ev.Halted) -> EventLine:
    why = sentence(Refused(Reason(event.reason), ""), world)
    name, cell = name_of(world, event.actor), words.place(event.at)
    return EventLine(
        _("{name} stops before {cell}. {why}").format(name=name, cell=cell, why=why), "move"
    )


def _sighted(world: World, event: ev.Sighted) -> EventLine:
    foes = [name_of(world, foe) for foe in event.foes]
    gaps = {"name": name_of(world, event.actor), "cell": words.place(event.at)}
    if not foes:
        return EventLine(_("{name} stops in {cell}").format(**gaps), "move")
    text = _("{name} stops in {cell}: sees {foes}")
    return EventLine(text.format(foes=words.joined(foes), **gaps), "move")


def _fell(world: World, event: ev.Fell) -> EventLine:
    gaps = {
        "name": name_of(world, event.actor),
        "far": words.cells_word(world, event.cubes),
        "cell": words.place(event.dst),
    }
    return EventLine(_("{name} falls {far} to {cell}").format(**gaps), "move")


def _charged(world: World, event: ev.Charged) -> EventLine | None:
    known = [name_of(world, target) for target in event.targets]
    if not known:
        return None
    text = _("{name} ends its charge and may strike {targets}")
    return EventLine(
        text.format(name=name_of(world, event.actor), targets=words.joined(known)), "move"
    )


def _thing(world: World, event: ev.PickedUp | ev.SetDown) -> str:
    """Who or what is taken up or set down."""
    if event.thing == UNSEEN or event.thing in world or event.thing in world.items:
        return name_of(world, event.thing)
    return words.weapon_word(event.name, world)  # it is in hand, and no thing any more


def _picked_up(world: World, event: ev.PickedUp) -> EventLine:
    gaps = {"name": name_of(world, event.actor), "thing": _thing(world, event)}
    return EventLine(_("{name} picks up {thing}").format(**gaps), "info")


def _set_down(world: World, event: ev.SetDown) -> EventLine:
    gaps = {
        "name": name_of(world, event.actor),
        "thing": _thing(world, event),
        "cell": words.place(event.dst),
    }
    text = (
        _("{thing} falls from {name} and lies in {cell}")
        if event.fallen
        else _("{name} sets down {thing} in {cell}")
    )
    return EventLine(text.format(**gaps), "info")


def _area_made(world: World, event: ev.AreaMade) -> EventLine:
    known = [name_of(world, target) for target in event.targets]
    gaps = {
        "name": name_of(world, event.actor),
        "what": words.word(words.SHAPES, event.name or event.shape),
        "targets": words.joined(known),
    }
    if not known:
        return EventLine(_("{name} uses {what} and catches nobody").format(**gaps), "info")
    return EventLine(_("{name} uses {what} on {targets}").format(**gaps), "hit")


def _gained(world: World, event: ev.ConditionGained) -> EventLine | None:
    if event.condition in IN_OTHER_LINES:
        return None
    tone = "down" if event.condition in ("dead", "helpless", "surrendered") else "condition"
    brought = {None: _GAINS, event.actor: _GAINS_BY_ITSELF}.get(event.by, _GAINS_BY)
    told = brought.get(event.condition) or _GAINS.get(event.condition, "")
    text = translate(told) or _("{name} is now: {condition}")
    state = words.word(words.CONDITIONS, event.condition)
    name, by = (name_of(world, one) for one in (event.actor, event.by or ""))
    return EventLine(text.format(name=name, by=by, condition=state), tone)


def _lost(world: World, event: ev.ConditionLost) -> EventLine | None:
    if event.condition in IN_OTHER_LINES or _LOSES.get(event.condition) == "":
        return None
    text = translate(_LOSES.get(event.condition, "")) or _("{name} is no longer: {condition}")
    state = words.word(words.CONDITIONS, event.condition)
    return EventLine(text.format(name=name_of(world, event.actor), condition=state), "condition")


def _refused(world: World, event: ev.IntentRefused) -> EventLine:
    return EventLine(sentence(event, world), "refused")


def _goal_held(world: World, event: ev.GoalHeld) -> EventLine:
    goal = world.goals[event.goal]
    now = Progress(event.goal, goal, event.rounds, open=True)
    text = so_far(now, creature_of(world, goal), world.field)
    return EventLine(f"{known_as(world.sides[event.side].name)}: {text}", "info")


def _goal_met(world: World, event: ev.GoalMet) -> EventLine:
    return EventLine(won_by(world, event.goal), "end")


def _ended(world: World, event: ev.BattleEnded) -> EventLine:
    if event.winner is None:
        return EventLine(_("The battle ends undecided"), "end")
    side = known_as(world.sides[event.winner].name)
    return EventLine(words.victory(side), "end")


_LINES: dict[type[Any], Callable[[World, Any], EventLine | None]] = {
    ev.RoundStarted: _round_started,
    ev.Ordered: _ordered,
    ev.Spent: _spent,
    ev.Provoked: _provoked,
    ev.Answered: _answered,
    ev.Tested: _tested,
    ev.Contested: _contested,
    ev.BonusGained: _bonus_gained,
    ev.Readied: _readied,
    ev.Strove: _strove,
    ev.Halted: _halted,
    ev.Sighted: _sighted,
    ev.Fell: _fell,
    ev.Charged: _charged,
    ev.PickedUp: _picked_up,
    ev.SetDown: _set_down,
    ev.AreaMade: _area_made,
    ev.ConditionGained: _gained,
    ev.ConditionLost: _lost,
    ev.IntentRefused: _refused,
    ev.GoalHeld: _goal_held,
    ev.GoalMet: _goal_met,
    ev.BattleEnded: _ended,
}


def event_line(world: World, event: ev.Event) -> EventLine | None:
    """The line for one event; None for an event that is part of another's line, or of none."""
    if type(event) in _SENTENCES:
        return _sentence(world, event)
    tell = _LINES.get(type(event))
    return tell(world, event) if tell is not None else None


def _sentence(world: World, event: Any) -> EventLine:
    text, tone, fields = _SENTENCES[type(event)]
    gaps = {
        gap: _FILLED.get(gap, name_of)(world, getattr(event, field))
        for gap, field in {"name": "actor", **fields}.items()
    }
    return EventLine(translate(text).format(**gaps), tone)
