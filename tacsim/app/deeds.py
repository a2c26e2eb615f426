"""Deeds: what a creature may do beyond the plain keys, each with why it cannot be done now.

What there is comes from the ruleset's modes, intents and switches of attacks; nothing here knows
which ruleset it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from tacsim.app.hand import Hand
from tacsim.app.intents import ACTS, AT_ONCE, DEFENCE, DOWN, STAY, Wish
from tacsim.app.planning import Planner
from tacsim.app.stakes import STAMINA, costs_text
from tacsim.app.tools import Tool
from tacsim.core.intents import FullAttack, Intent, Stand, Strike, Yield
from tacsim.core.verdicts import Reason, Refused, Verdict, refuse
from tacsim.i18n import N_, _, translate
from tacsim.rules.engine import check
from tacsim.view import words
from tacsim.view.sheet import speed

PLAIN = (
    "walk", "fly", "double", "minimum", "crawl", "run", "charge", "withdraw", "five_foot_step",
)  # fmt: skip
"""Modes that need no card: they have keys of their own, or are what directions mean."""

KEYS: Mapping[str, str] = {
    "overrun": "o",
    "tumble": "t",
    "tumble_fast": "T",
    "spring_attack": "s",
    "trip": "i",
    "bull_rush": "b",
    "bull_rush stay": "n",
    "coup_de_grace": "c",
    "charge trip": "I",
    "charge bull_rush": "B",
    "defensive": "f",
    "dodge": "g",
    "aid": "a",
    "aid defence": "A",
    "ready reach": "r",
    "ready move": "m",
    "ready attack": "k",
    "delay": "w",
    "template": "e",
    "shove": "b",
    "shove prone": "n",
    "grapple": "h",
    "escape": "x",
    "dash": "D",
    "disengage": "E",
    "deny_flank": "N",
    "stand": "p",
}
"""Keys of the card; what has none gets the first letter that is free."""

TRIGGERS: Mapping[str, tuple[str, str]] = {
    "reach": (
        N_("strike whoever comes within reach"), N_("strike {0} when it comes within reach"),
    ),
    "move": (N_("strike whoever begins to move"), N_("strike {0} when it begins to move")),
    "attack": (N_("strike whoever attacks"), N_("strike {0} when it attacks")),
}  # fmt: skip
"""What an attack may be kept for, as far as the ruleset allows: by anybody, or by one foe."""

ITS_OWN = (
    Reason.NO_STANDARD, Reason.NO_FULL_ROUND, Reason.NO_ACTION, Reason.HAS_MOVED, Reason.NO_FEAT,
)  # fmt: skip
"""Reasons that lie with whoever acts, not with whom it is aimed at."""

NOBODY: Mapping[str, Reason] = {"aid": Reason.NO_FRIEND, "deny_flank": Reason.NOT_FLANKED}
"""What is said where there is nobody to aim an act at, if not that there is nobody to attack."""

INSTEAD = ("bull_rush", "trip")
"""Acts that may take the place of a charge's blow."""


@attrs.frozen
class Deed:
    """A line of the card: a tool to take up, an intent to submit at once, or the guard to change.

    ``refusal``: why it cannot be done now.
    """

    name: str
    text: str
    tool: Tool | None = None
    intent: Intent | None = None
    refusal: Refused | None = None
    key: str = ""
    clause: str = ""
    """The clause that says what it does."""


def deeds(hand: Hand) -> list[Deed]:
    """All there is for whoever acts, with the keys that choose it."""
    planner = hand.planner
    if planner is None:
        return []
    found = [*_ways(planner), *_aimed(planner), *_guard(planner, hand), *_waiting(planner)]
    found += [*_areas(planner), *_rising(planner), *_yielding(planner)]
    return _keyed(list(_cited(planner, found)))


def _keyed(found: list[Deed]) -> list[Deed]:
    taken = {KEYS[deed.name] for deed in found if deed.name in KEYS}
    free = iter([key for key in "123456789hjlpuxyzv" if key not in taken])
    return [attrs.evolve(deed, key=KEYS.get(deed.name) or next(free, "")) for deed in found]


def _cited(planner: Planner, found: Iterable[Deed]) -> Iterator[Deed]:
    """The deeds with the clauses that say what they do, as far as the ruleset names them."""
    for deed in found:
        clause = planner.battle.ruleset.concepts.get(deed.name.split()[0], "")
        yield attrs.evolve(deed, clause=clause)


def _ways(planner: Planner) -> Iterator[Deed]:
    """The modes of movement, charges that end otherwise among them."""
    ruleset = planner.battle.ruleset
    for name, mode in ruleset.modes.items():
        if name not in PLAIN:
            tool = Tool("dart" if mode.midway else "move", name)
            text = words.capital(words.word(words.MODES, name))
            refusal = planner.forbids(name)
            if not _pointless(refusal):
                yield Deed(name, text, tool, refusal=refusal)
    charge = next((name for name, mode in ruleset.modes.items() if mode.attack), None)
    for act in INSTEAD:
        if charge is not None and act in ruleset.intents:
            text = _("Charge, then {act}").format(act=words.word(words.ACTS, act))
            tool = Tool("charge", charge, act)
            refusal = _why_no_charge(planner, charge, act)
            yield Deed(f"charge {act}", text, tool, refusal=refusal)


def _pointless(verdict: Verdict | None) -> bool:
    """Whether a deed has nobody that it could ever be about, so that it is not worth a line."""
    return isinstance(verdict, Refused) and verdict.reason is Reason.NO_TARGET


def _aimed(planner: Planner) -> Iterator[Deed]:
    """Acts aimed at foes, then at friends."""
    for name, mode, text in (
        ("trip", None, N_("Trip")),
        ("bull_rush", None, N_("Bull rush, going with the foe")),
        ("bull_rush", STAY, N_("Bull rush, no farther than a square")),
        ("coup_de_grace", None, N_("Coup de grace")),
        ("shove", None, N_("Shove: push a foe away")),
        ("shove", DOWN, N_("Shove: knock a foe down")),
        ("grapple", None, N_("Take hold of a foe")),
        ("deny_flank", None, N_("Deny a flank")),
        ("dodge", None, N_("Dodge: whose blows to evade")),
        ("aid", None, N_("Aid a friend's attack")),
        ("aid", DEFENCE, N_("Aid a friend's defence")),
    ):
        ruleset = planner.battle.ruleset
        if name in ruleset.intents and name not in ruleset.alone:
            tool = Tool(name, mode)
            key = f"{name} {mode}" if mode else name
            refusal = _why_nobody(planner, tool)
            if refusal is None or refusal.reason is not Reason.UNKNOWN_INTENT:
                yield Deed(key, translate(text), tool, refusal=refusal)


def _guard(planner: Planner, hand: Hand) -> Iterator[Deed]:
    """Fighting defensively: a way to make the next attacks."""
    if "defensive" not in planner.battle.ruleset.conditions:
        return
    text = _("Fight as usual again") if hand.defensive else _("Fight defensively")
    refusal = None if hand.defensive else _why_unguarded(planner)
    yield Deed("defensive", text, refusal=refusal)


def _waiting(planner: Planner) -> Iterator[Deed]:
    """What is done at once, or when something happens."""
    battle = planner.battle
    for name, make in AT_ONCE.items():
        intent = make(planner.actor)
        verdict = check(battle, intent) if name in battle.ruleset.intents else None
        alone = name in battle.ruleset.alone
        aims = isinstance(verdict, Refused) and name in ACTS and not alone
        if verdict is not None and not aims and not _pointless(verdict):
            text = words.capital(words.word(words.ACTS, name))
            if name == "dash" and planner.dashed is not None:
                text = _("Dash: {far} more").format(far=_farther(planner, planner.dashed))
            refusal = verdict if isinstance(verdict, Refused) else None
            yield Deed(name, text, intent=intent, refusal=refusal)
    if "ready" not in battle.ruleset.intents:
        return
    for trigger, (text, _one) in TRIGGERS.items():
        tool = Tool("ready", trigger)
        verdict = check(battle, ACTS["ready"](Wish(planner.actor, mode=trigger)))
        refusal = verdict if isinstance(verdict, Refused) else None
        if refusal is None or refusal.reason is not Reason.UNKNOWN_TRIGGER:
            said = _("Ready: {what}").format(what=translate(text))
            yield Deed(f"ready {trigger}", said, tool, refusal=refusal)


def _farther(planner: Planner, dashed: Planner) -> str:
    """How much more movement is left after a dash."""
    left = [
        speed(one.battle, one.battle.world[planner.actor])[1] for one in (planner, dashed)
    ]  # fmt: skip
    return words.cells_word(planner.battle.world, left[1] - left[0])


def _areas(planner: Planner) -> Iterator[Deed]:
    """Attacks on areas, and a template to measure with."""
    shapes = planner.battle.ruleset.areas.shapes
    creature = planner.battle.world[planner.actor]
    for attack in planner.areas:
        text = f"{words.capital(words.weapon_word(attack.name))}: " + area_text(
            planner, attack.shape, attack.size
        )
        price = planner.battle.ruleset.areas.price(planner.battle, creature, attack)
        costs = costs_text(planner.battle.world, creature, price)
        text += f", {costs}" if costs else ""
        refusal = price if isinstance(price, Refused) else None
        if refusal is None:
            refusal = planner.battle.ruleset.areas.waiting(creature, attack)
        yield Deed(f"area {attack.name}", text, Tool("area", attack.name), refusal=refusal)
    if shapes:
        tool = Tool("template", next(iter(shapes)), size=4)
        yield Deed("template", _("Measure an area"), tool)


def _rising(planner: Planner) -> Iterator[Deed]:
    """Getting up, where Stamina is an issue."""
    battle = planner.battle
    creature = battle.world[planner.actor]
    if creature.has("prone") and STAMINA in dict(creature.resources.counts):
        price = battle.ruleset.economy.price(battle, creature, "stand")
        refusal = price if isinstance(price, Refused) else None
        costs = costs_text(battle.world, creature, price)
        text = _("Get up, for {price}").format(price=costs) if costs else _("Get up")
        yield Deed("stand", text, intent=Stand(planner.actor), refusal=refusal)


def _yielding(planner: Planner) -> Iterator[Deed]:
    """Letting others act first who may act at the same time; or why none may."""
    battle = planner.battle
    if "yield" not in battle.ruleset.intents:
        return
    verdicts = {one: check(battle, Yield(planner.actor, one)) for one in planner.friends}
    for one, verdict in verdicts.items():
        if verdict:
            text = _("Let {name} act first").format(name=battle.world[one].name)
            yield Deed(f"yield {one}", text, intent=Yield(planner.actor, one))
    refusals = [verdict for verdict in verdicts.values() if isinstance(verdict, Refused)]
    if refusals and len(refusals) == len(verdicts):
        yield Deed("yield", _("Let another act first"), refusal=refusals[0])


def area_text(planner: Planner, shape: str, size: int) -> str:
    """A shape and its size in words."""
    cells = words.cells_word(planner.battle.world, size)
    return f"{words.word(words.SHAPES, shape)}, {cells}"


def _why_nobody(planner: Planner, tool: Tool) -> Refused | None:
    """Why a tool can be used on nobody now: what is said of the nearest, or that there is nobody.

    What lacks the action for it is told before anything about one of them.
    """
    targets = planner.targets_of(tool)
    refusals: list[Refused] = []
    for target in targets:
        refusal = planner.refuses(tool, target)
        if refusal is None:
            return None
        refusals.append(refusal)
    if not refusals:
        clause = planner.battle.ruleset.clause(tool.kind)
        return refuse(NOBODY.get(tool.kind, Reason.NO_TARGET), clause)
    own = (one for one in refusals if one.reason in ITS_OWN)
    return next(own, refusals[0])


def _why_no_charge(planner: Planner, charge: str, act: str) -> Refused | None:
    """Why nobody can be charged now."""
    refusal = planner.forbids(charge)
    if refusal is not None:
        return refusal
    refusals = []
    for target in planner.targets:
        refusal = planner.charge(target, charge, None, act).refusal
        if refusal is None:
            return None
        refusals.append(refusal)
    if refusals:
        return refusals[0]
    return refuse(Reason.NO_TARGET, planner.battle.ruleset.clause("charge"))


def _why_unguarded(planner: Planner) -> Refused | None:
    """Why attacks cannot be made with one's guard up now."""
    battle, actor = planner.battle, planner.actor
    price = battle.ruleset.economy.price(battle, battle.world[actor], "strike")
    if isinstance(price, Refused) and not battle.world[actor].charge_targets.targets:
        return price
    for make in (Strike, FullAttack):
        for target in planner.targets:
            plain = check(battle, make(actor, target))
            guarded = check(battle, make(actor, target, defensive=True))
            if plain and isinstance(guarded, Refused):
                return guarded
    return None
