"""The saves: to be taken up again, or to be watched."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.frame import Frame, go
from tacsim.app.hints import MUTED
from tacsim.app.keybar import KeyBar
from tacsim.app.lines import Lines
from tacsim.app.text import DOT
from tacsim.i18n import N_, _
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.frames import split
from tacsim.storage.saved import read_bytes, read_header
from tacsim.storage.shelf import NAMES, SaveInfo, list_saves, saves_folder


def when_text(when: datetime) -> str:
    """A moment in the reader's own time."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def next_name(info: SaveInfo) -> str:
    """The name of the creature whose choice is next; the shelf tells its id."""
    try:
        payloads = split(read_bytes(info.path), str(info.path)).payloads
        creatures = read_header(payloads[0]).scenario.get("creature", ())
    except (SaveError, CodecError, IndexError):
        return info.turn
    names = {one.get("id"): one.get("name") for one in creatures if isinstance(one, dict)}
    return clean(str(names.get(info.turn) or info.turn), NAMES)


class SavesScreen(Frame[None]):
    """Lists saves, the newest first; ``purpose`` is "continue" or "replay"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "choose", N_("open")),
        ("r", "watch", N_("watch")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    SavesScreen #caption { height: 1; dock: top; background: $panel; }
    SavesScreen OptionList { height: 1fr; }
    SavesScreen #empty { padding: 1 2; color: $foreground-muted; height: auto; }
    """

    def __init__(self, purpose: str) -> None:
        super().__init__()
        self._purpose = purpose
        self._saves: list[SaveInfo] = []

    def parts(self) -> ComposeResult:
        """The list."""
        yield Lines("caption")
        yield Static(id="empty")
        yield OptionList()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the list."""
        self._fill()

    def on_screen_resume(self) -> None:
        """Read it again: a battle may have gone on."""
        self._fill()

    def _fill(self) -> None:
        found = list_saves()
        if self._purpose == "continue":
            found = [info for info in found if info.broken or not info.over]
        self._saves = found
        title = _("Continue") if self._purpose == "continue" else _("Replays")
        self.query_one("#caption", Lines).put(
            (Content.styled(title, "bold $accent"), Content.styled(str(saves_folder()), MUTED))
        )
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

    def _line(self, info: SaveInfo) -> Content:
        when = (f" {when_text(info.when)}  ", MUTED)
        if info.broken and not info.round:
            return Content.assemble(
                when, ("! ", "bold $error"), (info.path.name, "bold"), "\n", " " * 19,
                (info.broken, "$error"),
            )  # fmt: skip
        facts = [_("round {0}").format(info.round)] if info.round else []
        if info.over:
            facts.append(_("over"))
        elif info.turn:
            facts.append(_("{0} is next").format(next_name(info)))
        parts: list[str | tuple[str, str]] = [when, "  ", (info.name, "bold"), DOT, DOT.join(facts)]
        if info.broken:
            parts += ["\n", " " * 19, ("! " + info.broken, "$warning")]
        return Content.assemble(*parts)

    @property
    def _chosen(self) -> SaveInfo | None:
        index = self.query_one(OptionList).highlighted
        return self._saves[index] if index is not None and self._saves else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        self.action_choose()

    def action_choose(self) -> None:
        """Go on with the save, or watch it."""
        info = self._chosen
        if info is None:
            return
        if self._purpose == "replay":
            self.action_watch()
            return
        from tacsim.app.game import resumed_game

        try:
            game = resumed_game(info.path)
        except SaveError as error:
            parts = (info.name, error.place, error.reason)
            self.tacsim.tell(": ".join(part for part in parts if part))
            return
        self.tacsim.open_battle(game)

    def action_watch(self) -> None:
        """Watch the save."""
        info = self._chosen
        if info is not None:
            self.tacsim.open_replay(info.path)

    def action_move(self, by: int) -> None:
        """Move as the arrows do."""
        go(self.query_one(OptionList), by)
