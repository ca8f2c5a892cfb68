"""The cards that one action of a real match of Mad Queens turned by chance, read from its changes for the oracle."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

from core import Card, Change, Moved

TURNED_EVENT = "turned"
"""Name of the event in which a card is turned from a deck."""

QUEEN_PUT_IN_EVENT = "put in"
"""Name of the event in which a Queen is put into a deck."""


class RecordedDraws:
    """The cards turned from each deck and from the banned deck, and the Queens put into a deck, in order for each pile.

    The oracle reads them instead of drawing cards, and must have read all of them after the action.
    """

    def __init__(self, changes: Iterable[Change]) -> None:
        self.events_by_pile: defaultdict[str, deque[tuple[str, Card]]] = defaultdict(deque)
        for change in changes:
            if isinstance(change, Moved):
                self._add_movement(change)

    def _add_movement(self, moved: Moved) -> None:
        """Record a movement if it turns a card of a deck or puts a Queen into one."""
        source, target = moved.source.name, moved.target.name
        pile = target if source.startswith("aside/") else source
        if not pile.startswith("deck/") and source != "banned-deck":
            return
        seat = int(pile.removeprefix("deck/")) if pile.startswith("deck/") else None
        seen = moved.seen_by(seat)  # when a seal is broken, all but the seat itself are told once more
        if seen is not None and isinstance(seen.cards, tuple):
            what = TURNED_EVENT if pile == source else QUEEN_PUT_IN_EVENT
            self.events_by_pile[pile].extend((what, card) for card in seen.cards)

    def take_next(self, pile: str, expected: str) -> Card:
        """Return the card of the next event of a pile; the event must be of the `expected` kind."""
        assert self.events_by_pile[pile], f"a card of {pile} should have been {expected}, and none was"
        happened, card = self.events_by_pile[pile].popleft()
        assert happened == expected, f"{card} of {pile} was {happened}, but should have been {expected}"
        return card

    def check_all_read(self) -> None:
        """Check that every recorded event has been read."""
        left = {pile: list(line) for pile, line in self.events_by_pile.items() if line}
        assert not left, f"more happened than the rules say: {left}"
