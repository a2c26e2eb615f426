"""The catalogue's worked examples of turns, held against the brute force of choices."""

from __future__ import annotations

from dataclasses import replace

from oracle import d20, d20_choices, fifth_choices, fifth_ways, pool_choices
from oracle.choices_boards import Place, board_of, scene

ORDER = ("m", "e")
FIELD = ["." * 13] * 13
ALONE = {"m": Place((6, 6)), "e": Place((0, 0), speed=0)}
CLOSE = {"m": Place((6, 6)), "e": Place((7, 6))}


def first(states):
    (state,) = states
    return state


def kinds(state):
    """The options' names, moves by mode."""
    return {o[1] if o[0] == "move" else o[0] for o in type_of(state).options(state)}


def type_of(state):
    modules = (d20_choices, fifth_choices, pool_choices)
    return next(one for one in modules if type(state).__module__ == one.__name__)


def d20_turn(people):
    return d20_choices.Turn(board_of("d20", FIELD, people), ORDER, "m")


def ends(state, mode):
    found = type_of(state).options(state)
    return sum(option[:2] == ("move", mode) for option in found)


def move_to(state, mode, at):
    found = type_of(state).options(state)
    (option,) = [o for o in found if o[:3] == ("move", mode, at)]
    return first(type_of(state).after(state, option))


def test_open_field():
    """0: at speed 3 there are 37 squares within reach, at 6 there are 121, the start included."""
    turn = d20_turn(ALONE)
    assert (ends(turn, "walk"), ends(turn, "double")) == (36, 120)
    assert (ends(turn, "five_foot_step"), ends(turn, "minimum")) == (8, 8)


def test_d20_a_turn_holds_two_moves_or_a_move_and_an_attack():
    """d20.actions.turn: attack and move ok, two attacks refused."""
    struck = first(d20_choices.after(d20_turn(CLOSE), ("strike", "e", "club", False)))
    ways = {"walk", "tumble", "tumble_fast", "five_foot_step"}
    assert kinds(struck) == {*ways, "drop", "drop_held", "end_turn"}
    walked = move_to(d20_turn(ALONE), "walk", (8, 6))
    assert {"ready", "total_defense", "double"} <= kinds(walked)
    assert not {"run", "withdraw", "charge", "delay", "five_foot_step"} & kinds(walked)


def test_d20_two_moves_are_one_measured_move():
    """d20.round.double-move, at speed 3: two diagonals and one more square, then three squares more
    and not four."""
    turn = move_to(d20_turn(ALONE), "walk", (8, 8))
    assert turn.walked == 6
    assert ("move", "double", (11, 8), (1, 1), None) in d20_choices.options(turn)
    assert ("move", "double", (12, 8), (1, 1), None) not in d20_choices.options(turn)


def test_d20_after_a_step_nothing_moves_on():
    """d20.step.5ft, d20.round.full-round."""
    stepped = move_to(d20_turn(CLOSE), "five_foot_step", (6, 5))
    assert "full_attack" in kinds(stepped)
    assert not {"walk", "double", "withdraw", "charge", "run", "bull_rush"} & kinds(stepped)


def test_d20_standing_up_and_pushing_provoke():
    """d20.actions.provoke.yes: and so does tripping with bare hands."""
    turn = d20_turn(CLOSE)
    for option in (("bull_rush", "e", True), ("trip", "e", "unarmed")):
        asked = first(d20_choices.after(turn, option))
        assert d20_choices.options(asked) == {("take", "club"), ("decline",)}
    down = first(d20_choices.after(turn, ("drop",)))
    assert isinstance(first(d20_choices.after(down, ("stand",))), d20_choices.Question)


def at_night(people, darkvision=0, **more):
    """A turn of d20 in the dark, where only ``m`` may have eyes for it."""
    board = replace(board_of("d20", FIELD, people), dark=True, **more)
    board["m"].darkvision = darkvision
    return d20_choices.Turn(board, ORDER, "m")


def test_d20_in_the_dark_one_goes_half_as_far():
    """d20.speed.hampered: at speed 6 three squares straight on; d20.step.5ft, d20.run: neither."""
    people = {"m": Place((6, 6), speed=6), "e": Place((0, 0), speed=0)}
    for far, squares in ((0, 3), (1, 6)):
        turn = at_night(people, far)
        found = d20_choices.options(turn)
        assert ("move", "walk", (6 + squares, 6), (1, 1), None) in found
        assert ("move", "walk", (7 + squares, 6), (1, 1), None) not in found
        assert (far > 0) == ({"five_foot_step", "run"} <= kinds(turn))


def test_d20_in_the_dark_nobody_strikes_at_whom_it_does_not_see():
    """d20.aoo.no-when, d20.cover.total: a lamp shows whom it shines on, to all."""
    assert not {"strike", "full_attack", "trip", "aid"} & kinds(at_night(CLOSE))
    assert "strike" in kinds(at_night(CLOSE, 1))
    lit = at_night(CLOSE, lamps=[((7, 6), 0)])
    assert "strike" in kinds(lit)
    for turn, asked in ((lit, False), (at_night(CLOSE, lamps=[((6, 6), 0)]), True)):
        after = first(d20_choices.after(turn, ("bull_rush", "e", True)))
        assert isinstance(after, d20_choices.Question) == asked


def test_d20_in_fog_a_walk_ends_at_the_first_sight():
    """With eyes for 3 squares, the foe 7 squares off is seen after 4."""
    people = {"m": Place((0, 0), speed=6), "e": Place((7, 0))}
    turn = at_night(people, 3, fog=True)
    assert ("ready", "move", "e", None) not in d20_choices.options(turn)
    walked = move_to(turn, "walk", (6, 0))
    assert (walked.board["m"].at, walked.walked) == ((4, 0), 8)
    assert ("ready", "move", "e", None) in d20_choices.options(walked)
    doubled = move_to(turn, "double", (6, 0))
    assert (doubled.board["m"].at, doubled.standard) == ((4, 0), True)


def test_d20_who_runs_into_somebody_unseen_halts():
    """d20.pass.enemy, in the dark: two squares for 4, and the foe's is not entered."""
    people = {"m": Place((0, 0), speed=6), "e": Place((3, 0))}
    walked = move_to(at_night(people, fog=True), "walk", (3, 0))
    assert (walked.board["m"].at, walked.walked) == ((2, 0), 8)


def test_d20_sight_past_a_corner():
    """A line of effect leads from corner to corner; between the centres is the wall."""
    rows, people = [".#####.", "......."], {"m": Place((0, 1)), "e": Place((6, 0))}
    board = board_of("d20", rows, people)
    for lines, seen in (("effect", True), ("centres", False)):
        board.readings = replace(board.readings, sight_lines=lines)
        assert d20.sees(board, board["m"], [(6, 0)]) == seen
        assert d20.sees(board, board["e"], [(0, 1)]) == seen


def test_5e_speed_is_one_pool():
    """grid5e.move.pool: speed 6, 2 and an attack and 4."""
    people = {"m": Place((3, 6), speed=6), "e": Place((6, 6))}
    turn = fifth_choices.begin(board_of("grid5e", FIELD, people), ORDER, "m")
    there = move_to(turn, "walk", (5, 6))
    struck = first(fifth_choices.after(there, ("strike", "e", "longsword")))
    assert kinds(struck) == {"walk", "drop", "end_turn"}
    assert struck.pool.left // 2 == 4
    dashed = first(fifth_choices.after(turn, ("dash",)))
    assert dashed.pool.left // 2 == 12


def test_5e_a_shove_goes_one_of_three_ways():
    """grid5e.shove."""
    turn = fifth_choices.begin(board_of("grid5e", FIELD, CLOSE), ORDER, "m")
    found = {o[2] for o in fifth_choices.options(turn) if o[0] == "shove"}
    assert found == {"prone", (8, 5), (8, 6), (8, 7)}
    corner = CLOSE | {"e": Place((7, 7))}
    turn = fifth_choices.begin(board_of("grid5e", FIELD, corner), ORDER, "m")
    found = {o[2] for o in fifth_choices.options(turn) if o[0] == "shove"}
    assert found == {"prone", (8, 8), (8, 7), (7, 8)}


def test_5e_standing_takes_half_the_speed():
    """grid5e.prone: at speed 6, 3 are left."""
    people = ALONE | {"m": Place((6, 6), speed=6, conditions=("prone",))}
    turn = fifth_choices.begin(board_of("grid5e", FIELD, people), ORDER, "m")
    assert {"crawl", "stand"} <= kinds(turn)
    up = first(fifth_choices.after(turn, ("stand",)))
    assert up.pool.left // 2 == 3
    assert isinstance(up.pool, fifth_ways.Turn)


def test_5e_the_flanked_may_name_one():
    """grid5e.flank.deny, .deny.change: then the other one, not the same again."""
    turn = fifth_choices.begin(scene("grid5e", "between"), ("m", "e", "g"), "m")
    assert {("deny_flank", "e"), ("deny_flank", "g")} <= fifth_choices.options(turn)
    named = first(fifth_choices.after(turn, ("deny_flank", "e")))
    assert [o for o in fifth_choices.options(named) if o[0] == "deny_flank"] == [
        ("deny_flank", "g")
    ]


def test_pool_attacks_grow_dearer():
    """pool.actions: with 2 Stamina one attack of 1 leaves nothing for another, which costs 2."""
    turn = pool_choices.begin(board_of("pool", FIELD, CLOSE), ORDER, "m")
    strikes = {o for o in pool_choices.options(turn) if o[0] == "strike"}
    assert strikes == {("strike", "e", "club", 1), ("strike", "e", "club", 2)}
    asked = first(pool_choices.after(turn, ("strike", "e", "club", 1)))
    assert pool_choices.options(asked) == {
        ("decline",), ("dodge", 1), ("dodge", 2), ("parry", 1), ("parry", 2),
    }  # fmt: skip
    tired = replace(turn.board["e"], stamina=0)
    turn = replace(turn, board=pool_choices.changed(turn.board, tired, stamina=0))
    struck = first(pool_choices.after(turn, ("strike", "e", "club", 1)))
    assert not any(o[0] == "strike" for o in pool_choices.options(struck))


def test_pool_neighbours_in_the_order_may_go_first():
    """pool.init.simultaneous: players 12, 9, an enemy 8, a player 7: the first two only."""
    people = {"m": Place((0, 0)), "f": Place((2, 0)), "e": Place((9, 9)), "h": Place((4, 0))}
    board = board_of("pool", FIELD, people)
    turn = pool_choices.begin(board, ("m", "f", "e", "h"), "m", frozenset("mfh"))
    assert [o for o in pool_choices.options(turn) if o[0] == "yield"] == [("yield", "f")]
