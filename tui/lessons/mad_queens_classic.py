"""The lesson of Mad Queens Classic, which teaches what is different from Mad Queens."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep

ACTIONS_OF_FOUR_TURNS: Final = ("0 reveal", "0 bank", "1 reveal", "1 bank") * 4
"""The actions of four turns of both seats, each as ``seat action``; after them all Queens are in their decks."""

MAD_QUEENS_CLASSIC_LESSON: Final = Lesson(
    game="mad-queens-classic",
    scenes=(
        LessonScene(
            seats=2,
            deal={
                "first": "0",
                "deck/0": "3♥ 9♠ 6♥ J♠ | 7♦",
                "deck/1": "A♦ 4♠ 2♣",
                "queens/0": "Q♦",
                "queens/1": "Q♥",
                "banned-deck": "9♠ 4♦ K♥ Q♣ 10♦",
            },
            steps=(
                LessonStep(
                    text="Most cards in the bank win. You take turns: reveal cards into your row, and bank it before a "
                    "banned card costs you all of it. Banned cards have a pack of their own: 9♠ bans 9s, and 4♦ bans "
                    "4s.",
                    table_hint="Ignore the rest of the table for now.",
                    task="Reveal a card.",
                    keys_hint="Space does it.",
                    action="reveal",
                    answer="3♥ lies in your row. It is yours only once you bank it.",
                ),
                LessonStep(
                    text="Any 9 or 4 that you reveal, of whatever suit, even your own 9♠, is caught, and you lose your "
                    "row. 8 of your 49 cards would be: a small risk.",
                    table_hint="The sheet IN YOUR DECK marks your cards: x would be caught, a dot is not in your deck. "
                    "(Q and Jk come later.)",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="Your 9♠ is caught by the banned 9♠. Your row is lost, and your turn is over. K♥ "
                    "replaces the banned 9♠.",
                    following_actions=("1 reveal", "1 reveal"),
                    other_replies={"bank": "Soon. First see what can happen: reveal."},
                ),
                LessonStep(
                    text="A banned card that has caught a card is 'hit', and is replaced as soon as the turn is over: "
                    "K♥ has replaced 9♠. Bea's 4♠ hit 4♦: now Q♣. A banned Queen bans her whole suit: all clubs and "
                    "all kings are caught.",
                    table_hint="On Bea's turn, her deck and row lie in the middle; your bank stays below.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="6♥ is safe: no club, no king.",
                ),
                LessonStep(
                    topics=("bank price",),
                    text="Now 15 of your 47 cards would be caught: with a longer row you would bank. Bank now, too, to "
                    "see the price: your own four Queens lie aside, and each banking puts one, at random, into your "
                    "deck. She will be trouble.",
                    table_hint="Now the table shows your Queens, and where each is: aside.",
                    task="Bank your row.",
                    keys_hint="B does it.",
                    action="bank",
                    following_actions=("1 reveal",),
                    answer_tells_of_others=True,
                    answer="1 card is yours, and Q♦ is in your deck. Bea's 2♣ is caught, because Q♣ bans all clubs. "
                    "10♦ replaces her.",
                    other_replies={"reveal": "Not yet. First see what banking costs."},
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal={
                "first": "0",
                "deck/0": "3♥ | 6♣ | 10♦ | A♠ | 5♥ Q♥ 2♦ 7♣",
                "deck/1": "A♣ | 5♦ | 2♠ | 7♥ | 6♥ 8♦ 10♣",
                "queens/0": "Q♦ Q♥ Q♠ Q♣",
                "queens/1": "Q♥ Q♣ Q♦ Q♠",
                "banned-deck": "9♠ 4♦ J♣ K♥ Q♠ A♦",
            },
            actions_before=ACTIONS_OF_FOUR_TURNS,
            steps=(
                LessonStep(
                    text="Another match, after four bankings: all four Queens are in your deck, and none is left to "
                    "go in.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="5♥ is safe.",
                ),
                LessonStep(
                    topics=("temporary card",),
                    text="With no Queen left aside, banking costs something else: a temporary card, banned for you "
                    "alone.",
                    task="Bank, and see.",
                    keys_hint="(B)",
                    action="bank",
                    following_actions=("1 reveal", "1 bank"),
                    answer="A temporary card, J♣, lies beside the two banned cards. It bans every jack, but for you "
                    "alone. Each banking now adds another. All your temporary cards go after a turn with a hit on one.",
                    other_replies={"reveal": "Not so fast: bank."},
                ),
                LessonStep(
                    topics=("price",),
                    text="Now for a Queen of your own. She is never caught, but she takes cards off the top of your "
                    "bank: 2, and 1 more for each card of her suit in your row.",
                    table_hint="TOP marks the card that goes first; those banked before it follow.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="Q♥ takes 5♥ and A♠. Then she is out of the game. If your bank held fewer than 2, you could "
                    "not pay: row lost, bank kept, your game over.",
                ),
                LessonStep(
                    text="After a Queen another card is turned at once: 2♦, which is safe. No Queen is left aside, so "
                    "banking brings another temporary card.",
                    task="Bank your row.",
                    keys_hint="(B)",
                    action="bank",
                    following_actions=("1 reveal", "1 bank"),
                    answer="This one is a Queen, Q♠: she bans all spades for you alone. It could have been a Joker, "
                    "too: what that does comes later.",
                    other_replies={"reveal": "Three more Queens wait in there. Bank."},
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal={
                "first": "0",
                "deck/0": "7♥ Jk 2♣ 9♥ | 8♦ 3♥",
                "deck/1": "A♣ K♥ 5♣ 6♠",
                "queens/0": "Q♣",
                "banned-deck": "8♠ K♦ Jk 4♥",
            },
            actions_before=("0 reveal",),
            steps=(
                LessonStep(
                    text="A new match. A Joker (Jk) in your deck is never caught: it turns two more cards for you at "
                    "once, good or bad.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="A Joker, and with it 2♣ and 9♥. All three lie in your row, and each counts one.",
                    other_replies={"bank": "One more card first: reveal."},
                ),
                LessonStep(
                    text="After Bea's turn a Joker comes among the banned cards. It bans nothing. Everybody turns two "
                    "cards: if one of them hits the other banned card, both are banked; if neither does, both are "
                    "lost.",
                    task="Bank your row, and watch Bea's turn.",
                    keys_hint="(B)",
                    action="bank",
                    following_actions=("1 reveal", "1 reveal"),
                    answer_tells_of_others=True,
                    answer="Bea's K♥ hit K♦, and a Joker replaced it. You turned 8♦ and 3♥. 8♦ hits 8♠, so both are "
                    "banked, and no Queen goes in. Bea's two hit nothing: lost. Then 4♥ replaced the Joker. 8♠ stays: "
                    "these hits replace nothing.",
                    other_replies={"reveal": "Bank this time, and watch what comes."},
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal={
                "first": "0",
                "deck/0": "6♦ | 5♥ Q♦",
                "deck/1": "A♣ | 5♦ | 2♠",
                "queens/0": "Q♦",
                "banned-deck": "8♠ K♦",
            },
            actions_before=("0 reveal", "0 bank", "1 reveal", "1 bank", "0 reveal"),
            steps=(
                LessonStep(
                    text="A new match: 1 card is in your bank, Q♦ in your deck. Your game ends with a Queen you cannot "
                    "pay, or once your fourth Queen has taken her price (both cost your row), or when your deck is "
                    "empty, or holds only Queens.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    following_actions=("1 reveal", "1 bank"),
                    answer="Q♦ asks for 2 cards, but your bank holds 1. Your row is lost, your bank stays, and your "
                    "game is over. Bea's game goes on. When all games are over, the match ends: most cards win.",
                    other_replies={"bank": "See first how a game ends: reveal."},
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
"""The lesson of Mad Queens Classic, for two seats: scenes of catches and a banking, of temporary cards and a Queen,
of Jokers, and of the end of a game.
"""
