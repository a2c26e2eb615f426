"""Stands: where a creature would rather be at the end of its turn.

A place is worth the best attack on a foe that it leads to, the less the farther that is, and costs
what foes may do there before the creature's next turn: those who strike where they are, those who
come, and those who shoot or blast what they see. Both are worked out for all places within reach at
once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tacsim.ai.knowing.weights import QUICK
from tacsim.ai.playouts.attacking import Attacks
from tacsim.ai.playouts.ground import Ground
from tacsim.ai.playouts.promises import Open
from tacsim.ai.ways.routes import FAR
from tacsim.core.components import Weapon
from tacsim.core.intents import Intent
from tacsim.core.terrain import Grid

LOOKED_AT = 4
"""Places to which a way is looked for."""


class Stands:
    """The places where a creature may end its turn; ``care``: what harm there counts."""

    def __init__(self, ground: Ground, attacks: Attacks, open_: Open, care: float) -> None:
        self._ground, self._attacks, self._open, self._care = ground, attacks, open_, care

    def better(self) -> Iterator[Intent]:
        """Moves to places that are worth more than where it is, the best first."""
        ground, routes = self._ground, self._ground.routes
        weapon, here = self._attacks.favourite, ground.here
        if weapon is None or here is None or not self._open.plain:
            return
        opening = self._open.plain[0]
        away = np.frombuffer(ground.to_node(here), np.uint16)
        near = np.flatnonzero(away <= opening.limit)
        near = near[routes.at_ease[near % routes.bodies] & (near != here)]
        if not len(near):
            return
        nodes = np.append(near, here)
        worths = self._worths(weapon, nodes) - QUICK.effort * away[nodes]
        least = float(worths[-1]) + QUICK.settled
        looked_at = 0
        for n in np.argsort(-worths[:-1], kind="stable").tolist():
            node, worth = int(near[n]), float(worths[n])
            if worth <= least or looked_at == LOOKED_AT:
                return
            if not ground.ends(node):
                continue
            looked_at += 1
            way = ground.way(ground.to_node(node), opening)
            if way.arrives and way.costs[-1] <= opening.limit:
                peril = ground.peril * (way.dread > 0)
                if worth - self._attacks.worry * peril > least:
                    yield ground.move(opening, way.nodes)

    def _worths(self, weapon: Weapon, nodes: Grid) -> Grid:
        """What some places are worth; 1: where the best attack is at hand and nobody harms."""
        ground, attacks, usual = self._ground, self._attacks, self._open.usual[weapon.name]
        found, turn = np.zeros(len(nodes)), max(1, self._open.afresh)
        shares = [
            attacks.worth(attacks.duels.promise(foe, usual).share, foe) for foe in attacks.foes
        ]
        most = max(shares) or 1.0
        for foe, share in zip(attacks.foes, shares, strict=True):
            away = np.frombuffer(ground.to(weapon, foe), np.uint16)[nodes]
            hope = share / most * QUICK.patience ** (away / turn)
            np.maximum(found, np.where(away < FAR, hope, 0), out=found)
        worths: Grid = found - self._care * ground.harms(nodes)
        return worths
