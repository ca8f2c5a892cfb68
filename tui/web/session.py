"""One guest's session in a browser: what the frames of the page mean, and which frames answer them."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec.structs import replace as replace_fields

from net.protocol.rate_limit import TokenBucket
from tui.guest.client_terminal import ClientTerminal
from tui.guest.guest_tokens import guest_token_key
from tui.guest.host import GuestHost
from tui.guest.identity import GuestIdentity, ResumeInfo
from tui.guest.limits import DEVICE_CODE_SECONDS, MAX_UNREAD_BYTES
from tui.guest.session import GuestLines, GuestSession
from tui.guest.terminal import ByteChannel
from tui.web.copy_permit import MAX_COPY_CHARACTERS, CopyPermit
from tui.web.frames import (
    ChoiceFrame,
    DeviceCodeRequestFrame,
    JoinFrame,
    LineFrame,
    PickedTargetFrame,
    ResizeFrame,
    SwitchViewFrame,
    TapFrame,
    parse_browser_frame,
)
from tui.web.limits import TAPS_AT_ONCE, TAPS_PER_SECOND
from tui.web.simple_view import SimpleView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from textual.screen import Screen

    from tui.guest.app import GuestApp
    from tui.guest.guest_service import GuestHandle
    from tui.guest.program_spec import ProgramSpec
    from tui.web.key_buttons import KeyButtons
    from tui.web.tap import TapTarget

TERMINAL_KIND: Final = "xterm-256color"
"""The type of the terminal in the page, as a value of ``TERM``."""

UNWRAPPED_LINE_COLUMNS: Final = 1_000
"""The width of a line in the simple view: larger than any paragraph of a rulebook, because the page breaks lines."""

SMALL_WINDOW_SENTENCE: Final = "There is too little room for the screen: turn your phone, or use the simple view."
"""The sentence that replaces the screen in a page that is too small, such as on a phone that is held upright."""


TICKET_CHARACTERS: Final = 32
"""The length of a ticket: the random text by which a browser that comes from another host of the club is recognised.

It is longer than the code by which another device takes a seat over, so that the two cannot be confused.
"""

TICKET_MARKER_IN_PLACE_OF_TABLE: Final = "ticket"
"""The word in place of a table's identifier in the key under which the hosts of a club store whose a ticket or a cookie
is.

They store other tokens of guests by table, but a ticket is valid at all tables.
"""


class FrameChannel(ByteChannel, Protocol):
    """The socket of a guest: a channel of bytes that carries frames as well (`tui.web.socket.GuestSocket`)."""

    def watch_unread_output(self, subscriber: Callable[[bool], None]) -> None:
        """Call `subscriber` with True when so much output waits that drawing must pause, and with False when drawing
        can continue.
        """

    def send(self, frame_kind: str, **fields: object) -> None:
        """Send a text frame; raises `OSError` if the guest has disconnected."""

    async def receive(self) -> bytes | str | None:
        """Return the next message of the page; None at the end."""


class WebSession(GuestSession):
    """The session of a guest who joined with the frame `join_frame`; `encrypted`: whether the connection has TLS."""

    carrier = "web"

    def __init__(
        self, guests: GuestHost, socket: FrameChannel, guest: GuestIdentity, join_frame: JoinFrame, encrypted: bool
    ) -> None:
        terminal = ClientTerminal(
            socket, TERMINAL_KIND, (join_frame.columns, join_frame.rows), _environment_of_terminal(join_frame)
        )
        super().__init__(guests, terminal, guest)
        self._socket = socket
        socket.watch_unread_output(self._handle_unread)
        self._join_frame = join_frame
        self._encrypted = encrypted
        self._typed_codes: asyncio.Queue[str | None] = asyncio.Queue(1)
        self._code_sentence = guests.service.sentences.code_question
        self._device_code = join_frame.device
        self._has_entered = False
        self._ticket = ""
        self._moves_to_other_host = False
        self._shows_line_mode = join_frame.view == "simple" and not join_frame.big
        self._simple_view: SimpleView | None = None
        self._buttons: KeyButtons | None = None
        self._question = 0
        self._tap_targets: list[TapTarget] = []
        self._taps = TokenBucket(TAPS_PER_SECOND, TAPS_AT_ONCE, asyncio.get_running_loop().time())
        self._last_line = ""
        self._menu_numbers = itertools.count(1)
        self._copy_permit = CopyPermit()
        if join_frame.code:
            self._typed_codes.put_nowait(join_frame.code)

    # Called by the socket

    async def read_frames(self) -> None:
        """Handle the frames of the page, until it disconnects or sends a frame that no page of ours sends."""
        while True:
            message = await self._socket.receive()
            if message is None:
                return
            if isinstance(message, bytes):
                if not self._shows_line_mode:
                    self._copy_permit.record_input(message, asyncio.get_running_loop().time())
                    self._terminal.data_received(message)
            elif not self._handle_frame(message):
                return

    def _handle_frame(self, text: str) -> bool:
        """Carry out what a text frame of the page asks for; return False if no page of ours sends such a frame."""
        match parse_browser_frame(text):
            case ResizeFrame(columns, rows, fingers):
                if self.app is not None:
                    self.app.use_fingers(fingers)
                self._join_frame = replace_fields(self._join_frame, fingers=fingers)
                self._terminal.handle_resize((columns, rows))
            case JoinFrame(code=code):
                if not self._has_entered and self._typed_codes.empty():
                    self._typed_codes.put_nowait(code)
            case SwitchViewFrame(view):
                self.switch_view(view == "simple")
            case DeviceCodeRequestFrame():
                self._send_device_code()
            case LineFrame(said, menu):
                if self._simple_view is not None:
                    self._simple_view.take_line(said, menu)
            case ChoiceFrame(choice, menu):
                now = asyncio.get_running_loop().time()
                if self.app is not None and self._buttons is not None and self._taps.spend(1, now):
                    self._copy_permit.record_tap(now)
                    self._buttons.choose(self.app, choice, menu)
            case TapFrame(x, y):
                self._tap_screen(x, y)
            case PickedTargetFrame(place, number):
                self._click_picked_target(place, number)
            case None:
                return False
        return True

    def _tap_screen(self, x: float, y: float) -> None:
        """Click on the target of a finger's tap at this point of the screen. Ask the page if it may mean several
        targets.
        """
        from tui.web.tap import tap_targets

        screen = self._tapped_screen()
        if screen is not None:
            self._question, self._tap_targets = self._question + 1, tap_targets(screen, x, y)
            if len(self._tap_targets) == 1:
                self._terminal.data_received(self._tap_targets[0].click)
            else:
                self._send("which", targets=[target.text for target in self._tap_targets], number=self._question)

    def _click_picked_target(self, target_index: int, question_number: int) -> None:
        """Click on the target that the guest has picked from those a tap may have meant, if a click there still has the
        same purpose.

        `question_number` is the number of the question which of them it was.
        """
        screen = self._tapped_screen()
        if screen is not None and question_number == self._question and 0 <= target_index < len(self._tap_targets):
            target = self._tap_targets[target_index]
            if target.screen is screen and target.is_unchanged:
                self._terminal.data_received(target.click)

    def _tapped_screen(self) -> Screen[Any] | None:
        """Return the screen to which taps apply now; None if there is none, or if taps come too fast."""
        now = asyncio.get_running_loop().time()
        screen = None if self.app is None or self._shows_line_mode else self.app.top_screen
        if screen is None or not self._taps.spend(1, now):
            return None
        self._copy_permit.record_tap(now)
        return screen

    def _send_device_code(self) -> None:
        """Send the code with which another device takes this seat over, once the guest has a seat."""
        if self._has_entered:
            code = self._host.device_codes.new_code(self._identity, asyncio.get_running_loop().time())
            self._send("device", code=code, seconds=int(DEVICE_CODE_SECONDS))

    def _handle_unread(self, has_unread: bool) -> None:
        """Pause drawing while the browser reads nothing (`has_unread`), and disconnect it if that lasts.

        Otherwise resume drawing.
        """
        if has_unread:
            self._terminal.pause_drawing()
        else:
            self._terminal.resume_drawing()
        self.set_unread_output_timer(has_unread)

    def handle_disconnection(self) -> None:
        """End the session, because the browser has disconnected."""
        self._terminal.is_disconnected = True
        self.end()

    def end(self, farewell: str = "") -> None:
        super().end(farewell)
        if self._simple_view is not None:
            self._simple_view.end()
        if self._typed_codes.empty():
            self._typed_codes.put_nowait(None)

    # The carrier

    @property
    def _is_spectator(self) -> bool:
        return self._join_frame.watch

    @property
    def _is_big_screen(self) -> bool:
        return self._join_frame.big

    @property
    def _has_taken_over_seat(self) -> bool:
        return bool(self._join_frame.device)

    def _identities(self, name: str) -> Sequence[str]:
        """Return the identities by which the guest may be recognised: a second one if the table has given them another
        name, under which the page comes back.
        """
        renamed = replace(self._guest, name=name, identity=self._guest.identity_of(name))
        return tuple(
            dict.fromkeys((self._identity, self._host.service.identity_of(renamed, is_big_screen=self._is_big_screen)))
        )

    async def _resume_info(self) -> ResumeInfo:
        """Return what lets this guest return, or take over the seat of their other device by its code.

        A browser that comes from another host of the club has no cookie of this host, but a ticket of that one. The
        ticket says who the guest is, and from now on the new cookie of this host says the same.
        """
        code, self._device_code = self._device_code, ""
        shared = self._host.service.shared_tokens
        if shared is not None and self._guest.identity:
            cookie = self._guest.key
            owner = await shared.find(
                guest_token_key(code if len(code) == TICKET_CHARACTERS else cookie, TICKET_MARKER_IN_PLACE_OF_TABLE)
            )
            if owner:
                await shared.keep(guest_token_key(cookie, TICKET_MARKER_IN_PLACE_OF_TABLE), owner)
                self._guest = replace(self._guest, identity=f"{owner} {self._guest.name.casefold()}")
                code = ""
            self._ticket = secrets.token_hex(TICKET_CHARACTERS // 2)
            await shared.keep(guest_token_key(self._ticket, TICKET_MARKER_IN_PLACE_OF_TABLE), self._guest.key)
        if not code:
            return await super()._resume_info()
        now = asyncio.get_running_loop().time()
        identity = self._host.device_codes.take_identity(code, self._guest.address, now)
        return self._host.resume_info_by_identity.get(identity, ResumeInfo())

    async def _read_code(self) -> str | None:
        if self._typed_codes.empty():
            if self._ended:
                return None
            self._send("refused", sentence=self._code_sentence, wants="code")
        return await self._typed_codes.get()

    def _new_program(self, spec: ProgramSpec) -> GuestApp:
        from tui.web.key_buttons import KeyButtons

        self._buttons = KeyButtons(lambda keys, typing: self._send("keys", keys=keys, typing=typing))
        app = super()._new_program(spec)
        app.small_window_sentence = SMALL_WINDOW_SENTENCE
        app.used_with_fingers = self._join_frame.fingers
        return app

    def record_painting(self) -> None:
        """Show the keys that work now as buttons."""
        if self._buttons is not None and self.app is not None:
            self._buttons.update(self.app)

    def copy_text(self, text: str) -> bool:
        """Send a text for the clipboard of the browser if the guest has just pressed, typed or tapped something. Return
        True: no terminal is to be asked to copy it.
        """
        if self._copy_permit.use_up(asyncio.get_running_loop().time()):
            self._send("copy", text=text[:MAX_COPY_CHARACTERS])
        return True

    @contextmanager
    def _open_line_input_and_output(self) -> Iterator[GuestLines]:
        from tui.line_mode import LineFormat

        self._simple_view = simple = SimpleView(self._send, self._terminal.pause_reading, self._menu_numbers)
        if self._ended:
            simple.end()
        try:
            yield GuestLines(
                simple.read_line,
                simple.write_line,
                LineFormat(UNWRAPPED_LINE_COLUMNS, writes_menus=False),
                simple.show_choices,
                simple.show_hall,
            )
        finally:
            simple.send_lines()
            self._simple_view = None
            self._last_line = simple.last_line
            self._terminal.pause_reading(False)

    async def _run_line_mode(self) -> tuple[int, str] | None:
        """Run the simple view; return the exit status and its last sentence as the farewell, without which the page
        would connect again. Return None if the view is switched.
        """
        ended = await super()._run_line_mode()
        return (ended[0], self._last_line or self._host.service.sentences.leave_farewell) if ended is not None else None

    def _report_wrong_code(self) -> None:
        self._code_sentence = self._host.service.sentences.wrong_code_answer

    def _report_entered(self, visit: GuestHandle) -> None:
        self._has_entered = True
        pages = self._page_addresses_at_other_hosts
        self._send("entered", name=visit.name, table=visit.title, encrypted=self._encrypted, elsewhere=pages)

    @property
    def _page_addresses_at_other_hosts(self) -> list[str]:
        """The addresses of the page at other hosts of the club, each with the ticket by which the guest is known."""
        pages = [way for way in self.ways_to_other_hosts if way.startswith("http")]
        return [f"{page}{'&' if '#' in page else '#'}device={self._ticket}" for page in pages if self._ticket]

    def send_to_other_host(self) -> None:
        """End the session, because this host is stopped; the page connects to another host of the club by itself."""
        self._moves_to_other_host = True
        super().send_to_other_host()

    def _write_farewell(self, sentence: str) -> None:
        if self._has_entered:
            pages = self._page_addresses_at_other_hosts if self._moves_to_other_host else []
            closed = sentence == self._host.service.sentences.close_farewell
            self._send("farewell", sentence=sentence, again=closed or self._moves_to_other_host, elsewhere=pages)
        else:
            self._send("refused", sentence=sentence, wants="")

    def _send(self, frame_kind: str, **fields: object) -> None:
        """Send a frame, unless the browser has disconnected.

        Disconnect it if more than `MAX_UNREAD_BYTES` are unread.
        """
        if not self._terminal.is_disconnected:
            try:
                self._socket.send(frame_kind, **fields)
            except OSError:
                self._terminal.is_disconnected = True
                return
            if self._socket.unsent_bytes() > MAX_UNREAD_BYTES:
                self._terminal.abort()


def _environment_of_terminal(join_frame: JoinFrame) -> Mapping[str, str]:
    """Return the environment variables that describe the terminal in the page."""
    return {"COLORTERM": "truecolor"} if join_frame.colours else {"NO_COLOR": "1"}
