"""The hall of a club in lines: the list of tables, the chat, and the commands to go to a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from core import BadOption, Game, games
from core.engine.registry import find_game, unknown_game_sentence
from net.client.events import ChatReceived
from net.client.hall import HallAnswer, HallClient, HallEvent, RecordFetched, TableGranted
from net.limits import MAX_NAME_CELLS
from net.protocol.field_types import Setting
from net.protocol.messages import MatchesShown, TotalsShown
from net.protocol.sanitize import clean_text
from tui.line_mode.house_rules import house_rules_with_values, split_house_rule
from tui.line_mode.plain_lines import UNKNOWN_COMMAND_SENTENCE, printable_line
from tui.table.hall_reader import HallReader
from tui.text.hall import (
    LADDER_SENTENCE,
    LADDER_TITLE,
    MATCHES_OF_CLUB_TITLE,
    NO_MATCHES_IN_CLUB_SENTENCE,
    hall_sentence,
    match_sentence,
    table_number_and_code_text,
    table_row_sentence,
    totals_sentences,
    totals_title,
)
from tui.text.rulebook import rulebook_text, short_rules

RULES_WIDTH: Final = 78
"""The width in columns of a line of the rules."""

OPEN_USAGE: Final = "open GAME [PLAYERS] [bots=NUMBER] [private] [code=WORD] [OPTION=VALUE ...] [name=NAME]"
"""The usage of the command that opens a table."""

NAME_ARGUMENT: Final = " name="
"""The word that stands before the name of a new table in a typed command; all that follows is the name."""

UNREADABLE_TABLE_NAME_SENTENCE: Final = "The name of a table needs at least one letter that can be seen."
"""The reply to a name of a new table that has no visible character."""

LONG_TABLE_NAME_SENTENCE: Final = f"The name of a table is at most {MAX_NAME_CELLS} columns wide."
"""The reply to a name of a new table that is too long."""

HALL_HELP: Final[Mapping[str, str]] = {
    "NUMBER": "sit down at that table",
    "sit NUMBER [CODE]": "the same; a private table asks for its code",
    "watch NUMBER [CODE]": "watch at that table",
    "play [GAME]": "sit down where there is room, or open a table",
    OPEN_USAGE: "open a table; if you like, with a code (private makes one up), house rules and a name of its own",
    "options GAME": "read the house rules of a game, and what they can be",
    "list": "read the list of tables",
    "find TEXT": "list the tables with this name, game or number; find alone lists them all",
    "free": "list the tables where you can sit down now",
    "next": "list the tables after these",
    "say TEXT": "say something to everybody in the hall",
    "invite": "read how others come in",
    "matches [NUMBER]": "list the finished matches of the club, the latest first, or those before that number",
    "replay NUMBER": "read a match of the club again, step by step",
    "ladder": "read tonight's ladder",
    "totals GAME": "read everybody's totals in a game tonight",
    "rules GAME": "read the rules of a game in short",
    "leave": "leave the club",
    "/run KEY": "run the club, if you have the key that was printed where it was opened; then the commands are listed",
}
"""Maps the usage of each command of the hall to what it does."""


BACK_TO_LIST_COMMAND: Final = "0"
"""The command that leads back from the games of a new table to the list of tables."""

OPEN_COMMAND: Final = "open"
"""The command after which the choices are the games of a new table."""
PRIVATE_COMMAND: Final = "private"
"""The command after which the choices are the games of a new table with a code."""

MATCHES_COMMAND: Final = "matches"
"""The command after which the choices are the matches of the club."""

REPLAY_COMMAND: Final = "replay"
"""The command that replays a match of the club in sentences."""
LADDER_COMMAND: Final = "ladder"
"""The command that shows the ladder of the evening."""


class HallChoice(Struct, frozen=True):
    """A choice in the hall, for an interface that shows choices: `line` is the line to send, `label` its label."""

    line: str
    label: str


class ChosenTable(Struct, frozen=True):
    """The table to which a person goes from the hall: its number and code, and whether the person only watches."""

    number: int
    code: str = ""
    watch: bool = False


class HallConversation:
    """One person's conversation with a hall, until they go to a table or leave. Nothing here waits, reads or writes by
    itself.

    `packed_record` is the packed record of a match that the person wants to read, until it is written; else None.
    `chosen_table` is the table that the person goes to, None before. `ending` is "" until the person has left the club
    (``left``) or the club does not answer any more (``lost``). `awaits_answer` is whether the answer to a request has
    yet to come. With `shows_choices` the interface itself shows `choices`, so the list of tables is not written.
    `invitation` returns the sentences that say how others come in.
    """

    def __init__(
        self,
        client: HallClient,
        write: Callable[..., None],
        save_token: Callable[[], None],
        *,
        shows_choices: bool = False,
        invitation: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self.client = client
        self._invitation = invitation
        self._shows_choices = shows_choices
        self._menu = ""
        self.chosen_table: ChosenTable | None = None
        self.ending = ""
        self.awaits_answer = False
        self.packed_record: bytes | None = None
        self._matches = MatchesShown(())
        self._write = write
        self._reader: HallReader[None] = HallReader(client, save_token)
        self._reader.subscribe(self)
        self._list_is_wanted = False
        self._has_written_no_tables = False
        self._commands: Mapping[str, Callable[[str], None]] = {
            "sit": self._sit_down,
            "watch": self._watch_table,
            "play": self._request_free_seat,
            "open": self._open_table,
            "list": lambda arguments: self.write_list(),
            "find": self._find_tables,
            "free": lambda arguments: self._request_list("", with_room=True),
            "next": lambda arguments: self._request_next_tables(),
            "say": self._send_chat,
            MATCHES_COMMAND: self._request_matches,
            REPLAY_COMMAND: self._request_replay,
            LADDER_COMMAND: lambda arguments: self._send_request(lambda: self.client.show_totals()),
            "totals": self._request_totals,
            "options": self._write_options,
            "rules": self._write_rules,
            "invite": lambda arguments: self._write(*self._invitation()),
            "leave": lambda arguments: self._leave_club(),
            "quit": lambda arguments: self._leave_club(),
            "?": lambda arguments: self._write_help(),
            "help": lambda arguments: self._write_help(),
        }

    @property
    def is_over(self) -> bool:
        """Whether the person goes to a table or has left."""
        return bool(self.ending) or self.chosen_table is not None

    def begin(self) -> None:
        """Write the list of tables, as soon as it is there."""
        self._list_is_wanted = True
        if self.client.is_listed:
            self.write_list()
        else:
            self.awaits_answer = True

    def handle_event(self, event: HallEvent) -> None:
        """Write what has happened in the hall."""
        self._reader.read(event)

    # Called by the reader (`tui.table.hall_reader.HallSubscriber`)

    def on_tables_listed(self) -> None:
        """Write the list of tables if it is wanted."""
        if self._list_is_wanted:
            self.write_list()
        elif self._has_written_no_tables and self.client.rows:  # beside the choices that there are now
            self._has_written_no_tables = False
            self._write(hall_sentence(self.client))

    def on_table_granted(self, grant: TableGranted) -> None:
        """Write the number of the person's table, and end the conversation."""
        self.awaits_answer = False
        self._write(f"Your table is number {table_number_and_code_text(grant.number, grant.code)}")
        self.chosen_table = ChosenTable(grant.number, grant.code)

    def on_answer(self, answer: HallAnswer) -> None:
        """Write what the hall says of the matches of the club, or of the totals of the evening."""
        self.awaits_answer = False
        match answer:
            case MatchesShown():
                self._write_matches(answer)
            case TotalsShown():
                lines = totals_sentences(answer, self.client.name)
                self._write(f"{totals_title(answer.game)}.", *lines, *([] if answer.game else [LADDER_SENTENCE]))
            case RecordFetched(_, packed):
                self.packed_record = packed

    def on_chat(self, line: ChatReceived) -> None:
        """Write a line of chat."""
        self._write(f"{line.name}: {line.text}")

    def on_refusal(self, reason: str) -> None:
        """Write why the hall has refused a request."""
        self.awaits_answer = False
        self._write(reason)

    def on_connection_news(self, sentence: str, is_repeated: bool) -> None:
        """Write once that the club does not answer."""
        if not is_repeated:
            self._write(sentence)

    def on_reconnected(self, sentence: str) -> None:
        """Write that the club answers again."""
        self._write(sentence)

    def on_host_lost(self, reason: str) -> None:
        """Write why the club is lost, and end the conversation."""
        self._write(reason)
        self.ending = "lost"

    # Lines

    def handle_line(self, line: str) -> None:
        """Carry out a typed line."""
        text = printable_line(line).strip()
        word, _, arguments = text.partition(" ")
        command = self._commands.get(word.lower())
        if self._shows_choices and text in (BACK_TO_LIST_COMMAND, OPEN_COMMAND, PRIVATE_COMMAND):
            self._menu = "" if text == BACK_TO_LIST_COMMAND else text
            return
        self._menu = ""
        if not text:
            self.write_list()
        elif text.isdecimal():
            self._sit_down(text)
        elif text.startswith("/"):
            self.client.send_chat(text)
        elif command is not None:
            command(arguments.strip())
        else:
            self._write(UNKNOWN_COMMAND_SENTENCE.format(text[:40]))

    def write_list(self) -> None:
        """Write the tables that the person sees, and how many there are."""
        client = self.client
        self._list_is_wanted = self.awaits_answer = False
        self._write(hall_sentence(client))
        if self._shows_choices:
            self._has_written_no_tables = not client.rows
            self._write(*filter(None, [self._reader.why_no_tables]))
            return
        self._write(*(f"{row.number}) {table_row_sentence(row)}." for row in client.rows))
        if not client.rows:
            self._write(self._reader.why_no_tables)
        elif client.found_count > len(client.rows):
            self._write(f"These are {len(client.rows)} of {client.found_count}: next, or find TEXT.")
        self._write("Type the number of a table to sit down there, play, open GAME, or ? for everything you can type.")

    @property
    def choices(self) -> list[HallChoice]:
        """The choices now: the tables, or after ``open`` the games of a new table."""
        client = self.client
        if self._menu == MATCHES_COMMAND:
            rows = self._matches.rows
            replays = [HallChoice(f"{REPLAY_COMMAND} {row.number}", match_sentence(row)) for row in rows]
            earlier = [
                HallChoice(f"{MATCHES_COMMAND} {row.number}", "Earlier matches")
                for row in rows[-1:]
                if self._matches.has_earlier
            ]
            return [*replays, *earlier, HallChoice(BACK_TO_LIST_COMMAND, "Back")]
        if self._menu:
            private = self._menu == PRIVATE_COMMAND
            others = [] if private else [HallChoice(PRIVATE_COMMAND, "With a code, only for those you give it to")]
            end = f" {PRIVATE_COMMAND}" if private else ""
            opened = [HallChoice(f"{OPEN_COMMAND} {slug}{end}", game.title) for slug, game in games.items()]
            return [*opened, *others, HallChoice(BACK_TO_LIST_COMMAND, "Back")]
        more = client.found_count > len(client.rows)
        return [
            *(HallChoice(str(row.number), table_row_sentence(row)) for row in client.rows),
            *([HallChoice("next", "More tables" if client.rows else "The first tables")] if more else []),
            *([HallChoice("find", "All tables")] if self._reader.search or self._reader.with_room else []),
            HallChoice("play", "Play now"),
            HallChoice(OPEN_COMMAND, "Open a table"),
            HallChoice(MATCHES_COMMAND, MATCHES_OF_CLUB_TITLE),
            HallChoice(LADDER_COMMAND, LADDER_TITLE),
            HallChoice("invite", "How others come in"),
            HallChoice("leave", "Leave the club"),
        ]

    # Commands

    def _write_help(self) -> None:
        """Write which commands can be typed in the hall."""
        self._write(*(f"{usage}: {help}." for usage, help in HALL_HELP.items()))
        self._write(f"The games are {', '.join(games)}.")

    def _leave_club(self) -> None:
        """Leave the club."""
        self._write("You leave the club.")
        self.ending = "left"

    def _sit_down(self, arguments: str) -> None:
        """Sit down at the table whose number is typed; its code may follow."""
        self._go_to_table(arguments, watch=False)

    def _watch_table(self, arguments: str) -> None:
        """Go as a spectator to the table whose number is typed; its code may follow."""
        self._go_to_table(arguments, watch=True)

    def _go_to_table(self, arguments: str, *, watch: bool) -> None:
        """Go to the table whose number is typed, as a spectator if `watch`; its code may follow."""
        number, _, code = arguments.partition(" ")
        if number.isdecimal() and len(number) < 10:
            self.chosen_table = ChosenTable(int(number), code.strip(), watch)
        else:
            self._write(f"Type {'watch' if watch else 'sit'} and the number of a table on the list.")

    def _request_free_seat(self, arguments: str) -> None:
        """Ask the hall for any table with a free seat, of the typed game if one is typed."""
        game = self._find_game(arguments) if arguments else None
        if game is not None or not arguments:
            self.awaits_answer = True
            self.client.play_now("" if game is None else game.slug)

    def _open_table(self, arguments: str) -> None:
        """Open a table: the game comes first, then the number of players, ``private`` and options in any order, and the
        table's name last."""
        arguments, has_name, table_name = arguments.partition(NAME_ARGUMENT)
        first, *words = arguments.split() or [""]
        game = self._find_game(first)
        if game is None:
            return
        seats, bots, private, code = 0, 0, False, ""
        options: dict[str, Setting] = {}
        for word in words:
            name, value = split_house_rule(word)
            if "=" in word and name == "bots" and value.isdecimal() and len(value) < 5:
                bots = int(value)
            elif "=" in word and name == "code":
                private, code = True, value
            elif "=" in word:
                options[name] = value
            elif word.isdecimal() and len(word) < 5:
                seats = int(word)
            elif word.lower() == "private":
                private = True
            else:
                self._write(f"{word[:40]!r} means nothing here; type {OPEN_USAGE}.")
                return
        if has_name and not clean_text(table_name, MAX_NAME_CELLS):
            self._write(UNREADABLE_TABLE_NAME_SENTENCE)
            return
        if clean_text(table_name, 2 * MAX_NAME_CELLS) != clean_text(table_name, MAX_NAME_CELLS):
            self._write(LONG_TABLE_NAME_SENTENCE)
            return
        try:
            game.settings(seats or game.usual_seats, options)
        except BadOption as error:
            self._write(f"{error} Type options {game.slug} to read them all.")
            return
        self._send_request(
            lambda: self.client.open_table(
                game.slug, seats=seats, bots=bots, options=options, name=table_name, private=private, code=code
            )
        )

    def _write_options(self, arguments: str) -> None:
        """Write the house rules of a game."""
        game = self._find_game(arguments)
        if game is not None:
            self._write(*house_rules_with_values(game))

    def _find_game(self, name: str) -> Game | None:
        """Return the game with a name; if there is none, write which games there are and return None."""
        game = find_game(name)
        if game is None:
            self._write(f"{unknown_game_sentence(name) if name else 'Which game'}; there are: {', '.join(games)}.")
        return game

    def _write_rules(self, arguments: str) -> None:
        """Write the short rules of a game, or what each game is."""
        if not arguments:
            self._write(*(f"{game.title}: {game.tagline}" for game in games.values()))
            self._write("Type rules and the name of a game to read more.")
            return
        game = self._find_game(arguments)
        if game is not None:
            self._write(
                *filter(
                    None, map(str.strip, rulebook_text(game.title, short_rules(game.rules), RULES_WIDTH).splitlines())
                )
            )

    def _send_request(self, send: Callable[[], None]) -> None:
        """Call `send`, which sends the hall a request, and record that the answer is awaited."""
        self.awaits_answer = True
        send()

    def _request_matches(self, arguments: str) -> None:
        """Ask the hall for the matches of the club: the latest, or those before the match whose number is typed."""
        before = int(arguments) if arguments.isdecimal() and len(arguments) < 10 else 0
        self._send_request(lambda: self.client.show_matches(before))

    def _write_matches(self, shown: MatchesShown) -> None:
        """Write the matches of the club, or show them as choices where the interface does that."""
        self._matches = shown
        if not shown.rows:
            self._write(NO_MATCHES_IN_CLUB_SENTENCE)
        elif self._shows_choices:
            self._menu = MATCHES_COMMAND
        else:
            self._write(*(f"{row.number}) {match_sentence(row)}." for row in shown.rows))
            earlier = f" Earlier ones: {MATCHES_COMMAND} {shown.rows[-1].number}." if shown.has_earlier else ""
            self._write(f"Type {REPLAY_COMMAND} and the number of a match to read it again.{earlier}")

    def _request_replay(self, arguments: str) -> None:
        """Ask the hall for the record of the match whose number is typed; it is written in sentences when it comes."""
        if arguments.isdecimal() and len(arguments) < 16:
            self._send_request(lambda: self.client.fetch_record(int(arguments)))
        else:
            self._write(f"Type {REPLAY_COMMAND} and the number of a match; {MATCHES_COMMAND} lists them.")

    def _request_totals(self, arguments: str) -> None:
        """Ask the hall for the totals of the typed game: the matches and points of each person this evening."""
        game = self._find_game(arguments)
        if game is not None:
            self._send_request(lambda: self.client.show_totals(game.slug))

    def _find_tables(self, arguments: str) -> None:
        """Ask for the tables in which a text is found."""
        self._request_list(arguments)

    def _request_list(self, text: str, *, with_room: bool = False) -> None:
        """Ask the hall for the tables in which a text is found, which are written when they come."""
        self._list_is_wanted = self.awaits_answer = True
        self._reader.show_tables(text, with_room=with_room)

    def _request_next_tables(self) -> None:
        """Ask the hall for the tables that follow those written last."""
        self._list_is_wanted = self.awaits_answer = True
        self._reader.show_next_tables()

    def _send_chat(self, arguments: str) -> None:
        """Send a line of chat to everybody in the hall."""
        if arguments:
            self.client.send_chat(arguments)
        else:
            self._write("Type say and what you want to say.")
