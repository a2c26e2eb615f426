"""The cells of areas, counted: by the ruleset and by ``tacsim area pool``, in all 26 directions.

Expected are the catalogue's counts, and sets put together cell by cell without the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from cli.calls import call, program, unusable
from gate import slow

from tacsim.grid.cells import Cell
from tacsim.rulesets import content, load

ORIGIN = (20, 30, 25)
DIRECTIONS = [by for by in product((-1, 0, 1), repeat=3) if any(by)]
LEVEL = [by for by in DIRECTIONS if by[2] == 0]
SIZES = range(1, 10)
FORMS = ("line", "wide", "cone", "burst")

# --- an independent enumeration -------------------------------------------------------------------


def far(by: Cell) -> int:
    """Walk straight on along every axis that is not at its end: each second diagonal counts 2, a
    step through three axes is two diagonals."""
    left, cubes, odd = [abs(n) for n in by], 0, False
    while any(left):
        axes = sum(1 for n in left if n)
        for _ in range(axes - 1):
            cubes, odd = cubes + (2 if odd else 1), not odd
        cubes += axes == 1
        left = [max(0, n - 1) for n in left]
    return cubes


def times(by: Cell, n: int) -> Cell:
    return (by[0] * n, by[1] * n, by[2] * n)


def plus(a: Cell, b: Cell) -> Cell:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def axes(by: Cell) -> list[Cell]:
    """A direction's parts along single axes."""
    return [part for part in ((by[0], 0, 0), (0, by[1], 0), (0, 0, by[2])) if any(part)]


def aside(by: Cell) -> list[Cell]:
    """One cube or none to each side, along the axes that a direction does not have."""
    spans = [(0,) if n else (-1, 0, 1) for n in by]
    return list(product(*spans))


def some(parts: list[Cell]) -> Iterator[Cell]:
    """Sums of some of the parts, of none and of all."""
    for chosen in product((0, 1), repeat=len(parts)):
        total: Cell = (0, 0, 0)
        for part, taken in zip(parts, chosen, strict=True):
            total = plus(total, times(part, taken))
        yield total


def line(by: Cell) -> Iterator[Cell]:
    return (times(by, n) for n in range(1, 10))


def wide(by: Cell) -> Iterator[Cell]:
    """The line; from each of its cubes the ones a step farther along some of its axes only, which
    lie beside it; and all these one cube out to the sides. Next to the origin the line alone."""
    beside = [step for step in some(axes(by)) if step != by]
    for n in range(1, 10):
        for step, out in product(beside, aside(by)):
            cell = plus(plus(times(by, n), step), out)
            if max(map(abs, cell)) > 1 or cell == by:
                yield cell


def cone(by: Cell) -> Iterator[Cell]:
    """By an axis: level with it as far to the sides as ahead. Between two or three axes: whatever
    has no part backward, and to the sides no more than along the farther of the two."""
    for cell in product(range(-9, 10), repeat=3):
        ahead = [n * d for n, d in zip(cell, by, strict=True) if d]
        off = [abs(n) for n, d in zip(cell, by, strict=True) if not d]
        if any(cell) and min(ahead) >= 0 and all(n <= max(ahead) for n in off):
            yield cell


def burst(by: Cell) -> Iterator[Cell]:
    return (cell for cell in product(range(-9, 10), repeat=3) if any(cell))


@cache
def distances(form: str, by: Cell) -> dict[Cell, int]:
    """How far the cells of a form are that lie within 9."""
    cells = {"line": line, "wide": wide, "cone": cone, "burst": burst}[form](by)
    return {cell: far(cell) for cell in cells}


def wanted(form: str, by: Cell, size: int) -> set[Cell]:
    """The cells of a form that are no farther than its size."""
    cells = distances(form, DIRECTIONS[0] if form == "burst" else by)
    return {plus(ORIGIN, cell) for cell, distance in cells.items() if distance <= size}


def ruled(form: str, by: Cell, size: int) -> set[Cell]:
    """The same as the ruleset has them."""
    shape = content("pool").defaults.areas.shapes[form]
    return set(shape.cells(ORIGIN, plus(ORIGIN, by), size))


def level(cells: set[Cell]) -> set[Cell]:
    return {cell for cell in cells if cell[2] == ORIGIN[2]}


def written(cell: Cell) -> str:
    return ",".join(map(str, cell))


def listed(*arguments: object) -> list[Cell]:
    """What the command says."""
    answer = call("area", "pool", *arguments, "--json")
    assert answer.code == 0, answer
    assert list(answer.json) == ["cells"]
    return [tuple(cell) for cell in answer.json["cells"]]


# --- the forms ------------------------------------------------------------------------------------


@pytest.mark.rule("pool.aoe.forms")
def test_there_are_four_forms():
    assert sorted(content("pool").defaults.areas.shapes) == sorted(FORMS)
    unusable(call("area", "pool", "cube", "2", "--origin", "0,0,0"), "burst")


@pytest.mark.rule("pool.aoe.line", "pool.aoe.wide", "pool.aoe.cone", "pool.aoe.burst")
@pytest.mark.rule("pool.aoe.measure", "pool.aoe.3d")
@pytest.mark.parametrize("size", [*SIZES[:6], *slow(*SIZES[6:])])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_in_every_direction(form, size):
    for by in DIRECTIONS:
        assert ruled(form, by, size) == wanted(form, by, size), by


@pytest.mark.rule("pool.aoe.line", "pool.aoe.wide", "pool.aoe.cone", "pool.aoe.burst")
@pytest.mark.rule("pool.aoe.measure", "pool.aoe.3d")
@pytest.mark.parametrize("form", FORMS)
def test_the_command_lists_them(form):
    for by, size in product(DIRECTIONS, (1, 2, 5)):
        toward = () if form == "burst" else ("--toward", written(plus(ORIGIN, by)))
        found = listed(form, size, "--origin", written(ORIGIN), *toward)
        assert found == sorted(wanted(form, by, size))


@pytest.mark.rule("pool.aoe.line", "pool.aoe.wide", "pool.aoe.cone", "pool.aoe.burst")
@pytest.mark.parametrize(
    ("form", "size", "straight", "diagonal"),
    [
        ("line", 9, 9, 6),
        ("wide", 9, 25, 16),
        ("wide", 3, 7, 4),
        ("cone", 9, 69, 72),
        ("cone", 3, 11, 12),
        ("cone", 1, 3, 3),
        *(("burst", size, count, count) for size, count in enumerate((8, 20, 36, 60), 1)),
        ("burst", 9, 252, 252),
    ],
)
def test_the_counts_of_the_catalogue(form, size, straight, diagonal):
    """On the level of the origin, from which the figure is drawn."""
    for by in LEVEL:
        count = straight if 0 in by[:2] else diagonal
        assert len(level(ruled(form, by, size))) == count
        toward = () if form == "burst" else ("--toward", written(plus(ORIGIN, by)))
        found = listed(form, size, "--origin", written(ORIGIN), *toward)
        assert len(level(set(found))) == count


@pytest.mark.rule("pool.aoe.line")
def test_diagonal_lines_are_shorter():
    """Their cubes are 1, 3, 4, 6, 7 and 9 off; through three axes 3, 6 and 9."""
    counts = {by: [len(ruled("line", by, size)) for size in SIZES] for by in DIRECTIONS}
    for by, found in counts.items():
        many = sum(map(abs, by))
        assert (
            found
            == {
                1: [1, 2, 3, 4, 5, 6, 7, 8, 9],
                2: [1, 1, 2, 3, 3, 4, 5, 5, 6],
                3: [0, 0, 1, 1, 1, 2, 2, 2, 3],
            }[many]
        )


@pytest.mark.rule("pool.aoe.wide")
def test_of_the_cubes_that_touch_the_origin_a_wide_has_the_one_ahead():
    for by, size in product(DIRECTIONS, SIZES):
        near = [c for c in ruled("wide", by, size) if max(map(abs, minus(c, ORIGIN))) == 1]
        assert near == ([plus(ORIGIN, by)] if far(by) <= size else [])


def minus(a: Cell, b: Cell) -> Cell:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@pytest.mark.rule("pool.aoe.wide", "pool.aoe.3d")
def test_a_wide_is_one_cube_out_on_every_side():
    rows = {}
    for cell in ruled("wide", (1, 0, 0), 4):
        x, y, z = minus(cell, ORIGIN)
        rows.setdefault(x, set()).add((y, z))
    assert rows[1] == {(0, 0)}
    square = set(product((-1, 0, 1), repeat=2))
    assert rows[2] == {yz for yz in square if far((2, *yz)) <= 4}
    assert rows[3] == {yz for yz in square if far((3, *yz)) <= 4}
    assert square - rows[3] == set(product((-1, 1), repeat=2)), "corners are 5 off by then"
    assert rows[4] == {(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)}


@pytest.mark.rule("pool.aoe.cone")
def test_a_cone_opens_at_a_right_angle():
    for by in LEVEL:
        for x, y, _ in (minus(cell, ORIGIN) for cell in level(ruled("cone", by, 9))):
            along, across = x * by[0] + y * by[1], x * by[1] - y * by[0]
            assert abs(across) <= along, "within 45 degrees of its direction"


@pytest.mark.rule("pool.aoe.measure")
@pytest.mark.parametrize(("by", "distance"), [((9, 1, 0), 9), ((7, 6, 0), 10), ((6, 6, 0), 9)])
def test_a_burst_holds_what_is_within_its_size(by, distance):
    assert far(by) == distance
    assert (plus(ORIGIN, by) in ruled("burst", by, 9)) == (distance <= 9)
    assert call("measure", "pool", "0,0,0", written(by), "--json").json["cells"] == distance


@pytest.mark.rule("pool.aoe.measure")
def test_the_origin_is_not_counted():
    for form, by in product(FORMS, DIRECTIONS):
        assert ORIGIN not in ruled(form, by, 9)


@pytest.mark.rule("pool.aoe.3d")
def test_height_is_measured_like_all_else():
    found = ruled("burst", (1, 0, 0), 2)
    assert plus(ORIGIN, (1, 1, 0)) in found
    assert plus(ORIGIN, (1, 1, 1)) not in found
    assert plus(ORIGIN, (1, 0, 1)) in found
    assert plus(ORIGIN, (0, 0, 2)) in found
    assert len(found) == 6 + 12 + 6 + 24, "1, diagonals, 2, and knight's moves"
    near = load("pool", {"shortest": True}).areas.shapes["burst"].cells(ORIGIN, ORIGIN, 2)
    assert len(near) == len(found) + 8, "with the switch the corners as well"


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.rule("pool.aoe.burst", "pool.aoe.3d")
def test_the_command_takes_three_coordinates():
    answer = program("area", "pool", "burst", "2", "--origin", "4,4,1", "--json")
    assert answer.code == 0, answer
    wide_open = {
        (4 + x, 4 + y, 1 + z)
        for x, y, z in product((-2, -1, 0, 1, 2), repeat=3)
        if 1 <= far((x, y, z)) <= 2
    }
    assert [tuple(cell) for cell in answer.json["cells"]] == sorted(wide_open)
    text = program("area", "pool", "burst", "2", "--origin", "4,4,1").out
    count, _, listed = text.splitlines()[0].partition(": ")
    assert count == "48 cells"
    assert {tuple(map(int, cell.split(","))) for cell in listed.split()} == wide_open


@pytest.mark.rule("pool.aoe.measure")
def test_sizes_may_be_paces_or_feet():
    origin = ("--origin", "9,9,9")
    assert listed("burst", "2 pace", *origin) == listed("burst", 2, *origin)
    assert listed("burst", "10 ft", *origin) == listed("burst", 2, *origin)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("burst", "2", "--origin", "4,4"), "4,4"),
        (("line", "2", "--origin", "4,4,1"), "--toward"),
        (("line", "2", "--origin", "4,4,1", "--toward", "4,4,1"), "another cell"),
        (("bust", "2", "--origin", "4,4,1"), '"burst"'),
        (("burst", "2", "--origin", "4,4,1", "--topology", "square"), "square"),
        (("burst", "2 m", "--origin", "4,4,1"), "2 m"),
    ],
)
def test_an_area_that_makes_no_sense_is_unusable(arguments, word):
    unusable(call("area", "pool", *arguments), word)
