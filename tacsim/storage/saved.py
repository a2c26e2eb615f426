"""Saved battles: what a save file says, read with distrust.

A save is a tree of branches. Each goes on from a decision of another one and has steps of its own;
what it did before is that other one's. Events and keyframes are read when they are wanted, as what
has happened follows from the intents.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path

import attrs

import tacsim
from tacsim.content.faults import ContentError
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.controllers import is_person
from tacsim.storage.branch import NAMES, Branch, Step
from tacsim.storage.contents import Contents, first_header
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.fingerprint import rules_fingerprint
from tacsim.storage.frames import MAX_FILE, Frames, split
from tacsim.storage.payloads import MAIN, Header, Mark


@attrs.frozen
class Saved:
    """A save as far as it is intact.

    ``current`` is the branch that was played last; ``lost`` says what cannot be read, and is empty
    when all is well; ``known`` is the dictionary of its payloads, ``format`` its format's number.
    """

    path: Path
    header: Header
    scenario: Scenario
    branches: tuple[Branch, ...]
    current: Branch
    lost: str = ""
    known: bytes = b""
    format: int = 1

    @property
    def main(self) -> Branch:
        """The branch that the save began with."""
        return self.branches[MAIN]

    @property
    def begun(self) -> Mark | None:
        """The beginning of the current branch; None when it has not begun."""
        return self.current.mark(0) if self.current.length else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the current branch from the beginning of the battle on."""
        branch = self.current
        return tuple(
            Step(branch.plain(index), branch.mark(index)) for index in range(1, branch.length)
        )

    @property
    def last(self) -> Mark | None:
        """The battle as the save leaves it; None before it began."""
        return self.current.last

    @property
    def foreign(self) -> bool:
        """Whether the rules have changed since the current branch was played."""
        return self.foreign_to(self.current)

    def foreign_to(self, branch: Branch) -> bool:
        """Whether the rules have changed since a branch was played, as far as data tells."""
        return branch.fingerprint != rules_fingerprint(self.scenario.ruleset)

    def branch(self, name: str) -> Branch:
        """The branch of a number, else of a name, that was not deleted; SaveError."""
        living = [branch for branch in self.branches if not branch.dropped]
        by_number = {str(branch.number): branch for branch in living}
        by_name = {branch.name: branch for branch in reversed(living)}
        found = by_number.get(name) or by_name.get(name)
        if found is not None:
            return found
        known = ", ".join(clean(one.name, NAMES) for one in living)
        reason = _('there is no branch "{name}" (there is: {known})')
        raise SaveError(self.path, reason.format(name=clean(name, NAMES), known=known))

    def people(self, branch: Branch) -> tuple[str, ...]:
        """The sides that people play on a branch, or played on the way to it."""
        played = {
            side
            for one in branch.lineage
            for side, controller in one.controllers.items()
            if is_person(controller)
        }
        return tuple(side.id for side in self.scenario.sides if side.id in played)

    def eyes(self, branch: Branch) -> tuple[str | None, ...]:
        """Through whose eyes a branch may be watched, the first to begin with; None sees all.

        What fog hides from people stays hidden until the battle is over: it is watched through the
        eyes of those who play. Somebody who plays alone may ask for everything.
        """
        sides = tuple(side.id for side in self.scenario.sides)
        people, last = self.people(branch), branch.last
        over = last is not None and last.turn is None
        if not self.header.fog or over or not people:
            return (None, *sides)
        return (*people, None) if len(people) == 1 else people

    def veiled(self, branch: Branch) -> bool:
        """Whether a branch still hides something from those who play it."""
        return self.eyes(branch)[0] is not None

    @property
    def switches(self) -> dict[str, bool]:
        """The switches of its rules; one that it does not name is younger than it, and off."""
        return {**dict.fromkeys(self.scenario.switches, False), **self.header.switches}

    def battle(self) -> Battle:
        """The battle before its first round; SaveError when today's program cannot set it up."""
        header, scenario = self.header, self.scenario
        changed = None if self.switches == dict(scenario.switches) else self.switches
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
        fingerprint=rules_fingerprint(battle.ruleset.id),
        seed=battle.world.dice.seed,
        fog=battle.fog,
        controllers={**chosen, **dict(controllers or {})},
        name=name or scenario.name,
        created=created,
        program=tacsim.__version__,
    )


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
    contents, frames, lost = parts(data, path)
    return saved_of(path, contents, lost), frames


def parts(data: bytes, path: Path) -> tuple[Contents, Frames, str]:
    """What a file's bytes say, the frames that hold it, and what is lost; SaveError."""
    frames = split(data, str(path))
    header = first_header(frames, path)
    try:
        scenario = from_plain(header.scenario, str(path))
    except ContentError as error:
        fault = error.faults[0]
        raise SaveError(path, fault.message, fault.field or _("header")) from None
    except RecursionError:
        raise SaveError(path, _("it is nested too deeply"), _("header")) from None
    contents = Contents(header, scenario, frames.format, frames.payloads[0])
    lost, kept = frames.lost, 1
    for payload in frames.payloads[1:]:
        try:
            contents.take(payload)
        except CodecError as error:
            what = _("step {step} cannot be read ({reason}): it and what follows are lost")
            lost = what.format(step=contents.current.intents + 1, reason=error)
            break
        kept += 1
    return contents, frames.first(kept), lost


def saved_of(path: Path, contents: Contents, lost: str = "") -> Saved:
    """The save of a file that says so much."""
    return Saved(
        path, contents.header, contents.scenario, tuple(contents.branches), contents.current, lost,
        contents.known, contents.format,
    )  # fmt: skip
