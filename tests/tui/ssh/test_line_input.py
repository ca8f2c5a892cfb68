"""Guests without a terminal, or with a simple one, play in the line mode."""

from __future__ import annotations

import asyncio
import subprocess
from typing import cast

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tui.guest.client_terminal import ClientTerminal
from tui.guest.guest_service import CODE_QUESTION
from tui.guest.line_input import LineInput
from tui.guest.terminal import ByteChannel


class RecordingChannel:
    """A stand-in for a channel, which records what is written to it, and whether reading is paused."""

    def __init__(self) -> None:
        self.written = b""
        self.paused = False

    def write(self, data: bytes) -> None:
        self.written += data

    def unsent_bytes(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


def line_input_on(kind: str) -> tuple[RecordingChannel, ClientTerminal, LineInput]:
    """Return a recording channel, a terminal of the kind `kind` on it, and the line input on that terminal."""
    channel = RecordingChannel()
    terminal = ClientTerminal(cast("ByteChannel", channel), kind, (80, 24), {})
    return channel, terminal, LineInput(terminal)


async def test_line_typed_in_a_terminal_is_echoed_and_can_be_edited():
    channel, terminal, lines = line_input_on("dumb")
    for data in (b"gr\xc3", b"\xbc\xc3\x9fx\x7fe\x1b[A", b"\r"):
        terminal.data_received(data)
    assert await lines.read_line() == "grüße[A"
    assert channel.written.decode() == "grüßx\b \be[A\r\n"


async def test_input_without_a_terminal_is_not_echoed():
    channel, terminal, lines = line_input_on("")
    terminal.data_received(b"one\r\ntwo\n\nlast")
    lines.write_line("said")
    lines.end()
    assert [await lines.read_line() for _ in range(5)] == ["one", "two", "", "last", None]
    assert channel.written == b"said\n"


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
async def test_control_keys_end_the_line_input(key):
    _, terminal, lines = line_input_on("dumb")
    terminal.data_received(key)
    assert await lines.read_line() is None


async def test_flood_of_lines_pauses_reading_from_the_client():
    channel, terminal, lines = line_input_on("")
    terminal.data_received(b"x\n" * 100)
    assert channel.paused
    for _ in range(40):
        await lines.read_line()
    assert not channel.paused
    terminal.data_received(b"y" * 5_000 + b"\n")
    for _ in range(60):
        lines._line_bucket.__init__(1e9, 1e9, 0.0)  # type: ignore[misc]
        await lines.read_line()
    assert len(await lines.read_line() or "") == 1_024


async def test_input_that_was_not_read_goes_to_the_next_reader():
    _, terminal, lines = line_input_on("xterm")
    terminal.data_received(b"code\rt\x7fab")
    assert await lines.read_line() == "code"
    assert lines.unread_input() == b"ab"


async def test_text_pasted_after_the_code_goes_to_the_program():
    channel, terminal, lines = line_input_on("xterm")
    left = [b"and this too\r"]

    def deliver_pasted_text() -> None:
        channel.paused = False
        while left and not channel.paused:
            terminal.data_received(left.pop(0))

    channel.resume_reading = deliver_pasted_text  # type: ignore[method-assign]
    terminal.data_received(b"code\r" + b"x\r" * 100)
    assert await lines.read_line() == "code"
    assert channel.paused
    terminal.clear_listener(lines.unread_input())
    lines = LineInput(terminal)
    assert not left
    assert len(lines._lines) == 101
    assert lines.unread_input().endswith(b"x\rand this too\r")


async def test_client_without_a_terminal_plays_in_line_mode(ssh_table):
    table = await ssh_table.open()
    program = await asyncio.create_subprocess_exec(
        *table.openssh_command("ann", "-T"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert program.stdin is not None
    assert program.stdout is not None
    said = b""

    async def read_until(text: bytes) -> None:
        nonlocal said
        while text not in said:
            data = await asyncio.wait_for(program.stdout.read(4_096), PATIENCE_SECONDS)  # type: ignore[union-attr]
            assert data, said.decode()
            said += data

    await read_until(b"ann")
    await table.wait_until(lambda: "ann" in table.seat_names())
    program.stdin.write(b"say hello\n")
    await read_until(b"hello")
    table.owner.start_match()
    await read_until(b"reveal,")
    program.stdin.write(b"reveal\n")
    await table.wait_until(lambda: (1, "reveal") in table.table.state.runner.match.record.actions)
    program.stdin.write_eof()
    assert await asyncio.wait_for(program.wait(), PATIENCE_SECONDS) == 0
    said += await program.stdout.read()
    assert b"\x1b" not in said
    assert b"\r" not in said


async def test_client_without_input_leaves_at_once(ssh_table):
    table = await ssh_table.open()
    done = await asyncio.to_thread(
        subprocess.run,
        table.openssh_command("ann", "-T"),
        input=b"",
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0
    assert b"You leave the table." in done.stdout
    assert "ann" not in table.seat_names()


async def test_guest_with_a_dumb_terminal_gets_the_line_mode_after_the_code(ssh_table):
    table = await ssh_table.open(code="tulip")
    guest = await table.join_with_openssh("ann", term="dumb")
    await guest.wait_for_text(CODE_QUESTION)
    guest.press("tulip\r")
    await guest.wait_for(lambda: "ann" in table.seat_names())
    guest.press("say hello\r")
    await guest.wait_for_text("You say: hello")
    guest.press("quit\r")
    assert await guest.wait_for_exit() == 0
    assert b"\x1b" not in guest.data
