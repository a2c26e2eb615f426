"""How fights with dice pools are told."""

from __future__ import annotations

import pytest

from pool.fights import fight, frame, odds, spend
from tacsim.content.scripts import read_script
from tacsim.model.intents import Area, Intent, Strike, Take
from tacsim.play.session import Session
from tacsim.rules.battle import Battle
from tacsim.storage.codec import plain_event, plain_intent, read_event, read_intent
from tacsim.view.narration import LogLine, narrate
from tacsim.view.sheet import odds_text, sheet_of
from tacsim.view.why import why_creature

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
        "Vitality lost: 5 (pool.damage.order)",
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
    assert lines[1:] == ["Ogre goes down, dead", "Heroes win the battle"]


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
    top = battle.world.agenda.top
    (risk,) = battle.ruleset.procedures["defence"].risks(battle, top)
    blow = frame(battle, "Aldis", "Ogre", stamina=2, guard=1)
    assert risk.chance == battle.ruleset.attacks.odds(battle, blow).hit
    assert (risk.what, risk.about) == ("defence", "Aldis")
    spend(battle, "Ogre", stamina=0)
    assert battle.ruleset.procedures["defence"].risks(battle, Strike("Aldis", "Ogre")) == ()
