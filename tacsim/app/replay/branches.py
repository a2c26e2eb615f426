"""The branches of a save as a tree: where each leaves, how it ended or whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import go
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT, clipped, packed, spread
from tacsim.core.components import Identity
from tacsim.i18n import N_, _, translate
from tacsim.storage.branch import NAMES, Branch
from tacsim.storage.compare import ending
from tacsim.storage.errors import clean
from tacsim.storage.saved import Saved
from tacsim.storage.verify import Verdict
from tacsim.view.words import victory

DEEP = 6
"""The deepest level of the tree that is indented."""
KEYS: tuple[tuple[str, str, str], ...] = (
    ("Enter", "watch", N_("watch")),
    ("r", "resume", N_("go on")),
    ("n", "name", N_("name")),
    ("d", "drop", N_("delete")),
    ("c", "compare", N_("compare")),
    ("v", "verify", N_("verify")),
    ("f", "refight", N_("fight again")),
    ("Esc", "close", N_("back")),
)
"""What can be done with the branch that the bar is on: the key, its name, the words for it."""


@attrs.frozen(eq=False)
class TreeRow:
    """A row of the tree: a branch, and its depth below the first one."""

    branch: Branch
    depth: int


def tree(saved: Saved) -> list[TreeRow]:
    """The branches that were not deleted, each below its parent.

    Children of a deleted branch stand below the nearest ancestor that is left.
    """
    below: dict[int, list[Branch]] = {}
    for branch in saved.branches:
        over = living(branch)
        if over is not None and not branch.dropped:
            below.setdefault(over.number, []).append(branch)
    found: list[TreeRow] = []
    waiting = [TreeRow(saved.main, 0)]
    while waiting:
        twig = waiting.pop()
        found.append(twig)
        twigs = [TreeRow(one, twig.depth + 1) for one in below.get(twig.branch.number, [])]
        waiting += reversed(twigs)
    return found


def living(branch: Branch) -> Branch | None:
    """The nearest ancestor of a branch that was not deleted; None for the first branch."""
    parent = branch.parent
    while parent is not None and parent.dropped:
        parent = parent.parent
    return parent


def branch_name(branch: Branch) -> str:
    """What a branch is called."""
    return clean(branch.name, NAMES) or _("main")


def leaving(saved: Saved, branch: Branch, side: str | None = None) -> str:
    """Where a branch leaves its parent, in words; empty for the first branch.

    With a ``side`` only creatures of its own are named.
    """
    if branch.parent is None:
        return ""
    if branch.first == 0:
        return _("from the beginning")
    mark = branch.mark(branch.first - 1)
    if mark.turn is None:
        return _("from the end")
    if not named(saved, branch, mark.turn, side):
        return _("from round {round}").format(round=mark.round)
    words = _("from round {round}, {name}")
    return words.format(round=mark.round, name=creature_name(saved, mark.turn))


def named(saved: Saved, branch: Branch, creature: str, side: str | None) -> bool:
    """Whether a creature of a branch may be named to a side, None for a viewer of everything.

    A viewer of everything may still not see into another branch that is veiled by fog.
    """
    sides = {one.id: one.get(Identity).side for one in saved.scenario.creatures}
    own = sides.get(creature) == side
    return own or (side is None and not saved.veiled(branch))


def standing(saved: Saved, branch: Branch, side: str | None = None) -> str:
    """How a branch ended, or whose turn it is; with a ``side`` only if it is one of its own."""
    last = branch.last
    if last is None:
        return _("not begun")
    if last.turn is not None and not named(saved, branch, last.turn, side):
        return _("round {round}, not over").format(round=last.round)
    if last.turn is not None:
        name = creature_name(saved, last.turn)
        return _("round {round}, {name} is next").format(round=last.round, name=name)
    end = ending(saved, branch)
    if end is None:
        return _("over, round {round}").format(round=last.round)
    sides = {side.id: side.name or side.id for side in saved.scenario.sides}
    if end.winner not in sides:
        return _("undecided, round {round}").format(round=last.round)
    side = clean(sides[end.winner], NAMES)
    return _("{victory}, round {round}").format(victory=victory(side), round=last.round)


def creature_name(saved: Saved, creature: str) -> str:
    """A creature's name in the saved scenario."""
    names = {one.id: one.get(Identity).name for one in saved.scenario.creatures}
    return clean(names.get(creature) or creature, NAMES)


class BranchTree(Vertical):
    """Shows the branches; posts what is to be done with one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"ask('{what}')", text) for key, what, text in KEYS if len(key) == 1),
        Binding("escape,g,q", "ask('close')", N_("back")),
        Binding("j", "move(1)", ""),
        Binding("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    BranchTree { height: auto; background: $surface; }
    BranchTree #branches-caption { height: 1; background: $panel; color: $accent; text-style: bold; }
    BranchTree OptionList { height: auto; background: $surface; padding: 0; }
    BranchTree OptionList:focus { background: $surface; }
    BranchTree #branches-keys { height: auto; padding: 0 1; background: $panel; }
    """  # noqa: E501  # a declaration is a line

    class Asked(Message):
        """Something is to be done with a branch, given by its number."""

        def __init__(self, what: str, number: int) -> None:
            super().__init__()
            self.what = what
            self.number = number

    def __init__(self, key: str) -> None:
        super().__init__(id=key)
        self._rows: list[TreeRow] = []
        self._saved: Saved | None = None
        self._watched = 0
        self._side: str | None = None
        self._verdicts: Mapping[int, Verdict | None] = {}
        self._facts: dict[int, list[str]] = {}
        """The facts shown about each branch, by its number."""

    def compose(self) -> ComposeResult:
        """Caption, list, keys."""
        yield Lines("branches-caption")
        yield Menu()
        yield Static(id="branches-keys")

    def on_mount(self) -> None:
        """The keys are shown only while they do something."""
        self.query_one("#branches-keys").display = False

    def on_resize(self) -> None:
        """Wrap to the new width."""
        self._fill()

    def show(
        self,
        saved: Saved,
        watched: int,
        verdicts: Mapping[int, Verdict | None],
        side: str | None = None,
    ) -> None:
        """Show the branches, the watched one marked, as far as a side knows of them.

        ``verdicts`` by the numbers of branches that were verified, None while that goes on.
        """
        fresh = saved is not self._saved or side != self._side
        self._side = side
        if not fresh and watched == self._watched and dict(verdicts) == self._verdicts:
            return
        self._saved, self._verdicts = saved, dict(verdicts)
        if fresh:
            self._rows, self._facts = tree(saved), {}
        moved, self._watched = watched != self._watched, watched
        self._fill()
        menu = self.query_one(OptionList)
        if (fresh or moved) and menu.option_count:
            menu.highlighted = self._place

    @property
    def _place(self) -> int:
        """The place of the watched branch in the list."""
        numbers = [twig.branch.number for twig in self._rows]
        return numbers.index(self._watched) if self._watched in numbers else 0

    def _fill(self) -> None:
        saved, menu = self._saved, self.query_one(OptionList)
        if saved is None or not self.display or not self.size.width:
            return
        count = Content.styled(str(len(self._rows)), MUTED)
        self.query_one("#branches-caption", Lines).put((Content(_("Branches")), count))
        at = menu.highlighted if menu.option_count else self._place
        menu.clear_options()
        width = max(self.size.width - 3, 16)
        menu.add_options([Option(self._row(saved, twig, width)) for twig in self._rows])
        menu.highlighted = min(at or 0, len(self._rows) - 1)
        self._fill_keys()

    def _fill_keys(self) -> None:
        parts = [
            Content.assemble((key, "bold $accent"), f" {translate(text)}")
            for key, _what, text in KEYS
        ]
        rows = packed(parts, max(self.size.width - 2, 16))
        self.query_one("#branches-keys", Static).update(Content("\n").join(rows))

    def _row(self, saved: Saved, twig: TreeRow, width: int) -> Content:
        """The name and what is known of it; below, where it leaves and how it stands."""
        branch = twig.branch
        watched = branch.number == self._watched
        indent = "  " * min(twig.depth - 1, DEEP) + ("↳ " if twig.depth else "")
        name = Content.assemble(
            ("▸ " if watched else "  ", "bold $accent"),
            (indent, MUTED),
            (branch_name(branch), "bold" if watched else ""),
        )
        head = spread(name, self._verdict(saved, branch), width)
        gap = " " * (2 + len(indent))
        if branch.number not in self._facts:
            facts = (leaving(saved, branch, self._side), standing(saved, branch, self._side))
            self._facts[branch.number] = [fact for fact in facts if fact]
        texts = [Content(fact) for fact in self._facts[branch.number]]
        rows = packed(texts, width - len(gap), DOT)
        about = [clipped(Content.styled(gap + row.plain, MUTED), width) for row in rows]
        return Content("\n").join([head, *about])

    def _verdict(self, saved: Saved, branch: Branch) -> Content:
        """The result of verifying a branch; else whether it was played under other rules."""
        if branch.number in self._verdicts:
            found = self._verdicts[branch.number]
            if found is None:
                return Content.styled(_("verifying ..."), MUTED)
            if found.ok:
                return Content.styled("✓ " + _("verified"), "$success")
            step = found.difference.step if found.difference is not None else 0
            text = _("step {step}").format(step=step) if self._side is None else _("differs")
            return Content.styled("✕ " + text, "bold $error")
        if saved.foreign_to(branch):
            return Content.styled("! " + _("other rules"), "$warning")
        return Content("")

    # --- asking -------------------------------------------------------------------------------

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        """Say which keys there are."""
        self.query_one("#branches-keys").display = True

    def on_descendant_blur(self, _event: DescendantBlur) -> None:
        """They mean nothing any more."""
        self.query_one("#branches-keys").display = False

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch it."""
        event.stop()
        self.action_ask("watch")

    def action_ask(self, what: str) -> None:
        """Ask for something to be done with the branch that the bar is on."""
        index = self.query_one(OptionList).highlighted
        if index is not None and self._rows:
            self.post_message(self.Asked(what, self._rows[index].branch.number))

    def action_move(self, by: int) -> None:
        """Move as the arrows do."""
        go(self.query_one(OptionList), by)


__all__ = ["BranchTree", "branch_name", "creature_name", "leaving", "living", "standing", "tree"]
