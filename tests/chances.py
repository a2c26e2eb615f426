"""What dice do: battles under way, carried on many times with dice of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from math import exp, lgamma, log, log1p
from pathlib import Path

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.intents import Decline, Intent, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start, submit
from tacsim.rules.forecast import Forecast, forecast
from tacsim.session.controllers import opponent

MAPS = Path(__file__).parent.parent / "maps"
RARE = 1e-7
"""A count as far out as this happens in fewer cases than this: it is no accident."""


def states(ruleset: str, count: int) -> Iterator[tuple[Battle, Intent]]:
    """Decisions of battles on the shipped maps, and what an opponent does that takes dice."""
    found, seen = 0, Counter[str]()
    paths = sorted(path for path in MAPS.glob("*.toml") if f'"{ruleset}"' in path.read_text())
    for seed in range(100):
        for path in paths:
            battle = begin(read_scenario(path), seed)
            start(battle)
            sides = {side.id: opponent(("greedy", "cautious")[seed % 2])
                     for side in battle.world.sides.items}  # fmt: skip
            for _ in range(120):
                decision = battle.decision
                if decision is None:
                    break
                intent = sides[battle.world[decision.actor].side].choose(battle, decision)
                kind = type(intent).__name__
                if seen[kind] < 4 + found // 3 and _by_chance(battle, intent):
                    seen[kind] += 1
                    yield battle.fork(), intent
                    found += 1
                    if found == count:
                        return
                submit(battle, intent)


def _by_chance(battle: Battle, intent: Intent) -> bool:
    """Whether dice decide something, and no attack is made twice with the same sums."""
    thrown = any(isinstance(event, ev.Rolled) for event in submit(battle.fork(), intent))
    told = forecast(battle, intent, as_seen_by=None) if thrown else None
    return isinstance(told, Forecast) and all(attack.made <= 1 for attack in told.attacks)


def sampled(battle: Battle, intent: Intent, times: int, first: int = 0) -> Counter[Hashable]:
    """In how many of so many runs each fact came about, by seeds from ``first`` on."""
    counts: Counter[Hashable] = Counter()
    for seed in range(first, first + times):
        child = battle.fork(seed)
        events = submit(child, intent)
        assert not isinstance(events[0], ev.IntentRefused)
        while (decision := child.decision) is not None and not decision.is_turn:
            yes = child.ruleset.answers.get(decision.question, False)
            events += submit(child, (Take if yes else Decline)(decision.actor))
        counts.update(_facts(child, events, intent.actor or ""))
    return counts


def _facts(battle: Battle, events: list[ev.Event], actor: str) -> Iterator[Hashable]:
    """Each thing once that happened in a run."""
    found: dict[Hashable, None] = {}
    targets: tuple[str, ...] = ()
    for event in events:
        if isinstance(event, ev.Downed):
            found["down", event.target] = None
        elif isinstance(event, ev.ConditionGained):
            found["condition", event.actor, event.condition] = None
        elif isinstance(event, ev.Provoked):
            found["given", event.actor, event.by] = None
        elif isinstance(event, ev.Struck) and event.outcome != "miss":
            found["hit", event.actor, event.target, event.weapon, event.modifiers] = None
        elif isinstance(event, ev.AreaMade):
            targets = event.targets
        elif isinstance(event, ev.Tested) and event.passed and event.actor in targets:
            found["saved", event.actor] = None
    found["end", battle.world[actor].body] = None
    return iter(found)


def facts_of(told: Forecast) -> dict[Hashable, float]:
    """What a forecast says of them."""
    chances: dict[Hashable, float] = {("end", body): chance for body, chance in told.ends}
    chances |= {("down", who): chance for who, chance in told.downs.items()}
    chances |= {("condition", *who): chance for who, chance in told.conditions.items()}
    chances |= {("given", *who): chance for who, chance in _given(told).items()}
    for check in told.checks:
        if check.passed and check.actor in {one.creature for one in told.caught}:
            chances["saved", check.actor] = check.made * check.passed
    for attack in told.attacks:
        hit = "hit", attack.actor, attack.target, attack.weapon, attack.modifiers
        if attack.hit:
            chances[hit] = attack.made * attack.hit
    return chances


def _given(told: Forecast) -> dict[tuple[str, str], float]:
    return {(one.actor, one.by): one.given for one in told.opportunities}


def rarity(count: int, times: int, chance: float) -> float:
    """How rarely a count is as far out as this or farther: the lesser of the binomial tails.

    >>> round(rarity(1, 2, 0.5), 9), rarity(0, 500, 0.0), rarity(1, 500, 0.0)
    (0.75, 1.0, 0.0)
    """
    if not 0 < chance < 1:
        return float(count == round(times * chance))

    def at(n: int) -> float:
        ways = lgamma(times + 1) - lgamma(n + 1) - lgamma(times - n + 1)
        return exp(ways + n * log(chance) + (times - n) * log1p(-chance))

    few, many = sum(map(at, range(count + 1))), sum(map(at, range(count, times + 1)))
    return min(few, many)


def unlikely(count: int, times: int, chance: float) -> bool:
    """Whether so few or so many of some times are no accident.

    >>> unlikely(250, 500, 0.5), unlikely(330, 500, 0.5), unlikely(1, 500, 0.0)
    (False, True, True)
    """
    return rarity(count, times, chance) < RARE
