"""Everything that can be typed besides numbers and a game's own words, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from core import BadOption, games
from core.words import count
from net.client import SeatState
from tui.plain.choices import Choice
from tui.plain.lines import number_in
from tui.plain.tables import (
    described,
    game_choice,
    options_choice,
    seats_choice,
    standings_so_far,
    who_is_here,
)
from tui.plain_text import plain_text, section, sections, short_rules
from tui.sentences import absences

if TYPE_CHECKING:
    from tui.plain.talk import Talk

BOOK_WIDTH: Final = 80
"""Columns of a rulebook where lines may be of any length."""

LOG_AT_ONCE: Final = 10
"""Sentences of the log that are read again unless more are asked for."""

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


# Reading


def _help(talk: Talk, rest: str) -> None:
    talk.tell("A number chooses what stands at it; Enter reads the choices again.")
    teller = talk.teller
    if talk.playing and teller is not None:
        talk.tell(*teller.help)
        talk.tell(*(f"{word}: {help}." for word, (help, _) in teller.topics.items()))
    usable = [command for command in COMMANDS.values() if command.help and not _refusal(talk, command)]
    talk.tell(*(f"{command.written}: {command.help}." for command in usable))


def _look(talk: Talk, rest: str) -> None:
    if talk.playing and talk.teller is not None:
        table, client = talk.client.table, talk.client
        away = absences(table, client.now(), client.seat) if table is not None else []
        paused = ["The match stands still until it goes on."] if table is not None and table.paused else []
        talk.tell(*talk.teller.table(), *away, *paused, *talk.time_left())
    else:
        talk.tell(*described(talk.client, talk.invitation, solo=talk.solo))


def _of_match(method: str) -> Callable[[Talk, str], None]:
    def read(talk: Talk, rest: str) -> None:
        if talk.teller is not None:
            talk.tell(*getattr(talk.teller, method)())

    return read


def _scores(talk: Talk, rest: str) -> None:
    if talk.teller is not None:
        talk.tell(talk.teller.scores())


def _time(talk: Talk, rest: str) -> None:
    talk.tell(*(talk.time_left() or ["No clock runs: take your time."]))


def _log(talk: Talk, rest: str) -> None:
    number = number_in(rest)
    talk.tell(*list(talk.log)[-(LOG_AT_ONCE if number is None else max(number, 1)) :])


def _rules(talk: Talk, rest: str) -> None:
    table = talk.client.table
    game = games[table.game] if table is not None else next(iter(games.values()))
    width = talk.manner.width or BOOK_WIDTH
    titles = sections(game.rules)
    if rest.lower() == "all":
        talk.print_as_it_is(plain_text(game.title, game.rules, width))
        return
    number = number_in(rest) or 0
    if 0 < number <= len(titles):
        talk.print_as_it_is(plain_text(titles[number - 1], section(game.rules, number), width))
        return
    talk.print_as_it_is(plain_text(game.title, short_rules(game.rules), width))
    parts = ", ".join(f"{place} {title}" for place, title in enumerate(titles, 1))
    talk.tell(f"More with rules and a number: {parts}; or rules all.")


def _words(talk: Talk, rest: str) -> None:
    words = not talk.manner.words if not rest else rest.lower() not in ("off", "no")
    talk.write_as(replace(talk.manner, words=words))
    talk.tell(f"Cards are written in {'words' if words else 'signs'} from now on, such as Q♠.")


def _who(talk: Talk, rest: str) -> None:
    talk.tell(*who_is_here(talk.client))


def _totals(talk: Talk, rest: str) -> None:
    table = talk.client.table
    so_far = standings_so_far(table) if table is not None else []
    talk.tell(*(so_far or ["Fewer than two matches have been played at this table."]))


# Talking and leaving


def _say(talk: Talk, rest: str) -> None:
    if rest:
        talk.client.say(rest)
    else:
        talk.tell("Write what you want to say after the word say.")


def _leave(talk: Talk, rest: str) -> None:
    if talk.farewell:
        talk.ask_first(talk.farewell, "Yes, leave", "No, stay", "leave now")
    else:
        talk.leave()


def _leave_now(talk: Talk, rest: str) -> None:
    if rest.lower() == "now":
        talk.leave()
    else:
        _leave(talk, rest)


def _mute(on: bool) -> Callable[[Talk, str], None]:
    def mute(talk: Talk, rest: str) -> None:
        if not rest:
            muted = ", ".join(sorted(talk.client.muted)) or "nobody"
            talk.tell(f"Not heard: {muted}.")
            return
        talk.client.mute(rest, on)
        talk.tell(f"You hear {'nothing more of what' if on else 'again what'} {rest} says.")

    return mute


# The table


def _start(talk: Talk, rest: str) -> None:
    talk.start()


def _sit(talk: Talk, rest: str) -> None:
    seat = _seat(talk, rest)
    if rest and seat is None:
        talk.tell(_no_such_seat(talk))
        return
    talk.await_answer("sit")
    talk.client.sit(seat.seat if seat is not None else None)


def _watch(talk: Talk, rest: str) -> None:
    talk.await_answer("stand")
    talk.client.stand()


def _ready(talk: Talk, rest: str) -> None:
    client = talk.client
    if client.seat is None or client.table is None:
        talk.tell("Only those who have a seat can be ready; sit down first.")
        return
    now = client.table.seats[client.seat].ready
    client.ready(not now if not rest else rest.lower() not in ("no", "off", "not"))


def _bot(talk: Talk, rest: str) -> None:
    table = talk.client.table
    if table is None:
        return
    kinds = list(games[table.game].bots)
    words = rest.lower().split()
    kind = next((word for word in words if word in kinds), "")
    seat = next((word for word in words if number_in(word) is not None), "")
    if set(words) - {kind, seat, "seat"}:
        talk.tell(f"Write bot, then if you like its kind ({', '.join(kinds)}) and the number of its seat.")
        return
    found = _seat(talk, seat)
    if seat and found is None:
        talk.tell(_no_such_seat(talk))
        return
    talk.await_answer("bot")
    talk.client.add_bot(kind, found.seat if found is not None else None)


def _remove(talk: Talk, rest: str) -> None:
    table = talk.client.table
    bots = [seat for seat in table.seats if seat.bot] if table is not None else []
    seat = _seat(talk, rest) if rest else (bots[-1] if bots else None)
    if seat is None or not seat.bot:
        talk.tell("No bot sits there." if rest else "No bot sits at this table.")
        return
    talk.await_answer("remove")
    talk.client.remove_bot(seat.seat)


def _game(talk: Talk, rest: str) -> None:
    table = talk.client.table
    slug = rest.lower().replace(" ", "-").replace("_", "-")
    if table is None:
        return
    if not rest:
        talk.open(game_choice())
    elif slug not in games:
        talk.tell(f"There is no game called {rest}; there are: {', '.join(games)}.")
    else:
        game = games[slug]
        seats = len(table.seats) if len(table.seats) in game.seats else game.usual_seats
        _configure(talk, slug, seats, {})


def _seats(talk: Talk, rest: str) -> None:
    table = talk.client.table
    if table is None:
        return
    number = number_in(rest)
    if number is not None:
        _configure(talk, table.game, number, dict(table.options))
    else:
        talk.open(seats_choice(games[table.game]))


def _set(talk: Talk, rest: str) -> None:
    table = talk.client.table
    if table is None:
        return
    game = games[table.game]
    *name, value = rest.replace("=", " ").split() or [""]
    option = "_".join(name).lower().replace("-", "_")
    if not name or option not in game.options:
        if not game.options:
            talk.tell(f"{game.title} has no house rules.")
        else:
            talk.open(options_choice(game, table))
        return
    _configure(talk, table.game, len(table.seats), {**table.options, option: value})


def _configure(talk: Talk, slug: str, seats: int, options: dict[str, object]) -> None:
    """Set the table up otherwise, if the game can be played so."""
    try:
        games[slug].settings(seats, options)
    except BadOption as error:
        talk.tell(str(error))
        return
    talk.await_answer("configure")
    talk.client.configure(slug, seats, options)


# What the owner may do


def _kick(talk: Talk, rest: str) -> None:
    if rest:
        talk.client.kick(rest)
    else:
        talk.tell("Write whom: kick and the name.")


def _hand_over(talk: Talk, rest: str) -> None:
    if rest:
        talk.client.hand_over(rest)
    else:
        talk.tell("Write to whom: owner and the name.")


def _pause(talk: Talk, rest: str) -> None:
    talk.client.pause()


def _go_on(talk: Talk, rest: str) -> None:
    talk.client.pause(False)


def _stop(talk: Talk, rest: str) -> None:
    if rest.lower() == "now":
        talk.client.end_match()
    else:
        talk.ask_first("Break off the match for everybody?", "Yes, break it off", "No, play on", "stop now")


def _replace(talk: Talk, rest: str) -> None:
    seat = _seat(talk, rest)
    if seat is None:
        talk.tell("Write whose seat a bot is to take for good: replace and its number or the name.")
        return
    talk.client.replace(seat.seat)


def _clock(talk: Talk, rest: str) -> None:
    _terms(talk, rest, "clock", "seconds that every decision may take, 0 for as long as one likes")


def _grace(talk: Talk, rest: str) -> None:
    _terms(talk, rest, "grace", "seconds that somebody who is away is waited for")


def _terms(talk: Talk, rest: str, name: str, what: str) -> None:
    table = talk.client.table
    if table is None:
        return
    number = number_in(rest)
    if number is None:
        talk.tell(f"Write {name} and the {what}; now {count(getattr(table.terms, name), 'second')}.")
    elif name == "clock":
        talk.client.set_terms(replace(table.terms, clock=number))
    else:
        talk.client.set_terms(replace(table.terms, grace=number))


def _seat(talk: Talk, text: str) -> SeatState | None:
    """Return the seat of a number, counted from 1, or of a name; None if there is none."""
    table = talk.client.table
    if table is None or not text:
        return None
    number = number_in(text)
    if number is not None:
        return table.seats[number - 1] if 0 < number <= len(table.seats) else None
    return next((seat for seat in table.seats if seat.name.lower() == text.lower()), None)


def _no_such_seat(talk: Talk) -> str:
    table = talk.client.table
    return f"The table has seats 1 to {len(table.seats) if table is not None else 0}."


def _all() -> Iterator[tuple[str, Command]]:
    yield "?", Command("?", "what can be typed", _help)
    yield "look", Command("look", "the table in words", _look)
    yield "hand", Command("hand", "your cards", _of_match("hand"), "match")
    yield "others", Command("others", "how the others stand", _of_match("others"), "match")
    yield "scores", Command("scores", "the scores", _scores, "match")
    yield "time", Command("time", "how long you may take to decide", _time, "match", shared=True)
    yield "log", Command("log 20", "the last sentences once more", _log)
    yield "rules", Command("rules", "the game in short, and its rulebook by parts", _rules)
    yield "words", Command("words", "cards in words, or in signs again", _words)
    yield "who", Command("who", "who is at the table", _who)
    yield "say", Command("say TEXT", "say something to everybody", _say, shared=True)
    yield "mute", Command("mute NAME", "hear nothing more of what somebody says", _mute(True), shared=True)
    yield "unmute", Command("unmute NAME", "hear somebody again", _mute(False), shared=True)
    yield "totals", Command("totals", "how everybody has done at this table so far", _totals, shared=True)
    yield "start", Command("start", "begin a match", _start, "lobby", owners=True)
    yield "sit", Command("sit 2", "sit down, in a seat of your choice", _sit, shared=True)
    yield "watch", Command("watch", "leave your seat and watch", _watch, shared=True)
    yield "ready", Command("ready", "say that you are ready, or not", _ready, "lobby", shared=True)
    yield "bot", Command("bot", "let a bot sit down", _bot, "lobby", shared=True, owners=True)
    yield "remove", Command("remove 3", "let the bot of a seat go", _remove, "lobby", shared=True, owners=True)
    yield "game", Command("game big-queen", "play another game", _game, "lobby", owners=True)
    yield "seats", Command("seats 4", "change the number of players", _seats, "lobby", owners=True)
    yield "set", Command("set OPTION VALUE", "change a house rule", _set, "lobby", owners=True)
    yield "clock", Command("clock 30", "how many seconds a decision may take", _clock, shared=True, owners=True)
    yield "grace", Command("grace 30", "how long who is away is waited for", _grace, shared=True, owners=True)
    yield "kick", Command("kick NAME", "send somebody away", _kick, shared=True, owners=True)
    yield "owner", Command("owner NAME", "let somebody else run the table", _hand_over, shared=True, owners=True)
    yield "replace", Command("replace 2", "let a bot play for who is away", _replace, "match", True, True)
    yield "pause", Command("pause", "let the match stand still", _pause, "match", True, True)
    yield "continue", Command("continue", "let it go on", _go_on, "match", True, True)
    yield "stop", Command("stop", "break off the match for everybody", _stop, "match", True, True)
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

__all__ = ["ALIASES", "COMMANDS", "Choice", "Command", "obey"]
