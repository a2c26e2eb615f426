"""A card on which a table of a file is filled in, field by field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

import attrs
from textual.binding import BindingType
from textual.content import Content
from textual.validation import Function
from textual.widgets import OptionList

from tacsim.app.edit.lines_card import LinesCard
from tacsim.app.edit.menu_card import MenuCard
from tacsim.app.edit.pick_card import Choice, PickCard, TickCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.frame import in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Row
from tacsim.app.widgets.text import column, hanging, spread
from tacsim.content.editing.pen import Marks
from tacsim.content.faults import ContentError
from tacsim.i18n import N_, _
from tacsim.player.forms import CARD, CELLS, CHOICE, LINES, SEVERAL, Field, Form
from tacsim.view.wording import words

LABEL = 22
"""Columns of what a line is about."""
FEW = 3
"""Values among which Enter goes from one to the next."""
Edit = Callable[[Callable[[], object]], None]
"""Makes a change of the file, and shows what came of it."""


@attrs.frozen
class Link:
    """A line that leads to another card: its name, what stands there now, and what it opens."""

    name: str
    text: str
    opens: Callable[[Callable[[Marks | None], None]], None]


class FormCard(MenuCard[Marks]):
    """Fills in a form; what is changed counts at once, and can be taken back.

    Answers with cells that are to be marked on the map, else None. ``edit`` makes a change;
    ``form`` and ``links`` say what there is, each time anew.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("right,l", "change(1)", N_("next value")),
        ("left,h", "change(-1)", ""),
        ("delete,backspace", "usual", N_("the usual")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    FormCard.-low #body { padding: 0 2; }
    """

    def __init__(
        self,
        edit: Edit,
        form: Callable[[], Form],
        links: Callable[[], Sequence[Link]] = lambda: (),
    ) -> None:
        super().__init__()
        self._edit, self._form, self._links = edit, form, links

    def heading(self) -> str:
        """What it is about."""
        return words.capital(self._form().title)

    def foot(self) -> str:
        """How they are changed."""
        return _("Enter changes it, Delete takes it out of the file, Escape closes.")

    def rows(self, width: int) -> Sequence[Row]:
        """The fields, and what leads on."""
        links = [
            _line(one.name, Content.styled(one.text, "bold"), width, f"link:{n}")
            for n, one in enumerate(self._links())
        ]
        fields = [_line(one.title, _value(one), width, one.key) for one in self._form().fields()]
        return [*fields, *links]

    def _field(self) -> Field | None:
        """The field under the bar."""
        option = self.query_one(OptionList).highlighted_option
        key = option.id if option is not None else None
        return next((one for one in self._form().fields() if one.key == key), None)

    def _make(self, change: Callable[[], object]) -> None:
        """Make a change, and show the fields as they are then."""
        self._edit(change)
        self.fill()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change a field, or follow a line to another card."""
        what, _colon, at = (event.option_id or "").partition(":")
        if what == "link":
            self._links()[int(at)].opens(self._came_back)
            return
        field = self._field()
        if field is not None:
            self._ask(field)

    def _came_back(self, marks: Marks | None) -> None:
        """Show what has been changed on another card, unless cells are to be marked."""
        if marks is not None:
            self.dismiss(marks)
        else:
            self.fill()

    def _ask(self, field: Field) -> None:
        """Ask for a value in the way that fits the field."""
        title = words.capital(field.title)
        value = field.usual if field.own is None else field.own
        if field.how == CELLS:
            self.dismiss(Marks(field.path))
        elif field.how == CARD:
            self.app.push_screen(
                FormCard(self._edit, partial(_inside, self._form, field.key)), self._came_back
            )
        elif field.how == CHOICE and len(field.choices) <= FEW:
            self.action_change(1)
        elif field.how == CHOICE:
            found = [Choice(one, field.word(one), also=str(one)) for one in field.choices]
            self.app.push_screen(PickCard(title, found, value), partial(self._take, field))
        elif field.how == SEVERAL:
            found = [Choice(one, field.word(one), also=str(one)) for one in field.choices]
            ticked = value if isinstance(value, list) else []
            self.app.push_screen(TickCard(title, found, ticked), partial(self._take, field))
        elif field.how == LINES:
            text = str(value or "").strip()
            self.app.push_screen(
                LinesCard(title, text, field.wrong), partial(self._take_typed, field)
            )
        else:
            card = TextCard(
                title, field.typed, valid_empty=True, validators=[Typed(field.wrong)]
            )  # fmt: skip
            self.app.push_screen(card, partial(self._take_typed, field))

    def _take(self, field: Field, value: object) -> None:
        if value is not None:
            self._make(partial(field.take, value))

    def _take_typed(self, field: Field, text: str | None) -> None:
        if text is not None and text != field.typed:
            self._make(partial(field.take_typed, text))

    def action_change(self, by: int) -> None:
        """Take the next value of the field under the bar, where they can be listed."""
        field = self._field()
        if field is None or field.how != CHOICE or not field.choices:
            return
        value = field.usual if field.own is None else field.own
        found = list(field.choices)
        at = found.index(value) + by if value in found else 0
        self._make(partial(field.take, found[at % len(found)]))

    def action_usual(self) -> None:
        """Take the value of the field under the bar out of the file."""
        field = self._field()
        if field is not None and field.own is not None:
            self._make(partial(field.take, None))


def _inside(form: Callable[[], Form], key: str) -> Form:
    """The form of a field's value, as it is now."""
    return next(one for one in form().fields() if one.key == key).inside()


def _line(name: str, value: Content, width: int, key: str) -> Row:
    """A field: its name and value in columns, a name that is a sentence before its value."""
    title = words.capital(name)
    if Content(title).cell_length <= LABEL:
        label = column(Content.styled(title, MUTED), LABEL)
        return Row.folding([Content.assemble(" ", label, " ", value)], width, key)
    cut = spread(Content.styled(f" {title} ", MUTED), value, width)
    whole = hanging(Content.assemble(" ", (title, MUTED), "  ", value), width)
    return Row(cut, Content("\n").join(whole), key)


def _value(field: Field) -> Content:
    """What a field holds; dimmed what it has from elsewhere."""
    if field.own is None:
        return Content.styled(field.text or "-", MUTED)
    return Content.styled(field.text, "bold")


class Typed(Function):
    """What may be typed into a field."""

    def __init__(self, wrong: Callable[[str], str]) -> None:
        super().__init__(self._good)
        self._wrong = wrong

    def _good(self, text: str) -> bool:
        try:
            self.failure_description = self._wrong(text)
        except ContentError as error:
            self.failure_description = str(error)
        return not self.failure_description
