import pytest
from battles import PATHS
from boards import battle, longspear, turn_of
from fifth import boards as fifth
from pool import space

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Carried, Item, Items
from tacsim.core.terrain import Barrier, BarrierKind, edge, make_battlefield
from tacsim.grid.cells import shifted
from tacsim.rules.engine import start
from tacsim.rules.perception import known_to
from tacsim.rulesets import content
from tacsim.session.perception import Memory
from tacsim.view.wording.places import cell_line
from tacsim.view.wording.sheet import sheet_of
from tacsim.view.wording.why import why_cell
from tacsim.view.wording.why_creatures import why_creature


def why(fight, cell, name="A", known=None, memory=None):
    known = known if known is not None else known_to(fight, fight.world[name].side)
    return why_cell(fight, fight.world[name], cell, known, memory)


def texts(facts):
    return [fact.text for fact in facts]


def one(facts, part):
    (found,) = [fact for fact in facts if part in fact.text]
    return found


def test_plain_floor():
    fight = turn_of(battle("A....b"), "A")
    assert texts(why(fight, (2, 0))) == [
        "(2,0) is floor.",
        "A may enter and stop here.",
        "No known foe threatens it.",
    ]


@pytest.mark.rule("d20.terrain.difficult")
def test_difficult_ground_says_what_it_costs_and_by_which_clause():
    fight = turn_of(battle("A.,..b"), "A")
    fact = one(why(fight, (2, 0)), "costs")
    assert fact.text == "A step into it costs 2 times as much: 2 / 3."
    assert "d20.terrain.difficult" in fact.clauses


@pytest.mark.parametrize(("glyph", "part", "clause"), [
    ("#", "It cannot enter: wall.", "d20.obstacle.block"),
    ("~", "It cannot enter: deep water.", "d20.obstacle.block"),
    ("=", "only by squeezing", "d20.squeeze.limit"),
])  # fmt: skip
def test_what_cannot_be_entered_says_why(glyph, part, clause):
    fight = turn_of(battle(f"A.{glyph}..b"), "A")
    assert clause in one(why(fight, (2, 0)), part).clauses


def test_a_large_creature_before_a_narrow_gap():
    fight = turn_of(battle("OO....b\nOO####."), "O")
    fact = one(why(fight, (3, 0), "O"), "only by squeezing")
    assert fact.clauses == ("d20.squeeze.limit",)
    assert "d20.squeeze.cost" in one(why(fight, (3, 0), "O"), "times as much").clauses


def test_who_stands_there_decides_about_stopping():
    fight = turn_of(battle("A.C..b"), "A")
    facts = why(fight, (2, 0))
    assert one(facts, "may pass through").clauses == ("d20.pass.friend",)
    assert one(facts, "not stop").clauses == ("d20.end.occupied",)
    facts = why(fight, (5, 0))
    assert one(facts, "lets nobody pass").clauses == ("d20.pass.enemy",)


def test_threat_and_leaving():
    fight = turn_of(battle("A..b"), "A")
    facts = why(fight, (2, 0))
    assert one(facts, "Threatened by b.").clauses
    assert "d20.aoo.move" in one(facts, "Leaving it gives b an opportunity").clauses


def test_leaving_a_place_behind_cover_provokes_nobody_from_there():
    fight = turn_of(battle("A....\n..#..\n...b."), "A")
    facts = why(fight, (3, 1))
    assert one(facts, "Leaving it gives b an opportunity")
    far = turn_of(battle("A....\n.#...\n.....\n..b..", {"b": {"weapons": [longspear()]}}), "A")
    assert any("Leaving it" in text or "No known foe" in text for text in texts(why(far, (1, 2))))


def test_barriers_on_its_edges_are_told():
    fight = turn_of(battle("A.....b", barriers=[((2, 0), (3, 0), "hedge"),
                                                ((2, 0), (1, 0), "door")]), "A")  # fmt: skip
    facts = why(fight, (2, 0))
    assert one(facts, "hedge").text == "Towards (3,0) there is a hedge: crossing it costs 2 more."
    assert one(facts, "hedge").clauses == ("d20.obstacle.between",)
    assert "cannot be crossed" in one(facts, "closed door").text


def test_a_barrier_is_what_it_is_to_the_one_who_asks():
    edges = [((2, 0), (3, 0)), ((2, 0), (1, 0))]
    low, shut = (
        Barrier(edge(*edges[0]), BarrierKind.WALL, skill="climb", dc=15),
        Barrier(edge(*edges[1]), BarrierKind.WALL),
    )
    for flying in (False, True):
        fight = turn_of(battle("A.....b", {"A": {"conditions": ["flying"] * flying}}), "A")
        fight.world.field = make_battlefield(".......", barriers=(low, shut))
        facts = why(fight, (2, 0))
        told = one(facts, "Towards (3,0)")
        assert told.text.endswith("no hindrance." if flying else "costs 2 more.")
        assert one(facts, "Towards (1,0)").text.endswith("cannot be crossed.")


def test_light_counts_for_those_who_need_it():
    fight = turn_of(battle("A...b", dark=True), "A")
    assert "does not see in the dark" in one(why(fight, (1, 0)), "dark").text
    seer = turn_of(battle("A...b", {"A": {"darkvision": 12}}, dark=True), "A")
    assert "sees in the dark" in one(why(seer, (1, 0)), "dark").text


def test_unknown_foes_explain_nothing():
    alone = turn_of(battle("A....\n##.##\n.....", fog=True), "A")
    full = turn_of(battle("A....\n##.##\nb....", fog=True), "A")
    assert "b" not in known_to(full, "heroes")
    for y in range(3):
        for x in range(5):
            assert texts(why(alone, (x, y))) == texts(why(full, (x, y))), (x, y)


def test_a_place_never_seen_is_not_explained():
    fight = turn_of(battle("A.#.,", fog=True), "A")
    facts = why(fight, (4, 0), memory=Memory(fight, "heroes"))
    assert texts(facts) == ["Nobody of this side has seen this place."]


def test_off_the_map_is_off_the_map():
    fight = turn_of(battle("A.b"), "A")
    assert texts(why(fight, (9, 9))) == ["That is off the map."]


def test_every_clause_cited_exists():
    fight = turn_of(battle("A.,;=#b\n.%^:~C.\n.......", barriers=[((0, 0), (0, 1), "hedge")],
                           dark=True), "A")  # fmt: skip
    clauses = content("d20").clauses
    for y in range(3):
        for x in range(7):
            for fact in why(fight, (x, y)):
                assert all(clause in clauses for clause in fact.clauses), fact
    for other in fight.world.ids:
        for fact in why_creature(fight, fight.world["A"], fight.world[other]):
            assert all(clause in clauses for clause in fact.clauses), fact


# --- creatures ---------------------------------------------------------------------------------


def of(fight, target, viewer="A"):
    return why_creature(fight, fight.world[viewer], fight.world[target])


def test_what_a_creature_carries_is_told_with_its_weight():
    fight = battle("A.b")
    things = Items((Item("lamp", "Lamp", 2, None), Item("key", "Key", 0.5, None)))
    fight.world.put(None, things)
    fight.world.put("b", Carried((("lamp", 2.0), ("key", 0.5))))
    fact = one(of(fight, "b"), "carries")
    assert (fact.text, fact.clauses) == ("b carries Lamp and Key (2.5 lb).", ("d20.carry",))


def test_a_foe_in_reach_is_explained_with_every_modifier():
    fight = turn_of(battle("AbC", {"b": {"armour": {"armour": 3}}, "A": {"base": 2}}), "A")
    facts = of(fight, "b")
    assert "b reaches 1 square." in texts(facts)
    assert "b threatens A." in texts(facts)
    assert "A flanks b." in texts(facts)
    assert one(facts, "flanking on the attack").clauses == ("d20.flank",)
    assert one(facts, "armour on the defence").clauses == ("d20.ac",)
    assert "A with club: +4 v 13: 60 % to hit, 2.2 damage expected" in texts(facts)


def test_a_foe_out_of_reach_says_so():
    fight = turn_of(battle("A..b"), "A")
    fact = one(of(fight, "b"), "cannot attack")
    assert fact.clauses == ("d20.threat",)


def test_states_say_what_they_do():
    fight = turn_of(battle("Ab", {"b": {"conditions": ["prone", "helpless"]}}), "A")
    facts = of(fight, "b")
    assert one(facts, "Prone:").clauses == ("d20.prone",)
    assert one(facts, "Helpless:").clauses == ("d20.helpless",)
    assert len(one(facts, "Prone:").text) > 20


def test_a_squeezed_giant_is_called_squeezed():
    fight = turn_of(battle("A...", {"O": {"at": (2, 0), "extent": (1, 2)}}), "A")
    assert one(of(fight, "O"), "squeezed").text == "It has squeezed itself into 1 x 2."


def test_friends_and_the_dead_are_not_to_be_attacked():
    fight = turn_of(battle("ACb", {"b": {"conditions": ["dead", "helpless"]}}), "A")
    assert not any("to hit" in text for text in texts(of(fight, "C")) + texts(of(fight, "b")))


def test_reach_weapons_tell_their_dead_zone():
    fight = turn_of(battle("A..b", {"b": {"weapons": [longspear()]}}), "A")
    assert any("strikes from 2 to 2 squares off" in text for text in texts(of(fight, "b")))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("fog", [False, True], ids=["seen", "fog"])
def test_every_cell_round_every_creature_can_be_looked_at_and_asked_about(path, fog):
    """Under every ruleset: its own rules are asked, and something is said."""
    fight = begin(read_scenario(path), seed=1, fog=fog)
    start(fight)
    world = fight.world
    judges = {creature.side: creature for creature in world.creatures}.values()
    memories = {judge.id: Memory(fight, judge.side) for judge in judges}
    topology = fight.ruleset.topology
    for creature in world.creatures:
        around = {shifted(cell, by) for cell in creature.body.cells for by in topology.directions}
        for judge in judges:
            memory = memories[judge.id]
            facts = why_creature(fight, judge, creature, memory.known)
            assert facts
            assert all(fact.text.strip() for fact in facts)
            for cell in sorted({*around, *creature.body.cells}):
                facts = why_cell(fight, judge, cell, memory.known, memory)
                assert facts
                assert all(fact.text.strip() for fact in facts)
                if cell in world.field:
                    assert cell_line(fight, cell, memory, who=judge).strip()


def test_cover_is_told_by_the_clause_of_the_rules_that_are_played():
    """Behind the corner of a wall, in each family of rules."""
    board = "A.....\n...#b."
    fight = turn_of(battle(board), "A")
    facts = why_creature(fight, fight.world["A"], fight.world["b"])
    assert one(facts, "has cover").clauses == ("d20.cover.ranged",)
    other = fifth.on_turn(board)
    facts = why_creature(other, other.world["A"], other.world["b"])
    assert one(facts, "has cover").clauses == ("grid5e.cover",)
    cubes = space.turn_of(space.battle(board), "A")
    facts = why_creature(cubes, cubes.world["A"], cubes.world["b"])
    assert one(facts, "has cover").clauses == ("pool.space.cover",)


@pytest.mark.parametrize("by", [(1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)])
def test_a_neighbour_in_cubes_can_be_asked_about(by):
    """Beside, at a corner, above: cover is a matter of cubes there."""
    rows = [["..", ".."], ["--", "--"]]
    x, y, z = by
    rows[z][y] = rows[z][y][:x] + "b" + rows[z][y][x + 1 :]
    rows[0][0] = "A" + rows[0][0][1:]
    board = "\n".join("  ".join(pair) for pair in zip(*rows, strict=True))
    fight = space.turn_of(space.battle(board), "A")
    facts = why_creature(fight, fight.world["A"], fight.world["b"])
    assert one(facts, "Out of reach" if sum(by) == 3 else "to hit")
    assert why(fight, by)


def test_what_a_creature_is_excepted_from_is_told_on_its_sheet_and_when_asked_about():
    fight = turn_of(battle("A..b", {"b": {"exceptions": ["passes", "bars_tiny"]}}), "A")
    told = ("goes through opponents", "lets nobody through for being very small")
    assert sheet_of(fight, "b").conditions == told
    world = fight.world
    fact = one(why_creature(fight, world["A"], world["b"]), "Unlike others")
    assert fact.text == f"Unlike others: {told[0]} and {told[1]}."
    assert fact.clauses == ("d20.pass.exception",)
    assert not sheet_of(fight, "A").conditions


def test_notes_of_a_creature_are_told_when_it_is_asked_about():
    fight = turn_of(battle("A..b", {"b": {"notes": ["Keen Smell: it smells well."]}}), "A")
    world = fight.world
    fact = one(why_creature(fight, world["A"], world["b"]), "Keen Smell")
    assert (fact.text, fact.clauses) == ("Only told: Keen Smell: it smells well.", ())
    assert not [f for f in why_creature(fight, world["A"], world["A"]) if "Only told" in f.text]
