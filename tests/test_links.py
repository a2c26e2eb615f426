"""Links within the documents lead somewhere: to files that there are, and headings in them."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def tokens(page: Path) -> list[Token]:
    """What a page is made of, and what its lines are made of."""
    found = MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8"))
    return [each for token in found for each in (token, *(token.children or ()))]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the site and code hosts make them."""
    found = tokens(page)
    titles = [found[n + 1].content for n, token in enumerate(found) if token.type == "heading_open"]
    bare = (re.sub(r"[^\w\s-]", "", title.lower()).strip() for title in titles)
    return {re.sub(r"\s", "-", title) for title in bare}


def faults(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    root = next((one.parent for one in page.parents if one.name == "docs"), page.parent)
    found = []
    for token in tokens(page):
        link = str(token.attrs.get("href") or token.attrs.get("src") or "")
        parts = urlsplit(link)
        if not link or parts.scheme:
            continue
        target = page.parent / unquote(parts.path) if parts.path else page
        inside = target.resolve().is_relative_to(root.resolve())
        known = not parts.fragment or (target.is_file() and parts.fragment in anchors(target))
        if not (inside and target.exists() and known):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    assert faults(page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "one.md").write_text(
        "# One: `a` page\n\n[a](two.md) ![b](../none.svg) [c](#one-a-page) [d](#two) `[e](x.md)`\n"
        "\n| table |\n|---|\n| [f](one.md#one) [g](https://example.org/x) [h](../../etc) |\n"
    )
    nowhere = ["two.md", "../none.svg", "#two", "one.md#one", "../../etc"]
    assert faults(tmp_path / "docs" / "one.md") == nowhere
