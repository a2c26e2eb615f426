"""The options, each changed on its line and kept at once."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.shell.keymaps import PRESETS
from tacsim.app.shell.options import ALLOWED, AUTO
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import column
from tacsim.i18n import N_, _, asked_for, offered, translate
from tacsim.view.palettes.graphics import GRAPHICS
from tacsim.view.palettes.palette import PALETTES

OWN_KEYS = "own keys"
"""The line that opens the list of keys."""
NAMES: dict[str, str] = {
    "palette": N_("Colours"),
    "graphics": N_("Graphics"),
    "motion": N_("Motion"),
    "pace": N_("Opponents"),
    "stops": N_("After an act"),
    "bell": N_("Bell"),
    "zoom": N_("Zoom"),
    "walking": N_("Directions"),
    "hints": N_("Hints"),
    "keys": N_("Keys"),
    "language": N_("Language"),
}
ABOUT: dict[str, str] = {
    "palette": N_("The colours of the board and of everything around it."),
    "graphics": N_("The characters that the board, bars and frames are drawn with."),
    "motion": N_("Whether steps and attacks are seen one by one. Any key skips them."),
    "pace": N_("How fast opponents are seen to act; {hurry} skips to your turn."),
    "stops": N_("Whether opponents wait after each of their acts until you press {pause}."),
    "bell": N_("Whether the terminal's bell rings when your turn comes or you are asked."),
    "zoom": N_("How large a battle starts on the screen; {zoom} changes it there."),
    "walking": N_("Whether directions move the cursor or walk at once; {walking} changes it."),
    "hints": N_("A line where something new matters, once. Off and on again shows all anew."),
    "keys": N_("Which keys do what: a preset; any key can be changed over it, below."),
    "language": N_("The language of the game."),
    OWN_KEYS: N_("A list of everything that has keys: each can have another."),
}
UNTIL_LEFT = N_(
    "The language of the game until it is left; it begins in that of --lang or TACSIM_LANG."
)
GAP = 4
"""Columns between the longest name of an option and the values."""
LANGUAGE_NAMES = {"en": "English", "ko": "한국어"}
"""Languages as those call them who speak them; one that is not here goes by its code."""
VALUES: dict[object, str] = {
    True: N_("on"), False: N_("off"),
    "instant": N_("instant"), "quick": N_("quick"), "slow": N_("slow"),
    "auto": N_("as the map fits"), "far": N_("far"), "normal": N_("normal"),
    "near": N_("near"), "close": N_("close up"), "closer": N_("closer"), "large": N_("large"),
    "largest": N_("largest"),
}  # fmt: skip


class OptionsCard(Card[None]):
    """Changes the app's options."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,o", "close", N_("close")),
        ("right,l,enter,space", "change(1)", N_("change")),
        ("left,h", "change(-1)", N_("change back")),
        ("question_mark,f1", "help", N_("help")),
    ]
    DEFAULT_CSS = """
    OptionsCard OptionList { height: auto; max-height: 50vh; background: $surface; }
    OptionsCard.-high OptionList { margin: 0 0 1 0; }
    OptionsCard .about { height: 2; color: $foreground-muted; }
    """

    def heading(self) -> str:
        """What stands at the top."""
        return _("Options")

    def body(self) -> ComposeResult:
        """One line an option, and what the chosen one means."""
        lines = (Option(self._line(name), id=name) for name in ALLOWED if len(self._of(name)) > 1)
        yield Menu(*lines, Option(" " + _("Change single keys ..."), id=OWN_KEYS))
        yield Static(id="about", classes="about")
        yield Static(Content(_("Enter or Right changes it, Escape closes.")), classes="foot")

    def _line(self, name: str) -> Content:
        value = getattr(self.tacsim.options, name)
        names = {one: Content(" " + translate(words)) for one, words in NAMES.items()}
        name_column = column(names[name], max(one.cell_length for one in names.values()) + GAP)
        return Content.assemble(
            name_column.stylize("$foreground-muted"),
            (self._shown(name, value), "bold $accent"),
        )

    @staticmethod
    def _of(name: str) -> tuple[object, ...]:
        """The values that an option may take here."""
        if name != "language":
            return ALLOWED[name]
        there = offered()
        return (AUTO, *there) if len(there) > 1 else ()

    @staticmethod
    def _shown(name: str, value: object) -> str:
        if name == "palette":
            return translate(PALETTES[str(value)].title)
        if name == "graphics":
            return translate(GRAPHICS[str(value)])
        if name == "language":
            system = _("that of the system")
            return system if value == AUTO else LANGUAGE_NAMES.get(str(value), str(value))
        if name == "keys":
            return translate(PRESETS[str(value)][0])
        if name == "stops":
            return _("wait for a key") if value else _("go on")
        if name == "walking":
            return _("walk at once") if value else _("move the cursor")
        return translate(VALUES[value])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the option means."""
        about = ABOUT[event.option_id or ""]
        if event.option_id == "language" and asked_for():
            about = UNTIL_LEFT
        text = self.tacsim.keymap.told(translate(about))
        self.query_one("#about", Static).update(Content(text))

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change it."""
        self.action_change(1)

    def reworded(self) -> None:
        """Say everything in another language, and stay on the line."""
        at = self.query_one(OptionList).highlighted

        async def again() -> None:
            await self.recompose()
            menu = self.query_one(OptionList)
            menu.focus()
            menu.highlighted = at

        self.run_worker(again())

    def action_help(self) -> None:
        """The game on one page, and every key."""
        self.tacsim.open_screen("help")

    def action_change(self, by: int) -> None:
        """Give the option its next value."""
        menu = self.query_one(OptionList)
        if menu.highlighted is None:
            return
        name = menu.get_option_at_index(menu.highlighted).id or ""
        if name == OWN_KEYS:
            self.tacsim.open_screen("keys")
            return
        values = self._of(name)
        now = values.index(getattr(self.tacsim.options, name))
        self.tacsim.set_options(**{name: values[(now + by) % len(values)]})
        menu.replace_option_prompt_at_index(menu.highlighted, self._line(name))
