"""The key bar at the foot of a screen: the keys that do something now."""

from __future__ import annotations

from rich.cells import cell_len
from textual.actions import parse
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Mount
from textual.screen import Screen
from textual.widget import Widget

from tacsim.app.widgets.text import MORE
from tacsim.i18n import translate

NAMES = {
    "full_stop": ".", "question_mark": "?",
    "escape": "Esc", "enter": "Enter", "tab": "Tab", "shift+tab": "S-Tab", "space": "Space",
    "plus": "+", "minus": "-", "less_than_sign": "<", "greater_than_sign": ">", "home": "Home",
    "end": "End", "left_square_bracket": "[", "right_square_bracket": "]", "pageup": "PgUp",
    "pagedown": "PgDn", "shift+up": "S-up", "shift+down": "S-down", "shift+left": "S-left",
    "shift+right": "S-right", "ctrl+p": "^p", "ctrl+q": "^q", "f1": "F1", "comma": ",",
    "equals_sign": "=",
}  # fmt: skip


HELPS = ("question_mark", "f1")
"""Keys of the help, which every screen shows."""


def key_name(key: str) -> str:
    """A key as people write it.

    >>> key_name("full_stop"), key_name("w"), key_name("shift+tab")
    ('.', 'w', 'S-Tab')
    """
    return NAMES.get(key, key)


class KeyBar(Widget):
    """The active bindings of a screen that are meant to be shown, as many as fit.

    A click on one presses its key.
    """

    DEFAULT_CSS = """
    KeyBar { height: 1; dock: bottom; background: $panel; color: $foreground-muted; }
    """

    def on_mount(self, _event: Mount) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[object]) -> None:
        self.refresh()

    def _shown(self) -> list[tuple[str, str, str]]:
        """Name, key and description of each action that makes sense now, in the order bound."""
        screen = self.screen
        sensible = getattr(screen, "makes_sense", None)
        active = {one.binding.action: one for one in reversed(screen.active_bindings.values())}
        found = []
        for binding in Binding.make_bindings(screen.BINDINGS):
            one = active.pop(binding.action, None)
            if one is None or not one.enabled or not binding.show or not binding.description:
                continue
            if sensible is not None and not sensible(*_parsed(binding.action)):
                continue
            name = binding.key_display or key_name(binding.key)
            found.append((name, binding.key, translate(binding.description)))
        return found

    def _cells(self) -> list[tuple[str, str, str, int]]:
        """Name, key, description and first column of each that fits; help always has its place."""
        keys, width = self._shown(), self.size.width
        room = width - 1 - sum(_width(key) for key in keys)
        helps = [key for key in keys if key[1] in HELPS]
        if room < 0:
            room = width - 2 - len(MORE) - sum(_width(key) for key in helps)
            kept = []
            for key in keys:
                if key in helps or room < _width(key):
                    continue
                room -= _width(key)
                kept.append(key)
            keys = [*kept, (MORE, "", ""), *helps]
        cells, x = [], 1
        for key in keys:
            cells.append((*key, x))
            x += _width(key)
        return cells

    def render(self) -> Content:
        """The line."""
        parts: list[str | tuple[str, str]] = [" "]
        if self.app.screen is not self.screen:
            return Content("")  # a card in front has keys of its own
        for name, _key, text, _x in self._cells():
            parts += [(name, "bold $accent"), f" {text}  " if text else " "]
        return Content.assemble(*parts)

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        for name, key, text, x in self._cells():
            if key and x <= event.x < x + _width((name, key, text)):
                self.app.simulate_key(key)
                return


def _width(key: tuple[str, str, str]) -> int:
    name, _key, text = key
    return cell_len(name) + (cell_len(text) + 3 if text else 1)


def _parsed(action: str) -> tuple[str, tuple[object, ...]]:
    _namespace, name, parameters = parse(action)
    return name, parameters
