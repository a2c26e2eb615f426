"""Where scenarios and maps are found, and where they are not looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacsim.content.faults import ContentError
from tacsim.content.library import find_scenario, library, roots
from tacsim.content.scenarios import read_scenario

GROUND = "grid = '''\n........\n........\n........\n........\n'''\n"


@pytest.fixture(autouse=True)
def only_here(files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the project's own maps."""
    module = files.folder / "lib" / "tacsim" / "content" / "library.py"
    monkeypatch.setattr("tacsim.content.library.__file__", str(module))


def test_maps_lie_in_the_current_directory_and_the_package(files) -> None:
    assert roots() == ()
    files.write("", "maps/x.toml")
    files.write("", "lib/tacsim/maps/x.toml")
    files.write("", "lib/maps/x.toml")
    here, package = files.folder / "maps", files.folder / "lib" / "tacsim" / "maps"
    assert roots() == (here, package)
    files.write("", "lib/pyproject.toml")
    assert roots() == (here, files.folder / "lib" / "maps", package)


def test_the_library_lists_scenarios_by_name(files, scenario) -> None:
    first = files.write(scenario(), "maps/b.toml")
    files.write(scenario(), "lib/tacsim/maps/b.toml")
    other = files.write(scenario(), "lib/tacsim/maps/a.toml")
    files.write(GROUND, "maps/map.toml")
    files.write('ruleset = "d20"\n[orc]\nhp = 3\n', "maps/beasts.toml")
    files.write("no toml", "maps/broken.toml")
    files.write("x", "maps/notes.txt")
    assert library() == [other, first]


def test_a_scenario_is_found_by_path_or_bare_name(files, scenario) -> None:
    path = files.write(scenario(), "maps/ogre.toml")
    assert find_scenario("maps/ogre.toml") == Path("maps/ogre.toml")
    assert find_scenario(str(path)) == path
    assert find_scenario("ogre") == path
    assert find_scenario("ogre.toml") == path
    (files.folder / "ogre").mkdir()
    assert find_scenario("ogre") == path
    read_scenario(find_scenario("ogre"))


@pytest.mark.parametrize("name", ["ogr", "maps/none.toml", "x" * 5000, "a\0b", "../ogre"])
def test_a_scenario_that_is_not_there(files, scenario, name: str) -> None:
    files.write(scenario(), "maps/ogre.toml")
    with pytest.raises(ContentError) as caught:
        find_scenario(name)
    if name == "ogr":
        assert 'did you mean "ogre"?' in str(caught.value)


def with_map(scenario, name: str) -> str:
    head = f"format = 1\nruleset = 'd20'\nmap = {name!r} # <--\n"
    return scenario(head=head, ground="")


def test_a_map_lies_beside_the_scenario_first(files, scenario) -> None:
    files.write(GROUND + "name = 'beside'\n", "set/m.toml")
    files.write(GROUND + "name = 'shared'\n", "maps/m.toml")
    files.write(GROUND + "name = 'deeper'\n", "maps/sub/n.toml")
    names = [
        read_scenario(files.write(with_map(scenario, name), f"{folder}/s.toml")).field.name
        for folder, name in (("set", "m.toml"), ("other", "m.toml"), ("set", "sub/n.toml"))
    ]
    assert names == ["beside", "shared", "deeper"]


@pytest.mark.parametrize(
    "name", ["../secret.toml", "/etc/passwd", "sub/../../secret.toml", "..\\secret.toml", "C:x"]
)
def test_a_map_lies_nowhere_else(files, scenario, name: str) -> None:
    files.write(GROUND, "secret.toml")
    text = with_map(scenario, name).replace("\\\\", "\\")
    files.expect(text, "map", "must name a file beside the scenario or in maps/", "set/s.toml")


def test_a_link_out_of_the_folder_is_not_followed(files, scenario) -> None:
    files.write(GROUND, "secret.toml")
    (files.folder / "set").mkdir()
    (files.folder / "set" / "m.toml").symlink_to(files.folder / "secret.toml")
    text = with_map(scenario, "m.toml")
    files.expect(text, "map", "must name a file beside the scenario or in maps/", "set/s.toml")


def test_a_map_that_is_not_there(files, scenario) -> None:
    files.expect(with_map(scenario, "m.toml"), "map", 'there is no map "m.toml"')


def test_faults_of_the_map_name_the_maps_own_file(files, scenario) -> None:
    ground = files.write("grid = '''\n...\n.?.\n'''\nlight = 'dim'\n", "m.toml")
    faults = files.faults(with_map(scenario, "m.toml"))
    assert [(fault.file, fault.line, fault.field) for fault in faults] == [
        (str(ground), 3, "grid"),
        (str(ground), 5, "light"),
    ]
    files.write("grid = ", "m.toml")
    (fault,) = files.faults(with_map(scenario, "m.toml"))
    assert (fault.file, fault.line) == (str(ground), 1)


@pytest.mark.parametrize("value", ["3", "['m.toml']", "true"])
def test_a_map_is_a_name_or_a_table(files, scenario, value: str) -> None:
    text = scenario(head=f"ruleset = 'd20'\nmap = {value} # <--\n", ground="")
    files.expect(text, "map", "must be a map file's name or a table")
