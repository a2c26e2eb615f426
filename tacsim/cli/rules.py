"""``tacsim rules``: the clauses of the rules, and where they are enforced."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from tacsim.cli.calls import NO, as_json, put
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Clause, Switch
    from tacsim.rulesets import RulesetContent


@click.command(
    "rules",
    help=_("List the clauses of all rulesets, or of one; or those whose id begins with ID.")
    + " "
    + _("Of WORDS, those in which all occur: in id, title or text. The exit code is 1 for none.")
    + "\n\n"
    + _("A ruleset's switches stand with the clauses that they set."),
    short_help=_("The rule clauses, each with its words and where it is enforced."),
)
@click.argument("wanted", metavar="[ID or WORDS]", nargs=-1)
@as_json
@click.pass_context
def command(ctx: click.Context, wanted: tuple[str, ...], machine: bool) -> None:
    """Answer one row a clause."""
    text = " ".join(wanted)
    rows = _rows(_by_id(text)) or sorted(_rows(_by_words(text)), key=partial(_beside, wanted))
    if machine:
        put(rows)
    if not rows:
        click.echo(f"tacsim: {_unknown(text)}", err=True)
        ctx.exit(NO)
    if machine:
        return
    for row in rows:
        _print(row)


def _beside(wanted: tuple[str, ...], row: dict[str, Any]) -> bool:
    """Whether the words wanted are not those of a clause's id and title, but beside them."""
    own = re.split(r"\W+", f"{row['id']} {row['title']}".casefold())
    return not {word.casefold() for word in wanted} <= set(own)


Finder: TypeAlias = "Callable[[RulesetContent, Clause], bool]"
"""Whether a clause of a ruleset is wanted."""


def _by_id(wanted: str) -> Finder:
    """The clause of an id, those whose ids begin with it, or all of a ruleset."""

    def found(rules: RulesetContent, clause: Clause) -> bool:
        if wanted in ("", rules.id) or clause.id == wanted:
            return True
        return wanted not in rules.own_clauses and clause.id.startswith(wanted)

    return found


def _by_words(text: str) -> Finder:
    """Clauses in whose id, title, text or switches every word occurs, in any case."""
    words = text.casefold().split()

    def found(rules: RulesetContent, clause: Clause) -> bool:
        switches = [switch.name for switch in rules.switches if switch.clause == clause.id]
        whole = "\n".join((clause.id, clause.title, clause.text, *switches)).casefold()
        return bool(words) and all(word in whole for word in words)

    return found


def _rows(wanted: Finder) -> list[dict[str, Any]]:
    from tacsim.cli.enforcement import Sources
    from tacsim.rulesets import RULESETS, content

    sources = Sources()
    rows = []
    for ruleset in RULESETS:
        rules = content(ruleset)
        for name, clause in rules.own_clauses.items():
            if wanted(rules, clause):
                rows.append({
                    "id": name,
                    "ruleset": ruleset,
                    "title": clause.title,
                    "text": clause.text,
                    "source": clause.source,
                    "enforced": sources.enforcing(name, rules),
                    "switches": [_switch(s) for s in rules.switches if s.clause == name],
                })  # fmt: skip
    return rows


def _switch(switch: Switch) -> dict[str, Any]:
    return {"name": switch.name, "default": switch.default, "title": switch.title}


def _unknown(wanted: str) -> str:
    from tacsim.rulesets import RULESETS, content
    from tacsim.rulesets.schema import meant, shown

    every = [*RULESETS, *(name for ruleset in RULESETS for name in content(ruleset).own_clauses)]
    words = _("there is no rule {name}").format(name=shown(wanted))
    return words + meant(wanted, every)


def _print(row: dict[str, Any]) -> None:
    click.echo(f"{row['id']}  {row['title']}")
    click.echo(f"    {row['text']}")
    place = row["enforced"] or _("nowhere yet")
    click.echo("    " + _("enforced: {place}").format(place=place))
    for switch in row["switches"]:
        state = _("on") if switch["default"] else _("off")
        words = _("switch {name} ({state} unless set): {title}")
        click.echo("    " + words.format(name=switch["name"], state=state, title=switch["title"]))
