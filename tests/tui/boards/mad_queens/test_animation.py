"""The animations of Mad Queens: which frames there are, and what they show."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from msgspec.structs import replace

from core import Dealer, Remark, cards, games
from core.engine.cards import QUEENS
from core.engine.piles import EVERYONE
from tests.support.board_pictures import is_rectangle_inside
from tui.boards.common.travel import TRAVEL_FRAMES
from tui.boards.mad_queens.animation import CATCH_SECONDS, MadQueensAnimator
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.outcomes import outcome_of_play
from tui.boards.mad_queens.own_area import row_rect
from tui.boards.mad_queens.places import place_of
from tui.boards.mad_queens.render import layout_of, render
from tui.boards.mad_queens.scene import MadQueensFrameEffect, MadQueensScene
from tui.boards.mad_queens.seat_play import SeatPlay
from tui.drawing import Banner, Rect
from tui.lessons.lesson_run import LessonRun
from tui.lessons.registry import LESSONS

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""

SEAT_NAMES = ("Ada", "Björn", "Chidi")
"""The names of the seats."""

LOG_WRITER = MadQueensLogWriter(SEAT_NAMES, GAME.sentence)
"""The object that writes the lines of the log."""


def act_and_return_frames(match, seat, action_text, *, focus=0, scores_at_start=None, summary_so_far=None):
    """Carry out an action of a seat; return the frames that the seat `focus` is shown.

    `scores_at_start` are the scores before the play, by default 0; `summary_so_far` is the summary of the last play,
    None if there is none.
    """
    view = match.view(focus)
    animator = MadQueensAnimator(view, LOG_WRITER, focus, scores_at_start or [0] * match.seats, summary_so_far)
    changes = [change.seen_by(focus) for change in match.act(seat, GAME.parse(action_text))]
    return animator.frames([change for change in changes if change], match.view(focus))


def start_match(deck, banned="8♠ K♦", seats=1, **scripts):
    """Start a match in which the deck of seat 0 and the banned deck begin with these cards; `scripts` are the first
    cards of other streams.
    """
    script = {"deck/0": [cards(deck)], "banned-deck": [cards(banned)], **scripts}
    return GAME.start(seats, dealer=Dealer.scripted(script))


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
@pytest.mark.parametrize("audience", [0, None])
def test_last_frame_of_mad_queens_shows_the_current_view_and_all_log_lines(play_at_random, slug, audience):
    game = games[slug]
    log = MadQueensLogWriter(SEAT_NAMES, game.sentence)
    before, start, last = game.start(3, seed=1).view(audience), [0, 0, 0], None
    for match, _, changes in play_at_random(slug, 3, 1):
        seen = [change for change in (change.seen_by(audience) for change in changes) if change]
        animator = MadQueensAnimator(before, log, 0, start, last)
        shown_frames = animator.frames(seen, match.view(audience))
        assert shown_frames[-1].view == match.view(audience)
        assert shown_frames[-1].effect == MadQueensFrameEffect()
        assert sum(len(frame.lines) for frame in shown_frames) == sum(isinstance(change, Remark) for change in seen)
        before, start, last = match.view(audience), animator.scores_at_start, animator.last_summary


def test_sealed_play_of_others_is_logged_when_it_ends(play_at_random):
    before, start, last = GAME.start(3, seed=2, options={"visibility": "sealed"}).view(0), [0, 0, 0], None
    for match, _, changes in play_at_random("mad-queens", 3, 2, visibility="sealed"):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        animator = MadQueensAnimator(before, LOG_WRITER, 0, start, last)
        assert animator.frames(seen, match.view(0))[-1].view == match.view(0)
        before, start, last = match.view(0), animator.scores_at_start, animator.last_summary
    assert last is not None
    assert all(outcome.status != "done" for outcome in last.outcomes)


def test_revealed_card_turns_over_in_several_frames():
    shown_frames = act_and_return_frames(start_match("6♥"), 0, "reveal")
    frames = [frame.effect.flip_frame for frame in shown_frames]
    assert frames == [0, 1, 2, 3, 4, None]
    assert 0.1 < sum(frame.hold_seconds for frame in shown_frames) < 0.3


def test_catch_frames_show_the_row_before_it_is_lost():
    match = start_match("6♥ 8♦")
    act_and_return_frames(match, 0, "reveal")
    frame = next(frame for frame in act_and_return_frames(match, 0, "reveal") if frame.effect.caught_and_banned_card)
    assert frame.effect.caught_and_banned_card == cards("8♦ 8♠")
    assert frame.view.cards("shown/0") == cards("6♥ 8♦")
    assert frame.effect.banner.sentence == "8♦ is caught by 8♠: the row of 1 card is lost."
    assert frame.last_row is not None
    assert frame.last_row.row == cards("6♥ 8♦")


@pytest.mark.parametrize("left", ["3♠", "8♥", "Q♣"])
def test_joker_as_temporary_card_is_over_with_the_only_card_that_it_turns(left):
    match = start_match("6♥", banned="8♠ K♦ Jk 5♣")
    (last,), gone = cards(left), match.piles[match.layout.gone[0].layout_index]
    gone += [card for card in [*match.decks[0], *match.asides[0]] if card not in (last, *cards("6♥"))]
    match.decks[0][:], match.asides[0][:] = [*cards("6♥"), last], []
    match.facts[match.layout.spent[0].layout_index] = 4 - (last in QUEENS)
    match._public_cache = None
    act_and_return_frames(match, 0, "reveal")
    frames = act_and_return_frames(match, 0, "bank")
    words = [frame.effect.banner.word if frame.effect.banner else "" for frame in frames]
    assert "JOKER" in words
    finished = words.index("FINISHED")
    assert all(frame.effect.ongoing_event == "" for frame in frames[finished:])
    assert "JOKER" not in words[finished:]


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
@pytest.mark.parametrize(("turned", "option"), [("7♣ 8♦", "event"), ("7♣ 9♦", "event"), ("7♣ 8♦", "redraw")])
def test_joker_as_temporary_card_lies_there_and_nothing_is_called_caught_until_its_event_is_over(turned, option, size):
    script = {
        "banned-deck": [cards("8♠ K♦ 5♠ Jk 6♣")],
        "deck/0": [cards(one) for one in ("6♥", "2♠", "9♣", "3♣", "5♦", f"4♣ {turned}")],
    }
    match = GAME.start(1, options={"temporary_joker": option}, dealer=Dealer.scripted(script))
    for _ in range(5):
        act_and_return_frames(match, 0, "reveal")
        act_and_return_frames(match, 0, "bank")
    act_and_return_frames(match, 0, "reveal")
    frames = act_and_return_frames(match, 0, "bank")
    words = [frame.effect.banner.word if frame.effect.banner else "" for frame in frames]
    assert ("JOKER" in words) == (option == "event")
    for frame, word in zip(frames, words, strict=True):
        scene = MadQueensScene(
            view=frame.view, names=SEAT_NAMES[:1], focus=0, effect=frame.effect, width=size[0], height=size[1]
        )
        has_joker = cards("Jk")[0] in frame.view.cards("temp/0")
        assert has_joker or word != "JOKER"
        text = str(render(scene).canvas)
        if has_joker and option == "event":
            assert "+ hits" in text or "+ would hit" in text
            assert "safe" not in text.partition("BANNED")[0], "a hit is good"
            assert not re.search(r"x (would be )?caught|caught, too|catches", text)
        if option == "redraw":  # that Joker turns nothing
            assert not re.search(r"\+ hits|\+ would hit|a hit|does not count", text)
            assert frame.effect.ongoing_event == ""
        assert not (has_joker and frame.effect.turned_banned_card in cards("6♣"))
    assert frames[-1].view.cards("temp/0") == cards("5♠ 6♣")
    assert frames[-1].view == match.view(0)


@pytest.mark.parametrize("keeps_row", [False, True])
def test_result_of_the_fourth_queen_has_her_sentence_only_if_she_has_cost_the_row(keeps_row):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("2♥ 3♣")]}
    match = GAME.start(2, options={"fourth_queen_keeps_row": keeps_row}, dealer=Dealer.scripted(script))
    last, bank = cards("2♥ 3♣ Q♠"), cards("9♣ 9♠ 9♦")
    gone = [card for card in (*match.decks[0], *match.asides[0]) if card not in (*last, *bank)]
    match.piles[match.layout.gone[0].layout_index] += gone
    match.piles[match.layout.bank[0].layout_index] += bank
    match.decks[0][:], match.asides[0][:] = last, []
    match.facts[match.layout.spent[0].layout_index] = 3
    match._public_cache = None
    for _ in range(2):
        act_and_return_frames(match, 0, "reveal")
    frames = act_and_return_frames(match, 0, "reveal")
    told = next(
        frame.last_row.banner for frame in frames if frame.last_row and frame.last_row.banner.word == "FINISHED"
    )
    end = "All four Queens have been turned: finished with"
    assert told.sentence.startswith(end) is keeps_row
    assert end in told.sentence
    assert told.sentence == told.sentence.strip()


@pytest.mark.parametrize("size", [(80, 22), (80, 23), (100, 29), (120, 39), (160, 49), (200, 59)])
def test_sentence_of_a_caught_card_is_one_line_below_or_beside_its_word(size):
    match = start_match("6♥ 2♠ 10♥ 8♦", seats=2)
    for _ in range(3):
        act_and_return_frames(match, 0, "reveal")
    frame = next(frame for frame in act_and_return_frames(match, 0, "reveal") if frame.effect.banner)
    scene = MadQueensScene(
        view=frame.view, names=("Nora", "Ada"), focus=0, effect=frame.effect, width=size[0], height=size[1]
    )
    odds = layout_of(scene).odds
    rows = [row[odds.x : odds.right] for row in str(render(scene).canvas).splitlines()[odds.y : odds.bottom]]
    sentences = (
        "8♦ is caught by 8♠: the row of 3 cards is lost.",
        "8♦ caught by 8♠: row of 3 cards lost.",
        "8♦ caught by 8♠: row lost.",
    )
    assert any(sentence in row for sentence in sentences for row in rows), rows


def test_big_letters_of_a_caught_card_have_free_space_above_them():
    match = start_match("6♥ 8♦", seats=2)
    act_and_return_frames(match, 0, "reveal")
    frame = next(frame for frame in act_and_return_frames(match, 0, "reveal") if frame.effect.banner)
    long = Banner("CAUGHT", "bad", "Q" * 40 + " " + "Q" * 40)
    for effect in (frame.effect, replace(frame.effect, banner=long)):
        scene = MadQueensScene(view=frame.view, names=("Nora", "Ada"), focus=0, effect=effect, width=120, height=39)
        odds = layout_of(scene).odds
        first = str(render(scene).canvas).splitlines()[odds.y][odds.x : odds.right]
        assert not set(first) & set("█▀"), first


def test_queen_makes_her_entrance_and_takes_her_price_card_by_card():
    match = start_match("2♣ 3♣ 4♣", **{"queens/0": [cards("Q♠")]})
    for text in ("reveal", "reveal", "reveal"):
        act_and_return_frames(match, 0, text)
    match = start_match("2♣ 3♣", **{"deck/0": [cards("2♣ 3♣"), cards("Q♠ 5♦")], "queens/0": [cards("Q♠")]})
    for text in ("reveal", "reveal", "bank"):
        act_and_return_frames(match, 0, text)
    shown_frames = act_and_return_frames(match, 0, "reveal")
    queens = [frame for frame in shown_frames if frame.effect.queen]
    assert all(frame.effect.queen == cards("Q♠")[0] for frame in queens)
    assert max(frame.effect.cards_demanded for frame in queens) == 2
    assert list(dict.fromkeys(frame.effect.cards_taken for frame in queens)) == [0, 1, 2]
    moved = [travel.cards[0] for frame in queens for travel in frame.travels]
    assert list(dict.fromkeys(moved)) == list(cards("3♣ 2♣")), "the card banked last goes first"
    assert sum(frame.hold_seconds for frame in queens) < 2.0
    assert shown_frames[-1].view.count("bank/0") == 0


@pytest.mark.parametrize("turned", ["Q♠ 8♦", "5♥ Q♠"])
@pytest.mark.parametrize("size", [(80, 23), (120, 39)], ids=str)
def test_queen_turned_by_a_joker_comes_after_it_and_both_keep_their_word(turned, size):
    decks = {"deck/0": [cards("2♣ 3♣"), cards(f"Jk {turned} 4♣")], "queens/0": [cards("Q♠")]}
    match = start_match("2♣ 3♣", **decks)
    for text in ("reveal", "reveal", "bank"):
        act_and_return_frames(match, 0, text)
    frames = [frame for frame in act_and_return_frames(match, 0, "reveal") if frame.hold_seconds]
    words = [frame.effect.banner.word if frame.effect.banner else "" for frame in frames]
    told = [word for word, _ in groupby(words)]
    assert told[:4] == ["", "JOKER", "QUEEN", ""], "one after the other, without a gap"
    last_of_joker = frames[words.index("QUEEN") - 1]
    assert last_of_joker.hold_seconds >= 0.3, "both cards of the Joker are seen before the Queen takes her price"
    assert last_of_joker.effect.queen == cards("Q♠")[0], "she has stayed"
    for frame, where in ((last_of_joker, "odds"), (frames[words.index("QUEEN")], "queen")):
        scene = MadQueensScene(
            view=frame.view, names=("Nora",), focus=0, effect=frame.effect, width=size[0], height=size[1]
        )
        text = str(render(scene).canvas)
        assert ("A Joker turns two more cards." in text) == (where == "odds")
        assert ("Q♠ takes" in text) == (where == "queen")


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], ids=str)
@pytest.mark.parametrize("other", ["8♠", "Q♦", "J♣"])
def test_sentence_of_a_banned_joker_is_whole(slug, size, other):
    game = games[slug]
    match = game.start(2, dealer=Dealer.scripted({"banned-deck": [cards(f"Jk {other} 3♣ 2♦")]}))
    view = match.view(0)
    animator = MadQueensAnimator(view, MadQueensLogWriter(("Nora", "Ada"), game.sentence), 0, [0, 0], None)
    frames = animator.frames([Remark(EVERYONE, "joker banned", None, cards(other))], view)
    effect = next(frame.effect for frame in frames if frame.effect.banner)
    scene = MadQueensScene(view=view, names=("Nora", "Ada"), focus=0, effect=effect, width=size[0], height=size[1])
    odds = layout_of(scene).odds
    rows = str(render(scene).canvas).splitlines()[odds.y : odds.bottom]
    text = " ".join(" ".join(row[odds.x : odds.right] for row in rows).split())
    assert re.search(rf"(banks them if one|All turn two cards).* {game_word(other)}", text), text


def game_word(card):
    """Return how a sentence names the cards that this banned card is hit by."""
    return {"8♠": "8", "Q♦": "diamond", "J♣": "jack"}[card]


def test_exact_hit_and_joker_have_a_banner():
    match = start_match("K♦ Jk 2♣ 3♣")
    exact = next(frame for frame in act_and_return_frames(match, 0, "reveal") if frame.effect.exact_hit)
    assert exact.effect.banner.word == "DOUBLE"
    joker = next(frame for frame in act_and_return_frames(match, 0, "reveal") if frame.effect.banner)
    assert joker.effect.banner.word == "JOKER"


@pytest.mark.parametrize(
    ("deck", "names"),
    [
        ("3♣ Jk 5♥ 4♥", ["A Joker"]),
        ("3♣ Jk 5♥ Jk 4♥ 2♥", ["A Joker"]),
        ("3♣ Jk 8♦ 4♥", ["A Joker", "A card is caught"]),
    ],
)
def test_nothing_is_to_be_decided_while_cards_are_turned_because_of_a_joker(deck, names):
    match = start_match(deck, seats=2)
    act_and_return_frames(match, 0, "reveal")
    shown = act_and_return_frames(match, 0, "reveal")
    scenes = [MadQueensScene(view=frame.view, names=SEAT_NAMES, focus=0, effect=frame.effect) for frame in shown]
    events = [scene.shown_event for scene in scenes]
    first = events.index("A Joker")
    assert {scene.effect.flip_frame is not None for scene in scenes[:first]} == {True}
    assert [name for name, _ in groupby(events[first:-1])] == names
    assert match.over or events[-1] == ""


def test_end_of_a_play_shows_a_summary():
    match = start_match("6♥ 8♦", seats=2, **{"deck/1": [cards("8♣")]})
    act_and_return_frames(match, 0, "reveal")
    act_and_return_frames(match, 1, "reveal")
    summary = next(frame.summary for frame in act_and_return_frames(match, 0, "bank") if frame.summary)
    assert summary.title == "Results of play 1"
    assert [(outcome.seat, outcome.gain, outcome.status) for outcome in summary.outcomes] == [
        (0, 2, "banked"),
        (1, 0, "caught"),
    ]


def test_events_of_the_first_play_are_shown_twice_as_long():
    match = start_match("8♦ 8♣", seats=1)
    first, second = (
        [f.hold_seconds for f in act_and_return_frames(match, 0, "reveal") if f.effect.caught_and_banned_card]
        for _ in range(2)
    )
    assert first[0] == 2 * CATCH_SECONDS
    assert not second or second[0] == CATCH_SECONDS


def test_summary_has_no_gains_if_the_beginning_of_the_play_was_not_seen():
    match = start_match("6♥ 8♦", seats=2, **{"deck/1": [cards("8♣")]})
    act_and_return_frames(match, 0, "reveal")
    act_and_return_frames(match, 1, "reveal")
    shown_frames = act_and_return_frames(match, 0, "bank", scores_at_start=[None, None])
    [summary] = [frame.summary for frame in shown_frames if frame.summary]
    assert [(outcome.gain, outcome.status) for outcome in summary.outcomes] == [(None, "banked"), (None, "caught")]


def test_mad_queens_board_does_not_animate_actions_of_other_players():
    match = start_match("6♥", seats=2)
    shown_frames = act_and_return_frames(match, 1, "reveal")
    assert len(shown_frames) == 1
    assert shown_frames[0].hold_seconds == 0


def reason_of(play: SeatPlay, status: str, gain: int) -> str:
    """Return what explains the points of a play that ended with this status."""
    return outcome_of_play(0, 0, gain, status, play).reason


def test_summary_says_why_a_caught_row_brought_points_and_what_a_queen_took():
    match = start_match("K♦ 8♦", seats=2, **{"deck/1": [cards("2♣ 3♣"), cards("Q♠ 8♣")], "queens/1": [cards("Q♠")]})
    steps = [(0, "reveal"), (1, "reveal"), (1, "reveal"), (1, "bank"), (0, "reveal")]
    assert outcomes_after_actions(match, steps) == [(2, "caught", "exact hit"), (2, "banked", "")]
    assert reason_of(SeatPlay(points_of_joker=2), "caught", 2) == "Joker hit"
    paid = SeatPlay(queens=cards("Q♠"), cards_taken=2, points_taken=3)
    assert reason_of(paid, "caught", -3) == "-3 to Q♠"
    assert reason_of(replace(paid, points_banked=5, points_of_joker=2), "banked", 4) == "Joker hit +2, -3 to Q♠"
    assert reason_of(replace(paid, exact_hits=1, points_of_hits=4), "caught", 1) == "exact hit +4, -3 to Q♠"


def test_summary_says_what_was_banked_beside_what_a_queen_took():
    match = start_match(
        "",
        seats=2,
        **{
            "deck/0": [cards("3♥ 2♥"), cards("5♥ Q♠ 6♣")],
            "queens/0": [cards("Q♠")],
            "deck/1": [cards("2♣"), cards("3♣")],
        },
    )
    steps = [(0, "reveal"), (0, "reveal"), (0, "bank"), (1, "reveal"), (1, "bank")]
    steps += [(0, "reveal"), (0, "reveal"), (0, "bank"), (1, "reveal"), (1, "bank")]
    summary = summary_after_actions(match, steps)
    assert [(one.gain, one.status, one.points_banked, one.reason) for one in summary.outcomes] == [
        (-1, "banked", 3, "-4 to Q♠"),
        (1, "banked", 1, ""),
    ]


@pytest.mark.parametrize("seats", [2, 3])
def test_summary_of_the_last_turns_stands_under_the_number_of_the_turn_that_ends(play_at_random, seats):
    game, last, plays, summaries = games["mad-queens-classic"], None, {}, 0
    before, start = game.start(seats, seed=2).view(0), [0] * seats
    for match, seat, changes in play_at_random(game.slug, seats, 2):
        animator = MadQueensAnimator(before, MadQueensLogWriter(SEAT_NAMES, game.sentence), 0, start, last, plays)
        frames = animator.frames([one for change in changes if (one := change.seen_by(0))], match.view(0))
        for frame in frames:
            if frame.summary is not None:
                assert (frame.view.facts["play"], frame.view.facts["turn"]) == (before.facts["play"], seat)
                assert frame.summary.outcomes[-1].seat == seat
                summaries += 1
        assert any(frame.summary for frame in frames) == (match.view(0).facts["play"] != before.facts["play"])
        plays, last, start, before = animator.plays, animator.last_summary, animator.scores_at_start, match.view(0)
    assert summaries > 10


def frames_of_lesson_of_classic(steps_done):
    """Do the next step of the lesson of Classic; return its frames, and the last summary of turns."""
    run = LessonRun(LESSONS["mad-queens-classic"], steps_done)
    log = MadQueensLogWriter(SEAT_NAMES, games["mad-queens-classic"].sentence)
    last, start, plays, frames = None, [None, None], {}, []
    while True:
        animator = MadQueensAnimator(run.view, log, 0, start, last, plays)
        event = run.next_event()
        if event is None:
            return frames, last
        frames += animator.frames(event.changes, event.view)
        plays, last, start = animator.plays, animator.last_summary, animator.scores_at_start


def test_lesson_stops_at_a_revealed_joker_once_all_cards_lie_in_the_row_and_at_a_banned_one_at_my_cards():
    frames, _ = frames_of_lesson_of_classic(8)
    assert "JOKER" in [frame.effect.banner.word for frame in frames if frame.effect.banner]
    assert not any(frame.is_event for frame in frames)
    assert frames[-1].view.cards("shown/0") == cards("7♥ Jk 2♣ 9♥")
    frames, _ = frames_of_lesson_of_classic(9)
    stop = [frame for frame in frames if frame.is_event][-1]
    assert (stop.effect.event_seat, stop.view.cards("shown/0")) == (0, cards("8♦ 3♥"))
    fields = {"names": SEAT_NAMES, "focus": 0, "width": 80, "height": 23}
    text = str(render(MadQueensScene(view=stop.view, effect=stop.effect, **fields)).canvas)
    assert re.search("FROM YOUR DECK +2 cards", text)


def test_summary_of_the_last_turns_has_the_scores_after_a_banned_joker():
    frames, summary = frames_of_lesson_of_classic(9)
    assert [(one.seat, one.score) for one in summary.outcomes] == [(0, 6), (1, 0)]
    assert frames[-1].view.facts["score/0"] == 6


def test_recap_of_later_plays_leaves_out_a_player_whose_game_has_ended():
    decks = {"deck/0": [cards("6♥"), cards("Q♠")], "deck/1": [cards(card) for card in ("2♣", "3♣", "4♣", "5♣")]}
    match = start_match("", seats=2, **decks, **{"queens/0": [cards("Q♠")]})
    told, play = [], [(1, "reveal"), (1, "bank")]
    plays, last, start = {}, None, [0, 0]
    for seat, text in [(0, "reveal"), (0, "bank"), *play, (0, "reveal"), *play * 3]:
        before = match.view(1)
        animator = MadQueensAnimator(before, LOG_WRITER, 1, start, last, plays)
        changes = [one for change in match.act(seat, GAME.parse(text)) if (one := change.seen_by(1))]
        animator.frames(changes, match.view(1))
        plays, last, start = animator.plays, animator.last_summary, animator.scores_at_start
        if last is not None and (not told or told[-1] is not last):
            told.append(last)
    assert match.view(1).facts["status/0"] == "finished"
    assert [[outcome.seat for outcome in summary.outcomes] for summary in told] == [[0, 1], [0, 1], [1], [1]]


def outcomes_after_actions(match, steps):
    """Carry out the first actions of a match; return the gain, status and reason of each seat in the last summary."""
    return [(one.gain, one.status, one.reason) for one in summary_after_actions(match, steps).outcomes]


def summary_after_actions(match, steps):
    """Carry out the first actions of a match; return the last summary of a play."""
    match = match.copy()
    plays, last, start = {}, None, [0] * match.seats
    for seat, text in steps:
        before = match.view(0)
        animator = MadQueensAnimator(before, LOG_WRITER, 0, start, last, plays)
        changes = [change.seen_by(0) for change in match.act(seat, GAME.parse(text))]
        animator.frames([change for change in changes if change], match.view(0))
        plays, last, start = animator.plays, animator.last_summary, animator.scores_at_start
    return last


def cards_in_row_of_picture(scene):
    """Return the cards of the row that a picture of a scene shows without a badge, as texts."""
    where = row_rect(layout_of(scene))
    rows = [row[where.x : where.right] for row in str(render(scene).canvas).splitlines()[where.y : where.bottom]]
    shown = {found.start(): found[0] for found in re.finditer(r"(?:10|[2-9AKJ])[♣♦♥♠]|Jk(?= )", rows[0])}
    for badge in re.finditer("CAUGHT|x2", rows[-1]):
        del shown[max(x for x in shown if x <= badge.start())]
    return [*shown.values()]


@pytest.mark.parametrize(("slug", "seed"), [("mad-queens", 1), ("mad-queens", 4), ("mad-queens-classic", 1)])
def test_heading_of_the_row_counts_in_every_frame_the_cards_neither_caught_nor_banked(play_at_random, slug, seed):
    game, last = games[slug], None
    before, start = game.start(1, seed=seed).view(0), [0]
    effects = set()
    for match, _, changes in play_at_random(slug, 1, seed):
        animator = MadQueensAnimator(before, MadQueensLogWriter(SEAT_NAMES, game.sentence), 0, start, last)
        for frame in animator.frames(changes, match.view(0)):
            scene = MadQueensScene(
                view=frame.view, names=SEAT_NAMES[:1], focus=0, effect=frame.effect, width=300, height=69
            )
            if not scene.row(0) or frame.effect.flip_frame is not None:
                continue  # a card that turns over is not of the row yet
            (heading,) = re.findall("(?:YOUR ROW|FROM YOUR DECK)(.*)", str(render(scene).canvas))
            number, points = (int((re.findall(rf"(\d+) {unit}", heading) or [0])[0]) for unit in ("card", "point"))
            shown = cards_in_row_of_picture(scene)
            if frame.effect.cards_swept:
                assert not shown
                assert number == 0 or "lost" in heading
                continue
            assert number == len(shown), (heading, shown)
            assert slug != "mad-queens" or points == len(shown) + sum("♥" in card for card in shown), (heading, shown)
            assert ("lost" in heading) == (frame.effect.caught_and_banned_card is not None and number > 0)
            effects.add((frame.effect.exact_hit is not None, frame.effect.caught_and_banned_card is not None))
        before, start, last = match.view(0), animator.scores_at_start, animator.last_summary
    assert effects == {(False, False), (False, True)} | ({(True, False)} if slug == "mad-queens" else set())


def test_banked_cards_move_to_their_suits_and_their_points_are_counted_up():
    match = start_match("6♥ 2♠ 10♥")
    for _ in range(3):
        act_and_return_frames(match, 0, "reveal")
    moving = [frame for frame in act_and_return_frames(match, 0, "bank") if frame.travels]
    assert {travel.target for frame in moving for travel in frame.travels} == {"banked/♥", "banked/♠", "score"}
    counted = [frame.effect.points_counted for frame in moving]
    assert counted == sorted(counted)
    assert counted[-1] == 5
    assert all(frame.effect.cards_swept == 3 for frame in moving), "the cards are not in the row while they travel"
    assert {travel.badge for frame in moving for travel in frame.travels} == {"", "+5"}


def test_caught_row_leaves_the_table_after_its_banner_each_card_from_its_place():
    match = start_match("6♥ 2♠ 8♦")
    for _ in range(2):
        act_and_return_frames(match, 0, "reveal")
    shown_frames = [
        frame for frame in act_and_return_frames(match, 0, "reveal") if frame.effect.caught_and_banned_card is not None
    ]
    banner, *moving = shown_frames
    assert banner.hold_seconds >= CATCH_SECONDS
    assert (banner.travels, banner.effect.cards_swept) == ((), 0)
    assert len(moving) == TRAVEL_FRAMES - 1, "in the last frame of the way they are off the table"
    row = cards("6♥ 2♠ 8♦")
    for step, frame in enumerate(moving, 1):
        ways = {(travel.source, travel.target, travel.step, travel.cards) for travel in frame.travels}
        assert ways == {(f"row/{place}/3", "swept", step, (card,)) for place, card in enumerate(row)}
        assert frame.effect.cards_swept == 3, "the cards are not in the row while they travel"


def test_every_place_to_which_cards_or_points_move_is_on_the_table_at_every_size():
    match = start_match("6♥ 2♠ 10♥", seats=4)
    for _ in range(3):
        act_and_return_frames(match, 0, "reveal")
    moved = {travel for frame in act_and_return_frames(match, 0, "bank") for travel in frame.travels}
    names = sorted({name for travel in moved for name in (travel.source, travel.target)} | {"seat/2", "queen", "swept"})
    for width, height in [(60, 17), (80, 23), (120, 39), (160, 49), (200, 59), (60, 49), (220, 69)]:
        scene = MadQueensScene(view=match.view(0), names=(*SEAT_NAMES, "Dora"), focus=0, width=width, height=height)
        for name in names:
            place = place_of(scene, layout_of(scene), name)
            assert place is not None
            box = Rect(place.x, place.y, place.size.width, place.size.height)
            assert is_rectangle_inside(box, Rect(0, 0, width, height)), (name, width, height)


def test_joker_event_of_another_seat_leaves_the_banner_of_the_own_joker():
    """The cards of the own Joker are still turned below its banner, whatever the log reports of others meanwhile."""
    match = start_match("Jk 5♥ 4♥", seats=2)
    before = match.view(0)
    changes = [change for change in (one.seen_by(0) for one in match.act(0, GAME.parse("reveal"))) if change]
    own = next(number for number, change in enumerate(changes) if isinstance(change, Remark) and change.key == "joker")
    for key, particulars in (("event misses", (cards("2♣ 3♣"),)), ("event scores", (cards("8♣ 3♣"), 2))):
        others = Remark(EVERYONE, key, 1, particulars)
        animator = MadQueensAnimator(before, LOG_WRITER, 0, [0, 0], None)
        frames = animator.frames([*changes[: own + 1], others, *changes[own + 1 :]], match.view(0))
        turning = [frame.effect.banner for frame in frames if frame.effect.turned_card in cards("5♥ 4♥")]
        assert turning
        assert {banner and banner.sentence for banner in turning} == {"A Joker turns two more cards."}


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_results_name_the_catch_of_a_play_after_which_a_joker_is_banned(slug):
    """The cards that it turns are no row, with which a new play would begin."""
    game = games[slug]
    script = {
        "first": [[0]],
        "deck/0": [cards("6♥ 8♦ 2♣ 3♣")],
        "deck/1": [cards("9♥ 4♣ 5♣")],
        "banned-deck": [cards("8♠ K♦ Jk 4♥")],
    }
    match = game.start(2, dealer=Dealer.scripted(script))
    frames = []
    actions = [(0, "reveal"), (1, "reveal"), (1, "bank"), (0, "reveal")]
    for seat, text in actions if slug == "mad-queens" else [(0, "reveal"), (0, "reveal")]:
        log = MadQueensLogWriter(SEAT_NAMES, game.sentence)
        animator = MadQueensAnimator(match.view(0), log, 0, [0, 0], None)
        changes = [change.seen_by(0) for change in match.act(seat, game.parse(text))]
        frames += animator.frames([change for change in changes if change], match.view(0))
    caught = next(place for place, frame in enumerate(frames) if frame.last_row is not None)
    assert "8♦ caught by 8♠: row of 1 card lost" in frames[caught].last_row.loss_texts
    after = frames[caught + 1 :]
    assert any(frame.view.cards("shown/0") == cards("2♣ 3♣") for frame in after), "the cards of the Joker"
    assert not any(frame.begins_row for frame in after)


def test_summary_says_which_points_a_banked_row_did_not_bring():
    hits = SeatPlay(exact_hits=2, points_of_hits=8)
    assert reason_of(hits, "banked", 8) == "exact hits +8"
    assert reason_of(replace(hits, exact_hits=1, points_banked=3, points_of_joker=2), "banked", 13) == (
        "exact hit +8, Joker hit +2"
    )
    assert reason_of(SeatPlay(points_banked=3), "banked", 3) == ""
