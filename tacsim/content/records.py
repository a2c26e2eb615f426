"""What a scenario file says, resolved: nothing in it refers to another file any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.content.gauntlet import Gauntlet
from tacsim.content.lessons import Lesson
from tacsim.core.components import Component, Goal, Item, Side
from tacsim.core.intents import Intent
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Cell


def _ground(field: Battlefield) -> tuple[object, ...]:
    return (field.name, field.levels, field.barriers, field.topology, field.dark, field.lamps)


@attrs.frozen
class Combatant:
    """A creature of a scenario: where its least corner stands, and what it is made of."""

    id: str
    kind: str
    side: str
    at: Cell
    components: tuple[Component, ...]
    """One of each kind that makes a creature, but not its place."""

    def get(self, kind: type[Any]) -> Any:
        """One of its components; KeyError where there is none."""
        for component in self.components:
            if type(component) is kind:
                return component
        raise KeyError(kind)


@attrs.frozen
class Do:
    """A step of the script: what an actor wants, and the line of the file that says so (or 0)."""

    actor: str
    intent: Intent
    line: int = 0


@attrs.frozen
class Scenario:
    """A scenario, ready to be set up.

    ``switches`` holds all switches of the ruleset; ``about`` tells people what the scenario shows;
    ``source`` is the scenario file as tables, everything that it refers to written into it.
    """

    name: str
    ruleset: str
    seed: int | None
    switches: Mapping[str, bool]
    sides: tuple[Side, ...]
    creatures: tuple[Combatant, ...]
    field: Battlefield = attrs.field(eq=_ground)
    script: tuple[Do, ...] = ()
    about: str = ""
    fog: bool = False
    max_rounds: int | None = None
    goals: tuple[Goal, ...] = ()
    items: tuple[Item, ...] = ()
    lesson: Lesson | None = attrs.field(default=None, eq=False)
    """What it teaches, if it does."""
    gauntlet: Gauntlet | None = None
    """The run that it is a fight of, if it is."""
    titles: Mapping[str, str] = attrs.field(factory=dict, eq=False)
    """What its own weapons are called, by id, where that is not the id in words."""
    source: Mapping[str, Any] = attrs.field(factory=dict, repr=False)

    def __getitem__(self, creature: str) -> Combatant:
        """A creature by its id; KeyError for a stranger."""
        for combatant in self.creatures:
            if combatant.id == creature:
                return combatant
        raise KeyError(creature)
