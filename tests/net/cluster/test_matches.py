"""The matches of an evening in the store of a club, as a host reads them."""

from __future__ import annotations

from net.cluster.matches import ClusterMatches, keep_match
from net.journal.entries import MatchBeganEntry, MatchEndedEntry, SavedMatch, SavedTable
from net.limits import EVENING_SECONDS
from tests.net.cluster.memory_store import MemoryStore
from tests.sim.cluster.club import TABLE


async def test_matches_from_before_a_pause_of_an_evening_are_not_shown():
    store, now = MemoryStore(), [0.0]
    matches = ClusterMatches(store, lambda: now[0])
    for number, ended in enumerate((0.0, 1.0, EVENING_SECONDS + 2.0, 2 * EVENING_SECONDS), start=1):
        began = MatchBeganEntry(number, "mad-queens", 2, (), "7", ("Ann", "Bob"))
        saved = SavedTable(TABLE, (), SavedMatch(began, (), MatchEndedEntry(number, ((0, 3, 1), (1, 0, 2)))))
        now[0] = ended
        await keep_match(store, 7, saved, ended)
        await keep_match(store, 7, saved, ended)  # as the next host of the table may do
        if number == 2:
            assert [one.match.ended for one in await matches.matches_of_evening()] == [0.0, 1.0]
    assert [one.match.ended for one in await matches.matches_of_evening()] == [EVENING_SECONDS + 2.0, now[0]]
    now[0] += EVENING_SECONDS + 1.0
    assert await matches.matches_of_evening() == ()
