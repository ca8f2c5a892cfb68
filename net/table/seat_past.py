"""What a seat has been shown of a match since its beginning, for the memory of a client that was not there.

It is made by playing the match again: that takes less time than unpacking the log of its changes, which keeps only the
last ones.
"""

from __future__ import annotations

from core import games
from core.engine.game import refuse_memory
from net.limits import MAX_PAST_CHANGES, MAX_SEATS_REMEMBERED
from net.protocol.change_codec import encode_change, encode_view
from net.protocol.messages import WirePast
from net.table.match_runner import MatchRunner


def has_past(runner: MatchRunner, seat: int) -> bool:
    """Return whether a seat is to be sent its past: it has been shown changes, and there is a memory to fill.

    The answer follows from what the seat knows.
    """
    match = runner.match
    if match.seats > MAX_SEATS_REMEMBERED or match.over or games[match.game.slug].memory is refuse_memory:
        return False
    return 0 < runner.updates.version(seat) <= MAX_PAST_CHANGES


def seat_past(runner: MatchRunner, seat: int) -> WirePast:
    """Return the first view of a seat, and the changes of the match as the seat was shown them.

    Call this only when all changes of the match have been counted (`UpdateStream.are_all_changes_counted`).
    """
    match = runner.match
    past = games[match.game.slug].new_match(match.game, match.seats, match.options, match.dealer)
    first_view = encode_view(past.view(seat), past.layout)
    changes = [
        encode_change(seen)
        for actor, action in match.actions
        for change in past.act(actor, action)
        if (seen := change.seen_by(seat)) is not None
    ]
    return WirePast(first_view, tuple(changes))
