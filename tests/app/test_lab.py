"""The lab: a setup tried beside the screen, held, compared, fought, watched, found again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import attrs
import pytest
from app.alone import cut
from app.players import screen, shown, until
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import OptionList

import tacsim
from tacsim.api.opening import scenario_of
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.lab import bench as benches
from tacsim.app.lab import screen as screens
from tacsim.app.lab.bench import Bench
from tacsim.app.lab.figures import figures
from tacsim.app.lab.screen import LabScreen
from tacsim.app.lab.vary_card import VaryCard, choices
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.frame import Card
from tacsim.app.widgets.board import BoardView
from tacsim.core.components import HitPoints
from tacsim.player.opening import Setup, settings_of
from tacsim.sim.simulate import trial_of
from tacsim.sim.tally import Tally
from tacsim.sim.trial import Trial
from tacsim.sim.vary import cases
from tacsim.sim.workers import Processes

pytestmark = pytest.mark.asyncio
DUEL = Path(__file__).parents[1] / "sim" / "duel.toml"
SIDES = {"blue": "quick", "red": "quick"}
SIZES = [(60, 20), (80, 24), (140, 45)]


def setup() -> Setup:
    scenario = scenario_of(DUEL)
    found = Setup(DUEL, scenario, settings_of(scenario))
    found.settings.controllers = {"blue": "human", "red": "ai:quick"}
    return found


@asynccontextmanager
async def opened(
    keep: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (100, 30), many: int = 6
) -> AsyncIterator[Pilot[int]]:
    """The setup of a quick battle, with the quick opponent for people."""
    monkeypatch.setattr(benches, "MANY", many)
    monkeypatch.setattr(benches, "DEFAULT_OPPONENT", "quick")
    monkeypatch.setattr("tacsim.app.menus.odds.REST", 1000)
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        pilot.app.push_screen(SkirmishScreen(keep.parent / "recent.toml", [], setup()))
        await until(pilot, lambda: front(pilot, SkirmishScreen))
        yield pilot


def front(pilot: Pilot[int], kind: type) -> bool:
    return isinstance(pilot.app.screen, kind) and pilot.app.screen.stands


def bench(pilot: Pilot[int]) -> Bench:
    found = next(s for s in pilot.app.screen_stack if isinstance(s, SkirmishScreen))._bench
    assert found is not None
    return found


async def tried(
    pilot: Pilot[int], so: Callable[[Bench], bool] = lambda one: one.trial.enough
) -> None:
    """The lab, when so much has been fought."""
    if not front(pilot, LabScreen):
        await pilot.press("t")
    await until(pilot, lambda: front(pilot, LabScreen) and so(bench(pilot)))


@pytest.mark.parametrize("size", SIZES)
async def test_what_it_tells_is_what_simulate_answers(keep, monkeypatch, size):
    expected = tacsim.simulate(DUEL, 6, SIDES, 0, workers=1)
    async with opened(keep, monkeypatch, size) as pilot:
        await tried(pilot)
        await until(pilot, lambda: "6 battles" in shown(pilot))
        for one in expected["sides"].values():
            assert f"{one['rate']:.0%} ({one['low']:.0%} - {one['high']:.0%})" in shown(pilot)
        assert cut(pilot.app.screen) == []
        board = pilot.app.screen.query_one(BoardView)
        if not board.is_on_screen:
            assert "Tab" in shown(pilot) or "⋯" in shown(pilot)
            await pilot.press("tab")
            await until(pilot, lambda: board.is_on_screen)
        assert board.state is not None
        assert set(board.state.overlay.heat) == {tuple(one["at"]) for one in expected["fell"]}
        assert max(board.state.overlay.heat.values()) == 9
        most = max(one["count"] for one in expected["fell"])
        assert f"9 where they fell most, {most} time" in shown(pilot)


async def test_while_it_is_told_nothing_is_counted(keep, monkeypatch):
    held = list[bool]()

    def told(trial: Trial, *more: object) -> Iterator[Content]:
        held.append(trial.counting.locked())
        return figures(trial, *more)

    def counted(tally: Tally, *one: object) -> None:
        held.append(tally is not trial.tallies[0] or trial.counting.locked())
        add(tally, *one)

    add, trial = Tally.add, trial_of(DUEL, 2, SIDES)
    monkeypatch.setattr(screens, "figures", told)
    monkeypatch.setattr(Tally, "add", counted)
    trial.fight(Processes(1))
    async with opened(keep, monkeypatch, many=2) as pilot:
        await tried(pilot)
    assert len(held) > 2
    assert all(held)


async def test_it_is_held_and_goes_on_and_fights_more(keep, monkeypatch):
    async with opened(keep, monkeypatch, many=100_000) as pilot:
        await tried(pilot, lambda one: one.trial.done > 0)
        await pilot.press("space")
        trial, turn = bench(pilot).trial, bench(pilot)._turn
        await until(pilot, lambda: not turn.locked())
        assert not trial.enough
        assert "held" in shown(pilot)
        some = trial.done + 2
        trial.plans = tuple(attrs.evolve(plan, count=some) for plan in trial.plans)
        monkeypatch.setattr(benches, "MANY", 3)
        await pilot.press("space")
        await tried(pilot)
        await pilot.press("m")
        await tried(pilot, lambda one: one.trial.done == some + 3)
        seeds = [row["seed"] for row in trial.answer().records]
        assert seeds == list(range(some + 3)), "none twice, none left out"


async def test_one_goes_back_and_finds_it_further_on(keep, monkeypatch):
    async with opened(keep, monkeypatch, many=8) as pilot:
        await tried(pilot, lambda one: one.trial.done > 0)
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, SkirmishScreen))
        before = bench(pilot)
        await until(pilot, lambda: before.trial.enough)
        await tried(pilot)
        assert bench(pilot) is before
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, SkirmishScreen))
        pilot.app.screen.setup.settings.fog = True
        await tried(pilot, lambda one: one is not before)
        assert bench(pilot).scenario.fog


async def test_the_typical_one_is_fought_by_oneself_with_its_dice(keep, monkeypatch):
    async with opened(keep, monkeypatch) as pilot:
        await tried(pilot)
        typical = bench(pilot).trial.answer()["notable"]["typical"]["seed"]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen_stack[-1], BattleScreen | Card))
        game = screen(pilot).game
        assert game.session.battle.world.dice.seed == typical
        assert game.chosen.controllers == {"blue": "human", "red": "ai:quick"}


async def test_the_typical_one_is_watched(keep, monkeypatch):
    async with opened(keep, monkeypatch) as pilot:
        await tried(pilot)
        typical = bench(pilot).trial.answer()["notable"]["typical"]
        fight, may_end = screens.write, Event()
        monkeypatch.setattr(screens, "write", lambda *given: may_end.wait() and fight(*given))
        await pilot.press("w")
        pilot.app.clear_notifications()
        await until(pilot, lambda: "being fought again" in shown(pilot))
        may_end.set()
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, LabScreen))
        assert "being fought again" not in shown(pilot)
        assert typical["winner"] in SIDES


@pytest.mark.parametrize("size", SIZES)
async def test_it_is_compared_with_what_it_might_be(keep, monkeypatch, size):
    async with opened(keep, monkeypatch, size) as pilot:
        await tried(pilot)
        await pilot.press("v")
        await until(pilot, lambda: front(pilot, VaryCard))
        assert cut(pilot.app.screen) == []
        menu = pilot.app.screen.query_one(OptionList)
        lines = [str(menu.get_option_at_index(at).prompt) for at in range(menu.option_count)]
        menu.highlighted = next(at for at, line in enumerate(lines) if "Lucan" in line)
        before = str(menu.highlighted_option.prompt)
        await pilot.press("right")
        await until(pilot, lambda: str(menu.highlighted_option.prompt) != before)
        await pilot.press("enter")
        await until(pilot, lambda: front(pilot, LabScreen))
        await tried(pilot)
        ((key, values),) = bench(pilot).vary.items()
        assert key == "lucan.hp"
        assert values[0] == scenario_of(DUEL)["lucan"].get(HitPoints).maximum
        text = f"Lucan: hit points {values[1]}"
        await until(pilot, lambda: text in shown(pilot))
        await until(pilot, lambda: "12 battles" in shown(pilot))
        assert cut(pilot.app.screen) == []


async def test_everything_that_is_offered_can_be_tried():
    one = Bench(setup())
    keys = set()
    for choice in choices(one):
        keys.add(choice.key)
        if choice.others:
            found = cases(one.scenario, {choice.key: [choice.now, *choice.others[:1]]})
            assert found[0][1].creatures == one.scenario.creatures
    assert {"blue.controller", "lucan.hp", "rules.morale"} <= keys
    assert any(key.startswith("count.") for key in keys)


async def test_what_cannot_be_tried_is_said_and_changes_nothing(monkeypatch):
    one = Bench(setup())
    trial = one.trial
    with pytest.raises(ValueError, match="lucan"):
        one.compare({"lucann.hp": [1]})
    assert (one.trial, one.vary) == (trial, {})


async def test_one_that_is_held_before_anything_came_of_it_does_not_say_that_it_fights(
    keep, monkeypatch
):
    async with opened(keep, monkeypatch, many=100_000) as pilot:
        monkeypatch.setattr(benches.Bench, "go_on", lambda *_args: None)
        await pilot.press("t")
        await until(pilot, lambda: front(pilot, LabScreen))
        await pilot.press("space")
        await until(pilot, lambda: "held" in shown(pilot))
        assert "No battle is over yet." in shown(pilot)
