"""JSON lines: the events as the replay prints them, and what a side in fog learns of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from cli.calls import call
from export.battles import FOGGY, OTHER, SIDE, account, events, save

from tacsim.export.lines import lines
from tacsim.rules.perception import known_to, side_sees
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline


def test_they_are_those_of_the_replay(battle: Path) -> None:
    printed = call("replay", battle, "--json").out
    assert "".join(f"{line}\n" for line in lines(account(battle))) == printed


def test_without_fog_a_side_sees_everything(saves: Path) -> None:
    path = save(saves, "ogre_bridge")
    assert list(lines(account(path, "heroes"))) == list(lines(account(path)))


def strings(value: Any) -> set[str]:
    """All strings in a value of JSON."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, list):
        return set().union(*map(strings, value))
    return set().union(*map(strings, value.values())) if isinstance(value, dict) else set()


@pytest.mark.parametrize("side", [SIDE, OTHER])
def test_in_fog_nobody_is_named_whom_the_side_never_saw_so_far(foggy: Path, side: str) -> None:
    timeline = Timeline(read(foggy))
    battle, met, told = timeline.battle, set(), [json.loads(x) for x in lines(account(foggy, side))]
    ids = set(battle.world.ids)
    known = [frozenset(known_to(battle, side))]
    for position in range(1, timeline.length + 1):
        timeline.seek(position)
        known.append(known_to(battle, side))
    public = [entry for entry in timeline if entry.event.PUBLIC]
    queue = iter(zip(public, events(foggy), strict=True))
    for line in told:
        for entry, whole in queue:  # the next event of this kind and actor is the one told
            met |= known[entry.number] | known[entry.number + 1]
            same = ("event", "round", "target", "outcome", "to")
            if all(line.get(key) in (whole.get(key), None) for key in same):
                break
        named = strings({k: v for k, v in line.items() if k not in ("event", "clauses")}) & ids
        assert named <= met, line
    assert len(told) < len(public)


def test_in_fog_a_side_learns_all_that_its_own_do_and_no_seed(foggy: Path) -> None:
    told = [json.loads(line) for line in lines(account(foggy, SIDE))]
    world = read(foggy).battle().world
    mine = {creature.id for creature in world.creatures if creature.side == SIDE}
    for kind in ("stepped", "struck", "turn_started", "damaged"):
        wanted = [e["actor"] for e in events(foggy) if e["event"] == kind and e["actor"] in mine]
        found = [e["actor"] for e in told if e["event"] == kind and e["actor"] in mine]
        assert found == wanted, kind
    begun = next(line for line in told if line["event"] == "battle_started")
    assert begun["seed"] is None
    assert mine <= set(begun["order"])
    assert len(begun["order"]) == len(begun["totals"]) < len(world.ids)
    assert [line["n"] for line in told] == list(range(len(told)))


def test_in_fog_steps_are_told_where_they_are_seen(foggy: Path) -> None:
    told = [json.loads(line) for line in lines(account(foggy, SIDE))]
    timeline = Timeline(read(foggy))
    world, wanted = timeline.battle.world, []
    for entry in timeline:
        timeline.seek(entry.number + 1)
        event = entry.event
        if event.NAME != "stepped" or world[event.actor].side == SIDE:
            continue
        seen = side_sees(timeline.battle, SIDE)
        if any(seen[cell[::-1]] for cell in world[event.actor].body.cells):
            wanted.append((event.actor, list(event.dst)))
    foes = [line for line in told if line["event"] == "stepped"]
    foes = [line for line in foes if world[line["actor"]].side != SIDE]
    assert [(line["actor"], line["to"]) for line in foes] == wanted
    assert all("spent" not in line for line in foes)
    assert (
        0
        < len(wanted)
        < sum(
            1 for e in events(foggy) if e["event"] == "stepped" and world[e["actor"]].side != SIDE
        )
    )


def test_a_blow_from_the_dark_does_not_tell_whose_it_was(foggy: Path) -> None:
    told = [json.loads(line) for line in lines(account(foggy, SIDE))]
    nameless = [line for line in told if line["event"] == "struck" and line["actor"] is None]
    for line in nameless:
        assert line.keys() <= {"n", "event", "round", "actor", "target", "outcome",
                               "opportunity", "clauses"}  # fmt: skip
        assert line["clauses"] == []


def test_of_those_unseen_nothing_is_told_but_what_they_do_to_others(foggy: Path) -> None:
    told = [json.loads(line) for line in lines(account(foggy, SIDE))]
    nobody = {line["event"] for line in told if line["actor"] is None}
    whole = {event["event"] for event in events(foggy) if event["actor"] is None}
    assert nobody <= whole | {"struck", "damaged", "downed", "contested", "area_made"}


def test_there_is_fog_in_it(foggy: Path) -> None:
    assert read(foggy).battle().fog
    assert FOGGY in foggy.name
    assert not attrs.evolve(account(foggy), side=None).blinkered
