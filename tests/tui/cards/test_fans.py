"""Fans, hands of overlapping cards: which cards are visible, and where."""

from hypothesis import given
from hypothesis import strategies as st

from core.engine.cards import CARDS, cards
from tui.cards import LOOKS, MID, MIN_VISIBLE_COLUMNS, MINI, SIZES, Canvas, State, fan, paint_fan

card_counts = st.integers(0, 60)
"""Hypothesis strategy for numbers of cards."""

fan_widths = st.integers(0, 200)
"""Hypothesis strategy for widths of a fan in columns."""

card_sizes = st.sampled_from(SIZES)
"""Hypothesis strategy for any size of a card."""


@given(card_counts, fan_widths, card_sizes, st.integers(0, 3), st.integers(-5, 70), st.booleans())
def test_fan_fits_into_its_width_and_no_column_shows_two_cards(count, width, size, gap, focus, centred):
    laid = fan(count, width, size, gap=gap, focus=focus, centred=centred)
    assert laid.hidden_before + len(laid.places) + laid.hidden_after == count
    columns: set[int] = set()
    for place in laid.places:
        assert place.x >= 0
        assert place.x + size.width <= width
        assert place.visible_columns >= min(MIN_VISIBLE_COLUMNS, size.width)
        visible = set(range(place.x, place.x + place.visible_columns))
        assert not visible & columns
        columns |= visible
    assert [place.index for place in laid.places] == list(range(laid.hidden_before, count - laid.hidden_after))


@given(card_counts, fan_widths, card_sizes)
def test_fan_leaves_no_card_out_while_all_fit(count, width, size):
    laid = fan(count, width, size)
    if count and width >= size.width + (count - 1) * MIN_VISIBLE_COLUMNS:
        assert len(laid.places) == count


@given(st.integers(1, 60), st.integers(0, 191), card_sizes, st.integers(0, 59))
def test_fan_never_leaves_out_the_card_under_the_cursor(count, spare, size, focus):
    focus %= count
    assert focus in {place.index for place in fan(count, size.width + spare, size, focus=focus).places}


@given(st.integers(2, 60), fan_widths, card_sizes)
def test_card_of_a_fan_is_visible_up_to_the_card_over_it(count, width, size):
    laid = fan(count, width, size)
    for place, after in zip(laid.places, laid.places[1:], strict=False):
        assert place.visible_columns == min(after.x - place.x, size.width)


def test_fan_of_thirteen_cards_fits_into_eighty_columns():
    laid = fan(13, 80, MINI)
    assert laid.step == 6
    laid = fan(13, 57, MINI)
    assert laid.step == 4
    assert (laid.places[0].x, laid.right) == (2, 55)


def test_fan_that_does_not_fit_shows_a_window_with_room_for_arrows():
    laid = fan(30, 40, MID, focus=15)
    assert laid.hidden_before > 0
    assert laid.hidden_after > 0
    assert laid.places[0].x >= 1
    assert laid.right <= 39


def test_painted_fan_has_the_expected_cells():
    hand = cards("A♠ Q♥ 10♦")
    canvas = Canvas(15, 5)
    states = [State.NORMAL, State.SELECTED, State.CURSOR]
    paint_fan(canvas, 1, 0, fan(3, 13, MINI), hand, states, LOOKS["ascii"])
    assert str(canvas) == "\n".join(
        (
            "     #Qh=#     ",
            " +As-#\\h/+10d+ ",
            " | s #===| d | ",
            " +---====+---+ ",
            "           ^   ",
        )
    )


@given(st.lists(st.sampled_from(CARDS), max_size=40), fan_widths, card_sizes, st.sampled_from(list(LOOKS.values())))
def test_click_on_a_fan_chooses_the_card_that_is_visible_there(hand, width, size, look):
    laid = fan(len(hand), width, size)
    canvas = Canvas(width, size.height + 2)
    paint_fan(canvas, 0, 0, laid, hand, [State.NORMAL] * len(hand), look)
    rows = str(canvas).split("\n")
    for place in laid.places:
        index = look.card_text(hand[place.index])
        assert any(index in row[place.x : place.x + place.visible_columns] for row in rows)


def test_arrows_mark_a_fan_with_hidden_cards():
    hand, normal = CARDS[:30], [State.NORMAL] * 30
    canvas = Canvas(40, 5)
    paint_fan(canvas, 0, 0, fan(30, 40, MINI, focus=15), hand, normal, LOOKS["ascii"])
    middle = str(canvas).split("\n")[2]
    assert middle.strip()[0] == "<"
    assert middle.strip()[-1] == ">"
    canvas.clear()
    paint_fan(canvas, 0, 0, fan(30, 40, MINI, focus=0), hand, normal, LOOKS["ascii"])
    middle = str(canvas).split("\n")[2]
    assert "<" not in middle
    assert middle.strip()[-1] == ">"


def test_queen_has_her_golden_edge_also_as_the_first_card_of_a_hand():
    for look in (look for look in LOOKS.values() if look.solid):
        drawn = []
        for hand in ("Q♠ 2♠", "2♠ Q♠"):
            canvas, laid = Canvas(30, 12), fan(2, 18, MID, gap=0, centred=False)
            paint_fan(canvas, 0, 0, laid, cards(hand), [State.NORMAL] * 2, look)
            drawn.append([canvas.segments_in(2, place.x, place.x + 1) for place in laid.places])
        assert drawn[0][0] == drawn[1][1], look.name
        assert drawn[0][0] != drawn[1][0], look.name
