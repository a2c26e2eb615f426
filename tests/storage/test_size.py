"""How large saves get: no more bytes than were promised, for every ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest
from storage.fights import EACH
from storage.long import TURNS, thousand_turns

from tacsim.storage.frames import frame, split
from tacsim.storage.payloads import EVENTS, HEADER, KEYFRAME
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

A_STEP = 60
"""Bytes of a step on average, beyond header, events and keyframes."""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", EACH)
def test_a_thousand_turns_take_few_bytes(tmp_path: Path, ruleset: str) -> None:
    path = thousand_turns(tmp_path, ruleset)
    saved, data = read(path), path.read_bytes()
    steps = saved.main.intents
    beside = 0
    for payload in split(data, str(path)).payloads:
        if payload[0] in (HEADER, EVENTS, KEYFRAME):
            beside += len(frame(payload, 0)[0])
    assert len(Timeline(saved).turns) == TURNS
    bytes_a_step = (len(data) - beside) / steps
    print(
        f"{ruleset}: {steps} steps, {bytes_a_step:.1f} bytes each, {len(data) / steps:.1f} in all"
    )
    assert bytes_a_step <= A_STEP
    assert len(data) <= 4 * A_STEP * steps
