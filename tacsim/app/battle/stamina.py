"""The card that asks how much Stamina goes into an attack in one's turn, with its chances."""

from __future__ import annotations

from typing import ClassVar, TypeVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.battle.aside import Aside
from tacsim.app.battle.bids_table import table
from tacsim.app.battle.question import clauses_text, keys_text
from tacsim.app.shell.frame import inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import Page
from tacsim.core.intents import NAMES, Intent, Strike
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, translate
from tacsim.player.bids import Bids, of_attack, rival
from tacsim.player.chances import warnings
from tacsim.player.now import Now
from tacsim.player.planning import Planner
from tacsim.player.previews import Preview
from tacsim.view import words
from tacsim.view.glossary import explained
from tacsim.view.sheet import modifiers_text

T = TypeVar("T")

BID_KEYS: list[BindingType] = [
    Binding("right,l,plus,equals_sign", "more(1)"),
    Binding("left,h,minus", "more(-1)"),
    Binding("home", "more(-99)"),
    Binding("end", "more(99)"),
    Binding("down,j,tab", "turn(1)"),
    Binding("up,k,shift+tab", "turn(-1)"),
    Binding("pagedown,space", "scroll(5)"),
    Binding("pageup", "scroll(-5)"),
    *(Binding(str(n), f"put({n})") for n in range(10)),
]
"""Keys that change the amount and the defence."""


class BidCard(Aside[T]):
    """A card with a table of bids and the keys to choose one."""

    WIDE: ClassVar[int] = 76
    LEAST: ClassVar[int] = 70
    bids: Bids | None = None
    _now: Now
    _why = False

    def action_scroll(self, by: int) -> None:
        """Scroll what does not fit."""
        self.query_one("#details", Page).scroll_lines(by)

    def action_more(self, by: int) -> None:
        """Put more in, or less."""
        if self.bids is not None:
            self.bids = self.bids.more(by)
            self.fill()

    def action_turn(self, by: int) -> None:
        """The next defence; with only one, more or less Stamina; over clauses, scroll."""
        if self._why:
            self.action_scroll(by)
        elif self.bids is not None and len(self.bids.ways) > 1:
            self.bids = self.bids.turned(by)
            self.fill()
        else:
            self.action_more(by)

    def action_put(self, amount: int) -> None:
        """Choose an amount, if it is possible."""
        if self.bids is None:
            return
        ways = self.bids.chosen.way, *self.bids.ways
        way = next((way for way in ways if amount in self.bids.of(way)), None)
        if way is not None:
            self.bids = self.bids.on(amount, way)
            self.fill()

    def _table(self, bids: Bids) -> Content:
        return table(bids, inside(self))

    def _price(self, bids: Bids, extra: str, left: str) -> str:
        """What the choice costs and leaves.

        ``extra``: the words for a price above the amount; ``left``: for what the rest is kept.
        """
        bid, owner = (
            bids.chosen,
            bids.frame.target if bids.chosen.way else bids.frame.actor,
        )
        have = self._now.battle.world[owner].resources["stamina"]
        more = bid.price - bid.amount
        text = _("Costs {price} of {have} Stamina").format(price=bid.price, have=have)
        text += f", {translate(extra).format(n=more)}. " if more else ". "
        kept = _("Leaves {left} {what}.") if bid.left else _("Leaves nothing {what}.")
        return text + kept.format(left=bid.left, what=translate(left))

    def _explained(self, who: str, clauses: Content, *wanted: str) -> Content:
        """Words of these rules, then the clauses."""
        battle = self._now.battle
        told = explained(battle, battle.world[who], *wanted)
        return Content("\n").join([*map(Content, told), clauses])

    def _sums(self, bids: Bids) -> str:
        """The dice of both, and what they are made of."""
        odds = bids.roll(self._now.battle)
        text = _("{dice} v {defence}: {parts}")
        return text.format(
            dice=odds.attack, defence=words.pool_word(odds.defence), parts=modifiers_text(odds)
        )

    def _meets(self, bids: Bids) -> str:
        """The dice of the target's defence, and whether it may add to them."""
        battle, frame = self._now.battle, bids.frame
        text = _("{foe} defends itself with {dice}, putting nothing in.")
        if self._now.battle.fog or rival(battle, frame):
            text = _("{foe} defends itself with {dice}, and more if it puts Stamina in.")
        known = None if self._now.memory is None else self._now.memory.known
        return words.capital(
            text.format(
                foe=words.name_of(battle.world, frame.target, known),
                dice=words.pool_word(bids.roll(self._now.battle).defence),
            )
        )


IN_TURN = N_("for more attacks, and for defence and opportunities until its next turn")
TAX = N_("{n} of it for its attacks before")


class StrikeCard(BidCard[Strike]):
    """Asks how much goes into an attack in one's turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,y", "strike", N_("strike")),
        ("escape,n,q", "close", N_("back")),
        ("w", "why", N_("why")),
        ("t,v", "weapon", N_("other weapon")),
        *BID_KEYS,
    ]
    DEFAULT_CSS = """
    StrikeCard Static { height: auto; }
    StrikeCard #keys { dock: bottom; padding: 1 0 0 0; }
    """

    def __init__(self, now: Now, planner: Planner, intent: Strike, amount: int = 0) -> None:
        super().__init__()
        self._now, self._planner, self._intent = now, planner, intent
        self._take_up(intent, amount)

    def _take_up(self, intent: Strike, amount: int) -> None:
        """Show the bids on an attack, an amount chosen."""
        preview = self._struck(intent.weapon, intent.target)
        bids = bids_of(self._planner, intent, preview)
        if bids is not None:
            self._intent, self._preview = intent, preview
            self.bids = bids.on(amount)

    def _struck(self, weapon: str | None, target: str) -> Preview:
        """The attack with a weapon."""
        return self._planner.act(NAMES[Strike], target, weapon=weapon)

    def heading(self) -> str:
        """Who attacks whom."""
        world = self._now.battle.world
        return _("{name} attacks {foe}").format(
            name=world[self._intent.actor].name, foe=world[self._intent.target].name
        )

    def body(self) -> ComposeResult:
        """The weapon, the table, what it leaves, the keys."""
        with Page(id="details", can_focus=False):
            yield Static(id="odds")
        yield Static(id="keys")

    def about(self) -> list[Body]:
        """Whoever attacks, and whom."""
        world = self._now.battle.world
        return [world[name].body for name in (self._intent.target, self._intent.actor)]

    def fill(self) -> None:
        """Write the table, or the clauses, and the keys."""
        assert self.bids is not None
        said = self._reasons(self.bids) if self._why else self._offer(self.bids)
        self.query_one("#odds", Static).update(said)
        keys = [("Enter", _("strike")), ("- +", _("Stamina")), ("Esc", _("back"))]
        keys.append(("w", _("odds") if self._why else _("why")))
        if len(self._weapons()) > 1:
            keys.append(("t", _("other weapon")))
        self.query_one("#keys", Static).update(keys_text(keys, inside(self)))

    def _offer(self, bids: Bids) -> Content:
        weapon = words.capital(words.weapon_word(bids.frame.weapon.name))
        parts: list[Content | str | tuple[str, str]] = [
            (weapon, "bold"), ". ", self._meets(bids), "\n\n", self._table(bids), "\n\n",
            self._price(bids, TAX, IN_TURN), "\n",
            (self._sums(bids), MUTED),
        ]  # fmt: skip
        for text in warnings(self._preview, self._now.battle.world):
            parts += ["\n", (text, "bold $warning")]
        return Content.assemble(*parts)

    def _reasons(self, bids: Bids) -> Content:
        ruleset = self._now.battle.ruleset
        parts = (part.clause for part in bids.roll(self._now.battle).modifiers)
        told = clauses_text(ruleset.id, (ruleset.clause("turn"), *parts))
        return self._explained(self._intent.actor, told, "stamina")

    def _weapons(self) -> list[str]:
        """The weapons that can strike from here."""
        weapons = self._now.battle.world[self._intent.actor].offence.weapons
        names = dict.fromkeys(weapon.name for weapon in weapons)
        target = self._intent.target
        return [name for name in names if self._struck(name, target).intent is not None]

    def action_strike(self) -> None:
        """Attack with the bid chosen."""
        if self.bids is not None:
            self.dismiss(attrs.evolve(self._intent, stamina=self.bids.chosen.amount))

    def action_why(self) -> None:
        """Show the clauses in place of the odds, or the odds again."""
        self._why = not self._why
        self.stand_aside()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike from here."""
        names = self._weapons()
        if self.bids is None or not names:
            return
        here = self.bids.frame.weapon.name
        name = names[(names.index(here) + 1) % len(names)] if here in names else names[0]
        self._take_up(attrs.evolve(self._intent, weapon=name), self.bids.chosen.amount)
        self.fill()


def strike_card(now: Now, intent: Intent) -> StrikeCard | None:
    """The card that asks how much goes into an attack; None where nothing can."""
    planner = now.selection.planner
    if planner is None or not isinstance(intent, Strike):
        return None
    if bids_of(planner, intent, now.selection.preview) is None:
        return None
    return StrikeCard(now, planner, intent, now.selection.last_bid)


def bids_of(planner: Planner, intent: Strike, preview: Preview) -> Bids | None:
    """The bids on an attack in a creature's turn; None under rules without them."""
    if preview.intent is None or not preview.attacks:
        return None
    frame = attrs.evolve(preview.attacks[0].frame, asked=False, defence="", guard=0)
    return of_attack(planner.choices, intent, frame)


__all__ = ["StrikeCard", "bids_of", "strike_card"]
