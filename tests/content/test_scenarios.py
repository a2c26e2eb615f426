"""Scenario files: what they come to, and every fault by file, line and field."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacsim.content.faults import ContentError
from tacsim.content.records import Do
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import (
    Abilities,
    Conditions,
    Exceptions,
    HitPoints,
    Identity,
    Initiative,
    Offence,
    Side,
    Size,
    Speed,
    Traits,
)
from tacsim.core.intents import Decline, FullAttack, Move, Strike, Take

Text = Callable[..., str]


def test_a_scenario_with_everything(files, scenario: Text) -> None:
    files.write("grid = '''\n....\n....\n'''\nname = 'Yard'\n", "yard.toml")
    found = files.read("""
format = 1
name = "Ogre in the yard"
ruleset = "d20"
seed = 20
map = "yard.toml"
about = \"\"\"
An ogre.
And a man.
\"\"\"
fog = true
max_rounds = 12
[rules]
reach_diagonal = false
[[side]]
id = "heroes"
name = "Heroes"
controller = "ai:brute"
allies = ["others"]
[[side]]
id = "others"
[[creature]]
id = "ogre"
kind = "ogre"
side = "others"
at = [2, 0]
size = "large"
shape = "long"
speed = "45 ft"
reach = 1
weapons = ["longspear"]
initiative = 17
hp = 30
conditions = ["prone"]
name = "Gorm"
glyph = "G"
feats = ["run"]
fills = true
bars_friends = true
passable = false
abilities = { str = 25 }
[[creature]]
id = "man"
kind = "dummy"
side = "heroes"
at = [0, 0]
[[do]]
actor = "man"
intent = "strike"
target = "ogre"
weapon = "club"
""")
    assert (found.name, found.ruleset, found.seed, found.fog) == (
        "Ogre in the yard", "d20", 20, True,
    )  # fmt: skip
    assert (found.about, found.max_rounds) == ("An ogre.\nAnd a man.", 12)
    assert found.switches["reach_diagonal"] is False
    assert found.switches["tiny_step_provokes"] is True
    assert found.sides == (
        Side("heroes", "Heroes", "ai:brute", ("others",)),
        Side("others", "others", "human"),
    )
    assert (found.field.name, found.field.width) == ("Yard", 4)
    ogre = found["ogre"]
    assert (ogre.kind, ogre.side, ogre.at) == ("ogre", "others", (2, 0))
    assert ogre.get(Identity) == Identity("ogre", "Gorm", "others", "G")
    assert ogre.get(Size) == Size(5, "long", (2, 2))
    assert ogre.get(Speed).land == 9
    assert ogre.get(HitPoints) == HitPoints(30, 30)
    assert ogre.get(Abilities).strength == 25
    assert ogre.get(Abilities).constitution == 15
    assert "prone" in ogre.get(Conditions)
    assert ogre.get(Traits).feats == {"run"}
    assert (ogre.get(Traits).fills, ogre.get(Traits).fixed_initiative) == (True, 17)
    assert ogre.get(Exceptions) == Exceptions(frozenset({"bars_friends"}))
    assert ogre.get(Initiative) == Initiative(0, -1)
    (spear,) = ogre.get(Offence).weapons
    assert (spear.name, spear.least, spear.reach) == ("longspear", 2, 2)
    assert found["man"].get(Identity).name == "dummy"
    assert found.script == (Do("man", Strike("man", "ogre", "club"), 47),)
    with pytest.raises(KeyError):
        found["nobody"]


def test_what_may_be_left_out(files, scenario: Text) -> None:
    head = 'format = 1\nruleset = "d20"\n'
    found = files.read(scenario(head=head))
    assert (found.name, found.seed, found.fog, found.max_rounds) == ("trial", None, False, None)
    assert (found.about, found.script) == ("", ())


def test_creatures_of_one_name_get_numbers(files, scenario: Text) -> None:
    more = '[[creature]]\nid = "orc_2"\nkind = "orc"\nside = "b"\nat = [4, 3]\n'
    found = files.read(scenario(more=more))
    assert [c.get(Identity).name for c in found.creatures] == ["dummy", "Orc 1", "Orc 2"]


def test_a_scenario_may_bring_its_own_kinds_and_weapons(files, scenario: Text, creature) -> None:
    own = """
[weapon.ogre_pole]
kind = "melee"
hands = "two"
damage = "1d10"
reach = true
[bestiary.ogre]
name = "river ogre"
glyph = "R"
size = "large"
shape = "tall"
speed = 6
hp = 40
bab = 4
abilities = { str = 20 }
weapons = ["ogre_pole"]
attack_bonus = { ogre_pole = 2 }
"""
    ogre = files.read(scenario(creatures=scenario_creatures(creature("")), more=own))["three"]
    (pole,) = ogre.get(Offence).weapons
    assert (ogre.get(Identity).name, pole.damage, pole.reach, pole.bonus) == (
        "river ogre", "2d8", 4, 2,
    )  # fmt: skip


def scenario_creatures(more: str) -> str:
    from_parts = '[[creature]]\nid = "one"\nkind = "dummy"\nside = "a"\nat = [0, 0]\n'
    return from_parts + more


def test_the_script_becomes_intents(files, scenario: Text) -> None:
    script = """
[[do]]
actor = "one"
intent = "move"
to = [3, 0]
mode = "double"
[[do]]
actor = "one"
intent = "move"
path = [[1, 0], [2, 0]]
extents = [[1, 1], [1, 1]]
[[do]]
actor = "one"
intent = "move"
mode = "charge"
target = "two"
[[do]]
actor = "two"
intent = "take"
[[do]]
actor = "two"
intent = "decline"
[[do]]
actor = "one"
intent = "full_attack"
target = "two"
"""
    found = files.read(scenario(more=script))
    assert [do.intent for do in found.script] == [
        Move("one", to=(3, 0), mode="double"),
        Move("one", path=((1, 0), (2, 0)), extents=((1, 1), (1, 1))),
        Move("one", mode="charge", target="two"),
        Take("two"),
        Decline("two"),
        FullAttack("one", "two"),
    ]
    lines = [do.line for do in found.script]
    assert lines == sorted(set(lines))


HEADS = [
    ('format = 2 # <--\nruleset = "d20"\n', "format", "must be 1, not 2"),
    ('format = "1" # <--\nruleset = "d20"\n', "format", "must be 1"),
    ("format = 1\n", "ruleset", "is missing"),
    ('ruleset = "d2O" # <--\n', "ruleset", 'unknown ruleset "d2O"; did you mean "d20"?'),
    ("ruleset = 3 # <--\n", "ruleset", "must be a text"),
    ('ruleset = "d20"\nseed = 1.5 # <--\n', "seed", "must be a whole number"),
    ('ruleset = "d20"\nseed = true # <--\n', "seed", "not true"),
    ('ruleset = "d20"\nseed = 9223372036854775808 # <--\n', "seed", "not a huge number"),
    ('ruleset = "d20"\nnmae = "x" # <--\n', "nmae", 'unknown key; did you mean "name"?'),
    ('ruleset = "d20"\nname = "a\\tb" # <--\n', "name", "cannot be printed"),
    ('ruleset = "d20"\nname = "a\\u202Eb" # <--\n', "name", "cannot be printed"),
    (f'ruleset = "d20"\nname = "{"n" * 61}" # <--\n', "name", "longer than 60"),
    ('ruleset = "d20"\nabout = "\\u001b[2J" # <--\n', "about", "cannot be printed"),
    ('ruleset = "d20"\nfog = 1 # <--\n', "fog", "must be true or false"),
    ('ruleset = "d20"\nmax_rounds = 0 # <--\n', "max_rounds", "from 1 to 1000"),
    (
        'ruleset = "d20"\nrules = { reach_diag = true } # <--\n',
        "rules.reach_diag",
        'unknown switch "reach_diag"; did you mean "reach_diagonal"?',
    ),
    (
        'ruleset = "d20"\nrules = { reach_diagonal = 1 } # <--\n',
        "rules.reach_diagonal",
        "must be true or false",
    ),
    ('ruleset = "d20"\nrules = [] # <--\n', "rules", "must be a table"),
    (
        'ruleset = "d20"\nrules = { preset = "corean" } # <--\n',
        "rules.preset",
        'unknown preset "corean"; did you mean "korean"?',
    ),
    ('ruleset = "d20"\nrules = { preset = 1 } # <--\n', "rules.preset", "must be a text, not 1"),
    ('ruleset = "d20"\nbestiary = 1 # <--\n', "bestiary", "must be a table"),
    ('ruleset = "d20"\nweapon = 1 # <--\n', "weapon", "must be a table"),
    ('ruleset = "d20"\ndo = 1 # <--\n', "do", "must be a list of tables"),
]


@pytest.mark.parametrize(("head", "field", "message"), HEADS)
def test_a_fault_at_the_top(files, scenario: Text, head: str, field: str, message: str) -> None:
    files.expect(scenario(head=head), field, message)


SIDES = [
    ('[[side]]\nid = "a b" # <--\n', "side[0].id", "must be 1 to 40 of the characters"),
    (f'[[side]]\nid = "{"a" * 41}" # <--\n', "side[0].id", "must be 1 to 40"),
    ('[[side]] # <--\nname = "A"\n', "side[0].id", "is missing"),
    ('[[side]]\nid = "a"\ncontroller = "robot" # <--\n', "side[0].controller", "human, ai, ai:"),
    ('[[side]]\nid = "a"\ncontroller = "ai:" # <--\n', "side[0].controller", "human, ai, ai:"),
    ('[[side]]\nid = "a"\ncontroler = "ai" # <--\n', "side[0].controler", '"controller"'),
    ('[[side]]\nid = "a"\nname = "" # <--\n', "side[0].name", "is empty"),
    ('[[side]]\nid = "a"\nallies = ["c"] # <--\n', "side[0].allies[0]", 'unknown side "c"'),
    ('[[side]]\nid = "a"\nallies = "b" # <--\n', "side[0].allies", "must be a list"),
    ('[[side]]\nid = "a"\n[[side]]\nid = "a" # <--\n', "side[1].id", 'a side "a" already'),
    ('[[side]]\nid = "a"\n[[side]] # <--\nid = "c"\n', "side[1]", 'side "c" has no creature'),
]


@pytest.mark.parametrize(("sides", "field", "message"), SIDES)
def test_a_fault_of_a_side(files, scenario: Text, sides: str, field: str, message: str) -> None:
    whole = sides + '[[side]]\nid = "b"\n' + ('[[side]]\nid = "a"\n' * ('id = "a"' not in sides))
    faults = files.faults(scenario(sides=whole))
    wanted = [fault for fault in faults if fault.field == field and message in fault.message]
    assert len(wanted) == 1
    assert "# <--" in scenario(sides=whole).splitlines()[wanted[0].line - 1]
    assert len(faults) <= 2


CREATURES = [
    ('kind = "ogr" # <--', "kind", 'unknown creature "ogr"; did you mean "ogre"'),
    ("kind = 3 # <--", "kind", "must be a text"),
    ('side = "c" # <--', "side", 'unknown side "c"'),
    ('id = "a/b" # <--', "id", "must be 1 to 40 of the characters"),
    ('id = "one" # <--', "id", 'there is a creature "one" already'),
    ("at = [3] # <--", "at", "must be a cell [x, y]"),
    ("at = [3, 2, 0] # <--", "at", "must be a cell [x, y]"),
    ("at = [3, true] # <--", "at", "must be a cell [x, y]"),
    ("at = [3, 2.0] # <--", "at", "must be a cell [x, y]"),
    ("at = [3, -1] # <--", "at", "must be a cell [x, y]"),
    ("at = [3, 99999999999999999999] # <--", "at", "must be a cell [x, y]"),
    ("at = [7, 2] # <--", "at", "a body of 2 by 2 cells at [7, 2] reaches off the map of 8 by 4"),
    ("at = [0, 0] # <--", "at", 'overlaps with "dummy" at [0, 0]'),
    ("at = [1, 0] # <--", "at", 'cannot stand on "wall" at [2, 1]'),
    ("at = [3, 1] # <--", "at", 'cannot stand on "pit" at [3, 1]'),
    ("at = [4, 0] # <--", "at", 'cannot stand on "deep_water" at [4, 1]'),
    ('size = "larg" # <--', "size", 'unknown size "larg"; did you mean "large"'),
    ('size = "Large" # <--', "size", "unknown size"),
    ('shape = "wide" # <--', "shape", 'unknown shape "wide" (there is: long, tall)'),
    ("speed = -1 # <--", "speed", "a length cannot be negative"),
    ("speed = 101 # <--", "speed", "must be 0 to 100 cells"),
    ("speed = 6.0 # <--", "speed", "not a length"),
    ("speed = true # <--", "speed", "not a length"),
    ('speed = "9 m" # <--', "speed", "not a length"),
    ('speed = "-5 ft" # <--', "speed", "not a length"),
    ("speed = nan # <--", "speed", "not a length"),
    ("fly = 101 # <--", "fly", "must be 0 to 100 cells"),
    ("reach = 21 # <--", "reach", "must be 0 to 20 cells"),
    ("reach = -1 # <--", "reach", "negative"),
    ("hp = 0 # <--", "hp", "from 1 to 10000"),
    ("hp = 10001 # <--", "hp", "from 1 to 10000"),
    ("hp = 5.0 # <--", "hp", "whole number"),
    ('hp = "5" # <--', "hp", "whole number"),
    ("hp = true # <--", "hp", "whole number"),
    ("initiative = 101 # <--", "initiative", "from -100 to 100"),
    ("initiative = -101 # <--", "initiative", "from -100 to 100"),
    ('weapons = ["longspeer"] # <--', "weapons[0]", 'unknown weapon "longspeer"; did you mean'),
    ('weapons = [\n"club",\n"x", # <--\n]', "weapons[1]", 'unknown weapon "x"'),
    ('weapons = "club" # <--', "weapons", "must be a list"),
    ('conditions = ["pron"] # <--', "conditions[0]", 'unknown condition "pron"; did you mean'),
    ('name = "" # <--', "name", "is empty"),
    (f'name = "{"n" * 61}" # <--', "name", "longer than 60"),
    ('glyph = "oo" # <--', "glyph", "one character"),
    ('glyph = "한" # <--', "glyph", "one column wide"),
    ('glyph = " " # <--', "glyph", "one character"),
    ('feats = ["dodg"] # <--', "feats[0]", 'unknown feat "dodg"; did you mean "dodge"?'),
    ("fills = 1 # <--", "fills", "must be true or false"),
    ("hitpoints = 3 # <--", "hitpoints", "unknown key"),
    ("spead = 3 # <--", "spead", 'unknown key; did you mean "speed"'),
    ("abilities = { strength = 3 } # <--", "abilities.strength", 'did you mean "str"?'),
    ("abilities = { str = 0 } # <--", "abilities.str", "from 1 to 200"),
    ("attack_bonus = { greatclab = 1 } # <--", "attack_bonus.greatclab", '"greatclub"'),
    ("attack_bonus = { greatclub = 1e3 } # <--", "attack_bonus.greatclub", "whole number"),
    ('damage = { greatclub = "lots" } # <--', "damage.greatclub", 'dice such as "1d8"'),
    ('damage = { greatclub = "99999d6" } # <--', "damage.greatclub", 'dice such as "1d8"'),
    ("skills = { tumbel = 1 } # <--", "skills.tumbel", 'did you mean "tumble"?'),
    ("cr = inf # <--", "cr", "must be a number from 0 to 100"),
    (
        'natural_weapons = [{ name = "bite", damage = "1d6", count = 0 }] # <--',
        "natural_weapons[0].count",
        "from 1 to 20",
    ),
    ('natural_weapons = [{ name = "bite" }] # <--', "natural_weapons[0].damage", "is missing"),
    ("natural_weapons = [1] # <--", "natural_weapons[0]", "must be a table"),
]


@pytest.mark.parametrize(("line", "field", "message"), CREATURES)
def test_a_fault_of_a_creature(
    files, scenario: Text, creature, line: str, field: str, message: str
) -> None:
    key = line.split(" =")[0]
    text = "\n".join(part for part in creature("").splitlines() if not part.startswith(f"{key} ="))
    files.expect(scenario(more=f"{text}\n{line}\n"), f"creature[2].{field}", message)


@pytest.mark.parametrize("key", ["id", "kind", "side", "at"])
def test_what_a_creature_cannot_do_without(files, scenario: Text, creature, key: str) -> None:
    lines = creature("").replace("[[creature]]", "[[creature]] # <--").splitlines()
    text = "\n".join(line for line in lines if not line.startswith(f"{key} ="))
    files.expect(scenario(more=text), f"creature[2].{key}", "is missing")


@pytest.mark.parametrize(
    ("creatures", "field", "message"),
    [
        ("", "creature", "is missing"),
        ("[creature]\nid = 'x'\n", "creature", "must be a list of tables"),
    ],
)
def test_no_creatures(files, scenario: Text, creatures: str, field: str, message: str) -> None:
    faults = files.faults(scenario(creatures=creatures))
    assert [message in fault.message for fault in faults if fault.field == field] == [True]


def test_an_empty_list_of_creatures(files, scenario: Text) -> None:
    text = scenario(head='format = 1\nruleset = "d20"\ncreature = []\n', creatures="")
    fields = {fault.field: fault.message for fault in files.faults(text)}
    assert "1 to 1000 creatures" in fields["creature"]


SCRIPTS = [
    ('actor = "nobody" # <--\nintent = "stand"', "actor", 'unknown creature "nobody"'),
    ("actor = 3 # <--\nintent = 'stand'", "actor", "must be a text"),
    ('# <--\nintent = "stand"', "actor", "is missing"),
    ('# <--\nactor = "one"', "intent", "is missing"),
    (
        'actor = "one"\nintent = "mvoe" # <--',
        "intent",
        'unknown intent "mvoe"; did you mean "move"',
    ),
    ('actor = "one"\nintent = 3 # <--', "intent", "must be a text"),
    ('actor = "one"\nintent = "stand"\nto = [1, 1] # <--', "to", "unknown key"),
    ('# <--\nactor = "one"\nintent = "move"', "to", "a move needs to or path"),
    ('actor = "one"\nintent = "move"\nto = [1] # <--', "to", "must be a cell"),
    ('actor = "one"\nintent = "move"\nto = [1, -1] # <--', "to", "must be a cell"),
    ('actor = "one"\nintent = "move"\npath = [] # <--', "path", "must hold 1 to 1000"),
    ('actor = "one"\nintent = "move"\npath = [[1, 0], 3] # <--', "path[1]", "must be a cell"),
    ('actor = "one"\nintent = "move"\nto = [1, 0]\npath = [[1, 0]] # <--', "path", "second time"),
    (
        'actor = "one"\nintent = "move"\nto = [1, 0]\nextents = [[1, 1]] # <--',
        "extents",
        "one shape for each cell of path",
    ),
    ('actor = "one"\nintent = "move"\nto = [1, 0]\nmode = 3 # <--', "mode", "characters"),
    ('# <--\nactor = "one"\nintent = "strike"', "target", "is missing"),
    ('actor = "one"\nintent = "strike"\ntarget = "tow" # <--', "target", 'did you mean "two"'),
    ('actor = "one"\nintent = "strike"\ntarget = "two"\nwith = "x" # <--', "with", "unknown key"),
    ('actor = "one"\nline = 3 # <--\nintent = "stand"', "line", "unknown key"),
]


@pytest.mark.parametrize(("step", "field", "message"), SCRIPTS)
def test_a_fault_of_a_step(files, scenario: Text, step: str, field: str, message: str) -> None:
    header = "[[do]] " if step.startswith("#") else "[[do]]\n"
    files.expect(scenario(more=header + step + "\n"), f"do[0].{field}", message)


def test_all_faults_are_told_at_once(files, scenario: Text) -> None:
    text = scenario(
        head='format = 3\nruleset = "d20"\nfog = "no"\n',
        creatures='[[creature]]\nid = "one"\nkind = "orcc"\nside = "z"\nat = [0, 0]\nhp = 0\n',
        more='[[do]]\nactor = "one"\nintent = "fly"\n',
    )
    with pytest.raises(ContentError) as caught:
        read_scenario(files.write(text))
    fields = {fault.field for fault in caught.value.faults}
    assert fields == {
        "format", "fog", "creature[0].kind", "creature[0].side", "creature[0].hp", "side[0]",
        "side[1]", "do[0].intent",
    }  # fmt: skip
    assert str(caught.value).count("\n") == 0


def test_the_faults_of_a_scenarios_own_kinds(files, scenario: Text, creature) -> None:
    own = """
[bestiary.brute]
name = "brute"
glyph = "B"
size = "huge"
shape = "tall"
speed = 6
abilities = {}
bab = 3
hp = "many" # <--
"""
    text = scenario(more=creature("").replace('"ogre"', '"brute"') + own)
    files.expect(text, "bestiary.brute.hp", "whole number")
    files.expect(scenario(more=own.replace("brute]", '"a b"] # <--').replace('"many" # <--', "3")),
                 "bestiary.a b", "must be 1 to 40")  # fmt: skip
    own = '[weapon.pole]\nkind = "melee"\nhands = "two"\ndamage = "5d7" # <--\n'
    files.expect(scenario(more=own), "weapon.pole.damage", "must be one of 1d2, 1d3")


def test_another_size_brings_its_own_reach_and_dice(files, scenario: Text) -> None:
    grid = "[map]\ngrid = '''\n" + ("." * 9 + "\n") * 9 + "'''\n"
    more = '[[creature]]\nid = "big"\nkind = "ogre"\nside = "b"\nat = [3, 5]\nsize = "huge"\n'
    weapons = files.read(scenario(ground=grid, more=more))["big"].get(Offence).weapons
    assert [(weapon.name, weapon.damage, weapon.reach) for weapon in weapons] == [
        ("greatclub", "3d8", 3),
        ("javelin", "2d6", 0),
    ]


def test_endless_names_are_cut_in_messages(files, scenario: Text) -> None:
    """The side's own fault, and that of each creature whose side it is not."""
    endless = "x" * 3000
    sides = f'[[side]]\nid = "{endless}"\n[[side]]\nid = "b"\n'
    faults = files.faults(scenario(sides=sides))
    assert any("unknown side" in fault.message and "xxx..." in fault.message for fault in faults)
    assert all(len(fault.message) < 200 for fault in faults)


BEAST = """name = "beast"
glyph = "B"
size = "large"
shape = "long"
speed = "30 ft"
hp = {hp}
bab = 1
abilities = {{ str = 12 }}
"""


def test_bestiary_files_that_a_scenario_names(files, scenario: Text, creature: Text) -> None:
    """The later file counts, and the scenario's own entry before all; nothing points to them."""
    files.write(
        f'ruleset = "d20"\n[beast]\n{BEAST.format(hp=9)}[ogre]\n{BEAST.format(hp=8)}', "a.toml"
    )
    fork = '[fork]\nkind = "melee"\nhands = "one"\ndamage = "1d6"\n'
    files.write(f"[beast]\n{BEAST.format(hp=7)}weapons = ['fork']\n{fork}", "maps/b.toml")
    head = 'ruleset = "d20"\nbestiaries = ["a.toml", "b.toml"]\n'
    more = '[[creature]]\nid = "four"\nkind = "beast"\nside = "b"\nat = [5, 2]\n'
    text = scenario(head=head, more=creature("") + more)
    assert [files.read(text)[one].get(HitPoints).current for one in ("three", "four")] == [8, 7]
    own = f"[bestiary.beast]\n{BEAST.format(hp=3)}"
    whole = files.read(text + own)
    assert whole["four"].get(HitPoints).current == 3
    assert "bestiaries" not in whole.source
    assert set(whole.source["bestiary"]) == {"dummy", "orc", "ogre", "beast"}


@pytest.mark.parametrize(
    ("value", "field", "message"),
    [
        ('"a.toml"', "bestiaries", "must be a list"),
        ("[3]", "bestiaries[0]", "must be a text"),
        ('["none.toml"]', "bestiaries[0]", 'no bestiary "none.toml"'),
        ('["../a.toml"]', "bestiaries[0]", "beside the scenario or in maps/"),
    ],
)
def test_a_bestiary_that_cannot_be_used(
    files, scenario: Text, value: str, field: str, message: str
) -> None:
    head = f'ruleset = "d20"\nbestiaries = {value} # <--\n'
    files.expect(scenario(head=head), field, message)


def test_faults_of_a_bestiary_are_told_with_its_own_name_and_line(files, scenario: Text) -> None:
    files.write(f"[beast]\n{BEAST.format(hp=0)}", "a.toml")
    (fault,) = files.faults(scenario(head='ruleset = "d20"\nbestiaries = ["a.toml"]\n'))
    assert (fault.file, fault.line, fault.field) == (str(files.folder / "a.toml"), 7, "beast.hp")
