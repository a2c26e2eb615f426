"""The battle screen: keys and clicks become intents, events become pictures."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.worker import Worker

from tacsim.app.acting import WALKING, Acting
from tacsim.app.board import BoardView, Picture
from tacsim.app.chances import warnings
from tacsim.app.chronicle import Chronicle, turns
from tacsim.app.course import Course, standing_of
from tacsim.app.deeds import Deed
from tacsim.app.game import Game
from tacsim.app.hand import Hand
from tacsim.app.hints import MUTED, Now, fitted, heading, hint, refusal_text
from tacsim.app.intents import AT_ONCE
from tacsim.app.keybar import KeyBar
from tacsim.app.keys import BATTLE, bindings, pointing
from tacsim.app.lines import Line, Lines
from tacsim.app.options import AUTO, ZOOMS
from tacsim.app.panels import Folded, Panels
from tacsim.app.picturing import overlay_of
from tacsim.app.planning import Planner
from tacsim.app.previews import Preview
from tacsim.app.stage import Stage
from tacsim.geometry.cells import Cell
from tacsim.i18n import _
from tacsim.model import events as ev
from tacsim.model.agenda import Decision
from tacsim.model.intents import Intent
from tacsim.model.verdicts import Reason, Refused
from tacsim.play.fog import Memory
from tacsim.play.session import Entry
from tacsim.rules.resolve import check
from tacsim.storage.errors import SaveError
from tacsim.view.camera import NORMAL

CALM = 0.4
"""Seconds that a question waits before it takes an answer from somebody who is just typing."""
AFFORDED = {"strike": "strike", "full_attack": "full_attack", "total_defense": "total_defense"}
"""Keys that make sense only while an activity can be afforded."""


class BattleScreen(Acting):
    """Plays a game."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BATTLE), *pointing("push", "step")]
    CSS_PATH = "battle.tcss"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        session = game.session
        self.people = [s.id for s in session.battle.world.sides.items
                       if s.id not in session.controllers]  # fmt: skip
        self.stage = Stage(game.opening)
        self.chronicle = Chronicle(self.stage)
        self._catch_up()
        self.course = Course(self, session, self.stage, motion=True)
        self.hand = Hand(self.stage.battle)
        self.viewer: str | None = self.people[0] if len(self.people) == 1 else None
        self.panels = True
        self._remark: Line = Content("")
        self._flash: dict[Cell, str] = {}
        self._read: dict[str | None, int] = {}

    def _catch_up(self) -> None:
        """Bring the stage of a resumed battle to where it was left, without showing it."""
        for batch in turns(self.game.session.entries):
            self.stage.take(batch)
            self.chronicle.take(batch)
            while self.stage.busy:
                self.chronicle.shown(self.stage.show_next())

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Heading, board with what it says, panels, keys."""
        wanted = self.tacsim.options.zoom
        zoom = ZOOMS.index(wanted) if wanted in ZOOMS else NORMAL
        yield Lines("heading")
        with Horizontal(id="field"):
            with Vertical(id="left"):
                yield BoardView("board", self.tacsim.palette, zoom)
                yield Folded("folded")
            yield Panels(id="panels")
        yield Lines("hint", keeps_left=True)
        yield KeyBar()

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
        self.course.begin()

    def on_resize(self) -> None:
        """Keep what is pointed at in sight."""
        if hasattr(self, "board"):
            self.call_after_refresh(self.board.follow, self.hand.cursor)

    def options_changed(self) -> None:
        """Follow the options."""
        self.course.motion = self.tacsim.options.motion
        self.board.palette = self.tacsim.palette
        self.redraw()

    @property
    def memory(self) -> Memory | None:
        """What the person at the screen knows; None for one who may see everything."""
        if not self.stage.battle.fog or self.viewer is None or self.stage.battle.world.outcome.over:
            return None
        return self.stage.memories[self.viewer]

    @property
    def now(self) -> Now:
        """What the texts around the board are made of."""
        return Now(
            name=self.game.name,
            battle=self.stage.battle,
            hand=self.hand,
            memory=self.memory,
            viewer=self.viewer,
            people=tuple(self.people),
            settled=self.course.settled,
            palette=self.tacsim.palette,
            standing=self.course.standing,
            held=self.course.paused,
        )

    def redraw(self) -> None:
        """Show what has changed."""
        if not self.is_mounted or not hasattr(self, "board"):
            return
        now = self.now
        overlay = overlay_of(self.hand, self._flash, planning=now.settled)
        memory = now.memory
        self.board.show(Picture(self.stage.battle, overlay, memory, self.viewer))
        self.query_one("#heading", Lines).put(heading(now))
        width = self.query_one("#hint").content_size.width
        self.query_one("#hint", Lines).put(*fitted(hint(now, self._remark), width))
        self.set_class(not self.panels, "-folded")
        lines = self.chronicle.lines(None if memory is None else self.viewer)
        self.query_one(Panels).show(now, lines)
        self.query_one(Folded).show(now, lines)
        self.refresh_bindings()

    def say(self, text: str) -> None:
        """Put a remark under the board until the next key."""
        self._remark = Content(text)
        if text:
            self.redraw()

    def refuse(self, refusal: Refused) -> None:
        """Say why something is not allowed."""
        text = refusal_text(refusal, self.now)
        self._remark = (Content.styled(text, "$error"), Content.styled(refusal.clause, MUTED))
        self.redraw()

    def warn(self, preview: Preview) -> None:
        """Say what an act would provoke."""
        text = _("{0}. The same key again does it all the same.")
        against = "; ".join(warnings(preview, self.stage.battle.world))
        self._remark = Content.styled(text.format(against), "bold $warning")
        self.redraw()

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        planner = self.hand.planner if self.course.settled else None
        if action in ("log", "panels", "help", "leave", "zoom", "why", "cycle"):
            return True
        if planner is None:
            return False
        if action == "measure":
            return self.hand.tool.kind == "template"
        if action == "commit":
            return self.hand.preview.intent is not None
        if action == "aim":
            kind = str(parameters[0])
            if kind == "charge":
                mode = self._charging()
                return mode is not None and planner.forbids(mode) is None
            return planner.affords(AFFORDED[kind])
        if action == "gait":
            mode = str(parameters[0])
            modes = planner.battle.ruleset.modes
            return mode in modes and planner.forbids(mode) is None
        if action == "deed":
            name = str(parameters[0])
            make = AT_ONCE.get(name) if name in planner.battle.ruleset.alone else None
            return make is not None and bool(check(planner.battle, make(planner.actor)))
        if action in AFFORDED:
            return planner.affords(AFFORDED[action])
        if action == "weapon":
            return len(planner.battle.world[planner.actor].offence.weapons) > 1
        return True

    # --- the scene ----------------------------------------------------------------------------

    def happened(self, entries: list[Entry]) -> None:
        """Events came about and are about to be shown."""
        self.chronicle.take(entries)
        self._flash = {}

    def shown(self, entry: Entry, *, in_motion: bool) -> None:
        """An event has been brought on stage."""
        self.chronicle.shown(entry)
        self._flash = self._flashes(entry.event) if in_motion else {}
        if in_motion:
            if isinstance(entry.event, ev.Stepped | ev.Placed):
                self.board.follow(self.stage.battle.world[entry.event.actor].body)
            self.redraw()

    def _flashes(self, event: ev.Event) -> dict[Cell, str]:
        if not isinstance(event, ev.Struck) or not self._knows(event.target):
            return {}
        return dict.fromkeys(self.stage.battle.world[event.target].body.cells, event.outcome)

    def _knows(self, creature: str) -> bool:
        return self.memory is None or creature in self.memory.known

    def notices(self, event: ev.Event) -> bool:
        """Whether the person at the screen sees an event."""
        return self.memory is None or self.memory.notices(event, self.memory.known)

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call in a moment."""
        return self.set_timer(seconds, call)

    def think(self, work: Callable[[], Intent | None]) -> Worker[Intent | None]:
        """Run work in a thread."""
        return self.run_worker(work, thread=True, exit_on_error=False, group="opponent")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """An opponent has come to a conclusion."""
        if event.worker.group == "opponent":
            self.course.thought(event.worker, event.state)

    def awaits(self, decision: Decision) -> None:
        """An opponent has begun to think."""
        self._flash = {}
        self.hand.begin(None)
        self.redraw()

    def failed(self, decision: Decision, error: BaseException) -> None:
        """An opponent could not come to a conclusion; its creature does nothing."""
        text = _("The opponent did not know what to do ({0}), so it does nothing.")
        self.tacsim.tell(text.format(error))

    def asked(self, decision: Decision) -> None:
        """A person has to decide: the right one has to sit at the screen first."""
        side = self.stage.battle.world[decision.actor].side
        self._flash = {}
        alone = len(self.people) < 2
        secret = decision.is_turn or self.stage.battle.fog
        if alone or side == self.viewer or not secret:
            self.viewer = side if alone else self.viewer or side
            self._ask(decision)
            return
        self._hand_over(side, decision)

    def _hand_over(self, side: str, decision: Decision) -> None:
        from tacsim.app.handover import HandoverScreen

        world = self.stage.battle.world
        name = world[decision.actor].name
        if self.stage.battle.fog:
            reason = _("You are next.")
        else:
            reason = _("{name} is next.").format(name=name)
        fresh = self.chronicle.lines(side if self.stage.battle.fog else None)
        unread = len(fresh) - self._read.get(side, 0)
        if self.viewer is not None:
            old = self.chronicle.lines(self.viewer if self.stage.battle.fog else None)
            self._read[self.viewer] = len(old)

        def ready(answer: bool | None) -> None:
            if not answer:
                self.action_leave()
                return
            self.viewer = side
            self._ask(decision)

        while self.app.screen is not self and len(self.app.screen_stack) > 1:
            self.app.pop_screen()  # what the last player had open is not for the next one
        screen = HandoverScreen(world.sides[side].name, reason, unread)
        self.app.push_screen(screen, ready)

    def _ask(self, decision: Decision) -> None:
        self.hand.viewer = self.viewer if self.stage.battle.fog else None
        if decision.is_turn:
            self.hand.begin(Planner(self.stage.battle, decision.actor))
            self._go_on_charging(decision.actor)
            if self.next_point is not None:
                self.hand.point(self.next_point)
                self.next_point = None
            self.board.follow(self.stage.battle.world[decision.actor].body)
            self.redraw()
            return
        self.hand.begin(None)
        about = self.stage.battle.world[decision.against or decision.actor]
        self.hand.point(about.at)
        self.board.follow(about.body)
        self.redraw()
        from tacsim.app.question import Answer, QuestionCard

        def answered(answer: Answer | None) -> None:
            if answer is None:
                self.action_leave()
                return
            if answer.always is not None:
                self.course.standing[standing_of(decision)] = answer.always
            self.course.submit(answer.intent)

        calm = CALM if monotonic() - self.restless < 2 * CALM else 0.0
        self.app.push_screen(QuestionCard(self.now, decision, calm), answered)

    def _go_on_charging(self, actor: str) -> None:
        """Take up the act that a charge was begun for, at the one whom it was at."""
        tool, self.next_tool = self.next_tool, None
        targets = self.stage.battle.world[actor].impetus.targets
        if tool is not None and targets:
            self.hand.point(self.stage.battle.world[targets[0]].at)
            self.hand.use(tool)

    def refused(self, event: ev.IntentRefused) -> None:
        """An intent was refused; nothing changed."""
        self.refuse(Refused(Reason(event.reason), event.clause, event.details))

    def unsaved(self, error: SaveError) -> None:
        """What happened could not be written to the save."""
        self.tacsim.tell(_("This step could not be saved: {0}").format(error))

    def ended(self) -> None:
        """The battle is over."""
        from tacsim.app.result import ResultCard

        self._flash = {}
        self.hand.viewer = None
        self.hand.begin(None)
        self.redraw()
        self.app.push_screen(
            ResultCard(self.stage.battle, saved=self.game.save is not None), self._after
        )

    def _after(self, answer: str | None) -> None:
        if answer == "again":
            game = self.game.again()
            self.game.close()
            self.app.switch_screen(BattleScreen(game))
        elif answer == "replay" and self.game.save is not None:
            self.game.close()
            self.tacsim.open_replay(self.game.save)
        elif answer == "leave":
            self.action_leave()

    # --- other screens ------------------------------------------------------------------------

    def action_commit(self) -> None:
        """Do what is planned; once the battle is over, show again how it ended."""
        if not self.stage.battle.world.outcome.over:
            super().action_commit()
            return
        self.course.skip()  # which may come to the end by itself
        if self.app.screen is self:
            self.ended()

    def action_deeds(self) -> None:
        """Everything that may be done besides."""
        if self.planner is None:
            return
        from tacsim.app.deeds_card import DeedsCard

        def chosen(deed: Deed | None) -> None:
            if deed is not None:
                self.do(deed)

        self.app.push_screen(DeedsCard(self.now), chosen)

    def action_panels(self) -> None:
        """Show or fold the panels."""
        self.panels = not self.panels
        self.redraw()
        self.call_after_refresh(self.board.follow, self.hand.cursor)

    def action_options(self) -> None:
        """Colours, motion and the like."""
        self.tacsim.open_screen("options")

    def action_help(self) -> None:
        """All keys that mean something in these rules."""
        from tacsim.app.help import HelpScreen

        self.app.push_screen(HelpScreen(self.stage.battle.ruleset))

    def action_why(self) -> None:
        """What the rules say about the place pointed at."""
        from tacsim.app.why import WhyCard

        self.course.skip()
        self.app.push_screen(WhyCard(self.now))

    def action_log(self) -> None:
        """The whole log."""
        from tacsim.app.log import LogScreen

        self.course.skip()
        viewer = None if self.memory is None else self.viewer
        self.app.push_screen(LogScreen(self.chronicle.lines(viewer)))

    def action_leave(self) -> None:
        """Leave; the battle is saved as it goes."""
        self.game.close()
        self.app.pop_screen()
        if not self.stage.battle.world.outcome.over and self.game.save is not None:
            self.tacsim.tell(_("The battle is kept: Continue takes it up here."), warning=False)

    def on_unmount(self) -> None:
        """Nothing more is written."""
        self.game.close()


__all__ = ["WALKING", "BattleScreen"]
