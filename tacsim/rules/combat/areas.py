"""Areas: which shapes a ruleset knows, which cells they cover, and how distances are counted.

The same answers serve attacks on areas and areas that are only measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol, TypeAlias

import attrs

from tacsim.core.agenda import Trying
from tacsim.core.battle import AnyBattle
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.squares.lines import Edge
from tacsim.rules.movement.policies import Counts

OpenCells: TypeAlias = Callable[[Cell, Cell, int], frozenset[Cell]]
"""Origin, the cell to point at, and size in cells; a shape that is not aimed ignores the second."""
SeenCells: TypeAlias = Callable[
    [Cell, Cell, int, AbstractSet[Cell], AbstractSet[Edge], AbstractSet[Cell] | None],
    frozenset[Cell],
]
"""The same with the walls, the closed edges, and the cells that it starts from, if not all do."""


@attrs.frozen
class Shape:
    """A shape of area: its cells on open ground, whether it is aimed, and its clauses.

    One that is aimed starts at a cell of its maker and points at another cell. ``seen``: its cells
    among walls, where straight lines from where it starts do not say which they are. ``centred``:
    it starts in a cell, which it holds too unless that is its maker's own.
    """

    cells: OpenCells
    aimed: bool
    clauses: tuple[str, ...] = ()
    seen: SeenCells | None = None
    centred: bool = False


class Caught(NamedTuple):
    """What to expect for one caught in an area: its chance to save, and the mean damage."""

    creature: str
    saves: float
    damage: float


class AreaPolicy(Protocol):
    """What a ruleset says of areas."""

    @property
    def shapes(self) -> Mapping[str, Shape]:
        """By name."""
        ...

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

    def expected(self, battle: AnyBattle, actor: Creature, intent: Area) -> tuple[Caught, ...]:
        """What to expect for each who would be caught, by initiative; nothing if it is refused."""
        ...

    def promised(self, battle: AnyBattle, frame: Trying) -> tuple[Caught, ...]:
        """The same of what is under way, just before its dice; nothing if it is no area attack."""
        ...
