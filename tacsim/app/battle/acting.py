"""What keys do in a battle: actions change the selection or submit an intent."""

from __future__ import annotations

import attrs

from tacsim.app.battle.showing import Showing
from tacsim.app.widgets.levels import LEVELS
from tacsim.core.intents import EndTurn, Intent, Strike
from tacsim.core.verdicts import Reason, refuse
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.player.act_lines import ActLine, act_line
from tacsim.player.planning import Planner
from tacsim.player.tools import Tool
from tacsim.view import words

WALKING = Tool("move")
LARGEST = 40
"""Cells that a template may measure."""


class Acting(Showing):
    """A screen on which a person acts: the actions, by the names that bindings use."""

    warned_of: Intent | None = None
    """The plain act that was just warned of."""
    next_point: Cell | None = None
    """The cell to point at again once an act that brings the movement to get there is done."""
    next_tool: Tool | None = None
    """The tool for the act made in place of a charge's attack, taken up when the charge ends."""
    asked_in_view = False
    """Whether it has been painted whose turn it is: keys typed before are not meant for it."""

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
            self.redraw()

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
            self.redraw()

    def action_resize(self) -> None:
        """Switch between ending squeezed and whole, where a big body can do both at the cursor."""
        if self.planner is not None:
            self.say(
                "" if self.selection.resize() else _("There is but one body for it to have there.")
            )
            self.redraw()

    def action_walking(self) -> None:
        """Switch the direction keys between moving the cursor and walking."""
        app = self.tacsim
        app.set_options(walking=not app.options.walking)
        if app.options.walking:
            self.say(_("Directions walk at once now; m changes it back."))
        else:
            self.say(_("Directions move the cursor now, Enter walks there."))

    def _use(self, tool: Tool) -> None:
        self.selection.use(tool)
        self._pointed()

    def action_back(self) -> None:
        """Put the tool down; then bring the cursor back."""
        planner = self.planner
        self.say("")
        if planner is None:
            self.redraw()
            return
        self.selection.point(planner.battle.world[planner.actor].at)
        self._use(WALKING)

    # --- deciding -----------------------------------------------------------------------------

    def action_commit(self) -> None:
        """Carry out the preview; where it warns, the first press only shows the warning."""
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
            self.redraw()

    def _settle(self, intent: Intent) -> None:
        """Submit an intent; an attack into which Stamina can be put asks first how much."""
        from tacsim.app.battle.stamina import strike_card

        card = strike_card(self.now, intent)
        if card is None:
            self._submit(intent)
            return

        def chosen(strike: Strike | None) -> None:
            if strike is not None:
                self.selection.remember_bid(strike.stamina)
                self._submit(strike)

        self.ask(card, chosen)

    def _submit(self, intent: Intent) -> None:
        self.say("")
        self.warned_of = None
        preview = self.selection.preview
        further = preview.further and preview.intent == intent
        self.next_point = self.selection.cursor if further else None
        about = self.selection.tool.about if self.selection.tool.kind == "close" else None
        self.next_tool = Tool("act", about) if about else None
        self.game_loop.submit(intent)

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
        creature = self.selection.at(self.selection.cursor, self.viewer)
        mine = creature is not None and self.selection.battle.world[creature].side == self.viewer
        if creature is None or not mine:
            self.say(_("Point at a creature of yours to change its standing answer."))
            return
        others = [key for key in self.game_loop.standing if key.startswith(f"{creature} ")]
        if others:
            for key in others:
                del self.game_loop.standing[key]
            name = self.selection.battle.world[creature].name
            self.say(_("{name} is asked everything again.").format(name=name))
            return
        cycle = {"": "always", "always": "never", "never": ""}
        answer = cycle[self.game_loop.standing.pop(creature, "")]
        if answer:
            self.game_loop.standing[creature] = answer
        said = {
            "": self._asks(),
            "always": _("{name} takes every opportunity."),
            "never": _("{name} lets every opportunity pass."),
        }
        self.say(said[answer].format(name=self.selection.battle.world[creature].name))

    def _asks(self) -> str:
        """The text for asking; in the hotseat with fog it is not asked about foes blind to it."""
        if self.memory is None or len(self.people) < 2:
            return _("{name} asks at each opportunity.")
        return _("{name} asks at each opportunity; foes that do not see it, it strikes unasked.")

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        planner = self.selection.planner if self.game_loop.settled else None
        if action in LEVELS:
            return self.level is not None
        if action in ("log", "panels", "help", "leave", "zoom", "why", "cycle"):
            return True
        if planner is None:
            return False
        if action == "undo":
            return not self.game.session.undo
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
