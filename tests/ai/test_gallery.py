"""For each act of each ruleset a small board on which it is right, and the tactician takes it.

A scene says in a sentence why the act is right there, by the rules and in numbers. What no scene
shows stands among :data:`UNSHOWN`, with the reason. The gate has those that take little thought.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from ai import acting, family
from ai.acting import FIGHTER, VETERAN, turn_of
from ai.gallery import BLAST, D20, Scene, goal, held, race
from ai.test_pool import kind

from tacsim.ai import OPPONENTS
from tacsim.core.components import Weapon
from tacsim.core.intents import (
    NAMES,
    Decline,
    DenyFlank,
    EndTurn,
    Intent,
    Move,
    Strike,
    Take,
)
from tacsim.core.nature import Behaviour
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.rulesets import RULESETS, load

BOX: dict[str, Any] = family.FIGHTER
LAME: dict[str, Any] = {**family.BRUTE, "speed": 4}
AXE = Weapon("axe", "6d6", ability="strength")
FIFTH = [
    Scene(
        "grid5e",
        ("strike",),
        "95 % to fell it, before it acts",
        ".....\n.Ab..\n.....",
        {"A": BOX, "b": {**BOX, "hp": 1, "armour": {}}},
        slow=True,
    ),
    Scene(
        "grid5e",
        ("walk", "strike"),
        "four cells off",
        "......\nA...b.\n......",
        {"A": BOX, "b": {**BOX, "hp": 1, "armour": {}}},
        slow=True,
    ),
    Scene(
        "metric",
        ("walk", "strike"),
        "four cells off",
        "......\nA...b.\n......",
        {"A": BOX, "b": {**BOX, "hp": 1, "armour": {}}},
        slow=True,
    ),
    Scene(
        "grid5e",
        ("stand",),
        "lying it strikes and is struck at disadvantage's cost",
        "......\nA.b...\n......",
        {"A": {**BOX, "conditions": ["prone"]}, "b": BOX},
        slow=True,
    ),
    Scene(
        "grid5e",
        ("dash",),
        "twelve cells this turn end the battle",
        "A..........#\n############\nb...........",
        {"A": BOX, "b": BOX},
        setup=race((10, 0)),
        slow=True,
    ),
    Scene(
        "grid5e",
        ("disengage",),
        "3 hit points, three slow brutes",
        "." * 18 + "\n" + "." * 12 + "Ab....\n" + "." * 12 + "cd....\n" + "." * 18,
        {"A": {**BOX, "hp": 3}, "b": LAME, "c": LAME, "d": LAME},
        setup=goal("heroes", kind="survive", rounds=1),
    ),
    Scene(
        "grid5e",
        ("dodge",),
        "cornered by what it cannot hurt",
        "#####\n#Ab##\n#####",
        {"A": {**BOX, "hp": 30}, "b": {**family.BRUTE, "armour": {"armour": 40}}},
        slow=True,
    ),
    Scene(
        "grid5e",
        ("aid",),
        "it can hardly hurt it, a friend can",
        ".....\n.AbC.\n.....",
        {
            "A": family.WEAK,
            "C": {**family.BRUTE, "weapons": [Weapon("axe", "3d12", ability="strength")]},
            "b": {**family.BRUTE, "armour": {"armour": 12}, "base": 0, "abilities": {}},
        },
        slow=True,
    ),
    Scene(
        "grid5e",
        ("escape", "walk"),
        "held, its speed is 0; free, it is at the gate in this round; A cannot be pushed",
        "...###\n.bA###\n...###",
        {
            "A": {**BOX, "hp": 60, "abilities": {"strength": 6}},
            "b": {**BOX, "abilities": {"strength": 26}},
        },
        who="b",
        setup=lambda fight: (held("b", "A")(fight), goal("foes", (0, 1))(fight)),
        slow=True,
    ),
    Scene(
        "grid5e",
        ("grapple",),
        "held, the runner does not get to the gate two cells on",
        ".....#\n.Ab..#\n.....#",
        {
            "A": {**BOX, "abilities": {"strength": 26}},
            "b": {**BOX, "hp": 60, "abilities": {"strength": 6}},
        },
        setup=goal("foes", *((4, y) for y in range(3))),
        slow=True,
    ),
    Scene(
        "grid5e",
        ("shove",),
        "off the cell that it has to hold to the end of the round",
        "####\nAb.#\n####",
        {
            "A": {**BOX, "abilities": {"strength": 26}},
            "b": {**BOX, "hp": 60, "abilities": {"strength": 6}},
        },
        setup=goal("foes", (1, 1), kind="hold", rounds=1),
    ),
    Scene(
        "grid5e",
        ("drag",),
        "dragged off the cell that it has to hold",
        "#####\n..Ab#\n#####",
        {
            "A": {**BOX, "abilities": {"strength": 26}},
            "b": {**BOX, "hp": 60, "abilities": {"strength": 6}},
        },
        setup=lambda fight: (
            held("b", "A")(fight),
            goal("foes", (3, 1), kind="hold", rounds=1)(fight),
        ),
    ),
    Scene(
        "grid5e",
        ("ready",),
        "who cannot get there strikes as the other comes",
        "............\nA.....b.....\n............",
        {
            "A": {**BOX, "hp": 5, "base": 6, "speed": 0, "weapons": [AXE]},
            "b": {**BOX, "base": 6, "weapons": [AXE]},
        },
        slow=True,
    ),
    Scene(
        "grid5e",
        ("area",),
        "4d6 on each of two",
        "........\n.A...bc.\n........",
        {"A": {**BOX, "areas": (attrs.evolve(BLAST, save="dex"),)}, "b": BOX, "c": BOX},
        slow=True,
    ),
]
POOL = [
    Scene(
        "pool",
        ("walk", "strike"),
        "three cubes off",
        ".A..b.   ------",
        {"A": kind("soldier"), "b": {}},
    ),
    Scene(
        "pool",
        ("stand", "strike"),
        "lying it only defends worse",
        ".A.b.   -----",
        {"A": kind("soldier", conditions=["prone"]), "b": {}},
        slow=True,
    ),
    Scene(
        "pool",
        ("climb",),
        "no other way leads to the foe above, for which an aggressive one does not wait",
        """
          ......   ------   ------   ------
          .A##..   --##--   --##--   ---b--
          ..##..   --##--   --##--   ------
          """,
        {
            "A": kind("soldier", attributes={"might": 7}),
            "b": kind("archer", attributes={"grace": 1}),
        },
        setup=lambda fight: fight.world.put("A", Behaviour(temper="aggressive")),
    ),
    Scene(
        "pool",
        ("fly", "strike"),
        "the ledge is out of everybody's reach but its own",
        """
          ......   ------   ------
          .A.##.   ---##-   ---b--
          ...##.   ---##-   ------
          """,
        {"A": kind("sky_lancer", weapons=["spear"]), "b": {}},
        slow=True,
    ),
    Scene(
        "pool",
        ("area",),
        "two at once",
        ".A...b..  --------\n......c.  --------",
        {"A": kind("storm_caller"), "b": {}, "c": {}},
        slow=True,
    ),
]
SCENES = [*D20, *FIFTH, *POOL]
ANSWERS = {"take", "decline", "deny_flank"}
"""Answers to questions, of which further tests tell."""
EVERYWHERE = "it is what is left where nothing else is done, and ends turns in any scene"
ROLLED = "it changes a throw in ten or fewer, which hardly ever shows among sixteen rollouts"
AS_ELSEWHERE = "as it is shown in another ruleset: the same code weighs it"
UNSHOWN: dict[tuple[str, str], str] = {
    ("d20", "move"): "its modes are shown",
    ("d20", "end_turn"): EVERYWHERE,
    ("d20", "aid"): ROLLED,
    ("d20", "dodge"): ROLLED,
    ("d20", "drop"): "free, but rollouts get up in the next turn, and " + ROLLED,
    ("d20", "drop_held"): "it only takes something away, but for a load or to draw another weapon",
    ("d20", "coup_de_grace"): "the helpless are out of the fight already; nothing is won by it",
    ("d20", "fly"): "who flies does so in whatever mode it moves, a charge for one",
    ("d20", "minimum"): "a double move takes the same one step",
    ("d20", "tumble_fast"): "at half its speed and then walking it gets farther, the foe having had"
    " its one opportunity",
    ("d20", "spring_attack"): "tried, but it pays by being done again and again, and rollouts go on"
    " by a policy that walks up instead",
    ("grid5e", "move"): "its modes are shown",
    ("grid5e", "end_turn"): EVERYWHERE,
    ("grid5e", "drop"): "rollouts get up in the next turn",
    ("grid5e", "crawl"): "what is left of its speed after getting up leads as far",
    ("grid5e", "fly"): "who flies does so in whatever mode it moves",
    ("pool", "move"): "its modes are shown",
    ("pool", "end_turn"): EVERYWHERE,
    ("pool", "drop"): "it makes nothing harder to hit",
    ("pool", "let_pass"): "all let their friends pass unless they were told otherwise",
    ("pool", "yield"): "rollouts keep to the order in which turns come",
    **{("metric", act): AS_ELSEWHERE for act in load("metric").intents if act not in ANSWERS},
    **{("metric", mode): AS_ELSEWHERE for mode in load("metric").modes},
}


def names(intents: list[Intent]) -> set[str]:
    """What was done, by the names of intents and modes."""
    return {one.mode if isinstance(one, Move) else NAMES[type(one)] for one in intents}


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(one, id=f"{one.ruleset}-{'-'.join(one.shows)}",
                     marks=[pytest.mark.slow] if one.slow else [])
        for one in SCENES
    ],
)  # fmt: skip
def test_what_is_right_is_done(scene: Scene) -> None:
    fight, player = scene.battle(), OPPONENTS["tactician"]()
    done = list[Intent]()
    while not set(scene.shows) <= names(done):
        decision = fight.decision
        assert decision is not None, (scene.why, done)
        if decision.is_turn:
            assert decision.actor == scene.who, (scene.why, done)
            assert not done or not isinstance(done[-1], EndTurn), (scene.why, done)
            done.append(player.choose(fight, decision))
        submit(fight, done[-1] if decision.is_turn else Decline(decision.actor))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_act_is_left_out(ruleset: str) -> None:
    """Each has a scene, or a reason why it has none."""
    rules = load(ruleset)
    every = {*rules.intents, *rules.modes} - ANSWERS
    shown = {act for one in SCENES if one.ruleset == ruleset for act in one.shows}
    told = {act for of, act in UNSHOWN if of == ruleset}
    assert every == shown | told
    if ruleset != "metric":
        assert shown.isdisjoint(told)


def asked(fight: Battle, *intents: Intent) -> Intent:
    """What the tactician says to the question that intents lead to."""
    for intent in intents:
        assert submit(fight, intent)[0].NAME != "refused"
    decision = fight.decision
    assert decision is not None
    assert not decision.is_turn
    return OPPONENTS["tactician"]().choose(fight, decision)


def test_an_opportunity_that_ends_the_battle_is_taken() -> None:
    """It is hit by all but a 1, and has a single hit point."""
    prey = {**FIGHTER, "hp": 1, "armour": {}}
    fight = turn_of(acting.battle("......\n.Ab...\n......", {"A": VETERAN, "b": prey}), "b")
    assert isinstance(asked(fight, Move("b", path=((3, 1), (4, 1)))), Take)


def test_the_flanker_that_would_kill_is_denied() -> None:
    """With advantage it hits for 8 of the 5 that are left."""
    board, brute = ".....\n.AbC.\n.....", {**family.BRUTE, "base": 0}
    them = {"A": brute, "C": {**BOX, "weapons": []}, "b": {**BOX, "hp": 5, "armour": {"armour": 6}}}
    fight = turn_of(family.battle(board, them), "A")
    assert isinstance(asked(fight, Strike("A", "b")), Take | DenyFlank)
