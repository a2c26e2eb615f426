"""Which keys do what: presets, and a file of the player's own over them.

The file is ``keys.toml`` beside the options, with a table for each place that has keys::

    [battle]
    undo = "U Backspace"

    [direction]
    up_right = "u 9"

Enter, Escape, Tab, Space, the arrows and a few more always keep what they do: they are never taken
away, nor given to anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs
from textual.binding import Binding
from textual.keys import REPLACED_KEYS, Keys, _character_to_key, key_to_character

from tacsim.app.shell.keys import BATTLE, DIRECTIONS, EDITOR, REPLAY, SEEN, Key
from tacsim.i18n import N_, _, reason, translate

FIXED = frozenset(
    (
        "enter", "escape", "tab", "shift+tab", "space", "up", "down", "left", "right", "home",
        "end", "pageup", "pagedown", "shift+up", "shift+down", "shift+left", "shift+right", "f1",
        "ctrl+c", "ctrl+p", "ctrl+q",
    )
)  # fmt: skip
"""Keys that always do what they do."""
NAMES = {
    "full_stop": ".", "question_mark": "?",
    "escape": "Esc", "enter": "Enter", "tab": "Tab", "space": "Space",
    "plus": "+", "minus": "-", "less_than_sign": "<", "greater_than_sign": ">", "home": "Home",
    "end": "End", "left_square_bracket": "[", "right_square_bracket": "]", "pageup": "PgUp",
    "pagedown": "PgDn", "ctrl+p": "^p", "ctrl+q": "^q", "f1": "F1", "comma": ",",
    "equals_sign": "=", "backspace": "Backspace", "exclamation_mark": "!",
}  # fmt: skip
TOLD = {
    "up": N_("Up"), "down": N_("Down"), "left": N_("Left"), "right": N_("Right"),
    "shift+tab": N_("S-Tab"), "shift+up": N_("S-up"), "shift+down": N_("S-down"),
    "shift+left": N_("S-left"), "shift+right": N_("S-right"),
}  # fmt: skip
"""Keys whose names are not on them: each language has its own."""
_WRITTEN = {**NAMES, **TOLD}
PRESETS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "standard": (N_("tacsim's own"), {}),
    "vi": (
        N_("vi: yubn are the diagonals, U takes back"),
        {
            "direction.up_right": "u 9", "battle.undo": "U Backspace", "editor.undo": "U ^z",
            "editor.redo": "^y",
        },
    ),
    "numpad": (
        N_("the number pad and arrows alone"),
        {
            "direction.left": "4", "direction.right": "6", "direction.up": "8",
            "direction.down": "2", "direction.up_left": "7", "direction.up_right": "9",
            "direction.down_left": "1", "direction.down_right": "3",
        },
    ),
    "wasd": (
        N_("WASD, with QEZC as the diagonals"),
        {
            "direction.up": "w 8", "direction.left": "a 4", "direction.down": "s 2",
            "direction.right": "d 6", "direction.up_left": "q 7", "direction.up_right": "e 9",
            "direction.down_left": "z 1", "direction.down_right": "c 3",
            "battle.strike": "h", "battle.acts": "j", "battle.five_foot_step": "k",
            "battle.charge": "C", "battle.why": "b", "battle.zoom": "Z", "battle.elevation": "i",
            "battle.leave": "Q",
            "editor.zoom": "Z", "editor.elevation": "i", "editor.leave": "Q",
        },
    ),
}  # fmt: skip
"""By name: what it is called, and the keys of what has others than in the tables."""
_DEFAULTS: Mapping[str, Key] = {key.id: key for key in (*DIRECTIONS, *BATTLE, *REPLAY, *EDITOR)}
"""Everything that may have other keys, by its id."""
POINTED = ("1", "2", "3", "4", "6", "7", "8", "9", "j", "k")
"""Keys that point in a replay."""
TOGETHER: tuple[tuple[Key, ...], ...] = ((*DIRECTIONS, *BATTLE), SEEN, (*DIRECTIONS, *EDITOR))
"""What is done with keys on the same screen, where one key cannot do two things."""


def key_name(key: str) -> str:
    """A key as it is called in the reader's language.

    >>> key_name("shift+tab"), key_name("w")
    ('S-Tab', 'w')
    """
    return translate(TOLD[key]) if key in TOLD else key_word(key)


def key_word(key: str) -> str:
    """A key as it is written in a file, in every language.

    >>> key_word("full_stop"), key_word("w"), key_word("shift+tab"), key_word("ctrl+z")
    ('.', 'w', 'S-Tab', '^z')
    >>> key_word("delete")
    'Delete'
    """
    if key in _WRITTEN:
        return _WRITTEN[key]
    if key.startswith("ctrl+"):
        return f"^{key.removeprefix('ctrl+')}"
    sign = key_to_character(REPLACED_KEYS.get(key, key))
    return sign if sign is not None and sign.isprintable() else key.capitalize()


def key_of(word: str) -> str | None:
    """The key that people write so, as Textual calls it; None for no key.

    >>> key_of("U"), key_of("Backspace"), key_of("^z"), key_of("ctrl+Z"), key_of("."), key_of("uu")
    ('U', 'backspace', 'ctrl+z', 'ctrl+z', 'full_stop', None)
    """
    if len(word) == 1:
        return _character_to_key(word) if word.isprintable() and not word.isspace() else None
    known = {name.lower(): key for key, name in _WRITTEN.items()}
    plain = word.lower().replace("^", "ctrl+")
    key = known.get(plain, plain)
    return key if key in set(Keys) or key_to_character(key) else None


@attrs.frozen
class Keymap:
    """The keys of everything that has some: a preset's, and the player's own over them."""

    preset: str = "standard"
    own: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """The player's own, by id."""

    def of(self, key: Key) -> tuple[str, ...]:
        """All keys of something.

        >>> undo = next(key for key in BATTLE if key.name == "undo")
        >>> Keymap("vi").of(undo), Keymap("vi", {"battle.undo": ("o",)}).of(undo)
        (('U', 'backspace'), ('o',))
        """
        default = tuple(key.keys.split(","))
        told = PRESETS[self.preset][1].get(key.id)
        chosen = self.own.get(key.id) or (_keys(told) if told else default)
        kept = (one for one in default if one in FIXED)
        return tuple(dict.fromkeys((*chosen, *kept)))

    def bound(self) -> dict[str, str]:
        """What differs from the tables, as Textual wants it."""
        found = {name: ",".join(self.of(key)) for name, key in _DEFAULTS.items()}
        return {name: keys for name, keys in found.items() if keys != _DEFAULTS[name].keys}

    def owns(self, key: str) -> bool:
        """Whether a preset or the player uses a key for something other than the tables do.

        >>> Keymap("vi").owns("U"), Keymap("vi").owns("z")
        (True, False)
        """
        return any(key in keys.split(",") for keys in self.bound().values())

    def first(self, binding: Binding) -> str:
        """The key to be shown for a binding."""
        key = _DEFAULTS.get(binding.id or "")
        return self.of(key)[0] if key is not None else binding.key

    def shown(self, table: Sequence[Key]) -> dict[str, str]:
        """What is to be pressed for everything of a table, by name."""
        return {key.name: key_name(self.of(key)[0]) for key in table}

    @cached_property
    def battle(self) -> Mapping[str, str]:
        """What is to be pressed in a battle, by the name of what it does.

        >>> Keymap("vi").battle["undo"]
        'U'
        """
        return self.shown(BATTLE)

    def told(self, text: str) -> str:
        """A text with the keys in it that are to be pressed.

        >>> Keymap("vi").told("{undo} takes it back.")
        'U takes it back.'
        """
        return text.format_map(self.battle) if "{" in text else text

    def clashes(self) -> Iterator[tuple[str, Key, Key]]:
        """Each key that would do two things on one screen, and both.

        In the editor a direction comes before what has the key by default.
        """
        for table in TOGETHER:
            taken: dict[str, Key] = {}
            for key in table:
                for one in self.of(key):
                    other = taken.setdefault(one, key)
                    gives_way = other in DIRECTIONS and key in EDITOR and key.id not in self.own
                    if other.id != key.id and not gives_way:
                        yield one, other, key
            if table is SEEN:
                yield from ((n, taken[n], POINT) for n in POINTED if n in taken)

    def given(self, key: Key, *keys: str) -> Keymap:
        """With keys of the player's own for something; none: those of the preset again."""
        own = {name: kept for name, kept in self.own.items() if name != key.id}
        return attrs.evolve(self, own={**own, key.id: keys} if keys else own)

    def taking(self, key: Key, keys: tuple[str, ...], other: Key) -> Keymap | None:
        """With keys for something that are taken from another; None where that cannot be.

        One that would have none left gets the first that they take the place of.

        >>> undo, look = (_DEFAULTS[name] for name in ("battle.undo", "battle.look"))
        >>> found = Keymap().taking(undo, ("x",), look)
        >>> found.own["battle.undo"], found.own["battle.look"]
        (('x',), ('u',))
        """
        free = (one for one in self.of(key) if one not in keys and one not in FIXED)
        left = tuple(one for one in self.of(other) if one not in keys) or tuple(free)[:1]
        if not left or other.id not in _DEFAULTS or FIXED.intersection(keys) - set(self.of(key)):
            return None
        found = self.given(key, *keys).given(other, *left)
        return None if any(found.clashes()) else found


POINT = Key(",".join(POINTED), "point", "", N_("Point at cells."), place="replay")
"""What those keys do in a replay."""


def _keys(text: str) -> tuple[str, ...]:
    return tuple(key for key in map(key_of, text.split()) if key is not None)


def keys_file(options: Path) -> Path:
    """Where the player's own keys are kept: beside the options."""
    return options.with_name("keys.toml")


def read_keymap(path: Path, preset: str) -> tuple[Keymap, list[str]]:
    """The keys of a file over those of a preset, and what is wrong in it, each in a line.

    What is wrong is left out; of keys that clash, all those of the file.

    >>> read_keymap(Path("nowhere"), "vi")
    (Keymap(preset='vi', own={}), [])
    """
    if not path.exists():
        return Keymap(preset), []
    from tacsim.content.documents import read_document
    from tacsim.content.faults import ContentError

    try:
        tables = read_document(path).tables
    except ContentError as error:
        return Keymap(preset), [str(error)]
    own: dict[str, tuple[str, ...]] = {}
    faults: list[str] = []
    for place, table in tables.items():
        rows = table if isinstance(table, dict) else {"": table}
        for name, value in rows.items():
            fault = _fault(f"{place}.{name}", value)
            if fault:
                faults.append(f"{path}: {fault}")
            else:
                own[f"{place}.{name}"] = _keys(value)
    found = Keymap(preset, own)
    while clashes := [clash for clash in found.clashes() if {c.id for c in clash[1:]} & set(own)]:
        for one, first, second in clashes:
            faults.append(f"{path}: {clash_text(one, first, second)}")
            for key in (first, second):
                own.pop(key.id, None)
        found = Keymap(preset, own)
    return found, faults


def _fault(name: str, value: object) -> str:
    """What is wrong with a line of the file, empty for nothing."""
    if name not in _DEFAULTS:
        return _("nothing is called {name}").format(name=name.rstrip("."))
    if not isinstance(value, str) or not value.split():
        return _('{name}: the keys stand in one text, as "u 9"').format(name=name)
    for word in value.split():
        key = key_of(word)
        if key is None:
            return _("{name}: no key is called {key}").format(name=name, key=word)
        if key in FIXED and key not in _DEFAULTS[name].keys.split(","):
            return _("{name}: {key} always keeps what it does").format(name=name, key=word)
    return ""


def clash_text(key: str, one: Key, other: Key) -> str:
    """That a key would do two things."""
    return _("{key} cannot be both {one} and {other}").format(
        key=key_name(key), one=one.id, other=other.id
    )


def write_keymap(path: Path, keymap: Keymap) -> str | None:
    """Keep the player's own keys; what else stands in the file stays. What went wrong, or None."""
    import tomlkit

    try:
        text = path.read_text("utf-8") if path.exists() else ""
        document = tomlkit.parse(text)
        for name in _DEFAULTS:
            place, _dot, what = name.partition(".")
            keys = " ".join(map(key_word, keymap.own.get(name, ())))
            if keys:
                document.setdefault(place, tomlkit.table())[what] = keys
            elif what in document.get(place, {}):
                del document[place][what]
        fresh = path.with_name(path.name + ".new")
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(tomlkit.dumps(document), "utf-8")
        fresh.replace(path)
    except (OSError, ValueError, TypeError) as error:
        return f"{path}: {reason(error)}"
    return None
