"""Mad Queens: everybody plays at once, each in front of their own deck, and meets at the barrier (`002`)."""

from __future__ import annotations

from typing import ClassVar

from core.engine.action import Action
from core.engine.cards import CARDS
from core.engine.sealed_play import Shadow
from core.engine.view import View
from core.mad_queens.actions import END, MAY_END_AT, REVEAL, START, START_OR_END, after_reveal
from core.mad_queens.banned_cards import SLOTS, SharedCards
from core.mad_queens.turn import CHOSEN


def legal(view: View) -> tuple[Action, ...]:
    """Return what the seat of a view may do: the same as `Match.legal` (2.3)."""
    seat = view.seat
    if seat is None or view.facts["over"] or view.facts[f"status/{seat}"] != "playing":
        return ()
    if not view.cards(f"shown/{seat}") and not view.facts[f"hits/{seat}"]:
        return START_OR_END if view.count(f"deck/{seat}") <= MAY_END_AT else START
    return after_reveal(view)


class MadQueensMatch(SharedCards):
    """A match of Mad Queens."""

    __slots__ = ("_sealed",)

    exact_hits: ClassVar[bool] = True
    points: ClassVar[bytes] = bytes(2 if card.suit == "♥" else 1 for card in CARDS)

    def _set_up(self) -> None:
        self.lay_out()
        self.replace(SLOTS, list(range(self.seats)))
        self.watch()
        self._begin_play()

    def _attach(self) -> None:
        super()._attach()
        self._sealed = self.options["visibility"] == "sealed"

    def default(self, seat: int, away: bool = False) -> Action:
        choices = self.choices[seat]
        if away and END in choices:
            return END
        return REVEAL if choices in (START, START_OR_END) else choices[1]

    def _begin_play(self, number: int = 1) -> None:
        """Let every seat whose game goes on begin this play, be it only one (MQ-44); without any, end the match."""
        layout, facts, decks = self.layout, self.facts, self.decks
        choices: dict[int, tuple[Action, ...]] = {}
        for seat, fact in enumerate(layout.status):
            status = facts[fact.index]
            if status != "finished":
                choices[seat] = START if len(decks[seat]) > MAY_END_AT else START_OR_END
                if status != "playing":  # as `set` does, without the call: every seat does this in every play
                    facts[fact.index] = "playing"
                    self.changes.append(fact.settings["playing"])
        if not choices:
            self.finish()
            return
        if number > 1:
            self.set(layout.play, number)
            self.remark("play", None, number)
        if any(self.each(layout.hits)):
            for seat in choices:
                self.set(layout.hits[seat], 0)
        self.wait_for(choices)
        if self._sealed:
            for seat in choices:
                self.sealed_play.seal(seat, Shadow.of(*layout.of_seat(seat), self.piles, facts))

    def _perform(self, seat: int, action: Action) -> None:
        verb = action[0]
        if verb == "reveal":
            self.reveal(seat)
        elif verb == "bank":
            self.bank(seat, action)
        else:
            self.end(seat, CHOSEN)
        if self._sealed:
            self.changes = self.sealed_play.withhold(seat, self.changes)
            if seat not in self.choices:
                self.changes.append(self.sealed_play.pretend(seat, self.layout.status[seat], "finished"))
        if not self.choices:
            self._barrier()

    def _barrier(self) -> None:
        """Everybody is done: see to the banned cards, then begin the next play (2.6).

        The seats draw from the one banned deck in order, a different one first after every play (MQ-42).
        """
        if self._sealed:
            self.changes += self.sealed_play.unseal()
        if self.all_ended():
            self.finish()
            return
        play = self.number(self.layout.play)
        first = (play - 1) % self.seats
        self.see_to_banned_cards([*range(first, self.seats), *range(first)])
        self._begin_play(play + 1)
