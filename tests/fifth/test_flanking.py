"""Flanking in the 5e family: who flanks, and what it is worth."""

from __future__ import annotations

import pytest
from rules.table import act

from fifth.boards import (
    battle,
    bow,
    club,
    dagger,
    dice_of,
    glaive,
    on_turn,
    struck,
    thrown,
    turn_of,
)
from tacsim.core.components import Weapon
from tacsim.core.intents import Decline, Strike

FIELD = "\n".join(["." * 11] * 11)


def three(a, b, target=None, *, mine=None, theirs=None, **more):
    """A and B against a target, at (5, 5) unless told otherwise."""
    options = {
        "A": {"at": a, "side": "heroes", **(mine or {})},
        "B": {"at": b, "side": "heroes", **(theirs or {})},
        "t": {"at": (5, 5), **(target or {})},
    }
    return turn_of(battle(FIELD, options, **more), "A")


def flanking(fight):
    """The dice that A and B have for flanking t."""
    return tuple(dice_of(fight, who, "t").get("flanking", 0) for who in "AB")


@pytest.mark.rule("grid5e.flank.opposite")
@pytest.mark.parametrize(
    ("a", "b", "dice"),
    [
        ((4, 5), (6, 5), 1),
        ((5, 4), (5, 6), 1),
        ((4, 4), (6, 6), 1),
        ((6, 4), (4, 6), 1),
        ((4, 5), (5, 6), 0),
        ((4, 4), (4, 5), 0),
        ((4, 4), (6, 4), 0),
    ],
)
def test_two_friends_on_opposite_sides_or_corners_flank(a, b, dice):
    assert flanking(three(a, b)) == (dice, dice)


@pytest.mark.rule("grid5e.flank.opposite")
def test_adjacent_is_a_distance_of_one_whatever_the_reach():
    far = {"weapons": [glaive()]}
    fight = three((3, 5), (6, 5), mine=far)
    assert flanking(fight) == (0, 0)
    assert flanking(three((4, 5), (6, 5), mine=far)) == (1, 1)


@pytest.mark.rule("grid5e.flank.opposite")
def test_it_takes_a_friend_who_is_the_targets_foe():
    fight = three((4, 5), (6, 5), theirs={"side": "foes"})
    assert dice_of(fight, "A", "t") == {}
    ally = three((4, 5), (6, 5), theirs={"side": "guests"}, sides={"guests": ("heroes",)})
    assert flanking(ally) == (1, 1)
    stranger = three((4, 5), (6, 5), theirs={"side": "wolves"})
    assert flanking(stranger) == (0, 0)
    torn = three((4, 5), (6, 5), theirs={"side": "guests"},
                 sides={"guests": ("heroes", "foes")})  # fmt: skip
    assert dice_of(torn, "A", "t") == {}


@pytest.mark.rule("grid5e.flank.line")
@pytest.mark.parametrize(
    ("a", "b", "dice"),
    [((4, 4), (6, 5), 0), ((4, 5), (6, 6), 0), ((5, 4), (6, 6), 0), ((4, 6), (6, 4), 1)],
)
def test_the_line_between_the_centres_tells(a, b, dice):
    assert flanking(three(a, b)) == (dice, dice)


@pytest.mark.rule("grid5e.flank.line")
@pytest.mark.parametrize(
    ("a", "b", "dice"),
    [
        ((4, 5), (7, 6), 1),
        ((4, 4), (7, 6), 0),
        ((4, 6), (7, 5), 1),
        ((5, 4), (6, 7), 1),
        ((4, 4), (7, 7), 1),
        ((4, 5), (5, 7), 0),
    ],
)
def test_the_line_across_a_large_target(a, b, dice):
    assert flanking(three(a, b, {"size": "large"})) == (dice, dice)


@pytest.mark.rule("grid5e.flank.sight")
def test_both_flankers_must_see_the_target():
    assert flanking(three((4, 5), (6, 5), theirs={"conditions": ["blinded"]}))[0] == 0
    assert flanking(three((4, 5), (6, 5), mine={"conditions": ["blinded"]})) == (0, 0)
    assert flanking(three((4, 5), (6, 5), {"conditions": ["invisible"]})) == (0, 0)
    night = three((4, 5), (6, 5), mine={"darkvision": 12}, dark=True)
    assert flanking(night) == (0, 0)
    cats = three((4, 5), (6, 5), mine={"darkvision": 12}, theirs={"darkvision": 12}, dark=True)
    assert flanking(cats) == (1, 1)


@pytest.mark.rule("grid5e.flank.sight")
def test_nobody_flanks_through_a_closed_door():
    doors = [((0, y), (1, y), "door") for y in range(3)]
    shut = battle("...\nAbC\n...", {"C": {"side": "heroes"}}, barriers=doors)
    free = battle("...\nAbC\n...", {"C": {"side": "heroes"}})
    assert dice_of(free, "C", "b") == {"flanking": 1}
    assert dice_of(shut, "C", "b") == {}


@pytest.mark.rule("grid5e.flank.incapacitated")
@pytest.mark.parametrize("condition", ["helpless", "stunned", "dead"])
def test_who_can_do_nothing_flanks_nobody(condition):
    fight = three((4, 5), (6, 5), theirs={"conditions": [condition]})
    assert dice_of(fight, "A", "t") == {}


@pytest.mark.rule("grid5e.flank.incapacitated")
def test_the_prone_and_the_held_still_flank():
    fight = three((4, 5), (6, 5), theirs={"conditions": ["prone", "grappled"]})
    assert flanking(fight) == (1, 1)


@pytest.mark.rule("grid5e.flank.big-attacker")
@pytest.mark.parametrize(
    ("a", "dice"), [((4, 5), 1), ((4, 4), 1), ((5, 4), 0), ((4, 6), 0), ((5, 6), 0)]
)
def test_any_square_of_a_big_flanker_may_lie_right(a, dice):
    """Its squares (6, 5) and (6, 6) touch the target: they face (4, 5) and (4, 4)."""
    assert flanking(three(a, (6, 5), theirs={"size": "large"})) == (dice, dice)


@pytest.mark.rule("grid5e.flank.big-attacker", "grid5e.flank.line")
def test_squares_that_do_not_touch_the_target_are_not_tried():
    """From (7, 6) the line to (4, 4) would run through it; that square is not beside it."""
    fight = three((4, 4), (6, 6), theirs={"size": "large"})
    assert flanking(fight) == (1, 1)
    # the line from (4, 5) to (7, 6) would do, but of B only (6, 6) touches the target
    assert flanking(three((4, 5), (6, 6), theirs={"size": "large"})) == (0, 0)
    apart = three((3, 5), (6, 5), mine={"weapons": [glaive()]}, theirs={"size": "large"})
    assert flanking(apart) == (0, 0)


@pytest.mark.rule("grid5e.flank.melee-only")
def test_shots_and_throws_have_nothing_of_it():
    fight = three((4, 5), (6, 5), mine={"weapons": [bow(), club()]})
    assert "flanking" not in dice_of(fight, "A", "t", "bow")
    assert dice_of(fight, "A", "t", "club")["flanking"] == 1


@pytest.mark.rule("grid5e.flank.melee-only")
def test_what_can_be_thrown_is_swung_at_those_in_reach():
    fight = three((4, 5), (6, 5), mine={"weapons": [dagger()]})
    assert dice_of(fight, "A", "t") == {"flanking": 1}


@pytest.mark.rule("grid5e.flank.melee-only")
def test_a_melee_attack_by_a_spell_has_it():
    touch = Weapon("touch", "1d8", hands="none", ability="charisma", strength=0.0)
    fight = three((4, 5), (6, 5), mine={"weapons": [touch]})
    assert dice_of(fight, "A", "t") == {"flanking": 1}


@pytest.mark.rule("grid5e.flank.opposite", "grid5e.advantage.dice")
def test_the_die_is_rolled_and_the_better_one_kept():
    fight = on_turn(".....\n.AtB.\n.....", {"t": {"hp": 99}}, dice=[3, 18, 1])
    act(fight, Strike("A", "t"))
    # t is asked whether it denies A the flank
    assert (fight.decision.actor, fight.decision.question) == ("t", "deny")
    events = act(fight, Decline("t"))
    assert thrown(events) == (3, 18)


@pytest.mark.rule("grid5e.flank.opposite")
def test_alone_there_is_no_flank():
    fight = on_turn(".....\n.At..\n.....", {"t": {"hp": 99}}, dice=[3])
    assert struck(fight, "A", "t").natural == 3
