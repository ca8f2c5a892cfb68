"""What is said between a person's end (`Ask`) and the host (`Tell`), as typed values.

Each is sent as a MessagePack list: its number, then its fields in order. `to_bytes` writes one, `read` checks
field by field what came in. Changes and views travel in the plain form that `net.wire` gives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta

from net.errors import Malformed
from net.limits import GRACE_SECONDS, LINE_CHARACTERS, PERSON_LIST_ITEMS, WORD_CHARACTERS

Word: TypeAlias = Annotated[str, Meta(max_length=WORD_CHARACTERS)]
Line: TypeAlias = Annotated[str, Meta(max_length=LINE_CHARACTERS)]
Small: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Index: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 31)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0)]
Setting: TypeAlias = bool | int | Word
Settings: TypeAlias = Annotated[dict[Word, Setting], Meta(max_length=PERSON_LIST_ITEMS)]


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Anything that is said on the wire."""


# From a person


class Hello(Message, frozen=True, tag=0):
    """The first thing a person's end says. `token` is that of an earlier welcome, or empty.

    Who comes back also says what they have: the `match`, their `version` of it, from which `seat` they saw it, and
    which `process` told them. If that is not too long ago they are told the changes since, else everything anew.
    """

    protocol: Small
    name: Word
    code: Word = ""
    watch: bool = False
    token: Word = ""
    match: Small = 0
    version: Small = 0
    seat: Small | None = None
    process: Word = ""

    def __repr__(self) -> str:
        return f"Hello({self.name!r}, watch={self.watch}, match={self.match}, version={self.version}, seat={self.seat})"


class Act(Message, frozen=True, tag=1):
    """Do an action, in its text form, as the answer to one decision.

    `id` counts this person's actions; `match` and `step` (how many actions the seat has taken in that match)
    name the decision, so that neither a duplicate nor a late one can hit another. `version` is what this person
    had been told of the match: what they were asked later cannot be what they answer.
    """

    id: Small
    match: Small
    step: Small
    action: Word
    version: Small | None = None


class Sit(Message, frozen=True, tag=2):
    """Sit down in a seat, or in the first free one; during a match in a program's, if the table allows it."""

    seat: Small | None = None


class Stand(Message, frozen=True, tag=3):
    """Leave the seat and watch."""


class Configure(Message, frozen=True, tag=4):
    """Set the table's game, number of seats and options."""

    game: Word
    seats: Small
    options: Settings


class AddBot(Message, frozen=True, tag=5):
    """Let a program take a seat."""

    bot: Word = ""
    seat: Small | None = None


class RemoveBot(Message, frozen=True, tag=6):
    """Free a seat that a program holds."""

    seat: Small


class Start(Message, frozen=True, tag=7):
    """Begin a match."""


class Say(Message, frozen=True, tag=8):
    """Say something to everybody."""

    text: Line


class Look(Message, frozen=True, tag=9):
    """Ask for a fresh view, because an update does not fit the one this end has."""


class Bye(Message, frozen=True, tag=10):
    """Leave for good."""


class Ping(Message, frozen=True, tag=11):
    """Ask whether the other end is still there (either end may)."""


class Pong(Message, frozen=True, tag=12):
    """Say so."""


class Ready(Message, frozen=True, tag=13):
    """Let everybody see that one is ready for the next match, or not."""

    on: bool


class Kick(Message, frozen=True, tag=14):
    """Send somebody away for good, by name; a program takes over a seat that is being played."""

    name: Word


class Pause(Message, frozen=True, tag=15):
    """Let the match stand still, or go on."""

    on: bool


class Replace(Message, frozen=True, tag=16):
    """Give the seat of somebody who is away to a program for good."""

    seat: Small
    bot: Word = ""


class EndMatch(Message, frozen=True, tag=17):
    """Break off the match; it counts for nobody."""


class HandOver(Message, frozen=True, tag=18):
    """Make somebody else the owner of the table, by name."""

    name: Word


class SetTerms(Message, frozen=True, tag=19):
    """Set how the table is run, whatever it plays (see `net.client.Terms`)."""

    clock: Small
    grace: Small
    take_over: bool


class Commit(Message, frozen=True, tag=20):
    """Bind oneself to a secret for the deal of a match (see `core.fairness`); the commitment is in hexadecimal."""

    match: Small
    commitment: Word


class Reveal(Message, frozen=True, tag=21):
    """Say the secret that one has committed oneself to."""

    match: Small
    secret: Word


class Prove(Message, frozen=True, tag=22):
    """Ask for the record of a match that is over, from the byte `at` on, to check it."""

    match: Small
    at: Small


# Changes in plain form


class WireMoved(Message, frozen=True, tag=0):
    """Cards moved between two piles; a pile is its index in the layout, `cards` a byte a card or their number."""

    source: Index
    target: Index
    cards: bytes | Small
    at: Index = -1


class WireShuffled(Message, frozen=True, tag=1):
    """A pile was shuffled."""

    place: Index


class WireFact(Message, frozen=True, tag=2):
    """A fact was given a value."""

    fact: Index
    value: Any


class WireRemark(Message, frozen=True, tag=3):
    """A line for the log."""

    key: Word
    seat: Small | None
    particulars: tuple[Any, ...]


WireChange: TypeAlias = WireMoved | WireShuffled | WireFact | WireRemark


class WireView(Message, frozen=True):
    """A whole view: every pile of the layout, and every fact that this audience may know, in order."""

    piles: tuple[bytes | Small, ...]
    facts: tuple[Any, ...]


# From the host


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


class WireSeat(Message, frozen=True):
    """Who sits in a seat (see `net.client.SeatState`); `grace` is how many seconds of it are left, if one runs."""

    seat: Small
    name: Word
    bot: Word
    here: bool
    ready: bool
    stand_in: Word = ""
    grace: Seconds | None = None


class WireTerms(Message, frozen=True):
    """How a table is run (see `net.client.Terms`)."""

    clock: Small = 0
    grace: Small = GRACE_SECONDS
    take_over: bool = True


class WireTotal(Message, frozen=True):
    """How somebody has done this evening (see `net.client.Total`)."""

    name: Word
    matches: Small
    wins: Small
    points: int


class TableIs(Message, frozen=True, tag=34):
    """A table, whole."""

    name: Word
    game: Word
    options: Settings
    seats: tuple[WireSeat, ...]
    watchers: tuple[Word, ...]
    watching: Small
    phase: Word
    matches: Small
    address: Word
    owner: Small | None
    terms: WireTerms = WireTerms()
    paused: bool = False
    totals: tuple[WireTotal, ...] = ()
    owner_name: Word = ""


class SeatsAre(Message, frozen=True, tag=35):
    """Some seats of a table, and who watches; everything else is as it was."""

    seats: tuple[WireSeat, ...]
    watchers: tuple[Word, ...]
    watching: Small
    owner: Small | None
    owner_name: Word = ""


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


class ClockIs(Message, frozen=True, tag=45):
    """The clock of the decision that is waited for (see `net.client.Clock`); no `total`: none runs."""

    total: Seconds = 0.0
    left: Seconds | None = None
    seat: Small | None = None


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


Owners: TypeAlias = Configure | AddBot | RemoveBot | Start | Kick | Pause | Replace | EndMatch | HandOver | SetTerms
"""What only the owner of a table may ask for."""

Ask: TypeAlias = Hello | Act | Sit | Stand | Ready | Say | Look | Bye | Ping | Pong | Commit | Reveal | Prove | Owners
Tell: TypeAlias = (
    Welcome
    | You
    | TableIs
    | SeatsAre
    | Begin
    | Update
    | Done
    | Refuse
    | Held
    | Ended
    | Stopped
    | ClockIs
    | DealIs
    | Piece
    | Heard
    | Notice
    | Failed
    | Ping
    | Pong
)
Said: TypeAlias = Ask | Tell

_ENCODER: Final = msgspec.msgpack.Encoder()


def to_bytes(message: Message) -> bytes:
    """Return a message as it stands on the wire."""
    return _ENCODER.encode(message)


_ASKS: Final = {kind.__struct_config__.tag: kind for kind in get_args(Ask)}
_TELLS: Final = {kind.__struct_config__.tag: kind for kind in get_args(Tell)}
"""Every kind of message by its number: for one kind the check is made ready once, for any of them each time anew."""


def read_ask(plain: object) -> Ask:
    """Return what a person's end says, from the plain data of one frame; raises `Malformed` if it is nothing."""
    ask: Ask = _read(plain, _ASKS)
    return ask


def read_tell(plain: object) -> Tell:
    """Return what a host says, from the plain data of one frame; raises `Malformed` if it is nothing."""
    tell: Tell = _read(plain, _TELLS)
    return tell


def _read(plain: object, kinds: Mapping[object, type[Any]]) -> Any:
    tag = plain[0] if isinstance(plain, list) and plain else None
    if type(tag) is not int or tag not in kinds:
        raise Malformed("That is no message of this protocol.")
    try:
        return msgspec.convert(plain, type=kinds[tag])
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(f"That is no message of this protocol: {error}.") from error
