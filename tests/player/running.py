"""Runs of the gauntlet for tests: fights that are fought to their end at once, won and lost."""

from __future__ import annotations

from functools import cache
from typing import Any

from tacsim.content.generate import Wanted, party_of, with_party
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.runs.fights import first_fight
from tacsim.player.game import Game, new_game, resumed_game
from tacsim.session.controllers import controllers_for
from tacsim.storage.place import saves_folder

BEGUN = "2026-11-24T10:00:00+00:00"
STRONG = {"id": "ada", "name": "Ada", "kind": "human_fighter", "hp": 300}
"""Who wins the first fight alone."""
WEAK = {"id": "bo", "name": "Bo", "kind": "kobold"}
"""Who hardly wins anything."""


@cache
def fight(
    begun: str = BEGUN, fight_number: int = 1, seed: int = 3, *, weak: bool = False
) -> Scenario:
    """A fight of a run: two heroes, of whom one is all but unbeatable; weak, he is alone."""
    members = [WEAK] if weak else [STRONG, WEAK]
    party = party_of({"ruleset": "d20", "creature": members})
    found = first_fight(with_party(Wanted("d20", seed), party, "Two"), begun)
    plain = to_plain(found)
    plain["gauntlet"] = {**plain["gauntlet"], "fight": fight_number}
    if weak:
        extra = next(row for row in plain["creature"] if row["side"] == "foes")
        plain["bestiary"][extra["kind"]] = {**plain["bestiary"][extra["kind"]], "hp": 300}
    plain["rules"] = {**plain["rules"], "morale": False}
    plain.pop("goal", None)
    return from_plain(plain)


def begun(scenario: Scenario, *, keep: bool = True) -> Game:
    """A game of a fight that a person plays the heroes of."""
    controllers = {side.id: side.controller for side in scenario.sides}
    return new_game(scenario, controllers, seed=scenario.seed, keep=keep)


def fight_out(game: Game) -> Game:
    """Let opponents fight a game to its end; then the heroes are a person's again."""
    people = dict(game.session.controllers)
    both = dict.fromkeys((side.id for side in game.scenario.sides), "ai:quick")
    game.session.controllers = dict(controllers_for(game.scenario, both))
    if not game.session.begun:
        game.session.begin()
    game.session.run(200)
    game.session.controllers = people
    assert game.session.over
    return game


@cache
def _fought(begun_at: str, fight_number: int, weak: bool) -> tuple[str, bytes]:
    """The save of a fight that was fought out: its name, and what is in it."""
    game = fight_out(begun(fight(begun_at, fight_number, weak=weak)))
    game.close()
    assert game.save is not None
    data = game.save.read_bytes()
    game.save.unlink()
    return game.save.name, data


def _over(*of: Any) -> Game:
    """A fight that was fought out, each time as a save of its own."""
    name, data = _fought(*of)
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    while path.exists():
        path = path.with_stem(f"{path.stem}-2")
    path.write_bytes(data)
    return resumed_game(path)


def won_game(begun_at: str = BEGUN) -> Game:
    """A first fight that was won."""
    return _over(begun_at, 1, False)


def lost_game(begun_at: str = BEGUN, fight_number: int = 1) -> Game:
    """A fight that was lost."""
    return _over(begun_at, fight_number, True)


__all__ = ["BEGUN", "begun", "fight", "fight_out", "lost_game", "won_game"]
