"""The tables of the 3.5 SRD's pages: a creature a column, several columns a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from tacsim.content.statblocks.shared import (
    LONGEST,
    MOST,
    Left,
    Origin,
    licence_in,
    like_statblock,
    line,
    plain,
    titled,
)
from tacsim.content.statblocks.three_five_block import BY_NAME, INLINE, ThreeFive

COLUMNS = 20
"""The most creatures of a table."""
_SKIPPED = ("sup", "script", "style")


class _Page(HTMLParser):
    """Headings, paragraphs and tables of a page in their order, as kind and content."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[tuple[str, str | list[list[str]]]] = []
        self._text: list[str] = []
        self._length = 0
        self._rows: list[list[str]] | None = None
        self._skip = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what the tag begins."""
        if tag in _SKIPPED:
            self._skip += 1
        elif tag == "table":
            self._flush("text")
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th", "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "br", "div"):
            if self._rows is None:
                self._flush("text")
            elif tag in ("td", "th"):
                self._drain()
            else:
                self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End what the tag ends."""
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag in ("td", "th") and self._rows is not None:
            cell = self._drain()
            if self._rows and len(self._rows[-1]) <= COLUMNS:
                self._rows[-1].append(cell)
        elif tag == "table" and self._rows is not None:
            self.parts.append(("table", self._rows[:100]))
            self._rows = None
        elif re.fullmatch(r"h[1-6]", tag) and self._rows is None:
            self._flush("heading")
        elif tag in ("p", "li") and self._rows is None:
            self._flush("text")

    def handle_data(self, data: str) -> None:
        """Keep what is shown."""
        if not self._skip and self._length < LONGEST:
            self._text.append(data[:LONGEST])
            self._length += len(data)

    def _drain(self) -> str:
        text = line(plain("".join(self._text))[:LONGEST])
        self._text, self._length = [], 0
        return text

    def _flush(self, kind: str) -> None:
        text = self._drain()
        if text:
            self.parts.append((kind, text))


def blocks(text: str, file: str) -> Iterator[ThreeFive | Left]:
    """The creatures of a page's tables in their order, and the other tables."""
    page = _Page()
    # The parser is not closed, so that it gives up on what is cut off instead of trying every place
    # in it.
    page.feed(_bare(text))
    origin = Origin(f"a page of tables ({file})", licence_in(plain(text[:1_000_000])))
    heading, found = "", 0
    often = _OFTEN.findall(
        plain("\n".join(part for _, part in page.parts if isinstance(part, str)))
    )
    for at, (kind, part) in enumerate(page.parts):
        if isinstance(part, str):
            heading = part if kind == "heading" else heading
            if like_statblock(part):
                yield Left(part, like=True)
            continue
        creatures = list(columns(part, heading))
        if not creatures:
            yield Left(line(" ".join(cell for row in part for cell in row)[:400]))
        alone = len(creatures) == 1
        for name, fields in creatures:
            below = _after(page.parts, at)
            words = name.lower().split()
            below += "".join(f"\n{said}" for said, kind_of in often if kind_of in words)
            yield ThreeFive(name, origin, fields, below if alone else "", below)
            found += 1
            if found > MOST:
                return


_OFTEN = re.compile(
    r"(\b[Aa]n? ([a-z'-]{3,30}) can use its [a-z ]{3,30} once every [0-9]d[0-9]{1,2} rounds)"
)
"""How often all of a kind can use something, said once for all of them."""


def _bare(text: str) -> str:
    """A page without what is declared or commented out in it."""
    return re.sub(r"<[!?][^>]*>?", " ", text)


def cut_short(text: str) -> bool:
    """Whether a page ends in the middle of a tag, or before its end or that of a table.

    >>> cut_short("<table><tr><td>Hit Di"), cut_short("<table></table>"), cut_short("<p>a</p")
    (True, False, True)
    """
    text = _bare(text)
    opened = {tag: len(re.findall(rf"<{tag}\b", text, re.I)) for tag in ("table", "html", "body")}
    closed = {tag: len(re.findall(rf"</{tag}\b", text, re.I)) for tag in opened}
    ended = not (opened["html"] or opened["body"]) or closed["html"] or closed["body"]
    return not ended or opened["table"] > closed["table"] or text.rfind("<") > text.rfind(">")


def _after(parts: list[tuple[str, str | list[list[str]]]], at: int) -> str:
    """The text below a table, to the next one."""
    told = []
    for _kind, part in parts[at + 1 : at + 60]:
        if not isinstance(part, str):
            break
        told.append(part)
    return "\n".join(told)[: 3 * LONGEST]


def columns(
    rows: list[list[str]], heading: str = "Creature"
) -> Iterator[tuple[str, dict[str, str]]]:
    """The creatures of a table with their lines; none of a table of something else."""
    labelled: list[tuple[str, list[str]]] = []
    heads: list[list[str]] = []
    for row in rows:
        label = BY_NAME.get(re.sub(r"[^a-z]", "", row[0].lower())) if row else None
        if label:
            labelled.append((label, row[1:]))
        elif row and not row[0] and not labelled:
            heads.append(row[1:])
        elif row and not row[0]:  # a row that a page broke in two
            last = labelled[-1][1]
            for column, more in enumerate(row[1 : len(last) + 1]):
                last[column] = f"{last[column]} {more}".strip()
        elif row and labelled and not any(row[1:]) and len(labelled[-1][1]) == 1:
            labelled[-1][1][0] += f" {row[0]}"
    if "Hit Dice" not in [label for label, _ in labelled]:
        return
    width = max(len(cells) for _, cells in labelled)
    for column in range(width):
        fields: dict[str, str] = {}
        for label, cells in labelled:
            if column < len(cells):
                fields[label], *others = INLINE.split(cells[column])
                for said, _, rest in (one.partition(":") for one in others):
                    fields[BY_NAME[re.sub(r"[^a-z]", "", said.lower())]] = rest.strip()
        tops = [head[column] for head in heads if column < len(head)]
        if "Size/Type" not in fields and tops:
            fields["Size/Type"] = tops.pop()
        name = tops[0] if tops else heading
        if width > 1 and not tops:
            name = f"{heading} {column + 1}"
        yield titled(name), fields
