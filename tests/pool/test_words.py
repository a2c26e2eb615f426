"""How fights with dice pools are told."""

from __future__ import annotations

import pytest

from pool.fights import fight, frame, odds, spend
from pool.space import on_turn, one
from tacsim.content.scripts import read_script
from tacsim.core.intents import Area, Drop, Intent, Move, Stand, Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.engine import check
from tacsim.rules.forecast import Forecast, forecast
from tacsim.session.session import Session
from tacsim.storage.codec import plain_event, plain_intent, read_event, read_intent
from tacsim.view.wording.narration import LogLine, narrate
from tacsim.view.wording.reasons import sentence
from tacsim.view.wording.sheet import odds_text, sheet_of
from tacsim.view.wording.why_creatures import why_creature

HERE, BESIDE = (4, 4, 0), (5, 4, 0)


def told(battle: Battle, *intents: Intent) -> list[LogLine]:
    session = Session(battle)
    lines = [narrate(session.submit(intent), battle.world) for intent in intents]
    return [line for some in lines for line in some]


def duel(*dice: int, **yours: object) -> Battle:
    mine = {"weapons": ["sword"], "attributes": {"might": 3}, "stamina": 2}
    return fight(dice=dice, Aldis={"at": HERE, **mine, "side": "heroes"},
                 Ogre={"at": BESIDE, "side": "foes", "hp": 30, "stamina": 3, **yours},
                 who="Aldis")  # fmt: skip


@pytest.mark.rule("pool.attack.resolve", "pool.damage.order")
def test_a_hit_is_one_line_with_both_sides_dice() -> None:
    battle = duel(6, 5, 5, 6, 1, 1, 5, 6, 1, 1, 1, 1, 1, absorption=1)
    lines = told(battle, Strike("Aldis", "Ogre", stamina=2), Take("Ogre", stamina=3))
    (line,) = [line for line in lines if "strikes" in line.text]
    assert line.text == (
        "Aldis strikes Ogre with sword: 4 successes (6 dice) v 2 (5 dice), hit, 4 risked, 5 damage"
    )
    assert line.tone == "hit"
    assert line.detail == (
        "Attack: 6, 5, 5, 6, 1, 1: 4 successes (6 dice) (pool.attack.roll)",
        "  +3 might (pool.attack.roll)",
        "  +1 quality (pool.attack.roll)",
        "  +2 Stamina (pool.attack.roll)",
        "Defence: 5, 6, 1, 1, 1: 2 successes (5 dice) (pool.attack.resolve)",
        "  +2 grace (pool.attack.resolve)",
        "  +3 Stamina (pool.defence)",
        "Damage risked: 4",
        "Soaking: 1, 1: 0 successes (2 dice) (pool.damage.order)",
        "Hit points lost: 5 (pool.damage.order)",
    )
    assert {"pool.attack.roll", "pool.attack.resolve", "pool.damage.order"} <= set(line.clauses)
    assert len(lines) == 1


def test_misses_rerolls_and_what_does_not_get_through() -> None:
    miss = duel(1, 1, 1, 1, 1, 5, 6, stamina=0)
    (line,) = told(miss, Strike("Aldis", "Ogre"))
    assert line.text == "Aldis strikes Ogre with sword: 0 successes (5 dice) v 2 (2 dice), miss"
    assert line.tone == "miss"
    soaked = duel(6, 1, 1, 1, 1, 1, 1, 3, 5, 5, 6, 5, 5, stamina=0, armour="light",
                  attributes={"mettle": 2, "grace": 2.5})  # fmt: skip
    (line,) = told(soaked, Strike("Aldis", "Ogre"))
    assert line.text.endswith(
        "1 success (5 dice) v 0 (2 dice), hit, 3 risked, nothing gets through"
    )
    assert "Thrown again: 3: 0 successes (1 die) (pool.attack.resolve, pool.dice.reroll)" in (
        line.detail
    )
    assert "  1 reroll: half a die (pool.dice.reroll)" in line.detail


def test_going_down_is_being_dead() -> None:
    battle = duel(6, 6, 6, 6, 6, 1, 1, 1, 1, hp=1, stamina=0)
    lines = [line.text for line in told(battle, Strike("Aldis", "Ogre"))]
    assert lines[1:] == ["Ogre goes down, dead", "Victory: Heroes"]


@pytest.mark.rule("pool.speed")
def test_drawing_is_told() -> None:
    battle = fight(A={"at": HERE, "stowed": ["greatsword"]}, b={"at": BESIDE, "stamina": 0})
    lines = told(battle, Strike("A", "b", "greatsword"))
    assert lines[0].text == "A draws its greatsword"
    assert lines[0].clauses == ("pool.speed",)


def test_a_spell_and_its_checks_are_told() -> None:
    area = {"name": "blast", "shape": "burst", "size": 2, "damage": 7, "save": "mettle", "dc": 1,
            "range": 6}  # fmt: skip
    battle = fight(dice=[1, 2], A={"at": HERE, "areas": [area]}, b={"at": (8, 4, 0), "hp": 30})
    lines = told(battle, Area("A", "burst", 2, (8, 4, 0)))
    assert [line.text for line in lines] == [
        "A uses blast on b",
        "B fails to live through it: 0 against 1",
        "B takes 4 damage",
    ]
    assert lines[0].detail == ("Damage: 7 (pool.aoe.measure, pool.aoe.3d, pool.aoe.burst)",)


def test_odds_are_told_in_dice() -> None:
    battle = duel()
    text = odds_text(odds(battle, "Aldis", "Ogre"))
    assert text.startswith("5 v 2 dice: ")
    facts = [one.text for one in why_creature(battle, battle.world["Aldis"], battle.world["Ogre"])]
    assert "+3 might on the attack" in facts
    assert "+2 grace on the defence" in facts


def test_the_sheet_counts_dice_and_stamina() -> None:
    battle = duel()
    sheet = sheet_of(battle, "Aldis")
    assert [row.text for row in sheet.weapons] == ["sword 5 dice, 3"]
    left = {action.name: action.left for action in sheet.actions}
    assert (left["stamina"], left["spell"]) == (2, 1)
    assert "attacks_made" not in left


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize(
    ("climbed", "said"),
    [(0, ()), (1, ("1 cube climbed",)), (3, ("3 cubes climbed",)),
     (-1, ("1 cube climbed down",)), (-2, ("2 cubes climbed down",))],
)  # fmt: skip
def test_the_sheet_tells_how_high_or_deep_one_has_climbed(
    climbed: int, said: tuple[str, ...]
) -> None:
    battle = duel()
    spend(battle, "Aldis", climbed=climbed)
    assert sheet_of(battle, "Aldis").conditions == said


@pytest.mark.rule("pool.ally.stop-squeeze", "pool.squeeze.not-two", "pool.prone-dead.free")
@pytest.mark.parametrize(
    ("board", "who", "body", "reason", "text"),
    [
        # one stops among friends: at its full size, which is squeezing
        ("A.B.b\n#####", "A", one(2, 0), "squeezed_already",
         "It squeezes there already, so it cannot stop among others: B is there."),
        ("AB..b\n.....", "A", one(1, 0), "squeezer_there",
         "B squeezes there, and two never squeeze in the same cubes."),
        ("AB..b\n.....", "A", one(0, 0), "", ""),
    ],
)  # fmt: skip
def test_why_one_may_not_stop_among_friends(
    board: str, who: str, body: Body, reason: str, text: str
) -> None:
    options = {"A": {"size": "large"}} if "#" in board else {"B": {"squeezed": True}}
    battle = on_turn(board, options, who)
    known = frozenset(battle.world.ids)
    found = battle.ruleset.passage.stop(battle, battle.world[who], body, known)
    assert bool(found) == (not reason)
    if isinstance(found, Refused):
        assert (found.reason, sentence(found, battle.world)) == (reason, text)


@pytest.mark.rule("pool.squeeze.limit")
def test_who_fills_its_cubes_leaves_no_room_to_stop() -> None:
    battle = on_turn("AB.b\n....", {"B": {"fills": True}})
    known = frozenset(battle.world.ids)
    found = battle.ruleset.passage.stop(battle, battle.world["A"], one(1, 0), known)
    assert isinstance(found, Refused)
    assert sentence(found, battle.world) == "B fills its whole space."


@pytest.mark.rule("pool.prone-dead.free")
def test_why_one_may_not_get_up() -> None:
    over = {"at": (1, 0, 0), "side": "heroes"}
    options = {"b": {"conditions": ["prone"]}, "C": over, "D": {**over, "squeezed": True}}
    battle = on_turn(".b..", options, who="b")
    found = check(battle, Stand("b"))
    assert isinstance(found, Refused)
    assert (found.reason, sentence(found, battle.world)) == (
        "pinned", "It cannot get up where D squeezes.",
    )  # fmt: skip


@pytest.mark.rule("pool.climb.free")
def test_too_far_is_told_for_both_ways() -> None:
    for board, heights in (("A#.  -#-  -#-  ---", (1, 2)), (".#b  -#-  -#-  -A-", (2, 1))):
        battle = on_turn(board)
        found = check(battle, Move("A", path=tuple((0, 0, z) for z in heights)))
        assert isinstance(found, Refused)
        assert sentence(found, battle.world) == (
            "That is farther up or down than it climbs without a check."
        )


@pytest.mark.parametrize(
    "intent",
    [Strike("A", "b", stamina=3), Take("b", stamina=2, defence="parry"), Take("b")],
)
def test_intents_with_stamina_are_saved(intent: Intent) -> None:
    assert read_intent(plain_intent(intent)) == intent


def test_what_happens_is_saved() -> None:
    battle = fight(A={"at": HERE, "stowed": ["sword"], "stamina": 4}, b={"at": BESIDE, "hp": 50})
    session = Session(battle)
    entries = [*session.submit(Strike("A", "b", "sword", stamina=2)), *session.submit(Take("b"))]
    for entry in entries:
        assert read_event(plain_event(entry.event)) == entry.event


def test_scripts_know_stamina_and_defences() -> None:
    from tacsim.content.documents import saved_document

    tables = [
        {"actor": "A", "intent": "strike", "target": "b", "stamina": 2, "line": 1},
        {"actor": "b", "intent": "take", "stamina": 1, "defence": "dodge", "line": 2},
    ]
    document = saved_document({"do": tables})
    script, faults = read_script(document, ("A", "b"), "cube", saved=True)
    assert faults == []
    assert [do.intent for do in script] == [
        Strike("A", "b", stamina=2), Take("b", stamina=1, defence="dodge"),
    ]  # fmt: skip


def test_a_question_tells_what_it_promises() -> None:
    battle = duel()
    session = Session(battle)
    session.submit(Strike("Aldis", "Ogre", stamina=2))
    found = forecast(battle, Take("Ogre", stamina=1))
    assert isinstance(found, Forecast)
    blow = frame(battle, "Aldis", "Ogre", stamina=2, guard=1)
    assert [attack.hit for attack in found.attacks] == [attack_roll(battle, blow).hit]


@pytest.mark.rule("pool.space.fall", "pool.damage.order")
def test_a_fall_is_one_line_with_its_harm() -> None:
    """Four cubes are three more than an average creature is tall: 3, so 2 by Absorption 3."""
    options = {"A": {"flying": True, "hp": 50, "absorption": 3}}
    battle = on_turn("..b  ---  ---  ---  A--  ---", options)
    lines = told(battle, Drop("A"))
    assert [(line.text, line.tone) for line in lines] == [
        ("A drops prone", "condition"), ("A falls 4 cubes to (0,0,0), 2 damage", "hit"),
    ]  # fmt: skip
    assert lines[1].clauses == ("pool.space.fall",)


@pytest.mark.rule("pool.space.fall", "pool.space.climb")
@pytest.mark.parametrize(
    ("climbed", "text"),
    [(1, "A falls 1 cube to (0,0,0)"),
     (2, "A falls 2 cubes to (0,0,0), 1 damage, and lies prone")],
)  # fmt: skip
def test_a_fall_off_a_wall_is_told(climbed: int, text: str) -> None:
    levels = [".#b", *["-#-"] * 4]
    levels[climbed] = "A#-"
    options = {"A": {"climbed": climbed, "attributes": {"might": 1}, "hp": 50, "absorption": 9}}
    battle = on_turn("  ".join(levels), options, dice=[1] * 9)
    up = tuple((0, 0, climbed + n) for n in (1, 2)) if climbed == 1 else ((0, 0, 3),)
    lines = [line.text for line in told(battle, Move("A", path=up, mode="climb"))]
    assert lines[-1] == text


def test_lengths_have_their_plural() -> None:
    battle = on_turn("A........b")
    battle.world.unit = "pace"
    lines = told(battle, Move("A", path=((1, 0, 0),)), Move("A", path=((2, 0, 0), (3, 0, 0))))
    assert [line.text for line in lines] == [
        "A walks 1 pace to (1,0,0)", "A walks 2 paces to (3,0,0)",
    ]  # fmt: skip


@pytest.mark.rule("pool.actions", "pool.armour")
def test_what_takes_too_much_stamina_says_how_much() -> None:
    def said(battle: Battle, intent: Intent) -> str:
        found = check(battle, intent)
        assert isinstance(found, Refused)
        return sentence(found, battle.world)

    battle = duel(*[1] * 9, stamina=0)
    blow = Strike("Aldis", "Ogre", stamina=3)
    assert said(battle, blow) == "That takes 3 Stamina, and Aldis has 2."
    told(battle, Strike("Aldis", "Ogre", stamina=1))
    assert said(battle, Strike("Aldis", "Ogre")) == "That takes 2 Stamina, and Aldis has 1."
    heavy = duel(armour="heavy", stamina=4)
    told(heavy, Strike("Aldis", "Ogre"))
    assert said(heavy, Take("Ogre", stamina=4)) == "That takes 5 Stamina, and it has 4."
    down = fight(A={"at": HERE, "conditions": ["prone"], "speed": 0, "stamina": 0})
    assert said(down, Stand("A")) == "That takes 1 Stamina, and A has 0."


@pytest.mark.rule("pool.threat.range")
@pytest.mark.parametrize("weapon", ["sword", "bow"])
def test_why_tells_by_which_rule_one_threatens(weapon: str) -> None:
    battle = fight(A={"at": HERE}, b={"at": BESIDE, "weapons": [weapon]})
    facts = why_creature(battle, battle.world["A"], battle.world["b"])
    (reach,) = [one for one in facts if one.text.startswith(("b reaches", "b threatens nothing"))]
    assert reach.clauses == ("pool.threat.range",)
