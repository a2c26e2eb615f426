"""Two people at one pipe, in fog: what one side cannot see is never told to it.

All that can be asked is asked as the side that never sees Zzyzx: once with it, and once in a twin
of the battle in which somebody else, elsewhere, does something else. Not a letter may differ; and
its own side has to hear of it by the same answers, or they prove nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest
from app.halls import hall, person
from plain.fights import Played, played, written
from plain.readers import HANDOVER, QUESTION, SURE, begins, numbered

FLAT = """
[map]
grid = '''
................
................
................
################
................
................
................
'''
"""
AIR = "                "
CUBES = (
    FLAT.replace("[map]", '[map]\ntopology = "cube"')
    + f"""
[[map.level]]
z = 1
grid = '''
{AIR}
{AIR}
{AIR}
################
{AIR}
{AIR}
{AIR}
'''
"""
)


@attrs.frozen
class Hidden:
    """The creature behind the wall, where it is and where it goes."""

    name: str
    kind: str
    at: tuple[int, int]
    hp: int
    goes: str


@attrs.frozen
class Ground:
    """A ruleset's hall, who stands in it, and two who may be behind its wall."""

    ruleset: str
    map: str
    kinds: tuple[str, str]
    zzyzx: Hidden
    twin: Hidden

    def written(self, folder: Path, hidden: Hidden) -> Path:
        """The scenario with one of the two."""

        def cell(x: int, y: int) -> tuple[int, ...]:
            return (x, y) if self.map is FLAT else (x, y, 0)

        text = hall(
            self.map,
            person("aldis", self.kinds[0], "heroes", cell(2, 1), 20),
            person("hidden", hidden.kind, "raiders", cell(*hidden.at), 15, hidden.name)
            + f"hp = {hidden.hp}\n",
            person("snag", self.kinds[1], "raiders", cell(9, 1), 12),
            person("berta", self.kinds[0], "heroes", cell(4, 1), 5),
            ruleset=self.ruleset,
        )
        goal = '[[goal]]\nside = "raiders"\nkind = "survive"\nrounds = 90\n'
        return written(folder, text + goal)


GROUNDS = [
    Ground("d20", FLAT, ("human_fighter", "goblin"),
           Hidden("Zzyzx", "ogre", (11, 5), 737, "w 1"),
           Hidden("Quorl", "orc", (5, 5), 41, "")),
    Ground("pool", CUBES, ("soldier", "bandit"),
           Hidden("Zzyzx", "ogre", (11, 5), 737, "w 1"),
           Hidden("Quorl", "archer", (5, 5), 41, "")),
]  # fmt: skip

ASKED = ("s", "m", "m all", "l", "l all", "l why", "x", "x zzyzx", "zzyzx", "w 11,5", "s 11,5",
         "s 5,5", "11,5", "5,5", "s 11,5,0", "s snag", "?", "o", "r", "u", "n", "move", "+", "b",
         "acts", "ready", "c burst 3 11,5", "c burst 2 5,5", "c burst 3 11,5,0",
         "c cone 9 11,5 from 5,5", "c burst 2 5,5,0")  # fmt: skip
"""What the side that does not see it asks in each of its turns, and then goes a step."""


BACK = range(4, 7)
"""The turns that the heroes do not end, but go back from to what they last did."""


class Player:
    """Plays both sides; as the heroes it asks everything, of everybody, with every menu opened."""

    def __init__(self, hidden: Hidden) -> None:
        self.hidden = hidden
        self.heard: dict[str, list[str]] = {"Heroes": [], "Raiders": []}
        self._side = ""
        self._plan: list[str] = []
        self._turns = 0

    def __call__(self, lines: list[str]) -> str | None:
        named = [m[1] for line in lines if (m := re.match(r"(\w+): you are next\.", line))]
        if named:  # what was told before it went to those before
            at = next(n for n, line in enumerate(lines) if line.startswith(f"{named[0]}: you"))
            if self._side:
                self.heard[self._side] += lines[:at]
            self._side = named[0]
            return ""
        self.heard[self._side] += lines
        if lines[-1:] == [QUESTION]:
            return "n"
        if lines and lines[-1].endswith(SURE):
            return "n"
        if begins(lines) and not self._plan:
            self._turns += 1
            if self._turns > 8:
                return None
            heroes = self._side == "Heroes"
            hidden = any(f"{self.hidden.name}'s turn" in line for line in lines)
            each = [n for n, text in numbered(lines).items() if "..." in text]
            self._plan = [*ASKED, *(one for n in each for one in ("r", n, "w 1", "b")), "."]
            if not heroes:
                going = [self.hidden.goes] if self.hidden.goes else []
                self._plan = [*going, "."] if hidden else ["s", "m", "."]
            elif self._turns in BACK:
                self._plan[-1:] = ["u", "1"]
        return self._plan.pop(0) if self._plan else "."


def both(ground: Ground, folder: Path) -> tuple[Played, Player, Played, Player]:
    found: list[Played | Player] = []
    for hidden in (ground.zzyzx, ground.twin):
        path = folder / hidden.name
        path.mkdir()
        player = Player(hidden)
        found += [played(ground.written(path, hidden), player, fog=True, sides={}), player]
    return tuple(found)  # type: ignore[return-value]  # as they were put in


@pytest.mark.parametrize("ground", GROUNDS, ids=[ground.ruleset for ground in GROUNDS])
def test_what_a_side_does_not_see_is_never_told_to_it(ground: Ground, tmp_path: Path) -> None:
    one, player, other, twin = both(ground, tmp_path)
    heroes, raiders = ("\n".join(player.heard[side]) for side in ("Heroes", "Raiders"))
    assert "Zzyzx" in raiders
    assert "737" in raiders
    assert "Zzyzx" not in heroes.replace('called "zzyzx"', "")
    assert "737" not in heroes
    assert player.heard["Heroes"] == twin.heard["Heroes"]
    assert len(player.heard["Heroes"]) > 200
    assert heroes.count("You go on from there as a branch") >= 1
    assert one.text.count("Snag") > 10
    assert other.text.count("Snag") > 10


def test_the_hand_over_pushes_away_what_the_last_one_was_told(tmp_path: Path) -> None:
    ground = GROUNDS[0]
    done = played(ground.written(tmp_path, ground.zzyzx), Player(ground.zzyzx), fog=True, sides={})
    at = [n for n, line in enumerate(done.pipe.printed) if line.endswith(HANDOVER)]
    assert len(at) > 2
    for n in at[1:]:
        assert done.pipe.printed[n - 61 : n - 1] == [""] * 60
        assert done.pipe.printed[n - 1] == (
            "What was told before is pushed off the screen; scrolling back would show it."
        )
    assert re.fullmatch(rf"\w+: you are next\. {HANDOVER}", done.pipe.printed[at[0]])
