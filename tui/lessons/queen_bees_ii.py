"""The lesson of Queen Bees II."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep, in_turns

QUEEN_BEES_II_LESSON: Final = Lesson(
    game="queen-bees-ii",
    scenes=(
        LessonScene(
            seats=4,
            deal={
                "first": "3",
                "stock": in_turns(
                    "K♣ A♥ 4♦ K♦ A♣ Q♣ 7♣ 6♣ 5♣ 2♦ 3♦ K♠ 4♠",
                    "J♣ J♥ Q♥ 9♥ 8♥ 7♥ A♦ Q♦ 9♦ 8♦ 7♦ 6♦ 5♦",
                    "10♣ 10♦ 10♠ J♠ 9♣ 8♣ Q♠ 9♠ 8♠ 7♠ 6♠ 5♠ 3♠",
                    "4♣ 2♥ 3♥ J♦ K♥ 10♥ 6♥ 5♥ 4♥ 3♣ 2♣ 2♠ A♠",
                ),
            },
            steps=(
                LessonStep(
                    text="A trick is one card from each player, and worth a point. The highest card of the suit "
                    "led takes it. No trumps yet: the first trick all of one suit makes its ranks trumps. You "
                    "hold three kings.",
                    task="Lead K♣.",
                    keys="The arrows point at it, Enter plays it.",
                    action="play K♣",
                    then=("1 play J♣", "2 play 10♣", "3 play 4♣"),
                    answer="All clubs! You win, and the ranks in it are trumps in every suit: kings, jacks, tens, "
                    "fours.",
                    instead={"play": "K♣ makes kings trumps, and you hold three of them."},
                ),
                LessonStep(
                    text="Who wins a trick leads the next. You hold an ace, the highest of hearts. Safe?",
                    task="Lead A♥.",
                    action="play A♥",
                    then=("1 play J♥", "2 play 10♦", "3 play 2♥", "1 play Q♥", "2 play 10♠", "3 play 3♥"),
                    answer="Not against trumps: any of them beats any other card. J♥ took it, for a jack beats a ten.",
                    instead={"play": "Try the ace first, and learn something."},
                ),
                LessonStep(
                    text="Bea led Q♥. You must follow suit if you can, but you have no hearts left, so any card "
                    "will do. Cleo's 10♠ is the only trump so far.",
                    task="Play K♠ and take the trick.",
                    action="play K♠",
                    answer="K♠ takes it: kings are the highest trumps here. That makes 2 points.",
                    instead={
                        "play K♦": "That wins as well, but keep it for later.",
                        "play": "That would leave the trick to somebody else.",
                    },
                ),
                LessonStep(
                    text="Leading is a burden: the others know what they have to beat. Lead what is worthless.",
                    task="Lead 3♦.",
                    action="play 3♦",
                    then=("1 play A♦", "2 play J♠", "3 play J♦", "2 play Q♠", "3 play A♠"),
                    answer="Two jacks, both trumps! Of equal ranks ♠ beats ♥ beats ♦ beats ♣: Cleo's J♠ takes it.",
                    instead={"play": "Too good to give away."},
                ),
                LessonStep(
                    text="Cleo led Q♠, and Dora thinks her A♠ will do. 4♠ is your only spade, so you must play it.",
                    task="Play 4♠.",
                    action="play 4♠",
                    then=("1 play 5♦",),
                    answer="A four beats an ace, since fours are trumps. 3 points!",
                ),
                LessonStep(
                    text="If a trump is led, everybody who has a trump must play one, whatever its suit.",
                    task="Lead K♦.",
                    action="play K♦",
                    then=("1 play Q♦", "2 play 8♣", "3 play K♥"),
                    answer="Only Dora had trumps left, and K♥ beats K♦. Now you know why she kept it.",
                    instead={"play": "Let us see who has trumps."},
                ),
                LessonStep(
                    text="You know the game. It ends with the deal in which somebody reaches 21 points, and the "
                    "highest wins. Each new deal begins without trumps. Good luck!",
                ),
            ),
        ),
    ),
)
"""Four seats, the first six tricks of a deal."""
