"""Bids: the amounts of Stamina that may go into an attack or a defence, and what each does.

Under rulesets without Stamina there are none, and nothing is asked.
"""

from __future__ import annotations

import attrs

from tacsim.core.agenda import Asking, Attacking
from tacsim.core.intents import Strike, Take
from tacsim.core.world import World
from tacsim.grid.metric import cells
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, Option
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.view.wording import words

STAMINA = "stamina"
"""The name of the resource."""


@attrs.frozen
class Bid:
    """An amount of Stamina put into an attack or a defence, and what comes of it.

    ``way``: the defence, empty for attacks; ``roll``: the attack roll with it; ``price``: Stamina
    spent in all; ``left``: Stamina left; ``dice``: the dice of the bidder; ``clauses``: cited.
    """

    amount: int
    way: str
    roll: AttackRoll
    price: int
    left: int
    dice: int
    clauses: tuple[str, ...] = ()


@attrs.frozen
class Bids:
    """All bids on one attack or its defence, and the index of the one chosen."""

    found: tuple[Bid, ...]
    frame: Attacking
    at: int = 0

    @property
    def chosen(self) -> Bid:
        """The bid chosen."""
        return self.found[self.at]

    def roll(self, battle: Battle) -> AttackRoll:
        """The attack roll with the bid chosen."""
        bid = self.chosen
        if bid.way:
            return attack_roll(battle, attrs.evolve(self.frame, defence=bid.way, guard=bid.amount))
        return attack_roll(battle, attrs.evolve(self.frame, stamina=bid.amount))

    @property
    def ways(self) -> tuple[str, ...]:
        """The defences, the best first; for an attack one without a name."""
        return tuple(dict.fromkeys(bid.way for bid in self.found))

    @property
    def amounts(self) -> tuple[int, ...]:
        """All amounts, in order."""
        return tuple(sorted({bid.amount for bid in self.found}))

    def of(self, way: str) -> dict[int, Bid]:
        """The bids of a way, by amount."""
        return {bid.amount: bid for bid in self.found if bid.way == way}

    def on(self, amount: int, way: str | None = None) -> Bids:
        """The same with the bid of a way chosen whose amount is nearest to one."""
        able = self.of(self.chosen.way if way is None else way).values()
        nearest = min(able, key=lambda bid: abs(bid.amount - amount))
        return attrs.evolve(self, at=self.found.index(nearest))

    def more(self, by: int) -> Bids:
        """The same with a larger or smaller amount chosen."""
        return self.on(self.chosen.amount + by)

    def turned(self, by: int) -> Bids:
        """The same with the next way chosen."""
        ways = self.ways
        way = ways[(ways.index(self.chosen.way) + by) % len(ways)]
        return self.on(self.chosen.amount, way)


# --- making them ------------------------------------------------------------------------------


def of_attack(choices: Choices, attack: Strike | Take, frame: Attacking) -> Bids | None:
    """The bids on an attack; None under rules without them.

    ``attack``: an attack in the creature's turn, or the opportunity attack that it takes.
    """
    battle = choices.battle
    amounts = battle.ruleset.attacks.amounts(battle, battle.world[frame.actor])
    found = []
    for amount in amounts:
        option = choices.judge(attrs.evolve(attack, stamina=amount)) if amount else None
        if isinstance(option, Option):
            roll = attack_roll(battle, attrs.evolve(frame, stamina=amount))
            found.append(_bid(choices, option, roll, amount))
    if isinstance(attack, Strike):  # it is an action of the turn, which is bought
        turn = battle.ruleset.clause("turn")
        found = [attrs.evolve(one, clauses=(turn, *one.clauses)) for one in found]
    return Bids(tuple(found), frame) if found else None


def _bid(choices: Choices, option: Option, roll: AttackRoll, amount: int, way: str = "") -> Bid:
    have = choices.actor.resources[STAMINA]
    price = dict(option.cost).get(STAMINA, 0)
    dice = roll.defence if way else roll.attack
    return Bid(amount, way, roll, price, have - price, dice, option.clauses)


def of_defence(choices: Choices) -> Bids | None:
    """The bids on the defence of the creature asked; None if it is asked something else.

    A bid of 0, which is to decline, is listed for the best defence only.
    """
    battle = choices.battle
    frames = battle.world.agenda.frames
    asking = frames[-1] if frames else None
    frame = next((frame for frame in reversed(frames) if isinstance(frame, Attacking)), None)
    if not isinstance(asking, Asking) or frame is None or frame.target != asking.actors[0]:
        return None
    bids = {
        (one.intent.defence, one.intent.stamina): one
        for one in choices
        if isinstance(one.intent, Take) and one.intent.defence is not None
    }
    if not bids:
        return None
    found, best = [], None
    for way, amount in battle.ruleset.attacks.defences(battle, frame):
        best = way if best is None else best
        roll = attack_roll(battle, attrs.evolve(frame, defence=way, guard=amount))
        option = bids.get((way, amount))
        if option is not None:
            found.append(_bid(choices, option, roll, amount, way))
        elif not amount and way == best:
            have = battle.world[frame.target].resources[STAMINA]
            found.append(Bid(0, way, roll, 0, have, roll.defence))
    return Bids(tuple(found), frame).on(1)


def rival(battle: Battle, frame: Attacking) -> bool:
    """Whether the target of an attack may put Stamina into its defence."""
    return any(amount for _way, amount in battle.ruleset.attacks.defences(battle, frame))


def costs_text(world: World, option: Option) -> str:
    """The Stamina and movement that an option costs, in words; empty if it costs neither."""
    cost = dict(option.cost)
    stamina, cost2 = cost.get(STAMINA, 0), cost.get("movement", 0)
    parts = [_("{n} Stamina").format(n=stamina)] if stamina else []
    if cost2 and option.intent.actor is not None:
        pool = world[option.intent.actor].resources["movement"]
        parts.append(words.cells_word(world, cells(pool) - cells(pool - cost2)))
    return ", ".join(parts)
