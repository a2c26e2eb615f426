"""The branches of a save as a tree: where each leaves, how it ended or whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Part, go
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT, clipped, packed, pressing, spread
from tacsim.i18n import N_, _, translate
from tacsim.player.record.branches import TreeRow, branch_name, leaving, standing, tree
from tacsim.storage.branch import Branch
from tacsim.storage.saved import Saved
from tacsim.storage.verify import Verdict

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


class BranchTree(Part):
    """Shows the branches; posts what is to be done with one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"ask('{what}')", text) for key, what, text in KEYS if len(key) == 1),
        Binding("enter", "select", N_("watch")),
        Binding("escape,g,q", "ask('close')", N_("back")),
        Binding("j", "move(1)", ""),
        Binding("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    BranchTree { height: auto; background: $surface; }
    BranchTree #branches-caption { height: 1; background: $panel; color: $accent; text-style: bold; }
    BranchTree OptionList { height: auto; background: $surface; padding: 0; border: none; }
    BranchTree OptionList:focus { background: $surface; border: none; }
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

    @property
    def menu(self) -> Menu:
        """The list."""
        return self.query_one(Menu)

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
        menu = self.menu
        if (fresh or moved) and menu.option_count:
            menu.highlighted = self._place

    @property
    def _place(self) -> int:
        """The place of the watched branch in the list."""
        numbers = [twig.branch.number for twig in self._rows]
        return numbers.index(self._watched) if self._watched in numbers else 0

    def _fill(self) -> None:
        saved, menu = self._saved, self.menu
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
            pressing(Content.assemble((key, "bold $accent"), f" {translate(text)}"), key)
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
        index = self.menu.highlighted
        if index is not None and self._rows:
            self.post_message(self.Asked(what, self._rows[index].branch.number))

    def action_move(self, by: int) -> None:
        """Move as the arrows do."""
        go(self.menu, by)
