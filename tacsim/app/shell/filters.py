"""What is done to every line of the screen just before it is shown."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tacsim.view.graphics import in_ascii


class AsciiSigns(LineFilter):
    """Puts ASCII in the place of signs, bars and frames, column for column.

    Letters stay: names, and the words of other languages.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A line with other signs."""
        return [segment._replace(text=segment.text.translate(in_ascii())) for segment in segments]


__all__ = ["AsciiSigns"]
