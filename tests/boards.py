"""Boards for tests: a battle drawn in ASCII.

Upper- and lower-case letters are creatures (each cell of a big one carries its letter), digits too;
every other glyph is terrain. The ground under a letter is floor. On hexes cells stand apart, and
odd rows half a cell to the right::

    . A A .
     . A . .
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tacsim.core.apply import apply
from tacsim.core.components import (
    FRESH,
    Abilities,
    AreaAttack,
    Areas,
    Armour,
    Condition,
    Conditions,
    DiceState,
    Exceptions,
    HitPoints,
    Identity,
    Initiative,
    Notes,
    Offence,
    Order,
    Position,
    Saves,
    Side,
    Sides,
    Size,
    Speed,
    Traits,
    Weapon,
)
from tacsim.core.dice import ScriptedDice, SeededDice
from tacsim.core.events import ConditionLost, RoundStarted, Spent
from tacsim.core.terrain import Barrier, BarrierKind, Terrain, make_battlefield
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body, Cell
from tacsim.grid.grids import TOPOLOGIES
from tacsim.grid.hexes import coordinates as hexes
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start
from tacsim.rules.turns import start_turn
from tacsim.rulesets.d20 import make

CATEGORIES = (
    "fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal",
)  # fmt: skip
SIDES = (1, 1, 1, 1, 1, 2, 3, 4, 6)
SHARES = (100, 25, 4, 1, 1, 1, 1, 1, 1)
TALL = (0, 0, 0, 1, 1, 2, 3, 4, 6)
LONG = (0, 0, 0, 1, 1, 1, 2, 3, 4)


def club(reach: int = 1) -> Weapon:
    return Weapon("club", "1d6", reach=reach)


def longspear(reach: int = 1, size: int = 4) -> Weapon:
    return Weapon("longspear", "1d8", reach=2 * reach, least=reach + 1,
                  diagonal=reach == 1 and size in (3, 4), hands="two", strength=1.5)  # fmt: skip


def shortbow() -> Weapon:
    return Weapon("shortbow", "1d6", ranged=True, reach=0, hands="two", strength=0.0,
                  increment=12, increments=10, multiplier=3, lying=False)  # fmt: skip


def battle(
    board: str,
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    barriers: Sequence[tuple[Cell, Cell, str]] = (),
    dice: Sequence[int] | None = None,
    switches: Mapping[str, bool] | None = None,
    sides: Mapping[str, Sequence[str]] | None = None,
    fog: bool = False,
    dark: bool = False,
    topology: str = "square",
    kinds: Mapping[str, Terrain] | None = None,
) -> Battle:
    """A battle not yet begun; creature options as in :func:`add`, by letter.

    ``kinds``: what further glyphs of the ground stand for.
    """
    grid = TOPOLOGIES[topology]
    rows = board.strip("\n").split("\n")
    if not rows[-1].strip():  # the closing quotes' indentation
        rows.pop()
    indent = min(len(row) - len(row.lstrip(" ")) for row in rows)
    rows = [row[indent:] if topology == "square" else row.replace(" ", "") for row in rows]
    places: dict[str, list[Cell]] = {}
    ground = []
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            if glyph.isalnum() and glyph != "T":
                places.setdefault(glyph, []).append((x, y))
        ground.append("".join("." if g.isalnum() and g != "T" else g for g in row))
    field = make_battlefield(
        "\n".join(ground),
        dark=dark,
        barriers=tuple(Barrier(grid.side(a, b), BarrierKind(kind)) for a, b, kind in barriers),
        topology=topology,
        kinds=kinds or {},
    )
    options = dict(creatures or {})
    named = {letter: options.get(letter, {}) for letter in places}
    names = {o.get("side", "heroes" if k.isupper() else "foes") for k, o in named.items()}
    names |= {o.get("side", "foes") for k, o in options.items() if k not in named}
    table = Sides(
        tuple(Side(s, s.title(), "human", tuple((sides or {}).get(s, ()))) for s in sorted(names))
    )
    world = World(field, table)
    world.put(None, DiceState(1))
    for letter in sorted(places):
        cells = places[letter]
        at, extent = drawn(cells, topology)
        default = "heroes" if letter.isupper() else "foes"
        add(world, letter, at, **{"side": default, "extent": extent, **named[letter]})
    for name, more in options.items():
        if name not in places:
            add(world, name, more["at"], **{k: v for k, v in more.items() if k != "at"})
    thrown = ScriptedDice(dice) if dice is not None else SeededDice(1)
    return Battle(world, make(dict(switches or {})), thrown, fog)


def drawn(cells: Sequence[Cell], topology: str) -> Body:
    """The body that covers some cells, given by rows."""
    if topology == "hex":
        found = Body(cells[0], (next(n for n in range(1, 9) if len(hexes.rows(n)) >= len(cells)),))
        assert found.cells == tuple(cells), "these are the hexes of no body"
        return found
    at = (min(x for x, _ in cells), min(y for _, y in cells))
    return Body(at, (max(x for x, _ in cells) - at[0] + 1, max(y for _, y in cells) - at[1] + 1))


def add(
    world: World,
    name: str,
    at: Cell,
    *,
    side: str = "foes",
    size: str | None = None,
    shape: str = "tall",
    extent: Cell | None = None,
    space: int | None = None,
    speed: int = 6,
    fly: int = 0,
    reach: int | None = None,
    weapons: Sequence[Weapon] | None = None,
    conditions: Sequence[str] = (),
    hp: int = 10,
    base: int = 0,
    feats: Sequence[str] = (),
    initiative: int | None = None,
    fills: bool = False,
    exceptions: Sequence[str] = (),
    notes: Sequence[str] = (),
    stable: bool = False,
    darkvision: int = 0,
    abilities: Mapping[str, int] | None = None,
    skills: Mapping[str, int] | None = None,
    armour: Mapping[str, Any] | None = None,
    saves: Mapping[str, int] | None = None,
    areas: Sequence[AreaAttack] = (),
) -> None:
    """Put a creature into the world: Medium with a club unless told otherwise."""
    side_of = {1: 4, 2: 5, 3: 6, 4: 7, 5: 8, 6: 8}
    category = CATEGORIES.index(size) if size else side_of[max(extent or (1, 1))]
    side_cells = SIDES[category] if space is None else space
    if extent and max(extent) == 5 and space is None:
        side_cells = 5  # of the Colossal on hexes
    full = TOPOLOGIES[world.field.topology].extent(side_cells)
    natural = reach if reach is not None else (TALL if shape == "tall" else LONG)[category]
    mind = Abilities(**dict(abilities or {}))
    components = (
        Identity("dummy", name, side, name[0]),
        Size(category, shape, full, SHARES[category]),
        Speed(speed, fly=fly),
        mind,
        Armour(**dict(armour or {})),
        Offence(base, tuple(weapons) if weapons is not None else (club(natural),)),
        Traits(frozenset(feats), tuple(sorted((skills or {}).items())), fills=fills,
               bulky=category >= 6, darkvision=darkvision, stable=stable,
               fixed_initiative=initiative),
        *([Exceptions(frozenset(exceptions))] if exceptions else []),
        *([Notes(tuple(notes))] if notes else []),
        Saves(**dict(saves or {})),
        Areas(tuple(areas)),
        Position(Body(at, extent or full), extent not in (None, full)),
        HitPoints(hp, hp),
        Conditions(tuple(Condition(c) for c in sorted(conditions))),
        *FRESH,
        Initiative(0, mind.dexterity // 2 - 5),
    )  # fmt: skip
    for component in components:
        world.put(name, component)


def turn_of(fight: Battle, creature: str) -> Battle:
    """The battle with everybody on guard and a creature's turn just begun."""
    world = fight.world
    if not world.order:
        world.put(None, Order(world.ids))
        apply(world, RoundStarted(1))
    for other in world.creatures:
        apply(world, Spent(other.id, (("opportunity", 1),)))
        if other.has("flat_footed"):
            apply(world, ConditionLost(other.id, "flat_footed"))
    for event in start_turn(fight, creature):
        apply(world, event)
    return fight


def cells_of(
    battle: Battle,
    actor: Creature,
    shape: str,
    size: int,
    origin: Cell,
    toward: Cell | None = None,
) -> frozenset[Cell]:
    """The cells that an area made by a creature covers; none where it cannot be made so.

    It asks only for the geometry: whether the creature has such an attack does not matter.
    """
    return battle.ruleset.areas.cells(battle, shape, size, origin, toward, actor.body)


__all__ = ["add", "battle", "cells_of", "club", "longspear", "shortbow", "start", "turn_of"]
