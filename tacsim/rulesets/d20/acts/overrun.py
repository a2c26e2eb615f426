"""Overrunning: through a foe's space in the middle of a move (``d20.overrun``).

The foe may strike first. Then it steps aside, which costs nobody anything, or stands in the way:
strength decides, and whoever loses may end on the ground. The contest is fought from the square in
front of the foe; its own squares are entered only once it is won, but paid for either way.
"""

from __future__ import annotations

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Asking, Moving, Trying
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import watches
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.movement.moving import offer
from tacsim.rules.movement.policies import Provocation, Step
from tacsim.rules.movement.steps import Mover
from tacsim.rules.perception import known_to
from tacsim.rulesets.d20.contests import footing, might
from tacsim.rulesets.d20.effects import EFFECTS, FEATS
from tacsim.rulesets.family.checks import contest

CLAUSE = "d20.overrun"


def begin(battle: Battle, frame: Moving, foe: Creature, step: Step) -> list[ev.Event]:
    """Come up against a foe in the way."""
    actor = battle.world[frame.actor]
    if foe.id not in known_to(battle, actor.side):
        return halt(frame, foe.at, refuse(Reason.OCCUPIED, "d20.pass.enemy", by=foe.id))
    charging = 1 if battle.ruleset.modes[frame.mode].attack else 0
    if not charging and not actor.resources["standard"]:
        return halt(frame, foe.at, refuse(Reason.NO_STANDARD, CLAUSE, activity="overrun"))
    facts = (("charging", charging), ("halves", step.cost2))
    return [ev.Undertaken(Trying("overrun", actor.id, foe.id, "met", facts))]


def halt(frame: Moving, at: tuple[int, ...], refusal: Refused) -> list[ev.Event]:
    """The end of a move before the next step."""
    clauses = (refusal.clause,)
    return [
        ev.Halted(frame.actor, at, refusal.reason.value, clauses),
        ev.CarriedOn(attrs.evolve(frame, path=())),
    ]


def parts(actor: Creature, foe: Creature) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """The bonuses of the mover and of the foe in the way in the contest."""
    return might(actor, CLAUSE, what="overrun"), footing(foe, CLAUSE)


class Overrun:
    """The stages of an overrun: met, faced, avoided or contested, failed, back."""

    def candidates(self, battle: Battle, actor: Creature) -> tuple[()]:
        """None: it is a way to move."""
        return ()

    def begin(self, battle: Battle, intent: object) -> Refused:
        """An overrun is a way to move, never an intent of its own."""
        return refuse(Reason.UNKNOWN_INTENT, CLAUSE, intent="overrun")

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Go on to the next stage."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        if not battle.able(actor):
            return [ev.Concluded()]
        if not battle.able(foe):
            return self._through(battle, foe)
        return {
            "met": self._met,
            "faced": self._faced,
            "avoided": self._avoided,
            "contested": self._contested,
            "failed": self._failed,
            "back": self._back,
        }[frame.stage](battle, frame, actor, foe)

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """The foe steps aside or not; the winner knocks the loser down or lets it be."""
        frame = battle.world.agenda.frames[-2]
        assert isinstance(frame, Trying)
        if asking.question == "avoid":
            return [ev.CarriedOn(frame.at("avoided" if yes else "contested"))]
        if not yes:
            return [ev.CarriedOn(frame.at("back"))]
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        told, margin = contest(
            battle, "knock_down", foe, might(foe, CLAUSE), actor, footing(actor, CLAUSE),
            CLAUSE,
        )  # fmt: skip
        return [*told, ev.CarriedOn(frame.at("back", down=1 if margin >= 0 else 0))]

    def _met(self, battle: Battle, frame: Trying, actor: Creature, foe: Creature) -> list[ev.Event]:
        """The foe may attack the mover as that enters its space."""
        events: list[ev.Event] = [ev.CarriedOn(frame.at("faced"))]
        weapon = choose_weapon(battle, foe, actor, None, melee_only=True, entering=True)
        struck = foe.id in actor.exposure.foes or isinstance(weapon, Refused)
        if watches(battle, foe, actor) and not struck:
            given = Provocation(foe.id, foe.at, (CLAUSE,), entering=True)
            events += offer(battle, actor.id, (given,), "move")
        return events

    def _faced(
        self, battle: Battle, frame: Trying, actor: Creature, foe: Creature
    ) -> list[ev.Event]:
        """Let the foe choose, unless it is stuck or the mover knows how to leave it no choice."""
        if FEATS.has(actor, "unavoidable") or foe.has(*EFFECTS.named("stuck")):
            return [ev.CarriedOn(frame.at("contested"))]
        return [ev.Undertaken(Asking("overrun", "avoid", (foe.id,), actor.id, (CLAUSE,)))]

    def _contested(
        self, battle: Battle, frame: Trying, actor: Creature, foe: Creature
    ) -> list[ev.Event]:
        told, margin = contest(
            battle, "overrun", actor, parts(actor, foe)[0], foe, parts(actor, foe)[1],
            CLAUSE,
        )  # fmt: skip
        events: list[ev.Event] = []
        if not frame.fact("charging"):
            events.append(ev.Spent(actor.id, (("standard", 0),)))
        events += told
        if margin < 0:
            return [*events, ev.CarriedOn(frame.at("failed"))]
        if not foe.has("prone"):
            events.append(ev.ConditionGained(foe.id, "prone", "", (CLAUSE,), actor.id))
        return [*events, *self._through(battle, foe)]

    def _failed(
        self, battle: Battle, frame: Trying, actor: Creature, foe: Creature
    ) -> list[ev.Event]:
        """The foe may try to knock the mover down in return, if it can."""
        if actor.has("prone") or not battle.fights(foe):
            return [ev.CarriedOn(frame.at("back"))]
        return [ev.Undertaken(Asking("overrun", "knock_down", (foe.id,), actor.id, (CLAUSE,)))]

    def _back(
        self, battle: Battle, frame: Trying, actor: Creature, foe: Creature
    ) -> list[ev.Event]:
        """The mover is back in front of the foe; on the ground if there is no room for it."""
        moving = battle.world.agenda.frames[-2]
        assert isinstance(moving, Moving)
        everybody = frozenset(battle.world.ids)
        room = battle.ruleset.passage.stop(battle, actor, actor.body, everybody)
        events: list[ev.Event] = [ev.Concluded()]
        if (frame.fact("down") or not room) and not actor.has("prone"):
            by = foe.id if frame.fact("down") else None
            events.append(ev.ConditionGained(actor.id, "prone", "", (CLAUSE,), by))
        spent = moving.spent + frame.fact("halves")
        ended = attrs.evolve(moving, path=(), spent=spent, taken=max(1, moving.taken), targets=())
        halted = ev.Halted(actor.id, foe.at, Reason.OCCUPIED.value, (CLAUSE,))
        return [*events, halted, ev.CarriedOn(ended)]

    def _avoided(
        self, battle: Battle, _frame: Trying, _actor: Creature, foe: Creature
    ) -> list[ev.Event]:
        return self._through(battle, foe)

    @staticmethod
    def _through(battle: Battle, foe: Creature) -> list[ev.Event]:
        """The way is free as far as this foe is concerned."""
        moving = battle.world.agenda.frames[-2]
        assert isinstance(moving, Moving)
        return [ev.Concluded(), ev.CarriedOn(attrs.evolve(moving, met=(*moving.met, foe.id)))]


def in_the_way(mover: Mover, met: frozenset[str], step: Step) -> list[Creature]:
    """The foes whose space a step enters and with whom it has not been settled, by their id."""
    names = {
        name
        for cell in step.body.cells
        for name in mover.others(cell)
        if mover.passing(name).contested and name not in met
    }
    return [mover.battle.world[name] for name in sorted(names)]
