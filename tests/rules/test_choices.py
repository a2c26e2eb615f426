"""Choices: every option is allowed, nothing allowed is missing, and all is in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from battles import MAPS, NAMES
from boards import battle, turn_of

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core import intents as it
from tacsim.core.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, choices
from tacsim.rules.engine import check, start, submit


def chosen(fight: Battle) -> Choices:
    found = choices(fight, as_seen_by=None)
    assert found is not None
    return found


def under_way(name: str, turns: int) -> Battle:
    """A shipped battle, some options into it: now the first that attacks, now one far down."""
    fight = begin(read_scenario(MAPS / f"{name}.toml"), seed=len(name))
    start(fight)
    for turn in range(turns):
        if fight.decision is None:
            break
        options = chosen(fight).options
        bold = [o for o in options if not isinstance(o.intent, it.Move | it.EndTurn | it.Drop)]
        ahead = bold if bold and turn % 2 else options
        submit(fight, ahead[(turn * 7919) % len(ahead)].intent)
    return fight


def thinkable(fight: Battle) -> Iterator[it.Intent]:
    """Every act of whoever decides with every creature, weapon, variant and amount; moves apart."""
    actor = fight.decision.actor
    creature, others = fight.world[actor], fight.world.ids
    arms = [weapon.name for weapon in creature.offence.weapons]
    stamina = dict(creature.resources.counts).get("stamina")
    amounts = (0,) if stamina is None else range(1, stamina + 1)
    for kind in (it.Stand, it.Drop, it.TotalDefense, it.Delay, it.Dash, it.Disengage, it.Escape,
                 it.EndTurn, it.Decline):  # fmt: skip
        yield kind(actor)
    if fight.decision.question == "opportunity":
        yield from (it.Take(actor, weapon, n) for weapon, n in product(arms, amounts))
    elif fight.decision.question == "defence":
        for how, n in product(("dodge", "parry"), amounts):
            yield it.Take(actor, stamina=n, defence=how)
    else:
        yield it.Take(actor)
    if fight.ruleset.id != "d20":
        yield it.Dodge(actor)
    for other in others:
        if fight.ruleset.id == "d20":
            yield it.Dodge(actor, other)
        yield from (it.DenyFlank(actor, other), it.Grapple(actor, other))
        yield from (it.Yield(actor, other), it.Shove(actor, other, prone=True))
        for cell in fight.ruleset.topology.around(fight.world[other].body, 1):
            yield it.Shove(actor, other, to=cell)
        yield from (it.BullRush(actor, other), it.BullRush(actor, other, follow=False))
        for weapon, guard in product(arms, (False, True)):
            yield it.FullAttack(actor, other, weapon, guard)
            yield from (it.Strike(actor, other, weapon, guard, n) for n in amounts)
        for weapon in (*arms, "unarmed"):
            yield from (it.Trip(actor, other, weapon), it.CoupDeGrace(actor, other, weapon))
        for trigger in ("reach", "move", "attack"):
            yield it.Ready(actor, trigger, other)
        for foe, defence in product(others, (False, True)):
            yield it.Aid(actor, other, foe, defence)


@pytest.mark.parametrize("turns", [0, 9, pytest.param(22, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_listed_is_allowed_and_what_is_allowed_is_listed(name, turns):
    fight = under_way(name, turns)
    if fight.decision is None:
        return
    found = chosen(fight)
    listed = [option.intent for option in found]
    assert len(listed) == len(set(listed))
    for intent in listed:
        assert check(fight, intent), intent
    for barred in found.refused:
        assert isinstance(check(fight, barred.intent), Refused), barred
    unlisted = [one for one in thinkable(fight) if check(fight, one) and one not in listed]
    assert not unlisted


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_move_to_where_one_may_go_and_to_nowhere_else(name):
    fight = under_way(name, 0)
    found, mover = chosen(fight), fight.world[fight.decision.actor]
    ends = {(one.intent.mode, one.intent.path[-1]) for f in found.families for one in f.options}
    aimed = {(one.intent.mode, one.intent.target) for f in found.families for one in f.options}
    tried = sorted(fight.ruleset.topology.around(mover.body, 9))[::5]
    offered = {mode for mode, _ in ends}
    for mode_name, mode in fight.ruleset.modes.items():
        if mode.attack:
            for foe in fight.world.ids:
                allowed = bool(check(fight, it.Move(mover.id, mode=mode_name, target=foe)))
                assert allowed == ((mode_name, foe) in aimed), (mode_name, foe)
        elif not mode.midway:
            plain = "fly" if "fly" in offered else "walk"
            named = plain if mode.on_foot and mode_name not in offered else mode_name
            for cell in tried:
                allowed = bool(check(fight, it.Move(mover.id, to=cell, mode=mode_name)))
                assert allowed == ((named, cell) in ends), (mode_name, cell)


def test_what_an_option_uses_up_and_why():
    fight = turn_of(battle("F.\no."), "F")
    found = chosen(fight)
    costs = {type(option.intent): option.cost for option in found}
    assert costs[it.Strike] == (("standard", 1),)
    assert costs[it.Drop] == ()
    (strike,) = [o for o in found if o.intent == it.Strike("F", "o", "club")]
    assert "d20.attack.roll" in strike.clauses


def test_choices_of_a_question_are_its_answers():
    fight = turn_of(battle("F..\no.."), "F")
    submit(fight, it.Move("F", path=((1, 0), (2, 0))))
    assert [option.intent for option in chosen(fight)] == [it.Take("o", "club"), it.Decline("o")]


@pytest.mark.rule("d20.charge")
def test_a_helpless_foe_can_be_charged():
    fight = turn_of(battle("F...o", {"o": {"conditions": ["helpless"]}}), "F")
    charge = it.Move("F", path=((1, 0), (2, 0), (3, 0)), mode="charge", target="o",
                     extents=((1, 1),) * 3)  # fmt: skip
    assert charge in [option.intent for option in chosen(fight)]


def test_nobody_unseen_can_be_chosen():
    fight = turn_of(battle("F.#o", fog=True), "F")
    found = choices(fight)
    assert found is not None
    named = {getattr(o.intent, "target", None) for o in (*found, *found.refused)}
    assert "o" not in named


@pytest.mark.rule("d20.charge.min")
def test_a_way_to_move_that_leads_nowhere_is_refused_with_its_reason() -> None:
    """Beside the only foe there is no room to charge; with room there is."""
    near, far = (turn_of(battle(board), "A") for board in ("Ab......", "A.....b."))
    reasons = {one.intent.mode: one.refusal for one in chosen(near).refused
               if isinstance(one.intent, it.Move)}  # fmt: skip
    assert "charge" in reasons
    assert check(near, it.Move("A", mode="charge")) == reasons["charge"]
    assert "charge" in {family.mode.name for family in chosen(far).families}
