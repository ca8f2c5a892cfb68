"""The lesson of Mad Queens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep

BANKED_TOO_EARLY_SENTENCE: Final = "One more card first: 2 points make a small row."
"""The reply to a player who banks after the first card instead of revealing once more."""

_CARDS_OF_EIGHT_PLAYS: Final = (
    ("3♥ 6♠ 10♦ 4♣", "A♣"),
    ("A♠ 2♦ 9♣ 7♥ J♦ 3♠ 6♦ 4♥ 10♣ 8♥", "2♥ 5♣ 4♥ J♦ 6♣ 9♦ 3♠ 7♣ A♦ 5♥ 10♦ J♠ 4♣ 2♦ 9♥ 8♦"),
    ("7♣ A♥ 9♦ 2♠", "3♦"),
    ("6♥ 3♦ A♦ 4♠ 8♣ 7♦ 9♠ 2♥ J♥ K♠", "6♥ 10♣ 3♣ A♥ 8♣ 4♦ 9♠ J♥ 2♣ 6♦ 10♥ 4♠ A♠ 3♥ 8♥ K♠"),
    ("3♣ 10♥ 6♣ 8♦", "7♥"),
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


MAD_QUEENS_LESSON: Final = Lesson(
    game="mad-queens",
    scenes=(
        LessonScene(
            seats=2,
            deal={
                "deck/0": "5♥ 2♣ 7♠ | 6♣ 8♦ 3♠ K♦ Jk 4♦ 9♥ | Q♣ 2♦ 10♠ | 3♣",
                "deck/1": "A♣ 3♦ 7♦ | 5♦ 6♠ 4♠ | 9♣ 5♠ | 2♠",
                "queens/0": "Q♣ Q♥ Q♠ Q♦",
                "queens/1": "Q♦ Q♠ Q♥ Q♣",
                "banned-deck": "8♠ K♦ Q♠ 10♣ 4♥",
            },
            steps=(
                LessonStep(
                    text="Most points win. You reveal cards of your deck, which lie in your row, and bank the row "
                    "before a card comes up that costs you all of it. A card is 1 point, a heart 2. Everybody has "
                    "their own deck and plays at their own speed.",
                    table_hint="Ignore the rest of the table for now.",
                    task="Reveal a card.",
                    keys_hint="Space does it.",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="5♥ lies in your row: a heart, so 2 points. They are yours only once you bank them.",
                ),
                LessonStep(
                    text="8♠ and K♦ are banned: any other 8 or king that you reveal, of whatever suit, is caught, and "
                    "you lose your row.",
                    table_hint="The sheet IN YOUR DECK marks your cards: x would be caught, ★ is safe and doubled, a "
                    "dot is not in your deck: gone or aside. (Jk comes later.)",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="2♣ is safe: no 8, no king. Your row is worth 3 points.",
                    other_replies={"bank": BANKED_TOO_EARLY_SENTENCE},
                ),
                LessonStep(
                    text="Go on, or stop? 6 of the 48 cards in your deck would be caught. Stopping has a price: your "
                    "four Queens lie aside, and each banking puts one of them, at random, into your deck. She will be "
                    "trouble.",
                    table_hint="The table says where each of them is: aside.",
                    task="See what it is like: bank.",
                    keys_hint="B does it.",
                    action="bank",
                    following_actions=("1 reveal", "1 bank"),
                    answer="3 points are yours, and Q♣ is in your deck. Bea has banked, too, so this play is over.",
                    other_replies={"reveal": "You will soon. First see how to bank."},
                ),
                LessonStep(
                    text="The next play. Nobody revealed an 8 or a king, so the same two cards stay banned.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="6♣ is safe.",
                ),
                LessonStep(
                    text="One card is a small row for the price of a Queen. Be greedy.",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal", "1 bank"),
                    answer="8♦ is caught, as 8♠ bans every 8. Your row is lost, and this play is over for you. What is "
                    "in your bank stays there.",
                    other_replies={"bank": "Not this time: see what can happen."},
                ),
                LessonStep(
                    text="8♠ was hit, so after the play a new card took its place: Q♠. Banned cards come from a pack "
                    "of their own, so your Q♠ is still aside. A banned Queen bans her whole suit: now every spade "
                    "is caught, and still every king.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="3♠ is caught: Q♠ bans all spades. Your row was empty, so nothing else is lost.",
                    following_actions=("1 reveal", "1 bank"),
                ),
                LessonStep(
                    text="10♣ has replaced Q♠. One king is unlike the others: K♦, the banned card itself.",
                    table_hint="On the sheet it is marked 2: safe, and doubled.",
                    task="Reveal a card, and cross your fingers.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal",),
                    answer="K♦! An exact hit is not caught. It goes straight into your bank and counts double. It is "
                    "a hit all the same: after this play a new card replaces K♦.",
                ),
                LessonStep(
                    text="K♦ went into your bank by itself, so no Queen goes into your deck for it: she does only when "
                    "you bank. Your play goes on.",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="A Joker (Jk) brings up to two more cards: here 4♦ and 9♥. It has no suit. All three lie in "
                    "your row, for 4 points.",
                    other_replies={"bank": "Your row is empty, and stopping would still cost a Queen."},
                ),
                LessonStep(
                    text="Each banking costs one Queen, however many cards it brings. Three cards are a better bargain "
                    "than two.",
                    task="Bank your row.",
                    keys_hint="(B)",
                    action="bank",
                    following_actions=("1 bank",),
                    answer="9 points, and Q♥ joins Q♣ in your deck. Guess what is coming.",
                    other_replies={"reveal": "Take what you have: it is time to meet a Queen."},
                ),
                LessonStep(
                    topics=("price",),
                    text="Queens are never caught, so the risk leaves them out. But a Queen takes 2 cards off the top "
                    "of your bank, and 1 more for each card of her suit in your row.",
                    table_hint="In the odds, theirs is the small part in the middle. "
                    "TOP marks the card that goes first.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="Q♣ took 9♥ and 4♦, and is out of the game. After a Queen another card is turned at once: "
                    "2♦.",
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal={
                "deck/0": _deck_order(0),
                "deck/1": f"{_deck_order(1)} | 6♠",
                "queens/0": "Q♣ Q♥ Q♠ Q♦",
                "queens/1": "Q♦ Q♠ Q♥ Q♣",
                "banned-deck": "8♠ K♦ 5♠ J♣ 2♦ 3♣ 6♥ 10♥",
            },
            actions_before=tuple(_actions_of_eight_plays()),
            steps=(
                LessonStep(
                    text="A later match, near its end. Your first four bankings put in the four Queens; the fifth, "
                    "with none left, brought a temporary card. 10♥ bans tens, for you alone, until you reveal one. "
                    "With 12 cards or fewer you may stop before a play. 4 of your 12 are Queens, and Bea is 9 points "
                    "behind.",
                    task="Stop while you lead.",
                    keys_hint="E, then Y.",
                    action="end",
                    following_actions=("1 reveal", "1 bank"),
                    answer="You keep your 17 points. Bea plays on until her game has ended, too. Then most points win.",
                    other_replies={"reveal": "Four Queens wait in 12 cards. Stop here."},
                ),
                LessonStep(
                    text="You know the game. It also ends for you when you cannot pay a Queen or all four have come "
                    "(the row is lost), or when your deck is empty (it is banked). One surprise is left: a Joker "
                    "drawn as a banned card. Then everybody turns two cards at once. If the other banned card catches "
                    "either, both are banked; if not, both are lost. Good luck!",
                ),
            ),
        ),
    ),
)
"""The lesson of Mad Queens, for two seats: a scene of four plays, and one of the end of a game."""
