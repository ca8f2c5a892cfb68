"""The end of a seat's play, and the end of a seat's game: of all its plays in a match (RULINGS 2.8)."""

from __future__ import annotations

from typing import Final

from core.mad_queens.bank import bank_row
from core.mad_queens.hit_masks import IS_QUEEN_BY_CARD
from core.mad_queens.state import MadQueensState

CANNOT_PAY_CAUSE: Final = "cannot pay"
"""The value of the fact `cause` of a seat whose game was ended by a Queen whose price it could not pay (RULINGS
2.8)."""

FOURTH_QUEEN_CAUSE: Final = "fourth queen"
"""The value of the fact `cause` of a seat whose game was ended by its fourth Queen (RULINGS 2.8)."""

DECK_OUT_CAUSE: Final = "deck out"
"""The value of the fact `cause` of a seat whose deck has run out (RULINGS 2.8)."""

CHOSEN_END_CAUSE: Final = "chosen"
"""The value of the fact `cause` of a seat that has chosen to end its game (RULINGS 2.8)."""


def end_play(match: MadQueensState, seat: int, status: str) -> None:
    """End the seat's play with this `status`; the seat has no legal action until all seats have ended their play."""
    match.set(match.layout.status[seat], status)
    match.choices.pop(seat, None)


def end_game(match: MadQueensState, seat: int, cause: str) -> None:
    """End the seat's game, all its plays in the match, for a cause (RULINGS 2.8); the caller has discarded or banked
    its row."""
    count_turned_queens(match, seat)
    match.set(match.layout.cause[seat], cause)
    match.remark("ended", seat, cause, match.score(seat))
    end_play(match, seat, "finished")


def end_game_if_deck_is_out(match: MadQueensState, seat: int) -> bool:
    """Bank the row and end the seat's game if its deck has run out (MQ-38); return whether it had."""
    if not match.has_no_card_to_turn(seat):
        return False
    bank_row(match, seat)
    end_game(match, seat, DECK_OUT_CAUSE)
    return True


def count_turned_queens(match: MadQueensState, seat: int) -> None:
    """Count every Queen that the seat has turned as spent (MQ-19), whether or not her price was paid.

    No price is paid for a Queen that a Joker turned after the card that ended the seat's game or, with the option
    `joker_ban_stops`, after a caught card.
    """
    gone = match.piles[match.layout.gone[seat].layout_index]
    match.set(match.layout.spent[seat], sum([IS_QUEEN_BY_CARD[card] for card in gone]))
