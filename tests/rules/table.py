"""What the rule tests do at the table: move, ask, attack, and look at what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from rules.twins import answers, mover_of
from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.intents import Area, Decline, Intent, Move, Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.rules.battle import Battle
from tacsim.rules.combat.areas import Caught
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import check, submit
from tacsim.rules.forecast import Forecast, forecast
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rulesets import content


def plan_of(fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any) -> Plan:
    """The plan of a legal move along a path (the start left out)."""
    found = plan(fight, Move(who, path=tuple(path), mode=mode, **more))
    assert isinstance(found, Plan), found
    return found


def cost(fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any) -> int:
    """Squares that a legal path costs."""
    return cells(plan_of(fight, who, *path, mode=mode, **more).cost2)


def cost_to(fight: Battle, who: str, to: Cell, mode: str = "walk") -> int:
    """Squares that the cheapest way to a place costs."""
    found = plan(fight, Move(who, to=to, mode=mode))
    assert isinstance(found, Plan), found
    return cells(found.cost2)


def why_not(fight: Battle, intent: Intent) -> tuple[str, str]:
    """Reason and clause of a refusal."""
    verdict = check(fight, intent)
    assert isinstance(verdict, Refused), verdict
    return verdict.reason.value, verdict.clause


def no_way(fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any) -> str:
    """The clause that forbids a path."""
    return why_not(fight, Move(who, path=tuple(path), mode=mode, **more))[1]


def reached(fight: Battle, who: str, mode: str = "walk") -> set[Cell]:
    """Every `at` that a creature can get to, passing places included."""
    return set(answers(fight, who, mode))


def stoppable(fight: Battle, who: str, mode: str = "walk") -> set[Cell]:
    """Every `at` where a full or narrowed body may end its move."""
    return {at for at, answer in answers(fight, who, mode).items() if answer.can_stop}


def bodies(fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any) -> list[Body]:
    """The bodies that a path takes."""
    return list(plan_of(fight, who, *path, mode=mode, **more).path)


def act(fight: Battle, intent: Intent) -> list[ev.Event]:
    """Carry out an intent that must be allowed."""
    events = submit(fight, intent)
    assert not any(isinstance(e, ev.IntentRefused) for e in events), events
    return events


def foretold(fight: Battle, intent: Intent, **more: Any) -> Forecast:
    """What a forecast tells of an intent that must be allowed."""
    found = forecast(fight, intent, **more)
    assert isinstance(found, Forecast), found
    return found


def caught(fight: Battle, intent: Area) -> tuple[Caught, ...]:
    """Who is caught in an area, as the forecast and the quick expectation agree."""
    found = foretold(fight, intent).caught
    quick = fight.ruleset.areas.expected(fight, fight.world[intent.actor], intent)
    assert [one.creature for one in found] == [one.creature for one in quick]
    for one, other in zip(found, quick, strict=True):
        assert one[1:] == pytest.approx(other[1:], abs=1e-12)
    return found


def move(fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any) -> list[ev.Event]:
    """Go along a path as far as the first question."""
    return act(fight, Move(who, path=tuple(path), mode=mode, **more))


def move_freely(
    fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any
) -> list[ev.Event]:
    """Go along a path while everybody who may strike at it declines."""
    return declining(fight, move(fight, who, *path, mode=mode, **more))


def declining(fight: Battle, events: list[ev.Event]) -> list[ev.Event]:
    """Let everybody who is being asked decline."""
    while (asked := fight.decision) is not None and not asked.is_turn:
        events = [*events, *act(fight, Decline(asked.actor))]
    return events


def taking(fight: Battle, events: list[ev.Event]) -> list[ev.Event]:
    """Let everybody who is being asked strike."""
    while (asked := fight.decision) is not None and not asked.is_turn:
        events = [*events, *act(fight, Take(asked.actor))]
    return events


def provoked(events: Iterable[ev.Event]) -> list[str]:
    """Who was given an opportunity, in order."""
    return [e.by for e in events if isinstance(e, ev.Provoked)]


def provokes(fight: Battle, who: str, *path: Cell, mode: str = "walk", **more: Any) -> list[str]:
    """Who is asked whether to strike on the way (everybody declines)."""
    events = move_freely(fight, who, *path, mode=mode, **more)
    declined = [e.actor for e in events if isinstance(e, ev.Declined)]
    assert declined == provoked(events)
    return declined


def prices(events: Iterable[ev.Event]) -> list[int]:
    """Squares paid for each step."""
    return [e.cost for e in events if isinstance(e, ev.Stepped)]


def every(events: Iterable[ev.Event], kind: type[Any]) -> list[Any]:
    """All events of a kind."""
    return [e for e in events if isinstance(e, kind)]


def only(events: Iterable[ev.Event], kind: type[Any]) -> Any:
    """The one event of a kind."""
    (found,) = every(events, kind)
    return found


def strike(fight: Battle, who: str, target: str, weapon: str | None = None) -> ev.Struck:
    """Make one attack and see the blow."""
    struck: ev.Struck = only(act(fight, Strike(who, target, weapon)), ev.Struck)
    return struck


def odds(fight: Battle, who: str, target: str, weapon: str | None = None) -> tuple[int, int]:
    """Attack bonus and armour class of an attack as things stand, no dice thrown."""
    arms = fight.world[who].offence.weapons
    chosen = next(w for w in arms if weapon in (None, w.name))
    found = attack_roll(fight, Attacking(who, target, chosen))
    return found.attack, found.defence


def part(struck: ev.Struck, name: str) -> int:
    """A named part of an attack's sums; 0 where it is not among them."""
    return sum(m.value for m in struck.modifiers if m.name == name)


def threat(fight: Battle, who: str) -> set[Cell]:
    """The cells that a creature threatens."""
    return set(threatened(fight, fight.world[who]))


def around(fight: Battle, who: str) -> set[Cell]:
    """The cells that it threatens besides its own."""
    return threat(fight, who) - set(fight.world[who].body.cells)


def drawn(*rows: str, letter: str = "x") -> set[Cell]:
    """The cells of a drawing that carry a letter."""
    return {(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == letter}


def at(fight: Battle, who: str) -> Cell:
    """Where a creature stands."""
    return fight.world[who].at


def cells_of(fight: Battle, who: str) -> set[Cell]:
    """The cells that it covers."""
    return set(fight.world[who].body.cells)


def steps_from(fight: Battle, who: str, body: Body) -> set[Body]:
    """The bodies to which one step or turn leads."""
    return {step.body for step in mover_of(fight, who).steps(body)}


def entry(size: str = "medium", shape: str = "tall", weapons: Sequence[str] = ("club",),
          **more: Any) -> Any:  # fmt: skip
    """The components of the bestiary's dummy in another size, by their type names."""
    book = content("d20")
    whole = book.merged(
        book.bestiary["dummy"], {"size": size, "shape": shape, "weapons": list(weapons), **more}
    )
    return {type(c).__name__: c for c in book.creature(whole)}


def in_the_middle(size: str, shape: str, weapons: Sequence[str] = ("club",), *, side: int = 25,
                  switches: dict[str, bool] | None = None, **more: Any) -> Battle:  # fmt: skip
    """The dummy of a size, as the ruleset's tables make it, alone in the middle of open ground."""
    from tacsim.core.components import (
        DiceState,
        Exposure,
        Identity,
        Position,
        Resources,
        Side,
        Sides,
    )
    from tacsim.core.dice import SeededDice
    from tacsim.core.terrain import make_battlefield
    from tacsim.core.world import World
    from tacsim.rulesets.d20 import make

    world = World(
        make_battlefield("\n".join("." * side for _ in range(side))),
        Sides((Side("heroes", "Heroes", "human"),)),
    )
    world.put(None, DiceState(1))
    book = content("d20")
    whole = book.merged(
        book.bestiary["dummy"], {"size": size, "shape": shape, "weapons": list(weapons), **more}
    )
    parts = book.creature(whole, switches or {})
    extent = next(p.extent for p in parts if type(p).__name__ == "Size")
    at = (side // 2 - extent[0] // 2,) * 2
    for each in (Identity("dummy", "A", "heroes", "A"), *parts, Position(Body(at, extent)),
                 Resources(), Exposure()):  # fmt: skip
        world.put("A", each)
    return Battle(world, make(switches or {}), SeededDice(1))
