"""Weapons of the brute force by any name: of a kind that an oracle knows, and how far they fly."""

from __future__ import annotations


class Arm(str):
    """A weapon's name, and what it is.

    ``kind``: the name of the oracle's weapon that is like it in melee; ``far``: how far it is shot
    or thrown, in cells, 0 for not at all; ``lying``: whether the prone may use it; ``loose``:
    whether it can be let go; ``loading``: the action that loading takes, "move", "full" or none.
    """

    kind: str
    far: int
    lying: bool
    loose: bool
    loading: str

    def __new__(cls, name: str, kind: str, far: int = 0, *, lying: bool = True,
                loose: bool = True, loading: str = "") -> Arm:  # fmt: skip
        made = super().__new__(cls, name)
        made.kind, made.far, made.lying = kind, far, lying
        made.loose, made.loading = loose, loading
        return made


def kind(weapon: str) -> str:
    """What a weapon is in melee; one that is no more than a name is what it is called."""
    return weapon.kind if isinstance(weapon, Arm) else weapon


def flies(weapon: str, apart: float, *, prone: bool = False) -> bool:
    """Does a weapon carry so many cells?"""
    return isinstance(weapon, Arm) and apart <= weapon.far and (weapon.lying or not prone)


def loose(weapon: str) -> bool:
    """Can its owner let go of it?"""
    return weapon.loose if isinstance(weapon, Arm) else True


def loading(weapon: str) -> str:
    """The action that loading it takes, if it has to be loaded."""
    return weapon.loading if isinstance(weapon, Arm) else ""
