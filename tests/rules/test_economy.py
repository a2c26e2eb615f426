"""What a turn consists of: standard and move, double, full round, 5-ft step, stand and drop."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, longspear, turn_of

from rules.table import act, move, move_freely, provoked, why_not
from tacsim.core.intents import (
    Drop,
    EndTurn,
    FullAttack,
    Intent,
    Move,
    Stand,
    Strike,
    TotalDefense,
)
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

BOARD = """
    ...............
    .......b.......
    ......A........
    ...............
    .............c.
    ...............
    ...............
    ...............
    ...............
    ...............
"""
DIRECTIONS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
FOE = {"weapons": (), "armour": {"armour": 30}, "hp": 99}


def scene(**a: Any) -> Battle:
    """A with a harmless b to strike beside it, c farther off, to be charged; A's turn."""
    return turn_of(battle(BOARD, {"A": a, "b": FOE, "c": FOE}, dice=[2] * 20), "A")


def wish(fight: Battle, word: str) -> Intent:
    """An intent in a word: ``walk3e`` is three squares to the east."""
    x, y = fight.world["A"].at
    for mode in ("walk", "double", "run", "withdraw", "step", "crawl", "minimum"):
        if word.startswith(mode):
            count, (dx, dy) = int(word[len(mode) : -1] or 1), DIRECTIONS[word[-1]]
            path = tuple((x + i * dx, y + i * dy) for i in range(1, count + 1))
            return Move("A", path=path, mode="five_foot_step" if mode == "step" else mode)
    return {
        "strike": Strike("A", "b"), "full": FullAttack("A", "b"), "stand": Stand("A"),
        "drop": Drop("A"), "defend": TotalDefense("A"),
        "charge": Move("A", mode="charge", target="c"),
    }[word]  # fmt: skip


def judged(words: str, **a: Any) -> tuple[bool, str]:
    """Whether the last of some wishes is allowed, all before it being so; and by which clause."""
    fight = scene(**a)
    *before, last = words.split()
    for word in before:
        intent = wish(fight, word)
        assert check(fight, intent), f"{word} of {words}"
        act(fight, intent)
    verdict = check(fight, wish(fight, last))
    return bool(verdict), getattr(verdict, "clause", "")


DOWN = {"conditions": ["prone"]}


@pytest.mark.rule("d20.actions.turn", "d20.round.move-and-act", "d20.round.double-move")
@pytest.mark.parametrize(
    "words",
    [
        "strike walk6s", "walk1e strike", "walk1e defend", "defend walk6s",
        "walk3s double6w", "double6s", "walk6s double6n",
        "drop", "strike drop", "drop stand", "drop stand drop", "strike drop stand",
        "walk1e drop stand", "drop strike", "full drop", "walk2e walk2e walk2e",
        "strike walk2s walk2s", "strike walk2s walk2s walk2s", "withdraw6s", "run6s", "minimum1s",
        "walk2s double6w",
    ],
)  # fmt: skip
def test_what_fits_into_a_turn(words):
    assert judged(words) == (True, "")


@pytest.mark.rule("d20.actions.turn", "d20.prone", "d20.crawl")
@pytest.mark.parametrize(
    "words",
    ["stand strike", "stand walk3e", "stand defend", "stand step1e", "crawl1e strike",
     "crawl1e crawl1e", "crawl1e stand", "strike crawl1s", "strike stand", "strike stand step1e",
     "crawl1e defend", "full"],
)  # fmt: skip
def test_what_fits_into_a_turn_that_begins_prone(words):
    assert judged(words, **DOWN) == (True, "")


@pytest.mark.rule("d20.crawl", "d20.actions.turn")
@pytest.mark.parametrize("words", ["walk1e drop crawl1e", "strike drop crawl1s"])
def test_one_may_drop_and_crawl_on_with_the_other_action(words):
    """Dropping is free, walking one move action, crawling another."""
    assert judged(words) == (True, "")


@pytest.mark.rule("d20.actions.turn", "d20.round.full-round")
@pytest.mark.parametrize(
    "words",
    [
        "strike strike", "strike defend", "defend strike", "defend full", "defend defend",
        "full strike", "full full", "full walk1e", "full defend", "full double2e",
        "double2e strike", "double2e defend", "double2e full", "walk1e full",
        "strike double2e", "strike run2s", "strike withdraw2s", "strike charge", "strike minimum1e",
        "walk1e strike walk1e", "walk1e run2s", "walk1e withdraw2s", "walk1e charge",
        "walk1e minimum1e", "walk1e defend walk1w", "run2s strike", "run2s walk1e",
        "run2s double1e", "withdraw2s strike", "withdraw2s walk1e", "withdraw2s withdraw2s",
        "minimum1e strike",
        "minimum1e walk1w", "minimum1e double1w", "drop stand full", "drop stand walk1e strike",
        "drop stand strike walk1e", "drop stand drop stand strike", "drop stand double2e",
        "drop stand run2s", "drop stand charge", "walk1e drop stand strike",
        "strike drop crawl1s crawl1s", "walk1e strike drop crawl1e", "strike walk1s drop stand",
        "full drop stand", "full drop crawl1s", "walk1e drop stand walk1e",
    ],
)  # fmt: skip
def test_what_does_not(words):
    assert not judged(words)[0]


@pytest.mark.rule("d20.actions.turn")
def test_a_second_attack_is_no_move_action():
    assert judged("strike strike") == (False, "d20.actions.turn")
    assert judged("defend strike") == (False, "d20.actions.turn")


@pytest.mark.rule("d20.attack.iterative", "d20.actions.turn")
def test_after_one_s_only_attack_there_is_no_full_attack_to_go_on_with():
    assert not judged("strike full")[0]
    assert judged("strike full", base=6)[0]


@pytest.mark.rule("d20.round.move-and-act")
def test_no_move_before_and_after_the_attack():
    """Speed 6: 3 squares, an attack, 3 squares."""
    assert judged("walk1e strike walk3e") == (False, "d20.round.move-and-act")
    assert judged("walk1e strike double3e")[0] is False


# --- the 5-ft step -----------------------------------------------------------------------------


@pytest.mark.rule("d20.step.5ft", "d20.actions.turn")
@pytest.mark.parametrize(
    "words",
    ["step1e", "step1e strike", "strike step1e", "step1e full", "full step1e", "defend step1e",
     "step1e defend", "step1e drop", "step1e drop stand strike", "drop stand step1e",
     "drop stand step1e strike", "full step1s drop"],
)  # fmt: skip
def test_a_step_goes_with_anything_but_movement(words):
    assert judged(words) == (True, "")


@pytest.mark.rule("d20.step.5ft")
@pytest.mark.parametrize(
    "words",
    ["step1e step1e", "step1e walk1e", "step1e double1e", "step1e run2s", "step1e withdraw2s",
     "step1e minimum1e", "walk1e step1e", "double1e step1e", "run2s step1e", "withdraw2s step1e",
     "minimum1e step1e", "walk1e strike step1e", "strike walk1s step1e"],
)  # fmt: skip
def test_no_step_in_a_round_with_other_movement(words):
    assert judged(words) == (False, "d20.step.5ft")


@pytest.mark.rule("d20.step.5ft", "d20.crawl")
def test_crawling_is_distance_moved():
    assert judged("stand step1e", **DOWN)[0]
    assert judged("crawl1e stand step1e", **DOWN) == (False, "d20.step.5ft")


@pytest.mark.rule("d20.step.5ft")
@pytest.mark.parametrize(
    ("words", "left"),
    [("strike", 1), ("full", 1), ("drop", 1), ("step1e", 0), ("walk1e", 0), ("double2e", 0),
     ("charge", 0), ("minimum1e", 0), ("drop crawl1e", 0)],
)  # fmt: skip
def test_whoever_looks_sees_whether_the_step_is_left(words, left):
    fight = scene()
    for word in words.split():
        act(fight, wish(fight, word))
    assert fight.world["A"].resources["step"] == left


@pytest.mark.rule("d20.step.5ft", "d20.charge")
def test_nor_a_charge():
    assert judged("step1e charge") == (False, "d20.step.5ft")
    assert not judged("charge step1e")[0]


MIDDLE = """
    .......
    .......
    ...b...
    ...A...
    .......
    .......
"""


@pytest.mark.rule("d20.round.full-round", "d20.step.5ft")
def test_a_full_attack_leaves_a_step_of_one_square_in_any_direction():
    """At (3, 3): a step to (4, 4) is allowed, one of two squares is not."""
    for to in [(x, y) for x in (2, 3, 4) for y in (2, 3, 4) if (x, y) not in ((3, 3), (3, 2))]:
        fight = turn_of(battle(MIDDLE, {"b": FOE}, dice=[2]), "A")
        act(fight, FullAttack("A", "b"))
        assert check(fight, Move("A", to=to, mode="five_foot_step")), to
        for far in ((5, 5), (3, 5), (5, 3)):
            assert not check(fight, Move("A", to=far, mode="five_foot_step"))
        assert not check(fight, Move("A", path=((2, 3), (1, 3)), mode="five_foot_step"))
        assert not check(fight, Move("A", to=to))
        move_freely(fight, "A", to, mode="five_foot_step")
        assert fight.world["A"].at == to


@pytest.mark.rule("d20.step.5ft")
@pytest.mark.parametrize(("speed", "allowed"), [(1, False), (2, True), (0, False)])
def test_not_with_a_speed_of_five_feet(speed, allowed):
    assert judged("step1e", speed=speed)[0] == allowed


@pytest.mark.rule("d20.step.5ft")
@pytest.mark.parametrize("glyph", ",;%")
def test_not_onto_what_slows(glyph):
    fight = turn_of(battle(f"A{glyph}"), "A")
    assert why_not(fight, Move("A", path=((1, 0),), mode="five_foot_step"))[1] == "d20.step.5ft"
    away = turn_of(battle(f"{glyph}A."), "A")
    assert check(away, Move("A", path=((2, 0),), mode="five_foot_step"))


@pytest.mark.rule("d20.step.5ft")
def test_nor_in_darkness():
    assert not check(turn_of(battle("A.", dark=True), "A"), wish_step())
    seeing = turn_of(battle("A.", {"A": {"darkvision": 12}}, dark=True), "A")
    assert check(seeing, wish_step())


def wish_step() -> Move:
    return Move("A", path=((1, 0),), mode="five_foot_step")


# --- lying down and getting up -----------------------------------------------------------------


@pytest.mark.rule("d20.prone")
@pytest.mark.parametrize("word", ["walk1e", "double2e", "run2s", "withdraw2s", "step1e", "charge",
                                  "drop", "minimum1e"])  # fmt: skip
def test_the_prone_do_not_walk(word):
    assert not judged(word, **DOWN)[0]


@pytest.mark.rule("d20.crawl")
def test_whoever_crawls_provokes_also_those_who_threaten_it_only_where_it_began():
    """A longspear reaches what lies two squares off, but not around the door it comes up to."""
    fight = turn_of(
        battle(
            "AA.\nAA.\n...\n.b.",
            {"A": {"conditions": ["prone"]}, "b": {"weapons": [longspear()]}},
            barriers=[((1, 2), (1, 3), "door")],
        ),
        "A",
    )
    events = move(fight, "A", (0, 1), mode="crawl")
    assert provoked(events) == ["b"]


@pytest.mark.rule("d20.prone", "d20.crawl")
def test_only_the_prone_stand_up_and_crawl():
    assert not judged("stand")[0]
    assert not judged("crawl1e")[0]
    assert not judged("stand stand", **DOWN)[0]
    assert not judged("stand crawl1e", **DOWN)[0]


@pytest.mark.rule("d20.crawl")
def test_a_crawl_is_one_square():
    fight = scene(**DOWN)
    assert not check(fight, wish(fight, "crawl2s"))
    act(fight, wish(fight, "crawl1s"))
    assert fight.world["A"].at == (6, 3)
    assert fight.world["A"].has("prone")


@pytest.mark.rule("d20.actions.turn", "d20.aoo.per-round")
def test_a_new_turn_brings_everything_back():
    fight = scene()
    act(fight, FullAttack("A", "b"))
    act(fight, wish(fight, "step1e"))
    for _ in range(3):
        act(fight, EndTurn(fight.decision.actor))
    assert fight.decision.actor == "A"
    assert check(fight, FullAttack("A", "b"))
    assert check(fight, wish(fight, "step1w"))
    assert check(fight, wish(fight, "walk3w"))
