"""Scores in Queen's Dungeon: the dungeon at once, the points at the end of a hand, the winner (RULINGS 5.3, 5.4)."""

from __future__ import annotations

from typing import Final, TypeAlias

from core.engine.cards import QUEENS
from core.engine.piles import EVERYONE, Fact, FactChanged, Remark, make_change_from_fields
from core.engine.rule_set import SECOND_REVISION
from core.queens_dungeon.deal_plan import team_of
from core.queens_dungeon.layout import DungeonLayout
from core.trick_taking import DEALER_FACT, TRICKS_OF_FIRST_SEAT_FACT, TrickMatch

DungeonMatch: TypeAlias = TrickMatch[DungeonLayout]
"""The type of a match of Queen's Dungeon in the functions that carry out its rules."""

TRICK_POINTS: Final = 10
"""The points for each trick of a hand."""

QUEEN_POINTS: Final = 25
"""The points for each Queen taken in a hand."""

QUOTA_MADE_POINTS: Final = 50
"""The points for a dealer who makes the quota."""

QUOTA_MISSED_POINTS: Final = -50
"""The points for a dealer who misses the quota."""

QUEENS_THAT_CHANGE_TRUMP: Final = 2
"""A trick with exactly this many Queens makes the dealer change trump (QD-9)."""

MIN_QUEENS_FOR_DUNGEON: Final = 3
"""At least this many Queens in one trick send its taker to the dungeon."""

THREE_QUEENS_LOSS: Final = 100
"""Three Queens in a trick cost their taker at least this many points."""

FOUR_QUEENS_LOSS: Final = 250
"""Four Queens in a trick cost their taker at least this many points."""

RENEGE_LOSS: Final = 100
"""A player found to have reneged loses at least this many points (QD-42)."""

OWN_UP_POINTS: Final = -25
"""The points that owning up to a wrong card adds to a score (QD-41)."""

CHALLENGE_MIN_SCORE: Final = 400
"""A Queen's Challenge can be called once one player has at least this score (QD-26)."""


# Arithmetic


def score_after_three_queens(score: int, lowest_other: int) -> int:
    """Return the new score of a player who takes three Queens: 100 less, or one below `lowest_other`.

    `lowest_other` is the lowest score of the other players. The greater loss counts, so the lower score (RULINGS 5.3,
    QD-11, QD-12).
    """
    return min(score - THREE_QUEENS_LOSS, lowest_other - 1)


def score_after_four_queens(score: int) -> int:
    """Return the new score of a player who takes four Queens: 0, or 250 less, whichever is lower (RULINGS 5.3, QD-14).

    It takes four players: with three, or with two and the dummy, a trick has no more than three Queens (QD-15).
    """
    return min(0, score - FOUR_QUEENS_LOSS)


def score_after_reneging(score: int, lowest_other: int) -> int:
    """Return the new score of a player found to have reneged: 100 less, or `lowest_other` (QD-42).

    `lowest_other` is the lowest score of the other players. The lower of the two counts.
    """
    return min(score - RENEGE_LOSS, lowest_other)


def points_of_dealer(
    tricks: int,
    queens: int,
    quota: int,
    is_condemned: bool = False,
    uncounted_tricks: int = 0,
    condemned_pays: bool = True,
) -> int:
    """Return the points that the dealer gets for a hand (RULINGS 5.4 step 2, QD-16, QD-17).

    tricks, queens    how many the dealer has taken
    quota             how many tricks the dealer must take
    is_condemned      whether the dealer has been sent to the dungeon in this hand
    uncounted_tricks  how many of the tricks do not count towards the quota (QD-42)
    condemned_pays    whether a condemned dealer loses points for a missed quota (option `condemned_dealer_pays`)
    """
    if tricks - uncounted_tricks < quota:
        return QUOTA_MISSED_POINTS if condemned_pays or not is_condemned else 0
    return 0 if is_condemned else QUOTA_MADE_POINTS + TRICK_POINTS * tricks + QUEEN_POINTS * queens


# The scores of a match


def seats_of_team(match: DungeonMatch, seat: int) -> tuple[int, ...]:
    """Return the seats that share a score with this one, itself included: partners have one score (QD-25)."""
    team = team_of(seat, match.options)
    if team is None:
        return (seat,)
    return tuple(other for other in range(match.seats) if team_of(other, match.options) == team)


def set_score(match: DungeonMatch, seat: int, score: int) -> None:
    """Set the score of a seat, and of its partner."""
    for member in seats_of_team(match, seat):
        match.set(match.layout.score[member], score)


def lowest_other_score(match: DungeonMatch, seat: int) -> int:
    """Return the lowest recorded score of the other players, or of the other team (RULINGS 5.3, QD-13, QD-25)."""
    team = seats_of_team(match, seat)
    return min(match.score(other) for other in range(match.seats) if other not in team)


def number_in_fact(match: DungeonMatch, fact: Fact) -> int:
    """Return the value of a fact that is a number."""
    return match.number_in_fact(fact.layout_index)


def send_to_dungeon(match: DungeonMatch, winner: int, queens: int) -> None:
    """Send the taker of three or four Queens to the dungeon at once (RULINGS 5.3 steps 3 to 5).

    The taker loses points now, and goes on playing the hand (QD-18).
    """
    score = match.score(winner)
    new = (
        score_after_four_queens(score)
        if queens == len(QUEENS)
        else score_after_three_queens(score, lowest_other_score(match, winner))
    )
    match.remark("dungeon", winner, queens, score, new)
    set_score(match, winner, new)
    match.set(match.layout.condemned[winner], True)


def score_hand(match: DungeonMatch, uncounted_tricks: int) -> bool:
    """Add the points of the hand to the scores and to the log (RULINGS 5.4); return whether the match is won.

    `uncounted_tricks` of the dealer's tricks do not count towards the quota (QD-42).
    """
    layout, facts, changes = match.layout, match.facts, match.changes
    dealer = facts[DEALER_FACT]
    earned: list[int] = []
    for seat in range(match.seats):
        tricks: int = facts[TRICKS_OF_FIRST_SEAT_FACT + seat]  # type: ignore[assignment]
        queens: int = facts[layout.queens[seat].layout_index]  # type: ignore[assignment]
        condemned = facts[layout.condemned[seat].layout_index] is True
        if seat == dealer:
            points = _log_points_of_dealer(match, seat, tricks, queens, condemned, uncounted_tricks)
        else:
            points = 0 if condemned else TRICK_POINTS * tricks + QUEEN_POINTS * queens
            changes.append(make_change_from_fields(Remark, (EVERYONE, "earned", seat, (tricks, queens, points))))
        if condemned:
            match.remark("forfeits", seat)
        earned.append(points)
    if match.options["partners"]:
        earned = [earned[seat] + earned[(seat + 2) % 4] for seat in range(4)]
    scores: list[int] = []
    for fact, points in zip(layout.score, earned, strict=True):
        score: int = facts[fact.layout_index] + points  # type: ignore[operator]
        if points:
            facts[fact.layout_index] = score
            changes.append(make_change_from_fields(FactChanged, (EVERYONE, fact, score)))
        scores.append(score)
    return _check_win(match, scores)


def _log_points_of_dealer(
    match: DungeonMatch, seat: int, tricks: int, queens: int, is_condemned: bool, uncounted_tricks: int
) -> int:
    """Return the dealer's points of a hand, and say in the log whether the quota was made.

    `tricks` and `queens` are those that the dealer has taken, `uncounted_tricks` the tricks of them that do not count
    for the quota; `is_condemned`: the dealer has been sent to the dungeon in this hand.
    """
    quota = number_in_fact(match, match.layout.quota)
    pays = match.options["condemned_dealer_pays"] is True
    points = points_of_dealer(tricks, queens, quota, is_condemned, uncounted_tricks, pays)
    made = tricks - uncounted_tricks >= quota
    without = (uncounted_tricks,) if uncounted_tricks and match.revision >= SECOND_REVISION else ()
    match.remark("dealer made" if made else "dealer missed", seat, tricks, quota, points, *without)
    return points


def _check_win(match: DungeonMatch, scores: list[int]) -> bool:
    """Return whether one player or team has the highest score alone, and the target or the time limit is reached.

    The log gets a line about a win, and about a lead that is shared when the target or the time limit is reached
    (QD-19, QD-20).
    """
    best = max(scores)
    target = match.options["target"]
    assert isinstance(target, int)
    if best < target and match.facts[match.layout.last_hand.layout_index] is not True:
        return False
    winners = seats_of_team(match, scores.index(best))
    if scores.count(best) > len(winners):
        match.remark("shared lead", None, best)
        return False
    match.remark("wins", winners[0], best, *winners[1:])
    return True
