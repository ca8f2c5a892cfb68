"""The board of the trick games, Queen's Dungeon and Queen Bees II: keys, commands, and the state of the scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import asdict, replace
from textual.binding import ActiveBinding, BindingType

from core import Action, Card, View
from core.engine.english import SUIT_WORDS, rank_word
from core.queens_dungeon import CHALLENGE_ACTION, EXCHANGE_ACTION, KEEP_ACTION, OWN_UP_ACTION, TAKE_BACK_ACTION
from net.client.events import MatchBegan, MatchChanged
from tui.boards.common.background import is_too_small
from tui.boards.common.board import Board
from tui.boards.common.commands import AnswerQuestion, ChooseAction, LookAtNextSeat, LookAtSeat, SortHand, ToggleLog
from tui.boards.common.travel import CardPlace
from tui.boards.tricks.animation import TrickAnimator, TrickFrame
from tui.boards.tricks.commands import (
    AskWhomToAccuse,
    ChooseAtCursor,
    ClickCard,
    PickLeftover,
    PickNextLeftover,
    ShowHandResult,
    ShowLastTrick,
)
from tui.boards.tricks.cursor import (
    TrickCursor,
    action_at_cursor,
    cursor_at_action,
    cursor_at_card,
    cursor_at_end,
    cursor_at_leftover,
    cursor_at_next,
    move_cursor,
    valid_cursor,
)
from tui.boards.tricks.hand_memory import HandMemory
from tui.boards.tricks.keys import (
    RANK_BY_KEY,
    SUIT_BY_KEY,
    SUITS_HELP_WITHOUT_TRUMP_SUIT,
    TRICK_KEYS,
    is_key_unused,
    key_name_of,
)
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.places import place_of
from tui.boards.tricks.render import layout_of, render
from tui.boards.tricks.scene import Overlay, TrickFrameEffect, TrickScene
from tui.boards.tricks.table_text import board_description, signs_help, standing_sentence
from tui.boards.tricks.trick_text import dungeon_question
from tui.boards.tricks.trick_view import (
    HandSortOrder,
    has_trump_suit,
    last_trick_by_player,
    next_sort_order,
    word_for_hand,
)
from tui.boards.tricks.turn_text import waiting_text
from tui.drawing import BoardCommand, Picture, Rect

_DECIDING_VERBS: Final = ("play", "trump", "swap", "keep", "exchange", "challenge")
"""The verbs of actions that are refused while the board still shows an older state of the match."""


_HAND_ACTIONS: Final = ("move", "move_to_end", "suit", "rank", "king")
"""The actions of keys that point into the own hand, so that a spectator has no use for them."""


class TrickBoard(Board[TrickFrame]):
    """The board of a trick game. A key on a trick that has not been shown yet only shows it, so that nobody plays to it
    unseen."""

    BINDINGS: ClassVar[list[BindingType]] = TRICK_KEYS
    DISPLAY_ONLY_ACTIONS = Board.DISPLAY_ONLY_ACTIONS | {"sort", "last_trick", "hand_result"}

    def default_back_pattern(self, view: View) -> str:
        return "lattice" if has_trump_suit(view) else "honeycomb"

    def set_up(self, began: MatchBegan) -> None:
        """Reset the state of the scene, and write the log of the opening."""
        view = began.view
        self._effect = TrickFrameEffect()
        self._memory = HandMemory(view)
        self._overlay: Overlay = ""
        self._sort: HandSortOrder = "suit"
        self._cursor = TrickCursor()
        self._focus = view.seat or 0
        self.log_view.add(self._log_writer.lines(began.opening_changes, view))

    # Changes

    def frames_of(self, changed: MatchChanged) -> Sequence[TrickFrame]:
        return self._memory.frames(self._view, self._log_writer, changed.changes, changed.view, self.taught_later)

    def opening_frames(self, began: MatchBegan) -> Sequence[TrickFrame]:
        """Return the frames that deal the first hand, if the match begins with it."""
        view = began.view
        if not began.opening_changes or view.facts["phase"] != "play":
            return ()
        return TrickAnimator(view, self._log_writer).opening_frames()

    def show_played(self, changed: MatchChanged, *, more_wait: bool = False) -> None:
        """Show the changes; for a new decision also close the open question, and move the cursor to a playable card."""
        before = _decision_facts(self._view)
        super().show_played(changed, more_wait=True)  # a state at rest is painted below, once the cursor has moved
        new_decision = before != _decision_facts(self._view)
        if new_decision:
            self._open_question = ""
        self._update_cursor(new_decision)
        if not more_wait:
            self._repaint_soon()

    def show_decision(self, action: Action) -> None:
        self._overlay = ""
        self.point_at(action)
        super().show_decision(action)

    def apply_frame(self, frame: TrickFrame) -> None:
        """Store the effect of a frame, and show its summary as the overlay.

        A frame without a summary closes any overlay once a card lies in its trick, because the overlay would hide that
        card. It is closed here and not in `end_effects`, which runs before each command and would close what the person
        has opened.
        """
        self._effect = frame.effect
        self._memory.show(frame)
        if frame.summary is not None:
            self._overlay = "hand"
        elif self._overlay and frame.view.cards("trick"):
            self._overlay = ""

    def place_of(self, name: str) -> CardPlace | None:
        scene = self.scene
        return None if is_too_small(scene.width, scene.height) else place_of(scene, layout_of(scene), name)

    def end_effects(self) -> None:
        """End every effect of an animation; an overlay stays as it is."""
        self._effect = TrickFrameEffect()

    @property
    def decision_value(self) -> object:
        return (self.progress_value, _decision_facts(self._view))

    @property
    def progress_value(self) -> object:
        view = self._view
        facts = [view.facts.get(name) for name in ("phase", "called", "swapped", "challenge", "spoken", "tried")]
        return (*facts, view.piles[f"hand/{view.seat or 0}"])

    def go_on(self) -> None:
        """Go on; close the result of the hand if it has been read."""
        if self.waits_for_reader:
            self._overlay = ""
        super().go_on()

    # Scene

    @property
    def description(self) -> str:
        return board_description(self.scene)

    @property
    def help_text(self) -> str:
        return self.look.displayable_text(signs_help(self.scene))

    @property
    def shown_legal_actions(self) -> tuple[Action, ...]:
        return () if self._shows_older_state else self.legal

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        awaited = self.scene.awaited_seat
        return () if awaited is None or self.scene.over else (awaited,)

    @property
    def event_text(self) -> str:
        return waiting_text(self.scene).removesuffix(".")

    @property
    def _log_writer(self) -> TrickLogWriter:
        return TrickLogWriter(self._names, self._game.sentence)

    @property
    def scene(self) -> TrickScene:
        """The scene of the present state."""
        return TrickScene(
            **asdict(self.table_scene),
            focus=self._focus,
            cursor=self._cursor.card,
            suit=self._cursor.suit,
            picked_leftover=self._cursor.picked_leftover,
            sort_order=self._sort,
            tricks=self._memory.tricks,
            unseen_queens_taken=self._memory.unseen_queens_taken(self._shown_view),
            effect=self._effect,
            summary=self._memory.summary,
            overlay=self._overlay,
            open_question=self._open_question,
        )

    def log_zone(self, width: int, height: int) -> Rect | None:
        scene = replace(self.scene, width=width, height=height)
        return None if is_too_small(width, height) else layout_of(scene).log_and_trick_facts

    def picture(self, width: int, height: int) -> Picture:
        return render(replace(self.scene, width=width, height=height))

    @property
    def _shows_older_state(self) -> bool:
        """Whether the board still shows an older state, which differs in a fact on which a decision depends."""
        return self.animating and _decision_facts(self._shown_view) != _decision_facts(self._view)

    # Cursor

    def place_cursor(self) -> None:
        self._cursor = TrickCursor()
        self._update_cursor(new_decision=True)

    def _update_cursor(self, new_decision: bool = False) -> None:
        """Keep the cursor if the card or suit under it still exists, else move it to one that does.

        With `new_decision` move it to a card that can be played.
        """
        self._cursor = valid_cursor(self._present_scene, self._cursor, new_decision)

    @property
    def _present_scene(self) -> TrickScene:
        """The scene of the match as it is now, even while the board still shows an older state."""
        return replace(self.scene, view=self._view, legal=self.legal)

    def point_at(self, action: Action) -> None:
        self._cursor = cursor_at_action(self._present_scene, self._cursor, action)

    @property
    def pointer(self) -> TrickCursor:
        return self._cursor

    def move_pointer(self, pointer: object) -> None:
        assert isinstance(pointer, TrickCursor)
        self._cursor = pointer
        self._update_cursor()

    def action_move(self, step: int) -> None:
        """Move the cursor to the next (`step` 1) or previous (-1) card.

        While trump is named, move it to the next or previous suit.
        """
        self._gate.begin_command()
        self._note.text = ""
        self._cursor = move_cursor(self._present_scene, self._cursor, step)
        self._repaint()

    def action_move_to_end(self, last: bool) -> None:
        """Move the cursor to the first or the `last` card; while trump is named, to such a suit."""
        self._gate.begin_command()
        self._note.text = ""
        self._cursor = cursor_at_end(self._present_scene, self._cursor, last=last)
        self._repaint()

    def action_pick(self, step: int) -> None:
        """Move the cursor to the next (1) or previous (-1) leftover card."""
        self._cursor = cursor_at_leftover(self._present_scene, self._cursor, step)
        self._update_cursor()
        self._repaint()

    def action_suit(self, key: str) -> None:
        """If trump is to be named, name the suit of a key; otherwise move the cursor to the next card of that suit."""
        suit = SUIT_BY_KEY[key]
        if self._present_scene.phase in ("call", "change") and self._present_scene.seat_on_turn == self._view.seat:
            self.run_command(ChooseAction(Action(("trump", suit))))
        else:
            self._move_cursor_to([card for card in self._present_scene.hand if card.suit == suit], SUIT_WORDS[suit])

    def action_rank(self, key: str) -> None:
        """Move the cursor to the next card of a rank.

        While I am asked whom to accuse, accuse the player of that number.
        """
        if self._open_question == "accuse":
            accused = [action for action in self.legal if action.verb == "accuse"]
            if key.isdigit() and 0 < int(key) <= len(accused):
                self.run_command(ChooseAction(accused[int(key) - 1]))
            return
        self._move_cursor_to_rank(RANK_BY_KEY[key])

    def action_king(self) -> None:
        """Keep the hand if the spare hand is offered; otherwise move the cursor to the next King."""
        if "exchange" in self._present_scene.verbs:
            self.run_command(ChooseAction(KEEP_ACTION))
        else:
            self._move_cursor_to_rank("K")

    def _move_cursor_to_rank(self, rank: str) -> None:
        """Move the cursor to the next card of a rank."""
        word = "Queen" if rank == "Q" else rank_word(rank)
        self._move_cursor_to([card for card in self._present_scene.hand if card.rank == rank], word)

    def _move_cursor_to(self, cards: Sequence[Card], cards_name: str) -> None:
        """Move the cursor to the next of the cards in `cards`; playable cards come first.

        A note says that there is no such card (`cards_name` is the word for the cards), or why the card cannot be
        played.
        """
        self._gate.begin_command()
        scene = self._present_scene
        self._cursor = cursor_at_next(scene, self._cursor, cards)
        self._note.text = "" if cards else f"You have no {cards_name}."
        action = action_at_cursor(scene, self._cursor)
        if cards and "play" in scene.verbs and action is not None and action not in self.legal:
            self._note.text = self._game.refusal(self._view, action)
        self._repaint()

    # Decisions

    @property
    def escape_closes(self) -> bool:
        return self.asks_question or bool(self._overlay)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now: ``look`` for spectators only, ``choose`` for players until the match is over, and
        the keys of the hand for players only."""
        if action == "answer":
            return self.escape_closes
        if action == "look":
            return self._view.seat is None
        if action == "choose":
            return self._view.seat is not None and not self._view.facts["over"]
        if action in _HAND_ACTIONS and self._view.seat is None:
            return False
        if action == "pick":
            return self._cursor.picked_leftover is not None
        return super().check_action(action, parameters)

    def key_description(self, active: ActiveBinding) -> str:
        if active.binding.action == "suit('c')" and "trump" not in self._game_verbs:
            return SUITS_HELP_WITHOUT_TRUMP_SUIT
        if active.binding.action == "hand_result":
            return f"See what the last {word_for_hand(self._view)} brought"
        return super().key_description(active)

    def is_action_unused(self, action: str) -> bool:
        return is_key_unused(self._view.options, action)

    def run_command(self, command: BoardCommand) -> None:
        """End the animation, close note and question, and run a command; a decision on an older state is ignored."""
        self._note.text = ""
        behind = not self.show_present_state()
        self._update_cursor()
        asked, self._open_question = self._open_question, ""
        match command:
            case ChooseAtCursor() if self._overlay == "last":  # the card would go to a trick that is not shown
                self._overlay = ""
            case ChooseAtCursor():
                self._send_or_refuse(action_at_cursor(self._present_scene, self._cursor), behind)
            case ChooseAction(action):
                self._send_or_refuse(action, behind)
            case ClickCard(card):
                self._cursor = cursor_at_card(self._present_scene, self._cursor, card)
                clicked = action_at_cursor(self._present_scene, self._cursor)
                if clicked is not None and clicked.verb in ("play", "swap"):
                    self._send_or_refuse(clicked, behind)
            case PickLeftover(card):
                self._cursor = replace(self._cursor, picked_leftover=card)
                self._update_cursor()
            case PickNextLeftover():
                self.action_pick(1)
            case LookAtSeat(player):
                self._accuse_or_look_at(player, asked)
            case LookAtNextSeat(step):
                self.action_look(step)
            case AskWhomToAccuse():
                self._ask_whom_to_accuse()
            case _:
                self._change_display(command, asked)
        self._repaint()

    def _change_display(self, command: BoardCommand, open_question: str) -> None:
        """Run a command that changes only what is shown; `open_question` is the question that was open before the
        command, "" for none."""
        match command:
            case SortHand():
                self._sort = next_sort_order(self._view, self._sort)
            case ToggleLog():
                self.toggle_log()
            case ShowLastTrick() if self._overlay != "last" and not last_trick_by_player(self._view):
                self._note.text = f"No trick has been taken in this {word_for_hand(self._view)} yet."
            case ShowLastTrick():
                self._overlay = "" if self._overlay == "last" else "last"
            case ShowHandResult() if self._memory.summary is not None:
                self._overlay = "" if self._overlay == "hand" else "hand"
            case ShowHandResult() if not self._overlay:
                self._note.text = f"No {word_for_hand(self._view)} has ended since you sat down."
            case ShowHandResult() | AnswerQuestion() if not open_question:
                self._overlay = ""

    def _ask_whom_to_accuse(self) -> None:
        """Open the question which player to accuse, or show the reason why no player can be accused."""
        if any(action.verb == "accuse" for action in self.legal):
            self._open_question = "accuse"
        else:
            self._note.text = self._game.refusal(self._view, Action(("accuse",)))

    def _accuse_or_look_at(self, player: int, open_question: str) -> None:
        """Accuse the player if the open question is whom I accuse.

        Otherwise show a spectator that seat's table, and a player its standing.
        """
        if open_question == "accuse" and player < self._view.seats:
            self._send_or_refuse(Action(("accuse", player)))
        elif self._view.seat is None and player < self._view.seats:
            self._focus = player
        else:
            self._note.text = standing_sentence(self.scene, player)

    def slip_question(self, action: Action) -> str:
        return dungeon_question(self._view, self.legal, action)

    def key_of_slip(self, action: Action) -> str:
        return key_name_of("choose")

    def _send_or_refuse(self, action: Action | None, shows_older_state: bool = False) -> None:
        """Send an action and close the overlay if the action is legal; otherwise show why it is not.

        Nothing happens if `action` is None, if it is a decision and the board shows an older state
        (`shows_older_state`), or while an answer is awaited.
        """
        if action is None:
            return
        if shows_older_state and action.verb in _DECIDING_VERBS:
            self.post_message(self.DecidedTooSoon())
            return
        if action not in self.legal:
            self._note.text = self._game.refusal(self._view, action)
        elif not self.awaits_answer:
            self._overlay = ""
            self.send(action)

    @property
    def _game_verbs(self) -> frozenset[str]:
        """The verbs of all actions of this game."""
        return frozenset(pattern.split()[0] for pattern in self._game.patterns)

    def action_choose(self) -> None:
        """Carry out the pending decision with the card or suit under the cursor."""
        self.run_command(ChooseAtCursor())

    def action_keep(self) -> None:
        """Play on with the present hand: no exchange, no new trump."""
        self.run_command(ChooseAction(KEEP_ACTION))

    def action_exchange(self) -> None:
        """Take the spare hand."""
        self.run_command(ChooseAction(EXCHANGE_ACTION))

    def action_challenge(self) -> None:
        """Call the Queen's Challenge."""
        self.run_command(ChooseAction(CHALLENGE_ACTION))

    def action_take_back(self) -> None:
        """Take a wrong card back."""
        self.run_command(ChooseAction(TAKE_BACK_ACTION))

    def action_own_up(self) -> None:
        """Own up to a wrong card."""
        self.run_command(ChooseAction(OWN_UP_ACTION))

    def action_accuse(self) -> None:
        """Ask which player to accuse."""
        self.run_command(AskWhomToAccuse())

    def action_sort(self) -> None:
        """Sort the hand in the next order."""
        self.run_command(SortHand())

    def action_last_trick(self) -> None:
        """Show or hide the last trick."""
        self.run_command(ShowLastTrick())

    def action_hand_result(self) -> None:
        """Show or hide the result of the last hand."""
        self.run_command(ShowHandResult())

    def action_answer(self, yes: bool) -> None:
        """Answer the open question, or close the overlay."""
        self.run_command(AnswerQuestion(yes))

    def action_look(self, step: int) -> None:
        """Show a spectator the table from the next (1) or previous (-1) seat."""
        self._focus = (self._focus + step) % self._view.seats
        self._repaint()


def _decision_facts(view: View) -> tuple[object, ...]:
    """Return the part of a view that a decision depends on."""
    return (view.piles["trick"], view.facts["turn"], view.facts["phase"], view.facts["last"])
