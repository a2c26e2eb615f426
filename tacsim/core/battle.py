"""A battle: a world, the ruleset it is fought under, and the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import attrs

from tacsim.core.agenda import Asking, Decision, Offering
from tacsim.core.chance import Chance
from tacsim.core.components import Conditions, DiceState, Identity, Position, Sides
from tacsim.core.dice import SeededDice
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body


class Effects(Protocol):
    """What a battle asks of the conditions that its ruleset knows."""

    def named(self, *flags: str) -> tuple[str, ...]:
        """The conditions with any of some flags."""
        ...


class Rules(Protocol):
    """What a battle asks of its ruleset."""

    @property
    def effects(self) -> Effects:
        """The conditions that it knows."""
        ...


R = TypeVar("R", bound=Rules)


@attrs.frozen
class Sighting:
    """A creature as a side last perceived it.

    ``round``: when that was; ``order``: the ids ahead of it in the order of initiative then;
    ``components``: all that it was, by kind.
    """

    round: int
    order: tuple[str, ...]
    components: Mapping[type[Any], Any]

    @property
    def identity(self) -> Identity:
        """Who it is."""
        found: Identity = self.components[Identity]
        return found

    @property
    def body(self) -> Body:
        """The cells that it covered."""
        found: Position = self.components[Position]
        return found.body


Sightings: TypeAlias = Mapping[str, Mapping[str, Sighting]]
"""By side, the creatures that it has lost from sight."""


@attrs.define
class BattleUnder(Generic[R]):
    """Everything that rules need to judge: pass it along, never copy parts out of it.

    ``R`` is the type of the ruleset. :mod:`tacsim.rules.battle` names it for those who ask the
    ruleset; the policies that a ruleset is made of take a battle under any.
    ``fog``: sides know only what their creatures see; ``sightings``: by side, the creatures that it
    has lost from sight, gathered by whoever tells the sides what happens.
    """

    world: World
    ruleset: R
    dice: Chance
    fog: bool = False
    sightings: Sightings = attrs.field(factory=dict)

    def fork(self, seed: int | None = None) -> BattleUnder[R]:
        """The same battle with a world of its own; what never changes is shared.

        ``seed``: of dice of its own; else those of the battle, from where they are.
        """
        child = BattleUnder(self.world.fork(), self.ruleset, self.dice, self.fog, self.sightings)
        if seed is not None:
            child.dice = SeededDice(seed)
            child.world.put(None, DiceState(seed))
        return child

    @property
    def decision(self) -> Decision | None:
        """Whose choice comes next, or None when the battle is over or has not begun."""
        world = self.world
        if world.outcome.over:
            return None
        top = world.agenda.top
        if isinstance(top, Offering):
            return Decision(top.foes[0], against=top.provoker, question="opportunity")
        if isinstance(top, Asking):
            return Decision(top.actors[0], against=top.about, question=top.question)
        if top is None and world.clock.active is not None:
            return Decision(world.clock.active)
        return None

    def able(self, creature: Creature) -> bool:
        """Whether a creature is still in the fight."""
        return not creature.has(*self.ruleset.effects.named("out"))

    def acts(self, creature: Creature) -> bool:
        """Whether a creature can do anything, in its turn or out of it."""
        return not creature.has(*self.ruleset.effects.named("out", "idle"))

    def fights(self, creature: Creature) -> bool:
        """Whether a creature can attack, in its turn or out of it."""
        return not creature.has(*self.ruleset.effects.named("out", "idle", "attacks_nobody"))

    def standing(self) -> tuple[Creature, ...]:
        """The creatures still in the fight, in the order of the set-up."""
        return tuple([self.world[name] for name in self._standing()])

    def _standing(self) -> list[str]:
        def make() -> list[str]:
            out = self.ruleset.effects.named("out")
            return [c.id for c in self.world.creatures if not c.has(*out)]

        return self.world.cached("standing", (Conditions,), make)

    def foes(self, creature: Creature) -> tuple[Creature, ...]:
        """Enemies of a creature that are still in the fight."""
        world, mine = self.world, creature.side

        def make() -> list[str]:
            friendly = world.sides.friendly
            return [name for name in self._standing() if not friendly(mine, world[name].side)]

        foes = world.cached(("foes", mine), (Conditions, Identity, Sides), make)
        return tuple([world[name] for name in foes])

    def friends(self, creature: Creature) -> tuple[Creature, ...]:
        """Others on a creature's side, or allied, that are still in the fight."""
        world, mine = self.world, creature.side

        def make() -> list[str]:
            friendly = world.sides.friendly
            return [name for name in self._standing() if friendly(mine, world[name].side)]

        friends = world.cached(("friends", mine), (Conditions, Identity, Sides), make)
        return tuple([world[name] for name in friends if name != creature.id])


AnyBattle: TypeAlias = BattleUnder[Any]
"""A battle under whatever ruleset."""
