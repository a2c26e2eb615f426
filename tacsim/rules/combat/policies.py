"""Fighting: what a ruleset says of special acts, attacks, flanks, turns and waiting."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, TypeAlias

import attrs

from tacsim.core.agenda import Asking, Attacking, Standing, Trying
from tacsim.core.battle import AnyBattle
from tacsim.core.components import Carried, Item, Weapon
from tacsim.core.events import Concluded, Event, Modifier, Spent
from tacsim.core.intents import Strike, Take
from tacsim.core.verdicts import Refused, Verdict
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.rules.movement.policies import Counts

Begun: TypeAlias = list[Event] | Refused
"""What an act begins with, or why it may not be begun."""


class Procedure(Protocol):
    """A special act of a ruleset, from the intent to its end.

    Its frames are :class:`~tacsim.core.agenda.Trying` and :class:`~tacsim.core.agenda.Asking`.
    """

    def begin(self, battle: AnyBattle, intent: Any) -> Begun:
        """How it begins, or why it may not."""
        ...

    def candidates(self, battle: AnyBattle, actor: Creature) -> Iterable[Any]:
        """The intents that may begin it, those that will be refused too, in a fixed order."""
        ...

    def advance(self, battle: AnyBattle, frame: Trying) -> list[Event]:
        """What follows at the stage that it has come to."""
        ...

    def answer(self, battle: AnyBattle, asking: Asking, yes: bool) -> list[Event]:
        """What follows from the answer that the first of those asked gave."""
        ...


class PlainAct:
    """The base of procedures that are done as soon as they are begun: nobody is asked anything.

    ``throws``: whether dice decide what comes of it. ``at_once``: whether it is over with its first
    events and cannot fail, rather than having that part only from here.
    """

    throws: ClassVar[bool] = False

    @property
    def at_once(self) -> bool:
        """Whether it is over with its first events, and they are sure."""
        return not self.throws and type(self).advance is PlainAct.advance

    def paid(self, battle: AnyBattle, actor: Creature, activity: str, *clauses: str) -> Begun:
        """The event that pays for an activity, or why it cannot be paid for."""
        price = battle.ruleset.economy.price(battle, actor, activity)
        return price if isinstance(price, Refused) else [Spent(actor.id, price, clauses)]

    def candidates(self, battle: AnyBattle, actor: Creature) -> Iterable[Any]:
        """None: nobody begins it by an intent."""
        return ()

    def advance(self, battle: AnyBattle, frame: Trying) -> list[Event]:
        """Nothing is left to do."""
        return [Concluded()]

    def answer(self, battle: AnyBattle, asking: Asking, yes: bool) -> list[Event]:
        """Nobody is asked."""
        return []


class GivingUp(PlainAct):
    """The base of procedures by which a creature leaves the fight of its own accord."""


class Bidding(PlainAct, ABC):
    """The base of procedures whose question is taken up on terms, such as how much is put in."""

    @abstractmethod
    def bids(self, battle: AnyBattle, asking: Asking) -> Iterable[Take]:
        """The terms on which it may be taken up, in a fixed order."""

    @abstractmethod
    def bid(self, battle: AnyBattle, asking: Asking, intent: Take) -> list[Event] | Refused:
        """What follows from taking it up on an intent's terms, or why that may not be."""


@attrs.frozen
class Last:
    """The last round of an act of several turns, as it would be if all stayed as it is.

    ``rounds``: how many full rounds it takes from now on, the last included; ``events``: what has
    happened by then; ``intent``: what brings it to its end.
    """

    rounds: int
    events: tuple[Event, ...]
    intent: Any


class Lasting(PlainAct, ABC):
    """The base of procedures that take full rounds of several turns.

    How far a creature has come is its :class:`~tacsim.core.components.Effort`.
    """

    @abstractmethod
    def last(self, battle: AnyBattle, intent: Any) -> Last | None:
        """The last round of what an intent begins or goes on with; None where it is this one."""

    @abstractmethod
    def in_vain(self, battle: AnyBattle, intent: Any) -> Refused | None:
        """Why nothing would come of the last round as things stand, whatever is thrown."""


class Arming(PlainAct, ABC):
    """The base of procedures that make a weapon usable which is not."""

    @abstractmethod
    def made(self, battle: AnyBattle, intent: Any) -> list[Event]:
        """What comes of an intent if nothing prevents it; nothing where there is no need for it."""


@attrs.frozen
class AttackRoll:
    """What an attack rolls on: its sums, the chance to hit, and the mean damage."""

    hit: float
    damage: float
    attack: int
    defence: int
    modifiers: tuple[Modifier, ...]
    critical: float = 0.0
    """The chance of a critical hit."""
    dice: int = 0
    """Dice of advantage that are thrown besides, below 0 of disadvantage."""
    pools: bool = False
    """Whether attack and defence are numbers of dice, of which successes count."""


@attrs.frozen
class BidOdds:
    """The chances of an attack with an amount of Stamina put into it, or into a defence."""

    stamina: int
    hit: float
    damage: float
    defence: str = ""


class Attacks(Protocol):
    """How attacks are made."""

    def check(
        self,
        battle: AnyBattle,
        actor: Creature,
        target: Creature,
        weapon: Weapon,
        *,
        melee_only: bool = False,
    ) -> Verdict:
        """Whether an attack is possible from where both stand."""
        ...

    def threat_clause(self, battle: AnyBattle, weapon: Weapon) -> str:
        """The clause by which a melee weapon threatens as far as it does."""
        ...

    def sequence(
        self, battle: AnyBattle, actor: Creature, weapon: Weapon | None
    ) -> tuple[tuple[Weapon, int], ...]:
        """The attacks of a full attack: weapon and penalty of each."""
        ...

    def acts(
        self, battle: AnyBattle, actor: Creature, target: Creature, weapon: Weapon
    ) -> tuple[str, ...]:
        """What an attack is besides an attack: acts that may provoke."""
        ...

    def price(self, battle: AnyBattle, actor: Creature, intent: Strike | Take) -> Counts | Refused:
        """What an attacker has left after an attack, or after one that is a taken opportunity."""
        ...

    def amounts(self, battle: AnyBattle, actor: Creature) -> Iterable[int]:
        """What may be put into an attack; 0 alone where nothing is."""
        ...

    def defences(self, battle: AnyBattle, frame: Attacking) -> Iterable[tuple[str, int]]:
        """Each defence that the target may choose, with each amount that it may put in."""
        ...

    def ready(self, battle: AnyBattle, actor: Creature, weapon: Weapon) -> list[Event] | Refused:
        """What has to be done before a weapon can be used in one's turn, or why it cannot be."""
        ...

    def before(self, battle: AnyBattle, frame: Attacking) -> list[Event] | None:
        """What comes before an attack is made, or None when nothing does any more."""
        ...

    def carry_out(self, battle: AnyBattle, frame: Attacking) -> list[Event]:
        """Make an attack: rolls, outcome, damage."""
        ...

    def roll(self, battle: AnyBattle, frame: Attacking) -> AttackRoll:
        """The exact chances of an attack, whatever both have left and whoever's turn it is."""
        ...

    def bare(self, actor: Creature) -> Weapon | None:
        """What a creature without any weapon attacks with; None where it cannot."""
        ...

    def between(self, battle: AnyBattle, actor: Creature, target: Creature) -> tuple[Modifier, ...]:
        """What the places of two bring to attacks, whatever they are made with: cover, a flank."""
        ...


class PlainAttacks:
    """The base of policies on attacks: one by one, with nothing put in, and made at once."""

    def bare(self, actor: Creature) -> Weapon | None:
        """Nothing: who has no weapon does not attack."""
        return None

    def threat_clause(self, battle: AnyBattle, weapon: Weapon) -> str:
        """One for all of them."""
        clause: str = battle.ruleset.clause("reach")
        return clause

    def sequence(
        self, battle: AnyBattle, actor: Creature, weapon: Weapon | None
    ) -> tuple[tuple[Weapon, int], ...]:
        """There is no full attack: the attacks of an action are made one by one."""
        chosen = weapon or next(iter(actor.offence.weapons), None)
        return ((chosen, 0),) * actor.offence.attacks if chosen is not None else ()

    def acts(
        self, battle: AnyBattle, actor: Creature, target: Creature, weapon: Weapon
    ) -> tuple[str, ...]:
        """An attack is nothing besides."""
        return ()

    def price(self, battle: AnyBattle, actor: Creature, intent: Strike | Take) -> Counts | Refused:
        """What the economy asks for a strike, or what taking an opportunity uses up."""
        price: Counts | Refused
        if isinstance(intent, Take):
            price = battle.ruleset.opportunity.spend(actor)
        else:
            price = battle.ruleset.economy.price(battle, actor, "strike")
        return price

    def amounts(self, battle: AnyBattle, actor: Creature) -> Iterable[int]:
        """Nothing is put in."""
        return (0,)

    def defences(self, battle: AnyBattle, frame: Attacking) -> Iterable[tuple[str, int]]:
        """None is chosen."""
        return ()

    def ready(self, battle: AnyBattle, actor: Creature, weapon: Weapon) -> list[Event] | Refused:
        """Nothing."""
        return []

    def before(self, battle: AnyBattle, frame: Attacking) -> list[Event] | None:
        """Nothing."""
        return None


class Opening(Protocol):
    """How a battle and its turns begin."""

    def begin(self, battle: AnyBattle) -> list[Event]:
        """Roll for initiative and say who is caught unprepared."""
        ...

    def first(self, battle: AnyBattle) -> int:
        """The number of the round that comes first: 0 for one before the first, for some only."""
        ...

    def round(self, battle: AnyBattle, number: int) -> list[Event]:
        """What the start of a round brings."""
        ...

    def takes_turn(self, battle: AnyBattle, creature: Creature) -> bool:
        """Whether a creature that is still in the fight has a turn in this round."""
        ...

    def due(self, battle: AnyBattle) -> list[Event]:
        """The turn that comes before that of the next in the order, if one does."""
        ...

    def turn(self, battle: AnyBattle, creature: Creature) -> list[Event]:
        """What the start of a creature's turn brings, besides fresh resources."""
        ...

    def stand(self, battle: AnyBattle, frame: Standing) -> list[Event]:
        """Get up."""
        ...


@attrs.frozen
class Flank:
    """Two who flank a creature, and the cells of theirs that face each other across it."""

    one: str
    other: str
    cells: tuple[Cell, Cell]
    clauses: tuple[str, ...]


class Flanking(Protocol):
    """Who flanks whom, for those who show it and for those who may deny it."""

    def pairs(self, battle: AnyBattle, target: Creature) -> tuple[Flank, ...]:
        """Every two who flank a creature now."""
        ...

    def denied(self, battle: AnyBattle, target: Creature) -> tuple[str, tuple[str, ...]] | None:
        """Whom a creature denies what flanking it brings, with the clauses; None for nobody."""
        ...


class Burdens(ABC):
    """What a ruleset says of carrying, by which ``clause``.

    ``body``: the clause of who is carried; ``weight``: that of what bodies and things weigh.
    """

    clause: str
    body: str
    weight: str

    @abstractmethod
    def pounds(self, battle: AnyBattle, thing: Creature | Item) -> float:
        """What a creature or an item weighs, with all that it has about it."""

    @abstractmethod
    def may(self, battle: AnyBattle, actor: Creature, pounds: float) -> Refused | None:
        """Why a creature cannot carry so many pounds besides its own gear; None where it can."""

    @abstractmethod
    def under(self, actor: Creature, things: tuple[tuple[str, float], ...]) -> Carried:
        """What a creature carries, with its speed under it."""

    @abstractmethod
    def states(self, actor: Creature, carried: Carried) -> list[Event]:
        """The conditions that a creature gains or loses by what it carries."""

    @abstractmethod
    def held(self, actor: Creature, item: Item) -> Item | None:
        """An item as it would be in hand; None for what a creature can only carry."""


class Readiness(Protocol):
    """What creatures do out of their turns of their own accord, when something happens."""

    def stirred(self, battle: AnyBattle, batch: list[Event]) -> list[Event]:
        """What follows at once from events that are about to be applied: questions, as a rule.

        The world is still as it was before them. It is asked after every few events, so it has to
        be quick where nobody waits for anything.
        """
        ...

    def lapsed(self, battle: AnyBattle) -> list[Event]:
        """What is over by itself, now that events have been applied; asked as often."""
        ...
