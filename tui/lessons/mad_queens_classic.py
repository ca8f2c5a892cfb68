"""The lesson of Mad Queens Classic: what is different from Mad Queens."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep

FOUR_BANKINGS: Final = ("0 reveal", "0 bank", "1 reveal", "1 bank") * 4
"""Four turns of both seats, after which all Queens are in their decks."""

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
                    text="Most cards win. You turn cards from your own deck into your row, and bank them before "
                    "one is caught. In Classic you take turns, and every card counts one, a heart too.",
                    task="Turn a card.",
                    keys="Space does it.",
                    action="reveal",
                    answer="3♥ joins your row: no nine, no four. Bank it now and it is 1 card in your bank.",
                ),
                LessonStep(
                    text="Nines and fours are banned: their suits do not matter. The very card that is banned is "
                    "no luck here, unlike in Mad Queens.",
                    task="Turn another card.",
                    action="reveal",
                    answer="9♠ is caught by 9♠ itself. Your row is lost, your turn is over, and K♥ replaced it at "
                    "once.",
                    then=("1 reveal", "1 reveal", "1 bank"),
                    instead={"bank": "Sound, but then you miss the point of this."},
                ),
                LessonStep(
                    text="Bea has had her turn: two cards banked, and a Queen into her deck. The deck you see "
                    "spread out is that of the player whose turn it is, so now it is yours.",
                    task="Turn a card.",
                    action="reveal",
                    answer="6♣ is safe: kings and fours are banned.",
                ),
                LessonStep(
                    text="Small steps pay here, as every card counts the same.",
                    task="Bank your row.",
                    keys="B does it.",
                    action="bank",
                    then=("1 reveal", "1 bank"),
                    answer="1 card is safe. The price of every banking: one of your four Queens, Q♦, goes into your "
                    "deck.",
                    instead={"reveal": "A bird in the hand!"},
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
            before=FOUR_BANKINGS,
            steps=(
                LessonStep(
                    text="Some turns later. You have banked four times, so all your Queens are in your deck.",
                    task="Turn a card.",
                    action="reveal",
                    answer="5♥ is safe.",
                ),
                LessonStep(
                    text="What can banking cost, now that no Queen is left to go in?",
                    task="Bank, and see.",
                    action="bank",
                    then=("1 reveal", "1 bank"),
                    answer="A temporary card: J♣ lies before you. Jacks are banned too, but for you alone.",
                    instead={"reveal": "Not so fast."},
                ),
                LessonStep(
                    text="Every banking adds another. Turn a card that one of them bans, and all of yours are "
                    "cleared away. Now for a Queen: she takes 2 cards from your bank, and 1 for each of her "
                    "suit in your row.",
                    task="Turn a card.",
                    action="reveal",
                    answer="Q♥ took 5♥ and A♠ from the top of your bank. Then 2♦ was turned, as after every Queen.",
                ),
                LessonStep(
                    text="A Queen whom you cannot pay ends your game; so does your fourth, and so does a deck with "
                    "nothing but Queens left. That is Classic. Good luck!",
                ),
            ),
        ),
    ),
)
"""Two seats, two scenes: a catch and a banking, then a temporary card and a Queen."""
