"""``tacsim`` and ``python -m tacsim``: the command line, from the first import on."""

from __future__ import annotations

import gc
import os
import sys

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What numpy's libraries read on being imported, as do those of the processes that are started."""

OBJECTS = 200_000
"""New objects after which garbage is looked for, not Python's 700: what is imported and read for a
command stays, and to look through it again and again takes one in fourteen of the milliseconds
until a battle can be played."""


def main() -> int:
    """Run the command line; Ctrl-C while it is still being imported is no fault either.

    The equations of a trial are solved by one thread, unless the environment has it otherwise:
    more would wait for each other on the cores where its battles are fought, and would add up in
    another order where there are other cores.
    """
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    gc.set_threshold(OBJECTS)
    try:
        from tacsim.cli import main as run

        return run()
    except KeyboardInterrupt:
        from tacsim.i18n import _

        print("tacsim: " + _("stopped"), file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
