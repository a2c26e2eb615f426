"""The line of keys at the foot of a screen: only those that do something now."""

from __future__ import annotations

from textual.content import Content
from textual.events import Click, Mount
from textual.screen import Screen
from textual.widget import Widget


NAMES = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "full_stop": ".", "question_mark": "?",
    "escape": "Esc", "enter": "Enter", "tab": "Tab", "shift+tab": "S-Tab", "space": "Space",
    "plus": "+", "minus": "-", "less_than_sign": "<", "greater_than_sign": ">", "home": "Home",
    "end": "End", "left_square_bracket": "[", "right_square_bracket": "]", "pageup": "PgUp",
    "pagedown": "PgDn", "shift+up": "S-↑", "shift+down": "S-↓", "shift+left": "S-←",
    "shift+right": "S-→", "ctrl+p": "^p", "ctrl+q": "^q", "f1": "F1", "comma": ",",
}  # fmt: skip


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
        """Name, action and description of the keys that make sense now, each action once."""
        found: dict[str, tuple[str, str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.description:
                name = binding.key_display or key_name(binding.key)
                found.setdefault(binding.action, (name, binding.key, binding.description))
        return list(found.values())

    def _cells(self) -> list[tuple[str, str, int, int]]:
        """Name, description, and the columns that each takes, as far as the line goes."""
        cells, x, width = [], 1, self.size.width
        keys = self._shown()
        for i, (name, _key, text) in enumerate(keys):
            room = 1 + len(name) + 1 + len(text) + 1
            last = i == len(keys) - 1
            if x + room + (0 if last else 2) > width:
                cells.append(("…", "", x, x + 1))
                break
            cells.append((name, text, x, x + room))
            x += room
        return cells

    def render(self) -> Content:
        """The line."""
        parts: list[str | tuple[str, str]] = [" "]
        for name, text, _left, _right in self._cells():
            parts += [(name, "bold $accent"), f" {text}  " if text else ""]
        return Content.assemble(*parts)

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        keys = self._shown()
        for i, (_name, text, left, right) in enumerate(self._cells()):
            if left <= event.x < right and text:
                self.app.simulate_key(keys[i][1])
                return
