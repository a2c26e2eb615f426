"""What is planned, as texts: what Enter would do, why it is refused, and the facts behind it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tacsim.core.intents import Area, Move, spot_of
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature, World
from tacsim.grid.metric import cells
from tacsim.i18n import _, known_as
from tacsim.player.pointing.bids import STAMINA, costs_text
from tacsim.player.pointing.chances import caught_text, hit_text
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.tools import Tool
from tacsim.view.wording import acts, words
from tacsim.view.wording.glossary import explained
from tacsim.view.wording.intended import done
from tacsim.view.wording.reasons import sentence
from tacsim.view.wording.sheet import odds_text
from tacsim.view.wording.why import Because, why_cell
from tacsim.view.wording.why_creatures import why_attack, why_creature, why_hit_points


def verb(now: Now, preview: Preview) -> str:
    """What a preview would do, in words, without its chances."""
    intent, world = preview.intent, now.battle.world
    name = known_as(world[preview.target].name) if preview.target is not None else ""
    if isinstance(intent, Move):
        return _going(now, preview, name)
    if preview.further:
        return _("{act}; then Enter again: {way}").format(
            act=acts.act_word(preview.act), way=_going(now, preview, name)
        )
    if isinstance(intent, Area):
        nobody = "" if preview.caught else _(", which catches nobody that you know of")
        return words.weapon_word(intent.name or "", world) + nobody
    if intent is not None and spot_of(intent) is not None:
        return done(world, intent)
    names = [words.aim_name(world, one) if one is not None else None for one in preview.aim]
    return acts.attack_verb(world, preview.act, names, preview.attacks)


def _going(now: Now, preview: Preview, name: str) -> str:
    """A move in words: its mode, its cost and its target."""
    tool, mode = now.selection.tool, now.battle.ruleset.modes[preview.mode or ""]
    cost = _("{0} of {1}").format(preview.spent, words.cells_word(now.battle.world, preview.budget))
    if mode.attack and preview.target is not None:
        text = _("{mode} {name}, then {act}") if tool.about else _("{mode} {name}")
        act, going = acts.act_word(tool.about or ""), words.word(words.MODES, mode.name)
        return text.format(mode=going, name=name, act=act)
    facts = [words.word(words.MODES, mode.name)]
    if preview.target is not None:
        facts = [_("{mode} at {name}").format(mode=facts[0], name=name)]
    if preview.budget:
        facts.append(cost)
    planner = now.selection.planner
    if planner is not None and planner.rushes(mode.name) and not preview.movement_checks:
        facts.append(_("meeting nobody"))
    return ", ".join(facts)


def refusal_text(refusal: Refused, now: Now) -> str:
    """Why something is refused, as far as the viewer may know."""
    known = None if now.memory is None else now.memory.known
    preview = now.selection.preview
    mode = now.battle.ruleset.modes.get(preview.mode or "")
    straight = refusal is preview.refusal and mode is not None and mode.straight
    return sentence(refusal, now.battle.world, known, straight=straight)


def rising_text(world: World, planner: Planner) -> str:
    """What getting up costs in movement or Stamina; empty if it costs neither."""
    actor, option = world[planner.actor], planner.rising
    costs = costs_text(world, option) if option is not None else ""
    if option is None or not costs:
        return ""
    if STAMINA in dict(actor.resources.counts):
        text = _("{name} lies prone and moves nowhere: p gets up for {price}.")
        return text.format(name=known_as(actor.name), price=costs)
    pool, taken = actor.resources["movement"], dict(option.cost).get("movement", 0)
    return _("{name} lies prone: p gets up for {cost} of {all}; a move from here crawls.").format(
        name=known_as(actor.name),
        cost=cells(pool) - cells(pool - taken),
        all=words.cells_word(world, planner.speed),
    )


def _judging(now: Now) -> Creature | None:
    """The creature to judge for: the planner's, else one of the viewer's, else the actor."""
    world = now.battle.world
    planner = now.selection.planner
    if planner is not None:
        return world[planner.actor]
    own = [c for c in world.creatures if c.side == now.viewer and now.battle.able(c)]
    acting = now.acting
    return own[0] if own else world[acting] if acting else None


def _why_planned(now: Now) -> list[Because]:
    """What Enter would do: its chances and risks, with the clauses."""
    preview = now.selection.preview
    if not now.settled or preview.intent is None or preview.intent.actor is None:
        return []
    battle, world = now.battle, now.battle.world
    mode = battle.ruleset.modes.get(preview.mode or "")
    what = _("Planned: {what}.").format(what=verb(now, preview))
    found = [Because(what, (mode.clause,) if mode is not None else ())]
    for attack in preview.attacks:
        actor = world[preview.intent.actor]
        found += why_attack(world, actor, attack.frame.weapon, attack.roll)
    found += [Because(hit_text(world, hit) + ".", (hit.clause,)) for hit in preview.hits]
    for chance in (*preview.movement_checks, *preview.chances):
        told = acts.chance_text if chance.actor == preview.intent.actor else acts.return_text
        text = words.capital(told(world, chance)) + "."
        found.append(Because(text, (chance.clause,)))
    if preview.later is not None:
        text = words.capital(acts.later_text(world, preview.intent.actor, preview.later)) + "."
        found.append(Because(text, tuple(one.clause for one in preview.later.forecast.checks)))
    if preview.in_vain is not None:
        why = preview.in_vain
        found.append(Because(sentence(why, world, actor=preview.intent.actor), (why.clause,)))
    clause = battle.ruleset.clause("opportunity")
    for risk in preview.risks:
        text = _("It gives {foe} an opportunity attack: {odds}.").format(
            foe=known_as(world[risk.actor].name), odds=odds_text(risk.roll)
        )
        found.append(Because(text, (clause,)))
    found += [Because(caught_text(world, one) + ".") for one in preview.caught]
    return found


@attrs.frozen
class Why:
    """What the rules make of the cell pointed at, for the creature ``judge``; empty for nobody.

    ``refused``: why not what was planned; ``explained``: what the judge's means are called.
    """

    refused: Because | None
    planned: Sequence[Because]
    judge: str
    creature: Sequence[Because] = ()
    explained: Sequence[str] = ()
    place: Sequence[Because] = ()


def why(now: Now) -> Why:
    """The facts about what is pointed at, as far as the viewer may know them."""
    battle, selection = now.battle, now.selection
    refusal, known, judge = selection.preview.refusal, selection.known, _judging(now)
    refused = None
    if refusal is not None and now.settled:
        refused = Because(sentence(refusal, battle.world, known), (refusal.clause,))
    planned = _why_planned(now)
    if judge is None:
        return Why(refused, planned, "")
    at, about = selection.at_cursor(), list[Because]()
    if at is not None and at != judge.id:
        attack = not _otherwise_settled(now)
        about = [
            *why_hit_points(battle, battle.world[at], now.usual.get(at), now.memory),
            *why_creature(battle, judge, battle.world[at], known, attack=attack),
        ]
    place = why_cell(battle, judge, selection.cursor, known, now.memory)
    return Why(
        refused,
        planned,
        known_as(judge.name),
        about,
        explained(battle, judge) if at == judge.id else (),
        [fact for fact in place if fact != refused],
    )


def _otherwise_settled(now: Now) -> bool:
    """Whether the preview may be something other than the plain attack."""
    selection, preview = now.selection, now.selection.preview
    refused = preview.refusal is not None and selection.tool != Tool()
    return now.settled and (preview.intent is not None or refused)
