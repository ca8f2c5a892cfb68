"""What the log of Mad Queens says of temporary cards: whose they are, why they go, and when they come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import Dealer, Remark, View, cards, games
from core.engine.piles import EVERYONE
from tui.boards.mad_queens.log_writer import MadQueensLogWriter

GAME = games["mad-queens"]
(EIGHT,) = cards("8♠")
(DIAMOND,) = cards("8♦")


def view_with_temporary_cards(text: str, banned: str = "5♠ K♦") -> View:
    """Return the view of seat 0 of two, both with these temporary cards."""
    view = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards(banned)]})).view(0)
    return replace(view, piles={**view.piles, "temp/0": cards(text), "temp/1": cards(text)})


def text_of(view: View, *remarks: Remark) -> str:
    """Return the text of the last line that a log has after these remarks."""
    return MadQueensLogWriter(("Ann", "Bea"), GAME.sentence, view).lines(remarks, view)[-1].text


@pytest.mark.parametrize(
    ("temporary", "banned", "seat", "catcher"),
    [("8♠", "5♠ K♦", 0, "your temporary 8♠"), ("8♠", "5♠ K♦", 1, "their temporary 8♠"), ("", "8♠ K♦", 0, "8♠")],
)
def test_the_log_says_that_a_card_was_caught_by_a_card_that_is_banned_for_its_seat_alone(
    temporary, banned, seat, catcher
) -> None:
    view = view_with_temporary_cards(temporary, banned)
    said = text_of(view, Remark(EVERYONE, "caught", seat, (DIAMOND, EIGHT, 3)))
    assert said.startswith(f"8♦ is caught by {catcher}: the row of 2 cards is lost.")


def test_the_log_says_for_whom_a_temporary_card_is_banned() -> None:
    view = view_with_temporary_cards("")
    assert text_of(view, Remark(EVERYONE, "temporary", 0, (EIGHT,))) == "8♠ is banned for you alone."
    assert text_of(view, Remark(EVERYONE, "temporary", 1, (EIGHT,))) == "8♠ is banned for this player alone."


def test_the_log_says_why_temporary_cards_go() -> None:
    view = view_with_temporary_cards("8♠ 9♠")
    goes = Remark(EVERYONE, "temporaries go", 1, (2,))
    assert text_of(view, goes) == "2 temporary cards are discarded: one was hit."
    ended = Remark(EVERYONE, "ended", 1, ("deck out", 7))
    assert text_of(view, ended, goes) == "2 temporary cards are discarded: the game is over."
    over = replace(view, facts={**view.facts, "cause/1": "deck out"})
    assert text_of(over, goes) == "2 temporary cards are discarded: the game is over."
    assert text_of(view, Remark(EVERYONE, "temporaries go", 0, (1,))) == "1 temporary card is discarded: it was hit."


def test_the_log_explains_a_temporary_card_only_to_the_player_whose_first_one_it_is() -> None:
    none, some = view_with_temporary_cards(""), view_with_temporary_cards("8♠")
    explained = "No Queen is left aside: a temporary card comes instead."
    assert text_of(none, Remark(EVERYONE, "owed", 0, ())) == explained
    assert text_of(some, Remark(EVERYONE, "owed", 0, ())) == "Another temporary card comes."
    assert text_of(none, Remark(EVERYONE, "owed", 1, ())) == "A temporary card comes."
