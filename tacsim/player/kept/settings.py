"""How a battle is set up: what may be chosen for a scenario."""

from __future__ import annotations

import attrs


@attrs.define
class Settings:
    """The settings of a scenario: controllers by side, fog, seed (None: a new one), switches.

    ``names``: those given in the place of the scenario's own, by table ("side", "creature") and id.
    ``advice``: whether each of several people may ask what the commander would do.
    ``parties``: the names of the player's parties in the place of sides' creatures, by side.
    """

    controllers: dict[str, str]
    fog: bool
    seed: int | None
    switches: dict[str, bool] = attrs.field(factory=dict)
    names: dict[str, dict[str, str]] = attrs.field(factory=dict)
    advice: bool = False
    parties: dict[str, str] = attrs.field(factory=dict)

    def take_over(self, other: Settings) -> None:
        """Take over who plays, fog and advice, for a battle drawn in the place of another.

        >>> mine, other = (Settings({"heroes": who}, False, None) for who in ("human", "ai"))
        >>> mine.take_over(other)
        >>> mine.controllers
        {'heroes': 'ai'}
        """
        self.controllers |= {
            s: who for s, who in other.controllers.items() if s in self.controllers
        }
        self.fog, self.advice = other.fog, other.advice
