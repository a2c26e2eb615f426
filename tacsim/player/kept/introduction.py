"""What a scenario says of itself, in the reader's language where the program has written it."""

from __future__ import annotations

import re

from tacsim.content.generate.draft import ORDERS
from tacsim.content.records import Scenario
from tacsim.i18n import retold, translate

_SENTENCES = re.compile(r"(?<=[.]) (?=The heroes )")
"""Where what a drawn battle says of its ground ends, and what is to be done begins."""


def introduction(scenario: Scenario) -> str:
    """What a battle is about, as one line; empty where nothing is said."""
    text = " ".join(scenario.about.split())
    told = translate(text)
    if told != text:
        return told
    return " ".join(retold(translate(part), ORDERS.values()) for part in _SENTENCES.split(text))
