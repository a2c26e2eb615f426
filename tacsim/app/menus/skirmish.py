"""New skirmish: a scenario is chosen, shown with its map and sides, set up and begun."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tacsim.app.menus.odds import EvenedOut, Tryout
from tacsim.app.menus.preview import Preview
from tacsim.app.menus.saves import go_on
from tacsim.app.menus.scenarios import Entry, Faulty, Scenarios
from tacsim.app.menus.setup_lines import change, evened_words, setup_lines
from tacsim.app.shell.frame import Frame, go, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu
from tacsim.content.faults import ContentError
from tacsim.content.generate import Wanted
from tacsim.content.naming import stamp
from tacsim.i18n import N_, _, known_as
from tacsim.player.drawn import another, drawn_setup, next_asked
from tacsim.player.game import Game
from tacsim.player.kept.parties import kept_parties
from tacsim.player.kept.recent import Recent, read_recent
from tacsim.player.opening import Setup, again
from tacsim.storage.folder import save_info

if TYPE_CHECKING:
    from tacsim.app.lab.bench import Bench

TOLD, USUAL = 16, 24
"""Lines for a scenario's name, map and text; those of a terminal where the settings fit below."""


class SkirmishScreen(Frame[None]):
    """Picks a scenario, sets it up and begins it.

    It opens where it was left, as ``drafts`` have it, or where the last battle was set up, as the
    file ``recent`` tells; or with ``first``, or the setup of ``game``. What was last chosen for a
    scenario is chosen again. Closed, it leaves what is chosen in ``drafts``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("b", "begin", N_("begin")),
        ("g", "another", N_("another")),
        ("c", "go_on", N_("continue")),
        ("r", "recent", N_("recent")),
        ("tab", "swap", N_("list / settings")),
        ("right,l", "change(1)", N_("change")),
        ("left,h", "change(-1)", ""),
        ("p", "bot", N_("your bot")),
        ("t", "try", N_("try it 100 times")),
        ("n", "names", N_("names")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    CSS_PATH = "skirmish.tcss"

    def __init__(
        self,
        recent: Path,
        drafts: list[Recent],
        first: Setup | None = None,
        game: Game | None = None,
    ) -> None:
        super().__init__()
        self._file, self._drafts = recent, drafts
        self._tryout = Tryout(self)
        self._bench: Bench | None = None
        """Where the battle that was tried last is tried."""
        self._pending: Wanted | None = None
        """What is to be drawn next."""
        self._awaited: Setup | None = None
        """The battle of a day that is to begin as soon as it may."""
        found, self._trouble = read_recent(recent)
        self._scenarios = Scenarios([*drafts, *found], found)
        self._parties = {one.party.ruleset for one in kept_parties() if one.party is not None}
        """The rules for which there are parties."""
        self._due = False
        """Whether something else is to be shown."""
        self._held = ExitStack()
        """Holds the next frame back while not all of it is there."""
        if game is not None:
            first = self._scenarios.setup_of(game)
        if first is not None:
            self._scenarios.put_in(first)

    def take_back(self, game: Game) -> None:
        """Show the setup of a game again."""
        self._take(self._scenarios.setup_of(game))

    def _take(self, setup: Setup) -> None:
        menu, many = self.query_one("#scenarios", OptionList), len(self._scenarios.all)
        self._scenarios.put_in(setup)
        if len(self._scenarios.all) > many:
            menu.clear_options()
            menu.add_options([self._option(one) for one in self._scenarios.all])
        menu.highlighted = self._scenarios.at
        self._soon()

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """List on the left, the chosen scenario on the right."""
        yield Lines("caption")
        with Horizontal(id="halves"):
            scenarios = Menu(*(self._option(one) for one in self._scenarios.all), id="scenarios")
            scenarios.twice = True
            yield scenarios
            with Vertical(id="chosen"):
                yield Preview(self.tacsim.palette)
                yield Menu(id="settings")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first."""
        self._caption()
        menu = self.query_one("#scenarios", OptionList)
        menu.focus()
        if self._trouble:
            self.tacsim.tell(self._trouble)
        if self._scenarios.all:
            menu.highlighted = self._scenarios.at
        else:
            text = _("There are no scenarios: no folder called maps was found.")
            self.query_one(Preview).say(text)

    def _option(self, one: Entry) -> Option:
        if isinstance(one, Faulty):
            return Option(Content.assemble(("! ", "bold $error"), (one.path.name, MUTED)))
        return Option(Content(known_as(one.name)))

    @property
    def setup(self) -> Setup | None:
        """The setup of the scenario shown; None where there is none that can be used."""
        return self._scenarios.setup

    # --- the battle that was left -------------------------------------------------------------

    @property
    def _left_here(self) -> bool:
        """Whether the battle that was left last was set up from the scenario shown."""
        left, setup = self.tacsim.left, self.setup
        return left is not None and setup is not None and left.scenario == stamp(setup.scenario)

    def on_screen_resume(self) -> None:
        """Say how to go on with the battle that was left, and go on trying what is shown."""
        if self._laid_out:
            self._soon()

    def on_screen_suspend(self) -> None:
        """Leave the machine to what is in front."""
        self._tryout.rest()

    def on_tried(self) -> None:
        """Say how hard it seems to be by now."""
        if self.is_current and not self._due:
            self._fill_settings()

    def _caption(self) -> None:
        said = ""
        if self._left_here:
            said = _("Enter or c goes on with the battle you left, b begins a new one")
        elif self.tacsim.left is not None:
            said = _("c goes on with the battle you left")
        name = _("New skirmish")
        if self.setup is not None and self.setup.daily:
            name = _("Daily battle")
        elif self._changeable:
            name = _("Quick battle")
        title = Content.styled(name, "bold $accent")
        self.query_one("#caption", Lines).put((title, Content.styled(said, "bold")))

    @property
    def _changeable(self) -> bool:
        """Whether the battle shown is one that another can be drawn for."""
        return self.setup is not None and self.setup.drawn is not None and not self.setup.held

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "another":
            return self._changeable
        if action == "bot":
            return self._side is not None
        if action in ("begin", "swap", "change", "try", "names"):
            return self.setup is not None
        return action != "go_on" or self.tacsim.left is not None

    def offers(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether it leads anywhere."""
        return action != "bot" or self.makes_sense(action, parameters)

    def action_go_on(self) -> None:
        """Go on with the battle that was left; else list those there are."""
        left = self.tacsim.left
        if left is None:
            self.tacsim.open_screen("continue")
        else:
            go_on(self, save_info(left.save))

    # --- showing one --------------------------------------------------------------------------

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the scenario that the bar is on, or the keys for a setting."""
        if event.option_list.id == "scenarios":
            self._turn_to(event.option_index)
        else:
            self.refresh_bindings()

    def _turn_to(self, at: int) -> None:
        """Show another scenario, and leave the machine to the keys until then."""
        if at != self._scenarios.at:
            self._pending = self._awaited = None
            self._scenarios.at = at
            self._tryout.rest()
        self._soon()

    def _catch_up(self) -> None:
        """Show the scenario that the bar is on, if it is not shown yet: keys may be faster."""
        at = self.query_one("#scenarios", OptionList).highlighted
        if at is not None and at != self._scenarios.at:
            self._turn_to(at)
        if self._due and self._pending is None:
            self._fit()

    def _soon(self, _answer: object = None) -> None:
        """Show what is chosen as soon as the keys that have come are done, whatever they change."""
        if not self._due:
            self._due = True
            self.call_after_refresh(self._when_done)

    def _when_done(self) -> None:
        if self._due and self.behind:
            self.app.call_later(self.call_after_refresh, self._when_done)
        elif self._due:
            self._draw_pending()
            self._fit()

    def _fit(self) -> None:
        """Show all of the scenario in one frame, fitted into the room there is.

        The settings tell the screen later than the other parts that they have changed.
        """
        self._due = False
        if not self._scenarios.all:
            return
        one, preview = self._scenarios.all[self._scenarios.at], self.query_one(Preview)
        settings = self.query_one("#settings", OptionList)
        self._held.enter_context(self.app.batch_update())
        settings.call_after_refresh(self._held.close)
        self._caption()
        settings.display = isinstance(one, Setup)
        if isinstance(one, Faulty):
            preview.show_faults(one.path.name, one.error)
        else:
            preview.show(one, less=settings.has_focus)
            self._fill_settings()
            if one.drawn is not None:
                self._tryout.even(one, one.drawn)
            else:
                self._tryout.look_at(one.scenario)
        self.refresh_bindings()

    def on_descendant_focus(self) -> None:
        """Tell more of the scenario, or of its settings."""
        self._share_room()

    def on_resize(self) -> None:
        """Fit to the new size."""
        self._share_room()

    def _share_room(self) -> None:
        """Leave room for all that a scenario says while one looks through the list."""
        settings = self.query_one("#settings", OptionList)
        roomy = settings.has_focus or self.size.height >= USUAL
        settings.styles.max_height = None if roomy else max(self.size.height - TOLD, 1)
        self._soon()

    def _fill_settings(self) -> None:
        setup = self.setup
        if setup is None:
            return
        menu = self.query_one("#settings", OptionList)
        at = menu.highlighted
        width = max(self.query_one("#chosen").size.width - 3, 20)
        odds = self._tryout.of(setup.scenario)
        lines = setup_lines(
            setup, self.tacsim.palette, width, odds, how=menu.has_focus,
            parties=setup.ruleset in self._parties,
        )  # fmt: skip
        menu.clear_options()
        menu.add_options(lines)
        menu.highlighted = min(at or 0, menu.option_count - 1)

    # --- changing it --------------------------------------------------------------------------

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter begins a scenario, or goes on with it if it was left; it changes a setting."""
        if event.option_list.id == "scenarios":
            self._turn_to(event.option_index)
            if self._left_here:
                self.action_go_on()
            else:
                self.action_begin()
        elif event.option_id == "begin":
            self.action_begin()
        elif event.option_id == "names":
            self.action_names()
        elif event.option_id == "seed":
            self._ask_seed()
        elif event.option_id == "odds" and self.setup is not None:
            self._tryout.more(self.setup.scenario)
        else:
            self.action_change(1)

    def action_change(self, by: int) -> None:
        """Change the setting that the bar is on."""
        menu = self.query_one("#settings", OptionList)
        self._catch_up()
        if self.setup is None:
            return
        if self.focused is not menu:
            self.set_focus(menu)  # at once, so that a key that follows changes a setting
            return
        if menu.highlighted is None:
            return
        what, _colon, key = (menu.get_option_at_index(menu.highlighted).id or "").partition(":")
        if what == "drawn" and self.setup.drawn is not None:
            self._draw(next_asked(self._pending or self.setup.drawn.wanted, key, by))
        elif what == "party":
            for text in self.setup.next_party(key, by):
                self.tacsim.tell(text)
        else:
            change(self.setup, what, key, by)
        self._soon()

    def action_another(self) -> None:
        """Draw another battle of the same kind and strength."""
        if self._changeable and self.setup is not None and self.setup.drawn is not None:
            self._draw(another(self._pending or self.setup.drawn.wanted))

    def _draw(self, asked: Wanted) -> None:
        """Have a battle drawn in the place of the one shown, the last one that is asked for."""
        self._pending = asked
        self._soon()

    def _draw_pending(self) -> None:
        asked, self._pending = self._pending, None
        if asked is None:
            return
        try:
            setup = drawn_setup(asked)
        except ValueError as error:
            self.tacsim.tell(str(error))
            return
        self.tacsim.quick = asked
        before = self.setup
        if before is not None and before.drawn is not None:
            setup.settings.take_over(before.settings)
        self._put(setup)

    def on_evened_out(self, message: EvenedOut) -> None:
        """Put foes of equal strength in the place of those by budget, unless it was left."""
        before, now = message.before, message.now
        if now.daily:
            self.tacsim.daily = now
        if self.setup is before and self.is_current:
            now.settings.take_over(before.settings)
            self._put(now)
            told = evened_words(before.scenario, now.scenario)
            if told:
                self.tacsim.tell(told, warning=False)
            if self._awaited is before:
                self.action_begin()

    def _put(self, setup: Setup) -> None:
        """Show another battle in the place of the one shown."""
        self._scenarios.put_here(setup)
        self.query_one("#scenarios", OptionList).replace_option_prompt_at_index(
            self._scenarios.at, self._option(setup).prompt
        )
        self._soon()

    def _ask_seed(self) -> None:
        """Ask for the seed of the dice."""
        from tacsim.app.menus.seed_card import seed_card

        setup = self.setup
        if setup is None:
            return
        chosen = setup.settings

        def answered(text: str | None) -> None:
            if text is not None:
                chosen.seed = int(text) if text else None
                self._soon()

        self.app.push_screen(seed_card(chosen.seed), answered)

    def action_names(self) -> None:
        """Give names to sides and creatures."""
        from tacsim.app.menus.names_card import NamesCard

        if self.setup is not None:
            self.app.push_screen(NamesCard(self.setup), self._soon)

    @property
    def _side(self) -> str | None:
        """The side that the bar is on."""
        menu = self.query_one("#settings", OptionList)
        option = menu.highlighted_option if menu.has_focus and menu.display else None
        what, _colon, key = ((option.id if option else None) or "").partition(":")
        return key if what == "side" else None

    def action_bot(self) -> None:
        """Let a bot play the side that the bar is on."""
        from tacsim.app.menus.trusting import bot_for

        setup, side = self.setup, self._side
        if setup is None or side is None:
            self.tacsim.tell(_("Go to the line of a side first, with Tab."))
        else:
            bot_for(self.app, setup, side, self.tacsim.tell, self._soon)

    def action_try(self) -> None:
        """Try the battle a hundred times, or see how far that is."""
        from tacsim.app.menus.trusting import trusted_first

        setup = self.setup
        if setup is None:
            self.tacsim.tell(_("This scenario cannot be used."))
        else:
            players = setup.settings.controllers.values()
            trusted_first(self.app, players, partial(self._try, setup))

    def _try(self, setup: Setup) -> None:
        from tacsim.app.lab.bench import Bench
        from tacsim.app.lab.screen import LabScreen

        if self._bench is None or not self._bench.shows(setup):
            self._rest()
            try:
                self._bench = Bench(setup)
            except (ContentError, ValueError) as error:
                self.tacsim.tell(str(error))
                return
        self.app.push_screen(LabScreen(self._bench))

    def on_unmount(self) -> None:
        """Leave no processes and no frame behind."""
        self._held.close()
        self._rest()

    def _rest(self) -> None:
        """Fight no more behind this screen."""
        if self._bench is not None:
            self._bench.rest()

    def action_recent(self) -> None:
        """Choose among what was set up last."""
        from tacsim.app.menus.recent_card import Chosen, RecentCard

        def answered(chosen: Chosen | None) -> None:
            if chosen is None:
                return
            try:
                setup, remark = again(chosen.recent)
            except ContentError as error:
                self.tacsim.tell(str(error))
                return
            if remark:
                self.tacsim.tell(remark)
            self._take(setup)
            if chosen.begin:
                self.action_begin()

        self.app.push_screen(RecentCard(read_recent(self._file)[0]), answered)

    def action_close(self) -> None:
        """Go back, and leave what is chosen for when it is opened again."""
        self._rest()
        self._drafts[:] = self._scenarios.chosen()
        self.dismiss()

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")

    def action_swap(self) -> None:
        """Go from the list to the settings, and back."""
        menu = self.query_one("#settings", OptionList)
        other = self.query_one("#scenarios", OptionList)
        to_settings = menu.display and self.focused is not menu
        self.set_focus(menu if to_settings else other)

    def action_move(self, by: int) -> None:
        """Move as the arrows do."""
        focused = self.focused
        if isinstance(focused, OptionList):
            go(focused, by)

    def action_begin(self) -> None:
        """Begin the battle that the bar is on."""
        self._draw_pending()
        self._catch_up()
        if self.setup is None:
            self.tacsim.tell(_("This scenario cannot be used."))
        elif self.setup.held:
            self._awaited = self.setup
            text = _("It begins as soon as it is evened out, the same for everybody.")
            self.tacsim.tell(text, warning=False)
        else:
            self._rest()
            if self._tryout.of(self.setup.scenario).trying:
                self.tacsim.tell(_("Begun before it was evened out."), warning=False)
            self.tacsim.begin(self.setup)
