"""A view: what one side knows of a battle, for who decides for it.

It is a battle of its own, made of what the side believes: whom it knows of, on the ground that it
has seen, with dice that are not the battle's. So whatever is asked of it or tried out in it tells
nothing of what is hidden, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from tacsim.content.scripts import read_intent
from tacsim.core.agenda import Agenda, Decision, Moving
from tacsim.core.events import Event
from tacsim.core.intents import Intent
from tacsim.core.verdicts import Allowed, Refused, Verdict
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, Option, choices
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import submit
from tacsim.rules.forecast import Forecast, concerned, forecast
from tacsim.rules.goals import Progress, progress
from tacsim.rules.movement.reachable import Row, reachable
from tacsim.rules.perception import items_known, keep_known, known_to
from tacsim.session.perception import Memory

APART = 2**64
"""Where the seeds of a view's dice begin: no battle has one of them."""

Wanted: TypeAlias = Intent | Option | Mapping[str, Any]
"""An intent; an option, for its intent; or a table as in ``[[do]]`` of a scenario file."""


class View:
    """What a side knows of a battle at a decision of its own.

    ``side``: its id.

    >>> import tacsim
    >>> battle = tacsim.load("ogre_bridge", seed=7)
    >>> view = View.of(battle.rules, "heroes")
    >>> view.actor.id, len(view.choices()) == len(battle.choices())
    ('tova', True)
    >>> trial = view.fork(seed=1)
    >>> events = trial.submit({"intent": "end_turn"})
    >>> trial.actor.id != "tova", battle.decision.actor
    (True, 'tova')
    """

    def __init__(self, battle: Battle, side: str) -> None:
        self.rules = battle
        """The belief as the rule systems take it, for those who build on these."""
        self.side = side

    @classmethod
    def of(cls, battle: Battle, side: str, memory: Memory | None = None) -> View:
        """What a side knows of a battle. ``memory``: what it has seen of the ground in fog."""
        known, decision = known_to(battle, side), battle.decision
        if decision is not None and not decision.is_turn:
            asked = battle.world[decision.actor].side == side
            known |= concerned(battle) if asked else frozenset()  # whom the question names
        fogged = memory is not None and battle.fog
        things = memory.items.values() if memory and fogged else items_known(battle, side)
        child = battle.fork(APART)
        keep_known(child, side, known, things)
        _keep_ways(child.world, side)
        if memory is not None and fogged:
            child.ruleset = memory.ruleset
            child.world = child.world.over(memory.ground(child.world.field))
        child.world = child.world.only(known)  # which forgets all that was before
        return cls(child, side)

    @classmethod
    def remembering(cls, battle: Battle, side: str, memories: dict[str, Memory]) -> View:
        """The same for one who is asked again and again, and remembers the ground in between.

        ``memories``: of one battle by side; what has been seen since is put there.
        """
        if not battle.fog:
            return cls.of(battle, side)
        if side not in memories or memories[side].battle is not battle:
            memories[side] = Memory(battle, side)
        memories[side].update()
        return cls.of(battle, side, memories[side])

    # --- where it stands ---------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """Who decides (``actor``) about what (``question``, "turn" for a turn); None at the end."""
        return self.rules.decision

    @property
    def actor(self) -> Creature:
        """Whoever decides; LookupError where nobody does."""
        if self.decision is None:
            raise LookupError
        return self.rules.world[self.decision.actor]

    @property
    def creatures(self) -> Mapping[str, Creature]:
        """The creatures that the side knows of by id, in the order of the set-up."""
        return {creature.id: creature for creature in self.rules.world.creatures}

    def __getitem__(self, creature: str) -> Creature:
        """A creature by its id; KeyError for one that the side does not know of."""
        return self.rules.world[creature]

    @property
    def friends(self) -> tuple[Creature, ...]:
        """The creatures of the side and its allies that are still in the fight."""
        return self._standing(friendly=True)

    @property
    def foes(self) -> tuple[Creature, ...]:
        """The other creatures that it knows to be still in the fight."""
        return self._standing(friendly=False)

    def _standing(self, *, friendly: bool) -> tuple[Creature, ...]:
        found = self.rules.world.sides.friendly
        return tuple(c for c in self.rules.standing() if found(self.side, c.side) is friendly)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.rules.world.clock.round

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the order of the scenario."""
        return tuple(side.id for side in self.rules.world.sides.items)

    @property
    def over(self) -> bool:
        """Whether the battle has ended, as far as the side believes."""
        return self.rules.world.outcome.over

    @property
    def winner(self) -> str | None:
        """The id of the side that has won; None as long as none has."""
        return self.rules.world.outcome.winner

    @property
    def goals(self) -> tuple[Progress, ...]:
        """The goals of all sides, and how far they are met: everybody knows them."""
        return progress(self.rules, None)

    # --- choosing ----------------------------------------------------------------------------

    def choices(self) -> Choices:
        """What whoever decides may do: iterating gives the options in canonical order."""
        return choices(self.rules, None)

    def intent(self, wanted: Wanted) -> Intent:
        """The intent of an option or of a table; without ``actor``, of whoever decides.

        Errors: ContentError, with the field and the reason.
        """
        if isinstance(wanted, Mapping):
            world = self.rules.world
            named = {"actor": self.decision.actor} if self.decision is not None else {}
            return read_intent({**named, **wanted}, world.ids, world.field.topology)
        return wanted.intent if isinstance(wanted, Option) else wanted

    def check(self, wanted: Wanted) -> Verdict:
        """Whether an intent would be accepted, as far as the side knows."""
        found = self.choices().judge(self.intent(wanted))
        return Allowed() if isinstance(found, Option) else found.refusal

    def forecast(self, wanted: Wanted) -> Forecast | Refused:
        """What an intent costs, provokes and does, with exact chances; or why it is refused.

        Errors: TooManyError where more can happen than is counted.
        """
        intent = self.intent(wanted)
        found = self.choices().judge(intent)
        if not isinstance(found, Option):
            return found.refusal
        told = forecast(self.rules, intent, None)
        return told if isinstance(told, Refused) else attrs.evolve(told, cost=found.cost)

    # --- trying things out -------------------------------------------------------------------

    def fork(self, seed: int = 0) -> View:
        """The same view by itself, with dice of a seed, which are never those of the battle.

        Errors: ValueError for a seed below 0.
        """
        if seed < 0:
            raise ValueError(_("the seed of a trial must be 0 or more, not {n}").format(n=seed))
        return View(self.rules.fork(APART + seed), self.side)

    def submit(self, wanted: Wanted) -> list[Event]:
        """Carry an intent out in this view alone, whoever decides; the events that followed."""
        return submit(self.rules, self.intent(wanted))

    # --- space -------------------------------------------------------------------------------

    def reach(self, creature: str, mode: str = "walk") -> list[Row]:
        """Where a creature could go in a mode as things stand; KeyError for a stranger."""
        found = reachable(self.rules, self[creature], mode)
        return [] if isinstance(found, Refused) else found[1]

    def threat(self, creature: str) -> list[Cell]:
        """The cells that a creature threatens, sorted; KeyError for a stranger."""
        return sorted(threatened(self.rules, self[creature]))

    def measure(self, a: Body | str, b: Body | str) -> int:
        """The cells between two bodies, or creatures by id; these count from the nearest."""
        ends = [self[one].body if isinstance(one, str) else one for one in (a, b)]
        return self.rules.ruleset.metric.distance(*ends)


def _keep_ways(world: World, side: str) -> None:
    """Take out where others are on their way to: nobody knows but the next step."""
    frames = tuple(
        attrs.evolve(frame, path=frame.path[:1])
        if isinstance(frame, Moving) and not world.sides.friendly(side, world[frame.actor].side)
        else frame
        for frame in world.agenda.frames
    )
    if frames != world.agenda.frames:
        world.put(None, Agenda(frames))
