"""The command palette: what it offers everywhere, and what the keys of the screen in front do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import cast

from textual.actions import parse
from textual.app import App, SystemCommand
from textual.binding import ActiveBinding, Binding

from tacsim.app.shell.asked import Tacsim
from tacsim.app.shell.frame import GameScreen, Part
from tacsim.app.shell.keymaps import PRESETS, key_name
from tacsim.app.shell.keys import SUSPENDING
from tacsim.i18n import N_, NP_, _, translate
from tacsim.view.palettes.graphics import GRAPHICS
from tacsim.view.palettes.palette import PALETTES

EVERYWHERE: tuple[tuple[str, str, str], ...] = (
    ("options", N_("Options"), N_("Colours, graphics, motion, zoom, walking")),
    ("keys", N_("Keys"), N_("Change which keys do what")),
    ("help", NP_("page", "Help"), N_("The game on one page, and every key")),
    ("rules", N_("Rules"), N_("Look a rule up by its words")),
    ("notices", N_("Notices"), N_("What was told in passing, whole")),
    ("suspend", N_("Suspend"), N_("Back to the shell, where fg goes on with the game")),
    ("quit", N_("Quit"), N_("Leave the game")),
)
"""What the command palette offers on every screen: its id, its name, and what it is."""


class PaletteOpener:
    """Opens the command palette over a screen, and says what it offers there."""

    def __init__(self, app: App[int]) -> None:
        self._app = app
        self._doable: list[SystemCommand] = []
        """What the screen could do when the palette was opened."""

    @property
    def _tacsim(self) -> Tacsim:
        return cast("Tacsim", self._app)

    def open(self) -> None:
        """Open it, unless it is open."""
        from tacsim.app.widgets.menu import Offered, Palette

        if not any(isinstance(screen, Palette) for screen in self._app.screen_stack):
            self._doable = list(self._doable_now())
            text = _("Search for commands")
            self._app.push_screen(Palette([Offered], placeholder=text, id="--command-palette"))

    def offered(self) -> Iterable[SystemCommand]:
        """What is there on every screen, ways to look at it, and what the screen could do."""
        tacsim, doable = self._tacsim, {one.title.rpartition(" (")[0] for one in self._doable}
        for what, title, about in EVERYWHERE:
            there = what != SUSPENDING or tacsim.can_suspend
            if there and translate(title) not in doable:
                opens = partial(tacsim.open_screen, what)
                yield SystemCommand(translate(title), translate(about), opens)
        for name, (words, _keys) in PRESETS.items():
            title = _("Keys: {preset}").format(preset=translate(words))
            yield SystemCommand(title, "", partial(tacsim.set_options, keys=name))
        for name, palette in PALETTES.items():
            title = _("Palette: {0}").format(translate(palette.title))
            yield SystemCommand(title, "", partial(tacsim.set_options, palette=name))
        for name, words in GRAPHICS.items():
            title = _("Graphics: {0}").format(translate(words))
            yield SystemCommand(title, "", partial(tacsim.set_options, graphics=name))
        yield from self._doable

    def _doable_now(self) -> Iterable[SystemCommand]:
        """What the keys of the screen in front do, each thing once.

        What the palette offers on every screen goes by its name there.
        """
        app = self._app
        done: set[tuple[object, str]] = set()
        names = {what: title for what, title, _about in EVERYWHERE}
        for one in app.screen.active_bindings.values():
            meant, what = _meant(one), (one.node, one.binding.action)
            words = self._told(meant.description) if meant is not None else ""
            if meant is not None and words and one.enabled and what not in done and _offers(one):
                done.add(what)
                name, about = names.get(_opened(meant.action)), self._told(meant.tooltip)
                words = translate(name) if name else words
                title = f"{words[0].upper()}{words[1:].rstrip('.')} ({key_name(one.binding.key)})"
                yield SystemCommand(
                    title, "" if about == words else about,
                    partial(app.run_action, one.binding.action, one.node),
                )  # fmt: skip
        if isinstance(app.screen, GameScreen):
            yield from app.screen.further()

    def _told(self, text: str) -> str:
        return self._tacsim.keymap.told(translate(text)) if text else ""


def _opened(action: str) -> str:
    """What an action opens, if it does: that of a menu is named in brackets."""
    _namespace, name, parameters = parse(action)
    return str(parameters[0]) if name == "choose" and parameters else name


def _meant(one: ActiveBinding) -> Binding | None:
    """What a key does, if it is something of ours; what a list takes, in the words around it."""
    if isinstance(one.node, GameScreen | Part):
        return None if "." in one.binding.action else one.binding
    around = (node for node in one.node.ancestors if isinstance(node, GameScreen | Part))
    bound = (node._bindings.key_to_bindings.get(one.binding.key, ()) for node in around)
    return next((each for own in bound for each in own if each.action == one.binding.action), None)


def _offers(one: ActiveBinding) -> bool:
    """Whether what a key does is there at all."""
    _namespace, action, parameters = parse(one.binding.action)
    return not isinstance(one.node, GameScreen | Part) or one.node.offers(action, parameters)
