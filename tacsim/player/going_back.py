"""Going back: why nothing can be taken back, and the earlier choices that can be gone on from."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tacsim.core.agenda import Decision
from tacsim.core.events import Answered, Declined, Took
from tacsim.core.intents import Decline, Intent, Take
from tacsim.core.world import World
from tacsim.i18n import N_, _, translate
from tacsim.player.game import Game
from tacsim.session.perception import Memory
from tacsim.session.session import NOTHING, OTHERS, SEEN, Session
from tacsim.storage.branch import Branch
from tacsim.storage.execution import intent_of
from tacsim.view.wording.intended import intended
from tacsim.view.wording.reasons import UNDONE

MOST = 200
"""The most choices that are offered to go back to."""


@attrs.frozen
class Choice:
    """A decision that a person made: ``what`` was chosen after ``at`` intents.

    ``now``: whether it belongs to the turn under way.
    """

    at: int
    round: int
    what: str
    now: bool


def choices(
    game: Game, world: World, people: Sequence[str], memory: Memory | None, turn: int
) -> list[Choice]:
    """The decisions that people made, last first; none where nothing is saved.

    With a ``memory`` only those of its side. ``turn``: the intents of the turn under way.
    """
    if game.journal is None:
        return []
    branch, found = game.journal.saved.current, list[Choice]()
    sides, known = (people, None) if memory is None else ([memory.side], memory.known)
    for index in range(branch.intents, 0, -1):
        mark, intent = branch.mark(index - 1), intent_of(branch, index)
        if intent is None or mark.turn is None or world[mark.turn].side not in sides:
            continue
        if known is not None and isinstance(intent, Decline):
            continue  # it may have been given unasked, and would reveal an unseen creature
        what = intended(world, intent, known, _decision(game, branch, index, intent))
        found.append(Choice(index - 1, mark.round, what, now=index > branch.intents - turn))
        if len(found) == MOST:
            break
    return found


def _decision(game: Game, branch: Branch, index: int, intent: Intent) -> Decision | None:
    """Which choice an entry was for, None where that is not known: its events tell of answers."""
    since = index - 1 - branch.intents + len(game.session.intents)
    if since >= 0:
        return game.session.decisions[since]
    if game.past is None or not isinstance(intent, Take | Decline):
        return None
    past = game.past
    for entry in past[past.position_of(index) : past.position_of(index + 1)]:
        told = entry.event
        if isinstance(told, Answered) and told.actor == intent.actor:
            return Decision(told.actor, told.about, told.question)
        if isinstance(told, Took | Declined) and told.actor == intent.actor:
            return Decision(told.actor, told.against, "opportunity")
    return None


def why_not(session: Session, name: str, memory: Memory | None, *, fresh: bool) -> str:
    """Why nothing can be taken back, as far as a side may know.

    ``name``: of the creature whose turn it is; ``fresh``: nothing has been done in it yet.
    """
    reason = UNDONE[NOTHING if fresh else session.undo or NOTHING]
    if reason in (UNDONE[OTHERS], UNDONE[SEEN]) and memory is not None:
        reason = N_("What was done can no longer be taken back.")  # not: by whom it was seen
    return translate(reason).format(name=name)


def gone_back(name: str, memory: Memory | None) -> str:
    """That a branch has been begun; by its name only where no fog hides how far others are."""
    if memory is not None:
        return _("You go on from there as a branch; what happened stays in the save.")
    text = _('You go on as the branch "{name}"; what happened stays in the save.')
    return text.format(name=name)
