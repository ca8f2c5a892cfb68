"""The messages that a client sends to the host (`ClientMessage`).

A message is sent as a list: its tag, then its fields in the order in which they are defined here. Fields with a default
may be left out at the end.
"""

from __future__ import annotations

from typing import TypeAlias

from net.protocol.field_types import Line, Message, OfferedTokens, Settings, ShortText, WholeNumber
from net.protocol.hall_messages import HallRequest
from net.protocol.table_state import SeatQuestion, Terms


class Hello(Message, frozen=True, tag=0):
    """The first message of a client. `token` is that of an earlier `Welcome`, or empty.

    `other_tokens` are those of earlier `Welcome`s for other tables of the same host: the host takes the first token
    that belongs to somebody at the table that it runs now. A person who is not `resumable` cannot come back to their
    seat, because their token is lost with the connection. With `watch` the person wants no seat.

    A client that reconnects also sends what it has of the match: its `match_number` (0: nothing), the `version` of its
    copy, the `seat` whose view that is (None: a spectator's), and the `process` of the host that sent it. If the copy
    is recent enough, the host sends the changes since then, else a snapshot.

    At a club `club_table` is the number of the table to join, and one of the tokens is that of the `HallWelcome`; 0 is
    the hall. A host of one table knows no other number than 0.

    `tokens_of_other_names` are those that the same program has got for other names. They let nobody in, and say only
    that a club which has sent one of these people away has sent this one away.

    `code` is the secret part of the code of the table or the club, "" if the person has none. `protocol` is the version
    of the protocol that the client speaks (`PROTOCOL_VERSION`).
    """

    protocol: WholeNumber
    name: ShortText
    code: ShortText = ""
    watch: bool = False
    token: ShortText = ""
    match_number: WholeNumber = 0
    version: WholeNumber = 0
    seat: WholeNumber | None = None
    process: ShortText = ""
    other_tokens: OfferedTokens = ()
    resumable: bool = True
    club_table: WholeNumber = 0
    tokens_of_other_names: OfferedTokens = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """All tokens that the client offers: `token`, unless it is empty, then `other_tokens`."""
        return (self.token, *self.other_tokens) if self.token else self.other_tokens

    def __repr__(self) -> str:
        match = f"match_number={self.match_number}, version={self.version}, seat={self.seat}"
        return f"Hello({self.name!r}, watch={self.watch}, {match})"


class Act(Message, frozen=True, tag=1):
    """Request to do an action, in its text form, as the answer to one decision.

    Answered by `ActionAnswered` or `RequestRefused`, before that perhaps by `ActionDelayed`. `id` counts this person's
    `Act` messages, from 1. `match_number` and `step` (how many actions the seat has taken in that match) name the
    decision, so that neither a duplicate nor a late message can answer another one. `version` is that of the client's
    copy of the match: the host refuses an answer to a decision that arose in a later version.
    """

    id: WholeNumber
    match_number: WholeNumber
    step: WholeNumber
    action: ShortText
    version: WholeNumber | None = None


class Sit(Message, frozen=True, tag=2):
    """Request for the seat `seat`, counted from 0, or for the first free seat if it is None.

    The seat of a bot may be taken too, if the table's terms allow it.
    """

    seat: WholeNumber | None = None


class Stand(Message, frozen=True, tag=3):
    """Request to leave the seat and become a spectator."""


class Configure(Message, frozen=True, tag=4):
    """Request to set the table's game, number of seats and options."""

    game: ShortText
    seats: WholeNumber
    options: Settings


class AddBot(Message, frozen=True, tag=5):
    """Request to give a free seat to a bot: by default the first free seat, and the usual bot of the table.

    `seat` is None for the first free seat.
    """

    bot: ShortText = ""
    seat: WholeNumber | None = None


class RemoveBot(Message, frozen=True, tag=6):
    """Request to free a seat that a bot has."""

    seat: WholeNumber


class Start(Message, frozen=True, tag=7):
    """Request to start a match."""


class SendChat(Message, frozen=True, tag=8):
    """Request to send a chat line to everybody at the table."""

    text: Line


class RequestSnapshot(Message, frozen=True, tag=9):
    """Request for a `MatchSnapshot`, because a `MatchUpdate` does not fit the client's replica."""


class Bye(Message, frozen=True, tag=10):
    """Notice that this person leaves the table; with `for_good` the token is no longer valid, so that in a match a bot
    gets the seat."""

    for_good: bool = False


class Ping(Message, frozen=True, tag=11):
    """Request for a `Pong`; either end may send it."""


class Pong(Message, frozen=True, tag=12):
    """The answer to a `Ping`."""


class Ready(Message, frozen=True, tag=13):
    """Notice that this person is ready for the next match (`is_ready`), or not."""

    is_ready: bool


class Kick(Message, frozen=True, tag=14):
    """Request to remove a person from the table for good, by name; in a match a bot takes over their seat."""

    name: ShortText


class Pause(Message, frozen=True, tag=15):
    """Request to pause the match (`is_paused`), or to resume it."""

    is_paused: bool


class ReplaceAbsent(Message, frozen=True, tag=16):
    """Request to give the seat of a person who is away to a bot for good: the usual one of the table, or the one
    named."""

    seat: WholeNumber
    bot: ShortText = ""


class EndMatch(Message, frozen=True, tag=17):
    """Request to abort the match: it has no result."""


class HandOver(Message, frozen=True, tag=18):
    """Request to make somebody else the owner of the table, by name; the person at the host's machine may name
    themselves."""

    name: ShortText


class SetTerms(Message, frozen=True, tag=19):
    """Request to set the terms of the table, by which it is run in any game."""

    terms: Terms


class Commit(Message, frozen=True, tag=20):
    """The commitment (hash) of this person's secret for the deal of the match with this number, in hexadecimal
    (`core.fairness`).

    `host_commitment` is the host's own commitment, which identifies the deal.
    """

    match_number: WholeNumber
    host_commitment: ShortText
    commitment: ShortText


class Reveal(Message, frozen=True, tag=21):
    """The secret whose commitment was sent with `Commit` for the same deal, in hexadecimal.

    `match_number` is the number of the match at the table, and `host_commitment` the host's commitment, which
    identifies the deal.
    """

    match_number: WholeNumber
    host_commitment: ShortText
    secret: ShortText


class RequestRecord(Message, frozen=True, tag=22):
    """Request for a piece of the packed record of a finished match, from the byte `first_byte` on, to verify it."""

    match_number: WholeNumber
    first_byte: WholeNumber


class PlayOnFast(Message, frozen=True, tag=23):
    """Request that bots decide fast until a bot gets or leaves a seat, or the match ends; refused while people
    decide."""


class SwapSeats(Message, frozen=True, tag=26):
    """Request to swap the people or bots of two seats; unless the owner asks for it, the person in the other seat must
    agree."""

    seat: WholeNumber
    other_seat: WholeNumber


class AnswerSeatQuestion(Message, frozen=True, tag=27):
    """The answer to a `SeatQuestion`: yes (`agrees`) or no."""

    question: SeatQuestion
    agrees: bool


OwnerRequest: TypeAlias = (
    Configure | AddBot | RemoveBot | Start | Kick | Pause | ReplaceAbsent | EndMatch | HandOver | SetTerms
)
"""Any request that only the owner of a table may make."""

ClientMessage: TypeAlias = (
    Hello
    | Act
    | Sit
    | Stand
    | Ready
    | SendChat
    | RequestSnapshot
    | Bye
    | Ping
    | Pong
    | Commit
    | Reveal
    | RequestRecord
    | PlayOnFast
    | SwapSeats
    | AnswerSeatQuestion
    | OwnerRequest
    | HallRequest
)
"""Any message that a client sends."""
