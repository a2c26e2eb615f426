"""The acts and modes of movement that have keys of their own in a battle, beside the card."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.i18n import N_, NP_


@attrs.frozen
class Bound:
    """A key for acts or a mode of movement in a battle, beside the card.

    ``how``: "aim" takes an act up and aims it, "act" does at once the first of several that
    applies, "mode" takes up a mode of movement, "single" one of single steps. ``label``: for the
    key bar; ``about``: for the help; ``moving``: whether it belongs to moving, not to fighting.
    """

    how: str
    names: tuple[str, ...]
    label: str
    about: str
    moving: bool = False


BOUND: Mapping[str, Bound] = {
    "a": Bound("aim", ("strike",), N_("attack"),
               N_("Attack: Tab or the arrows choose whom.")),
    "f": Bound("aim", ("full_attack",), N_("full attack"), N_("Make every attack you have.")),
    "c": Bound("mode", ("charge",), N_("charge"), N_("Charge: straight at a foe, and strike.")),
    "s": Bound("single", ("five_foot_step",), N_("step"),
               N_("Take a 5-ft step, which never provokes: then a direction."), moving=True),
    "r": Bound("mode", ("run",), N_("run"), N_("Run in a straight line."), moving=True),
    "W": Bound("mode", ("withdraw",), N_("withdraw"),
               N_("Withdraw: leaving your own square provokes nobody."), moving=True),
    "t": Bound("act", ("total_defense",), N_("defend"), N_("Do nothing but defend.")),
    "p": Bound("act", ("stand", "drop"), NP_("key", "prone"),
               N_("Drop prone, or stand up."), moving=True),
    "D": Bound("act", ("dash",), N_("dash"),
               N_("Dash: move farther this turn, and nothing else."), moving=True),
    "E": Bound("act", ("disengage",), N_("disengage"),
               N_("Disengage: this turn's movement gives nobody an opportunity."), moving=True),
    "g": Bound("act", ("dodge",), N_("dodge"), N_("Dodge: be harder to hit.")),
    "H": Bound("act", ("aid",), "", N_("Help a friend's attack.")),
    "N": Bound("act", ("deny_flank",), "", N_("Deny a flanker what flanking brings.")),
}  # fmt: skip
"""By key; lower or upper case tells."""
