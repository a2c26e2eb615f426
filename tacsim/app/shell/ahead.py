"""Keys that are typed ahead: kept while a full screen is being made, and done when it stands."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.events import Key
from textual.screen import Screen

from tacsim.app.shell.frame import Frame, GameScreen


class TypedAhead:
    """The keys that came while the full screen in front was not ready, to be done in order.

    Those too that came behind the Enter by which something is chosen on a card.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._keys: list[Key] = []
        self._behind: Screen[Any] | None = None
        """The card on which something was being chosen when they came."""

    @property
    def _top(self) -> Screen[Any] | None:
        """The screen or card in front."""
        stack = self._app.screen_stack
        return stack[-1] if stack else None

    @property
    def _front(self) -> Frame[Any] | None:
        """The full screen in front, for which keys are kept; None where a card is."""
        front = self._top
        return front if isinstance(front, Frame) and not front.IN_BETWEEN else None

    @property
    def held(self) -> bool:
        """Whether the full screen in front is being made or closed, or a card is chosen on."""
        front = self._front
        if front is not None:
            return not front.ready
        card = self._top
        return isinstance(card, GameScreen) and not isinstance(card, Frame) and card.chooses

    def holds(self, key: str) -> bool:
        """Whether a key has to wait."""
        return self.held and not (self._front is not None and self._front.takes_already(key))

    async def keeps(self, event: Key) -> bool:
        """Keep a key that comes now, if it has to wait; keys that count everywhere do not.

        With one that does not have to, those that do are dropped: it may lead elsewhere.
        """
        if not self.held and not (self._keys and self._front is not None):
            return False
        if self.held and not self.holds(event.key):
            self.drop()
            return False
        if not await self._app._check_bindings(event.key, priority=True):
            self.keep(event)
        return True

    def keep(self, event: Key) -> None:
        """Keep a key."""
        self._behind = None if self._front is not None else self._top
        self._keys.append(event)

    def drop(self) -> None:
        """Do nothing of what was typed."""
        self._keys.clear()

    def take(self) -> None:
        """Do what was typed as soon as may be; where it has to wait yet, this comes again."""
        if self._keys and not self.held:
            self._app.call_later(self._take)

    async def _take(self) -> None:
        """Do what was typed, in order; what a card comes before was not meant for it."""
        while self._keys and not self.held:
            if self._front is None:
                if self._top is self._behind:  # nothing was chosen: they are for the card
                    for event in self._keys:
                        self._app.post_message(Key(event.key, event.character))
                self._keys.clear()
                return
            first = min(self._keys, key=lambda event: event.time)
            self._keys.remove(first)
            if not await self._app._check_bindings(first.key, priority=True):
                await self._app._check_bindings(first.key)
