"""The results of each choice in a trick game, from imagined matches that are played to the end of the hand.

They are the matches of `core.trick_taking.lookahead`: the coach decides as the level `hard` does, but takes more time,
and also counts what happens before the end of the hand. In the present trick all seats decide as the usual bot does, by
what each of them sees, so that the figures about this trick are those of a real table.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final, NamedTuple

from core.engine.action import Action
from core.engine.cards import CARDS, Card
from core.engine.chance import Chance
from core.engine.coach import Choice, Figure, estimate_mean
from core.engine.comparison import MatchT
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.piles import Remark
from core.engine.view import View
from core.trick_taking.layout import HAND_NUMBER_FACT
from core.trick_taking.lookahead import Lookahead, count_cards_in_hands

MIN_MATCHES_IMAGINED_BY_COACH: Final = 40
"""Minimum number of imagined matches from which figures are computed."""

MAX_MATCHES_IMAGINED_BY_COACH: Final = 150
"""Maximum number of imagined matches from which figures are computed."""

MATCHES_IMAGINED_FOR_BRIEF_ADVICE: Final = 12
"""The number of imagined matches for brief advice."""

MAX_COACH_ACTIONS: Final = 30_000
"""The approximate number of actions that may be played in imagined matches for one advice: about half a second of
work."""

TAKES_TRICK_LABEL: Final = "takes the trick"
"""The label (`Figure.label`) of the probability that the seat takes the present trick with a card."""


class ImaginedHandResult(NamedTuple):
    """The result of a choice in one imagined match, at the end of the hand."""

    worth: int
    """The worth of the match for the seat at the end of the hand, by `Lookahead.worth_of_match`."""
    points: int
    """The points that the seat has won, or lost, from the choice to the end of the hand."""
    lead: float
    """The points by which the score of the seat was above the mean score of all seats at the end of the hand."""
    trick_remarks: frozenset[tuple[str, int | None]]
    """The remarks up to the end of the present trick, each as its key and its seat."""
    hand_remarks: frozenset[tuple[str, int | None]]
    """The remarks up to the end of the hand, each as its key and its seat."""


def imagined_results_by_choice(
    lookahead: Lookahead[MatchT],
    game: Game,
    view: View,
    memory: Memory,
    choices: Sequence[Action],
    chance: Chance,
    match_count: int = 0,
    is_brief: bool = False,
    first_equals: Sequence[Action] = (),
) -> Generator[None, None, list[list[ImaginedHandResult]]]:
    """Return for each choice of the seat of `view` its endings in matches imagined by `chance`.

    Yields after each match that is imagined and after each try of a choice in it. `match_count` is the number of
    matches; for 0 it is `MATCHES_IMAGINED_FOR_BRIEF_ADVICE` with `is_brief`, else as many as `MAX_COACH_ACTIONS`
    allows. `first_equals` are for each choice the first one that is equal to it, if any are: only that is tried, and
    its endings are those of all its equals.
    """
    first_equals = first_equals or choices
    tried = list(dict.fromkeys(first_equals))
    affordable = MAX_COACH_ACTIONS // (len(tried) * max(1, count_cards_in_hands(view)))
    if is_brief and not match_count:
        match_count = MATCHES_IMAGINED_FOR_BRIEF_ADVICE
    match_count = match_count or max(MIN_MATCHES_IMAGINED_BY_COACH, min(MAX_MATCHES_IMAGINED_BY_COACH, affordable))

    def play_out(match: MatchT, seat: int, action: Action) -> ImaginedHandResult:
        """Carry out an action in an imagined match, play it on to the end of the hand, and return how the hand
        ended."""
        return _play_out(match, seat, action, lookahead)

    endings = yield from lookahead.try_in_imagined_matches(game, view, memory, tried, match_count, chance, play_out)
    return [endings[tried.index(first)] for first in first_equals]


def _play_out(match: MatchT, seat: int, action: Action, lookahead: Lookahead[MatchT]) -> ImaginedHandResult:
    """Carry out an action, let all seats play to the end of the hand, and return the ending."""
    hand, before = match.facts[HAND_NUMBER_FACT], match.score(seat)
    changes = match.act(seat, action)
    said: set[tuple[str, int | None]] = set()
    first: frozenset[tuple[str, int | None]] | None = None
    while True:
        remarks = [(change.key, change.seat) for change in changes if isinstance(change, Remark)]
        said.update(remarks)
        if first is None and any(key == "trick" for key, _ in remarks):
            first = frozenset(said)
        if match.facts[HAND_NUMBER_FACT] != hand or not match.choices:
            break
        changes = match.act(*lookahead.next_action(match, in_present_trick=first is None))
    scores = [match.score(other) for other in range(match.seats)]
    return ImaginedHandResult(
        worth=lookahead.worth_of_match(match, seat),
        points=scores[seat] - before,
        lead=scores[seat] - sum(scores) / match.seats,
        trick_remarks=first or frozenset(),
        hand_remarks=frozenset(said),
    )


def remark_share_figure(
    label: str, endings: Sequence[ImaginedHandResult], key: str, seat: int | None, in_trick_only: bool = True
) -> Figure:
    """Return the share of endings with a remark of this `key` about a seat, as a figure with this `label`.

    The remarks are those of the present trick if `in_trick_only`, else those of the whole hand.
    """
    return estimate_mean(
        label, [(key, seat) in (ending.trick_remarks if in_trick_only else ending.hand_remarks) for ending in endings]
    )


def trick_chance_figure(
    view: View,
    memory: Memory,
    card: Card,
    strengths_by_suit_led: Sequence[bytes],
    endings: Sequence[ImaginedHandResult],
) -> Figure:
    """Return the probability that the seat takes the present trick with a card; it is exact if `decides_trick`."""
    figure = remark_share_figure(TAKES_TRICK_LABEL, endings, "trick", view.seat)
    return figure._replace(error=0) if decides_trick(view, memory, card, strengths_by_suit_led) else figure


def chance_to_take_trick(choice: Choice) -> Figure:
    """Return the probability that the seat takes the present trick with the card of a choice, from its figures.

    It need not be the first of them: near the end of a match the figures begin with how likely the match ends. Raises
    `LookupError` if the choice is not a card to play.
    """
    for figure in choice.figures:
        if figure.label == TAKES_TRICK_LABEL:
            return figure
    raise LookupError(f"no figure says whether this takes the trick: {choice.action}")


def decides_trick(view: View, memory: Memory, card: Card, strengths_by_suit_led: Sequence[bytes]) -> bool:
    """Return whether it is certain, once the seat of a view has laid a card, whether the seat takes the trick.

    It is if the card is the last one, if a card on the table beats it, or if each card that beats it is in the own hand
    or, as the seat's `memory` knows, in a trick that is over. What the other players have shown not to hold is not
    asked. `strengths_by_suit_led` has for each suit led the strength of each card.
    """
    trick = view.cards("trick")
    if is_last_to_play(view):
        return True
    strengths = strengths_by_suit_led[(*trick, card)[0] // 13]
    if any(strengths[other] > strengths[card] for other in trick):
        return True
    return not any(strengths[other] > strengths[card] for other in cards_others_may_hold(view, memory))


def cards_others_may_hold(view: View, memory: Memory) -> list[Card]:
    """Return the cards of the present trick, and those that other hands may hold: all but what the seat of a view sees
    elsewhere and what, as its `memory` knows, lies in a past trick."""
    gone: set[Card] = set()
    for name, pile in view.piles.items():
        if name != "trick" and not isinstance(pile, int):
            gone.update(pile)
    for name, hidden in memory.hidden_piles.items():
        if name.startswith("won/"):
            gone.update(hidden.known_cards)
    return [card for card in CARDS[:52] if card not in gone]


def count_players_after(view: View) -> int:
    """Return how many players lay a card in the present trick after the seat of a view."""
    players = sum(name.startswith("won/") for name in view.piles)
    return players - 1 - view.count("trick")


def is_last_to_play(view: View) -> bool:
    """Return whether the seat of a view lays the last card of the trick."""
    return not count_players_after(view)
