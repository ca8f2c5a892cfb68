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


def test_badge_of_an_advised_card_is_a_word_and_a_letter_only_on_a_chip():
    assert [badge(State.ADVISED, columns) for columns in (5, 4, 3, 1)] == [
        ("TIP", "gold"),
        ("TIP", "gold"),
        ("TIP", "gold"),
        ("C", "gold"),
    ]
