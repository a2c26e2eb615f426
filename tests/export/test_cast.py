"""Recordings: what a terminal shows that plays them, and when."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import attrs
import numpy as np
import pyte
import pytest
import tcod.console
from export.battles import SIDE, account, events, hostile, renamed, save
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.export.cast import END, PANEL, cast, fitted
from tacsim.export.terminal import TAIL, Screen
from tacsim.rules.perception import known_to
from tacsim.view.columns import columns, cut, folded
from tacsim.view.picture.board import draw

WAITS = {"stepped": 0.12, "struck": 0.8, "downed": 0.8, "fell": 0.5, "turn_started": 0.5}
"""As the replay in the terminal has it; 0.3 for everything else."""


def played(recorded: list[str], size: tuple[int, int] = (120, 36)) -> pyte.Screen:
    """The screen of a terminal that has played a recording."""
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    for line in recorded[1:]:
        _time, kind, output = json.loads(line)
        assert kind == "o"
        stream.feed(output)
    return screen


def speed_of(battle: Path) -> float:
    return 4.0 if "bridge" in battle.stem else 1.0


@cache
def recorded(battle: Path) -> list[str]:
    """The recording of a save, made once."""
    return list(cast(account(battle), (120, 36), speed_of(battle)))


def test_it_begins_with_the_header_of_asciinema_s_second_format(saves: Path) -> None:
    one = account(save(saves, "ogre_bridge"))
    header = json.loads(next(cast(one, (100, 30))))
    assert (header["version"], header["width"], header["height"]) == (2, 100, 30)
    assert header["title"] == "Ogre at the bridge"
    assert set(header["env"]) == {"TERM", "COLORTERM"}
    assert "timestamp" not in header
    dated = json.loads(next(cast(attrs.evolve(one, created="2026-11-20T12:00:00+00:00"))))
    assert dated["timestamp"] == 1795176000
    odd = json.loads(next(cast(attrs.evolve(one, created="long ago"))))
    assert "timestamp" not in odd


def test_events_are_seen_as_long_as_in_the_replay(battle: Path) -> None:
    speed = speed_of(battle)
    times = [json.loads(line)[0] for line in recorded(battle)[1:]]
    assert times == sorted(times)
    waits = [0.3, *(WAITS.get(event["event"], 0.3) for event in events(battle))]
    assert times[-1] == pytest.approx((sum(waits) + END) / speed, abs=0.01)


def test_at_the_end_the_board_is_as_the_game_draws_it(battle: Path) -> None:
    one = account(battle)
    screen = played(recorded(battle))
    one.timeline.seek(one.timeline.length)
    acts = one.battle.decision.actor if one.battle.decision else one.battle.world.clock.active
    console = tcod.console.Console(120 - PANEL - 1, 34)
    camera = fitted(one.battle, console.width, console.height)
    level = one.battle.world[acts].at[2] if acts and one.battle.world.field.axes == 3 else 0
    if camera.fits and (acts or one.battle.world.field.axes == 2):
        draw(console, one.battle, camera, level=level)
        wanted = ["".join(map(chr, row)) for row in console.rgb["ch"].tolist()]
        shown = [line[: console.width] for line in screen.display[2:]]
        assert [line.rstrip() for line in shown] == [line.rstrip() for line in wanted]
        colours = [
            [screen.buffer[y + 2][x].bg for x in range(console.width)] for y in range(34)
        ]  # fmt: skip
        backs = console.rgb["bg"].tolist()
        assert colours == [[bytes(back).hex() for back in row] for row in backs]
    assert one.title in screen.display[0]
    if one.battle.world.outcome.over:
        assert screen.display[0].rstrip().endswith("the battle is over")


def test_every_creature_and_the_latest_news_stand_beside_the_board(saves: Path) -> None:
    battle = save(saves, "ogre_bridge")
    one = account(battle)
    shown = "\n".join(line[120 - PANEL :] for line in played(recorded(battle)).display)
    for creature in one.battle.world.creatures:
        assert creature.name in shown
    assert "The battle ends undecided" in " ".join(shown.split()) or "win" in shown


def test_it_fits_a_narrow_terminal(saves: Path) -> None:
    one = account(save(saves, "giants_causeway"))
    screen = played(list(cast(one, (60, 20))), (60, 20))
    assert all(len(line) == 60 for line in screen.display)
    assert "giant" in screen.display[0]


def test_nothing_out_of_a_save_steers_the_terminal(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = account(hostile(saves))
    evil = "\x1b]0;pwned\x07\x1b[2J\u202e\u2028\x9b31m"
    renamed(monkeypatch, one, a=f"Evil{evil}")
    recorded = list(cast(attrs.evolve(one, name=f"Title{evil}")))
    told = "".join(json.loads(line)[2] for line in recorded[1:])
    for bad in ("\x07", "\x9b", "\u202e", "\u2028", "\x1b]", "pwned\x07"):
        assert bad not in told
    assert all(char.isprintable() or char == "\x1b" for char in told)
    assert "\x1b" not in json.loads(recorded[0])["title"]
    assert "Evil?]0;pwned" in "\n".join(played(recorded).display)


def test_in_fog_only_what_the_side_sees_is_shown(foggy: Path) -> None:
    side, whole = (list(cast(account(foggy, s))) for s in (SIDE, None))
    assert len(side) < len(whole)
    battle = account(foggy).battle
    hidden = [c.name for c in battle.world.creatures if c.id not in known_to(battle, SIDE)]
    assert hidden
    for recorded, shown in ((side, False), (whole, True)):
        first = "\n".join(played(recorded[:3]).display)
        assert any(name in first for name in hidden) == shown


# --- screens -----------------------------------------------------------------------------------

WORDS = st.text(st.sampled_from("ab 용사⣤O"), max_size=12)
WRITES = st.lists(
    st.tuples(
        st.integers(0, 14), st.integers(0, 3), WORDS, st.sampled_from([(9, 9, 9), (200, 0, 7)])
    ),
    max_size=6,
)


def written(writes: list[tuple[int, int, str, tuple[int, int, int]]]) -> Screen:
    screen = Screen(16, 4, (1, 2, 3))
    for column, row, text, colour in writes:
        if not any(screen.ch[row, c] == TAIL for c in range(16)):  # no half of anything wide
            screen.write(column, row, text, colour)
    return screen


@settings(max_examples=some(150))
@given(WRITES, WRITES)
def test_changes_lead_from_any_screen_to_any_other(one: list, other: list) -> None:
    before, after = written(one), written(other)
    changed, fresh = pyte.Screen(16, 4), pyte.Screen(16, 4)
    pyte.Stream(changed).feed(before.changes(None) + after.changes(before))
    pyte.Stream(fresh).feed(after.changes(None))
    assert changed.display == fresh.display
    for y in range(4):
        for x in range(16):
            if after.ch[y, x] != TAIL:
                assert changed.buffer[y][x] == fresh.buffer[y][x]


def test_an_unchanged_screen_says_nothing() -> None:
    screen = written([(1, 1, "abc", (9, 9, 9))])
    assert screen.changes(screen) == ""
    assert np.array_equal(screen.ch[1, 1:4], [97, 98, 99])


@given(st.text(max_size=40), st.integers(3, 30))
def test_rows_never_take_more_columns_than_there_are(text: str, room: int) -> None:
    assert columns(cut(text, room)) <= room
    assert all(columns(row) <= room for row in folded(text, room))
