"""The keys: everything that has some, each changed by pressing another."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key as Pressed
from textual.widgets import OptionList, Static

from tacsim.app.shell.frame import Card, Frame, in_front
from tacsim.app.shell.keymaps import FIXED, PRESETS, Keymap, key_name
from tacsim.app.shell.keys import BATTLE, DIRECTIONS, EDITOR, REPLAY, Key
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import Page, clipped, column
from tacsim.i18n import N_, _, translate

WATCHING = N_("A replay")
"""Where the keys of a replay stand."""
EVERY = (*DIRECTIONS, *BATTLE, *REPLAY, *EDITOR)
"""The rows of the table."""
EDGE = 5
"""Columns beside what a row says: a blank at both sides, the scroll bar and those of the list."""


class KeysScreen(Frame[None]):
    """A table of what can be done and with which keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("another key")),
        ("tab", "faults", N_("faults / keys")),
        ("plus", "change(True)", N_("one more key")),
        ("delete,backspace", "reset", N_("as before")),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    KeysScreen .caption { height: 1; background: $panel; color: $accent; padding: 0 1; }
    KeysScreen #columns { padding: 0 2; }
    KeysScreen #faults { height: auto; max-height: 6; padding: 0 2; }
    KeysScreen #faults Static { height: auto; }
    KeysScreen Menu { height: 1fr; }
    """

    def parts(self) -> ComposeResult:
        """The preset, and the table."""
        preset = translate(PRESETS[self.tacsim.keymap.preset][0])
        title = _("Keys: {preset}, and your own over them").format(preset=preset)
        yield Static(Content.styled(title, "bold"), classes="caption")
        if self.tacsim.key_faults:
            faults = Content.styled("\n".join(self.tacsim.key_faults), "$warning")
            with Page(id="faults"):
                yield Static(faults)
        yield Lines("columns")
        yield Menu()
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        means = action != "faults" or bool(self.tacsim.key_faults)
        return means and super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Take keys in the table."""
        self.query_one(Menu).focus()

    def on_resize(self) -> None:
        """Give what is left of the width to what keys do."""
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        menu, keymap = self.query_one(Menu), self.tacsim.keymap
        at = menu.highlighted or 0
        rows = [
            (translate(key.section or WATCHING), self._keys(key), keymap.told(translate(key.about)))
            for key in EVERY
        ]
        heads = _("Where"), _("Keys"), _("What")
        wide = [max(cell_len(one[n]) for one in (heads, *rows)) + 2 for n in (0, 1)]
        width = self.size.width - EDGE
        self.query_one("#columns", Lines).put(_row(heads, wide, width).whole)
        menu.clear_options()
        menu.add_options(_row(one, wide, width) for one in rows)
        menu.highlighted = at

    def _keys(self, key: Key) -> str:
        return " ".join(map(key_name, self.tacsim.keymap.of(key)))

    @property
    def _chosen(self) -> Key:
        return EVERY[self.query_one(Menu).highlighted or 0]

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Ask for another key."""
        self.action_change()

    def action_change(self, more: bool = False) -> None:
        """Ask for another key, or for one more."""
        key = self._chosen

        def chosen(keymap: Keymap | None) -> None:
            if keymap is not None:
                self._keep(keymap)

        kept = self.tacsim.keymap.of(key) if more else ()
        self.app.push_screen(PressCard(key, self.tacsim.keymap, kept), chosen)

    def action_faults(self) -> None:
        """Go from the table to the faults of the file, which may be scrolled, and back."""
        self.query_one(Menu if self.query_one("#faults").has_focus else Page).focus()

    def action_reset(self) -> None:
        """Give what is chosen the keys of the preset again, and to what has taken them its own."""
        key = self._chosen
        found = self.tacsim.keymap.given(key)
        clash = next(found.clashes(), None)
        if clash is not None:
            found = found.given(next(one for one in clash[1:] if one.id != key.id))
        if clash is None or not any(found.clashes()):
            self._keep(found)
        else:
            self.tacsim.tell(taken(*clash, key))

    def _keep(self, keymap: Keymap) -> None:
        self.tacsim.set_own_keys(keymap)
        self._fill()


class PressCard(Card[Keymap]):
    """Asks for a key to be pressed; answers with the keys that everything has then."""

    def __init__(self, key: Key, keymap: Keymap, kept: tuple[str, ...]) -> None:
        super().__init__()
        self._key = key
        self._keymap = keymap
        self._kept = kept
        self._offered: tuple[str, Keymap] | None = None
        """The key that may be taken from something else by pressing it again, and the keys then."""

    def heading(self) -> str:
        """What the key will do."""
        return self._keymap.told(translate(self._key.about))

    def body(self) -> ComposeResult:
        """How to answer."""
        yield Static(Content(_("Press the key for it. Escape leaves it as it is.")))
        yield Static(id="said")

    @in_front
    def on_key(self, event: Pressed) -> None:
        """Take the key, unless it does something else already."""
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss()
            return
        if self._offered is not None and self._offered[0] == event.key:
            self.dismiss(self._offered[1])
            return
        keys = tuple(dict.fromkeys((*self._kept, event.key)))
        found = self._keymap.given(self._key, *keys)
        clash = next(found.clashes(), None)
        self._offered = None
        if event.key in FIXED and event.key not in self._key.keys.split(","):
            text = _("{key} always keeps what it does.").format(key=key_name(event.key))
        elif clash is not None:
            text = " ".join((taken(*clash, self._key), self._offer(event.key, keys, clash[1:])))
        else:
            self.dismiss(found)
            return
        self.query_one("#said", Static).update(Content.styled(text, "$error"))

    def _offer(self, key: str, keys: tuple[str, ...], both: tuple[Key, Key]) -> str:
        """Offer to take a key from what has it, if that can be; how, in words."""
        other = next(one for one in both if one.id != self._key.id)
        found = self._keymap.taking(self._key, keys, other)
        if found is None:
            return ""
        self._offered = key, found
        left = " ".join(map(key_name, found.of(other)))
        text = _("{key} again takes it from that, for which {left} is left.")
        return text.format(key=key_name(key), left=left)


def _row(texts: tuple[str, str, str], wide: list[int], width: int) -> Row:
    """A row of the table: what a key does is cut, or folded below its beginning."""
    place, keys, what = (Content(text) for text in texts)
    head = column(place.stylize(MUTED), wide[0]) + column(keys.stylize("bold"), wide[1])
    room = max(width - head.cell_length, 10)
    first, *more = (row.rstrip() for row in what.wrap(room))
    blank = Content(" " * head.cell_length)
    whole = Content("\n").join([head + first, *(blank + row for row in more)])
    return Row(head + clipped(what, room), whole)


def taken(key: str, one: Key, other: Key, wanted: Key) -> str:
    """What a key does already that is wanted for something else."""
    does = one if one.id != wanted.id else other
    return _("{key} has something else to do: {what}").format(
        key=key_name(key), what=translate(does.about)
    )
