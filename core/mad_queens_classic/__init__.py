"""Mad Queens Classic, the older rules: one after the other, and every card counts the same (RULINGS 3).

The published rules call themselves unfinished; what they leave unclear is as in the newer game: the banned cards lie
face up, and a tie is a shared win (MC-8). The letter J in them is the Jack, except in "Joker (J)" (MC-6), and in their
first example, which names no banned cards, 8♠ and K♦ are taken to be banned (MC-7).

Boards and narrators use what `core.mad_queens` exports.
"""

from core.mad_queens_classic.game import CLASSIC_GAME as GAME

__all__ = ["GAME"]
