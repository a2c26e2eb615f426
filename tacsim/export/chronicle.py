"""Chronicle: a battle as text, round by round, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.export.watching import Account, Watcher, log_of, plain
from tacsim.i18n import _, known_as, ngettext, translate
from tacsim.rules.battle import Battle
from tacsim.view.columns import columns
from tacsim.view.wording.goals import met
from tacsim.view.wording.narration import LogLine
from tacsim.view.wording.order import OrderRow, order_rows
from tacsim.view.wording.players import player_name
from tacsim.view.wording.words import victory

INDENT = {"round": 0, "turn": 1, "end": 0}
"""How far lines of each tone are set in; others stand below a turn."""


def chronicle(account: Account) -> Iterator[str]:
    """The lines of the chronicle."""
    lines = log_of(account)
    yield from _underlined(account.title, "=")
    yield from _facts(account)
    for line in lines:
        yield from _line(line)
    yield ""
    yield from _underlined(_("Outcome"), "-")
    yield from outcome(account)


def _facts(account: Account) -> Iterator[str]:
    battle = account.battle
    switched = [
        translate(name.replace("_", " "))
        for name, on in sorted(battle.ruleset.switches.items())
        if on
    ]
    title, name = plain(battle.ruleset.title), battle.ruleset.id
    rules = name if title == name else f"{title} ({name})"
    yield _("Rules: {rules}").format(rules=", ".join([rules, *switched]))
    if account.created:
        yield _("Fought: {when}").format(when=plain(account.created))
    if account.blinkered:
        side = known_as(battle.world.sides[account.side or ""].name)
        yield _("As {side} saw it").format(side=plain(side))
    else:
        yield _("Seed: {seed}").format(seed=battle.world.dice.seed)
    yield from sides(account)


def sides(account: Account) -> Iterator[str]:
    """The creatures of each side that ever become known."""
    watcher = Watcher(account)
    known = watcher.known
    for position in range(account.timeline.length if account.blinkered else 0):
        watcher.to(position)
        known |= watcher.known
    world = account.battle.world
    for side in world.sides.items:
        names = [
            plain(known_as(c.name)) for c in world.creatures if c.side == side.id and c.id in known
        ]
        who = plain(player_name(account.controllers.get(side.id, side.controller)))
        heading = f"{plain(known_as(side.name))} ({who})"
        yield f"{heading}: {', '.join(names) or '-'}"


def _line(line: LogLine) -> Iterator[str]:
    text = plain(line.text)
    cited = f"  [{', '.join(map(plain, line.clauses))}]" if line.clauses else ""
    if line.tone == "round":
        yield ""
        yield from _underlined(text, "-")
    else:
        yield "  " * INDENT.get(line.tone, 2) + text + cited


def outcome(account: Account) -> Iterator[str]:
    """Who won, how long it took, who stands and how hurt."""
    watcher = Watcher(account)
    watcher.to(account.timeline.length)
    world = account.battle.world
    yield result(account.battle)
    if goal := met(world):
        yield plain(goal) + "."
    rounds = world.clock.round
    yield ngettext("It took {n} round.", "It took {n} rounds.", rounds).format(n=rounds)
    yield ""
    rows = order_rows(watcher.battle, watcher.memory, account.side)
    rows.sort(key=lambda row: row.side)
    table = [(row.side_name, row.name, _health(row), row.state or _("standing")) for row in rows]
    headings = (_("side"), _("creature"), _("hit points"), _("how"))
    yield from _table([headings, *(tuple(map(plain, row)) for row in table)])


def result(battle: Battle) -> str:
    """How a battle stands, in a sentence."""
    world = battle.world
    if not world.outcome.over:
        return _("The battle is not over.")
    if world.outcome.winner is None:
        return _("The battle ends undecided.")
    return victory(plain(known_as(world.sides[world.outcome.winner].name))) + "."


def _health(row: OrderRow) -> str:
    return "" if row.hp is None else f"{row.hp}/{row.hp_max}"


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            text + " " * (width - columns(text)) for text, width in zip(row, widths, strict=True)
        ]
        yield "  ".join(cells).rstrip()


def _underlined(text: str, sign: str) -> Iterator[str]:
    yield text
    yield sign * columns(text)
