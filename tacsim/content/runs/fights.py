"""Fights of a run: the first, and each next one out of the end of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import attrs

from tacsim.content.gauntlet import Gauntlet
from tacsim.content.generate import BUDGETS, Draft, Wanted, drafted, kinds_of
from tacsim.content.generate.draft import check, dice
from tacsim.content.generate.party import LEFT_BEHIND
from tacsim.content.generate.sides import Recruit, drawn_party, worth
from tacsim.content.parties import whole
from tacsim.content.plain import from_plain
from tacsim.content.records import Scenario
from tacsim.content.roster import LONGEST, WOUNDS
from tacsim.content.runs.recovery import Rested, goes_on, party_side, recovered
from tacsim.content.runs.rewards import Company, Reward, granted, rewards
from tacsim.core.world import World
from tacsim.i18n import _
from tacsim.rulesets import content

FACTORS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""What the foes of each fight weigh, with the party that set out as the measure."""
MORE = 0.15
"""What each fight after these adds to that."""


def factor(fight: int) -> float:
    """What the foes of a fight weigh, with the party that set out as the measure.

    >>> factor(1), factor(7), round(factor(9), 2)
    (0.4, 1.0, 1.3)
    """
    return FACTORS[min(fight, len(FACTORS)) - 1] + MORE * max(fight - len(FACTORS), 0)


def budget(run: Gauntlet) -> float:
    """What the foes of its fight weigh."""
    return run.worth * factor(run.fight) * BUDGETS[run.difficulty]


def fight_seed(seed: int, fight: int) -> int:
    """The seed of a fight of a run, the same on every machine."""
    data = b"tacsim gauntlet 1/%d/%d" % (seed, fight)
    return int.from_bytes(sha256(data).digest()[:4])


def first_fight(asked: Wanted, begun: str = "") -> Scenario:
    """The first fight of a run: of the party and difficulty asked for, of the seed of the run.

    ``begun``: when. Errors: ValueError for what cannot be drawn.
    """
    check(asked)
    drawn = asked.party or drawn_party(asked.ruleset, dice(asked, "gauntlet", "party"))
    party = tuple(_named(one) for one in drawn)
    company = Company(asked.ruleset, party, asked.lore)
    name = asked.party_name or ", ".join(company.names)
    run = Gauntlet(
        asked.seed, 1, name if len(name) <= LONGEST else f"{name[: LONGEST - 3].rstrip()}...",
        max(round(worth(asked.ruleset, party), 3), 0.01), asked.difficulty, begun,
    )  # fmt: skip
    return _fight(run, company, {})


def _named(one: Recruit) -> Recruit:
    """The same, by the name that it has anyway."""
    return attrs.evolve(one, table={**one.table, "name": one.table.get("name", one.entry["name"])})


def offers(scenario: Scenario, world: World) -> tuple[Reward, ...]:
    """The rewards of a fight that ended so; none where the run does not go on."""
    run = scenario.gauntlet
    if run is None or not goes_on(scenario, world):
        return ()
    asked = Wanted(scenario.ruleset, run.seed)
    rng = dice(asked, "gauntlet", "rewards", str(run.fight))
    return rewards(_company(scenario, recovered(scenario, world)), run.rewards, rng)


def gain(scenario: Scenario, world: World, reward: Reward) -> tuple[int, int]:
    """The most hit points of whom a reward that is offered is about, before and after; 0 for none.

    Of who joins both are the same.
    """
    company = _company(scenario, recovered(scenario, world))
    after = granted(company, reward)
    if reward.kind == "joins":
        return (after.members[-1].entry["hp"],) * 2
    if not reward.who:
        return 0, 0
    return company.member(reward.who).entry["hp"], after.member(reward.who).entry["hp"]


def rise(scenario: Scenario, world: World, reward: Reward) -> int:
    """By how much the base attack bonus rises of who grows by a reward that is offered."""
    if reward.kind != "grows":
        return 0
    company = _company(scenario, recovered(scenario, world))
    before, after = (one.member(reward.who).entry for one in (company, granted(company, reward)))
    return int(after.get("bab", 0) - before.get("bab", 0))


def next_fight(scenario: Scenario, world: World, reward: str) -> Scenario:
    """The fight that follows one that ended so, after a rest and a reward, by its id.

    Errors: ValueError for a fight that none follows, and for a reward that is not offered.
    """
    run, offered = scenario.gauntlet, {one.id: one for one in offers(scenario, world)}
    if run is None or not goes_on(scenario, world):
        raise ValueError(_("no fight follows this one"))
    if reward not in offered:
        raise ValueError(_("this reward is not offered"))
    rested = recovered(scenario, world)
    company = granted(_company(scenario, rested), offered[reward])
    following = attrs.evolve(
        run,
        fight=run.fight + 1,
        rounds=run.rounds + world.clock.round,
        lost=company.lost,
        rewards=(*run.rewards, reward),
    )
    kept = {"rules": dict(scenario.switches), **({"fog": True} if scenario.fog else {})}
    return _fight(following, company, kept)


def _company(scenario: Scenario, rested: Iterable[Rested]) -> Company:
    """The party after a rest: who lives, with the wounds that are left."""
    source, side = scenario.source, party_side(scenario)
    after = {one.id: one for one in rested}
    members = []
    for row in source["creature"]:
        if row["side"] == side and not after[row["id"]].dead:
            table = {key: value for key, value in row.items() if key not in LEFT_BEHIND}
            table["name"] = after[row["id"]].name
            wounds = after[row["id"]].wounds
            table |= {WOUNDS: wounds} if wounds else {}
            entry = whole(scenario.ruleset, table, source["bestiary"])
            members.append(Recruit(table, entry))
    before = scenario.gauntlet.lost if scenario.gauntlet is not None else ()
    lost = (*before, *(one.name for one in after.values() if one.dead))
    return Company(scenario.ruleset, tuple(members), _lore(scenario, members), lost)


def _lore(scenario: Scenario, members: Iterable[Recruit]) -> dict[str, dict[str, Any]]:
    """The entries and weapons of the party that are none of the ruleset's."""
    rules, source = content(scenario.ruleset), scenario.source
    kinds = {one.table["kind"] for one in members}
    return {
        "bestiary": _other(source["bestiary"], rules.bestiary, kinds),
        "weapon": _other(source["weapon"], rules.weapons, set(source["weapon"])),
    }


def _other(mine: Mapping[str, Any], usual: Mapping[str, Any], wanted: set[str]) -> dict[str, Any]:
    return {key: one for key, one in mine.items() if key in wanted and usual.get(key) != one}


def _fight(run: Gauntlet, company: Company, kept: Mapping[str, Any]) -> Scenario:
    """The fight of a run against foes who are drawn."""
    draft = _drawn(run, company)
    tables = {
        **draft.tables,
        "name": f"Gauntlet, fight {run.fight}",
        **kept,
        "gauntlet": run.table,
    }
    return from_plain(tables, "generated")


def _drawn(run: Gauntlet, company: Company) -> Draft:
    """The ground and the foes: on another kind of ground than the fight before.

    Where no battle can be drawn on the one whose turn it is, on those after it.
    """
    ruleset = company.ruleset
    grounds = list(kinds_of(ruleset))
    dice(Wanted(ruleset, run.seed), "gauntlet", "grounds").shuffle(grounds)
    trouble: ValueError | None = None
    for turn in range(max(len(grounds) - 1, 1)):
        kind = grounds[(run.fight - 1 + turn) % len(grounds)]
        wanted = Wanted(
            ruleset, fight_seed(run.seed, run.fight), kind, difficulty=run.difficulty,
            party=company.members, lore=company.lore, budget=budget(run),
        )  # fmt: skip
        try:
            return drafted(wanted)
        except ValueError as error:
            trouble = error
    assert trouble is not None
    raise trouble
