"""The writer of the log lines of the trick games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core import Change, FactChanged, Remark, View, games
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.numbers import as_number
from tui.boards.tricks.trick_view import has_trump_suit, word_for_hand
from tui.drawing import Line

ACCUSATION_SENTENCES_BY_KEY: Final[Mapping[str, tuple[str, str]]] = {
    "accuses": ("{} is accused of a wrong card.", "{} are accused of a wrong card."),
    "unfounded": ("The accusation against {} has come to nothing.", "The accusation against you has come to nothing."),
}
"""Maps the key of a remark about an accusation to its sentence about another player, and to the one about the log's
reader.
"""


class TrickLogWriter(LogWriter):
    """Writes the log of a trick game: a heading and the start of each hand; an accusation names the accused player."""

    def lines_of(self, change: Change, view: View) -> list[Line]:
        if isinstance(change, FactChanged) and change.fact.name == "hand":
            heading = Line(f"{word_for_hand(view).capitalize()} {change.value}", is_heading=True)
            return [heading, *self._pack_lines(view)] if change.value == 1 else [heading]
        if isinstance(change, FactChanged) and change.fact.name == "dealer" and not has_trump_suit(view):
            leader = (as_number(change.value) + 1) % view.seats
            name = self.name(leader, view)
            return [Line(f"{name} {'lead' if name == 'You' else 'leads'} with any card. There are no trumps yet.")]
        return super().lines_of(change, view)

    def _pack_lines(self, view: View) -> list[Line]:
        """Return a line on the cards that are dealt, if some are left out."""
        told = games[view.game].pack_sentence(view.seats, view.options)
        return [Line(told)] if "left out" in told else []

    def remark_line(self, remark: Remark, view: View) -> Line:
        """Return the line of a remark; if the remark is an accusation, the line names the accused player."""
        line = super().remark_line(remark, view)
        if remark.key not in ACCUSATION_SENTENCES_BY_KEY:
            return line
        accused = self.name(as_number(remark.particulars[0]), view)
        return Line(
            ACCUSATION_SENTENCES_BY_KEY[remark.key][accused == "You"].format(accused),
            line.player_name,
            line.is_about_me,
        )

    def name(self, seat: int, view: View) -> str:
        """Return the name of a player; in a game of two, the player without a seat is the dummy."""
        return super().name(seat, view) if seat < view.seats else "Dummy"
