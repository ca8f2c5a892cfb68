"""Names the board and the line-mode narrator of each game: the one list in `tui` that a new game is added to.

Both are named as ``module:class`` and imported when they are used, so the line mode never loads Textual. A game that
is not listed is shown by the parts that serve every game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tui.boards.common.board import Board


class GameInterface(NamedTuple):
    """Where the board and the narrator of a game are defined, each as ``module:class``."""

    board: str
    narrator: str


_MAD_QUEENS: Final = GameInterface(
    "tui.boards.mad_queens.board:MadQueensBoard", "tui.line_mode.narrators.mad_queens:MadQueensNarrator"
)
_BIG_QUEEN: Final = GameInterface(
    "tui.boards.big_queen.board:BigQueenBoard", "tui.line_mode.narrators.big_queen:BigQueenNarrator"
)
_TRICKS: Final = GameInterface("tui.boards.tricks.board:TrickBoard", "tui.line_mode.narrators.tricks:TrickNarrator")

INTERFACES: Final = {
    "mad-queens": _MAD_QUEENS,
    "mad-queens-classic": _MAD_QUEENS,
    "big-queen": _BIG_QUEEN,
    "queens-dungeon": _TRICKS,
    "queen-bees-ii": _TRICKS,
}
"""The board and the narrator of each game, by its slug."""


def board_for(game: str) -> type[Board] | None:
    """Import and return the board class of a game, by its slug; None if it has none."""
    interface = INTERFACES.get(game)
    if interface is None:
        return None
    board: type[Board] = load(interface.board)
    return board


def narrator_reference(game: str) -> str | None:
    """Return where the narrator class of a game is defined, as ``module:class``; None if it has none of its own."""
    interface = INTERFACES.get(game)
    return None if interface is None else interface.narrator


def load(reference: str) -> type:
    """Import the class that ``module:class`` names."""
    module, _, name = reference.partition(":")
    found: type = getattr(import_module(module), name)
    return found
