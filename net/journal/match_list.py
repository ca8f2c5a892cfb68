"""The list of matches: written while they are played, completed with results and record when they are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from core import games
from net.journal.database import JournalDatabase
from net.journal.entries import Aborted, Began, Closed, Entry, PersonKept, TableKept, gathered


def note(file: JournalDatabase, table: int, tick: int, entries: Sequence[Entry], now: float) -> bool:
    """Write down one tick in one transaction, and in the list what begins or ends in it; return whether any does."""
    turning_points = [entry for entry in entries if isinstance(entry, Began | Closed | Aborted)]
    if not turning_points:
        file.add_tick(table, tick, entries)
        return False
    with file.transaction():
        file.add_tick(table, tick, entries)
        for entry in turning_points:
            _enter(file, table, entry, now)
    return True


def _enter(file: JournalDatabase, table: int, entry: Began | Closed | Aborted, now: float) -> None:
    where = "WHERE place = ? AND number = ?"
    match entry:
        case Began(match=number, game=game, seats=seats, options=options):
            values = (table, number, game, seats, _departures(game, seats, options), now)
            columns = "place, number, game, seats, options, began"
            file.execute(f"INSERT INTO matches ({columns}) VALUES (?, ?, ?, ?, ?, ?)", values)
        case Closed(number):
            file.execute(f"UPDATE matches SET ended = ? {where}", (now, table, number))
        case Aborted(number):
            file.execute(f"DELETE FROM matches {where}", (table, number))


def tidy_up(file: JournalDatabase) -> None:
    """Complete every match that is over, and leave out what is not needed any more to go on with its table.

    It may be done at any time, and again after it was interrupted.
    """
    for match, table, number in file.rows(
        "SELECT id, place, number FROM matches WHERE ended IS NOT NULL AND record IS NULL"
    ):
        ticks = file.ticks(table)
        with file.transaction():
            _complete(file, match, number, [entries for _, entries in ticks])


def fold(file: JournalDatabase, table: int) -> None:
    """Put what a table is in place of how it came about, up to where its last match began."""
    ticks = file.ticks(table)
    last = next((at for at in reversed(range(len(ticks))) if any(isinstance(one, Began) for one in ticks[at][1])), 0)
    saved = gathered(chain.from_iterable(entries for _, entries in ticks[:last]))
    if saved is not None and last > 1:
        with file.transaction():
            file.fold(table, ticks[last][0] - 1, (saved.table, *saved.people))


def _complete(file: JournalDatabase, match: int, number: int, ticks: Sequence[Sequence[Entry]]) -> None:
    """Write down the results and the record of a match that is over."""
    closed: Closed | None = None
    names: list[str] = []
    bots: list[str] = []
    for entries in ticks:
        ends = any(isinstance(entry, Closed) and entry.match == number for entry in entries)
        for entry in entries:
            match entry:
                case Began() if entry.match == number:
                    names, bots = list(entry.names), list(entry.bots or [""] * entry.seats)
                case Closed() if entry.match == number:
                    closed = entry
                case PersonKept(name=name, seat=int(seat), left=False) if seat < len(names) and not ends:
                    names[seat], bots[seat] = name, ""
                case TableKept(chairs=chairs) if len(chairs) == len(names) and not ends:
                    for seat, chair in enumerate(chairs):
                        if chair.name:
                            names[seat], bots[seat] = chair.name, chair.bot
                case _:
                    pass
        if ends:  # who sits down when it is over has not played
            break
    file.execute("UPDATE matches SET record = ? WHERE id = ?", ("" if closed is None else closed.record, match))
    for seat, score, rank in () if closed is None else closed.standings:
        values = (match, seat, names[seat], bots[seat], score, rank)
        file.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", values)


def _departures(slug: str, seats: int, options: Iterable[tuple[str, str]]) -> str:
    """Return the options that differ from their defaults as OPTION=VALUE, set apart by spaces."""
    game = games[slug]
    departures = game.departures(game.settings(seats, dict(options)))
    return " ".join(f"{name}={value}" for name, value in departures)
