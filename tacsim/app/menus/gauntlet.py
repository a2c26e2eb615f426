"""The gauntlet: the run under way, a new one, and the table of the best."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.saves import go_on
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import column
from tacsim.content.faults import ContentError
from tacsim.content.generate import Wanted
from tacsim.i18n import N_, _, translate
from tacsim.player.drawn import ASKED, FIRST, another, next_asked, told
from tacsim.player.gauntlet import NewRun, under_way
from tacsim.player.kept.runs import Run, read_runs, runs_file
from tacsim.player.run_lines import run_lines, under_way_line
from tacsim.session.opponents import offered
from tacsim.storage.folder import SaveInfo
from tacsim.view.wording.players import player_name

CHOSEN, FOES = ("ruleset", "party", "difficulty"), "foes"
"""What is chosen for a new run, and who plays the foes."""
USUAL = "ai:cautious"
"""Who plays the foes where nothing was chosen."""
LABEL = 12
"""Columns of what a line is about."""


class GauntletScreen(Frame[None]):
    """Goes on with a run, begins one, and tells which were the best; ``marked``: one of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("g", "go_on", N_("go on")),
        ("n", "new", N_("new run")),
        ("right,l", "change(1)", N_("change")),
        ("left,h", "change(-1)", ""),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    GauntletScreen #caption { height: 1; dock: top; background: $panel; }
    GauntletScreen Menu { height: 1fr; }
    """

    def __init__(self, marked: str = "") -> None:
        super().__init__()
        self._marked = marked
        self._run: SaveInfo | None = None
        self._best: list[Run] = []

    def parts(self) -> ComposeResult:
        """The list."""
        yield Lines("caption", lines=[Content.styled(_("Gauntlet"), "bold $accent")])
        yield Menu()
        yield KeyBar()

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        """Look what has become of the run, and show it."""
        super().on_screen_resume()
        self._run, trouble = under_way()
        self._best, more = read_runs(runs_file())
        for one in filter(None, (trouble, more)):
            self.tacsim.tell(one, whole=str(runs_file()))
        self._fill(first=True)

    def on_resize(self) -> None:
        """Fit to the new width."""
        if self._laid_out:
            self._fill()

    def _fill(self, *, first: bool = False) -> None:
        """Show what there is; ``first``: with the bar on what is most likely wanted."""
        menu = self.query_one(OptionList)
        before = menu.highlighted
        menu.clear_options()
        menu.add_options(self._rows())
        marked = next((n for n, one in enumerate(self._best) if one.id == self._marked), None)
        if not first and before is not None:
            menu.highlighted = min(before, menu.option_count - 1)
        elif marked is not None:
            menu.highlighted = menu.get_option_index(f"run:{marked}")
        else:
            menu.highlighted = 0
        self.refresh_bindings()

    def mark(self, run: str) -> None:
        """Mark a run in the table, by its id, when it is looked at next."""
        self._marked = run

    def _rows(self) -> list[Option]:
        width = max(self.size.width - 2, 20)
        lines: list[tuple[str, list[Content]]] = []
        if self._run is not None and self._run.run is not None:
            text = under_way_line(self._run.run, self._run.ruleset, won=self._run.over)
            lines.append(("go_on", [self._head(_("Go on"), text)]))
        lines.append(("new", [self._head(_("New run"), _("with these rules, party and foes:"))]))
        lines += [(f"ask:{what}", [self._asked(what)]) for what in (*CHOSEN, FOES)]
        rows: list[Option] = [Row.folding(texts, width, key) for key, texts in lines]
        title = _("The best runs") if self._best else _("No run is over yet.")
        rows.append(Option(Content.assemble("\n ", (title, "bold $accent")), disabled=True))
        for number, one in enumerate(self._best):
            figures, whose = run_lines(number + 1, one)
            style = "bold $accent" if one.id == self._marked else ""
            sign = ">" if one.id == self._marked else " "
            texts = [
                Content.styled(f"{sign}{figures}", style),
                Content.styled(f"     {whose}", MUTED),
            ]
            rows.append(Row.folding(texts, width, f"run:{number}"))
        return rows

    def _head(self, name: str, about: str) -> Content:
        return Content.assemble(" ", column(Content.styled(name, "bold"), LABEL), (about, MUTED))

    def _asked(self, what: str) -> Content:
        title = _("Foes") if what == FOES else translate(ASKED[what])
        name = column(Content.styled(f"  {title}", MUTED), LABEL)
        value = player_name(self._foes) if what == FOES else told(self._wanted, what)
        return Content.assemble(" ", name, (value, "bold"))

    @property
    def _foes(self) -> str:
        """Who plays the foes."""
        return self.tacsim.gauntlet_foes or USUAL

    @property
    def _wanted(self) -> Wanted:
        return self.tacsim.gauntlet or FIRST

    @property
    def _chosen(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option is not None else ""

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "go_on":
            return self._run is not None
        return action != "change" or self._chosen.startswith("ask:")

    def offers(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether it leads anywhere."""
        return self.makes_sense(action, parameters)

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Other keys may make sense now."""
        self.refresh_bindings()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on, begin, or change what is asked for."""
        what = event.option_id or ""
        if what == "go_on":
            self.action_go_on()
        elif what == "new":
            self.action_new()
        else:
            self.action_change(1)

    def action_change(self, by: int) -> None:
        """Ask for something else where the bar is."""
        kind, _colon, what = self._chosen.partition(":")
        if what == FOES:
            known = [f"ai:{level.opponent}" for level in offered()]
            at = known.index(self._foes) + by
            self.tacsim.gauntlet_foes = known[at % len(known)]
            self._fill()
        elif kind == "ask":
            self.tacsim.gauntlet = next_asked(self._wanted, what, by)
            self._fill()

    def action_go_on(self) -> None:
        """Go on with the run under way."""
        if self._run is not None:
            go_on(self, self._run)

    def action_new(self) -> None:
        """Begin a run; the one under way is given up, if that is really wanted."""
        if self._run is None or self._run.run is None:
            self._begin()
            return
        text = _("The run under way ({run}) ends as it stands and is entered in the table.")
        text = text.format(run=under_way_line(self._run.run, self._run.ruleset, won=self._run.over))
        card = SureCard(_("Give the run up?"), text, _("give it up"), _("keep it"))
        self.app.push_screen(card, partial(self._given_up, self._run))

    def _given_up(self, run: SaveInfo, yes: bool | None) -> None:
        if yes:
            self._begin(run)

    def _begin(self, instead: SaveInfo | None = None) -> None:
        asked = self.tacsim.gauntlet = another(self._wanted)
        try:
            game = NewRun(asked, instead, self.tacsim.gauntlet_foes).begin()
        except (ContentError, ValueError) as error:
            self.tacsim.tell(str(error))
        else:
            self.tacsim.open_battle(game)

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")
