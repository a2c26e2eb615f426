"""The modes of movement of ``d20``; running covers four times one's speed (``d20.round.run``)."""

from __future__ import annotations

from tacsim.rules.ruleset import MoveMode, Provokes

MODES: dict[str, MoveMode] = {
    mode.name: mode
    for mode in (
        MoveMode("walk", "d20.round.move-and-act", parts=True),
        MoveMode("fly", "d20.terrain.fly", requires="flying", parts=True),
        MoveMode("double", "d20.round.double-move", minimum=True, parts=True),
        MoveMode("minimum", "d20.min-move", minimum=True, steps=1),
        MoveMode(
            "run", "d20.run", straight=True, hampered=False, conditions=("running",)
        ),
        MoveMode(
            "charge",
            "d20.charge",
            straight=True,
            hampered=False,
            past=False,
            conditions=("charging",),
            least=2,
            attack=True,
        ),
        MoveMode("withdraw", "d20.withdraw", provokes=Provokes.AFTER_FIRST),
        MoveMode("five_foot_step", "d20.step.5ft", provokes=Provokes.NEVER, steps=1, free=True,
                 hampered=False),
        MoveMode("crawl", "d20.crawl", steps=1, free=True, requires="prone"),
    )
}  # fmt: skip
"""By name. A free step costs no movement; crawling costs a move action all the same."""

PACE: dict[str, tuple[int, int]] = {
    "walk": (1, 1),
    "fly": (1, 1),
    "double": (2, 2),
    "minimum": (2, 2),
    "withdraw": (2, 2),
    "charge": (2, 2),
    "run": (2, 4),
    "crawl": (1, 1),
}
"""How many actions a mode takes, and how many times the speed it covers."""
