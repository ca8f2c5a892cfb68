"""How many messages a guest's program gets from a flood of keys, clicks and mouse movements, counted in virtual
time.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable
from itertools import count, pairwise
from typing import Any, cast

import pytest
from textual import events
from textual.message import Message

from tui.guest.client_terminal import ClientTerminal
from tui.guest.driver import GuestDriver
from tui.guest.limits import INPUT_PAUSE_SECONDS, MAX_MESSAGES_IN_A_ROW, MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from tui.guest.terminal import ByteChannel

FLOOD_SECONDS = 5
"""Virtual time that a flood lasts."""

CLICK_BYTES = b"\x1b[<0;5;5M\x1b[<0;5;5m"
"""The bytes of a mouse click, as a terminal sends it."""

SCROLL_BYTES = b"\x1b[<64;5;5M"
"""The bytes of a turn of the mouse wheel, as a terminal sends it."""


class ScheduledCall:
    """A timer handle of a `VirtualLoop`."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback = callback

    def cancel(self) -> None:
        self.callback = lambda: None


class VirtualLoop:
    """The timers of an event loop in virtual time, which passes only during `advance_time_until`."""

    def __init__(self) -> None:
        self.now = 0.0
        self._number = count()
        self._due: list[tuple[float, int, ScheduledCall]] = []

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Callable[[], None]) -> ScheduledCall:
        return self.call_later(0, callback)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> ScheduledCall:
        """Call `callback` after some virtual seconds."""
        later = ScheduledCall(callback)
        heapq.heappush(self._due, (self.now + seconds, next(self._number), later))
        return later

    def advance_time_until(self, then: float) -> None:
        """Let the time pass until `then` seconds, and make each call when it is due."""
        while self._due and self._due[0][0] <= then:
            self.now, _, later = heapq.heappop(self._due)
            later.callback()
        self.now = then


class PausableChannel:
    """A stand-in for a channel, which records whether reading from it is `paused`."""

    paused = False

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class RecordingProgram:
    """A stand-in for a guest's program: it records every message posted to it with its virtual time."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.channel = PausableChannel()
        self.terminal = ClientTerminal(cast("ByteChannel", self.channel), "xterm", (80, 24), {})
        self.messages: list[tuple[float, Message]] = []
        self._loop = loop

    def post_message(self, message: Message) -> None:
        self.messages.append((self._loop.now, message))

    def end_with_farewell(self, words: str) -> None:
        raise AssertionError(words)

    def message_times(self) -> list[float]:
        """Return the virtual time of each posted message."""
        return [when for when, _ in self.messages]


@pytest.fixture
async def send_flood(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Fixture that returns a function: it sends bytes to a program for some seconds, whenever the program reads, and
    returns the program.
    """
    loop = VirtualLoop()
    program = RecordingProgram(loop)
    driver = GuestDriver.__new__(GuestDriver)
    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "get_running_loop", lambda: loop)
        driver.__init__(program)  # type: ignore[misc, arg-type]
    program.terminal.set_listener(driver)

    def flood(data: bytes, seconds: float = FLOOD_SECONDS) -> RecordingProgram:
        """Send bytes to the program until `seconds` have passed; return the program."""
        end = loop.now + seconds
        while loop.now < end:
            if not program.channel.paused:
                program.terminal.data_received(data)
            loop.advance_time_until(loop.now + INPUT_PAUSE_SECONDS / 4)
        return program

    yield flood
    driver.close()


@pytest.mark.parametrize(
    "data",
    [b"x" * 100, "é".encode() * 100, b"\x1b[A" * 50, CLICK_BYTES * 10, SCROLL_BYTES * 10],
    ids=["keys", "letters", "arrows", "clicks", "wheel"],
)
async def test_flooded_program_gets_some_messages_at_once_and_then_a_fixed_number_a_second(send_flood, data):
    times = send_flood(data).message_times()
    most = MESSAGES_AT_ONCE + FLOOD_SECONDS * MESSAGES_PER_SECOND
    assert len(times) <= most
    assert len(times) >= 0.9 * most, "and not much less, for somebody may play as fast as that"
    for begin in range(FLOOD_SECONDS):
        within = [when for when in times if begin <= when < begin + 1]
        assert len(within) <= MESSAGES_AT_ONCE + MESSAGES_PER_SECOND


async def test_messages_of_a_flood_are_posted_in_small_groups_with_pauses(send_flood):
    rows = Counter(send_flood(b"x" * 1_000, seconds=1).message_times())
    assert max(rows.values()) == MAX_MESSAGES_IN_A_ROW
    assert min(later - sooner for sooner, later in pairwise(sorted(rows))) >= 0.99 * INPUT_PAUSE_SECONDS


async def test_reading_pauses_while_input_waits(send_flood):
    program = send_flood(b"x" * 1_000, seconds=0.1)
    assert program.channel.paused
    send_flood(b"", seconds=60)
    assert not program.channel.paused
    assert len(program.messages) == 1_000, "nothing is lost"


async def test_only_the_last_of_consecutive_mouse_movements_is_passed_on(send_flood):
    moves = b"".join(b"\x1b[<35;%d;5M" % column for column in range(1, 60))
    program = send_flood(moves + CLICK_BYTES, seconds=0.001)
    kinds = [type(message) for _, message in program.messages]
    assert kinds == [events.MouseMove, events.MouseDown, events.MouseUp]
    assert cast("events.MouseMove", program.messages[0][1]).x == 58
