"""`EveningResults`: the totals and the ladder that follow from the finished matches of a club's evening.

The ladder is OpenSkill (https://openskill.me, MIT), of which the model for many ranked players is used (Plackett-Luce).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from net.journal import ClubMatch
from net.journal.history import SeatResult
from net.limits import EVENING_SECONDS, MAX_HALL_ROWS, MAX_LADDER_PEOPLE_PER_MATCH
from net.protocol.hall_messages import START_RATING
from net.protocol.messages import TotalRow, TotalsShown

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

LADDER_IN_PLACE_OF_GAME: Final = ""
"""The text in place of a game's slug by which the ladder of all games is asked for."""

LADDER_UNIT_POINTS: Final = 40
"""Number of points of the ladder for one unit of OpenSkill; with it a win is worth some tens of points."""


class EveningResults:
    """The matches of one evening, added in the order in which they ended. Nothing is read or written here.

    Matches with two or more seats count for the totals. Matches with two or more people count for the ladder, bots left
    out. Matches at tables with a code count, too.
    """

    def __init__(self) -> None:
        self._forget_matches()

    def _forget_matches(self) -> None:
        """Forget all matches: another evening begins."""
        self.last_end = 0.0
        self._added: set[int] = set()
        self._totals: dict[str, dict[str, TotalRow]] = {LADDER_IN_PLACE_OF_GAME: {}}
        self._ratings: dict[str, PlackettLuceRating] = {}

    def add(self, matches: Iterable[ClubMatch]) -> None:
        """Add matches that have not been added yet.

        A match that ends `EVENING_SECONDS` or more after the last one begins another evening.
        """
        for one in matches:
            match = one.match
            if match.id in self._added:
                continue
            if match.ended > self.last_end + EVENING_SECONDS:
                self._forget_matches()
            self.last_end = max(self.last_end, match.ended)
            self._added.add(match.id)
            people = [result for result in match.results if not result.bot]
            if match.seats > 1:
                self._add_to_totals(match.game, people)
            if 2 <= len(people) <= MAX_LADDER_PEOPLE_PER_MATCH and len({result.name for result in people}) == len(
                people
            ):
                self._update_ratings(people)

    def end_evening_if_over(self, now: float) -> None:
        """Forget all matches if none has ended for `EVENING_SECONDS`; `now` is the time of day in seconds."""
        if self._added and now > self.last_end + EVENING_SECONDS:
            self._forget_matches()

    def totals(self, game: str, name: str) -> TotalsShown:
        """Return the totals of a game, or the ladder for `LADDER_IN_PLACE_OF_GAME`, for the person called `name`."""
        rows = sorted(
            self._totals.get(game, {}).values(),
            key=_ladder_sort_key if game == LADDER_IN_PLACE_OF_GAME else _totals_sort_key,
        )
        own = next((row for row in rows[MAX_HALL_ROWS:] if row.name == name), None)
        return TotalsShown(game, len(rows), tuple(rows[:MAX_HALL_ROWS]), own)

    def _add_to_totals(self, game: str, people: Iterable[SeatResult]) -> None:
        """Add the results of a match to the totals of its game."""
        totals = self._totals.setdefault(game, {})
        for result in people:
            totals[result.name] = _row_with_result(totals.get(result.name), result)

    def _update_ratings(self, people: list[SeatResult]) -> None:
        """Change the ratings on the ladder by the results of a match of these people."""
        model = _ladder_model()
        before = [[self._ratings.get(result.name) or model.rating()] for result in people]
        after = model.rate(before, ranks=[float(result.rank) for result in people])
        ladder = self._totals[LADDER_IN_PLACE_OF_GAME]
        for result, (rating,) in zip(people, after, strict=True):
            self._ratings[result.name] = rating
            place = max(1, round(rating.ordinal(alpha=LADDER_UNIT_POINTS, target=START_RATING)))
            ladder[result.name] = _row_with_result(ladder.get(result.name), result, place)


@cache
def _ladder_model() -> PlackettLuce:
    """Return the model of the ladder; it is imported when the first match counts."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _row_with_result(row: TotalRow | None, result: SeatResult, rating: int = 0) -> TotalRow:
    """Return a person's row with one more result and this `rating` on the ladder; `row` is None if they have no row
    yet.
    """
    row = row or TotalRow(result.name, 0, 0, 0)
    wins = row.wins + (result.rank == 1)
    return TotalRow(row.name, row.matches + 1, wins, row.points + result.score, rating)


def _totals_sort_key(row: TotalRow) -> tuple[int, int, str]:
    """Return the key by which totals are sorted: most wins first, and of equal ones the fewest matches."""
    return -row.wins, row.matches, row.name


def _ladder_sort_key(row: TotalRow) -> tuple[int, int, str]:
    """Return the key by which the ladder is sorted: the highest rating first."""
    return -row.rating, -row.matches, row.name
