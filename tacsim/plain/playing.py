"""Playing a battle line by line: what happened is told, then whoever is next is asked."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from tacsim.api.battle import Battle, Origin
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry, IntentRefused
from tacsim.core.intents import Adjourn, Intent
from tacsim.core.verdicts import Reason, Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as, ngettext
from tacsim.plain import back
from tacsim.plain.console import Console, LeaveError
from tacsim.plain.lesson import Telling
from tacsim.plain.question import Question
from tacsim.plain.running import onward
from tacsim.plain.situation import View, near_by
from tacsim.plain.turn import Turn
from tacsim.player.acting.unasked import forget_waits, kept, standing_of, unasked
from tacsim.player.game import Game, resumed_game, taken_up, unadvised
from tacsim.player.going_back import choices, gone_back, why_not
from tacsim.player.kept.introduction import introduction
from tacsim.player.kept.learned import Learned
from tacsim.player.pointing.now import usual_hit_points
from tacsim.player.record.battle_log import BattleLog, turns
from tacsim.player.record.past_log import PastLog
from tacsim.player.record.playback import Playback
from tacsim.storage.errors import SaveError
from tacsim.storage.frame_file import SUFFIX
from tacsim.storage.journal import Journal
from tacsim.storage.resume import play_on
from tacsim.view.wording.account import sentences
from tacsim.view.wording.narration import LogLine
from tacsim.view.wording.words import joined

ROUNDS = 100
"""The rounds of a battle that no person plays in, where its scenario does not say."""
BEFORE = 8
"""Lines of the log that are told where a save is gone on with."""
FORGET = "f"
"""The answer by which a battle that is not saved is forgotten."""


class PlainGame:
    """A game that is told and asked for line by line."""

    def __init__(self, game: Game, console: Console, learned: Learned | None = None) -> None:
        self.console = console
        self._learned = learned
        self.standing: dict[str, str] = {}
        self._lagging = False
        self._at_keys: str | None = None
        self._sit_down(game)
        self._at_keys = self.people[0] if len(self.people) == 1 else None

    def _sit_down(self, game: Game) -> None:
        """Take a game up where it is."""
        self.game = game
        self.session = game.session
        self.playback = Playback(game.opening, self.session.onlookers.memories)
        past = PastLog(game.past) if game.past is not None else None
        self._log = BattleLog(self.playback, past, self.session.past)
        sides = [side.id for side in self.session.battle.world.sides.items]
        self.people = [side for side in sides if side not in self.session.controllers]
        self._lesson = Telling(game, self.console, self.playback, self._learned)
        self._told: dict[str | None, int] = {}
        self._turn: tuple[str, int] | None = None
        self._behind = 0
        self._heard: frozenset[str] = frozenset()
        for batch in turns(self.session.entries):
            self._show(batch)

    @property
    def kept(self) -> bool:
        """Whether the battle is saved as it goes."""
        return self.game.save is not None

    def asked(self, what: str, *about: str | Cell | None) -> None:
        """Something that a lesson may wait for was asked for, of creatures and cells."""
        self._lesson.asked(what, *about)

    def skip_step(self) -> bool:
        """Leave out the step of a lesson; whether there is one."""
        return self._lesson.skip()

    def advice(self) -> list[str]:
        """What the commander would do now, or why that is not told."""
        decision, refused = self.session.decision, unadvised(self.game)
        if refused or decision is None:
            return [refused]
        from tacsim.api.thinking import advice_task, weighed
        from tacsim.player.acting.advice import ideas, told

        battle, memory = self.playback.battle, self.playback.memories[self._at_keys or ""]
        self.console.say(_("The commander thinks ..."))
        task = advice_task(battle, decision, memory)
        found = weighed(battle.fork(), task, lambda: False)
        seen = memory.belief if decision.is_turn else battle.fork()
        return told(ideas(seen, found, memory.known))

    @property
    def secret(self) -> bool:
        """Whether several people play who must not see what the others know."""
        return self.playback.battle.fog and len(self.people) > 1

    def run(self) -> None:
        """Play the battle, and all that follow in its run, until whoever plays leaves."""
        try:
            with self.console.patient():
                self._play()
                while (following := onward(self.console, self.game)) is not None:
                    self._sit_down(following)
                    self._play()
        except (LeaveError, KeyboardInterrupt):
            pass
        finally:
            self._close()

    def _play(self) -> None:
        """Play a battle to its end."""
        self._open()
        while (decision := self.session.decision) is not None:
            self.console.check()
            if not self.people and self.session.battle.world.clock.round > self._most:
                self._put(partial(self.session.submit, Adjourn()))
            else:
                self._decide(decision)
        self._end()

    @property
    def _most(self) -> int:
        """The rounds after which a battle that no person plays in is broken off."""
        return self.game.scenario.max_rounds or ROUNDS

    # --- beginning and end -------------------------------------------------------------------

    def _open(self) -> None:
        """Say what is played, and what happened before."""
        battle, name = self.playback.battle, self.game.title
        told = [_("{name}. Rules: {ruleset}.").format(name=name, ruleset=battle.ruleset.id)]
        sides = battle.world.sides
        if self.people:
            text = ngettext("You play {sides}.", "You play {sides}, in turns.", len(self.people))
            told[0] += " " + text.format(
                sides=joined(known_as(sides[side].name) for side in self.people)
            )
        told[0] += " " + _("? for help, q to leave.")
        if battle.fog:
            told.append(_("There is fog: each side knows only what its creatures see."))
        told += self.game.remarks
        if self.game.unsaved:
            told.append(_("This battle is not being saved: {0}").format(self.game.unsaved))
        self.console.say(*told)
        if not self.session.begun:
            if self.game.scenario.about:
                self.console.say(introduction(self.game.scenario))
            self._put(self.session.begin)

    def _end(self) -> None:
        """Say how it ended; the log says who has won."""
        self._news(self._at_keys)
        world, told = self.session.battle.world, list[str]()
        rounds = world.clock.round
        told.append(ngettext("It took {n} round.", "It took {n} rounds.", rounds).format(n=rounds))
        for side in world.sides.items:
            all_ = [one for one in world.creatures if one.side == side.id]
            up = [known_as(one.name) for one in all_ if self.session.battle.able(one)]
            text = _("{side}: {up} of {all} standing ({names}).") if up else \
                _("{side}: {up} of {all} standing.")  # fmt: skip
            text = text.format(
                side=known_as(side.name), up=len(up), all=len(all_), names=", ".join(up)
            )
            told.append(text)
        with suppress(SaveError):
            told += sentences(self.game.account(), world)
        self.console.say(*told)

    def _close(self) -> None:
        """Finish the save, and say where it is."""
        self._keep()
        whole, over = self.game.close(), self.session.over
        kept = self.game.kept or self.game.save
        if kept is None:
            return
        if self._lesson.spent:
            self.game.discard()
            return
        file = str(kept)
        if self.game.lost and self.game.kept is None:
            text = _("The battle is not kept: its file {file} has been removed.")
            self.console.say(text.format(file=self.game.lost))
            return
        if not whole and self.game.kept is None:
            self.console.say(_("The last steps could not be saved."))
        if over:
            self.console.say(_("The battle is kept in {file}").format(file=file))
        else:
            text = _("The battle is kept; to go on: tacsim play {file} --plain")
            self.console.say(text.format(file=_quoted(file)))

    def _keep(self) -> None:
        """Ask for another file where the save does not hold all of the battle."""
        trouble = "" if self._lesson.spent else self.game.unkept
        if not trouble:
            return
        from tacsim.player.kept.own_battles import path_of

        told, file = _("Not all of this battle is saved: {reason}"), self.game.elsewhere
        told = told.format(reason=trouble)
        while True:
            text = _("Enter keeps it in {file}; or name another file; f forgets it.")
            self.console.say(told, text.format(file=_quoted(str(file))))
            try:
                answer = self.console.ask()
            except LeaveError:
                answer = FORGET
            if answer.lower() == FORGET:
                self.console.say(_("It is forgotten."))
                return
            try:
                self.game.keep_in(path_of(answer, SUFFIX).absolute() if answer else file)
                return
            except (SaveError, ValueError) as error:
                told = str(error)

    # --- what happens ------------------------------------------------------------------------

    def _show(self, entries: list[Entry]) -> None:
        """Bring the battle that is told of up to date, and write the log."""
        self.playback.take(entries)
        self._log.take(entries)
        while self.playback.busy:
            entry = self.playback.show_next()
            self._log.shown(entry)
            self._lesson.saw(entry, self._at_keys)

    def _put(self, act: Callable[[], list[Entry]]) -> Refused | None:
        """Begin, or carry an intent out; why it was refused, if it was."""
        before = len(self.session.entries)
        try:
            fresh = act()
        except SaveError as error:
            fresh = self.session.entries[before:]
            if not self._lagging:
                text = _("This step could not be saved: {0}. It is tried again with the next one.")
                self.console.say(text.format(error))
            self._lagging = True
        else:
            if self._lagging and len(self.session.entries) > before:
                self.console.say(_("Everything is saved again."))
                self._lagging = False
        kept = [entry for entry in fresh if not isinstance(entry.event, IntentRefused)]
        if kept:
            self._show(kept)
            if not self.secret:
                self._news(self._at_keys)
        event = fresh[0].event if fresh else None
        if isinstance(event, IntentRefused):
            return Refused(Reason(event.reason), event.clause, event.details)
        return None

    def _news(self, side: str | None) -> None:
        """Tell a side what it has not been told yet."""
        if not self.playback.battle.fog:
            side = None  # all are told the same
        if side not in self._told and self.game.past is not None:
            lines = self._log.lines(side, BEFORE)[-BEFORE:]
            self.console.say(_("What happened last:"))
        else:
            since = self._told.get(side, 0)
            lines = [line for line in self._log.lines(side, 0) if line.number >= since]
        self._told[side] = self.session.past + len(self.session.entries)
        lines = [line for line in lines if line.tone != "turn"]
        decision = self.session.decision
        if (
            lines
            and lines[-1].tone == "round"
            and decision is not None
            and decision.is_turn
            and (self.session.controller is None)
        ):
            lines.pop()  # the next turn says which round it is
        self.console.say(*(_sentence(line) for line in lines))

    def log(self, side: str, most: int | None, *, sums: bool) -> list[str]:
        """The last lines of the log of a side, None for all; with dice and clauses if wanted."""
        lines = self._log.lines(side, most)
        told = []
        for line in lines if most is None else lines[max(len(lines) - most, 0) :]:
            told.append(_sentence(line))
            if sums:
                told += [f"  {text}" for text in line.detail]
                told += [f"  {', '.join(line.clauses)}"] if line.clauses else []
        return told

    # --- whose choice ------------------------------------------------------------------------

    def _decide(self, decision: Decision) -> None:
        """Let an opponent choose, give a standing answer, or ask."""
        if self.session.controller is not None:
            self._opponent(decision)
            return
        answer = self._given(decision)
        if answer is None or self._put(partial(self.session.submit, answer)) is not None:
            self._ask(decision)

    def _opponent(self, decision: Decision) -> None:
        """An opponent chooses; if it does not know what, its creature does nothing."""
        try:
            self._put(lambda: self.session.advance() or [])
        except SaveError:
            raise
        except Exception as error:
            text = _("The opponent did not know what to do ({0}), so it does nothing.")
            self.console.say(text.format(error))
            self._put(partial(self.session.conclude, decision, None))

    def _given(self, decision: Decision) -> Intent | None:
        """The answer that was given beforehand, or that goes without asking."""
        answer = kept(self.playback.battle, decision, self.standing)
        if answer is not None:
            return answer
        viewer = self._at_keys if len(self.people) > 1 else None
        return unasked(self.playback.battle, decision, self.playback.memories, viewer)

    def _ask(self, decision: Decision) -> None:
        side = self.playback.battle.world[decision.actor].side
        if self.secret and side != self._at_keys:
            self._hand_over(side)
        self._at_keys = side
        self._news(side)
        self._lesson.tell(side, self.standing)
        if decision.is_turn:
            self._ask_turn(decision.actor)
        else:
            self._ask_question(decision)

    def _hand_over(self, side: str) -> None:
        """Hide what was told, and wait until the player of a side is ready."""
        if self._at_keys is not None:
            self.console.push_away()
            self.console.say(_("What was told before is pushed off the screen; "
                               "scrolling back would show it."))  # fmt: skip
        name = known_as(self.playback.battle.world.sides[side].name)
        text = _("{side}: you are next. Press Enter when the others have looked away.")
        self.console.say(text.format(side=name))
        while answer := self.console.ask():
            if answer.lower() == "q":
                raise LeaveError
            self.console.say(_("Enter alone goes on, q leaves."))

    def _view(self, side: str) -> View:
        memory = self.playback.memories[side]
        believed, true = self._battle(memory.belief), self._battle(self.playback.battle)
        return View(believed, memory, true, usual_hit_points(self.game.scenario.source))

    def _battle(self, rules: Any) -> Battle:
        """A battle of the rules as the front door has it."""
        battle = self.playback.battle
        origin = Origin(self.game.scenario, battle.world.dice.seed, fog=battle.fog)
        return Battle(rules, origin)

    def _ask_turn(self, actor: str) -> None:
        forget_waits(self.standing, actor)
        turn = (actor, self.playback.battle.world.clock.round)
        heard = self._heard if turn == self._turn else None
        if heard is None:
            self._turn, self._behind = turn, len(self.session.intents)
        view = self._view(self._at_keys or "")
        talk = Turn(self.console, self, view, actor, self._take_back, heard=heard)
        self._heard = frozenset(near_by(view, actor))
        while (intent := talk.choose()) is not None:
            refused = self._put(partial(self.session.submit, intent))
            if refused is None:
                return
            talk.refuse(refused)

    def _ask_question(self, decision: Decision) -> None:
        view = self._view(self._at_keys or "")
        battle = self._battle(self.playback.battle.fork())
        talk = Question(self.console, self, view, decision, battle)
        while True:
            answer = talk.choose()
            refused = self._put(partial(self.session.submit, answer.intent))
            if refused is None:
                break
            talk.refuse(refused)
        if answer.always:
            self.standing[standing_of(decision)] = answer.always

    # --- taking back -------------------------------------------------------------------------

    def _take_back(self) -> bool:
        """Take the last thing done back, and say what, or go back; whether either was done."""
        session, before = self.session, len(self.session.entries)
        if session.undo:
            return self._go_back()
        while not session.undo:
            try:
                session.take_back()
            except SaveError as error:
                self.console.say(str(error))
            decision = session.decision
            if decision is None or standing_of(decision) not in self.standing:
                break
        self.playback.go_back(session.battle)
        ends = session.past + len(session.entries)
        assert len(session.entries) < before
        lines = self._log.take_back(ends, self._at_keys)
        self._told = {side: min(told, ends) for side, told in self._told.items()}
        what = "; ".join(line.text for line in lines)
        self.console.say(_("Taken back: {what}.").format(what=what) if what else _("Taken back."))
        self._lesson.taken_back(ends)
        self.asked("undo")
        return True

    def _go_back(self) -> bool:
        """Say why nothing is taken back, and go on from an earlier choice instead, if wanted."""
        battle, count = self.playback.battle, len(self.session.intents) - self._behind
        memory = self.playback.memories[self._at_keys or ""] if battle.fog else None
        name = known_as(battle.world[self._turn[0]].name) if self._turn else ""
        self.console.say(why_not(self.session, name, memory, fresh=count <= 0))
        found = choices(self.game, battle.world, self.people, memory, count)
        at = back.choose(self.console, found, steps=memory is None) if found else None
        if at is None:
            return False
        journal = self.game.journal
        assert journal is not None
        try:
            journal.retry()
            self.game.close()
            ongoing = play_on(journal.path, at, controllers=self.game.controllers)
        except SaveError as error:
            self.console.say(str(error) if memory is None else error.reason)
            return self._go_on_as_before(journal)
        self._sit_down(taken_up(ongoing))
        self.console.say(gone_back(ongoing.journal.saved.current.name, memory))
        return True

    def _go_on_as_before(self, journal: Journal) -> bool:
        """Go on where no branch could be made; whether the game had to be taken up anew."""
        if not journal.closed:
            return False
        try:
            self._sit_down(resumed_game(journal.path))
        except SaveError as error:
            self.console.say(str(error))
            raise LeaveError from None
        return True


def _sentence(line: LogLine) -> str:
    """A line of the log as a sentence."""
    return line.text if line.text.endswith((".", "!", "?", ":")) else line.text + "."


def _quoted(file: str) -> str:
    """A file's name as a shell takes it."""
    return f'"{file}"' if " " in file else file
