"""``tacsim serve``: the game in a browser."""

from __future__ import annotations

import json

import click

from tacsim.cli.calls import UnusableError, Whole, as_json
from tacsim.i18n import _, chosen, reason


@click.command(
    "serve",
    help=_("Serve the game to browsers, until Ctrl-C: each page plays a game of its own.")
    + "\n\n"
    + _(
        "A browser is known again, and finds its own saves and options; with --shared all "
        "play with yours."
    )
    + "\n\n"
    + _("There is no password: at an address that others reach, they can play too."),
    short_help=_("Serve the game to browsers."),
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="H",
    help=_("The address: this machine alone, unless told otherwise."),
)
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    metavar="P",
    help=_("The port; 0 for any that is free."),
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help=_("A name by which it is reached, such as that of a server in front; may be repeated."),
)
@click.option("--shared", is_flag=True, help=_("Let every browser play with your saves."))
@as_json
def command(host: str, port: int, names: tuple[str, ...], shared: bool, machine: bool) -> None:
    """Serve; with ``--json`` say where in JSON."""
    try:
        from tacsim.web.server import GameServer, bind
    except ModuleNotFoundError as error:
        words = _(
            'serving needs the extra {extra} ({module} is missing): pip install "tacsim[web]"'
        )
        raise UnusableError(words.format(extra="web", module=error.name)) from None
    try:
        bound = bind(host, port)
    except OSError as error:
        words = _('host "{host}", port {port}: cannot be served at: {reason}')
        raise UnusableError(words.format(host=host, port=port, reason=reason(error))) from None
    server = GameServer(bound, (host, *names), shared=shared, language=chosen())
    if not server.alone:
        words = _("others can reach {address}, and there is no password: they can play, too")
        click.echo(f"tacsim: {words.format(address=host)}", err=True)
    url = server.public_url
    told = _("The game is at {url} (Ctrl-C ends it).").format(url=url)
    address = {"url": url, "host": server.host, "port": server.port}
    server.greeting = json.dumps(address) if machine else told
    server.serve()
