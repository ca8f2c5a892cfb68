"""Thinking ahead in a trick game: each choice is tried in imagined matches that are played to the end of the hand.

The matches are played by the rules themselves, with a cheap policy for every seat. All choices are tried in the same
imagined matches, so luck in the cards does not decide between them. The chance for imagining follows from the view, so
the same view and memory always lead to the same action.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from core.engine.action import Action
from core.engine.chance import SeededChance
from core.engine.game import Bot, Game, Thought
from core.engine.match import Match
from core.engine.memory import Memory
from core.engine.view import View
from core.trick_taking.layout import HAND

MatchT = TypeVar("MatchT", bound=Match)

MAX_WORLDS: Final = 20
"""The number of imagined matches for a decision, if they are short; more of them do not win more often."""

MIN_WORLDS: Final = 4
"""The number of imagined matches for a decision, however long they are."""

MAX_ACTIONS: Final = 3000
"""About how many actions of imagined matches a decision may cost."""


class Lookahead(NamedTuple, Generic[MatchT]):
    """How a game thinks ahead.

    matches  the class of its matches
    usual    the bot whose action is taken unless another one is clearly better
    policy   returns the action of the seat on turn in an imagined match. It sees all cards, as cheating costs least
    worth    returns what the state of an imagined match at the end of the hand is worth for a seat, the more the better
    caution  by how many standard errors another action must be better than the usual one
    """

    matches: type[MatchT]
    usual: Bot
    policy: Callable[[MatchT, int], Action]
    worth: Callable[[MatchT, int], int]
    caution: float

    def best(self, game: Game, view: View, memory: Memory, choices: Sequence[Action]) -> Thought:
        """Think of the choice of the seat of `view` after which imagined matches end best; yield after each match.

        That is the usual action unless another one gains against it, by more than `caution` standard errors: where
        chance is great, the usual action is a better guess than noise.
        """
        if len(choices) == 1:
            return choices[0]
        assert view.seat is not None
        usual = self.usual(view)
        chance = SeededChance(f"{view.facts!r} {view.piles!r}")
        cards_left = sum(view.count(f"hand/{seat}") for seat in range(view.seats))
        gains: list[list[int]] = [[] for _ in choices]
        for _ in range(max(MIN_WORLDS, min(MAX_WORLDS, MAX_ACTIONS // (len(choices) * cards_left)))):
            world = game.imagined(view, memory, chance)
            assert isinstance(world, self.matches)
            worths: list[int] = []
            for action in choices:
                worths.append(self._worth_after(world.copy(), view.seat, action))
                yield
            for gained, worth in zip(gains, worths, strict=True):
                gained.append(worth - worths[choices.index(usual)])
        sure = [_sure_gain(gained, self.caution) for gained in gains]
        return choices[sure.index(max(sure))] if max(sure) > 0 else usual

    def _worth_after(self, match: MatchT, seat: int, action: Action) -> int:
        """Return what a match is worth for a seat that takes this action, if all play by the policy from then on."""
        policy, hand = self.policy, match.facts[HAND]
        match.act(seat, action)
        while match.facts[HAND] == hand and match.choices:
            (turn,) = match.choices
            choices = match.choices[turn]
            match.act(turn, choices[0] if len(choices) == 1 else policy(match, turn))
        return self.worth(match, seat)


def _sure_gain(gains: Sequence[int], caution: float) -> float:
    """Return the mean of some gains, less so many standard errors; 0 for the gains of the usual action."""
    number, total = len(gains), sum(gains)
    variance = (number * sum([gain * gain for gain in gains]) - total * total) / (number * (number - 1))
    return total / number - caution * math.sqrt(variance / number)
