"""What a question from the shell takes of the processor, beside importing click alone.

``python -m benchmarks.shell [ROUNDS]``. Each call is a process of its own; they take turns, so that
a busy machine is as busy for all, and the least of the rounds counts. A distance is meant to take
0.2 s on an idle core.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys

PROGRAM = ("-m", "tacsim")
BARE = ("-c", "import click")
CALLS = (
    BARE,
    (*PROGRAM, "--version"),
    (*PROGRAM, "--help"),
    (*PROGRAM, "measure", "d20", "0,0", "3,4"),
    (*PROGRAM, "measure", "d20", "0,0", "9,9", "--from-size", "huge", "--to-size", "large"),
    (*PROGRAM, "measure", "metric", "0,0", "3,4", "--topology", "hex"),
    (*PROGRAM, "area", "d20", "burst", "4", "--origin", "5,5"),
    (*PROGRAM, "rules", "d20.squeeze.cost"),
    (*PROGRAM, "threat", "ogre_bridge", "ogre"),
)


def seconds(arguments: tuple[str, ...]) -> float:
    """The time of the processor, the system's part included, of one call of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call = [sys.executable, *arguments]
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}  # compiled once, as where it is installed
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL, env=env)  # noqa: S603  # calls of this file
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(rounds: int = 10) -> None:
    """Print each call with its seconds, and how many times those of importing click they are."""
    least = dict.fromkeys(CALLS, 60.0)
    for _ in range(rounds):
        for call in CALLS:
            least[call] = min(least[call], seconds(call))
    for call, taken in least.items():
        print(f"{taken:6.3f} s  x{taken / least[BARE]:4.1f}  {' '.join(call)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
