"""`MatchReplica`: a client's copy of a match, a view to which the host's changes are applied."""

from __future__ import annotations

from collections.abc import Sequence

from core import Change, Moved, Remark, View
from net.client.received_game import check_received_game
from net.client.shown_match import MatchPast
from net.errors import Malformed
from net.protocol.change_codec import ChangeDecoder, check_card_count
from net.protocol.messages import MatchSnapshot, MatchUpdate, WirePast


class MatchReplica:
    """The copy of one match for one audience (a seat, or None for spectators).

    `version`: the number of changes that this audience has been sent. Raises `Malformed` for a snapshot or an
    update that is impossible in this match; the copy is then unchanged.
    """

    __slots__ = (
        "_decoder",
        "_game",
        "_players",
        "_seats",
        "match",
        "missed_changes",
        "names",
        "opening_changes",
        "version",
        "view",
    )

    def __init__(self, snapshot: MatchSnapshot, seat: int | None) -> None:
        seats = len(snapshot.names)
        game, options = check_received_game(snapshot.game, seats, snapshot.options, is_match=True)
        self._game = game
        self._seats = seats
        layout = game.layout(seats, options)
        self._players = seats + layout.dummy_count
        self._decoder = ChangeDecoder(layout)
        self.match = snapshot.match_number
        self.version = snapshot.version
        self.names = snapshot.names
        self.opening_changes = self._decoder.decode_changes(snapshot.opening)
        self.missed_changes = self._decoder.decode_changes(snapshot.missed)
        self.view: View = self._decoder.decode_view(snapshot.view, game.slug, seats, options, seat)
        self._check_remarks(self.opening_changes + self.missed_changes)

    def decode_past(self, past: WirePast) -> MatchPast:
        """Return what this audience has been shown so far, which a snapshot of this match contains; raises `Malformed`
        if it does not fit this match. Whether it leads to the present view is not checked."""
        now = self.view
        first_view = self._decoder.decode_view(past.first_view, now.game, self._seats, now.options, now.seat)
        opening = self._decoder.decode_changes(past.opening)
        batches = tuple(map(self._decoder.decode_changes, past.batches))
        for changes in (opening, *batches):
            self._check_remarks(changes)
        return MatchPast(first_view, opening, batches)

    def is_same_match(self, other_copy: MatchReplica) -> bool:
        """Return whether another copy is of the same match and the same audience."""
        mine, theirs = self.view, other_copy.view
        same = (self.match, self.names, mine.game, mine.seat) == (
            other_copy.match,
            other_copy.names,
            theirs.game,
            theirs.seat,
        )
        return same and mine.options == theirs.options

    def apply_update(self, update: MatchUpdate) -> tuple[Change, ...] | None:
        """Apply an update to the view and return its changes, or None if updates before it are missing.

        After None request a snapshot (`net.protocol.messages.RequestSnapshot`).
        """
        if update.version != self.version + len(update.changes):
            return None
        changes = self._decoder.decode_changes(update.changes)
        self._check_remarks(changes)
        try:
            view = self.view.apply_all(changes)
        except (KeyError, ValueError) as error:
            raise Malformed("The host sent a change that is impossible in this match.") from error
        _check_hidden_piles(view, changes)
        self.view = view
        self.version = update.version
        return changes

    def _check_remarks(self, changes: Sequence[Change]) -> None:
        """Raise `Malformed` for a remark that is about no seat of the match or that the game cannot put into words."""
        for change in changes:
            if isinstance(change, Remark):
                try:
                    self._game.sentence(change)
                except Exception as error:  # whatever the particulars of a lying host lead to
                    raise Malformed("The host sent a remark that is impossible in this game.") from error
                if change.seat is not None and change.seat >= self._players:
                    raise Malformed("The host sent a remark about a seat that the match does not have.")


def _check_hidden_piles(view: View, changes: Sequence[Change]) -> None:
    """Raise `Malformed` if a hidden pile has an impossible number of cards after the changes that led to a view."""
    for change in changes:
        if isinstance(change, Moved):
            for place in (change.source, change.target):
                number = view.piles.get(place.name)  # the box is no pile
                if isinstance(number, int):
                    check_card_count(number)
