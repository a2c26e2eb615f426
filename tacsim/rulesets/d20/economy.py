"""What a ``d20`` turn consists of: a standard and a move action, or a full round; and a 5-ft step.

Resources by name: ``standard`` and ``move`` (actions left), ``step`` (the 5-ft step, lost by taking
it and by moving any distance otherwise), ``halves`` (half-cells covered this turn, 0 by a step),
``open`` (actions put into a measured move that may go on), ``made`` (attacks made), ``attacks``
(attacks of a full attack left), ``opportunity`` (opportunity attacks left until the next turn),
``recharge`` (own turns until an area attack can be made again), ``first`` (1 in the first turn of
whoever was flat-footed until then).
"""

from __future__ import annotations

import attrs

from tacsim.core.components import SpeedBonus
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.movement.policies import Allowance, Counts, MoveMode, PlainEconomy, Provokes
from tacsim.rulesets.d20.abilities import ability
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.modes import PACE, barred
from tacsim.rulesets.d20.speed import gained
from tacsim.rulesets.family import uses

MOVE_ACTS = frozenset({"stand", "wriggle", "pick_up", "load"})
"""Acts that take a move action."""


def turn_clause(battle: Battle) -> str:
    """The clause that says what a turn of this round holds."""
    return "d20.init.surprise" if battle.world.clock.surprise else "d20.actions.turn"


class Economy(PlainEconomy):
    """The ``d20`` action economy (``d20.actions.turn``, ``d20.round.*``)."""

    def gained(self, creature: Creature, bonuses: tuple[SpeedBonus, ...]) -> int:
        """What they add to those of its entry, before armour and load slow."""
        return gained(creature.unburdened, creature.armour.band, creature.speed.load, bonuses)

    def refresh(self, battle: Battle, creature: Creature) -> Counts:
        """A fresh turn; opportunities are counted from one own turn to the next.

        In a surprise round there is a single action (``d20.init.surprise``).
        """
        return (
            ("attacks", 0),
            ("halves", 0),
            ("made", 0),
            ("move", 0 if battle.world.clock.surprise else 1),
            ("open", 0),
            ("opportunity", opportunities(creature)),
            *recharging(creature),
            *uses.counts(creature),
            ("standard", 1),
            ("step", 1),
        )

    def allowance(self, battle: Battle, creature: Creature, mode: MoveMode) -> Allowance | Refused:
        """How far a mode takes the creature; a move that is still open may be carried on."""
        have = creature.resources
        speed = self.pace(battle, creature)
        refusal = barred(creature, mode)
        if refusal is not None:
            return refusal
        crawls = mode.requires == "prone"
        if speed <= 0:
            return refuse(Reason.TOO_SLOW, "d20.min-move.not-impassable")
        if mode.provokes is Provokes.NEVER:
            return self._step(creature, speed)
        if not have["step"] and not have["halves"]:
            return refuse(Reason.STEP_TAKEN, "d20.step.5ft")
        wanted, pace = PACE[mode.name]
        if mode.name == "run":
            pace = self._run_pace(battle, creature) / wanted
        acted_out = not (have["move"] or have["standard"])
        if have["halves"] and not have["open"] and not crawls and acted_out:
            return refuse(Reason.SPLIT_MOVE, "d20.round.move-and-act")
        if have["open"] and wanted > 1 and not mode.parts:
            return refuse(Reason.HAS_MOVED, mode.clause)
        invested = have["open"] if mode.parts else 0
        actions = max(invested, wanted)
        if mode.contest == "overrun" and not mode.attack:  # it is a standard action on the way
            return self._and_standard(battle, creature, mode, invested, "d20.overrun")
        if mode.midway:
            return self._and_standard(battle, creature, mode, invested, mode.clause)
        found = self._measured(creature, mode, invested, actions, speed * pace)
        if found is None:
            reason = Reason.NO_ACTION if wanted == 1 else Reason.NO_FULL_ROUND
            return refuse(reason, turn_clause(battle), mode=mode.name)
        if invested == 1 == actions:  # a second move action, measured on from the first
            further = self._measured(creature, mode, invested, 2, speed * pace)
            return attrs.evolve(found, further=further)
        return found

    @enforces("d20.round.run", "d20.run")
    def _run_pace(self, battle: Battle, creature: Creature) -> int:
        """How many times its speed it runs: 4, weighed down 3, each one more when trained."""
        weighed = "heavy" in (creature.armour.band, creature.speed.load)
        slowed = weighed and not battle.ruleset.switches["run_by_text"]
        return (3 if slowed else 4) + FEATS.added(creature.traits.feats, "run")

    def _measured(
        self, creature: Creature, mode: MoveMode, invested: int, actions: int, pace: float
    ) -> Allowance | None:
        """The allowance of so many actions, some of them invested already; None for too few.

        ``pace``: the cells that each of them covers.
        One that has none invested begins anew; but the half-cell left of a diagonal is carried on.
        """
        counts = self._pay(creature, actions - invested)
        if counts is None:
            return None
        total = budget(int(pace * actions))
        spent = creature.resources["halves"]
        spent = spent if invested else spent % 2
        total = max(total, spent)  # the one square of a full round may have cost more
        return Allowance(total, spent, (*counts, ("open", actions if mode.parts else 0)))

    def _and_standard(
        self, battle: Battle, creature: Creature, mode: MoveMode, invested: int, clause: str
    ) -> Allowance | Refused:
        """One move action, with the standard action left for a foe on the way."""
        if not creature.resources["standard"]:
            return refuse(Reason.NO_STANDARD, clause, activity=mode.name)
        if invested == 0 and not creature.resources["move"]:
            return refuse(Reason.NO_ACTION, "d20.actions.turn", mode=mode.name)
        speed = self.pace(battle, creature)
        found = self._measured(creature, mode, 1 if invested else 0, 1, speed)
        assert found is not None
        return found

    def _step(self, creature: Creature, speed: float) -> Allowance | Refused:
        have = creature.resources
        clause = "d20.step.5ft"
        if have["halves"]:
            return refuse(Reason.HAS_MOVED, clause)
        if not have["step"]:
            return refuse(Reason.STEP_TAKEN, clause)
        if speed <= 1:
            return refuse(Reason.TOO_SLOW, clause)
        return Allowance(budget(0), 0, (("step", 0),))

    def _pay(self, creature: Creature, actions: int) -> Counts | None:
        """Take actions for movement, move actions first; None when there are too few."""
        have = creature.resources
        from_move = min(actions, have["move"])
        from_standard = actions - from_move
        if from_standard > have["standard"]:
            return None
        if actions == 0:
            return ()
        return (("move", have["move"] - from_move), ("standard", have["standard"] - from_standard))

    def price(self, battle: Battle, creature: Creature, activity: str) -> Counts | Refused:
        """What is left after an activity; other than moving, it closes an open move."""
        have = creature.resources
        if activity == "strike":
            if have["attacks"]:
                return (("attacks", have["attacks"] - 1),)
            if have["standard"]:
                return (("made", 1), ("open", 0), ("standard", 0))
            return refuse(Reason.NO_STANDARD, turn_clause(battle), activity=activity)
        if activity == "full_attack":
            return self._full_attack(battle, creature)
        if activity in MOVE_ACTS:
            counts = self._pay(creature, 1)
            if counts is None:
                return refuse(Reason.NO_ACTION, turn_clause(battle), activity=activity)
            return (*counts, ("open", 0))
        if activity == "load_fully":
            counts = self._pay(creature, 2)
            if counts is None:
                return refuse(Reason.NO_FULL_ROUND, turn_clause(battle))
            return (*counts, ("open", 0))
        if not have["standard"]:
            return refuse(Reason.NO_STANDARD, turn_clause(battle), activity=activity)
        return (("open", 0), ("standard", 0))

    def _full_attack(self, battle: Battle, creature: Creature) -> Counts | Refused:
        """Both actions; or, after a first attack, the move action (``d20.attack.iterative``)."""
        have = creature.resources
        fresh = have["standard"] and not have["made"]
        goes_on = have["made"] and not have["standard"]
        if have["halves"]:
            return refuse(Reason.HAS_MOVED, "d20.round.full-round")
        if not have["move"] or not (fresh or goes_on):
            surprise = battle.world.clock.surprise
            clause = turn_clause(battle) if surprise else "d20.attack.iterative"
            return refuse(Reason.NO_FULL_ROUND, clause)
        return (("move", 0), ("open", 0), ("standard", 0))

    def moved(self, battle: Battle, creature: Creature, cost2: int, mode: MoveMode) -> Counts:
        """Remember how far the measured move has come; any distance costs the 5-ft step.

        A crawl is distance moved as well (``d20.step.5ft``).
        """
        crawled = mode.requires == "prone"
        if mode.free and not crawled:
            return ()
        return (("halves", cost2 + 2 if crawled else cost2), ("step", 0))

    def cut_short(self, battle: Battle, creature: Creature, cost2: int) -> Counts:
        """The standard action of a double move that one action takes as far as it has come."""
        one = budget(int(self.pace(battle, creature)))
        if creature.resources["open"] == 2 and cost2 <= one:
            return (("open", 1), ("standard", 1))
        return ()


def recharging(creature: Creature) -> Counts:
    """The rounds that an area attack still takes to come back, one fewer than a turn ago."""
    left = creature.resources["recharge"] - 1
    return (("recharge", left),) if left > 0 else ()


@enforces("d20.aoo.per-round")
def opportunities(creature: Creature) -> int:
    """Opportunity attacks in a round."""
    if not FEATS.has(creature, "opportunities_by_dexterity"):
        return 1
    return max(1, 1 + ability(creature, "dexterity"))
