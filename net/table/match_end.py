"""The end of a match: by the rules, or because the owner stops it. The table goes back to the lobby."""

from __future__ import annotations

from net.journal.entries import MatchAbortedEntry, MatchEndedEntry
from net.protocol.messages import MatchAborted, MatchResult
from net.table.broadcast import Broadcast
from net.table.match_runner import MatchRunner
from net.table.person import Result
from net.table.record_download import RecordDownload, finished_record
from net.table.state import TableState
from net.table.tick import TickOutput


class MatchEnd:
    """Journals how a match ended, sends its outcome, and offers its record for download."""

    __slots__ = ("_broadcast", "_output", "_records", "_state")

    def __init__(self, state: TableState, output: TickOutput, broadcast: Broadcast, records: RecordDownload) -> None:
        self._state = state
        self._output = output
        self._broadcast = broadcast
        self._records = records

    def finish_match(self, runner: MatchRunner) -> None:
        """End a match that is over by the rules: journal and send its result, and add it to the scores of the seated.

        The table returns to the lobby.
        """
        match = runner.match
        record = str(finished_record(runner))
        standings = tuple((standing.seat, standing.score, standing.rank) for standing in match.standings)
        self._output.add_entries(
            MatchEndedEntry(runner.number, standings, match.digest.hex(), record, runner.current_names)
        )
        helped = {seat for seat, _, _ in runner.bot_decisions()}
        for seat, score, rank in standings:
            person = self._state.seats[seat].person
            if person is not None:
                person.add_result(Result(runner.number, match.game.slug, score, rank == 1, seat in helped))
        self._return_to_lobby(runner, runner.result(), record)

    def stop_match(self, runner: MatchRunner, reason: str) -> None:
        """End a match before it is over: journal and send the `reason`; it has no result and changes no score.

        The table returns to the lobby.
        """
        self._output.add_entries(MatchAbortedEntry(runner.number, reason))
        self._broadcast.send_updates(runner)
        self._return_to_lobby(runner, MatchAborted(runner.number, reason), str(finished_record(runner)))

    def _return_to_lobby(self, runner: MatchRunner, outcome: MatchResult | MatchAborted, record: str) -> None:
        """Send the outcome of a match, offer its record, and enter the lobby.

        Nobody is ready or replaced by a stand-in bot there. The seats of people who have left and of bots that came for
        one match go to spectators who want to play, of whom the others are told.
        """
        state, broadcast = self._state, self._broadcast
        self._records.offer_record(runner.number, record)
        broadcast.send_outcome(broadcast.listeners(), outcome)
        state.end_match(outcome)
        state.has_changed = True
        spectators = state.people.spectators()
        for seat in state.seats:
            if seat.person is not None:
                seat.person.clear_absence()
                seat.person.is_ready = False
        with broadcast.announce_seat_changes():
            state.seats.clear_seats_after_match()
        state.update_totals()
        for person in spectators:
            if person.seat is not None:
                broadcast.send_notice(person, "sits down.")
