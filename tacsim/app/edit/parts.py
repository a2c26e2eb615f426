"""The parts of a battle on cards: what opens for each, what a new one is, what lines say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual.content import Content
from textual.screen import Screen
from textual.validation import Function
from textual.widget import Widget

from tacsim.app.edit.form_card import Edit, FormCard, Link, Typed
from tacsim.app.edit.list_card import ListCard, Then
from tacsim.app.edit.passages import NAMES, USUAL, write_passage
from tacsim.app.edit.pick_card import Choice, PickCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.asked import tacsim_of
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT
from tacsim.content.editing.pen import Marks, Pen
from tacsim.i18n import _, translate
from tacsim.player.forms import (
    Form,
    Measure,
    battle_form,
    creature_form,
    goal_form_of,
    goal_text,
    item_form_of,
    kinds_of,
    kinds_of_goals,
    map_form,
    map_part_form,
    measures,
    names_of,
    new_goal,
    side_form,
    switches_form,
)
from tacsim.view.palettes.colours import hexed
from tacsim.view.wording import words
from tacsim.view.wording.players import player_name

LIT = 4
"""The cells around a new lamp that it lights."""


class Parts:
    """Opens the cards of a battle's parts over a screen.

    ``edit`` makes changes; ``mark`` is called with cells that are to be marked on the map.
    """

    def __init__(self, node: Widget, pen: Pen, edit: Edit, mark: Callable[[Marks], None]) -> None:
        self._node, self._pen, self._edit, self._mark = node, pen, edit, mark

    def _open(self, card: Screen[Marks], then: Then | None = None) -> None:
        self._node.app.push_screen(card, then or self._answered)

    def _answered(self, marks: Marks | None) -> None:
        if marks is not None:
            self._mark(marks)

    def _form(self, form: Callable[[], Form], then: Then | None = None) -> None:
        self._open(FormCard(self._edit, form), then)

    def _text(self, *path: str | int, of_map: bool = False) -> str:
        found = self._pen.manuscript.table(path, of_map=of_map)
        return "" if found is None else str(found)

    def _count(self, key: str, *, of_map: bool = False) -> int:
        return len(self._pen.manuscript.table((key,), of_map=of_map) or ())

    # --- the whole ------------------------------------------------------------------------------

    def battle(self) -> None:
        """The battle as a whole, with a line for each of its parts."""
        one = self._pen.manuscript
        self._open(FormCard(self._edit, lambda: battle_form(one), self._links))

    def _links(self) -> Sequence[Link]:
        def link(name: str, key: str, opens: Callable[[Then], None], of_map: bool) -> Link:
            return Link(name, str(self._count(key, of_map=of_map)), opens)

        of_the_map = [
            *(Link(_measure(one), str(one.now), partial(self._measure, one))
              for one in measures(self._pen.manuscript)),
            link(_("lamps"), "lamp", partial(self._map_parts, "lamp"), True),
            link(_("labels"), "label", partial(self._map_parts, "label"), True),
        ]  # fmt: skip
        if self._pen.manuscript.read.is_map:
            return of_the_map
        switched = self._pen.manuscript.table(("rules",))
        return [
            Link(_("switches of the rules"), str(len(switched or ())), self._switches),
            link(_("sides"), "side", self.sides, False),
            link(_("creatures"), "creature", self.creatures, False),
            link(_("goals"), "goal", self.goals, False),
            link(_("things on the ground"), "item", self._items, False),
            *(link(translate(NAMES[key]), key, partial(self._passage, key), False)
              for key in NAMES if key in USUAL or self._count(key)),
            Link(_("the map"), self._text("name", of_map=True), self._map),
            *of_the_map,
        ]  # fmt: skip

    def _passage(self, key: str, then: Then) -> None:
        write_passage(self._node, self._pen.manuscript, self._edit, key, then)

    def _switches(self, then: Then) -> None:
        self._form(lambda: switches_form(self._pen.manuscript), then)

    def _map(self, then: Then) -> None:
        self._form(lambda: map_form(self._pen.manuscript), then)

    def _measure(self, one: Measure, then: Then) -> None:
        """Ask how many columns, rows or levels the map is to have."""

        def answered(text: str | None) -> None:
            if text and text != str(one.now):
                self._edit(partial(one.take_typed, text))
            then(None)

        hint = _("Rows and columns come and go at the right and at the bottom, levels at the top.")
        card = TextCard(
            words.capital(_measure(one)), str(one.now), hint, validators=[Typed(one.wrong)]
        )
        self._node.app.push_screen(card, answered)

    # --- sides and creatures --------------------------------------------------------------------

    def sides(self, then: Then | None = None) -> None:
        """The sides."""
        title = _("Sides")
        self._open(
            ListCard(title, self._side_rows, self._side, self._new_side,
                     partial(self._remove, "side")), then
        )  # fmt: skip

    def _side_rows(self) -> list[Content]:
        palette, found = tacsim_of(self._node).palette, []
        for at in range(self._count("side")):
            key = self._text("side", at, "id")
            name = names_of(self._pen.manuscript).get(key, key)
            who = player_name(self._text("side", at, "controller") or "human")
            colour = hexed(palette.side(at))
            found.append(Content.assemble((name, f"bold {colour}"), DOT, (who, MUTED)))
        return found

    def _side(self, at: int, then: Then) -> None:
        self._form(lambda: side_form(self._pen.manuscript, at), then)

    def _new_side(self, then: Then) -> None:
        at, name = self._count("side"), self._pen.manuscript.free_id("side")
        table = {"id": name, "name": _("Side {n}").format(n=at + 1), "controller": "ai"}
        self._edit(lambda: self._pen.manuscript.add("side", table))
        if self._count("side") > at:
            self._side(at, then)

    def creatures(self, then: Then | None = None) -> None:
        """The creatures; new ones are drawn."""
        card = ListCard(
            _("Creatures"), self._creature_rows, self._creature, None,
            partial(self._remove, "creature"),
        )  # fmt: skip
        self._open(card, then)

    def _creature_rows(self) -> list[Content]:
        palette = tacsim_of(self._node).palette
        sides = [side.id for side in self._pen.manuscript.read.sides]
        names, kinds = names_of(self._pen.manuscript), kinds_of(self._pen.manuscript)
        found = []
        for at in range(self._count("creature")):
            side, kind = self._text("creature", at, "side"), self._text("creature", at, "kind")
            key = self._text("creature", at, "id")
            name = names.get(key, key)
            colour = hexed(palette.side(sides.index(side))) if side in sides else ""
            where = self._pen.manuscript.table(("creature", at, "at"))
            about = DOT.join((kinds.get(kind) or words.word({}, kind), _place(where)))
            found.append(Content.assemble((name, f"bold {colour}"), DOT, (about, MUTED)))
        return found

    def _creature(self, at: int, then: Then | None = None) -> None:
        self._form(lambda: creature_form(self._pen.manuscript, at), then)

    def _remove(self, key: str, at: int, *, of_map: bool = False) -> None:
        self._edit(lambda: self._pen.manuscript.drop((key, at), of_map=of_map))

    # --- goals and things -----------------------------------------------------------------------

    def goals(self, then: Then | None = None) -> None:
        """The goals."""
        card = ListCard(
            _("Goals"), self._goal_rows, self._goal, self._new_goal, partial(self._remove, "goal")
        )
        self._open(card, then)

    def _goal_rows(self) -> list[Content]:
        return [Content(goal_text(self._pen.manuscript, at)) for at in range(self._count("goal"))]

    def _goal(self, at: int, then: Then) -> None:
        self._form(lambda: goal_form_of(self._pen.manuscript, at), then)

    def _new_goal(self, then: Then) -> None:
        kinds = kinds_of_goals(self._pen.manuscript)
        asked = {
            "reach": _("come to rest on one of some cells"),
            "slay": _("put an enemy out of the fight"),
            "hold": _("have some cells to oneself for some rounds"),
            "survive": _("stand at the end of a round"),
        }
        found = [Choice(one, asked.get(one, words.word({}, one)), also=one) for one in kinds]

        def picked(kind: object) -> None:
            if kind is None:
                then(None)
                return
            at = self._count("goal")
            table = new_goal(self._pen.manuscript, str(kind), self._pen.cursor)
            self._edit(lambda: self._pen.manuscript.add("goal", table))
            if self._count("goal") > at:
                self._goal(at, then)

        self._node.app.push_screen(PickCard(_("What has to be done?"), found), picked)

    def _items(self, then: Then) -> None:
        card = ListCard(
            _("Things on the ground"), self._item_rows, self._item, self._new_item,
            partial(self._remove, "item"),
        )  # fmt: skip
        self._open(card, then)

    def _item_rows(self) -> list[Content]:
        forms = (item_form_of(self._pen.manuscript, at) for at in range(self._count("item")))
        return [
            Content(DOT.join((form.title, *(one.text for one in form.fields() if one.key == "at"))))
            for form in forms
        ]

    def _item(self, at: int, then: Then | None = None) -> None:
        self._form(lambda: item_form_of(self._pen.manuscript, at), then)

    def _new_item(self, then: Then) -> None:
        at, one = self._count("item"), self._pen.manuscript
        name, here = _("Thing {n}").format(n=at + 1), list(self._pen.cursor)
        table = {"id": one.free_id("thing"), "name": name, "weight": 1, "at": here}
        self._edit(lambda: one.add("item", table))
        if self._count("item") > at:
            self._item(at, then)

    # --- lamps and labels -----------------------------------------------------------------------

    def _map_parts(self, key: str, then: Then) -> None:
        titles = {"lamp": _("Lamps"), "label": _("Labels")}
        card = ListCard(
            titles[key], partial(self._map_part_rows, key), partial(self._map_part, key),
            partial(self._new_map_part, key), partial(self._remove, key, of_map=True),
        )  # fmt: skip
        self._open(card, then)

    def _map_part_rows(self, key: str) -> list[Content]:
        tables = self._pen.manuscript.table((key,), of_map=True) or ()
        return [
            Content(DOT.join((_place(one.get("at")), str(one.get("text", one.get("radius", ""))))))
            for one in tables
        ]

    def _map_part(self, key: str, at: int, then: Then | None = None) -> None:
        self._form(lambda: map_part_form(self._pen.manuscript, key, at), then)

    def _new_map_part(self, key: str, then: Then) -> None:
        here = list(self._pen.cursor)
        if key == "lamp":
            table = {"at": here, "radius": LIT}
            self._edit(lambda: self._pen.manuscript.add("lamp", table, of_map=True))
            then(None)
            return

        def answered(text: str | None) -> None:
            if text:
                label = {"at": here, "text": text}
                self._edit(lambda: self._pen.manuscript.add("label", label, of_map=True))
            then(None)

        wrong = _("A label has letters that can be printed.")
        card = TextCard(
            _("What is written at {place}").format(place=words.place(self._pen.cursor)), "",
            max_length=1000, validators=[Function(str.isprintable, wrong)],
        )  # fmt: skip
        self._node.app.push_screen(card, answered)

    # --- under the cursor -----------------------------------------------------------------------

    def here(self) -> bool:
        """Open what is at the cursor: a creature, else a thing, lamp or label; whether any is."""
        at = self._pen.manuscript.creature_at(self._pen.cursor)
        if at is not None:
            self._creature(at)
            return True
        item = self._pen.there("item")
        if item is not None:
            self._item(item)
            return True
        for key in ("lamp", "label"):
            found = self._pen.there(key, of_map=True)
            if found is not None:
                self._map_part(key, found)
                return True
        return False


def _measure(one: Measure) -> str:
    """What is measured."""
    texts = {
        "width": _("columns of the map"), "height": _("rows of the map"),
        "levels": _("levels of the map"),
    }  # fmt: skip
    return texts[one.key]


def _place(at: object) -> str:
    return words.place(tuple(at)) if isinstance(at, list) else "-"
