"""The seed of the dice, asked for."""

from __future__ import annotations

import re

from textual.validation import Function

from tacsim.app.menus.text_card import TextCard
from tacsim.content.setup import check_seed
from tacsim.i18n import _


def seed_card(before: int | None) -> TextCard:
    """A card that answers with a seed, or with nothing for a new one in every battle."""
    wrong = _("A seed is a whole number of 64 bits, such as 7.")
    hint = _(
        "A seed is a whole number. The same one throws the same dice; none is a new one in "
        "every battle."
    )
    return TextCard(
        _("Dice"), "" if before is None else str(before), hint, max_length=20, valid_empty=True,
        validators=[Function(_is_seed, wrong)],
    )  # fmt: skip


def _is_seed(text: str) -> bool:
    try:
        check_seed(int(text) if re.fullmatch("-?[0-9]+", text) else text)
    except ValueError:
        return False
    return True
