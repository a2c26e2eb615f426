"""The page about many battles: complete in itself, safe, and with the battles that it names."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli.calls import call, unusable
from export.browser import Browser
from export.test_page import Parsed

import tacsim
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.sim.page import page_of
from tacsim.sim.simulate import trial_of
from tacsim.sim.trial import Trial
from tacsim.sim.workers import Processes
from tacsim.storage.saved import parse

SIDES = {"blue": "quick", "red": "quick"}
DUEL = Path(__file__).parents[1] / "sim" / "duel.toml"


def fought(name: Scenario | Path = DUEL, battles: int = 5, **more: Any) -> Trial:
    trial = trial_of(name, battles, SIDES, **more)
    trial.fight(Processes(1))
    return trial


@pytest.fixture(scope="module")
def trial() -> Trial:
    return fought()


@pytest.fixture(scope="module")
def text(trial: Trial) -> str:
    return page_of(trial)


def scripts(text: str) -> list[str]:
    return [raw for tag, raw in Parsed(text).raw if tag == "script"]


def test_nothing_is_loaded_and_only_its_own_script_runs(text: str) -> None:
    (policy,) = (str(attrs["content"]) for tag, attrs in Parsed(text).elements
                 if tag == "meta" and attrs.get("http-equiv"))  # fmt: skip
    assert policy.startswith("default-src 'none'; ")
    data, script = scripts(text)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in policy
    for page in json.loads(data):
        _battle, inner = scripts(page)
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy, "what plays the battles may run as well"
    outside = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert all(one.startswith("data:") for one in outside)


def test_the_battles_worth_a_look_are_in_it(trial: Trial, text: str, tmp_path: Path) -> None:
    told = trial.answer()["notable"]
    kept = [attrs for tag, attrs in Parsed(text).elements if tag == "a" and "download" in attrs]
    assert len(kept) == len(json.loads(scripts(text)[0])) == 3
    for word, one in zip(("typical", "luckiest", "worst"), kept, strict=True):
        data = base64.b64decode(str(one["href"]).partition("base64,")[2])
        path = tmp_path / str(one["download"])
        path.write_bytes(data)
        replay = tacsim.replay(path)
        assert parse(data, path)[0].header.seed == told[word]["seed"]
        assert list(replay)[-1]["winner"] == told[word]["winner"]
        assert replay.verify().ok


def test_figures_bars_and_heat_are_those_of_the_answer(trial: Trial, text: str) -> None:
    answer = trial.answer()
    for one in answer["sides"].values():
        assert f"{one['rate']:.0%} ({one['low']:.0%} - {one['high']:.0%})" in text
    assert text.count("<td>the computer, quick</td>") == 2
    assert text.count('class="heat"') == len(answer["fell"])
    counts = sorted(int(n) for n in re.findall(r'class="degree"[^>]*>(\d+)<', text))
    assert counts == sorted(one["count"] for one in answer["fell"])
    rounds = re.findall(r"<title>(\d+): (\d+)</title>", text)
    assert [[int(n), int(many)] for n, many in rounds] == answer["rounds"]["counts"]


def test_names_out_of_a_file_are_text_and_nothing_else() -> None:
    plain = to_plain(read_scenario(DUEL))
    plain["name"] = "<script>alert(1)</script>"
    plain["creature"][0]["name"] = '"><b>Bo</b>'
    text = page_of(fought(from_plain(plain), 2))
    assert "<script>alert" not in text
    assert "<b>" not in text
    assert [tag for tag, _attrs in Parsed(text).elements].count("script") == 2


def test_cases_stand_side_by_side_with_what_is_real() -> None:
    trial = fought(battles=4, vary={"lucan.hp": [6, 30]})
    text = page_of(trial)
    answer = trial.answer()
    assert text.count('<section class="case">') == 2
    assert "lucan.hp=30" in text
    real = sum(one["real"] for told in answer["differences"]
               for one in (*(x for side in told["sides"].values() for x in side.values()),
                           told["rounds"]))  # fmt: skip
    assert text.count("<td>real</td>") == real
    assert len(json.loads(scripts(text)[0])) == 6


def test_the_command_writes_it_and_replaces_nothing_unasked(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = ("simulate", DUEL, "--battles", 2, "--side", "blue=quick", "--side", "red=quick",
             "--workers", 1, "--json", "--html", page)  # fmt: skip
    assert call(*asked).json["battles"] == 2
    first = page.read_bytes()
    assert first.startswith(b"<!DOCTYPE html>")
    unusable(call(*asked), "page.html", "--force")
    assert page.read_bytes() == first
    assert call(*asked, "--force").code == 0
    unusable(call("simulate", DUEL, "--html", tmp_path), "directory")
    unusable(call("simulate", DUEL, "--html", tmp_path / "no" / "page.html"), "cannot be written")


@pytest.mark.browser
def test_in_a_browser_tables_sort_and_battles_play(
    chrome: Browser, trial: Trial, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "lab.html"
    file.write_text(text, "utf-8")
    chrome.show((1000, 800))
    chrome.open(file)
    assert chrome.complaints == []
    names = "[...document.querySelectorAll('table.sorts')][1]"
    column = f"JSON.stringify([...{names}.tBodies[0].rows].map(r => Number(r.cells[5].dataset.v)))"
    chrome.run(f"{names}.querySelectorAll('th button')[5].click()")
    up = json.loads(chrome.run(column))
    assert up == sorted(up)
    chrome.run(f"{names}.querySelectorAll('th button')[5].click()")
    assert json.loads(chrome.run(column)) == sorted(up, reverse=True)
    link = chrome.run("document.querySelector('a[data-page]').href")
    assert link.startswith("blob:")
    chrome.run("location.href = document.querySelector('a[data-page]').href")
    stops = "document.documentElement?.dataset.stop ?? ''"
    for _time in range(600):
        if chrome.run(stops):
            break
    else:
        raise AssertionError("the battle never opened")
    assert "Round 1" in chrome.run("document.getElementById('now').textContent")
    assert chrome.complaints == []
