"""``python -m tacsim``."""

from __future__ import annotations

import sys

from tacsim.cli import main

if __name__ == "__main__":
    sys.exit(main())
