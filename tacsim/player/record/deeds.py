"""Deeds: what was decided in a battle, with the state before, so that it can be weighed again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import attrs

from tacsim.core.agenda import Decision
from tacsim.core.events import Entry
from tacsim.core.intents import Decline, EndTurn, Intent
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.session import Session
from tacsim.storage.execution import intent_of
from tacsim.storage.timeline import Timeline

if TYPE_CHECKING:
    from tacsim.api.thinking import Task


@attrs.frozen(eq=False)
class Deed:
    """A decision: by whom, in the words of scenario files, and what it was.

    ``before``: the battle in which it was made, worked out when it is called for; SaveError.
    """

    actor: str
    controller: str
    intent: Intent
    before: Callable[[], Battle]

    @property
    def weighs(self) -> bool:
        """Whether whoever decided weighs what it does."""
        from tacsim.api.thinking import level_of

        return level_of(self.controller) is not None

    def task(self, battle: Battle, decision: Decision) -> Task:
        """To weigh it again, with as much as whoever decided did, else as the commander does."""
        from tacsim.api.thinking import COMMANDER, Task, level_of

        level = level_of(self.controller) or COMMANDER
        return Task(
            dict(battle.world.state),
            decision,
            level,
            (self.intent,),
            sightings=battle.sightings,
        )


class Deeds:
    """What each creature decided in its last turn of a session, and in answer to others since.

    ``controllers`` by side, as scenario files name them.
    """

    def __init__(self, session: Session, controllers: dict[str, str]) -> None:
        self._session = session
        self._controllers = controllers
        self._before = session.battle.fork()
        self._of: dict[str, list[Deed]] = {}
        self.last: str | None = None
        """The creature that decided last."""
        self.since: int | None = None
        """The number of the first event of what was done last in a turn, with what came of it."""
        session.listen(self._took, self._undone)

    def of(self, creature: str) -> Sequence[Deed]:
        """What a creature decided, in order; nothing where it decided nothing in this session."""
        return tuple(self._of.get(creature, ()))

    def _took(self, intent: Intent | None, entries: list[Entry]) -> None:
        before, self._before = self._before, self._session.battle.fork()
        decision, actor = before.decision, None if intent is None else intent.actor
        turn = decision is not None and decision.is_turn and not isinstance(intent, EndTurn)
        if entries and turn:
            self.since = entries[0].number
        if intent is None or actor is None or decision is None or decision.actor != actor:
            return
        side = before.world[actor].side
        done = self._of.setdefault(actor, [])
        begun = before.world.clock.round
        if done and decision.is_turn and done[-1].before().world.clock.round != begun:
            done.clear()
        done.append(Deed(actor, self._controllers[side], intent, lambda: before))
        self.last = actor

    def _undone(self, _events: int) -> None:
        decision = self._session.decision
        self._before = self._session.battle.fork()
        if decision is not None and self._of.get(decision.actor):
            self._of[decision.actor].pop()


def recorded(timeline: Timeline, creature: str | None) -> list[Deed]:
    """What led to where a save is watched, and what its creature decided before that on end.

    ``creature``: instead of that one, another one's last decisions.
    """
    branch, found = timeline.branch, list[Deed]()
    here = max(timeline.entry_at(timeline.position), 1)
    if timeline.position > timeline.position_of(here):
        here += 1
    for index in range(min(here, branch.length) - 1, 0, -1):
        intent = intent_of(branch, index)
        if intent is None or intent.actor is None:
            continue
        creature = creature or intent.actor
        if intent.actor == creature:
            found.append(_deed(timeline, index, creature, intent))
        elif found and not isinstance(intent, Decline):
            break
    return found[::-1]


def _deed(timeline: Timeline, index: int, actor: str, intent: Intent) -> Deed:
    """The deed of an entry."""
    owners = [one for one in timeline.branch.lineage if one.first <= index]
    side = timeline.battle.world[actor].side

    def before() -> Battle:
        beside = timeline.again()
        beside.step_to(index)
        found = beside.battle.fork()
        if found.fog:
            found.sightings = {side: beside.gathered(side).sightings}
        return found

    return Deed(actor, owners[-1].controllers[side], intent, before)


def chief(deeds: Sequence[Deed]) -> int:
    """Which of some deeds is asked about first: the last that did something."""
    idle = (EndTurn, Decline)
    did = [at for at, one in enumerate(deeds) if not isinstance(one.intent, idle)]
    return did[-1] if did else len(deeds) - 1


def secret(fog: object, side: str | None) -> str:
    """Why it is not told what others weighed, in words; empty where it is.

    ``fog``: whether there is any; ``side``: as which it is watched, None for everything.
    """
    if not fog or side is None:
        return ""
    return _("What the others weighed is their secret while a side is looked on as in fog.")
