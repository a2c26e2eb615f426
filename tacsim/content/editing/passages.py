"""Passages: parts of a scenario that are changed as text, as no field holds them.

They are what a battle has of its own beside its creatures: a script, entries of a bestiary and of
weapons, kinds under other rules, the steps of a lesson. A passage is all tables of one key, with
the comments in and between them; those before the first and after the last stay where they are.
"""

from __future__ import annotations

import attrs

from tacsim.content.documents import parse_document
from tacsim.content.editing.blocks import Block, cut, drop, joined
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.reading import Read
from tacsim.content.faults import ContentError, Fault
from tacsim.content.toml_values import written
from tacsim.i18n import _


def passage(one: Manuscript, key: str) -> str:
    """The text of a passage as it is written; empty where there is none.

    Tables in braces come with headings.
    """
    blocks = cut(one.texts.own)
    own = [n for n, block in enumerate(blocks) if block.path[:1] == (key,)]
    if own:  # what stands before another table belongs to that
        return "".join(blocks[n].text + (blocks[n].tail if n + 1 in own else "") for n in own)
    value = one.table((key,))
    if isinstance(value, dict):
        return _tables(f"[{key}]", value)
    return "\n".join(_tables(f"[[{key}]]", each) for each in value or () if isinstance(each, dict))


def _tables(heading: str, table: dict[str, object]) -> str:
    pairs = (f"{written({name: value})[2:-2]}\n" for name, value in table.items())
    return f"{heading}\n{''.join(pairs)}"


def with_passage(text: str, key: str, new: str) -> tuple[str, int]:
    """A text with another passage in the place of the one that is there, and the line before it.

    Errors: ValueError where they make no valid file together, and for other tables in the passage.
    """
    if parse_document(new).tables.keys() - {key}:
        raise ValueError(_("there is something else than {key} here").format(key=key))
    blocks = cut(text)
    own = {n for n, block in enumerate(blocks) if block.path[:1] == (key,)}
    if not own and key in parse_document(text).tables:
        blocks = cut(drop(text, (key,)))
    first = min(own, default=len(blocks))
    before = "".join(block.text + block.tail for block in blocks[:first])
    after = "".join(
        block.text + block.tail if n not in own else "" if n + 1 in own else block.tail
        for n, block in enumerate(blocks) if n >= first
    )  # fmt: skip
    if not new.strip():
        own_gap = before.endswith("\n\n") or not before
        return joined([Block((), before, after.removeprefix("\n") if own_gap else after)]), 0
    if before and not own:
        before = before.rstrip("\n") + "\n\n"
    return joined([Block((), before), Block((key,), new.strip("\n") + "\n", after)]), (
        before.count("\n")
    )


def faults_in(one: Manuscript, key: str, new: str) -> list[Fault]:
    """What would be wrong with a passage, the lines being those of it."""
    try:
        whole, before = with_passage(one.texts.own, key, new)
    except ContentError as error:
        return list(error.faults)
    except ValueError as error:
        return [Fault("", 0, "", str(error))]
    read = Read(attrs.evolve(one.texts, own=whole), one.file, one.folder,
                one.map_path.name if one.map_path else "")  # fmt: skip
    skipped = len(new) - len(new.lstrip("\n"))
    return [
        attrs.evolve(fault, line=fault.line - before + skipped) for fault in read.whole[1]
        if fault.field.startswith((f"{key}.", f"{key}[")) or fault.field == key
    ]  # fmt: skip


def take(one: Manuscript, key: str, new: str) -> bool:
    """Let a manuscript have another passage; whether it is another. ValueError, ContentError."""
    return one.become(attrs.evolve(one.texts, own=with_passage(one.texts.own, key, new)[0]))
