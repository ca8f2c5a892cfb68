"""What every client does with what its host tells, whatever carries it: no socket, no loop, no clock here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import structs

from core import Action, Standing
from net.client.events import (
    ClockSet,
    Event,
    HeldBack,
    Lost,
    MatchBegan,
    MatchEnded,
    MatchStopped,
    Noticed,
    Played,
    Refused,
    Said,
    TableChanged,
)
from net.client.match_replica import MatchReplica
from net.client.requests import ClientRequests
from net.client.table_replica import received_table, with_seats
from net.client.verifier import FairnessVerifier
from net.errors import NetError, received_error
from net.limits import CHAT_CELLS, NAME_CELLS, NOTICES_AT_ONCE, PROTOCOL, REASON_CELLS
from net.protocol.messages import (
    Act,
    ActionAnswered,
    ActionDelayed,
    ChatLine,
    ConnectionFailed,
    DealProgress,
    Hello,
    MatchAborted,
    MatchResult,
    MatchSnapshot,
    MatchUpdate,
    RecordPiece,
    RequestRefused,
    RequestSnapshot,
    ServerMessage,
    TableNotice,
    Welcome,
    YourPlace,
)
from net.protocol.pausable_clock import PausableClock
from net.protocol.sanitize import clean
from net.protocol.table_state import Clock, ClockChanged, SeatsChanged, TableInfo

NEVER: Final = -1


def nothing() -> None:
    """Do nothing when the host says welcome."""


def ignore(what: object) -> None:
    """Do nothing about an event that nobody listens to any more, or about a failure that ends the link anyway."""


class ClientSession(ClientRequests):
    """One person's end of a table, but for how messages come and go.

    A link fills in `_say` (one message to the host), calls `hear` with every message from it, and `lose` when
    it is gone for good. `hear` raises `net.errors.Malformed` for what no honest host says. `token` is the secret
    that brings this person back to their seat, also from another program; one that the table does not know is
    that of a newcomer. What knows a clock fills in `time`, in seconds from whenever it likes; what knows chance
    gives the `notary` some, or this end takes no part in fair deals.
    """

    def __init__(self, name: str, code: str = "", watch: bool = False, token: str = "") -> None:
        self.name = name
        self.seat = None
        self.owner = False
        self.table: TableInfo | None = None
        self.view = None
        self.names = ()
        self.standings: tuple[Standing, ...] = ()
        self._code = code
        self._watch = watch
        self.token = token
        self._table_id = ""
        self._mirror: MatchReplica | None = None
        self._over = NEVER
        self._process = ""
        self._decision = (NEVER, 0)
        self._goes_on = False
        self._last_id = 0
        self._unanswered: Act | None = None
        self._listener: Callable[[Event], None] | None = None
        self._unheard: list[Noticed] = []
        self._lost: Lost | None = None
        self._standstill = PausableClock()
        self.notary = FairnessVerifier(self._say, self._emit, self._at_leisure)
        self.welcomed: Callable[[], None] = nothing
        self.failed: Callable[[NetError], None] = ignore

    def _at_leisure(self, work: Iterator[None]) -> None:
        """Do some long work; what has a loop does it bit by bit, and lets other things happen between."""
        for _ in work:
            pass

    def time(self) -> float:
        """Return the time in seconds, by which this end tells how much of a clock is left."""
        return 0.0

    def now(self) -> float:
        return self._standstill.read(self.time())

    # What a person asks for

    def listen(self, listener: Callable[[Event], None]) -> None:
        self._listener = listener
        unheard, self._unheard = self._unheard, []
        for notice in unheard:
            listener(notice)
        if self._lost is not None:
            listener(self._lost)

    def act(self, action: Action) -> None:
        match = self._mirror.match if self._mirror is not None else NEVER
        if match == NEVER:
            self._emit(Refused("No match is being played now."))
            return
        step = self._decision[1] if self._decision[0] == match else 0
        version = self._mirror.version if self._mirror is not None else 0
        waiting = self._unanswered
        if waiting is not None and (waiting.match, waiting.step, waiting.action) == (match, step, str(action)):
            return
        self._last_id += 1
        self._unanswered = Act(self._last_id, match, step, str(action), version)
        self._say(self._unanswered)

    @property
    def unanswered(self) -> bool:
        return self._unanswered is not None

    # What the host says

    def hello(self) -> Hello:
        """Return how this end introduces itself, the first time and when it comes back.

        It says what it has also of a match that is over: a power cut may have undone the end that was told.
        """
        self.notary.arrive()
        hello = Hello(PROTOCOL, clean(self.name, NAME_CELLS), self._code, self._watch, self.token)
        mirror = self._mirror
        if mirror is None:
            return hello
        return structs.replace(
            hello, match=mirror.match, version=mirror.version, seat=mirror.view.seat, process=self._process
        )

    def hear(self, message: ServerMessage) -> None:
        """Take in one message and say what it means as an event."""
        match message:
            case MatchUpdate():
                self._update(message)
            case ActionAnswered(id, match, step):
                self.notary.did(self.seat, self._unanswered, id, step)
                self._decision = (match, step)
                self._answered(id)
            case RequestRefused(id, reason):
                self._answered(id)
                self._emit(Refused(clean(reason, REASON_CELLS)))
            case ActionDelayed(_, seconds):
                self._emit(HeldBack(seconds))
            case TableInfo() | SeatsChanged():
                self._see(message)
            case YourPlace(name, seat, owner):
                self.name, self.seat, self.owner = clean(name, NAME_CELLS), seat, owner
            case MatchSnapshot():
                self._begin(message)
            case MatchResult():
                self._end(message)
            case MatchAborted(match, reason):
                if match != self._over:
                    self._over, self._mirror = match, None
                    self._emit(MatchStopped(clean(reason, REASON_CELLS)))
                    self.notary.ended(match, None)
            case DealProgress():
                self.notary.deal(message, self._table_id, self.table, self.seat)
            case RecordPiece():
                self.notary.piece(message)
            case ClockChanged(clock):
                self._set_clock(clock)
            case ChatLine(name, text):
                if clean(name, NAME_CELLS) not in self.muted:
                    self._emit(Said(clean(name, NAME_CELLS), clean(text, CHAT_CELLS)))
            case TableNotice(text):
                self._notice(Noticed(clean(text, REASON_CELLS)))
            case Welcome(token, table, done, process):
                self.token, self._table_id, self._process = token, table, process
                self._last_id = max(self._last_id, done)
                self._set_clock(None)
                self._resend()
                self.notary.welcomed(process)
                self.welcomed()
            case ConnectionFailed(kind, reason):
                self.failed(received_error(kind, clean(reason, REASON_CELLS)))
            case _:
                pass

    def lose(self, reason: str) -> None:
        """Tell the person, once, that the host is gone for good."""
        if self._lost is None:
            self._lost = Lost(reason)
            self._emit(self._lost)

    def _forget(self) -> None:
        """Let go of everything that another table has told."""
        self.view = None
        self.names = ()
        self.standings = ()
        self._mirror = None
        self._over = NEVER
        self._process = ""
        self.notary.forget()
        self._decision = (NEVER, 0)
        self._unanswered = None

    def _begin(self, begin: MatchSnapshot) -> None:
        before = self._mirror if self._goes_on else None
        self._mirror = mirror = MatchReplica(begin, self.seat)
        self._goes_on, self._over = True, NEVER
        known = before is not None and before.like(mirror)
        self.notary.begin(mirror)
        self.view = mirror.view
        self.names = tuple(clean(name, NAME_CELLS) for name in mirror.names)
        self.standings = ()
        if known:
            self._emit(Played((), mirror.view))
        else:
            self._emit(MatchBegan(mirror.view, self.names, mirror.opening))

    def _update(self, update: MatchUpdate) -> None:
        if self._mirror is None:
            self._say(RequestSnapshot())
            return
        changes = self._mirror.apply(update)
        if changes is None:
            self._say(RequestSnapshot())
            return
        self.view = self._mirror.view
        self.notary.told(changes)
        self._emit(Played(changes, self.view))

    def _end(self, ended: MatchResult) -> None:
        if ended.match == self._over:
            return
        self._over = ended.match
        self.standings = tuple(Standing(*standing) for standing in ended.standings)
        names = tuple(clean(name, NAME_CELLS) for name in ended.names)
        self._emit(MatchEnded(self.standings, names))
        self.notary.ended(ended.match, self.standings)

    def _see(self, news: TableInfo | SeatsChanged) -> None:
        """Take in how the table is now; its clocks and ours stand still together."""
        now = self.now()
        self.table = received_table(news, now) if isinstance(news, TableInfo) else with_seats(self.table, news, now)
        if self.table.phase == "lobby":  # whatever match comes next begins, even if it has the number of a lost one
            self._goes_on, self._decision = False, (NEVER, 0)
        if self.table.paused:
            self._standstill.stop(self.time())
        else:
            self._standstill.go_on(self.time())
        self._emit(TableChanged(self.table))

    def _set_clock(self, clock: Clock | None) -> None:
        before = self.clock
        self.clock = clock.absolute(self.now()) if clock is not None and clock.total else None
        if self.clock != before:
            self._emit(ClockSet(self.clock))

    def _notice(self, notice: Noticed) -> None:
        """Pass on what the table noticed, or keep the last of it until somebody listens."""
        if self._listener is None:
            self._unheard = [*self._unheard, notice][-NOTICES_AT_ONCE:]
        self._emit(notice)

    def _answered(self, id: int) -> None:
        if self._unanswered is not None and id >= self._unanswered.id:
            self._unanswered = None

    def _resend(self) -> None:
        """Say again what was not answered when the link broke; what was done after all is answered from the record."""
        if self._unanswered is not None:
            self._say(self._unanswered)

    def _emit(self, event: Event) -> None:
        if self._listener is not None:
            self._listener(event)
