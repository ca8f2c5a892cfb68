"""The picture of the Big Queen board at every size."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from itertools import zip_longest

import pytest
from msgspec.structs import replace

from core import cards, games
from core.engine.cards import CARDS
from tests.support.board_pictures import (
    BOARD_SIZES,
    HOSTILE_NAMES,
    NARROW_BOARD_SIZES,
    check_picture,
    do_rectangles_overlap,
    is_rectangle_inside,
)
from tests.support.depth import IS_DEEP_RUN, count_for_depth, parametrize
from tests.tui.boards.big_queen.conftest import SeatSide
from tui.boards.big_queen.commands import CatchOrDescribeSeat, DrawCard, FindNextCards, SelectPileCard, ToggleCard
from tui.boards.big_queen.cursor import STEP_TO_THE_END, ChangeZone, MoveCursor
from tui.boards.big_queen.discard_pile import pile_positions
from tui.boards.big_queen.laid_set import cards_in_column_order
from tui.boards.big_queen.places import place_of
from tui.boards.big_queen.render import layout_of, render
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenFrameEffect, BigQueenScene, cards_of_team_set
from tui.boards.big_queen.set_columns import STRIP
from tui.boards.big_queen.status_and_buttons import buttons
from tui.boards.big_queen.team_scores import player_rects, team_symbol
from tui.boards.big_queen.text import board_description, duty_sentence, duty_sentences
from tui.boards.common.commands import AnswerQuestion
from tui.cards import ASCII, FOUR_COLOURS, LOOKS, OUTLINE
from tui.drawing import Banner, Line, big_letter_rows

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""


ALL_SIZES = [size for pair in zip_longest(BOARD_SIZES, NARROW_BOARD_SIZES) for size in pair if size]
"""Widths and heights, in columns and rows, of the boards that are painted: alternately low and narrow ones."""


def shuffled_cards(number, start=0):
    """Return `number` cards of two well shuffled packs, beginning with the card at the position `start`."""
    return " ".join(str(CARDS[(start + 23 * number) % 52]) for number in range(number))


FRAMES_PER_PICTURE = count_for_depth(4, 1)
"""One frame of a match in this many is painted, each in another size and look."""


@pytest.mark.deep
@parametrize(("seats", "audience", "idle_chance"), [(4, 0, 0.9), (10, 3, 0.0), (6, None, 0.5)], 2)
def test_every_frame_of_a_big_queen_match_can_be_painted_at_every_size(play_at_random, seats, audience, idle_chance):
    number, pictures = 0, 0
    looks = list(LOOKS.values())
    for side in play_at_random(seats, seats, seat=audience, idle_chance=idle_chance, target=300, max_rounds=3):
        side.names = HOSTILE_NAMES[:seats]
        for frame in side.shown_frames or ():
            if frame.travels and frame.travels[0].step > 1:
                continue  # the picture below a travel stays the same
            number += 1
            if number % FRAMES_PER_PICTURE or (number % 3 and (frame.hold_seconds == 0 or frame.travels)):
                continue
            pictures += 1
            width, height = ALL_SIZES[pictures % len(ALL_SIZES)]
            more = {"log_open": pictures % 2 == 0, "note": "Not now." * (pictures % 4), "effect": frame.effect}
            look = looks[pictures % len(looks)]
            check_picture(side.scene(view=frame.view, width=width, height=height, look=look, **more))


@pytest.mark.deep
@pytest.mark.parametrize("size", ALL_SIZES if IS_DEEP_RUN else [BOARD_SIZES[0], BOARD_SIZES[-1], NARROW_BOARD_SIZES[0]])
def test_pile_of_sixty_cards_and_hand_of_forty_are_shown_and_can_be_clicked(side_on_turn, size):
    width, height = size
    side = side_on_turn("draw", seats=10)
    side.deal_hand(shuffled_cards(40), shuffled_cards(60, 1))
    reached = set()
    side.run_commands(ChangeZone(-1))
    for place in range(1, 61):
        side.run_commands(MoveCursor(-STEP_TO_THE_END), *[MoveCursor(1)] * (place - 1))
        painting = render(side.scene(width=width, height=height))
        commands = {command for _, command in painting.click_areas}
        assert SelectPileCard(place) in commands
        reached |= commands
    shown = {command for command in commands if isinstance(command, ToggleCard)}
    side.run_commands(ChangeZone(1))
    for index in range(40):
        side.run_commands(MoveCursor(-STEP_TO_THE_END), *[MoveCursor(1)] * index)
        shown |= {command for _, command in render(side.scene(width=width, height=height)).click_areas}
    assert {ToggleCard(index) for index in range(40)} <= shown


def test_no_two_cards_of_the_pile_share_a_cell(side_on_turn):
    side = side_on_turn("draw", seats=10)
    for many in (1, 5, 11, 12, 25, 44, 60):
        side.deal_hand(shuffled_cards(11), shuffled_cards(many, 1))
        for width, height in ALL_SIZES:
            places = render(side.scene(width=width, height=height)).click_areas
            spots = [rect for rect, command in places if isinstance(command, SelectPileCard)]
            where = layout_of(side.scene(width=width, height=height))
            assert all(is_rectangle_inside(rect, where.pile_rect(many)) for rect in spots)
            assert not any(do_rectangles_overlap(one, other) for n, one in enumerate(spots) for other in spots[:n])


@pytest.mark.parametrize("size", ALL_SIZES)
def test_big_queen_board_shows_essential_texts_at_every_size(side_on_turn, size):
    side = side_on_turn("draw", seats=4)
    side.deal_hand("9♣ 9♠ 5♦ J♦ 2♦", "4♠ 9♦ K♣ 9♥ 2♠", r7="7♠ 7♦ 7♥")
    side.set_facts(**{"score/A": 310, "score/B": -45})
    text = side.text(width=size[0], height=size[1])
    for wanted in ("Round 1", "1000", "310", "-45", "Ada", "Chidi", "You", "11", "STOCK", "59"):
        assert wanted in text, wanted
    assert ("TEAM A" in text and "theirs" in text) or ("OURS" in text and "THEIRS" in text)
    for card in ("4♠", "9♦", "K♣", "9♥", "2♠", "9♣", "9♠", "5♦", "J♦", "2♦", "7♥"):
        assert card in text, card
    assert "5 cards, 45 points" in text
    assert "D Draw" in text
    assert "15" in text
    assert "Your turn" in text


def test_players_with_one_card_and_players_who_can_be_caught_are_marked(side_on_turn):
    side = side_on_turn("draw", seats=10)
    piles = {**side.view.piles, "hand/2": 1, "hand/4": 1}
    side.view = dataclasses.replace(side.view, piles=piles)
    side.set_facts(due=(4,))
    for width, height in ALL_SIZES:
        text = side.text(width=width, height=height)
        assert "Emeka has one card and has not said so" in " ".join(text.split()) or height < 21
        assert "C Catch" in text
        assert "1 CATCH" in text if width >= 200 else "1!" in text or "1 CATCH" in text


def test_question_of_a_partner_who_wants_to_go_out_is_large_and_shows_the_stakes(side_on_turn):
    side = side_on_turn(seats=6)
    side.set_facts(turn=3, asked="waiting", answers=())
    side.deal_hand("K♣ 5♦")
    for width, height in ALL_SIZES:
        text = side.text(width=width, height=height)
        assert "Dora asks: may I go out?" in text
        assert "Y   Yes, go out" in text
        assert "N   No, not yet" in text
        assert "Your 2 cards would count 15 against your team" in text
        commands = [command for _, command in render(side.scene(width=width, height=height)).click_areas]
        assert commands.count(AnswerQuestion(yes=True)) == commands.count(AnswerQuestion(yes=False)) == 2
    assert side.run_commands(DrawCard()) == ()
    assert side.note == "Answer your partner first: yes or no."


def test_discard_pile_is_shown_below_the_question_of_a_partner(side_on_turn):
    side = side_on_turn()
    side.set_facts(turn=3, asked="waiting", answers=())
    side.deal_hand("K♣ 5♦", pile="9♠ 10♥ Q♠ 3♦ 7♥")
    with_pile = set()
    for width, height in ALL_SIZES:
        scene = side.scene(width=width, height=height)
        layout, picture = layout_of(scene), render(scene)
        if layout.stage.height < (6 if layout.narrow else 5):
            continue
        with_pile.add((width, height))
        stage = layout.stage
        shown = "\n".join(picture.canvas.text_in(y, stage.x, stage.right) for y in range(stage.y, stage.bottom))
        assert "asks: may I go out?" in shown
        assert "DISCARD PILE  5 cards, 125 points" in shown
        assert all(card in shown for card in ("9♠", "10♥", "3♦", "7♥")), shown
        assert "Q♠" in shown
        clicked = [command.place for _, command in picture.click_areas if isinstance(command, SelectPileCard)]
        assert clicked == [1, 2, 3, 4, 5]
    assert {(80, 23), (120, 39), (200, 59)} <= with_pile


def test_summary_of_the_last_round_stays_until_a_set_is_laid(play_at_random):
    event_sentence = 0
    for side in play_at_random(4, 1, target=900):
        if side.summary is None:
            continue
        laid = side.scene().laid_points(0) + side.scene().laid_points(1)
        fresh = side.scene().phase != "deal" and not laid
        if side.scene().phase == "deal" or fresh or side.match.over:
            event_sentence += 1
            text = side.text(width=120, height=39)
            how = side.summary.title.partition(": ")[2]
            assert (f"Round {side.summary.round_number}: {how}" if fresh else side.summary.title) in text, (
                "it is over while none runs"
            )
            for number in side.summary.team_scores:
                assert f"{number.change:+}" in text
                assert str(abs(number.score)) in text
    assert event_sentence > 3


@parametrize("look", [ASCII, LOOKS["four-ascii"]], 1, ids=lambda look: look.name)
def test_big_queen_board_paints_only_ascii_in_the_ascii_look(play_at_random, look):
    for number, side in enumerate(play_at_random(6, 3, target=300)):
        if number % 5 == 0:
            log = (Line("8♠ discarded — so.", "Ada"),)
            for frame in side.shown_frames[-2:]:
                scene = side.scene(look=look, width=120, height=39, log=log, effect=frame.effect, view=frame.view)
                names = tuple(f"Player {seat}" for seat in range(6))
                assert str(render(replace(scene, names=names)).canvas).replace("\n", "").isascii()


def test_cards_of_a_set_have_twos_on_top_and_the_queen_of_spades_at_the_bottom(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦", rQ="Q♠ Q♥ 2♣")
    assert [str(card) for card in cards_in_column_order(cards_of_team_set(side.view, 1, "Q"))] == ["2♣", "Q♥", "Q♠"]


def test_cursor_on_the_big_queen_board_changes_only_rows_from_the_prompt_down(side_on_turn):
    side = side_on_turn()
    one = render(side.scene(width=120, height=39)).canvas
    side.run_commands(MoveCursor(1))
    other = render(side.scene(width=120, height=39)).canvas
    where = layout_of(side.scene(width=120, height=39))
    changed = [y for y in range(39) if one.segments(y) != other.segments(y)]
    assert changed
    assert all(y >= where.prompt.y for y in changed)


def test_spectator_sees_the_table_and_no_hand(play_at_random):
    for number, side in enumerate(play_at_random(4, 2, seat=None, target=300)):
        if number % 9 == 0:
            text = side.text()
            assert "Your" not in text
            assert "D Draw" not in text
            assert "TEAM A" in text or "OURS" in text or side.summary is not None


def test_description_of_the_big_queen_board_names_everything_on_the_table(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ Q♠", "4♠ 9♦", r7="7♠ 7♦ 7♥")
    words = board_description(side.scene())
    assert "Team B: 0 points, sets of 7 worth 15 points." in words
    assert "Discard pile, oldest first: 4♠ 9♦." in words
    assert "The Queen of spades is in it: 100 points." in words
    assert words.endswith("You can take nothing from the discard pile, so draw.")
    assert isinstance(side.scene(), BigQueenScene)


def test_player_who_discarded_the_last_card_is_asked_for_nothing(side_on_turn):
    side = side_on_turn()
    side.deal_hand("")
    side.set_facts(asked="yes")
    text = side.text(width=80, height=24)
    assert "The round is over" in text
    assert "You may go out" not in text
    assert "Discard your last card" not in text


@pytest.mark.parametrize(("seats", "announcements_due", "sentence"), [(10, (), "Emeka 1 "), (8, (5,), "Fatima 1! ")])
def test_names_of_players_with_one_card_are_not_cut_at_60_columns(side_on_turn, seats, announcements_due, sentence):
    side = side_on_turn("draw", seats=seats)
    side.view = dataclasses.replace(side.view, piles={**side.view.piles, f"hand/{5 if announcements_due else 4}": 1})
    side.set_facts(due=announcements_due)
    assert sentence in side.text(width=60, height=17)


def test_face_down_cards_of_players_listed_below_each_other_begin_in_one_column(side_on_turn):
    side = side_on_turn("draw")
    side.view = dataclasses.replace(side.view, piles={**side.view.piles, "hand/2": 4, "hand/0": 12})
    names = ("Dorothea", "Björn", "Cleo", "Ann")
    rows = side.text(names=names, width=75, height=23).split("\n")
    starts = [row.find("▏▏", row.index(name)) for name in ("Cleo", "Dorothea") for row in rows[:4] if name in row]
    assert len(starts) == 2
    assert starts[0] == starts[1] > 0


def text_of_columns(side, size, team=1, **replaced_fields):
    """Return, by rank, the rows of the column of each set of a team on a board of this size, its heading first."""
    scene = side.scene(width=size[0], height=size[1], **replaced_fields)
    columns = layout_of(scene).set_columns(team, scene.laid_ranks(team))
    picture, texts = str(render(scene).canvas).splitlines(), {}
    for rank, rect in columns.rects.items():
        rows = picture[rect.y : rect.bottom]
        room = columns.heading_columns(rank)
        width = max(room, rect.width) if columns.size is STRIP else rect.width
        start = rect.x - (rank == "Q" and columns.has_free_columns)  # where gold begins
        heading = rows[0][start : rect.x + (width if columns.size is STRIP else room)]
        texts[rank] = [heading, *(row[rect.x : rect.x + width] for row in rows[1:])]
    return texts


def text_of_column(side, rank, size, team=1, **replaced_fields):
    """Return the rows of the column of a team's set of a rank on a board of this size, its heading first."""
    return text_of_columns(side, size, team, **replaced_fields)[rank]


@parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)], 4)
def test_card_added_to_a_set_is_shown_and_marked_as_new(side_on_turn, size):
    for added in cards("2♦ 7♣ 7♠"):
        side = side_on_turn()
        side.deal_hand("9♣ J♦", r7="7♠ 7♦ 7♥ 7♣ 7♠ 7♦ 7♥ 7♣ 2♦ 2♠ 2♥ 7♦ 7♥", r10="10♠ 10♦ 10♥ 10♣")
        plain = "".join(text_of_column(side, "7", size))
        assert "new" not in plain
        assert "+" not in plain
        heading, *rows = text_of_column(side, "7", size, cards_added_to_sets={"B/7": (added,)})
        (row,) = [row for row in rows if row.endswith(("new", "+"))]
        assert row.strip().startswith(str(added))
        assert heading.startswith("7 ") or heading.strip() == "110pt"
        assert "110" in re.split("[ p]+", heading)
        others = text_of_column(side, "10", size, cards_added_to_sets={"B/7": (added,)})
        assert "new" not in "".join(others)


@parametrize("size", [(60, 17), (80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], 6)
@pytest.mark.parametrize("look", [FOUR_COLOURS, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("added", ["", "♣", "♠♦♥♣"], ids=["none", "clubs", "all"])
def test_set_shows_all_its_cards_or_their_number(side_on_turn, size, look, added):
    """Cards that have no row of their own share one: their rank, and the suit of each; a label hides none of them."""
    shared = 0
    for sets in (2, 5, 8, 11):
        for number in range(3, 14):
            side = side_on_turn()
            laid = {rank: " ".join(f"{rank}{'♠♦♥♣'[index % 4]}" for index in range(number)) for rank in NATURAL_RANKS}
            ranks = NATURAL_RANKS[-sets:]
            side.deal_hand("2♣ 2♦", **{f"r{rank}": laid[rank] for rank in ranks})
            new = {f"B/{rank}": [card for card in cards(laid[rank]) if str(card)[-1] in added] for rank in ranks}
            columns = text_of_columns(side, size, look=look, cards_added_to_sets=new)
            assert {*columns} == {*ranks}
            for rank, (heading, *rows) in columns.items():
                assert heading.strip("♛* "), "a heading says something"
                suits_of_row = re.compile(rf"[▏▌▐|+ ]?{rank}([♠♦♥♣shdc]+)")
                shown = "".join(found[1] for row in rows if (found := suits_of_row.match(row)))
                shared += any(len(found[1]) > 1 for row in rows if (found := suits_of_row.match(row)))
                if sorted(shown) != sorted(look.card_text(card)[-1] for card in cards(laid[rank])):
                    assert size[1] < 30 or (sets > 5 and number > 6), rows
                    assert re.search(rf"x{number}\b|\b{number} cards", heading), rows
    assert shared or size[1] > 39


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
def test_all_sets_of_a_team_show_their_points_or_none(side_on_turn, look):
    sets = {"r10": "10♠ 10♦ 10♥ 10♣", "rK": "K♠ K♦ K♥", "rQ": "Q♠ Q♥ Q♦", "r7": "7♠ 7♦ 7♥", "r8": "8♠ 8♦ 8♥"}
    sets |= {"r3": "3♠ 3♦ 3♥", "rA": "A♠ A♦ A♥", "r9": "9♠ 9♦ 9♥"}
    points = {"10": 40, "K": 30, "Q": 120, "7": 15, "8": 15, "3": 15, "A": 45, "9": 15}
    for size in ((60, 17), (80, 23), (120, 39)):
        for number in range(1, len(sets) + 1):
            side = side_on_turn()
            side.deal_hand("2♣ 2♦", **dict(list(sets.items())[:number]))
            headings = {rank: rows[0] for rank, rows in text_of_columns(side, size, look=look).items()}
            told = {rank for rank, heading in headings.items() if re.search(rf"(?<!\d){points[rank]}(?!\d)", heading)}
            assert told in (set(), {*headings}), headings
            assert told or size[0] == 60 or (number == len(sets) and size[0] == 80)


@parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)], 2)
def test_prompt_asks_for_nothing_while_a_banner_waits_for_enter(side_on_turn, size):
    side = side_on_turn()
    scene = side.scene(width=size[0], height=size[1])
    assert "discards" in str(render(scene).canvas)
    effect = BigQueenFrameEffect(banner=Banner("QUEEN", "gold", "You lay the big Queen."), shows_queen=True)
    text = str(render(replace(scene, effect=effect)).canvas)
    assert "Enter: go on" in text
    assert "discards" not in text


def test_short_mark_of_new_cards_is_explained(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦", r7="7♠ 7♦ 7♥ 7♣")
    text = side.text(width=80, height=23, cards_added_to_sets={"B/7": tuple(cards("7♣"))})
    assert "+ new" in text, "nothing says what + means"
    assert "+ new" not in side.text(width=80, height=23)


def test_each_card_of_a_new_set_is_marked(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦", r7="7♠ 7♦ 7♥")
    rows = text_of_column(side, "7", (120, 39), cards_added_to_sets={"B/7": tuple(cards("7♠ 7♦ 7♥"))})
    assert [row.split() for row in rows if "new" in row] == [["7♠", "new"], ["7♦", "new"], ["7♥", "new"]]


@parametrize("size", [(48, 39), (60, 17), (80, 23), (120, 39), (160, 49), (200, 59)], 6)
def test_heading_of_each_set_has_its_rank_or_points_and_touches_no_other(side_on_turn, size):
    for number in range(1, 13):
        side = side_on_turn()
        side.deal_hand("2♣ 2♦", **{f"r{rank}": f"{rank}♣ {rank}♦ {rank}♥" for rank in NATURAL_RANKS[-number:]})
        scene = side.scene(width=size[0], height=size[1])
        columns = layout_of(scene).set_columns(1, scene.laid_ranks(1))
        row, below = str(render(scene).canvas).splitlines()[columns.area.y : columns.area.y + 2]
        heads = [row[rect.x : rect.x + columns.heading_columns(rank)] for rank, rect in columns.rects.items()]
        for head, rank in zip(heads, NATURAL_RANKS[-number:], strict=True):
            points = re.fullmatch("(15|30|45)pt", head.strip("♛ "))
            assert head.strip("♛").startswith(rank) or head.strip("♛ ") == "x3" or points, heads
            assert not points or rank in below[columns.rects[rank].x :][: columns.rects[rank].width], (
                "the card shows it"
            )
        for (rank, rect), head in zip(columns.rects.items(), heads, strict=True):
            if "cards" in head and rank != list(columns.rects)[-1]:
                assert len(head.rstrip()) <= rect.width, "it would run into the next heading"
        if number > 6:
            continue
        for head in heads:
            assert {"15", "30", "45", "x3"} & {*re.split("[ p]+", head)}, heads


@parametrize("size", [(60, 17), (80, 23), (120, 39)], 3)
def test_columns_that_overlap_have_edges_of_ascii_in_an_ascii_look(side_on_turn, size):
    side = side_on_turn()
    side.deal_hand("2♣ 2♦", **{f"r{rank}": f"{rank}♣ {rank}♦ {rank}♥ 2♠" for rank in NATURAL_RANKS[:9]})
    scene = side.scene(width=size[0], height=size[1], look=LOOKS["four-ascii"], names=("Ann", "Bea", "Cleo", "Dora"))
    columns = layout_of(scene).set_columns(1, scene.laid_ranks(1))
    assert columns.overlap == (size[0] > 60)
    text = str(render(scene).canvas)
    assert text.replace("\n", "").isascii()
    if columns.overlap:
        assert text.splitlines()[columns.area.y + 1][columns.rects["4"].x] == "|"


def test_set_with_the_queen_of_spades_has_a_golden_frame_and_a_crown(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦", rQ="Q♠ Q♥ Q♦", rK="K♠ K♥ K♦")
    for size in ((80, 23), (120, 39), (160, 49), (200, 59)):
        scene = side.scene(width=size[0], height=size[1])
        rows = str(render(scene).canvas).splitlines()
        columns = layout_of(scene).set_columns(1, ("Q", "K"))
        for rank, frame in (("Q", ("♛", "▐", "▌")), ("K", (" ", " ", " "))):
            rect = columns.rects[rank]
            crown, left = (rows[y][rect.x - 1] for y in (rect.y, rect.y + 1))
            assert crown == frame[0]
            assert left in (frame[1], "▌"), "the frame of the other set"
            assert rows[rect.y + 1][rect.right] == frame[2]


def test_partners_who_said_yes_are_marked_until_the_turn_ends(side_on_turn):
    side = side_on_turn("play", seats=6)
    asker = int(side.view.facts["turn"])
    partners = [(asker + 2) % 6, (asker + 4) % 6]
    for facts, said in (
        ({"asked": "", "answers": ()}, []),
        ({"asked": "waiting", "answers": (partners[1],)}, partners[1:]),
        ({"asked": "yes", "answers": ()}, partners),
        ({"asked": "no", "answers": ()}, []),
    ):
        side.set_facts(**facts)
        scene = side.scene(width=160, height=49)
        rows = str(render(scene).canvas).split("\n")
        rects = player_rects(layout_of(scene), scene)
        assert {one for one, rect in rects.items() if "said yes" in rows[rect.y][rect.x : rect.right]} == {*said}
    side = side_on_turn("play")
    side.view = dataclasses.replace(side.view, piles={**side.view.piles, f"hand/{(asker + 2) % 4}": 1})
    side.set_facts(asked="yes")
    assert re.search(" 1 CARD +yes ", side.text(width=80, height=22)), "beside a badge"


@pytest.mark.parametrize("size", [(60, 17), (80, 22), (120, 39), (50, 40)])
@pytest.mark.parametrize(("seats", "seat"), [(4, 0), (4, 1), (10, 7)])
@pytest.mark.parametrize("look", [FOUR_COLOURS, ASCII], ids=lambda look: look.name)
def test_players_stand_in_the_order_of_play_with_the_symbols_of_their_teams(side_on_turn, size, seats, seat, look):
    side = side_on_turn("draw", seats=seats)
    side.seat, side.view = seat, side.match.view(seat)
    layout = layout_of(scene := side.scene(width=size[0], height=size[1], look=look))
    rects = player_rects(layout, scene)
    rows = str(render(scene).canvas).split("\n")
    assert list(rects) == [*range(seat, seats), *range(seat)], "mine is the first"
    assert sorted(rects.values(), key=lambda rect: (rect.y, rect.x)) == list(rects.values())
    shown = [rows[rect.y][rect.x : rect.right] for rect in rects.values()]
    sign, turn = ("-", ">") if look.ascii else ("›", "▸")
    assert [text[0] for text in shown] == [
        turn if one == scene.seat_on_turn else " " if one == seat else sign for one in rects
    ]
    assert [text[1] for text in shown] == [team_symbol(one % 2, look) for one in rects]


def test_only_partner_is_named_one(side_on_turn):
    text = side_on_turn("draw").text(width=80, height=22)
    assert "Dora 11 partner" in text
    assert text.count("partner") == 1
    assert "partner" not in side_on_turn("draw", seats=6).text(width=200, height=50), "of two not one alone"


def test_cards_make_room_for_a_set_while_its_cards_are_on_their_way(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ 9♦ 9♥ J♦", r7="7♠ 7♦ 7♥", rK="K♠ K♥ K♦")
    effect = BigQueenFrameEffect(arriving_set="B/9")
    for width, height in ((80, 23), (120, 39), (200, 59)):
        during = side.scene(width=width, height=height, effect=effect)
        where = layout_of(during)
        place = place_of(during, where, "meld/B/9")
        after = side.copy()
        after.deal_hand("J♦", r9="9♣ 9♦ 9♥")
        columns = where.set_columns(1, after.scene().laid_ranks(1))
        assert (place.x, place.size) == (columns.rects["9"].x, columns.size)
        assert text_of_column(side, "K", (width, height), effect=effect) == text_of_column(after, "K", (width, height))


def test_labels_below_hand_cards_that_fit_sets_do_not_touch(side_on_turn):
    for many in range(3, 15):
        side = side_on_turn()
        hand = " ".join(f"7{'♣♦♥♠'[number % 4]}" for number in range(many))
        side.deal_hand(hand, r7="7♠ 7♦ 7♥")
        scene = replace(side.scene(width=120, height=39), selection=replace(side.selection, new_cards=(), cursor=-1))
        where = layout_of(scene)
        under = str(render(scene).canvas).splitlines()[where.hand.bottom - 1][where.hand.x : where.hand.right]
        assert {*under.split()} == {"add"} or {*under.split()} == {"add", "to", "7s"}
        assert under.split().count("add") >= many // where.hand_lines


@parametrize("seats", [4, 6, 10], 1)
def test_narrow_table_cuts_no_text_and_can_be_touched_with_a_finger(play_at_random, seats):
    number = 0
    for side in play_at_random(seats, 6, seat=1, idle_chance=0.1, target=300, max_rounds=2):
        scenes = [{"view": frame.view, "effect": frame.effect} for frame in side.shown_frames if not frame.travels]
        for more in [*scenes, {}]:
            number += 1
            if number % 5 and not more.get("effect"):
                continue
            width, height = NARROW_BOARD_SIZES[number % len(NARROW_BOARD_SIZES)]
            picture = render(side.scene(width=width, height=height, **more))
            rows = str(picture.canvas).splitlines()
            assert [row for row in rows if "…" in row] == []
            for rect, command in picture.click_areas:
                low = isinstance(command, CatchOrDescribeSeat | SelectPileCard)  # see tests/tui/web/test_tap.py
                assert rect.height >= 2 or low, (height, command)


def test_person_who_may_lay_sees_the_keys_and_the_buttons_that_go_on(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♠ 7♦ 7♥ J♦ K♣ 5♠")
    assert {button.key for button in buttons_of(side, 120, 39) if button.primary} == {"F"}, "no card is chosen"
    side.run_commands(MoveCursor(1))
    for width, height in ((80, 23), (120, 39), (200, 59)):
        text = side.text(width=width, height=height)
        assert re.search("Space selects, Enter lays.+X discards one card", text)
        primary = {button.key for button in buttons_of(side, width, height) if button.primary and button.enabled}
        assert primary == {"F"}, "one button at most is golden"
    side.deal_hand("7♠ 8♦ 9♥ J♦ K♣ 5♠")
    side.run_commands(MoveCursor(1))
    assert {button.key for button in buttons_of(side, 120, 39) if button.primary} == {"X"}, "nothing can be laid"
    side.deal_hand("7♠ 7♦ 7♥ J♦")
    assert "A asks to go out" in side.text(width=120, height=39)


def buttons_of(side, width, height):
    """Return the buttons that the board of a side shows at a size."""
    scene = side.scene(width=width, height=height)
    return buttons(scene, layout_of(scene))


@pytest.mark.parametrize("phase", ["draw", "play"])
@pytest.mark.parametrize("commands", [(), (FindNextCards(),), (MoveCursor(1),), (FindNextCards(), MoveCursor(1))])
def test_exactly_one_button_is_golden(side_on_turn, phase, commands):
    """None, or two, would leave open which key goes on."""
    side = side_on_turn(phase)
    side.deal_hand("9♣ 9♦ 9♠ 5♦ J♦", pile="K♣ 3♠ 9♥")
    side.run_commands(*commands)
    assert len([button for button in buttons_of(side, 80, 23) if button.primary and button.enabled]) == 1


def test_plus_marks_only_cards_that_come_with_a_card_that_can_be_taken(side_on_turn):
    """Those that can be taken keep their word beside a cursor on a card that cannot."""
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♦ 5♦ J♦", pile="K♣ 9♥ 3♠")
    side.selection = replace(side.selection, zone="pile", pile_place=1)
    scene = side.scene(width=80, height=23)
    first, last = (layout_of(scene).pile.y, layout_of(scene).prompt.y)
    below = str(render(scene).canvas).splitlines()[first:last]
    assert any("take" in row for row in below)
    assert not any("+" in row[: layout_of(scene).pile.right] for row in below)


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
def test_mark_of_the_coach_in_a_long_pile_leaves_the_whole_index_and_stands_apart_from_it(side_on_turn, look):
    """That of a ten and that of the Queen of spades with her crown have no room beside them."""
    marked = Counter()
    for width, height in (*NARROW_BOARD_SIZES, (80, 23), (80, 17)):
        side = side_on_turn("draw", seats=10)
        side.deal_hand("9♣ 9♦ 10♦ 10♣ Q♥ Q♦ 5♦ J♦", pile=f"{shuffled_cards(36)} Q♠ 3♣ 10♠ 4♥")
        pile = side.view.cards("discard")
        for action in GAME.legal(side.view):
            if action.verb != "take":
                continue
            selection = replace(side.selection, zone="hand", pile_place=action[1])
            scene = side.scene(width=width, height=height, look=look, advised=action, selection=selection)
            positions, card_height = pile_positions(layout_of(scene), len(pile), action[1])
            (position,) = (one for one in positions if one.place == action[1])
            rows = str(render(scene).canvas).splitlines()[position.y : position.y + card_height]
            shown = [row[position.x : position.x + position.visible_columns] for row in rows]
            card = pile[action[1] - 1]
            assert look.card_text(card) in shown[0], (action, shown)
            assert "TIP" in shown[-1] or (card_height == 1 and "!" in shown[0]), (action, shown)
            marked[str(card)] += card_height == 1
    assert marked["Q♠"]
    assert marked["10♠"]
    assert sum(marked.values()) > marked["Q♠"] + marked["10♠"]


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(60, 17), (60, 23), (60, 49), (80, 17), (80, 23), (120, 39)])
@pytest.mark.parametrize("hand", ["3♣ 3♣ 3♦ 9♦ K♣", f"3♣ 3♣ 3♦ {shuffled_cards(24, 7)}"])
def test_cursor_in_the_hand_is_in_sight_beside_the_mark_of_the_coach(side_on_turn, look, size, hand):
    """Beside the mark of a new card, too, which stays where it is."""
    side = side_on_turn(seats=4)
    side.deal_hand(hand)
    held = side.selection.hand
    threes = [index for index, card in enumerate(held) if card.rank == "3"][:3]
    advised = next(action for action in GAME.legal(side.view) if action.verb == "meld" and action.cards[0].rank == "3")
    for chosen in ((), tuple(threes[1:2])):
        pictures = set()
        for cursor in threes:
            selection = replace(side.selection, cursor=cursor, selected_indexes=chosen, new_cards=frozenset(threes))
            scene = side.scene(width=size[0], height=size[1], look=look, advised=advised, selection=selection)
            where = layout_of(scene).hand
            rows = str(render(scene).canvas).splitlines()[where.y : where.bottom]
            picture = "\n".join(row[where.x : where.right] for row in rows)
            assert ("^" if look is ASCII else "▲") in picture
            assert "TIP" in picture or "C" in picture
            assert "+" in picture or "NEW" in picture.upper()
            pictures.add(picture)
        assert len(pictures) == len(threes)


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(60, 17), (60, 23), (60, 49), (80, 17), (80, 23), (120, 39), (200, 59)])
@pytest.mark.parametrize("count_of_older_cards", [0, 10, 20, 36])
def test_cursor_in_the_pile_is_in_sight_beside_the_mark_of_the_coach(side_on_turn, look, size, count_of_older_cards):
    side = side_on_turn("draw", seats=10)
    side.deal_hand("9♣ 9♦ 10♦ 10♣ Q♥ Q♦ 5♦ J♦", pile=f"{shuffled_cards(count_of_older_cards)} 9♠ Q♠ 9♠ 3♣ 10♠ 4♥")
    number = side.view.count("discard")
    for advised in [action for action in GAME.legal(side.view) if action.verb == "take"]:
        pictures = {}
        for place in range(count_of_older_cards + 1, number + 1):
            selection = replace(side.selection, zone="pile", pile_place=place)
            scene = side.scene(width=size[0], height=size[1], look=look, advised=advised, selection=selection)
            where = layout_of(scene).pile_rect(number)
            rows = str(render(scene).canvas).splitlines()[where.y : where.bottom]
            pictures[place] = "\n".join(row[where.x : where.right] for row in rows)
            positions, height = pile_positions(layout_of(scene), number, place)
            (position,) = (one for one in positions if one.place == place)
            # in one line the bracket of the take begins at it; on a low board the prompt that names it may cover it
            if not position.in_one_line and size[1] > 17:
                card = rows[position.y - where.y :][:height]
                signs = "[<^]" if look is ASCII else "[◂▲]"
                assert re.search(signs, " ".join(row[position.x :][: position.visible_columns] for row in card)), place
        assert len(set(pictures.values())) == len(pictures), advised


def test_dice_stay_in_the_status_line_until_the_first_draw_of_the_round():
    """Not in the turns of the others after it, in which they would come and go."""
    side = SeatSide(GAME.start(seats=4, seed=3), seat=0)
    side.act(0, "deal")
    dice = f"dice {side.view.facts['dice']:02}"
    for width, height in ((120, 39), (200, 59)):
        assert dice in side.text(width=width, height=height).splitlines()[0]
    for action in ("draw", None, "draw", None):
        seat = side.view.facts["turn"]
        discard = next(one for one in side.match.legal(seat) if one.verb == "discard") if action is None else None
        side.act(seat, action or discard)
        for width, height in ((80, 23), (120, 39), (200, 59)):
            assert "dice" not in side.text(width=width, height=height).splitlines()[0]


def test_players_can_be_caught_until_they_announce_draw_or_take(side_on_turn):
    side = side_on_turn()
    for due, sentence in (
        ((2,), "Chidi has one card and has not said so: C catches, until Chidi announces, draws or takes."),
        ((0, 2), "Ada and Chidi have one card and have not said so: C catches, until each announces, draws or takes."),
    ):
        side.set_facts(due=due)
        assert duty_sentences(side.scene())[0] == sentence


@pytest.mark.parametrize(("hand", "is_enough"), [("5♥", False), ("5♥ 9♦", True)])
def test_player_with_one_card_is_not_told_to_take_from_the_pile_with_two(side_on_turn, hand, is_enough):
    side = side_on_turn("draw")
    side.deal_hand(hand)
    assert all(("too few" in sentence) != is_enough for sentence in duty_sentences(side.scene()))


def test_pause_in_which_a_banner_is_shown_says_which_key_ends_it(side_on_turn):
    effect = BigQueenFrameEffect(banner=Banner("QUEEN", "gold", "Ada lays the big Queen."), shows_queen=True)
    side = side_on_turn()
    for width, height in ((80, 23), (120, 39), (200, 59)):
        assert "Enter: go on" in side.text(width=width, height=height, effect=effect)
        assert "Enter: go on" not in side.text(width=width, height=height)


def test_card_under_the_cursor_keeps_its_label(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♠ 8♦ K♣", r7="7♣ 7♦ 7♥")
    for cursor, label in enumerate(("▲ add to 7s", "▲ costs 5", "▲ costs 10")):
        selection = replace(side.selection, cursor=cursor, new_cards=frozenset())
        assert label in side.text(width=120, height=39, selection=selection)


def test_card_under_the_cursor_keeps_its_label_in_a_small_window(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♠ 8♦ K♣ 3♣ 3♦ 3♥ 4♣ 5♣ 6♣ 9♣ 10♣", r7="7♣ 7♦ 7♥")
    hand = side.selection.hand
    for cursor, card in enumerate(hand):
        selection = replace(side.selection, cursor=cursor, new_cards=frozenset())
        label = {"7": "add▲", "3": "lay▲", "K": "-10▲", "10": "-10▲"}.get(card.rank, "-5▲")
        text = side.text(width=80, height=23, selection=selection)
        assert label in text
        assert not re.search(r"▲[\w-]", text), "the next label stands apart"


def test_cursor_in_the_hand_has_its_sign_before_a_card_is_drawn(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠")
    for cursor in range(4):
        selection = replace(side.selection, zone="hand", cursor=cursor)
        for width in (80, 120):
            assert "▲" in side.text(width=width, height=39, selection=selection)


def test_click_beside_the_sets_of_my_team_lays_the_selected_cards(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♠ 9♦ 9♥ J♦ K♣ 5♠", r7="7♣ 7♦ 7♥")
    scene = side.scene(width=120, height=39)
    where = layout_of(scene)
    beside = where.set_columns(1, ("7",)).rects["7"].right + 2
    command = next(
        command for rect, command in render(scene).click_areas if rect.contains(beside, where.areas[1].y + 2)
    )
    side.run_commands(ToggleCard(1), ToggleCard(2), ToggleCard(3))
    assert [str(action) for action in side.run_commands(command)] == ["meld 9♠ 9♦ 9♥"]


def test_prompt_says_what_a_draw_from_an_empty_stock_does(side_on_turn):
    side = side_on_turn("draw", max_reshuffles=1)
    side.view = dataclasses.replace(side.view, piles={**side.view.piles, "stock": 0})
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦ K♣")
    assert duty_sentence(side.scene()) == "The stock is empty: a draw turns the discard pile into it."
    side.set_facts(reshuffles=1)
    assert duty_sentence(side.scene()) == "The stock is empty: a draw ends the round."
    side.set_facts(reshuffles=0)
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠")
    assert duty_sentence(side.scene()) == "The stock is empty: a draw ends the round."
    for width, height in ((60, 17), (80, 23), (120, 39)):
        selection = replace(side.selection, zone="hand")
        assert "a draw ends the round." in side.text(width=width, height=height, selection=selection)


def test_sentence_about_the_dice_says_that_they_have_ten_sides(side_on_turn):
    """A roll such as 37 cannot come from the dice that most people know."""
    scene = side_on_turn("draw").scene(effect=BigQueenFrameEffect(dice=37))
    assert all("ten-sided dice" in sentence for sentence in duty_sentences(scene))


@parametrize("size", [(80, 23), (120, 39), (200, 59)], 1)
def test_what_the_dice_may_win_is_said_before_every_deal(side_on_turn, size):
    side = side_on_turn()
    side.deal_hand("5♠ 8♦")
    for turn in (side.seat, side.seat + 1):
        side.set_facts(phase="deal", round=3, turn=turn)
        text = side.text(width=size[0], height=size[1])
        assert re.search("44 or 45 .*wins .*100 points", text)
        assert "ten-sided dice" in text or turn != side.seat, "before I roll them"


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39), (200, 59), (60, 49)])
@pytest.mark.parametrize("older_cards", ["", "3♣ 6♦ J♥ " * 9])
def test_queen_of_spades_in_the_discard_pile_shows_her_points_or_a_crown(side_on_turn, size, look, older_cards):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦", f"{older_cards}4♠ Q♥ Q♠ 5♣")
    scene = side.scene(width=size[0], height=size[1], look=look)
    scene = replace(scene, selection=replace(scene.selection, zone="hand", pile_place=len(scene.view.cards("discard"))))
    where, rows = layout_of(scene), str(render(scene).canvas).splitlines()
    positions, height = pile_positions(where, len(scene.view.cards("discard")), scene.selection.pile_place)
    marks = {}
    for card, position in zip(scene.view.cards("discard")[-3:], positions[-3:], strict=True):
        shown = [row[position.x : position.x + position.visible_columns] for row in rows[position.y :][:height]]
        marks[str(card)] = bool(re.search("100" if height > 2 else r"[♛*]Q|Q.[♛*]", "\n".join(shown)))
    assert marks == {"Q♥": False, "Q♠": True, "5♣": False}


@pytest.mark.parametrize("look", [FOUR_COLOURS, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("pile", ["3♠", "3♠ 10♣ 4♦", "3♠ Q♠ 4♦ Q♠"])
def test_sign_of_new_cards_is_explained_where_nothing_else_stands(side_on_turn, look, pile):
    sets = {"r10": "10♠ 10♦ 10♥ 10♣", "rK": "K♠ K♦ K♥", "rQ": "Q♠ Q♥ Q♦", "r7": "7♠ 7♦ 7♥", "r8": "8♠ 8♦ 8♥"}
    explained = 0
    for number in range(1, len(sets) + 1):
        side = side_on_turn("draw")
        side.deal_hand("9♣ 9♠ 5♦", pile, **dict(list(sets.items())[:number]))
        plain = side.text(width=80, height=23, look=look).split("\n")
        told = side.text(width=80, height=23, look=look, cards_added_to_sets={"B/10": cards("10♣")}).split("\n")
        assert any("+" in row for row in told)
        for before, after in zip(plain, told, strict=True):
            for sentence in ("+ new card", "sets: + new"):
                if sentence in after:
                    start = after.index(sentence)
                    assert not before[start - 1 : start + len(sentence)].strip()
                    explained += 1
    assert explained >= 3


@pytest.mark.parametrize("size", [(80, 16), (80, 17), (80, 23), (120, 39), (200, 59)])
def test_sentence_on_the_dice_is_never_cut_by_the_key_that_goes_on(size):
    side = SeatSide(GAME.start(seats=4, seed=3), seat=0)
    banner = Banner("DICE", "panel", "You roll 37. 44 and 45 win 100 points.")
    effect = BigQueenFrameEffect(banner=banner, dice=37)
    text = " ".join(side.text(width=size[0], height=size[1], effect=effect).split())
    assert "You roll 37." in text
    assert not re.search(r"\wEnter: go on", text)
    assert "44 and 45 win 100 points" in text


@pytest.mark.parametrize("width", [60, 70, 80])
def test_short_sentence_on_the_dice_has_the_whole_name(side_on_turn, width):
    rolled = "Dr. Ada Augusta King rolls 37."
    banner = Banner("DICE", "panel", f"{rolled} 44 and 45 win 100 points.", (rolled,))
    effect = BigQueenFrameEffect(banner=banner, dice=37)
    words = side_on_turn().text(width=width, height=17, effect=effect).split()
    assert {"Augusta", "King", "rolls"} <= {*words}, "the first sentence is not over after Dr."


def test_text_on_a_take_leaves_the_card_in_sight_on_a_low_board(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("5♦ Q♠ Q♥ K♣ K♥ 2♦", "6♠ K♦ 4♥ 3♣")
    side.run_commands(FindNextCards())
    for height in (16, 17):
        text = side.text(width=80, height=height)
        assert "Take K♦, lay K♦ K♣ K♥; you also get 2 cards" in text
        pile = text.split("\n")[layout_of(side.scene(width=80, height=height)).pile.y]
        assert re.search("6♠.*K♦.*4♥.*3♣", pile)


@pytest.mark.parametrize(
    ("size", "look"),
    [((120, 44), FOUR_COLOURS), ((120, 48), FOUR_COLOURS), ((120, 48), LOOKS["four-ascii"]), ((160, 49), OUTLINE)],
)
def test_large_areas_without_a_set_have_examples_in_large_digits(side_on_turn, size, look):
    """What each card counts in my area, sets in the other one: neither falls back to small outlines."""
    scene = side_on_turn("draw").scene(width=size[0], height=size[1], look=look)
    canvas = render(scene).canvas
    mine, others = (layout_of(scene).areas[team] for team in (1, 0))
    for area, title, points in ((mine, "What each card counts", (5, 10, 15, 20, 100)), (others, "Examples", (15, 120))):
        rows = [canvas.text_in(y, area.x, area.right) for y in range(area.y, area.bottom)]
        assert any(title in row for row in rows)
        for number in points:
            for digits in big_letter_rows(str(number), look.ascii):
                assert any(digits.rstrip() in row for row in rows), number


@pytest.mark.parametrize("look", [LOOKS["four-ascii"], FOUR_COLOURS, OUTLINE], ids=lambda look: look.name)
@pytest.mark.parametrize("width", range(120, 161, 5))
def test_rule_below_examples_of_sets_is_whole_and_large_digits_stay_in_their_boxes(side_on_turn, width, look):
    rows = str(render(side_on_turn().scene(width=width, height=49, look=look)).canvas).splitlines()
    rules = [row[: width // 2].strip() for row in rows if "Three or more" in row]
    assert set(rules) <= {
        "Three or more cards of one rank. A 2 may stand for any of them but one.",
        "Three or more of one rank; 2s may replace all but one.",
    }
    assert rules or not look.solid or width < 130
    if look is OUTLINE:
        top = next(y for y, row in enumerate(rows) if "····" in row)
        height = next(y for y, row in enumerate(rows[top + 1 :], 1) if "····" in row)
        edges = {x for box in re.finditer("·+", rows[top]) for x in (box.start(), box.end() - 1)}
        for row in rows[top : top + height]:
            assert {row[x] for x in edges} == {"·"}, row


@pytest.mark.parametrize("look", [FOUR_COLOURS, ASCII], ids=lambda look: look.name)
def test_short_heading_is_the_points_of_a_set_and_cannot_be_read_as_a_time_of_day(side_on_turn, look):
    side = side_on_turn()
    laid = {"3": 4, "4": 3, "5": 3, "8": 4, "10": 4, "Q": 4, "K": 5}
    side.deal_hand(
        "2♣ 2♦", **{f"r{rank}": " ".join(f"{rank}{'♠♥♦♣♣'[at]}" for at in range(n)) for rank, n in laid.items()}
    )
    for size, queens in (((80, 23), "♛130"), ((120, 39), "♛130pt")):
        headings = " ".join(rows[0].strip() for rows in text_of_columns(side, size, look=look).values())
        assert headings == f"20pt 15pt 15pt 20pt 40pt {queens} 50pt".replace("♛", "*" if look is ASCII else "♛")
