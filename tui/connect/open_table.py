"""From a plan to a table: the one place where the interface asks `net` to open, host or join one.

What it needs of `net` is imported only when somebody goes through a door.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from net.client.api import Client
from net.errors import NetError, PortTaken
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.settings import Pace, Settings, data_folder

if TYPE_CHECKING:
    from net.discovery.browse import TableBrowser
    from net.host.recovery import Keeping
    from net.host.server import ExtraListener, TableServer
    from net.journal import UnfinishedTable
    from net.security.host_certificate import Certificate

PACE_SECONDS: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 0.8, "fast": 0.0}
"""How long a bot pretends to think before each thing it does."""

PORTS_TRIED: Final = 20
"""How many ports are tried, from the usual one on, where none is asked for: more tables than a machine ever has."""

GOES_ON: Final = (
    "The match that was left unfinished goes on; queens host --new opens a new table and keeps it for later."
)

CAME_BACK: Final = (
    "The table that was open here before is back, with the people, the rules and the code that it had; queens host "
    "--new opens another one."
)

LEFT_AT: Final = "The match left unfinished at port {0} goes on with queens host --port {0}."

LEFT_DAYS: Final = 14
"""For how long a match that waits at another port is worth a word: then nobody thinks of it any more."""

LEFT_PORTS: Final = 3
"""How many of them are named."""

LOOKING_SECONDS: Final = 1.0
"""How long a table may take to open because of them."""


async def open_door(plan: TableRequest, settings: Settings) -> TableHandle:
    """Return our place at the table that `plan` describes.

    Raises `NetError`, `RulesError` or `OSError`.
    """
    if plan.kind == "join":
        return await _join(plan, settings.name)
    if plan.kind == "host":
        host, client = await open_host(plan, settings, settings.name)
        assert client is not None
        return TableHandle(client, host, news=_news_of(host, plan), code=host.code)
    return await _play(plan, settings)


def _news_of(host: TableServer, plan: TableRequest) -> str:
    """Return what whoever hosts should know: that a match goes on, that the port is another, what their key is."""
    port = int(host.table.address.rpartition(":")[2])
    words = unfinished_in_words(host)
    if plan.port and port != plan.port:
        words.append(f"Port {plan.port} is taken on this machine: this table is at port {port}.")
    if host.certificate is not None:
        words.append(key_in_words(host.certificate))
    if host.annex is not None:
        words.append(ssh_key_in_words(host.annex))
    return " ".join(words)


def unfinished_in_words(host: TableServer) -> list[str]:
    """Return in sentences which match or table that was left goes on here, or where one does."""
    if host.came_back:
        return [GOES_ON if host.went_on else CAME_BACK]
    return [LEFT_AT.format(port) for port in host.ports_left[:LEFT_PORTS]]


def key_in_words(certificate: Certificate) -> str:
    """Return by what others recognise this host, to be read out to whoever asks."""
    from net.security.host_certificate import in_groups

    return f"The key of this host is {in_groups(certificate.fingerprint)}."


def ssh_key_in_words(annex: ExtraListener) -> str:
    """Return by what those who come with ssh recognise this host: as ssh shows it to them the first time."""
    return f"With ssh the key of this host is {annex.fingerprint}."


async def _play(plan: TableRequest, settings: Settings) -> TableHandle:
    """Open a table here, or go on with one.

    What cannot go on is played anew, and without a journal if that cannot be written: neither is a reason not to play.
    """
    from net.errors import JournalDamaged, NotWritten
    from net.host.local_client import open_table

    async def table(keeping: Keeping | None) -> Client:
        return await open_table(
            plan.game,
            settings.name,
            seats=plan.seats,
            bots=plan.bots,
            options=plan.options,
            seed=plan.seed,
            pace=PACE_SECONDS[settings.pace],
            keeping=keeping,
        )

    try:
        return TableHandle(await table(keeping(plan)), waits=True)
    except (JournalDamaged, NotWritten) as error:
        if plan.going_on is not None:  # it may be only that match with which something is wrong
            anew = await _play(replace(plan, going_on=None), settings)
            return replace(anew, news=anew.news or f"{error} This is a new one.")
        return TableHandle(await table(None), news=f"{error} This match is not kept.")


def keeping(plan: TableRequest) -> Keeping:
    """Return how the table of a plan is to be written down."""
    from time import time

    from net.host.recovery import Keeping
    from net.journal import NAME

    game = plan.game if plan.named else ""
    return Keeping(data_folder() / NAME, time, plan.durable, plan.anew, plan.going_on, game)


def unfinished_alone() -> int | None:
    """Return the number of the table at which one played alone and did not finish; None if there is none."""
    return next((one.number for one in left_alone(data_folder())), None)


def left_alone(folder: Path) -> tuple[UnfinishedTable, ...]:
    """Return the matches that one played alone and did not finish, the latest first, from the journal in `folder`."""
    from core import games
    from net.journal import NAME, unfinished

    with suppress(NetError):  # what is wrong with the journal is said when the match begins
        return tuple(one for one in unfinished(folder / NAME) if one.game in games)
    return ()


def plan_to_go_on(unfinished: UnfinishedTable) -> TableRequest:
    """Return the plan of going on with a match that one left."""
    seats = len(unfinished.names)
    return TableRequest("play", unfinished.game, seats, seats - 1, going_on=unfinished.number)


def look_nearby(changed: Callable[[], None]) -> TableBrowser:
    """Return what looks for tables on this network; `changed` is called when they are others."""
    from net.discovery.browse import TableBrowser

    return TableBrowser(changed)


async def _join(plan: TableRequest, name: str) -> TableHandle:
    """Go to somebody else's table, and back to the seat that we still have there."""
    from net.client.remote import join
    from net.security.known_hosts import HostTrust
    from tui.connect.seat_tokens import find_token, keep_token

    folder = data_folder()
    trust = None if plan.insecure else HostTrust(folder, plan.code, plan.accept)

    def kept(host: str) -> str:
        return "" if plan.watch else find_token(folder, f"{host}:{plan.port}", name)

    token = kept(plan.address) if trust is None else ""
    client = await join(plan.address, plan.port, name, plan.code, plan.watch, token, trust, kept)

    def keep(left: bool = False) -> None:
        if not plan.watch:
            host = plan.address if trust is None else trust.fingerprint
            keep_token(folder, f"{host}:{plan.port}", name, client.token, left=left)

    keep()
    news = [trust.explain()] if trust is not None and (trust.first_meeting or plan.code) else []
    if client.name != name:
        news.append(f"Somebody here is called {name} already: you are {client.name}.")
    code = plan.code.strip() if trust is None else trust.whole_code
    return TableHandle(client, keep=keep, free=partial(keep, left=True), news=" ".join(news), code=code)


async def open_host(plan: TableRequest, settings: Settings, name: str | None) -> tuple[TableServer, Client | None]:
    """Open a table on the network and announce it; without a name nobody sits at it here.

    Raises as `net.host.server.host` does.
    """
    from net.discovery.announce import announce
    from net.host.server import host
    from net.security.host_certificate import host_certificate

    certificate = None if plan.insecure else host_certificate(data_folder())
    last = plan.port + (PORTS_TRIED - 1 if plan.any_port else 0)
    for port in range(plan.port, last + 1):
        try:
            server, client = await host(
                plan.game,
                name,
                plan.bind,
                port,
                plan.code,
                seats=plan.seats,
                bots=plan.bots,
                options=plan.options,
                seed=plan.seed,
                pace=PACE_SECONDS[settings.pace],
                certificate=certificate,
                keeping=keeping(plan),
            )
        except PortTaken:
            if port == last:
                raise
        else:
            break
    try:
        if not server.went_on:
            server.ports_left = await _ports_left(data_folder())
        if plan.ssh is not None:
            server.annex = await _open_ssh(server, plan)
    except BaseException:
        if client is not None:
            await client.close()
        await server.close()
        raise
    server.announcer = announce(partial(server.advert, settings.name), server.bound)
    return server, client


async def _ports_left(folder: Path) -> tuple[int, ...]:
    """Return at which ports matches wait that were hosted lately; none where that cannot be found out at once.

    To be asked when the own table is taken over: whoever looks at a table holds it for a moment.
    """
    import asyncio
    from time import time

    from net.journal import NAME, ports_left

    with suppress(NetError, OSError, ValueError, TimeoutError):  # it is only a hint
        async with asyncio.timeout(LOOKING_SECONDS):
            return await asyncio.to_thread(ports_left, folder / NAME, time() - LEFT_DAYS * 86_400)
    return ()


async def _open_ssh(host: TableServer, plan: TableRequest) -> ExtraListener:
    """Let people in over SSH as well: at the port that was asked for, else the usual one or one of those after it."""
    from tui.ssh import PORT, open_ssh

    first = plan.ssh or PORT
    last = first if plan.ssh else first + PORTS_TRIED - 1
    for port in range(first, last):
        with suppress(PortTaken):
            return await open_ssh(host.house, data_folder(), plan.bind, port, host.code_attempts, host.code)
    return await open_ssh(host.house, data_folder(), plan.bind, last, host.code_attempts, host.code)


def in_words(error: Exception, plan: TableRequest) -> str:
    """Return in one sentence why a door did not open."""
    if isinstance(error, NetError):
        return str(error)
    if isinstance(error, OSError) and plan.kind == "host":
        reason = error.strerror or str(error)
        where = f"{plan.bind}:{plan.port}" if plan.bind else f"port {plan.port}"
        return f"The table cannot be opened at {where}: {reason.split('[Errno')[0].strip().rstrip('.')}."
    return str(error)
