"""`Client`: one person's access to a table, the interface that screens and the line mode use.

A `Client` is the same for a table in this process and for one on another machine. Its methods send requests to the
host; their results, refusals included, arrive as events (`net.client.events`), in order, on the event
loop.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from core import Action, Change, Standing, View
from core.engine.memory import Memory
from net.client.events import Event, MatchEnded, VerificationResult
from net.client.shown_match import MatchPast
from net.limits import MAX_CHAT_CELLS
from net.protocol.messages import (
    AddBot,
    AnswerSeatQuestion,
    ClientMessage,
    Configure,
    EndMatch,
    HandOver,
    Kick,
    Pause,
    PlayOnFast,
    Ready,
    RemoveBot,
    ReplaceAbsent,
    SendChat,
    SetTerms,
    Sit,
    Stand,
    Start,
    SwapSeats,
)
from net.protocol.sanitize import clean_text
from net.protocol.table_state import SeatQuestion, ShownClock, TableInfo, Terms


class Client(ABC):
    """One person's access to a table.

    `name`: the person's name at this table; `seat`: their seat (None: spectator); `is_owner`: whether they administer
    the table; `table`, `view`, `clock`: the latest state of the table, of the match and of the decision clock, each
    None until the host has sent one; `seat_names`: the name of the person or bot in each seat when the match began, or,
    once it is over, when it ended; `muted_names`: the names whose chat is hidden; `can_resume`: False for a person who
    cannot return to a seat after leaving it; `questions`: those that this person can answer now, the oldest first;
    `missed_changes`: the changes of the match while this person was away, which `view` contains already (`MatchBegan`);
    `standings`: the result of the match in `view`, best first, empty before its end; `match_end` and `verdict`: the
    events that have reported the end of that match and the verdict on it, None before them and after `put_result_away`;
    `is_remote`: whether the host is another program, which may lie.
    """

    name: str
    seat: int | None
    is_owner: bool
    table: TableInfo | None
    view: View | None
    seat_names: tuple[str, ...]
    clock: ShownClock | None = None
    muted_names: frozenset[str] = frozenset()
    can_resume: bool = True
    is_remote: bool = False
    questions: tuple[SeatQuestion, ...] = ()
    missed_changes: tuple[Change, ...] = ()
    standings: tuple[Standing, ...] = ()
    match_end: MatchEnded | None = None
    verdict: VerificationResult | None = None

    def table_time(self) -> float:
        """Return the table's time, in seconds from an arbitrary zero, which stands still while the table is paused.

        `ShownClock.end_time` and `SeatInfo.away_until` are times of this clock.
        """
        return 0.0

    @property
    def past(self) -> MatchPast | None:
        """What this person has been shown of the match before `view`; None before a match, and if it is not known."""
        return None

    @property
    def memory(self) -> Memory | None:
        """The memory of the seat in the match in `view`, for hints; None for a spectator or before a match."""
        return None

    @property
    def awaits_answer(self) -> bool:
        """Whether the host has neither carried out nor refused this person's latest action yet."""
        return False

    @property
    def is_checking_match(self) -> bool:
        """Whether a match that is over is being checked, so that a `VerificationResult` follows."""
        return False

    def put_result_away(self) -> None:
        """Clear `match_end` and `verdict`, because the person has left the result of the match."""
        self.match_end = self.verdict = None

    def mute_person(self, name: str, is_muted: bool = True) -> None:
        """Hide the chat of a person if `is_muted`, else show it again; the host is not told."""
        self.muted_names = self.muted_names | {name} if is_muted else self.muted_names - {name}

    def dismiss_stand_in(self) -> None:
        """Ask the host to stop the stand-in bot that plays for this person; does nothing if none plays."""
        table, seat = self.table, self.seat
        if table is not None and seat is not None and seat < len(table.seats) and table.seats[seat].stand_in:
            self.set_ready(table.seats[seat].is_ready)

    @abstractmethod
    def set_listener(self, listener: Callable[[Event], None]) -> None:
        """Set the listener, which is called with every later event; a second call replaces the first listener.

        The current state is in `table`, `view` and `seat_names`. Of the earlier events only notices and the loss of the
        host are buffered and reported to the first listener.
        """

    @abstractmethod
    def send_action(self, action: Action) -> None:
        """Ask the host to execute an action of this person in the match; refused without a match."""

    @abstractmethod
    async def close(self) -> None:
        """Leave the table, or only disconnect if this client keeps its seat; no more events are reported."""

    async def drop_connection(self) -> None:
        """Disconnect like a broken connection, where the person can come back; by default it closes the client."""
        await self.close()

    @abstractmethod
    def _send(self, message: ClientMessage) -> None:
        """Send one message to the host; does nothing while there is no connection."""

    # Requests of any member

    def take_seat(self, seat: int | None = None) -> None:
        """Take a free seat, by default the first one.

        Between matches a seated person can also swap seats with a bot. A spectator may take over the seat of
        a bot if the table's terms allow it; during a match another `MatchBegan` follows.
        """
        self._send(Sit(seat))

    def leave_seat(self) -> None:
        """Leave the seat and become a spectator."""
        self._send(Stand())

    def swap_seats(self, seat: int, other_seat: int) -> None:
        """Ask to swap the people or bots of these two seats (between matches).

        The owner can move anybody. For other people one of the seats must be their own, and the person in the other
        seat is asked.
        """
        self._send(SwapSeats(seat, other_seat))

    def answer_question(self, question: SeatQuestion, agrees: bool) -> None:
        """Agree to one of `questions`, or refuse it."""
        self._send(AnswerSeatQuestion(question, agrees))

    def set_ready(self, is_ready: bool = True) -> None:
        """Set whether this person is ready for the next match, which every client shows."""
        self._send(Ready(is_ready))

    def send_chat(self, text: str) -> None:
        """Send a line of chat to all clients of the table; a blank line is not sent."""
        line = clean_text(text, MAX_CHAT_CELLS)
        if line:
            self._send(SendChat(line))

    def play_on_fast(self) -> None:
        """Make the bots decide fast until a bot gets or leaves a seat or the match ends.

        Refused while a person decides in the match, or without a match.
        """
        self._send(PlayOnFast())

    # Requests of the owner

    def configure_table(self, game: str, seats: int, options: Mapping[str, object]) -> None:
        """Set the table's game, number of seats and options (owner only, between matches)."""
        settings = {
            name: value if isinstance(value, bool | int | str) else str(value) for name, value in options.items()
        }
        self._send(Configure(game, seats, settings))

    def add_bot(self, bot: str = "", seat: int | None = None) -> None:
        """Fill a free seat with a bot (owner only).

        `bot`: the name of the bot, by default the best one of the game; `seat`: by default the first free one.
        """
        self._send(AddBot(bot, seat))

    def remove_bot(self, seat: int) -> None:
        """Free the seat of a bot (owner only)."""
        self._send(RemoveBot(seat))

    def start_match(self) -> None:
        """Start a match (owner only); free seats are filled with bots.

        The next match has the same people in the same seats and the same options, unless they are changed in between.
        """
        self._send(Start())

    def set_terms(self, terms: Terms) -> None:
        """Set how the table is run, whatever game it plays (owner only, also during a match).

        The terms are the time for a decision, the grace period, and whether spectators may take over bots' seats. The
        rules of a game are set by its options, see `configure_table`. A new time applies from the next decision on.
        """
        self._send(SetTerms(terms))

    def kick_person(self, name: str) -> None:
        """Remove a person from the table, seated or spectator (owner only).

        Their token is void afterwards. In a match a bot takes over their seat for good.
        """
        self._send(Kick(name))

    def pause_match(self, is_paused: bool = True) -> None:
        """Pause the match with all its clocks and grace periods if `is_paused`, else resume it (owner only)."""
        self._send(Pause(is_paused))

    def give_seat_to_bot(self, seat: int, bot: str = "") -> None:
        """Give the seat of an absent person to a bot for good (owner only).

        `bot` is the name of the bot, by default the best one of the game.
        """
        self._send(ReplaceAbsent(seat, bot))

    def end_match(self) -> None:
        """Abort the match (owner only); it is not counted in the totals."""
        self._send(EndMatch())

    def make_owner(self, name: str) -> None:
        """Make another person who is present the owner of the table (owner only).

        The person at the host's own machine can make themselves its owner again at any time, by their own `name`.
        """
        self._send(HandOver(name))
