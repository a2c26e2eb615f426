"""The 5e family: what the rulesets ``grid5e`` and ``metric`` have in common.

They differ in how they measure, in which clause stands behind a rule, and in their switches;
``assemble`` puts a ruleset together from these. Creatures are written in feet once for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rulesets.fifth.lengths import Lengths

INTENTS = frozenset(
    {"move", "strike", "stand", "drop", "dash", "disengage", "dodge", "aid", "deny_flank", "shove",
     "grapple", "escape", "ready", "area", "take", "decline", "end_turn"}
)  # fmt: skip


def assemble(
    *,
    name: str,
    unit: str,
    cell_size: float,
    unit_name: str,
    lengths: Lengths,
    cite: Mapping[str, str],
    switches: Mapping[str, bool],
    topology: str,
) -> Ruleset:
    """A ruleset of the family on a kind of grid; ``cite`` names the clause behind each rule."""
    from tacsim.core.intents import Disengage, Dodge
    from tacsim.grid.grids import TOPOLOGIES
    from tacsim.grid.metric import FOOT_FOR_FOOT, MEASURES
    from tacsim.rules.combat.area_attack import AreaAttacks
    from tacsim.rules.movement.policies import NoMovementChecks
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rulesets.fifth.actions import Dash, DenyFlank, Guard, Help
    from tacsim.rulesets.fifth.areas import Areas
    from tacsim.rulesets.fifth.attacks import Attacks
    from tacsim.rulesets.fifth.economy import Economy
    from tacsim.rulesets.fifth.effects import EFFECTS
    from tacsim.rulesets.fifth.flanking import Flanks
    from tacsim.rulesets.fifth.grapple import Escape, Grapple
    from tacsim.rulesets.fifth.modes import modes
    from tacsim.rulesets.fifth.modifiers import Parts
    from tacsim.rulesets.fifth.opening import Opening
    from tacsim.rulesets.fifth.opportunity import Opportunity
    from tacsim.rulesets.fifth.passage import Passage
    from tacsim.rulesets.fifth.readiness import Readiness
    from tacsim.rulesets.fifth.ready import Ready
    from tacsim.rulesets.fifth.shove import Shove
    from tacsim.rulesets.fifth.squeezing import Smaller

    parts = Parts(cite, lengths.near, only_flankers=switches["deny_for_flankers"])
    stack = switches["stack_advantage"]
    measures = FOOT_FOR_FOOT if switches["slow_diagonals_alternate"] else MEASURES
    forms = TOPOLOGIES[topology].forms
    areas = Areas(cite, forms, stack=stack, wide=switches.get("wide_cones", False))
    return Ruleset(
        id=name,
        title=name,
        unit=unit,
        cell_size=cell_size,
        unit_name=unit_name,
        units=lengths.units,
        metric=measures[topology],
        topology=TOPOLOGIES[topology],
        switches=switches,
        concepts=concepts(cite),
        modes=modes(cite),
        intents=INTENTS,
        effects=EFFECTS.cited(cite),
        squeezing=Smaller(),
        passage=Passage(cite),
        economy=Economy(cite),
        opportunity=Opportunity(cite),
        attacks=Attacks(cite, parts, stack=stack),
        opening=Opening(cite),
        movement_checks=NoMovementChecks(),
        areas=areas,
        procedures={
            "area": AreaAttacks(areas),
            "dash": Dash(cite),
            "disengage": Guard(cite, Disengage, "disengaged"),
            "dodge": Guard(cite, Dodge, "dodging"),
            "aid": Help(cite, lengths.near),
            "deny_flank": DenyFlank(cite),
            "shove": Shove(cite),
            "grapple": Grapple(cite),
            "escape": Escape(cite),
            "ready": Ready(cite),
        },
        readiness=Readiness(cite),
        flanking=Flanks(cite),
    )


def concepts(cite: Mapping[str, str]) -> dict[str, str]:
    """The clauses behind the concepts that all rulesets share."""
    return {
        "turn": cite["turn"],
        "round": cite["init"],
        "step": cite["step"],
        "diagonal": cite["diagonal"],
        "corner": cite["corner"],
        "blocked": cite["blocked"],
        "barrier": cite["barrier"],
        "tight": cite["tight"],
        "squeeze.cost": cite["squeeze"],
        "squeeze.diagonal": cite["squeeze"],
        "squeeze.limit": cite["body"],
        "doubled twice": cite["difficult"],
        "illegal.last": cite["end"],
        "illegal.closest": cite["end"],
        "closest.tie": cite["end"],
        "opportunity": cite["opportunity"],
        "opportunity.attack": cite["opportunity"],
        "attack": cite["attack"],
        "full_attack": cite["turn"],
        "prone": cite["prone"],
        "drop": cite["prone"],
        "stand": cite["stand"],
        "dash": cite["dash"],
        "disengage": cite["disengage"],
        "dodge": cite["dodge"],
        "aid": cite["help"],
        "deny_flank": cite["deny"],
        "shove": cite["shove"],
        "ready": cite["ready"],
        "grapple": cite["grapple"],
        "escape": cite["grapple"],
        "drag": cite["grapple"],
    }
