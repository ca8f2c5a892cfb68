"""The board of Mad Queens and Mad Queens Classic: keys, commands, and the state of the scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import asdict, replace
from textual.binding import BindingType

from core import Action, Card, Remark, View
from core.mad_queens import BANK_ACTION, END_ACTION, REVEAL_ACTION, dealt_view
from net.client.events import MatchBegan, MatchChanged
from tui.boards.common.background import is_too_small
from tui.boards.common.board import Board
from tui.boards.common.commands import AnswerQuestion, ChooseAction, LookAtNextSeat, LookAtSeat, ToggleLog
from tui.boards.common.numbers import seat_scores
from tui.boards.common.travel import CardPlace
from tui.boards.mad_queens.animation import MadQueensAnimator, MadQueensFrame
from tui.boards.mad_queens.keys import MAD_QUEENS_KEYS, key_name_of
from tui.boards.mad_queens.log_writer import MAX_SEATS_WITH_FULL_LOG, MadQueensLogWriter
from tui.boards.mad_queens.odds import has_end_action
from tui.boards.mad_queens.places import place_of
from tui.boards.mad_queens.render import layout_of, render, render_turning_card
from tui.boards.mad_queens.scene import (
    ABOUT_TO_TURN_EFFECT,
    LastRow,
    MadQueensFrameEffect,
    MadQueensScene,
    PlaySummary,
    last_row_of_play,
)
from tui.boards.mad_queens.seat_play import SeatPlay, SeatPlays, play_sentence, score_before_play
from tui.boards.mad_queens.text import (
    awaited_seats,
    board_description,
    ranking,
    sheet_help,
    slip_question,
    standing_sentence,
)
from tui.drawing import BoardCommand, Picture, Rect


class MadQueensBoard(Board[MadQueensFrame]):
    """The board of Mad Queens and Mad Queens Classic."""

    BINDINGS: ClassVar[list[BindingType]] = MAD_QUEENS_KEYS

    def default_back_pattern(self, view: View) -> str:
        return "crowns"

    def set_up(self, began: MatchBegan) -> None:
        """Reset the state of the scene; `opening_frames` writes the log of the opening."""
        view = began.view
        self._effect = MadQueensFrameEffect()
        self._turning = False
        self._resting: tuple[MadQueensScene, Picture] | None = None
        self._last_row: LastRow | None = None
        self._summary: PlaySummary | None = None
        self._start: list[int | None] = (
            [*seat_scores(dealt_view(view))]  # the first play also counts what a banned Joker has brought before it
            if began.opening_changes
            else [score_before_play(view, seat) for seat in range(view.seats)]
        )
        self._last_play: PlaySummary | None = None
        self._plays: SeatPlays = {}
        self._shown_plays: SeatPlays = {}
        self._focus = self._seat_in_front_at_first(view)

    @staticmethod
    def _seat_in_front_at_first(view: View) -> int:
        """Return the seat shown in front at first: the player's own, for a spectator the leader's."""
        return ranking(view)[0] if view.seat is None else view.seat

    # Changes

    def opening_frames(self, began: MatchBegan) -> Sequence[MadQueensFrame]:
        """Return the frames of the opening, and store what banned Jokers did to the seats, for the first play; only
        frames that show that have a duration."""
        if not began.opening_changes:
            return ()
        view = began.view
        dealt = dealt_view(view)
        animator = MadQueensAnimator(dealt, self._log_writer, self._focus, [0] * view.seats, None)
        frames = animator.frames(began.opening_changes, view)
        self._plays = animator.plays
        told = any(isinstance(change, Remark) and change.key == "joker banned" for change in began.opening_changes)
        return frames if told else [replace(frame, hold_seconds=0.0) for frame in frames]

    def frames_of(self, changed: MatchChanged) -> Sequence[MadQueensFrame]:
        """Return the frames of the changes, and store the events of the seats' plays for the next batch of changes."""
        log = MadQueensLogWriter(self._names, self._game.sentence, self._view)
        animator = MadQueensAnimator(self._view, log, self._focus, self._start, self._last_play, self._plays)
        frames = animator.frames(changed.changes, changed.view)
        self._start, self._last_play, self._plays = animator.scores_at_start, animator.last_summary, animator.plays
        return frames

    def apply_frame(self, frame: MadQueensFrame) -> None:
        """Show the effect, the last row and the summary of a frame."""
        self._effect = frame.effect
        self._shown_plays = frame.plays
        if frame.begins_row:
            self._last_row = self._summary = None
        self._last_row = frame.last_row or self._last_row
        if frame.summary is not None:
            self._summary = frame.summary

    def place_of(self, name: str) -> CardPlace | None:
        scene = self.scene
        return None if is_too_small(scene.width, scene.height) else place_of(scene, layout_of(scene), name)

    def end_effects(self) -> None:
        """Remove the effect; while the answer to a reveal is awaited, show the card that is about to turn over."""
        self._effect = ABOUT_TO_TURN_EFFECT if self._turning else MadQueensFrameEffect()

    def handle_end_of_waiting(self) -> None:
        """Stop showing the card that has begun to turn, as its reveal is answered or overdue."""
        self._turning = False
        if not self.animating:
            self.end_effects()

    @property
    def crowded(self) -> bool:
        return self._view.seats > MAX_SEATS_WITH_FULL_LOG

    @property
    def progress_value(self) -> object:
        view, seat = self._view, self._view.seat
        facts = tuple(view.facts.get(f"{name}/{seat}") for name in ("status", "score", "spent"))
        return (view.facts["play"], view.count(f"deck/{seat}"), facts)

    # Scene

    @property
    def help_text(self) -> str:
        return self.look.displayable_text(sheet_help(self._view))

    @property
    def description(self) -> str:
        return board_description(self.scene)

    @property
    def _log_writer(self) -> MadQueensLogWriter:
        return MadQueensLogWriter(self._names, self._game.sentence)

    @property
    def scene(self) -> MadQueensScene:
        """The scene of the present state."""
        return MadQueensScene(
            **asdict(self.table_scene),
            focus=self._focus,
            effect=self._effect,
            last_row=self._last_row,
            summary=self._summary,
            open_question=self._open_question,
            plays=self._shown_plays,
        )

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        return awaited_seats(self._shown_view)

    def show_playing_seat(self) -> None:
        """If the seat in front is not awaited, show a spectator the first seat that is."""
        awaited = awaited_seats(self._view)
        if self._view.seat is None and awaited and self._focus not in awaited:
            self._look_at(awaited[0])

    def log_zone(self, width: int, height: int) -> Rect | None:
        scene = replace(self.scene, width=width, height=height)
        return None if is_too_small(width, height) else layout_of(scene).log

    def picture(self, width: int, height: int) -> Picture:
        """Return the picture of the scene; while a card turns over, only that card is painted again."""
        scene = replace(self.scene, width=width, height=height)
        effect = scene.effect
        alone = effect.flip_frame is not None and effect.banner is None and effect.queen is None
        if alone and not (scene.log_open or scene.hint) and self._resting is not None:
            resting, picture = self._resting
            shown = {
                "effect": scene.effect,
                "decision_counts": scene.decision_counts,
                "last_row": scene.last_row,
                "summary": scene.summary,
            }
            if scene == replace(resting, **shown):
                return render_turning_card(scene, picture)
        picture = render(scene)
        if scene.effect == MadQueensFrameEffect():
            self._resting = scene, picture
        return picture

    # Input

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has something to do: answer, choose a Queen, or change the seat in front."""
        if action == "answer":
            return self.escape_closes if parameters == (False,) else bool(self._open_question)
        if action == "queen":
            return self._open_question == "queen"
        if action == "look":
            return self._view.seat is None
        if action == "end":  # also in Classic, which says that nobody can
            return True
        return super().check_action(action, parameters)

    def is_action_unused(self, action: str) -> bool:
        return action == "end" and not has_end_action(self._view)

    def run_command(self, command: BoardCommand) -> None:
        """End the animation and run a command; a decision that comes too early is ignored, its question stays open."""
        self._note.text = ""
        settled = self.show_present_state()
        decides = isinstance(command, ChooseAction) or command == AnswerQuestion(True)
        if decides and (self.awaits_answer or not settled):
            if not settled:
                self.post_message(self.DecidedTooSoon())
            self._repaint()
            return
        asked, self._open_question = self._open_question, ""
        match command:
            case AnswerQuestion(True) if asked == "end":
                self._send_or_refuse(END_ACTION)
            case ChooseAction(action) if action == END_ACTION and END_ACTION in self.legal:
                self._open_question = "end"
            case ChooseAction(action):
                self._send_or_ask(action)
            case ToggleLog():
                self.toggle_log()
            case LookAtSeat(seat):
                self._look_at(seat)
            case LookAtNextSeat(step):
                self._look_at((self._focus + step) % self._view.seats)
        self._repaint()

    def slip_question(self, action: Action) -> str:
        chooses_queen = action.verb == "bank" and len(self._bank_actions) > 1  # the question which one came before
        return "" if self._view.seat is None or chooses_queen else slip_question(self._view, self._view.seat, action)

    def key_of_slip(self, action: Action) -> str:
        return key_name_of(action.verb)

    def action_reveal(self) -> None:
        """Reveal a card."""
        self.run_command(ChooseAction(REVEAL_ACTION))

    def action_bank(self) -> None:
        """Bank the row."""
        self.run_command(ChooseAction(BANK_ACTION))

    def action_end(self) -> None:
        """Ask whether the player ends their own game, and end it after a yes."""
        self.run_command(ChooseAction(END_ACTION))

    def action_answer(self, yes: bool) -> None:
        """Answer the open question."""
        self.run_command(AnswerQuestion(yes))

    def action_queen(self, suit: str) -> None:
        """Bank the row with the Queen of a suit."""
        self.run_command(ChooseAction(Action(("bank", Card.parse(f"Q{suit}")))))

    def action_look(self, step: int) -> None:
        """Show a spectator the next (1) or previous (-1) seat."""
        self._look_at((self._focus + step) % self._view.seats)
        self._repaint()

    @property
    def _bank_actions(self) -> list[Action]:
        """The legal actions that bank the row: several if the seat chooses the Queen that this costs."""
        return [one for one in self.legal if one.verb == "bank"]

    def _send_or_ask(self, action: Action) -> None:
        """Send an action; if banking needs a Queen and the seat has several, ask which one, unless a hint names her."""
        found = self._bank_actions
        if action == BANK_ACTION and self.log_view.advised in found:
            found = [self.log_view.advised]
        if action == BANK_ACTION and len(found) > 1:
            self._open_question = "queen"
        else:
            self._send_or_refuse(found[0] if action == BANK_ACTION and found else action)

    def _send_or_refuse(self, action: Action) -> None:
        """Send an action if it is legal, and for a reveal let the card begin to turn.

        Otherwise show why it is not legal.
        """
        if action in self.legal:
            if self.send(action):
                self._turning = self.animation.enabled and action == REVEAL_ACTION
                self.end_effects()
        else:
            self._note.text = self._game.refusal(self._view, action)

    def _look_at(self, seat: int) -> None:
        """Show a spectator the table from this seat; show a player the points and cards of this seat in a note."""
        view = self._view
        if view.seat is None:
            self._focus = seat
            self._last_row = last_row_of_play(self._shown_plays.get(seat, SeatPlay()))
            return
        name = self._names[seat]
        told = play_sentence(self._shown_plays.get(seat, SeatPlay()), name)
        self._note.text = f"{told} {standing_sentence(view, seat, name)}".lstrip()
