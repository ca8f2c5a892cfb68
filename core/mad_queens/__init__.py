"""The game Mad Queens by its current rules: a push-your-luck game in which all seats play at once (RULINGS 2).

The two banned cards lie face up from the start, though the source once says "face down" (MQ-1); where it still
speaks of turns, as the older game has them, it means the play and the barrier (MQ-45).

The package exports what boards and narrators use: the points of cards, what banned cards do to a card (`fate_by_card`,
`is_hit`), what a Queen costs (`price_of_queen`), the actions, and the view before the first banned card (`dealt_view`).
"""

from core.mad_queens.game import MAD_QUEENS_GAME as GAME
from core.mad_queens.hit_masks import CAUGHT_FATE, EXACT_HIT_FATE, JOKER_FATE, QUEEN_FATE, fate_by_card, is_hit
from core.mad_queens.legal import BANK_ACTION, END_ACTION, MAX_CARDS_TO_END, REVEAL_ACTION
from core.mad_queens.log_text import hitting_cards_phrase
from core.mad_queens.points import card_points, has_exact_hits, price_of_queen, row_points
from core.mad_queens.state import dealt_view

__all__ = [
    "BANK_ACTION",
    "CAUGHT_FATE",
    "END_ACTION",
    "EXACT_HIT_FATE",
    "GAME",
    "JOKER_FATE",
    "MAX_CARDS_TO_END",
    "QUEEN_FATE",
    "REVEAL_ACTION",
    "card_points",
    "dealt_view",
    "fate_by_card",
    "has_exact_hits",
    "hitting_cards_phrase",
    "is_hit",
    "price_of_queen",
    "row_points",
]
