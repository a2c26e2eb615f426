"""The list of saves: what each is, going on with it whatever state it is in, its file."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest
from app.conftest import Play
from app.players import game, press, screen, shown, until
from app.test_screens import loaded
from storage.fights import in_format_1, put_together, taken_apart
from textual.widgets import Input, OptionList

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.core.intents import Adjourn, EndTurn, Move
from tacsim.storage.folder import list_saves
from tacsim.storage.frames import PREAMBLE, _frame_at
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import EVENTS, KEYFRAME, STEP
from tacsim.storage.resume import play_on
from tacsim.storage.saved import read

pytestmark = pytest.mark.asyncio


def kept() -> Path:
    """A save of three steps in which Aldis is next, and after it the raiders."""
    a_game = game(saved=True, raiders="human")
    session = a_game.session
    session.begin()
    for intent in (Move("aldis", to=(6, 5)), Move("aldis", to=(7, 5)), EndTurn("aldis")):
        session.submit(intent)
    a_game.close()
    assert a_game.save is not None
    return a_game.save


def notes(pilot) -> str:
    return " ".join(str(note.message) for note in pilot.app._notifications)


async def opened(pilot, purpose: str = "continue") -> SavesScreen:
    pilot.app.open_screen(purpose if purpose == "continue" else "replays")
    await pilot.pause()
    await pilot.pause()
    assert isinstance(pilot.app.screen, SavesScreen)
    return pilot.app.screen


@pytest.fixture
async def pilot(keep: Path):
    async with TacsimApp(keep=keep).run_test(size=(100, 30)) as running:
        yield running


def changed(path: Path, name: str, change) -> Path:
    """A copy of a save with other contents and right checksums; the original is gone."""
    target = path.with_name(name)
    target.write_bytes(put_together(change(taken_apart(path))))
    path.unlink()
    return target


# --- what is listed ------------------------------------------------------------------------------


async def test_a_line_tells_name_round_turn_and_branches(pilot) -> None:
    path = kept()
    for _ in range(2):
        play_on(path, 1).journal.close()
    await opened(pilot)
    text = shown(pilot)
    assert "The crossing" in text
    assert "round 1" in text
    assert "3 branches" in text
    assert "Aldis is next" in text
    assert path.name in text


@pytest.mark.parametrize("what", ["continue", "replays", "parties", "monsters"])
async def test_a_list_of_nothing_shows_no_keys_for_its_lines(pilot, what: str) -> None:
    pilot.app.open_screen(what)
    await until(pilot, lambda: "Esc back" in shown(pilot))
    foot = shown(pilot).rstrip().splitlines()[-1]
    assert not {"Enter", "delete", "rename", "watch"} & {*foot.split()}


async def test_one_branch_is_not_counted_and_deleted_ones_are_not_either(pilot) -> None:
    path = kept()
    play_on(path, 1, name="other").journal.close()
    with Journal.resume(path) as journal:
        journal.go(journal.saved.main)
        journal.drop(journal.saved.branch("other"))
    await opened(pilot)
    assert "branch" not in shown(pilot).split("\n", 1)[1].split("Saved battles lie in")[0]
    assert [info.branches for info in list_saves()] == [1]


async def test_damage_and_old_formats_are_noted(pilot) -> None:
    path = kept()
    old = path.with_name("the-crossing-old.tacsim")
    old.write_bytes(in_format_1(read(path)))
    path.write_bytes(path.read_bytes()[:-5])
    await opened(pilot)
    text = shown(pilot)
    assert "older format 1" in text
    assert "bytes are lost" in text


# --- going on ------------------------------------------------------------------------------------


async def test_a_save_that_another_program_plays_is_watched(pilot) -> None:
    path = kept()
    with Journal.resume(path):
        before = path.read_bytes()
        await opened(pilot)
        await pilot.press("enter")
        replay = await loaded(pilot)
        assert isinstance(replay, ReplayScreen)
        assert "another program is playing this battle" in notes(pilot)
        await press(pilot, "right", "right")
        assert path.read_bytes() == before


async def test_an_old_save_goes_on_in_a_new_file_and_that_is_told(pilot) -> None:
    path = kept()
    old = path.with_name("old.tacsim")
    old.write_bytes(in_format_1(read(path)))
    path.unlink()
    before = old.read_bytes()
    await opened(pilot)
    await press(pilot, "enter")
    assert isinstance(screen(pilot), BattleScreen)
    assert "older format" in notes(pilot)
    assert "old-format2.tacsim" in notes(pilot)
    assert screen(pilot).game.save == old.with_name("old-format2.tacsim")
    assert old.read_bytes() == before


async def test_of_a_damaged_save_it_is_told_what_was_lost_and_where_it_goes_on(pilot) -> None:
    path = kept()
    whole = path.read_bytes()
    bad = path.with_name("the-crossing-bad.tacsim")
    cut = bytearray(whole)
    cut[-40] ^= 1
    bad.write_bytes(cut)
    path.unlink()
    await opened(pilot)
    await press(pilot, "enter")
    assert isinstance(screen(pilot), BattleScreen)
    assert "bytes are lost" in notes(pilot)
    assert "the-crossing-bad-recovered.tacsim" in notes(pilot)
    assert bad.read_bytes() == cut
    assert screen(pilot).game.save == bad.with_name("the-crossing-bad-recovered.tacsim")


async def test_of_a_damaged_save_that_was_gone_on_with_the_new_file_alone_is_continued(
    pilot,
) -> None:
    path = kept()
    path.write_bytes(path.read_bytes()[:-7])
    await opened(pilot)
    await press(pilot, "enter")
    await press(pilot, "q")
    assert [info.path.name for info in pilot.app.screen._saves] == [f"{path.stem}-recovered.tacsim"]
    await press(pilot, "escape")
    replays = await opened(pilot, "replays")
    assert len(replays._saves) == 2


async def test_a_damaged_save_of_a_battle_that_is_over_is_only_watched(pilot) -> None:
    a_game = game(saved=True, raiders="human")
    a_game.session.begin()
    a_game.session.submit(Adjourn())
    a_game.close()
    assert a_game.save is not None
    a_game.save.write_bytes(a_game.save.read_bytes()[:-7])
    (info,) = list_saves()
    assert info.over
    assert info.broken
    assert not (await opened(pilot))._saves
    await press(pilot, "escape")
    assert (await opened(pilot, "replays"))._saves


async def test_a_save_of_which_the_scenario_is_left_goes_on_from_its_beginning(pilot) -> None:
    """It is listed as the battle that it is, though no step of it can be read."""
    path = kept()
    data = path.read_bytes()
    piece = _frame_at(data, len(PREAMBLE), zlib.crc32(PREAMBLE))
    assert not isinstance(piece, str)
    spoilt = bytearray(data)
    spoilt[piece[1] + 8] ^= 1
    path.write_bytes(spoilt)
    await opened(pilot)
    assert "The crossing" in shown(pilot)
    await press(pilot, "enter")
    assert isinstance(screen(pilot), BattleScreen)
    assert "recovered.tacsim" in notes(pilot)


async def test_where_todays_rules_lead_elsewhere_watching_is_offered(pilot) -> None:
    def other_outcome(plains):
        at = [n for n, (kind, _) in enumerate(plains) if kind == STEP][1]
        plains[at][1][3] = bytes(8)  # the state that it led to then
        return [one for one in plains if one[0] not in (EVENTS, KEYFRAME)]

    path = changed(kept(), "odd.tacsim", other_outcome)
    await opened(pilot)
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(pilot.app.screen, SureCard)
    assert "today's rules lead elsewhere" in " ".join(shown(pilot).split())
    await pilot.press("y")
    replay = await loaded(pilot)
    assert isinstance(replay, ReplayScreen)
    assert path.is_file()


async def test_other_rules_that_lead_to_the_same_are_told(
    pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept()
    monkeypatch.setattr("tacsim.storage.saved.rules_fingerprint", lambda _rules: "others")
    await opened(pilot)
    await press(pilot, "enter")
    assert isinstance(screen(pilot), BattleScreen)
    assert "rules have changed" in notes(pilot)


async def test_what_is_no_save_says_so_and_nothing_opens(pilot, folders: Path) -> None:
    (folders / "saves" / "junk.tacsim").write_bytes(b"junk")
    found = await opened(pilot)
    await press(pilot, "enter")
    assert pilot.app.screen is found
    assert "junk" in notes(pilot)


# --- files ---------------------------------------------------------------------------------------


async def test_deleting_asks_first_and_deletes_nothing_else(pilot, folders: Path) -> None:
    first, second = kept(), kept()
    os.utime(first, (1000, 1000))
    before = second.read_bytes()
    await opened(pilot)
    await pilot.press("down", "d")
    await pilot.pause()
    assert first.name in shown(pilot)
    await pilot.press("n")
    await pilot.pause()
    assert first.is_file()
    await pilot.press("d")
    await pilot.pause()
    await pilot.press("y")
    await pilot.pause()
    assert not first.exists()
    assert second.read_bytes() == before
    assert [p.name for p in (folders / "saves").iterdir()] == [second.name]
    assert pilot.app.screen.query_one(OptionList).option_count == 1


async def test_a_file_gets_a_name_that_the_list_shows(pilot) -> None:
    path = kept()
    await opened(pilot)
    await pilot.press("n")
    await pilot.pause()
    line = pilot.app.screen.query_one(Input)
    assert line.value == path.stem
    line.value = "Saturday night"
    await pilot.press("enter")
    await pilot.pause()
    await pilot.pause()
    assert not path.exists()
    assert path.with_name("Saturday night.tacsim").is_file()
    assert "Saturday night ∙ The crossing ∙ round 1" in shown(pilot)


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "taken", "a\x1bb", "x" * 200])
async def test_names_that_cannot_be_are_refused(pilot, name: str) -> None:
    path = kept()
    path.with_name("taken.tacsim").write_bytes(b"something else")
    os.utime(path.with_name("taken.tacsim"), (1000, 1000))
    await opened(pilot)
    await pilot.press("n")
    await pilot.pause()
    pilot.app.screen.dismiss(name)
    await pilot.pause()
    await pilot.pause()
    assert path.is_file()
    assert path.with_name("taken.tacsim").read_bytes() == b"something else"
    assert sorted(p.name for p in path.parent.iterdir()) == sorted([path.name, "taken.tacsim"])
    assert notes(pilot)


async def test_what_is_being_played_is_neither_deleted_nor_renamed(pilot) -> None:
    path = kept()
    with Journal.resume(path):
        await opened(pilot)
        for keys in (("d",), ("n",)):
            await pilot.press(*keys)
            await pilot.pause()
            pilot.app.screen.dismiss(True if keys == ("d",) else "another")
            await pilot.pause()
            await pilot.pause()
        assert path.is_file()
        assert "another program is playing" in notes(pilot)


async def test_a_battle_fought_again_is_shown_from_its_beginning() -> None:
    from tacsim.player.game import taken_up
    from tacsim.storage.digest import StateDigest
    from tacsim.storage.resume import refight

    path = kept()
    again = taken_up(refight(path)[0])
    ended = read(path).current.last
    states = [StateDigest(one.world).kept for one in (
        again.opening, read(path).battle(), again.session.battle)]  # fmt: skip
    assert states[0] == states[1]
    assert states[2] == ended.digest
    again.close()


async def test_a_save_that_ends_before_the_battle_began_is_begun_once(play: Play) -> None:
    a_game = game(saved=True)
    path = a_game.save
    a_game.close()
    from tacsim.player.game import resumed_game
    from tacsim.storage.digest import StateDigest

    async with play(resumed_game(path)) as pilot:
        battle = screen(pilot)
        told = [StateDigest(one.world).kept for one in (battle.seat.playback.battle,
                battle.game.session.battle)]  # fmt: skip
        assert told[0] == told[1]
        lines = [line.text for line in battle.seat.log.lines(None)]
        assert sum("Initiative" in line for line in lines) == 1


async def test_the_list_says_in_full_where_the_saves_lie(
    keep: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However deep, and whether there are any or not."""
    deep = tmp_path / "a-folder-of-some-length" / "another-one-within-it"
    for filled in (False, True):
        monkeypatch.setenv("TACSIM_SAVES", str(deep))
        if filled:
            kept()
        async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
            await opened(pilot)
            told = "".join(line.strip() for line in shown(pilot).splitlines())
            assert "Saved battles lie in" in told
            assert str(deep) in told


async def test_a_save_of_a_newer_format_says_so(pilot) -> None:
    path = kept()
    data = bytearray(path.read_bytes())
    data[11] = 9
    path.write_bytes(bytes(data))
    await opened(pilot)
    assert "made by a newer tacsim: format 9, this one reads up to 2" in shown(pilot)
    await pilot.press("enter")
    await pilot.pause()
    assert "made by a newer tacsim" in notes(pilot)
    assert isinstance(pilot.app.screen, SavesScreen)
