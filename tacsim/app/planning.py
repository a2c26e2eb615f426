"""Planning: what would happen if the player pressed Enter now.

Everything here asks the rules and changes nothing; the answers are drawn and, once the player
commits, submitted as they are.
"""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile

import attrs

from tacsim.app.intents import ACTS, Wish
from tacsim.app.lanes import ends_past
from tacsim.app.moving import MovePlanner
from tacsim.app.previews import Preview, Risk, opportunity
from tacsim.app.tools import Tool
from tacsim.core.agenda import Attacking
from tacsim.core.apply import apply
from tacsim.core.components import AreaAttack, ChargeTargets, Position, Weapon
from tacsim.core.events import (
    ConditionGained,
    Event,
    Prepared,
    Provoked,
    Rolled,
    Undertaken,
)
from tacsim.core.intents import Aid, FullAttack, Intent, Move, Strike
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.grid.cells import Body, Cell
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.weapons import choose_weapon, named_weapon
from tacsim.rules.engine import check, submit
from tacsim.rules.forecast import Check, checks
from tacsim.rules.movement.charge import charge_ends
from tacsim.rules.movement.plan import mover_of, plan


class Planner(MovePlanner):
    """Previews for the creature whose turn it is: of moves, attacks and special acts."""

    # --- whom to strike -----------------------------------------------------------------------

    def strike(
        self, target: str, weapon: str | None = None, *, defensive: bool = False
    ) -> Preview:  # fmt: skip
        """What one attack would lead to."""
        intent = Strike(self.actor, target, weapon, defensive)
        return self._attack(intent, target)

    def full_attack(
        self, target: str, weapon: str | None = None, *, defensive: bool = False
    ) -> Preview:
        """What making every attack would lead to."""
        intent = FullAttack(self.actor, target, weapon, defensive)
        return self._attack(intent, target)

    def _attack(self, intent: Strike | FullAttack, target: str) -> Preview:
        verdict = check(self.battle, intent)
        if isinstance(verdict, Refused):
            return Preview(refusal=verdict, target=target)
        begun = self._begun(intent)
        battle = self.battle.fork() if intent.defensive else self.battle
        for event in begun:
            if intent.defensive and isinstance(event, ConditionGained):
                apply(battle.world, event)
        actor, foe = battle.world[self.actor], battle.world[target]
        odds = [
            (frame.weapon, attack_roll(battle, frame))
            for frame in self._frames(intent, target, begun)
            if battle.ruleset.attacks.check(battle, actor, foe, frame.weapon)
        ]
        if not odds:
            clause = battle.ruleset.clause("full_attack")
            return Preview(refusal=refuse(Reason.NO_FULL_ROUND, clause), target=target)
        risks = self._risks_of(begun)
        return Preview(intent, None, None, (), 0, risks, target, tuple(odds))

    def _begun(self, intent: Intent) -> list[Event]:
        """What carrying an intent out on a copy of the battle begins with, up to the first throw.

        What falls from there on is nobody's to know.
        """
        events = submit(self.battle.fork(), intent)
        return list(takewhile(lambda event: not isinstance(event, Rolled), events))

    def _frames(
        self, intent: Strike | FullAttack, target: str, begun: list[Event]
    ) -> list[Attacking]:
        """The attacks that an intent is about to make."""
        if isinstance(intent, Strike):
            frames = [event.frame for event in begun if isinstance(event, Undertaken)]
            return [frame for frame in frames if isinstance(frame, Attacking)][:1]
        actor = self.battle.world[self.actor]
        blows = next((event.attacks for event in begun if isinstance(event, Prepared)), ())
        weapons = [(named_weapon(actor, name), penalty) for name, penalty in blows]
        return [
            Attacking(actor.id, target, weapon, penalty=penalty)
            for weapon, penalty in weapons
            if weapon is not None
        ]

    def affords(self, activity: str) -> bool:
        """Whether the creature has the actions left for an activity of its ruleset."""
        battle = self.battle
        if activity not in battle.ruleset.intents:
            return False
        actor = battle.world[self.actor]
        if activity == "strike" and actor.charge_targets.targets:
            return True
        return not isinstance(battle.ruleset.economy.price(battle, actor, activity), Refused)

    def act(self, intent: Intent) -> Preview:
        """What another act would lead to."""
        verdict = check(self.battle, intent)
        if isinstance(verdict, Refused):
            return Preview(refusal=verdict)
        return Preview(intent, None, risks=self._risks_of(self._begun(intent)))

    def _risks_of(self, begun: list[Event]) -> tuple[Risk, ...]:
        foes = dict.fromkeys(event.by for event in begun if isinstance(event, Provoked))
        found = (opportunity(self.battle, foe, self.actor) for foe in foes if foe in self.known)
        return tuple(risk for risk in found if risk is not None)

    # --- special acts ----------------------------------------------------------------------

    def targets_of(self, tool: Tool) -> tuple[str | None, ...]:
        """Whom a tool may point at; None for nobody in particular."""
        if tool.kind == "ready":
            return (None, *self.targets)
        if tool.kind == "aid":
            return self.friends if tool.about is None else self._helped_against(tool)
        if tool.kind == "deny_flank":
            return self.flankers
        return self.targets

    @cached_property
    def flankers(self) -> tuple[str, ...]:
        """The known foes who flank it, the nearest first."""
        policy = self.battle.ruleset.flanking
        pairs = policy.pairs(self.battle, self.battle.world[self.actor]) if policy else ()
        around = {name for pair in pairs for name in (pair.one, pair.other)}
        return tuple(foe for foe in self.targets if foe in around)

    @cached_property
    def friends(self) -> tuple[str, ...]:
        """The others of its own in the fight, the nearest first."""
        world, metric = self.battle.world, self.battle.ruleset.metric
        actor = world[self.actor]
        found = [
            one for one in world.creatures
            if one.id != actor.id and one.id in self.known and self.battle.able(one)
            and world.friendly(actor.id, one.id)
        ]  # fmt: skip
        found.sort(key=lambda one: (metric.distance(actor.body, one.body), one.id))
        return tuple(one.id for one in found)

    def _helped_against(self, tool: Tool) -> tuple[str, ...]:
        """The foes against whom a friend can be helped."""
        wishes = {foe: Wish(self.actor, foe, tool.mode, tool.about) for foe in self.targets}
        return tuple(foe for foe, wish in wishes.items() if check(self.battle, ACTS["aid"](wish)))

    def refuses(self, tool: Tool, target: str | None) -> Refused | None:
        """Why an act cannot be aimed at somebody; None where it can."""
        verdict = check(self.battle, ACTS[tool.kind](self._wish(tool, target)))
        return verdict if isinstance(verdict, Refused) else None

    def _wish(self, tool: Tool, target: str | None, weapon: str | None = None) -> Wish:
        return Wish(self.actor, target or "", tool.mode, tool.about, weapon)

    def deed(self, tool: Tool, target: str | None, weapon: str | None = None) -> Preview:
        """What an act aimed at somebody would lead to."""
        if target is None and None not in self.targets_of(tool):
            return Preview()
        intent = ACTS[tool.kind](self._wish(tool, target, weapon))
        preview = self.act(intent)
        if isinstance(intent, Aid) and tool.about is None:
            against = self._helped_against(attrs.evolve(tool, about=target))
            if len(against) == 1:
                intent = attrs.evolve(intent, against=against[0])
                preview = attrs.evolve(preview, intent=intent)
        if preview.refusal is not None:
            return attrs.evolve(preview, target=target)
        if isinstance(intent, Aid) and intent.against is None:
            return attrs.evolve(preview, target=target)  # against whom comes next
        return attrs.evolve(preview, target=target, chances=checks(self.battle, intent))

    def dart(self, to: Cell, mode: str, target: str | None) -> Preview:
        """What striking a foe on the way to a place would lead to."""
        if target is None:
            return Preview(refusal=refuse(Reason.NO_TARGET, self.battle.ruleset.clause("attack")))
        here = self.battle.world[self.actor].at
        found = self._plan(to, mode, target)
        if isinstance(found, Refused):
            return Preview() if to == here else Preview(refusal=found, mode=mode, target=target)
        preview = self._preview(mode, found, target)
        at = found.path[(found.strike_at or 1) - 1]
        return attrs.evolve(preview, blows=self._blow_from(at, target))

    def dart_range(self, mode: str, target: str | None) -> frozenset[Cell]:
        """Where a move with a blow at a foe on the way may end."""
        if target is None:
            return frozenset()
        key = (mode, target)
        if key not in self._darts:
            known = self.battle.ruleset.modes[mode]
            ends = ends_past(self.battle, self.actor, known, target, self._may_stop)
            self._darts[key] = frozenset(cell for body in ends for cell in body.cells)
        return self._darts[key]

    # --- areas ---------------------------------------------------------------------------------

    @property
    def areas(self) -> tuple[AreaAttack, ...]:
        """The attacks on areas that it has."""
        return self.battle.world[self.actor].areas.items

    # --- charging -----------------------------------------------------------------------------

    def charge(
        self, target: str, mode: str, end: Cell | None = None, instead: str | None = None
    ) -> Preview:
        """What charging a foe would lead to, to the end chosen or else the safest.

        ``instead``: an act in place of the blow.
        """
        ends = self.charge_ends(target, mode) if end is None else [end]
        best: Preview | None = None
        refusal: Refused | None = None
        for place in ends or self._spots(target, mode):
            found = self._plan(place, mode, target)
            if isinstance(found, Refused):
                refusal = refusal or found
                continue
            preview = self._preview(mode, found, target)
            if best is None or len(preview.risks) < len(best.risks):
                best = preview
        if best is None:
            return Preview(refusal=refusal, mode=mode, target=target)
        if instead is None:
            return attrs.evolve(best, blows=self._charging_blow(best, target))
        assert isinstance(best.intent, Move)
        intent = attrs.evolve(best.intent, target=None)
        found = plan(self.battle, intent)
        if isinstance(found, Refused):
            return Preview(refusal=found, mode=mode, target=target)
        chances = self._in_place(best, target, instead)
        if isinstance(chances, Refused):
            return Preview(refusal=chances, mode=mode, target=target)
        return attrs.evolve(best, intent=intent, chances=chances)

    def _in_place(self, preview: Preview, target: str, act: str) -> tuple[Check, ...] | Refused:
        """What an act in place of a charge's blow comes down to, or why it cannot come to it."""
        scratch = self.battle.fork()
        last = preview.legs[-1]
        scratch.world.put(self.actor, Position(last.body, last.squeezed))
        scratch.world.put(self.actor, ChargeTargets((target,)))
        wish = ACTS[act](Wish(self.actor, target))
        verdict = check(scratch, wish)
        if isinstance(verdict, Refused):
            return verdict
        return checks(scratch, wish)

    def charge_ends(self, target: str, mode: str) -> list[Cell]:
        """Where a charge at a foe may end."""
        return [
            at
            for at in self._spots(target, mode)
            if not isinstance(self._plan(at, mode, target), Refused)
        ]

    def _spots(self, target: str, mode: str) -> list[Cell]:
        world, modes = self.battle.world, self.battle.ruleset.modes
        mover = mover_of(self.battle, world[self.actor], modes[mode])
        return [body.at for body in charge_ends(mover, world[target])]

    def _charging_blow(
        self, preview: Preview, target: str
    ) -> tuple[tuple[Weapon, AttackRoll], ...]:
        last = preview.legs[-1]
        return self._blow_from(last.body, target, squeezed=last.squeezed, charge=True)

    def _blow_from(
        self, at: Body, target: str, *, squeezed: bool = False, charge: bool = False
    ) -> tuple[tuple[Weapon, AttackRoll], ...]:
        """The blow at a foe from somewhere on the way."""
        scratch = self.battle.fork()
        scratch.world.put(self.actor, Position(at, squeezed))
        actor, foe = scratch.world[self.actor], scratch.world[target]
        weapon = choose_weapon(scratch, actor, foe, None, melee_only=True)
        if isinstance(weapon, Refused):
            return ()
        frame = Attacking(self.actor, target, weapon, charge=charge)
        return ((weapon, attack_roll(scratch, frame)),)
