"""What the Big Queen board shows beside the cards on the table, and how much of the table is filled."""

from __future__ import annotations

import dataclasses
import itertools
import re
import string
from collections import Counter

import pytest
from msgspec.structs import replace

from core import cards, games
from core.engine.cards import CARDS
from tests.support.depth import parametrize
from tests.support.filled_cells import share_of_filled_cells
from tests.tui.boards.big_queen.conftest import GAME, SeatSide
from tui.boards.big_queen.commands import FindNextCards
from tui.boards.big_queen.discard_pile import pile_positions
from tui.boards.big_queen.hand import card_rects, hand_heading_text
from tui.boards.big_queen.render import layout_of, render
from tui.boards.big_queen.scene import cards_of_team_set
from tui.boards.big_queen.selection import hand_laying_outcome, indexes_of_cards_left, total_points
from tui.boards.big_queen.status_and_buttons import buttons, selection_text
from tui.boards.big_queen.team_scores import team_style, team_symbol
from tui.boards.big_queen.text import NOTHING_TO_TAKE_SENTENCE, symbols_help
from tui.boards.big_queen.unseen_cards import unseen_cards
from tui.cards import ASCII, FOUR_COLOURS, LOOKS, OUTLINE
from tui.drawing import Rect, big_letter_rows

MIN_FILLED_SHARE = 0.45
"""Smallest accepted share of the table, without the log, that is filled: at 120x40 and in larger windows."""


OUTLINED_TEXT = f" ·.,-:♣♠♦♥{string.ascii_letters}{string.digits}"
"""The characters of the examples in areas without a set: no part of a card's face or edge."""


def share_of_table_filled(scene):
    """Return the share, from 0 to 1, of the table that is filled, without status line, log and buttons."""
    where, canvas = layout_of(scene), render(scene).canvas
    log = where.log
    table = Rect(0, 1, scene.width, where.bar.y - 1)
    cells, filled = (
        table.width * table.height,
        share_of_filled_cells(canvas, scene.look, table) * table.width * table.height,
    )
    if log is not None:
        cells -= log.width * log.height
        filled -= share_of_filled_cells(canvas, scene.look, log) * log.width * log.height
    return filled / cells


def sides_before_turns_of_seat_0(seats, seed=6, rounds=2):
    """Yield the `SeatSide` of seat 0, always the same object, before each turn of this seat in the first `rounds`
    rounds of a match of bots.
    """
    match = GAME.start(seats=seats, seed=seed)
    bot = next(iter(GAME.bots.values()))
    side = SeatSide(match, 0)
    while side.view.facts["round"] <= rounds:
        if side.view.facts["turn"] == 0 and side.view.facts["phase"] == "draw":
            yield side
        seat = min(match.awaited)
        side.act(seat, bot(match.view(seat)))


def cards_left(side):
    """Return the cards of a side's hand that the board marks as those that would be left."""
    left = indexes_of_cards_left(side.view, side.selection.hand)
    return [card for index, card in enumerate(side.selection.hand) if index in left]


@parametrize("seed", [3, 5, 11, 6, 1, 2], 1)
@pytest.mark.parametrize("seats", games["big-queen"].seats)
def test_most_of_the_big_queen_table_of_120_columns_is_filled_at_each_turn_of_seat_0(seats, seed):
    shares = [
        share_of_table_filled(side.scene(width=120, height=39)) for side in sides_before_turns_of_seat_0(seats, seed)
    ]
    assert shares
    assert min(shares) >= MIN_FILLED_SHARE, shares


@parametrize("seed", [6, 3, 5], 1)
@pytest.mark.parametrize("seats", games["big-queen"].seats)
def test_big_queen_table_is_filled_in_every_state_of_the_first_turns(seats, seed):
    match = GAME.start(seats=seats, seed=seed)
    bot = next(iter(GAME.bots.values()))
    side = SeatSide(match, 0)
    shares = {size: [] for size in ((120, 39), (160, 49), (200, 59))}
    for _ in range(6 * seats):
        for width, height in shares:
            shares[width, height].append(round(share_of_table_filled(side.scene(width=width, height=height)), 3))
        seat = min(match.awaited)
        side.act(seat, bot(match.view(seat)))
    assert all(min(found) >= MIN_FILLED_SHARE for found in shares.values()), shares


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)])
def test_rule_of_taking_stands_whole_beside_a_short_pile(side_on_turn, size):
    side = side_on_turn("draw")
    for pile in ("", "3♠", "3♠ 10♣", "3♠ 10♣ 4♦", "3♠ 10♣ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ J♦ Q♦"):
        side.view = dataclasses.replace(side.view, piles={**side.view.piles, "discard": cards(pile)})
        scene = side.scene(width=size[0], height=size[1])
        where, text = layout_of(scene), side.text(width=size[0], height=size[1])
        is_shown = "TO TAKE A CARD" in text
        assert is_shown or size[0] == 80 or len(pile) > 6 or not pile
        if is_shown:
            rect = where.pile_rect(len(cards(pile)))
            rows = [row[rect.x : rect.right] for row in text.split("\n")[rect.y : rect.bottom]]
            start = rows[0].index("TO TAKE A CARD")
            words = " ".join(" ".join(row[start:] for row in rows).split())
            assert words.endswith(("hand.", "take a 2."))
            assert "two of its rank, one and a 2, or two 2s." in words
    side.act(1, "draw")
    assert "TO TAKE A CARD" not in side.text(width=size[0], height=size[1])


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("seats", games["big-queen"].seats)
def test_before_the_deal_the_place_of_the_hand_shows_what_the_dice_win_and_what_is_dealt(seats, look):
    match = GAME.start(seats=seats, seed=6, options={"hand_size": 9})
    for seat in (0, 1):  # seat 0 deals
        side = SeatSide(match, seat)
        if look.solid:
            assert share_of_table_filled(side.scene(width=120, height=39)) >= MIN_FILLED_SHARE
        for width, height in ((120, 39), (200, 59)):
            scene = side.scene(width=width, height=height, look=look)
            hand, rows = layout_of(scene).hand, str(render(scene).canvas).splitlines()
            text = "\n".join(row[: hand.right] for row in rows[hand.y : hand.bottom])
            assert "win the dealer's team 100 points." in text
            assert "9 cards each, then one is turned up." in text
        assert "THE DICE" not in side.text(width=80, height=23)


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
def test_every_set_shows_its_rank_and_points_and_ranks_without_a_set_only_their_name(side_on_turn, look):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ K♣ 2♦", r7="7♠ 7♦ 7♥", r10="10♠ 10♦ 10♥ 2♣")
    for width, height in ((80, 23), (120, 39), (200, 59)):
        scene = side.scene(width=width, height=height, look=look)
        where, rows = layout_of(scene), str(render(scene).canvas).splitlines()
        columns = where.set_columns(1, scene.laid_ranks(1))
        assert [*columns.rects] == ["7", "10"]
        for rank, rect in columns.rects.items():
            laid = cards_of_team_set(scene.view, 1, rank)
            head, below = (
                rows[y][rect.x : rect.x + columns.heading_columns(rank)].split() for y in (rect.y, rect.y + 1)
            )
            if head != [f"{total_points(laid)}pt"]:
                assert head[0] == rank
                assert str(total_points(laid)) in head
            assert below[0].strip("▏|").startswith((rank, "2"))
            if width == 200:
                assert head == [rank, str(len(laid)), "cards,", str(total_points(laid))]
        area = where.areas[1]
        end = " ".join(" ".join(row[area.x : area.right] for row in rows[area.y : area.bottom]).split())
        if look is not ASCII and width > 80:
            assert re.search(r"points laid .*in 2 sets .*no set of: 3 4 5 6 8 9 .*J .*Q K A", end)
        elif width == 200:
            assert "no set of: 3 4 5 6 8 9 J Q K A" in end


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(160, 49), (200, 59)])
def test_large_area_without_a_set_shows_what_cards_count_in_large_digits(side_on_turn, size, look):
    side = side_on_turn("draw")
    numbers = [("15", "40", "120", "45", "50"), ("5", "10", "15", "20", "100")]
    names = [["7♣ 7♦ 7♠", "2♥ K♣ K♥", "Q♣ Q♦ Q♠", "A♣ A♦ A♥", "2♠ 2♦ 10♥"], ["3-9", "10-K", "A", "2", "Q♠"]]
    for laid in ({}, {"r10": "10♠ 10♦ 10♥"}):
        side.deal_hand("9♣ 9♠ 5♦ K♣ 2♦", **laid)
        scene = side.scene(width=size[0], height=size[1], look=look)
        picture = str(render(scene).canvas).split("\n")
        for team, area in enumerate(layout_of(scene).areas):
            rows = [row[area.x : area.right] for row in picture[area.y : area.bottom]]
            hidden = 1 if laid and team else 0
            for number in numbers[team][hidden:]:
                digits = big_letter_rows(number, look.ascii)[look.ascii]
                assert any(digits.rstrip() in row for row in rows), number
            for card in " ".join(names[team][hidden:]).split():
                assert any(look.displayable_text(card) in row for row in rows), card
            assert sum(row.count("points") for row in rows) >= 5 - hidden


def test_area_without_a_set_shows_what_cards_count(side_on_turn):
    side = side_on_turn("draw")
    for width, height in ((80, 23), (120, 39), (160, 49), (200, 59)):
        where = layout_of(side.scene(width=width, height=height))
        first, second = (
            "\n".join(
                row[area.x : area.right] for row in side.text(width=width, height=height).split("\n")[3 : area.bottom]
            )
            for area in where.areas
        )
        assert "No set yet. Examples, in points:" in first
        is_large = width > 120  # with digits of several rows: see the test above
        assert is_large or re.search("15 +40 +120", first)
        assert "No set yet. What each card counts:" in second
        assert re.search("3-9.*10-K.* A .* 2 .* Q♠", second)
        assert is_large or re.search(" +".join(["5", "10", "15", "20", "100"]), second)
    side.deal_hand("9♣ 9♠ 5♦ K♣ 2♦", rA="A♠ A♦ A♥")
    for width, height in ((80, 23), (120, 39), (200, 59)):
        text = side.text(width=width, height=height)
        assert "What cards count (3-9: 5):" in text
        assert re.search("10-K.* A .* 2 .* Q♠", text), "the set has the place of the ranks 3 to 9"
    side.deal_hand("9♣ 9♠ 5♦ K♣ 2♦", rA="A♠ A♦ A♥", r10="10♠ 10♦ 10♥")
    assert "What cards count" not in side.text(width=120, height=39)


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_examples_in_areas_without_a_set_are_outlines_and_no_cards(side_on_turn, look, size):
    side = side_on_turn("draw")
    scene = side.scene(width=size[0], height=size[1], look=look)
    palette = look.palette
    canvas, plain = render(scene).canvas, {None, palette.felt, palette.panel, palette.sheet, palette.crown}
    glyphs = f"{OUTLINED_TEXT}▀▄█" if size[0] > 120 else OUTLINED_TEXT  # large digits
    for area in layout_of(scene).areas:
        for y in range(area.y, area.bottom):
            x = 0
            for text, style in canvas.runs(y):
                if area.x <= x < area.right and text.strip() != "100":
                    assert not set(text) - set(look.displayable_text(glyphs))
                    assert style.bgcolor is None or style.bgcolor.name in plain, text
                x += len(text)


def test_points_laid_are_written_equally_large_for_both_teams_and_whatever_is_laid(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ K♣ 2♦", rA="A♠ A♦ A♥", r10="10♠ 10♦ 10♥")
    laid = {"meld/A/3": "3♠ 3♦ 3♥", "meld/A/4": "4♠ 4♦ 4♥", "meld/A/5": "5♠ 5♦ 5♥", "meld/A/7": "7♠ 7♦ 7♥"}
    sizes = {(120, 39): 3, (160, 49): 3, (200, 59): 5}
    for names, ((width, height), height_of_digits) in itertools.product((1, 2, 3, 4), sizes.items()):
        piles = {name: cards(text) for name, text in list(laid.items())[:names]}
        side.view = dataclasses.replace(side.view, piles={**side.view.piles, **piles})
        scene = side.scene(width=width, height=height)
        canvas = render(scene).canvas
        for team, area in enumerate(layout_of(scene).areas):
            digits = team_style(team, scene.look)
            rows = [
                y
                for y in range(area.y, area.bottom)
                if any(style.color == digits.color and text.strip() for text, style in canvas.runs(y))
            ]
            assert len(rows) == height_of_digits, (names, width)


def test_unseen_cards_are_counted_as_those_of_the_stock_and_of_other_hands():
    for side in sides_before_turns_of_seat_0(4, rounds=1):
        hidden = Counter(card for seat in (1, 2, 3) for card in side.match.view(seat).cards(f"hand/{seat}"))
        unseen = unseen_cards(side.view)
        assert unseen.total() == hidden.total() + side.view.count("stock")
        assert hidden <= unseen
        assert set(unseen) <= set(CARDS)
        text = side.text(width=120, height=39)
        queens = unseen[cards("Q♠")[0]]
        assert re.search(rf"NOT SEEN  {unseen.total()}( cards?)?, {queens} (is|are) Q♠", text)


def test_heading_of_the_hand_says_what_could_be_laid_and_cards_that_would_be_left_are_marked(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 9♦ J♦ Q♠ 7♣", r7="7♠ 7♦ 7♥")
    worth = hand_laying_outcome(side.view)
    assert (worth.points_to_lay, worth.points_left) == (20, 110)
    assert cards_left(side) == list(cards("J♦ Q♠"))
    for width, height in ((80, 23), (120, 39), (200, 59), (60, 49)):
        text = side.text(width=width, height=height)
        assert "20 points could be laid, 110 would be left" in text
        assert "would be left, and cost as much." in text or width < 200
        assert re.search("(-|costs )10 ", text)
        assert not re.search("(-|costs )5 ", text)
        assert any("100" in row and "-100" not in row and "110" not in row for row in text.split("\n")[-12:])


def test_points_left_in_a_hand_are_those_of_the_marked_cards():
    for side in sides_before_turns_of_seat_0(6):
        assert total_points(cards_left(side)) == hand_laying_outcome(side.view).points_left


def test_of_two_pairs_that_want_the_same_two_only_the_one_that_would_be_left_is_marked(side_on_turn):
    """The Queen of spades, too: her points are those that she brings as long as the heading counts her as laid."""
    side = side_on_turn()
    side.deal_hand("5♦ Q♠ Q♥ K♣ K♥ 2♦")
    assert (hand_laying_outcome(side.view).points_to_lay, cards_left(side)) == (130, list(cards("5♦ K♣ K♥")))
    for held, colour in (("5♦ Q♠ Q♥ K♣ K♥ 2♦", "gold"), ("5♦ Q♠ Q♥ K♣ K♥ 9♦", "bad")):
        side.deal_hand(held)
        for width, height in ((80, 23), (120, 39)):
            scene = side.scene(width=width, height=height)
            canvas = render(scene).canvas
            badges = [
                style
                for y in range(layout_of(scene).hand.y, height)
                for text, style in canvas.runs(y)
                if text.strip() == "100"
            ]
            assert badges == [scene.look.badge(colour)], (held, width)
    side.deal_hand("Q♥ Q♦ K♣ K♥ 2♦")
    assert len(cards_left(side)) == 2


def test_two_twos_that_make_a_set_of_a_single_card_are_counted_marked_and_found(side_on_turn):
    side = side_on_turn()
    side.deal_hand("5♣ 6♥ K♠ A♠ 2♠ 2♠", r7="7♠ 7♦ 7♥")
    assert hand_laying_outcome(side.view)[:2] == (55, 20)
    assert cards_left(side) == list(cards("5♣ 6♥ K♠"))
    side.run_commands(FindNextCards())
    assert sorted(side.selection.selected_cards) == sorted(cards("A♠ 2♠ 2♠"))


def test_card_to_discard_is_not_counted_as_laid(side_on_turn):
    side = side_on_turn()
    for hand, asked, expected in (
        ("A♠ A♦ A♥ K♠ K♦ K♥", "", (45, 30)),
        ("A♠ A♦ A♥ K♠ K♦ K♥ K♣", "yes", (75, 10)),
        ("A♠ A♦ A♥ K♠ K♦ K♥ K♣", "no", (45, 40)),
        ("A♠ A♦ A♥ K♠ K♦ K♥ 5♥", "no", (45, 35)),
    ):
        side.deal_hand(hand)
        side.set_facts(asked=asked)
        assert hand_laying_outcome(side.view)[:2] == expected, (hand, asked)


def test_cards_that_a_take_from_the_pile_would_bring_are_highlighted(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦ K♣ 6♥")
    side.run_commands(FindNextCards())
    scene = side.scene(width=120, height=39)
    canvas, where = render(scene).canvas, layout_of(scene)
    grounds = Counter()
    for text, style in canvas.runs(where.pile.y + 1):
        grounds[style.bgcolor.name if style.bgcolor else ""] += len(text)
    selected_paper = FOUR_COLOURS.palette.selected_paper
    assert grounds[selected_paper] > 2 * where.size.width, "the card and both above it"
    assert grounds[FOUR_COLOURS.palette.dim_paper] >= where.size.width


def test_each_team_has_a_symbol_of_its_own_in_every_look(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦", r7="7♠ 7♦ 7♥")
    for look in LOOKS.values():
        signs = [team_symbol(team, look) for team in (0, 1)]
        assert signs[0] != signs[1]
        for width, height in ((60, 17), (80, 23), (120, 39), (60, 49)):
            rows = side.text(width=width, height=height, look=look).split("\n")
            assert all(
                any(row.strip().startswith(sign) or row.strip().endswith(sign) for row in rows) for sign in signs
            )


@pytest.mark.parametrize("width", [80, 120, 200])
def test_progress_bar_to_the_target_grows_with_the_score_by_eighths_of_a_column(side_on_turn, width):
    side = side_on_turn()
    for team, letter in enumerate("AB"):
        lengths = []
        for score in (-50, 0, 300, 350, 1000, 1400):
            side.set_facts(**{f"score/{letter}": score, f"score/{'BA'[team]}": 0})
            scene = side.scene(width=width, height=39)
            lengths.append(eighths_of_bar(scene, team))
        assert lengths[0] == lengths[1] == 0
        assert 0 < lengths[2] < lengths[3] < lengths[4] == lengths[5]
        assert lengths[4] % 8 == 0


def eighths_of_bar(scene, team):
    """Return how many eighths of columns the bar of a team fills."""
    look, heading = scene.look, layout_of(scene).teams[team]
    ink, track, found, x = team_style(team, look).color.name, look.palette.sheet, 0, 0
    for text, style in render(scene).canvas.runs(heading.y):
        if style.bgcolor is not None and heading.x <= x < heading.right:
            eighths = sum(" ▏▎▍▌▋▊▉█".index(glyph) for glyph in text) if {*text} <= {*" ▏▎▍▌▋▊▉█"} else 0
            if style.bgcolor.name == track and style.color is not None and style.color.name == ink:
                found += eighths
            elif style.bgcolor.name == ink:
                found += 8 * len(text) - eighths
        x += len(text)
    return found


def test_labels_below_hand_cards_say_which_ones_a_take_uses_and_what_each_would_cost(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦ K♣ 6♥")
    side.run_commands(FindNextCards())
    for width, height in ((80, 23), (120, 39)):
        scene = side.scene(width=width, height=height)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        assert re.search("╰─* you get all 3 ─*╯", rows[where.pile.bottom - 1][where.pile.x : where.pile.right])
        under = rows[where.hand.bottom - 1]
        rects = card_rects(where, len(scene.selection.hand))
        words = [under[rect.x : rect.right].strip() for rect in rects.values()]
        assert [word for word in words if "9♦" in word] == ["+ 9♦" if width == 80 else "with 9♦"] * 2
        assert {*words} <= {"", "+ 9♦", "with 9♦"}
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦ K♣ 6♥")
    for width, height in ((80, 23), (120, 39)):
        scene = side.scene(width=width, height=height)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        rects = card_rects(where, len(scene.selection.hand)).values()
        words = [rows[where.hand.bottom - 1][rect.x : rect.right].strip() for rect in rects]
        costs = "-" if width == 80 else "costs "
        assert {word.strip("▲ ") for word in words} == {f"{costs}5", f"{costs}10"}


@pytest.mark.parametrize("look", [FOUR_COLOURS, ASCII, LOOKS["outline"]], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_new_card_says_that_it_is_new_and_what_can_be_done_with_it(side_on_turn, size, look):
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 9♦ 5♦ 7♣ J♦", "4♠ 6♥", r7="7♠ 7♦ 7♥")
    for new, shown in (("9♣", "lay"), ("7♣", "add"), ("J♦", "10")):
        index = side.selection.hand.index(*cards(new))
        selection = replace(side.selection, new_cards=frozenset({index}), cursor=index)
        scene = side.scene(width=size[0], height=size[1], look=look, selection=selection)
        rows = str(render(scene).canvas).splitlines()
        rect = card_rects(layout_of(scene), 6)[index]
        assert rows[rect.y][rect.x : rect.right].strip() == "new"
        assert shown in rows[rect.bottom - 1][rect.x : rect.right]
        assert sum(row.count("new") for row in rows[rect.y : rect.bottom]) == 1


def test_cards_say_that_they_fit_a_set_or_could_be_taken_instead(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ 5♥ 7♣", "4♠ 5♠ 9♦ K♣", r7="7♠ 7♦ 7♥")
    side.run_commands(FindNextCards())
    scene = side.scene(width=120, height=39)
    rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
    assert "add to 7s" in rows[where.hand.bottom - 1]
    below = rows[where.pile.bottom - 1][where.pile.x : where.pile.right]
    assert re.fullmatch(" *or (take )?5♠ *╰─* ?(you )?get both ?─*╯ *", below), "a bracket holds the cards of the take"


def test_each_label_of_a_card_that_could_be_taken_stays_below_it(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 4♦ 4♥ 5♣ 5♥", "4♠ 5♠ 6♣ 9♦ K♣", r7="7♠ 7♦ 7♥")
    side.run_commands(FindNextCards())
    for width, height in ((80, 23), (120, 39), (200, 59)):
        scene = side.scene(width=width, height=height)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        positions, _ = pile_positions(where, 5, 4)
        for position, card in zip(positions[:2], ("4♠", "5♠"), strict=True):
            below = rows[where.pile.bottom - 1][position.x : position.x + position.visible_columns]
            forms = {80: ("•", f"or {card}"), 120: (f"or take {card}", f"or {card}"), 200: (f"or take {card}",)}
            assert below.strip() in forms[width]
        third = positions[2]
        assert rows[where.pile.bottom - 1][third.x : third.x + third.visible_columns].strip() == ""


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39), (200, 59)])
@pytest.mark.parametrize("older_cards", ["", "3♣ 6♦ J♥ " * 9, "3♣ 6♦ J♥ " * 20])
def test_card_of_the_pile_that_the_coach_advises_has_a_mark_of_its_own(side_on_turn, look, size, older_cards):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ 5♥ 7♣ 10♦", f"{older_cards}9♦ K♣")
    (advised,) = [action for action in side.scene().legal if action.verb == "take"]
    if older_cards:  # of a long pile the cards around the cursor are shown
        side.run_commands(FindNextCards())
    shown = []
    for action in (None, advised):
        scene = side.scene(width=size[0], height=size[1], look=LOOKS[look], advised=action)
        where = layout_of(scene)
        positions, height = pile_positions(where, len(scene.view.cards("discard")), scene.selection.pile_place)
        (place,) = [position for position in positions if position.place == advised[1]]
        rows = str(render(scene).canvas).splitlines()[place.y : min(place.y + height, where.pile.bottom)]
        shown.append(" ".join(row[place.x : place.x + place.visible_columns] for row in rows))
    assert not re.search("TIP|C|!", shown[0])
    assert re.search("TIP|C|!", shown[1])
    assert re.search("9[♦d]", shown[1])


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39), (200, 59)])
def test_points_laid_are_not_said_again_once_the_score_has_them(side_on_turn, size):
    side = side_on_turn("draw")
    side.deal_hand("", "", r7="7♠ 7♦ 7♥")
    side.set_facts(**{"score/A": 0, "score/B": 175})
    assert re.search(r"\+15|15 laid|15 pt", side.text(width=size[0], height=size[1]))
    side.set_facts(phase="deal")
    heading = side.text(width=size[0], height=size[1]).split("\n")
    rows = [row for row in heading if "175" in row]
    assert rows
    assert not any(re.search(r"\+15|15 laid", row) for row in rows)


@pytest.mark.parametrize(("look", "dot"), [(FOUR_COLOURS, "•"), (ASCII, "*")], ids=["four", "ascii"])
def test_help_names_the_marks_of_the_look(look, dot):
    told = symbols_help(look)
    assert told.isascii() == look.ascii
    assert dot in told
    assert "you first" not in told, "a spectator reads it, too"
    assert ("golden edge" in told) == look.solid, "only these cards have one"
    assert all(mark in told for mark in ('"take"', '"or take"', '"needs a 2"', '"with"', "+"))


def test_empty_row_separates_the_sets_from_the_stock(side_on_turn):
    side = side_on_turn("draw")
    where = layout_of(side.scene(width=120, height=39))
    assert where.areas[1].bottom < where.title_row


@pytest.mark.parametrize("zone", ["hand", "pile"])
@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_nothing_on_the_cards_says_what_they_do_once_the_round_is_over(side_on_turn, size, zone):
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 9♦ 5♦ J♦", "4♠ 6♥ 9♥ K♦")
    side.selection = replace(side.selection, zone=zone, pile_place=2)
    scene = side.scene(width=size[0], height=size[1])
    for is_over in (False, True):
        if is_over:
            side.set_facts(phase="deal")
            side.selection = replace(side.selection, zone=zone, pile_place=2)
            scene = side.scene(width=size[0], height=size[1])
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        labels = rows[where.hand.bottom - 1][: where.hand.right] + rows[where.pile.bottom - 1][: where.pile.right]
        assert bool(re.search("[▲+]|lay|costs|-5", labels)) != is_over, labels
        assert ("could be laid" in "".join(rows)) <= (not is_over)


def test_pair_that_could_use_the_two_of_another_pair_does_not_look_lost(side_on_turn):
    side = side_on_turn()
    side.deal_hand("6♥ 6♦ 9♣ J♦ K♦ K♥ 2♠")
    for width, height in ((80, 23), (120, 39), (200, 59)):
        scene = side.scene(width=width, height=height)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        rects = card_rects(where, 7).values()
        words = [rows[where.hand.bottom - 1][rect.x : rect.right].strip("▲ ") for rect in rects]
        assert words[:2] == ["needs a 2" if width > 80 else ""] * 2, "never what it costs; a narrow card has no room"
        assert "Your 2 completes 1 of 2 pairs." in "\n".join(rows)
        assert words[4:] == ["lay"] * 3


def test_narrow_card_that_could_use_the_two_of_another_pair_says_nothing(side_on_turn):
    """The words need more room than it has; the line above the hand says that the 2 is not enough for all pairs."""
    side = side_on_turn()
    side.deal_hand("6♥ 6♦ K♦ K♥ 2♠ 3♣ 4♣ 5♣ 7♣ 8♣ 9♣")
    scene = side.scene(width=80, height=23)
    rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
    words = [rows[where.hand.bottom - 1][rect.x : rect.right].strip("▲ ") for rect in card_rects(where, 11).values()]
    assert {words[index] for index, card in enumerate(side.selection.hand) if card.rank == "6"} == {""}
    assert "Your 2 completes 1 of 2 pairs." in "\n".join(rows)


def test_twos_that_lay_the_big_queen_are_not_said_to_complete_pairs(side_on_turn):
    side = side_on_turn()
    for hand, says_it in (("Q♠ 2♥ 2♦ 4♠ 4♦ 7♠ 7♦ 8♠ 8♦ 5♣", False), ("Q♥ 2♥ 2♦ 4♠ 4♦ 7♠ 7♦ 8♠ 8♦ 5♣", True)):
        side.deal_hand(hand)
        for width, height in ((80, 23), (120, 39), (200, 59)):
            rows = str(render(side.scene(width=width, height=height)).canvas)
            assert ("Your 2s complete 2 of 3 pairs." in rows) == says_it


def test_no_card_says_that_it_can_be_laid_while_a_take_is_shown_that_may_use_its_two(side_on_turn):
    side = side_on_turn("draw")
    for zone, has_labels in (("hand", True), ("pile", False)):
        side.deal_hand("A♣ A♠ 8♥ 5♦ 2♠", "4♠ 8♣")
        side.selection = replace(side.selection, zone=zone, pile_place=2)
        for width, height in ((80, 23), (120, 39), (200, 59)):
            scene = side.scene(width=width, height=height)
            labels = str(render(scene).canvas).splitlines()[layout_of(scene).hand.bottom - 1]
            assert bool(re.search(r"\blay\b", labels)) == has_labels
            assert bool(re.search("[+h] ?8♣", labels)) != has_labels


def test_card_is_offered_for_another_take_only_while_a_take_is_chosen(side_on_turn):
    side = side_on_turn("draw")
    for place, is_alternative in ((4, False), (3, True)):
        side.deal_hand("9♣ 9♥ 5♣ 5♥", "5♠ 6♣ 9♦ K♣", r7="7♠ 7♦ 7♥")
        side.selection = replace(side.selection, zone="pile", pile_place=place)
        text = side.text(width=200, height=59)
        assert ("or take 5♠" in text) == is_alternative
        assert "take 5♠" in text


def test_two_that_can_only_join_a_set_is_labelled_like_a_card_that_can_only_join_one(side_on_turn):
    side = side_on_turn()
    for hand, word in (("6♥ 10♠ 2♠", "add"), ("6♥ 6♠ 9♣ 2♠", "lay")):
        side.deal_hand(hand, r10="10♣ 10♦ 10♥")
        scene = side.scene(width=80, height=23)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        *_, two = card_rects(where, len(hand.split())).values()
        assert rows[where.hand.bottom - 1][two.x : two.right].strip("▲ ") == word


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_heading_of_the_hand_names_the_round_that_it_is_of_until_the_next_deal(side_on_turn, size):
    side = side_on_turn()
    side.deal_hand("9♣ J♦")
    side.set_facts(phase="deal", round=2)
    said = "Your hand of round 1" if size[0] == 80 else "Still from round 1: the sets, and your hand of"
    text = side.text(width=size[0], height=size[1])
    assert said in text
    assert "2 cards, 15 points." in text


def test_no_points_would_be_left_of_the_last_card(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣")
    side.set_facts(asked="yes")
    text = side.text(width=80, height=23)
    assert "would be left" not in text
    assert "1 card, 5 points." in text


@pytest.mark.parametrize("phase", ["draw", "play"])
def test_heading_of_one_card_says_nothing_of_what_could_be_laid(side_on_turn, phase):
    side = side_on_turn()
    side.deal_hand("J♦", rJ="J♠ J♣ J♥")
    side.set_facts(phase=phase)
    text = side.text(width=200, height=59)
    price = ", which count against your team if the round ends now" if phase == "draw" else ""
    assert f"Your hand: 1 card, 10 points{price}." in text


def test_heading_of_a_hand_of_which_nothing_would_be_left_speaks_of_no_cost(side_on_turn):
    side = side_on_turn()
    side.deal_hand("J♦ 7♠", rJ="J♠ J♣ J♥", r7="7♠ 7♦ 7♥")
    side.set_facts(phase="draw")
    heading = hand_heading_text(side.scene(width=200, height=59), 200)
    assert heading == "Your hand, by rank: 2 cards, 15 points: all could be laid."


def test_sentence_on_the_turn_offers_a_card_of_the_pile_only_if_one_can_be_taken(side_on_turn):
    side = side_on_turn()
    side.set_facts(phase="draw")
    for hand, said in (("9♣ J♦ 3♠", NOTHING_TO_TAKE_SENTENCE), ("9♣ 9♦ 3♠ 4♠", "take one from the")):
        side.deal_hand(hand, "9♠ 8♥")
        assert said in " ".join(side.text(width=120, height=39).split())


def test_no_sentence_speaks_of_sets_to_lay_where_nothing_can_be_laid(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦ 3♠ 4♦ 5♦ 6♦ K♦")
    assert "You can lay nothing now: X discards one card." in side.text(width=80, height=23)
    side.deal_hand("9♣ 9♦ 9♠ 4♦ 5♦ 6♦ K♦")
    assert "You can lay nothing now" not in side.text(width=80, height=23)


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39), (200, 59)])
def test_cards_that_can_be_laid_only_after_asking_say_so(side_on_turn, size):
    side = side_on_turn()
    side.deal_hand("3♦ 7♣ 7♥ 7♥")
    scene = side.scene(width=size[0], height=size[1])
    picture = str(render(scene).canvas)
    assert re.search("To lay all (your cards )?but one, ask first: A", picture)
    labels = picture.splitlines()[layout_of(scene).hand.bottom - 1]
    assert labels.count("ask") == (3 if size[0] > 60 else 0)
    assert [button.key for button in buttons(scene, layout_of(scene)) if button.primary] == ["A"]
    side.set_facts(asked="no")
    assert "ask first" not in side.text(width=size[0], height=size[1])
    side.deal_hand("3♦ 4♦ 7♣ 7♥")
    side.set_facts(asked="")
    assert "ask first" not in side.text(width=size[0], height=size[1]), "a yes would be of no use"


def test_last_card_to_go_out_with_needs_no_others_for_a_set(side_on_turn):
    side = side_on_turn()
    side.deal_hand("3♣")
    side.set_facts(asked="yes")
    side.selection = replace(side.selection, selected_indexes=frozenset({0}))
    assert selection_text(side.scene()) == ("X discards 3♣.", False)
    side.deal_hand("3♣ 5♦")
    side.selection = replace(side.selection, selected_indexes=frozenset({0}))
    assert selection_text(side.scene()) == ("X discards 3♣.", False), "nothing in the hand could be laid"
    side.deal_hand("3♣ 5♦ 5♠ 5♥")
    side.selection = replace(side.selection, selected_indexes=frozenset({0}))
    assert "A set begins with three cards" in selection_text(side.scene())[0]


@pytest.mark.parametrize("phase", ["deal", "play"])
@pytest.mark.parametrize("size", [(80, 23), (120, 39)])
def test_tie_is_said_to_be_one_of_the_scores(side_on_turn, size, phase):
    """The sets on the table may differ, and the dice may have brought points in this round."""
    side = side_on_turn()
    side.deal_hand("3♣ 5♦ 9♣", r7="7♠ 7♦ 7♥")
    side.set_facts(**{"score/A": 100, "score/B": 100, "phase": phase})
    scene = side.scene(width=size[0], height=size[1])
    for seat, ours in ((side.seat, "Ours 100, " if size[0] > 80 else ""), (None, "")):
        seen = replace(scene, view=dataclasses.replace(scene.view, seat=seat))
        assert f" {ours}scores tied, target" in str(render(seen).canvas).splitlines()[0]


def test_hand_that_lies_there_until_the_next_deal_is_said_to_be_of_the_round_that_has_ended():
    """Played by the rules, as only they know when the number of the round changes."""
    match = GAME.start(4, seed=1)
    bot = next(iter(GAME.bots.values()))
    while match.view(0).facts["round"] == 1:
        seat = min(match.awaited)
        match.act(seat, bot(match.view(seat)))
    side = SeatSide(match, 0)
    assert (side.view.facts["phase"], side.view.facts["round"]) == ("deal", 2)
    assert side.view.cards("hand/0")
    assert "Still from round 1:" in side.text(width=200, height=59)
