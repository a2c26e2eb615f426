"""The line under the board: what a cell is and who is there."""

from __future__ import annotations

from tacsim.core.terrain import Battlefield
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _, known_as
from tacsim.rules.battle import Battle
from tacsim.rules.movement.footing import aloft, clings, stands
from tacsim.session.perception import Memory
from tacsim.view.picture.levels import height, section, span
from tacsim.view.picture.overlay import lying
from tacsim.view.wording import sheet, words
from tacsim.view.wording.builds import weighed
from tacsim.view.wording.grounds import ground_word
from tacsim.view.wording.order import hit_points, state


def cell_line(
    battle: Battle,
    cell: Cell,
    memory: Memory | None = None,
    *,
    who: Creature | None = None,
    body: Body | None = None,
) -> str:
    """The line under the board: what a cell is and who is there, as far as a side knows.

    On cubes also its level, and whether a creature, ``who``, would stand, cling, fly or fall
    there: with its own body unless another ``body`` is given.
    """
    world = battle.world
    if cell not in world.field:
        return _("{cell} off the map").format(cell=words.place(cell))
    if memory is not None and not memory.remembered[cell[::-1]]:
        parts = [_("{cell} unknown").format(cell=words.place(cell))]
    else:
        parts = [f"{words.place(cell)} {_ground(battle, cell, memory)}"]
        parts += _level(world.field, cell)
        parts += _hold(battle, cell, who, body)
        parts += [known_as(label.text) for label in world.field.labels if label.at == cell]
    goals = dict.fromkeys(goal.side for goal in world.goals if cell in goal.cells)
    parts += [_("a goal of {side}").format(side=known_as(world.sides[side].name)) for side in goals]
    parts += [weighed(battle, item) for item in lying(battle, memory).get(cell, ())]
    parts += [
        _("{name} was seen here last, in round {round}").format(
            name=known_as(one.identity.name), round=one.round
        )
        for one in (memory.lost.values() if memory is not None else ())
        if cell in one.body.cells
    ]
    here = [_guest(battle, name, memory) for name in _in_cell(battle, cell, memory)]
    here += _elsewhere(battle, cell, memory)
    if here:
        parts.append(", ".join(here))
    return " - ".join(parts)


def _ground(battle: Battle, cell: Cell, memory: Memory | None) -> str:
    field = battle.world.field
    text = _below(field, cell, memory) or ground_word(field.at(cell))
    if field.dark and not field.lit[cell[::-1]]:
        text += ", " + _("dark")
    if memory is not None and not memory.seen[cell[::-1]]:
        text += ", " + _("out of sight")
    return text


def _below(field: Battlefield, cell: Cell, memory: Memory | None) -> str:
    """What is below a cube of air, if that is known; nothing of other ground."""
    *plane, level = (*cell, 0)[:3]
    shown, at = section(field, level), (plane[1], plane[0])
    surface = int(shown.surface[at])
    if surface == level or (memory is not None and not shown.throughout(memory.remembered)[at]):
        return ""
    what, drop = words.word(words.GROUND, field.at((*plane, surface)).name), int(shown.drop[at])
    if not drop:
        return _("on top of a {ground}").format(ground=what)
    if shown.top[at]:
        what = _("the top of a {ground}").format(ground=what)
    return _("air {n} above {ground}").format(n=drop, ground=what)


def _level(field: Battlefield, cell: Cell) -> list[str]:
    """The level of a cube, on a map that has several."""
    return [_("level {n}").format(n=cell[2])] if len(field.levels) > 1 else []


def _hold(battle: Battle, cell: Cell, who: Creature | None, body: Body | None) -> list[str]:
    """Whether a creature would stand, cling, fly or fall in a cube; nothing where it cannot be."""
    field = battle.world.field
    if who is None or field.axes < 3:
        return []
    body = body or Body(cell, who.size.extent)
    if any(each not in field or field.at(each).solid for each in body.cells):
        return []
    drop = height(field, body)
    if stands(battle, who, body):
        return [_("stands")]
    if aloft(battle, who):
        return [_("flies")]
    if clings(battle, who, body):
        return [_("clings")]
    return [_("falls {n}").format(n=drop)] if drop else []


def _in_cell(battle: Battle, cell: Cell, memory: Memory | None) -> list[str]:
    """The creatures in a cell that are known, the dead last."""
    world = battle.world
    found = [
        name
        for name in world.ids
        if cell in world[name].body.cells and (memory is None or name in memory.known)
    ]
    return sorted(found, key=lambda name: world[name].has("dead"))


def _elsewhere(battle: Battle, cell: Cell, memory: Memory | None) -> list[str]:
    """The known creatures above and below a cube, and how far off."""
    found = []
    for creature in battle.world.creatures if len(cell) == 3 else ():
        low, high = span(creature.body)
        if (*cell[:2], low) not in creature.body.cells:
            continue
        if memory is not None and creature.id not in memory.known:
            continue
        gaps = {"name": known_as(creature.name), "n": abs(low - cell[2])}
        if low > cell[2]:
            found.append(_("{name} {n} above").format(**gaps))
        elif high < cell[2]:
            found.append(_("{name} {n} below").format(**gaps))
    return found


def _guest(battle: Battle, name: str, memory: Memory | None) -> str:
    creature = battle.world[name]
    friendly = memory is None or battle.world.sides.friendly(memory.side, creature.side)
    hp, hp_max = hit_points(battle, creature, friendly=friendly)
    how = state(creature, wounds=hp is None)
    facts = [how] if how else [_("{hp} of {max} hp").format(hp=hp, max=hp_max)]
    helpless = creature.has("helpless")
    facts += [word for word in sheet.conditions(creature) if word != how and not helpless]
    facts += sheet.flanked(battle, creature, memory)
    return f"{known_as(creature.name)} ({', '.join(facts)})"
