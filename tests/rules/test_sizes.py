"""Bodies of every size in a battle: what they threaten, and how many share a square."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of

from rules.table import (
    around,
    cost,
    in_the_middle,
    move_freely,
    provokes,
    reached,
    threat,
    why_not,
)
from tacsim.core.components import Offence
from tacsim.core.intents import Move
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.rulesets import content
from tacsim.view.wording.builds import build

COUNTS = {
    ("fine", "tall"): (1, 0), ("fine", "long"): (1, 0),
    ("diminutive", "tall"): (1, 0), ("tiny", "tall"): (1, 0), ("tiny", "long"): (1, 0),
    ("small", "tall"): (1, 8), ("small", "long"): (1, 8),
    ("medium", "tall"): (1, 8), ("medium", "long"): (1, 8),
    ("large", "tall"): (2, 28), ("large", "long"): (2, 12),
    ("huge", "tall"): (3, 60), ("huge", "long"): (3, 36),
    ("gargantuan", "tall"): (4, 108), ("gargantuan", "long"): (4, 72),
    ("colossal", "tall"): (6, 240), ("colossal", "long"): (6, 140),
}  # fmt: skip


@pytest.mark.rule(
    "d20.size.fine", "d20.size.diminutive", "d20.size.tiny", "d20.size.small", "d20.size.medium",
    "d20.size.large-tall", "d20.size.large-long", "d20.size.huge-tall", "d20.size.huge-long",
    "d20.size.gargantuan-tall", "d20.size.gargantuan-long", "d20.size.colossal-tall",
    "d20.size.colossal-long", "d20.big.multi-square",
)  # fmt: skip
@pytest.mark.parametrize(
    ("size", "shape", "side", "count"),
    [(*body, *figures) for body, figures in COUNTS.items()],
    ids=["-".join(body) for body in COUNTS],
)
def test_squares_covered_and_threatened(size, shape, side, count):
    fight = in_the_middle(size, shape)
    body = fight.world["A"].body
    assert body.extent == (side, side)
    assert len(around(fight, "A")) == count
    assert threat(fight, "A") >= set(body.cells)


@pytest.mark.rule("d20.big.threat-adjacent")
def test_long_natural_reach_threatens_what_is_near_as_well():
    """28 squares round a Large tall creature, the 12 adjacent ones included."""
    fight = in_the_middle("large", "tall")
    x, y = fight.world["A"].at
    ring = {(x + i, y + j) for i in range(-1, 3) for j in range(-1, 3)} - set(
        fight.world["A"].body.cells
    )
    assert len(ring) == 12
    assert ring <= around(fight, "A")


@pytest.mark.rule("d20.big.reach-weapon")
@pytest.mark.parametrize(("shape", "count"), [("tall", 48), ("long", 16)])
def test_a_reach_weapon_of_the_large(shape, count):
    assert len(around(in_the_middle("large", shape, ["longspear"]), "A")) == count


@pytest.mark.rule("d20.threat.reach-weapon", "d20.threat.reach-diagonal")
@pytest.mark.parametrize(("switch", "count"), [(True, 16), (False, 12)])
@pytest.mark.parametrize("size", ["small", "medium"])
def test_a_reach_weapon_of_the_small_and_medium(size, switch, count):
    fight = in_the_middle(size, "tall", ["longspear"], switches={"reach_diagonal": switch})
    assert len(around(fight, "A")) == count


@pytest.mark.rule("d20.size.exceptions")
def test_reach_of_one_s_own():
    assert len(around(in_the_middle("medium", "tall", reach=2), "A")) == 20


@pytest.mark.rule("d20.size.exceptions", "d20.big.multi-square")
def test_a_space_of_one_s_own():
    """A Medium creature on 3 by 3 squares, with its usual reach of one: 16 squares round it."""
    fight = in_the_middle("medium", "tall", space=3)
    assert fight.world["A"].body.extent == (3, 3)
    assert len(around(fight, "A")) == 16
    slender = in_the_middle("large", "tall", space=1)
    assert slender.world["A"].body.extent == (1, 1)
    assert len(around(slender, "A")) == 20, "those at 10 ft round one square"


@pytest.mark.rule("d20.size.exceptions", "d20.body.narrow", "d20.squeeze.limit")
@pytest.mark.parametrize(
    ("space", "wide", "through"),
    [(2, 1, True), (3, 1, False), (3, 2, True), (4, 2, True), (5, 2, False), (5, 3, True)],
)
def test_it_squeezes_by_its_own_space(space, wide, through):
    """Half of its width, rounded up, is the narrowest gap, whatever the size."""
    rows = [["."] * (2 * space + 2) for _ in range(space)]
    for y in range(wide, space):
        rows[y][space : space + 2] = "##"
    fight = turn_of(battle("\n".join(map("".join, rows)), {
        "A": {"at": (0, 0), "side": "heroes", "size": "medium", "space": space, "speed": 40},
    }), "A")  # fmt: skip
    assert ((space + 2, 0) in reached(fight, "A")) is through


@pytest.mark.rule("d20.size.exceptions", "d20.terrain.tight")
def test_a_tight_gap_takes_a_body_of_one_square():
    """Of a Large creature on one square, and not of a Medium one on four."""

    def fight(**size: Any) -> Battle:
        options = {"A": {"at": (0, 0), "side": "heroes", "speed": 12, **size}}
        return turn_of(battle("..=..\n..=..", options), "A")

    assert cost(fight(size="large", space=1), "A", (1, 0), (2, 0), (3, 0)) == 4
    assert cost(fight(size="medium"), "A", (1, 0), (2, 0), (3, 0)) == 4
    assert max(x for x, _ in reached(fight(size="medium", space=2), "A")) == 0


@pytest.mark.rule("d20.big.reach")
def test_a_giant_strikes_what_is_not_beside_it():
    fight = turn_of(battle("AA.b\nAA.."), "A")
    from tacsim.core.intents import Strike

    assert check(fight, Strike("A", "b"))
    assert not check(turn_of(battle("AA..b\nAA..."), "A"), Strike("A", "b"))


# --- several to a square -----------------------------------------------------------------------


def crowd(mover: str, **others: int) -> Battle:
    """A beside a square full of others of its side and of the foe's, by size."""
    inside: dict[str, Any] = {}
    for size, count in others.items():
        for i in range(count):
            inside[f"{size}{i}"] = {"at": (1, 0), "size": size, "weapons": (),
                                    "side": "heroes" if i % 2 else "foes"}  # fmt: skip
    return turn_of(battle("A..", {"A": {"size": mover}, **inside}), "A")


@pytest.mark.rule("d20.tiny.per-square", "d20.tiny.diminutive-count", "d20.tiny.fine-count")
@pytest.mark.parametrize(
    ("mover", "others", "fits"),
    [
        ("tiny", {"tiny": 3}, True), ("tiny", {"tiny": 4}, False),
        ("diminutive", {"diminutive": 24}, True), ("diminutive", {"diminutive": 25}, False),
        ("fine", {"fine": 99}, True), ("fine", {"fine": 100}, False),
        ("diminutive", {"tiny": 3, "diminutive": 5}, True),
        ("diminutive", {"tiny": 3, "diminutive": 6}, False),
        ("tiny", {"tiny": 2, "diminutive": 6}, True),
        ("tiny", {"tiny": 2, "diminutive": 7}, False),
        ("fine", {"tiny": 3, "diminutive": 6}, True), ("fine", {"tiny": 4}, False),
        ("tiny", {"medium": 1, "tiny": 3}, True), ("tiny", {"medium": 1, "tiny": 4}, False),
        ("medium", {"tiny": 1}, False), ("medium", {"fine": 1}, False),
    ],
)  # fmt: skip
def test_how_many_stop_in_a_square(mover, others, fits):
    """3 Tiny and 6 Diminutive fit, with a seventh they do not; bigger ones do not count."""
    fight = crowd(mover, **others)
    verdict = check(fight, Move("A", path=((1, 0),)))
    assert bool(verdict) == fits
    if not fits and mover != "medium":
        assert why_not(fight, Move("A", path=((1, 0),))) == ("crowded", "d20.tiny.per-square")


@pytest.mark.rule("d20.tiny.per-square", "d20.tiny.enter")
def test_through_a_full_square_there_is_a_way():
    fight = crowd("tiny", tiny=4)
    assert check(fight, Move("A", path=((1, 0), (2, 0))))


@pytest.mark.rule("d20.tiny.no-threat")
def test_walking_past_the_very_small_provokes_nothing():
    """Medium (0, 1)-(1, 1)-(2, 1) past a Tiny one at (1, 0)."""
    fight = turn_of(battle(".b..\nA...", {"b": {"size": "tiny"}}), "A")
    assert provokes(fight, "A", (1, 1), (2, 1)) == []


@pytest.mark.rule("d20.tiny.no-threat", "d20.aoo.move")
def test_leaving_a_square_shared_with_one_does():
    fight = turn_of(battle("A..", {"t": {"at": (0, 0), "size": "tiny", "side": "foes"}}), "A")
    assert provokes(fight, "A", (1, 0)) == ["t"]


@pytest.mark.rule("d20.tiny.enter", "d20.tiny.enter.provokes")
def test_friends_whose_square_is_entered_do_not_mind():
    fight = turn_of(battle("AB.", {"A": {"size": "tiny"}}), "A")
    assert provokes(fight, "A", (1, 0)) == []
    assert fight.world["A"].at == (1, 0)
    move_freely(fight, "A", (2, 0))
    assert fight.world["A"].at == (2, 0)


@pytest.mark.rule("d20.weapon.size")
@pytest.mark.parametrize(
    ("size", "longsword", "dagger", "greatsword"),
    [("tiny", "1d4", "1d2", "1d8"), ("small", "1d6", "1d3", "1d10"),
     ("medium", "1d8", "1d4", "2d6"), ("large", "2d6", "1d6", "3d6"),
     ("huge", "3d6", "1d8", "4d6")],
)  # fmt: skip
def test_weapons_are_made_for_their_wielders_size(size, longsword, dagger, greatsword):
    """The dice as the open rules' tables of tiny and large weapons have them."""
    rules = content("d20")
    arms = ["longsword", "dagger", "greatsword"]
    changes = {
        "size": size,
        "weapons": arms,
        "natural_weapons": [{"name": "bite", "damage": "1d4"}],
    }
    entry = rules.book.merged(rules.bestiary["dummy"], changes)
    parts = rules.creature(entry, {}, topology="square")
    (offence,) = (part for part in parts if isinstance(part, Offence))
    dice = {weapon.name: weapon.damage for weapon in offence.weapons}
    assert dice == dict(zip(arms, (longsword, dagger, greatsword), strict=True)) | {"bite": "1d4"}
    own = rules.book.merged(entry, {"damage": {"dagger": "1d10"}})
    (offence,) = (p for p in rules.creature(own, {}, topology="square") if isinstance(p, Offence))
    assert next(w.damage for w in offence.weapons if w.name == "dagger") == "1d10"


@pytest.mark.rule("d20.size.build")
@pytest.mark.parametrize(
    ("size", "shape", "told"),
    [("fine", "tall", "up to 0.5 ft tall, up to 0.125 lb; -16 to grapple, +16 to hide."),
     ("medium", "tall", "4 to 8 ft tall, 60 to 500 lb; +0 to grapple, +0 to hide."),
     ("large", "long", "8 to 16 ft long, 500 to 4000 lb; +4 to grapple, -4 to hide."),
     ("colossal", "tall", "at least 64 ft tall, at least 250000 lb; +16 to grapple, -16 to hide.")],
)  # fmt: skip
def test_what_is_typical_of_a_size_is_told(size, shape, told):
    fight = in_the_middle(size, shape)
    text, clauses = build(fight, fight.world["A"])
    assert text == f"Typical of its size: {told}"
    assert clauses == ("d20.size.build", f"d20.sizemod.{size}")
