"""What the others did since one's last turn."""

from __future__ import annotations

import pytest
from app.conftest import Play
from app.players import SCENARIOS, board_of, game, press, screen, seat, shown
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.battle.cards.recap import RecapCard
from tacsim.grid.cells import Body
from tacsim.view.palettes.glyphs import TARGET, TOLD
from tacsim.view.wording.narration import LogLine

pytestmark = pytest.mark.asyncio


def glyph(pilot: Pilot[int], body: Body) -> str:
    """The mark of a list on a body; empty for none."""
    board = board_of(pilot)
    left, top, right, bottom = board.camera.box(body)
    there = "".join(board.render_line(y).text[left:right] for y in range(top, bottom))
    return "".join({*there} & {TARGET, TOLD})


def between_turns(lines: list[str], mine: str) -> list[str]:
    """The lines of the log from the end of one's last turn but one to the last turn."""
    starts = [at for at, line in enumerate(lines) if line == mine]
    others = lines[starts[-2] + 1 : starts[-1]]
    first = next(at for at, line in enumerate(others) if line.endswith("'s turn"))
    return [line for line in others[first:] if not line.endswith("'s turn") and "Round" not in line]


async def test_what_others_did_is_told_in_a_line_and_on_a_card(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "full_stop")
        log = [line.text for line in seat(pilot).lines()]
        done = between_turns(log, "Aldis's turn")
        assert done
        fallen = [line.strip() for line in done if line.endswith("goes down")]
        assert fallen, "of all that happened a fall is told first"
        assert f"Since your last turn: {fallen[-1]}; {len(done) - 1} more (R)" in shown(pilot)
        await press(pilot, "R")
        assert isinstance(pilot.app.screen, RecapCard)
        text = " ".join(shown(pilot).split())
        assert all(" ".join(line.split())[:20] in text for line in done[:4])
        await press(pilot, "enter")
        assert pilot.app.screen is screen(pilot)


async def test_before_ones_first_turn_it_is_what_happened_so_far(play: Play) -> None:
    async with play(game(heroes="ai:greedy", raiders="human")) as pilot:
        assert "So far: " in shown(pilot)
        assert "Since your last turn" not in shown(pilot)
        await press(pilot, "R")
        assert "So far" in shown(pilot)
        await press(pilot, "escape", "full_stop")
        assert "Since your last turn: " in shown(pilot)


async def test_a_second_step_of_a_turn_tells_it_no_more(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "full_stop", "right")
        assert "Since your last turn" not in shown(pilot)
        assert seat(pilot).recap


async def test_what_was_not_seen_is_not_in_it(play: Play) -> None:
    async with play(game(SCENARIOS / "wall.toml", fog=True)) as pilot:
        await press(pilot, "full_stop")
        known = {line.text for line in seat(pilot).log.lines(seat(pilot).viewer)}
        everything = {line.text for line in seat(pilot).log.lines(None)}
        assert everything - known, "or nothing is hidden here"
        assert {line.text for line in seat(pilot).recap} <= known


async def test_the_board_marks_of_whom_the_list_tells_while_it_is_open(play: Play) -> None:
    async with play(game(), size=(100, 30)) as pilot:
        await press(pilot, "full_stop", "R")
        world, lines = seat(pilot).battle.world, seat(pilot).recap
        tells = [next(c for c in world.creatures if line.text.startswith(c.name)) for line in lines]
        for index, creature in enumerate(tells):
            board = board_of(pilot)
            assert board.state is not None
            assert set(board.state.overlay.told) == {one.body for one in tells}
            assert board.state.overlay.pointed == creature.body
            assert glyph(pilot, creature.body) == TARGET
            assert {glyph(pilot, one.body) for one in tells if one is not creature} <= {TOLD}
            assert pilot.app.screen.query_one(OptionList).highlighted == index
            await press(pilot, "down")
        await press(pilot, "escape")
        assert board_of(pilot).state.overlay.told == ()


async def test_what_went_out_of_sight_is_marked_where_it_was_last_seen(play: Play) -> None:
    async with play(game()) as pilot:
        there, here = Body((3, 1), (1, 1)), seat(pilot).battle.world["wolf"].body
        line = LogLine("Wolf walks", actor="wolf", place=there)
        assert seat(pilot).where(line) == here
        gone = LogLine("Something moves", place=there)
        assert seat(pilot).where(gone) == there
        assert seat(pilot).where(LogLine("The wind rises")) is None


async def test_what_a_foe_answered_to_ones_own_act_is_no_news(play: Play) -> None:
    async with play(game(SCENARIOS / "stamina.toml")) as pilot:
        await press(pilot, "enter", "a", "tab", "enter", "enter", "n")
        lines = [line.text for line in seat(pilot).lines()]
        assert any("Vera" in line and "Kurt" in line for line in lines), "she has struck"
        seat(pilot).turn_comes("heroes")
        assert seat(pilot).recap == []
