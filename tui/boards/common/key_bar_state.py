"""`KeyBarState`: the state of a board on which the key bar, and what it says of Esc, depend."""

from __future__ import annotations

from typing import NamedTuple


class KeyBarState(NamedTuple):
    """What a painted board tells the key bar; when a later painting differs in it, the screen lists its keys again."""

    escape_closes: bool = False
    """Whether Esc closes something on the board, and does not leave the match."""
    asks_question: bool = False
    """Whether the board asks a question that Esc answers with no."""
    hint_is_open: bool = False
    """Whether a hint is shown in place of the log."""
    log_covers_table: bool = False
    """Whether the log lies over the table."""
    has_result_to_read: bool = False
    """Whether a result waits for its reader, or will when the animation reaches it."""
    end_is_ahead: bool = False
    """Whether the match is over, and the animation has not come to its last frame yet."""
