"""The shell around a table: gathers what comes into ticks, and carries out what the table wants done.

It decides nothing. Everything that arrives in one turn of the event loop makes up one tick; its effects are
carried out in order, and each link is written to once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from net.effects import Drop, Effect, Ending, Input, Journal, Link, Send, WakeAt
from net.errors import NetError
from net.messages import Tell, to_bytes
from net.table import Table


class Frames:
    """The bytes of the messages of one tick, made when first wanted and shared by all who are told the same."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[int, bytes] = {}

    def of(self, message: Tell) -> bytes:
        """Return the bytes of a message that lives as long as this tick."""
        made = self._made.get(id(message))
        if made is None:
            made = self._made[id(message)] = to_bytes(message)
        return made


class Carrier(Protocol):
    """What carries messages to one person."""

    def deliver(self, messages: Sequence[Tell], frames: Frames) -> None:
        """Pass on the messages of one tick."""

    def end(self, error: NetError) -> None:
        """End the link when everything that was delivered has gone out."""


class House:
    """Runs one table on the event loop that is running when it is made."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._loop = asyncio.get_running_loop()
        self._links: dict[Link, Carrier] = {}
        self._next_link = 1
        self._inbox: list[Input] = []
        self._ticking: asyncio.Handle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def connect(self, carrier: Carrier) -> Link:
        """Give a new link its number."""
        link = self._next_link
        self._next_link += 1
        self._links[link] = carrier
        return link

    def disconnect(self, link: Link) -> None:
        """Forget a link; nothing more is delivered to it."""
        self._links.pop(link, None)

    def post(self, item: Input) -> None:
        """Put something before the table; it is dealt with in the next tick."""
        self._inbox.append(item)
        if self._ticking is None:
            self._ticking = self._loop.call_soon(self._tick)

    def end(self) -> None:
        """Say goodbye to everybody, now."""
        self._inbox.append(Ending())
        self._tick()
        for handle in (self._ticking, self._alarm):
            if handle is not None:
                handle.cancel()
        self._links.clear()

    def _tick(self) -> None:
        self._ticking = None
        inbox, self._inbox = self._inbox, []
        self._perform(self.table.handle(inbox, self._loop.time()))

    def _perform(self, effects: Sequence[Effect]) -> None:
        """Carry out the effects of one tick.

        The journal has its place here: its entries are committed before anything is delivered.
        """
        boxes: dict[Link, list[Tell]] = {}
        ending: list[Drop] = []
        for effect in effects:
            match effect:
                case Send(links, message):
                    for link in links:
                        boxes.setdefault(link, []).append(message)
                case Drop():
                    ending.append(effect)
                case WakeAt(when):
                    self._set_alarm(when)
                case Journal():
                    pass
        frames = Frames()
        for link, messages in boxes.items():
            carrier = self._links.get(link)
            if carrier is not None:
                carrier.deliver(messages, frames)
        for drop in ending:
            carrier = self._links.pop(drop.link, None)
            if carrier is not None:
                carrier.end(drop.error)

    def _set_alarm(self, when: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if when is not None:
            self._alarm = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if self._ticking is None:
            self._ticking = self._loop.call_soon(self._tick)
