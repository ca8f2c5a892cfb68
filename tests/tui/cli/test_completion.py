"""Completion in a real bash, and the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from core import games
from tests.support.patience import PATIENCE_SECONDS
from tui.cli.arguments import parser
from tui.cli.completion import completion_script
from tui.cli.manual import manual_page

LINES = {
    "queens pl": {"play"},
    "queens play mad": {"mad-queens", "mad-queens-classic"},
    "queens host --se": {"--seats", "--set"},
    "queens play big-queen --set ": {f"{option}=" for option in games["big-queen"].options},
    "queens play --pace ": {"fast", "normal", "slow"},
    "queens play --bots h": {"hard"},
    "queens completion ": {"bash", "zsh", "fish", "-h", "--help"},
    "queens --pl": {"--plain"},
    "queens play play": set(),
}
"""What bash offers, by the line before the cursor."""


def complete(line: str) -> str:
    """Return the bash commands that complete a line and print what is offered."""
    word = ' ""' if line.endswith(" ") else ""
    return (
        f"COMP_WORDS=({line.rstrip()}{word}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=(); "
        '_queens; echo "${COMPREPLY[*]}"\n'
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_games_options_and_house_rules():
    typed = "".join(map(complete, LINES))
    script = completion_script(parser(), "bash") + typed
    done = subprocess.run(
        ["bash", "--norc"], input=script, text=True, capture_output=True, timeout=PATIENCE_SECONDS, check=True
    )
    assert not done.stderr
    offered = [set(row.split()) for row in done.stdout.split("\n")[:-1]]
    assert dict(zip(LINES, offered, strict=True)) == LINES


def test_completion_of_fish_and_zsh_and_the_manual_page_have_every_option():
    top = parser()
    page = manual_page(top, "1.2").replace("\\-", "-")
    fish = completion_script(top, "fish")
    assert completion_script(top, "zsh").endswith(completion_script(top, "bash").partition("\n")[2])
    assert not re.search(r"\bwords\b", completion_script(top, "zsh")), "zsh keeps the line in the array words"
    for name, command in {"": top, **top.commands}.items():
        assert not name or f'.SS "queens {name}"' in page
        part = page.partition(f'.SS "queens {name}"')[2].partition(".SS ")[0] if name else page
        condition = f"from {name}'" if name else "use_subcommand"
        for option in command.options:
            assert f"\\fB{option}\\fR" in part
            short = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            assert any(condition in line and re.search(rf"{short}( |$)", line) for line in fish.splitlines()), option
