"""What a side in fog knows of things: they stay where it saw them last."""

from __future__ import annotations

from boards import battle, turn_of

from tacsim.core.components import Item, Items
from tacsim.core.intents import Move, PickUp
from tacsim.rules.engine import submit
from tacsim.session.perception import Memory

HALL = "b....\n####.\n####.\nA...."


def things(memory: Memory) -> dict[str, tuple[int, ...]]:
    return {name: item.at for name, item in memory.items.items()}


def test_things_out_of_sight_are_not_known():
    field = battle(HALL, fog=True)
    field.world.put(
        None, Items((Item("chest", "Chest", 20, (4, 3)), Item("key", "Key", 1, (1, 0))))
    )
    memory = Memory(field, "heroes")
    assert things(memory) == {"chest": (4, 3)}
    assert memory.belief.world.items.ids == ("chest",)


def test_what_an_unseen_foe_takes_stays_where_it_was_seen_until_one_looks_again():
    field = battle("b..#A\n...#.\n.....", {"b": {}}, fog=True)
    field.world.put(None, Items((Item("key", "Key", 1, (1, 1)),)))
    memory = Memory(field, "heroes")
    memory.items = {"key": field.world.items["key"]}  # it was there before the door shut
    turn_of(field, "b")
    submit(field, PickUp("b", "key"))
    memory.update()
    assert things(memory) == {"key": (1, 1)}
    assert memory.belief.world.items.ids == ("key",)
    turn_of(field, "A")
    submit(field, Move("A", (2, 2)))
    memory.update()
    assert things(memory) == {}


def test_going_back_a_side_knows_things_where_it_had_seen_them_by_then():
    field = battle("b..#A\n...#.\n.....", {"b": {}}, fog=True)
    field.world.put(None, Items((Item("key", "Key", 1, (4, 1)),)))
    memory = Memory(field, "heroes")
    before = memory.gathered
    field.world.put(None, Items((Item("key", "Key", 1, (4, 2)),)))
    memory.update()
    assert things(memory) == {"key": (4, 2)}
    field.world.put(None, Items((Item("key", "Key", 1, (0, 0)),)))
    memory.recall(before)
    assert things(memory) == {}  # it is not where it lay, which the side sees
    field.world.put(None, Items((Item("key", "Key", 1, (4, 1)),)))
    memory.recall(before)
    assert things(memory) == {"key": (4, 1)}
