"""The card that asks how much Stamina goes into an attack in one's turn, with its chances."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.battle.cards.bids_table import IN_TURN, ROOM, BidCard, BidTable
from tacsim.app.battle.cards.question import keys_text, lay, reasons_text
from tacsim.app.shell.frame import inside
from tacsim.app.widgets.text import Page
from tacsim.core.intents import NAMES, Intent, Strike
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, known_as
from tacsim.player.pointing.bids import Bids, of_attack
from tacsim.player.pointing.chances import warnings
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview


class StrikeCard(BidCard[Strike]):
    """Asks how much goes into an attack in one's turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,y", "strike", N_("strike")),
        *BidCard.BINDINGS,
        ("escape,n,q", "close", N_("back")),
        ("w", "why", N_("why")),
        ("t,v", "weapon", N_("other weapon")),
        *Aside.BINDINGS,
    ]
    WIDE, LEAST = ROOM
    _table: BidTable
    DEFAULT_CSS = """
    StrikeCard Static { height: auto; }
    StrikeCard #keys { dock: bottom; padding: 1 0 0 0; }
    """

    def __init__(self, now: Now, planner: Planner, intent: Strike, amount: int = 0) -> None:
        super().__init__()
        self._now, self._planner, self._intent = now, planner, intent
        self._why = False
        found = self._found(intent)
        assert found is not None, "no card is shown where nothing can be put in"
        self._preview, bids = found
        self._table = BidTable(now, bids.on(amount), IN_TURN)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: take another weapon where there is one."""
        if action == "weapon" and len(self._weapons) < 2:
            return False
        return super().check_action(action, parameters)

    def _found(self, intent: Strike) -> tuple[Preview, Bids] | None:
        """What an attack promises, and the bids on it; None where nothing can be put in."""
        preview = self._struck(intent.weapon, intent.target)
        bids = bids_of(self._planner, intent, preview)
        return None if bids is None else (preview, bids)

    def _struck(self, weapon: str | None, target: str) -> Preview:
        """The attack with a weapon."""
        return self._planner.act(NAMES[Strike], target, weapon=weapon)

    def heading(self) -> str:
        """Who attacks whom."""
        world = self._now.battle.world
        return _("{name} attacks {foe}").format(
            name=known_as(world[self._intent.actor].name),
            foe=known_as(world[self._intent.target].name),
        )

    def body(self) -> ComposeResult:
        """The weapon, the table, what it leaves, the keys."""
        with Page(id="details", can_focus=False):
            yield self._table
            yield Static(id="said")
        yield Static(id="keys")

    def about(self) -> list[Body]:
        """Whoever attacks, and whom."""
        world = self._now.battle.world
        return [world[name].body for name in (self._intent.target, self._intent.actor)]

    def fill(self) -> None:
        """Write the table, or the clauses, and the keys."""
        lay(self._table, hidden=self._why)
        self.query_one("#said", Static).update(self._reasons() if self._why else self._warnings())
        keys = [("Enter", _("strike")), *self._table.keys, ("Esc", _("back"))]
        keys.append(("w", _("odds") if self._why else _("why")))
        if len(self._weapons) > 1:
            keys.append(("t", _("other weapon")))
        self.query_one("#keys", Static).update(keys_text(keys, inside(self)))

    def _warnings(self) -> Content:
        texts = warnings(self._preview, self._now.battle.world)
        return Content.styled("\n".join(texts), "bold $warning")

    def _reasons(self) -> Content:
        return reasons_text(self._now, self._intent.actor, self._table.clauses, ("stamina",))

    @cached_property
    def _weapons(self) -> list[str]:
        """The weapons that can strike from here: the battle stands still while this is open."""
        weapons = self._now.battle.world[self._intent.actor].offence.weapons
        names = dict.fromkeys(weapon.name for weapon in weapons)
        target = self._intent.target
        return [name for name in names if self._struck(name, target).intent is not None]

    def action_strike(self) -> None:
        """Attack with the bid chosen."""
        amount = self._table.bids.chosen.amount
        self.dismiss(attrs.evolve(self._intent, stamina=amount))

    def action_why(self) -> None:
        """Show the clauses in place of the odds, or the odds again."""
        self._why = not self._why
        self.stand_aside()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike from here."""
        names, here = self._weapons, self._table.bids.frame.weapon.name
        name = names[(names.index(here) + 1) % len(names)] if here in names else names[0]
        intent = attrs.evolve(self._intent, weapon=name)
        found = self._found(intent)
        if found is not None:
            self._intent, (self._preview, bids) = intent, found
            self._table.bids = bids.on(self._table.bids.chosen.amount)
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
