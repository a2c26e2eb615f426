"""Hints: a line said once, where it first matters; it goes with an act or as one points on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import attrs

from tacsim.grid.cells import Cell
from tacsim.i18n import N_
from tacsim.player.kept.learned import HINTS, Learned
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.overlay import flanks
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.tools import Tool
from tacsim.player.seat import Seat
from tacsim.view.wording.glossary import explained

CELLS = 3
"""A hint stays while no more cells than these were pointed at under it: the line is theirs."""
NEAR = 3
"""Of how many foes, the nearest ones, it is asked whether they can be charged."""


@attrs.frozen(eq=False)
class Moment:
    """What is to be seen now: ``planner`` of the creature that a person acts with, if one does."""

    now: Now
    seat: Seat
    planner: Planner | None
    before: str | None
    """The side that was at the keys before."""


def _asked(moment: Moment) -> bool:
    decision = moment.now.battle.decision
    return moment.now.settled and decision is not None and not decision.is_turn


def _handed_over(moment: Moment) -> bool:
    taken_over = moment.before not in (None, moment.now.viewer)
    return taken_over and moment.planner is not None and moment.now.battle.fog


def _in_fog(moment: Moment) -> bool:
    return moment.planner is not None and moment.now.battle.fog


def _on_levels(moment: Moment) -> bool:
    return moment.planner is not None and len(moment.now.battle.world.field.levels) > 1


def _threatened(moment: Moment) -> bool:
    planner = moment.planner
    if planner is None:
        return False
    return not planner.danger.isdisjoint(planner.battle.world[planner.actor].body.cells)


def _provokes(moment: Moment) -> bool:
    preview = moment.now.selection.preview
    return moment.planner is not None and bool(preview.legs and preview.risks)


def _squeezes(moment: Moment) -> bool:
    legs = moment.now.selection.preview.legs
    return moment.planner is not None and any(leg.squeezed for leg in legs)


def _flanks(moment: Moment) -> bool:
    selection = moment.now.selection
    return moment.planner is not None and selection.pointing and bool(flanks(selection))


def _can_charge(moment: Moment) -> bool:
    planner, selection = moment.planner, moment.now.selection
    if planner is None or selection.preview.intent is not None:
        return False
    return _charges(planner)


@lru_cache(maxsize=2)
def _charges(planner: Planner) -> bool:
    """Whether the creature can charge one of the nearest foes; the same for a planner's life."""
    if "charge" not in planner.battle.ruleset.modes or planner.forbids("charge") is not None:
        return False
    foes = planner.targets_of(Tool("close", "charge"))[:NEAR]
    return any(foe is not None and planner.charge(foe, "charge").intent for foe in foes)


def _can_go_back(moment: Moment) -> bool:
    session = moment.seat.game.session
    return moment.planner is not None and bool(session.intents) and not session.undo


def _pays_in_points(moment: Moment) -> bool:
    planner = moment.planner
    if planner is None:
        return False
    return bool(explained(planner.battle, planner.battle.world[planner.actor]))


def _others_acted(moment: Moment) -> bool:
    return moment.planner is not None and bool(moment.seat.recap)


TIPS: Mapping[str, tuple[str, Callable[[Moment], bool]]] = {
    "question": (N_("The battle waits for your answer."), _asked),
    "provokes": (N_("! gives a foe an attack as you go; {why} says why."), _provokes),
    "squeezing": (N_("Squeezing has its price; {why} says which."), _squeezes),
    "flanking": (N_("The line joins two who flank; {why} tells more."), _flanks),
    "handover": (N_("Now only what this side knows is shown."), _handed_over),
    "fog": (N_("Dark is what your side has never seen."), _in_fog),
    "levels": (N_("{level_above} looks a level up, {level_below} down."), _on_levels),
    "points": (
        N_("{why} explains Stamina, Footwork and the like."),
        _pays_in_points,
    ),
    "undo": (N_("Until dice fall {undo} takes back what was done."), _can_go_back),
    "threatened": (N_("Foes threaten what is hatched; {why} tells more."), _threatened),
    "charge": (N_("A foe is near enough to charge: {charge}."), _can_charge),
    "recap": (N_("{recap} tells what the others did meanwhile."), _others_acted),
}
"""The hints by their ids, first those that matter more: what is said, and when."""


class Tips:
    """Which hint is shown now, if any, until something is done, pointed at or matters more."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._viewer: str | None = None
        self._since = 0
        self._shown = ""
        self._under: set[Cell] = set()
        """The cells pointed at since it is shown."""
        self.trouble = ""
        """Why it could not be kept that a hint was seen."""

    def look(self, now: Now, learned: Learned, fits: Callable[[str], bool]) -> str:
        """The hint for a moment, with names of what keys do in braces; empty for none.

        ``fits``: whether there is room for one now; what finds none is said another time.
        """
        act = len(self._seat.game.session.intents)
        self._under.add(now.selection.cursor)
        if self._since != act:
            self._since, self._shown = act, ""
        if now.settled:
            moment = Moment(now, self._seat, now.selection.planner, self._viewer)
            self._viewer = now.viewer
            self._seek(moment, learned, fits)
        text = TIPS[self._shown][0] if self._shown and len(self._under) <= CELLS else ""
        return text if text and fits(text) else ""

    def _seek(self, moment: Moment, learned: Learned, fits: Callable[[str], bool]) -> None:
        for name, (text, matters) in TIPS.items():
            if name == self._shown:
                return
            if not learned.has(HINTS, name) and matters(moment) and fits(text):
                self._shown, self._under = name, {moment.now.selection.cursor}
                self.trouble = learned.add(HINTS, name) or self.trouble
                return
