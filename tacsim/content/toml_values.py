"""Values and keys as TOML has them: the one writer of all files but those that are edited."""

from __future__ import annotations

import json
from collections.abc import Mapping


def written(value: object) -> str:
    """A value as TOML has it, in one line; texts of several lines between triple quotes.

    >>> written({"temper": "wary", "holds": [[3, 4]]}), written(True), written(2)
    ('{ temper = "wary", holds = [[3, 4]] }', 'true', '2')
    """
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key_text(key)} = {written(one)}" for key, one in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + "\n".join(map(_escaped, value.split("\n"))) + '"""'
    if isinstance(value, str):
        return f'"{_escaped(value)}"'
    return json.dumps(value)


def _escaped(text: str) -> str:
    r"""A line of text as it stands between quotes.

    TOML has no bare control characters, JSON leaves the one of them that is above ASCII.
    """
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")


def key_text(key: str) -> str:
    """A key as TOML has it.

    >>> key_text("hp"), key_text("~")
    ('hp', '"~"')
    """
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else f'"{_escaped(key)}"'
