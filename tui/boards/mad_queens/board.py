"""The board of Mad Queens and Mad Queens Classic: keys and mouse in, moments out; `queens` does the drawing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from core import View
from net.client.events import MatchBegan, Played
from tui.boards.common.animated_board import AnimatedBoard
from tui.boards.mad_queens.animation import CROWDED, MadQueensAnimator, MadQueensFrame, log_lines
from tui.boards.mad_queens.odds import CLASSIC
from tui.boards.mad_queens.render import paint, paint_turning
from tui.boards.mad_queens.scene import (
    ABOUT_TO_TURN,
    NOTHING_SPECIAL,
    After,
    MadQueensEffect,
    MadQueensScene,
    PlaySummary,
)
from tui.boards.mad_queens.text import in_words, ranking, sheet_words, standing_of, why_not
from tui.drawing import Painting

TYPED_AHEAD = 2
"""Keys that may be typed ahead of the host's answer; they are done in their turn."""

_SUIT_KEYS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class MadQueensBoard(AnimatedBoard[MadQueensFrame]):
    """The Mad Queens table.

    A key or a click ends the telling at once and acts on the match as it is, so no key is ever lost or late.
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

    def set_out(self, began: MatchBegan) -> None:
        view = began.view
        self._typed: deque[str] = deque(maxlen=TYPED_AHEAD)
        self._effect: MadQueensEffect = NOTHING_SPECIAL
        self._turning = False
        self._resting: tuple[MadQueensScene, Painting] | None = None
        self._after: After | None = None
        self._summary: PlaySummary | None = None
        self._log.extend(log_lines(began.opening, view, self._names, self._game.sentence))
        scores = [int(str(view.facts[f"score/{seat}"])) for seat in range(view.seats)]
        self._start: list[int | None] = [*scores] if began.opening else [None] * view.seats
        self._last: PlaySummary | None = None
        self._focus = self._first_focus(view)

    @staticmethod
    def _first_focus(view: View) -> int:
        return ranking(view)[0] if view.seat is None else view.seat

    # What is told

    def tell(self, played: Played) -> Sequence[MadQueensFrame]:
        teller = MadQueensAnimator(self._view, self._names, self._focus, self._game.sentence, self._start, self._last)
        moments = teller.tell(played.changes, played.view)
        self._start, self._last = teller.start, teller.last
        return moments

    def played(self, played: Played) -> None:
        super().played(played)
        if self._sent is None and self._typed:
            self.action_do(self._typed.popleft())

    def note(self, sentence: str) -> None:
        self._typed.clear()
        super().note(sentence)

    def take(self, moment: MadQueensFrame) -> None:
        self._effect = moment.effect
        if moment.fresh:
            self._after = self._summary = None
        self._after = moment.after or self._after
        self._summary = moment.summary or self._summary

    def settle(self) -> None:
        self._effect = ABOUT_TO_TURN if self._turning else NOTHING_SPECIAL

    def _answered(self) -> None:
        super()._answered()
        self._turning = False
        if not self.telling:
            self.settle()

    @property
    def crowded(self) -> bool:
        return self._view.seats > CROWDED

    @property
    def progress(self) -> object:
        view, seat = self._view, self._view.seat
        facts = tuple(view.facts.get(f"{name}/{seat}") for name in ("status", "score", "spent"))
        return (view.facts["play"], view.count(f"deck/{seat}"), facts)

    # What is drawn

    @property
    def about(self) -> str:
        return sheet_words(self._view)

    @property
    def in_words(self) -> str:
        return in_words(self.scene)

    @property
    def scene(self) -> MadQueensScene:
        """What is shown now."""
        width, height = self.size
        return MadQueensScene(
            view=self._shown,
            names=self._names,
            focus=self._focus,
            legal=self.legal,
            effect=self._effect,
            after=self._after,
            summary=self._summary,
            log=tuple(self._log),
            log_open=self._log_open,
            later=self._later,
            asking=self._asking,
            note=self._note,
            title=self._game.title,
            width=width,
            height=height,
            look=self.look,
        )

    def paint_at(self, width: int, height: int) -> Painting:
        scene = replace(self.scene, width=width, height=height)
        if scene.effect.flip is not None and not scene.log_open and self._resting is not None:
            resting, painting = self._resting
            if scene == replace(resting, effect=scene.effect, after=scene.after, summary=scene.summary):
                return paint_turning(scene, painting)
        painting = paint(scene)
        if scene.effect is NOTHING_SPECIAL:
            self._resting = scene, painting
        return painting

    # What the person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "answer":
            return bool(self._asking)
        if action == "queen":
            return self._asking == "queen"
        if action == "look":
            return self._view.seat is None
        return True

    def lacks(self, action: str) -> bool:
        return action == "do('end')" and self._view.game == CLASSIC

    def action_do(self, command: str) -> None:
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
        actions = [action for action in self.legal if action.verb == verb]
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
        if action in self.legal:
            self.send(action)
            self._turning = self.animated and action.verb == "reveal"
            self.settle()
        else:
            self._note = why_not(self.scene, action.verb)

    def _look_at(self, seat: int) -> None:
        """Turn to another seat as a spectator; as a player, read how somebody stands."""
        view = self._view
        if view.seat is None:
            self._focus = seat
            self._after = None
            return
        self._note = standing_of(view, seat, self._names[seat])
