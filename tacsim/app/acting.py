"""What keys do in a battle: each action is a word to the hand or an intent to the course."""

from __future__ import annotations

import attrs

from tacsim.app.deeds import Deed, deeds
from tacsim.app.intents import AT_ONCE
from tacsim.app.levels import LEVELS
from tacsim.app.planning import Planner
from tacsim.app.showing import Showing
from tacsim.app.tools import Tool
from tacsim.core.intents import Dash, Drop, EndTurn, Intent, Stand, Strike, TotalDefense
from tacsim.core.verdicts import Reason, refuse
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.rules.engine import check
from tacsim.view import words

WALKING = Tool("move")
LARGEST = 40
"""Cells that a template may measure."""
AFFORDED = {"strike": "strike", "full_attack": "full_attack", "total_defense": "total_defense"}
"""Keys that make sense only while an activity can be afforded."""


class Acting(Showing):
    """A screen on which a person acts: the actions, by the names that bindings use."""

    warned_of: Intent | None = None
    """The plain act that was just warned of."""
    next_point: Cell | None = None
    """What is pointed at again once the dash to it is made."""
    next_tool: Tool | None = None
    """What is taken up once the charge under way has ended, in place of its blow."""

    # --- tools --------------------------------------------------------------------------------

    def action_aim(self, kind: str) -> None:
        """Take up a tool that aims; the same key again does it."""
        planner = self.planner
        if planner is None:
            return
        mode = self._charging() if kind == "charge" else None
        if mode is None and kind not in planner.battle.ruleset.intents:
            self._unknown(kind)
            return
        tool = Tool(kind, mode)
        if self.hand.tool == tool:
            self.action_commit()
            return
        self._use(tool)
        if not planner.targets:
            self.say(_("There is nobody to attack that you know of."))

    def _unknown(self, act: str) -> None:
        """Say that the rules have no such thing."""
        clause = self.hand.battle.ruleset.clause("turn")
        known = act in words.MODES and act not in words.ACTS
        reason, detail = (
            (Reason.UNKNOWN_MODE, "mode") if known else (Reason.UNKNOWN_INTENT, "intent")
        )
        self.refuse(refuse(reason, clause, **{detail: act}))

    def action_deed(self, name: str) -> None:
        """Do what the card has under a name, or say why it cannot be done."""
        if self.planner is None:
            return
        found = next((deed for deed in deeds(self.hand) if deed.name == name), None)
        if found is None:
            self._unknown(name)
        elif found.refusal is not None:
            self.refuse(found.refusal)
        elif found.tool is not None and self.hand.tool == found.tool:
            self.action_commit()
        else:
            self.do(found)

    def _charging(self) -> str | None:
        modes = self.hand.battle.ruleset.modes
        return next((name for name, mode in modes.items() if mode.attack), None)

    def do(self, deed: Deed) -> None:
        """Begin what was chosen on the card."""
        planner = self.planner
        if planner is None:
            return
        if deed.intent is not None:
            self._act(deed.intent)
        elif deed.tool is not None:
            if deed.tool.kind in ("move", "dart") or deed.tool.covers:
                self.hand.point(planner.battle.world[planner.actor].at)
            self._use(deed.tool)
            if self.hand.rushing:
                self._point_at_the_first(planner, deed.tool.mode or "")
        else:
            self.hand.guard()
            self.say("")
            self.redraw()

    def _point_at_the_first(self, planner: Planner, mode: str) -> None:
        """Point at the nearest foe that can be rushed at, if there is one."""
        able = (foe for foe in planner.targets if planner.rush(foe, mode).intent is not None)
        foe = next(able, None)
        if foe is None:
            self.say(_("No foe is near enough to go straight through."))
            return
        self.hand.point(planner.battle.world[foe].at)
        self._pointed()

    def action_measure(self, by: int) -> None:
        """Make the template larger or smaller."""
        tool = self.hand.tool
        if tool.kind == "template":
            size = min(max(tool.size + by, 1), LARGEST)
            self._use(attrs.evolve(tool, size=size))

    def _next_shape(self, tool: Tool) -> None:
        names = list(self.hand.battle.ruleset.areas.shapes)
        index = names.index(tool.mode) if tool.mode in names else -1
        self._use(attrs.evolve(tool, mode=names[(index + 1) % len(names)], origin=None))

    def _anchor(self, tool: Tool) -> None:
        """Let what is aimed start where the cursor is, or with the creature again."""
        if self.hand.battle.ruleset.areas.shapes[tool.mode or ""].aimed:
            here = None if tool.origin is not None else self.hand.cursor
            self._use(attrs.evolve(tool, origin=here))

    def action_gait(self, mode: str) -> None:
        """Take up another way to move; the same key again puts it down."""
        planner = self.planner
        if self.hand.tool.kind == "template" and mode == "five_foot_step":
            self._next_shape(self.hand.tool)
            return
        if planner is None:
            return
        if mode not in planner.battle.ruleset.modes:
            self._unknown(mode)
            return
        free = planner.battle.ruleset.modes[mode].steps is not None
        tool = Tool("step" if free else "move", mode)
        if self.hand.tool == tool:
            self._use(WALKING)
            return
        refusal = planner.forbids(mode)
        if refusal is not None:
            self.refuse(refusal)
            return
        if free or self.hand.tool.aims:
            self.hand.point(planner.battle.world[planner.actor].at)
        self._use(tool)

    def action_look(self) -> None:
        """Only look; the same key again goes back to moving."""
        planner = self.planner
        looking = self.hand.tool.kind == "look"
        self._use(WALKING if looking and planner is not None else Tool("look"))

    def action_weapon(self) -> None:
        """Take the next weapon."""
        if self.planner is not None:
            name = self.hand.next_weapon()
            text = _("Weapon: {0}").format(name) if name else _("Weapon: whichever is best")
            aimed = self.hand.preview.target is not None  # then the line says what it would do
            self.say("" if aimed else text.replace("_", " "))
            self.redraw()

    def action_walking(self) -> None:
        """Change what directions do."""
        app = self.tacsim
        app.set_options(walking=not app.options.walking)
        if app.options.walking:
            self.say(_("Directions walk at once now; m changes it back."))
        else:
            self.say(_("Directions move the cursor now, Enter walks there."))

    def _use(self, tool: Tool) -> None:
        self.hand.use(tool)
        self._pointed()

    def action_back(self) -> None:
        """Put the tool down; then bring the cursor back."""
        planner = self.planner
        self.say("")
        if planner is None:
            self.redraw()
            return
        self.hand.point(planner.battle.world[planner.actor].at)
        self._use(WALKING)

    # --- deciding -----------------------------------------------------------------------------

    def action_commit(self) -> None:
        """Do what is planned; what provokes is asked once more."""
        if self.planner is None:
            return
        if self.hand.tool.kind == "template":
            self._anchor(self.hand.tool)
            return
        done = self.hand.commit()
        self.say("")  # a remark would hide what is warned of
        if done.intent is not None:
            self._settle(done.intent)
        elif done.refusal is not None:
            self.refuse(done.refusal)
        else:
            self.redraw()

    def _settle(self, intent: Intent) -> None:
        """Carry out what is planned, once it is chosen how much goes into it."""
        from tacsim.app.stamina import strike_card

        card = strike_card(self.now, intent)
        if card is None:
            self._submit(intent)
            return

        def chosen(strike: Strike | None) -> None:
            if strike is not None:
                self.hand.stake(strike.stamina)
                self._submit(strike)

        self.ask(card, chosen)

    def _submit(self, intent: Intent) -> None:
        self.say("")
        self.warned_of = None
        self.next_point = self.hand.cursor if self._dashing(intent) else None
        about = self.hand.tool.about if self.hand.tool.kind == "charge" else None
        self.next_tool = Tool(about) if about else None
        self.course.submit(intent)

    def _dashing(self, intent: Intent) -> bool:
        """Whether an intent only makes the way possible that is pointed at."""
        return isinstance(intent, Dash) and self.hand.preview.intent == intent

    def _act(self, intent: Intent) -> None:
        """Carry out a plain act; where it provokes, the first press warns."""
        planner = self.planner
        if planner is None:
            return
        preview = planner.act(intent)
        if preview.refusal is not None:
            self.refuse(preview.refusal)
        elif preview.warns and self.warned_of != intent:
            self.warned_of = intent
            self.warn(preview)
        else:
            self._submit(intent)

    def action_end_turn(self) -> None:
        """End the turn."""
        planner = self.planner
        if planner is not None:
            self._submit(EndTurn(planner.actor))

    def action_total_defense(self) -> None:
        """Only defend."""
        planner = self.planner
        if planner is not None:
            self._act(TotalDefense(planner.actor))

    def action_prone(self) -> None:
        """Get up, or throw oneself down."""
        planner = self.planner
        if planner is None:
            return
        lying = planner.battle.world[planner.actor].has("prone")
        if lying:
            self._act(Stand(planner.actor))
        else:
            self._act(Drop(planner.actor))

    def action_answers(self) -> None:
        """Change what is answered without asking for the creature pointed at."""
        creature = self.hand.at_cursor()
        mine = creature is not None and self.hand.battle.world[creature].side == self.viewer
        if creature is None or not mine:
            self.say(_("Point at a creature of yours to change its standing answer."))
            return
        others = [key for key in self.course.standing if key.startswith(f"{creature} ")]
        if others:
            for key in others:
                del self.course.standing[key]
            name = self.hand.battle.world[creature].name
            self.say(_("{name} is asked everything again.").format(name=name))
            return
        cycle = {"": "always", "always": "never", "never": ""}
        answer = cycle[self.course.standing.pop(creature, "")]
        if answer:
            self.course.standing[creature] = answer
        said = {
            "": self._asks(),
            "always": _("{name} takes every opportunity."),
            "never": _("{name} lets every opportunity pass."),
        }
        self.say(said[answer].format(name=self.hand.battle.world[creature].name))

    def _asks(self) -> str:
        """That a creature asks; in the hotseat with fog not in front of those who do not see it."""
        if self.memory is None or len(self.people) < 2:
            return _("{name} asks at each opportunity.")
        return _("{name} asks at each opportunity; foes that do not see it, it strikes unasked.")

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        planner = self.hand.planner if self.course.settled else None
        if action in LEVELS:
            return self.level is not None
        if action in ("log", "panels", "help", "leave", "zoom", "why", "cycle"):
            return True
        if planner is None:
            return False
        if action == "undo":
            return not self.game.session.undo
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
