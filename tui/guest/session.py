"""One guest's session: joins the table, runs their program or the line mode, and writes the farewell.

The carrier offers a terminal; one whose guests type no bytes overrides the methods under *The carrier*.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from net.errors import HOST_CLOSED_TABLE, HostGone, NetError, Rejected
from net.host.local_client import LocalClient
from net.limits import JOIN_SECONDS
from net.protocol.rate_limit import TokenBucket
from net.security.table_code import TableCode
from net.transport.admission import origin
from net.transport.code_attempts import Admit, CodeDecision, Delay, Refuse
from tui.guest.client_environment import colours_are_known, environment_of, needs_ascii
from tui.guest.client_terminal import ClientTerminal
from tui.guest.colour_detection import ColourDetector
from tui.guest.farewells import CRASHED_SEAT_KEPT, CRASHED_SEAT_LOST
from tui.guest.guest_tokens import find_guest_token, guest_token_key, keep_guest_token
from tui.guest.host import GuestHost
from tui.guest.identity import GuestIdentity, ResumeInfo
from tui.guest.limits import (
    QUESTION_SECONDS,
    START_SECONDS,
    TURN_SECONDS,
    UNREAD_SECONDS,
    VIEWS_AT_ONCE,
    VIEWS_PER_SECOND,
)
from tui.guest.line_input import LineInput
from tui.guest.runtime import new_loop_time

if TYPE_CHECKING:
    from tui.guest.app import GuestApp

ASK_FOR_CODE: Final = "This table has a code; its host's lobby shows it. Code:"
"""The question for the table code."""

NOT_THE_CODE: Final = "That is not the code of this table."
"""The answer to a wrong code."""

NO_ANSWER: Final = "Without its code nobody sits down at this table; come back with it."
"""The farewell of a guest who gives no code."""

SIMPLE_TERMINAL_KINDS: Final = ("", "dumb", "unknown")
"""Values of ``TERM`` with which no screen can be painted, so the guest gets the line mode."""


class GuestSession:
    """One guest, from the login to the farewell: `run` does all of it, and `end` may be called at any time."""

    def __init__(self, host: GuestHost, terminal: ClientTerminal, guest: GuestIdentity) -> None:
        self._host = host
        self._terminal = terminal
        self._guest = guest
        self._number = host.next_number()
        self._code = ""
        self._lines: LineInput | None = None
        self._client: LocalClient | None = None
        self.app: GuestApp | None = None
        self._unread_timer: asyncio.TimerHandle | None = None
        self._ended = False
        self._end_asked = asyncio.Event()
        self._in_lines = terminal.kind in SIMPLE_TERMINAL_KINDS
        self._view_switched = asyncio.Event()
        self._views = TokenBucket(VIEWS_PER_SECOND, VIEWS_AT_ONCE, asyncio.get_running_loop().time())
        self._goes_on = False
        self._farewell = ""

    async def run(self) -> int:
        """Join the table, run the guest's program until they leave, and write the farewell; return the exit status."""
        guest_limit, address = self._host.guest_limit, self._guest.address
        refusal = guest_limit.refusal(address)
        if refusal:
            self._write_farewell(refusal)
            return 1
        with guest_limit.counted(address):
            try:
                client = await self._join_table()
                self._say_joined(client)
                status, farewell = await self._play()
            except NetError as reason:
                status, farewell = 1, str(reason)
            except Exception as error:
                self._host.report_crash(error)
                status, farewell = 1, CRASHED_SEAT_KEPT
            finally:
                self.set_unread(False)
                if self._client is not None:
                    await self._client.drop_connection()
                self.app = self._lines = None
        if farewell == CRASHED_SEAT_KEPT and not self._guest.identity:
            farewell = CRASHED_SEAT_LOST
        if self._farewell or farewell:
            self._write_farewell(self._farewell or farewell)
        return status

    def end(self, farewell: str = "") -> None:
        """End the session from outside, because the guest has disconnected or the table closes.

        `farewell` is written to the guest, if it is not empty.
        """
        self._ended = True
        self._farewell = self._farewell or farewell
        if self._lines is not None:
            self._lines.end()
        self._end_asked.set()

    def set_unread(self, unread: bool) -> None:
        """Start or stop the timer that cuts off a guest who reads no output for `UNREAD_SECONDS`."""
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None
        if unread:
            self._unread_timer = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._terminal.abort)

    def _seconds_to_turn(self) -> float:
        """Return the seconds until this guest's turn to be repainted; each guest in order has `TURN_SECONDS`."""
        sessions = max(self._host.guest_count, 1)
        offset = self._number % sessions * TURN_SECONDS
        return (offset - asyncio.get_running_loop().time()) % (sessions * TURN_SECONDS)

    # The carrier

    @property
    def _watches(self) -> bool:
        """Whether the guest is to be a spectator, and takes no seat."""
        return False

    @property
    def _is_new_device(self) -> bool:
        """Whether the guest has taken over the seat of another device of theirs."""
        return False

    def _identities(self, client: LocalClient) -> Sequence[str]:
        """Return the identities by which the guest may be recognised when they come back."""
        return (self._guest.identity,)

    async def _read_code(self) -> str | None:
        """Ask for the table code; return what the guest answers, None if the input has ended."""
        lines = self._line_input()
        lines.write_question(ASK_FOR_CODE)
        return await lines.read_line()

    def _say_wrong_code(self) -> None:
        """Tell the guest that the code was wrong."""
        self._line_input().write_line(NOT_THE_CODE)

    def _new_program(self, *arguments: Any, **options: Any) -> GuestApp:
        """Return a new program of the guest; the arguments are those of `GuestApp`."""
        from tui.guest.app import GuestApp

        return GuestApp(*arguments, **options)

    def _say_joined(self, client: LocalClient) -> None:
        """Tell the guest that they are at the table; nothing to do for a terminal, on which they see it."""

    def _write_farewell(self, sentence: str) -> None:
        """Write the last sentence that the guest reads."""
        self._terminal.write_sentence(sentence)

    async def _converse(
        self, client: LocalClient, sentences: Sequence[str], invitation: Callable[[], Sequence[str]]
    ) -> str:
        """Run the line mode, which first says `sentences`; return why it ended, as `tui.line_mode.converse` does."""
        from tui.line_mode import LineFormat, converse

        terminal, lines = self._terminal, self._line_input()
        line_format = LineFormat(
            ascii_only=needs_ascii(terminal.sent), measure=lambda: terminal.size[0] if terminal.kind else 0
        )
        for sentence in sentences:
            lines.write_line(sentence)
        return await converse(
            client, lines.read_line, lines.write_line, line_format, invitation=invitation, goes_on=self._goes_on
        )

    # Joining

    async def _join_table(self) -> LocalClient:
        """Join the table, and return the client. Raises `NetError`.

        If the table has a code that this guest has not typed before, it asks for the code.
        """
        host, guest = self._host, self._guest
        known = await self._resume_info()
        self._code = known.code
        while not host.runner.is_code(TableCode.read(self._code).secret):
            self._code = await self._ask_for_code()
        code = TableCode.read(self._code).secret
        self._client = client = LocalClient(
            host.runner,
            guest.name,
            code,
            watch=self._watches,
            token=known.token,
            says_goodbye=True,
            resumable=bool(guest.identity),
            origin=origin(guest.address),
            key=guest.key,
            believes_host=True,
        )
        try:
            await asyncio.wait_for(client.join_table(), JOIN_SECONDS)
        except TimeoutError:
            raise HostGone(HOST_CLOSED_TABLE) from None
        for identity in self._identities(client) if guest.identity else ():
            before = host.known.get(identity, known if identity == guest.identity else ResumeInfo())
            host.remember_guest(identity, ResumeInfo(client.token, self._code))
            if client.token != before.token or self._is_new_device:
                key = guest_token_key(identity, host.runner.table_id)
                await host.run_in_disk_thread(keep_guest_token, host.folder, key, client.token, host.token_priority)
        return client

    async def _resume_info(self) -> ResumeInfo:
        """Return what lets this guest return: from memory, or, after a restart of the host, from disk."""
        host, identity = self._host, self._guest.identity
        if not identity:
            return ResumeInfo()
        if identity in host.known:
            return host.known[identity]
        key = guest_token_key(identity, host.runner.table_id)
        return ResumeInfo(await host.run_in_disk_thread(find_guest_token, host.folder, key))

    async def _ask_for_code(self) -> str:
        """Ask for the table code; return it if it is right, else "" after a delay.

        Raises `Rejected` if the guest does not answer, or may not try further codes.
        """
        host, address, loop = self._host, self._guest.address, asyncio.get_running_loop()
        decision: CodeDecision = host.code_attempts.check_question(address, loop.time())
        if isinstance(decision, Refuse):
            raise Rejected(decision.sentence)
        try:
            code = await asyncio.wait_for(self._read_code(), QUESTION_SECONDS)
        except TimeoutError:
            code = None
        if code is None:
            raise Rejected(NO_ANSWER)
        decision = host.code_attempts.check_answer(address, TableCode.read(code).secret, loop.time())
        match decision:
            case Admit():
                return code
            case Refuse(sentence):
                raise Rejected(sentence)
            case Delay(seconds, right):
                await asyncio.sleep(seconds)
                if right:
                    return code
        self._say_wrong_code()
        return ""

    @property
    def _whole_code(self) -> str:
        """The table code with which others join over TCP; over SSH its secret part is enough."""
        return self._host.code or self._code

    def _line_input(self) -> LineInput:
        """Return the line input of this session, made at the first call."""
        if self._lines is None:
            self._lines = LineInput(self._terminal)
            if self._ended:
                self._lines.end()
        return self._lines

    # Playing

    def switch_view(self, in_lines: bool) -> None:
        """Show the table in lines or on a screen from now on; the guest keeps their seat."""
        if in_lines != self._in_lines:
            self._in_lines = in_lines
            self._view_switched.set()

    async def _play(self) -> tuple[int, str]:
        """Run the line mode or a program, one after the other if the view is switched; return status and farewell."""
        while True:
            self._view_switched.clear()
            result = await (self._run_line_mode() if self._in_lines else self._run_screen_program())
            if result is not None:
                return result
            await asyncio.sleep(self._views.overdraw(1, asyncio.get_running_loop().time()))
            self._goes_on = True

    async def _run_line_mode(self) -> tuple[int, str] | None:
        """Run the line mode; return the exit status and the farewell, or None if the view is switched."""
        from tui.connect.request import TableRequest
        from tui.connect.table_handle import TableHandle
        from tui.text.table import renamed_sentence

        assert self._client is not None
        client = self._client
        handle = TableHandle(client, TableRequest("join"), code=self._whole_code)
        renamed = "" if self._goes_on else renamed_sentence(self._guest.name, client.name)
        talk = asyncio.ensure_future(
            self._converse(client, [renamed] if renamed else [], lambda: handle.invitation_sentences)
        )
        try:
            await self._wait_for_end_of_view(talk, self._view_switched)
        finally:
            if not talk.done():
                talk.cancel()
                await asyncio.wait((talk,))
        if talk.cancelled():
            return None
        why = talk.result()
        if why == "left" and not self._terminal.gone and not self._farewell:
            await client.close()
        return 0 if why == "left" else 1, ""

    @staticmethod
    async def _wait_for_end_of_view(view: asyncio.Future[Any], *reasons: asyncio.Event) -> None:
        """Wait until a view has ended, or one of the events in `reasons` is set."""
        waits = [asyncio.ensure_future(reason.wait()) for reason in reasons]
        try:
            await asyncio.wait((view, *waits), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _run_screen_program(self) -> tuple[int, str] | None:
        """Run a program that paints a screen; return exit status and farewell, or None if the view is switched."""
        assert self._client is not None
        terminal, host = self._terminal, self._host
        if self._lines is not None:
            terminal.clear_listener(self._lines.unread_input())
            self._lines = None
        environment = environment_of(terminal.kind, terminal.sent)
        shown = asyncio.Event()
        if not colours_are_known(environment) and await ColourDetector(terminal).has_truecolor():
            environment["COLORTERM"] = "truecolor"
        async with host.wait_to_start_program():
            if self._ended:
                return 1, HOST_CLOSED_TABLE
            self.app = app = self._new_program(
                terminal,
                self._client,
                self._guest.name,
                environment,
                ascii_only=needs_ascii(terminal.sent),
                code=self._whole_code,
                report=host.report_crash,
                shown=shown.set,
                turn=self._seconds_to_turn,
                busy=host.is_busy,
                goes_on=self._goes_on,
            )
            new_loop_time(asyncio.get_running_loop().time())
            running = asyncio.ensure_future(app.run_async(size=terminal.size))
            painted = asyncio.ensure_future(shown.wait())
            await asyncio.wait((running, painted), timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            painted.cancel()
        host.gc_policy.program_started()
        try:
            switched = await self._run_until_end(app, running)
        finally:
            self.app = None
            asyncio.get_running_loop().call_soon(host.gc_policy.program_ended, app)
        return None if switched else (app.return_code or 0, app.farewell)

    async def _run_until_end(self, app: GuestApp, running: asyncio.Future[None]) -> bool:
        """Wait until a program has ended, and return whether it ended only because the view is switched.

        If the guest has disconnected, the program draws nothing more, and ends when its turn has come.
        """
        await self._wait_for_end_of_view(running, self._end_asked, self._view_switched)
        switched = not running.done() and not self._end_asked.is_set()
        if not running.done():
            if self._client is not None and not switched:
                await self._client.drop_connection()
            app.stop_drawing()
            async with self._host.wait_to_end_program():
                app.exit()
                await running
        await running
        return switched
