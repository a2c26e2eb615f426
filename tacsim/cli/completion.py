"""``tacsim completion``: what a shell needs to complete commands, options and scenarios."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tacsim.i18n import _


@click.command(
    "completion",
    help=_("Print a script that lets SHELL complete commands, options and names of scenarios.")
    + "\n\n"
    + _('bash, zsh: put eval "$(tacsim completion bash)" into ~/.bashrc, or ~/.zshrc with zsh.')
    + " "
    + _("fish: tacsim completion fish > ~/.config/fish/completions/tacsim.fish"),
    short_help=_("Let a shell complete what is typed."),
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print click's own script."""
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(ctx.find_root().command, {}, "tacsim", "_TACSIM_COMPLETE").source(), nl=False)
