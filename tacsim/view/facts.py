"""Facts: events that are a line of the log by themselves, each as a sentence and its tone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core.verdicts import Reason, Refused
from tacsim.core.world import World
from tacsim.i18n import N_, _, translate
from tacsim.session.perception import UNSEEN
from tacsim.view import words
from tacsim.view.reasons import sentence
from tacsim.view.words import name_of


@attrs.frozen
class Told:
    """A sentence of the log and its tone."""

    text: str
    tone: str


TOLD_OTHERWISE = ("running", "charging", "flat_footed")
"""Conditions that the line of a move or of the battle's beginning tells of."""
_GAINS: Mapping[str, str] = {
    "prone": N_("{name} is prone"),
    "helpless": N_("{name} is helpless"),
    "dead": N_("{name} is dead"),
    "total_defense": N_("{name} defends totally"),
    "delaying": N_("{name} waits"),
    "defensive": N_("{name} fights defensively"),
    "disengaged": N_("{name} disengages"),
    "dodging": N_("{name} dodges"),
}
_LOSES: Mapping[str, str] = {
    "prone": N_("{name} stands up"),
    "unaware": N_("{name} is aware of the enemy"),
    "delaying": "",
    "total_defense": "",
    "defensive": "",
    "disengaged": "",
    "dodging": "",
}


def _round_started(_world: World, event: ev.RoundStarted) -> Told:
    if not event.number:
        return Told(_("Surprise round"), "round")
    return Told(_("Round {n}").format(n=event.number), "round")


def _turn_started(world: World, event: ev.TurnStarted) -> Told:
    return Told(_("{name}'s turn").format(name=name_of(world, event.actor)), "turn")


def _yielded(world: World, event: ev.Yielded) -> Told:
    gaps = {"name": name_of(world, event.actor), "other": name_of(world, event.to)}
    return Told(_("{name} lets {other} act first").format(**gaps), "info")


def _resumed(world: World, event: ev.Resumed) -> Told:
    return Told(_("{name} goes on with its turn").format(name=name_of(world, event.actor)), "turn")


def _spent(world: World, event: ev.Spent) -> Told | None:
    """Spending shows on the sheet; what makes the movement grow is told."""
    text = words.GROWTH.get(event.gained, "")
    return Told(translate(text).format(name=name_of(world, event.actor)), "info") if text else None


def _provoked(world: World, event: ev.Provoked) -> Told:
    gaps = {
        "name": name_of(world, event.actor),
        "foe": name_of(world, event.by),
        "cell": words.place(event.cell),
    }
    if event.cause == "move":
        text = _("{name} gives {foe} an opportunity at {cell}").format(**gaps)
    else:
        text = _("{name} gives {foe} an opportunity by what it does").format(**gaps)
    return Told(text, "opportunity")


def _declined(world: World, event: ev.Declined) -> Told:
    gaps = {"name": name_of(world, event.actor), "foe": name_of(world, event.against)}
    return Told(_("{name} lets {foe} pass").format(**gaps), "info")


def _answered(world: World, event: ev.Answered) -> Told | None:
    texts = words.QUESTIONS.get(event.question)
    text = "" if texts is None else texts[0 if event.yes else 1]
    if not text:
        return None
    gaps = {"name": name_of(world, event.actor), "foe": name_of(world, event.about)}
    return Told(translate(text).format(**gaps), "info")


def _tested(world: World, event: ev.Tested) -> Told:
    gaps = {
        "name": name_of(world, event.actor),
        "what": words.word(words.TESTS, event.what),
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
    return Told(text.format(**gaps), "hit" if event.passed else "miss")


def _contested(world: World, event: ev.Contested) -> Told:
    gaps = {"name": name_of(world, event.actor), "foe": name_of(world, event.target)}
    tries = words.CONTESTS.get(event.what)
    said = translate(tries).format(**gaps) if tries else words.word({}, event.what)
    if UNSEEN not in (event.actor, event.target):
        text = (
            _("{said} and does: {total} against {against}")
            if event.won
            else _("{said} and fails: {total} against {against}")
        )
    else:
        text = _("{said} and does") if event.won else _("{said} and fails")
    told = text.format(said=said, total=event.total, against=event.against)
    return Told(told, "hit" if event.won else "miss")


def _slipped(world: World, event: ev.Slipped) -> Told:
    gaps = {"name": name_of(world, event.actor), "foe": name_of(world, event.by)}
    return Told(_("{name} gives {foe} no opportunity").format(**gaps), "info")


def _pushed(world: World, event: ev.Pushed) -> Told:
    gaps = {
        "name": name_of(world, event.actor),
        "foe": name_of(world, event.by),
        "cell": words.place(event.dst),
    }
    return Told(_("{foe} pushes {name} to {cell}").format(**gaps), "move")


def _bonus_gained(world: World, event: ev.BonusGained) -> Told | None:
    bonus = event.bonus
    gaps = {
        "name": name_of(world, event.actor),
        "foe": name_of(world, bonus.against),
        "value": words.signed(bonus.value),
        "what": words.word(words.MODIFIERS, bonus.name),
    }
    if bonus.name in words.BONUSES:
        begins = words.BONUSES[bonus.name][0]
        return Told(translate(begins).format(**gaps), "condition") if begins else None
    text = (
        _("{name} has {value} on its attacks on {foe}: {what}")
        if bonus.on == "attack"
        else _("{name} has {value} in its defence against {foe}: {what}")
    )
    return Told(text.format(**gaps), "condition")


def _readied(world: World, event: ev.Readied) -> Told | None:
    if not event.watch.trigger:
        return None
    return Told(
        _("{name} makes ready to attack").format(name=name_of(world, event.actor)),
        "condition",
    )


def _reordered(world: World, event: ev.Reordered) -> Told:
    return Told(
        _("{name} has a new place in the order").format(name=name_of(world, event.actor)),
        "info",
    )


def _halted(world: World, event: ev.Halted) -> Told:
    why = sentence(Refused(Reason(event.reason), ""), world)
    name, cell = name_of(world, event.actor), words.place(event.at)
    return Told(
        _("{name} stops before {cell}. {why}").format(name=name, cell=cell, why=why), "move"
    )


def _sighted(world: World, event: ev.Sighted) -> Told:
    foes = [name_of(world, foe) for foe in event.foes]
    gaps = {"name": name_of(world, event.actor), "cell": words.place(event.at)}
    if not foes:
        return Told(_("{name} stops in {cell}").format(**gaps), "move")
    text = _("{name} stops in {cell}: sees {foes}")
    return Told(text.format(foes=words.joined(foes), **gaps), "move")


def _placed(world: World, event: ev.Placed) -> Told:
    text = _("{name} may not stop there and ends in {cell}")
    return Told(text.format(name=name_of(world, event.actor), cell=words.place(event.dst)), "move")


def _fell(world: World, event: ev.Fell) -> Told:
    gaps = {
        "name": name_of(world, event.actor),
        "far": words.cells_word(world, event.cubes),
        "cell": words.place(event.dst),
    }
    return Told(_("{name} falls {far} to {cell}").format(**gaps), "move")


def _charged(world: World, event: ev.Charged) -> Told | None:
    known = [name_of(world, target) for target in event.targets]
    if not known:
        return None
    text = _("{name} ends its charge and may strike {targets}")
    return Told(text.format(name=name_of(world, event.actor), targets=words.joined(known)), "move")


def _drew(world: World, event: ev.Drew) -> Told:
    gaps = {"name": name_of(world, event.actor), "weapon": words.weapon_word(event.weapon)}
    return Told(_("{name} draws its {weapon}").format(**gaps), "info")


def _area_made(world: World, event: ev.AreaMade) -> Told:
    known = [name_of(world, target) for target in event.targets]
    gaps = {
        "name": name_of(world, event.actor),
        "what": words.word(words.SHAPES, event.name or event.shape),
        "targets": words.joined(known),
    }
    if not known:
        return Told(_("{name} uses {what} and catches nobody").format(**gaps), "info")
    return Told(_("{name} uses {what} on {targets}").format(**gaps), "hit")


def _damaged(world: World, event: ev.Damaged) -> Told:
    text = _("{name} takes {n} damage")
    return Told(text.format(name=name_of(world, event.target), n=event.amount), "hit")


def _downed(world: World, event: ev.Downed) -> Told:
    return Told(_("{name} goes down").format(name=name_of(world, event.target)), "down")


def _gained(world: World, event: ev.ConditionGained) -> Told | None:
    if event.condition in TOLD_OTHERWISE:
        return None
    tone = "down" if event.condition in ("dead", "helpless") else "condition"
    text = translate(_GAINS.get(event.condition, "")) or _("{name} is now: {condition}")
    state = words.word(words.CONDITIONS, event.condition)
    return Told(text.format(name=name_of(world, event.actor), condition=state), tone)


def _lost(world: World, event: ev.ConditionLost) -> Told | None:
    if event.condition in TOLD_OTHERWISE or _LOSES.get(event.condition) == "":
        return None
    text = translate(_LOSES.get(event.condition, "")) or _("{name} is no longer: {condition}")
    state = words.word(words.CONDITIONS, event.condition)
    return Told(text.format(name=name_of(world, event.actor), condition=state), "condition")


def _refused(world: World, event: ev.IntentRefused) -> Told:
    return Told(sentence(event, world), "refused")


def _ended(world: World, event: ev.BattleEnded) -> Told:
    if event.winner is None:
        return Told(_("The battle ends undecided"), "end")
    side = world.sides[event.winner].name
    return Told(words.victory(side), "end")


_FACTS: dict[type[Any], Callable[[World, Any], Told | None]] = {
    ev.RoundStarted: _round_started,
    ev.TurnStarted: _turn_started,
    ev.Yielded: _yielded,
    ev.Resumed: _resumed,
    ev.Spent: _spent,
    ev.Provoked: _provoked,
    ev.Declined: _declined,
    ev.Answered: _answered,
    ev.Tested: _tested,
    ev.Contested: _contested,
    ev.Slipped: _slipped,
    ev.Pushed: _pushed,
    ev.BonusGained: _bonus_gained,
    ev.Readied: _readied,
    ev.Reordered: _reordered,
    ev.Halted: _halted,
    ev.Sighted: _sighted,
    ev.Placed: _placed,
    ev.Fell: _fell,
    ev.Charged: _charged,
    ev.Drew: _drew,
    ev.AreaMade: _area_made,
    ev.Damaged: _damaged,
    ev.Downed: _downed,
    ev.ConditionGained: _gained,
    ev.ConditionLost: _lost,
    ev.IntentRefused: _refused,
    ev.BattleEnded: _ended,
}


def fact(world: World, event: ev.Event) -> Told | None:
    """What is told of an event by itself; None where it is part of something else."""
    tell = _FACTS.get(type(event))
    return tell(world, event) if tell is not None else None


__all__ = ["TOLD_OTHERWISE", "Told", "fact"]
