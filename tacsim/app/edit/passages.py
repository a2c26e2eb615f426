"""Parts of a battle that are written as text: its script, its own monsters, its lesson's steps."""

from __future__ import annotations

from functools import partial

from textual.content import Content
from textual.widget import Widget

from tacsim.app.edit.form_card import Edit
from tacsim.app.edit.list_card import Then
from tacsim.app.menus.writing import Judged, WritingScreen
from tacsim.app.widgets.hints import MUTED
from tacsim.content.documents import parse_document
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.passages import faults_in, passage, take
from tacsim.i18n import N_, _, ngettext, translate
from tacsim.storage.errors import clean
from tacsim.view.wording import words

NAMES = {
    "do": N_("script"), "bestiary": N_("monsters of its own"), "weapon": N_("weapons of its own"),
    "kinds": N_("kinds under other rules"), "step": N_("steps of the lesson"),
}  # fmt: skip
"""What passages are called."""
USUAL = ("do", "bestiary", "weapon")
"""Those that any battle may well have; the others are offered where they are there."""
EXAMPLES = {
    "do": '[[do]]\nactor = "hero"\nintent = "end_turn"',
    "bestiary": '[bestiary.imp]\nname = "Imp"\nglyph = "i"\n...',
    "weapon": '[weapon.cleaver]\ndamage = "1d8"\n...',
    "kinds": '[kinds.grid5e]\nwarrior = "human_fighter"',
    "step": '[[step]]\ntext = "..."\n...',
}
"""How each begins in a file."""


def write_passage(node: Widget, one: Manuscript, edit: Edit, key: str, then: Then) -> None:
    """Have a passage written over a screen, and go on with ``then``."""

    def answered(text: str | None) -> None:
        if text is not None:
            edit(partial(take, one, key, text))
        then(None)

    title = words.capital(translate(NAMES[key]))
    judge = partial(_judged, one, key)
    node.app.push_screen(WritingScreen(title, passage(one, key), judge), answered)


def _judged(one: Manuscript, key: str, text: str) -> Judged:
    """What is wrong with a passage, else how much there is of it."""
    if not text.strip():
        hint = _("Nothing yet. It is written as in a file:")
        return Judged([Content(hint), Content.styled(EXAMPLES[key], MUTED)], sound=True)
    faults = faults_in(one, key, text)
    lines = []
    for fault in faults:
        where = _("line {n}").format(n=fault.line) if fault.line else ""
        told = ": ".join(filter(None, (where, fault.field, fault.message)))
        lines.append(Content.styled(clean(told, 300), "$warning"))
    if faults:
        return Judged(lines, fault=faults[0])
    count = len(parse_document(text).tables.get(key, ()))
    told = ngettext("{n} table, no faults", "{n} tables, no faults", count)
    return Judged([Content(told.format(n=count))], sound=True)
