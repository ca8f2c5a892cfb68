"""Mad Queens, the current rules: push your luck, everybody at once (RULINGS 2).

The two banned cards lie face up from the start, though the source once says "face down" (MQ-1); where it still
speaks of turns, as the older game has them, it means the play and the barrier (MQ-45).

What boards and narrators may use: what cards are worth, what banned cards do to a card (`fates`, `is_hit`), the
actions, and the view before the first banned card (`dealt_view`).
"""

from core.mad_queens.game import MAD_QUEENS_GAME as GAME
from core.mad_queens.hit_masks import ASKS_PRICE, CAUGHT, EXACT_HIT, OPENS_TWO_CARDS, fates, is_hit
from core.mad_queens.legal import BANK, END, REVEAL
from core.mad_queens.match import CARD_POINTS
from core.mad_queens.state import dealt_view

__all__ = [
    "ASKS_PRICE",
    "BANK",
    "CARD_POINTS",
    "CAUGHT",
    "END",
    "EXACT_HIT",
    "GAME",
    "OPENS_TWO_CARDS",
    "REVEAL",
    "dealt_view",
    "fates",
    "is_hit",
]
