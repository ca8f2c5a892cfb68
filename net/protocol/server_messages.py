"""What the host says to a person's end."""

from __future__ import annotations

from typing import TypeAlias

from net.protocol.change_messages import WireChange, WireView
from net.protocol.client_messages import Ping, Pong
from net.protocol.fields import Line, Message, Seconds, Settings, Small, Word
from net.protocol.table_state import ClockChanged, SeatsChanged, TableInfo


class Welcome(Message, frozen=True, tag=32):
    """The end of a newcomer's first news. Only `token`, a secret, brings somebody back to their seat.

    `table` tells this table from any other, such as one that was opened at the same address after it; `done` is
    the number of the last `Act` that this person has asked for, for a program that does not remember; `process` names
    the process that runs the table, for the next hello.
    """

    token: Word
    table: Word = ""
    done: Small = 0
    process: Word = ""

    def __repr__(self) -> str:
        return f"Welcome(table={self.table!r}, done={self.done})"


class You(Message, frozen=True, tag=33):
    """Who the person is at this table now."""

    name: Word
    seat: Small | None
    owner: bool


class Begin(Message, frozen=True, tag=36):
    """A match begins, or is shown anew; at its beginning with the changes of setting up."""

    match: Small
    version: Small
    game: Word
    options: Settings
    names: tuple[Word, ...]
    view: WireView
    opening: tuple[WireChange, ...]


class Update(Message, frozen=True, tag=37):
    """Changes, in order, that lead this audience to its `version`: the number of changes it has been told."""

    version: Small
    changes: tuple[WireChange, ...]


class Done(Message, frozen=True, tag=38):
    """The answer to an `Act`: its `id` is the last one settled, `step` the seat's next decision in the match."""

    id: Small
    match: Small
    step: Small


class Refuse(Message, frozen=True, tag=39):
    """The host did not do what was asked; `id` is that of the `Act`, or 0."""

    id: Small
    reason: Line


class Ended(Message, frozen=True, tag=40):
    """The match is over: (seat, score, rank), best first."""

    match: Small
    standings: tuple[tuple[Small, int, Small], ...]
    names: tuple[Word, ...]


class Heard(Message, frozen=True, tag=41):
    """Somebody said something."""

    name: Word
    text: Line


class Notice(Message, frozen=True, tag=44):
    """What the table itself says of the people at it, in one sentence."""

    text: Line


class Held(Message, frozen=True, tag=43):
    """The `Act` of this `id` is possible but counts only in so many seconds; it is answered then."""

    id: Small
    seconds: Seconds


class Stopped(Message, frozen=True, tag=46):
    """The match was broken off; it counts for nobody."""

    match: Small
    reason: Line


class DealIs(Message, frozen=True, tag=47):
    """How far the deal of a match is: its stage is ``commit``, ``reveal``, ``settled``, or ``given`` for a given seed.

    `host` is the host's commitment; `sealed` and `settled` are the hashes (see `core.fairness`) by which the host
    is bound to all the seats' commitments and secrets, empty until then.
    """

    match: Small
    stage: Word
    host: Word = ""
    sealed: Word = ""
    settled: Word = ""


class Piece(Message, frozen=True, tag=48):
    """A part of the packed record of a match, from the byte `at` on, of `total`; nothing if there is none."""

    match: Small
    at: Small
    total: Small
    data: bytes


class Failed(Message, frozen=True, tag=42):
    """The last word before a connection ends: the kind of error (see `net.errors`) and a sentence."""

    kind: Word
    reason: Line


Tell: TypeAlias = (
    Welcome
    | You
    | TableInfo
    | SeatsChanged
    | Begin
    | Update
    | Done
    | Refuse
    | Held
    | Ended
    | Stopped
    | ClockChanged
    | DealIs
    | Piece
    | Heard
    | Notice
    | Failed
    | Ping
    | Pong
)
