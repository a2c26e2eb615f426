"""Playing a battle out, by the opponents or by programs of one's own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import attrs

from tacsim.api.battle import Battle, Wanted
from tacsim.content.plain import with_morale
from tacsim.content.records import Do, Scenario
from tacsim.content.setup import begin
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry
from tacsim.core.intents import Adjourn, Decline, EndTurn, Intent
from tacsim.core.world import World
from tacsim.i18n import _
from tacsim.rules.battle import Battle as RulesBattle
from tacsim.session.controllers import (
    ScriptController,
    all_chosen,
    controllers_for,
    in_full,
    opponent,
)
from tacsim.session.headless import play_out
from tacsim.session.perception import Memory
from tacsim.session.session import Controller, Session
from tacsim.session.view import View
from tacsim.storage.journal import Journal, now
from tacsim.storage.saved import header_of

MAX_ROUNDS = 100
"""After so many rounds a battle is broken off."""
ENDLESS = 100
"""Choices in one round, for each creature, after which a battle is broken off: nobody gets on."""

Bot: TypeAlias = Callable[[View], Wanted | None]
"""A program that decides: given a view of what its side knows, it answers with an intent or an
option; None: to end the turn, or to decline."""


class _Asks:
    """A controller that asks a program."""

    def __init__(self, bot: Bot, battle: Battle) -> None:
        self._bot = bot
        self._battle = battle
        self._memories = dict[str, Memory]()

    def choose(self, battle: RulesBattle, decision: Decision) -> Intent:
        """What the program answers; with nothing, to end the turn or to decline."""
        side = battle.world[decision.actor].side
        wanted = self._bot(View.remembering(battle, side, self._memories))
        if wanted is None:
            return (EndTurn if decision.is_turn else Decline)(decision.actor)
        return self._battle.intent(wanted)


def play(
    battle: Battle, controllers: Mapping[str, str | Bot], max_rounds: int = MAX_ROUNDS
) -> str | None:
    """Play a battle to its end; the winning side, or None.

    ``controllers`` by side: the name of an opponent (``"cautious"``) or a program of one's own, a
    function from a battle to an intent or an option. What is refused ends its creature's turn. A
    battle that lasts longer than ``max_rounds``, or in which a round does not end, is broken off.
    Errors: ValueError for an unknown
    opponent or side, and for a side without a controller.

    >>> import tacsim
    >>> battle = tacsim.load("ogre_bridge", seed=7)
    >>> tacsim.play(battle, {side: "greedy" for side in battle.sides}) in battle.sides
    True
    """
    strangers = sorted(controllers.keys() - set(battle.sides))
    missing = [side for side in battle.sides if side not in controllers]
    if strangers or missing:
        words = _("unknown sides: {sides}") if strangers else _("sides nobody plays: {sides}")
        raise ValueError(words.format(sides=", ".join(strangers or missing)))
    made: dict[str, Controller] = {
        side: _opponent(who) if isinstance(who, str) else _Asks(who, battle)
        for side, who in controllers.items()
    }

    def note(intent: Intent | None, entries: list[Entry]) -> None:
        battle.note(intent, [entry.event for entry in entries])

    session = Session(battle.rules, made, [note])
    made_in_round: Counter[int] = Counter()
    while not battle.over and battle.round <= max_rounds:
        made_in_round[battle.round] += 1
        if made_in_round[battle.round] > ENDLESS * len(battle.creatures):
            break
        session.advance()
    if not battle.over:
        session.submit(Adjourn())
    return battle.winner


def _opponent(who: str) -> Controller:
    """An opponent by its name, with or without ``ai:``. ValueError."""
    full = in_full(who)
    if not full.startswith("ai:"):
        raise ValueError(_("nobody can be asked: {who} plays no side here").format(who=repr(who)))
    return opponent(full.removeprefix("ai:"))


@attrs.frozen
class Ran:
    """What came of a battle: who won, and the steps of its script that were refused."""

    winner: str | None
    refusals: tuple[Do, ...]


def run(
    scenario: Scenario,
    show: Callable[[list[Entry], World], None],
    *,
    auto: bool = False,
    sides: Mapping[str, str] | None = None,
    seed: int | None = None,
    max_rounds: int | None = None,
    save: Path | None = None,
    morale: bool | None = None,
) -> Ran:
    """Play a scenario by its script, or with ``auto`` by opponents, and show what happens.

    ``show`` is given the events as they come, and the world after them. ``sides``: who plays,
    instead of what the scenario or ``auto`` says. ``save``: a new file that keeps each step; the
    time is left out of it, so that its bytes can be compared, unless SOURCE_DATE_EPOCH is set.
    ``morale``: whether creatures may give up, else as the scenario says.
    Errors: ValueError for an unknown side or opponent, SaveError.
    """
    scenario = with_morale(scenario, morale)
    chosen = all_chosen(scenario, sides, auto=auto)
    controllers = controllers_for(scenario, chosen, headless=True)
    battle = begin(scenario, seed=seed)
    session = Session(battle, controllers)
    with ExitStack() as stack:
        if save is not None:
            created = now() if os.environ.get("SOURCE_DATE_EPOCH") else ""
            header = header_of(scenario, battle, chosen, created=created)
            journal = stack.enter_context(Journal.create(save.parent, header, save, sync=False))
            journal.attach(session)
        most = max_rounds or scenario.max_rounds or MAX_ROUNDS
        play_out(session, most, lambda entries: show(entries, battle.world))
    scripts = {id(one): one for one in controllers.values() if isinstance(one, ScriptController)}
    refusals = (do for script in scripts.values() for do in script.refusals)
    return Ran(battle.world.outcome.winner, tuple(refusals))


__all__ = ["MAX_ROUNDS", "Bot", "Ran", "World", "play", "run"]
