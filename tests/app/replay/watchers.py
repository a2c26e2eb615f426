"""Watching for tests: a saved battle, keys pressed in its replay, and what is to be read there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from app.players import CROSSING, PATIENCE, Brawler, game, shown
from textual.pilot import Pilot

from tacsim.app.replay.screen import ReplayScreen
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.storage.place import saves_folder
from tacsim.storage.resume import play_on
from tacsim.storage.saved import Saved, read
from tacsim.storage.timeline import Timeline

Watch = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


async def ready(pilot: Pilot[int]) -> ReplayScreen:
    """The replay screen, once nothing is being done beside it."""
    for _ in range(PATIENCE):
        await pilot.pause()
        found = next((s for s in pilot.app.screen_stack if isinstance(s, ReplayScreen)), None)
        if found is not None and not found.reel.busy:
            await pilot.pause()
            return found
        await pilot.pause(0.02)
    raise AssertionError("the replay never came")


async def keys(pilot: Pilot[int], *names: str) -> ReplayScreen:
    """Press keys, each once what the one before began is done."""
    for name in names:
        await pilot.press(name)
        replay = await ready(pilot)
    return replay


def line(pilot: Pilot[int]) -> str:
    """The line below the buttons: what was said last."""
    return shown(pilot).splitlines()[-2].strip()


def numbers(timeline: Timeline, wanted: Callable[[Any], bool]) -> list[int]:
    """The positions right after some events, gone through one after the other."""
    return [entry.number + 1 for entry in timeline if wanted(entry.event)]


class Restless(Brawler):
    """A brawler whose ogre runs to and fro, past whoever is in its way."""

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        if decision.is_turn and decision.actor == "ogre":
            to = (8, 3) if battle.world.clock.round % 2 == 0 else (6, 7)
            if check(battle, intent := Move("ogre", to=to)):
                return intent
        return super().choose(battle, decision)


FOUGHT: dict[tuple[Path, bool, int], tuple[str, bytes]] = {}
"""The files of battles that were fought before, by what they were asked for."""


def saved(path: Path = CROSSING, *, fog: bool = False, rounds: int = 5) -> Path:
    """A battle of brawlers, which is fought once and laid into every folder of saves."""
    if (path, fog, rounds) in FOUGHT:
        name, data = FOUGHT[path, fog, rounds]
        there = saves_folder() / name
        if not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
            return there
    a_game = game(path, fog=fog, saved=True, heroes="ai:greedy")
    fighters = Restless()
    a_game.session.controllers = dict.fromkeys(a_game.session.controllers, fighters)
    a_game.session.begin()
    a_game.session.run(max_rounds=rounds)
    a_game.close()
    assert a_game.save is not None
    FOUGHT[path, fog, rounds] = a_game.save.name, a_game.save.read_bytes()
    return a_game.save


PEOPLE = {"heroes": "human", "raiders": "human"}


def gone_on(path: Path, at: int, name: str, branch: str = "0") -> Saved:
    """The save after a branch on which everybody waits for two turns."""
    going = play_on(path, at, branch=branch, name=name, controllers=PEOPLE)
    for _ in range(2):
        decision = going.session.decision
        assert decision is not None
        going.session.submit(EndTurn(decision.actor))
    going.journal.close()
    return read(path)


def several(names: tuple[str, str, str] = ("one", "two", "three"), path: Path = CROSSING) -> Path:
    """A save with three branches, the second leaving the first."""
    found = saved(path)
    gone_on(found, 2, names[0])
    gone_on(found, 3, names[1], "1")
    gone_on(found, 4, names[2])
    return found
