"""The battle screen: what keys and clicks lead to, and what the screen says before and after."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.halls import hall, person
from app.players import (
    CROSSING,
    SCENARIOS,
    board_of,
    game,
    press,
    screen,
    seat,
    settled,
    shown,
    until,
)  # fmt: skip
from textual.widgets import OptionList
from textual.widgets._toast import Toast

from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.board import BoardView, fitting
from tacsim.app.widgets.lines import Text
from tacsim.app.widgets.log import LogScreen
from tacsim.app.widgets.panels import Folded
from tacsim.core.components import HitPoints
from tacsim.core.events import Declined, Entry
from tacsim.core.intents import EndTurn, FullAttack, Move, Strike
from tacsim.grid.cells import Body
from tacsim.player.pointing.tools import Tool
from tacsim.view.picture.camera import FAR, Camera
from tacsim.view.wording.narration import LogLine, narrate

pytestmark = pytest.mark.asyncio


def at(pilot, creature: str = "aldis") -> tuple[int, ...]:
    return seat(pilot).playback.battle.world[creature].at


def intents(pilot) -> list:
    return screen(pilot).game.session.intents


async def test_the_heading_says_who_acts_and_the_line_what_enter_would_do(play: Play) -> None:
    async with play(game()) as pilot:
        assert "The crossing" in shown(pilot)
        assert "Aldis ∙ Heroes (you)" in shown(pilot)
        await press(pilot, "right", "right")
        assert "(7,5) floor" in shown(pilot)
        assert "Enter walk, 2 of 6 squares" in shown(pilot)


async def test_enter_walks_to_the_cursor_along_the_way_that_was_shown(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "l", "l", "enter")
        assert at(pilot) == (7, 5)
        assert intents(pilot) == [
            Move("aldis", path=((6, 5), (7, 5)), mode="walk", extents=((1, 1), (1, 1)))
        ]
        assert "Aldis walks 2 squares to (7,5)" in shown(pilot)


async def test_a_place_beyond_the_speed_is_reached_by_a_double_move_and_the_line_says_so(
    play: Play,
) -> None:
    async with play(game()) as pilot:
        await press(pilot, *["left"] * 4, *["down"] * 5)
        assert "double move, 7 of 12 squares" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[0].mode == "double"


async def test_what_is_out_of_range_is_refused_in_a_sentence_with_its_clause(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, *["right"] * 16, "enter")
        assert "Too far" in shown(pilot)
        assert "d20.round.double-move" in shown(pilot)
        assert not intents(pilot)


async def test_directions_come_from_arrows_letters_and_the_numeric_pad(play: Play) -> None:
    async with play(game()) as pilot:
        start = seat(pilot).selection.cursor
        await press(pilot, "7", "i", "3", "b")
        assert seat(pilot).selection.cursor == start
        await press(pilot, "up", "k", "8")
        assert seat(pilot).selection.cursor == (start[0], start[1] - 3)


async def test_shifted_arrows_and_the_walking_option_walk_at_once(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "shift+right")
        assert at(pilot) == (6, 5)
        await press(pilot, "m", "j", "l")
        assert at(pilot) == (7, 6)
        await press(pilot, "m", "l")
        assert at(pilot) == (7, 6)


async def test_pointing_at_a_foe_offers_an_attack_with_its_odds(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a")
        assert seat(pilot).selection.target == "ogre"
        assert "attack Ogre: greatsword +9 v 16: 70 % to hit, 10.0 damage" in shown(pilot)
        assert "+5 natural" in shown(pilot)
        await press(pilot, "a")
        assert intents(pilot)[-1] == Strike("aldis", "ogre")


async def test_tab_goes_from_target_to_target_and_escape_puts_the_sword_down(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "a")
        first = seat(pilot).selection.target
        await press(pilot, "tab")
        assert {first, seat(pilot).selection.target} == {"ogre", "wolf"}
        await press(pilot, "escape")
        assert seat(pilot).selection.cursor == at(pilot)
        assert seat(pilot).selection.tool.kind == "move"


async def test_a_full_attack_is_aimed_and_made(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "v", "v", "v", "f")
        assert "full attack on Ogre" in shown(pilot)
        assert "one attack only, and it takes the move too" in " ".join(shown(pilot).split())
        await press(pilot, "enter")
        assert not intents(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[-1] == FullAttack("aldis", "ogre", "composite_longbow")


async def test_a_charge_shows_its_odds_and_strikes_at_its_end(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "c")
        assert "charge Ogre" in shown(pilot)
        await press(pilot, "c")
        move = intents(pilot)[-1]
        assert isinstance(move, Move)
        assert (move.mode, move.target) == ("charge", "ogre")
        assert any(e.event.NAME == "struck" for e in screen(pilot).game.session.entries)


async def test_a_step_takes_a_direction_and_never_asks(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "s")
        assert "which way" in shown(pilot)
        await press(pilot, "up")
        assert at(pilot) == (5, 4)
        assert intents(pilot)[-1].mode == "five_foot_step"
        await press(pilot, "s")
        assert "d20.step.5ft" in shown(pilot)


async def test_running_and_withdrawing_are_ways_to_move_until_put_down(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "W", "left")
        assert "withdraw" in shown(pilot)
        await press(pilot, "escape", "r", "left", "left", "enter")
        assert intents(pilot)[-1].mode == "run"


async def test_prone_defence_and_the_end_of_the_turn_have_a_key(play: Play) -> None:
    async with play(game(raiders="human")) as pilot:
        await press(pilot, "enter", "p")
        assert seat(pilot).playback.battle.world["aldis"].has("prone")
        await press(pilot, "p", "t")
        assert not seat(pilot).playback.battle.world["aldis"].has("prone")
        assert seat(pilot).playback.battle.world["aldis"].has("total_defense")
        await press(pilot, "full_stop")
        assert intents(pilot)[-1] == EndTurn("aldis")


async def test_weapons_are_taken_in_turn_and_used(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "v", "v", "v")
        assert seat(pilot).selection.weapon == "composite_longbow"
        assert "with composite longbow (v)" in shown(pilot)
        await press(pilot, "a", "enter")
        assert intents(pilot)[-1] == Strike("aldis", "ogre", "composite_longbow")


async def test_what_can_be_aimed_at_nobody_says_so_and_why(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "v", "a")
        assert seat(pilot).selection.weapon == "greatsword"
        assert "There is no target for it now. The nearest is Ogre. " in shown(pilot)


async def test_a_new_weapon_shows_at_once_what_it_would_do(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "a", "v")
        assert seat(pilot).selection.weapon == "greatsword"
        assert "Out of reach: greatsword" in shown(pilot)
        await press(pilot, "v", "v")
        assert "Enter attack Ogre: composite longbow" in shown(pilot)


async def test_what_would_be_thrown_is_offered_as_thrown(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "javelin.toml"
    aldis = 'id = "aldis"\n'
    path.write_text(CROSSING.read_text().replace(aldis, aldis + "weapons = ['javelin']\n", 1))
    async with play(game(path)) as pilot:
        await press(pilot, "a")
        assert "Enter throw javelin at Ogre: " in shown(pilot)


@pytest.mark.parametrize("down", ["one", "two"])
async def test_an_attack_begins_at_a_foe_who_stands(play: Play, tmp_path: Path, down: str) -> None:
    """Both are beside Ann; the one who lies helpless is the other's second."""
    foes = {"one": (2, 1), "two": (1, 2)}
    lies = "conditions = ['helpless', 'prone']\n"
    path = tmp_path / "down.toml"
    path.write_text(
        hall(
            "......\n" * 4,
            person("ann", "human_fighter", "heroes", (1, 1), 20),
            *(
                person(name, "orc", "raiders", at, 10) + (lies if name == down else "")
                for name, at in foes.items()
            ),
        )
    )
    async with play(game(path)) as pilot:
        await press(pilot, "a")
        assert seat(pilot).selection.target == ({*foes} - {down}).pop()
        await press(pilot, "tab")
        assert seat(pilot).selection.target == down


async def test_a_remark_never_hides_what_a_click_is_warned_of(play: Play) -> None:
    async with play(game(SCENARIOS / "ringed.toml")) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        await press(pilot, "v")
        assert "Weapon: " in shown(pilot)
        column, row = board.camera.position((4, 2))
        await pilot.click(BoardView, offset=(column, row), times=2)
        await settled(pilot)
        assert at(pilot) == (6, 2)
        assert "1 opportunity: Ogre" in shown(pilot)
        assert "Enter again to do it" in shown(pilot)


# --- looking -------------------------------------------------------------------------------------


async def test_why_tells_facts_with_their_clauses(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "x", "tab", "w")
        assert isinstance(pilot.app.screen, WhyCard)
        assert "Ogre is Large" in shown(pilot)
        assert "d20." in shown(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen(pilot)


async def test_the_log_opens_line_by_line(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "L", "enter")
        assert "+4 base attack" in shown(pilot)
        menu = pilot.app.screen.query_one(OptionList)
        assert menu.option_count >= 4
        await press(pilot, "escape")
        assert pilot.app.screen is screen(pilot)


async def test_help_lists_every_key(play: Play) -> None:
    async with play(game(), size=(100, 120)) as pilot:
        await press(pilot, "question_mark")
        for words in ("Take a 5-ft step", "Charge", "Whole log", "Zoom", "Leave"):
            assert words.lower() in shown(pilot).lower()


async def test_a_key_that_is_refused_names_the_act_and_the_creature(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        await press(pilot, "g")
        assert "Dodge: Aldis lacks the feat for this: dodge." in shown(pilot)
        assert "d20.mobility" in shown(pilot)
        await press(pilot, "right", "enter", "s")
        assert "5-ft step: Aldis has moved this turn already." in shown(pilot)


async def test_panels_fold_into_a_strip_and_back(play: Play) -> None:
    async with play(game(), size=(120, 40)) as pilot:
        assert "Order" in shown(pilot)
        await press(pilot, "F")
        assert "Order" not in shown(pilot)
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "Aldis" in shown(pilot)


async def test_whoever_acts_stays_in_sight_as_the_board_shrinks(play: Play) -> None:
    async with play(game(), size=(120, 40)) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        await press(pilot, "plus", "plus")
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert board.camera.showing(at(pilot)) == board.camera
        await press(pilot, "F")
        assert board.camera.showing(at(pilot)) == board.camera


async def test_unfolded_panels_have_names_at_once(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        await press(pilot, "F")
        order = " ".join(map(str, pilot.app.screen.query_one("#order-text", Text).lines))
        assert "Aldis" in order
        assert "Wolf" in order


async def test_the_strip_tells_the_last_news_and_not_whose_turn_it_is(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        await press(pilot, "l", "l", "enter", "full_stop")
        assert "'s turn" not in shown(pilot)


async def test_the_strip_says_which_round_it_is_where_nobody_did_anything_for_a_round(
    play: Play,
) -> None:
    """What Aldis did in round 1 is the last thing done in round 2, and old in round 3."""
    async with play(game(raiders="human"), size=(80, 24)) as pilot:
        strip = screen(pilot).query_one(Folded)
        await press(pilot, "l", "enter")
        moved = strip.lines[-1].plain
        assert "Aldis walks" in moved
        for number, said in ((1, moved), (2, moved), (3, "Round 3"), (4, "Round 4")):
            while seat(pilot).battle.world.clock.round < number:
                await press(pilot, "full_stop")
            assert strip.lines[-1].plain.strip() == said.strip()
        await press(pilot, "p")
        assert "prone" in strip.lines[-1].plain


async def test_the_strip_tells_what_was_done_and_not_that_it_was_let_pass(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        fight = screen(pilot)
        answer = narrate([Entry(1, 1, Declined("aldis", "ogre"))], fight.seat.battle.world)
        folded = fight.query_one(Folded)
        folded.show(fight.now, [LogLine("Ogre walks 2 squares", tone="move"), *answer])
        await pilot.pause()
        assert "Ogre walks 2 squares" in shown(pilot)
        assert "lets Ogre pass" in answer[0].text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_notice_lies_over_the_board_and_over_nothing_that_is_read(
    keep: Path, size: tuple[int, int]
) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=size, notifications=True) as pilot:
        app.open_battle(game())
        await settled(pilot)
        app.tell("This battle is not being saved: there is no room for it.")
        await until(pilot, lambda: app.screen.query(Toast))
        await until(pilot, lambda: app.screen.query_one(Toast).region.area)
        assert board_of(pilot).region.contains_region(app.screen.query_one(Toast).region)


async def test_a_notice_is_told_once_where_a_card_lies_over_the_battle(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        app.open_battle(game())
        await settled(pilot)
        app.tell("keys.toml has 9 faults: they are told in Options.")
        await until(pilot, lambda: app.screen.query(Toast))
        await press(pilot, "w")
        await until(pilot, lambda: app.screen.query(Toast))
        assert shown(pilot).count("keys.toml has") == 1
        await press(pilot, "escape")
        assert shown(pilot).count("keys.toml has") == 1


async def test_the_wheel_and_keys_zoom(play: Play) -> None:
    async with play(game()) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        before = board.camera.zoom
        await press(pilot, "plus")
        assert board.camera.zoom == before + 1
        await press(pilot, "minus", "minus")
        assert board.camera.zoom == before - 1


async def test_the_pointer_points_and_a_second_click_walks(play: Play) -> None:
    async with play(game()) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        column, row = board.camera.position((7, 6))
        await pilot.hover(BoardView, offset=(column, row))
        await settled(pilot)
        assert seat(pilot).selection.cursor == (7, 6)
        await pilot.click(BoardView, offset=(column, row))
        await settled(pilot)
        assert at(pilot) == (5, 5), "it is shown first"
        assert "Enter walk, 2 of 6 squares" in shown(pilot)
        await pilot.hover(BoardView, offset=(column + board.camera.scale[0], row))
        await settled(pilot)
        assert seat(pilot).selection.cursor == (8, 6)
        await pilot.click(BoardView, offset=(column, row))
        await settled(pilot)
        assert at(pilot) == (5, 5), "something else was pointed at"
        await pilot.click(BoardView, offset=(column, row))
        await settled(pilot)
        assert at(pilot) == (7, 6)


async def test_a_double_click_moves_once(play: Play) -> None:
    async with play(game()) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        column, row = board.camera.position((7, 6))
        await pilot.click(BoardView, offset=(column, row), times=2)
        await settled(pilot)
        assert at(pilot) == (7, 6)
        assert len(intents(pilot)) == 1


async def test_a_click_in_the_order_points_and_one_in_the_log_opens_it_there(play: Play) -> None:
    async with play(game(), size=(120, 40)) as pilot:
        text = pilot.app.screen.query_one("#order-text", Text)
        await pilot.click(text, offset=(5, row_of(text, "Wolf")))
        await settled(pilot)
        selection = seat(pilot).selection
        assert selection.at_cursor() == "wolf"
        assert not screen(pilot).game.session.intents
        text = pilot.app.screen.query_one("#log-text", Text)
        await pilot.click(text, offset=(5, row_of(text, "Round 1")))
        await settled(pilot)
        assert isinstance(pilot.app.screen, LogScreen)
        menu = pilot.app.screen.query_one(OptionList)
        assert menu.highlighted is not None
        assert "Round 1" in str(menu.get_option_at_index(menu.highlighted).prompt)


async def test_what_is_dragged_over_in_the_log_is_marked_and_can_be_copied(play: Play) -> None:
    async with play(game(), size=(120, 40)) as pilot:
        text = pilot.app.screen.query_one("#log-text", Text)
        row, left = row_of(text, "Round 1"), text.styles.padding.left
        last = left + len("Round") - 1

        def behind(column: int) -> object:
            strip = text.sent([(row, left + column, left + column + 1)])[0]
            return next(segment.style.bgcolor for segment in strip if segment.style)

        before = behind(0)
        await pilot.mouse_down(text, offset=(left, row))
        await pilot.hover(text, offset=(last, row))
        await pilot.mouse_up(text, offset=(last, row))
        await settled(pilot)
        assert isinstance(pilot.app.screen, BattleScreen)  # no line was clicked
        assert pilot.app.screen.get_selected_text() == "Round"
        assert behind(0) == behind(len("Round") - 1) != before == behind(len("Round") + 1)
        await press(pilot, "ctrl+c")
        assert pilot.app.clipboard == "Round"


def row_of(text: Text, wanted: str) -> int:
    return next(at for at, row in enumerate(text.lines) if wanted in str(row))


# --- room ----------------------------------------------------------------------------------------


async def test_too_small_a_terminal_says_so_until_it_is_larger(play: Play) -> None:
    async with play(game()) as pilot:
        await pilot.resize_terminal(50, 15)
        await settled(pilot)
        assert "60 x 20" in shown(pilot)
        await press(pilot, "right", "enter", "q", "escape")
        assert not intents(pilot)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert "60 x 20" not in shown(pilot)
        assert "Aldis" in shown(pilot)


@pytest.mark.parametrize("size", [(80, 19), (59, 24), (20, 5)])
async def test_too_few_lines_or_columns_are_told_alike(play: Play, size: tuple[int, int]) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        await pilot.resize_terminal(*size)
        await settled(pilot)
        assert "The game needs" in shown(pilot)
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "The game needs" not in shown(pilot)
        await press(pilot, "w")
        assert "The place, for Aldis" in shown(pilot)
        await pilot.resize_terminal(*size)
        await settled(pilot)
        assert "The place, for Aldis" not in shown(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (200, 60)])
async def test_no_line_is_wider_than_the_terminal(play: Play, size: tuple[int, int]) -> None:
    async with play(game(), size=size) as pilot:
        await press(pilot, "a")
        lines = shown(pilot).split("\n")
        assert len(lines) == size[1]
        assert all(len(line) <= size[0] for line in lines)


async def test_two_people_begin_without_a_hand_over_where_nothing_is_hidden(play: Play) -> None:
    async with play(game(raiders="human")) as pilot:
        assert isinstance(pilot.app.screen, BattleScreen)
    async with play(game(raiders="human", fog=True)) as pilot:
        assert not isinstance(pilot.app.screen, BattleScreen)


async def test_a_small_map_fills_a_large_terminal(play: Play) -> None:
    async with play(game(), size=(200, 60)) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        board.fits = True
        columns, rows = board.room
        for wide, high in ((12, 9), (16, 11), (13, 10)):
            camera = Camera(wide, high, columns, rows)
            shape = fitting(camera).shape
            assert shape.wide * wide * 3 > columns * 2 or shape.high * high * 3 > rows * 2
            assert shape.wide * wide <= columns
            assert shape.high * high <= rows
        board.zoom(9)
        await press(pilot, "z")
        assert board.camera.zoom == FAR


# --- saving --------------------------------------------------------------------------------------


async def test_leaving_and_continuing_comes_back_to_the_very_decision(play: Play) -> None:
    kept = game(saved=True)
    async with play(kept) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "full_stop")
        assert isinstance(pilot.app.screen, QuestionCard)
    async with play(game()) as pilot:
        pilot.app.pop_screen()
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        assert "The crossing" in shown(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, QuestionCard)
        log = seat(pilot).log.lines(None)
        assert any("walks 2 squares" in line.text for line in log)
        await press(pilot, "y")


async def test_a_friends_square_is_refused_as_that_and_not_as_too_far(play: Play, tmp_path) -> None:
    """Brin is 6 squares off, Aldis walks 4, and a double move would be 8."""
    path = tmp_path / "far.toml"
    text = CROSSING.read_text().replace("speed = 6", "speed = 4")
    path.write_text(text.replace("at = [4, 7]", "at = [0, 2]"))
    async with play(game(path)) as pilot:
        await press(pilot, *["left"] * 5, *["up"] * 3)
        assert "It may pass there but not stop: Brin is there." in shown(pilot)
        assert "Too far" not in shown(pilot)


async def test_what_cannot_be_saved_is_told_and_the_battle_goes_on(play: Play, folders) -> None:
    a_game = game(saved=True)
    assert a_game.journal is not None
    async with play(a_game) as pilot:
        a_game.journal.file.stream.close()

        def fail(*_: object, wait: bool) -> None:
            from tacsim.storage.errors import SaveError

            raise SaveError("x.tacsim", "the disk is full")

        a_game.journal.file.append = fail  # type: ignore[method-assign]  # a disk that is full
        await press(pilot, "right", "enter")
        assert at(pilot) == (6, 5)
        assert "could not be saved" in " ".join(str(n.message) for n in pilot.app._notifications)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_battle_without_a_save_says_so_as_long_as_it_is_played(
    play: Play, tmp_path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "file" / "saves"))
    async with play(game(saved=True), size=size) as pilot:
        assert "This battle is not being saved" in " ".join(
            str(n.message) for n in pilot.app._notifications
        )
        for keys in (["right"], ["enter"], ["full_stop"], ["x"]):
            await press(pilot, *keys)
            assert shown(pilot).startswith(" NOT SAVED ∙ ")


async def test_leaving_a_battle_whose_end_could_not_be_saved_does_not_say_that_it_is_kept(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with play(game(saved=True)) as pilot:

        def full(_number: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("tacsim.storage.journal.os.fsync", full)
            await press(pilot, "right", "enter", "q", "f")
            notes = " ".join(str(note.message) for note in pilot.app._notifications)
            assert "The last steps could not be saved" in notes
            assert "The battle is kept" not in notes


async def test_a_battle_whose_file_was_removed_is_not_said_to_be_kept(play: Play) -> None:
    fight = game(saved=True)
    async with play(fight) as pilot:
        assert fight.save is not None
        fight.save.unlink()
        await press(pilot, "q", "f")
        notes = " ".join(str(note.message) for note in pilot.app._notifications)
        assert f"The battle is not kept: its file {fight.save.name} has been removed." in notes


async def test_hit_points_on_the_sheet_follow_the_battle(play: Play) -> None:
    async with play(game(), size=(120, 40)) as pilot:
        battle = screen(pilot)
        battle.seat.playback.battle.world.put("aldis", HitPoints(7, 34))
        battle.redraw()
        await pilot.pause()
        assert "7/34" in shown(pilot)


assert CROSSING.is_file()


# --- a choice of bodies --------------------------------------------------------------------------

CORNER = """
format = 1
ruleset = "d20"
[map]
grid = '''
.........#..
....##......
............
...........#
........#...
..........#.
...........#
'''
[[side]]
id = "giants"
[[side]]
id = "foes"
[[creature]]
id = "giant"
kind = "dummy"
size = "huge"
speed = 8
initiative = 9
side = "giants"
at = [0, 2]
[[creature]]
id = "rat"
kind = "dummy"
side = "foes"
initiative = 1
at = [11, 2]
"""
"""Round the rocks the giant comes to (6, 1) squeezed for 7, or whole by a longer way for 8."""


@pytest.mark.rule("d20.squeeze.cost")
async def test_a_place_that_may_be_reached_whole_or_squeezed_offers_both(
    play: Play, tmp_path: Path
) -> None:
    path = tmp_path / "corner.toml"
    path.write_text(CORNER)
    async with play(game(path)) as pilot:
        await press(pilot, "enter")
        selection = seat(pilot).selection
        selection.point((6, 1))
        await press(pilot, "up", "down")
        assert selection.cursor == (6, 1)
        assert "walk, 8 of 8 squares" in shown(pilot)
        assert "S: squeezed, 7 squares" in shown(pilot)
        assert selection.preview.legs[-1].body == Body((6, 1), (3, 3))
        await press(pilot, "S")
        assert "walk, 7 of 8 squares" in shown(pilot)
        assert "squeezing" in shown(pilot)
        assert "S: whole, 8 squares" in shown(pilot)
        assert selection.preview.legs[-1].body == Body((6, 1), (2, 3))
        await press(pilot, "S")
        assert "walk, 8 of 8 squares" in shown(pilot)
        await press(pilot, "S", "enter")
        giant = seat(pilot).playback.battle.world["giant"]
        assert giant.body == Body((6, 1), (2, 3))
        assert giant.position.squeezed
        await press(pilot, "S")
        assert "There is but one body" in shown(pilot)


async def test_while_no_target_will_do_it_is_said_what_directions_are_for(play: Play) -> None:
    async with play(game()) as pilot:
        assert "choose a target" not in shown(pilot)
        await press(pilot, "a", "v")
        assert "choose a target, Esc back" in shown(pilot)
        await press(pilot, "escape")
        assert "choose a target" not in shown(pilot)


async def test_what_keys_do_is_in_the_command_palette_too(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "ctrl+p")
        found = {one.title: one for one in pilot.app.get_system_commands(screen(pilot))}
        assert {"End turn (.)", "Attack (a)", "Log (L)", "Zoom (z)", "Why (w)"} <= found.keys()
        await press(pilot, "escape")
        await found["End turn (.)"].callback()
        await settled(pilot)
        assert screen(pilot).game.session.intents[0] == EndTurn("aldis")


async def test_acts_of_the_card_are_in_the_command_palette_those_of_other_rules_are_not(
    play: Play,
) -> None:
    async with play(game(SCENARIOS / "tricks.toml")) as pilot:
        await press(pilot, "enter", "right", "enter", "ctrl+p")
        found = {one.title: one for one in pilot.app.get_system_commands(screen(pilot))}
        assert {"Trip (d i)", "Overrun (d o)", "Delay (d w)", "Tumble (d t)"} <= found.keys()
        assert not any(title.startswith(("Dash", "Disengage", "Deny")) for title in found)
        await press(pilot, "escape")
        found["Trip (d i)"].callback()
        await settled(pilot)
        assert seat(pilot).selection.tool == Tool("act", "trip")
        found["Delay (d w)"].callback()
        await settled(pilot)
        assert found["Delay (d w)"].help in shown(pilot), "it cannot be done any more"
        await press(pilot, "escape", "full_stop")
        found["Overrun (d o)"].callback()
        await settled(pilot)
        assert seat(pilot).selection.tool.mode != "overrun", "the battle has gone on"


@pytest.mark.parametrize(("scenario", "levels"), [("crossing", False), ("tower", True)])
async def test_keys_about_levels_are_offered_only_where_there_are_some(
    play: Play, scenario: str, levels: bool
) -> None:
    async with play(game(SCENARIOS / f"{scenario}.toml")) as pilot:
        await press(pilot, "ctrl+p")
        found = {one.title for one in pilot.app.get_system_commands(screen(pilot))}
        assert ({"Side view (e)", "Level up (>)", "Level down (<)"} <= found) == levels
        assert found.isdisjoint({"Side view (e)", "Level up (>)", "Level down (<)"}) != levels


async def test_the_cursor_of_the_terminal_is_where_that_of_the_board_is(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "down")
        board = board_of(pilot)
        place = board.camera.position(seat(pilot).selection.cursor)
        assert pilot.app.cursor_position == board.content_region.offset + place


@pytest.mark.parametrize("fog", [False, True])
async def test_hit_points_other_than_those_of_the_kind_are_told(play: Play, fog: bool) -> None:
    """A goblin has 7 and this one 30; in fog nothing is told of those of foes."""
    beside = game(SCENARIOS / "flanked.toml", fog=fog, raiders="script")
    async with play(beside, size=(140, 45)) as pilot:
        await press(pilot, "x")
        for _ in range(6):
            await press(pilot, "tab")
            if seat(pilot).selection.at_cursor() == "gob":
                break
        assert seat(pilot).selection.at_cursor() == "gob"
        assert ("usually 7" in shown(pilot)) is not fog
        await press(pilot, "w")
        card = " ".join(shown(pilot).split())
        assert ("its kind usually has 7." in card) is not fog
