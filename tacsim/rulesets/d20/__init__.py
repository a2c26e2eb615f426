"""The ``d20`` ruleset: 5-ft squares, attacks of opportunity, squeezing, reach, Fine to Colossal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacsim.core.clauses import Switch, at_sight, giving_up
from tacsim.enforces import enforces
from tacsim.grid.metric import MEASURES
from tacsim.rules.scale import Scale
from tacsim.rulesets import shared

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Ruleset

TOPOLOGIES = ("square",)
"""The kinds of grid that it is played on, its own first."""

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "reach_diagonal",
        True,
        "d20.threat.reach-diagonal",
        "A Small or Medium creature's reach weapon also reaches two squares off on the diagonal",
    ),
    Switch(
        "tiny_step_provokes",
        True,
        "d20.tiny.enter.provokes",
        "A very small creature's 5-ft step into a foe's square provokes that foe",
    ),
    Switch(
        "overrun_charge",
        True,
        "d20.overrun.charge",
        "A foe in the way of a charge may be overrun",
    ),
    Switch(
        "run_by_text",
        False,
        "d20.round.run",
        "A run covers four times the speed in heavy armour and under a heavy load too",
    ),
    at_sight("d20.round.move-and-act"),
    giving_up("d20.surrender"),
)

PRESETS: Mapping[str, Mapping[str, bool]] = {
    "korean": {
        "reach_diagonal": False,
        "tiny_step_provokes": True,
        "overrun_charge": False,
        "run_by_text": True,
    },
}
"""The rules as one of the texts has them: ``korean`` as 002 (docs/sources.md).

It overruns on no charge, runs at four times the speed in any armour, and has no exception from the
count of diagonals for reach weapons. Of switches that are not named it says nothing.
"""

CONCEPTS: dict[str, str] = {
    "turn": "d20.actions.turn",
    "round": "d20.round.6s",
    "surprise": "d20.init.surprise",
    "step": "d20.scale.square",
    "diagonal": "d20.diag.alternate",
    "distance": "d20.diag.range",
    "distance.diagonal": "d20.diag.alternate",
    "distance.big": "d20.diag.multi-square",
    "corner": "d20.corner.wall",
    "blocked": "d20.obstacle.block",
    "barrier": "d20.obstacle.between",
    "obstacle.check": "d20.obstacle.check",
    "tight": "d20.terrain.tight",
    "squeeze.cost": "d20.squeeze.cost",
    "squeeze.diagonal": "d20.squeeze.cost.diag",
    "squeeze.limit": "d20.squeeze.limit",
    "pivot": "d20.body.pivot",
    "doubled twice": "d20.cost.double-twice",
    "unhampered": "d20.terrain.difficult.no-run",
    "step.hampered": "d20.step.5ft",
    "charge": "d20.charge",
    "charge.min": "d20.charge.min",
    "pass.friend.charge": "d20.pass.friend.charge",
    "illegal.last": "d20.illegal-end.last",
    "illegal.closest": "d20.illegal-end.closest",
    "closest.tie": "d20.closest.tie",
    "opportunity": "d20.aoo.per-round",
    "opportunity.attack": "d20.aoo.attack",
    "attack": "d20.attack.roll",
    "attack.natural": "d20.attack.nat",
    "critical": "d20.attack.crit",
    "damage": "d20.attack.strength",
    "least damage": "d20.attack.min-damage",
    "range": "d20.ranged.increment",
    "reach weapon": "d20.threat.reach-weapon",
    "total cover": "d20.cover.total",
    "full_attack": "d20.attack.iterative",
    "prone": "d20.prone",
    "drop": "d20.actions.provoke.no",
    "total_defense": "d20.defence",
    "defensive": "d20.defence",
    "aid": "d20.aid",
    "trip": "d20.trip",
    "bull_rush": "d20.bull-rush",
    "coup_de_grace": "d20.helpless",
    "dodge": "d20.mobility",
    "delay": "d20.delay",
    "stop.solid": "d20.obstacle.fly",
    "end": "d20.end.occupied",
    "exception": "d20.pass.exception",
    "tiny": "d20.tiny.per-square",
    "ready": "d20.ready",
    "pick_up": "d20.carry",
    "set_down": "d20.carry",
    "drop_held": "d20.carry.drop",
    "load": "d20.load",
    "ready.quiet": "d20.actions.provoke.no",
    "surrender": "d20.surrender",
}
"""The clause behind each concept that code of all rulesets cites."""

CITED: Mapping[str, Mapping[str, str]] = {"square": CONCEPTS}
"""The same for each kind of grid."""


def scale(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Scale:  # noqa: ARG001
    """How it measures on a kind of grid.

    >>> scale({}).unit
    '5 ft'
    """
    return Scale(cell_size=5, unit_name="ft", metric=MEASURES[topology], concepts=CONCEPTS)


@enforces("d20.overrun.charge")
@shared
def make(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Ruleset:
    """Assemble the ruleset for a kind of grid; switches that are not named keep their defaults.

    >>> make({}).modes["run"].clause
    'd20.run'
    """
    import attrs

    from tacsim.grid.grids import TOPOLOGIES as GRIDS
    from tacsim.rules.carrying import PickingUp, SettingDown
    from tacsim.rules.combat.area_attack import AreaAttacks
    from tacsim.rules.morale import of_morale
    from tacsim.rules.ruleset import TAKEN, Ruleset
    from tacsim.rulesets.d20.acts.aid import Aid
    from tacsim.rulesets.d20.acts.bull_rush import BullRush
    from tacsim.rulesets.d20.acts.coup_de_grace import CoupDeGrace
    from tacsim.rulesets.d20.acts.delay import Delaying
    from tacsim.rulesets.d20.acts.dodging import Dodging
    from tacsim.rulesets.d20.acts.loading import Loading
    from tacsim.rulesets.d20.acts.overrun import Overrun
    from tacsim.rulesets.d20.acts.ready import Ready
    from tacsim.rulesets.d20.acts.trip import Trip
    from tacsim.rulesets.d20.acts.wriggling import Wriggling
    from tacsim.rulesets.d20.areas import Areas
    from tacsim.rulesets.d20.attacks import Attacks
    from tacsim.rulesets.d20.builds import BUILDS
    from tacsim.rulesets.d20.carrying import DroppingHeld, Loads
    from tacsim.rulesets.d20.economy import Economy
    from tacsim.rulesets.d20.effects import EFFECTS
    from tacsim.rulesets.d20.modes import MODES
    from tacsim.rulesets.d20.movement_checks import MovementChecks
    from tacsim.rulesets.d20.opening import Opening
    from tacsim.rulesets.d20.opportunity import Opportunity
    from tacsim.rulesets.d20.passage import Passage
    from tacsim.rulesets.d20.readiness import Readiness
    from tacsim.rulesets.d20.speed import UNITS
    from tacsim.rulesets.d20.squeezing import Narrowing

    ready, loads = Ready(), Loads()
    options = {switch.name: switch.default for switch in SWITCHES} | dict(switches)
    areas = Areas()
    modes = dict(MODES)
    if options["overrun_charge"]:
        modes["charge"] = attrs.evolve(modes["charge"], contest="overrun")
    return Ruleset(
        id="d20",
        **scale(options, topology).fields,
        units=UNITS,
        topology=GRIDS[topology],
        switches=options,
        modes=modes,
        further=frozenset({"full_attack", "total_defense"}),
        effects=EFFECTS,
        squeezing=Narrowing(),
        passage=Passage(),
        economy=Economy(),
        opportunity=Opportunity(),
        attacks=Attacks(),
        opening=Opening(),
        movement_checks=MovementChecks(),
        areas=areas,
        procedures={
            "overrun": Overrun(),
            "area": AreaAttacks(areas),
            "aid": Aid(),
            "dodge": Dodging(),
            "ready": ready,
            "delay": Delaying(),
            "bull_rush": BullRush(),
            "trip": Trip(),
            "coup_de_grace": CoupDeGrace(),
            "wriggle": Wriggling(),
            "pick_up": PickingUp("pick_up", loads),
            "set_down": SettingDown(loads),
            "drop_held": DroppingHeld(),
            "load": Loading(),
            **of_morale(options),
        },
        burdens=loads,
        readiness=Readiness(ready, loads),
        builds=BUILDS,
        answers={**TAKEN, "trip_back": True, "knock_down": True},
    )
