"""The badges of card states such as caught or doubled: short words on a coloured background."""

from hypothesis import given
from hypothesis import strategies as st

from tui.cards.state import State, badge, first_row_badge_state


@given(st.builds(State, st.integers(0, 1023)), st.integers(0, 12))
def test_badge_of_a_state_fits_its_columns(state, columns):
    mark = badge(state, columns)
    assert mark is None or len(mark[0]) <= columns


def test_caught_badge_takes_precedence():
    assert badge(State.CAUGHT | State.DOUBLED, 9) == ("CAUGHT", "bad")
    assert badge(State.NORMAL, 9) is None


def test_first_card_that_a_queen_takes_says_so_and_that_it_counts_double_where_there_is_room():
    assert [badge(State.TOP, room) for room in (1, 3)] == [("T", "gold"), ("TOP", "gold")]
    labels = [badge(State.TOP | State.DOUBLED, room) for room in (3, 5, 6)]
    assert labels == [("TOP", "gold"), ("TOPx2", "gold"), ("TOP x2", "gold")]


def test_card_that_a_queen_takes_says_so_and_that_it_counts_double_at_every_width():
    labels = [badge(State.TAKEN | State.DOUBLED, room) for room in (8, 7, 5, 3, 2, 1)]
    words = ("TAKEN x2", "TAKENx2", "TAKEN", "!x2", "!2", "!")
    assert labels == [(word, "queen") for word in words]
    assert first_row_badge_state(State.TAKEN | State.DOUBLED, 5) == State.DOUBLED, (
        "the last row has room for TAKEN alone"
    )
    assert first_row_badge_state(State.TAKEN | State.DOUBLED, 3) == State.NORMAL
    assert first_row_badge_state(State.DOUBLED, 5) == State.NORMAL


def test_no_two_badges_of_cards_of_mad_queens_are_the_same_at_any_width():
    states = [State.CAUGHT, State.BANNED, State.TEMP, State.TAKEN, State.TOP, State.DOUBLED]
    for columns in range(1, 7):
        words = [mark[0] for mark in (badge(state, columns) for state in states) if mark]
        assert len(set(words)) == len(words)


def test_badge_of_an_advised_card_is_a_word_and_a_letter_only_on_a_chip():
    assert [badge(State.ADVISED, columns) for columns in (5, 4, 3, 1)] == [
        ("TIP", "gold"),
        ("TIP", "gold"),
        ("TIP", "gold"),
        ("C", "gold"),
    ]
