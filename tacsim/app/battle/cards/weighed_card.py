"""The card that tells what an opponent weighed before it did something."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from tacsim.api.thinking import Thinker
from tacsim.app.battle.cards.weighing import WeighingCard, values_text
from tacsim.app.widgets.lines import Lines
from tacsim.core.agenda import Decision
from tacsim.core.world import World
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, known_as
from tacsim.player.acting.advice import Idea, ideas, stands
from tacsim.player.record.deeds import Deed, chief
from tacsim.view.wording.intended import done

MOST = 6
"""Ideas that are listed, besides what was done."""


class WeighedCard(WeighingCard[None]):
    """Weighs again what led to a deed; left and right lead to others of the same creature.

    ``world``: as it is shown; ``thinker``: what weighs, in a thread.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,l", "other(1)", N_("next decision")),
        ("left,h", "other(-1)", ""),
        ("down,j", "move(1)", N_("next")),
        ("up,k", "move(-1)", ""),
        ("J", "hurry", N_("hurry")),
        ("escape,q,w,enter", "close", N_("close")),
    ]

    def __init__(self, world: World, deeds: Sequence[Deed], thinker: Thinker) -> None:
        super().__init__()
        self._world = world
        self._deeds = deeds
        self._thinker = thinker
        self._n = chief(deeds)
        self._decision: Decision | None = None
        """For which the deed was decided, once that is known."""

    @property
    def deed(self) -> Deed:
        """What it tells about."""
        return self._deeds[self._n]

    def heading(self) -> str:
        """What was done."""
        name, what = (
            known_as(self._world[self.deed.actor].name),
            done(self._world, self.deed.intent, decision=self._decision),
        )
        return _("Why {name} did this: {what}").format(name=name, what=what)

    def thinking(self) -> str:
        """That it takes a while."""
        return _("It is weighed again ... J says what is found so far, Escape leaves it.")

    def foot(self) -> str:
        """Whose thoughts these are, what the values mean, and the keys."""
        said = [_("* is what it did.")]
        if not self.deed.weighs:
            said.append(_("It weighs nothing itself: these are the commander's values."))
        said += [values_text(), *filter(None, [stands(self.ideas)])]
        if len(self._deeds) > 1:
            text = _("Decision {n} of {all}: left and right lead to the others.")
            said.append(text.format(n=self._n + 1, all=len(self._deeds)))
        return " ".join(said)

    def weigh(self, haste: Event) -> Sequence[Idea]:
        """What was weighed."""
        deed = self.deed
        battle = deed.before()
        decision = self._decision = battle.decision
        if decision is None or decision.actor != deed.actor:
            return ()
        weighing = self._thinker.weigh(deed.task(battle, decision), haste)
        return ideas(battle.fork(), weighing, made=deed.intent, most=MOST)

    def fill(self) -> None:
        """Name the deed in the words of its question, too."""
        self.query_one("#heading", Lines).put(Content(self.heading()))
        super().fill()

    def about(self) -> list[Body]:
        """Who did it."""
        return [self._world[self.deed.actor].body]

    def action_other(self, by: int) -> None:
        """Tell about the next decision, or the one before."""
        other = self._n + by
        if 0 <= other < len(self._deeds):
            self._n, self._decision = other, None
            self.begin()
