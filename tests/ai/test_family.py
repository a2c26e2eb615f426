"""What the opponents make of the 5e family: its actions, its one pool of movement, its flanks."""

from __future__ import annotations

from typing import Any

import pytest
from ai.acting import BOARD, SCRIPTED, fought
from ai.family import (
    ARCHER,
    BRUTE,
    FIGHTER,
    POLE,
    WEAK,
    battle,
    gap,
    hurt,
    kinds,
    whole_turn,
    without_reaction,
)
from boards import turn_of
from gate import slow

from tacsim.ai import OPPONENTS
from tacsim.core.apply import apply
from tacsim.core.components import Bonus, Clock
from tacsim.core.events import BonusGained, ConditionGained, IntentRefused
from tacsim.core.intents import Aid, Decline, Escape, Intent, Strike, Take
from tacsim.rules.engine import submit
from tacsim.rulesets.fifth.flanking import flankers
from tacsim.rulesets.fifth.holds import HOLD

WIDE = ("." * 40 + "\n") * 4
FAMILY = pytest.mark.parametrize("ruleset", ["grid5e", *slow("metric")])
EITHER = pytest.mark.parametrize("name", [*SCRIPTED, *slow("tactician")])


@EITHER
def test_every_attack_of_an_action_is_made(name: str) -> None:
    fight = battle("....\n.Ab.\n....", {"A": FIGHTER, "b": BRUTE})
    offence = fight.world["A"].offence
    fight.world.put("A", type(offence)(offence.base, offence.weapons, attacks=3))
    done = whole_turn(fight, "A", name)
    assert kinds(done).count("Strike") == 3


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize(("holder", "wanted"), [(BRUTE, Strike), (POLE, Escape)])
def test_who_is_held_strikes_at_the_holder_or_breaks_free(
    name: str, holder: dict[str, Any], wanted: type[Intent]
) -> None:
    """Of one who holds it from two cells off it gets at nobody: its speed is 0."""
    lane = ".b.A.." if holder is POLE else ".bA..."
    fight = battle(f"......\n{lane}\n......", {"A": holder, "b": FIGHTER})
    apply(fight.world, BonusGained("b", Bonus(HOLD, 0, HOLD, "A", "A", "", once=False)))
    apply(fight.world, ConditionGained("b", "grappled", ""))
    turn_of(fight, "b")
    assert isinstance(whole_turn(fight, "b", name)[0], wanted)


def test_it_dashes_where_that_saves_a_turn_and_only_there() -> None:
    # at speed 6 a foe 19 cells off is struck in the fourth turn, or with a dash in the third
    far = battle(WIDE + ".A..................b" + "." * 19, {"A": FIGHTER, "b": FIGHTER})
    assert kinds(whole_turn(far, "A", "greedy"))[0] == "Dash"
    assert far.world["A"].at[0] == 13
    near = battle(WIDE + ".A.........b" + "." * 28, {"A": FIGHTER, "b": FIGHTER})
    assert kinds(whole_turn(near, "A", "greedy")) == ["walk"]


def test_a_cautious_one_dashes_too_when_it_waits_no_longer() -> None:
    fight = battle(WIDE + ".A..................b" + "." * 19, {"A": FIGHTER, "b": FIGHTER})
    turn_of(fight, "A")
    fight.world.put(None, Clock(8, "A", "A"))
    done = whole_turn(fight, "A", "cautious")
    assert "Dash" in kinds(done)
    assert fight.world["A"].at[0] > 7


def test_badly_hurt_and_outnumbered_it_gets_away_unharmed() -> None:
    rows = ("." * 15 + "Ab" + "." * 23, "." * 15 + "cd" + "." * 23)
    board = WIDE + "\n".join(rows) + "\n" + WIDE
    slow = {**BRUTE, "speed": 4}
    fight = hurt(battle(board, {"A": FIGHTER, "b": slow, "c": slow, "d": slow}), "A", 3)
    done = whole_turn(fight, "A", "cautious")
    assert kinds(done)[0] == "Disengage"
    assert min(gap(fight, "A", foe) for foe in "bcd") > 1


def test_it_flees_in_haste_where_nobody_can_strike_at_it() -> None:
    fast = {**BRUTE, "speed": 9}
    rows = ("." * 20 + "A...b" + "." * 15, "." * 24 + "cd" + "." * 14)
    board = WIDE + "\n".join(rows) + "\n" + WIDE
    fight = hurt(battle(board, {"A": FIGHTER, "b": fast, "c": fast, "d": fast}), "A", 3)
    done = whole_turn(fight, "A", "cautious")
    assert "Dash" in kinds(done)
    assert "Disengage" not in kinds(done)


def test_it_dodges_in_a_corner_where_it_can_do_nothing() -> None:
    giant = {**BRUTE, "armour": {"armour": 40}, "side": "foes"}
    fight = battle("#####\n#Ab##\n#####", {"A": {**FIGHTER, "hp": 30}, "b": giant})
    assert "Dodge" in kinds(whole_turn(fight, "A", "cautious"))


def test_a_polearm_strikes_and_steps_back_out_of_a_swords_reach() -> None:
    fight = battle("." * 12 + "\n....A.b.....\n" + "." * 12, {"A": POLE, "b": BRUTE})
    done = whole_turn(fight, "A", "cautious")
    assert "Strike" in kinds(done)
    assert gap(fight, "A", "b") >= 2


def test_it_moves_strikes_and_steps_back_from_a_foe_without_a_reaction() -> None:
    fight = battle("." * 12 + "\n..A.b.......\n" + "." * 12, {"A": FIGHTER, "b": BRUTE})
    without_reaction(fight, "b")
    done = whole_turn(fight, "A", "cautious")
    assert kinds(done) == ["walk", "Strike", "walk"]
    assert gap(fight, "A", "b") > 1


def test_it_stays_where_stepping_back_would_cost_a_blow() -> None:
    fight = battle("." * 12 + "\n....Ab......\n" + "." * 12, {"A": FIGHTER, "b": BRUTE})
    assert kinds(whole_turn(fight, "A", "cautious")) == ["Strike"]


@FAMILY
@EITHER
def test_it_seeks_the_place_that_flanks(name: str, ruleset: str) -> None:
    fight = battle("""
        .........
        ....C....
        ....b....
        .A.......
        .........
        """, {"A": FIGHTER, "C": FIGHTER, "b": BRUTE}, ruleset)  # fmt: skip
    whole_turn(fight, "A", name)
    assert flankers(fight, fight.world["b"]) == ("A", "C")


@pytest.mark.parametrize("name", SCRIPTED)
def test_it_flanks_a_big_foe(name: str) -> None:
    """Who looks ahead may as well await it with a readied attack, for it will come."""
    fight = battle("""
        ..........
        ...COO....
        ....OO....
        .A........
        ..........
        """, {"A": FIGHTER, "C": FIGHTER, "O": {**BRUTE, "side": "foes"}})  # fmt: skip
    whole_turn(fight, "A", name)
    assert flankers(fight, fight.world["O"]) == ("A", "C")


def test_it_does_not_step_back_out_of_a_flank_that_its_friend_has_the_good_of() -> None:
    fight = battle(".......\n..AbC..\n.......", {"A": FIGHTER, "C": BRUTE, "b": BRUTE})
    without_reaction(fight, "b")
    whole_turn(fight, "A", "cautious")
    assert fight.world["A"].at == (2, 1)


def test_one_who_can_hardly_hurt_a_foe_helps_a_friend_who_can() -> None:
    armoured = {**BRUTE, "armour": {"armour": 9}, "base": 0, "abilities": {}}
    fight = battle(".....\n.AbC.\n..D..", {"A": WEAK, "C": FIGHTER, "D": BRUTE, "b": armoured})
    done = whole_turn(fight, "A", "cautious")
    assert Aid("A", "D", "b") in done


def test_an_archer_walks_out_of_reach_of_a_foe_that_cannot_strike_after_it() -> None:
    fight = battle("." * 20 + "\n....Ab..............\n" + "." * 20, {"A": ARCHER, "b": FIGHTER})
    without_reaction(fight, "b")
    done = whole_turn(fight, "A", "greedy")
    assert kinds(done) == ["walk", "Strike"]
    assert gap(fight, "A", "b") > 1


def denial(first: Any, second: Any, third: Any = None) -> Intent:
    """What one in heavy armour says as the first of those around it is about to strike."""
    armoured = {**BRUTE, "armour": {"armour": 9}}
    around = {"A": first, "C": second, "b": armoured} | ({"D": third} if third else {})
    fight = battle(".....\n.AbC.\n..D.." if third else ".....\n.AbC.\n.....", around)
    turn_of(fight, "A")
    events = submit(fight, Strike("A", "b"))
    assert not isinstance(events[0], IntentRefused)
    assert fight.decision is not None
    assert fight.decision.question == "deny"
    return OPPONENTS["greedy"]().choose(fight, fight.decision)


def test_the_strongest_flanker_is_denied() -> None:
    assert denial(BRUTE, WEAK) == Take("b")


def test_a_weak_flanker_is_not_denied_where_a_strong_one_would_gain_by_it() -> None:
    assert denial(WEAK, BRUTE) == Decline("b")


def test_others_at_hand_who_would_gain_are_counted() -> None:
    assert denial(FIGHTER, FIGHTER) == Take("b")
    assert denial(FIGHTER, FIGHTER, BRUTE) == Decline("b")


@FAMILY
@pytest.mark.parametrize("seed", [0, *slow(1)])
def test_nothing_that_they_wish_is_refused(seed: int, ruleset: str) -> None:
    pairs = zip("ABCDabcd", (FIGHTER, ARCHER, POLE, BRUTE) * 2, strict=True)
    fight = battle(BOARD, dict(pairs), ruleset)
    names = ["greedy", "cautious"][:: 1 if seed % 2 else -1]
    session = fought(fight, OPPONENTS[names[0]](), OPPONENTS[names[1]](), seed, rounds=30)
    assert session.over
    assert not any(entry.event.NAME == "refused" for entry in session.entries)
