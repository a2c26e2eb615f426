"""A game: a battle being played, the save that keeps it, and how it was set up."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

import attrs

from tacsim.content.gauntlet import Gauntlet
from tacsim.content.naming import Names, named, stamp
from tacsim.content.plain import with_switches
from tacsim.content.records import Scenario
from tacsim.content.setup import begin, drawn_seed
from tacsim.i18n import _, known_as
from tacsim.player.kept.learned import Learned
from tacsim.player.kept.recent import Recent
from tacsim.player.kept.settings import Settings
from tacsim.rules.battle import Battle
from tacsim.session.account import Account, account
from tacsim.session.controllers import controllers_for, in_full, is_person
from tacsim.session.session import Session
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.folder import delete_save, take_over
from tacsim.storage.frame_file import SUFFIX
from tacsim.storage.journal import Journal, now, stem_of
from tacsim.storage.payloads import Header
from tacsim.storage.place import saves_folder
from tacsim.storage.resume import Ongoing, play_on, resume
from tacsim.storage.saved import header_of
from tacsim.storage.timeline import Timeline


@attrs.define
class Game:
    """A battle being played.

    ``opening``: the battle as the session took it up, before its first round or later; ``past``:
    what happened before that; ``controllers``: by side, as scenario files name them; ``unsaved``:
    why nothing is being saved, empty if it is; ``path``: the scenario's file, None where it comes
    out of a save; ``seed``: what was asked for, None for any; ``names``: those given;
    ``remarks``: what is to be said of the save it goes on from; ``advice``: whether each of several
    people may ask what the commander would do; ``kept``: the file into which it was written where
    its save did not take it, None for none; ``parties``: those that were chosen, by side.
    """

    name: str
    scenario: Scenario
    session: Session
    opening: Battle
    controllers: dict[str, str]
    journal: Journal | None = None
    unsaved: str = ""
    past: Timeline | None = None
    path: Path | None = None
    seed: int | None = None
    names: Names = attrs.field(factory=dict)
    remarks: tuple[str, ...] = ()
    advice: bool = False
    kept: Path | None = None
    parties: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def title(self) -> str:
        """What it is called on the screens."""
        return title(self.scenario.gauntlet, self.name)

    @property
    def save(self) -> Path | None:
        """The file that keeps it."""
        return self.journal.path if self.journal else None

    @property
    def teaches(self) -> str:
        """What tells this lesson under way from others, for as long as its save is gone on with.

        Empty where it is no lesson, or not kept.
        """
        if self.scenario.lesson is None or self.journal is None:
            return ""
        return f"{self.journal.saved.header.created} {self.scenario.lesson.id}"

    @property
    def chosen(self) -> Settings:
        """The settings with which it was begun."""
        controllers = {side: in_full(who) for side, who in self.controllers.items()}
        names = {table: dict(given) for table, given in self.names.items()}
        switches = dict(self.scenario.switches)
        return Settings(
            controllers, self.opening.fog, self.seed, switches, names, self.advice,
            dict(self.parties),
        )  # fmt: skip

    @property
    def recent(self) -> Recent | None:
        """What is to be remembered of how it was set up; None for a lesson, and without a file."""
        if self.path is None or self.scenario.lesson is not None:
            return None
        return Recent(str(self.path.resolve()), self.name, stamp(self.scenario), self.chosen)

    @property
    def lost(self) -> str:
        """The save's name where its file has been removed meanwhile, else empty."""
        gone = self.save is not None and not self.save.exists()
        return clean(self.save.name) if self.save is not None and gone else ""

    def close(self) -> bool:
        """Finish the save; whether all that happened is in it."""
        try:
            if self.journal is not None:
                self.journal.close()
        except SaveError:
            return False  # what could be written is written
        return True

    @property
    def unkept(self) -> str:
        """Why something of it would be lost if it were left now, empty where nothing would."""
        if self.kept is not None or (self.journal is None and self.untouched):
            return ""
        if self.journal is None or self.journal.closed:
            return self.unsaved
        try:
            self.journal.retry()
        except SaveError as error:
            return str(error)
        return ""

    @property
    def elsewhere(self) -> Path:
        """A file that it might be kept in where its save does not take it."""
        home = Path("~").expanduser()
        places = [one for one in (home, Path.cwd()) if os.access(one, os.W_OK)]
        name = self.save.name if self.save else stem_of(self._header(self.opening)) + SUFFIX
        return (places or [Path(gettempdir())])[0] / name

    def keep_in(self, path: Path) -> None:
        """Write all that happened into a new file. Errors: SaveError."""
        if self.journal is not None:
            self.journal.copy(path)
        else:
            session = Session(self.opening.fork())
            journal = Journal.create(path.parent, self._header(session.battle), path, sync=False)
            try:
                with journal:
                    journal.attach(session)
                    session.begin()
                    for intent in self.session.intents:
                        session.submit(intent)
            except SaveError:
                path.unlink(missing_ok=True)
                raise
        self.kept = path

    def _header(self, battle: Battle) -> Header:
        """What a save of it begins with; ``battle`` has not begun."""
        return header_of(self.scenario, battle, self.controllers, created=now(), advice=self.advice)

    @property
    def untouched(self) -> bool:
        """Whether nobody has decided anything yet."""
        return self.past is None and not self.session.intents

    def discard(self) -> None:
        """Delete the save, of which nothing is left to be gone on with; as far as that can be."""
        self.close()
        if self.save is not None:
            with suppress(SaveError):
                delete_save(self.save)

    def account(self, side: str | None = None) -> Account:
        """What has happened so far, as a side learnt of it, None for all. Errors: SaveError."""
        past, session = self.past, self.session
        opening = self.opening if past is None else past.again().battle
        before = [] if past is None else past[: session.past]
        return account(opening, [*before, *session.entries], side)

    def again(self, seed: int | None = None, *, swapped: bool = False) -> Game:
        """The same battle anew, with the dice of a seed, None for others; ``swapped``: sides too.

        Then whoever played a side plays the next one.
        """
        seed = drawn_seed() if seed is None else seed
        chosen = self.swapped if swapped else self.controllers
        game = new_game(self.scenario, chosen, seed=seed, fog=self.opening.fog, advice=self.advice)
        game.path, game.seed, game.names = self.path, self.seed, self.names
        game.parties = self.parties
        return game

    @property
    def swapped(self) -> dict[str, str]:
        """The controllers if each side is played by who played the one before it.

        The same as they are where nothing would change, or where one follows a script.
        """
        players = [self.controllers[side.id] for side in self.scenario.sides]
        if "script" in players:
            return self.controllers
        moved = [*players[-1:], *players[:-1]]
        return {side.id: who for side, who in zip(self.scenario.sides, moved, strict=True)}


def new_game(
    scenario: Scenario,
    controllers: Mapping[str, str],
    *,
    seed: int | None = None,
    fog: bool | None = None,
    switches: Mapping[str, bool] | None = None,
    names: Names | None = None,
    keep: bool = True,
    advice: bool = False,
    over: Path | None = None,
) -> Game:
    """Set a battle up, kept in a new save, or in the place of the save ``over``.

    ``switches`` of its ruleset and ``names``, else as the scenario has them. Errors: ValueError for
    an unknown controller and for a name that cannot be, ContentError for an unknown switch;
    SaveError where it cannot take the place of another save, which stays as it is.
    """
    scenario = _switched(named(scenario, names or {}), switches or {})
    seed = scenario.seed if seed is None else seed
    battle = begin(scenario, seed, fog=fog)
    opening = battle.fork()
    playing = dict(controllers_for(scenario, controllers))
    session = Session(battle, playing)
    game = Game(scenario.name, scenario, session, opening, dict(controllers), seed=seed)
    game.names, game.advice = names or {}, advice
    if keep:
        try:
            header = game._header(battle)
            if over is None:
                game.journal = Journal.create(saves_folder(), header)
            else:
                game.journal = take_over(over, header)
        except SaveError as error:
            if over is not None:
                raise
            game.unsaved = str(error)
        else:
            game.journal.attach(session)
    return game


def title(run: Gauntlet | None, name: str) -> str:
    """What a battle is called where it is played: by its name, or by the place in its run."""
    return known_as(name) if run is None else _("Gauntlet, fight {n}").format(n=run.fight)


def resumed_game(path: Path) -> Game:
    """Go on with a save. Errors: SaveError."""
    game = taken_up(resume(path))
    game.remarks = tuple(_remarks(path, game))
    return game


def from_its_first_step(game: Game, learned: Learned) -> Game:
    """A lesson under way of which it is not known how far it is, begun anew; others as they are.

    It begins as another branch of its save. Errors: SaveError.
    """
    begun = game.past is not None and game.past.branch.intents
    known = learned.steps(game.teaches) is not None
    if not game.teaches or not begun or known or game.journal is None:
        return game
    game.close()
    fresh = taken_up(play_on(game.journal.path, 0, controllers=game.controllers))
    told = _("How far this lesson was is not known: it begins anew.")
    return attrs.evolve(fresh, remarks=(*game.remarks, told))


def _remarks(path: Path, game: Game) -> Iterator[str]:
    """What is to be said on going on with a save: damage, a new file, other rules."""
    assert game.journal is not None
    saved = game.journal.saved
    if saved.lost:
        yield _("This save is damaged: {lost}.").format(lost=saved.lost)
    if game.journal.path != path:
        text = _("It goes on in {file}; the old file stays as it is.")
        yield text.format(file=clean(game.journal.path.name))
    if saved.foreign_to(saved.current):
        yield _("The rules have changed since this was saved; it goes on under today's.")


def taken_up(ongoing: Ongoing) -> Game:
    """The game of a battle that is gone on with."""
    saved, session = ongoing.journal.saved, ongoing.session
    ongoing.timeline.seek(session.past)
    return Game(
        saved.header.name,
        _switched(saved.scenario, saved.switches),
        session,
        ongoing.timeline.battle.fork(),
        dict(saved.current.controllers),
        ongoing.journal,
        past=ongoing.timeline,
        advice=saved.header.advice,
    )


def _switched(scenario: Scenario, switches: Mapping[str, bool]) -> Scenario:
    """A scenario under other switches, if they are others."""
    changed = {**scenario.switches, **switches} != dict(scenario.switches)
    return with_switches(scenario, switches) if changed else scenario


def unadvised(game: Game) -> str:
    """Why nobody is advised in a game, in words; empty where people are."""
    people = [side for side, who in game.controllers.items() if is_person(who)]
    if len(people) < 2 or game.advice:
        return ""
    return _("Several people play: there is advice only where the setup says so for all of them.")
