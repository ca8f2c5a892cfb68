"""The animations of Big Queen: which frames there are, and what they show."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from core import Dealer, Remark, cards, games
from tui.boards.big_queen.animation import BigQueenAnimator
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.render import render
from tui.boards.big_queen.scene import BigQueenFrameEffect, BigQueenScene, TeamRoundScore
from tui.boards.big_queen.selection_update import initial_selection
from tui.boards.big_queen.unseen_cards import unseen_cards

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora")
"""The names of the seats."""


@pytest.mark.parametrize("losers", ["on", "off"])
@pytest.mark.parametrize("audience", [0, None])
def test_last_frame_of_big_queen_shows_the_current_view_and_all_log_lines(audience, losers):
    match = GAME.start(4, seed=1, options={"target": 500, "losers_count_melds": losers})
    bot = next(iter(GAME.bots.values()))
    before = match.view(audience)
    while not match.over:
        seat = sorted(match.awaited)[0]
        changes = match.act(seat, bot(match.view(seat)))
        seen = [known for change in changes if (known := change.seen_by(audience))]
        shown_frames = BigQueenAnimator(before, BigQueenLogWriter(SEAT_NAMES, GAME.sentence)).frames(
            seen, match.view(audience)
        )
        assert shown_frames[-1].view == match.view(audience)
        assert shown_frames[-1].effect == BigQueenFrameEffect()
        assert sum(len(frame.lines) for frame in shown_frames) == sum(isinstance(change, Remark) for change in seen)
        before = match.view(audience)


def act_and_return_frames(match, seat, action_text, audience=0):
    """Carry out an action of a seat; return the frames that `audience` is shown: a seat, or None for a spectator."""
    view = match.view(audience)
    changes = match.act(seat, GAME.parse(action_text))
    seen = [known for change in changes if (known := change.seen_by(audience))]
    return BigQueenAnimator(view, BigQueenLogWriter(SEAT_NAMES, GAME.sentence)).frames(seen, match.view(audience))


def banner_words(shown_frames):
    """Return the large words that the banners in some frames show."""
    return [frame.effect.banner.word for frame in shown_frames if frame.effect.banner is not None]


def test_dice_are_rolled_before_the_deal_and_a_roll_of_44_or_45_shows_a_bonus():
    seed = next(seed for seed in range(500) if dice_roll_of_seed(seed) in (44, 45))
    shown_frames = act_and_return_frames(GAME.start(4, seed=seed), 0, "deal")
    assert "BONUS" in banner_words(shown_frames)
    assert any(frame.effect.dice_are_rolling for frame in shown_frames)
    usual = next(seed for seed in range(500) if dice_roll_of_seed(seed) not in (44, 45))
    shown_frames = act_and_return_frames(GAME.start(4, seed=usual), 0, "deal")
    assert "DICE" in banner_words(shown_frames)
    banner = next(frame.effect.banner for frame in shown_frames if frame.effect.banner)
    assert banner.shorter_sentences == (banner.sentence.removesuffix(" 44 and 45 win 100 points."),)
    hands = [frame.view.count("hand/0") for frame in shown_frames]
    assert sorted(hands) == hands
    assert set(range(12)) <= set(hands)


def dice_roll_of_seed(seed):
    """Return what the dice show in a match with this seed."""
    match = GAME.start(4, seed=seed)
    match.act(0, GAME.parse("deal"))
    return match.view(None).facts["dice"]


def match_with_stock(order):
    """Start a match with the cards of the stock in this order. The seats 1, 2, 3 and 0 are dealt a card each in turn,
    eleven times.
    """
    match = GAME.start(4, dealer=Dealer.scripted({"stock": [cards(order)]}))
    match.act(0, GAME.parse("deal"))
    return match


def test_queen_of_spades_has_a_banner_when_laid_and_when_discarded():
    match = match_with_stock("Q♠ 3♣ 4♣ 5♣ Q♥ 3♦ 4♦ 5♦ Q♦ 3♥ 4♥ 5♥ Q♠")
    act_and_return_frames(match, 1, "draw")
    assert "QUEEN" in banner_words(act_and_return_frames(match.copy(), 1, "discard Q♠"))
    (frame,) = [m for m in act_and_return_frames(match, 1, "meld Q♠ Q♦ Q♥") if m.effect.shows_queen]
    assert frame.effect.banner.sentence == "Björn lays the big Queen: 100 for Team B."
    assert frame.view.count("meld/B/Q") == 3


def test_catching_a_player_has_a_banner():
    match = GAME.start(4, seed=2, options={"hand_size": 3})
    match.act(0, GAME.parse("deal"))
    while not match.view(0).facts["due"]:
        seat = sorted(match.awaited)[0]
        bot = next(iter(GAME.bots.values()))(match.view(seat))
        match.act(seat, bot if len(bot) < 3 or bot.verb != "discard" else GAME.parse(f"discard {bot[1]}"))
    due = match.view(0).facts["due"][0]
    catcher = next(seat for seat in range(4) if seat != due)
    shown_frames = act_and_return_frames(match, catcher, f"catch {due}")
    assert banner_words(shown_frames) == ["CAUGHT"]
    assert any("Caught by " in line.text for frame in shown_frames for line in frame.lines)


def test_end_of_a_round_shows_the_summary_and_queens_left_in_the_hand():
    match = GAME.start(4, seed=11, options={"target": 10_000})
    bot = next(iter(GAME.bots.values()))
    summaries, words = [], []
    while match.view(0).facts["round"] < 12:
        seat = sorted(match.awaited)[0]
        held = match.view(0).cards("hand/0")
        before = [match.view(0).facts[f"score/{team}"] for team in "AB"]
        shown_frames = act_and_return_frames(match, seat, str(bot(match.view(seat))))
        words += banner_words(shown_frames)
        for frame in shown_frames:
            if frame.summary:
                summaries.append(frame.summary)
                for count, score in zip(frame.summary.team_scores, before, strict=True):
                    assert isinstance(count, TeamRoundScore)
                    assert count.score == score + count.change
                if cards("Q♠")[0] in held and seat != 0:
                    assert any(
                        "Caught in your hand" in m.effect.banner.sentence for m in shown_frames if m.effect.banner
                    )
    assert len(summaries) == 11
    assert all(summary.title.startswith("Round ") for summary in summaries)
    assert {"END", "ONE", "DICE"} <= set(words)


def test_big_queen_board_does_not_animate_actions_of_other_players():
    match = GAME.start(4, seed=2)
    match.act(0, GAME.parse("deal"))
    assert len(act_and_return_frames(match, 1, "draw")) == 1


def movements_of(shown_frames):
    """Return the distinct movements of cards and points in these frames, each as its source, its target, and the cards
    or points that move.
    """
    found = [(one.source, one.target, one.cards or one.badge) for frame in shown_frames for one in frame.travels]
    return list(dict.fromkeys(found))


def test_cards_travel_from_hand_to_set_and_their_points_to_the_score():
    match = match_with_stock("Q♠ 3♣ 4♣ 5♣ Q♥ 3♦ 4♦ 5♦ Q♦ 3♥ 4♥ 5♥ Q♠")
    (drawn,) = movements_of(act_and_return_frames(match, 1, "draw", audience=1))
    assert drawn[0] == "stock"
    assert drawn[1].startswith("own/")
    held = match.view(1).cards("hand/1")
    shown_frames = act_and_return_frames(match, 1, "meld Q♠ Q♦ Q♥", audience=1)
    cards_move, points_move = movements_of(shown_frames)
    assert cards_move[0].startswith("own/")
    assert cards_move[1:] == ("meld/B/Q", tuple(cards("Q♠ Q♦ Q♥")))
    assert points_move == ("meld/B/Q", "laid/B", "+120")
    for frame in shown_frames:
        for travel in frame.travels:
            there = frame.view.count("hand/1"), frame.view.count("meld/B/Q")
            assert there == ((len(held) - 3, 0) if travel.cards else (len(held) - 3, 3)), "neither here nor there"
    ((source, target, moved),) = movements_of(act_and_return_frames(match, 1, "discard 3♠", audience=1)) or [
        (None,) * 3
    ]
    assert source.startswith("own/")
    assert (target, moved) == ("discard", tuple(cards("3♠")))


def test_points_of_laid_cards_are_counted_up_on_the_board_while_they_move_to_the_score():
    match = match_with_stock("Q♠ 3♣ 4♣ 5♣ Q♥ 3♦ 4♦ 5♦ Q♦ 3♥ 4♥ 5♥ Q♠")
    match.act(1, GAME.parse("draw"))
    shown_frames = act_and_return_frames(match, 1, "meld Q♠ Q♦ Q♥", audience=1)
    moving = [frame for frame in shown_frames if any(travel.badge for travel in frame.travels)]
    teams, late = zip(*(frame.effect.points_on_way for frame in moving), strict=True)
    assert set(teams) == {1}
    assert list(late) == sorted(set(late), reverse=True), "fewer in each frame"
    assert 120 > late[0] > late[-1] == 0
    for frame, points in zip(moving, late, strict=True):
        scene = BigQueenScene(
            view=frame.view, names=SEAT_NAMES, selection=initial_selection(frame.view), effect=frame.effect
        )
        for width, height in ((60, 17), (80, 23), (120, 39), (200, 59)):
            picture = str(render(replace(scene, width=width, height=height)).canvas)
            assert re.search(rf"\b{120 - points} (laid|p)", picture), (width, height)


def test_cards_of_other_players_travel_from_the_player_to_the_table():
    match = match_with_stock("Q♠ 3♣ 4♣ 5♣ Q♥ 3♦ 4♦ 5♦ Q♦ 3♥ 4♥ 5♥ Q♠")
    assert movements_of(act_and_return_frames(match, 1, "draw")) == []
    assert movements_of(act_and_return_frames(match, 1, "discard Q♠")) == [("hand/1", "discard", tuple(cards("Q♠")))]


def test_cards_on_their_way_between_two_piles_are_counted_neither_as_unseen_nor_as_lost():
    match = GAME.start(4, seed=1, options={"target": 500})
    bot = next(iter(GAME.bots.values()))
    before, card_counts, move_count = match.view(0), set(), 0
    while not match.over:
        seat = sorted(match.awaited)[0]
        changes = match.act(seat, bot(match.view(seat)))
        seen = [known for change in changes if (known := change.seen_by(0))]
        for frame in BigQueenAnimator(before, BigQueenLogWriter(SEAT_NAMES, GAME.sentence)).frames(seen, match.view(0)):
            view, on_way = frame.view, frame.effect.cards_on_way
            hidden = view.count("stock") + sum(view.count(f"hand/{other}") for other in (1, 2, 3))
            assert unseen_cards(view, on_way).total() == hidden
            card_counts.add(sum(view.count(pile) for pile in view.piles) + len(on_way))
            move_count += bool(on_way)
        before = match.view(0)
    assert len(card_counts) == 1
    assert move_count > 20


def test_no_frame_of_a_deal_speaks_of_the_last_round_or_waits_for_the_deal():
    match = GAME.start(4, seed=5, options={"target": 10_000})
    bot = next(iter(GAME.bots.values()))
    seen_deals = 0
    while seen_deals < 5:
        seat = sorted(match.awaited)[0]
        action = str(bot(match.view(seat)))
        shown_frames = act_and_return_frames(match, seat, action)
        if action != "deal":
            continue
        seen_deals += 1
        for frame in shown_frames[:-1]:
            scene = BigQueenScene(view=frame.view, names=SEAT_NAMES, effect=frame.effect)
            for width, height in ((60, 17), (80, 23), (120, 39), (200, 59)):
                picture = str(render(replace(scene, width=width, height=height)).canvas)
                assert not re.search(r"last round:|Waiting for|D rolls|Your deal", picture), (width, height)
                assert frame.effect.dice is not None or "deal" in picture
