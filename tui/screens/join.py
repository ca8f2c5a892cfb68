"""JoinScreen: joins a table found on the network, one joined earlier, or one whose address is typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from net.limits import MAX_NAME_CELLS
from tui.connect.address import full_address, parse_address
from tui.connect.invitation import Invitation, parse_invitation
from tui.connect.request import TableRequest
from tui.screens.base import BaseScreen
from tui.screens.join_preview import GamePreview
from tui.settings import clean_name
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page
from tui.widgets.scroll import Scroll

if TYPE_CHECKING:
    from net.discovery.announcement import FoundTable
    from net.discovery.browse import TableBrowser

LOOKING_FOR_TABLES_TEXT: Final = "Looking for tables on this network …"
"""The text in place of the list until a table is found."""
SEARCH_SECONDS: Final = 4.0
"""The time after which the screen says that no table was found yet; hosts usually answer sooner."""

NEARBY_HEADING: Final = "Tables on this network"
"""The heading of the list if it has tables on this network only."""
JOINED_EARLIER_HEADING: Final = "Joined before"
"""The heading of the list if it has addresses joined before only."""
BOTH_KINDS_HEADING: Final = "Tables on this network, and those joined before"
"""The heading of the list if it has tables on this network and addresses joined before."""

TABLE_GONE_SENTENCE: Final = "That table is no longer there: choose another with the arrows."
"""The reply to a person who chooses a table that has left the list."""

NAMES_OF_THIS_MACHINE: Final = ("127.0.0.1", "localhost", "::1")
"""The host names and addresses by which only this machine reaches a table of its own."""

ADDRESS_CHOICE_PREFIX: Final = "at "
"""The prefix of the name of a choice that is an address and not a table found on the network."""


class TableList(Menu):
    """The list of tables; typing, or Up on its first entry, moves the focus to the address field."""

    def action_move(self, by: int) -> None:
        """Move the cursor by `by` entries; up from the first entry moves the focus to the address field."""
        if by < 0 and self.index == 0:
            self.screen.query_one("#address").focus()
        else:
            super().action_move(by)

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character and event.character != " ":
            event.stop()
            event.prevent_default()
            address = self._focus_address()
            address.call_later(address.append, event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        address = self._focus_address()
        address.call_later(address.paste_text, event.text)

    def _focus_address(self) -> AddressField:
        """Focus the address field with its whole text selected, and return the field."""
        address = self.screen.query_one(AddressField)
        self.screen.set_focus(address)
        return address


class AddressField(Input):
    """The field for an address; an invitation pasted into it fills the fields for address and table code."""

    @dataclass
    class InvitationPasted(Message):
        """Event: the pasted text was an invitation, that is a join command with an address and perhaps a code."""

        invitation: Invitation

    def append(self, character: str) -> None:
        """Add a typed letter at the end, and clear the selection, so that the next letter does not replace the text."""
        self.cursor_position = len(self.value)
        self.insert_text_at_cursor(character)

    def paste_text(self, text: str) -> None:
        """Replace the selection by the first line of a text.

        If the text is an invitation, only post `InvitationPasted`.
        """
        line = next((line.strip() for line in text.splitlines() if line.strip()), "")
        invitation = parse_invitation(line)
        if invitation is not None:
            self.post_message(self.InvitationPasted(invitation))
        else:
            self.replace(line, *sorted(self.selection))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.paste_text(event.text)


class JoinScreen(BaseScreen):
    """The screen that asks for an address; it lists the tables found on this network, as they change, and the addresses
    joined earlier.
    """

    CSS_PATH = "join.tcss"
    SCREEN_TITLE = "Join a table"
    HELP_TEXT = (
        "Tables on your network show up by themselves: arrow down and Enter. Or type the address that the host's lobby "
        "shows, such as 192.168.1.20, and Enter. A code is typed as it is read out: capitals, spaces and dashes do not "
        "matter.\n\n"
        "At an address there may also be a club: many tables, and a hall where its people meet.\n\n"
        "Each table is listed with who hosts it, what is played, how many seats are free, whether it needs a code, how "
        "quickly it answers, and whether you were there before."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "choose", "Join", 0, primary=True, priority=True),
        listed_key("tab", "app.focus_next", "Next", 1),
        Binding("down", "move_focus(1)", show=False),
        Binding("up", "move_focus(-1)", show=False),
    ]

    def __init__(self, request: TableRequest | None = None) -> None:
        super().__init__()
        self._request = request or TableRequest("join")
        self._browser: TableBrowser | None = None
        self._focus_moved = False
        self._search_period_over = False
        self._listed_count = 0
        self._tables: Sequence[FoundTable] = ()
        self._own_addresses: frozenset[str] = frozenset()

    def contents(self) -> Iterable[Widget]:
        """Yield the fields for address, code and name, and the list of tables."""
        settings, request = self.program.settings, self._request
        address = full_address(request.address, request.port) if request.address else ""
        page = Page(
            Static("Join a table", id="title", markup=False),
            _labelled_field(
                "Address of the host", AddressField(address, placeholder="192.168.1.20", id="address", compact=True)
            ),
            _labelled_field("Code, if it has one", Input(request.code, id="code", compact=True)),
            _labelled_field("Your name", Input(settings.name, max_length=MAX_NAME_CELLS, id="name", compact=True)),
            Static("", id="heading", markup=False),
            Scroll(TableList(id="tables", whole_remarks=True), id="list", can_focus=False),
            GamePreview(),
            Static("", id="notice", markup=False),
            id="page",
        )
        yield Vertical(page, id="middle")

    async def on_mount(self) -> None:
        self.query_one("#address").focus()
        self.watch(self.query_one("#list"), "virtual_size", self._show_heading_soon, init=False)
        new_table_browser = self.program.new_table_browser
        if new_table_browser is not None:
            from net.transport.interfaces import own_addresses

            self._own_addresses = frozenset(address for address, _ in own_addresses())
            self._browser = new_table_browser(self._show_changed_tables)
            begin_work(self, "nearby", self._browser.open)
            self.set_timer(SEARCH_SECONDS, self._show_end_of_search)
        self.show_tables()

    async def on_unmount(self) -> None:
        nearby, self._browser = self._browser, None
        if nearby is not None:
            await nearby.close()

    def _show_changed_tables(self) -> None:
        """Show the list again, because the browser has found or lost a table."""
        if self.is_mounted:
            self.call_later(self.show_tables)

    def _show_end_of_search(self) -> None:
        """Show the list again after `SEARCH_SECONDS`: an empty list now says so, as a network that drops multicast
        gives no error.
        """
        self._search_period_over = True
        self.show_tables()

    def show_tables(self) -> None:
        """Show the tables found now and the addresses joined earlier; the first table found gets the focus once."""
        found = self._browser.tables if self._browser is not None else ()
        shown = set().union(*map(_addresses_of, found), *map(self._addresses_here, found))
        earlier = [address for address in self.program.settings.addresses if address not in shown]
        menu = self.query_one(TableList)
        pointed, tables_before, self._tables = menu.choice_at_cursor, self._tables, found
        menu.show_choices(
            (
                *_choices_of_tables(found, self._was_at_table),
                *(LetterChoice(ADDRESS_CHOICE_PREFIX + where, "", where, "joined before") for where in earlier),
            )
        )
        if menu.choice_at_cursor is None and pointed is not None:
            same = _find_same_table(pointed, tables_before, found)
            menu.point_at(_choice_name(same) if same is not None else "")
        if menu.choice_at_cursor is None and menu.choices and not menu.has_focus:
            menu.point_at(menu.choices[0].name)
        menu.display = bool(found or earlier)
        self._listed_count = len(found) + len(earlier)
        self._show_heading_soon()
        self._show_preview(menu.choice_at_cursor)
        address = self.query_one("#address", Input)
        if found and not self._focus_moved and not address.value and address.has_focus:
            self._focus_moved = True
            menu.point_at(_choice_name(found[0]))
            menu.focus()

    def _addresses_here(self, table: FoundTable) -> set[str]:
        """Return the addresses by which only this machine reaches a found table, if the table is on this machine."""
        if table.address not in self._own_addresses:
            return set()
        return {full_address(name, table.port) for name in NAMES_OF_THIS_MACHINE}

    def _was_at_table(self, table: FoundTable) -> bool:
        """Return whether the person of this program was at a found table before, so that they may still have a seat
        there.
        """
        from tui.connect.seat_tokens import was_at_table

        return was_at_table(self.program.folder, table, self.program.settings.name)

    def _show_heading_soon(self) -> None:
        """Show the heading once the list has its rows."""
        self.call_after_refresh(self._show_heading)

    def _show_heading(self) -> None:
        """Show the heading of the list, with the number of entries if not all are visible without scrolling."""
        tables = self._browser.tables if self._browser is not None else ()
        heading = self._heading(bool(tables), self._listed_count > len(tables))
        more = self._listed_count > 0 and self.query_one("#list", Scroll).max_scroll_y > 0
        self.query_one("#heading", Static).update(f"{heading} ({self._listed_count}; more below)" if more else heading)

    def _heading(self, has_found_tables: bool, has_earlier_hosts: bool) -> str:
        """Return the heading of a list of tables found on the network, of addresses joined earlier, of both, or of
        nothing."""
        if has_found_tables:
            return BOTH_KINDS_HEADING if has_earlier_hosts else NEARBY_HEADING
        if self._browser is None:
            return JOINED_EARLIER_HEADING if has_earlier_hosts else ""
        if self._browser.trouble or not self._search_period_over:
            return self._browser.trouble or LOOKING_FOR_TABLES_TEXT
        from tui.text.discovery import NO_TABLES_FOUND_YET_SENTENCE

        return NO_TABLES_FOUND_YET_SENTENCE

    def action_move_focus(self, row_offset: int) -> None:
        """Move the focus up (-1) or down (1).

        Down moves it to the tables if any are listed, but from the code to the name.
        """
        tables = self.query_one(TableList)
        if row_offset > 0 and tables.display and not self.query_one("#code").has_focus:
            tables.focus()
        elif row_offset > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def on_menu_pointed(self, message: Menu.Pointed) -> None:
        self._show_preview(self.query_one(TableList).choice_at_cursor)

    def _show_preview(self, pointed: LetterChoice | None) -> None:
        """Show the game of the table for which a choice stands; none for a club, or for an address joined earlier."""
        found = None if pointed is None else self._table_of_choice(pointed.name)
        self.query_one(GamePreview).show_game("" if found is None or found.is_club else found.game)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        address = self.query_one("#address", Input)
        if message.name.startswith(ADDRESS_CHOICE_PREFIX):
            address.value = message.name.removeprefix(ADDRESS_CHOICE_PREFIX)
            self.action_join()
            return
        found = self._table_of_choice(message.name)
        if found is None:
            return
        if found.why_not_joinable:
            self.show_notice(found.why_not_joinable)
            return
        address.value = full_address(found.address or found.addresses[0], found.port)
        code = self.query_one("#code", Input)
        if found.asks_for_code and not code.value.strip():
            host, where = found.owner_name, "with M" if found.phase == "playing" else "in the lobby"
            if found.is_club:
                self.show_notice(f"{host} asks for its code: type it, and Enter.")
            else:
                self.show_notice(f"{host}'s table asks for its code, which {host} sees {where}: type it, and Enter.")
            code.focus()
        else:
            self.action_join()

    def on_address_field_invitation_pasted(self, message: AddressField.InvitationPasted) -> None:
        self._fill_in_invitation(message.invitation)

    def _fill_in_invitation(self, invitation: Invitation) -> None:
        """Put address and code of an invitation into their fields; an invitation without TLS is joined without TLS."""
        address = self.query_one("#address", Input)
        address.value = invitation.address
        address.cursor_position = len(address.value)
        self.query_one("#code", Input).value = invitation.code
        self._request = replace(self._request, insecure=invitation.insecure or self._request.insecure)

    def ask_for_code(self) -> None:
        """Focus the field for the table code, because the table admits nobody without it."""
        self.query_one("#code", Input).focus()

    def _table_of_choice(self, name: str) -> FoundTable | None:
        """Return the table that the choice of this name stands for, or None if it is not found any more."""
        tables = self._browser.tables if self._browser is not None else ()
        return next((one for one in tables if _choice_name(one) == name), None)

    async def action_back(self) -> None:
        """Stop the search for tables, and go back."""
        self.program.give_up_table()
        await super().action_back()

    def action_choose(self) -> None:
        """Join the table at the typed address; if the list has the focus, or no address is typed, the table under its
        cursor.
        """
        tables = self.query_one(TableList)
        if tables.has_focus and tables.choice_at_cursor is None:
            self.show_notice(TABLE_GONE_SENTENCE)
        elif tables.has_focus or (
            tables.choice_at_cursor is not None and not self.query_one("#address", Input).value.strip()
        ):
            tables.action_choose()
        else:
            self.action_join()

    def action_join(self) -> None:
        """Join the table at the typed address or invitation under the typed name, or show what is wrong with it."""
        invitation = parse_invitation(self.query_one("#address", Input).value)
        if invitation is not None:
            self._fill_in_invitation(invitation)
        text = self.query_one("#address", Input).value.strip()
        name = clean_name(self.query_one("#name", Input).value)
        settings = self.program.settings
        if not text:
            self.show_notice("Type the address of the host first; its lobby shows it.")
            return
        try:
            address, port = parse_address(text)
        except ValueError as error:
            self.show_notice(str(error))
            return
        if name:
            settings.give_name(name)
        code = self.query_one("#code", Input).value.strip()
        self.program.go_to_table(replace(self._request, address=address, port=port, code=code))


def _labelled_field(label: str, field: Input) -> Horizontal:
    """Return a field beside its label."""
    return Horizontal(Static(label, classes="label", markup=False), field, classes="field")


def _choices_of_tables(tables: Sequence[FoundTable], was_at: Callable[[FoundTable], bool]) -> list[LetterChoice]:
    """Return the choices for tables found on the network, with owners and games in columns.

    `was_at` returns whether the person was at a table before.
    """
    if not tables:
        return []
    from tui.text.columns import align_columns
    from tui.text.discovery import table_summary

    labels = align_columns([(one.owner_name, one.title) for one in tables])
    alike = Counter((one.owner_name, one.title) for one in tables)
    return [
        LetterChoice(
            _choice_name(one), "", label, table_summary(one, alike[one.owner_name, one.title] > 1, was_at(one))
        )
        for one, label in zip(tables, labels, strict=True)
    ]


def _find_same_table(
    pointed: LetterChoice, earlier_tables: Sequence[FoundTable], tables: Sequence[FoundTable]
) -> FoundTable | None:
    """Return the table in `tables` for which a choice stands, or None.

    `earlier_tables` are the tables found when the choice was made. A table counts as the same if an address has turned
    out to be its address, or if it is found at another of its addresses.
    """
    if pointed.name.startswith(ADDRESS_CHOICE_PREFIX):
        where = pointed.name.removeprefix(ADDRESS_CHOICE_PREFIX)
        return next((one for one in tables if where in _addresses_of(one)), None)
    was = next((one for one in earlier_tables if _choice_name(one) == pointed.name), None)
    if was is None:
        return None
    place, address = (was.id, was.host_fingerprint, was.port), was.address or was.addresses[0]
    return next(
        (one for one in tables if (one.id, one.host_fingerprint, one.port) == place and address in one.addresses), None
    )


def _addresses_of(table: FoundTable) -> set[str]:
    """Return the addresses of a found table: as it is announced, and as it is stored after joining."""
    return {table.join_address, *([full_address(table.address, table.port)] if table.address else ())}


def _choice_name(table: FoundTable) -> str:
    """Return the name of the choice for a table; the address is in it, as anybody can announce another table's id."""
    return f"{table.id} {table.join_address}"
