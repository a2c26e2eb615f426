"""The key bar at the foot of a screen: the keys that do something now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import attrs
from rich.cells import cell_len
from textual.actions import parse
from textual.binding import Binding
from textual.content import Content
from textual.dom import DOMNode
from textual.events import Click, Mount
from textual.screen import Screen

from tacsim.app.shell.asked import tacsim_of
from tacsim.app.shell.keymaps import key_name
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import MORE
from tacsim.i18n import languages, translate

HELPS = ("help", "choose('help')")
"""The actions of the help, for which there is always a place."""


@attrs.frozen(eq=False)
class Meaning:
    """What a key does: its name, itself and its description; the action, and who takes it."""

    shown: tuple[str, str, str]
    action: tuple[str, tuple[object, ...]]
    node: DOMNode
    makes_sense: Callable[[str, tuple[object, ...]], bool]


class KeyBar(Lines):
    """The active bindings that are meant to be shown, as many as fit.

    A click on one presses its key.
    """

    DEFAULT_CSS = """
    KeyBar { dock: bottom; padding: 0; background: $panel; color: $foreground-muted; }
    """

    def __init__(self, order: Sequence[Binding] = ()) -> None:
        super().__init__("key-bar")
        self._order = [*Binding.make_bindings(order)]
        """The bindings in the order shown; none: those of the screen."""
        self._shown: list[tuple[str, str, str]] = []
        self._help = ""
        """The key of the help."""
        self._bound_for: tuple[object, ...] = ()
        self._means: list[Meaning] = []
        """The bindings in the order shown that somebody binds."""

    def on_mount(self, _event: Mount) -> None:
        """Follow the screen's bindings."""
        self._order = self._order or [*Binding.make_bindings(self.screen.BINDINGS)]
        self.screen.bindings_updated_signal.subscribe(self, self._changed, immediate=True)

    def _changed(self, _screen: Screen[object]) -> None:
        if not self.is_attached:
            return
        keys = [] if self._covered else self._found()
        if keys != self._shown:
            self._shown = keys
            self._write()

    def on_resize(self) -> None:
        """Show as many as find room now."""
        self._write()

    @property
    def _covered(self) -> bool:
        """Whether a card is in front, which has keys of its own."""
        return self.app.screen is not self.screen

    def _found(self) -> list[tuple[str, str, str]]:
        """Name, key and description of each action that makes sense now, in the order bound.

        Asked of the nodes that bind them, from the focused one outwards: Textual's own list of
        active bindings asks for every key of the game, which takes longer than to draw the board.
        """
        return [
            one.shown for one in self._chain()
            if one.makes_sense(*one.action) and one.node.check_action(*one.action)
        ]  # fmt: skip

    def _chain(self) -> list[Meaning]:
        """What somebody binds, looked up when focus, keymap or language is another."""
        keymap, about = tacsim_of(self).keymap, (self.screen.focused, languages())
        if self._bound_for == (keymap, *about):
            return self._means
        self._bound_for = (keymap, *about)
        bound: dict[str, DOMNode] = {}
        taken: set[str] = set()
        for node, own in self.screen._modal_binding_chain:  # the player's own keys are in it
            for key, bindings_ in own.key_to_bindings.items():
                if key not in taken:
                    for binding in bindings_:
                        bound.setdefault(binding.action, node)
            taken.update(own.key_to_bindings)
        self._means = [
            _meaning(one, bound.pop(one.action), keymap.first(one))
            for one in self._order if one.show and one.description and one.action in bound
        ]  # fmt: skip
        helps = [_parsed(action) for action in HELPS]
        self._help = next((one.shown[1] for one in self._means if one.action in helps), "")
        return self._means

    def _cells(self) -> list[tuple[str, str, str, int]]:
        """Name, key, description and first column of each that fits; help always has its place.

        So has the sign for more, of which the command palette has everything.
        """
        keys, width = self._shown, self.size.width
        helps = [key for key in keys if key[1] == self._help]
        more = [(MORE, "", "")]
        room = width - 1 - sum(_width(key) for key in keys)
        if room < 0 or (helps and room < _width(*more)):
            room = width - 1 - sum(_width(key) for key in (*more, *helps))
            kept = []
            for key in keys:
                if key in helps or room < _width(key):
                    continue
                room -= _width(key)
                kept.append(key)
            keys = [*kept, *more, *helps]
        elif helps:
            keys = [*keys, *more]
        cells, x = [], 1
        for key in keys:
            cells.append((*key, x))
            x += _width(key)
        return cells

    def _write(self) -> None:
        """Show the keys, none where another card has the front."""
        parts: list[str | tuple[str, str]] = [" "]
        for name, _key, text, _x in () if self._covered else self._cells():
            parts += [(name, "bold $accent"), f" {text}  " if text else " "]
        self.put(Content.assemble(*parts))

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked; on the sign for more, list everything that keys do."""
        for name, key, text, x in self._cells():
            if key and x <= event.x < x + _width((name, key, text)):
                self.app.simulate_key(key)
                return
            if name == MORE and x <= event.x < x + 2:
                self.app.action_command_palette()
                return


def _width(key: tuple[str, str, str]) -> int:
    name, _key, text = key
    return cell_len(name) + (cell_len(text) + 3 if text else 1)


def _meaning(meant: Binding, node: DOMNode, key: str) -> Meaning:
    shown = meant.key_display or key_name(key), key, translate(meant.description)
    return Meaning(shown, _parsed(meant.action), node, getattr(node, "makes_sense", _always))


def _always(_action: str, _parameters: tuple[object, ...]) -> bool:
    return True


@lru_cache(maxsize=256)
def _parsed(action: str) -> tuple[str, tuple[object, ...]]:
    _namespace, name, parameters = parse(action)
    return name, parameters
