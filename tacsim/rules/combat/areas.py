"""Areas: which shapes a ruleset knows, which cells they cover, and what an attack on one promises.

The same answers serve whoever makes an area and whoever only measures one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeAlias

import attrs

from tacsim.core.battle import AnyBattle
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement.policies import Counts

OpenCells: TypeAlias = Callable[[Cell, Cell, int], frozenset[Cell]]
"""Origin, the cell to point at, and size in cells; a shape that is not aimed ignores the second."""


@attrs.frozen
class Shape:
    """A shape of area: its cells on open ground, whether it is aimed, and its clauses.

    One that is aimed starts at a cell of its maker and points at another cell.
    """

    cells: OpenCells
    aimed: bool
    clauses: tuple[str, ...] = ()


class Caught(NamedTuple):
    """What to expect for one caught in an area: its chance to save, and the mean damage."""

    creature: str
    saves: float
    damage: float


class AreaPolicy(Protocol):
    """What a ruleset says of areas."""

    shapes: Mapping[str, Shape]
    """By name; empty where the rules have no areas."""

    def cells(
        self,
        battle: AnyBattle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, walls considered; none for no such area.

        ``maker``: from whose side of a wall it starts, and whose own cells nothing is aimed at.
        """
        ...

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """Why a creature cannot make one of its area attacks again yet, apart from its action."""
        ...

    def price(self, battle: AnyBattle, maker: Creature, area: AreaAttack) -> Counts | Refused:
        """What its maker has left after an area attack, or why it cannot afford it."""
        ...

    def forecast(self, battle: AnyBattle, actor: Creature, intent: Area) -> tuple[Caught, ...]:
        """What an attack on an area promises, by initiative; nothing for one that is refused."""
        ...


class NoAreas:
    """The policy of rules that have no areas."""

    shapes: Mapping[str, Shape] = {}

    def cells(
        self,
        battle: AnyBattle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """None at all."""
        return frozenset()

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """Nothing is waited for."""
        return None

    def price(self, battle: AnyBattle, maker: Creature, area: AreaAttack) -> Counts | Refused:
        """Nothing."""
        return ()

    def forecast(self, battle: AnyBattle, actor: Creature, intent: Area) -> tuple[Caught, ...]:
        """Nothing at all."""
        return ()


__all__ = ["AreaPolicy", "Caught", "NoAreas", "OpenCells", "Shape"]
