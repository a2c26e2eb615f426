"""The commands of a battle: keys and clicks that point, take up a tool, and act.

They change the selection of the seat, and submit intents to the game loop. The field is inside, so
that keys come here from the board.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Resize
from textual.message import Message

from tacsim.app.battle.asking import ask
from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.shell.frame import GameScreen, in_front, tacsim_of
from tacsim.app.shell.keys import COMMANDS, bindings, pointing
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.field import Field
from tacsim.app.widgets.hints import MUTED, Now, fitted, hint, refusal_text
from tacsim.app.widgets.lines import Line, Lines
from tacsim.app.widgets.side_view import Slice
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Strike
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _
from tacsim.player.act_lines import ActLine, act_line
from tacsim.player.chances import warnings
from tacsim.player.planning import Planner
from tacsim.player.previews import Preview
from tacsim.player.seat import Seat
from tacsim.player.selection import Selection
from tacsim.player.tools import Tool
from tacsim.view import words

WALKING = Tool("move")
LARGEST = 40
"""Cells that a template may measure."""


class Commands(Container):
    """The field of a battle, what a person does there, and the hint under the board.

    ``now`` gives what the texts are made of.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COMMANDS), *pointing("push", "step")]
    DEFAULT_CSS = """
    Commands { height: 1fr; }
    Commands #hint { height: 2; background: $surface; }
    """

    class AskedHowItEnded(Message):
        """Enter was pressed once the battle was over."""

    class Changed(Message):
        """Something else is pointed at or said: it wants to be shown."""

        def can_replace(self, message: Message) -> bool:
            """One of several in a row is enough."""
            return isinstance(message, Commands.Changed)

    def __init__(self, seat: Seat, loop: GameLoop, now: Callable[[], Now], zoom: str) -> None:
        super().__init__()
        self.seat = seat
        self.loop = loop
        self._now = now
        self.field = Field(zoom=zoom)
        self._remark: Line = Content("")
        self.restless = 0.0
        """When a key was last pressed while no decision was asked for, on the monotonic clock."""
        self.warned_of: Intent | None = None
        """The plain act that was just warned of."""
        self.next_point: Cell | None = None
        """The cell to point at again once an act that brings the movement to get there is done."""
        self.next_tool: Tool | None = None
        """The tool for the act in place of a charge's attack, taken up when the charge ends."""
        self.asked_in_view = False
        """Whether it has been painted whose turn it is: keys typed before are not meant for it."""

    def compose(self) -> ComposeResult:
        """The field, and the hint."""
        yield self.field
        yield Lines("hint", keeps_left=True)

    def on_resize(self, _event: Resize) -> None:
        """Keep what is pointed at in sight."""
        self.call_after_refresh(self.field.keep_in_sight)

    # --- what is said -------------------------------------------------------------------------

    def changed(self) -> None:
        """Have it shown."""
        self.post_message(self.Changed())

    def show(self, now: Now) -> None:
        """Show what is pointed at, and what Enter would do."""
        line = self.query_one("#hint", Lines)
        line.put(*fitted(hint(now, self._remark), line.content_size.width))

    def say(self, text: str) -> None:
        """Put a remark under the board until the next key."""
        self._remark = Content(text)
        self.changed()

    def refuse(self, refusal: Refused) -> None:
        """Say why something is not allowed."""
        text = refusal_text(refusal, self._now())
        self._remark = (Content.styled(text, "$error"), Content.styled(refusal.clause, MUTED))
        self.changed()

    def warn(self, preview: Preview) -> None:
        """Say what an act would provoke, and that the same key confirms it."""
        text = _("{0}. The same key again does it all the same.")
        against = "; ".join(warnings(preview, self.seat.battle.world))
        self._remark = Content.styled(text.format(against), "bold $warning")
        self.changed()

    def _pointed(self) -> None:
        """Show what is pointed at now."""
        self.say("")
        self.field.board.follow(self.selection.cursor)

    @property
    def selection(self) -> Selection:
        """What is pointed at."""
        return self.seat.selection

    @property
    def planner(self) -> Planner | None:
        """The planner of the creature whose turn it is; None while no person may act."""
        if not self.loop.settled:
            self.restless = monotonic()
        self.loop.skip()
        cramped = isinstance(self.screen, GameScreen) and self.screen.cramped
        return self.selection.planner if self.loop.settled and not cramped else None

    @property
    def stands(self) -> bool:
        """Whether input is for it: its screen is in front."""
        return isinstance(self.screen, GameScreen) and self.screen.stands

    def begin_turn(self, actor: str) -> None:
        """Take up the plain move of a creature whose turn it is."""
        seat, world = self.seat, self.seat.battle.world
        self.asked_in_view = False
        self.call_after_refresh(self._in_view, seat.battle.decision)
        belief = seat.playback.memories[world[actor].side].belief
        self.selection.begin(Planner(belief, actor))
        self._go_on_charging(actor)
        if self.next_point is not None:
            self.selection.point(self.next_point)
            self.next_point = None
        self.field.board.follow(world[actor].body)
        self.changed()

    def forget(self) -> None:
        """Drop what was to be gone on with: it has been taken back."""
        self.warned_of = self.next_point = self.next_tool = None

    def _in_view(self, decision: Decision | None) -> None:
        """Whose turn it is has been painted."""
        if decision == self.seat.battle.decision:
            self.asked_in_view = True

    def _go_on_charging(self, actor: str) -> None:
        """Take up the act for which a charge was made, aimed at the charge's target."""
        tool, self.next_tool = self.next_tool, None
        targets = self.seat.battle.world[actor].charge_targets.targets
        if tool is not None and targets:
            self.selection.point(self.seat.battle.world[targets[0]].at)
            self.selection.use(tool)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        screen = self.screen
        return isinstance(screen, GameScreen) and screen.check_action(action, parameters)

    # --- tools --------------------------------------------------------------------------------

    def action_aim(self, act: str) -> None:
        """Take up an act that aims; the same key again does it."""
        planner = self.planner
        if planner is None:
            return
        if act not in planner.battle.ruleset.intents:
            self._unknown(act)
        else:
            self._aim(planner, Tool("act", act))

    def _aim(self, planner: Planner, tool: Tool) -> None:
        if self.selection.tool == tool:
            self.action_commit()
            return
        self._use(tool)
        if not planner.targets:
            self.say(_("There is nobody to attack that you know of."))

    def _unknown(self, act: str) -> None:
        """Refuse an act or a mode that the ruleset does not have."""
        clause = self.selection.battle.ruleset.clause("turn")
        known = act in words.MODES and act not in words.ACTS
        reason, detail = (
            (Reason.UNKNOWN_MODE, "mode") if known else (Reason.UNKNOWN_INTENT, "intent")
        )
        self.refuse(refuse(reason, clause, **{detail: act}))

    def action_act(self, act: str, other: str = "") -> None:
        """Do the first of two acts that applies now; or say why it cannot be done."""
        if self.planner is None:
            return
        found = act_line(self.selection, act, other)
        if found is None:
            self._unknown(act)
        elif found.refusal is not None:
            self.refuse(found.refusal)
        elif found.tool is not None and self.selection.tool == found.tool:
            self.action_commit()
        else:
            self.do(found)

    def do(self, line: ActLine) -> None:
        """Begin what was chosen on the card."""
        planner = self.planner
        if planner is None:
            return
        if line.intent is not None:
            self._act(line.intent)
        elif line.tool is not None:
            if line.tool.kind in ("move", "dart") or line.tool.covers:
                self.selection.point(planner.battle.world[planner.actor].at)
            self._use(line.tool)
            if self.selection.rushing:
                self._point_at_the_first(planner, line.tool.mode or "")
        else:
            self.selection.change(line.manner)
            self.say("")
            self.changed()

    def _point_at_the_first(self, planner: Planner, mode: str) -> None:
        """Point at the nearest foe through which the creature can move straight, if any."""
        able = (foe for foe in planner.targets if planner.rush(foe, mode).intent is not None)
        foe = next(able, None)
        if foe is None:
            self.say(_("No foe is near enough to go straight through."))
            return
        self.selection.point(planner.battle.world[foe].at)
        self._pointed()

    def action_measure(self, by: int) -> None:
        """Make the template larger or smaller."""
        tool = self.selection.tool
        if tool.kind == "template":
            size = min(max(tool.size + by, 1), LARGEST)
            self._use(attrs.evolve(tool, size=size))

    def _next_shape(self, tool: Tool) -> None:
        names = list(self.selection.battle.ruleset.areas.shapes)
        index = names.index(tool.mode) if tool.mode in names else -1
        self._use(attrs.evolve(tool, mode=names[(index + 1) % len(names)], origin=None))

    def _anchor(self, tool: Tool) -> None:
        """Start an aimed template at the cursor; if it starts elsewhere, at the creature again."""
        if self.selection.battle.ruleset.areas.shapes[tool.mode or ""].aimed:
            here = None if tool.origin is not None else self.selection.cursor
            self._use(attrs.evolve(tool, origin=here))

    def action_single(self, mode: str) -> None:
        """Take up a mode of single steps; while an area is measured, give it the next shape."""
        if self.selection.tool.kind == "template":
            self._next_shape(self.selection.tool)
        else:
            self.action_mode(mode)

    def action_mode(self, mode: str) -> None:
        """Take up another way to move; the same key again does it if it aims, else puts it down."""
        planner = self.planner
        if planner is None:
            return
        if mode not in planner.battle.ruleset.modes:
            self._unknown(mode)
            return
        if planner.battle.ruleset.modes[mode].attack:
            self._aim(planner, Tool("close", mode))
            return
        free = planner.battle.ruleset.modes[mode].steps is not None
        tool = Tool("step" if free else "move", mode)
        if self.selection.tool == tool:
            self._use(WALKING)
            return
        refusal = planner.forbids(mode)
        if refusal is not None:
            self.refuse(refusal)
            return
        if free or self.selection.tool.aims:
            self.selection.point(planner.battle.world[planner.actor].at)
        self._use(tool)

    def action_look(self) -> None:
        """Only look; the same key again goes back to moving."""
        planner = self.planner
        looking = self.selection.tool.kind == "look"
        self._use(WALKING if looking and planner is not None else Tool("look"))

    def action_weapon(self) -> None:
        """Take the next weapon."""
        if self.planner is not None:
            name = self.selection.next_weapon()
            text = _("Weapon: {0}").format(name) if name else _("Weapon: whichever is best")
            aimed = self.selection.preview.target is not None  # then the line says what it would do
            self.say("" if aimed else text.replace("_", " "))
            self.changed()

    def action_resize(self) -> None:
        """Switch between ending squeezed and whole, where a big body can do both at the cursor."""
        if self.planner is not None:
            self.say(
                "" if self.selection.resize() else _("There is but one body for it to have there.")
            )
            self.changed()

    def action_walking(self) -> None:
        """Switch the direction keys between moving the cursor and walking."""
        app = tacsim_of(self)
        app.set_options(walking=not app.options.walking)
        if app.options.walking:
            self.say(_("Directions walk at once now; m changes it back."))
        else:
            self.say(_("Directions move the cursor now, Enter walks there."))

    def action_acts(self) -> None:
        """Open the card of acts."""
        planner = self.planner
        if planner is None:
            return
        from tacsim.app.battle.acts_card import ActsCard

        def chosen(line: ActLine | None) -> None:
            if line is not None:
                self.do(line)

        ask(self, self.loop, ActsCard(self._now(), planner.actor), chosen)

    def action_why(self) -> None:
        """Show what the rules say about the cell pointed at."""
        from tacsim.app.battle.why import WhyCard

        self.loop.skip()
        self.app.push_screen(WhyCard(self._now()))

    def action_zoom_by(self, steps: int) -> None:
        """Nearer or farther."""
        self.field.action_zoom_by(steps)

    def _use(self, tool: Tool) -> None:
        self.selection.use(tool)
        self._pointed()

    def action_back(self) -> None:
        """Put the tool down; then bring the cursor back."""
        planner = self.planner
        self.say("")
        if planner is None:
            self.changed()
            return
        self.selection.point(planner.battle.world[planner.actor].at)
        self._use(WALKING)

    # --- deciding -----------------------------------------------------------------------------

    def action_commit(self) -> None:
        """Carry out the preview; where it warns, the first press only shows the warning."""
        if self.seat.over:
            self.loop.skip()
            self.post_message(self.AskedHowItEnded())
            return
        if self.planner is None:
            return
        if self.selection.tool.kind == "template":
            self._anchor(self.selection.tool)
            return
        done = self.selection.commit()
        self.say("")  # a remark would hide what is warned of
        if done.intent is not None:
            self._settle(done.intent)
        elif done.refusal is not None:
            self.refuse(done.refusal)
        else:
            self.changed()

    def _settle(self, intent: Intent) -> None:
        """Submit an intent; an attack into which Stamina can be put asks first how much."""
        from tacsim.app.battle.stamina import strike_card

        card = strike_card(self._now(), intent)
        if card is None:
            self._submit(intent)
            return

        def chosen(strike: Strike | None) -> None:
            if strike is not None:
                self.selection.remember_bid(strike.stamina)
                self._submit(strike)

        ask(self, self.loop, card, chosen)

    def _submit(self, intent: Intent) -> None:
        self.say("")
        self.warned_of = None
        preview = self.selection.preview
        further = preview.further and preview.intent == intent
        self.next_point = self.selection.cursor if further else None
        about = self.selection.tool.about if self.selection.tool.kind == "close" else None
        self.next_tool = Tool("act", about) if about else None
        self.loop.submit(intent)

    def _act(self, intent: Intent) -> None:
        """Carry out an act that is not aimed; where it warns, the first press only warns."""
        planner = self.planner
        if planner is None:
            return
        preview = planner.judged(intent).with_forecast(planner.battle)
        if preview.refusal is not None:
            self.refuse(preview.refusal)
        elif preview.warns and self.warned_of != intent:
            self.warned_of = intent
            self.warn(preview)
        else:
            self._submit(intent)

    def action_end_turn(self) -> None:
        """End the turn, once it has been seen whose it is."""
        planner = self.planner
        if planner is not None and self.asked_in_view:
            self._submit(EndTurn(planner.actor))

    def action_answers(self) -> None:
        """Cycle the standing answer of the creature pointed at: ask, always, never."""
        creature = self.selection.at(self.selection.cursor, self.seat.viewer)
        mine = (
            creature is not None and self.selection.battle.world[creature].side == self.seat.viewer
        )
        if creature is None or not mine:
            self.say(_("Point at a creature of yours to change its standing answer."))
            return
        others = [key for key in self.loop.standing if key.startswith(f"{creature} ")]
        if others:
            for key in others:
                del self.loop.standing[key]
            name = self.selection.battle.world[creature].name
            self.say(_("{name} is asked everything again.").format(name=name))
            return
        cycle = {"": "always", "always": "never", "never": ""}
        answer = cycle[self.loop.standing.pop(creature, "")]
        if answer:
            self.loop.standing[creature] = answer
        said = {
            "": self._asks(),
            "always": _("{name} takes every opportunity."),
            "never": _("{name} lets every opportunity pass."),
        }
        self.say(said[answer].format(name=self.selection.battle.world[creature].name))

    def _asks(self) -> str:
        """The text for asking; in the hotseat with fog it is not asked about foes blind to it."""
        if self.seat.memory is None or len(self.seat.people) < 2:
            return _("{name} asks at each opportunity.")
        return _("{name} asks at each opportunity; foes that do not see it, it strikes unasked.")

    # --- pointing and walking -----------------------------------------------------------------

    def action_push(self, x: int, y: int) -> None:
        """A direction key: moves the cursor, steps, or changes the target, by the tool."""
        planner, tool = self.planner, self.selection.tool
        if planner is not None and tool.kind == "step":
            self._point_from_actor(planner, (x, y))
            self.action_commit()
        elif planner is not None and tool == WALKING and tacsim_of(self).options.walking:
            self.action_step(x, y)
        elif planner is not None and tool.aims:
            self.selection.cycle(1 if (x, y) > (0, 0) or (x, y) == (0, 1) else -1)
            self._pointed()
        else:
            self.selection.push((x, y))
            self._pointed()

    def action_step(self, x: int, y: int) -> None:
        """Walk one step at once; a step that provokes or meets a foe is only shown first."""
        planner = self.planner
        if planner is None:
            return
        if self.selection.tool != WALKING:
            self.selection.use(WALKING)
        before = self.selection.cursor
        self._point_from_actor(planner, (x, y))
        bumped = self.selection.at_cursor() in planner.targets
        if bumped and before != self.selection.cursor:
            self._pointed()
        else:
            self.action_commit()

    def _point_from_actor(self, planner: Planner, by: Cell) -> None:
        """Point one step away; from a large body, at a foe in the way of it."""
        body = planner.battle.world[planner.actor].body
        to = self.selection.step(body.at, by)
        self.selection.point(to)
        moved = Body(to, body.extent)
        ahead = (cell for cell in moved.cells if cell not in body.cells)
        foe = next((cell for cell in ahead if self.selection.at(cell) in planner.targets), None)
        if len(body.cells) > 1 and foe is not None:
            self.selection.point(foe)

    def action_cycle(self, by: int) -> None:
        """The next creature."""
        self.loop.skip()
        self.selection.cycle(by)
        self._pointed()

    # --- the pointer --------------------------------------------------------------------------

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer takes the cursor along."""
        before = self.selection.cursor, self.selection.corner
        if self.selection.cursor != event.cell or self.selection.rounds:
            self.selection.point_round(event.cell, event.corner)
        if before != (self.selection.cursor, self.selection.corner):
            self.say("")
            self.changed()

    @in_front
    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A click does what Enter does; the right button asks why."""
        self.selection.point_round(event.cell, event.corner)
        self.say("")
        self.changed()
        if event.button == 3:
            self.action_why()
        else:
            self.action_commit()

    @in_front
    def on_slice_picked(self, event: Slice.Picked) -> None:
        """A click into the side view points there."""
        self.selection.point(event.cell)
        self._pointed()

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        planner = self.selection.planner if self.loop.settled else None
        if action in ("why", "cycle"):
            return True
        if planner is None:
            return False
        if action == "measure":
            return self.selection.tool.kind == "template"
        if action == "resize":
            return self.selection.preview.other is not None
        if action == "commit":
            return self.selection.preview.intent is not None
        if action == "aim":
            return planner.affords(str(parameters[0]))
        if action in ("mode", "single"):
            mode = str(parameters[0])
            modes = planner.battle.ruleset.modes
            return mode in modes and planner.forbids(mode) is None
        if action == "act":
            acts = [act for name in parameters if (act := planner.named(str(name))) is not None]
            return any(not act.aimed and planner.refuses(act) is None for act in acts)
        if action == "weapon":
            return len(planner.battle.world[planner.actor].offence.weapons) > 1
        return True
