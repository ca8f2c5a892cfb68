"""Sentences about tables and events that the screens and the line mode share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from core.engine.english import TEAM_LETTERS, count, english_list
from core.engine.game import NORMAL_LEVEL
from net.client.events import ActionDelay, ConnectionRestored, ReconnectAttempt
from net.protocol.table_state import SeatInfo, SeatQuestion, SeatQuestionKind, TableInfo, gives_hints
from tui.text.bots import LEVEL_MEANING_BY_NAME, temperament_sentence
from tui.text.results import team_of

if TYPE_CHECKING:
    from core import Game
    from core.engine.rule_set import Options
    from net.client.api import Client
    from net.errors import ChangedKey

MAX_COUNTDOWN_SECONDS: Final = 60
"""The seconds until a client stops trying to reconnect are shown if there are at most this many."""


def connection_sentence(event: ActionDelay | ReconnectAttempt | ConnectionRestored) -> str:
    """Return the sentence for an event that only this person gets: their action waits, or their connection breaks.

    An action waits (`ActionDelay`) so that people with slow connections have the same chance.
    """
    match event:
        case ActionDelay(seconds):
            return f"That counts in {seconds:.0f} s, if it is still due: slow connections get a chance, too."
        case ReconnectAttempt(seconds) if seconds > MAX_COUNTDOWN_SECONDS:
            return "The host does not answer; trying until it does."
        case ReconnectAttempt(seconds):
            return f"The host does not answer; trying to come back for {seconds:.0f} s more."
        case ConnectionRestored():
            return "You are back at the table."


NO_ANSWER_SENTENCE: Final = "The host does not answer."
"""The short sentence that says that the connection to the host is broken."""

MOVE_WAITS_SENTENCE: Final = "Your move waits."
"""The addition to the sentence for a broken connection if the person has made a move that could not be sent."""

BACK_AT_TABLE_SENTENCE: Final = "You are back."
"""The sentence after the sentences on what happened while the person was away."""


def renamed_sentence(requested_name: str, name: str) -> str:
    """Return the sentence for a person who asked for `requested_name`, which was taken, and is called `name` now.

    Returns "" if they got the name.
    """
    return "" if requested_name == name else f"Somebody here is already called {requested_name}: you are {name}."


def missed_lines_heading(sentence_count: int = 0, shown_count: int = 0) -> str:
    """Return the heading above what happened while the person was away.

    `sentence_count` is the number of sentences about it; only the last `shown_count` of them follow the heading.
    """
    return "The latest while you were away:" if sentence_count > shown_count else "While you were away:"


def changed_names_sentence(first_names: Sequence[str], names: Sequence[str], own_seat: int | None) -> str:
    """Return the sentence below the past of a match that says which names in it stand for others, too: it has the
    present `names` of the seats, and some seats had other ones at the beginning. "" if none had.

    Who had a seat between the first and the present one is not known.
    """
    changed = [
        f"{'You' if seat == own_seat else now} for {first}"
        for seat, (first, now) in enumerate(zip(first_names, names, strict=False))
        if first != now
    ]
    if not changed:
        return ""
    return f"The lines above say {english_list(changed)}, who had the {'seats' if changed[1:] else 'seat'} at first."


def absence_sentences(
    table: TableInfo, now: float, own_seat: int | None = None, awaited_seats: Collection[int] = ()
) -> list[str]:
    """Return a sentence for each absent player, the reader first: the time left to return, or the stand-in bot.

    `now` is `Client.table_time` (seconds), and `own_seat` the reader's own seat. `awaited_seats` are those that the
    match waits for: for the return of others it does not wait.
    """
    concerned = [seat for seat in table.seats if seat.stand_in or _has_grace_period(seat, now)]
    return [
        _absence_sentence(seat, now, seat.seat == own_seat, seat.seat in awaited_seats)
        for seat in sorted(concerned, key=lambda seat: seat.seat != own_seat)
    ]


def _has_grace_period(seat: SeatInfo, now: float) -> bool:
    """Whether the absent person of a seat has time left to return; `now` is table time in seconds."""
    return not seat.is_here and seat.away_until is not None and seat.away_until > now


def _absence_sentence(seat: SeatInfo, now: float, is_own_seat: bool, is_awaited: bool) -> str:
    """Return the sentence about the absent person of a seat; `is_awaited`: the match waits for the seat."""
    if not seat.stand_in:
        if not is_awaited:
            return f"{seat.name} is away."
        assert seat.away_until is not None
        return f"{seat.name} is away; the table waits {seat.away_until - now:.0f} s more."
    return "A bot plays for you until you do something." if is_own_seat else f"A bot plays for {seat.name}."


def absence_summary(
    table: TableInfo,
    now: float,
    own_seat: int | None = None,
    awaited_seats: Collection[int] = (),
    *,
    with_names: bool = True,
) -> list[str]:
    """Summarise the absent players in at most four sentences.

    With `with_names=False` several players are counted instead of named. `now` is the time of the table in seconds,
    `own_seat` the reader's own seat, None for a spectator, and `awaited_seats` those that the match waits for.
    """
    absent = [seat for seat in table.seats if not seat.stand_in and _has_grace_period(seat, now)]
    waited = [seat for seat in absent if seat.seat in awaited_seats]
    played = [seat for seat in table.seats if seat.stand_in and seat.seat != own_seat]
    sentences = [
        _absence_sentence(seat, now, True, True) for seat in table.seats if seat.stand_in and seat.seat == own_seat
    ]
    for seats in (waited, [seat for seat in absent if seat not in waited]):
        if seats:
            seconds = max(seat.away_until - now for seat in seats if seat.away_until is not None)
            more = f": {seconds:.0f} s more" if seats is waited else ""
            are = "is" if len(seats) == 1 else "are"
            sentences.append(f"{_people_text(seats, with_names)} {are} away{more}.")
    if played:
        sentences.append(
            f"{'A bot plays' if len(played) == 1 else 'Bots play'} for {_people_text(played, with_names)}."
        )
    return sentences


def _people_text(seats: Sequence[SeatInfo], with_names: bool) -> str:
    """Return the names of people, or how many they are."""
    return english_list(seat.name for seat in seats) if with_names or len(seats) == 1 else count(len(seats), "player")


def clock_text(client: Client) -> str:
    """Return the time left for the pending decision and whose it is (``12 s for Ada``), "" if no clock runs.

    If the time left would reveal hidden information, return only the limit of every decision.
    """
    clock = client.clock
    if clock is None:
        return ""
    if clock.end_time is None:
        return f"{clock.total_seconds:.0f} s for every decision"
    return f"{ceil(max(0.0, clock.end_time - client.table_time()))} s {clock_owner(client, clock.seat)}"


def clock_sentences(client: Client) -> tuple[str, ...]:
    """Return what happens when the clock of somebody else runs out, the longest form first; none for other clocks."""
    clock = client.clock
    if clock is None or clock.end_time is None or (clock.seat is not None and clock.seat == client.seat):
        return ()
    whom = clock_owner(client, clock.seat).replace("for all who decide", "for them")
    return f"When time is up, the game decides {whom}.", f"Then the game decides {whom}.", "Then the game decides."


TIME_IS_UP_SENTENCE: Final = "Time is up: the game has decided for you."
"""The sentence for a person whose clock has run out."""


def clock_owner(client: Client, seat: int | None) -> str:
    """Return whose clock runs, as ``for Ada``; `seat` is None if several players decide."""
    if seat is None:
        return "for all who decide"
    if seat == client.seat:
        return "for you"
    seats = () if client.table is None else client.table.seats
    now = seats[seat].name if seat < len(seats) else ""  # after a take-over not the name from the start of the match
    before = client.seat_names[seat] if seat < len(client.seat_names) else f"seat {seat + 1}"
    return f"for {now or before}"


def seat_occupant(seat: SeatInfo, is_own_seat: bool) -> str:
    """Return a remark on the occupant of a seat (you, a bot, free, absent), or an empty string.

    A bot is named with its level if that is not the usual one.
    """
    if is_own_seat:
        return "you"
    if seat.bot:
        return f"{seat.bot} bot" if seat.bot in LEVEL_MEANING_BY_NAME and seat.bot != NORMAL_LEVEL else "bot"
    if not seat.name:
        return "free seat"
    return "" if seat.is_here else "away"


def bot_seats(table: TableInfo | None) -> frozenset[int]:
    """Return the seats of a table that bots play; none without a table."""
    return frozenset() if table is None else frozenset(seat.seat for seat in table.seats if seat.bot)


def team_label(table: TableInfo, seat: int) -> str:
    """Return ``team A`` or ``team B`` for a seat, or an empty string in a match without teams."""
    team = team_of(table.game, table.options, seat)
    return "" if team is None else f"team {TEAM_LETTERS[team]}"


def seat_question_sentence(question: SeatQuestion, table: TableInfo) -> str:
    """Return a question about a seat, for the person who can answer it with yes or no."""
    if question.kind is SeatQuestionKind.SWAP:
        return f"{question.name} would like to swap seats with you. Do you agree?"
    if question.kind is SeatQuestionKind.TAKE_OVER:
        return f"{question.name} would like to take over from {_occupant_name(table, question.seat)}. Do you agree?"
    return f"{question.name} says: I am {_occupant_name(table, question.seat)}. Give {question.name} the seat?"


ANSWER_KEYS_SENTENCE: Final = "F2 says yes, F3 no."
"""The sentence that screens add to a question about a seat: which keys answer it. The line mode has commands
instead."""


def seat_question_answers(question: SeatQuestion, table: TableInfo) -> tuple[str, str]:
    """Return the labels of the two answers to a question about a seat: one says what agreeing does, one what refusing
    does.
    """
    if question.kind is SeatQuestionKind.SWAP:
        return f"Swap seats with {question.name}", f"Stay, and do not swap seats with {question.name}"
    occupant = _occupant_name(table, question.seat)
    if question.kind is SeatQuestionKind.TAKE_OVER:
        return f"Let {question.name} take over from {occupant}", f"Let {occupant} play on"
    return f"{question.name} is {occupant}: give {question.name} the seat", f"{question.name} is not {occupant}"


def _occupant_name(table: TableInfo, seat: int) -> str:
    """Return the name of the person in a seat, or ``somebody who is away`` if the table has no such seat."""
    return table.seats[seat].name if seat < len(table.seats) else "somebody who is away"


def lost_seats_warning(table: TableInfo, seats: int) -> str:
    """Return the warning about people who lose their seat if a table gets `seats` seats, by the rules of
    `net.table.seats`; "" if nobody does.

    People beyond the last seat move to free ones, then to those of bots; people who were given up lose theirs in any
    case.
    """
    people = [
        seat for seat in table.seats if seat.name and not seat.bot and (seat.is_here or seat.away_until is not None)
    ]
    beyond = [seat.name for seat in people if seat.seat >= seats]
    room = seats - (len(people) - len(beyond))
    lost = beyond[max(room, 0) :]
    if not lost:
        return ""
    who = english_list(lost) if len(lost) <= MAX_UNREADY_NAMED else count(len(lost), "player")
    return f"{count(seats, 'seat')} for {len(people)} people: {who} will watch."


def owner_name(table: TableInfo) -> str:
    """Return the name of the owner of a table, or ``the table's owner`` if there is none."""
    owner = table.seats[table.owner].name if table.owner is not None else ""
    return table.owner_name or owner or "the table's owner"


def seat_news(seat: int | None) -> str:
    """Return the sentence to a person who now has the seat `seat`, or (None) watches."""
    return "You are watching now." if seat is None else f"You sit in seat {seat + 1}."


def ownership_news(is_own: bool) -> str:
    """Return the sentence for a person who has just become the owner (`is_own`) or no longer is."""
    return "You are the owner now." if is_own else "You are no longer the owner."


def remembered_table_sentence(game: Game, seats: int, level: str, options: Mapping[str, str]) -> str:
    """Return the sentence on the saved settings with which a table is played; "" if all of them are the defaults.

    `level` is the level of the bots, "" for the usual one; `options` are the options of `game`, as typed.
    """
    rules = _rules_that_differ(game, game.settings(seats, options))
    if seats == game.usual_seats and not level and not rules:
        return ""
    bots = f", {level} bots" if level and seats > 1 else ""
    return f"From your last set-up: {count(seats, 'player')}{bots}{f'; {english_list(rules)}' if rules else ''}."


def _rules_that_differ(game: Game, options: Options) -> list[str]:
    """Return the house rules in `options` that differ from the defaults."""
    values = [(name, option, options.get(name, option.default)) for name, option in game.options.items()]
    return [
        f"{option.label or name}: {option.text_of(value)}" for name, option, value in values if value != option.default
    ]


def changed_rules(game: Game, table: TableInfo) -> list[str]:
    """Return the house rules and decision clock of a table that differ from the defaults."""
    rules = _rules_that_differ(game, table.options)
    return [*rules, f"{table.terms.clock} s for every decision"] if table.terms.clock else rules


def hints_phrase(table: TableInfo) -> str:
    """Return whether players at a table get hints, and from whom, as a phrase after the name of the game."""
    return "hints from the coach" if gives_hints(table) else "no hints"


def hint_news(earlier: TableInfo, present: TableInfo, own_seat: int | None) -> str:
    """Return the sentence that players get hints from now on, or no longer; "" if nothing has changed.

    It is also "" for a change by another person who is the owner, as the host sends a notice of that.
    """
    gives, is_set = gives_hints(present), present.terms.hints != earlier.terms.hints
    if gives == gives_hints(earlier) or (is_set and present.owner != own_seat):
        return ""
    if is_set:
        return f"There are {'hints' if gives else 'no hints'} at this table now."
    return "Hints are back: only one person plays." if gives else "There are no hints while more than one person plays."


DESERTED_SENTENCE: Final = "No players here: the match waits."
"""The sentence if all players are away, or have let their time run out again and again."""

INVITATION_COPIED_SENTENCE: Final = "Copied, if your terminal allows it: paste it where the others will read it."
"""The sentence that confirms that the invitation has been copied to the clipboard."""

SEAT_LOST_SENTENCE: Final = "Without an ssh key your seat goes to a bot."
"""The addition to the leave question for a guest who could not return to the seat."""

SEAT_KEPT_SENTENCE: Final = "A bot plays on for you; join again to take your seat back."
"""The addition to the leave question for a person who can return to the seat."""


LEAVE_MATCH_QUESTION: Final = "Leave the match?"
"""The question before a player leaves a match that is being played."""


def leave_question(client: Client, is_playing: bool, is_hosting: bool) -> str:
    """Return the question to ask before a person leaves a table, "" if leaving ends nothing."""
    table = client.table
    others = table is not None and any(seat.name and not seat.bot and seat.seat != client.seat for seat in table.seats)
    if is_hosting and others:
        return "Close this table? Everybody at it has to leave."
    if not is_playing or client.seat is None:
        return ""
    if not client.can_resume:
        return f"{LEAVE_MATCH_QUESTION} {SEAT_LOST_SENTENCE}"
    elsewhere = table is not None and bool(table.address) and not is_hosting
    return f"{LEAVE_MATCH_QUESTION} {SEAT_KEPT_SENTENCE}" if elsewhere else LEAVE_MATCH_QUESTION


END_MATCH_QUESTION: Final = ("Call the match off? It counts for nobody.", "Call it off")
"""The question before a match is ended for everybody, and the label of the answer that ends it."""

LOBBY_LEAVE_QUESTION: Final = "Leave the table? Somebody else can then take your seat."
"""The question before a player leaves a table between matches."""
HOSTED_LEAVE_QUESTION: Final = "Leave this table?"
"""The question before a person leaves a table that is hosted here."""

MATCH_KEPT_REMARK: Final = "the match is kept: queens host goes on with it"
"""The remark on what happens to the match when a table that is hosted here is closed."""


def hosted_leave_choices(is_playing: bool) -> tuple[tuple[str, str, str], ...]:
    """Return the ways to leave a table that is hosted here: of each its name, its label and its consequence.

    `is_playing`: whether a match is being played, which is saved when the table closes.
    """
    closing = f"everybody has to leave; {MATCH_KEPT_REMARK}" if is_playing else "everybody has to leave"
    return (
        ("stay", "Stay", ""),
        ("open", "Leave it open to others", "until you quit"),
        ("close", "Close the table", closing),
    )


TABLE_STAYS_OPEN_TEXT: Final = "Your table stays open as long as this program runs"
"""The text on the home screen about a table that this program hosts and that the person left open to others."""
RETURN_TO_TABLE_LABEL: Final = "Back to your table"
"""The label of the choice of the home screen that leads back to a table hosted here."""
QUIT_QUESTION_HOSTING: Final = "Quit? Your table closes, and everybody at it has to leave."
"""The question before the program ends while it hosts a table for others."""


def lobby_status(game: Game, table: TableInfo, is_owner: bool) -> str:
    """Return the text on what a table in the lobby waits for, and on the temperaments of its bots.

    The text for the `is_owner` names the players who are not ready.
    """
    begins = _not_ready_sentence(table) if is_owner else f"{game.title} begins when {owner_name(table)} starts it."
    filled = "" if all(seat.name for seat in table.seats) else "When the match starts, bots take the free seats."
    return " ".join(sentence for sentence in (begins, filled, bots_sentence(game, table)) if sentence)


def bots_sentence(game: Game, table: TableInfo) -> str:
    """Return the sentence on the temperaments of the bots at a table; "" if none has one."""
    return temperament_sentence(game, [(seat.name, seat.bot) for seat in table.seats if seat.bot])


def _not_ready_sentence(table: TableInfo) -> str:
    """Return the people who are not ready, for the owner; empty if all are."""
    people = [seat for seat in table.seats if seat.name and not seat.bot and seat.is_here and seat.seat != table.owner]
    names = [seat.name for seat in people if not seat.is_ready]
    if not names:
        return ""
    who = english_list(names) if len(names) <= MAX_UNREADY_NAMED else count(len(names), "player")
    return f"{who} {'is' if len(names) == 1 else 'are'} not ready yet; you can start all the same."


MAX_UNREADY_NAMED: Final = 3
"""At most this many people who are not ready are named; more are only counted."""


REPLACE_RULES_LABEL: Final = "Replace"
"""The label of the answer that replaces saved house rules."""
KEEP_RULES_LABEL: Final = "Keep"
"""The label of the answer that keeps saved house rules as they are."""


def replace_rules_question(name: str) -> str:
    """Return the question before the saved house rules of this name are replaced."""
    return f"{name} is taken. Replace it?"


def kick_question(table: TableInfo, name: str) -> str:
    """Return the question before a person is removed from a table; it says that others from the same address are shut
    out, too."""
    sits = any(seat.name == name for seat in table.seats)
    in_match = sits and table.phase == "playing"
    if table.missing_founder:
        bot = " A bot plays on until then." if in_match else ""
        return f"Send {name} away until {table.missing_founder} is back?{bot}"
    bot = "A bot takes over the seat. " if in_match else ""
    return f"Send {name} away? {bot}{name} {BANNED_CLAUSE}"


BANNED_CLAUSE: Final = (
    "stays out until the table closes, and so does anybody new from the same address; over the internet that is "
    "everybody behind the same router."
)
"""The end of the question whether to remove a person, after the name: it says that the address is banned as well."""


def mute_confirmation(name: str, muted: bool) -> str:
    """Return the sentence that confirms that `name` is muted, or no longer is."""
    return f"{name} is muted for you." if muted else f"You hear {name} again."


CHANGED_HOST_KEY_ANSWERS: Final = ("Trust the new key", "Stay away")
"""The two answers to `changed_key_question`: trust the key, refuse it."""


def changed_key_question(error: ChangedKey) -> str:
    """Return the warning about a changed host key, with both fingerprints and how to check the new one."""
    from net.security.host_certificate import key_in_groups

    shown_key, known_key = key_in_groups(error.shown_fingerprint), key_in_groups(error.known_fingerprint)
    return (
        f"The host at {error.address} is not the one you met there before: its key is {shown_key}, and used to be "
        f"{known_key}. Either it was set up again, or somebody else answers in its place. Ask the person who "
        "hosts, by voice, for the key or for the table's code. Nothing was sent to it."
    )
