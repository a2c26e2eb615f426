"""What a simulation found, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tacsim.i18n import _, ngettext
from tacsim.view.maps.text_map import GAP


def case_name(values: Mapping[str, Any]) -> str:
    """A case by what was varied, as in the call.

    >>> case_name({"ogre.hp": 20, "rules.morale": "no"})
    'ogre.hp=20  rules.morale=no'
    """
    return GAP.join(f"{key}={_written(value)}" for key, value in values.items())


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "+".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def interval(one: Mapping[str, Any]) -> str:
    """The interval in which a rate lies."""
    return f"{one['low']:.0%} - {one['high']:.0%}"


def conclusions(
    answer: Mapping[str, Any],
    names: Mapping[str, str] | None = None,
    called: Callable[[Mapping[str, Any]], str] = case_name,
) -> Iterator[str]:
    """What the differences between cases come to, a sentence for each of them and each side.

    Last, where an interval tells otherwise than its verdict, why that is.
    ``names``: of sides, by id; others go by their ids. ``called``: what a case is called.
    """
    first, told = called(answer["cases"][0]["values"]), names or {}
    for one in answer["differences"]:
        for side, apart in one["sides"].items():
            rate = apart["rate"]
            yield _conclusion(rate, answer["battles"]).format(
                side=told.get(side, side), case=called(one["values"]), first=first,
                n=abs(100 * rate["difference"]), low=100 * rate["low"], high=100 * rate["high"],
                battles=answer["battles"],
            )  # fmt: skip
    told_of = [told for one in answer["differences"] for told in _each(one)]
    if any(not one["real"] and not one["low"] <= 0 <= one["high"] for one in told_of):
        words = _(
            "An interval without 0 in it may be chance all the same: of {n} differences, what is "
            "called real is so for all of them together."
        )
        yield words.format(n=len(told_of))


def _each(one: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All that is told of how a case differs."""
    for side in one["sides"].values():
        yield side["rate"]
        yield side["hp_left"]
    yield one["rounds"]


def _conclusion(rate: Mapping[str, Any], battles: int) -> str:
    if not rate["real"]:
        return ngettext(
            "{case}: whether the wins of {side} are more or fewer than with {first} cannot be told "
            "from {battles} battle ({low:+.0f} to {high:+.0f} points).",
            "{case}: whether the wins of {side} are more or fewer than with {first} cannot be told "
            "from {battles} battles ({low:+.0f} to {high:+.0f} points).",
            battles,
        )
    if rate["difference"] > 0:
        return _(
            "{case}: the wins of {side} are {n:.0f} points more than with {first}, which is real "
            "({low:+.0f} to {high:+.0f})."
        )
    return _(
        "{case}: the wins of {side} are {n:.0f} points less than with {first}, which is real "
        "({low:+.0f} to {high:+.0f})."
    )


def verdict(one: Mapping[str, Any]) -> str:
    """Whether a difference is more than chance, in a word or two."""
    return _("real") if one["real"] else _("may be chance")


def heading(answer: Mapping[str, Any]) -> str:
    """How many battles there were and how long they took."""
    words = ngettext(
        "{battles} battle, seed {seed}: {rounds:.1f} rounds on average, {undecided} undecided",
        "{battles} battles, seed {seed}: {rounds:.1f} rounds on average, {undecided} undecided",
        answer["battles"],
    )
    return words.format(battles=answer["battles"], seed=answer["seed"],
                        rounds=answer["rounds"]["mean"], undecided=answer["undecided"])  # fmt: skip


def lasting(answer: Mapping[str, Any]) -> str:
    """How long battles last, and when the first creature falls."""
    rounds, first = answer["rounds"], answer["first_down"]
    if not first["battles"]:
        words = _("Half of them last {median:g} rounds at most, nine in ten {p90}; nobody falls.")
        return words.format(**rounds)
    words = _(
        "Half of them last {median:g} rounds at most, nine in ten {p90}; "
        "the first creature falls in round {first:.1f} on average."
    )
    return words.format(**rounds, first=first["mean"])


def notable_lines(
    answer: Mapping[str, Any], names: Mapping[str, str] | None = None
) -> Iterator[tuple[str, str]]:
    """The battles worth a look: by its word, each with its seed and how it went.

    ``names``: of sides, by id; others go by their ids.
    """
    found = answer["notable"]
    if not found:
        return
    told = names or {}
    side = told.get(found["side"], found["side"])
    words = {
        "typical": _("the most typical"),
        "luckiest": _("the luckiest for {side}").format(side=side),
        "worst": _("the worst for {side}").format(side=side),
    }
    for key, name in words.items():
        one = found[key]
        if one["winner"] is None:
            text = ngettext(
                "{name}: seed {seed}, undecided after {n} round",
                "{name}: seed {seed}, undecided after {n} rounds", one["rounds"],
            )  # fmt: skip
        else:
            text = ngettext(
                "{name}: seed {seed}, won by {winner} in {n} round",
                "{name}: seed {seed}, won by {winner} in {n} rounds", one["rounds"],
            )  # fmt: skip
        yield (
            key,
            text.format(
                name=name,
                seed=one["seed"],
                winner=told.get(one["winner"], one["winner"]),
                n=one["rounds"],
            ),
        )


def fault_line(one: Mapping[str, Any]) -> str:
    """A battle that failed: its seed, what went wrong, and where it is kept."""
    if one["save"]:
        words = _("the battle of seed {seed} failed: {error}; it is kept in {save}")
    else:
        words = _("the battle of seed {seed} failed: {error}")
    return words.format(**one)
