"""The gauntlet on the screens: a run begun, won, rested after, gone on with, lost, given up."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.alone import cut
from app.players import press, screen, settled, shown, until
from player.running import begun, fight, lost_game, won_game
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.battle.cards.result import ResultCard
from tacsim.app.battle.cards.reward_card import RewardCard
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.gauntlet import GauntletScreen
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.content.characters import Party, character
from tacsim.player.game import Game
from tacsim.player.gauntlet import ending, under_way
from tacsim.player.kept.parties import keep_party
from tacsim.player.kept.runs import enter, read_runs, run_over, runs_file
from tacsim.storage.errors import SaveError

pytestmark = pytest.mark.asyncio
SIZES = [(60, 20), (80, 24), (140, 45)]


def front(pilot: Pilot[int], kind: type) -> bool:
    return isinstance(pilot.app.screen, kind) and pilot.app.screen.stands


def notices(pilot: Pilot[int]) -> list[str]:
    return [str(note.message) for note in pilot.app._notifications]


async def come(pilot: Pilot[int], kind: type) -> None:
    await until(pilot, lambda: front(pilot, kind))


async def opened(pilot: Pilot[int]) -> GauntletScreen:
    await come(pilot, StartScreen)
    await pilot.press("g")
    await come(pilot, GauntletScreen)
    found = pilot.app.screen
    assert isinstance(found, GauntletScreen)
    return found


def line(pilot: Pilot[int]) -> str:
    """The line under the bar."""
    option = pilot.app.screen.query_one(OptionList).highlighted_option
    assert option is not None
    return str(option.prompt)


def closed(game: Game) -> Game:
    game.close()
    return game


@pytest.mark.parametrize("size", SIZES)
async def test_a_run_is_begun_by_keys(keep: Path, size: tuple[int, int]) -> None:
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await opened(pilot)
        text = shown(pilot)
        assert "No run is over yet." in text
        assert "Go on" not in text
        assert cut(pilot.app.screen) == []
        await pilot.press("down", "right")
        await until(pilot, lambda: "grid5e" in line(pilot))
        await pilot.press("down", "down", "right")
        await until(pilot, lambda: "hard" in line(pilot))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        await settled(pilot)
        game = screen(pilot).game
        assert (game.scenario.ruleset, game.scenario.gauntlet.fight) == ("grid5e", 1)
        assert game.scenario.gauntlet.difficulty == "hard"
        assert "Gauntlet, fight 1" in shown(pilot)
        await press(pilot, "q")
        await come(pilot, GauntletScreen)
        assert "fight 1" in line(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        assert screen(pilot).game.save == game.save


async def test_who_plays_the_foes_is_chosen_and_stays_chosen(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("down", "down", "down", "down")
        await until(pilot, lambda: "the computer, veteran" in line(pilot))
        await pilot.press("left")
        await until(pilot, lambda: "the computer, recruit" in line(pilot))
        await pilot.press("escape")
        await opened(pilot)
        assert "the computer, recruit" in shown(pilot)
        await pilot.press("n")
        await come(pilot, BattleScreen)
        game = screen(pilot).game
        assert [*game.controllers.values()] == ["human", "ai:greedy"]


async def test_a_party_of_ones_own_sets_out(keep: Path) -> None:
    keep_party(Party("The Watch", "d20").with_member(None, character("d20", "Orla")))
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("down", "down", "right")
        await until(pilot, lambda: "The Watch" in line(pilot))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        scenario = screen(pilot).game.scenario
        assert scenario.gauntlet.party == "The Watch"
        assert scenario["orla"].side == "heroes"


@pytest.mark.parametrize("size", SIZES)
async def test_after_a_won_fight_comes_a_rest_and_a_reward(
    keep: Path, size: tuple[int, int]
) -> None:
    game = closed(won_game())
    found = ending(game)
    assert found is not None
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await opened(pilot)
        await pilot.press("g")
        await come(pilot, ResultCard)
        text = shown(pilot)
        assert "Fight 1 of the gauntlet is won." in text
        assert "Go on: a rest" in text
        assert "Fight again" not in text
        await pilot.press("enter")
        await come(pilot, RewardCard)
        text = shown(pilot)
        assert cut(pilot.app.screen) == []
        ada = found.rested[0]
        hurt = f"Ada {ada.before} → {ada.after} of 300"
        assert hurt in text or f"Ada is unhurt: {ada.after} of 300" in text
        assert all(f" {n} " in text for n in (1, 2, 3))
        await pilot.press("2")
        await until(pilot, lambda: front(pilot, BattleScreen))
        await settled(pilot)
        following = screen(pilot).game
        assert "Gauntlet, fight 2" in shown(pilot)
        assert following.save == game.save
        assert following.scenario.gauntlet.rewards == (found.rewards[1].id,)
        assert following.session.begun
        await press(pilot, "q")
        await come(pilot, GauntletScreen)
        assert "fight 2" in line(pilot)


async def test_who_chooses_nothing_yet_may_do_so_later(keep: Path) -> None:
    game = closed(won_game())
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("g")
        await come(pilot, ResultCard)
        await pilot.press("g")
        await come(pilot, RewardCard)
        await pilot.press("escape")
        await come(pilot, ResultCard)
        await pilot.press("q")
        await come(pilot, GauntletScreen)
        assert "fight 1 is won" in line(pilot)
    assert under_way()[0].path == game.save


async def test_a_won_fight_is_in_the_list_of_what_can_be_gone_on_with(keep: Path) -> None:
    closed(won_game())
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await come(pilot, StartScreen)
        await pilot.press("c")
        await come(pilot, SavesScreen)
        assert "Gauntlet, fight 1" in line(pilot)
        assert "won: the next fight waits" in line(pilot)
        await pilot.press("enter")
        await come(pilot, ResultCard)
        assert "Go on: a rest" in shown(pilot)


async def test_a_lost_fight_is_over(keep: Path) -> None:
    closed(lost_game())
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await come(pilot, StartScreen)
        await pilot.press("c")
        await come(pilot, SavesScreen)
        assert "There is nothing here yet" in shown(pilot)
        await pilot.press("escape", "r")
        await until(pilot, lambda: front(pilot, SavesScreen) and "over" in line(pilot))


async def test_what_keeps_the_next_fight_from_beginning_is_told(keep: Path, monkeypatch) -> None:
    game = closed(won_game())

    def full(*_arguments: object, **_more: object) -> None:
        raise SaveError(game.save, "full")

    monkeypatch.setattr("tacsim.storage.folder.write_whole", full)
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("g")
        await come(pilot, ResultCard)
        await pilot.press("g")
        await come(pilot, RewardCard)
        await pilot.press("1")
        await come(pilot, ResultCard)
        assert any("cannot be begun" in one for one in notices(pilot))


@pytest.mark.parametrize("size", SIZES)
async def test_after_a_lost_fight_the_table_has_the_run_marked(
    keep: Path, size: tuple[int, int]
) -> None:
    other = fight("2025-01-01").gauntlet
    assert enter(runs_file(), run_over(other, "d20", 9, 40, ("Ada",))) == ""
    game = lost_game(fight_number=3)
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await opened(pilot)
        pilot.app.open_battle(game)
        await come(pilot, ResultCard)
        assert "The run is over: 2 fights were won." in shown(pilot)
        assert "Fight again" not in shown(pilot)
        assert "g the best runs" in shown(pilot).splitlines()[-1]
        await pilot.press("g")
        await come(pilot, GauntletScreen)
        assert line(pilot).startswith("> 2. 2 fights")
        text = shown(pilot)
        assert "1. 9 fights, 40 rounds" in text
        assert cut(pilot.app.screen) == []
    assert [one.won for one in read_runs(runs_file())[0]] == [9, 2]


async def test_a_lost_fight_that_was_opened_from_elsewhere_leads_to_the_table_too(
    keep: Path,
) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await come(pilot, StartScreen)
        pilot.app.open_battle(lost_game())
        await come(pilot, ResultCard)
        await pilot.press("enter")
        await come(pilot, GauntletScreen)
        assert line(pilot).startswith("> 1. 0 fights")
        await pilot.press("escape")
        await come(pilot, StartScreen)


async def test_a_new_run_ends_the_one_under_way_if_that_is_wanted(keep: Path) -> None:
    game = begun(fight())
    game.session.begin()
    game.close()
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("n")
        await come(pilot, SureCard)
        await pilot.press("n")
        await come(pilot, GauntletScreen)
        assert not runs_file().exists()
        await pilot.press("n")
        await come(pilot, SureCard)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        await settled(pilot)
        assert screen(pilot).game.save != game.save
    (run,), _trouble = read_runs(runs_file())
    assert (run.id, run.won) == (game.scenario.gauntlet.id, 0)


async def test_a_damaged_table_is_told_in_a_line(keep: Path) -> None:
    runs_file().write_text("no table")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        assert any("gauntlet-damaged-1.toml" in one for one in notices(pilot))
        assert "No run is over yet." in shown(pilot)


async def test_keys_that_lead_nowhere_are_not_shown(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        bar = shown(pilot).splitlines()[-1]
        assert "new run" in bar
        assert "go on" not in bar
        assert "change" not in bar
        await pilot.press("g", "right")
        assert front(pilot, GauntletScreen)
        await pilot.press("down")
        await until(pilot, lambda: "change" in shown(pilot).splitlines()[-1])


async def test_a_setup_says_who_begins_hurt(keep: Path, tmp_path: Path, monkeypatch) -> None:
    from app.players import CROSSING

    text = CROSSING.read_text().replace('kind = "ogre"', 'kind = "ogre"\nwounds = 20', 1)
    hurt = tmp_path / "hurt.toml"
    hurt.write_text(text)
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [hurt])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: "hurt: Ogre 9/29" in shown(pilot))
