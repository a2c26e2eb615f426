"""What is kept from question to question is what would be found anew, in every fork."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from boards import add, battle

from tacsim.core.components import Condition, Conditions, Position, Side, Sides
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.movement.occupancy import FEW, near, occupants
from tacsim.rules.movement.plan import mover_of

SIDE = 40


@pytest.fixture
def world() -> World:
    fight: Battle = battle("\n".join(["." * SIDE] * SIDE))
    for number, name in enumerate("abcdef"):
        add(fight.world, name, (6 * number, 6), size="large" if number % 2 else "medium")
    return fight.world


def moved(world: World, name: str, at: Cell) -> None:
    world.put(name, Position(Body(at, world[name].body.extent)))


def count(world: World) -> tuple[Callable[[], int], list[int]]:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return len(made)

    return lambda: world.cached("counted", (Position,), make, apart_from="a"), made


def test_what_does_not_depend_on_a_creature_is_kept_while_it_moves(world: World) -> None:
    ask, made = count(world)
    assert [ask(), moved(world, "a", (1, 1)), ask(), moved(world, "a", (1, 2)), ask()][::2] == [
        1
    ] * 3
    moved(world, "b", (9, 9))
    assert ask() == 2
    moved(world, "a", (1, 3))
    assert ask() == 2
    moved(world, "b", (9, 9))
    moved(world, "a", (1, 4))
    assert ask() == 3, "somebody else moved before"
    assert len(made) == 3


def test_a_fork_keeps_it_by_what_happens_there(world: World) -> None:
    ask, _ = count(world)
    assert ask() == 1
    moved(world, "a", (1, 1))
    before, child = world.state, world.fork()
    moved(child, "b", (9, 9))
    assert child.cached("counted", (Position,), lambda: -1, apart_from="a") == -1
    assert ask() == 1
    moved(world, "b", (8, 8))
    assert ask() == 2
    world.restore(before)
    moved(world, "a", (2, 2))
    assert ask() == 3, "taken back, and not known any more"


def test_steps_that_were_read_among_others_are_not_those_of_another_battle() -> None:
    fight, twin = (battle("...\n...") for _ in range(2))
    for one in (fight, twin):
        one.world.put(None, Sides((Side("heroes", "H", "human"), Side("foes", "F", "human"))))
        add(one.world, "a", (0, 0), side="heroes")
        add(one.world, "b", (1, 1), side="foes")
    twin.world.field = fight.world.field  # the same map, on which what was read is kept

    def ends(one: Battle) -> set[Cell]:
        return {step.body.at for step in mover_of(one, one.world["a"]).steps(one.world["a"].body)}

    assert ends(fight) == {(1, 0), (0, 1)}
    moved(twin.world, "b", (1, 0))
    assert ends(twin) == {(1, 1), (0, 1)}
    moved(twin.world, "b", (2, 1))
    assert ends(twin) == {(1, 0), (1, 1), (0, 1)}
    twin.world.put("b", Conditions((Condition("dead"),)))
    moved(twin.world, "b", (1, 1))
    assert ends(twin) == {(1, 0), (1, 1), (0, 1)}
    assert ends(fight) == {(1, 0), (0, 1)}


def counted(world: World) -> dict[Cell, tuple[str, ...]]:
    """The living by the cells they cover, in the order of the set-up."""
    found: dict[Cell, tuple[str, ...]] = {}
    for name in world.ids:
        if not world[name].has("dead"):
            for cell in world[name].body.cells:
                found[cell] = (*found.get(cell, ()), name)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_who_is_where_is_kept_up_to_date(world: World, seed: int) -> None:
    for number in range(FEW if seed % 2 else 0):  # more than are all looked at
        add(world, f"g{number}", (number, 20))
    rng, states, forks = random.Random(seed), [world.state], [world]
    for _ in range(120):
        one = rng.choice(forks)
        name = rng.choice(one.ids)
        for _ in range(rng.choice((1, 1, 1, 2))):
            moved(one, name, (rng.randrange(SIDE - 2), rng.randrange(SIDE - 2)))
            if rng.random() < 0.2:
                dead = () if one[name].has("dead") else (Condition("dead"),)
                one.put(name, Conditions(dead))
            name = rng.choice((name, rng.choice(one.ids)))
        if rng.random() < 0.1:
            forks.append(one.fork())
        if rng.random() < 0.1:
            one.restore(rng.choice(states))
        states.append(one.state)
        if rng.random() < 0.8:
            assert occupants(one) == counted(one)
            assert all(one[n].position is one.get(n, Position) for n in one.ids)
            least = (rng.randrange(SIDE), rng.randrange(SIDE))
            most = (least[0] + 9, least[1] + 3)
            inside = [n for n in one.ids if within(one[n].body, least, most)]
            assert set(inside) <= set(near(one, least, most))
            assert list(near(one, least, most)) == sorted(near(one, least, most), key=one.ids.index)


def within(body: Body, least: Cell, most: Cell) -> bool:
    return any(
        all(a <= n <= b for a, n, b in zip(least, cell, most, strict=True)) for cell in body.cells
    )
