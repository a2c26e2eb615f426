"""Quick: a policy for playing thousands of battles, and the opponent that plays by it.

It looks one step ahead and works nothing out twice. What is open to a creature, what its attacks
promise against another, and how far every place is from where a foe can be attacked depend on
little, come up again and again, and are kept: the first two with the ruleset
(:mod:`tacsim.rules.openings`, :mod:`tacsim.ai.knowing.chances`), by the state of those concerned;
the last with the map (:mod:`tacsim.ai.ways.routes`). Ways are handed to the judge cell by cell, so
that it need not search.

:func:`candidates` is the policy: what to try for a decision, best first, in a battle that it takes
for the truth and does not change. Something that the rules allow is always among it, and only the
judge says what; so whoever plays a fork of a battle out calls :func:`play`, which submits them in
turn and pays for no check beforehand. :class:`Quick` is the policy as an opponent: without fog a
side knows all there is, so that it looks at the battle itself; in fog, at its side's belief.

In its turn a creature, in this order, goes where a goal of its side is met; gets up; gets free, or
takes up a weapon; covers an area if that catches several; attacks, from where it is or where it can
go, whoever it takes the greatest share of, finishing blows counting most, and foes by what they can
do in a turn; makes a weapon usable; goes where a goal is served; or to the place within reach that
is best for its next turn (:mod:`tacsim.ai.playouts.stands`). Shooters step out of foes' reach where
that is free. Of ways to a place it goes the one that provokes nobody, if the detour is short.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from tacsim.ai.approach import defends, onward
from tacsim.ai.areas import area_candidates, best_of, worth
from tacsim.ai.greedy import Greedy
from tacsim.ai.knowing.belief import Belief, Beliefs, allowed
from tacsim.ai.knowing.temper import held, on_post, temper_of
from tacsim.ai.knowing.weights import QUICK
from tacsim.ai.morale import surrenders
from tacsim.ai.opponent import first, unhampered
from tacsim.ai.playouts.attacking import Attacks
from tacsim.ai.playouts.ground import Ground
from tacsim.ai.playouts.promises import open_to
from tacsim.ai.playouts.replies import replies
from tacsim.ai.playouts.stands import Stands
from tacsim.ai.turn import Turn
from tacsim.ai.ways.routes import FAR
from tacsim.core.agenda import Decision
from tacsim.core.apply import apply
from tacsim.core.events import Event, IntentRefused, Spent
from tacsim.core.intents import Decline, EndTurn, Intent, Move
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.rules import goals
from tacsim.rules.battle import Battle
from tacsim.rules.choices import acts_at_once, arming, breaking_free, rising
from tacsim.rules.engine import Watch, begin, submit
from tacsim.rules.movement.policies import Provokes
from tacsim.rules.openings import areas_open, attacks, likeness
from tacsim.rules.ruleset import Ruleset

# --- the policy ---------------------------------------------------------------------------------


def candidates(battle: Battle, decision: Decision, *, wary: bool = False) -> Iterator[Intent]:
    """What to try for a decision, best first, in a battle taken for the truth; it is not changed.

    The rules may refuse any of it but the last. ``wary``: whoever cannot attack yet minds the
    harm that foes may do before its next turn where it ends this one.
    """
    actor = battle.world[decision.actor]
    if decision.is_turn:
        turn = _Turn(battle, actor, wary=wary)
        yield from turn.candidates()
        if turn.open.stuck:
            yield from breaking_free(battle, actor)
        yield EndTurn(actor.id)
    else:
        yield from replies(battle, actor, decision)
        yield Decline(actor.id)


def play(battle: Battle, *, wary: bool = False, watch: Watch | None = None) -> list[Event]:
    """Decide for whoever has to in a battle, and carry it out; the events that follow.

    ``watch``: is shown what follows before it takes effect. Errors: ValueError where nobody has to
    decide. The battle is changed: to try something out, play a fork of it.
    """
    decision = battle.decision
    if decision is None:
        raise ValueError("nobody has to decide")
    for intent in candidates(battle, decision, wary=wary):
        events = submit(battle, intent, watch)
        if not (events and isinstance(events[0], IntentRefused)):
            return events
    raise AssertionError(f"nothing is allowed: {decision}")


class Quick:
    """The policy as an opponent."""

    def __init__(self) -> None:
        self._beliefs = Beliefs()
        self._turn: tuple[int, str] = (0, "")
        self._gone: list[tuple[object, Intent]] = []
        """The moves of this turn, each with the version of the world in which it was chosen."""

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """The first of the candidates that the rules allow."""
        belief = self._beliefs.of(battle, decision.actor) if battle.fog else None
        seen, lost = (belief.battle, belief.lost) if belief else (battle, frozenset[str]())
        casts = battle.world[decision.actor].areas.items  # from where it can, at once
        wary = battle.world.clock.round <= QUICK.wait and not casts
        turn, now = (battle.world.clock.round, decision.actor), battle.world.version
        if turn != self._turn:
            self._turn, self._gone = turn, []
        gone = {move for then, move in self._gone if then is not now}
        for intent in candidates(seen, decision, wary=wary):
            # no move is made twice in a turn: somebody unseen may be in its way
            if intent not in gone and allowed(battle, intent, lost):
                if isinstance(intent, Move):
                    self._gone.append((now, intent))
                return intent
        return EndTurn(decision.actor) if decision.is_turn else Decline(decision.actor)


class _Turn:
    """A creature's turn, worked out as far as it is asked for."""

    def __init__(self, battle: Battle, actor: Creature, *, wary: bool = False) -> None:
        self.battle = battle
        self.wary = wary
        self.ruleset: Ruleset = battle.ruleset
        self.actor = actor
        self.foes = battle.foes(actor)
        self.open = open_to(battle, actor)
        self.ground = Ground(battle, actor)
        self.attacks = Attacks(self.ground, self.open, self.foes)

    def candidates(self) -> Iterator[Intent]:
        """What to try, best first."""
        yield from surrenders(self.battle, self.actor)
        if not self.foes or self.ground.known is None or self.ground.here is None:
            yield from self._slowly()
            return
        if self.actor.behaviour.holds:
            yield from self._returns()
        if self.serving and not self.ground.post:
            self.attacks.free = not self._serves
            yield from self._toward(goals.places(self.battle, self.actor, at_once=True), met=True)
        if self.actor.has("prone"):
            yield from self._gets_up()
        elif self.open.stuck or not self.actor.offence.weapons:
            yield from unhampered(self.slow)
        areas = areas_open(self.battle, self.actor)
        if not (areas or self.open.now or self.open.ways or self.open.charges or self.open.plain):
            return
        if areas:
            yield from self._areas()
        yield from self.attacks.best()
        if self.attacks.possible:
            yield from self._readies()
        if self.serving and not self.ground.post:
            if self._serves:
                return
            yield from self._toward(self.serving)
        yield from self._steps_back()
        if not self.ground.post:
            yield from self._settles()

    def _areas(self) -> Iterator[Intent]:
        """The attack on an area that takes most, if that is more than an attack takes."""
        best = best_of(self.slow, area_candidates(self.slow))
        if best is None:
            return
        value = worth(self.slow, best) - self.attacks.worry * best.peril / max(
            1, self.actor.hp.current
        )
        single = [
            self.attacks.duels.promise(foe, series).share
            for foe in self.foes
            for series in self.open.now.values()
        ]
        if best.plain or value > max(single, default=0.0):
            yield best.intent

    def _readies(self) -> Iterator[Intent]:
        """What makes a weapon usable; who waits no more goes to where it is of use first."""
        every = arming(self.battle, self.actor)
        found = [intent for intent, _, foes in every if not (foes and self.ground.pressed)]
        if found and self.attacks.weary and not (self.ground.post or self.serving):
            yield from self._settles()
        yield from found

    def _gets_up(self) -> Iterator[Intent]:
        """Getting up; but the attack first where that would cost it."""
        found = rising(self.battle, self.actor)
        if found is not None and (not found[1] or self.ground.peril < 1):
            left = self.actor.resources
            begun = begin(self.battle, found[0])
            for event in begun if isinstance(begun, list) else ():
                left = left.with_counts(**dict(event.counts)) if isinstance(event, Spent) else left
            if self.open.now and not attacks(self.battle, self.actor, left):
                self.attacks.free = False
                yield from self.attacks.best()
            yield found[0]

    # --- going on -------------------------------------------------------------------------------

    @cached_property
    def serving(self) -> frozenset[Cell]:
        """The cells in which the creature serves a goal of its side."""
        if not self.battle.world.goals:
            return frozenset()
        return goals.places(self.battle, self.actor)

    @property
    def _serves(self) -> bool:
        """Whether it does so where it is: a foe who stands there too has to be fought first."""
        contested = any(not self.serving.isdisjoint(foe.body.cells) for foe in self.foes)
        return not (contested or self.serving.isdisjoint(self.actor.body.cells))

    def _returns(self) -> Iterator[Intent]:
        """Getting up and the move to what it holds; from then on it ends its moves there alone.

        If there is no way to a free place of it, it fights as usual.
        """
        cells, ground = held(self.actor), self.ground
        if not on_post(cells, self.actor.body):
            taken = ground.others[2]
            cells = frozenset(cell for cell in cells if ground.routes.places([cell]) - taken)
            assert ground.here is not None
            if not cells or ground.to_cells(cells)[ground.here] >= FAR:
                return
            if self.actor.has("prone"):
                yield from self._gets_up()
            yield from self._toward(cells, sparing=True)
        ground.post = held(self.actor)

    def _toward(
        self, cells: frozenset[Cell], *, met: bool = False, sparing: bool = False
    ) -> Iterator[Intent]:
        """The move toward some cells that leads farthest; ``met``: only if it gets there.

        ``sparing``: rather one that leaves more of the turn, if it gets there too.
        """
        if not cells:
            return
        distances = self.ground.to_cells(cells)
        assert self.ground.here is not None
        ways = self.open.plain
        if sparing:
            near = [one for one in ways if distances[self.ground.here] <= one.limit]
            ways = tuple(sorted(near, key=lambda one: one.limit)) or ways
        for opening in ways[:1]:
            if met and distances[self.ground.here] > opening.limit:
                continue
            way = self.ground.way(distances, opening)
            nodes = self.ground.part(way, opening, shy=self.attacks.shoots)
            if nodes and not (met and distances[nodes[-1]]):
                yield self.ground.move(opening, nodes)

    def _steps_back(self) -> Iterator[Intent]:
        """A free step by which a shooter gets out of foes' reach."""
        if not (self.attacks.shoots and self.ground.pressed):
            return
        for opening in self.open.ways + self.open.plain:
            if opening.mode.steps is not None and opening.mode.provokes is Provokes.NEVER:
                for node in self.ground.steps(opening.mode):
                    if self.ground.routes.cells(node).isdisjoint(self.ground.danger):
                        yield self.ground.move(opening, (node,))
                        return

    def _settles(self) -> Iterator[Intent]:
        """The moves to better places to end the turn in; acts before that lead farther.

        Once it has attacked, and as long as it waits, it minds the harm that foes may do there,
        until it is weary of that. Whoever has hold of a foe keeps it.
        """
        weapon, here, plain = self.attacks.favourite, self.ground.here, self.open.plain
        holds = any(one.against == self.actor.id for f in self.foes for one in f.bonuses.items)
        if weapon is None or here is None or not plain or holds:
            return
        minds = (self.wary or not self.attacks.possible) and not self.attacks.weary
        away = min(self.ground.to(weapon, foe)[here] for foe in self.foes)
        if away == FAR:  # nowhere to attack anybody from: as near as may be, rather out of sight
            yield from chain(onward(self.slow), defends(self.slow))
            return
        if away > plain[0].limit + self.open.afresh and not minds:
            yield from self._hastes(plain[0].limit)
        care = QUICK.shelter * temper_of(self.actor).care if minds else 0.0
        yield from Stands(self.ground, self.attacks, self.open, care).better()

    def _hastes(self, limit: int) -> tuple[Intent, ...]:
        """Acts that take the creature farther."""
        battle, actor = self.battle, self.actor

        def make() -> tuple[Intent, ...]:
            found = []
            for intent, events in acts_at_once(battle, actor):
                then = battle.fork()
                for event in events:
                    apply(then.world, event)
                plain = open_to(then, then.world[actor.id]).plain
                if plain and plain[0].limit > limit:
                    found.append(intent)
            return tuple(found)

        key = ("hastes", actor.id, likeness(battle, actor), actor.resources, actor.conditions)
        return self.ruleset.memo.of(key, make)

    # --- what takes its time ---------------------------------------------------------------------

    @cached_property
    def slow(self) -> Turn:
        """The turn as the other opponents work it out."""
        side = self.actor.side
        return Turn(Belief(self.battle, side, self.actor.id), self.actor.id)

    def _slowly(self) -> Iterator[Intent]:
        """As :class:`Greedy` has it: with no foe to be seen, and on maps too large for routes."""
        turn = self.slow
        yield from chain(first(turn), Greedy().candidates(turn))
