"""Completion of commands in a real bash, zsh and fish, and the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from core import games
from tests.support.patience import PATIENCE_SECONDS
from tui.cli.arguments import parser
from tui.cli.completion import completion_script
from tui.cli.manual import COMMON_OPTIONS, manual_page

COMPLETIONS_BY_LINE = {
    "queens pl": {"play"},
    "queens play mad": {"mad-queens", "mad-queens-classic"},
    "queens host --se": {"--seats", "--set"},
    "queens play big-queen --set ": {f"{option}=" for option in games["big-queen"].options},
    "queens play --pace ": {"fast", "normal", "slow"},
    "queens play --bots h": {"hard"},
    "queens completion ": {"bash", "zsh", "fish", "-h", "--help"},
    "queens completion bash ": {"-h", "--help"},
    "queens learn big-queen ": {"-h", "--help", "--ascii", "--plain", "--name"},
    "queens learn big-queen m": set(),
    "queens --pl": {"--plain"},
    "queens play play": set(),
}
"""Maps what is typed before the cursor to what a shell must offer to complete it."""


def bash_commands_to_complete(line: str) -> str:
    """Return bash commands that complete a line and print what is offered."""
    word = ' ""' if line.endswith(" ") else ""
    return (
        f"COMP_WORDS=({line.rstrip()}{word}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=(); "
        '_queens; echo "${COMPREPLY[*]}"\n'
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_games_options_and_house_rules():
    typed = "".join(map(bash_commands_to_complete, COMPLETIONS_BY_LINE))
    script = completion_script(parser(), "bash") + typed
    done = subprocess.run(
        ["bash", "--norc"], input=script, text=True, capture_output=True, timeout=PATIENCE_SECONDS, check=True
    )
    assert not done.stderr
    offered = [set(row.split()) for row in done.stdout.split("\n")[:-1]]
    assert dict(zip(COMPLETIONS_BY_LINE, offered, strict=True)) == COMPLETIONS_BY_LINE


def words_of(line: str) -> list[str]:
    """Return the words of a line; the last one, at the cursor, may be empty."""
    return [*line.split(), *([""] if line.endswith(" ") else [])]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_completes_commands_games_options_and_house_rules(tmp_path):
    """The test calls `compgen` of bashcompinit, as a Tab in zsh does; zsh itself then leaves out what does not begin as
    typed.
    """
    typed = []
    for line in COMPLETIONS_BY_LINE:
        arguments = words_of(line)
        quoted = " ".join(f"'{word}'" for word in arguments)
        typed.append(
            f"COMP_WORDS=({quoted}); COMP_CWORD={len(arguments) - 1}; "
            f"print -- $(compgen -F _queens -- '{arguments[-1]}')"
        )
    script = "\n".join([completion_script(parser(), "zsh").replace("&& compinit", "&& compinit -u -D"), *typed])
    (tmp_path / "script").write_text(script, encoding="utf-8")
    done = subprocess.run(
        ["zsh", "-f", tmp_path / "script"], text=True, capture_output=True, timeout=PATIENCE_SECONDS, check=True
    )
    assert not done.stderr
    rows = zip(COMPLETIONS_BY_LINE, done.stdout.split("\n")[:-1], strict=True)
    offered = [{word for word in row.split() if word.startswith(words_of(line)[-1])} for line, row in rows]
    assert dict(zip(COMPLETIONS_BY_LINE, offered, strict=True)) == COMPLETIONS_BY_LINE


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_completes_commands_games_options_and_house_rules(tmp_path, monkeypatch):
    """Fish offers options only after a dash."""
    monkeypatch.setenv("HOME", str(tmp_path))
    asked = "\n".join(f"complete -C '{line}'; echo ---" for line in COMPLETIONS_BY_LINE)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"{completion_script(parser(), 'fish')}\n{asked}"],
        text=True,
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    assert not done.stderr
    offered = [{row.partition("\t")[0] for row in part.splitlines() if row} for part in done.stdout.split("---\n")[:-1]]
    wanted = {
        line: {word for word in arguments if not word.startswith("-") or words_of(line)[-1].startswith("-")}
        for line, arguments in COMPLETIONS_BY_LINE.items()
    }
    assert dict(zip(COMPLETIONS_BY_LINE, offered, strict=True)) == wanted


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
            assert (f"\\fB{option}\\fR" in part) is (not name or option not in ("-h", *COMMON_OPTIONS))
            short = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            assert any(
                condition.rstrip("'") in line and re.search(rf"{short}( |$)", line) for line in fish.splitlines()
            ), option


def test_manual_page_has_the_examples_as_they_are_typed_and_the_sentences_below_them_as_notes():
    page = manual_page(parser(), "1.2").replace("\\-", "-")
    examples, notes = page.partition(".SH EXAMPLES\n")[2].split(".fi\n.SH NOTES\n")
    assert examples.startswith(".nf\n  queens ")
    assert all(re.match(r'  (queens|eval "\$\(queens)', line) for line in examples.splitlines()[1:])
    assert notes.startswith("A match can be played with the keyboard alone")
    assert "QUEENS_DATA" in notes


def test_manual_page_says_what_each_command_does_and_describes_common_options_once():
    page = manual_page(parser(), "1.2").replace("\\-", "-")
    assert '.SS "queens learn"\nLearn a game in four minutes.\n' in page
    assert '.SS "queens history"\nThe matches played on this machine.\n' in page
    assert "Every command has --help.\n" in page
    assert "Every command but club, find, verify, doctor and completion has --ascii and --plain.\n" in page
    for option in COMMON_OPTIONS:
        assert page.count(f"\\fB{option}\\fR") == 1


def test_manual_page_is_ascii_and_groff_reads_it_without_a_warning():
    page = manual_page(parser(), "1.2")
    assert page.isascii()
    assert "Caf\\[u00E9] Mozart" in page
    if shutil.which("groff") is not None:
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww"],
            input=page,
            text=True,
            capture_output=True,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
        assert done.stderr == ""
        assert "Café Mozart" in done.stdout
