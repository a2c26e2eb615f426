"""The saves: to be taken up again, or to be watched."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.menus.trusting import trusted_first
from tacsim.app.shell.frame import Frame, GameScreen, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import LEAST, Menu
from tacsim.app.widgets.text import DOT, hanging
from tacsim.i18n import N_, _, known_as, ngettext
from tacsim.player.game import from_its_first_step, resumed_game, title
from tacsim.player.gauntlet import under_way
from tacsim.player.opening import bots_of
from tacsim.storage.errors import LockedError, SaveError, clean
from tacsim.storage.folder import (
    LONGEST,
    SaveInfo,
    delete_save,
    list_saves,
    rename_save,
)
from tacsim.storage.place import saves_folder

INDENT = " " * 19
"""What stands under the moment."""
BESIDE = 3
"""Columns of the screen for the margin and the scrollbar of the list."""


def when_text(when: datetime) -> str:
    """A moment in the reader's own time."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def go_on(screen: GameScreen[Any], info: SaveInfo) -> None:
    """Go on with a save from a screen; where that cannot be, say why, and offer to watch it."""
    names: list[str] = []
    with suppress(SaveError):  # which is told when it is opened
        names = bots_of(info.path)
    trusted_first(screen.app, names, partial(_go_on, screen, info))


def _go_on(screen: GameScreen[Any], info: SaveInfo) -> None:
    tacsim = screen.tacsim
    try:
        game = from_its_first_step(resumed_game(info.path), tacsim.learned)
    except LockedError:
        text = _("{name}: another program is playing this battle. Here it can only be watched.")
        tacsim.tell(text.format(name=known_as(info.name)))
        tacsim.open_replay(info.path)
    except SaveError as error:
        _cannot(screen, info, error)
    else:
        if info.old:
            tacsim.tell(_("This save is of an older format."))
        tacsim.open_battle(game)


def _cannot(screen: GameScreen[Any], info: SaveInfo, error: SaveError) -> None:
    """A battle cannot be gone on with: say why, and offer to watch it if it can be read."""
    place = "" if info.side else error.place  # which in fog would name an unseen creature
    why = ": ".join(part for part in (place, error.reason) if part)
    if not info.format:
        screen.tacsim.tell(f"{known_as(info.name)}: {why}")
        return

    def answered(yes: bool | None) -> None:
        if yes:
            screen.tacsim.open_replay(info.path)

    text = _("It cannot be gone on with: {why}.").format(why=why)
    card = SureCard(known_as(info.name), text, _("watch it"), _("back"))
    screen.app.push_screen(card, answered)


class SavesScreen(Frame[None]):
    """Lists saves, the newest first; ``purpose`` is "continue" or "replay"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("open")),
        ("r", "watch", N_("watch")),
        ("n", "rename", N_("rename")),
        ("d,delete", "delete", N_("delete")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    SavesScreen #caption { height: 1; dock: top; background: $panel; }
    SavesScreen OptionList { height: 1fr; }
    SavesScreen #place { padding: 0 1; color: $foreground-muted; height: auto; }
    SavesScreen #empty { padding: 1 2; color: $foreground-muted; height: auto; }
    """

    def __init__(self, purpose: str) -> None:
        super().__init__()
        self._purpose = purpose
        self._saves: list[SaveInfo] = []
        self._waits: Path | None = None
        """The save of a fight of a run that was won, after which the next one waits."""

    def parts(self) -> ComposeResult:
        """The list."""
        yield Lines("caption", keeps_left=True)
        yield Static(id="empty")
        yield Menu()
        yield Static(id="place")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the list."""
        self._fill()

    def on_screen_resume(self) -> None:
        """Read it again: a battle may have gone on."""
        self._fill()

    def on_resize(self) -> None:
        """Fold to the new width."""
        menu = self.query_one(OptionList)
        for at, info in enumerate(self._saves):
            menu.replace_option_prompt_at_index(at, self._line(info))

    def _fill(self) -> None:
        found = list_saves()
        if self._purpose == "continue":
            run, trouble = under_way()
            if trouble:
                self.tacsim.tell(trouble)
            self._waits = run.path if run is not None and run.over else None
            found = [
                one for one in found if one.path == self._waits or not (one.over or one.recovered)
            ]
        self._saves = found
        empty = self.query_one("#empty", Static)
        empty.display = not found
        empty.update(Content(_("There is nothing here yet. Battles are saved as they are played.")))
        menu = self.query_one(OptionList)
        at = menu.highlighted
        menu.clear_options()
        menu.add_options([Option(self._line(info)) for info in found])
        if found:
            menu.highlighted = min(at or 0, len(found) - 1)
        menu.focus()
        self._point()
        self.refresh_bindings()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action not in ("select", "watch", "rename", "delete") or bool(self._saves)

    def _point(self) -> None:
        """Say in the caption which file the bar is on, and below the list where they all lie."""
        title = _("Continue") if self._purpose == "continue" else _("Replays")
        info = self._chosen
        file = clean(info.path.name) if info is not None else ""
        self.query_one("#caption", Lines).put(
            (Content.styled(title, "bold $accent"), Content.styled(file, MUTED))
        )
        place = clean(str(saves_folder()), 1000)
        self.query_one("#place", Static).update(
            Content(_("Saved battles lie in {folder}").format(folder=place))
        )

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Another file is chosen."""
        self._point()

    def _line(self, info: SaveInfo) -> Content:
        when = (f" {when_text(info.when)}  ", MUTED)
        if info.broken and not info.format:
            name = Content.assemble(when, ("! ", "bold $error"), (info.path.name, "bold"))
            return self._folded(name, Content.assemble(INDENT, (info.broken, "$error")))
        facts = [_("round {0}").format(info.round)] if info.round else []
        if info.path == self._waits:
            facts.append(_("won: the next fight waits"))
        elif info.over:
            facts.append(_("over"))
        elif info.turn:
            facts.append(_("{0} is next").format(known_as(info.turn)))
        elif info.side:
            facts.append(_("next: {0}").format(known_as(info.side)))
        if info.lesson:
            facts.insert(0, _("lesson"))
        if info.branches > 1:
            facts.append(
                ngettext("{n} branch", "{n} branches", info.branches).format(n=info.branches)
            )
        if info.old:
            facts.append(_("older format {0}").format(info.format))
        parts: list[str | tuple[str, str]] = [when, "  "]
        if info.given:
            parts += [(info.given, "bold"), DOT]
        parts += [
            (title(info.run, info.name), "" if info.given else "bold"),
            *(DOT + fact for fact in facts),
        ]
        rows = [Content.assemble(*parts)]
        if info.broken:
            rows.append(Content.assemble(INDENT, ("! " + info.broken, "$warning")))
        return self._folded(*rows)

    def _folded(self, *lines: Content) -> Content:
        """Lines folded to the width of the list, under what stands behind the moment."""
        width = max(self.size.width - BESIDE, LEAST)
        rows = [row for line in lines for row in hanging(line, width, len(INDENT) + 2)]
        return Content("\n").join(rows)

    @property
    def _chosen(self) -> SaveInfo | None:
        index = self.query_one(OptionList).highlighted
        return self._saves[index] if index is not None and self._saves else None

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with the save, or watch it."""
        info = self._chosen
        if info is None:
            return
        if self._purpose == "replay":
            self.action_watch()
            return
        go_on(self, info)

    def action_delete(self) -> None:
        """Delete the file, if that is really wanted."""
        info = self._chosen
        if info is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._attempt(partial(delete_save, info.path))

        text = _("{file} ({name}) is deleted for good, with all its branches. No other file is.")
        text = text.format(file=clean(info.path.name), name=known_as(info.name))
        card = SureCard(_("Delete this save?"), text, _("delete it"), _("keep it"))
        self.app.push_screen(card, answered)

    def action_rename(self) -> None:
        """Give the file another name."""
        info = self._chosen
        if info is None:
            return

        def answered(name: str | None) -> None:
            if name:
                self._attempt(partial(rename_save, info.path, name))

        before = clean(info.path.stem)
        card = TextCard(_("Name of the file"), before, max_length=LONGEST)
        self.app.push_screen(card, answered)

    def _attempt(self, change: Callable[[], object]) -> None:
        """Change a file and show the list again; say what is in the way."""
        try:
            change()
        except SaveError as error:
            self.tacsim.tell(f"{clean(Path(error.file).name)}: {error.reason}")
        self._fill()

    def action_watch(self) -> None:
        """Watch the save."""
        info = self._chosen
        if info is not None:
            self.tacsim.open_replay(info.path)
