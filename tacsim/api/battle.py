"""A battle for programmers: what may be chosen, what it brings, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from tacsim.api.distances import cell_of
from tacsim.api.intended import intent_of, whole_table
from tacsim.content.records import Scenario
from tacsim.content.setup import begin, check_seed
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry, Event, IntentRefused, record
from tacsim.core.intents import NAMES, Intent
from tacsim.core.verdicts import Allowed, Reason, Refused, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _, known_as
from tacsim.rules import choices as rules_choices
from tacsim.rules.battle import Battle as RulesBattle
from tacsim.rules.choices import Choices, Family, Option
from tacsim.rules.combat.threat import threat_clauses, threatened
from tacsim.rules.engine import start, submit
from tacsim.rules.forecast import (
    DECIDER,
    NO_ANSWERS,
    Forecast,
    TooManyError,
    concerned,
    forecast,
)
from tacsim.rules.goals import Progress, progress
from tacsim.rules.movement.reachable import Row, reachable
from tacsim.rules.perception import items_known, keep_known, known_to
from tacsim.rulesets.schema import said, unknown
from tacsim.session.poised import poised
from tacsim.session.session import Session, numbered
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of
from tacsim.view.maps.drawn import drawn

Wanted: TypeAlias = Intent | Option | Mapping[str, Any]
"""An intent; an option, for its intent; or a table as in ``[[do]]`` of a scenario file."""


@attrs.frozen(eq=False)
class Past:
    """An intent that was carried out (None: the beginning), its events, and what was before it."""

    before: Past | None
    intent: Intent | None
    events: tuple[Event, ...]


@attrs.frozen(eq=False)
class Origin:
    """What a battle began from: the scenario, the seed of its dice, its switches and its fog."""

    scenario: Scenario
    seed: int
    switches: Mapping[str, bool] | None = None
    fog: bool | None = None

    def battle(self) -> RulesBattle:
        """The battle before its first round."""
        return begin(self.scenario, self.seed, self.switches, self.fog)


class Battle:
    """A battle at the decision that is due. :func:`tacsim.load` makes one.

    >>> import tacsim
    >>> battle = tacsim.load("ogre_bridge", seed=7)
    >>> option = next(iter(battle.choices()))
    >>> bool(battle.check(option.intent))
    True
    >>> child = battle.fork()
    >>> events = child.submit(option)
    >>> child == battle
    False
    """

    def __init__(self, rules: RulesBattle, origin: Origin, past: Past | None = None) -> None:
        self.rules = rules
        """The battle as the rule systems take it, for those who build on these."""
        self._origin = origin
        self._past = past
        self._reseeded = False

    # --- where it stands ---------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """Who decides (``actor``) about what (``question``, "turn" for a turn); None at the end."""
        return self.rules.decision

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.rules.world.outcome.over

    @property
    def winner(self) -> str | None:
        """The id of the side that has won; None as long as none has."""
        return self.rules.world.outcome.winner

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.rules.world.clock.round

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the order of the scenario."""
        return tuple(side.id for side in self.rules.world.sides.items)

    @property
    def creatures(self) -> Mapping[str, Creature]:
        """The creatures by id, in the order of the scenario, the fallen included."""
        return {creature.id: creature for creature in self.rules.world.creatures}

    def __getitem__(self, creature: str) -> Creature:
        """A creature by its id; KeyError with the ids that there are."""
        if not isinstance(creature, str) or creature not in self.rules.world:
            raise KeyError(unknown(_("creature"), str(creature), self.rules.world.ids))
        return self.rules.world[creature]

    def __eq__(self, other: object) -> bool:
        """Whether two battles of the same scenario are in the same state, whatever led there."""
        if not isinstance(other, Battle) or self.rules.world.state != other.rules.world.state:
            return False
        mine, theirs = self._origin.scenario, other._origin.scenario
        return mine is theirs or mine == theirs

    __hash__ = None  # type: ignore[assignment]  # a battle changes

    def __repr__(self) -> str:
        due = self.decision.actor if self.decision is not None else self.winner
        return f"<Battle {self._origin.scenario.name!r}, round {self.round}, {due}>"

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of movement that its rules have, by name."""
        return tuple(self.rules.ruleset.modes)

    def able(self, creature: str) -> bool:
        """Whether a creature is still in the fight. Errors: KeyError."""
        return self.rules.able(self[creature])

    # --- choosing ----------------------------------------------------------------------------

    def choices(self, as_seen_by: Any = DECIDER) -> Choices:
        """What whoever decides may do now.

        Iterating gives the options in canonical order, each with ``intent``, ``cost`` and
        ``clauses``; ``refused`` what it may not, with reason and clause; ``families`` the modes of
        movement. Nothing is left to choose once the battle is over. It rests on what the side of
        whoever decides perceives; ``as_seen_by``: another side, or None for the truth.
        """
        return rules_choices.choices(self.rules, self._side(as_seen_by))

    def check(self, intent: Wanted, as_seen_by: Any = DECIDER) -> Verdict:
        """Whether an intent would be accepted, as far as whoever decides perceives.

        The verdict is true or false; a refusal has a ``reason`` and a ``clause``. ``as_seen_by`` as
        in :meth:`choices`. Errors: ContentError for a table that is no intent.
        """
        found = self.choices(as_seen_by).judge(self.intent(intent))
        return Allowed() if isinstance(found, Option) else found.refusal

    def forecast(
        self,
        intent: Wanted,
        as_seen_by: Any = DECIDER,
        answers: Mapping[str, bool] = NO_ANSWERS,
    ) -> Forecast | Refused:
        """What an intent costs, provokes and does, with exact chances; or why it is refused.

        Every offered opportunity attack is taken in it; ``assumed`` says how other questions are
        answered. ``as_seen_by`` as in :meth:`choices`. ``answers``: questions that are answered
        otherwise, by name, as in ``{"opportunity": False}``. Errors: ContentError for a table that
        is no intent; TooManyError where more can happen than is counted.
        """
        wanted = self.intent(intent)
        found = self.choices(as_seen_by).judge(wanted)
        if not isinstance(found, Option):
            return found.refusal
        told = forecast(self.rules, wanted, as_seen_by, answers)
        if isinstance(told, Forecast):
            return attrs.evolve(told, cost=found.cost)
        return told

    def submit(self, intent: Wanted) -> list[Event]:
        """Carry an intent out as far as the next decision; the events that followed.

        A refusal is an event (``refused``) and changes nothing. Errors: ContentError for a table
        that is no intent.
        """
        wanted = self.intent(intent)
        events = submit(self.rules, wanted)
        if not (events and isinstance(events[0], IntentRefused)):
            self.note(wanted, events)
        return events

    def intent(self, wanted: Wanted) -> Intent:
        """The intent of an option or of a table; without ``actor``, of whoever decides.

        Errors: ContentError, with the field and the reason; TypeError for what is neither.
        """
        if isinstance(wanted, Option):
            return wanted.intent
        if type(wanted) in NAMES and _sound(wanted):
            return wanted  # type: ignore[return-value]  # one of the intents
        world = self.rules.world
        actor = self.decision.actor if self.decision is not None else None
        table = wanted if isinstance(wanted, Mapping) else whole_table(wanted)
        return intent_of(table, world.ids, world.field.topology, actor)

    def note(self, intent: Intent | None, events: Sequence[Event]) -> None:
        """Remember what was carried out on :attr:`rules`; :meth:`submit` does so by itself."""
        self._past = Past(self._past, intent, tuple(events))

    def perft(self, depth: int) -> int:
        """How many sequences of so many options there are, with the battle's own dice.

        A move is one option for each place and extent, by its cheapest way.

        >>> import tacsim
        >>> battle = tacsim.load("ogre_ravine", seed=20)
        >>> battle.perft(1) == len(battle.choices())
        True
        """
        if not isinstance(depth, int) or depth < 0:
            raise ValueError(said(_("depth must be a whole number from 0, not {value}"), depth))
        return rules_choices.perft(self.rules, depth)

    def goals(self, side: str | None = None) -> tuple[Progress, ...]:
        """The goals of a side, or of all, and how far they are met: everybody knows them."""
        return progress(self.rules, self._side(side))

    # --- forks -------------------------------------------------------------------------------

    def fork(self, seed: int | None = None) -> Battle:
        """The same battle by itself: neither sees what happens to the other.

        It takes some microseconds. ``seed``: with dice of its own; such a fork cannot be saved.
        """
        if seed is not None:
            check_seed(seed)
        child = Battle(self.rules.fork(seed), self._origin, self._past)
        child._reseeded = self._reseeded or seed is not None
        return child

    def perceived(self, side: str) -> Battle:
        """A fork that holds what a side knows of, creatures and things; without fog that is all.

        Whoever takes part in what somebody of the side is asked about is there too, as the question
        names them. Errors: ValueError for a side that there is not.
        """
        child = self.fork()
        known = known_to(self.rules, self._side(side))
        decision = self.decision
        if decision is not None and not decision.is_turn and self[decision.actor].side == side:
            known |= concerned(self.rules)
        keep_known(child.rules, side, known, items_known(self.rules, side))
        return child

    def _side(self, side: Any) -> Any:
        """A side that is one of the battle's; ValueError for any other."""
        if side is not None and side is not DECIDER and side not in self.sides:
            raise ValueError(unknown(_("side"), str(side), self.sides))
        return side

    def at_turn_of(self, creature: str) -> Battle:
        """A fork in which a creature's turn is just beginning.

        What was under way is over; everybody is taken to have acted once, so nobody is surprised
        and all have their opportunities again. No die is thrown. Errors: KeyError.
        """
        child = self.fork()
        poised(child.rules, self[creature].id)
        return child

    # --- space -------------------------------------------------------------------------------

    def moves(self, creature: str, mode: str = "walk") -> tuple[int, list[Row]] | Refused:
        """How far a creature could go in a mode, in cells, and every place and extent there.

        In its turn with what is left of it, else as if its turn were beginning. Errors: KeyError
        for a creature or a mode that there is not.
        """
        if mode not in self.rules.ruleset.modes:
            raise KeyError(unknown(_("mode"), str(mode), self.rules.ruleset.modes))
        who = self[creature]
        if not self.rules.able(who):
            return refuse(Reason.INCAPABLE, self.rules.ruleset.clause("turn"))
        decision = self.decision
        now = decision is not None and decision.is_turn and decision.actor == creature
        rules = self.rules if now else self.at_turn_of(creature).rules
        return reachable(rules, rules.world[creature], mode)

    def reach(self, creature: str, mode: str = "walk") -> list[Row]:
        """The places of :meth:`moves`, each with ``at``, ``extent``, ``cost`` in cells and more.

        Empty where the creature cannot move so.
        """
        found = self.moves(creature, mode)
        return [] if isinstance(found, Refused) else found[1]

    def threat(self, creature: str) -> list[Cell]:
        """The cells that a creature threatens, sorted; none if it cannot attack."""
        return sorted(threatened(self.rules, self[creature]))

    def threat_clauses(self, creature: str) -> tuple[str, ...]:
        """The clauses by which it threatens them, or none."""
        return threat_clauses(self.rules, self[creature])

    def measure(self, a: Cell | Body | str, b: Cell | Body | str) -> int:
        """The cells between two cells, bodies, or creatures by id; these count from the nearest."""
        return self.rules.ruleset.metric.distance(self._body(a), self._body(b))

    def _body(self, place: Cell | Body | str) -> Body:
        if isinstance(place, str):
            return self[place].body
        if isinstance(place, Body):
            return place
        topology = self.rules.ruleset.topology
        return topology.spot(cell_of(place, topology.axes))

    def draw(self, cells: Iterable[Cell] | Mapping[Cell, str] = ()) -> str:
        """The board as text: creatures by their glyphs, the ground as in map files.

        ``cells`` are marked with ``*``, or each with its own letter. Of cubes level by level.
        """
        return drawn(self.rules, cells)

    def _repr_svg_(self) -> str:
        """A picture of the battle as it stands, which notebooks show of it."""
        from tacsim.export.picture import still
        from tacsim.export.watching import Moment, plain

        return still(Moment(plain(known_as(self._origin.scenario.name)), self.rules))

    # --- what happened -----------------------------------------------------------------------

    @property
    def past(self) -> list[Past]:
        """What was carried out since the battle was loaded, its beginning first."""
        found, last = [], self._past
        while last is not None:
            found.append(last)
            last = last.before
        return found[::-1]

    @property
    def entries(self) -> list[Entry]:
        """The events since the battle was loaded, with numbers and rounds."""
        return numbered((event for past in self.past for event in past.events), 0, 0)

    def log(self) -> list[dict[str, Any]]:
        """The same as JSON lines have them, those that only keep the books left out."""
        public = (entry for entry in self.entries if entry.event.PUBLIC)
        return [record(entry.event, n, entry.round) for n, entry in enumerate(public)]

    def digest(self) -> str:
        """A number that stands for the whole state, in hexadecimal digits: 32 of them."""
        return StateDigest(self.rules.world).value.hex()

    def save(self, path: Path | str) -> Path:
        """Write the battle to a new file, from which it can be gone on with and replayed.

        Errors: SaveError, a ContentError, where something is there already or it cannot be written;
        also for a fork with dice of its own, as no seed leads to it.
        """
        target, origin = Path(path), self._origin
        if self._reseeded:
            raise SaveError(target, _("a fork with dice of its own cannot be saved"))
        session = Session(origin.battle())
        header = header_of(origin.scenario, session.battle)
        with Journal.create(target.parent, header, target, sync=False) as journal:
            journal.attach(session)
            session.begin()
            for past in self.past:
                if past.intent is not None:
                    session.submit(past.intent)
        return target


def _sound(intent: Any) -> bool:
    """Whether a record of an intent holds nothing that can be changed, such as a list."""
    try:
        hash(intent)
    except TypeError:
        return False
    return True


def begun(origin: Origin) -> Battle:
    """A battle at its first decision, initiative rolled."""
    check_seed(origin.seed)
    battle = Battle(origin.battle(), origin)
    battle.note(None, start(battle.rules))
    return battle


__all__ = [
    "Battle", "Choices", "Family", "Forecast", "Option", "Origin", "Past", "Progress", "Row",
    "TooManyError", "Wanted", "begun",
]  # fmt: skip
