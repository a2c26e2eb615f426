"""Verdicts: what a check answers. A refusal is a value with a reason and a clause."""

from __future__ import annotations

import enum
from typing import TypeAlias

import attrs


class Reason(enum.StrEnum):
    """Why an intent is refused. People read the sentence that the view makes of it."""

    NOT_YOUR_TURN = "not_your_turn"
    NO_DECISION = "no_decision"
    NO_OFFER = "no_offer"
    OFFER_OPEN = "offer_open"
    BATTLE_OVER = "battle_over"
    UNKNOWN_CREATURE = "unknown_creature"
    UNKNOWN_WEAPON = "unknown_weapon"
    UNKNOWN_MODE = "unknown_mode"
    UNKNOWN_INTENT = "unknown_intent"
    INCAPABLE = "incapable"
    NO_ACTION = "no_action"
    NO_STANDARD = "no_standard"
    NO_FULL_ROUND = "no_full_round"
    NO_STAMINA = "no_stamina"
    NO_DEFENCE = "no_defence"
    SPLIT_MOVE = "split_move"
    STEP_TAKEN = "step_taken"
    HAS_MOVED = "has_moved"
    TOO_SLOW = "too_slow"
    BUDGET = "budget"
    NO_WAY = "no_way"
    NOT_A_STEP = "not_a_step"
    OFF_MAP = "off_map"
    NO_FOOTING = "no_footing"
    NOT_TOGETHER = "not_together"
    NO_WALL = "no_wall"
    TOO_HIGH = "too_high"
    FLOOR = "floor"
    BLOCKED = "blocked"
    BARRIER = "barrier"
    OBSTACLE = "obstacle"
    CORNER = "corner"
    OCCUPIED = "occupied"
    FILLED = "filled"
    STOP_OCCUPIED = "stop_occupied"
    CROWDED = "crowded"
    SQUEEZER_THERE = "squeezer_there"
    SQUEEZED_ALREADY = "squeezed_already"
    PINNED = "pinned"
    SHARED = "shared"
    ORDERED_ALREADY = "ordered_already"
    STOP_SOLID = "stop_solid"
    TOO_NARROW = "too_narrow"
    NOT_STRAIGHT = "not_straight"
    HAMPERED = "hampered"
    FRIEND_IN_WAY = "friend_in_way"
    TOO_SHORT = "too_short"
    NOT_NEAREST = "not_nearest"
    NO_CHARGE_TARGET = "no_charge_target"
    PRONE = "prone"
    NOT_PRONE = "not_prone"
    NOT_FLYING = "not_flying"
    OUT_OF_REACH = "out_of_reach"
    TOO_CLOSE = "too_close"
    OUT_OF_RANGE = "out_of_range"
    TOTAL_COVER = "total_cover"
    UNSEEN = "unseen"
    FRIENDLY = "friendly"
    SELF = "self"
    DEAD = "dead"
    NO_WEAPON = "no_weapon"
    WEAPON_USED = "weapon_used"
    NO_TARGET = "no_target"
    UNTRAINED = "untrained"
    BURDENED = "burdened"
    TOO_BIG = "too_big"
    NOT_HELPLESS = "not_helpless"
    NOT_ADJACENT = "not_adjacent"
    NO_FEAT = "no_feat"
    NO_HELP = "no_help"
    NO_FRIEND = "no_friend"
    HINDERED = "hindered"
    NOT_ON_THE_WAY = "not_on_the_way"
    HAS_ACTED = "has_acted"
    UNKNOWN_TRIGGER = "unknown_trigger"
    NOT_FLANKED = "not_flanked"
    DENIED_ALREADY = "denied_already"
    TOO_TIGHT = "too_tight"
    NO_CHANCE = "no_chance"
    NO_FAR_SIDE = "no_far_side"
    NOT_NEEDED = "not_needed"
    NOT_BEGUN = "not_begun"
    CARRIED = "carried"
    NOT_CARRIED = "not_carried"
    PART_OF_IT = "part_of_it"
    NO_ROOM = "no_room"
    TOO_HEAVY = "too_heavy"
    TOO_HEAVY_ALOFT = "too_heavy_aloft"
    NOT_LOADED = "not_loaded"
    LOADED = "loaded"
    NEVER_LOADED = "never_loaded"
    NO_AREA = "no_area"
    RECHARGING = "recharging"
    USED_UP = "used_up"
    NO_AIM = "no_aim"
    NOT_ITS_SPACE = "not_its_space"


OWN = frozenset({
    Reason.NO_ACTION, Reason.NO_STANDARD, Reason.NO_FULL_ROUND, Reason.NO_STAMINA, Reason.HAS_MOVED,
    Reason.NO_FEAT, Reason.HINDERED,
})  # fmt: skip
"""Reasons that concern the acting creature, not the target."""


@attrs.frozen
class Allowed:
    """Nothing forbids the intent. ``clauses`` are those that grant it."""

    clauses: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return True


@attrs.frozen
class Refused:
    """The intent is forbidden: why, by which clause, and details for the sentence.

    >>> bool(Refused(Reason.CORNER, "d20.corner.wall"))
    False
    """

    reason: Reason
    clause: str
    details: tuple[tuple[str, str | int], ...] = ()

    def __bool__(self) -> bool:
        return False


def refuse(reason: Reason, clause: str, **details: str | int) -> Refused:
    """Make a refusal; details fill the gaps of its sentence."""
    return Refused(reason, clause, tuple(sorted(details.items())))


Verdict: TypeAlias = Allowed | Refused
