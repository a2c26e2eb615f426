"""The ``grid5e`` ruleset: 5-ft squares, one pool of speed, dice of advantage, flanking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacsim.core.clauses import Switch, at_sight, giving_up
from tacsim.rules.scale import Scale
from tacsim.rulesets import shared
from tacsim.rulesets.fifth import assemble, concepts, measured

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Ruleset

TOPOLOGIES = ("square",)
"""The kinds of grid that it is played on, its own first."""

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "deny_for_flankers",
        False,
        "grid5e.flank.deny.others",
        "The extra die against whoever denies a flanker is for flankers only",
    ),
    Switch(
        "stack_advantage",
        True,
        "grid5e.advantage.stack",
        "Dice of advantage and disadvantage add up instead of cancelling outright",
    ),
    Switch(
        "slow_diagonals_alternate",
        False,
        "grid5e.enter.difficult.diag",
        "A slow diagonal costs 2 and the next 4, foot for foot, instead of 3 each",
    ),
    at_sight("grid5e.move.pool"),
    giving_up("grid5e.surrender"),
)

CITE: Mapping[str, str] = {
    "turn": "grid5e.turn",
    "movement": "grid5e.move.pool",
    "step": "grid5e.enter.minimum",
    "diagonal": "grid5e.diag.alternate",
    "distance": "grid5e.range.count",
    "corner": "grid5e.corner",
    "blocked": "grid5e.corner",
    "obstacle.check": "grid5e.obstacle.check",
    "barrier": "grid5e.body.barrier",
    "tight": "grid5e.terrain.tight",
    "difficult": "grid5e.terrain.difficult",
    "squeeze": "grid5e.squeeze",
    "body": "grid5e.squeeze",
    "ally": "grid5e.pass.ally",
    "enemy": "grid5e.pass.enemy",
    "end": "grid5e.end.occupied",
    "tiny": "grid5e.size.space",
    "prone": "grid5e.prone",
    "stand": "grid5e.prone",
    "shove": "grid5e.shove",
    "grapple": "grid5e.grapple",
    "dash": "grid5e.dash",
    "disengage": "grid5e.disengage",
    "dodge": "grid5e.dodge",
    "help": "grid5e.help",
    "ready": "grid5e.ready",
    "opportunity": "grid5e.oa.trigger",
    "exempt": "grid5e.oa.exempt",
    "attack": "grid5e.attack",
    "advantage": "grid5e.advantage.dice",
    "damage": "grid5e.damage",
    "hp": "grid5e.hp",
    "reach": "grid5e.reach",
    "range": "grid5e.range.count",
    "cover": "grid5e.cover",
    "close": "grid5e.ranged.close",
    "far": "grid5e.ranged.close",
    "flank": "grid5e.flank.opposite",
    "flank line": "grid5e.flank.line",
    "deny": "grid5e.flank.deny",
    "deny others": "grid5e.flank.deny.others",
    "deny change": "grid5e.flank.deny.change",
    "init": "grid5e.init",
    "saves": "grid5e.saves",
    "surrender": "grid5e.surrender",
    **dict.fromkeys(("area", "burst", "cone", "line", "square"), "grid5e.aoe"),
}
"""The clause behind each rule that the family's policies enforce."""

CITED: Mapping[str, Mapping[str, str]] = {"square": concepts(CITE)}
"""The clause behind each concept that code of all rulesets cites, for each kind of grid."""


def scale(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Scale:
    """How it measures on a kind of grid.

    >>> scale({}).unit
    '5 ft'
    """
    return measured(5, "ft", CITED, switches, topology)


@shared
def make(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Ruleset:
    """Assemble the ruleset for a kind of grid; switches that are not named keep their defaults.

    >>> make({}).modes["walk"].clause
    'grid5e.move.pool'
    """
    from tacsim.rulesets.fifth.lengths import SQUARES

    options = {switch.name: switch.default for switch in SWITCHES} | dict(switches)
    return assemble(
        name="grid5e",
        scale=scale(options, topology),
        lengths=SQUARES,
        cite=CITE,
        switches=options,
        topology=topology,
    )
