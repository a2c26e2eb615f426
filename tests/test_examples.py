"""The examples that people open first: the notebook runs, and holds no outputs."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tacsim
from tacsim.session.trust import TRUSTED, trust
from tacsim.sim.env_features import CREATURE, GLOBAL, OPTION

PAGE = Path(__file__).parents[1] / "docs" / "bots-and-training.md"
EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_cells_of_the_notebook_run_one_after_another(capsys: pytest.CaptureFixture[str]):
    """As plain Python; in Jupyter they are run by the command that CONTRIBUTING.md names."""
    cells = json.loads((EXAMPLES / "encounter.ipynb").read_text("utf-8"))["cells"]
    code = ["".join(one["source"]) for one in cells if one["cell_type"] == "code"]
    assert len(code) >= 4
    names: dict[str, object] = {}
    for cell in code:
        exec(cell, names)
    told = capsys.readouterr().out
    assert "hits " in told
    assert "survives " in told
    assert isinstance(names["fought"], tacsim.Battle)
    assert names["fought"].over


def test_the_notebook_holds_no_outputs():
    cells = json.loads((EXAMPLES / "encounter.ipynb").read_text("utf-8"))["cells"]
    assert not any(one.get("outputs") or one.get("execution_count") for one in cells)


@pytest.mark.parametrize("name", ["dawn_duel", "giants_causeway", "ogre_bridge"])
def test_a_battle_shows_itself_as_a_picture(name):
    battle = tacsim.load(name, seed=7)
    root = ElementTree.fromstring(battle._repr_svg_())
    told = "".join(root.itertext())
    for one in battle.creatures.values():
        assert one.name in told
    assert f"{battle[battle.decision.actor].name}'s turn" in told


def test_the_picture_of_a_battle_is_that_of_its_save(tmp_path):
    """But for the log beneath the list, which a picture of a save has."""
    battle = tacsim.load("ogre_bridge", seed=7)
    mine = battle._repr_svg_()
    saved = tacsim.replay(battle.save(tmp_path / "fight.tacsim")).export("svg")

    def board(picture: str) -> list[str]:
        return [line for line in picture.splitlines() if line.startswith("<g transform=")]

    assert board(mine)
    assert board(mine) == board(saved)


def test_a_picture_of_what_a_side_perceives_shows_nobody_else():
    battle = tacsim.load("ogre_warren", seed=7, fog=True)
    side = battle[battle.decision.actor].side
    shown = battle.perceived(side)
    hidden = [one.name for name, one in battle.creatures.items() if name not in shown.creatures]
    assert hidden
    told = "".join(ElementTree.fromstring(shown._repr_svg_()).itertext())
    assert not [name for name in hidden if name in told]


def test_the_examples_of_the_page_run(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv(TRUSTED, "")
    assert doctest.testfile(str(PAGE), module_relative=False, globs={}) == (0, 4)
    text = PAGE.read_text("utf-8")
    path = tmp_path / "my_bot.py"
    path.write_text(text.partition("```python\n")[2].partition("```")[0])
    trust(f"{path}:Bot")
    found = tacsim.simulate(EXAMPLES / "arena.toml", 2, {"red": f"{path}:Bot"}, workers=1)
    assert found["battles"] == 2
    assert caplog.messages == [], "nothing is wrong with it"


def test_the_page_names_what_is_shown():
    text = PAGE.read_text("utf-8")
    assert [name for name in (*GLOBAL, *CREATURE, *OPTION) if f"`{name}`" not in text] == []
