"""The scenarios that can be set up, each with what was last chosen for it, and which is shown."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import attrs

from tacsim.content.documents import read_document
from tacsim.content.faults import ContentError
from tacsim.content.library import library, roots
from tacsim.content.naming import stamp
from tacsim.content.scenarios import read_scenario
from tacsim.player.game import Game
from tacsim.player.kept.own_battles import own_battles
from tacsim.player.kept.recent import Recent
from tacsim.player.kept.settings import Settings
from tacsim.player.opening import Setup, again, names_given, settings_of

FIRST = "ogre_bridge"
"""The scenario that the list opens with where none has been fought yet, by its file."""


@attrs.frozen
class Faulty:
    """A scenario file that cannot be used, and why."""

    path: Path
    error: ContentError


Entry: TypeAlias = Setup | Faulty


class Scenarios:
    """The list of them; ``at``: the place of the one shown, or to be shown next.

    ``chosen``: what was set up before, the last first; ``recent``: what of it was fought.
    """

    def __init__(self, chosen: Sequence[Recent], recent: Sequence[Recent]) -> None:
        found = _files()
        known = {path.resolve() for path in found}
        paths = dict.fromkeys(Path(one.path) for one in recent)
        found += [path for path in paths if path not in known and path.is_file()]
        self.all = [_entry(path, chosen) for path in found]
        names = [one.path.stem if one.path else "" for one in self.all]
        self.at = names.index(FIRST) if FIRST in names else 0
        if chosen:
            self.at = self._find(Path(chosen[0].path)) or 0

    @property
    def setup(self) -> Setup | None:
        """The setup of the scenario shown; None where there is none that can be used."""
        one = self.all[self.at] if self.all else None
        return one if isinstance(one, Setup) else None

    def setup_of(self, game: Game) -> Setup:
        """The setup of a game; one of a save is looked for among the scenarios."""
        chosen = game.chosen
        for one in self.all:
            if isinstance(one, Setup) and _makes(one, game, chosen):
                return Setup(one.path, one.base, chosen)
        return Setup(game.path, game.scenario, attrs.evolve(chosen, names={}, parties={}))

    def put_in(self, setup: Setup) -> None:
        """Put a setup in the place of its scenario's, or first, and show it."""
        at = self._find(setup.path)
        if at is None:
            self.all.insert(0, setup)
        else:
            self.all[at] = setup
        self.at = at or 0

    def put_here(self, setup: Setup) -> None:
        """Put a setup in the place of the one shown."""
        self.all[self.at] = setup

    def chosen(self) -> list[Recent]:
        """What is chosen for each that has a file, the one shown first."""
        setups = [one for one in self.all if isinstance(one, Setup)]
        setups.sort(key=lambda one: one is not self.setup)
        return [one.recent for one in setups if one.recent is not None]

    def _find(self, path: Path | None) -> int | None:
        """The place of a file in the list."""
        places = [None if one.path is None else one.path.resolve() for one in self.all]
        return places.index(path.resolve()) if path and path.resolve() in places else None


def _files() -> list[Path]:
    """The library's scenarios, the files beside them that cannot be read, and the player's own."""
    found = library()
    names = {path.name for path in found}
    for root in roots():
        for path in sorted(root.glob("*.toml")):
            if path.name in names:
                continue
            try:
                read_document(path)
            except ContentError:
                found.append(path)
                names.add(path.name)
    return [*found, *own_battles("scenario")]


def _makes(one: Setup, game: Game, chosen: Settings) -> bool:
    """Whether a game is of a scenario, as it is or with parties; these are in ``chosen`` then."""
    mark = stamp(game.scenario)
    others = game.parties if one.path == game.path else {}
    for parties in ({}, one.settings.parties, others):
        found = Setup(one.path, one.base, Settings({}, fog=False, seed=None, parties=dict(parties)))
        with suppress(ValueError):
            if stamp(found.peopled) == mark:
                chosen.parties = found.settings.parties
                chosen.names = names_given(game.scenario, found.peopled)
                return True
        if not game.parties and not one.settings.parties:
            break
    return False


def _entry(path: Path, chosen: Sequence[Recent]) -> Entry:
    """A scenario's file, with what was last chosen for it."""
    try:
        last = next((one for one in chosen if Path(one.path) == path.resolve()), None)
        if last is not None:
            return again(last)[0]
        scenario = read_scenario(path)
    except ContentError as error:
        return Faulty(path, error)
    return Setup(path, scenario, settings_of(scenario))
