"""The totals and ladder of a club's evening, as they follow from its finished matches."""

from __future__ import annotations

import random

import pytest

from net.host.evening_results import LADDER_IN_PLACE_OF_GAME, EveningResults
from net.journal import ClubMatch
from net.journal.history import FinishedMatch, SeatResult
from net.limits import EVENING_SECONDS, MAX_HALL_ROWS, MAX_LADDER_PEOPLE_PER_MATCH
from net.protocol.hall_messages import START_RATING
from net.protocol.messages import TotalRow
from tests.support.depth import count_for_depth


def finished_match(match_number, *results, game="mad-queens", ended=None, private=False):
    """Return a finished match: `results` are (name, points), the best first; a name that begins with a * is that of a
    bot.
    """
    ranks = [1 + sum(other > points for _, other in results) for _, points in results]
    seats = tuple(
        SeatResult(seat, name.lstrip("*"), "bot" if name.startswith("*") else "", points, rank)
        for seat, ((name, points), rank) in enumerate(zip(results, ranks, strict=True))
    )
    match = FinishedMatch(
        match_number, game, len(seats), (), 0.0, float(match_number if ended is None else ended), seats
    )
    return ClubMatch(match, private)


def results_of_evening(*matches):
    """Return the results of an evening with these matches."""
    found = EveningResults()
    found.add(matches)
    return found


def ladder_after(*matches):
    """Return the names and ratings on the ladder after these matches."""
    return [(row.name, row.rating) for row in results_of_evening(*matches).totals(LADDER_IN_PLACE_OF_GAME, "").rows]


def test_totals_of_a_game_leave_out_bots_and_solo_matches_and_list_most_wins_first():
    found = results_of_evening(
        finished_match(1, ("Ann", 9), ("*Ada", 7), ("Bob", 3)),
        finished_match(2, ("Bob", 5), ("Ann", 5)),
        finished_match(3, ("Cat", 50), ("Ann", 20), game="big-queen"),
        finished_match(4, ("Ann", 30)),
    )
    rows = found.totals("mad-queens", "Ann").rows
    assert rows == (TotalRow("Ann", 2, 2, 14), TotalRow("Bob", 2, 1, 8))
    assert found.totals("big-queen", "Ann").rows == (TotalRow("Cat", 1, 1, 50), TotalRow("Ann", 1, 0, 20))
    assert found.totals("queen-bees-ii", "Ann").rows == ()


def test_ladder_counts_matches_of_two_people_and_leaves_bots_out():
    alone, with_bots = finished_match(1, ("Ann", 9)), finished_match(2, ("Ann", 9), ("*Ada", 7), ("*Eve", 5))
    assert ladder_after(alone, with_bots) == []
    [(first, high), (second, low)] = ladder_after(finished_match(3, ("*Ada", 9), ("Ann", 7), ("*Eve", 6), ("Bob", 5)))
    assert (first, second) == ("Ann", "Bob")
    assert high > START_RATING > low
    found = (
        results_of_evening(finished_match(3, ("*Ada", 9), ("Ann", 7), ("Bob", 5)))
        .totals(LADDER_IN_PLACE_OF_GAME, "Ann")
        .rows
    )
    # the bot has won; who came before whom is in the ratings
    assert [(row.matches, row.wins) for row in found] == [(1, 0), (1, 0)]
    assert (
        ladder_after(finished_match(1, ("Ann", 5), ("Bob", 5)))[0][1]
        == ladder_after(finished_match(1, ("Ann", 5), ("Bob", 5)))[1][1]
    )


def test_match_of_many_people_or_of_two_with_one_name_does_not_count_for_the_ladder():
    crowd = [(f"Person {number}", number) for number in range(MAX_LADDER_PEOPLE_PER_MATCH + 1)]
    assert ladder_after(finished_match(1, *crowd), finished_match(2, ("Ann", 3), ("Ann", 2))) == []


def test_matches_at_tables_with_a_code_count():
    found = results_of_evening(
        finished_match(1, ("Ann", 9), ("Bob", 3), private=True), finished_match(2, ("Ann", 8), ("Bob", 4))
    )
    assert found.totals("mad-queens", "").rows[0] == TotalRow("Ann", 2, 2, 17)


def test_person_below_the_first_rows_of_the_totals_is_sent_their_row_too():
    people = [(f"Person {number}", 1_000 - number) for number in range(MAX_HALL_ROWS + 2)]
    found = results_of_evening(
        *(finished_match(number, person, ("*Ada", 0)) for number, person in enumerate(people, 1))
    )
    shown = found.totals("mad-queens", "Person 41")
    assert (shown.people, len(shown.rows), shown.own_row) == (MAX_HALL_ROWS + 2, MAX_HALL_ROWS, None)
    last = sorted(name for name, _ in people)[-1]
    assert found.totals("mad-queens", last).own_row.name == last


def test_long_pause_between_matches_begins_another_evening():
    found = results_of_evening(finished_match(1, ("Ann", 9), ("Bob", 3), ended=100.0))
    found.end_evening_if_over(100.0 + EVENING_SECONDS)
    assert found.totals("mad-queens", "").rows
    found.add([finished_match(2, ("Cat", 9), ("Bob", 3), ended=101.0 + EVENING_SECONDS)])
    assert [row.name for row in found.totals(LADDER_IN_PLACE_OF_GAME, "").rows] == ["Cat", "Bob"]
    found.end_evening_if_over(102.0 + 2 * EVENING_SECONDS)
    assert not found.totals("mad-queens", "").rows


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(count_for_depth(3, 100)))
def test_results_of_an_evening_are_the_same_however_its_matches_are_read(seed):
    """The matches are read all at once, as after a restart, or one after another and some of them twice."""
    chance = random.Random(seed)
    names = ["Ann", "Bob", "Cat", "Dan", "*Ada", "*Eve"]
    games = ["mad-queens", "big-queen"]
    matches = [
        finished_match(
            number,
            *((name, chance.randrange(5)) for name in chance.sample(names, chance.randrange(1, 5))),
            game=chance.choice(games),
            private=chance.random() < 0.2,
        )
        for number in range(1, 30)
    ]
    at_once, bit_by_bit = results_of_evening(*matches), EveningResults()
    read = 0
    while read < len(matches):
        more = min(len(matches), read + chance.randrange(6))
        bit_by_bit.add(matches[max(0, read - chance.randrange(4)) : more])
        read = more
    for game in (*games, LADDER_IN_PLACE_OF_GAME):
        assert bit_by_bit.totals(game, "Ann") == at_once.totals(game, "Ann")
    for game in games:
        people = [
            (result.name, result.score, result.rank)
            for one in matches
            if one.match.game == game and one.match.seats > 1
            for result in one.match.results
            if not result.bot
        ]
        for row in at_once.totals(game, "").rows:
            mine = [(points, rank) for name, points, rank in people if name == row.name]
            assert (row.matches, row.points) == (len(mine), sum(points for points, _ in mine))
            assert row.wins == sum(rank == 1 for _, rank in mine)
