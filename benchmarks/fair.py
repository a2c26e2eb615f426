"""How fair generated battles are: trials, and fresh battles with other dice of what they took::

$ python -m benchmarks.fair grid5e:621 d20:631:deadly --battles 80
"""

from __future__ import annotations

import argparse

from tacsim.content.generate import drafted, wanted
from tacsim.sim.balance import PLAYER, evened
from tacsim.sim.plans import fights, planned
from tacsim.sim.promises import BAND

FIRST = 900_000
"""The first seed of the fresh battles."""


def row(ruleset: str, seed: int, difficulty: str, battles: int) -> tuple[str, bool]:
    """What is told of a draft, and whether the heroes' share of the fresh battles is as meant."""
    found = evened(drafted(wanted(ruleset, seed=seed, difficulty=difficulty)))
    sides = {"heroes": PLAYER, "foes": PLAYER}
    fresh = list(fights(planned(found.draft.scenario, battles, sides, FIRST)))
    share = sum({"heroes": 1.0, None: 0.5}.get(one.winner, 0.0) for one in fresh) / battles
    fair = abs(share - found.draft.chance) <= BAND + 1e-9
    words = [f"{ruleset:7} {seed:6} {difficulty:7} {found.draft.kind.name:14}",
             f"meant {found.draft.chance:.2f} told {found.share:.2f} fresh {share:.2f}",
             f"own {found.tried.battles:3} of {found.fought:3}",
             f"hit points {found.draft.toughness:.0%}"]  # fmt: skip
    return "  ".join([*words, *(() if fair else ["OUT"])]), fair


def main() -> None:
    """Try what is asked for, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drafts", nargs="+", metavar="RULESET:SEED[:DIFFICULTY]")
    parser.add_argument("--battles", type=int, default=100)
    asked = parser.parse_args()
    right = 0
    for draft in asked.drafts:
        ruleset, seed, difficulty = f"{draft}:fair".split(":")[:3]
        words, fair = row(ruleset, int(seed), difficulty, asked.battles)
        right += fair
        print(words, flush=True)
    print(f"{right} of {len(asked.drafts)} as meant")


if __name__ == "__main__":
    main()
