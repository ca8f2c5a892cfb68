"""How much of the board of the trick games is filled, and with what, through a whole hand and with every number of
players.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from core import Remark, cards, games
from core.engine.cards import QUEENS
from core.queens_dungeon import QUEEN_POINTS, TRICK_POINTS
from core.queens_dungeon.follow_suit import masks_of_hand, plays_to_lead
from net.client.events import MatchBegan, MatchChanged
from tests.support.filled_cells import share_of_filled_cells
from tui.boards.tricks.board import TrickBoard
from tui.boards.tricks.hand import hand_rect
from tui.boards.tricks.hand_facts import cards_dealt
from tui.boards.tricks.points_text import brings_nothing, points_if_counted_text
from tui.boards.tricks.render import layout_of, render
from tui.boards.tricks.scene import TakenTrick
from tui.boards.tricks.taken_tricks import taken_tricks, tray_rect
from tui.boards.tricks.trick_text import trump_lead_text
from tui.boards.tricks.trick_view import players_clockwise, trick_by_player, trump_suit
from tui.cards import LOOKS, MID, MINI
from tui.drawing import Rect

SLUG_AND_SEATS_OF_TABLES = [
    (slug, seats) for slug in ("queens-dungeon", "queen-bees-ii") for seats in games[slug].seats
]
"""Pairs of the slug of a trick game and each of its numbers of seats."""

SEAT_NAMES = ("Nora", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the seats."""

MIN_FILLED_SHARE_BY_SIZE = {(120, 39): 0.45, (160, 49): 0.45, (200, 59): 0.35, (80, 23): 0.22}
"""Maps the size of a board to the smallest accepted share of it that is filled, without status line, log, standings and
buttons.
"""


def share_of_table_filled(scene, width, height):
    """Return the share of the table and the hand that is filled on a board of this size."""
    shown = replace(scene, width=width, height=height)
    where, canvas = layout_of(shown), render(shown).canvas
    table = Rect(0, 1, width - (where.log.width if where.log else 0), where.title.y - 1)
    hand = Rect(0, where.title.y, width, where.hand.bottom - where.title.y)
    cells = [area.width * area.height for area in (table, hand)]
    shares = [share_of_filled_cells(canvas, scene.look, area) for area in (table, hand)]
    return sum(part * size for part, size in zip(shares, cells, strict=True)) / sum(cells)


def scenes_before_own_cards(slug, seats, hand=2, seed=3):
    """Yield the scene of seat 0 before each card that it plays in one hand of a match of bots, from the first trick to
    the last.
    """
    match = games[slug].start(seats, seed=seed)
    bot = next(iter(match.game.bots.values()))
    board = TrickBoard(MatchBegan(match.view(0), SEAT_NAMES[:seats], match.opening_changes), animate=False)
    while match.view(0).facts["hand"] <= hand:
        seat = min(match.awaited)
        if (seat, match.view(0).facts["hand"], match.view(0).facts["phase"]) == (0, hand, "play"):
            yield replace(board.scene, legal=match.legal(0), overlay="")
        changes = match.act(seat, bot(match.view(seat)))
        seen = tuple(known for change in changes if (known := change.seen_by(0)))
        board.show_played(MatchChanged(seen, match.view(0)))


def scenes_of_every_state(slug, seats, hands=2, seed=3):
    """Yield the scene of seat 0, as the board shows it, in every state of the first hands of a match of bots."""
    match = games[slug].start(seats, seed=seed)
    bot = next(iter(match.game.bots.values()))
    board = TrickBoard(MatchBegan(match.view(0), SEAT_NAMES[:seats], match.opening_changes), animate=False)
    while not match.over and match.view(0).facts["hand"] <= hands:
        yield replace(board.scene, legal=match.legal(0))
        seat = min(match.awaited)
        changes = match.act(seat, bot(match.view(seat)))
        seen = tuple(known for change in changes if (known := change.seen_by(0)))
        board.show_played(MatchChanged(seen, match.view(0)))


def background_colour_at(canvas, x, y):
    """Return the name of the background colour of a cell."""
    return next(style.bgcolor.name for text, style in canvas.runs(y) if (x := x - len(text)) < 0)


def rows_of_picture(scene, **changes):
    """Return the rows of the picture of a scene with these changes."""
    return str(render(replace(scene, **changes)).canvas).splitlines()


@pytest.mark.parametrize("seed", [3, 5, 11])
@pytest.mark.parametrize(("slug", "seats"), SLUG_AND_SEATS_OF_TABLES)
def test_trick_board_is_filled_from_the_first_trick_to_the_last(slug, seats, seed):
    shares = {size: [] for size in MIN_FILLED_SHARE_BY_SIZE}
    for scene in scenes_before_own_cards(slug, seats, seed=seed):
        for size in MIN_FILLED_SHARE_BY_SIZE:
            shares[size].append(round(share_of_table_filled(scene, *size), 3))
    for size, least in MIN_FILLED_SHARE_BY_SIZE.items():
        assert len(shares[size]) >= 6
        assert min(shares[size]) >= least, (size, shares[size])


@pytest.mark.parametrize("seed", [3, 5])
@pytest.mark.parametrize(("slug", "seats"), SLUG_AND_SEATS_OF_TABLES)
def test_trick_board_is_filled_in_every_state_from_the_first_on(slug, seats, seed):
    shares = [
        (round(share_of_table_filled(scene, 120, 39), 3), scene.phase, scene.number("hand"), scene.seat_on_turn)
        for scene in scenes_of_every_state(slug, seats, seed=seed)
    ]
    assert {"call", "play"} & {phase for _, phase, _, _ in shares}
    assert min(shares)[0] >= MIN_FILLED_SHARE_BY_SIZE[120, 39], sorted(shares)[:5]


@pytest.mark.parametrize(("size", "least"), [((160, 49), 0.42), ((200, 59), 0.38)])
@pytest.mark.parametrize("seats", [2, 8])
def test_result_of_a_hand_uses_the_room_of_a_large_board(seats, size, least):
    scene = next(
        scene
        for scene in scenes_of_every_state("queens-dungeon", seats)
        if scene.number("hand") == 2 and scene.phase == "play"
    )
    assert "Result of hand 1" in "\n".join(rows_of_picture(scene, width=size[0], height=size[1]))
    assert share_of_table_filled(scene, *size) >= least


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_corner_with_trump_says_whether_it_may_be_led(seats):
    seen = set()
    for scene in scenes_before_own_cards("queens-dungeon", seats):
        text = "\n".join(rows_of_picture(scene, width=120, height=39))
        unbroken = r"No \w+ (but|may)|With only"
        assert re.search("May be led" if scene.view.facts["broken"] else unbroken, text)
        seen.add(bool(scene.view.facts["broken"]))
    assert seen == {False, True}


@pytest.mark.parametrize("seed", range(6))
def test_sentence_on_trumps_that_may_be_led_is_true_for_each_hand_that_has_another_suit(seed):
    match = games["queens-dungeon"].start(4, seed=seed)
    bot = next(iter(match.game.bots.values()))
    board = TrickBoard(MatchBegan(match.view(0), SEAT_NAMES[:4], match.opening_changes), animate=False)
    seen = set()
    while not match.over and match.view(0).facts["hand"] <= 4:
        scene = board.scene
        if scene.phase == "play":
            sentence, trump = trump_lead_text(scene), trump_suit(scene.view)
            queen = QUEENS["♣♦♥♠".index(trump)]
            kind = "but" if " but " in sentence else sentence.split()[0]
            seen.add(kind)
            is_broken = match.view(None).facts["broken"]
            for hand in match.hands[:4]:
                plays = plays_to_lead(hand, masks_of_hand(hand), "♣♦♥♠".index(trump), is_broken, False)
                led = {play.cards[0] for play in plays if play.cards[0].suit == trump}
                if all(card.suit == trump for card in hand):
                    assert led == {*hand}
                elif kind == "May":
                    assert led == {card for card in hand if card.suit == trump}
                elif kind != "With":
                    assert led == {queen} & {*hand}
            is_gone = not any(queen in hand for hand in match.hands)
            assert kind != "but" or not is_gone
        seat = min(match.awaited)
        changes = match.act(seat, bot(match.view(seat)))
        board.show_played(MatchChanged(tuple(known for one in changes if (known := one.seen_by(0))), match.view(0)))
    assert {"May", "but"} <= seen


def test_plates_of_five_players_say_who_deals_and_how_many_tricks_the_quota_is():
    for scene in scenes_before_own_cards("queens-dungeon", 5):
        if scene.number("dealer"):
            text = "\n".join(rows_of_picture(scene, width=120, height=39))
            assert re.search(r"\bdeals\b", text)
            assert f"of {scene.number('quota')} tricks" in text


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
@pytest.mark.parametrize("seats", games["queens-dungeon"].seats)
def test_while_trump_is_named_every_player_sees_the_suits_and_what_will_be_dealt(seats, look):
    calls = [scene for scene in scenes_of_every_state("queens-dungeon", seats, 4) if scene.phase == "call"]
    assert {scene.seat_on_turn == 0 for scene in calls} == {True, False} or seats > 4
    for scene in calls:
        picture = render(replace(scene, width=120, height=39, look=LOOKS[look]))
        text = str(picture.canvas)
        for word in ("Clubs", "Diamonds", "Hearts", "Spades"):
            assert word in text
        number = 52 // (3 if seats == 2 else seats)
        mine = scene.seat_on_turn == 0
        assert (f"Then everybody gets {number} cards." in text) is not mine
        assert sum(area.height >= 7 and area.width >= 24 for area, _ in picture.click_areas) == 4 * mine
        if scene.summary is None:
            opponents = layout_of(replace(scene, width=120, height=39)).opponents
            rows = text.splitlines()
            for place in (opponent.hand for opponent in opponents if opponent.hand is not None):
                lines = (row[place.x : place.right] for row in rows[place.y : place.bottom])
                assert re.search(rf"(?<!\d){number} (cards )?to come\b", "\n".join(lines))
            assert "PACK" in text


@pytest.mark.parametrize(("slug", "seats"), SLUG_AND_SEATS_OF_TABLES)
def test_tray_has_each_trick_taken_with_its_card_its_taker_and_its_worth(slug, seats):
    for scene in list(scenes_before_own_cards(slug, seats))[2:]:
        tricks = taken_tricks(scene)
        assert len(tricks) == sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
        for width, height in ((80, 23), (80, 35), (120, 39), (200, 59)):
            where = layout_of(replace(scene, width=width, height=height))
            if where.card_row is None:
                continue
            tray = tray_rect(where, len(tricks), cards_dealt(scene))
            if tray is None:
                assert len(tricks) < 3
                continue
            rows = rows_of_picture(scene, width=width, height=height)[tray.y : tray.bottom]
            text = "\n".join(row[tray.x : tray.right] for row in rows)
            assert "TRICKS" in text.splitlines()[0]
            for card, number in Counter(trick.card for trick in tricks).items():
                assert text.count(str(card)) >= number
            taken = Counter(scene.name(trick.taker)[:2] for trick in tricks)  # at 80 columns cut
            assert {name: text.count(name) for name in taken} == taken
            if scene.has_dungeon and width >= 120:
                counted = [trick for trick in tricks if not brings_nothing(scene, trick.taker)]
                worth = [
                    points_if_counted_text(scene, trick.taker, TRICK_POINTS + QUEEN_POINTS * len(trick.queens))
                    for trick in counted
                ]
                assert sorted(re.findall(r"[+]\d+|\d+[?]", text)) == sorted(worth)


TRICK_NUMBER = r"(?:no\.|trick) (\d+)|(?<!\S)(\d+) +(?:10|[2-9AKQJ])[♣♦♥♠]"
"""The pattern of the number of a trick in the tray: in words, or before its card."""


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)])
@pytest.mark.parametrize(("slug", "seats"), [("queens-dungeon", 3), ("queens-dungeon", 4), ("queen-bees-ii", 4)])
def test_tricks_of_the_tray_read_down_its_columns_from_the_left_with_their_numbers(slug, seats, size):
    most = 0
    for scene in scenes_before_own_cards(slug, seats):
        where, tricks = layout_of(replace(scene, width=size[0], height=size[1])), taken_tricks(scene)
        tray = tray_rect(where, len(tricks), cards_dealt(scene))
        if tray is None:
            continue
        rows = [
            row[tray.x : tray.right]
            for row in rows_of_picture(scene, width=size[0], height=size[1])[tray.y + 1 : tray.bottom]
        ]
        found = [
            (match.end(2) if match[2] else match.start(), y, int(match[1] or match[2]))
            for y, row in enumerate(rows)
            for match in re.finditer(TRICK_NUMBER, row)
        ]
        numbers = [number for _, _, number in sorted(found)]
        assert numbers == list(range(1, len(tricks) + 1)), "\n".join(rows)
        most = max(most, len(tricks))
    assert most > 8


def test_tray_shows_no_points_for_a_dealer_who_has_missed_the_quota():
    zeros = set()
    scenes = [scene for seed in range(3, 7) for scene in scenes_of_every_state("queens-dungeon", 4, 1, seed)]
    for scene in scenes:
        tricks, dealer = taken_tricks(scene), scene.number("dealer")
        taken = scene.number(f"tricks/{dealer}")
        if len(tricks) >= 2 and scene.number("quota") - taken > 13 - len(tricks):
            assert brings_nothing(scene, dealer)
            shown = replace(scene, width=120, height=39)
            tray = tray_rect(layout_of(shown), len(tricks), cards_dealt(shown))
            rows = [row[tray.x : tray.right] for row in rows_of_picture(shown)[tray.y : tray.bottom]]
            assert len(re.findall(r"(?<!\S)0(?!\S)", "\n".join(rows))) == taken
            zeros.add(taken)
    assert zeros - {0}


def test_tray_shows_what_the_dungeon_cost_and_no_points_for_the_other_tricks_of_its_player():
    queens = cards("Q♣ Q♠ Q♥")
    (scene,) = islice(scenes_before_own_cards("queens-dungeon", 4, hand=1), 1)
    tricks = (
        TakenTrick(1, *cards("Q♦"), cards("Q♦")),
        TakenTrick(2, *cards("A♥")),
        TakenTrick(0, *cards("K♥")),
        TakenTrick(1, queens[1], queens, dungeon_loss=112),
        TakenTrick(1, *cards("9♥")),
    )
    counts = {"tricks/1": 3, "queens/1": 4, "tricks/2": 1, "tricks/0": 1, "condemned/1": True}
    hands = {"hand/0": scene.hand[:8], **{f"hand/{seat}": 8 for seat in (1, 2, 3)}, "trick": ()}
    piles = {**scene.view.piles, **hands}
    view = dataclasses.replace(scene.view, facts={**scene.view.facts, **counts}, piles=piles)
    shown = replace(scene, view=view, tricks=tricks, width=120, height=39)
    where = layout_of(shown)
    tray = tray_rect(where, len(tricks), cards_dealt(scene))
    rows = [row[tray.x : tray.right] for row in rows_of_picture(shown)[tray.y : tray.bottom]]
    assert [found for row in rows if (found := re.findall(r"no\. \d", row))] == [
        ["no. 1", "no. 3", "no. 5"],
        ["no. 2", "no. 4"],
    ]
    text = "\n".join(rows)
    assert re.search(r"Ada .*\n.*-112", text)
    assert re.search(r"Ada .*\n.*dungeon.*\n.*-112", "\n".join(rows_of_picture(shown, width=160, height=49)))
    assert sorted(re.findall(r"[+-]\d+|\b0\b", text)) == ["+10", "+10", "-112", "0", "0"]
    taken = "\n".join(rows_of_picture(shown, width=200, height=59)).partition("POINTS TAKEN")[2]
    assert re.search(r"Ada +0 ", taken)


def test_tray_of_the_largest_board_has_cards_of_medium_size():
    for scene in list(scenes_before_own_cards("queens-dungeon", 4))[2:]:
        for (width, height), size in (((160, 49), MINI), ((200, 59), MID)):
            shown = replace(scene, width=width, height=height, look=LOOKS["outline"])
            tray = tray_rect(layout_of(shown), len(taken_tricks(scene)), cards_dealt(scene))
            rows = [row[tray.x : tray.right] for row in rows_of_picture(shown)[tray.y + 1 : tray.bottom]]
            assert any(f"┌{scene.tricks[0].card}" in row for row in rows)
            lowest, x = rows[size.height - 1], rows[0].index("┌")
            assert (lowest[x], lowest[x + size.width - 1]) == ("└", "┘")


def test_board_remembers_what_the_dungeon_has_cost():
    match = games["queens-dungeon"].start(4, seed=0)
    board = TrickBoard(MatchBegan(match.view(0), SEAT_NAMES[:4], match.opening_changes), animate=False)
    chance, losses = random.Random(0), []
    while not match.over:
        seat = min(match.awaited)
        legal = match.legal(seat)
        queens = [action for action in legal if action.verb == "play" and action.cards[0] in QUEENS]
        changes = match.act(seat, chance.choice(queens if queens and match.view(seat).cards("trick") else legal))
        seen = tuple(known for change in changes if (known := change.seen_by(0)))
        board.show_played(MatchChanged(seen, match.view(0)))
        for remark in changes:
            if isinstance(remark, Remark) and remark.key == "dungeon" and match.view(0).count("hand/0"):
                _, score, new = remark.particulars
                losses.append(score - new)
                assert board.scene.tricks[-1].taker == remark.seat
                assert board.scene.tricks[-1].dungeon_loss == losses[-1]
    assert {100, 186} <= set(losses)


@pytest.mark.parametrize(("slug", "seats"), SLUG_AND_SEATS_OF_TABLES)
def test_tricks_taken_cannot_be_mistaken_for_cards_of_the_hand(slug, seats):
    for scene in scenes_before_own_cards(slug, seats):
        for width, height in ((80, 23), (120, 39), (200, 59)):
            shown = replace(scene, width=width, height=height)
            where = layout_of(shown)
            tray, hand = (
                tray_rect(where, len(taken_tricks(scene)), cards_dealt(scene)),
                hand_rect(where, len(scene.hand)),
            )
            if tray is None:
                continue
            assert hand.right < tray.x
            assert tray.right == where.card_row.right
            canvas = render(shown).canvas
            sheet = scene.look.palette.sheet
            for y in range(tray.y, tray.bottom):
                assert background_colour_at(canvas, tray.x, y) == sheet
                assert background_colour_at(canvas, hand.right, y) != sheet
            beside = [background_colour_at(canvas, x, tray.y + 1) == sheet for x in range(tray.x + 1, tray.right)]
            first_card = beside[beside.index(False) :]
            assert 0 < first_card.index(True) < where.hand_size.width  # the card is narrower than those of the hand


@pytest.mark.parametrize(("look", "line"), [("outline", "│"), ("ascii", "|")])
@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii"])
def test_line_separates_hand_and_tray_in_looks_without_backgrounds(slug, look, line):
    scenes = list(scenes_before_own_cards(slug, 4))
    where = layout_of(replace(scenes[2], width=120, height=39))
    for scene, is_there in ((scenes[0], False), (scenes[2], True), (scenes[-1], True)):
        rows = rows_of_picture(scene, width=120, height=39, look=LOOKS[look])[where.hand.y : where.hand.bottom]
        column = where.card_row.right - len(taken_tricks(scene)) * where.card_row.step - 1
        assert ({row[column : column + 1] for row in rows} == {line}) is is_there, rows


def test_area_of_another_player_shows_only_the_cards_that_they_hold():
    for scene in scenes_before_own_cards("queens-dungeon", 4):
        shown = replace(scene, width=120, height=39, look=LOOKS["outline"])
        where, rows = layout_of(shown), rows_of_picture(shown)
        for opponent, player in zip(where.opponents, (1, 2, 3), strict=True):
            if opponent.hand is not None and scene.cards_held(player):
                lowest = rows[opponent.hand.bottom - 1][opponent.hand.x : opponent.hand.right].strip()
                assert lowest.startswith("└")
                assert " " not in lowest


def test_bars_of_the_dungeon_come_down_further_with_each_queen():
    down = {}
    for scene in scenes_before_own_cards("queens-dungeon", 3, hand=1, seed=5):
        rows = rows_of_picture(scene, width=120, height=39)
        middle = layout_of(replace(scene, width=120, height=39)).middle
        queens = sum(card.rank == "Q" for _, card in trick_by_player(scene.view))
        down[queens] = sum("┃" in row[middle.x : middle.right] for row in rows)
    assert {0, 1} <= set(down)
    assert down[0] < down[1]


def test_cell_of_the_honeycomb_names_the_card_that_was_led():
    words = set()
    for scene in [scene for hand in (1, 2, 3) for scene in scenes_before_own_cards("queen-bees-ii", 3, hand)]:
        found = re.search(r"(\w+ are|no suit) led", "\n".join(rows_of_picture(scene, width=120, height=39)))
        trick = scene.view.cards("trick")
        assert (found.group(1) == "no suit") is (not trick)
        words.add(found.group(1))
    assert "trumps are" in words
    assert len(words) > 3
