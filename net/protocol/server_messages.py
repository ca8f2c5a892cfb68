"""The messages that the host sends to a client (`ServerMessage`).

A message is sent as a list: its tag, then its fields in the order in which they are defined here. The state of the
table (`TableInfo`, `SeatsChanged`, `ClockChanged`) is in `net.protocol.table_state`.
"""

from __future__ import annotations

from typing import TypeAlias

from net.protocol.change_messages import WireChange, WirePast, WireView
from net.protocol.client_messages import Ping, Pong
from net.protocol.field_types import Line, Message, Seconds, Settings, ShortText, WholeNumber
from net.protocol.hall_messages import HallMessage
from net.protocol.table_state import ClockChanged, SeatQuestion, SeatsChanged, TableInfo


class Welcome(Message, frozen=True, tag=32):
    """The last message of a handshake, after the state of the table. `token`, a secret, brings this person back.

    `table_id` is the identifier of the table, so that the client can tell it from one that is opened at the same
    address later; `last_action_id` is the id of this person's last `Act`, for a client that does not remember it;
    `process` is the identifier of the process that runs the table, to be sent in the next `Hello`.
    """

    token: ShortText
    table_id: ShortText = ""
    last_action_id: WholeNumber = 0
    process: ShortText = ""

    def __repr__(self) -> str:
        return f"Welcome(table_id={self.table_id!r}, last_action_id={self.last_action_id})"


class OwnNameAndSeat(Message, frozen=True, tag=33):
    """The name and seat that this person has now, and whether they are the owner.

    `seat` is None for a spectator.
    """

    name: ShortText
    seat: WholeNumber | None
    is_owner: bool


class MatchSnapshot(Message, frozen=True, tag=36):
    """The whole view of a match that begins or goes on.

    `opening` holds the changes by which the match was set up; it is empty if the match has begun before. `missed` holds
    the changes while this person was away, if their client does not have the match any more. The view contains the
    changes of both already. `past` is for memory and log of a person with a seat in a match that has begun before; None
    if the match is too large or long for it (`net.table.seat_past`), and if many people have just been sent theirs.

    `match_number` is the number of the match at the table, `version` the number of changes that this audience has been
    sent, those in the view included, `game` the slug of the game, and `names` are those of the seats.
    """

    match_number: WholeNumber
    version: WholeNumber
    game: ShortText
    options: Settings
    names: tuple[ShortText, ...]
    view: WireView
    opening: tuple[WireChange, ...]
    missed: tuple[WireChange, ...] = ()
    past: WirePast | None = None


class MatchUpdate(Message, frozen=True, tag=37):
    """Changes, in order, by which a client brings its copy of a match up to date.

    `version` is the number of changes that its audience (a seat, or the spectators) has then been sent.
    """

    version: WholeNumber
    changes: tuple[WireChange, ...]


class ActionAnswered(Message, frozen=True, tag=38):
    """The answer to an `Act`: the actions of this person up to the one with this `id` need no further answer.

    `step` is how many actions the seat has taken in the match, and so the number of its next decision.
    """

    id: WholeNumber
    match_number: WholeNumber
    step: WholeNumber


class RequestRefused(Message, frozen=True, tag=39):
    """The host has refused a request, for `reason`; `id` is that of the `Act`, or 0 for another request."""

    id: WholeNumber
    reason: Line


class MatchResult(Message, frozen=True, tag=40):
    """The result of a match that is over. `bot_decisions` has (seat, decisions by a bot, all decisions) for each person
    for whom a bot has decided.

    `match_number` is the number of the match at the table. `standings` are (seat, score, rank) of each seat, best
    first, and `names` those of the seats at the end.
    """

    match_number: WholeNumber
    standings: tuple[tuple[WholeNumber, int, WholeNumber], ...]
    names: tuple[ShortText, ...]
    bot_decisions: tuple[tuple[WholeNumber, WholeNumber, WholeNumber], ...] = ()


class ChatLine(Message, frozen=True, tag=41):
    """A chat line of the person called `name`."""

    name: ShortText
    text: Line


class ConnectionFailed(Message, frozen=True, tag=42):
    """The last message of a connection, with its error: `kind` is the name of an error class of `net.errors`."""

    kind: ShortText
    reason: Line


class ActionDelayed(Message, frozen=True, tag=43):
    """The first answer to an action that is possible but counts only after `seconds`; the other answer follows then.

    `id` is that of the `Act` with the action.
    """

    id: WholeNumber
    seconds: Seconds


class TableNotice(Message, frozen=True, tag=44):
    """One sentence of the table itself about the people at it, for the log."""

    text: Line


class MatchAborted(Message, frozen=True, tag=46):
    """The match was aborted, for a `reason` in one sentence: it has no result."""

    match_number: WholeNumber
    reason: Line


class DealProgress(Message, frozen=True, tag=47):
    """The progress of the deal of a match; `stage` is the value of a `net.protocol.deal_stage.DealStage`."""

    match_number: WholeNumber
    stage: ShortText
    host_commitment: ShortText = ""
    """The host's commitment, which identifies the deal."""
    abandoned_deals: WholeNumber = 0
    """The number of deals that were abandoned before this one."""
    seal: ShortText = ""
    """The seal by which the host is bound from the stage ``reveal`` on (`core.fairness.commitments`); empty before, and
    for a deal of version 0.1 or 0.2."""
    commitments: tuple[tuple[WholeNumber, bytes], ...] = ()
    """The (seat, commitment as bytes) of every seat with a person, in the stage ``reveal``; the commitment is empty for
    a person without a part."""


class RecordPiece(Message, frozen=True, tag=48):
    """A piece of the packed record of a match: `data` begins at byte `first_byte` of all `total_bytes`.

    `data` is empty if the host has no record of the match any more.
    """

    match_number: WholeNumber
    first_byte: WholeNumber
    total_bytes: WholeNumber
    data: bytes


class SeatQuestionsChanged(Message, frozen=True, tag=52):
    """All questions that this person can answer now; before the first message of this kind there are none."""

    questions: tuple[SeatQuestion, ...]


ServerMessage: TypeAlias = (
    Welcome
    | OwnNameAndSeat
    | TableInfo
    | SeatsChanged
    | MatchSnapshot
    | MatchUpdate
    | ActionAnswered
    | RequestRefused
    | ActionDelayed
    | MatchResult
    | MatchAborted
    | ClockChanged
    | DealProgress
    | RecordPiece
    | ChatLine
    | TableNotice
    | SeatQuestionsChanged
    | ConnectionFailed
    | Ping
    | Pong
    | HallMessage
)
"""Any message that a host sends."""
