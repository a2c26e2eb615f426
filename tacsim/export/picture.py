"""Picture: one moment of a battle as SVG, with its creatures listed beside the board."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from tacsim.export.chronicle import result
from tacsim.export.drawing import LATTICES, Lattice, caption, form, number, thing
from tacsim.export.ground import area, cells_of, ground
from tacsim.export.pieces import Piece, pieces, things
from tacsim.export.style import both, side_class, side_mark
from tacsim.export.watching import Account, Log, Moment, Watcher, plain
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as, pgettext
from tacsim.view.columns import columns, folded
from tacsim.view.palettes.glyphs import ITEM
from tacsim.view.picture.layout import LAYOUTS
from tacsim.view.picture.levels import section
from tacsim.view.picture.overlay import Knowledge, knowledge
from tacsim.view.wording.narration import LogLine
from tacsim.view.wording.words import capital, place

MARGIN, HEAD, PANEL, LINE = 16, 58, 236, 17
"""The space around everything; for the heading; of the panel; of a row in it."""
LEVELS = 4
"""The most levels of a map of cubes that are drawn."""
NEWS = 6
"""Lines of the log under the list."""
TITLE = 11
"""Room for a column of the title."""
SCALE = 1.6
"""How much larger it is shown than it is counted."""

Box = tuple[float, float]


def picture(account: Account, at: int | None = None) -> str:
    """The battle after ``at`` of the events shown; None: at its end."""
    timeline = account.timeline
    position = timeline.length if at is None else account.stops[at]
    lines = Log(account).until(position, NEWS)
    watcher = Watcher(account)
    watcher.to(position)
    return still(watcher.moment, lines, account.side)


def still(
    moment: Moment, lines: Sequence[LogLine] = (), viewer: str | None = None,
    marked: Collection[Cell] = (),
) -> str:  # fmt: skip
    """A battle as it stands, with some lines of its log.

    ``viewer``: whose friends are solid; ``marked``: cells that are tinted, as those of an area.
    """
    know = knowledge(moment.battle, moment.memory, viewer)
    here = pieces(moment, know)
    field = moment.battle.world.field
    lattice = LATTICES[field.topology]
    boards = list(_boards(moment, know, here, lattice, marked))
    size = lattice.size(field.width, field.height)
    places, (wide, high) = arranged(len(boards), size, labelled=len(field.levels) > 1)
    parts = [
        f'<g transform="translate({number(x)} {number(y)})">{board}</g>'
        for (x, y), board in zip(places, boards, strict=True)
    ]
    panel = list(_panel(moment, here, know, lines, MARGIN * 2 + wide))
    foot = max([HEAD + high, *(y for y, _text in panel)]) + MARGIN
    size = (max(wide + PANEL + 3 * MARGIN, titled(moment.title)), foot)
    shown = [_heading(moment), *parts, *(text for _y, text in panel)]
    return framed(moment.title, field.topology, size, shown, about=_about(moment, here, know))


def framed(
    title: str, topology: str, size: tuple[float, float], parts: Iterable[str], *,
    about: str = "", style: str = "",
) -> str:  # fmt: skip
    """The text of an .svg file of a size in cells' units, and what it shows."""
    across, down = size
    described = f'<desc id="about">{escape(about)}</desc>\n' if about else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(across)} {number(down)}" '
        f'width="{number(across * SCALE)}" height="{number(down * SCALE)}" role="img" '
        f'aria-labelledby="{"title about" if about else "title"}">\n'
        f'<title id="title">{escape(title)}</title>\n{described}'
        f"<style>{STYLE}{style}{both(LAYOUTS[topology])}</style>\n"
        '<rect class="outside" width="100%" height="100%"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


STYLE = """\
svg{font-family:"DejaVu Sans",Verdana,"Noto Sans","Noto Sans CJK KR",sans-serif}
.h1{font-size:17px;font-weight:700}.h2{font-size:10px}.row{font-size:10.5px}.news{font-size:8.5px}
.fg{fill:#ded6c8}.quiet{fill:#a0968a}.accent{fill:#eebe5c}.gauge-back{fill:#8c8378;fill-opacity:.35}
.swatch{fill:currentColor}.level{font-size:9px}.marked{fill:#eebe5c;fill-opacity:.3}
@media (prefers-color-scheme:light){.fg{fill:#2a2622}.quiet{fill:#6a6258}.accent{fill:#8a5a00}}
"""


# --- words ---------------------------------------------------------------------------------------


def _heading(moment: Moment) -> str:
    battle = moment.battle
    clock = battle.world.clock
    parts = [plain(battle.ruleset.title)]
    if clock.surprise:
        parts.append(_("surprise round"))
    elif clock.round:
        parts.append(_("round {0}").format(clock.round))
    if moment.acting is not None and not battle.world.outcome.over:
        name = plain(known_as(battle.world[moment.acting].name))
        parts.append(_("{name}'s turn").format(name=name))
    if battle.world.outcome.over:
        parts.append(result(battle))
    if moment.memory is not None and moment.blinkered:
        side = plain(known_as(battle.world.sides[moment.memory.side].name))
        parts.append(_("as {side} saw it").format(side=side))
    return (
        f'<text class="h1 fg" x="{MARGIN}" y="28">{escape(moment.title)}</text>\n'
        f'<text class="h2 quiet" x="{MARGIN}" y="45">{escape("  -  ".join(parts))}</text>'
    )


def _about(moment: Moment, here: Sequence[Piece], know: Knowledge) -> str:
    """The picture in words, for screen readers."""
    up = [f"{piece.name} ({_status(piece)})" for piece in here]
    text = _("The board in round {n}: {creatures}.")
    about = text.format(n=moment.battle.world.clock.round, creatures=", ".join(up))
    lying = [f"{name} {place(cell)}" for cell, name in things(know, moment.battle.world)]
    more = _("On the ground: {things}.").format(things=", ".join(lying))
    return f"{about} {more}" if lying else about


def _status(piece: Piece) -> str:
    return piece.state or (f"{piece.hp}/{piece.most}" if piece.hp is not None else "")


# --- boards --------------------------------------------------------------------------------------


def titled(title: str) -> float:
    """How wide a picture has to be for its title."""
    return 2 * MARGIN + TITLE * columns(title)


def arranged(count: int, size: Box, *, labelled: bool) -> tuple[list[Box], Box]:
    """Where so many boards of a size go, below the heading, and what they take in all.

    ``labelled``: whether each has its level above it.
    """
    label = 12 if labelled else 0
    gap = MARGIN + label
    across = 2 if count > 1 and size[0] < size[1] * 2 else 1
    places = [
        (MARGIN + n % across * (size[0] + MARGIN), HEAD + n // across * (size[1] + gap) + label)
        for n in range(count)
    ]
    down = -(-count // across)
    wide = across * size[0] + (across - 1) * MARGIN
    return places, (wide, down * (size[1] + gap) - MARGIN)


def _boards(
    moment: Moment, know: Knowledge, here: list[Piece], lattice: Lattice, marked: Collection[Cell]
) -> Iterator[str]:
    field = moment.battle.world.field
    across, down = lattice.size(field.width, field.height)
    chosen = levels(moment, here)
    for level in chosen:
        shown = section(field, level)
        masks = know.on(shown)
        parts = [f'<rect class="outside" width="{number(across)}" height="{number(down)}"/>']
        parts += ground(field, level, know)
        parts += _things(things(know, moment.battle.world), level, lattice)
        if masks.seen is not None and masks.remembered is not None:
            gone = cells_of(masks.remembered & ~masks.seen)
            parts.append(f'<path class="remembered" d="{area(gone, lattice)}"/>')
        if tint := sorted((y, x) for x, y, *z in marked if z in ([], [level])):
            parts.append(f'<path class="marked" d="{area([(x, y) for y, x in tint], lattice)}"/>')
        parts += tokens(here, level, lattice)
        if len(field.levels) > 1:
            name = _("level {n} of {last}").format(n=level, last=len(field.levels) - 1)
            parts.append(f'<text class="level quiet" x="0" y="-4">{escape(capital(name))}</text>')
        yield "".join(parts)


def _things(lying: Sequence[tuple[Cell, str]], level: int, lattice: Lattice) -> Iterator[str]:
    """The things that lie on a level."""
    for cell, name in lying:
        if cell[2:] in ((), (level,)):
            yield (f'<g class="thing"><title>{escape(name)}</title>'
                   f'<path d="{thing(lattice, cell)}"/></g>')  # fmt: skip


def levels(moment: Moment, here: Sequence[Piece]) -> list[int]:
    """The levels drawn, from the top: those with the acting and with most creatures."""
    if len(moment.battle.world.field.levels) == 1:
        return [0]
    alive = [piece for piece in here if not piece.dead]
    count = Counter(piece.levels[0] for piece in alive or here)
    acting = {piece.levels[0] for piece in here if piece.acting}
    ranked = sorted(count, key=lambda level: (level not in acting, -count[level], level))
    return sorted(ranked[:LEVELS], reverse=True) or [0]


def tokens(here: Iterable[Piece], level: int, lattice: Lattice) -> Iterator[str]:
    """The creatures on a level and, dimmed, those below it; of those above an outline."""
    crowd: dict[Cell, list[str]] = defaultdict(list)
    here = tuple(here)
    names = sorted({piece.name for piece in here})
    for piece in here:
        if len(piece.body.cells) == 1 and not piece.dead:
            crowd[piece.body.at].append(piece.id)
    for piece in here:
        fellows = crowd.get(piece.body.at, []) if len(piece.body.cells) == 1 else []
        place = fellows.index(piece.id) if piece.id in fellows else 0
        yield _token(piece, level, lattice, place, len(fellows), names)


def _token(
    piece: Piece, level: int, lattice: Lattice, place: int, crowd: int, names: Sequence[str]
) -> str:
    shape = form(lattice, piece.body.extent)
    x, y = lattice.corner(piece.body.at)
    move = f"translate({number(x)} {number(y)})"
    if crowd > 1:
        move = (f"translate({number(x + place % 2 * lattice.wide / 2)} "
                f"{number(y + place // 2 % 2 * lattice.high / 2)}) scale(.5)")  # fmt: skip
    text, size = caption(piece.name, shape.room, large=shape.large, known=names)
    low, high = piece.levels
    names = ["token", side_class(piece.side), "friend" if piece.friend else "foe"]
    names += ["below"] * (high < level) + ["above"] * (low > level)
    names += ["dead"] * piece.dead + ["down"] * piece.helpless
    depth = f"⇣{level - high}" if high < level else f"⇡{low - level}" if low > level else ""
    label = ", ".join(part for part in (piece.name, _status(piece), piece.how) if part)
    mx, my = shape.middle
    parts = [f'<g class="{" ".join(names)}" transform="{move}"><title>{escape(label)}</title>']
    if piece.acting:
        parts.append(f'<path class="ring" d="{shape.path}"/>')
    parts.append(f'<path class="base" d="{shape.path}"/>')
    marks = side_mark(piece.side) + piece.signs + depth
    parts.append(_text("marks", mx, my - size * 0.62, marks))
    parts.append(_text("", mx, my + size * 0.45, text, size))
    if piece.health is not None and not piece.dead:
        parts += _gauge(mx - shape.room * 0.42, my + size * 0.75, shape.room * 0.84, piece.health)
    return "".join([*parts, "</g>"])


def _text(name: str, x: float, y: float, text: str, size: float | None = None) -> str:
    sized = f" font-size={quoteattr(number(size))}" if size is not None else ""
    named = f' class="{name}"' if name else ""
    return f'<text{named} x="{number(x)}" y="{number(y)}"{sized}>{escape(text)}</text>'


def _gauge(x: float, y: float, wide: float, part: float) -> Iterator[str]:
    at = f'x="{number(x)}" y="{number(y)}" height="2"'
    yield f'<rect class="gauge" {at} width="{number(wide)}"/>'
    yield f'<rect class="bar" {at} width="{number(wide * part)}"/>'


# --- the panel -----------------------------------------------------------------------------------


def _panel(
    moment: Moment, here: Sequence[Piece], know: Knowledge, lines: Sequence[LogLine], left: float
) -> Iterator[tuple[float, str]]:
    """The sides with their creatures, the things that lie about, then the latest of the log.

    Each row with its height.
    """
    y = float(HEAD)
    for index, side in enumerate(moment.battle.world.sides.items):
        members = [piece for piece in here if piece.side == index]
        if not members:
            continue
        name = f"{side_mark(index)} {plain(known_as(side.name))}"
        yield y + 8, (f'<text class="row {side_class(index)} swatch" font-weight="700" '
                      f'x="{number(left)}" y="{number(y + 8)}">{escape(name)}</text>')  # fmt: skip
        y += LINE
        for piece in sorted(members, key=lambda piece: _counted(piece.name)):
            yield y + 8, _member(piece, left, y + 8)
            y += LINE
        y += LINE / 2
    lying = [
        _("{sign} {things} {cell}").format(sign=ITEM, things=name, cell=place(cell))
        for cell, name in things(know, moment.battle.world)
    ]
    for texts in filter(None, (lying, [plain(line.text) for line in lines])):
        for row in (row for text in texts for row in folded(text, 47)):
            yield y + 8, (f'<text class="news quiet" x="{number(left)}" y="{number(y + 8)}" '
                          f'xml:space="preserve">{escape(row)}</text>')  # fmt: skip
            y += 12
        y += LINE / 2


def _counted(name: str) -> list[tuple[int, int, str]]:
    """A name by which others sort as people count: Goblin 2 before Goblin 10."""
    parts = re.split(r"([0-9]+)", name)
    return [(1, int(p), "") if p.isdecimal() else (0, 0, p) for p in parts]


def _member(piece: Piece, left: float, y: float) -> str:
    quiet = "quiet" if piece.state in (_("dead"), pgettext("state", "down")) else "fg"
    name = ("▸ " if piece.acting else "") + piece.name
    cut = folded(name, 21)[0]
    right = left + PANEL
    parts = [f'<text class="row {quiet}" x="{number(left + 12)}" y="{number(y)}">'
             f"{escape(cut)}</text>"]  # fmt: skip
    if piece.health is not None and not piece.dead:
        at = f'x="{number(right - 96)}" y="{number(y - 6)}" height="5" rx="2"'
        parts.append(f'<rect class="gauge-back" {at} width="52"/>')
        if piece.health > 0:
            wide = number(max(52 * piece.health, 3))
            parts.append(f'<g class="{side_class(piece.side)}">'
                         f'<rect class="swatch" {at} width="{wide}"/></g>')  # fmt: skip
    parts.append(f'<text class="row {quiet}" text-anchor="end" x="{number(right)}" '
                 f'y="{number(y)}">{escape(_status(piece))}</text>')  # fmt: skip
    return "".join(parts)
