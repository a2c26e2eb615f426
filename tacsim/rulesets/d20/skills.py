"""The bonuses of skill checks under ``d20``."""

from __future__ import annotations

from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rulesets.d20.abilities import ability_modifier, lowered
from tacsim.rulesets.d20.effects import EFFECTS

_OPEN = {
    "strength": ("climb", "jump", "swim"),
    "dexterity": ("balance", "escape_artist", "hide", "move_silently", "ride", "use_rope"),
    "constitution": ("concentration",),
    "intelligence": ("appraise", "craft", "forgery", "search"),
    "wisdom": ("heal", "listen", "sense_motive", "spot", "survival"),
    "charisma": ("bluff", "diplomacy", "disguise", "gather_information", "intimidate", "perform"),
}
_TAUGHT = {
    "dexterity": ("open_lock", "sleight_of_hand", "tumble"),
    "intelligence": ("decipher_script", "disable_device", "knowledge", "spellcraft"),
    "wisdom": ("profession",),
    "charisma": ("handle_animal", "use_magic_device"),
}
ABILITY = {skill: ability for ability, skills in _OPEN.items() for skill in skills}
"""The abilities of those skills that are open to the untrained."""
TRAINED = {skill: ability for ability, skills in _TAUGHT.items() for skill in skills}
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
    ability = {**ABILITY, **TRAINED}.get(skill)
    parts = (
        Modifier(skill, bonus, clause),
        *(lowered(creature, ability) if ability is not None else ()),
        *EFFECTS.parts(creature, "checks", "skills"),
    )
    return (parts[0], *(part for part in parts[1:] if part.value))
