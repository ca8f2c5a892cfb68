"""Drawings of cards in every size, look and state."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core.engine.cards import CARDS, JOKER, Card
from tui.cards import (
    ANSI,
    ASCII,
    CHIP,
    FLIP_FRAMES,
    FOUR_COLOURS,
    FOUR_COLOURS_16,
    LARGE,
    LOOKS,
    MID,
    MIN_STEP,
    MINI,
    OUTLINE,
    SAFE_COLOURS_16,
    SIZES,
    TERMINAL_DEFAULT,
    TWO_COLOURS_16,
    Drawing,
    State,
    back,
    card_in_hand,
    empty_place,
    face,
    flip,
    size_for_terminal,
    stack,
    style,
)

cards = st.sampled_from(CARDS)
"""Any card."""

sizes = st.sampled_from(SIZES)
"""Any size of a card."""

looks = st.sampled_from(list(LOOKS.values()))
"""Any look."""

states = st.builds(State, st.integers(0, 255))
"""Any combination of states."""

reaches = st.none() | st.integers(MIN_STEP, 12)
"""How many columns of a card are visible; None for all."""

VISIBLE_STATES = [State.CAUGHT, State.BANNED, State.DOUBLED, State.DIM, State.DOWN, State.TEMP]
"""The states that must be visible on a card."""


def check_drawing_fills(drawing: Drawing, width: int, height: int, ascii_only: bool) -> None:
    """Check that a drawing fills its rectangle exactly, with characters of one cell."""
    assert (drawing.width, drawing.height) == (width, height)
    assert len(drawing.texts) == len(drawing.styles) == len(drawing.opaque) == height
    for y, text in enumerate(drawing.texts):
        assert len(text) == len(drawing.styles[y]) == width
        assert all(cell_len(glyph) == 1 for glyph in text), text
        assert all(glyph.isprintable() for glyph in text), text
        if ascii_only:
            assert text.isascii(), text
        assert "".join(run for run, _ in drawing.runs(y)) == text


def card_shape(size, state):
    """Return the width and the height in which a card is drawn; a temporary card lies on its side."""
    lying = State.TEMP in state and State.DOWN not in state
    return (size.lying_width, size.lying_height) if lying else (size.width, size.height)


@given(cards, sizes, looks, states, reaches, st.booleans())
def test_every_face_fills_its_cells_exactly(card, size, look, state, reach, edge):
    width, height = card_shape(size, state)
    check_drawing_fills(face(card, size, look, state, reach, edge), width, height, look.ascii)
    check_drawing_fills(card_in_hand(card, size, look, state, reach, edge), width, height + 2, look.ascii)


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_every_card_in_every_state_fills_its_cells_exactly(size, look):
    for card in CARDS:
        for state in [State.NORMAL, *State]:
            width, height = card_shape(size, state)
            check_drawing_fills(face(card, size, look, state), width, height, look.ascii)


@given(cards, sizes, looks, st.integers(-1, FLIP_FRAMES), st.integers(0, 2000), st.booleans())
def test_backs_stacks_and_places_fill_their_cells_exactly(card, size, look, frame, count, shown):
    check_drawing_fills(flip(card, size, look, frame), size.width, size.height, look.ascii)
    check_drawing_fills(stack(count, size, look, card if shown else None), size.width + 1, size.height, look.ascii)
    check_drawing_fills(empty_place(size, look), size.width, size.height, look.ascii)
    check_drawing_fills(empty_place(size, look, lying=True), size.lying_width, size.lying_height, look.ascii)


@given(cards, sizes, looks, states, st.integers(MIN_STEP, 9), st.booleans())
def test_overlapped_card_shows_rank_and_suit(card, size, look, state, reach, edge):
    state &= ~(State.DOWN | State.TEMP)
    drawing = face(card, size, look, state, reach, edge)
    assert any(look.card_text(card) in text[:reach] for text in drawing.texts)


@given(cards, sizes, looks, st.sampled_from([State.CAUGHT, State.BANNED, State.DOUBLED]), st.booleans())
def test_overlapped_card_shows_its_badge(card, size, look, state, edge):
    words = {State.CAUGHT: ("OUT", "C"), State.BANNED: ("BAN", "B"), State.DOUBLED: ("x2", "2")}
    word = words[state][size is CHIP]
    drawing = face(card, size, look, state, MIN_STEP, edge)
    assert any(word in text[:MIN_STEP] for text in drawing.texts)


@given(cards, looks.filter(lambda look: look.solid), st.sampled_from([MINI, MID, LARGE]), reaches, st.booleans())
def test_visible_part_of_a_queen_alone_is_golden(card, look, size, reach, edge):
    drawing = face(card, size, look, State.NORMAL, reach, edge)
    shown = {pen.bgcolor for row in drawing.styles for pen in row[: reach or size.width] if pen is not None}
    assert (style(None, look.palette.gold).bgcolor in shown) == (card.rank == "Q")


@given(sizes, looks, states)
def test_face_down_cards_look_equal(size, look, state):
    state |= State.DOWN
    assert len({face(card, size, look, state) for card in CARDS}) == 1
    assert len({card_in_hand(card, size, look, state) for card in CARDS}) == 1


@given(sizes, looks)
def test_first_flip_frames_hide_the_card(size, look):
    for frame in range(FLIP_FRAMES // 2 + 1):
        assert len({flip(card, size, look, frame) for card in CARDS}) == 1


@given(cards, sizes, looks)
def test_flip_begins_with_the_back_and_ends_with_the_face(card, size, look):
    assert flip(card, size, look, 0) == back(size, look)
    assert flip(card, size, look, FLIP_FRAMES - 1) == face(card, size, look)


@pytest.mark.parametrize("size", [MINI, MID, LARGE], ids=lambda size: size.name)
def test_flip_narrows_and_then_widens(size):
    def painted_width(frame: int) -> int:
        """Return the number of painted cells in the first row of a frame of the flip."""
        return sum(style is not None for style in flip(CARDS[0], size, FOUR_COLOURS, frame).styles[0])

    widths = [painted_width(frame) for frame in range(FLIP_FRAMES)]
    assert widths == widths[::-1]
    assert all(one > other for one, other in pairwise(widths[: FLIP_FRAMES // 2 + 1]))


@given(cards, sizes, st.sampled_from([OUTLINE, ASCII, FOUR_COLOURS, FOUR_COLOURS_16, ANSI]))
def test_every_card_state_is_visible_without_colour(card, size, look):
    """Characters or shape alone distinguish each state from the normal one and from the others."""
    texts = [face(card, size, look, state).texts for state in [State.NORMAL, *VISIBLE_STATES]]
    assert len(set(texts)) == len(texts)
    hand = [
        card_in_hand(card, size, look, state).texts
        for state in (State.NORMAL, State.SELECTED, State.CURSOR, State.SELECTED | State.CURSOR)
    ]
    assert len(set(hand)) == len(hand)


def text_colours_of(drawing):
    """Return the colours of the characters in a drawing."""
    return {
        style.color.name
        for text, styles in zip(drawing.texts, drawing.styles, strict=True)
        for sign, style in zip(text, styles, strict=True)
        if style is not None and style.color is not None and not sign.isspace()
    }


@given(sizes, st.sampled_from([FOUR_COLOURS_16, TWO_COLOURS_16, SAFE_COLOURS_16, ANSI]))
def test_outlined_cards_have_the_colours_of_their_suits(size, look):
    for suit, ink in zip("♣♦♥♠", look.palette.inks, strict=True):
        assert ink in text_colours_of(face(Card.parse(f"7{suit}"), size, look))
        assert ink not in text_colours_of(face(Card.parse(f"7{suit}"), size, look, State.DIM))
    assert not text_colours_of(face(CARDS[0], size, OUTLINE)) - {TERMINAL_DEFAULT}


@given(sizes, looks)
def test_all_card_faces_differ(size, look):
    assert len({face(card, size, look).texts for card in CARDS}) == len(CARDS)


def test_selected_card_is_raised_by_one_row_over_a_bar():
    card = Card.parse("7♣")
    normal, raised = card_in_hand(card, MINI, FOUR_COLOURS), card_in_hand(card, MINI, FOUR_COLOURS, State.SELECTED)
    assert normal.texts[1:4] == raised.texts[0:3]
    assert normal.texts[0].isspace()
    assert raised.texts[3] == "▔" * 5


def test_card_faces_have_the_expected_cells():
    queen = Card.parse("Q♠")
    assert str(face(queen, MINI, FOUR_COLOURS)) == "Q♠   \n  ♠  \n   Q♠"
    assert str(face(queen, CHIP, ASCII, State.BANNED)) == " QsB"
    assert str(face(queen, MID, ASCII)) == "+-----+\n|Qs   |\n| \\s/ |\n|   Qs|\n+-----+"
    assert face(queen, LARGE, FOUR_COLOURS).texts[2:5] == (" ●  ●  ● ", "  ▀   ▀  ", "    ♠    ")
    assert "JOKER" in str(face(JOKER, MID, OUTLINE))


@given(sizes, looks, st.integers(1, 999))
def test_stack_shows_its_number_of_cards(size, look, count):
    assert str(count) in str(stack(count, size, look))
    assert str(stack(0, size, look)) != str(stack(1, size, look)) != str(stack(2, size, look))


def test_card_size_is_chosen_by_terminal_size():
    assert size_for_terminal(80, 24) is MINI
    assert size_for_terminal(200, 29) is MINI
    assert size_for_terminal(80, 30) is MID
    assert size_for_terminal(129, 60) is MID
    assert size_for_terminal(130, 40) is LARGE
