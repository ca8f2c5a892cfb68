"""The board of the trick games, Queen's Dungeon and Queen Bees II: keys, commands, and the state of the scene."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from core import Action, Card, View
from net.client.events import MatchBegan, MatchChanged
from tui.boards.common.board import Board
from tui.boards.tricks.animation import TrickAnimator, TrickFrame
from tui.boards.tricks.cursor import (
    Pointer,
    moved_pointer,
    pointer_at_card,
    pointer_at_leftover,
    pointer_at_next,
    valid_pointer,
)
from tui.boards.tricks.keys import KEYS, RANK_KEYS, SUIT_KEYS, SUITS_POINTED, is_key_unused
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.render import render
from tui.boards.tricks.scene import HandSummary, Overlay, TrickEffect, TrickScene
from tui.boards.tricks.status_and_buttons import NEXT_SORT
from tui.boards.tricks.text import board_description, play_refusal, side_action_refusal, standing_sentence
from tui.boards.tricks.trick_view import Sort, last_trick_by_player
from tui.drawing import Picture

_DECISIONS: Final = ("play", "trump", "swap", "keep", "exchange", "challenge")
"""Decisions that are not accepted while the table shown is older than the match."""


class TrickBoard(Board[TrickFrame]):
    """The board of a trick game.

    If the present trick has not been shown yet, a key only shows it, so that no card is played to an unseen trick.
    """

    BINDINGS: ClassVar[list[BindingType]] = KEYS
    VIEW_ACTIONS = Board.VIEW_ACTIONS | {"do('sort')", "do('last')", "do('result')"}

    def set_up(self, began: MatchBegan) -> None:
        view = began.view
        self._effect = TrickEffect()
        self._summary: HandSummary | None = None
        self._overlay: Overlay = ""
        self._sort: Sort = "suit"
        self._pointer = Pointer()
        self._focus = view.seat or 0
        self._log.add(self._log_writer.lines(began.opening, view))
        self._point(new_decision=True)

    # Changes

    def frames_of(self, played: MatchChanged) -> Sequence[TrickFrame]:
        return TrickAnimator(self._view, self._log_writer).frames(played.changes, played.view)

    def played(self, played: MatchChanged) -> None:
        before = _decision_facts(self._view)
        super().played(played)
        new_decision = before != _decision_facts(self._view)
        if new_decision:
            self._asking = ""
        self._point(new_decision)
        self._repaint_soon()

    def apply_frame(self, frame: TrickFrame) -> None:
        self._effect = frame.effect
        if frame.summary is not None:
            self._summary, self._overlay = frame.summary, "hand"
        elif self._overlay and frame.view.cards("trick"):
            self._overlay = ""

    def reset_effect(self) -> None:
        self._effect = TrickEffect()
        if self._overlay == "hand" and self._view.cards("trick"):
            self._overlay = ""

    @property
    def progress(self) -> object:
        view = self._view
        facts = [view.facts.get(name) for name in ("phase", "called", "swapped", "challenge", "spoken", "tried")]
        return (*facts, view.piles[f"hand/{view.seat or 0}"])

    # Scene

    @property
    def description(self) -> str:
        return board_description(self.scene)

    @property
    def shown_legal(self) -> tuple[Action, ...]:
        return () if self._behind else self.legal

    @property
    def _log_writer(self) -> TrickLogWriter:
        return TrickLogWriter(self._names, self._game.sentence)

    @property
    def scene(self) -> TrickScene:
        """The scene of the present state."""
        return TrickScene(
            **self.scene_arguments(),
            focus=self._focus,
            cursor=self._pointer.cursor,
            suit=self._pointer.suit,
            picked=self._pointer.picked,
            sort=self._sort,
            effect=self._effect,
            summary=self._summary,
            overlay=self._overlay,
            asking=self._asking,
        )

    def picture(self, width: int, height: int) -> Picture:
        return render(replace(self.scene, width=width, height=height))

    @property
    def _behind(self) -> bool:
        """Whether the shown table differs from the present view in the facts that a decision depends on."""
        return self.animating and _decision_facts(self._shown) != _decision_facts(self._view)

    # Pointer

    def _point(self, new_decision: bool = False) -> None:
        """Make the pointer valid; with `new_decision` move it to a card that may be played."""
        self._pointer = valid_pointer(self._now, self._pointer, new_decision)

    @property
    def _now(self) -> TrickScene:
        """The scene of the present view, even while an older one is shown."""
        return replace(self.scene, view=self._view, legal=self.legal)

    def action_move(self, step: int) -> None:
        """Move the cursor to the next (1) or previous (-1) card, or suit while trump is named."""
        self._note = ""
        self._pointer = moved_pointer(self._now, self._pointer, step)
        self._repaint()

    def action_pick(self, step: int) -> None:
        """Move the cursor to the next (1) or previous (-1) leftover card."""
        self._pointer = pointer_at_leftover(self._now, self._pointer, step)
        self._point()
        self._repaint()

    def action_suit(self, key: str) -> None:
        """Name a suit trump if that decision is pending, else move the cursor to the next card of the suit."""
        suit = SUIT_KEYS[key]
        if self._now.phase in ("call", "change") and self._now.turn == self._view.seat:
            self.action_do(f"trump {suit}")
        else:
            self._jump([card for card in self._now.hand if card.suit == suit])

    def action_rank(self, key: str) -> None:
        """Move the cursor to the next card of a rank; while an accusation is made, accuse the player of that number."""
        if self._asking == "accuse":
            accused = [action for action in self.legal if action.verb == "accuse"]
            if key.isdigit() and 0 < int(key) <= len(accused):
                self.action_do(str(accused[int(key) - 1]))
            return
        self._jump([card for card in self._now.hand if card.rank == RANK_KEYS[key]])

    def action_king(self) -> None:
        """Keep the hand if a spare hand is offered, else move the cursor to the next King."""
        if "exchange" in self._now.verbs:
            self.action_do("keep")
        else:
            self._jump([card for card in self._now.hand if card.rank == "K"])

    def _jump(self, wanted: Sequence[Card]) -> None:
        """Move the cursor to the next of the cards in `wanted`; playable cards come first."""
        self._note = ""
        self._pointer = pointer_at_next(self._now, self._pointer, wanted)
        self._repaint()

    # Decisions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "answer":
            return bool(self._asking or self._overlay)
        if action == "look":
            return self._view.seat is None
        if action == "do" and parameters == ("choose",):
            return self._view.seat is not None and not self._view.facts["over"]
        return True

    @property
    def help_keys(self) -> tuple[Binding, ...]:
        keys = super().help_keys
        if "trump" in self._verbs:
            return keys
        return tuple(
            dataclasses.replace(key, description=SUITS_POINTED) if key.action == "suit('c')" else key for key in keys
        )

    def has_no_use_for(self, action: str) -> bool:
        return is_key_unused(self._view.options, action)

    def action_do(self, command: str) -> None:
        behind = self._behind
        self._finish_animation()
        self._point()
        self._note = ""
        asked, self._asking = self._asking, ""
        verb, _, rest = command.partition(" ")
        if verb == "choose":
            verb, rest = self._chosen()
        if verb in ("sort", "last", "result", "log", "no"):
            self._look(verb, asked)
        elif verb == "card":
            self._choose_clicked_card(Card.parse(rest), behind)
        elif verb == "pick":
            self._pointer = replace(self._pointer, picked=Card.parse(rest))
            self._point()
        elif verb == "seat":
            self._seat(int(rest), asked)
        elif verb == "next":
            self.action_look(1)
        elif verb == "accuse" and not rest:
            self._accuse()
        elif verb and not (behind and verb in _DECISIONS):
            self._choose(f"{verb} {rest}".strip())
        self._repaint()

    def _chosen(self) -> tuple[str, str]:
        """Return the command of the Enter key, with its argument."""
        verbs, at = self._now.verbs, self._pointer
        if "trump" in verbs:
            return "trump", at.suit
        if "swap" in verbs and at.picked is not None and at.cursor is not None:
            return "swap", f"{at.cursor} {at.picked}"
        return ("play", str(at.cursor)) if at.cursor is not None else ("", "")

    def _look(self, verb: str, asked: str) -> None:
        """Run a command that changes only what is shown: sort, log, last trick, result, or close."""
        if verb == "sort":
            self._sort = NEXT_SORT[self._sort]
        elif verb == "log":
            self._log.toggle()
        elif verb == "last" and self._overlay != "last" and not last_trick_by_player(self._view):
            self._note = "No trick has been taken in this hand yet."
        elif verb == "last":
            self._overlay = "" if self._overlay == "last" else "last"
        elif verb == "result" and self._summary is not None:
            self._overlay = "" if self._overlay == "hand" else "hand"
        elif not asked:
            self._overlay = ""

    def _choose_clicked_card(self, card: Card, behind: bool) -> None:
        """Point at a clicked card and play or swap it; with `behind` (an older view is shown), only point."""
        self._pointer = pointer_at_card(self._now, self._pointer, card)
        verb, rest = self._chosen()
        if verb in ("play", "swap") and not behind:
            self._choose(f"{verb} {rest}")

    def _accuse(self) -> None:
        """Open the question which player to accuse, or show the reason why no player can be accused."""
        if any(action.verb == "accuse" for action in self.legal):
            self._asking = "accuse"
        else:
            self._note = side_action_refusal(self._now, "accuse")

    def _seat(self, player: int, asked: str) -> None:
        """Accuse the player whose name plate was clicked if that is asked, else show their standing."""
        if asked == "accuse" and player < self._view.seats:
            self._choose(f"accuse {player}")
        elif self._view.seat is None and player < self._view.seats:
            self._focus = player
        else:
            self._note = standing_sentence(self.scene, player)

    def _choose(self, text: str) -> None:
        """Send the action written as `text` if it is legal, else show the reason why it is not."""
        action = self._game.parse(text) if text.split()[0] in self._verbs else None
        if action is None or action not in self.legal:
            self._note = self._refusal(action, text)
        elif not self.awaits_answer:
            self._overlay = ""
            self.send(action)

    @property
    def _verbs(self) -> frozenset[str]:
        """The verbs of all actions of this game."""
        return frozenset(pattern.split()[0] for pattern in self._game.patterns)

    def _refusal(self, action: Action | None, text: str) -> str:
        """Return the reason why an action is not legal; `action` is None if this game has no such action."""
        verb = text.split()[0]
        if action is None or verb in ("challenge", "take-back", "own-up", "keep", "exchange"):
            return side_action_refusal(self._now, verb)
        return play_refusal(self._now, action)

    def action_answer(self, answer: str) -> None:
        """Answer the open question, or close the overlay."""
        self.action_do(answer)

    def action_look(self, step: int) -> None:
        """Show a spectator the table from the next (1) or previous (-1) seat."""
        self._focus = (self._focus + step) % self._view.seats
        self._repaint()


def _decision_facts(view: View) -> tuple[object, ...]:
    """Return the part of a view that a decision depends on."""
    return (view.piles["trick"], view.facts["turn"], view.facts["phase"], view.facts["last"])
