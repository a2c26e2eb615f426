"""The library: where scenario and map files are found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any

from tacsim.content.documents import Document, read_document
from tacsim.content.faults import ContentError, Fault
from tacsim.i18n import _
from tacsim.rulesets.schema import hinted, said

SUFFIX = ".toml"
LESSONS = "lessons"
"""The folder of lessons among maps."""


def roots() -> tuple[FilePath, ...]:
    """The folders of maps: the current directory's, the checkout's, the installed package's."""
    folders = [FilePath.cwd() / "maps", *_own()]
    unique = {folder.resolve(): None for folder in folders if folder.is_dir()}
    return tuple(unique)


def _own() -> tuple[FilePath, ...]:
    """The folders in which the maps of the program itself may be."""
    package = FilePath(__file__).resolve().parents[1]
    checkout = package.parent
    folders = [checkout / "maps"] if (checkout / "pyproject.toml").is_file() else []
    return (*folders, package / "maps")


def library() -> list[FilePath]:
    """The scenario files in the folders of maps, ordered by name; of equal names, the first."""
    return _scenarios(roots())


def shipped() -> list[FilePath]:
    """Those that come with the program, ordered by name."""
    return _scenarios(_own())


def is_shipped(path: FilePath) -> bool:
    """Whether a file comes with the program, which is not to be written over."""
    whole = path.resolve()
    return any(whole.is_relative_to(folder.resolve()) for folder in _own())


def _scenarios(roots: Iterable[FilePath]) -> list[FilePath]:
    found: dict[str, FilePath] = {}
    for root in roots:
        for path in sorted(root.glob(f"*{SUFFIX}")):
            if path.name not in found and is_scenario(path):
                found[path.name] = path
    return [found[name] for name in sorted(found)]


def lessons() -> list[FilePath]:
    """The lessons, in their order: that of their names, in the first folder of maps with any."""
    for root in roots():
        found = sorted((root / LESSONS).glob(f"*{SUFFIX}"))
        if found:
            return found
    return []


_SCENARIO = frozenset({"map", "side", "goal", "do", "rules", "seed"})
_MAP = frozenset({"grid", "legend", "level", "barrier", "lamp", "label", "topology", "light"})
_ENTRY = frozenset({"abilities", "hands", "hp", "size"})
NO_ENTRY = _SCENARIO | _MAP | {"creature", "ruleset"}
"""Keys of files that no entry of a bestiary may have for its id."""


def kind_of(tables: Mapping[str, Any]) -> str:
    """What a file is by its keys: "scenario", "map", "party", "bestiary" (weapons too), or empty.

    >>> kind_of({"seed": 3}), kind_of({"grid": "..."}), kind_of({"orc": {"abilities": {}}})
    ('scenario', 'map', 'bestiary')
    """
    if tables.keys() & _SCENARIO:
        return "scenario"
    if tables.keys() & _MAP:
        return "map"
    if "creature" in tables:
        return "party"
    entries = [one for one in tables.values() if isinstance(one, Mapping)]
    return "bestiary" if any(_ENTRY & one.keys() for one in entries) else ""


def is_scenario(path: FilePath) -> bool:
    """Whether a file is a scenario, as far as its keys tell; False for what is no TOML."""
    try:
        tables = read_document(path).tables
    except ContentError:
        return False
    named = {"ruleset", "map", "creature", "side"} & tables.keys()
    return len(named - {"map"}) > 1 or {"ruleset", "map"} <= named


def find_scenario(name: str | FilePath) -> FilePath:
    """The scenario file of a path, or of a name in the library, such as ``lessons/1_moving``.

    Errors: ContentError with the names that come close.
    """
    path, text = FilePath(name), str(name)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):
        raise ContentError([Fault(text[:80], 0, "", _("is no usable file name"))]) from None
    if text in (path.name, f"{LESSONS}/{path.name}"):
        for root in roots():
            for candidate in (root / text, root / f"{text}{SUFFIX}"):
                if candidate.is_file():
                    return candidate
    if path.exists():
        return path
    known = [one.stem for one in library()]
    raise ContentError(
        [Fault(text, 0, "", hinted(_("there is no such scenario"), path.stem, known))]
    )


def named_file(name: str | FilePath) -> FilePath:
    """A file, or the scenario of that name in the library for what is none and has no suffix.

    Errors: ContentError with the names that come close.
    """
    path = FilePath(name)
    return path if path.suffix or path.exists() else find_scenario(name)


def map_document(name: str, beside: FilePath) -> Document:
    """The map file of a name; errors as those of :func:`document_near`."""
    return document_near(name, beside, _("there is no map {value} beside the scenario or in maps/"))


def document_near(name: str, beside: FilePath, missing: str) -> Document:
    """The file of a name that a scenario gives, read; errors as those of :func:`find_near`.

    ContentError for no TOML.
    """
    return read_document(find_near(name, beside, missing))


def find_near(name: str, beside: FilePath, missing: str) -> FilePath:
    """The file of a name that a scenario gives: in its own folder, or in a folder of maps.

    ``missing``: what to say where there is none, with ``{value}`` for the name. Errors: ValueError
    for a name that leads elsewhere or nowhere.
    """
    path = FilePath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise ValueError(_("must name a file beside the scenario or in maps/"))
    if not name.isprintable() or len(name) > 200:
        raise ValueError(said(_("is no usable file name: {value}"), name))
    for folder in (beside, *roots()):
        found = folder / path
        try:
            if found.is_file():
                if not found.resolve().is_relative_to(folder.resolve()):
                    raise ValueError(_("must name a file beside the scenario or in maps/"))
                return found
        except OSError:
            continue
    raise ValueError(said(missing, name))
