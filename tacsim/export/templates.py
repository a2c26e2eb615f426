"""Templates: HTML pages with nothing outside of themselves, and what these may do.

The policy of a page lets only its own script and style through, by their digests.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from tacsim.i18n import languages
from tacsim.version import __version__


def filled(
    name: str, title: str, style: str, script: str, gaps: Mapping[str, str],
    pages: Iterable[str] = (),
) -> str:  # fmt: skip
    """The template of a page with its gaps filled; ``pages``: those that are shown within it."""
    found = {
        "lang": escape((languages() or ("en",))[0].replace("_", "-")),
        "policy": policy(script, style, pages),
        "generator": escape(f"tacsim {__version__}"),
        "title": escape(title),
        "style": style,
        "script": script,
        **gaps,
    }
    return re.sub(r"\{\{([a-z_:]+)\}\}", lambda gap: found[gap[1]], part(f"{name}.html"))


def part(name: str) -> str:
    """The text of a file that pages are made of."""
    return files("tacsim.export").joinpath(name).read_text("utf-8")


def policy(script: str, style: str, pages: Iterable[str] = ()) -> str:
    """What a page may do: run its own script, use its own style, and reach nothing else.

    The policies of pages that are shown within it are no wider.
    """
    found = {"script-src": [f"'{digest(script)}'"], "style-src": [f"'{digest(style)}'"]}
    for one in pages:
        for key, digests in found.items():
            digests += re.findall(rf"{key} ('sha256-[^']+')", one)[:1]
    sources = (f"{key} {' '.join(dict.fromkeys(digests))}" for key, digests in found.items())
    return "; ".join((
        "default-src 'none'", *sources, "base-uri 'none'", "form-action 'none'",
        "require-trusted-types-for 'script'",
    ))  # fmt: skip


def digest(text: str) -> str:
    """A script or a style by its digest, as policies name it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def embedded(value: Any) -> str:
    r"""JSON that can stand in a page: nothing in it ends a script or begins a comment.

    >>> print(embedded("</script>\u2028"))
    "\u003c/script\u003e\u2028"
    """
    text = json.dumps(value, separators=(",", ":"))
    for char in "<>&":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text
