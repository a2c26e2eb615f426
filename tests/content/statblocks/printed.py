"""Statblocks written for these tests, and what the game makes of their entries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tacsim.api.opening import set_up
from tacsim.content.statblocks import Converted, convert
from tacsim.view.wording.sheet import Sheet, sheet_of

STALKER = """Marsh Stalker
Large monstrosity (shapechanger), neutral evil
Armor Class 15 (natural armor)
Hit Points 68 (8d10 + 24)
Speed 30 ft., climb 20 ft., swim 40 ft.
STR
DEX
CON
INT
WIS
CHA
18 (+4)
13 (+1)
16 (+3)
6 (\u22122)
12 (+1)
7 (\u22122)
Saving Throws Str +7, Con +6
Skills Perception +4, Stealth +7
Damage Resistances cold; bludgeoning, piercing, and
slashing from nonmagical attacks
Condition Immunities prone
Senses darkvision 60 ft., passive Perception 14
Languages \u2014
Challenge 5 (1,800 XP)
Keen Smell. The stalker has advantage on Wisdom (Percep-
tion) checks that rely on smell.
Actions
Multiattack. The stalker makes three attacks: one with
its bite and two with its claws.
Bite. Melee Weapon Attack: +7 to hit, reach 5 ft., one
target. Hit: 13 (2d8 + 4) piercing damage plus 7 (2d6) poison damage.
Claw. Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 11
(2d6 + 4) slashing damage.
Mud Spit (Recharge 5\u20136). The stalker spits mud in a 30-foot cone. Each creature in that area
must make a DC 14 Dexterity saving throw, taking 21 (6d6) bludgeoning damage on a failed save, or
half as much damage on a successful one.
Reactions
Parry. The stalker adds 2 to its AC against one melee attack.
"""
"""The layout of 2014, with lines broken as a page breaks them."""

LAD = """Hob\u2019s Lad, the Thief
Small humanoid (halfling), any non-lawful alignment
Armor Class 14 (leather armor)
Hit Points 9 (2d6 + 2)
Speed 25 ft.
STR DEX CON INT WIS CHA
8 (\u20131) 17 (+3) 12 (+1) 12 (+1) 10 (+0) 13 (+1)
Senses passive Perception 10
Languages Common
Challenge 1/4 (50 XP)
ACTIONS
Dagger. Melee or Ranged Weapon Attack: +5 to hit, reach 5 ft. or range 20/60 ft., one target.
Hit: 5 (1d4 + 3) piercing damage.
Light Crossbow. Ranged Weapon Attack: +5 to hit, range 80/320 ft., one target. Hit: 7 (1d8 + 3)
piercing damage.
"""

OGRE = """Bog Ogre
Large Giant, Chaotic Evil
AC 11 Initiative \u22121 (9)
HP 68 (8d10 + 24)
Speed 40 ft., Swim 20 ft.
MOD SAVE MOD SAVE MOD SAVE
STR 19 +4 +4 DEX 8 \u22121 \u22121 CON 16 +3 +5
INT 5 \u22123 \u22123 WIS 7 \u22122 \u22122 CHA 7 \u22122 \u22122
Gear Greatclub, Javelins (3)
Resistances Cold
Immunities Poison; Poisoned
Senses Darkvision 60 ft.; Passive Perception 8
Languages Common, Giant
CR 2 (XP 450; PB +2)
Traits
Amphibious. The ogre can breathe air and water.
Actions
Multiattack. The ogre makes two Greatclub attacks.
Greatclub. Melee Attack Roll: +6, reach 10 ft. Hit: 13 (2d8 + 4) Bludgeoning damage.
Javelin. Melee or Ranged Attack Roll: +6, reach 5 ft. or range 30/120 ft. Hit: 11 (2d6 + 4)
Piercing damage.
Acid Breath (Recharge 6). Dexterity Saving Throw: DC 13, each creature in a 60-foot-long,
5-foot-wide Line. Failure: 22 (4d10) Acid damage. Success: Half damage.
Bonus Actions
Leap (1/Day). The ogre jumps up to 30 feet.
"""
"""The layout of 2024."""

MOTH = """> ## Grave Moth
>*Tiny beast, unaligned*
>___
>- **Armor Class** 12
>- **Hit Points** 2 (1d4)
>- **Speed** 0 ft., fly 30 ft. (hover)
>___
>|STR|DEX|CON|INT|WIS|CHA|
>|:---:|:---:|:---:|:---:|:---:|:---:|
>|2 (-4)|14 (+2)|10 (+0)|1 (-5)|10 (+0)|3 (-4)|
>___
>- **Senses** blindsight 30 ft., passive Perception 10
>- **Languages** \u2014
>- **Challenge** 0 (10 XP)
>___
> ***Echo.*** The moth can't use its blindsight while deafened.
>
> ### Actions
> ***Bite.*** *Melee Weapon Attack:* +0 to hit, reach 5 ft., one target. *Hit:* 1 piercing damage.
"""
"""Markdown."""

CHIEF = (
    "Goblin Chief Small humanoid (goblinoid), neutral evil\n"
    "Armor Class 15 (leather armor, shield) Hit Points 21 (6d6) Speed 30 ft. STR DEX CON INT WIS "
    "CHA 8 (-1) 14 (+2) 10 (+0) 10 (+0) 8 (-1) 8 (-1) Skills Stealth +6 Senses darkvision 60 ft., "
    "passive Perception 9 Languages Common, Goblin Challenge 1/2 (100 XP) Nimble Escape. The chief "
    "can take the Disengage or Hide action as a bonus action on each of its turns. Actions "
    "Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing "
    "damage. Shortbow. Ranged Weapon Attack: +4 to hit, range 80/320 ft., one target. Hit: 5 (1d6 "
    "+ 2) piercing damage.\n"
)
"""All on one line."""

HARRIER: dict[str, Any] = {
    "index": "ember-harrier",
    "name": "Ember Harrier",
    "size": "Huge",
    "type": "dragon",
    "armor_class": [
        {"type": "natural", "value": 14},
        {"type": "armor", "value": 16, "armor": [{"index": "shield", "name": "Shield"}]},
        {"type": "spell", "value": 19, "spell": {"index": "mage-armor", "name": "Mage Armor"}},
    ],
    "hit_points": 95,
    "hit_dice": "10d12",
    "hit_points_roll": "10d12+30",
    "speed": {"walk": "40 ft.", "fly": "80 ft.", "burrow": "20 ft."},
    "strength": 20, "dexterity": 12, "constitution": 17,
    "intelligence": 8, "wisdom": 11, "charisma": 13,
    "proficiencies": [
        {"value": 4, "proficiency": {"index": "saving-throw-dex", "name": "Saving Throw: DEX"}},
        {"value": 6, "proficiency": {"index": "skill-perception", "name": "Skill: Perception"}},
    ],
    "damage_vulnerabilities": [],
    "damage_resistances": [],
    "damage_immunities": ["fire"],
    "condition_immunities": [{"index": "charmed", "name": "Charmed"}],
    "senses": {"blindsight": "30 ft.", "darkvision": "120 ft.", "passive_perception": 16},
    "languages": "Draconic",
    "challenge_rating": 7,
    "proficiency_bonus": 3,
    "special_abilities": [{"name": "Ash Sight", "desc": "Smoke never hinders its sight."}],
    "actions": [
        {
            "name": "Multiattack", "multiattack_type": "actions",
            "desc": "The harrier uses Dread. It then makes two attacks: one with its bite and one "
            "with its tail.",
            "actions": [
                {"action_name": "Dread", "count": 1, "type": "ability"},
                {"action_name": "Bite", "count": 1, "type": "melee"},
                {"action_name": "Tail", "count": 1, "type": "melee"},
            ],
        },
        {
            "name": "Bite", "attack_bonus": 8,
            "desc": "Melee Weapon Attack: +8 to hit, reach 10 ft., one target. Hit: 16 (2d10 + 5) "
            "piercing damage plus 3 (1d6) fire damage.",
            "damage": [
                {"damage_type": {"index": "piercing"}, "damage_dice": "2d10+5"},
                {"damage_type": {"index": "fire"}, "damage_dice": "1d6"},
            ],
        },
        {
            "name": "Tail", "attack_bonus": 8,
            "desc": "Melee Weapon Attack: +8 to hit, reach 15 ft., one target. Hit: 14 (2d8 + 5) "
            "bludgeoning damage.",
            "damage": [{"damage_type": {"index": "bludgeoning"}, "damage_dice": "2d8+5"}],
        },
        {
            "name": "Trample", "attack_bonus": 8,
            "desc": "Melee Weapon Attack: +8 to hit, reach 5 ft., one prone creature. Hit: 27 (4d10"
            " + 5) bludgeoning damage.",
            "damage": [{"damage_type": {"index": "bludgeoning"}, "damage_dice": "4d10+5"}],
        },
        {
            "name": "Dread",
            "desc": "Each creature within 60 feet of the harrier must succeed on a DC 13 Wisdom "
            "saving throw or become frightened for 1 minute.",
            "dc": {"dc_type": {"index": "wis"}, "dc_value": 13, "success_type": "none"},
        },
        {
            "name": "Breath Weapons",
            "usage": {"type": "recharge on roll", "dice": "1d6", "min_value": 5},
            "desc": "The harrier uses one of the following breath weapons.\nFire Breath. The "
            "harrier exhales fire in a 45-foot line that is 10 feet wide. Each creature in that "
            "line must make a DC 14 Dexterity saving throw, taking 35 (10d6) fire damage on a "
            "failed save, or half as much damage on a successful one.\nSleep Breath. The harrier "
            "exhales gas in a 30-foot cone. Each creature in that area must succeed on a DC 14 "
            "Constitution saving throw or fall asleep.",
        },
    ],
    "legendary_actions": [{"name": "Detect", "desc": "The harrier makes a Perception check."}],
    "url": "/api/2014/monsters/ember-harrier",
}  # fmt: skip
"""A monster in 5e-bits' form."""

SAND = (
    "The strider blows sand in a 15-foot cone. Each creature in that area must make a DC 12 "
    "Dexterity saving throw, taking 9 (2d8) slashing damage on a failed save, or half as much "
    "damage on a successful one."
)

STRIDER_1: dict[str, Any] = {
    "slug": "dune-strider",
    "name": "Dune Strider",
    "size": "Medium",
    "type": "Humanoid",
    "subtype": "",
    "armor_class": 13,
    "armor_desc": "leather armor",
    "hit_points": 27,
    "hit_dice": "6d8",
    "speed": {"walk": 35, "climb": 20},
    "strength": 11, "dexterity": 14, "constitution": 10,
    "intelligence": 10, "wisdom": 12, "charisma": 10,
    "strength_save": None, "dexterity_save": 4,
    "skills": {"stealth": 4},
    "damage_resistances": "", "damage_immunities": "", "condition_immunities": "frightened",
    "senses": "darkvision 60 ft., passive Perception 11",
    "languages": "any one",
    "challenge_rating": "1/2", "cr": 0.5,
    "actions": [
        {"name": "Multiattack", "desc": "The strider makes two melee attacks."},
        {
            "name": "Glaive",
            "desc": "Melee Weapon Attack: +2 to hit, reach 10 ft., one target. Hit: 5 (1d10) "
            "slashing damage.",
            "attack_bonus": 2, "damage_dice": "1d10",
        },
        {
            "name": "Sting",
            "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) "
            "piercing damage.",
            "attack_bonus": 4, "damage_dice": "1d4", "damage_bonus": 2,
        },
        {
            "name": "Sand Breath (Recharge 5-6)", "desc": SAND,
            "attack_bonus": 0, "damage_dice": "2d8",
        },
    ],
    "special_abilities": None, "reactions": None, "legendary_actions": None,
    "document__slug": "tome", "document__title": "Tome of Dunes",
    "document__license_url": "https://example.org/ogl",
}  # fmt: skip
"""A monster in the form of Open5e's first version."""

STRIDER_2: dict[str, Any] = {
    "key": "tome_dune-strider",
    "name": "Dune Strider",
    "size": {"name": "Medium", "key": "medium"},
    "type": {"name": "Humanoid", "key": "humanoid"},
    "armor_class": 13, "hit_points": 27,
    "speed": {"walk": 35.0, "climb": 20.0, "unit": "feet"},
    "speed_all": {"walk": 35.0, "crawl": 17.5, "fly": 0.0, "swim": 17.5, "climb": 20.0},
    "ability_scores": {"strength": 11, "dexterity": 14, "constitution": 10, "intelligence": 10,
                       "wisdom": 12, "charisma": 10},
    "saving_throws": {"dexterity": 4},
    "saving_throws_all": {"strength": 0, "dexterity": 4},
    "skill_bonuses": {"stealth": 4},
    "proficiency_bonus": None,
    "darkvision_range": 60, "blindsight_range": None,
    "challenge_rating_decimal": "0.500", "challenge_rating_text": "1/2",
    "resistances_and_immunities": {
        "condition_immunities": [{"name": "Frightened", "key": "frightened"}],
        "condition_immunities_display": "frightened", "damage_immunities": [],
    },
    "actions": [
        {"name": "Sting", "action_type": "ACTION", "order_in_statblock": 2, "attacks": [],
         "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) "
         "piercing damage."},
        {"name": "Slip Away", "action_type": "BONUS_ACTION", "order_in_statblock": 0,
         "attacks": [], "desc": "The strider hides."},
        {"name": "Glaive", "action_type": "ACTION", "order_in_statblock": 1,
         "desc": "Swung.",
         "attacks": [{"name": "Glaive attack", "to_hit_mod": 2, "reach": 10, "range": None,
                      "damage_die_count": 1, "damage_die_type": "D10", "damage_bonus": None}]},
        {"name": "Multiattack", "action_type": "ACTION", "order_in_statblock": 0, "attacks": [],
         "desc": "The strider makes two melee attacks."},
        {"name": "Sand Breath", "action_type": "ACTION", "order_in_statblock": 3, "attacks": [],
         "desc": SAND, "usage_limits": {"type": "RECHARGE_ON_ROLL", "param": 5}},
    ],
    "traits": [],
    "document": {"name": "Tome of Dunes", "key": "tome",
                 "licenses": [{"name": "Open Game License", "key": "ogl-10a"}]},
}  # fmt: skip
"""The same in the form of its second version."""

DRAKE = """Fen Drake
Size/Type:\tLarge Dragon (Water)
Hit Dice:\t5d12+15 (47 hp)
Initiative:\t+1
Speed:\t30 ft. (6 squares), fly 60 ft. (poor), swim 40 ft.
Armor Class:\t17 (\u20131 size, +1 Dex, +7 natural), touch 10, flat-footed 16
Base Attack/Grapple:\t+5/+13
Attack:\tBite +8 melee (2d6+4)
Full Attack:\tBite +8 melee (2d6+4) and 2 claws
+3 melee (1d6+2)
Space/Reach:\t10 ft./5 ft.
Special Attacks:\tBreath weapon
Special Qualities:\tDarkvision 60 ft., low-light vision, immunity to sleep
Saves:\tFort +7, Ref +5, Will +5
Abilities:\tStr 19, Dex 13, Con 16, Int 7, Wis 12, Cha 9
Skills:\tHide +5, Listen +9, Spot +9
Feats:\tAlertness, Power Attack
Environment:\tWarm marshes
Challenge Rating:\t4

Breath Weapon (Su): 30-foot cone, once every 1d4 rounds, damage 4d6 acid, Reflex DC 15 half.
"""
KITE = """Ember Kite
Medium Outsider (Fire)
Hit Dice: 3d8+3 (16 hp)
Initiative: +3
Speed: 20 ft. (4 squares), fly 60 ft. (perfect)
Armor Class: 17 (+3 Dex, +4 natural), touch 13, flat-footed 13
Base Attack/Grapple: +3/+5
Attack: Heat ray +6 ranged touch (2d6) or 4 quills +6 ranged (1d4+1) or claw +5 melee (1d6+2)
Full Attack: Heat ray +6 ranged touch (2d6); or 4 quills +6 ranged (1d4+1);
or 2 claws +5 melee (1d6+2) and bite +0 melee (1d8+1); or 2 wings +5 melee touch (1d4+2)
Space/Reach: 5 ft./5 ft.
Special Attacks: Heat ray, quills
Special Qualities: Darkvision 60 ft.
Saves: Fort +4, Ref +6, Will +3
Abilities: Str 14, Dex 16, Con 12, Int 6, Wis 10, Cha 10
Skills: Spot +6
Feats: Alertness
Challenge Rating: 2

Heat Ray (Su): The kite can fire this ray once a round, with a range of 50 feet.
Quills (Ex): The kite looses four quills as a standard action. It has a range of 180 feet.
"""
HORN = """Marsh Bull-Man
Large Monstrous Humanoid
Hit Dice: 6d8+12 (39 hp)
Initiative: +0
Speed: 30 ft. (6 squares)
Armor Class: 14 (-1 size, +5 natural), touch 9, flat-footed 14
Base Attack/Grapple: +6/+14
Attack: Greataxe +9 melee (3d6+6/x3) or gore +9 melee (1d8+4)
Full Attack: Greataxe +9/+4 melee (3d6+6/x3) and gore +4 melee (1d8+2)
Space/Reach: 10 ft./10 ft.
Special Attacks: -
Special Qualities: Darkvision 60 ft.
Saves: Fort +6, Ref +5, Will +5
Abilities: Str 19, Dex 10, Con 15, Int 7, Wis 10, Cha 8
Skills: Spot +3
Feats: Track
Challenge Rating: 4
"""
KEEPER = """Toll Keeper
Medium Humanoid (Human)
Hit Dice: 2d8+2 (11 hp)
Initiative: +1
Speed: 20 ft. in scale mail (4 squares); base speed 30 ft.
Armor Class: 17 (+1 Dex, +4 scale mail, +2 heavy steel shield), touch 11, flat-footed 16
Base Attack/Grapple: +2/+4
Attack: Longsword +5 melee (1d8+2/19\u201320) or light crossbow +3 ranged (1d8/19\u201320)
Full Attack: Longsword +5 melee (1d8+2/19\u201320) or light crossbow +3 ranged (1d8/19\u201320)
Space/Reach: 5 ft./5 ft.
Special Attacks: \u2014
Special Qualities: \u2014
Saves: Fort +4, Ref +1, Will +0
Abilities: Str 14, Dex 13, Con 12, Int 10, Wis 11, Cha 8
Skills: Climb +2, Spot +2
Feats: Weapon Focus (longsword), Dodge
Challenge Rating: 1/2
"""
TAKER = """GNOLL SLAVE-TAKER                CR 4
Male gnoll ranger 3
CE Medium humanoid (gnoll)
Init +2; Senses darkvision 60 ft.; Listen +7, Spot +7
Languages Gnoll
AC 18, touch 12, flat-footed 16
(+2 Dex, +4 chain shirt, +1 natural, +1 light shield)
hp 32 (5 HD)
Fort +8, Ref +5, Will +2
Speed 30 ft. (6 squares)
Melee battleaxe +8 (1d8+3/x3)
Ranged mwk composite longbow +7
(1d8+3/x3)
Space 5 ft.; Reach 5 ft.
Base Atk +4; Grp +7
Atk Options favored enemy humans +2
Abilities Str 16, Dex 15, Con 14, Int 8, Wis 13, Cha 8
SQ wild empathy
Feats Point Blank Shot, Rapid Shot, Track
Skills Hide +5, Listen +7, Move Silently +5, Spot +7
Possessions chain shirt, battleaxe
"""
"""The compact layout of later books."""

BRUTE = (
    "Cave Brute: CR 3; Large giant; HD 4d8+11; hp 29; Init -1; Spd 30 ft. in hide armor; AC 16, "
    "touch 8, flat-footed 16; Base Atk +3; Grp +12; Atk +8 melee (2d8+7, greatclub) or +1 ranged "
    "(1d8+5, javelin); Full Atk +8 melee (2d8+7, greatclub) or +1 ranged (1d8+5, javelin); "
    "Space/Reach 10 ft./10 ft.; SQ darkvision 60 ft., low-light vision; AL CE; SV Fort +6, Ref +0, "
    "Will +1; Str 21, Dex 8, Con 15, Int 6, Wis 10, Cha 7. Skills and Feats: Climb +5, Listen +2; "
    "Toughness, Track.\n"
)
"""The short form of adventures, all on one line."""
PROWLER = (
    "Prowlers (3): Male prowler rogue 1; CR 4; Medium animal; HD 6d8+18; hp 45, 41, 52; Init +2; "
    "Spd 40 ft., climb 20 ft.; AC 15, touch 13, flat-footed 13; Base Atk +4; Grp +10; Atk +10 "
    "melee (1d8+6, claw); Full Atk +10 melee (1d8+6, 2 claws) and +5 melee (2d6+3/19-20 plus "
    "poison, bite); Space 5 ft.; Reach 5 ft.; SA pounce; SQ scent; DR 5/magic; AL N; SV Fort +8, "
    "Ref +7, Will +3; Str 23, Dex 15, Con 17, Int 2, Wis 12, Cha 6. Skills and Feats: Hide +3, "
    "Spot +3; Alertness.\n"
)
PAGE = """<!DOCTYPE html><html><body><!-- <table> -->
<p>This material is Open Game Content, licensed under the Open Game License v1.0a.</p>
<h1>GRAVEL BEETLE</h1>
<table><tr><th>Age</th><th>Weight</th></tr><tr><td>Young</td><td>9 lb.</td></tr></table>
<table>
<tr><td></td><th>Gravel Beetle</th><th>Gravel Beetle, Elder</th></tr>
<tr><td></td><td>Tiny Vermin</td><td>Huge Vermin</td></tr>
<tr><th>Hit Dice :</th><td>1/2 d8 (2 hp)</td><td>8d8+24 (60 hp)</td></tr>
<tr><th>Initiative:</th><td>+1</td><td>&ndash;1</td></tr>
<tr><th>Speed:</th><td>20 ft. (4 squares)</td><td>20 ft. (4 squares), burrow 10 ft.</td></tr>
<tr><th>Armor Class:</th><td>14 (+2 size, +1 Dex, +1 natural), touch 13, flat-footed 13</td>
<td>15 (&ndash;2 size, &ndash;1 Dex, +8</td></tr>
<tr><td></td><td></td><td>natural), touch 7, flat-footed 15</td></tr>
<tr><th>Base Attack/Grapple:</th><td>+0/&ndash;11</td><td>+6/+20</td></tr>
<tr><th>Attack:</th><td>Bite &ndash;1 melee (1d3&ndash;3)</td><td>Bite +10 melee (2d6+9)</td></tr>
<tr><th>Full Attack:</th><td>Bite &ndash;1 melee (1d3&ndash;3)</td>
<td>Bite +10 melee (2d6+9)</td></tr>
<tr><th>Space/Reach:</th><td>2-1/2 ft./0 ft.</td><td>15 ft./10 ft.</td></tr>
<tr><th>Special Attacks:</th><td>&mdash;</td><td>&mdash;</td></tr>
<tr><th>Special Qualities:</th><td>Darkvision 60 ft.</td><td>Darkvision 60 ft.</td></tr>
<tr><th>Saves:</th><td>Fort +2, Ref +1, Will +0</td><td>Fort +9, Ref +1, Will +2</td></tr>
<tr><th>Abilities:</th><td>Str 4, Dex 13, Con 10, Int &mdash;, Wis 10, Cha 3</td>
<td>Str 22, Dex 8, Con 16, Int &mdash;, Wis 10, Cha 3</td></tr>
<tr><th>Skills:</th><td>&mdash;</td><td>&mdash;</td></tr>
<tr><th>Feats:</th><td>&mdash;</td><td>&mdash;</td></tr>
<tr><th>Challenge Rating:</th><td>1/4</td><td>5</td></tr>
</table></body></html>
"""
"""A page of the SRD's kind: two creatures in columns, and a row that the page broke in two."""

JSON = json.dumps([HARRIER])


def converted(text: str, ruleset: str) -> Converted:
    """What becomes of a text."""
    return convert(text.encode(), ruleset, "given")


def entries(text: str, ruleset: str) -> dict[str, dict[str, Any]]:
    """The entries that a text becomes, none of its statblocks failing."""
    found = converted(text, ruleset)
    assert not found.failed
    return {draft.id: draft.entry for draft in found.drafts}


def scenario(folder: Path, text: str, ruleset: str) -> Path:
    """A scenario in which each creature of a text meets a dummy, out of a bestiary file."""
    found = converted(text, ruleset)
    (folder / "my.toml").write_text(found.toml, "utf-8")
    rows = "\n".join(["." * 60] * 12)
    lines = [f'ruleset = "{ruleset}"', 'bestiaries = ["my.toml"]', 'name = "Trial"', "[map]",
             f'grid = """\n{rows}\n"""', '[[side]]\nid = "a"\n[[side]]\nid = "b"']  # fmt: skip
    for at, draft in enumerate(found.drafts):
        lines.append(f'[[creature]]\nid = "c{at}"\nkind = "{draft.id}"\nside = "a"')
        lines.append(f"at = [{8 * at}, 4]")
        lines.append(f'[[creature]]\nid = "d{at}"\nkind = "dummy"\nside = "b"\nat = [{8 * at}, 3]')
    path = folder / "trial.toml"
    path.write_text("\n".join(lines), "utf-8")
    return path


def sheets(folder: Path, text: str, ruleset: str) -> list[Sheet]:
    """The sheets that the game shows of the creatures of a text, nobody caught off guard."""
    battle = set_up(str(scenario(folder, text, ruleset)))
    names = [name for name in battle.creatures if name.startswith("c")]
    return [sheet_of(battle.at_turn_of(name).rules, name) for name in names]


def attacks(sheet: Sheet) -> list[tuple[str, int, str, int]]:
    """The attacks of a sheet: name, bonus, damage, and reach (else range) in feet."""
    return [
        (row.name, row.bonus, row.damage, 5 * (row.reach[1] or row.range)) for row in sheet.weapons
    ]
