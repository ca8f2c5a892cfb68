"""The board of Big Queen: keys, commands, and the state of the scene."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import asdict, replace
from textual import events
from textual.binding import ActiveBinding, BindingType

from core import Action, Card, View
from core.big_queen import ANNOUNCE_ACTION, ASK_ACTION, team_letter
from core.engine.piles import Moved
from net.client.events import MatchBegan, MatchChanged
from tui.boards.big_queen.animation import BigQueenAnimator, BigQueenFrame
from tui.boards.big_queen.commands import (
    DECISION_COMMANDS,
    CatchPlayer,
    ClearSelection,
    DiscardCard,
    DrawCard,
    FindNextCards,
    FindOtherCards,
    TakeOrLayCards,
    ToggleCardAtCursor,
    run_command,
)
from tui.boards.big_queen.cursor import ChangeZone, MoveAlongPile, MoveCursor, PressRankKey
from tui.boards.big_queen.keys import BIG_QUEEN_KEYS, key_name_of
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.places import place_of
from tui.boards.big_queen.render import layout_of, render
from tui.boards.big_queen.scene import BigQueenFrameEffect, BigQueenScene, HandSelection, RoundSummary
from tui.boards.big_queen.selection_update import initial_selection, selection_for_action, updated_selection
from tui.boards.big_queen.text import awaited_seats, board_description, slip_question, symbols_help
from tui.boards.common.background import is_too_small
from tui.boards.common.board import MAX_COMMANDS_TYPED_AHEAD, Board
from tui.boards.common.commands import AnswerQuestion, ChooseAction, SortHand, ToggleLog
from tui.boards.common.travel import CardPlace
from tui.drawing import BoardCommand, Picture, Rect


class BigQueenBoard(Board[BigQueenFrame]):
    """The board of Big Queen.

    One decision may be several actions in a row (a set and what is added to it); each is sent after the host has
    answered the one before it.
    """

    DISPLAY_ONLY_ACTIONS = Board.DISPLAY_ONLY_ACTIONS | {"sort"}

    BINDINGS: ClassVar[list[BindingType]] = BIG_QUEEN_KEYS

    def default_back_pattern(self, view: View) -> str:
        return "diamonds"

    def set_up(self, began: MatchBegan) -> None:
        """Clear selection, summary and unsent actions, and write the log of the opening."""
        view = began.view
        self._selection = initial_selection(view)
        self._effect = BigQueenFrameEffect()
        self._summary: RoundSummary | None = None
        self._cards_added_to_sets: dict[str, tuple[Card, ...]] = {}
        self._next_actions: deque[Action] = deque()
        self._typed_commands: deque[BoardCommand] = deque(maxlen=MAX_COMMANDS_TYPED_AHEAD)
        self._hand_size_typed_for = 0
        self.log_view.add(self._log_writer.lines(began.opening_changes, view))

    # Changes

    def frames_of(self, changed: MatchChanged) -> Sequence[BigQueenFrame]:
        """Return the frames of the animation that shows the changes, and drop from the selection what is gone."""
        frames = BigQueenAnimator(self._view, self._log_writer, self._selection.order).frames(
            changed.changes, changed.view
        )
        self._selection = updated_selection(self._selection, self._view, changed.view)
        self._remember_cards_added_to_sets(changed)
        return frames

    def _remember_cards_added_to_sets(self, changed: MatchChanged) -> None:
        """Store which cards the sets have got since my last turn; remove them all after a new deal. A spectator has no
        turn, so that for them none is stored."""
        if self._view.seat is None:
            return
        turn = self._view.facts["turn"]
        if (changed.view.facts["turn"] != turn == self._view.seat) or changed.view.facts["phase"] == "deal":
            self._cards_added_to_sets = {}
        added = dict(self._cards_added_to_sets)
        for change in changed.changes:
            if isinstance(change, Moved) and change.target.name.startswith("meld/") and isinstance(change.cards, tuple):
                name = change.target.name.removeprefix("meld/")
                added[name] = (*added.get(name, ()), *change.cards)
        self._cards_added_to_sets = added

    def continue_input(self) -> None:
        """Send the next action of a decision that has several, or drop all that are left if it is illegal.

        When none is left, run the next typed command.
        """
        if not self._next_actions:
            self._run_typed_command()
            return
        action = self._next_actions.popleft()
        if action in self.legal:
            self.send(action)
        else:
            self._next_actions.clear()

    def _run_typed_command(self) -> None:
        """Run the next command that was typed before the host's answer.

        If the answer has brought new cards or a result to look at, drop all these commands instead.
        """
        if self._typed_commands and (self._hand_card_count > self._hand_size_typed_for or self.has_result_to_read):
            self._typed_commands.clear()
        elif self._typed_commands:
            self.animation.finish()
            self._note.text = ""
            self._apply_command(self._typed_commands.popleft())
            self._repaint()

    def show_note(self, sentence: str) -> None:
        """Show one sentence, such as a refusal, and drop the actions and commands that wait for the answer."""
        self._next_actions.clear()
        self._typed_commands.clear()
        super().show_note(sentence)

    def apply_frame(self, frame: BigQueenFrame) -> None:
        self._effect = frame.effect
        self._summary = frame.summary or self._summary

    def place_of(self, name: str) -> CardPlace | None:
        scene = self.scene
        return None if is_too_small(scene.width, scene.height) else place_of(scene, layout_of(scene), name)

    def end_effects(self) -> None:
        """Show no effect."""
        self._effect = BigQueenFrameEffect()

    @property
    def decision_value(self) -> object:
        return (self.progress_value, self._view.piles["discard"])

    @property
    def progress_value(self) -> object:
        """A value that each action of this seat changes: cards, sets, phase and requests."""
        facts, seat = self._view.facts, self._view.seat
        area = f"meld/{team_letter(seat or 0)}/"
        laid = sum(self._view.count(name) for name in self._view.piles if name.startswith(area))
        due = seat in facts["due"] if isinstance(facts["due"], tuple) else False
        observed = [facts[name] for name in ("phase", "turn", "round", "asked", "answers")]
        return (*observed, due, facts["due"] if due else (), self._view.count(f"hand/{seat}"), laid)

    @property
    def decision_counts(self) -> bool:
        """Whether a decision counts now: it was on the screen for `SETTLE_SECONDS`, or follows an unanswered one."""
        return self._is_settled or self.awaits_answer or bool(self._next_actions)

    # Scene

    @property
    def description(self) -> str:
        return board_description(self.scene)

    @property
    def help_text(self) -> str:
        return symbols_help(self.look)

    @property
    def shown_legal_actions(self) -> tuple[Action, ...]:
        return self.legal if self._shown_view is self._view else ()

    @property
    def _log_writer(self) -> BigQueenLogWriter:
        return BigQueenLogWriter(self._names, self._game.sentence)

    @property
    def scene(self) -> BigQueenScene:
        """The scene of the present state."""
        return BigQueenScene(
            **asdict(self.table_scene),
            selection=self._selection,
            effect=self._effect,
            summary=self._summary,
            cards_added_to_sets=self._cards_added_to_sets,
        )

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        return awaited_seats(self.scene)

    def log_zone(self, width: int, height: int) -> Rect | None:
        scene = replace(self.scene, width=width, height=height)
        return None if is_too_small(width, height) else layout_of(scene).log

    def picture(self, width: int, height: int) -> Picture:
        return render(replace(self.scene, width=width, height=height))

    # Input

    @property
    def escape_closes(self) -> bool:
        """Whether Esc closes a question or drops the selection now: not while something covers it or after the
        match."""
        log = self.log_view
        is_covered = log.hint_is_open or log.covers_table or self._view.facts["over"]
        return not is_covered and (self.asks_question or bool(self._selection.selected_indexes))

    @property
    def asks_question(self) -> bool:
        return bool(self._selection.open_question) or super().asks_question

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now: Esc while it closes something; Enter until the screen opens the standings with it;
        the keys of the ranks for players only."""
        if action == "close":
            return self.escape_closes
        if action == "take_or_lay":
            return not self._view.facts["over"]
        if action == "rank":
            return self._view.seat is not None
        return super().check_action(action, parameters)

    def key_description(self, active: ActiveBinding) -> str:
        if active.binding.action == "close" and self.asks_question:
            return "Back"
        return super().key_description(active)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.run_command(MoveAlongPile(-1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.run_command(MoveAlongPile(1))

    def run_command(self, command: BoardCommand) -> None:
        """End the animation and run a command.

        A decision waits until the host has answered the one before it. If none is awaited, a decision that ends an
        animation is not carried out but posts `DecidedTooSoon`: the person had not seen what they decide on.
        """
        self._note.text = ""
        settled = self.show_present_state()
        if command == ToggleLog():
            self.toggle_log()
        elif isinstance(command, DECISION_COMMANDS) and (self.awaits_answer or self._next_actions):
            self._typed_commands.append(command)
            self._hand_size_typed_for = self._hand_card_count
        elif settled or not isinstance(command, DECISION_COMMANDS):
            self._apply_command(command)
        else:
            self.post_message(self.DecidedTooSoon())
        self._repaint()

    def point_at(self, action: Action) -> None:
        self._selection = selection_for_action(self._selection, self.legal, action)

    @property
    def pointer(self) -> HandSelection:
        return self._selection

    def move_pointer(self, pointer: object) -> None:
        assert isinstance(pointer, HandSelection)
        self._selection = pointer

    def _apply_command(self, command: BoardCommand) -> None:
        """Store selection and note of a command, send its first action, and queue its other actions."""
        result = run_command(self.scene, command)
        if result.actions:
            if not self.send(result.actions[0]):
                return
            self._next_actions = deque(result.actions[1:])
        self._selection = result.selection
        if result.note:
            self._note.text = result.note

    def slip_question(self, action: Action) -> str:
        return slip_question(self._view, self.legal, action)

    def key_of_slip(self, action: Action) -> str:
        if action == ASK_ACTION:
            return key_name_of("ask")
        silently = Action((*action, "announce")) in self.legal
        return key_name_of("discard_silently" if silently else "discard")

    @property
    def _hand_card_count(self) -> int:
        return self._view.count(f"hand/{self._view.seat}")

    def action_draw(self) -> None:
        """Draw a card, or deal."""
        self.run_command(DrawCard())

    def action_take_or_lay(self) -> None:
        """Deal, take a card or lay cards, as the phase of the round allows."""
        self.run_command(TakeOrLayCards())

    def action_toggle_card(self) -> None:
        """Select or deselect the card under the cursor."""
        self.run_command(ToggleCardAtCursor())

    def action_discard(self) -> None:
        """Discard the selected card, and announce the last card if one is left."""
        self.run_command(DiscardCard())

    def action_discard_silently(self) -> None:
        """Discard the selected card without announcing that one is left."""
        self.run_command(DiscardCard(silently=True))

    def action_find_next(self) -> None:
        """Move to the next card that I can take, or select the next cards that I can lay."""
        self.run_command(FindNextCards())

    def action_find_other_way(self) -> None:
        """Select another pair of cards that takes the same card, or another set to add twos to."""
        self.run_command(FindOtherCards())

    def action_ask(self) -> None:
        """Ask the partners whether I may go out."""
        self.run_command(ChooseAction(ASK_ACTION))

    def action_answer(self, yes: bool) -> None:
        """Answer the open question: a partner's request to go out, or whom to catch (with `yes` False: nobody)."""
        self.run_command(AnswerQuestion(yes))

    def action_announce(self) -> None:
        """Announce that I have one card left."""
        self.run_command(ChooseAction(ANNOUNCE_ACTION))

    def action_catch(self) -> None:
        """Catch a player who did not announce one card."""
        self.run_command(CatchPlayer())

    def action_sort(self) -> None:
        """Sort the hand in the order after the present one in `selection.HAND_SORT_ORDERS`."""
        self.run_command(SortHand())

    def action_change_zone(self, step: int) -> None:
        """Move the cursor up (-1) towards the sets or down (1) towards the hand."""
        self.run_command(ChangeZone(step))

    def action_clear_selection(self) -> None:
        """Deselect all cards."""
        self.run_command(ClearSelection())

    def action_close(self) -> None:
        """Close the question that is open; if none is, deselect all cards."""
        if self._note.is_question:
            self.show_present_state()
            self.clear_note()
        else:
            self.run_command(ClearSelection())

    def action_move(self, step: int) -> None:
        """Move the cursor by `step` cards or sets, to the left if negative."""
        self.run_command(MoveCursor(step))

    def action_rank(self, key: str) -> None:
        """Move the cursor to the next card of a rank.

        While I am asked whom to catch, catch the player of that number.
        """
        self.run_command(PressRankKey(key))
