import attrs
import boards
import pytest
from boards import battle, turn_of

from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import AreaAttack, Bonus, Effort, Goal, Goals, Watch, Weapon
from tacsim.core.events import Entry
from tacsim.core.intents import (
    Area,
    Decline,
    Delay,
    EndTurn,
    FullAttack,
    Move,
    Ready,
    Stand,
    Strike,
    Take,
    Trip,
    Wriggle,
)
from tacsim.core.terrain import Label, make_battlefield
from tacsim.rules.engine import submit
from tacsim.rules.goals import Progress
from tacsim.session.learning import learnt
from tacsim.session.perception import Memory
from tacsim.session.session import SEEN, Session
from tacsim.view.wording.goals import asked, so_far
from tacsim.view.wording.narration import LogLine, chief_of, narrate

ONE = (1, 1)


def entries(events):
    return [Entry(number, 1, event) for number, event in enumerate(events)]


def log_of(fight, events, memory=None, before=frozenset()):
    return [line.text for line in lines_of(fight, events, memory, before)]


def lines_of(fight, events, memory=None, before=frozenset()):
    """The lines of events; with a memory those of its side, as it sees now and knew before."""
    made = entries(events)
    if memory is not None:
        memory.known_before = before
        made = learnt((entry, memory.perceived(entry)) for entry in made)
    return narrate(made, fight.world)


def played(fight, *intents):
    """The lines of a session's intents."""
    session = Session(fight)
    lines = []
    for intent in intents:
        lines += narrate(session.submit(intent), fight.world)
    return lines


def watched(session, intent, side="heroes"):
    """The lines of an intent as a side perceives it, event by event."""
    fight = session.battle.fork()
    memory, happened = Memory(fight, side), []
    for entry in session.submit(intent):
        apply(fight.world, entry.event)
        happened.append((entry, memory.take_in(entry)))
    return narrate(learnt(happened), fight.world)


def texts(lines):
    return [line.text for line in lines]


def names(fight, **named):
    for key, name in named.items():
        fight.world.put(key, attrs.evolve(fight.world[key].identity, name=name))
    return fight


# --- moves -------------------------------------------------------------------------------------


def test_a_walk_is_one_line():
    fight = names(turn_of(battle("A......b"), "A"), A="Aldis")
    (line,) = played(fight, Move("A", to=(5, 0)))
    assert line.text == "Aldis walks 5 squares to (5,0)"
    assert line.tone == "move"
    assert len(line.detail) == 5


def test_a_cost_other_than_the_squares_is_told_with_its_clauses():
    fight = turn_of(battle("A,,....b"), "A")
    (line,) = played(fight, Move("A", to=(3, 0)))
    assert line.text == "A walks 3 squares to (3,0) (cost 5)"
    assert "d20.terrain.difficult" in line.clauses
    assert line.detail[0] == "(1,0): cost 2, 2 so far (d20.scale.square, d20.terrain.difficult)"
    assert line.detail[2].startswith("(3,0): cost 1, 5 so far")


@pytest.mark.rule("d20.squeeze.cost")
def test_squeezing_is_told_with_where_it_begins():
    fight = turn_of(battle("OO....b\nOO#####", {"O": {"speed": 8}}), "O")
    (line,) = played(fight, Move("O", to=(3, 0)))
    assert line.text.startswith("O walks 3 squares to (3,0) (cost ")
    assert "squeezing from" in line.text
    assert any(clause.startswith("d20.squeeze") for clause in line.clauses)


def test_other_modes_have_words_of_their_own():
    for mode, to, text in (
        ("five_foot_step", (1, 0), "A takes a 5-ft step to (1,0)"),
        ("run", (9, 0), "A runs 9 squares to (9,0)"),
        ("withdraw", (8, 0), "A withdraws 8 squares to (8,0)"),
        ("double", (8, 0), "A walks 8 squares to (8,0)"),
    ):
        fight = turn_of(battle("A..............\n..............b"), "A")
        assert texts(played(fight, Move("A", to=to, mode=mode))) == [text]


def test_grids_have_words_of_their_own():
    fight = turn_of(battle("A......b"), "A")
    lines = Session(fight).submit(Move("A", to=(2, 0)))
    fight.world.field = attrs.evolve(fight.world.field, topology="hex")
    assert texts(narrate(lines, fight.world)) == ["A walks 2 hexes to (2,0)"]


# --- attacks -----------------------------------------------------------------------------------


def test_an_attack_is_one_line_with_the_sum_and_the_result():
    fight = turn_of(battle("Ab", {"A": {"base": 3}, "b": {"hp": 20}}, dice=[12, 4]), "A")
    names(fight, A="Aldis", b="Ogre")
    (line,) = played(fight, Strike("A", "b"))
    assert line.text == "Aldis strikes Ogre with club: 12+3=15 v 10, hit, 4 damage"
    assert line.tone == "hit"
    assert "d20.attack.roll" in line.clauses
    assert line.detail == (
        "Attack: 12 on the die",
        "  +3 base attack (d20.attack.roll)",
        "Against 10, of which:",
        "Damage: 4 +0 = 4 (d20.attack.strength)",
    )


def test_a_miss_and_a_critical_say_so():
    miss = turn_of(battle("Ab", dice=[2]), "A")
    (line,) = played(miss, Strike("A", "b"))
    assert line.text == "A strikes b with club: 2+0=2 v 10, miss"
    assert line.tone == "miss"
    critical = turn_of(battle("Ab", {"b": {"hp": 30}}, dice=[20, 15, 3, 4]), "A")
    (line,) = played(critical, Strike("A", "b"))
    assert line.text == "A strikes b with club: 20+0=20 v 10, critical hit, 7 damage"
    assert line.tone == "critical"
    assert any(part.startswith("To confirm the critical: 15") for part in line.detail)


@pytest.mark.parametrize(
    ("dice", "kept", "told"),
    [
        ((8, 3), 8, "best of 8, 3: 8+4=12"),
        ((8, 3), 3, "worst of 8, 3: 3+4=7"),
        ((5, 5), 5, "5, 5: 5+4=9"),
    ],
)
def test_of_several_dice_it_is_told_which_one_counts(dice, kept, told):
    fallen = ev.Rolled("A", "attack", dice, kept + 4)
    struck = ev.Struck("A", "b", "sword", "miss", (), False, kept, kept + 4, 17)
    (line,) = log_of(battle("Ab"), [fallen, struck])
    assert f"with sword: {told} v 17" in line


def test_a_critical_that_is_not_confirmed_is_told():
    """A natural 20 hits and threatens; 5 against 10 does not confirm it."""
    fight = turn_of(battle("Ab", {"b": {"hp": 30}}, dice=[20, 5, 3]), "A")
    (line,) = played(fight, Strike("A", "b"))
    expected = "A strikes b with club: 20+0=20 v 10, hit, 3 damage (a critical not confirmed: 5)"
    assert line.text == expected
    assert line.tone == "hit"
    assert "d20.attack.crit" in line.clauses
    plain = turn_of(battle("Ab", {"b": {"hp": 30}}, dice=[19, 3]), "A")
    assert "confirmed" not in played(plain, Strike("A", "b"))[0].text


@pytest.mark.parametrize("name", ["The giant", "Heroes", "Aldis"])
def test_a_victory_is_told_in_words_that_fit_one_and_many(name):
    fight = turn_of(battle("Ab"), "A")
    sides = [attrs.evolve(side, name=name) for side in fight.world.sides.items]
    fight.world.put(None, attrs.evolve(fight.world.sides, items=tuple(sides)))
    entries = [Entry(0, 1, ev.BattleEnded("heroes"))]
    assert texts(narrate(entries, fight.world)) == [f"Victory: {name}"]


def test_shooting_is_not_called_striking():
    archer = {"A": {"weapons": [boards.shortbow()]}}
    fight = turn_of(battle("A....b", archer, dice=[2]), "A")
    assert texts(played(fight, Strike("A", "b")))[0].startswith("A attacks b with shortbow")


def test_every_attack_of_a_full_attack_is_a_line():
    fight = turn_of(battle("Ab", {"A": {"base": 6}, "b": {"hp": 40}}, dice=[12, 4, 2]), "A")
    lines = texts(played(fight, FullAttack("A", "b")))
    assert lines == [
        "A strikes b with club: 12+6=18 v 10, hit, 4 damage",
        "A strikes b with club: 2+1=3 v 10, miss",
    ]


def test_going_down_and_dying_are_one_line():
    fight = turn_of(battle("Abc", {"b": {"hp": 2}}, dice=[12, 4]), "A")
    assert texts(played(fight, Strike("A", "b")))[-1] == "B goes down"
    fight = turn_of(battle("Abc", {"b": {"hp": 1}, "A": {"weapons": [Weapon("axe", "3d6")]}},
                           dice=[12, 6, 6, 6]), "A")  # fmt: skip
    lines = played(fight, Strike("A", "b"))
    assert texts(lines)[-1] == "B goes down, dead"
    assert lines[-1].tone == "down"
    assert len(lines) == 2


def test_the_end_names_the_side_that_wins():
    fight = turn_of(battle("Ab", {"b": {"hp": 2}}, dice=[12, 4]), "A")
    line = played(fight, Strike("A", "b"))[-1]
    assert (line.text, line.tone) == ("Victory: Heroes", "end")


# --- opportunities -----------------------------------------------------------------------------


def test_an_opportunity_is_told_and_the_blow_called_so():
    board, creatures = "Ab....\n......", {"A": {"hp": 30}}
    fight = turn_of(battle(board, creatures, dice=[12, 4]), "A")
    lines = played(fight, Move("A", to=(0, 1)), Take("b"))
    assert texts(lines) == [
        "A gives b an opportunity at (0,0)",
        "Opportunity: b strikes A with club: 12+0=12 v 10, hit, 4 damage",
        "A walks 1 square to (0,1)",
    ]
    assert "d20.aoo.move" in lines[0].clauses
    assert lines[0].tone == "opportunity"
    fight = turn_of(battle(board, creatures), "A")
    lines = played(fight, Move("A", to=(0, 1)), Decline("b"))
    assert texts(lines)[1] == "B lets A pass"


def test_getting_up_provokes_by_what_it_is():
    fight = turn_of(battle("Ab", {"A": {"conditions": ["prone"]}}), "A")
    lines = texts(played(fight, Stand("A"), Decline("b")))
    assert lines[0] == "A gives b an opportunity by what it does"
    assert lines[-1] == "A stands up"


def test_an_opportunity_in_the_middle_cuts_a_walk_in_two():
    fight = turn_of(battle("A.b...\n......"), "A")
    lines = texts(played(fight, Move("A", path=((0, 1), (1, 1), (2, 1), (3, 1))), Decline("b")))
    assert lines == [
        "A walks 2 squares to (1,1)",
        "A gives b an opportunity at (1,1)",
        "B lets A pass",
        "A walks 2 squares to (3,1)",
    ]


# --- turns and the rest ------------------------------------------------------------------------


def test_turns_and_rounds_are_told():
    fight = battle("A.b", {"A": {"initiative": 9}, "b": {"initiative": 3}})
    session = Session(fight)
    lines = narrate(session.begin(), fight.world)
    assert texts(lines) == ["Initiative: A 9, b 3", "Round 1", "A's turn"]
    assert [line.tone for line in lines] == ["info", "round", "turn"]
    more = [*session.submit(EndTurn("A")), *session.submit(EndTurn("b"))]
    lines = narrate(more, fight.world)
    assert texts(lines) == ["B's turn", "Round 2", "A's turn"]
    assert lines[-1].round == 2


def test_the_dice_of_initiative_stand_in_its_detail():
    fight = battle("A.b", dice=[12, 5])
    lines = narrate(Session(fight).begin(), fight.world)
    assert lines[0].detail == ("A: 12 on the die, 12 in all", "b: 5 on the die, 5 in all")


def test_a_refusal_is_one_sentence_with_its_clause():
    fight = turn_of(battle("A.....b"), "A")
    (line,) = played(fight, Strike("A", "b"))
    assert line.tone == "refused"
    assert line.text.startswith("Out of reach")
    assert line.clauses == ("d20.threat",)


@pytest.mark.parametrize(("by", "told"), [
    (None, "A is prone"), ("A", "A drops prone"), ("b", "b knocks A down"),
])  # fmt: skip
def test_lying_down_and_being_knocked_down_are_told_apart(by, told):
    fight = battle("A.b")
    assert [line.lower() for line in log_of(fight, [ev.ConditionGained("A", "prone", by=by)])] == [
        told.lower()
    ]


def test_numbers_and_rounds_come_from_the_events():
    fight = turn_of(battle("A....b"), "A")
    lines = narrate([Entry(41, 7, ev.TurnStarted("A"))], fight.world)
    assert (lines[0].number, lines[0].round) == (41, 7)


@pytest.mark.parametrize("condition", ["prone", "helpless", "dead", "total_defense", "stunned"])
def test_states_are_told_in_words(condition):
    fight = battle("A.b")
    (gained,) = log_of(fight, [ev.ConditionGained("A", condition)])
    assert gained.startswith("A ")
    assert "_" not in gained
    log_of(fight, [ev.ConditionLost("A", condition)])


def test_wriggling_is_told_round_by_round_and_the_way_out_as_a_move():
    board = "..##....\nAA==....\nAA##....\n..##...b"
    fight = turn_of(battle(board, {"A": {"skills": {"escape_artist": 18}}}, dice=[12, 1]), "A")
    assert log_of(fight, submit(fight, Wriggle("A", "east"))) == [
        "A is wedged in a gap", "A wriggles on: round 1 of 10",
    ]  # fmt: skip
    for _ in range(8):
        submit(turn_of(fight, "A"), Wriggle("A"))
    lines = lines_of(fight, submit(turn_of(fight, "A"), Wriggle("A")))
    assert texts(lines) == [
        "A wriggles on: round 10 of 10",
        "A manages to get through the gap: 30 against 30",
        "A throws a 1 for which of several places as close it comes to",
        "A wriggles through to (4,0)",
        "A is wedged no more",
    ]
    clauses = {clause for line in lines for clause in line.clauses}
    assert clauses == {"d20.escape-artist.tight", "d20.closest.tie"}


def test_every_event_has_something_to_say_or_a_reason_not_to():
    """Batches of one event of every kind never fail."""
    fight = turn_of(battle("A.b"), "A")
    fight.world.put(None, Goals((Goal("heroes", "survive", rounds=3),)))
    samples = {
        "creature": "A", "str": "A", "str | None": "b", "int": 1, "Cell": (1, 0), "bool": False,
        "tuple[int, ...]": (1, 0),
    }  # fmt: skip

    def sample(kind: object) -> object:
        # a field's type is its text until somebody resolves it, as the codec does
        return samples.get(kind.__name__ if type(kind) is type else str(kind))

    special = {"dice": (3,), "order": ("A", "b"), "totals": (1, 2), "cells": ((1, 0),),
               "targets": ("b",), "foes": ("b",), "counts": (), "modifiers": (), "extent": (1, 1),
               "reason": "blocked", "resources": (), "winner": "heroes", "clause": "x",
               "side": "heroes", "goal": 0,
               "bonus": Bonus("aid", 2, "attack", "b", "A", "x"),
               "watch": Watch("reach"),
               "effort": Effort("wriggle", "east", 3, 10, (0, 0))}  # fmt: skip
    for kind in ev.EVENTS.values():
        if any(field.name == "frame" for field in attrs.fields(kind)):
            continue
        values = {
            field.name: special.get(field.name, sample(field.type))
            for field in attrs.fields(kind)
            if field.default is attrs.NOTHING
        }
        for line in log_of(fight, [kind(**values)]):
            assert line


# --- fog ---------------------------------------------------------------------------------------

SPLIT = "A...#....\n....#....\n....#....\n....#....\n.........."
SPLIT = "\n".join(row.ljust(10, ".")[:10] for row in SPLIT.split("\n"))


def foggy(creatures=None, **options):
    fight = battle(SPLIT, creatures or {"x": {"at": (8, 0)}}, fog=True, **options)
    turn_of(fight, "A")
    session = Session(fight)
    return fight, session, session.onlookers.memories["heroes"]


def test_what_happens_out_of_sight_is_not_told():
    _fight, session, memory = foggy()
    assert memory.known == {"A"}
    told_ = texts(watched(session, EndTurn("A")))
    assert not any("x" in line for line in told_)
    assert watched(session, Move("x", to=(8, 3))) == []


def test_initiative_names_only_those_known():
    fight, _, memory = foggy()
    (line,) = log_of(fight, [ev.BattleStarted("d20", 1, ("x", "A"), (20, 3))], memory)
    assert line == "Initiative: A 3"


def test_a_walk_partly_in_sight_tells_that_part_and_no_sum():
    _fight, session, memory = foggy({"x": {"at": (5, 4)}})
    session.submit(EndTurn("A"))
    away = Move("x", to=(1, 4), mode="withdraw")  # which stops for nobody
    (line,) = watched(session, away)
    assert "(1,4)" in line.text
    assert "cost" not in line.text
    seen = memory.seen
    steps = [entry.event for entry in session.entries if isinstance(entry.event, ev.Stepped)]
    visible = sum(bool(seen[step.dst[1], step.dst[0]]) for step in steps)
    if visible < len(steps):
        assert line.detail == ()
        assert f"withdraws {visible} square" in line.text


def test_a_walk_stops_for_whom_it_brings_to_light_and_says_so():
    _fight, session, _memory = foggy({"x": {"at": (5, 4)}})
    lines = texts(watched(session, Move("A", path=((1, 1), (2, 2), (3, 3), (3, 4)))))
    seen = next(entry.event for entry in session.entries if isinstance(entry.event, ev.Sighted))
    assert lines[-1] == f"A stops in ({seen.at[0]},{seen.at[1]}): sees x"
    assert session.undo == SEEN


def test_for_whom_a_foe_stops_is_its_own_affair():
    _fight, session, _memory = foggy({"x": {"at": (5, 4)}})
    session.submit(EndTurn("A"))
    lines = texts(watched(session, Move("x", to=(1, 4))))
    assert any(isinstance(entry.event, ev.Sighted) for entry in session.entries)
    assert not any("stops" in line for line in lines)


def test_a_blow_out_of_the_dark_comes_from_something_unseen():
    fight, _, memory = foggy()
    struck = ev.Struck("x", "A", "bow", "hit", (), False, 12, 15, 10, ("d20.attack.roll",))
    events = [ev.Rolled("x", "attack", (12,), 15), struck, ev.Rolled("x", "damage", (4,), 4),
              ev.Damaged("x", "A", 4, 6)]  # fmt: skip
    (line,) = lines_of(fight, events, memory)
    assert line.text == "Something unseen strikes A: hit, 4 damage"
    assert line.detail == ()
    assert line.clauses == ()


@pytest.mark.parametrize("event", [
    ev.TurnStarted("x"), ev.ConditionGained("x", "prone"), ev.Rolled("x", "attack", (1,), 1),
    ev.Provoked("x", "A", (1, 1)), ev.Provoked("A", "x", (1, 1)), ev.Charged("A", ("x",)),
    ev.Placed("x", (8, 0), (8, 1), (1, 1)), ev.Fell("x", (8, 0), (8, 1), (1, 1), 2),
    ev.IntentRefused("x", "move", "blocked", "c"),
    ev.Declined("x", "A"), ev.Struck("x", "x", "bow", "hit", (), False, 1, 1, 1),
])  # fmt: skip
def test_nothing_unknown_is_told(event):
    fight, _, memory = foggy()
    assert not any("x" in line.split() for line in log_of(fight, [event], memory))


def test_who_knocks_somebody_down_is_told_if_it_is_seen():
    fight, _, memory = foggy()
    line = log_of(fight, [ev.ConditionGained("A", "prone", by="x")], memory)
    assert line == ["Something unseen knocks A down"]


def test_those_seen_before_the_batch_are_still_told_of():
    fight, _, memory = foggy()
    line = log_of(fight, [ev.ConditionGained("x", "prone")], memory, frozenset({"A", "x"}))
    assert line == ["X is prone"]


def test_without_fog_a_memory_hides_nothing():
    fight = turn_of(battle("A..#.b"), "A")
    session = Session(fight)
    lines = watched(session, EndTurn("A"))
    assert lines == narrate(session.entries, fight.world)


def test_a_line_is_a_plain_record():
    assert LogLine("x") == LogLine("x")
    with pytest.raises(AttributeError):
        LogLine("x").text = "y"


def test_of_a_trip_that_fails_one_hears_first_that_it_did():
    """To get a hold is a step of it."""
    fight = turn_of(battle("Ab", {"b": {"weapons": []}}, dice=[20, 1, 20]), "A")
    lines = lines_of(fight, submit(fight, Trip("A", "b")))
    assert [line.text for line in lines][-2:] == [
        "A manages to get a hold (b): 20 against 10", "A tries to trip b and fails: 1 against 20",
    ]  # fmt: skip
    assert chief_of(lines) == lines[-1]


# --- areas -------------------------------------------------------------------------------------


def test_an_area_is_told_with_whom_it_catches_and_what_each_suffers():
    breath = AreaAttack("fire breath", "cone", 3, "2d6", "ref", 14, half=True, recharge="1d4")
    board = "......\n......\nA.b...\n..c...\n......"
    options = {"A": {"areas": [breath]}, "b": {"hp": 30}, "c": {"hp": 30, "saves": {"ref": 2}}}
    fight = turn_of(battle(board, options, dice=[3, 4, 14, 5, 3]), "A")
    lines = played(fight, Area("A", "cone", 3, (0, 2), (5, 2)))
    assert texts(lines) == [
        "A uses fire breath on b and c",
        "B manages to get out of the way: 14 against 14",
        "B takes 3 damage",
        "C fails to get out of the way: 7 against 14",
        "C takes 7 damage",
        "A can do this again in so many rounds: 3",
    ]
    assert lines[0].detail == ("Damage: 3, 4 +0 = 7 (d20.aoe.cone)",)
    assert lines[0].clauses == ("d20.aoe.cone",)


def test_an_area_without_a_name_goes_by_its_shape_and_may_catch_nobody():
    fight = turn_of(battle("A....b"), "A")
    made = ev.AreaMade("A", "burst", ((0, 0),), ())
    assert log_of(fight, [made]) == ["A uses a burst and catches nobody"]


# --- before and beside the turns ---------------------------------------------------------------


def test_surprise_waiting_and_readiness_are_told():
    fight = battle("A.b", {"A": {"initiative": 9}, "b": {"initiative": 1,
                                                         "conditions": ["unaware"]}})  # fmt: skip
    session = Session(fight)
    lines = texts(narrate(session.begin(), fight.world))
    assert "Surprise round" in lines
    lines = texts(narrate(session.submit(EndTurn("A")), fight.world))
    assert lines[:2] == ["Round 1", "B is aware of the enemy"]
    lines = texts(narrate(session.submit(Delay("A")), fight.world))
    assert lines[0] == "A waits"
    session.submit(EndTurn("b"))
    lines = texts(narrate(session.submit(Take("A")), fight.world))
    assert lines == ["A acts now", "A has a new place in the order", "A's turn"]
    lines = texts(narrate(session.submit(Ready("A")), fight.world))
    assert lines == ["A makes ready to attack"]


def test_a_stop_is_told_behind_the_whole_walk():
    """In the friend's square x is seen, and the walk goes on to where it may end."""
    fight, session, memory = foggy({"x": {"at": (5, 4)}})
    walk = session.submit(Move("A", path=((1, 1), (2, 2), (3, 3), (3, 4))))
    events = [entry.event for entry in walk]
    seen = next(event for event in events if isinstance(event, ev.Sighted))
    steps = [event for event in events if isinstance(event, ev.Stepped)]
    early = [steps[0], seen, *steps[1:]]  # as where the first square may not be stopped on
    lines = log_of(fight, early, memory)
    assert [line.split(" ")[1] for line in lines] == ["walks", "stops"]


def test_goals_are_told_with_how_far_they_are_and_that_they_are_met():
    fight = turn_of(battle("Ab"), "A")
    goals = Goal("heroes", "hold", ((0, 0),), rounds=2), Goal("foes", "slay", creature="A")
    fight.world.put(None, Goals(goals))
    events = [ev.GoalHeld("heroes", 0, 1), ev.GoalHeld("heroes", 0, 0), ev.GoalMet("foes", 1)]
    assert log_of(fight, events) == [
        "Heroes: hold (0,0): 1 of 2 rounds",
        "Heroes: hold (0,0): 0 of 2 rounds",
        "Foes, goal met: slay A",
    ]


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ([(1, 2)], "(1,2)"),
        ([(1, 2), (5, 9)], "(1,2) or (5,9)"),
        ([(x, y) for x in (3, 4, 5) for y in (1, 2)], "(3,1) to (5,2)"),
        ([(3, 1), (4, 1), (3, 2)], "(3,1) or one of 2 more"),
        ([(1, 1, z) for z in (0, 1, 2)], "(1,1,0) to (1,1,2)"),
    ],
)
def test_cells_of_a_goal_are_told_in_few_words(cells, text):
    assert asked(Goal("heroes", "reach", tuple(cells)), "") == f"reach {text}"


def test_a_goal_out_of_reach_is_told_as_lost_to_those_who_may_know():
    lost = Progress(0, Goal("heroes", "reach", ((1, 1),), "A"), 0, open=False)
    assert so_far(lost, "Ann") == "Ann reaches (1,1)"
    assert so_far(lost, "Ann", lost=True) == "Ann reaches (1,1) (lost)"


def test_a_place_goes_by_the_one_label_on_it():
    goal = Goal("heroes", "hold", ((1, 0), (2, 0)), rounds=3)
    ground = make_battlefield("....")
    well, tree = Label((2, 0), "the well"), Label((1, 0), "the tree")
    assert asked(goal, "", attrs.evolve(ground, labels=(well,))) == "hold the well for 3 rounds"
    for labels in ((), (Label((3, 0), "the gate"),), (well, tree)):
        told = asked(goal, "", attrs.evolve(ground, labels=labels))
        assert told == "hold (1,0) or (2,0) for 3 rounds"
