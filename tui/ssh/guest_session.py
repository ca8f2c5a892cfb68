"""One guest's session over SSH: joins the table, runs their program or the line mode, and writes the farewell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol, TypeVar

from net.errors import HOST_CLOSED_TABLE, HostGone, NetError, Rejected
from net.host.local_client import LocalClient
from net.limits import JOIN_SECONDS
from net.security.table_code import TableCode
from net.transport.admission import origin
from net.transport.code_attempts import Admit, CodeAttempts, CodeDecision, Delay, Refuse
from tui.guest.farewells import CRASHED_SEAT_KEPT, CRASHED_SEAT_LOST
from tui.guest.guest_limit import GuestLimit
from tui.guest.guest_tokens import TokenPriority, find_guest_token, guest_token_key, keep_guest_token
from tui.guest.limits import START_SECONDS, TURN_SECONDS
from tui.guest.runtime import GcPolicy, new_loop_time
from tui.ssh.client_environment import colours_are_known, environment_of, needs_ascii
from tui.ssh.client_terminal import ClientTerminal
from tui.ssh.colour_detection import ColourDetector
from tui.ssh.limits import QUESTION_SECONDS, UNREAD_SECONDS
from tui.ssh.line_input import LineInput

if TYPE_CHECKING:
    from net.host.table_runner import TableRunner
    from tui.guest.app import GuestApp

P = ParamSpec("P")
T = TypeVar("T")

ASK_FOR_CODE: Final = "This table has a code; its host's lobby shows it. Code:"
"""The question for the table code."""

NOT_THE_CODE: Final = "That is not the code of this table."
"""The answer to a wrong code."""

NO_ANSWER: Final = "Without its code nobody sits down at this table; come back with it."
"""The farewell of a guest who gives no code."""

SIMPLE_TERMINAL_KINDS: Final = ("", "dumb", "unknown")
"""Values of ``TERM`` with which no screen can be painted, so the guest gets the line mode."""


@dataclass(frozen=True, slots=True)
class GuestIdentity:
    """A login: name, IP address, and `identity`, a string made of key and name; empty for a guest without a key."""

    name: str
    address: str
    identity: str

    @property
    def key(self) -> str:
        """The fingerprint of the key, empty for a guest without one."""
        return self.identity.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class ResumeInfo:
    """What lets a guest with a key return to their seat: its token, and the table code that they typed."""

    token: str = field(default="", repr=False)
    code: str = field(default="", repr=False)


class GuestHost(Protocol):
    """The methods and fields of the SSH server that a guest's session uses."""

    runner: TableRunner
    code: str
    code_attempts: CodeAttempts
    folder: Path
    guest_limit: GuestLimit
    gc_policy: GcPolicy
    known: dict[str, ResumeInfo]

    def next_number(self) -> int:
        """Return a number that no guest has had; guests have turns in this order."""

    def session_count(self) -> int:
        """Return how many sessions there are."""

    def remember_guest(self, identity: str, resume_info: ResumeInfo) -> None:
        """Keep in memory what a guest needs to come back."""

    def wait_to_start_program(self) -> AbstractAsyncContextManager[None]:
        """Wait until a program may start; it counts as starting until the context ends."""

    def wait_to_end_program(self) -> AbstractAsyncContextManager[None]:
        """Wait until a program may end; it counts as ending until the context ends."""

    def is_busy(self) -> bool:
        """Return whether a guest's program is starting."""

    def token_priority(self, token: str) -> TokenPriority:
        """Return the priority with which the file of tokens keeps a token."""

    async def run_in_disk_thread(self, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Call a function that uses the disk in a thread; the calls run one after the other."""

    def report_crash(self, error: BaseException) -> None:
        """Log the error that ended a guest's program."""


class GuestSession:
    """One guest, from the login to the farewell: `run` does all of it, and `end` may be called at any time."""

    def __init__(self, server: GuestHost, terminal: ClientTerminal, guest: GuestIdentity) -> None:
        self._server = server
        self._terminal = terminal
        self._guest = guest
        self._number = server.next_number()
        self._code = ""
        self._lines: LineInput | None = None
        self._client: LocalClient | None = None
        self.app: GuestApp | None = None
        self._unread_timer: asyncio.TimerHandle | None = None
        self._ended = False
        self._end_asked = asyncio.Event()
        self._farewell = ""

    async def run(self) -> int:
        """Join the table, run the guest's program until they leave, and write the farewell; return the exit status."""
        guest_limit, address = self._server.guest_limit, self._guest.address
        refusal = guest_limit.refusal(address)
        if refusal:
            self._terminal.write_sentence(refusal)
            return 1
        with guest_limit.counted(address):
            try:
                await self._join_table()
                in_lines = self._terminal.kind in SIMPLE_TERMINAL_KINDS
                status, farewell = await (self._run_line_mode() if in_lines else self._run_screen_program())
            except NetError as reason:
                status, farewell = 1, str(reason)
            except Exception as error:
                self._server.report_crash(error)
                status, farewell = 1, CRASHED_SEAT_KEPT
            finally:
                self.set_unread(False)
                if self._client is not None:
                    await self._client.drop_connection()
                self.app = self._lines = None
        if farewell == CRASHED_SEAT_KEPT and not self._guest.identity:
            farewell = CRASHED_SEAT_LOST
        if self._farewell or farewell:
            self._terminal.write_sentence(self._farewell or farewell)
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
        sessions = max(self._server.session_count(), 1)
        offset = self._number % sessions * TURN_SECONDS
        return (offset - asyncio.get_running_loop().time()) % (sessions * TURN_SECONDS)

    # Joining

    async def _join_table(self) -> None:
        """Join the table; ask for its code if it has one that this guest has not typed before. Raises `NetError`."""
        server, guest = self._server, self._guest
        known = await self._resume_info()
        self._code = known.code
        while not server.runner.is_code(TableCode.read(self._code).secret):
            self._code = await self._ask_for_code()
        code = TableCode.read(self._code).secret
        self._client = client = LocalClient(
            server.runner,
            guest.name,
            code,
            token=known.token,
            says_goodbye=True,
            resumable=bool(guest.identity),
            origin=origin(guest.address),
            key=guest.key,
        )
        try:
            await asyncio.wait_for(client.join_table(), JOIN_SECONDS)
        except TimeoutError:
            raise HostGone(HOST_CLOSED_TABLE) from None
        if guest.identity:
            server.remember_guest(guest.identity, ResumeInfo(client.token, self._code))
            if client.token != known.token:
                key = guest_token_key(guest.identity, server.runner.table_id)
                await server.run_in_disk_thread(
                    keep_guest_token, server.folder, key, client.token, server.token_priority
                )

    async def _resume_info(self) -> ResumeInfo:
        """Return what lets this guest return: from memory, or, after a restart of the host, from disk."""
        server, identity = self._server, self._guest.identity
        if not identity:
            return ResumeInfo()
        if identity in server.known:
            return server.known[identity]
        key = guest_token_key(identity, server.runner.table_id)
        return ResumeInfo(await server.run_in_disk_thread(find_guest_token, server.folder, key))

    async def _ask_for_code(self) -> str:
        """Ask for the table code; return it if it is right, or after a delay an empty string if it is wrong.

        Raises `Rejected` if the guest does not answer, or may not try further codes.
        """
        server, address, loop = self._server, self._guest.address, asyncio.get_running_loop()
        decision: CodeDecision = server.code_attempts.check_question(address, loop.time())
        if isinstance(decision, Refuse):
            raise Rejected(decision.sentence)
        lines = self._line_input()
        lines.write_question(ASK_FOR_CODE)
        try:
            code = await asyncio.wait_for(lines.read_line(), QUESTION_SECONDS)
        except TimeoutError:
            code = None
        if code is None:
            raise Rejected(NO_ANSWER)
        decision = server.code_attempts.check_answer(address, TableCode.read(code).secret, loop.time())
        match decision:
            case Admit():
                return code
            case Refuse(sentence):
                raise Rejected(sentence)
            case Delay(seconds, right):
                await asyncio.sleep(seconds)
                if right:
                    return code
        lines.write_line(NOT_THE_CODE)
        return ""

    @property
    def _whole_code(self) -> str:
        """The table code with which others join over TCP; over SSH its secret part is enough."""
        return self._server.code or self._code

    def _line_input(self) -> LineInput:
        """Return the line input of this session, made at the first call."""
        if self._lines is None:
            self._lines = LineInput(self._terminal)
            if self._ended:
                self._lines.end()
        return self._lines

    # Playing

    async def _run_line_mode(self) -> tuple[int, str]:
        """Run the line mode; return the exit status and the farewell."""
        from tui.connect.invitation import OTHERS_JOIN_TEXT, table_invitation
        from tui.connect.open_table import renamed_sentence
        from tui.line_mode import LineFormat, converse

        assert self._client is not None
        terminal, client = self._terminal, self._client
        lines = self._line_input()
        line_format = LineFormat(
            ascii_only=needs_ascii(terminal.sent), measure=lambda: terminal.size[0] if terminal.kind else 0
        )
        way = table_invitation(client.table, self._whole_code) if client.table is not None else ""
        invitation = [f"{OTHERS_JOIN_TEXT} {way}"] if way else []
        renamed = renamed_sentence(self._guest.name, client.name)
        if renamed:
            lines.write_line(renamed)
        why = await converse(client, lines.read_line, lines.write_line, line_format, invitation=invitation)
        if why == "left" and not terminal.gone and not self._farewell:
            await client.close()
        return 0 if why == "left" else 1, ""

    async def _run_screen_program(self) -> tuple[int, str]:
        """Run a program that paints a screen; return the exit status and the farewell."""
        from tui.guest.app import GuestApp

        assert self._client is not None
        terminal, server = self._terminal, self._server
        if self._lines is not None:
            terminal.clear_listener(self._lines.unread_input())
            self._lines = None
        environment = environment_of(terminal.kind, terminal.sent)
        shown = asyncio.Event()
        if not colours_are_known(environment) and await ColourDetector(terminal).has_truecolor():
            environment["COLORTERM"] = "truecolor"
        async with server.wait_to_start_program():
            if self._ended:
                return 1, HOST_CLOSED_TABLE
            self.app = app = GuestApp(
                terminal,
                self._client,
                self._guest.name,
                environment,
                ascii_only=needs_ascii(terminal.sent),
                code=self._whole_code,
                report=server.report_crash,
                shown=shown.set,
                turn=self._seconds_to_turn,
                busy=server.is_busy,
            )
            new_loop_time(asyncio.get_running_loop().time())
            running = asyncio.ensure_future(app.run_async(size=terminal.size))
            painted = asyncio.ensure_future(shown.wait())
            await asyncio.wait((running, painted), timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            painted.cancel()
        server.gc_policy.program_started()
        try:
            await self._run_until_end(app, running)
        finally:
            asyncio.get_running_loop().call_soon(server.gc_policy.program_ended, app)
        return app.return_code or 0, app.farewell

    async def _run_until_end(self, app: GuestApp, running: asyncio.Future[None]) -> None:
        """Wait until a program has ended; one whose guest has gone ends in its turn, and draws nothing until then."""
        asked = asyncio.ensure_future(self._end_asked.wait())
        await asyncio.wait((running, asked), return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if not running.done():
            if self._client is not None:
                await self._client.drop_connection()
            app.stop_drawing()
            async with self._server.wait_to_end_program():
                app.exit()
                await running
        await running
