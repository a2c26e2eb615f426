"""The seat at the keys of a game: who sits there, what is shown there, known and pointed at."""

from __future__ import annotations

from itertools import islice

from tacsim.core.events import TurnStarted
from tacsim.grid.cells import Body
from tacsim.player.game import Game
from tacsim.player.pointing.selection import Selection
from tacsim.player.record.absence import Absence, Missed, absence, last_choice
from tacsim.player.record.battle_log import BattleLog, turns
from tacsim.player.record.deeds import Deeds
from tacsim.player.record.past_log import PastLog
from tacsim.player.record.playback import Playback
from tacsim.session.perception import Memory
from tacsim.view.wording.narration import LogLine

RECAP = 200
"""Lines of the log in which what the others did is looked for."""


class Seat:
    """A game as the people at its keys meet it.

    ``people``: the sides that people play; ``viewer``: the side at the keys, None while several
    take turns and nobody has been asked; ``selection``: what is pointed at; ``deeds``: what each
    creature decided last.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        session = game.session
        sides = session.battle.world.sides.items
        self.people = tuple(side.id for side in sides if side.id not in session.controllers)
        self.playback = Playback(game.opening, session.onlookers.memories)
        past = PastLog(game.past) if game.past is not None else None
        self.log = BattleLog(self.playback, past, session.past)
        self._show_what_happened()
        self.battle = self.playback.battle
        self.selection = Selection(self.battle)
        self.deeds = Deeds(session, game.controllers)
        self.viewer: str | None = self.people[0] if len(self.people) == 1 else None
        self.recap: list[LogLine] = []
        """What the others did before the turn under way, as the viewer may read it."""
        self.first = True
        """Whether that turn is the first of the viewer's side."""
        self._had_turns: set[str] = set()
        """The sides of which a turn has come."""
        self._from: dict[str, int] = {}
        """The number of the first event after a side's last turn, by side."""
        self._left: dict[str, Absence] = {}
        """The battle as the player of each side last saw it, by side."""

    def _show_what_happened(self) -> None:
        """Show at once all that has happened in the session so far."""
        for batch in turns(self.game.session.entries):
            self.playback.take(batch)
            self.log.take(batch)
            while self.playback.busy:
                self.log.shown(self.playback.show_next())

    @property
    def over(self) -> bool:
        """Whether the battle is over as far as it has been shown."""
        return self.battle.world.outcome.over

    @property
    def memory(self) -> Memory | None:
        """What the viewer knows; None where everything may be seen."""
        if not self.battle.fog or self.viewer is None or self.over:
            return None
        return self.playback.memories[self.viewer]

    @property
    def reader(self) -> str | None:
        """The side as which the log is read; None for all of it."""
        return None if self.memory is None else self.viewer

    def lines(self, most: int | None = None) -> list[LogLine]:
        """The last ``most`` lines of the log at least, None for all, as the viewer may read it."""
        return self.log.lines(self.reader, most)

    def knows(self, creature: str) -> bool:
        """Whether the viewer knows of a creature."""
        return self.memory is None or creature in self.memory.known

    @property
    def _happened(self) -> int:
        """How many events have happened in all."""
        return self.game.session.past + len(self.game.session.entries)

    def others_act(self, side: str) -> None:
        """A side decides: what happens from now on is news to the other sides that people play."""
        for person in self.people:
            if person != side:
                self._from.setdefault(person, self._happened)

    def turn_goes_on(self, side: str) -> None:
        """The viewer's side goes on with its turn: what was answered to its acts is no news."""
        self._from.pop(side, None)

    def turn_comes(self, side: str) -> None:
        """The viewer's side has a turn: what the others did is its recap, until its next one."""
        self.recap = self.done_since(self._from.pop(side, self._happened))
        self.first = side not in self._had_turns and self._turns_begun(side) < 2
        self._had_turns.add(side)

    def _turns_begun(self, side: str) -> int:
        """How many turns of a side's creatures have begun, 2 for any more."""
        session, past = self.game.session, self.game.past
        before = () if past is None else past[: session.past]
        begun = (e.event.actor for e in (*before, *session.entries)
                 if isinstance(e.event, TurnStarted))  # fmt: skip
        mine = (name for name in begun if self.battle.world[name].side == side)
        return len(tuple(islice(mine, 2)))

    def reworded(self) -> None:
        """The language has changed: the recap is told again."""
        told = {(line.number, line.tone, line.actor) for line in self.recap}
        lines = self.lines(RECAP)
        self.recap = [one for one in lines if (one.number, one.tone, one.actor) in told]

    def done_since(self, number: int) -> list[LogLine]:
        """What has been done since an event, as the viewer may read it."""
        since = (line for line in self.lines(RECAP) if line.number >= number)
        return [line for line in since if line.tone not in ("round", "turn")]

    def where(self, line: LogLine) -> Body | None:
        """Where the creature is of which a line tells, or was last; None where that is unknown."""
        if line.actor and self.knows(line.actor):
            return self.battle.world[line.actor].body
        return line.place

    # --- taking turns at the keys -------------------------------------------------------------

    def away(self, side: str) -> Missed | None:
        """What a side could see since its player last looked; None where nothing is hidden.

        What the player at the keys knows is kept for when that player comes back.
        """
        session = self.game.session
        fresh = not session.intents and self.game.past is None
        if not self.battle.fog or fresh:
            return None
        missed = self._missed(side)
        if self.viewer is not None:
            memory = self.playback.memories[self.viewer]
            self._left[self.viewer] = absence(self.battle, self._happened, memory)
        return missed

    def _missed(self, side: str) -> Missed:
        session, past = self.game.session, self.game.past
        since = self._left.get(side)
        if since is None and past is not None and past.length:
            since = last_choice(past, side)
        if since is None:
            opening = self.game.opening
            since = absence(opening, session.past, Memory(opening, side))
        entries = session.entries[max(since.number - session.past, 0) :]
        if past is not None and since.number < session.past:
            entries = [*past[since.number : session.past], *entries]
        return Missed(side, since, entries)
