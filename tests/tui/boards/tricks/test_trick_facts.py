"""The facts of the trick in words above the log of a low board."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from core import cards, games
from tests.tui.boards.tricks.test_corners import scene_with_trick, text_of_scene
from tests.tui.boards.tricks.test_render import make_scene
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.render import layout_of
from tui.boards.tricks.scene import TakenTrick
from tui.boards.tricks.trick_facts import paint_turn_in_trick, trick_facts
from tui.cards import FOUR_COLOURS, Canvas
from tui.drawing import Brush, Line, Rect


@pytest.mark.parametrize(
    ("slug", "trick", "facts", "sentences"),
    [
        ("queens-dungeon", "", {"trump": "♣"}, ["10 points here", "You play last", "♣ takes it, else the suit led"]),
        (
            "queens-dungeon",
            "4♠ 9♠",
            {"trump": "♣"},
            ["10 points here", "You play last", "Highest ♣ takes it, else highest ♠"],
        ),
        ("queens-dungeon", "4♣", {"trump": "♣"}, ["10 points here", "You play last", "Highest ♣ takes it"]),
        (
            "queens-dungeon",
            "4♠ Q♠",
            {"trump": "♣", "leader": 0},
            ["10 + 25 = 35 points here", "You led", "Highest ♣ takes it, else highest ♠"],
        ),
        ("queen-bees-ii", "", {}, ["1 point here", "You play last", "Highest of the suit led takes it"]),
        ("queen-bees-ii", "4♥", {"leader": 2}, ["1 point here", "You play 3rd of 4", "Highest ♥ takes it"]),
        (
            "queen-bees-ii",
            "4♥ 8♥ 2♥",
            {"trumps": ("A", "Q", "6", "3"), "leader": 3},
            ["1 point here", "You played 2nd of 4", "Highest trump takes it, else highest ♥", "Equal ranks ♠>♥>♦>♣"],
        ),
        (
            "queen-bees-ii",
            "6♥",
            {"trumps": ("A", "Q", "6", "3"), "leader": 0},
            ["1 point here", "You led", "Highest trump takes it", "Equal ranks ♠>♥>♦>♣"],
        ),
    ],
)
def test_facts_say_what_the_trick_is_worth_when_i_play_and_which_card_wins(slug, trick, facts, sentences):
    told = trick_facts(scene_with_trick(slug, trick, **{"dealer": 2, **facts} if "trump" in facts else facts))
    assert told[: len(sentences)] == sentences
    assert len(told) - len(sentences) == (slug == "queens-dungeon")


@pytest.mark.parametrize(("seats", "is_told"), [(3, True), (4, False)])
@pytest.mark.parametrize("size", [(80, 23), (120, 39)], ids=str)
def test_board_says_which_ranks_are_dealt_if_some_are_left_out(seats, is_told, size):
    scene = make_scene(games["queen-bees-ii"].start(seats, seed=3), width=size[0], height=size[1])
    assert ("Cards 6 to A" in text_of_scene(scene)) == is_told


@pytest.mark.parametrize(
    ("slug", "seats", "told"),
    [("queen-bees-ii", 3, "The 2s, 3s, 4s and 5s"), ("queen-bees-ii", 4, ""), ("queens-dungeon", 5, "2♣ and 2♦")],
)
def test_log_of_the_first_hand_begins_with_the_cards_left_out(slug, seats, told):
    match = games[slug].start(seats, seed=3)
    view, log = match.view(0), TrickLogWriter([f"P{seat}" for seat in range(seats)], games[slug].sentence)
    lines = [line.text for change in match.opening_changes for line in log.lines_of(change, view)]
    (heading,) = (place for place, line in enumerate(lines) if line in ("Deal 1", "Hand 1"))
    assert ["left out" in line for line in lines].count(True) == bool(told)
    assert not told or lines[heading + 1].startswith(f"{told} are left out")


def test_facts_name_the_queens_that_nobody_has_taken_if_it_is_known_which():
    (queen,) = cards("Q♥")
    scene = scene_with_trick("queens-dungeon", "4♠", trump="♣", dealer=2, **{"queens/1": 1})
    assert trick_facts(replace(scene, tricks=(TakenTrick(1, queen, (queen,)),)))[-1] == "Q♣ Q♦ Q♠ not taken"
    assert trick_facts(replace(scene, unseen_queens_taken=1))[-1] == "3 Queens not taken"


def test_facts_stand_above_the_log_of_a_low_board_until_a_hint_needs_the_room():
    low = replace(scene_with_trick("queen-bees-ii", "4♥", trumps=("A", "Q", "6", "3")), width=80, height=23)
    where, rows = layout_of(low), text_of_scene(low).splitlines()
    assert where.trick_facts.bottom == where.log.y
    text = " ".join(" ".join(row[where.trick_facts.x :] for row in rows[1 : where.trick_facts.bottom]).split())
    assert text.startswith("TRICK 1 OF")
    assert text.endswith("1 point here You play last Highest trump takes it, else highest ♥ Equal ranks ♠>♥>♦>♣")
    assert "♠>♥" not in text_of_scene(replace(low, hint=tuple(Line(f"said {number}") for number in range(5))))
    older = text_of_scene(replace(low, log=tuple(Line(f"line {number}") for number in range(40)), newer_lines=20))
    assert "♠>♥" not in older
    assert older.count("line ") == where.log_and_trick_facts.height - 2
    assert layout_of(replace(low, width=120, height=39)).trick_facts is None


def test_no_suit_is_said_to_take_the_next_trick_while_two_queens_make_the_dealer_change_trump():
    scene = replace(scene_with_trick("queens-dungeon", "", trump="♣", dealer=2), width=80, height=23)
    pair = replace(scene, effect=replace(scene.effect, several_queens=True))
    for shown, is_told in ((scene, True), (pair, False)):
        assert ("takes it, else" in text_of_scene(shown)) is is_told
        brush = Brush(Canvas(30, 6), FOUR_COLOURS)
        assert bool(paint_turn_in_trick(brush, Rect(0, 0, 30, 6), shown)) is is_told


@pytest.mark.parametrize("trick", ["", "4♠ Q♠"])
def test_no_fact_is_cut_where_the_facts_above_it_wrap(trick):
    scene = replace(scene_with_trick("queens-dungeon", trick, trump="♣", dealer=2), width=80, height=23)
    facts = layout_of(scene).trick_facts
    rows = text_of_scene(scene).splitlines()[facts.y : facts.bottom]
    text = " ".join(" ".join(row[facts.x :] for row in rows).split())
    assert text.endswith(" 4 Queens not taken"), text
    (queen,) = cards("Q♥")
    taken = replace(scene, tricks=(TakenTrick(1, queen, (queen,)),))
    taken = replace(taken, view=dataclasses.replace(taken.view, facts={**taken.view.facts, "queens/1": 1}))
    rows = text_of_scene(taken).splitlines()[facts.y : facts.bottom]
    text = " ".join(" ".join(row[facts.x :] for row in rows).split())
    assert text.endswith("Q♣ Q♦ Q♠ not taken"), text


def test_corner_says_briefly_which_card_takes_the_trick_where_the_whole_sentence_has_no_room():
    scene = scene_with_trick("queen-bees-ii", "4♥", trumps=("A", "Q", "6", "3"))
    told = []
    for rows in (5, 4):
        canvas = Canvas(17, rows)
        paint_turn_in_trick(Brush(canvas, FOUR_COLOURS), Rect(0, 0, 17, rows), scene)
        told.append(" ".join(str(canvas).split()))
    assert told == [
        "THIS TRICK You play last Highest trump takes it, else highest ♥",
        "THIS TRICK You play last Trumps take it, else ♥",
    ]
