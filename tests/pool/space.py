"""Boards of cubes for tests: a battle under ``pool``, drawn level by level, the lowest on the left.

Letters and digits are creatures, of the bestiary's ``dummy`` with what differs in it; each cube of
a big one carries its letter. Every other glyph is terrain, with ``-`` for the empty (higher up that
is air, on the lowest level nothing at all) and ``/`` for stairs. Under the letters of the lowest
level there is floor, higher up air, unless their option ``on`` says otherwise::

    A.#..   --b--   -----
    ..#..   -----   -----
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pool.fights import POOL, spend
from tacsim.core.apply import apply
from tacsim.core.components import (
    FRESH,
    DiceState,
    Identity,
    Order,
    Position,
    Side,
    Sides,
    Size,
)
from tacsim.core.dice import ScriptedDice, SeededDice
from tacsim.core.events import RoundStarted
from tacsim.core.terrain import (
    GLYPHS,
    Barrier,
    BarrierKind,
    Battlefield,
    Level,
    level_of,
)
from tacsim.core.verdicts import Refused
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.grid.cubes.directions import side
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach
from tacsim.rules.turns import start_turn
from tacsim.rulesets import load

NAMES = {**GLYPHS, "-": "void", "/": "stairs"}
"""The terrain of each glyph."""
BY_SIDE = {1: "average", 2: "large", 3: "huge", 4: "colossal"}
"""The size of a body of so many cubes a side, unless it is told."""
OWN = ("at", "on", "side", "size", "squeezed", "climbed")
"""The options of a creature that are not of its bestiary entry."""


def battle(
    board: str,
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    barriers: Sequence[tuple[Cell, Cell, str]] = (),
    dice: Sequence[int] | None = None,
    switches: Mapping[str, bool] | None = None,
    sides: Mapping[str, Sequence[str]] | None = None,
    roles: Mapping[str, str] | None = None,
) -> Battle:
    """A battle not yet begun.

    Options of a creature, by its letter: ``side``, else by the letter's case; ``at`` for one that
    is not drawn; ``on``: the ground in the cubes of its lowest layer; ``size``, that of a body
    drawn smaller being squeezed; ``climbed``; and whatever an entry of the bestiary has. ``sides``:
    the allies of a side; ``roles``: what a side is.
    """
    levels = [list(rows) for rows in zip(*map(str.split, _lines(board)), strict=True)]
    assert len({len(row) for rows in levels for row in rows}) == 1, "the rows differ in length"
    options = {name: dict(each) for name, each in (creatures or {}).items()}
    places = _places(levels)
    for name, cells in places.items():
        options.setdefault(name, {}).setdefault("cells", cells)
    field = Battlefield(
        "board",
        _level(levels[0], 0, options),
        barriers=tuple(_barrier(*each) for each in barriers),
        topology="cube",
        upper=tuple(_level(rows, z, options) for z, rows in enumerate(levels) if z),
    )
    for name, option in options.items():
        option.setdefault("side", "heroes" if name.isupper() else "foes")
    world = World(field, _sides(options, sides or {}, roles or {}))
    world.put(None, DiceState(1))
    for name in sorted(options):
        _add(world, name, dict(switches or {}), **options[name])
    thrown = ScriptedDice(dice) if dice is not None else SeededDice(1)
    fight = Battle(world, load("pool", dict(switches or {}), "cube"), thrown)
    for name, option in sorted(options.items()):
        spend(fight, name, climbed=option.get("climbed", 0))
    return fight


def _lines(board: str) -> list[str]:
    return [line for line in board.splitlines() if line.strip()]


def _places(levels: Sequence[Sequence[str]]) -> dict[str, list[Cell]]:
    """The cubes of each letter."""
    places: dict[str, list[Cell]] = {}
    for z, rows in enumerate(levels):
        for y, row in enumerate(rows):
            for x, glyph in enumerate(row):
                if _letter(glyph):
                    places.setdefault(glyph, []).append((x, y, z))
    return places


def _letter(glyph: str) -> bool:
    return glyph.isalnum() and glyph != "T"


def _level(rows: Sequence[str], z: int, options: Mapping[str, Mapping[str, Any]]) -> Level:
    """The ground of a level, under letters too."""

    def ground(glyph: str) -> str:
        if not _letter(glyph):
            return NAMES[glyph]
        option = options[glyph]
        lowest = min(cell[2] for cell in option["cells"])
        return NAMES[option.get("on", "-" if z else ".") if z == lowest else "-"]

    return level_of(([ground(glyph) for glyph in row] for row in rows), z)


def _barrier(a: Cell, b: Cell, kind: str) -> Barrier:
    between = side(a, b)
    assert between is not None, (a, b)
    return Barrier(between, BarrierKind(kind))


def _sides(
    options: Mapping[str, Mapping[str, Any]],
    allies: Mapping[str, Sequence[str]],
    roles: Mapping[str, str],
) -> Sides:
    """Heroes first, then the others by name."""
    names = sorted({"heroes", *(option["side"] for option in options.values())})
    names.sort(key=lambda name: name != "heroes")
    return Sides(
        tuple(
            Side(name, name.title(), "human", tuple(allies.get(name, ())), roles.get(name, ""))
            for name in names
        )
    )


def _add(world: World, name: str, switches: dict[str, bool], **option: Any) -> None:
    cells = option.pop("cells", ())
    across = len({x for x, _, _ in cells})
    size = option.get("size", BY_SIDE.get(across, "average"))
    changes = {key: value for key, value in option.items() if key not in OWN}
    entry = POOL.merged(POOL.bestiary["dummy"], {"size": size, **changes})
    parts = POOL.creature(entry, switches, topology="cube")
    full = next(part.extent for part in parts if isinstance(part, Size))
    at = min(cells) if cells else tuple(option["at"])
    body = Body(at, (across,) * 3 if cells else full)
    assert not cells or set(body.cells) == set(cells), f"{name} is no cube"
    squeezed = option.get("squeezed", body.extent != full)
    identity = Identity("dummy", name, option["side"], name[0])
    for component in (identity, Position(body, squeezed), *FRESH, *parts):
        world.put(name, component)


def turn_of(fight: Battle, creature: str) -> Battle:
    """The battle with everybody fresh, in the order of the letters, and a creature's turn begun."""
    world = fight.world
    if not world.order:
        world.put(None, Order(world.ids))
        apply(world, RoundStarted(1))
        for name in world.ids:
            counts = dict(fight.ruleset.economy.refresh(fight, world[name]))
            spend(fight, name, **{**counts, "begun": 0})
    for event in start_turn(fight, creature):
        apply(world, event)
    return fight


def on_turn(
    board: str,
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    who: str = "A",
    **more: Any,
) -> Battle:
    """A battle in the turn of one of its creatures."""
    return turn_of(battle(board, creatures, **more), who)


def places(fight: Battle, who: str, mode: str = "walk") -> dict[Body, int]:
    """Every body within what is left of a creature's Speed, and the whole cubes that it costs."""
    creature = fight.world[who]
    ways = fight.ruleset.modes[mode]
    allowance = fight.ruleset.economy.allowance(fight, creature, ways)
    assert not isinstance(allowance, Refused), allowance
    spent = allowance.spent
    reach = Reach(
        mover_of(fight, creature, ways), creature.body, allowance.total - spent, spent=spent
    )
    return {place.body: place.cost2 // 2 for place in reach.places()}


def reached(fight: Battle, who: str, mode: str = "walk") -> set[Cell]:
    """Every `at` that a creature can get to, passing places included."""
    return {body.at for body in places(fight, who, mode)}


def steps(fight: Battle, who: str, mode: str = "walk") -> set[Body]:
    """The bodies to which one step leads from where a creature is."""
    creature = fight.world[who]
    mover = mover_of(fight, creature, fight.ruleset.modes[mode])
    return {step.body for step in mover.steps(creature.body, 0, mover.climbed)}


def nearby(fight: Battle, who: str, mode: str = "walk") -> set[Cell]:
    """The `at` of every place to which one step leads."""
    return {body.at for body in steps(fight, who, mode)}


def have(fight: Battle, who: str, what: str) -> int:
    """What a creature has left of something."""
    return fight.world[who].resources[what]


def one(x: int, y: int, z: int = 0, side: int = 1) -> Body:
    """A body of so many cubes a side."""
    return Body((x, y, z), (side, side, side))


__all__ = ["battle", "have", "nearby", "on_turn", "one", "places", "reached", "spend", "start",
           "steps", "turn_of"]  # fmt: skip
