"""The card that asks one creature a question, with its chances, answered by one key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.battle.cards.bids_table import BETWEEN, ROOM, BidCard, BidTable
from tacsim.app.shell.frame import inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import Page, keyed, packed
from tacsim.core.agenda import Decision
from tacsim.core.intents import Decline, Intent, Take
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, translate
from tacsim.player.acting.question import Question
from tacsim.player.pointing.now import Now
from tacsim.storage.errors import clean
from tacsim.view.wording import causes, words
from tacsim.view.wording.glossary import explained
from tacsim.view.wording.intended import defended
from tacsim.view.wording.questions import CHANCES, SPENDS, asked
from tacsim.view.wording.reasons import clause_text
from tacsim.view.wording.sheet import modifiers_text, odds_text, risk_text

if TYPE_CHECKING:
    from tacsim.api.thinking import Weighing

ADVICE = "advice"
"""The group of the work on what the commander would answer."""
ANSWERS = 3
"""Answers that are told of it at most."""


@attrs.frozen
class Answer:
    """An answer: the intent, and "always" or "never" if it becomes a standing answer."""

    intent: Intent
    always: str | None = None


def keys_text(keys: Iterable[tuple[str, str]], width: int) -> Content:
    """Keys and what they mean, on as few lines as hold them.

    >>> keys_text([("y", "strike"), ("n", "let it pass")], 40).plain
    '[y] strike  [n] let it pass  '
    """
    parts = [keyed(key, text).append("  ") for key, text in keys]
    *rows, last = packed(parts, width, gap="")
    return Content("\n").join([*(row.rstrip() for row in rows), last])


def clauses_text(now: Now, clauses: Iterable[str]) -> Content:
    """Clauses in words, as this battle has them, each on a line of its own, each once."""
    rules = now.battle.ruleset
    parts: list[str | tuple[str, str]] = []
    for clause in dict.fromkeys(clauses):
        title, text = clause_text(rules.id, clause, rules.switches)
        parts += [("\n" + title, "bold"), f": {text} ", (clause, MUTED)]
    return Content.assemble(*parts)


def reasons_text(
    now: Now, creature: str, clauses: Iterable[str], wanted: Iterable[str] = ()
) -> Content:
    """Words of the rules that are wanted, explained for a creature; then clauses in words."""
    told = explained(now.battle, now.battle.world[creature], *wanted) if wanted else []
    return Content("\n").join([*map(Content, told), clauses_text(now, clauses)])


def lay(table: BidTable, *, hidden: bool) -> None:
    """Write a table and let it take keys, or hide it."""
    table.display = not hidden
    if not hidden:
        table.write()
        table.focus(scroll_visible=False)


class Advice(Static):
    """What the commander would answer; in sight also where a low card has to be scrolled to it."""

    def on_resize(self) -> None:
        """There is something else to read."""
        self.scroll_visible(animate=False)


class QuestionCard(BidCard[Answer]):
    """Asks one creature one question.

    ``calm``: seconds for which keys are no answer, so that none is given by accident; a key pressed
    meanwhile starts them again. ``advise``: what weighs the answers, in a thread; or why nothing
    does, in words.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,y", "take", N_("yes")),
        ("n", "decline", N_("no")),
        *BidCard.BINDINGS,
        ("escape", "back", N_("back")),
        ("a", "take('always')", N_("always")),
        ("v", "decline('never')", N_("never")),
        ("w", "why", N_("why")),
        ("t", "weapon", N_("other weapon")),
        ("A", "advise", N_("advice")),
        ("q", "leave", N_("leave")),
        *Aside.BINDINGS,
    ]
    DEFAULT_CSS = """
    QuestionCard Static { height: auto; }
    QuestionCard #details { height: auto; }
    QuestionCard #keys { margin: 1 0 0 0; }
    QuestionCard.-bidding #keys { dock: bottom; margin: 0; padding: 1 0 0 0; }
    """

    def __init__(
        self,
        now: Now,
        decision: Decision,
        calm: float = 0.0,
        advise: Callable[[Event], Weighing] | str = "",
    ) -> None:
        super().__init__()
        self._advise = advise
        self._advice: list[str] = []
        """What the commander would do, or why that is not told; empty until it is asked."""
        self._haste = Event()
        self._calm = calm
        self._calm_until = monotonic() + calm
        self._now = now
        self._decision = decision
        self.question = Question(now.battle, decision)
        self._actor = decision.actor
        self._about = decision.against
        self._asked = asked(decision.question)
        self._weapon: str | None = None
        self._why = False
        bids = self.question.bids(None)
        self._table = None if bids is None else BidTable(now, bids, BETWEEN)
        """Where Stamina may be put in: how much."""
        if bids is not None:
            self.add_class("-bidding")
            self.WIDE, self.LEAST = ROOM

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may answer already, and whether it means anything here."""
        means = {
            "weapon": self._chooses, "back": self._why, "advise": bool(self._advise),
        }  # fmt: skip
        if not means.get(action, True):
            return False
        if parameters and action in ("take", "decline") and action not in self._asked.lasting:
            return False
        return monotonic() >= self._calm_until and super().check_action(action, parameters)

    @property
    def _chooses(self) -> bool:
        """Whether there is a choice of weapons, besides the one that is taken unasked."""
        return self.question.striking and len(self.question.weapons) > 2

    def on_key(self) -> None:
        """A key that comes too early starts the wait again."""
        if monotonic() < self._calm_until:
            self._wait()

    def on_mount(self) -> None:
        """Wait until keys are answers."""
        self._wait()

    def _wait(self) -> None:
        self._calm_until = monotonic() + self._calm
        if self._calm:
            self.set_timer(self._calm, self.refresh_bindings)

    def heading(self) -> str:
        """Who is asked, and about what."""
        return causes.heading(self._now.battle, self._decision)

    def body(self) -> ComposeResult:
        """What happened, the odds, the answers."""
        with Page(id="details", can_focus=False):
            yield Static(id="cause")
            yield self._table or Static(id="odds")
            yield Advice(id="advice")
            yield Static(id="why")
        yield Static(id="keys")

    def about(self) -> list[Body]:
        """Whoever is asked, and whom the question is about."""
        world, known = self._now.battle.world, self._now.knows
        names = (self._actor, self._about)
        return [world[name].body for name in names if name is not None and known(name)]

    def fill(self) -> None:
        """Wrap to the width."""
        self.query_one("#cause", Static).update(Content(self._cause()))
        if self._table is None:
            self.query_one("#odds", Static).update(self._odds())
        else:
            lay(self._table, hidden=self._why)
        advice = self.query_one("#advice", Static)
        advice.display = bool(self._advice)
        advice.update(Content.styled("\n".join(["", *self._advice]), "$accent"))
        self.query_one("#keys", Static).update(self._answers())
        self.query_one("#why", Static).update(self._reasons() if self._why else Content(""))
        self.query_one("#why", Static).display = self._why

    def _answers(self) -> Content:
        """The keys, and by which one a standing answer is taken back."""
        keys = keys_text(self._keys(), inside(self))
        if not self._asked.lasting:
            return keys
        text = _("To be asked again, point at {name} and press {key}.").format(
            name=self._called(self._actor), key=self._now.keys["answers"]
        )
        return Content.assemble(keys.rstrip(), "\n", (text, MUTED))

    def _keys(self) -> list[tuple[str, str]]:
        """The keys that mean something here, and what."""
        about = self._called(self._about)
        answers = (
            translate(text).format(about=about) for text in (self._asked.yes, self._asked.no)
        )
        keys = list(zip("yn", answers, strict=True))
        if self._table is not None:
            bid = self._table.bids.chosen
            if bid.way:
                none = translate(self._asked.no).format(about=about)
                keys[0] = ("y", defended(bid.way, bid.amount) if bid.amount else none)
            if not self._why:  # which stand in its place
                keys += self._table.keys
        if "take" in self._asked.lasting:
            keys.append(("a", _("always")))
        if "decline" in self._asked.lasting:
            keys.append(("v", _("never")))
        keys.append(("w", _("why")))
        if self._advise:
            keys.append(("A", _("advice")))
        if self._chooses:
            keys.append(("t", _("other weapon")))
        return keys

    def keys_told(self) -> list[tuple[str, str]]:
        """Its keys, by what they answer."""
        return [*self._keys(), ("q", _("leave"))]

    def _called(self, creature: str | None) -> str:
        known = None if self._now.memory is None else self._now.memory.known
        return words.name_of(self._now.battle.world, creature, known)

    def _cause(self) -> str:
        known = None if self._now.memory is None else self._now.memory.known
        return causes.cause(self._now.battle, self._decision, known)

    def _either(self) -> Content:
        """The chances of the attack that follows, with yes and with no."""
        lines = []
        for intent, text in (
            (Take(self._actor), _("yes: {attack}")),
            (Decline(self._actor), _("no: {attack}")),
        ):
            found = self.question.strike(intent)
            if found is None:
                return Content("")
            weapon, dice = (
                words.weapon_word(found.weapon, self._now.battle.world),
                words.dice_word(found.roll.dice),
            )
            name = _("{weapon} with {dice}").format(weapon=weapon, dice=dice) if dice else weapon
            lines.append(text.format(attack=risk_text(name, found.roll)))
        return Content.styled("\n".join(lines), "bold")

    def _odds(self) -> Content:
        if self.question.striking:
            return self._opportunity()
        if self._asked.shows == "both":
            return self._either()
        if self._asked.shows == "attack":
            return self._promise()
        check = self.question.check
        if check is None:
            return Content("")
        text = CHANCES.get(check.what, _("{n} % for it"))
        about, n = words.capital(self._called(self._about)), round(check.passed * 100)
        return Content.styled(translate(text).format(about=about, n=n), "bold")

    def _promise(self, weapon: str | None = None) -> Content:
        """What the attack that follows from yes promises."""
        found = self.question.strike(Take(self._actor, weapon))
        if found is None:
            return Content("")
        line = f"{words.weapon_word(found.weapon, self._now.battle.world)} {odds_text(found.roll)}"
        return Content.assemble((line, "bold"), ("\n" + modifiers_text(found.roll), MUTED))

    def _opportunity(self) -> Content:
        promise = self._promise(self._weapon)
        if not promise.plain:
            return Content(_("It cannot be struck with this."))
        spent = causes.spent(self._now.battle, self._actor)
        left = self._now.battle.world[self._actor].resources[spent]
        count = translate(SPENDS.get(spent, SPENDS["opportunity"])).format(left=left)
        return Content.assemble(promise, ("\n" + count, MUTED))

    def _reasons(self) -> Content:
        wanted = ("footwork",) if self.question.striking else ("defence", "soaking", "absorption")
        bidding = wanted if self._table is not None else ()
        return reasons_text(self._now, self._actor, self._clauses(), bidding)

    def _clauses(self) -> tuple[str, ...]:
        """The clauses behind the question, and behind what is chosen."""
        chosen = () if self._table is None else self._table.clauses
        return (*self.question.clauses(denying=self._asked.shows == "both"), *chosen)

    def action_take(self, always: str | None = None) -> None:
        """Yes: strike, step aside, come in; with the bid chosen, as a standing answer the least."""
        bid = None if self._table is None else self._table.bids.chosen
        if bid is None or always is not None:
            self.dismiss(Answer(Take(self._actor, self._weapon), always))
        elif not bid.way:
            self.dismiss(Answer(Take(self._actor, self._weapon, bid.amount)))
        elif bid.amount:
            self.dismiss(Answer(Take(self._actor, None, bid.amount, bid.way)))
        else:
            self.action_decline()

    def action_decline(self, always: str | None = None) -> None:
        """No."""
        self.dismiss(Answer(Decline(self._actor), always))

    def action_leave(self) -> None:
        """Leave the battle with the question open; it is asked again when the battle goes on."""
        self.dismiss(None)

    def action_back(self) -> None:
        """Hide the clauses; a question has to be answered by one of its keys."""
        if self._why:
            self.action_why()

    def action_why(self) -> None:
        """Show the clauses, or hide them."""
        self._why = not self._why
        self.refresh_bindings()
        self.stand_aside()

    def action_advise(self) -> None:
        """Say which answer the commander would give, or no longer."""
        self._haste.set()
        if self._advice:
            self._advice = []
        elif isinstance(self._advise, str):
            self._advice = [self._advise]
        else:
            self._haste, weigh = Event(), self._advise
            self._advice = [_("The commander thinks ...")]
            self.run_worker(
                partial(self._weighed, weigh, self._haste),
                thread=True, exclusive=True, exit_on_error=False, group=ADVICE,
            )  # fmt: skip
        self.stand_aside()

    def _weighed(self, weigh: Callable[[Event], Weighing], haste: Event) -> list[str]:
        """The answers as the commander weighs them, in words."""
        from tacsim.player.acting.advice import ideas, told

        known = None if self._now.memory is None else self._now.memory.known
        return told(ideas(self._now.battle.fork(), weigh(haste), known, most=ANSWERS))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The answers are weighed."""
        if event.worker.group != ADVICE or not self._advice or event.worker.is_cancelled:
            return
        if event.state is WorkerState.SUCCESS:
            self._advice = event.worker.result or []
        elif event.state is WorkerState.ERROR:
            self._advice = [clean(repr(event.worker.error))]
        else:
            return
        self.stand_aside()

    def on_unmount(self) -> None:
        """Nothing more is weighed."""
        self._haste.set()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike here; as much as before goes in."""
        names = self.question.weapons
        start = names.index(self._weapon) if self._weapon in names else 0
        self._weapon = names[(start + 1) % len(names)]
        bids = self.question.bids(self._weapon)
        if self._table is not None and bids is not None:
            self._table.bids = bids.on(self._table.bids.chosen.amount)
        self.stand_aside()
