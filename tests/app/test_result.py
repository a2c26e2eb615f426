"""After a battle: what the screen tells of it, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from app.conftest import Play
from app.players import CROSSING, SCENARIOS, Brawler, game, press, screen, settled, shown, until
from app.test_screens import loaded
from gate import slow
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.battle.cards.result import ResultCard
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.fork_card import ForkCard
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.core import events as ev
from tacsim.player.game import Game, resumed_game
from tacsim.player.seat import Seat

SIZES = [(60, 20), (80, 24), (140, 45)]


def fought(path: Path = CROSSING, *, saved: bool = True, fog: bool = False) -> Game:
    """A battle fought to its end by brawlers; the heroes are a person's."""
    done = game(path, saved=saved, fog=fog)
    people = dict(done.session.controllers)
    done.session.controllers = dict.fromkeys(done.controllers, Brawler())
    done.session.begin()
    done.session.run(100)
    done.session.controllers = people
    assert done.session.over
    return done


async def ended(pilot: Pilot[int]) -> ResultCard:
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultCard))
    await settled(pilot)
    card = pilot.app.screen
    assert isinstance(card, ResultCard)
    return card


def told(pilot: Pilot[int]) -> str:
    """All that the card tells, scrolled out or not."""
    found = pilot.app.screen.query_one("#told").render()
    return str(found)


def test_one_person_alone_is_told_who_has_lost() -> None:
    done = fought(saved=False)
    world = done.session.battle.world
    winner, loser = sorted(("heroes", "raiders"), key=lambda side: side != world.outcome.winner)
    victory = f"Victory: {world.sides[winner].name}"
    told = []
    for people in ((winner,), (loser,), (winner, loser), ()):
        others = {side for side in (winner, loser) if side not in people}
        done.session.controllers = dict.fromkeys(others, Brawler())
        told.append(ResultCard(Seat(done)).heading())
    assert told == [f"You have won. {victory}", f"You have lost. {victory}", victory, victory]


# --- what it tells -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.asyncio
async def test_it_tells_the_battle_at_every_size(play: Play, size: tuple[int, int]) -> None:
    done = fought()
    account, world = done.account(), done.session.battle.world
    async with play(done, size) as pilot:
        card = await ended(pilot)
        text = told(pilot)
        for side in world.sides.items:
            tally = account.of_side(world, side.id)
            line = next(row for row in text.splitlines() if row[2:].startswith(f"{side.name} "))
            cells = line[2 + len(side.name) :].split()
            assert cells[:2] == [str(tally.dealt), str(tally.taken)]
            assert cells[2:5] == [str(tally.hits), "of", str(tally.attacks)]
            assert cells[6:] == [str(tally.given), str(tally.used)]
        assert all(one.name in text for one in world.creatures)
        assert "The turning point" in text
        room = card.query_one("#told").content_size.width
        assert max(map(len, text.splitlines())) <= room, "no line is folded"


@pytest.mark.asyncio
async def test_at_140x45_all_of_it_is_on_the_screen(play: Play) -> None:
    async with play(fought(), (140, 45)) as pilot:
        card = await ended(pilot)
        assert card.query_one("#happened", VerticalScroll).max_scroll_y == 0
        menu = card.query_one(OptionList)
        assert menu.max_scroll_y == 0
        assert "100" in shown(pilot)


@pytest.mark.asyncio
async def test_a_small_screen_is_read_on_with_keys(play: Play) -> None:
    async with play(fought(), (60, 20)) as pilot:
        card = await ended(pilot)
        happened = card.query_one("#happened", VerticalScroll)
        assert happened.max_scroll_y > 0
        await press(pilot, "space")
        assert happened.scroll_y > 0
        await press(pilot, *["space"] * 5)
        assert happened.scroll_y == happened.max_scroll_y
        await press(pilot, *["pageup"] * 6)
        assert happened.scroll_y == 0


@pytest.mark.asyncio
async def test_in_ascii_the_chart_is_in_ascii(play: Play) -> None:
    async with play(fought(), (80, 24)) as pilot:
        assert isinstance(pilot.app, TacsimApp)
        pilot.app.set_options(graphics="ascii")
        card = await ended(pilot)
        card._tell()
        chart = told(pilot).partition("Hit points left")[2].partition("The turning")[0]
        assert chart.isascii()
        assert "oo" in chart


# --- where it leads ------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_turning_point_leads_to_the_replay_there(play: Play) -> None:
    done = fought()
    turning = done.account().turning
    assert turning is not None
    async with play(done, (80, 24)) as pilot:
        await ended(pilot)
        await pilot.press("t")
        replay = await loaded(pilot)
        assert replay.reel.timeline.position == turning.number + 1
        assert replay.reel.entry == turning


@pytest.mark.parametrize("key", ["t", *slow("r")])
@pytest.mark.asyncio
async def test_the_replay_leads_back_to_the_result_and_that_to_the_board(
    play: Play, key: str
) -> None:
    async with play(fought(), (80, 24)) as pilot:
        await ended(pilot)
        for _again in range(2):
            await pilot.press(key)
            await loaded(pilot)
            await pilot.press("q")
            await ended(pilot)
        await press(pilot, "b")
        assert pilot.app.screen is screen(pilot)


@pytest.mark.asyncio
async def test_a_branch_begun_in_the_replay_is_not_covered_by_the_result(play: Play) -> None:
    async with play(fought(), (80, 24)) as pilot:
        await ended(pilot)
        first = screen(pilot)
        await pilot.press("t")
        replay = await loaded(pilot)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, ForkCard))
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot) is not first)
        await settled(pilot)
        assert pilot.app.screen is screen(pilot)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is replay)
        await loaded(pilot)
        await pilot.press("q")
        await ended(pilot)


@pytest.mark.asyncio
async def test_two_keys_at_once_open_one_replay(play: Play) -> None:
    async with play(fought(), (80, 24)) as pilot:
        card = await ended(pilot)
        card.action_answer("turning")
        card.action_answer("replay")
        await pilot.press("t", "r")
        await loaded(pilot)
        kinds = [type(one) for one in pilot.app.screen_stack]
        assert kinds.count(ReplayScreen) == 1


@pytest.mark.asyncio
async def test_every_fall_leads_to_the_replay_there(play: Play) -> None:
    done = fought()
    falls = done.account().falls
    assert falls
    for number, fall in enumerate(falls):
        async with play(done, (80, 24)) as pilot:
            card = await ended(pilot)
            menu = card.query_one(OptionList)
            menu.highlighted = menu.get_option_index(f"fall:{number}")
            await pilot.press("enter")
            replay = await loaded(pilot)
            entry = replay.reel.entry
            assert entry is not None
            assert isinstance(entry.event, ev.Downed)
            assert (entry.number, entry.event.target) == (fall.number, fall.creature)


@pytest.mark.asyncio
async def test_a_second_key_behind_the_first_is_not_for_the_replay(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with play(fought(), (80, 24)) as pilot:
        card = await ended(pilot)
        assert card._account is not None
        assert card._account.turning is not None
        monkeypatch.setattr("tacsim.app.battle.screen.CALM", 1000.0)
        await pilot.press("t")
        replay = await loaded(pilot)
        await pilot.press("t", "right", "p", "R")
        assert replay.reel.timeline.position == card._account.turning.number + 1
        replay._calmed()
        await pilot.press("right")
        await until(pilot, lambda: replay.reel.timeline.position > card._account.turning.number + 1)


@pytest.mark.parametrize("saved", [True, False])
@pytest.mark.asyncio
async def test_what_the_card_offers_is_in_the_command_palette_once(play: Play, saved: bool) -> None:
    async with play(fought(saved=saved), (80, 24)) as pilot:
        card = await ended(pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: pilot.app.screen is not card)
        commands = list(pilot.app.get_system_commands(card))
        titles = [one.title.rpartition(" (")[0] or one.title for one in commands]
        assert len(titles) == len(set(titles))
        assert {"Options", "Help", "Fight again", "Change sides", "Back to the setup"} <= set(
            titles
        )
        assert ("Watch how it turned" in titles) is saved
        assert "Scroll Left" not in titles
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is card)
        await next(one for one in commands if one.title.startswith("Change sides")).callback()
        await until(pilot, lambda: pilot.app.screen is not card)
        await settled(pilot)
        assert screen(pilot).game.controllers == {"heroes": "ai:greedy", "raiders": "human"}


@pytest.mark.asyncio
async def test_the_replay_from_the_beginning_begins_there(play: Play) -> None:
    async with play(fought(), (80, 24)) as pilot:
        await ended(pilot)
        await pilot.press("r")
        replay = await loaded(pilot)
        assert replay.reel.timeline.position == replay.reel.timeline.rounds[0]


@pytest.mark.parametrize("key", ["a", *slow("s", "c")])
@pytest.mark.asyncio
async def test_it_is_fought_again(play: Play, key: str) -> None:
    done = fought()
    async with play(done, (80, 24)) as pilot:
        await ended(pilot)
        await pilot.press(key, key)
        await until(pilot, lambda: screen(pilot).game is not done)
        await settled(pilot)
        again = screen(pilot).game
        assert [type(one) for one in pilot.app.screen_stack].count(BattleScreen) == 1
        assert again.scenario is done.scenario
        same = again.account().seed == done.account().seed
        assert same == (key != "a")
        swapped = {"heroes": "ai:greedy", "raiders": "human"}
        assert again.controllers == (swapped if key == "c" else done.controllers)


@pytest.mark.asyncio
async def test_a_key_meant_for_the_battle_is_no_answer(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.battle.screen.CALM", 1000.0)
    async with play(fought(), (80, 24)) as pilot:
        card = await ended(pilot)
        await press(pilot, "b")  # no key came before, so it takes this one
        screen(pilot).game_loop.restless = monotonic()
        screen(pilot).ended()
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultCard))
        again = pilot.app.screen
        assert again is not card
        await press(pilot, "a", "enter", "s")
        assert pilot.app.screen is again


@pytest.mark.asyncio
async def test_sides_are_not_changed_where_nothing_would_change(play: Play) -> None:
    async with play(game(heroes="ai:greedy", saved=True), (80, 24)) as pilot:
        card = await ended(pilot)
        ids = [option.id for option in card.query_one(OptionList).options]
        assert "swap" not in ids
        first = screen(pilot).game
        await press(pilot, "c")
        assert pilot.app.screen is card
        assert screen(pilot).game is first


@pytest.mark.asyncio
async def test_what_is_not_saved_cannot_be_watched(play: Play) -> None:
    async with play(fought(saved=False), (80, 24)) as pilot:
        card = await ended(pilot)
        await press(pilot, "r", "t")
        assert pilot.app.screen is card
        ids = [option.id or "" for option in card.query_one(OptionList).options]
        assert not [one for one in ids if one.startswith("fall") or one in ("replay", "turning")]


@pytest.mark.asyncio
async def test_back_to_the_setup_with_what_was_chosen(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [CROSSING, SCENARIOS / "wall.toml"]
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: found)
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        setup = pilot.app.screen
        assert isinstance(setup, SkirmishScreen)
        await pilot.press("tab")
        assert setup.setup is not None
        setup.setup.settings.controllers.update(heroes="ai:greedy", raiders="ai:cautious")
        setup.setup.settings.fog = True
        chosen = (dict(setup.setup.settings.controllers), True, setup.setup.settings.seed)
        await pilot.press("b")
        await ended(pilot)
        await pilot.press("u", "u")
        await until(pilot, lambda: pilot.app.screen is setup)
        assert (
            setup.setup.settings.controllers,
            setup.setup.settings.fog,
            setup.setup.settings.seed,
        ) == chosen
        assert [type(one) for one in pilot.app.screen_stack].count(BattleScreen) == 0


@pytest.mark.asyncio
async def test_the_setup_of_a_battle_that_is_in_no_file(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [SCENARIOS / "wall.toml"])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    done = fought()
    done.close()
    assert done.save is not None
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        assert isinstance(pilot.app, TacsimApp)
        pilot.app.open_battle(resumed_game(done.save))
        await ended(pilot)
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        await until(pilot, lambda: "The crossing" in shown(pilot))
        setup = pilot.app.screen
        assert isinstance(setup, SkirmishScreen)
        await until(pilot, lambda: setup.setup is not None)
        assert setup.setup is not None
        assert setup.setup.settings.controllers == {"heroes": "human", "raiders": "ai:greedy"}
        await pilot.press("b", "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        await settled(pilot)
        assert screen(pilot).game.scenario.creatures == done.scenario.creatures


@pytest.mark.asyncio
async def test_board_and_leave(play: Play) -> None:
    async with play(fought(), (80, 24)) as pilot:
        await ended(pilot)
        await press(pilot, "b", "b")
        assert isinstance(pilot.app.screen, BattleScreen)
        await press(pilot, "enter")
        await ended(pilot)
        await pilot.press("q", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))


@pytest.mark.asyncio
async def test_a_battle_gone_on_with_is_told_from_its_beginning(play: Play) -> None:
    done = fought()
    whole = done.account()
    done.close()
    assert done.save is not None
    again = resumed_game(done.save)
    assert again.account() == whole
    async with play(again, (140, 45)) as pilot:
        await ended(pilot)
        dealt = whole.of_side(done.session.battle.world, "heroes").dealt
        line = next(row for row in told(pilot).splitlines() if row[2:].startswith("Heroes "))
        assert line.split()[2] == str(dealt)


# --- pictures ------------------------------------------------------------------------------------


@pytest.fixture
def compare(snap_compare: Any, keep: Path) -> Callable[..., bool]:
    def check(size: tuple[int, int], graphics: str = "unicode", *keys: str) -> bool:
        async def before(pilot: Pilot[int]) -> None:
            assert isinstance(pilot.app, TacsimApp)
            pilot.app.set_options(graphics=graphics)
            pilot.app.open_battle(fought())
            await ended(pilot)
            await press(pilot, *keys)

        app = TacsimApp(keep=keep)
        same: bool = snap_compare(app, run_before=before, terminal_size=size)
        return same

    return check


def test_picture_at_80x24(compare: Callable[..., bool]) -> None:
    assert compare((80, 24))


def test_picture_of_the_rest_at_80x24(compare: Callable[..., bool]) -> None:
    assert compare((80, 24), "unicode", "space", "space")


def test_picture_at_140x45(compare: Callable[..., bool]) -> None:
    assert compare((140, 45))


def test_picture_in_ascii_at_60x20(compare: Callable[..., bool]) -> None:
    assert compare((60, 20), "ascii")
