"""The card that tells what the commander would do in a turn; the board shows it as a plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import ClassVar

from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.widgets import OptionList

from tacsim.api.thinking import Weighing
from tacsim.app.battle.cards.weighing import WeighingCard, values_text
from tacsim.app.shell.frame import in_front
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, known_as
from tacsim.player.acting.advice import Idea, ideas, planned, stands
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview


class AdviceCard(WeighingCard[Idea]):
    """Answers with the idea that is taken over; while it is open the board shows each plan.

    ``weigh``: what weighs the turn, in a thread; ``show``: has the board show a plan, None for what
    stood there before.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "take", N_("take over")),
        ("down,j", "move(1)", N_("next")),
        ("up,k", "move(-1)", N_("previous")),
        ("J", "hurry", N_("hurry")),
        ("escape,q,A", "close", N_("back")),
    ]

    def __init__(
        self,
        now: Now,
        actor: str,
        weigh: Callable[[Event], Weighing],
        show: Callable[[Preview | None], None],
    ) -> None:
        super().__init__()
        self._now = now
        self._actor = actor
        self._weigh = weigh
        self._show = show
        self._plans: list[Preview] = []
        self._taken: Preview | None = None

    def heading(self) -> str:
        """Whose turn it is about."""
        name = known_as(self._now.battle.world[self._actor].name)
        return _("What the commander would do as {name}").format(name=name)

    def thinking(self) -> str:
        """That it takes a while."""
        return _("It thinks ... Enter has it say what it has found so far, Escape leaves it.")

    def foot(self) -> str:
        """What the values mean, why the first is the first, and the keys."""
        keys = _("Enter takes an idea over as your plan, Escape goes back.")
        return " ".join(filter(None, [values_text(), stands(self.ideas), keys]))

    def weigh(self, haste: Event) -> Sequence[Idea]:
        """The ideas, each with its plan, on a battle of their own."""
        planner = self._now.selection.planner
        if planner is None:
            return ()
        apart = Planner(planner.battle.fork(), self._actor)
        memory = self._now.memory
        found = ideas(apart.battle, self._weigh(haste), None if memory is None else memory.known)
        self._plans = [planned(apart, one.intent) for one in found]
        return found

    def about(self) -> list[Body]:
        """Whose turn it is, and where the plan leads."""
        world, at = self._now.battle.world, self.at
        found = [world[self._actor].body]
        plan = self._plans[at] if at is not None else None
        if plan is not None and plan.legs:
            found.append(plan.legs[-1].body)
        if plan is not None and plan.target is not None:
            found.append(world[plan.target].body)
        return found

    def pointed(self, idea: int) -> None:
        """Show the plan on the board."""
        self._show(self._plans[idea])

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Take over the idea clicked."""
        self.action_take()

    def action_take(self) -> None:
        """Take over the idea pointed at; while it thinks, have it say what it has."""
        if self.at is None:
            self.action_hurry()
        else:
            self._taken = self._plans[self.at]
            self.dismiss(self.ideas[self.at])

    def dismiss(self, result: Idea | None = None) -> AwaitComplete:
        """Close it; without an answer the board shows what it did before."""
        self._show(self._taken)
        return super().dismiss(result)
