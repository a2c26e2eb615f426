"""``tacsim`` and ``python -m tacsim``: the command line, from the first import on."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; Ctrl-C while it is still being imported is no fault either."""
    try:
        from tacsim.cli import main as run

        return run()
    except KeyboardInterrupt:
        from tacsim.i18n import _

        print("tacsim: " + _("stopped"), file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
