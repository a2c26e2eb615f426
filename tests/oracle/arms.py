"""Weapons of the brute force by any name: of a kind that an oracle knows, and how far they fly."""

from __future__ import annotations


class Arm(str):
    """A weapon's name, and what it is.

    ``kind``: the name of the oracle's weapon that is like it in melee; ``far``: how far it is shot
    or thrown, in cells, 0 for not at all; ``lying``: whether the prone may use it.
    """

    kind: str
    far: int
    lying: bool

    def __new__(cls, name: str, kind: str, far: int = 0, *, lying: bool = True) -> Arm:
        made = super().__new__(cls, name)
        made.kind, made.far, made.lying = kind, far, lying
        return made


def kind(weapon: str) -> str:
    """What a weapon is in melee; one that is no more than a name is what it is called."""
    return weapon.kind if isinstance(weapon, Arm) else weapon


def flies(weapon: str, apart: float, *, prone: bool = False) -> bool:
    """Does a weapon carry so many cells?"""
    return isinstance(weapon, Arm) and apart <= weapon.far and (weapon.lying or not prone)
