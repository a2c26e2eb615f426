"""Reasons: one sentence for every refusal, and the words of the clause behind it."""

from __future__ import annotations

import string
from collections.abc import Mapping

from tacsim.core.events import IntentRefused
from tacsim.core.verdicts import Reason, Refused
from tacsim.core.world import World
from tacsim.i18n import N_, translate
from tacsim.session.session import DICE, NOTHING, OTHERS, SEEN
from tacsim.view.wording import words

SENTENCES: Mapping[Reason, tuple[str, ...]] = {
    Reason.NOT_YOUR_TURN: (N_("It is {by}'s turn."), N_("It is somebody else's turn.")),
    Reason.NO_DECISION: (N_("Nobody has to choose anything now."),),
    Reason.NO_OFFER: (N_("No opportunity attack is being offered to it."),),
    Reason.OFFER_OPEN: (
        N_("{by} has to take or decline its opportunity attack first."),
        N_("An opportunity attack has to be taken or declined first."),
    ),
    Reason.BATTLE_OVER: (N_("The battle is over."),),
    Reason.UNKNOWN_CREATURE: (
        N_("There is no creature called {name}."),
        N_("There is no such creature."),
    ),
    Reason.UNKNOWN_WEAPON: (
        N_("{actor} has no {weapon}."),
        N_("It has no {weapon}."),
        N_("It has no such weapon."),
    ),
    Reason.UNKNOWN_MODE: (
        N_("These rules know no movement called {mode}."),
        N_("These rules know no such movement."),
    ),
    Reason.UNKNOWN_INTENT: (
        N_("These rules know no {intent}."),
        N_("These rules know no such act."),
    ),
    Reason.INCAPABLE: (
        N_("{actor} can do nothing in its state."),
        N_("It can do nothing in its state."),
    ),
    Reason.NO_ACTION: (
        N_("No action is left for this: {mode}."),
        N_("No action is left for this: {activity}."),
        N_("No action is left."),
    ),
    Reason.NO_STANDARD: (
        N_("No standard action is left for this: {activity}."),
        N_("No standard action is left."),
    ),
    Reason.NO_FULL_ROUND: (
        N_("This takes a full round, and part of the turn is used: {mode}."),
        N_("This takes a full round, and part of the turn is used."),
    ),
    Reason.NO_STAMINA: (
        N_("That takes {price} Stamina, and {actor} has {stamina}."),
        N_("That takes {price} Stamina, and it has {stamina}."),
        N_("It has too little Stamina for this."),
    ),
    Reason.NO_DEFENCE: (
        N_("{actor} cannot defend itself so now: {defence}."),
        N_("It cannot defend itself so now: {defence}."),
        N_("It cannot defend itself so now."),
    ),
    Reason.SPLIT_MOVE: (N_("A move cannot go on after another action."),),
    Reason.STEP_TAKEN: (
        N_("{actor} has taken a 5-ft step, and moves no more this turn."),
        N_("It has taken its 5-ft step, so it moves no more this turn."),
    ),
    Reason.HAS_MOVED: (
        N_("{actor} has moved this turn already."),
        N_("It has moved this turn already."),
    ),
    Reason.TOO_SLOW: (N_("{actor} is too slow for this."), N_("It is too slow for this.")),
    Reason.BUDGET: (
        N_("Too far: {cost}, and {budget} is all there is."),
        N_("It is too far."),
    ),
    Reason.NO_WAY: (N_("There is no way there."),),
    Reason.NOT_A_STEP: (N_("That is not one step away."),),
    Reason.OFF_MAP: (N_("That is off the map."),),
    Reason.NO_FOOTING: (N_("There is nothing to stand on there, and no wall to hold on to."),),
    Reason.NOT_TOGETHER: (
        N_("{name} does not act at the same time."),
        N_("They do not act at the same time."),
    ),
    Reason.NO_WALL: (N_("There is no wall to climb there."),),
    Reason.TOO_HIGH: (N_("That is farther up or down than it climbs without a check."),),
    Reason.FLOOR: (N_("A floor is in the way."),),
    Reason.BLOCKED: (N_("It cannot enter: {ground}."), N_("Something solid is in the way.")),
    Reason.BARRIER: (N_("A barrier stands in between."),),
    Reason.OBSTACLE: (N_("It does not get over what is in the way."),),
    Reason.CORNER: (N_("A diagonal step cannot cut the corner of what fills its space."),),
    Reason.OCCUPIED: (
        N_("{by} is in the way and lets nobody pass."),
        N_("Somebody is in the way and lets nobody pass."),
    ),
    Reason.FILLED: (N_("{by} fills its whole space."), N_("Somebody fills the whole space.")),
    Reason.STOP_OCCUPIED: (
        N_("It may pass there but not stop: {by} is there."),
        N_("It may pass there but not stop: somebody is there."),
    ),
    Reason.CROWDED: (N_("No more creatures of this size fit in there."),),
    Reason.SHARED: (N_("{by} is in its space."), N_("Somebody is in its space.")),
    Reason.ORDERED_ALREADY: (N_("It was told so already."),),
    Reason.SQUEEZER_THERE: (
        N_("{by} squeezes there, and two never squeeze in the same cubes."),
        N_("Somebody squeezes there, and two never squeeze in the same cubes."),
    ),
    Reason.SQUEEZED_ALREADY: (
        N_("It squeezes there already, so it cannot stop among others: {by} is there."),
        N_("It squeezes there already, so it cannot stop among others."),
    ),
    Reason.PINNED: (
        N_("It cannot get up where {by} squeezes."),
        N_("It cannot get up where somebody squeezes."),
    ),
    Reason.STOP_SOLID: (N_("It may pass there but not stop."),),
    Reason.TOO_NARROW: (
        N_("It is too large for this: {ground}."),
        N_("It is too large for the passage."),
    ),
    Reason.NOT_STRAIGHT: (
        N_("The straight way to {by} is not free."),
        N_("The way is not one straight line."),
    ),
    Reason.HAMPERED: (
        N_("The ground slows it, so this cannot be done: {mode}."),
        N_("The ground slows it."),
    ),
    Reason.FRIEND_IN_WAY: (N_("{by} is in the way."), N_("Somebody is in the way.")),
    Reason.TOO_SHORT: (
        N_("A charge must cover 2 squares at least, and this is only {cost}."),
        N_("Too close: a charge must cover 2 squares at least."),
    ),
    Reason.NOT_NEAREST: (
        N_("A charge ends on the nearest square from which {by} can be struck."),
        N_("A charge ends on the nearest square from which its target can be struck."),
    ),
    Reason.NO_CHARGE_TARGET: (N_("From there the charge strikes nobody."),),
    Reason.PRONE: (N_("{actor} lies prone."), N_("It lies prone.")),
    Reason.NOT_PRONE: (N_("{actor} does not lie prone."), N_("It does not lie prone.")),
    Reason.NOT_FLYING: (N_("{actor} is not flying."), N_("It is not flying.")),
    Reason.OUT_OF_REACH: (
        N_("Out of reach: {weapon} does not strike {distance} off."),
        N_("It is out of reach."),
    ),
    Reason.TOO_CLOSE: (N_("Too close for {weapon}."), N_("It is too close.")),
    Reason.OUT_OF_RANGE: (
        N_("Out of range: {weapon} does not carry {distance}."),
        N_("It is out of range."),
    ),
    Reason.TOTAL_COVER: (N_("{name} is wholly behind cover."), N_("It is wholly behind cover.")),
    Reason.UNSEEN: (N_("It does not see {name}."), N_("It does not see it.")),
    Reason.FRIENDLY: (N_("{name} is a friend."), N_("That is a friend.")),
    Reason.SELF: (N_("A creature cannot attack itself."),),
    Reason.DEAD: (N_("{name} is dead."), N_("It is dead.")),
    Reason.NO_WEAPON: (N_("{actor} has no weapon for this."), N_("It has no weapon for this.")),
    Reason.WEAPON_USED: (
        N_("Its {weapon} has made its part of this full attack already."),
        N_("That weapon has made its part of this full attack already."),
    ),
    Reason.NO_TARGET: (N_("There is nobody to attack."),),
    Reason.UNTRAINED: (
        N_("{actor} has no training in this: {skill}."),
        N_("It has no training in this: {skill}."),
        N_("It has no training in this."),
    ),
    Reason.BURDENED: (N_("Its armour or its load slows it too much for this."),),
    Reason.TOO_BIG: (N_("{name} is too large for this."), N_("It is too large for this.")),
    Reason.NOT_HELPLESS: (N_("{name} is not helpless."), N_("It is not helpless.")),
    Reason.NOT_ADJACENT: (N_("{name} is not next to it."), N_("It is not near enough.")),
    Reason.NO_FEAT: (
        N_("{actor} lacks the feat for this: {feat}."),
        N_("It lacks the feat for this: {feat}."),
        N_("It lacks the feat for this."),
    ),
    Reason.NO_HELP: (N_("There is nobody against whom it could help."),),
    Reason.NO_FRIEND: (
        N_("It can only help its friends, not {name}."),
        N_("It can only help its friends."),
    ),
    Reason.HINDERED: (
        N_("{actor} is {condition}, so this cannot be done: {mode}."),
        N_("It is {condition}, so this cannot be done: {mode}."),
        N_("{actor} is {condition}, so it cannot do this."),
        N_("It is {condition}, so it cannot do this."),
        N_("Its state does not let it do this."),
    ),
    Reason.NOT_ON_THE_WAY: (
        N_("Nowhere on the way, short of its end, can it strike {name}."),
        N_("Nowhere on the way, short of its end, can it strike."),
    ),
    Reason.HAS_ACTED: (N_("Its turn has gone too far for this."),),
    Reason.UNKNOWN_TRIGGER: (
        N_("These rules know no such occasion: {trigger}."),
        N_("These rules know no such occasion."),
    ),
    Reason.NOT_FLANKED: (N_("{name} does not flank it."), N_("Nobody flanks it.")),
    Reason.DENIED_ALREADY: (
        N_("It denies {name} the flank already."),
        N_("It denies that one the flank already."),
    ),
    Reason.TOO_TIGHT: (
        N_(
            "Only a gap of less than half its width leads there: "
            "that takes Escape Artist, and a minute at least."
        ),
    ),
    Reason.NO_CHANCE: (
        N_("It could not manage this with a 20 on the die: {total} against {against}."),
        N_("It could not manage this with a 20 on the die."),
    ),
    Reason.NO_FAR_SIDE: (
        N_("Beyond that gap is no free place that it could not walk to in as long."),
    ),
    Reason.NOT_NEEDED: (N_("It gets along there without wriggling."),),
    Reason.NOT_BEGUN: (N_("It is not wriggling through any gap."),),
    Reason.CARRIED: (N_("Somebody carries {name}."), N_("Somebody carries it.")),
    Reason.NOT_CARRIED: (N_("It does not carry {name}."), N_("It does not carry that.")),
    Reason.PART_OF_IT: (
        N_("It cannot let go of this: {weapon}."), N_("It cannot let go of that."),
    ),
    Reason.NO_ROOM: (N_("There is no room to set it down."),),
    Reason.TOO_HEAVY: (
        N_("Too heavy: {pounds} lb with all that it carries, and {most} lb is the most it lifts."),
        N_("It is too heavy."),
    ),
    Reason.TOO_HEAVY_ALOFT: (
        N_("It could not fly with it: {pounds} lb with all that it carries, and {most} lb at most "
           "keep it in the air."),
        N_("It could not fly with it."),
    ),
    Reason.NOT_LOADED: (N_("Its {weapon} is not loaded."), N_("That is not loaded.")),
    Reason.LOADED: (
        N_("Its {weapon} needs no loading now."), N_("That needs no loading now."),
    ),
    Reason.NEVER_LOADED: (
        N_("Its {weapon} is nothing to be loaded."), N_("That is nothing to be loaded."),
    ),
    Reason.NO_AREA: (
        N_("It has nothing that covers such an area: {shape}."),
        N_("It has nothing that covers such an area."),
    ),
    Reason.RECHARGING: (
        N_("{actor} can do this again in so many rounds: {rounds}."),
        N_("It can do this again in so many rounds: {rounds}."),
        N_("It can do this again once a d6, thrown as its turn starts, shows {least} or more."),
        N_("It cannot do this again so soon."),
    ),
    Reason.USED_UP: (
        N_("It has done this as often as it can in a battle: {uses}."),
        N_("It cannot do this again in this battle."),
    ),
    Reason.NO_AIM: (N_("It has to point at a cell other than the one where it starts."),),
    Reason.NOT_ITS_SPACE: (N_("It has to start in the creature's own space."),),
}  # fmt: skip
"""For each reason its sentences, the fullest first: the first whose gaps can be filled is said."""

ON_THE_WAY: Mapping[Reason, str] = {Reason.BLOCKED: N_("In the way: {ground}.")}
"""Sentences for straight moves, which are refused for any cell that they cross."""

UNDONE: Mapping[str, str] = {
    DICE: N_("The dice have been thrown."),
    SEEN: N_("Something has come to light that was hidden."),
    OTHERS: N_("Others have acted since."),
    NOTHING: N_(
        "{name} has done nothing that could be taken back since its turn began or the battle was "
        "taken up."
    ),
}
"""Why nothing can be taken back, by the session's reason."""

_TABLES: Mapping[str, Mapping[str, str]] = {
    "mode": words.MODES,
    "skill": words.SKILLS,
    "condition": words.CONDITIONS,
    "ground": words.GROUND,
    "activity": words.ACTS,
    "intent": words.ACTS,
}
NAMED = frozenset(
    reason for reason, texts in SENTENCES.items() if any("{actor}" in text for text in texts)
)
"""Reasons whose sentences name the creature whose state it is, where it is known."""
AS_GIVEN = frozenset({Reason.UNKNOWN_CREATURE})
"""Reasons whose sentences tell ids as they were given: of what is not known no name is told."""
_LENGTHS = ("cost", "budget", "distance")
"""Details that count cells."""
_CREATURES = ("by", "name", "actor")


def sentence(
    refusal: Refused | IntentRefused,
    world: World,
    known: frozenset[str] | None = None,
    *,
    straight: bool = False,
    actor: str | None = None,
) -> str:
    """Why something is refused, in one sentence, without the clause.

    With ``known``, creatures that are not among them stay nameless; an id of nobody who is known is
    told as it was given. ``straight``: it is a move in a
    straight line, so what stops it need not be at its end. ``actor``: who wants it, unless it is
    the one whose turn it is; empty where the words around the sentence say. Where the refusal names
    another creature (``name``), it is that one's state that is told.

    >>> from tacsim.core.verdicts import refuse
    >>> from tacsim.core.components import Sides
    >>> from tacsim.core.terrain import make_battlefield
    >>> world = World(make_battlefield("."), Sides(()))
    >>> sentence(refuse(Reason.BUDGET, "d20.run", cost=9, budget=6), world)
    'Too far: 9 squares, and 6 squares is all there is.'
    """
    about = dict(refusal.details).get("name")
    if about is not None:
        actor = str(about)
    wanting = _wanting(refusal, world) if actor is None else actor
    told = [*refusal.details, *([("actor", wanting)] if wanting else [])]
    try:
        reason = Reason(refusal.reason)
    except ValueError:
        return words.capital(refusal.reason.replace("_", " ")) + "."
    details = {key: _detail(key, value, world, known) for key, value in told}
    if reason in AS_GIVEN:
        details |= {key: str(value) for key, value in refusal.details}
    texts = SENTENCES[reason]
    if straight and reason in ON_THE_WAY:
        texts = (ON_THE_WAY[reason], *texts)
    for text in texts:
        gaps = {name for _text, name, _spec, _how in string.Formatter().parse(text) if name}
        if all(details.get(gap) for gap in gaps):
            return words.capital(translate(text).format(**details))
    return translate(SENTENCES[reason][-1])


def _wanting(refusal: Refused | IntentRefused, world: World) -> str | None:
    """Who wants what is refused; None where nobody has a turn, or others are being asked."""
    if isinstance(refusal, IntentRefused):
        return refusal.actor
    return world.clock.active if world.agenda.top is None else None


def _detail(key: str, value: str | int, world: World, known: frozenset[str] | None) -> str:
    if key in _LENGTHS and isinstance(value, int):
        if key == "cost" and value == 0:
            return ""  # nothing is covered: the shorter sentence reads better
        return words.cells_word(world, value)
    if key in _CREATURES:
        return words.name_of(world, str(value), known)
    if key == "weapon":
        return words.weapon_word(str(value), world)
    return words.word(_TABLES.get(key, {}), str(value))


AS_THEY_COME: Mapping[str, bool] = {}
"""No switch is set otherwise."""


def clause_text(
    ruleset: str, clause: str, switches: Mapping[str, bool] = AS_THEY_COME
) -> tuple[str, str]:
    """Title and words of a clause; its id and nothing for one that the ruleset does not have.

    ``switches``: as a battle has them set, for a clause reads as that battle is fought.

    >>> clause_text("d20", "d20.cover.total")[0]
    'Total cover'
    """
    from tacsim.rulesets import content

    rules = content(ruleset)
    found = rules.clauses.get(clause)
    if found is None:
        return clause, ""
    own = (one for one in rules.switches if one.clause == clause)
    turned = any(switches.get(one.name, one.default) != one.default for one in own)
    return translate(found.title), translate(found.otherwise * turned or found.text)
