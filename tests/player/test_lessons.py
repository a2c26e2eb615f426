"""The lessons: each can be learnt, whatever the dice say, and notices what else was done."""

from __future__ import annotations

import string
from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from random import Random

import pytest
from player.students import LESSONS, Student

from tacsim.content.lessons import KEYS, LINES, Otherwise, Sign, Step
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Condition, Conditions
from tacsim.core.events import IntentRefused, Took, TurnEnded
from tacsim.plain.lesson import TYPED
from tacsim.player.tutor import DONE, GOING, OVER, Tutor
from tacsim.rules.choices import choices

SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))]
PATIENCE = 30
"""How often a student tries what dice decide."""


def try_until_done(student: Student, act: Callable[[], None]) -> None:
    """Do something turn after turn until the step under way is done; questions are taken up."""
    step = student.step
    for _ in range(PATIENCE):
        if student.actor is None:
            student.take()
        else:
            with suppress(AssertionError):  # it cannot be done in this turn any more
                act()
            if student.step is step:
                student.rest()
        if student.step is not step:
            return
    raise AssertionError(f"never done: {step}")


def strike(student: Student, target: str) -> None:
    try_until_done(student, lambda: student.do("strike", target=target))


def go(student: Student, *to: int) -> None:
    """Walk to a cell with the creature whose turn it is, in its next turn if it has to."""
    who = student.actor
    assert who is not None
    for _ in range(PATIENCE):
        with suppress(AssertionError):  # it is too far for this turn
            student.walk(*to)
            return
        student.rest()
        student.end_until(who)


def moving(student: Student) -> None:
    student.walk(5, 3)
    student.undo()
    student.walk(8, 2, mode="double")
    student.end()
    go(student, 11, 4)
    go(student, 14, 3)
    student.ask("why", (13, 3))
    go(student, 15, 2)
    strike(student, "target")


def reach(student: Student) -> None:
    student.point((8, 4))
    student.walk(5, 4, mode="five_foot_step")
    student.end()
    student.do("strike", target="orc")
    student.end_until("bran")
    student.walk(9, 3)
    while student.actor is not None:
        student.end()
    student.take()


def flanking(student: Student) -> None:
    student.ask("why", "orc")
    student.walk(6, 4)
    student.do("strike", target="orc")
    student.end()
    student.walk(8, 2)
    student.end()
    student.walk(10, 2)
    student.do("strike", target="orc")


def charging(student: Student) -> None:
    student.do("move", target="orc", mode="charge")
    student.ask("acts")
    try_until_done(student, lambda: student.do("trip", target="orc"))
    strike(student, "orc")


def squeezing(student: Student) -> None:
    student.walk(5, 3)
    student.walk(7, 3)
    student.end()
    student.walk(9, 3)
    student.walk(11, 3)
    try_until_done(student, lambda: None)  # the rat comes
    while student.actor is None:
        student.take()
    go(student, 14, 3)
    strike(student, "goblin")


def fog(student: Student) -> None:
    student.walk(7, 3)
    student.end()
    student.walk(8, 3)
    assert student.at("gob") != (8, 3), "it has come into view of Ann"
    student.walk(8, 3)
    student.end()
    student.ask("catch_up")
    student.do("strike", target="gob")


def hexes(student: Student) -> None:
    student.walk(7, 4)
    student.do("strike", target="orc")
    student.walk(8, 2)
    student.end()
    student.do("disengage")
    student.walk(4, 2)


def levels(student: Student) -> None:
    student.ask("level_above")
    student.end_until("sol")
    go(student, 9, 2, 1)
    go(student, 10, 2, 1)
    strike(student, "guard")
    student.ask("elevation")
    go(student, 9, 5, 1)
    go(student, 8, 5, 0)


WAYS: dict[str, Callable[[Student], None]] = {
    "1_moving": moving, "2_reach": reach, "3_flanking": flanking, "4_charge": charging,
    "5_squeezing": squeezing, "6_fog": fog, "7_hexes": hexes, "8_levels": levels,
}  # fmt: skip


def lesson(name: str, seed: int = 1, **how: bool) -> Student:
    return Student(next(path for path in LESSONS if path.stem == name), seed, **how)


def test_every_lesson_is_played_here():
    assert [path.stem for path in LESSONS] == list(WAYS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WAYS)
def test_a_lesson_is_learnt_whatever_the_dice_say(name, seed):
    student = lesson(name, seed)
    WAYS[name](student)
    assert student.tutor.state == DONE, student.step


@pytest.mark.parametrize("name", WAYS)
def test_nothing_is_done_before_anything_is_done(name):
    student = lesson(name)
    assert (student.number, student.tutor.remark, student.tutor.state) == (0, "", GOING)


@pytest.mark.parametrize("name", WAYS)
def test_a_student_who_only_ends_turns_is_still_told_the_first_thing(name):
    student = lesson(name)
    for _ in range(6):
        student.rest()
    first = student.tutor.steps[0]
    assert student.step is first or any(sign.event == "turn_ended" for sign in first.done)
    assert student.tutor.state == GOING


# --- what is done otherwise ----------------------------------------------------------------------


def test_the_mark_and_the_wall_are_meant_and_not_what_is_near_them():
    student = lesson("1_moving")
    student.walk(5, 3)
    student.undo()
    student.walk(7, 2)
    assert (student.number, student.tutor.remark[:18]) == (2, "That is brush too;")
    student.end()
    student.walk(8, 2)
    student.end()
    go(student, 12, 4)
    go(student, 14, 2)
    assert (student.number, student.tutor.remark[:22]) == (4, "That is past the wall;")
    go(student, 14, 3)
    student.ask("why", (12, 2))
    assert (student.number, student.tutor.remark[:22]) == (5, "That was not about the")
    student.ask("why", (13, 2))
    assert student.number == 6


def test_an_opportunity_taken_before_it_is_spoken_of_does_not_end_the_lesson():
    student = lesson("2_reach")
    student.point((8, 4))
    student.walk(5, 4, mode="five_foot_step")
    student.end()
    student.do("strike", target="orc")
    student.tutor.saw(Took("bran", "thief"))
    student.end_until("bran")
    student.walk(9, 3)
    assert student.number == 4


def test_walking_away_from_the_orc_is_told_with_its_rule():
    student = lesson("2_reach")
    student.point((8, 4))
    student.walk(7, 3)
    assert student.number == 1
    assert "it may strike" in student.tutor.remark
    assert student.tutor.cited == ("d20.aoo.move",)
    assert not student.tutor.praise
    while student.actor != "pia":
        student.rest()
    student.end_until("bran")
    student.walk(8, 3, mode="five_foot_step")
    assert student.number == 2


def test_the_thief_comes_back_if_it_was_let_by():
    student = lesson("2_reach")
    student.point((8, 4))
    student.walk(5, 4, mode="five_foot_step")
    student.end()
    student.do("strike", target="orc")
    student.end_until("bran")
    student.walk(9, 3)
    for _ in range(2):
        while student.actor is not None:
            student.end()
        student.rest()
        assert "comes back" in student.tutor.remark
    while student.actor is not None:
        student.end()
    student.take()
    assert student.tutor.state == DONE


def test_whoever_lets_everything_pass_is_told_how_to_be_asked_again():
    student = lesson("2_reach")
    student.point((8, 4))
    student.walk(5, 4, mode="five_foot_step")
    student.end()
    student.do("strike", target="orc")
    student.end_until("bran")
    student.walk(9, 3)
    while student.actor is not None:
        student.end()
    student.standing["bran"] = "never"
    student.rest()
    assert "{answers}" in student.tutor.remark
    assert "[o] has him asked again" in student.tutor.said({"answers": "[o]"})[0]


def test_another_s_turn_shows_no_opportunity_and_is_not_praised_for_one():
    student = lesson("2_reach")
    student.end()
    assert student.actor == "pia"
    assert "Bran is the one beside the orc" in student.tutor.remark
    student.point((8, 4))
    assert student.number == 0
    student.end_until("bran")
    student.point((8, 4))
    assert student.number == 1


def test_a_step_taken_back_is_to_be_done_again():
    student = lesson("2_reach")
    student.point((8, 4))
    student.walk(5, 4, mode="five_foot_step")
    assert student.number == 2
    student.undo()
    assert (student.number, student.tutor.remark) == (1, ""), "pointing is not taken back"
    student.walk(5, 4, mode="five_foot_step")
    assert student.number == 2


def test_a_place_left_again_by_taking_back_is_to_be_reached_again():
    student = lesson("1_moving")
    student.walk(5, 3)
    student.undo()
    assert student.number == 2, "there taking back was asked for"
    student.walk(8, 2, mode="double")
    assert student.number == 3
    student.undo()
    assert student.number == 2


def test_what_was_done_early_and_taken_back_is_asked_for():
    student = lesson("2_reach")
    student.walk(5, 4, mode="five_foot_step")
    student.undo()
    student.point((8, 4))
    assert student.number == 1


@pytest.mark.parametrize("name", WAYS)
def test_any_step_can_be_left_out(name):
    tutor = lesson(name).tutor
    for number in range(len(tutor.steps)):
        assert (tutor.number, tutor.state) == (number, GOING)
        tutor.skip()
        assert not tutor.praise
        assert tutor.said({})[0] == "Left out; the board stays as it is."
    assert tutor.state == DONE
    tutor.skip()
    assert tutor.skipped == set(range(len(tutor.steps)))
    assert tutor.clauses == (), "nothing of it was seen"


@pytest.mark.parametrize("name", WAYS)
def test_a_step_that_waits_for_long_says_how_to_go_on(name):
    student = lesson(name)
    said = []
    for _ in range(20):
        if student.session.decision is not None:
            student.rest()
            said.append(student.tutor.way_out({"skip_step": "[X]"}))
    first = student.tutor.steps[0]
    assert any("If this does not" in text for text in said) or student.step is not first
    assert not any("If this" in text for text in said[:2]), "not before one has tried"
    assert all("[X]" in text for text in said), "but that it can be is told from the beginning"


def test_waiting_for_who_is_out_of_the_fight_is_told_at_once():
    student = lesson("2_reach")
    student.tutor.number = 4
    battle = student.seat.battle
    fallen = battle.fork()
    fallen.world.put("thief", Conditions((Condition("dead"),)))
    assert not fallen.able(fallen.world["thief"])
    student.tutor.decides(fallen)
    assert "cannot be done any more" in student.tutor.remark


def test_a_failed_trip_is_tried_again():
    said = set()
    for seed in range(12):
        student = lesson("4_charge", seed)
        student.do("move", target="orc", mode="charge")
        student.ask("acts")
        student.end()
        student.do("trip", target="orc")
        said.add((student.number, student.tutor.remark.partition(".")[0]))
    assert said == {
        (2, "No touch, no trip"),
        (2, "The orc kept its feet"),
        (3, "The log says who was stronger, and who lies on the ground"),
    }


def test_a_big_body_is_where_its_upper_left_square_is():
    student = lesson("5_squeezing")
    student.walk(5, 2)
    assert (student.number, student.tutor.remark[:7]) == (0, "Nearly:")
    student.walk(5, 3)
    assert student.number == 1


def test_the_lane_is_not_gone_through_in_one_turn():
    student = lesson("5_squeezing")
    student.walk(5, 3)
    student.end()
    with suppress(AssertionError):
        student.walk(11, 3, mode="double")
    student.walk(9, 3, mode="double")
    assert student.number == 2, "he is in there, and not out"


def test_to_let_the_rat_in_is_not_to_strike_it():
    student = lesson("5_squeezing")
    student.tutor.number = 3
    for _ in range(PATIENCE):
        if student.actor is None:
            break
        student.end()
    student.rest()
    assert (student.number, student.tutor.remark[:19]) == (3, "You let it come in.")
    student.standing["ogre"] = "never"
    student.rest()
    assert "{answers}" in student.tutor.remark
    student.take() if student.actor is None else student.do("strike", target="rat")
    assert student.number == 4


def test_a_later_mark_is_not_the_one_that_is_meant():
    student = lesson("6_fog")
    student.walk(8, 3, mode="double")
    assert (student.number, student.tutor.remark[:10]) == (0, "Not quite:")
    student.end()
    assert "Gob's side already" in student.tutor.remark
    student.end()
    student.walk(7, 3)
    assert student.number == 1


def test_a_turn_put_off_is_not_said_to_be_over():
    student = lesson("1_moving")
    student.do("delay")
    assert student.actor is None
    assert student.tutor.remark == ""


def test_an_arrow_does_not_pass_for_a_flank():
    student = lesson("3_flanking")
    student.ask("why", "orc")
    student.walk(6, 4)
    student.do("strike", target="orc")
    student.end()
    student.walk(8, 2)
    student.end()
    student.walk(10, 2)
    student.end_until("wren")
    student.do("strike", target="orc")
    assert student.number == 5
    assert "flanks nobody" in student.tutor.remark


@pytest.mark.parametrize("mark", [None, (6, 1), (6, 4), (7, 5)])
def test_the_wall_covers_the_orc_until_the_mark_is_reached(mark):
    student = lesson("3_flanking")
    if mark is not None:
        student.walk(*mark)
    student.do("strike", target="orc")
    (struck,) = (entry.event for entry in student.entries if entry.event.NAME == "struck")
    cited = {modifier.clause for modifier in struck.modifiers}
    assert ("d20.cover.ranged" in cited) == (mark is None)


def test_leaving_the_reach_without_disengaging_is_told():
    student = lesson("7_hexes")
    student.walk(7, 4)
    student.do("strike", target="orc")
    student.walk(4, 4)
    assert student.number == 2
    assert student.tutor.cited == ("grid5e.oa.trigger",)


def test_a_step_away_before_it_was_asked_for_counts():
    student = lesson("2_reach")
    student.walk(5, 4, mode="five_foot_step")
    student.point((8, 4))
    assert student.step is not None
    assert student.step.say.startswith("Now Pia")


def test_what_was_done_early_is_not_asked_again():
    student = lesson("3_flanking")
    student.end()
    student.walk(8, 2)
    student.end()
    student.walk(10, 2)
    student.end_until("wren")
    student.ask("why", "orc")
    student.walk(6, 4)
    student.do("strike", target="orc")
    assert student.number == 5


def wander(student: Student, chance: Random) -> None:
    """Do anything at all that may be done: attacks and acts as often as walks, or ask something."""
    found = choices(student.session.battle).options
    kinds = {type(option.intent) for option in found}
    ways = chance.choice(sorted(kinds, key=attrgetter("__name__")))
    if chance.random() < 0.2:
        student.ask(chance.choice(("acts", "elevation", "why")), "orc")
    else:
        student.submit(chance.choice([one.intent for one in found if type(one.intent) is ways]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WAYS)
def test_no_step_is_passed_without_a_word_in_whatever_order_things_are_done(name, seed):
    student, chance = lesson(name, seed), Random(seed)
    for _ in range(60):
        if student.session.decision is None or student.tutor.state != GOING:
            break
        before, at = student.tutor.behind, student.number
        wander(student, chance)
        fresh = set(student.tutor.behind).difference(before)
        said = [student.tutor.steps[number].then for number in sorted(fresh)]
        assert not said or student.tutor.remark in said, (at, fresh)
        assert student.number == at or at in fresh, "only what is done now leads on"


def test_the_rat_struck_before_it_is_spoken_of_is_spoken_of_then():
    student = lesson("5_squeezing")
    student.end()
    student.end_until("ogre")
    try_until_done_early(student, lambda: student.do("strike", target="rat"))
    assert (student.number, student.tutor.praise) == (0, True)
    assert student.tutor.remark.startswith("To bite, a rat has to come in")
    assert student.tutor.cited == ("d20.tiny.enter", "d20.tiny.enter.provokes")


def try_until_done_early(student: Student, act: Callable[[], None]) -> None:
    """Do something turn after turn until a step is done; questions are taken up."""
    for _ in range(PATIENCE):
        if student.tutor.behind:
            return
        if student.actor is None:
            student.take()
            continue
        with suppress(AssertionError):
            act()
            continue
        student.rest()


def test_what_is_said_to_a_step_done_early_goes_where_that_is_taken_back():
    student = lesson("2_reach")
    student.walk(5, 4, mode="five_foot_step")
    assert student.tutor.remark.startswith("A 5-foot step")
    student.undo()
    assert student.tutor.remark == ""


# --- what a tutor does with steps ----------------------------------------------------------------

ENDED = Sign(event="turn_ended")


def test_a_remark_goes_with_the_next_act():
    student = lesson("1_moving")
    student.walk(5, 3)
    assert student.tutor.remark
    student.walk(7, 4, mode="double")
    assert not student.tutor.remark


def test_where_somebody_stood_before_a_step_came_is_not_said_to_be_the_wrong_place():
    """Of a step about a place the next squares are spoken of once one goes there, not before."""
    student = lesson("1_moving")
    near = Sign(actor="ann", stands=((5, 3), (6, 3)))
    student.tutor = Tutor([
        Step("walk", then="Well done.", done=(Sign(event="stepped"),)),
        Step("to the mark", done=(Sign(actor="ann", stands=((8, 2),)),),
             otherwise=(Otherwise(near, "Not there."),)),
    ])  # fmt: skip
    student.walk(5, 3)
    assert (student.number, student.tutor.remark) == (1, "Well done.")
    student.walk(6, 3)
    assert student.tutor.remark == "Not there."


def test_one_event_is_one_step_done():
    tutor = Tutor([Step("one", done=(ENDED,)), Step("two", done=(ENDED,))])
    tutor.saw(TurnEnded("ann"))
    assert tutor.number == 1


def test_a_lesson_without_a_screen_leaves_out_what_only_screens_show():
    asks = Sign(asks="log")
    steps = [
        Step("look", "press {log}", done=(asks,)),
        Step("end", "press {end_turn}", done=(asks, ENDED)),
        Step("ask", "press {why}", "w asks", done=(Sign(asks="why"), Sign(points=("orc",)))),
    ]
    tutor = Tutor(steps, screen=False)
    assert tutor.said({}) == ("", "end", "")
    assert [step.done for step in tutor.steps] == [(ENDED,), (Sign(asks="why"),)]
    tutor.saw(TurnEnded("ann"))
    assert tutor.said({}) == ("", "ask", "w asks")


@pytest.mark.parametrize("name", WAYS)
def test_a_lesson_without_a_screen_is_learnt_too(name):
    student = lesson(name, screen=False)
    assert student.tutor.steps
    WAYS[name](student)
    assert student.tutor.state == DONE


def test_a_battle_that_ends_first_is_over():
    student = lesson("6_fog")
    for _ in range(40):
        if student.session.over:
            break
        student.end_until("ann")
        with suppress(AssertionError):
            student.walk(*student.at("gob"))
        strike_and_rest(student)
    assert student.tutor.state in (OVER, GOING)


def strike_and_rest(student: Student) -> None:
    with suppress(AssertionError):
        student.do("strike", target="gob")
    if student.session.decision is not None:
        student.rest()


# --- what it says --------------------------------------------------------------------------------


def texts(step: Step) -> list[str]:
    return [step.say, step.how, step.then, *(other.say for other in step.otherwise)]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_only_what_only_screens_say_names_keys(path):
    scenario = read_scenario(path)
    assert scenario.lesson is not None
    for step in scenario.lesson.steps:
        for text in texts(step):
            names = [name for _, name, _, _ in string.Formatter().parse(text) if name]
            assert set(names) <= {*KEYS, *LINES}
            assert text == step.how or set(names) <= set(TYPED), "the plain game says this"


def test_marks_tell_nothing_hidden():
    student = lesson("6_fog")
    step = Step("there", done=(ENDED,), marks=("gob", (1, 1)))
    tutor = Tutor([step])
    memory = student.seat.playback.memories["north"]
    assert "gob" not in memory.known
    assert tutor.marks(student.seat.battle, memory.known) == ((1, 1),)
    assert student.at("gob") in tutor.marks(student.seat.battle)


def test_refusals_are_no_events_of_a_lesson():
    student = lesson("1_moving")
    entries = student.session.submit(student_move := _through_the_wall())
    assert isinstance(entries[0].event, IntentRefused)
    assert student_move.actor == "ann"
    assert student.number == 0


def _through_the_wall():
    from tacsim.core.intents import Move

    return Move("ann", to=(0, 0))
