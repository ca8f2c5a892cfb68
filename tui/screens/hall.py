"""HallScreen: the hall of a club with its list of tables, a search and a chat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from net.limits import MAX_SHORT_TEXT_CHARACTERS
from net.protocol.messages import TableRow
from tui.connect.invitation import JOIN_CLUB_BY_COMMAND_TEXT, JOIN_CLUB_BY_SSH_TEXT
from tui.screens.base import BaseScreen
from tui.screens.program import HallContext
from tui.settings import LastTableSetup
from tui.text.hall import game_title, hall_sentence, table_row_remark
from tui.widgets.chat_box import ChatBox
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page
from tui.widgets.scroll import Scroll

SEARCH_PAUSE_SECONDS: Final = 0.4
"""The search begins once nobody has typed for this many seconds, as the hall does not allow one for every letter."""


class ClubTableList(Menu):
    """The list of the tables of a club."""

    BINDINGS: ClassVar[list[BindingType]] = [listed_key("enter", "choose", "Sit down", 0, primary=True)]


class HallScreen(BaseScreen):
    """Shows the tables of a club, and what is said in its hall."""

    CSS_PATH = "hall.tcss"
    SCREEN_TITLE = "Hall"
    PAGED_BOX = "#list"
    AUTO_FOCUS = "#tables"  # or the search, which comes first, would get the keys
    HELP_TEXT = (
        "A club has many tables, and this is where its people meet. Enter sits you down at the table under the cursor, "
        "W lets you watch there. P takes you at once to a table with a free seat, or opens one. O opens a table of "
        "your own, of any game and with house rules: for everybody, or with a code that you pass on.\n\n"
        "F finds tables by name, game or number, and N shows the next ones if there are more than fit. T lets you talk "
        "to everybody in the hall, and Q shows how others come in. M lists the club's matches, to replay them, "
        "and L shows the ladder and everybody's totals. When you leave a table, you are back here; Esc leaves the "
        "club."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("p", "play_now", "Play now", 1, primary=True),
        listed_key("w", "watch", "Watch", 2),
        listed_key("o", "open", "Open", 3),
        listed_key("m", "matches", "Matches", 4),
        listed_key("l", "totals", "Ladder", 5),
        listed_key("t", "talk", "Talk", 6),  # with less room the fields, and the line below the list, name these keys
        listed_key("f", "find", "Find", 7),
        listed_key("n", "show_next_tables", "Next", 8),
        listed_key("q", "invite", "Invite", 9),
        Binding("slash", "find", show=False),
        listed_key("escape", "back", "Leave", ESCAPE_KEY_POSITION),
    ]

    def __init__(self, hall: HallContext) -> None:
        super().__init__()
        self.hall = hall
        self._search_timer: Timer | None = None
        self._has_searched = False

    def contents(self) -> Iterable[Widget]:
        """Yield the title, the search, the list of tables, the chat and the notice."""
        yield Static("", id="title", markup=False)
        yield Horizontal(
            Page(
                Input(
                    self.hall.reader.search,
                    placeholder="F to find a table by name, game or number",
                    max_length=MAX_SHORT_TEXT_CHARACTERS,
                    id="search",
                    compact=True,
                ),
                Scroll(ClubTableList(id="tables", whole_remarks=True, aligns_remarks=True), id="list", can_focus=False),
                Static("", id="more", markup=False),
                id="left",
            ),
            ChatBox(id="right"),
        )
        yield Static("", id="notice", markup=False)

    def on_mount(self) -> None:
        self.show_list()
        self.show_chat()
        self.query_one("#tables").focus()

    # What happens in the hall

    def show_list(self) -> None:
        """Show the tables that the search finds, and how many there are."""
        client = self.hall.client
        self.update_line("#title", hall_sentence(client))
        menu = self.query_one("#tables", Menu)
        menu.show_choices(
            LetterChoice(str(row.number), "", f"{row.number:>3}  {row.name}, {game_title(row)}", table_row_remark(row))
            for row in client.rows
        )
        if self._has_searched and client.rows and menu.choice_at_cursor is None:
            self._has_searched = False
            menu.point_at(menu.choices[0].name)  # the search has hidden the table under the cursor
        more = self.hall.reader.why_no_tables
        if client.rows and client.found_count > len(client.rows):
            more = f"{len(client.rows)} of {client.found_count} tables; N shows the next ones."
        self.query_one("#list").set_class(not client.rows, "-empty")
        self.update_line("#more", more)
        self.refresh_bindings()

    def show_chat(self) -> None:
        """Show what has been said in the hall."""
        self.query_one(ChatBox).show_lines(self.hall.chat, self.program.look)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has something to do at this moment."""
        if action == "watch":
            return self._row_under_cursor() is not None
        if action == "show_next_tables":
            return self.hall.client.found_count > len(self.hall.client.rows)
        return True

    def key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar writes about an active key on this screen at this moment."""
        if active.binding.action == "back" and self._is_typing:
            return "Back to the tables"
        return super().key_description(active)

    @property
    def _is_typing(self) -> bool:
        """Whether the person types in the search field or in the field for a line to everybody."""
        return self.query_one("#search").has_focus or self.query_one("#line").has_focus

    def _row_under_cursor(self) -> TableRow | None:
        """Return the row of the table under the cursor; None if the cursor is on no table."""
        choice = self.query_one("#tables", Menu).choice_at_cursor
        return None if choice is None else self._row_of_table(choice.name)

    def _row_of_table(self, table_number: str) -> TableRow | None:
        """Return the row of the table with this number in the club, or None if it is not shown any more."""
        return next((row for row in self.hall.client.rows if str(row.number) == table_number), None)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self._go_to_table(self._row_of_table(message.name), watch=False)

    def action_watch(self) -> None:
        """Watch at the table under the cursor."""
        self._go_to_table(self._row_under_cursor(), watch=True)

    def _go_to_table(self, row: TableRow | None, *, watch: bool) -> None:
        """Go to a table, if it still exists; with `watch` as a spectator."""
        if row is not None:
            self.hall.sit_down(row.number, watch=watch)

    def ask_for_code(self, table_number: int, hint: str, *, watch: bool) -> None:
        """Ask for the code of the table with this number, with a hint, and go there with it; with `watch` as a
        spectator.
        """
        from tui.screens.text_question import TextQuestion

        def go(code: str | None) -> None:
            """Go to the table, if a code was typed."""
            if code:
                self.hall.sit_down(table_number, code, watch=watch)

        question = TextQuestion(
            f"The code of table {table_number}?", "", hint, MAX_SHORT_TEXT_CHARACTERS, take="Sit down"
        )
        self.app.push_screen(question, go)

    def action_play_now(self) -> None:
        """Request a seat at a table with a free seat."""
        self.hall.client.play_now()

    async def action_open(self) -> None:
        """Set up a table, and open it."""
        from tui.screens.table_setup import TableSetupScreen

        await self.app.push_screen(TableSetupScreen("club", self._open_table))

    def _open_table(self, choice: LastTableSetup, private: bool, name: str) -> None:
        """Request a table as it was set up; a `private` one has a code, and one without a `name` that of the person."""
        self.hall.client.open_table(
            choice.game,
            seats=choice.seats,
            bots=choice.bots,
            options=dict(choice.options),
            name=name,
            private=private,
        )

    async def action_matches(self) -> None:
        """Show the matches of the club."""
        from tui.screens.hall_matches import HallMatchesScreen

        await self.app.push_screen(HallMatchesScreen(self.hall))

    async def action_totals(self) -> None:
        """Show the ladder and the totals of the evening."""
        from tui.screens.hall_totals import HallTotalsScreen

        await self.app.push_screen(HallTotalsScreen(self.hall))

    async def action_invite(self) -> None:
        """Show how others join: the QR code, and the commands."""
        from tui.screens.qr_code import QrCodeScreen

        hall = self.hall.handle
        others = [
            f"{JOIN_CLUB_BY_COMMAND_TEXT} {hall.join_command}",
            *([f"{JOIN_CLUB_BY_SSH_TEXT} {hall.ssh_command}"] if hall.ssh_command else []),
        ]
        await self.app.push_screen(QrCodeScreen(hall, others))

    def action_find(self) -> None:
        """Move the focus to the search."""
        self.query_one("#search").focus()

    def action_show_next_tables(self) -> None:
        """Show the tables after those that are shown; after the last ones, the first ones again."""
        self.hall.reader.show_next_tables()

    def action_talk(self) -> None:
        """Move the focus to the chat line."""
        self.query_one("#line").focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Search a moment after the last letter."""
        if message.input.id == "search" and message.value.strip() != self.hall.reader.search:
            if self._search_timer is not None:
                self._search_timer.stop()
            self._search_timer = self.set_timer(SEARCH_PAUSE_SECONDS, self._search)

    def _search(self) -> None:
        """Request the tables whose name, game or number contains the typed text."""
        self._has_searched = True
        self.hall.reader.show_tables(self.query_one("#search", Input).value.strip())

    def on_input_submitted(self, message: Input.Submitted) -> None:
        text = message.value.strip()
        if message.input.id == "line":
            if text:
                self.program.show_notice("")  # the answer to the line before
                self.hall.client.send_chat(text)
            message.input.clear()
        self.query_one("#tables").focus()

    async def action_back(self) -> None:
        """Leave the search or the chat line, or else the club."""
        if self._is_typing:
            self.query_one("#tables").focus()
        else:
            self.hall.leave()
