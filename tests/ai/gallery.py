"""Scenes for the gallery: boards with an act that is right on each, and why; those of d20."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
from ai import acting, family
from ai.acting import ARCHER, FIGHTER, OGRE, SPEAR, VETERAN, turn_of
from boards import club, shortbow
from pool.space import on_turn

from tacsim.core.apply import apply
from tacsim.core.components import (
    AreaAttack,
    Bonus,
    Goal,
    Goals,
    Weapon,
    Weights,
)
from tacsim.core.events import BonusGained, ConditionGained
from tacsim.core.intents import (
    DropHeld,
    EndTurn,
    Intent,
    PickUp,
    Strike,
    Wriggle,
)
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.rulesets import load
from tacsim.rulesets.fifth.holds import HOLD

Setup = Callable[[Battle], object]
IDLE: dict[str, Any] = {"hp": 300, "speed": 0, "weapons": []}
GIANT: dict[str, Any] = {**OGRE, "hp": 500, "armour": {"natural": 40}, "side": "foes"}
SLOW: dict[str, Any] = {**FIGHTER, "speed": 4}
CROSSBOW = Weapon("crossbow", "1d8", ranged=True, reach=0, increment=24, increments=10, load="move")
LONGBOW = attrs.evolve(shortbow(), name="longbow", damage="5d8")
BLAST = AreaAttack("blast", "burst", 2, "4d6", "{}", 14, half=True, range=8)


@attrs.frozen
class Scene:
    """A board on which some acts, by the names of intents and modes, are right for ``who``."""

    ruleset: str
    shows: tuple[str, ...]
    why: str
    board: str
    creatures: Mapping[str, Mapping[str, Any]]
    who: str = "A"
    setup: Setup = id
    slow: bool = False

    def battle(self) -> Battle:
        """The battle in that creature's turn."""
        if self.ruleset == "pool":
            fight = on_turn(self.board, self.creatures, self.who)
        else:
            make = acting.battle if self.ruleset == "d20" else family.battle
            fight = make(self.board, {name: dict(each) for name, each in self.creatures.items()})
            if self.ruleset != "d20":
                fight.ruleset = load(self.ruleset)
        self.setup(fight)
        return fight if self.ruleset == "pool" else turn_of(fight, self.who)


def goal(side: str, *cells: tuple[int, ...], kind: str = "reach", rounds: int = 0) -> Setup:
    """A goal of a side."""
    return lambda fight: fight.world.put(None, Goals((Goal(side, kind, cells, rounds=rounds),)))


def race(*cells: tuple[int, ...], who: str | None = None) -> Setup:
    """The heroes, or one of them, have to be on some cells in this round; else they have lost."""
    goals = Goal("heroes", "reach", cells, who), Goal("foes", "survive", rounds=1)
    return lambda fight: fight.world.put(None, Goals(goals))


def after(*intents: Intent) -> Setup:
    """A turn of the first one's actor is over, in which it has done so."""

    def done(fight: Battle) -> None:
        actor = intents[0].actor
        assert actor is not None
        turn_of(fight, actor)
        for intent in (*intents, EndTurn(actor)):
            assert submit(fight, intent)[0].NAME != "refused"

    return done


def held(who: str, by: str) -> Setup:
    """A creature that another holds."""

    def hold(fight: Battle) -> None:
        apply(fight.world, BonusGained(who, Bonus(HOLD, 0, HOLD, by, by, "", once=False)))
        apply(fight.world, ConditionGained(who, "grappled", ""))

    return hold


def carrying(friend: str, pounds: float) -> Setup:
    """The actor has taken up a friend of such a weight."""

    def take(fight: Battle) -> None:
        fight.world.put(friend, Weights(pounds))
        after(PickUp("A", friend))(fight)

    return take


D20 = [
    Scene(
        "d20",
        ("strike",),
        "beside a foe, with one attack a turn, 65 % to do 6.5 of 20",
        ".....\n.Ab..\n.....",
        {"A": FIGHTER, "b": FIGHTER},
    ),
    Scene(
        "d20",
        ("full_attack",),
        "two attacks are more than one, and what it spends on them it has no other use for",
        "....\n#Ab.\n....",
        {"A": VETERAN, "b": VETERAN},
        slow=True,
    ),
    Scene(
        "d20",
        ("five_foot_step", "strike"),
        "a longspear does not strike at who is beside it, and a step provokes nobody",
        ".....\n..Ab#\n.....",
        {"A": SPEAR, "b": {**FIGHTER, "hp": 5}},
        slow=True,
    ),
    Scene(
        "d20",
        ("walk", "strike"),
        "round the corner no charge leads, and a walk leaves an attack",
        ".#...\nA#.b.\n.....\n.....",
        {"A": FIGHTER, "b": {**FIGHTER, "hp": 5}},
        slow=True,
    ),
    Scene(
        "d20",
        ("charge",),
        "nine cells off no walk of six gets there",
        "............\nA.........b.\n............",
        {"A": FIGHTER, "b": {**FIGHTER, "hp": 5}},
    ),
    Scene(
        "d20",
        ("stand",),
        "nobody is in reach, and lying it would have -4 to hit and be hit at +4",
        "......\n.A.b..\n......",
        {"A": {**FIGHTER, "conditions": ["prone"]}, "b": FIGHTER},
        slow=True,
    ),
    Scene(
        "d20",
        ("double",),
        "twelve cells this turn end the battle",
        "A.....#......\n......#......\n.............\n#############\n............b",
        {"A": FIGHTER, "b": FIGHTER},
        setup=race((9, 0)),
        slow=True,
    ),
    Scene(
        "d20",
        ("run",),
        "twenty cells straight on end the battle, a double move leads twelve",
        "A" + "." * 20 + "\n" + "#" * 21 + "\n" + "." * 20 + "b",
        {"A": FIGHTER, "b": FIGHTER},
        setup=race((20, 0)),
        slow=True,
    ),
    Scene(
        "d20",
        ("crawl",),
        "the move left gets it to a blaster with 1 hit point, prone or not;"
        " standing first it would not get there",
        "#####\nA,b##\n#####",
        {
            "A": {**FIGHTER, "conditions": ["prone"]},
            "b": {
                **ARCHER,
                "hp": 1,
                "armour": {},
                "speed": 0,
                "weapons": [club()],
                "areas": (attrs.evolve(BLAST, damage="12d6", save="ref"),),
            },
        },
        slow=True,
    ),
    Scene(
        "d20",
        ("withdraw",),
        "3 hit points, three slow foes; withdrawing leaves their reach for good",
        "." * 18 + "\n" + "." * 12 + "Ab....\n" + "." * 12 + "cd....\n" + "." * 18,
        {"A": {**FIGHTER, "hp": 3}, "b": SLOW, "c": SLOW, "d": SLOW},
        setup=goal("heroes", kind="survive", rounds=1),
        slow=True,
    ),
    Scene(
        "d20",
        ("overrun",),
        "the way to the gate leads through one who is no match",
        "########\nAb......\n########",
        {
            "A": {**OGRE, "size": "large", "space": 1, "side": "heroes"},
            "b": {"size": "small", "hp": 30, "abilities": {"strength": 6}},
        },
        setup=race((4, 1)),
    ),
    Scene(
        "d20",
        ("tumble",),
        "past a giant who would fell it, at no risk, to the gate",
        "#######\nA.....#\n.OO..##\n.OO####",
        {"A": {**FIGHTER, "hp": 9, "skills": {"tumble": 30}}, "O": {**GIANT, "speed": 0}},
        setup=race((3, 1)),
    ),
    Scene(
        "d20",
        ("total_defense",),
        "cornered by what it cannot hurt: +4 is all it can have",
        "##########\n#A.OO#####\n#..OO#####\n##########",
        {"A": {**FIGHTER, "hp": 9}, "O": GIANT},
    ),
    Scene(
        "d20",
        ("area",),
        "4d6 on each of two, against one stroke on one",
        "........\n.A...bc.\n........",
        {"A": {**FIGHTER, "areas": (attrs.evolve(BLAST, save="ref"),)}, "b": FIGHTER, "c": FIGHTER},
    ),
    Scene(
        "d20",
        ("trip",),
        "Strength 30 and a handy chain against a weakling that cannot be run over: down, it has -4"
        " and three strike as it gets up",
        "#####\n.AbC.\n..D#.\n.....",
        {
            "A": {
                **FIGHTER,
                "feats": ["improved_trip"],
                "abilities": {"strength": 30},
                "weapons": [Weapon("chain", "1d3", trip=True)],
            },
            "C": VETERAN,
            "D": VETERAN,
            "b": {**FIGHTER, "hp": 60, "armour": {"armour": 8}, "abilities": {"strength": 6}},
        },
        slow=True,
    ),
    Scene(
        "d20",
        ("bull_rush",),
        "off the cell that it has to hold to the end of the round",
        "####\nAb.#\n####",
        {
            "A": {**FIGHTER, "feats": ["improved_bull_rush"], "abilities": {"strength": 26}},
            "b": {**FIGHTER, "hp": 60, "abilities": {"strength": 6}},
        },
        setup=goal("foes", (1, 1), kind="hold", rounds=1),
        slow=True,
    ),
    Scene(
        "d20",
        ("ready",),
        "who cannot get there strikes as the other comes, before its blow",
        "............\nA.......b...\n............",
        {
            "A": {**VETERAN, "hp": 5, "speed": 0, "weapons": [Weapon("axe", "6d6")]},
            "b": {**FIGHTER, "base": 9, "weapons": [Weapon("axe", "4d8")]},
        },
    ),
    Scene(
        "d20",
        ("delay",),
        "before its friend has shot who is in the way it does not get to the gate",
        "#######.c\nA.b...###\n##.######\n##C######",
        {
            "A": {"hp": 20, "weapons": [], "abilities": {"strength": 3}},
            "C": {**ARCHER, "base": 20},
            "b": {"hp": 1, "armour": {"natural": 8}, "abilities": {"strength": 30}},
            "c": {},
        },
        setup=race((5, 1), who="A"),
        slow=True,
    ),
    Scene(
        "d20",
        ("load", "strike"),
        "the crossbow has to be loaded to shoot",
        "A......b\n########",
        {"A": {"weapons": [CROSSBOW]}, "b": IDLE},
        setup=after(Strike("A", "b")),
        slow=True,
    ),
    Scene(
        "d20",
        ("pick_up",),
        "the sword at its feet does 1d8, a fist 1d3",
        "A......b",
        {"A": {**FIGHTER, "hp": 40}, "b": {**FIGHTER, "speed": 0}},
        setup=after(DropHeld("A", "sword")),
        slow=True,
    ),
    Scene(
        "d20",
        ("set_down",),
        "with a fallen friend in its arms it does not move at all, and has to be at the gate",
        "Ac.......b\n..........",
        {
            "A": FIGHTER,
            "b": {**FIGHTER, "speed": 0},
            "c": {"conditions": ["helpless", "prone"], "side": "heroes"},
        },
        setup=lambda fight: (carrying("c", 180)(fight), race((4, 0), who="A")(fight)),
    ),
    Scene(
        "d20",
        ("wriggle",),
        "wedged in it can but go back to fight",
        "AA==...\nAA##...\n.b.....",
        {
            "A": {"skills": {"escape_artist": 18}, "hp": 40, "weapons": [Weapon("sword", "1d8")]},
            "b": {"hp": 40},
        },
        setup=after(Wriggle("A", "east")),
        slow=True,
    ),
]
