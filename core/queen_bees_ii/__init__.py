"""Queen Bees II: a trick game whose trumps are ranks, set by the play itself (RULINGS 6).

In the source's example the King takes the first trick, and not an ace, for none is played (QB-1); and its "round"
is the deal where it speaks of scoring, and the trick elsewhere (QB-2).

The package exports what boards and narrators use: the trumps that a view shows, the cards of the pack,
and the points that end the match.
"""

from core.queen_bees_ii.game import QUEEN_BEES_GAME as GAME
from core.queen_bees_ii.layout import PACK_BY_SEATS, QUEEN_BEES_TARGET
from core.queen_bees_ii.legal import trumps_in_view

__all__ = ["GAME", "PACK_BY_SEATS", "QUEEN_BEES_TARGET", "trumps_in_view"]
