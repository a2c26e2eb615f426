"""Monsters of the player's own: pasted as statblocks, corrected, kept, and used by a scenario."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from app.players import shown, until
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import OptionList, TextArea

from tacsim.app.edit.pick_card import PickCard
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.monsters import MonstersScreen
from tacsim.app.menus.parties import RulesetCard
from tacsim.app.menus.writing import WritingScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.content.checks import check_file
from tacsim.player.kept.monsters import kept_monsters, monsters_file

IMP = """\
Marsh Imp
Small fiend, chaotic evil
Armor Class 14 (natural armor)
Hit Points 17 (5d6)
Speed 20 ft., fly 40 ft.
STR DEX CON INT WIS CHA
8 (-1) 16 (+3) 10 (+0) 9 (-1) 10 (+0) 8 (-1)
Senses darkvision 60 ft., passive Perception 10
Challenge 1/2 (100 XP)
Bog Luck. The imp never gets its feet wet.
Actions
Claw. Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) slashing damage.
Mud Jet (Recharge 6). Each creature in a 15-foot cone must make a DC 11 Dexterity saving throw, \
taking 7 (2d6) bludgeoning damage on a failed save, or half as much damage on a successful one.
"""
KEPT = """\
# what we met in the marsh
ruleset = "grid5e"

[mud_hulk]  # slow, but look out
name = "Mud hulk"
glyph = "H"
size = "large"
hp = 40
ac = 12
speed = "20 ft"
abilities = { str = 16, dex = 8, con = 14, int = 3, wis = 8, cha = 5 }
proficiency = 2
weapons = ["club"]
"""


def front(pilot: Pilot[int], kind: type) -> bool:
    return isinstance(pilot.app.screen, kind) and pilot.app.screen.stands


def told(pilot: Pilot[int]) -> str:
    return "\n".join(str(note.message) for note in pilot.app._notifications)


def keep_file(text: str) -> Path:
    path = monsters_file("grid5e")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


async def opened(pilot: Pilot[int]) -> None:
    await pilot.press("m")
    await until(pilot, lambda: front(pilot, MonstersScreen))


async def paste(pilot: Pilot[int], text: str) -> None:
    await pilot.press("p")
    await until(pilot, lambda: front(pilot, WritingScreen))
    pilot.app.post_message(Paste(text))


async def to_entries(pilot: Pilot[int], text: str) -> None:
    """Paste a statblock and go on to its entry under grid5e."""
    await paste(pilot, text)
    await until(pilot, lambda: "use it" in shown(pilot))
    await pilot.press("ctrl+s")
    await until(pilot, lambda: front(pilot, RulesetCard))
    await pilot.press("enter")
    await until(pilot, lambda: front(pilot, WritingScreen) and "ruleset = " in shown(pilot))


def writing(pilot: Pilot[int]) -> TextArea:
    return pilot.app.screen.query_one(TextArea)


async def test_a_statblock_without_a_line_is_told_which(keep: Path) -> None:
    """It is one of 5e, whatever else the page tries it as."""
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await paste(pilot, IMP.replace("Speed 20 ft., fly 40 ft.\n", ""))
        await until(pilot, lambda: "cannot be used" in shown(pilot))
        assert "its speed is missing" in shown(pilot)
        assert "mean something else" not in shown(pilot)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_a_statblock_is_pasted_looked_at_and_kept(keep: Path, size: tuple[int, int]) -> None:
    async with TacsimApp(keep=keep).run_test(size=size) as pilot:
        await opened(pilot)
        await paste(pilot, IMP)
        await until(pilot, lambda: "17 hit points" in shown(pilot))
        assert re.search(r"armour class 14 ∙\s+claw ∙\s+Mud\s+Jet", shown(pilot))
        assert "Bog Luck" in shown(pilot)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, RulesetCard))
        await pilot.press("enter")
        await until(pilot, lambda: front(pilot, WritingScreen) and "ruleset = " in shown(pilot))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, MonstersScreen))
        assert "Marsh Imp" in shown(pilot)
    assert check_file(monsters_file("grid5e")) == []
    [imp] = kept_monsters("grid5e")
    assert (imp.id, imp.entry["hp"], imp.entry["ac"]) == ("marsh_imp", 17, 14)
    assert [note for note in imp.entry["notes"] if "Bog Luck" in note]


async def test_who_goes_back_finds_what_was_pasted(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await paste(pilot, IMP)
        await until(pilot, lambda: "use it" in shown(pilot))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, RulesetCard))
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, WritingScreen))
        assert writing(pilot).text == IMP
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, RulesetCard))
        await pilot.press("enter")
        await until(pilot, lambda: front(pilot, WritingScreen) and "ruleset = " in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, WritingScreen) and writing(pilot).text == IMP)
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, SureCard))
        await pilot.press("escape")
        await until(pilot, lambda: front(pilot, WritingScreen))
        assert writing(pilot).text == IMP


async def test_an_entry_is_kept_only_once_its_faults_are_mended(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await to_entries(pilot, IMP)
        area = writing(pilot)
        row = next(n for n, line in enumerate(area.text.splitlines()) if line.startswith("hp ="))
        area.replace("  hp = -3", (row, 0), (row, len(area.document.get_line(row))))
        await until(pilot, lambda: f"line {row + 1}: marsh_imp.hp" in shown(pilot))
        area.move_cursor((0, 0))
        await pilot.press("ctrl+s", "f8")
        await until(pilot, lambda: area.cursor_location == (row, 2))
        assert front(pilot, WritingScreen)
        assert kept_monsters("grid5e") == []
        area.replace("hp = 21 x", (row, 0), (row, len("  hp = -3")))
        await until(pilot, lambda: "no valid TOML" in shown(pilot))
        area.move_cursor((0, 0))
        await pilot.press("f8")
        await until(pilot, lambda: area.cursor_location == (row, len("hp = 21 ")))
        area.replace("", (row, len("hp = 21")), (row, len("hp = 21 x")))
        await until(pilot, lambda: "21 hit points" in shown(pilot))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, MonstersScreen))
    assert kept_monsters("grid5e")[0].entry["hp"] == 21


async def test_a_file_written_by_hand_keeps_what_is_in_it(keep: Path) -> None:
    path = keep_file(KEPT)
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await to_entries(pilot, IMP)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, MonstersScreen))
    assert path.read_text("utf-8").startswith(KEPT)
    assert list(tomllib.loads(path.read_text("utf-8"))) == ["ruleset", "mud_hulk", "marsh_imp"]


async def test_a_monster_is_changed_under_another_id_in_its_place(keep: Path) -> None:
    path = keep_file(KEPT)
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: front(pilot, WritingScreen))
        area = writing(pilot)
        area.load_text(area.text.replace("mud_hulk", "bog_hulk").replace("40", "44"))
        await until(pilot, lambda: "44 hit points" in shown(pilot))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, MonstersScreen))
    assert [(one.id, one.entry["hp"]) for one in kept_monsters("grid5e")] == [("bog_hulk", 44)]
    assert "# what we met in the marsh" in path.read_text("utf-8")


async def test_a_monster_is_found_by_what_its_name_begins_with(keep: Path) -> None:
    second = KEPT.partition("[mud_hulk]")[2].replace("Mud hulk", "늙은 오거")
    keep_file(f"{KEPT}\n[neulgeun_ogeo]{second}")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        for typed, at in (("ㄴㅇㅇㄱ", 1), ("mud", 0)):
            await pilot.press("slash")
            await until(pilot, lambda: front(pilot, PickCard))
            await pilot.press(*typed, "enter")
            await until(pilot, lambda: front(pilot, MonstersScreen))
            assert pilot.app.screen.query_one(OptionList).highlighted == at


async def test_what_is_replaced_is_told_before(keep: Path) -> None:
    keep_file(KEPT)
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await to_entries(pilot, IMP.replace("Marsh Imp", "Mud Hulk"))
        await until(pilot, lambda: "mud_hulk of yours is replaced." in shown(pilot))


async def test_nothing_written_is_lost_without_a_question(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await paste(pilot, IMP)
        await until(pilot, lambda: "17 hit points" in shown(pilot))
        for answer, there in (("n", WritingScreen), ("y", MonstersScreen)):
            await pilot.press("escape")
            await until(pilot, lambda: front(pilot, SureCard))
            await pilot.press(answer)
            await until(pilot, lambda there=there: front(pilot, there))


async def test_a_monster_is_deleted_after_a_question(keep: Path) -> None:
    keep_file(KEPT)
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        for answer, left in (("n", 1), ("y", 0)):
            await pilot.press("d")
            await until(pilot, lambda: front(pilot, SureCard) and "[y]" in shown(pilot))
            rows = shown(pilot).splitlines()
            row, line = next((n, one) for n, one in enumerate(rows) if "[y]" in one)
            await pilot.click(offset=(line.index(f"[{answer}]"), row))
            await until(pilot, lambda: front(pilot, MonstersScreen))
            assert len(kept_monsters("grid5e")) == left


async def test_what_is_no_statblock_and_what_is_no_bestiary_say_so(keep: Path) -> None:
    path = keep_file("ruleset = 'grid5e'\n[imp\n")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await until(pilot, lambda: f"{path}:2" in told(pilot))
        await paste(pilot, "roses are red")
        await until(pilot, lambda: "holds no statblock that is known here" in shown(pilot))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "It cannot be used as it is" in told(pilot))
        assert front(pilot, WritingScreen)
    assert path.read_text("utf-8") == "ruleset = 'grid5e'\n[imp\n"


async def test_entries_that_cannot_be_kept_are_shown_again(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await to_entries(pilot, IMP)
        monsters_file("grid5e").mkdir(parents=True)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: len(pilot.app._notifications) > 0)
        await until(pilot, lambda: front(pilot, WritingScreen) and "ruleset = " in shown(pilot))
        monsters_file("grid5e").rmdir()
        await pilot.press("ctrl+s")
        await until(pilot, lambda: front(pilot, MonstersScreen))
    assert [one.id for one in kept_monsters("grid5e")] == ["marsh_imp"]


async def test_what_of_a_paste_is_no_creature_is_told_above_them(keep: Path) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await paste(pilot, f"The imps of the marsh.\n\n{IMP}")
        await until(pilot, lambda: "17 hit points" in shown(pilot))
        assert "not taken for a creature: The imps of the marsh." in shown(pilot)


async def test_of_a_paste_of_several_all_are_told_before_what_is_left_out(keep: Path) -> None:
    """As far as there is room below the text, which keys do not move."""
    more = "".join(f"Bog Luck {n}. It has luck.\n" for n in range(10))
    toad = IMP.replace("Marsh Imp", "Reed Toad")
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await paste(pilot, f"{IMP.replace('Actions', more + 'Actions')}\n{toad}")
        await until(pilot, lambda: "Marsh Imp 17 hit points" in shown(pilot))
        assert "Reed Toad 17 hit points" in shown(pilot)
