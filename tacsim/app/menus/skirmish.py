"""New skirmish: the scenarios there are, each with its map and sides, and who plays them."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Frame, go, in_front
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT, clipped, spread, wrapped
from tacsim.content.documents import read_document
from tacsim.content.faults import ContentError
from tacsim.content.library import library, roots
from tacsim.content.plain import switches_of
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin, drawn_seed
from tacsim.core.clauses import Switch
from tacsim.core.components import Goal, Identity
from tacsim.i18n import N_, _, translate
from tacsim.player.game import Game, new_game
from tacsim.player.settings import Settings, chosen_for, likeness, scenario_side, settings_of
from tacsim.view import words
from tacsim.view.board import BoardState
from tacsim.view.camera import FAR, NORMAL
from tacsim.view.colours import hexed
from tacsim.view.goals import asked

PLAYERS = ("human", "ai:greedy", "ai:cautious")
PLAYER_NAMES: dict[str, str] = {
    "human": N_("a person"),
    "ai": N_("the computer, cautious"),
    "ai:greedy": N_("the computer, greedy"),
    "ai:cautious": N_("the computer, cautious"),
    "script": N_("its script"),
}


ROOMY = 32
"""Lines of a terminal from which a scenario may say more about itself."""


def scenario_files() -> list[Path]:
    """The library's scenarios, and the files beside them that cannot be read at all."""
    found = library()
    names = {path.name for path in found}
    for root in roots():
        for path in sorted(root.glob("*.toml")):
            if path.name in names:
                continue
            try:
                read_document(path)
            except ContentError:
                found.append(path)
                names.add(path.name)
    return found


class SkirmishScreen(Frame[None]):
    """Picks a scenario and begins it.

    ``first`` is the one to show at once, or that of ``game``, with its settings.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("b", "begin", N_("begin")),
        ("tab", "swap", N_("list / settings")),
        ("right,l", "change(1)", N_("change")),
        ("left,h", "change(-1)", ""),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    CSS_PATH = "skirmish.tcss"

    def __init__(self, first: Path | None = None, game: Game | None = None) -> None:
        super().__init__()
        self._files = scenario_files()
        if first is not None:
            known = [path.resolve() for path in self._files]
            if first.resolve() not in known:
                self._files.insert(0, first)
        self._first = first
        self._found = {path: _read(path) for path in self._files}
        self._setups: dict[Path, Settings] = {}
        self._path: Path | None = None
        """The scenario shown, to which the settings belong."""
        if game is not None:
            self._first = self._place(game)

    def _place(self, game: Game) -> Path:
        """Take over the settings of a game; the place of its scenario in the list.

        One that is in no file any more comes first.
        """
        mine = likeness(game.scenario)
        known = {p: one for p, one in self._found.items() if isinstance(one, Scenario)}
        path = next((path for path, one in known.items() if likeness(one) == mine), None)
        if path is None:
            path = Path(game.scenario.name)
            self._files.insert(0, path)
            self._found[path] = game.scenario
        self._setups[path] = chosen_for(game)
        return path

    def take_back(self, game: Game) -> None:
        """Show the scenario of a game again, with its settings."""
        menu, many = self.query_one("#scenarios", OptionList), len(self._files)
        path = self._place(game)
        if len(self._files) > many:
            menu.clear_options()
            menu.add_options([self._entry(one) for one in self._files])
        menu.highlighted = self._files.index(path)
        self._show(path)

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """List on the left, the chosen scenario on the right."""
        yield Lines("caption")
        with Horizontal(id="halves"):
            yield Menu(*(self._entry(path) for path in self._files), id="scenarios")
            with Vertical(id="chosen"):
                yield Lines("name")
                yield BoardView("map", self.tacsim.palette)
                with Vertical(id="about"):
                    yield Static(id="about-text")
                yield Menu(id="settings")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first."""
        self.query_one("#caption", Lines).put(Content.styled(_("New skirmish"), "bold $accent"))
        self.query_one("#map", BoardView).can_focus = False
        menu = self.query_one("#scenarios", OptionList)
        menu.focus()
        if not self._files:
            text = _("There are no scenarios: no folder called maps was found.")
            self.query_one("#about-text", Static).update(Content(text))
            return
        index = next(
            (i for i, path in enumerate(self._files)
             if self._first is not None and path.resolve() == self._first.resolve()),
            0,
        )  # fmt: skip
        menu.highlighted = index

    def _entry(self, path: Path) -> Option:
        found = self._found[path]
        if isinstance(found, ContentError):
            return Option(Content.assemble(("! ", "bold $error"), (path.name, MUTED)))
        return Option(Content("  " + found.name))

    @property
    def _scenario(self) -> Scenario | None:
        found = self._found[self._path] if self._path else None
        return found if isinstance(found, Scenario) else None

    @property
    def setup(self) -> Settings | None:
        """What is chosen for the scenario shown."""
        path, scenario = self._path, self._scenario
        if path is None or scenario is None:
            return None
        return self._setups.setdefault(path, settings_of(scenario))

    # --- showing one --------------------------------------------------------------------------

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the scenario that the bar is on."""
        if event.option_list.id == "scenarios":
            self._show(self._files[event.option_index])

    def _show(self, path: Path) -> None:
        self._path = path
        found = self._found[path]
        board = self.query_one("#map", BoardView)
        settings = self.query_one("#settings", OptionList)
        about = self.query_one("#about-text", Static)
        good = isinstance(found, Scenario)
        board.display = settings.display = good
        if not isinstance(found, Scenario):
            self.query_one("#name", Lines).put(
                Content.styled(_("{0} cannot be used").format(path.name), "bold $error")
            )
            about.update(Content("\n".join(str(fault) for fault in found.faults)))
            return
        levels = len(found.field.levels)
        storeys = _("{n} levels, seen from above").format(n=levels) + DOT if levels > 1 else ""
        self.query_one("#name", Lines).put(
            (
                Content.styled(found.name, "bold"),
                Content.styled(f"{storeys}{found.ruleset}{DOT}{path.name}", MUTED),
            )
        )
        self._fill_settings()
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Fit text, map and settings of the scenario shown into the room there is."""
        scenario = self._scenario
        if scenario is not None:
            self._tell(scenario)
            self._draw(scenario)
            self._fill_settings()

    def _tell(self, scenario: Scenario) -> None:
        """What it shows, as far as there is room."""
        lines = 3 if self.size.height < ROOMY else 8
        text = Content(" ".join(scenario.about.split()))
        width = self.query_one("#about").content_size.width
        about = Content("\n").join(wrapped(text, width, lines))
        self.query_one("#about-text", Static).update(about)

    def on_resize(self) -> None:
        """Fit to the new size."""
        self.call_after_refresh(self._fit)

    def _draw(self, scenario: Scenario) -> None:
        board = self.query_one("#map", BoardView)
        battle = begin(self._in_sight(scenario), seed=0, fog=False)
        field = battle.world.field
        board.camera = attrs.evolve(board.camera, zoom=NORMAL)
        board.state = None
        board.show(BoardState(battle, plan=True))
        board.zoom(0 if board.camera.fits else FAR - NORMAL)
        board.centre((field.width // 2, field.height // 2))

    def _in_sight(self, scenario: Scenario) -> Scenario:
        """The scenario without the creatures that fog hides from the person who sets it up."""
        setup = self.setup
        if setup is None or not setup.fog:
            return scenario
        people = [side for side, who in setup.controllers.items() if who == "human"]
        if not people:
            return scenario
        mine = people if len(people) == 1 else ()
        seen = tuple(one for one in scenario.creatures if one.side in mine)
        return attrs.evolve(scenario, creatures=seen)

    def _fill_settings(self) -> None:
        scenario, setup = self._scenario, self.setup
        if scenario is None or setup is None:
            return
        menu = self.query_one("#settings", OptionList)
        at = menu.highlighted
        menu.clear_options()
        menu.add_options([Option(text, id=key) for key, text in self._rows(scenario, setup)])
        menu.highlighted = min(at or 0, menu.option_count - 1)

    def _rows(self, scenario: Scenario, setup: Settings) -> list[tuple[str, Content]]:
        rows: list[tuple[str, Content]] = []
        palette = self.tacsim.palette
        width = max(self.query_one("#chosen").size.width - 3, 20)
        for index, side in enumerate(scenario.sides):
            names: dict[str, int] = {}
            for one in scenario.creatures:
                if one.side == side.id:
                    kind = words.word({}, one.kind)
                    names[kind] = names.get(kind, 0) + 1
            who = ", ".join(f"{n} x {kind}" if n > 1 else kind for kind, n in names.items())
            player = setup.controllers[side.id]
            aims = [
                Content.assemble("\n   ", clipped(Content(_aim(scenario, goal)), width - 3))
                for goal in scenario.goals
                if goal.side == side.id
            ]
            rows.append(
                (
                    f"side:{side.id}",
                    Content.assemble(
                        (f" {side.name:<16}", f"bold {hexed(palette.side(index))}"),
                        (translate(PLAYER_NAMES.get(player, player)), "bold"),
                        "\n",
                        clipped(Content.styled("   " + who, MUTED), width),
                        *aims,
                    ),
                )
            )
        fog = _("on: only what its creatures see") if setup.fog else _("off")
        seed = _("a new seed") if setup.seed is None else _("seed {0}").format(setup.seed)
        rows.append(("fog", _row(_("Fog of war"), fog)))
        rows.append(("seed", _row(_("Dice"), seed)))
        rows.append(("begin", Content.styled(" " + _("Begin"), "bold $accent")))
        switches = switches_of(scenario)
        rows += [(f"switch:{one.name}", _switch(setup, one, width - 2)) for one in switches]
        return rows

    # --- changing it --------------------------------------------------------------------------

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a scenario begins it, on a setting changes it."""
        if event.option_list.id == "scenarios":
            self._show(self._files[event.option_index])
            self.action_begin()
        elif event.option_id == "begin":
            self.action_begin()
        else:
            self.action_change(1)

    def action_change(self, by: int) -> None:
        """Change the setting that the bar is on."""
        menu = self.query_one("#settings", OptionList)
        scenario, setup = self._scenario, self.setup
        if scenario is None or setup is None or menu.highlighted is None:
            return
        if not menu.has_focus:
            menu.focus()
            return
        key = menu.get_option_at_index(menu.highlighted).id or ""
        if key.startswith("side:"):
            side = key.removeprefix("side:")
            own = scenario_side(scenario, side)
            values = list(PLAYERS)
            for who in (own, setup.controllers[side]):
                values += [who] if who not in (*values, "ai") else []
            now = values.index(setup.controllers[side])
            setup.controllers[side] = values[(now + by) % len(values)]
        elif key.startswith("switch:"):
            name = key.removeprefix("switch:")
            setup.switches[name] = not setup.switches[name]
        elif key == "fog":
            setup.fog = not setup.fog
        elif key == "seed":
            setup.seed = None if setup.seed is not None else _seed(scenario)
        self._fit()

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")

    def action_swap(self) -> None:
        """Go from the list to the settings, and back."""
        menu = self.query_one("#settings", OptionList)
        other = self.query_one("#scenarios", OptionList)
        if menu.display and not menu.has_focus:
            menu.focus()
        else:
            other.focus()

    def action_move(self, by: int) -> None:
        """Move as the arrows do."""
        focused = self.focused
        if isinstance(focused, OptionList):
            go(focused, by)

    def action_begin(self) -> None:
        """Begin the battle."""
        scenario, setup = self._scenario, self.setup
        if scenario is None or setup is None:
            self.tacsim.tell(_("This scenario cannot be used."))
            return
        try:
            seed = drawn_seed() if setup.seed is None else setup.seed
            game = new_game(
                scenario, setup.controllers, seed=seed, fog=setup.fog, switches=setup.switches
            )
        except (ValueError, ContentError) as error:
            self.tacsim.tell(str(error))
            return
        game.seed = setup.seed
        self.tacsim.open_battle(game)


def _read(path: Path) -> Scenario | ContentError:
    try:
        return read_scenario(path)
    except ContentError as error:
        return error


def _aim(scenario: Scenario, goal: Goal) -> str:
    """What a side has to do."""
    name = scenario[goal.creature].get(Identity).name if goal.creature is not None else ""
    return words.capital(asked(goal, name))


def _seed(scenario: Scenario) -> int:
    return scenario.seed if scenario.seed is not None else 1


def _row(name: str, value: str) -> Content:
    return Content.assemble((f" {name:<16}", MUTED), (value, "bold"))


def _switch(setup: Settings, switch: Switch, width: int) -> Content:
    """A switch, whether it is on, and what it means."""
    on = setup.switches[switch.name]
    name = Content.assemble(
        (f" {words.capital(words.word({}, switch.name)):<22}", MUTED),
        (_("on") if on else _("off"), "bold"),
        ("  " + _("changed"), "$warning") if on != switch.default else "",
    )
    clause = Content.styled(switch.clause, MUTED)
    title = wrapped(Content.styled(translate(switch.title), MUTED), width - 3, 2)
    rows = [spread(name, clause, width, keeps_left=True)]
    rows += [Content.assemble("   ", line) for line in title]
    return Content("\n").join(rows)
