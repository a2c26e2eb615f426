"""Branches: the ways that a saved battle took, each from a decision of another one on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tacsim.core.intents import Intent
from tacsim.i18n import _
from tacsim.storage.codec import read_intent
from tacsim.storage.payloads import Mark

NAMES = 60
"""The most characters of a branch's name."""

FIRST = "main"
"""What the first branch is called in files and JSON until somebody gives it another name."""

MAX_BRANCHES = 1000
"""The most branches of a save."""


@attrs.frozen
class Step:
    """An accepted intent, as plain data, and the battle after it; None: the battle's beginning."""

    plain: Any
    mark: Mark

    @property
    def intent(self) -> Intent | None:
        """The intent, None for the beginning; CodecError where the plain data is none."""
        return None if self.plain is None else read_intent(self.plain)


@attrs.frozen
class Piece:
    """A payload that waits to be read.

    Of events: those of the ``start``-th to before the ``end``-th entry of a branch, its beginning
    being the first entry, each step one more. Of keyframes: the state after ``end`` entries.
    """

    start: int
    end: int
    payload: bytes


@attrs.define(eq=False)
class Branch:
    """A way that a battle took, from where it leaves its parent.

    Its entries are the beginning and the steps, those of its parent before the fork included;
    ``first`` is how many of them are the parent's, ``own`` are the others. ``dropped``: deleted by
    the player.
    """

    number: int
    name: str
    controllers: Mapping[str, str]
    fingerprint: str
    created: str = ""
    program: str = ""
    parent: Branch | None = None
    first: int = 0
    own: list[Step] = attrs.field(factory=list)
    events: list[Piece] = attrs.field(factory=list)
    keyframes: list[Piece] = attrs.field(factory=list)
    dropped: bool = False

    @property
    def called(self) -> str:
        """Its name as people read it: that of the first branch in their language."""
        return _("main") if self.name in ("", FIRST) and self.number == 0 else self.name

    @property
    def length(self) -> int:
        """How many entries there are; 0 before the battle has begun."""
        return self.first + len(self.own)

    @property
    def intents(self) -> int:
        """How many intents there are from the beginning of the battle on."""
        return max(self.length - 1, 0)

    @property
    def last(self) -> Mark | None:
        """The battle as the branch leaves it; None before it began."""
        return self.mark(self.length - 1) if self.length else None

    @property
    def recorded_to(self) -> int:
        """Up to which entry its own events are recorded."""
        return max((piece.end for piece in self.events), default=self.first)

    @property
    def lineage(self) -> list[Branch]:
        """The branches that it comes from, the first one first, and itself."""
        found, branch = [self], self.parent
        while branch is not None:
            found.append(branch)
            branch = branch.parent
        return found[::-1]

    def mark(self, index: int) -> Mark:
        """The battle after an entry; IndexError."""
        return self.step(index).mark

    def intent(self, index: int) -> Intent | None:
        """The intent of an entry, None for the beginning; CodecError where it is none."""
        return self.step(index).intent

    def step(self, index: int) -> Step:
        """An entry; IndexError."""
        if not 0 <= index < self.length:
            raise IndexError(index)
        branch = self
        while index < branch.first:
            assert branch.parent is not None
            branch = branch.parent
        return branch.own[index - branch.first]

    def recorded(self) -> Iterator[Piece]:
        """The events that were recorded, in order and without gaps from the first entry on."""
        reached = 0
        for branch, end in self.stretches():
            for piece in branch.events:
                if piece.start == reached and piece.start < end:
                    reached = min(piece.end, end)
                    yield attrs.evolve(piece, end=reached)

    def states(self) -> list[Piece]:
        """The keyframes in order."""
        return [
            piece
            for branch, end in self.stretches()
            for piece in branch.keyframes
            if piece.end <= end
        ]

    def stretches(self) -> Iterator[tuple[Branch, int]]:
        """Each branch on the way, and up to which entry it belongs to it."""
        lineage = self.lineage
        ends, end = [self.length], self.length
        for child in reversed(lineage[1:]):  # a branch may leave before its parent does
            end = min(end, child.first)
            ends.append(end)
        yield from zip(lineage, reversed(ends), strict=True)

    def shorten(self, length: int) -> None:
        """Take back what is behind so many entries."""
        del self.own[length - self.first :]
        self.events = [
            attrs.evolve(piece, end=min(piece.end, length))
            for piece in self.events
            if piece.start < length
        ]
        self.keyframes = [piece for piece in self.keyframes if piece.end <= length]
