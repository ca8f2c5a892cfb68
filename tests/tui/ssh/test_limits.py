"""The limits of a guest's program in the host's process, in the eight sections of the docstring of `tui.guest`.

Each test fails without the limit that it names. Sections 2 and 6, guests who do not read (4), and what is tested for
browsers as well are in `tests/tui/guest`; more on section 5 is in `test_flood.py`, on section 6 in
`test_host_isolation.py`, on section 8 in `test_farewells.py`.
"""

from __future__ import annotations

import asyncio
import functools
import gc
from typing import Any

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App
from textual.message_pump import MessagePump

import tui.guest.listener
import tui.guest.runtime
import tui.guest.session
import tui.ssh.connection
import tui.ssh.limits
import tui.ssh.server
from net.client.events import ChatReceived
from net.transport.admission import TOO_MANY_FROM_ADDRESS_SENTENCE, Admission
from tests.support.depth import only_deep
from tests.support.idle import wait_for_idle
from tests.support.patience import PATIENCE_SECONDS
from tests.tui.ssh.conftest import AsyncsshGuest, SshTable, draw_until_output_is_unread
from tui.app.app import QueensApp
from tui.app.eager_tasks import forbid_eager_tasks
from tui.guest.app import GuestApp
from tui.guest.client_terminal import clamp_size
from tui.guest.guest_limit import ADDRESS_FULL_SENTENCE, TABLE_FULL_SENTENCE, GuestLimit
from tui.guest.input_throttle import InputThrottle
from tui.guest.limits import (
    INPUT_BYTES_AT_ONCE,
    INPUT_BYTES_PER_SECOND,
    MAX_COLUMNS,
    MAX_PASTE_BYTES,
    MAX_PENDING_CONNECTIONS_PER_ADDRESS,
    MAX_PROGRAMS_ENDING,
    MAX_PROGRAMS_STARTING,
    MAX_ROWS,
    READ_BYTES_IN_A_BURST,
    READ_BYTES_PER_SECOND,
)
from tui.guest.session import CRASHED_SEAT_LOST_FAREWELL, GuestSession
from tui.screens.lobby import LobbyScreen


def guest_programs(table: Any) -> list[GuestApp]:
    """Return the programs of all guests, in the order in which the guests came."""
    return [session.app for session in table.server.sessions.values() if session.app is not None]


# 1. The event loop


async def test_guest_programs_do_not_make_the_tasks_of_the_loop_eager(monkeypatch):
    """From Python 3.12 on Textual would make tasks eager (run at once up to their first wait), and logins of asyncssh
    would hang.
    """

    def eager(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
        raise AssertionError("this task would have been eager")

    monkeypatch.setattr(asyncio, "eager_task_factory", eager, raising=False)
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "set_task_factory", loop.set_task_factory)  # puts it back afterwards
    forbid_eager_tasks(loop)

    class ExitingApp(App[None]):
        def on_mount(self) -> None:
            self.exit()

    await ExitingApp().run_async(headless=True)
    assert loop.get_task_factory() is None


async def test_eager_task_factory_is_removed_from_the_event_loop(monkeypatch):
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "set_task_factory", loop.set_task_factory)
    loop.set_task_factory(lambda loop, coroutine, **options: asyncio.Task(coroutine, loop=loop, **options))
    forbid_eager_tasks(loop)
    assert loop.get_task_factory() is None


async def test_opening_an_ssh_table_forbids_eager_tasks(ssh_table):
    table = await ssh_table.open()
    own = asyncio.get_running_loop().get_task_factory()
    asyncio.get_running_loop().set_task_factory(lambda *_: pytest.fail("eager"))
    assert asyncio.get_running_loop().get_task_factory() is own
    await (await table.join_with_asyncssh()).wait_for_text("you")


# 3. The memory of closed programs


@only_deep
async def test_programs_that_end_during_a_match_are_freed_without_an_error(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.guest.runtime, "DELAY_BEFORE_FREEING_PROGRAM_SECONDS", 0.0)
    errors: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context))
    table = await ssh_table.open()
    guests = [await table.join_with_asyncssh(f"guest{number}") for number in range(3)]
    for guest in guests:
        await guest.wait_for_text("you")
    table.owner.start_match()
    for guest in guests:
        await guest.wait_for_text("Space Reveal")
    guests[0].press("\x1bOP")
    guests[1].press("t")
    for keys in (" ", "\x1b[116u", " "):
        for guest in guests:
            guest.press(keys)
        await wait_for_idle()
    for guest in guests:
        guest.connection.abort()
    await table.wait_until(lambda: count_freed_programs(table) == 3)
    table.owner.send_chat("all gone?")
    await wait_for_idle()
    assert not errors


MAX_LEFT_OBJECTS = 1_500
"""Largest number of objects that an ended program may leave to a full garbage collection."""


def count_freed_programs(table: SshTable) -> int:
    """Return how many programs of guests have ended and been freed since the last full garbage collection."""
    policy = table.server.guests.gc_policy
    return policy._ended_count - len(policy._ended_programs)


@only_deep
async def test_ended_programs_leave_little_to_the_garbage_collector(ssh_table, monkeypatch):
    """A full collection takes long, because it examines the objects of all programs; ended programs must leave so
    little that it is seldom needed.
    """
    monkeypatch.setattr(tui.guest.runtime, "DELAY_BEFORE_FREEING_PROGRAM_SECONDS", 0.1)
    monkeypatch.setattr(tui.guest.runtime, "MIN_GUESTS_BEFORE_IDLE_COLLECTION", 1_000)
    table = await ssh_table.open()
    stays = await table.join_with_asyncssh("stays")
    await stays.wait_for_text("you")

    async def come_and_go() -> None:
        """Join, open and close the help, and hang up."""
        guest = await table.join_with_openssh("ann")
        await guest.wait_for_text("you")
        guest.press("\x1bOP")
        await guest.wait_for_text("Esc")
        guest.kill()
        freed = count_freed_programs(table)
        await table.wait_until(lambda: count_freed_programs(table) > freed)

    await come_and_go()
    gc.unfreeze()
    gc.collect()
    for _ in range(3):
        await come_and_go()
    gc.unfreeze()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        left = [one for one in gc.garbage if not type(one).__module__.startswith(("pyte", "tests"))]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert len(left) < 3 * MAX_LEFT_OBJECTS, f"a program is some twenty thousand objects; {len(left)} are left of three"


async def test_running_programs_are_exempt_from_garbage_collections(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.guest.runtime, "DELAY_BEFORE_FREEING_PROGRAM_SECONDS", 0.0)
    table = await ssh_table.open()
    for _ in range(2):
        before = gc.get_freeze_count()
        guest = await table.join_with_asyncssh()
        await guest.wait_for_text("you")
        await table.wait_until(lambda before=before: gc.get_freeze_count() > before + 2_000)
        program = guest_programs(table)[0]
        assert not [other for other in gc.get_objects() if other is program], "it is not looked at any more"
        del program
        guest.connection.close()
        await table.wait_until(lambda: not table.server.sessions)


# 5. A guest who sends without end


async def test_flood_of_meaningless_packets_is_read_slowly(ssh_table):
    table = await ssh_table.open()
    flooder, other = await table.join_with_asyncssh("ann"), await table.join_with_asyncssh("bea")
    await flooder.wait_for_text("you")
    await other.wait_for_text("you")
    connections = list(table.server.connections)
    for _ in range(6_000):
        flooder.connection.send_packet(2, (1_000).to_bytes(4) + bytes(1_000))
    other.press("t")
    await other.wait_for_text("Enter Send")
    await table.wait_until(lambda: sum(door.bytes_read for door in connections) > READ_BYTES_IN_A_BURST)
    other.press("abc")
    await other.wait_for_text("abc")
    assert sum(door.bytes_read for door in connections) <= READ_BYTES_IN_A_BURST + 20 * READ_BYTES_PER_SECOND
    flooder.connection.abort()


def test_input_throttle_limits_bytes_per_second():
    throttle = InputThrottle(0.0)
    throttle.add(b"x" * 100_000)
    passed = len(throttle.take_bytes(0.0))
    assert passed == INPUT_BYTES_AT_ONCE
    for second in range(1, 4):
        passed += len(throttle.take_bytes(float(second)))
    assert passed == INPUT_BYTES_AT_ONCE + 3 * INPUT_BYTES_PER_SECOND
    assert throttle.has_waiting_bytes


@given(st.lists(st.tuples(st.binary(max_size=60), st.floats(0, 1)), max_size=30))
def test_input_throttle_keeps_all_bytes_in_order(pieces):
    throttle, now, passed = InputThrottle(0.0), 0.0, b""
    for piece, later in pieces:
        now += later
        throttle.add(piece)
        passed += throttle.take_bytes(now)
    passed += throttle.take_bytes(now + 60)
    assert passed == b"".join(piece for piece, _ in pieces)
    assert not throttle.has_waiting_bytes


@given(st.integers(1, 7), st.booleans())
def test_length_of_a_pasted_text_is_measured_across_its_pieces(step, ends):
    text = b"abc\x1b[200~" + b"y" * 5_000 + (b"\x1b[201~" if ends else b"")
    throttle, now = InputThrottle(0.0), 0.0
    for at in range(0, len(text), step):
        throttle.add(text[at : at + step])
        now += 1.0
        throttle.take_bytes(now)
    assert throttle.paste == (0 if ends else 5_000 + len(b"\x1b[200~"))
    assert not throttle.paste_too_long


@given(st.integers(1, 700), st.integers(1_001, 4_000))
def test_rest_of_a_long_paste_is_dropped_and_what_follows_is_kept(step, length):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.guest.input_throttle.MAX_PASTE_BYTES", 1_000)
        text = b"abc\x1b[200~" + b"y" * length + b"\x1b[201~tq"
        throttle, now, passed = InputThrottle(0.0), 0.0, b""
        for at in range(0, len(text), step):
            throttle.add(text[at : at + step])
            now += 1.0
            passed += throttle.take_bytes(now)
        passed += throttle.take_bytes(now + 60)
    assert passed.startswith(b"abc\x1b[200~yyy")
    assert passed.endswith(b"y\x1b[201~tq")
    assert passed.count(b"\x1b[201~") == 1
    assert throttle.paste == 0
    assert not throttle.has_waiting_bytes


async def test_long_paste_is_cut_and_the_screen_of_the_guest_stays(ssh_table, monkeypatch):
    monkeypatch.setattr("tui.guest.input_throttle.MAX_PASTE_BYTES", 1_000)
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    guest.press("\x1b[200~" + "y" * 9_000 + "\x1b[201~")
    await guest.wait_for_text("the rest is left out")
    guest.press("m")
    await guest.wait_for_text("Esc Back")


async def test_endless_paste_ends_the_session(ssh_table, monkeypatch):
    monkeypatch.setattr("tui.guest.input_throttle.MAX_PASTE_BYTES", 1_000)
    monkeypatch.setattr("tui.guest.input_throttle.MIN_ENDLESS_PASTE_BYTES", 1_900)
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    guest.press("\x1b[200~" + "y" * 2_000)
    await guest.wait_for_text("You pasted more")
    assert MAX_PASTE_BYTES == 65_536


async def test_crash_in_the_program_of_a_guest_ends_only_their_session_with_one_sentence(
    ssh_table, monkeypatch, capfd, caplog
):
    table = await ssh_table.open()
    one, other = await table.join_with_openssh("ann"), await table.join_with_openssh("bea")
    await one.wait_for_text("you")
    await other.wait_for_text("you")

    def fail(self: LobbyScreen) -> None:
        secret = "the next card is the Queen of Spades"
        raise RuntimeError(secret)

    monkeypatch.setattr(LobbyScreen, "action_watch", fail)
    one.press("w")
    assert await one.wait_for_exit() == 1
    await one.wait_for(lambda: not one.screen.alternate)
    assert CRASHED_SEAT_LOST_FAREWELL in one.text
    for trace in (b"Traceback", b"RuntimeError", b"Spades", b"secret"):
        assert trace not in one.data
    monkeypatch.undo()
    other.press("t")
    await other.wait_for_text("Enter Send")
    assert capfd.readouterr() == ("", "")
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR") and is_warning(record)]


def is_warning(record: Any) -> bool:
    """Return whether a record of the log is more than asyncio's note about a slow callback."""
    return not record.getMessage().startswith("Executing")  # asyncio's debug mode on a busy machine


async def test_crash_during_program_start_is_reported_to_the_guest(ssh_table, monkeypatch):
    table = await ssh_table.open()
    monkeypatch.setattr(LobbyScreen, "contents", lambda self: 1 / 0)
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("something went wrong")
    assert await guest.wait_for_exit() == 1
    assert b"ZeroDivision" not in guest.data


async def test_crash_before_program_start_is_reported_to_the_guest(ssh_table, monkeypatch):
    table = await ssh_table.open()
    monkeypatch.setattr(tui.guest.session, "environment_of", lambda *_: 1 / 0)
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("something went wrong")
    assert await guest.wait_for_exit() == 1


# 7. Sizes and numbers


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_window_sizes_of_guests_are_limited(columns, rows):
    wide, high = clamp_size((columns, rows))
    assert 20 <= wide <= MAX_COLUMNS
    assert 5 <= high <= MAX_ROWS
    if 20 <= columns <= MAX_COLUMNS and 5 <= rows <= MAX_ROWS:
        assert (wide, high) == (columns, rows)


async def test_program_of_a_guest_is_drawn_in_the_limited_window_size(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh(size=(65_000, 65_000), kept_screen_size=(MAX_COLUMNS, MAX_ROWS))
    await guest.wait_for_text("you")
    program = guest_programs(table)[0]
    assert program.size == (MAX_COLUMNS, MAX_ROWS)
    guest.channel.change_terminal_size(4_000_000_000, 1)
    await table.wait_until(lambda: program.size == (MAX_COLUMNS, 5))


async def test_only_accepted_environment_variables_are_kept(ssh_table):
    table = await ssh_table.open()
    connection = await table.connect()
    variables = {f"LC_{number}": "x" * 1_000 for number in range(100)} | {"LANG": "y" * 65, "LC_COLORTERM": "truecolor"}
    _, guest = await connection.create_session(
        lambda: AsyncsshGuest((100, 30)), encoding=None, term_type="xterm", term_size=(100, 30), env=variables
    )
    await guest.wait_for_text("you")
    assert guest_programs(table)[0].terminal.environment == {"LC_COLORTERM": "truecolor"}


async def test_ssh_connection_that_requests_no_session_is_closed(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.ssh.connection, "MAX_LOGIN_STEP_SECONDS", 0.3)
    table = await ssh_table.open()
    connection = await table.connect()
    server_side = next(iter(table.server.connections))
    server_side.session_requested()
    await asyncio.wait_for(connection.wait_closed(), PATIENCE_SECONDS)


def test_guests_are_limited_in_all_and_per_address():
    room = GuestLimit(guests=3, guests_per_address=2)
    with room.count_guest("192.0.2.1"), room.count_guest("192.0.2.1"):
        assert room.refusal("192.0.2.1") == ADDRESS_FULL_SENTENCE
        assert room.refusal("192.0.2.2") == ""
        with room.count_guest("192.0.2.2"):
            assert room.refusal("192.0.2.3") == TABLE_FULL_SENTENCE
    assert room.refusal("192.0.2.1") == ""


async def test_connection_beyond_those_of_an_address_is_refused_in_a_sentence(ssh_table):
    table = await ssh_table.open()
    table.server.admission = Admission(max_connections=4)  # two people, one of an address
    await (await table.join_with_asyncssh("ann")).wait_for_text("you")
    second = await table.join_with_asyncssh("bea")
    await second.wait_for(lambda: TOO_MANY_FROM_ADDRESS_SENTENCE.encode() in second.data)
    assert await second.wait_for_exit() == 1


async def test_connections_without_login_are_limited(ssh_table):
    table = await ssh_table.open()
    links = [
        await asyncio.open_connection("127.0.0.1", table.server.port)
        for _ in range(MAX_PENDING_CONNECTIONS_PER_ADDRESS + 8)
    ]
    await table.wait_until(lambda: len(table.server.connections) <= MAX_PENDING_CONNECTIONS_PER_ADDRESS)
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    for _, writer in links:
        writer.close()


async def test_guest_programs_start_one_after_another(ssh_table, monkeypatch):
    table = await ssh_table.open(seats=8)
    starting, most = 0, 0
    usual_run, usual_shown = GuestApp.run_async, GuestSession.record_first_screen

    async def run_async(self: GuestApp, **options: Any) -> None:
        nonlocal starting, most
        starting += 1
        most = max(most, starting)
        await usual_run(self, **options)

    def record_first_screen(self: GuestSession) -> None:
        nonlocal starting
        starting -= 1
        usual_shown(self)

    monkeypatch.setattr(GuestApp, "run_async", run_async)
    monkeypatch.setattr(GuestSession, "record_first_screen", record_first_screen)
    guests = await asyncio.gather(*(table.join_with_asyncssh(f"guest{number}") for number in range(6)))
    for guest in guests:
        await guest.wait_for_text("you")
    assert most == MAX_PROGRAMS_STARTING


@only_deep
async def test_programs_of_guests_who_hang_up_at_once_end_and_are_freed_one_after_another(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.guest.runtime, "DELAY_BEFORE_FREEING_PROGRAM_SECONDS", 0.0)
    monkeypatch.setattr(tui.guest.runtime, "MIN_GUESTS_BEFORE_IDLE_COLLECTION", 4)
    table = await ssh_table.open(seats=8)
    guests = [await table.join_with_asyncssh(f"guest{number}") for number in range(4)]
    for guest in guests:
        await guest.wait_for_text("you")
    running = guest_programs(table)
    most = 0
    asked: list[GuestApp] = []
    done: list[str] = []
    usual_exit, usual_free, usual_collect = (
        GuestApp.exit,
        GuestApp.break_reference_cycles,
        table.server.guests.gc_policy.collect_garbage,
    )

    def exit_and_count(self: GuestApp, *arguments: Any, **options: Any) -> None:
        nonlocal most
        asked.append(self)
        most = max(most, sum(program.is_running for program in running if program in asked))
        usual_exit(self, *arguments, **options)

    def free_and_count(self: GuestApp) -> None:
        assert self.return_code is not None, "it has ended"
        running.remove(self)
        asked.remove(self)
        done.append("freed")
        usual_free(self)

    def collect_and_count() -> None:
        done.append("collected")
        usual_collect()

    monkeypatch.setattr(GuestApp, "exit", exit_and_count)
    monkeypatch.setattr(GuestApp, "break_reference_cycles", free_and_count)
    monkeypatch.setattr(table.server.guests.gc_policy, "collect_garbage", collect_and_count)
    for guest in guests:
        guest.connection.abort()
    await table.wait_until(lambda: table.seat_names()[1:] == [""] * 7)
    assert len(asked) < 4, "the seats are free before all programs have ended"
    await table.wait_until(lambda: "collected" in done)
    assert most == MAX_PROGRAMS_ENDING
    assert done == ["freed"] * 4 + ["collected"], "no guest is there, so that a collection holds up nobody"


async def test_connection_without_keepalive_answers_is_closed(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.ssh.server, "KEEPALIVE_SECONDS", 0.1)
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("you")
    guest.process.send_signal(19)  # stopped: it answers nothing, and its connection stands
    await table.wait_until(lambda: not table.server.sessions)


# 8. The end


async def test_terminals_of_guests_are_restored_when_the_host_ends(ssh_table):
    table = await ssh_table.open()
    guests = [await table.join_with_openssh("ann"), await table.join_with_openssh("bea")]
    for guest in guests:
        await guest.wait_for_text("you")
    table.owner.start_match()
    for guest in guests:
        await guest.wait_for_text("Space Reveal")
    await table.close()
    for guest in guests:
        await guest.wait_for_exit()
        await guest.wait_for(lambda guest=guest: not guest.screen.alternate)  # type: ignore[misc]
        assert "The host has closed the table." in guest.text
        for mode in (b"?1003l", b"?1006l", b"?2004l", b"?25h", b"<u", b"?7h"):
            assert b"\x1b[" + mode in guest.data
    assert not table.server.connections
    with pytest.raises(OSError, match="Connect"):
        await asyncssh.connect("127.0.0.1", table.server.port, known_hosts=None)


async def test_closing_the_listener_does_not_wait_for_a_guest_who_does_not_read(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.guest.listener, "MAX_FAREWELL_SECONDS", 0.3)
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh(size=(200, 60))
    await guest.wait_for_text("you")
    guest.channel.pause_reading()
    program = guest_programs(table)[0]
    await draw_until_output_is_unread(program)
    await asyncio.wait_for(table.close(), PATIENCE_SECONDS)
    assert not table.server.connections


async def test_events_are_queued_in_the_context_of_the_program_that_shows_them(ssh_table, monkeypatch):
    """The table reports an action in the context (contextvars) of the guest who acted; other programs must not use that
    context.
    """
    queued: list[tuple[QueensApp, Any, Any]] = []
    usual = QueensApp.post_message

    def note(self: QueensApp, message: Any) -> bool:
        if isinstance(message, events.Callback) and isinstance(message.callback, functools.partial):
            queued.extend((self, message, event) for event in message.callback.args)
        return usual(self, message)

    monkeypatch.setattr(QueensApp, "post_message", note)
    table = await ssh_table.open()
    one, other = await table.join_with_asyncssh("ann"), await table.join_with_asyncssh("bea")
    await one.wait_for_text("you")
    await other.wait_for_text("you")
    one.press("t")
    await one.wait_for_text("Enter Send")
    one.press("hello\r")
    await other.wait_for_text("ann: hello")
    said = [(program, message) for program, message, event in queued if event == ChatReceived("ann", "hello")]
    assert len({id(program) for program, _ in said}) == 2
    for program, message in said:
        assert message._sender is None or application_of(message._sender) is program


def application_of(pump: MessagePump) -> MessagePump:
    """Return the application that a widget or a screen is in, or the application itself."""
    while pump._parent is not None:
        pump = pump._parent
    return pump
