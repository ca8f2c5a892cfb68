"""The board of Mad Queens and Mad Queens Classic: keys and mouse in, moments out; `queens` does the drawing."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer

from core import Action, View, games
from net.client import MatchBegan, MatchEnded, Played
from tui.boards.board import Board
from tui.boards.queens.painting import Painting, paint
from tui.boards.queens.scene import NOTHING_SPECIAL, After, Effect, Line, Scene, Summary
from tui.boards.queens.story import CROWDED, Moment, Storyteller, log_lines
from tui.boards.queens.words import in_words, ranking, standing_of, why_not
from tui.cards import Canvas, Look

LOG_LENGTH = 200
MOST_MOMENTS = 80
"""Moments that may wait to be shown; where more come, those before them are shown as they end."""

TYPED_AHEAD = 2
"""Keys that may be typed ahead of the host's answer; they are done in their turn."""

PATIENCE = 1.0
"""Seconds after which an action that was not answered may be sent again."""

_SUIT_KEYS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class MadQueensBoard(Board):
    """The Mad Queens table.

    Changes are told as a queue of moments. A key or a click ends the telling at once and acts on the match as
    it is, so no key is ever lost or late.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "do('reveal')", "Reveal a card", id="queens.reveal"),
        Binding("b", "do('bank')", "Bank the row", id="queens.bank"),
        Binding("e", "do('end')", "End my game", id="queens.end"),
        Binding("l", "do('log')", "Show or hide the log", id="queens.log"),
        Binding("y", "answer('yes')", "Yes", show=False),
        Binding("n,escape", "answer('no')", "No", show=False),
        *(Binding(key, f"queen('{suit}')", show=False) for key, suit in _SUIT_KEYS.items()),
        Binding("tab,right", "look(1)", "Look at the next player", show=False),
        Binding("shift+tab,left", "look(-1)", "Look at the player before", show=False),
    ]

    def begin(self, began: MatchBegan) -> None:
        self._game = games[began.view.game]
        self._names = began.names
        self._moments: deque[Moment] = deque()
        self._timer: Timer | None = None
        self._paint_timer: Timer | None = None
        self._sent: object = None
        self._typed: deque[str] = deque(maxlen=TYPED_AHEAD)
        self._patience: Timer | None = None
        self._view = self._shown = began.view
        self._effect: Effect = NOTHING_SPECIAL
        self._after: After | None = None
        self._summary: Summary | None = None
        self._log: deque[Line] = deque(maxlen=LOG_LENGTH)
        self._log.extend(log_lines(began.opening, began.view, self._names, self._game.sentence))
        self._log_open = False
        self._asking = ""
        self._note = ""
        self._start = [int(str(began.view.facts[f"score/{seat}"])) for seat in range(began.view.seats)]
        self._last: Summary | None = None
        self._focus = self._first_focus(began.view)
        self._painting: Painting | None = None
        self._repaint()

    @staticmethod
    def _first_focus(view: View) -> int:
        return ranking(view)[0] if view.seat is None else view.seat

    # What is told

    def played(self, played: Played) -> None:
        teller = Storyteller(self._view, self._names, self._focus, self._game.sentence, self._start, self._last)
        moments = teller.tell(played.changes, played.view)
        self._start, self._last = teller.start, teller.last
        self._view = played.view
        if self._sent is not None and self._sent != self._progress:
            self._answered()
        if len(self._moments) + len(moments) > MOST_MOMENTS:
            self._finish_telling()
        idle = self._timer is None
        self._moments.extend(moments)
        if not self.animated or not self.is_running or (idle and len(moments) == 1):
            self._finish_telling()
            self._repaint_soon()
        elif idle:
            self._next_moment()
        if self._sent is None and self._typed:
            self.action_do(self._typed.popleft())

    def ended(self, ended: MatchEnded) -> None:
        self._asking = ""
        self._repaint()

    def note(self, sentence: str) -> None:
        self._note = sentence
        self._answered()
        self._typed.clear()
        self._repaint()

    def heard(self, name: str, text: str) -> None:
        self._log.append(Line(text, name))
        self._repaint()

    def wear(self, look: Look) -> None:
        self.look = look
        self._repaint()

    @property
    def in_words(self) -> str:
        return in_words(self.scene)

    @property
    def telling(self) -> bool:
        """Whether moments are still waiting to be shown."""
        return bool(self._moments) or self._timer is not None

    def _next_moment(self) -> None:
        """Show the next moment, and the one after it in due time."""
        self._timer = None
        while self._moments:
            moment = self._moments.popleft()
            self._take(moment)
            if moment.hold > 0:
                self._timer = self.set_timer(moment.hold * self.pace, self._next_moment)
                break
        self._repaint()

    def _take(self, moment: Moment) -> None:
        """Bring what is shown to a moment."""
        self._shown, self._effect = moment.view, moment.effect
        if moment.fresh:
            self._after = self._summary = None
        self._after = moment.after or self._after
        self._summary = moment.summary or self._summary
        self._log.extend(moment.lines)

    def _finish_telling(self) -> None:
        """Show everything that still waits as it ends."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        while self._moments:
            self._take(self._moments.popleft())
        self._shown, self._effect = self._view, NOTHING_SPECIAL

    # What is drawn

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        width, height = self.size
        return Scene(
            view=self._shown,
            names=self._names,
            focus=self._focus,
            legal=self._legal(self._view),
            effect=self._effect,
            after=self._after,
            summary=self._summary,
            log=tuple(self._log),
            log_open=self._log_open,
            asking=self._asking,
            note=self._note,
            title=self._game.title,
            width=width,
            height=height,
            look=self.look,
        )

    def _legal(self, view: View) -> tuple[Action, ...]:
        return () if view.seat is None else self._game.legal(view)

    def painted(self, width: int, height: int) -> Canvas:
        self._painting = paint(replace(self.scene, width=width, height=height))
        return self._painting.canvas

    def _repaint(self) -> None:
        if self._paint_timer is not None:
            self._paint_timer.stop()
            self._paint_timer = None
        if self.is_mounted and self.size.area:
            self.put(self.painted(*self.size))

    def _repaint_soon(self) -> None:
        """Paint at once, or with many players, who do many things, a few times a second."""
        if self._view.seats <= CROWDED or not self.is_running:
            self._repaint()
        elif self._paint_timer is None:
            self._paint_timer = self.set_timer(0.03, self._repaint)

    def on_resize(self, event: events.Resize) -> None:
        self._repaint()

    # What the person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "answer":
            return bool(self._asking)
        if action == "queen":
            return self._asking == "queen"
        if action == "look":
            return self._view.seat is None
        return True

    def action_do(self, command: str) -> None:
        """Do what a key or a button stands for."""
        self._finish_telling()
        self._note = ""
        asked, self._asking = self._asking, ""
        verb, _, rest = command.partition(" ")
        if self._sent is not None and verb in ("reveal", "bank", "end"):
            self._typed.append(command)
            return
        if verb == "yes" and asked == "end":
            self._choose("end")
        elif verb == "log":
            self._log_open = not self._log_open
        elif verb == "focus":
            self._look_at(int(rest))
        elif verb == "next":
            self.action_look(1)
        elif verb == "end" and asked == "end":
            self._choose("end")
        elif verb in ("reveal", "bank", "end"):
            self._decide(verb, rest)
        self._repaint()

    def action_answer(self, answer: str) -> None:
        """Answer the question that is asked."""
        self.action_do(answer)

    def action_queen(self, suit: str) -> None:
        """Bank with the Queen of a suit."""
        self.action_do(f"bank Q{suit}")

    def action_look(self, step: int) -> None:
        """Let a spectator look at the next seat, or the one before."""
        self._look_at((self._focus + step) % self._view.seats)
        self._repaint()

    def _decide(self, verb: str, rest: str) -> None:
        """Send an action if it is legal, ask what is still open, or say why it is not."""
        actions = [action for action in self._legal(self._view) if action.verb == verb]
        if not actions:
            self._note = why_not(self.scene, verb)
        elif verb == "end":
            self._asking = "end"
        elif rest:
            self._choose(f"{verb} {rest}")
        elif len(actions) > 1:
            self._asking = "queen"
        else:
            self._choose(str(actions[0]))

    def _choose(self, text: str) -> None:
        action = self._game.parse(text)
        if action in self._legal(self._view):
            self._sent = self._progress
            self._patience = self.set_timer(PATIENCE, self._answered)
            self.post_message(self.Chose(action))
        else:
            self._note = why_not(self.scene, action.verb)

    @property
    def _progress(self) -> object:
        """What every action of this seat changes: how far it is with its play."""
        view, seat = self._view, self._view.seat
        facts = tuple(view.facts.get(f"{name}/{seat}") for name in ("status", "score", "spent"))
        return (view.facts["play"], view.count(f"deck/{seat}"), facts)

    def _answered(self) -> None:
        """The host has answered what was sent, or has not for so long that it may be asked again."""
        self._sent = None
        if self._patience is not None:
            self._patience.stop()
            self._patience = None

    def _look_at(self, seat: int) -> None:
        """Turn to another seat as a spectator; as a player, read how somebody stands."""
        view = self._view
        if view.seat is None:
            self._focus = seat
            self._after = None
            return
        self._note = standing_of(view, seat, self._names[seat])

    def on_click(self, event: events.Click) -> None:
        command = self._painting.command(event.x, event.y) if self._painting else ""
        if command:
            event.stop()
            self.action_do(command)
        elif self.telling:
            self._finish_telling()
            self._repaint()
