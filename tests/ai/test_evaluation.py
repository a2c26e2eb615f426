"""What places are worth: what can be done from them, and what can be done to one there."""

from __future__ import annotations

import attrs
from ai.acting import OGRE, battle, turn_for, turn_of
from ai.test_wits import JAVELIN

from tacsim.ai.evaluation import Evaluation
from tacsim.grid.cells import Body

THROWER = {**OGRE, "weapons": [*OGRE["weapons"], attrs.evolve(JAVELIN, ranged=True)]}
"""Who strikes for 2d8+7 over two cells, and throws for 1d6+5 at -2 over twelve."""


def evaluation() -> Evaluation:
    rows = ["." * 20, "OO" + "." * 12 + "PP" + "." * 4, "OO" + "." * 12 + "PP" + "." * 4, "." * 20]
    sides = {"O": {**THROWER, "side": "heroes"}, "P": {**THROWER, "side": "foes"}}
    return Evaluation(turn_for(turn_of(battle("\n".join(rows), sides), "O"), "O"))


def test_a_place_to_throw_from_is_worth_less_than_one_to_strike_from() -> None:
    """Else whoever can throw stays where it is, though closing wins."""
    found = evaluation()
    beside, near, far = (found.future(Body((x, 1), (2, 2))) for x in (10, 6, 3))
    assert beside > near > far


def test_who_throws_strikes_nobody_from_afar() -> None:
    """At most 2d8+7 in 1d6+5's place: 16 and 8.5 on the mean, if they hit."""
    found = evaluation()
    beside, far = (found.harm(Body((x, 1), (2, 2))) for x in (10, 0))
    assert 0 < far < 0.75 * beside
