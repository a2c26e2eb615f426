"""A scenario before it is fought: its name, its map, what it shows."""

from __future__ import annotations

import attrs
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tacsim.app.widgets.board import BoardView, fitting
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import DOT, wrapped
from tacsim.content.faults import ContentError
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.i18n import _, known_as
from tacsim.player.kept.introduction import introduction
from tacsim.player.opening import Setup
from tacsim.view.palettes.colours import Palette
from tacsim.view.picture.board import BoardState
from tacsim.view.picture.camera import FAR

ROOMY = 32
"""Lines of a terminal from which a scenario may always say more about itself."""
LEAST = 4
"""Lines of the name and of the map at least."""
LESS, MORE = 3, 10
"""Lines of what it says while it is set up in a low terminal, and else."""


class Preview(Vertical):
    """Shows a scenario as it is being set up, or what is wrong with its file."""

    DEFAULT_CSS = """
    Preview { height: 1fr; }
    Preview #map { height: 1fr; }
    Preview #about { height: auto; max-height: 10; padding: 0 1; color: $foreground; }
    """

    def __init__(self, palette: Palette) -> None:
        super().__init__(id="preview")
        self.board = BoardView("map", palette)
        self.board.can_focus = False

    def compose(self) -> ComposeResult:
        """Name, map, text."""
        yield Lines("name", keeps_left=True)
        yield self.board
        yield Static(id="about")

    def say(self, text: str) -> None:
        """Show a text and no map."""
        self.board.display = False
        self.query_one("#about", Static).update(Content(text))

    def show_faults(self, file: str, error: ContentError) -> None:
        """Show what is wrong with a file."""
        title = _("{0} cannot be used").format(file)
        self.query_one("#name", Lines).put(Content.styled(title, "bold $error"))
        self.say("\n".join(str(fault) for fault in error.faults))

    def show(self, setup: Setup, *, less: bool = False) -> None:
        """Show a scenario with its creatures, as far as the room goes.

        ``less``: the room is wanted for something else, if there is little of it.
        """
        scenario = setup.scenario
        self.board.display = True
        levels = len(scenario.field.levels)
        storeys = DOT + _("{n} levels, seen from above").format(n=levels) if levels > 1 else ""
        file = f"{DOT}{setup.path.name}" if setup.path is not None else ""
        self.query_one("#name", Lines).put((
            Content.styled(known_as(scenario.name), "bold"),
            Content.styled(f"{scenario.ruleset}{storeys}{file}", MUTED),
        ))  # fmt: skip
        text = self.query_one("#about", Static)
        lines = LESS if less and self.app.size.height < ROOMY else MORE
        lines = min(lines, max(self.size.height - LEAST, LESS))
        about = Content(introduction(scenario))
        text.update(Content("\n").join(wrapped(about, text.content_size.width, lines)))
        self._draw(setup)

    def _draw(self, setup: Setup) -> None:
        board = self.board
        battle = begin(_in_sight(setup), seed=0, fog=False)
        board.state = None
        board.show(BoardState(battle, plan=True))
        self.on_board_view_resized()

    def on_board_view_resized(self) -> None:
        """Show the whole map as near as there is room for it, or from farthest out."""
        near = fitting(self.board.camera)
        zoom = near.zoom if near.fits else FAR
        self.board.zoom(zoom - self.board.camera.zoom)
        self.board.centre((near.width // 2, near.height // 2))


def _in_sight(setup: Setup) -> Scenario:
    """The scenario without the creatures that fog hides from the person who sets it up."""
    scenario, chosen = setup.scenario, setup.settings
    people = [side for side, who in chosen.controllers.items() if who == "human"]
    if not chosen.fog or not people:
        return scenario
    mine = people if len(people) == 1 else ()
    seen = tuple(one for one in scenario.creatures if one.side in mine)
    return attrs.evolve(scenario, creatures=seen)
