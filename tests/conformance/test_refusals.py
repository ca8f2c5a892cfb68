"""Promise 7: an illegal action changes nothing and says in one sentence why."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Action, BadNotation, IllegalAction, Match
from core.engine.cards import CARDS, RANKS, SUITS
from tests.conformance.examples import few_examples


def random_action(game, random: Random) -> Action:
    """Return a random action that this game's patterns can write."""
    fill = {
        "CARD": lambda: random.choice(CARDS),
        "NUMBER": lambda: random.choice((0, 1, 2, 3, 17, 999999)),
        "RANK": lambda: random.choice(RANKS),
        "SUIT": lambda: random.choice(SUITS),
    }
    pattern = random.choice(game.patterns)
    return Action(fill[word]() if word in fill else word for word in pattern.split())


def whole_state(match: Match, table) -> tuple[object, ...]:
    """Return everything that a refused action must leave unchanged: state, views, record, legal actions and
    standings.
    """
    views = [match.view(audience) for audience in table.audiences]
    choices = [match.legal(seat) for seat in range(table.seats)]
    return match.digest, repr(views), str(match.record), match.waiting, choices, match.over, match.standings


def refusal_of_action(match: Match, seat, action) -> str:
    """Check that an action is refused in one sentence, and return the sentence."""
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, action)
    text = str(caught.value)
    assert text.endswith((".", "?"))
    assert "\n" not in text
    assert 10 < len(text) < 200, text
    return text


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_illegal_action_is_refused_and_changes_nothing(table, random_play, data, seed):
    random = Random(seed)
    match = random_play.after_random_actions(
        table.start(seed, data.draw(table.settings_strategy())), random, random.choice((0, 1, 8, 40, 2000))
    )
    before = whole_state(match, table)
    for _ in range(30):
        seat, action = random.randrange(table.seats), random_action(table.game, random)
        if action not in match.legal(seat) and not is_spelling_of_legal_action(match, seat, action):
            assert refusal_of_action(match, seat, action) == table.game.refusal(match.view(seat), action)
    assert whole_state(match, table) == before


def is_spelling_of_legal_action(match: Match, seat: int, action: Action) -> bool:
    """Whether an action is a legal action with its cards in another order."""
    twin = match.copy()
    try:
        twin.act(seat, action)
    except IllegalAction:
        return False
    _, meant = twin.actions[-1]
    assert meant in match.legal(seat)
    assert meant[0] == action[0]
    assert set(meant) <= set(action)
    return True


@few_examples
@given(seed=st.integers(0, 2**32))
def test_action_out_of_turn_or_for_an_unknown_seat_is_refused(table, random_play, seed):
    random = Random(seed)
    match = random_play.after_random_actions(table.start(seed), random, random.choice((0, 3, 30)))
    before = whole_state(match, table)
    actions = [action for seat in match.waiting for action in match.legal(seat)][:4]
    for action in actions:
        for seat in (-1, table.seats, 10**9, None, "0"):
            refusal_of_action(match, seat, action)
        for seat in set(range(table.seats)) - match.waiting:
            refusal_of_action(match, seat, action)
    assert whole_state(match, table) == before


@few_examples
@given(seed=st.integers(0, 2**32))
def test_value_that_is_no_action_is_refused_and_changes_nothing(table, random_play, seed):
    random = Random(seed)
    match = random_play.after_random_actions(table.start(seed), random, random.choice((0, 3, 30)))
    before = whole_state(match, table)
    for seat in sorted(match.waiting)[:3]:
        for action in ("reveal", "play Q♠", None, 7, (), ("nonsense",), Action(()), Action(("nonsense",)), ["reveal"]):
            refusal_of_action(match, seat, action)
    assert whole_state(match, table) == before


@few_examples
@given(seed=st.integers(0, 2**32))
def test_tuple_equal_to_an_action_is_recorded_as_that_action(usual_table, random_play, seed):
    """A plain tuple of numbers and words that equals an action is taken for that action, in the record as well."""
    match = usual_table.start(seed)
    for seat, action in random_play.random_actions(match, Random(seed), 10):
        match.act(seat, tuple(int(word) if isinstance(word, int) else word for word in action))
    assert [type(action) for _, action in match.actions] == [Action] * len(match.actions)
    for _, text in match.record.actions:
        assert str(usual_table.game.parse(text)) == text


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_text_of_every_legal_action_parses_to_that_action(table, random_play, data, seed):
    game = table.game
    match = table.start(seed, data.draw(table.settings_strategy()))
    for seat, action in random_play.random_actions(match, Random(seed), 60):
        for other in match.waiting if table.seats <= 8 else {seat}:
            for legal in match.legal(other):
                assert game.parse(str(legal)) == legal
                assert str(game.parse(str(legal))) == str(legal)
                ascii_text = str(legal).translate(str.maketrans("♣♦♥♠", "cdhs"))
                assert ascii_text.isascii()
                assert game.parse(ascii_text) == legal
                assert game.parse(f"  {ascii_text.upper()} ") == legal
        assert len(set(match.legal(seat))) == len(match.legal(seat))
        match.act(seat, action)


@few_examples
@given(text=st.text(max_size=40))
def test_text_that_is_no_action_is_refused_with_a_reason(game, text):
    try:
        action = game.parse(text)
    except BadNotation as error:
        problem = str(error)
    else:
        assert game.parse(str(action)) == action
        return
    assert problem.endswith((".", "?"))
    assert "\n" not in problem
