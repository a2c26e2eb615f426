"""Gaps of less than half a creature's width: no move leads through, some are in one."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, club, shortbow, turn_of

from rules.table import bodies, move_freely, odds, provoked, reached, why_not
from tacsim.core.intents import BullRush, FullAttack, Move, Strike
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit
from tacsim.rules.movement.plan import mover_of

TRAINED = {"skills": {"escape_artist": 12}}
UNTRAINED = ("too_tight", "d20.squeeze.escape-artist")
SKILLED = ("too_tight", "d20.escape-artist.tight")


def before(board: str, **a: Any) -> Battle:
    return turn_of(battle(board, {"A": {"speed": 20, **a}}), "A")


LARGE = "AA===.\nAA####"
HUGE = "AAA###...\nAAA......\nAAA###..."
GARGANTUAN = "AAAA###.\nAAAA....\nAAAA###.\nAAAA###."


@pytest.mark.rule("d20.squeeze.escape-artist")
@pytest.mark.parametrize("board", [LARGE, HUGE, GARGANTUAN])
def test_less_than_half_its_width_takes_the_skill(board):
    """Large (10 ft) into 2.5 ft, Huge and Gargantuan into 5 ft."""
    fight = before(board)
    assert reached(fight, "A") == {(0, 0)}
    assert why_not(fight, Move("A", path=((1, 0),))) == UNTRAINED


@pytest.mark.rule("d20.escape-artist.tight", "d20.squeeze.escape-artist")
@pytest.mark.parametrize("board", [LARGE, HUGE, GARGANTUAN])
def test_the_skilled_take_longer_than_a_move(board):
    """DC 30 and 10 rounds: no move does it."""
    fight = before(board, **TRAINED)
    for mode in ("walk", "double", "minimum", "five_foot_step", "run", "withdraw"):
        verdict = why_not(fight, Move("A", path=((1, 0),), mode=mode))
        assert verdict == SKILLED, mode


@pytest.mark.rule("d20.squeeze.escape-artist", "d20.squeeze.limit")
def test_half_its_width_takes_no_skill():
    """Large into 5 ft, Medium into 2.5 ft."""
    assert bodies(before("AA....\nAA####"), "A", (1, 0), (2, 0))[1] == Body((2, 0), (2, 1))
    assert check(before("A=="), Move("A", path=((1, 0), (2, 0))))
    assert check(before("AAA...\nAAA...\nAAA###"), Move("A", path=((1, 0),)))


@pytest.mark.rule("d20.squeeze.escape-artist", "d20.escape-artist.tight")
def test_a_place_beyond_such_a_gap_is_shut_off_by_it():
    """Half the width is none: there it is only too far, or one walks."""
    for skills, told in (({}, UNTRAINED), ({"escape_artist": 18}, SKILLED)):
        fight = turn_of(battle(BEYOND, {"A": {"size": "large", "skills": skills}}), "A")
        assert why_not(fight, Move("A", to=(4, 1))) == told
    half = turn_of(battle(BEYOND.replace("=", "."), {"A": {"size": "large"}}), "A")
    assert check(half, Move("A", to=(4, 1), mode="double"))
    walled = turn_of(battle(BEYOND.replace("=", "#"), {"A": {"size": "large"}}), "A")
    assert why_not(walled, Move("A", to=(4, 1)))[0] == "no_way"


@pytest.mark.rule("d20.squeeze.escape-artist")
def test_a_place_within_such_a_gap_is_too_tight_as_well():
    assert why_not(before(LARGE), Move("A", to=(3, 0))) == UNTRAINED
    assert why_not(before(HUGE + "\n#########"), Move("A", to=(4, 1))) == UNTRAINED


@pytest.mark.rule("d20.obstacle.block", "d20.squeeze.escape-artist")
def test_a_wall_is_no_gap():
    for board in ("AAA#..\nAAA#..\nAAA#..", "AAA...\nAAA...\nAAA...\n######"):
        fight = before(board)
        mover = mover_of(fight, fight.world["A"])
        blocked = Body((1, 0), (3, 3)) if "#.." in board else Body((0, 1), (3, 3))
        assert mover.why_not_in(blocked).reason == "blocked"


@pytest.mark.rule("d20.squeeze.escape-artist")
def test_where_it_fits_but_narrowly_the_wall_beside_is_the_reason():
    """A corridor two wide takes a Huge body narrowed, so a full one is stopped by the wall."""
    fight = before("AAA...\nAAA...\nAAA###")
    assert mover_of(fight, fight.world["A"]).why_not_in(Body((1, 0), (3, 3))).reason == "blocked"


# --- in the middle of it -----------------------------------------------------------------------

BEYOND = """
    ..##...
    AA==...
    AA##...
    ..##..b
"""
HELD = ("hindered", "d20.squeeze.escape-artist.penalty")
WEDGED = {"conditions": ["wedged"]}


def stuck(b: Any = None, a: Any = None, board: str = ".Ab..") -> Battle:
    return turn_of(battle(board, {"A": {**WEDGED, **(a or {})}, "b": b or {}}), "A")


@pytest.mark.rule("d20.squeeze.escape-artist.penalty")
def test_the_worked_armour_class():
    """AC 17 with Dex +3: 17 - 4 - 3 = 10."""
    parts = {"armour": {"armour": 4}, "abilities": {"dexterity": 16}}
    assert odds(stuck(a={**parts, "conditions": []}), "b", "A")[1] == 17
    assert odds(stuck(a=parts), "b", "A")[1] == 10
    archer = {"weapons": [shortbow()]}
    assert odds(stuck(archer, parts, board=".A...b"), "b", "A")[1] == 10


@pytest.mark.rule("d20.squeeze.escape-artist.penalty")
def test_a_penalty_of_dexterity_stays():
    """AC 14 with Dex -2: 14 - 4 = 10."""
    parts = {"armour": {"armour": 6}, "abilities": {"dexterity": 6}}
    assert odds(stuck(a={**parts, "conditions": []}), "b", "A")[1] == 14
    assert odds(stuck(a=parts), "b", "A")[1] == 10


@pytest.mark.rule("d20.squeeze.escape-artist.penalty", "d20.squeeze.penalty")
def test_the_four_for_squeezing_are_not_added():
    """A Large creature (size -1) narrowed to one square: 10 - 1 - 4."""
    assert odds(stuck(a={"size": "large"}, board=".AAb."), "b", "A")[1] == 5
    squeezed = {"size": "large", "conditions": []}
    assert odds(stuck(a=squeezed, board=".AAb."), "b", "A")[1] == 5


@pytest.mark.rule("d20.squeeze.escape-artist.penalty", "d20.ac")
def test_what_dodges_is_lost_with_dexterity():
    assert odds(stuck(a={"armour": {"dodge": 3}}), "b", "A")[1] == 6


@pytest.mark.rule("d20.squeeze.escape-artist.penalty")
def test_no_attacks():
    fight = stuck()
    refused = ("hindered", "d20.squeeze.escape-artist.penalty")
    assert why_not(fight, Strike("A", "b")) == refused
    assert why_not(fight, FullAttack("A", "b")) == refused
    assert why_not(stuck(a={"weapons": [shortbow()]}), Strike("A", "b")) == refused
    assert why_not(fight, BullRush("A", "b"))[1] == "d20.squeeze.escape-artist.penalty"


@pytest.mark.rule("d20.squeeze.escape-artist.penalty", "d20.aoo.no-when")
def test_no_opportunity_attacks_and_no_flanking():
    fight = turn_of(battle("..b\n.A.\n...", {"A": WEDGED}), "b")
    assert provoked(move_freely(fight, "b", (1, 0), (0, 0))) == []
    round_b = turn_of(battle("CbA", {"A": WEDGED, "C": {"weapons": [club()]}}), "C")
    assert odds(round_b, "C", "b")[0] == 0
    assert odds(turn_of(battle("CbA"), "C"), "C", "b")[0] == 2


@pytest.mark.rule("d20.squeeze.escape-artist.penalty")
def test_it_stays_where_it_is():
    fight = stuck(board=".A..b")
    for mode in ("walk", "double", "run", "minimum", "five_foot_step", "withdraw"):
        assert why_not(fight, Move("A", to=(0, 0), mode=mode)) == HELD, mode


@pytest.mark.rule("d20.squeeze.escape-artist.penalty", "d20.bull-rush")
def test_nobody_pushes_it_out():
    fight = turn_of(battle("Ab..", {"b": {**WEDGED, "weapons": ()}}, dice=[20, 1]), "A")
    submit(fight, BullRush("A", "b"))
    assert fight.world["b"].at == (1, 0)
