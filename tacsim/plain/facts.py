"""Facts: what a creature or a cell is to whoever acts, and the clauses behind things, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as
from tacsim.plain.situation import View, place_text
from tacsim.view.wording import places
from tacsim.view.wording.reasons import clause_text
from tacsim.view.wording.why import why_cell
from tacsim.view.wording.why_creatures import why_creature, why_hit_points


def clauses(view: View, found: Iterable[str]) -> Iterator[str]:
    """Clauses in words, each once."""
    rules = view.battle.rules.ruleset
    for clause in dict.fromkeys(one for one in found if one):
        title, text = clause_text(rules.id, clause, rules.switches)
        told = _("{title}: {text} ({clause})") if text else "{clause}"
        yield told.format(title=title, text=text, clause=clause)


def of_creature(view: View, actor: str, creature: Creature) -> Iterator[str]:
    """All that is known of a creature."""
    battle = view.battle
    if creature.id != actor:
        text = _("{name}, {place}.")
        yield text.format(
            name=known_as(creature.name), place=place_text(battle, actor, creature.body)
        )
    yield places.cell_line(battle.rules, creature.at, view.memory)
    usual = view.usual.get(creature.id)
    found = why_hit_points(battle.rules, creature, usual, view.memory)
    found += why_creature(battle.rules, battle[actor], creature, view.known)
    yield from (one.text for one in found)


def of_cell(view: View, actor: str, cell: Cell) -> Iterator[str]:
    """All that is known of a cell: what it is, who is there, and what it is to whoever acts."""
    battle = view.battle
    me = battle[actor]
    yield places.cell_line(battle.rules, cell, view.memory, who=me)
    found = why_cell(battle.rules, me, cell, view.known, view.memory)
    yield from (f"{one.text} ({', '.join(one.clauses)})" if one.clauses else one.text
                for one in found[1:])  # fmt: skip
