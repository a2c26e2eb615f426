"""Statblocks: other people's monsters as entries of a bestiary."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

from tacsim.api.distances import known
from tacsim.content.faults import ContentError, Fault
from tacsim.content.statblocks import LIMIT, Converted, convert
from tacsim.i18n import _, reason
from tacsim.rulesets import RULESETS, content

STANDARD_INPUT = "-"


def read_statblocks(file: str, ruleset: str) -> Converted:
    """The entries that a ruleset gets of all statblocks in a file, or in standard input (``-``).

    Errors: ContentError for a file that cannot be used, ValueError for an unknown ruleset.
    """
    readers = [name for name in RULESETS if content(name).book.statblocks]
    if not ruleset:
        words = _("it has to be said whose bestiary it is for: --ruleset {names}")
        raise ValueError(words.format(names="|".join(readers)))
    known(_("ruleset"), ruleset, readers)
    if file == STANDARD_INPUT:
        return convert(sys.stdin.buffer.read(LIMIT + 1), ruleset, "stdin")
    path = Path(file)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ContentError([Fault(file, 0, "", _("is not an ordinary file"))])
        with path.open("rb") as stream:
            data = stream.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        words = _("cannot be read: {reason}").format(reason=reason(error))
        raise ContentError([Fault(file, 0, "", words)]) from None
    return convert(data, ruleset, path.name)


__all__ = ["Converted", "read_statblocks"]
