"""The screens in Korean: keys with the Korean layout on, search, what an input method sends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from app.conftest import Play
from app.players import board_of, game, press, seat, settled, shown, until
from app.test_terminal import Terminal
from app.test_terminal import open_terminal as open_terminal  # a fixture
from content.statblocks import printed
from textual.widgets import Input, OptionList

from tacsim import i18n
from tacsim.api.battle import Origin
from tacsim.api.opening import scenario_of
from tacsim.api.rules import find
from tacsim.app.battle.cards.acts_card import ActsCard
from tacsim.app.edit.brushes import all_brushes, brush_word
from tacsim.app.menus.rules import RulesScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.menu import Palette
from tacsim.content.checks import check_file
from tacsim.content.editing.manuscript import opened
from tacsim.content.editing.pen import Being
from tacsim.content.library import find_scenario, lessons
from tacsim.core import events as ev
from tacsim.core.events import Entry
from tacsim.core.intents import Strike
from tacsim.player.forms import CARD, battle_form, creature_form, side_form
from tacsim.player.kept.monsters import keep_monsters, taking
from tacsim.player.kept.own_battles import to_be_changed
from tacsim.view.wording.intended import done
from tacsim.view.wording.narration import narrate
from tacsim.view.wording.sheet import sheet_of
from tacsim.view.wording.words import word


@pytest.fixture
def korean() -> Iterator[None]:
    i18n.set_language("ko")
    yield
    i18n.set_language(None)


async def cursors(play: Play, *keys: str) -> list[object]:
    """Where the cursor is after each key."""
    found = []
    async with play(game(), (80, 24)) as pilot:
        for key in keys:
            await press(pilot, key)
            found.append(seat(pilot).selection.cursor)
    return found


@pytest.mark.asyncio
async def test_the_keys_that_move_do_so_with_the_korean_layout_on(play: Play) -> None:
    latin = await cursors(play, *"hjklyibnHL")
    assert len(set(latin)) == 5
    assert await cursors(play, *"ㅗㅓㅏㅣㅛㅑㅠㅜ", "H", "L") == latin


@pytest.mark.asyncio
async def test_what_an_input_method_has_composed_is_taken_apart_into_its_keys(play: Play) -> None:
    assert await cursors(play, "ㅜ", "ㅙ") == [(6, 6), (5, 6)]  # n; h and o, which moves nothing
    assert await cursors(play, "n", "h", "o") == [(6, 6), (5, 6), (5, 6)]


@pytest.mark.asyncio
async def test_capitals_are_typed_by_double_letters(play: Play) -> None:
    async with play(game(), (80, 24)) as pilot:
        await press(pilot, "ㅒ")  # O, the options
        assert "Options" in shown(pilot)


@pytest.mark.asyncio
async def test_the_card_of_acts_finds_korean_words_and_their_first_consonants(
    play: Play, korean: None
) -> None:
    async with play(game(), (80, 24)) as pilot:
        await press(pilot, "ㅇ")  # d
        assert isinstance(pilot.app.screen, ActsCard)
        for typed in ("밀어", "ㅁㅇ"):
            await press(pilot, *typed)
            assert pilot.app.screen.query_one(Input).value == typed
            text = shown(pilot)
            assert "밀어붙이기" in text
            assert "완전 방어" not in text
            await press(pilot, *["backspace"] * len(typed))
        await press(pilot, "ㄱ", "enter")  # r
        assert not isinstance(pilot.app.screen, ActsCard)


@pytest.mark.asyncio
async def test_a_rule_is_found_by_korean_words_and_their_first_consonants(
    keep: Path, korean: None
) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("rules")
        await settled(pilot)
        assert isinstance(app.screen, RulesScreen)
        for typed in ("협공", "ㅎㄱ"):
            field = app.screen.query_one(Input)
            field.value = typed
            await settled(pilot)
            assert "d20.flank" in shown(pilot)
            assert "d20.jump" not in shown(pilot)


def test_what_begins_a_word_is_found_before_what_stands_within_one(korean: None) -> None:
    titles = [i18n.translate(clause.title) for clause in find("ㅇㄱ")]
    assert titles.index("육각칸") < titles.index("기어가기")


async def test_the_palette_finds_by_the_consonants_that_syllables_begin_with(
    korean: None, keep: Path
) -> None:
    async with TacsimApp(keep=keep).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Palette))
        await pilot.press(*"ㅇㅅ")
        found = pilot.app.screen.query_one(OptionList)
        await until(pilot, lambda: found.option_count == 1)
        assert "옵션" in str(found.get_option_at_index(0).prompt)


def test_the_cards_of_the_editor_call_everything_as_the_reader_does(korean: None) -> None:
    one = opened(find_scenario("giants_pass"))
    assert (creature_form(one, 0).title, side_form(one, 0).title) == ("알디스", "파티")
    about = next(field for field in battle_form(one).fields() if field.key == "about")
    assert "giant" not in about.text
    assert "giant" in about.typed, "what is changed is what the file says"


def test_a_monster_of_ones_own_is_called_by_its_name_before_it_is_placed(
    korean: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path))
    made = taking(printed.STALKER)["grid5e"]
    text = made.toml.replace(str(made.drafts[0].entry["name"]), "동굴 오거")
    (key,) = keep_monsters(text, "grid5e")
    one = to_be_changed(find_scenario("ogre_ravine"))
    (choice,) = (one for one in all_brushes(one) if one.fits("ㄷㄱㅇㄱ"))
    assert (choice.name, choice.answer) == ("동굴 오거", Being(key, "monsters_grid5e.toml"))
    assert brush_word(one, choice.answer) == "동굴 오거"


OWN = """
format = 1
name = "The well"
ruleset = "d20"
map = { grid = "...." }
[bestiary.geomeun_oga]
name = "검은 오거"
glyph = "O"
size = "medium"
shape = "tall"
speed = 6
hp = 7
bab = 1
abilities = { str = 8, dex = 14, con = 12, int = 8, wis = 9, cha = 8 }
[weapon.dalbit]
name = "달빛 칼"
kind = "melee"
hands = "one"
damage = "1d8"
threat = 20
multiplier = 2
type = "slashing"
[[side]]
id = "heroes"
[[side]]
id = "foes"
[[creature]]
id = "mok"
name = "목이"
kind = "geomeun_oga"
side = "heroes"
weapons = ["dalbit"]
at = [0, 0]
[[creature]]
id = "lee"
kind = "dummy"
side = "foes"
at = [1, 0]
"""


@pytest.mark.parametrize(
    "name", ["tavern_brawl", "ogre_ravine", "giants_causeway", "griffon_cliff"]
)
def test_the_card_of_a_creature_has_no_english_word(korean: None, name: str) -> None:
    one = opened(find_scenario(name))
    for at in range(len(one.table(("creature",)))):
        form = creature_form(one, at)
        inner = [field.inside() for field in form.fields() if field.how == CARD]
        for field in (field for each in (form, *inner) for field in each.fields()):
            told = [field.text, *map(field.word, field.choices)] if field.key != "id" else []
            assert not re.search("[A-Za-z_]{3,}", " ".join((field.title, *told))), field.path


@pytest.mark.asyncio
async def test_the_board_names_creatures_in_the_language_that_it_is_now(play: Play) -> None:
    (path,) = (one for one in lessons() if "flanking" in one.name)
    async with play(game(path), (140, 45)) as pilot:
        board_of(pilot).zoom(2)
        await settled(pilot)

        def named() -> str:
            rows = shown(pilot).splitlines()[3:36]
            return "".join(re.findall("[A-Za-z가-힣]{2,}", "".join(row[:90] for row in rows)))

        assert "Wren" in named()
        await press(pilot, "O", "end", "up", "right", "right", "escape")
        assert named() == ""


def test_what_is_a_battles_own_goes_by_its_name(korean: None, tmp_path: Path) -> None:
    path = tmp_path / "well.toml"
    path.write_text(OWN)
    fields = {field.key: field for field in creature_form(opened(path), 0).fields()}
    for key, own, name in (("kind", "geomeun_oga", "검은 오거"), ("weapons", "dalbit", "달빛 칼")):
        assert (fields[key].text, fields[key].word(own)) == (name, name)
    offered = [fields["kind"].word(one) for one in fields["kind"].choices]
    assert offered == sorted(offered)
    battle = Origin(scenario_of(path), seed=0).battle()
    sheet = sheet_of(battle, "mok")
    assert (sheet.kind, sheet.weapons[0].text) == ("검은 오거", "달빛 칼 +0 1d8-1")
    world = battle.world.fork()
    assert done(world, Strike("mok", "lee", "dalbit")) == "허수아비 공격 (달빛 칼)"
    struck = ev.Struck("mok", "lee", "dalbit", "miss", (), False, 5, 5, 10)
    (line,) = narrate([Entry(0, 1, struck)], world)
    assert "허수아비를 달빛 칼로 공격" in line.text
    path.write_text(OWN.replace("달빛 칼", "maul"))  # not the goblin of that name
    assert sheet_of(Origin(scenario_of(path), seed=0).battle(), "mok").weapons[0].called == "큰망치"
    path.write_text(OWN.replace("at = [1, 0]", "at = [0, 0]"))
    (found,) = check_file(path)
    assert found.message == '[0, 0]에서 "목이"와 겹칩니다'


def test_a_name_comes_from_an_input_method_through_a_terminal(
    open_terminal: Callable[..., Terminal],
) -> None:
    """It sends whole syllables, each two cells wide, and shows its own where the cursor is.

    Keys are those of the letters that stand on them: the Korean layout is on.
    """
    terminal = open_terminal(TACSIM_LANG="ko")
    terminal.until("새 전투")
    terminal.press("ㅜ", "시작")
    terminal.press("ㅜ", "이름", "본래 이름")
    terminal.press("\x1b[B", "알디스")
    terminal.press("\r", "Enter로 저장하고")
    for part in ("붉은 ", "오거", "단"):
        terminal.program.send(part)
    terminal.until("붉은 오거단")
    assert typed_at(terminal) == len("붉은 오거단") * 2 - 1
    terminal.program.send("\x7f")
    while "붉은 오거단" in terminal.text():
        terminal.read()
    assert "붉은 오거 " in terminal.text()
    assert typed_at(terminal) == len("붉은 오거") * 2 - 1
    terminal.press("\r", "붉은 오거", "본래 이름", "바뀜")


def typed_at(terminal: Terminal) -> int:
    """How many cells behind the beginning of what is typed the terminal's cursor is."""
    for _ in range(20):
        terminal.read()
    cursor = terminal.screen.cursor
    row = terminal.screen.buffer[cursor.y]
    return cursor.x - next(x for x in range(cursor.x) if row[x].data == "붉")


def test_a_character_is_called_by_its_race_its_class_and_its_level(korean: None) -> None:
    assert word({}, "half_elf_ranger_3") == "하프엘프 레인저 3"
    assert word({}, "dark_knight") == "dark knight"  # of one's own, though both words are known
