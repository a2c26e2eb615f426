"""The same statblock as other pages set it, and other words for the same attacks."""

from __future__ import annotations

import re
from itertools import zip_longest
from textwrap import wrap

import pytest
from content.statblocks.printed import DRAKE, LAD, OGRE, STALKER, entries

HEAD = "Armor Class 15 (natural armor)\nHit Points 68 (8d10 + 24)\nSpeed 30 ft."
LABELS = re.compile(
    r"^(Armor Class|Hit Points|Speed|Saving Throws|Skills|Senses|Challenge|STR|DEX|Actions)\b", re.M
)
LAID = {
    "labels in capitals": LABELS.sub(lambda label: label[0].upper(), STALKER),
    "labels in small letters": LABELS.sub(lambda label: label[0].lower(), STALKER),
    "figures with commas in one line": STALKER.replace(
        HEAD, "AC 15 (natural armor), HP 68 (8d10 + 24), Speed 30 ft."
    ),
    "modes of moving spelled out": STALKER.replace("climb 20", "climbing 20").replace(
        "swim 40", "swimming 40"
    ),
    "labels alone": STALKER.replace(HEAD, re.sub(r"(Class|Points|Speed) ", r"\1\n ", HEAD)).replace(
        "Languages ", "Languages\n\n"
    ),
    "two colons behind labels": re.sub(
        r"^(Armor Class|Hit Points|Speed|Senses|Challenge) ", r"\1 :: ", STALKER, flags=re.M
    ),
    "labels in one line": STALKER.replace(HEAD, HEAD.replace("\n", " ")).replace(
        "\nChallenge", " Challenge"
    ),
    "bullets and tabs": STALKER.replace(HEAD, re.sub("^", "\u2022 ", HEAD, flags=re.M)).replace(
        "(2d8 + 4) piercing", "(2d8 + 4)\tpiercing"
    ),
    "feet of pages": STALKER.replace(
        "Hit: 11\n", "Hit: 11\nNot for resale. System Reference Document 5.1 261\n"
    ).replace("(Percep-\n", "(Percep-\nSystem Reference Document 5.1\n261\n"),
    "letters apart": STALKER.replace("\nActions\n", "\nA c t i o n s\n"),
    "soft hyphens": STALKER.replace("Percep-\n", "Per\u00adcep\u00ad\n"),
    "blanks between all words": STALKER.replace(" ", "  \u00a0"),
    "a field that is broken within a word": STALKER.replace("darkvision", "dark-\nvision"),
    "lines run together with blanks": STALKER.replace("(Percep-\n", "(Percep- ")
    .replace("piercing damage plus", "pierc- ing damage plus")
    .replace("a 30-foot cone", "a 30- foot cone"),
    "no full stop before an attack": STALKER.replace("poison damage.\n", "poison damage\n"),
    "scores in two rows": re.sub(
        r"STR\n.*?WIS\nCHA\n(.*?\n.*?\n.*?\n)",
        r"STR DEX CON\n\1INT WIS CHA\n",
        STALKER,
        flags=re.S,
    ),
    "scores in words": re.sub(
        r"STR\n.*?7 \(\u22122\)\n",
        "Ability Scores: Strength 18 (+4), Dexterity 13 (+1), Constitution 16 (+3), "
        "Intelligence 6 (-2), Wisdom 12 (+1), Charisma 7 (-2)\n",
        STALKER,
        flags=re.S,
    ),
    "name and kind in one line": STALKER.replace(
        "Marsh Stalker\nLarge monstrosity (shapechanger), neutral evil",
        "Marsh Stalker, Large Monstrosity (Shapechanger), Neutral Evil",
    ),
}


@pytest.mark.parametrize("name", LAID)
def test_a_statblock_set_otherwise_says_the_same(name: str) -> None:
    assert LAID[name] != STALKER
    (usual,), (other,) = (entries(text, "grid5e").values() for text in (STALKER, LAID[name]))
    other["type"] = other["type"].lower()
    assert other == usual


TAIL = """Legendary Actions
The stalker can take 3 legendary actions.
Tail Lash (Costs 2 Actions). Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 11 (2d6
+ 4) bludgeoning damage.
"""
WIDE = {"2014": STALKER + TAIL, "2024": OGRE}


@pytest.mark.parametrize("layout", WIDE)
def test_a_statblock_on_one_line_says_the_same(layout: str) -> None:
    """Also with a name of two, and with a list of spells, which ends without a full stop."""
    text = WIDE[layout].replace("(Percep-\n", "(Percep")
    name, rest = text.split("\n", 1)
    spells = "Spellcasting. It knows these spells.\n\u2022 1st level (3 slots): bane, sleep"
    text = f"{name}/Other\n{rest}".replace("\nActions\n", f"\n{spells}\nActions\n")
    (usual,), (other,) = (
        entries(each, "grid5e").values() for each in (text, " ".join(text.split()))
    )
    assert len(usual["natural_weapons"] if layout == "2014" else usual["weapons"]) >= 1
    assert {**other, "notes": ()} == {**usual, "notes": ()}


@pytest.mark.parametrize("layout", WIDE)
@pytest.mark.parametrize("apart", [False, True])
def test_a_column_of_any_width_says_the_same(layout: str, apart: bool) -> None:
    """Wherever it breaks lines: within a name's bracket, behind it, at a length's hyphen.

    Where a blank line follows each, paragraphs are not known any more, and notes may be in parts.
    """
    (usual,) = entries(WIDE[layout], "grid5e").values()
    lines = WIDE[layout].replace("(Percep-\n", "(Percep").splitlines()
    for width in range(34, 81):
        broken = [row for line in lines for row in wrap(line, width)]
        text = ("\n\n" if apart else "\n").join(broken)
        (other,) = entries(text, "grid5e").values()
        assert other == (usual | {"notes": other["notes"]} if apart else usual), width


def test_a_page_of_two_columns_is_read_column_by_column() -> None:
    """One statblock that goes on at the right, and two of them side by side."""
    rows = [row for line in STALKER.splitlines() for row in wrap(line, 46)]
    (usual,) = entries(STALKER, "grid5e").values()
    half = len(rows) // 2
    page = [f"{a:<50}{b}".rstrip() for a, b in zip_longest(rows[:half], rows[half:], fillvalue="")]
    (other,) = entries("\n".join(page), "grid5e").values()
    assert other == usual
    beside = [row for line in OGRE.splitlines() for row in wrap(line, 46)]
    page = [f"{a:<50}{b}".rstrip() for a, b in zip_longest(rows, beside, fillvalue="")]
    assert list(entries("\n".join(page), "grid5e").values()) == [
        usual,
        *entries(OGRE, "grid5e").values(),
    ]


def test_lines_with_their_figures_far_to_the_right_are_no_columns() -> None:
    apart = re.sub(
        r"^([A-Z][A-Za-z/ ]+):\t", lambda label: f"{label[1] + ':':<24}", DRAKE, flags=re.M
    )
    assert apart != DRAKE
    assert entries(apart, "d20") == entries(DRAKE, "d20")


WORDS = {
    "The stalker makes two attacks, one with its bite and one with its claw.": 2,
    "The stalker makes three attacks\u2014one Bite attack and two Claw attacks.": 3,
    "The stalker makes three Claw or Mud Ball attacks.": 3,
    "The stalker makes one Bite or Claw attack and two Tail attacks, or one Mud Ball attack.": 3,
    "The stalker makes 1d4 Claw attacks.": 2,
    "The stalker makes 3d4 Claw attacks.": 7,
    "The stalker bites once and claws twice.": 3,
    "Three attacks: one bite and two claws.": 3,
    "A pair of Claw attacks.": 2,
    "The stalker attacks with both claws and with its tail.": 3,
    "The stalker swings its claw two times. If it is angry, it can also make a Bite attack.": 2,
    "The stalker can bite once per day. It makes two Claw attacks.": 2,
    "It bites once and claws thrice, or else claws five times.": 4,
    "It attacks twice, once with its bite and once with its claw.": 2,
    "The stalker makes one Claw attack with each of its three arms.": 3,
    "The stalker makes one Bite attack and either one Claw attack or one Tail attack.": 2,
    "The stalker makes one Claw attack and uses its Bite.": 2,
    "The stalker makes one Claw attack and uses its Bite twice.": 3,
    "The stalker makes two Claw attacks and uses Mud Spit.": 2,
    "The stalker makes two Claw attacks and uses either Mud Spit or Bite.": 2,
    "The stalker makes two Claw attacks. It can replace one with a use of Bite.": 2,
    "The stalker makes one bite and two claw attacks.": 3,
    "The stalker makes two claws and one bite attack.": 3,
    "The stalker makes three melee attacks, no more than one of which can be a bite.": 3,
    "The stalker makes two Claw attacks.It can replace one attack with a use of Bite.": 2,
}


@pytest.mark.parametrize("words", WORDS)
def test_other_words_for_so_many_attacks(words: str) -> None:
    text = re.sub(r"(?<=Multiattack\. )[^.]*\.", words, STALKER)
    (entry,) = entries(text, "grid5e").values()
    assert entry["attacks"] == WORDS[words]


def test_dice_before_their_mean() -> None:
    text = LAD.replace("5 (1d4 + 3) piercing", "1d4 + 3 (5) piercing")
    assert text != LAD
    assert entries(text, "grid5e") == entries(LAD, "grid5e")


BREATH = re.compile(r"Mud Spit \(Recharge 5.6\)(.*)half as much damage on a successful one", re.S)


@pytest.mark.parametrize(
    "words",
    [
        r"Mud Spit (Recharges on a 5-6)\1half as much on a success",
        r"Spit Weapons (Recharge 5-6). It uses one of the following spit weapons.\nMud Spit\1half"
        r" as much damage on a successful one",
    ],
)
def test_an_area_that_comes_back(words: str) -> None:
    """Also where only the paragraph above says when: one for all from which it may choose."""
    assert BREATH.search(STALKER)
    text = BREATH.sub(words, STALKER)
    (usual,), (other,) = (entries(each, "grid5e").values() for each in (STALKER, text))
    assert other["areas"] == usual["areas"]


@pytest.mark.parametrize(
    ("words", "area"),
    [
        ("a cone 30 feet long", {"shape": "cone", "size": "30 ft"}),
        ("a 60-foot-long, 5-footwide Line", {"shape": "line", "size": "60 ft"}),
        ("a 15-foot-long, 10-foot-wide cone", {"shape": "cone", "size": "15 ft"}),
        ("a 20-foot cube within 60 feet of it",
         {"shape": "square", "size": "20 ft", "range": "60 ft"}),
    ],
)  # fmt: skip
def test_other_words_for_an_area(words: str, area: dict[str, str]) -> None:
    text = STALKER.replace("a 30-foot cone", words)
    assert text != STALKER
    (entry,) = entries(text, "grid5e").values()
    assert area.items() <= entry["areas"][0].items()


COMMAND = """Baleful Command (Recharge 5-6). Wisdom Saving Throw: DC 18, each enemy in a 30-foot
Emanation originating from the rakshasa. Failure: 28 (8d6) Psychic damage.
"""
"""As the rakshasa of SRD 5.2.1 has it."""
DISRUPTION = """Disruption. Each living creature within 20 feet of the stalker must make a DC 18
Constitution saving throw, taking 21 (6d6) necrotic damage on a failed save, or half as much damage
on a successful one.
"""
AROUND = {
    COMMAND: ("30 ft", "8d6", "wis", 18, False, 5, "each enemy in a 30-foot Emanation"),
    DISRUPTION: ("20 ft", "6d6", "con", 18, True, None, "Each living creature within 20 feet"),
}


@pytest.mark.parametrize("words", AROUND)
def test_what_reaches_so_far_from_its_maker_is_a_burst_at_its_space(words: str) -> None:
    """Without a range it starts at a corner of that space. Whom it spares is told."""
    (entry,) = entries(LAD + words, "grid5e").values()
    (area,) = entry["areas"]
    *figures, whom = AROUND[words]
    keys = ("size", "damage", "save", "dc", "half", "recharge")
    assert [area.get(key) for key in keys] == figures
    assert (area["shape"], area.get("range")) == ("burst", None)
    assert any(whom in note for note in entry["notes"])


SPORES = """Spores (Recharge 6). Constitution Saving Throw: DC 15, each creature in a 20-foot
Emanation originating from the vrock. Failure: The target has the Poisoned condition and repeats
the save at the end of each of its turns. While Poisoned, the target takes 5 (1d10) Poison damage
at the start of each of its turns.
"""
"""As the vrock of SRD 5.2.1 has it."""


def test_an_area_that_harms_on_later_turns_alone_is_only_told() -> None:
    (entry,) = entries(LAD + SPORES, "grid5e").values()
    assert "areas" not in entry
    assert any(note.startswith("Spores") for note in entry["notes"])


def test_an_action_behind_a_list_of_spells_is_one() -> None:
    """The list has no full stop at its end."""
    spells = "Spellcasting. The ogre casts these.\nAt Will: Light, Fog\nCloud\n1/Day Each: Fly\n"
    (entry,) = entries(
        OGRE.replace("Greatclub. Melee", f"{spells}Greatclub. Melee"), "grid5e"
    ).values()
    (usual,) = entries(OGRE, "grid5e").values()
    assert {**entry, "notes": ()} == {**usual, "notes": ()}
    assert any("Fog Cloud" in note and "Fly" in note for note in entry["notes"])


def test_a_name_that_begins_with_a_size_is_one() -> None:
    (entry,) = entries(OGRE.replace("Bog Ogre\n", "Large Animated Ogre\n"), "grid5e").values()
    assert entry["name"] == "Large Animated Ogre"


def test_what_harms_those_beside_a_target_is_no_area_of_its_maker() -> None:
    words = DISRUPTION.replace("of the stalker", "of the target")
    (entry,) = entries(LAD + words, "grid5e").values()
    assert "areas" not in entry


BITE = """Bite. Melee Weapon Attack: +6 to hit, reach 5 ft., one willing creature, or a creature
that is grappled by the vampire, incapacitated, or restrained. Hit: 6 (1d6 + 3) piercing damage plus
7 (2d6) necrotic damage.
"""
"""As the vampire spawn of SRD 5.1 has it."""


def test_a_first_attack_stays_the_first_though_only_some_can_suffer_it() -> None:
    """Of which the sheet tells; behind another such an attack is told alone."""
    (entry,) = entries(STALKER.replace("Bite. ", f"{BITE}Maw. "), "grid5e").values()
    first = entry["natural_weapons"][0]
    assert (first["name"], first["damage"], first["reach"]) == ("bite", "1d6", "5 ft")
    assert any("incapacitated, or restrained; plus 7 (2d6)" in note for note in entry["notes"])
    (entry,) = entries(STALKER.replace("Reactions\n", f"{BITE}Reactions\n"), "grid5e").values()
    assert [one["damage"] for one in entry["natural_weapons"]] == ["2d8", "2d6"]


@pytest.mark.parametrize(
    "hit",
    [
        "The target is grappled (escape DC 15). Until this grapple ends, the target is restrained",
        "The target is held by a tentacle (AC 20; HP 10; Immunity to Poison and Psychic damage)",
        "The target must succeed on a DC 13 Wisdom saving throw or take 10 (3d6) psychic damage",
        "The target is held. At the start of each of its turns it takes 7 (2d6) acid damage",
    ],
)
def test_an_attack_that_hits_without_damage_is_one(hit: str) -> None:
    """It is the first attack where it stands first, and none of the others in its place."""
    text = re.sub(
        r"Bite\. .*?poison damage", "Tendril. Melee Weapon Attack: +7 to hit, reach 50 ft., one "
        f"creature. Hit: {hit}", STALKER, flags=re.S,
    )  # fmt: skip
    (entry,) = entries(text, "grid5e").values()
    first, *others = entry["natural_weapons"]
    assert (first["name"], first["damage"], first["reach"]) == ("tendril", "0", "50 ft")
    assert entry["damage_bonus"] == {"tendril": -4}  # as much as the strength that it does not add
    assert "attack_bonus" not in entry
    assert [one["name"] for one in others] == ["claw"]
    assert any(hit[:40] in note for note in entry["notes"])


def test_what_follows_with_a_colon_is_no_action_where_names_end_with_full_stops() -> None:
    more = (
        "\nChapter 2: Who goes down makes a DC 12 Dexterity saving throw, taking 10 (3d6) fire "
        "damage in a 20-foot cone on a failed save.\n"
    )
    (usual,), (entry,) = (entries(text, "grid5e").values() for text in (LAD, LAD + more))
    assert {**entry, "notes": ()} == {**usual, "notes": ()}
    assert any("Chapter 2" in note for note in entry["notes"])
    mixed = LAD.replace("Light Crossbow. ", "Light Crossbow: ")
    assert mixed != LAD
    assert entries(mixed, "grid5e") == entries(LAD, "grid5e")


def test_damage_at_range_that_is_not_that_in_melee() -> None:
    words = "Hit: 5 (1d4 + 3) piercing damage in melee or 8 (2d4 + 3) piercing damage at range."
    (entry,) = entries(re.sub(r"Hit: 5 \(1d4 .*?\.", words, LAD, flags=re.S), "grid5e").values()
    near, far = entry["natural_weapons"][:2]
    assert (near["name"], near["damage"], near["reach"]) == ("dagger", "1d4", "5 ft")
    assert (far["name"], far["damage"], far["range"]) == (
        "dagger_thrown",
        "2d4",
        ["20 ft", "60 ft"],
    )
    assert not any("2d4" in note for note in entry["notes"])


def test_an_attack_of_damage_that_is_not_known_is_only_told() -> None:
    words = "Hit: Damage equal to half of the points of the target."
    text = re.sub(r"Hit: 13 .*?poison damage\.", words, STALKER, flags=re.S)
    (entry,) = entries(text, "grid5e").values()
    assert [one["name"] for one in entry["natural_weapons"]] == ["claw"]
    assert any(words in note for note in entry["notes"])
