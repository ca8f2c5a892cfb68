"""What a host tells and what a table is like, in sentences that screens and the line mode share."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from core import Game
from core.engine.english import count, listed
from net.client.api import Client
from net.client.events import Event, HeldBack, Lost, Noticed, Reconnected, Reconnecting, Refused, StartedAnew, Verified
from net.errors import ChangedKey
from net.protocol.table_state import SeatInfo, TableInfo
from tui.text.results import TEAMS, in_teams


def told(event: Event) -> str:
    """Return what an event says to a person in one sentence, or nothing if it is to be shown otherwise."""
    match event:
        case Refused(reason) | StartedAnew(reason) | Lost(reason):
            return reason
        case Noticed(text):
            return text
        case Verified(_, sentence):
            return sentence
        case HeldBack(seconds):
            return f"That counts in {seconds:.0f} s, if it is still due: slow lines get a chance too."
        case Reconnecting(seconds):
            return f"The host does not answer; trying to come back for {seconds:.0f} s more."
        case Reconnected():
            return "You are back at the table."
    return ""


def absences(table: TableInfo, now: float, mine: int | None = None) -> list[str]:
    """Return of every seat whose person is away, one's own first, what becomes of it; `now` is `Client.now`."""
    concerned = [seat for seat in table.seats if seat.stand_in or _waited_for(seat, now)]
    return [_absence(seat, now, seat.seat == mine) for seat in sorted(concerned, key=lambda seat: seat.seat != mine)]


def _waited_for(seat: SeatInfo, now: float) -> bool:
    return not seat.here and seat.away_until is not None and seat.away_until > now


def _absence(seat: SeatInfo, now: float, mine: bool) -> str:
    if not seat.stand_in:
        assert seat.away_until is not None
        return f"{seat.name} is away; the table waits {seat.away_until - now:.0f} s more."
    return "A bot plays for you until you do something." if mine else f"A bot plays for {seat.name}."


def absences_together(table: TableInfo, now: float, mine: int | None = None, *, named: bool = True) -> list[str]:
    """Return what `absences` says in short, of all together; unless `named` only how many they are where several."""
    waited = [seat for seat in table.seats if not seat.stand_in and _waited_for(seat, now)]
    played = [seat for seat in table.seats if seat.stand_in and seat.seat != mine]
    said = [_absence(seat, now, True) for seat in table.seats if seat.stand_in and seat.seat == mine]
    if waited:
        seconds = max(seat.away_until - now for seat in waited if seat.away_until is not None)
        are = "is" if len(waited) == 1 else "are"
        said.append(f"{_people(waited, named)} {are} away: {seconds:.0f} s more.")
    if played:
        said.append(f"{'A bot plays' if len(played) == 1 else 'Bots play'} for {_people(played, named)}.")
    return said


def _people(seats: Sequence[SeatInfo], named: bool) -> str:
    return listed(seat.name for seat in seats) if named or len(seats) == 1 else count(len(seats), "player")


def clock_words(client: Client) -> str:
    """Return how long the decision that is waited for may take, and whose it is: ``12 s for Ada``.

    Nothing where no clock runs; where it would betray something, only how long every decision may take.
    """
    clock = client.clock
    if clock is None:
        return ""
    if clock.until is None:
        return f"{clock.total:.0f} s for every decision"
    return f"{ceil(max(0.0, clock.until - client.now()))} s {for_whom(client, clock.seat)}"


def for_whom(client: Client, seat: int | None) -> str:
    """Return for whose decision a clock runs; None are several."""
    if seat is None:
        return "for all who decide"
    if seat == client.seat:
        return "for you"
    now = client.table.seats[seat].name if client.table is not None else ""
    return f"for {now or client.names[seat]}"  # somebody else than began the match, after a take-over


def who_sits(seat: SeatInfo, mine: bool) -> str:
    """Return in a few words who sits there."""
    if mine:
        return "you"
    if seat.bot:
        return "bot"
    if not seat.name:
        return "free seat"
    return "" if seat.here else "away"


def team_of(table: TableInfo, seat: int) -> str:
    """Return of which team a seat is, or nothing where there are none."""
    return f"team {TEAMS[seat % 2]}" if in_teams(table.game, table.options) else ""


def owner_of(table: TableInfo) -> str:
    """Return the name of who runs a table, or other words for it where nobody does."""
    owner = table.seats[table.owner].name if table.owner is not None else ""
    return table.owner_name or owner or "whoever runs the table"


def whose(mine: bool) -> str:
    """Return what to say to somebody who runs the table from now on, or not any more."""
    return "You run this table now." if mine else "You do not run this table any more."


def house_rules(game: Game, table: TableInfo) -> list[str]:
    """Return what is set at a table otherwise than usual, each in a few words."""
    values = [(name, option, table.options.get(name, option.default)) for name, option in game.options.items()]
    rules = [
        f"{option.label or name}: {option.show(value)}" for name, option, value in values if value != option.default
    ]
    return [*rules, f"{table.terms.clock} s for every decision"] if table.terms.clock else rules


def standing_still(table: TableInfo, owner: bool) -> str:
    """Return that the match stands still, and who can go on with it; `owner` is whether that is who reads it."""
    return f"The match stands still until {'you go' if owner else f'{owner_of(table)} goes'} on with it."


COPIED: Final = "Copied, if your terminal allows it: paste it wherever the others read it."
"""What to say when the line by which others join has been copied."""

FOR_GOOD: Final = "Without an ssh key your seat goes to a bot."
COMES_BACK: Final = "A bot plays on for you; join again, and you have your seat back."


def farewell(client: Client, playing: bool, hosting: bool) -> str:
    """Return what to ask before somebody leaves, or nothing where leaving costs nothing."""
    table = client.table
    others = table is not None and any(seat.name and not seat.bot and seat.seat != client.seat for seat in table.seats)
    if hosting and others:
        return "Close this table? Everybody at it has to leave."
    if not playing or client.seat is None:
        return ""
    if not client.comes_back:
        return f"Leave the match? {FOR_GOOD}"
    elsewhere = table is not None and bool(table.address) and not hosting
    return f"Leave the match? {COMES_BACK}" if elsewhere else "Leave the match?"


BREAK_OFF: Final = ("Break the match off? It counts for nobody.", "Break it off")
"""What to ask before a match is broken off for everybody, and the answer that does it."""

HOW_TO_LEAVE: Final = "Leave this table?"

WAYS_OUT: Final = (
    ("stay", "Stay", ""),
    ("open", "Leave, and let the others play on", "until you quit"),
    ("close", "Close the table", "everybody has to leave"),
)
"""How one can leave a table that is hosted here while others are at it: a name, the words, and what comes of it."""

STAYS_OPEN: Final = "Your table stays open as long as this program runs"
BACK_TO_TABLE: Final = "Back to your table"
CLOSES_TABLE: Final = "Quit? Your table closes, and everybody at it has to leave."


def before_the_match(game: Game, table: TableInfo, owner: bool) -> str:
    """Return what a table that is not playing waits for; its owner is told who is not ready yet."""
    begins = _not_ready(table) if owner else f"{game.title} begins when {owner_of(table)} starts it."
    filled = "" if all(seat.name for seat in table.seats) else "Free seats are filled with bots."
    return f"{begins} {filled}".strip()


def _not_ready(table: TableInfo) -> str:
    people = [seat for seat in table.seats if seat.name and not seat.bot and seat.here and seat.seat != table.owner]
    names = [seat.name for seat in people if not seat.ready]
    if not names:
        return ""
    who = listed(names) if len(names) <= MOST_NAMED else count(len(names), "player")
    return f"{who} {'is' if len(names) == 1 else 'are'} not ready yet; you can start all the same."


MOST_NAMED: Final = 3
"""People who are named in one sentence; of more only how many they are."""


def sends_away(table: TableInfo, name: str) -> str:
    """Return what to ask before somebody is sent away from a table."""
    sits = any(seat.name == name for seat in table.seats)
    bot = "a bot takes over the seat, and " if sits and table.phase == "playing" else ""
    return f"Send {name} away? Then {bot}{name} cannot come back to this table."


def hears(name: str, muted: bool) -> str:
    """Return what to say to somebody who has just muted somebody else, or hears them again."""
    return f"You hear {'nothing more of' if muted else 'again'} what {name} says."


TRUST_OR_NOT: Final = ("Trust the new key", "Stay away")
"""What can be answered where a host shows another key than before."""


def about_key(error: ChangedKey) -> str:
    """Return what somebody has to know to decide about a host that shows another key than before."""
    from net.security.host_certificate import in_groups

    return (
        f"The host at {error.where} is not the one you have met there: its key is {in_groups(error.shown)}, and it "
        f"was {in_groups(error.known)}. Either it was set up anew, or somebody else answers in its place. Ask the "
        "person who hosts, by voice, for the key or for the table's code. Nothing was told to it."
    )
