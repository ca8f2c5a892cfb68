"""The start of a match: its seed is settled by commit-reveal, the cards are dealt, and everybody is sent the match."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.proof import Deal
from core.engine.rule_set import RULES
from core.fairness.commitments import Occasion
from net.journal.entries import MatchBeganEntry
from net.protocol.deal_stage import DealStage
from net.protocol.messages import Commit, DealProgress, Reveal, TableNotice
from net.table.broadcast import Broadcast
from net.table.commit_reveal import CommitReveal, deal_message, given_seed_message
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.seats import best_bot
from net.table.state import TableState
from net.table.tick import TickOutput


class MatchStart:
    """Starts matches and settles their seeds."""

    __slots__ = ("_broadcast", "_output", "_state")

    def __init__(self, state: TableState, output: TickOutput, broadcast: Broadcast) -> None:
        self._state = state
        self._output = output
        self._broadcast = broadcast

    def start_match(self) -> None:
        """Start the next match: bots fill the free seats, and everybody who has a seat is asked to commit.

        A match whose seed is given begins at once.
        """
        state, broadcast = self._state, self._broadcast
        number = next_match_number(state)
        state.seats.fill_with_bots(best_bot(state.game))
        if state.secrets.has_given_seed:
            self._begin_match(state.secrets.match_seed(state.matches + 1), None)
            return
        options = state.game.changed_options(state.options)
        occasion = Occasion(state.secrets.table_id, number, state.game.slug, len(state.seats), options)
        deal = CommitReveal(occasion, state.secrets.deal_secret(number), self._reachable_seats(), state.now)
        state.begin_deal(deal)
        broadcast.send_table()
        broadcast.send_everybody(deal.message())
        self.advance_deal()

    # Commit-reveal

    def accept_commitment(self, person: Person, message: Commit) -> None:
        """Accept a person's commitment; one that is late or out of place is ignored."""
        deal = self._deal_of(person, message.match)
        if deal is not None and person.seat is not None:
            deal.commit(person.seat, message.commitment)

    def accept_secret(self, person: Person, message: Reveal) -> None:
        """Accept a person's secret; one that is late or out of place is ignored."""
        deal = self._deal_of(person, message.match)
        if deal is not None and person.seat is not None:
            deal.reveal(person.seat, message.secret)

    def _deal_of(self, person: Person, match: int) -> CommitReveal | None:
        deal = self._state.deal
        return deal if deal is not None and match == deal.occasion.match else None

    def advance_deal(self) -> None:
        """Go to the next stage of the deal if nobody is waited for; begin the match when its seed is settled."""
        deal = self._state.deal
        if deal is None:
            return
        moved = deal.advance(self._state.now, set(deal.seats) - self._reachable_seats())
        if deal.stage is DealStage.SETTLED:
            self._announce_silent_seats(deal.silent)
            self._begin_match(deal.seed, deal.deal)
        elif moved:
            self._broadcast.send_everybody(deal.message())

    def deal_message(self) -> DealProgress | None:
        """Return what everybody may know of the deal of the match that is dealt or played; None if there is none."""
        if self._state.deal is not None:
            return self._state.deal.message()
        runner = self._state.playing
        if runner is None:
            return None
        return given_seed_message(runner.number) if runner.deal is None else deal_message(runner.deal)

    def _reachable_seats(self) -> set[int]:
        """Return the seats whose people are connected and can be written to."""
        return {person.seat for person in self._broadcast.listeners() if person.seat is not None}

    def _announce_silent_seats(self, seats: Sequence[int]) -> None:
        names = [name for name in (self._state.seats[seat].name for seat in seats[:3]) if name]
        if names:
            others = f" and {len(seats) - 3} others" if len(seats) > 3 else ""
            what = "took no part in the deal; the match goes on without that."
            self._broadcast.send_everybody(TableNotice(f"{', '.join(names)}{others} {what}"))

    # The match

    def _begin_match(self, seed: int | str, deal: Deal | None) -> None:
        """Begin a match, journal it, and send everybody their view of it."""
        state, broadcast = self._state, self._broadcast
        state.seats.fill_with_bots(best_bot(state.game))
        began = MatchBeganEntry(
            next_match_number(state),
            state.game.slug,
            len(state.seats),
            (*((name, str(value)) for name, value in state.options.items()), (RULES, str(state.game.revision))),
            str(seed),
            state.seats.names(),
            tuple(seat.bot for seat in state.seats),
            "" if deal is None else str(deal),
        )
        runner = new_runner(state, began, seed, deal, state.time)
        state.begin_match(runner)
        state.matches += 1
        state.changed = True
        self._output.add_entries(began)
        broadcast.send_table()
        message = self.deal_message()
        if message is not None:
            broadcast.send_everybody(message)
        broadcast.send_match_snapshot(runner, broadcast.listeners(), opening=True)


def next_match_number(state: TableState) -> int:
    """Return the number of the next match; after a power cut, too, no earlier match had it."""
    return state.matches + state.secrets.boots + 1


def new_runner(
    state: TableState, began: MatchBeganEntry, seed: int | str, deal: Deal | None, started_at: float
) -> MatchRunner:
    """Return the runner of a match that began as its entry says; bots play every seat that has no person.

    A match that began before there were revisions of the rules goes on by the first.
    """
    match = state.game.start(began.seats, seed, state.game.settings_of_old(dict(began.options)))
    runner = MatchRunner(began.match, match, began.names, state.pace, started_at)
    runner.deal = deal
    runner.set_time_limit(state.terms.clock)
    for number, seat in enumerate(state.seats):
        if seat.person is None:
            runner.set_bot(number, seat.bot or best_bot(state.game))
    return runner
