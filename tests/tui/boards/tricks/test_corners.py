"""The corners of the board of the trick games (areas for trump and the like beside the players), and the places of
taken Queens.
"""

from __future__ import annotations

import dataclasses
import re

import pytest
from msgspec.structs import replace

from core import Action, cards, games
from core.engine.cards import QUEENS
from net.client.events import MatchBegan
from tests.support.board_pictures import is_rectangle_inside
from tests.tui.boards.common.test_every_picture import board_of_new_match, changes_of_random_match
from tui.boards.tricks.animation import LAST_PLACE_SENTENCE
from tui.boards.tricks.board import TrickBoard
from tui.boards.tricks.corners import paint_corners
from tui.boards.tricks.hand_facts import prospective_trump_ranks
from tui.boards.tricks.points_text import score_text
from tui.boards.tricks.queens_corner import _size_of_queens
from tui.boards.tricks.render import layout_of, render
from tui.boards.tricks.scene import DungeonEffect, TakenTrick, TrickFrameEffect, TrickScene
from tui.boards.tricks.trick_corner import paint_last_trick
from tui.boards.tricks.trick_text import (
    next_queen_text,
    queens_not_taken_text,
    queens_not_taken_texts,
    trick_worth_text,
)
from tui.boards.tricks.trick_view import is_trump_of_last_trick, trump_suit_of_last_trick
from tui.boards.tricks.trump_corner import paint_rule_of_led_trump
from tui.boards.tricks.turn_text import last_trick_text
from tui.cards import ASCII, LOOKS, MINI, Canvas, look_with_back
from tui.drawing import Banner, Brush, Rect

SEAT_NAMES = ("Nora", "Ada", "Björn", "Chidi")
"""The names of the seats."""

OTHER_HAND_NAMES = [f"hand/{seat}" for seat in range(1, len(SEAT_NAMES))]
"""Names of the piles that are the hands of the other seats; the person in seat 0 does not see their cards."""

CORNER_NAMES = ("top_left", "top_right", "bottom_left", "bottom_right")
"""The names of the four corners, the areas beside the players around the table."""


def scene_with_trick(slug, trick, **facts):
    """Return a scene of four players in which these cards lie in the trick, and everybody has some left."""
    match = games[slug].start(4, seed=1)
    view = match.view(0)
    piles = {**view.piles, "trick": cards(trick), "hand/0": cards("2♥ 3♥ 4♥"), **dict.fromkeys(OTHER_HAND_NAMES, 3)}
    view = dataclasses.replace(view, piles=piles, facts={**view.facts, "phase": "play", "leader": 1, **facts})
    return TrickScene(view=view, names=SEAT_NAMES, focus=0, width=120, height=39)


def text_of_scene(scene):
    """Return the text of the picture of a scene."""
    return str(render(scene).canvas)


@pytest.mark.parametrize("height", range(11, 30))
def test_two_rows_of_queens_are_parted_by_a_free_one(height):
    size, across = _size_of_queens(Rect(0, 0, 17, height))
    rows = 4 // across
    assert rows == 1 or size is MINI or 1 + rows * size.height + 1 <= height


def test_worth_of_a_trick_counts_its_queens():
    for trick, worth in (("A♣", "10 points"), ("A♣ Q♦", "10 + 25 = 35"), ("A♣ Q♦ Q♥", "10 + 50 = 60")):
        scene = scene_with_trick("queens-dungeon", trick, trump="♠", dealer=2)
        assert trick_worth_text(scene) == worth
        assert worth in text_of_scene(scene)
    assert trick_worth_text(scene_with_trick("queen-bees-ii", "A♣ Q♦")) == "1 point"


def test_corner_of_the_table_says_what_the_next_queen_of_the_trick_would_do():
    dungeon = {"trump": "♠", "dealer": 2}
    assert next_queen_text(scene_with_trick("queens-dungeon", "A♣", **dungeon)) == ""
    one = scene_with_trick("queens-dungeon", "A♣ Q♦", **dungeon)
    assert next_queen_text(one) == "Exactly 2 Queens: Björn changes trump"
    two = scene_with_trick("queens-dungeon", "A♣ Q♦ Q♠", **dungeon)
    assert next_queen_text(two) == "A 3rd Queen: Chidi falls from 0 to -100"
    assert next_queen_text(scene_with_trick("queen-bees-ii", "Q♣ Q♦")) == ""


@pytest.mark.parametrize(
    ("trick", "scores", "partners", "sentence"),
    [
        ("A♣ Q♦ Q♠", (400, 100, 350, 295), False, "A 3rd Queen: Chidi falls from 295 to 99"),  # 1 below the lowest
        ("A♣ Q♦ Q♠", (400, 250, 350, 295), False, "A 3rd Queen: Chidi falls from 295 to 195"),  # 100 less
        ("A♣ Q♦ Q♠", (100, 400, 100, 400), True, "A 3rd Queen: Chidi falls from 400 to 99"),  # against the other team
        ("Q♣ Q♦ Q♥", (0, 300, 10, 20), False, "A 4th Queen: Ada falls from 300 to 0"),
        ("Q♣ Q♦ Q♥", (0, 100, 10, 20), False, "A 4th Queen: Ada falls from 100 to -150"),
    ],
)
def test_corner_says_in_points_what_the_third_and_the_fourth_queen_would_cost(trick, scores, partners, sentence):
    facts = {f"score/{seat}": score for seat, score in enumerate(scores)}
    scene = scene_with_trick("queens-dungeon", trick, trump="♠", dealer=2, **facts)
    options = {**scene.view.options, "partners": partners}
    assert next_queen_text(replace(scene, view=dataclasses.replace(scene.view, options=options))) == sentence


def test_corner_does_not_mention_a_next_queen_that_cannot_come_or_changes_nothing():
    facts = {"trump": "♠", "dealer": 2}
    assert next_queen_text(scene_with_trick("queens-dungeon", "A♣ Q♦ Q♠ Q♥", **facts)) == "", "the trick is full"
    assert next_queen_text(scene_with_trick("queens-dungeon", "A♣ Q♦ Q♠", **facts, **{"queens/1": 2})) == "", "all fell"
    assert next_queen_text(scene_with_trick("queens-dungeon", "A♣ Q♦", **facts, **{"queens/1": 3})) == "", "all fell"
    last = scene_with_trick("queens-dungeon", "A♣ Q♦", **facts)
    hands = {"hand/0": cards("2♥"), "hand/1": 0, "hand/2": 0, "hand/3": 1}
    view = dataclasses.replace(last.view, piles={**last.view.piles, **hands})
    assert next_queen_text(replace(last, view=view)) == "", "after the last trick trump does not change"


def test_corner_does_not_mention_a_queen_that_i_the_last_player_do_not_hold():
    scene = scene_with_trick("queens-dungeon", "A♣ Q♦ 2♣", trump="♠", dealer=0)
    plays = {name: Action(("play", *cards(name))) for name in ("3♥", "Q♥")}
    assert next_queen_text(replace(scene, legal=(plays["3♥"],))) == ""
    assert next_queen_text(replace(scene, legal=tuple(plays.values()))) == "Exactly 2 Queens: you change trump"


@pytest.mark.parametrize(
    ("last", "called", "phase", "trump"),
    [
        ("A♣ Q♦ Q♥ 2♣", ("♦", "♠"), "play", "♦"),
        ("A♣ Q♦ Q♥ 2♣", ("♠",), "change", "♠"),
        ("A♣ Q♦ K♥ 2♣", ("♦", "♠"), "play", "♠"),
        ("A♣ Q♦ Q♥ Q♣", ("♦", "♠"), "play", "♠"),
    ],
)
def test_last_trick_marks_the_trumps_that_it_had(last, called, phase, trump):
    facts = {"last": tuple(cards(last)), "last-leader": 1, "called": called, "phase": phase}
    scene = scene_with_trick("queens-dungeon", "", trump="♠", dealer=2, **facts)
    assert trump_suit_of_last_trick(scene.view) == trump
    assert [card for card in cards(last) if is_trump_of_last_trick(scene.view, card)] == [
        card for card in cards(last) if card.suit == trump
    ]
    assert ("diamonds were trump" in last_trick_text(scene)) == (trump == "♦")


def test_corner_never_says_that_the_dummy_would_go_to_the_dungeon():
    match = games["queens-dungeon"].start(2, seed=1)
    view = match.view(0)
    facts = {**view.facts, "phase": "play", "trump": "♠", "dealer": 0, "leader": 2}
    view = dataclasses.replace(view, piles={**view.piles, "trick": cards("Q♠ Q♦")}, facts=facts)
    scene = TrickScene(view=view, names=SEAT_NAMES[:2], focus=0, width=120, height=39)
    assert next_queen_text(scene) == "A 3rd Queen: the dummy goes free"


def test_corner_says_what_the_next_queen_does_unless_a_lesson_teaches_that_later():
    scene = replace(scene_with_trick("queens-dungeon", "A♣ Q♦", trump="♠", dealer=2), width=200, height=59)
    assert "Exactly 2 Queens: Björn changes trump" in " ".join(text_of_scene(scene).split())
    lesson = replace(scene, taught_later=frozenset(["next Queen"]))
    assert "changes trump" not in " ".join(text_of_scene(lesson).split())


@pytest.mark.parametrize(
    ("taken_queens", "sentence"),
    [(0, "4 Queens not taken"), (1, "3 Queens not taken"), (2, "2 Queens not taken, too few for the dungeon")],
)
def test_corner_says_that_the_dungeon_is_impossible_with_two_queens_left(taken_queens, sentence):
    scene = scene_with_trick("queens-dungeon", "A♣", trump="♠", dealer=2, **{"queens/1": taken_queens})
    assert queens_not_taken_text(scene.view) == sentence
    text = text_of_scene(replace(scene, width=200, height=59))
    without_noun = sentence.replace(" Queens", "")  # where the sentence has no room, the Queens below say it
    assert sentence.upper() in text or without_noun.upper() in text
    in_trick = scene_with_trick("queens-dungeon", "A♣ Q♦", trump="♠", dealer=2, **{"queens/1": taken_queens})
    assert queens_not_taken_text(in_trick.view) == sentence, "a Queen in the trick is not taken yet"
    none = scene_with_trick("queens-dungeon", "A♣", trump="♠", dealer=2, **{"queens/1": 4})
    assert queens_not_taken_text(none.view) == "All Queens taken"


def test_ranks_that_a_trick_would_make_trumps_are_shown_until_a_second_suit_falls():
    assert prospective_trump_ranks(scene_with_trick("queen-bees-ii", "4♣ K♣")) == ("K", "4", "?", "?")
    assert prospective_trump_ranks(scene_with_trick("queen-bees-ii", "4♣ K♦")) == ()
    assert prospective_trump_ranks(scene_with_trick("queen-bees-ii", "4♣ K♣", trumps=("A", "3", "2"))) == ()
    scene = scene_with_trick("queen-bees-ii", "4♣ K♣")
    assert "MAY BE TRUMPS" in text_of_scene(scene)
    small = text_of_scene(replace(scene, width=80, height=23))
    assert "If this trick is all clubs, K 4 ? ? become trumps" in small
    assert "NO TRUMPS YET" in text_of_scene(scene_with_trick("queen-bees-ii", ""))


def test_taken_queens_leave_a_place_with_the_name_of_their_taker():
    (queen,) = cards("Q♥")
    scene = scene_with_trick("queens-dungeon", "A♣", trump="♠", dealer=2, **{"queens/1": 1})
    scene = replace(scene, tricks=(TakenTrick(1, queen, (queen,)),), width=200, height=59)
    text = text_of_scene(scene)
    assert "3 QUEENS NOT TAKEN" in text
    right = "\n".join(line[105:154] for line in text.splitlines()[:14])
    assert "Ada" in right
    assert "Ada" not in "\n".join(line[105:154] for line in text_of_scene(replace(scene, tricks=())).splitlines()[:14])


def test_taken_queen_leaves_the_name_of_her_taker_if_there_is_no_room_for_a_picture():
    (queen,) = cards("Q♥")
    scene = scene_with_trick("queens-dungeon", "A♣", trump="♠", dealer=2, **{"queens/1": 1})
    text = text_of_scene(replace(scene, tricks=(TakenTrick(1, queen, (queen,)),), width=80, height=23))
    assert re.search(r"3 QUEENS LEFT.*\n.*Q♣ +Q♦.*\n.*♥ Ada +Q♠", text)
    assert "Q♥" not in text


def test_board_remembers_who_has_taken_which_queen():
    board, match = board_of_new_match("queens-dungeon", SEAT_NAMES)
    assert isinstance(board, TrickBoard)
    taken = 0
    for played in changes_of_random_match(match):
        board.show_played(played)
        scene = board.scene
        counts = [scene.number(f"queens/{seat}") for seat in range(4)]
        assert [len(scene.queens_of(seat)) for seat in range(4)] == counts
        taken += sum(counts)
        if scene.number("hand") == 4:
            break
    assert taken


def test_board_opened_in_the_middle_of_a_match_shows_no_taken_queen_as_left():
    match = games["queens-dungeon"].start(4, seed=3)
    texts = {}
    for played in changes_of_random_match(match):
        view = played.view
        board = TrickBoard(MatchBegan(view, SEAT_NAMES, ()), animate=False)
        scene = board.scene
        taken = sum(scene.number(f"queens/{seat}") for seat in range(4))
        assert len(scene.queens_taken) + scene.unseen_queens_taken == taken
        assert len(scene.doubtful_queens) >= scene.unseen_queens_taken
        mine = [card for card in view.cards("hand/0") if card in QUEENS]
        assert not {*mine} & {*scene.doubtful_queens}
        if scene.unseen_queens_taken:
            sure = len(scene.doubtful_queens) == scene.unseen_queens_taken
            texts[sure] = text_of_scene(replace(scene, width=200, height=59))
        if view.facts["hand"] == 4 or len(texts) == 2:
            break
    assert "gone?" in texts[False]
    assert "gone?" not in texts[True]
    assert "gone" in texts[True]


def test_corners_of_queen_bees_show_no_taken_queens():
    board, match = board_of_new_match("queen-bees-ii", SEAT_NAMES)
    for played in changes_of_random_match(match):
        board.show_played(played)
        assert board.scene.queens_taken == ()
        if board.scene.number("hand") == 2:
            break


@pytest.mark.parametrize("seats", games["queens-dungeon"].seats)
def test_corners_cover_nothing_beside_them(seats):
    match = games["queens-dungeon"].start(seats, seed=3)
    while match.view(0).facts["phase"] != "play":
        seat = min(match.waiting)
        match.act(seat, match.default(seat))
    names = tuple(f"P{seat}" for seat in range(seats))
    for width, height in ((80, 23), (100, 29), (120, 39), (140, 43), (160, 49), (200, 59)):
        scene = TrickScene(view=match.view(0), names=names, focus=0, title="", width=width, height=height)
        where, canvas = layout_of(scene), Canvas(width, height)
        paint_corners(Brush(canvas, scene.look), where, scene)
        corners = [] if where.corners is None else [getattr(where.corners, side) for side in CORNER_NAMES]
        corners += [where.zone_beside_hand] if where.zone_beside_hand is not None else []
        for y, x, columns in canvas.changed_runs(Canvas(width, height)):
            painted = Rect(x, y, columns, 1)
            assert any(is_rectangle_inside(painted, corner) for corner in corners), (width, height, painted)


def test_corners_of_the_table_are_ascii_in_the_ascii_look():
    scene = replace(scene_with_trick("queens-dungeon", "A♣ Q♦", trump="♠", dealer=2), look=ASCII)
    assert text_of_scene(replace(scene, names=("Nora", "Ada", "Bjorn", "Chidi"))).replace("\n", "").isascii()


@pytest.mark.parametrize(
    ("taken", "outlook"),
    [(0, "5 more of 8 tricks left"), (4, "1 more of 4 tricks left"), (5, "made"), (6, "made")],
)
def test_corner_shows_the_dealers_quota_as_places_and_what_is_still_needed(taken, outlook):
    facts = {"trump": "♠", "dealer": 2, "quota": 5, "tricks/2": taken, "tricks/1": 0}
    held = 8 - taken
    scene = scene_with_trick("queens-dungeon", "", **facts)
    piles = {
        **scene.view.piles,
        "hand/0": cards("2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥")[:held],
        **dict.fromkeys(OTHER_HAND_NAMES, held),
    }
    scene = replace(scene, view=dataclasses.replace(scene.view, piles=piles), width=200, height=59)
    text = text_of_scene(scene)
    assert "BJÖRN'S QUOTA" in text
    assert outlook in text
    drawn = text_of_scene(replace(scene, look=ASCII)).splitlines()
    y = next(y for y, row in enumerate(drawn) if "QUOTA" in row)
    places = drawn[y + 1][drawn[y].index("BJ") :]
    assert [places.count(sign * 5) for sign in "#."] == [min(taken, 5), 5 - min(taken, 5)]


def test_quota_is_not_out_of_reach_before_the_deal():
    match = games["queens-dungeon"].start(8, seed=1)
    names = (*SEAT_NAMES, "Dora", "Emeka", "Fatima", "Goro")
    scene = TrickScene(view=match.view(0), names=names, focus=0, width=200, height=59)
    text = text_of_scene(scene)
    assert scene.phase == "call"
    assert "QUOTA" in text
    assert "2 tricks needed" in text
    assert "out of reach" not in text


def test_quota_that_the_tricks_left_cannot_make_is_out_of_reach():
    facts = {"trump": "♠", "dealer": 2, "quota": 5, "tricks/2": 1, "tricks/1": 9}
    scene = scene_with_trick("queens-dungeon", "", **facts)
    assert "out of reach" in text_of_scene(replace(scene, width=200, height=59))
    match_point = scene_with_trick("queens-dungeon", "", **{**facts, "tricks/2": 2})
    assert "3 more of 3 tricks left" in text_of_scene(replace(match_point, width=200, height=59))


def test_quota_is_not_shown_during_the_queens_challenge_and_where_trump_is_told_in_words():
    facts = {"trump": "♠", "dealer": 2, "quota": 5}
    scene = scene_with_trick("queens-dungeon", "", **facts, challenge=True)
    assert "'S QUOTA" not in text_of_scene(replace(scene, width=200, height=59))
    low = replace(scene_with_trick("queens-dungeon", "", **facts), width=80, height=23)
    assert layout_of(low).trump_and_quota.height
    assert "'S QUOTA" not in text_of_scene(low)


def test_quota_shows_the_backs_of_the_tricks_still_needed_and_a_word_on_those_taken():
    facts = {"trump": "♠", "dealer": 2, "quota": 5, "tricks/2": 2, "tricks/1": 0}
    scene = scene_with_trick("queens-dungeon", "", **facts)
    scene = replace(scene, width=200, height=59, look=look_with_back(scene.look, "bars"))
    rows = text_of_scene(scene).splitlines()
    y, x = next((y, row.index("BJÖRN'S QUOTA")) for y, row in enumerate(rows) if "BJÖRN'S QUOTA" in row)
    places = [row[x : x + 40] for row in rows[y + 1 : y + 6]]
    assert sum(row.count("won") for row in places) == 2
    assert len(re.findall("[╋━]+", places[1])) == 3


def test_tricks_taken_so_far_stand_in_rows_below_each_other_from_the_first_one_on():
    dealt = scene_with_trick("queen-bees-ii", "4♥")
    for size in ((120, 39), (160, 49), (200, 59)):
        assert "TRICKS TAKEN" not in text_of_scene(replace(dealt, width=size[0], height=size[1]))
        taken = scene_with_trick("queen-bees-ii", "4♥", **{"tricks/2": 1})
        rows = text_of_scene(replace(taken, width=size[0], height=size[1])).splitlines()
        first, x = next((y, row.index("TRICKS TAKEN")) for y, row in enumerate(rows) if "TRICKS TAKEN" in row)
        found = [row[x : x + 20].split()[:2] for row in rows[first + 1 : first + 5]]
        assert found == [["You", "0"], ["Ada", "0"], ["Björn", "1"], ["Chidi", "0"]]


@pytest.mark.parametrize("look", ["four", "ascii"])
@pytest.mark.parametrize("size", [(120, 39), (160, 49), (200, 59)])
def test_bar_of_tricks_taken_has_a_block_for_each_trick_however_many_there_are(size, look):
    for taken in ((1, 0, 0, 0), (0, 3, 2, 1), (4, 7, 2, 0), (0, 12, 1, 0)):
        facts = {f"tricks/{seat}": number for seat, number in enumerate(taken)}
        scene = replace(scene_with_trick("queen-bees-ii", "4♥", **facts), look=LOOKS[look])
        rows = text_of_scene(replace(scene, width=size[0], height=size[1])).splitlines()
        first, x = next((y, row.index("TRICKS TAKEN")) for y, row in enumerate(rows) if "TRICKS TAKEN" in row)
        bars = [re.search(r"\d+ ?([▌|]*)", row[x : x + 30])[1] for row in rows[first + 1 : first + 5]]
        assert tuple(map(len, bars)) == taken or (max(taken) > 7 and size[0] == 120 and not any(bars))


def test_corners_of_the_bees_say_what_counts_and_each_rule_has_a_heading():
    scene = scene_with_trick("queen-bees-ii", "4♥", trumps=("A", "Q", "6", "3"))
    for size in ((120, 39), (160, 49), (200, 59)):
        text = " ".join(text_of_scene(replace(scene, width=size[0], height=size[1])).split())
        assert "WHAT COUNTS" in text
        assert "1 point each" in text
        assert re.search("EQUAL TRUMPS|Equal ranks:", text)
        assert "IF A TRUMP IS LED" in text
    assert "IF A TRUMP IS LED" not in text_of_scene(scene_with_trick("queen-bees-ii", "4♥"))


def test_score_above_the_target_is_told_without_it():
    scene = scene_with_trick("queen-bees-ii", "4♥", **{"score/0": 21})
    assert score_text(scene, True) == "21 of 21 points"
    above = scene_with_trick("queen-bees-ii", "4♥", **{"score/0": 23})
    assert score_text(above, True) == "23 points"
    assert "23 of 21" not in text_of_scene(replace(above, width=200, height=59))


@pytest.mark.parametrize(("width", "height"), [(50, 40), (60, 24), (80, 23), (100, 29), (120, 39), (200, 59)])
@pytest.mark.parametrize(
    ("slug", "effect"),
    [
        ("queens-dungeon", TrickFrameEffect(banner=Banner("ZZ", "warn", "zzz zzz zzz"), several_queens=True)),
        ("queens-dungeon", TrickFrameEffect(banner=Banner("ZZ", "gold", "zzz zzz zzz"), queen=cards("Q♠")[0])),
        ("queen-bees-ii", TrickFrameEffect(banner=Banner("ZZ", "gold", "zzz zzz zzz zz zzz"), second_line="Z Z Z")),
    ],
)
def test_banner_covers_no_card_and_no_text_in_part(slug, effect, width, height):
    scene = scene_with_trick(slug, "4♥ 10♥", **({"trump": "♣", "dealer": 3} if slug == "queens-dungeon" else {}))
    scene = replace(scene, width=width, height=height)
    before, shown = (text_of_scene(replace(scene, effect=one)).splitlines() for one in (TrickFrameEffect(), effect))
    layout, changed = layout_of(scene), 0
    zones = [layout.own_card, layout.middle, *(opponent.card for opponent in layout.opponents)]
    zones += [zone for opponent in layout.opponents for zone in (opponent.plate, opponent.hand) if zone]
    if layout.corners is not None:
        zones += [getattr(layout.corners, name) for name in CORNER_NAMES]
    for zone in zones:
        old, new = ("".join(row[zone.x : zone.right] for row in rows[zone.y : zone.bottom]) for rows in (before, shown))
        assert new == old or not re.sub("[Q♠zZ│┌┐└┘─ \u2580-\u259f]", "", new), new
        changed += new != old
    assert changed


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (200, 59)], ids=str)
def test_fall_into_the_dungeon_says_why_it_is_so_deep(size):
    sentence = "Björn goes to the dungeon with three Queens: from 295 to 99."
    dungeon = DungeonEffect(2, cards("Q♣ Q♠ Q♦"), 295, 99, 6, sentence, LAST_PLACE_SENTENCE)
    scene = scene_with_trick("queens-dungeon", "", trump="♣", dealer=3)
    scene = replace(scene, width=size[0], height=size[1], effect=TrickFrameEffect(dungeon=dungeon))
    table = layout_of(scene).table
    rows = text_of_scene(scene).splitlines()[table.y : table.bottom]
    text = " ".join("".join(row[table.x : table.right] for row in rows).replace("┃", " ").split())
    assert "Björn goes to the dungeon with three Queens" in text
    assert LAST_PLACE_SENTENCE in text
    assert sentence in text or size == (80, 23), "the large figures tell the scores"


@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii"])
def test_nobody_leads_on_the_empty_table_of_a_hand_that_is_over(slug):
    scene = scene_with_trick(slug, "", turn=1, **({"trump": "♣", "dealer": 3} if slug == "queens-dungeon" else {}))
    assert "Ada leads" in text_of_scene(scene)
    piles = {**scene.view.piles, "hand/0": (), **dict.fromkeys(OTHER_HAND_NAMES, 0)}
    over = replace(scene, view=dataclasses.replace(scene.view, piles=piles))
    middle = layout_of(over).middle
    rows = text_of_scene(over).splitlines()[middle.y : middle.bottom]
    assert "leads" not in " ".join(row[middle.x : middle.right] for row in rows)


def test_narrow_heading_of_the_rule_of_a_led_trump_says_when_it_holds():
    brush = Brush(Canvas(13, 4), LOOKS["four"])
    scene = scene_with_trick("queen-bees-ii", "4♥", trumps=("A", "Q", "6", "3"))
    assert paint_rule_of_led_trump(brush, Rect(0, 0, 13, 4), scene)
    assert "TRUMP IS LED?" in str(brush.canvas)


@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii"])
def test_picture_in_the_middle_has_a_label_and_does_not_touch_my_place(slug):
    match = games[slug].start(3, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.waiting), match.default(min(match.waiting)))
    for width, height in ((160, 49), (200, 59)):
        scene = TrickScene(view=match.view(0), names=SEAT_NAMES[:3], focus=0, width=width, height=height)
        where, rows = layout_of(scene), text_of_scene(scene).splitlines()
        middle = [row[where.middle.x : where.middle.right].strip() for row in rows[: where.middle.bottom]]
        assert middle[-1] == ""
        label = "in this trick" if slug == "queens-dungeon" else "led"
        assert any(row.endswith(label) or "led yet" in row for row in middle[where.middle.y :])


@pytest.mark.parametrize(("width", "height"), [(160, 49), (200, 59)])
def test_last_trick_of_eight_players_is_shown_in_one_fan_with_room_for_what_was_taken(width, height):
    """Two fans below each other look like cards with a rank at either end."""
    match = games["queens-dungeon"].start(8, seed=3)
    while not match.view(0).facts["last"]:
        match.act(min(match.waiting), match.default(min(match.waiting)))
    names = (*SEAT_NAMES, "Dora", "Emeka", "Fatima", "Goro")
    scene = TrickScene(view=match.view(0), names=names, focus=0, width=width, height=height)
    where, rows = layout_of(scene), text_of_scene(scene).splitlines()
    zone = where.zone_beside_hand
    text = [row[zone.x : zone.right] for row in rows[zone.y : zone.bottom]]
    last = [str(card) for card in cards(" ".join(map(str, match.view(0).facts["last"])))]
    found = [[card for card in last if card in row] for row in text]
    assert [len(row) for row in found if len(row) > 2] == [8]
    assert "POINTS TAKEN" in text[0]
    assert all(any(f"{name[:8]} " in row for row in text) for name in ("You", *names[1:]))


@pytest.mark.parametrize(("width", "cards_per_row"), [(16, [4]), (17, [4]), (19, [4]), (15, [2, 2]), (7, [1] * 4)])
def test_small_cards_of_the_last_trick_lie_in_one_row_where_they_fit(width, cards_per_row):
    last = cards("10♣ 10♦ 10♥ A♠")
    scene = scene_with_trick("queens-dungeon", "", trump="♠", leader=0, last=last, **{"last-leader": 1})
    brush = Brush(Canvas(width, 7), scene.look)
    assert paint_last_trick(brush, Rect(0, 0, width, 2 + len(cards_per_row)), scene)
    rows = str(brush.canvas).splitlines()[1 : 1 + len(cards_per_row)]
    assert [sum(str(card) in row for card in last) for row in rows] == cards_per_row


@pytest.mark.parametrize("width", [10, 15, 17, 30])
def test_rule_of_a_led_trump_never_says_that_one_is_led(width):
    scene = TrickScene(view=games["queen-bees-ii"].start(4, seed=1).view(0), names=("Ada", "Ben", "Cy", "Dee"), focus=0)
    brush = Brush(Canvas(width, 6), ASCII)
    assert paint_rule_of_led_trump(brush, Rect(0, 0, width, 6), scene)
    assert str(brush.canvas).lstrip().startswith(("IF ", "ON A "))


@pytest.mark.parametrize("taken", range(5))
def test_heading_above_the_queens_names_them_where_it_has_13_columns(taken):
    view = games["queens-dungeon"].start(4, seed=1).view(0)
    view = dataclasses.replace(view, facts={**view.facts, "queens/1": taken})
    shown = next(text for text in queens_not_taken_texts(view) if len(text) <= 13)
    assert shown == (f"{4 - taken} Queen{'s' * (taken != 3)} left" if taken < 4 else "All taken")
