"""The words of rules in which a turn is paid for in points, each explained in a line."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.world import Creature
from tacsim.i18n import N_, translate
from tacsim.rules.battle import Battle

GLOSSARY: Mapping[str, tuple[str, str]] = {
    "stamina": (
        "stamina",
        N_("Stamina pays for attacks, spells, defences, opportunities; it comes back each turn."),
    ),
    "defence": (
        "stamina",
        N_("Dodge: defend with Grace. Parry: defend with Might. Stamina put in adds to the dice."),
    ),
    "soaking": (
        "stamina",
        N_("Soak: throw Mettle once hit; each success takes 1 off the damage risked."),
    ),
    "absorption": (
        "stamina",
        N_("Absorption: what is left costs 1 hit point, and 1 more for each full measure of it."),
    ),
    "footwork": (
        "footwork",
        N_("Footwork: so many steps a round within foes' reach give them no opportunity."),
    ),
}
"""What each word means, by the word; before it the resource with which it comes."""


def explained(battle: Battle, creature: Creature, *wanted: str) -> list[str]:
    """The words that matter to a creature, or those wanted of them, a line each.

    None where it has no such points.
    """
    fresh = dict(battle.ruleset.economy.refresh(battle, creature))
    return [
        translate(line)
        for word, (points, line) in GLOSSARY.items()
        if points in fresh and (word in wanted or not wanted)
    ]
