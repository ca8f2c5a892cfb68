"""The story of a played match: the course of its scores, its remarkable moments, and which of these a summary tells."""

from __future__ import annotations

from functools import cache

import pytest

from core import Card, Match, Moved, Remark, cards, games
from core.engine.computation import run_to_end
from core.engine.registry import match_at_start
from core.engine.simulation import play_out
from core.engine.story import LEAD_MOMENT, MAX_MOMENTS_IN_SUMMARY, Moment, Story, work_out_story


@cache
def played_match(slug: str) -> tuple[Match, Story]:
    """Return a match of the usual number of players that the first bot of its game has played, and its story."""
    game = games[slug]
    match = game.start(game.usual_seats, "story")
    play_out(game, match, [next(iter(game.bots.values()))] * game.usual_seats)
    return match, run_to_end(work_out_story(game, match_at_start(match.record), match.record.actions))


def make_moment(step: int, kind: str, weight: float, seat: int = 0) -> Moment:
    """Return a remarkable moment of the part ``Play 1`` after this number of actions, of this kind, weight and seat."""
    return Moment(step, "Play 1", kind, seat, "banked", weight)


@pytest.mark.parametrize("slug", list(games))
def test_story_has_the_course_of_scores_and_moments_with_the_play_of_each(slug):
    match, story = played_match(slug)
    assert (story.steps[0], story.steps[-1]) == (0, len(match.actions))
    assert story.scores[-1] == tuple(match.score(seat) for seat in range(match.seats))
    told = story.best_moments()
    assert len(told) == MAX_MOMENTS_IN_SUMMARY
    assert [one.step for one in told] == sorted(one.step for one in told)
    assert all(one.part.split()[0] == games[slug].part_word_and_fact[0] and one.text for one in told)


@pytest.mark.parametrize("slug", list(games))
def test_story_says_after_how_many_actions_each_part_of_the_match_begins(slug):
    match, story = played_match(slug)
    word, fact = games[slug].part_word_and_fact
    replayed = match_at_start(match.record)
    parts = [f"{word} {replayed.view(None).facts[fact]}"]
    for seat, action in match.record.actions:
        replayed.act(seat, games[slug].parse(action))
        parts.append(f"{word} {replayed.view(None).facts[fact]}")
    begun = parts[:-1]  # after the last action no part begins
    assert list(story.part_starts) == [step for step, part in enumerate(begun) if step == 0 or part != begun[step - 1]]
    assert len(story.part_starts) > 2


def test_story_names_the_seat_that_took_the_lead_for_good_and_at_which_step():
    for slug in games:
        match, story = played_match(slug)
        for one in story.moments:
            if one.kind == LEAD_MOMENT and one.seat is not None:
                later = [scores for step, scores in zip(story.steps, story.scores, strict=True) if step >= one.step]
                assert all(max(row) == row[one.seat] for row in later)
                assert match.standings[0].seat == one.seat
                return
    pytest.fail("no match of these has a change of lead")


def test_summary_has_moments_of_different_kinds_before_a_second_moment_of_one_kind():
    story = Story(
        (0,), ((0,),), (), (make_moment(1, "banked", 9), make_moment(2, "banked", 8), make_moment(3, "caught", 2))
    )
    assert [one.step for one in story.best_moments(2)] == [1, 3]
    assert [one.step for one in story.best_moments(3)] == [1, 2, 3]


def test_summary_has_a_moment_of_the_reader_if_there_is_any():
    story = Story(
        (0,),
        ((0,),),
        (),
        (
            make_moment(1, "banked", 9, seat=1),
            make_moment(2, "price", 2, seat=3),
            make_moment(3, "caught", 1, seat=3),
            make_moment(4, "exact", 8, seat=2),
            make_moment(5, "event", 7, seat=2),
        ),
    )
    assert [one.step for one in story.best_moments(3)] == [1, 4, 5]
    assert [one.step for one in story.best_moments(3, own_seat=3)] == [1, 2, 4]
    assert [one.step for one in story.best_moments(3, own_seat=1)] == [1, 4, 5]
    assert [one.step for one in story.best_moments(3, own_seat=0)] == [1, 4, 5]


@pytest.mark.parametrize(
    ("slug", "remark", "sentence"),
    [
        ("mad-queens", ("banked", 1, 5, 12), "banked 5 cards for 12 points"),
        ("mad-queens", ("caught", 1, *cards("8♦ 8♠"), 6), "lost a row of 5 cards when 8♠ caught 8♦"),
        ("mad-queens", ("caught", 1, *cards("8♦ 8♠"), 2), None),
        ("mad-queens-classic", ("banked", 1, 1, 1), "banked 1 card"),
        ("big-queen", ("scored", None, "A", 240, 300, 0), "Team A lost 60 points"),
        (
            "queens-dungeon",
            ("dungeon", 1, 3, 120, 80),
            "went to the dungeon with three Queens and fell from 120 to 80 points",
        ),
        ("queens-dungeon", ("two queens", 1, 2), "took two Queens in one trick, and trump changed"),
        ("queens-dungeon", ("exchanges", 1, 6), "took the spare hand unseen and needed 6 tricks"),
        ("queen-bees-ii", ("points", 1, 7, 12), "took 7 tricks"),
        ("queen-bees-ii", ("trick", 1, Card.parse("3♦")), "took a trick with 3♦"),
        ("queen-bees-ii", ("trick", 1, Card.parse("K♦")), None),
        ("mad-queens", ("banked", 1, 0, 0), None),
    ],
)
def test_game_describes_in_a_sentence_what_a_seat_did(slug, remark, sentence):
    key, seat, *particulars = remark
    told = games[slug].moment(Remark(-1, key, seat, tuple(particulars)))
    assert (told and told[1]) == sentence


@pytest.mark.parametrize(
    ("slug", "row", "sentence"),
    [
        ("mad-queens", "2♥ 5♥ 9♥ J♥ 3♣", "turned four hearts in a row and banked 5 cards for 9 points"),
        ("mad-queens", "2♥ 5♥ 3♣ 9♥ J♥", "banked 5 cards for 9 points"),
        ("mad-queens", "Jk Jk Jk 5♥ 3♣", "banked 5 cards for 9 points"),
        ("mad-queens-classic", "2♠ 5♠ 9♠ J♥ 3♣", "turned three spades in a row and banked 5 cards"),
    ],
)
def test_moment_of_a_run_of_one_suit_names_the_row_of_cards_that_held_it(slug, row, sentence):
    cards = tuple(Card.parse(name) for name in row.split())
    told = games[slug].moment(Remark(-1, "banked", 0, (5, 9)), (Moved(-1, 0, 1, cards),))
    assert told is not None
    assert told[1] == sentence
    plain = games[slug].moment(Remark(-1, "banked", 0, (5, 9)))
    assert plain is not None
    assert (told[0] > plain[0]) is ("in a row" in sentence)


@pytest.mark.parametrize("slug", list(games))
def test_each_game_has_three_kinds_of_moments_or_more_beside_the_lead(slug):
    game = games[slug]
    kinds: set[str] = set()
    for seed in range(6):
        match = game.start(game.usual_seats, seed)
        play_out(game, match, [next(iter(game.bots.values()))] * game.usual_seats)
        story = run_to_end(work_out_story(game, match_at_start(match.record), match.record.actions))
        kinds |= {one.kind for one in story.moments}
        if len(kinds - {LEAD_MOMENT}) >= 3:
            return
    pytest.fail(f"only {kinds}")
