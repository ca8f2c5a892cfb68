"""The lesson of Mad Queens."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep

TOO_EARLY: Final = "One more card first: a row of one is a timid row."

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
                    text="Most points win. You turn cards from your own deck into your row, and bank them before "
                    "your luck runs out. A card is 1 point, a heart 2. Bea plays at the same time.",
                    task="Turn a card.",
                    keys="Space does it.",
                    action="reveal",
                    then=("1 reveal",),
                    answer="5♥ joins your row: a heart, so 2 points. They are not yours yet.",
                ),
                LessonStep(
                    text="8♠ and K♦ are banned. Turn any eight or any king, and you are caught: the row is lost "
                    "and your play is over. The suit does not matter.",
                    task="Turn another card.",
                    action="reveal",
                    answer="2♣ is safe: no eight, no king. Your row holds 3 points.",
                    instead={"bank": TOO_EARLY},
                ),
                LessonStep(
                    text="Go on, or stop? The risk of the next card is always shown. This is the whole art of it.",
                    task="Be wise: bank your row.",
                    keys="B does it.",
                    action="bank",
                    then=("1 reveal", "1 bank"),
                    answer="3 points are safe for good. The price: one of your four Queens, Q♣, went into your deck.",
                    instead={"reveal": "Brave! But the row is worth keeping."},
                ),
                LessonStep(
                    text="Bea has banked too, so the next play begins. Nobody hit the banned cards: they stay. "
                    "Three of your Queens are still aside.",
                    task="Turn a card.",
                    action="reveal",
                    then=("1 reveal",),
                    answer="6♣ is safe.",
                ),
                LessonStep(
                    text="Now see what happens to the greedy.",
                    task="Turn another card.",
                    action="reveal",
                    then=("1 reveal", "1 bank"),
                    answer="8♦ is caught: the 8♠ bans all eights. Row and play are lost. Your bank is untouched.",
                    instead={"bank": "Too wise for this lesson!"},
                ),
                LessonStep(
                    text="8♠ was hit, so another card took its place: Q♠. A banned Queen bans her whole suit, so "
                    "every spade is caught now, and every king still is.",
                    task="Turn a card.",
                    action="reveal",
                    answer="3♠ is caught: Q♠ bans all spades. Nothing was in your row, so little is lost.",
                    then=("1 reveal", "1 bank"),
                ),
                LessonStep(
                    text="Q♠ made way for 10♣. Kings are still banned, and K♦ is the card that bans them.",
                    task="Turn a card, and cross your fingers.",
                    action="reveal",
                    then=("1 reveal",),
                    answer="K♦, the very card that is banned! An exact hit goes straight to your bank and counts "
                    "double.",
                ),
                LessonStep(
                    text="An exact hit costs no Queen, and your play goes on.",
                    task="Turn another card.",
                    action="reveal",
                    answer="A Joker: it turned 4♦ and 9♥ as well. Three cards, 4 points, one turn.",
                    instead={"bank": "Your row is empty: banking now would cost a Queen for nothing."},
                ),
                LessonStep(
                    text="That is a fine row. Each banking brings a Queen in, so large rows are cheaper than small "
                    "ones.",
                    task="Bank it.",
                    action="bank",
                    then=("1 bank",),
                    answer="9 points in your bank. Q♥ joins Q♣ in your deck. Guess what is coming.",
                    instead={"reveal": "Take the money and run."},
                ),
                LessonStep(
                    text="A Queen is not counted in the risk, but she takes 2 cards from the top of your bank, and "
                    "1 more for each card of her suit in your row. If you cannot pay her, or if she is your "
                    "fourth, your game is over.",
                    task="Turn a card.",
                    action="reveal",
                    answer="Q♣ took 9♥ and 4♦ and is gone for good. Then 2♦ was turned, as after every Queen.",
                ),
                LessonStep(
                    text="You know the game. With 12 cards or fewer left you may also stop, with what you have. "
                    "Once all your Queens are in, each banking bans one more card, for you alone. Good luck!",
                ),
            ),
        ),
    ),
)
"""Two seats, four plays."""
