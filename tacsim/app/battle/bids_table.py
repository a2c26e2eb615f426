"""The table of what each amount of Stamina brings, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs
from textual.content import Content

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import MORE, column
from tacsim.i18n import _
from tacsim.player.bids import Bids
from tacsim.view import words

LABEL, COLUMN = 18, 8
"""Columns of a table: before its figures, and for each of them."""


@attrs.frozen
class Row:
    """A row of the table: its label, a figure for each amount, and the defence, None for all."""

    label: str
    figures: Mapping[int, str]
    way: str | None = None


def table(bids: Bids, width: int) -> Content:
    """A column for each amount with its chance and damage; as many as fit around the one chosen."""
    amounts = bids.amounts
    room = max((width - LABEL) // COLUMN, 1)
    first = amounts.index(bids.chosen.amount) - room // 2
    first = max(0, min(first, len(amounts) - room))
    shown = amounts[first : first + room]
    ends = first > 0, first + room < len(amounts)
    rows = (_drawn(bids, row, shown, ends) for row in _rows(bids))
    return Content("\n").join(rows)


def _rows(bids: Bids) -> Iterator[Row]:
    """Amounts, and prices where they differ; then chance and damage for each way."""
    costs = {bid.amount: bid.price for bid in bids.found}
    chosen = bids.chosen.amount
    yield Row(_("Stamina"), {n: f"[{n}]" if n == chosen else f"{n} " for n in costs})
    if any(price != amount for amount, price in costs.items()):
        yield Row(_("costs"), {amount: f"{price} " for amount, price in costs.items()})
    for way in bids.ways:
        found = bids.of(way)
        hit, harm = _("to hit"), _("damage")
        if way:
            mark = "▸ " if way == bids.chosen.way else "  "
            hit = mark + _("{way}: it hits").format(
                way=words.capital(words.word(words.MODIFIERS, way))
            )
            harm = "  " + _("Vitality lost")
        else:
            yield Row(_("dice"), {n: f"{one.dice} " for n, one in found.items()}, way)
        hits = {n: f"{one.roll.hit * 100:.0f} %" for n, one in found.items()}
        yield Row(hit, hits, way)
        yield Row(harm, {n: f"{one.roll.damage:.2f} " for n, one in found.items()}, way)


def _drawn(bids: Bids, row: Row, shown: tuple[int, ...], ends: tuple[bool, bool]) -> Content:
    """A row: its label, then its figures, the chosen one reversed."""
    shared = row.way is None
    other = not shared and row.way != bids.chosen.way
    plain = MUTED if other else "bold" if shared else ""
    parts: list[Content | str | tuple[str, str]] = [
        column(Content.styled(row.label, plain), LABEL - 2),
        (f"{MORE} " if ends[0] and shared else "  ", MUTED),
    ]  # fmt: skip
    for amount in shown:
        chosen = amount == bids.chosen.amount and not other
        text = row.figures.get(amount, "- ")
        parts.append((f"{text:>{COLUMN - 1}}", "bold reverse" if chosen else plain))
        parts.append(" ")
    parts.append((MORE if ends[1] and shared else "", MUTED))
    return Content.assemble(*parts)


__all__ = ["table"]
