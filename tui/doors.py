"""From a plan to a table: the one place where the interface asks `net` to open, host or join one.

What it needs of `net` is imported only when somebody goes through a door.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from net.client import Client
from net.errors import NetError
from tui.plan import Plan
from tui.settings import Pace, Settings, data_folder

if TYPE_CHECKING:
    from net.host import Host

PACE_SECONDS: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 0.8, "fast": 0.0}
"""How long a bot pretends to think before each thing it does."""


@dataclass(frozen=True, slots=True)
class Place:
    """Our place at a table: our end of it, and the host if it runs in this process.

    `keep` keeps what brings us back here; it is to be called when the connection was made anew.
    """

    client: Client
    host: Host | None = None
    keep: Callable[[], None] = lambda: None

    async def leave(self) -> None:
        """Leave the table; a table hosted here closes."""
        await self.client.close()
        if self.host is not None:
            await self.host.close()


Door: TypeAlias = Callable[[Plan, Settings], Awaitable[Place]]
"""What takes a plan and returns our place at the table that it describes."""


async def open_door(plan: Plan, settings: Settings) -> Place:
    """Return our place at the table that `plan` describes.

    Raises `NetError`, `RulesError` or `OSError`.
    """
    if plan.kind == "join":
        return await _join(plan, settings.name)
    if plan.kind == "host":
        host, client = await open_host(plan, settings, settings.name)
        assert client is not None
        return Place(client, host)
    from net.near import open_table

    client = await open_table(
        plan.game,
        settings.name,
        seats=plan.seats,
        bots=plan.bots,
        options=plan.options,
        seed=plan.seed,
        pace=PACE_SECONDS[settings.pace],
    )
    return Place(client)


async def _join(plan: Plan, name: str) -> Place:
    """Go to somebody else's table, and back to the seat that we still have there."""
    from net.far import join
    from tui.tokens import find_token, keep_token

    table = f"{plan.address}:{plan.port}"
    folder = data_folder()
    token = "" if plan.watch else find_token(folder, table, name)
    client = await join(plan.address, plan.port, name, plan.code, plan.watch, token)

    def keep() -> None:
        if not plan.watch:
            keep_token(folder, table, name, client.token)

    keep()
    return Place(client, keep=keep)


async def open_host(plan: Plan, settings: Settings, name: str | None) -> tuple[Host, Client | None]:
    """Open a table on the network; without a name nobody sits at it here. Raises as `net.host.host` does."""
    from net.host import host

    return await host(
        plan.game,
        name,
        plan.bind or "0.0.0.0",
        plan.port,
        plan.code,
        seats=plan.seats,
        bots=plan.bots,
        options=plan.options,
        seed=plan.seed,
        pace=PACE_SECONDS[settings.pace],
    )


def in_words(error: Exception, plan: Plan) -> str:
    """Return in one sentence why a door did not open."""
    if isinstance(error, NetError):
        return str(error)
    if isinstance(error, OSError) and plan.kind == "host":
        reason = error.strerror or str(error)
        where = f"{plan.bind}:{plan.port}" if plan.bind else f"port {plan.port}"
        return f"The table cannot be opened at {where}: {reason.split('[Errno')[0].strip().rstrip('.')}."
    return str(error)
