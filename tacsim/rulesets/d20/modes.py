"""The modes of movement of ``d20``; running covers four times one's speed (``d20.round.run``)."""

from __future__ import annotations

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.movement.policies import MoveMode, Provokes
from tacsim.rulesets.d20.effects import EFFECTS, FEATS

MODES: dict[str, MoveMode] = {
    mode.name: mode
    for mode in (
        MoveMode("walk", "d20.round.move-and-act", pace=1, parts=True, on_foot=True),
        MoveMode("fly", "d20.terrain.fly", requires="flying", parts=True),
        MoveMode("double", "d20.round.double-move", pace=2, minimum=True, parts=True),
        MoveMode("minimum", "d20.min-move", pace=2, minimum=True, steps=1),
        MoveMode(
            "run", "d20.run", straight=True, hampered=False, conditions=("running",)
        ),
        MoveMode(
            "charge",
            "d20.charge",
            straight=True,
            hampered=False,
            past=False,
            conditions=("charging",),
            least=2,
            attack=True,
            instead=("bull_rush", "trip"),
        ),
        MoveMode("withdraw", "d20.withdraw", provokes=Provokes.AFTER_FIRST),
        MoveMode("five_foot_step", "d20.step.5ft", provokes=Provokes.NEVER, steps=1, free=True,
                 hampered=False),
        MoveMode("overrun", "d20.overrun.move", parts=True, contest="overrun", at_foes=True),
        MoveMode("tumble", "d20.tumble.past", contest="tumble"),
        MoveMode("tumble_fast", "d20.tumble.past", contest="tumble"),
        MoveMode("crawl", "d20.crawl", pace=1, steps=1, free=True, requires="prone"),
        MoveMode("spring_attack", "d20.mobility", midway=True),
    )
}  # fmt: skip
"""By name. A free step costs no movement; crawling costs a move action all the same."""

PACE: dict[str, tuple[int, float]] = {
    "walk": (1, 1),
    "fly": (1, 1),
    "double": (2, 1),
    "minimum": (2, 1),
    "withdraw": (2, 1),
    "charge": (2, 1),
    "run": (2, 2),
    "crawl": (1, 1),
    "overrun": (1, 1),
    "tumble": (1, 0.5),
    "tumble_fast": (1, 1),
    "spring_attack": (1, 1),
}
"""How many actions a mode takes, and how many times the speed each of them covers."""

HASTE: dict[str, int] = {"tumble_fast": -10}
"""What a mode that does not take its time adds to the checks on the way."""


def barred(creature: Creature, mode: MoveMode) -> Refused | None:
    """Why a mode is not for a creature, or not now.

    A creature wedged in a gap goes nowhere but by wriggling. Tumbling takes training, and a speed
    that neither armour nor load has lowered.
    """
    stuck = EFFECTS.withheld(creature, "stuck", mode=mode.name)
    if stuck is not None:
        return stuck
    lying, crawls = creature.has("prone"), mode.requires == "prone"
    if lying != crawls:
        return refuse(Reason.NOT_PRONE if crawls else Reason.PRONE, "d20.crawl")
    if mode.requires and not creature.has(mode.requires):
        return refuse(Reason.NOT_FLYING, mode.clause)
    hindered = EFFECTS.barred(creature, mode.name, mode.clause)
    if hindered is not None:
        return hindered
    lacking = FEATS.lacking(creature, mode.name)
    if lacking is not None:
        return refuse(Reason.NO_FEAT, mode.clause, feat=lacking)
    if mode.midway and creature.armour.band == "heavy":
        return refuse(Reason.BURDENED, mode.clause)
    if mode.contest == "tumble":
        if creature.traits.skill("tumble") is None:
            return refuse(Reason.UNTRAINED, "d20.tumble.enemy", skill="tumble")
        if creature.speed.slowed:
            return refuse(Reason.BURDENED, "d20.tumble.past")
    return None
