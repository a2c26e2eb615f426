"""Being moved by others."""

from __future__ import annotations

from tacsim.core.events import Event, Pushed, Unsqueezed
from tacsim.core.world import Creature
from tacsim.rules.movement.policies import Step


def pushed(foe: Creature, by: Creature, step: Step, clauses: tuple[str, ...]) -> list[Event]:
    """A creature is moved by another, against its will."""
    before, new = foe.position, step.body
    moved: list[Event] = [
        Pushed(foe.id, by.id, before.body.at, new.at, new.extent, step.squeezed, clauses)
    ]
    if before.squeezed and not step.squeezed:
        moved.append(Unsqueezed(foe.id, new.cells, clauses))
    return moved
