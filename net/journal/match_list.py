"""The list of matches in the journal: a row for each match, completed with its results and record at its end.

A tick that begins or ends a match changes the list in its own transaction (`write_tick`). The slow part follows in
later transactions: `complete_finished_matches` works out the results, `compact_entries_of_table` and `fold_table`
shorten the entries of a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from core import games
from net.journal.database import JournalDatabase
from net.journal.entries import (
    BOT_DECIDERS,
    ActionEntry,
    Entry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchBoundaryEntry,
    MatchEndedEntry,
    PersonEntry,
    TableEntry,
    add_up_to_saved_table,
    fold_saved_table,
)


def write_tick(file: JournalDatabase, table: int, tick: int, entries: Sequence[Entry], now: float) -> bool:
    """Write one tick of a table in one transaction, with the matches that begin or end in it.

    `now` is the time of day in seconds. Returns whether a match began or ended; then the caller should call
    `complete_finished_matches`, and `compact_entries_of_table` if one began. Raises `JournalUnusable` if the file
    cannot be read or written.
    """
    turning_points = [entry for entry in entries if isinstance(entry, MatchBoundaryEntry)]
    if not turning_points:
        file.add_tick(table, tick, entries)
        return False
    with file.transaction():
        file.add_tick(table, tick, entries)
        for entry in turning_points:
            _update_list(file, table, entry, now)
    return True


def _update_list(file: JournalDatabase, table: int, entry: MatchBoundaryEntry, now: float) -> None:
    """Add a match that begins to the list, store the end of one that was played out, or remove an aborted one.

    `table` is the number of its table in the journal, `now` the time of day in seconds.
    """
    where = "WHERE place = ? AND number = ?"
    match entry:
        case MatchBeganEntry(match=number, game=game, seats=seats, options=options):
            values = (table, number, game, seats, _changed_options_text(game, seats, options), now)
            columns = "place, number, game, seats, options, began"
            file.execute(f"INSERT INTO matches ({columns}) VALUES (?, ?, ?, ?, ?, ?)", values)
        case MatchEndedEntry(number):
            file.execute(f"UPDATE matches SET ended = ? {where}", (now, table, number))
        case MatchAbortedEntry(number):
            file.execute(f"DELETE FROM matches {where}", (table, number))
    for (match,) in file.rows(f"SELECT id FROM matches {where}", (table, entry.match)):
        file.write_checksum("matches", match)


def complete_finished_matches(file: JournalDatabase) -> None:
    """Write results and record of every match that has ended and has none yet.

    It may be called at any time, and again after an interruption. Raises `JournalDamaged` if the file is damaged,
    `JournalUnusable` if it cannot be read or written.
    """
    for match, table, number in file.rows(
        "SELECT id, place, number FROM matches WHERE ended IS NOT NULL AND record IS NULL"
    ):
        ticks = file.ticks(table)
        with file.transaction():
            _complete_match(file, match, number, [entries for _, entries in ticks])


def compact_entries_of_table(file: JournalDatabase, table: int) -> None:
    """Replace the entries of a table before its latest match by the fewest that lead to the same state, as one tick.

    This keeps the journal small. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read
    or written.
    """
    ticks = file.ticks(table)
    beginnings = [at for at, (_, tick) in enumerate(ticks) if any(isinstance(entry, MatchBeganEntry) for entry in tick)]
    last = beginnings[-1] if beginnings else 0
    saved = add_up_to_saved_table(chain.from_iterable(entries for _, entries in ticks[:last]))
    if saved is not None and last > 1:
        with file.transaction():
            file.replace_ticks(table, ticks[last][0] - 1, (saved.table, *saved.people))


def fold_table(file: JournalDatabase, table: int) -> None:
    """Replace all entries of a table by the fewest that lead to the same state, the actions of its match included, as
    one tick.

    Call it after `complete_finished_matches`. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it
    cannot be read or written.
    """
    ticks = file.ticks(table)
    saved = add_up_to_saved_table(chain.from_iterable(entries for _, entries in ticks))
    if saved is not None:
        with file.transaction():
            file.replace_ticks(table, ticks[-1][0], fold_saved_table(saved))


def _complete_match(file: JournalDatabase, match_id: int, match_number: int, ticks: Sequence[Sequence[Entry]]) -> None:
    """Write the results and the record of a match that has ended, from the ticks of its table.

    `match_id` is the id of its row in the history, `match_number` its number at the table. The names are those of the
    people and bots in the seats when the match ended.
    """
    closed: MatchEndedEntry | None = None
    names: list[str] = []
    bots: list[str] = []
    decisions: Counter[int] = Counter()
    by_bot: Counter[int] = Counter()
    for entries in ticks:
        ends = any(isinstance(entry, MatchEndedEntry) and entry.match == match_number for entry in entries)
        for entry in entries:
            match entry:
                case MatchBeganEntry() if entry.match == match_number:
                    names, bots = list(entry.names), list(entry.bots or [""] * entry.seats)
                case ActionEntry(match=played, seat=seat, by=by) if played == match_number:
                    decisions[seat] += 1
                    by_bot[seat] += by in BOT_DECIDERS
                case MatchEndedEntry() if entry.match == match_number:
                    closed = entry
                case PersonEntry(name=name, seat=int(seat), left=False) if seat < len(names) and not ends:
                    names[seat], bots[seat] = name, ""
                case TableEntry(chairs=chairs) if len(chairs) == len(names) and not ends:
                    for seat, chair in enumerate(chairs):
                        if chair.name:
                            names[seat], bots[seat] = chair.name, chair.bot
                case _:
                    pass
        if ends:  # people who sit down after the end have not played
            break
    file.execute("UPDATE matches SET record = ? WHERE id = ?", ("" if closed is None else closed.record, match_id))
    for seat, score, rank in () if closed is None else closed.standings:
        values = (match_id, seat, names[seat], bots[seat], score, rank)
        file.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", values)
        if by_bot[seat] and not bots[seat]:
            shares = (match_id, seat, by_bot[seat], decisions[seat])
            file.execute("INSERT OR REPLACE INTO bot_decisions VALUES (?, ?, ?, ?)", shares)
    file.write_checksum("matches", match_id)


def _changed_options_text(slug: str, seats: int, options: Iterable[tuple[str, str]]) -> str:
    """Return the options that differ from their defaults as ``OPTION=VALUE`` texts, separated by spaces."""
    game = games[slug]
    departures = game.changed_options(game.match_settings(seats, dict(options)))
    return " ".join(f"{name}={value}" for name, value in departures)
