"""The 5e family: what the rulesets ``grid5e`` and ``metric`` have in common.

They differ in how they measure, in which clause stands behind a rule, and in their switches;
``assemble`` puts a ruleset together from these. Creatures are written in feet once for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacsim.grid.metric import FOOT_FOR_FOOT, MEASURES
from tacsim.rules.scale import Scale

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rulesets.fifth.lengths import Lengths


def measured(
    cell_size: float,
    unit_name: str,
    cited: Mapping[str, Mapping[str, str]],
    switches: Mapping[str, bool],
    topology: str,
) -> Scale:
    """How a ruleset of the family measures; ``cited``: its concepts for each kind of grid."""
    measures = FOOT_FOR_FOOT if switches.get("slow_diagonals_alternate") else MEASURES
    return Scale(
        cell_size=cell_size,
        unit_name=unit_name,
        metric=measures[topology],
        concepts=cited[topology],
    )


def assemble(
    *,
    name: str,
    scale: Scale,
    lengths: Lengths,
    cite: Mapping[str, str],
    switches: Mapping[str, bool],
    topology: str,
) -> Ruleset:
    """A ruleset of the family on a kind of grid; ``cite`` names the clause behind each rule."""
    from tacsim.core.intents import Disengage, Dodge
    from tacsim.grid.grids import TOPOLOGIES
    from tacsim.rules.combat.area_attack import AreaAttacks
    from tacsim.rules.morale import of_morale
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rulesets.fifth.actions import Dash, DenyFlank, Guard, Help
    from tacsim.rulesets.fifth.areas import Areas
    from tacsim.rulesets.fifth.attacks import Attacks
    from tacsim.rulesets.fifth.economy import Economy
    from tacsim.rulesets.fifth.effects import EFFECTS
    from tacsim.rulesets.fifth.flanking import Flanks
    from tacsim.rulesets.fifth.grapple import Escape, Grapple
    from tacsim.rulesets.fifth.modes import modes
    from tacsim.rulesets.fifth.movement_checks import MovementChecks
    from tacsim.rulesets.fifth.opening import Opening
    from tacsim.rulesets.fifth.opportunity import Opportunity
    from tacsim.rulesets.fifth.passage import Passage
    from tacsim.rulesets.fifth.readiness import Readiness
    from tacsim.rulesets.fifth.ready import Ready
    from tacsim.rulesets.fifth.shove import Shove
    from tacsim.rulesets.fifth.squeezing import Smaller

    forms, wide = TOPOLOGIES[topology].forms, switches.get("wide_cones", False)
    areas = Areas(cite, forms, stack=switches["stack_advantage"], wide=wide)
    ready = Ready()
    return Ruleset(
        id=name,
        **scale.fields,
        units=lengths.units,
        topology=TOPOLOGIES[topology],
        switches=switches,
        modes=modes(cite),
        effects=EFFECTS.cited(cite),
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
            "dash": Dash(),
            "disengage": Guard(Disengage, "disengaged"),
            "dodge": Guard(Dodge, "dodging"),
            "aid": Help(),
            "deny_flank": DenyFlank(),
            "shove": Shove(),
            "grapple": Grapple(),
            "escape": Escape(),
            "ready": ready,
            **of_morale(switches),
        },
        readiness=Readiness(ready),
        flanking=Flanks(),
        near=lengths.near,
        ties="loss",
    )


ALSO: Mapping[str, str] = {
    "round": "init",
    "distance.diagonal": "diagonal",
    "squeeze.cost": "squeeze",
    "squeeze.diagonal": "squeeze",
    "squeeze.limit": "body",
    "doubled twice": "difficult",
    "illegal.last": "end",
    "illegal.closest": "end",
    "closest.tie": "end",
    "opportunity.attack": "opportunity",
    "total cover": "cover",
    "stop.solid": "blocked",
    "too narrow": "squeeze",
    "least damage": "damage",
    "full_attack": "turn",
    "drop": "prone",
    "aid": "help",
    "deny_flank": "deny",
    "escape": "grapple",
    "drag": "grapple",
}
"""Concepts of all rulesets behind which a clause stands that the family names otherwise."""


def concepts(cite: Mapping[str, str]) -> dict[str, str]:
    """The clause behind each concept."""
    return {**cite, **{concept: cite[word] for concept, word in ALSO.items()}}
