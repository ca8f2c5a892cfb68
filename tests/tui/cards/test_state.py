"""The badges of card states such as caught or doubled: short words on a coloured background."""

from hypothesis import given
from hypothesis import strategies as st

from tui.cards.state import State, badge


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
