"""Mad Queens Classic, the older rules: one after the other, and every card counts the same (RULINGS 3).

The source calls itself unfinished; what it leaves unclear is as in the newer game: the banned cards lie face up, and
a tie is a shared win (MC-8). Its letter J is the Jack, except in "Joker (J)" (MC-6), and its first example, which
names no banned cards, is taken with 8♠ and K♦ (MC-7).

Boards and narrators use what `core.mad_queens` exports, and the points of cards of this game.
"""

from core.mad_queens_classic.game import CLASSIC_GAME as GAME
from core.mad_queens_classic.match import CLASSIC_CARD_POINTS

__all__ = ["CLASSIC_CARD_POINTS", "GAME"]
