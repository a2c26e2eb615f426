"""Hostile saves: mutations of real ones, opened in every way there is.

Any number of them, the same in every process::

    PYTHONPATH=tests python -m storage.fuzz --count 100000 --seed 1

Nothing but a SaveError may come of a save, within two seconds of the processor (or ``--seconds``)
and 256 MiB of memory; no file named in it is opened, and no control character of it reaches the
output. Each fault is printed, and the save kept in ``--keep``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import attrs
from storage.fights import (
    BRAWL,
    FOG,
    MAPS,
    Plains,
    fought,
    fought_map,
    in_format_1,
    joined,
    payloads_of,
    put_together,
    taken_apart,
)

import tacsim.cli
from tacsim.core.events import EVENTS as EVENT_NAMES
from tacsim.core.intents import INTENTS
from tacsim.player.record.past_log import PastLog
from tacsim.storage.codec import COMPONENTS
from tacsim.storage.compare import compare
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.folder import list_saves
from tacsim.storage.frames import PREAMBLE
from tacsim.storage.migrate import current
from tacsim.storage.payloads import BACK, BRANCH, DROP, EVENTS, GO, KEYFRAME, NAME, STEP
from tacsim.storage.resume import Ongoing, play_on, refight, resume
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify

SECONDS = 2
"""The most time of the processor that one way of opening a save may take."""
MEMORY = 256 * 2**20
"""The bytes of address space that each process is given: more is a MemoryError, and a fault."""
BAIT = "bait.toml"
"""A name that stands in many of the saves, and that nobody may open."""
LOT = 50
"""Saves that a process opens before it takes the next ones."""


# --- saves to begin with ----------------------------------------------------------------------


def corpus(folder: Path) -> list[Path]:
    """Real saves of every ruleset, with and without fog, branches and recorded events."""
    ways = {"duel": partial(fought, text=BRAWL), "fog": partial(fought, text=FOG)}
    ways |= {name: partial(fought_map, ruleset=name, rounds=1) for name in MAPS}
    found = [_in(folder, name, make) for name, make in ways.items()]
    branched = _in(folder, "branched", partial(fought, text=FOG))
    people = {"heroes": "human", "foes": "human"}
    for at in (2, 1, 5):
        play_on(branched, at, branch="0", controllers=people).journal.close()
    refight(branched)[0].journal.close()
    killed = _in(folder, "killed", partial(fought, close=False))
    old = folder / "old.tacsim"
    old.write_bytes(in_format_1(read(found[0])))
    small = [*found[:2], branched, killed]
    return [*found, *small, *small, old]


def _in(folder: Path, name: str, make: Callable[[Path], Path]) -> Path:
    place = folder / name
    place.mkdir()
    return make(place)


# --- mutations --------------------------------------------------------------------------------


def mutated(rng: Random, saves: list[Path]) -> bytes:
    """The bytes of a save that was tampered with; the same for the same dice."""
    path = rng.choice(saves)
    if path.name == "old.tacsim" or rng.random() < 0.1:
        return _bytes(rng, path)
    for _ in range(20):
        plains = taken_apart(path)
        with contextlib.suppress(*_UNWRITABLE):
            for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
                rng.choice(_CHANGES)(rng, plains)
            return put_together(plains)
    return _bytes(rng, path)


_UNWRITABLE = (ValueError, TypeError, OverflowError, RecursionError, KeyError, IndexError)
"""What comes of changing what was changed already beyond recognition."""


def _bytes(rng: Random, path: Path) -> bytes:
    """Bytes changed, in the file or in payloads whose checksums are right again."""
    number = 1 if path.name == "old.tacsim" else 2
    if rng.random() < 0.5:
        return _spoilt(rng, path.read_bytes())
    payloads = payloads_of(path)
    for _ in range(rng.choice((1, 2, 5))):
        index = rng.randrange(len(payloads))
        payloads[index] = _spoilt(rng, payloads[index])
    return joined(payloads, number)


def _spoilt(rng: Random, data: bytes) -> bytes:
    other = bytearray(data)
    at = rng.randrange(len(other) + 1)
    how = rng.randrange(5)
    if how == 0:
        del other[at:]
    elif how == 1:
        other[at:at] = rng.randbytes(rng.choice((1, 3, 40)))
    elif how == 2:
        del other[at : at + rng.choice((1, 2, 9))]
    elif how == 3:
        other[at : at + 4] = rng.randbytes(4)
    elif at < len(other):
        other[at] ^= 1 << rng.randrange(8)
    return bytes(other)


def odd(rng: Random) -> Any:
    """Something that does not belong there."""
    return rng.choice(_ODD)(rng)


_NUMBERS = (
    -1, 0, 1, 2, 7, 255, 256, 10**4, 10**6, 2**31 - 1, 2**31, 2**32, 2**63 - 1, -(2**63),
    2**64 - 1,
)  # fmt: skip
_TEXTS = (
    "", "ann", "bob", "nobody", "heroes", "a" * 5000, "\x1b[2J\x1b]0;x\x07", "\x9b31m\x7f",
    "\n\r\t", "\u202e\u2066x", "\ud7ff\uffff", "../../../etc/passwd", BAIT, f"/tmp/{BAIT}",
    "%s{0}{x!r}[bold]", "walk", "script", "ai", "ai:greedy", "human", "1d6", "999999d999999",
    "9" * 400,
)  # fmt: skip
_ODD: tuple[Callable[[Random], Any], ...] = (
    lambda rng: rng.choice(_NUMBERS),
    lambda rng: rng.choice(_NUMBERS),
    lambda rng: rng.choice(_TEXTS),
    lambda rng: rng.choice(_TEXTS),
    lambda rng: rng.choice(sorted(EVENT_NAMES)),
    lambda rng: rng.choice(sorted(INTENTS)),
    lambda rng: rng.choice(sorted(COMPONENTS)),
    lambda rng: rng.choice((None, True, False, {}, [], b"", bytes(8), bytes(10**5))),
    lambda rng: rng.choice((0.5, -1e308, math.nan, math.inf)),
    lambda rng: [rng.choice(_NUMBERS) for _ in range(rng.choice((1, 2, 3, 4)))],
    lambda rng: [rng.randrange(12) for _ in range(rng.choice((1, 2, 3)))],
    lambda rng: [odd(rng) for _ in range(rng.randrange(4))],
    lambda rng: {rng.choice(_TEXTS): odd(rng) for _ in range(rng.randrange(4))},
    lambda rng: _nested(rng.choice((5, 22, 30, 400))),
    lambda rng: [rng.choice((0, None, "ann", []))] * rng.choice((9_999, 10_001, 50_000)),
    lambda rng: {"frame": rng.choice(("Moving", "Attacking", "Asking", "Trying", "Path"))},
)


def _nested(depth: int) -> Any:
    found: Any = []
    for _ in range(depth):
        found = [found]
    return found


def places(rng: Random, plain: Any) -> tuple[Any, Any] | None:
    """A random place in plain data, as what holds it and its key there."""
    found = None
    while isinstance(plain, dict | list) and plain:
        key = rng.choice(list(plain) if isinstance(plain, dict) else range(len(plain)))
        found = (plain, key)
        plain = plain[key]
        if rng.random() < 0.12:
            break
    return found


def _replace(rng: Random, plains: Plains) -> None:
    holder, key = _somewhere(rng, plains)
    if holder is not None:
        holder[key] = odd(rng)


def _nudge(rng: Random, plains: Plains) -> None:
    holder, key = _somewhere(rng, plains)
    if holder is None:
        return
    value = holder[key]
    if type(value) is int:
        holder[key] = value + rng.choice((-100, -1, 1, 2, 50, 10**9))
    elif isinstance(value, str):
        holder[key] = rng.choice((value + "x", value[:-1], value * 3, *_TEXTS))
    elif isinstance(value, bytes):
        holder[key] = _spoilt(rng, value)
    elif isinstance(value, list):
        rng.shuffle(value)
    else:
        holder[key] = odd(rng)


def _remove(rng: Random, plains: Plains) -> None:
    holder, key = _somewhere(rng, plains)
    if holder is not None:
        del holder[key]


def _add(rng: Random, plains: Plains) -> None:
    holder, key = _somewhere(rng, plains)
    if isinstance(holder, list):
        holder.insert(key, rng.choice((odd(rng), holder[key])))
    elif isinstance(holder, dict):
        holder[rng.choice(_TEXTS)] = odd(rng)


def _swap(rng: Random, plains: Plains) -> None:
    (one, key), (other, place) = _somewhere(rng, plains), _somewhere(rng, plains)
    if one is not None and other is not None:
        with contextlib.suppress(ValueError):  # a circle cannot be written
            one[key], other[place] = other[place], one[key]


def _somewhere(rng: Random, plains: Plains) -> tuple[Any, Any]:
    """A place in the data of some frame; the rare kinds come up as often as steps."""
    kinds = sorted({kind for kind, _ in plains})
    kind = rng.choice(kinds)
    plain = rng.choice([plain for found, plain in plains if found == kind])
    return places(rng, plain) or (None, None)


def _frames(rng: Random, plains: Plains) -> None:
    """Frames moved about, left out, or told twice."""
    at, to = rng.randrange(len(plains)), rng.randrange(len(plains))
    how = rng.randrange(4)
    if how == 0 and len(plains) > 1:
        del plains[at]
    elif how == 1:
        plains.insert(to, plains[at])
    elif how == 2:
        plains[at], plains[to] = plains[to], plains[at]
    else:
        plains[at] = (rng.randrange(12), plains[at][1])


def _more(rng: Random, plains: Plains) -> None:
    """Frames that were not there."""
    number = rng.choice((0, 0, 1, 2, 3, 999, odd(rng)))
    count = rng.choice((0, 1, 3, 10, 999, odd(rng)))
    fork = {
        "parent": number, "at": rng.choice((None, count)), "name": rng.choice(_TEXTS),
        "controllers": rng.choice(({"heroes": "ai", "foes": "script"}, odd(rng))),
        "fingerprint": rng.choice(("", "f", odd(rng))),
    }  # fmt: skip
    steps = [plain for kind, plain in plains if kind == STEP] or [[]]
    fresh: list[tuple[int, Any]] = [
        (BRANCH, fork), (GO, [number]), (NAME, [number, rng.choice(_TEXTS)]), (DROP, [number]),
        (BACK, [count]), (STEP, rng.choice(steps)), (rng.randrange(12), odd(rng)),
        (EVENTS, [[]] * rng.choice((1, 2, 40))), (KEYFRAME, [None, [], {}]),
    ]  # fmt: skip
    for _ in range(rng.choice((1, 1, 4, 60))):
        plains.insert(rng.randrange(1, len(plains) + 1), rng.choice(fresh))


def _events(rng: Random, plains: Plains) -> None:
    """Another event, of the right form, with fields of others."""
    told = [event for kind, plain in plains if kind == EVENTS for one in plain for event in one]
    told = [event for event in told if isinstance(event, list) and len(event) == 3]
    if len(told) < 2:
        return
    one, other = rng.choice(told), rng.choice(told)
    if isinstance(one[2], dict) and isinstance(other[2], dict):
        for key in set(one[2]) & set(other[2]):
            one[2][key] = other[2][key]
    one[1] = other[1]
    if rng.random() < 0.3:
        one[0] = rng.choice(sorted(EVENT_NAMES))


def _components(rng: Random, plains: Plains) -> None:
    """Components of others, or of another kind."""
    frames = [plain for kind, plain in plains if kind == KEYFRAME]
    if not frames or not all(isinstance(one, list) and len(one) == 3 for one in frames):
        return
    parts = rng.choice(frames)[1]
    if not isinstance(parts, list) or len(parts) < 2:
        return
    one, other = rng.choice(parts), rng.choice(parts)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other) == 3:
        place = rng.randrange(3)
        one[place] = other[place]


_CHANGES: tuple[Callable[[Random, Plains], None], ...] = (
    _replace, _replace, _nudge, _nudge, _remove, _add, _swap, _frames, _more, _events, _components
)  # fmt: skip


# --- opening it -------------------------------------------------------------------------------


@attrs.frozen
class Fault:
    """What should not have come of a save."""

    case: str
    way: str
    what: str


class TooSlowError(BaseException):
    """Raised in the middle of whatever takes too long."""


def faults_of(
    data: bytes,
    case: str,
    folder: Path,
    rng: Random,
    plain: int = 3,
    costly: int = 2,
    seconds: float = SECONDS,
) -> Iterator[Fault]:
    """Open a save in some plain ways and some costly ones, and say what should not have come."""
    path = folder / "case.tacsim"
    ways: list[Callable[[Path, Random], Iterable[str]]] = [
        *rng.sample(_PLAIN, plain), *rng.sample(_COSTLY, costly)
    ]  # fmt: skip
    for way in ways:
        for old in folder.iterdir():
            old.unlink()
        path.write_bytes(data)
        what = _fault(way, path, rng, seconds)
        if what:
            yield Fault(case, way.__name__, what)
        if way not in _CHANGING and path.read_bytes() != data:
            yield Fault(case, way.__name__, "it wrote to the save")


def _fault(
    way: Callable[[Path, Random], Iterable[str]], path: Path, rng: Random, seconds: float
) -> str:
    """Go one way; what is wrong with it, empty for nothing."""
    opened.clear()
    start = time.process_time()
    _alarm(seconds)
    try:
        for text in way(path, rng):
            if any(c != "\n" and (ord(c) < 32 or 127 <= ord(c) < 160) for c in text):
                return f"a control character comes out of it: {text[:200]!r}"
    except SaveError as error:
        if not str(error).isprintable():
            return f"its error is no line of text: {str(error)!r}"
    except TooSlowError:
        return f"longer than {seconds} s:\n{traceback.format_exc(limit=-6)}"
    except BaseException:
        return traceback.format_exc(limit=-8)
    finally:
        _alarm(0)
    if opened:
        return f"it opened {opened}"
    return f"longer than {seconds} s" if time.process_time() - start > seconds else ""


opened: list[str] = []
"""Files with the name of the bait that were opened."""


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and BAIT in str(arguments[0]):
        opened.append(str(arguments[0]))


def _alarm(seconds: float) -> None:
    def late(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def listed(path: Path, rng: Random) -> Iterator[str]:
    """In the list."""
    for info in list_saves(path.parent):
        yield from (info.name, info.turn, info.broken)


def watched(path: Path, rng: Random) -> Iterator[str]:
    """As a replay: here and there, with everybody's eyes."""
    saved = current(path)[0]
    yield saved.lost
    for branch in {saved.current.number, rng.randrange(len(saved.branches))}:
        timeline = Timeline(saved, saved.branches[branch])
        yield timeline.note
        sides = [None, *(side.id for side in timeline.battle.world.sides.items)]
        for side in rng.sample(sides, min(2, len(sides))):
            timeline.watch_as(side)
            for _ in range(2):
                timeline.seek(rng.randint(0, timeline.length))
            for by, places in ((1, "stops"), (-1, "stops"), (1, "turns"), (-1, "rounds")):
                timeline.go(by, getattr(timeline, places))


def told(path: Path, rng: Random) -> Iterator[str]:
    """As the log of a side, or of everybody."""
    timeline = Timeline(current(path)[0])
    sides = [None, *(side.id for side in timeline.battle.world.sides.items)]
    for line in PastLog(timeline).lines(timeline.length, rng.choice(sides), most=20):
        yield line.text
        yield from line.detail


def shown(path: Path, rng: Random) -> Iterator[str]:
    """By the command, as text or data."""
    yield from _command(["replay", str(path), rng.choice(("--text", "--json"))])


def verified(path: Path, rng: Random) -> Iterator[str]:
    """By the command that verifies."""
    branch = str(rng.choice((0, 0, 1)))
    more = rng.choice(([], ["--json"]))
    yield from _command(["replay", str(path), "--verify", "--branch", branch, *more])


def exported(path: Path, rng: Random) -> Iterator[str]:
    """As something to share."""
    form = rng.choice(("text", "jsonl", "svg", "html", "cast"))
    out = path.parent / "shared"
    yield from _command(["export", str(path), "--as", form, "-o", str(out)])
    if out.exists():
        yield out.read_text("utf-8").replace("\t", "").replace("\r", "")


def compared(path: Path, rng: Random) -> Iterator[str]:
    """Two branches side by side."""
    saved = read(path)
    compare(saved, rng.choice(saved.branches), rng.choice(saved.branches))
    yield from _command(["branches", str(path)])


def fought_again(path: Path, rng: Random) -> Iterator[str]:
    """Verified as such."""
    saved = read(path)
    for branch in rng.sample(saved.branches, min(3, len(saved.branches))):
        verdict = verify(saved, branch)
        if verdict.difference is not None:
            yield verdict.difference.message


def resumed(path: Path, rng: Random) -> Iterator[str]:
    """Gone on with."""
    yield _gone_on_with(resume(path))


def forked(path: Path, rng: Random) -> Iterator[str]:
    """Gone on with from somewhere."""
    saved = read(path)
    yield _gone_on_with(play_on(path, rng.randint(0, max(saved.current.intents, 1))))


def refought(path: Path, rng: Random) -> Iterator[str]:
    """Fought again as a branch."""
    going, ended = refight(path)
    yield ended
    yield _gone_on_with(going)


def _gone_on_with(going: Ongoing) -> str:
    going.journal.close()
    saved = read(going.journal.path)
    assert saved.lost == "", saved.lost
    return ""


def _command(arguments: list[str]) -> Iterator[str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = tacsim.cli.main(arguments)
    assert code in (0, 1, 2), code
    assert "bug in tacsim" not in err.getvalue(), err.getvalue()
    yield out.getvalue()
    yield err.getvalue()


_PLAIN = [listed, watched, told]
_COSTLY = [shown, verified, exported, compared, fought_again, resumed, forked, refought]
_CHANGING = (resumed, forked, refought)


# --- many of them -----------------------------------------------------------------------------


def bomb(size: int) -> bytes:
    """A save whose header unpacks to a great many bytes."""
    import zlib

    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(b"\xdd" + size.to_bytes(4, "big") + b"\xc0" * size) + deflate.flush()
    assert joined([b"\x00" + data]).startswith(PREAMBLE)
    return joined([b"\x00" + data])


_here: dict[str, Any] = {}


def prepare(saves: list[Path], plain: int = 3, costly: int = 2, seconds: float = SECONDS) -> None:
    """What each process does first."""
    folder = tempfile.mkdtemp(prefix="fuzz-")
    _here.update(folder=Path(folder), saves=saves, limits=(plain, costly, seconds))
    os.environ["TACSIM_DEBUG"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(folder)
    if "watched" not in _here:
        sys.addaudithook(_watch)
        _here["watched"] = True


def lot(seed: int, first: int, count: int) -> list[tuple[Fault, bytes]]:
    """Some cases in a row."""
    found = []
    for number in range(first, first + count):
        rng = Random(f"{seed}-{number}")
        data = mutated(rng, _here["saves"])
        try:
            case, limits = f"{seed}-{number}", _here["limits"]
            faults = list(faults_of(data, case, _here["folder"], rng, *limits))
        except (CodecError, OSError):
            faults = [Fault(f"{seed}-{number}", "?", traceback.format_exc())]
        found += [(fault, data) for fault in faults]
    return found


def _lot(task: tuple[int, int, int]) -> list[tuple[Fault, bytes]]:
    return lot(*task)


def main() -> int:
    """Run many cases, and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="begin with this case")
    parser.add_argument("--plain", type=int, default=3, help="in how many of the plain ways")
    parser.add_argument("--costly", type=int, default=2, help="in how many of the costly ways")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each of the ways")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-faults"))
    chosen = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    with tempfile.TemporaryDirectory(prefix="fuzz-corpus-") as place:
        saves = corpus(Path(place))
        end = chosen.first + chosen.count
        tasks = [
            (chosen.seed, first, min(LOT, end - first)) for first in range(chosen.first, end, LOT)
        ]
        seen: dict[str, int] = {}
        context = get_context("spawn")
        with context.Pool(
            chosen.jobs,
            prepare,
            (saves, chosen.plain, chosen.costly, chosen.seconds),
            maxtasksperchild=40,
        ) as pool:
            for done, found in enumerate(pool.imap_unordered(_lot, tasks), 1):
                for fault, data in found:
                    _keep(chosen.keep, fault, data, seen)
                if done % 20 == 0:
                    print(f"{done * LOT} saves, {sum(seen.values())} faults", flush=True)
    print(f"{chosen.count} saves opened, {sum(seen.values())} faults of {len(seen)} kinds")
    return 1 if seen else 0


def _keep(folder: Path, fault: Fault, data: bytes, seen: dict[str, int]) -> None:
    """Print a fault of a new kind and keep its save; count the others."""
    kind = fault.way + fault.what.strip().splitlines()[-1][:60]
    seen[kind] = seen.get(kind, 0) + 1
    if seen[kind] > 1:
        return
    folder.mkdir(exist_ok=True)
    (folder / f"{fault.case}.tacsim").write_bytes(data)
    print(f"--- {fault.case}, {fault.way}\n{fault.what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
