"""The imagined rounds in which the coach of Big Queen tries the choices of a decision."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from core.big_queen.layout import TEAM_OF_SEAT
from core.big_queen.match import BigQueenMatch
from core.big_queen.playout import play_round_out
from core.big_queen.round_result import RoundEnding
from core.big_queen.strategist import SEAT_COUNT_OF_FITTED_ROUNDS
from core.engine.action import Action
from core.engine.chance import SeededChance
from core.engine.comparison import try_choices
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View

ADVICE_ROUNDS: Final = 120
"""The number of imagined rounds from which the worth of choices is computed at four seats; rounds of larger tables are
longer, so there are fewer. It is the same for all decisions of a turn, so that they can share their rounds; only a
decision whose choices would take more than `MAX_ROUNDS_PLAYED_FOR_ADVICE` has fewer, the first of these rounds."""

MAX_ROUNDS_PLAYED_FOR_ADVICE: Final = 2400
"""The number of rounds that may be played for one advice at four seats, for all choices together, in hardly more than a
second. There are 20 choices in one of a thousand decisions, and hardly ever more."""

BRIEF_ADVICE_ROUNDS: Final = 20
"""The number of imagined rounds for brief advice."""

MATCH_WIN_WORTH: Final = 400
"""The points that are added to the worth of a choice if this round wins the match, and subtracted if it loses it."""


def try_choices_in_imagined_rounds(
    game: Game, view: View, memory: Memory, actions: Sequence[Action], is_brief: bool
) -> Generator[None, None, list[list[RoundEnding]]]:
    """Return for each choice its endings in imagined rounds, or an empty list if there is only one choice.

    With `is_brief` there are fewer rounds.
    """
    seat = view.seat
    assert seat is not None
    if len(actions) == 1:
        return []
    chance = SeededChance(_seed_of_imagined_rounds(view))
    number = BRIEF_ADVICE_ROUNDS
    if not is_brief:
        most = min(ADVICE_ROUNDS, MAX_ROUNDS_PLAYED_FOR_ADVICE // len(actions))
        number = most * SEAT_COUNT_OF_FITTED_ROUNDS // view.seats

    def imagine() -> BigQueenMatch:
        """Return another match that the seat cannot tell from the true one: the hidden cards are drawn at random."""
        match = game.imagined_match(view, memory, chance)
        assert isinstance(match, BigQueenMatch)
        return match

    def try_choice(match: BigQueenMatch, action: Action) -> RoundEnding:
        """Carry out an action in an imagined match, play it on to the end of the round, and return how the round
        ended."""
        return play_round_to_ending(match, seat, action)

    return (yield from try_choices(imagine, actions, number, try_choice))


def play_round_to_ending(match: BigQueenMatch, seat: int, action: Action) -> RoundEnding:
    """Carry out an action of a seat and play to the end of the round; return the ending for the seat's team."""
    team = TEAM_OF_SEAT[seat]
    played = play_round_out(match, (seat, action))
    lead = played.points[team] - played.points[1 - team]
    worth = lead
    if match.over:
        worth += MATCH_WIN_WORTH if match.score(seat) > match.score((seat + 1) % match.seats) else -MATCH_WIN_WORTH
    return RoundEnding(
        worth,
        lead,
        played.points[team],
        played.team_that_went_out == team,
        played.team_that_went_out == 1 - team,
        played.team_with_discard == 1 - team,
    )


def _seed_of_imagined_rounds(view: View) -> str:
    """Return the seed of the imagined rounds: the same for decisions between which the seat saw no other card.

    That is from its draw to its discard: so the same choice has the same worth before and after it lays cards.
    """
    hidden = [pile for pile in view.piles.items() if isinstance(pile[1], int)]
    return f"{view.facts['round']} {view.facts['turn']} {hidden!r} {view.cards('discard')!r}"
