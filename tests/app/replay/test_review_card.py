"""The review after a battle and in a replay: worked out beside the screen, it leads to a moment."""

from __future__ import annotations

from threading import Event, Thread, current_thread
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from app.conftest import Play
from app.players import press, until
from app.test_result import ended, fought
from app.test_screens import loaded
from textual.widgets import Static

import tacsim.app.replay.review_card as cards
from tacsim.app.replay.review_card import ReviewCard
from tacsim.core.intents import EndTurn, Strike
from tacsim.session.account import Tally
from tacsim.session.reviewed import Costly, Reviewed
from tacsim.storage.saved import read

AT = 20


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Of what a review was made; what it finds is always the same."""
    found: list[Any] = []

    def reviewed(path: Any, branch: Any, side: Any, *, workers: int, progress: Any) -> Reviewed:
        found.append((path, branch, side, workers))
        progress(1, 2)
        world = read(path).battle().world
        did, better = EndTurn("aldis"), Strike("aldis", "ogre")
        one = Costly(7, AT, 1, "aldis", "turn", None, did, better, 0.5, 0.1, 3.0, 0.0,
                     known=frozenset(world.ids))  # fmt: skip
        luck = {side.id: Tally() for side in world.sides.items}
        return Reviewed((one,), luck, ("heroes",), 2, 2, world)

    monkeypatch.setattr(cards, "reviewed", reviewed)
    return found


@pytest.mark.asyncio
async def test_from_the_result_it_leads_to_the_replay_there(play: Play, asked: list[Any]) -> None:
    """There it is not made anew: what was found is looked at from moment to moment."""
    async with play(fought()) as pilot:
        await ended(pilot)
        await press(pilot, "v")
        await until(pilot, lambda: "cost most" in said(pilot))
        await press(pilot, "enter")
        replay = await loaded(pilot)
        assert replay.reel.timeline.position == AT
        await press(pilot, "v")
        await until(pilot, lambda: "cost most" in said(pilot))
        await press(pilot, "escape")
        assert pilot.app.screen is replay
    assert [one[1:] for one in asked] == [("0", None, 1)]


@pytest.mark.asyncio
async def test_it_goes_on_while_it_is_left(
    play: Play, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, further = cards.reviewed, Event()

    def slowly(*what: Any, progress: Any, **how: Any) -> Reviewed:
        review = found(*what, progress=progress, **how)
        further.wait(60)
        progress(2, 2)
        return review

    monkeypatch.setattr(cards, "reviewed", slowly)
    async with play(fought()) as pilot:
        await ended(pilot)
        await press(pilot, "v")
        await until(pilot, lambda: "1 of 2" in said(pilot))
        assert "it goes on meanwhile" in foot(pilot)
        assert "Enter" not in foot(pilot), "there is no moment to be shown yet"
        await press(pilot, "escape")
        further.set()
        await press(pilot, "v")
        await until(pilot, lambda: "cost most" in said(pilot))
        assert foot(pilot).startswith("Enter shows that moment")
    assert len(asked) == 1


@pytest.mark.asyncio
async def test_however_often_it_is_left_only_the_last_one_waits(
    play: Play, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that waits keeps a thread and all of its card."""
    found, further = cards.reviewed, Event()
    monkeypatch.setattr(
        cards, "reviewed", lambda *of, **how: further.wait(60) and found(*of, **how)
    )
    async with play(fought()) as pilot:
        await ended(pilot)
        before = threads()
        for _ in range(3):
            await press(pilot, "v")
            await until(pilot, lambda: isinstance(pilot.app.screen, ReviewCard))
            await press(pilot, "escape")
        await until(pilot, lambda: len(threads() - before) == 2)
        further.set()
        await until(pilot, lambda: not threads() - before)
    assert len(asked) == 1


def threads() -> set[Thread]:
    return {one for one in enumerate_threads() if one.daemon}


@pytest.mark.asyncio
async def test_no_program_waits_for_it_to_end(
    play: Play, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a while to notice that the game has been left."""
    found, makers = cards.reviewed, list[Thread]()

    def made(*what: Any, **how: Any) -> Reviewed:
        makers.append(current_thread())
        return found(*what, **how)

    monkeypatch.setattr(cards, "reviewed", made)
    async with play(fought()) as pilot:
        await ended(pilot)
        await press(pilot, "v")
        await until(pilot, lambda: "cost most" in said(pilot))
    assert [maker.daemon for maker in makers] == [True]


def said(pilot: Any) -> str:
    screen = pilot.app.screen
    if not isinstance(screen, ReviewCard) or not screen.query("#said"):
        return ""
    return str(screen.query_one("#said", Static).render())


def foot(pilot: Any) -> str:
    return str(pilot.app.screen.query_one("#foot", Static).render())
