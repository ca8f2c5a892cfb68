"""Properties of whole matches of Big Queen: random play, the bot, automatic actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Action, Card, FactChanged, IllegalAction, Match, Moved, Remark, games, replay
from core.big_queen.layout import PACK_COUNT_BY_SEATS, POINTS_BY_CARD
from core.big_queen.melds import canonical_action, counts_by_rank
from core.engine.cards import JOKER
from tests.support.depth import sample_cases

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""
NUMBERS_OF_SEATS = (4, 6, 8, 10)
"""The numbers of seats that Big Queen allows."""

ActionChooser = Callable[[Match, int], Action]
"""A function of a match and a seat that chooses an action of the seat."""

new_matches = st.builds(
    lambda seats, seed, options: GAME.start(seats, seed=seed, options=options),
    st.sampled_from(NUMBERS_OF_SEATS),
    st.integers(0, 2**32),
    st.fixed_dictionaries(
        {},
        optional={
            "hand_size": st.integers(3, 15),
            "free_first_upcard": st.booleans(),
            "losers_count_melds": st.booleans(),
            "max_reshuffles": st.integers(0, 3),
        },
    ),
)
"""Hypothesis strategy for matches that have just begun."""


def random_chooser(random: Random) -> ActionChooser:
    """Return a function that chooses a random legal action of a seat."""
    return lambda match, seat: random.choice(match.legal(seat))


def choose_automatic(match: Match, seat: int) -> Action:
    """Return the automatic action of a seat."""
    return match.default(seat)


def choose_first(match: Match, seat: int) -> Action:
    """Return the first legal action of a seat."""
    return match.legal(seat)[0]


def choose_by_bot(match: Match, seat: int) -> Action:
    """Return the action that the teammate bot, the usual bot of Big Queen, takes for a seat."""
    return GAME.bots["teammate"](match.view(seat))


def play_to_end(match: Match, choose: ActionChooser, all_may_act: bool = True, limit: int = 200_000) -> Counter[str]:
    """Play a match to its end, and return a count of its remarks by their key.

    `choose` chooses the actions of every seat. With `all_may_act`, seats that may act out of turn do so as well. Fails
    after `limit` actions.
    """
    said: Counter[str] = Counter()
    order = Random(7)
    for _ in range(limit):
        if match.over:
            return said
        seat = order.choice(sorted(match.waiting if all_may_act else match.awaited))
        said.update(change.key for change in match.act(seat, choose(match, seat)) if isinstance(change, Remark))
    raise AssertionError(f"not over after {limit} actions")


@settings(max_examples=25, deadline=None)
@given(match=new_matches, random=st.randoms(use_true_random=False), steps=st.integers(0, 250))
def test_rulings_section_8_6_points_are_conserved_and_counts_agree_with_piles(match, random, steps):
    total = 530 * PACK_COUNT_BY_SEATS[match.seats]
    for _ in range(steps):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        match.act(seat, random.choice(match.legal(seat)))
        assert sum(POINTS_BY_CARD[card] for pile in match.piles for card in pile) == total
    assert match.counts == [counts_by_rank(match.piles[seat]) for seat in range(match.seats)]
    for seat in range(match.seats):
        legal = match.legal(seat)
        assert legal == GAME.legal(match.view(seat))
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (seat in match.waiting)
        assert seat not in match.waiting or match.default(seat) in legal
        assert all(canonical_action(action) == action == GAME.parse(str(action)) for action in legal)
    assert match.awaited <= match.waiting
    assert bool(match.awaited) != match.over


@settings(max_examples=15, deadline=None)
@given(match=new_matches, random=st.randoms(use_true_random=False))
def test_rulings_section_8_6_a_turn_ends_with_a_discard_and_nobody_goes_out_without_asking(match, random):
    asked: set[int] = set()
    for _ in range(400):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        turn, phase = match.facts[match.layout.fact("turn").layout_index], match.facts[0]
        action = random.choice(match.legal(seat))
        changes = match.act(seat, action)
        if action.verb == "ask":
            asked.add(seat)
        if any(isinstance(change, FactChanged) and change.fact.name == "turn" for change in changes):
            blocked = any(isinstance(change, Remark) and change.key == "blocked" for change in changes)
            assert action.verb in ("discard", "deal") or blocked
            assert seat == turn or phase == "deal"
            if action.verb == "discard" and not match.piles[seat]:
                assert seat in asked
            asked.clear()
        if phase != "deal" and match.facts[0] in ("draw", "play"):
            assert all(match.piles[holder] for holder in range(match.seats))


@settings(max_examples=10, deadline=None)
@given(match=new_matches, random=st.randoms(use_true_random=False), steps=st.integers(0, 120))
def test_views_of_big_queen_follow_the_changes_and_a_copy_is_independent(match, random, steps):
    audiences = (None, *range(match.seats))
    views = {audience: match.view(audience) for audience in audiences}
    for _ in range(steps):
        seat = random.choice(sorted(match.waiting))
        changes = match.act(seat, random.choice(match.legal(seat)))
        for audience in audiences:
            seen = [known for known in (change.seen_by(audience) for change in changes) if known is not None]
            views[audience] = views[audience].apply_all(seen)
    assert all(views[audience] == match.view(audience) for audience in audiences)
    before = match.digest
    twin = match.copy()
    for _ in range(20):
        seat = min(twin.waiting)
        twin.act(seat, twin.legal(seat)[0])
    assert match.digest == before
    assert replay(match.record).digest == before


@settings(max_examples=10, deadline=None)
@given(match=new_matches, random=st.randoms(use_true_random=False), steps=st.integers(0, 150))
def test_illegal_action_in_big_queen_changes_nothing_and_says_why(match, random, steps):
    for _ in range(steps):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        match.act(seat, random.choice(match.legal(seat)))
    before = match.digest
    texts = (
        *("deal", "draw", "take 1 9♣ 9♠", "take 99 9♣ 9♠", "take 1", "take 0 2♣ 2♦", "meld 7♠ 7♦ 2♥", "meld 2♠ 2♦ 2♥"),
        *("add 7♣", "add 2♣", "add 2♣ to K", "add 9♣ to K", "ask", "yes", "no", "discard K♣", "discard K♣ announce"),
        *("announce", "catch 2", "catch 77"),
    )
    crooked = (
        *((), ("take",), ("take", "x"), ("meld", 5), ("add",), ("catch", "x"), ("reveal",), ("play", Card(3))),
        *(("meld", JOKER, JOKER, JOKER), ("take", 1, JOKER, Card(3)), ("add", JOKER, "to", "Jk"), ("discard", JOKER)),
        *(("add", Card(3), "to"), ("add", Card(0), "to", "Z"), ("discard", 99), ("discard",)),
    )
    for seat in range(match.seats):
        for action in (*map(GAME.parse, texts), *map(Action, crooked)):
            if action not in match.legal(seat):
                with pytest.raises(IllegalAction, match=r"^[A-Z0-9'].*\.$"):
                    match.act(seat, action)
    assert match.digest == before


@pytest.mark.parametrize("seats", NUMBERS_OF_SEATS)
def test_matches_end_whether_actions_are_random_first_or_automatic(seats):
    for choose in (random_chooser(Random(seats)), choose_first):
        play_to_end(GAME.start(seats, seed=seats), choose)
    abandoned = GAME.start(seats, seed=seats, options={"max_rounds": 5})
    said = play_to_end(abandoned, choose_automatic)
    assert (said["blocked"], said["last round"]) == (5, 1)
    play_to_end(GAME.start(seats, seed=seats, options={"max_rounds": 5}), choose_automatic, all_may_act=False)


@pytest.mark.deep
@pytest.mark.parametrize("seats", sample_cases(NUMBERS_OF_SEATS, 2))
def test_teammate_bot_plays_whole_matches(seats):
    said: Counter[str] = Counter()
    for seed in range(6):
        match = GAME.start(seats, seed=seed)
        said += play_to_end(match, choose_by_bot, all_may_act=False)
        assert replay(match.record).standings == match.standings
    assert said["blocked"] <= said["deal"] // 50
    assert said["reshuffled"] <= said["deal"] // 10
    assert said["caught"] == 0


@pytest.mark.deep
@pytest.mark.parametrize("seats", sample_cases(NUMBERS_OF_SEATS, 1))
def test_teammate_bot_beats_random_players(seats):
    won = 0
    for seed in range(10):
        random, match, team = Random(seed), GAME.start(seats, seed=seed), seed % 2
        while not match.over:
            seat = min(match.awaited)
            match.act(seat, choose_by_bot(match, seat) if seat % 2 == team else random.choice(match.legal(seat)))
        won += match.standings[0].seat % 2 == team
    assert won >= 9


def test_teammate_bot_catches_an_opponent_and_never_a_partner(arrange_match):
    match = arrange_match({0: "8♦"}, turn=1, due=(0,)).match
    assert [str(GAME.out_of_turn_action(match.view(seat))) for seat in range(4)] == [
        "announce",
        "catch 0",
        "None",
        "catch 0",
    ]
    assert str(choose_by_bot(match, 3)) == "catch 0"
    partner = arrange_match({1: "8♦"}, turn=3, due=(1,)).match
    assert GAME.out_of_turn_action(partner.view(3)) is None
    assert str(choose_by_bot(partner, 1)) == "announce"


def test_teammate_bot_on_turn_plays_before_it_catches(arrange_match):
    assert choose_by_bot(arrange_match({0: "8♦"}, turn=1, due=(0,)).match, 1).verb in ("draw", "take", "ask")


def test_teammate_bot_asks_to_go_out_and_then_goes_out(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play")
    for text in ("ask", "meld 7♠ 7♦ 7♥", "discard K♣"):
        assert str(choose_by_bot(table.match, 0)) == text
        table.act(0, text)
        if text == "ask":
            assert str(choose_by_bot(table.match, 2)) == "yes"
            table.act(2, "yes")


def test_teammate_bot_answers_no_while_it_has_many_points_to_lay(arrange_match):
    hand = "Q♠ Q♥ Q♦ A♠ A♦ A♥ K♠ K♦ K♥ J♠ J♦ J♥"
    table = arrange_match({1: "3♦ 5♦ 6♦ 8♦", 2: hand, 3: "3♠ 5♠ 6♠ 8♠"}, phase="play").act(0, "ask")
    assert str(choose_by_bot(table.match, 2)) == "no"


def test_answer_after_the_no_of_another_partner_is_refused_with_that_reason(arrange_match):
    match = arrange_match({}, turn=0, phase="play", seats=6).act(0, "ask").act(4, "no").match
    answer = GAME.parse("yes")
    assert GAME.refusal(match.view(2), answer) == "A partner has already said no."
    assert GAME.refusal(match.view(1), answer) == "Nobody has asked you anything."


def test_every_remark_of_a_big_queen_match_has_a_sentence():
    match, random = GAME.start(6, seed=3, options={"target": 600}), Random(3)
    for _ in range(3000):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        for change in match.act(seat, random.choice(match.legal(seat))):
            if isinstance(change, Remark):
                told = GAME.sentence(change)
                assert told[0].isupper() or told[0].isdigit()
                assert told[-1] in ".!?"
            assert isinstance(change, Moved | FactChanged | Remark) or str(change) == "stock shuffled"
