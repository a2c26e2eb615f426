"""The Dodge feat: one foe at a time is harder to be hit by (``d20.mobility``).

The foe is designated in one's own turn, which takes no action, and stays so until another is.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.components import Bonus
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import PlainAct
from tacsim.rules.combat.targets import enemies, target_of
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.modifiers import unguarded

CLAUSE = "d20.mobility"
DODGE = 1
"""What the feat adds to armour class."""


class Dodging(PlainAct):
    """The procedure of designating a foe: it is done as soon as it is begun."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Dodge]:
        """Each enemy."""
        return (it.Dodge(actor.id, foe.id) for foe in enemies(battle, actor))

    def begin(self, battle: Battle, intent: it.Dodge) -> list[ev.Event] | Refused:
        """Designate a foe instead of the one before; in vain for who has lost all dodging."""
        actor = battle.world[intent.actor]
        lacking = FEATS.lacking(actor, "dodge")
        if lacking is not None:
            return refuse(Reason.NO_FEAT, CLAUSE, feat=lacking)
        loses = unguarded(actor)
        if loses is not None:
            return refuse(Reason.HINDERED, loses.clause, condition=loses.name)
        foe = target_of(battle, actor, intent.target)
        if isinstance(foe, Refused):
            return foe
        before = [bonus for bonus in actor.bonuses.items if bonus.name == "dodge"]
        bonus = Bonus("dodge", DODGE, "defence", foe.id, actor.id, CLAUSE, once=False)
        return [
            *(ev.BonusLost(actor.id, old, (CLAUSE,)) for old in before),
            ev.BonusGained(actor.id, bonus, (CLAUSE,)),
        ]
