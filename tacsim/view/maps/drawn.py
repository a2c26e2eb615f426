"""Boards as text: the map in the glyphs of map files, those who stand on it, and answers on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import attrs

from tacsim.core.terrain import TERRAIN, BarrierKind, Battlefield, Entry, Terrain
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, Family, Option
from tacsim.rules.movement.reachable import Row
from tacsim.rules.openings import opening
from tacsim.view.maps.text_map import NOTHING, Sign, TextMap, count
from tacsim.view.palettes.glyphs import ASKS, CORPSE, PROVOKES, SQUEEZED, glyph_of
from tacsim.view.picture.overlay import lying

MARK = "*"
"""A cell that is marked."""
FAR = "+"
"""A cell within reach, when no attack is left."""
STEP_SIGN = Sign("_", look="near")
"""A cell within reach by a step that is not counted."""
THING = "("
"""Something that lies on the ground."""
FLOOR = "."
ACTOR = "@"
"""The creature that an answer is about."""


def battle_map(battle: Battle) -> TextMap:
    """The map with everybody who is on it, without marks."""
    field = battle.world.field
    signs = {**_ground(field), **_things(battle), **_bodies(battle, able=True)}
    return attrs.evolve(_map(field, signs), matters=tuple(signs))


def drawn(battle: Battle, cells: Iterable[Cell] | Mapping[Cell, str] = ()) -> str:
    """The rows of the map; creatures still in the fight stand over marked cells, the others under.

    ``cells`` are marked with ``*``, or each with its own letter. On hexes the cells of a row stand
    apart, odd rows half a cell to the right; of cubes each level has its heading.
    """
    marks = dict(cells) if isinstance(cells, Mapping) else dict.fromkeys(map(tuple, cells), MARK)
    signs = {
        **_ground(battle.world.field),
        **_things(battle),
        **_bodies(battle, able=False),
        **{cell: Sign(letter) for cell, letter in marks.items()},
        **_bodies(battle, able=True),
    }
    return str(_map(battle.world.field, signs))


def map_of(field: Battlefield) -> TextMap:
    """A map with nobody on it: its ground, and what stands between cells as marks behind them."""
    signs, marks = _ground(field), _barriers(field)
    for cell, (mark, _words) in marks.items():
        signs[cell] = attrs.evolve(signs[cell], mark=mark)
    told = dict(marks.values())
    legend = [(Sign("", mark), words) for mark, words in sorted(told.items())]
    return attrs.evolve(_map(field, signs), matters=tuple(signs), legend=legend)


def _barriers(field: Battlefield) -> dict[Cell, tuple[str, str]]:
    """Marks of what stands on a cell's sides towards those of greater coordinates, with words."""
    found: dict[Cell, set[str]] = {}
    for barrier in field.barriers:
        one, other = barrier.between
        if barrier.kind is not BarrierKind.WALL:
            where = "open" if barrier.open else barrier.kind.value
        else:
            where = "right" if one[1] == other[1] else "below"
        found.setdefault(one, set()).add(where)
    marks = {
        "door": ("+", _("shut door to the right or below")),
        "open": ("'", _("open door to the right or below")),
        "hedge": ("%", _("hedge to the right or below")),
        "right": ("|", _("wall to the right")),
        "below": ("_", _("wall below")),
    }
    both = ("]", _("walls to the right and below"))
    return {
        cell: both if kinds == {"right", "below"} else next(marks[k] for k in marks if k in kinds)
        for cell, kinds in found.items()
    }


def _map(field: Battlefield, signs: Mapping[Cell, Sign]) -> TextMap:
    size = field.size
    return TextMap(field.topology, (0,) * len(size), tuple(n - 1 for n in size), signs)


def _ground(field: Battlefield) -> dict[Cell, Sign]:
    """The ground of every cell, by its glyph in map files; a space for what has none, as air."""
    return {
        (x, y, z)[: len(field.size)]: ground_sign(field.grounds[name])
        for z, level in enumerate(field.levels)
        for y, names in enumerate(level)
        for x, name in enumerate(names)
    }


def ground_sign(kind: Terrain) -> Sign:
    """What stands for a kind of ground; of several in one the foremost.

    What asks a check has a sign of its own, but for water.
    """
    apart = kind.asks and kind.entry is not Entry.WATER
    return Sign(ASKS, look="ground") if apart else _GROUNDS.get(kind.name, NOTHING)


_GROUNDS = {name: Sign(kind.glyph, look="ground") for name, kind in TERRAIN.items() if kind.glyph}


def _bodies(battle: Battle, *, able: bool, side: str = "", actor: str = "") -> dict[Cell, Sign]:
    """The cells of those who are in the fight, or of those who are out of it."""
    sides, found = battle.world.sides, dict[Cell, Sign]()
    for one in battle.world.creatures:
        if battle.able(one) is able and not one.has("carried"):
            friend = not side or sides.friendly(side, one.side)
            look = "actor" if one.id == actor else "friend" if friend else "foe"
            glyph = ACTOR if one.id == actor else _glyph(one)
            sign = Sign(glyph, look=look) if able else Sign(glyph, CORPSE)
            found |= dict.fromkeys(one.body.cells, sign)
    return found


def _things(battle: Battle) -> dict[Cell, Sign]:
    """The cells in which items lie."""
    return {cell: Sign(THING) for cell in lying(battle)}


def _glyph(creature: Creature) -> str:
    return glyph_of(creature.identity.glyph, creature.identity.name)


# --- answers -------------------------------------------------------------------------------------


def _answered(
    battle: Battle, who: Creature, marks: Mapping[Cell, Sign], legend: Iterable[tuple[Sign, str]]
) -> TextMap:
    """The map with signs on some of its cells; who stands there keeps its glyph, the ground too.

    A sign without a glyph is a mark behind what is there; on floor it stands in its place.
    """
    standing = _bodies(battle, able=True, side=who.side, actor=who.id)
    signs = {**_ground(battle.world.field), **_things(battle), **_bodies(battle, able=False)}
    for cell, sign in marks.items():
        below = signs.get(cell, NOTHING)
        if not sign.glyph and below.glyph not in (FLOOR, NOTHING.glyph):
            signs[cell] = attrs.evolve(sign, glyph=below.glyph)
        else:
            signs[cell] = sign if sign.glyph else attrs.evolve(sign, glyph=sign.mark, mark="")
    for cell, body in standing.items():
        sign = marks.get(cell, NOTHING)
        mark = sign.mark or sign.glyph.strip()
        signs[cell] = attrs.evolve(body, mark=mark, look=sign.look if mark else body.look)
    found = _map(battle.world.field, signs)
    fallen = not all(map(battle.able, battle.world.creatures))
    more = [(Sign("", CORPSE), _("behind whoever is out of the fight"))] if fallen else []
    if lying(battle):
        more.append((Sign(THING), _("something lies there")))
    return attrs.evolve(
        found,
        matters={*marks, *who.body.cells},
        focus=who.at,
        legend=(*legend, *more),
        people=tuple(_people(battle, who)),
    )


def _people(battle: Battle, who: Creature) -> Iterator[tuple[Sign, str]]:
    """Who goes by which glyph, by side."""
    sides = battle.world.sides
    for side in sides.items:
        glyphs: dict[str, list[str]] = {}
        for one in battle.standing():
            if one.side == side.id:
                glyphs.setdefault(ACTOR if one.id == who.id else _glyph(one), []).append(
                    known_as(one.name)
                )
        look = "friend" if sides.friendly(who.side, side.id) else "foe"
        if glyphs:
            some = (f"{glyph} {', '.join(names)}" for glyph, names in glyphs.items())
            yield Sign(f"{known_as(side.name)}:", look=look), "; ".join(some)


def threat_map(battle: Battle, who: Creature, cells: Iterable[Cell]) -> TextMap:
    """The cells that a creature threatens, and who stands there."""
    mark = Sign("", MARK, "marked")
    legend = [(Sign(MARK, look="marked"), _("threatened, and who stands there"))]
    return _answered(battle, who, dict.fromkeys(cells, mark), legend)


def moves_map(battle: Battle, who: Creature, rows: Sequence[Row]) -> TextMap:
    """Where a creature could stop, each place with its least cost in cells."""
    best: dict[Cell, Row] = {}
    for row in sorted(rows, key=lambda row: row.cost):
        if row.can_stop:
            best.setdefault(row.at, row)
    marks = {at: _costing(row) for at, row in best.items() if len(row.bodies) > 1}
    return _answered(battle, who, marks, _prices(who, marks.values(), _("how many cells it costs")))


def _costing(row: Row) -> Sign:
    """A place with its cost; a mark for what comes with going there."""
    mark = PROVOKES if row.provokes else SQUEEZED if row.squeezing else ""
    return Sign(count(row.cost), mark, "provokes" if row.provokes else "near")


def _prices(who: Creature, signs: Iterable[Sign], words: str) -> list[tuple[Sign, str]]:
    """What the costs on a map mean, as far as there are such."""
    shown = list(signs)
    found = [(Sign("1", look="near"), words)]
    if any("a" <= sign.glyph <= "z" for sign in shown if sign != STEP_SIGN):
        found.append((Sign("a", look="near"), _("10, b 11 and so on")))
    for mark, words in (
        (PROVOKES, _("gives an opportunity on the way")), (SQUEEZED, _("squeezed there")),
    ):  # fmt: skip
        found += [(sign, words) for sign in shown if sign.mark == mark][:1]
    if len(who.body.cells) > 1:
        found.append((Sign(""), _("(at the upper left cell of its space)")))
    return found


def choices_map(choices: Choices) -> TextMap:
    """Whom a creature can attack, where it can go and still attack, and where it can only go.

    A place shows the best way to be there: without provoking rather than not, and with an attack
    left rather than not.
    """
    battle, who = choices.battle, choices.actor
    best: dict[Cell, tuple[tuple[int, int], Sign]] = {}
    ways = (_ways(battle, who, one) for one in choices.families if not one.mode.attack)
    for at, rank, sign in chain.from_iterable(ways):
        if at not in best or rank < best[at][0]:
            best[at] = rank, sign
    marks = {at: sign for at, (_rank, sign) in best.items()}
    found = list(marks.values())
    legend = []
    targets = attackable(choices)
    if targets:
        legend.append((Sign(MARK, look="marked"), _("can be attacked")))
        marks |= {
            cell: Sign("", MARK, "marked")
            for name in targets
            for cell in battle.world[name].body.cells
        }
    if any(sign.glyph.isalnum() for sign in found):
        legend += _prices(who, found, _("how many cells it costs to go there, an attack left"))
    if STEP_SIGN in found:
        legend.append((STEP_SIGN, _("by a step that provokes nobody")))
    if any(sign.glyph == FAR for sign in found):
        legend.append((Sign(FAR, look="far"), _("farther, no attack left")))
    return _answered(battle, who, marks, legend)


def _ways(
    battle: Battle, who: Creature, family: Family
) -> Iterator[tuple[Cell, tuple[int, int], Sign]]:
    """The places of a mode, each with its rank among the ways to be there, and its sign."""
    after = opening(battle, who, family.mode)
    acts = after is not None and bool(after.attacks)
    for row in family.rows:
        if not row.can_stop or len(row.bodies) < 2:
            continue
        if not acts:
            mark = PROVOKES if row.provokes else ""
            look = "provokes" if row.provokes else "far"
            yield row.at, (4 if row.provokes else 3, row.cost), Sign(FAR, mark, look)
        elif family.mode.free:
            yield row.at, (1, row.cost), STEP_SIGN
        else:
            yield row.at, (2 if row.provokes else 0, row.cost), _costing(row)


def attackable(choices: Choices) -> tuple[str, ...]:
    """Those whom a creature can attack from where it is, or by a move that ends in an attack."""
    moves = (option for family in choices.families for option in family.options)
    acts = (found for name in ("strike", "full_attack") for act in choices.named(name)
            for found in act.aims.values() if isinstance(found, Option))  # fmt: skip
    intents: Iterable[Any] = (option.intent for option in (*moves, *acts))
    return tuple(dict.fromkeys(one.target for one in intents if one.target is not None))
