"""Remarks on what a person meets for the first time in a match, each once in a life."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from core import Card, Remark, View
from net.client.events import MatchChanged


class FirstMeeting(NamedTuple):
    """What is said when a remark of the rules is met for the first time: one about the person's own seat, or any."""

    sentence: str
    mine: bool = True


MAX_MEETING_CELLS: Final = 54
"""The longest sentence: one line of the smallest window."""

MAD_QUEENS_MEETINGS: Final[Mapping[str, FirstMeeting]] = {
    "price": FirstMeeting("A Queen takes 2 cards, and 1 per card of her suit."),
    "caught": FirstMeeting("Caught! The row is lost, the bank is safe."),
    "exact": FirstMeeting("An exact hit: banked at once, and it counts double."),
    "joker": FirstMeeting("A Joker opens two more cards, for better or worse."),
    "queen in": FirstMeeting("Each banking puts one of your Queens in your deck."),
    "temporary": FirstMeeting("A temporary card is banned for you alone."),
    "temporaries go": FirstMeeting("Hit one, and all your temporary cards go."),
    "joker banned": FirstMeeting("A banned Joker makes everybody turn two cards.", mine=False),
    "ended": FirstMeeting("Your game is over. What you have banked stays."),
}

FIRST_MEETINGS: Final[Mapping[str, Mapping[str, FirstMeeting]]] = {
    "mad-queens": MAD_QUEENS_MEETINGS,
    "mad-queens-classic": MAD_QUEENS_MEETINGS,
    "big-queen": {
        "taken": FirstMeeting("A take lays three, and brings what lay on top."),
        "announced": FirstMeeting("One card left: whoever says so may soon go out.", mine=False),
        "caught": FirstMeeting("Silent with one card? Caught, one card to draw.", mine=False),
        "ask": FirstMeeting("A single no from a partner forbids going out.", mine=False),
        "reshuffled": FirstMeeting("The discards are the new stock.", mine=False),
        "scored": FirstMeeting("A round counts sets laid, less cards in hands.", mine=False),
    },
    "queens-dungeon": {
        "trick": FirstMeeting("A trick: 10 points, and 25 for each Queen in it."),
        "broken": FirstMeeting("Trumps are broken: from now on they can be led.", mine=False),
        "two queens": FirstMeeting("Two Queens in a trick: the dealer changes trump.", mine=False),
        "dungeon": FirstMeeting("Three Queens in a trick cost 100 points or more.", mine=False),
        "dealer made": FirstMeeting("The quota is made: 50 points on top.", mine=False),
        "dealer missed": FirstMeeting("The quota is missed: 50 less, and nothing else.", mine=False),
    },
    "queen-bees-ii": {
        "trumps": FirstMeeting("Trumps are ranks here: the highest rank wins.", mine=False),
        "trick": FirstMeeting("A trick is a point; its winner leads the next."),
        "points": FirstMeeting("A new deal, and no trumps until a trick makes them.", mine=False),
    },
}
"""For each game what is said at the first remark of the rules with a key."""

WILD_TWO: Final = FirstMeeting("A 2 is wild: it stands for any card, and counts 20.")
"""What is said when the person has laid a 2 in Big Queen, which no remark of the rules tells."""


class FirstMeetings:
    """What a person has met in matches: `known` lists it, and `keep` is called when it has become longer."""

    def __init__(self, known: list[str], keep: Callable[[], None]) -> None:
        self._known = known
        self._keep = keep

    def note(self, played: MatchChanged) -> str:
        """Return the sentence on the first new thing among changes of a match, or "" if nothing is new.

        A spectator meets nothing. What comes after it in the same changes is met another time.
        """
        for name, meeting in _meetings(played):
            if name not in self._known:
                self._known.append(name)
                self._keep()
                return meeting.sentence
        return ""


def _meetings(played: MatchChanged) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield what the person of a view meets in the changes that lead to it, each with its name."""
    view: View = played.view
    of_game = FIRST_MEETINGS.get(view.game, {})
    if view.seat is None:
        return
    for change in played.changes:
        if not isinstance(change, Remark):
            continue
        mine = change.seat == view.seat
        if mine and view.game == "big-queen" and _lays_two(change):
            yield "big-queen two", WILD_TWO
        meeting = of_game.get(change.key)
        if meeting is not None and (mine or not meeting.mine):
            yield f"{view.game} {change.key}", meeting


def _lays_two(remark: Remark) -> bool:
    """Return whether a remark of Big Queen says that a 2 is laid."""
    cards: list[object] = []
    for one in remark.particulars:
        cards += one if isinstance(one, tuple) else (one,)
    return remark.key in ("melded", "added", "taken") and any(
        isinstance(one, Card) and one.rank == "2" for one in cards
    )
