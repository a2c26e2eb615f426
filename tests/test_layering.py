"""Imports point one way, and the battle's world has one writer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import tacsim

ROOT = Path(tacsim.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

BELOW: dict[str, set[str]] = {
    "grid": set(),
    "core": {"grid", "i18n"},
    "rules": {"grid", "core"},
    "rulesets": {"grid", "core", "rules", "i18n"},
    "content": {"grid", "core", "rules", "rulesets", "i18n"},
    "session": {"grid", "core", "rules", "rulesets", "content", "i18n"},
    "i18n": set(),
    "version": set(),
    "borrowed": {"i18n"},
    "enforces": set(),
}
"""What each layer may import besides itself."""
for top in ("ai", "storage", "view"):  # side by side: none imports another
    BELOW[top] = {*BELOW["session"], "session"}
BELOW["storage"].add("version")
BELOW["export"] = {*BELOW["session"], "session", "storage", "view", "version"}
BELOW["api"] = {*BELOW["export"], "export", "ai"}
BELOW["sim"] = {*BELOW["api"], "api"}
BELOW["player"] = {*BELOW["session"], "session", "storage", "view", "api"}
BELOW["plain"] = {*BELOW["api"], "api", "player"} - {"rules", "rulesets", "ai"}
BELOW["app"] = set(BELOW) - {"rules", "rulesets", "ai", "plain", "export"}
BELOW["web"] = {"app", "storage", "i18n"}
BELOW["cli"] = {"api", "sim", "view", "i18n", "version", "player", "app", "plain", "web"}
BELOW["__init__"] = {*BELOW["sim"], "sim"}
BELOW["__main__"] = {"cli", "i18n"}
for allowed in BELOW.values():  # who decides a clause says so, wherever it is
    allowed.add("enforces")

WRITERS = {
    "core/world.py",
    "core/apply.py",
    "content/worlds.py",
}
"""Whoever puts components into the world of a battle: the world itself, the events, the set-up."""

OWN_WORLDS = {
    "core/battle.py": "the dice of a fork that has its own",
    "content/setup.py": "the last of the set-up: the seed, and who starts narrowed",
    "rules/perception.py": "what a side in fog does not know, taken out of what it believes",
    "session/view.py": "where others are on their way to, taken out of what a side is shown",
    "ai/knowing/chances.py": "a duel between two copies",
    "view/wording/plain_attacks.py": "what would happen if, on a copy",
}
"""Files that write only to worlds of their own, each with its reason."""

RULESETS = {"d20", "grid5e", "metric", "pool"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def layer(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else path.stem


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree(path)))


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """What has been parsed is let go of with the last test that wants it."""
    yield
    for kept in (tree, nodes, imports, at_once):
        kept.cache_clear()


def called(node: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    func = node.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def imported(node: ast.AST, path: Path) -> Iterator[str]:
    """The full names of the modules that a node imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            package = ("tacsim", *path.relative_to(ROOT).parts[: -node.level])
            base = ".".join((*package, *filter(None, [base])))
        yield base
        if base == "tacsim":
            yield from (f"tacsim.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and called(node).endswith("import_module"):
        yield from (
            a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
        )


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    return [
        (node.lineno, module)  # type: ignore[attr-defined]  # imports and calls have lines
        for node in nodes(path)
        for module in imported(node, path)
    ]


@cache
def at_once(path: Path) -> list[tuple[int, str]]:
    """The imports that happen when the module itself is imported."""
    found: list[tuple[int, str]] = []
    waiting: list[ast.AST] = [tree(path)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        found += [(node.lineno, module) for module in imported(node, path)]  # type: ignore[attr-defined]  # as above
        waiting += ast.iter_child_nodes(node)
    return found


def test_there_is_something_to_look_at():
    assert len(MODULES) > 100
    assert {layer(path) for path in MODULES} <= set(BELOW)


def test_imports_point_one_way():
    wrong = []
    for path in MODULES:
        mine = layer(path)
        allowed = BELOW[mine] | {mine}
        lazily = {"ai"} if mine == "session" else set()
        now = {module for _, module in at_once(path)}
        for line, module in imports(path):
            root, _, rest = module.partition(".")
            theirs = rest.split(".")[0]
            if root != "tacsim" or not theirs or not is_module(theirs):
                continue
            if theirs not in allowed and not (theirs in lazily and module not in now):
                wrong.append(f"{path}:{line} imports {module}")
    assert not wrong


@cache
def is_module(name: str) -> bool:
    return (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()


def test_textual_is_the_app_s_affair():
    """And, as far as a page is what it draws on, that of the server of pages."""
    for path in MODULES:
        if layer(path) == "app":
            continue
        for line, module in imports(path):
            theirs = module.split(".")[0] in ("textual", "rich") and layer(path) != "web"
            assert not theirs, f"{path}:{line}"
        for line, module in at_once(path):
            assert not f"{module}.".startswith("tacsim.app."), f"{path}:{line} not in a function"


def test_screens_ask_nothing_of_a_ruleset_but_which_it_is():
    """What its modes, shapes and clauses mean is told by ``player`` and ``view``."""
    asking = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path in MODULES
        if layer(path) == "app"
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
        if node.value.attr == "ruleset" and node.attr != "id"
    ]
    assert not asking


def leads_to(path: Path, files: set[str]) -> Iterator[str]:
    """The files that a file imports, whenever and for whatever it does.

    Where a module of a package is imported by its name, that is the module and not the package.
    """

    def found(name: str) -> set[str]:
        file = name.removeprefix("tacsim.").replace(".", "/")
        return {f"{file}.py", f"{file}/__init__.py"} & files

    for node in nodes(path):
        for base in imported(node, path):
            names = node.names if isinstance(node, ast.ImportFrom) else ()
            for name in [f"{base}.{alias.name}" for alias in names] or [base]:
                yield from found(name) or found(base)


def circle(files: dict[str, set[str]]) -> list[str]:
    """Files of which each imports the next and the last is the first again; empty if none do."""
    try:
        TopologicalSorter(files).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_two_files_import_each_other_not_even_for_types_or_around_a_circle():
    paths = {name_of(path): path for path in MODULES}
    files = {name: set(leads_to(path, set(paths))) - {name} for name, path in paths.items()}
    assert "core/battle.py" in files["rules/battle.py"]
    assert not circle(files)


def puts(path: Path) -> Iterator[tuple[int, str]]:
    """Calls of a world's ``put``; canvases and widgets have one as well."""
    for node in nodes(path):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "put"
        ):
            continue
        whose = ast.unparse(node.func.value)
        widgets = ("canvas", "caption", "self._caption", "self._heading")
        other = whose in widgets or "query_one" in whose
        other = other or (whose == "self" and layer(path) in ("app", "view"))
        if not other:
            yield node.lineno, whose


def test_few_write_to_a_world():
    writing = {name_of(path) for path in MODULES if any(puts(path))}
    assert writing <= WRITERS | set(OWN_WORLDS)


@pytest.mark.parametrize("name", sorted(WRITERS | set(OWN_WORLDS)))
def test_every_writer_named_is_one(name):
    assert name == "core/world.py" or list(puts(ROOT / name))


def test_rules_ask_for_hit_points_only_to_take_damage_from_them():
    """Forecasts carry on states that differ in hit points alone as one (``rules/fronts.py``)."""
    for path in MODULES:
        if layer(path) not in ("rules", "rulesets") or path.name == "fronts.py":
            continue
        minuends = {id(n.left) for n in nodes(path)
                    if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Sub)}  # fmt: skip
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and ast.unparse(node).endswith(".hp.current"):
                assert id(node) in minuends, f"{path}:{node.lineno}"


def strings(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node)
            if isinstance(n, ast.Constant) and isinstance(n.value, str)}  # fmt: skip


def names_a_ruleset(node: ast.AST) -> bool:
    """Whether a node asks which of the rulesets one is."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        literal = any(isinstance(side, ast.Constant) and isinstance(side.value, str)
                      for side in sides)  # fmt: skip
        return bool(strings(node) & RULESETS) or (literal and any(
            ast.unparse(side).endswith(("ruleset", "ruleset.id", "ruleset.title", "ruleset.name"))
            for side in sides
        ))  # fmt: skip
    if isinstance(node, ast.match_case):
        return bool(strings(node.pattern) & RULESETS)
    if isinstance(node, ast.Call) and called(node) == "startswith":
        return bool(strings(node) & {f"{name}." for name in RULESETS})
    return False


def test_nobody_asks_for_a_ruleset_s_name():
    asking = [
        f"{path}: {ast.unparse(node)}"
        for path in MODULES
        for node in nodes(path)
        if names_a_ruleset(node)
    ]
    assert not asking


PROGRAMS = sorted(path.stem for path in (ROOT.parent / "benchmarks").glob("[!_]*.py"))


@pytest.mark.parametrize("name", [one for one in PROGRAMS if not one.startswith("test_")])
def test_a_benchmark_finds_what_it_imports(name: str):
    """They are run by hand alone, so nothing else would tell."""
    if name == "tune":
        pytest.importorskip("cmaes", reason="no cmaes here: the extra dev brings it")
    import_module(f"benchmarks.{name}")
