"""The boards: what a match looks like while it is played, one for each family of games.

`board_for` says which one a game has. Every `Board` is used in the same way: it is made from the `MatchBegan`
of a match, told what happens by `played`, and sends `Board.Chose` when the person has decided.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tui.boards.common.board import Board

_BOARDS: Final = {
    "mad-queens": "tui.boards.mad_queens.board:MadQueensBoard",
    "mad-queens-classic": "tui.boards.mad_queens.board:MadQueensBoard",
    "big-queen": "tui.boards.big_queen.board:BigQueenBoard",
    "queen-bees-ii": "tui.boards.tricks.board:TrickBoard",
    "queens-dungeon": "tui.boards.tricks.board:TrickBoard",
}
"""Where each game's board is found; only that of the game that is played is imported."""


def board_for(game: str) -> type[Board] | None:
    """Return the board of a game by its slug, or None if it has none."""
    where = _BOARDS.get(game)
    if where is None:
        return None
    module, name = where.split(":")
    board: type[Board] = getattr(import_module(module), name)
    return board


def __getattr__(name: str) -> type[Board]:
    """Return `Board`; Textual is read only by who asks for it, since the words of the tables serve without it."""
    if name == "Board":
        from tui.boards.common.board import Board

        return Board
    raise AttributeError(name)


__all__ = ["Board", "board_for"]
