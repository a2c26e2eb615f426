"""Transcript: a fight on standard output, as JSON lines or as lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tacsim import events
from tacsim.cli.calls import put
from tacsim.i18n import _
from tacsim.view.wording.narration import LogLine, narrate

if TYPE_CHECKING:
    from tacsim.api.playing import World


class Transcript:
    """Prints entries as they come; JSON lines are numbered from 0 in the order of printing."""

    def __init__(self, *, machine: bool) -> None:
        self._machine = machine
        self._printed = 0

    def show(self, entries: Sequence[events.Entry], world: World) -> None:
        """Print a batch of events, after which the world is so: as JSON, or lines of the log."""
        if not self._machine:
            for line in narrate(entries, world):
                put_line(line)
            return
        for entry in entries:
            if entry.event.PUBLIC:
                put(events.record(entry.event, self._printed, entry.round))
                self._printed += 1


def put_line(line: LogLine) -> None:
    """A line of the log, its clauses at the end."""
    cited = f"  [{', '.join(line.clauses)}]" if line.clauses else ""
    place = _("R{round}").format(round=line.round)
    click.echo(f"{place:>4} {line.text}{cited}")
