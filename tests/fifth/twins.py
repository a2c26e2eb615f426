"""The oracle's boards as battles of the engine, and the engine's answers in the oracle's terms."""

from __future__ import annotations

from dataclasses import replace

import attrs
import numpy as np
from oracle import fifth as oracle
from oracle.fifth_boards import to_scenario

from tacsim.content.documents import parse_document
from tacsim.content.scenarios import scenario_from
from tacsim.content.setup import begin
from tacsim.core.agenda import Attacking
from tacsim.core.apply import apply
from tacsim.core.components import Bonus, Identity, Position, Size
from tacsim.core.events import BonusGained, Spent
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.perception import seen_from
from tacsim.rulesets import content
from tacsim.rulesets.fifth.holds import HOLD
from tacsim.session.poised import poised

SMALLER = {"large": "medium", "huge": "large", "gargantuan": "huge", "colossal": "gargantuan"}


def loaded(text: str) -> Battle:
    """The battle of a scenario's text, not yet begun."""
    scenario, faults = scenario_from(parse_document(text))
    assert scenario is not None, faults
    return begin(scenario, seed=1)


def twin(drawn: oracle.Board, who: str) -> Battle:
    """The same battle in the engine, somebody's turn begun and the others as they are drawn.

    Who is drawn squeezed is set up in the next smaller size and then given its own.
    """
    set_up = [
        replace(c, size=SMALLER[c.size], narrow=False) if c.narrow else c for c in drawn.creatures
    ]
    battle = loaded(to_scenario(replace(drawn, creatures=set_up, memo={})))
    for c in drawn.creatures:
        if c.narrow:
            grow(battle, c)
    battle = poised(battle, who)
    for c in drawn.creatures:
        if not c.ready:
            apply(battle.world, Spent(c.id, (("reaction", 0),)))
        if c.held_by:
            clause = battle.ruleset.clause("grapple")
            bonus = Bonus(HOLD, 0, HOLD, c.held_by, c.held_by, clause, once=False)
            apply(battle.world, BonusGained(c.id, bonus))
    return battle


def grow(battle: Battle, c: oracle.Creature) -> None:
    """Give somebody its own size, squeezed into the body that it has."""
    book = content(battle.ruleset.id)
    body = battle.world[c.id].body
    changes = {
        "size": c.size, "speed": c.speed, "reach": f"{c.feet} ft", "fills": c.fills,
        "weapons": sorted(c.weapons), "conditions": sorted(c.conditions),
        "darkvision": c.darkvision,
    }  # fmt: skip
    for part in book.creature(book.merged(book.bestiary["dummy"], changes)):
        if isinstance(part, Size):
            full = oracle.full_size(c)
            part = attrs.evolve(part, extent=(full,) * len(body.extent))
        if not isinstance(part, Identity):
            battle.world.put(c.id, part)
    battle.world.put(c.id, Position(body, squeezed=True))


def extent(drawn: oracle.Board, n: int) -> tuple[int, ...]:
    """How the engine writes the size of a body."""
    return (n,) if drawn.topology == "hex" else (n, n)


def engine_body(drawn: oracle.Board, body: oracle.Body) -> Body:
    """The oracle's body as the engine's."""
    return Body(body.at, extent(drawn, body.n))


def oracle_body(body: Body) -> oracle.Body:
    """The engine's body as the oracle's."""
    return oracle.Body(*body.at, body.extent[0])


def flanking_dice(battle: Battle, who: str, target: str) -> int:
    """Dice of advantage of a melee attack for flanking and for what a denial gives."""
    arms = battle.world[who].offence.weapons
    weapon = max((w for w in arms if not w.ranged), key=lambda w: w.reach)
    found = attack_roll(battle, Attacking(who, target, weapon))
    names = ("flanking", "denied flank")
    return sum(m.value for m in found.modifiers if m.on == "advantage" and m.name in names)


def eyes(battle: Battle, who: str) -> frozenset[oracle.Cell]:
    """The cells that a creature sees from where it stands."""
    creature = battle.world[who]
    rows, columns = np.nonzero(seen_from(battle, creature, creature.body))
    return frozenset(zip(columns.tolist(), rows.tolist(), strict=True))
