"""The lab: a setup fought a hundred times and more, watched as it happens."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import Worker

from tacsim.app.lab.bench import Bench
from tacsim.app.lab.figures import figures, headline
from tacsim.app.lab.vary_card import VaryCard, case_words
from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.board import BoardView, fitting
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import Page
from tacsim.content.setup import begin
from tacsim.i18n import N_, _, known_as
from tacsim.player.opening import Setup
from tacsim.sim.notable import notable
from tacsim.sim.plans import Plan
from tacsim.sim.saves import Wanted, write
from tacsim.storage.errors import SaveError
from tacsim.view.picture.board import BoardState
from tacsim.view.picture.overlay import Overlay
from tacsim.view.wording.odds import heat, most_words

PAUSE = 0.2
"""Seconds between two pictures at least."""
WATCHED = "watched"
"""The group of the work on a battle that is going to be watched."""


class LabScreen(Frame[None]):
    """Shows a bench, which goes on behind it when it is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "pause", N_("hold / go on")),
        ("m", "more", N_("100 more")),
        ("tab", "swap", N_("map")),
        ("v", "vary", N_("what if")),
        ("enter,f", "fight", N_("fight the typical")),
        ("w", "watch", N_("watch it")),
        ("down,j", "scroll_by(1)", ""),
        ("up,k", "scroll_by(-1)", ""),
        Binding("less_than_sign", "level(-1)", N_("Look at the level below."), show=False),
        Binding("greater_than_sign", "level(1)", N_("Look at the level above."), show=False),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    LabScreen #caption { height: 1; dock: top; background: $panel; }
    LabScreen #parts { layout: vertical; height: 1fr; }
    LabScreen.-wide #parts { layout: horizontal; }
    LabScreen #told { height: 3fr; padding: 0 1; }
    LabScreen.-wide #told { width: 60; height: 1fr; }
    LabScreen #ground { height: 2fr; }
    LabScreen #ground BoardView { height: 1fr; }
    LabScreen #heat { height: auto; padding: 0 1; color: $foreground-muted; }
    LabScreen.-wide #ground { height: 1fr; }
    LabScreen.-low #told { height: 1fr; }
    LabScreen.-low.-narrow #ground { display: none; }
    LabScreen.-low.-narrow.-map #ground { display: block; height: 1fr; }
    LabScreen.-low.-narrow.-map #told { display: none; }
    """

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self.bench = bench
        self._timer: Timer | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._level: int | None = None
        self._left = False

    def parts(self) -> ComposeResult:
        """Caption, figures, map."""
        yield Lines("caption")
        with Container(id="parts"):
            with Page(id="told"):
                yield Static(id="figures")
            board = BoardView("map", self.tacsim.palette)
            board.can_focus = False
            with Container(id="ground"):
                yield board
                yield Static(id="heat")
        yield KeyBar()

    def on_mount(self) -> None:
        """Take keys in the text, and fight."""
        self.query_one(Page).focus()
        self.bench.go_on(self)

    def on_screen_resume(self) -> None:
        """Fight on, and show how far it is."""
        super().on_screen_resume()
        self.bench.go_on(self)
        if self._laid_out:
            self._show()

    def on_resize(self) -> None:
        """Fit to the new size."""
        self.call_after_refresh(self._show)

    def on_fought(self) -> None:
        """Show it soon."""
        if self._timer is None:
            self._timer = self.set_timer(PAUSE, self._soon)

    def _soon(self) -> None:
        self._timer = None
        self._show()

    # --- showing it ---------------------------------------------------------------------------

    def _show(self) -> None:
        with self.bench.trial.counting:
            self._tell()
            self._draw()
        self.refresh_bindings()

    def _tell(self) -> None:
        trial, palette = self.bench.trial, self.tacsim.palette
        title = Content.styled(known_as(self.bench.scenario.name), "bold $accent")
        state = "" if self.bench.running else _("held") if self.bench.held else ""
        said = Content.assemble(headline(trial), ("  " if state else "", ""), (state, "bold"))
        if any(one.group == WATCHED and one.is_running for one in self.workers):
            said = Content.styled(_("being fought again, to be watched"), "bold")
        self.query_one("#caption", Lines).put((title, said))
        width = max(self.query_one(Page).scrollable_content_region.width, 20)
        lines = figures(trial, palette, width, partial(case_words, self.bench))
        self.query_one("#figures", Static).update(Content("\n").join(lines))

    def _draw(self) -> None:
        """The map without creatures, with where they fell in the case that was shown last."""
        tally = self.bench.trial.tallies[-1]
        board = self.query_one(BoardView)
        empty = attrs.evolve(tally.plan.scenario, creatures=(), goals=(), items=())
        fell = {cell: many.total() for cell, many in tally.fell.items()}
        told = most_words(fell)
        self.query_one("#heat", Static).update(Content(f"9 {told}" if told else ""))
        board.show(BoardState(begin(empty, seed=0, fog=False), Overlay(heat=heat(fell)), plan=True))
        levels = [cell[2] for cell in fell if len(cell) > 2]
        if self._level is None and levels:
            board.level = max(set(levels), key=levels.count)
        elif self._level is not None:
            board.level = self._level
        board.camera = fitting(board.camera)
        board.paint()

    # --- keys ---------------------------------------------------------------------------------

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action in ("fight", "watch"):
            return self.bench.trial.battles > 0
        if action == "more":
            return self.bench.trial.enough
        if action == "swap":
            return self.has_class("-low") and self.has_class("-narrow")
        if action == "level":
            return self.query_one(BoardView).highest > 0
        return action != "pause" or not self.bench.trial.enough

    def offers(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether it leads anywhere."""
        return self.makes_sense(action, parameters)

    def action_pause(self) -> None:
        """Hold it, or go on."""
        if self.bench.held:
            self.bench.held = False
            self.bench.go_on(self)
        elif not self.bench.trial.enough:
            self.bench.held = True
            self.bench.rest()
        self._show()

    def action_more(self) -> None:
        """Fight a hundred more."""
        if self.bench.trial.enough:
            self.bench.more()
            self.bench.go_on(self)
            self._show()

    def action_vary(self) -> None:
        """Compare it with what it might be."""

        def answered(vary: dict[str, list[Any]] | None) -> None:
            if vary is None:
                return
            try:
                self.bench.compare(vary)
            except ValueError as error:
                self.tacsim.tell(str(error))
                return
            self.bench.go_on(self)
            self._show()

        self.app.push_screen(VaryCard(self.bench), answered)

    def action_scroll_by(self, by: int) -> None:
        """Scroll the text."""
        self.query_one(Page).scroll_lines(by)

    def action_swap(self) -> None:
        """Where there is no room for both, show the map in the place of the figures, and back."""
        self.toggle_class("-map")
        self.call_after_refresh(self._show)

    def action_level(self, by: int) -> None:
        """Look at another level of the map."""
        board = self.query_one(BoardView)
        self._level = min(max(board.level + by, 0), board.highest)
        self._show()

    def _typical(self) -> tuple[Plan, int, dict[str, str]] | None:
        """The most typical battle: its plan, its seed, who played."""
        trial = self.bench.trial
        tally = trial.tallies[-1]
        with trial.counting:
            found = notable(tally).get("typical")
        if found is None:
            self.tacsim.tell(_("No battle is over yet."))
            return None
        return tally.plan, found["seed"], found["controllers"]

    def action_fight(self) -> None:
        """Fight the most typical battle oneself: the same dice, other hands."""
        found = self._typical()
        if found is None:
            return
        plan, seed, _players = found
        before = self.bench.setup
        chosen = attrs.evolve(before.settings, seed=seed)
        if plan.values:
            chosen = attrs.evolve(
                chosen, switches=dict(plan.scenario.switches), names={}, parties={}
            )
            setup = Setup(None, plan.scenario, chosen)
        else:
            setup = Setup(before.path, before.base, chosen)
        self.bench.rest()
        self.tacsim.begin(setup)

    def action_watch(self) -> None:
        """Watch the most typical battle as it was fought."""
        found = self._typical()
        if found is None:
            return
        plan, seed, players = found
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="tacsim-")
        path = Path(self._folder.name) / f"{len(list(Path(self._folder.name).iterdir()))}.tacsim"

        def work() -> None:
            try:
                write(Wanted(plan.scenario, seed, players, plan.max_rounds), path)
            except SaveError as error:
                self.app.call_from_thread(self.tacsim.tell, str(error))
                return
            self.app.call_from_thread(self._watch, path)

        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=WATCHED)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say that a battle is being fought to be watched, for as long as it is."""
        if event.worker.group == WATCHED and self.stands:
            self._show()

    def _watch(self, path: Path) -> None:
        if self.is_current:
            self.bench.rest()
            self.tacsim.open_replay(path)

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")

    def action_close(self) -> None:
        """Go back; it is fought on meanwhile."""
        self._left = True
        super().action_close()

    def on_unmount(self) -> None:
        """Leave no files behind, and no processes unless one has only gone back."""
        if not self._left:
            self.bench.rest()
        if self._folder is not None:
            self._folder.cleanup()
