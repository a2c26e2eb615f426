"""The numbers by which the opponents weigh one thing against another, read from ``weights.toml``.

What each of them says stands there, beside its value.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs

FILE = Path(__file__).with_name("weights.toml")


@attrs.frozen
class Place:
    """What a place is worth to the cautious opponent."""

    hindered: float
    charges: float
    patience: float
    later: float
    slowness: float
    serves: float
    prey: float


@attrs.frozen
class Caution:
    """What the cautious opponent does."""

    care: float
    dread: float
    rash: float
    wary: float
    wait: float
    weary: float
    flight: float
    strong: float
    sure: float
    effort: float
    flank_lent: float
    shut_out: float
    hope: float
    fall: float


@attrs.frozen
class Quickness:
    """What the quick policy does."""

    patience: float
    effort: float
    worry: float
    prey: float
    better: float
    exposed: float
    shelter: float
    settled: float
    wait: float
    weary: float


@attrs.frozen
class Tactics:
    """What a rollout comes to, and what is clearly better."""

    gap: float
    doubt: float
    goal: float
    sooner: float
    stands: float
    luck: float
    bias: float


_read = tomllib.loads(FILE.read_text("utf-8"))
PLACE, CAUTIOUS = Place(**_read["place"]), Caution(**_read["cautious"])
QUICK, TACTICIAN = Quickness(**_read["quick"]), Tactics(**_read["tactician"])
