"""The oracle's boards of ``pool`` as battles of the engine, and the engine's answers in the
oracle's terms."""

from __future__ import annotations

from dataclasses import replace

from oracle import cubes
from oracle import pool as oracle
from oracle.pool_boards import MIGHT, to_scenario

from tacsim.content.documents import parse_document
from tacsim.content.scenarios import scenario_from
from tacsim.content.setup import begin
from tacsim.core.apply import apply
from tacsim.core.components import FRESH, Identity, Position
from tacsim.core.dice import Dice
from tacsim.core.events import Spent
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets import content
from tacsim.session.poised import poised

SMALLER = {"large": "average", "huge": "large", "colossal": "huge"}
READINGS = oracle.Readings(
    flyers_over_water=True,
    flyers_slowed=False,
    plates_part=True,
)
"""How the engine reads what the specification leaves open."""


def read(drawn: oracle.Board) -> oracle.Board:
    """The board, from now on read as the engine reads it."""
    drawn.readings = READINGS
    drawn.memo.clear()
    return drawn


class Sixes(Dice):
    """Dice that always fall well."""

    def faces(self, position: int, count: int, sides: int) -> tuple[int, ...]:
        return (sides,) * count


def loaded(text: str) -> Battle:
    """The battle of a scenario's text, not yet begun."""
    scenario, faults = scenario_from(parse_document(text))
    assert scenario is not None, faults
    return begin(scenario, seed=1, dice=Sixes())


def twin(drawn: oracle.Board, who: str) -> Battle:
    """The same battle in the engine, somebody's turn begun and the others as they are drawn.

    Who is drawn squeezed or among others is put in afterwards: files set everybody up at full size
    and apart.
    """
    apart = [c for c in drawn.creatures if not shares(drawn, c)]
    set_up = [replace(c, size=SMALLER[c.size], narrow=False) if c.narrow else c for c in apart]
    battle = loaded(to_scenario(replace(drawn, creatures=set_up, memo={})))
    for c in drawn.creatures:
        if c.narrow or c.crammed or c not in apart:
            enter(battle, c)
    battle = poised(battle, who)
    for c in drawn.creatures:
        counts = (("climbed", c.climbed), ("stamina", c.stamina))
        apply(battle.world, Spent(c.id, counts))
    return battle


def shares(drawn: oracle.Board, c: oracle.Creature) -> bool:
    """Is it in the cells of somebody who was drawn earlier?"""
    before = drawn.creatures[: drawn.creatures.index(c)]
    return any(oracle.room(c) & oracle.room(other) for other in before)


def enter(battle: Battle, c: oracle.Creature) -> None:
    """Put somebody into the battle where and as it is."""
    book = content(battle.ruleset.id)
    changes = {
        "size": c.size, "speed": c.speed, "weapons": sorted(c.weapons),
        "conditions": sorted(c.conditions), "attributes": {"might": MIGHT, "grace": c.grace},
        "fly": c.fly, **({"flying": False} if c.on_foot else {}),
    }  # fmt: skip
    parts = book.creature(book.merged(book.bestiary["dummy"], changes))
    place = Position(engine_body(oracle.body_of(c)), squeezed=c.narrow or c.crammed)
    for part in (*FRESH, *parts, Identity("dummy", c.id, c.side, "d"), place):
        battle.world.put(c.id, part)


def engine_body(body: cubes.Body) -> Body:
    """The oracle's body as the engine's."""
    return Body(body.at, (body.n,) * 3)


def oracle_body(body: Body) -> cubes.Body:
    """The engine's body as the oracle's."""
    return cubes.Body(*body.at, body.extent[0])


def mover_in(battle: Battle, who: str, mode: str) -> Mover:
    """The creature as a mover in a mode."""
    return mover_of(battle, battle.world[who], battle.ruleset.modes[mode])


def searched_distances(mover: Mover, limit: int) -> dict[tuple[cubes.Body, int], int]:
    """Half-cells to every body and number of cubes climbed, by the search in C."""
    reach = Reach(mover, mover.creature.body, limit)
    return {(oracle_body(place.body), place.climbed): place.cost2 for place in reach.all_places()}
