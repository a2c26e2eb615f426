"""What of a battle may be tried otherwise: who plays, how many, hit points, rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.lab.bench import Bench, players_of
from tacsim.app.shell.frame import Card, in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import column
from tacsim.content.plain import switches_of
from tacsim.core.components import HitPoints, Identity
from tacsim.i18n import N_, _, known_as
from tacsim.session.opponents import offered
from tacsim.storage.errors import clean
from tacsim.view.maps.text_map import GAP
from tacsim.view.wording import words
from tacsim.view.wording.odds_words import case_name
from tacsim.view.wording.players import player_name

PARTS = (0.5, 0.75, 1.25, 1.5, 2.0)
"""Of a creature's hit points, those that are tried."""
SIDES = 4
"""Columns that the list has beside its text."""
LABEL = 30
"""Columns of what a line is about."""


@attrs.frozen
class Choice:
    """Something that may be otherwise: its key, what it is called, what it is and might be."""

    key: str
    label: str
    now: Any
    others: tuple[Any, ...]

    def told(self, value: Any) -> str:
        """A value in words."""
        if self.key.endswith(".controller"):
            return clean(player_name(value))
        if isinstance(value, bool):
            return _("on") if value else _("off")
        return str(value)


def choices(bench: Bench) -> Iterator[Choice]:
    """All that may be otherwise about a battle."""
    scenario, players = bench.scenario, players_of(bench.setup)
    levels = [f"ai:{level.opponent}" for level in offered()]
    for side in scenario.sides:
        now = players[side.id]
        others = tuple(who for who in levels if who != now)
        label = _("{side}: played by").format(side=known_as(side.name))
        yield Choice(f"{side.id}.controller", label, now, others)
    called = {one.kind: words.kind_word(one.get(Identity)) for one in scenario.creatures}
    for kind, many in Counter(one.kind for one in scenario.creatures).items():
        label = _("{kind}: how many").format(kind=words.capital(called[kind]))
        numbers = (many + 1, many + 2, *range(many - 1, 0, -1))
        yield Choice(f"count.{kind}", label, many, numbers)
    for one in scenario.creatures:
        most = one.get(HitPoints).maximum
        others = tuple(dict.fromkeys(max(round(most * part), 1) for part in PARTS))
        label = _("{name}: hit points").format(name=known_as(one.get(Identity).name))
        yield Choice(f"{one.id}.hp", label, most, tuple(hp for hp in others if hp != most))
    for switch in switches_of(scenario):
        on = scenario.switches[switch.name]
        label = words.capital(words.word({}, switch.name))
        yield Choice(f"rules.{switch.name}", label, on, (not on,))


def case_words(bench: Bench, values: Mapping[str, Any]) -> str:
    """A case by what is otherwise in it, as the card has it."""
    known, text = {one.key: one for one in choices(bench)}, _("{what} {value}")
    return GAP.join(
        text.format(what=known[key].label, value=known[key].told(value))
        if key in known
        else case_name({key: value})
        for key, value in values.items()
    )


class VaryCard(Card[dict[str, list[Any]]]):
    """Chooses what is compared with the battle as it stands; answers with key and values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,l", "change(1)", N_("change")),
        ("left,h", "change(-1)", ""),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    VaryCard Menu { height: auto; max-height: 14; }
    VaryCard.-low Menu { max-height: 9; }
    VaryCard #foot { height: auto; padding: 1 0 0 0; color: $foreground-muted; }
    """

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self._choices = [one for one in choices(bench) if one.others]
        self._picked = [0] * len(self._choices)

    def heading(self) -> str:
        """What it is about."""
        return _("What if")

    def body(self) -> ComposeResult:
        """The list."""
        plain = Option(Content(" " + _("as it stands")), id="plain")
        blank = Content("")
        yield Menu(plain, *(Row(blank, blank, str(at)) for at in range(len(self._choices))))
        text = _("Right and left change a value, Enter fights both over the same seeds.")
        yield Static(Content(text), id="foot")

    def on_mount(self) -> None:
        """Show the values."""
        for at in range(len(self._choices)):
            self._fill(at)
        menu = self.query_one(OptionList)
        menu.focus()
        menu.highlighted = 1 if self._choices else 0

    def _fill(self, at: int) -> None:
        one = self._choices[at]
        value = one.others[self._picked[at]]
        text = _("{value}, not {now}").format(value=one.told(value), now=one.told(one.now))
        label = column(Content.styled(f" {one.label}", MUTED), min(LABEL, inside(self) // 2))
        line = Content.assemble(label, " ", (text, "bold"))
        row = Row.folding([line], inside(self) - SIDES, str(at))
        self.query_one(Menu).put(at + 1, row)

    @property
    def _at(self) -> int | None:
        option = self.query_one(OptionList).highlighted_option
        return None if option is None or option.id in (None, "plain") else int(option.id or 0)

    def action_change(self, by: int) -> None:
        """Try another value where the bar is."""
        at = self._at
        if at is not None:
            self._picked[at] = (self._picked[at] + by) % len(self._choices[at].others)
            self._fill(at)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Compare what the bar is on."""
        if event.option_id == "plain":
            self.dismiss({})
            return
        one = self._choices[int(event.option_id or 0)]
        self.dismiss({one.key: [one.now, one.others[self._picked[int(event.option_id or 0)]]]})
