"""Snapshots of a table for the journal, and how a table is restored from them after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Final

from core.engine.record_proof import DealProof
from core.engine.rule_set import REVISION_OPTION_NAME
from net.journal.entries import Entry, PersonEntry, PersonRemovedEntry, SavedMatch, SavedSeatBot, SavedTable, TableEntry
from net.limits import MAX_PEOPLE
from net.protocol.messages import ActionAnswered
from net.security.table_secrets import DrawBytes, TableSecrets
from net.table.interned_values import intern_value
from net.table.match_start import new_runner
from net.table.person import Person, Result, Score
from net.table.presence import Presence
from net.table.record_download import RecordDownload, finished_record
from net.table.seats import Seat
from net.table.state import TableState
from net.table.take_over import former_players_after_end
from net.table.tick import NO_CONNECTION

NO_BOT_IN_SEAT: Final = SavedSeatBot()
"""The value that the journal stores for a seat without a bot."""


class SnapshotJournal:
    """Compares the table and its people with what the journal holds of them, and yields entries for the differences."""

    __slots__ = ("_people", "_state", "_table")

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._table: TableEntry | None = None
        self._people: dict[str, PersonEntry] = {}

    def assume_journalled(self, saved: SavedTable) -> None:
        """Start from what the journal holds after a restart."""
        self._table = saved.table
        self._people = {person.token: person for person in saved.people}

    def changed_entries(self) -> Iterator[Entry]:
        """Yield an entry for the table and each lasting person if they have changed since the last call.

        For a person who no longer has to outlive the process, yield a `PersonRemovedEntry`.
        """
        table = _table_entry(self._state)
        if table != self._table:
            self._table = table
            yield table
        lasting = {person.token: person for person in self._state.people if self._outlives_process(person)}
        for token, person in lasting.items():
            entry = _person_entry(person)
            if self._people.get(token) != entry:
                self._people[token] = entry
                yield entry
        for token in [token for token in self._people if token not in lasting]:
            del self._people[token]
            yield PersonRemovedEntry(token)

    def _outlives_process(self, person: Person) -> bool:
        """Return whether the next process must know this person; somebody who has only watched is a newcomer to it."""
        return person.seat is not None or bool(person.scores) or person is self._state.founder


def restore_table(
    state: TableState,
    presence: Presence,
    records: RecordDownload,
    saved: SavedTable,
    now: float,
    code: str | None,
    entropy: bytes,
    draw_bytes: DrawBytes | None,
) -> None:
    """Set up a new table, opened with the game, seats and options of the journalled table `saved`, in its old state.

    Everybody is disconnected. The grace periods of the founder and of people with seats begin; a stand-in bot plays for
    those who had left, and a person who cannot come back is given up. `code` replaces the table's code unless it is
    None. `entropy` distinguishes this host process from one whose last second was lost in a power cut; `draw_bytes` is
    the source of its secrets for deals. Raises `core.RulesError` if the match cannot be replayed.
    """
    kept = saved.table
    state.set_time(now)
    state.secrets = TableSecrets(kept.secret, kept.code if code is None else code, kept.seed, draw_bytes)
    state.secrets.set_process(kept.process, kept.boots + 1, entropy)
    state.previous_process = kept.process
    state.terms = kept.terms
    state.matches = kept.matches
    state.open_deals = kept.open_deals
    state.chosen_bot = kept.bot or state.chosen_bot
    state.banned_identities = kept.banned
    state.former_players = {seat: (match, frozenset(known)) for match, seat, known in kept.former_players}
    state.seats.restore_seats([Seat(None, chair.bot, chair.name, chair.filler) for chair in kept.chairs])
    for person in saved.people:
        _restore_person(state, person)
    state.founder = state.people.find_by_token(kept.founder)
    if saved.match is not None:
        _restore_match(state, records, saved.match, kept.options)
    for absent in state.people.disconnected.values():
        absent.changes_received_before_absence = state.changes_sent_before(inf)
    if state.active_runner is None:
        state.seats.clear_seats_after_match()  # fillers came for a match that was about to begin
    elif kept.paused:
        state.pause_match()
    state.update_totals()
    for absent in list(state.people.disconnected.values()):
        if not absent.can_resume:
            presence.give_up(absent)
        elif absent.seat is not None and absent.has_left:
            presence.end_grace_period(absent)
        elif absent.seat is not None or (absent is state.founder and not absent.has_left):
            state.people.set_grace(absent, state.time + state.terms.grace)
    state.update_clock()


def _restore_person(state: TableState, entry: PersonEntry) -> None:
    """Add a journalled person to the table: disconnected, with their seat if they had one."""
    person = Person(NO_CONNECTION, entry.name, entry.token, entry.watch, has_left=entry.left, last_action_id=entry.done)
    person.can_resume = entry.resumable
    person.matches_played = int.from_bytes(entry.played, "little")
    person.results = tuple(Result(*result) for result in entry.results)
    with_bot = dict(entry.with_bot)
    person.scores = {
        game: Score(matches, wins, points, with_bot.get(game, 0)) for game, matches, wins, points in entry.scores
    }
    state.people.keep_disconnected(person)
    state.seats.restore_person(person, entry.seat)


def _restore_match(
    state: TableState, records: RecordDownload, saved_match: SavedMatch, options: tuple[tuple[str, str], ...]
) -> None:
    """Replay the last match to its last journalled action, and restore the replies to people's last actions.

    The result and record of a match that is over are restored, too. Nothing happens if the table has been configured
    differently since. Raises `core.RulesError` if the match cannot be replayed.
    """
    began, acted = saved_match.beginning, saved_match.actions
    chosen = tuple(option for option in began.options if option[0] != REVISION_OPTION_NAME)
    if (began.game, began.seats) != (state.game.slug, len(state.seats)) or chosen != options:
        return  # the table was configured differently after that match
    state.matches = max(state.matches, 1)
    deal = DealProof.parse(began.deal) if began.deal else None
    runner = new_runner(state, began, began.seed, deal, state.time - (acted[-1].at if acted else 0.0))
    state.begin_match(runner)
    for entry in acted:
        runner.act(entry.seat, runner.match.game.parse(entry.action), entry.by, runner.started_at + entry.at)
        runner.updates.take_updates(())
        person = state.people.find_by_token(entry.person)
        if person is not None:
            person.last_action_id = max(person.last_action_id, entry.ask)
            person.last_reply = ActionAnswered(entry.ask, runner.number, runner.steps[entry.seat])
    runner.updates.restart_versions()
    at_end = () if saved_match.end is None else saved_match.end.names
    for number, name in enumerate(at_end or [seat.name for seat in state.seats]):
        if name:
            runner.set_name(number, name)
    if saved_match.end is not None:
        state.end_match(runner.result())
        records.offer_record(runner.number, saved_match.end.record or str(finished_record(runner)))


# Entries: equal ones are one object, for most have not changed

_cached_chair: Final = lru_cache(maxsize=2 * MAX_PEOPLE)(SavedSeatBot)
"""Creates a `SavedSeatBot`, or returns an equal one that exists: most seats have not changed."""
_cached_person_entry: Final = lru_cache(maxsize=2 * MAX_PEOPLE)(PersonEntry)
"""Creates a `PersonEntry`, or returns an equal one that exists: most people have not changed."""


def _table_entry(state: TableState) -> TableEntry:
    """Return the journal entry of the table as it is now."""
    secrets = state.secrets
    return TableEntry(
        secrets.secret,
        secrets.given_seed,
        secrets.code,
        state.name,
        state.game.slug,
        intern_value(tuple((name, str(value)) for name, value in state.options.items())),
        tuple(map(_chair_entry, state.seats)),
        state.terms,
        state.matches,
        "" if state.founder is None else state.founder.token,
        secrets.boots,
        secrets.process,
        state.is_paused,
        state.banned_identities,
        tuple((match, seat, tuple(sorted(known))) for seat, (match, known) in former_players_after_end(state).items()),
        state.open_deals,
        state.chosen_bot,
    )


def _chair_entry(seat: Seat) -> SavedSeatBot:
    """Return what the journal stores of a seat: the bot that has it, or `NO_BOT_IN_SEAT`."""
    return _cached_chair(seat.bot, seat.bot_name, seat.is_filler) if seat.bot_name else NO_BOT_IN_SEAT


def _person_entry(person: Person) -> PersonEntry:
    """Return the journal entry of a person as they are now."""
    return _cached_person_entry(
        person.token,
        person.name,
        person.only_watches,
        person.seat,
        person.has_left,
        tuple((game, *score[:3]) for game, score in person.scores.items()) if person.scores else (),
        person.last_action_id,
        tuple((game, score.matches_with_bot) for game, score in person.scores.items() if score.matches_with_bot),
        person.can_resume,
        person.matches_played.to_bytes((person.matches_played.bit_length() + 7) // 8, "little"),
        person.results,
    )
