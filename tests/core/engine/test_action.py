"""Actions: tuples of a verb and its particulars, which print as a text and parse back from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Action, BadNotation, Card, cards
from core.engine.action import parse
from core.engine.cards import RANKS, SUITS

ACTION_PATTERNS = (
    "reveal",
    "bank",
    "bank CARD",
    "play CARD",
    "trump SUIT",
    "swap CARD CARD",
    "accuse NUMBER",
    "take NUMBER",
    "take NUMBER CARD CARD",
    "meld CARD CARD CARD",
    "add CARD",
    "add CARD to RANK",
    "discard CARD announce",
    "own-up",
)
"""Patterns of actions with variables of every kind."""

VALUE_STRATEGY_BY_VARIABLE = {
    "CARD": st.integers(0, 52).map(Card),
    "NUMBER": st.integers(0, 999_999),
    "RANK": st.sampled_from(RANKS),
    "SUIT": st.sampled_from(SUITS),
}
"""Maps each variable that a pattern may contain to a Hypothesis strategy for its values."""


@st.composite
def draw_action(draw):
    """Hypothesis strategy: draw an action that one of `ACTION_PATTERNS` can write."""
    pattern = draw(st.sampled_from(ACTION_PATTERNS))
    return Action(
        draw(VALUE_STRATEGY_BY_VARIABLE[word]) if word in VALUE_STRATEGY_BY_VARIABLE else word
        for word in pattern.split()
    )


@given(action=draw_action())
def test_text_of_an_action_parses_to_the_same_action(action):
    text = str(action)
    assert parse(text, ACTION_PATTERNS) == action
    assert parse(text.upper(), ACTION_PATTERNS) == action
    assert parse("  " + text.replace(" ", "   ") + "\t", ACTION_PATTERNS) == action
    assert parse(text.translate(str.maketrans("♣♦♥♠", "cdhs")), ACTION_PATTERNS) == action
    assert [type(word) for word in parse(text, ACTION_PATTERNS)] == [type(word) for word in action]
    assert repr(action) == f"Action({text!r})"


@given(action=draw_action(), other=draw_action())
def test_actions_are_frozen_and_hashable_and_equal_if_their_words_are(action, other):
    assert (action == other) == (str(action) == str(other))
    assert len({action, Action(action)}) == 1
    assert action.verb == str(action).split()[0]
    assert action.cards == tuple(word for word in action if isinstance(word, Card))


def test_actions_parse_from_suit_symbols_and_from_ascii_letters():
    assert parse("take 3 9c 9s", ACTION_PATTERNS) == Action(("take", 3, *cards("9♣ 9♠")))
    assert parse("add 2♣ to k", ACTION_PATTERNS) == Action(("add", cards("2♣")[0], "to", "K"))
    assert parse("trump H", ACTION_PATTERNS) == Action(("trump", "♥"))
    assert parse("bank", ACTION_PATTERNS) == Action(("bank",))
    assert parse("bank Qs", ACTION_PATTERNS).cards == cards("Q♠")


@pytest.mark.parametrize(
    ("text", "expected_reason"),
    [
        ("", "Actions begin with"),
        ("dance", "reveal, bank, play"),
        ("play", "play CARD"),
        ("play 11♠", "not a card"),
        ("play Q♠ K♠", "play CARD"),
        ("trump x", "not a suit"),
        ("accuse two", "not a number"),
        ("accuse -1", "not a number"),
        ("accuse ٣", "not a number"),
        ("accuse 9999999", "not a number"),
        ("add 2♣ on K", "'on' stands where 'to' belongs"),
        ("add 2♣ to 1", "not a rank"),
    ],
)
def test_text_that_fits_no_pattern_of_an_action_is_refused_with_the_reason(text, expected_reason):
    with pytest.raises(BadNotation) as caught:
        parse(text, ACTION_PATTERNS)
    assert expected_reason in str(caught.value)
    assert str(caught.value).endswith(".")


@given(text=st.text(max_size=60))
def test_any_text_parses_as_an_action_or_raises_bad_notation(text):
    try:
        assert parse(str(parse(text, ACTION_PATTERNS)), ACTION_PATTERNS)
    except BadNotation as error:
        problem = str(error)
        assert "\n" not in problem
