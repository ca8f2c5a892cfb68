"""The main menu of the line mode, from the first choice to the end of the program."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import datetime
from importlib import import_module
from pathlib import Path

import pytest

from core import Record, games
from net.client.deal_memory import DealMemory
from net.discovery.announcement import FoundTable
from net.errors import ChangedKey, CodeRejected, HostGone, Rejected
from net.journal import UnfinishedTable
from net.limits import PROTOCOL_VERSION
from tests.support.scripted_terminal import ScriptedClient, ScriptedConversation
from tests.support.source_tree import REPOSITORY_ROOT
from tests.tui.text.test_history_reports import write_match
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.lessons.registry import FIRST_LESSON_OFFER, WHICH_LESSON_QUESTION
from tui.line_mode import join
from tui.line_mode import main_menu as homes
from tui.line_mode.house_rules import ALL_HOUSE_RULES_TAKEN_SENTENCE
from tui.line_mode.info_commands import GUESTS_SAVE_NO_RULES_SENTENCE, NAME_OF_RULES_MISSING_SENTENCE
from tui.line_mode.main_menu import (
    LESSON_MENTION,
    SERVE_BROWSERS_QUESTION,
    MainMenu,
)
from tui.line_mode.output import LineFormat
from tui.line_mode.past_match import WHICH_MATCH_QUESTION
from tui.line_mode.questions import HELP_SENTENCE
from tui.settings import MAX_HOUSE_RULES, LastTableSetup, Settings
from tui.text.analysis import DID_NOT_PLAY_SENTENCE
from tui.text.history_reports import NO_MATCHES_SENTENCE, NO_PAST_MATCHES_OF_GAME_SENTENCE


@pytest.fixture(autouse=True)
def use_empty_data_and_no_network(tmp_path, monkeypatch) -> None:
    """Give the program an empty data folder, and make it find no table on the network."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))

    async def nothing_nearby(seconds: float) -> tuple[tuple[()], str]:
        """Find no table."""
        return (), ""

    monkeypatch.setattr(join, "browse_for_tables", nothing_nearby)


class MainMenuUser:
    """A person at the main menu who types these lines; with `typed` at a terminal, otherwise as a script.

    `requests` lists the tables that were requested; each of the errors in `troubles` is raised by one attempt to open a
    table.
    """

    def __init__(self, lines: Iterable[str], *troubles: Exception, typed: bool = False) -> None:
        self.written: list[str] = []
        self.requests: list[TableRequest] = []
        self.settings = Settings(name="Ada")
        self._lines = list(lines)
        self._troubles = list(troubles)
        self.home = MainMenu(
            self.settings, self._open_table, self._read_line, self.written.append, LineFormat(is_typed=typed)
        )

    async def _read_line(self) -> str | None:
        """Return the next typed line; None at the end of the input."""
        return self._lines.pop(0) if self._lines else None

    async def _open_table(self, request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Record a request and open a scripted table, or raise the next of the prepared errors."""
        self.requests.append(request)
        if self._troubles:
            raise self._troubles.pop(0)
        return TableHandle(ScriptedClient(), request)

    @property
    def text(self) -> str:
        """All that was written, as one text."""
        return "\n".join(self.written)


async def test_two_typed_numbers_in_the_main_menu_open_a_solo_table() -> None:
    person = MainMenuUser(["1", "3", "quit", "quit"])
    await person.home.run()
    assert [(request.kind, request.game, request.seats, request.bots) for request in person.requests] == [
        ("play", "big-queen", 4, 3)
    ]
    assert "You leave the table." in person.written
    assert person.written[-1] == "Goodbye."


@pytest.mark.parametrize(("answer", "web_port"), [("", None), ("no", None), ("Yes", 0), ("y", 0)])
async def test_hosting_asks_for_a_code_and_whether_browsers_may_join(answer: str, web_port: int | None) -> None:
    person = MainMenuUser(["2", "1", "dragon", answer, "quit"])
    await person.home.run()
    assert SERVE_BROWSERS_QUESTION in person.written
    assert [(request.kind, request.game, request.code, request.web_port) for request in person.requests] == [
        ("host", "mad-queens", "dragon", web_port)
    ]


async def test_invalid_new_code_is_asked_for_again() -> None:
    person = MainMenuUser(["2", "1", "!!!", "dragon", "", "quit"])
    await person.home.run()
    assert "A code has 6 to 12 letters and digits: a shorter one is soon guessed." in person.written
    assert [request.code for request in person.requests] == ["dragon"]


async def test_join_asks_for_an_address_and_remembers_it() -> None:
    person = MainMenuUser(["3", "10.0.0.7:8000", "quit", "join", "1"])
    await person.home.run()
    assert [(request.address, request.port) for request in person.requests] == [("10.0.0.7", 8000)] * 2
    assert "1) 10.0.0.7:8000, joined before" in person.text


async def test_wrong_address_can_be_corrected() -> None:
    person = MainMenuUser(["no host", "10.0.0.7"], HostGone("There is no table at 10.0.0.7."))
    await person.home.join_table()
    assert "'no host' is not an address" in person.text
    assert [request.address for request in person.requests] == ["10.0.0.7"]
    assert "There is no table at 10.0.0.7." in person.written


async def test_joining_a_table_with_a_code_asks_for_the_code() -> None:
    person = MainMenuUser(["ROSE-1"], CodeRejected("This table asks for a code."))
    assert await person.home.visit_table(TableRequest("join", address="10.0.0.7")) == "left"
    assert [request.code for request in person.requests] == ["", "ROSE-1"]


async def test_join_that_was_rejected_is_not_repeated() -> None:
    person = MainMenuUser(["ROSE-1"], Rejected("Too many wrong codes came from your address."))
    assert await person.home.visit_table(TableRequest("join", address="10.0.0.7")) == "closed"
    assert [request.code for request in person.requests] == [""]


async def test_changed_host_key_asks_whether_to_trust_it() -> None:
    trouble = ChangedKey("Another key.", "10.0.0.7:7433", "aa" * 32, "bb" * 32)
    person = MainMenuUser(["n"], trouble)
    assert await person.home.visit_table(TableRequest("join", address="10.0.0.7")) == "closed"
    assert "is not the one you met there before" in person.text
    person = MainMenuUser(["1"], trouble)
    assert await person.home.visit_table(TableRequest("join", address="10.0.0.7")) == "closed", "what is first is safe"
    person = MainMenuUser(["2"], trouble)
    assert await person.home.visit_table(TableRequest("join", address="10.0.0.7")) == "left"
    assert person.requests[-1].trusted_key == "bb" * 32


async def test_found_table_shows_host_name_and_round_trip_time(monkeypatch) -> None:
    about = ("mad-queens", 3, 4, "lobby", False, True, PROTOCOL_VERSION, "", 7433, ("10.0.0.7",))
    tables = FoundTable("a", "Hanna", *about), FoundTable("b", "Ines", *about, ping_milliseconds=7)

    async def find_tables(seconds: float) -> tuple[tuple[FoundTable, ...], str]:
        """Find `tables`."""
        return tables, ""

    monkeypatch.setattr(join, "browse_for_tables", find_tables)
    person = MainMenuUser([""])
    await person.home.join_table()
    assert "1) Hanna, Mad Queens: 3 of 4 free, open, at 10.0.0.7" in person.text
    assert "2) Ines, Mad Queens: 3 of 4 free, open, 7 ms, at 10.0.0.7" in person.text


def put_unfinished_tables_into_journal(monkeypatch, *tables: UnfinishedTable) -> list[threading.Thread]:
    """Make the journal hold these unfinished tables; return a list to which the thread of each reading is added."""
    threads: list[threading.Thread] = []

    def read_tables(folder: Path, *, also_hosted: bool) -> tuple[UnfinishedTable, ...]:
        """Return the tables, and note the thread."""
        threads.append(threading.current_thread())
        return tables

    monkeypatch.setattr(homes, "unfinished_tables", read_tables)
    return threads


async def test_journal_is_read_once_for_each_main_menu_and_in_another_thread(monkeypatch) -> None:
    threads = put_unfinished_tables_into_journal(monkeypatch)
    await MainMenuUser(["5", "5", "quit"]).home.run()
    assert len(threads) == 2, "the menu was written twice"
    assert threading.main_thread() not in threads


async def test_leaving_a_solo_match_says_how_to_resume_it(monkeypatch) -> None:
    monkeypatch.setattr(
        import_module("tui.line_mode.session"), "REPLY_SECONDS", 0.01
    )  # a scripted client never replies
    for unfinished in ((), (UnfinishedTable(3, "big-queen", ("Ada", "Bea"), 12, 0.0),)):
        put_unfinished_tables_into_journal(monkeypatch, *unfinished)
        person = MainMenuUser(["quit"])
        assert await person.home.visit_table(TableRequest("play", "mad-queens", 4, 3)) == "left"
        assert (person.written[-1] == homes.MATCH_IS_KEPT_SENTENCE) == bool(unfinished)


async def test_solo_match_that_was_left_is_resumed_with_its_own_game_and_seats(monkeypatch) -> None:
    monkeypatch.setattr(import_module("tui.line_mode.session"), "REPLY_SECONDS", 0.01)  # as above
    left = UnfinishedTable(3, "big-queen", ("Ada", "Bea", "Cleo", "Dora"), 12, 0.0)
    put_unfinished_tables_into_journal(monkeypatch, left)
    person = MainMenuUser(["1"])
    await person.home.run()
    assert person.requests == [TableRequest("play", "big-queen", 4, 3, unfinished_table=3)]


async def test_match_with_others_that_was_left_is_hosted_again(monkeypatch) -> None:
    names, bots = ("Ada", "Bob", "Dora", "Cat"), ("", "", "careful", "")
    left = UnfinishedTable(3, "mad-queens", names, 12, datetime(2026, 3, 1, 17, 40).timestamp(), bots, 7450)
    put_unfinished_tables_into_journal(monkeypatch, left)
    person = MainMenuUser(["2"])
    await person.home.run()
    assert "2) Host again: Mad Queens, with Bob, Cat and 1 bot, 2026-03-01" in person.text
    assert person.requests == [TableRequest("host", "mad-queens", 4, 0, port=7450, unfinished_table=3)]


async def test_name_changed_in_the_main_menu_is_saved() -> None:
    person = MainMenuUser(["6", "  Zoë \x1b[31m ", "quit"])
    await person.home.run()
    assert person.settings.name.startswith("Zoë")
    assert "\x1b" not in person.settings.name


async def test_rules_are_written_from_the_main_menu() -> None:
    person = MainMenuUser(["5", "5", "quit"])
    await person.home.run()
    assert "Queen Bees II" in person.written
    assert all(line.isprintable() for line in person.written)


@pytest.mark.usefixtures("shorten_analysis")
async def test_analysis_of_a_past_match_is_written_when_its_number_is_typed(monkeypatch) -> None:
    record = Record.parse(
        (REPOSITORY_ROOT / "tests/conformance/records/mad-queens-4-default.txt").read_text(encoding="utf-8")
    )
    asked = []

    def read(where: str, folder: Path) -> Record:
        """Return the record, and remember what was asked for."""
        asked.append(where)
        return record

    monkeypatch.setattr("tui.text.history_reports.history_report", lambda *_: "3 Mad Queens")
    monkeypatch.setattr("tui.line_mode.past_match.read_record", read)
    person = MainMenuUser(["happened", "3", "quit"])
    await person.home.run()
    assert "3 Mad Queens" in person.text
    assert asked == ["3"]
    assert "Chances of winning at the beginning, after each quarter, and at the end:" in person.text
    assert DID_NOT_PLAY_SENTENCE in person.text


async def test_main_menu_without_a_past_match_offers_no_list_of_past_matches() -> None:
    person = MainMenuUser(["happened", "quit"])
    await person.home.run()
    assert NO_MATCHES_SENTENCE in person.text
    assert WHICH_MATCH_QUESTION not in person.text


async def test_past_matches_are_listed_for_only_one_game_if_its_name_is_typed(monkeypatch) -> None:
    asked = []

    def report(path: Path, game: str | None, last: int, as_json: bool) -> str:
        """Return the list of a game, or of all, and remember which was asked for."""
        asked.append(game)
        return NO_PAST_MATCHES_OF_GAME_SENTENCE if game == "queen-bees-ii" else f"3 {game}"

    monkeypatch.setattr("tui.text.history_reports.history_report", report)
    person = MainMenuUser(["happened", "Big Queen", "queen-bees-ii", "whist", "happened", "", "quit"])
    await person.home.run()
    assert asked == [None, "big-queen", "queen-bees-ii", None]
    assert "3 big-queen" in person.text
    assert NO_PAST_MATCHES_OF_GAME_SENTENCE in person.text
    assert "There is no game called 'whist'; there are: mad-queens, " in person.text


async def test_main_menu_writes_the_statistics_of_all_games_or_of_one_in_columns(tmp_path) -> None:
    write_match(tmp_path, 30, 20)
    write_match(tmp_path, 7, 9, 8, game="queen-bees-ii")
    person = MainMenuUser(["statistics", "all", "statistics", "Queen-Bees-II", "statistics", "big-queen", "quit"])
    person.settings.name = "Ann"
    await person.home.run()
    first, bees, none = (part.split("What would you like to do?")[0] for part in person.text.split("which game?")[1:])
    assert "Mad Queens\nname        matches  won" in first
    assert "Ann (you)" in first
    assert "Queen Bees II\nname" in first
    assert "Queen Bees II\nname" in bees
    assert "Mad Queens\nname" not in bees
    assert NO_PAST_MATCHES_OF_GAME_SENTENCE in none


async def test_settings_of_the_main_menu_are_switched_and_saved(tmp_path) -> None:
    person = MainMenuUser(["settings", "remarks", "3", "words", "back", "quit"])
    await person.home.run()
    assert "Ask before a slip: on" in person.text
    assert "Ask before a slip: off" in person.text
    saved = Settings.load(tmp_path)
    assert (saved.remarks, saved.questions, saved.words) == (False, False, True)
    assert (saved.remarks, saved.questions) == (person.settings.remarks, person.settings.questions)
    again = MainMenuUser(["settings", "1", "quit", "quit"])
    again.settings.words = True
    await again.home.run()
    assert not Settings.load(tmp_path).words


async def test_house_rules_of_the_table_are_saved_under_a_name_at_it(tmp_path) -> None:
    lines = ["save", "save Late evening", "save Late Evening", "y", "quit", "quit"]
    person = MainMenuUser(["play", "mad-queens", *lines])
    for number in range(MAX_HOUSE_RULES - 1):
        person.settings.save_house_rules(f"Evening {number}", LastTableSetup())
    await person.home.run()
    assert NAME_OF_RULES_MISSING_SENTENCE in person.written
    assert "Saved as Late evening: queens play --rules 'Late evening' plays by them." in person.written
    saved = Settings.load(tmp_path).house_rules
    assert len(saved) == MAX_HOUSE_RULES
    table = ScriptedClient().table
    assert (saved["Late Evening"].game, saved["Late Evening"].seats) == (table.game, len(table.seats))
    person = MainMenuUser(["play", "mad-queens", "save One more", "quit", "quit"])
    person.settings.house_rules = saved
    await person.home.run()
    assert ALL_HOUSE_RULES_TAKEN_SENTENCE in person.written


async def test_saving_house_rules_under_a_name_in_use_asks_before_it_replaces_them(tmp_path) -> None:
    kept = LastTableSetup("queens-dungeon", 2, 1)
    for answer, replaced in (("n", False), ("yes", True)):
        person = MainMenuUser(["play", "mad-queens", "save late evening", answer, "quit", "quit"])
        person.settings.save_house_rules("Late Evening", kept)
        await person.home.run()
        assert "Late Evening is taken. Replace it?" in person.written
        assert (person.settings.house_rules == {"Late Evening": kept}) is not replaced
        assert ("Saved as late evening" in person.text) is replaced


async def test_saved_house_rules_are_listed_below_the_games_for_play_and_host() -> None:
    rules = LastTableSetup("big-queen", 6, 2, {"target": "500"}, "hard")
    number = str(len(games) + 1)
    person = MainMenuUser(["play", number, "quit", "host", number, "", "", "quit", "quit"])
    person.settings.save_house_rules("Friday", rules)
    person.settings.save_house_rules("Gone", LastTableSetup("no-such-game"))
    await person.home.run()
    assert person.written.count(f"{number}) Friday: Big Queen, 6 players") == 2
    assert "Gone" not in person.text
    assert [
        (request.kind, request.game, request.seats, request.bots, request.options, request.bot_kinds)
        for request in person.requests
    ] == [
        ("play", "big-queen", 6, 5, {"target": "500"}, ("hard",)),
        ("host", "big-queen", 6, 0, {"target": "500"}, ("hard",)),
    ]


async def test_saved_house_rules_that_their_game_refuses_are_not_opened_and_the_reason_is_written() -> None:
    person = MainMenuUser(["play", str(len(games) + 1), "quit"])
    person.settings.save_house_rules("Crowd", LastTableSetup("big-queen", 99))
    await person.home.run()
    assert not person.requests
    assert person.text.count("Which game?") == 1
    assert "99" in "".join(line for line in person.written if "Crowd" not in line)


def test_guest_is_told_that_house_rules_are_saved_at_home() -> None:
    assert ScriptedConversation().begin().type("save Mine") == [GUESTS_SAVE_NO_RULES_SENTENCE]


@pytest.mark.parametrize("word", ["quit", "Back", "exit"])
async def test_word_that_leaves_other_menus_is_no_address_at_the_question_which_table_to_join(word) -> None:
    person = MainMenuUser(["join", word, "quit"])
    await person.home.run()
    assert not person.requests
    assert person.text.count("Looking for tables on this network.") == 1
    assert person.written[-1] == "Goodbye."


async def test_refusal_of_a_choice_repeats_it_as_it_was_typed() -> None:
    person = MainMenuUser(["Ann", "quit"])
    await person.home.run()
    assert "There is no choice Ann. Type the number of one of these." in person.written


async def test_unknown_choice_is_refused_and_the_main_menu_written_again() -> None:
    person = MainMenuUser(["99", "quit"])
    await person.home.run()
    assert "There is no choice 99. Type the number of one of these." in person.written


@pytest.mark.parametrize("word", ["?", "help", "H"])
async def test_question_mark_below_the_main_menu_is_answered_with_what_can_be_typed(word) -> None:
    person = MainMenuUser([word, "quit"])
    await person.home.run()
    assert person.text.count(HELP_SENTENCE) == 1
    assert "There is no choice" not in person.text


@pytest.mark.parametrize(("typed", "questions"), [(True, True), (True, False), (False, True)])
async def test_setting_of_the_questions_before_slips_reaches_a_table_unless_a_script_plays(
    typed, questions, monkeypatch
) -> None:
    contexts = []

    async def converse(client, read_line, write_line, line_format, context, *, start):
        """Keep what the conversation would know, and leave the table."""
        contexts.append(context)
        return "left"

    monkeypatch.setattr(homes, "converse", converse)
    person = MainMenuUser(["1", "1", "quit"], typed=typed)
    person.settings.questions = questions
    await person.home.run()
    assert [context.asks_about_slips for context in contexts] == [typed and questions]


@pytest.mark.parametrize(("answer", "lesson_is_played"), [("1", True), ("no", False)])
async def test_lesson_is_offered_once_to_a_person_who_types(answer, lesson_is_played, tmp_path) -> None:
    person = MainMenuUser([answer, "quit", "quit"], typed=True)
    person.settings.lesson_offered = False
    await person.home.run()
    assert person.written.count(FIRST_LESSON_OFFER) == 1
    assert any(line.startswith("Step 1 of ") for line in person.written) is lesson_is_played
    assert Settings.load(tmp_path).lesson_offered
    again = MainMenuUser(["quit"], typed=True)
    again.settings.lesson_offered = Settings.load(tmp_path).lesson_offered
    await again.home.run()
    assert FIRST_LESSON_OFFER not in again.written


async def test_offer_of_the_first_lesson_leads_to_the_lessons_of_other_games_too() -> None:
    person = MainMenuUser(["l", "3", "quit", "quit"], typed=True)
    person.settings.lesson_offered = False
    await person.home.run()
    assert WHICH_LESSON_QUESTION in person.written
    assert any(line.startswith("Step 1 of ") and "sets" in line for line in person.written), "Big Queen's"


async def test_first_match_in_lines_mentions_the_lesson_of_its_game_once(tmp_path) -> None:
    mention = LESSON_MENTION.format("big-queen")
    person = MainMenuUser(["quit", "quit", "quit"], typed=True)
    person.settings.lesson_offered = False
    await person.home.visit_table(TableRequest("play", "big-queen", 4, 3))
    assert person.written[0] == mention
    assert Settings.load(tmp_path).lesson_offered
    await person.home.visit_table(TableRequest("play", "big-queen", 4, 3))
    await person.home.run()
    assert person.written.count(mention) == 1
    assert FIRST_LESSON_OFFER not in person.written
    script = MainMenuUser(["quit"])
    script.settings.lesson_offered = False
    await script.home.visit_table(TableRequest("play", "big-queen", 4, 3))
    assert mention not in script.written


async def test_lesson_is_not_offered_to_a_script() -> None:
    person = MainMenuUser(["quit"])
    person.settings.lesson_offered = False
    await person.home.run()
    assert FIRST_LESSON_OFFER not in person.written
    assert person.written[-1] == "Goodbye."
