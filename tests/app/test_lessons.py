"""Lessons on the screen: played with keys, told in any size, ticked off when they are done."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from app.conftest import Play
from app.players import board_of, click_on, press, screen, settled, shown, until
from player.students import Student
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.cards.lesson_card import LessonCard
from tacsim.app.battle.coach import rows
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.lessons import LessonsScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.keymaps import PRESETS, Keymap
from tacsim.app.shell.keys import BATTLE
from tacsim.app.widgets.text import MORE
from tacsim.content.lessons import ASKED, KEYS, LINES
from tacsim.content.library import lessons
from tacsim.content.scenarios import read_scenario
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.player.opening import game_of
from tacsim.player.tutor import DONE, Tutor
from tacsim.storage.folder import list_saves
from tacsim.view.wording.acts import KEYS as LINE_KEYS

STRIKE, END = Strike("ann", "target"), EndTurn("ann")
LESSONS = {path.stem: path for path in lessons()}


async def on_lesson(app: TacsimApp, pilot: Pilot[int], name: str) -> None:
    app.open_lesson(LESSONS[name])
    await settled(pilot)


def tutor(pilot: Pilot[int]) -> Tutor:
    found = screen(pilot).coach.tutor
    assert found is not None
    return found


async def point(pilot: Pilot[int], cell: tuple[int, ...]) -> None:
    """Move the cursor to a cell, key by key."""
    selection = screen(pilot).seat.selection
    for axis, (back, on) in enumerate((("left", "right"), ("up", "down"))):
        for _ in range(40):
            if selection.cursor[axis] != cell[axis]:
                await pilot.press(back if selection.cursor[axis] > cell[axis] else on)
    assert selection.cursor == cell


async def go(pilot: Pilot[int], *cell: int) -> None:
    await point(pilot, cell)
    await press(pilot, "enter")


def told(app: TacsimApp) -> list[str]:
    """What is told beside the screens."""
    return [str(note.message) for note in app._notifications]


async def test_a_click_on_a_key_in_a_lesson_presses_it(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "1_moving")
        assert "1 of 7" in shown(pilot)
        await click_on(pilot, "Coach", "[X]")
        assert "2 of 7" in shown(pilot)


async def test_to_ask_for_taking_back_where_nothing_can_be_is_not_to_take_back(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "1_moving")
        await go(pilot, 5, 3)
        await press(pilot, ".")
        assert "2 of 7" in shown(pilot)
        await press(pilot, "u")
        assert "2 of 7" in shown(pilot)
        assert "as if it had never been" not in shown(pilot)


async def test_the_first_lesson_is_learnt_with_keys_and_ticked(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        assert "✓" not in shown(pilot)
        await press(pilot, "enter")
        assert "1 of 7" in shown(pilot)
        await go(pilot, 5, 3)
        assert "2 of 7" in shown(pilot)
        await press(pilot, "u")
        assert "as if it had never been" in shown(pilot)
        await go(pilot, 8, 2)
        assert "d20.terrain.difficult" in shown(pilot)
        await press(pilot, "full_stop")
        assert tutor(pilot).number == 4
        await go(pilot, 12, 3)
        await press(pilot, "full_stop")
        await go(pilot, 14, 3)
        await point(pilot, (13, 3))
        await press(pilot, "w", "escape")
        assert tutor(pilot).number == 6
        await point(pilot, (14, 1))
        await press(pilot, "enter")
        for _ in range(30):
            if isinstance(app.screen, LessonCard):
                break
            await point(pilot, screen(pilot).seat.battle.world["target"].at)
            await press(pilot, "enter")
            if not isinstance(app.screen, LessonCard):
                await press(pilot, "full_stop")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        assert "d20.corner.wall" in shown(pilot)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        await pilot.pause()
        assert "✓ Moving" in shown(pilot)
    told = tomllib.loads(keep.with_name("learned.toml").read_text("utf-8"))
    assert told["lessons"] == ["1_moving"]


@pytest.mark.slow
async def test_a_charge_and_a_trip_with_keys_lead_to_the_next_lesson(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(100, 30)) as pilot:
        await on_lesson(app, pilot, "4_charge")
        await press(pilot, "c", "enter")
        assert "d20.charge" in shown(pilot)
        await press(pilot, "d", "escape")
        for _ in range(30):
            if tutor(pilot).number == 3:
                break
            await press(pilot, "full_stop", "d", "i", "enter")
        for _ in range(30):
            if isinstance(app.screen, LessonCard):
                break
            await press(pilot, "full_stop", "a", "enter")
        await until(pilot, lambda: app.screen.stands)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        await settled(pilot)
        assert screen(pilot).game.scenario.lesson.id == "5_squeezing"


async def test_handing_over_is_learnt_with_keys(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_lesson(LESSONS["6_fog"])
        await ready(pilot)
        await go(pilot, 7, 3)
        assert "2 of 5" in shown(pilot)
        await pilot.press("full_stop")
        await ready(pilot)
        assert "3 of 5" in shown(pilot)
        assert "(7, 3)" not in shown(pilot)
        await go(pilot, 8, 3)
        assert tutor(pilot).number == 3
        await pilot.press("full_stop")
        await until(pilot, lambda: isinstance(app.screen, HandoverScreen) and app.screen.stands)
        await pilot.press("c")
        await until(pilot, lambda: not isinstance(app.screen, HandoverScreen))
        await pilot.press("escape")
        await ready(pilot)
        assert tutor(pilot).number == 4
        await pilot.press("full_stop")  # all is done: nobody takes over any more
        await until(pilot, lambda: isinstance(app.screen, LessonCard))


async def ready(pilot: Pilot[int]) -> None:
    """Take over the keys."""
    await until(
        pilot, lambda: isinstance(pilot.app.screen, HandoverScreen) and pilot.app.screen.stands
    )
    await pilot.press("enter")
    await settled(pilot)


async def test_a_battle_left_before_its_lesson_is_done_ticks_nothing(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "3_flanking")
        await press(pilot, "q")
    assert not keep.with_name("learned.toml").exists()
    assert not list_saves(), "nothing was begun"


async def test_a_lesson_that_was_left_is_gone_on_with_at_its_step(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "1_moving")
        await go(pilot, 5, 3)
        await press(pilot, "u")
        await go(pilot, 8, 2)
        await press(pilot, "q")
    assert [save.lesson for save in list_saves()] == ["1_moving"]
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        assert "Moving ∙ under way" in shown(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen.stands)
        await settled(pilot)
        assert "4 of 7" in shown(pilot)
        assert screen(pilot).seat.battle.world["ann"].at == (8, 2)


async def test_a_lesson_of_which_no_step_is_done_goes_on_where_it_was_left(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "2_reach")
        await go(pilot, 7, 3)
        await press(pilot, "enter")
        await until(pilot, lambda: screen(pilot).seat.battle.world["bran"].at == (7, 3))
        await press(pilot, "q")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        await press(pilot, "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen.stands)
        await settled(pilot)
        assert "1 of 5" in shown(pilot)
        assert screen(pilot).seat.battle.world["bran"].at == (7, 3)


async def test_a_lesson_whose_progress_is_lost_begins_anew(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "1_moving")
        await go(pilot, 5, 3)
        await press(pilot, "q")
    keep.with_name("learned.toml").unlink()
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen.stands)
        await settled(pilot)
        assert "1 of 7" in shown(pilot)
        assert screen(pilot).seat.battle.world["ann"].at != (5, 3)
        assert any("begins anew" in str(note.message) for note in app._notifications)


async def test_a_lesson_that_is_done_is_not_said_to_be_under_way(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen.stands)
        await settled(pilot)
        await go(pilot, 5, 3)
        while tutor(pilot).number < len(tutor(pilot).steps) - 1:
            await press(pilot, "X")
        await pilot.press("X")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await pilot.pause()
        assert "✓ Moving" in shown(pilot)
        assert "under way" not in shown(pilot)
        assert not told(app), "that it is not kept is as it should be"


async def test_a_lesson_left_untouched_is_left_without_a_word(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "1_moving")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, StartScreen) and app.screen.stands)
        await pilot.pause()
        assert not told(app)
    assert not list_saves()


async def test_a_battle_that_is_over_first_offers_to_try_again(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "1_moving")
        fight = screen(pilot)
        there = (Move("ann", (6, 4)), END, Move("ann", (12, 4), mode="double"), END)
        for intent in (*there, Move("ann", (15, 2)), *(STRIKE, END) * 20):
            await settled(pilot)
            if not fight.seat.over:
                fight.game_loop.submit(intent)
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        assert "of 7 steps" in " ".join(shown(pilot).split())
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen is not fight)
        await settled(pilot)
        assert "1 of 7" in shown(pilot)
        assert not app.learned.has("lessons", "1_moving")


async def test_a_lesson_whose_steps_are_left_out_comes_to_its_end(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, list(LESSONS)[-1])
        for number in range(2, len(tutor(pilot).steps) + 1):
            await press(pilot, "X")
            assert f"{number} of {len(tutor(pilot).steps)}" in shown(pilot)
        await pilot.press("X")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        keys = shown(pilot).splitlines()[-1]
        assert "next lesson" not in shown(pilot), "it is the last"
        assert "b back to the board" in keys
        assert "b  Back to the board" in shown(pilot)
        await press(pilot, "n")
        assert isinstance(app.screen, LessonCard)


async def test_the_last_lesson_says_so_and_enter_leaves_it(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        await press(pilot, "end", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen.stands)
        await settled(pilot)
        while tutor(pilot).step is not None:
            await pilot.press("X")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        assert "That was the last lesson." in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)


async def test_the_card_tells_what_came_of_the_last_step(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "4_charge")
        await press(pilot, "X", "X", "X", "c", "enter")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        assert "Ann strikes Orc with flail: " in shown(pilot)
        assert "With or without its feet: the sum says so." in shown(pilot)
        assert "last lesson" not in shown(pilot)


async def test_on_the_board_of_a_lesson_that_is_done_it_is_said_how_to_go_on(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "2_reach")
        while tutor(pilot).step is not None:
            await pilot.press("X")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
        await press(pilot, "b")
        assert "This lesson is done: [X] says what comes next, [q] leaves." in shown(pilot)
        await pilot.press("X")
        await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)


async def test_the_list_goes_on_after_the_lessons_that_were_done(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        await press(pilot, "down", "enter")
        for going_on in ("n", "q"):
            await until(pilot, lambda: isinstance(app.screen, BattleScreen) and app.screen.stands)
            await settled(pilot)
            while tutor(pilot).step is not None:
                await pilot.press("X")
            await until(pilot, lambda: isinstance(app.screen, LessonCard) and app.screen.stands)
            await pilot.press(going_on)
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        assert app.screen.query_one(OptionList).highlighted == 3, "the fourth comes next"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("key", ["w", "d"])
async def test_a_card_leaves_the_step_in_sight(keep: Path, key: str, size: tuple[int, int]):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=size) as pilot:
        await on_lesson(app, pilot, "3_flanking")
        said = "Wren has a bow."
        assert said in shown(pilot)
        await press(pilot, "shift+tab", key)
        await settled(pilot)
        assert app.screen is not screen(pilot)
        assert said in shown(pilot)


async def test_the_marks_of_a_step_are_on_the_board(play: Play):
    async with play(game_of(LESSONS["1_moving"]).begin(), size=(80, 24)) as pilot:
        state = board_of(pilot).state
        assert state is not None
        assert state.overlay.marked == ((5, 3),)
        assert "[X] leaves this step out." in shown(pilot)
        assert "⋄" in shown(pilot)


async def test_what_is_said_of_an_answer_goes_with_the_answer(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "2_reach")
        await press(pilot, "X", "X", "X", "X")
        screen(pilot).game_loop.standing["bran"] = "never"
        await press(pilot, "full_stop", "full_stop")
        await until(pilot, lambda: screen(pilot).now.acting == "bran")
        await settled(pilot)
        assert "Bran lets every opportunity pass" in shown(pilot)
        await press(pilot, "o")
        assert "Bran is asked at each opportunity." in shown(pilot)
        assert "Bran lets every opportunity pass" not in shown(pilot)


async def test_a_mark_hides_no_opportunity_of_the_way(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "3_flanking")
        await press(pilot, "X", "X", "X", *["full_stop"] * 4)  # the orc is flat-footed at first
        assert "4 of 6" in shown(pilot)
        assert "⋄o" in shown(pilot), "the mark stands beside the orc"
        await point(pilot, (8, 2))
        assert "1 opportunity: Orc" in shown(pilot)
        assert "3!o" in shown(pilot)


def test_what_is_said_to_the_disengaging_stays_until_ida_walks():
    student = Student(LESSONS["7_hexes"])
    student.walk(7, 4)
    student.do("strike", target="orc")
    student.walk(8, 2)
    student.end_until("ida")
    student.end()
    student.end_until("ida")
    student.do("disengage")
    assert "Until the end of this turn nobody gets an attack" in student.tutor.remark
    student.walk(9, 2)
    assert "Still within the orc's reach" in student.tutor.remark
    student.walk(8, 0)
    assert student.tutor.state == DONE


@pytest.mark.parametrize(
    ("name", "skipped", "whose"), [("2_reach", 1, "Pia's"), ("3_flanking", 1, "Ann's")]
)
def test_in_the_turn_of_another_a_step_says_whose_it_is(name: str, skipped: int, whose: str):
    student = Student(LESSONS[name])
    for _ in range(skipped):
        student.tutor.skip()
    student.end()
    assert f"It is {whose} turn" in student.tutor.remark
    student.end_until("bran" if name == "2_reach" else "wren")
    assert "turn" not in student.tutor.remark


async def test_damage_to_what_was_learned_is_one_line_and_nothing_is_lost(keep: Path):
    damaged = keep.with_name("learned.toml")
    damaged.write_text("lessons = [1, ", "utf-8")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        assert len(app.screen.query_one(OptionList).options) == len(LESSONS)
        notes = [str(note.message) for note in app._notifications]
        assert ["what was learned is not known" in note for note in notes] == [True]
        app.learned.add("lessons", "1_moving")
    assert keep.with_name("learned.toml.damaged").read_text("utf-8") == "lessons = [1, "
    assert tomllib.loads(damaged.read_text("utf-8"))["lessons"] == ["1_moving"]


def test_lines_of_the_card_that_texts_name_have_keys():
    assert set(LINES) <= set(LINE_KEYS)


@pytest.mark.parametrize("preset", PRESETS)
def test_lesson_4_names_the_key_of_the_trip(preset: str):
    lesson = read_scenario(LESSONS["4_charge"]).lesson
    assert lesson is not None
    learning = Tutor(lesson.steps)
    learning.skip()
    learning.skip()
    card = Keymap(preset).battle["acts"]
    said = " ".join(row.plain for row in rows(learning, Keymap(preset).battle, 80, 5))
    assert f"[{card}], [i]" in said, "which has the trip on the card, as t has the tumbling"


async def test_the_key_for_the_next_creature_goes_to_the_foe_of_lesson_3_first(keep: Path):
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_lesson(app, pilot, "3_flanking")
        await press(pilot, "tab")
        assert screen(pilot).seat.selection.at_cursor() == "orc"
        await press(pilot, "w", "escape")
        assert tutor(pilot).number == 1


async def test_what_texts_call_keys_are_keys_of_the_battle():
    assert set(KEYS) <= {key.name for key in BATTLE}
    assert {*ASKED} - {*KEYS} == {"catch_up"}
    assert hasattr(HandoverScreen, "action_catch_up")


def moments(name: str) -> list[Tutor]:
    """Tutors that say each thing that they may say."""
    lesson = read_scenario(LESSONS[name]).lesson
    assert lesson is not None
    found = []
    for number, step in enumerate(lesson.steps):
        before = [one for n, one in enumerate(lesson.steps) if n < number or one.early]
        remarks = [(one.then, one.clauses, True) for one in before]
        remarks += [(one.say, one.clauses, False) for one in step.otherwise]
        for remark, cited, praise in [("", (), False), *remarks]:
            tutor = Tutor(lesson.steps)
            tutor.number, tutor.remark, tutor.cited, tutor.praise = number, remark, cited, praise
            found.append(tutor)
    return found


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize("name", LESSONS)
async def test_everything_that_a_lesson_says_has_room(name: str, width: int, preset: str):
    height = 3 if width >= 100 else 5
    keys = Keymap(preset).battle
    for tutor in moments(name):
        lines = [row.plain for row in rows(tutor, keys, width - 2, height)]
        text = " ".join(lines)
        assert len(lines) <= height
        assert MORE not in text, text
        for part in tutor.said({name: f"[{key}]" for name, key in {**LINE_KEYS, **keys}.items()}):
            assert part in text


HASTY = (
    "right", "left", "up", "down", "y", "n", "enter", "enter", "enter", "full_stop", "a", "c", "s",
    "d", "i", "u", "w", "x", "tab", "escape", "escape", "greater_than_sign", "less_than_sign", "e",
    "E", "R", "L", "z", "F", "1", "v", "question_mark",
)  # fmt: skip


GATE = [
    name if at < 1 else pytest.param(name, marks=pytest.mark.slow)
    for at, name in enumerate(LESSONS)
]


@pytest.mark.parametrize("name", GATE)
async def test_whatever_is_typed_a_lesson_goes_on(name: str, keep: Path):
    typed = Random(name)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=typed.choice([(60, 20), (80, 24), (140, 45)])) as pilot:
        app.open_lesson(LESSONS[name])
        for _ in range(3):
            await pilot.pause()
            await pilot.press(*typed.choices(HASTY, k=12))
            await pilot.resize_terminal(*typed.choice([(60, 20), (80, 24), (100, 30)]))
        assert 0 <= tutor(pilot).number <= len(tutor(pilot).steps)
    assert app.error is None


def test_what_was_left_out_is_said_at_the_end_and_not_counted_as_seen():
    found = read_scenario(LESSONS["1_moving"]).lesson
    assert found is not None
    learning = Tutor(found.steps)
    card = LessonCard("Moving", "d20", learning, more=True)
    while learning.step is not None:
        learning.skip()
    assert card.heading() == f"Moving: done, {len(found.steps)} steps left out"
    assert learning.clauses == ()
