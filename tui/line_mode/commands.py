"""Everything that can be typed besides numbers and a game's own words, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from net.protocol.sanitize import meant
from tui.line_mode import info_commands, table_commands
from tui.line_mode.choices import BACK, Choice
from tui.text.table import HOSTED_LEAVE_CHOICES, HOSTED_LEAVE_QUESTION, mute_confirmation

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation

LATER: Final = "That is for between two matches; the match is still going on."
OWNERS: Final = "That is for whoever runs the table."


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed: how it is written, what it is for, what it does with the rest of the line.

    Without `help` it is only another word for something. `where` is ``match``, ``lobby`` or nothing for everywhere;
    with `shared` it is for tables where others can be, with `owners` for who runs the table.
    """

    written: str
    help: str
    do: Callable[[Conversation, str], None]
    where: str = ""
    shared: bool = False
    owners: bool = False


def obey(conversation: Conversation, text: str) -> bool:
    """Do what a line says, and return whether it says anything that is known."""
    word, _, rest = text.removeprefix("/").partition(" ")
    word, rest = word.lower(), rest.strip()
    narrator = conversation.narrator
    topics = narrator.topics if narrator is not None else {}
    playing = conversation.playing and narrator is not None
    asked = narrator.shortcuts.get(word, word) if narrator is not None else word
    if playing and narrator is not None and asked in topics and asked not in {action.verb for action in narrator.legal}:
        conversation.write(*topics[asked][1]())
        return True
    if playing and not text.startswith("/") and conversation.obey_in_match(text):
        return True
    command = COMMANDS.get(ALIASES.get(word, word))
    if command is None:
        if narrator is not None and word in topics:
            conversation.write(*topics[word][1]())
            return True
        return playing and conversation.obey_in_match(text.removeprefix("/"))
    refusal = _refusal(conversation, command)
    if refusal:
        conversation.write(refusal)
    else:
        command.do(conversation, rest)
    return True


def _refusal(conversation: Conversation, command: Command) -> str:
    if command.shared and conversation.solo:
        return "Nobody else can come to this table; queens host opens one for others."
    if command.owners and not conversation.client.owner:
        return OWNERS
    if command.where == "lobby" and conversation.playing:
        return LATER
    if command.where == "match" and not conversation.playing:
        return "No match is being played now."
    return ""


def _help(conversation: Conversation, rest: str) -> None:
    conversation.write("A number chooses what stands at it; Enter reads the choices again.")
    narrator = conversation.narrator
    if conversation.playing and narrator is not None:
        conversation.write(*narrator.help)
        conversation.write(*(f"{word}: {help}." for word, (help, _) in narrator.topics.items()))
    usable = [command for command in COMMANDS.values() if command.help and not _refusal(conversation, command)]
    conversation.write(*(f"{command.written}: {command.help}." for command in usable))


# Talking and leaving


def _say(conversation: Conversation, rest: str) -> None:
    if rest:
        conversation.client.say(rest)
    else:
        conversation.write("Write what you want to say after the word say.")


def _leave(conversation: Conversation, rest: str) -> None:
    if conversation.leave_question and conversation.hosting:
        conversation.menus.open(_ways_out())
    elif conversation.leave_question:
        conversation.menus.ask_first(conversation.leave_question, "Yes, leave", "No, stay", "leave now")
    else:
        conversation.leave()


def _ways_out() -> Choice:
    """Return how one can leave a table that is hosted here; yes is what costs the others nothing."""
    means = {
        "stay": (BACK, ("n", "no", "stay")),
        "open": ("leave open", ("y", "yes", "open")),
        "close": ("leave now", ("c", "close")),
    }
    found = []
    for name, words, remark in HOSTED_LEAVE_CHOICES:
        command, keys = means[name]
        found.append(Choice(f"{words}, {remark}" if remark else words, command, keys=keys))
    return Choice("", more=tuple(found), asks=HOSTED_LEAVE_QUESTION)


def _leave_now(conversation: Conversation, rest: str) -> None:
    if rest.lower() == "now":
        conversation.leave()
    elif rest.lower() == "open" and conversation.hosting:
        conversation.leave("open")
    else:
        _leave(conversation, rest)


def _mute(conversation: Conversation, rest: str) -> None:
    if not rest:
        conversation.write(_not_heard(conversation))
        return
    name = conversation.person_meant(rest)
    if name:
        conversation.client.mute(name)
        conversation.write(mute_confirmation(name, True))
    else:
        conversation.write(conversation.nobody_called(rest))


def _unmute(conversation: Conversation, rest: str) -> None:
    name = meant(rest, sorted(conversation.client.muted))
    if name:
        conversation.client.mute(name, False)
        conversation.write(mute_confirmation(name, False))
    else:
        conversation.write(_not_heard(conversation))


def _not_heard(conversation: Conversation) -> str:
    return f"Not heard: {', '.join(sorted(conversation.client.muted)) or 'nobody'}."


def _all() -> Iterator[tuple[str, Command]]:
    yield "?", Command("?", "what can be typed", _help)
    yield "look", Command("look", "the table in words", info_commands.read_look)
    yield "hand", Command("hand", "your cards", info_commands.read_hand, "match")
    yield "others", Command("others", "how the others stand", info_commands.read_others, "match")
    yield "scores", Command("scores", "the scores", info_commands.read_scores, "match")
    yield "time", Command("time", "whose clock runs, and how long", info_commands.read_time, "match", shared=True)
    yield "log", Command("log 20", "the last sentences once more", info_commands.read_log)
    yield "rules", Command("rules", "the game in short, and its rulebook by parts", info_commands.read_rules)
    yield "words", Command("words", "cards in words, or in signs again", info_commands.change_words)
    yield "who", Command("who", "who is at the table", info_commands.read_who)
    yield "say", Command("say TEXT", "say something to everybody", _say, shared=True)
    yield "mute", Command("mute NAME", "hear nothing more of what somebody says", _mute, shared=True)
    yield "unmute", Command("unmute NAME", "hear somebody again", _unmute, shared=True)
    yield (
        "totals",
        Command("totals", "how everybody has done at this table so far", info_commands.read_totals, shared=True),
    )
    yield "start", Command("start", "begin a match", table_commands.begin, "lobby", owners=True)
    yield "sit", Command("sit 2", "sit down, in a seat of your choice", table_commands.sit, shared=True)
    yield "watch", Command("watch", "leave your seat and watch", table_commands.watch, shared=True)
    yield "ready", Command("ready", "say that you are ready, or not", table_commands.be_ready, "lobby", shared=True)
    yield "bot", Command("bot", "let a bot sit down", table_commands.bot, "lobby", shared=True, owners=True)
    yield (
        "remove",
        Command("remove 3", "let the bot of a seat go", table_commands.remove, "lobby", shared=True, owners=True),
    )
    yield "game", Command("game big-queen", "play another game", table_commands.change_game, "lobby", owners=True)
    yield "seats", Command("seats 4", "change the number of players", table_commands.change_seats, "lobby", owners=True)
    yield "set", Command("set OPTION VALUE", "change a house rule", table_commands.set_rule, "lobby", owners=True)
    yield (
        "clock",
        Command("clock 30", "how many seconds a decision may take", table_commands.clock, shared=True, owners=True),
    )
    yield (
        "grace",
        Command("grace 30", "how long who is away is waited for", table_commands.grace, shared=True, owners=True),
    )
    yield "kick", Command("kick NAME", "send somebody away", table_commands.kick, shared=True, owners=True)
    yield (
        "owner",
        Command("owner NAME", "let somebody else run the table", table_commands.hand_over, shared=True, owners=True),
    )
    yield (
        "replace",
        Command("replace 2", "let a bot play for who is away", table_commands.replace_seat, "match", True, True),
    )
    yield "pause", Command("pause", "let the match stand still", table_commands.pause, "match", True, True)
    yield "continue", Command("continue", "let it go on", table_commands.go_on, "match", True, True)
    yield "stop", Command("stop", "break off the match for everybody", table_commands.stop, "match", True, True)
    yield "quit", Command("quit", "leave the table", _leave)
    yield "leave", Command("leave", "", _leave_now)


COMMANDS: Final = dict(_all())
"""Everything that can be typed, by its first word."""

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
"""Other words for the same."""
