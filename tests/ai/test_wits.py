"""Stupid things that opponents must not do, each on a drawn board.

``cautious`` and ``tactician`` do none of them; ``greedy`` and ``quick`` none of those that they are
named for. Foes let every opportunity pass, so that what is done shows and not what comes of it.

``cautious`` failed four of them at first: dancing before an idle foe, total defence while rocks
fall, the opportunity to be kept, and the friend's only way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ai import family
from ai.acting import ARCHER, FIGHTER, OGRE, VETERAN, battle, shortbow, turn_of, whole_turn
from ai.test_pool import kind
from gate import slow
from pool.space import on_turn

import tacsim
from tacsim.ai import OPPONENTS
from tacsim.core.apply import apply
from tacsim.core.components import HitPoints, Weapon
from tacsim.core.events import IntentRefused, RoundStarted
from tacsim.core.intents import (
    Decline,
    EndTurn,
    FullAttack,
    Intent,
    Move,
    Strike,
    Take,
    TotalDefense,
)
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.engine import submit

BOTH = pytest.mark.parametrize("name", ["cautious", *slow("tactician")])
ALL = pytest.mark.parametrize("name", ["cautious", *slow("tactician"), "greedy", "quick"])
FAMILY = pytest.mark.parametrize("ruleset", ["grid5e", *slow("metric")])
HOUSE = {**FIGHTER, "armour": {"armour": 30}, "hp": 200}
"""Who can hardly be hurt."""
JAVELIN = Weapon("javelin", "1d6", increment=6, increments=5)


def gap(fight: Battle, a: str, b: str) -> int:
    """The cells from one creature to another."""
    return fight.ruleset.metric.distance(fight.world[a].body, fight.world[b].body)


def hurt(fight: Battle, who: str, left: int) -> Battle:
    """The same battle, a creature having so many hit points left."""
    fight.world.put(who, HitPoints(left, fight.world[who].hp.maximum))
    return fight


def played(fight: Battle, who: str, name: str) -> tuple[list[Intent], list[str]]:
    """What an opponent does with a creature's turn, and who is asked for an opportunity by it.

    All let it pass.
    """
    opponent, done, asked = OPPONENTS[name](), list[Intent](), list[str]()
    while (decision := fight.decision) is not None and len(done) < 20:
        if decision.is_turn and decision.actor != who:
            break
        if not decision.is_turn and decision.actor != who:
            if decision.question == "opportunity":
                asked.append(decision.actor)
            submit(fight, Decline(decision.actor))
            continue
        intent = opponent.choose(fight, decision)
        events = submit(fight, intent)
        assert not any(isinstance(event, IntentRefused) for event in events), events
        done.append(intent)
        if isinstance(intent, EndTurn):
            break
    return done, asked


def turns(fight: Battle, who: str, name: str, count: int) -> list[list[Intent]]:
    """What an opponent does with several turns of a creature, round by round; nobody else acts."""
    done = []
    for _ in range(count):
        turn_of(fight, who)
        done.append(played(fight, who, name)[0])
        apply(fight.world, RoundStarted(fight.world.clock.round + 1))
    return done


def way(done: list[list[Intent]]) -> list[Any]:
    """Where moves end, one after another."""
    moves = [one for intents in done for one in intents if isinstance(one, Move)]
    return [move.path[-1] if move.path else move.to for move in moves]


def arms(done: list[list[Intent]]) -> list[str]:
    """What is attacked with, turn after turn; a charge stands for itself."""
    return [
        getattr(one, "weapon", None) or "charge"
        for intents in done
        for one in intents
        if isinstance(one, Strike | FullAttack) or (isinstance(one, Move) and one.target)
    ]


# --- provoking for nothing ------------------------------------------------------------------------

ROUND_IT = """
    ..........
    ....o.....
    .A.....b..
    ..........
    """


@ALL
def test_nobody_is_provoked_on_a_way_that_leads_round_it(name: str) -> None:
    """The way to the prey is no longer outside of the other's reach."""
    fight = battle(ROUND_IT, {"A": FIGHTER, "o": HOUSE, "b": {**FIGHTER, "hp": 1, "armour": {}}})
    whole_turn(fight, "A", name)
    assert fight.world["A"].exposure.foes == ()


@FAMILY
@BOTH
def test_nor_in_the_family(name: str, ruleset: str) -> None:
    prey = {**family.FIGHTER, "hp": 1, "armour": {}}
    house = {**family.BRUTE, "armour": {"armour": 20}}
    fight = family.battle(ROUND_IT, {"A": family.FIGHTER, "o": house, "b": prey}, ruleset)
    assert played(turn_of(fight, "A"), "A", name)[1] == []


@FAMILY
@BOTH
def test_having_bitten_nobody_walks_away_under_a_blow(name: str, ruleset: str) -> None:
    """Leaving costs a blow, and the foe comes after it all the same."""
    fight = family.battle(
        "......\n..Ab..\n......", {"A": family.FIGHTER, "b": family.FIGHTER}, ruleset
    )
    done, asked = played(turn_of(fight, "A"), "A", name)
    assert asked == [], done


@BOTH
def test_nor_with_dice_to_spare(name: str) -> None:
    fight = on_turn("......  ------\n..Ab..  ------", {"A": kind("wolf"), "b": kind("guard")})
    done, asked = played(fight, "A", name)
    assert asked == [], done


# --- shooting in reach ----------------------------------------------------------------------------


@ALL
def test_who_shoots_steps_back_first(name: str) -> None:
    """A step of five feet is free and provokes nobody; a shot in reach provokes."""
    fight = battle("......\n..Ab..\n......", {"A": ARCHER, "b": {**FIGHTER, "hp": 4}})
    done, asked = played(turn_of(fight, "A"), "A", name)
    assert asked == [], done
    assert gap(fight, "A", "b") > 1


@ALL
def test_who_cannot_step_back_does_not_shoot_beside_a_foe(name: str) -> None:
    """In the corner the dagger does as much as the bow, and provokes nobody."""
    man = {**ARCHER, "weapons": [shortbow(), Weapon("shortsword", "1d6")]}
    fight = battle("####\n#Ab.\n####", {"A": man, "b": VETERAN})
    done, asked = played(turn_of(fight, "A"), "A", name)
    assert asked == [], done


# --- squeezing ------------------------------------------------------------------------------------


@BOTH
def test_a_big_one_attacks_from_where_it_has_room(name: str) -> None:
    """From the corridor it would attack at -4 and be hit the easier, from the hall not."""
    board = """
        ##..........
        OO.......b..
        OO##########
        ##..........
        """
    fight = battle(board, {"O": {**OGRE, "side": "heroes"}, "b": FIGHTER})
    turns(fight, "O", name, 2)
    assert not fight.world["O"].position.squeezed


# --- to and fro -----------------------------------------------------------------------------------

FIELD = "\n".join(["." * 26] * 2 + [".A" + "." * 20 + "b..."] + ["." * 26] * 2)


@pytest.mark.parametrize("name", ["cautious", *slow("tactician"), "greedy"])
@pytest.mark.parametrize("man", [FIGHTER, ARCHER], ids=["fighter", "archer"])
def test_nobody_dances_to_and_fro_before_an_idle_foe(name: str, man: dict[str, Any]) -> None:
    """Within eight rounds it has come to blows, and it stood nowhere twice on the way there."""
    fight = battle(FIELD, {"A": man, "b": {**FIGHTER, "hp": 200}})
    done = turns(fight, "A", name, 8)
    blow = next(n for n, intents in enumerate(done) if arms([intents]))
    before = way(done[: blow + 1])
    assert len(before) == len(set(before)), before
    assert all(arms([intents]) for intents in done[blow + 1 :]), done


# --- hurt from afar -------------------------------------------------------------------------------

SHOT_AT = """
    ..................
    .A........#.....b.
    ..........#.......
    ..................
    """


KENNEL = """
format = 1
name = "Kennel"
ruleset = "grid5e"
[map]
grid = '''
............
......,.....
......^.....
............
......^...^.
..%.%.......
......#.....
'''
[[side]]
id = "west"
[[side]]
id = "east"
[[creature]]
id = "foe"
kind = "bugbear"
side = "west"
at = [7, 5]
wounds = 22
[[creature]]
id = "dog"
kind = "mastiff"
side = "east"
at = [8, 5]
[[creature]]
id = "friend"
kind = "bugbear"
side = "east"
at = [7, 6]
[[creature]]
id = "other"
kind = "commoner"
side = "east"
at = [6, 5]
"""


@pytest.mark.parametrize("name", ["cautious", "tactician"])
def test_who_has_come_to_attack_does_not_walk_back_before_it(name: str, tmp_path: Path) -> None:
    """One who may go on walking after an attack went to and fro until its movement was spent."""
    (tmp_path / "kennel.toml").write_text(KENNEL, "utf-8")
    fight = tacsim.load(tmp_path / "kennel.toml", seed=1).rules
    for _ in range(4):
        apply(fight.world, RoundStarted(fight.world.clock.round + 1))
    done, _asked = played(turn_of(fight, "dog"), "dog", name)
    before = done[: next(n for n, one in enumerate(done) if isinstance(one, Strike))]
    assert len(before) < 2, done


@ALL
def test_who_is_shot_at_does_not_stand_idle(name: str) -> None:
    """It has nothing to shoot with: it closes in, or goes where it is not seen."""
    fight = battle(SHOT_AT.replace("#", "."), {"A": FIGHTER, "b": {**ARCHER, "hp": 30}})
    before = gap(fight, "A", "b")
    turns(fight, "A", name, 1)
    seen = reaches(fight, fight.world["b"].body, fight.world["A"].body)
    assert gap(fight, "A", "b") < before or not seen


@ALL
def test_nobody_defends_itself_for_rounds_while_rocks_fall_on_its_party(name: str) -> None:
    """The giant throws every round; within three the others are at it, and only so does it end."""
    rocks = Weapon("rock", "2d6", increment=24, increments=5, ranged=True)
    giant = {**OGRE, "weapons": [*OGRE["weapons"], rocks], "side": "foes"}
    board = "\n".join(["." * 24, "A..................OO...", "C..................OO...", "." * 24])
    fight = battle(board, {"A": FIGHTER, "C": FIGHTER, "O": giant})
    rounds = 3 if name != "tactician" else 1
    done = turns(fight, "A", name, rounds)
    assert not any(isinstance(one, TotalDefense) for intents in done for one in intents), done
    assert rounds == 1 or gap(fight, "A", "O") < 18


@pytest.mark.parametrize("name", ["cautious", *slow("tactician"), "greedy"])
def test_javelins_are_not_thrown_for_rounds_where_closing_wins(name: str) -> None:
    """At four increments a javelin is thrown at -6 or worse, 20 % to hit; the sword has 60 %."""
    man = {**VETERAN, "base": 5, "weapons": [*VETERAN["weapons"], JAVELIN]}
    idle = {**FIGHTER, "armour": {"armour": 6}, "hp": 60, "weapons": []}
    fight = battle("\n".join(["." * 24, "A" + "." * 20 + "b..", "." * 24]), {"A": man, "b": idle})
    done = turns(fight, "A", name, 3 if name != "tactician" else 2)
    assert gap(fight, "A", "b") <= (1 if name != "tactician" else 14), done


# --- whom to strike -------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize("ruleset", ["d20", "grid5e", "pool"])
def test_who_has_one_hit_point_left_is_felled_before_one_who_is_whole(
    name: str, ruleset: str
) -> None:
    """They are alike, and either stroke is as sure."""
    if ruleset == "pool":
        fight = on_turn(".bAc.  -----", {"A": kind("soldier"), "b": {"hp": 10}, "c": {"hp": 10}})
    elif ruleset == "d20":
        fight = turn_of(battle("......\n.bAc..\n......", dict.fromkeys("Abc", FIGHTER)), "A")
    else:
        men = dict.fromkeys("Abc", family.FIGHTER)
        fight = turn_of(family.battle("......\n.bAc..\n......", men), "A")
    hurt(fight, "c", 1)
    done, _ = played(fight, "A", name)
    aims = [one.target for one in done if isinstance(one, Strike | FullAttack)]
    assert aims[0] == "c", done


@pytest.mark.parametrize("name", ["cautious", "tactician"])
def test_an_opportunity_is_kept_for_who_is_sure_to_give_a_better_one(name: str) -> None:
    """There is one a round. The walking fortress is hit by a 20 alone; the archer in the corner
    has nothing but its bow, so that it gives one next, and falls to two strokes in three.
    """
    archer = {**ARCHER, "hp": 3, "weapons": [shortbow()]}
    fight = battle("#####\n#cAb....\n#####...".replace("#####\n", "########\n", 1),
                   {"A": VETERAN, "b": HOUSE, "c": archer})  # fmt: skip
    turn_of(fight, "b")
    submit(fight, Move("b", path=((4, 1), (5, 1), (6, 1))))
    decision = fight.decision
    assert decision is not None
    assert (decision.actor, decision.question) == ("A", "opportunity")
    assert isinstance(OPPONENTS[name]().choose(fight, decision), Decline)


def test_the_same_one_is_taken_where_no_better_will_come() -> None:
    fight = battle("########\n#.Ab....\n########", {"A": VETERAN, "b": HOUSE})
    turn_of(fight, "b")
    submit(fight, Move("b", path=((4, 1), (5, 1), (6, 1))))
    decision = fight.decision
    assert decision is not None
    assert isinstance(OPPONENTS["cautious"]().choose(fight, decision), Take)


# --- in each other's way --------------------------------------------------------------------------


@BOTH
def test_nobody_blocks_its_friends_only_way(name: str) -> None:
    """In the lane one cell is beside the foe; who strikes two cells far leaves it to the sword."""
    fight = family.battle(
        "##########\nC.A....b##\n##########",
        {"A": family.POLE, "C": family.BRUTE, "b": {**family.BRUTE, "weapons": []}},
    )
    played(turn_of(fight, "A"), "A", name)
    assert fight.world["A"].at != (6, 1)
    assert gap(fight, "A", "b") == 2
