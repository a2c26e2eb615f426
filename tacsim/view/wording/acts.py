"""Acts in words: their lines on the card of acts, their keys there, and what Enter would do.

Acts go by their keys (:attr:`tacsim.rules.choices.Act.key`). One without an entry is called by its
name and gets a key that is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from tacsim.core.verdicts import Refused
from tacsim.core.world import World
from tacsim.i18n import N_, _, ngettext, translate
from tacsim.rules.forecast import Attack, Check, Later
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.ruleset import Ruleset
from tacsim.view.wording import words
from tacsim.view.wording.bound import BOUND
from tacsim.view.wording.reasons import sentence


@attrs.frozen
class Said:
    """The words of an act.

    ``key``: its key on the card; ``line``: its line there; ``each``: its line for each target,
    where it is done from the card at once. ``verb``: what is done, to the targets {0} and {1};
    ``whoever``: the same without a particular target; ``asks``: while the second target is open;
    ``until``: its line for each creature {0} after whose turn it may be over.
    """

    key: str = ""
    line: str = ""
    verb: str = ""
    whoever: str = ""
    asks: str = ""
    each: str = ""
    until: str = ""


TRIGGERS: Mapping[str, tuple[str, str]] = {
    "reach": (
        N_("strike whoever comes within reach"), N_("strike {0} when it comes within reach"),
    ),
    "move": (N_("strike whoever begins to move"), N_("strike {0} when it begins to move")),
    "attack": (N_("strike whoever attacks"), N_("strike {0} when it attacks")),
}  # fmt: skip
"""What triggers a readied attack: by any creature, or by one foe."""

ACTS: Mapping[str, Said] = {
    "strike": Said(line=N_("Attack"), verb=N_("attack {0}")),
    "full_attack": Said(verb=N_("full attack on {0}")),
    "trip": Said("i", verb=N_("trip {0}")),
    "bull_rush": Said("b", N_("Bull rush, going with the foe"), N_("bull rush {0}")),
    "bull_rush not follow": Said(
        "n", N_("Bull rush, no farther than a square"),
        N_("bull rush {0}, no farther than a square"),
    ),
    "coup_de_grace": Said("c", verb=N_("coup de grace on {0}")),
    "wriggle north": Said(verb=N_("wriggle through the gap to the north")),
    "wriggle east": Said(verb=N_("wriggle through the gap to the east")),
    "wriggle south": Said(verb=N_("wriggle through the gap to the south")),
    "wriggle west": Said(verb=N_("wriggle through the gap to the west")),
    "wriggle on": Said("v", verb=N_("go on wriggling")),
    "wriggle back": Said("x", verb=N_("draw back out of the gap")),
    "shove": Said("b", N_("Shove: push a foe away"), N_("push {0} away")),
    "shove prone": Said("n", N_("Shove: knock a foe down"), N_("knock {0} down")),
    "grapple": Said("h", N_("Take hold of a foe"), N_("take hold of {0}")),
    "deny_flank": Said("N", verb=N_("deny {0} the flank; the others gain a die")),
    "dodge": Said("g", N_("Dodge: whose attacks to evade"), N_("evade the attacks of {0}")),
    "aid": Said(
        "a", N_("Aid a friend's attack"), N_("aid {0}'s attack on {1}"),
        asks=N_("aid {0}'s attack: at whom?"),
    ),
    "aid defence": Said(
        "A", N_("Aid a friend's defence"), N_("aid {0}'s defence against {1}"),
        asks=N_("aid {0}'s defence: against whom?"),
    ),
    "defensive": Said("f", N_("Fight defensively"), N_("defensively")),
    "delay": Said("w", until=N_("Delay until after {0}")),
    "dash": Said("D"),
    "disengage": Said("E"),
    "dodge at once": Said("g"),
    "escape": Said("x"),
    **{
        f"ready {trigger}": Said(key, verb=one, whoever=anybody)
        for (trigger, (anybody, one)), key in zip(TRIGGERS.items(), "rmk", strict=True)
    },
    "area": Said(),
    "template": Said("e"),
    "stand": Said("p", N_("Get up")),
    "yield": Said(line=N_("Let another act first"), each=N_("Let {0} act first"),
                  verb=N_("let {0} act first")),
    "let_pass": Said("l"),
    "let_pass not willing": Said("l"),
    "pick_up": Said(line=N_("Pick up"), each=N_("Pick up {0}"), verb=N_("pick up {0}")),
    "set_down": Said(line=N_("Set down"), each=N_("Set down {0}"), verb=N_("set down {0}")),
    "load": Said(line=N_("Load"), each=N_("Load {0}"), verb=N_("load {0}")),
    "drop_held": Said(
        line=N_("Let go of a weapon"), each=N_("Let go of {0}"), verb=N_("let go of {0}")
    ),
    "surrender": Said(line=N_("Surrender: out of the fight for good")),
}  # fmt: skip
"""Acts and manners, in the order of the card."""
USUAL: Mapping[str, str] = {"defensive": N_("Fight as usual again")}
"""Lines that give a manner up."""

KEYS: Mapping[str, str] = {
    "overrun": "o",
    "tumble": "t",
    "tumble_fast": "T",
    "spring_attack": "s",
    "charge trip": "I",
    "charge bull_rush": "B",
    **{key: said.key for key, said in ACTS.items() if said.key},
}
"""Keys of the card's lines; others get the first free one."""


CHANCES: Mapping[str, str] = {
    "overrun": N_("{name}: {n} % to get through"),
    "tumble": N_("{name}: {n} % to tumble by"),
    "trip_touch": N_("{n} % to get a hold"),
    "trip": N_("{n} % to bring it down"),
    "bull_rush": N_("{n} % to push it back"),
    "aid": N_("{n} % to help"),
    "knock_down": N_("{n} % to knock it down"),
    "trip_back": N_("{n} % to bring it down"),
    "shove": N_("{n} % to shove it"),
    "grapple": N_("{n} % to take hold"),
    "escape": N_("{n} % to break free"),
    "escape_artist": N_("{n} % to get through"),
}
"""The words for a check's chance; for others the name of the skill."""
IN_RETURN: Mapping[str, str] = {"trip_back": N_("{name} may try the same, {n} %")}
"""The words for a check that another may make where an act fails."""
SLIP = "tumble"
"""The check by which a foe gets no opportunity attack."""


PLAIN = ("strike", "full_attack", "drop", "total_defense", "end_turn")
"""Acts that need no line on the card, as they have keys of their own."""


def said(key: str, *, aimed: bool = True) -> Said:
    """The words of an act; ``aimed``: whether it takes targets."""
    found = ACTS.get(key) or Said()
    return found if aimed else ACTS.get(f"{key} at once", found)


def unbound(mode: MoveMode) -> bool:
    """Whether a mode of movement goes by the card: no key is bound to it and no direction means it.

    Directions mean the modes of a plain move, and those for a condition such as flying.
    """
    bound = {name for one in BOUND.values() for name in one.names}
    return mode.name not in bound and not mode.pace and not mode.requires


def beside_keys(ruleset: Ruleset | None) -> list[str]:
    """What the card of acts may offer under a ruleset, or under any: modes, acts, areas."""
    modes = ruleset.modes.values() if ruleset is not None else ()
    intents = ruleset.intents if ruleset is not None else words.ACTS.keys()
    known = dict.fromkeys(name.partition(" ")[0] for name in ACTS)
    names = [name for name in known if name in intents and name not in PLAIN]
    going = [words.word(words.MODES, mode.name) for mode in modes if unbound(mode)]
    return [*going, *map(act_word, names), _("measure an area")]


def rank(name: str) -> int:
    """Where on the card a line comes: in the order of the table, others last."""
    order = list(ACTS)
    known = name if name in ACTS else name.partition(" ")[0]
    return order.index(known) if known in ACTS else len(order)


def act_word(key: str) -> str:
    """An act's name.

    >>> act_word("bull_rush"), act_word("aid defence"), act_word("ready move")
    ('bull rush', "aid a friend's defence", 'get ready to strike whoever begins to move')
    """
    what = said(key)
    complete = what.whoever or (what.verb and "{" not in what.verb and key not in words.ACTS)
    return verb(key, ()) if complete else words.word(words.ACTS, key)


def line(key: str, *, aimed: bool = True) -> str:
    """An act's line on the card."""
    what = said(key, aimed=aimed)
    if what.whoever and not what.line:
        return _("{act}: {what}").format(
            act=words.capital(words.word(words.ACTS, key.partition(" ")[0])),
            what=translate(what.whoever),
        )
    return translate(what.line) if what.line else words.capital(verb(key, ()))


def manner_line(manner: str, *, kept: bool) -> str:
    """The line of a manner in which acts are done; ``kept``: to give it up."""
    if kept:
        return (
            translate(USUAL[manner])
            if manner in USUAL
            else _("Not {manner}").format(manner=words.word({}, manner))
        )
    return line(manner)


def manner_word(manner: str) -> str:
    """How something is done in a manner: ``defensively``."""
    return translate(said(manner).verb) or words.word({}, manner)


def verb(key: str, names: Sequence[str | None]) -> str:
    """What an act does to its targets; None: no particular one, or one still open.

    >>> verb("trip", ["Orc"]), verb("aid", ["Ann", None]), verb("sing", ["Orc"]), verb("sing", [])
    ('trip Orc', "aid Ann's attack: at whom?", 'sing: Orc', 'sing')
    """
    what, given = said(key), [name for name in names if name is not None]
    if what.whoever:
        text = translate(what.verb if given else what.whoever).format(*given)
        act = words.word(words.ACTS, key.partition(" ")[0])
        return _("get {act} to {what}").format(act=act, what=text)
    if len(given) < len(names) and what.asks:
        return translate(what.asks).format(*given)
    if what.verb and given and (len(given) > 1 or "{1}" not in what.verb):
        return translate(what.verb).format(*given)
    if not given:
        return translate(what.verb) if what.verb and "{" not in what.verb else act_word(key)
    return _("{act}: {who}").format(act=act_word(key), who=words.joined(given))


def attack_verb(
    world: World, key: str, names: Sequence[str | None], attacks: Sequence[Attack]
) -> str:
    """What an act does to its targets, and with what where the first attack of it is thrown."""
    what = verb(key, names)
    thrown = next((one.weapon for one in attacks[:1] if one.manner == "thrown"), "")
    if not thrown:
        return what
    if key == "strike" and names:
        text = _("throw {weapon} at {foe}")
        return text.format(weapon=words.weapon_word(thrown, world), foe=names[0])
    return _("{what}, throwing {weapon}").format(what=what, weapon=words.weapon_word(thrown, world))


def chance_text(world: World, check: Check) -> str:
    """The chance of a check: ``Orc: 68 % to get through``, or ``climb 55 %``."""
    n = round(check.passed * 100)
    if check.what in CHANCES:
        name = words.name_of(world, check.about or "")
        return translate(CHANCES[check.what]).format(name=name, n=n)
    return f"{words.word(words.SKILLS, check.what)} {n} %"


def return_text(world: World, check: Check) -> str:
    """The chance of a check that another may make in return: ``Orc may try the same, 43 %``."""
    name = words.name_of(world, check.actor)
    return translate(IN_RETURN[check.what]).format(name=name, n=round(check.passed * 100))


def chances_text(
    world: World, actor: str, checks: Iterable[Check], in_vain: Refused | None = None
) -> str:
    """The checks that an act depends on, one after another; then what may follow if it fails.

    ``in_vain``: why it comes to nothing as things stand, though they be passed.
    """
    own, back = [], []
    for check in checks:
        if check.actor == actor and in_vain is not None:
            skill = words.capital(words.word(words.SKILLS, check.what))
            nothing = chance_text(world, attrs.evolve(check, passed=0.0))
            own.append(_("{skill} {n} %, but {nothing} as things stand ({why})").format(
                skill=skill, n=round(check.passed * 100), nothing=nothing,
                why=sentence(in_vain, world, actor=actor),
            ))  # fmt: skip
        elif check.actor == actor:
            own.append(chance_text(world, check))
        elif check.what in IN_RETURN:
            back.append(return_text(world, check))
    text = _(", then ").join(own)
    for answer in back if own else ():
        text = _("{chances}; if it fails, {answer}").format(chances=text, answer=answer)
    return text


def later_text(world: World, actor: str, later: Later, in_vain: Refused | None = None) -> str:
    """What comes of an act of several turns: ``10 rounds, then 45 % to get through``."""
    text = ngettext("{n} round, then {chances}", "{n} rounds, then {chances}", later.rounds)
    chances = chances_text(world, actor, later.forecast.checks, in_vain)
    return text.format(n=later.rounds, chances=chances)
