"""Controllers: who decides for a side when no person is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import takewhile

from tacsim.content.records import Do, Scenario
from tacsim.core.agenda import Asking, Decision
from tacsim.core.intents import NAMES, Decline, EndTurn, Intent, Take
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rulesets.schema import unknown
from tacsim.session.opponents import bot, is_bot, known_names, opponents, true_name
from tacsim.session.session import Controller

DEFAULT_OPPONENT = "cautious"
"""Who plays for ``ai`` without a name."""

DEFENCE = "defence"
"""The question how to meet an attack."""


class ScriptController:
    """Does what a script says, each creature its own steps in order.

    Asked something, a creature answers with its next step if that takes, declines or is an answer
    to just that, and else declines. A step that declines answers whatever is asked next; one that
    takes and names a defence, the question for one; any other that takes, all other questions. In
    its turn a creature does its steps, and ends the turn with none left; but a step that takes or
    declines waits for an offer, as long as others still act.
    ``refusals`` are the steps that the rules refused: their creatures go on with the next ones.

    ``sides`` are those that the script plays, all when empty.
    """

    def __init__(self, script: Iterable[Do], sides: Iterable[str] = ()) -> None:
        self.refusals: list[Do] = []
        self._sides = frozenset(sides)
        self._steps: dict[str, deque[Do]] = {}
        self._last: Do | None = None
        for do in script:
            self._steps.setdefault(do.actor, deque()).append(do)

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """The next step of the creature whose choice it is."""
        steps = self._steps.get(decision.actor, deque())
        answers = bool(steps) and (_is_answer(steps[0]) or _asked_for(battle, steps[0]))
        self._last = None
        if decision.is_turn:
            if not steps or (answers and self._others_act(battle, decision.actor)):
                return EndTurn(decision.actor)
        elif not steps or not answers or not _fits(steps[0], decision):
            return Decline(decision.actor)
        self._last = steps.popleft()
        return self._last.intent

    def refused(self, intent: Intent) -> None:
        """Remember that the step just made was refused."""
        if self._last is not None:
            self.refusals.append(self._last)

    def left(self, battle: Battle) -> bool:
        """Whether a creature that is still in the fight has a step left."""
        return any(steps and battle.able(battle.world[name]) for name, steps in self._steps.items())

    def follow(self, intent: Intent, decision: Decision | None = None) -> None:
        """Catch up with a step that was made elsewhere: in the save that is gone on with.

        The steps in front of it had been refused; so had those in front of a turn's end that the
        script does not name, up to an answer that was waiting for its offer.
        """
        steps = self._steps.get(intent.actor or "", deque())
        ahead: list[Do] = list(steps)
        if isinstance(intent, Take | Decline):
            ahead = list(takewhile(lambda do: _is_answer(do) and _fits(do, decision), steps))
        elif isinstance(intent, EndTurn):
            ahead = list(takewhile(lambda do: not _is_answer(do), steps))
        found = [index for index, do in enumerate(ahead) if do.intent == intent]
        passed = len(ahead) if isinstance(intent, EndTurn | Decline) else 0
        for _time in range(found[0] + 1 if found else passed):
            steps.popleft()

    def _others_act(self, battle: Battle, actor: str) -> bool:
        """Whether another creature may yet do something, of itself or by a step of the script."""
        for other in battle.standing():
            played = not self._sides or other.side in self._sides
            steps = self._steps.get(other.id)
            if other.id != actor and (not played or (steps and not _is_answer(steps[0]))):
                return True
        return False


def _is_answer(do: Do) -> bool:
    return isinstance(do.intent, Take | Decline)


def _fits(do: Do, decision: Decision | None) -> bool:
    """Whether a step can answer a question: who is attacked defends itself by naming a defence.

    So a step that takes an opportunity waits for one; to decline answers any question.
    """
    if decision is None or not isinstance(do.intent, Take):
        return True
    return (do.intent.defence is not None) == (decision.question == DEFENCE)


def _asked_for(battle: Battle, do: Do) -> bool:
    """Whether a step is the intent by which the question that is open can be answered as well."""
    top = battle.world.agenda.top
    return isinstance(top, Asking) and top.intent == NAMES[type(do.intent)]


def opponent(name: str) -> Controller:
    """An opponent by its name or its level's; ValueError for an unknown one, with those there are.

    Where some come close, with these. ``path.py:ClassName``: a program of one's own; ValueError
    also where that cannot be used, or nobody has said that it may run.
    """
    if is_bot(name):
        return bot(name)
    found = opponents().get(true_name(name))
    if found is None:
        raise ValueError(unknown(_("opponent"), name, (*known_names(), "human")))
    return found()


def in_full(who: str) -> str:
    """A controller in the words of scenario files; an opponent may go by its name alone.

    Who goes by the name of a level is named by that of the opponent.

    >>> in_full("cautious"), in_full("ai:greedy"), in_full("human"), in_full("ai:recruit")
    ('ai:cautious', 'ai:greedy', 'human', 'ai:greedy')
    """
    if who == "ai":
        return f"ai:{DEFAULT_OPPONENT}"
    return who if who in ("human", "script") else f"ai:{true_name(who.removeprefix('ai:'))}"


def all_chosen(
    scenario: Scenario, chosen: Mapping[str, str] | None = None, *, auto: bool = False
) -> dict[str, str]:
    """Who plays each side: those that are ``chosen`` by side, else as the scenario says.

    ``auto``: an opponent also where it says people or a script. Errors: ValueError for a side that
    there is not.
    """
    sides = {side.id: side.controller for side in scenario.sides}
    for side in chosen or {}:
        if side not in sides:
            raise ValueError(unknown(_("side"), side, sides))
    if auto:
        sides = {side: who if who.startswith("ai:") else "ai" for side, who in sides.items()}
    return {side: in_full((chosen or {}).get(side, who)) for side, who in sides.items()}


def _opponent_of(side: str, name: str) -> Controller:
    try:
        return opponent(name)
    except ValueError as error:
        raise ValueError(
            _('side "{side}": controller: {error}').format(side=side, error=error)
        ) from None


def is_person(controller: str) -> bool:
    """Whether a controller, in the words of scenario files, is a person, who has to be asked.

    >>> is_person("human"), is_person("ai:greedy"), is_person("script")
    (True, False, False)
    """
    return controller.partition(":")[0] not in ("ai", "script")


def controllers_for(
    scenario: Scenario,
    chosen: Mapping[str, str] | None = None,
    *,
    headless: bool = False,
) -> dict[str, Controller]:
    """The controllers of a scenario's sides; a side without one is played by a person.

    ``chosen`` names controllers by side instead of the scenario's. ``headless``: nobody can be
    asked, so people's sides follow the script. Errors: ValueError for an unknown opponent.

    All scripted sides share one :class:`ScriptController`.
    """
    controllers: dict[str, Controller] = {}
    scripted: list[str] = []
    for side in scenario.sides:
        kind, colon, name = (chosen or {}).get(side.id, side.controller).partition(":")
        if kind == "ai":
            controllers[side.id] = _opponent_of(side.id, name if colon else DEFAULT_OPPONENT)
        elif headless or not is_person(kind):
            scripted.append(side.id)
    script = ScriptController(scenario.script, scripted)
    return controllers | dict.fromkeys(scripted, script)
