"""Cards that ask how much Stamina goes into an attack or a defence, with a table of chances."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, TypeVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.bids import Bids, of_attack, of_defence, rival
from tacsim.app.bids_table import table
from tacsim.app.chances import warnings
from tacsim.app.frame import Card, inside
from tacsim.app.hints import MUTED, Now, modifiers_text
from tacsim.app.planning import Planner
from tacsim.app.previews import Preview
from tacsim.app.question import Answer, QuestionCard, clauses_text, keys_text
from tacsim.app.text import Page
from tacsim.core.agenda import Decision, Moving, Offering
from tacsim.core.intents import NAMES, Intent, Strike, Take
from tacsim.i18n import N_, _, translate
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.threat import threatened
from tacsim.view import words
from tacsim.view.questions import LEAVING

T = TypeVar("T")

AROUND = 10
"""Lines that a card needs beside its text."""
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


# --- what the cards have in common ------------------------------------------------------------


class BidCard(Card[T]):
    """A card with a table of bids and the keys to choose one."""

    WIDE: ClassVar[int] = 76
    bids: Bids | None = None
    _now: Now
    _why = False

    @abstractmethod
    def _fill(self) -> None:
        """Write the table anew."""

    def on_resize(self) -> None:
        """Wrap to the new size, leaving room for the keys."""
        self.query_one("#details").styles.max_height = max(self.app.size.height - AROUND, 4)
        self._fill()

    def action_scroll(self, by: int) -> None:
        """Scroll what does not fit."""
        self.query_one("#details", Page).scroll_lines(by)

    def action_more(self, by: int) -> None:
        """Put more in, or less."""
        if self.bids is not None:
            self.bids = self.bids.more(by)
            self._fill()

    def action_turn(self, by: int) -> None:
        """The next defence; with only one, more or less Stamina; over clauses, scroll."""
        if self._why:
            self.action_scroll(by)
        elif self.bids is not None and len(self.bids.ways) > 1:
            self.bids = self.bids.turned(by)
            self._fill()
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
            self._fill()

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

    def _odds_of(self, bids: Bids) -> AttackRoll:
        """The sums behind the choice."""
        bid, battle = bids.chosen, self._now.battle
        put = attrs.evolve(bids.frame, stamina=bid.amount)
        if bid.way:
            put = attrs.evolve(bids.frame, defence=bid.way, guard=bid.amount)
        return attack_roll(battle, put)

    def _sums(self, bids: Bids) -> str:
        """The dice of both, and what they are made of."""
        odds = self._odds_of(bids)
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
                dice=words.pool_word(self._odds_of(bids).defence),
            )
        )


IN_TURN = N_("for more attacks, and for defence and opportunities until its next turn")
BETWEEN = N_("for defence and opportunities until its next turn")
TAX = N_("{n} of it for its attacks before")
BURDEN = N_("{n} of it for its armour")


class StrikeCard(BidCard[Strike]):
    """Asks how much goes into an attack in one's turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,enter", "strike", N_("strike")),
        ("escape,n,q", "close", N_("back")),
        ("w", "why", N_("why")),
        ("t,v", "weapon", N_("other weapon")),
        *BID_KEYS,
    ]
    DEFAULT_CSS = """
    StrikeCard { align: center bottom; background: $background 20%; }
    StrikeCard > #card { width: 76; margin: 0 0 3 0; }
    StrikeCard Static { height: auto; }
    StrikeCard #details { height: auto; }
    StrikeCard #keys { margin: 1 0 0 0; }
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

    def on_mount(self) -> None:
        """Fill the card."""
        self._fill()

    def _fill(self) -> None:
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
        parts = (part.clause for part in self._odds_of(bids).modifiers)
        return clauses_text(ruleset.id, (ruleset.clause("turn"), *parts))

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
        self._fill()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike from here."""
        names = self._weapons()
        if self.bids is None or not names:
            return
        here = self.bids.frame.weapon.name
        name = names[(names.index(here) + 1) % len(names)] if here in names else names[0]
        self._take_up(attrs.evolve(self._intent, weapon=name), self.bids.chosen.amount)
        self._fill()


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


# --- questions --------------------------------------------------------------------------------

ENTERED = N_("{about} is about to come through {actor}'s space.")
WITHIN = N_("{about} moves on within {actor}'s reach.")
"""Causes of an opportunity attack other than leaving a creature's reach."""


class StaminaQuestion(QuestionCard, BidCard[Answer]):
    """Asks one creature a question that it answers with a bid."""

    BINDINGS: ClassVar[list[BindingType]] = BID_KEYS
    DEFAULT_CSS = """
    StaminaQuestion > #card { width: 76; }
    StaminaQuestion #details { height: auto; }
    """

    def __init__(self, now: Now, decision: Decision, calm: float = 0.0) -> None:
        super().__init__(now, decision, calm)
        self.bids = self._found()

    def _found(self) -> Bids | None:
        """The bids, with the weapon chosen."""
        if not self._striking:
            return of_defence(self._choices)
        found = self._strike(Take(self._actor, self._weapon))
        if found is None:
            return None
        frame = attrs.evolve(found.frame, asked=False, defence="", guard=0)
        return of_attack(self._choices, Take(self._actor, self._weapon), frame)

    def body(self) -> ComposeResult:
        """What happened, the odds or the clauses, the answers."""
        with Page(id="details", can_focus=False):
            yield Static(id="cause")
            yield Static(id="odds")
            yield Static(id="why")
        yield Static(id="keys")

    def _fill(self) -> None:
        super()._fill()
        self.query_one("#odds", Static).display = not self._why

    def _cause(self) -> str:
        battle, frame = self._now.battle, self._frame
        about, actor = self._called(self._about), self._called(self._actor)
        if isinstance(frame, Offering) and frame.cause == "move":
            text = translate(self._way(frame)).format(about=about, actor=actor)
            return words.capital(text)
        if self.bids is None or self._striking:
            return super()._cause()
        frame_ = self.bids.frame
        dice = attack_roll(battle, frame_).attack
        text = _("{about} attacks {actor} with {dice}: {weapon}.").format(
            about=about, actor=actor, dice=words.pool_word(dice),
            weapon=words.weapon_word(frame_.weapon.name),
        )  # fmt: skip
        return words.capital(text)

    def _way(self, frame: Offering) -> str:
        """What the provoking creature is about to do."""
        world = self._now.battle.world
        if self._actor in frame.entered:
            return ENTERED
        reach = threatened(self._now.battle, world[self._actor])
        moves = [one for one in world.agenda.frames if isinstance(one, Moving) and one.path]
        stays = any(not reach.isdisjoint(move.path[0].cells) for move in moves[-1:])
        return WITHIN if stays else LEAVING

    def _odds(self) -> Content:
        bids = self.bids
        if bids is None:
            return super()._odds()
        parts: list[Content | str | tuple[str, str]] = []
        if self._striking:
            weapon = words.capital(words.weapon_word(bids.frame.weapon.name))
            parts += [(weapon, "bold"), ". ", self._meets(bids), "\n"]
        extra = TAX if self._striking else BURDEN
        parts += [
            "\n", self._table(bids), "\n\n", self._price(bids, extra, BETWEEN), "\n",
            (self._sums(bids), MUTED),
        ]  # fmt: skip
        return Content.assemble(*parts)

    def _keys(self) -> list[tuple[str, str]]:
        keys = super()._keys()
        if self.bids is None:
            return keys
        bid = self.bids.chosen
        if not self._striking:
            way = words.word(words.MODIFIERS, bid.way)
            put = _("{way} with {n} Stamina").format(way=way, n=bid.amount)
            keys[0] = ("y", put if bid.amount else _("put none in"))
        keys.insert(2, ("- +", _("Stamina")))
        other = self.bids.turned(1).chosen.way
        if other != bid.way:
            keys.insert(3, ("Tab", words.word(words.MODIFIERS, other)))
        return keys

    def _clauses(self) -> tuple[str, ...]:
        if self.bids is None:
            return super()._clauses()
        parts = (part.clause for part in self._odds_of(self.bids).modifiers)
        return (*super()._clauses(), *self.bids.chosen.clauses, *parts)

    def action_take(self, always: str | None = None) -> None:
        """Yes, with the bid chosen; as a standing answer, with the least."""
        bid = self.bids.chosen if self.bids is not None else None
        if bid is None or always is not None:
            super().action_take(always)
        elif self._striking:
            self.dismiss(Answer(Take(self._actor, self._weapon, bid.amount)))
        elif bid.amount:
            self.dismiss(Answer(Take(self._actor, None, bid.amount, bid.way)))
        else:
            self.action_decline()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike here; as much as before goes in."""
        super().action_weapon()
        before, self.bids = self.bids, self._found()
        if self.bids is not None and before is not None:
            self.bids = self.bids.on(before.chosen.amount)
        self._fill()


def question(now: Now, decision: Decision, calm: float = 0.0) -> QuestionCard:
    """The card for a question, with a table where a bid answers it."""
    card = StaminaQuestion(now, decision, calm)
    return card if card.bids is not None else QuestionCard(now, decision, calm)


__all__ = ["StaminaQuestion", "StrikeCard", "bids_of", "question", "strike_card"]
