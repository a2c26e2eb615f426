"""Filing: what is being changed is written down, kept in its file, or given up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.widget import Widget

from tacsim.app.edit.form_card import Typed
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.leave_card import FORGET, KEEP, LeaveCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.asked import tacsim_of
from tacsim.content.editing.manuscript import Manuscript
from tacsim.i18n import _, ngettext, translate
from tacsim.player.kept.own_battles import (
    UNNAMED,
    Drafting,
    changed_elsewhere,
    file_of,
    keep,
    maps_folder,
    usual_name,
)
from tacsim.storage.errors import SaveError, clean

Done = Callable[[], object]


class Filing:
    """Keeps a manuscript, over a screen that asks what has to be asked."""

    def __init__(self, node: Widget, one: Manuscript, drafting: Drafting) -> None:
        self._node, self._one, self._drafting = node, one, drafting
        self._trouble = ""
        """Why nothing can be written down, as it was said last."""

    def note(self) -> None:
        """Write down what is not kept; say once why that cannot be."""
        try:
            self._drafting.note(self._one)
        except SaveError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                text = _("Changes are not written down until they are kept: {reason}")
                tacsim_of(self._node).tell(text.format(reason=error.short), whole=str(error))

    # --- keeping it -----------------------------------------------------------------------------

    def save(self, done: Done) -> None:
        """Keep it in its file; ask for one where it has none, or where that is another by now."""
        path = self._one.path
        if path is None:
            self.save_as(done)
        elif changed_elsewhere(self._one):
            title = _("Write over it?")
            text = _("{file} has been changed by another program since it was opened here.")
            self._sure(title, text.format(file=clean(path.name)), path, done)
        else:
            self._write(path, done, replace=True)

    def save_as(self, done: Done) -> None:
        """Ask for a file, and keep it there."""

        def answered(name: str | None) -> None:
            if not name:
                return
            path = file_of(name)
            if path.exists() and path != self._one.path:
                text = _("There is a file {file} already.").format(file=clean(path.name))
                self._sure(_("Write over it?"), text, path, done)
            else:
                self._write(path, done, replace=path == self._one.path)

        hint = _("A name, for {folder}, or a path. Enter keeps it there.")
        card = TextCard(
            _("Keep it as"), usual_name(self._one),
            hint.format(folder=clean(str(maps_folder()), 1000)), validators=[Typed(_wrong_name)],
        )  # fmt: skip
        self._node.app.push_screen(card, answered)

    def _sure(self, title: str, text: str, path: Path, done: Done) -> None:
        def answered(sure: bool | None) -> None:
            if sure:
                self._write(path, done, replace=True)

        card = SureCard(title, text, _("write over it"), _("leave it as it is"))
        self._node.app.push_screen(card, answered)

    def _write(self, path: Path, done: Done, *, replace: bool) -> None:
        """Write it; what has no name of its own is called by the one that it is kept under."""
        if self._one.table(("name",)) == translate(UNNAMED):
            self._one.assign(("name",), path.stem)
        try:
            keep(self._one, path, replace=replace)
        except (SaveError, ValueError) as error:
            tacsim_of(self._node).tell(str(error))
            return
        text = _("Kept in {file}.").format(file=clean(str(path), 1000))
        faults = len(self._one.read.faults)
        if faults:
            told = ngettext("It has {n} fault.", "It has {n} faults.", faults).format(n=faults)
            text = f"{text} {told}"
        tacsim_of(self._node).tell(text, warning=bool(faults))
        done()

    # --- leaving it -----------------------------------------------------------------------------

    def leave(self, left: Done) -> None:
        """Leave it; ask first what is to become of what is not kept."""
        if not self._one.changed:
            self._drafting.done()
            left()
            return

        def answered(what: str | None) -> None:
            if what == KEEP:
                self.save(lambda: self.leave(left))
            elif what == FORGET:
                self._drafting.done()
                left()

        card = LeaveCard(
            _("Leave the editor?"), _("Not all that was changed is kept in a file."),
            _("Keep the changes, and leave"), _("Forget the changes, and leave"),
        )  # fmt: skip
        self._node.app.push_screen(card, answered)


def _wrong_name(name: str) -> str:
    """Why a name cannot be a file's, empty if it can."""
    try:
        file_of(name.strip())
    except ValueError as error:
        return str(error)
    return ""
