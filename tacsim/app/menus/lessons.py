"""Learn to play: the lessons, those done ticked."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.saves import go_on
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT
from tacsim.content.faults import ContentError
from tacsim.content.library import lessons
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.i18n import N_, _, known_as
from tacsim.player.kept.introduction import introduction
from tacsim.player.kept.learned import LESSONS
from tacsim.storage.folder import SaveInfo, list_saves


class LessonsScreen(Frame[None]):
    """The list of lessons, and what the chosen one is about."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("a", "anew", N_("begin anew")),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    LessonsScreen { align: center middle; }
    LessonsScreen #title { height: auto; width: 62; color: $accent; text-style: bold; }
    LessonsScreen Menu { width: 62; height: auto; max-height: 1fr; margin: 1 0; }
    LessonsScreen #about { width: 62; height: 6; color: $foreground-muted; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._found: dict[str, tuple[Path, Scenario]] = {}
        self._faults: list[str] = []
        self._left: dict[str, SaveInfo] = {}
        """The saves of those that were left under way, the newest of each."""
        self._done: set[str] | None = None
        """The lessons that were done when the list was seen last."""
        for path in lessons():
            try:
                self._found[path.stem] = path, read_scenario(path)
            except ContentError as error:
                self._faults.append(str(error))

    def parts(self) -> ComposeResult:
        """Title, list, what the lesson is about, keys."""
        yield Static(Content(_("Learn to play: short lessons, each a small battle")), id="title")
        yield Menu(*(Option(self._line(one), id=one) for one in self._found))
        yield Static(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the first lesson that was not done."""
        menu, learned = self.query_one(OptionList), self.tacsim.learned
        left = [n for n, one in enumerate(self._found) if not learned.has(LESSONS, one)]
        menu.highlighted = left[0] if left else 0
        menu.focus()
        for fault in self._faults:
            self.tacsim.tell(fault)

    def on_screen_resume(self) -> None:
        """Tick what was done meanwhile."""
        super().on_screen_resume()
        saves = (one for one in reversed(list_saves()) if one.lesson and not one.over)
        self._left = {one.lesson: one for one in saves if not one.broken}
        for one in self._found:
            self.query_one(OptionList).replace_option_prompt(one, self._line(one))
        self._go_on()
        self._tell()

    def _go_on(self) -> None:
        """Point at what comes after the lessons that were done meanwhile."""
        done = {one for one in self._found if self.tacsim.learned.has(LESSONS, one)}
        before, self._done = self._done, done
        names = list(self._found)
        fresh = [names.index(one) for one in done - (before if before is not None else done)]
        later = (
            [n for n in range(max(fresh) + 1, len(names)) if names[n] not in done] if fresh else []
        )
        if later:
            self.query_one(OptionList).highlighted = later[0]

    def _line(self, lesson: str) -> Content:
        done = self.tacsim.learned.has(LESSONS, lesson)
        name = known_as(self._found[lesson][1].name)
        parts: list[str | tuple[str, str]] = [
            (" ✓ " if done else "   ", "bold $success"),
            (name, "bold"),
        ]
        if lesson in self._left:
            parts += [DOT, (_("under way"), MUTED)]
        return Content.assemble(*parts)

    @property
    def _chosen(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option is not None else ""

    def _tell(self) -> None:
        """Say what the lesson is about, and what Enter does where it was left under way."""
        if not self._chosen:
            return
        about = [introduction(self._found[self._chosen][1])]
        if self._chosen in self._left:
            text = _("Left in round {n}: Enter goes on with it, {key} begins it anew.")
            about.append(text.format(n=self._left[self._chosen].round, key="a"))
        self.query_one("#about", Static).update(Content("\n".join(about)))
        self.refresh_bindings()

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Another lesson is chosen."""
        self._tell()

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Begin it, or go on with it."""
        if self._chosen in self._left:
            go_on(self, self._left[self._chosen])
        else:
            self.action_anew()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action != "anew" or self._chosen in self._left

    def action_anew(self) -> None:
        """Begin the lesson from its beginning."""
        self.tacsim.open_lesson(self._found[self._chosen][0])

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")
