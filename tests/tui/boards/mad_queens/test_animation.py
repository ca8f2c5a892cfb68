from __future__ import annotations

import pytest

from core import Dealer, Remark, cards, games
from tui.boards.mad_queens.animation import MadQueensAnimator
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.scene import MadQueensEffect

GAME = games["mad-queens"]
NAMES = ("Ada", "Björn", "Chidi")
LOG = MadQueensLogWriter(NAMES, GAME.sentence)


def event_sentence(match, seat, text, *, focus=0, start=None, last=None):
    view = match.view(focus)
    animator = MadQueensAnimator(view, LOG, focus, start or [0] * match.seats, last)
    changes = [change.seen_by(focus) for change in match.act(seat, GAME.parse(text))]
    return animator.frames([change for change in changes if change], match.view(focus))


def table(deck, banned="8♠ K♦", seats=1, **scripts):
    script = {"deck/0": [cards(deck)], "banned-deck": [cards(banned)], **scripts}
    return GAME.start(seats, dealer=Dealer.scripted(script))


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
@pytest.mark.parametrize("audience", [0, None])
def test_the_last_moment_is_what_is_so_and_no_sentence_is_lost(play, slug, audience):
    game = games[slug]
    log = MadQueensLogWriter(NAMES, game.sentence)
    before, start, last = game.start(3, seed=1).view(audience), [0, 0, 0], None
    for match, _, changes in play(slug, 3, 1):
        seen = [change for change in (change.seen_by(audience) for change in changes) if change]
        animator = MadQueensAnimator(before, log, 0, start, last)
        moments = animator.frames(seen, match.view(audience))
        assert moments[-1].view == match.view(audience)
        assert moments[-1].effect == MadQueensEffect()
        assert sum(len(moment.lines) for moment in moments) == sum(isinstance(change, Remark) for change in seen)
        before, start, last = match.view(audience), animator.start, animator.last


def test_a_sealed_play_is_told_when_the_seal_is_broken(play):
    before, start, last = GAME.start(3, seed=2, options={"visibility": "sealed"}).view(0), [0, 0, 0], None
    for match, _, changes in play("mad-queens", 3, 2, visibility="sealed"):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        animator = MadQueensAnimator(before, LOG, 0, start, last)
        assert animator.frames(seen, match.view(0))[-1].view == match.view(0)
        before, start, last = match.view(0), animator.start, animator.last
    assert last is not None
    assert all(outcome.status != "done" for outcome in last.outcomes)


def test_a_card_turns_over():
    moments = event_sentence(table("6♥"), 0, "reveal")
    frames = [moment.effect.flip for moment in moments]
    assert frames == [0, 1, 2, 3, 4, None]
    assert 0.1 < sum(moment.hold for moment in moments) < 0.3


def test_a_catch_shows_the_row_before_it_is_lost():
    match = table("6♥ 8♦")
    event_sentence(match, 0, "reveal")
    moment = next(moment for moment in event_sentence(match, 0, "reveal") if moment.effect.caught)
    assert moment.effect.caught == cards("8♦ 8♠")
    assert moment.view.cards("shown/0") == cards("6♥ 8♦")
    assert moment.effect.banner.sentence == "8♦ is caught by 8♠: 2 cards lost."
    assert moment.after is not None
    assert moment.after.row == cards("6♥ 8♦")


def test_a_queen_shows_herself_and_takes_her_price_card_by_card():
    match = table("2♣ 3♣ 4♣", **{"queens/0": [cards("Q♠")]})
    for text in ("reveal", "reveal", "reveal"):
        event_sentence(match, 0, text)
    match = table("2♣ 3♣", **{"deck/0": [cards("2♣ 3♣"), cards("Q♠ 5♦")], "queens/0": [cards("Q♠")]})
    for text in ("reveal", "reveal", "bank"):
        event_sentence(match, 0, text)
    moments = event_sentence(match, 0, "reveal")
    queens = [moment for moment in moments if moment.effect.queen]
    assert all(moment.effect.queen == cards("Q♠")[0] for moment in queens)
    assert max(moment.effect.price for moment in queens) == 2
    assert [moment.effect.taken for moment in queens][-2:] == [1, 2]
    assert moments[-1].view.count("bank/0") == 0


def test_an_exact_hit_and_a_joker_have_their_moment():
    match = table("K♦ Jk 2♣ 3♣")
    exact = next(moment for moment in event_sentence(match, 0, "reveal") if moment.effect.doubled)
    assert exact.effect.banner.word == "DOUBLE"
    joker = next(moment for moment in event_sentence(match, 0, "reveal") if moment.effect.banner)
    assert joker.effect.banner.word == "JOKER"


def test_the_end_of_a_play_is_summed_up():
    match = table("6♥ 8♦", seats=2, **{"deck/1": [cards("8♣")]})
    event_sentence(match, 0, "reveal")
    event_sentence(match, 1, "reveal")
    summary = next(moment.summary for moment in event_sentence(match, 0, "bank") if moment.summary)
    assert summary.title == "Play 1 is over"
    assert [(outcome.seat, outcome.gain, outcome.status) for outcome in summary.outcomes] == [
        (0, 2, "banked"),
        (1, 0, "caught"),
    ]


def test_of_a_play_whose_beginning_was_not_seen_only_its_end_is_told():
    match = table("6♥ 8♦", seats=2, **{"deck/1": [cards("8♣")]})
    event_sentence(match, 0, "reveal")
    event_sentence(match, 1, "reveal")
    moments = event_sentence(match, 0, "bank", start=[None, None])
    [summary] = [moment.summary for moment in moments if moment.summary]
    assert [(outcome.gain, outcome.status) for outcome in summary.outcomes] == [(None, "banked"), (None, "caught")]


def test_what_others_do_is_simply_there():
    match = table("6♥", seats=2)
    moments = event_sentence(match, 1, "reveal")
    assert len(moments) == 1
    assert moments[0].hold == 0
