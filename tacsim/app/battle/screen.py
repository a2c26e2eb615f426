"""The battle screen: keys and clicks become intents, events are shown one by one."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.binding import BindingType
from textual.timer import Timer
from textual.worker import Worker

from tacsim.app.battle.catch_up import Absence, CatchUpScreen, Missed, absence, last_choice
from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.battle.undoing import Undoing
from tacsim.app.shell.keys import BATTLE, bindings, pointing
from tacsim.app.shell.options import AUTO
from tacsim.app.widgets.board import BoardView
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry
from tacsim.core.intents import Intent
from tacsim.core.verdicts import Reason, Refused
from tacsim.i18n import _
from tacsim.player.act_lines import ActLine
from tacsim.player.game import Game
from tacsim.player.overlay import flash_of
from tacsim.player.planning import Planner
from tacsim.player.unasked import standing_of, unasked
from tacsim.session.perception import Memory
from tacsim.storage.errors import SaveError

CALM = 0.4
"""Seconds before a question takes an answer, where a key was pressed just before or where another
player is asked than the one who last played."""


class BattleScreen(Undoing):
    """Plays a game."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BATTLE), *pointing("push", "step")]
    CSS_PATH = "battle.tcss"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game_loop = GameLoop(self, game.session, self.playback, motion=True)
        self._at_keys: str | None = None
        self._left: dict[str, Absence] = {}
        """The battle as the player of each side last saw it, by side."""

    def on_mount(self) -> None:
        """Begin, or go on."""
        self.board = self.query_one("#board", BoardView)
        self.board.focus()
        self.options_changed()
        if self.game.unsaved:
            self.tacsim.tell(_("This battle is not being saved: {0}").format(self.game.unsaved))
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.redraw()
        self.board.fits = self.tacsim.options.zoom == AUTO
        self.board.fit()
        self.game_loop.begin()

    # --- what the game loop asks --------------------------------------------------------------

    def happened(self, entries: list[Entry]) -> None:
        """Events came about and are about to be shown."""
        self.battle_log.take(entries)
        self._flash = {}

    def shown(self, entry: Entry, *, in_motion: bool) -> None:
        """An event has been applied to the battle shown."""
        self.battle_log.shown(entry)
        battle = self.playback.battle
        self._flash = flash_of(battle, entry.event, self.memory) if in_motion else {}
        if isinstance(entry.event, ev.TurnStarted | ev.Resumed) and self._knows(entry.event.actor):
            self.board.level_with(battle.world[entry.event.actor].body)
        if in_motion:
            if isinstance(entry.event, ev.Stepped | ev.Placed | ev.Fell):
                self.board.follow(battle.world[entry.event.actor].body)
            self.redraw()

    def _knows(self, creature: str) -> bool:
        return self.memory is None or creature in self.memory.known

    def notices(self) -> bool:
        """Whether the person at the screen sees the event that has just been shown."""
        return self.memory is None or self.memory.latest is not None

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call in a moment."""
        return self.set_timer(seconds, call)

    def think(self, work: Callable[[], Intent | None]) -> Worker[Intent | None]:
        """Run work in a thread."""
        return self.run_worker(work, thread=True, exit_on_error=False, group="opponent")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """An opponent has come to a conclusion."""
        if event.worker.group == "opponent":
            self.game_loop.thought(event.worker, event.state)

    def awaits(self, decision: Decision) -> None:
        """An opponent has begun to think."""
        self._flash = {}
        self.selection.begin(None)
        self.redraw()

    def failed(self, decision: Decision, error: BaseException) -> None:
        """An opponent could not come to a conclusion; its creature does nothing."""
        text = _("The opponent did not know what to do ({0}), so it does nothing.")
        self.tacsim.tell(text.format(error))

    def asked(self, decision: Decision) -> None:
        """A person has to decide, after a hand-over if another person was at the screen."""
        side = self.playback.battle.world[decision.actor].side
        self._flash = {}
        alone = len(self.people) < 2
        secret = decision.is_turn or self.playback.battle.fog
        if alone or side == self.viewer or not secret:
            self.viewer = side if alone else self.viewer or side
            self._ask(decision)
            return
        self._hand_over(side, decision)

    def unasked(self, decision: Decision) -> Intent | None:
        """The answer to a question that is not put, as it would reveal an unseen creature."""
        viewer = self.viewer if len(self.people) > 1 else None
        return unasked(self.playback.battle, decision, self.playback.memories, viewer)

    def _hand_over(self, side: str, decision: Decision) -> None:
        from tacsim.app.battle.handover import HandoverScreen

        world = self.playback.battle.world
        name = world[decision.actor].name
        if self.playback.battle.fog:
            reason = _("You are next.")
        else:
            reason = _("{name} is next.").format(name=name)

        def ready(answer: bool | None) -> None:
            if not answer:
                self.action_leave()
                return
            self.viewer = side
            self._ask(decision)

        self.uncover()  # what the last player had open is not for the next one
        screen = HandoverScreen(world.sides[side].name, reason, self._catching_up(side))
        self.ask(screen, ready)

    def _catching_up(self, side: str) -> Callable[[], None] | None:
        """Opens what a side could see since its player last looked; None without fog.

        What the player at the screen knows is kept for when that player comes back.
        """
        fresh = not self.game.session.intents and self.game.past is None
        if not self.playback.battle.fog or fresh:
            return None
        missed = self._missed(side)
        if self.viewer is not None:
            memory = self.playback.memories[self.viewer]
            self._left[self.viewer] = absence(self.playback.battle, self._happened, memory)
        lines = [line for line in self.battle_log.lines(side) if line.number >= missed.position]

        def show() -> None:
            self.app.push_screen(CatchUpScreen(self.game.name, missed, self.people, lines))

        return show

    @property
    def _happened(self) -> int:
        """How many events have happened in all."""
        return self.game.session.past + len(self.game.session.entries)

    def _missed(self, side: str) -> Missed:
        session, past = self.game.session, self.game.past
        since = self._left.get(side)
        if since is None and past is not None and past.length:
            since = last_choice(past, side)
        if since is None:
            opening = self.game.opening
            since = absence(opening, session.past, Memory(opening, side))
        entries = session.entries[max(since.number - session.past, 0) :]
        if past is not None and since.number < session.past:
            entries = [*past[since.number : session.past], *entries]
        return Missed(side, since, entries)

    def _ask(self, decision: Decision) -> None:
        self.selection.viewer = self.viewer if self.playback.battle.fog else None
        side = self.playback.battle.world[decision.actor].side
        before, self._at_keys = self._at_keys, side
        if decision.is_turn:
            self.asked_in_view = False
            self.call_after_refresh(self._in_view, decision)
            self.turn_of(decision.actor)
            self.selection.begin(Planner(self.playback.memories[side].belief, decision.actor))
            self._go_on_charging(decision.actor)
            if self.next_point is not None:
                self.selection.point(self.next_point)
                self.next_point = None
            self.board.follow(self.playback.battle.world[decision.actor].body)
            self.redraw()
            return
        self.selection.begin(None)
        about = self.playback.battle.world[decision.against or decision.actor]
        self.selection.point(about.at)
        self.board.follow(about.body)
        self.redraw()
        from tacsim.app.battle.question import Answer
        from tacsim.app.battle.stamina_question import question

        def answered(answer: Answer | None) -> None:
            if answer is None:
                self.action_leave()
                return
            if answer.always is not None:
                self.game_loop.standing[standing_of(decision)] = answer.always
            self.game_loop.submit(answer.intent)

        typing = monotonic() - self.restless < 2 * CALM
        calm = CALM if typing or before not in (None, side) else 0.0
        self.ask(question(self.now, decision, calm), answered)

    def _in_view(self, decision: Decision) -> None:
        """Whose turn it is has been painted."""
        if decision == self.playback.battle.decision:
            self.asked_in_view = True

    def _go_on_charging(self, actor: str) -> None:
        """Take up the act for which a charge was made, aimed at the charge's target."""
        tool, self.next_tool = self.next_tool, None
        targets = self.playback.battle.world[actor].charge_targets.targets
        if tool is not None and targets:
            self.selection.point(self.playback.battle.world[targets[0]].at)
            self.selection.use(tool)

    def refused(self, event: ev.IntentRefused) -> None:
        """An intent was refused; nothing changed."""
        self.refuse(Refused(Reason(event.reason), event.clause, event.details))

    def unsaved(self, error: SaveError) -> None:
        """What happened could not be written to the save: say so once; it is tried again."""
        if self.lagging:
            return
        text = _("This step could not be saved: {0}. It is tried again with the next one.")
        self.tacsim.tell(text.format(error))
        self.lagging = True
        self.redraw()

    def saved(self) -> None:
        """All that has happened is in the save."""
        if not self.lagging:
            return
        self.tacsim.tell(_("Everything is saved again."), warning=False)
        self.lagging = False
        self.redraw()

    def ended(self) -> None:
        """The battle is over."""
        from tacsim.app.battle.result import ResultCard

        self._flash = {}
        self.selection.viewer = None
        self.selection.begin(None)
        self.redraw()
        self.app.push_screen(
            ResultCard(self.playback.battle, saved=self.game.save is not None), self._after
        )

    def _after(self, answer: str | None) -> None:
        if answer == "again":
            game = self.game.again()
            self.game.close()
            self.give_way(BattleScreen(game))
        elif answer == "replay" and self.game.save is not None:
            self.game.close()
            self.tacsim.open_replay(self.game.save)
        elif answer == "leave":
            self.action_leave()

    # --- other screens ------------------------------------------------------------------------

    def action_commit(self) -> None:
        """Do what is planned; once the battle is over, show again how it ended."""
        if not self.playback.battle.world.outcome.over:
            super().action_commit()
            return
        self.game_loop.skip()  # which may come to the end by itself
        if self.app.screen is self:
            self.ended()

    def action_acts(self) -> None:
        """Open the card of acts."""
        planner = self.planner
        if planner is None:
            return
        from tacsim.app.battle.acts_card import ActsCard

        def chosen(line: ActLine | None) -> None:
            if line is not None:
                self.do(line)

        self.ask(ActsCard(self.now, planner.actor), chosen)

    def action_panels(self) -> None:
        """Show or fold the panels."""
        self.panels = not self.panels
        self.redraw()
        self.call_after_refresh(self.keep_in_sight)

    def action_options(self) -> None:
        """Colours, motion and the like."""
        self.tacsim.open_screen("options")

    def action_help(self) -> None:
        """All keys that mean something in these rules."""
        from tacsim.app.menus.help import HelpScreen

        levels = self.level is not None
        self.app.push_screen(HelpScreen(self.playback.battle.ruleset, levels=levels))

    def action_log(self) -> None:
        """The whole log."""
        from tacsim.app.widgets.log import LogScreen

        self.game_loop.skip()
        viewer = None if self.memory is None else self.viewer
        self.app.push_screen(LogScreen(self.battle_log.lines(viewer)))

    def action_leave(self) -> None:
        """Leave; the battle is saved as it goes."""
        whole = self.close_game()
        self.dismiss()
        if not whole:
            text = _("The last steps could not be saved: Continue goes on before them.")
            self.tacsim.tell(text)
        elif not self.playback.battle.world.outcome.over and self.game.save is not None:
            self.tacsim.tell(_("The battle is kept: Continue takes it up here."), warning=False)

    def on_unmount(self) -> None:
        """Nothing more is written."""
        self.close_game()


__all__ = ["BattleScreen"]
