"""The lesson of Queen Bees II."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep, deal_in_turns

QUEEN_BEES_II_LESSON: Final = Lesson(
    game="queen-bees-ii",
    scenes=(
        LessonScene(
            seats=4,
            deal={
                "first": "3",
                "stock": deal_in_turns(
                    "K♣ A♥ 4♦ K♦ A♣ Q♣ 7♣ 6♣ 5♣ 2♦ 3♦ K♠ 4♠",
                    "J♣ J♥ Q♥ 9♥ 8♥ 7♥ A♦ Q♦ 9♦ 8♦ 7♦ 6♦ 5♦",
                    "10♣ 10♦ 10♠ J♠ 9♣ 8♣ Q♠ 9♠ 8♠ 7♠ 6♠ 5♠ 3♠",
                    "4♣ 2♥ 3♥ J♦ K♥ 10♥ 6♥ 5♥ 4♥ 3♣ 2♣ 2♠ A♠",
                ),
            },
            steps=(
                LessonStep(
                    text="A card from everybody is a trick: 1 point. Follow the suit led if you can; its highest "
                    "takes it, ace high. The first trick with all cards of one suit makes their ranks trumps, which "
                    "beat the rest.",
                    task="Lead K♣.",
                    keys_hint="Arrow keys choose it, Enter plays it.",
                    action="play K♣",
                    following_actions=("1 play J♣", "2 play 10♣", "3 play 4♣"),
                    answer="All clubs, and your king is the highest. The trick is yours: 1 point, added when the deal "
                    "is over. Its ranks are trumps until the deal ends, in every suit: kings, jacks, tens and fours "
                    "beat all others. No later trick changes that.",
                    other_replies={"play": "Lead K♣, so that your kings become trumps."},
                ),
                LessonStep(
                    text="The winner of a trick leads the next. You hold A♥, the highest of the hearts. Will it win?",
                    table_hint="Cards with T are trumps.",
                    task="Lead A♥.",
                    keys_hint="Arrows and Enter.",
                    action="play A♥",
                    following_actions=("1 play J♥", "2 play 10♦", "3 play 2♥", "1 play Q♥", "2 play 10♠", "3 play 3♥"),
                    answer="No: trumps beat even an ace. Bea's J♥ is a trump, but still a heart, so she follows suit; "
                    "Cleo has no hearts, and may play 10♦. Among trumps the rank decides: a jack beats a ten.",
                    other_replies={"play": "You may, but this lesson needs A♥."},
                ),
                LessonStep(
                    text="Bea has led Q♥: Queens are ordinary cards here. You have no hearts left, so you may play any "
                    "card. Cleo's 10♠ is the only trump so far.",
                    task="Play K♠ and take the trick.",
                    keys_hint="Arrows and Enter.",
                    action="play K♠",
                    answer="Your king beats her ten, as it would any jack or four. The trick is yours.",
                    other_replies={
                        "play K♦": "That wins as well, but you need it later.",
                        "play": "Then Cleo takes the trick. Take it with K♠.",
                    },
                ),
                LessonStep(
                    text="You lead again. Your trumps can take later tricks: save them, and lead a low card.",
                    task="Lead 3♦.",
                    keys_hint="Arrows and Enter.",
                    action="play 3♦",
                    following_actions=("1 play A♦", "2 play J♠", "3 play J♦", "2 play Q♠", "3 play A♠"),
                    answer="J♠ and J♦ are both trumps, and of the same rank. Then the suit decides: ♠ beats ♥, ♥ beats "
                    "♦, ♦ beats ♣. Cleo's J♠ takes it.",
                    other_replies={
                        "play K♦": "That is a trump. Save it, and lead 3♦.",
                        "play 4♦": "That is a trump. Save it, and lead 3♦.",
                        "play 4♠": "That is a trump. Save it, and lead 3♦.",
                        "play": "You may, but this lesson needs 3♦.",
                    },
                ),
                LessonStep(
                    text="Cleo has led Q♠, and Dora has laid A♠. 4♠ is your only spade, so you must play it.",
                    task="Play 4♠.",
                    keys_hint="Enter.",
                    action="play 4♠",
                    following_actions=("1 play 5♦",),
                    answer="A four beats an ace, because fours are trumps. The trick is yours.",
                ),
                LessonStep(
                    text="If a trump is led, everybody who has a trump must play one, whatever its suit. "
                    "Those without one follow the suit of the card led.",
                    task="Lead K♦.",
                    keys_hint="Arrows and Enter.",
                    action="play K♦",
                    following_actions=("1 play Q♦", "2 play 8♣", "3 play K♥"),
                    answer="Of the others only Dora had a trump left, K♥. Both cards are kings, and ♥ beats ♦, so she "
                    "takes it.",
                    other_replies={
                        "play 4♦": "A trump, but a low one. Lead K♦.",
                        "play": "That is not a trump. Lead K♦.",
                    },
                ),
                LessonStep(
                    text="You know the game. It ends with the deal in which somebody reaches 21 points; then the "
                    "highest wins. Each deal begins without trumps. Good luck! In a match the coach gives you hints.",
                    table_hint="The I key asks for one.",
                ),
            ),
        ),
    ),
)
"""The lesson of Queen Bees II: the first six tricks of a deal for four seats."""
