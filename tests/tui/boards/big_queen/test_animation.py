from __future__ import annotations

import pytest

from core import Dealer, Remark, cards, games
from tui.boards.big_queen.animation import BigQueenAnimator
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.scene import BigQueenEffect, Count

GAME = games["big-queen"]
NAMES = ("Ada", "Björn", "Chidi", "Dora")


@pytest.mark.parametrize("audience", [0, None])
def test_the_last_moment_is_what_is_so_and_no_sentence_is_lost(audience):
    match = GAME.start(4, seed=1, options={"target": 500})
    bot = next(iter(GAME.bots.values()))
    before = match.view(audience)
    while not match.over:
        seat = sorted(match.awaited)[0]
        changes = match.act(seat, bot(match.view(seat)))
        seen = [known for change in changes if (known := change.seen_by(audience))]
        moments = BigQueenAnimator(before, BigQueenLogWriter(NAMES, GAME.sentence)).frames(seen, match.view(audience))
        assert moments[-1].view == match.view(audience)
        assert moments[-1].effect == BigQueenEffect()
        assert sum(len(moment.lines) for moment in moments) == sum(isinstance(change, Remark) for change in seen)
        before = match.view(audience)


def event_sentence(match, seat, text, audience=0):
    view = match.view(audience)
    changes = match.act(seat, GAME.parse(text))
    seen = [known for change in changes if (known := change.seen_by(audience))]
    return BigQueenAnimator(view, BigQueenLogWriter(NAMES, GAME.sentence)).frames(seen, match.view(audience))


def banners(moments):
    return [moment.effect.banner.word for moment in moments if moment.effect.banner is not None]


def test_the_dice_roll_and_44_wins_a_bonus():
    seed = next(seed for seed in range(500) if _rolls(seed) in (44, 45))
    moments = event_sentence(GAME.start(4, seed=seed), 0, "deal")
    assert "BONUS" in banners(moments)
    assert any(moment.effect.rolling for moment in moments)
    usual = next(seed for seed in range(500) if _rolls(seed) not in (44, 45))
    moments = event_sentence(GAME.start(4, seed=usual), 0, "deal")
    assert "DICE" in banners(moments)
    hands = [moment.view.count("hand/0") for moment in moments]
    assert sorted(hands) == hands
    assert set(range(12)) <= set(hands)


def _rolls(seed):
    match = GAME.start(4, seed=seed)
    match.act(0, GAME.parse("deal"))
    return match.view(None).facts["dice"]


def scripted(order):
    """Start a match whose stock is dealt in an order: eleven rounds for the seats 1, 2, 3, 0."""
    match = GAME.start(4, dealer=Dealer.scripted({"stock": [cards(order)]}))
    match.act(0, GAME.parse("deal"))
    return match


def test_the_big_queen_has_her_moment_when_she_is_laid_and_when_she_is_thrown_away():
    match = scripted("Q♠ 3♣ 4♣ 5♣ Q♥ 3♦ 4♦ 5♦ Q♦ 3♥ 4♥ 5♥ Q♠")
    event_sentence(match, 1, "draw")
    assert "QUEEN" in banners(event_sentence(match.copy(), 1, "discard Q♠"))
    (moment,) = [m for m in event_sentence(match, 1, "meld Q♠ Q♦ Q♥") if m.effect.queen]
    assert moment.effect.banner.sentence == "Björn lays the big Queen: 100 for Team B."
    assert moment.view.count("meld/B/Q") == 3


def test_a_catch_has_its_moment():
    match = GAME.start(4, seed=2, options={"hand_size": 3})
    match.act(0, GAME.parse("deal"))
    while not match.view(0).facts["due"]:
        seat = sorted(match.awaited)[0]
        bot = next(iter(GAME.bots.values()))(match.view(seat))
        match.act(seat, bot if len(bot) < 3 or bot.verb != "discard" else GAME.parse(f"discard {bot[1]}"))
    due = match.view(0).facts["due"][0]
    catcher = next(seat for seat in range(4) if seat != due)
    moments = event_sentence(match, catcher, f"catch {due}")
    assert banners(moments) == ["CAUGHT"]
    assert any("By " in line.text for moment in moments for line in moment.lines)


def test_the_end_of_a_round_is_summed_up_and_what_was_caught_in_the_hand_is_said():
    match = GAME.start(4, seed=11, options={"target": 10_000})
    bot = next(iter(GAME.bots.values()))
    summaries, words = [], []
    while match.view(0).facts["round"] < 12:
        seat = sorted(match.awaited)[0]
        held = match.view(0).cards("hand/0")
        before = [match.view(0).facts[f"score/{team}"] for team in "AB"]
        moments = event_sentence(match, seat, str(bot(match.view(seat))))
        words += banners(moments)
        for moment in moments:
            if moment.summary:
                summaries.append(moment.summary)
                for count, score in zip(moment.summary.counts, before, strict=True):
                    assert isinstance(count, Count)
                    assert count.score == score + count.change
                if cards("Q♠")[0] in held and seat != 0:
                    assert any("Caught in your hand" in m.effect.banner.sentence for m in moments if m.effect.banner)
    assert len(summaries) == 11
    assert all(summary.title.startswith("Round ") for summary in summaries)
    assert {"OUT", "ONE", "DICE"} <= set(words)


def test_what_others_do_is_simply_there():
    match = GAME.start(4, seed=2)
    match.act(0, GAME.parse("deal"))
    assert len(event_sentence(match, 1, "draw")) == 1
