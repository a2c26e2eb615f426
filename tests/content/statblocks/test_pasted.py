"""Statblocks of several forms in one text, and what of it is none: nothing goes silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from content.statblocks import printed
from content.statblocks.printed import BRUTE, PROWLER, attacks, converted, entries, sheets

from tacsim.content.statblocks.shared import MOST

WRAPPED = (
    BRUTE.replace("HD 4d8", "HD\n4d8")
    .replace("flat-footed", "flat-\nfooted")
    .replace("(2d8+7, greatclub) or", "(2d8+7, great-\nclub)\nor")
    .replace("+0, Will", "+0,\nWill")
    .replace("-1; Spd", "\u20131;\nSpd")
    .replace(" Skills and", "\nSkills and")
)


@pytest.mark.parametrize(
    "text", [BRUTE, WRAPPED, BRUTE.replace("Cave Brute:", "- **Cave Brute:**"), f"\u2022 {BRUTE}"]
)
def test_the_short_form_of_adventures(tmp_path: Path, text: str) -> None:
    (shown,) = sheets(tmp_path, text, "d20")
    assert (shown.hp, shown.defence, shown.speed, shown.size.lower()) == (29, 16, 6, "large")
    assert attacks(shown) == [("greatclub", 8, "2d8+7", 10), ("javelin", 1, "1d8+5", 30)]
    (entry,) = entries(text, "d20").values()
    assert entry["saves"] == {"fort": 6, "ref": 0, "will": 1}
    assert (entry["cr"], entry["type"], entry["skills"]) == (3, "giant", {"climb": 5, "listen": 2})


def test_what_touch_and_surprise_leave_tells_the_parts_of_armour() -> None:
    (entry,) = entries(PROWLER, "d20").values()
    assert [entry.get(key) for key in ("natural", "deflection", "dodge")] == [2, 1, None]
    plated = PROWLER.replace("touch 13, flat-footed 13", "touch 11, flat-footed 14")
    (entry,) = entries(plated, "d20").values()
    assert [entry.get(key) for key in ("max_dex", "natural")] == [1, 4]


def test_short_forms_one_after_another_in_one_line() -> None:
    found = converted(BRUTE.strip() + " " + PROWLER + BRUTE.replace("Cave", "Hill"), "d20")
    assert [draft.id for draft in found.drafts] == ["cave_brute", "prowlers", "hill_brute"]
    entry = found.drafts[1].entry
    assert (entry["hp"], entry["climb"]) == (45, "20 ft")
    claw, bite = entry["natural_weapons"]
    assert (claw["count"], claw["damage"], bite["secondary"], bite["threat"]) == (
        2,
        "1d8",
        True,
        19,
    )
    notes = "\n".join(entry["notes"])
    assert all(one in notes for one in ("45, 41, 52", "pounce", "scent", "DR 5/magic", "poison"))
    assert not found.failed
    assert not found.left


FORMS = {
    "5e": printed.STALKER, "5e in one line": printed.CHIEF, "lines": printed.DRAKE,
    "compact": printed.TAKER, "short": BRUTE,
}  # fmt: skip


@pytest.mark.parametrize("above", FORMS)
@pytest.mark.parametrize("below", FORMS)
def test_statblocks_of_two_forms_keep_apart(above: str, below: str) -> None:
    """Each is read as it is alone, or refused by its name; also without a line between them."""
    for between in ("", "\n"):
        both = converted(FORMS[above] + between + FORMS[below].replace("ogre", "other"), "d20")
        alone = [converted(FORMS[one], "d20") for one in (above, below)]
        assert len(both.drafts) + len(both.failed) == 2
        for one in alone:
            for draft in one.drafts:
                assert draft.entry in [other.entry for other in both.drafts]
            assert {name for name, _told in one.failed} <= {name for name, _told in both.failed}


PROSE = "The heroes come to a bridge. Something waits beneath it."
STRANGE = "Bridge Thing: AC 6; HD 1-1; hp 3; MV 90'; one attack for 1d6."


@pytest.mark.parametrize("form", FORMS)
def test_what_is_no_creature_is_told(form: str) -> None:
    found = converted(f"{PROSE}\n\n{FORMS[form]}\n\n{STRANGE}\n", "d20")
    assert [str(told) for told in found.left] == [f"not taken for a creature: {PROSE}"]
    assert (STRANGE[:57].rstrip() + "...") in [name for name, _told in found.failed]


def test_a_statblock_that_the_next_one_cuts_off_is_told() -> None:
    """One without a name takes the last line above it for its own."""
    found = converted(BRUTE + "Nobody\n" + "CE Medium humanoid\nInit +2\n" * 2, "d20")
    assert [draft.id for draft in found.drafts] == ["cave_brute"]
    assert "Nobody CE Medium humanoid" in [name for name, _told in found.failed]


def test_no_more_is_told_of_than_is_read() -> None:
    found = converted(BRUTE + f"\n\n{STRANGE}" * 3000, "d20")
    assert len(found.drafts) + len(found.failed) == MOST


def test_of_much_that_is_no_creature_the_beginnings_are_told() -> None:
    text = "\n\n".join(f"{BRUTE}\n\nTale {letter} of the cave." for letter in "ABCDEFG")
    told = [f"not taken for a creature: Tale {letter} of the cave." for letter in "ABCD"]
    told.append("not taken for creatures: 3 more parts of the text")
    assert [str(one) for one in converted(text, "d20").left] == told


def test_what_is_below_a_compact_block() -> None:
    """Lines of its own that the rules have no field for are notes; prose is told."""
    more = "Aura fear (10 ft.)\nRage (Ex) It rages when it\nis hurt.\n"
    more += "\nThe taker waits at\nthe gate.\n"
    found = converted(printed.TAKER + more, "d20")
    assert [str(one) for one in found.left] == [
        "not taken for a creature: The taker waits at the gate."
    ]
    usual = entries(printed.TAKER, "d20")["gnoll_slave_taker"]
    entry = found.drafts[0].entry
    assert {**entry, "notes": ()} == {**usual, "notes": ()}
    notes = "\n".join(entry["notes"])
    for one in ("favored enemy humans +2", "fear (10 ft.)", "Rage (Ex) It rages when it is hurt"):
        assert one in notes


def test_what_is_below_the_open_rules_lines() -> None:
    """Of an ability it is the creature's, also over several lines; else it is told."""
    text = printed.DRAKE.replace("30-foot cone, once", "30-foot\ncone, once")
    found = converted(f"{text}\nFen drakes live in\nmarshes.\n", "d20")
    assert [str(one) for one in found.left] == [
        "not taken for a creature: Fen drakes live in marshes."
    ]
    usual = entries(printed.DRAKE, "d20")["fen_drake"]
    assert found.drafts[0].entry["areas"] == usual["areas"]


def test_things_of_json_and_tables_of_pages_that_are_no_creatures() -> None:
    value = {"count": 3, "monsters": [printed.HARRIER, {"name": "Fireball", "level": 3}, 7],
             "spells": [{"name": "Light"}]}  # fmt: skip
    left = converted(json.dumps(value), "grid5e").left
    assert [str(one).partition(": ")[2] for one in left] == ["spells", "Fireball"]
    page = converted(printed.PAGE, "d20")
    assert [str(one).partition(": ")[2] for one in page.left] == ["Age Weight Young 9 lb."]
    short = printed.PAGE.replace("</table></body>", f"</table><p>{BRUTE}</p></body>")
    ((name, _told),) = converted(short, "d20").failed
    assert name.startswith("Cave Brute: CR 3; ")


def test_a_statblock_without_a_name_is_not_called_by_the_line_above_it() -> None:
    """That is the last one of another statblock."""
    nameless = printed.HORN.partition("\n")[2]
    found = entries(f"{printed.KEEPER}\n{nameless}", "d20").values()
    assert [one["name"] for one in found] == ["Toll Keeper", "Creature"]


THREE_FIVE = {
    "on one line": " ".join(printed.HORN.split()),
    "with its name in the line of size": printed.HORN.replace("Man\nLarge", "Man, Large"),
    "broken within words": printed.HORN.replace("Monstrous", "Mon\u00adstrous")
    .replace("3d6+6", "3d6+\n6")
    .replace("flat-footed", "flat-\nfooted")
    .replace("Darkvision", "Dark-\nvision"),
}


@pytest.mark.parametrize("name", THREE_FIVE)
def test_a_statblock_of_lines_set_otherwise_says_the_same(name: str) -> None:
    assert THREE_FIVE[name] != printed.HORN
    (usual,), (other,) = (
        entries(text, "d20").values() for text in (printed.HORN, THREE_FIVE[name])
    )
    assert other == usual


AVORAL = """AVORAL  CR 9
Always NG Medium Outsider (Extraplanar, Good)
Init +6; Senses darkvision 60 ft., low-light vision; Listen +13, Spot +21
AC 24, touch 16, flat-footed 18
(+6 Dex, +8 natural)
hp 66 (7 HD)
Fort +10, Ref +11, Will +8
Speed 40 ft. (8 squares), fly 90 ft. (good)
Melee 2 claws +13 (2d6+2)
Space 5 ft.; Reach 5 ft.
Base Atk +7; Grp +9
Abilities Str 15, Dex 23, Con 20, Int 15, Wis 16, Cha 16
Feats Flyby Attack, Weapon Finesse
"""
"""The figures of the SRD's avoral, in the compact form."""


def test_a_compact_block_of_a_good_creature_is_no_5e_statblock(tmp_path: Path) -> None:
    """Though its line of size and type ends in an alignment."""
    (shown,) = sheets(tmp_path, AVORAL, "d20")
    assert (shown.hp, shown.defence, shown.speed, shown.size.lower()) == (66, 24, 8, "medium")
    assert attacks(shown) == [("claw", 13, "2d6+2", 5)]


SPRAY = """Acid Spray (Ex): When attacked or disturbed, the creature can release a 10-foot cone of
acidic vapor once per round. Those within the cone must succeed on a DC 13 Fortitude save or take
1d4+2 points of acid damage.
"""
BEHIR = """Breath Weapon (Su): 20-foot line, once every 10 rounds, damage 7d6 electricity, Reflex
DC 19 half.
"""
"""As the SRD's bombardier beetle and behir have them."""


def test_an_area_of_every_round_and_one_of_every_ten() -> None:
    (entry,) = entries(f"{printed.HORN}\n{SPRAY}\n{BEHIR}", "d20").values()
    spray, breath = entry["areas"]
    assert spray == {
        "name": "Acid Spray", "shape": "cone", "size": "10 ft", "damage": "1d4+2", "save": "fort",
        "dc": 13, "half": False,
    }  # fmt: skip
    assert (breath["shape"], breath["size"], breath["damage"]) == ("line", "20 ft", "7d6")
    assert (breath["save"], breath["dc"], breath["half"]) == ("ref", 19, True)
    assert breath["recharge"] == "10"


def test_what_a_page_says_once_of_all_of_a_kind_holds_for_each() -> None:
    """As the SRD says of mephits how often they breathe."""
    name, size, *lines = printed.HORN.strip().splitlines()
    rows = "".join(f"<tr><td>{'</td><td>'.join(line.split(': ', 1))}</td></tr>" for line in lines)
    page = (
        f"<html><h1>BEASTS</h1><p>{{of_all}}</p><h2>{name}</h2><table><tr><td></td><td>{size}</td>"
    )
    page += f"</tr>{rows}</table><p>Breath Weapon (Su): {{own}}</p></html>"
    of_all = "Breath Weapon (Su): A bull-man can use its breath weapon once every 1d4 rounds."
    own = "15-foot cone, damage 1d4 fire, Reflex half DC 12."
    (entry,) = entries(page.format(of_all=of_all, own=own), "d20").values()
    assert entry["areas"] == [
        {"name": "Breath Weapon", "shape": "cone", "size": "15 ft", "damage": "1d4", "save": "ref",
         "dc": 12, "half": True, "recharge": "1d4"},
    ]  # fmt: skip
    other = page.format(of_all=of_all.replace("bull-man", "mephit"), own=own)
    assert "areas" not in next(iter(entries(other, "d20").values()))


def test_an_ability_behind_a_line_and_another_armour_class() -> None:
    text = printed.HORN.replace("Int 7", "Int_7").replace(
        "14 (-1 size, +5 natural)",
        "14 (-1 size, +5 natural) or 16 (-1 size, +5 natural, +2 shield)",
    )
    (usual,), (other,) = (entries(each, "d20").values() for each in (printed.HORN, text))
    assert {**other, "notes": ()} == {**usual, "notes": ()}
    assert any(note.startswith("Armor Class: 14") and "or 16" in note for note in other["notes"])
