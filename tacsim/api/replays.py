"""Replays: a saved battle, decision by decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from tacsim.api.battle import Battle, Origin, Past
from tacsim.api.distances import known
from tacsim.core.intents import Intent
from tacsim.export.lines import records
from tacsim.export.watching import Account, batches
from tacsim.i18n import _, ngettext
from tacsim.storage.atomic import writable, write_whole
from tacsim.storage.resume import restore_session
from tacsim.storage.saved import Saved, read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import Verdict, verify
from tacsim.view.wording.narration import LogLine


class Replay:
    """A saved battle: iterating gives its events as JSON lines have them.

    ``path``: of the save; ``branch``: by name or number, else the one played last; ``side``: only
    what it could see. Nothing is written. Errors: SaveError, a ContentError, for what is no save;
    of a damaged one the intact beginning is shown, and ``lost`` says what is gone; ValueError for a
    side that there is not.
    """

    def __init__(
        self, path: Path | str | Saved, branch: str | None = None, side: str | None = None
    ) -> None:
        self.saved = path if isinstance(path, Saved) else read(path)
        self.lost = self.saved.lost
        self._timeline = Timeline(self.saved, self.saved.branch(branch) if branch else None)
        if side is not None:
            known(_("side"), side, [each.id for each in self.saved.scenario.sides])
        self.side = side

    @property
    def branches(self) -> tuple[str, ...]:
        """The names of the branches, empty for the first as long as nobody has named it."""
        return tuple(branch.name for branch in self.saved.branches if not branch.dropped)

    @property
    def doubt(self) -> str:
        """Why what is shown may not be what was (other rules, for one); empty for no reason."""
        return self._timeline.doubt

    @property
    def diverges(self) -> bool:
        """Whether today's rules lead elsewhere, where events were not saved."""
        return self._timeline.divergence is not None

    @cached_property
    def _account(self) -> Account:
        header, way = self.saved.header, self._timeline.branch
        created = way.created or header.created
        return Account(self._timeline, header.name, created, dict(way.controllers), self.side)

    def __len__(self) -> int:
        """How many intents were carried out."""
        return self._timeline.branch.intents

    @property
    def moments(self) -> int:
        """How many events people are told of; the moments to go to are 0 to this."""
        return self._account.last

    def intents(self) -> Iterator[Intent]:
        """What was decided, in order."""
        branch = self._timeline.branch
        for index in range(1, branch.length):
            intent = branch.intent(index)
            assert intent is not None
            yield intent

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return records(self._account)

    def log(self) -> Iterator[LogLine]:
        """What happened in sentences, each with ``round``, ``text`` and ``clauses``."""
        for lines in batches(self._account):
            yield from lines

    @property
    def end(self) -> Battle:
        """The battle where the branch ends, to be gone on with.

        Errors: SaveError where today's rules do not lead there.
        """
        return self.at(len(self))

    def at(self, intents: int) -> Battle:
        """The battle after so many intents, to be gone on with; 0: at the first decision.

        Errors: IndexError for more than there are; SaveError where today's rules do not lead there.
        """
        if not 0 <= intents <= len(self):
            many = ngettext("there is {n} intent", "there are {n} intents", len(self))
            raise IndexError(many.format(n=len(self)))
        session = restore_session(self._timeline, {}, intents)
        saved, past = self.saved, None
        for index in range(min(intents + 1, self._timeline.branch.length)):
            first, last = (self._timeline.position_of(n) for n in (index, index + 1))
            events = tuple(entry.event for entry in self._timeline[first:last])
            past = Past(past, self._timeline.branch.intent(index), events)
        switches = None if saved.switches == dict(saved.scenario.switches) else saved.switches
        origin = Origin(saved.scenario, saved.header.seed, switches, saved.header.fog)
        return Battle(session.battle, origin, past)

    def verify(self) -> Verdict:
        """Carry everything out again: ``ok``, or the first ``difference`` of events and dice."""
        return verify(self.saved, self._timeline.branch)

    def export(self, form: str, **options: Any) -> str:
        """The battle as something to share.

        ``form``: "cast" (a recording of a terminal, with ``size=(columns, rows)`` and ``speed``),
        "text", "jsonl", "svg" (a picture ``at`` a moment) or "html" (a page, with ``at`` and
        ``speed``). Errors: KeyError for another form.

        >>> import tacsim, tempfile
        >>> path = tacsim.load("ogre_bridge", seed=7).save(f"{tempfile.mkdtemp()}/fight.tacsim")
        >>> tacsim.replay(path).export("html")[:9]
        '<!DOCTYPE'
        """
        # Each form is imported by itself: that of a picture draws, that of a text does not.
        if form == "svg":
            from tacsim.export.picture import picture

            return picture(self._account, **options)
        if form == "html":
            from tacsim.export.page import page

            return page(self._account, **options)
        if form == "cast":
            from tacsim.export.cast import cast

            lines = cast(self._account, **options)
        elif form == "text":
            from tacsim.export.chronicle import chronicle

            lines = chronicle(self._account)
        elif form == "jsonl":
            from tacsim.export.lines import lines as events

            lines = events(self._account)
        else:
            raise KeyError(form)
        return "".join(f"{line}\n" for line in lines)


def screen_size(text: str) -> tuple[int, int]:
    """The columns and rows of a recording's terminal; ValueError with the bounds.

    >>> screen_size("120x36")
    (120, 36)
    """
    from tacsim.export.cast import LEAST, MOST

    found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if all(low <= n <= high for low, n, high in zip(LEAST, size, MOST, strict=True)):
        return size
    words = _("{text} is no size: write columns x rows, from {least} to {most}")
    least, most = (f"{columns}x{rows}" for columns, rows in (LEAST, MOST))
    raise ValueError(words.format(text=repr(text[:40]), least=least, most=most))


def replay(path: Path | str, branch: str | None = None, side: str | None = None) -> Replay:
    """A saved battle to be looked at: :class:`Replay`."""
    return Replay(path, branch, side)


__all__ = ["Replay", "replay", "screen_size", "writable", "write_whole"]
