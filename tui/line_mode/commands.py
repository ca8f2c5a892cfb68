"""Everything that can be typed besides numbers and a game's own words, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from net.protocol.sanitize import meant
from tui.line_mode import info_commands as reading
from tui.line_mode import table_commands as asking
from tui.line_mode.choices import BACK, Choice
from tui.text.table import HOW_TO_LEAVE, WAYS_OUT, hears

if TYPE_CHECKING:
    from tui.line_mode.conversation import Talk

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
    do: Callable[[Talk, str], None]
    where: str = ""
    shared: bool = False
    owners: bool = False


def obey(talk: Talk, text: str) -> bool:
    """Do what a line says, and return whether it says anything that is known."""
    word, _, rest = text.removeprefix("/").partition(" ")
    word, rest = word.lower(), rest.strip()
    teller = talk.teller
    topics = teller.topics if teller is not None else {}
    playing = talk.playing and teller is not None
    asked = teller.shortcuts.get(word, word) if teller is not None else word
    if playing and teller is not None and asked in topics and asked not in {action.verb for action in teller.legal}:
        talk.tell(*topics[asked][1]())
        return True
    if playing and not text.startswith("/") and talk.decide(text):
        return True
    command = COMMANDS.get(ALIASES.get(word, word))
    if command is None:
        if teller is not None and word in topics:
            talk.tell(*topics[word][1]())
            return True
        return playing and talk.decide(text.removeprefix("/"))
    refusal = _refusal(talk, command)
    if refusal:
        talk.tell(refusal)
    else:
        command.do(talk, rest)
    return True


def _refusal(talk: Talk, command: Command) -> str:
    if command.shared and talk.solo:
        return "Nobody else can come to this table; queens host opens one for others."
    if command.owners and not talk.client.owner:
        return OWNERS
    if command.where == "lobby" and talk.playing:
        return LATER
    if command.where == "match" and not talk.playing:
        return "No match is being played now."
    return ""


def _help(talk: Talk, rest: str) -> None:
    talk.tell("A number chooses what stands at it; Enter reads the choices again.")
    teller = talk.teller
    if talk.playing and teller is not None:
        talk.tell(*teller.help)
        talk.tell(*(f"{word}: {help}." for word, (help, _) in teller.topics.items()))
    usable = [command for command in COMMANDS.values() if command.help and not _refusal(talk, command)]
    talk.tell(*(f"{command.written}: {command.help}." for command in usable))


# Talking and leaving


def _say(talk: Talk, rest: str) -> None:
    if rest:
        talk.client.say(rest)
    else:
        talk.tell("Write what you want to say after the word say.")


def _leave(talk: Talk, rest: str) -> None:
    if talk.farewell and talk.hosting:
        talk.open(_ways_out())
    elif talk.farewell:
        talk.ask_first(talk.farewell, "Yes, leave", "No, stay", "leave now")
    else:
        talk.leave()


def _ways_out() -> Choice:
    """Return how one can leave a table that is hosted here; yes is what costs the others nothing."""
    means = {
        "stay": (BACK, ("n", "no", "stay")),
        "open": ("leave open", ("y", "yes", "open")),
        "close": ("leave now", ("c", "close")),
    }
    found = []
    for name, words, remark in WAYS_OUT:
        command, keys = means[name]
        found.append(Choice(f"{words}, {remark}" if remark else words, command, keys=keys))
    return Choice("", more=tuple(found), asks=HOW_TO_LEAVE)


def _leave_now(talk: Talk, rest: str) -> None:
    if rest.lower() == "now":
        talk.leave()
    elif rest.lower() == "open" and talk.hosting:
        talk.leave("open")
    else:
        _leave(talk, rest)


def _mute(talk: Talk, rest: str) -> None:
    if not rest:
        talk.tell(_not_heard(talk))
        return
    name = talk.person_meant(rest)
    if name:
        talk.client.mute(name)
        talk.tell(hears(name, True))
    else:
        talk.tell(talk.nobody_called(rest))


def _unmute(talk: Talk, rest: str) -> None:
    name = meant(rest, sorted(talk.client.muted))
    if name:
        talk.client.mute(name, False)
        talk.tell(hears(name, False))
    else:
        talk.tell(_not_heard(talk))


def _not_heard(talk: Talk) -> str:
    return f"Not heard: {', '.join(sorted(talk.client.muted)) or 'nobody'}."


def _all() -> Iterator[tuple[str, Command]]:
    yield "?", Command("?", "what can be typed", _help)
    yield "look", Command("look", "the table in words", reading.read_look)
    yield "hand", Command("hand", "your cards", reading.of_match("hand"), "match")
    yield "others", Command("others", "how the others stand", reading.of_match("others"), "match")
    yield "scores", Command("scores", "the scores", reading.read_scores, "match")
    yield "time", Command("time", "whose clock runs, and how long", reading.read_time, "match", shared=True)
    yield "log", Command("log 20", "the last sentences once more", reading.read_log)
    yield "rules", Command("rules", "the game in short, and its rulebook by parts", reading.read_rules)
    yield "words", Command("words", "cards in words, or in signs again", reading.change_words)
    yield "who", Command("who", "who is at the table", reading.read_who)
    yield "say", Command("say TEXT", "say something to everybody", _say, shared=True)
    yield "mute", Command("mute NAME", "hear nothing more of what somebody says", _mute, shared=True)
    yield "unmute", Command("unmute NAME", "hear somebody again", _unmute, shared=True)
    yield "totals", Command("totals", "how everybody has done at this table so far", reading.read_totals, shared=True)
    yield "start", Command("start", "begin a match", asking.begin, "lobby", owners=True)
    yield "sit", Command("sit 2", "sit down, in a seat of your choice", asking.sit, shared=True)
    yield "watch", Command("watch", "leave your seat and watch", asking.watch, shared=True)
    yield "ready", Command("ready", "say that you are ready, or not", asking.be_ready, "lobby", shared=True)
    yield "bot", Command("bot", "let a bot sit down", asking.bot, "lobby", shared=True, owners=True)
    yield "remove", Command("remove 3", "let the bot of a seat go", asking.remove, "lobby", shared=True, owners=True)
    yield "game", Command("game big-queen", "play another game", asking.change_game, "lobby", owners=True)
    yield "seats", Command("seats 4", "change the number of players", asking.change_seats, "lobby", owners=True)
    yield "set", Command("set OPTION VALUE", "change a house rule", asking.set_rule, "lobby", owners=True)
    yield "clock", Command("clock 30", "how many seconds a decision may take", asking.clock, shared=True, owners=True)
    yield "grace", Command("grace 30", "how long who is away is waited for", asking.grace, shared=True, owners=True)
    yield "kick", Command("kick NAME", "send somebody away", asking.kick, shared=True, owners=True)
    yield "owner", Command("owner NAME", "let somebody else run the table", asking.hand_over, shared=True, owners=True)
    yield "replace", Command("replace 2", "let a bot play for who is away", asking.replace_seat, "match", True, True)
    yield "pause", Command("pause", "let the match stand still", asking.pause, "match", True, True)
    yield "continue", Command("continue", "let it go on", asking.go_on, "match", True, True)
    yield "stop", Command("stop", "break off the match for everybody", asking.stop, "match", True, True)
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
