"""More stupid things that opponents must not do: pressed hard, alone, or shot at across a chasm.

The creatures are those of the bestiaries, on boards as scenarios have them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ai.acting import turn_of
from ai.test_wits import gap, played, turns, way
from gate import slow

import tacsim
from tacsim.core.apply import apply
from tacsim.core.events import RoundStarted
from tacsim.core.intents import Dodge, Strike, TotalDefense
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches

EACH = pytest.mark.parametrize("name", ["cautious", "quick", *slow("tactician")])
FAMILY = pytest.mark.parametrize("ruleset", ["grid5e", "metric"])
SHOOTER = {"d20": "human_archer", "grid5e": "scout", "metric": "scout"}
BERSERKER = {"d20": "orc_berserker", "grid5e": "berserker", "metric": "berserker"}


def drawn(path: Path, ruleset: str, grid: str, **them: dict[str, Any]) -> Battle:
    """The battle of a scenario file; capitals are of one side, small letters of the other."""
    rows = grid.split()
    at = {c: (row.index(c), y) for y, row in enumerate(rows) for c in row if c in them}
    for c in them:
        rows = [row.replace(c, ".") for row in rows]
    text = [f'format = 1\nname = "Drawn"\nruleset = "{ruleset}"\n[map]', "grid = '''", *rows, "'''"]
    text += ['[[side]]\nid = "upper"', '[[side]]\nid = "lower"']
    for c, fields in them.items():
        side = "upper" if c.isupper() else "lower"
        text.append(f'[[creature]]\nid = "{c}"\nside = "{side}"\nat = {list(at[c])}')
        text += [f"{key} = {value!r}".replace("'", '"') for key, value in fields.items()]
    (path / "drawn.toml").write_text("\n".join(text), "utf-8")
    return tacsim.load(path / "drawn.toml", seed=1).rules


def first_turn(fight: Battle, who: str, name: str) -> tuple[list[Any], list[str]]:
    """What an opponent does in a creature's turn, and who is asked for an opportunity by it.

    It is the second round, in which nobody is off its guard any more.
    """
    apply(fight.world, RoundStarted(2))
    return played(turn_of(fight, who), who, name)


# --- beside two -----------------------------------------------------------------------------------


@EACH
@FAMILY
def test_nobody_steps_out_of_one_foes_reach_to_strike_at_another_beside_it(
    name: str, ruleset: str, tmp_path: Path
) -> None:
    """It reaches the wounded one from where it is; a step first costs it a blow of the other."""
    veteran, orc = {"kind": "veteran", "initiative": 1}, {"kind": "orc"}
    fight = drawn(tmp_path, ruleset, ".......\n..bAc..\n.......",
                  A=veteran, b=orc, c=orc | {"wounds": 14})  # fmt: skip
    done, asked = first_turn(fight, "A", name)
    assert asked == [], done
    assert next(one.target for one in done if isinstance(one, Strike)) == "c"


@EACH
@FAMILY
def test_a_shooter_between_two_takes_the_blade(name: str, ruleset: str, tmp_path: Path) -> None:
    """In reach a bow shoots at disadvantage, 30 % for 6.5; the shortsword has 55 % for 5.5."""
    thug = {"kind": "thug", "initiative": 20}
    fight = drawn(tmp_path, ruleset, "." * 12 + "\n....bAc.....\n" + "." * 12,
                  A={"kind": "scout", "initiative": 1}, b=thug, c=thug)  # fmt: skip
    done, asked = first_turn(fight, "A", name)
    assert asked == [], done
    assert {one.weapon for one in done if isinstance(one, Strike)} == {"shortsword"}


@EACH
def test_nobody_runs_past_two_blades_for_what_a_javelin_does_as_well(
    name: str, tmp_path: Path
) -> None:
    """Two of 65 % for 9.5 of its 15 hit points; the javelin is thrown from where it is."""
    orc = {"kind": "orc"}
    board = """
        ..............
        ....o....p....
        .A..........c.
        ..............
        ....q....s....
        ..............
        """
    fight = drawn(tmp_path, "metric", board, A=orc | {"initiative": 30}, o=orc, p=orc, q=orc,
                  s=orc, c=orc | {"wounds": 14})  # fmt: skip
    assert first_turn(fight, "A", name)[1] == []


# --- alone ----------------------------------------------------------------------------------------


@EACH
def test_whoever_is_alone_does_not_defend_itself_to_death(name: str, tmp_path: Path) -> None:
    """Nobody comes to help; of 5 hit points its stroke takes all in every second try."""
    archer = {"kind": "human_archer", "initiative": 1, "wounds": 13}
    orc = {"kind": "orc", "initiative": 20}
    fight = drawn(tmp_path, "d20", "." * 12 + "\n....bAc.....\n" + "." * 12,
                  A=archer, b=orc, c=orc)  # fmt: skip
    done, _ = first_turn(fight, "A", name)
    assert any(isinstance(one, Strike) for one in done), done
    assert not any(isinstance(one, TotalDefense) for one in done)


# --- across a chasm -------------------------------------------------------------------------------

HIDING = """
    ..........::........
    .A........::......b.
    ....#.....::........
    ....#.....::........
    ....#.....::........
    """
BARE = "..........::........\n.A........::......b.\n..........::........"


@EACH
@pytest.mark.parametrize("ruleset", ["d20", "grid5e", "metric"])
def test_who_hides_from_whom_it_cannot_get_at_stays_hidden(
    name: str, ruleset: str, tmp_path: Path
) -> None:
    """Out of the shots and in again, in one turn and turn after turn, was the dance."""
    fight = drawn(tmp_path, ruleset, HIDING,
                  A={"kind": BERSERKER[ruleset], "weapons": ["greataxe"]},
                  b={"kind": SHOOTER[ruleset]})  # fmt: skip
    done = turns(fight, "A", name, 3)
    assert len(way(done)) == 1, done
    assert not reaches(fight, fight.world["b"].body, fight.world["A"].body)


@EACH
@pytest.mark.parametrize("ruleset", ["d20", "grid5e", "metric"])
def test_who_has_nowhere_to_hide_defends_itself(name: str, ruleset: str, tmp_path: Path) -> None:
    """At the brink it comes no nearer, and what it does not use on attacks it has for that."""
    fight = drawn(tmp_path, ruleset, BARE,
                  A={"kind": BERSERKER[ruleset], "weapons": ["greataxe"]},
                  b={"kind": SHOOTER[ruleset]})  # fmt: skip
    done = turns(fight, "A", name, 4)
    assert gap(fight, "A", "b") == 9
    assert [type(one) for one in done[-1][:-1]] == [TotalDefense if ruleset == "d20" else Dodge]
