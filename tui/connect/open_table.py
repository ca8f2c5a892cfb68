"""Opens the table of a request: solo in this process, hosted on the network, or on another machine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from net.errors import NetError, PortTaken
from tui.connect.requested_table import journal_settings, requested_spec, saved_deal_parts
from tui.connect.table_handle import TableHandle
from tui.settings import Settings, data_folder

if TYPE_CHECKING:
    from net.client.api import Client
    from net.client.deal_memory import DealMemory
    from net.host.recovery import JournalSettings
    from tui.connect.guest_listeners import NewListenerOpener
    from tui.connect.request import TableRequest


SEAT_AT_EARLIER_TABLE_SENTENCE: Final = (
    "This is not the table you sat at last; an unfinished match there may be kept for later."
)
"""The notice to a person who joins a new table of a host, if they had a seat at an earlier table there."""


async def open_table(
    request: TableRequest,
    settings: Settings,
    deals: DealMemory | None = None,
    new_opener: NewListenerOpener | None = None,
) -> TableHandle:
    """Return the handle of the table that a request describes, once it is open.

    `deals` is what the program remembers of the fair deals of all hosts, None for nothing. `new_opener` makes the
    opener of the listeners for guests that a request wants. Raises `NetError`, of which `ClubInsteadOfTable` if there
    is a club at the address to join, `RulesError` or `OSError`; `table_opening_failure_sentence` returns the sentence
    for such an error.
    """
    if request.kind == "join":
        return await _join_table(request, settings.name, deals)
    if request.kind == "host":
        from tui.connect.host_table import host_notices, open_host  # with listeners, of which a solo table has none

        host, client = await open_host(request, settings, settings.name, new_opener)
        assert client is not None
        return TableHandle(client, host.request, host, notices=host_notices(host, request), join_code=host.server.code)
    return await _play_solo(request, settings)


async def _play_solo(request: TableRequest, settings: Settings) -> TableHandle:
    """Open a table in this process, or resume one.

    If the match cannot be resumed, a new one begins; if the journal cannot be written, the match is not stored.
    """
    from net.errors import JournalDamaged, JournalUnusable
    from net.host.local_table import open_table as open_local_table

    async def open_client(journal: JournalSettings | None) -> Client:
        """Return the client at the table, opened with these settings of the journal, None for a match that is not
        saved."""
        spec = requested_spec(request, settings)
        return await open_local_table(spec, settings.name, journal=journal, saved_deal_parts=saved_deal_parts())

    try:
        return TableHandle(await open_client(journal_settings(request)), request, can_resume=True)
    except (JournalDamaged, JournalUnusable) as error:
        if request.unfinished_table is not None:  # perhaps only that match is damaged
            handle = await _play_solo(replace(request, unfinished_table=None), settings)
            return replace(handle, notices=handle.notices or f"{error} This is a new one.")
        return TableHandle(await open_client(None), request, notices=f"{error} This match is not kept.")


async def _join_table(request: TableRequest, name: str, deals: DealMemory | None) -> TableHandle:
    """Join a table on another machine, with the saved seat token of this person if there is one; save the new token."""
    from net.client.join_spec import JoinSpec
    from net.client.remote import join
    from net.errors import ReachedClub
    from net.security.known_hosts import HostTrust
    from tui.connect.club import ClubInsteadOfTable
    from tui.connect.found_host import FoundHost
    from tui.connect.seat_tokens import was_at_another_table

    folder = data_folder()
    trust = None if request.insecure else HostTrust(folder, request.code, request.trusted_key)
    host = FoundHost(request, name, trust, deals)

    def saved_seat_tokens(key: str) -> tuple[str, ...]:
        """Return the tokens that the person may offer at the host with this fingerprint or address."""
        return () if request.watch else host.find_tokens(f"{key}:{request.port}")

    try:
        tokens = saved_seat_tokens(request.address) if trust is None else ()
        person = JoinSpec(name, request.code, request.watch, other_tokens=tokens)
        client = await join(host.spec(saved_seat_tokens), person, deals=deals)
    except ReachedClub as reached:
        raise ClubInsteadOfTable(host, reached.token) from None

    def save_token(left: bool = False) -> None:
        """Save the token of the client; `left`: the person has left the table."""
        if not request.watch:
            host.store_token(host.token_place, client.token, client.table_id, has_left=left)

    is_new_table = was_at_another_table(folder, host.token_place, name, client.table_id)
    save_token()
    notices = host.notices(client.name)
    if is_new_table and not request.watch:
        notices.append(SEAT_AT_EARLIER_TABLE_SENTENCE)
    return TableHandle(
        client,
        request,
        save_token=save_token,
        release_token=partial(save_token, left=True),
        notices=" ".join(notices),
        join_code=host.join_code,
    )


def table_opening_failure_sentence(error: Exception, request: TableRequest) -> str:
    """Return in one sentence why the table of a request could not be opened."""
    if isinstance(error, PortTaken) and request.unfinished_table is not None:
        return f"{str(error).partition(';')[0]}: close that one, then resume this match again."
    if isinstance(error, NetError):
        return str(error)
    if isinstance(error, OSError) and request.kind == "host":
        reason = error.strerror or str(error)
        where = f"{request.bind}:{request.port}" if request.bind else f"port {request.port}"
        return f"The table cannot be opened at {where}: {reason.split('[Errno')[0].strip().rstrip('.')}."
    return str(error)
