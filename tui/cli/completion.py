"""The completion of ``queens`` in shells: a script made from the parser, so no program starts when Tab is pressed.

It is written by hand, because no library makes such a script. shtab (1.13) writes what the parser itself lists, but not
the games, nor that the house rules after ``--set`` are those of the game typed before: that would still be a function
by hand for each shell. argcomplete could, but it starts Python at every Tab.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from core import games
from tui.cli.parser import FriendlyParser

FILE_CANDIDATES: Final = "FILES"
"""The value of `Argument.candidates` for an argument that is a file or a folder."""

HOUSE_RULE_CANDIDATES: Final = "RULES"
"""The value of `Argument.candidates` for an argument that is a house rule: an option of the game that has been typed.
"""

_FILE_METAVARS: Final = ("FILE", "FOLDER", "RECORD")
"""The names, in the help, of arguments that are files or folders."""

_BASH_SCRIPT: Final = """\
# Completion of queens for bash and zsh; made by: queens completion {shell}
_queens() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" command= game= given= word
    for word in "${{COMP_WORDS[@]:1:$((COMP_CWORD-1))}}"; do
        case "$command:$word" in
            {commands}) command="${{word}}" ;;
            *:{games}) game="$word" ;;
        esac
        case "$command:$word" in
            {given}) given="$word" ;;
        esac
    done
    case "$command:$prev" in
{values}
    esac
    local offered=
    case "$command" in
{words}
    esac
    if [ -z "$given" ]; then
        case "$command" in
{positional_words}
        esac
    fi
    COMPREPLY=($(compgen -W "$offered" -- "$cur"))
}}
_queens_rules() {{
    local offered=
    case "$game" in
{rules}
    esac
    COMPREPLY=($(compgen -W "$offered" -- "$cur"))
    compopt -o nospace 2>/dev/null
}}
complete -o default -F _queens queens
"""
"""The template of the script for bash and zsh.

It has no variable `words`, because that is zsh's own during a completion.
"""

_ZSH_HEAD: Final = "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n"
"""The lines before `_BASH_SCRIPT` that make zsh able to run it."""


class Argument(Struct, frozen=True):
    """An argument of a command: its options such as ``--set``, its help, and its possible values.

    `options` is () for an argument without an option; `takes_value` is false for an option that stands alone.
    `candidates` are the possible values, separated by spaces, or `FILE_CANDIDATES` or `HOUSE_RULE_CANDIDATES`; "" if
    they are not known.
    """

    options: tuple[str, ...]
    help: str
    takes_value: bool
    candidates: str


def arguments_of(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    """Yield the arguments that a parser has itself, without those of its commands."""
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            takes_value = not action.option_strings or action.nargs != 0
            yield Argument(
                tuple(action.option_strings), str(action.help or ""), takes_value, _argument_candidates(action)
            )


def _argument_candidates(action: argparse.Action) -> str:
    """Return the words that can be the value of an argument, `FILE_CANDIDATES` or `HOUSE_RULE_CANDIDATES`; "" for
    any."""
    name = action.metavar if isinstance(action.metavar, str) else ""
    if action.choices is not None:
        return " ".join(map(str, action.choices))
    if name == "GAME":
        return " ".join(games)
    if name == "OPTION=VALUE":
        return HOUSE_RULE_CANDIDATES
    if action.dest == "bots":
        return " ".join(dict.fromkeys(level for game in games.values() for level in game.levels))
    return FILE_CANDIDATES if name in _FILE_METAVARS else ""


def completion_script(parser: FriendlyParser, shell: str) -> str:
    """Return the script that completes the commands, options and values of a parser in a shell: bash, zsh or fish."""
    if shell == "fish":
        return "\n".join(_fish_lines(parser)) + "\n"
    commands = {"": parser, **parser.commands}
    positional_words = {name: words for name, one in commands.items() if (words := " ".join(_positional_words(one)))}
    script = _BASH_SCRIPT.format(
        shell=shell,
        commands="|".join(f":{name}" for name in parser.commands),
        games="|*:".join(games),
        given="|".join(f"{name}:{word}" for name, words in positional_words.items() for word in words.split()),
        positional_words="\n".join(
            f'            "{name}") offered="$offered {words}" ;;' for name, words in positional_words.items()
        ),
        values="\n".join(line for name, one in commands.items() for line in _bash_value_lines(name, one)),
        words="\n".join(
            f'        "{name}") offered="{" ".join(_command_words(one))}" ;;' for name, one in commands.items()
        ),
        rules="\n".join(
            [
                *(f'        {slug}) offered="{_house_rule_words(slug)}" ;;' for slug in games),
                f'        *) offered="{_house_rule_words()}" ;;',
            ]
        ),
    )
    return _ZSH_HEAD + script if shell == "zsh" else script


def _command_words(parser: FriendlyParser) -> Iterator[str]:
    """Yield the commands and options that can follow a command."""
    yield from parser.commands
    for argument in arguments_of(parser):
        yield from argument.options


def _positional_words(parser: FriendlyParser) -> Iterator[str]:
    """Yield the words that can be the one argument of a command that has no option before it."""
    for argument in arguments_of(parser):
        if not argument.options and argument.candidates not in (FILE_CANDIDATES, HOUSE_RULE_CANDIDATES):
            yield from argument.candidates.split()


def _bash_value_lines(command: str, parser: FriendlyParser) -> Iterator[str]:
    """Yield the lines of the bash script that complete the value after each option of a command."""
    for argument in arguments_of(parser):
        if argument.options and argument.takes_value:
            pattern = "|".join(f"{command}:{option}" for option in argument.options)
            if argument.candidates == HOUSE_RULE_CANDIDATES:
                yield f"        {pattern}) _queens_rules; return ;;"
            elif argument.candidates == FILE_CANDIDATES or not argument.candidates:
                yield f"        {pattern}) return ;;"
            else:
                yield f'        {pattern}) COMPREPLY=($(compgen -W "{argument.candidates}" -- "$cur")); return ;;'


def _house_rule_words(slug: str = "") -> str:
    """Return the house rules of a game, or of all games if `slug` is "", each with its equals sign: ``target=``."""
    chosen: Iterable[str] = [slug] if slug else games
    return " ".join(dict.fromkeys(f"{option}=" for one in chosen for option in games[one].options))


def _fish_lines(parser: FriendlyParser) -> Iterator[str]:
    """Yield the lines of the script for fish."""
    yield "# Completion of queens for fish; made by: queens completion fish"
    yield "complete -c queens -f"
    for name in parser.commands:
        yield f"complete -c queens -n __fish_use_subcommand -a {name}"
    for name, one in {"": parser, **parser.commands}.items():
        condition = f"'__fish_seen_subcommand_from {name}'" if name else "__fish_use_subcommand"
        for argument in arguments_of(one):
            if argument.candidates == HOUSE_RULE_CANDIDATES:
                yield from _fish_rule_lines(name, argument)
                continue
            candidates = argument.candidates
            parts = [f"complete -c queens -n {condition}"]
            if candidates and candidates != FILE_CANDIDATES and not argument.options:  # only one of them is typed
                seen = "__fish_seen_subcommand_from"
                parts = [f"complete -c queens -n '{seen} {name}; and not {seen} {candidates}'"]
            parts += _fish_options(argument)
            if candidates == FILE_CANDIDATES:
                parts.append("-F" if not argument.options else "-rF")
            elif candidates:
                parts.append(f"{'-x ' * bool(argument.options)}-a '{candidates}'")
            elif argument.options and argument.takes_value:
                parts.append("-x")
            if argument.options:
                parts.append(_fish_help(argument))
            if argument.options or candidates:
                yield " ".join(parts)


def _fish_rule_lines(command: str, argument: Argument) -> Iterator[str]:
    """Yield the lines of the fish script that complete house rules of a command.

    They are those of the game that was typed, or of all games before one is typed.
    """
    seen, options, help_text = "__fish_seen_subcommand_from", " ".join(_fish_options(argument)), _fish_help(argument)
    for condition, rules in [
        *((f"and {seen} {slug}", _house_rule_words(slug)) for slug in games),
        (f"and not {seen} {' '.join(games)}", _house_rule_words()),
    ]:
        yield f"complete -c queens -n '{seen} {command}; {condition}' {options} -x -a '{rules}' {help_text}"


def _fish_options(argument: Argument) -> list[str]:
    """Return the options of an argument as fish names them: ``-l set``."""
    return [f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}" for option in argument.options]


def _fish_help(argument: Argument) -> str:
    """Return the option ``-d`` with the help of an argument, quoted for fish."""
    escaped = argument.help.replace("\\", "\\\\").replace("'", "\\'")
    return f"-d '{escaped}'"
