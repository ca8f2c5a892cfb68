"""`ClientRequest`: a request that a person can make at a table, and the conditions under which a menu offers it.

`tui.table.requests` holds the requests themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from net.client.api import Client
from net.protocol.refusals import ONLY_DURING_MATCH_SENTENCE, ONLY_FOR_OWNER_SENTENCE
from net.protocol.table_state import SeatInfo, TableInfo

ONLY_BETWEEN_MATCHES_SENTENCE: Final = "That has to wait until this match is over."
"""The refusal of a request that needs the lobby."""
ONLY_WITH_OTHERS_SENTENCE: Final = "Nobody else can come to this table; queens host opens one for others."
"""The refusal of a request that makes sense only where others can join."""


class RequestSituation(Struct, frozen=True):
    """The situation in which a person may make a request: a client at its table, and the person, bot or seat that the
    request is about.

    `is_playing`: whether a match is being played. `solo`: whether no other person can join the table. `name` and
    `seat`: the person or bot that the request is about and their seat, None for a spectator; a free seat has no name.
    For a request about the table they are "" and None.
    """

    client: Client
    table: TableInfo
    is_playing: bool
    solo: bool = False
    name: str = ""
    seat: SeatInfo | None = None

    def about(self, name: str) -> RequestSituation:
        """Return the same situation, but about the person or bot of this name."""
        seat = next((seat for seat in self.table.seats if seat.name == name), None)
        return replace(self, name=name, seat=seat)

    def about_seat(self, seat: SeatInfo) -> RequestSituation:
        """Return the same situation, but about this seat and its occupant, if any."""
        return replace(self, name=seat.name, seat=seat)

    @property
    def is_about_table(self) -> bool:
        """Whether the request is about the table, and about no person or seat."""
        return not self.name and self.seat is None

    @property
    def is_about_bot_seat(self) -> bool:
        """Whether the request is about the seat of a bot."""
        return self.seat is not None and bool(self.seat.bot)

    @property
    def is_about_other_person(self) -> bool:
        """Whether the request is about another person than the one who makes it; a bot is no person."""
        return bool(self.name) and self.name != self.client.name and not self.is_about_bot_seat


class Availability(Struct, frozen=True):
    """The conditions under which a request or command can be used.

    `phase`: during a match, in the lobby, or "" for both. `needs_shared_table`: only at tables that other people can
    join. `needs_owner`: only by the owner of the table.
    """

    phase: Literal["match", "lobby", ""] = ""
    needs_shared_table: bool = False
    needs_owner: bool = False

    def refusal(self, client: Client, *, is_playing: bool, solo: bool) -> str:
        """Return the sentence that says why the request cannot be used now; "" if it can.

        `is_playing`: a match is being played. `solo`: no other person can join the table.
        """
        if self.needs_shared_table and solo:
            return ONLY_WITH_OTHERS_SENTENCE
        if self.needs_owner and not client.is_owner:
            return ONLY_FOR_OWNER_SENTENCE
        if self.phase == "lobby" and is_playing:
            return ONLY_BETWEEN_MATCHES_SENTENCE
        if self.phase == "match" and not is_playing:
            return ONLY_DURING_MATCH_SENTENCE
        return ""


ALWAYS_AVAILABLE: Final = Availability()
"""The availability of a request that can be used at any time, at every table."""
AVAILABLE_WITH_OTHERS: Final = Availability(needs_shared_table=True)
"""The availability of a request that can be used at any time, at a table that others can join."""
AVAILABLE_TO_OWNER: Final = Availability(needs_shared_table=True, needs_owner=True)
"""The availability of a request that the owner of a table that others can join can use at any time."""
AVAILABLE_TO_OWNER_IN_MATCH: Final = Availability("match", needs_shared_table=True, needs_owner=True)
"""The availability of a request that the owner of a table that others can join can use during a match."""
AVAILABLE_TO_OWNER_IN_LOBBY: Final = Availability("lobby", needs_shared_table=True, needs_owner=True)
"""The availability of a request that the owner of a table that others can join can use between matches."""
AVAILABLE_TO_OWNER_IN_ANY_LOBBY: Final = Availability("lobby", needs_owner=True)
"""The availability of a request that the owner of any table can use between matches."""


class Question(Struct, frozen=True):
    """A question before a request that cannot be undone, and the labels of its two answers in the line mode.

    `text` is the question; `yes_label` and `no_label` are the labels.
    """

    text: str
    yes_label: str
    no_label: str = "No"


class ClientRequest(Struct, frozen=True, kw_only=True):
    """A request that a person can make at a table.

    `name`: its word in the line mode. `usage` and `help`: how to type it, and what it does; without them it cannot be
    typed. `missing_name_sentence`: the sentence for somebody who types it without saying whom it is about.

    `label` and `remark`: the choice of a menu that makes the request, and what to know before; without a label no menu
    has it. `key`: the letter that chooses it in the lobby.

    `about`: what it concerns: the table, another person, or a seat with its occupant. `availability`: when the host
    allows it. `offered_if`: whether a menu offers it when the host allows it. `question`: what to ask before it is
    sent, if anything.

    `call`: makes the call on the client; None for a request with values, which each interface reads in its own way
    (from a form, from what was typed). `opens`: what the table menu opens to ask for these values: the form of the
    terms, or the list of the other seats; "" if no table menu offers such a request. `confirmation`: a sentence to show
    once the request is sent, "" if something else shows its effect.
    """

    name: str
    usage: str = ""
    help: str = ""
    missing_name_sentence: str = ""
    label: Callable[[RequestSituation], str] | str = ""
    remark: Callable[[RequestSituation], str] | str = ""
    key: str = ""
    about: Literal["table", "person", "seat"] = "table"
    availability: Availability = ALWAYS_AVAILABLE
    offered_if: Callable[[RequestSituation], bool] = lambda situation: True
    question: Callable[[RequestSituation], Question] | None = None
    call: Callable[[RequestSituation], None] | None = None
    opens: Literal["", "terms", "seats"] = ""
    confirmation: Callable[[RequestSituation], str] = lambda situation: ""

    def label_in(self, situation: RequestSituation) -> str:
        """Return the label of the choice; `{name}` in a label stands for the name of the person or bot."""
        return self.label.format(name=situation.name) if isinstance(self.label, str) else self.label(situation)

    def remark_in(self, situation: RequestSituation) -> str:
        """Return the remark that a menu shows beside the choice of this request."""
        return self.remark if isinstance(self.remark, str) else self.remark(situation)

    def is_offered(self, situation: RequestSituation) -> bool:
        """Return whether a menu offers the request in this situation."""
        if self.availability.refusal(situation.client, is_playing=situation.is_playing, solo=situation.solo):
            return False
        if self.about == "person" and not situation.is_about_other_person:
            return False
        return bool(self.label) and self.offered_if(situation)

    def send(self, situation: RequestSituation) -> None:
        """Send the request to the host; not for a request with values."""
        assert self.call is not None, f"{self.name} has values"
        self.call(situation)
