"""The state of a table: its people, seats, settings, match and clock, and the phase that it is in.

Every change of phase goes through one of five methods of `TableState`, and `NEXT_PHASES_BY_PHASE` lists all that are
allowed::

    LOBBY, DEALING --begin_deal-------> DEALING
    LOBBY, DEALING --begin_match------> PLAYING
    PLAYING --------pause_match-------> PAUSED
    PAUSED ---------resume_match------> PLAYING
    PLAYING, PAUSED --end_match-------> LOBBY
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from enum import Enum
from typing import Final

from net.limits import MAX_NAME_CELLS, MAX_PEOPLE_IN_TOTALS_SENT, MAX_SPECTATORS_NAMED
from net.protocol.messages import MatchAborted, MatchResult
from net.protocol.pausable_clock import PausableClock
from net.protocol.sanitize import clean_text, name_key
from net.protocol.table_state import TableInfo, Terms, Total, plain_settings
from net.security.table_secrets import TableSecrets
from net.table.commit_reveal import CommitReveal
from net.table.match_runner import MatchRunner
from net.table.people import People
from net.table.person import Person, Score
from net.table.seats import Seats, default_bot
from net.table.spec import TableSpec
from net.table.tick import NO_CONNECTION


class ImpossibleRequest(Exception):
    """Raised when a request is not possible now; the text says why, in one sentence. Nothing has changed."""


class TablePhase(Enum):
    """The phase of a table: the lobby, the deal or the play of a match, or a pause."""

    LOBBY = "lobby"
    """No match: people choose seats and settings, and look at the result of the last match."""

    DEALING = "dealing"
    """A match has been started, and host and people are fixing its seed together by commit-reveal."""

    PLAYING = "playing"
    """A match is being played."""

    PAUSED = "paused"
    """The owner has paused the match: the clock of the table stands still, and no action is accepted."""


NEXT_PHASES_BY_PHASE: Final[Mapping[TablePhase, frozenset[TablePhase]]] = {
    TablePhase.LOBBY: frozenset({TablePhase.DEALING, TablePhase.PLAYING}),
    TablePhase.DEALING: frozenset({TablePhase.DEALING, TablePhase.PLAYING}),
    TablePhase.PLAYING: frozenset({TablePhase.PAUSED, TablePhase.LOBBY}),
    TablePhase.PAUSED: frozenset({TablePhase.PLAYING, TablePhase.LOBBY}),
}
"""Maps each phase of a table to the phases that may follow it."""


class TableState:
    """Everything that is true at one table. It sends nothing and journals nothing.

    `deal` is the commit-reveal of the match that is being dealt. `runner` runs the match that is being played, or
    holds the last one that was played to its end until the game is changed. `outcome` is how the last match ended.
    `matches` is how many have begun, `totals` the scores of everybody, best first. `open_deals` is how many deals have
    been sealed since a match was last played to its end: all but the last of them were abandoned.

    `host_person` is the person who sits at the machine that the table runs on and joined by `host_connection`, or
    None. They cannot be kicked, and can make themselves the owner again at any time.
    `former_players` has, for each seat that people have left during a match, (number of the match, keyed hashes of
    their identities); see `net.table.take_over`.
    `expected_founder` is the key of the person who will be the founder, also if others join before; empty: the first.
    `no_match_reason` is why no match may begin any more, because the host is going to end; empty: it may.
    `chosen_bot` is the last of the bots that the table was opened with, whatever its game was then.
    `banned_identities` are the tokens of people who were sent away, and hashes of their addresses and SSH keys.
    `previous_process` is the id of the host process that ran this table before a restart. `now` is the real time in
    seconds and `time` the table's time, by which clocks, grace periods and bots go; it stands still while the match
    does (`stands_still`). `has_changed` is true if the table or its people may differ from what was last sent and
    journalled.
    """

    __slots__ = (
        "_phase",
        "address",
        "banned_identities",
        "chosen_bot",
        "clock",
        "deal",
        "expected_founder",
        "former_players",
        "game",
        "has_changed",
        "host_connection",
        "host_person",
        "matches",
        "name",
        "no_match_reason",
        "now",
        "open_deals",
        "options",
        "outcome",
        "pace",
        "people",
        "people_begin",
        "previous_process",
        "runner",
        "seats",
        "secrets",
        "terms",
        "time",
        "totals",
        "web_encrypted",
        "web_port",
    )

    def __init__(self, spec: TableSpec, secrets: TableSecrets) -> None:
        self.name = clean_text(spec.name, MAX_NAME_CELLS)
        self.game = spec.game
        self.options = spec.game.settings(spec.seats, spec.options)
        self.terms = Terms()
        self.pace, self.people_begin = spec.pace, spec.people_begin
        self.address = spec.address
        self.web_port, self.web_encrypted = 0, False
        self.secrets = secrets
        self.previous_process = ""
        self.expected_founder = spec.founder
        self.no_match_reason = ""

        self.people = People()
        self.seats = Seats(self.people, spec.seats)
        self.host_person: Person | None = None
        self.host_connection = NO_CONNECTION
        self.banned_identities: tuple[str, ...] = ()
        self.former_players: dict[int, tuple[int, frozenset[str]]] = {}
        kinds = [kind for kind in spec.bot_kinds if kind in spec.game.bot_names] or [default_bot(spec.game)]
        self.chosen_bot = kinds[-1]
        for number, seat in enumerate(range(spec.seats - min(spec.bots, spec.seats), spec.seats)):
            self.seats.seat_bot(seat, kinds[number % len(kinds)])

        self.deal: CommitReveal | None = None
        self.runner: MatchRunner | None = None
        self.outcome: MatchResult | MatchAborted | None = None
        self.matches = 0
        self.open_deals = 0
        self.totals: tuple[Total, ...] = ()

        self.now = 0.0
        self.time = 0.0
        self.clock = PausableClock()
        self.has_changed = False
        self._phase = TablePhase.LOBBY

    @property
    def table_bot(self) -> str:
        """The bot that gets a seat if no other is named: the last of the bots with which the table was opened.

        If that bot does not play the present game, it is the usual bot of the game.
        """
        return self.chosen_bot if self.chosen_bot in self.game.bot_names else default_bot(self.game)

    # The phase

    @property
    def phase(self) -> TablePhase:
        """The present phase; only the five methods that begin, pause, resume and end a deal or a match change it."""
        return self._phase

    def _enter_phase(self, phase: TablePhase) -> None:
        """Enter a phase that `NEXT_PHASES_BY_PHASE` allows after the present one; raises `AssertionError` for any
        other."""
        if phase not in NEXT_PHASES_BY_PHASE[self._phase]:
            raise AssertionError(f"A table cannot go from {self._phase.value} to {phase.value}.")
        self._phase = phase

    def begin_deal(self, deal: CommitReveal) -> None:
        """Begin the commit-reveal by which host and people fix the seed of the next match, perhaps again after an
        earlier deal."""
        self._enter_phase(TablePhase.DEALING)
        self.deal = deal

    def begin_match(self, runner: MatchRunner) -> None:
        """Begin to play a match, which `runner` runs."""
        self._enter_phase(TablePhase.PLAYING)
        self.deal = None
        self.runner = runner
        self.outcome = None

    def pause_match(self) -> None:
        """Pause the match, and stop the clock of the table."""
        self._enter_phase(TablePhase.PAUSED)
        self.update_clock()

    def resume_match(self) -> None:
        """Resume the match: the clock of the table continues from where it stood."""
        self._enter_phase(TablePhase.PLAYING)
        self.update_clock()

    def end_match(self, outcome: MatchResult | MatchAborted) -> None:
        """Return to the lobby. A match that was played to its end stays in `runner`, a stopped one does not.

        After a match that was played to its end no deal is open.
        """
        self._enter_phase(TablePhase.LOBBY)
        if isinstance(outcome, MatchAborted):
            self.runner = None
        else:
            self.open_deals = 0
        self.outcome = outcome
        self.update_clock()

    @property
    def active_runner(self) -> MatchRunner | None:
        """The runner of the match that is being played, paused or not; None between matches."""
        return self.runner if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED) else None

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused."""
        return self._phase is TablePhase.PAUSED

    @property
    def is_deserted(self) -> bool:
        """Whether a match is being played and no player is present.

        That is so if all people are disconnected or idle, or if only spectators are present and stand-in bots play for
        all players. A match in which no person has a seat goes on while a spectator is present.
        """
        if self.active_runner is None:
            return False
        return all(person.is_idle for person in self.people.connected.values()) or self.seats.are_all_players_replaced

    @property
    def stands_still(self) -> bool:
        """Whether neither clocks nor bots act in the match: it is paused, or no player is present."""
        return self.is_paused or self.is_deserted

    def require_lobby(self, refusal: str) -> None:
        """Raise `ImpossibleRequest` with the reason `refusal` if the table is not in the lobby."""
        if self.active_runner is not None:
            raise ImpossibleRequest(refusal)
        if self._phase is not TablePhase.LOBBY:
            raise ImpossibleRequest("The match begins in a moment.")

    # Time

    def set_time(self, now: float) -> None:
        """Set the real time, and the time of the table that follows from it."""
        self.now = now
        self.time = self.clock.table_time(now)

    def update_clock(self) -> None:
        """Stop the clock of the table if the match stands still, else start it.

        Call it after every change that may make the match stand still or go on.
        """
        if self.stands_still:
            self.clock.pause(self.now)
        else:
            self.clock.resume(self.now)
        self.set_time(self.now)

    def changes_sent_before(self, time: float) -> tuple[int, int]:
        """Return (match, changes): the number of the latest match, and how many of its changes were sent before `time`.

        `time` is a table time, or infinity for now. Returns (0, 0) if there is no match.
        """
        return (0, 0) if self.runner is None else (self.runner.number, self.runner.updates.changes_sent_before(time))

    # People

    @property
    def owner(self) -> Person | None:
        """The person who administers the table now: the founder, or else the person who has been connected longest.

        None if nobody is connected.
        """
        connected = self.people.connected
        if self.founder is not None and self.founder.connection in connected:
            return self.founder
        return next(iter(connected.values()), None)

    @property
    def founder(self) -> Person | None:
        """The person to whom the table belongs: the first who joined, or to whom it was handed over; None before."""
        return self.people.founder

    @founder.setter
    def founder(self, person: Person | None) -> None:
        self.people.founder = person

    @property
    def missing_founder(self) -> Person | None:
        """The founder, while the owner only stands in for them; None if the owner is the founder or `host_person`."""
        owner = self.owner
        return None if owner is None or owner in (self.founder, self.host_person) else self.founder

    def update_totals(self) -> None:
        """Set `totals` to the first `MAX_PEOPLE_IN_TOTALS_SENT` of everybody's scores: by wins, then by points in the
        table's game.

        People whose names look the same count as one: somebody may leave and join again without their token.
        """
        names: dict[str, str] = {}
        scores: dict[str, list[Score]] = defaultdict(list)
        for person in self.people:
            if person.scores:
                names[name_key(person.name)] = person.name
                scores[name_key(person.name)].append(person.total_score(self.game.slug))
        totals = [Total(names[look], *map(sum, zip(*scores[look], strict=True))) for look in names]
        totals.sort(key=lambda total: (-total.wins, -total.points, total.name))
        self.totals = tuple(totals[:MAX_PEOPLE_IN_TOTALS_SENT])

    # What everybody may know

    def info(self) -> TableInfo:
        """Return the table as everybody at it may know it."""
        spectators, owner = self.people.spectators(), self.owner
        return TableInfo(
            self.name or self.game.title,
            self.game.slug,
            plain_settings(self.options),
            self.seats.seat_infos(),
            tuple(person.name for person in spectators[:MAX_SPECTATORS_NAMED]),
            "lobby" if self.active_runner is None else "playing",
            self.matches,
            self.address,
            None if owner is None else owner.seat,
            len(spectators),
            self.terms,
            self.is_paused,
            self.totals,
            "" if owner is None else owner.name,
            self.is_deserted,
            "" if self.host_person is None else self.host_person.name,
            "" if self.missing_founder is None else self.missing_founder.name,
            self.web_port,
            self.web_encrypted,
        )
