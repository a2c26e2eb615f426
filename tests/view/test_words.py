"""What people read goes through gettext, and the view stands on its own."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tacsim
from tacsim import i18n
from tacsim.rulesets import RULESETS, content
from tacsim.view.wording.words import weapon_word, word

PACKAGE = Path(tacsim.__file__).parent
SOURCES = sorted((PACKAGE / "view").rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_the_view_imports_model_rules_and_play_only(source):
    allowed = ("tacsim.grid", "tacsim.core", "tacsim.rules", "tacsim.session", "tacsim.view",
               "tacsim.i18n", "tacsim.rulesets")  # fmt: skip
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            assert not name.startswith(("textual", "rich")), name
            if name.startswith("tacsim"):
                assert name.startswith(allowed), name


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_no_ruleset_is_asked_for_by_name(source):
    tree = ast.parse(source.read_text("utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            assert node.value not in ("d20", "grid5e", "metric", "pool")


def test_gettext_is_light():
    program = (
        "import sys; before = set(sys.modules); import tacsim.i18n as i;"
        "i.set_language('en'); assert i._('x') == 'x';"
        "print(*sorted(set(sys.modules) - before))"
    )
    command = [sys.executable, "-c", program]
    out = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    loaded = set(out.stdout.split())
    assert not loaded & {"gettext", "locale", "numpy", "tcod", "attrs", "attr", "babel"}


@pytest.fixture
def language(monkeypatch):
    for name in ("TACSIM_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    i18n.set_language(None)
    yield monkeypatch
    i18n.set_language(None)


@pytest.mark.parametrize(("variables", "found"), [
    ({}, ()),
    ({"LANG": "C.UTF-8"}, ()),
    ({"LANG": "en_GB.UTF-8"}, ()),
    ({"LANG": "ko_KR.UTF-8"}, ("ko_KR",)),
    ({"LANG": "ko_KR.UTF-8", "LANGUAGE": "de:en:ko"}, ("de",)),
    ({"LANG": "de_DE", "LC_ALL": "fr_FR.UTF-8@euro"}, ("fr_FR",)),
    ({"LANGUAGE": "de", "TACSIM_LANG": "ko"}, ("ko",)),
])  # fmt: skip
def test_the_environment_chooses_the_language(language, variables, found):
    for name, value in variables.items():
        language.setenv(name, value)
    assert i18n.languages() == found


def test_kinds_and_weapons_go_by_their_names():
    for ruleset in RULESETS:
        for key, entry in content(ruleset).bestiary.items():
            assert word({}, key).casefold() == entry["name"].casefold()
        for key, entry in content(ruleset).weapons.items():
            if key != "unarmed":  # a state there, an attack in the table
                name = weapon_word(key)
                assert name.replace(" ", "") == entry["name"].replace(" ", ""), key


def test_a_language_without_a_catalogue_falls_back_to_english(language):
    i18n.set_language("tlh")
    assert i18n._("Round {n}") == "Round {n}"
    assert i18n.ngettext("{n} square", "{n} squares", 2) == "{n} squares"


def test_a_catalogue_is_used_when_there_is_one(language, tmp_path):
    catalog = pytest.importorskip("babel.messages.catalog")
    mofile = pytest.importorskip("babel.messages.mofile")
    made = catalog.Catalog(locale="ko")
    made.add("Round {n}", "{n} 라운드")
    made.add(("{n} square", "{n} squares"), ("{n}칸",))
    folder = tmp_path / "ko" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "tacsim.mo").open("wb") as file:
        mofile.write_mo(file, made)
    language.setattr(i18n, "LOCALE", tmp_path)
    i18n._catalogue.cache_clear()
    i18n.set_language("ko_KR")
    try:
        assert i18n._("Round {n}").format(n=3) == "3 라운드"
        assert i18n.ngettext("{n} square", "{n} squares", 2).format(n=2) == "2칸"
    finally:
        i18n._catalogue.cache_clear()
