"""Cover in the 5e family: half, three quarters, total."""

from __future__ import annotations

import pytest
from rules.table import why_not

from fifth.boards import battle, bow, glaive, hit_on, on_turn, turn_of
from tacsim.core.intents import Strike


def armour(board, **more):
    """What a shot of A's at b has to reach, b's armour class being 15."""
    options = {"A": {"weapons": [bow()]}, "b": {"ac": 15}}
    return hit_on(on_turn(board, options, **more), "A", "b")


@pytest.mark.rule("grid5e.cover")
def test_in_the_open_there_is_none():
    assert armour("A.....b\n.......\n.......") == 15


@pytest.mark.rule("grid5e.cover")
def test_a_creature_between_gives_half_cover():
    assert armour("A..c..b\n.......") == 17
    assert armour("A..C..b\n.......") == 17
    assert armour("A.....b\n...c...") == 15


@pytest.mark.rule("grid5e.cover")
def test_one_or_two_lines_stopped_are_half_cover():
    """From (1, 1) the lines to the upper corners of b are free, the others run into the wall."""
    assert armour("""
        ......
        A.....
        ...#b.
        ......
        ......
    """) == 17  # fmt: skip


@pytest.mark.rule("grid5e.cover")
def test_three_or_four_lines_stopped_are_three_quarters():
    """From below the wall two lines run along it and two into it."""
    assert armour("A..#b\n.....\n.....") == 20


@pytest.mark.rule("grid5e.cover")
def test_only_the_best_cover_counts():
    assert armour("A.c#b\n.....\n.....") == 20
    assert armour("A.c.c.b\n.......") == 17


@pytest.mark.rule("grid5e.cover")
def test_total_cover_cannot_be_attacked():
    fight = on_turn("A..#..b\n...#...\n...#...", {"A": {"weapons": [bow()]}})
    assert why_not(fight, Strike("A", "b")) == ("total_cover", "grid5e.cover")


@pytest.mark.rule("grid5e.cover")
def test_a_reach_weapon_meets_cover_too():
    fight = on_turn("Acb\n...", {"A": {"weapons": [glaive()]}, "b": {"ac": 15}})
    assert hit_on(fight, "A", "b") == 17
    beside = on_turn("Ab.\n.c.", {"A": {"weapons": [glaive()]}, "b": {"ac": 15}})
    assert hit_on(beside, "A", "b") == 15


@pytest.mark.rule("grid5e.cover")
def test_the_helpless_and_those_in_the_same_space_give_none():
    options = {"A": {"weapons": [bow()]}, "b": {"ac": 15}, "c": {"conditions": ["helpless"]}}
    assert hit_on(on_turn("A..c..b\n.......", options), "A", "b") == 15


@pytest.mark.rule("grid5e.cover")
def test_the_best_square_of_a_big_target_counts():
    options = {"A": {"weapons": [bow()]}, "b": {"ac": 15}}
    fight = turn_of(battle("""
        A..c.bb
        .....bb
        .......
    """, options), "A")  # fmt: skip
    assert hit_on(fight, "A", "b") == 15
