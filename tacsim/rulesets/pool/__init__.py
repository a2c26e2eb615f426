"""The ``pool`` ruleset: cubes one pace wide, pools of six-sided dice, Stamina.

Everything is in a cube or more of them, and nothing between (``pool.grid.strict``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacsim.core.clauses import Switch, at_sight, giving_up
from tacsim.grid.metric import CubeSteps, ShortestCubeSteps
from tacsim.rules.scale import Scale
from tacsim.rulesets import shared

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Ruleset

TOPOLOGIES = ("cube",)
"""The kinds of grid that it is played on, its own first."""

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "shortest",
        False,
        "pool.diag.triple",
        "Distances are those of the cheapest steps instead of the straight way",
    ),
    Switch(
        "reach_threatens",
        True,
        "pool.threat.range",
        "A Reach weapon threatens as far as it strikes",
    ),
    at_sight("pool.move.horizontal"),
    giving_up("pool.surrender"),
)

CONCEPTS: Mapping[str, str] = {
    "turn": "pool.actions",
    "round": "pool.init.order",
    "step": "pool.move.horizontal",
    "budget": "pool.speed",
    "between": "pool.grid.strict",
    "shapes": "pool.aoe.forms",
    "diagonal": "pool.diag.cumulative",
    "distance": "pool.diag.everything",
    "distance.diagonal": "pool.diag.cumulative",
    "distance.vertical": "pool.diag.vertical",
    "distance.triple": "pool.diag.triple",
    "corner": "pool.corner",
    "blocked": "pool.space.ground",
    "barrier": "pool.rough",
    "obstacle.check": "pool.obstacle.check",
    "tight": "pool.squeeze.limit",
    "climb": "pool.climb.free",
    "footing": "pool.space.stand",
    "squeeze.cost": "pool.squeeze.no-cost",
    "squeeze.diagonal": "pool.squeeze.no-cost",
    "squeeze.limit": "pool.squeeze.limit",
    "too narrow": "pool.squeeze.limit",
    "doubled twice": "pool.rough",
    "illegal.last": "pool.enemy.stop",
    "illegal.closest": "pool.enemy.stop",
    "closest.tie": "pool.enemy.stop",
    "opportunity": "pool.aoo.leave",
    "opportunity.attack": "pool.aoo.cost",
    "attack": "pool.attack.roll",
    "reach": "pool.threat.range",
    "out of reach": "pool.range.melee",
    "range": "pool.range.melee",
    "total cover": "pool.space.cover",
    "full_attack": "pool.actions",
    "prone": "pool.rerise",
    "drop": "pool.prone-dead.free",
    "stand": "pool.rerise",
    "yield": "pool.init.yield",
    "let_pass": "pool.ally.pass",
    "surrender": "pool.surrender",
}
"""The clause behind each concept that code of all rulesets cites."""

CITED: Mapping[str, Mapping[str, str]] = {"cube": CONCEPTS}
"""The same for each kind of grid."""


def scale(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Scale:  # noqa: ARG001
    """How it measures; it is played on one kind of grid.

    >>> scale({"shortest": True}).metric.cost2((1, 1, 1)) // 2
    2
    """
    return Scale(cell_size=1, unit_name="pace", metric=_steps(switches), concepts=CONCEPTS)


def _steps(switches: Mapping[str, bool]) -> CubeSteps:
    return ShortestCubeSteps() if switches.get("shortest") else CubeSteps()


@shared
def make(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Ruleset:
    """Assemble the ruleset; switches that are not named keep their defaults.

    >>> make({}).modes["walk"].clause
    'pool.move.horizontal'
    """
    from tacsim.grid.grids import TOPOLOGIES as GRIDS
    from tacsim.rules.combat.area_attack import AreaAttacks
    from tacsim.rules.morale import of_morale
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rulesets import content
    from tacsim.rulesets.pool.areas import Areas
    from tacsim.rulesets.pool.attacks import Attacks
    from tacsim.rulesets.pool.creatures import UNITS
    from tacsim.rulesets.pool.defence import Defence
    from tacsim.rulesets.pool.economy import Economy
    from tacsim.rulesets.pool.modes import MODES
    from tacsim.rulesets.pool.movement_checks import MovementChecks
    from tacsim.rulesets.pool.opening import Opening, Yield
    from tacsim.rulesets.pool.opportunity import Opportunity
    from tacsim.rulesets.pool.orders import LettingPass
    from tacsim.rulesets.pool.passage import Passage
    from tacsim.rulesets.pool.readiness import Readiness
    from tacsim.rulesets.pool.squeezing import Smaller

    options = {switch.name: switch.default for switch in SWITCHES} | dict(switches)
    areas = Areas(_steps(options))
    return Ruleset(
        id="pool",
        **scale(options, topology).fields,
        units=UNITS,
        topology=GRIDS[topology],
        switches=options,
        modes=MODES,
        effects=content("pool").effects,
        squeezing=Smaller(),
        passage=Passage(),
        economy=Economy(),
        opportunity=Opportunity(),
        attacks=Attacks(),
        opening=Opening(),
        movement_checks=MovementChecks(),
        areas=areas,
        procedures={
            "area": AreaAttacks(areas),
            "defence": Defence(),
            "yield": Yield(),
            "let_pass": LettingPass(),
            **of_morale(options),
        },
        readiness=Readiness(),
    )
