"""Ideas: what a tactician tries out, few and kept different from each other on purpose.

In a turn these are what the other opponents would do; ways to move that they leave out, for there
is a contest, a blow or nothing but a straight line on the way; acts, those before others by which
something befalls others at once; places out of harm's way, and in the thick of it; to do nothing
more; and so on with what the cautious one considers and with acts. To a question they are its
answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from tacsim.ai.candidates import watched
from tacsim.ai.cautious import Cautious, moves_in
from tacsim.ai.evaluation import Evaluation
from tacsim.ai.greedy import Greedy
from tacsim.ai.knowing.temper import on_post
from tacsim.ai.opponent import first
from tacsim.ai.playouts.quick import candidates, play
from tacsim.ai.turn import Turn
from tacsim.ai.weighing.rollouts import Lots
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move, aim_of, key_of
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, Option
from tacsim.rules.engine import submit
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.reachable import Row

APART = 2
"""Cells between the ends of two moves that are worth trying both."""
CONSIDERED = 2
"""Of all that the cautious opponent considers, how much is tried at first, and again in the end."""
TELLING = 3
"""How many acts by which something befalls others at once are tried before all else."""
AIMED = 2
"""At how many creatures an act is tried."""
PLACES = 5
"""How many places are tried with the rules for those."""
LOTS = 2
"""With how many lots of dice it is tried whether an act does anything to others."""
ANSWERS = 10
"""Answers to a question that are tried."""
BOLD, SHY = 0.0, 4.0
"""What own harm counts where places are sought to attack from, and where out of harm's way."""


class Ideas:
    """What to try for a decision, each once, beginning with what is likely to be good.

    ``seen`` is the battle as the side of the creature knows it, ``turn`` its turn in that, and
    ``done`` what the creature has done in its turn so far.
    """

    def __init__(
        self,
        seen: Battle,
        turn: Turn,
        evaluation: Evaluation,
        done: Sequence[Intent] = (),
    ) -> None:
        self._seen = seen
        self._done = {(key_of(one), aim_of(one)) for one in done}
        self._turn = turn
        self._evaluation = evaluation
        self.kept: list[Intent] = []

    def answers(self, decision: Decision) -> None:
        """The answers to a question: of many, some of them evenly spread."""
        found = [option.intent for option in Choices(self._seen, decision)]
        step = max(1, -(-len(found) // ANSWERS))
        self._keep([*found[::step], *found[-1:]], ANSWERS, apart=False)

    def of_turn(self, decision: Decision) -> None:
        """What may be done in a turn."""
        turn, choices = self._turn, Choices(self._seen, decision)
        for wary in (False, True):
            self._keep(candidates(self._seen, decision, wary=wary), 1)
        self._keep(chain(first(turn), Greedy().candidates(turn)), 1)
        cautious = chain(first(turn), Cautious().ranked(turn))
        self._keep(cautious, CONSIDERED)
        for mode in self._left_out(choices):
            self._keep(self._daring(choices, mode), 1)
        telling, others = self._acts(choices)
        self._keep(telling, TELLING)
        for fear in (SHY, BOLD):
            self._keep(moves_in(fear, turn, self._evaluation), 1)
        self._keep([EndTurn(turn.actor.id)], 1)
        self._keep(others, len(others))
        self._keep(cautious, CONSIDERED)

    # --- moves that the others leave out --------------------------------------------------------

    def _left_out(self, choices: Choices) -> Iterator[MoveMode]:
        """The modes with a contest or a blow on the way, and those that lead straight on."""
        for mode in self._turn.ruleset.modes.values():
            special = mode.contest or mode.midway or mode.straight
            if special and not mode.attack and choices.bars(mode.name) is None:
                yield mode

    def _daring(self, choices: Choices, mode: MoveMode) -> Iterator[Intent]:
        """Moves in a mode to the places worth most, where what sets it apart comes into it.

        With a blow on the way they lead to where a foe can be struck, and back.
        """
        found = (row for ends in choices.ends(mode.name).values() for row in ends)
        if mode.midway:
            yield from self._there_and_back(found, mode)
            return
        perils = self._perils(mode)
        rows = (row for row in found if not mode.contest or self._meets(row, perils))
        about = self._evaluation.about
        for row in islice(sorted(rows, key=lambda row: -about(row.bodies[-1])), PLACES):
            yield self._move(mode, row.bodies[1:])

    def _perils(self, mode: MoveMode) -> frozenset[Cell]:
        """The cells in which a mode's contests are fought: in foes' spaces, or in their reach."""
        spaces = (foe.body.cells for foe in self._turn.foes)
        return frozenset(chain(*spaces)) if mode.at_foes else watched(self._turn)

    @staticmethod
    def _meets(row: Row, perils: frozenset[Cell]) -> bool:
        return any(not perils.isdisjoint(body.cells) for body in row.bodies[:-1])

    def _there_and_back(self, rows: Iterable[Row], mode: MoveMode) -> Iterator[Intent]:
        """Moves to the nearest places from which each foe can be struck, and back again."""
        turn = self._turn
        near = sorted(rows, key=lambda row: row.cost)
        weapons = [one for one in turn.actor.offence.weapons if not one.ranged]
        for foe in turn.foes:
            struck = (
                row
                for row in near
                if any(turn.can_strike(row.bodies[-1], foe, weapon) for weapon in weapons)
            )
            for row in islice(struck, 1):
                yield self._move(mode, (*row.bodies[1:], *row.bodies[-2::-1]), foe.id)

    def _move(self, mode: MoveMode, bodies: Sequence[Body], target: str | None = None) -> Move:
        path, extents = tuple(one.at for one in bodies), tuple(one.extent for one in bodies)
        return Move(self._turn.actor.id, None, path, mode.name, extents, target)

    # --- acts -----------------------------------------------------------------------------------

    def _acts(self, choices: Choices) -> tuple[list[Intent], list[Intent]]:
        """The acts by which something befalls others at once, and the rest.

        Each kind comes once, aimed at who weighs most, before its variants and other aims.
        """
        tried = {type(one) for one in self.kept}
        variants: dict[type[Intent], int] = {}
        found: list[tuple[int, int, Intent]] = []
        for act in choices.acts:
            open_ = (one for one in act.aims.values() if isinstance(one, Option))
            options = (one for one in open_ if one.cost or not self._did(one.intent))
            aimed = self._best_aimed(option.intent for option in options)[:AIMED]
            for aim, intent in enumerate(aimed):
                found.append((aim, variants.get(type(intent), 0), intent))
            for kind in {type(intent) for intent in aimed}:
                variants[kind] = variants.get(kind, 0) + 1
        found.sort(key=lambda one: one[:2])
        new = [intent for aim, _, intent in found if not aim and type(intent) not in tried]
        telling = [intent for intent in new if self._befalls(intent)]
        return telling, [intent for *_, intent in found if intent not in telling]

    def _befalls(self, intent: Intent) -> bool:
        """Whether something befalls others by an intent at once, with dice that fall so or so."""
        before = self._state(self._seen)
        for lot in range(LOTS):
            fork = self._seen.fork()
            fork.dice, fork.fog = Lots(lot), False
            submit(fork, intent)
            while fork.decision is not None and not fork.decision.is_turn:
                play(fork)
            if self._state(fork) != before:
                return True
        return False

    def _state(self, battle: Battle) -> list[object]:
        """What others are and have."""
        others = (battle.world[one.id] for one in (*self._turn.foes, *self._turn.friends))
        return [(one.hp, one.conditions, one.position, one.bonuses) for one in others]

    def _best_aimed(self, found: Iterable[Intent]) -> list[Intent]:
        """The intents aimed at those who weigh most."""
        world, worth = self._turn.battle.world, self._evaluation.worth

        def weight(intent: Intent) -> float:
            aims = (name for name in aim_of(intent) if name is not None and name in world)
            return sum(worth(world[name]) for name in aims)

        return sorted(found, key=weight, reverse=True)

    def _keep(self, found: Iterable[Intent | None], most: int, *, apart: bool = True) -> None:
        """Keep some that are allowed, and unlike those that are kept already."""
        for intent in found:
            if intent is None or self._leaves(intent):
                continue
            if apart and any(self._alike(intent, one) for one in self.kept):
                continue
            if self._turn.belief.allows(intent):
                self.kept.append(intent)
                most -= 1
            if most == 0:
                return

    def _did(self, intent: Intent) -> bool:
        """Whether the creature has done as much in this turn: for nothing that is done but once."""
        return (key_of(intent), aim_of(intent)) in self._done

    def _leaves(self, intent: Intent) -> bool:
        """Whether an intent takes the creature off the cells that it holds."""
        if not self._turn.post or not isinstance(intent, Move) or not intent.path:
            return False
        extent = intent.extents[-1] if intent.extents else self._turn.here.extent
        return not on_post(self._turn.post, Body(intent.path[-1], extent))

    def _alike(self, a: Intent, b: Intent) -> bool:
        """Whether two intents come to much the same: by place for moves, else by aim."""
        if isinstance(a, Move) and isinstance(b, Move):
            modes = self._turn.ruleset.modes
            if a.target != b.target or _manner(modes[a.mode]) != _manner(modes[b.mode]):
                return False
            ends = [one.path[-1] if one.path else one.to for one in (a, b)]
            if None in ends:
                return a == b
            spots = [self._turn.ruleset.topology.spot(end) for end in ends if end is not None]
            return self._turn.ruleset.metric.distance(*spots) < APART
        return key_of(a) == key_of(b) and aim_of(a) == aim_of(b) and type(a) is type(b)


def _manner(mode: MoveMode) -> tuple[object, ...]:
    """What makes moves in one mode unlike those in another that lead to the same place."""
    return mode.provokes, mode.contest, mode.midway
