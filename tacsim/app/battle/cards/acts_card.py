"""The card of acts: what may be done beyond the plain keys, found by typing, each with its chances.

Or what may be done to one creature.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from tacsim.app.battle.cards.aside import KEPT, Aside
from tacsim.app.shell.frame import HIGH, in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, Row, SearchField, Searching
from tacsim.app.widgets.text import MORE, clipped, spread
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, known_as
from tacsim.player.acting.act_lines import ActLine, found_by, lines, lines_about
from tacsim.player.acting.act_promises import promised
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planning import Planner
from tacsim.view.wording.reasons import clause_text, sentence

FORETELLING = "promises"
"""The name of the work on what lines promise."""
EDGE = 2
"""Lines that the card needs around its list, and one more on high terminals."""
INDENT = " " * 6
"""What stands before what a line does, below its name."""


class ActsCard(Aside[ActLine], Searching[ActLine]):
    """Lists the acts and answers with the one chosen; those refused now show the reason.

    ``about``: lists what may be done to that creature.
    """

    WIDE = 90
    LEAST = 80
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "whole", N_("the whole rule"), priority=True),
        ("down", "move(1)", N_("next")),
        ("up", "move(-1)", N_("previous")),
        ("pagedown", "page(1)", ""),
        ("pageup", "page(-1)", ""),
        ("escape", "clear", N_("clear what was typed")),
        ("escape", "close", N_("close")),
    ]
    DEFAULT_CSS = """
    ActsCard #body { padding: 1 1 0 1; }
    ActsCard Input { border: none; height: 1; padding: 0 1; background: $panel; }
    ActsCard Input:focus { border: none; }
    ActsCard OptionList { height: auto; background: $surface; border: none; padding: 0; }
    ActsCard OptionList > .option-list--option-highlighted {
        background: $block-cursor-background; text-style: $block-cursor-text-style;
    }
    """

    def __init__(self, now: Now, actor: str, about: str | None = None) -> None:
        super().__init__()
        self._now = now
        self._actor = actor
        self._about = about
        self._lines = lines(now.selection) if about is None else lines_about(now.selection, about)
        self._found = list(range(len(self._lines)))
        """The places of the lines that are listed."""
        self._promises: dict[int, str] = {}
        """What lines promise, as far as it is worked out, by their places."""
        self._cut: set[int] = set()
        """The places of lines whose rule is cut, so that others stay in sight below."""
        self._whole_rules = False
        """Whether rules are whole all the same."""

    def heading(self) -> str:
        """Who acts."""
        world = self._now.battle.world
        name = known_as(world[self._actor].name)
        if self._about is None:
            return _("What else {name} can do").format(name=name)
        return _("What {name} can do to {foe}").format(
            name=name, foe=known_as(world[self._about].name)
        )

    def body(self) -> ComposeResult:
        """What is typed, and a line for each act, with what it promises or why it is refused."""
        yield SearchField(placeholder=_("Type a name, or a key and Enter; Escape closes"))
        yield Menu()

    def on_mount(self) -> None:
        """Take what is typed; work out what the lines promise, which may take a while."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self.run_worker(self._foretell, thread=True, group=FORETELLING, exit_on_error=False)

    def _foretell(self) -> None:
        """Work out what each line promises, on a battle of its own, while keys are taken."""
        worker, planner = get_current_worker(), self._now.selection.planner
        if planner is None:
            return
        apart = Planner(planner.battle.fork(), planner.actor)
        for index, line in enumerate(self._lines):
            promise = promised(apart, line, self._about)
            if worker.is_cancelled:
                return
            if promise:
                self.app.call_from_thread(self._told, index, promise)

    def _told(self, index: int, promise: str) -> None:
        """What a line promises is worked out."""
        self._promises[index] = promise
        if self in self.app.screen_stack and index in self._found:
            self.query_one(Menu).put(self._found.index(index), self._row(index))
            self._make_room()

    def about(self) -> list[Body]:
        """The creature to which something is to be done."""
        return [] if self._about is None else [self._now.battle.world[self._about].body]

    def fill(self) -> None:
        """List the lines at the width that there is."""
        self._list(self.query_one(OptionList).highlighted or 0)

    def on_key(self, event: Key) -> None:
        """Take what is typed before the field does."""
        field = self.query_one(Input)
        if not field.has_focus and event.is_printable and event.character:
            field.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits what is typed."""
        self._found = found_by(event.value, self._lines)
        self._list()
        self.refresh_bindings()

    def _list(self, at: int = 0) -> None:
        """Fill the list."""
        menu = self.query_one(OptionList)
        rows = [self._row(index) for index in self._found]
        menu.clear_options()
        menu.add_options(rows or [Option(_("Nothing of that name."), disabled=True)])
        self._make_room()
        menu.highlighted = min(at, len(rows) - 1) if rows else None

    def _make_room(self) -> None:
        """Leave room for the longest line, so that the card stays as it is while one moves."""
        menu = self.query_one(OptionList)
        rows = [one.whole.plain.count("\n") for one in menu.options if isinstance(one, Row)]
        menu.styles.height = min(menu.option_count + max(rows, default=0), self._rows)

    def _row(self, index: int) -> Row:
        """A line with what it promises, or why it cannot be done; whole with its rule in words."""
        line, promise = self._lines[index], self._promises.get(index, "")
        width = inside(self) - 4
        able = line.refusal is None
        name = Content.assemble(
            (f"{line.key:>2}  ", "bold $accent" if able else MUTED),
            (line.text, "" if able else MUTED),
        )
        said = promise if able else self._why(line)
        fits = able and name.cell_length + len("  ") + Content(said).cell_length <= width
        cut = clipped(name, width)
        if said:
            cut = spread(name, Content.styled("  " + said, MUTED), width, keeps_left=True)
        more = [] if fits else [Content.styled(said, "bold")]
        more.append(self._rule(line))
        below = [row for part in more for row in part.wrap(width - len(INDENT))]
        head = cut if fits or not said else clipped(name, width)
        room = self._most - 1
        self._cut.discard(index)
        if len(below) > room:
            self._cut.add(index)
            if not self._whole_rules:
                below = [*below[: room - 1], _left_open(below[room - 1], width - len(INDENT))]
        whole = [head, *(Content.assemble(INDENT, row.rstrip()) for row in below)]
        return Row(cut, Content("\n").join(whole))

    def _rule(self, line: ActLine) -> Content:
        """The rule of a line in words; of one that is refused, the one by which."""
        if line.refusal is not None:
            return Content(line.refusal.clause)
        rules = self._now.battle.ruleset
        _title, text = clause_text(rules.id, line.clause, rules.switches)
        return Content(f"{text} {line.clause}".strip())

    def _why(self, line: ActLine) -> str:
        if line.refusal is None:
            return ""
        known = None if self._now.memory is None else self._now.memory.known
        return sentence(line.refusal, self._now.battle.world, known)

    @property
    def _rows(self) -> int:
        """The rows of the list that find room."""
        edge = EDGE + (self.app.size.height >= HIGH) + KEPT * (self._about is not None)
        return max(self.room.height - edge, 4)

    @property
    def _most(self) -> int:
        """The rows that the line under the bar may take from the others: half, if they need it."""
        return max(self._rows - len(self._found) + 1, self._rows // 2)

    def action_whole(self) -> None:
        """Show rules whole, or cut as before."""
        self._whole_rules = not self._whole_rules
        self.fill()

    def action_move(self, by: int) -> None:
        """Move in the list."""
        self.read_list()
        super().action_move(by)

    def action_page(self, by: int) -> None:
        """Turn a page of the list."""
        self.read_list()
        menu = self.query_one(Menu)
        (menu.action_page_down if by > 0 else menu.action_page_up)()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: Escape clears what was typed before it closes."""
        typed = bool(self.query_one(Input).value) if self.is_mounted else False
        wrong = (action == "clear" and not typed) or (action == "close" and typed)
        wrong = wrong or (action == "whole" and not self._opens)
        return not wrong and super().check_action(action, parameters)

    @property
    def _opens(self) -> bool:
        """Whether the rule under the bar is cut, and the cursor of the field has no way to go."""
        if not self.is_mounted:
            return False
        field, at = self.query_one(Input), self.query_one(OptionList).highlighted
        ended = field.cursor_position >= len(field.value)
        return ended and at is not None and at < len(self._found) and self._found[at] in self._cut

    def action_clear(self) -> None:
        """Clear what was typed."""
        self.query_one(Input).clear()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the line clicked."""
        self._choose(event.option_index)

    @in_front
    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Choose the line highlighted."""
        self._choose(self.query_one(OptionList).highlighted)

    def _choose(self, index: int | None) -> None:
        if index is None or index >= len(self._found):
            return
        line = self._lines[self._found[index]]
        if line.refusal is None:
            self.dismiss(line)
            return
        self.query_one(OptionList).highlighted = index


def _left_open(row: Content, width: int) -> Content:
    """A row that goes on, with the key that shows how."""
    more = Content.assemble((MORE, MUTED), " ", (_("Right: all of it"), MUTED))
    first = row.wrap(width - more.cell_length - 1)[0].rstrip()
    return Content.assemble(first, " ", more)
