"""Chronicles: the fight in words, and how it ended."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
from cli.calls import call
from export.battles import SIDE, account, events, hostile, save

from tacsim.export.chronicle import chronicle
from tacsim.rules.perception import known_to
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline


def test_it_tells_what_the_replay_tells_round_by_round(battle: Path) -> None:
    printed = [line.split(" ", 1)[1] for line in map(str.strip, call(
        "replay", battle, "--text").out.splitlines())]  # fmt: skip
    text = list(chronicle(account(battle)))
    lines = [line.strip() for line in text[: text.index("Outcome")]]
    rounds = [line for line in lines if re.fullmatch(r"Round \d+|Surprise round", line)]
    found = [line for line in printed if re.match(r"(Round \d+|Surprise round)( |$)", line)]
    assert rounds == [line.partition("  [")[0] for line in found]
    rest = iter(lines)
    for line in printed:
        if line not in found:
            assert line in rest, line  # in this order


def test_it_begins_with_the_title_the_rules_and_who_fights(saves: Path) -> None:
    path = save(saves, "giants_causeway")
    text = list(chronicle(account(path)))
    assert text[:2] == ["The giant's causeway", "===================="]
    assert text[2].startswith("Rules: metric")
    assert text[3] == "Seed: 11"
    assert text[4].startswith("The keepers (the computer, quick): Ama, Bero")
    dated = chronicle(attrs.evolve(account(path), created="2026-11-20T12:00:00+00:00"))
    assert "Fought: 2026-11-20T12:00:00+00:00" in list(dated)


def test_it_ends_with_who_stands_and_how_hurt(battle: Path) -> None:
    text = list(chronicle(account(battle)))
    table = text[text.index("Outcome") :]
    timeline = Timeline(read(battle))
    timeline.seek(timeline.length)
    world = timeline.battle.world
    fallen = {e["target"] for e in events(battle) if e["event"] == "downed"}
    for creature in world.creatures:
        rows = [line for line in table if re.search(rf"  {re.escape(creature.name)}  ", line)]
        assert len(rows) == 1, creature.name
        assert f"{creature.hp.current}/{creature.hp.maximum}" in rows[0]
        assert rows[0].endswith(("down", "dead", "helpless")) == (creature.id in fallen)
    assert table[0] == "Outcome"
    ended = events(battle)[-1]
    if ended["event"] == "battle_ended" and ended["winner"]:
        assert table[2] == f"Victory: {world.sides[ended['winner']].name}."


def test_in_fog_it_names_nobody_whom_the_side_never_saw(foggy: Path) -> None:
    timeline = Timeline(read(foggy))
    seen = known_to(timeline.battle, SIDE)
    for position in range(timeline.length + 1):
        timeline.seek(position)
        seen |= known_to(timeline.battle, SIDE)
    world = timeline.battle.world
    text = "\n".join(chronicle(account(foggy, SIDE)))
    for creature in world.creatures:
        assert (creature.name in text) == (creature.id in seen), creature.name
    assert len(seen) < len(world.ids)
    assert "Seed" not in text
    assert "As The delvers saw it" in text


def test_names_are_harmless_and_columns_line_up(saves: Path) -> None:
    one = account(hostile(saves))
    text = list(chronicle(one))
    assert all(line.isprintable() for line in text)
    assert any("</script>" in line for line in text)  # it is text: nothing to escape
    table = text[text.index("Outcome") + 5 :]
    assert [line.rstrip()[-8:] for line in table if "용사" in line] == ["standing"]
