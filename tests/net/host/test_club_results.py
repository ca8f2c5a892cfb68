"""The finished matches of a club over TCP, as its people see them: list, records and totals, also after a restart."""

from __future__ import annotations

import asyncio
from time import time

from core.fairness.verification import verify_record
from net.client.events import RefusalReceived
from net.client.hall import RecordFetched
from net.client.verifier import unpack_record
from net.host import club_results
from net.host.club_results import ClubResults
from net.journal import JOURNAL_FILE, open_table_journal
from net.limits import EVENING_SECONDS, HALL_REQUESTS_AT_ONCE, MAX_HALL_ROWS
from net.protocol.messages import MatchesShown, RequestRecord, ShowMatches, TotalsShown
from tests.net.host.club_harness import close_clients, come_into_hall, play_match_to_end, run_club_at
from tests.net.host.test_evening_results import finished_match


async def matches_seen_by(guest):
    """Return the list of finished matches as a person in the hall sees it."""
    guest.client.show_matches()
    return await guest.recorder.wait_for(MatchesShown)


async def record_seen_by(guest, match_number):
    """Return the record of a match that a person in the hall fetches; None if the club has none."""
    guest.client.fetch_record(match_number)
    fetched = await guest.recorder.wait_for(RecordFetched)
    assert fetched.match_number == match_number
    return unpack_record(fetched.packed_record) if fetched.packed_record else None


async def totals_seen_by(guest, game=""):
    """Return the names in the totals of a game, or on the ladder of all games, with the numbers of their matches."""
    guest.client.show_totals(game)
    shown = await guest.recorder.wait_for(TotalsShown)
    return sorted((row.name, row.matches) for row in shown.rows)


async def test_finished_matches_are_listed_fetched_and_counted_also_after_a_restart(tmp_path, monkeypatch):
    monkeypatch.setattr(club_results, "CLUB_RESULTS_INTERVAL_SECONDS", 0.0)
    alone = await open_table_journal(tmp_path / "club" / JOURNAL_FILE, lambda: 1.0, "alone")
    await alone.close(is_over=True)
    async with run_club_at(tmp_path / "club") as (_, port):
        ann, bob = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        assert await matches_seen_by(ann) == MatchesShown(())
        open_table, private = (
            await ann.open_table("queen-bees-ii", seats=3),
            await bob.open_table("queen-bees-ii", private=True),
        )
        assert (open_table.number, private.number) == (1, 2)  # though the file had a table before
        at_open = [await ann.join_table(open_table.number), await bob.join_table(open_table.number)]
        at_private = [await bob.join_table(private.number, private.code)]
        await asyncio.gather(play_match_to_end(*at_open), play_match_to_end(*at_private))
        [row] = (await matches_seen_by(bob)).rows
        assert (row.game, row.seats, {one.name for one in row.scores if not one.is_bot}) == (
            "queen-bees-ii", 3, {"Ann", "Bob"},
        )  # fmt: skip
        record = await record_seen_by(bob, row.number)
        assert verify_record(record).fair is not False
        assert {"Ann", "Bob"} < set(record.proof.names)
        for other in (row.number - 1, row.number + 1, 0, 10_000):  # that at the private table is among them
            assert await record_seen_by(bob, other) is None
        totals = [await totals_seen_by(ann, "queen-bees-ii"), await totals_seen_by(ann)]
        assert totals == [[("Ann", 1), ("Bob", 2)], [("Ann", 1), ("Bob", 1)]]
        await close_clients(*at_open, *at_private)
        token = ann.client.token
        await close_clients(ann.client, bob.client)
    async with run_club_at(tmp_path / "club", port) as (_, port):
        ann = await come_into_hall(port, tmp_path / "Ann", "Ann", token=token)
        assert (await matches_seen_by(ann)).rows == (row,)
        assert await record_seen_by(ann, row.number) == record
        assert [await totals_seen_by(ann, "queen-bees-ii"), await totals_seen_by(ann)] == totals
        for _ in range(HALL_REQUESTS_AT_ONCE + 1):
            ann.client.show_totals()
        await ann.recorder.wait_for(RefusalReceived)
        await close_clients(ann.client)


class ListedMatches:
    """A stand-in for the journal of a club with `count` finished matches; `read_count` counts how often a page of them
    is read.
    """

    now = 0.0

    def __init__(self, count):
        self.read_count = 0
        self.matches = [finished_match(number, ("Ann", 9), ("Bob", 3)).match for number in range(1, count + 1)]

    async def matches_of_evening(self, since):
        """Return no match, because all matches are of earlier evenings."""
        return ()

    async def public_matches(self, before_number, max_matches):
        """Return the matches before a number, the latest first."""
        self.read_count += 1
        return tuple(reversed([one for one in self.matches if not before_number or one.id < before_number]))[
            :max_matches
        ]

    async def public_record(self, match):
        """Return a record, except for the first match."""
        return "" if match == 1 else f"record {match}"


async def test_matches_of_earlier_evenings_are_read_in_pages_each_once(monkeypatch):
    journal = ListedMatches(2 * MAX_HALL_ROWS + 5)
    results = ClubResults(journal)

    async def all_pages():
        """Return the numbers on all pages, in order."""
        before, listed = 0, []
        while True:
            page = await results.answer(ShowMatches(before), "Ann")
            assert 0 < len(page.rows) <= MAX_HALL_ROWS
            listed += [row.number for row in page.rows]
            if not page.has_earlier:
                return listed
            before = listed[-1]

    everything = list(range(2 * MAX_HALL_ROWS + 5, 0, -1))
    assert await all_pages() == await all_pages() == everything
    assert journal.read_count == 3
    monkeypatch.setattr(club_results, "CLUB_RESULTS_INTERVAL_SECONDS", 0.0)
    journal.matches.append(finished_match(everything[0] + 1, ("Ann", 9), ("Bob", 3)).match)
    assert await all_pages() == [everything[0] + 1, *everything]
    assert (await results.answer(ShowMatches(1), "Ann")) == MatchesShown(())
    monkeypatch.setattr(club_results, "MAX_HALL_PAGES_KEPT", 2)
    await all_pages()
    assert len(results._pages) == 2
    pieces = [await results.answer(RequestRecord(number, 0), "Ann") for number in (1, 2)]
    assert [bool(piece.data) for piece in pieces] == [False, True]


async def test_matches_of_an_earlier_evening_are_listed_and_replayed_after_a_restart(tmp_path, monkeypatch):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann = await come_into_hall(port, tmp_path / "Ann", "Ann")
        client = await ann.join_table((await ann.open_table("queen-bees-ii", seats=3, bots=2)).number)
        await play_match_to_end(client)
        await close_clients(client, ann.client)
    tomorrow = time() + 2 * EVENING_SECONDS
    monkeypatch.setattr("tests.net.host.club_harness.time", lambda: tomorrow)
    async with run_club_at(tmp_path / "club", port) as (_, port):
        ann = await come_into_hall(port, tmp_path / "Ann", "Ann")
        [row] = (await matches_seen_by(ann)).rows
        assert verify_record(await record_seen_by(ann, row.number)).fair is not False
        assert await totals_seen_by(ann, "queen-bees-ii") == []
        await close_clients(ann.client)
