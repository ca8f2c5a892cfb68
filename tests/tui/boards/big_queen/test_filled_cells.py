"""What the Big Queen board shows beside the cards on the table, and how much of the table is filled."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from core import cards
from core.engine.cards import CARDS
from tests.support.depth import parametrize
from tests.support.filled_cells import share_of_filled_cells
from tests.tui.boards.big_queen.conftest import GAME, SeatSide
from tui.boards.big_queen.commands import FindNextCards
from tui.boards.big_queen.hand import card_rects
from tui.boards.big_queen.render import layout_of, render
from tui.boards.big_queen.scene import NATURAL_RANKS, cards_of_team_set
from tui.boards.big_queen.selection import hand_laying_outcome, total_points, unlayable_cards
from tui.boards.big_queen.team_scores import team_symbol
from tui.boards.big_queen.unseen_cards import unseen_cards
from tui.cards import ASCII, FOUR_COLOURS, LOOKS, OUTLINE
from tui.drawing import Rect

MIN_FILLED_SHARE = 0.45
"""Smallest accepted share of the table, at 120x40 and without the log, that is filled at each turn of seat 0."""


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


@parametrize("seed", [3, 6, 1, 2], 2)
@pytest.mark.parametrize("seats", [4, 6, 8])
def test_most_of_the_big_queen_table_of_120_columns_is_filled_at_each_turn_of_seat_0(seats, seed):
    shares = [
        share_of_table_filled(side.scene(width=120, height=39)) for side in sides_before_turns_of_seat_0(seats, seed)
    ]
    assert len(shares) >= 2
    assert min(shares) >= MIN_FILLED_SHARE, shares


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
def test_every_set_shows_its_number_and_points_and_every_empty_place_only_its_rank(side_on_turn, look):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ K♣ 2♦", r7="7♠ 7♦ 7♥", r10="10♠ 10♦ 10♥ 10♣ 10♠ 10♦ 2♣")
    for width, height in ((120, 39), (200, 59)):
        for grown in ((), {"A/7", "A/10", "B/7", "B/10"}):
            scene = side.scene(width=width, height=height, look=look, grown_sets=grown)
            where, rows = layout_of(scene), str(render(scene).canvas).splitlines()
            laid = 0
            for team in (0, 1):
                for number, rank in enumerate(NATURAL_RANKS):
                    slot = where.set_rect(team, number)
                    head = rows[slot.y][slot.x : slot.x + where.columns_per_set].split()
                    below = " ".join(row[slot.x : slot.right].strip(" .·") for row in rows[slot.y + 1 : slot.bottom])
                    if cards_of_set := cards_of_team_set(scene.view, team, rank):
                        assert head == [rank, f"x{len(cards_of_set)}={total_points(cards_of_set)}"]
                        laid += 1
                        assert ("new" in below) is bool(grown)
                    else:
                        assert (head, below.strip()) == ([rank], "")
            assert laid == 2


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
    assert unlayable_cards(side.view, side.selection.hand) == frozenset(cards("J♦ Q♠"))
    for width, height in ((80, 23), (120, 39), (200, 59), (60, 49)):
        text = side.text(width=width, height=height)
        assert "20 could be laid, 110 would be left" in text
        assert "would be left, and cost as much." in text or width < 200
        assert re.search("(−|costs )10 ", text)
        assert not re.search("(−|costs )5 ", text)
        assert any("100" in row and "−100" not in row and "110" not in row for row in text.split("\n")[-12:])


def test_points_left_in_a_hand_are_those_of_the_marked_cards():
    for side in sides_before_turns_of_seat_0(6):
        assert (
            total_points(
                [card for card in side.selection.hand if card in unlayable_cards(side.view, side.selection.hand)]
            )
            == hand_laying_outcome(side.view).points_left
        )


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
            assert all(any(row.lstrip().startswith(sign) for row in rows) for sign in signs)


def test_progress_bar_to_the_target_grows_with_the_score(side_on_turn):
    side = side_on_turn()
    lengths = []
    for score in (-50, 0, 300, 1000, 1400):
        side.set_facts(**{"score/A": score})
        row = next(row for row in side.text(width=120, height=39).split("\n") if "TEAM A" in row)
        lengths.append(row.count("▆"))
    assert lengths[0] == lengths[1] == 0
    assert lengths[2] < lengths[3] == lengths[4]


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
        assert {*words} <= {"new", "", "+ 9♦", "with 9♦"}
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦ K♣ 6♥")
    for width, height in ((80, 23), (120, 39)):
        scene = side.scene(width=width, height=height)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        rects = card_rects(where, len(scene.selection.hand)).values()
        words = [rows[where.hand.bottom - 1][rect.x : rect.right].strip() for rect in rects]
        costs = "−" if width == 80 else "costs "
        assert {*words} <= {"new", "▲", f"{costs}5", f"{costs}10"}
        assert all(words), "some cards have a word and others none"


def test_cards_say_that_they_fit_a_set_or_could_be_taken_instead(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ 5♥ 7♣", "4♠ 5♠ 9♦ K♣", r7="7♠ 7♦ 7♥")
    side.run_commands(FindNextCards())
    scene = side.scene(width=120, height=39)
    rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
    assert "fits 7s" in rows[where.hand.bottom - 1]
    below = rows[where.pile.bottom - 1][where.pile.x : where.pile.right]
    assert re.fullmatch(" *or this one *╰─* ?(you )?get both ?─*╯ *", below), "a bracket holds the cards of the take"


def test_adjacent_cards_that_could_be_taken_have_separate_labels(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 4♦ 4♥ 5♣ 5♥", "4♠ 5♠ 6♣ 9♦ K♣", r7="7♠ 7♦ 7♥")
    side.run_commands(FindNextCards())
    for width, height in ((80, 23), (120, 39), (200, 59)):
        scene = side.scene(width=width, height=height)
        rows, where = str(render(scene).canvas).splitlines(), layout_of(scene)
        below = rows[where.pile.bottom - 1][where.pile.x : where.pile.right].split("╰")[0]
        assert below.count("or") == 2
        assert {*below.split()} <= {"or", "this", "one"}


def test_empty_row_separates_the_sets_from_the_stock(side_on_turn):
    side = side_on_turn("draw")
    where = layout_of(side.scene(width=120, height=39))
    assert where.areas[1].bottom < where.title_row
