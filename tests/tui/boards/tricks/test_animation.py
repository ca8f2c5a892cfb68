"""The animations of the board of the trick games: which frames there are, what they show, and how they end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from core import games
from net.client.events import MatchBegan
from tests.support.depth import IS_DEEP_RUN, count_for_depth, parametrize, sample_cases
from tui.boards.common.animation import MAX_QUEEN_ENTRANCE_SECONDS
from tui.boards.common.travel import TRAVEL_FRAMES
from tui.boards.tricks.animation import (
    FALLING_BAR_FRAMES,
    LAST_PLACE_SENTENCE,
    ROUNDS_IN_DEAL_ANIMATION,
    TrickAnimator,
)
from tui.boards.tricks.board import TrickBoard
from tui.boards.tricks.hand_facts import is_hand_over
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.points_text import taken_trick_points_text
from tui.boards.tricks.render import render
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import trick_by_player
from tui.boards.tricks.turn_text import waiting_text
from tui.cards import LOOKS

SEAT_NAMES = ("Wanda", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the seats."""

QUEENS_DUNGEON, QUEEN_BEES = "queens-dungeon", "queen-bees-ii"
"""The slugs of the two trick games."""


def frames_of_match(slug, seats, seed, seat=0, **options):
    """Play a match at random; yield for each action the view before it, its frames, and the match after it."""
    game = games[slug]
    match = game.start(seats, seed=seed, options=options)
    chance = random.Random(seed)
    before = match.view(seat)
    while not match.over:
        turn = chance.choice(sorted(match.waiting))
        changes = match.act(turn, chance.choice(match.legal(turn)))
        seen = [change for change in (change.seen_by(seat) for change in changes) if change]
        yield (
            before,
            TrickAnimator(before, TrickLogWriter(SEAT_NAMES[:seats], game.sentence)).frames(seen, match.view(seat)),
            match,
        )
        before = match.view(seat)


@parametrize(
    ("slug", "seats"),
    [(QUEENS_DUNGEON, 2), (QUEENS_DUNGEON, 4), (QUEENS_DUNGEON, 8), (QUEEN_BEES, 3), (QUEEN_BEES, 4)],
    2,
)
@pytest.mark.parametrize("seat", [0, None])
def test_last_frame_of_a_trick_game_always_shows_the_current_view(slug, seats, seat):
    for before, shown_frames, match in frames_of_match(slug, seats, 3, seat):
        assert shown_frames[-1].view == match.view(seat)
        assert shown_frames[-1].hold_seconds == 0
        assert all(shown.view.seat == before.seat for shown in shown_frames)


def test_own_card_moves_to_the_trick_at_once_and_cards_of_others_are_shown_for_a_while():
    for before, shown_frames, match in frames_of_match(QUEEN_BEES, 4, 1):
        if before.facts["turn"] == 0 and len(before.cards("trick")) < 3:
            *way, rest = shown_frames
            assert [(move.source, move.target, move.step) for shown in way for move in shown.travels] == [
                ("hand/0", "trick/0", step) for step in range(1, TRAVEL_FRAMES + 1)
            ]
            assert sum(shown.hold_seconds for shown in way) < 0.2
            assert rest.effect.travelling_seat is None
        elif before.facts["turn"] != 0:
            assert shown_frames[0].hold_seconds > 0
            assert len(shown_frames[0].view.cards("trick")) == len(before.cards("trick")) + 1
        if match.view(0).facts["hand"] == 2:
            break


@pytest.mark.parametrize(("slug", "enters"), [(QUEENS_DUNGEON, True), (QUEEN_BEES, False)])
def test_queen_who_is_played_enters_in_large_only_where_she_is_no_card_like_any_other(slug, enters):
    played = 0
    for before, shown_frames, match in frames_of_match(slug, 4, 1):
        came = set(match.view(0).cards("trick")) - set(before.cards("trick"))
        if before.facts["turn"] != 0 and any(card.rank == "Q" for card in came):
            played += 1
            assert any(shown.effect.queen is not None for shown in shown_frames) == enters
            assert any(shown.hold_seconds > 0 and not shown.travels for shown in shown_frames)
        if match.view(0).facts["hand"] == 2:
            break
    assert played


def test_frames_show_the_whole_trick_before_it_is_collected():
    for _, shown_frames, match in frames_of_match(QUEEN_BEES, 4, 1):
        taken = [shown for shown in shown_frames if shown.effect.collected_trick is not None]
        if taken:
            first, *way = (shown.effect.collected_trick for shown in taken)
            assert len(first.trick) == 4
            assert first.frame == 0
            assert [step.frame for step in way] == [1, 2, 3, 4]
            assert taken[0].hold_seconds > sum(shown.hold_seconds for shown in taken[1:])
        if match.view(0).facts["hand"] == 2:
            break


@pytest.mark.deep
def test_badge_of_a_trick_shows_the_points_that_the_tray_shows_once_the_trick_counts():
    """The points fly to the score before the facts count the trick; a trick that leads to the dungeon brings none."""
    badges = Counter()
    for seats, seed in product((4, 2), range(count_for_depth(2, 8))):
        for before, shown_frames, match in frames_of_match(QUEENS_DUNGEON, seats, seed):
            if match.view(None).facts["hand"] == 8:
                break
            flying = {travel.badge for shown in shown_frames for travel in shown.travels if travel.badge}
            if not flying:
                continue
            (badge,) = flying
            *_, arrived = (shown for shown in shown_frames if any(travel.badge for travel in shown.travels))
            trick, hand = arrived.tricks[-1], before.facts["hand"]
            counted = next(
                shown.view
                for shown in shown_frames
                if shown.view.facts[f"tricks/{trick.taker}"] == before.facts[f"tricks/{trick.taker}"] + 1
                or shown.view.facts["hand"] != hand
                or shown.view is match.view(0)
            )
            if counted.facts["hand"] != hand:
                continue
            scene = TrickScene(view=counted, names=SEAT_NAMES[:seats], focus=0)
            fell = len(trick.queens) >= 3 and trick.taker < seats
            assert badge == ("0" if fell else taken_trick_points_text(scene, trick))
            kind = "?" if badge[-1] == "?" else "+" if badge[0] == "+" else badge
            badges[kind, scene.number("dealer") == trick.taker] += 1
    assert {("?", True), ("0", True), ("+", True), ("+", False)} <= {*badges}


@pytest.mark.deep
@pytest.mark.parametrize(
    ("slug", "options", "seat"),
    sample_cases(
        [
            (QUEENS_DUNGEON, {"target": 2000}, 1),
            (QUEENS_DUNGEON, {"target": 2000}, None),
            (QUEEN_BEES, {}, None),
            (QUEEN_BEES, {}, 1),
        ],
        2,
    ),
)
def test_each_frame_names_the_player_who_is_on_turn(slug, options, seat):
    sentence = set()
    for before, shown_frames, match in frames_of_match(slug, 4, 1, seat, **options):
        took = match.view(None).facts["leader"]
        if match.view(None).facts["hand"] != before.facts["hand"] or match.over:
            continue
        for shown in shown_frames[:-1]:
            scene = TrickScene(view=shown.view, names=SEAT_NAMES[:4], focus=seat or 0, effect=shown.effect)
            text = waiting_text(scene)
            who = "You" if took == seat else SEAT_NAMES[took]
            told = [scene.name(player) for player in range(4) if scene.name(player) in text]
            if shown.effect.collected_trick or shown.effect.taker_seat is not None:
                assert told == [who], text
                assert "the trick" in text
            elif scene.phase == "play" and not is_hand_over(scene) and shown.view.cards("trick"):
                player, card = trick_by_player(shown.view)[-1]
                assert (player, told) == (before.facts["turn"], [scene.name(player)]), text
                assert text.endswith(f" {card}")
            elif "lead" in text:
                assert scene.seat_on_turn == match.view(None).facts["turn"], text
            sentence.add(text.split()[1])
    assert {"take", "takes"} <= sentence if seat else "takes" in sentence


def check_entrance_of_several_queens(shown_frames):
    """Check that the banner of several Queens is shown as an entrance of at most two seconds, at every pace."""
    for shown in shown_frames:
        if shown.effect.banner and shown.effect.banner.word in ("2 QUEENS", "QUEENS"):
            assert shown.shows_queen
            assert shown.hold_seconds <= MAX_QUEEN_ENTRANCE_SECONDS


@pytest.mark.deep
def test_two_queens_new_trump_ranks_and_the_dungeon_have_frames_of_their_own():
    words, falls = set(), []
    for seed in range(6):
        if not IS_DEEP_RUN and falls and words >= {"2 QUEENS", "CLUBS", "HEARTS"}:
            break
        for _, shown_frames, _ in frames_of_match(QUEENS_DUNGEON, 4, seed, target=2000):
            banners = {shown.effect.banner.word for shown in shown_frames if shown.effect.banner}
            words |= banners
            check_entrance_of_several_queens(shown_frames)
            fall = [shown.effect.dungeon for shown in shown_frames if shown.effect.dungeon]
            if fall:
                falls.append(fall)
    assert {"2 QUEENS", "CLUBS", "HEARTS"} <= words
    assert falls
    for fall in falls:
        scores = [shown.score for shown in fall]
        assert scores == sorted(scores, reverse=True)
        assert scores[-1] == fall[-1].new_score
        assert len(fall[0].queens) >= 3
        assert f"to {fall[-1].new_score}." in fall[-1].sentence
        lost = fall[0].score - fall[-1].new_score
        to_last_place = len(fall[0].queens) == 3 and lost > 100
        assert fall[0].reason == (LAST_PLACE_SENTENCE if to_last_place else f"It costs {lost} points.")
    for _, shown_frames, _ in frames_of_match(QUEEN_BEES, 4, 1):
        if any(shown.effect.second_line for shown in shown_frames):
            return
    raise AssertionError("no trumps were set")


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
def test_bars_of_the_dungeon_fall_before_the_score_does(look):
    falls = (
        fall
        for seed in range(20)
        for _, shown_frames, _ in frames_of_match(QUEENS_DUNGEON, 4, seed, target=2000)
        if (fall := [shown for shown in shown_frames if shown.effect.dungeon])
    )
    fall = next(falls)
    bars = [shown.effect.dungeon.frame for shown in fall]
    scores = [shown.effect.dungeon.score for shown in fall]
    assert bars[:FALLING_BAR_FRAMES] == [*range(1, FALLING_BAR_FRAMES + 1)]
    assert set(bars[FALLING_BAR_FRAMES:]) == {FALLING_BAR_FRAMES}
    assert len(set(scores[:FALLING_BAR_FRAMES])) == 1
    assert scores[FALLING_BAR_FRAMES:] == sorted(set(scores[FALLING_BAR_FRAMES:]), reverse=True)
    assert scores[0] > scores[FALLING_BAR_FRAMES]
    for width, height in [(60, 17), (80, 23), (120, 39), (200, 59), (48, 29)]:
        painted = []
        for shown in fall[:FALLING_BAR_FRAMES]:
            scene = TrickScene(view=shown.view, names=SEAT_NAMES[:4], focus=0, effect=shown.effect, look=LOOKS[look])
            rows = str(render(replace(scene, width=width, height=height)).canvas).splitlines()
            painted.append(sum(row.count("|" if look == "ascii" else "┃") for row in rows))
        assert painted == sorted(painted), (width, height)
        assert len(set(painted)) >= 3, (width, height)


def frames_of_first_deal(slug, seats):
    """Return the frames of a match in which its first hand is dealt, as far as cards are on their way in them, and the
    view afterwards."""
    if slug == QUEEN_BEES:
        match = games[slug].start(seats, seed=1)
        began = MatchBegan(match.view(0), SEAT_NAMES[:seats], match.opening_changes)
        shown_frames = TrickBoard(began, animate=False).opening_frames(began)
    else:
        _, shown_frames, match = next(frames_of_match(slug, seats, 1))
    return [shown for shown in shown_frames if shown.travels], match.view(0)


@pytest.mark.parametrize(
    ("slug", "seats"), [(QUEENS_DUNGEON, 2), (QUEENS_DUNGEON, 8), (QUEEN_BEES, 3), (QUEEN_BEES, 4)]
)
def test_cards_are_dealt_in_rounds_from_the_dealer_to_every_hand(slug, seats):
    moving, view = frames_of_first_deal(slug, seats)
    dealer, size = view.facts["dealer"], view.count("hand/0")
    assert len(moving) == ROUNDS_IN_DEAL_ANIMATION * TRAVEL_FRAMES
    for number, shown in enumerate(moving):
        held, step = divmod(number, TRAVEL_FRAMES)
        ways = [(travel.source, travel.target, travel.step, travel.cards) for travel in shown.travels]
        assert ways == [(f"seat/{dealer}", f"hand/{seat}", step + 1, (None,)) for seat in range(seats)]
        scene = TrickScene(view=shown.view, names=SEAT_NAMES[:seats], focus=0, effect=shown.effect)
        for seat in range(seats):
            assert scene.cards_held(seat) == size * held // ROUNDS_IN_DEAL_ANIMATION, "only those that have arrived"


@pytest.mark.parametrize(("slug", "seats"), [(QUEENS_DUNGEON, 2), (QUEENS_DUNGEON, 5), (QUEEN_BEES, 4)])
def test_every_hand_ends_with_a_summary_of_all_players(slug, seats):
    hands, scores = 0, [0] * seats
    for _, shown_frames, match in frames_of_match(slug, seats, 2):
        summaries = [shown.summary for shown in shown_frames if shown.summary]
        if not summaries:
            continue
        (summary,) = summaries
        hands += 1
        assert summary.title == f"Result of {'deal' if slug == QUEEN_BEES else 'hand'} {hands}"
        seated = [outcome for outcome in summary.outcomes if outcome.player < seats]
        assert {outcome.player for outcome in seated} == set(range(seats))
        for outcome in seated:
            assert outcome.score == match.view(None).facts[f"score/{outcome.player}"]
            if "dungeon" not in outcome.remark:
                assert outcome.score <= scores[outcome.player] + outcome.points
        scores = [int(str(match.view(None).facts[f"score/{seat}"])) for seat in range(seats)]
        assert (
            sum(outcome.tricks for outcome in summary.outcomes)
            == {
                (QUEENS_DUNGEON, 2): 17,
                (QUEENS_DUNGEON, 5): 10,
                (QUEEN_BEES, 4): 13,
            }[slug, seats]
        )
    assert hands == match.view(None).facts["hand"]


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
def test_result_of_an_earlier_hand_does_not_come_back_when_the_last_trick_of_a_hand_is_collected(slug):
    shown, summary = Counter(), None
    for _, shown_frames, match in frames_of_match(slug, 4, 2):
        for frame in shown_frames:
            summary = frame.summary or summary
            is_between = not frame.view.cards("trick") and not frame.view.count("hand/0")
            if summary is None or not is_between:
                continue
            is_taken = any(frame.view.facts[f"tricks/{seat}"] for seat in range(4))
            scene = TrickScene(
                view=frame.view,
                names=SEAT_NAMES[:4],
                focus=0,
                effect=frame.effect,
                summary=summary,
                title=games[slug].title,
                width=80,
                height=24,
            )
            is_told = summary.title in str(render(scene).canvas)
            shown[is_taken] += is_told
            if is_taken and summary.hand != frame.view.facts["hand"]:
                assert not is_told
        if match.view(0).facts["hand"] == 4:
            break
    assert shown[True]
    assert shown[False] or slug == QUEEN_BEES


def test_log_has_a_heading_for_each_hand_and_names_the_accused():
    game = games[QUEENS_DUNGEON]
    match = game.start(4, seed=3, options={"reneging": "honour"})
    lines = TrickLogWriter(SEAT_NAMES[:4], game.sentence).lines(match.opening_changes, match.view(0))
    assert [line.text for line in lines if line.is_heading] == ["Hand 1"]
    assert any(line.is_about_me and line.player_name == "You" for line in lines)
    for _, shown_frames, _ in frames_of_match(QUEENS_DUNGEON, 4, 3, reneging="honour"):
        texts = [line.text for shown in shown_frames for line in shown.lines if "accused" in line.text]
        if texts:
            assert texts[0].split()[0] in (*SEAT_NAMES[:4], "You")
            return


def test_name_with_markup_is_shown_literally():
    game = games[QUEEN_BEES]
    match = game.start(3, seed=1)
    turn = match.view(None).facts["turn"]
    seat = (turn + 1) % 3
    before = match.view(seat)
    names = ("[red]x[/red]", "\x1b[2J", "e\u0301\u202e")
    changes = [change.seen_by(seat) for change in match.act(turn, match.legal(turn)[0])]
    shown_frames = TrickAnimator(before, TrickLogWriter(names, game.sentence)).frames(
        [c for c in changes if c], match.view(seat)
    )
    assert shown_frames[-1].view == match.view(seat)


@pytest.mark.parametrize(("seats", "seed", "by_last_trick"), [(3, 0, False), (8, 3, True)])
def test_trumps_stay_broken_until_the_next_hand_begins(seats, seed, by_last_trick):
    broken_by_last_trick = set()
    for before, shown_frames, match in frames_of_match(QUEENS_DUNGEON, seats, seed):
        hand = before.facts["hand"]
        if match.view(0).facts["hand"] == hand:
            continue
        views = [shown.view for shown in shown_frames if shown.view.facts["hand"] == hand]
        if before.facts["broken"]:
            assert all(view.facts["broken"] for view in views)
        if views[-1].facts["broken"]:
            broken_by_last_trick.add(not before.facts["broken"])
    assert by_last_trick in broken_by_last_trick
