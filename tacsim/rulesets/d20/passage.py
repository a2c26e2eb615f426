"""Where creatures may go and stop under the ``d20`` rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import attrs
import numpy as np

from tacsim.core.terrain import Entry
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.movement.passage import TINY, PlainPassage
from tacsim.rules.movement.policies import Ground, Passing, ground_of
from tacsim.rulesets.d20.effects import EFFECTS

LARGER = 1
"""How many size categories larger than oneself a foe may be to be run over."""
APART = 3
"""Size categories between two creatures who can pass through each other's space."""
EXCEPTION = "d20.pass.exception"
HELPLESS = Passing(True, clause="d20.pass.enemy.helpless")
BULK = Passing(True, 1, "d20.pass.enemy.helpless-bulk")


class Passage(PlainPassage):
    """The ``d20`` policy on passing and stopping."""

    barrier = 4
    squeezer = TINY + 1

    @enforces("d20.terrain.fly", "d20.obstacle.fly")
    def airy(self, battle: Battle, mover: Creature) -> bool:
        """The incorporeal are as free as flyers (``d20.terrain.fly``)."""
        return mover.has("flying", "incorporeal")

    def more(self, mover: Creature) -> tuple[Hashable, ...]:
        """The incorporeal go through walls, and who sees nothing is slowed."""
        blind = mover.has(*EFFECTS.named("sightless"))
        ghost = mover.has("incorporeal"), mover.has("flying")
        return (*ghost, blind, mover.traits.darkvision > 0)

    @enforces("d20.obstacle.fly", "d20.speed.hampered")
    def adapted(self, battle: Battle, mover: Creature, ground: Ground) -> Ground:
        """What is low is flown over, the bodiless pass walls, and who sees nothing is slowed."""
        field = battle.world.field
        enter, stop, doublings = ground.enter, ground.stop, ground.doublings
        if mover.has("flying"):
            enter, stop = enter | field.low, stop | field.low
        if mover.has(*EFFECTS.named("sightless")):
            doublings = doublings + np.int8(1)
        elif not mover.traits.darkvision:
            doublings = doublings + (~field.lit).astype(np.int8)
        if not mover.has("incorporeal"):
            return attrs.evolve(ground, enter=enter, stop=stop, doublings=doublings)
        entry, nothing = field.array("entry"), np.zeros(enter.shape, bool)
        stop = enter | (entry == Entry.TIGHT)
        return attrs.evolve(
            ground, enter=stop | (entry == Entry.BLOCKED), stop=stop, doublings=doublings,
            tight=nothing, fills=nothing, barriers=False,
        )  # fmt: skip

    def through(
        self, battle: Battle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Friends and the helpless let pass, so do the very small and those three sizes apart.

        Others are tumbled past or run over, where the mover tries. Each of these a creature may
        except itself from (``d20.pass.exception``).
        """
        friendly = battle.world.sides.friendly(mover.side, other.side)
        if other.has("dead"):
            hulk = other.traits.bulky and not friendly
            return BULK if hulk else Passing(True)
        if other.traits.fills:
            return Passing(False, clause="d20.fills.square", filled=True)
        barred = False
        for exception, passing in _openings(mover, other, contest, friendly=friendly):
            if exception not in other.exceptions:
                return passing
            barred = True
        if barred:
            return Passing(False, clause=EXCEPTION)
        return Passing(False, clause="d20.overrun" if contest == "overrun" else "d20.pass.enemy")

    def among(self, mover: Creature, other: Creature) -> bool:
        """Among the helpless, and as a very small one: so many share a square as it holds.

        Who is excepted from that rule stops among all.
        """
        free = mover.size.category <= TINY or "stops_among" in mover.exceptions
        return free or other.has("helpless")

    def slowing(self, battle: Battle, mover: Creature, cell: Cell) -> tuple[str, ...]:
        """Difficult ground, obstacles that hamper, and not seeing where one goes."""
        terrain, found = battle.world.field.at(cell), []
        if not self.airy(battle, mover):
            if terrain.hampers or ground_of(battle, mover).asks[cell[::-1]]:
                found.append("d20.obstacle.hamper")
            if terrain.doublings > terrain.hampers:
                found.append("d20.terrain.difficult")
        dark = not battle.world.field.lit[cell[::-1]] and not mover.traits.darkvision
        if dark or mover.has(*EFFECTS.named("sightless")):
            found.append("d20.speed.hampered")
        return tuple(found)

    def too_tight(self, battle: Battle, mover: Creature) -> Refused:
        """Less than half one's width takes a skill, and more time than a move has.

        Clauses: ``d20.squeeze.limit``, ``d20.squeeze.escape-artist``, ``d20.escape-artist.tight``.
        """
        if mover.traits.skill("escape_artist") is None:
            return refuse(Reason.TOO_TIGHT, "d20.squeeze.escape-artist")
        return refuse(Reason.TOO_TIGHT, "d20.escape-artist.tight")


def _openings(
    mover: Creature, other: Creature, contest: str, *, friendly: bool
) -> Iterator[tuple[str, Passing]]:
    """What opens a creature's squares to a mover, each with the exception that undoes it."""
    if friendly:
        yield "bars_friends", Passing(True, clause="d20.pass.friend")
    elif "passes" in mover.exceptions or "passable" in other.exceptions:
        yield "", Passing(True, clause=EXCEPTION)
    if other.has("helpless"):
        yield "bars_when_helpless", BULK if other.traits.bulky else HELPLESS
    mine, theirs = mover.size.category, other.size.category
    if mine <= TINY:
        yield "bars_tiny", Passing(True, clause="d20.tiny.enter")
    if theirs - mine >= APART:
        yield "bars_sizes", Passing(True, clause="d20.size3.small-through-big")
    if mine - theirs >= APART:
        yield "bars_sizes", Passing(True, clause="d20.size3.big-through-small")
    if contest == "tumble" and not friendly:
        yield "bars_tumbling", Passing(True, clause="d20.tumble.enemy", contested=True)
    if contest == "overrun" and not friendly and theirs - mine <= LARGER:
        yield "bars_overrun", Passing(True, clause="d20.overrun.move", contested=True)
