"""Opening: a game out of a scenario or a save, with who plays it, as a call or a player asks."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import attrs

from tacsim.api.bots import untrusted
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import find_scenario
from tacsim.content.naming import CREATURE, SIDE, Names, checked_name, named, names_of, stamp
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import drawn_seed
from tacsim.core.clauses import MORALE
from tacsim.i18n import _, known_as
from tacsim.player.game import Game, new_game, resumed_game
from tacsim.player.kept.recent import Recent
from tacsim.player.kept.settings import Settings
from tacsim.rulesets.schema import unknown
from tacsim.session.controllers import all_chosen, controllers_for, in_full, is_person
from tacsim.storage.errors import clean
from tacsim.storage.saved import is_save, read

if TYPE_CHECKING:
    from tacsim.content.fielding import Fielded
    from tacsim.content.generate import Draft

T = TypeVar("T")


@attrs.define
class Setup:
    """A battle that is being set up: its scenario, and what is chosen for it.

    ``path``: the scenario's file, None where it is in none any more; ``settled``: whether all that
    a player would be asked about has been told; ``drawn``: what it was drawn as from a seed;
    ``daily``: whether it is the battle of a day; ``said``: what is to be said of it before it
    begins.
    """

    path: Path | None
    base: Scenario
    settings: Settings
    settled: bool = False
    drawn: Draft | None = None
    daily: bool = False
    said: list[str] = attrs.field(factory=list)
    _named: tuple[Names, Scenario, Scenario] | None = attrs.field(
        default=None, init=False, eq=False
    )
    _peopled: tuple[dict[str, str], Scenario] | None = attrs.field(
        default=None, init=False, eq=False
    )

    @property
    def peopled(self) -> Scenario:
        """The scenario with the parties that are chosen; ValueError for one that cannot be."""
        if self._peopled is None or self._peopled[0] != self.settings.parties:
            parties, found = dict(self.settings.parties), self.base
            if parties:
                from tacsim.player.kept.parties import with_parties

                found = with_parties(found, parties)
            self._peopled = (parties, found)
        return self._peopled[1]

    @property
    def scenario(self) -> Scenario:
        """The same with the names that are given; ValueError for those that cannot be."""
        names, peopled = self.settings.names, self.peopled
        if self._named is None or self._named[0] != names or self._named[1] is not peopled:
            names = {table: dict(given) for table, given in names.items()}
            self._named = (names, peopled, named(peopled, names))
        return self._named[2]

    def takes_party(self, side: str) -> bool:
        """Whether a party may take the place of a side's creatures: people play it.

        Those who are drawn, learn or are on a run have theirs otherwise.
        """
        other = self.drawn is not None or self.daily
        other = other or self.base.lesson is not None or self.base.gauntlet is not None
        chosen = self.settings
        return not other and (side in chosen.parties or is_person(chosen.controllers[side]))

    def next_party(self, side: str, by: int) -> list[str]:
        """Let the next of the player's parties play a side, or the scenario's own creatures.

        Returns what is to be said of it. One that cannot be is passed over.
        """
        from tacsim.player.kept.parties import names_after

        said = list[str]()
        for name in names_after(self.ruleset, self.settings.parties.get(side, ""), by):
            try:
                return [*said, *self.with_party(side, name)]
            except ValueError as error:
                said.append(str(error))
        return said

    def with_party(self, side: str, name: str) -> list[str]:
        """Let the party of a name play a side, or the scenario's own creatures where it is empty.

        Returns what is to be said of it. Errors: ValueError for one that cannot be.
        """
        from tacsim.player.kept.parties import with_party_named

        chosen, said = self.settings, list[str]()
        before, names = chosen.parties, chosen.names
        chosen.parties = {key: one for key, one in before.items() if key != side}
        try:
            if name:
                said = _remarks(name, with_party_named(self.peopled, side, name))
                chosen.parties = {**chosen.parties, side: name}
            self._forget_names(side)
            self.scenario  # noqa: B018  # which refuses what cannot be
        except ValueError:
            chosen.parties, chosen.names = before, names
            raise
        return said

    def _forget_names(self, side: str) -> None:
        """Forget the names that were given to the creatures of a side, which are others now."""
        own = {one.id for one in self.peopled.creatures if one.side != side}
        names = {key: dict(given) for key, given in self.settings.names.items()}
        kept = {key: name for key, name in names.pop(CREATURE, {}).items() if key in own}
        self.settings.names = {**names, **({CREATURE: kept} if kept else {})}

    @property
    def held(self) -> bool:
        """Whether it may not begin yet: a battle of a day does so only once it is evened out."""
        return self.daily and self.drawn is not None

    @property
    def name(self) -> str:
        """What the battle is called."""
        return self.base.name

    @property
    def ruleset(self) -> str:
        """The id of its rules."""
        return self.base.ruleset

    @property
    def ready(self) -> bool:
        """Whether it can be begun at once: a person plays, or nothing is left to be asked."""
        return self.settled or any(map(is_person, self.settings.controllers.values()))

    @property
    def recent(self) -> Recent | None:
        """What is to be remembered of it; None without a file."""
        if self.path is None:
            return None
        return Recent(str(self.path.resolve()), self.name, stamp(self.scenario), self.settings)

    def others(self, table: str, key: str) -> list[str]:
        """The names that one may not have besides: those of other sides; creatures get numbers."""
        sides = names_of(self.scenario)[SIDE] if table == SIDE else {}
        return [known_as(name) for one, name in sides.items() if one != key]

    def own(self, table: str, key: str) -> str:
        """The name that was given to a side or creature, else the scenario's own, as it is read."""
        given = self.settings.names.get(table, {})
        return given.get(key) or known_as(names_of(self.peopled)[table][key])

    def rename(self, table: str, key: str, name: str) -> None:
        """Name a side or creature, or none by its own name again if empty; ValueError."""
        before = self.settings.names
        given = {one: text for one, text in before.get(table, {}).items() if one != key}
        if name.strip() and name != known_as(names_of(self.peopled)[table][key]):
            given[key] = checked_name(name, self.others(table, key))
        self.settings.names = {key: kept for key, kept in {**before, table: given}.items() if kept}
        try:
            self.scenario  # noqa: B018  # which refuses what cannot be
        except ValueError:
            self.settings.names = before
            raise

    def begin(self) -> Game:
        """A new game, kept in a save. Errors: ValueError, ContentError."""
        chosen = self.settings
        seed = drawn_seed() if chosen.seed is None else chosen.seed
        game = new_game(
            self.peopled, chosen.controllers, seed=seed, fog=chosen.fog, switches=chosen.switches,
            names={table: dict(given) for table, given in chosen.names.items()},
            advice=chosen.advice,
        )  # fmt: skip
        game.path, game.seed, game.parties = self.path, chosen.seed, dict(chosen.parties)
        return game


def _remarks(name: str, found: Fielded) -> list[str]:
    """Who of a party is not there, and who of a side is still there, in words."""
    said = []
    if found.left_out:
        text = _("{party}: there is no place for {names}.")
        said.append(text.format(party=clean(name), names=", ".join(map(known_as, found.left_out))))
    if found.staying:
        text = _("The battle is about {names}, whom no party replaces.")
        said.append(text.format(names=", ".join(map(known_as, found.staying))))
    return said


def settings_of(scenario: Scenario) -> Settings:
    """The settings as the scenario's file has them."""
    controllers = {side.id: in_full(side.controller) for side in scenario.sides}
    return Settings(controllers, scenario.fog, scenario.seed, dict(scenario.switches))


def names_given(scenario: Scenario, base: Scenario) -> dict[str, dict[str, str]]:
    """The names that a scenario has in the place of those of another of the same make."""
    before, found = names_of(base), dict[str, dict[str, str]]()
    for table, now in names_of(scenario).items():
        given = {key: name for key, name in now.items() if before[table].get(key) != name}
        found |= {table: given} if given else {}
    return found


def again(recent: Recent) -> tuple[Setup, str]:
    """A recent setup once more, and a remark where not all is as it was; ContentError."""
    file = clean(Path(recent.path).name)
    if not os.path.lexists(recent.path):
        raise ContentError([Fault(recent.path, 0, "", _("is no longer there"))])
    scenario, remark = read_scenario(recent.path), ""
    setup = Setup(Path(recent.path), scenario, settings_of(scenario))
    setup.settings.parties = _known(recent.settings.parties, setup.settings.controllers)
    try:
        peopled = setup.peopled
    except ValueError as error:
        setup.settings.parties, peopled, remark = {}, scenario, str(error)
    if not remark and stamp(peopled) != recent.stamp:
        text = _("{file} has changed since it was fought last.")
        if setup.settings.parties:
            text = _("{file} or a party in it has changed since it was fought last.")
        remark = text.format(file=file)
    setup.settings = attrs.evolve(_fitted(recent.settings, peopled), parties=setup.settings.parties)
    try:
        setup.scenario  # noqa: B018  # which refuses what cannot be
    except ValueError as error:
        setup.settings.names = {}
        remark = f"{file}: {error}"
    return setup, remark


def _fitted(chosen: Settings, scenario: Scenario) -> Settings:
    """Settings as far as a scenario has what they are about; else its own."""
    own, known = settings_of(scenario), names_of(scenario)
    names = {key: _known(given, known[key]) for key, given in chosen.names.items() if key in known}
    return Settings(
        own.controllers | _known(chosen.controllers, own.controllers),
        chosen.fog,
        chosen.seed,
        own.switches | _known(chosen.switches, own.switches),
        {key: given for key, given in names.items() if given},
        chosen.advice,
    )


def _known(given: Mapping[str, T], keys: Mapping[str, object]) -> dict[str, T]:
    return {key: value for key, value in given.items() if key in keys}


@attrs.frozen
class Kept:
    """A save that is to be gone on with."""

    path: Path
    name: str
    ruleset: str
    ready: bool = True

    def begin(self) -> Game:
        """The game; SaveError."""
        return resumed_game(self.path)


def game_of(
    name: str | Path,
    *,
    seed: int | None = None,
    sides: Mapping[str, str] | None = None,
    fog: bool | None = None,
    morale: bool | None = None,
    parties: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    advice: bool | None = None,
) -> Setup | Kept:
    """A game of a scenario or of a save, by a name in maps/ or a path.

    ``sides``: who plays, ``morale``: whether creatures may give up, instead of what the scenario
    says; ``parties``: the player's, by their names, that take sides' places; ``names``: of
    creatures and sides, by id; ``advice``: whether each of several people may ask what the
    commander would do. Errors: ContentError; also for a save of which any of these or a seed or fog
    is asked;
    ValueError for an unknown side, creature, opponent or party, for a party that cannot play there,
    and for a name that cannot be.
    """
    path = find_scenario(name)
    if is_save(path):
        given = names, parties, sides
        if any(given) or any(one is not None for one in (seed, fog, morale, advice)):
            reason = _("is a save, which has its own seed, sides, fog, rules, names and advice")
            raise ContentError([Fault(str(path), 0, "", reason)])
        saved = read(path)
        return Kept(path, saved.header.name, saved.scenario.ruleset)
    scenario = read_scenario(path)
    chosen = settings_of(scenario)
    chosen.controllers = all_chosen(scenario, sides)
    controllers_for(scenario, chosen.controllers)
    chosen.seed = scenario.seed if seed is None else seed
    chosen.fog = scenario.fog if fog is None else fog
    if morale is not None:
        chosen.switches[MORALE] = morale
    chosen.advice = bool(advice)
    setup = Setup(path, scenario, chosen, settled=len(sides or {}) == len(scenario.sides))
    for side, party in (parties or {}).items():
        _check_party(setup, side, party)
        setup.said += setup.with_party(side, party)
    for key, name in (names or {}).items():
        setup.rename(_table_of(setup.peopled, key), key, name)
    return setup


def bots_of(path: Path, sides: Mapping[str, str] | None = None) -> list[str]:
    """The programs that play a save, or sides as they are given, and that nobody has let run yet.

    Errors: SaveError.
    """
    chosen = read(path).current.controllers if is_save(path) else sides or {}
    return untrusted(chosen.values())


def _check_party(setup: Setup, side: str, name: str) -> None:
    """ValueError for a side or a party that is none, or for a side that takes no party."""
    from tacsim.player.kept.parties import kept_parties

    names = [one.name for one in kept_parties(setup.ruleset)]
    for noun, word, known in (
        (_("side"), side, setup.settings.controllers),
        (_("party"), name, names),
    ):
        if word not in known:
            raise ValueError(unknown(noun, word, known))
    if not setup.takes_party(side):
        raise ValueError(
            _("{side}: parties are for sides that people play, and not in lessons").format(
                side=clean(side)
            )
        )


def _table_of(scenario: Scenario, key: str) -> str:
    """Whether an id is that of a creature or, else, of a side; ValueError."""
    known = names_of(scenario)
    found = [table for table in (CREATURE, SIDE) if key in known[table]]
    if not found:
        ids = [*known[CREATURE], *known[SIDE]]
        raise ValueError(unknown(_("creature or side"), key, ids))
    return found[0]


__all__ = [
    "Kept", "Setup", "again", "bots_of", "find_scenario", "game_of", "names_given", "settings_of",
]  # fmt: skip
