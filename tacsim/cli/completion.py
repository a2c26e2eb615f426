"""``tacsim completion``: what a shell needs to complete commands, options and scenarios."""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

from tacsim.i18n import _


class _Joined(ShellComplete):
    """Completion of values that are joined to their options, as in ``--lang=ko``.

    zsh and fish take that for one word, in whose place they put what they are offered; bash for
    three, of which click would have to know the second.
    """

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """What is offered."""
        if args[-1:] == ["="]:
            args = args[:-1]
        found = super().get_completions(args, incomplete)
        option, joined, _value = incomplete.rpartition("=")
        if option.startswith("--"):
            for item in found:
                item.value = option + joined + item.value
        return found


@add_completion_class
class _Bash(_Joined, BashComplete):
    """For bash."""


@add_completion_class
class _Zsh(_Joined, ZshComplete):
    """For zsh."""


@add_completion_class
class _Fish(_Joined, FishComplete):
    """For fish. What an offer is may have commas in it: click's script cuts it off at the first."""

    source_template = FishComplete.source_template.replace("split ", "split -m1 ")


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
