"""The game in the terminal: screens and widgets. They translate, and know no rules."""

from __future__ import annotations

import sys
from pathlib import Path


def run_app(scenario: str | Path | None = None, replay: str | Path | None = None) -> int:
    """Open the game: at the start, on a scenario, or watching a replay; the exit code.

    What cannot be opened is told in one line on standard error, and the code is 2.
    """
    from tacsim.i18n import _

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = _("the game needs a terminal, and this is none; see tacsim run for without one")
        print(f"tacsim: {message}", file=sys.stderr)
        return 2
    opened: Path | None = None
    if scenario is not None:
        from tacsim.content.faults import ContentError
        from tacsim.content.library import find_scenario
        from tacsim.content.scenarios import read_scenario

        try:
            opened = find_scenario(scenario)
            read_scenario(opened)
        except ContentError as error:
            print(error, file=sys.stderr)
            return 2
    if replay is not None:
        from tacsim.storage.errors import SaveError
        from tacsim.storage.saved import read

        try:
            read(replay)
        except SaveError as error:
            print(error, file=sys.stderr)
            return 2
    from tacsim.app.app import TacsimApp

    app = TacsimApp(scenario=opened, replay=Path(replay) if replay is not None else None)
    code = app.run()
    return code if code is not None else app.return_code or 0
