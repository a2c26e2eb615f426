"""Odds: one HTML page about many battles, with nothing outside of itself.

Bars and maps are drawn as shapes, tables sort by their headings, and the battles that are worth a
look are in the page: as saves to be kept, and as pages that play them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

import attrs

from tacsim.core.terrain import Battlefield
from tacsim.export.drawing import LATTICES, Lattice, number
from tacsim.export.ground import area, ground
from tacsim.export.style import both, side_class
from tacsim.export.templates import embedded, filled, part
from tacsim.export.watching import plain
from tacsim.grid.cells import Cell
from tacsim.i18n import _, pgettext
from tacsim.view.picture.layout import LAYOUTS
from tacsim.view.picture.marks import DEGREES
from tacsim.view.picture.overlay import Knowledge
from tacsim.view.wording.odds import fallen, heat
from tacsim.view.wording.odds_words import (
    case_name,
    conclusions,
    heading,
    interval,
    lasting,
    notable_lines,
    verdict,
)
from tacsim.view.wording.players import player_name
from tacsim.view.wording.words import capital

WIDE, LINE, LABEL, FIGURE = 640, 26, 190, 150
"""The width of a chart of bars, the height of a bar's row, and the room for names and figures."""
SCALE = 1.2
"""How much larger maps are shown than they are counted."""


@attrs.frozen
class Kept:
    """A battle that is in the page: its file's name and bytes, and a page that plays it."""

    file: str
    save: bytes
    page: str


@attrs.frozen
class Case:
    """What was fought: its answer, the ground, everybody's name and side, battles that are kept.

    ``called``: the names of sides, by id; ``kept`` goes by the words of the answer's ``notable``.
    """

    answer: Mapping[str, Any]
    field: Battlefield
    names: Mapping[str, str]
    sides: Mapping[str, str]
    called: Mapping[str, str]
    kept: Mapping[str, Kept]


def odds_page(title: str, answer: Mapping[str, Any], cases: Sequence[Case]) -> str:
    """The page of an answer of a simulation, of one case or of several."""
    pages: list[str] = []
    style = part("odds.css") + both(LAYOUTS[cases[0].field.topology])
    parts = list[str]()
    if len(cases) > 1:
        parts += _compared(answer, cases[0].called)
    for case in cases:
        parts += _case(case, pages, several=len(cases) > 1)
    gaps = {"body": "\n".join(parts), "pages": embedded(pages)}
    return filled("odds", plain(title), style, part("odds.js"), gaps, pages)


def _text(text: object) -> str:
    return escape(plain(str(text)))


def _title(text: str, depth: int = 3) -> str:
    return f"<h{depth}>{_text(text)}</h{depth}>"


# --- one case ------------------------------------------------------------------------------------


def _case(case: Case, pages: list[str], *, several: bool) -> Iterator[str]:
    found = case.answer
    yield '<section class="case">' if several else "<section>"
    if several:
        yield f"<h2>{_text(case_name(found['values']))}</h2>"
    yield f'<p class="quiet">{_text(heading(found))}</p>'
    yield _bars(case)
    yield f"<p>{_text(lasting(found))}</p>"
    if found["rounds"]["counts"]:
        yield _title(_("How many rounds they last"))
        yield _histogram(found["rounds"]["counts"])
    yield _title(_("The sides")) + _sides(case)
    yield _title(_("Everybody")) + _creatures(case)
    if found["fell"]:
        yield _title(_("Where they fell"))
        yield from _heat(case)
    if case.kept:
        yield _title(_("Battles worth a look")) + _notable(case, pages)
    yield "</section>"


def _bars(case: Case) -> str:
    """Each side's win rate, with the interval in which it lies."""
    sides = case.answer["sides"]
    room = WIDE - LABEL - FIGURE
    rows = []
    for n, (side, one) in enumerate(sides.items()):
        y = n * LINE
        low, rate, high = (LABEL + room * one[key] for key in ("low", "rate", "high"))
        rows.append(
            f'<g class="{side_class(n)}"><text x="0" y="{y + 17}">{_text(case.called[side])}</text>'
            f'<rect class="back" x="{LABEL}" y="{y + 5}" width="{room}" height="14"/>'
            f'<rect class="rate" x="{LABEL}" y="{y + 5}" width="{number(rate - LABEL)}" '
            'height="14"/>'
            f'<path class="span" d="M{number(low)} {y + 12}H{number(high)}M{number(low)} {y + 7}v10'
            f'M{number(high)} {y + 7}v10"/>'
            f'<text class="figure" x="{WIDE - FIGURE + 10}" y="{y + 17}">{one["rate"]:.0%} '
            f"({interval(one)})</text></g>"
        )
    name = _text(_("How often each side wins, with the interval in which that lies at 95 %"))
    return (f'<svg class="bars" role="img" aria-label="{name}" width="{WIDE}" '
            f'viewBox="0 0 {WIDE} {len(sides) * LINE}">{"".join(rows)}</svg>')  # fmt: skip


def _histogram(counts: Sequence[Sequence[int]]) -> str:
    """How many battles lasted how many rounds."""
    first, last = counts[0][0], counts[-1][0]
    most = max(many for _rounds, many in counts)
    wide = min(24.0, (WIDE - 8) / (last - first + 1))
    every = max(round(28 / wide), 1)
    bars = [
        f'<rect x="{number((rounds - first) * wide + 1)}" y="{number(70 - 60 * many / most)}" '
        f'width="{number(max(wide - 2, 1))}" height="{number(60 * many / most)}">'
        f"<title>{rounds}: {many}</title></rect>"
        for rounds, many in counts
    ]
    marks = [
        f'<text class="axis" x="{number((n - first + 0.5) * wide)}" y="84">{n}</text>'
        for n in range(first, last + 1)
        if not (n - first) % every
    ]
    name = _text(_("How many battles lasted how many rounds"))
    return (f'<svg class="chart" role="img" aria-label="{name}" width="{WIDE}" '
            f'viewBox="0 0 {WIDE} 90">{"".join(bars + marks)}</svg>')  # fmt: skip


def _sides(case: Case) -> str:
    headings = (_("side"), _("played by"), _("wins"), _("rate"), _("95 % interval"), _("damage"),
                pgettext("damage", "taken"), _("hit points left"), _("standing"),
                _("opportunities given"), _("opportunities taken"),
                _("first loss in round"))  # fmt: skip
    rows = [
        (case.called[side], player_name(one["controller"]), one["wins"],
         (one["rate"], f"{one['rate']:.1%}"), (one["low"], interval(one)), one["damage"],
         one["taken"], one["hp_left"],
         one["standing"], one["opportunities_given"], one["opportunities_taken"],
         one["first_loss"]["mean"] or (0.0, "–"))
        for side, one in case.answer["sides"].items()
    ]  # fmt: skip
    return _table(headings, rows)


_MEANS = ("hp_left", "damage", "taken", "downs", "falls", "opportunities_given",
          "opportunities_taken")  # fmt: skip


def _creatures(case: Case) -> str:
    headings = (_("name"), _("side"), _("survives"), _("of hit points"), _("hit points left"),
                _("damage"), pgettext("damage", "taken"), _("downs"), _("falls"),
                _("opportunities given"), _("opportunities taken"))  # fmt: skip
    rows = [
        (case.names[who], case.called[case.sides[who]],
         (one["survives"], f"{one['survives']:.0%}"), one["hp"], *(one[key] for key in _MEANS))
        for who, one in case.answer["creatures"].items()
    ]  # fmt: skip
    return _table(headings, rows)


Shown = str | float | tuple[float, str]
"""What stands in a table: a text, a number, or a text that sorts by a number."""


def _table(headings: Sequence[str], rows: Iterable[Sequence[Shown]]) -> str:
    head = "".join(
        f'<th scope="col"><button type="button">{_text(one)}</button></th>' for one in headings
    )
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (f'<div class="scroll"><table class="sorts"><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>")  # fmt: skip


def _cell(one: Shown) -> str:
    if isinstance(one, tuple):
        return f'<td class="n" data-v="{one[0]}">{_text(one[1])}</td>'
    if isinstance(one, str):
        return f"<td>{_text(one)}</td>"
    return f'<td class="n" data-v="{one}">{one:.4g}</td>'


def _heat(case: Case) -> Iterator[str]:
    """The ground, level by level, with where people fell laid over it."""
    field, fell = case.field, fallen(case.answer)
    lattice, degrees = LATTICES[field.topology], heat(fell)
    words = _("The figures say how often people fell in a cell.")
    yield f'<p class="quiet">{_text(words)}</p>'
    wide, high = lattice.size(field.width, field.height)
    for level in sorted({cell[2] if len(cell) > 2 else 0 for cell in fell}, reverse=True):
        if field.upper:
            words = _("level {n} of {last}").format(n=level, last=len(field.levels) - 1)
            yield f'<p class="quiet">{_text(capital(words))}</p>'
        marks = _marks({c: d for c, d in degrees.items() if c[2:] in ((), (level,))}, fell, lattice)
        name = _text(_("The map with how often people fell in each cell"))
        yield (
            f'<svg class="board" role="img" aria-label="{name}" width="{number(wide * SCALE)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}">'
            f'<rect class="outside" width="{number(wide)}" height="{number(high)}"/>'
            + "".join(ground(field, level, Knowledge("", frozenset())))
            + "".join(marks)
            + "</svg>"
        )


def _marks(
    degrees: Mapping[Cell, int], fell: Mapping[Cell, int], lattice: Lattice
) -> Iterator[str]:
    for cell, degree in degrees.items():
        x, y = lattice.centre(cell)
        yield (
            f'<path class="heat" fill-opacity="{number(0.15 + 0.7 * degree / DEGREES)}" '
            f'd="{area([cell[:2]], lattice)}"/>'
            f'<text class="degree" x="{number(x)}" y="{number(y + 3.5)}">{fell[cell]}</text>'
        )


def _notable(case: Case, pages: list[str]) -> str:
    items, watch, keep = [], _("Watch it here"), _("Keep it as a save")
    for key, line in notable_lines(case.answer, case.called):
        one = case.kept[key]
        data = base64.b64encode(one.save).decode()
        items.append(
            f"<li><p>{_text(capital(line))}</p>"
            f'<a data-page="{len(pages)}" target="_blank">{_text(watch)}</a> '
            f'<a download="{_text(one.file)}" href="data:application/octet-stream;base64,{data}">'
            f"{_text(keep)}</a>"
            f'<p class="quiet"><code>tacsim replay {_text(one.file)}</code></p></li>'
        )
        pages.append(one.page)
    return f'<ul class="notable">{"".join(items)}</ul>'


# --- several -------------------------------------------------------------------------------------


def _compared(answer: Mapping[str, Any], called: Mapping[str, str]) -> Iterator[str]:
    """What the cases come to, side by side."""
    yield from (f"<p>{_text(line)}</p>" for line in conclusions(answer, called))
    rows: list[Sequence[Shown]] = [
        (case_name(case["values"]), called[side], one["wins"], (one["rate"], f"{one['rate']:.1%}"),
         (one["low"], interval(one)), one["hp_left"], case["rounds"]["mean"])
        for case in answer["cases"]
        for side, one in case["sides"].items()
    ]  # fmt: skip
    yield _table((_("case"), _("side"), _("wins"), _("rate"), _("95 % interval"),
                  _("hit points left"), _("rounds")), rows)  # fmt: skip
    yield _title(_("How they differ"), 2)
    yield _table((_("case"), _("what"), _("difference"), _("95 % interval"), _("verdict")),
                 list(_differences(answer, called)))  # fmt: skip


def _differences(answer: Mapping[str, Any], called: Mapping[str, str]) -> Iterator[Sequence[Shown]]:
    for one in answer["differences"]:
        case = case_name(one["values"])
        for side, told in one["sides"].items():
            rate = told["rate"]
            words = f"{rate['low']:+.1%} - {rate['high']:+.1%}"
            yield (case, _("{side}: wins").format(side=called[side]),
                   (rate["difference"], f"{rate['difference']:+.1%}"), (rate["low"], words),
                   verdict(rate))  # fmt: skip
            name = _("{side}: hit points left").format(side=called[side])
            yield (case, name, *_mean(told["hp_left"]))
        yield (case, _("rounds"), *_mean(one["rounds"]))


def _mean(one: Mapping[str, Any]) -> tuple[Shown, Shown, Shown]:
    return ((one["difference"], f"{one['difference']:+.2f}"),
            (one["low"], f"{one['low']:+.2f} - {one['high']:+.2f}"), verdict(one))  # fmt: skip
