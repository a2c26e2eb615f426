"""Hostile files: a save is not to be trusted, whatever its checksums say."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from gate import slow
from hypothesis import given, settings
from hypothesis import strategies as st
from storage import fuzz
from storage.fights import (
    Plains,
    fought,
    in_format_1,
    joined,
    payloads_of,
    put_together,
    rewritten,
    taken_apart,
)

from examples import some
from tacsim.core.events import EVENTS as EVENT_NAMES
from tacsim.storage.codec import COMPONENTS, DEPTH
from tacsim.storage.errors import SaveError
from tacsim.storage.event_index import EventIndex
from tacsim.storage.folder import list_saves
from tacsim.storage.payloads import (
    BACK,
    BRANCH,
    EVENTS,
    KEYFRAME,
    LARGE,
    NAME,
    STEP,
    dictionary,
)
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

ROOT = Path(__file__).parents[2]
CASES = 4
"""How many mutations are opened here; any number by command, see :mod:`storage.fuzz`."""
HANGS = 60
"""Seconds of the processor after which something hangs: a hundred times what it takes."""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fought(tmp_path_factory.mktemp("good"))


def opened_every_way(data: bytes, folder: Path, times: int = 3) -> None:
    """Nothing but a SaveError comes of it, and it does not hang."""
    for seed in range(times):
        assert not list(fuzz.faults_of(data, "x", folder, Random(seed), seconds=HANGS))


# --- many -------------------------------------------------------------------------------------


def test_mutated_saves_are_opened_without_a_fault(tmp_path: Path) -> None:
    """In a process of its own, that may take no more memory than it is said."""
    done = subprocess.run(
        [sys.executable, "-m", "storage.fuzz", "--count", str(CASES), "--seed", "7",
         "--jobs", "1", "--seconds", str(HANGS), "--keep", str(tmp_path / "faults")],
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{CASES} saves opened, 0 faults" in done.stdout


def test_the_same_case_is_the_same_save(tmp_path: Path) -> None:
    saves = fuzz.corpus(tmp_path)
    for number in range(10):
        one, other = (fuzz.mutated(Random(f"3-{number}"), saves) for _ in range(2))
        assert one == other


def test_a_fault_would_be_seen(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of fault is told of: traceback, control characters, time, bait."""
    data = good.read_bytes()
    assert list(fuzz.faults_of(data, "x", tmp_path, Random(1), seconds=HANGS)) == []

    def faulty(way: Callable[..., Any], seconds: float = HANGS) -> list[str]:
        monkeypatch.setattr(fuzz, "_PLAIN", [way])
        faults = fuzz.faults_of(data, "x", tmp_path, Random(1), 1, 0, seconds)
        return [fault.what for fault in faults]

    def crash(path: Path, rng: Random) -> list[str]:
        raise KeyError("x")

    def hang(path: Path, rng: Random) -> list[str]:
        while True:
            pass

    def write(path: Path, rng: Random) -> list[str]:
        path.write_bytes(b"")
        return []

    assert "KeyError" in faulty(crash)[0]
    assert "longer than" in faulty(hang, 0.2)[0]
    assert "control character" in faulty(lambda *_: ["\x1b[2J"])[0]
    assert "wrote" in faulty(write)[0]


# --- structure --------------------------------------------------------------------------------

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=6)
    | st.sampled_from(["ann", "bob", "heroes", "foes", "move", "struck", "Position"])
    | st.binary(max_size=9) | st.floats(),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.text(max_size=5) | st.sampled_from(["parent", "at", "name"]), inner,
                      max_size=5),
    max_leaves=25,
)  # fmt: skip
TRIPLES = st.tuples(
    st.sampled_from([*sorted(EVENT_NAMES), *sorted(COMPONENTS)]),
    st.sampled_from([None, "ann", "bob", "x"]),
    st.dictionaries(st.sampled_from(["target", "dice", "src", "dst", "left", "round"]), PLAIN),
).map(list)
FRAMES = st.one_of(
    st.tuples(st.integers(0, 10), PLAIN),
    st.tuples(st.just(EVENTS), st.lists(st.lists(TRIPLES, max_size=4), max_size=4)),
    st.tuples(st.just(KEYFRAME), st.tuples(st.none(), st.lists(TRIPLES, max_size=4), PLAIN)),
    st.tuples(st.sampled_from([6, 8, BACK]), st.lists(st.integers(-1, 5), max_size=2)),
    st.tuples(st.just(NAME), st.tuples(st.integers(-1, 3), st.text(max_size=5))),
    st.tuples(
        st.just(BRANCH),
        st.fixed_dictionaries(
            {
                "parent": st.integers(-1, 3),
                "at": st.none() | st.integers(-1, 20),
                "name": st.text(max_size=5),
                "controllers": st.just({"heroes": "ai", "foes": "human"}) | PLAIN,
                "fingerprint": st.text(max_size=3),
            }
        ),
    ),
    st.tuples(
        st.just(STEP),
        st.tuples(
            st.sampled_from(["move", "strike", "end_turn", "x"]),
            st.sampled_from(["ann", "bob", None]),
            PLAIN,
            st.binary(min_size=8, max_size=8),
            st.lists(st.integers(1, 20), max_size=3),
            st.integers(0, 4),
            st.sampled_from([None, 0, 1]),
        ),
    ),
)


@settings(max_examples=some(12))
@given(st.lists(FRAMES, max_size=8), st.booleans(), st.randoms(use_true_random=False))
def test_any_frames_with_the_right_checksums_are_opened_without_a_fault(
    tmp_path_factory: pytest.TempPathFactory, frames: list[Any], mixed: bool, draw: Random
) -> None:
    folder = _folder(tmp_path_factory)
    plains = taken_apart(_good(tmp_path_factory))
    if mixed:
        for one in frames:
            plains.insert(draw.randint(1, len(plains)), one)
    else:
        plains = [plains[0], *frames]
    opened_every_way(put_together(plains), folder)


@settings(max_examples=some(6))
@given(st.lists(PLAIN, max_size=4))
def test_any_arrays_of_format_1_are_opened_without_a_fault(
    tmp_path_factory: pytest.TempPathFactory, parts: list[Any]
) -> None:
    import msgpack

    folder = _folder(tmp_path_factory)
    old = _folder(tmp_path_factory, "old") / "old.tacsim"
    old.write_bytes(in_format_1(read(_good(tmp_path_factory))))
    opened_every_way(joined([*payloads_of(old)[:3], *map(msgpack.packb, parts)], 1), folder)


_folders: dict[str, Path] = {}


def _folder(factory: pytest.TempPathFactory, name: str = "fuzz") -> Path:
    if name not in _folders:
        _folders[name] = factory.mktemp(name)
    return _folders[name]


def _good(factory: pytest.TempPathFactory) -> Path:
    folder = _folder(factory, "whole")
    found = sorted(folder.glob("*.tacsim"))
    return found[0] if found else fought(folder)


# --- one by one -------------------------------------------------------------------------------


def test_a_bomb_is_never_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tacsim"
    inside = 64 * 2**20
    path.write_bytes(fuzz.bomb(inside))
    assert path.stat().st_size < 2**20
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="too large"):
            read(path)
        assert list_saves(tmp_path)[0].broken
        _held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < inside


def test_bombs_in_every_frame_are_refused_before_they_go_off(good: Path, tmp_path: Path) -> None:
    import zlib

    payloads = payloads_of(good)
    known = dictionary(payloads[0])
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=known)
    inside = deflate.compress(bytes(LARGE * 20)) + deflate.flush()
    path = tmp_path / "bomb.tacsim"
    for kind in range(1, 10):
        path.write_bytes(joined([*payloads[:3], bytes([kind]) + inside]))
        saved = read(path)
        if kind in (EVENTS, KEYFRAME):
            Timeline(saved)
        else:
            assert "too large" in saved.lost


@pytest.mark.parametrize("count", [2**32 - 1, 2**31, 10**6])
def test_huge_counts_are_never_believed(good: Path, tmp_path: Path, count: int) -> None:
    import zlib

    payloads = payloads_of(good)
    known = dictionary(payloads[0])
    path = tmp_path / "huge.tacsim"
    for head in (b"\xdd", b"\xdf", b"\xc6", b"\xdb"):  # arrays, maps, bytes and texts
        data = head + count.to_bytes(4, "big")
        for kind in range(1, 10):
            deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=known)
            payload = bytes([kind]) + deflate.compress(data) + deflate.flush()
            path.write_bytes(joined([*payloads[:3], payload]))
            saved = read(path)
            if kind in (EVENTS, KEYFRAME):  # these are read when they are wanted
                Timeline(saved).seek(0)
            else:
                assert saved.lost


def nested(depth: int) -> Any:
    found: Any = "x"
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize("depth", [DEPTH, DEPTH + 5, 300])
def test_deep_nesting_is_refused(good: Path, tmp_path: Path, depth: int) -> None:
    def deep(plains: Plains) -> None:
        plains[0][1]["scenario"]["description"] = nested(depth)

    with pytest.raises(SaveError):
        read(rewritten(good, deep))

    def deeper(plains: Plains) -> Plains:
        return [*plains, (STEP, nested(depth))]

    assert read(rewritten(good, deeper)).lost
    opened_every_way(rewritten(good, deeper).read_bytes(), tmp_path, 1)


def test_huge_names_and_ids_are_cut_short_where_they_are_told(good: Path, tmp_path: Path) -> None:
    long = "z" * 20_000

    def renamed(plains: Plains) -> None:
        plains[0][1]["name"] = long
        for creature in plains[0][1]["scenario"]["creature"]:
            creature["name"] = long

    path = rewritten(good, renamed)
    assert len(list_saves(path.parent)[0].name) <= 60
    opened_every_way(path.read_bytes(), tmp_path)

    def other_id(plains: Plains) -> None:
        plains[0][1]["scenario"]["creature"][0]["id"] = long

    opened_every_way(rewritten(good, other_id).read_bytes(), tmp_path)


EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\x08\r\x00"


@pytest.mark.parametrize(
    "where",
    ["name", "creature name", "creature id", "scenario name", "side name", "ruleset", "switch",
     "controller", "program", "created", "branch", "actor", "intent", "description", "glyph",
     "terrain", "weapon", "event", "clause", "keyframe"],
)  # fmt: skip
def test_no_control_character_reaches_what_is_shown(good: Path, tmp_path: Path, where: str) -> None:
    def evil(plains: Plains) -> Plains:
        header = plains[0][1]
        scenario = header["scenario"]
        creature = scenario["creature"][0]
        told = next(plain for kind, plain in plains if kind == EVENTS)
        opening = next(plain for kind, plain in plains if kind == KEYFRAME)[1]
        changes: dict[str, Callable[[], Any]] = {
            "name": lambda: header.update(name=EVIL),
            "creature name": lambda: creature.update(name=EVIL),
            "creature id": lambda: creature.update(id=EVIL),
            "scenario name": lambda: scenario.update(name=EVIL),
            "side name": lambda: scenario["side"][0].update(name=EVIL),
            "ruleset": lambda: header.update(ruleset=EVIL),
            "switch": lambda: header["switches"].update({EVIL: True}),
            "controller": lambda: header["controllers"].update(heroes=EVIL),
            "program": lambda: header.update(program=EVIL),
            "created": lambda: header.update(created=EVIL),
            "branch": lambda: plains.append((NAME, [0, EVIL])),
            "actor": lambda: plains[5][1].__setitem__(1, EVIL),
            "intent": lambda: plains[5][1].__setitem__(0, EVIL),
            "description": lambda: scenario.update(description=EVIL),
            "glyph": lambda: creature.update(glyph=EVIL[0]),
            "terrain": lambda: scenario["map"].update(legend={"!": EVIL}),
            "weapon": lambda: scenario.update(weapon={EVIL: {"name": EVIL, "damage": "1d6"}}),
            "event": lambda: told[0].append(["turn_ended", EVIL, {}]),
            "keyframe": lambda: [
                part[2].update(name=EVIL) for part in opening if "name" in part[2]
            ],
            "clause": lambda: told[0][0][2].update(clauses=[EVIL]),
        }
        changes[where]()
        return plains

    opened_every_way(rewritten(good, evil).read_bytes(), tmp_path, 1)


@pytest.mark.parametrize(
    "where", ["map", "bestiary", "weapon", "kinds", "include", "creature", "side", "rules"]
)
def test_no_file_named_in_a_save_is_opened(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The bait lies where a relative path would find it, and is whole."""
    folder = tmp_path / "saves"
    folder.mkdir()
    for place in (folder, tmp_path):
        (place / fuzz.BAIT).write_text('format = 1\ngrid = """\n....\n"""\n')
    monkeypatch.chdir(folder)
    seen: list[str] = []
    really = Path.open

    def spy(self: Path, *rest: Any, **more: Any) -> Any:
        seen.append(str(self))
        return really(self, *rest, **more)

    monkeypatch.setattr(Path, "open", spy)
    for text in (fuzz.BAIT, str(tmp_path / fuzz.BAIT), f"../{fuzz.BAIT}"):

        def lured(plains: Plains, text: str = text) -> None:
            plains[0][1]["scenario"][where] = text

        path = rewritten(good, lured)
        with pytest.raises(SaveError):
            read(path)
        assert list_saves(path.parent)
    assert not [name for name in seen if fuzz.BAIT in name]


@pytest.mark.parametrize(
    "grid", ["." * 5000, "\n".join(["." * 2000] * 2000), "", "\x1b[2J", ".....\n" * 9000]
)
def test_maps_beyond_measure_are_refused(good: Path, grid: str) -> None:
    def huge(plains: Plains) -> None:
        plains[0][1]["scenario"]["map"]["grid"] = grid

    with pytest.raises((SaveError, ValueError)):
        read(rewritten(good, huge)).battle()


def test_many_creatures_are_no_trouble(good: Path, tmp_path: Path) -> None:
    def crowd(plains: Plains) -> None:
        creature = plains[0][1]["scenario"]["creature"][0]
        plains[0][1]["scenario"]["creature"] = [
            creature | {"id": f"c{n}", "at": [n % 10, n // 10 % 4]} for n in range(9000)
        ]

    opened_every_way(rewritten(good, crowd).read_bytes(), tmp_path, 1)


@pytest.mark.parametrize(
    "many", ["branches of branches", "pieces", *slow("branches", "keyframes", "steps")]
)
def test_many_branches_many_keyframes_and_many_pieces_are_no_trouble(
    good: Path, tmp_path: Path, many: str
) -> None:
    fork = {
        "parent": 0, "at": 3, "name": "b" * 60_000, "controllers": {"heroes": "ai", "foes": "ai"},
        "fingerprint": "",
    }  # fmt: skip
    chained = [(BRANCH, fork | {"parent": n, "at": 2}) for n in range(999)]
    keyframe = [plain for kind, plain in taken_apart(good) if kind == KEYFRAME][-1]
    step = (STEP, ["end_turn", "ann", {}, bytes(8), [], 1, 0])
    more = {
        "branches": [(BRANCH, fork)] * 999,
        "branches of branches": chained,
        "keyframes": [(KEYFRAME, keyframe)] * 1500,
        "steps": [step] * 8000,
        "pieces": [step, (EVENTS, [[]])] * 2000,
    }
    opened_every_way(put_together([*taken_apart(good), *more[many]]), tmp_path, 1)


@pytest.mark.parametrize("name", ["turn_ended", *slow("stepped", "rolled")])
def test_events_without_number_are_not_gone_through(
    good: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few bytes tell of very many events: they are not believed, but made up for."""
    most = 900
    monkeypatch.setattr("tacsim.storage.timeline.FAR", most)
    gone_through = 0

    def counting(really: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            nonlocal gone_through
            gone_through += 1
            return really(*arguments)

        return counted

    monkeypatch.setattr(EventIndex, "note", counting(EventIndex.note))
    monkeypatch.setattr(Timeline, "_read", counting(Timeline._read))
    plains = taken_apart(good)
    told = next(plain for kind, plain in plains if kind == EVENTS)
    event = next(event for entry in told for event in entry if event[0] == name)
    often = (EVENTS, [[event] * most])
    out = [*plains[:3], often]
    for number in range(50):
        who = ("ann", "bob")[number % 2]
        out += [(STEP, ["end_turn", who, {}, bytes(8), [], 1, number % 2]), often]
    data = put_together(out)
    for way in (fuzz.watched, fuzz.exported, fuzz.fought_again, fuzz.resumed):
        gone_through = 0
        monkeypatch.setattr(fuzz, "_PLAIN", [way])
        assert not list(fuzz.faults_of(data, "x", tmp_path, Random(1), 1, 0, HANGS))
        assert gone_through < (50 + 1) * most / 4, way.__name__
