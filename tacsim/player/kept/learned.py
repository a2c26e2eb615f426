"""What has been learned: lessons done and under way, and hints that were seen, in a small file."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tacsim.content.faults import ContentError
from tacsim.content.toml_values import written
from tacsim.i18n import _, reason

LESSONS, HINTS, UNDER_WAY = "lessons", "hints", "under_way"
LEFT = 50
"""Of how many lessons under way, those gone on with last, it is known how far they are."""
MOST = 65536
"""The most bytes that the file may have."""


class Learned:
    """The lessons that were done and the hints that were seen, by their ids.

    Of a lesson under way: which of its steps are done, as a line with when its save was begun, its
    id, and their numbers.

    What cannot be kept counts until the game is left. ``damaged``: why what the file said is not
    known; it is put aside before another one is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = ""
        self.told: dict[str, list[str]] = {LESSONS: [], HINTS: [], UNDER_WAY: []}
        try:
            self._read()
        except FileNotFoundError:
            pass
        except ContentError as error:
            self.damaged = str(error)
        except (OSError, ValueError) as error:
            self.damaged = f"{path}: {reason(error)}"

    def _read(self) -> None:
        with self.path.open("rb") as stream:
            data = stream.read(MOST + 1)
        if len(data) > MOST:
            raise ValueError(_("is too large"))
        from tacsim.content.documents import parse_document

        tables = parse_document(data, str(self.path)).tables
        for name, told in self.told.items():
            found = tables.get(name, [])
            if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
                raise ValueError(_("{name} is no list of names").format(name=name))
            told += dict.fromkeys(found)

    def has(self, kind: str, name: str) -> bool:
        """Whether a lesson was done, or a hint seen."""
        return name in self.told[kind]

    def add(self, kind: str, *names: str) -> str:
        """Remember something; what went wrong with keeping it, in words, or nothing."""
        if all(name in self.told[kind] for name in names):
            return ""
        self._catch_up()
        fresh = [name for name in names if name not in self.told[kind]]
        self.told[kind] += fresh
        return self._write() if fresh else ""

    def steps(self, lesson: str) -> tuple[int, ...] | None:
        """The steps that are done of a lesson under way; None of one of which nothing is known."""
        lines = (line.rpartition(":") for line in self.told[UNDER_WAY])
        found = next((numbers for name, _colon, numbers in lines if name == lesson), None)
        if found is None:
            return None
        return tuple(int(one) for one in found.split()[:LEFT] if one.isdecimal())

    def keep_steps(self, lesson: str, steps: Collection[int] | None) -> str:
        """Remember which steps of a lesson are done, None for one that is not under way any more.

        What went wrong with keeping it, in words, or nothing.
        """
        self._catch_up()
        lines = self.told[UNDER_WAY]
        kept = [line for line in lines if line.rpartition(":")[0] != lesson]
        fresh = [] if steps is None else [" ".join((f"{lesson}:", *map(str, steps)))]
        now = [*kept, *fresh][-LEFT:]
        if now == lines:
            return ""
        lines[:] = now
        return self._write()

    def forget(self, kind: str) -> str:
        """Forget all of a kind; what went wrong with keeping that, in words, or nothing."""
        self._catch_up()
        self.told[kind].clear()
        return self._write()

    def _catch_up(self) -> None:
        """Learn what another game has written to the file meanwhile."""
        now = Learned(self.path)
        if self.damaged or now.damaged or not self.path.exists():
            return
        for kind in (LESSONS, HINTS):
            self.told[kind] += [one for one in now.told[kind] if one not in self.told[kind]]
        self.told[UNDER_WAY][:] = now.told[UNDER_WAY]

    def _write(self) -> str:
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.damaged:
                self.path.replace(self.path.with_name(self.path.name + ".damaged"))
                self.damaged = ""
            lines = (f"{kind} = {written(names)}\n" for kind, names in self.told.items())
            fresh.write_text("".join(lines), "utf-8")
            fresh.replace(self.path)
        except OSError as error:
            return f"{self.path}: {reason(error)}"
        return ""
