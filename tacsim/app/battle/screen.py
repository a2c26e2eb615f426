"""The battle screen: the seat at the keys, the game loop, and the cards that ask."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic
from typing import ClassVar

import attrs
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.timer import Timer
from textual.worker import Worker

from tacsim.app.battle.afterwards import Afterwards
from tacsim.app.battle.apart import Apart
from tacsim.app.battle.at_keys import AtKeys
from tacsim.app.battle.cards.aside import Aside
from tacsim.app.battle.coach import Coach
from tacsim.app.battle.commands import Commands
from tacsim.app.battle.game_loop import PACES, GameLoop, unawaited
from tacsim.app.battle.leaving import ask_first, tell
from tacsim.app.battle.undoing import GoingBack
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.shell.keys import BATTLE, SCREEN, bindings
from tacsim.app.widgets.field import Changed, View
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.panels import Panels
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry
from tacsim.core.intents import Intent
from tacsim.core.verdicts import Reason, Refused
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _
from tacsim.player.acting.unasked import unasked
from tacsim.player.game import Game
from tacsim.player.pointing.now import Now, usual_hit_points
from tacsim.player.pointing.overlay import flash_of, overlay_of
from tacsim.player.seat import Seat
from tacsim.storage.errors import SaveError
from tacsim.view.wording.narration import LogLine

CALM = 0.4
"""Seconds before a question takes an answer, where a key was pressed just before or where another
player is asked than the one who last played."""
LOG_LINES = 100
"""Lines of the log that stand ready beside the board."""


class BattleScreen(Frame[None]):
    """Plays a game."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SCREEN, at_once=True)]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._usual = usual_hit_points(game.scenario.source)
        self.seat = Seat(game)
        self.game_loop = GameLoop(self, self.seat)
        self.going_back = GoingBack(self, self.seat, self.game_loop)
        self.coach = Coach(self.seat, game.scenario.lesson)
        self.apart = Apart(self, self.seat)
        self.afterwards = Afterwards(self, self.seat, self.coach)
        self.at_keys = AtKeys(self, self.seat, self.game_loop, self.coach, self.apart)
        self.lagging = False
        """Whether the last steps could not be written to the save yet."""
        self._flash: dict[Cell, str] = {}
        self._told: tuple[tuple[Body, ...], Body | None] = ((), None)
        """Of whom the recap tells while it is open, and of whom its line that is pointed at."""
        self._keyed: tuple[object, ...] = ()
        """By what it was last told what keys do."""
        self._painted = False
        """Whether the first frame has been sent."""
        self._begun = False
        """Whether the first who has to choose has been shown."""
        self._goes_on = False
        """Whether another screen goes on with the same save."""

    def parts(self) -> ComposeResult:
        """The commands with the field inside, and the keys."""
        zoom = self.tacsim.options.zoom
        self.commands = Commands(self.seat, self.game_loop, lambda: self.now, self.apart, zoom)
        yield self.commands
        if self.coach.tutor is not None:
            yield self.coach
        yield KeyBar(bindings(BATTLE))

    def on_mount(self) -> None:
        """Begin, or go on."""
        self.watch(self.app, "options", self._options_changed)
        if self.game.unsaved:
            self.tacsim.tell(_("This battle is not being saved: {0}").format(self.game.unsaved))
        for text in self.game.remarks:
            self.tacsim.tell(text)
        self.call_after_refresh(self._begin)

    def _options_changed(self) -> None:
        options = self.tacsim.options
        self.game_loop.pace = attrs.evolve(
            PACES[options.pace], motion=options.motion, stops=options.stops
        )

    def _begin(self) -> None:
        self.commands.field.board.over(self.seat.battle.world.field)
        self.apart.begin()
        self.game_loop.begin()
        gc.freeze()  # what stands already is not looked through while keys are pressed

    # --- showing ------------------------------------------------------------------------------

    @property
    def now(self) -> Now:
        """What the texts around the board are made of."""
        seat, loop = self.seat, self.game_loop
        return Now(
            name=self.game.title,
            battle=seat.battle,
            selection=seat.selection,
            memory=seat.memory,
            viewer=seat.viewer,
            people=seat.people,
            settled=loop.settled,
            palette=self.tacsim.palette,
            keys=self.tacsim.keymap.battle,
            standing=loop.standing,
            held=loop.paused,
            thinks=loop.thinks,
            unsaved=self.lagging or bool(self.game.unsaved),
            usual=self._usual,
            since=seat.deeds.since,
        )

    def redraw(self) -> None:
        """Have what has changed shown, once where several ask for it."""
        self.post_message(Changed())

    def _show(self) -> None:
        """Show what has changed."""
        now, seat = self.now, self.seat
        self.coach.show(now)
        told, pointed = self._told
        overlay = overlay_of(seat.selection, self._flash, planning=now.settled and not told)
        marks = self.coach.marks(now)
        if told or marks:
            marked = tuple(cell for cell in marks if not overlay.provoking.get(cell))
            overlay = attrs.evolve(overlay, told=told, pointed=pointed, marked=marked)
        through, actor = seat.selection.cursor, now.acting
        if actor is not None and not seat.selection.pointing:
            through = seat.battle.world[actor].at
        self.commands.field.show(View(now, overlay, seat.lines(LOG_LINES), through))
        self.commands.hint.show(now)
        self.commands.shown()
        keyed = self._keys_go_by(now)
        if keyed != self._keyed:
            self._keyed = keyed
            self.refresh_bindings()
        loop = self.game_loop
        if not self._begun and (loop.settled or loop.thinking is not None or seat.over):
            self.call_after_refresh(self._first_shown)

    def _compositor_refresh(self) -> None:
        """Paint nothing before there is something to show; then do what can wait for that."""
        if self._keyed:
            super()._compositor_refresh()
            if not self._painted:
                self._painted = True
                self.call_later(self._follow)

    def _follow(self) -> None:
        self.tacsim.remember(self.game)
        self.commands.hint.begin(self.now)

    def _keys_go_by(self, now: Now) -> tuple[object, ...]:
        """All by which it is told at the foot what keys do, whatever cell is pointed at."""
        selection, preview = now.selection, now.selection.preview
        able = preview.intent is None, preview.other is None, not self.seat.recap, self.cramped
        undone = not self.game.session.undo
        return (*now.seen, selection.planner, selection.tool.kind, *able, undone, now.keys)

    def _first_shown(self) -> None:
        self._begun = True
        self.tacsim.take_typed()

    @property
    def ready(self) -> bool:
        """Whether what is typed now is for the battle: it has come to its first decision."""
        return self._begun and super().ready

    def reworded(self) -> None:
        """Say everything in another language."""
        self.seat.reworded()
        self.at_keys.reworded()
        self.redraw()

    def on_changed(self, event: Changed) -> None:
        """Something else is pointed at or said, or the board has another size."""
        event.stop()
        self._show()
        card = self.app.screen
        if isinstance(card, Aside) and card.stands:
            card.stand_aside()

    def further(self) -> Iterable[SystemCommand]:
        """What the card of acts lists."""
        from tacsim.app.battle.offered import offered

        return offered(self.commands, self.now)

    def acted(self, action: str) -> None:
        """Something was done by a key; what is taken back says so itself."""
        if action != "undo":
            self.coach.asked(action)

    # --- what the game loop asks --------------------------------------------------------------

    def happened(self, entries: list[Entry]) -> None:
        """Events came about and are about to be shown."""
        self.seat.log.take(entries)
        self._flash = {}

    def shown(self, entry: Entry, *, in_motion: bool) -> None:
        """An event has been applied to the battle shown."""
        self.seat.log.shown(entry)
        self.coach.happened(entry)
        battle, board = self.seat.battle, self.commands.field.board
        self._flash = flash_of(battle, entry.event, self.seat.memory) if in_motion else {}
        event = entry.event
        if isinstance(event, ev.TurnStarted | ev.Resumed) and self.seat.knows(event.actor):
            board.level_with(battle.world[event.actor].body)
        if in_motion:
            if isinstance(event, ev.Stepped | ev.Placed | ev.Fell):
                board.follow(battle.world[event.actor].body)
            self.redraw()

    def notices(self) -> bool:
        """Whether the person at the screen sees the event that has just been shown."""
        memory = self.seat.memory
        return memory is None or memory.latest is not None

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call in a moment."""
        return self.set_timer(seconds, call)

    def think(self, work: Callable[[], Intent | None]) -> Worker[Intent | None]:
        """Run work in a thread, for which nobody waits once the battle is left."""
        apart = partial(unawaited, work)
        return self.run_worker(apart, thread=True, exit_on_error=False, group="opponent")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """An opponent has come to a conclusion."""
        if event.worker.group == "opponent":
            self.game_loop.thought(event.worker, event.state)

    def awaits(self, decision: Decision) -> None:
        """An opponent has begun to think."""
        self.seat.others_act(self.seat.battle.world[decision.actor].side)
        self._flash = {}
        self.seat.selection.begin(None)
        self.redraw()

    def held(self) -> None:
        """The opponents wait until the player lets them go on."""
        self.redraw()

    def failed(self, decision: Decision, error: BaseException) -> None:
        """An opponent could not come to a conclusion; its creature does nothing."""
        text = _("The opponent did not know what to do ({0}), so it does nothing.")
        self.tacsim.tell(text.format(error))

    def refused(self, event: ev.IntentRefused) -> None:
        """An intent was refused; nothing changed."""
        self.commands.hint.refuse(
            self.now, Refused(Reason(event.reason), event.clause, event.details)
        )

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

    def unasked(self, decision: Decision) -> Intent | None:
        """The answer to a question that is not put, as it would reveal an unseen creature."""
        seat = self.seat
        viewer = seat.viewer if len(seat.people) > 1 else None
        return unasked(seat.battle, decision, seat.playback.memories, viewer)

    # --- asking a person ----------------------------------------------------------------------

    def asked(self, decision: Decision) -> None:
        """A person has to decide."""
        self.seat.others_act(self.seat.battle.world[decision.actor].side)
        self._flash = {}
        self.at_keys.asked(decision)

    def calm(self, *, another: bool = False) -> float:
        """Seconds before a card takes an answer; ``another`` player than before may be asked."""
        typing = monotonic() - self.game_loop.restless < 2 * CALM
        return CALM if typing or another else 0.0

    # --- the end ------------------------------------------------------------------------------

    def ended(self) -> None:
        """The battle is over."""
        self._flash = {}
        self.afterwards.show()

    def on_coach_answered(self, event: Coach.Answered) -> None:
        """Do what was chosen after a lesson."""
        if event.following is None:
            self.afterwards.chosen(event.answer)
        else:
            self.afterwards.go_on_to(event.following)

    def on_screen_resume(self) -> None:
        """It is in front again, where it was watched from its end."""
        if self.app.screen is self:
            self.afterwards.seen_again()

    def on_commands_asked_how_it_ended(self, _event: Commands.AskedHowItEnded) -> None:
        """Show again how it ended."""
        if self.app.screen is self:
            self.ended()

    # --- going back ---------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take back the last thing done, or offer to go back as a branch."""
        commands = self.commands
        planner = self.game_loop.planner
        if planner is None:
            return
        gone = self.game_loop.take_back()
        if not gone:
            self.going_back.offer(planner.actor, self.at_keys.behind)
            return
        lines = self.seat.log.take_back(gone[0].number, self.seat.reader)
        commands.forget()
        self.coach.taken_back(gone[0].number)
        self.coach.asked("undo")
        self.game_loop.go_on()
        what = "; ".join(line.text for line in lines)
        commands.hint.say(_("Taken back: {what}.").format(what=what) if what else _("Taken back."))

    # --- keys that concern the game -----------------------------------------------------------

    def offers(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether the command palette offers what a key does."""
        tutor = self.coach.tutor
        return action != "skip_step" or (tutor is not None and tutor.step is not None)

    def action_skip_step(self) -> None:
        """Leave out the step of the lesson; once it is done, say again what comes next."""
        if self.coach.skip() or self.coach.done:
            self.coach.conclude()
        self.redraw()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action in ("log", "help", "leave"):
            return True
        if action == "recap":
            return bool(self.seat.recap)
        if action in ("pause", "hurry"):
            return not self.game_loop.settled and not self.seat.over
        acts = self.game_loop.settled and self.seat.selection.planner is not None
        return acts and (action != "undo" or not self.game.session.undo)

    def action_pause(self) -> None:
        """Hold the opponents back, or let them go on."""
        loop = self.game_loop
        if not self.game.session.controllers:
            self.commands.hint.say(_("There is nobody to hold: people play all sides here."))
            return
        loop.pause()
        held = self.tacsim.keymap.told(_("The opponents are held: {pause} lets them go on."))
        self.commands.hint.say(held if loop.paused and loop.settled else "")

    def action_hurry(self) -> None:
        """Show at once what the opponents do, until the player's turn."""
        self.game_loop.hurry()

    def action_options(self) -> None:
        """Colours, motion and the like."""
        self.tacsim.open_screen("options")

    def action_help(self) -> None:
        """All keys that mean something in these rules."""
        from tacsim.app.menus.help import HelpScreen

        levels = self.commands.field.level is not None
        self.app.push_screen(HelpScreen(self.seat.battle.ruleset, levels=levels))

    def action_recap(self) -> None:
        """What the others did before this turn."""
        from tacsim.app.battle.cards.recap import Marks, RecapCard

        def mark(marks: Marks) -> None:
            self._told = marks
            self.redraw()

        recap = self.seat.recap
        if recap:
            spots = [self.seat.where(line) for line in recap]
            self.app.push_screen(RecapCard(recap, spots, mark, first=self.seat.first))
        elif self.seat.first:
            self.commands.hint.say(_("Nobody else has done anything so far."))
        else:
            self.commands.hint.say(_("Nobody else has done anything since your last turn."))

    def action_log(self, at: LogLine | None = None) -> None:
        """The whole log, at a line or its end."""
        from tacsim.app.widgets.log import LogScreen

        self.game_loop.skip()
        self.app.push_screen(LogScreen(self.seat.lines(), at))

    @in_front
    def on_panels_asked(self, event: Panels.Asked) -> None:
        """The log, at the line that was clicked."""
        self.action_log(event.line)

    def fight(self, game: Game) -> None:
        """Let a battle that is begun anew take the place of this one."""
        self.give_way(BattleScreen(game))

    def go_on_with(self, game: Game) -> None:
        """Let another battle take the place of this one; standing answers stay."""
        fresh = BattleScreen(game)
        fresh.coach.follow(self.coach)
        self._goes_on = True
        fresh.game_loop.standing.update(self.game_loop.standing)
        self.give_way(fresh)

    def say(self, text: str) -> None:
        """Put a remark under the board."""
        self.commands.hint.say(text)

    def close_game(self) -> bool:
        """End the game loop and close the save; whether all that happened is saved.

        A lesson of which nothing is left to be gone on with is not kept.
        """
        self.game_loop.close()
        self.apart.close()
        whole = self.game.close()
        if self.coach.spent and not self._goes_on:
            self.game.discard()
        return whole

    def before_leaving(self, then: Callable[[], object]) -> None:
        """Ask first where the save does not hold all of the battle."""
        self._ask_first(then, lambda: None)

    def _ask_first(self, then: Callable[[], object], stays: Callable[[], object]) -> None:
        if self.coach.spent:
            then()
        else:
            ask_first(self, self.game, then, stays)

    def leave(self, stays: Callable[[], object] = lambda: None) -> None:
        """Leave; the battle is saved as it goes. ``stays``: done where one stays after all."""
        self._ask_first(self.leave_now, stays)

    def action_leave(self) -> None:
        """Leave; the battle is saved as it goes."""
        self.leave()

    def leave_now(self) -> None:
        """Leave, and tell what has become of the battle."""
        whole = self.close_game()
        self.dismiss()
        if not self.coach.spent:
            tell(self, self.game, whole=whole, over=self.seat.over)

    def on_unmount(self) -> None:
        """Nothing more is written."""
        self.close_game()
        gc.unfreeze()
