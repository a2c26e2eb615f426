"""``tacsim rules``: the clauses of the rules, where they are enforced, and what shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import NO, as_json, put
from tacsim.i18n import _, translate

if TYPE_CHECKING:
    from tacsim import Rule

SHOWN = 3
"""The most tests that are listed for a clause; JSON has them all."""


@click.command(
    "rules",
    help=_("List the clauses of all rulesets, or of one; or those whose id begins with ID.")
    + " "
    + _("Of WORDS, those in which all occur: in id, title or text. The exit code is 1 for none.")
    + "\n\n"
    + _("A ruleset's switches stand with the clauses that they set."),
    short_help=_("The rule clauses, with where each is enforced and the tests that show it."),
)
@click.argument("wanted", metavar="[ID | WORDS]", nargs=-1)
@as_json
@click.pass_context
def command(ctx: click.Context, wanted: tuple[str, ...], machine: bool) -> None:
    """Answer one row a clause."""
    from tacsim.api.rules import look_up, no_rule

    text = " ".join(wanted)
    rules = look_up(text)
    if machine:
        put([_row(rule) for rule in rules])
    if not rules:
        click.echo(f"tacsim: {no_rule(text)}", err=True)
        ctx.exit(NO)
    if machine:
        return
    for rule in rules:
        _print(rule)


def _row(rule: Rule) -> dict[str, Any]:
    import attrs

    row = attrs.asdict(rule)
    for switch in row["switches"]:
        del switch["clause"]  # which is the rule's
    return row


def _print(rule: Rule) -> None:
    click.echo(f"{rule.id}  {translate(rule.title)}")
    click.echo(f"    {translate(rule.text)}")
    places = ", ".join(rule.enforced) or _("nowhere")
    click.echo("    " + _("enforced: {place}").format(place=places))
    tests = ", ".join(rule.tests[:SHOWN]) or _("none")
    if len(rule.tests) > SHOWN:
        tests = _("{tests} and {count} more").format(tests=tests, count=len(rule.tests) - SHOWN)
    click.echo("    " + _("tests: {tests}").format(tests=tests))
    for switch in rule.switches:
        state = _("on") if switch.default else _("off")
        words = _("switch {name} ({state} unless set): {title}")
        click.echo(
            "    " + words.format(name=switch.name, state=state, title=translate(switch.title))
        )
