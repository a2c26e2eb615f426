"""The shipped battles as boards of the brute force: who stands where, armed how, on what ground."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oracle import cubes, d20, d20_choices, fifth, fifth_choices, pool, pool_choices
from oracle.arms import Arm
from pool import twins as pool_twins

from rules import twins as d20_twins
from rules.choices_differential import Trial
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.nature import Attributes, Weapon
from tacsim.core.terrain import GLYPHS
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start

MAPS = Path(__file__).parents[2] / "maps"
SEED = 20
DRAWN = {name: glyph for glyph, name in GLYPHS.items()} | {"stairs": cubes.STAIRS, "air": " "}


def begun(name: str, seed: int = SEED) -> Battle:
    """A shipped battle whose first turn has just begun."""
    battle = begin(read_scenario(MAPS / f"{name}.toml"), seed)
    start(battle)
    return battle


class Shipped(Trial):
    """A shipped battle, as both sides see it."""

    def __init__(self, name: str, seed: int = SEED) -> None:
        self.battle = begun(name, seed)
        ruleset = self.battle.ruleset
        self.kind = ruleset.id if ruleset.topology.name != "hex" else "hex"
        self.oracle = {"d20": d20_choices, "pool": pool_choices}.get(self.kind, fifth_choices)
        self.who = self.battle.decision.actor
        self.board = {"d20": squares, "pool": levels}.get(self.kind, plain)(self.battle)
        self.turn = self.begun(tuple(self.battle.world.order), lucky=False)


SEVERAL = {
    ("boulder", ("difficult",)): "$",
    ("obstacle", ("difficult",)): "+",
    ("deep_water", ()): "?",
}
"""Kinds of a map's own, as the brute force draws them."""


def rows(battle: Battle, level: int = 0) -> list[str]:
    """The ground of a level, in the glyphs of map files."""
    field = battle.world.field
    own = {name: SEVERAL[kind.name, kind.besides] for name, kind in field.kinds.items()}
    return ["".join((own | DRAWN)[kind] for kind in row) for row in field.levels[level]]


def barriers(battle: Battle) -> list[Any]:
    return [
        (*sorted(one.between), one.kind.value)
        for one in battle.world.field.barriers
        if not one.open
    ]


def conditions(c: Creature) -> frozenset[str]:
    return frozenset(one.name for one in c.conditions.items)


def far(weapon: Weapon) -> int:
    """How many cells it flies."""
    return weapon.farthest or weapon.increment * weapon.increments


WORN = ("unarmed", "gauntlet", "gauntlet_spiked", "rock", "rock_far")
"""Weapons of ``d20`` that nobody lets go."""
LOADING = {"hand_crossbow": "move", "light_crossbow": "move", "heavy_crossbow": "full"}


def squares(battle: Battle) -> d20.Board:
    """The board of ``d20``."""
    made = []
    for c in battle.world.creatures:
        arms = tuple(
            Arm(
                one.name,
                "shortbow" if one.ranged else "longspear" if one.least > 1 else "club",
                far(one),
                lying=one.lying,
                loose=not (one.natural or one.name in WORN),
                loading=LOADING.get(one.name, ""),
            )
            for one in c.offence.weapons
        )
        made.append(
            d20.Creature(
                c.id, c.side, c.at, d20.SIZES[c.size.category], c.size.shape,
                c.speed.fly if c.has("flying") else c.speed.land, weapons=arms,
                conditions=conditions(c), fills=c.traits.fills,
                exceptions=c.exceptions.names,
                combat_reflexes="combat_reflexes" in c.traits.feats,
                dodges="dodge" in c.traits.feats,
                tumbles=c.traits.skill("tumble") is not None,
                darkvision=c.traits.darkvision, strength=c.abilities.strength, load=c.speed.load,
                slowed=c.speed.slowed,
            )
        )  # fmt: skip
    field = battle.world.field
    board = d20.Board(rows(battle), barriers(battle), made, dark=field.dark, fog=battle.fog,
                      lamps=[(lamp.at, lamp.radius) for lamp in field.lamps])  # fmt: skip
    board.readings = d20_twins.READINGS
    return d20.still(board)


def plain(battle: Battle) -> fifth.Board:
    """The board of the 5e family."""
    ruleset = battle.ruleset
    made = []
    for c in battle.world.creatures:
        arms = []
        for one in c.offence.weapons:
            cells = one.reach if ruleset.id == "grid5e" else one.reach - 1
            if one.ranged:
                kind = fifth.RANGED
            elif cells == 2:
                kind = fifth.LONG
            else:
                kind = fifth.PLAIN if cells else fifth.LIGHT
            arms.append(Arm(one.name, kind[0], far(one)))
        size = fifth.SIZES[c.size.category - 2]
        made.append(fifth.Creature(c.id, c.side, c.at, size, c.speed.land, weapons=tuple(arms),
                                   conditions=conditions(c),
                                   attacks=c.offence.attacks))  # fmt: skip
    return fifth.Board(rows(battle), barriers(battle), made, ruleset=ruleset.id,
                       topology=ruleset.topology.name)  # fmt: skip


def levels(battle: Battle) -> pool.Board:
    """The board of ``pool``."""
    world, made = battle.world, []
    for c in world.creatures:
        arms = tuple(
            Arm(one.name, {0: "bow", 1: "club", 2: "spear"}[0 if one.ranged else one.reach],
                far(one))
            for one in c.offence.weapons
        )  # fmt: skip
        stamina = world.get(c.id, Attributes)["stamina"] // 2
        grace = world.get(c.id, Attributes)["grace"]
        made.append(pool.Creature(c.id, c.side, c.at, pool.SIZES[c.size.category - 3],
                                  c.speed.land, grace // 2, arms, conditions(c),
                                  fly=c.speed.fly, stamina=stamina, rested=stamina))  # fmt: skip
    ground = [rows(battle, level) for level in range(len(world.field.levels))]
    return pool_twins.read(pool.Board(cubes.Space(ground, barriers(battle)), made))
