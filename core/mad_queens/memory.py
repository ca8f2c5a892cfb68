"""The memory of a seat in either Mad Queens game: what is gone from each deck, and what was turned in this play.

From it follow the facts that nobody is shown: the banned cards that each seat has hit, and the temporary cards that it
is owed. In a sealed play it also follows what the others were shown of the seat when the play began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from core.engine.cards import JOKER, Card, pack
from core.engine.memory import Memory
from core.engine.piles import Change, FactChanged, Moved, Remark, Value
from core.engine.rule_set import REVISION_OPTION_NAME, SECOND_REVISION
from core.engine.view import View
from core.mad_queens.hit_masks import HITTING_CARDS_BY_BANNED_CARD, is_queen
from core.mad_queens.hits import HIT_MARK_BITS
from core.mad_queens.layout import SEAT_PILES

_DECK_CARDS = Counter(pack(jokers=2))
"""How many there are of each card in a full deck, and in the banned deck: a pack with two Jokers."""
_FACE_UP_PILE_NAMES = [name for name, _ in SEAT_PILES if name not in ("deck", "temp")]
"""The names of the piles of a seat whose cards lie face up."""


class MadQueensMemory(Memory):
    """The memory of a seat in either Mad Queens game.

    cards_turned_by_seat  the cards that a seat has turned in this play, in order
    ending_queens         by seat: the Queen who ended its game in this play
    temporary_cards_owed  by seat: the number of temporary cards that it is to draw at the end of the play
    """

    __slots__ = (
        "_first_view",
        "_own_changes",
        "_play_is_new",
        "_sealed",
        "_view",
        "cards_turned_by_seat",
        "ending_queens",
        "temporary_cards_owed",
    )

    def __init__(self, view: View) -> None:
        groups: list[tuple[list[str], Iterable[Card]]] = []
        for seat in range(view.seats):
            left = _DECK_CARDS.copy()
            for name in _FACE_UP_PILE_NAMES:
                left.subtract(view.cards(f"{name}/{seat}"))
            groups.append(([f"deck/{seat}"], left.elements()))
        groups.append((["banned-deck"], _cards_of_banned_deck(view)))
        super().__init__(view, groups)
        rows = {seat: view.cards(f"shown/{seat}") for seat in range(view.seats)}
        self.cards_turned_by_seat: dict[int, list[Card]] = {seat: list(row) for seat, row in rows.items() if row}
        self.ending_queens: dict[int, Card] = {}
        self.temporary_cards_owed: Counter[int] = Counter()
        self._sealed = view.options.get("visibility") == "sealed"
        self._view = view
        self._play_is_new = True
        self._first_view = view
        self._own_changes: list[Change] = []

    def note(self, changes: Iterable[Change]) -> None:
        if not self._sealed:
            super().note(changes)
            return
        for change in changes:
            known = change.seen_by(self.seat)
            if known is not None:
                super().note((known,))
                self._record_own_change(known)
                self._view = self._view.apply(known)

    def unseen_facts(self, view: View, dealt_cards: Mapping[str, Sequence[Card]]) -> dict[str, Value]:
        """Return the facts `marked/i` and `owed/i` of all seats, which nobody is shown.

        For a seat that has finished a play hidden from the others also `status/i`, as it was when the play began:
        ``playing``.
        """
        facts: dict[str, Value] = {}
        for seat in range(view.seats):
            facts[f"marked/{seat}"] = self._hit_marks_of_seat(view, seat) if seat in self.cards_turned_by_seat else 0
            facts[f"owed/{seat}"] = self.temporary_cards_owed[seat]
        return facts | {f"status/{seat}": "playing" for seat in self.seats_finished_unseen(view)}

    def seats_finished_unseen(self, view: View) -> list[int]:
        """Return the other seats that have finished this play, which is hidden: `view` shows neither their cards nor
        their actions."""
        if not self._sealed:
            return []
        facts = view.facts
        return [
            seat
            for seat in range(view.seats)
            if seat != self.seat and facts[f"status/{seat}"] == "finished" and not facts[f"cause/{seat}"]
        ]

    @property
    def first_view(self) -> View:
        """The view at the beginning of this play; only for a match in which plays are hidden from the others until all
        have finished."""
        return self._view if self._play_is_new else self._first_view

    @property
    def own_changes(self) -> Sequence[Change]:
        """The changes that the seat has made in this play; only for a match in which plays are hidden from the
        others."""
        return () if self._play_is_new else self._own_changes

    def _record_own_change(self, change: Change) -> None:
        """Remember a change that the seat has made itself in a play hidden from the others; `_view` is still the view
        before it."""
        if isinstance(change, FactChanged):
            name = change.fact.name
            if name == "play":
                self._play_is_new = True
                return
            if name.startswith("hits/") and not change.value:
                return  # the last changes by which a play begins
        elif isinstance(change, Remark) and change.key == "play":
            return
        if self._play_is_new:
            self._play_is_new, self._first_view, self._own_changes = False, self._view, []
        if not (
            isinstance(change, FactChanged)
            and change.fact.name.startswith("status/")
            and not _is_fact_of_seat(change, self.seat)
        ):
            self._own_changes.append(change)

    def _note_fact(self, change: FactChanged) -> None:
        if change.fact.name == "play":
            self.cards_turned_by_seat.clear()
            self.ending_queens.clear()
            self.temporary_cards_owed.clear()

    def _note_move(self, move: Moved) -> None:
        super()._note_move(move)
        pile, _, seat = move.source.name.partition("/")
        if pile == "deck" and isinstance(move.cards, tuple):
            self.cards_turned_by_seat.setdefault(int(seat), []).extend(move.cards)

    def _cards_of_new_packs(self) -> Iterable[Card]:
        """Return a fresh pack for the banned deck (end of RULINGS 2.6)."""
        return pack(jokers=2)

    def _note_remark(self, remark: Remark) -> None:
        match remark.key, remark.particulars:
            case (("cannot pay" | "fourth"), (Card() as queen, *_)) if remark.seat is not None:
                self.ending_queens[remark.seat] = queen
            case "owed", _ if remark.seat is not None:
                self.temporary_cards_owed[remark.seat] += 1

    def _hit_marks_of_seat(self, view: View, seat: int) -> int:
        """Return which banned cards a seat has hit in this play, as the bits of `HIT_MARK_BITS` (RULINGS 2.4, MQ-4,
        MQ-5, MQ-30)."""
        options = view.options
        exact_hits = "exact_hit_replaces" in options
        in_force = (*view.cards("banned"), *view.cards(f"temp/{seat}"))
        marks, game_ended = 0, False
        for card in self.cards_turned_by_seat[seat]:
            if card == self.ending_queens.get(seat):
                if options.get(REVISION_OPTION_NAME, SECOND_REVISION) != SECOND_REVISION:
                    break
                game_ended = True
            elif not is_queen(card) and card != JOKER:
                hit = [
                    place for place, banned in enumerate(in_force) if HITTING_CARDS_BY_BANNED_CARD[banned] >> card & 1
                ]
                is_exact = exact_hits and card in in_force
                if not is_exact or options["exact_hit_replaces"]:
                    for place in hit:
                        marks |= HIT_MARK_BITS[min(place, 2)]
                if hit and not is_exact and options["joker_ban_stops"] and not game_ended:
                    break
        return marks


def _is_fact_of_seat(change: FactChanged, seat: int) -> bool:
    """Return whether a change sets a fact of this seat."""
    return change.fact.name.endswith(f"/{seat}")


def _cards_of_banned_deck(view: View) -> Iterable[Card]:
    """Return the cards of the banned deck: all cards of its packs except the banned cards, those that are gone, and the
    temporary cards."""
    shown = Counter((*view.cards("banned"), *view.cards("banned-gone")))
    for seat in range(view.seats):
        shown.update(view.cards(f"temp/{seat}"))
    packs = ceil((shown.total() + view.count("banned-deck")) / _DECK_CARDS.total())
    cards = Counter({card: number * packs for card, number in _DECK_CARDS.items()})
    cards.subtract(shown)
    return cards.elements()
