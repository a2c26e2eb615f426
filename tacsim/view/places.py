"""Places: the line under the board, of what a cell is, who is there, and what going there means."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.terrain import Battlefield
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _, ngettext
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.movement.footing import aloft, clings, stands
from tacsim.session.perception import Memory
from tacsim.view import sheet, words
from tacsim.view.levels import height, section, span
from tacsim.view.reasons import sentence


def cell_line(
    battle: Battle,
    cell: Cell,
    memory: Memory | None = None,
    *,
    cost: int | None = None,
    budget: int | None = None,
    risks: Mapping[str, AttackRoll | None] | None = None,
    refusal: Refused | None = None,
    who: Creature | None = None,
    body: Body | None = None,
) -> str:
    """The line under the board: what a cell is and who is there, and what going there means.

    That is what it costs and whom it gives an opportunity, or why one cannot. ``cost`` and
    ``budget`` in cells; ``risks`` by the foes' ids. On cubes: its level, and whether ``who`` would
    have a hold there, with ``body`` if that is not its own one at the cell.
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
    here = [_guest(battle, name, memory) for name in _in_cell(battle, cell, memory)]
    here += _elsewhere(battle, cell, memory)
    if here:
        parts.append(", ".join(here))
    if refusal is not None:
        parts.append(sentence(refusal, world, memory.known if memory is not None else None))
    elif cost is not None:
        parts.append(
            _("cost {cost}").format(cost=cost)
            if budget is None
            else _("cost {cost} of {budget}").format(cost=cost, budget=budget)
        )
    if risks:
        told = [sheet.risk_text(words.name_of(world, foe), odds) for foe, odds in risks.items()]
        count = ngettext("{n} opportunity", "{n} opportunities", len(told)).format(n=len(told))
        parts.append(f"{count}: " + ", ".join(told))
    return " - ".join(parts)


def _ground(battle: Battle, cell: Cell, memory: Memory | None) -> str:
    field = battle.world.field
    text = _below(field, cell, memory) or words.word(words.GROUND, field.at(cell).name)
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
        column = {each[:2] for each in creature.body.cells}
        if cell[:2] not in column or (memory is not None and creature.id not in memory.known):
            continue
        gaps = {"name": creature.name, "n": abs(low - cell[2])}
        if low > cell[2]:
            found.append(_("{name} {n} above").format(**gaps))
        elif high < cell[2]:
            found.append(_("{name} {n} below").format(**gaps))
    return found


def _guest(battle: Battle, name: str, memory: Memory | None) -> str:
    creature = battle.world[name]
    friendly = memory is None or battle.world.sides.friendly(memory.side, creature.side)
    hp, hp_max = sheet.hit_points(battle, creature, friendly=friendly)
    how = sheet.state(creature, told=hp is None)
    facts = [how] if how else [_("{hp} of {max} hp").format(hp=hp, max=hp_max)]
    helpless = creature.has("helpless")
    facts += [word for word in sheet.conditions(creature) if word != how and not helpless]
    facts += sheet.flanked(battle, creature, memory)
    return f"{creature.name} ({', '.join(facts)})"


__all__ = ["cell_line"]
