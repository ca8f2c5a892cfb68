"""The command table of the line mode: all input except numbers and the action notation of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from net.protocol.sanitize import find_name
from tui.line_mode import info_commands as info
from tui.line_mode import table_commands as table
from tui.line_mode.choices import BACK_COMMAND, MenuChoice
from tui.text.table import HOSTED_LEAVE_CHOICES, HOSTED_LEAVE_QUESTION, mute_confirmation

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation

ONLY_BETWEEN_MATCHES: Final = "That is for between two matches; the match is still going on."
ONLY_FOR_OWNER: Final = "That is for whoever runs the table."


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its `usage`, its `help` (empty: not listed), and the function that runs it with its arguments.

    `phase`: when it is available (empty: always). `shared`: only at tables that other people can join. `owners`: only
    for the owner of the table.
    """

    usage: str
    help: str
    run: Callable[[Conversation, str], None]
    phase: Literal["match", "lobby", ""] = ""
    shared: bool = False
    owners: bool = False

    @property
    def name(self) -> str:
        """The name of the command: the first word of its usage."""
        return self.usage.partition(" ")[0]


def run_line(conversation: Conversation, text: str) -> bool:
    """Run the command or action that a line names; return False if it names none."""
    word, _, arguments = text.removeprefix("/").partition(" ")
    word, arguments = word.lower(), arguments.strip()
    narrator = conversation.narrator
    topics = narrator.topics if narrator is not None else {}
    playing = conversation.playing and narrator is not None
    expanded = narrator.shortcuts.get(word, word) if narrator is not None else word
    legal_verbs = {action.verb for action in narrator.legal} if playing and narrator is not None else set()
    if playing and expanded in topics and expanded not in legal_verbs:
        conversation.write(*topics[expanded][1]())
        return True
    if playing and not text.startswith("/") and conversation.run_typed_action(text):
        return True
    command = COMMANDS.get(ALIASES.get(word, word))
    if command is None:
        if narrator is not None and word in topics:
            conversation.write(*topics[word][1]())
            return True
        return playing and conversation.run_typed_action(text.removeprefix("/"))
    refusal = _refusal(conversation, command)
    if refusal:
        conversation.write(refusal)
    else:
        command.run(conversation, arguments)
    return True


def _refusal(conversation: Conversation, command: Command) -> str:
    """Return why a command cannot be used now, or an empty string."""
    if command.shared and conversation.solo:
        return "Nobody else can come to this table; queens host opens one for others."
    if command.owners and not conversation.client.owner:
        return ONLY_FOR_OWNER
    if command.phase == "lobby" and conversation.playing:
        return ONLY_BETWEEN_MATCHES
    if command.phase == "match" and not conversation.playing:
        return "No match is being played now."
    return ""


def _help(conversation: Conversation, arguments: str) -> None:
    conversation.write("A number chooses what stands at it; Enter reads the choices again.")
    narrator = conversation.narrator
    if conversation.playing and narrator is not None:
        conversation.write(*narrator.help_sentences)
        conversation.write(*(f"{word}: {help}." for word, (help, _) in narrator.topics.items()))
    usable = [command for command in COMMANDS.values() if command.help and not _refusal(conversation, command)]
    conversation.write(*(f"{command.usage}: {command.help}." for command in usable))


# Chat and leaving


def _chat(conversation: Conversation, arguments: str) -> None:
    if arguments:
        conversation.client.say(arguments)
    else:
        conversation.write("Write what you want to say after the word say.")


def _leave(conversation: Conversation, arguments: str) -> None:
    question = conversation.leave_question
    if question and conversation.hosting:
        conversation.menus.open_submenu(_hosted_leave_choice())
    elif question:
        conversation.menus.open_question(question, "Yes, leave", "No, stay", "leave now")
    else:
        conversation.leave()


def _hosted_leave_choice() -> MenuChoice:
    """Return the choice between the ways to leave a table hosted here; ``yes`` leaves it open to the other players."""
    commands = {
        "stay": (BACK_COMMAND, ("n", "no", "stay")),
        "open": ("leave open", ("y", "yes", "open")),
        "close": ("leave now", ("c", "close")),
    }
    found = []
    for name, label, remark in HOSTED_LEAVE_CHOICES:
        command, keys = commands[name]
        found.append(MenuChoice(f"{label}, {remark}" if remark else label, command, keys=keys))
    return MenuChoice("", submenu=tuple(found), heading=HOSTED_LEAVE_QUESTION)


def _leave_as_answered(conversation: Conversation, arguments: str) -> None:
    """Leave without a question (``leave now``), leave the table open (``leave open``), or ask."""
    if arguments.lower() == "now":
        conversation.leave()
    elif arguments.lower() == "open" and conversation.hosting:
        conversation.leave("open")
    else:
        _leave(conversation, arguments)


def _mute(conversation: Conversation, arguments: str) -> None:
    if not arguments:
        conversation.write(_muted_people(conversation))
        return
    name = conversation.person_with_name(arguments)
    if name:
        conversation.client.mute(name)
        conversation.write(mute_confirmation(name, True))
    else:
        conversation.write(conversation.unknown_name_sentence(arguments))


def _unmute(conversation: Conversation, arguments: str) -> None:
    name = find_name(arguments, sorted(conversation.client.muted))
    if name:
        conversation.client.mute(name, False)
        conversation.write(mute_confirmation(name, False))
    else:
        conversation.write(_muted_people(conversation))


def _muted_people(conversation: Conversation) -> str:
    return f"Not heard: {', '.join(sorted(conversation.client.muted)) or 'nobody'}."


def _all_commands() -> Iterator[Command]:
    yield Command("?", "what can be typed", _help)
    yield Command("look", "the table in words", info.write_table)
    yield Command("hand", "your cards", info.write_hand, "match")
    yield Command("others", "how the others stand", info.write_other_players, "match")
    yield Command("scores", "the scores", info.write_scores, "match")
    yield Command("time", "whose clock runs, and how long", info.write_clock, "match", shared=True)
    yield Command("log 20", "the last sentences once more", info.write_log)
    yield Command("rules", "the game in short, and its rulebook by parts", info.write_rules)
    yield Command("words", "cards in words, or in signs again", info.toggle_card_words)
    yield Command("who", "who is at the table", info.write_people)
    yield Command("say TEXT", "say something to everybody", _chat, shared=True)
    yield Command("mute NAME", "hear nothing more of what somebody says", _mute, shared=True)
    yield Command("unmute NAME", "hear somebody again", _unmute, shared=True)
    yield Command("totals", "how everybody has done at this table so far", info.write_totals, shared=True)
    yield Command("start", "begin a match", table.start_match, "lobby", owners=True)
    yield Command("sit 2", "sit down, in a seat of your choice", table.take_seat, shared=True)
    yield Command("watch", "leave your seat and watch", table.become_spectator, shared=True)
    yield Command("ready", "say that you are ready, or not", table.set_ready, "lobby", shared=True)
    yield Command("bot", "let a bot sit down", table.add_bot, "lobby", shared=True, owners=True)
    yield Command("remove 3", "let the bot of a seat go", table.remove_bot, "lobby", shared=True, owners=True)
    yield Command("game big-queen", "play another game", table.change_game, "lobby", owners=True)
    yield Command("seats 4", "change the number of players", table.change_seats, "lobby", owners=True)
    yield Command("set OPTION VALUE", "change a house rule", table.set_option, "lobby", owners=True)
    yield Command("clock 30", "how many seconds a decision may take", table.set_clock, shared=True, owners=True)
    yield Command("grace 30", "how long who is away is waited for", table.set_grace, shared=True, owners=True)
    yield Command("kick NAME", "send somebody away", table.kick_person, shared=True, owners=True)
    yield Command("owner NAME", "let somebody else run the table", table.make_owner, shared=True, owners=True)
    yield Command("replace 2", "let a bot play for who is away", table.replace_seat, "match", shared=True, owners=True)
    yield Command("pause", "let the match stand still", table.pause_match, "match", shared=True, owners=True)
    yield Command("continue", "let it go on", table.resume_match, "match", shared=True, owners=True)
    yield Command("stop", "break off the match for everybody", table.end_match, "match", shared=True, owners=True)
    yield Command("quit", "leave the table", _leave)
    yield Command("leave", "", _leave_as_answered)


COMMANDS: Final = {command.name: command for command in _all_commands()}
"""The commands by their words, in the order in which help lists them."""

ALIASES: Final = {
    "help": "?",
    "h": "?",
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
"""Other words for commands."""
