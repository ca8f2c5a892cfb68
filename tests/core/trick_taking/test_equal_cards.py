"""Cards of one player that are equal for the rest of a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import Action, cards, games
from core.engine.cards import QUEENS, SUITS
from core.engine.computation import run_to_end
from core.queen_bees_ii.legal import trumps_in_view
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED
from core.trick_taking.equal_cards import first_equal_choices

BEES, DUNGEON = "queen-bees-ii", "queens-dungeon"
"""The slugs of the two trick games."""

OTHER_CLUBS = "2♣ 3♣ 4♣ 6♣ 7♣ 8♣ 9♣ J♣ K♣ A♣"
"""All clubs but Q♣, 10♣ and 5♣."""


@pytest.mark.parametrize(
    ("slug", "facts", "gone", "trick", "hand", "firsts"),
    [
        (BEES, {"trumps": ("K", "7")}, OTHER_CLUBS, "A♥", "Q♣ 10♣ 5♣", "Q♣ Q♣ Q♣"),
        (BEES, {"trumps": ("K", "7")}, "2♣ 3♣ 4♣ 6♣ 7♣ 8♣ 9♣ J♣ A♣", "K♣ 8♣", "Q♣ 10♣ 5♣", "Q♣ Q♣ Q♣"),
        (BEES, {"trumps": ("K", "7")}, "2♣ 3♣ 4♣ 6♣ 7♣ 9♣ J♣ K♣ A♣", "8♣", "Q♣ 10♣ 5♣", "Q♣ Q♣ 5♣"),  # 5♣ loses to 8♣
        (BEES, {"trumps": ("K", "7")}, "2♣ 3♣ 4♣ 7♣ 8♣ 9♣ J♣ K♣ A♣", "A♥", "Q♣ 10♣ 5♣", "Q♣ Q♣ 5♣"),  # 6♣ is out
        (BEES, {"trumps": ("Q", "7")}, OTHER_CLUBS, "A♥", "Q♣ 10♣ 5♣", "Q♣ 10♣ 10♣"),  # one is a trump
        (BEES, {"trumps": ("K", "2")}, "K♣", "", "A♣ 2♣", "A♣ 2♣"),  # a plain card and a trump beside each other
        (BEES, {"trumps": ("K", "2")}, "K♣", "A♥", "A♣ 2♣", "A♣ 2♣"),
        (BEES, {"trumps": ("K", "7")}, "2♠", "A♥", "4♣ 3♣ 4♠ 3♠", "4♣ 4♣ 4♠ 4♠"),
        (DUNGEON, {"trump": "♠"}, "", "A♥", "4♣ 3♣ 9♣ 8♣", "4♣ 4♣ 9♣ 9♣"),
        (DUNGEON, {"trump": "♣"}, OTHER_CLUBS, "A♥", "Q♣ 10♣ 5♣", "Q♣ 10♣ 10♣"),  # a Queen counts for herself
        (DUNGEON, {"trump": "♣"}, "J♣", "A♥", "K♣ 10♣", "K♣ K♣"),  # Q♣ is above both under every trump
    ],
)
def test_cards_of_a_suit_are_equal_if_nothing_that_counts_stands_between_them(slug, facts, gone, trick, hand, firsts):
    match = games[slug].start(4, 1)
    view = match.view(0)
    view = replace(
        view, facts={**view.facts, **facts}, piles={**view.piles, "trick": cards(trick), "hand/0": cards(hand)}
    )
    memory = match.game.memory(match.view(0))
    memory.hidden_piles["won/1"].known_cards += cards(gone)
    if slug == BEES:
        strengths = trumps_in_view(view).strengths_by_suit_led
        possible, unlike = (strengths,), ()
    else:
        strengths = STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(facts["trump"])]
        possible, unlike = STRENGTHS_BY_TRUMP_AND_SUIT_LED, QUEENS
    choices = [Action(("play", card)) for card in cards(hand)]
    found = first_equal_choices(view, memory, choices, strengths, possible, unlike)
    assert [str(action.cards[0]) for action in found] == firsts.split()


@pytest.mark.parametrize("slug", [BEES, DUNGEON])
def test_coach_gives_equal_cards_the_same_figures(slug):
    match, found = games[slug].start(4, 3), 0
    memory = match.game.memory(match.view(0))
    while not found:
        seat = min(match.awaited)
        view = match.view(0)
        if seat == 0 and view.facts["phase"] == "play" and len(view.cards("hand/0")) < 9:
            told = run_to_end(match.game.coach(match.game, view, memory))
            ranks = {choice.action.cards[0]: choice for choice in told.choices if choice.worth is not None}
            if slug == DUNGEON or view.facts["trumps"]:
                trumps = () if slug == DUNGEON else trumps_in_view(view).is_trump_by_card
                for card, choice in ranks.items():
                    above = next((one for one in ranks if one == card + 1 and one // 13 == card // 13), None)
                    if above is None or {card, above} & {*QUEENS, *(one + 1 for one in QUEENS)}:
                        continue
                    if trumps and (trumps[card] or trumps[above]):
                        continue
                    found += 1
                    assert choice.worth == ranks[above].worth
                    assert choice.figures == ranks[above].figures
        memory.note(match.act(seat, match.legal(seat)[0]))
