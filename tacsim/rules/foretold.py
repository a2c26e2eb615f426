"""What a forecast says, in records."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.rules.combat.areas import Caught
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.movement.policies import Counts


@attrs.frozen
class Attack:
    """An attack of a forecast.

    ``made``: how often it comes to it on average; the others hold if it does: to hit (criticals
    included), to hit critically, and the mean of the hit points lost to it.
    """

    actor: str
    target: str
    weapon: str
    opportunity: bool
    modifiers: tuple[ev.Modifier, ...]
    frame: Attacking
    roll: AttackRoll
    """What it rolls on from where both are then."""
    manner: str
    """How it is made: "melee", "shot" or "thrown"."""
    made: float
    hit: float
    critical: float
    damage: float


@attrs.frozen
class Hit:
    """A hit that takes no attack roll, such as a coup de grace.

    ``made``: how often it comes to it on average; ``damage``: the mean hit points lost to it.
    """

    actor: str
    target: str
    weapon: str
    clause: str
    made: float
    damage: float


@attrs.frozen
class Opportunity:
    """An opportunity that is given: by whom to whom, where, and with what probability."""

    actor: str
    by: str
    cell: Cell
    given: float


@attrs.frozen
class Check:
    """A check, save or contest.

    ``actor``: of whom; ``about``: the other one, if there is one; ``made``: how often it comes to
    it on average; ``passed``: the probability that it is passed, or won, if it does.
    """

    what: str
    actor: str
    about: str | None
    against: int | None
    """The difficulty; None of a contest."""
    clause: str
    made: float
    passed: float


@attrs.frozen
class Answer:
    """How a question is taken to be answered in a forecast."""

    actor: str
    question: str
    yes: bool


@attrs.frozen
class Forecast:
    """Everything that an option brings, with exact probabilities and means.

    ``damage`` and ``downs`` by creature: the mean hit points lost, and the probability to go down;
    ``conditions``: the probability to gain each, by creature and name; ``ends``: where whoever acts
    comes to be, the most probable first; ``caught``: those in an area, by initiative, with the
    chance to save and the mean damage if it is made; ``cost``: what it uses up by name, where that
    was asked for; ``goals``: the probability that each is met, by its place among those of the
    battle.
    """

    attacks: tuple[Attack, ...] = ()
    hits: tuple[Hit, ...] = ()
    opportunities: tuple[Opportunity, ...] = ()
    checks: tuple[Check, ...] = ()
    damage: Mapping[str, float] = attrs.field(factory=dict)
    downs: Mapping[str, float] = attrs.field(factory=dict)
    conditions: Mapping[tuple[str, str], float] = attrs.field(factory=dict)
    ends: tuple[tuple[Body, float], ...] = ()
    caught: tuple[Caught, ...] = ()
    assumed: tuple[Answer, ...] = ()
    cost: Counts = ()
    goals: Mapping[int, float] = attrs.field(factory=dict)
    later: Later | None = None
    """What comes of it in the end where it takes several turns and this is not the last."""
    speed: int | None = None
    """The cells a move of whoever acts, as they most likely are then, where they change."""
    hindered: str = ""
    """The condition that most likely keeps whoever acts from walking then, and did not before."""
    in_vain: Refused | None = None
    """Why an act of several turns comes to nothing as things stand, though its checks be passed."""

    def ends_in(self, body: Body) -> float:
        """The probability that whoever acts comes to be in a body."""
        return next((chance for end, chance in self.ends if end == body), 0.0)


@attrs.frozen
class Later:
    """The end of an act of several turns: after how many rounds from now on, and what it brings.

    It rests on everything staying as it is.
    """

    rounds: int
    forecast: Forecast
