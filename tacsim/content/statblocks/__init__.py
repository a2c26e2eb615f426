"""Statblocks: the monsters of other people's files and pages, as entries of a bestiary.

A reader for each kind of file finds the statblocks in it; what a statblock says becomes an entry of
the ruleset that it is for. A part that the rules have no field for is told and kept as a note.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from tacsim.content.faults import ContentError, Fault
from tacsim.content.statblocks import (
    fifth,
    fifth_block,
    fivebits,
    open5e,
    pasted,
    three_five,
    three_five_block,
    three_five_html,
)
from tacsim.content.statblocks.shared import (
    LIMIT,
    MOST,
    NAME,
    PASTED,
    Draft,
    Left,
    Origin,
    RefusedError,
    Told,
    cut,
    named,
    toml,
    unmarked,
    wrong_with,
)
from tacsim.i18n import N_, _
from tacsim.rulesets import content

_DRAFTED: Mapping[type, tuple[str, Callable[..., Draft]]] = {
    fifth_block.Fifth: ("5e", fifth.draft),
    three_five_block.ThreeFive: ("3.5", three_five.draft),
}
"""What each kind of statblock is called, as a ruleset's book calls it, and what drafts it."""
_OTHER_GAME = N_("is a {kind} statblock: its figures mean something else under {ruleset}")


@attrs.frozen
class Converted:
    """What became of a file of statblocks: entries, and those that could not be used.

    ``left``: what of it is no creature; ``cut``: whether it is a page of which the end is missing.
    """

    ruleset: str
    drafts: tuple[Draft, ...]
    failed: tuple[tuple[str, Told], ...]
    left: tuple[Told, ...] = ()
    cut: bool = False

    @property
    def toml(self) -> str:
        """The entries as a bestiary file."""
        return toml(self.drafts, self.ruleset)

    @property
    def strange(self) -> int:
        """How many of the statblocks are of another game, whose figures mean something else."""
        return sum(told.message == _OTHER_GAME for _name, told in self.failed)

    @property
    def shadowed(self) -> tuple[str, ...]:
        """The ids of entries that take the place of the ruleset's own where the file is used."""
        own = content(self.ruleset).bestiary
        return tuple(draft.id for draft in self.drafts if draft.id in own)


def convert(data: bytes, ruleset: str, file: str) -> Converted:
    """The entries of all statblocks in a file; ContentError for a file that has none.

    ``file`` is its name in messages and in what entries say of where they come from.
    """
    if len(data) > LIMIT:
        raise _unusable(file, _("is larger than {n} KiB").format(n=LIMIT // 1024))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unusable(file, _("is not UTF-8 text")) from None
    drafts: list[Draft] = []
    failed: list[tuple[str, Told]] = []
    left: list[Left] = []
    for block in _blocks(text, file):
        if isinstance(block, Left):
            left.append(block)
            continue
        if len(drafts) + len(failed) >= MOST:
            left.append(Left(block.name))
            break
        told = _draft(block, ruleset, drafts)
        if told is not None:
            failed.append((cut(block.name, 60) or "?", told))
    missing = _is_page(text) and three_five_html.cut_short(text)
    if not drafts and not failed:
        words = _("holds no statblock that is known here")
        if missing:
            words = _("is a page that ends in the middle, before the first whole statblock")
        raise _unusable(file, words)
    strange = Told(N_("is in no form of statblock that is read here"))
    failed += [(cut(one.text, NAME), strange) for one in left if one.like]
    del failed[MOST - len(drafts) :]
    return Converted(ruleset, tuple(drafts), tuple(failed), tuple(_others(left)), missing)


def _others(left: list[Left]) -> Iterator[Told]:
    """What of a file is no creature: the beginnings of the first parts, and how many are more."""
    texts = [cut(unmarked(one.text), NAME) for one in left if not one.like]
    texts = [text for text in texts if re.search(r"[^\W\d_]{2}", text)]
    first = texts if len(texts) <= _TOLD else texts[: _TOLD - 1]
    for text in first:
        yield Told(N_("not taken for a creature: {text}"), {"text": text})
    if len(texts) > len(first):
        more = N_("not taken for creatures: {n} more parts of the text")
        yield Told(more, {"n": len(texts) - len(first)})


_TOLD = 5
"""How many parts of a file are told that are no creatures."""


def _is_page(text: str) -> bool:
    return re.search(r"<(?:table|html|body|tr)\b", text, re.I) is not None


def _unusable(file: str, message: str) -> ContentError:
    return ContentError([Fault(file, 0, "", message)])


def _blocks(text: str, file: str) -> Iterator[Any]:
    """The statblocks of a file, whatever kind of file it is."""
    if re.match(r"\s*(?:\{|\[(?!\s*[^\W\d_]))", text):  # a bracket before a letter is a link's
        yield from _monsters(text, file)
        return
    if _is_page(text):
        yield from three_five_html.blocks(text, file)
        return
    if len(text) > PASTED:
        raise _unusable(file, _("is larger than {n} KiB").format(n=PASTED // 1024))
    yield from pasted.blocks(text, file)


def _monsters(text: str, file: str) -> Iterator[Any]:
    """The monsters of JSON: a list of them, a page of results, or a single one."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise _unusable(file, _("is nested too deeply")) from None
    except ValueError as error:
        place = _("no valid JSON: line {line}, column {column}").format(
            line=getattr(error, "lineno", 1), column=getattr(error, "colno", 1)
        )
        raise _unusable(file, place) from None
    if isinstance(value, Mapping):
        lists = (key for key in ("results", "monsters", "creatures") if key in value)
        listed = next((key for key in lists if isinstance(value[key], list)), None)
        if listed is not None:
            others = (key for key, one in value.items() if key != listed)
            yield from (Left(key) for key in others if isinstance(value[key], list | Mapping))
        value = [value] if listed is None else value[listed]
    for one in value[: MOST + 1] if isinstance(value, list) else ():
        if isinstance(one, Mapping) and not _MONSTER.isdisjoint(one):
            yield (open5e if open5e.is_own(one) else fivebits).read(one)
        else:
            yield Left(named(one) if isinstance(one, Mapping) else json.dumps(one))


_MONSTER = frozenset({"hit_points", "armor_class", "actions"})
"""What tells a monster from other things: it has some of these."""


def _draft(block: Any, ruleset: str, drafts: list[Draft]) -> Told | None:
    """Add the entry of a statblock; or why there is none."""
    kind, draft = _DRAFTED[type(block)]
    if kind != content(ruleset).book.statblocks:
        return Told(_OTHER_GAME, {"kind": kind, "ruleset": ruleset})
    if not block.name.strip():
        return Told(N_("has no name"))
    try:
        made = draft(block, ruleset, {draft.id for draft in drafts})
    except RefusedError as error:
        return error.told
    _sign(made, block.origin)
    wrong = wrong_with(made, ruleset)
    if wrong is None:
        drafts.append(made)
    return wrong


def _sign(made: Draft, origin: Origin) -> None:
    """Write into an entry where it comes from, and what of the statblock it leaves out."""
    made.entry |= {"source": cut(origin.source, 200), "licence": cut(origin.licence, 200)}
    if made.dropped:
        made.entry["notes"] = [str(told) for told in made.dropped]


__all__ = ["LIMIT", "Converted", "convert"]
