"""A bot in twenty lines: it strikes where that promises most, else it goes nearer to a foe.

``tacsim simulate standing_stones --battles 10 --side heroes=ai:examples/my_bot.py:Bot --trust``
"""

from tacsim.core.intents import Intent, Move, Strike, Take
from tacsim.grid.cells import Cell
from tacsim.session.view import View


class Bot:
    """Asked whenever a creature of its side decides, be it a turn or a question."""

    def choose(self, view: View) -> Intent | None:
        """The intent to be carried out; None ends the turn, or declines."""
        intents = [option.intent for option in view.choices()]
        attacks = [one for one in intents if isinstance(one, Strike | Take)]
        if attacks:
            return max(attacks, key=lambda one: sum(view.forecast(one).damage.values()))
        moves = [one for one in intents if isinstance(one, Move) and one.path and view.foes]

        def away(at: Cell) -> int:
            body = view.actor.body._replace(at=at)
            return min(view.measure(body, foe.body) for foe in view.foes)

        nearest = min(moves, key=lambda one: away(one.path[-1]), default=None)
        return nearest if nearest and away(nearest.path[-1]) < away(view.actor.at) else None
