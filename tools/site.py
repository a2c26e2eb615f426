"""A hook of MkDocs: the order of the site's pages, and those that are made when it is built.

Those are the first page and others of the project's root, the reference of the library, and every
rule with its words, where it is enforced and tested, and what shows it: a picture of a battle in
which it applies, else what a test of it draws and sets up (`tools/shown.py`), and the data that
state it. Nothing made is kept.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from shown import Example, examples, ruled, tables

import tacsim

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

FROM_THE_ROOT = {
    "README.md": "index.md",
    "README.ko.md": "in-korean.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE.md": "notice.md",
}
"""Pages that lie beside the folder of documents, each with its place in the site."""
SECTIONS: dict[str, tuple[str, ...]] = {
    "Play": ("index", "installing", "in-a-browser", "gauntlet", "opponents", "hotseat", "plain",
             "keys", "sharing"),
    "Your own battles": ("your-own-battles", "editor", "monsters", "goals", "creatures", "cubes",
                         "effects", "lessons"),
    "The lab": ("lab", "bots-and-training"),
    "The library": ("library", "api", "save-format", "architecture"),
    "Rules": ("rules/index", "sources"),
    "The project": ("contributing", "translating", "glossary", "changelog", "notice"),
}  # fmt: skip
"""The sections of the site, each with its pages, as far as there are such; others come last."""
RULESETS = {
    "d20": "d20: five-foot squares",
    "grid5e": "grid5e: the 5e family in feet",
    "metric": "metric: the 5e family in metres",
    "pool": "pool: cubes and pools of dice",
}
TOPICS = {
    "ac": "Armour class", "adjacent5": "Within five feet", "aoe": "Areas",
    "aoo": "Opportunity attacks", "diag": "Diagonals", "end": "Where one may stop",
    "fills": "What fills a square", "hp": "Hit points", "init": "Initiative",
    "min-move": "The least movement", "oa": "Opportunity attacks", "pass": "Passing others",
    "rerise": "Getting up", "size3": "Sizes far apart", "sizemod": "What size adds",
}  # fmt: skip
"""What rules are about, where the second part of their ids is short for it."""
SOURCES = {"text": "a source", "srd": "the open rules", "ruling": "a ruling of this project"}
SEED, PLAYED_BY = 1, "greedy"
"""The battles that the pictures of rules are taken from."""
AS_TESTED = "As it is tested: "
"""Before what shows a rule where it has neither a picture nor a board nor data."""

log = get_plugin_logger(__name__)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages in order."""
    there = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    made = {name.removesuffix(".md") for name in FROM_THE_ROOT.values()}
    there |= {*made, "api", "rules/index"}
    nav = []
    for title, names in SECTIONS.items():
        pages: list[object] = [f"{name}.md" for name in names if name in there]
        if title == "Rules":
            pages[1:1] = [{words: f"rules/{name}.md"} for name, words in RULESETS.items()]
        if pages:
            nav.append({title: pages})
    known = {name for names in SECTIONS.values() for name in names}
    nav[-1]["The project"] += [f"{name}.md" for name in sorted(there - known)]
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make the pages that are made."""
    for source, target in FROM_THE_ROOT.items():
        files.append(File.generated(config, target, content=(ROOT / source).read_text("utf-8")))
    files.append(File.generated(config, "api.md", content="\n".join(reference())))
    for name, content in rules():
        files.append(File.generated(config, f"rules/{name}", content=content))
    return files


def on_page_markdown(markdown: str, **_more: object) -> str:
    """Let links between the folder of documents and the root lead to the pages of the site."""
    for source, target in FROM_THE_ROOT.items():
        markdown = re.sub(rf"\]\((?:\.\./)?{re.escape(source)}", f"]({target}", markdown)
    return re.sub(r"\]\(docs/", "](", markdown)


# --- the library ----------------------------------------------------------------------------------


def reference() -> Iterator[str]:
    """The page of everything that ``import tacsim`` gives."""
    yield "# Reference\n"
    yield "Everything that `import tacsim` gives; [what people do with it](library.md).\n"
    for name in tacsim.__all__:
        if not name.startswith("__"):
            found = getattr(tacsim, name)
            module = getattr(found, "__module__", None)
            path = f"{module}.{name}" if module else found.__name__
            yield f"::: {path}\n"


# --- the rules ------------------------------------------------------------------------------------


def rules() -> Iterator[tuple[str, str]]:
    """The pages of the rules and their pictures: names in their folder, contents."""
    every = tacsim.look_up()
    found = pictures()
    for moment, picture in dict(found.values()).items():
        yield f"pictures/{moment}.svg", picture
    told: dict[str, str] = {}
    for id_, (moment, _picture) in found.items():
        battle, number = moment.rsplit("-", 1)
        told[id_] = image(f"{battle}, after event {number}", moment)
    with tempfile.TemporaryDirectory() as folder:
        rest = [rule for rule in every if rule.id not in found]
        for id_, those in examples(rest, Path(folder)).items():
            told[id_] = "\n".join(of_examples(those))
        for path in Path(folder).glob("*.svg"):
            if any(f"/{path.name})" in each for each in told.values()):
                yield f"pictures/{path.name}", path.read_text("utf-8")
    for rule in every:
        if rows := "\n".join(tables(rule)):
            told[rule.id] = told[rule.id].partition(AS_TESTED)[0] + "\n" + rows
        if not told[rule.id]:
            log.warning("nothing shows the rule %s", rule.id)
    overview = ["# Every rule\n", "Each has an id, which the game cites wherever it applies it; "
                "`tacsim rules ID` tells the same.\n", "| rules | how many | with a picture | "
                "with a board | with a table or a test |", "|---|---|---|---|---|"]  # fmt: skip
    for name, title in RULESETS.items():
        shown = [told[rule.id] for rule in every if rule.ruleset == name]
        seen = sum("](pictures/" in each for each in shown)
        drawn = sum("```text" in each and "](pictures/" not in each for each in shown)
        row = f"{len(shown)} | {seen} | {drawn} | {len(shown) - seen - drawn}"
        overview.append(f"| [{title}]({name}.md) | {row} |")
        yield f"{name}.md", "\n".join(of_ruleset(title, tacsim.look_up(name), told))
    yield "index.md", "\n".join(overview)


def image(about: str, name: str) -> str:
    """A picture of a rule."""
    return f"![{about}](pictures/{name}.svg){{ loading=lazy }}\n"


def of_examples(those: list[Example]) -> Iterator[str]:
    """What the tests of a rule draw and set up; else what one is tried on, or as it stands."""
    drawn = next((each for each in those if each.board), None)
    if drawn is not None:
        yield f"{drawn.about}:\n\n```text\n{drawn.board}\n```\n"
    pictured = sorted((each for each in those if each.picture), key=lambda each: each.case is None)
    if pictured and pictured[0].picture:
        yield image(pictured[0].about, pictured[0].picture.stem)
        return
    if drawn is not None:
        return
    tried = next((each for each in those if len(each.cases) > 1), None)
    if tried is not None:
        yield f"{AS_TESTED}{tried.about}:\n"
        cells = [[*case.values()] for case in tried.cases]
        yield from ruled([*tried.cases[0]], cells, [n == tried.case for n in range(len(cells))])
    elif those:
        yield f"{AS_TESTED}{those[0].about}:\n\n```python\n{those[0].source}\n```\n"


def of_ruleset(title: str, clauses: list[tacsim.Rule], told: dict[str, str]) -> Iterator[str]:
    """The page of a ruleset: its rules under what they are about."""
    about = defaultdict(list)
    for clause in clauses:
        about[clause.id.split(".")[1]].append(clause)
    yield f"# {title}\n"
    for topic, those in about.items():
        words = TOPICS.get(topic, topic.replace("-", " ").capitalize())
        yield f"## {words} {{ #{topic}-rules }}\n"
        for clause in those:
            yield from of_clause(clause, told[clause.id])


def of_clause(clause: tacsim.Rule, told: str) -> Iterator[str]:
    """A rule, with what shows it."""
    yield f"### {clause.title} {{ #{clause.id} }}\n"
    yield f"`{clause.id}` · {SOURCES[clause.source]}\n"
    yield f"{clause.text}\n"
    for switch in clause.switches:
        state = "on" if switch.default else "off"
        yield f"Switch `{switch.name}`, {state} unless set: {switch.title}\n"
    yield told
    if clause.enforced:
        yield "Enforced in " + ", ".join(f"`{place}`" for place in clause.enforced) + ".\n"
    yield f'??? note "Shown by {len(clause.tests)} test{"s"[: len(clause.tests) > 1]}"'
    yield from (f"    - `{test}`" for test in clause.tests)
    yield ""


def pictures() -> dict[str, tuple[str, str]]:
    """A moment of a battle for each rule that applies in one, and a picture of it.

    Opponents fight every battle that comes with the program; the first event that cites a rule,
    itself or by a modifier, is its moment.
    """
    found: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for scenario in sorted((ROOT / "maps").rglob("*.toml")):
            battle = tacsim.load(str(scenario), seed=SEED)
            tacsim.play(battle, dict.fromkeys(battle.sides, PLAYED_BY))
            fought = tacsim.replay(battle.save(f"{folder}/{scenario.stem}.tacsim"))
            for number, event in enumerate(fought, 1):
                if event["event"] == "condition_lost":
                    continue  # a rule is best seen where it begins to matter
                cited = {*event.get("clauses", ())}
                cited |= {one.get("clause") for one in event.get("modifiers", ())} - {None}
                fresh = cited - found.keys()
                if fresh:
                    drawn = f"{scenario.stem}-{number}", fought.export("svg", at=number)
                    found |= dict.fromkeys(fresh, drawn)
    return found
