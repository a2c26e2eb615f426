"""One game in a browser: the program that the server runs for each page.

Its arguments: the folder that is its player's home, empty for the home of whoever serves; and the
language, empty for the one that the player prefers.
"""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp

HOMES = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
"""The variables that say where saves, options and reports go."""
PATIENCE = 10.0
"""Seconds that a game has for closing once nobody reads what it writes."""


class Page(WebDriver):
    """The page at the other end. When the server is gone, however that went, the game ends."""

    def run_input_thread(self) -> None:
        """Take what the page sends, until there is no more of it."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())
            if not self.exit_event.wait(PATIENCE):
                os._exit(1)

    def write(self, data: str) -> None:
        """Send what is to be shown."""
        with suppress(BrokenPipeError):
            super().write(data)

    def write_meta(self, data: dict[str, object]) -> None:
        """Tell the server something."""
        with suppress(BrokenPipeError):
            super().write_meta(data)


def settle(home: str, language: str) -> None:
    """Set the environment, which the processes of opponents inherit.

    A browser shows Unicode and every colour, whatever terminal the server was started in.
    """
    if home:
        os.environ.pop("TACSIM_SAVES", None)
        os.environ.update(dict.fromkeys(HOMES, home))
    if language:
        os.environ["TACSIM_LANG"] = language
    os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")


def main(home: str, language: str) -> int:
    """Run the game; when it goes wrong, a report says why, and one line where that is."""
    settle(home, language)
    warnings.simplefilter("ignore")  # they are of no use to whoever serves
    if sys.__stderr__ is not None:
        sys.__stderr__.reconfigure(encoding="utf-8", errors="replace")
    from tacsim.app.shell.app import TacsimApp
    from tacsim.app.shell.trouble import trouble_of
    from tacsim.i18n import _

    app = TacsimApp()
    app.driver_class = Page
    try:
        app.run()
    except Exception as error:
        app.error = app.error or error
    if app.error is None:
        return 0
    trouble = trouble_of(app.error, list(app.pressed), app.games)
    message = _("a game in a browser ended with an error; {file} says why")
    print(f"tacsim: {message.format(file=trouble.report)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
