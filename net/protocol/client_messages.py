"""What a person's end says to the host."""

from __future__ import annotations

from typing import TypeAlias

from net.protocol.fields import Line, Message, Settings, Small, Word
from net.protocol.table_state import Terms


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
    """Sit down in a seat, or in the first free one; a program may have to give way."""

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
    """Leave; with `for_good` there is no way back, so that in a match a bot has the seat from now on."""

    for_good: bool = False


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
    """Set how the table is run, whatever it plays."""

    terms: Terms


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


Owners: TypeAlias = Configure | AddBot | RemoveBot | Start | Kick | Pause | Replace | EndMatch | HandOver | SetTerms
"""What only the owner of a table may ask for."""

Ask: TypeAlias = Hello | Act | Sit | Stand | Ready | Say | Look | Bye | Ping | Pong | Commit | Reveal | Prove | Owners
