"""Hotseat catch-up: what a side could see since its player last looked, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from app.conftest import Play
from app.halls import GAP, SOLID, parted
from app.players import SCENARIOS, click_on, game, press, screen, seat, shown, until
from gate import slow
from textual.pilot import Pilot

from tacsim.app.battle.cards.catch_up import CatchUpScreen
from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Condition, Conditions
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.player.game import resumed_game
from tacsim.player.record.absence import Missed, absence, lines_shown
from tacsim.player.record.playback import Playback
from tacsim.session.perception import Memory

MAPS = Path(__file__).parents[2] / "maps"


@pytest.fixture
def hall(tmp_path: Path):
    def written(wall: str = SOLID, at: tuple[int, int] = (1, 5)) -> Path:
        path = tmp_path / "hall.toml"
        path.write_text(parted(wall, at))
        return path

    return written


def missed_by(a_game, side: str) -> Missed:
    """What a side could see of a whole game."""
    opening = a_game.opening
    return Missed(side, absence(opening, 0, Memory(opening, side)), a_game.session.entries)


async def frames(pilot: Pilot[int]) -> AsyncIterator[str]:
    """What the screen shows, event by event."""
    catching = pilot.app.screen
    assert isinstance(catching, CatchUpScreen)
    yield shown(pilot)
    while not catching._missed.over:
        await pilot.press("right")
        for _ in range(3):
            await pilot.pause()
        yield shown(pilot)


# --- what is seen, counted on the board ----------------------------------------------------------


def test_a_foe_that_moves_unseen_is_no_part_of_it(hall) -> None:
    a_game = game(hall(), fog=True)
    session = a_game.session
    session.begin()
    for intent in (EndTurn("aldis"), Move("lurker", to=(4, 5)), EndTurn("lurker")):
        session.submit(intent)
    missed = missed_by(a_game, "heroes")
    events = []
    while (entry := missed.forward()) is not None:
        assert "lurker" not in missed.memory.known
        events.append(entry.event)
    assert all("lurker" not in (event.actor, getattr(event, "target", None)) for event in events)
    assert not any(event.NAME == "stepped" for event in events)
    assert missed.position == len(session.entries)


def test_where_the_log_has_nothing_to_say_there_are_no_lines(hall) -> None:
    """The one who was in sight went out of it: that is shown, and no sentence says it."""
    assert lines_shown([], missed_by(game(hall()), "heroes")) == []


def test_of_a_foe_that_passes_a_gap_only_the_steps_in_sight_are_shown(hall) -> None:
    a_game = game(hall(GAP, at=(0, 4)), fog=True)
    session = a_game.session
    session.begin()
    session.submit(Move("aldis", to=(4, 1)))
    session.submit(EndTurn("aldis"))
    steps = len(session.entries)
    way = tuple((x, 4) for x in range(1, 7))
    session.submit(Move("lurker", path=way, mode="double"))
    memory = session.onlookers.memories["heroes"]
    # straight above the gap only what lies in a widening cone below it can be seen
    seen = [cell for cell in way if memory.seen[cell[::-1]]]
    assert 0 < len(seen) < len(way)
    missed = missed_by(a_game, "heroes")
    shown_steps = []
    while (entry := missed.forward()) is not None:
        if entry.number >= steps and entry.event.NAME == "stepped":
            shown_steps.append(entry.event)
            if entry.event.dst in seen:
                assert "lurker" in missed.memory.known
            else:
                assert entry.event.src in seen  # it has just gone out of sight
                assert "lurker" not in missed.memory.known
    assert [step.dst for step in shown_steps if step.dst in seen] == seen


def test_a_blow_out_of_the_dark_is_shown_without_the_one_who_strikes(hall) -> None:
    a_game = game(hall(at=(2, 1)), fog=True)
    session = a_game.session
    session.begin()
    session.submit(EndTurn("aldis"))
    session.battle.world.put("aldis", Conditions((Condition("blinded"),)))
    session.onlookers.look()
    first = len(session.entries)
    opening = absence(session.battle, first, session.onlookers.memories["heroes"])
    session.submit(Strike("lurker", "aldis"))
    missed = Missed("heroes", opening, session.entries[first:])
    names = []
    while (entry := missed.forward()) is not None:
        assert "lurker" not in missed.memory.known
        names.append(entry.event.NAME)
    assert "struck" in names
    assert not {"rolled", "turn_started", "provoked"} & set(names)


def test_ground_seen_long_ago_is_still_remembered(hall) -> None:
    a_game = game(hall(GAP), fog=True)
    session = a_game.session
    session.begin()
    session.submit(Move("aldis", to=(4, 2)))
    session.submit(Move("aldis", to=(5, 0)))
    memory = session.onlookers.memories["heroes"]
    assert (memory.remembered & ~memory.seen).any()
    since = absence(session.battle, len(session.entries), memory)
    first = len(session.entries)
    session.submit(EndTurn("aldis"))
    missed = Missed("heroes", since, session.entries[first:])
    assert (missed.memory.remembered == memory.remembered).all()


# --- on the screen -------------------------------------------------------------------------------


SNAG = """
[[creature]]
id = "snag"
name = "Snag"
kind = "goblin"
side = "raiders"
at = [9, 1]
initiative = 5
"""


@pytest.mark.asyncio
async def test_nothing_of_an_unseen_foe_is_on_any_frame(play: Play, hall) -> None:
    path = hall()
    path.write_text(path.read_text() + SNAG)
    async with play(game(path, fog=True), size=(120, 40)) as pilot:
        await press(pilot, "enter", "full_stop", "enter")
        await press(pilot, "right", "right", "right", "enter", "full_stop")  # the lurker
        await press(pilot, "down", "enter", "full_stop")  # snag
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert "Lurker" not in shown(pilot)
        await press(pilot, "c")
        found = [text async for text in frames(pilot)]
        assert "Snag walks 1 square to (9,2)" in found[-1]
        for text in found:
            assert "Lur" not in text  # nor cut short, as a board has it
            assert "Sna" in text
            assert "orc" not in text
            assert "(4,5)" not in text
            assert "Aldis" in text
        assert sum("Snag's turn" in text for text in found) == len(found) - 1


@pytest.mark.asyncio
async def test_panels_that_a_smaller_window_brings_back_have_nothing_of_the_other_side(
    play: Play, hall
) -> None:
    async with play(game(hall(), fog=True), size=(140, 45)) as pilot:
        await press(pilot, "enter", "F", "full_stop", "enter")
        assert seat(pilot).viewer == "raiders"
        await pilot.resize_terminal(60, 20)
        assert "Lurker" in shown(pilot)
        assert "Aldis" not in shown(pilot)


@pytest.mark.asyncio
async def test_the_offer_does_not_tell_whether_anything_was_seen(play: Play, hall) -> None:
    """The one who has just played sits before the hand-over too."""
    async with play(game(hall(), fog=True)) as pilot:
        assert "c shows" not in shown(pilot)  # nobody has missed anything yet
        await press(pilot, "enter", "full_stop")
        still = shown(pilot)
        await press(pilot, "enter", "right", "right", "enter", "full_stop")
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert "c shows what you could see" in shown(pilot)
        assert "log" not in shown(pilot)
        assert shown(pilot).replace("Heroes", "") == still.replace("Raiders", "")
        await press(pilot, "c")
        assert isinstance(pilot.app.screen, CatchUpScreen)


@pytest.mark.asyncio
async def test_what_is_seen_is_shown_with_its_lines_and_then_one_is_asked_to_be_ready(
    play: Play, hall
) -> None:
    async with play(game(hall("............"), fog=True), size=(120, 40)) as pilot:
        await press(pilot, "enter", "right", "enter", "full_stop", "enter")
        await press(pilot, "right", "right", "enter", "full_stop")
        assert "c shows what you could see" in shown(pilot)
        await click_on(pilot, "#seen", "c shows")
        found = [text async for text in frames(pilot)]
        assert "what you saw" in found[0]
        assert "Lurker walks 2 squares to (3,5)" in found[-1]
        assert "Lurker walks" not in found[0]
        assert "Aldis walks" not in found[-1]  # that was before one looked away
        assert "That is all that was seen." in found[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HandoverScreen)
        await click_on(pilot, "#ready", "Press Enter")
        assert "Aldis ∙ Heroes (a person)" in shown(pilot)


@pytest.mark.asyncio
async def test_it_plays_by_itself_where_motion_is_on_and_is_left_at_any_time(
    play: Play, hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.battle.cards.catch_up.SECONDS", {})
    monkeypatch.setattr("tacsim.app.battle.cards.catch_up.OTHER", 0.01)
    async with play(game(hall("............"), fog=True)) as pilot:
        await press(pilot, "enter", "full_stop", "enter")
        await press(pilot, "right", "right", "enter", "full_stop")
        pilot.app.set_options(motion=True)
        await pilot.press("c")
        await until(pilot, lambda: pilot.app.screen._missed.over)
        monkeypatch.setattr("tacsim.app.battle.cards.catch_up.OTHER", 600.0)
        await pilot.press("r")
        await pilot.pause()
        assert "playing" in shown(pilot)
        await pilot.press("space")
        await pilot.pause()
        assert "held" in shown(pilot)
        assert not pilot.app.screen._missed.over
        await pilot.press("plus", "minus", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HandoverScreen)


@pytest.mark.asyncio
async def test_after_continuing_one_catches_up_from_ones_last_choice(play: Play, hall) -> None:
    a_game = game(hall("............"), fog=True, saved=True)
    async with play(a_game) as pilot:
        await press(pilot, "enter", "right", "enter", "full_stop", "enter")
        await press(pilot, "right", "right", "enter", "full_stop")
    async with play(resumed_game(a_game.save), size=(120, 40)) as pilot:
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert "Heroes" in shown(pilot)
        await press(pilot, "c")
        found = [text async for text in frames(pilot)]
        assert "Lurker walks 2 squares to (3,5)" in found[-1]
        assert "Aldis walks" not in found[-1]
        await press(pilot, "escape", "enter", "right", "enter", "full_stop", "c")
        found = [text async for text in frames(pilot)]
        assert "Aldis walks 1 square to (3,1)" in found[-1]
        assert "Aldis walks 1 square to (2,1)" not in found[-1]
        assert "Lurker walks" not in found[-1]


@pytest.mark.asyncio
async def test_the_board_is_never_moved_to_what_is_not_seen(
    play: Play, hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = hall(GAP, at=(2, 4))
    async with play(game(path, fog=True), size=(80, 24)) as pilot:
        await press(pilot, "enter", *["right"] * 3, "down", "enter", "full_stop", "enter")
        await press(pilot, *["right"] * 4, "enter")
        assert "Lurker stops in (3,4): sees Aldis" in shown(pilot)
        await press(pilot, *["right"] * 3, "enter", "full_stop", "c")
        catching = pilot.app.screen
        followed = []
        monkeypatch.setattr(catching.field.board, "follow", followed.append)
        monkeypatch.setattr(catching.field.board, "level_with", followed.append)
        while not catching._missed.over:
            followed.clear()
            await pilot.press("right")
            await pilot.pause()
            seen = catching._missed.memory.seen
            for body in followed:
                assert any(seen[cell[::-1]] for cell in body.cells)
        assert catching._missed.battle.world["lurker"].at == (6, 4)
        assert "lurker" not in catching._missed.memory.known


@pytest.mark.asyncio
async def test_what_was_taken_back_never_happened(play: Play, hall) -> None:
    async with play(game(hall("............"), fog=True), size=(120, 40)) as pilot:
        await press(pilot, "enter", "right", "enter", "u", "p", "full_stop", "c")
        found = [text async for text in frames(pilot)]
        assert not any("Aldis walks" in text for text in found)
        missed = pilot.app.screen._missed
        assert missed.battle.world["aldis"].at == (1, 1)
        assert screen(pilot).game.session.battle.world["aldis"].at == (1, 1)


# --- on every grid -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ogre_warren", *slow("smugglers_house", "gorge_bridge"), "hexes"])
def test_of_any_fight_only_what_was_known_is_shown_and_all_that_is_remembered_is(
    name: str,
) -> None:
    """Against what each side knew after each event while the battle was fought."""
    path = SCENARIOS / "hexes.toml" if name == "hexes" else MAPS / f"{name}.toml"
    sides = {side.id: "ai:greedy" for side in read_scenario(path).sides}
    a_game = game(path, fog=True, **sides)
    session, opening = a_game.session, a_game.opening
    session.begin()
    session.run(max_rounds=3)
    playback = Playback(opening)
    known = {side: [playback.memories[side].known] for side in sides}
    playback.take(session.entries)
    while playback.busy:
        playback.show_next()
        for side in sides:
            known[side].append(playback.memories[side].known)
    for side in sides:
        missed = Missed(side, absence(opening, 0, Memory(opening, side)), session.entries)
        assert missed.count
        while (entry := missed.forward()) is not None:
            seen = known[side][entry.number] | known[side][entry.number + 1]
            assert missed.memory.known in (known[side][entry.number + 1], known[side][-1])
            event = entry.event
            fields = ("actor", "target", "by", "about")
            parties = {getattr(event, field, None) for field in fields} - {None}
            if event.NAME in ("struck", "damaged", "downed", "area_made"):
                assert parties & seen or set(getattr(event, "targets", ())) & seen
            else:
                assert parties <= seen
        assert missed.position == len(session.entries)
        assert (missed.memory.remembered == playback.memories[side].remembered).all()
        assert missed.memory.known == playback.memories[side].known
