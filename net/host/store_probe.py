"""`OtherHostSearch`: which other host of a club can write in its store; a host that cannot leads its people there.

A host that is cut off from the store cannot know whether the store is there for others: then they take its tables over.
So it asks them, at the address by which people come in, with a hello whose token proves that a host of the club asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress

from net.client.host_link import HostLink
from net.client.join_spec import HostSpec
from net.errors import Malformed, NetError, ReachedOtherHost
from net.limits import MAX_STORE_PROBE_SECONDS, PROTOCOL_VERSION, STORE_CUT_OFF_CHECKS, STORE_CUT_OFF_SECONDS
from net.protocol.messages import Hello, ServerMessage, TableElsewhere
from net.security.known_hosts import HostTrust
from net.transport.address_errors import split_address


class StoreProbe(HostLink):
    """The connection on which one host of a club asks another `host` whether it can write in the store.

    `host_key` is the secret that proves that a host of the club asks.
    """

    def __init__(self, host: HostSpec, host_key: str) -> None:
        super().__init__(host)
        self._host_key = host_key

    def hello_for_host(self, host: str) -> Hello:
        """Return the hello by which one host of a club asks another whether it can write in the store."""
        return Hello(PROTOCOL_VERSION, "", token=self._host_key)

    def message_received(self, message: ServerMessage) -> None:
        """Raise `ReachedOtherHost` with the answer: an address if the host can write in the store, else "".

        Raises `Malformed` for any other message.
        """
        if isinstance(message, TableElsewhere):
            raise ReachedOtherHost(message.address)
        raise Malformed("A host of a club has not answered a question of another one.")

    async def can_host_write(self) -> bool:
        """Return whether the other host can write in the store; False if it does not answer in time, too."""
        try:
            await self._enter_here(MAX_STORE_PROBE_SECONDS)
        except ReachedOtherHost as answer:
            return bool(answer.address)
        except (NetError, TimeoutError):
            return False
        finally:
            await self.drop_connection()
        return False


async def find_host_with_store(addresses: Iterable[str], trust: HostTrust | None, host_key: str) -> str:
    """Ask the hosts at these addresses; return the address of the first that can write in the store, "" if none can."""
    for address in addresses:
        with suppress(ValueError):  # an address in the store that cannot be read
            if await StoreProbe(HostSpec(*split_address(address), trust), host_key).can_host_write():
                return address
    return ""


class OtherHostSearch:
    """Searches, while this host cannot reach the store, for another host of the club at which people can play.

    It asks those that `find_others` returns; `start_task` runs the task that does so. `report` is called with the
    address of one that can write in the store, as soon as one has been able to for `STORE_CUT_OFF_SECONDS`: then this
    host alone is cut off, and others have taken its tables over. It is called with "" when that is not so any more, and
    by `end`.
    """

    def __init__(
        self,
        find_others: Callable[[], Iterable[str]],
        trust: HostTrust | None,
        host_key: str,
        report: Callable[[str], None],
        start_task: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
    ) -> None:
        self._find_others = find_others
        self._trust = trust
        self._host_key = host_key
        self._report = report
        self._start_task = start_task
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to search, until `end` is called."""
        self.end()
        self._task = self._start_task(self._search())

    def end(self) -> None:
        """Search no longer: this host can reach the store, or ends."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._report("")

    async def _search(self) -> None:
        """Ask all other hosts, again and again, and report what follows."""
        loop = asyncio.get_running_loop()
        alone_since: float | None = None
        while True:
            found = await find_host_with_store(self._find_others(), self._trust, self._host_key)
            alone_since = None if not found else loop.time() if alone_since is None else alone_since
            is_alone = alone_since is not None and loop.time() >= alone_since + STORE_CUT_OFF_SECONDS
            self._report(found if is_alone else "")
            await asyncio.sleep(STORE_CUT_OFF_SECONDS / STORE_CUT_OFF_CHECKS)
