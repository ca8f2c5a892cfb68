"""One guest's stay, from the door to the farewell."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from net.codes import Code
from net.errors import HostGone, NetError, NotAdmitted
from net.guesses import TOO_MANY
from net.limits import JOIN_SECONDS
from net.near import Near
from tui.doors import Place
from tui.ssh.colours import environment_of, says_itself, writes_ascii
from tui.ssh.limits import QUESTION_SECONDS, START_SECONDS, UNREAD_SECONDS
from tui.ssh.program import FAREWELL, FAULT, GuestApp
from tui.ssh.question import ColourQuestion, Left, Question

if TYPE_CHECKING:
    from tui.ssh.server import Server
    from tui.ssh.terminal import Terminal

ASK_FOR_CODE: Final = "Table code:"
NOT_THE_CODE: Final = "That is not the code of this table."
NO_ANSWER: Final = "Nobody typed a code; come back with it."
CLOSED: Final = "The host has closed the table."
NOT_READ: Final = "What the table shows you was not read for too long."
NO_TERMINAL: Final = "This table needs a terminal to be shown in: come in with  ssh -t  and not from a dumb one."


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who has come in: the name they go by, where they come from, and who they are by their key, if any."""

    name: str
    address: str
    identity: str


@dataclass(frozen=True, slots=True)
class Known:
    """What brings somebody back to their seat, and through the door."""

    token: str = ""
    code: str = ""


class Stay:
    """What happens to one guest. `run` returns the exit status; `end` may be called at any time, and ends it."""

    def __init__(self, server: Server, terminal: Terminal, who: Who) -> None:
        self._server = server
        self._terminal = terminal
        self._who = who
        self._question: Question | None = None
        self._client: Near | None = None
        self._app: GuestApp | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._ending = ""

    async def run(self) -> int:
        """Let the guest in, see to them until they leave, and say goodbye."""
        room, address = self._server.room, self._who.address
        why_full = room.why_full(address)
        if why_full:
            self._terminal.say(why_full)
            return 1
        with room.taken(address):
            try:
                status, words = await self._stay()
            except (Left, NetError) as reason:
                status, words = 1, str(reason)
            except Exception as error:
                self._server.report(error)
                status, words = 1, FAULT
            finally:
                await self._drop()
        self._terminal.say(self._ending or words or FAREWELL)
        return status

    def end(self, words: str = "") -> None:
        """End the stay from outside, because the guest is gone or the table."""
        self._ending = self._ending or words
        if self._question is not None:
            self._question.leave()
        if self._app is not None:
            self._app.exit()
        if self._unread is not None:
            self._unread.cancel()

    def slow(self, slow: bool) -> None:
        """Take note of whether the guest leaves unread what is shown."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        if slow:
            self._unread = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._terminal.cut)

    async def _stay(self) -> tuple[int, str]:
        terminal = self._terminal
        if terminal.kind in ("", "dumb"):
            return 1, NO_TERMINAL
        code = await self._sit_down()
        environment = environment_of(terminal.kind, terminal.sent)
        async with self._server.starting:
            if not says_itself(environment) and await ColourQuestion(terminal).ask():
                environment["COLORTERM"] = "truecolor"
            if self._ending or terminal.gone:
                return 1, CLOSED
            shown = asyncio.Event()
            app = self._make_app(environment, code, shown)
            running = asyncio.ensure_future(app.run_async(size=terminal.size))
            painted = asyncio.ensure_future(shown.wait())
            await asyncio.wait((running, painted), timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            painted.cancel()
        await running
        return app.return_code or 0, app.farewell

    def _make_app(self, environment: dict[str, str], code: str, shown: asyncio.Event) -> GuestApp:
        assert self._client is not None
        self._app = GuestApp(
            self._terminal,
            Place(self._client),
            self._who.name,
            environment,
            ascii_only=writes_ascii(self._terminal.sent),
            address=self._server.house.table.address,
            code=code,
            report=self._server.report,
            shown=shown.set,
        )
        return self._app

    # The door

    async def _sit_down(self) -> str:
        """Bring the guest to the table, asking for its code if it has one; return the code. Raises `NetError`."""
        server, who = self._server, self._who
        known = server.known.get(who.identity, Known()) if who.identity else Known()
        code = known.code
        while not server.house.table.secrets.opens(Code.read(code).secret):
            code = await self._ask_for_code()
        self._client = client = Near(server.house, who.name, code=Code.read(code).secret)
        client.token = known.token
        try:
            await asyncio.wait_for(client.enter(), JOIN_SECONDS)
        except TimeoutError:
            raise HostGone(CLOSED) from None
        if who.identity:
            server.known[who.identity] = Known(client.token, code)
        return code

    async def _ask_for_code(self) -> str:
        """Return a code that opens this table, or nothing; a wrong one takes its time."""
        server, address, loop = self._server, self._who.address, asyncio.get_running_loop()
        if server.guesses.refused(address, loop.time()):
            raise NotAdmitted(TOO_MANY)
        self._question = Question(self._terminal, echo=bool(self._terminal.kind))
        try:
            code = await asyncio.wait_for(self._question.ask(ASK_FOR_CODE), QUESTION_SECONDS)
        except TimeoutError:
            raise NotAdmitted(NO_ANSWER) from None
        finally:
            self._question = None
        if server.guesses.refused(address, loop.time()):
            raise NotAdmitted(TOO_MANY)
        if server.house.table.secrets.opens(Code.read(code).secret):
            return code
        await asyncio.sleep(server.guesses.wrong(address, loop.time()))
        self._terminal.say(NOT_THE_CODE)
        return ""

    async def _drop(self) -> None:
        """Let go of the table: whoever did not leave by themselves keeps the seat."""
        if self._unread is not None:
            self._unread.cancel()
        if self._client is not None:
            with suppress(NetError):
                await self._client.close()
        self._app = None
