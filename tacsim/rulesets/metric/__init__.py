"""The ``metric`` ruleset: the 5e family in spaces of one metre."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacsim.core.clauses import Switch
from tacsim.enforces import enforces
from tacsim.rulesets import shared
from tacsim.rulesets.fifth import assemble, concepts
from tacsim.rulesets.grid5e import CITE as _KIN
from tacsim.rulesets.grid5e import SWITCHES as _KIN_SWITCHES

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Ruleset

TOPOLOGIES = ("square", "hex")
"""The kinds of grid that it is played on, its own first."""

SWITCHES: tuple[Switch, ...] = (
    *_KIN_SWITCHES,
    Switch(
        "wide_cones",
        False,
        "metric.aoe.cone15",
        "Cones open to 90 degrees instead of being as wide as they are long",
    ),
)

CITE: Mapping[str, str] = {
    **_KIN,
    "movement": "metric.speed.segments",
    "step": "metric.enter.minimum",
    "diagonal": "metric.diag.one-and-half",
    "distance": "metric.range.count",
    "corner": "metric.corner",
    "blocked": "metric.corner",
    "difficult": "metric.enter.difficult",
    "squeeze": "metric.squeeze",
    "body": "metric.squeeze",
    "tiny": "metric.size.tiny",
    "stand": "metric.stand-half",
    "reach": "metric.reach.15ft",
    "reach 1": "metric.reach.unarmed",
    "reach 1 light": "metric.reach.light",
    "reach 2": "metric.reach.normal",
    "reach 3": "metric.reach.10ft",
    "range": "metric.range.formula",
    "close": "metric.adjacent5",
    "area": "metric.aoe.round",
    "burst": "metric.aoe.radius-origin",
    "cone": "metric.aoe.cone15",
    "line": "metric.aoe.line60",
    "square": "metric.aoe.square10",
}
"""Its own clauses, and those of its kin where it has none (``metric.inherit``)."""

_ON_HEXES: Mapping[str, str] = {
    **dict.fromkeys(("movement", "step", "blocked", "range", "distance"), "metric.hex.move"),
    "body": "metric.hex.body",
    "burst": "metric.hex.radius",
    **dict.fromkeys(("cone", "line"), "metric.hex.cone"),
}
"""What stands behind some rules on hexes instead, where nothing is diagonal."""

CITES: Mapping[str, Mapping[str, str]] = {"square": CITE, "hex": {**CITE, **_ON_HEXES}}
"""The same for each kind of grid."""

CITED: Mapping[str, Mapping[str, str]] = {grid: concepts(cite) for grid, cite in CITES.items()}
"""The clause behind each concept that code of all rulesets cites, for each kind of grid."""


@enforces("metric.inherit")
@shared
def make(switches: Mapping[str, bool], topology: str = TOPOLOGIES[0]) -> Ruleset:
    """Assemble the ruleset for a kind of grid; switches that are not named keep their defaults.

    >>> make({}).modes["walk"].clause
    'metric.speed.segments'
    """
    from tacsim.rulesets.fifth.lengths import METRES

    return assemble(
        name="metric",
        cell_size=1,
        unit_name="m",
        lengths=METRES,
        cite=CITES[topology],
        switches={switch.name: switch.default for switch in SWITCHES} | dict(switches),
        topology=topology,
    )
