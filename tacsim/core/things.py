"""Things: what lies on the map or is carried about, and weapons that are not loaded.

Most battles have none of it, and then none of these components.
"""

from __future__ import annotations

import attrs

from tacsim.core.nature import Speed, Weapon
from tacsim.grid.cells import Cell


@attrs.frozen
class Item:
    """A thing that lies on the map, or that somebody carries: then ``at`` is None.

    ``pounds``: its weight; ``weapon``: what it is in the hands of a creature of the size category
    ``size`` and of a ``shape``; ``unloaded``: whether that has to be loaded.
    """

    id: str
    name: str
    pounds: float
    at: Cell | None
    weapon: Weapon | None = None
    size: int = 0
    shape: str = ""
    unloaded: bool = False


@attrs.frozen
class Items:
    """The things of a battle, in the order of the scenario, then as they were dropped."""

    items: tuple[Item, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids in order."""
        return tuple(one.id for one in self.items)

    def __getitem__(self, item: str) -> Item:
        """An item by its id; KeyError for none."""
        for one in self.items:
            if one.id == item:
                return one
        raise KeyError(item)

    def __contains__(self, item: object) -> bool:
        return any(one.id == item for one in self.items)


@attrs.frozen
class Carried:
    """What a creature carries besides its own gear.

    ``things``: creatures and items by their ids, each with its pounds; ``speed``: its speed as long
    as it carries them, None where they do not change it.
    """

    things: tuple[tuple[str, float], ...] = ()
    speed: Speed | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of what it carries, what was picked up first at the front."""
        return tuple(name for name, _ in self.things)

    @property
    def pounds(self) -> float:
        """What all of it weighs."""
        return sum(pounds for _, pounds in self.things)


@attrs.frozen
class Training:
    """What a creature adds of its own to attacks and damage, by names of weapons it has let go of.

    It adds this again to whatever weapon of the name it takes in hand.
    """

    weapons: tuple[tuple[str, int, int], ...] = ()

    def with_own(self, weapon: Weapon) -> Weapon:
        """A weapon as it is in the hands of the creature."""
        for name, bonus, damage in self.weapons:
            if name == weapon.name:
                return attrs.evolve(
                    weapon, bonus=weapon.bonus + bonus, damage_bonus=weapon.damage_bonus + damage
                )
        return weapon

    def having(self, weapon: Weapon) -> Training:
        """The same with what a creature adds to a weapon that it lets go of."""
        if not (weapon.bonus or weapon.damage_bonus):
            return self
        others = (one for one in self.weapons if one[0] != weapon.name)
        return Training((*others, (weapon.name, weapon.bonus, weapon.damage_bonus)))


@attrs.frozen
class Unloaded:
    """The names of a creature's weapons that have to be loaded before they shoot again."""

    weapons: tuple[str, ...] = ()
