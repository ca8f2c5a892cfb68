"""Moves a club of one machine to a new club on several machines.

Its tables and people are moved, its key and tokens, and the latest matches.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from time import time

import msgspec

from net.club.hall_people import KnownPerson
from net.cluster.guest_tokens import ClusterGuestTokens
from net.cluster.identity import (
    CLUB_IMPORT_KEY,
    ClubIdentity,
    find_identity,
    mark_of_import,
    shared_identity,
)
from net.cluster.journal import LAST_TABLE_NUMBER_KEY, key_of_table_log
from net.cluster.matches import write_match
from net.cluster.people import write_person
from net.cluster.store import Store
from net.cluster.table_log import TableLog
from net.cluster.table_records import TABLE_KEY_PREFIX, TableRecord
from net.errors import ClubInUse, NetError
from net.host.club_storage import LocalStorage
from net.host.table_register import row_of_kept_table
from net.journal import ClubJournal, KeptTable, TableJournal
from net.journal.codec import pack_tick
from net.journal.entries import SavedTable, fold_saved_table
from net.limits import MAX_CLUB_MATCHES_KEPT
from net.protocol.messages import TableRow
from net.security.hall_tokens import HallTokens

NO_CLUB_AT_PORT_SENTENCE = "There was no club on this machine on port {0}: name the port of the club with --port."
"""The reason of an `ImportRefused` when no club has been opened at the port on this machine."""
CLUB_IS_OPEN_SENTENCE = "The club on this machine is open, or being carried over: close it first, then carry it over."
"""The reason of an `ImportRefused` when another process uses the club."""
CLUB_EXISTS_IN_STORE_SENTENCE = (
    "A club of that name is on several machines already: carry this one over under another name."
)
"""The reason of an `ImportRefused` when the store has a club of that name already."""


class ImportRefused(NetError):
    """Raised when a club cannot be moved to several machines; it is unchanged."""


async def import_club(
    local: LocalStorage, port: int, certificate: bytes, store: Store, guest_tokens: Mapping[str, str]
) -> tuple[int, ...]:
    """Move the club of a port into a `store` as a new club, and close its tables here; return their numbers.

    The new club gets the secret of this one, and its key with the `certificate`, in PEM form, so people and their
    programs know it again. `guest_tokens` maps hashes to the tokens of this machine's guests; those that belong to the
    club or its tables are moved too. Raises `ImportRefused` if the club cannot be moved, or another `NetError` if
    journal or store cannot be used.

    Meanwhile neither the club on this machine nor a host of the new one can be opened. After an interruption it must be
    called again: until then there is no new club, and what has not been closed here can go on here.
    """
    if not local.has_club(port):
        raise ImportRefused(NO_CLUB_AT_PORT_SENTENCE.format(port))
    try:
        journal, people = local.open_journal(port), local.people(port)
    except ClubInUse as error:
        raise ImportRefused(CLUB_IS_OPEN_SENTENCE) from error
    assert journal is not None
    assert people is not None
    identity = ClubIdentity(local.secret(port), certificate)
    try:
        return await _move_to_store(journal, people.load(), identity, store, guest_tokens)
    finally:
        await journal.close()


async def _move_to_store(
    journal: ClubJournal,
    people: Sequence[KnownPerson],
    identity: ClubIdentity,
    store: Store,
    guest_tokens: Mapping[str, str],
) -> tuple[int, ...]:
    """Write everything of a club into the store, and close its tables here; return their numbers.

    Raises `ImportRefused` if the club cannot be moved. After any error the call can be repeated.
    """
    tables: list[tuple[KeptTable, TableJournal]] = []
    try:
        for kept in await journal.kept_tables():
            opened = await journal.open_table(kept.number)
            if opened is None:
                raise ImportRefused(CLUB_IS_OPEN_SENTENCE)
            tables.append((kept, opened))
        await _begin_import(store, identity)
        for kept, opened in tables:
            await _write_table(store, kept, opened)
        for person in people:
            await write_person(store, person, time())
        hall = HallTokens(identity.secret, b"")
        seats = {person.token for _, opened in tables if opened.saved is not None for person in opened.saved.people}
        kept_tokens = ClusterGuestTokens(store, hall.token_of_guest)
        for hashed, token in guest_tokens.items():
            if token in seats or hall.person_of(token):
                await kept_tokens.keep(hashed, token)
        for match in await journal.latest_matches(MAX_CLUB_MATCHES_KEPT):
            record = await journal.record_text(match.match.id)
            await write_match(store, await journal.place_of_match(match.match.id), match, record)
        await store.append(LAST_TABLE_NUMBER_KEY, b"%d" % await journal.last_table_number())
    finally:
        for _, opened in tables:
            await opened.close(is_over=False)
    for kept, _ in tables:
        await journal.discard_table(kept.number)
    await store.remove(CLUB_IMPORT_KEY)
    return tuple(kept.number for kept, _ in tables)


async def _begin_import(store: Store, identity: ClubIdentity) -> None:
    """Write into the store that this club is being moved into it, so that hosts wait, and write the club's `identity`.

    Raises `ImportRefused` if the store has another club, or has had this one.
    """
    mark, begun, found = mark_of_import(identity), await store.last(CLUB_IMPORT_KEY), await find_identity(store)
    is_begun = begun is not None and begun.data == mark
    is_taken = (begun is not None and begun.data not in (b"", mark)) or found not in (None, identity)
    if is_taken or (not is_begun and await store.last(LAST_TABLE_NUMBER_KEY) is not None):
        raise ImportRefused(CLUB_EXISTS_IN_STORE_SENTENCE)
    await store.append(CLUB_IMPORT_KEY, mark)
    if await shared_identity(store, lambda: identity) != identity:  # a host has been opened at the same time
        await store.remove(CLUB_IMPORT_KEY)
        raise ImportRefused(CLUB_EXISTS_IN_STORE_SENTENCE)


async def _write_table(store: Store, table: KeptTable, opened: TableJournal) -> None:
    """Write a table of the club into the store under its number; it is suspended there."""
    assert opened.saved is not None
    record = await write_table_log(store, table.number, row_of_kept_table(table), opened.saved)
    await store.append(f"{TABLE_KEY_PREFIX}.{table.number}", msgspec.msgpack.encode(record))


async def write_table_log(store: Store, number: int, row: TableRow, saved: SavedTable) -> TableRecord:
    """Write the log of a table, in place of what an interrupted import has written, and return the record of the table.

    Without the record no host finds the table.
    """
    await store.remove(key_of_table_log(number))
    log = TableLog(store, key_of_table_log(number), f"import{secrets.token_hex(8)}.1")
    await log.create()
    record = TableRecord("", log.sequence, log.writer, row)
    await log.append(pack_tick(fold_saved_table(saved)), is_whole_state=True)
    return record
