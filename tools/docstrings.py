"""Docstrings as the site shows them: references are code, examples are blocks of it."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":\w+:`~?([^`]+)`")
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Makes Markdown of what our docstrings are written in."""

    def on_instance(self, *, obj: griffe.Object, **_more: Any) -> None:
        """Rewrite a docstring."""
        if obj.docstring is not None:
            text = ROLE.sub(r"`\1`", obj.docstring.value)
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", text)
