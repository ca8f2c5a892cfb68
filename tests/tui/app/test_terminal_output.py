"""Output to a terminal: writing never waits for the terminal, and loses nothing that the terminal accepts later."""

from __future__ import annotations

import asyncio
import os
import select
import termios
import tty

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tui.app.terminal_output import MAX_WAITING_BYTES, TerminalOutput


@pytest.fixture
def terminal_ends():
    """Fixture: the two ends of a new pseudo-terminal, first that of the test, then that of the program."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, slave
    os.close(master)
    os.close(slave)


class PauseCounter:
    """Counts how often drawing was told to pause; `resumed` is set when it may go on."""

    def __init__(self) -> None:
        self.pauses = 0
        self.resumed = asyncio.Event()

    def pause(self) -> None:
        self.pauses += 1

    def resume(self) -> None:
        self.resumed.set()


def write_until_pause(output: TerminalOutput, calls: PauseCounter) -> bytes:
    """Write until drawing must pause, and return what was written."""
    written = bytearray()
    while not calls.pauses:
        data = f"{len(written):_}\n".encode() * 64
        written += data
        output.write(data)
    return bytes(written)


async def test_terminal_that_stops_accepting_output_gets_everything_in_order_later(terminal_ends):
    master, slave = terminal_ends
    calls = PauseCounter()
    output = TerminalOutput(slave, calls.pause, calls.resume)
    written = write_until_pause(output, calls)
    output.write(b"the last words")
    assert calls.pauses == 1
    assert not calls.resumed.is_set()
    read = bytearray()
    os.set_blocking(master, False)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not calls.resumed.is_set():
            if select.select([master], [], [], 0)[0]:
                read += os.read(master, 65_536)
            await asyncio.sleep(0)
    while select.select([master], [], [], 0)[0]:
        read += os.read(master, 65_536)
    assert bytes(read) == written + b"the last words"
    output.close()


async def test_small_update_has_reached_the_terminal_when_write_returns(terminal_ends):
    master, slave = terminal_ends
    output = TerminalOutput(slave, lambda: None, lambda: None)
    output.write(b"a card")
    assert os.read(master, 65_536) == b"a card"
    output.close()


async def test_terminal_is_set_to_blocking_again_after_the_program(terminal_ends):
    _, slave = terminal_ends
    output = TerminalOutput(slave, lambda: None, lambda: None)
    assert os.get_blocking(slave)
    output.close()


async def test_terminal_that_accepts_no_output_does_not_delay_the_end_of_the_program(terminal_ends, monkeypatch):
    monkeypatch.setattr("tui.app.terminal_output.MAX_CLOSE_SECONDS", 0.0)
    _, slave = terminal_ends
    calls = PauseCounter()
    output = TerminalOutput(slave, calls.pause, calls.resume)
    write_until_pause(output, calls)
    output.close()
    termios.tcflush(slave, termios.TCIOFLUSH)


async def test_output_to_a_closed_terminal_is_dropped():
    master, slave = os.openpty()
    calls = PauseCounter()
    output = TerminalOutput(slave, calls.pause, calls.resume)
    write_until_pause(output, calls)
    os.close(master)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await calls.resumed.wait()
    output.write(b"x" * 2 * MAX_WAITING_BYTES)
    assert calls.pauses == 1
    output.close()
    os.close(slave)


async def test_output_to_a_file_that_is_no_terminal_is_written(tmp_path):
    file = os.open(tmp_path / "output", os.O_WRONLY | os.O_CREAT)
    output = TerminalOutput(file, lambda: None, lambda: None)
    output.write(b"a card")
    output.close()
    os.close(file)
    assert (tmp_path / "output").read_bytes() == b"a card"
