"""Squares of several kinds of ground, and those that ask a check: drawn, written and said."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from tacsim.core.terrain import Check, combined
from tacsim.view.maps.drawn import drawn as written
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.camera import FAR, NORMAL
from tacsim.view.picture.tiles import ground
from tacsim.view.wording.places import cell_line
from tacsim.view.wording.why import why_cell
from view.squares import drawn

KINDS = {
    "&": combined(["difficult", "boulder"], check=Check("climb", 10)),
    "?": combined(["deep_water"], check=Check("swim", 12)),
    "+": combined(["difficult", "obstacle"]),
}
FIGHT = turn_of(battle("A&?+,^", {"A": {"skills": {"climb": 4}}}, kinds=KINDS), "A")


@pytest.mark.parametrize("zoom", [FAR, NORMAL])
def test_what_asks_a_check_is_marked_and_stands_on_its_ground(zoom):
    console = drawn(FIGHT, zoom=zoom)
    rows, wide = console.rgb["ch"], (1, 2)[zoom]
    signs = ["".join(map(chr, rows[0, x * wide : (x + 1) * wide])) for x in range(6)]
    assert [sign.endswith("&") for sign in signs] == [False, True, True, False, False, False]
    assert signs[3][0] == "%"
    below = {tuple(console.rgb["bg"][0, x * wide]) for x in (1, 3, 4)}
    rough = ground(DARK, "difficult")
    assert all(abs(a - b) <= rough.vary for colour in below
               for a, b in zip(colour, rough.bg, strict=True))  # fmt: skip


def test_it_is_written_with_a_sign_and_said_in_words():
    assert written(FIGHT) == "A&~%,^"
    assert cell_line(FIGHT, (1, 0)) == "(1,0) boulder, difficult ground (climb 10)"
    assert cell_line(FIGHT, (3, 0)) == "(3,0) obstacle, difficult ground"
    found = [one for one in why_cell(FIGHT, FIGHT.world["A"], (1, 0), frozenset("A"))
             if "d20.obstacle.check" in one.clauses]  # fmt: skip
    assert [one.text for one in found] == [
        "Getting there takes a check of climb 10: A passes it with 75 %."
    ]
