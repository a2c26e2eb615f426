"""What is completed on the command line, asked as shells ask, and by a real shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.calls import ROOT, call, unusable

import tacsim.cli


def completed(*words: str) -> list[str]:
    """What bash is offered for the last of some words."""
    answer = call(
        COMP_WORDS=" ".join(("tacsim", *words)),
        COMP_CWORD=str(len(words)),
        _TACSIM_COMPLETE="bash_complete",
    )
    assert answer.err == ""
    return answer.out.split()


def test_commands() -> None:
    assert completed("") == [f"plain,{name}" for name in tacsim.cli.MODULES]
    assert completed("se") == ["plain,serve"]


def test_names_of_scenarios_else_files() -> None:
    assert completed("play", "ogre_b") == ["plain,ogre_bridge"]
    assert completed("play", "./ogre_b") == ["file,./ogre_b"]
    assert "plain,lessons/8_levels" in completed("simulate", "lessons/")


def test_options() -> None:
    assert completed("serve", "--p") == ["plain,--port"]


@pytest.mark.parametrize(
    ("shell", "line", "word", "offered"),
    [
        # bash makes three words of it, and puts what is offered in the place of the last
        ("bash", "tacsim export x --as = sv", "5", "plain,svg"),
        ("bash", "tacsim --lang = k", "3", "plain,ko"),
        ("zsh", "tacsim export x --as=sv", "3", "plain --as=svg _"),
        ("zsh", "tacsim --lang=k", "1", "plain --lang=ko _"),
        ("fish", "tacsim export x --as=sv", "--as=sv", "plain,--as=svg"),
        ("fish", "tacsim --lang=k", "--lang=k", "plain,--lang=ko"),
    ],
)
def test_values_joined_to_their_options(shell: str, line: str, word: str, offered: str) -> None:
    answer = call(COMP_WORDS=line, COMP_CWORD=word, _TACSIM_COMPLETE=f"{shell}_complete")
    assert answer.err == ""
    assert answer.out.split() == offered.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for(shell: str) -> None:
    answer = call("completion", shell)
    assert answer.code == 0
    assert f"_TACSIM_COMPLETE={shell}_complete" in answer.out


def test_a_shell_that_is_not_known() -> None:
    unusable(call("completion", "cmd"), "cmd", "bash")


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here: install it")
def test_bash_takes_the_script(tmp_path: Path) -> None:
    tool = tmp_path / "tacsim"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tacsim "$@"\n')
    tool.chmod(0o755)
    script = """
    eval "$(tacsim completion bash)"
    complete -p tacsim
    COMP_WORDS=(tacsim play ogre_b)
    COMP_CWORD=2
    _tacsim_completion tacsim
    printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_tacsim_completion" in done.stdout
    assert done.stdout.split()[-1] == "ogre_bridge"


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here: install it")
def test_fish_takes_the_script_and_tells_all_of_what_an_offer_is(tmp_path: Path) -> None:
    tool = tmp_path / "tacsim"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tacsim "$@"\n')
    tool.chmod(0o755)
    done = subprocess.run(
        ["fish", "--no-config", "-c", "tacsim completion fish | source; complete -C 'tacsim sim'"],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "simulate\tFight a scenario many times: who wins, how surely.\n"
