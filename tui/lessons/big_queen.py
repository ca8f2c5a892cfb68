"""The lesson of Big Queen."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep, in_turns

BIG_QUEEN_LESSON: Final = Lesson(
    game="big-queen",
    scenes=(
        LessonScene(
            seats=4,
            options={"hand_size": "6"},
            deal={
                "dice": "37",
                "stock": in_turns(
                    "K♦ 9♣ 8♣ 7♦ A♠ 10♥",
                    "4♥ 10♣ 10♦ J♣ 9♠ 6♥",
                    "3♣ 8♦ 5♠ 6♣ J♥ A♦",
                    "K♥ K♣ Q♠ Q♥ 2♦ 5♦",
                )
                + " 6♠ 5♣ 7♥ 9♦ 8♥ 6♦ J♦ K♠ 3♦ 4♠ 7♠ K♣",
            },
            steps=(
                LessonStep(
                    text="Two teams lay sets, three or more cards of a rank: you and Cleo, across the table, "
                    "against Bea and Dora. What lies counts for you, what is left in your hands against you. "
                    "1000 points win.",
                    task="Deal.",
                    keys="D does it.",
                    action="deal",
                    then=("1 draw", "1 discard K♦", "2 draw", "2 discard 4♥", "3 draw", "3 discard 3♣"),
                    answer="Six cards each, to be quick; in a match it is 11. The dice only matter at 44 and 45: 100 "
                    "points.",
                ),
                LessonStep(
                    text="The others have drawn and discarded. You may take any card of the open pile that makes a "
                    "set with two of your hand; all that lies on top of it comes along. K♦ lies there, and "
                    "you hold two kings.",
                    task="Take K♦ with your two kings.",
                    keys="F finds it, Enter takes it.",
                    action="take 2 K♣ K♥",
                    answer="Three kings lie before your team: 30 points. 4♥ and 3♣, which lay on K♦, are in your hand.",
                    instead={
                        "draw": "From the stock? The pile has a king for you.",
                        "take": "With both kings: a 2 is too good to spend here.",
                    },
                ),
                LessonStep(
                    text="Three of a rank are a set, and a 2 is wild: it stands for any card. Q♠ is the big Queen. "
                    "In your hand she costs 100; on the table she brings 100.",
                    task="Lay Q♠, Q♥ and 2♦.",
                    keys="F finds it, Enter lays it.",
                    action="meld Q♠ Q♥ 2♦",
                    answer="130 points: 100 for Q♠, 10 for Q♥, 20 for the 2. Well laid, and well rid of her.",
                    instead={
                        "discard": "Then the big Queen stays in your hand: 100 points against you.",
                        "add": "The 2 is of more use with the Queens.",
                    },
                ),
                LessonStep(
                    text="Your turn ends with a discard, of any card. A 2 or a pair is worth keeping; this is neither.",
                    task="Discard 5♦.",
                    keys="The arrows point at it, X discards it.",
                    action="discard 5♦",
                    then=("1 draw", "1 discard 9♣", "2 draw", "2 discard 10♣", "3 draw", "3 discard 8♦"),
                    answer="That was a whole turn: a card in, sets down, a card out.",
                    instead={"discard": "As good, but the lesson needs that one."},
                ),
                LessonStep(
                    text="Nothing in the pile fits your hand this time.",
                    task="Draw a card.",
                    keys="D does it.",
                    action="draw",
                    answer="A king. Your team has a set of kings already.",
                ),
                LessonStep(
                    text="Single cards join the sets of your team, yours and Cleo's alike.",
                    task="Add K♠ to the kings.",
                    keys="F, then Enter.",
                    action="add K♠",
                    answer="10 more points. Two cards left.",
                    instead={"discard": "It is worth 10 on the table, and 10 less in your hand."},
                ),
                LessonStep(
                    text="After this discard you hold one card, and must announce it. If you forget, the others "
                    "may catch you, and you draw a card.",
                    task="Discard 4♥ and announce one card.",
                    keys="Point at it; X does both.",
                    action="discard 4♥ announce",
                    then=("1 draw", "1 discard 8♣", "2 draw", "2 discard 10♦", "3 draw", "3 discard 5♠"),
                    answer="Announced. Now everybody is nervous.",
                    instead={
                        "discard 3♣ announce": "As good, but the lesson keeps 3♣ for the end.",
                        "discard": "Silence is risky: announce it.",
                    },
                ),
                LessonStep(
                    text="You would like to go out: that ends the round. But Cleo's hand will count against your "
                    "team too, so you have to ask your partner first.",
                    task="Ask Cleo whether you may go out.",
                    keys="A asks.",
                    action="ask",
                    then=("2 yes",),
                    answer="Cleo says yes. A single no would have stopped you for this turn.",
                    instead={"draw": "Ask first, so that you do not forget."},
                ),
                LessonStep(
                    text="You still need a card first, as in every turn.",
                    task="Draw a card.",
                    action="draw",
                    answer="Another king: two packs are in play.",
                ),
                LessonStep(
                    text="You may now lay all but one card. The last one is discarded.",
                    task="Add K♣ to the kings.",
                    action="add K♣",
                    answer="50 points of kings.",
                    instead={"discard": "Add the king first."},
                ),
                LessonStep(
                    text="One card left, and leave to go.",
                    task="Discard 3♣ and go out.",
                    action="discard 3♣",
                    answer="Out! Your team counts the 180 it has laid, less the 35 that Cleo holds. Bea and Dora had "
                    "laid nothing.",
                ),
                LessonStep(
                    text="You know the game. Find shows at any time what you can take and lay. Keep 2s for pairs, "
                    "and never sleep with the big Queen in your hand. Good luck!",
                ),
            ),
        ),
    ),
)
"""Four seats, one round."""
