"""The command line. Each command is a module that is imported when it is asked for.

Nothing here but ``click`` and the words is imported before a command runs, so that help is instant.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from tacsim import __version__
from tacsim.i18n import LANGUAGES, _, set_language, unknown

MODULES = ("play", "measure", "moves", "choices", "perft", "threat", "area", "run", "simulate",
           "compare", "replay", "branches", "export", "check", "rules")  # fmt: skip
"""The commands; each is the ``command`` of the module with its name."""

UNUSABLE = 2
INTERRUPTED = 130
LONGEST = 300
"""The most letters of a word that is said again in a message."""


class Commands(click.Group):
    """A group whose commands are imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by name, or None."""
        if cmd_name not in MODULES:
            return None
        module = importlib.import_module(f"{__name__}.{cmd_name}")
        command: click.Command = module.command
        return command


@click.group(
    cls=Commands,
    invoke_without_command=True,
    help=_("Skirmishes of miniatures on a grid, under exact tabletop rules.")
    + "\n\n"
    + _("Without a command the game opens."),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), expose_value=False, is_eager=True,
    callback=lambda _context, _option, code: set_language(code) if code else None,
    help=_("The language of what people read; else that of TACSIM_LANG, else the locale's."),
)  # fmt: skip
@click.version_option(__version__, prog_name="tacsim", message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Open the game when no command is given."""
    if unknown():
        click.echo(f"tacsim: {unknown()}", err=True)
    if ctx.invoked_subcommand is None:
        from tacsim.cli.game import open_game

        ctx.exit(open_game())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code.

    0: done; 1: the answer is no; 2: the call or a file is unusable, and one line says why.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = group.main(arguments, prog_name="tacsim", standalone_mode=False)
        sys.stdout.flush()
    except click.NoSuchOption as error:
        return _say(_below_zero(error) or error.format_message())
    except click.ClickException as error:
        return _say(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        _say(_("stopped"))
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has had enough; what is still buffered must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("TACSIM_DEBUG"):
            raise
        return _say(_explained(error))
    return code if isinstance(code, int) else 0


def _below_zero(error: click.NoSuchOption) -> str:
    """What is wrong with a number below 0, such as that of a cell: it looks like an option."""
    if not error.option_name[1:2].isdecimal():
        return ""
    return _("{n}...: coordinates, like all numbers here, run from 0").format(n=error.option_name)


def _explained(error: Exception) -> str:
    """What went wrong, in one line that a user can act on."""
    if isinstance(error, UnicodeError):
        return _("text that is not UTF-8: {error}").format(error=error)
    if isinstance(error, OSError):
        parts = (error.filename or "", error.strerror or str(error))
        return ": ".join(str(part) for part in parts if part)
    if type(error).__name__ in ("ContentError", "SaveError"):
        return str(error)
    words = _("this is a bug in tacsim ({kind}: {error}); TACSIM_DEBUG=1 shows where")
    return words.format(kind=type(error).__name__, error=error)


def _say(message: str) -> int:
    """One line on standard error, of words that are not endless; returns the exit code."""
    cut = (word if len(word) <= LONGEST else f"{word[:60]}..." for word in message.split())
    line = " ".join(cut)
    print("tacsim: " + "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)
    return UNUSABLE


__all__ = ["MODULES", "group", "main"]
