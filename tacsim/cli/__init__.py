"""The command line. Each command is a module that is imported when it is asked for.

Nothing here but ``click`` and the words is imported before a command runs, so that help is instant.
"""

from __future__ import annotations

import gettext
import importlib
import keyword
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import click

from tacsim import __version__, i18n
from tacsim.i18n import DOMAIN, LANGUAGES, N_, _, set_language, translate

MODULES = ("play", "gauntlet", "serve", "measure", "moves", "choices", "perft", "threat", "area",
           "run", "simulate", "compare", "league", "generate", "import", "edit", "replay",
           "review", "branches", "export", "check", "schema", "statblock", "rules",
           "completion")  # fmt: skip
"""The commands; each is the ``command`` of its module."""

UNUSABLE = 2
INTERRUPTED = 130
LONGEST = 300
"""The most letters of a word that is said again in a message."""
ABOUT = (
    N_("Skirmishes of miniatures on a grid, under exact tabletop rules."),
    N_("Without a command the game opens."),
)
HELP = {
    "--lang": N_("The language of what people read; else that of TACSIM_LANG, else the locale's."),
    "--version": N_("Show the version and exit."),
    "--help": N_("Show this message and exit."),
}
"""The help of the program itself, which is read in the language that ``--lang`` names."""


def module_of(command: str) -> str:
    """The module of a command: that of its name, with ``_`` behind one that Python has taken.

    >>> module_of("run"), module_of("import")
    ('tacsim.cli.run', 'tacsim.cli.import_')
    """
    return f"{__name__}.{command}{'_' if keyword.iskeyword(command) else ''}"


class _Help(click.HelpFormatter):
    """Help whose lines are as long as a terminal shows them: click counts letters.

    A letter that is two columns wide has a second one behind it until all is put together.
    """

    def write_text(self, text: str) -> None:
        """A paragraph."""
        super().write_text(_wide(text))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Words with their explanations."""
        super().write_dl([(_wide(one), _wide(two)) for one, two in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        """All of it."""
        return super().getvalue().replace(_SECOND, "")


_SECOND = "\uffff"


def _wide(text: str) -> str:
    from tacsim.view.columns import width

    return "".join(c + _SECOND if width(c) > 1 else c for c in text)


class _Context(click.Context):
    """A call, with help that fits."""

    formatter_class = _Help


_LANG = click.Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False, hidden=True)
"""The option of the program, which may as well stand behind a command."""


class Commands(click.Group):
    """A group whose commands are imported on first use."""

    context_class = _Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by name, or None."""
        if cmd_name not in MODULES:
            return None
        module = importlib.import_module(module_of(cmd_name))
        command: click.Command = module.command
        command.context_class = _Context
        command.options_metavar = _("[OPTIONS]")
        if _LANG not in command.params:
            command.params.append(_LANG)
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help in the language that is chosen by now."""
        self.help = "\n\n".join(map(translate, ABOUT))
        self.options_metavar = _("[OPTIONS]")
        self.subcommand_metavar = _("[COMMAND] [ARGS]...")
        for option in self.get_params(ctx):
            if isinstance(option, click.Option):
                option.help = translate(HELP[option.opts[-1]])
        super().format_help(ctx, formatter)


def _named(arguments: Sequence[str]) -> str | None:
    """The language that ``--lang`` names, wherever it stands: mistakes before it are told in it.

    >>> _named(["--bad", "--lang", "ko"]), _named(["run", "--lang=ko"]), _named(["--lang", "x"])
    ('ko', 'ko', None)
    """
    joined = (one.partition("=")[::2] for one in arguments)
    pairs = zip(joined, (*arguments[1:], ""), strict=False)
    codes = [given or following for (one, given), following in pairs if one == "--lang"]
    return next((code for code in reversed(codes) if code in LANGUAGES), None)


def _follow() -> None:
    """Let what click says come out of the catalogue too: it asks gettext's default domain.

    That goes by the environment alone.
    """
    wanted = i18n.languages()
    if wanted or gettext.textdomain() == DOMAIN:
        gettext.bindtextdomain(DOMAIN, i18n.folder())
        gettext.textdomain(DOMAIN)
        os.environ["LANGUAGE"] = ":".join(wanted) or "en"


@contextmanager
def _followed() -> Iterator[None]:
    """Let click speak the reader's language, and leave gettext as it was."""
    domain, language = gettext.textdomain(), os.environ.get("LANGUAGE")
    _follow()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if language is not None:
            os.environ["LANGUAGE"] = language
        else:
            os.environ.pop("LANGUAGE", None)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False)
@click.version_option(__version__, prog_name="tacsim", message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Open the game when no command is given. A language that there is not is English."""
    unheard = i18n.unheard()
    if unheard:
        _say(unheard)
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
    given = [*sys.argv[1:]] if arguments is None else [*arguments]
    code = _named(given)
    if code is not None:
        set_language(code)
    if os.environ.get("_TACSIM_COMPLETE"):
        importlib.import_module(module_of("completion"))  # it tells click how to answer
    with _followed():
        return _run(given)


def _run(arguments: Sequence[str]) -> int:
    try:
        code = group.main(arguments, prog_name="tacsim", standalone_mode=False)
        sys.stdout.flush()
    except click.NoSuchOption as error:
        return _say(_below_zero(error) or error.format_message())
    except click.MissingParameter as error:
        return _say(error.format_message())
    except click.BadParameter as error:
        return _say(f"{_place(error)}{error.message}")
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


def _place(error: click.BadParameter) -> str:
    """The option or argument that cannot be used, as it is written."""
    param = error.param
    if param is None:
        return ""
    name = param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name
    return f"{name}: "


def _explained(error: Exception) -> str:
    """What went wrong, in one line that a user can act on."""
    if isinstance(error, UnicodeError):
        return _("text that is not UTF-8: {error}").format(error=error)
    if isinstance(error, OSError):
        parts = (error.filename or "", i18n.reason(error))
        return ": ".join(str(part) for part in parts if part)
    kinds = {kind.__name__ for kind in type(error).__mro__}  # which need not be imported for that
    if "LockedError" in kinds:
        words = _("{error}: close it there, or play a copy of the file; tacsim replay shows it")
        return words.format(error=error)
    if "ContentError" in kinds:
        return str(error)
    words = _("this is a bug in tacsim ({kind}: {error}); TACSIM_DEBUG=1 shows where")
    return words.format(kind=type(error).__name__, error=error)


def _say(message: str) -> int:
    """One line on standard error, of words that are not endless; returns the exit code."""
    cut = (word if len(word) <= LONGEST else f"{word[:60]}..." for word in message.split())
    line = " ".join(cut)
    print("tacsim: " + "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)
    return UNUSABLE
