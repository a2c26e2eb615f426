"""The app: which screen is open, and what holds for all of them."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
from textual.actions import ActionParseResult
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key
from textual.filter import LineFilter
from textual.reactive import reactive
from textual.screen import Screen

from tacsim.app.menus.start import StartScreen
from tacsim.app.shell.ahead import TypedAhead
from tacsim.app.shell.asked import Left
from tacsim.app.shell.ended import heed_signals
from tacsim.app.shell.filters import AsciiSigns, SixteenColours, ascii_alone
from tacsim.app.shell.frame import Frame, GameScreen
from tacsim.app.shell.keymaps import Keymap, keys_file, read_keymap, write_keymap
from tacsim.app.shell.options import (
    AUTO,
    Options,
    faults_of,
    options_file,
    read_options,
    write_options,
)
from tacsim.app.shell.palette import PaletteOpener
from tacsim.app.shell.pastes import take_pastes_whole
from tacsim.app.shell.themes import PREFIX, themes
from tacsim.i18n import N_, _, known_as, prefer, unheard
from tacsim.i18n.hangul import keys_of
from tacsim.player.kept.drafts import draft_files
from tacsim.player.kept.recent import read_recent, recent_file, remember
from tacsim.view.palettes.colours import Palette
from tacsim.view.palettes.depths import palettes
from tacsim.view.palettes.graphics import ASCII
from tacsim.view.palettes.palette import SIXTEEN

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tacsim.app.shell.trouble import Trouble
    from tacsim.content.editing.manuscript import Manuscript
    from tacsim.content.generate import Wanted
    from tacsim.player.game import Game
    from tacsim.player.kept.learned import Learned
    from tacsim.player.kept.own_battles import Draft
    from tacsim.player.kept.recent import Recent
    from tacsim.player.opening import Setup


_SCREENS: Mapping[str, tuple[str, ...]] = {
    "learn": ("menus.lessons", "LessonsScreen"),
    "continue": ("menus.saves", "SavesScreen", "continue"),
    "replays": ("menus.saves", "SavesScreen", "replay"),
    "parties": ("menus.parties", "PartiesScreen"),
    "monsters": ("menus.monsters", "MonstersScreen"),
    "editor": ("edit.chooser", "ChooserScreen"),
    "rules": ("menus.rules", "RulesScreen"),
    "options": ("menus.options_card", "OptionsCard"),
    "keys": ("menus.keys", "KeysScreen"),
    "help": ("menus.help", "HelpScreen"),
}
"""Screens that open from anywhere: module and class, imported then, and what it is given."""


OBJECTS = 20_000
"""New objects after which garbage is looked for once the game is open: that takes a few ms."""
TOLD = 50
"""Notices that can be read again."""


class TacsimApp(App[int]):
    """The game.

    ``setup``, ``game`` or ``replay`` is opened at once, what is to be edited by ``edit``, which may
    be asked for (True). ``keep`` is the file of the options, beside
    which that of the recent setups lies. ``trouble`` is why the game had to be opened again.
    """

    TITLE = "tacsim"
    CSS = """
    * { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
    Input { scrollbar-size-horizontal: 0; }
    OptionList { border: none; background: $background; background-tint: $background 0%; }
    OptionList:focus { border: none; background-tint: $background 0%; }
    Toast { border: none; padding: 0 1; margin: 0; background: $panel; }
    ToastRack { dock: top; align: right top; margin: 2 0 0 0; }
    SkirmishScreen > ToastRack { dock: bottom; align: left bottom; margin: 0 0 1 0; }
    SkirmishScreen ToastHolder { align-horizontal: left; }
    SkirmishScreen Toast { width: 38%; max-width: 34; }
    BattleScreen.-wide > ToastRack, ReplayScreen.-wide > ToastRack { padding: 0 42 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", N_("quit"), show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]
    ENABLE_COMMAND_PALETTE = True
    options: reactive[Options] = reactive(Options(), init=False)
    """What the player prefers; parts of screens watch it."""

    def __init__(
        self,
        *,
        setup: Setup | None = None,
        replay: Path | None = None,
        side: str | None = None,
        game: Game | None = None,
        edit: Manuscript | bool = False,
        keep: Path | None = None,
        trouble: Trouble | None = None,
    ) -> None:
        super().__init__()
        take_pastes_whole()
        self._trouble = trouble
        self.leaving = False
        """Whether the game is being left: no screen stands any more."""
        self.error: Exception | None = None
        """The exception that ended the game, None if none did."""
        self.games: list[Game] = []
        """The battles that were open when it was raised."""
        self.kept_in_mind: list[str] = []
        """What is said on the terminal when the game has been left."""
        self.pressed: deque[str] = deque(maxlen=40)
        """The last keys."""
        self._ahead = TypedAhead(self)
        self.left: Left | None = None
        """The battle that was left last, unfinished."""
        self._full: Frame[Any] | None = None
        """The full screen in front, behind any cards and what is in between."""
        self._palette = PaletteOpener(self)
        self._bare = ascii_alone()
        self._keep = keep or options_file()
        self._learned: Learned | None = None
        self.recent = recent_file() if keep is None else keep.with_name(recent_file().name)
        """The file of the recent setups."""
        self._drafts: list[Recent] = []
        self.gauntlet: Wanted | None = None
        """What was asked for of a new run of the gauntlet."""
        self.gauntlet_foes = ""
        """Who is to play its foes, the usual for none."""
        self.quick: Wanted | None = None
        """What was asked for of the last battle that was drawn."""
        self.daily: Setup | None = None
        """The battle of a day that was evened out last."""
        """What was chosen in the setup and not fought yet."""
        self._setup = setup
        self._replay = replay
        self._side = side
        self._game = game
        self._edit = edit
        self.set_reactive(TacsimApp.options, read_options(self._keep))
        for theme in themes(palettes(self.console.color_system).values()):
            self.register_theme(theme)
        self.theme = PREFIX + self.palette.name
        self.keymap = Keymap()
        self.key_faults: list[str] = []
        """What is wrong in the file of the player's own keys."""
        self._told_so_far: deque[str] = deque(maxlen=TOLD)
        """The last notices, whole."""
        self._prefer()

    @property
    def _graphics(self) -> str:
        """The signs that are used: those preferred, as far as the terminal can show them."""
        return ASCII if self._bare else self.options.graphics

    @property
    def palette(self) -> Palette:
        """The board's colours, as the terminal can show them."""
        known = palettes(self.console.color_system, self._graphics)
        return known["mono" if self.no_color else self.options.palette]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is done to every line before it is shown."""
        mine: list[LineFilter] = [AsciiSigns()] if self._graphics == ASCII else []
        few = self.options.palette == SIXTEEN.name and not self.no_color
        if few and self.console.color_system == "truecolor":
            mine.append(SixteenColours())
        return [*super().get_line_filters(), *mine]

    def get_default_screen(self) -> Screen[Any]:
        """The start screen: everything else is opened over it."""
        first = self._trouble, self._replay, self._game, self._setup, self._edit or None
        return StartScreen(self.recent, waits=any(one is not None for one in first))

    def on_ready(self) -> None:
        """Look for garbage again, of what is made from now on: the first screen stands."""
        if not gc.isenabled():
            gc.freeze()
            gc.set_threshold(OBJECTS)
            gc.enable()

    def on_mount(self) -> None:
        """Open what was asked for, the start screen behind it."""
        heed_signals(self, self.open_games, self.keep_in_mind)
        self._screen_changed(self.screen)
        self.screen_change_signal.subscribe(self, self._screen_changed, immediate=True)
        self.app_resume_signal.subscribe(self, lambda _app: self.screen.refresh())
        faults = faults_of(self._keep)
        if faults:
            text = _("{file} is faulty: some options are as at first (^p, Notices).")
            self.tell(text.format(file=self._keep.name), whole="\n".join(faults))
        self._read_keys()
        self._hear_bots()
        if unheard():
            self.tell(unheard())
        if self._trouble is not None:
            from tacsim.app.shell.trouble import TroubleScreen

            self.push_screen(TroubleScreen(self._trouble))
        elif self._replay is not None:
            self.open_replay(self._replay, self._side)
        elif self._game is not None:
            from tacsim.player.game import from_its_first_step

            self.open_battle(from_its_first_step(self._game, self.learned))
        elif self._setup is not None:
            self._push_setup(first=self._setup)
        elif self._edit is True:
            self.open_screen("editor")
        elif self._edit is not False:
            self.open_editor(self._edit)
        self._tell_of_drafts()

    def _tell_of_drafts(self) -> None:
        """Say that there is something that was not kept in the editor."""
        if not draft_files():
            return
        from tacsim.player.kept.own_battles import drafts

        names = ", ".join(known_as(one.name) for one in drafts())
        if names:
            text = _("Not kept when the editor ended: {names}. Editor goes on with it.")
            self.tell(text.format(names=names), warning=False)

    def _screen_changed(self, _front: Screen[Any]) -> None:
        """Notices of a screen go with it; those of its cards, and what is told in leaving, stay."""
        frames = (one for one in reversed(self.screen_stack) if isinstance(one, Frame))
        full = next(one for one in frames if not one.IN_BETWEEN)
        if full is not self._full:
            self._full = full
            self.clear_notifications()

    @property
    def learned(self) -> Learned:
        """The lessons done and the hints seen; says once that the file of them is damaged."""
        if self._learned is None:
            from tacsim.player.kept.learned import Learned

            self._learned = Learned(self._keep.with_name("learned.toml"))
            if self._learned.damaged:
                text = _("{file} is damaged: what was learned is not known (^p, Notices).")
                name = self._learned.path.name
                self.tell(text.format(file=name), whole=self._learned.damaged)
        return self._learned

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Perform an action, and tell the screens that it was."""
        done = await super().run_action(action, default_namespace, namespaces)
        if done and isinstance(action, str):
            for screen in self.screen_stack:
                if isinstance(screen, GameScreen):
                    screen.acted(action)
        return done

    def action_command_palette(self) -> None:
        """Open the command palette."""
        self._palette.open()

    def _prefer(self, *, changed: bool = False) -> None:
        """Speak the language that the player prefers, and at once the one it is changed to."""
        chosen = self.options.language
        prefer(None if chosen == AUTO else chosen, changed=changed)

    def _read_keys(self) -> None:
        """Take up the keys of the preset chosen, and the player's own."""
        self.keymap, self.key_faults = read_keymap(keys_file(self._keep), self.options.keys)
        self.set_keymap(self.keymap.bound())
        faults, file = self.key_faults, keys_file(self._keep)
        if len(faults) > 1:
            text = _("{file} has {n} faults: Options, Change single keys, tells them all.")
            self.tell(text.format(file=file.name, n=len(faults)), whole="\n".join(faults))
        elif faults:
            self.tell(faults[0].replace(str(file), file.name), whole=faults[0])

    def set_own_keys(self, keymap: Keymap) -> None:
        """Change the player's own keys and keep them."""
        trouble = write_keymap(keys_file(self._keep), keymap)
        if trouble:
            self.tell(_("The keys could not be kept: {0}").format(trouble))
        self.keymap = keymap
        self.set_keymap(keymap.bound())

    def action_help_quit(self) -> None:
        """Say how to leave, as who presses Ctrl-C may want to."""
        self.tell(_("q or Esc goes back; ^q leaves the game."), warning=False)

    async def action_quit(self) -> None:
        """Leave the game."""
        self._open_quit()

    @property
    def can_suspend(self) -> bool:
        """Whether the terminal has a shell to go back to for a while."""
        return self._driver is not None and self._driver.can_suspend

    def keep_in_mind(self, text: str) -> None:
        """Say something again, on the terminal, when the game has been left."""
        self.kept_in_mind.append(text)

    def exit(self, *answer: Any, **more: Any) -> None:
        """Leave the game: screens take no more answers."""
        self.leaving = True
        super().exit(*answer, **more)

    async def _shutdown(self) -> None:
        self.leaving = True  # also where nobody asked to leave: screens being opened stay empty
        await super()._shutdown()

    async def on_event(self, event: Event) -> None:
        """Remember the keys, for a report; keep those that come while a screen is being made."""
        if isinstance(event, Key) and not event.is_forwarded:
            typed, part = event.character or "", self.focused
            written = part is not None and part.check_consume_key(event.key, event.character)
            keys = typed if written else keys_of(typed)
            if keys != typed and not self.keymap.owns(event.key):  # the Korean layout is on
                for key in keys:
                    await self.on_event(Key(key, key))
                return
            self.pressed.append(event.key)
            if await self._ahead.keeps(event):
                return
        await super().on_event(event)

    def on_key(self, event: Key) -> None:
        """Keep also the keys that were on their way when the screen changed."""
        if self._ahead.holds(event.key):
            event.prevent_default()
            self._ahead.keep(event)

    def keep_typed(self, event: Key) -> None:
        """Keep a key that came behind a choice, until it has led somewhere."""
        self._ahead.keep(event)

    def take_typed(self) -> None:
        """Take the keys that were typed while a screen was being made, if one stands now."""
        self._ahead.take()

    def drop_typed(self) -> None:
        """Do nothing of what was typed while a screen was being made."""
        self._ahead.drop()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send a frame, with the terminal's cursor where its screen is read, as it now stands."""
        reading = screen.reading if isinstance(screen, GameScreen) else None
        if reading is not None:
            self.cursor_position = reading
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        if self.leaving:
            return  # Textual removes the widgets of screens that are still being opened
        if self.error is None:
            self.error = error
            self.games = self.open_games()
        super()._handle_exception(error)

    def open_games(self) -> list[Game]:
        """The battles that are open."""
        found = (getattr(screen, "game", None) for screen in self.screen_stack)
        return [game for game in found if game is not None]

    def _print_error_renderables(self) -> None:
        """Print nothing: ``run_app`` reports the error."""

    def set_options(self, **changes: Any) -> None:
        """Change options and keep them."""
        options = attrs.evolve(self.options, **changes)
        trouble = write_options(self._keep, options)
        if trouble:
            self.tell(_("The options could not be kept: {0}").format(trouble))
        if changes.get("hints"):
            self.learned.forget("hints")
        self.options = options
        self.theme = PREFIX + self.palette.name
        if "language" in changes:
            self._prefer(changed=True)
            for screen in self.screen_stack:
                if isinstance(screen, GameScreen):
                    screen.reworded()
        if "keys" in changes:
            self._read_keys()
        if "graphics" in changes:
            self.refresh_css(animate=False)
            if self._bare and options.graphics != ASCII:
                self.tell(_("Nothing says that this terminal shows more than ASCII (LANG, TERM)."))

    def tell(self, text: str, *, warning: bool = True, whole: str = "") -> None:
        """Show a notice for a few seconds, unless it stands there; its text is not markup.

        ``whole``: what can be read later, where the notice is short for it.
        """
        if any(note.message == text and not note.has_expired for note in self._notifications):
            return
        self._told_so_far.append(f"{text}\n{whole}" if whole else text)
        self.notify(text, severity="warning" if warning else "information", markup=False)

    def _hear_bots(self) -> None:
        """Show what goes wrong with programs of the player's own, which think in threads."""
        from tacsim.api.bots import Told, tell_by

        tell_by(Told(lambda line: self.call_later(self.tell, line)))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette offers."""
        return self._palette.offered()

    # --- opening screens: each is imported when it is first wanted ----------------------------

    def open_screen(self, what: str) -> None:
        """Open a screen by its name."""
        if what in _SCREENS:
            module, name, *given = _SCREENS[what]
            screen = getattr(import_module(f"tacsim.app.{module}"), name)
            self._push_once(screen(*given))
        else:
            getattr(self, f"_open_{what}")()

    def _push_once(self, screen: Screen[Any]) -> None:
        """Open a screen, unless one of its kind is open: keys may have asked for it twice."""
        if type(screen) not in map(type, self.screen_stack):
            self.push_screen(screen)

    def _open_new(self) -> None:
        self._push_setup()

    def _push_setup(self, first: Setup | None = None) -> None:
        from tacsim.app.menus.skirmish import SkirmishScreen

        self._push_once(SkirmishScreen(self.recent, self._drafts, first))

    def _open_quick(self) -> None:
        """Draw a battle of the kind and strength that was asked for last."""
        from tacsim.player.drawn import FIRST, another, drawn_setup

        self.quick = another(self.quick or FIRST)
        self._push_setup(drawn_setup(self.quick))

    def _open_daily(self) -> None:
        from tacsim.player.drawn import daily_setup

        found = daily_setup(datetime.now(UTC).date())
        kept = self.daily
        self._push_setup(kept if kept is not None and kept.name == found.name else found)

    def _open_again(self) -> None:
        """Fight the last battle again, with what was chosen then."""
        from tacsim.content.faults import ContentError
        from tacsim.player.opening import again

        found, trouble = read_recent(self.recent)
        if trouble or not found:
            self.tell(trouble or _("No battle has been set up yet."))
            return
        try:
            setup, remark = again(found[0])
        except ContentError as error:
            self.tell(str(error))
            return
        if remark:
            self.tell(remark)
        self.begin(setup)

    def _open_gauntlet(self) -> None:
        self.open_gauntlet()

    def open_gauntlet(self, marked: str = "") -> None:
        """Open the gauntlet, or have it in sight, with a run in the table marked by its id."""
        from tacsim.app.menus.gauntlet import GauntletScreen

        for screen in self.screen_stack:
            if isinstance(screen, GauntletScreen):
                screen.mark(marked)
                return
        self.push_screen(GauntletScreen(marked))

    def open_editor(self, manuscript: Manuscript, draft: Draft | None = None) -> None:
        """Edit a battle or a map; ``draft``: what it was written down as."""
        from tacsim.app.edit.screen import EditorScreen
        from tacsim.player.kept.own_battles import Drafting

        drafting = Drafting()
        if draft is not None:
            drafting.go_on(draft)
        self._push_once(EditorScreen(manuscript, drafting))

    def _open_notices(self) -> None:
        from tacsim.app.menus.notices_card import NoticesCard

        self.clear_notifications()
        self._push_once(NoticesCard(tuple(self._told_so_far)))

    def _open_suspend(self) -> None:
        self.action_suspend_process()

    def _open_quit(self) -> None:
        self._leave(self.screen_stack[::-1])

    def _leave(self, screens: Sequence[Screen[Any]]) -> None:
        """Leave the game, once screens have asked, one after another, what they have to."""
        if not screens:
            self.exit(0)
            return
        first, *others = screens
        if isinstance(first, GameScreen):
            first.before_leaving(partial(self._leave, others))
        else:
            self._leave(others)

    def begin(self, setup: Setup) -> None:
        """Begin a battle that has been set up."""
        from tacsim.app.menus.trusting import trusted_first

        trusted_first(self, setup.settings.controllers.values(), partial(self._begin, setup))

    def _begin(self, setup: Setup) -> None:
        from tacsim.content.faults import ContentError

        try:
            game = setup.begin()
        except (ContentError, ValueError) as error:
            self.tell(str(error))
        else:
            self.open_battle(game)

    def open_lesson(self, path: Path) -> None:
        """Begin a lesson."""
        from tacsim.content.faults import ContentError
        from tacsim.player.opening import game_of

        try:
            self.open_battle(game_of(path).begin())
        except ContentError as error:
            self.tell(str(error))

    def open_replay(
        self, path: Path, side: str | None = None, at: int | None = None, calm: float = 0.0
    ) -> None:
        """Watch a save, as a side if one is named, from a position if one is."""
        from tacsim.app.replay.screen import ReplayScreen

        self.push_screen(ReplayScreen(path, side, at, calm))

    def open_battle(self, game: Game) -> None:
        """Play a game that has been set up or resumed."""
        from tacsim.app.battle.screen import BattleScreen

        if self.left is not None and self.left.save == game.save:
            self.left = None
        self.push_screen(BattleScreen(game))

    def remember(self, game: Game) -> None:
        """Remember how a battle was set up that begins, unless it goes on from a save."""
        fresh = game.recent
        if fresh is None:
            return
        self._drafts[:] = [one for one in self._drafts if one.path != fresh.path]
        trouble = remember(self.recent, fresh)
        if trouble:
            self.tell(trouble)

    def open_setup(self, game: Game) -> None:
        """Go from the battle in front back to how it was set up."""
        from tacsim.app.menus.skirmish import SkirmishScreen

        battle, below = self.screen, self.screen_stack[-2]
        assert isinstance(battle, GameScreen)
        if isinstance(below, SkirmishScreen):
            below.take_back(game)
            battle.dismiss()
        else:
            battle.give_way(SkirmishScreen(self.recent, self._drafts, game=game))
