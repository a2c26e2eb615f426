"""Bring every catalogue up to what is to be translated; with the code of a language, begin its own.

``PYTHONPATH=tests python -m catalogue [LANGUAGE]``. Translations stay. One whose message has
changed is taken over as fuzzy, for somebody to look at; one whose message is gone is dropped.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from catalogue.messages import catalogue
from tacsim.i18n import DOMAIN, LOCALE


def main(languages: list[str]) -> None:
    """Update the catalogues that there are, and those of some more languages."""
    there = {path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for language in sorted(there | set(languages)):
        made = updated(file_of(language), language)
        write(file_of(language), made)
        missing = sum(not one.string or not any(one.string or ()) for one in made if one.id)
        fuzzy = sum(one.fuzzy for one in made if one.id)
        print(f"{language}: {len(made)} messages, {missing} missing, {fuzzy} fuzzy")


def file_of(language: str) -> Path:
    """The file of the translations into a language."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def updated(path: Path, language: str) -> Catalog:
    """The translations of a file, for the messages of today."""
    fresh = catalogue(language)
    if not path.exists():
        return fresh
    with path.open("rb") as file:
        kept = read_po(file, locale=language)
    kept.update(fresh, no_fuzzy_matching=len(kept) == 0)
    kept.obsolete.clear()
    return kept


def write(path: Path, made: Catalog) -> None:
    """A catalogue in its file: the same from the same, in the order of the code."""
    made.fuzzy = False
    made.header_comment = f"# {DOMAIN} in another language: {made.locale}"
    data = BytesIO()
    write_po(data, made, width=100, include_lineno=False, sort_by_file=True)
    lines = data.getvalue().decode().splitlines(keepends=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line for line in lines if not line.startswith(LEFT_OUT)), "utf-8")


LEFT_OUT = tuple(
    f'"{key}' for key in ("Project", "Report", "POT-", "PO-", "Last-", "Language-Team", "Generated")
)
"""The lines of the head of a file that say when and by whom; the history of the project does."""


if __name__ == "__main__":
    main(sys.argv[1:])
