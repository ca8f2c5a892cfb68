"""Simulated processes: each is an event loop of its own in the one virtual time, and may end at any instant.

The real asyncio code of a host and of a client runs in them; the seed decides the order of everything they do.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from contextvars import Context
from inspect import CORO_CLOSED, CORO_CREATED, getcoroutinestate
from math import inf, nextafter
from typing import Any, Protocol, TypeVar

from tests.sim.simulation import FutureEvent, InvariantViolated, Simulation

T = TypeVar("T")
"""Type of the result of a task."""


class ProcessKilled(BaseException):
    """Raised inside a process that is killed, to end the code that runs at that moment."""


class Network(Protocol):
    """The network through which a process opens connections."""

    def open(self, process: Process, factory: Callable[[], asyncio.Protocol]) -> asyncio.Future[Any]:
        """Open a connection for a process; return a future of its transport and protocol."""


class Process(asyncio.AbstractEventLoop):
    """One run of one program, which is its own asyncio event loop.

    Its clock is that of the simulation plus `offset`, in seconds.
    """

    def __init__(self, simulation: Simulation, name: str, offset: float = 0.0, network: Network | None = None) -> None:
        self.simulation = simulation
        self.name = name
        self.offset = offset
        self.is_alive = True
        self._network = network
        self._coroutines: list[Coroutine[Any, Any, Any]] = []
        self._alarms: list[tuple[float, FutureEvent, Callable[[], None]]] = []

    def run(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function within this process, unless it has ended."""
        if not self.is_alive:
            return
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            function(*arguments)
        except ProcessKilled:
            self.end()
        finally:
            asyncio._set_running_loop(before)

    def end(self) -> None:
        """End at once: no callback or coroutine of this process runs any more, and coroutines that have not begun are
        closed.
        """
        self.is_alive = False
        for coroutine in self._coroutines:
            if getcoroutinestate(coroutine) == CORO_CREATED:
                coroutine.close()

    def set_clock_forward(self, seconds: float) -> None:
        """Set the clock forward: timers that are then overdue fire at once, in their order."""
        self.offset += seconds
        alarms, self._alarms = self._alarms, []
        for when, event, do in sorted(alarms, key=lambda alarm: alarm[0]):
            if event.pending:
                event.replace_with(self._schedule_at(when, do))

    # The methods of `asyncio.AbstractEventLoop`

    def time(self) -> float:
        """Return this process's clock in seconds."""
        return self.simulation.now + self.offset

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> FutureEvent:  # type: ignore[override]
        """Schedule a callback in the next turn of the loop."""
        return self.simulation.schedule_after(0.0, lambda: self.run(callback, *args))

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> FutureEvent:  # type: ignore[override]
        """Schedule a callback after `delay` seconds."""
        return self._schedule_at(self.time() + delay, lambda: self.run(callback, *args))

    def call_at(
        self, time: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> FutureEvent:  # type: ignore[override]
        """Schedule a callback at the time `time` of this process."""
        return self._schedule_at(time, lambda: self.run(callback, *args))

    def _schedule_at(self, time: float, function: Callable[[], None]) -> FutureEvent:
        """Schedule a call at a time of this process's clock, never earlier because of a rounding error."""
        there = time - self.offset
        while there + self.offset < time:
            there = nextafter(there, inf)
        event = self.simulation.schedule_at(there, function)
        if len(self._alarms) > 64:
            self._alarms = [alarm for alarm in self._alarms if alarm[1].pending]
        self._alarms.append((time, event, function))
        return event

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, T], **options: Any) -> asyncio.Task[T]:  # type: ignore[override]
        """Run a coroutine as a task of this process."""
        self._coroutines = [one for one in self._coroutines if getcoroutinestate(one) != CORO_CLOSED]
        self._coroutines.append(coro)
        return asyncio.Task(coro, loop=self)

    async def getaddrinfo(self, host: Any, port: Any, **options: Any) -> Any:  # type: ignore[override]
        """Return one address, which stands for every host."""
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (host, port))]

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        """Do nothing: `create_connection` connects to the host."""

    async def create_connection(self, protocol_factory: Any, *, sock: socket.socket) -> Any:  # type: ignore[override]
        """Open a connection through the simulated network, instead of the one on this socket."""
        assert self._network is not None
        sock.close()
        return await self._network.open(self, protocol_factory)

    def get_debug(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Record an error that a task of this process has raised, which fails the run; an error of a dead process is
        ignored.
        """
        error = context.get("exception")
        if self.is_alive and error is not None:
            self.simulation.first_error = (
                error if isinstance(error, InvariantViolated) else self.simulation.first_error or error
            )
