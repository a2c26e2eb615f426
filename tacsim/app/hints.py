"""The texts around the board: whose turn it is, what is pointed at, what Enter would do."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from textual.content import Content

from tacsim.app.hand import Hand
from tacsim.app.lines import Line
from tacsim.app.previews import Preview, Risk
from tacsim.app.text import DOT
from tacsim.app.themes import hexed
from tacsim.i18n import _, ngettext
from tacsim.model.events import Modifier
from tacsim.model.intents import FullAttack, Move
from tacsim.model.verdicts import Refused
from tacsim.play.fog import Memory
from tacsim.rules.battle import Battle
from tacsim.rules.ruleset import Odds
from tacsim.view import sheet, words
from tacsim.view.palette import Palette
from tacsim.view.reasons import sentence
from tacsim.view.tokens import side_index

MUTED = "$foreground-muted"


@attrs.frozen(eq=False)
class Now:
    """The moment that all texts of a battle screen are about.

    ``viewer`` is the side at the screen and ``memory`` what it knows, None for everything;
    ``people`` are the sides that people play; ``settled``: a person is being asked; ``held``: the
    opponents are held back.
    """

    name: str
    battle: Battle
    hand: Hand
    memory: Memory | None
    viewer: str | None
    people: tuple[str, ...]
    settled: bool
    palette: Palette
    standing: Mapping[str, str]
    held: bool = False

    @property
    def acting(self) -> str | None:
        """The creature whose choice it is, if whoever looks may know of it."""
        decision = self.battle.decision
        actor = decision.actor if decision else self.battle.world.clock.active
        return actor if actor is not None and self.knows(actor) else None

    def knows(self, creature: str) -> bool:
        """Whether whoever looks knows of a creature."""
        return self.memory is None or creature in self.memory.known

    def colour(self, side: str) -> str:
        """A side's colour, as styles write it."""
        return hexed(self.palette.side(side_index(self.battle, side)))


def heading(now: Now) -> tuple[Content, Content]:
    """Scenario, round and ruleset; and who acts."""
    world = now.battle.world
    left = Content.assemble(
        (now.name, "bold"),
        (DOT + _("round {0}").format(world.clock.round), "") if world.clock.round else "",
        (DOT + now.battle.ruleset.id, MUTED),
        (DOT + _("fog"), MUTED) if now.battle.fog else "",
    )
    return left, _who(now)


def _who(now: Now) -> Content:
    world, actor = now.battle.world, now.acting
    if world.outcome.over:
        return Content.styled(_("the battle is over"), "bold")
    if actor is None:
        return Content.styled(_("somebody unseen acts"), MUTED)
    creature = world[actor]
    side = world.sides[creature.side]
    if creature.side in now.people:
        who = _("you") if len(now.people) == 1 else _("a person")
    else:
        who = _("the computer")
    return Content.assemble(
        (creature.name, f"bold {now.colour(side.id)}"),
        DOT + side.name,
        (f" ({who})", MUTED),
    )


def hint(now: Now, remark: Line) -> tuple[Line, Line]:
    """What is under the cursor; and what Enter would do, or the last remark."""
    pointing = now.hand.pointing
    where = sheet.cell_line(now.battle, now.hand.cursor, now.memory) if pointing else ""
    said = remark if isinstance(remark, tuple) or remark.plain else _would(now)
    return (Content(where), _weapon(now)), said


def _weapon(now: Now) -> Content:
    """The weapon that was chosen, which is used until another one is; a charge picks its own."""
    hand = now.hand
    weapon = hand.weapon if now.settled and hand.planner is not None else None
    if weapon is None or hand.tool.kind == "charge":
        return Content("")
    return Content.styled(_("with {0} (v)").format(words.weapon_word(weapon)), MUTED)


def _would(now: Now) -> Line:
    hand = now.hand
    if not now.settled:
        return Content.styled(_waiting(now), MUTED)
    if hand.planner is None:
        return Content("")
    if hand.tool.kind == "look":
        return Content.styled(_("Looking around; x or Esc goes back."), MUTED)
    preview = hand.preview
    if preview.refusal is not None:
        text = refusal_text(preview.refusal, now)
        return Content(text), Content.styled(preview.refusal.clause, MUTED)
    if preview.intent is None:
        return Content.styled(_idle(now), MUTED)
    parts: list[Content] = [_deed(now, preview)]
    if preview.risks:
        parts.append(Content.styled(risks_text(preview, now), "bold $warning"))
    if hand.warned:
        parts.append(Content.styled(_("Enter again to do it"), "bold reverse"))
    elif any(leg.squeezed for leg in preview.legs):
        parts.append(Content(_("squeezing")))
    return Content(DOT).join(parts)


def refusal_text(refusal: Refused, now: Now) -> str:
    """Why something is refused, as far as whoever looks may know."""
    known = None if now.memory is None else now.memory.known
    preview = now.hand.preview
    mode = now.battle.ruleset.modes.get(preview.mode or "")
    straight = refusal is preview.refusal and mode is not None and mode.straight
    return sentence(refusal, now.battle.world, known, straight=straight)


def _waiting(now: Now) -> str:
    actor = now.acting
    if now.battle.world.outcome.over:
        return _("The battle is over: Enter shows how it ended.")
    if now.held:
        return _("The opponents are held: Space lets them go on.")
    if actor is None:
        return _("Something happens out of sight.")
    return _("{name} is acting.").format(name=now.battle.world[actor].name)


def _idle(now: Now) -> str:
    """What to do while nothing is pointed at."""
    hand = now.hand
    assert hand.planner is not None
    if hand.tool.kind == "step":
        return _("A step: which way?")
    if hand.tool.mode is not None:
        return _("{mode}: point at where to go.").format(
            mode=words.capital(words.word(words.MODES, hand.tool.mode))
        )
    if not hand.planner.range.near and not hand.planner.affords("strike"):
        return _("Nothing much is left to do: . ends the turn.")
    return _("Point at where to go, or at whom to attack.")


def _deed(now: Now, preview: Preview) -> Content:
    if isinstance(preview.intent, Move) and preview.intent.target is None:
        cost = _("{0} of {1}").format(
            preview.spent, words.cells_word(now.battle.world, preview.budget)
        )
        facts = [words.word(words.MODES, preview.mode or "walk")]
        if preview.budget:
            facts.append(cost)
        return Content.assemble((_("Enter") + " ", MUTED), (", ".join(facts), "bold"))
    assert preview.target is not None
    name = now.battle.world[preview.target].name
    if isinstance(preview.intent, FullAttack):
        verb = _("full attack on {0}")
    elif isinstance(preview.intent, Move):
        verb = _("charge {0}")
    else:
        verb = _("attack {0}")
    if len(preview.blows) == 1:
        weapon, odds = preview.blows[0]
        blows = [f"{words.weapon_word(weapon.name)} {sheet.odds_text(odds)}"]
    else:
        blows = [
            sheet.risk_text(words.weapon_word(weapon.name), odds) for weapon, odds in preview.blows
        ]
    return Content.assemble(
        (_("Enter") + " ", MUTED), (verb.format(name), "bold"), ": ", "; ".join(blows)
    )


def risks_text(preview: Preview, now: Now) -> str:
    """Whom an intent would give an opportunity, and what to expect of each."""
    count = len(preview.risks)
    head = ngettext("{n} opportunity", "{n} opportunities", count).format(n=count)
    return f"{head}: " + ", ".join(risk_text(risk, now) for risk in preview.risks)


def risk_text(risk: Risk, now: Now) -> str:
    """One of them."""
    return sheet.risk_text(now.battle.world[risk.foe].name, risk.odds)


def modifiers_text(odds: Odds) -> str:
    """The parts of an attack's sum, and of what it has to reach."""
    attack = [_modifier(part) for part in odds.modifiers if part.on == "attack"]
    defence = [_modifier(part) for part in odds.modifiers if part.on != "attack"]
    against = _("{0} against {1}").format(", ".join(attack), ", ".join(defence))
    return against if defence else ", ".join(attack)


def _modifier(part: Modifier) -> str:
    return f"{words.signed(part.value)} {words.word(words.MODIFIERS, part.name)}"
