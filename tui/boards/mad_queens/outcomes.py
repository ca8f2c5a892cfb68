"""The results of plays, and of turns, for a seat: how many points they brought, and what explains these."""

from __future__ import annotations

from msgspec.structs import replace

from tui.boards.mad_queens.scene import PlayOutcome
from tui.boards.mad_queens.seat_play import SeatPlay, points_parts


def outcome_of_play(seat: int, score_before: int | None, score: int, status: str, play: SeatPlay) -> PlayOutcome:
    """Return the result of a play for a seat.

    `score_before` is its score when the play began, None if unknown, `score` and `status` are those at its end, and
    `play` are its events.
    """
    gain = None if score_before is None else score - score_before
    parts = () if gain is None else points_parts(play)
    return PlayOutcome(seat, gain, score, status, parts, play.points_banked, play.joker_cards_lost)


def outcome_with_later_events(outcome: PlayOutcome, score: int, play: SeatPlay, *, has_ended: bool) -> PlayOutcome:
    """Return the result of a seat's last turn with what a banned Joker has done to the seat since.

    `score` is its score now, `play` are the events since that turn began, and `has_ended` is whether its game is over.
    """
    before = None if outcome.gain is None else outcome.score - outcome.gain
    if play.between_turns is None:
        return replace(outcome, gain=None if before is None else score - before, score=score)
    status = "finished" if has_ended else outcome.status
    later = outcome_of_play(outcome.seat, before, score, status, play)
    return replace(later, turn_number=outcome.turn_number)
