"""Thinking ahead in a trick game: each choice is tried in imagined matches that are played to the end of the hand.

The matches are played by the rules themselves, with a cheap policy for every seat. All choices are tried in the same
imagined matches, so luck in the cards does not decide between them. The chance for imagining follows from the view, so
the same view and memory always lead to the same action.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from core.engine.action import Action
from core.engine.chance import Chance, SeededChance
from core.engine.game import Bot, Game, Thought
from core.engine.match import Match
from core.engine.memory import Memory
from core.engine.view import View
from core.trick_taking.layout import HAND

MatchT = TypeVar("MatchT", bound=Match)
Result = TypeVar("Result")

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
        """Return a thought: it leads to the choice after which imagined matches end best; yields as `sampled`."""
        if len(choices) == 1:
            return choices[0]
        number = max(MIN_WORLDS, min(MAX_WORLDS, MAX_ACTIONS // (len(choices) * cards_in_hands(view))))
        chance = chance_by_view(view)
        worths = yield from self.sampled(game, view, memory, choices, number, chance, self._worth_after)
        return choices[self.index_of_best(choices.index(self.usual(view)), worths)]

    def sampled(
        self,
        game: Game,
        view: View,
        memory: Memory,
        choices: Sequence[Action],
        number: int,
        chance: Chance,
        play_out: Callable[[MatchT, int, Action], Result],
    ) -> Generator[None, None, list[list[Result]]]:
        """Try each choice of the seat of `view` in a `number` of matches imagined by `chance`.

        Yields after each match is imagined, and after each try: a piece of work is one or the other.
        Returns for each choice the results of `play_out`, which is called with a match, the seat, and the choice. All
        choices are tried in the same matches, in the same order.
        """
        assert view.seat is not None
        results: list[list[Result]] = [[] for _ in choices]
        for _ in range(number):
            world = game.imagined(view, memory, chance)
            assert isinstance(world, self.matches)
            yield
            for action, found in zip(choices, results, strict=True):
                found.append(play_out(world.copy(), view.seat, action))
                yield
        return results

    def index_of_best(self, usual: int, worths: Sequence[Sequence[int]]) -> int:
        """Return the index of the best choice, by the `worths` of matches after each; `usual` is that of the usual one.

        It is the usual one unless another one gains against it, by more than `caution` standard errors: where chance is
        great, the usual action is a better guess than noise.
        """
        sure = [
            _sure_gain([worth - other for worth, other in zip(found, worths[usual], strict=True)], self.caution)
            for found in worths
        ]
        return sure.index(max(sure)) if max(sure) > 0 else usual

    def _worth_after(self, match: MatchT, seat: int, action: Action) -> int:
        """Return the worth of a match for a seat that does this action, after which all play by the policy."""
        policy, hand = self.policy, match.facts[HAND]
        match.act(seat, action)
        while match.facts[HAND] == hand and match.choices:
            (turn,) = match.choices
            choices = match.choices[turn]
            match.act(turn, choices[0] if len(choices) == 1 else policy(match, turn))
        return self.worth(match, seat)


def chance_by_view(view: View) -> Chance:
    """Return a source of chance that follows from a view alone: equal views give equal random numbers."""
    return SeededChance(f"{view.facts!r} {view.piles!r}")


def cards_in_hands(view: View) -> int:
    """Return the number of cards in all hands of a view."""
    return sum(view.count(f"hand/{seat}") for seat in range(view.seats))


def _sure_gain(gains: Sequence[int], caution: float) -> float:
    """Return the mean of some gains, less `caution` standard errors; 0 if all gains are 0, as for the usual action."""
    number, total = len(gains), sum(gains)
    variance = (number * sum([gain * gain for gain in gains]) - total * total) / (number * (number - 1))
    return total / number - caution * math.sqrt(variance / number)
