"""Tables of keys: screens bind them, the foot of the screen and the help page show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs
from textual.binding import Binding

from tacsim.i18n import N_
from tacsim.view.wording.bound import BOUND

if TYPE_CHECKING:
    from tacsim.player.turns import Ruleset


@attrs.frozen
class Key:
    """One thing that keys do.

    ``keys`` as Textual names them, separated by commas, unless the player has others for it;
    ``label`` for the foot of the screen (not shown there when empty); ``about`` for the help page,
    with the names of other things in braces where it tells their keys.
    """

    keys: str
    action: str
    label: str
    about: str
    section: str = ""
    name: str = attrs.field()
    """Its name in the file of keys: the action's, unless another has that."""
    place: str = "battle"
    """The table of that file in which it stands."""

    @name.default
    def _named(self) -> str:
        return self.action.partition("(")[0]

    @property
    def id(self) -> str:
        """What tells it from all others.

        >>> Key("u", "undo", "", "").id
        'battle.undo'
        """
        return f"{self.place}.{self.name}"

    def acts(self, *actions: str) -> bool:
        """Whether it is one of some actions, with any parameters.

        >>> Key("z", "zoom_by(1)", "", "").acts("zoom", "zoom_by")
        True
        """
        return self.action.partition("(")[0] in actions


def bindings(table: Iterable[Key], *, at_once: bool = False) -> list[Binding]:
    """The table as Textual wants it; ``at_once``: before any widget on the way has a look at it."""
    return [
        Binding(
            key.keys,
            key.action,
            key.label or key.about,
            show=bool(key.label),
            tooltip=key.about,
            id=key.id,
            priority=at_once,
        )
        for key in table
    ]


def known(action: str, parameters: tuple[object, ...], ruleset: Ruleset) -> bool:
    """Whether a ruleset knows what an action does."""
    name = str(parameters[0]) if parameters else action
    if action in ("mode", "single"):
        return name in ruleset.modes
    return action not in ("aim", "act") or name in ruleset.intents


MOVING, FIGHTING, TURN = N_("Moving"), N_("Fighting"), N_("The turn")
LOOKING, GAME = N_("Looking"), N_("The game")
DRAWING = N_("The editor")


def _direction(name: str, keys: str, by: tuple[int, int], about: str) -> Key:
    return Key(keys, f"push{by}", "", about, MOVING, name, "direction")


DIRECTIONS: tuple[Key, ...] = (
    _direction("left", "left,h,4", (-1, 0), N_("Left.")),
    _direction("down", "down,j,2", (0, 1), N_("Down.")),
    _direction("up", "up,k,8", (0, -1), N_("Up.")),
    _direction("right", "right,l,6", (1, 0), N_("Right.")),
    _direction("up_left", "y,7,home", (-1, -1), N_("Up and to the left.")),
    _direction("up_right", "i,9,pageup", (1, -1), N_("Up and to the right.")),
    _direction("down_left", "b,1,end", (-1, 1), N_("Down and to the left.")),
    _direction("down_right", "n,3,pagedown", (1, 1), N_("Down and to the right.")),
)
"""For each direction its keys; shifted arrows step there at once."""


def _bound(keys: str) -> Iterator[Key]:
    """Keys of acts and modes of movement, as ``view.bound`` has them."""
    for key in keys:
        one = BOUND[key]
        action = f"{one.how}({', '.join(map(repr, one.names))})"
        section = MOVING if one.moving else FIGHTING
        yield Key(key, action, one.label, one.about, section, one.names[0])


BATTLE: tuple[Key, ...] = (
    Key("enter", "commit", N_("do it"), N_("Do what the line under the board says."), TURN),
    *_bound("afc"),
    Key("d", "acts", N_("do more"),
        N_("Everything else that can be done, with what it does or why it cannot be done."),
        FIGHTING),
    Key("u", "undo", N_("undo"),
        N_("Take back what was done last; after dice, go on from before as a branch."), TURN),
    *_bound("s"),
    Key("full_stop", "end_turn", N_("end turn"), N_("End the turn."), TURN),
    Key("space", "pause", N_("hold / go on"), N_("Hold the opponents, or let them go on."), GAME),
    Key("J", "hurry", N_("to my turn"),
        N_("Show at once what the opponents do, until your turn."), GAME),
    Key("less_than_sign", "level(-1)", N_("level down"), N_("Look at the level below."), LOOKING,
        name="level_below"),
    Key("greater_than_sign", "level(1)", N_("level up"), N_("Look at the level above."), LOOKING,
        name="level_above"),
    Key("e", "elevation", N_("side view"),
        N_("The map from the side, through the cursor: along its row, along its column, not."),
        LOOKING),
    *_bound("rWtpDEgHN"),
    Key("v", "weapon", N_("weapon"), N_("Take the next weapon."), FIGHTING),
    Key("S", "resize", N_("squeeze"),
        N_("Where a big body has a choice at the place pointed at: squeezed, or whole."), MOVING),
    Key("m", "walking", "",
        N_("Switch what directions do: move the cursor, or walk at once."), MOVING),
    Key("x", "look", N_("look"), N_("Look around without planning anything."), LOOKING),
    Key("A", "advise", N_("advice"),
        N_("Advice: what the commander would do, and what speaks for it and against the rest."),
        LOOKING, name="advice"),
    Key("w", "why", N_("why"), N_("Why: what the rules say about the place pointed at."), LOOKING),
    Key("tab", "cycle(1)", N_("next"), N_("Point at the next creature."), LOOKING, name="next"),
    Key("shift+tab", "cycle(-1)", "", N_("Point at the creature before."), LOOKING,
        name="previous"),
    Key("o", "answers", "",
        N_("Ask again about this creature's opportunities, or never, or always."), FIGHTING),
    Key("z", "zoom", N_("zoom"), N_("Zoom: nearer, then all the way out again."), LOOKING),
    Key("plus,equals_sign", "zoom_by(1)", "", N_("Nearer."), LOOKING, name="nearer"),
    Key("minus", "zoom_by(-1)", "", N_("Farther."), LOOKING, name="farther"),
    Key("left_square_bracket", "measure(-1)", "", N_("Measuring an area: a smaller one."), LOOKING,
        name="smaller"),
    Key("right_square_bracket", "measure(1)", "",
        N_("Measuring an area: a larger one; {five_foot_step} changes its shape."), LOOKING,
        name="larger"),
    Key("F", "panels", N_("panels"), N_("Show or fold the panels."), LOOKING),
    Key("L", "log", N_("log"), N_("The whole log, with dice and clauses."), LOOKING),
    Key("R", "recap", N_("recap"), N_("What the others did since your last turn."), LOOKING),
    Key("O", "options", "", N_("Colours, motion and the like."), GAME),
    Key("X", "skip_step", "", N_("In a lesson: leave the step under way out."), GAME),
    Key("question_mark,f1", "help", N_("help"), N_("The help page, with every key."), GAME),
    Key("escape", "back", "", N_("Back out of what you are doing."), GAME),
    Key("q", "leave", N_("leave"), N_("Leave; the battle is saved as it goes."), GAME),
)  # fmt: skip
"""What keys do in a battle, besides pointing."""


LEVELS = ("level", "elevation")
"""Actions that mean something only on maps with levels."""
_FIELD = (*LEVELS, "zoom", "panels")
_POINTING = ("look", "cycle", "zoom_by")
_SCREEN = ("undo", "skip_step", "pause", "hurry", "log", "recap", "options", "help", "leave")

FIELD = tuple(key for key in BATTLE if key.acts(*_FIELD))
"""How a battle is looked at, live or saved."""
POINTING = tuple(key for key in BATTLE if key.acts(*_POINTING))
"""How a person points in a battle, besides the directions."""
COMMANDS = tuple(key for key in BATTLE if not key.acts(*_FIELD, *_POINTING, *_SCREEN))
"""What is done in a battle."""
SCREEN = tuple(key for key in BATTLE if key.acts(*_SCREEN))
"""What concerns the game."""


STEPS = tuple(
    Binding(f"shift+{key.name}", key.action.replace("push", "step"), show=False, priority=True)
    for key in DIRECTIONS
    if "_" not in key.name
)
"""The shifted arrows."""


REPLAY: tuple[Key, ...] = tuple(attrs.evolve(key, place="replay") for key in (
    Key("space", "play", N_("play"), N_("Play, or hold.")),
    Key("right,l", "event(1)", N_("event"), N_("On to what is told or seen next."), name="event"),
    Key("left,h", "event(-1)", "", N_("Back to what was told or seen before."), name="event_back"),
    Key("right_square_bracket", "single(1)", "",
        N_("On by a single event: also a throw, or what was paid."), name="single"),
    Key("left_square_bracket", "single(-1)", "", N_("Back by a single event."),
        name="single_back"),
    Key("t", "turn(1)", N_("turn"), N_("On to the next turn."), name="turn"),
    Key("T", "turn(-1)", "", N_("Back to the turn before."), name="turn_back"),
    Key("r", "round(1)", N_("round"), N_("On to the next round."), name="round"),
    Key("R", "round(-1)", "", N_("Back to the round before."), name="round_back"),
    Key("p", "fork", N_("play on"),
        N_("Play on from here: begins a branch, with whoever is to play each side.")),
    Key("g", "branches", N_("branches"),
        N_("The branches: watch, go on, name, delete, compare, verify or fight one again.")),
    Key("f", "eyes", N_("fog"), N_("Show everything, or what one side sees, then the next.")),
    Key("o", "jump('opportunity', 1)", N_("opportunity"), N_("On to the next opportunity attack."),
        name="opportunity"),
    Key("O", "jump('opportunity', -1)", "", N_("Back to the opportunity attack before."),
        name="opportunity_back"),
    Key("d", "jump('down', 1)", N_("fall"), N_("On to where the next one goes down."), name="fall"),
    Key("D", "jump('down', -1)", "", N_("Back to where the one before went down."),
        name="fall_back"),
    Key("n", "own(1)", N_("its turn"),
        N_("On to the next turn of the creature pointed at, else of the one acting."),
        name="own_turn"),
    Key("N", "own(-1)", "", N_("Back to the turn before of that creature."), name="own_turn_back"),
    Key("m", "jump('', 1)", "", N_("On to the next mark beneath the board."),
        name="mark"),
    Key("M", "jump('', -1)", "", N_("Back to the mark before."), name="mark_back"),
    Key("b", "breakpoints", N_("stops"),
        N_("Breakpoints: kinds of events, creatures and cells at which playing stops.")),
    Key("full_stop", "run(1)", N_("next stop"), N_("On to the next breakpoint."), name="stop"),
    Key("comma", "run(-1)", "", N_("Back to the breakpoint before."), name="stop_back"),
    Key("plus,equals_sign", "speed(1)", N_("faster"), N_("Faster, up to 16 times."), name="faster"),
    Key("minus", "speed(-1)", N_("slower"), N_("Slower, down to half."), name="slower"),
    Key("home", "go(0)", "", N_("To the beginning."), name="beginning"),
    Key("end", "go(-1)", "", N_("To the end."), name="ending"),
    Key("tab", "cycle(1)", N_("creature"), N_("Point at the next creature, and stay with it."),
        name="next"),
    Key("shift+tab", "cycle(-1)", "", N_("Point at the creature before."), name="previous"),
    Key("x", "look", "",
        N_("Look around: the arrows move the cursor; the digits always do.")),
    Key("w", "why", N_("why"),
        N_("Why it did that: what the creature pointed at, else the one acting, weighed.")),
    Key("v", "review", "",
        N_("Review: the decisions that cost most, what would have been better, and the luck.")),
    Key("L", "log", N_("log"), N_("The whole log so far.")),
    Key("question_mark,f1", "help", N_("help"), N_("The help page, with every key.")),
    Key("escape", "back", "", N_("Point at nothing any more; then leave.")),
    Key("q", "leave", N_("leave"), N_("Leave the replay.")),
))  # fmt: skip
"""What keys do in a replay."""

_STEPS = ("event", "single", "turn", "round", "go", "jump", "own", "breakpoints", "run")
PLAYING = tuple(key for key in REPLAY if key.acts("play", "speed", *_STEPS))
"""How a replay is played and moved in."""
LOOKING_ON = tuple(key for key in REPLAY if key.acts("cycle", "look"))
"""How one points in a replay, besides the directions."""
EYES = tuple(key for key in REPLAY if key.acts("eyes"))
"""Through whose eyes a replay is watched."""
BRANCHES = tuple(key for key in REPLAY if key.acts("fork", "branches"))
"""What is done with the branches of a save."""
WATCHING = tuple(key for key in REPLAY if key.acts("why", "review", "log", "help", "back", "leave"))
"""What concerns the replay."""


def _before(action: str, table: tuple[Key, ...], *more: Key) -> tuple[Key, ...]:
    """A table with more keys before the one of an action."""
    at = next(at for at, key in enumerate(table) if key.acts(action))
    return (*table[:at], *more, *table[at:])


_PANELS, _LEVELS = (
    tuple(key for key in FIELD if key.acts(*LEVELS) == wanted) for wanted in (False, True)
)
SEEN = _before("jump", _before("log", REPLAY, *_PANELS), *_LEVELS)
"""All keys of a replay."""


SUSPENDING = "suspend"
"""The id of what only some terminals can do."""
ANYWHERE: tuple[tuple[str, str, str], ...] = (
    ("", "ctrl+p", N_("All that can be done here, by its name.")),
    (SUSPENDING, "ctrl+z", N_("Back to the shell, where fg goes on; in the editor it takes back.")),
    ("", "ctrl+q", N_("Leave the game.")),
)
"""Keys that count on every screen, with what they do."""


EDITOR: tuple[Key, ...] = tuple(attrs.evolve(key, place="editor", section=DRAWING) for key in (
    Key("enter,space", "draw", N_("draw"),
        N_("Draw what the line under the board says; a line or rectangle begins, then ends.")),
    Key("slash", "find", N_("find"),
        N_("Look by its name for something to draw: ground, what stands between cells, "
           "creatures of the bestiary.")),
    Key("o", "open", N_("change"), N_("Change what is under the cursor: a creature, a label.")),
    Key("B", "battle", N_("battle"),
        N_("The battle: name, rules, fog, sides, creatures, goals, things, the map's size.")),
    Key("u,ctrl+z", "undo", N_("undo"), N_("Take the last change back.")),
    Key("f5", "fight", N_("fight"), N_("Fight it as it is; leaving the battle leads back here.")),
    Key("ctrl+s", "save", N_("save"), N_("Keep it in its file.")),
    Key("exclamation_mark", "fault", N_("next fault"), N_("Go to the next fault.")),
    Key("delete,backspace", "erase", N_("take away"), N_("Take away what is under the cursor.")),
    Key("x", "pick", N_("pick up"), N_("Draw with what is under the cursor.")),
    Key("v", "hand", N_("hand"), N_("Take creatures from one cell to another.")),
    Key("t", "way('line')", N_("line"), N_("Draw lines."), name="line"),
    Key("r", "way('rectangle')", N_("rectangle"), N_("Draw rectangles."), name="rectangle"),
    Key("f", "way('flood')", N_("fill"), N_("Fill all around that is alike."), name="fill"),
    Key("p", "way('free')", N_("cell by cell"), N_("Draw cell by cell."), name="free"),
    Key("right_square_bracket", "turn(1)", N_("side"),
        N_("The next side of the cell, for hedges, walls and doors; the next side of a "
           "creature."), name="turn"),
    Key("left_square_bracket", "turn(-1)", "",
        N_("The side of the cell before, for hedges, walls and doors; the side before of a "
           "creature."), name="turn_back"),
    Key("less_than_sign", "level(-1)", N_("level down"), N_("The level below."),
        name="level_below"),
    Key("greater_than_sign", "level(1)", N_("level up"), N_("The level above."),
        name="level_above"),
    Key("e", "elevation", N_("side view"),
        N_("The map from the side, through the cursor: along its row, along its column, not.")),
    Key("U,ctrl+y", "redo", N_("redo"), N_("Make the change again that was taken back last.")),
    Key("z", "zoom", N_("zoom"), N_("Zoom: nearer, then all the way out again.")),
    Key("plus,equals_sign", "zoom_by(1)", "", N_("Nearer."), name="nearer"),
    Key("minus", "zoom_by(-1)", "", N_("Farther."), name="farther"),
    Key("F", "panels", N_("palette"), N_("Show or fold the palette.")),
    Key("tab", "part(1)", N_("list"), N_("Go to the palette, to the faults, to the board."),
        name="next"),
    Key("shift+tab", "part(-1)", "", N_("The same the other way round."), name="previous"),
    Key("S", "sides", "", N_("The sides, and who plays them.")),
    Key("G", "goals", "", N_("The goals, and the cells that they are about.")),
    Key("A", "save_as", "", N_("Keep it in another file.")),
    Key("O", "options", "", N_("Colours, motion and the like.")),
    Key("question_mark,f1", "help", N_("help"), N_("The help page, with every key.")),
    Key("escape", "back", "", N_("Back out of what you are doing.")),
    Key("q", "leave", N_("leave"), N_("Leave; you are asked about what is not kept.")),
))  # fmt: skip
"""What keys do in the editor, besides the directions; shifted arrows draw as they go."""

_PEN = ("draw", "pick", "erase", "way", "hand", "turn", "zoom", "zoom_by", *LEVELS)
PEN = tuple(key for key in EDITOR if key.acts(*_PEN))
"""What is done on the map."""
DESK = tuple(key for key in EDITOR if not key.acts(*_PEN))
"""What concerns the file."""
