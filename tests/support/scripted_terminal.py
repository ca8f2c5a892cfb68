"""Stand-ins for tests of the line mode: a client that only records requests, a conversation with it, and a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from core import Action, View, games
from core.engine.piles import Change
from net.client.api import Client
from net.client.events import Event, MatchBegan, MatchChanged
from net.client.shown_match import MatchPast
from net.protocol.messages import ClientMessage
from net.protocol.table_state import SeatInfo, SeatQuestion, TableInfo
from tui.line_mode.commands import run_line
from tui.line_mode.context import ConversationContext
from tui.line_mode.conversation import Conversation
from tui.line_mode.output import LineFormat
from tui.text.first_meeting_remarks import FirstMeetings


def table_info(**changes: Any) -> TableInfo:
    """Return the state of a table of Mad Queens with two people, Ada and Bea, and a bot; `changes` replace fields."""
    seats = (
        SeatInfo(0, "Ada"),
        SeatInfo(1, "Bea"),
        SeatInfo(2, "Cleo", bot="careful"),
    )
    return TableInfo(
        **{
            "name": "Ada's table",
            "game": "mad-queens",
            "options": games["mad-queens"].settings(3, {}),
            "seats": seats,
            "spectators": (),
            "phase": "lobby",
            "matches": 0,
            "address": "10.0.0.5:7433",
            "owner": 0,
            "spectator_count": 0,
            **changes,
        }
    )


class ScriptedClient(Client):
    """A client without a host: it records each request in `requests`, as the name of the method and the arguments.

    After an action the event `acted` is set, and `awaits_answer` is true until a test sets `answer_is_due` to False.
    `match_past` is its past of the match.
    """

    def __init__(self, seat: int | None = 0, owner: bool = True, state: TableInfo | None = None) -> None:
        self.name, self.seat, self.is_owner = "Ada", seat, owner
        self.table = state or table_info()
        self.view: View | None = None
        self.seat_names = ("Ada", "Bea", "Cleo")
        self.requests: list[tuple[Any, ...]] = []
        self.answer_is_due = False
        self.match_past: MatchPast | None = None
        self.acted = asyncio.Event()
        self.listener: Callable[[Event], None] = lambda event: None

    @property
    def past(self) -> MatchPast | None:
        return self.match_past

    @property
    def awaits_answer(self) -> bool:
        """Whether an action has been sent and not been answered."""
        return self.answer_is_due

    def set_listener(self, listener: Callable[[Event], None]) -> None:
        self.listener = listener

    def send_action(self, action: Action) -> None:
        self.answer_is_due = True
        self.acted.set()
        self.requests.append(("send_action", str(action)))

    def take_seat(self, seat: int | None = None) -> None:
        self.requests.append(("take_seat", seat))

    def swap_seats(self, seat: int, other_seat: int) -> None:
        self.requests.append(("swap_seats", seat, other_seat))

    def answer_question(self, question: SeatQuestion, agrees: bool) -> None:
        self.requests.append(("answer_question", question, agrees))

    def play_on_fast(self) -> None:
        self.requests.append(("play_on_fast",))

    def leave_seat(self) -> None:
        self.requests.append(("leave_seat",))

    def configure_table(self, game: str, seats: int, options: Any) -> None:
        self.requests.append(("configure_table", game, seats, dict(options)))

    def add_bot(self, bot: str = "", seat: int | None = None) -> None:
        self.requests.append(("add_bot", bot, seat))

    def remove_bot(self, seat: int) -> None:
        self.requests.append(("remove_bot", seat))

    def start_match(self) -> None:
        self.requests.append(("start_match",))

    def send_chat(self, text: str) -> None:
        self.requests.append(("send_chat", text))

    def _send(self, message: ClientMessage) -> None:
        raise AssertionError("every request is noted")

    async def close(self) -> None:
        self.requests.append(("close",))

    def set_ready(self, is_ready: bool = True) -> None:
        self.requests.append(("set_ready", is_ready))

    def set_terms(self, terms: Any) -> None:
        self.requests.append(("set_terms", terms))

    def kick_person(self, name: str) -> None:
        self.requests.append(("kick_person", name))

    def pause_match(self, is_paused: bool = True) -> None:
        self.requests.append(("pause_match", is_paused))

    def give_seat_to_bot(self, seat: int, bot: str = "") -> None:
        self.requests.append(("give_seat_to_bot", seat, bot))

    def end_match(self) -> None:
        self.requests.append(("end_match",))

    def make_owner(self, name: str) -> None:
        self.requests.append(("make_owner", name))


class ScriptedConversation:
    """A person's conversation with the line mode, with a scripted client; `written` holds the lines that it shows them.

    `now` is its clock in seconds. `solo`, `hosting`, `asks_about_slips` and `meetings` are passed to
    `ConversationContext`, `line_format` to `LineFormat`.
    """

    def __init__(
        self,
        client: ScriptedClient | None = None,
        *,
        solo: bool = False,
        hosting: bool = False,
        asks_about_slips: bool = False,
        meetings: FirstMeetings | None = None,
        **line_format: Any,
    ) -> None:
        self.client = client or ScriptedClient()
        self.written: list[str] = []
        self.conversation = Conversation(
            self.client,
            self.written.append,
            run_line,
            LineFormat(**line_format),
            ConversationContext(solo=solo, is_hosting=hosting, asks_about_slips=asks_about_slips, meetings=meetings),
        )
        self.now = 0.0

    def begin(self) -> ScriptedConversation:
        """Start the conversation and return it."""
        self.conversation.begin()
        return self.refresh()

    def refresh(self, seconds: float = 10.0) -> ScriptedConversation:
        """Write the lines that are due, move the clock on by `seconds`, and return this conversation."""
        self.conversation.send_and_refresh(self.now)
        self.now += seconds
        return self

    def receive(self, *events: Event) -> list[str]:
        """Pass events of the client to the conversation; return the lines that were written about them."""
        self.take_written()
        for event in events:
            self.conversation.handle_event(event)
        self.refresh()
        return self.take_written()

    def type(self, *lines: str, menu_seen: Any = "now") -> list[str]:
        """Type lines as the person, and move the clock on after each; return the lines that the conversation wrote.

        `menu_seen` is the menu that the person has read before they type, "now" for the newest.
        """
        self.take_written()
        for line in lines:
            self.conversation.handle_line(
                line, self.now, self.conversation.expected_menu if menu_seen == "now" else menu_seen
            )
            self.refresh()
        return self.take_written()

    def take_written(self) -> list[str]:
        """Return the lines that were written since the last call."""
        news, self.written[:] = self.written[:], []
        return news


class ScriptedMatch:
    """A match whose actions a test makes; the conversation shows it to the person in its client's seat.

    `news` holds the lines that were written about its beginning.
    """

    def __init__(
        self,
        conversation: ScriptedConversation,
        slug: str = "mad-queens",
        seats: int = 3,
        seed: int = 3,
        **options: Any,
    ) -> None:
        self.conversation = conversation
        self.match = games[slug].start(seats, seed, options)
        self.seat = conversation.client.seat
        names = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay")[:seats]
        conversation.client.table = table_info(game=slug, options=self.match.options, phase="playing")
        opening = self._changes_for_seat(self.match.opening_changes)
        conversation.client.seat_names = names
        self.news = conversation.receive(MatchBegan(self.match.view(self.seat), names, opening))

    def _changes_for_seat(self, changes: Any) -> tuple[Change, ...]:
        """Return what the conversation's seat may know of changes."""
        seen = (change.seen_by(self.seat) for change in changes)
        return tuple(change for change in seen if change is not None)

    def act(self, seat: int, text: str) -> list[str]:
        """Carry out the action of a seat; if it is the client's own, answer the client.

        Return the lines written about it.
        """
        changes = self._changes_for_seat(self.match.act(seat, self.match.game.parse(text)))
        if seat == self.seat:
            self.conversation.client.answer_is_due = False
        self.conversation.client.view = view = self.match.view(self.seat)
        return self.conversation.receive(MatchChanged(changes, view))
