"""Scores in Queen's Dungeon: the dungeon at once, the points of a hand at its end, and who has won."""

from __future__ import annotations

from abc import abstractmethod

from core.engine.piles import EVERYONE, Fact, FactSet, Remark, new_change
from core.queens_dungeon.dungeon import QUEEN, TRICK, dealers_points, four_queens, three_queens
from core.queens_dungeon.layout import DungeonLayout
from core.trick_taking import DEALER, HAND, TRICKS, TrickMatch


class Scores(TrickMatch):
    """The part of a match that keeps the scores. Partners share one: both have it (QD-25)."""

    __slots__ = ()

    layout: DungeonLayout

    def team(self, seat: int) -> tuple[int, ...]:
        """Return the seats that share a score with this one, itself included."""
        return tuple(range(seat % 2, 4, 2)) if self.options["partners"] else (seat,)

    def set_score(self, seat: int, score: int) -> None:
        """Set the score of a seat, and of its partner."""
        for member in self.team(seat):
            self.set(self.layout.score[member], score)

    def lowest_other(self, seat: int) -> int:
        """Return the lowest recorded score of the other players, or of the other team (5.3, QD-13, QD-25)."""
        team = self.team(seat)
        return min(self.score(other) for other in range(self.seats) if other not in team)

    def value_of(self, fact: Fact) -> int:
        """Return the value of a fact that is a number."""
        return self.number(fact.index)

    # The dungeon

    def imprison(self, winner: int, queens: int) -> None:
        """Send the taker of three or four Queens to the dungeon, now (5.3 steps 3 to 5), who plays on (QD-18)."""
        score = self.score(winner)
        new = four_queens(score) if queens == 4 else three_queens(score, self.lowest_other(winner))
        self.remark("dungeon", winner, queens, score, new)
        self.set_score(winner, new)
        self.set(self.layout.condemned[winner], True)

    @property
    def uncounted(self) -> int:
        """How many of the dealer's tricks do not count for the quota: none but in the honour mode (QD-42)."""
        return 0

    # The end of a hand

    def end_hand(self) -> None:
        """Add up the points of the hand, then end the match or begin the next hand (5.4)."""
        layout, facts, changes = self.layout, self.facts, self.changes
        dealer = facts[DEALER]
        earned: list[int] = []
        for seat in range(self.seats):
            tricks: int = facts[TRICKS + seat]  # type: ignore[assignment]
            queens: int = facts[layout.queens[seat].index]  # type: ignore[assignment]
            condemned = facts[layout.condemned[seat].index] is True
            if seat == dealer:
                points = self._earn_as_dealer(seat, tricks, queens, condemned)
            else:
                points = 0 if condemned else TRICK * tricks + QUEEN * queens
                changes.append(new_change(Remark, (EVERYONE, "earned", seat, (tricks, queens, points))))
            if condemned:
                self.remark("forfeits", seat)
            earned.append(points)
        if self.options["partners"]:
            earned = [earned[seat] + earned[(seat + 2) % 4] for seat in range(4)]
        scores: list[int] = []
        for fact, points in zip(layout.score, earned, strict=True):
            score: int = facts[fact.index] + points  # type: ignore[operator]
            if points:
                facts[fact.index] = score
                changes.append(new_change(FactSet, (EVERYONE, fact, score)))
            scores.append(score)
        if self._decided(scores):
            self.finish()
        else:
            self.start_hand(self.number(HAND) + 1, self.left_of(self.number(DEALER)))

    def _earn_as_dealer(self, seat: int, tricks: int, queens: int, condemned: bool) -> int:
        quota = self.value_of(self.layout.quota)
        pays = self.options["condemned_dealer_pays"] is True
        points = dealers_points(tricks, queens, quota, condemned, self.uncounted, pays)
        made = tricks - self.uncounted >= quota
        self.remark("dealer made" if made else "dealer missed", seat, tricks, quota, points)
        return points

    def _decided(self, scores: list[int]) -> bool:
        """Whether one player, or team, is highest alone with the target reached or the time run out (QD-19, QD-20)."""
        best = max(scores)
        target = self.options["target"]
        assert isinstance(target, int)
        if best < target and self.facts[self.layout.last_hand.index] is not True:
            return False
        winners = self.team(scores.index(best))
        if scores.count(best) > len(winners):
            self.remark("shared lead", None, best)
            return False
        self.remark("wins", winners[0], best, *winners[1:])
        return True

    @abstractmethod
    def start_hand(self, number: int, dealer: int) -> None:
        """Begin the hand of that number."""
