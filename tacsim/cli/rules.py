"""``tacsim rules``: the clauses of the rules, and where they are enforced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import UnusableError, as_json, put
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.rules.ruleset import Switch


@click.command(
    "rules",
    help=_("List the clauses of all rulesets, or of one; or those whose id begins with ID.")
    + "\n\n"
    + _("A ruleset's switches stand with the clauses that they set."),
    short_help=_("The rule clauses, each with its words and where it is enforced."),
)
@click.argument("id_", metavar="[ID]", required=False, default="")
@as_json
def command(id_: str, machine: bool) -> None:
    """Answer one row a clause."""
    rows = _rows(id_)
    if not rows:
        raise UnusableError(_unknown(id_))
    if machine:
        put(rows)
        return
    for row in rows:
        _print(row)


def _rows(wanted: str) -> list[dict[str, Any]]:
    from tacsim.cli.enforcement import Sources
    from tacsim.rulesets import RULESETS, content

    sources = Sources()
    rows = []
    for ruleset in RULESETS:
        rules = content(ruleset)
        whole = wanted in ("", ruleset)
        exact = wanted in rules.own_clauses
        for name, clause in rules.own_clauses.items():
            if whole or name == wanted or (not exact and name.startswith(wanted)):
                concepts = rules.defaults.concepts
                rows.append({
                    "id": name,
                    "ruleset": ruleset,
                    "title": clause.title,
                    "text": clause.text,
                    "source": clause.source,
                    "enforced": sources.enforcing(name, concepts, rules),
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
