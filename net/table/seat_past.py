"""What a seat has been shown of a match since its beginning, for memory and log of a client that was not there.

It is made by playing the match again: that takes less time than unpacking the log of its changes, which keeps only the
last ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain

from core import Change, games
from net.limits import MAX_PAST_CHANGES, MAX_SEATS_REMEMBERED
from net.protocol.change_codec import encode_change, encode_view
from net.protocol.messages import MatchUpdate, WireChange, WirePast
from net.table.match_runner import MatchRunner


def has_past(runner: MatchRunner, seat: int) -> bool:
    """Return whether a seat can be sent its past: the match is neither too large nor too long.

    The answer follows from what the seat knows.
    """
    return runner.match.seats <= MAX_SEATS_REMEMBERED and runner.updates.version(seat) <= MAX_PAST_CHANGES


def seat_past(runner: MatchRunner, seat: int) -> WirePast:
    """Return the first view of a seat, and the changes of the match as the seat was shown them, action by action.

    Call this only when all changes of the match have been counted (`UpdateStream.are_all_changes_counted`).
    """
    match = runner.match
    past = games[match.game.slug].new_match(match.game, match.seats, match.options, match.dealer)
    first_view = encode_view(past.view(seat), past.layout)
    opening = _changes_shown(past.opening_changes, seat)
    batches = (_changes_shown(past.act(actor, action), seat) for actor, action in match.actions)
    return WirePast(first_view, opening, tuple(filter(None, batches)))


def updates_of_actions(past: WirePast, missed: MatchUpdate) -> list[MatchUpdate]:
    """Return the update of all changes that a seat has missed as one update for each action, as it would have been sent
    them; `past` is what the seat has been shown. If the client has not missed whole actions, return only the update
    itself.

    A client that shows each action on its own shows what it would have shown.
    """
    first_version = missed.version - len(missed.changes)
    updates = [
        MatchUpdate(version, batch)
        for version, batch in zip(accumulate(map(len, past.batches)), past.batches, strict=True)
        if version > first_version
    ]
    told = tuple(chain.from_iterable(update.changes for update in updates))
    return updates if told == missed.changes else [missed]


def _changes_shown(changes: Iterable[Change], seat: int) -> tuple[WireChange, ...]:
    """Return those of the changes that a seat is shown, as it is shown them."""
    return tuple(encode_change(seen) for change in changes if (seen := change.seen_by(seat)) is not None)
