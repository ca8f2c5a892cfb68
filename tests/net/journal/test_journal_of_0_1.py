"""A journal that version 0.1 wrote can be opened: history, statistics, records, and unfinished matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Record, games, replay
from core.fairness.verification import verify_record
from net.client.events import VerificationResult
from net.journal import (
    JOURNAL_FILE,
    has_unfinished_match,
    hosted_slot,
    open_table_journal,
    ports_of_unfinished_tables,
    unfinished_tables,
)
from net.journal.entries import MatchEndedEntry, SavedTable
from net.journal.history import (
    SeatResult,
    finished_match,
    finished_matches,
    high_scores,
    player_tallies,
    previous_best_score,
    record_text,
)
from net.table.table import Table
from tests.net.conftest import Player
from tests.support.written_by_0_1 import data_folder_of_0_1

HOSTED_PORT = 47433
"""The port at which the unfinished match was hosted."""


@pytest.fixture
def journal_of_0_1(tmp_path: Path) -> Path:
    """The path of a copy of the journal that version 0.1 wrote."""
    return data_folder_of_0_1("hanna", tmp_path) / JOURNAL_FILE


def test_history_lists_the_finished_matches_of_a_journal_of_0_1(journal_of_0_1: Path) -> None:
    assert [(match.id, match.game, match.seats) for match in finished_matches(journal_of_0_1)] == [
        (3, "queen-bees-ii", 3),
        (1, "mad-queens", 1),
    ]
    hosted_match = finished_match(journal_of_0_1, 3)
    assert hosted_match is not None
    assert hosted_match.options == (("void_of_trump_free", "on"),)
    assert hosted_match.began < hosted_match.ended
    assert {(result.name, result.bot) for result in hosted_match.results} == {
        ("Hanna", ""),
        ("Jo", ""),
        ("Cleo", "steady"),
    }
    assert [type(result) for result in hosted_match.results] == [SeatResult] * 3


def test_statistics_count_matches_against_others_and_alone(journal_of_0_1: Path) -> None:
    assert {(tally.name, tally.game, tally.matches) for tally in player_tallies(journal_of_0_1)} == {
        ("Hanna", "queen-bees-ii", 1),
        ("Jo", "queen-bees-ii", 1),
    }
    assert high_scores(journal_of_0_1) == ()  # the seed of the match alone was chosen
    assert previous_best_score(journal_of_0_1, "mad-queens") is None


@pytest.mark.parametrize(
    ("match", "expected_verdict"),
    [
        (1, "Deal not proved: the seed was chosen beforehand."),
        (3, "the host and seats 1 and 2 shuffled the cards together."),
    ],
    ids=["alone, seed given", "hosted, fair deal"],
)
def test_record_in_a_journal_of_0_1_replays_and_is_verified(
    journal_of_0_1: Path, match: int, expected_verdict: str
) -> None:
    text = record_text(journal_of_0_1, match)
    assert text is not None
    record = Record.parse(text)
    assert replay(record).over
    assert verify_record(record).fair is None
    assert expected_verdict in verify_record(record).sentence


def test_unfinished_matches_of_a_journal_of_0_1_are_found(journal_of_0_1: Path) -> None:
    (alone,) = unfinished_tables(journal_of_0_1)
    assert (alone.game, alone.names, alone.action_count) == ("mad-queens-classic", ("Hanna", "Bea"), 8)
    (at_table,) = unfinished_tables(journal_of_0_1, hosted_slot(HOSTED_PORT))
    assert (at_table.game, at_table.names, at_table.action_count) == ("queen-bees-ii", ("Hanna", "Jo", "Cleo"), 30)
    assert ports_of_unfinished_tables(journal_of_0_1, since=0.0) == (HOSTED_PORT,)


@pytest.mark.parametrize("slot", ["alone", hosted_slot(HOSTED_PORT)])
async def test_actions_of_an_unfinished_match_of_0_1_are_legal(journal_of_0_1: Path, slot: str) -> None:
    table_journal = await open_table_journal(journal_of_0_1, lambda: 2e9, slot, is_wanted=has_unfinished_match)
    try:
        saved = table_journal.saved
        assert isinstance(saved, SavedTable)
        assert saved.match is not None
        began = saved.match.beginning
        game = games[began.game]
        match = game.start(began.seats, began.seed, game.settings_of_record(dict(began.options)))
        for acted in saved.match.actions:
            match.act(acted.seat, match.game.parse(acted.action))
        assert not match.over
        assert match.revision == 1
        runner = Table.restore(saved, 0.0).state.active_runner
        assert runner is not None
        assert (runner.match.revision, runner.match.digest) == (1, match.digest)
    finally:
        await table_journal.close(is_over=False)
    assert len(unfinished_tables(journal_of_0_1, slot)) == 1


async def test_people_of_a_hosted_table_keep_their_seats_and_tokens(journal_of_0_1: Path) -> None:
    table_journal = await open_table_journal(
        journal_of_0_1, lambda: 2e9, hosted_slot(HOSTED_PORT), is_wanted=has_unfinished_match
    )
    try:
        assert table_journal.saved is not None
        people = {person.name: person for person in table_journal.saved.people}
        assert {name: person.seat for name, person in people.items()} == {"Hanna": 0, "Jo": 1}
        assert people["Hanna"].token == table_journal.host_token
        assert table_journal.saved.table.chairs[2].bot == "steady"
        assert table_journal.saved.table.matches == 2
    finally:
        await table_journal.close(is_over=False)


async def test_hosted_match_goes_on_to_its_end_with_the_deal_that_it_had(journal_of_0_1: Path, make_harness) -> None:
    table_journal = await open_table_journal(
        journal_of_0_1, lambda: 2e9, hosted_slot(HOSTED_PORT), is_wanted=has_unfinished_match
    )
    try:
        assert table_journal.saved is not None
        harness = make_harness("queen-bees-ii", seats=3)
        harness.table = Table.restore(table_journal.saved, 0.0, draw_bytes=harness.chance.randbytes)
        hanna = Player(harness, "Hanna")
        hanna.token = table_journal.host_token
        hanna.connect()
        spectator = harness.join_person("Wim", watch=True)
        harness.play_match([hanna])
        while harness.inbox:
            harness.run_tick()
        for player, why in (
            (hanna, "this program was restarted and lost its share of the shuffle, which the check needs"),
            (spectator, "spectators have no part in the deal"),
        ):
            verdict = player.last_event(VerificationResult)
            assert verdict.fair is None
            assert f"Deal not proved: {why}." in verdict.sentence
        (record,) = [Record.parse(entry.record) for entry in harness.all_entries if isinstance(entry, MatchEndedEntry)]
        assert "the host and seats 1 and 2 shuffled the cards together." in verify_record(record).sentence
    finally:
        await table_journal.close(is_over=False)
