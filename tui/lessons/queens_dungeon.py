"""The lesson of Queen's Dungeon."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep, in_turns

YOU_DEAL: Final = "Q♠ 2♣ 3♣ 4♣"
"""The cut that makes the person the dealer."""

DORA_DEALS: Final = "2♣ 3♣ 4♣ Q♠"
"""The cut that makes Dora the dealer, so that the person leads."""

QUEENS_DUNGEON_LESSON: Final = Lesson(
    game="queens-dungeon",
    scenes=(
        LessonScene(
            seats=4,
            deal={
                "cut": DORA_DEALS,
                "stock": in_turns(
                    "A♠ 7♥ 6♦ K♠ 10♠ 4♠ 2♠ J♥ 5♥ K♦ 9♦ 4♦ Q♠",
                    "5♠ K♥ A♣ 8♠ 6♥ 4♥ J♣ 9♣ 7♣ 5♣ 8♦ 3♦ 2♦",
                    "J♠ Q♣ 8♣ 7♠ 6♠ A♥ 10♥ 8♥ 6♣ 4♣ Q♥ 10♦ 7♦",
                    "9♠ 3♥ 10♣ 3♠ Q♦ A♦ J♦ 5♦ 9♥ 2♥ K♣ 3♣ 2♣",
                ),
            },
            before=("3 trump ♦",),
            steps=(
                LessonStep(
                    text="Each trick is worth 10 points, and each Queen in it 25 more. 500 points win. Cards rank "
                    "Q A K J 10 down to 2, so Queens come first. Dora deals and has named diamonds trump.",
                    task="Lead A♠.",
                    keys="The arrows point at it, Enter plays it.",
                    action="play A♠",
                    then=("1 play 5♠", "2 play J♠", "3 play 9♠"),
                    answer="Everybody followed suit, as they must. Yours was the highest spade: a trick, 10 points.",
                    instead={"play": "Begin with a card that is hard to beat."},
                ),
                LessonStep(
                    text="The winner leads again. You may not lead a diamond yet: trumps must first be broken.",
                    task="Lead 7♥.",
                    action="play 7♥",
                    then=("1 play K♥", "2 play Q♣", "3 play 3♥", "1 play A♣", "2 play 8♣", "3 play 10♣"),
                    answer="Cleo has hearts, but a Queen may be played at any time. Off suit she wins nothing: Bea "
                    "gets 10 for the trick, and 25 for Q♣.",
                    instead={"play": "Something small will do."},
                ),
                LessonStep(
                    text="Bea led A♣. You have no clubs, so you may play any card: a trump, for one.",
                    task="Play 6♦.",
                    action="play 6♦",
                    answer="A trump beats every plain card. Trumps are broken now, and can be led from the next "
                    "trick on.",
                    instead={"play": "A small trump is enough to take this."},
                ),
            ),
        ),
        LessonScene(
            seats=4,
            deal={
                "cut": YOU_DEAL,
                "stock": in_turns(
                    "9♥ A♣ 10♣ 7♣ 5♣ J♦ 8♦ 5♦ 3♦ A♠ J♠ 6♠ 4♥",
                    "K♥ 10♥ 7♥ Q♥ J♣ 8♣ 3♣ 2♣ 9♦ 6♦ 7♠ 5♠ 3♠",
                    "Q♣ 8♥ 3♥ 2♥ K♣ 9♣ 6♣ 4♣ 7♦ 4♦ 2♦ 4♠ 2♠",
                    "Q♦ A♥ J♥ 6♥ 5♥ A♦ K♦ 10♦ Q♠ K♠ 10♠ 9♠ 8♠",
                ),
            },
            steps=(
                LessonStep(
                    text="Another hand, and you are the dealer. You name trump before a card is dealt, so any suit "
                    "is as good as the other. Then you need 5 of the 13 tricks: 50 points more, or 50 less "
                    "and nothing else.",
                    task="Name diamonds.",
                    keys="D does it.",
                    action="trump ♦",
                    then=("1 play 9♥", "2 play K♥", "3 play Q♣"),
                    answer="Diamonds it is, and luck is with you: you hold Q♦, which nothing beats.",
                    instead={"trump": "As good as any, but the lesson has planned for another."},
                ),
                LessonStep(
                    text="Bea led 9♥, and Dora threw in Q♣: 35 points lie there. You have hearts, but may play a "
                    "Queen instead.",
                    task="Play Q♦.",
                    action="play Q♦",
                    answer="Two Queens and a trick: 60 points. But two Queens together cost the dealer the trump suit.",
                    instead={"play": "Good, but your Queen of trumps is better."},
                ),
                LessonStep(
                    text="Whoever took them, the dealer must name another suit: you. You hold five spades.",
                    task="Name spades.",
                    keys="S does it.",
                    action="trump ♠",
                    answer="Spades are trump, and must be broken again. You took the trick, so you lead.",
                    instead={"trump": "You hold more spades."},
                ),
            ),
        ),
        LessonScene(
            seats=4,
            deal={
                "cut": YOU_DEAL,
                "stock": in_turns(
                    "K♥ 9♥ A♣ 10♣ 7♣ 5♣ J♦ 8♦ 5♦ 3♦ A♠ J♠ 6♠",
                    "Q♣ 8♥ 10♥ 7♥ J♣ 8♣ 3♣ 2♣ 9♦ 6♦ 7♠ 5♠ 3♠",
                    "Q♠ 3♥ 2♥ K♣ 9♣ 6♣ 4♣ 7♦ 4♦ 2♦ 4♠ 2♠ 4♥",
                    "Q♦ A♥ J♥ 6♥ 5♥ Q♥ K♦ 10♦ A♦ K♠ 10♠ 9♠ 8♠",
                ),
            },
            before=("0 trump ♠", "1 play K♥", "2 play Q♣", "3 play Q♠"),
            steps=(
                LessonStep(
                    text="The best comes last, in a new deal. Spades are trump, and Dora's Q♠ beats everything: "
                    "she is about to take two Queens, 60 points. Unless somebody throws in a third.",
                    task="Play Q♦.",
                    action="play Q♦",
                    answer="Three Queens: to the dungeon! Dora falls by 100, and this hand brings her nothing more.",
                    instead={
                        "play Q♥": "She would do it too, but she is of more use to you later.",
                        "play": "And let Dora have the 60?",
                    },
                ),
                LessonStep(
                    text="You know the game. Three Queens cost whoever takes them 100 points or more, four even "
                    "250. So watch what lies there before you take a trick. Good luck!",
                ),
            ),
        ),
    ),
)
"""Four seats, three scenes: tricks and Queens, the dealer, the dungeon."""
