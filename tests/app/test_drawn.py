"""Quick and daily battles: drawn from the first screen, changed, evened out, and fought."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import attrs
import pytest
from app.players import shown, until

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.odds import EvenedOut
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.content.generate import daily_name, drafted
from tacsim.player.drawn import evened_setup, setup_of


async def test_one_key_draws_a_battle_and_another_fights_it(keep: Path):
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        setup = pilot.app.screen.setup
        await until(pilot, lambda: setup.name in shown(pilot))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        assert pilot.app.screen.game.scenario.source == setup.base.source


async def test_what_is_asked_for_is_drawn_anew_and_asked_for_again(keep: Path):
    async with TacsimApp(keep=keep).run_test(size=(100, 50)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        first = pilot.app.screen.setup
        await pilot.press("g")
        await until(pilot, lambda: pilot.app.screen.setup is not first)
        assert pilot.app.screen.setup.drawn.wanted.seed != first.drawn.wanted.seed
        pilot.app.screen.setup.settings.controllers["foes"] = "human"
        menu = pilot.app.screen.query_one("#settings")
        for what, value in (("ruleset", "grid5e"), ("kind", "cave"), ("difficulty", "hard")):
            menu.focus()
            menu.highlighted = menu.get_option_index(f"drawn:{what}")
            await pilot.press("right")
            await until(pilot, lambda value=value: value in shown(pilot))
        assert pilot.app.screen.setup.ruleset == "grid5e"
        assert pilot.app.screen.setup.settings.controllers["foes"] == "human", "who plays stays"
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, SkirmishScreen))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        asked = pilot.app.screen.setup.drawn.wanted
        assert (asked.ruleset, asked.kind, asked.difficulty) == ("grid5e", "cave", "hard")


async def test_foes_that_were_evened_out_take_the_place_of_those_by_budget(
    keep: Path, monkeypatch: pytest.MonkeyPatch
):
    """Unless another battle is shown by then."""
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        screen = pilot.app.screen
        before = screen.setup
        wanted = attrs.evolve(before.drawn.wanted, seed=before.drawn.wanted.seed + 1)
        now = setup_of(drafted(wanted))
        screen.post_message(EvenedOut(setup_of(before.drawn), now))
        await pilot.pause()
        assert screen.setup is before
        screen.post_message(EvenedOut(before, now))
        await until(pilot, lambda: screen.setup is now)
        assert now.name in shown(pilot)
        assert any("Evened out" in one.message for one in pilot.app._notifications)


async def test_the_setup_tells_what_became_of_the_foes(keep: Path, monkeypatch: pytest.MonkeyPatch):
    """Their hit points, too: a pair of ogres, of which one usually has 29, has 70."""
    monkeypatch.setattr("tacsim.player.drawn.drawn_seed", lambda: 7)
    async with TacsimApp(keep=keep).run_test(size=(120, 40)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        screen = pilot.app.screen
        before = screen.setup
        ogres = next(
            found
            for family, _group in before.drawn.others()
            if (found := before.drawn.with_foes(("ogre", "ogre"), family)) is not None
        )
        tough = setup_of(attrs.evolve(ogres, toughness=1.2))
        screen.post_message(EvenedOut(before, tough))
        await until(pilot, lambda: screen.setup is tough)
        told = "70 hit points, 21 % above the usual 58."
        await until(pilot, lambda: told in shown(pilot))
        (said,) = [one.message for one in pilot.app._notifications]
        assert said == f"Evened out: other foes have come. {told}"
        weak = setup_of(attrs.evolve(ogres, toughness=0.8))
        screen.post_message(EvenedOut(tough, weak))
        await until(pilot, lambda: screen.setup is weak)
        said = [one.message for one in pilot.app._notifications][-1]
        assert said == "Evened out: the foes stay. 46 hit points, 21 % below the usual 58."


async def test_the_daily_battle_is_that_of_today_in_utc(keep: Path):
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        today = datetime.now(UTC).date()
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        name = pilot.app.screen.setup.name
        assert f"daily-{today.isoformat()}-v" in name or today != datetime.now(UTC).date()


async def test_the_daily_battle_begins_once_it_is_evened_out_and_not_before(keep: Path):
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        screen = pilot.app.screen
        before = screen.setup
        assert before.held
        assert "Daily battle" in shown(pilot)
        menu = screen.query_one("#settings")
        assert not [one for one in menu.options if (one.id or "").startswith("drawn")]
        await pilot.press("g")
        await pilot.press("b")
        await pilot.pause()
        assert pilot.app.screen is screen, "it is waited for"
        assert screen.setup is before, "no other is drawn for it"
        screen.post_message(EvenedOut(before, evened_setup(before, before.drawn)))
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        assert pilot.app.screen.game.scenario.source == before.base.source


async def test_an_evened_daily_battle_is_kept_while_the_game_runs(keep: Path):
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        before = pilot.app.screen.setup
        now = evened_setup(before, before.drawn)
        pilot.app.screen.post_message(EvenedOut(before, now))
        await until(pilot, lambda: pilot.app.daily is now)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, SkirmishScreen))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        today = daily_name(datetime.now(UTC).date())
        assert pilot.app.screen.setup is now or today not in now.name
