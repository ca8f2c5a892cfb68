"""The command table of the line mode: all input except numbers and the actions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from tui.line_mode import info_commands as info
from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice
from tui.line_mode.questions import HOW_TO_CHOOSE_SENTENCE
from tui.line_mode.table_commands import run_request
from tui.table import requests
from tui.table.client_request import ALWAYS_AVAILABLE, AVAILABLE_WITH_OTHERS, Availability, ClientRequest
from tui.text.table import HOSTED_LEAVE_QUESTION, hosted_leave_choices

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the line mode: its `usage`, its `help` ("": not listed in help), and the function that runs it.

    `run` takes the conversation and the typed arguments; `availability` says when the command can be used.
    """

    usage: str
    help: str
    run: Callable[[Conversation, str], None]
    availability: Availability = ALWAYS_AVAILABLE

    @property
    def name(self) -> str:
        """The name of the command: the first word of its usage."""
        return self.usage.partition(" ")[0]


def run_line(conversation: Conversation, text: str) -> bool:
    """Run the command or action that a line names, or write why it is not possible now.

    Return False if it names none.
    """
    word, _, arguments = text.removeprefix("/").partition(" ")
    word, arguments = word.lower(), arguments.strip()
    narrator = conversation.narrator
    info_commands = narrator.info_commands if narrator is not None else {}
    playing = conversation.is_playing and narrator is not None
    expanded = narrator.shortcuts.get(word, word) if narrator is not None else word
    legal_verbs = {action.verb for action in narrator.legal} if playing and narrator is not None else set()
    if playing and expanded in info_commands and expanded not in legal_verbs:
        conversation.write(*info_commands[expanded][1]())
        return True
    if playing and not text.startswith("/") and conversation.run_typed_action(text):
        return True
    command = commands().get(COMMAND_BY_ALIAS.get(word, word))
    if command is None:
        if narrator is not None and word in info_commands:
            conversation.write(*info_commands[word][1]())
            return True
        return playing and conversation.run_typed_action(text.removeprefix("/"))
    refusal = _refusal_of_command(conversation, command)
    if refusal:
        conversation.write(refusal)
    else:
        command.run(conversation, arguments)
    return True


def _refusal_of_command(conversation: Conversation, command: Command) -> str:
    """Return why a command cannot be used now, or an empty string."""
    return command.availability.refusal(conversation.client, is_playing=conversation.is_playing, solo=conversation.solo)


def _write_help(conversation: Conversation, arguments: str) -> None:
    """Write how to choose, and the commands that can be used now."""
    conversation.write(HOW_TO_CHOOSE_SENTENCE)
    narrator = conversation.narrator
    if conversation.is_playing and narrator is not None:
        conversation.write(*narrator.help_sentences)
        conversation.write(*(f"{word}: {help}." for word, (help, _) in narrator.info_commands.items()))
    usable = [
        command for command in commands().values() if command.help and not _refusal_of_command(conversation, command)
    ]
    conversation.write(*(f"{command.usage}: {command.help}." for command in usable))


# Leaving


def _leave_after_question(conversation: Conversation, arguments: str) -> None:
    """Leave the table, after the question whether to leave it if leaving costs something."""
    question = conversation.leave_question
    if question and conversation.is_hosting:
        conversation.menus.open_submenu(_hosted_leave_choice(conversation.is_playing))
    elif question:
        conversation.menus.open_question(question, "Yes, leave", "No, stay", "leave now")
    else:
        conversation.leave()


def _hosted_leave_choice(is_playing: bool) -> NumberedChoice:
    """Return the choice that asks how to leave a table hosted here; ``yes`` leaves the table open to the other players.

    `is_playing`: whether a match is being played at it.
    """
    commands = {
        "stay": (BACK_COMMAND, ("n", "no", "stay")),
        "open": ("leave open", ("y", "yes", "open")),
        "close": ("leave now", ("c", "close")),
    }
    found = []
    for name, label, remark in hosted_leave_choices(is_playing):
        command, keys = commands[name]
        found.append(NumberedChoice(f"{label}, {remark}" if remark else label, command, keys=keys))
    return NumberedChoice("", submenu=tuple(found), heading=HOSTED_LEAVE_QUESTION)


def _leave_as_arguments_say(conversation: Conversation, arguments: str) -> None:
    """Leave without a question (``leave now``), leave the table open (``leave open``), or ask."""
    if arguments.lower() == "now":
        conversation.leave()
    elif arguments.lower() == "open" and conversation.is_hosting:
        conversation.leave("open")
    else:
        _leave_after_question(conversation, arguments)


# The table of commands

AVAILABLE_IN_MATCH: Final = Availability("match")
"""The availability of commands that can be used only during a match."""

AVAILABLE_BETWEEN_MATCHES: Final = Availability("lobby")
"""The availability of commands that can be used only between matches."""


def _all_commands() -> Iterator[Command]:
    """Yield every command, in the order in which help lists them."""
    yield Command("?", "what you can type", _write_help)
    yield Command("look", "the table in words", info.print_table)
    yield Command("hand", "your cards", info.print_hand, AVAILABLE_IN_MATCH)
    yield Command("others", "how the others stand", info.print_other_players, AVAILABLE_IN_MATCH)
    yield Command("scores", "the scores", info.print_scores, AVAILABLE_IN_MATCH)
    yield Command(
        "time",
        "whose clock is running, and how long it has left",
        info.print_clock,
        Availability("match", needs_shared_table=True),
    )
    yield Command("hint", "what the coach would do, and why", info.print_hint, AVAILABLE_IN_MATCH)
    yield Command(
        "happened", "how the last match went, and what cost you most", info.request_analysis, AVAILABLE_BETWEEN_MATCHES
    )
    yield Command("log 20", "the latest sentences once more", info.print_log)
    yield Command("rules", "the game in short, and its rulebook by parts", info.print_rules)
    yield Command("words", "cards in words, or in symbols again", info.toggle_card_words)
    yield Command("who", "who is at the table", info.print_people)
    yield from map(_request_command, filter(_can_be_typed, requests.CHAT_REQUESTS))
    yield Command(
        "web", "let phones and browsers in, if you host the table", info.let_browsers_in, AVAILABLE_WITH_OTHERS
    )
    yield Command("totals", "how everybody has done at this table so far", info.print_totals, AVAILABLE_WITH_OTHERS)
    yield from map(_request_command, filter(_can_be_typed, requests.TABLE_REQUESTS))
    yield Command("save NAME", "keep the house rules of this table under a name", info.save_house_rules)
    yield Command("overwrite", "", info.replace_house_rules)
    yield Command("quit", "leave the table", _leave_after_question)
    yield Command("leave", "", _leave_as_arguments_say)


def _can_be_typed(request: ClientRequest) -> bool:
    """Whether a request can be typed as a command."""
    return bool(request.usage)


def _request_command(request: ClientRequest) -> Command:
    """Return the command that sends a request."""
    return Command(request.usage, request.help, partial(run_request, request), request.availability)


def commands() -> dict[str, Command]:
    """Return the commands by their names, in the order in which help lists them."""
    return {command.name: command for command in _all_commands()}


COMMAND_BY_ALIAS: Final = {
    "help": "?",
    "h": "?",
    "i": "hint",
    "l": "log",
    "state": "look",
    "table": "look",
    "chat": "say",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "stand": "watch",
    "again": "start",
    "rematch": "start",
    "add": "bot",
    "options": "set",
    "configure": "set",
    "score": "scores",
    "players": "who",
}
"""Maps other words for a command to the command."""
