"""The boards: each draws a match while it is played, one for each family of games.

Screens import `Board`; `tui.boards.games` says which game has which board. A board is made with the `MatchBegan` of a
match, receives events by `show_played`, and posts `Board.ActionChosen` with each action that the player chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tui.boards.common.board import Board


def __getattr__(name: str) -> type[Board[Any]]:
    """Import `Board` when it is first used: it needs Textual, which the line mode must not load."""
    if name == "Board":
        from tui.boards.common.board import Board

        return Board
    raise AttributeError(name)


__all__ = ["Board"]
