"""Letting an opponent act on a board: what it does with one turn, and whole battles."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from boards import battle, club, longspear, shortbow, turn_of

from tacsim.ai import OPPONENTS
from tacsim.ai.knowing.belief import Belief
from tacsim.ai.turn import Turn
from tacsim.core.agenda import Decision
from tacsim.core.components import DiceState, Weapon
from tacsim.core.dice import SeededDice
from tacsim.core.events import IntentRefused
from tacsim.core.intents import Decline, EndTurn, Intent, Move, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.rules.movement.search import Reach
from tacsim.session.session import Controller, Session

SCRIPTED = ("cautious", "greedy", "quick")
"""The opponents that go by a script rather than try out what comes of it."""
SWORD = Weapon("sword", "1d8", threat=19, damage_bonus=2)
FIGHTER: dict[str, Any] = {
    "hp": 20, "base": 3, "weapons": [SWORD], "armour": {"armour": 4},
    "abilities": {"strength": 14, "dexterity": 12},
}  # fmt: skip
VETERAN: dict[str, Any] = {**FIGHTER, "base": 6, "hp": 40}
ARCHER: dict[str, Any] = {
    "hp": 16, "base": 3, "weapons": [shortbow(), Weapon("dagger", "1d4")],
    "armour": {"armour": 2}, "abilities": {"dexterity": 16},
}  # fmt: skip
SPEAR: dict[str, Any] = {**FIGHTER, "weapons": [longspear()]}
OGRE: dict[str, Any] = {
    "hp": 30, "base": 3, "weapons": [Weapon("greatclub", "2d8", reach=2, strength=1.5)],
    "armour": {"natural": 5}, "abilities": {"strength": 21, "dexterity": 8},
}  # fmt: skip
STIRGE: dict[str, Any] = {
    "size": "tiny", "hp": 5, "base": 1, "weapons": [Weapon("beak", "1d4", reach=0, natural=True)],
    "abilities": {"dexterity": 19},
}  # fmt: skip
BOARD = """
    ....................
    ..A....#......,...a.
    .......#............
    ..B........##.....b.
    ........,...........
    ..C...#...........c.
    ......#......,......
    ..D...............d.
    ....................
    """


def in_fresh_process(module: str, function: str) -> str:
    """What a function of the tests returns, printed by another process with another hash seed."""
    tests = Path(__file__).parent.parent
    program = f"from {module} import {function}\nprint({function}())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": f"{tests}:{tests.parent}"},
    )  # fmt: skip
    return done.stdout


def whole_turn(fight: Battle, creature: str, name: str) -> list[Intent]:
    """What an opponent does with a creature's whole turn; everybody lets opportunities pass."""
    turn_of(fight, creature)
    opponent = OPPONENTS[name]()
    done: list[Intent] = []
    while len(done) < 20:
        decision = fight.decision
        if decision is None:
            return done
        if not decision.is_turn:
            submit(fight, Decline(decision.actor))
            continue
        if decision.actor != creature:
            return done
        intent = opponent.choose(fight, decision)
        done.append(intent)
        events = submit(fight, intent)
        assert not any(isinstance(event, IntentRefused) for event in events), events
        if isinstance(intent, EndTurn):
            return done
    raise AssertionError(f"the turn does not end: {done}")


def kinds(intents: list[Intent]) -> list[str]:
    """The intents in short: a move by its mode, the rest by their names."""
    return [i.mode if isinstance(i, Move) else type(i).__name__ for i in intents][
        : -1 if isinstance(intents[-1], EndTurn) else None
    ]


def turn_for(fight: Battle, creature: str) -> Turn:
    """A creature's turn as its opponent works it out."""
    return Turn(Belief(fight, fight.world[creature].side, creature), creature)


def fought(
    fight: Battle, heroes: Controller, foes: Controller, seed: int = 1, rounds: int = 40
) -> Session:
    """A battle of heroes against foes, with dice of a seed."""
    fight.dice = SeededDice(seed)
    fight.world.put(None, DiceState(seed))
    session = Session(fight, {"heroes": heroes, "foes": foes})
    session.begin()
    session.run(rounds)
    return session


class Idler:
    """Lets everything pass."""

    def choose(self, fight: Battle, decision: Decision) -> Intent:
        return EndTurn(decision.actor) if decision.is_turn else Decline(decision.actor)


class Drifter:
    """Strikes whom it happens to reach and else walks somewhere, as a seed of its own tells."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, fight: Battle, decision: Decision) -> Intent:
        if not decision.is_turn:
            return Decline(decision.actor)
        turn = turn_for(fight, decision.actor)
        for foe in turn.foes:
            for weapon in turn.actor.offence.weapons:
                if turn.attacks_now and turn.can_strike(turn.here, foe, weapon):
                    return Strike(decision.actor, foe.id, weapon.name)
        if not turn.actor.resources["move"]:
            return EndTurn(decision.actor)
        places = Reach(turn.mover, turn.here, 13).places()
        body = self._rng.choice([p.body for p in places if turn.may_stop(p.body)])
        if body == turn.here:
            return EndTurn(decision.actor)
        return Move(decision.actor, to=body.at)


__all__ = ["ARCHER", "FIGHTER", "OGRE", "SPEAR", "STIRGE", "SWORD", "VETERAN", "Drifter", "Idler",
           "battle", "club", "fought", "kinds", "turn_for", "turn_of", "whole_turn"]  # fmt: skip
