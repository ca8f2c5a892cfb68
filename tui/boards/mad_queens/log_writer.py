"""The writer of the log lines of Mad Queens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from core import Card, Change, Remark, View
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.numbers import as_number
from tui.boards.mad_queens.text import risk_taken_text
from tui.drawing import Line

MAX_SEATS_WITH_FULL_LOG: Final = 20
"""A player's log has all remarks if there are at most this many seats.

With more seats it has only those about that player and about the whole table.
"""


class MadQueensLogWriter(LogWriter):
    """Writes the log of Mad Queens: a heading for each play or turn.

    At a table of many seats, a player's log has only their own remarks. `view_before` is the view in which the changes
    begin: with it the log tells a player whose card is caught the risk that they took, and the sentences on temporary
    cards say whose these are and why they go, which a remark alone does not tell.
    """

    def __init__(
        self, names: Sequence[str], sentence: Callable[[Remark], str], view_before: View | None = None
    ) -> None:
        super().__init__(names, self._sentence_at_table)
        self._sentence_of_remark = sentence
        self._view_before = view_before
        self._seats_ended: set[int] = set()

    def _sentence_at_table(self, remark: Remark) -> str:
        """Return the sentence of a remark; one on temporary cards says what `view_before` adds to it. Returns "" for a
        remark that says nothing new at this table."""
        text, before, seat = self._sentence_of_remark(remark), self._view_before, remark.seat
        if before is None or seat is None:
            return text
        mine, own_cards = seat == before.seat, before.cards(f"temp/{seat}")
        whose = "your" if mine else f"{self.names[seat]}'s"
        match remark.key, remark.particulars:
            case "caught", (_, Card() as banned, _) if banned in own_cards and banned not in before.cards("banned"):
                unnamed = text.replace("by the banned", "by")
                return unnamed.replace(f"caught by {banned}", f"caught by {whose} temporary {banned}")
            case "temporary", _ if mine:
                return text.replace("for this player alone", "for you alone")
            case "queen in", _:
                return text.replace("this player's own deck", f"{'your' if mine else 'their own'} deck")
            case "temporaries go", _:
                hit, over = text.removesuffix(", or the game is over."), f"{whose} game is over"
                has_ended = seat in self._seats_ended or before.facts[f"cause/{seat}"]
                return f"{hit.rpartition(': ')[0]}: {over}." if has_ended else f"{hit}."
            case "owed", _ if not mine or own_cards:
                return ""  # the line about the card itself says that it is a temporary one
        return text

    def risk_taken_text(self, remark: Remark) -> str:
        """Return the risk that the audience's own seat took before a card of it was caught; "" for other remarks."""
        before = self._view_before
        if before is None or before.seat is None or remark.key != "caught" or remark.seat != before.seat:
            return ""
        risk = risk_taken_text(before, before.seat)
        lost = as_number(remark.particulars[2]) - 1  # without the caught card
        grown = risk and lost > before.count(f"shown/{before.seat}")  # a Joker has turned more than one card
        return f"{risk.removesuffix('.')} before the Joker." if grown else risk

    def _have_all_ended(self, seats: int) -> bool:
        """Return whether the games of all `seats` have ended, as far as the writer has been told."""
        before = self._view_before
        return all(
            seat in self._seats_ended or (before is not None and bool(before.facts[f"cause/{seat}"]))
            for seat in range(seats)
        )

    def lines_of(self, change: Change, view: View) -> list[Line]:
        """Return the lines of a change: one for each remark that this audience's log contains."""
        if not isinstance(change, Remark):
            return []
        seat = change.seat
        if seat is not None and change.key == "ended":
            self._seats_ended.add(seat)
        if seat is None:
            if self._have_all_ended(view.seats):  # new banned cards are nobody's any more
                return []
            text = self.sentence(change)
            return [Line(text.rstrip("."), is_heading=True) if change.key == "play" else Line(text)]
        if change.key == "turn":
            return [Line(f"Turn {change.particulars[0]}: {self.name(seat, view)}", is_heading=True)]
        if view.seats > MAX_SEATS_WITH_FULL_LOG and seat != view.seat and view.seat is not None:
            return []
        mine = seat == view.seat
        text = " ".join(filter(None, (self.sentence(change), self.risk_taken_text(change))))
        return [Line(text, self.name(seat, view), mine)] if text else []
