"""The kinds of ground: who draws each, and on which grid it is."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.content.generate.grounds import built, high, wild
from tacsim.content.generate.sketch import Draw
from tacsim.rulesets import content


@attrs.frozen
class Kind:
    """A kind of ground.

    ``filler``: the glyph that takes the place of what nobody gets to; ``largest``: the largest
    size that is to get everywhere where it has to; ``size``: its usual width and height.
    """

    name: str
    draw: Draw
    topology: str = "square"
    levels: int = 1
    filler: str = "#"
    largest: str = "large"
    size: tuple[int, int] = (30, 18)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("cave", wild.cave),
        Kind("dungeon", built.dungeon),
        Kind("ruins", built.ruins),
        Kind("forest", wild.forest, filler="T"),
        Kind("riverside", wild.riverside, filler="T"),
        Kind("village", built.village),
        Kind("fortress_gate", built.fortress_gate),
        Kind("mountain_pass", wild.mountain_pass),
        Kind("ship", built.ship, filler="~"),
        Kind("wilderness", wild.wilderness, "hex", filler="T", size=(26, 16)),
        Kind("tower", high.tower, "cube", 4, largest="medium", size=(26, 15)),
        Kind("mine", high.mine, "cube", 4, size=(26, 15)),
        Kind("canyon", high.canyon, "cube", 4, size=(26, 15)),
        Kind("rooftops", high.rooftops, "cube", 5, largest="medium", size=(26, 15)),
    )
}
"""Every kind by its name."""


def kinds_of(ruleset: str) -> tuple[str, ...]:
    """The kinds of ground that a ruleset has a grid for."""
    grids = content(ruleset).topologies
    return tuple(name for name, kind in KINDS.items() if kind.topology in grids)
