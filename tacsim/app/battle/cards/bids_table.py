"""The table of what each amount of Stamina brings, in which one is chosen, and cards with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar, cast

import attrs
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.shell.frame import Card, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import MORE, Page, column
from tacsim.i18n import N_, _, ngettext, translate
from tacsim.player.pointing.bids import Bids, rival
from tacsim.player.pointing.now import Now
from tacsim.view.wording import words
from tacsim.view.wording.sheet import modifiers_text

T = TypeVar("T")

ROOM = (76, 70)
"""Columns of a card with a table, and of a board over which it stands."""
IN_TURN = N_("for more attacks, and for defence and opportunities until its next turn")
BETWEEN = N_("for defence and opportunities until its next turn")
TAX = N_("{n} of it for its attacks before")
BURDEN = N_("{n} of it for its armour")

LABEL, COLUMN = 18, 8
"""Columns of a table: before its figures, and for each of them."""


class BidTable(Static, can_focus=True):
    """What each amount brings, costs and leaves; keys choose an amount and a way to defend.

    Of an attack also what meets it. ``kept``: the words for what the rest is kept for.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "more(1)"),
        Binding("left,h", "more(-1)"),
        Binding("home", "more(-99)"),
        Binding("end", "more(99)"),
        Binding("down,j", "turn(1)"),
        Binding("up,k,shift+tab", "turn(-1)"),
        *(Binding(str(n), f"put({n})") for n in range(10)),
    ]
    DEFAULT_CSS = """
    BidTable { height: auto; }
    """

    class Chosen(Message):
        """Another amount or way is chosen."""

    def __init__(self, now: Now, bids: Bids, kept: str) -> None:
        super().__init__()
        self._now, self._kept = now, kept
        self.bids = bids

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: while its card takes keys."""
        return cast("Card[Any]", self.screen).check_action(action, parameters)

    def write(self) -> None:
        """Write the table at the width that there is."""
        bids = self.bids
        parts: list[Content | str | tuple[str, str]] = []
        if not bids.chosen.way:
            weapon = words.capital(
                words.weapon_word(bids.frame.weapon.name, self._now.battle.world)
            )
            parts += [(weapon, "bold"), ". ", self._meets(), "\n"]
        parts += [
            "\n",
            table(bids, inside(cast("Card[Any]", self.screen))),
            "\n\n",
            self._price(),
            "\n",
        ]
        self.update(Content.assemble(*parts, (self._sums(), MUTED)))

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The keys that change what is chosen, and what."""
        found, other = [("- +", _("Stamina"))], self.bids.turned(1).chosen.way
        if other != self.bids.chosen.way:
            found.append(("Tab", words.word(words.MODIFIERS, other)))
        return found

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of what is chosen."""
        parts = (part.clause for part in self.bids.roll(self._now.battle).modifiers)
        return (*self.bids.chosen.clauses, *parts)

    def _price(self) -> str:
        """What the choice costs and leaves."""
        bid = self.bids.chosen
        have, more = bid.left + bid.price, bid.price - bid.amount
        text = _("Costs {price} of {have} Stamina.")
        if more:
            text = _("Costs {price} of {have} Stamina, {extra}.")
        extra = translate(BURDEN if bid.way else TAX).format(n=more)
        costs = text.format(price=bid.price, have=have, extra=extra)
        kept = _("Leaves {left} {what}.") if bid.left else _("Leaves nothing {what}.")
        return " ".join((costs, kept.format(left=bid.left, what=translate(self._kept))))

    def _sums(self) -> str:
        """The dice of both, and what they are made of."""
        odds = self.bids.roll(self._now.battle)
        text = ngettext(
            "{dice} v {defence} die: {parts}", "{dice} v {defence} dice: {parts}", odds.defence
        )
        return text.format(dice=odds.attack, defence=odds.defence, parts=modifiers_text(odds))

    def _meets(self) -> str:
        """The dice of the target's defence, and whether it may add to them."""
        battle, frame = self._now.battle, self.bids.frame
        text = _("{foe} defends itself with {dice}, putting nothing in.")
        if battle.fog or rival(battle, frame):
            text = _("{foe} defends itself with {dice}, and more if it puts Stamina in.")
        known = None if self._now.memory is None else self._now.memory.known
        foe = words.name_of(battle.world, frame.target, known)
        dice = words.pool_word(self.bids.roll(battle).defence)
        return words.capital(text.format(foe=foe, dice=dice))

    def _choose(self, bids: Bids) -> None:
        self.bids = bids
        self.post_message(self.Chosen())

    def action_more(self, by: int) -> None:
        """Put more in, or less."""
        self._choose(self.bids.more(by))

    def action_turn(self, by: int) -> None:
        """The next defence; with only one, more or less Stamina."""
        turns = len(self.bids.ways) > 1
        self._choose(self.bids.turned(by) if turns else self.bids.more(by))

    def action_put(self, amount: int) -> None:
        """Choose an amount, if it is possible."""
        ways = self.bids.chosen.way, *self.bids.ways
        way = next((way for way in ways if amount in self.bids.of(way)), None)
        if way is not None:
            self._choose(self.bids.on(amount, way))


class BidCard(Aside[T]):
    """A card in which Stamina may be put into something: its keys, and what scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("minus", "bid(-1)", N_("less Stamina")),
        ("plus,equals_sign", "bid(1)", N_("more Stamina")),
        ("tab", "defend", N_("other defence")),
        ("pagedown,space", "scroll(5)", ""),
        ("pageup", "scroll(-5)", ""),
        ("down,j", "scroll(1)", ""),
        ("up,k", "scroll(-1)", ""),
    ]
    """The table, while it is shown, has its keys first."""
    AUTO_FOCUS = ""  # the table takes keys, but what stands above it stays in sight
    _table: BidTable | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: choose while the table is shown."""
        table = self._table
        if action in ("bid", "defend"):
            ways = 2 if action == "defend" else 0
            if table is None or not table.display or len(table.bids.ways) < ways:
                return False
        return super().check_action(action, parameters)

    def on_bid_table_chosen(self) -> None:
        """Say what is chosen now."""
        self.fill()

    def action_bid(self, by: int) -> None:
        """Put more in, or less."""
        if self._table is not None:
            self._table.action_more(by)

    def action_defend(self) -> None:
        """The next defence."""
        if self._table is not None:
            self._table.action_turn(1)

    def action_scroll(self, by: int) -> None:
        """Scroll what does not fit."""
        self.query_one("#details", Page).scroll_lines(by)


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
            harm = f"  {harm}"
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
