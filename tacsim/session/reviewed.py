"""What a review of a battle found: the decisions that cost most, and the luck of the dice."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.core.events import Clauses
from tacsim.core.intents import Intent
from tacsim.core.world import World
from tacsim.session.account import Tally


@attrs.frozen
class Costly:
    """A decision after which something else would clearly have done better.

    ``number``: of the intent, from 1; ``position``: how many events came before it; ``question``
    and ``about``: what was asked about whom, "turn" and None in a turn of one's own.

    ``loss``: by how much the rest of the round was worth less for what was done, in creatures: 1
    is a whole creature of the average worth of those in the fight, and a battle that is decided
    counts as much as everybody in it. ``doubt``: the standard error of that. ``dealt``: the hit
    points that foes would have lost besides, and ``lost`` that its own side would have. ``gave``:
    the opportunities that it gave, as far as its side knew whom, and the ``clauses`` of those.
    ``known``: whom its side knew then.
    """

    number: int
    position: int
    round: int
    creature: str
    question: str
    about: str | None
    did: Intent
    better: Intent
    loss: float
    doubt: float
    dealt: float
    lost: float
    gave: int = 0
    clauses: Clauses = ()
    known: frozenset[str] = frozenset()


@attrs.frozen(eq=False)
class Reviewed:
    """A review.

    ``decisions``: the worst first; ``luck``: what each side's attacks promised and did;
    ``sides``: whose decisions were looked at; ``looked``: how often one was, of how often all
    would have been; ``world``: the battle before it began, for names. ``lost``: what of the save
    cannot be read, ``doubt``: from where on today's rules lead elsewhere: what comes after either
    is not looked at; empty for nothing.
    """

    decisions: tuple[Costly, ...]
    luck: Mapping[str, Tally]
    sides: tuple[str, ...]
    looked: int
    of: int
    world: World
    lost: str = ""
    doubt: str = ""

    @property
    def whole(self) -> bool:
        """Whether nobody stopped it."""
        return self.looked == self.of
