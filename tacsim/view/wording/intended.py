"""Intents in a few words, for comparisons and the card of undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from tacsim.core.agenda import Decision
from tacsim.core.intents import (
    MANNER,
    Area,
    Decline,
    EndTurn,
    Intent,
    Move,
    Take,
    aim_of,
    key_of,
    spot_of,
)
from tacsim.core.world import World
from tacsim.i18n import N_, _, translate
from tacsim.rules.forecast import Attack
from tacsim.view.wording import acts, words
from tacsim.view.wording.questions import asked


def intended(
    world: World,
    intent: Intent,
    known: frozenset[str] | None = None,
    decision: Decision | None = None,
) -> str:
    """An intent in words; ``known``: the creatures that the reader may know by name.

    ``decision``: for which it is meant, where that is known: an answer has its words, and whom it
    is about.

    >>> from tacsim.core.intents import Stand
    >>> from tacsim.core.components import Sides
    >>> from tacsim.core.terrain import make_battlefield
    >>> intended(World(make_battlefield("..."), Sides(())), Stand("ann"))
    'Ann: stand up'
    """
    who = words.name_of(world, intent.actor, known)
    what = done(world, intent, known, decision=decision)
    about = decision.against if decision is not None and not decision.is_turn else None
    if about is not None:  # which its keys need not say: its card does
        what = f"{what} ({words.name_of(world, about, known)})"
    return _("{who}: {what}").format(who=words.capital(who), what=what)


def done(
    world: World,
    intent: Intent,
    known: frozenset[str] | None = None,
    attacks: Sequence[Attack] = (),
    decision: Decision | None = None,
) -> str:
    """What an intent does, in words, without who does it; ``attacks``: those that it makes.

    ``decision``: for which it is meant, where that is known: an answer has its words.
    """
    if isinstance(intent, Move):
        return _move(world, intent, known)
    if isinstance(intent, Area):
        return _area(world, intent)
    answers = decision is not None and not decision.is_turn and decision.actor == intent.actor
    if isinstance(intent, Take | Decline) and decision is not None and answers:
        own = (one.weapon for one in attacks if one.actor == intent.actor)
        return answered(world, intent, decision, known, next(own, None))
    if isinstance(intent, Take):
        return _taking(world, intent)
    if isinstance(intent, Decline | EndTurn):
        return translate(_PLAIN[type(intent)])
    return _act(world, intent, known, attacks)


def answered(
    world: World,
    answer: Take | Decline,
    decision: Decision,
    known: frozenset[str] | None = None,
    weapon: str | None = None,
) -> str:
    """An answer, as the keys of its question have it; ``weapon``: with which it will be given."""
    question, about = asked(decision.question), words.name_of(world, decision.against, known)
    if isinstance(answer, Decline):
        return translate(question.no).format(about=about)
    if answer.defence is not None:
        return defended(answer.defence, answer.stamina)
    what, weapon = translate(question.yes).format(about=about), answer.weapon or weapon
    if weapon:
        text = _("{what} with {weapon}")
        what = text.format(what=what, weapon=words.weapon_word(weapon, world))
    return what + _stamina(answer.stamina)


def defended(way: str, stamina: int) -> str:
    """A way to defend oneself, with what is put into it."""
    text = _("{way} with {n} Stamina")
    return text.format(way=words.word(words.MODIFIERS, way), n=stamina)


def _move(world: World, move: Move, known: frozenset[str] | None) -> str:
    mode = words.word(words.MODES, move.mode)
    if move.target is not None:
        foe = words.name_of(world, move.target, known)
        return _("{mode} at {foe}").format(mode=mode, foe=foe)
    end = move.to if move.to is not None else (move.path or (None,))[-1]
    if end is None:
        return mode
    return _("{mode} to {cell}").format(mode=mode, cell=words.place(end))


def _area(world: World, area: Area) -> str:
    name = area.name or area.shape
    toward = area.toward if area.toward is not None else area.origin
    return _("{what} at {cell}").format(
        what=words.weapon_word(name, world), cell=words.place(toward)
    )


def _taking(world: World, take: Take) -> str:
    if take.defence is not None:
        return defended(take.defence, take.stamina)
    weapon = f" ({words.weapon_word(take.weapon, world)})" if take.weapon else ""
    return _("yes") + weapon + _stamina(take.stamina)


def _act(world: World, intent: Any, known: frozenset[str] | None, attacks: Sequence[Attack]) -> str:
    """An act, at whom, with what."""
    aim = [words.aim_name(world, one, known) for one in aim_of(intent) if one is not None]
    plain, text = (
        acts.verb(key_of(intent), aim),
        acts.attack_verb(world, key_of(intent), aim, attacks),
    )
    weapon = getattr(intent, "weapon", None)
    if weapon and weapon not in aim_of(intent) and text == plain:
        text = f"{text} ({words.weapon_word(weapon, world)})"
    for field in attrs.fields(type(intent)):
        if field.metadata == MANNER and getattr(intent, field.name) != field.default:
            text = f"{text} {acts.manner_word(field.name)}"
    spot = spot_of(intent)
    if spot is not None:
        text = _("{what} at {cell}").format(what=text, cell=words.place(spot))
    return text + _stamina(getattr(intent, "stamina", 0))


def _stamina(amount: int) -> str:
    return ", " + _("{n} Stamina").format(n=amount) if amount else ""


_PLAIN: Mapping[type[Any], str] = {Decline: N_("let it pass"), EndTurn: N_("end the turn")}
