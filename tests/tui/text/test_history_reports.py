"""`queens history` and `queens stats`: columns of text, a single match, JSON, and the record as a file."""

from __future__ import annotations

import json
import sqlite3
import time

import pytest
from rich.cells import cell_len

from net.journal import JOURNAL_FILE
from net.journal.database import JournalDatabase
from net.journal.entries import ActionEntry, MatchBeganEntry, MatchEndedEntry, PersonEntry, SavedSeatBot, TableEntry
from net.journal.history import SeatResult, high_scores
from net.journal.match_list import complete_finished_matches, write_tick
from tests.tui.text.test_record_commands import GOLDEN_RECORD_FILES
from tui.cli.main import main
from tui.settings import Settings
from tui.text.columns import align_columns
from tui.text.history_reports import (
    CHOSEN_SEED_SENTENCE,
    NO_MATCHES_SENTENCE,
    NO_PAST_MATCHES_OF_GAME_SENTENCE,
    changed_seats_sentence,
    compare_with_best,
)
from tui.text.own_results import read_game_results, read_own_results
from tui.text.results import best_score_sentence

SEAT_NAMES = ("Ann", "世界の女王", "Cleo", "Dora", "Edda", "Fay")
"""The names of the seats, one of them in wide characters."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """Fixture: the data folder of the test, with the time zone UTC."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    return tmp_path


def write_match(
    folder,
    *scores,
    fair=True,
    game="mad-queens",
    options=(),
    bots=(),
    seats_helped_by_bots=(),
    began=1_700_000_000.0,
    record="",
    names=SEAT_NAMES,
):
    """Write a match with these scores, by seat, into the journal.

    `names` begin with those of the seats.

    All seats but `bots` have people; in the seats `seats_helped_by_bots` a bot decided some actions. `fair` says
    whether the verdict on the deal is fair, `began` is a Unix time; `record` is the record of the match, by default one
    that nobody can read.
    """
    with JournalDatabase(folder / JOURNAL_FILE) as file:
        table = len(file.rows("SELECT 1 FROM matches")) + 1
        seats = len(scores)
        programs = tuple("careful" if seat in bots else "" for seat in range(seats))
        chairs = tuple(SavedSeatBot(bot, names[seat] if bot else "") for seat, bot in enumerate(programs))
        people = [PersonEntry(str(seat), names[seat], False, seat) for seat in range(seats) if seat not in bots]
        write_tick(file, table, 1, [TableEntry(b"", 1, "", "", game, (), chairs), *people], began)
        write_tick(file, table, 2, [MatchBeganEntry(1, game, seats, options, "7", names[:seats], programs)], began)
        acted = [
            ActionEntry(1, seat, "reveal", by) for seat in seats_helped_by_bots for by in ("person", "away", "away")
        ]
        write_tick(file, table, 3, acted, began)
        record = record or "mad-queens record 1\n" + ("host …" if fair else "…")
        order = sorted(range(seats), key=lambda seat: -scores[seat])
        ranks = [1 + sum(other > scores[seat] for other in scores) for seat in order]
        standings = tuple((seat, scores[seat], rank) for seat, rank in zip(order, ranks, strict=True))
        write_tick(file, table, 4, [MatchEndedEntry(1, standings, "", record)], began + 600)
        complete_finished_matches(file)


def run_queens(capsys, *arguments):
    """Run a command; return its exit status, its output and its error output."""
    status = main(list(arguments))
    told = capsys.readouterr()
    return status, told.out, told.err


def test_history_lists_the_latest_match_first_in_columns(data_folder, capsys):
    write_match(data_folder, 30, 20, bots=(1,))
    write_match(data_folder, 1, 2, 3, 4, 5, 6, game="queens-dungeon", began=1_700_100_000.0)
    status, out, _ = run_queens(capsys, "history")
    assert status == 0
    assert out.splitlines() == [
        "no.  ended             game             result",
        "  2  2023-11-16 02:10  Queen's Dungeon  Fay 6, Edda 5, Dora 4, Cleo 3, and 2 more",
        "  1  2023-11-14 22:23  Mad Queens       Ann 30, 世界の女王 (bot) 20",
    ]
    assert "Dungeon" not in run_queens(capsys, "history", "--game", "mad-queens")[1]
    assert len(run_queens(capsys, "history", "--last", "1")[1].splitlines()) == 2


def test_verify_and_replay_take_the_latest_match_if_none_is_named(data_folder, capsys):
    assert run_queens(capsys, "verify")[::2] == (1, f"queens: {NO_MATCHES_SENTENCE}\n")
    write_match(data_folder, 1, 2)
    write_match(data_folder, 30, 20, began=1_700_100_000.0, record=GOLDEN_RECORD_FILES[0].read_text())
    assert run_queens(capsys, "verify", "1")[0] == 1
    for command in ("verify", "replay"):
        assert run_queens(capsys, command) == run_queens(capsys, command, "2")
        assert run_queens(capsys, command)[0] == 0


def test_match_in_which_a_bot_decided_for_a_person_is_marked_in_all_reports(data_folder, capsys):
    write_match(data_folder, 30, 20, seats_helped_by_bots=(0,))
    assert run_queens(capsys, "history")[1].splitlines()[-1].endswith("Ann 30 (with a bot), 世界の女王 20")
    assert run_queens(capsys, "history", "1")[1].splitlines()[-2:] == [
        "1.  Ann             30  a bot decided 2 of 3 times",
        "2.  世界の女王      20",
    ]
    assert run_queens(capsys, "stats")[1].splitlines() == [
        "Mad Queens",
        "name        matches  won  win %  best  average  with a bot",
        "Ann               1    1   100%    30     30.0           1",
        "世界の女王        1    0     0%    20     20.0",
    ]


def test_history_shows_one_match_with_options_and_standings(data_folder, capsys):
    write_match(data_folder, 20, 30, options=(("visibility", "sealed"), ("exact_hit_replaces", "True")))
    assert run_queens(capsys, "history", "1")[1].splitlines() == [
        "Match 1: Mad Queens, 2023-11-14 22:13, 10 minutes.",
        "  Others' cards: sealed",
        "",
        "    name        points",
        "1.  世界の女王      30",
        "2.  Ann             20",
    ]


def test_match_with_a_chosen_seed_does_not_count_as_a_best_result(data_folder):
    write_match(data_folder, 12)
    write_match(data_folder, 40, fair=False)
    write_match(data_folder, 20)
    assert [one.score for one in high_scores(data_folder / JOURNAL_FILE)] == [20, 12]
    assert read_game_results(data_folder / JOURNAL_FILE, "mad-queens", "Ann").solo_points == (12, 20)
    assert compare_with_best(data_folder, "mad-queens", 20) == best_score_sentence(20, 12)
    assert compare_with_best(data_folder, "mad-queens", 20, chosen_seed=True) == CHOSEN_SEED_SENTENCE


def test_own_results_have_the_persons_best_score_alone_also_if_somebody_else_has_a_better_one(data_folder):
    write_match(data_folder, 12)
    write_match(data_folder, 20)
    write_match(data_folder, 36, names=("Bea",))
    assert read_own_results(data_folder, "Ann").games["mad-queens"] == ("", "best 20")
    assert read_own_results(data_folder, "Bea").games["mad-queens"] == ("", "best 36")
    assert read_own_results(data_folder, "Cleo").games["mad-queens"] == ("", "")


def test_statistics_show_all_players_and_the_best_solo_scores(data_folder, capsys):
    for scores in ((30, 20), (10, 40), (50, 50)):
        write_match(data_folder, *scores)
    write_match(data_folder, 12)
    write_match(data_folder, 36)
    assert run_queens(capsys, "stats")[1].splitlines() == [
        "Mad Queens",
        "name        matches  won  win %  best  average",
        "Ann               3    2    67%    50     30.0",
        "世界の女王        3    2    67%    50     36.7",
        "",
        "Mad Queens, alone",
        "points  name  ended             match",
        "    36  Ann   2023-11-14 22:23  no. 5",
        "    12  Ann   2023-11-14 22:23  no. 4",
        "Matches with a chosen deal do not count.",
    ]
    assert "No match" in run_queens(capsys, "stats", "big-queen")[1]


def test_json_of_history_and_statistics_has_the_same_content(data_folder, capsys):
    write_match(data_folder, 30, 20, bots=(1,), options=(("visibility", "sealed"),))
    write_match(data_folder, 12)
    [alone, match] = json.loads(run_queens(capsys, "history", "--json")[1])
    assert match["results"][0] == {
        "seat": 0,
        "name": "Ann",
        "bot": "",
        "score": 30,
        "rank": 1,
        "by_bot": 0,
        "decisions": 0,
    }
    assert match["options"] == {"visibility": "sealed"}
    assert json.loads(run_queens(capsys, "history", str(match["id"]), "--json")[1]) == match
    stats = json.loads(run_queens(capsys, "stats", "--json")[1])
    assert [one["wins"] for one in stats["players"]] == [1]
    assert [one["id"] for one in stats["alone"]] == [alone["id"]]


def test_history_exports_a_record_to_a_file(data_folder, capsys):
    write_match(data_folder, 30, 20)
    target = data_folder / "record.txt"
    assert run_queens(capsys, "history", "1", "--record", str(target))[0] == 0
    assert target.read_text(encoding="utf-8") == "mad-queens record 1\nhost …"
    target.write_text("something dear", encoding="utf-8")
    status, _, error = run_queens(capsys, "history", "1", "--record", str(target))
    assert (status, error) == (1, f"queens: {target} is there already and is left as it is; choose another name.\n")
    assert target.read_text(encoding="utf-8") == "something dear"
    assert run_queens(capsys, "history", "1", "--record", "-")[1] == "mad-queens record 1\nhost …\n"
    status, _, error = run_queens(capsys, "history", "1", "--record", str(data_folder))
    assert status == 1
    assert error.count("\n") == 1
    assert run_queens(capsys, "history", "--record", str(target))[0] == 2
    assert run_queens(capsys, "history", "--game", "chess")[0] == 2


@pytest.mark.parametrize("arguments", [("history",), ("stats",)])
def test_history_without_matches_creates_no_file(data_folder, capsys, arguments):
    status, out, error = run_queens(capsys, *arguments)
    assert (status, error) == (0, "")
    assert out.startswith("No match has been finished on this machine yet. Matches at somebody else's table")
    assert json.loads(run_queens(capsys, *arguments, "--json")[1]) in ([], {"players": [], "alone": []})
    assert list(data_folder.iterdir()) == []
    assert run_queens(capsys, "history", "7")[2].count("\n") == 1


def test_statistics_have_a_bar_for_each_game_won_and_curves_of_one_game(data_folder, capsys):
    Settings(name="Ann").save(data_folder)
    write_match(data_folder, 30, 20)
    assert "won by" not in run_queens(capsys, "stats")[1], "the table says as much about a single match"
    write_match(data_folder, 12, 40)
    write_match(data_folder, 25)
    write_match(data_folder, 35)
    everything = run_queens(capsys, "stats", "--ascii")[1].splitlines()
    assert everything[-2] == "Matches won by Ann"
    assert everything[-1].startswith("Mad Queens ####")
    assert everything[-1].endswith(" 1 of 2")
    told = run_queens(capsys, "stats", "mad-queens")[1]
    curves = told.split("\n\n")[-2:]
    for heading, best, curve in zip(
        ("Points against others: 2 matches", "Points alone: 2 matches"), ("best 30", "best 35"), curves, strict=True
    ):
        assert curve.startswith(f"{heading}\n● Ann  {best}")
        assert "⠉" in curve
    assert "Points alone" not in run_queens(capsys, "stats", "queens-dungeon")[1]
    assert set(json.loads(run_queens(capsys, "stats", "--json")[1])) == {"players", "alone"}


@pytest.mark.parametrize("arguments", [("history", "--game", "big-queen"), ("stats", "big-queen")])
def test_reports_on_a_game_never_played_say_so_of_this_game_alone(data_folder, capsys, arguments):
    write_match(data_folder, 30, 20)
    assert run_queens(capsys, *arguments) == (0, f"{NO_PAST_MATCHES_OF_GAME_SENTENCE}\n", "")
    assert json.loads(run_queens(capsys, *arguments, "--json")[1]) in ([], {"players": [], "alone": []})


@pytest.mark.parametrize("arguments", [("history",), ("history", "1"), ("history", "1", "--record", "-"), ("stats",)])
def test_unusable_data_folder_is_reported_as_an_error_and_not_as_an_empty_history(
    tmp_path, monkeypatch, capsys, arguments
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "file"))
    status, out, error = run_queens(capsys, *arguments)
    assert (status, out) == (1, "")
    assert error.endswith("cannot be used: its folder cannot be used.\n")


def test_foreign_journal_file_is_refused_in_one_sentence(data_folder, capsys):
    base = sqlite3.connect(data_folder / JOURNAL_FILE)
    base.execute("CREATE TABLE diary (day TEXT)")
    base.close()
    for arguments in (("history",), ("history", "1"), ("stats",)):
        status, out, error = run_queens(capsys, *arguments)
        assert (status, out) == (1, "")
        assert "is not a journal of Mad Queens" in error
        assert error.count("\n") == 1


def test_columns_of_the_history_are_aligned_with_wide_characters():
    lines = align_columns([["name", "points"], ["世界", "7"], ["Ann", "12"]], right_aligned=(1,))
    assert len({cell_len(line) for line in lines}) == 1


def test_match_of_teams_says_who_was_with_whom_and_names_house_rules_as_the_lobby(data_folder, capsys) -> None:
    write_match(data_folder, 205, 120, 205, 120, game="big-queen", options=(("target", "200"),))
    status, out, _ = run_queens(capsys, "history", "1")
    assert status == 0
    assert "Points to win: 200" in out
    rows = [line.split() for line in out.splitlines() if "Team" in line]
    assert [row[-1] for row in rows] == ["A", "A", "B", "B"]


def test_report_of_a_match_names_a_seat_whose_player_has_changed():
    def seat_results(*names: str, bot: str = "") -> list[SeatResult]:
        """Return results of seats with these names; the last seat is played by `bot`."""
        last = len(names) - 1
        return [SeatResult(seat, name, bot if seat == last else "", 1, 1) for seat, name in enumerate(names)]

    assert changed_seats_sentence(("Ann", "Bea"), seat_results("Ann", "Bea", bot="steady")) == ""
    assert changed_seats_sentence((), seat_results("Ann", "Bea")) == ""
    assert changed_seats_sentence(("Ann", "Bea"), seat_results("Ann", "Cleo")) == (
        "These names are from the start; by the end Cleo had Bea's seat."
    )
    assert changed_seats_sentence(tuple("abcde"), seat_results(*"vwxyz", bot="steady")) == (
        "These names are from the start; by the end v had a's seat, w had b's seat, x had c's seat and 2 others."
    )
