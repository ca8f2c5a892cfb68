"""The board and the line-mode narrator of each game; a new game is added here.

Each is imported when it is first used, so that the line mode never loads Textual. A game that is not listed has
`GENERIC_INTERFACE`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from core import View

if TYPE_CHECKING:
    from tui.boards.common.board import Board
    from tui.line_mode.narrators.base import Narrator

BoardClass: TypeAlias = "type[Board[Any]]"
"""The type of a board class, which is imported only when it is used."""

NarratorClass: TypeAlias = "type[Narrator]"
"""The type of a narrator class, which is imported only when it is used."""


class GameInterface(NamedTuple):
    """Two functions that import, only when they are called, the board of a game, which draws it, and its narrator,
    which tells it in lines."""

    import_board: Callable[[], BoardClass]
    import_narrator: Callable[[], NarratorClass]


def _import_mad_queens_board() -> BoardClass:
    """Import and return the board of Mad Queens and Classic."""
    from tui.boards.mad_queens.board import MadQueensBoard

    return MadQueensBoard


def _import_mad_queens_narrator() -> NarratorClass:
    """Import and return the narrator of Mad Queens and Classic."""
    from tui.line_mode.narrators.mad_queens import MadQueensNarrator

    return MadQueensNarrator


def _import_big_queen_board() -> BoardClass:
    """Import and return the board of Big Queen."""
    from tui.boards.big_queen.board import BigQueenBoard

    return BigQueenBoard


def _import_big_queen_narrator() -> NarratorClass:
    """Import and return the narrator of Big Queen."""
    from tui.line_mode.narrators.big_queen import BigQueenNarrator

    return BigQueenNarrator


def _import_trick_board() -> BoardClass:
    """Import and return the board of the trick games."""
    from tui.boards.tricks.board import TrickBoard

    return TrickBoard


def _import_trick_narrator() -> NarratorClass:
    """Import and return the narrator of the trick games."""
    from tui.line_mode.narrators.tricks import TrickNarrator

    return TrickNarrator


def _import_generic_board() -> BoardClass:
    """Import and return the board for any game."""
    from tui.boards.common.generic_board import GenericBoard

    return GenericBoard


def _import_generic_narrator() -> NarratorClass:
    """Import and return the narrator for any game."""
    from tui.line_mode.narrators.base import Narrator

    return Narrator


GENERIC_INTERFACE: Final = GameInterface(_import_generic_board, _import_generic_narrator)
"""The board and the narrator of a game that is not listed in `INTERFACE_BY_GAME`."""

INTERFACE_BY_GAME: Final = {
    "mad-queens": GameInterface(_import_mad_queens_board, _import_mad_queens_narrator),
    "mad-queens-classic": GameInterface(_import_mad_queens_board, _import_mad_queens_narrator),
    "big-queen": GameInterface(_import_big_queen_board, _import_big_queen_narrator),
    "queens-dungeon": GameInterface(_import_trick_board, _import_trick_narrator),
    "queen-bees-ii": GameInterface(_import_trick_board, _import_trick_narrator),
}
"""Maps the slug of a game to its board and narrator; only games with a board of their own are listed."""


def board_for(game: str) -> BoardClass:
    """Import and return the board class of a game, by its slug."""
    return INTERFACE_BY_GAME.get(game, GENERIC_INTERFACE).import_board()


def narrator_for(view: View, names: Sequence[str]) -> Narrator:
    """Return the narrator of a match for the audience of `view`; a game without a narrator has the generic one."""
    return INTERFACE_BY_GAME.get(view.game, GENERIC_INTERFACE).import_narrator()(view, names)
