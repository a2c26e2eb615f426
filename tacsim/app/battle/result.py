"""The end of a battle: who won, who stands, and what to do next."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.menu import Menu
from tacsim.i18n import N_, _, ngettext
from tacsim.player.seat import Seat
from tacsim.view.goals import met
from tacsim.view.words import victory


class ResultCard(Card[str]):
    """Answers "replay", "again", "board" or "leave"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("r", "answer('replay')", N_("watch it again")),
        ("a", "answer('again')", N_("fight again")),
        ("b,escape", "answer('board')", N_("look at the board")),
        ("q", "answer('leave')", N_("leave")),
    ]
    DEFAULT_CSS = """
    ResultCard #standing { height: auto; margin: 0 0 1 0; }
    ResultCard OptionList { height: auto; background: $surface; }
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._battle = seat.battle
        self._saved = seat.game.save is not None

    def heading(self) -> str:
        """Who won."""
        world = self._battle.world
        winner = world.outcome.winner
        if winner is None:
            return _("The battle ends undecided")
        return victory(world.sides[winner].name)

    def body(self) -> ComposeResult:
        """How long it took, who stands, and what to do next."""
        yield Static(Content("\n".join(self._lines())), id="standing")
        choices = [
            ("replay", _("Watch it again"), "r"),
            ("again", _("Fight again, with other dice"), "a"),
            ("board", _("Look at the board"), "b"),
            ("leave", _("Leave"), "q"),
        ]
        if not self._saved:
            choices = choices[1:]
        yield Menu(
            *(
                Option(Content.assemble((f" {key}  ", "bold $accent"), text), id=what)
                for what, text, key in choices
            )
        )

    def _lines(self) -> list[str]:
        world = self._battle.world
        rounds = world.clock.round
        lines = [ngettext("It took {n} round.", "It took {n} rounds.", rounds).format(n=rounds)]
        lines[:0] = filter(None, [met(world)])
        for side in world.sides.items:
            members = [c for c in world.creatures if c.side == side.id]
            up = [c.name for c in members if self._battle.able(c)]
            text = _("{side}: {up} of {all} standing").format(
                side=side.name, up=len(up), all=len(members)
            )
            lines.append(f"{text} ({', '.join(up)})" if up else text)
        return lines

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_id or "leave")

    def action_answer(self, what: str) -> None:
        """Answer by key."""
        if what != "replay" or self._saved:
            self.dismiss(what)
