"""Parties: made, changed and deleted in the game, and the heroes of the battles that are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.players import CROSSING, screen, settled, shown, until
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.character_card import CharacterCard
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.parties import PartiesScreen, RulesetCard
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.app import TacsimApp
from tacsim.content.characters import Party, character
from tacsim.content.scenarios import read_scenario
from tacsim.player.game import resumed_game
from tacsim.player.kept.parties import delete_party, keep_party, kept_parties, parties_folder
from tacsim.player.kept.recent import read_recent
from tacsim.player.opening import again

SIZES = [(120, 40), (80, 24), (60, 20)]


def front(pilot: Pilot[int], kind: type) -> bool:
    return isinstance(pilot.app.screen, kind) and pilot.app.screen.stands


def told(pilot: Pilot[int]) -> list[str]:
    return [str(note.message) for note in pilot.app._notifications]


async def opened(pilot: Pilot[int]) -> None:
    await pilot.press("p")
    await until(pilot, lambda: front(pilot, PartiesScreen))


def kept(ruleset: str, *names: str, name: str = "The Five") -> Party:
    party = Party(name, ruleset)
    for each in names:
        party = party.with_member(None, character(ruleset, each))
    keep_party(party)
    return party


async def begin_party(pilot: Pilot[int]) -> None:
    """Name a party of the first rules there are: its first character is asked for then."""
    await pilot.press("n")
    await until(pilot, lambda: front(pilot, RulesetCard))
    await pilot.press("enter")
    await until(pilot, lambda: front(pilot, TextCard))
    await pilot.press(*"Watch", "enter")


async def test_a_character_that_cannot_be_kept_is_shown_again(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        parties_folder().parent.mkdir(parents=True, exist_ok=True)
        parties_folder().write_text("in the way")
        await begin_party(pilot)
        await until(pilot, lambda: front(pilot, CharacterCard))
        await pilot.press("down", "right", "down", "right")
        await until(pilot, lambda: "barbarian" in shown(pilot))
        await pilot.press("s")
        await until(pilot, lambda: len(pilot.app._notifications) == 1)
        await until(pilot, lambda: front(pilot, CharacterCard) and "barbarian" in shown(pilot))
        parties_folder().unlink()
        await pilot.press("s")
        await until(pilot, lambda: front(pilot, PartiesScreen))
        assert kept_parties()[0].party.character(0).chosen["class"] == "barbarian"


async def test_escape_asks_before_a_new_character_is_lost(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await begin_party(pilot)
        for answer in ("escape", "n"):
            await until(pilot, lambda: front(pilot, CharacterCard))
            await pilot.press("escape")
            await until(pilot, lambda: front(pilot, SureCard))
            await pilot.press(answer)
        await until(pilot, lambda: front(pilot, CharacterCard))
        assert not kept_parties()
        await pilot.press("s")
        await until(pilot, lambda: front(pilot, PartiesScreen))
        assert [one.name for one in kept_parties()] == ["Watch"]
        await pilot.press("a")
        await until(pilot, lambda: front(pilot, CharacterCard))
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, SureCard))
        await pilot.press("y")
        await until(pilot, lambda: front(pilot, PartiesScreen))
        assert len(kept_parties()[0].party.members) == 1


@pytest.mark.parametrize("size", SIZES)
async def test_a_party_is_made_by_keys(keep: Path, size: tuple[int, int]) -> None:
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await opened(pilot)
        await begin_party(pilot)
        await until(pilot, lambda: front(pilot, CharacterCard))
        await pilot.press("down", "right", "down", "right")
        await until(pilot, lambda: "barbarian" in shown(pilot))
        await pilot.press("n")
        await until(pilot, lambda: front(pilot, TextCard))
        await pilot.press(*["backspace"] * 20, *"Orla", "enter")
        await until(pilot, lambda: front(pilot, CharacterCard))
        await pilot.press("s")
        await until(pilot, lambda: front(pilot, PartiesScreen))
        assert "Orla" in shown(pilot)
    [file] = kept_parties()
    assert (file.name, file.party.ruleset) == ("Watch", "d20")
    assert file.party.names == ["Orla"]
    assert file.party.members[0]["kind"] == "dwarf_barbarian_1"


async def test_a_character_is_changed_or_left_as_it_was(keep: Path) -> None:
    kept("d20", "Aldis", "Bren")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        for key, level in (("escape", "1"), ("s", "2")):
            await pilot.press("home", "down", "down", "enter")
            await until(pilot, lambda: front(pilot, CharacterCard))
            await pilot.press("down", "down", "down", "right", key)
            await until(pilot, lambda: front(pilot, PartiesScreen))
            [file] = kept_parties()
            assert file.party.character(1).chosen["level"] == level
            assert file.party.character(0).chosen["level"] == "1"


async def test_a_name_that_is_taken_is_not(keep: Path) -> None:
    kept("d20", "Aldis", "Bren")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: front(pilot, CharacterCard))
        await pilot.press("n")
        await until(pilot, lambda: front(pilot, TextCard))
        await pilot.press(*["backspace"] * 20, *"aldis", "enter")
        await until(pilot, lambda: 'There is a "Aldis" already.' in shown(pilot))
        assert front(pilot, TextCard)


async def test_nothing_is_deleted_without_a_question(keep: Path) -> None:
    kept("grid5e", "Aldis", "Bren")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        for answer, names in (("n", ["Aldis", "Bren"]), ("y", ["Bren"])):
            await pilot.press("home", "down", "d")
            await until(pilot, lambda: front(pilot, SureCard))
            await pilot.press(answer)
            await until(pilot, lambda: front(pilot, PartiesScreen))
            assert kept_parties()[0].party.names == names
        await pilot.press("home", "down", "d")
        await until(pilot, lambda: front(pilot, SureCard))
        assert "The Five.toml" in shown(pilot)
        await pilot.press("y")
        await until(pilot, lambda: front(pilot, PartiesScreen))
        assert kept_parties() == []


async def test_a_party_gets_another_name_but_no_other_party_s(keep: Path) -> None:
    kept("d20", "Aldis", name="One")
    kept("pool", "Bren", name="Two")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: front(pilot, TextCard))
        await pilot.press(*["backspace"] * 9, *"Two", "enter")
        await until(pilot, lambda: 'There is a "Two" already.' in shown(pilot))
        await pilot.press(*"s", "enter")
        await until(pilot, lambda: front(pilot, PartiesScreen))
        assert [one.name for one in kept_parties()] == ["Two", "Twos"]


async def test_files_that_are_faulty_or_made_by_hand_say_so(keep: Path) -> None:
    folder = parties_folder()
    folder.mkdir(parents=True)
    (folder / "Bad.toml").write_text("ruleset = 'd20'\n[[creature]]\nid = 'a'\nkind = 'orcc'\n")
    (folder / "Orcs.toml").write_text("ruleset = 'd20'\n[[creature]]\nid = 'a'\nkind = 'orc'\n")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        assert 'unknown creature "orcc"' in shown(pilot)
        await pilot.press("end", "enter")
        await until(pilot, lambda: pilot.app._notifications)
        assert "a was not made here: change it in Orcs.toml." in told(pilot)


async def test_the_heroes_of_a_quick_battle_are_the_party_chosen(keep: Path) -> None:
    kept("d20", "Birgit", "Cedric", "Dunstan")
    kept("pool", "Ulfberht", name="Others")
    async with TacsimApp(keep=keep).run_test(size=(100, 50)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        screen = pilot.app.screen
        menu = screen.query_one("#settings", OptionList)
        menu.focus()
        await until(pilot, lambda: menu.has_focus)
        seen = []
        for _press in range(2):
            menu.highlighted = menu.get_option_index("drawn:party")
            before = screen.setup
            await pilot.press("right")
            await until(pilot, lambda before=before: screen.setup is not before)
            scenario = screen.setup.scenario
            seen.append([one.id for one in scenario.creatures if one.side == "heroes"])
        assert seen[0] == ["birgit", "cedric", "dunstan"]
        assert "ulfberht" not in seen[1]  # whose party is for other rules
        assert seen[1] != seen[0]


async def test_the_party_goes_with_its_rules(keep: Path) -> None:
    kept("d20", "Birgit", "Cedric", "Dunstan")
    async with TacsimApp(keep=keep).run_test(size=(100, 50)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, SkirmishScreen))
        screen = pilot.app.screen
        menu = screen.query_one("#settings", OptionList)
        menu.focus()
        for row in ("drawn:party", "drawn:ruleset"):
            menu.highlighted = menu.get_option_index(row)
            before = screen.setup
            await pilot.press("right")
            await until(pilot, lambda before=before: screen.setup is not before)
        assert screen.setup.drawn.wanted.ruleset == "grid5e"
        assert screen.setup.drawn.wanted.party == ()


@pytest.mark.parametrize("size", SIZES)
async def test_a_party_fights_a_battle_out_of_the_list(
    keep: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """It stands where the side stood; the save, the recent setup and going back to it have it."""
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [CROSSING])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    kept("d20", "Birgit", "Cedric", "Dunstan")
    kept("pool", "Ulfberht", name="Others")
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: front(pilot, SkirmishScreen))
        setup = pilot.app.screen
        menu = setup.query_one("#settings", OptionList)
        await pilot.press("tab")
        await until(pilot, lambda: menu.has_focus and menu.option_count > 0)
        menu.highlighted = menu.get_option_index("party:heroes")
        await pilot.press("right")
        await until(pilot, lambda: "The Five" in shown(pilot))
        assert told(pilot) == ["The Five: there is no place for Dunstan."]
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BattleScreen))
        await settled(pilot)
        game = screen(pilot).game
        ours = {one.id: one.body.at for one in game.opening.world.creatures}
        assert ours["birgit"] == (5, 5)
        assert ours["cedric"] == (4, 7)
        assert {"aldis", "brin"}.isdisjoint(ours)
        assert {"ogre", "wolf"} <= set(ours)
        [row], _trouble = read_recent(keep.with_name("recent.json"))
        assert row.settings.parties == {"heroes": "The Five"}
        found, remark = again(row)
        assert (found.scenario, remark) == (game.scenario, "")
    again_from_save = resumed_game(game.save)
    assert {one.id for one in again_from_save.scenario.creatures} == set(ours)
    again_from_save.close()
    keep_party(Party("The Five", "d20").with_member(None, character("d20", "Ede")))
    found, remark = again(row)
    assert [one.id for one in found.scenario.creatures] == ["ede", "ogre", "wolf"]
    assert "has changed" in remark
    delete_party(kept_parties("d20")[0])
    found, remark = again(row)
    assert found.scenario == read_scenario(CROSSING)
    assert "The Five" in remark


async def test_only_sides_that_people_play_take_a_party(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one after the last party is the scenario's own again, with the names it had."""
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [CROSSING])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    kept("d20", "Birgit")
    async with TacsimApp(keep=keep).run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: front(pilot, SkirmishScreen))
        setup = pilot.app.screen
        menu = setup.query_one("#settings", OptionList)
        await pilot.press("tab")
        await until(pilot, lambda: menu.has_focus and menu.option_count > 0)
        rows = [one.id for one in menu.options if (one.id or "").startswith("party:")]
        assert rows == ["party:heroes"]
        own = setup.setup.scenario
        setup.setup.rename("creature", "aldis", "Bo")
        for members in (["birgit", "ogre", "wolf"], [one.id for one in own.creatures]):
            menu.highlighted = menu.get_option_index("party:heroes")
            await pilot.press("right")
            await until(
                pilot,
                lambda members=members: (
                    [one.id for one in setup.setup.scenario.creatures] == members
                ),
            )
        assert setup.setup.scenario == own
