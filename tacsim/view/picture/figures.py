"""Figures: what the board shows of creatures, read from the world once and cached."""

from __future__ import annotations

import attrs

from tacsim.core.components import Conditions, HitPoints, Identity, Position
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.i18n import known_as, languages
from tacsim.rules.battle import Battle
from tacsim.rulesets import RULESETS, content
from tacsim.view.palettes.glyphs import SIDE_MARKS, SQUEEZED, glyph_of
from tacsim.view.picture.levels import flat, height

STATES: tuple[tuple[str, str], ...] = tuple(
    {
        name: effect.mark
        for ruleset in RULESETS
        for name, effect in content(ruleset).effects.items()
        if effect.mark
    }.items()
)
"""Conditions that a token shows, the most important first, and their marks."""


@attrs.frozen
class Figure:
    """What the board shows of a creature.

    ``side`` is the place of its side in the scenario, from 0; ``state`` the mark of its state;
    ``health`` what is left of its hit points, from 0 to 1, or None when none are lost.
    """

    id: str
    name: str
    glyph: str
    side: int
    body: Body
    state: str
    dead: bool
    helpless: bool
    health: float | None
    height: int = 0
    """How many levels it is above the ground below it."""

    @property
    def plane(self) -> Body:
        """What it covers, seen from above."""
        return flat(self.body)


def figures(battle: Battle) -> tuple[Figure, ...]:
    """Everybody whom nobody carries as a figure: the dead first, the large, the small on top."""

    def make() -> tuple[Figure, ...]:
        sides = {side.id: number for number, side in enumerate(battle.world.sides.items)}
        field = battle.world.field
        found = [
            _figure(c, sides[c.side], height(field, c.body))
            for c in battle.world.creatures
            if not c.has("carried")
        ]
        found.sort(key=lambda f: (not f.dead, -len(f.body.cells), not f.helpless))
        return tuple(found)

    kinds = Position, Conditions, HitPoints, Identity
    return battle.world.cached(("view figures", languages()), kinds, make)


def _figure(creature: Creature, side: int, height: int) -> Figure:
    identity, hp = creature.identity, creature.hp
    return Figure(
        creature.id,
        known_as(identity.name),
        glyph_of(identity.glyph, identity.name),
        side,
        creature.body,
        state_mark(creature),
        creature.has("dead"),
        creature.has("helpless", "surrendered"),
        max(hp.current, 0) / hp.maximum if hp.current < hp.maximum else None,
        height,
    )


def side_index(battle: Battle, side: str) -> int:
    """The place of a side in the scenario, from 0."""
    return [item.id for item in battle.world.sides.items].index(side)


def side_mark(battle: Battle, side: str) -> str:
    """The mark that goes with a side's colour."""
    return SIDE_MARKS[side_index(battle, side) % len(SIDE_MARKS)]


def state_mark(creature: Creature) -> str:
    """The mark of the state that matters most, or nothing."""
    for name, mark in STATES:
        if creature.has(name):
            return mark
    return SQUEEZED if creature.position.squeezed else ""
