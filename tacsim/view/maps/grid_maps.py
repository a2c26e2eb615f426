"""Maps of empty grids: what is answered about cells where there is no battle around them.

Only cells and metrics are needed for them, so that a distance is answered at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import Metric
from tacsim.i18n import _
from tacsim.view.maps.text_map import Sign, TextMap, count
from tacsim.view.picture.layout import across_hexes

AROUND = 1
"""Cells around what is shown of an empty grid."""
GROUND = Sign(".", look="ground")
IN_AREA = Sign("*", look="marked")
ONE, OTHER = Sign("A", look="actor"), Sign("B", look="foe")
STARTS = "+"


def area_map(
    topology: str, cells: Iterable[Cell], origin: Cell, aim: Cell, *, aimed: bool, centred: bool
) -> TextMap:
    """The cells of an area on an empty grid, with where it starts and what it is aimed at.

    ``origin``: the cell of whoever makes it where it is ``aimed``; the cell in its middle where it
    is ``centred``; else a corner, by its name.
    """
    signs = dict.fromkeys(cells, IN_AREA)
    legend = [(IN_AREA, _("in the area"))]
    start = Sign("@", look="actor")
    at = origin if topology == "cube" else origin[:2]  # corners of hexes have a third number
    if aimed:
        words = _("whoever makes it")
    elif centred:
        words = _("its middle, which is not in it")
    else:
        start = Sign(signs.get(at, GROUND).glyph, STARTS, "actor")
        top = at != origin and origin[-1]
        words = (
            _("it starts at the top of this cell")
            if top
            else _("it starts at the upper left corner of this cell")
        )
    signs |= {at: start}
    legend.append((start, words))
    if aimed:
        end = Sign(signs.get(aim, GROUND).glyph, ">", "far")
        signs |= {aim: end}
        legend.append((end, _("what it is aimed at")))
    return _window(topology, signs, at, legend)


def measure_map(topology: str, a: Body, b: Body, metric: Metric) -> TextMap:
    """Two spaces on an empty grid, and between their nearest cells how far each cell is."""
    here = min(a.spots, key=lambda spot: (metric.distance(spot, b), _apart(spot.at, b.at)))
    there = min(b.spots, key=lambda spot: (metric.distance(here, spot), _apart(here.at, spot.at)))
    way = across_hexes(here.at, there.at) if topology == "hex" else _straight(here.at, there.at)
    one = here.extent
    signs = {cell: Sign(count(metric.distance(a, Body(cell, one))), look="near") for cell in way}
    steps = len(signs.keys() - set(a.cells) - set(b.cells))
    signs |= dict.fromkeys(b.cells, OTHER) | dict.fromkeys(a.cells, ONE)
    for cell in set(a.cells) & set(b.cells):
        signs[cell] = Sign(ONE.glyph, OTHER.glyph, ONE.look)
    legend = [(ONE, _("from")), (OTHER, _("to"))]
    if steps:
        legend.append((Sign("1", look="near"), _("how many cells from A")))
    if any("a" <= sign.glyph <= "z" for sign in signs.values()):
        legend.append((Sign("a", look="near"), _("10, b 11 and so on")))
    return _window(topology, signs, a.at, legend)


def _apart(a: Cell, b: Cell) -> int:
    """The square of how far two cells are apart on paper: of cells equally near, the nearest."""
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True))


def _straight(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells on the way from one to another, one beside the next.

    >>> _straight((0, 0), (4, 2))
    ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2))
    """
    most = max(abs(q - p) for p, q in zip(a, b, strict=True))
    ways = [(p, q - p) for p, q in zip(a, b, strict=True)]
    return tuple(
        tuple(p + (n * by * 2 + most - (by > 0)) // (2 * most) for p, by in ways)
        for n in range(most + 1)
    ) if most else (a,)  # fmt: skip


def _window(
    topology: str, signs: Mapping[Cell, Sign], focus: Cell, legend: list[tuple[Sign, str]]
) -> TextMap:
    """Some cells with a little of the empty grid around them."""
    axes = list(zip(*signs, strict=True))
    least, most = [min(axis) for axis in axes], [max(axis) for axis in axes]
    low = *(min(n, max(n - AROUND, 0)) for n in least[:2]), *least[2:]  # none below 0 for nothing
    high = *(n + AROUND for n in most[:2]), *most[2:]
    return TextMap(topology, low, high, signs, signs.keys(), focus, legend, ground=GROUND)
