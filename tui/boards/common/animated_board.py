"""What boards that tell a match in moments have in common: the queue of moments, the log, notes, the mouse."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer

from core import Action, View, games
from net.client.events import MatchBegan, MatchEnded, Played
from tui.boards.common.board import Board
from tui.boards.common.frame import LOG_FROM
from tui.cards import Canvas, Look
from tui.drawing import Line, Painting, clip

LOG_LENGTH: Final = 200
LEAF: Final = 4
"""Lines by which the log is leafed back or on."""

LEFT: Final = 4
"""Lines that are left on the table at its beginning."""

MOST_MOMENTS: Final = 80
"""Moments that may wait to be shown; where more come, those before them are shown as they end."""

PATIENCE: Final = 1.0
"""Seconds after which an action that was not answered may be sent again."""

HEARD_SECONDS: Final = 8.0
"""How long a line of chat stands on the table where the log has no place."""

SOON: Final = 0.03
"""Seconds between two paintings where a crowd does many things."""


class Told(Protocol):
    """A moment: the view to show for `hold` seconds, and what is new in the log."""

    @property
    def view(self) -> View:
        """What is shown."""

    @property
    def hold(self) -> float:
        """For how many seconds."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is new in the log."""


M = TypeVar("M", bound=Told)

LOG_KEYS: Final = (
    Binding("comma", "leaf(-1)", "Earlier in the log", id="board.earlier"),
    Binding("full_stop", "leaf(1)", "Later in the log", id="board.later"),
)


class AnimatedBoard(Board, Generic[M]):
    """A board that tells changes as a queue of moments.

    A key or a click ends the telling at once, so input never waits for an animation. A subclass makes moments of
    what happens (`tell`), brings what is shown to one of them (`take`) or to the view as it is (`settle`), paints
    (`paint_at`) and does what a key or a button stands for (`action_do`).
    """

    BINDINGS: ClassVar[list[BindingType]] = [*LOG_KEYS]

    _catches_up = False

    def begin(self, began: MatchBegan) -> None:
        self._game = games[began.view.game]
        self._names = began.names
        self._moments: deque[M] = deque()
        self._timer: Timer | None = None
        self._paint_timer: Timer | None = None
        self._sent: object = None
        self._patience: Timer | None = None
        self._view = self._shown = began.view
        self._log: deque[Line] = deque(maxlen=LOG_LENGTH)
        self._log_open = False
        self._later = 0
        self._asking = ""
        self._note = ""
        self._painting: Painting | None = None
        self.set_out(began)
        self._repaint()

    # What a subclass fills in

    @abstractmethod
    def set_out(self, began: MatchBegan) -> None:
        """Prepare what else is remembered during a match, and the log of its opening."""

    @abstractmethod
    def tell(self, played: Played) -> Sequence[M]:
        """Return the moments of what happened; the last one shows the view as it is after everything."""

    @abstractmethod
    def take(self, moment: M) -> None:
        """Bring what is shown to a moment; view and log are seen to already."""

    @abstractmethod
    def settle(self) -> None:
        """Show nothing special any more."""

    @abstractmethod
    def paint_at(self, width: int, height: int) -> Painting:
        """Return the painting of what is shown now."""

    @abstractmethod
    def action_do(self, command: str) -> None:
        """Do what a key or a button stands for."""

    @property
    @abstractmethod
    def progress(self) -> object:
        """What every action of this seat changes: while it stays as it was, what was sent is not answered."""

    @property
    def _mine(self) -> object:
        """My `progress`; a spectator has none."""
        return None if self._view.seat is None else self.progress

    @property
    def crowded(self) -> bool:
        """Whether so many play that painting for each of them would be too much."""
        return False

    # What is told

    def played(self, played: Played) -> None:
        moments = self.tell(played)
        could, before = bool(self.legal), self._mine
        self._view = played.view
        if bool(self.legal) != could or self._mine != before:
            self.forget()  # what was said of the decision before
        if self._sent is not None and self._sent != self.progress:
            self._answered()
        if len(self._moments) + len(moments) > MOST_MOMENTS:
            self._finish_telling()
        idle = self._timer is None
        self._moments.extend(moments)
        if not self.animated or not self.is_running or (idle and len(moments) == 1):
            self._finish_telling()
            self._repaint_soon()
        elif idle:
            self.next_moment()

    def catch_up(self, lately: Iterable[Played]) -> None:
        animated, self.animated, self._catches_up = self.animated, False, True
        try:
            super().catch_up(lately)
        finally:
            self.animated, self._catches_up = animated, False
        self._repaint()

    def ended(self, ended: MatchEnded) -> None:
        self._asking = ""
        self._repaint()

    def note(self, sentence: str) -> None:
        self._note = sentence
        self._answered()
        self._repaint()

    def forget(self) -> None:
        if self._note:
            self._note = ""
            self._repaint()

    def heard(self, name: str, text: str) -> None:
        self._write((Line(text, name),))
        if self.size.width < LOG_FROM and not self._log_open:
            self._pass_by(clip(f"{name}: {text}" if name else text, self.size.width - 6, "..."))
        self._repaint()

    def _pass_by(self, sentence: str) -> None:
        """Let a line stand on the table for a while; the log, which a key opens, has it whole."""
        self._note = sentence

        def forget() -> None:
            if self._note is sentence:
                self._note = ""
                self._repaint()

        if self.is_running:
            self.set_timer(HEARD_SECONDS, forget)

    def named(self, names: tuple[str, ...]) -> None:
        if names != self._names:
            self._names = names
            self._repaint()

    def wear(self, look: Look) -> None:
        self.look = look
        self._repaint()

    @property
    def telling(self) -> bool:
        """Whether moments are still waiting to be shown."""
        return bool(self._moments) or self._timer is not None

    def next_moment(self) -> None:
        """Show the next moment, and the one after it in due time."""
        self._timer = None
        while self._moments:
            moment = self._moments.popleft()
            self._show(moment)
            if moment.hold > 0:
                self._timer = self.set_timer(moment.hold * self.pace, self.next_moment)
                break
        self._repaint()

    def _show(self, moment: M) -> None:
        self._shown = moment.view
        self._write(moment.lines)
        self.take(moment)

    def _write(self, lines: Sequence[Line]) -> None:
        """Write lines into the log; who reads further back in it keeps the place."""
        self._log.extend(lines)
        if self._later:
            self._later = min(self._later + len(lines), len(self._log) - LEFT)

    def _finish_telling(self) -> None:
        """Show everything that still waits as it ends."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        while self._moments:
            self._show(self._moments.popleft())
        self._shown = self._view
        self.settle()

    # What is drawn

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the person may do now."""
        return () if self._view.seat is None or self.past else self._game.legal(self._view)

    def painted(self, width: int, height: int) -> Canvas:
        self._painting = self.paint_at(width, height)
        return self._painting.canvas

    def _repaint(self) -> None:
        if self._paint_timer is not None:
            self._paint_timer.stop()
            self._paint_timer = None
        if self.is_mounted and self.size.area and not self._catches_up:
            self.put(self.painted(*self.size))

    def _repaint_soon(self) -> None:
        """Paint at once, or in a crowd, which does many things, a few times a second."""
        if not self.crowded or not self.is_running:
            self._repaint()
        elif self._paint_timer is None:
            self._paint_timer = self.set_timer(SOON, self._repaint)

    def on_resize(self, event: events.Resize) -> None:
        self._repaint()

    # What the person does

    @property
    def explained(self) -> tuple[Binding, ...]:
        aside = self.size.width >= LOG_FROM  # where the log always stands, there is nothing to show or hide
        keys = (key for key in super().explained if not (aside and key.action == "do('log')"))
        return (*keys, *LOG_KEYS)

    def action_leaf(self, by: int) -> None:
        """Read further back in the log (-1), or on towards its newest line (1)."""
        self._later = max(min(self._later - LEAF * by, len(self._log) - LEFT), 0)
        self._log_open = self._log_open or self.size.width < LOG_FROM
        self._repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.action_leaf(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.action_leaf(1)

    def send(self, action: Action) -> None:
        """Say what the person has decided on, and wait for the answer."""
        self._later = 0
        self._sent = self.progress
        self._patience = self.set_timer(PATIENCE, self._wait_no_more)
        self.post_message(self.Chose(action))

    def _answered(self) -> None:
        """The host has answered what was sent, or has not for so long that it may be asked again."""
        self._sent = None
        if self._patience is not None:
            self._patience.stop()
            self._patience = None

    def _wait_no_more(self) -> None:
        self._answered()
        self._repaint()

    def on_click(self, event: events.Click) -> None:
        command = self._painting.command(event.x, event.y) if self._painting else ""
        if command:
            event.stop()
            self.action_do(command)
        elif self.telling:
            self._finish_telling()
            self._repaint()
