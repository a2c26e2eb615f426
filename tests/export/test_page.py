"""Pages: what is in the file, before any browser looks at it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from export.battles import SIDE, account, events, hostile, littered, places, renamed, save
from hypothesis import given
from hypothesis import strategies as st

from tacsim.export.page import page, runs
from tacsim.export.templates import embedded
from tacsim.rules.perception import known_to, side_sees
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

EVIL = "</script><script>alert(1)</script>\u2028\u2029\x1b[2J<!--"


class Parsed(HTMLParser):
    """The elements of a page, and what stands in its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.raw.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] in ("script", "style") and self.cdata_elem:
            tag, before = self.raw[-1]
            self.raw[-1] = (tag, before + data)


def data_of(text: str) -> dict[str, Any]:
    """The battle that is embedded in a page."""
    found = [raw for tag, raw in Parsed(text).raw if tag == "script"]
    return dict(json.loads(found[0]))


def ids_of(data: dict[str, Any]) -> list[str]:
    """The ids of the creatures by their numbers."""
    return [creature["id"] for creature in data["creatures"]]


def states(data: dict[str, Any]) -> list[dict[int, dict[str, Any]]]:
    """The creatures after each stop."""
    found: list[dict[int, dict[str, Any]]] = []
    now: dict[int, dict[str, Any]] = {}
    for stop in data["stops"]:
        now = dict(now)
        for index, change in stop.get("c", []):
            if change is None:
                del now[index]
            else:
                now[index] = {**now.get(index, {}), **change}
        found.append(now)
    return found


@cache
def made(path: Path, side: str | None = None) -> str:
    """The page of a save, made once."""
    return page(account(path, side))


def test_it_reaches_for_nothing_outside_of_itself(battle: Path) -> None:
    text = made(battle)
    for tag, has in Parsed(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "audio", "video", "base")
        assert not {"src", "href", "xlink:href", "style", "action", "srcset"} & has.keys()
        assert not [name for name in has if name.startswith("on")]
    assert "url(" not in text
    assert "@import" not in text
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}


def test_its_policy_lets_only_its_own_script_and_style_through(saves: Path) -> None:
    text = made(save(saves, "ogre_bridge"))
    parsed = Parsed(text)
    metas = [has for tag, has in parsed.elements if tag == "meta" and "http-equiv" in has]
    policy = dict(part.split(" ", 1) for part in (metas[0]["content"] or "").split("; "))
    assert policy["default-src"] == "'none'"
    for kind, index in (("script", 1), ("style", 0)):
        raw = [each for tag, each in parsed.raw if tag == kind][index]
        hashed = base64.b64encode(hashlib.sha256(raw.encode()).digest()).decode()
        assert policy[f"{kind}-src"] == f"'sha256-{hashed}'"
    assert len(parsed.raw) == 3


def test_every_stop_holds_the_battle_as_it_was(battle: Path) -> None:
    data = data_of(made(battle))
    timeline = Timeline(read(battle))
    world = timeline.battle.world
    assert len(data["stops"]) == len(timeline.stops) == len(events(battle)) + 1
    for stop, state in zip(timeline.stops, states(data), strict=True):
        timeline.seek(stop)
        assert sorted(ids_of(data)) == sorted(world.ids)
        for index, name in enumerate(ids_of(data)):
            creature, shown = world[name], state[index]
            assert tuple(shown["p"]) == creature.at
            assert (shown["h"], shown["m"]) == (creature.hp.current, creature.hp.maximum)
            assert bool(shown["d"]) == creature.has("dead")
            form = data["forms"][shown["b"]]
            cells = len(creature.body.cells) // form["levels"]
            assert form["cells"] == cells
            assert str(shown["b"]) in data["creatures"][index]["captions"]


def test_steps_alone_lead_to_the_same_places(battle: Path) -> None:
    data = data_of(made(battle))
    ids = ids_of(data)
    for count, state in list(enumerate(states(data)))[::17]:
        assert {ids[n]: tuple(s["p"]) for n, s in state.items()} == places(battle, count)


def test_marks_rounds_and_turns_are_those_of_the_events(battle: Path) -> None:
    data, told = data_of(made(battle)), events(battle)
    rounds = [[n + 1, e["number"]] for n, e in enumerate(told) if e["event"] == "round_started"]
    assert data["rounds"] == rounds
    turns = [n + 1 for n, e in enumerate(told) if e["event"] == "turn_started"]
    assert data["turns"] == turns
    kinds = {"downed": "down", "took": "opportunity"}
    marks = [
        [n + 1, kinds.get(e["event"], "critical")]
        for n, e in enumerate(told)
        if e["event"] in kinds or e.get("outcome") == "critical"
    ]
    assert data["marks"] == marks
    assert data["open"] == rounds[0][0]


def test_the_log_comes_with_the_events_that_it_tells_of(battle: Path) -> None:
    data = data_of(made(battle))
    counts = [stop["l"] for stop in data["stops"]]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == len(data["log"])
    for number, line in enumerate(data["log"]):
        assert counts[line["s"]] > number
        assert line["s"] == 0 or counts[line["s"] - 1] <= number
    assert any(line["c"] for line in data["log"])


def test_a_moment_and_a_speed_can_be_asked_for(saves: Path) -> None:
    one = account(save(saves, "ogre_bridge"))
    data = data_of(page(one, 40, 3.2))
    assert data["open"] == 40
    assert data["speed"] in (2, 4)
    assert data["speeds"] == [0.5, 1, 2, 4, 8, 16]


# --- fog -----------------------------------------------------------------------------------------


def test_in_fog_it_holds_nothing_that_the_side_never_saw(foggy: Path) -> None:
    text = made(foggy, SIDE)
    data, timeline = data_of(text), Timeline(read(foggy))
    battle = timeline.battle
    ever = known_to(battle, SIDE)
    ground = side_sees(battle, SIDE).copy()
    for position in range(timeline.length + 1):
        timeline.seek(position)
        ever |= known_to(battle, SIDE)
        ground |= side_sees(battle, SIDE)
    assert len(ever) < len(battle.world.ids)
    for creature in battle.world.creatures:
        assert (creature.name in text) == (creature.id in ever), creature.name
    assert sorted(ids_of(data)) == sorted(ever)
    drawn = sum(
        int(wide) // 24
        for path in re.findall(r'class="g g-[a-z_0-9-]+" d="([^"]*)"', text)
        for wide in re.findall(r"M\d+ \d+h(\d+)v", path)
    )
    assert drawn == int(ground.sum()) < ground.size
    facts = re.search(r'<p id="facts">(.*?)</p>', text)
    assert facts is not None
    assert "seed" not in facts[1]
    assert "seed" not in data


def test_in_fog_creatures_are_where_they_are_seen_and_nowhere_else(foggy: Path) -> None:
    account_ = account(foggy, SIDE)
    data, timeline = data_of(page(account_)), Timeline(read(foggy))
    ids = ids_of(data)
    last = states(data)[-1]
    timeline.seek(timeline.length)
    assert {ids[n] for n in last} == known_to(timeline.battle, SIDE)
    for index, shown in last.items():
        creature = timeline.battle.world[ids[index]]
        assert (shown["h"] is None) == (creature.side != SIDE)


def test_fog_lifts_and_falls_again(foggy: Path) -> None:
    data, timeline = data_of(made(foggy, SIDE)), Timeline(read(foggy))
    wide, high = data["cells"]
    fog = np.zeros(wide * high, int)
    for stop in data["stops"]:
        for start, length, old, new in stop.get("v", []):
            assert (fog[start : start + length] == old).all()
            fog[start : start + length] = new
    timeline.seek(timeline.length)
    assert ((fog == 2).reshape(high, wide) == side_sees(timeline.battle, SIDE)).all()
    for stop in reversed(data["stops"]):
        for start, length, old, new in stop.get("v", []):
            assert (fog[start : start + length] == new).all()
            fog[start : start + length] = old
    assert not fog.any()


def test_things_lie_where_the_side_knows_them_to_lie(saves: Path) -> None:
    path = littered(saves)
    chest, sack, sword = "Chest </script> & co", "Sack", "longsword"
    for side, known in ((None, {sack}), ("heroes", set())):
        text, told = page(account(path, side)), [one["event"] for one in events(path, side)]
        data = data_of(text)
        changes = {n: {one[0] for one in s["t"]} for n, s in enumerate(data["stops"]) if "t" in s}
        shown = {told[n - 1] if n else "": names - {sack} for n, names in changes.items()}
        assert shown == {"": {chest}, "picked_up": set(), "dropped": {sword},
                         "set_down": {sword, chest}}  # fmt: skip
        assert all(names & {sack} == known for names in changes.values())
        assert (sack in text) == bool(known)
        assert "something lies there" in text


def test_where_nothing_lies_no_word_is_said_of_it(saves: Path) -> None:
    text = made(save(saves, "ogre_bridge"))
    assert "something lies there" not in text
    assert not [stop for stop in data_of(text)["stops"] if "t" in stop]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=40))
def test_runs_lead_from_before_to_after(pairs: list[tuple[int, int]]) -> None:
    before, after = (np.array([p[n] for p in pairs], np.int8) for n in (0, 1))
    made = before.copy()
    for start, length, old, new in runs(before, after):
        assert (made[start : start + length] == old).all()
        made[start : start + length] = new
    assert (made == after).all()


# --- hostile names -------------------------------------------------------------------------------


def test_names_stay_text(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = account(hostile(saves))
    renamed(monkeypatch, one, a=EVIL)
    text = page(one)
    parsed = Parsed(text)
    assert [tag for tag, _has in parsed.elements if tag == "script"] == ["script", "script"]
    assert not [tag for tag, _has in parsed.elements if tag in ("img", "b", "i")]
    assert "<!--" not in text
    assert not set(text) & set("\u2028\u2029\x1b")
    data = data_of(text)
    names = {creature["id"]: creature["name"] for creature in data["creatures"]}
    assert names["a"] == "</script><script>alert(1)</script> ?[2J<!--"
    assert names["b"] == "용사 & ]]> {{data}}"
    assert data["sides"][1]["name"] == "Räuber 한국"
    assert text.count('id="battle"') == 1


@given(st.text())
def test_whatever_is_embedded_comes_out_as_it_was(text: str) -> None:
    inside = embedded({"name": text})
    assert json.loads(inside) == {"name": text}
    assert not set(inside) & set("<>&\u2028\u2029")
    assert inside.isascii()
