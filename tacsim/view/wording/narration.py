"""Narration: the lines of the log, made from events. Short, exact, in the present tense.

Steps of one move become one line, and so do the throws and the damage of one attack; what
does not fit on the line stands in its detail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Frame, Moving, Trying
from tacsim.core.events import Entry
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import N_, _, translate
from tacsim.view.wording import words
from tacsim.view.wording.attacks import (
    AFTER,
    Attack,
    cited,
    detail_of,
    faces,
    sentence_of,
    throw_line,
)
from tacsim.view.wording.event_lines import event_line


@attrs.frozen
class LogLine:
    """A line of the log.

    ``detail``: more lines, shown when the line is opened; ``clauses``: the rules at work, each
    once; ``tone``: "round", "turn", "move", "hit", "critical", "miss", "down", "opportunity",
    "condition", "info", "answer", "refused" or "end"; ``number`` and ``round`` of the event that it
    begins with; ``actor``: of whom it tells, empty for nobody who is known; ``place``: the body
    that it comes to have, as far as the line tells.
    """

    text: str
    detail: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    tone: str = "info"
    number: int = 0
    round: int = 0
    actor: str = ""
    place: Body | None = None


def narrate(entries: Iterable[Entry], world: World) -> list[LogLine]:
    """The log lines of a batch of events; ``world`` is as it is after them.

    For the log of a side, give the events as it perceives them (:mod:`tacsim.session.perception`).
    """
    return _Narrator(list(entries), world).tell()


WEIGHTY = ("end", "down", "critical", "hit", "condition", "miss", "opportunity")
"""Tones of lines, what one would want to know first."""


def chief_of(lines: Sequence[LogLine]) -> LogLine:
    """What matters most of some lines, the last of it.

    >>> chief_of([LogLine("Brin goes down", tone="down"), LogLine("Ogre walks", tone="move")]).text
    'Brin goes down'
    """
    return min(reversed(lines), key=_weight)


def _weight(line: LogLine) -> int:
    """The place of a line among what one would want to know, first things first."""
    return WEIGHTY.index(line.tone) if line.tone in WEIGHTY else len(WEIGHTY)


_VERBS: Mapping[str, str] = {
    "fly": N_("{name} flies {far} to {to}"),
    "run": N_("{name} runs {far} to {to}"),
    "charge": N_("{name} charges {far} to {to}"),
    "withdraw": N_("{name} withdraws {far} to {to}"),
    "five_foot_step": N_("{name} takes a 5-ft step to {to}"),
    "crawl": N_("{name} crawls {far} to {to}"),
    "climb": N_("{name} climbs {far} to {to}"),
    "overrun": N_("{name} rushes {far} to {to}"),
    "tumble": N_("{name} tumbles {far} to {to}"),
    "tumble_fast": N_("{name} tumbles {far} to {to}"),
    "spring_attack": N_("{name} darts {far} to {to}"),
    "drag": N_("{name} drags on {far} to {to}"),
    "wriggle": N_("{name} wriggles through to {to}"),
    "bull_rush": N_("{name} pushes on {far} to {to}"),
}
_WALKS = N_("{name} walks {far} to {to}")
_MANNERS: Mapping[frozenset[str], str] = {
    frozenset({"climb"}): _VERBS["climb"],
    frozenset({"climb", ""}): N_("{name} walks and climbs {far} to {to}"),
    frozenset({"fly"}): _VERBS["fly"],
}
"""The verbs of plain steps, by the manners that occur in them."""
_THROWN = N_("{name} throws {dice} for {purpose}: {total}")
_THROWS: Mapping[str, str] = {
    "recharge": N_("{name} can do this again in so many rounds: {total}"),
    "recovery": N_("{name} throws a {total} for its area attack to come back"),
    "closest": N_("{name} throws a {total} for which of several places as close it comes to"),
}
"""The line of a throw that is part of no other line, by its purpose."""
_FALLING = ("helpless", "prone", "dead")
"""Conditions that come with going down; they get no line of their own."""


def _way(frame: Frame) -> str:
    """The way of moving that a frame stands for, or nothing."""
    if isinstance(frame, Moving):
        return frame.mode
    return frame.name if isinstance(frame, Trying) and frame.name in _VERBS else ""


def _who(event: ev.Event) -> str | None:
    """Of whom an event tells first."""
    return event.target if isinstance(event, ev.Downed) else event.actor


def _step(entry: Entry, step: ev.Stepped) -> str:
    """What a step cost, and all of them up to it where that is known."""
    if "spent" in entry.unknown:
        text = _("{cell}: cost {cost}")
    else:
        text = _("{cell}: cost {cost}, {spent} so far")
    gaps = {"cell": words.place(step.dst), "cost": step.cost, "spent": step.spent}
    return text.format(**gaps) + cited(step.clauses)


class _Narrator:
    """Makes the lines of one batch."""

    def __init__(self, entries: Sequence[Entry], world: World) -> None:
        self._entries = entries
        self._world = world
        self._lines: list[LogLine] = []
        self._mode = "walk"
        self._throws: list[ev.Rolled] = []

    # --- the walk through the batch ------------------------------------------------------------

    def tell(self) -> list[LogLine]:
        """All its lines."""
        entries, i = self._entries, 0
        while i < len(entries):
            event = entries[i].event
            if isinstance(event, ev.Stepped):
                i = self._walk(i)
            elif isinstance(event, ev.Rolled):
                i = self._rolled(i)
            elif isinstance(event, ev.Struck):
                i = self._attack(i, i, ())
            elif isinstance(event, ev.AreaMade):
                i = self._area(i, event)
            elif isinstance(event, ev.Fell):
                i = self._fall(i, event)
            else:
                self._single(entries[i], event)
                i += 1
        return self._lines

    def _add(
        self,
        entry: Entry,
        text: str,
        tone: str,
        detail: Iterable[str] = (),
        clauses: Iterable[str] | None = None,
        place: Body | None = None,
    ) -> None:
        found = entry.event.clauses if clauses is None else clauses
        once = tuple(dict.fromkeys(clause for clause in found if clause))
        line = LogLine(
            words.capital(text), tuple(detail), once, tone, entry.number, entry.round,
            _who(entry.event) or "", place,
        )  # fmt: skip
        self._lines.append(line)

    def _single(self, entry: Entry, event: ev.Event) -> None:
        """An event that is a line by itself, or none."""
        if isinstance(event, ev.Undertaken | ev.CarriedOn):
            self._mode = _way(event.frame) or self._mode
            return
        if isinstance(event, ev.BattleStarted):
            self._beginning(entry, event)
            return
        if isinstance(event, ev.ConditionGained) and self._falls(event):
            return
        line = event_line(self._world, event)
        if line is not None:
            clauses = event.clauses
            if isinstance(event, ev.IntentRefused):
                clauses = clauses or (event.clause,)
            self._add(entry, line.text, line.tone, (), clauses)

    def _falls(self, event: ev.ConditionGained) -> bool:
        """Whether a condition belongs to the line before, on which a creature goes down."""
        last = self._lines[-1] if self._lines else None
        if last is None or last.tone != "down" or event.condition not in _FALLING:
            return False
        if event.condition == "dead":
            name = words.name_of(self._world, event.actor)
            text = words.capital(_("{name} goes down, dead").format(name=name))
            self._lines[-1] = attrs.evolve(last, text=text)
        return True

    def _beginning(self, entry: Entry, event: ev.BattleStarted) -> None:
        world = self._world
        places = zip(event.order, event.totals, strict=True)
        order = [_placed(words.name_of(world, name), total) for name, total in places]
        detail = [
            _("{name}: {dice} on the die, {total} in all").format(
                name=words.name_of(world, throw.actor), dice=faces(throw), total=throw.total
            )
            for throw in self._throws
        ]
        text = _("Initiative: {order}").format(order=", ".join(order))
        self._add(entry, text, "info", detail)

    # --- moves ---------------------------------------------------------------------------------

    def _walk(self, i: int) -> int:
        """The steps of one mover up to the next thing that matters; returns where that is."""
        entries = self._entries
        mover = entries[i].event.actor
        steps: list[Entry] = []
        narrow: Cell | None = None
        stops: list[Entry] = []
        j = i
        while j < len(entries):
            event = entries[j].event
            if isinstance(event, ev.CarriedOn) and _way(event.frame):
                self._mode = _way(event.frame)
            elif event.actor != mover:
                break
            elif isinstance(event, ev.Stepped):
                steps.append(entries[j])
            elif isinstance(event, ev.Squeezed):
                narrow = narrow or event.cells[0]
            elif isinstance(event, ev.Sighted):
                stops.append(
                    entries[j]
                )  # after the line of the walk, which goes on to where it may end
            elif not isinstance(event, ev.Unsqueezed):
                break
            j += 1
        self._tell_walk(steps, narrow)
        for entry in stops:
            self._single(entry, entry.event)
        return j

    def _walk_text(self, steps: list[ev.Stepped]) -> str:
        verb = _VERBS.get(self._mode) or _MANNERS.get(frozenset(s.manner for s in steps), _WALKS)
        return translate(verb).format(
            name=words.name_of(self._world, steps[-1].actor),
            far=words.cells_word(self._world, len(steps)),
            to=words.place(steps[-1].dst),
        )

    def _tell_walk(self, entries: Sequence[Entry], narrow: Cell | None) -> None:
        steps = [entry.event for entry in entries if isinstance(entry.event, ev.Stepped)]
        text, place = self._walk_text(steps), Body(steps[-1].dst, steps[-1].extent)
        if any("cost" in entry.unknown for entry in entries):
            self._add(entries[0], text, "move", (), (), place)
            return  # what lies out of sight must not show in sums either
        cost = sum(step.cost for step in steps)
        if cost not in (len(steps), 0):
            text = _("{walk} (cost {cost})").format(walk=text, cost=cost)
        if narrow is not None:
            text = _("{walk}, squeezing from {cell}").format(walk=text, cell=words.place(narrow))
        detail = [_step(entry, step) for entry, step in zip(entries, steps, strict=True)]
        clauses = [clause for step in steps for clause in step.clauses]
        self._add(entries[0], text, "move", detail, clauses, place)

    # --- throws and attacks --------------------------------------------------------------------

    def _rolled(self, i: int) -> int:
        """Throws belong to the event after them: an attack, a check, the battle's beginning."""
        entries = self._entries
        throws: list[ev.Rolled] = []
        j = i
        while j < len(entries) and isinstance(event := entries[j].event, ev.Rolled):
            throws.append(event)
            j += 1
        after = entries[j].event if j < len(entries) else None
        if isinstance(after, ev.Struck):
            return self._attack(i, j, tuple(throws))
        if isinstance(after, ev.Tested | ev.Contested):
            return j
        if isinstance(after, ev.BattleStarted):
            self._throws += throws
            return j
        for entry, throw in zip(entries[i:j], throws, strict=True):
            text = translate(_THROWS.get(throw.purpose, _THROWN)).format(
                name=words.name_of(self._world, throw.actor),
                dice=faces(throw),
                purpose=throw.purpose,
                total=throw.total,
            )
            self._add(entry, text, "info")
        return j

    def _area(self, i: int, made: ev.AreaMade) -> int:
        """An attack on an area, with its one throw for damage; what each suffers follows."""
        entries, detail = self._entries, []
        j = i + 1
        after = entries[j].event if j < len(entries) else None
        if isinstance(after, ev.Rolled) and after.purpose == "damage":
            j += 1
            detail.append(throw_line(after))
        line = event_line(self._world, made)
        if line is not None:
            self._add(entries[i], line.text, line.tone, detail)
        return j

    def _fall(self, i: int, fell: ev.Fell) -> int:
        """A fall with its damage, and whether the creature lies prone after it."""
        damage: ev.Damaged | None = None
        prone, j = False, i + 1
        for entry in self._entries[j:]:
            event = entry.event
            if isinstance(event, ev.Damaged) and event.target == fell.actor:
                damage = event
            elif isinstance(event, ev.ConditionGained) and event.condition == "prone":
                prone = True
            elif not isinstance(event, ev.Spent) or event.actor != fell.actor:
                break
            j += 1
        line = event_line(self._world, fell)
        if line is not None:
            text, clauses = line.text, fell.clauses
            if damage is not None:
                text = _("{attack}, {n} damage").format(attack=text, n=damage.amount)
                clauses = (*clauses, *damage.clauses)
            if prone:
                text = _("{fall}, and lies prone").format(fall=text)
            self._add(self._entries[i], text, line.tone if damage is None else "hit", (), clauses)
        return j

    def _attack(self, begin: int, i: int, before: tuple[ev.Rolled, ...]) -> int:
        """One attack with everything that it does at once; returns where the next thing is."""
        entries = self._entries
        struck = entries[i].event
        assert isinstance(struck, ev.Struck)
        throws, damage = list(before), None
        j = i + 1
        while j < len(entries) and damage is None:
            event = entries[j].event
            if isinstance(event, ev.Damaged) and event.target == struck.target:
                damage = event
            elif isinstance(event, ev.Rolled) and (event.again or event.purpose) in AFTER:
                throws.append(event)
            else:
                break
            j += 1
        attack = Attack(struck, tuple(throws), damage)
        tone = struck.outcome if struck.outcome in ("miss", "critical") else "hit"
        detail = detail_of(attack) if attack.seen else ()
        clauses = attack.clauses if attack.seen else ()
        self._add(entries[begin], sentence_of(self._world, attack), tone, detail, clauses)
        return j


def _placed(name: str, total: int) -> str:
    """A creature with its initiative, which does not run into a number of its name.

    >>> _placed("Ogre", 16), _placed("Goblin 2", 16)
    ('Ogre 16', 'Goblin 2 (16)')
    """
    text = _("{name} ({total})") if name[-1:].isdigit() else _("{name} {total}")
    return text.format(name=name, total=total)
