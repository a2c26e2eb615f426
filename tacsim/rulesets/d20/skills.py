"""The bonuses of skill checks under ``d20``."""

from __future__ import annotations

from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rulesets.d20.abilities import ability_modifier, lowered
from tacsim.rulesets.d20.effects import EFFECTS

ABILITY = {
    "balance": "dexterity",
    "climb": "strength",
    "escape_artist": "dexterity",
    "jump": "strength",
    "swim": "strength",
}
"""The abilities of those skills that are open to the untrained."""
TRAINED = {"tumble": "dexterity"}
"""Those of the others."""


def skill_bonus(creature: Creature, skill: str) -> int | None:
    """The bonus on a check: the trained total, else the bare ability; None where training is all.

    What state a creature is in is not in it.

    >>> class Orc:
    ...     traits = type("T", (), {"skill": lambda self, name: {"climb": 6}.get(name)})()
    ...     abilities = type("A", (), {"strength": 17, "dexterity": 11})
    >>> [skill_bonus(Orc, skill) for skill in ("climb", "jump", "tumble")]
    [6, 3, None]
    """
    trained = creature.traits.skill(skill)
    if trained is not None:
        return trained
    ability = ABILITY.get(skill)
    return None if ability is None else ability_modifier(getattr(creature.abilities, ability))


def skill_parts(creature: Creature, skill: str, clause: str) -> tuple[Modifier, ...]:
    """The bonus, and what a creature's state counts; none where training is all."""
    bonus = skill_bonus(creature, skill)
    if bonus is None:
        return ()
    parts = (
        Modifier(skill, bonus, clause),
        *lowered(creature, {**ABILITY, **TRAINED}[skill]),
        *EFFECTS.parts(creature, "checks", "skills"),
    )
    return (parts[0], *(part for part in parts[1:] if part.value))
