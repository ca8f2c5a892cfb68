"""The errors of players in playouts of a trick game, which show how open a match is while all its cards are dealt."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.match import Match

ACTIONS_PER_ERROR: Final = 7
"""In a playout, one choice of a seat in this number is made at random, on average.

It is odd: the parity of a CRC is the same pattern in all playouts, so that an even number would make errors come in
pairs."""


def action_by_error(match: Match, choices: Sequence[Action]) -> Action | None:
    """Return an action at random, as a person errs now and then; None as a rule, for what the policy says.

    The policy sees all cards and has no chance in it, so that without errors every playout of the last deal of a match
    would end alike, and its winner would be certain from the first card on. It depends on the seed of the match.
    """
    number = zlib.crc32(f"{match.dealer.seed} {len(match.actions)}".encode())
    return choices[number // ACTIONS_PER_ERROR % len(choices)] if number % ACTIONS_PER_ERROR == 0 else None
