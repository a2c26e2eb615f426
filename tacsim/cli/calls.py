"""Calls: reading what a command was called with, and writing what it answers."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from tacsim.i18n import N_, _, ngettext, speaking, translate

if TYPE_CHECKING:
    from tacsim import Battle, Replay
    from tacsim.view.maps.text_map import TextMap

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

LARGEST = 2**32
"""The largest bound of a number that help tells."""
NO = 1
"""The exit code of an answer that is no."""
DUMB = ("dumb", "unknown")
"""Kinds of terminals that know no control sequences."""


class _Bounded(click.ParamType[Any]):
    """A number between two bounds, both included."""

    min: float
    max: float
    wrong: str

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; click.BadParameter."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            told = json.dumps(value, ensure_ascii=False)
            words = translate(self.wrong).format(least=self.min, most=self.max, value=told)
            self.fail(words, param, ctx)

    def _describe_range(self) -> str:
        """The bounds, as help has them; none where they are as wide as the machine's numbers."""
        if self.max > LARGEST:
            return ""
        return _("{least} to {most}").format(least=self.min, most=self.max)


class Whole(_Bounded, click.IntRange):  # type: ignore[misc]  # both bounds are always given
    """A whole number between two bounds, both included."""

    wrong = N_("must be a whole number from {least} to {most}, not {value}")


class Number(_Bounded, click.FloatRange):  # type: ignore[misc]  # both bounds are always given
    """A number between two bounds, both included."""

    wrong = N_("must be a number from {least} to {most}, not {value}")


class _Named(click.Path):
    """The name of a file, which is not empty."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name; click.BadParameter."""
        if value == "":
            self.fail(_("no file is named"), param, ctx)
        return super().convert(value, param, ctx)


class _Scenario(_Named):
    """A scenario: a file, or a name in the library."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so; files where there are none."""
        from tacsim.api.opening import scenario_names

        names = [name for name in scenario_names() if name.startswith(incomplete)]
        return [*map(CompletionItem, names)] or super().shell_complete(ctx, param, incomplete)


class _Party(_Named):
    """The file of a party, which may go by the name of one, or of a scenario in the library."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The file; click.BadParameter, or ContentError with the names that come close."""
        path = super().convert(value, param, ctx)
        if path.suffix or path.exists():
            return path
        from tacsim.player.kept.parties import find_party

        return find_party(str(path))


SEED = Whole(-(2**63), 2**63 - 1)
"""The seeds that dice can have."""
FILE = _Named(path_type=Path)
"""A file."""
SCENARIO = _Scenario()
"""A scenario: a file, or a name in the library."""


class UnusableError(click.ClickException):
    """A call that cannot be answered."""

    exit_code = 2


def as_json(function: F) -> F:
    """Give a command the option ``--json``."""
    words = _("Answer in JSON.")
    return click.option("--json", "machine", is_flag=True, help=words)(function)


def by_workers(function: F) -> F:
    """Give a command the option ``--workers``."""
    words = _("How many processes share the work (as many as there are cores).")
    return click.option("--workers", type=Whole(1, 1024), metavar="N", help=words)(function)


def as_list(function: F) -> F:
    """Give a command the option ``--plain``."""
    words = _("List the places, and draw nothing.")
    return click.option("--plain", is_flag=True, help=words)(function)


def of_sides(function: F) -> F:
    """Give a command the option ``--side``, which may be given several times, and ``--trust``."""
    words = _("Who plays a side: ai, ai:NAME (or NAME alone), human or script.")
    option = click.option("--side", "sides", multiple=True, metavar="ID=WHO", help=words)
    return option(of_trust(function, "sides", "varied"))


def of_trust(function: F, *named: str) -> F:
    """Give a command the option ``--trust``: what its parameters of these names name may run.

    That is programs of one's own among those who play.
    """

    @wraps(function)
    def trusting(*args: Any, trust: bool, **given: Any) -> Any:
        found = [given[one] for one in named if one in given]
        texts = [text for one in found for text in ([one] if isinstance(one, str) else one)]
        names = [part.strip() for text in texts for part in text.rpartition("=")[2].split(",")]
        trusted_bots(names, trust=trust)
        return function(*args, **given)

    words = _("Let programs of your own play, named as ai:FILE.py:CLASS: they may do what you may.")
    return click.option("--trust", is_flag=True, help=words)(trusting)  # type: ignore[return-value]


def trusted_bots(names: Iterable[str], *, trust: bool) -> None:
    """Let the programs among those who play run if they are trusted, and tell of their faults."""
    named = [name for name in names if ".py:" in name]
    if not named:
        return  # which is so nearly always, and takes no import
    from logging import Formatter, StreamHandler

    from tacsim.api import bots

    handler = StreamHandler(sys.stderr)
    handler.setFormatter(Formatter("tacsim: %(message)s"))
    bots.tell_by(handler)
    for name in bots.untrusted(named) if trust else ():
        bots.trust(name)


def of_party(function: F) -> F:
    """Give a command the option ``--party``."""
    words = _(
        "The heroes: a party or a scenario's first side, by file or name; or a bestiary's entries."
    )
    party = _Party(path_type=Path)
    return click.option("--party", type=party, metavar="FILE", help=words)(function)


def of_morale(function: F) -> F:
    """Give a command the options ``--morale`` and ``--no-morale``."""
    words = _("Whether creatures may surrender, and opponents do who see the fight lost.")
    return click.option("--morale/--no-morale", default=None, help=words)(function)


def by_side(texts: Iterable[str]) -> dict[str, str]:
    """Who plays which side, as ``ID=WHO`` says; UnusableError."""
    return by_id(texts, "--side", "ID=WHO", "heroes=ai:cautious")


def by_id(texts: Iterable[str], option: str, form: str, example: str) -> dict[str, str]:
    """What an option says of which id, as ``ID=TEXT``; UnusableError."""
    found = {}
    for text in texts:
        key, given, said = text.partition("=")
        if not (given and key and said):
            words = _("{option} {text}: write {form}, such as {example}")
            raise UnusableError(
                words.format(option=option, text=repr(text[:60]), form=form, example=example)
            )
        if key in found:
            words = _("{option} {key}: given twice")
            raise UnusableError(words.format(option=option, key=repr(key[:40])))
        found[key] = said
    return found


def drawn_here(*, plain: bool) -> bool:
    """Whether an answer about places is drawn: at a terminal, unless it is to be plain."""
    return not plain and sys.stdout.isatty()


def draw(shown: TextMap, below: int = 1) -> None:
    """Print a map as large as the terminal lets it be, above so many lines that follow."""
    from shutil import get_terminal_size

    from tacsim.view.maps.text_map import framed

    columns, rows = get_terminal_size()
    coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in DUMB
    for line in framed(shown, columns, rows - below, colour=coloured):
        click.echo(line)


def counted(cells: Sequence[Sequence[int]], *, listed: bool) -> str:
    """How many cells there are, and with ``listed`` which."""
    if not listed:
        return ngettext("{count} cell", "{count} cells", len(cells)).format(count=len(cells))
    text = ngettext("{count} cell: {cells}", "{count} cells: {cells}", len(cells))
    places = " ".join(",".join(map(str, cell)) for cell in cells)
    return text.format(count=len(cells), cells=places)


def answered(read: Callable[[], T], *, machine: bool) -> T:
    """What is read, in English for a machine; that it cannot be, people are told in their words."""
    if machine:
        with suppress(Exception), speaking("en"):
            return read()
    return read()


def put(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(json.dumps(value))


def table(rows: Sequence[Sequence[Any]], headings: Sequence[str]) -> None:
    """Print a table; numbers to the right, everything else to the left."""
    from tacsim.view.columns import columns, padded

    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(columns, column)) for column in zip(headings, *texts, strict=True)]
    right = [bool(rows) and isinstance(rows[0][i], int) for i in range(len(headings))]
    for row in (headings, *texts):
        cells = [
            padded(cell, width, right=flush)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


@contextmanager
def unusable(place: str = "") -> Iterator[None]:
    """End a call that the library cannot answer in one line, which begins with a place."""
    try:
        yield
    except ValueError as error:
        raise UnusableError(f"{place}: {error}" if place else str(error)) from None


def new_file(path: Path, source: Path | None = None, *, force: bool) -> Path:
    """A file to be written in the end; UnusableError where it could not be.

    ``source``: what is read for it, which it may not take the place of.
    """
    from tacsim.api.replays import writable

    if path.is_dir():
        raise UnusableError(_("{path} is a folder").format(path=path))
    if path.exists():
        if source is not None and source.exists() and path.samefile(source):
            raise UnusableError(_("{path} is the file to be read itself").format(path=path))
        if not force:
            words = _("{path} is there already (--force replaces it)")
            raise UnusableError(words.format(path=path))
    with unusable():
        writable(path)
    return path


def known(noun: str, word: str, words: Collection[str]) -> str:
    """A word that must be among others; UnusableError with those that come close."""
    from tacsim.api.distances import known as found

    with unusable():
        return found(noun, word, words)


def cell(text: str) -> tuple[int | str, ...]:
    """A cell written ``3,4`` or, on a cube map, ``3,4,1``; what is no number stays a text.

    >>> cell("3,4"), cell("3,x")
    ((3, 4), (3, 'x'))
    """
    parts = (part.strip() for part in text.split(","))
    return tuple(int(part) if re.fullmatch(r"[0-9]{1,5}", part) else part for part in parts)


def with_id(one: str, name: str) -> str:
    """A side or creature by its name, with the id by which calls and JSON have it.

    >>> with_id("house", "The tavern"), with_id("ogre", "Ogre")
    ('The tavern (house)', 'Ogre')
    """
    return name if name.casefold() == one.casefold() else f"{name} ({one})"


def begun(scenario: str, creature: str) -> Battle:
    """The battle of a scenario in which a creature's turn is just beginning; UnusableError.

    Everybody stands where the scenario has them, and no die was thrown.
    """
    from tacsim.api.opening import set_up

    battle = set_up(scenario)
    known(_("creature"), creature, battle.creatures)
    return battle.at_turn_of(creature)


def trusted(replay: Replay, file: Path) -> bool:
    """Whether the battle shown is the one saved; doubts go to standard error. UnusableError."""
    if replay.doubt:
        click.echo(f"tacsim: {file}: {replay.doubt}", err=True)
    whole(replay.lost, file)
    return not replay.diverges


def whole(lost: str, file: Path) -> None:
    """UnusableError for a save of which something is lost."""
    from tacsim.api.saves import clean

    if lost:
        raise UnusableError(f"{clean(str(file), 1000)}: {clean(lost)}")
