"""TMX: Tiled's XML, as the tables that its JSON would hold. Nothing in it may declare entities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.parsers import expat

import attrs

from tacsim.content.imports.sources import Value, read_whole, unusable
from tacsim.i18n import _, translate

MOST_NODES = 30_000
MOST_DEEP = 30
"""The most elements of a file, tiles in layers apart, and how deep they may lie."""
NUMBERS = frozenset({
    "width", "height", "tilewidth", "tileheight", "infinite", "hexsidelength", "firstgid", "id",
    "gid", "x", "y", "offsetx", "offsety", "visible", "tilecount", "rotation",
})  # fmt: skip
"""The attributes that are numbers."""
LAYERS: Mapping[str, str] = {
    "layer": "tilelayer", "objectgroup": "objectgroup", "group": "group",
    "imagelayer": "imagelayer",
}  # fmt: skip


@attrs.define
class _Node:
    tag: str
    attributes: dict[str, str]
    line: int
    children: list[_Node] = attrs.field(factory=list)
    words: list[str] = attrs.field(factory=list)
    gids: list[str] = attrs.field(factory=list)

    @property
    def text(self) -> str:
        return "".join(self.words).strip()

    def of(self, *tags: str) -> Iterator[_Node]:
        return (child for child in self.children if child.tag in tags)


def read_tmx(path: Path) -> Value:
    """What a .tmx or .tsx file holds, in the form of JSON; ContentError."""
    root = _parsed(str(path), read_whole(path))
    if root.tag == "map":
        return Value(str(path), _map(root))
    if root.tag == "tileset":
        return Value(str(path), _tileset(root))
    raise unusable(str(path), _("is no map of Tiled"), line=root.line)


def _parsed(file: str, data: bytes) -> _Node:
    """The elements of an XML text; ContentError, also for one that declares anything."""
    parser = expat.ParserCreate()
    top = _Node("", {}, 0)
    open_: list[_Node] = [top]
    count = 0

    def refuse(message: str) -> Exception:
        return unusable(file, message, line=parser.CurrentLineNumber)

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        if tag == "tile" and open_[-1].tag in ("data", "chunk"):
            open_[-1].gids.append(attributes.get("gid", "0"))
            open_.append(_Node(tag, {}, 0))
            return
        count += 1
        if count > MOST_NODES:
            raise refuse(_("has more than {n} elements").format(n=MOST_NODES))
        if len(open_) > MOST_DEEP:
            raise refuse(_("is nested too deeply"))
        node = _Node(tag, attributes, parser.CurrentLineNumber)
        open_[-1].children.append(node)
        open_.append(node)

    def declared(*_arguments: object) -> None:
        raise refuse(_("declares a document type, which may hold entities: not read"))

    def typed(_name: str, _system: str | None, _public: str | None, inside: int) -> None:
        if inside:  # else it only names one, as the oldest maps do, which nobody fetches
            declared()

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _tag: open_.pop()
    parser.CharacterDataHandler = lambda text: open_[-1].words.append(text)
    parser.StartDoctypeDeclHandler = typed
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        words = _("no valid XML: {message}").format(
            message=translate(expat.ErrorString(error.code))
        )
        raise unusable(file, words, line=error.lineno) from None
    except (LookupError, UnicodeError, ValueError):  # an encoding that there is not
        raise unusable(file, _("is in an unknown encoding")) from None
    return top.children[0]


# --- the same as JSON ----------------------------------------------------------------------------


def _attributes(node: _Node) -> dict[str, Any]:
    """Attributes, those that are numbers as such."""
    return {key: _number(text) if key in NUMBERS else text for key, text in node.attributes.items()}


def _number(text: str) -> object:
    """A number as it is written; the text where it is none."""
    kinds: tuple[Callable[[str], object], ...] = (int, float)
    for kind in kinds:
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _properties(node: _Node) -> list[dict[str, Any]]:
    found = []
    for each in node.of("properties"):
        for one in each.of("property"):
            kind = one.attributes.get("type", "string")
            text = one.attributes.get("value", one.text)
            value: object = text
            if kind in ("int", "float"):
                value = _number(text)
            elif kind == "bool":
                value = text == "true"
            found.append({"name": one.attributes.get("name", ""), "value": value})
    return found


def _map(node: _Node) -> dict[str, Any]:
    return {
        **_attributes(node),
        "properties": _properties(node),
        "tilesets": [_tileset(one) for one in node.of("tileset")],
        "layers": [_layer(one) for one in node.of(*LAYERS)],
    }


def _tileset(node: _Node) -> dict[str, Any]:
    tiles = [
        {**_attributes(one), "properties": _properties(one)} for one in node.of("tile")
    ]  # fmt: skip
    return {**_attributes(node), "tiles": tiles}


def _layer(node: _Node) -> dict[str, Any]:
    found = {**_attributes(node), "type": LAYERS[node.tag], "properties": _properties(node)}
    if node.tag == "layer":
        for data in node.of("data"):
            for key in ("encoding", "compression"):
                if key in data.attributes:
                    found[key] = data.attributes[key]
            chunks = list(data.of("chunk"))
            if chunks:
                found["chunks"] = [{**_attributes(one), "data": _data(one)} for one in chunks]
            else:
                found["data"] = _data(data)
    elif node.tag == "objectgroup":
        found["objects"] = [_object(one) for one in node.of("object")]
    elif node.tag == "group":
        found["layers"] = [_layer(one) for one in node.of(*LAYERS)]
    return found


def _data(node: _Node) -> object:
    """The tiles of a layer: a text, or numbers where each is an element."""
    return [_number(gid) for gid in node.gids] if node.gids else node.text


def _object(node: _Node) -> dict[str, Any]:
    found = {**_attributes(node), "properties": _properties(node)}
    for child in node.children:
        if child.tag in ("polyline", "polygon"):
            pairs = (pair.partition(",") for pair in child.attributes.get("points", "").split())
            found[child.tag] = [{"x": _number(x), "y": _number(y)} for x, _comma, y in pairs]
        elif child.tag == "text":
            found["text"] = {"text": child.text}
        elif child.tag in ("point", "ellipse"):
            found[child.tag] = True
    return found
