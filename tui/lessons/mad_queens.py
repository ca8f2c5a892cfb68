"""The lesson of Mad Queens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep

BANKED_TOO_EARLY_SENTENCE: Final = "One more card first: 2 points make a small row."
"""The reply to a player who banks after the first card instead of revealing once more."""

_FIRST_MATCH_DEAL: Final = {
    "deck/0": "5♥ 2♣ 8♦ 6♥ | K♦ Jk 4♦ 9♥ Q♣ 2♦",
    "deck/1": "A♣ 3♦ 8♥ 5♦ 4♠ 9♣ 5♠",
    "queens/0": "Q♣ Q♥ Q♠ Q♦",
    "queens/1": "Q♦ Q♠ Q♥ Q♣",
    "banned-deck": "8♠ K♦ Q♠ 10♣ J♥",
}
"""The deal of the first match of the lesson."""

_CARDS_OF_EIGHT_PLAYS: Final = (
    ("3♥ 6♠ 10♦ 4♣", "A♣"),
    ("A♠ 2♦ 9♣ 7♥ J♦ 3♠ 6♦ 4♥ 10♣ 8♥", "2♥ 5♣ 4♥ J♦ 6♣ 9♦ 3♠ 7♣ A♦ 5♥ 10♦ J♠ 4♣ 2♦ 9♥ 8♦"),
    ("7♣ A♥ 9♦ 2♠", "3♦"),
    ("6♥ 3♦ A♦ 4♠ 8♣ 7♦ 9♠ 2♥ J♥ K♠", "6♥ 10♣ 3♣ A♥ 8♣ 4♦ 9♠ J♥ 2♣ 6♦ 10♥ 4♠ A♠ 3♥ 8♥ K♠"),
    ("3♣ 10♠ 6♣ 8♦", "7♥"),
    ("4♦ 2♣ 9♥ 7♠ K♥ 8♠ K♣ 5♦", "9♣ 2♠"),
    ("A♣", "10♠"),
    ("5♣", "7♠"),
)
"""The cards that the two seats, called You and Bea, turn up in each of eight plays. A row that its seat does not bank
is caught: its last card is one that a banned card catches."""


_BANKED_PLAYS_OF_SEATS: Final = ((1, 3, 5, 7, 8), (1, 3, 5, 6, 7, 8))
"""For the seats You and Bea: the numbers of the plays, from 1, in which the seat banks.

After the first four, a Queen is added to the deck, and the deck is shuffled.
"""


def _deck_order(seat: int) -> str:
    """Return the prepared order of a seat's deck for the eight plays."""
    plays = enumerate((play[seat] for play in _CARDS_OF_EIGHT_PLAYS), 1)
    return " ".join(
        f"{row} |" if number in _BANKED_PLAYS_OF_SEATS[seat][:4] else row for number, row in plays
    ).removesuffix(" |")


def _actions_of_eight_plays() -> Iterator[str]:
    """Yield the actions of both seats in the eight plays."""
    for number, rows in enumerate(_CARDS_OF_EIGHT_PLAYS, 1):
        for seat, row in enumerate(rows):
            yield from [f"{seat} reveal"] * len(row.split())
            if number in _BANKED_PLAYS_OF_SEATS[seat]:
                yield f"{seat} bank"


_LATER_MATCH_DEAL: Final = {
    "deck/0": f"{_deck_order(0)} 10♥ J♠",
    "deck/1": f"{_deck_order(1)} 5♠ 8♠",
    "queens/0": "Q♣ Q♥ Q♠ Q♦",
    "queens/1": "Q♦ Q♠ Q♥ Q♣",
    "banned-deck": "8♠ K♦ 5♠ J♣ 2♦ 3♣ 6♥ 10♥ 4♠ 9♣",
}
"""The deal of a match that is shown near its end."""


MAD_QUEENS_LESSON: Final = Lesson(
    game="mad-queens",
    scenes=(
        LessonScene(
            seats=2,
            deal=_FIRST_MATCH_DEAL,
            steps=(
                LessonStep(
                    text="Most points win: a card is 1, a heart 2. Reveal cards into your row; bank it before a "
                    "banned card costs you all. Banned cards have a pack of their own: 8♠ bans 8s, K♦ bans kings.",
                    table_hint="Ignore the rest of the table for now.",
                    task="Reveal a card.",
                    keys_hint="Space does it.",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="5♥ lies in your row: a heart, so 2 points. They are yours only once you bank them.",
                ),
                LessonStep(
                    text="Any other 8 or king that you reveal, of whatever suit, is caught, and you lose your row.",
                    table_hint="The sheet IN YOUR DECK marks your cards: x would be caught, ★ is safe and doubled, a "
                    "dot is not in your deck. (Q and Jk come later.)",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="2♣ is safe: no 8, no king. Your row is worth 3 points.",
                    other_replies={"bank": BANKED_TOO_EARLY_SENTENCE},
                ),
                LessonStep(
                    text="6 of the 48 cards in your deck would be caught. With so small a risk, good players go on. "
                    "Bea has a deck of her own, and plays at her own speed.",
                    task="Reveal a third card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="Bad luck: 8♦ is caught, as 8♠ bans every 8. Your row is lost. Next Bea turns 8♥ and loses "
                    "hers, too: then this play is over, and another banned card takes the place of 8♠.",
                    other_replies={"bank": "Soon. First see what can happen: reveal."},
                ),
                LessonStep(
                    text="A new play. A banned card that has caught a card is 'hit', and is replaced after the play: "
                    "Q♠ has replaced 8♠. A banned Queen bans her whole suit: now every spade is caught, and still "
                    "every king.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal", "1 reveal"),
                    answer="6♥ is safe. Bea's 4♠ is caught, because Q♠ bans all spades.",
                ),
                LessonStep(
                    topics=("bank price",),
                    text="Now 14 of your 46 cards would be caught: better bank. That has a price: your own four Queens "
                    "lie aside, and each banking puts one of them, at random, into your deck. She will be trouble.",
                    table_hint="Now the table shows your Queens, and where each is: aside.",
                    task="Bank your row.",
                    keys_hint="B does it.",
                    action="bank",
                    answer="2 points are yours, and Q♣ is in your deck. Bea was caught, so this play is over. Her "
                    "spade had hit Q♠: 10♣ has replaced her.",
                    other_replies={"reveal": "Too risky now. See how to bank."},
                ),
                LessonStep(
                    text="A new play. Kings are still banned, but one king is unlike the others: K♦, the banned card "
                    "itself.",
                    table_hint="On the sheet it is marked ★: safe, and doubled.",
                    task="Reveal a card, and cross your fingers.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="K♦! An exact hit is not caught. It goes straight into your bank, counts double, and costs "
                    "no Queen. The banned K♦ is hit all the same: after this play a new card replaces it.",
                ),
                LessonStep(
                    text="Your play goes on. Two of your cards are Jokers (Jk). A Joker is never caught: it turns two "
                    "more cards for you at once.",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="A Joker, and with it 4♦ and 9♥. It has no suit, and is worth 1. All three lie in your row, "
                    "for 4 points.",
                    other_replies={"bank": "Your row is empty, and banking it would still cost a Queen."},
                ),
                LessonStep(
                    topics=("price",),
                    text="4 points are a good row to bank, but first meet the Queen in your deck. She is never caught; "
                    "she takes cards off the top of your bank: 2, and 1 more for each card of her suit in your row.",
                    table_hint="TOP marks the card that goes first; those banked before it follow.",
                    task="Reveal one more card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="Q♣ takes 2 cards: no club is in your row. Then she is out of the game, and another card is "
                    "turned at once: 2♦. If your bank held fewer than 2, you could not pay: row lost, bank kept, your "
                    "game over.",
                    other_replies={"bank": "First meet a Queen: reveal."},
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal=_LATER_MATCH_DEAL,
            actions_before=tuple(_actions_of_eight_plays()),
            steps=(
                LessonStep(
                    text="Now another match, near its end. Your first four bankings put in the four Queens. The fifth "
                    "brought a temporary card instead: 10♥. It bans tens for you alone, until after a play in which "
                    "you turn one. Like any banned card, 10♥ counts double.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal", "1 bank"),
                    answer="10♥ itself, an exact hit: twice the 2 points of a heart, straight into your bank. "
                    "As one of your temporary cards was hit, all of them go after the play. One can be a Queen, too: "
                    "she bans her suit for you.",
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal=_LATER_MATCH_DEAL,
            actions_before=(*_actions_of_eight_plays(), "0 reveal", "1 reveal", "1 bank", "0 reveal"),
            steps=(
                LessonStep(
                    text="Later in this match, before a play: with 12 cards or fewer you may end your game now and "
                    "keep your bank. 4 of your 10 are Queens, 40%: each takes her price; the fourth then ends your "
                    "game: row lost, the rest kept.",
                    task="End your game while you lead.",
                    keys_hint="E, then Y.",
                    action="end",
                    following_actions=("1 reveal", "1 bank"),
                    answer="You keep your 20 points. Your game ends, your bank kept, also with an empty deck, or a "
                    "Queen you cannot pay. Bea plays on until hers ends. Then most points win. Decks are never "
                    "refilled: with many cards left one can still catch up.",
                    other_replies={"reveal": "Four Queens wait in 10 cards. End your game."},
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal={
                "deck/0": "7♥ 2♣ | 8♦ 3♥",
                "deck/1": "A♣ K♥ 5♣ 6♠",
                "queens/0": "Q♣",
                "banned-deck": "8♠ K♦ Jk 4♥",
            },
            actions_before=("0 reveal", "1 reveal", "0 reveal"),
            steps=(
                LessonStep(
                    text="A new match. After this play a Joker comes among the banned cards. It bans nothing. "
                    "Everybody turns two cards: if one of them hits the other banned card, both are banked; if "
                    "neither does, both are lost.",
                    task="Bank your row, and watch.",
                    keys_hint="(B)",
                    action="bank",
                    following_actions=("1 reveal",),
                    answer_tells_of_others=True,
                    answer="Bea's K♥ hit K♦, and a Joker replaced it. You turned 8♦ and 3♥. 8♦ hits 8♠, so both are "
                    "banked, and no Queen goes in. Bea's two hit nothing: lost. Then 4♥ replaced the Joker. 8♠ stays: "
                    "these hits replace nothing.",
                    other_replies={"reveal": "Bank this time, and watch what comes."},
                ),
                LessonStep(
                    text="Last: a temporary card may be a Joker. Only you turn two: if one hits a card banned for "
                    "all, both are banked, else lost. A Queen among them takes her price; the next card is lost. "
                    "In a match the coach gives you hints.",
                    table_hint="The I key asks for one.",
                ),
            ),
        ),
    ),
)
"""The lesson of Mad Queens, for two seats: scenes of a first match, of the end of another, and of a banned Joker."""
