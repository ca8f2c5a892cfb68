"""Drawings of cards in every size, look and state."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core.engine.cards import CARDS, JOKER, QUEENS, Card
from tests.gallery.card_sheet import draw_card_sheet
from tests.support.depth import IS_DEEP_RUN, parametrize
from tui.cards import (
    ANSI,
    ASCII,
    BACK_PATTERNS,
    CHIP,
    FLIP_FRAMES,
    FOUR_COLOURS,
    FOUR_COLOURS_16,
    GRAND,
    HUGE,
    LARGE,
    LOOKS,
    MID,
    MIN_VISIBLE_COLUMNS,
    MINI,
    OUTLINE,
    SAFE_COLOURS_16,
    SIZES,
    TERMINAL_DEFAULT,
    TWO_COLOURS_16,
    VAST,
    Drawing,
    Size,
    State,
    back,
    card_in_hand,
    empty_place,
    face,
    flip_frame,
    look_with_back,
    solid_look,
    stack,
    style,
)
from tui.cards.art.blocks import dots_by_cell
from tui.cards.art.emblems import COLLAR_BY_CARD, FACE_BY_CARD, HEADGEAR_BY_CARD
from tui.cards.art.pips import DRAWN_PIPS_BY_SUIT, drawn_pips
from tui.cards.art.portraits import FACE, HUGE_PORTRAIT_BY_CARD, PORTRAIT_BY_CARD, grand_portrait, vast_portrait
from tui.cards.figures import is_court

cards = st.sampled_from(CARDS)
"""Hypothesis strategy for any card."""

card_sizes = st.sampled_from(SIZES)
"""Hypothesis strategy for any size of a card."""

looks = st.sampled_from(list(LOOKS.values()))
"""Hypothesis strategy for any look."""

card_states = st.builds(State, st.integers(0, 1023))
"""Hypothesis strategy for any combination of states of a card, such as selected."""

MIN_VISIBLE_COLUMNS_IN_SUIT_FAN = 3
"""The least number of columns that are visible of a card in the fan of a suit."""

visible_columns = st.none() | st.integers(MIN_VISIBLE_COLUMNS_IN_SUIT_FAN, 12)
"""Hypothesis strategy for the number of columns of a card that are visible; None for all."""

VISIBLE_STATES = [State.CAUGHT, State.BANNED, State.DOUBLED, State.DIM, State.DOWN, State.TEMP]
"""The states of a card that must be visible on it."""


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


@given(cards, card_sizes, looks, card_states, visible_columns, st.booleans())
def test_face_of_any_card_fills_its_cells_exactly(card, size, look, state, visible_columns, edge):
    check_drawing_fills(face(card, size, look, state, visible_columns, edge), size.width, size.height, look.ascii)
    check_drawing_fills(
        card_in_hand(card, size, look, state, visible_columns, edge), size.width, size.height + 2, look.ascii
    )


@pytest.mark.deep
@parametrize("look", LOOKS.values(), 4, ids=lambda look: look.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_every_card_in_every_state_fills_its_cells_exactly(size, look):
    """Each look is painted with every third card, in the deep run with every card."""
    for card in CARDS if IS_DEEP_RUN else CARDS[list(LOOKS.values()).index(look) % 3 :: 3]:
        for state in [State.NORMAL, *State]:
            check_drawing_fills(face(card, size, look, state), size.width, size.height, look.ascii)


@given(cards, card_sizes, looks, st.integers(-1, FLIP_FRAMES), st.integers(0, 2000), st.booleans())
def test_backs_stacks_and_empty_places_fill_their_cells_exactly(card, size, look, frame, count, shown):
    check_drawing_fills(flip_frame(card, size, look, frame), size.width, size.height, look.ascii)
    check_drawing_fills(stack(count, size, look, card if shown else None), size.width + 1, size.height, look.ascii)
    check_drawing_fills(empty_place(size, look), size.width, size.height, look.ascii)


@given(cards, card_sizes, looks, card_states, st.integers(MIN_VISIBLE_COLUMNS, 9), st.booleans())
def test_overlapped_card_shows_rank_and_suit(card, size, look, state, visible_columns, edge):
    state &= ~State.DOWN
    drawing = face(card, size, look, state, visible_columns, edge)
    assert any(look.card_text(card) in text[:visible_columns] for text in drawing.texts)


@given(cards, card_sizes, looks.filter(lambda look: look.solid), st.booleans())
def test_card_in_the_fan_of_a_suit_shows_rank_and_suit(card, size, look, edge):
    drawing = face(card, size, look, State.NORMAL, MIN_VISIBLE_COLUMNS_IN_SUIT_FAN, edge)
    assert look.card_text(card) in drawing.texts[0][:MIN_VISIBLE_COLUMNS_IN_SUIT_FAN]


@given(cards, card_sizes, looks, st.sampled_from([State.CAUGHT, State.BANNED, State.DOUBLED]), st.booleans())
def test_overlapped_card_shows_its_badge(card, size, look, state, edge):
    words = {State.CAUGHT: ("x", "x"), State.BANNED: ("BAN", "B"), State.DOUBLED: ("x2", "2")}
    word = words[state][size is CHIP]
    drawing = face(card, size, look, state, MIN_VISIBLE_COLUMNS, edge)
    assert any(word in text[:MIN_VISIBLE_COLUMNS] for text in drawing.texts)


@pytest.mark.parametrize("size", [MINI, MID, LARGE, HUGE], ids=lambda size: size.name)
@pytest.mark.parametrize(
    "state",
    [
        *(State.CAUGHT, State.BANNED, State.TEMP, State.TAKEN, State.DOUBLED, State.TOP),
        *(State.TAKEN | State.DOUBLED, State.TOP | State.DOUBLED),
    ],
)
def test_coloured_band_of_a_card_is_its_last_row_and_covers_no_pip(size, state):
    for look in LOOKS.values():
        for card in CARDS:
            plain, banded = face(card, size, look), face(card, size, look, state)
            if not is_court(card):  # their figures have other greys, so other characters
                rows = 1 if State.DOUBLED in state and "x2" not in banded.texts[-1] else 0
                assert banded.texts[rows:-1] == plain.texts[rows:-1]
            band = banded.texts[-1]
            assert band.strip("└┘+- ").isascii()
            assert band.strip("└┘+- ") in {
                "CAUGHT",
                "x",
                "BANNED",
                "BAN",
                "TEMP",
                "TAKEN",
                "!",
                "TAKEN x2",
                "TAKENx2",
                "!x2",
                "x2",
                "TOP",
                "TOP x2",
                "TOPx2",
            }
            if card.rank.isdigit() and size is not MINI:
                pips = "".join(text[1:-1] for text in banded.texts[1:]).count(look.pip(card))
                assert pips == int(card.rank), (look.name, str(banded))


@pytest.mark.parametrize("size", [MINI, MID, LARGE, HUGE], ids=lambda size: size.name)
def test_temporary_card_has_the_whole_word_in_every_look(size):
    """A shorter one on a small card, beside the whole word elsewhere, would be read as another thing."""
    for look in LOOKS.values():
        assert all("TEMP" in face(card, size, look, State.TEMP).texts[-1] for card in CARDS)


@pytest.mark.parametrize("has_edge", [False, True])
@pytest.mark.parametrize("size", [MINI, MID, LARGE, HUGE], ids=lambda size: size.name)
@pytest.mark.parametrize(("state", "words"), [(State.TOP, ("TOP",)), (State.TAKEN, ("TAKEN", "!"))])
def test_doubled_card_that_a_queen_takes_says_both_in_every_look(size, has_edge, state, words):
    for look in LOOKS.values():
        for card in CARDS[:-1]:
            drawing = face(card, size, look, state | State.DOUBLED, None, has_edge)
            index = look.card_text(card)
            assert index in drawing.texts[0]
            assert any(word in drawing.texts[-1] for word in words)
            if "x2" not in drawing.texts[-1]:
                mark = drawing.texts[0].partition(index)[2].strip(" ─┐-+")
                assert mark in ("x2", "2"), "a ten has a column less"
                assert mark == "x2" or card.rank == "10"


@given(
    cards,
    looks.filter(lambda look: look.solid),
    st.sampled_from([MINI, MID, LARGE, HUGE, VAST, GRAND]),
    visible_columns,
    st.booleans(),
)
def test_visible_part_of_a_queen_is_golden_and_of_no_other_card(card, look, size, visible_columns, edge):
    drawing = face(card, size, look, State.NORMAL, visible_columns, edge)
    pens = [pen for row in drawing.styles for pen in row[: visible_columns or size.width] if pen is not None]
    shown = {pen.bgcolor for pen in pens} | {pen.color for pen in pens}  # a block shows its ink as its ground
    assert (style(None, look.palette.gold).bgcolor in shown) == (card.rank == "Q")


def test_each_back_fills_its_cells_and_differs_from_the_others_in_every_look():
    for look in LOOKS.values():
        for size in SIZES:
            drawings = [back(size, look_with_back(look, pattern)) for pattern in BACK_PATTERNS]
            for drawing in drawings:
                check_drawing_fills(drawing, size.width, size.height, look.ascii)
            assert size is CHIP or len({drawing.texts for drawing in drawings}) == len(BACK_PATTERNS), (look.name, size)


@given(card_sizes, looks, card_states)
def test_face_down_cards_look_equal(size, look, state):
    state |= State.DOWN
    assert len({face(card, size, look, state) for card in CARDS}) == 1
    assert len({card_in_hand(card, size, look, state) for card in CARDS}) == 1


@given(card_sizes, looks)
def test_card_that_turns_over_is_hidden_in_the_first_frames(size, look):
    for frame in range(FLIP_FRAMES // 2 + 1):
        assert len({flip_frame(card, size, look, frame) for card in CARDS}) == 1


@given(cards, card_sizes, looks)
def test_card_that_turns_over_shows_first_its_back_and_last_its_face(card, size, look):
    assert flip_frame(card, size, look, 0) == back(size, look)
    assert flip_frame(card, size, look, FLIP_FRAMES - 1) == face(card, size, look)


@pytest.mark.parametrize("size", [MINI, MID, LARGE, HUGE, VAST, GRAND], ids=lambda size: size.name)
def test_card_that_turns_over_gets_narrower_and_then_wider(size):
    def painted_width(frame: int) -> int:
        """Return the number of painted cells in the first row of a frame of the flip."""
        return sum(style is not None for style in flip_frame(CARDS[0], size, FOUR_COLOURS, frame).styles[0])

    widths = [painted_width(frame) for frame in range(FLIP_FRAMES)]
    assert widths == widths[::-1]
    assert all(one > other for one, other in pairwise(widths[: FLIP_FRAMES // 2 + 1]))


@given(cards, card_sizes, st.sampled_from([OUTLINE, ASCII, FOUR_COLOURS, FOUR_COLOURS_16, ANSI]))
def test_every_card_state_is_visible_without_colour(card, size, look):
    """By characters or shape alone, each state differs from the normal one and from the others."""
    texts = [face(card, size, look, state).texts for state in [State.NORMAL, *VISIBLE_STATES]]
    assert len(set(texts)) == len(texts)
    hand = [
        card_in_hand(card, size, look, state).texts
        for state in (State.NORMAL, State.SELECTED, State.CURSOR, State.SELECTED | State.CURSOR)
    ]
    assert len(set(hand)) == len(hand)


def text_colours_in(drawing):
    """Return the colours of the characters in a drawing."""
    return {
        style.color.name
        for text, styles in zip(drawing.texts, drawing.styles, strict=True)
        for sign, style in zip(text, styles, strict=True)
        if style is not None and style.color is not None and not sign.isspace()
    }


@given(card_sizes, st.sampled_from([FOUR_COLOURS_16, TWO_COLOURS_16, SAFE_COLOURS_16, ANSI]))
def test_outlined_cards_have_the_colours_of_their_suits(size, look):
    for suit, ink in zip("♣♦♥♠", look.palette.inks, strict=True):
        assert ink in text_colours_in(face(Card.parse(f"7{suit}"), size, look))
        dim = face(Card.parse(f"7{suit}"), size, look, State.DIM)
        assert look.suit_ink(Card.parse(f"7{suit}"), quiet=True) in text_colours_in(dim)
        assert all(pen.dim for row in dim.styles for pen in row if pen is not None), "it looks as if it could be played"
    assert not text_colours_in(face(CARDS[0], size, OUTLINE)) - {TERMINAL_DEFAULT}


@given(card_sizes, looks)
def test_all_card_faces_differ(size, look):
    assert len({face(card, size, look).texts for card in CARDS}) == len(CARDS)


def test_picture_of_all_cards_shows_every_size_and_queens_most_often():
    shown = str(draw_card_sheet(ASCII))
    assert shown.count("Qh") > shown.count("2h") >= 2 * len((HUGE, LARGE, MID))


def test_selected_card_is_raised_by_one_row_over_a_bar():
    card = Card.parse("7♣")
    normal, raised = card_in_hand(card, MINI, FOUR_COLOURS), card_in_hand(card, MINI, FOUR_COLOURS, State.SELECTED)
    assert normal.texts[1:4] == raised.texts[0:3]
    assert normal.texts[0].isspace()
    assert raised.texts[3] == "▔" * 5


def test_card_faces_have_the_expected_cells():
    queen = Card.parse("Q♠")
    assert str(face(queen, MINI, FOUR_COLOURS)) == "Q♠   \n▀▀▀▀▀\n▐-_-▌"
    assert str(face(queen, CHIP, ASCII, State.BANNED)) == " QsB"
    assert str(face(queen, MID, ASCII)) == "+Qs---+\n| /^\\ |\n|/:-:\\|\n|/_s_\\|\n+---Qs+"
    assert str(face(Card.parse("7♥"), MID, FOUR_COLOURS)) == " 7♥    \n ♥   ♥ \n ♥ ♥ ♥ \n ♥   ♥ \n    7♥ "
    assert "JOKER" in str(face(JOKER, MID, ASCII))


def middle_of_card(card, size, look):
    """Return the characters between the two indexes (rank and suit in the corners) of a whole card, without its
    edges.
    """
    inner = face(card, size, look).texts[1 : -1 if size is not MINI else None]
    return tuple(text[1:-1] for text in inner)


@pytest.mark.parametrize("size", [MID, LARGE, HUGE, VAST, GRAND], ids=lambda size: size.name)
def test_number_card_has_as_many_pips_as_its_number(size):
    """The pips of the two largest sizes are drawn in block characters, but for ASCII: the next test counts them."""
    for look in LOOKS.values():
        for card in CARDS:
            if card.rank.isdigit() and (look.ascii or size not in (VAST, GRAND)):
                assert "".join(middle_of_card(card, size, look)).count(look.pip(card)) == int(card.rank)


@pytest.mark.parametrize("size", [VAST, GRAND], ids=lambda size: size.name)
@pytest.mark.parametrize("card", [card for card in CARDS if card.rank.isdigit()], ids=str)
def test_largest_number_cards_show_each_pip_whole_and_the_same_on_the_left_and_the_right(card, size):
    picture = drawn_pips(card.suit, card.rank, size.width - 2, size.height - 2)
    pip = DRAWN_PIPS_BY_SUIT[card.suit][card.rank in ("9", "10")]
    assert picture.count("#") == int(card.rank) * pip.count("#")
    assert all(line == line[::-1] for line in picture.split("\n"))


@pytest.mark.parametrize("size", [MID, LARGE, HUGE, VAST, GRAND], ids=lambda size: size.name)
def test_ace_has_an_ornament_that_no_number_card_has(size):
    for look in LOOKS.values():
        plain = {
            sign for card in CARDS if card.rank.isdigit() for row in middle_of_card(card, size, look) for sign in row
        }
        for ace in (card for card in CARDS if card.rank == "A"):
            rows = middle_of_card(ace, size, look)
            ornament = [sum(sign not in plain for sign in row) for row in rows]
            assert sum(bool(signs) for signs in ornament) >= 2, (look.name, rows)
            assert rows != middle_of_card(Card.parse(f"2{ace.suit}"), size, look)


@pytest.mark.parametrize("size", [MINI, MID, LARGE, HUGE, VAST, GRAND], ids=lambda size: size.name)
def test_queens_differ_from_each_other_and_from_all_cards_without_colour_and_index(size):
    for look in LOOKS.values():
        pictures = {card: middle_of_card(card, size, look) for card in CARDS}
        for queen in QUEENS:
            assert [card for card in CARDS if pictures[card] == pictures[queen]] == [queen], look.name


@pytest.mark.parametrize("size", [MINI, MID, LARGE, HUGE, VAST, GRAND], ids=lambda size: size.name)
def test_portraits_of_all_court_cards_differ_without_colour_and_index(size):
    courts = [card for card in CARDS if is_court(card)]
    for look in LOOKS.values() if size is not MINI else [look for look in LOOKS.values() if look.solid]:
        assert len({middle_of_card(card, size, look) for card in courts}) == len(courts) == 13


@given(
    st.sampled_from(QUEENS),
    looks,
    st.sampled_from([MINI, MID, LARGE, HUGE, VAST, GRAND]),
    st.integers(MIN_VISIBLE_COLUMNS, 6),
)
def test_visible_part_of_a_queen_shows_her_head_also_when_she_is_selected(queen, look, size, visible_columns):
    others = [card for card in CARDS if card.rank != "Q"]
    for state in (State.NORMAL, State.SELECTED):
        strip = [
            text[:visible_columns] for text in face(queen, size, look, state, visible_columns, has_edge=True).texts[1:]
        ]
        assert all(
            strip
            != [
                text[:visible_columns]
                for text in face(card, size, look, state, visible_columns, has_edge=True).texts[1:]
            ]
            for card in others
        )


def test_smallest_unplayable_court_card_shows_its_face_in_the_one_row_that_is_visible():
    for look in LOOKS.values():
        if look.solid and not look.ascii:
            queens = {card_in_hand(queen, MINI, look, State.DIM).texts[3] for queen in QUEENS}
            assert len(queens) == 4
            assert not any(look.pip(queen) in text for queen in QUEENS for text in queens)
        covered = card_in_hand(QUEENS[0], MINI, look, State.DIM, 3, has_edge=True)
        assert look.pip(QUEENS[0]) in "".join(covered.texts[3:])


def test_court_card_that_cannot_be_played_shows_its_figure_without_gold_and_second_index():
    for look in LOOKS.values():
        for queen in QUEENS if look.solid else ():
            dim = face(queen, MID, look, State.DIM)
            assert [text[1:-1] for text in dim.texts[1:-1]] == list(middle_of_card(queen, MID, look))
            assert dim.texts[-1].isspace()
            grounds = {pen.bgcolor for row in dim.styles for pen in row}
            assert style(None, look.palette.crown).bgcolor not in grounds


@pytest.mark.parametrize(
    ("pictures", "columns", "rows"),
    [
        (HEADGEAR_BY_CARD, 5, (1,)),
        (COLLAR_BY_CARD, 5, (1,)),
        (PORTRAIT_BY_CARD, 9, (5,)),
        (HUGE_PORTRAIT_BY_CARD, 13, (7,)),
        ({key: vast_portrait(key).replace(FACE, ".") for key in PORTRAIT_BY_CARD}, 15, (11,)),
        ({key: grand_portrait(key).replace(FACE, ".") for key in PORTRAIT_BY_CARD}, 13, (11,)),
    ],
)
def test_pictures_have_their_size_and_two_colours_in_a_cell_at_most(pictures, columns, rows):
    for name, picture in pictures.items():
        cells = dots_by_cell(picture)
        assert len(cells) in rows, name
        for row in cells:
            assert len(row) == columns, name
            assert all(len(block) == 4 and len(set(block)) <= 2 for block in row), (name, row)


@pytest.mark.parametrize("portrait", [vast_portrait, grand_portrait])
def test_portraits_of_the_two_largest_cards_look_the_same_turned_upside_down(portrait):
    assert len(PORTRAIT_BY_CARD) == 13
    pictures = [portrait(key) for key in PORTRAIT_BY_CARD]
    assert len(set(pictures)) == 13
    assert all(picture[::-1] == picture for picture in pictures)


def test_mirrored_heads_are_those_of_the_smaller_cards():
    """Both show the whole head, so that each court is known on them, too."""
    for key in PORTRAIT_BY_CARD:
        vast = vast_portrait(key).replace(FACE, ".").split("\n")
        assert [row[6:24] for row in vast[:10]] == PORTRAIT_BY_CARD[key].split("\n")
        grand = grand_portrait(key).replace(FACE, ".").split("\n")
        assert grand[:11] == HUGE_PORTRAIT_BY_CARD[key].split("\n")[:11]


@pytest.mark.parametrize(("size", "smaller", "right", "down"), [(VAST, LARGE, 3, -1), (GRAND, HUGE, 2, 0)])
def test_mirrored_figures_have_skin_where_those_of_the_smaller_cards_have_it(size, smaller, right, down):
    """Nothing between a head and what lies beside or below it is taken for a face, or for a hand."""
    look = solid_look("night")
    skin = style(look.palette.skin).color

    def cells_of_skin(card: Card, size: Size) -> set[tuple[int, int]]:
        """Return the cells (x, y) with skin on a card."""
        rows = enumerate(face(card, size, look).styles)
        return {(x, y) for y, row in rows for x, pen in enumerate(row) if skin in (pen.color, pen.bgcolor)}

    for card in (card for card in CARDS if is_court(card)):
        upper = {(x, y) for x, y in cells_of_skin(card, size) if y < size.height // 2}
        assert upper
        assert upper <= {(x + right, y + down) for x, y in cells_of_skin(card, smaller)}, str(card)


@given(card_sizes, looks, st.integers(1, 999))
def test_stack_shows_its_number_of_cards(size, look, count):
    assert str(count) in str(stack(count, size, look))
    assert str(stack(0, size, look)) != str(stack(1, size, look)) != str(stack(2, size, look))


def test_cards_that_cannot_be_played_keep_suit_and_pips_and_lie_lower():
    for look in LOOKS.values():
        for card in (card for card in CARDS if card.suit and not is_court(card)):
            bright, dim = (card_in_hand(card, MID, look, state) for state in (State.NORMAL, State.DIM))
            assert bright.texts[1].strip()
            assert not dim.texts[1].strip(), "a card that cannot be played stands as high as one that can"
            middles = {
                tuple(text[1:-1] for text in face(card, MID, look, state).texts[1:-1])
                for state in (State.NORMAL, State.DIM)
            }
            assert len(middles) == 1
            if look.solid:
                inks = {
                    pen.color.name for row in dim.styles for pen in row if pen is not None and pen.color is not None
                }
                assert look.suit_ink(card, quiet=True) in inks


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
@pytest.mark.parametrize("visible_columns", [None, MIN_VISIBLE_COLUMNS])
def test_trump_has_a_mark_in_its_first_row_at_every_size_golden_on_solid_cards_even_if_it_cannot_be_played(
    size, visible_columns
):
    for look, card in product(LOOKS.values(), [card for card in CARDS if card.suit]):
        grounds = {}
        for state in (State.TRUMP, State.TRUMP | State.DIM):
            drawing = face(card, size, look, state, visible_columns, has_edge=visible_columns is not None)
            column = drawing.texts[0].find("T")
            assert 0 <= column < (visible_columns or size.width), (look.name, str(drawing))
            if size is not CHIP:
                assert look.card_text(card) in drawing.texts[0], str(drawing)
            pen = drawing.styles[0][column]
            grounds[state] = (pen.bgcolor, pen.reverse)
        if size is not CHIP:
            assert len(set(grounds.values())) == (1 if look.solid else 2), look.name
    wide = face(CARDS[4], VAST, FOUR_COLOURS, State.TRUMP)
    assert " T " in wide.texts[0], "the same mark as on a card that is partly covered"


@pytest.mark.parametrize("size", [size for size in SIZES if size is not CHIP], ids=lambda size: size.name)
@pytest.mark.parametrize("visible_columns", [None, MIN_VISIBLE_COLUMNS + 1])
def test_free_column_parts_the_mark_of_a_trump_from_rank_and_suit(size, visible_columns):
    for card in [card for card in CARDS if card.suit]:
        drawing = face(card, size, FOUR_COLOURS, State.TRUMP, visible_columns, has_edge=visible_columns is not None)
        before, mark, _ = drawing.texts[0][: visible_columns or size.width].partition("T")
        assert mark
        has_room = len(before) < (visible_columns or size.width) - 1
        assert before.endswith(" ") or not has_room, str(drawing)


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
@pytest.mark.parametrize("visible_columns", [4, 5, 6])
def test_marks_of_two_trumps_that_lie_over_each_other_do_not_meet(look, visible_columns):
    for one, two in product([card for card in CARDS if card.suit], repeat=2):
        rows = (
            face(card, MINI, look, State.TRUMP, visible_columns, has_edge=True).texts[0][:visible_columns]
            for card in (one, two)
        )
        assert "TT" not in "".join(rows)


@parametrize("look", LOOKS.values(), 4, ids=lambda look: look.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
@pytest.mark.parametrize("visible_columns", [None, MIN_VISIBLE_COLUMNS])
@pytest.mark.parametrize("selected", [State.NORMAL, State.SELECTED | State.CURSOR])
def test_advised_trump_has_the_mark_of_the_coach_in_its_last_row_at_every_size(size, look, visible_columns, selected):
    """On a chip, which has one row, it stands in place of the mark of a trump."""
    for card in [card for card in CARDS if card.suit]:
        drawing = face(card, size, look, State.TRUMP | State.ADVISED | selected, visible_columns)
        shown = drawing.texts[-1][: visible_columns or size.width].replace(look.card_text(card), "")
        assert ("C" if size is CHIP else "TIP") in shown
        assert size is CHIP or "T" in drawing.texts[0][: visible_columns or size.width]


@pytest.mark.parametrize("size", [MINI, MID], ids=lambda size: size.name)
@pytest.mark.parametrize("visible_columns", [None, MIN_VISIBLE_COLUMNS + 1])
def test_small_court_cards_have_eyes_and_mouth_of_their_own_in_characters(size, visible_columns):
    courts = [card for card in CARDS if is_court(card)]
    for look in (look for look in LOOKS.values() if look.solid and not look.ascii):
        faces = []
        for card in courts:
            shown = face(card, size, look, State.NORMAL, visible_columns, has_edge=visible_columns is not None)
            inner = FACE_BY_CARD[str(card) if card.suit else ""][1:4]
            assert any(inner in text for text in shown.texts), str(shown)
            faces.append(inner)
        assert len(set(faces)) >= len(courts) - 1, "the kings of clubs and of diamonds differ by their mouths alone"


@pytest.mark.parametrize("visible_columns", [None, MIN_VISIBLE_COLUMNS])
@pytest.mark.parametrize("state", [State.BANNED, State.CAUGHT, State.TOP])
def test_smallest_court_card_with_a_badge_has_its_face_above_it_but_a_queen_her_golden_headgear(visible_columns, state):
    """The headgear of a grey Queen would be a grey bar."""
    for card in (card for card in CARDS if is_court(card)):
        rows = face(card, MINI, FOUR_COLOURS, state, visible_columns, has_edge=visible_columns is not None).texts
        is_golden = card.rank == "Q" and state is State.TOP
        assert (FACE_BY_CARD[str(card) if card.suit else ""][1:4] in rows[1]) == (not is_golden)


def test_dots_of_an_empty_place_never_stand_side_by_side():
    for width in range(4, 40):
        rows = str(empty_place(Size("place", width, 3), FOUR_COLOURS)).splitlines()
        assert rows[0][0] == rows[0][-1] == "·"
        assert "··" not in rows[0]
        assert sum(len(gap) == 2 for gap in rows[0].split("·")) <= 1


def test_headgear_of_the_queens_differs_by_suit_even_where_a_badge_covers_the_face():
    shown = {face(queen, MINI, FOUR_COLOURS, State.TOP).texts[1] for queen in QUEENS}
    assert len(shown) == len(QUEENS)


def test_wide_visible_part_of_a_number_card_has_all_its_pips():
    for look in LOOKS.values():
        for size, visible_columns in ((LARGE, 7), (LARGE, 8), (HUGE, 9), (HUGE, 11)):
            for card in (card for card in CARDS if card.rank.isdigit()):
                drawing = face(card, size, look, State.NORMAL, visible_columns, has_edge=True)
                pips = "".join(text[1:visible_columns] for text in drawing.texts[1:]).count(look.pip(card))
                assert pips == int(card.rank), (look.name, size.name, visible_columns, str(drawing))
