"""The start of a match: host and people fix its seed together (commit-reveal), the cards are dealt, and everybody is
sent the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.engine.record_proof import DealProof
from core.engine.rule_set import REVISION_OPTION_NAME
from core.fairness.commitments import SECRET_BYTES, DealtMatch
from net.journal.entries import MatchBeganEntry
from net.limits import MAX_VOID_DEALS
from net.protocol.deal_stage import DealStage
from net.protocol.messages import Commit, DealProgress, Reveal, TableNotice
from net.table.broadcast import Broadcast
from net.table.commit_reveal import CommitReveal, DealSeating, deal_message, given_seed_message
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.seats import default_bot
from net.table.state import TableState
from net.table.tick import TickOutput

TOOK_NO_PART_CLAUSE: Final = "took no part in the deal; the match goes on all the same."
"""The end of a notice about people who sent no commitment, after their names."""

DEALT_AGAIN_CLAUSE: Final = "committed to a part in the deal and did not show it: the cards are dealt again without it."
"""The end of a notice about people who did not reveal their secret, after their names."""


class MatchStart:
    """Starts matches: runs the deal by which host and people fix the seed together, then begins the match with it."""

    __slots__ = ("_broadcast", "_output", "_state")

    def __init__(self, state: TableState, output: TickOutput, broadcast: Broadcast) -> None:
        self._state = state
        self._output = output
        self._broadcast = broadcast

    def start_match(self) -> None:
        """Start the next match: bots fill the free seats, and the seated people who can be reached are asked to commit.

        A match whose seed is given begins at once.
        """
        state = self._state
        if state.secrets.seed_is_given:
            state.seats.fill_with_bots(state.table_bot)
            self._begin_match(state.secrets.match_seed(state.matches + 1), None)
            return
        self._begin_deal(self._reachable_seats())
        self.advance_deal()

    # Commit-reveal

    def _begin_deal(self, seats: Iterable[int], void_before: int = 0) -> None:
        """Begin a deal with a fresh secret, in which the people in these seats are asked to take part.

        Bots fill the free seats, and everybody is sent the table and the deal. `void_before` is how many deals of this
        match were void.
        """
        state = self._state
        seating = self._fill_seats()
        options = state.game.record_options(state.options)
        dealt_match = DealtMatch(
            state.secrets.table_id, next_match_number(state), state.game.slug, len(state.seats), options
        )
        deal = CommitReveal(
            dealt_match,
            state.secrets.draw_bytes(SECRET_BYTES).hex(),
            seating,
            seats,
            state.now,
            abandoned_deals=state.open_deals,
            void_before=void_before,
        )
        state.begin_deal(deal)
        self._broadcast.send_table()
        self._broadcast.send_everybody(deal.message())

    def _fill_seats(self) -> DealSeating:
        """Fill the free seats with bots, and return who sits where."""
        seats = self._state.seats
        seats.fill_with_bots(self._state.table_bot)
        return DealSeating(seats.names(), tuple(number for number, seat in enumerate(seats) if seat.person is not None))

    def accept_commitment(self, person: Person, message: Commit) -> None:
        """Accept a person's commitment to their secret; ignore one that is late or for another deal."""
        deal = self._deal_of(person, message)
        if deal is not None and person.seat is not None:
            deal.commit(person.seat, message.commitment)

    def accept_secret(self, person: Person, message: Reveal) -> None:
        """Accept a person's secret; ignore one that is late or for another deal."""
        deal = self._deal_of(person, message)
        if deal is not None and person.seat is not None:
            deal.reveal(person.seat, message.secret)

    def _deal_of(self, person: Person, message: Commit | Reveal) -> CommitReveal | None:
        """Return the deal that a message is about; None if it is not the present one."""
        deal = self._state.deal
        return (
            deal
            if deal is not None
            and (deal.dealt_match.match_number, deal.host) == (message.match_number, message.host_commitment)
            else None
        )

    def advance_deal(self) -> None:
        """Go to the next stage of the deal if its time has come; begin the match once its seed is fixed.

        A deal that is void, or whose seats have changed, is followed by another. Everybody is told who took no part.
        """
        deal = self._state.deal
        while deal is not None:
            if self._fill_seats() != deal.seating:  # somebody has left, or was sent away
                self._deal_again(deal)
            else:
                moved = deal.advance(self._state.now, set(deal.seats) - self._reachable_seats())
                if deal.stage is DealStage.SETTLED:
                    self._send_notice_about(deal.uncommitted_seats, TOOK_NO_PART_CLAUSE)
                    self._begin_match(deal.seed, deal.deal)
                elif deal.stage is DealStage.VOID:
                    self._send_notice_about(deal.uncommitted_seats, TOOK_NO_PART_CLAUSE)
                    self._send_notice_about(deal.unrevealed_seats, DEALT_AGAIN_CLAUSE)
                    self._deal_again(deal)
                elif moved:
                    self._send_sealed_list(deal)
            deal = self._state.deal if self._state.deal is not deal else None

    def _send_sealed_list(self, deal: CommitReveal) -> None:
        """Count the deal as open, and send everybody the final list of commitments, to which people answer with their
        secrets."""
        self._state.open_deals += 1
        self._state.has_changed = True
        self._broadcast.send_everybody(deal.message())

    def _deal_again(self, deal: CommitReveal) -> None:
        """Begin another deal of the same match; after a void deal the seats that did not answer in it are not asked.

        So a person who makes one deal after another void cannot hold up the table: after `MAX_VOID_DEALS` nobody is
        asked any more.
        """
        void = deal.void_before + 1
        silent = {*deal.uncommitted_seats, *deal.unrevealed_seats} if deal.stage is DealStage.VOID else set()
        seats = set(deal.seats) - silent
        self._begin_deal(seats & self._reachable_seats() if void < MAX_VOID_DEALS else (), void)

    def deal_message(self) -> DealProgress | None:
        """Return what everybody may know of the deal of the match that is dealt or played; None if there is none."""
        if self._state.deal is not None:
            return self._state.deal.message()
        runner = self._state.active_runner
        if runner is None:
            return None
        return given_seed_message(runner.number) if runner.deal is None else deal_message(runner.deal)

    def _reachable_seats(self) -> set[int]:
        """Return the seats whose people are connected and can be written to."""
        return {person.seat for person in self._broadcast.listeners() if person.seat is not None}

    def _send_notice_about(self, seats: Sequence[int], what_they_do: str) -> None:
        """Send everybody a notice about the people in these seats, if there are any: their names and `what_they_do`."""
        names = [name for name in (self._state.seats[seat].name for seat in seats[:3]) if name]
        if names:
            others = f" and {len(seats) - 3} others" if len(seats) > 3 else ""
            self._broadcast.send_everybody(TableNotice(f"{', '.join(names)}{others} {what_they_do}"))

    # The match

    def _begin_match(self, seed: int | str, deal: DealProof | None) -> None:
        """Begin a match, journal it, and send everybody the table, the deal and their view of the match."""
        state, broadcast = self._state, self._broadcast
        began = MatchBeganEntry(
            next_match_number(state),
            state.game.slug,
            len(state.seats),
            (
                *((name, str(value)) for name, value in state.options.items()),
                (REVISION_OPTION_NAME, str(state.game.revision)),
            ),
            str(seed),
            state.seats.names(),
            tuple(seat.bot for seat in state.seats),
            "" if deal is None else str(deal),
        )
        runner = new_runner(state, began, seed, deal, state.time)
        state.begin_match(runner)
        state.matches += 1
        state.has_changed = True
        self._output.add_entries(began)
        broadcast.send_table()
        message = self.deal_message()
        if message is not None:
            broadcast.send_everybody(message)
        broadcast.send_match_snapshot(runner, broadcast.listeners(), with_opening=True)


def next_match_number(state: TableState) -> int:
    """Return a number for the next match that no earlier match has had, even one that was lost in a power cut."""
    return state.matches + state.secrets.boots + 1


def new_runner(
    state: TableState, began: MatchBeganEntry, seed: int | str, deal: DealProof | None, started_at: float
) -> MatchRunner:
    """Return the runner of a match that began as its journal entry says; bots play every seat that has no person.

    `deal` is the deal from which the `seed` follows, None if the seed was given; `started_at` is the table time of the
    beginning. A match that began before there were revisions of the rules is played by the first.
    """
    match = state.game.start(began.seats, seed, state.game.settings_of_record(dict(began.options)))
    runner = MatchRunner(began.match, match, began.names, state.pace, started_at, state.people_begin)
    runner.deal = deal
    runner.set_time_limit(state.terms.clock)
    for number, seat in enumerate(state.seats):
        if seat.person is None:
            runner.set_bot(number, seat.bot or default_bot(state.game), temperament=seat.temperament)
    return runner
