"""HomeScreen: the title and the main menu."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from core.engine.english import count
from net.private_files import JOURNAL_FILE
from tui.screens.base import BaseScreen
from tui.screens.home_banner import TitleBanner
from tui.screens.home_games import GameClicked, GameLines, GamePanels
from tui.text.nearby import nearby_hosts_text
from tui.text.unfinished import unfinished_match_in_brief
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page

if TYPE_CHECKING:
    from textual.timer import Timer

    from net.discovery.browse import TableBrowser
    from net.journal import UnfinishedTable
    from tui.text.own_results import OwnResults

CONTINUE_CHOICE_NAME: Final = "continue"
"""The name of the choice that resumes an unfinished match."""

HOST_AGAIN_CHOICE_NAME: Final = "again"
"""The name of the choice that hosts the table of an unfinished match again."""

PLAY_CHOICE_PREFIX: Final = "play "
"""The prefix of the name of a choice that plays a game; the slug of the game follows."""

RESULTS_DELAY_SECONDS: Final = 1.5
"""The time from the first paint until the person's results are read, so that the start is quick."""

SEARCH_DELAY_SECONDS: Final = 3.0
"""The time from the first paint until tables nearby are searched, so that start and first keys are quick."""

HOME_MENU_WIDTH: Final = 62
"""The width of the menu in columns."""

HOME_LABEL_WIDTH: Final = 24
"""The width in columns of the labels of the menu; the remarks begin after them."""


class HomeMenu(Menu):
    """The menu of the home screen; its key bar lists the arrow keys too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("up", "move(-1)", "Move", 1, label="↑↓", in_help=False),
    ]


class HomeScreen(BaseScreen):
    """The first screen, with the main menu.

    With `build_at_once` False it stays empty until `build_menu`, so that a program that begins at a table need not wait
    for it. Its style sheet is among the program's, because Textual reads none for the first screen.
    """

    SCREEN_TITLE = "Home"
    HELP_TEXT = (
        "Play now starts a match against bots at once, with the game and the house rules you chose last. Set up a "
        "table lets you choose them first. Host a table opens one that others on your network can join; Join a table "
        "takes you to theirs.\n\n"
        "A match that you leave is kept, even if you begin another: Continue picks up the latest against bots, Host "
        "again opens the table of the latest with others, and Past matches lists the unfinished ones above all that "
        "were finished on this machine.\n\n"
        "The games are listed below, in a large window each in a panel: its number plays a game at once, as you last "
        "set it up."
    )

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *(Binding(str(number + 1), f"play_game({number})", show=False) for number in range(9)),
        listed_key("ctrl+q", "app.quit", "Quit", ESCAPE_KEY_POSITION, priority=True),
    ]

    def __init__(self, *, build_at_once: bool = True) -> None:
        super().__init__()
        self._menu_wanted = build_at_once
        self._is_built = False
        self._mount_done = asyncio.Event()
        self.unfinished_tables: tuple[UnfinishedTable, ...] = ()
        self.unfinished_hosted: tuple[UnfinishedTable, ...] = ()
        self._nearby = ""
        self._last_match = ""
        self._browser: TableBrowser | None = None
        self._search: Timer | None = None

    def compose(self) -> ComposeResult:
        return super().compose() if self._menu_wanted else ()

    async def build_menu(self) -> None:
        """Build the menu and the title, if they are not built yet."""
        await self._mount_done.wait()
        if not self._menu_wanted:
            self._menu_wanted = True
            await self.recompose()
            self._is_built = True
            self.adapt_to_size(*self.size)
            self.show_notice(self.program.last_notice)
            self._refresh_menu()
            self.begin_painting()

    def begin_painting(self) -> None:
        """Paint this screen from now on, but not while it is empty."""
        if self._menu_wanted:
            super().begin_painting()

    def contents(self) -> Iterable[Widget]:
        menu = HomeMenu(self._choices(), id="choices")
        notice = Static("", id="notice", markup=False)
        yield Page(TitleBanner(), Center(menu), notice, GameLines(), GamePanels(), id="page")

    def _choices(self) -> tuple[LetterChoice, ...]:
        """Return the choices of the main menu; "play" is for the game that was set up last."""
        table = self.program.last_table
        bots = table.seats - 1
        opponents = "alone" if not bots else f"against {count(bots, 'bot')}"
        room = min(self.size.width or HOME_MENU_WIDTH, HOME_MENU_WIDTH) - HOME_LABEL_WIDTH
        me = self.program.settings.name
        return (
            *self._return_choices(),
            *(
                LetterChoice(CONTINUE_CHOICE_NAME, "c", "Continue", unfinished_match_in_brief(one, me, room))
                for one in self.unfinished_tables[:1]
            ),
            LetterChoice("play", "p", "Play now", f"{self.program.games[table.game].title}, {opponents}"),
            LetterChoice("setup", "t", "Set up a table", "game, players, house rules"),
            *(
                LetterChoice(HOST_AGAIN_CHOICE_NAME, "a", "Host again", unfinished_match_in_brief(one, me, room))
                for one in self.unfinished_hosted[:1]
            ),
            LetterChoice("host", "h", "Host a table", "others join over the network"),
            LetterChoice("join", "j", "Join a table", self._nearby or "one nearby, or by its address"),
            LetterChoice("past", "m", "Past matches", self._last_match or "results, replays, statistics"),
            LetterChoice("learn", "l", "Learn", "a game in four minutes"),
            LetterChoice("rules", "r", "Rules", "how the games are played"),
            LetterChoice("settings", "s", "Settings", "name, colours, pace"),
            LetterChoice("quit", "q", "Quit"),
        )

    def _return_choices(self) -> tuple[LetterChoice, ...]:
        """Return the choice to return to the table hosted here that was left open, if there is one."""
        name = self.program.tables.name_of_last_table
        if not name:
            return ()
        from tui.text.table import RETURN_TO_TABLE_LABEL  # with thirty modules about tables, not needed at the start

        return (LetterChoice("table", "b", RETURN_TO_TABLE_LABEL, name),)

    def on_mount(self) -> None:
        self._is_built = self._menu_wanted
        self.show_notice(self.program.last_notice)
        self._mount_done.set()

    def _show_choices_and_games(self, shown: bool) -> None:
        """Show the menu and the games (`shown`), or only the title, below a question whose box would cut them."""
        for widget in self.query("#choices, GameLines, GamePanels"):
            widget.visible = shown
        for banner in self.query(TitleBanner):
            banner.show_below_question(not shown)

    def on_screen_resume(self) -> None:
        self._show_choices_and_games(True)
        if self._is_built:
            self._refresh_menu()
            if self.app.animation_level != "none":
                self.query_one(TitleBanner).begin_flips()
            if self.program.new_table_browser is not None and self._search is None:
                self._search = self.set_timer(SEARCH_DELAY_SECONDS, self.search_nearby)

    async def on_screen_suspend(self) -> None:
        """Stop the search and the pictures while another screen covers this one, and clear the notice."""
        self.show_notice("")
        if isinstance(self.app.screen, ModalScreen):
            self._show_choices_and_games(False)
        if self._search is not None:
            self._search.stop()
            self._search = None
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.close()
        for banner in self.query(TitleBanner):
            banner.end_flips()

    async def on_unmount(self) -> None:
        await self.on_screen_suspend()

    # Who is nearby

    @work(exclusive=True, group="nearby")
    async def search_nearby(self) -> None:
        """Search for tables on this network while this screen is shown."""
        new_table_browser = self.program.new_table_browser
        if new_table_browser is not None and self.is_current and self._browser is None:
            self._browser = new_table_browser(self._show_changed_tables)
            await self._browser.open()

    def _show_changed_tables(self) -> None:
        """Show the tables nearby; called when the browser of the network has found or lost a table."""
        if self.is_mounted and self._browser is not None:
            self._nearby = nearby_hosts_text(self._browser.tables)
            self.query_one(Menu).show_choices(self._choices())

    @property
    def default_focus(self) -> str:
        return "#choices"

    def _refresh_menu(self) -> None:
        """Show the present choices, and look for unfinished matches."""
        self.restore_focus()
        menu = self.query_one(Menu)
        menu.show_choices(self._choices())
        menu.point_at_neighbour()
        self.query_one(TitleBanner).repaint()
        self.call_after_refresh(self._look_for_unfinished_matches)

    def _look_for_unfinished_matches(self) -> None:
        """Begin to read the unfinished matches if there is a journal.

        Called after the first paint, as SQLite is slow.
        """
        if (self.program.folder / JOURNAL_FILE).exists():
            self._find_unfinished()
        self.set_timer(RESULTS_DELAY_SECONDS, self.read_results)

    @work(exclusive=True)
    async def _find_unfinished(self) -> None:
        """Read the unfinished matches in a thread and show them."""
        from tui.connect.unfinished import unfinished_tables

        self.show_unfinished(await asyncio.to_thread(unfinished_tables, self.program.folder, also_hosted=True))

    @work(exclusive=True, group="results")
    async def read_results(self) -> None:
        """Import the games, read the person's results in a thread, and show them."""
        from tui.text.own_results import read_own_results

        self.show_results(await asyncio.to_thread(read_own_results, self.program.folder, self.program.settings.name))

    def show_results(self, results: OwnResults) -> None:
        """Show the person's results in each game, and the last match."""
        self._last_match = results.last_match
        self.query_one(GameLines).show_games()
        self.query_one(GamePanels).show_results(results)
        self.query_one(Menu).show_choices(self._choices())

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the choices for the new size, if the menu is built."""
        if not self._is_built:
            return
        super().adapt_to_size(width, height)
        self.query_one(Menu).show_choices(self._choices())

    def show_unfinished(self, unfinished: tuple[UnfinishedTable, ...]) -> None:
        """Offer to resume the latest solo match among these, and the latest one at a table hosted here.

        The cursor moves to the first choice unless the person has moved it.
        """
        menu = self.query_one(Menu)
        untouched = menu.choice_at_cursor is not None and menu.choice_at_cursor.name == menu.choices[0].name
        self.unfinished_tables = tuple(one for one in unfinished if not one.port)
        self.unfinished_hosted = tuple(one for one in unfinished if one.port)
        menu.show_choices(self._choices())
        menu.point_at_neighbour()
        if untouched:
            menu.point_at(menu.choices[0].name)

    async def action_play_game(self, game_number: int) -> None:
        """Play the game of this number at once, as it was set up last."""
        slugs = tuple(self.program.games)
        if game_number < len(slugs) and not self.focus_is_delayed:
            await self.program.follow_home_choice(f"{PLAY_CHOICE_PREFIX}{slugs[game_number]}")

    async def on_game_clicked(self, message: GameClicked) -> None:
        await self.action_play_game(message.number)

    async def action_back(self) -> None:
        if not self.focus_is_delayed:
            self.show_notice("")

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.show_notice("")
        if message.name in (CONTINUE_CHOICE_NAME, HOST_AGAIN_CHOICE_NAME):
            from tui.connect.unfinished import resume_request

            matches = self.unfinished_tables if message.name == CONTINUE_CHOICE_NAME else self.unfinished_hosted
            for one in matches[:1]:  # none if the choice has gone since it was picked
                self.program.go_to_table(self.program.tables.request_like_last_table(resume_request(one)))
        else:
            await self.program.follow_home_choice(message.name)
