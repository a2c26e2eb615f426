"""Facts: events that are a line of the log by themselves, each as a sentence and its tone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core.verdicts import Reason, Refused
from tacsim.core.world import World
from tacsim.i18n import N_, _, translate
from tacsim.view import words
from tacsim.view.reasons import sentence


@attrs.frozen(eq=False)
class Voice:
    """Who tells: about which world, and which creatures may be named."""

    world: World
    known: frozenset[str]

    def name(self, creature: str | None) -> str:
        """A name, or that it is unseen."""
        return words.name_of(self.world, creature, self.known)


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


def _round_started(_voice: Voice, event: ev.RoundStarted) -> Told:
    if not event.number:
        return Told(_("Surprise round"), "round")
    return Told(_("Round {n}").format(n=event.number), "round")


def _turn_started(voice: Voice, event: ev.TurnStarted) -> Told:
    return Told(_("{name}'s turn").format(name=voice.name(event.actor)), "turn")


def _yielded(voice: Voice, event: ev.Yielded) -> Told:
    gaps = {"name": voice.name(event.actor), "other": voice.name(event.to)}
    return Told(_("{name} lets {other} act first").format(**gaps), "info")


def _resumed(voice: Voice, event: ev.Resumed) -> Told:
    return Told(_("{name} goes on with its turn").format(name=voice.name(event.actor)), "turn")


def _spent(voice: Voice, event: ev.Spent) -> Told | None:
    """Spending shows on the sheet; what makes the movement grow is told."""
    if not any(name in words.MEASURED for name, _count in event.counts):
        return None
    text = next((words.GROWTH[w] for w in _last_words(event.clauses) if w in words.GROWTH), "")
    return Told(translate(text).format(name=voice.name(event.actor)), "info") if text else None


def _last_words(clauses: tuple[str, ...]) -> list[str]:
    return [clause.rsplit(".", 1)[-1] for clause in clauses]


def _provoked(voice: Voice, event: ev.Provoked) -> Told:
    gaps = {
        "name": voice.name(event.actor),
        "foe": voice.name(event.by),
        "cell": words.place(event.cell),
    }
    if event.cause == "move":
        text = _("{name} gives {foe} an opportunity at {cell}").format(**gaps)
    else:
        text = _("{name} gives {foe} an opportunity by what it does").format(**gaps)
    return Told(text, "opportunity")


def _declined(voice: Voice, event: ev.Declined) -> Told:
    gaps = {"name": voice.name(event.actor), "foe": voice.name(event.against)}
    return Told(_("{name} lets {foe} pass").format(**gaps), "info")


def _answered(voice: Voice, event: ev.Answered) -> Told | None:
    texts = words.QUESTIONS.get(event.question)
    text = "" if texts is None else texts[0 if event.yes else 1]
    if not text:
        return None
    gaps = {"name": voice.name(event.actor), "foe": voice.name(event.about)}
    return Told(translate(text).format(**gaps), "info")


def _tested(voice: Voice, event: ev.Tested) -> Told:
    gaps = {
        "name": voice.name(event.actor),
        "what": words.word(words.TESTS, event.what),
        "foe": voice.name(event.target),
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


def _contested(voice: Voice, event: ev.Contested) -> Told:
    gaps = {"name": voice.name(event.actor), "foe": voice.name(event.target)}
    tries = words.CONTESTS.get(event.what)
    said = translate(tries).format(**gaps) if tries else words.word({}, event.what)
    if {event.actor, event.target} <= voice.known:
        text = (
            _("{said} and does: {total} against {against}")
            if event.won
            else _("{said} and fails: {total} against {against}")
        )
    else:
        text = _("{said} and does") if event.won else _("{said} and fails")
    told = text.format(said=said, total=event.total, against=event.against)
    return Told(told, "hit" if event.won else "miss")


def _slipped(voice: Voice, event: ev.Slipped) -> Told:
    gaps = {"name": voice.name(event.actor), "foe": voice.name(event.by)}
    return Told(_("{name} gives {foe} no opportunity").format(**gaps), "info")


def _pushed(voice: Voice, event: ev.Pushed) -> Told:
    gaps = {
        "name": voice.name(event.actor),
        "foe": voice.name(event.by),
        "cell": words.place(event.dst),
    }
    return Told(_("{foe} pushes {name} to {cell}").format(**gaps), "move")


def _boon_gained(voice: Voice, event: ev.BoonGained) -> Told | None:
    boon = event.boon
    gaps = {
        "name": voice.name(event.actor),
        "foe": voice.name(boon.against),
        "value": words.signed(boon.value),
        "what": words.word(words.MODIFIERS, boon.name),
    }
    if boon.name in words.BOONS:
        begins = words.BOONS[boon.name][0]
        return Told(translate(begins).format(**gaps), "condition") if begins else None
    text = (
        _("{name} has {value} on its attacks on {foe}: {what}")
        if boon.on == "attack"
        else _("{name} has {value} in its defence against {foe}: {what}")
    )
    return Told(text.format(**gaps), "condition")


def _readied(voice: Voice, event: ev.Readied) -> Told | None:
    if not event.watch.trigger:
        return None
    return Told(_("{name} makes ready to attack").format(name=voice.name(event.actor)), "condition")


def _reordered(voice: Voice, event: ev.Reordered) -> Told:
    return Told(
        _("{name} has a new place in the order").format(name=voice.name(event.actor)), "info"
    )


def _halted(voice: Voice, event: ev.Halted) -> Told:
    why = sentence(Refused(Reason(event.reason), ""), voice.world, voice.known)
    name, cell = voice.name(event.actor), words.place(event.at)
    return Told(
        _("{name} stops before {cell}. {why}").format(name=name, cell=cell, why=why), "move"
    )


def _sighted(voice: Voice, event: ev.Sighted) -> Told:
    foes = [voice.name(foe) for foe in event.foes if foe in voice.known]
    gaps = {"name": voice.name(event.actor), "cell": words.place(event.at)}
    if not foes:
        return Told(_("{name} stops in {cell}").format(**gaps), "move")
    text = _("{name} stops in {cell}: sees {foes}")
    return Told(text.format(foes=words.joined(foes), **gaps), "move")


def _placed(voice: Voice, event: ev.Placed) -> Told:
    text = _("{name} may not stop there and ends in {cell}")
    return Told(text.format(name=voice.name(event.actor), cell=words.place(event.dst)), "move")


def _fell(voice: Voice, event: ev.Fell) -> Told:
    gaps = {
        "name": voice.name(event.actor),
        "far": words.cells_word(voice.world, event.cubes),
        "cell": words.place(event.dst),
    }
    return Told(_("{name} falls {far} to {cell}").format(**gaps), "move")


def _charged(voice: Voice, event: ev.Charged) -> Told | None:
    known = [voice.name(target) for target in event.targets if target in voice.known]
    if not known:
        return None
    text = _("{name} ends its charge and may strike {targets}")
    return Told(text.format(name=voice.name(event.actor), targets=words.joined(known)), "move")


def _drew(voice: Voice, event: ev.Drew) -> Told:
    gaps = {"name": voice.name(event.actor), "weapon": words.weapon_word(event.weapon)}
    return Told(_("{name} draws its {weapon}").format(**gaps), "info")


def _area_made(voice: Voice, event: ev.AreaMade) -> Told:
    known = [voice.name(target) for target in event.targets if target in voice.known]
    gaps = {
        "name": voice.name(event.actor),
        "what": words.word(words.SHAPES, event.name or event.shape),
        "targets": words.joined(known),
    }
    if not known:
        return Told(_("{name} uses {what} and catches nobody").format(**gaps), "info")
    return Told(_("{name} uses {what} on {targets}").format(**gaps), "hit")


def _damaged(voice: Voice, event: ev.Damaged) -> Told:
    text = _("{name} takes {n} damage")
    return Told(text.format(name=voice.name(event.target), n=event.amount), "hit")


def _downed(voice: Voice, event: ev.Downed) -> Told:
    return Told(_("{name} goes down").format(name=voice.name(event.target)), "down")


def _gained(voice: Voice, event: ev.ConditionGained) -> Told | None:
    if event.condition in TOLD_OTHERWISE:
        return None
    tone = "down" if event.condition in ("dead", "helpless") else "condition"
    text = translate(_GAINS.get(event.condition, "")) or _("{name} is now: {condition}")
    state = words.word(words.CONDITIONS, event.condition)
    return Told(text.format(name=voice.name(event.actor), condition=state), tone)


def _lost(voice: Voice, event: ev.ConditionLost) -> Told | None:
    if event.condition in TOLD_OTHERWISE or _LOSES.get(event.condition) == "":
        return None
    text = translate(_LOSES.get(event.condition, "")) or _("{name} is no longer: {condition}")
    state = words.word(words.CONDITIONS, event.condition)
    return Told(text.format(name=voice.name(event.actor), condition=state), "condition")


def _refused(voice: Voice, event: ev.IntentRefused) -> Told:
    return Told(sentence(event, voice.world, voice.known), "refused")


def _ended(voice: Voice, event: ev.BattleEnded) -> Told:
    if event.winner is None:
        return Told(_("The battle ends undecided"), "end")
    side = voice.world.sides[event.winner].name
    return Told(words.victory(side), "end")


_FACTS: dict[type[Any], Callable[[Voice, Any], Told | None]] = {
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
    ev.BoonGained: _boon_gained,
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


def fact(voice: Voice, event: ev.Event) -> Told | None:
    """What is told of an event by itself; None where it is part of something else."""
    tell = _FACTS.get(type(event))
    return tell(voice, event) if tell is not None else None


__all__ = ["TOLD_OTHERWISE", "Told", "Voice", "fact"]
