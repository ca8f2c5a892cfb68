"""Mad Queens Classic: players take turns, and a banned card is replaced at the end of the turn (RULINGS 3)."""

from __future__ import annotations

from typing import ClassVar

from core.engine.action import Action
from core.mad_queens.banned_cards import BANNED_CARD_SLOTS, replace_banned_cards, update_banned_cards
from core.mad_queens.game_end import end_game_if_deck_is_out
from core.mad_queens.hit_masks import is_queen
from core.mad_queens.legal import REVEAL_ACTION, REVEAL_CHOICE
from core.mad_queens.points import ONE_POINT_BY_CARD
from core.mad_queens.state import MAX_QUEENS_IN_DECK, MadQueensState
from core.mad_queens.turn import bank_and_end_play, reveal_card


class ClassicMatch(MadQueensState):
    """A match of Mad Queens Classic.

    The fact `turn` is the seat on turn and `play` the number of the turn. A seat's `status` is how its last turn went,
    ``banked`` or ``caught``, until its next; it is ``playing`` on its turn and before its first.
    """

    __slots__ = ()

    has_exact_hits: ClassVar[bool] = False
    points_by_card: ClassVar[bytes] = ONE_POINT_BY_CARD
    """The points of each card in a bank: always one, so it does not matter which cards are paid for a Queen (MC-2)."""

    def _set_up(self) -> None:
        """Set up decks and banned cards, and begin the first turn."""
        self.prepare_piles()
        replace_banned_cards(self, BANNED_CARD_SLOTS, range(self.seats))
        self.update_hit_masks()
        self._begin_turn(self._draw_first_seat(), 1)

    def _draw_first_seat(self) -> int:
        """Draw the seat that goes first (MC-1, G-5)."""
        seats = list(range(self.seats))
        stream = self.streams[-1]
        stream.shuffle(seats)
        return stream.draw(seats)

    def has_no_card_to_turn(self, seat: int) -> bool:
        """Return whether the deck holds nothing but Queens: they are not turned, and the seat's game ends (MC-3).

        Its row is banked then, but lost if the last card before them was caught (MC-4).
        """
        deck = self.decks[seat]
        return len(deck) <= MAX_QUEENS_IN_DECK and all(is_queen(card) for card in deck)

    def _compute_derived_state(self) -> None:
        """Compute from the facts which actions the seat on turn may do."""
        turn = self.facts[self.layout.turn.layout_index]
        if not self.over and isinstance(turn, int):
            self.wait_for({turn: self.game.legal(self.view(turn))})

    def default(self, seat: int, is_away: bool = False) -> Action:
        """Return the automatic action of a seat: reveal at the start of a turn, else bank."""
        choices = self.choices[seat]
        return REVEAL_ACTION if choices == REVEAL_CHOICE else choices[1]

    def _begin_turn(self, seat: int, turn_number: int) -> None:
        """Begin turn `turn_number` for the first seat, clockwise from `seat`, that still plays; if none does, end the
        match.

        The game of a seat that has no cards left in its deck ends when it would begin its turn.
        """
        layout = self.layout
        for player in (*range(seat, self.seats), *range(seat)):
            if not self.has_ended(player) and not end_game_if_deck_is_out(self, player):
                self.set(layout.play, turn_number)
                self.set(layout.turn, player)
                self.set(layout.status[player], "playing")
                self.remark("turn", player, turn_number)
                self.wait_for({player: REVEAL_CHOICE})
                return
        self.finish()

    def _perform(self, seat: int, action: Action) -> None:
        """Carry out an action, and end the turn if the seat has nothing more to decide."""
        if action == REVEAL_ACTION:
            reveal_card(self, seat)
        else:
            bank_and_end_play(self, seat, action)
        if seat not in self.choices:
            self._end_turn(seat)

    def _end_turn(self, seat: int) -> None:
        """End the turn of a seat: replace the banned cards that it has hit, draw the temporary card that the seat owes,
        and begin the next turn.

        So banned cards are drawn in the order of turns (MC-9). A Joker among them is an event for all seats whose
        game goes on, not only for the seat on turn (MC-5).
        """
        if self.have_all_ended():
            self.finish()
            return
        if self._will_banned_cards_change_after_turn(seat):
            update_banned_cards(self, range(self.seats))
        self._begin_turn((seat + 1) % self.seats, self.number_in_fact(self.layout.play) + 1)

    def _will_banned_cards_change_after_turn(self, seat: int) -> bool:
        """Return whether banned cards change after the turn of `seat`.

        They do if the turn has hit one, if it owes a temporary card, or if the game of a seat with temporary cards has
        ended.
        """
        layout = self.layout
        if self.number_in_fact(layout.marked[seat]) or self.number_in_fact(layout.owed[seat]):
            return True
        return any(pile and self.has_ended(player) for player, pile in enumerate(self.temporaries))
