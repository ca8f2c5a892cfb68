"""``queens club``: opens a club, without an interface."""

from __future__ import annotations

import argparse
from time import time
from typing import TYPE_CHECKING, Final

from tui.cli.errors import CommandFailed, WrongCommand
from tui.cli.printed_text import print_if_possible, print_text
from tui.cli.requests import checked_name, club_request, load_settings, print_settings_problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from net.discovery.announce import Announcer
    from net.host.club_server import ClubServer, ClubSpec
    from net.host.cluster_storage import ClusterStorage
    from tui.connect.guest_listeners import SshListener, WebListener
    from tui.connect.request import TableRequest
    from tui.settings import Settings

NATS_SILENT_SENTENCE: Final = "No answer from NATS: play waits, or goes on at another host that has one."
"""The sentence that is printed when the club's store does not answer."""
THIS_HOST_CLOSED_SENTENCE: Final = "This host is closed; the club goes on at the others."
"""The last sentence of a host of a club that other hosts carry on."""
NATS_BACK_SENTENCE: Final = "NATS answers again."
"""The sentence that is printed when the club's store answers again."""
DEFAULT_SSH_GUEST_STAY_MINUTES: Final = 30
"""Without ``--drain``, a host that is stopped serves its SSH guests for this many more minutes, while other hosts go on
with the club.
"""
SSH_GUESTS_STAY_SENTENCE: Final = (
    "The other hosts go on with the tables. {} with ssh {} carried on here for {} at most; another Ctrl+C or SIGTERM "
    "ends that now."
)
"""The sentence that is printed when a host with SSH guests is stopped: how many they are, and for how many minutes the
host still serves them.
"""


def open_headless_club(args: argparse.Namespace) -> int:
    """Open a club and run it until SIGINT, SIGTERM or SIGHUP; return 0.

    Raises `CommandFailed` if it cannot open or fails.
    """
    import asyncio

    from net.errors import NetError
    from net.limits import MAX_STOP_MINUTES

    settings = load_settings(argparse.Namespace(pace=args.pace))
    print_settings_problem(settings)
    if args.drain is not None and not 0 <= args.drain <= MAX_STOP_MINUTES:
        raise WrongCommand(f"--drain takes a number of minutes, {MAX_STOP_MINUTES} at most.")
    request, name = club_request(args), _club_name(args, settings)
    servers = _nats_addresses(args)
    if args.what not in (None, "import"):
        raise WrongCommand(f"{args.what!r} does not belong here; queens club --help says what does.")
    if args.what is None and args.table is not None:
        raise WrongCommand("--table belongs to queens club import.")
    if args.what is not None and not servers and args.table is None:
        raise WrongCommand(
            "queens club import needs --cluster, to say where the club goes, or --table, to say which table comes into "
            "the club of this machine."
        )
    try:
        if args.what is None:
            asyncio.run(_run_until_stopped(_club_spec(args, request, settings, name), request, args.drain, servers))
        elif args.table is not None:
            print_text(asyncio.run(_import_table(args.table, request.port, servers, name)))
        else:
            print_text(asyncio.run(_import_club(request.port, servers, name)))
    except (NetError, OSError) as error:
        raise CommandFailed(str(error)) from error
    return 0


def _club_spec(args: argparse.Namespace, request: TableRequest, settings: Settings, name: str) -> ClubSpec:
    """Return the spec of the club that the command line and a request describe."""
    from net.host.club_server import ClubSpec
    from tui.settings import BOT_DELAY_SECONDS_BY_PACE

    return ClubSpec(name, request.code, BOT_DELAY_SECONDS_BY_PACE[settings.pace], is_code_drawn=args.code is None)


def _club_name(args: argparse.Namespace, settings: Settings) -> str:
    """Return the name of the club: that of ``--name``, or else one made from the person's name.

    Raises `WrongCommand` if the given name has no visible character or is too long.
    """
    from net.limits import MAX_NAME_CELLS
    from net.protocol.sanitize import clean_text

    wanted: str | None = getattr(args, "name", None)
    if wanted is None:
        return clean_text(f"{settings.name}'s club" if settings.named else "The club", MAX_NAME_CELLS)
    return checked_name(wanted, "there is")


def _nats_addresses(args: argparse.Namespace) -> tuple[str, ...]:
    """Return the addresses of NATS in ``--cluster``; none for a club on one machine. Raises `WrongCommand` if an
    address is malformed or the club has no name, and `CommandFailed` if the client of NATS is not installed."""
    from importlib.util import find_spec

    if args.cluster is None:
        return ()
    servers = tuple(filter(None, map(str.strip, args.cluster.split(","))))
    if not servers or not all(server.startswith(("nats://", "tls://")) for server in servers):
        raise WrongCommand("--cluster takes the addresses of NATS, such as nats://10.0.0.1:4222, with commas between.")
    if getattr(args, "name", None) is None:
        raise WrongCommand("--cluster needs --name: the hosts with the same name are one club.")
    if find_spec("nats") is None:
        raise CommandFailed("--cluster needs nats-py: install mad-queens[club].")
    return servers


async def _import_club(port: int, servers: Sequence[str], name: str) -> str:
    """Copy the club of this machine at a port to the `servers` of NATS, under a name; return the report on it."""
    from core.engine.english import count
    from net.host.club_import import import_club
    from net.host.club_storage import LocalStorage
    from net.host.cluster_storage import club_store
    from net.host.recovery import JournalSettings
    from net.private_files import JOURNAL_FILE
    from net.security.host_certificate import CERTIFICATE_FILE, host_certificate
    from tui.guest.guest_tokens import read_guest_tokens
    from tui.settings import data_folder

    local = LocalStorage(JournalSettings(data_folder() / JOURNAL_FILE, time))
    host_certificate(data_folder())
    certificate = (data_folder() / CERTIFICATE_FILE).read_bytes()
    async with club_store(servers, name) as store:
        tables = await import_club(local, port, certificate, store, read_guest_tokens(data_folder()))
    return f"{name} has {count(len(tables), 'table')} from this machine, asleep until somebody comes."


async def _import_table(table_port: int, port: int, servers: Sequence[str], name: str) -> str:
    """Move the table that `queens host` has at `table_port` into a club, and return the report on it.

    The club is the one of this machine at `port`, or, if there are `servers` of NATS, the one called `name` there. The
    person who hosted the table finds their seat again in the club.
    """
    from net.host.cluster_storage import club_store
    from net.host.recovery import JournalSettings
    from net.host.table_import import import_table, import_table_to_store
    from net.private_files import JOURNAL_FILE
    from net.security.host_certificate import host_certificate
    from tui.connect.seat_tokens import store_seat_token
    from tui.settings import data_folder

    journal = JournalSettings(data_folder() / JOURNAL_FILE, time)
    if servers:
        async with club_store(servers, name) as store:
            table = await import_table_to_store(journal, table_port, store)
    else:
        table = await import_table(journal, table_port, port)
    if table.token:
        fingerprint = table.fingerprint or host_certificate(data_folder()).fingerprint
        place = f"{fingerprint}:{port}/{table.number}"
        store_seat_token(data_folder(), place, table.owner, table.token, table.id, has_left=True)
    code = f" Its code is {table.code}." if table.code else ""
    return f"{table.name} is table {table.number} of {name} now, asleep until somebody comes.{code}"


async def _run_until_stopped(
    spec: ClubSpec, request: TableRequest, drain_minutes: int | None, servers: Sequence[str]
) -> None:
    """Open a club and print how people join it, until SIGINT, SIGTERM or SIGHUP; raises the error that ended the club.

    `drain_minutes` is how many minutes its matches may go on after the first signal, None if the person has not said
    so. With `servers` of NATS it is one of several hosts of a club.
    """
    if not servers:
        await _run_club(None, spec, request, drain_minutes)
        return
    from net.host.cluster_storage import cluster_storage

    async with cluster_storage(servers, spec.name) as storage:
        await _run_club(storage, spec, request, drain_minutes)


async def _run_club(
    storage: ClusterStorage | None, spec: ClubSpec, request: TableRequest, drain_minutes: int | None
) -> None:
    """Run a club until it is stopped, with this `storage`; None stands for the files of this machine."""
    import asyncio

    from core.engine.english import count
    from net.discovery.announce import announce_table
    from tui.cli.headless_commands import (
        handle_end_signals,
        print_end_or_raise_failure,
        silence_asyncio_errors,
        wait_for_end,
    )
    from tui.cli.listeners import club_listeners
    from tui.connect.guest_listeners import listen_for_guests
    from tui.connect.host_table import close_in_order
    from tui.settings import data_folder

    silence_asyncio_errors()
    club = await _open_club(storage, spec, request)
    try:
        ssh, web = await listen_for_guests(club_listeners(club, data_folder()), request)
    except BaseException:
        await club.close()
        raise
    announcer = announce_table(club.announcement, club.bound_address)
    serving_remaining_guests: asyncio.Task[None] | None = None
    try:
        club.open_to_guests(web.port if web else 0, web is not None and web.encrypted, ssh.port if ssh else 0)

        def stop_or_close() -> None:
            """Stop the club, and close it at the second signal, or at the first one without ``--drain``.

            Where there are other hosts, they go on with its matches, so it is closed at once, unless it has guests who
            cannot go there.
            """
            nonlocal serving_remaining_guests
            minutes = DEFAULT_SSH_GUEST_STAY_MINUTES if drain_minutes is None else drain_minutes
            if club.hall.is_closing or serving_remaining_guests is not None:
                club.stopped.set()
            elif len(club.hosts) > 1 and ssh is not None and ssh.guest_count and minutes:
                serving_remaining_guests = asyncio.get_running_loop().create_task(
                    _serve_remaining_ssh_guests(club, announcer, ssh, web, minutes)
                )
            elif len(club.hosts) > 1 or not drain_minutes:
                club.stopped.set()
            else:
                club.stop(drain_minutes)
                within = count(drain_minutes, "minute")
                print_if_possible(f"No new match begins. The club closes in {within} at the latest.")

        club.watch_play_waits(lambda waits: print_if_possible(NATS_SILENT_SENTENCE if waits else NATS_BACK_SENTENCE))
        handle_end_signals(stop_or_close)
        if storage is not None and storage.warning:
            print_text(storage.warning)
        _print_opening(club, request, ssh, web)
        await wait_for_end(announcer, club.stopped, club.failure)
        goes_on = len(club.hosts) > 1 and not club.hall.is_closing
    finally:
        if serving_remaining_guests is not None:
            serving_remaining_guests.cancel()
            await asyncio.gather(serving_remaining_guests, return_exceptions=True)
        await close_in_order(announcer, club, ssh, web)
    print_end_or_raise_failure(club.failure, THIS_HOST_CLOSED_SENTENCE if goes_on else "The club is closed.")


async def _serve_remaining_ssh_guests(
    club: ClubServer, announcer: Announcer, ssh: SshListener, web: WebListener | None, minutes: int
) -> None:
    """Hand the tables of this host over to other hosts, but still serve its SSH guests, whose connections cannot be
    moved.

    Set `club.stopped` when the last of them has left or the minutes are over, or at once if no other host is there any
    more.
    """
    import asyncio
    from contextlib import suppress

    from core.engine.english import count

    try:
        for listener in filter(None, (ssh, web)):
            listener.stop()
        await announcer.close()
        if not await club.hand_over(minutes):
            return
        guests = ssh.guest_count
        if guests:
            is_are = "is" if guests == 1 else "are"
            print_if_possible(SSH_GUESTS_STAY_SENTENCE.format(count(guests, "guest"), is_are, count(minutes, "minute")))
        with suppress(TimeoutError):
            async with asyncio.timeout(60 * minutes):
                await ssh.wait_for_guests_to_leave()
    finally:
        club.stopped.set()


async def _open_club(storage: ClusterStorage | None, spec: ClubSpec, request: TableRequest) -> ClubServer:
    """Open the club that a request describes, which listens on the network, and return it.

    A club that has been at a port before is opened at the same port or not at all, because its tables and people are
    found by the port.
    """
    from net.host.club_server import open_club
    from net.host.club_storage import LocalStorage
    from net.host.recovery import JournalSettings
    from net.private_files import JOURNAL_FILE
    from net.security.host_certificate import host_certificate
    from tui.connect.free_port import open_at_free_port
    from tui.settings import data_folder

    journal = JournalSettings(data_folder() / JOURNAL_FILE, time, request.durable)
    certificate = host_certificate(data_folder()) if storage is None else storage.certificate
    moves = request.any_port and (storage is not None or not LocalStorage(journal).has_club(request.port))
    return await open_at_free_port(
        lambda port: open_club(
            spec,
            request.bind,
            port,
            certificate=None if request.insecure else certificate,
            journal=journal,
            storage=storage,
            public_address=request.public_address,
        ),
        request.port,
        only_there=not moves,
    )


def _print_opening(club: ClubServer, request: TableRequest, ssh: SshListener | None, web: WebListener | None) -> None:
    """Print that the club is open, how people join it, and how to run it."""
    from core.engine.english import count
    from tui.cli.join_instructions import print_join_instructions, print_keys
    from tui.connect.free_port import other_port_sentence

    print_text(f"{club.hall.name} is open. Others come in with:\n")
    print_join_instructions(club.address, club.code, "hall", insecure=request.insecure, ssh=ssh, web=web)
    moved = other_port_sentence(request, int(club.address.rpartition(":")[2]), "the club")
    if moved:
        print_text(moved)
    if len(club.hosts) > 1:
        print_text(f"It is one of {len(club.hosts)} hosts of the club.")
    if club.tables.recovered_count:
        print_text(f"{count(club.tables.recovered_count, 'table')} from before, asleep until somebody comes back.")
    print_keys(club.certificate, ssh)
    print_text(f"To run it, type this where you talk in the hall, and keep it secret:\n\n  /run {club.organiser_key}\n")
    print_text("Ctrl+C closes it.")
