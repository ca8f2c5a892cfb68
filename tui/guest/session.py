"""One guest's session: lets the guest in, runs their program or the line mode, and writes the farewell.

The carrier offers a terminal; a carrier whose guests type no bytes overrides the methods under *The carrier*.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from core.engine.english import count
from net.errors import NetError, Rejected
from net.protocol.rate_limit import TokenBucket
from net.security.table_code import TableCode
from net.transport.code_attempts import CodeAdmitted, CodeDecision, CodeDelayed, CodeRefused
from tui.guest.client_environment import colours_are_known, environment_of, needs_ascii
from tui.guest.client_terminal import ClientTerminal
from tui.guest.colour_detection import ColourDetector
from tui.guest.farewells import (
    CLUB_GOES_ON_FAREWELL,
    CRASHED_SEAT_KEPT_FAREWELL,
    CRASHED_SEAT_LOST_FAREWELL,
    STAY_AT_STOPPED_HOST_SENTENCE,
    WAY_BACK_SENTENCE,
)
from tui.guest.host import GuestHost
from tui.guest.identity import GuestIdentity, ResumeInfo
from tui.guest.limits import (
    END_NOTICE_DELAY_SECONDS,
    MAX_CODE_ANSWER_SECONDS,
    MAX_START_SECONDS,
    MAX_UNREAD_SECONDS,
    SECONDS_BETWEEN_REPAINT_TURNS,
    VIEW_SWITCHES_AT_ONCE,
    VIEW_SWITCHES_PER_SECOND,
)
from tui.guest.line_input import LineInput
from tui.guest.program_spec import ProgramSpec
from tui.guest.runtime import new_loop_time_budget

if TYPE_CHECKING:
    from tui.connect.table_handle import TableHandle
    from tui.guest.app import GuestApp
    from tui.guest.guest_service import Carrier, GuestHandle
    from tui.line_mode import LineFormat
    from tui.line_mode.conversation import Conversation
    from tui.line_mode.hall import HallConversation

SIMPLE_TERMINAL_KINDS: Final = ("", "dumb", "unknown")
"""The values of ``TERM`` with which no screen can be painted, so the guest gets the line mode."""


class GuestLines(NamedTuple):
    """How the lines of a guest are read and written (`tui.line_mode.converse`).

    `show` and `show_hall` are called whenever all lines and events at a table, or in a hall, are handled.
    """

    read_line: Callable[[], Awaitable[str | None]]
    write_line: Callable[[str], None]
    line_format: LineFormat
    show: Callable[[Conversation], None] | None = None
    show_hall: Callable[[HallConversation], None] | None = None


class GuestSession:
    """One guest, from the login to the farewell: `run` does all of it, and `end` may be called at any time.

    `visit` says where the guest is, once they have been let in, and `app` is their program, if they have one. `carrier`
    is what they come in by.
    """

    carrier: ClassVar[Carrier] = "ssh"

    def __init__(self, host: GuestHost, terminal: ClientTerminal, guest: GuestIdentity) -> None:
        self._host = host
        self._terminal = terminal
        self._guest = guest
        self._number = host.next_guest_number()
        self._lines: LineInput | None = None
        self.visit: GuestHandle | None = None
        self.app: GuestApp | None = None
        self._unread_timer: asyncio.TimerHandle | None = None
        self._ended = False
        self._end_requested = asyncio.Event()
        self._shows_line_mode = terminal.kind in SIMPLE_TERMINAL_KINDS
        self._view_switched = asyncio.Event()
        self._view_switch_bucket = TokenBucket(
            VIEW_SWITCHES_PER_SECOND, VIEW_SWITCHES_AT_ONCE, asyncio.get_running_loop().time()
        )
        self._continues_visit = False
        self._first_screen_shown = asyncio.Event()
        self._farewell = ""

    async def run(self) -> int:
        """Admit the guest, run their program until they leave, and write the farewell; return the exit status."""
        guest_limit, address = self._host.guest_limit, self._guest.address
        refusal = self._farewell or guest_limit.refusal(address)
        if refusal:
            self._write_farewell(refusal)
            return 1
        with guest_limit.count_guest(address):
            try:
                self._report_entered(await self._admit_guest())
                status, farewell = await self._run_views()
            except NetError as reason:
                status, farewell = 1, str(reason)
            except Exception as error:
                self._host.report_crash(error)
                status, farewell = 1, CRASHED_SEAT_KEPT_FAREWELL
            finally:
                self.set_unread_output_timer(False)
                if self.visit is not None:
                    await self.visit.drop()
                self.app = self._lines = None
        if farewell == CRASHED_SEAT_KEPT_FAREWELL and not self._guest.identity:
            farewell = CRASHED_SEAT_LOST_FAREWELL
        if self._farewell or farewell:
            self._write_farewell(self._farewell or farewell)
        return status

    def end(self, farewell: str = "") -> None:
        """End the session from outside, because the guest has disconnected or the host closes.

        `farewell` is written to the guest, if it is not empty.
        """
        self._ended = True
        self._farewell = self._farewell or farewell
        if self._lines is not None:
            self._lines.end()
        self._end_requested.set()

    def send_to_other_host(self) -> None:
        """End the session, because this host is stopped, and tell the guest how to come in at another host."""
        ways = self.ways_to_other_hosts
        self.end(CLUB_GOES_ON_FAREWELL.format(ways[0]) if ways else self._host.service.sentences.close_farewell)

    def announce_end(self, minutes_left: int) -> None:
        """Tell the guest that this host is stopped, for how many minutes it still serves them, and how to come in at
        another host.

        On a screen this is shown a moment later, so that the notice of being back at the table does not replace it. A
        guest who has not come in yet is sent to the other host at once.
        """
        if self.visit is None:
            self.send_to_other_host()
            return
        sentence = STAY_AT_STOPPED_HOST_SENTENCE.format(count(minutes_left, "minute"), *self.ways_to_other_hosts[:1])
        if self.app is None:
            self._tell(sentence)
        else:
            asyncio.get_running_loop().call_later(END_NOTICE_DELAY_SECONDS, self._tell, sentence)

    def _tell(self, sentence: str) -> None:
        """Show a sentence to a guest who has come in: on their screen, in lines, or as soon as they have one of
        these."""
        if self.app is not None:
            self.app.call_later(self.app.show_notice, sentence)
        elif self._lines is not None and self._shows_line_mode:
            self._lines.write_line(sentence)
        elif self.visit is not None:
            self.visit.notices = f"{self.visit.notices} {sentence}".strip()

    @property
    def ways_to_other_hosts(self) -> tuple[str, ...]:
        """The lines or addresses by which the guest comes in at other hosts of the club; none without other hosts."""
        ways = self._host.service.ways_to_other_hosts(self.carrier)
        name = self._guest.name
        return tuple(way.replace("NAME", name) for way in ways) if re.fullmatch(r"[A-Za-z0-9_-]+", name) else ways

    def set_unread_output_timer(self, has_unread: bool) -> None:
        """Start or stop the timer that cuts off a guest who reads no output for `MAX_UNREAD_SECONDS`."""
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None
        if has_unread:
            self._unread_timer = asyncio.get_running_loop().call_later(MAX_UNREAD_SECONDS, self._terminal.abort)

    # Called by the program (`tui.guest.program_spec.ProgramSession`)

    def seconds_to_turn(self) -> float:
        """Return the seconds until this guest's turn to be repainted; each guest in order has
        `SECONDS_BETWEEN_REPAINT_TURNS`."""
        sessions = max(self._host.guest_count, 1)
        offset = self._number % sessions * SECONDS_BETWEEN_REPAINT_TURNS
        return (offset - asyncio.get_running_loop().time()) % (sessions * SECONDS_BETWEEN_REPAINT_TURNS)

    def is_program_starting(self) -> bool:
        """Return whether another guest's program is starting, so that this one has to wait."""
        return self._host.is_program_starting()

    def may_animate_boards(self) -> bool:
        """Return whether boards may be animated: only while few guests are connected."""
        return self._host.has_room_for_animation()

    def report_crash(self, error: BaseException) -> None:
        """Log the error with which the program has ended."""
        self._host.report_crash(error)

    def record_first_screen(self) -> None:
        """Record that the program has painted its first screen: the next one may start."""
        self._first_screen_shown.set()

    def record_painting(self) -> None:
        """Record that the program has painted; nothing to do for a terminal, on which the guest sees it."""

    def copy_text(self, text: str) -> bool:
        """Return False: the terminal is asked to copy a text."""
        return False

    # The carrier

    @property
    def _is_spectator(self) -> bool:
        """Whether the guest is to be a spectator, and takes no seat."""
        return False

    @property
    def _is_big_screen(self) -> bool:
        """Whether the guest shows the table to a whole room."""
        return False

    @property
    def _has_taken_over_seat(self) -> bool:
        """Whether the guest has taken over the seat of another device of theirs."""
        return False

    def _identities(self, name: str) -> Sequence[str]:
        """Return the identities by which the table or club may recognise the guest when they come back.

        `name` is the guest's name at this table or club.
        """
        return (self._identity,)

    async def _read_code(self) -> str | None:
        """Ask for the code; return what the guest answers, None if the input has ended."""
        lines = self._line_input()
        lines.write_question(self._host.service.sentences.code_question)
        return await lines.read_line()

    def _report_wrong_code(self) -> None:
        """Write to the guest that the code was wrong."""
        self._line_input().write_line(self._host.service.sentences.wrong_code_answer)

    def _new_program(self, spec: ProgramSpec) -> GuestApp:
        """Return a new program of the guest."""
        from tui.guest.app import GuestApp

        return GuestApp(spec, self)

    def _report_entered(self, visit: GuestHandle) -> None:
        """Report to the carrier that the guest has been admitted; nothing to do for a terminal, on which the guest sees
        it.
        """

    def _write_farewell(self, sentence: str) -> None:
        """Write the last sentence that the guest reads."""
        self._terminal.write_sentence(sentence)

    @contextmanager
    def _open_line_input_and_output(self) -> Iterator[GuestLines]:
        """Context manager: yield how the lines of this guest are read and written while the line mode runs."""
        from tui.line_mode import LineFormat

        terminal, lines = self._terminal, self._line_input()
        line_format = LineFormat(
            ascii_only=needs_ascii(terminal.environment), measure_width=lambda: terminal.size[0] if terminal.kind else 0
        )
        yield GuestLines(lines.read_line, lines.write_line, line_format)

    # Coming in

    @property
    def _identity(self) -> str:
        """The identity by which the table or club recognises the guest when they come back; "" if it cannot."""
        return self._host.service.identity_of(self._guest, is_big_screen=self._is_big_screen)

    async def _admit_guest(self) -> GuestHandle:
        """Admit the guest to the table or the club, and return where they are; raises `NetError` if they are refused.

        The guest is asked for the code, if there is one that they have not typed before.
        """
        host, service = self._host, self._host.service
        known = await self._resume_info()
        info = ResumeInfo(known.token, known.code, known.table, dict(known.tables))
        while not service.is_code(TableCode.read(info.code).secret):
            info.code = await self._ask_for_code()
        self.visit = visit = await service.let_in(
            host, self._guest, info, watch=self._is_spectator, is_big_screen=self._is_big_screen
        )
        info.token = visit.token
        for identity in self._identities(visit.name) if self._identity else ():
            before = host.resume_info_by_identity.get(identity, known if identity == self._identity else ResumeInfo())
            host.remember_guest(identity, info)
            if visit.token != before.token or self._has_taken_over_seat:
                await host.keep_token(identity, service.public_id, visit.token)
        if self.carrier == "ssh" and self.ways_to_other_hosts:
            visit.notices = f"{visit.notices} {WAY_BACK_SENTENCE.format(self.ways_to_other_hosts[0])}".strip()
        if self._has_taken_over_seat:  # it has no name of its own, so nobody is told that they got another one
            self._guest = replace(self._guest, name=visit.name)
            visit.take_notices()
        return visit

    async def _resume_info(self) -> ResumeInfo:
        """Return what lets this guest return: from memory, or, after a restart of the host, from disk."""
        host, identity = self._host, self._identity
        if not identity:
            return ResumeInfo()
        if identity in host.resume_info_by_identity:
            return host.resume_info_by_identity[identity]
        return ResumeInfo(await host.find_token(identity, host.service.public_id))

    async def _ask_for_code(self) -> str:
        """Ask for the code; return it if it is right, else "" after a delay.

        Raises `Rejected` if the guest does not answer, or may not try further codes.
        """
        service, address, loop = self._host.service, self._guest.address, asyncio.get_running_loop()
        decision: CodeDecision = service.code_attempts.check_address(address, loop.time())
        if isinstance(decision, CodeRefused):
            raise Rejected(decision.sentence)
        try:
            code = await asyncio.wait_for(self._read_code(), MAX_CODE_ANSWER_SECONDS)
        except TimeoutError:
            code = None
        if code is None:
            raise Rejected(service.sentences.no_code_farewell)
        decision = service.code_attempts.check_answer(address, TableCode.read(code).secret, loop.time())
        match decision:
            case CodeAdmitted():
                return code
            case CodeRefused(sentence):
                raise Rejected(sentence)
            case CodeDelayed(seconds, right):
                await asyncio.sleep(seconds)
                if right:
                    return code
        self._report_wrong_code()
        return ""

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
        if in_lines != self._shows_line_mode:
            self._shows_line_mode = in_lines
            self._view_switched.set()

    async def _run_views(self) -> tuple[int, str]:
        """Run the line mode or a program, one after the other if the view is switched; return status and farewell."""
        while True:
            self._view_switched.clear()
            result = await (self._run_line_mode() if self._shows_line_mode else self._run_screen_program())
            if result is not None:
                return result
            await asyncio.sleep(self._view_switch_bucket.overdraw(1, asyncio.get_running_loop().time()))
            self._continues_visit = True

    async def _run_line_mode(self) -> tuple[int, str] | None:
        """Run the line mode; return the exit status and the farewell, or None if the view is switched."""
        assert self.visit is not None
        visit = self.visit
        with self._open_line_input_and_output() as lines:
            talk = asyncio.ensure_future(self._run_lines(visit, lines))
            try:
                await self._wait_for_end_of_view(talk, self._view_switched)
            finally:
                if not talk.done():
                    talk.cancel()
                    await asyncio.wait((talk,))
        if talk.cancelled():
            return None
        why = talk.result()
        if why == "left" and not self._is_cut_off:
            await visit.leave()
        return 0 if why == "left" else 1, ""

    @property
    def _is_cut_off(self) -> bool:
        """Whether the guest has disconnected, or the session is to end."""
        return self._terminal.is_disconnected or bool(self._farewell)

    async def _run_lines(self, visit: GuestHandle, lines: GuestLines) -> str:
        """Run the line mode at the table, and in the hall of a club between two tables.

        Returns why it ended: ``left`` or ``lost``.
        """
        from tui.line_mode.hall_session import converse_in_hall, sit_down
        from tui.line_mode.output import format_sentence
        from tui.line_mode.questions import Questions

        def write(*sentences: str) -> None:
            """Write sentences, each in lines of their own."""
            for line in (line for sentence in sentences for line in format_sentence(sentence, lines.line_format)):
                lines.write_line(line)

        continues_visit = self._continues_visit
        write(*filter(None, [visit.take_notices()]))
        while True:
            if visit.table is not None:
                why = await self._converse(visit.table, lines, continues_visit=continues_visit)
                if visit.hall is None or self._is_cut_off:
                    return why
                await visit.table.leave()
            assert visit.hall is not None
            continues_visit = False
            way = await converse_in_hall(visit.hall, lines.read_line, write, lines.show_hall)
            if isinstance(way, str):
                return way
            await sit_down(visit.hall, way, Questions(lines.read_line, write), write)

    async def _converse(self, table: TableHandle, lines: GuestLines, *, continues_visit: bool) -> str:
        """Run the line mode at a table; return why it ended: ``left`` or ``lost``.

        `continues_visit`: whether the guest was at the table before, and has only switched from the screen to the line
        mode.
        """
        from tui.line_mode import ConversationContext, converse

        return await converse(
            table.client,
            lines.read_line,
            lines.write_line,
            lines.line_format,
            ConversationContext(invitation=lambda: table.invitation_sentences, asks_about_slips=True),
            show=lines.show,
            continues_visit=continues_visit,
        )

    @staticmethod
    async def _wait_for_end_of_view(view: asyncio.Future[Any], *reasons: asyncio.Event) -> None:
        """Wait until the task `view`, a program or the line mode, has ended, or one of the events in `reasons` is
        set."""
        waits = [asyncio.ensure_future(reason.wait()) for reason in reasons]
        try:
            await asyncio.wait((view, *waits), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _run_screen_program(self) -> tuple[int, str] | None:
        """Run a program that paints a screen; return exit status and farewell, or None if the view is switched."""
        assert self.visit is not None
        terminal, host = self._terminal, self._host
        if self._lines is not None:
            terminal.clear_listener(self._lines.unread_input())
            self._lines = None
        environment = environment_of(terminal.kind, terminal.environment)
        self._first_screen_shown = asyncio.Event()
        if not colours_are_known(environment) and await ColourDetector(terminal).has_truecolor():
            environment["COLORTERM"] = "truecolor"
        async with host.wait_to_start_program():
            if self._ended:
                return 1, host.service.sentences.close_farewell
            spec = ProgramSpec(
                terminal,
                self.visit,
                self._guest.name,
                environment,
                ascii_only=needs_ascii(terminal.environment),
                farewell=host.service.sentences.leave_farewell,
                continues_visit=self._continues_visit,
            )
            self.app = app = self._new_program(spec)
            new_loop_time_budget(asyncio.get_running_loop().time())
            running = asyncio.ensure_future(app.run_async(size=terminal.size))
            painted = asyncio.ensure_future(self._first_screen_shown.wait())
            await asyncio.wait((running, painted), timeout=MAX_START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            painted.cancel()
        host.gc_policy.freeze_started_program()
        try:
            switched = await self._run_until_end(app, running)
        finally:
            self.app = None
            asyncio.get_running_loop().call_soon(host.gc_policy.queue_ended_program, app)
        return None if switched else (app.return_code or 0, app.farewell)

    async def _run_until_end(self, app: GuestApp, running: asyncio.Future[None]) -> bool:
        """Wait until a program has ended, and return whether it ended only because the view is switched.

        If the guest has disconnected, the program draws nothing more, and ends when its turn has come.
        """
        await self._wait_for_end_of_view(running, self._end_requested, self._view_switched)
        switched = not running.done() and not self._end_requested.is_set()
        if not running.done():
            if self.visit is not None and not switched:
                await self.visit.drop()
            app.stop_drawing()
            async with self._host.wait_to_end_program():
                app.exit()
                await running
        await running
        return switched
