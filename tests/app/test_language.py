"""The language of the screens: chosen in Options, and nothing on them left out of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app.conftest import Play
from app.edit.editing import editing, on_squares
from app.players import game, press, settled, shown, until
from app.pseudo import in_pseudo, write_catalogue

from tacsim import i18n
from tacsim.app.menus.options_card import OptionsCard
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import Options, write_options
from tacsim.cli import main


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The pseudo-language as the only one there is besides English."""
    for name in ("TACSIM_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    write_catalogue(tmp_path / "locale")
    monkeypatch.setattr(i18n, "LOCALE", tmp_path / "locale")
    i18n._catalogue.cache_clear()
    i18n.languages.cache_clear()
    yield tmp_path
    i18n._catalogue.cache_clear()
    i18n.prefer(None)
    i18n.set_language(None)


@pytest.mark.asyncio
async def test_the_language_changes_in_the_middle_of_a_battle(play: Play, pseudo: Path) -> None:
    async with play(game(), (140, 45)) as pilot:
        assert "round 1" in shown(pilot)
        await press(pilot, "O")
        card = pilot.app.screen
        assert isinstance(card, OptionsCard)
        await press(pilot, "end", "up", "right", "right")  # of the system, English, Korean
        assert in_pseudo("Language") in shown(pilot)
        await press(pilot, "escape")
        text = shown(pilot)
        assert "round 1" not in text
        for message in ("Order", "hit points", "Log", "end turn"):
            assert in_pseudo(message) in text
        assert "Initiative: " not in text  # what was told before is told again
        assert in_pseudo("Initiative: {order}").partition("{")[0] in text
        await press(pilot, "O", "end", "up", "left", "left", "escape")
        assert "round 1" in shown(pilot)


@pytest.mark.asyncio
async def test_what_others_did_is_told_again_in_another_language(play: Play, pseudo: Path) -> None:
    async with play(game(raiders="ai:quick"), (80, 24)) as pilot:
        await press(pilot, "full_stop", "full_stop")
        await until(pilot, lambda: "Since your last turn: " in shown(pilot))
        await press(pilot, "O", "end", "up", "right", "right", "escape")
        text = shown(pilot)
        assert "Since your last turn: " not in text
        assert in_pseudo("Since your last turn: {what}").partition("{")[0] in text


@pytest.mark.asyncio
async def test_faults_in_the_editor_are_told_in_another_language(keep: Path, pseudo: Path) -> None:
    one = on_squares()
    async with editing(keep, one) as pilot:
        assert "No faults" in shown(pilot)
        await press(pilot, "O", "end", "up", "right", "right", "escape")
        assert in_pseudo("No faults") in shown(pilot)
        one.assign(("creature", 0, "side"), "nobody")
        pilot.app.set_options(language="en")
        await settled(pilot)
        before = one.read.faults[0].fault.message
        pilot.app.set_options(language="ko")
        await settled(pilot)
        assert one.read.faults[0].fault.message != before


@pytest.mark.asyncio
@pytest.mark.parametrize("named", ["by the variable", "by the call"])
async def test_a_language_changed_here_comes_before_the_one_named_at_the_start(
    keep: Path, pseudo: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    if named == "by the call":
        i18n.set_language("ko")
    else:
        monkeypatch.setenv("TACSIM_LANG", "ko")
        i18n.languages.cache_clear()
    write_options(keep, Options(motion=False, language="en"))
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert in_pseudo("Continue") in shown(pilot), "what is named comes first at the start"
        await press(pilot, "o", "end", "up")
        await press(pilot, "left", "right")  # of the system, English
        assert "begins in that of --lang or TACSIM_LANG" in " ".join(shown(pilot).split())
        await press(pilot, "escape")
        assert "Continue" in shown(pilot)
        with i18n.speaking("ko"):
            assert i18n.languages() == ("ko",), "but who speaks for a while is heard"
        await press(pilot, "o", "end", "up", "left", "escape")
        assert in_pseudo("Continue") in shown(pilot), "that of the system is the one named"


@pytest.mark.asyncio
async def test_the_language_chosen_is_spoken_from_the_start(keep: Path, pseudo: Path) -> None:
    write_options(keep, Options(motion=False, language="ko"))
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert in_pseudo("Continue") in shown(pilot)


@pytest.mark.asyncio
async def test_without_another_language_there_is_nothing_to_choose(
    keep: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await pilot.pause()
        assert "Language" not in shown(pilot)


def test_what_was_asked_for_comes_before_what_is_preferred(
    pseudo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ko_KR.UTF-8")
    i18n.prefer("en")
    assert i18n.languages() == ()
    monkeypatch.setenv("TACSIM_LANG", "ko")
    i18n.languages.cache_clear()
    assert i18n.languages() == ("ko",)
    i18n.set_language("en")
    assert i18n.languages() == ()
    i18n.set_language(None)
    monkeypatch.delenv("TACSIM_LANG")
    i18n.prefer(None)
    assert i18n.languages() == ("ko_KR",)


@pytest.mark.asyncio
async def test_a_language_that_there_is_not_is_told(
    keep: Path, pseudo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TACSIM_LANG", "xx")
    i18n.languages.cache_clear()
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (note,) = app._notifications
        assert "no language that there is: xx (there is: en, ko)" in str(note.message)
    assert main(["rules", "d20.flank"]) == 0
    assert "no language that there is: xx" in capsys.readouterr().err
    monkeypatch.setenv("TACSIM_LANG", "ko_KR.UTF-8")
    assert not i18n.unheard()
