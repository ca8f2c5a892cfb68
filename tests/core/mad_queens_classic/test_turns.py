"""Mad Queens Classic: turns, replacement of banned cards at once, Joker events for everybody, and rules that it
lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Action, BadNotation, BadOption, Dealer, IllegalAction, Match, Moved, Remark, cards, games

CLASSIC_GAME = games["mad-queens-classic"]
"""The game of these tests: Mad Queens Classic."""
REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""

MatchArranger = Callable[..., Match]
"""The type of the fixture that arranges a match of Mad Queens Classic."""


def pile_cards(match: Match, name: str) -> tuple[object, ...]:
    """Return the cards of a pile, bottom first, hidden ones included."""
    return tuple(match.piles[match.layout.pile(name).layout_index])


def fact_value(match: Match, name: str) -> object:
    """Return the present value of the fact `name` of a match, such as "turn" or "play"."""
    return match.facts[match.layout.fact(name).layout_index]


def start_scripted(seats: int, **script: str) -> Match:
    """Return a match with prepared cards for some streams; the argument ``deck_0`` is for the stream ``deck/0``."""
    streams = {name.replace("__", "-").replace("_", "/"): [order] for name, order in script.items()}
    return CLASSIC_GAME.start(seats, dealer=Dealer.scripted(streams))


def test_prepared_first_player_of_classic_begins_and_the_turn_passes_clockwise() -> None:
    match = start_scripted(3, first="2", banned__deck="8♠ K♦", deck_0="2♣", deck_1="3♣", deck_2="4♣")
    turns = []
    for _ in range(4):
        seat = fact_value(match, "turn")
        assert match.waiting == {seat}
        assert [match.legal(other) for other in range(3) if other != seat] == [(), ()]
        turns.append(seat)
        match.act(seat, REVEAL_ACTION)
        match.act(seat, BANK_ACTION)
    assert turns == [2, 0, 1, 2]
    assert fact_value(match, "play") == 5


def test_first_player_of_classic_is_each_seat_equally_often() -> None:
    firsts = [fact_value(CLASSIC_GAME.start(4, seed=seed), "turn") for seed in range(400)]
    assert all(70 < firsts.count(seat) < 130 for seat in range(4))


def test_prepared_first_player_without_a_seat_is_refused() -> None:
    with pytest.raises(BadOption):
        start_scripted(2, first="2")


def test_seat_of_classic_shows_how_its_last_turn_ended_until_its_next_turn() -> None:
    match = start_scripted(2, first="0", banned__deck="8♠ K♦ 9♣", deck_0="2♣", deck_1="8♦")
    match.act(0, REVEAL_ACTION)
    match.act(0, BANK_ACTION)
    assert (fact_value(match, "status/0"), fact_value(match, "status/1")) == ("banked", "playing")
    match.act(1, REVEAL_ACTION)
    assert (fact_value(match, "status/0"), fact_value(match, "status/1")) == ("playing", "caught")


def test_seats_whose_game_has_ended_are_skipped(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Q♠", queens_aside="Q♣ Q♦ Q♥", seats=3)
    match.act(0, REVEAL_ACTION)
    turns = []
    for _ in range(3):
        (seat,) = match.waiting
        turns.append(seat)
        match.act(seat, REVEAL_ACTION)
        if match.legal(seat):
            match.act(seat, BANK_ACTION)
    assert turns == [1, 2, 1]
    with pytest.raises(IllegalAction, match="Your game is over"):
        match.act(0, REVEAL_ACTION)


def test_a_banned_joker_is_an_event_for_everybody_between_two_turns(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("J♠ 4♦", "J♦ 4♣ 2♥", seats=3, replacements="Jk 9♣")
    before = [len(pile_cards(match, f"deck/{seat}")) for seat in range(3)]
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("4♣ 2♥")
    assert fact_value(match, "score/0") == 2
    assert pile_cards(match, "banned") == cards("9♣ 4♦")
    after = [len(pile_cards(match, f"deck/{seat}")) for seat in range(3)]
    assert [was - now for was, now in zip(before, after, strict=True)] == [3, 2, 2]
    assert fact_value(match, "turn") == 1


def test_ruling_mc_5_all_seats_but_ended_ones_take_part_in_an_event(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("J♠ 4♦", "J♦ 4♣ 2♥", seats=4, replacements="Jk 9♣")
    match.facts[match.layout.fact("status/2").layout_index] = "finished"
    before = [len(pile_cards(match, f"deck/{seat}")) for seat in range(4)]
    match.act(0, REVEAL_ACTION)
    after = [len(pile_cards(match, f"deck/{seat}")) for seat in range(4)]
    assert [was - now for was, now in zip(before, after, strict=True)] == [3, 2, 0, 2]
    assert pile_cards(match, "bank/2") == pile_cards(match, "gone/2") == ()


def test_joker_event_at_set_up_of_classic_is_for_every_seat() -> None:
    match = start_scripted(2, banned__deck="7♦ Jk 9♣", deck_0="7♣ 2♥", deck_1="3♠ 4♠")
    assert (fact_value(match, "score/0"), fact_value(match, "score/1")) == (2, 0)
    assert pile_cards(match, "banned") == cards("7♦ 9♣")


def test_event_does_not_turn_queens_of_a_deck_of_queens_only(lay_out_match: MatchArranger) -> None:
    match = lay_out_match(
        "J♠ 4♦", "J♦ 4♣ Q♥", with_rest=False, bank="2♣ 3♣", queens_aside="Q♣ Q♦ Q♠", seats=2, replacements="Jk 9♣"
    )
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "deck/0") == cards("Q♥")
    assert pile_cards(match, "bank/0") == cards("2♣ 3♣ 4♣")
    assert (fact_value(match, "status/0"), fact_value(match, "cause/0"), fact_value(match, "score/0")) == (
        "finished",
        "deck out",
        3,
    )


def test_joker_does_not_turn_queens_of_a_deck_of_queens_only(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Jk 5♣ Q♥", with_rest=False, bank="2♣ 3♣", queens_aside="Q♣ Q♦ Q♠")
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "deck/0") == cards("Q♥")
    assert (pile_cards(match, "bank/0"), fact_value(match, "spent/0")) == (cards("2♣ 3♣ Jk 5♣"), 0)


def test_queen_turned_before_only_queens_were_left_is_still_paid(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Jk Q♦ 5♣ Q♥", with_rest=False, bank="2♣ 3♣", queens_aside="Q♣ Q♠")
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "deck/0") == cards("Q♥")
    assert (pile_cards(match, "bank/0"), fact_value(match, "spent/0")) == (cards("Jk 5♣"), 1)
    assert fact_value(match, "cause/0") == "deck out"


def test_ruling_mc_2_a_queen_takes_the_top_cards_of_the_bank_and_each_card_pays_one(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("8♠ K♦", "Q♦ 2♠", bank="3♣ 4♥ 5♥", queens_aside="Q♣ Q♥ Q♠")
    match.act(0, REVEAL_ACTION)
    assert (pile_cards(match, "bank/0"), match.score(0)) == (cards("3♣"), 1)


def test_ruling_mc_4_a_caught_card_that_leaves_only_queens_ends_the_game_without_the_row(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("8♠ K♦", "5♣ 8♦ Q♥", with_rest=False, bank="2♣", queens_aside="Q♣ Q♦ Q♠")
    match.act(0, REVEAL_ACTION)
    match.act(0, REVEAL_ACTION)
    assert (pile_cards(match, "bank/0"), pile_cards(match, "shown/0")) == (cards("2♣"), ())
    assert (fact_value(match, "status/0"), fact_value(match, "cause/0")) == ("finished", "deck out")


def test_the_temporary_card_is_drawn_at_once_after_the_fifth_banking(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "5♣", queens_aside="", seats=2, replacements="K♣ 9♥")
    match.act(0, REVEAL_ACTION)
    changes = match.act(0, BANK_ACTION)
    assert pile_cards(match, "temp/0") == cards("9♥")
    assert pile_cards(match, "banned-gone") == cards("K♣")
    assert fact_value(match, "turn") == 1
    drawn = next(n for n, change in enumerate(changes) if isinstance(change, Moved) and str(change.target) == "temp/0")
    passed = next(n for n, change in enumerate(changes) if isinstance(change, Remark) and change.key == "turn")
    assert drawn < passed


def test_ruling_mc_8_two_banned_cards_lie_face_up_and_equal_scores_share_a_rank() -> None:
    match = start_scripted(3, banned__deck="8♠ K♦")
    assert match.view(None).cards("banned") == cards("8♠ K♦")
    for seat, score in enumerate((7, 4, 7)):
        match.facts[match.layout.fact(f"score/{seat}").layout_index] = score
    assert [(standing.seat, standing.rank) for standing in match.standings] == [(0, 1), (2, 1), (1, 3)]


def test_ruling_mc_9_banned_cards_are_drawn_in_the_order_of_turns() -> None:
    match = start_scripted(2, first="1", banned__deck="8♠ K♦ 9♣ 5♦", deck_0="K♣", deck_1="8♦")
    match.act(1, REVEAL_ACTION)
    assert pile_cards(match, "banned") == cards("9♣ K♦")
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "banned") == cards("9♣ 5♦")


def test_classic_has_no_action_end_and_no_options_for_exact_hits_or_visibility() -> None:
    with pytest.raises(BadNotation):
        CLASSIC_GAME.parse("end")
    assert "visibility" not in CLASSIC_GAME.options
    assert not [name for name in CLASSIC_GAME.options if "exact" in name]
    match = start_scripted(1, deck_0="2♣", banned__deck="8♠ K♦")
    with pytest.raises(IllegalAction, match="reveal a card first"):
        match.act(0, BANK_ACTION)
    with pytest.raises(IllegalAction):
        match.act(0, Action(("end",)))


def test_automatic_action_reveals_at_the_start_of_a_turn_and_banks_after() -> None:
    match = start_scripted(1, deck_0="2♣", banned__deck="8♠ K♦")
    assert match.default(0) == match.default(0, is_away=True) == REVEAL_ACTION
    match.act(0, REVEAL_ACTION)
    assert match.default(0) == match.default(0, is_away=True) == BANK_ACTION


def test_log_sentences_of_classic_count_cards() -> None:
    def sentence_of(key: str, *particulars: object) -> str:
        return CLASSIC_GAME.sentence(Remark(-1, key, 0, particulars))  # type: ignore[arg-type]

    assert sentence_of("banked", 3, 3) == "3 cards banked."
    assert sentence_of("event scores", cards("7♣ 2♥"), 2) == "A hit, so both cards turned are banked: 7♣ and 2♥."
    assert sentence_of("ended", "cannot pay", 12) == "A Queen could not be paid: finished with 12 cards."
    assert sentence_of("ended", "deck out", 1) == "No card but Queens is left to turn: finished with 1 card."
    assert sentence_of("caught", *cards("J♠ J♠"), 2) == "J♠ is caught by the banned J♠: the row of 1 card is lost."


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5), st.data())
def test_every_match_of_classic_ends_with_its_cards_conserved(seed: int, seats: int, data: st.DataObject) -> None:
    options = {
        name: data.draw(st.sampled_from(option.choices or (True, False)))
        for name, option in CLASSIC_GAME.options.items()
    }
    match = CLASSIC_GAME.start(seats, seed=seed, options=options)
    eagerness = data.draw(st.integers(1, 6))
    sentences = [CLASSIC_GAME.sentence(change) for change in match.opening_changes if isinstance(change, Remark)]
    while not match.over:
        (seat,) = match.waiting
        choices = match.legal(seat)
        assert CLASSIC_GAME.legal(match.view(seat)) == choices
        row = pile_cards(match, f"shown/{seat}")
        changes = match.act(seat, choices[-1] if len(row) >= eagerness else REVEAL_ACTION)
        sentences += [CLASSIC_GAME.sentence(change) for change in changes if isinstance(change, Remark)]
        for player in range(seats):
            own = [pile_cards(match, f"{name}/{player}") for name in ("deck", "shown", "bank", "aside", "gone")]
            assert sum(map(len, own)) == 54
            assert match.score(player) == len(pile_cards(match, f"bank/{player}"))
    assert fact_value(match, "play") <= 54 * seats
    assert all(sentences)
    assert not [line for line in sentences if "point" in line]


@pytest.mark.parametrize("name", CLASSIC_GAME.bots)
def test_the_bots_of_mad_queens_can_play_mad_queens_classic(name: str) -> None:
    match = CLASSIC_GAME.start(3, seed=11, options={"queen_choice": "player"})
    while not match.over:
        (seat,) = match.waiting
        match.act(seat, CLASSIC_GAME.bots[name](match.view(seat)))
    assert max(match.score(seat) for seat in range(3)) > 5


def test_careful_bot_scores_more_than_the_steady_bot() -> None:
    totals = {}
    for name, bot in CLASSIC_GAME.bots.items():
        totals[name] = 0
        for seed in range(60):
            match = CLASSIC_GAME.start(1, seed=seed)
            while not match.over:
                match.act(0, bot(match.view(0)))
            totals[name] += match.score(0)
    assert totals["careful"] > totals["steady"]


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_automatic_banking_chooses_the_same_queen_in_both_games(slug):
    match = games[slug].start(1, seed=2, options={"queen_choice": "player"})
    match.act(0, match.legal(0)[0])
    assert [str(action) for action in match.legal(0)][1:] == ["bank Q♣", "bank Q♦", "bank Q♥", "bank Q♠"]
    assert str(match.default(0)) == "bank Q♣"


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_refusal_of_a_banking_says_what_to_do_instead(slug):
    game = games[slug]
    match = game.start(1, seed=2)
    match.act(0, match.legal(0)[0])
    assert game.refusal(match.view(0), game.parse("bank Q♠")) == (
        "You cannot choose which Queen goes into your deck: just bank."
    )
    match = game.start(1, seed=2, options={"queen_choice": "player"})
    match.act(0, match.legal(0)[0])
    assert game.refusal(match.view(0), game.parse("bank")) == (
        "Name the Queen that goes into your deck: bank Q♣, bank Q♦, bank Q♥, bank Q♠."
    )


def test_end_cause_of_classic_says_whether_queens_were_left():
    view = CLASSIC_GAME.start(1, seed=1).view(0)
    for cause, deck, said in (
        ("deck out", 0, "no card was left to turn"),
        ("deck out", 2, "only Queens were left to turn"),
        ("fourth queen", 2, "met the fourth Queen"),
        ("", 50, ""),
    ):
        ended = replace(view, facts={**view.facts, "cause/0": cause}, piles={**view.piles, "deck/0": deck})
        assert CLASSIC_GAME.end_cause(ended, 0) == said
