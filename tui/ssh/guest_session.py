"""One guest's stay, from the door to the farewell."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from net.errors import HostGone, NetError, NotAdmitted
from net.host.local_client import LocalClient
from net.limits import JOIN_SECONDS
from net.protocol.messages import Bye
from net.security.table_code import TableCode
from net.transport.code_attempts import Admit, CodeDecision, Delay, Refuse
from tui.ssh.colour_detection import environment_of, says_itself, writes_ascii
from tui.guest.guest_tokens import find_token, keep_token, mark
from tui.ssh.limits import QUESTION_SECONDS, START_SECONDS, TURN_SECONDS, UNREAD_SECONDS
from tui.ssh.line_input import LineInput
from tui.ssh.colour_detection import ColourQuestion

if TYPE_CHECKING:
    from net.host.table_runner import TableRunner
    from tui.guest.app import GuestApp
    from tui.ssh.server import SshServer
    from tui.ssh.client_terminal import ClientTerminal

ASK_FOR_CODE: Final = "This table has a code; its host's lobby shows it. Code:"
NOT_THE_CODE: Final = "That is not the code of this table."
NO_ANSWER: Final = "Without its code nobody sits down at this table; come back with it."
CLOSED: Final = "The host has closed the table."
LEFT: Final = "You have left the table."
FAULT: Final = "Sorry: something went wrong with your screen, and it had to close. Your seat is kept: come back."
FAULT_FOR_GOOD: Final = "Sorry: something went wrong with your screen, and it had to close. You can come again."

SIMPLE: Final = ("", "dumb", "unknown")
"""Terminals, or none, on which nothing can be painted: there is the line mode."""


@dataclass(frozen=True, slots=True)
class GuestIdentity:
    """Somebody who has come in: the name they go by, where they come from, and who they are by their key, if any."""

    name: str
    address: str
    identity: str


@dataclass(frozen=True, slots=True)
class ResumeInfo:
    """What brings somebody back to their seat, and through the door."""

    token: str = field(default="", repr=False)
    code: str = field(default="", repr=False)


class GuestClient(LocalClient):
    """A guest's end of the table: who closes it leaves, and who only drops it keeps the seat, if known by a key.

    Nothing brings back whoever is `nobody`: a bot has their seat as soon as they are gone, however that comes.
    """

    def __init__(self, house: TableRunner, name: str, code: str, token: str, nobody: bool) -> None:
        super().__init__(house, name, code=code, token=token)
        self.comes_back = not nobody

    async def close(self) -> None:
        self._say(Bye(not self.comes_back))
        await super().close()

    async def drop(self) -> None:
        """Let go of the table as somebody whose line broke."""
        if not self.comes_back:
            self._say(Bye(True))
        await super().close()


class GuestSession:
    """What happens to one guest. `run` returns the exit status; `end` may be called at any time, and ends it."""

    def __init__(self, server: SshServer, terminal: ClientTerminal, who: GuestIdentity) -> None:
        self._server = server
        self._terminal = terminal
        self._who = who
        self._number = server.count_guest()
        self._code = ""
        self._lines: LineInput | None = None
        self._client: GuestClient | None = None
        self.app: GuestApp | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._over = False
        self._ending = ""

    async def run(self) -> int:
        """Let the guest in, see to them until they leave, and say goodbye."""
        room, address = self._server.room, self._who.address
        words = room.why_full(address)
        if words:
            self._terminal.say(words)
            return 1
        with room.taken(address):
            try:
                await self._sit_down()
                simple = self._terminal.kind in SIMPLE
                status, words = await (self._talk() if simple else self._show())
            except NetError as reason:
                status, words = 1, str(reason)
            except Exception as error:
                self._server.report(error)
                status, words = 1, FAULT
            finally:
                self.slow(False)
                if self._client is not None:
                    await self._client.drop()
                self.app = self._lines = None
        if words == FAULT and not self._who.identity:
            words = FAULT_FOR_GOOD
        if self._ending or words:
            self._terminal.say(self._ending or words)
        return status

    def end(self, words: str = "") -> None:
        """End the stay from outside, because the guest is gone or the table."""
        self._over = True
        self._ending = self._ending or words
        if self._lines is not None:
            self._lines.end()
        if self.app is not None:
            self.app.exit()

    def slow(self, slow: bool) -> None:
        """Take note of whether the guest leaves unread what is shown."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        if slow:
            self._unread = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._terminal.cut)

    def _turn(self) -> float:
        """Return in how many seconds it is this guest's turn, where all have one after the other, round and round."""
        here = max(len(self._server.stays), 1)
        mine = self._number % here * TURN_SECONDS
        return (mine - asyncio.get_running_loop().time()) % (here * TURN_SECONDS)

    # The door

    async def _sit_down(self) -> None:
        """Bring the guest to the table, asking for its code if it has one; raises `NetError`."""
        server, who = self._server, self._who
        known = await self._recall()
        self._code = known.code
        while not server.house.is_code(TableCode.read(self._code).secret):
            self._code = await self._ask_for_code()
        code = TableCode.read(self._code).secret
        self._client = client = GuestClient(server.house, who.name, code, known.token, nobody=not who.identity)
        try:
            await asyncio.wait_for(client.enter(), JOIN_SECONDS)
        except TimeoutError:
            raise HostGone(CLOSED) from None
        if who.identity:
            server.remember(who.identity, ResumeInfo(client.token, self._code))
            if client.token != known.token:
                guest = mark(who.identity, server.house.table.secrets.table)
                await server.on_disk(keep_token, server.folder, guest, client.token)

    async def _recall(self) -> ResumeInfo:
        """Return what is known of this guest since the host was started, or else from before."""
        server, identity = self._server, self._who.identity
        if not identity:
            return ResumeInfo()
        if identity in server.known:
            return server.known[identity]
        guest = mark(identity, server.house.table.secrets.table)
        return ResumeInfo(await server.on_disk(find_token, server.folder, guest))

    async def _ask_for_code(self) -> str:
        """Return a code that opens this table, or nothing; a wrong one takes its time. Raises `NotAdmitted`."""
        server, address, loop = self._server, self._who.address, asyncio.get_running_loop()
        decision: CodeDecision = server.code_attempts.check_question(address, loop.time())
        if isinstance(decision, Refuse):
            raise NotAdmitted(decision.sentence)
        lines = self._hear_lines()
        lines.ask(ASK_FOR_CODE)
        try:
            code = await asyncio.wait_for(lines.read_line(), QUESTION_SECONDS)
        except TimeoutError:
            code = None
        if code is None:
            raise NotAdmitted(NO_ANSWER)
        decision = server.code_attempts.check_answer(address, TableCode.read(code).secret, loop.time())
        match decision:
            case Admit():
                return code
            case Refuse(sentence):
                raise NotAdmitted(sentence)
            case Delay(seconds):
                await asyncio.sleep(seconds)
        lines.write_line(NOT_THE_CODE)
        return ""

    @property
    def _whole_code(self) -> str:
        """What others need to join: also what proves the host, of which a guest over SSH need not type anything."""
        return self._server.code or self._code

    def _hear_lines(self) -> LineInput:
        if self._lines is None:
            self._lines = LineInput(self._terminal)
            if self._over:
                self._lines.end()
        return self._lines

    # The table

    async def _talk(self) -> tuple[int, str]:
        """Let the guest play in lines."""
        from tui.connect.invitation import OTHERS_JOIN, table_invitation
        from tui.line_mode import Manner, converse

        assert self._client is not None
        terminal, client = self._terminal, self._client
        lines = self._hear_lines()
        manner = Manner(terminal.size[0] if terminal.kind else 0, writes_ascii(terminal.sent))
        way = table_invitation(client.table, self._whole_code) if client.table is not None else ""
        invitation = [f"{OTHERS_JOIN} {way}"] if way else []
        why = await converse(client, lines.read_line, lines.write_line, manner, invitation=invitation)
        if why == "left" and not terminal.gone and not self._ending:
            await client.close()
        return 0 if why == "left" else 1, ""

    async def _show(self) -> tuple[int, str]:
        """Let the guest play on a painted screen."""
        from tui.guest.app import GuestApp

        assert self._client is not None
        terminal, server = self._terminal, self._server
        if self._lines is not None:
            terminal.take_back(self._lines.rest())
            self._lines = None
        environment = environment_of(terminal.kind, terminal.sent)
        shown = asyncio.Event()
        if not says_itself(environment) and await ColourQuestion(terminal).ask():
            environment["COLORTERM"] = "truecolor"
        async with server.starting():
            if self._over:
                return 1, CLOSED
            self.app = app = GuestApp(
                terminal,
                self._client,
                self._who.name,
                environment,
                ascii_only=writes_ascii(terminal.sent),
                code=self._whole_code,
                report=server.report,
                shown=shown.set,
                turn=self._turn,
                busy=server.is_busy,
            )
            running = asyncio.ensure_future(app.run_async(size=terminal.size))
            painted = asyncio.ensure_future(shown.wait())
            await asyncio.wait((running, painted), timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            painted.cancel()
        server.garbage.come()
        try:
            await running
        finally:
            asyncio.get_running_loop().call_soon(server.garbage.leave)
        return app.return_code or 0, app.farewell
