"""The battle as it is shown, a few events behind the session.

A session comes to the next decision at once; players want to see the steps in between. A playback
keeps a copy of the battle and applies the same events to it one by one, so that each state drawn is
one that the battle went through. It also keeps what each side has seen on the way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from tacsim.core.apply import apply
from tacsim.core.events import Entry
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory


class Playback:
    """The shown battle, the events still to be shown, and what each side has seen.

    ``memories`` may hold what sides remember from before, for a battle that is resumed.
    """

    def __init__(self, battle: Battle, memories: dict[str, Memory] | None = None) -> None:
        self.battle = battle.fork()
        self.waiting: deque[Entry] = deque()
        self.memories: dict[str, Memory] = {}
        for side in battle.world.sides.items:
            memory = self.memories[side.id] = Memory(self.battle, side.id)
            if memories and side.id in memories:
                memory.recall(memories[side.id].gathered)

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self.waiting)

    def take(self, entries: Iterable[Entry]) -> None:
        """Events to be shown next."""
        self.waiting.extend(entries)

    def show_next(self) -> Entry:
        """Bring the shown battle up to date with the next event."""
        entry = self.waiting.popleft()
        apply(self.battle.world, entry.event)
        for memory in self.memories.values():
            memory.take_in(entry)
        return entry

    def go_back(self, battle: Battle) -> None:
        """Show the battle as it was before what has been taken back; nothing may be waiting."""
        self.battle.world.restore(battle.world.state)
        for memory in self.memories.values():
            memory.update()
