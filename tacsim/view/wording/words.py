"""Words for the names that rules and data use: conditions, modes, modifiers, resources, ground.

A name without an entry is shown as it is, its underscores as spaces: data may bring new ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from tacsim.core.components import Identity, Item, Size
from tacsim.core.events import Modifier
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import N_, NP_, _, known_as, languages, ngettext, translate
from tacsim.rulesets import RULESETS, content
from tacsim.session.learning import UNSEEN
from tacsim.view.wording.units import length_word

CONDITIONS: Mapping[str, str] = {
    name: effect.words for ruleset in RULESETS for name, effect in content(ruleset).effects.items()
}
"""Those of all rulesets, as their ``effects.toml`` call them."""
MODES: Mapping[str, str] = {
    "walk": N_("walk"),
    "fly": N_("fly"),
    "double": N_("double move"),
    "minimum": N_("minimum move"),
    "run": N_("run"),
    "charge": N_("charge"),
    "withdraw": N_("withdraw"),
    "five_foot_step": N_("5-ft step"),
    "crawl": N_("crawl"),
    "climb": N_("climb"),
    "overrun": N_("overrun"),
    "tumble": N_("tumble"),
    "tumble_fast": N_("tumble at full speed"),
    "spring_attack": N_("spring attack"),
    "drag": N_("drag"),
}
SKILLS: Mapping[str, str] = {
    "balance": N_("balance"),
    "climb": N_("climb"),
    "escape_artist": N_("escape artist"),
    "jump": N_("jump"),
    "swim": N_("swim"),
    "tumble": N_("tumble"),
    "climbing": N_("climbing"),
    "jumping": N_("jumping"),
    "swimming": N_("swimming"),
}
EXCEPTIONS: Mapping[str, str] = {
    "passes": N_("goes through opponents"),
    "passable": N_("opponents go through it"),
    "stops_among": N_("stops where others are"),
    "bars_friends": N_("lets no friend through"),
    "bars_when_helpless": N_("lets nobody through for being helpless"),
    "bars_tiny": N_("lets nobody through for being very small"),
    "bars_sizes": N_("lets nobody through for three sizes between them"),
    "bars_overrun": N_("is never overrun"),
    "bars_tumbling": N_("is never tumbled through"),
}
"""The rules of passing that a creature may break, by the keys of its entry."""
SHAPES: Mapping[str, str] = {
    "burst": N_("a burst"),
    "sphere": N_("a sphere"),
    "cube": N_("a cube"),
    "square": N_("a square"),
    "spread": N_("a spread"),
    "cone": N_("a cone"),
    "line": N_("a line"),
    "wide": N_("a wide line"),
}
"""Shapes of areas."""
BONUSES: Mapping[str, tuple[str, str]] = {
    "deny_flank": (
        N_("{name} denies {foe} the flank; the others gain a die"), N_("{foe} is denied the flank"),
    ),
    "help": (
        N_("{name} has advantage on its next attack on {foe}: help"), N_("advantage v {foe}: help"),
    ),
    "hold": ("", N_("held by {foe}")),
}  # fmt: skip
"""Bonuses that are no number: the log line when one begins, the words while it lasts."""
MODIFIERS: Mapping[str, str] = {
    **CONDITIONS,
    "base attack": N_("base attack"),
    "strength": N_("strength"),
    "dexterity": N_("dexterity"),
    "size": N_("size"),
    "weapon": N_("weapon"),
    "iterative": N_("further attack"),
    "secondary": N_("secondary weapon"),
    "charge": N_("charge"),
    "squeezing": N_("squeezing"),
    "flanking": N_("flanking"),
    "range": N_("range"),
    "point blank": N_("point blank"),
    "into melee": N_("into a melee"),
    "armour": N_("armour"),
    "shield": N_("shield"),
    "natural armour": N_("natural armour"),
    "deflection": N_("deflection"),
    "dodge": N_("dodge"),
    "parry": N_("parry"),
    "cover": N_("cover"),
    "helpless in melee": N_("helpless in melee"),
    "total defence": N_("total defence"),
    "stable": N_("a firm stand"),
    "improved overrun": N_("improved overrun"),
    "improved bull rush": N_("improved bull rush"),
    "tumble": N_("tumble"),
    "full speed": N_("at full speed"),
    "climb": N_("climb"),
    "aid": NP_("act", "help"),
    "mobility": N_("mobility"),
    "higher ground": N_("higher ground"),
    "invisible": N_("unseen"),
    "squeezed through": N_("wriggling through"),
    "fortitude": N_("fortitude"),
    "reflex": N_("reflex"),
    "will": N_("will"),
    "proficiency": N_("proficiency"),
    "long range": N_("long range"),
    "athletics": N_("athletics"),
    "acrobatics": N_("acrobatics"),
    "foe at hand": N_("a foe at hand"),
    "denied flank": N_("another flanker denied"),
    "prone target": N_("prone target"),
    "squeezed target": N_("squeezed target"),
    "helpless target": N_("helpless target"),
    "help": NP_("act", "help"),
    "constitution": N_("constitution"),
    "might": N_("might"),
    "grace": N_("grace"),
    "mettle": N_("mettle"),
    "insight": N_("insight"),
    "quality": N_("quality"),
    "stamina": N_("Stamina"),
    "half a die": N_("half a die"),
    "at least one die": N_("at least one die"),
    "unseen target": N_("unseen target"),
    "unseen": N_("unseen"),
}
RESOURCES: Mapping[str, str] = {
    "standard": N_("standard"),
    "move": N_("move"),
    "step": N_("5-ft step"),
    "opportunity": N_("opportunity attack"),
    "action": N_("action"),
    "bonus": N_("bonus action"),
    "attacks": N_("attacks left"),
    "recharge": N_("area attack (rounds until it is back: {n})"),
    "recharge on": N_("area attack (back when a d6 shows {n} or more)"),
    "reaction": N_("reaction"),
    "stamina": N_("Stamina"),
    "footwork": N_("Footwork"),
    "spell": N_("spell"),
}
WAITS = ("recharge", "recharge on")
"""Resources that are no more than when an area attack is back, which their words name: ``{n}``."""
POINTS = ("stamina", "footwork")
"""Resources of which a turn brings several points, to be spent a few at a time."""
KEPT = ("attacks_made", "begun", "climbed", "open")
"""What is counted among the resources and is nothing to spend."""
ACTS: Mapping[str, str] = {
    "move": N_("move"),
    "strike": N_("strike"),
    "full_attack": N_("full attack"),
    "area": N_("area attack"),
    "stand": N_("stand up"),
    "drop": N_("drop prone"),
    "ready": N_("ready"),
    "delay": N_("delay"),
    "total_defense": N_("total defence"),
    "dash": N_("dash"),
    "disengage": N_("disengage"),
    "dodge": N_("dodge"),
    "aid": N_("aid"),
    "aid defence": N_("aid a friend's defence"),
    "deny_flank": N_("deny a flank"),
    "bull_rush": N_("bull rush"),
    "bull_rush not follow": N_("bull rush, no farther than a square"),
    "trip": N_("trip"),
    "coup_de_grace": N_("coup de grace"),
    "wriggle": N_("wriggle through a gap"),
    "pick_up": N_("pick up"),
    "set_down": N_("set down"),
    "drop_held": N_("let go of a weapon"),
    "load": N_("load"),
    "load_fully": N_("load"),
    "shove": N_("shove"),
    "shove prone": N_("knock a foe down"),
    "grapple": N_("take hold"),
    "escape": N_("break free"),
    "yield": N_("let another act first"),
    "let_pass": N_("let allies pass"),
    "let_pass not willing": N_("let no ally pass"),
    "surrender": N_("surrender"),
    "take": N_("opportunity attack"),
    "decline": N_("let it pass"),
    "end_turn": N_("end of turn"),
    "adjourn": N_("adjourn"),
}
WEAPONS: Mapping[str, str] = {
    "unarmed": N_("unarmed"), "gauntlet_spiked": N_("spiked gauntlet"),
    "pick_heavy": N_("heavy pick"), "pick_light": N_("light pick"), "rock_far": N_("rock"),
}  # fmt: skip
"""Weapons whose names are other words than their ids."""
GROUND: Mapping[str, str] = {
    "floor": N_("floor"),
    "wall": N_("wall"),
    "tree": N_("large tree"),
    "difficult": N_("difficult ground"),
    "very_difficult": N_("very difficult ground"),
    "obstacle": N_("obstacle"),
    "boulder": N_("boulder"),
    "pit": N_("pit"),
    "tight": N_("tight passage"),
    "deep_water": N_("deep water"),
    "void": NP_("ground", "nothing"),
    "rise": N_("higher ground"),
    "stairs": N_("stairs"),
    "air": N_("air"),
    "unseen": N_("ground never seen"),
}
SIZES: tuple[str, ...] = (
    N_("Fine"), N_("Diminutive"), N_("Tiny"), N_("Small"), N_("Medium"), N_("Large"), N_("Huge"),
    N_("Gargantuan"), N_("Colossal"),
)  # fmt: skip
"""Sizes by their category."""
AVERAGE = N_("Average")
"""The Medium category's name under some rulesets."""


def word(table: Mapping[str, str], name: str) -> str:
    """A name in the reader's words.

    >>> word(CONDITIONS, "flat_footed"), word(CONDITIONS, "sea_sick")
    ('flat-footed', 'sea sick')
    """
    text = table.get(name) or name.replace("_", " ")
    told = translate(text)
    made = told == text and text[-1:].isdecimal() and languages()
    return _in_parts(text) if made else told


def _in_parts(text: str) -> str:
    """A character's race, class and level (``elf ranger 3``), if all are known."""
    rest, found = text.split(" "), []
    while rest:
        parts = (" ".join(rest[:many]) for many in range(len(rest), 0, -1))
        part = next((one for one in parts if one.isdecimal() or translate(one) != one), "")
        if not part:
            return text
        found.append(translate(part))
        rest = rest[part.count(" ") + 1 :]
    return " ".join(found)


def kind_word(identity: Identity) -> str:
    """What kind of creature it is."""
    return known_as(identity.title) if identity.title else word({}, identity.kind)


def size_word(size: Size) -> str:
    """A size category in words."""
    return translate(size.word or SIZES[size.category])


def weapon_word(name: str, world: World | None = None) -> str:
    """A weapon's name for people; ``world``: of a battle, which may have weapons of its own."""
    return word(WEAPONS, name if world is None else world.titles.get(name, name))


def place(cell: Cell) -> str:
    """A cell by its coordinates.

    >>> place((3, 4))
    '(3,4)'
    """
    return "(" + ",".join(str(part) for part in cell) + ")"


def cells_word(world: World, n: int) -> str:
    """A number of cells as a length, or in the words of the grid: squares, hexes or cubes."""
    if world.unit:
        return length_word(n, world.unit)
    return COUNTED[world.field.topology](n).format(n=n)


COUNTED: Mapping[str, Callable[[int], str]] = {
    "square": lambda n: ngettext("{n} square", "{n} squares", n),
    "hex": lambda n: ngettext("{n} hex", "{n} hexes", n),
    "cube": lambda n: ngettext("{n} cube", "{n} cubes", n),
}
"""How cells of each topology are counted, by its name."""


def space_word(extent: Cell) -> str:
    """How much space a body takes: its sides, or the hexes of its rows.

    >>> space_word((2, 2)), space_word((1,)), space_word((3,))
    ('2 x 2', '1 hex', '7 hexes (2-3-2)')
    """
    if len(extent) > 1:
        return " x ".join(str(n) for n in extent)
    lines = Counter(cell[1] for cell in Body((0, 0), extent).cells)
    text = ngettext("{n} hex", "{n} hexes", lines.total()).format(n=lines.total())
    return f"{text} ({'-'.join(map(str, lines.values()))})" if len(lines) > 1 else text


def dice_word(dice: int) -> str:
    """Dice of advantage, or below 0 of disadvantage, in words; nothing for none.

    >>> dice_word(1), dice_word(2), dice_word(-1), dice_word(0)
    ('advantage', '2 dice of advantage', 'disadvantage', '')
    """
    if not dice:
        return ""
    if abs(dice) == 1:
        return _("advantage") if dice > 0 else _("disadvantage")
    text = _("{n} dice of advantage") if dice > 0 else _("{n} dice of disadvantage")
    return text.format(n=abs(dice))


def damage_word(damage: float) -> str:
    """Damage to be expected, in words.

    >>> damage_word(6.2), damage_word(0.3), damage_word(0)
    ('about 6 damage', 'less than 1 damage', 'no damage')
    """
    if damage >= 0.5:
        return _("about {n} damage").format(n=round(damage) or 1)
    return _("less than 1 damage") if damage > 0 else _("no damage")


def joined(parts: Iterable[str]) -> str:
    """Several things as one list: "a, b and c".

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return _("{most} and {last}").format(most=", ".join(items[:-1]), last=items[-1])


def signed(value: int) -> str:
    """A number with its sign.

    >>> signed(7), signed(-4)
    ('+7', '-4')
    """
    return f"{value:+d}"


def part_word(part: Modifier) -> str:
    """A part of a sum: what it adds and what it is, or what it gives to a pool of dice.

    >>> part_word(Modifier("quality", 1, "")), part_word(Modifier("unseen", -1, "", "guard favour"))
    ('+1 quality', '-1 favour: unseen')
    >>> part_word(Modifier("half a die", 1, "", "defence reroll"))
    '1 reroll: half a die'
    """
    name, kind = word(MODIFIERS, part.name), part.gives
    if kind == "reroll":
        text = ngettext("{n} reroll: {what}", "{n} rerolls: {what}", part.value)
        return text.format(n=part.value, what=name)
    if kind == "favour":
        return _("{n} favour: {what}").format(n=signed(part.value), what=name)
    return f"{signed(part.value)} {name}"


def successes_word(count: int, dice: int) -> str:
    """Successes, and of how many dice.

    >>> successes_word(1, 6), successes_word(4, 6)
    ('1 success (6 dice)', '4 successes (6 dice)')
    """
    text = ngettext("{n} success ({dice})", "{n} successes ({dice})", count)
    return text.format(n=count, dice=pool_word(dice))


def pool_word(dice: int) -> str:
    """A number of dice.

    >>> pool_word(1), pool_word(5)
    ('1 die', '5 dice')
    """
    return ngettext("{n} die", "{n} dice", dice).format(n=dice)


def name_of(world: World, creature: str | None, known: frozenset[str] | None = None) -> str:
    """A creature's name, or an item's; for an unknown creature words that it is unseen."""
    if creature is None:
        return _("somebody")
    if creature == UNSEEN or (known is not None and creature in world and creature not in known):
        return _("something unseen")
    if creature not in world:
        return item_word(world.items[creature], world) if creature in world.items else creature
    return known_as(world[creature].name)


def aim_name(world: World, aim: str, known: frozenset[str] | None = None) -> str:
    """What an act is aimed at: a creature, an item, or a weapon of whoever acts."""
    named = aim == UNSEEN or aim in world or aim in world.items
    return name_of(world, aim, known) if named else weapon_word(aim, world)


def item_word(item: Item, world: World) -> str:
    """What an item is called: weapons in the reader's words, others as they are named."""
    return weapon_word(item.name, world) if item.weapon is not None else known_as(item.name)


def victory(side: str) -> str:
    """Who has won, in words that fit the name of one and of many.

    >>> victory("The giant"), victory("Heroes")
    ('Victory: The giant', 'Victory: Heroes')
    """
    return _("Victory: {side}").format(side=side)


def capital(text: str) -> str:
    """A sentence with a capital at its start, its other letters as they are.

    >>> capital("ogre strikes Aldis")
    'Ogre strikes Aldis'
    """
    return text[:1].upper() + text[1:]
