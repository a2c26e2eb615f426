"""Saved battles: what a save file says, read with distrust."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

import tacsim
from tacsim.content.faults import ContentError
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.i18n import _
from tacsim.model.intents import Intent
from tacsim.rules.battle import Battle
from tacsim.rulesets import content
from tacsim.storage.codec import (
    decode,
    encode,
    plain_intent,
    plain_record,
    read_intent,
    read_record,
)
from tacsim.storage.digest import KEPT
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.fingerprint import rules_fingerprint
from tacsim.storage.frames import MAX_FILE, Frames, split

HEADER, BEGUN, STEP = 0, 1, 2
"""Kinds of frames: the first entry of each payload."""


@attrs.frozen
class Header:
    """What a save begins with.

    ``scenario`` is the whole scenario as plain data; ``fingerprint`` is that of the rules;
    ``controllers`` by side; ``created`` in ISO 8601 or empty; ``program`` is the version that
    wrote it.
    """

    scenario: dict[str, Any]
    ruleset: str
    switches: dict[str, bool]
    fingerprint: str
    seed: int
    fog: bool
    controllers: dict[str, str]
    name: str
    created: str = ""
    program: str = ""


@attrs.frozen
class Mark:
    """The battle at a decision.

    ``digest``: the part of its state's digest that is kept; ``dice``: how many have been thrown;
    ``turn``: whose choice is next, None when the battle is over.
    """

    digest: bytes
    dice: int
    round: int
    turn: str | None


@attrs.frozen
class Step:
    """An accepted intent, and the battle after it."""

    intent: Intent
    mark: Mark


@attrs.frozen
class Saved:
    """A save as far as it is intact. ``lost`` says what is not, and is empty when all is well."""

    path: Path
    header: Header
    scenario: Scenario
    begun: Mark | None
    steps: tuple[Step, ...]
    lost: str = ""

    @property
    def foreign(self) -> bool:
        """Whether the rules have changed since the save was written, as far as data tells."""
        rules = content(self.scenario.ruleset).defaults
        return self.header.fingerprint != rules_fingerprint(rules)

    @property
    def last(self) -> Mark | None:
        """The battle as the save leaves it; None before it began."""
        return self.steps[-1].mark if self.steps else self.begun

    def battle(self) -> Battle:
        """The battle before its first round; SaveError when today's program cannot set it up."""
        header, scenario = self.header, self.scenario
        changed = None if header.switches == dict(scenario.switches) else header.switches
        try:
            return begin(scenario, header.seed, changed, header.fog)
        except ContentError as error:
            raise SaveError(self.path, error.faults[0].message, _("header")) from None


def header_of(
    scenario: Scenario,
    battle: Battle,
    controllers: Mapping[str, str] | None = None,
    *,
    name: str = "",
    created: str = "",
) -> Header:
    """The header of a battle that has not begun; sides not named keep their controllers."""
    chosen = {side.id: side.controller for side in scenario.sides}
    return Header(
        scenario=to_plain(scenario),
        ruleset=battle.ruleset.id,
        switches=dict(battle.ruleset.switches),
        fingerprint=rules_fingerprint(battle.ruleset),
        seed=battle.world.dice.seed,
        fog=battle.fog,
        controllers={**chosen, **dict(controllers or {})},
        name=name or scenario.name,
        created=created,
        program=tacsim.__version__,
    )


# --- payloads --------------------------------------------------------------------------------


def header_payload(header: Header) -> bytes:
    """A header as the first frame's payload."""
    return encode([HEADER, plain_record(header)])


def mark_payload(mark: Mark, intent: Intent | None, ids: tuple[str, ...]) -> bytes:
    """The beginning (no intent) or a step as a payload; ``ids`` are the creatures' in order."""
    turn = None if mark.turn is None else ids.index(mark.turn)
    rest = [mark.digest, mark.dice, mark.round, turn]
    return encode([BEGUN, *rest] if intent is None else [STEP, *plain_intent(intent), *rest])


def read_header(payload: bytes) -> Header:
    """The header of a payload; CodecError for anything else."""
    plain = decode(payload)
    if not isinstance(plain, list) or len(plain) != 2 or plain[0] is not HEADER:
        raise CodecError("it does not begin with a header")
    header: Header = read_record(plain[1], Header)
    return header


def read_mark(payload: bytes, ids: tuple[str, ...]) -> tuple[Mark, Any]:
    """The mark of a payload and its intent as plain data, None for the beginning; CodecError."""
    plain = decode(payload)
    if not isinstance(plain, list) or not plain or type(plain[0]) is not int:
        raise CodecError("it is no step")
    kind, *rest = plain
    if kind not in (BEGUN, STEP):
        raise CodecError(f"it is of the unknown kind {kind}")
    intent, rest = (rest[:3], rest[3:]) if kind == STEP else (None, rest)
    if len(rest) != 4:
        raise CodecError("it is no step")
    digest, dice, round_, turn = rest
    if not isinstance(digest, bytes) or len(digest) != KEPT:
        raise CodecError("its digest is none")
    if not all(type(n) is int and 0 <= n < 2**31 for n in (dice, round_)):
        raise CodecError("its dice or round are no numbers")
    if turn is not None and (type(turn) is not int or not 0 <= turn < len(ids)):
        raise CodecError("it is nobody's turn")
    return Mark(digest, dice, round_, None if turn is None else ids[turn]), intent


# --- files -----------------------------------------------------------------------------------


def read(path: Path | str) -> Saved:
    """Read a save.

    Of a damaged or unfinished one the intact beginning comes back, with ``lost`` set. Errors:
    SaveError for what cannot be read, is no save, or has no whole header.
    """
    return parse(read_bytes(Path(path)), Path(path))[0]


def read_bytes(path: Path) -> bytes:
    """The bytes of an ordinary file of bearable size; SaveError."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SaveError(path, _("this is not an ordinary file"))
        if status.st_size > MAX_FILE:
            raise SaveError(path, _("the file is too large for a save"))
        with path.open("rb") as stream:
            return stream.read(MAX_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(path, _("cannot be read: {reason}").format(reason=reason)) from None


def parse(data: bytes, path: Path) -> tuple[Saved, Frames]:
    """The save in a file's bytes, and the frames that hold its intact part; SaveError."""
    frames = split(data, str(path))
    if not frames.payloads:
        reason = frames.lost or _("the save is cut short")
        raise SaveError(path, reason, _("header"))
    try:
        header = read_header(frames.payloads[0])
        scenario = from_plain(header.scenario, str(path))
    except CodecError as error:
        raise SaveError(path, str(error), _("header")) from None
    except ContentError as error:
        fault = error.faults[0]
        raise SaveError(path, fault.message, fault.field or _("header")) from None
    except RecursionError:
        raise SaveError(path, _("it is nested too deeply"), _("header")) from None
    ids = tuple(one.id for one in scenario.creatures)
    begun: Mark | None = None
    steps: list[Step] = []
    lost, kept = frames.lost, 1
    for payload in frames.payloads[1:]:
        try:
            mark, plain = read_mark(payload, ids)
            if (plain is None) != (begun is None):
                raise CodecError("it begins twice, or not at all")
            if plain is None:
                begun = mark
            else:
                steps.append(Step(read_intent(plain), mark))
        except CodecError as error:
            what = _("step {step} cannot be read ({reason}): it and what follows are lost")
            lost = what.format(step=len(steps) + 1, reason=error)
            break
        kept += 1
    saved = Saved(path, header, scenario, begun, tuple(steps), lost)
    return saved, frames.first(kept)
