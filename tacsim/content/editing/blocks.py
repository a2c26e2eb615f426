"""Blocks: a TOML text cut at its headings, so that a change touches the table it is about alone.

What stands between the last key of a table and the next heading belongs to that heading: it stays
where it is when the table grows, and when it goes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, Array, InlineTable

from tacsim.content.toml_lines import Lines
from tacsim.content.toml_values import key_text, written
from tacsim.i18n import _
from tacsim.rulesets.schema import Path


@attrs.frozen
class Block:
    """A table of a text: its heading and keys, and the ``tail``, comments and blanks after these.

    ``path``: where its values stand in the tables of the file; empty for what has no heading.
    """

    path: Path
    text: str
    tail: str = ""


def cut(text: str) -> tuple[Block, ...]:
    r"""The blocks of a text; ValueError for one that cannot be edited.

    >>> [(block.path, block.text, block.tail) for block in cut("a = 1\n\n# b\n[b]\n")]
    [((), 'a = 1\n', '\n# b\n'), (('b',), '[b]\n', '')]
    """
    lines = Lines(text)
    if not lines.complete:
        raise ValueError(_("this file is written in a way that the editor does not know"))
    rows = text.splitlines(keepends=True)
    starts = [(0, ()), *((line - 1, path) for line, path in lines.headings)]
    ends = [*(line for line, _path in starts[1:]), len(rows)]
    return tuple(
        _block(path, rows[start:end]) for (start, path), end in zip(starts, ends, strict=True)
    )


def _block(path: Path, rows: Sequence[str]) -> Block:
    """A block of some lines."""
    last = len(rows)
    while last and (not rows[last - 1].strip() or rows[last - 1].lstrip().startswith("#")):
        last -= 1
    if last:  # a comment right below a key belongs to it
        while last < len(rows) and rows[last].strip():
            last += 1
    blank = "".join(rows[last:])
    return Block(path, "".join(rows[:last]), blank)


def joined(blocks: Sequence[Block]) -> str:
    """The text of some blocks; ValueError where they make no valid file together."""
    text = "".join(block.text + block.tail for block in blocks)
    try:
        tomllib.loads(text)
    except ValueError:
        raise ValueError(_("this cannot be changed here: change it in the file itself")) from None
    return text


def assign(text: str, path: Path, value: object) -> str:
    r"""A text with a value at a path, which may be new; the tables around it are there.

    >>> assign("[[a]]\nb = 1 # one\n\n# next\n[c]\n", ("a", 0, "b"), 2)
    '[[a]]\nb = 2 # one\n\n# next\n[c]\n'
    """
    return _changed(text, path, lambda table: _set(table, path[-1], value))


def drop(text: str, path: Path) -> str:
    r"""A text without what is at a path; KeyError where there is nothing.

    >>> drop("[[a]]\nb = 1\n\n# second\n[[a]]\nb = 2\n", ("a", 0))
    '# second\n[[a]]\nb = 2\n'
    """
    blocks = cut(text)
    inside = [n for n, block in enumerate(blocks) if block.path[: len(path)] == path]
    if not inside:
        return _changed(text, path, lambda table: _remove(table, path[-1]))
    kept: list[Block] = []
    for n, block in enumerate(blocks):
        if n not in inside:
            kept.append(block)
            continue
        before = kept[-1]
        tail = block.tail
        if not (before.text + before.tail).strip() or before.tail.endswith("\n"):
            tail = tail.removeprefix("\n")
        kept[-1] = attrs.evolve(before, tail=before.tail + tail)
    return joined(kept)


def add(text: str, path: Path, table: Mapping[str, Any]) -> str:
    r"""A text with one more table in a list of them, at its end; the list may be new.

    >>> print(add("[[a]]\nb = 1\n\n# c\n[c]\n", ("a",), {"b": 2}))
    [[a]]
    b = 1
    <BLANKLINE>
    [[a]]
    b = 2
    <BLANKLINE>
    # c
    [c]
    <BLANKLINE>
    """
    return _added(text, path, f"[[{dotted(path)}]]", table, listed=True)


def head(text: str, path: Path, table: Mapping[str, Any]) -> str:
    """A text with one more table, which is not there yet."""
    return _added(text, path, f"[{dotted(path)}]", table, listed=False)


def _added(text: str, path: Path, heading: str, table: Mapping[str, Any], *, listed: bool) -> str:
    blocks = list(cut(text))
    alike = [n for n, block in enumerate(blocks) if block.path[: len(path)] == path]
    if not alike:
        holder = _holder(blocks, path)
        if holder is not None:
            return _inline(blocks, holder, path, table, listed=listed)
        around = [n for n, block in enumerate(blocks) if block.path[:1] == path[:1]]
        alike = around or [len(blocks) - 1]
    at = alike[-1]
    before = blocks[at]
    keys = "".join(f"{key_text(key)} = {written(value)}\n" for key, value in table.items())
    whole = before.text if before.text.endswith("\n") or not before.text else before.text + "\n"
    gap = "\n" if whole or before.tail else ""
    blocks[at] = attrs.evolve(before, text=whole, tail=gap)
    tail = before.tail
    if not before.path and not before.text:  # a file that begins with comments, and has no keys
        blocks[at], tail = attrs.evolve(before, tail=before.tail + gap), ""
    blocks.insert(at + 1, Block((*path, -1), f"{heading}\n{keys}", tail))
    return joined(blocks)


def _holder(blocks: Sequence[Block], path: Path) -> int | None:
    """The block in which the value at a path stands, or would stand inline."""
    for n, block in enumerate(blocks):
        rest = path[len(block.path) :]
        if block.path == path[: len(block.path)] and rest:
            table = _table(tomlkit.parse(block.text), block.path)
            if rest[0] in table or (len(rest) == 1 and isinstance(table, InlineTable)):
                return n
    return None


def _inline(
    blocks: list[Block], at: int, path: Path, table: Mapping[str, Any], *, listed: bool
) -> str:
    block = blocks[at]
    document = tomlkit.parse(block.text)
    found: Any = _table(document, block.path)
    for part in path[len(block.path) : -1]:
        found = found[part]
    if not listed:
        found[path[-1]] = _item(table)
    elif path[-1] in found:
        found[path[-1]].append(_item(table))
    else:
        found[path[-1]] = _item([table])
    blocks[at] = attrs.evolve(block, text=tomlkit.dumps(document))
    return joined(blocks)


def _changed(text: str, path: Path, change: Any) -> str:
    """A text of which the innermost block that holds a path is changed."""
    blocks = list(cut(text))
    order = sorted(range(len(blocks)), key=lambda n: -len(blocks[n].path))
    for n in order:
        block = blocks[n]
        rest = path[len(block.path) :]
        if block.path != path[: len(block.path)] or not rest:
            continue
        document = tomlkit.parse(block.text)
        table: Any = _table(document, block.path)
        try:
            for part in rest[:-1]:
                table = table[part]
        except (KeyError, IndexError, TypeError):
            continue
        if isinstance(table, AbstractTable | InlineTable | Array | tomlkit.TOMLDocument):
            try:
                change(table)
            except TOMLKitError as error:
                raise ValueError(str(error)) from None
            blocks[n] = attrs.evolve(block, text=tomlkit.dumps(document))
            return joined(blocks)
    raise KeyError(path)


def _table(document: Any, path: Path) -> Any:
    """The table of a block that stands alone, where lists have a single entry."""
    found = document
    for part in path:
        if isinstance(part, str):
            found = found[part]
            if isinstance(found, list):
                found = found[0]
    return found


def _set(table: Any, key: object, value: object) -> None:
    table[key] = _item(value)


def _remove(table: Any, key: object) -> None:
    del table[key]


def _item(value: object) -> Any:
    """A value as tomlkit has it, tables in one line; every version of it reads the same."""
    return tomlkit.parse(f"value = {written(value)}\n")["value"]


def dotted(path: Path) -> str:
    """The path of a heading."""
    return ".".join(key_text(part) for part in path if isinstance(part, str))
