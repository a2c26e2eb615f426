"""A bench: a battle that is tried beside the screen, held and gone on with at will.

Other processes fight; a thread of the app collects. A bench outlives the screen that shows it, so
one can go back to the setup and find it further on.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from os import cpu_count
from threading import Event, Lock
from typing import Any

import attrs
from textual.message import Message
from textual.screen import Screen

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.player.opening import Setup
from tacsim.session.controllers import DEFAULT_OPPONENT, is_person
from tacsim.sim.simulate import trial_of
from tacsim.sim.trial import Trial
from tacsim.sim.workers import Processes

MANY = 100
"""How many battles are fought, and how many more each time."""
GROUP = "lab"


class Fought(Message):
    """A battle has been fought beside the screen."""


def scenario_of(setup: Setup) -> Scenario:
    """The scenario of a setup with the switches and the fog that are chosen."""
    plain = to_plain(setup.scenario)
    plain["rules"] = {**setup.scenario.switches, **setup.settings.switches}
    plain["fog"] = setup.settings.fog
    return from_plain(plain, setup.scenario.name)


def players_of(setup: Setup) -> dict[str, str]:
    """Who fights for each side: people are played by the default opponent, and scripts too."""
    return {
        side: f"ai:{DEFAULT_OPPONENT}" if is_person(who) or who == "script" else who
        for side, who in setup.settings.controllers.items()
    }


class Bench:
    """A trial of a setup, and whether it is being fought on.

    ``vary``: what is compared, by key, with its values; empty for the battle as it stands.
    ``held``: whether a person has stopped it for now.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.scenario, self._players = scenario_of(setup), players_of(setup)
        self._seed = setup.settings.seed
        self.held = False
        self.vary: dict[str, list[Any]] = {}
        self.trial = self._trial()
        self._stop = Event()
        """Set where nothing is fought, by now or soon."""
        self._stop.set()
        self._turn = Lock()
        """Held by the thread that fights, so that there is one at a time."""
        self._count = Lock()
        """Held by who asks for more, and by the thread that looks whether there is enough."""

    def _trial(self) -> Trial:
        return trial_of(self.scenario, MANY, self._players, self._seed or 0, vary=self.vary)

    def shows(self, setup: Setup) -> bool:
        """Whether it tries such a setup as it is now."""
        now = scenario_of(setup), players_of(setup), setup.settings.seed
        return now == (self.scenario, self._players, self._seed)

    @property
    def running(self) -> bool:
        """Whether battles are being fought."""
        return not self._stop.is_set()

    def go_on(self, screen: Screen[Any]) -> None:
        """Fight on beside a screen, which is told of each battle, unless it is held or done."""
        if self.running or self.held or self.trial.enough:
            return
        stop, trial = Event(), self.trial
        self._stop = stop
        runner = Processes(max((cpu_count() or 2) - 1, 1), stop)

        def wanted() -> bool:
            with self._count:
                if trial.enough:
                    stop.set()
                return not stop.is_set()

        def work() -> None:
            try:
                with self._turn:
                    while wanted():
                        with closing(trial.steps(runner)) as steps:
                            for _step in steps:
                                screen.post_message(Fought())
                                if stop.is_set():
                                    return
            finally:
                stop.set()

        screen.app.run_worker(work, thread=True, exit_on_error=False, group=GROUP)

    def rest(self) -> None:
        """Fight no more for now."""
        self._stop.set()

    def more(self) -> None:
        """Have a hundred more fought."""
        with self._count:
            plans = self.trial.plans
            self.trial.plans = tuple(attrs.evolve(plan, count=plan.count + MANY) for plan in plans)

    def compare(self, vary: Mapping[str, list[Any]]) -> None:
        """Begin anew, with cases of the battle; ValueError for what cannot be."""
        before, self.vary = self.vary, dict(vary)
        try:
            trial = self._trial()
        except ValueError:
            self.vary = before
            raise
        self.rest()
        self.trial, self.held = trial, False
