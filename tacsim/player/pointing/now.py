"""The moment that a screen shows, of which its texts are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.i18n import languages
from tacsim.player.pointing.selection import Selection
from tacsim.rules.battle import Battle
from tacsim.rules.goals import Progress, progress
from tacsim.session.perception import Memory
from tacsim.view.palettes.colours import Palette, hexed
from tacsim.view.picture.figures import side_index


@attrs.frozen(eq=False)
class Now:
    """The state of a battle screen, of which its texts are made.

    ``viewer``: the side at the screen; ``memory``: what it knows, None for everything; ``people``:
    the sides that people play; ``settled``: whether a person is being asked; ``standing``: standing
    answers; ``keys``: what is to be pressed, by the name of what it does; ``held``: whether the
    opponents are held back.
    """

    name: str
    battle: Battle
    selection: Selection
    memory: Memory | None
    viewer: str | None
    people: tuple[str, ...]
    settled: bool
    palette: Palette
    standing: Mapping[str, str]
    keys: Mapping[str, str]
    held: bool = False
    thinks: bool = False
    """Whether an opponent thinks that may take long."""
    unsaved: bool = False
    """Whether the last events are not in any save."""
    usual: Mapping[str, int] = attrs.field(factory=dict)
    """The hit points of its kind, of each creature that was given others."""
    since: int | None = None
    """The number of the first event of what was done last; None where each event is for itself."""

    @property
    def seen(self) -> tuple[object, ...]:
        """What texts on the battle are made of, whatever is pointed at; equal as long as it is."""
        looked = (self.memory, self.memory.updates) if self.memory is not None else ()
        told = self.settled, self.held, self.thinks, self.unsaved, self.palette, languages()
        return (self.battle.world.version, self.viewer, *looked, *told, *self.standing.items())

    @property
    def acting(self) -> str | None:
        """The creature that decides or acts, if the viewer knows of it."""
        decision = self.battle.decision
        actor = decision.actor if decision else self.battle.world.clock.active
        return actor if actor is not None and self.knows(actor) else None

    def goals(self, side: str) -> tuple[Progress, ...]:
        """How far a side is with its goals."""
        return progress(self.battle, side)

    def knows(self, creature: str) -> bool:
        """Whether the viewer knows of a creature."""
        return self.memory is None or creature in self.memory.known

    def colour(self, side: str) -> str:
        """A side's colour, as styles write it."""
        return hexed(self.palette.side(side_index(self.battle, side)))


def usual_hit_points(source: Mapping[str, Any]) -> dict[str, int]:
    """The hit points of its kind, of each creature to which a scenario's tables give others."""
    found, kinds = {}, source.get("bestiary", {})
    for one in source.get("creature", ()):
        usual = kinds.get(one.get("kind"), {}).get("hp")
        if usual is not None and one.get("hp", usual) != usual:
            found[one["id"]] = usual
    return found
