"""Answers as pictures: at a terminal ``moves``, ``threat``, ``choices``, ``area`` and ``measure``
draw the map with the answer on it. The boards here are drawn by hand from the rules."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from pathlib import Path

import pexpect
import pytest
from battles import NAMES
from cli.calls import ROOT, call
from storage.fights import SIDES

import tacsim
import tacsim.cli
from tacsim.api.opening import set_up
from tacsim.core.verdicts import OWN
from tacsim.rules.choices import Option
from tacsim.view.columns import columns as columns_of
from tacsim.view.maps.drawn import choices_map


class Terminal(io.StringIO):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        """It is a terminal."""
        return True


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colour unless a test wants it; 80 columns and 24 rows."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def shown(*arguments: object) -> list[str]:
    """The lines that a command prints at a terminal."""
    with contextlib.redirect_stdout(Terminal()) as out:
        assert tacsim.cli.main([str(argument) for argument in arguments]) == 0
    return out.getvalue().splitlines()


def board(text: str) -> list[str]:
    """The lines of a board drawn in a test."""
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def scenario(folder: Path, grid: str, creatures: str, head: str = "") -> Path:
    """A scenario of creatures on a map."""
    path = folder / "drawn.toml"
    text = (
        f"format = 1\nruleset = 'd20'\n{head}\n[map]\ngrid = '''\n{grid}\n'''\n{SIDES}{creatures}"
    )
    path.write_text(text)
    return path


def creature(name: str, side: str, at: str, more: str = "") -> str:
    return f"[[creature]]\nid = '{name}'\nkind = 'dummy'\nside = '{side}'\nat = {at}\n{more}\n"


OPEN = "\n".join(["......."] * 3)


def duel(folder: Path, speed: int) -> Path:
    """Ann walks so many squares; the rat threatens the eight squares around it."""
    ann = creature(
        "ann", "heroes", "[0, 1]", f"name = 'Ann'\nspeed = {speed}\nweapons = ['longsword']"
    )
    rat = creature("rat", "foes", "[3, 1]", "name = 'Rat'\nglyph = 'r'")
    return scenario(folder, OPEN, ann + rat)


def test_moves_are_drawn_with_their_costs_and_what_provokes(tmp_path: Path) -> None:
    """Every second diagonal counts twice; to be over or under the rat one leaves a square
    that it threatens."""
    out = shown("moves", duel(tmp_path, 3), "ann")
    assert out[:4] == board("""
  0         5
0 1 1 2 3!. . .
1 @ 1 2 r . . .
2 1 1 2 3!. . .
""")
    assert out[4] == "1 how many cells it costs   3! gives an opportunity on the way"
    assert out[5:7] == ["heroes: @ Ann", "foes: r Rat"]
    assert out[-1] == "ann: 3 cells to go"


def test_choices_are_drawn_with_whom_and_where(tmp_path: Path) -> None:
    """Within one move an attack is left; a double move or a withdrawal leads round the rat, past
    squares that it threatens; a charge of two squares reaches it."""
    out = shown("choices", duel(tmp_path, 2), "ann")
    assert out[:4] == board("""
  0         5
0 1 1 2 +!+!. .
1 @ 1 2 r*. . .
2 1 1 2 +!+!. .
""")
    legend = " ".join(" ".join(out[4:]).split())
    for words in ("* can be attacked", "an attack left", "+! gives", "+ farther, no attack left"):
        assert words in legend
    assert "walk 2; double move 4;" in legend
    assert "charge 4" in legend
    assert re.search(r"Not now: .*strike; full attack; .*\(--plain says why\)", legend)
    assert len(out) < 16


def test_a_thing_at_hand_is_named_among_what_can_be_done(tmp_path: Path) -> None:
    ann = creature("ann", "heroes", "[0, 1]", "name = 'Ann'\nabilities = { str = 16 }")
    rat = creature("rat", "foes", "[6, 1]", "name = 'Rat'\nglyph = 'r'")
    anvil = "[[item]]\nid = 'anvil'\nname = 'Anvil'\nweight = '60 lb'\nat = [1, 1]\n"
    out = " ".join(shown("choices", scenario(tmp_path, OPEN, ann + rat + anvil), "ann"))
    assert re.search(r"pick up: Anvil", out)


@pytest.mark.parametrize(("name", "who"), [
    ("ogre_bridge", "aldis"), ("standing_stones", "isolde"), ("giants_causeway", "ama"),
    ("gorge_bridge", "aske"),
])  # fmt: skip
def test_an_attack_is_left_exactly_where_the_picture_says_so(name: str, who: str) -> None:
    """After a move in each mode it is tried: what is refused is for the target, not the actor."""
    battle = set_up(name).at_turn_of(who)
    near, far = set(), set()
    for family in battle.choices().families:
        rows = [row for row in family.rows if row.can_stop and len(row.bodies) > 1]
        if family.mode.attack or not rows:
            continue
        farthest = max((row for row in rows if not row.provokes), key=lambda row: row.cost)
        child = battle.fork()
        child.submit(next(o for o in family.options if o.intent.path[-1] == farthest.at))
        left = False
        if child.decision is not None and child.decision.actor == who:
            strikes = [one for act in child.choices().named("strike") for one in act.aims.values()]
            left = any(isinstance(o, Option) or o.refusal.reason not in OWN for o in strikes)
        (near if left else far).update(row.at for row in rows)
    assert near
    signs = choices_map(battle.choices()).signs
    for at in near | far:
        assert (signs[at].glyph == "+") is (at not in near), at


def test_choices_at_hand_say_the_chance_and_show_a_safe_step(tmp_path: Path) -> None:
    """Beside the rat every walk leaves a threatened square: a 5-ft step does not."""
    ann = creature("ann", "heroes", "[1, 1]", "speed = 2\nweapons = ['club']")
    rat = creature("rat", "foes", "[2, 1]", "name = 'rat'\nglyph = 'r'")
    path = scenario(tmp_path, "...\n...\n...", ann + rat)
    out = shown("choices", path, "ann", "--forecast")
    assert out[:4] == board("""
  0
0 _ _ _
1 _ @ r*
2 _ _ _
""")
    text = " ".join(out)
    assert "_ by a step that provokes nobody" in text
    table = call("choices", path, "ann", "--forecast", "--json").json["options"]
    strike = next(one["forecast"] for one in table if one["intent"]["intent"] == "strike")
    assert f"rat {round(100 * strike['hit'])} % {strike['damage']:.1f}" in text


def test_choices_in_lines_foretell_in_the_words_of_the_game(tmp_path: Path) -> None:
    """What is through in ten rounds at the earliest says how surely."""
    ann = creature("ann", "heroes", "[0, 1]", "size = 'large'\nskills = { escape_artist = 18 }")
    rat = creature("rat", "foes", "[8, 3]", "glyph = 'r'")
    path = scenario(tmp_path, "..##......\n..==......\n..##......\n..##......", ann + rat)
    lines = call("choices", path, "ann", "--forecast", "--plain").out.splitlines()
    (line,) = (one for one in lines if "wriggle" in one and not one.startswith("not: "))
    assert "; 10 rounds, then " in line
    assert "{" not in line
    assert "later" not in line


def test_a_step_has_places_and_no_cells_to_count(tmp_path: Path) -> None:
    """A step is no distance of so many cells: only where it may end is told."""
    ann = creature("ann", "heroes", "[0, 0]", "speed = 4")
    path = scenario(tmp_path, "......\n......\n......", ann + creature("rat", "foes", "[5, 2]"))
    lines = call("choices", path, "ann", "--plain").out.splitlines()
    (step,) = (one for one in lines if one.startswith("5-ft step"))
    assert step.startswith("5-ft step, 3 places; ")
    assert any(one.startswith("walk: 4 cells to go, ") for one in lines)


@pytest.mark.rule("d20.threat")
def test_a_threat_is_drawn_over_the_ground_and_who_stands_there(tmp_path: Path) -> None:
    """The square that one stands on is threatened too."""
    ann = creature("ann", "heroes", "[2, 1]")
    rat = creature("rat", "foes", "[3, 2]", "glyph = 'r'")
    fallen = creature("cat", "foes", "[0, 0]", "glyph = 'c'\nconditions = ['dead']")
    path = scenario(tmp_path, ".....\n.,...\n.....", ann + rat + fallen)
    out = shown("threat", path, "ann")
    assert out[:4] == board("""
  0
0 cx* * * .
1 . ,*@** .
2 . * * r*.
""")
    assert "x behind whoever is out of the fight" in " ".join(out)
    assert out[-1].startswith("9 cells")


def test_a_large_body_is_the_one_asked_about_and_its_costs_stand_at_its_corner(
    tmp_path: Path,
) -> None:
    """Two squares wide it goes one to the right, onto a square of its own, and no farther."""
    ogre = creature("ogre", "heroes", "[0, 0]", "size = 'large'\nspeed = 2")
    other = creature("brute", "foes", "[4, 0]", "size = 'large'\nglyph = 'O'")
    out = shown("moves", scenario(tmp_path, "......\n......", ogre + other), "ogre")
    assert out[:3] == board("""
  0         5
0 @ @12 . O O
1 @ @ . . O O
""")
    assert "(at the upper left cell of its space)" in " ".join(out)


def test_what_its_side_does_not_know_is_not_in_a_picture(tmp_path: Path) -> None:
    """A wall hides the rat, its helpless mate and an idol."""
    ann = creature("ann", "heroes", "[0, 0]", "speed = 1")
    rat = creature("rat", "foes", "[3, 0]", "name = 'Rat'\nglyph = 'r'")
    mate = creature("mate", "foes", "[4, 0]", "name = 'Mate'\nconditions = ['helpless']")
    idol = "[[item]]\nid = 'idol'\nname = 'Idol'\nweight = '20 lb'\nat = [4, 1]\n"
    path = scenario(tmp_path, "..#..\n..#..", ann + rat + mate + idol, "fog = true")
    for answer in ("choices", "moves"):
        out = shown(answer, path, "ann")
        assert out[1:3] == ["0 @ 1 # . .", "1 1 1 # . ."]
        assert not any(word in " ".join(out) for word in ("Rat", "Mate", "lies there", "behind"))
    seen = set_up(path).perceived("heroes")
    assert seen.draw() == "d.#..\n..#.."
    assert not seen.rules.world.items.items
    assert "Rat" in " ".join(shown("threat", path, "ann"))  # who set it up sees them all


@pytest.mark.rule("d20.aoe.origin")
def test_an_area_is_drawn_round_its_corner() -> None:
    assert shown("area", "d20", "burst", "1", "--origin", "3,4") == board("""
  1
2 . . . .
3 . * * .
4 . * *+.
5 . . . .
* in the area   *+ it starts at the upper left corner of this cell
4 cells
""")


@pytest.mark.rule("d20.aoe.line")
def test_an_aimed_area_shows_who_makes_it_and_at_what() -> None:
    out = shown("area", "d20", "line", "2", "--origin", "0,0", "--toward", "3,0")
    assert out == board("""
  0
0 @ * * .>.
1 . . . . .
* in the area   @ whoever makes it   .> what it is aimed at
2 cells
""")


def test_an_area_of_hexes_is_drawn_on_hexes() -> None:
    """Three hexes meet at the top of a hex."""
    out = shown("area", "metric", "burst", "1", "--origin", "2,2,1", "--topology", "hex")
    assert out == board("""
  0
0 . . . .
1  . * * .
2 . . *+.
3  . . . .
* in the area   *+ it starts at the top of this cell
3 cells
""")


@pytest.mark.rule("pool.aoe.burst")
def test_an_area_of_cubes_is_drawn_level_beside_level() -> None:
    """Its middle is not in it; a step through three axes counts as three."""
    out = shown("area", "pool", "burst", "1", "--origin", "3,3,1")
    assert out == board("""
  level 0     level 1     level 2
  1       5   1       5   1       5
1 . . . . .   . . . . .   . . . . .
2 . . * . .   . * * * .   . . * . .
3 . * * * .   . * @ * .   . * * * .
4 . . * . .   . * * * .   . . * . .
5 . . . . .   . . . . .   . . . . .
* in the area   @ its middle, which is not in it
18 cells
""")


@pytest.mark.rule("d20.diag.alternate")
def test_a_distance_is_drawn_with_how_far_each_cell_is() -> None:
    """The second diagonal counts twice: 1, 2, 4, 5."""
    assert shown("measure", "d20", "0,0", "3,4") == board("""
  0
0 A . . . .
1 . 1 . . .
2 . 2 . . .
3 . . 4 . .
4 . . . B .
5 . . . . .
A from   B to   1 how many cells from A
5 cells (25 ft)  [d20.diag.range, d20.diag.alternate]
""")


def test_a_distance_between_spaces_counts_from_the_nearest_cells() -> None:
    out = shown("measure", "d20", "0,0", "4,1", "--from-size", "large", "--to-size", "large")
    assert out[:5] == board("""
  0         5
0 A A . . . . .
1 A A 1 2 B B .
2 . . . . B B .
3 . . . . . . .
""")


def test_distances_on_hexes_and_cubes() -> None:
    assert shown("measure", "metric", "1,1", "3,1", "--topology", "hex")[:4] == board("""
  0
0 . . . . .
1  . A 1 B .
2 . . . . .
""")
    assert shown("measure", "pool", "0,0,0", "2,0,1")[:4] == board("""
  level 0   level 1
  0         0
0 A 1 . .   . . B .
1 . . . .   . . . .
""")


@pytest.mark.parametrize(
    "arguments",
    [
        ("moves", "ogre_bridge", "ogre"),
        ("threat", "ogre_bridge", "ogre"),
        ("choices", "ogre_bridge", "ogre"),
        ("area", "pool", "burst", "2", "--origin", "3,3,1"),
        ("measure", "d20", "0,0", "3,4"),
    ],
)
def test_lists_stay_where_they_are_asked_for_and_json_is_the_same(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    piped = call(*arguments).out
    assert shown(*arguments, "--plain") == piped.splitlines()
    assert shown(*arguments, "--json") == call(*arguments, "--json").out.splitlines()
    bare = shown(*arguments)
    assert bare != piped.splitlines()
    assert not any("\x1b" in line for line in bare)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.delenv("NO_COLOR")
    assert shown(*arguments) == bare
    monkeypatch.setenv("TERM", "xterm")
    coloured = shown(*arguments)
    assert any("\x1b[" in line for line in coloured)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in coloured] == bare


def test_a_map_that_does_not_fit_is_cut_to_what_matters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 30 columns there is room for 13 squares beside the numbers of the rows."""
    ann = creature("ann", "heroes", "[40, 30]", "speed = 1")
    rat = creature("rat", "foes", "[0, 0]")
    path = scenario(tmp_path, "\n".join(["." * 60] * 50), ann + rat)
    monkeypatch.setenv("COLUMNS", "30")
    out = shown("moves", path, "ann")
    assert out[0] == "     35        40        45"
    row = next(line for line in out if line.startswith("30"))
    assert row == "30 . . . . . 1 @ 1 . . . . ."
    assert "Cut to columns 34 to 46 of 0" in " ".join(out)
    assert any(line.startswith("Cut to rows") for line in out)
    assert len(out) < 24


def test_a_real_terminal_is_one(tmp_path: Path) -> None:
    """Its own size counts: 26 columns hold the map and cut its legend."""
    here = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    call = f"-m tacsim moves {duel(tmp_path, 3)} ann"
    seen = pexpect.run(f"{sys.executable} {call}", env=here, encoding="utf-8", cwd=str(ROOT))
    lines = [line.rstrip() for line in seen.splitlines()]
    assert lines[1:4] == ["0 1 1 2 3!. . .", "1 @ 1 2 r . . .", "2 1 1 2 3!. . ."]
    narrow = pexpect.run(
        f"{sys.executable} {call}", env=here, encoding="utf-8", cwd=str(ROOT), dimensions=(24, 26)
    )
    assert all(len(line) < 26 for line in narrow.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_battle_fits_the_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    who = next(iter(tacsim.load(name, seed=1).creatures))
    monkeypatch.setenv("COLUMNS", "60")
    for command in ("moves", "threat", "choices"):
        for line in shown(command, name, who):
            assert columns_of(line) < 60
