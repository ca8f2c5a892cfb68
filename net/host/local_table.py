"""Opens a table in this process: without a network (`open_table`), or with the host's own player beside a server."""

from __future__ import annotations

from dataclasses import replace as replace_spec

from msgspec.structs import replace

from net.client.join_spec import JoinSpec
from net.client.saved_deal_parts import SavedDealParts
from net.host.local_client import LocalClient
from net.host.recovery import JournalSettings, open_journalled_table
from net.host.table_runner import TableRunner
from net.journal import SOLO_SLOT, TableJournal
from net.table.spec import TableSpec


async def open_table(
    spec: TableSpec,
    name: str,
    *,
    watch: bool = False,
    journal: JournalSettings | None = None,
    saved_deal_parts: SavedDealParts | None = None,
) -> LocalClient:
    """Open a table in this process, without a network, and return the client of the person called `name`.

    With `watch` the person takes no seat. Free seats are filled with bots when a match starts; the bots let the person
    begin (`TableSpec.people_begin`). With `journal` the table is journalled; if its `number` is that of an unfinished
    table, that table is recovered. `saved_deal_parts` keeps what this program has added to the shuffles of unfinished
    matches, to check them after a restart.

    Raises `core.BadOption` for seats or options that the game does not have, and `net.errors.JournalDamaged` or
    `JournalUnusable`.
    """
    if journal is not None and journal.number is None:
        journal = replace(journal, opens_new_table=True)
    spec = replace_spec(limit_bots(spec, 0 if watch else 1), people_begin=True)
    table, table_journal = await open_journalled_table(journal, SOLO_SLOT, spec)
    runner = TableRunner(table, table_journal)
    token = table_journal.host_token if table_journal else ""
    spec_of_person = JoinSpec(name, watch=watch, token=token)
    client = LocalClient(runner, spec_of_person, owns_runner=True, saved_deal_parts=saved_deal_parts)
    await admit_owner(client, runner, table_journal)
    return client


def limit_bots(spec: TableSpec, people: int) -> TableSpec:
    """Return the spec with as many bots left out as needed for `people` seats to be free."""
    return replace_spec(spec, bots=min(spec.bots, spec.seats - people))


async def admit_owner(client: LocalClient, runner: TableRunner, journal: TableJournal | None) -> None:
    """Join the host's own player to the table as its owner, and journal their token.

    On an error the table is closed. Raises `net.errors.JournalUnusable` if the journal cannot be written.
    """
    try:
        runner.table.expect_host_person(client.connection_id)
        await client.join_table()
        if journal is not None:
            await journal.keep_host_token(client.token)
    except BaseException:
        await runner.end_table()
        if runner.failure.done():
            raise runner.failure.result() from None
        raise
