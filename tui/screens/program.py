"""Protocols for what screens use of the application (`Program`) and of an open table (`TableContext`).

`tui.app.app.QueensApp` is the `Program`, and `tui.app.table_session.TableSession` the `TableContext`. Screens do not
import either, so that `tui.app` may import the screens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from textual.screen import Screen

    from core import Game, Record
    from net.client.api import Client
    from net.client.events import ChatReceived, MatchEnded, VerificationResult
    from net.client.hall import HallClient
    from net.discovery.browse import TableBrowserFactory
    from tui.cards import Look
    from tui.connect.club import HallHandle
    from tui.connect.request import TableRequest
    from tui.connect.table_handle import TableHandle
    from tui.connect.tables import Tables
    from tui.drawing.byte_budget import ByteBudget
    from tui.settings import LastTableSetup, Settings, ThemeName
    from tui.table.hall_reader import HallReader


class TableContext(Protocol):
    """The interface of an open table that screens use; its `handle` says how others join it.

    `chat` has the latest chat and notices; `verdict` is the verdict on the last match, or None before it.
    `connection_trouble` is the sentence that the host does not answer, for as long as it does not; else "".
    """

    handle: TableHandle
    client: Client
    request: TableRequest
    chat: deque[ChatReceived]
    verdict: VerificationResult | None
    connection_trouble: str

    @property
    def solo(self) -> bool:
        """Whether the table is in this process only, so that nobody else can join."""

    async def open_to_browsers(self) -> None:
        """Serve the table to browsers from now on, or show why that fails."""

    async def show_lobby(self) -> None:
        """Show the lobby, unless a match has begun in the meantime."""

    async def show_result(self, match_ended: MatchEnded) -> None:
        """Show the final standings, unless the next match has begun in the meantime."""


class HallContext(Protocol):
    """The parts of a hall that its screen needs: `handle`, `client`, the latest `chat`, and the reader of its
    events."""

    handle: HallHandle
    client: HallClient
    chat: deque[ChatReceived]
    reader: HallReader[Any]

    def sit_down(self, table_number: int, code: str = "", *, watch: bool = False) -> None:
        """Begin to go to the table of the club with this number, with `watch` as a spectator; return at once.

        `code` is the table's code, "" if it needs none.
        """

    def leave(self) -> None:
        """Begin to leave the club; return at once."""


class Program(Protocol):
    """The interface of the application that screens use, besides what every Textual application has.

    `settings` are the player's, stored in `folder`. `last_notice` is the last sentence passed to `show_notice`.
    `new_table_browser` makes a browser for tables on this network, or is None if the program does not search.
    `saves_settings`: whether settings are saved to disk, as those of a guest are not. `small_window_sentence`: what
    replaces a screen in a window that is too small, "" for the usual sentence. `byte_budget` counts what is written to
    the terminal, and bounds movement.
    """

    saves_settings: ClassVar[bool]
    small_window_sentence: str

    settings: Settings
    folder: Path
    new_table_browser: TableBrowserFactory | None
    tables: Tables
    last_notice: str
    byte_budget: ByteBudget

    @property
    def look(self) -> Look:
        """The look in use: the colours, and how cards are painted."""

    @property
    def games(self) -> Mapping[str, Game]:
        """Every game, by its slug."""

    @property
    def last_table(self) -> LastTableSetup:
        """The game, seats and options of the table that was set up last, or the default ones."""

    @property
    def session(self) -> TableContext | None:
        """The session at the table where the person is; None if they are at no table."""

    def has_waiting_message(self, screen: Screen[None]) -> bool:
        """Return whether a message waits that a screen has taken from its queue to look at it."""

    def is_key_active(self, screen: Screen[None], key: str) -> bool:
        """Return whether a key is one of the active bindings of a screen."""

    def client(self) -> Client | None:
        """Return the client of the table where the person is; None if they are at no table."""

    def save_settings(self) -> None:
        """Save the settings to disk."""

    def apply_settings(self) -> None:
        """Apply the present settings to the look of the program."""

    def preview_theme(self, name: ThemeName | None) -> None:
        """Show the screen on top in the theme `name`; if it is None, show all screens in the theme of the settings."""

    def show_turn(self, is_my_turn: bool) -> None:
        """If a turn of the person begins (`is_my_turn`) while they look at another window, notify them; else end the
        notification.
        """

    def show_notice(self, sentence: str) -> None:
        """Show one sentence on the screen that is on top."""

    def copy_text(self, text: str, sentence: str) -> None:
        """Copy `text` to the person's clipboard, and show `sentence`, which confirms it."""

    def give_up_table(self) -> None:
        """Stop opening or joining a table, if that is still under way."""

    def go_to_table(self, request: TableRequest) -> None:
        """Open or join the table of this request and show it, leaving the present table."""

    async def follow_home_choice(self, name: str) -> None:
        """Carry out a choice of the home screen, by its name: ``quit``, ``play``, ``learn`` and so on."""

    def call_after_current_screen(self, action: Callable[[], Awaitable[None]]) -> None:
        """Call an action after the running handler of a screen has ended, as no screen can wait for its own removal."""

    async def go_back(self) -> None:
        """Remove the screen on top, unless it is the home screen."""

    async def go_home(self, sentence: str = "", *, is_unasked: bool = False) -> None:
        """Leave the table, remove every screen above the home screen, and show a sentence there ("" for none).

        `is_unasked`: the person has not asked to leave, so keys typed just before were meant for the table and choose
        nothing.
        """

    def ask_to_leave(self) -> None:
        """Leave the table for the home screen, after a question if leaving costs something."""

    async def show_replay(
        self, record: Record, seat: int | None, verdict: str, step: int = 0, remark: str = ""
    ) -> None:
        """Show a recorded match after `step` actions, as a seat or a spectator (None) saw it.

        `remark` is a sentence about that step, `verdict` the verdict on the record.
        """

    async def show_lesson(self, game: str) -> None:
        """Show the lesson of a game above the present screen, from the step at which the person left it."""

    def open_rules(self, game: str = "") -> None:
        """Show the rulebook of a game, by default of the game that is played."""
