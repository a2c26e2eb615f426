"""The quick policy: legal, the same everywhere, and no fool on drawn boards."""

from __future__ import annotations

from collections import Counter

import attrs
import numpy as np
import pytest
from ai import family
from ai.acting import ARCHER, FIGHTER, OGRE, STIRGE, battle, kinds, turn_of, whole_turn
from battles import MAPS, NAMES
from fifth.boards import battle as fifth_battle
from fifth.boards import dagger, glaive

from tacsim.ai import OPPONENTS
from tacsim.ai.playouts.quick import Quick, candidates, play
from tacsim.ai.ways.routes import FAR, routes_of
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.apply import apply
from tacsim.core.components import Unloaded, Weapon
from tacsim.core.events import Damaged, IntentRefused, Provoked, RoundStarted, Stepped
from tacsim.core.intents import Decline, EndTurn, FullAttack, Intent, Move, Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, start, submit
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach
from tacsim.storage.digest import StateDigest

SLOW = pytest.mark.slow
SEEDS = [1, *[pytest.param(seed, marks=SLOW) for seed in range(2, 12)]]
EACH = ["dawn_duel", "giants_causeway", "ogre_ravine", "stirge_marsh"]
"""A battle of every ruleset, also on hexes and on cubes."""


def shipped(name: str, seed: int) -> Battle:
    """A shipped battle, begun."""
    found = begin(read_scenario(MAPS / f"{name}.toml"), seed=seed)
    start(found)
    return found


# --- whole battles ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_shipped_battle_to_the_end_and_is_refused_little(
    name: str, seed: int
) -> None:
    """As an opponent, which tries what it means to do against the rules before."""
    fight, players = shipped(name, seed), dict[str, Quick]()
    while (decision := fight.decision) is not None:
        assert fight.world.clock.round <= 40, "it does not end"
        player = players.setdefault(fight.world[decision.actor].side, Quick())
        intent = player.choose(fight, decision)
        assert not isinstance(submit(fight, intent)[0], IntentRefused)
    assert fight.world.outcome.over


def played(name: str, seed: int, rounds: int = 1) -> str:
    """The digest of a shipped battle after some rounds, and how many events there were."""
    fight, events = shipped(name, seed), 0
    while fight.decision is not None and fight.world.clock.round <= rounds:
        events += len(play(fight))
    return f"{events} {StateDigest(fight.world).value.hex()}"


@pytest.mark.parametrize("name", NAMES)
def test_a_fork_that_is_played_out_leaves_the_battle_alone(name: str) -> None:
    fight = shipped(name, 2)
    before = fight.world.state
    child = fight.fork(seed=9)
    while child.decision is not None and child.world.clock.round <= 3:
        play(child)
    assert fight.world.state == before
    assert child.world.state != before


def test_to_decide_is_not_to_change() -> None:
    """The battle is its own belief where there is no fog, and no dice are looked at."""
    fight = turn_of(
        battle("A..b......\n....c.....", {"A": FIGHTER, "b": FIGHTER, "c": ARCHER}), "A"
    )
    before = fight.world.state
    assert fight.decision is not None
    assert list(candidates(fight, fight.decision)) == list(candidates(fight, fight.decision))
    assert fight.world.state == before


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_an_answer_that_the_rules_allow(name: str) -> None:
    """On forks it submits without a check before: of ten intents not one may be in vain."""
    fight, asked, refused = shipped(name, 4), Counter[str](), 0
    while (decision := fight.decision) is not None and fight.world.clock.round <= 8:
        found = list(candidates(fight, decision))
        allowed = [intent for intent in found if not isinstance(check(fight, intent), Refused)]
        last: type = EndTurn if decision.is_turn else Decline
        assert isinstance(found[-1], last)
        assert found[-1] in allowed
        asked[decision.question] += 1
        refused += found.index(allowed[0])
        submit(fight, allowed[0])
    assert asked["turn"]
    assert refused <= 0.1 * asked.total()


# --- a turn, board by board ----------------------------------------------------------------------


def turn(board: str, creatures: dict[str, dict[str, object]], who: str = "A") -> list[Intent]:
    return whole_turn(battle(board, creatures), who, "quick")


def provoked(fight: Battle, who: str = "A") -> int:
    """How many opportunities a creature's turn gives."""
    turn_of(fight, who)
    player, found = Quick(), 0
    while (decision := fight.decision) is not None and fight.world.clock.active == who:
        intent = Decline(decision.actor) if not decision.is_turn else player.choose(fight, decision)
        found += sum(isinstance(event, Provoked) for event in submit(fight, intent))
    return found


def test_it_makes_every_attack_that_it_has_on_the_foe_beside_it() -> None:
    veteran = {**FIGHTER, "base": 6}
    assert isinstance(turn(".Ab.", {"A": veteran, "b": FIGHTER})[0], FullAttack)


def test_it_finishes_who_is_about_to_fall() -> None:
    done = turn("bA.\n.c.", {"A": FIGHTER, "b": {**FIGHTER, "hp": 20}, "c": {**FIGHTER, "hp": 3}})
    assert isinstance(done[0], Strike | FullAttack)
    assert done[0].target == "c"


def test_a_step_that_provokes_nobody_opens_every_attack() -> None:
    veteran = {**FIGHTER, "base": 6}
    done = turn("A.b", {"A": veteran, "b": FIGHTER})
    assert kinds(done) == ["five_foot_step", "FullAttack"]


def test_a_charge_where_a_walk_falls_short() -> None:
    done = turn("A" + "." * 9 + "b", {"A": FIGHTER, "b": FIGHTER})
    assert kinds(done)[0] == "charge"


def apart(cells: int) -> str:
    """A board on which two are so many cells apart."""
    middle = ".A" + "." * (cells - 1) + "b."
    return "\n".join(["." * len(middle), middle, "." * len(middle)])


def approached(fight: Battle, late: bool) -> int:
    """The cells that are left after a turn in which nobody can be attacked."""
    turn_of(fight, "A")
    apply(fight.world, RoundStarted(9 if late else 1))
    done = whole_turn(fight, "A", "quick")
    assert not any(isinstance(intent, Strike | FullAttack) for intent in done)
    return fight.ruleset.metric.distance(fight.world["A"].body, fight.world["b"].body)


def test_at_first_it_comes_no_nearer_than_to_where_nobody_can_attack_it() -> None:
    """A charge takes the foe twice six cells, and its sword one more; later there is no waiting."""
    fast = {"A": {**FIGHTER, "speed": 8}, "b": FIGHTER}
    assert approached(battle(apart(19), fast), late=False) == 14
    assert approached(battle(apart(19), fast), late=True) == 3


def test_nor_does_it_dash_there() -> None:
    """In the family the foe goes six cells and strikes one farther."""
    fight = family.battle(apart(12), dict.fromkeys("Ab", family.FIGHTER))
    assert approached(fight, late=False) == 8


def test_it_goes_to_where_a_dagger_flies_well_rather_than_throw_it_from_afar() -> None:
    """Ten cells off it may be thrown, with disadvantage: it is made for four."""
    arms = {**family.FIGHTER, "weapons": (dagger(),)}
    fight = family.battle(apart(10), {"A": arms, "b": family.FIGHTER})
    done = whole_turn(fight, "A", "quick")
    assert kinds(done)[:2] == ["walk", "Strike"]
    assert fight.ruleset.metric.distance(fight.world["A"].body, fight.world["b"].body) <= 4


@pytest.mark.parametrize("late", [False, True])
def test_in_the_end_it_closes_in_where_it_has_to_throw_from_afar(late: bool) -> None:
    """A far stronger foe is twelve cells off, goes six and strikes two farther."""
    arms = {**family.FIGHTER, "hp": 9, "weapons": (dagger(),)}
    giant = {"hp": 90, "weapons": (attrs.evolve(glaive(), damage="4d10"),)}
    fight = family.battle(apart(12), {"A": arms, "b": giant})
    turn_of(fight, "A")
    apply(fight.world, RoundStarted(9 if late else 2))
    assert "Strike" in kinds(whole_turn(fight, "A", "quick"))
    left = fight.ruleset.metric.distance(fight.world["A"].body, fight.world["b"].body)
    assert (left <= 8) is late


@pytest.mark.parametrize("late", [False, True])
def test_in_the_end_it_goes_nearer_before_it_loads(late: bool) -> None:
    """At the third increment: else two who shoot so badly would do it for ever."""
    bow = Weapon("crossbow", "1d4", ranged=True, reach=0, increment=6, increments=10, load="move")
    fight = battle(apart(16), {"A": {**ARCHER, "weapons": [bow]}, "b": ARCHER})
    fight.world.put("A", Unloaded(("crossbow",)))
    turn_of(fight, "A")
    apply(fight.world, RoundStarted(9 if late else 4))
    assert kinds(whole_turn(fight, "A", "quick"))[0] == ("double" if late else "Load")


@pytest.mark.parametrize("late", [False, True])
def test_in_the_end_it_comes_to_whoever_it_can_reach_only_by_provoking(late: bool) -> None:
    """Two who bite in the other's own square alone, and take no free step, else wait for ever."""
    toad = {**STIRGE, "hp": 1, "speed": 1}
    fight = battle("....\n.Ab.\n....", {"A": toad, "b": toad})
    turn_of(fight, "A")
    apply(fight.world, RoundStarted(9 if late else 4))
    assert ("Strike" in kinds(whole_turn(fight, "A", "quick"))) is late


def test_of_two_who_are_as_easily_hurt_it_strikes_the_one_who_does_more() -> None:
    """Either way about, so that it is no matter of order."""
    harmless = {**FIGHTER, "weapons": [Weapon("twig", "1d2", damage_bonus=-5)]}
    for b, c, worse in ((FIGHTER, harmless, "b"), (harmless, FIGHTER, "c")):
        done = turn("......\n.bAc..\n......", {"A": FIGHTER, "b": b, "c": c})
        assert [one.target for one in done if isinstance(one, Strike | FullAttack)] == [worse]


def test_it_goes_round_whoever_would_strike_where_the_detour_is_short() -> None:
    """Straight past the guard costs nothing less than round it, but a strike."""
    board = """
        ...........
        ...........
        A...g.....c
        ...........
        ...........
        ...........
        """
    archer = {**ARCHER, "hp": 4, "side": "foes"}
    ogre = {**OGRE, "size": "medium", "side": "foes", "weapons": [Weapon("club", "2d8")], "hp": 90}
    runner = {**FIGHTER, "speed": 12}
    fight = battle(board, {"A": runner, "g": ogre, "c": archer})
    assert provoked(fight) == 0


def test_a_shooter_steps_back_before_it_shoots() -> None:
    fight = battle(".....\n.bA..\n.....", {"A": ARCHER, "b": FIGHTER})
    assert kinds(whole_turn(fight, "A", "quick"))[:2] == ["five_foot_step", "Strike"]
    fight = battle(".....\n.bA..\n.....", {"A": ARCHER, "b": FIGHTER})
    assert provoked(fight) == 0


def test_a_shooter_in_range_stays_where_it_is() -> None:
    done = turn("A........b", {"A": ARCHER, "b": FIGHTER})
    assert not any(isinstance(intent, Move) for intent in done)
    assert isinstance(done[0], Strike | FullAttack)


def test_who_lies_gets_up() -> None:
    done = turn("A........b", {"A": {**FIGHTER, "conditions": ["prone"]}, "b": FIGHTER})
    assert kinds(done)[0] == "Stand"


def test_it_goes_round_a_wall_by_the_way_that_leads_to_the_foe() -> None:
    """The straight line ends in a pocket; six double moves lead out of it and round."""
    board = """
        ..............
        ..########....
        .........#....
        .A.......#..b.
        .........#....
        ..########....
        ..............
        """
    fight = battle(board, {"A": FIGHTER, "b": {**FIGHTER, "hp": 200}})
    start(fight)
    while fight.world.clock.round <= 5 and fight.decision is not None:
        decision = fight.decision
        if decision.actor == "A":
            events = play(fight)
        else:
            idle = EndTurn("b") if decision.is_turn else Decline("b")
            events = submit(fight, idle)
        if any(isinstance(event, Damaged) and event.target == "b" for event in events):
            return
    raise AssertionError(f"it gets no farther than {fight.world['A'].at}")


def test_it_comes_from_the_other_side_of_a_foe_that_a_friend_fights() -> None:
    """Two who flank have advantage: of the places at hand that one is better."""
    fight = fifth_battle("........\n.A.Bc...\n........", {"c": {"hp": 90}})
    fight.world.put("B", attrs.evolve(fight.world["B"].identity, side="heroes"))
    whole_turn(fight, "A", "quick")
    assert fight.world["A"].at == (5, 1)


# --- what it does not know -----------------------------------------------------------------------

HIDDEN = """
    ..........#.........
    ..........#.........
    .A........#.........
    ..........#.........
    ....................
    """


def hidden(x: int, y: int) -> Battle:
    return battle(HIDDEN, {"A": ARCHER, "b": {**FIGHTER, "at": (x, y), "side": "foes"}}, fog=True)


def test_a_foe_that_fog_hides_changes_nothing() -> None:
    """Until it comes in sight, wherever it is: from then on each is another foe to reckon with."""
    turns = [whole_turn(hidden(x, y), "A", "quick") for x, y in ((13, 2), (18, 0), (12, 3))]
    assert turns[0][0] == turns[1][0] == turns[2][0]


# --- distances over bare ground -------------------------------------------------------------------


@pytest.mark.parametrize("extent", [(1, 1), (2, 2)])
def test_distances_are_those_of_the_search(extent: tuple[int, int]) -> None:
    """Backwards from one place, they say what the search of the rules says forwards."""
    board = "...,,.#..\n..;.#....\n.....#...\n#.,......\n...#....."
    big = {**OGRE, "extent": extent} if extent == (2, 2) else FIGHTER
    fight = battle(board, {"A": {**big, "at": (0, 0), "side": "heroes"}})
    mover = mover_of(fight, fight.world["A"])
    routes = routes_of(mover)
    assert routes is not None
    end = routes.node(Body((7, 3), extent))
    assert end is not None
    distances = routes.distances(("test", end), lambda: [end])
    met = 0
    for y in range(5):
        for x in range(9):
            body = Body((x, y), extent)
            node = routes.node(body)
            if node is None or not mover.fits(body):
                continue
            found = Reach(mover, body, 200).cost2(Body((7, 3), extent))
            assert distances[node] == (FAR if found is None else found)
            met += found is not None
    assert met > 10


@pytest.mark.parametrize("name", ["dawn_duel", "gorge_bridge"])
def test_so_they_are_where_one_climbs(name: str) -> None:
    """In space, over few kinds of steps and over many: those are searched in two ways."""
    fight = begin(read_scenario(MAPS / f"{name}.toml"), seed=1)
    who = fight.world.creatures[0]
    fight.world = fight.world.only([who.id])
    mover = mover_of(fight, fight.world[who.id])
    routes = routes_of(mover)
    assert routes is not None
    end = routes.node(who.body)
    assert end is not None
    distances = routes.distances(("test", end), lambda: [end])
    met = 0
    for x in range(1, mover.field.size[0], 6):
        for y, z in np.ndindex(mover.field.size[1:]):
            body = Body((x, y, z), who.body.extent)
            node = routes.node(body)
            if node is not None and mover.fits(body) and routes.may_rest(node):
                found = Reach(mover, body, 200).cost2(who.body)
                assert distances[node] == (FAR if found is None else found), body
                met += found is not None
    assert met > 10


def test_ways_are_walked_as_they_were_found() -> None:
    """Around a foe in the gap, never through it."""
    board = "A...#....\n....#....\n....b...c\n....#....\n.........."[:-1]
    tough = {**FIGHTER, "hp": 90}
    fight = battle(board, {"A": {**FIGHTER, "speed": 30}, "b": tough, "c": {**ARCHER, "hp": 1}})
    turn_of(fight, "A")
    events = play(fight)
    assert not any(isinstance(event, IntentRefused) for event in events)
    assert all(event.dst != fight.world["b"].at for event in events if isinstance(event, Stepped))


def test_it_is_named_among_the_opponents() -> None:
    assert isinstance(OPPONENTS["quick"](), Quick)


def test_an_opportunity_is_taken() -> None:
    fight = turn_of(battle(".Ab.", {"A": {**FIGHTER, "hp": 50}, "b": FIGHTER}), "A")
    submit(fight, Move("A", path=((0, 0),)))
    decision = fight.decision
    assert decision is not None
    assert decision.actor == "b"
    assert isinstance(Quick().choose(fight, decision), Take)
