"""The story of a match that has been played: its course, and the moments that are worth a sentence."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from core.engine.cards import Card
from core.engine.english import TEAM_LETTERS
from core.engine.game import Game
from core.engine.match import Match
from core.engine.piles import Remark
from core.engine.score_course import course_steps, current_part, current_scores

MAX_MOMENTS_IN_SUMMARY: Final = 3
"""The number of moments that a summary contains at most."""

LEAD_MOMENT: Final = "lead"
"""The kind of the moment in which the winner takes the lead for good."""

LEAD_MOMENT_WEIGHT: Final = 1000.0
"""The weight of the moment `LEAD_MOMENT`: so great that a summary always contains it."""

LEAD_CLAUSE: Final = "took the lead for good"
"""The clause about the player or team that took the lead for good, be it because another one lost points."""


class Moment(NamedTuple):
    """A moment of a match that is worth a sentence."""

    step: int
    """The number of actions after which the moment has happened."""
    part: str
    """The part of the match in which the moment happened, as in ``Play 7``; "" if the match has no parts."""
    kind: str
    """The kind of the moment: the key of a remark, or `LEAD_MOMENT`."""
    seat: int | None
    """The seat to which the moment happened; None if it concerns the whole table."""
    text: str
    """What the seat did, in the past tense, without a subject and a full stop; with a subject if there is no seat."""
    weight: float
    """How remarkable the moment is compared with other moments of the same game; a higher number is more remarkable."""


@dataclass(frozen=True, slots=True)
class Story:
    """The summary of a finished match: its scores step by step, its remarks and its moments."""

    steps: tuple[int, ...]
    """The numbers of actions after which scores were noted, in order: from 0 to the number of all actions."""
    scores: tuple[tuple[int, ...], ...]
    """For each of `steps`, the score of each seat after that number of actions."""
    remarks: tuple[Remark, ...]
    """All remarks of the match, in order."""
    moments: tuple[Moment, ...]
    """All moments of the match, in order."""
    part_by_step: tuple[str, ...] = ()
    """For each of `steps`, the part of the match that it belongs to, as in ``Play 7``; empty if the match has no
    parts."""
    part_starts: tuple[int, ...] = ()
    """The numbers of actions after which a part of the match begins, in order, the first 0; empty without parts."""

    taken_cards_by_seat: tuple[tuple[Card, ...], ...] = ()
    """For each seat the cards of the tricks that it took in the last hand, by suits; views hide them to the end. Empty
    for each seat in a game without tricks."""

    def best_moments(
        self, moment_count: int = MAX_MOMENTS_IN_SUMMARY, own_seat: int | None = None
    ) -> tuple[Moment, ...]:
        """Return the `moment_count` most remarkable moments in the order in which they happened.

        A second moment of one kind is among them only if there are not enough kinds, or if it is that of `own_seat`:
        the most remarkable moment of that seat, if it has any, stands in place of the last one that is chosen, unless
        one of the seat's is among them anyway.
        """
        heaviest = sorted(self.moments, key=lambda moment: -moment.weight)
        kinds: set[str] = set()
        chosen: list[Moment] = []
        again: list[Moment] = []
        for moment in heaviest:
            (again if moment.kind in kinds else chosen).append(moment)
            kinds.add(moment.kind)
        best = [*chosen, *again][:moment_count]
        own = [moment for moment in heaviest if own_seat is not None and moment.seat == own_seat]
        if own and not any(moment in own for moment in best):
            best[-1] = own[0]
        return tuple(sorted(best, key=lambda moment: moment.step))


StoryWork: TypeAlias = Generator[float, None, Story]
"""A generator that works out a story: it yields the share that is done, from 0 to 1, and returns the story."""


def work_out_story(game: Game, start: Match, actions: Sequence[tuple[int, str]]) -> StoryWork:
    """Play a match again and work out its story.

    `start` is the match before its first action; it is played on. `actions` are all its actions as in its record.
    Raises `core.RulesError` at an action that the rules do not allow.
    """
    steps = course_steps(len(actions))
    noted = frozenset(steps)
    scores = [current_scores(start)]
    parts = [current_part(game, start)]
    remarks = [change for change in start.opening_changes if isinstance(change, Remark)]
    moments: list[Moment] = []
    part_starts = [0] if parts[0] else []
    latest = parts[0]
    for done, (seat, action) in enumerate(actions, start=1):
        part = current_part(game, start)
        if part != latest:
            part_starts.append(done - 1)
            latest = part
        changes = start.act(seat, game.parse(action))
        for number, change in enumerate(changes, 1):
            if isinstance(change, Remark):
                remarks.append(change)
                told = game.moment(change, changes[number:])
                if told is not None:
                    weight, text = told
                    moments.append(Moment(done, part, change.key, change.seat, text, weight))
        if done in noted:
            scores.append(current_scores(start))
            parts.append(part)
        yield done / len(actions)
    lead = _find_lasting_lead(game, start, scores)
    if lead is not None:
        at, seat = lead
        team = game.team_of(seat, start.options)
        who, text = (seat, LEAD_CLAUSE) if team is None else (None, _team_lead_clause(team))
        moments.append(Moment(steps[at], parts[at], LEAD_MOMENT, who, text, LEAD_MOMENT_WEIGHT))
    in_order = tuple(sorted(moments, key=lambda moment: moment.step))
    tricks = tuple(_tricks_taken(start, seat) for seat in range(start.seats))
    return Story(steps, tuple(scores), tuple(remarks), in_order, tuple(parts), tuple(part_starts), tricks)


def _tricks_taken(match: Match, seat: int) -> tuple[Card, ...]:
    """Return the cards of the tricks that a seat took in the last hand of a match that is over, by suits."""
    pile = next((place for place in match.layout.piles if place.name == f"won/{seat}"), None)
    return () if pile is None else tuple(sorted(match.piles[pile.layout_index]))


def _team_lead_clause(team: int) -> str:
    """Return the clause which says that a team took the lead for good."""
    return f"Team {TEAM_LETTERS[team]} {LEAD_CLAUSE}"


def _find_lasting_lead(game: Game, match: Match, scores: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Return (index in `scores`, seat): from which step on the winner led alone, and the first seat of the winning
    player or team.

    `scores` are the scores of all seats at each noted step. None if several share the win, or if nobody was ever ahead
    of the winner.
    """
    seats = [side[0] for side in game.sides(match.options, match.seats)]
    last = scores[-1]
    best = [seat for seat in seats if last[seat] == max(last)]
    if len(seats) < 2 or len(best) > 1:
        return None
    (winner,) = best
    at = len(scores) - 1
    while at and all(scores[at - 1][winner] > scores[at - 1][seat] for seat in seats if seat != winner):
        at -= 1
    led_before = any(max(row) > row[winner] for row in scores[:at])
    return (at, winner) if at and led_before else None
