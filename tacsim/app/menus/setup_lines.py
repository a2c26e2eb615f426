"""The lines of a setup: who plays each side with what aim, fog, dice, names, switches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from textual.content import Content

from tacsim.app.menus.odds import Odds
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Row
from tacsim.app.widgets.text import DOT, column, hanging, spread, wrapped
from tacsim.content.plain import hit_points, presets_of, switches_of
from tacsim.content.records import Scenario
from tacsim.core.clauses import Switch
from tacsim.core.components import Goal, HitPoints, Identity, Side
from tacsim.i18n import N_, _, known_as, ngettext, translate
from tacsim.player.drawn import ASKED, told
from tacsim.player.kept.settings import Settings
from tacsim.player.opening import Setup, settings_of
from tacsim.session.controllers import is_person
from tacsim.session.opponents import offered
from tacsim.storage.errors import clean
from tacsim.view.palettes.colours import Palette, hexed
from tacsim.view.wording import words
from tacsim.view.wording.goals import asked
from tacsim.view.wording.players import how_it_plays, player_name

LABEL = 16
"""Columns of what a line is about."""
SWITCH = 22
"""Those of a switch's name."""


def players() -> list[str]:
    """Who may play a side: a person, or an opponent of a level that there is."""
    return ["human", *(f"ai:{level.opponent}" for level in offered())]


def setup_lines(
    setup: Setup, palette: Palette, width: int, odds: Odds, *, how: bool = False,
    parties: bool = False,
) -> list[Row]:  # fmt: skip
    """The lines of a setup, each with its id; ``how``: under the bar also how opponents play.

    ``parties``: whether the player keeps parties for its rules.
    """
    scenario, chosen = setup.scenario, setup.settings
    rows = [
        _side(scenario, side, chosen, hexed(palette.side(at)), width, how=how)
        for at, side in enumerate(scenario.sides)
    ]
    asked = None if setup.drawn is None or setup.held else setup.drawn.wanted
    lines = [
        ("odds", [_line(_("How hard"), odds.words(scenario))]),
        *(
            []
            if asked is None
            else [
                (f"drawn:{what}", [_line(translate(name), told(asked, what))])
                for what, name in ASKED.items()
            ]
        ),
        *(
            (f"party:{side.id}", [_line(_("Party"), _party_text(chosen, side))])
            for side in scenario.sides
            if setup.takes_party(side.id) and (parties or side.id in chosen.parties)
        ),
        ("fog", [_line(_("Fog of war"), fog_text(chosen))]),
        *([("advice", [_line(_("Advice"), advice_text(chosen))])] if _several(chosen) else []),
        ("seed", [_line(_("Dice"), seed_text(chosen))]),
        ("names", [_line(_("Names"), _names_text(chosen))]),
        ("begin", [Content.styled(" " + _("Begin"), "bold $accent")]),
    ]
    text = preset_text(setup)
    lines += [("preset", [_line(_("Switches"), text)])] if text else []
    rows += [Row.folding(texts, width, key) for key, texts in lines]
    return rows + [_switch(chosen, one, width - 2) for one in switches_of(scenario)]


PRESETS: Mapping[str | None, str] = {
    "": N_("as they come"),
    "korean": N_("as source 002 has them"),
    None: N_("your own choice"),
}
"""Which switches are on, by the name of a preset; None: those of none."""


def preset_text(setup: Setup) -> str:
    """The preset of the switches that are chosen, in words; empty where a ruleset has none."""
    known = presets_of(setup.scenario)
    if len(known) < 2:
        return ""
    chosen = dict(setup.settings.switches)
    return translate(PRESETS[next((name for name, one in known.items() if one == chosen), None)])


def change(setup: Setup, what: str, key: str, by: int) -> None:
    """Change what a line stands for, by the two parts of its id, to what comes next or before."""
    chosen = setup.settings
    if what == "side":
        chosen.controllers[key] = _next_player(setup, key, by)
    elif what == "switch":
        chosen.switches[key] = not chosen.switches[key]
    elif what == "preset":
        chosen.switches = _next_preset(setup, by)
    elif what == "fog":
        chosen.fog = not chosen.fog
    elif what == "advice":
        chosen.advice = not chosen.advice
    elif what == "seed":
        own = 1 if setup.base.seed is None else setup.base.seed
        chosen.seed = None if chosen.seed is not None else own


def _next_player(setup: Setup, side: str, by: int) -> str:
    """Who plays a side next."""
    now, values = setup.settings.controllers[side], players()
    for who in (settings_of(setup.base).controllers[side], now):
        values += [who] if who not in values else []
    return values[(values.index(now) + by) % len(values)]


def _next_preset(setup: Setup, by: int) -> dict[str, bool]:
    """The switches of the next preset."""
    known, chosen = list(presets_of(setup.scenario).values()), dict(setup.settings.switches)
    at = known.index(chosen) if chosen in known else -(by > 0)
    return known[(at + by) % len(known)]


def fog_text(chosen: Settings) -> str:
    """Whether there is fog, in words."""
    return _("on: what its creatures see") if chosen.fog else _("off")


def _party_text(chosen: Settings, side: Side) -> str:
    """Which party takes the place of a side's creatures, in words."""
    return _("{side}: {player}").format(
        side=known_as(side.name),
        player=clean(chosen.parties.get(side.id, "")) or _("the scenario's own"),
    )


def _several(chosen: Settings) -> bool:
    """Whether more than one side is played by people."""
    return sum(map(is_person, chosen.controllers.values())) > 1


def advice_text(chosen: Settings) -> str:
    """Whether several people may ask what the commander would do, in words."""
    return _("on: each may ask the commander") if chosen.advice else _("off")


def seed_text(chosen: Settings) -> str:
    """Which dice are thrown, in words."""
    return _("a new seed") if chosen.seed is None else _("seed {0}").format(chosen.seed)


def summary(scenario: Scenario, chosen: Settings) -> str:
    """What was chosen, on one line."""
    sides = [
        _("{side}: {player}").format(
            side=known_as(side.name), player=clean(player_name(chosen.controllers[side.id]))
        )
        for side in scenario.sides
    ]
    more = [_("fog")] if chosen.fog else []
    more += [_("advice")] if chosen.advice and _several(chosen) else []
    more += map(clean, chosen.parties.values())
    named = sum(map(len, chosen.names.values()))
    text = ngettext("{n} name of your own", "{n} names of your own", named).format(n=named)
    more += [text] if named else []
    return DOT.join((*sides, seed_text(chosen), *more))


def _names_text(chosen: Settings) -> str:
    many = sum(map(len, chosen.names.values()))
    if not many:
        return _("the scenario's own")
    return ngettext("{n} of your own", "{n} of your own", many).format(n=many)


def _side(
    scenario: Scenario, side: Side, chosen: Settings, colour: str, width: int, *, how: bool
) -> Row:
    """Who plays a side, of what, with which aims; under the bar maybe how an opponent plays."""
    members = (one for one in scenario.creatures if one.side == side.id)
    kinds = Counter(words.kind_word(one.get(Identity)) for one in members)
    several = _("{n} x {kind}")
    who = ", ".join(several.format(n=n, kind=kind) if n > 1 else kind for kind, n in kinds.items())
    hurt = [*_tough(scenario, side), *_hurt(scenario, side)]
    aims = [
        Content("   " + _aim(scenario, goal)) for goal in scenario.goals if goal.side == side.id
    ]
    controller = chosen.controllers[side.id]
    name = column(Content.styled(known_as(side.name), f"bold {colour}"), LABEL - 1)
    head = Content.assemble(" ", name, " ", (clean(player_name(controller)), "bold"))
    rest = [Content.styled("   " + who, MUTED), *hurt, *aims]
    row = Row.folding([head, *rest], width, f"side:{side.id}")
    about = how_it_plays(controller) if how else ""
    if about:
        row.whole = Row.folding([head, Content("   " + about), *rest], width).whole
    return row


def evened_words(before: Scenario, now: Scenario) -> str:
    """What has become of a battle by being evened out; empty where it is as it was."""
    if now.creatures == before.creatures:
        return ""
    others, same = _("Evened out: other foes have come."), _("Evened out: the foes stay.")
    kinds = [sorted(one.kind for one in each.creatures) for each in (before, now)]
    sides = (_tough_text(now, side) for side in now.sides[1:])
    return " ".join(filter(None, (others if kinds[0] != kinds[1] else same, *sides)))


def _tough_text(scenario: Scenario, side: Side) -> str:
    """How far the hit points of a side are from those of its kinds; empty where they are not."""
    has, usual = hit_points(scenario, side.id)
    if has == usual:
        return ""
    more = _("{has} hit points, {n} % above the usual {usual}.")
    less = _("{has} hit points, {n} % below the usual {usual}.")
    return (more if has > usual else less).format(
        n=round(100 * abs(has - usual) / usual), has=has, usual=usual
    )


def _tough(scenario: Scenario, side: Side) -> list[Content]:
    """A line on a side's hit points, where they are not those of its kinds."""
    text = _tough_text(scenario, side)
    return [Content.styled("   " + text, MUTED)] if text else []


def _hurt(scenario: Scenario, side: Side) -> list[Content]:
    """Who of a side begins hurt, with what is left and the whole."""
    health = [(known_as(one.get(Identity).name), one.get(HitPoints)) for one in scenario.creatures
              if one.side == side.id]  # fmt: skip
    names = [f"{name} {hp.current}/{hp.maximum}" for name, hp in health if hp.current < hp.maximum]
    text = "   " + _("hurt: {names}").format(names=", ".join(names))
    return [Content.styled(text, MUTED)] if names else []


def _aim(scenario: Scenario, goal: Goal) -> str:
    """What a side has to do."""
    name = known_as(scenario[goal.creature].get(Identity).name) if goal.creature is not None else ""
    return words.capital(asked(goal, name, scenario.field))


def _line(name: str, value: str) -> Content:
    label = column(Content.styled(name, MUTED), LABEL)
    return Content.assemble(" ", label, (value, "bold"))


def _switch(chosen: Settings, switch: Switch, width: int) -> Row:
    """A switch, whether it is on, and what it means."""
    on = chosen.switches[switch.name]
    name = Content.assemble(
        " ",
        column(Content.styled(words.capital(words.word({}, switch.name)), MUTED), SWITCH),
        (_("on") if on else _("off"), "bold"),
        ("  " + _("changed"), "$warning") if on != switch.default else "",
    )
    clause = Content.styled(switch.clause, MUTED)
    title = Content.styled(translate(switch.title), MUTED)
    cut = [Content("   ").append(row) for row in wrapped(title, width - 3, 2)]
    whole = [Content("   ").append(row.rstrip()) for row in title.wrap(width - 3)]
    fits = name.cell_length + clause.cell_length < width
    named = [] if fits else hanging(Content("   ").append(clause), width)
    head = spread(name, clause if fits else Content(""), width, keeps_left=True)
    return Row(
        Content("\n").join([spread(name, clause, width, keeps_left=True), *cut]),
        Content("\n").join([head, *whole, *named]),
        f"switch:{switch.name}",
    )
