"""Before a table and between two: what to do, in numbered choices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from core import Game, games
from net.errors import NetError, NotAdmitted
from tui.doors import Door, Place, in_words
from tui.invitation import INSECURE, ssh_invitation
from tui.plain.choices import Choice, Menu
from tui.plain.converse import converse
from tui.plain.lines import lines
from tui.plain.talk import Manner
from tui.plain_text import plain_text
from tui.plan import Plan, full_address, read_address
from tui.results import to_beat
from tui.sentences import way_in
from tui.settings import Settings, clean_name, data_folder, keep_score

GAME_OVER = "Good bye."


class Home:
    """Somebody in the line mode, from choosing what to do to leaving the program.

    `door` opens tables. Every method that asks something returns None, or an empty text, when the input has ended.
    """

    def __init__(
        self,
        settings: Settings,
        door: Door,
        read_line: Callable[[], Awaitable[str | None]],
        write_line: Callable[[str], None],
        manner: Manner,
    ) -> None:
        self._settings = settings
        self._door = door
        self._read_line = read_line
        self._write = write_line
        self._manner = manner
        self._over = False

    def tell(self, *sentences: str) -> None:
        """Write sentences."""
        for sentence in sentences:
            for line in lines(sentence, self._manner.width, self._manner.ascii_only):
                self._write(line)

    # Going to a table

    async def carry_out(self, plan: Plan, *, start: bool = True) -> str:
        """Go to the table of a plan and stay there; return why it ended: ``left``, ``lost``, or ``closed`` doors.

        A table of one's own is played at once, if `start`.
        """
        place = await self._open(plan)
        if place is None:
            return "closed"
        if place.news:
            self.tell(place.news)
        if plan.kind == "join":
            self._settings.remember_address(full_address(plan.address, plan.port))
            self._settings.save(data_folder())
        try:
            return await converse(
                place.client,
                self._read_line,
                self._write,
                self._manner,
                solo=plan.kind == "play",
                start=start,
                best=_best,
                kept=place.keep,
                invitation=_invitation(place, plan),
            )
        finally:
            await place.leave()

    async def _open(self, plan: Plan) -> Place | None:
        """Open the door to a table, asking for its code if there is one; None with the reason told if it stays shut."""
        if plan.kind == "join":
            self.tell(f"Looking for the table at {full_address(plan.address, plan.port)}.")
        try:
            return await self._door(plan, self._settings)
        except NotAdmitted as error:
            self.tell(in_words(error, plan))
            if plan.kind != "join" or "code" not in str(error):
                return None
        except (NetError, ValueError, OSError) as error:
            self.tell(in_words(error, plan))
            return None
        code = await self.ask("Table code:")
        return await self._open(replace(plan, code=code)) if code else None

    # Asking

    async def ask(self, question: str) -> str:
        """Ask for a line."""
        if self._over:
            return ""
        self.tell(question)
        line = await self._read_line()
        self._over = line is None
        return "" if line is None else " ".join(line.split())

    async def choose(self, choices: Sequence[Choice], asks: str = "") -> str:
        """Let one of some choices be chosen; return its command, or ``quit`` when the input has ended."""
        menu = Menu(choices, asks)
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
            if word in ("quit", "exit", "q", "bye"):
                return "quit"
            if word:
                self.tell(f"There is no choice {word[:40]}. Type the number of one of these.")
            self.tell(*menu.lines)
        return "quit"

    # At home

    async def stay(self, first: str = "") -> None:
        """Offer what there is to do, until somebody has had enough; `first` is chosen already."""
        rooms = {"play": self._play, "host": self._host, "join": self._join, "rules": self._rules, "name": self._name}
        while not self._over:
            command, first = first or await self.choose(self._rooms(), "Mad Queens. What would you like to do?"), ""
            if command == "quit":
                break
            await rooms[command]()
        self.tell(GAME_OVER)

    def _rooms(self) -> list[Choice]:
        return [
            Choice("Play here, against bots", "play"),
            Choice("Host a table that others on your network can join", "host"),
            Choice("Join somebody else's table", "join"),
            Choice("Read the rules", "rules"),
            Choice(f"Change your name, {self._settings.name}", "name"),
            Choice("Quit", "quit"),
        ]

    async def _which_game(self, asks: str) -> Game | None:
        listed = [Choice(f"{game.title}: {game.tagline}", slug) for slug, game in games.items()]
        slug = await self.choose([*listed, Choice("Back", "back")], asks)
        return games.get(slug)

    async def _play(self) -> None:
        game = await self._which_game("Which game?")
        if game is not None:
            seats = game.usual_seats
            await self.carry_out(Plan("play", game.slug, seats, seats - 1), start=False)

    async def _host(self) -> None:
        game = await self._which_game("Which game?")
        if game is not None:
            code = await self.ask("A code that only lets those in who know it? Press Enter for none.")
            if not self._over:
                await self.carry_out(Plan("host", game.slug, game.usual_seats, 0, code=code))

    async def _join(self) -> None:
        known = [Choice(address, address) for address in self._settings.addresses]
        self.tell(*Menu(known, "Joined lately:").lines if known else ())
        text = await self.ask("Where is the table? Type its address, such as 192.168.1.20, or press Enter to go back.")
        if text.isdigit() and 0 < int(text[:3]) <= len(known):
            text = known[int(text[:3]) - 1].command
        if not text:
            return
        try:
            address, port = read_address(text)
        except ValueError as error:
            self.tell(str(error))
            return
        await self.carry_out(Plan("join", address=address, port=port))

    async def _rules(self) -> None:
        game = await self._which_game("The rules of which game?")
        if game is not None:
            for line in plain_text(game.title, game.rules, self._manner.width or 80).splitlines():
                for part in lines(line.strip(), 0, self._manner.ascii_only):
                    self._write(" " * (len(line) - len(line.lstrip())) + part)

    async def _name(self) -> None:
        name = clean_name(await self.ask("What are you called at the table? Press Enter to leave it as it is."))
        if name:
            self._settings.name = name
            self._settings.save(data_folder())
            self.tell(f"You are called {name} from now on.")


def _invitation(place: Place, plan: Plan) -> list[str]:
    """Return in sentences how others come to a table that is hosted or joined here."""
    table, host = place.client.table, place.host
    if table is None or plan.kind == "play" or not table.address:
        return []
    code = host.code if host is not None else plan.code
    said = [f"Others on this network join with: {way_in(table, code, plan.insecure)}"]
    if host is not None and host.annex is not None:
        said.append(f"Or with nothing but an ssh client: {ssh_invitation(table.address, host.annex.port)}")
    return [*said, INSECURE] if plan.insecure else said


def _best(game: str, score: int) -> str:
    """Keep a solo score if it is the best of its game, and say what it means."""
    return to_beat(score, keep_score(data_folder(), game, score))
