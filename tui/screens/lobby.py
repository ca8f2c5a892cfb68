"""LobbyScreen: people at a table, its join command, chat, and the start of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from net.client.events import ChatReceived
from net.protocol.table_state import SeatInfo, TableInfo
from tui.connect.invitation import INSECURE_NOTICE
from tui.drawing.styles import styles_on
from tui.screens.base import BaseScreen
from tui.screens.program import TableContext
from tui.screens.table_menu import PERSON_CHOICE_PREFIX, open_person_menu, open_table_menu
from tui.text.rulebook import short_rules_at_table
from tui.text.table import (
    ANSWER_KEYS_SENTENCE,
    INVITATION_COPIED_SENTENCE,
    changed_rules,
    hints_phrase,
    lobby_status,
    seat_occupant,
    seat_question_sentence,
    team_label,
)
from tui.widgets.chat_box import ChatBox
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page
from tui.widgets.qr_view import QrView
from tui.widgets.rulebook import Rulebook
from tui.widgets.scroll import Scroll
from tui.widgets.totals import Totals

COPY_HINT: Final = "  C copies it"
"""The hint after the join command, if the line has room for it."""


MIN_COLUMNS_WITH_QR_CODE: Final = 100
"""The QR code is shown beside the seats if the window has at least this many columns."""

LOBBY_ROWS_WITHOUT_QR_CODE: Final = 9
"""The number of rows of the lobby that are not for the QR code: title, instructions to join, notice and keys."""

MIN_COLUMNS_WITH_RULES: Final = 100
"""The short rules of the game are shown below the seats if the window has at least this many columns."""

MAX_RULES_COLUMNS: Final = 100
"""The short rules are at most this many columns wide, so that a line is easy to read."""

COLUMNS_BESIDE_RULES: Final = 12
"""The number of columns that are free left and right of the short rules."""

ROWS_AROUND_RULES: Final = 2
"""The number of rows that are free above and below the short rules."""

MIN_ROWS_ABOVE_RULES: Final = 10
"""The seats and the chat keep at least this many rows when the short rules are shown below them."""

ROWS_ABOVE_SEATS: Final = 2
"""The number of rows between the instructions to join and the seats, if no house rule is named there."""


class SeatList(Menu):
    """The list of seats and spectators."""

    BINDINGS: ClassVar[list[BindingType]] = [listed_key("enter", "choose", "Sit down", 5)]


class LobbyScreen(BaseScreen):
    """The screen of a table between matches: seats, spectators, chat, and the keys of the owner."""

    CSS_PATH = "lobby.tcss"
    SCREEN_TITLE = "Lobby"
    HELP_TEXT = (
        "Others join with the line at the top: read it out, or press C to copy it. Where browsers are let in, Q shows "
        "a code to scan with a phone. The owner starts the match; bots then play the free seats.\n\n"
        "Enter on a free seat sits you down there, and on a bot gives you its seat (the owner chooses how well it "
        "plays, or moves it). On your own seat it lets you say something, as T does from anywhere, and on somebody "
        "else it shows what you can do about them. R says that you are ready, W that you would rather watch. The owner "
        "adds and removes bots and changes the game; M is for the table as a whole."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("s", "start", "Start", 0, primary=True),
        listed_key("b", "add_bot", "Add bot", 1),
        listed_key("g", "change_game", "Game", 2),
        listed_key("r", "ready(True)", "Ready", 3, primary=True),
        listed_key("r", "ready(False)", "Not ready", 3),
        listed_key("t", "talk", "Talk", 4),
        listed_key("w", "watch", "Watch", 5),
        listed_key("m", "table", "Table", 6),
        listed_key("q", "qr_code", "QR code", 7),
        listed_key("escape", "back", "Leave", ESCAPE_KEY_POSITION),
        listed_key("x", "remove_bot", "Remove the bot", 91, in_bar=False),
        Binding("delete,backspace", "remove_bot", show=False),
        listed_key("c", "copy", "Copy how others join", 92, in_bar=False),
    ]

    def __init__(self, session: TableContext) -> None:
        super().__init__()
        self.session = session

    def contents(self) -> Iterable[Widget]:
        """Yield the game, the seats, the chat and the keys of a table."""
        yield Static("", id="title", markup=False)
        yield Static("", id="invitation", markup=False)
        yield Horizontal(
            Page(
                Scroll(Static("", id="about", markup=False), id="game", can_focus=False),
                Scroll(SeatList(id="seats", whole_remarks=True), id="seat-list", can_focus=False),
                Static("", id="spectators", markup=False),
                Scroll(Totals(id="totals"), id="so-far", can_focus=False),
                id="left",
            ),
            QrView(id="qr"),
            ChatBox(id="right"),
        )
        yield Rulebook("", id="rules")
        yield Static("", id="notice", markup=False)

    def on_mount(self) -> None:
        if self.session.client.table is not None:
            self.show_table(self.session.client.table)
            self._point_at_own_or_free_seat(self.session.client.table)
        if self.session.chat:
            self.show_chat(self.session.chat[-1])
        self.query_one("#seats").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has something to do: for the owner, a player or a spectator."""
        client = self.session.client
        match action:
            case "start" | "add_bot" | "remove_bot" | "change_game":
                return client.is_owner
            case "ready":
                if client.is_owner or client.seat is None or client.table is None:
                    return False
                return parameters == (
                    not any(one.is_ready for one in client.table.seats[client.seat : client.seat + 1]),
                )
            case "watch":
                return client.seat is not None
            case "qr_code":
                return bool(self.session.handle.web_address)
            case "copy":
                return bool(self.session.handle.join_command)
        return True

    def key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar writes about an active key at this moment; "" if it does not list the key."""
        if active.binding.action == "choose":
            return "" if self.session.client.seat is not None else super().key_description(active)
        if self._is_talking and active.binding.action == "help":
            return ""
        if self._is_talking and active.binding.action == "back":
            return "Back to the seats"
        return super().key_description(active)

    @property
    def _is_talking(self) -> bool:
        """Whether the chat line has the focus."""
        return self.query_one("#line").has_focus

    # Events of the table

    def show_table(self, table: TableInfo) -> None:
        """Show the present state of the table, and below it the oldest question or what the table waits for."""
        client = self.session.client
        game = self.program.games[table.game]
        self.update_line("#title", table.name)
        self.update_line("#about", self._game_description(table))
        self.query_one("#seats", Menu).show_choices(
            [
                *(
                    LetterChoice(
                        str(seat.seat),
                        "",
                        f"{seat.seat + 1:>2}  {seat.name or '-'}",
                        self._seat_description(table, seat),
                    )
                    for seat in table.seats
                ),
                *(
                    LetterChoice(f"{PERSON_CHOICE_PREFIX}{name}", "", f"    {name}", "watches")
                    for name in table.spectators
                ),
            ]
        )
        more = table.spectator_count - len(table.spectators)
        self.update_line("#spectators", f"{more} more {'is' if more == 1 else 'are'} watching." if more > 0 else "")
        self.query_one("#totals", Totals).show_totals(table, client.name)
        self.update_line("#invitation", self._invitation_text())
        self.query_one("#rules", Rulebook).show_text(short_rules_at_table(game, table.options))
        self._show_qr_code_and_rules(*self.size)
        if client.questions:
            self.show_notice(f"{seat_question_sentence(client.questions[0], table)} {ANSWER_KEYS_SENTENCE}")
        else:
            self.show_notice(lobby_status(game, table, client.is_owner))
        self.refresh_bindings()

    def _point_at_own_or_free_seat(self, table: TableInfo) -> None:
        """Move the cursor to the person's seat; for a spectator to the first free one."""
        own = self.session.client.seat
        free = next((seat.seat for seat in table.seats if not seat.name), None)
        self.query_one("#seats", Menu).point_at(str(free if own is None else own))

    def _seat_description(self, table: TableInfo, seat: SeatInfo) -> str:
        """Return the remark on a seat: its occupant, team, ownership and readiness."""
        role = "owner" if seat.seat == table.owner and seat.seat != self.session.client.seat else ""
        words = (
            seat_occupant(seat, seat.seat == self.session.client.seat),
            team_label(table, seat.seat),
            role,
            "ready" if seat.is_ready and not seat.bot else "",
        )
        return ", ".join(word for word in words if word)

    def _game_description(self, table: TableInfo) -> Text:
        """Return the title of the game with whether there are hints, and its changed house rules, a line each."""
        styles = styles_on(self.program.look)
        game = self.program.games[table.game]
        text = Text()
        text.append(game.title, styles.gold)
        text.append(f", {hints_phrase(table)}", styles.quiet)
        for rule in changed_rules(game, table):
            text.append(f"\n{rule}", styles.quiet)
        return text

    def _invitation_text(self) -> Text:
        """Return the lines with the ways to join, `COPY_HINT` if there is room, and a warning if there is no TLS."""
        styles, handle = styles_on(self.program.look), self.session.handle
        if not handle.join_command:
            return Text()
        text = Text.assemble(("Others join with  ", styles.quiet), (f" {handle.join_command} ", styles.primary))
        if len(text) + len(COPY_HINT) <= self.size.width - 6:
            text.append(COPY_HINT, styles.quiet)
        if handle.ssh_command:
            text.append("\nor with any ssh client  ", styles.quiet)
            text.append(f" {handle.ssh_command} ", styles.primary)
        if handle.web_address:
            text.append("\nor in any browser  ", styles.quiet)
            text.append(f" {handle.web_address} ", styles.primary)
            room = self.size.width - 6 - len(text.plain.rpartition("\n")[2])
            if notice := handle.web_notice:
                text.append(f"  {notice}" if len(notice) + 2 <= room else f"\n{notice}", styles.quiet)
        if handle.club_table_sentence:
            text.append(f"\n{handle.club_table_sentence}", styles.quiet)
        if handle.request.insecure:
            text.append(f"\n{INSECURE_NOTICE}", styles.key)
        return text

    def show_chat(self, line: ChatReceived) -> None:
        """Show the latest chat of the session, which ends with `line`."""
        self.query_one(ChatBox).show_lines(self.session.chat, self.program.look)

    # Keys and clicks

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        table = self.session.client.table
        if table is None:
            return
        if message.name.startswith(PERSON_CHOICE_PREFIX):
            open_person_menu(self, self.session.client, message.name.removeprefix(PERSON_CHOICE_PREFIX))
            return
        if int(message.name) >= len(table.seats):  # another game has fewer, and the list does not show it yet
            return
        seat = table.seats[int(message.name)]
        if not seat.name:
            self.session.client.take_seat(seat.seat)
        elif seat.seat == self.session.client.seat:
            self.action_talk()
        elif self.session.client.seat is None and not seat.bot:
            self.show_notice(f"{seat.name} sits there; {self._free_seat_clause(table)}")
        else:
            open_person_menu(self, self.session.client, seat.name)

    @staticmethod
    def _free_seat_clause(table: TableInfo) -> str:
        """Return the end of a sentence: which seat is free first, or that every seat is taken."""
        free = [str(seat.seat + 1) for seat in table.seats if not seat.name]
        return f"seat {free[0]} is free." if free else "every seat is taken."

    def action_watch(self) -> None:
        """Request to leave the seat and become a spectator."""
        self.session.client.leave_seat()

    def action_start(self) -> None:
        """Request the start of a match."""
        self.session.client.start_match()

    def action_add_bot(self) -> None:
        """Request a bot for the seat under the cursor if it is free, else for a free seat that the host chooses."""
        seat = self._seat_under_cursor()
        self.session.client.add_bot(seat=seat.seat if seat is not None and not seat.name else None)

    def action_remove_bot(self) -> None:
        """Request to remove the bot under the cursor, else the last bot."""
        table, pointed = self.session.client.table, self._seat_under_cursor()
        bots = [seat for seat in table.seats if seat.bot] if table is not None else []
        if bots:
            self.session.client.remove_bot((pointed if pointed in bots else bots[-1]).seat)

    def _seat_under_cursor(self) -> SeatInfo | None:
        """Return the seat under the cursor; None if the cursor is on a spectator or on nobody."""
        table, choice = self.session.client.table, self.query_one("#seats", Menu).choice_at_cursor
        seats = table.seats if table is not None else ()
        return next((seat for seat in seats if choice is not None and str(seat.seat) == choice.name), None)

    async def action_change_game(self) -> None:
        """Open the table set-up to change the game or its options."""
        from tui.screens.table_setup import TableSetupScreen

        await self.app.push_screen(TableSetupScreen("change"))

    def action_ready(self, ready: bool) -> None:
        """Tell the host whether the person is `ready` for the next match."""
        self.session.client.set_ready(ready)

    def action_table(self) -> None:
        """Open the table menu."""
        open_table_menu(self, self.session.client)

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the QR code beside the seats and the short rules below them, if there is room."""
        super().adapt_to_size(width, height)
        self._show_qr_code_and_rules(width, height)

    def _show_qr_code_and_rules(self, width: int, height: int) -> None:
        """Show what there is room for in a window of this size: the QR code, if there is a page for browsers, and the
        short rules of the game.
        """
        code, address = self.query_one("#qr", QrView), self.session.handle.web_address
        has_room = bool(address) and width >= MIN_COLUMNS_WITH_QR_CODE and not self.program.look.ascii
        code_rows = code.show_text(address)[1] if has_room else 0
        code.display = has_room and code_rows <= height - LOBBY_ROWS_WITHOUT_QR_CODE
        rules = self.query_one("#rules", Rulebook)
        columns = min(width - COLUMNS_BESIDE_RULES, MAX_RULES_COLUMNS)
        rules_rows = rules.get_content_height(self.size, self.size, columns) + ROWS_AROUND_RULES
        above = max(code_rows, len(self.query_one("#seats", Menu).choices) + ROWS_ABOVE_SEATS, MIN_ROWS_ABOVE_RULES)
        rules.display = width >= MIN_COLUMNS_WITH_RULES and above + rules_rows <= height - LOBBY_ROWS_WITHOUT_QR_CODE

    async def action_qr_code(self) -> None:
        """Show the QR code on a screen of its own."""
        from tui.screens.qr_code import QrCodeScreen

        await self.app.push_screen(QrCodeScreen(self.session.handle))

    def action_copy(self) -> None:
        """Copy the join command."""
        self.program.copy_text(self.session.handle.join_command, INVITATION_COPIED_SENTENCE)

    def action_talk(self) -> None:
        """Move the focus to the chat line."""
        self.query_one("#line").focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        text = message.value.strip()
        if text:
            self.session.client.send_chat(text)
        message.input.clear()
        self.query_one("#seats").focus()

    async def action_back(self) -> None:
        """Leave the chat line, or else ask whether to leave the table."""
        if self._is_talking:
            self.query_one("#seats").focus()
        else:
            self.program.ask_to_leave()
