"""Whatever keys do is offered in the command palette too, and by that to the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from textual.actions import parse
from textual.binding import Binding
from textual.widget import Widget

import tacsim.app
from tacsim.app.shell.frame import GameScreen, Part

MOTIONS = {"move", "page", "push", "scroll", "scroll_by", "step"}
"""What a click or the wheel does: to another line, further down, to a cell."""
TURNS = {"change", "more", "other", "put", "turn"}
"""What is offered the other way round, or by another name on the card around it."""


def binding(kind: type[Widget]) -> Iterator[type[Widget]]:
    """The widgets of the game that bind keys."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("tacsim.") and one.__dict__.get("BINDINGS"):
            yield one
        yield from binding(one)


for found in walk_packages(tacsim.app.__path__, "tacsim.app."):
    import_module(found.name)
KINDS = sorted(set(binding(Widget)), key=lambda kind: kind.__qualname__)


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_what_a_key_does_is_told_unless_it_only_moves(kind: type[Widget]) -> None:
    """The palette offers what has words, of screens, cards and parts of them."""
    for one in Binding.make_bindings(kind.BINDINGS):
        _namespace, action, _parameters = parse(one.action)
        if action not in MOTIONS | TURNS:
            assert one.description, one
            assert issubclass(kind, GameScreen | Part), one
