"""The front door: battles that are loaded, asked, forked, played and saved."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacsim
from examples import some
from tacsim.api.plain import choices_of
from tacsim.rules.choices import choices
from tacsim.rules.forecast import forecast
from tacsim.session.view import View

SHIPPED = sorted(path.stem for path in (Path(__file__).parents[2] / "maps").glob("*.toml"))


@pytest.fixture
def battle() -> tacsim.Battle:
    return tacsim.load("ogre_bridge", seed=7)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_battle_is_loaded_with_options_of_whoever_decides(name):
    battle = tacsim.load(name, seed=3)
    assert {option.intent.actor for option in battle.choices()} == {battle.decision.actor}
    assert not battle.over
    assert battle.winner is None


def test_the_same_seed_gives_the_same_battle_and_another_another():
    one, same, other = (tacsim.load("ogre_bridge", seed=seed) for seed in (7, 7, 8))
    assert one == same
    assert one.digest() == same.digest()
    assert one.digest() != other.digest()


def test_options_are_in_the_same_order_in_every_process(battle):
    program = (
        "import tacsim\n"
        "for option in tacsim.load('ogre_bridge', seed=7).choices(): print(option.intent)"
    )
    here = "".join(f"{option.intent}\n" for option in battle.choices())
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        env={"PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert done.stdout == here


def test_every_option_is_allowed_and_every_refused_one_is_not(battle):
    found = battle.choices()
    assert all(battle.check(option) for option in found)
    assert not any(battle.check(barred.intent) for barred in found.refused)


def test_neither_a_fork_nor_its_parent_sees_what_happens_to_the_other(battle):
    before, child = battle.digest(), battle.fork()
    child.submit({"intent": "end_turn"})
    assert battle.digest() == before != child.digest()
    assert battle != child
    assert len(child.past) == len(battle.past) + 1
    battle.submit({"intent": "end_turn"})
    assert battle == child


def test_a_fork_with_other_dice_throws_others(battle):
    def thrown(child: tacsim.Battle) -> list[int]:
        tacsim.play(child, dict.fromkeys(child.sides, "greedy"), max_rounds=2)
        return [die for entry in child.log() if entry["event"] == "rolled" for die in entry["dice"]]

    own = thrown(battle.fork())
    assert thrown(battle.fork()) == own
    assert thrown(battle.fork(seed=5)) == thrown(battle.fork(seed=5)) != own


def test_a_fork_with_other_dice_cannot_be_saved(battle, tmp_path):
    with pytest.raises(tacsim.ContentError, match="dice of its own"):
        battle.fork(seed=5).fork().save(tmp_path / "a.tacsim")
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_is_an_event_and_changes_nothing(battle):
    before = battle.fork()
    (event,) = battle.submit({"intent": "strike", "target": "ogre"})
    assert isinstance(event, tacsim.events.IntentRefused)
    assert event.reason == "out_of_reach"
    assert event.clause == "d20.threat"
    assert battle == before
    assert battle.log() == before.log()
    verdict = battle.check({"intent": "strike", "target": "ogre"})
    assert (bool(verdict), verdict.reason, verdict.clause) == (False, "out_of_reach", "d20.threat")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"intent": "stirke", "target": "ogre"}, 'unknown intent "stirke"'),
        ({"intent": "strike"}, "target: is missing"),
        ({"intent": "strike", "target": "nobody"}, "nobody"),
        ({"intent": "move", "to": [1]}, "to: must be"),
        ({"intent": "move"}, "a move needs to or path"),
        ({}, "intent: is missing"),
    ],
)
def test_a_table_that_is_no_intent_is_told_so(battle, table, words):
    with pytest.raises(tacsim.ContentError, match="intent: ") as raised:
        battle.submit(table)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_table_an_intent_and_an_option_are_the_same(battle):
    actor = battle.decision.actor
    ways = [
        {"intent": "end_turn"},
        {"intent": "end_turn", "actor": actor},
        tacsim.intents.EndTurn(actor),
        next(o for o in battle.choices() if o.intent == tacsim.intents.EndTurn(actor)),
    ]
    children = [battle.fork() for _ in ways]
    for child, way in zip(children, ways, strict=True):
        assert not isinstance(child.submit(way)[0], tacsim.events.IntentRefused)
    assert all(child == children[0] for child in children)


def test_a_forecast_is_that_of_the_rules_with_what_it_costs(battle):
    option = max(battle.choices(), key=lambda one: dict(one.cost).get("standard", 0))
    found = battle.forecast(option)
    assert found.cost == option.cost != ()
    assert found.ends == forecast(battle.rules, option.intent).ends


def test_a_forecast_of_what_is_refused_says_why(battle):
    found = battle.forecast({"intent": "strike", "target": "ogre"})
    assert isinstance(found, tacsim.Refused)
    assert found.clause == "d20.threat"


def test_saved_it_is_gone_on_with_and_replayed(battle, tmp_path):
    tacsim.play(battle, dict.fromkeys(battle.sides, "greedy"), max_rounds=3)
    path = battle.save(tmp_path / "fight.tacsim")
    replay = tacsim.replay(path)
    assert replay.verify().ok
    assert list(replay) == battle.log()
    assert replay.end == battle
    assert tacsim.load(path).digest() == battle.digest()
    assert len(replay) == len(battle.past) - 1 == len(list(replay.intents()))


def test_from_any_decision_of_a_save_another_battle_is_gone_on_with(battle, tmp_path):
    tacsim.play(battle, dict.fromkeys(battle.sides, "greedy"), max_rounds=2)
    replay = tacsim.replay(battle.save(tmp_path / "fight.tacsim"))
    there = replay.at(5)
    assert there.decision is not None
    assert there.log() == battle.log()[: len(there.log())]
    tacsim.play(there, dict.fromkeys(battle.sides, "cautious"), max_rounds=1)
    again = tacsim.replay(there.save(tmp_path / "other.tacsim"))
    assert again.verify().ok
    assert again.end == there
    assert replay.at(0).round == 1
    with pytest.raises(IndexError):
        replay.at(len(replay) + 1)


def test_a_save_is_never_written_over(battle, tmp_path):
    path = battle.save(tmp_path / "fight.tacsim")
    before = path.read_bytes()
    battle.submit({"intent": "end_turn"})
    with pytest.raises(tacsim.ContentError, match=r"fight\.tacsim"):
        battle.save(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["no_such_battle", "/nowhere/at/all.toml", "x.tacsim", "\0"])
def test_what_cannot_be_loaded_is_a_content_error(name):
    with pytest.raises(tacsim.ContentError) as raised:
        tacsim.load(name)
    assert "\n" not in str(raised.value)


def test_a_damaged_save_is_a_content_error_and_stays_as_it_is(battle, tmp_path):
    path = battle.save(tmp_path / "fight.tacsim")
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(tacsim.ContentError, match=r"fight\.tacsim"):
        tacsim.load(path)
    assert len(path.read_bytes()) == 20


def test_a_save_has_its_own_seed(battle, tmp_path):
    path = battle.save(tmp_path / "fight.tacsim")
    with pytest.raises(tacsim.ContentError, match="its own seed"):
        tacsim.load(path, seed=4)


def test_programs_play_against_opponents(battle):
    asked = Counter[str]()

    def cornered(shown: View) -> object:
        """Strikes whoever it can, else ends its turn; what it does to its copy stays there."""
        asked[shown[shown.decision.actor].side] += 1
        intents = [option.intent for option in shown.choices()]
        shown.submit(intents[0])
        strikes = (one for one in intents if isinstance(one, tacsim.intents.Strike))
        return next(strikes, None)

    heroes, raiders = battle.sides
    tacsim.play(battle, {heroes: cornered, raiders: "greedy"}, max_rounds=4)
    assert asked[heroes] > 0
    assert asked[raiders] == 0
    assert battle.over


@pytest.mark.parametrize(
    ("who", "words"),
    [({}, "sides nobody plays"), ({"nobody": "greedy"}, "unknown sides"),
     ("grrr", 'unknown opponent "grrr"'), ("ai:", 'unknown opponent ""'),
     ("human", "nobody can be asked"), ("script", "nobody can be asked")],
)  # fmt: skip
def test_controllers_that_make_no_battle(battle, who, words):
    with pytest.raises(ValueError, match=words):
        tacsim.play(battle, who if isinstance(who, dict) else dict.fromkeys(battle.sides, who))


def test_a_side_sees_and_foretells_only_what_it_perceives():
    battle = tacsim.load("ogre_warren", seed=7, fog=True)
    side = battle[battle.decision.actor].side
    known = set(battle.perceived(side).creatures)
    assert known < set(battle.creatures)
    hidden = next(name for name in battle.creatures if name not in known)
    aimed = {getattr(one.intent, "target", None) for one in battle.choices()}
    assert hidden not in aimed
    wanted = {"intent": "ready", "target": hidden}
    assert battle.check(wanted).reason == "unknown_creature"
    assert isinstance(battle.forecast(wanted), tacsim.Refused)


def test_moves_of_whoever_acts_are_those_of_its_choices_and_others_as_if_its_turn_began(battle):
    actor = battle.decision.actor
    walked = [row for row in battle.reach(actor) if row.can_stop and len(row.bodies) > 1]
    family = next(one for one in battle.choices().families if one.mode.name == "walk")
    assert [row.at for row in walked] == [option.intent.path[-1] for option in family.options]
    other = next(name for name in battle.creatures if name != actor)
    turn = battle.at_turn_of(other)
    assert turn.decision.actor == other
    assert battle.reach(other) == turn.reach(other)
    assert battle.decision.actor == actor


def test_no_such_creature_or_mode(battle):
    for ask in (battle.threat, battle.reach, battle.at_turn_of):
        with pytest.raises(KeyError, match='unknown creature "nobody"'):
            ask("nobody")
    with pytest.raises(KeyError, match='unknown mode "hop"'):
        battle.moves("ogre", "hop")


def test_cells_between_creatures_count_from_the_nearest(battle):
    ogre = battle["ogre"]
    x, y = ogre.at
    assert battle.measure("ogre", (x - 3, y)) == 3
    assert battle.measure("ogre", (x + ogre.size.extent[0] + 1, y)) == 2
    assert battle.measure((0, 0), (4, 7)) == 9


def test_the_board_as_text_shows_ground_creatures_and_marks(battle):
    x, y = battle["ogre"].at
    lines = battle.draw([(0, 1), (x, y)]).splitlines()
    assert lines[y][x] == battle["ogre"].identity.glyph
    assert lines[0].startswith(",,..,")
    assert lines[1].startswith("*.,..")


def test_who_has_passed_a_check_on_its_way_up_is_saved(tmp_path):
    """The move keeps in mind which checks were passed; a save names them beside creatures."""
    battle = tacsim.load("gorge_bridge", seed=1)
    climbs = (one for one in battle.choices() if getattr(one.intent, "mode", "") == "climb")
    for climb in climbs:
        child = battle.fork()
        events = child.submit(climb)
        if any(isinstance(event, tacsim.events.Tested) and event.passed for event in events):
            break
    else:
        pytest.fail("nobody climbs")
    assert tacsim.load(child.save(tmp_path / "a.tacsim")) == child


@settings(max_examples=some(8), deadline=None)
@given(st.sampled_from(SHIPPED), st.integers(0, 2**31), st.data())
def test_what_is_chosen_at_random_is_accepted_saved_and_replayed(
    tmp_path_factory, name, seed, data
):
    battle = tacsim.load(name, seed=seed)
    for _ in range(6):
        if battle.over:
            break
        options = list(choices(battle.rules))
        option = options[data.draw(st.integers(0, len(options) - 1))]
        assert not isinstance(battle.submit(option)[0], tacsim.events.IntentRefused)
    path = tmp_path_factory.mktemp("saves") / "a.tacsim"
    battle.save(path)
    assert tacsim.load(path) == battle
    assert tacsim.replay(path).verify().ok


POLITE = """
format = 1
name = "Two who are polite"
ruleset = "pool"
map = { format = 1, name = "A plank", topology = "cube", grid = "......" }
side = [
    { id = "one", name = "One", controller = "human" },
    { id = "other", name = "Other", controller = "human" },
]
creature = [
    { id = "a", name = "A", kind = "dummy", side = "one", at = [0, 0, 0], initiative = 3 },
    { id = "b", name = "B", kind = "dummy", side = "one", at = [1, 0, 0], initiative = 3 },
    { id = "c", name = "C", kind = "dummy", side = "other", at = [5, 0, 0], initiative = 1 },
]
"""


def test_a_round_that_does_not_end_is_broken_off(tmp_path):
    """Each of two lets the other act first, again and again."""
    path = tmp_path / "polite.toml"
    path.write_text(POLITE)
    battle = tacsim.load(path, seed=3)

    def polite(shown: View) -> object:
        options = list(shown.choices())
        return next((o for o in options if isinstance(o.intent, tacsim.intents.Yield)), None)

    tacsim.play(battle, dict.fromkeys(battle.sides, polite), max_rounds=1)
    assert battle.over


def test_a_bot_that_is_asked_something_in_the_fog_is_shown_what_its_side_knows():
    battle, hidden = tacsim.load("ogre_warren", seed=3), []
    side = "warren"

    def wary(shown: View) -> object:
        if not shown.decision.is_turn:
            known = set(battle.perceived(side).creatures)
            hidden.append(len(battle.creatures) - len(known))
            assert set(shown.creatures) == known
            assert next(iter(shown.choices())).intent.actor == shown.decision.actor
        armed = [o for o in shown.choices() if not isinstance(o.intent, tacsim.intents.DropHeld)]
        return max(armed, key=lambda o: isinstance(o.intent, tacsim.intents.Strike))

    tacsim.play(battle, {one: wary if one == side else "quick" for one in battle.sides}, 19)
    assert any(hidden)


@pytest.mark.parametrize("seed", [True, "7", 1.5, 2**63, -(2**63) - 1, object()])
def test_what_is_no_seed_is_refused(battle, seed):
    for ask in (lambda: tacsim.load("dawn_duel", seed=seed), lambda: battle.fork(seed=seed)):
        with pytest.raises(ValueError, match="a seed must be a whole number"):
            ask()


@pytest.mark.parametrize("wanted", [None, 5, "end_turn", b"x", [1]])
def test_what_is_no_intent_is_told_so(battle, wanted):
    before = battle.digest()
    for ask in (battle.check, battle.submit, battle.forecast):
        with pytest.raises(TypeError, match="an intent, an option or a table is wanted"):
            ask(wanted)
    assert battle.digest() == before


def test_lists_in_an_intent_are_as_good_as_tuples(battle):
    path = next(o for o in battle.choices() if isinstance(o.intent, tacsim.intents.Move)).intent
    listed = tacsim.intents.Move(path.actor, path=[list(cell) for cell in path.path])
    assert bool(battle.check(listed)) == bool(battle.check(tacsim.intents.Move(
        path.actor, path=path.path)))  # fmt: skip
    with pytest.raises(tacsim.ContentError, match="target"):
        battle.submit(tacsim.intents.Strike(path.actor, ["ogre"]))


def test_an_unknown_side_a_depth_below_zero_and_what_is_no_cell_are_told(battle):
    for ask in (lambda: battle.choices("nope"), lambda: battle.perceived("nope"),
                lambda: battle.check({"intent": "end_turn"}, as_seen_by="nope")):  # fmt: skip
        with pytest.raises(ValueError, match='unknown side "nope"'):
            ask()
    for depth in (-1, 1.5):
        with pytest.raises(ValueError, match="depth"):
            battle.perft(depth)
    for cell in ((0, 0, 0), (0.5, 0), (-5, 3), ("a", 0)):
        with pytest.raises(ValueError, match="is no cell"):
            battle.measure(cell, (1, 1))
    with pytest.raises(KeyError, match=r"xxx\.\.\."):
        battle.threat("x" * 5000)


OUTLET = """
format = 1
name = "Outlet"
ruleset = "d20"
seed = 1

[map]
grid = '''
########
#...####
#...=..#
#...#..#
########
'''

[[side]]
id = "a"
controller = "human"
[[side]]
id = "b"
controller = "human"

[[creature]]
id = "jinn"
kind = "djinni"
side = "a"
at = [2, 1]
flying = false
initiative = 30
[[creature]]
id = "friend"
kind = "dummy"
side = "a"
at = [3, 3]
initiative = 20
[[creature]]
id = "foe"
kind = "dummy"
side = "b"
at = [1, 3]
initiative = 10
"""


def test_a_forecast_says_why_an_act_of_several_turns_comes_to_nothing(tmp_path):
    path = tmp_path / "outlet.toml"
    path.write_text(OUTLET)
    battle = tacsim.load(path)

    def told(way):
        found = choices_of(battle, forecasts=True)["options"]
        return next(
            one["forecast"] for one in found
            if one["intent"].get("way", "on") == way and one["intent"]["intent"] == "wriggle"
        )  # fmt: skip

    assert "in_vain" not in told("east")
    for intent in (
        {"intent": "wriggle", "way": "east"}, {"intent": "end_turn"},
        {"intent": "move", "to": [5, 2], "mode": "double"}, {"intent": "end_turn"},
        {"intent": "end_turn"},
    ):  # fmt: skip
        battle.submit(intent)
    assert told("on")["later"] == {"rounds": 9, "chances": {"escape_artist": 0.25}}
    assert told("on")["in_vain"]["reason"] == "stop_occupied"
    assert "in_vain" not in told("back")
