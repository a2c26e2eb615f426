"""How a battle is set up: what may be chosen for a scenario."""

from __future__ import annotations

import attrs

from tacsim.content.records import Scenario
from tacsim.player.game import Game
from tacsim.session.controllers import in_full


@attrs.define
class Settings:
    """The settings of a scenario: controllers by side, fog, seed (None: a new one), switches."""

    controllers: dict[str, str]
    fog: bool
    seed: int | None
    switches: dict[str, bool] = attrs.field(factory=dict)


def settings_of(scenario: Scenario) -> Settings:
    """The settings as the scenario's file has them."""
    controllers = {side.id: in_full(side.controller) for side in scenario.sides}
    return Settings(controllers, scenario.fog, scenario.seed, dict(scenario.switches))


def chosen_for(game: Game) -> Settings:
    """The settings with which a game was begun."""
    switches = dict(game.scenario.switches)
    controllers = {side: in_full(who) for side, who in game.controllers.items()}
    return Settings(controllers, game.opening.fog, game.seed, switches)


def likeness(scenario: Scenario) -> tuple[object, ...]:
    """What tells a scenario from others, whatever its settings."""
    return scenario.name, scenario.ruleset, scenario.creatures, scenario.field.size


def scenario_side(scenario: Scenario, side: str) -> str:
    """The controller that a scenario names for a side."""
    return next(item.controller for item in scenario.sides if item.id == side)


__all__ = ["Settings", "chosen_for", "likeness", "scenario_side", "settings_of"]
