"""Help: the game on one page, and every key, out of the tables that bind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from textual.actions import parse
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.replay.scrubber import MEANINGS, ROUND, SIGNS
from tacsim.app.shell.frame import Frame
from tacsim.app.shell.keymaps import FIXED, Keymap, key_name, key_word
from tacsim.app.shell.keys import (
    ANYWHERE,
    BATTLE,
    DIRECTIONS,
    DRAWING,
    EDITOR,
    LEVELS,
    SEEN,
    SUSPENDING,
    Key,
    known,
)
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.text import Page, column, hanging
from tacsim.i18n import N_, _, pgettext, translate
from tacsim.player.turns import Ruleset, turn_of
from tacsim.view.columns import padded
from tacsim.view.wording import acts, signs

COLUMN = 12
"""Columns before what a key does."""

TURN = N_("A turn")
ACTIONS: tuple[tuple[str, str], ...] = (
    (
        TURN,
        N_(
            "A creature has a standard action and a move action, or a full round; and a 5-ft step "
            "if it does not move otherwise. The line under the board says what Enter would do, "
            "what it costs, and whom it gives an opportunity to strike."
        ),
    ),
    (
        N_("Opportunities"),
        N_(
            "Leaving a square that a foe threatens lets it strike once. Threatened squares are "
            "hatched; a step that provokes is marked !. You are asked before the step is made."
        ),
    ),
)
"""The texts about a turn that is made of a standard action and a move."""
POOL: tuple[tuple[str, str], ...] = (
    (
        TURN,
        N_(
            "A creature has one action, a reaction between its turns, and its speed to move in as "
            "many parts as it likes, before, between and after its attacks. The second tint is "
            "what an action spent on movement would add: Enter there takes it, Enter again goes. "
            "The line under the board says what Enter would do, what it costs, and whom it gives "
            "an opportunity to strike."
        ),
    ),
    (
        N_("Opportunities"),
        N_(
            "Leaving a foe's reach lets it strike, once a round; moving about within it does not. "
            "What foes reach is hatched; a step that provokes is marked !. You are asked before "
            "the step is made."
        ),
    ),
)
"""The same where all movement comes out of one pool."""
BIDDING: tuple[tuple[str, str], ...] = (
    (
        TURN,
        N_(
            "A creature has its speed to move in as many parts as it likes, and Stamina for all "
            "else: attacks, of which each one after the first costs one more, spells, and until "
            "its next turn its defence and opportunities. The line under the board says what Enter "
            "would do, what it costs, and whom it gives an opportunity to strike."
        ),
    ),
    (
        N_("Putting Stamina in"),
        N_(
            "Before an attack, an opportunity or a defence a table shows what each amount brings; "
            "the chances are exact. Left and right, - and + change the amount, digits choose it, "
            "Tab takes another defence, Enter does it, w says why."
        ),
    ),
    (
        N_("Opportunities"),
        N_(
            "Leaving a foe's reach lets it strike, and so does coming into its space; moving about "
            "within its reach does once your Footwork is used up. What foes reach is hatched; a "
            "step that provokes is marked !. You are asked before the step is made."
        ),
    ),
)
"""The same where Stamina is put into attacks and defences."""
FLANKS = (
    N_("Flanks"),
    N_(
        "Two friends on opposite sides of a foe flank it and have advantage: one more die, the "
        "best is kept. Point at one of them to see the line. The flanked may deny it to one of "
        "them; the others then gain a die."
    ),
)
"""The text where flanking is more than a part of an attack."""
MORE = (
    N_("More to do"),
    N_(
        "{key} lists everything else that a creature can do: {acts}. What cannot be done now says "
        "why."
    ),
)
"""The text about the card of acts."""
ON_HEXES = (
    N_("Up and down ({keys}) lead to the row above or below, to its left and right in turns."),
    N_("The corner that an area lies round: left and right follow the border of a row, up and "
       "down go straight on, the others lead to the same corner of the next hex."),
)  # fmt: skip
ON_GRID: Mapping[str, tuple[str, ...]] = {"square": (), "hex": ON_HEXES, "cube": ()}
"""More about directions on each kind of grid, by the topology's name."""
ON_LEVELS = (
    N_("Levels"),
    N_(
        "The board shows one level, and through the air what lies below it: dimmed, with a digit "
        "for how far down. Ground with dots at its upper edge has something above it; ⇡ marks a "
        "creature above, ⟂ the ground straight under one in the air, and a digit beside ^ how "
        "high it is. {level_below} and {level_above} look at the level below and above and take "
        "the cursor along; {elevation} shows the map from the side."
    ),
)
"""The text about maps with levels."""
ON_DRAWING = (
    N_("Editor"),
    N_(
        "Maps and battles of your own: drawn with ground, barriers and creatures, checked as "
        "you draw, fought at once. Slash looks for anything to draw by its name, and the list "
        "beside the map has it all; the right button changes what is under the pointer."
    ),
)
"""The text about the editor."""
PAGE: tuple[tuple[str, str], ...] = (
    (
        N_("Questions"),
        N_("{why} says why: what the rules make of the place you point at, clause by clause."),
    ),
    (
        N_("Gauntlet"),
        N_(
            "A run of fights that grow harder. Who is dead stays lost, who is down gets up, a rest "
            "gives back half of what is missing, and you choose one of three rewards. The first "
            "fight that is not won ends the run."
        ),
    ),
    ON_DRAWING,
    (
        N_("The lab"),
        N_(
            "t on the setup of any battle fights it a hundred times beside the screen: who wins "
            "and how surely, who falls and where. There you can compare it with one thing "
            "otherwise, and watch or fight the most typical battle. Escape leads back."
        ),
    ),
    (
        N_("Saving"),
        N_(
            "Every choice is saved as it is made. Leave when you like; Continue goes on there. "
            "{undo} takes back what was done without dice; after dice, or once something hidden "
            "came to light, it goes on from an earlier choice as a branch of the save."
        ),
    ),
)
"""The rest of the game on one page."""


def meant(key: Key, ruleset: Ruleset) -> bool:
    """Whether a ruleset knows what a key does.

    >>> from tacsim.rulesets import load
    >>> [key.keys for key in BATTLE if not meant(key, load("d20"))]
    ['D', 'E', 'N']
    """
    _namespace, action, parameters = parse(key.action)
    return known(action, parameters, ruleset)


class HelpScreen(Frame[None]):
    """The page; in a battle only the keys and texts that its ruleset and map have.

    ``about``: the heading of the card that it was asked in, which comes first, and its keys;
    ``drawing``: whether it was asked in the editor, which comes first then.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,question_mark,f1", "close", N_("back")),
        ("down,j", "scroll(1)", N_("down")),
        ("up,k", "scroll(-1)", N_("up")),
    ]
    DEFAULT_CSS = """
    HelpScreen .caption { height: 1; dock: top; background: $panel; color: $accent; padding: 0 1; }
    HelpScreen VerticalScroll { padding: 0 2; scrollbar-gutter: stable; }
    HelpScreen #text { height: auto; max-width: 96; }
    """

    def __init__(
        self,
        ruleset: Ruleset | None = None,
        *,
        levels: bool = False,
        about: tuple[str, Sequence[tuple[str, str]]] = ("", ()),
        drawing: bool = False,
    ) -> None:
        super().__init__()
        self._drawing = drawing
        self._about = about
        self._ruleset = ruleset
        self._levels = levels

    def _keys(self, table: tuple[Key, ...]) -> tuple[Key, ...]:
        """Those keys that mean something in the rules and on the map."""
        ruleset = self._ruleset
        found = table if ruleset is None else tuple(k for k in table if meant(k, ruleset))
        return tuple(key for key in found if self._levels or not key.acts(*LEVELS))

    def _page(self) -> tuple[tuple[str, str], ...]:
        turn = TURNS[turn_of(self._ruleset)] if self._ruleset is not None else ACTIONS
        flanks = (FLANKS,) if self._ruleset is not None and self._ruleset.flanking else ()
        title, text = map(translate, MORE)
        more = title, text.format(key="{acts}", acts=", ".join(acts.beside_keys(self._ruleset)))
        levels = (ON_LEVELS,) if self._levels else ()
        found = (*turn, *flanks, more, *levels, *PAGE)
        return tuple(one for one in found if one is not ON_DRAWING or not self._drawing)

    def parts(self) -> ComposeResult:
        """The page."""
        yield Static(Content.styled(pgettext("page", "Help"), "bold"), classes="caption")
        with Page(id="page"):
            yield Static(id="text")
        yield KeyBar()

    def on_resize(self) -> None:
        """Fold the page to the width that there is."""
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        text = self.query_one("#text", Static)
        rows = [
            row
            for line in self._text().split("\n", allow_blank=True)
            for row in hanging(line, text.content_size.width, _indent(line.plain))
        ]
        text.update(Content("\n").join(rows))

    def _text(self) -> Content:
        parts: list[str | tuple[str, str]] = []
        keys = self.tacsim.keymap
        heading, told = self._about
        if heading:
            parts += [(heading, "bold $accent"), "\n", *_told(told), "\n"]
        if self._drawing:
            parts += [*self._paragraph(*ON_DRAWING), *self._rows(EDITOR), "\n"]
        for title, text in self._page():
            parts += self._paragraph(title, text)
        parts += [(_("Directions"), "bold $accent"), "\n"]
        grid = self._ruleset.topology.name if self._ruleset is not None else ""
        parts += [rose(keys, grid), "\n"]
        for text in ON_GRID.get(grid, ()):
            parts += ["  ", translate(text).format(keys=_straight(keys)), "\n"]
        parts += ["  ", _("Shifted arrows walk one step at once."), "\n"]
        for section, table in _sections(self._keys(BATTLE)):
            parts += ["\n", (translate(section), "bold $accent"), "\n"]
            parts += self._rows(table)
        parts += ["\n", (_("Watching a replay"), "bold $accent"), "\n"]
        parts += self._rows(tuple(key for key in SEEN if self._levels or not key.acts(*LEVELS)))
        if self._ruleset is None and not self._drawing:
            parts += ["\n", (translate(DRAWING), "bold $accent"), "\n"]
            parts += self._rows(EDITOR)
        parts += ["\n", (_("Everywhere"), "bold $accent"), "\n"]
        parts += _told(
            (key_name(key), translate(text))
            for what, key, text in ANYWHERE
            if what != SUSPENDING or self.tacsim.can_suspend
        )
        ruleset = None if self._ruleset is None else self._ruleset.id
        for title, found in (
            (_("Signs in the order of turns"), signs.in_order()),
            (_("Signs on the board"), signs.on_board(ruleset)),
            (_("Signs beneath a replay"), _on_the_timeline()),
        ):
            parts += ["\n", (title, "bold $accent"), "\n"]
            for sign, text in found:
                parts += [(column(Content("  " + sign), COLUMN).plain, "bold"), text, "\n"]
        parts += ["\n", (_("Mouse"), "bold $accent"), "\n"]
        for what, text in (
            (_("move"), _("point at a cell")),
            (_("click"), _("point there; once more goes there, or strikes who is there")),
            (_("right"), _("what can be done to who is there; elsewhere, why not")),
            (_("beside"), _("a click on a name points there, one on a line opens the log at it")),
            (_("wheel"), _("zoom")),
            (_("drag"), _("scroll the map")),
            (_("edge"), _("resting there scrolls on, where the map is larger than the screen")),
        ):
            parts += [(column(Content("  " + what), COLUMN).plain, "bold"), text, "\n"]
        return Content.assemble(*parts)

    def _paragraph(self, title: str, text: str) -> Iterator[str | tuple[str, str]]:
        """A text of the page under its title."""
        yield f"{translate(title)}. ", "bold $accent"
        yield self.tacsim.keymap.told(translate(text))
        yield "\n\n"

    def _rows(self, table: Sequence[Key]) -> Iterator[str | tuple[str, str]]:
        """What each of some keys does."""
        keymap = self.tacsim.keymap
        return _told(
            (" ".join(map(key_name, keymap.of(key))), keymap.told(translate(key.about)))
            for key in table
        )

    def action_scroll(self, by: int) -> None:
        """Scroll by a line."""
        self.query_one("#page", Page).scroll_lines(by)


def _told(keys: Iterable[tuple[str, str]]) -> Iterator[str | tuple[str, str]]:
    """A line for each key or some keys, and what they do."""
    for names, text in keys:
        yield "  " + padded(f"{names} ", COLUMN - 2), "bold"
        yield text
        yield "\n"


ROSE = (
    " {up_left}  {up}  {up_right}   ",
    "  \\ | /    ",
    " {left} --- {right}   ",
    "  / | \\    ",
    " {down_left}  {down}  {down_right}   ",
)
HEX_ROSE = (
    "   {up_left}   {up_right}   ",
    "    \\ /    ",
    " {left} --- {right}   ",
    "    / \\    ",
    "   {down_left}   {down_right}   ",
)
ROSES: Mapping[str, tuple[str, ...]] = {"square": ROSE, "hex": HEX_ROSE, "cube": ROSE}
"""The directions on each kind of grid, by the topology's name; on cubes they keep to a level."""


def rose(keymap: Keymap, grid: str) -> str:
    r"""The directions and their keys, once for each whole set of them.

    >>> print(rose(Keymap("wasd"), "square"))
     q  w  e      7  8  9
      \ | /        \ | /
     a --- d      4 --- 6      and the arrow keys
      / | \        / | \
     z  s  c      1  2  3
    """
    form = ROSES.get(grid, ROSE)
    signs = {
        key.name: [name for one in keymap.of(key) if len(name := key_word(one)) == 1]
        for key in DIRECTIONS
    }
    sets = min(len(keys) for name, keys in signs.items() if f"{{{name}}}" in "".join(form))
    roses = [{name: ([*keys, *" " * 9])[n] for name, keys in signs.items()} for n in range(sets)]
    lines = ["  ".join(line.format(**one) for one in roses) for line in form]
    lines[2] += "   " + (_("and the arrow keys") if sets else _("the arrow keys"))
    return "\n".join(line.rstrip() for line in lines)


def _straight(keymap: Keymap) -> str:
    """The keys of up and down."""
    found = zip(*(keymap.of(key) for key in DIRECTIONS if key.name in ("up", "down")), strict=False)
    return " ".join(key_name(key) for both in found for key in both if key not in FIXED)


TURNS = {"bids": BIDDING, "pool": POOL, "actions": ACTIONS}
"""The texts about a turn, by what it is made of."""


def _indent(line: str) -> int:
    """How far the further rows of a line are indented: below what its key does, else not at all.

    >>> _indent("  Esc q     Leave."), _indent("A turn.")
    (12, 0)
    """
    return COLUMN if line.startswith("  ") else 0


def _sections(table: tuple[Key, ...]) -> list[tuple[str, list[Key]]]:
    """The keys by section, in the order of the table."""
    found: dict[str, list[Key]] = {}
    for key in table:
        found.setdefault(key.section, []).append(key)
    return list(found.items())


def _on_the_timeline() -> list[tuple[str, str]]:
    """The signs of the line beneath a replay, with what they mean."""
    marks = [(SIGNS[kind][0], translate(text)) for kind, text in MEANINGS.items()]
    return [*marks, (ROUND, _("a round begins"))]
