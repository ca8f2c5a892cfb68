"""Before a table and between two: what to do, in numbered choices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core import Game, RulesError, games
from net.errors import BadCode, ChangedKey, CodeRejected, NetError
from net.security.table_code import chosen_secret
from tui.connect.address import full_address, read_address
from tui.connect.background_tables import BackgroundTables
from tui.connect.invitation import INSECURE, OTHERS_JOIN, ssh_invitation, table_invitation
from tui.connect.look_around import look_around
from tui.connect.open_table import opening_failure
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle, TableOpener
from tui.connect.unfinished import latest_unfinished_number
from tui.line_mode.choices import BACK_COMMAND, MenuChoice, NumberedMenu
from tui.line_mode.output import LineFormat, formatted
from tui.line_mode.plain_lines import lines
from tui.line_mode.session import converse
from tui.settings import Settings, clean_name, data_folder
from tui.text.discovery import NO_TABLES_FOUND, table_summary
from tui.text.rulebook import rulebook_text
from tui.text.table import (
    CHANGED_KEY_ANSWERS,
    QUIT_QUESTION_HOSTING,
    RETURN_TO_TABLE,
    TABLE_STAYS_OPEN,
    changed_key_question,
)

if TYPE_CHECKING:
    from net.discovery.browse import FoundTable

GOOD_BYE: Final = "Good bye."

BROWSE_SECONDS: Final = 1.5
"""How long tables nearby are looked for before a person is asked: most answer within a second."""

MATCH_KEPT: Final = "Your match is kept: queens play goes on with it."

JOIN_ANY_TABLE: Final = TableRequest("join")
"""The wish to join a table that is still to be chosen."""


class MainMenu:
    """Somebody in the line mode, from choosing what to do to leaving the program.

    `opener` opens tables. Every method that asks something returns None, or an empty text, when the input has ended.
    """

    def __init__(
        self,
        settings: Settings,
        opener: TableOpener,
        read_line: Callable[[], Awaitable[str | None]],
        write_line: Callable[[str], None],
        line_format: LineFormat,
    ) -> None:
        self._settings = settings
        self._opener = opener
        self._read_line = read_line
        self._write = write_line
        self._format = line_format
        self._over = False
        self._background_tables = BackgroundTables()

    def tell(self, *sentences: str) -> None:
        """Write sentences."""
        for sentence in sentences:
            for line in formatted(sentence, self._format):
                self._write(line)

    def _save_format(self, line_format: LineFormat) -> None:
        """Write in another manner from now on, also the next time."""
        self._format = line_format
        self._settings.words = line_format.words
        self._settings.save(data_folder())

    # Going to a table

    async def carry_out(self, request: TableRequest, *, start: bool = True) -> str:
        """Go to the table of a plan and stay there; return why it ended: as `converse` says, or ``closed`` doors.

        A table of one's own is played at once, if `start`.
        """
        handle = await self._open(request)
        if handle is None:
            return "closed"
        if handle.notices:
            self.tell(handle.notices)
        if request.kind == "join":
            self._settings.remember_address(full_address(request.address, request.port))
            self._settings.save(data_folder())
        why = await self._be_at(handle, request, start)
        if request.kind == "play" and why == "left" and latest_unfinished_number() is not None:
            self.tell(MATCH_KEPT)
        return why

    async def _be_at(self, handle: TableHandle, request: TableRequest, start: bool = True) -> str:
        """Stay at a table; one that is hosted here stays open if it was left to the others, else it closes."""
        why = ""
        try:
            why = await converse(
                handle.client,
                self._read_line,
                self._write,
                self._format,
                solo=request.kind == "play",
                start=start,
                best=_compare_with_best,
                save_token=handle.save_token,
                invitation=_invitation_sentences(handle, request),
                save_format=self._save_format,
                hosting=request.kind == "host",
            )
        finally:
            if why == "open":
                await self._background_tables.leave(handle, request)
            else:
                await handle.leave()
        if why == "open":
            self.tell(f"{TABLE_STAYS_OPEN}.")
        return why

    async def _open(self, request: TableRequest) -> TableHandle | None:
        """Open the door to a table, asking for its code if there is one; None with the reason told if it stays shut."""
        if request.kind == "join":
            self.tell(f"Looking for the table at {full_address(request.address, request.port)}.")
        try:
            return await self._opener(request, self._settings)
        except ChangedKey as error:
            trust, stay = CHANGED_KEY_ANSWERS
            answers = [MenuChoice(stay, "stay", keys=("n", "no")), MenuChoice(trust, "trust", keys=("y", "yes"))]
            if await self.choose(answers, changed_key_question(error)) == "trust":
                return await self._open(replace(request, accept=error.shown))
            return None
        except CodeRejected as error:
            self.tell(opening_failure(error, request))
        except (NetError, RulesError, OSError) as error:
            self.tell(opening_failure(error, request))
            return None
        code = await self.ask("Table code:")
        return await self._open(replace(request, code=code)) if code else None

    # Asking

    async def ask(self, question: str) -> str:
        """Ask for a line."""
        if self._over:
            return ""
        self.tell(question)
        line = await self._read_line()
        self._over = line is None
        return "" if line is None else " ".join(line.split())

    async def choose(self, choices: Sequence[MenuChoice], asks: str = "", *, back: bool = False) -> str:
        """Let one of some choices be chosen; return its command, or ``quit`` when the input has ended."""
        menu = NumberedMenu(choices, asks, back=back)
        self.tell(*menu.lines)
        while not self._over:
            line = await self._read_line()
            if line is None:
                self._over = True
                break
            word = line.strip().lower()
            choice = menu.find(word) or next((one for one in menu.choices if one.command == word), None)
            if choice is not None:
                return choice.command
            if back and word == BACK_COMMAND:
                return BACK_COMMAND
            if word in ("quit", "exit", "q", "bye"):
                return "quit"
            if word:
                self.tell(f"There is no choice {word[:40]}. Type the number of one of these.")
            self.tell(*menu.lines)
        return "quit"

    # At home

    async def stay(self) -> None:
        """Offer what there is to do, until somebody has had enough; then tables that were left open close."""
        try:
            await self._offer()
        finally:
            await self._background_tables.close()

    async def _offer(self) -> None:
        rooms = {
            "table": self._back_to_table,
            "go on": self._go_on,
            "play": self._play,
            "host": self._host,
            "join": self.join,
            "rules": self._rules,
            "name": self._name,
        }
        while not self._over:
            command = await self.choose(self._rooms(), "Mad Queens. What would you like to do?")
            if command != "quit":
                await rooms[command]()
            elif await self._may_quit():
                break
        self.tell(GOOD_BYE)

    def _rooms(self) -> list[MenuChoice]:
        unfinished = latest_unfinished_number() is not None
        table = self._background_tables.name
        return [
            *([MenuChoice(f"{RETURN_TO_TABLE}, {table}", "table")] if table else []),
            *([MenuChoice("Go on with the match that you left", "go on")] if unfinished else []),
            MenuChoice("Play here, against bots", "play"),
            MenuChoice("Host a table that others on your network can join", "host"),
            MenuChoice("Join somebody else's table", "join"),
            MenuChoice("Read the rules", "rules"),
            MenuChoice(f"Change your name, {self._settings.name}", "name"),
            MenuChoice("Quit", "quit"),
        ]

    async def _may_quit(self) -> bool:
        """Ask before a table that others play on at closes."""
        if not self._background_tables or self._over:
            return True
        answers = [
            MenuChoice("No, stay", BACK_COMMAND, keys=("n", "no")),
            MenuChoice("Yes, quit", "quit", keys=("y", "yes")),
        ]
        return await self.choose(answers, QUIT_QUESTION_HOSTING) == "quit"

    async def _back_to_table(self) -> None:
        try:
            handle, request = await self._background_tables.resume_last()
        except NetError as error:
            self.tell(str(error))
            return
        await self._be_at(handle, request)

    async def _which_game(self, asks: str) -> Game | None:
        listed = [MenuChoice(f"{game.title}: {game.tagline}", slug) for slug, game in games.items()]
        return games.get(await self.choose(listed, asks, back=True))

    async def _go_on(self) -> None:
        number = latest_unfinished_number()
        if number is not None:
            await self.carry_out(TableRequest("play", unfinished=number))

    async def _play(self) -> None:
        game = await self._which_game("Which game?")
        if game is not None:
            seats = game.usual_seats
            await self.carry_out(TableRequest("play", game.slug, seats, seats - 1), start=False)

    async def _host(self) -> None:
        game = await self._which_game("Which game?")
        if game is not None:
            code = await self._new_code()
            if not self._over:
                await self.carry_out(TableRequest("host", game.slug, game.usual_seats, 0, code=code, game_named=True))

    async def _new_code(self) -> str:
        """Ask for the code of a table that is to be opened until it is one, or nothing."""
        while not self._over:
            code = await self.ask("A code that only lets those in who know it? Press Enter for none.")
            try:
                return chosen_secret(code) if code else ""
            except BadCode as error:
                self.tell(str(error))
        return ""

    async def join(self, request: TableRequest = JOIN_ANY_TABLE) -> None:
        """Go to a table that is chosen among those nearby and those joined lately, or by its address."""
        while not self._over:
            self.tell("Looking for tables on this network.")
            nearby, trouble = await look_around(BROWSE_SECONDS)
            known = [address for address in self._settings.addresses if address not in {one.where for one in nearby}]
            found = [MenuChoice(f"{_found_table_label(one)}, at {one.where}", one.where) for one in nearby]
            menu = NumberedMenu([*found, *(MenuChoice(f"{address}, joined lately", address) for address in known)])
            self.tell(*([] if nearby else [trouble or NO_TABLES_FOUND]), *menu.lines)
            text = await self.ask("Type its number or an address such as 192.168.1.20, or press Enter to go back.")
            if not text:
                return
            choice = menu.find(text)
            try:
                address, port = read_address(choice.command if choice is not None else text)
            except ValueError as error:
                self.tell(str(error))
                continue
            if await self.carry_out(replace(request, address=address, port=port)) != "closed":
                return

    async def _rules(self) -> None:
        game = await self._which_game("The rules of which game?")
        if game is not None:
            for line in rulebook_text(game.title, game.rules, self._format.width or 80).splitlines():
                for part in lines(line.strip(), 0, self._format.ascii_only):
                    self._write(" " * (len(line) - len(line.lstrip())) + part)

    async def _name(self) -> None:
        name = clean_name(await self.ask("What are you called at the table? Press Enter to leave it as it is."))
        if name:
            self._settings.name = name
            self._settings.save(data_folder())
            self.tell(f"You are called {name} from now on.")


def _invitation_sentences(handle: TableHandle, request: TableRequest) -> list[str]:
    """Return in sentences how others come to a table that is hosted or joined here."""
    table, host = handle.client.table, handle.host
    if table is None or request.kind == "play" or not table.address:
        return []
    said = [f"{OTHERS_JOIN} {table_invitation(table, handle.code, request.insecure)}"]
    if host is not None and host.annex is not None:
        said.append(f"Or with nothing but an ssh client: {ssh_invitation(table.address, host.annex.port)}")
    return [*said, INSECURE] if request.insecure else said


def _found_table_label(found: FoundTable) -> str:
    """Return what is known of a table nearby, in a few words."""
    return f"{found.host}, {found.title}: {table_summary(found)}"


def _compare_with_best(game: str, score: int) -> str:
    """Say what a solo score means beside the best one before."""
    from tui.text.history import compare_with_best

    return compare_with_best(data_folder(), game, score)
