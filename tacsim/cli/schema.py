"""``tacsim schema``: JSON Schemas of the files, with which editors complete and check them."""

from __future__ import annotations

import json

import click

from tacsim.cli.calls import as_json, put, unusable
from tacsim.i18n import _


@click.command(
    "schema",
    help=_("Print the JSON Schema of map, scenario, bestiary or party files, for editors.")
    + "\n\n"
    + _("KIND: map, scenario, bestiary or party. With a RULESET, of those for its rules alone.")
    + "\n\n"
    + _(
        "Kept beside a file, an editor with Taplo goes by it where the first line is #:schema "
        "./NAME.json"
    ),
    short_help=_("JSON Schemas of the files, for editors."),
)
@click.argument("kind")
@click.argument("ruleset", required=False)
@as_json
def command(kind: str, ruleset: str | None, machine: bool) -> None:
    """Print the schema, on one line with ``--json``."""
    from tacsim.api.schemas import json_schema

    with unusable():
        schema = json_schema(kind, ruleset)
    if machine:
        put(schema)
    else:
        click.echo(json.dumps(schema, indent=1, ensure_ascii=False))
