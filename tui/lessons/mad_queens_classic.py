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
                "deck/0": "3♥ 9♠ 6♣ J♠ | 7♦",
                "deck/1": "A♣ 5♦ | 2♠",
                "queens/0": "Q♦",
                "queens/1": "Q♥",
                "banned-deck": "9♠ 4♦ K♥ 10♣",
            },
            steps=(
                LessonStep(
                    text="Most cards in the bank win. You reveal cards of your deck, which lie in your row, and bank "
                    "the row before a card comes up that costs you all of it. You take turns, and every card counts "
                    "one.",
                    task="Reveal a card.",
                    keys_hint="Space does it.",
                    action="reveal",
                    answer="3♥ lies in your row. It is yours only once you bank it.",
                ),
                LessonStep(
                    text="9♠ and 4♦ are banned: any 9 or any 4 that you reveal, even 9♠ itself, is caught, and you "
                    "lose your row.",
                    table_hint="On the sheet of your deck they are x.",
                    task="Reveal another card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="9♠ is caught. Your row is lost, and your turn is over.",
                    following_actions=("1 reveal", "1 reveal", "1 bank"),
                    other_replies={"bank": "Sound, but then you would miss the point."},
                ),
                LessonStep(
                    text="K♥ has replaced 9♠ at once. Bea has had her turn, and has banked two cards. Now it is "
                    "yours again.",
                    table_hint="Deck and row on the table are always those of the player whose turn it is.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="6♣ is safe: only kings and fours are banned now.",
                ),
                LessonStep(
                    text="Banking has a price: your four Queens lie aside, and each banking puts one of them, at "
                    "random, into your deck, as Bea's has put one into hers. A Queen will be trouble.",
                    table_hint="The table says where each of them is: aside.",
                    task="Bank your row.",
                    keys_hint="B does it.",
                    action="bank",
                    following_actions=("1 reveal", "1 bank"),
                    answer="1 card is yours, and Q♦ is in your deck.",
                    other_replies={"reveal": "First see what banking costs."},
                ),
            ),
        ),
        LessonScene(
            seats=2,
            deal={
                "first": "0",
                "deck/0": "3♥ | 6♣ | 10♦ | A♠ | 5♥ Q♥ 2♦ 7♣",
                "deck/1": "A♣ | 5♦ | 2♠ | 7♥ | 6♥ | 10♣",
                "queens/0": "Q♦ Q♥ Q♠ Q♣",
                "queens/1": "Q♥ Q♣ Q♦ Q♠",
                "banned-deck": "9♠ 4♦ J♣ K♥",
            },
            actions_before=ACTIONS_OF_FOUR_TURNS,
            steps=(
                LessonStep(
                    text="A later match. You have banked four times, so all four Queens are in your deck, and none is "
                    "left to go in.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="5♥ is safe.",
                ),
                LessonStep(
                    text="What does banking cost now?",
                    task="Bank, and see.",
                    keys_hint="(B)",
                    action="bank",
                    following_actions=("1 reveal", "1 bank"),
                    answer="A temporary card, J♣, lies beside the two banned cards. It bans every jack, but for you "
                    "alone.",
                    other_replies={"reveal": "Not so fast."},
                ),
                LessonStep(
                    topics=("price",),
                    text="Each banking now adds another, until you reveal a card that one of them bans: then all of "
                    "yours go. Now for a Queen. She takes 2 cards off the top of your bank, and 1 more for each card "
                    "of her suit in your row.",
                    table_hint="TOP marks the card that goes first.",
                    task="Reveal a card.",
                    keys_hint="(Space)",
                    action="reveal",
                    answer="Q♥ took 5♥ and A♠, and is out of the game. After a Queen another card is turned at once: "
                    "2♦.",
                ),
                LessonStep(
                    text="You know Classic. Your game ends when you cannot pay a Queen, when all four "
                    "have come, or when nothing but Queens is left in your deck. A Joker (Jk) brings up to two more "
                    "cards. If a Joker is drawn as a banned card, everybody turns two cards at once: if the other "
                    "banned card catches either, both are banked; if not, both are lost. Good luck!",
                ),
            ),
        ),
    ),
)
"""The lesson of Mad Queens Classic, for two seats: a scene of a catch and a banking, and one of a temporary card and a
Queen.
"""
