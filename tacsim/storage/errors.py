"""What goes wrong with saves, in one line that names file, place and reason."""

from __future__ import annotations

from pathlib import Path

from tacsim.content.faults import ContentError, Fault
from tacsim.i18n import _, reason


def clean(text: str, most: int = 200) -> str:
    r"""Text out of a file, harmless on a terminal: one line, no control characters.

    >>> clean("\x1b[31mred")
    '?[31mred'
    """
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else "?" for c in cut)


class CodecError(ValueError):
    """Plain data that is no intent, event or component, or bytes that are no plain data."""

    def __init__(self, reason: str) -> None:
        super().__init__(clean(reason))


class SaveError(ContentError):
    """A save that cannot be read, written or gone on with.

    >>> print(SaveError("a.tacsim", "is not a save", "byte 0"))
    a.tacsim: byte 0: is not a save
    """

    def __init__(self, file: Path | str, reason: str, place: str = "") -> None:
        self.file = str(file)
        self.place = place
        self.reason = clean(reason)
        super().__init__([Fault(self.file, 0, place, self.reason)])
        self.args = (self.file, reason, place)

    def __str__(self) -> str:
        parts = (clean(self.file, 1000), self.place, self.reason)
        return ": ".join(part for part in parts if part)

    @property
    def short(self) -> str:
        """The same with the name of the file alone, for a notice."""
        parts = (clean(Path(self.file).name), self.place, self.reason)
        return ": ".join(part for part in parts if part)


class LockedError(SaveError):
    """Another program has the save open for writing."""


def unwritable(path: Path, error: OSError) -> SaveError:
    """What to raise where a file cannot be written."""
    return SaveError(path, _("cannot be written: {reason}").format(reason=reason(error)))
