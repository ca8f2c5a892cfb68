"""The arithmetic of the dungeon, of a hand and of reneging (5.3, 5.4, 5.8)."""

from __future__ import annotations

from typing import Final

TRICK: Final = 10
QUEEN: Final = 25
QUOTA_MADE: Final = 50
QUOTA_MISSED: Final = -50
OWNING_UP: Final = -25
CHALLENGE_FROM: Final = 400
"""The score that somebody must have before a Queen's Challenge can be called (QD-26)."""


def three_queens(score: int, lowest: int) -> int:
    """Return the score of who takes three Queens: 100 less, or one below the lowest of the others (5.3, QD-11).

    The greater loss counts, so the lower score (QD-12).
    """
    return min(score - 100, lowest - 1)


def four_queens(score: int) -> int:
    """Return the score of who takes four Queens: nought, or 250 less (5.3, QD-14).

    It takes four hands: at a table of three, or of two and the dummy, no more than three Queens meet (QD-15).
    """
    return min(0, score - 250)


def reneged(score: int, lowest: int) -> int:
    """Return the score of who is found to have reneged: 100 less, or that of the lowest of the others (QD-42)."""
    return min(score - 100, lowest)


def dealers_points(
    tricks: int, queens: int, quota: int, condemned: bool = False, uncounted: int = 0, condemned_pays: bool = True
) -> int:
    """Return what the dealer's hand brings (5.4 step 2, QD-16, QD-17).

    `uncounted` of the tricks do not count towards the quota (QD-42).
    """
    if tricks - uncounted < quota:
        return QUOTA_MISSED if condemned_pays or not condemned else 0
    return 0 if condemned else QUOTA_MADE + TRICK * tricks + QUEEN * queens
