"""Moves the table that `queens host` left at a port to a club: that of this machine, or one that shares a store.

In the club it is suspended, as after a restart: the first who comes resumes it, and people who had a seat have it again
with their token. A match that was over when it was closed is left out; it is in the history of this machine.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from core import RulesError, games
from net.cluster.identity import find_identity, refuse_unfinished_import
from net.cluster.journal import new_table_number
from net.cluster.store import Store
from net.cluster.table_records import TABLE_KEY_PREFIX
from net.errors import ClubInUse
from net.host.club_import import CLUB_IS_OPEN_SENTENCE, NO_CLUB_AT_PORT_SENTENCE, ImportRefused, write_table_log
from net.host.club_storage import LocalStorage
from net.host.recovery import JournalSettings
from net.host.table_register import row_of_kept_table
from net.host.table_spec import restore_saved_table
from net.journal import KeptTable, has_unfinished_match, open_club_journal
from net.journal.club_tables import count_free_seats
from net.journal.entries import SavedTable
from net.journal.hosted_table import HostedTable, open_hosted_table
from net.security.host_certificate import certificate_from_pem
from net.security.table_secrets import TableSecrets
from net.table.spec import TableSpec

NO_TABLE_AT_PORT_SENTENCE: Final = (
    "No table of queens host waits on this machine on port {0}: name the one to carry over with --table."
)
"""The reason of an `ImportRefused` when no table was hosted at the port."""
TABLE_OF_OTHER_VERSION_SENTENCE: Final = (
    "Another version of Mad Queens has played at the table of port {0}: carry it over with that version."
)
"""The reason of an `ImportRefused` when this version cannot replay the match of the table."""
NO_CLUB_IN_STORE_SENTENCE: Final = "There is no club of that name on several machines yet: open it first."
"""The reason of an `ImportRefused` when the store has no club."""
IMPORTED_TABLE_KEY_PREFIX: Final = "club.table-"
"""The beginning of a store key for an imported table; a hash of its secret follows, and the value is its number in the
club.
"""


class ImportedTable(Struct, frozen=True):
    """A table that is in a club now: its `number` there, its `name`, its `code`, "" for none, and its public `id`.

    `owner` is the name of the person at the machine that hosted it, and `token` the secret that gives them their seat;
    both are "" if there is nobody. `fingerprint` is that of the key of a club on several machines, else "".
    """

    number: int
    name: str
    code: str
    id: str
    owner: str
    token: str
    fingerprint: str = ""

    def __repr__(self) -> str:
        return f"ImportedTable({self.number}, {self.name!r})"


async def import_table(journal: JournalSettings, port: int, club_port: int) -> ImportedTable:
    """Move the table of a port to the club at `club_port` of this machine, which must be closed; return the table.

    Raises `ImportRefused`, also if no club has been opened at `club_port`, or `HostedTableInUse` if that is not
    possible, or another `NetError` if the journal cannot be used; then nothing has changed.
    """
    if not LocalStorage(journal).has_club(club_port):
        raise ImportRefused(NO_CLUB_AT_PORT_SENTENCE.format(club_port))
    try:
        club = open_club_journal(journal.path, journal.clock, club_port, journal.durable)
    except ClubInUse as error:
        raise ImportRefused(CLUB_IS_OPEN_SENTENCE) from error
    try:
        table = _open_table(journal, port)
        try:
            return _imported_table(table, table.move_to_club(club_port, journal.clock()))
        finally:
            table.close()
    finally:
        await club.close()


async def import_table_to_store(journal: JournalSettings, port: int, store: Store) -> ImportedTable:
    """Move the table of a port into the club of a `store`, whose hosts may be open, and return the table.

    Raises `ImportRefused` or `HostedTableInUse` if that is not possible, or another `NetError` if journal or store
    cannot be used. After an interruption it must be called again: until then the table is not lost. It goes on here, or
    waits here and cannot be hosted, or is in the club already.
    """
    identity = await find_identity(store)
    if identity is None:
        raise ImportRefused(NO_CLUB_IN_STORE_SENTENCE)
    await refuse_unfinished_import(store)
    table = _open_table(journal, port)
    try:
        number = await _number_of_table(store, table.saved)
        key = f"{TABLE_KEY_PREFIX}.{number}"
        if await store.last(key) is None:  # or it is in the club since a move that was interrupted
            settings = table.saved.table
            is_playing = has_unfinished_match(table.saved)
            kept = KeptTable(number, settings, count_free_seats(table.saved), is_playing)
            record = await write_table_log(store, number, row_of_kept_table(kept), table.saved)
            table.begin_move_to_other_machine(port)
            await store.append(key, msgspec.msgpack.encode(record))
        table.finish_move_to_other_machine(journal.clock())
        return _imported_table(table, number, certificate_from_pem(identity.certificate).fingerprint)
    finally:
        table.close()


def _open_table(journal: JournalSettings, port: int) -> HostedTable:
    """Return the table of a port, which no other process has and this version can go on with.

    Raises `ImportRefused`, `HostedTableInUse`, or another `NetError` if the journal cannot be used.
    """
    table = open_hosted_table(journal.path, port)
    if table is None:
        raise ImportRefused(NO_TABLE_AT_PORT_SENTENCE.format(port))
    try:
        settings = table.saved.table
        if settings.game not in games:
            raise ImportRefused(TABLE_OF_OTHER_VERSION_SENTENCE.format(port))
        restore_saved_table(TableSpec(games[settings.game], len(settings.chairs), {}), table.saved)
    except RulesError as error:
        table.close()
        raise ImportRefused(TABLE_OF_OTHER_VERSION_SENTENCE.format(port)) from error
    except BaseException:
        table.close()
        raise
    return table


async def _number_of_table(store: Store, saved: SavedTable) -> int:
    """Return the number that an imported table gets in the club; a repeated import of the same table gets the same
    number.
    """
    key = f"{IMPORTED_TABLE_KEY_PREFIX}{sha256(saved.table.secret).hexdigest()[:32]}"
    last = await store.last(key)
    if last is not None:
        return int(last.data)
    number = await new_table_number(store)
    await store.append(key, b"%d" % number)
    return number


def _imported_table(table: HostedTable, number: int, fingerprint: str = "") -> ImportedTable:
    """Return the description of a table that now has this number in the club, whose key has this `fingerprint`."""
    settings, token = table.saved.table, table.host_token
    owner = next((person.name for person in table.saved.people if token and person.token == token), "")
    id = TableSecrets(settings.secret).table_id
    return ImportedTable(number, settings.name, settings.code, id, owner, token if owner else "", fingerprint)
