"""The registry of the board and the line-mode narrator of each game; a new game is added here.

Both are named as ``module:class`` and imported when they are used, so the line mode never loads Textual. A game that
is not listed is played with `GENERIC_INTERFACE`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from tui.boards.common.board import Board


class GameInterface(NamedTuple):
    """The classes of the board and the narrator of a game, each as ``module:class``."""

    board: str
    narrator: str


_MAD_QUEENS: Final = GameInterface(
    "tui.boards.mad_queens.board:MadQueensBoard", "tui.line_mode.narrators.mad_queens:MadQueensNarrator"
)
_BIG_QUEEN: Final = GameInterface(
    "tui.boards.big_queen.board:BigQueenBoard", "tui.line_mode.narrators.big_queen:BigQueenNarrator"
)
_TRICKS: Final = GameInterface("tui.boards.tricks.board:TrickBoard", "tui.line_mode.narrators.tricks:TrickNarrator")

GENERIC_INTERFACE: Final = GameInterface(
    "tui.boards.common.generic_board:GenericBoard", "tui.line_mode.narrators.base:Narrator"
)
"""The board and the narrator of a game that is not listed."""

INTERFACES: Final = {
    "mad-queens": _MAD_QUEENS,
    "mad-queens-classic": _MAD_QUEENS,
    "big-queen": _BIG_QUEEN,
    "queens-dungeon": _TRICKS,
    "queen-bees-ii": _TRICKS,
}
"""The board and the narrator of each game that has its own, by its slug."""


def board_for(game: str) -> type[Board[Any]]:
    """Import and return the board class of a game, by its slug."""
    board: type[Board[Any]] = load(_interface_of(game).board)
    return board


def narrator_reference(game: str) -> str:
    """Return the narrator class of a game as ``module:class``."""
    return _interface_of(game).narrator


def _interface_of(game: str) -> GameInterface:
    return INTERFACES.get(game, GENERIC_INTERFACE)


def load(reference: str) -> type:
    """Import the class that ``module:class`` names."""
    module, _, name = reference.partition(":")
    found: type = getattr(import_module(module), name)
    return found
