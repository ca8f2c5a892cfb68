"""The boards: what a match looks like while it is played, one for each family of games.

`board_for` says which one a game has. Every `Board` is used in the same way: it is made from the `MatchBegan`
of a match, told what happens by `played`, and sends `Board.Chose` when the person has decided.
"""

from __future__ import annotations

from typing import Final

from tui.boards.board import Board

_BOARDS: Final = {"mad-queens": "MadQueensBoard", "mad-queens-classic": "MadQueensBoard"}


def board_for(game: str) -> type[Board] | None:
    """Return the board of a game by its slug, or None if it has none."""
    if _BOARDS.get(game) == "MadQueensBoard":
        from tui.boards.mad_queens import MadQueensBoard

        return MadQueensBoard
    return None


__all__ = ["Board", "board_for"]
