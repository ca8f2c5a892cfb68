"""What the log of Mad Queens says of temporary cards: whose they are, why they go, and when they come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import Dealer, Remark, View, cards, games
from core.engine.piles import EVERYONE
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.text import row_lost_texts

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
    [("8♠", "5♠ K♦", 0, "your temporary 8♠"), ("8♠", "5♠ K♦", 1, "Bea's temporary 8♠"), ("", "8♠ K♦", 0, "8♠")],
)
def test_the_log_says_that_a_card_was_caught_by_a_card_that_is_banned_for_its_seat_alone(
    temporary, banned, seat, catcher
) -> None:
    view = view_with_temporary_cards(temporary, banned)
    said = text_of(view, Remark(EVERYONE, "caught", seat, (DIAMOND, EIGHT, 3)))
    assert said.startswith(f"8♦ is caught by {catcher}: the row of 2 cards is lost.")


def test_the_log_of_classic_tells_a_banned_card_from_the_same_card_that_it_catches() -> None:
    classic = games["mad-queens-classic"]
    view = classic.start(2, seed=1).view(0)
    banned, own = view.cards("banned")[0], cards("8♠")
    for temporary, said in [((), f"the banned {banned}"), (own, "your temporary 8♠")]:
        [card] = temporary or (banned,)
        seen = replace(view, piles={**view.piles, "temp/0": temporary})
        remark = Remark(EVERYONE, "caught", 0, (card, card, 1))
        [line] = MadQueensLogWriter(("Ann", "Bea"), classic.sentence, seen).lines([remark], seen)
        assert line.text == f"{card} is caught by {said}: the row was empty."
        by = f"TEMP {card}" if temporary else f"the banned {card}"
        seen = replace(seen, piles={**seen.piles, "shown/0": (card,)})
        assert row_lost_texts(seen, 0, card, card)[0] == f"{card} caught by {by}"


@pytest.mark.parametrize(("seat", "whose"), [(0, "your deck"), (1, "their own deck")])
def test_the_log_says_into_whose_deck_a_queen_is_shuffled(seat, whose) -> None:
    """There is no deck for all from which cards are turned."""
    view = view_with_temporary_cards("")
    assert text_of(view, Remark(EVERYONE, "queen in", seat, cards("Q♣"))) == f"Q♣ is shuffled into {whose}."


def test_the_log_and_a_first_remark_say_that_the_card_after_a_banned_jokers_queen_is_lost() -> None:
    said = text_of(view_with_temporary_cards(""), Remark(EVERYONE, "event extra", 0, (DIAMOND,)))
    assert said == "8♦ is turned after the Queen and lost: only the Joker's two cards can be banked."
    assert "is lost" in GAME.first_meetings["event extra"].sentence


def test_the_log_says_of_a_row_that_a_joker_made_longer_what_was_at_stake_before() -> None:
    view = view_with_temporary_cards("")
    view = replace(view, piles={**view.piles, "shown/0": cards("3♣")})
    caught = (*cards("8♦ 8♣"), 4)
    assert text_of(view, Remark(EVERYONE, "caught", 0, caught)).endswith(" with 1 point at stake before the Joker.")
    caught = (*cards("8♦ 8♣"), 2)
    assert text_of(view, Remark(EVERYONE, "caught", 0, caught)).endswith(" with 1 point at stake.")


def test_the_heading_of_a_turn_says_whose_it_is_and_reads_not_as_if_that_player_spoke() -> None:
    log = MadQueensLogWriter(("Ann", "Bea"), games["mad-queens-classic"].sentence)
    view = games["mad-queens-classic"].start(2, seed=1).view(0)
    lines = log.lines([Remark(EVERYONE, "turn", seat, (4 + seat,)) for seat in (0, 1)], view)
    assert [(line.player_name, line.text, line.is_heading) for line in lines] == [
        ("", "Turn 4: You", True),
        ("", "Turn 5: Bea", True),
    ]


def test_the_log_says_for_whom_a_temporary_card_is_banned() -> None:
    view = view_with_temporary_cards("")
    assert text_of(view, Remark(EVERYONE, "temporary", 0, (EIGHT,))) == "8♠ is a temporary card, banned for you alone."
    assert (
        text_of(view, Remark(EVERYONE, "temporary", 1, (EIGHT,)))
        == "8♠ is a temporary card, banned for this player alone."
    )


def test_the_log_says_why_temporary_cards_go() -> None:
    view = view_with_temporary_cards("8♠ 9♠")
    goes = Remark(EVERYONE, "temporaries go", 1, (2,))
    assert text_of(view, goes) == "2 temporary cards are discarded: one was hit."
    ended = Remark(EVERYONE, "ended", 1, ("deck out", 7))
    assert text_of(view, ended, goes) == "2 temporary cards are discarded: Bea's game is over."
    over = replace(view, facts={**view.facts, "cause/1": "deck out"})
    assert text_of(over, goes) == "2 temporary cards are discarded: Bea's game is over."
    assert text_of(view, Remark(EVERYONE, "temporaries go", 0, (1,))) == "1 temporary card is discarded: it was hit."


def test_the_log_explains_a_temporary_card_only_to_the_player_whose_first_one_it_is() -> None:
    none, some = view_with_temporary_cards(""), view_with_temporary_cards("8♠")
    explained = "No Queen is left aside: a temporary card comes instead."
    assert text_of(none, Remark(EVERYONE, "owed", 0, ())) == explained
    for view, seat in ((some, 0), (none, 1)):  # the line about the card follows and names it
        lines = MadQueensLogWriter(("Ann", "Bea"), GAME.sentence, view).lines(
            [Remark(EVERYONE, "owed", seat, ())], view
        )
        assert not lines


def test_the_log_ends_with_the_last_game_and_not_with_new_banned_cards() -> None:
    """A reader of "everybody still in the match turns two cards" would wait for one more round."""
    game, left_out = games["mad-queens-classic"], 0
    for seed in range(30):
        match = game.start(2, seed)
        while not match.over:
            (seat,) = match.awaited
            before = match.view(0)
            changes = match.act(seat, match.default(seat))
        remarks = [change for change in changes if isinstance(change, Remark)]
        last = max(number for number, remark in enumerate(remarks) if remark.key == "ended")
        left_out += len(remarks) - last - 1
        lines = MadQueensLogWriter(("Ann", "Bea"), game.sentence, before).lines(changes, match.view(0))
        assert "finished with" in lines[-1].text
    assert left_out
