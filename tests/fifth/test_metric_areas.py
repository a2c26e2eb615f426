"""Areas of the metric ruleset: converted, and counted on spaces of a metre."""

from __future__ import annotations

import pytest
from cli.calls import call

from fifth.boards import battle
from tacsim.rulesets import load

AT = (20, 20)
FIELD = "\n".join(["." * 40] * 40)


def cells(shape: str, size: str, *aim: int) -> set[tuple[int, int]]:
    """The cells of an area at (20, 20), pointing so far on each axis."""
    options = ["--origin", "20,20"]
    if aim:
        options += ["--toward", f"{20 + aim[0]},{20 + aim[1]}"]
    answer = call("area", "metric", shape, size, *options, "--json").json
    return {(x - 20, y - 20) for x, y in answer["cells"]}


@pytest.mark.rule("metric.aoe.radius-origin")
@pytest.mark.parametrize(("metres", "count"), [(1, 4), (2, 12), (3, 24), (4, 44), (6, 96)])
def test_a_radius_starts_at_a_corner(metres, count):
    found = cells("burst", f"{metres} m")
    assert len(found) == count
    assert {(-1 - x, y) for x, y in found} == found, "the same on both sides of the corner"
    assert {(0, 0), (-1, 0), (0, -1), (-1, -1)} <= found
    assert cells("sphere", f"{metres} m") == found


@pytest.mark.rule("metric.aoe.radius20", "metric.aoe.radius-origin")
def test_twenty_feet_of_radius_are_six_metres():
    assert len(cells("burst", "20 ft")) == 96
    assert cells("burst", "20 ft") == cells("burst", "6 m")


@pytest.mark.rule("metric.aoe.round")
def test_sizes_are_rounded_down():
    """25 ft: 7 m; 5 ft: 1 m."""
    assert cells("burst", "25 ft") == cells("burst", "7 m")
    assert cells("burst", "5 ft") == cells("burst", "1 m")


@pytest.mark.rule("metric.aoe.square5", "metric.aoe.square10")
def test_squares():
    assert cells("square", "5 ft") == {(0, 0)}
    assert cells("square", "10 ft") == {(x, y) for x in range(3) for y in range(3)}


@pytest.mark.rule("metric.aoe.cone15")
def test_a_cone_of_fifteen_feet_has_ten_spaces():
    """Facing +y: rows of 1, 2, 3 and 4; even ones lean to the side that the maker points to."""
    found = cells("cone", "15 ft", 0, 1)
    rows = [sorted(x for x, y in found if y == far) for far in range(1, 5)]
    assert len(found) == 10
    assert rows == [[0], [-1, 0], [-1, 0, 1], [-2, -1, 0, 1]]
    turned = cells("cone", "15 ft", 1, 19)
    rows = [sorted(x for x, y in turned if y == far) for far in range(1, 5)]
    assert rows == [[0], [0, 1], [-1, 0, 1], [-1, 0, 1, 2]]


@pytest.mark.rule("metric.aoe.cone15")
def test_a_switch_opens_the_cone_to_a_right_angle():
    """18 spaces within 4 m, at most as far aside as on."""
    fight = battle(FIELD, ruleset="metric", switches={"wide_cones": True})
    found = fight.ruleset.areas.cells(fight, "cone", 4, AT, (20, 25))
    assert len(found) == 18
    rows = [sorted(x - 20 for x, y in found if y == 20 + far) for far in range(1, 5)]
    assert rows == [[-1, 0, 1], [*range(-2, 3)], [*range(-3, 4)], [-1, 0, 1]]
    assert found == load("metric", {"wide_cones": True}).areas.shapes["cone"].cells(AT, (20, 21), 4)
    assert not load("metric").switches["wide_cones"]


@pytest.mark.rule("metric.aoe.line60")
def test_a_line_of_sixty_feet():
    """18 m: 18 spaces straight on, 12 along a diagonal, which cost 18."""
    assert cells("line", "60 ft", 0, -1) == {(0, -n) for n in range(1, 19)}
    assert cells("line", "60 ft", 3, 3) == {(n, n) for n in range(1, 13)}
