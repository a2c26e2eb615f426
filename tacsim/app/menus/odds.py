"""How hard a battle is for either side: found by fighting it beside the screen."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from functools import reduce

import attrs
from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from tacsim.content.generate import Draft
from tacsim.content.naming import stamp
from tacsim.content.records import Scenario
from tacsim.i18n import _, known_as, ngettext
from tacsim.player.drawn import evened_setup
from tacsim.player.opening import Setup
from tacsim.sim.balance import evened
from tacsim.sim.plans import fights, planned

BATTLES = 40
"""How many are fought, and how many more where more are asked for."""
REST = 0.8
"""Seconds for which a scenario has been looked at before it is tried."""
BY = "quick"
"""Who fights them."""
EVEN, SURE = 0.2, 0.6
"""By how much more of the battles a side wins that hardly, and that by far has the better of it."""
FEW = 8
"""Battles that say nothing yet of who has the better of it: fewer than these."""
GROUP = "odds"


@attrs.frozen
class Odds:
    """How many of some battles each side has won, by id.

    ``trying``: how many were fought to even it out, which is still under way.
    """

    battles: int = 0
    wins: Counter[str] = attrs.field(factory=Counter)
    trying: int = 0

    def words(self, scenario: Scenario) -> str:
        """The share that each side won, in the order of the sides, and for whom it is easy."""
        if self.trying:
            text = ngettext(
                "being evened out, {n} battle tried", "being evened out, {n} battles tried",
                self.trying,
            )  # fmt: skip
            return text.format(n=self.trying)
        if not self.battles:
            return _("not tried yet")
        won = [self.wins[side.id] / self.battles for side in scenario.sides]
        best, *others = sorted(won, reverse=True)
        lead = best - max(others, default=0.0)
        if self.battles < FEW:
            text = _("{rates} % ({n} tried)")
        elif lead <= EVEN:
            text = _("even, {rates} % ({n} tried)")
        elif lead <= SURE:
            text = _("good for {side}, {rates} % ({n} tried)")
        else:
            text = _("hard against {side}, {rates} % ({n} tried)")
        rates = reduce(
            lambda one, other: _("{one} to {other}").format(one=one, other=other),
            (f"{100 * rate:.0f}" for rate in won),
        )
        side = known_as(scenario.sides[won.index(best)].name)
        return text.format(side=side, rates=rates, n=self.battles)


class Tried(Message):
    """A battle has been fought beside the screen."""


class EvenedOut(Message):
    """A battle that was drawn has been evened out: its setup before, and now."""

    def __init__(self, before: Setup, now: Setup) -> None:
        super().__init__()
        self.before, self.now = before, now


class Tryout:
    """Fights the scenario that a screen shows, and tells it of each battle by :class:`Tried`."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._found: dict[str, Odds] = {}
        self._now = ""

    def of(self, scenario: Scenario) -> Odds:
        """What is known of a scenario."""
        return self._found.get(stamp(scenario), Odds())

    def look_at(self, scenario: Scenario) -> None:
        """Try a scenario once it has been looked at for a while, unless that was done."""
        mark = stamp(scenario)
        if mark == self._now:
            return
        self.rest()
        self._now = mark
        if self.of(scenario).battles < BATTLES:
            self._screen.set_timer(REST, lambda: self._rested(scenario, mark))

    def even(self, setup: Setup, draft: Draft) -> None:
        """Even out a battle that was drawn, once it has been looked at for a while.

        One that is waited for is fought by as many processes as there are cores.
        """
        mark = stamp(setup.scenario)
        if mark == self._now:
            return
        self.rest()
        self._now = mark
        if not self.of(setup.scenario).battles:
            self._screen.set_timer(REST, lambda: self._evens(setup, draft, mark))

    def _evens(self, setup: Setup, draft: Draft, mark: str) -> None:
        if mark != self._now:
            return

        def work() -> None:
            worker = get_current_worker()

            def tell(done: int, _of: int) -> None:
                if worker.is_cancelled:
                    raise KeyboardInterrupt
                self._found[mark] = Odds(trying=done)
                self._screen.post_message(Tried())

            found = evened(draft, None if setup.held else 1, tell)
            self._found.pop(mark, None)
            if found.complete:
                now, won = evened_setup(setup, found.draft), round(found.share * found.fought)
                each = Counter(heroes=won, foes=found.fought - won)
                self._found[stamp(now.scenario)] = Odds(found.fought, each)
                self._screen.post_message(EvenedOut(setup, now))

        self._screen.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=GROUP)

    def _rested(self, scenario: Scenario, mark: str) -> None:
        if mark == self._now:
            self.more(scenario, BATTLES - self.of(scenario).battles)

    def rest(self) -> None:
        """Fight no more."""
        self._now = ""
        self._screen.workers.cancel_group(self._screen, GROUP)

    def more(self, scenario: Scenario, battles: int = BATTLES) -> None:
        """Fight some more, with the seeds after those that were fought."""
        self._now = mark = stamp(scenario)
        known = self.of(scenario)

        def work() -> None:
            worker, count, wins = get_current_worker(), known.battles, Counter(known.wins)
            sides = {side.id: BY for side in scenario.sides}
            plan = planned(scenario, battles, sides, count)
            with closing(fights(plan, 1)) as coming:
                for fight in coming:
                    if worker.is_cancelled:
                        return
                    count += 1
                    wins[fight.winner or ""] += 1
                    self._found[mark] = Odds(count, Counter(wins))
                    self._screen.post_message(Tried())

        self._screen.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=GROUP)
