"""How far a long job is, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from tacsim.i18n import ngettext


def stopped(fought: int, wanted: int) -> None:
    """Say on standard error that a long job was stopped, if it was."""
    if fought < wanted:
        words = ngettext(
            "stopped after {n} of {wanted} battle", "stopped after {n} of {wanted} battles", wanted
        )
        click.echo(f"tacsim: {words.format(n=fought, wanted=wanted)}", err=True)


def progress() -> Callable[[int, int], None] | None:
    """Tells on standard error how many battles are fought, where that is a terminal."""
    return ticking(fought)


def fought(of: int) -> str:
    """The words for so many battles."""
    return ngettext("{done} of {of} battle", "{done} of {of} battles", of)


def ticking(words: Callable[[int], str]) -> Callable[[int, int], None] | None:
    """Tells on standard error how far a long job is, in words for so much, at a terminal."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, of: int) -> None:
        text = words(of).format(done=done, of=of)
        print(f"\r{text}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return tell
