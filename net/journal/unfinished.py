"""The tables of the journal with an unfinished match that nobody is playing: finding them, and giving one up.

Looking for them locks nothing where the system shows which locks are held. Those of clubs are left out: only the club
goes on with its tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from core import games
from core.engine.score_course import current_part, current_scores
from core.errors import RulesError
from net.journal.database import JournalDatabase, is_empty
from net.journal.entries import SavedMatch
from net.journal.slots import CLUB_SLOT_PREFIX, HOSTED_SLOT_PREFIX, SOLO_SLOT, port_of_slot
from net.journal.tables import discard_table, has_unfinished_match, is_table_locked, saved_table_from_ticks
from net.limits import MAX_ACTIONS_REPLAYED_FOR_LIST


class UnfinishedTable(Struct, frozen=True):
    """An unfinished match at table `number`: its game, names, number of actions, and the time of day it began.

    `bots` names the bot of every seat when the match began, "" for a person. `port` is the port at which the table was
    hosted, 0 for a solo match. `current_part` is the part of the match that is being played, as in ``Hand 3``, and
    `scores` the score of each seat; both are empty for a match that cannot be replayed, or is too long for that.
    """

    number: int
    game: str
    names: tuple[str, ...]
    action_count: int
    began: float
    bots: tuple[str, ...] = ()
    port: int = 0
    current_part: str = ""
    scores: tuple[int, ...] = ()


def unfinished_tables(path: Path, slot: str | None = SOLO_SLOT) -> tuple[UnfinishedTable, ...]:
    """Return the tables with an unfinished match that nobody is playing, the latest first.

    Only tables of this `slot` are returned: the text by which the journal finds solo matches, or the tables hosted at
    one port. None means all slots except those of clubs, whose tables only the club goes on with. A journal that does
    not exist has none. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or
    written.
    """
    if is_empty(path):
        return ()
    query = (
        "SELECT id, slot FROM tables WHERE closed IS NULL AND slot = coalesce(?, slot) AND slot NOT LIKE ?"
        " ORDER BY opened DESC, id DESC"
    )
    with JournalDatabase(path, only_reading=True) as file:
        return tuple(
            _unfinished_among(
                file, [(int(number), str(slot)) for number, slot in file.rows(query, (slot, f"{CLUB_SLOT_PREFIX}%"))]
            )
        )


def ports_of_unfinished_tables(path: Path, since: float) -> tuple[int, ...]:
    """Return the ports of hosted tables with an unfinished match that nobody is playing, the latest first.

    Only matches that began at the time of day `since` (seconds) or later count. A journal that does not exist has none.
    Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
    """
    if is_empty(path):
        return ()
    query = (
        "SELECT tables.id, slot FROM tables JOIN matches ON place = tables.id"
        " WHERE closed IS NULL AND ended IS NULL AND began >= ? AND slot LIKE ? ORDER BY opened DESC, tables.id DESC"
    )
    with JournalDatabase(path, only_reading=True) as file:
        rows = file.rows(query, (since, f"{HOSTED_SLOT_PREFIX}%"))
        ports = [port_of_slot(slot) for number, slot in rows if not is_table_locked(file, int(number))]
    return tuple(dict.fromkeys(ports))


def discard_unfinished_table(path: Path, table_number: int, now: float) -> None:
    """Delete the unfinished match of a table and close the table; nothing happens if another process plays it.

    `now` is the time of day in seconds. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot
    be read or written.
    """
    with JournalDatabase(path) as file:
        discard_table(file, table_number, now)


def _unfinished_among(file: JournalDatabase, tables: Iterable[tuple[int, str]]) -> Iterator[UnfinishedTable]:
    """Yield the tables with an unfinished match that nobody is playing, among `tables`: (number, slot) pairs, where the
    slot says for what the table was opened: solo play or a port."""
    for number, slot in tables:
        if is_table_locked(file, number):
            continue
        saved = saved_table_from_ticks(file.ticks(number))
        if saved is not None and has_unfinished_match(saved) and saved.match is not None:
            began = saved.match.beginning
            times = file.rows("SELECT began FROM matches WHERE place = ? AND number = ?", (number, began.match))
            since = float(times[0][0]) if times else 0.0
            actions = len(saved.match.actions)
            port = 0 if slot == SOLO_SLOT else port_of_slot(slot)
            part, scores = _current_part_and_scores(saved.match)
            yield UnfinishedTable(number, began.game, began.names, actions, since, began.bots, port, part, scores)


def _current_part_and_scores(saved_match: SavedMatch) -> tuple[str, tuple[int, ...]]:
    """Return the part of an unfinished match that is being played, as in ``Hand 3``, and the score of each seat.

    They are "" and () if the match cannot be replayed or has too many actions.
    """
    game, began = games.get(saved_match.beginning.game), saved_match.beginning
    if game is None or len(saved_match.actions) > MAX_ACTIONS_REPLAYED_FOR_LIST:
        return "", ()
    try:
        match = game.start(began.seats, began.seed, game.settings_of_record(dict(began.options)))
        for entry in saved_match.actions:
            match.act(entry.seat, game.parse(entry.action))
    except RulesError:
        return "", ()
    return current_part(game, match), current_scores(match)
