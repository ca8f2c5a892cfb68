"""The honour mode: wrong cards can be played; the rules know of them, but say nothing until somebody speaks (5.8).

Who may speak is the same whether a card was wrong or not, so nobody learns from it: everybody may accuse once a
trick. Only the seat itself is told of its own slip, by being offered to take it back or to own up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.piles import PHASE, Value
from core.queens_dungeon.dungeon import OWNING_UP, reneged
from core.queens_dungeon.follow_suit import HEIGHT, may_follow, parts_of
from core.queens_dungeon.legal import TAKE_BACK, overlay, places
from core.queens_dungeon.match import PLAY_PHASE, QueensDungeonMatch
from core.trick_taking import ALONE, DEALER, LAST, LAST_LEADER, LEADER, PLAY, TRICKS, TURN, lowest

SPEAKING: Final = (PLAY_PHASE, "change")
"""The phases in which somebody may speak up (QD-41, QD-42)."""

STRUCK: Final = "struck"
"""Noted at the end of `undo`: the trick that may be undone was struck off the dealer's quota when it lay there."""

NOBODY_SPOKE: Final[tuple[int, ...]] = ()


class HonourMatch(QueensDungeonMatch):
    """A match in which reneging is possible.

    `waiting` are all who may act: whose turn it is, and whoever may still speak. `awaited` is the seat whose
    turn it is; the others need not say anything for the match to go on.
    """

    __slots__ = ()

    @property
    def awaited(self) -> frozenset[int]:
        """The seats without whose action the match does not go on."""
        return ALONE[self.number(TURN)] if self.waiting else self.waiting

    # Playing

    def start_hand(self, number: int, dealer: int) -> None:
        """Begin a hand; wrong cards of the one before are forgotten, and nobody is punished for them (QD-44)."""
        layout = self.layout
        self.set(layout.bound, None)
        for fact in (layout.accused, layout.spoken, layout.tried):
            self.set(fact, NOBODY_SPOKE)
        for fact in layout.slip:
            self.set(fact, False)
        for fact in (*layout.wrong, layout.undo):
            self.set(fact, None)
        self.set(layout.uncounted, 0)
        super().start_hand(number, dealer)

    def sit_round(self, circle: tuple[int, ...]) -> None:
        super().sit_round(circle)
        self.quick = 0

    def may_follow(self, seat: int) -> tuple[Action, ...]:
        """Return any card at all, unless the seat has just taken a wrong one back (QD-40, QD-41)."""
        bound = self.facts[self.layout.bound.index] == seat
        return super().may_follow(seat) if bound else self.any_play(seat)

    def _right(self, hand: Sequence[Card]) -> tuple[Action, ...]:
        """Return the plays of a hand that are not wrong to follow with (QD-45)."""
        return may_follow(hand, parts_of(hand), self.trick[0] // 13, self.challenged)

    def laid(self, seat: int, card: Card) -> None:
        layout = self.layout
        follows = len(self.trick) > 1  # a wrong lead has been refused (QD-44)
        wrong = follows and PLAY[card] not in self._right((*self.hands[seat], card))
        if not follows:
            self._open_last_trick()
        self.set(layout.bound, None)
        self.set(layout.slip[seat], wrong)
        super().laid(seat, card)
        self._let_speak()

    def _play_for(self, player: int) -> None:
        if not self.trick:
            self._open_last_trick()
        super()._play_for(player)

    def _perform(self, seat: int, action: Action) -> None:
        if action.verb in ("take-back", "own-up"):
            self._reconsider(seat, free=action == TAKE_BACK)
        elif action.verb == "accuse":
            self._accuse(seat, int(action[1]))
        else:
            super()._perform(seat, action)
        self._let_speak()

    # Who may speak

    def _let_speak(self) -> None:
        """Add to the decision of the moment what the seats may say besides (QD-40 to QD-43)."""
        turn = self.number(TURN)
        choices = {turn: self._decision(turn)} if not self.over else {}
        if self.facts[PHASE] in SPEAKING:
            for seat in range(self.seats):
                actions = choices.get(seat, ()) + self._overlay(seat)
                if actions:
                    choices[seat] = actions
        self.wait_for(choices)

    def _decision(self, turn: int) -> tuple[Action, ...]:
        """Return what the seat whose turn it is may do, without what it may say besides."""
        if self.facts[PHASE] != PLAY_PHASE:
            return tuple(
                action for action in self.choices[turn] if action.verb not in ("take-back", "own-up", "accuse")
            )
        return self.may_follow(turn) if self.trick else self.may_lead(turn)

    def _overlay(self, seat: int) -> tuple[Action, ...]:
        layout = self.layout
        laid, leader = self._latest
        if not self._seats(LAST) and len(laid) < 2:
            return ()
        place = places(self.circle, leader)[seat]
        return overlay(
            seat,
            self.seats,
            place == len(laid) - 1,
            0 < place < len(laid),
            self.facts[layout.slip[seat].index] is True,
            seat in self._seats(layout.spoken.index),
            seat in self._seats(layout.tried.index),
        )

    @property
    def _latest(self) -> tuple[tuple[Value, ...], int]:
        """The cards of the trick on the table, or of the last one if the next has not been led, and who led it."""
        if self.trick:
            return tuple(self.trick), self.number(LEADER)
        last = self._seats(LAST)
        return last, self.number(LAST_LEADER if last else LEADER)

    def _seats(self, fact: int) -> tuple[Value, ...]:
        value = self.facts[fact]
        assert isinstance(value, tuple)
        return value

    # Taking back and owning up

    def _settle(self) -> None:
        """Note how everything stood before the trick was taken, in case a card of it has to go back."""
        undo = tuple(self.facts[index] for index in self._undone)
        self.set(self.layout.undo, undo)
        super()._settle()

    @property
    def _undone(self) -> tuple[int, ...]:
        """Where the facts stand that taking a trick may change."""
        layout = self.layout
        facts = (layout.trump, layout.broken, layout.called, layout.challenge)
        groups = (*layout.tricks, *layout.queens, *layout.score, *layout.condemned)
        return (PHASE, TURN, LEADER, LAST, LAST_LEADER, *(fact.index for fact in (*facts, *groups)))

    def _reconsider(self, seat: int, free: bool) -> None:
        """Take a wrong card back, with all that was laid after it; it costs 25 unless it was the last (QD-40, 41)."""
        layout = self.layout
        if self.facts[layout.slip[seat].index] is not True:
            self.remark("tries", seat)
            self.set(layout.tried, (*self._seats(layout.tried.index), seat))
            return
        laid, leader = self._latest
        order = self.orders[leader]
        place = order.index(seat)
        card = laid[place]
        self.remark("takes back", seat, card) if free else self.remark("owns up", seat, card, OWNING_UP)
        if not self.trick:
            self._open_trick_again()
        for player, back in reversed(list(zip(order, laid, strict=False))[place:]):
            self._return(player, back)  # type: ignore[arg-type]
        self.take_up_hands()
        if not free:
            self.set_score(seat, self.score(seat) + OWNING_UP)
        self.set(layout.bound, seat)
        self.go_on(seat)

    def _return(self, player: int, card: Card) -> None:
        """Give a card of the trick back to who played it."""
        layout = self.layout
        if player < self.seats:
            self.move(layout.trick, layout.hand[player], (card,))
            self.set(layout.slip[player], False)
            tried = self._seats(layout.tried.index)  # of the card that is gone: the next may be owned up to anew
            self.set(layout.tried, tuple(seat for seat in tried if seat != player))
        else:
            assert layout.dummy is not None
            self.move(layout.trick, layout.dummy, (card,))

    def _open_trick_again(self) -> None:
        """Put the last trick back onto the table, and everything as it was before it was taken."""
        layout = self.layout
        cards = self._seats(LAST)
        winner = self.number(LEADER)
        if self._is_struck:
            self.set(layout.uncounted, self.uncounted - 1)
        for index, value in zip(self._undone, self._seats(layout.undo.index), strict=False):
            self.set(layout.facts[index], value)
        self.set(layout.undo, None)
        self.move(layout.won[winner], layout.trick, cards)  # type: ignore[arg-type]
        self.recall()

    # Accusing

    def _accuse(self, seat: int, other: int) -> None:
        """Accuse another seat: at once if it can be proved, else when the trick on the table is over (QD-42, QD-43)."""
        layout = self.layout
        self.remark("accuses", seat, other)
        self.set(layout.spoken, (*self._seats(layout.spoken.index), seat))
        if self.facts[layout.wrong[other].index] is not None:
            self._convict(other)
        else:
            self.set(layout.accused, (*self._seats(layout.accused.index), (seat, other)))

    def _open_last_trick(self) -> None:
        """The next trick has been led: wrong cards of the one before can be proved now, and nothing taken back."""
        layout = self.layout
        for seat in range(self.seats):
            slip, wrong = layout.slip[seat], layout.wrong[seat]
            if self.facts[slip.index] is True and self.facts[wrong.index] is None:
                counted = self.facts[LEADER] == seat and not self._is_struck
                self.set(wrong, self.number(TRICKS + seat) - counted)
            self.set(slip, False)
        accused = self._seats(layout.accused.index)
        for fact in (layout.accused, layout.spoken, layout.tried):
            self.set(fact, NOBODY_SPOKE)
        self.set(layout.undo, None)
        for accusation in accused:
            accuser: int = accusation[0]  # type: ignore[index, assignment]
            other: int = accusation[1]  # type: ignore[index, assignment]
            if self.facts[layout.wrong[other].index] is not None:
                self._convict(other)
            else:
                self.remark("unfounded", accuser, other)

    def _convict(self, seat: int) -> None:
        """Punish a wrong card in an earlier trick (QD-42)."""
        layout = self.layout
        score = self.score(seat)
        new = reneged(score, self.lowest_other(seat))
        self.remark("reneged", seat, score, new)
        self.set_score(seat, new)
        self.set(layout.condemned[seat], True)
        if seat == self.number(DEALER):
            since = self.number(TRICKS + seat) - self.value_of(layout.wrong[seat])
            self.set(layout.uncounted, self.uncounted + since)
        self.set(layout.wrong[seat], None)
        self._convict_in_undo(seat)

    def _convict_in_undo(self, seat: int) -> None:
        """See to it that a punishment lasts even if the last trick is undone."""
        layout = self.layout
        if self.facts[layout.undo.index] is None:
            return
        struck = self._is_struck or self.number(DEALER) == seat == self.number(LEADER)
        undo = dict(zip(self._undone, self._seats(layout.undo.index), strict=False))
        team = self.team(seat)
        scores: list[int] = [undo[fact.index] for fact in layout.score]  # type: ignore[misc]
        lowest_other = min(score for other, score in enumerate(scores) if other not in team)
        for member in team:
            undo[layout.score[member].index] = reneged(scores[seat], lowest_other)
        undo[layout.condemned[seat].index] = True
        self.set(layout.undo, (*undo.values(), STRUCK) if struck else tuple(undo.values()))

    @property
    def _is_struck(self) -> bool:
        """Whether the last trick, the next not being led yet, no longer counts for the dealer's quota (QD-42)."""
        undo = self.facts[self.layout.undo.index]
        return isinstance(undo, tuple) and undo[-1] == STRUCK

    @property
    def uncounted(self) -> int:
        return self.value_of(self.layout.uncounted)

    def default(self, seat: int, away: bool = False) -> Action:
        """Return the lowest right card; a seat that only may speak is not `awaited`, and keeps to its first offer."""
        if seat == self.facts[TURN] and self.facts[PHASE] == PLAY_PHASE and self.trick:
            return lowest(self._right(self.hands[seat]), HEIGHT)
        if seat != self.facts[TURN]:
            return self.choices[seat][0]
        return super().default(seat, away)
