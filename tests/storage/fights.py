"""Small fights for tests: scenario texts, and battles that were played and saved."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any

import msgpack
from gate import slow

from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.intents import Intent
from tacsim.session.controllers import controllers_for
from tacsim.session.headless import play_out
from tacsim.session.session import Controller, Session
from tacsim.storage.codec import plain_record
from tacsim.storage.digest import StateDigest
from tacsim.storage.frames import START, frame, preamble, split
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import Mark, dictionary, pack, unpack
from tacsim.storage.saved import Saved, header_of
from tacsim.storage.timeline import Timeline

SIDES = """
[[side]]
id = "heroes"
controller = "script"
[[side]]
id = "foes"
controller = "script"
"""

DUEL = """
format = 1
name = "Duel"
ruleset = "d20"
seed = 7
[map]
grid = '''
..........
..........
....#.....
..........
'''
""" + SIDES + """
[[creature]]
id = "ann"
name = "ann"
kind = "dummy"
side = "heroes"
at = [0, 0]
initiative = 20
[[creature]]
id = "bob"
name = "bob"
kind = "dummy"
side = "foes"
at = [3, 0]
initiative = 10
"""  # fmt: skip


def do(actor: str, intent: str, **more: object) -> str:
    """A step of a script."""
    lines = ["[[do]]", f'actor = "{actor}"', f'intent = "{intent}"']
    lines += [f"{key} = {value!r}" for key, value in more.items()]
    return "\n".join(lines) + "\n"


BRAWL = DUEL + "".join(
    [
        do("ann", "move", to=[2, 0]),
        do("ann", "strike", target="bob"),
        do("bob", "move", to=[3, 3]),
        do("ann", "take"),
        do("bob", "end_turn"),
        do("ann", "move", to=[2, 2]),
        do("ann", "strike", target="bob"),
        do("ann", "end_turn"),
        do("bob", "full_attack", target="ann"),
        do("bob", "end_turn"),
    ]
)
"""Two rounds with an opportunity attack taken."""


HOTSEAT = DUEL.replace('"script"', '"human"')

FOG = BRAWL.replace("seed = 7", "seed = 7\nfog = true").replace(
    "..........\n....#.....", ".....#....\n.#..#.#..."
)
"""The same, with walls that hide much of it."""

MAPS = {
    "d20": "ogre_bridge",
    "grid5e": "standing_stones",
    "metric": "giants_causeway",
    "pool": "gorge_bridge",
}
"""A scenario of the game for each ruleset."""
EACH = ["d20", *slow("grid5e", "metric", "pool")]
"""The rulesets of those: on squares and on cubes in the gate."""


def scenario_of(text: str, folder: Path) -> Scenario:
    """A scenario read from a file in a folder."""
    path = folder / "trial.toml"
    path.write_text(text, "utf-8")
    return read_scenario(path)


def fought(
    folder: Path,
    text: str = BRAWL,
    *,
    auto: bool = False,
    rounds: int = 20,
    seed: int | None = None,
    close: bool = True,
) -> Path:
    """A save of a battle that was played out; ``close`` False: the program was killed then."""
    scenario = scenario_of(text, folder)
    return _once(folder, (text, auto, rounds, seed, close), lambda: fight(
        folder, scenario, auto=auto, rounds=rounds, seed=seed, close=close))  # fmt: skip


def fought_map(folder: Path, ruleset: str, *, rounds: int = 3, seed: int = 1) -> Path:
    """A save of a scenario of the game, fought by opponents for some rounds."""
    return _once(folder, (ruleset, rounds, seed), lambda: fight(
        folder, named_scenario(MAPS[ruleset]), auto=True, rounds=rounds, seed=seed))  # fmt: skip


FOUGHT: dict[Hashable, tuple[str, bytes]] = {}
"""The files of battles that were fought before, by what they were asked for."""


def _once(folder: Path, asked: Hashable, make: Callable[[], Path]) -> Path:
    """A save that is fought once and laid into every folder that wants it."""
    if asked not in FOUGHT:
        path = make()
        FOUGHT[asked] = path.name, path.read_bytes()
        return path
    name, data = FOUGHT[asked]
    if (folder / name).exists():
        return make()
    (folder / name).write_bytes(data)
    return folder / name


def named_scenario(name: str) -> Scenario:
    """A scenario of the game."""
    return read_scenario(Path(__file__).parents[2] / "maps" / f"{name}.toml")


def greedy(scenario: Scenario) -> dict[str, Controller]:
    """The quick opponent on every side."""
    return controllers_for(scenario, {side.id: "ai:greedy" for side in scenario.sides})


def fight(
    folder: Path, scenario: Scenario, *, auto: bool, rounds: int, seed: int | None = None,
    close: bool = True,
) -> Path:  # fmt: skip
    """Play a scenario out and keep it."""
    battle = begin(scenario, seed=seed)
    chosen = {side.id: "ai:greedy" for side in scenario.sides} if auto else None
    session = Session(battle, controllers_for(scenario, chosen, headless=True))
    journal = Journal.create(folder, header_of(scenario, battle, chosen), sync=False)
    journal.attach(session)
    play_out(session, rounds, lambda _: None)
    if close:
        journal.close()
    else:
        journal.file.stream.close()
    return journal.path


def played(folder: Path, *intents: Intent, text: str = HOTSEAT) -> tuple[Session, Journal]:
    """A battle between people after some intents, with its journal."""
    scenario = scenario_of(text, folder)
    session = Session(begin(scenario))
    journal = Journal.create(folder, header_of(scenario, session.battle), sync=False)
    journal.attach(session)
    session.begin()
    for intent in intents:
        session.submit(intent)
    return session, journal


def state(battle_or_timeline: Any) -> bytes:
    """The digest of a state, looked at afresh."""
    battle = getattr(battle_or_timeline, "battle", battle_or_timeline)
    digest = StateDigest(battle.world)
    return digest.value


def walked(saved: Saved) -> list[bytes]:
    """The digest after each event of a branch, gone through one event after the other."""
    timeline = Timeline(saved)
    found = [state(timeline)]
    for position in range(1, timeline.length + 1):
        timeline.seek(position)
        found.append(state(timeline))
    return found


# --- files ------------------------------------------------------------------------------------


def joined(payloads: Iterable[bytes], number: int = 2) -> bytes:
    """A file of payloads, each in a frame with the right checksum."""
    data = preamble(number)
    check = START if number == 2 else zlib.crc32(data)
    for payload in payloads:
        piece, check = frame(payload, check)
        data += piece
    return data


def payloads_of(path: Path) -> list[bytes]:
    """The payloads of a save."""
    return list(split(path.read_bytes(), str(path)).payloads)


def in_format_1(saved: Saved) -> bytes:
    """The main branch of a save as format 1 writes it, by its section of the document."""
    ids = [one.id for one in saved.scenario.creatures]

    def mark(mark: Mark) -> list[Any]:
        turn = None if mark.turn is None else ids.index(mark.turn)
        return [mark.digest, mark.dice, mark.round, turn]

    main = saved.main
    frames: list[Any] = [[0, plain_record(saved.header)]]
    for index in range(main.length):
        if index == 0:
            frames.append([1, *mark(main.mark(0))])
        else:
            frames.append([2, *main.step(index).plain, *mark(main.mark(index))])
    return joined(map(msgpack.packb, frames), 1)


Plains = list[tuple[int, Any]]
"""The payloads of a save by kind and plain data, the header first."""


def taken_apart(path: Path) -> Plains:
    """What stands in a save of today's format."""
    payloads = payloads_of(path)
    known = dictionary(payloads[0])
    return [unpack(payloads[0]), *(unpack(payload, known) for payload in payloads[1:])]


def put_together(plains: Iterable[tuple[int, Any]]) -> bytes:
    """A save of plain data, whatever it may say."""
    (kind, header), *rest = plains
    first = pack(kind, header)
    known = dictionary(first)
    return joined([first, *(pack(kind, plain, known) for kind, plain in rest)])


def rewritten(path: Path, change: Callable[[Plains], Plains | None], name: str = "odd") -> Path:
    """A copy of a save that says something else, with the right checksums."""
    plains = taken_apart(path)
    target = path.with_name(f"{name}.tacsim")
    target.write_bytes(put_together(change(plains) or plains))
    return target


def without(path: Path, *kinds: int) -> Path:
    """A copy of a save that lacks some kinds of payloads."""
    name = "-".join(["without", *map(str, kinds)])
    return rewritten(path, lambda plains: [one for one in plains if one[0] not in kinds], name)
