"""The order: a row for each creature, in the order of turns, and how it is."""

from __future__ import annotations

import attrs

from tacsim.core.world import Creature
from tacsim.i18n import _, known_as, pgettext
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.view.palettes.glyphs import glyph_of
from tacsim.view.picture.figures import side_index, side_mark


@attrs.frozen
class OrderRow:
    """A creature's row in the order.

    ``side`` is the place of its side in the scenario, ``token`` what stands for it on the board:
    its glyph, and ``mark``, that of its side; ``hp`` and ``hp_max`` are None where they are not
    known; ``state`` is a word such as "down", or empty; ``effort``: how far it is with an act of
    several turns, such as "3/10", or empty; ``up``: whether it is neither down nor carried.
    """

    id: str
    name: str
    side: int
    side_name: str
    mark: str
    hp: int | None
    hp_max: int | None
    state: str
    acting: bool
    friendly: bool
    glyph: str
    effort: str
    up: bool

    @property
    def token(self) -> str:
        """Its glyph and its side's mark."""
        return self.glyph + self.mark


def order_rows(
    battle: Battle, memory: Memory | None = None, viewer: str | None = None
) -> list[OrderRow]:
    """The creatures in initiative order; under fog only those known, and no gaps for the others.

    ``viewer`` is the side to which others are friendly or not, where there is no memory.
    """
    world = battle.world
    side = memory.side if memory is not None else viewer
    decision = battle.decision
    actor = decision.actor if decision else world.clock.active
    rows = []
    for name in world.order or world.ids:
        if memory is not None and name not in memory.known:
            continue
        creature = world[name]
        friendly = side is None or world.sides.friendly(side, creature.side)
        hp, hp_max = hit_points(battle, creature, friendly=friendly)
        rows.append(
            OrderRow(
                name,
                known_as(creature.name),
                side_index(battle, creature.side),
                known_as(world.sides[creature.side].name),
                side_mark(battle, creature.side),
                hp,
                hp_max,
                state(creature, wounds=hp is None),
                name == actor,
                friendly,
                glyph_of(creature.identity.glyph, creature.name),
                effort(creature),
                not state(creature),
            )
        )
    return rows


def hit_points(
    battle: Battle, creature: Creature, *, friendly: bool
) -> tuple[int | None, int | None]:
    """Current and most hit points; None, None for foes in fog."""
    if battle.fog and not friendly:
        return None, None
    return creature.hp.current, creature.hp.maximum


def effort(creature: Creature) -> str:
    """How far a creature is with an act of several turns: ``3/10``; empty for none."""
    done = creature.effort
    return f"{done.rounds}/{done.out_of}" if done.act else ""


def state(creature: Creature, *, wounds: bool = False) -> str:
    """A creature's state in a word; empty for one that is up.

    ``wounds``: say how badly it is hurt, for readers who do not see its hit points.
    """
    if creature.has("carried"):
        return _("carried")
    if creature.has("dead"):
        return _("dead")
    if creature.has("helpless"):
        return pgettext("state", "down") if creature.hp.current <= 0 else _("helpless")
    if creature.has("surrendered"):
        return _("surrendered")
    if not wounds:
        return ""
    part = creature.hp.current / max(creature.hp.maximum, 1)
    if part >= 1:
        return _("unhurt")
    return _("hurt") if part > 0.5 else _("badly hurt")
