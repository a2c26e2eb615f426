"""What the others did since one's last turn."""

from __future__ import annotations

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, seat, shown

from tacsim.app.battle.recap import RecapCard

pytestmark = pytest.mark.asyncio


def between_turns(lines: list[str], mine: str) -> list[str]:
    """The lines of the log from the end of one's last turn but one to the last turn."""
    starts = [at for at, line in enumerate(lines) if line == mine]
    others = lines[starts[-2] + 1 : starts[-1]]
    first = next(at for at, line in enumerate(others) if line.endswith("'s turn"))
    return [line for line in others[first:] if not line.endswith("'s turn") and "Round" not in line]


async def test_what_others_did_is_told_in_a_line_and_on_a_card(play: Play) -> None:
    async with play(game()) as pilot:
        assert "Since your last turn" not in shown(pilot) or seat(pilot).recap
        await press(pilot, "full_stop")
        log = [line.text for line in seat(pilot).lines()]
        done = between_turns(log, "Aldis's turn")
        assert done
        assert "Since your last turn: " + done[-1][:30] in shown(pilot)
        await press(pilot, "R")
        assert isinstance(pilot.app.screen, RecapCard)
        text = " ".join(shown(pilot).split())
        assert all(" ".join(line.split())[:20] in text for line in done[:4])
        await press(pilot, "enter")
        assert pilot.app.screen is screen(pilot)


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
