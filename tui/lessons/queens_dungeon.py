"""The lesson of Queen's Dungeon."""

from __future__ import annotations

from typing import Final

from tui.lessons.lesson import Lesson, LessonScene, LessonStep, deal_in_turns

CUT_THAT_MAKES_YOU_DEAL: Final = "Q♠ 2♣ 3♣ 4♣"
"""The cards that the four seats cut, so that the person becomes the dealer."""

CUT_THAT_MAKES_DORA_DEAL: Final = "2♣ 3♣ 4♣ Q♠"
"""The cards that the four seats cut, so that Dora becomes the dealer, and the person leads."""

QUEENS_DUNGEON_LESSON: Final = Lesson(
    game="queens-dungeon",
    scenes=(
        LessonScene(
            seats=4,
            deal={
                "cut": CUT_THAT_MAKES_DORA_DEAL,
                "stock": deal_in_turns(
                    "A♠ 7♥ 6♦ K♠ 10♠ 4♠ 2♠ J♥ 5♥ K♦ 9♦ 4♦ Q♠",
                    "5♠ Q♥ A♣ 8♠ 6♥ 4♥ J♣ 9♣ 7♣ 5♣ 8♦ 3♦ 2♦",
                    "J♠ Q♣ 8♣ 7♠ 6♠ A♥ 10♥ 8♥ 6♣ 4♣ K♥ 10♦ 7♦",
                    "9♠ 3♥ 10♣ 3♠ Q♦ A♦ J♦ 5♦ 9♥ 2♥ K♣ 3♣ 2♣",
                ),
            },
            actions_before=("3 trump ♦",),
            steps=(
                LessonStep(
                    text="500 points win; tricks and Queens bring them. A card from everybody is a trick: you lead, "
                    "the others must play its suit if they can, and the highest takes it. Cards rank Q A K J 10 9 "
                    "down to 2.",
                    table_hint="Your diamonds are dim: step 2 says why.",
                    task="Lead A♠.",
                    keys_hint="Arrow keys choose it, Enter plays it.",
                    action="play A♠",
                    following_actions=("1 play 5♠", "2 play J♠", "3 play 9♠"),
                    answer="Spades from all, and yours is the highest: the trick is yours, for 10 points. All points "
                    "are added when the hand is over.",
                    other_replies={"play": "Begin with A♠: no other spade but your own Q♠ beats it."},
                ),
                LessonStep(
                    text="The winner of a trick leads the next. Diamonds are trump: they beat every other suit. None "
                    "has been played so far, so trumps are 'unbroken': of them, only the Queen may be led.",
                    table_hint="So your diamonds are dim. T means trump.",
                    topics=("trump", "broken"),
                    task="Lead 7♥.",
                    keys_hint="Arrows and Enter.",
                    action="play 7♥",
                    following_actions=("1 play Q♥", "2 play 8♥", "3 play 3♥", "1 play A♣", "2 play 8♣", "3 play 10♣"),
                    answer="Bea's Q♥ is the highest heart. A Queen brings 25 points to the player who takes her: with "
                    "the trick, Bea gets 35.",
                    other_replies={"play": "You may, but this lesson needs 7♥."},
                ),
                LessonStep(
                    text="Now Bea has led A♣. You have no clubs, so you may play any card, even a trump.",
                    task="Play 6♦.",
                    keys_hint="Arrows and Enter.",
                    action="play 6♦",
                    answer="The trump takes the trick. One has been played now, so trumps are broken: from the next "
                    "trick on they may be led.",
                    other_replies={"play": "You may, but this lesson needs 6♦."},
                ),
            ),
        ),
        LessonScene(
            seats=4,
            deal={
                "cut": CUT_THAT_MAKES_YOU_DEAL,
                "stock": deal_in_turns(
                    "9♥ A♣ 10♣ 7♣ 5♣ J♦ 8♦ 5♦ 3♦ A♠ J♠ 6♠ 4♥",
                    "K♥ 10♥ 7♥ Q♥ J♣ 8♣ 3♣ 2♣ 9♦ 6♦ 7♠ 5♠ 3♠",
                    "Q♣ 8♥ 3♥ 2♥ K♣ 9♣ 6♣ 4♣ 7♦ 4♦ 2♦ 4♠ 2♠",
                    "Q♦ A♥ J♥ 6♥ 5♥ A♦ K♦ 10♦ Q♠ K♠ 10♠ 9♠ 8♠",
                ),
            },
            steps=(
                LessonStep(
                    text="A new match: you cut the highest card, and deal. The dealer names trump before the cards are "
                    "dealt, and has a quota: 5 of the 13 tricks. Reach it: 50 points on top. Miss it: you lose 50, and "
                    "your tricks and Queens bring nothing.",
                    topics=("quota",),
                    task="Guess: name diamonds.",
                    keys_hint="D does it.",
                    action="trump ♦",
                    following_actions=("1 play 9♥", "2 play K♥", "3 play Q♣"),
                    answer="You are lucky: Q♦ is yours, and nothing beats the Queen of trumps. Bea, at your left, led "
                    "the first trick; she will deal the next hand.",
                    other_replies={"trump": "As good a guess, but this lesson needs diamonds."},
                ),
                LessonStep(
                    text="Bea led 9♥, and Dora laid Q♣ on it: a Queen may be played at any time, even by those who "
                    "could follow suit. She beats no heart, as clubs are not trump. Your Q♦ is the Queen of "
                    "trumps, and takes everything.",
                    task="Take both Queens: play Q♦.",
                    keys_hint="Arrows and Enter.",
                    action="play Q♦",
                    answer="You get 60? points: 10 for the trick and 25 for each Queen. The question mark says that "
                    "they count only if you make your quota. And two Queens in one trick do more.",
                    other_replies={
                        "play A♥": "That takes only one Queen. Q♦ brings you two.",
                        "play": "Then Cleo takes the trick. Take it with Q♦.",
                    },
                ),
                LessonStep(
                    topics=("next Queen",),
                    text="Exactly two Queens in one trick, no matter who took them: now the dealer must name another "
                    "trump. That is you, and this time you see your cards. Any suit but diamonds will do, and you hold "
                    "five spades.",
                    task="Name spades.",
                    keys_hint="S does it.",
                    action="trump ♠",
                    answer="Spades are trump now, and unbroken. You took the trick, so you lead the next.",
                    other_replies={"trump": "You hold more spades than that."},
                ),
            ),
        ),
        LessonScene(
            seats=4,
            deal={
                "cut": CUT_THAT_MAKES_YOU_DEAL,
                "stock": deal_in_turns(
                    "K♥ 9♥ A♣ 10♣ 7♣ 5♣ J♦ 8♦ 5♦ 3♦ A♠ J♠ 6♠",
                    "Q♣ 8♥ 10♥ 7♥ J♣ 8♣ 3♣ 2♣ 9♦ 6♦ 7♠ 5♠ 3♠",
                    "Q♠ 3♥ 2♥ K♣ 9♣ 6♣ 4♣ 7♦ 4♦ 2♦ 4♠ 2♠ 4♥",
                    "Q♦ A♥ J♥ 6♥ 5♥ Q♥ K♦ 10♦ A♦ K♠ 10♠ 9♠ 8♠",
                ),
            },
            actions_before=("0 trump ♠", "1 play K♥", "2 play Q♣", "3 play Q♠"),
            steps=(
                LessonStep(
                    text="One more match. Spades are trump, and Dora has laid Q♠, which nothing beats. She is about to "
                    "get two Queens and 60 points. But with a third Queen in the trick, of any suit, the player who "
                    "takes it goes to the dungeon.",
                    task="Play Q♦.",
                    keys_hint="Arrows and Enter.",
                    action="play Q♦",
                    answer="The third Queen sends her to the dungeon: Dora loses 100 points at once. She plays on, "
                    "for nothing: her tricks and Queens of this hand do not count.",
                    other_replies={
                        "play Q♥": "Q♥ would do as well, but this lesson needs Q♦.",
                        "play": "Then Dora gets her 60 points. Play Q♦.",
                    },
                ),
                LessonStep(
                    text="You know the game. Three Queens in one trick: you fall by 100 points, or to one below the "
                    "lowest of the others if that is lower. Four: by 250, or to zero if that is lower. In a match the "
                    "coach gives you hints.",
                    table_hint="The I key asks for one.",
                ),
            ),
        ),
    ),
)
"""The lesson of Queen's Dungeon, for four seats: scenes of tricks and trumps, of the dealer, and of the dungeon."""
