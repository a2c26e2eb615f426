"""``tacsim statblock``: other people's monsters as entries of a bestiary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import NO, UnusableError, as_json, new_file, put, unusable
from tacsim.i18n import _, ngettext

if TYPE_CHECKING:
    from tacsim.api.statblocks import Converted


@click.command(
    "statblock",
    help=_("Make bestiary entries of the statblocks in FILE, or of those on standard input (-).")
    + "\n\n"
    + _(
        "FILE: JSON of 5e-bits' or Open5e's API, pasted 5e or 3.5 statblocks, a page of 3.5 tables."
    )
    + " "
    + _("grid5e and metric take those of 5e, d20 those of 3.5.")
    + "\n\n"
    + _(
        "The entries go to standard output; -o names a new file instead. What the rules have "
        "no field for is told, and kept as notes. The exit code is 1 if a statblock could not "
        "be used."
    ),
    short_help=_("Make bestiary entries of statblocks."),
)
@click.argument("file")
@click.option("--ruleset", metavar="RULESET", default="", help=_("Whose bestiary it is for."))
@click.option("-o", "--output", metavar="OUT", help=_("Where to: a new file, or -."))
@click.option("--force", is_flag=True, help=_("Replace a file that is there already."))
@as_json
@click.pass_context
def command(
    ctx: click.Context, file: str, ruleset: str, output: str | None, force: bool, machine: bool
) -> None:
    """Read the statblocks, write a bestiary, and list what it leaves out."""
    from tacsim.api.statblocks import read_statblocks

    if not file:
        raise UnusableError(_("no file is named"))
    target = None if output in (None, "-") else new_file(Path(str(output)), Path(file), force=force)
    with unusable():
        found = read_statblocks(file, ruleset)
    if target is not None and found.drafts:
        from tacsim.api.replays import write_whole

        write_whole(target, found.toml.encode(), replace=force)
    elif not machine and found.drafts:
        click.echo(found.toml, nl=False)
    if machine:
        put({
            "entries": [draft.id for draft in found.drafts],
            "dropped": {draft.id: list(map(str, draft.dropped)) for draft in found.drafts},
            "failed": [{"name": name, "reason": str(told)} for name, told in found.failed],
        })  # fmt: skip
    _tell(found, target, machine=machine)
    if found.failed:
        ctx.exit(NO)


def _tell(found: Converted, target: Path | None, *, machine: bool) -> None:
    """What has become of them: on standard error where the entries or JSON are on the other."""
    to_stderr = machine or target is None
    if not machine:
        if target is not None and found.drafts:
            words = ngettext("{path}: {n} entry", "{path}: {n} entries", len(found.drafts))
            click.echo(words.format(path=target, n=len(found.drafts)))
        for draft in found.drafts:
            click.echo(f"{draft.id}:", err=to_stderr)
            for told in draft.dropped:
                click.echo(f"- {told.said()}", err=to_stderr)
        for name, reason in _failed(found):
            words = _("{name} cannot be used: {reason}").format(name=name, reason=reason)
            click.echo(words, err=to_stderr)
    if found.cut:
        words = _("the page ends in the middle: what came after that is missing")
        click.echo(f"tacsim: {words}", err=True)
    for told in found.left:
        click.echo(told.said(), err=True)
    for shadow in found.shadowed:
        words = _("{id} takes the place of the ruleset's own where this bestiary is used")
        click.echo(words.format(id=shadow), err=to_stderr)


def _failed(found: Converted) -> list[tuple[str, str]]:
    """Those that could not be used, and why; all in one where nothing in the file could, alike."""
    failed = [(name, told.said()) for name, told in found.failed]
    if found.drafts or len(failed) < 2 or len({reason for _name, reason in failed}) > 1:
        return failed
    first, reason = failed[0]
    return [(_("{name} and {n} more").format(name=first, n=len(failed) - 1), reason)]
