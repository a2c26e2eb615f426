"""Files of one's own: copies, maps beside battles, and drafts that outlive the program."""

from __future__ import annotations

import multiprocessing
import shutil
from pathlib import Path

import pytest

from tacsim.content.checks import check_file
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.pen import Being, Pen
from tacsim.content.editing.reading import Texts
from tacsim.content.editing.templates import Template, empty, on_map, templates
from tacsim.content.faults import ContentError
from tacsim.content.library import shipped
from tacsim.content.toml_values import written
from tacsim.player.kept.drafts import drafts_folder
from tacsim.player.kept.own_battles import (
    Drafting,
    changed_elsewhere,
    drafts,
    file_of,
    keep,
    maps_folder,
    monsters_file,
    own_battles,
    own_monsters,
    to_be_changed,
    usual_name,
)
from tacsim.rulesets import content
from tacsim.storage.errors import SaveError

MAPS = Path(__file__).parents[2] / "maps"
BRIDGE = MAPS / "ogre_bridge.toml"


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))
    return tmp_path


def fresh(name: str = "The yard") -> Manuscript:
    return Manuscript(Texts(empty(Template("d20", "square"), name)), None, maps_folder())


def apart(folder: Path) -> Path:
    """A battle whose map is a file beside it."""
    (folder / "ground.toml").write_text('name = "The ground"\ngrid = """\n....\n....\n"""\n')
    path = folder / "fight.toml"
    path.write_text(on_map("d20", to_be_changed(folder / "ground.toml").read.field, "Fight",
                           "ground.toml"))  # fmt: skip
    return path


def test_what_comes_with_the_game_is_changed_as_a_copy_and_never_written_over() -> None:
    before = BRIDGE.read_bytes()
    one = to_be_changed(BRIDGE)
    assert one.path is None
    one.paint([(0, 0)], "boulder")
    with pytest.raises(ValueError, match="not written over"):
        file_of(str(BRIDGE))
    keep(one, file_of(usual_name(one)))
    assert BRIDGE.read_bytes() == before
    (path,) = own_battles()
    assert path.stem == one.read.document.tables["name"]
    assert not check_file(path)
    assert to_be_changed(path).path == path


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_every_shipped_battle_can_be_kept_as_a_copy(path: Path) -> None:
    one = to_be_changed(path)
    keep(one, file_of("copy"))
    assert not check_file(file_of("copy"))
    assert not one.changed


def test_a_name_goes_to_the_folder_and_a_path_where_it_says(saves: Path) -> None:
    assert file_of("The yard") == maps_folder() / "The yard.toml"
    assert file_of("yard.toml") == maps_folder() / "yard.toml"
    assert file_of(f"{saves}/yard") == saves / "yard.toml"
    for name in ("", ".hidden", "a:b", "con?"):
        with pytest.raises(ValueError, match="no name for a file"):
            file_of(name)


def test_another_file_is_written_over_only_if_told_to() -> None:
    keep(fresh(), file_of("yard"))
    other = fresh("Another")
    with pytest.raises(SaveError, match="already"):
        keep(other, file_of("yard"))
    assert other.path is None
    keep(other, file_of("yard"), replace=True)
    assert to_be_changed(file_of("yard")).read.document.tables["name"] == "Another"


def test_a_map_of_its_own_is_kept_beside_the_battle(saves: Path) -> None:
    one = to_be_changed(apart(saves))
    scenario = one.texts.own
    one.paint([(1, 1)], "wall")
    keep(one, saves / "fight.toml", replace=True)
    assert (saves / "ground.toml").read_text().count("#") == 1
    assert (saves / "fight.toml").read_text() == scenario
    before = (saves / "ground.toml").read_text()
    one.paint([(2, 1)], "wall")
    keep(one, file_of("elsewhere"))
    assert (saves / "ground.toml").read_text() == before
    assert (maps_folder() / "ground.toml").read_text().count("#") == 2
    assert not check_file(file_of("elsewhere"))


def test_a_map_is_no_battle_to_be_fought(saves: Path) -> None:
    apart(saves)
    maps_folder().mkdir(parents=True)
    for name in ("ground.toml", "fight.toml"):
        shutil.copy(saves / name, maps_folder() / name)
    (maps_folder() / "odd.toml").write_text("a = [")
    (maps_folder() / "more.toml").write_text("[troll]\nname = 'Troll'\nabilities = {}\n")
    assert [path.name for path in own_battles("scenario")] == ["fight.toml", "odd.toml"]


def test_a_file_that_another_program_has_changed_is_known() -> None:
    one = fresh()
    keep(one, file_of("yard"))
    assert not changed_elsewhere(one)
    file_of("yard").write_text(one.texts.own + "# later\n")
    assert changed_elsewhere(one)


@pytest.mark.parametrize("text", ["a = [", "[ogre]\nname = 'x'\n", "", 'grid = """\n..\n.\n"""'])
def test_what_cannot_be_drawn_is_one_line(saves: Path, text: str) -> None:
    path = saves / "odd.toml"
    path.write_text(text)
    with pytest.raises(ContentError) as caught:
        to_be_changed(path)
    assert "\n" not in str(caught.value)
    assert "odd.toml" in str(caught.value)


@pytest.mark.parametrize("template", templates(), ids=str)
def test_a_battle_on_a_map_of_its_own_can_be_fought(template: Template, saves: Path) -> None:
    field = Manuscript(Texts(empty(template, "x")), None, saves).read.field
    ground = f'topology = "{template.topology}"\ngrid = """\n###\n#.#\n#..\n"""\n'
    text = on_map(
        template.ruleset, Manuscript(Texts(ground), None, saves).read.field, "X", "g.toml"
    )
    one = Manuscript(Texts(text, ground), None, saves)
    assert field.topology == one.read.field.topology
    assert not one.read.faults
    keep(one, file_of("on a map"))
    assert not check_file(file_of("on a map"))


# --- drafts -----------------------------------------------------------------------------------


def interrupted() -> None:
    """Change something, and end without a word."""
    one, drafting = fresh(), Drafting()
    one.paint([(1, 1)], "wall")
    drafting.note(one)
    one.paint([(2, 1)], "wall")
    drafting.note(one)


def killed() -> None:
    process = multiprocessing.get_context("spawn").Process(target=interrupted)
    process.start()
    process.join()
    assert process.exitcode == 0


def test_what_is_being_changed_is_offered_to_nobody_else_until_it_is_let_go() -> None:
    one, drafting = fresh(), Drafting()
    one.paint([(1, 1)], "wall")
    drafting.note(one)
    assert drafts() == []
    drafting.leave()
    assert len(drafts()) == 1


def test_a_draft_goes_when_it_is_kept_or_given_up() -> None:
    for end in ("kept", "undone", "given up"):
        one, drafting = fresh(), Drafting()
        keep(one, file_of("yard"), replace=True)
        one.paint([(1, 1)], "wall")
        drafting.note(one)
        assert len(list(drafts_folder().glob("*.draft"))) == 1
        if end == "kept":
            keep(one, file_of("yard"), replace=True)
            drafting.note(one)
        elif end == "undone":
            one.undo()
            drafting.note(one)
        else:
            drafting.done()
        assert not any(drafts_folder().iterdir())


def test_what_was_not_kept_is_there_after_the_program_has_gone() -> None:
    """And that of one is not written over by the next."""
    killed()
    (draft,) = drafts()
    assert draft.name == "The yard"
    assert draft.manuscript.changed
    killed()
    assert [draft.manuscript.texts.own.count("#") for draft in drafts()] == [2, 2]
    first = drafts()[0]
    again = Drafting()
    again.go_on(first)
    assert len(drafts()) == 1
    first.manuscript.paint([(3, 1)], "wall")
    again.note(first.manuscript)
    again.leave()
    assert sorted(draft.manuscript.texts.own.count("#") for draft in drafts()) == [2, 3]
    for draft in drafts():
        draft.discard()
    assert not any(drafts_folder().iterdir())


def test_a_draft_knows_its_file_and_whether_that_is_still_there(saves: Path) -> None:
    path = apart(saves)
    one, drafting = to_be_changed(path), Drafting()
    one.paint([(1, 1)], "wall")
    drafting.note(one)
    drafting.leave()
    (draft,) = drafts()
    found = draft.manuscript
    assert (found.path, found.map_path) == (path, saves / "ground.toml")
    assert found.kept == to_be_changed(path).texts
    path.unlink()
    (draft,) = drafts()
    assert draft.manuscript.changed
    assert draft.manuscript.texts == one.texts


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[]", b'{"format": 2}', b"[" * 9999])
def test_a_damaged_draft_is_none(data: bytes) -> None:
    drafts_folder().mkdir(parents=True)
    (drafts_folder() / "1.draft").write_bytes(data)
    assert drafts() == []
    one, drafting = fresh(), Drafting()
    one.paint([(1, 1)], "wall")
    drafting.note(one)
    drafting.leave()
    assert (drafts_folder() / "1.draft").read_bytes() == data
    assert len(drafts()) == 1


# --- monsters of one's own --------------------------------------------------------------------


def test_a_monster_of_one_s_own_is_placed_with_the_file_that_has_it() -> None:
    maps_folder().mkdir(parents=True)
    orc = content("d20").bestiary["orc"]
    form = "\n".join(
        f"[{name}]\n" + "".join(f"{key} = {written(value)}\n" for key, value in orc.items())
        for name in ("gork", "mork")
    )
    monsters_file("d20").write_text(form)
    one = fresh()
    found = [monster.id for monster in own_monsters(one)]
    assert found == ["gork", "mork"]
    pen = Pen(one, (2, 2))
    for at, name in enumerate(found):
        pen.use(Being(name, monsters_file("d20").name))
        pen.cursor = (2, 2 + at)
        pen.draw()
    assert one.read.document.tables["bestiaries"] == ["monsters_d20.toml"]
    assert not one.read.faults
    keep(one, file_of("gorks"))
    assert not check_file(file_of("gorks"))
    assert own_monsters(Manuscript(one.texts, None, MAPS)) == []
    while one.undo():
        pass
    assert "gork" not in one.texts.own
