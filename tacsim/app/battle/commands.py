"""The commands of a battle: keys that take up a tool, and act.

They change the selection of the seat, and submit intents to the game loop. The field is inside, so
that keys come here from the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from tacsim.app.battle.apart import Apart
from tacsim.app.battle.cards.asking import ask
from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.battle.pointing import WALKING, Pointing
from tacsim.app.shell.frame import Part
from tacsim.app.shell.keys import COMMANDS, bindings, known
from tacsim.app.widgets.field import Changed, Field
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Strike
from tacsim.core.world import World
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as
from tacsim.player.acting.act_lines import ActLine, act_line, lines_about
from tacsim.player.acting.unasked import wait
from tacsim.player.game import unadvised
from tacsim.player.pointing.measuring import LARGEST
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.player.record.deeds import secret
from tacsim.player.seat import Seat
from tacsim.view.wording import words
from tacsim.view.wording.acts import act_word

if TYPE_CHECKING:
    from tacsim.player.acting.advice import Idea


class Commands(Part):
    """The field of a battle, what a person does there, and the hint under the board.

    ``now`` gives what the texts are made of; ``apart`` weighs decisions beside the screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COMMANDS, at_once=True)]
    DEFAULT_CSS = """
    Commands { height: 1fr; }
    """

    class AskedHowItEnded(Message):
        """Enter was pressed once the battle was over."""

    def __init__(
        self,
        seat: Seat,
        loop: GameLoop,
        now: Callable[[], Now],
        apart: Apart,
        zoom: str,
    ) -> None:
        super().__init__()
        self.seat = seat
        self.loop = loop
        self._now = now
        self._apart = apart
        self.pointing = Pointing(seat, loop, zoom)
        self.hint = self.pointing.hint
        self.warned_of: Intent | None = None
        """The plain act that was just warned of."""
        self.next_point: Cell | None = None
        """The cell to point at again once an act that brings the movement to get there is done."""
        self.next_tool: Tool | None = None
        """The tool for the act in place of a charge's attack, taken up when the charge ends."""
        self._led: Idea | None = None
        """The idea that was taken over: what it leads on to is pointed at once it is done."""
        self.asked_in_view = False
        """Whether it has been painted whose turn it is: keys typed before are not meant for it."""
        self._useful: dict[tuple[Planner, str, tuple[object, ...]], bool] = {}
        """Which keys make sense all through a turn, as far as they were asked for."""

    def compose(self) -> ComposeResult:
        """The field and the hint."""
        yield self.pointing

    @property
    def field(self) -> Field:
        """The board and what stands around it."""
        return self.pointing.field

    def on_pointing_chosen(self, event: Pointing.Chosen) -> None:
        """Do what is pointed at; or list what can be done to who is there, or say why."""
        if not event.asks:
            self.action_commit()
            return
        planner, creature = self.selection.planner, self.selection.at_cursor()
        if planner is not None and creature == planner.actor:
            self.action_acts()
        elif creature is not None and lines_about(self.selection, creature):
            self.action_acts(creature)
        else:
            self.action_why()

    @property
    def selection(self) -> Selection:
        """What is pointed at."""
        return self.seat.selection

    def begin_turn(self, actor: str) -> None:
        """Take up the plain move of a creature whose turn it is."""
        seat, world = self.seat, self.seat.battle.world
        self.asked_in_view = False
        belief = seat.playback.memories[world[actor].side].belief
        self.selection.begin(Planner(belief, actor))
        self._useful.clear()
        self._go_on_charging(actor)
        if self.next_point is not None:
            self.selection.point(self.next_point)
            self.next_point = None
        self.field.board.follow(world[actor].body)

    def forget(self) -> None:
        """Drop what was to be gone on with: it has been taken back."""
        self.warned_of = self.next_point = self.next_tool = self._led = None

    def shown(self) -> None:
        """What there is to decide is about to be painted."""
        if not self.asked_in_view:
            self.call_after_refresh(self._in_view, self.seat.battle.decision)

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

    # --- tools --------------------------------------------------------------------------------

    def action_aim(self, act: str) -> None:
        """Take up an act that aims; the same key again does it."""
        planner = self.loop.planner
        if planner is None:
            return
        if not planner.knows(act):
            self.hint.refuse(self._now(), planner.unknown(act))
        else:
            self._aim(planner, Tool("act", act))

    def _aim(self, planner: Planner, tool: Tool) -> None:
        if self.selection.tool == tool:
            self.action_commit()
            return
        pointed = self.selection.at_cursor()
        self.pointing.use(tool)
        preview = self.selection.preview
        if not planner.targets:
            self.hint.say(_("There is nobody to attack that you know of."))
        elif preview.target not in (None, pointed) and preview.refusal is not None:
            self.hint.refuse_all(self._now(), preview.refusal, preview.target)

    def action_act(self, act: str, other: str = "") -> None:
        """Do the first of two acts that applies now; or say why it cannot be done."""
        planner = self.loop.planner
        if planner is None:
            return
        found = act_line(self.selection, act, other)
        if found is None:
            self.hint.refuse(self._now(), planner.unknown(act))
        elif found.refusal is not None:
            doing = words.capital(act_word(found.name.partition(" ")[0]))
            self.hint.refuse(self._now(), found.refusal, doing)
        elif found.tool is not None and self.selection.tool == found.tool:
            self.action_commit()
        else:
            self.do(found)

    def do(self, line: ActLine) -> None:
        """Begin what was chosen on the card."""
        planner = self.loop.planner
        if planner is None:
            return
        if line.intent is not None:
            if line.after is not None:
                act = line.name.partition(" ")[0]
                wait(self.loop.standing, planner.actor, act, line.after)
            self._act(line.intent)
        elif line.tool is not None:
            if line.tool.kind in ("move", "dart") or line.tool.covers:
                self.selection.point(planner.battle.world[planner.actor].at)
            self.pointing.use(line.tool)
            if self.selection.rushing:
                self._point_at_the_first(planner, line.tool.mode or "")
        else:
            self.selection.change(line.manner)
            self.hint.say("")

    def _point_at_the_first(self, planner: Planner, mode: str) -> None:
        """Point at the nearest foe through which the creature can move straight."""
        foe = next(foe for foe in planner.targets if planner.rush(foe, mode).intent is not None)
        self.selection.point(planner.battle.world[foe].at)
        self.pointing.pointed()

    def action_measure(self, by: int) -> None:
        """Make the template larger or smaller."""
        tool = self.selection.tool
        if tool.kind == "template":
            size = min(max(tool.size + by, 1), LARGEST)
            self.pointing.use(attrs.evolve(tool, size=size))

    def action_single(self, mode: str) -> None:
        """Take up a mode of single steps; while an area is measured, give it the next shape."""
        if self.selection.tool.kind == "template":
            self.pointing.use(self.selection.other_shape)
        else:
            self.action_mode(mode)

    def action_mode(self, mode: str) -> None:
        """Take up another way to move; the same key again does it if it aims, else puts it down."""
        planner = self.loop.planner
        if planner is None:
            return
        tool = planner.tool(mode)
        if tool is None:
            self.hint.refuse(self._now(), planner.unknown(mode))
            return
        if tool.aims:
            self._aim(planner, tool)
            return
        if self.selection.tool == tool:
            self.pointing.use(WALKING)
            return
        refusal = planner.forbids(mode)
        if refusal is not None:
            going = words.capital(words.word(words.MODES, mode))
            self.hint.refuse(self._now(), refusal, going)
            return
        if tool.kind == "step" or self.selection.tool.aims:
            self.selection.point(planner.battle.world[planner.actor].at)
        self.pointing.use(tool)

    def action_weapon(self) -> None:
        """Take the next weapon."""
        if self.loop.planner is not None:
            name = self.selection.next_weapon()
            text = _("Weapon: {0}").format(name) if name else _("Weapon: whichever is best")
            aimed = self.selection.preview.target is not None  # then the line says what it would do
            self.hint.say("" if aimed else text.replace("_", " "))

    def action_resize(self) -> None:
        """Switch between ending squeezed and whole, where a big body can do both at the cursor."""
        if self.loop.planner is not None:
            self.hint.say(
                "" if self.selection.resize() else _("There is but one body for it to have there.")
            )

    def action_walking(self) -> None:
        """Switch the direction keys between moving the cursor and walking."""
        app = self.tacsim
        app.set_options(walking=not app.options.walking)
        if app.options.walking:
            self.hint.say(
                _("Directions walk at once now; {walking} changes it back.").format(
                    **app.keymap.battle
                )
            )
        else:
            self.hint.say(_("Directions move the cursor now, Enter walks there."))

    def action_acts(self, about: str | None = None) -> None:
        """Open the card of acts, or of those that may be done to one creature."""
        planner = self.loop.planner
        if planner is None:
            return
        from tacsim.app.battle.cards.acts_card import ActsCard

        def chosen(line: ActLine | None) -> None:
            if line is not None:
                self.do(line)
                if about is not None:
                    self.selection.aim(about)

        ask(self, self.loop, ActsCard(self._now(), planner.actor, about), chosen)

    def action_advise(self) -> None:
        """Ask what the commander would do; what is taken over is done by Enter as any plan is."""
        from tacsim.app.battle.cards.advice_card import AdviceCard
        from tacsim.player.acting.advice import leads_to

        planner, decision = self.loop.planner, self.seat.battle.decision
        if planner is None or decision is None:
            return
        refused = unadvised(self.seat.game)
        if refused:
            self.hint.say(refused)
            return
        selection, back = self.selection, self.selection.keep()
        self.hint.say("")

        def show(plan: Preview | None) -> None:
            if selection.planner is not planner:
                return
            if plan is None:
                back()
            else:
                selection.take_over(plan, leads_to(planner.battle.world, plan))
            self.field.board.follow(selection.cursor)
            self.post_message(Changed())

        def chosen(idea: Idea | None) -> None:
            self._led = idea

        card = AdviceCard(self._now(), planner.actor, self._apart.advise(decision), show)
        self.app.push_screen(card, chosen)

    def action_why(self) -> None:
        """Show what the rules say about the cell pointed at; while others act, why they do it."""
        from tacsim.app.battle.cards.why import WhyCard

        self.loop.skip()
        pointed = self.selection.at_cursor() if self.selection.pointing else self.seat.deeds.last
        weighed = None
        if pointed is not None and self.seat.knows(pointed):
            weighed = self._weighed_by(pointed)
        if weighed is not None and not self.loop.settled:
            weighed()
        else:
            self.app.push_screen(WhyCard(self._now(), weighed))

    def _weighed_by(self, creature: str) -> Callable[[], None] | None:
        """What tells why an opponent did what it did last; None for who has done nothing."""
        seat = self.seat
        deeds = seat.deeds.of(creature)
        if not deeds or seat.battle.world[creature].side in seat.people:
            return None

        def show() -> None:
            from tacsim.app.battle.cards.weighed_card import WeighedCard

            hidden = secret(fog=seat.memory is not None, side=seat.viewer)
            if hidden:
                self.hint.say(hidden)
            else:
                self.app.push_screen(WeighedCard(seat.battle.world, deeds, self._apart.thinker))

        return show

    def action_back(self) -> None:
        """Put the tool down; then bring the cursor back."""
        planner = self.loop.planner
        self.hint.say("")
        if planner is None:
            return
        self.selection.point(planner.battle.world[planner.actor].at)
        self.pointing.use(WALKING)

    # --- deciding -----------------------------------------------------------------------------

    def action_commit(self) -> None:
        """Carry out the preview; where it warns, the first press only shows the warning."""
        if self.seat.over:
            self.loop.skip()
            self.post_message(self.AskedHowItEnded())
            return
        if self.loop.planner is None:
            return
        if self.selection.tool.kind == "template":
            self.pointing.use(self.selection.anchored)
            return
        done = self.selection.commit()
        self.hint.say("")  # a remark would hide what is warned of
        if done.intent is not None:
            self._settle(done.intent)
        elif done.refusal is not None:
            self.hint.refuse(self._now(), done.refusal)

    def _settle(self, intent: Intent) -> None:
        """Submit an intent; an attack into which Stamina can be put asks first how much."""
        from tacsim.app.battle.cards.stamina import strike_card

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
        self.hint.say("")
        self.warned_of = None
        preview = self.selection.preview
        further = preview.further and preview.intent == intent
        self.next_point = self.selection.cursor if further else None
        led, self._led, planner = self._led, None, self.loop.planner
        if planner is not None and led is not None and led.after and led.intent == intent:
            self._lead_on(planner.battle.world, led.after)
        about = self.selection.tool.about if self.selection.tool.kind == "close" else None
        self.next_tool = Tool("act", about) if about else None
        self.loop.submit(intent)

    def _lead_on(self, known: World, after: Intent) -> None:
        """Have what an idea leads on to pointed at next, as far as is known, with its Stamina."""
        from tacsim.player.acting.advice import aimed_at

        self.next_point = aimed_at(known, after)
        if isinstance(after, Strike) and after.stamina:
            self.selection.remember_bid(after.stamina)

    def _act(self, intent: Intent) -> None:
        """Carry out an act that is not aimed; where it warns, the first press only warns."""
        planner = self.loop.planner
        if planner is None:
            return
        preview = planner.judged(intent).with_forecast(planner.battle)
        if preview.refusal is not None:
            self.hint.refuse(self._now(), preview.refusal)
        elif preview.warns and self.warned_of != intent:
            self.warned_of = intent
            self.hint.warn(self._now(), preview)
        else:
            self._submit(intent)

    def action_end_turn(self) -> None:
        """End the turn, once it has been seen whose it is; while aiming, stop that."""
        planner = self.loop.planner
        if planner is None or not self.asked_in_view:
            return
        if self.selection.tool.kind in ("move", "step", "look"):
            self._submit(EndTurn(planner.actor))
            return
        self.action_back()
        text = _("Nothing is aimed any more; {end_turn} again ends the turn.")
        self.hint.say(text.format(**self.tacsim.keymap.battle))

    def action_answers(self) -> None:
        """Cycle the standing answer of the creature pointed at: ask, always, never."""
        creature = self.selection.at(self.selection.cursor, self.seat.viewer)
        world = self.seat.battle.world
        if creature is None or world[creature].side != self.seat.viewer:
            self.hint.say(_("Point at a creature of yours to change its standing answer."))
            return
        said = {
            "": self._asks(),
            "again": _("{name} is asked everything again."),
            "always": _("{name} takes every opportunity."),
            "never": _("{name} lets every opportunity pass."),
        }
        answer = self.loop.change_answer(creature)
        self.hint.say(said[answer].format(name=known_as(world[creature].name)))

    def _asks(self) -> str:
        """The text for asking; in the hotseat with fog it is not asked about foes blind to it."""
        if self.seat.memory is None or len(self.seat.people) < 2:
            return _("{name} is asked at each opportunity.")
        return _(
            "{name} is asked at each opportunity; foes that do not see it, it strikes unasked."
        )

    def offers(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether the ruleset has what a key does."""
        return known(action, parameters, self.selection.battle.ruleset)

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        planner = self.selection.planner if self.loop.settled else None
        if action == "why":
            return True
        if planner is None:
            return False
        if action == "measure":
            return self.selection.tool.kind == "template"
        if action == "resize":
            return self.selection.preview.other is not None
        if action == "commit":
            return self.selection.preview.intent is not None
        key = planner, action, parameters
        if key not in self._useful:
            self._useful[key] = self._is_useful(*key)
        return self._useful[key]

    @staticmethod
    def _is_useful(planner: Planner, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key makes sense wherever the planner's creature points."""
        if action == "aim":
            return planner.affords(str(parameters[0]))
        if action in ("mode", "single"):
            mode = str(parameters[0])
            return planner.tool(mode) is not None and planner.forbids(mode) is None
        if action == "act":
            acts = [act for name in parameters if (act := planner.named(str(name))) is not None]
            return any(not act.aimed and planner.refuses(act) is None for act in acts)
        if action == "weapon":
            return len(planner.battle.world[planner.actor].offence.weapons) > 1
        return True
