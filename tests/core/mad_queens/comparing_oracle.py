"""The oracle beside a real match: it carries out every action in both and compares their states."""

from __future__ import annotations

from collections import Counter

from core import Match
from tests.core.mad_queens.oracle import FINISHED_STEPS, OracleMatch, SeatState, is_queen
from tests.core.mad_queens.recorded_draws import RecordedDraws


class ComparingOracle(OracleMatch):
    """An oracle that follows `match` from its set-up on, action by action, and checks what every audience is shown of
    it.
    """

    def __init__(self, match: Match) -> None:
        super().__init__(match.game.slug == "mad-queens-classic", match.seats, match.options)
        self.match = match
        self.sealed = self.options.get("visibility") == "sealed"
        self.draws = RecordedDraws(match.opening_changes)
        self.set_up()
        self.draws.check_all_read()
        if self.classic:
            (self.turn,) = match.waiting  # drawn by the dealer (G-5)
        self.begin_play()

    def perform(self, seat: int, action: str) -> None:
        """Carry out an action of a seat in the match and in the oracle."""
        changes = self.match.act(seat, self.match.game.parse(action))
        self.draws = RecordedDraws(changes)
        self.act(self.seats[seat], action)
        self.draws.check_all_read()

    def begin_play(self) -> None:
        """Begin a play, and keep the states of the seats, which a sealed play shows until it ends."""
        super().begin_play()
        if self.sealed:
            self.at_start = [self.seat_state(seat) for seat in self.seats]

    # What a view of the match must show

    def points(self, me: SeatState) -> int:
        """Return a seat's points (RULINGS 2.1); in Classic the number of cards in its bank."""
        if self.classic:
            return len(me.bank)
        return sum((2 if card.suit == "♥" else 1) * (2 if doubled else 1) for card, doubled in me.bank)

    def seat_state(self, me: SeatState) -> dict[str, object]:
        """Return the piles and facts of one seat; a pile without an order is a `Counter`."""
        return {
            "deck": me.deck.total(),
            "shown": tuple(me.row),
            "bank": tuple(card for card, _ in me.bank),
            "aside": tuple(me.queens_aside),
            "gone": Counter(me.discarded),
            "temp": tuple(me.temporaries),
            "status": me.status,
            "score": self.points(me),
            "doubled": len(me.doubled_cards),
            "exact": Counter(me.doubled_cards),
            "spent": sum(map(is_queen, me.discarded)),
            "cause": me.cause,
        }

    def shown_to(self, audience: int | None) -> dict[str, object]:
        """Return everything that an audience sees now; of a seat in a sealed play that is only whether it still plays
        (RULINGS 2.10).
        """
        shown: dict[str, object] = {
            "banned": tuple(self.slots),
            "banned-deck": self.banned_deck.total(),
            "banned-gone": Counter(self.banned_gone),
            "play": self.play,
            "over": self.over,
        }
        for me in self.seats:
            if self.sealed and not self.over and me.number != audience:
                facts = self.at_start[me.number] | {"status": "finished" if me.step in FINISHED_STEPS else "playing"}
            else:
                facts = self.seat_state(me)
            shown |= {f"{name}/{me.number}": value for name, value in facts.items()}
        return shown

    def legal(self, me: SeatState) -> tuple[str, ...]:
        """Return the legal actions of a seat as texts (RULINGS 2.3; for Classic, section 3)."""
        if me.step == "start":
            return ("reveal", "end") if not self.classic and me.deck.total() <= 12 else ("reveal",)
        if me.step != "decide":
            return ()
        if self.options["queen_choice"] == "player" and me.queens_aside:
            return ("reveal", *(f"bank {queen}" for queen in me.queens_aside))
        return ("reveal", "bank")

    def standings(self) -> list[tuple[int, int, int]]:
        """Return a tuple (seat, points, rank) for each seat, best first."""
        scores = [self.points(seat) for seat in self.seats]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        lines = zip(range(len(scores)), scores, ranks, strict=True)
        return sorted(lines, key=lambda line: line[2])

    def check(self, *audiences: int | None) -> None:
        """Assert that piles and facts, as these audiences see them, agree with the oracle, and so do all legal actions,
        the waiting seats and the standings.
        """
        match = self.match
        for audience in audiences:
            view = match.view(audience)
            seen: dict[str, object] = {**view.piles, **view.facts}
            for name, expected in self.shown_to(audience).items():
                found = seen[name]
                if isinstance(expected, Counter):
                    found = Counter(found)  # type: ignore[call-overload]
                assert found == expected, f"{name} as {audience} sees it is {found}, but should be {expected}"
        for seat in self.seats:
            found = tuple(map(str, match.legal(seat.number)))
            assert found == self.legal(seat), f"seat {seat.number} may do {found}, but should be {self.legal(seat)}"
        assert match.waiting == {seat.number for seat in self.seats if self.legal(seat)}
        assert [(line.seat, line.score, line.rank) for line in match.standings] == self.standings()
