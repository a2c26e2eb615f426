"""What docs/save-format.md says is what is in the file: a reader written from it alone."""

from __future__ import annotations

import hashlib
import re
import zlib
from pathlib import Path
from typing import Any

import msgpack
import pytest
from storage.fights import FOG, fight, fought, in_format_1, named_scenario, played

from tacsim.core.intents import EndTurn, Move
from tacsim.storage.branch import MAX_BRANCHES, NAMES
from tacsim.storage.codec import DEPTH, LENGTH, plain_component, plain_event
from tacsim.storage.frames import MAX_FILE, MAX_FRAME, MAX_FRAMES
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import LARGE, SMALL, Fork, Header
from tacsim.storage.resume import play_on, resume
from tacsim.storage.saved import read
from tacsim.storage.timeline import FAR, MOST_EVENTS, STRETCH, Timeline

DOCUMENT = Path(__file__).parents[2] / "docs" / "save-format.md"
TEXT = DOCUMENT.read_text("utf-8")
KINDS = {int(kind): name for kind, name in re.findall(r"^\| (\d) \| (\w+) \| `", TEXT, re.M)}


# --- the reader -------------------------------------------------------------------------------


def frames(data: bytes, number: int = 2) -> list[bytes]:
    assert data[:12] == bytes.fromhex("895441435349 4D0A 000000") + bytes([number])
    at, check, found = 12, zlib.crc32(data[:12]), []
    while at < len(data):
        start, length, shift = at, 0, 0
        while True:
            byte = data[at]
            length |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                break
        stored = int.from_bytes(data[at : at + 4], "big")
        payload = data[at + 4 : at + 4 + length]
        check = zlib.crc32(payload, zlib.crc32(data[start:at], check))
        assert check == stored
        found.append(payload)
        at += 4 + length
    return found


def payloads(data: bytes) -> list[tuple[str, Any]]:
    first, *rest = frames(data)
    header = zlib.decompress(first[1:], -15)
    block = re.search(r"```\n(move .*?)```", TEXT, re.S)
    assert block is not None
    words = b"".join(bytes([0xA0 + len(word)]) + word.encode() for word in block[1].split())
    known = (header + words)[-32768:]
    found = [(KINDS[first[0]], msgpack.unpackb(header))]
    for payload in rest:
        inflate = zlib.decompressobj(-15, zdict=known)
        plain = inflate.decompress(payload[1:])
        assert inflate.eof
        assert not inflate.unused_data
        found.append((KINDS[payload[0]], msgpack.unpackb(plain)))
    return found


class Tree:
    """The branches of a save, read as the document says."""

    def __init__(self, data: bytes) -> None:
        (kind, self.header), *rest = payloads(data)
        assert kind == "header"
        self.entries: list[list[Any]] = [[]]
        self.events: list[list[Any]] = [[]]
        self.keyframes: list[dict[int, Any]] = [{}]
        self.names = ["main"]
        self.forks: list[tuple[int, int]] = [(-1, 0)]
        self.gone: set[int] = set()
        self.current = 0
        for kind, plain in rest:
            getattr(self, f"on_{kind}")(plain)

    def length(self) -> int:
        return self.forks[self.current][1] + len(self.entries[self.current])

    def on_begun(self, plain: Any) -> None:
        assert self.length() == 0
        self.entries[self.current].append([None, None, None, *plain])

    def on_step(self, plain: Any) -> None:
        assert self.length() > 0
        self.entries[self.current].append(plain)

    def on_events(self, plain: Any) -> None:
        missing = len(self.entries[self.current]) - len(self.events[self.current])
        assert len(plain) >= missing > 0
        self.events[self.current] += plain[:missing]

    def on_keyframe(self, plain: Any) -> None:
        self.keyframes[self.current][self.length()] = plain

    def on_branch(self, plain: Any) -> None:
        at = plain["at"]
        self.forks.append((plain["parent"], 0 if at is None else at + 1))
        self.entries.append([])
        self.events.append([])
        self.keyframes.append({})
        self.names.append(plain["name"])
        self.current = len(self.names) - 1

    def on_go(self, plain: Any) -> None:
        (self.current,) = plain

    def on_name(self, plain: Any) -> None:
        self.names[plain[0]] = plain[1]

    def on_drop(self, plain: Any) -> None:
        self.gone.add(plain[0])

    def on_back(self, plain: Any) -> None:
        (intents,) = plain
        keep = intents + 1 - self.forks[self.current][1]
        del self.entries[self.current][keep:]
        del self.events[self.current][keep:]
        kept = self.keyframes[self.current]
        self.keyframes[self.current] = {at: one for at, one in kept.items() if at <= intents + 1}

    def whole(self, branch: int, what: list[list[Any]]) -> list[Any]:
        """Entries or events of a branch, with what its parents did before it left them."""
        parent, first = self.forks[branch]
        before = self.whole(parent, what)[:first] if parent >= 0 else []
        return before + what[branch]


# --- what it reads ----------------------------------------------------------------------------


def same(path: Path) -> Tree:
    """The save as both read it, compared in everything."""
    found, saved = Tree(path.read_bytes()), read(path)
    ids = [creature["id"] for creature in found.header["scenario"]["creature"]]
    assert len(found.names) == len(saved.branches)
    assert found.current == saved.current.number
    assert found.gone == {one.number for one in saved.branches if one.dropped}
    assert [name[:NAMES] for name in found.names] == [one.name for one in saved.branches]
    for branch in saved.branches:
        entries = found.whole(branch.number, found.entries)
        assert len(entries) == branch.length
        dice = 0
        for index, entry in enumerate(entries):
            *intent, digest, faces, round_, turn = entry
            mark = branch.mark(index)
            dice += len(faces)
            assert (digest, tuple(faces), dice) == (mark.digest, mark.faces, mark.dice)
            assert (round_, None if turn is None else ids[turn]) == (mark.round, mark.turn)
            if index:
                assert intent == branch.step(index).plain
        timeline = Timeline(saved, branch)
        told = found.whole(branch.number, found.events)
        for index, events in enumerate(told):
            first, end = timeline.position_of(index), timeline.position_of(index + 1)
            assert events == [plain_event(entry.event) for entry in timeline[first:end]]
    return found


def test_a_reader_written_from_the_document_reads_a_save(tmp_path: Path) -> None:
    found = same(fought(tmp_path))
    assert found.header["scenario"]["map"]["grid"].count("\n") == 4
    assert len(found.events[0]) == len(found.entries[0])
    assert found.entries[0][-1][0] == "adjourn"
    assert found.entries[0][-1][-1] is None


def test_it_reads_branches_and_what_was_taken_back(tmp_path: Path) -> None:
    way = [Move("ann", to=(1, 0)), EndTurn("ann"), Move("bob", to=(5, 0)), EndTurn("bob")]
    session, journal = played(tmp_path, *way, Move("ann", to=(1, 1)))
    session.take_back()
    journal.close()
    path = journal.path
    people = {"heroes": "human", "foes": "human"}
    for at, branch in ((2, "0"), (2, "1"), (1, "1"), (0, "0")):
        going = play_on(path, at, branch=branch, controllers=people)
        decision = going.session.decision
        assert decision is not None
        going.session.submit(EndTurn(decision.actor))
        going.journal.close()
    with Journal.resume(path) as journal:
        journal.name(journal.saved.branches[1], "left")
        journal.drop(journal.saved.branches[1])
    resume(path, branch="2").journal.close()
    found = same(path)
    assert found.forks == [(-1, 0), (0, 3), (1, 3), (1, 2), (0, 1)]
    assert (found.names[1], found.gone, found.current) == ("left", {1}, 2)


def test_events_of_which_some_are_taken_back_are_read_right(tmp_path: Path) -> None:
    session, journal = played(tmp_path)
    while len(session.intents) < STRETCH - 2:
        assert session.decision is not None
        session.submit(EndTurn(session.decision.actor))
    assert session.decision is not None
    actor = session.decision.actor
    session.submit(Move(actor, to=(1, 1) if actor == "ann" else (5, 1)))
    session.take_back()
    session.submit(EndTurn(actor))
    journal.close()
    found = same(journal.path)
    assert len(found.events[0]) == len(found.entries[0]) == STRETCH


def test_keyframes_are_as_it_says(tmp_path: Path) -> None:
    path = fight(tmp_path, named_scenario("ogre_warren"), auto=True, rounds=4, seed=2)
    found = same(path)
    timeline = Timeline(read(path))
    (_, opening, nothing), *rest = (one for _, one in sorted(found.keyframes[0].items()))
    assert nothing == {}
    assert len(rest) > 1
    field, seen_lost = timeline.battle.world.field, set[str]()
    for entries, (_, changed, memories) in sorted(found.keyframes[0].items())[1:]:
        state = {(kind, who): fields for kind, who, fields in [*opening, *changed]}
        timeline.step_to(entries)
        world = timeline.battle.world
        for who in (None, *world.ids):
            for component in world.components(who):
                kind, _, fields = plain_component(who, component)
                assert state.pop((kind, who)) == fields
        assert state == {}
        assert set(memories) == {side.id for side in world.sides.items}
        for side, (bits, differing, lost) in memories.items():
            timeline.watch_as(side)
            timeline.step_to(entries)
            assert timeline.memory is not None
            sightings = timeline.memory.sightings
            assert lost == {who: [one.round, [*one.order]] for who, one in sightings.items()}
            told = {(kind, who): fields for kind, who, fields in [*opening, *differing]}
            for who, one in sightings.items():
                for component in one.components.values():
                    kind, _, fields = plain_component(who, component)
                    assert told[kind, who] == fields
            seen_lost |= {*lost}
            for y in range(field.shape[0]):
                for x in range(field.shape[1]):
                    place = y * field.shape[1] + x
                    bit = bits[place // 8] >> (7 - place % 8) & 1
                    assert bit == timeline.memory.remembered[y, x]
    assert seen_lost


def test_a_save_of_format_1_is_read_as_it_says(tmp_path: Path) -> None:
    saved = read(fought(tmp_path))
    first, *rest = map(msgpack.unpackb, frames(in_format_1(saved), 1))
    assert first[0] == 0
    ids = [creature["id"] for creature in first[1]["scenario"]["creature"]]
    assert [one[0] for one in rest] == [1, *[2] * len(saved.steps)]
    for index, (_, *intent, digest, dice, round_, turn) in enumerate(rest):
        mark = saved.main.mark(index)
        assert (digest, dice, round_) == (mark.digest, mark.dice, mark.round)
        assert (None if turn is None else ids[turn]) == mark.turn
        assert (intent or None) == saved.main.step(index).plain


def test_the_dice_are_as_it_says(tmp_path: Path) -> None:
    found = same(fought(tmp_path, FOG))
    thrown = [face for entry in found.entries[0] for face in entry[4]]
    assert thrown
    twenties = [
        1 + int.from_bytes(hashlib.blake2b(b"7:%d" % n, digest_size=8).digest(), "big") % 20
        for n in range(2)
    ]
    assert thrown[:2] == twenties


def test_the_digest_is_as_it_says(tmp_path: Path) -> None:
    """The state at the end, packed by hand: records as arrays of class and fields."""
    import attrs

    former = dict(re.findall(r"`(\w+)` is `([A-Z]\w+)`", TEXT))
    assert len(former) == 4
    left_out = re.findall(r"`(\w+)` of `(Identity|Speed|Weapon)`", TEXT)
    assert len(left_out) == 7

    path = fought(tmp_path)
    timeline = Timeline(read(path))
    timeline.seek(timeline.length)
    world = timeline.battle.world

    def plain(value: Any) -> Any:
        if isinstance(value, frozenset):
            return [plain(one) for one in sorted(value)]
        if isinstance(value, tuple | list):
            return [plain(one) for one in value]
        if attrs.has(type(value)):
            name = type(value).__name__
            fields = [
                getattr(value, field.name)
                for field in attrs.fields(type(value))
                if (field.name, name) not in left_out
            ]
            return [former.get(name, name), *map(plain, fields)]
        return value

    total = 0
    for who in (None, *world.ids):
        for component in world.components(who):
            packed = msgpack.packb([who, plain(component)])
            total += int.from_bytes(hashlib.blake2b(packed, digest_size=16).digest(), "big")
    wanted = (total % 2**128).to_bytes(16, "big")[:8]
    assert Tree(path.read_bytes()).entries[0][-1][3] == wanted


@pytest.mark.parametrize("record", [Header, Fork])
def test_the_document_names_every_key(record: type[Any]) -> None:
    for name in record.__annotations__:
        assert re.search(rf"^\| .*`{name}`.* \|", TEXT, re.M)


def test_the_document_names_the_bounds() -> None:
    assert list(KINDS) == list(range(10))
    text = re.sub(r"(?<=\d) (?=\d)", "", TEXT)
    for bound in (
        f"{MAX_FILE // 2**20} MiB, {MAX_FRAMES} frames, {MAX_BRANCHES} branches",
        f"| {MAX_FRAME // 2**20} MiB |",
        f"| {LARGE // 2**20} MiB |",
        f"| {SMALL // 2**10} KiB |",
        f"| {LENGTH} entries |",
        f"| nesting | {DEPTH} |",
        f"{MOST_EVENTS}, and {FAR} from one keyframe",
        f"at most {NAMES} letters",
        f"after every {STRETCH} entries",
    ):
        assert text.count(bound) == 1, bound
