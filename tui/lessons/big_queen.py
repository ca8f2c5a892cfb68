"""The lesson of Big Queen."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep, deal_in_turns

BIG_QUEEN_LESSON: Final = Lesson(
    game="big-queen",
    scenes=(
        LessonScene(
            seats=4,
            options={"hand_size": "6"},
            deal={
                "dice": "37",
                "stock": deal_in_turns(
                    "K♦ 9♣ 8♣ 7♦ A♠ 10♥",
                    "4♥ 10♣ 10♦ J♣ 9♠ 6♥",
                    "3♣ 8♦ 5♠ 6♣ J♥ A♦",
                    "K♥ K♣ Q♠ Q♥ 2♦ 5♦",
                )
                + " 6♠ 5♣ 7♥ 9♦ 8♥ 6♦ J♦ K♠ 3♦ 4♠ 7♠ K♣",
            },
            steps=(
                LessonStep(
                    text="You and Cleo play against Bea and Dora. Lay sets: three or more cards of one rank, where a 2 "
                    "stands for any card. What you lay counts for your team, what you hold against it. 1000 points "
                    "win.",
                    task="Deal the cards.",
                    keys_hint="D does it.",
                    action="deal",
                    following_actions=("1 draw", "1 discard K♦", "2 draw", "2 discard 4♥", "3 draw", "3 discard 3♣"),
                    answer="The dice have brought you nothing: only 44 and 45 bring the dealer's team 100 points. "
                    "Now all get six cards; in a match it is 11.",
                ),
                LessonStep(
                    text="A card was turned up, then all others discarded. Take any card but a 2 from the pile "
                    "that makes a set with two of yours: all later ones come along.",
                    table_hint="A line below the pile says what a card needs.",
                    task="Take K♦ with your two kings.",
                    keys_hint="F finds it, Enter takes it.",
                    action="take 2 K♣ K♥",
                    answer="Three kings lie before your team, and 4♥ and 3♣ came along, into your hand. 10s to kings "
                    "count 10 each, so 30 points; 3s to 9s count 5, aces 15 and 2s 20.",
                    other_replies={
                        "draw": "From the stock? The pile has a king for you.",
                        "take": "Take it with K♣ and K♥: a 2 is too good to spend here.",
                    },
                ),
                LessonStep(
                    text="Q♠, of which there are two, is the big Queen: laid she brings 100 points, in your hand she "
                    "costs 100. A 2 is wild: it can be a third Queen.",
                    task="Lay Q♠, Q♥ and 2♦.",
                    keys_hint="F finds them, Enter lays them.",
                    action="meld Q♠ Q♥ 2♦",
                    answer="130 points: 100 for Q♠, 10 for Q♥ and 20 for the 2.",
                    other_replies={
                        "discard Q♠": "Discarded, she brings you nothing. Lay her with Q♥ and 2♦.",
                        "discard": "First lay Q♠ with Q♥ and 2♦: in your hand she costs 100.",
                        "add": "The 2 is of more use with Q♠ and Q♥.",
                    },
                ),
                LessonStep(
                    text="A turn ends with a discard. 3♣, 4♥ and 5♦ make no set: that takes cards of one rank. One of "
                    "them goes.",
                    task="Discard 5♦.",
                    keys_hint="Arrow keys and Space choose it, X discards it.",
                    action="discard 5♦",
                    following_actions=("1 draw", "1 discard 9♣", "2 draw", "2 discard 10♣", "3 draw", "3 discard 8♦"),
                    answer="That is a whole turn: a card in, sets laid, a card out. Now the others have had theirs.",
                    other_replies={"discard": "You may, but this lesson needs 5♦ gone."},
                ),
                LessonStep(
                    text="This time no card in the pile goes with two of yours, so you draw from the face-down "
                    "stock. If it runs out, the discard pile becomes the stock, once; the second time, the round ends.",
                    task="Draw a card.",
                    keys_hint="D does it.",
                    action="draw",
                    answer="K♠, and your team has a set of kings already.",
                ),
                LessonStep(
                    text="Single cards may join a set that your team has laid, whichever of you laid it. 2s may, too. "
                    "A new set has at most two 2s; a laid set takes any number.",
                    task="Add K♠ to the kings.",
                    keys_hint="F finds it, Enter adds it.",
                    action="add K♠",
                    answer="10 points more. You have two cards left.",
                    other_replies={"discard": "Add K♠ first: on the table it is worth 10."},
                ),
                LessonStep(
                    text="If your turn leaves you one card, announce it: the round may soon end. Silence hides it, "
                    "but until your next turn others may catch you: you draw one.",
                    table_hint="If another player stays silent, C catches them.",
                    task="Discard 4♥ and announce.",
                    keys_hint="Space chooses it, X does both.",
                    action="discard 4♥ announce",
                    following_actions=("1 draw", "1 discard 8♣", "2 draw", "2 discard 10♦", "3 draw", "3 discard 5♠"),
                    answer="Announced: now all know that you have one card left.",
                    other_replies={
                        "discard 3♣ announce": "As good in a match, but here keep 3♣ to the end: discard 4♥.",
                        "discard": "Silence is risky: discard 4♥ and announce.",
                    },
                ),
                LessonStep(
                    text="Going out, with your last discard, ends the round. Cleo's hand then counts against you, so "
                    "you must ask her first: once a turn, before or after you draw. You need not use a yes.",
                    task="Ask Cleo whether you may go out.",
                    keys_hint="A asks.",
                    action="ask",
                    following_actions=("2 yes",),
                    answer="Cleo says yes: you may go out in this turn, if you can lay what you draw. After a no you "
                    "would keep one card.",
                    other_replies={"draw": "Ask first, so that you do not forget."},
                ),
                LessonStep(
                    text="A turn still begins with a new card.",
                    task="Draw a card.",
                    keys_hint="D does it.",
                    action="draw",
                    answer="Another K♣: two packs are in play.",
                ),
                LessonStep(
                    text="Lay all your cards but one: the last must be discarded.",
                    task="Add K♣ to the kings.",
                    keys_hint="F finds it, Enter adds it.",
                    action="add K♣",
                    answer="Five kings, 50 points.",
                    other_replies={"discard": "Add K♣ first."},
                ),
                LessonStep(
                    text="One card is left, and Cleo has said that you may go out.",
                    task="Discard 3♣ and go out.",
                    keys_hint="X discards it.",
                    action="discard 3♣",
                    answer="The round is over. You two have laid 180 points, and Cleo holds 35: that makes 145. Bea "
                    "and Dora have laid none, and hold 95: -95.",
                ),
                LessonStep(
                    text="A set may be a pair and a 2, or one card and two 2s; a 2 you hold costs 20. Do not hold the "
                    "big Queen when a round ends. In a match the coach gives you hints.",
                    table_hint="The I key asks for one. F finds what to take or lay, W other cards to take it with.",
                ),
            ),
        ),
    ),
)
"""The lesson of Big Queen: one round of four seats."""
