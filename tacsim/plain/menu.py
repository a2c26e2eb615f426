"""Menus: numbered lines, a page at a time, of which one is chosen or which words cut down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

import attrs

from tacsim.api.battle import Option
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.i18n.hangul import holds

PAGE = 20
"""The most lines that are read out at once."""


@attrs.frozen(eq=False, slots=False)
class Line:
    """A line of a menu: its words, and the option that it stands for or the menu that it opens.

    ``said``: the words, or what makes them, which may take a while, when they are first wanted;
    ``more``: other ways to do the same, as a menu; ``words``: by which it is found besides;
    ``refusal``: why what it tells of cannot be done; ``after``: the creature whose turn is waited
    for, which is answered beforehand.
    """

    said: str | Callable[[], str]
    option: Option | None = None
    opens: Callable[[], Menu] | None = None
    more: Callable[[], Menu] | None = None
    words: str = ""
    refusal: Refused | None = None
    after: str | None = None

    @cached_property
    def text(self) -> str:
        """Its words."""
        return self.said if isinstance(self.said, str) else self.said()

    def answers(self, wanted: Iterable[str]) -> bool:
        """Whether all of some words occur in it."""
        text = f"{self.text} {self.words}".lower()
        return all(holds(text, word) for word in wanted)


@attrs.frozen(eq=False)
class Menu:
    """Lines under a heading. ``places``: whether a cell or a direction is an answer to it too.

    ``first``: the number of the first line on the page that is read out; ``asks``: what a lesson
    may wait for that is asked for with it.
    """

    heading: str
    lines: tuple[Line, ...]
    places: Places | None = None
    first: int = 0
    asks: str = ""

    def page(self) -> Iterator[str]:
        """The page in words, each line as it is made."""
        if self.heading:
            yield self.heading
        shown = self.lines[self.first : self.first + PAGE]
        for n, line in enumerate(shown, self.first + 1):
            yield f"{n}. {line.text}"
        left = len(self.lines) - self.first - len(shown)
        if left:
            yield _("+ for {n} more, or type words to look for").format(n=left)

    def turned(self) -> Menu:
        """The next page, after the last the first again."""
        first = self.first + PAGE
        return attrs.evolve(self, first=first if first < len(self.lines) else 0)

    def with_words(self, wanted: list[str]) -> Menu | None:
        """The lines in which some words occur, in opened menus too; None where there are none."""
        found = tuple(_found(self.lines, wanted))
        if not found:
            return None
        return Menu(_("{n} with: {words}").format(n=len(found), words=" ".join(wanted)), found)

    def opened_by(self, text: str) -> Callable[[], Menu] | None:
        """The menu behind its only line, or behind the only one that begins with a text."""
        found = [line for line in self.lines if line.text.lower().startswith(text)]
        alone = self.lines if len(self.lines) == 1 else found
        return alone[0].opens if len(alone) == 1 else None


Places: TypeAlias = Callable[[Cell], Menu | Refused]
"""What is possible at a cell: a menu, of one line where there is one way; or why nothing is."""


def _found(lines: Iterable[Line], wanted: list[str]) -> Iterator[Line]:
    """The lines with some words; of one that opens a list of acts those in it, if there are any.

    Other ways to do what a line says are left out where the line itself has the words.
    """
    for line in lines:
        inner: list[Line] = []
        menu = line.opens() if line.opens is not None else None
        if menu is not None and not (menu.places is not None and line.answers(wanted)):
            inner += _found(menu.lines, wanted)
        if line.answers(wanted) and (line.opens is None or not inner):
            yield line
        elif line.more is not None:
            inner += _found(line.more().lines, wanted)
        yield from inner
