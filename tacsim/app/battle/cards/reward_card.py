"""Between two fights of a run: what the rest gave back, and the rewards of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList, Static

from tacsim.app.shell.frame import Card, GameScreen, in_front, inside
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import hanging
from tacsim.content.faults import ContentError
from tacsim.i18n import N_, _
from tacsim.player.game import Game
from tacsim.player.gauntlet import Ending, go_on
from tacsim.player.run_lines import over_line, rest_line, reward_line
from tacsim.storage.errors import SaveError


class RewardCard(Card[str]):
    """Answers the id of the reward that is chosen, None for none yet."""

    WIDE = 72
    BINDINGS: ClassVar[list[BindingType]] = [
        ("1", "choose(0)", N_("the first")),
        ("2", "choose(1)", N_("the second")),
        ("3", "choose(2)", N_("the third")),
        ("escape,q", "close", N_("back")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        Binding("pagedown,space", "scroll(1)", N_("read on"), priority=True),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    RewardCard > #card { width: 72; }
    RewardCard #body { padding: 1 1 0 1; }
    RewardCard #rest { height: auto; max-height: 40vh; scrollbar-gutter: stable; }
    RewardCard #told { height: auto; padding: 0 1; }
    RewardCard #ask { height: auto; padding: 0 1; margin: 1 0 0 0; text-style: bold; }
    RewardCard Menu { height: auto; background: $surface; max-height: 8; }
    RewardCard.-low #body { padding: 0 1; }
    """

    def __init__(self, found: Ending) -> None:
        super().__init__()
        self._found = found

    def heading(self) -> str:
        """Which fight was won."""
        return over_line(self._found)

    def body(self) -> ComposeResult:
        """The rest, line by line, and the rewards."""
        with VerticalScroll(id="rest", can_focus=False):
            yield Static(id="told")
        yield Static(Content(_("Choose a reward; then the next fight begins.")), id="ask")
        yield Menu(*self._rows())

    def _rows(self) -> list[Row]:
        return [
            Row.folding([self._line(number)], inside(self), one.id)
            for number, one in enumerate(self._found.rewards)
        ]

    def _line(self, number: int) -> Content:
        text = reward_line(self._found, self._found.rewards[number])
        return Content.assemble((f" {number + 1} ", "bold $accent"), text)

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query_one(Menu).focus()

    def on_resize(self, _event: Resize) -> None:
        """Tell it in as many columns as there are."""
        width = max(inside(self), 20)
        lines = [Content.styled(_("After a rest:"), "bold")]
        lines += [Content(rest_line(one)) for one in self._found.rested]
        folded = [row for line in lines for row in hanging(line, width)]
        self.query_one("#told", Static).update(Content("\n").join(folded))
        for number, row in enumerate(self._rows()):
            self.query_one(Menu).put(number, row)

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "scroll":
            return self.query_one("#rest", VerticalScroll).max_scroll_y > 0
        return action != "choose" or int(str(parameters[0])) < len(self._found.rewards)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_id)

    def action_choose(self, number: int) -> None:
        """Answer by key."""
        if number < len(self._found.rewards):
            self.dismiss(self._found.rewards[number].id)

    def action_scroll(self, by: int) -> None:
        """Read on, or back."""
        rest = self.query_one("#rest", VerticalScroll)
        if by > 0:
            rest.scroll_page_down(animate=False)
        else:
            rest.scroll_page_up(animate=False)


def onward(
    screen: GameScreen[None],
    game: Game,
    found: Ending,
    begin: Callable[[Game], None],
    back: Callable[[], None],
) -> None:
    """Ask for a reward and begin the next fight; ``back``: where none is chosen or begun."""

    def chosen(reward: str | None) -> None:
        if reward is None:
            back()
            return
        try:
            following = go_on(game, reward)
        except SaveError as error:
            screen.tacsim.tell(_("The next fight cannot be begun: {0}").format(error))
        except (ContentError, ValueError) as error:
            screen.tacsim.tell(str(error))
        else:
            begin(following)
            return
        back()

    screen.app.push_screen(RewardCard(found), chosen)
