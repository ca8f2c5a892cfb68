"""The main menu of the line mode: play, host, join, rules, results, settings. It opens tables and returns from them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace as replace_fields
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core import BadOption, Game, games
from core.engine.english import count
from net.client.api import Client
from net.errors import BadCode, NetError
from net.journal import JOURNAL_FILE
from net.security.table_code import check_chosen_secret
from tui.connect.address import full_address
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle, TableOpener
from tui.connect.tables import OpeningFailed, Tables
from tui.connect.unfinished import resume_request, unfinished_tables
from tui.drawing.wrap import printable
from tui.lessons import GAMES_WITH_LESSON
from tui.line_mode.context import ConversationContext
from tui.line_mode.hall_session import converse_in_hall, sit_down
from tui.line_mode.house_rules import SavedHouseRules
from tui.line_mode.join import ask_for_table
from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice
from tui.line_mode.output import LineFormat, format_sentence
from tui.line_mode.plain_lines import replace_non_ascii, wrapped_lines
from tui.line_mode.questions import TABLE_CODE_QUESTION, Questions
from tui.line_mode.session import converse
from tui.settings import LastTableSetup, Settings, clean_name, data_folder
from tui.text.first_meeting_remarks import FirstMeetings
from tui.text.rulebook import rulebook_text
from tui.text.table import (
    CHANGED_HOST_KEY_ANSWERS,
    QUIT_QUESTION_HOSTING,
    RETURN_TO_TABLE_LABEL,
    TABLE_STAYS_OPEN_TEXT,
    changed_key_question,
)
from tui.text.unfinished import unfinished_match_in_brief

if TYPE_CHECKING:
    from net.journal import UnfinishedTable

GOOD_BYE_SENTENCE: Final = "Goodbye."
"""The last line of the program."""

MAX_LABEL_CELLS: Final = 200
"""The description of a match in the menu is at most this many cells wide."""

MATCH_IS_KEPT_SENTENCE: Final = "Your match is kept: queens play picks it up again."
"""The sentence that is written when a person leaves a saved match."""

SERVE_BROWSERS_QUESTION: Final = (
    "May phones and browsers join, too? Others on this network could listen in. Type yes, or press Enter for no."
)
"""The question to a host before the page for browsers is served."""
LESSON_MENTION: Final = "New here? queens learn {} --plain is a lesson of four minutes."
"""The sentence before the first match of a person who has not been offered a lesson; ``{}`` is the slug of its game."""
YOUR_NAME_QUESTION: Final = "Your name at the table? Press Enter to keep it."
"""The question for the person's name."""

HOUSE_RULES_COMMAND: Final = "rules"
"""The first word of the command of a choice that stands for saved house rules; their name follows."""

JOIN_ANY_TABLE: Final = TableRequest("join")
"""The request to join a table that the person has not chosen yet."""


class MainMenu:
    """The main menu of one person, with the hosted tables that the person left open.

    `opener` opens tables; `read_line` returns None at the end of the input. When `is_terminal_gone`, a table is not
    left, but dropped like a broken connection.
    """

    def __init__(
        self,
        settings: Settings,
        opener: TableOpener,
        read_line: Callable[[], Awaitable[str | None]],
        write_line: Callable[[str], None],
        line_format: LineFormat,
        is_terminal_gone: Callable[[], bool] = lambda: False,
    ) -> None:
        self._settings = settings
        self._read_line = read_line
        self._write_line = write_line
        self._format = line_format
        self._questions = Questions(read_line, self.write)
        self._tables = Tables(settings, data_folder(), opener)
        self._unfinished_tables: tuple[UnfinishedTable, ...] = ()
        self._is_terminal_gone = is_terminal_gone

    def write(self, *sentences: str) -> None:
        """Write sentences, each in lines of the present format."""
        for sentence in sentences:
            for line in format_sentence(sentence, self._format):
                self._write_line(line)

    def _save_format(self, line_format: LineFormat) -> None:
        """Use another format, and save it for later runs of the program."""
        self._format = line_format
        self._settings.words = line_format.cards_in_words
        self._settings.save(data_folder())

    # Tables

    async def visit_table(self, request: TableRequest, *, start: bool = True) -> str:
        """Open the table of a request and play there; return how the visit ended.

        The result is ``left``, ``lost`` if the host does not answer any more, ``open`` if a table hosted here stays
        open to the others, or ``closed`` if the table could not be opened. At a solo table a match begins at once if
        `start`.
        """
        if request.kind == "play" and start:
            self._mention_lesson_once(request.game)
        try:
            handle = await self._open_table(request)
        except OpeningFailed as failure:
            return await self._visit_hall(failure)
        if handle is None:
            return "closed"
        if handle.notices:
            self.write(handle.notices)
        why = await self._run_conversation(handle, start)
        if request.kind == "play" and why == "left":
            await self._read_unfinished_tables()
            if self._unfinished_solo_table is not None:
                self.write(MATCH_IS_KEPT_SENTENCE)
        return why

    async def _visit_hall(self, failure: OpeningFailed) -> str:
        """Visit the hall of the club at the address where no table could be joined; return how the visit ended."""
        assert failure.club is not None
        try:
            hall = await self._tables.enter_hall(failure.club)
        except OpeningFailed as reason:
            self.write(str(reason))
            return "closed"
        try:
            self.write(*filter(None, [hall.notices]))
            while True:
                way = await converse_in_hall(hall, self._questions.next_line, self.write)
                if isinstance(way, str):
                    return way
                handle = await sit_down(hall, way, self._questions, self.write)
                if handle is not None:
                    await self._run_conversation(handle)
        finally:
            await hall.leave()

    async def _run_conversation(self, handle: TableHandle, start: bool = True) -> str:
        """Run the line mode at an open table, then leave it; a table hosted here closes unless the person chooses
        otherwise.

        With `start` a match begins at once at a solo table. Returns ``left``, ``lost`` if the host does not answer any
        more, or ``open`` if a table hosted here stays open to the others.
        """
        why = ""
        try:
            why = await converse(
                handle.client,
                self._read_line,
                self._write_line,
                self._format,
                ConversationContext(
                    solo=handle.solo,
                    is_hosting=handle.request.kind == "host",
                    invitation=lambda: handle.invitation_sentences,
                    compare_with_best=partial(_compare_with_best, bool(handle.request.seed)),
                    meetings=self._first_meetings,
                    firsts_and_bests_sentence=None
                    if handle.client.is_remote
                    else partial(_own_records_sentence, handle.client),
                    asks_about_slips=self._settings.questions and self._format.is_typed,
                    save_token=handle.save_token,
                    save_format=self._save_format,
                    open_to_browsers=handle.open_to_browsers if handle.can_open_to_browsers else None,
                    saved_house_rules=SavedHouseRules(self._settings),
                ),
                start=start,
            )
        finally:
            if why == "open":
                await self._tables.leave_table_open(handle)
            elif self._is_terminal_gone():
                await handle.drop()
                await self._tables.drop()
            else:
                await handle.leave()
        if why == "open":
            self.write(f"{TABLE_STAYS_OPEN_TEXT}.")
        return why

    @property
    def _first_meetings(self) -> FirstMeetings | None:
        """The events that are explained when the person meets them for the first time; None if remarks are switched off
        or the input comes from a script."""
        if not (self._settings.remarks and self._format.is_typed):
            return None
        return FirstMeetings(self._settings.met, lambda: self._settings.save(data_folder()))

    async def _open_table(self, request: TableRequest) -> TableHandle | None:
        """Open the table of a request; ask for its code, or whether to trust a changed key.

        Return None after a failure. Raises `OpeningFailed` if there is a club in place of a table.
        """
        if request.kind == "join":
            self.write(f"Looking for the table at {full_address(request.address, request.port)}.")
        try:
            return await self._tables.open(request)
        except OpeningFailed as error:
            failure = error
        if failure.club is not None:
            raise failure
        if failure.changed_key is not None:
            trust, run = CHANGED_HOST_KEY_ANSWERS
            answers = [NumberedChoice(run, "run", keys=("n", "no")), NumberedChoice(trust, "trust", keys=("y", "yes"))]
            trusted = await self._questions.choose(answers, changed_key_question(failure.changed_key)) == "trust"
            return await self._open_table(failure.trusting_request) if trusted else None
        self.write(str(failure))
        code = await self._questions.ask(TABLE_CODE_QUESTION) if failure.wants_code else ""
        return await self._open_table(replace(request, code=code)) if code else None

    # The menu

    async def run(self) -> None:
        """Run the main menu until the person quits, then close the tables that were left open."""
        try:
            await self._offer_lesson_once()
            await self._run_menu()
        finally:
            await self._tables.close()

    async def _offer_lesson_once(self) -> None:
        """Offer the lesson of the first game to a person who types and has not been offered it before."""
        from tui.lessons.registry import FIRST_LESSON_OFFER

        if not self._settings.may_offer_lesson or not self._format.is_typed:
            return
        self._settings.lesson_offered = True
        self._settings.save(data_folder())
        answers = [
            NumberedChoice("Yes, show me", "learn", keys=("y", "yes")),
            NumberedChoice("Learn another game", "other", keys=("l",)),
            NumberedChoice("Later", "later", keys=("n", "no")),
        ]
        answer = await self._questions.choose(answers, FIRST_LESSON_OFFER)
        if answer in ("learn", "other"):
            await self.run_lesson(next(iter(games)) if answer == "learn" else "")

    def _mention_lesson_once(self, slug: str) -> None:
        """Say that the game with this slug has a lesson, if it does, to a person who types and has not been offered one
        before.
        """
        if self._format.is_typed and self._settings.may_offer_lesson and slug in GAMES_WITH_LESSON:
            self._settings.lesson_offered = True
            self._settings.save(data_folder())
            self.write(LESSON_MENTION.format(slug))

    async def _run_menu(self) -> None:
        """Show the main menu and carry out the choices until the person quits."""
        handlers = {
            "table": self._return_to_table,
            "go on": self._resume_solo_match,
            "play": self._play_solo,
            "host again": self._resume_hosted_match,
            "host": self._host_table,
            "join": self.join_table,
            "learn": self.run_lesson,
            "rules": self._read_rules,
            "happened": self._analyse_past_match,
            "statistics": self._read_statistics,
            "settings": self._change_settings,
            "name": self._change_name,
        }
        while not self._questions.input_ended:
            await self._read_unfinished_tables()
            command = await self._questions.choose(self._menu_choices(), "Mad Queens. What would you like to do?")
            if command != "quit":
                await handlers[command]()
            elif await self._confirm_quit():
                break
        self.write(GOOD_BYE_SENTENCE)

    async def _read_unfinished_tables(self) -> None:
        """Read the unfinished matches of the journal once, in a thread, as tables left open run in this event loop."""
        self._unfinished_tables = await asyncio.to_thread(unfinished_tables, data_folder(), also_hosted=True)

    @property
    def _unfinished_solo_table(self) -> UnfinishedTable | None:
        """The table of the latest unfinished solo match in the journal when it was last read, or None."""
        return next((one for one in self._unfinished_tables if not one.port), None)

    @property
    def _unfinished_hosted_table(self) -> UnfinishedTable | None:
        """The hosted table with the latest unfinished match in the journal, as it was last read; None without one."""
        return next((one for one in self._unfinished_tables if one.port), None)

    def _menu_choices(self) -> list[NumberedChoice]:
        """Return the choices of the main menu."""
        hosted, me = self._unfinished_hosted_table, self._settings.name
        table = self._tables.name_of_last_table
        return [
            *([NumberedChoice(f"{RETURN_TO_TABLE_LABEL}, {table}", "table")] if table else []),
            *([NumberedChoice("Continue the match you left", "go on")] if self._unfinished_solo_table else []),
            NumberedChoice("Play here, against bots", "play"),
            *(
                [NumberedChoice(f"Host again: {unfinished_match_in_brief(hosted, me, MAX_LABEL_CELLS)}", "host again")]
                if hosted
                else []
            ),
            NumberedChoice("Host a table that others on your network can join", "host"),
            NumberedChoice("Join somebody else's table", "join"),
            NumberedChoice("Learn a game in four minutes", "learn"),
            NumberedChoice("Read the rules", "rules"),
            NumberedChoice(f"Change your name, {self._settings.name}", "name"),
            NumberedChoice("What happened in a past match", "happened"),
            NumberedChoice("How everybody has done", "statistics"),
            NumberedChoice("Settings", "settings"),
            NumberedChoice("Quit", "quit"),
        ]

    async def _confirm_quit(self) -> bool:
        """Return whether to quit; if that closes a table at which other people play, ask first."""
        if not self._tables.has_open_table or self._questions.input_ended:
            return True
        answers = [
            NumberedChoice("No, stay", BACK_COMMAND, keys=("n", "no")),
            NumberedChoice("Yes, quit", "quit", keys=("y", "yes")),
        ]
        return await self._questions.choose(answers, QUIT_QUESTION_HOSTING) == "quit"

    async def _return_to_table(self) -> None:
        """Return to the table that was left open last, or write why that failed."""
        try:
            handle = await self._tables.return_to_last_table()
        except OpeningFailed as failure:
            self.write(str(failure))
            return
        await self._run_conversation(handle)

    async def _choose_game(self, heading: str) -> Game | None:
        """Ask for a game; None if the person goes back."""
        return games.get(await self._questions.choose(_game_choices(), heading, with_back=True))

    async def _choose_table(self) -> LastTableSetup | None:
        """Ask for a game or saved house rules; None if the person goes back, or if a game does not allow its rules."""
        saved = {
            f"{HOUSE_RULES_COMMAND} {name}".lower(): (name, rules)
            for name, rules in self._settings.house_rules.items()
            if rules.game in games
        }
        listed = [
            NumberedChoice(f"{name}: {games[rules.game].title}, {count(rules.seats, 'player')}", command)
            for command, (name, rules) in saved.items()
        ]
        chosen = await self._questions.choose([*_game_choices(), *listed], "Which game?", with_back=True)
        if chosen in games:
            return LastTableSetup(chosen, games[chosen].usual_seats)
        if chosen not in saved:
            return None
        _, rules = saved[chosen]
        try:
            games[rules.game].settings(rules.seats, rules.options)
        except BadOption as error:
            self.write(str(error))
            return None
        return rules

    async def _resume_solo_match(self) -> None:
        """Resume the latest unfinished solo match."""
        unfinished = self._unfinished_solo_table
        if unfinished is not None:
            await self.visit_table(resume_request(unfinished))

    async def _resume_hosted_match(self) -> None:
        """Host the table of the latest unfinished match with other people again."""
        unfinished = self._unfinished_hosted_table
        if unfinished is not None:
            await self.visit_table(self._tables.request_like_last_table(resume_request(unfinished)))

    async def _play_solo(self) -> None:
        """Ask for a game or house rules, and open a solo table with bots, in its lobby: no match begins yet."""
        table = await self._choose_table()
        if table is not None:
            bots, kinds = table.seats - 1, table.bot_kinds
            request = TableRequest("play", table.game, table.seats, bots, table.options, bot_kinds=kinds)
            await self.visit_table(request, start=False)

    async def _host_table(self) -> None:
        """Ask for a game or house rules and a table code, and host a table with the addresses and ports of the one
        hosted last."""
        table = await self._choose_table()
        if table is not None:
            code = await self._ask_for_code_of_new_table()
            browsers = await self._questions.ask(SERVE_BROWSERS_QUESTION)
            if not self._questions.input_ended:
                request = TableRequest(
                    "host",
                    table.game,
                    table.seats,
                    0,
                    table.options,
                    bot_kinds=table.bot_kinds,
                    code=code,
                    is_game_named=True,
                )
                request = self._tables.request_like_last_table(request)
                port = (request.web_port or 0) if browsers.lower() in ("y", "yes") else None
                await self.visit_table(replace(request, web_port=port))

    async def _ask_for_code_of_new_table(self) -> str:
        """Ask for the code of the new table until the answer is valid; return the code, "" for none."""
        while not self._questions.input_ended:
            code = await self._questions.ask("A code, to keep strangers out? Press Enter for none.")
            try:
                return check_chosen_secret(code) if code else ""
            except BadCode as error:
                self.write(str(error))
        return ""

    async def join_table(self, request: TableRequest = JOIN_ANY_TABLE) -> None:
        """Ask for a table to join until one opens or the person goes back."""
        chosen = await ask_for_table(request, self._settings, self._questions, self.write)
        while chosen is not None and await self.visit_table(chosen) == "closed":
            chosen = await ask_for_table(chosen, self._settings, self._questions, self.write)

    async def run_lesson(self, game: str = "") -> None:
        """Play the lesson of a game, or with "" ask for the game."""
        from tui.line_mode.lesson import play_lesson

        await play_lesson(game, self._settings, self._questions, self.write)

    async def _read_rules(self) -> None:
        """Ask for a game and write its rulebook."""
        game = await self._choose_game("The rules of which game?")
        if game is not None:
            for line in rulebook_text(game.title, game.rules, self._format.columns or 80).splitlines():
                for part in wrapped_lines(line.strip(), 0, self._format.ascii_only):
                    self._write_line(" " * (len(line) - len(line.lstrip())) + part)

    async def _analyse_past_match(self) -> None:
        """List the latest matches, ask for one, and write what happened in it."""
        from tui.line_mode.past_match import ask_for_past_match

        await ask_for_past_match(self._settings.name, self._questions, self.write)

    async def _read_statistics(self) -> None:
        """Ask for a game, or all of them, and write the statistics of all players in it."""
        from tui.text.history_reports import statistics_report

        listed = [
            NumberedChoice("All games", "all"),
            *(NumberedChoice(game.title, slug) for slug, game in games.items()),
        ]
        chosen = await self._questions.choose(listed, "The statistics of which game?", with_back=True)
        if chosen == "all" or chosen in games:
            path, game = data_folder() / JOURNAL_FILE, None if chosen == "all" else chosen
            me, columns = self._settings.name, self._format.columns
            try:
                report = await asyncio.to_thread(statistics_report, path, game, False, me, columns)
            except NetError as error:
                self.write(str(error))
            else:
                for line in report.splitlines():  # not wrapped, which would put one space between its columns
                    self._write_line(replace_non_ascii(line) if self._format.ascii_only else printable(line))

    async def _change_settings(self) -> None:
        """Let the person switch settings of the line mode on and off."""
        from tui.line_mode.settings_menu import ask_for_settings

        def apply() -> None:
            """Use the present settings from now on, and save them."""
            self._save_format(replace_fields(self._format, cards_in_words=self._settings.words))

        await ask_for_settings(self._settings, self._questions, apply)

    async def _change_name(self) -> None:
        """Ask for the person's name and save it."""
        name = clean_name(await self._questions.ask(YOUR_NAME_QUESTION))
        if name:
            self._settings.give_name(name)
            self._settings.save(data_folder())
            self.write(f"You are called {name} from now on.")


def _game_choices() -> list[NumberedChoice]:
    """Return a choice for each game."""
    return [NumberedChoice(f"{game.title}: {game.tagline}", slug) for slug, game in games.items()]


def _compare_with_best(chosen_seed: bool, game: str, score: int) -> str:
    """Return a sentence that compares a solo score with the best one before it; "" if the journal is unreadable.

    With `chosen_seed` somebody chose the seed of the match, and the sentence says that its score is no record.
    """
    from tui.text.history_reports import compare_with_best

    return compare_with_best(data_folder(), game, score, chosen_seed)


async def _own_records_sentence(client: Client, game: str) -> str:
    """Return the sentence on what the person of `client` did for the first time or better than ever in their latest
    match of a game.
    """
    from tui.text.own_results import own_firsts_and_bests_sentence

    return await asyncio.to_thread(own_firsts_and_bests_sentence, data_folder(), game, client.name)
