"""Lookahead in a trick game: each choice is tried in imagined matches that are played to the end of the hand.

The matches are played by the rules themselves, with a quick policy for every seat, which sees all hands. Where it
matters that the others do not see them, every seat decides in the present trick as the usual bot does
(`usual_bot_finishes_trick`).

All choices are tried in the same imagined matches, so luck in the cards does not decide between them. The chance for
imagining follows from the view, so the same view and memory always lead to the same action.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final, Generic, NamedTuple

from core.engine.action import Action
from core.engine.chance import Chance, SeededChance
from core.engine.comparison import MatchT, ResultT, index_of_best_choice, try_choices
from core.engine.game import Bot, DecisionWork, Game
from core.engine.memory import Memory
from core.engine.view import View
from core.trick_taking.layout import HAND_NUMBER_FACT
from core.trick_taking.match import TrickMatch

MAX_IMAGINED_MATCHES: Final = 20
"""Default maximum number of imagined matches for a decision."""

MIN_IMAGINED_MATCHES: Final = 4
"""Minimum number of imagined matches for a decision, however long they are."""

MAX_LOOKAHEAD_ACTIONS: Final = 3000
"""The approximate number of actions that may be played by default in the imagined matches of a decision."""


def no_temperament_bonus(view: View, action: Action) -> float:
    """Return 0: the default of `Lookahead.bonus`; a choice is worth what the imagined matches show."""
    return 0.0


class Lookahead(NamedTuple, Generic[MatchT]):
    """How a level of a trick game decides by lookahead: its policy, how it values results, and its limits."""

    match_class: type[MatchT]
    """The class of the matches of the game, a subclass of `TrickMatch`."""
    usual_bot: Bot
    """The bot whose action is chosen unless another one is clearly better."""
    policy: Callable[[MatchT, int], Action]
    """Returns quickly the action of the seat on turn in an imagined match, by all cards, also hidden ones."""
    worth_of_match: Callable[[MatchT, int], int]
    """Returns what the state of an imagined match at the end of the hand is worth for a seat; higher is better."""
    min_deviations: float
    """Another action is chosen if it is better than the usual one by at least this number of standard errors."""
    temperament_bonus: Callable[[View, Action], float] = no_temperament_bonus
    """Returns what the temperament of a bot adds to the worth of a choice."""
    usual_bot_finishes_trick: bool = False
    """Whether all seats decide in the present trick as `usual_bot` does, by what each of them sees, and not by the
    policy, which is quicker."""
    max_matches: int = MAX_IMAGINED_MATCHES
    """Maximum number of imagined matches for a decision."""
    max_actions: int = MAX_LOOKAHEAD_ACTIONS
    """The approximate number of actions that may be played in all imagined matches of a decision."""

    def think(self, game: Game, view: View, memory: Memory, choices: Sequence[Action]) -> DecisionWork:
        """Return a generator that decides for the choice after which imagined matches end best.

        The generator yields after each imagined match and after each try of a choice in it.
        """
        if len(choices) == 1:
            return choices[0]
        fitting = self.max_actions // (len(choices) * count_cards_in_hands(view))
        number = max(MIN_IMAGINED_MATCHES, min(self.max_matches, fitting))
        chance = make_chance_for_view(view)
        worths = yield from self.try_in_imagined_matches(
            game, view, memory, choices, number, chance, self._worth_after_action
        )
        bonuses = [self.temperament_bonus(view, choice) for choice in choices]
        return choices[self.index_of_best(choices.index(self.usual_bot(view)), worths, bonuses)]

    def try_in_imagined_matches(
        self,
        game: Game,
        view: View,
        memory: Memory,
        choices: Sequence[Action],
        match_count: int,
        chance: Chance,
        play_out: Callable[[MatchT, int, Action], ResultT],
    ) -> Generator[None, None, list[list[ResultT]]]:
        """Try each choice of the seat of `view` in the same `match_count` matches imagined by `chance`.

        `play_out` carries out a choice and returns its result. Returns for each choice the list of its results, one for
        each match. Yields after each match that is imagined and after each try.
        """
        seat = view.seat
        assert seat is not None

        def imagine() -> MatchT:
            """Return another match that the seat cannot tell from the true one: the hidden cards are drawn at
            random."""
            match = game.imagined_match(view, memory, chance)
            assert isinstance(match, self.match_class)
            return match

        def try_choice(match: MatchT, action: Action) -> ResultT:
            """Carry out an action in an imagined match, play it on, and return the result."""
            return play_out(match, seat, action)

        return (yield from try_choices(imagine, choices, match_count, try_choice))

    def index_of_best(
        self, usual_index: int, worths_by_choice: Sequence[Sequence[int]], bonuses: Sequence[float] = ()
    ) -> int:
        """Return the index of the best choice.

        `worths_by_choice` are for each choice what it was worth in the imagined matches. The choice at index
        `usual_index` is the best unless another one is worth more by at least `min_deviations` standard errors.
        `bonuses`, one number for each choice, are added to the worths.
        """
        return index_of_best_choice(usual_index, worths_by_choice, self.min_deviations, bonuses)

    def _worth_after_action(self, match: MatchT, seat: int, action: Action) -> int:
        """Return the `worth_of_match` of a match, at the end of the hand, for a seat that does this action now."""
        assert isinstance(match, TrickMatch)
        hand = match.facts[HAND_NUMBER_FACT]
        match.act(seat, action)
        in_present_trick = self.usual_bot_finishes_trick and bool(match.trick)
        while match.facts[HAND_NUMBER_FACT] == hand and match.choices:
            match.act(*self.next_action(match, in_present_trick=in_present_trick))
            in_present_trick = in_present_trick and bool(match.trick)
        return self.worth_of_match(match, seat)

    def next_action(self, match: MatchT, *, in_present_trick: bool) -> tuple[int, Action]:
        """Return (seat, action): the seat on turn in an imagined match and what it does, by the policy, or
        `in_present_trick` as the usual bot."""
        ((turn, choices),) = match.choices.items()
        if len(choices) == 1:
            return turn, choices[0]
        return turn, self.usual_bot(match.view(turn)) if in_present_trick else self.policy(match, turn)


def make_chance_for_view(view: View) -> Chance:
    """Return a source of random numbers that depends on a view alone: equal views give equal random numbers."""
    return SeededChance(f"{view.facts!r} {view.piles!r}")


def count_cards_in_hands(view: View) -> int:
    """Return the number of cards in all hands of a view."""
    return sum(view.count(f"hand/{seat}") for seat in range(view.seats))
