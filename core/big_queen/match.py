"""Big Queen: two teams, sets of three with wild twos, and one discard pile that lies open (`001`)."""

from __future__ import annotations

from core.action import Action
from core.big_queen.choices import (
    ANSWERS_POSSIBLE,
    CATCH,
    DEAL,
    DRAW,
    SAY_YES,
    TAKE_FREELY,
    after_drawing,
    before_drawing,
    overlay,
    unanswered,
)
from core.big_queen.layout import ANSWERS, ASKED, DEALER, DUE, NO, NOT_ASKED, OPENING, TURN, WAITING, YES
from core.big_queen.rounds import Rounds
from core.big_queen.sets import DISCARD, DISCARD_ANNOUNCE, UNIT, Actions, canonical
from core.big_queen.why import reason
from core.cards import RANKS, Card
from core.errors import IllegalAction
from core.piles import EVERYONE, PHASE, Change, Moved


class BigQueenMatch(Rounds):
    """A match of Big Queen.

    `waiting` are all seats that may act: the one on turn or the partners that have been asked, and while an
    announcement is due everybody, to make it or to catch. `awaited` are those without whom nothing goes on.
    What a seat may do is worked out when it is asked for, and remembered in `choices` until the next action.
    """

    __slots__ = ()

    # What may be done now

    @property
    def awaited(self) -> frozenset[int]:
        if not self.waiting or not self.facts[DUE]:
            return self.waiting
        return self._asked_partners() if self.facts[ASKED] == WAITING else self.alone[self.number(TURN)]

    def _asked_partners(self) -> frozenset[int]:
        return unanswered(self.seats, self.number(TURN), self.seats_in(ANSWERS))

    def legal(self, seat: int) -> Actions:
        known = self.choices.get(seat)
        if known is None:
            if seat not in self.waiting:
                return ()
            known = self.choices[seat] = self._work_out(seat)
        return known

    def _work_out(self, seat: int) -> Actions:
        facts = self.facts
        asked = facts[ASKED]
        actions: Actions = ()
        if asked == WAITING:
            if seat in self._asked_partners():
                actions = ANSWERS_POSSIBLE
        elif seat == facts[TURN]:
            phase, hand = facts[PHASE], self.piles[seat]
            if phase == "play":
                actions = after_drawing(self.counts[seat], len(hand), self.sets[seat % 2], asked)
            elif phase == "draw":
                free = bool(facts[OPENING] and self.options["free_first_upcard"])
                actions = before_drawing(self.counts[seat], len(hand), self.discard, asked, free)
            else:
                actions = (DEAL,)
        return actions + overlay(seat, self.seats_in(DUE)) if facts[DUE] else actions

    def default(self, seat: int, away: bool = False) -> Action:
        """Return the automatic action (4.6), or for a seat that only may act: announce, else catch."""
        if seat not in self.awaited:
            return self.legal(seat)[0]
        if self.facts[ASKED] == WAITING:
            return SAY_YES
        phase = self.facts[PHASE]
        if phase == "play":
            hand = self.piles[seat]
            return (DISCARD_ANNOUNCE if len(hand) == 2 else DISCARD)[hand[-1]]
        return DRAW if phase == "draw" else DEAL

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        chosen = self._chosen(seat, action)
        self.changes = []
        self.choices = {}
        self._perform(seat, chosen)
        self.actions.append((seat, chosen))
        return tuple(self.changes)

    def _chosen(self, seat: int, action: Action) -> Action:
        """Return the legal action that `action` means, whose cards may be in any order."""
        choices = self.legal(seat)
        try:
            return choices[choices.index(action)]
        except ValueError:
            written = canonical(action) if isinstance(action, Action) else action
            if written not in choices:
                raise IllegalAction(self.refusal(seat, action)) from None
            return choices[choices.index(written)]

    def not_now(self, seat: int) -> str:
        if self.facts[ASKED] == WAITING:
            return "It is for the partners of the player on turn to answer now."
        return super().not_now(seat)

    def why_not(self, seat: int, action: Action) -> str:
        return reason(self.view(seat), self.legal(seat), action)

    def refusal(self, seat: int, action: Action) -> str:
        self.legal(seat)
        return super().refusal(seat, action)

    # What is done

    def _perform(self, seat: int, action: Action) -> None:
        verb = action[0]
        if verb == "discard":
            self._discard(seat, action)
        elif verb == "draw":
            self._draw(seat)
        elif verb == "add":
            card = action.cards[0]
            self._lay(seat, RANKS.index(str(action[3])) if len(action) == 4 else card % 13, (card,))
            self.remark("added", seat, *action[1:])
        elif verb == "meld":
            self._lay(seat, action.cards[0] % 13, action.cards)
            self.remark("melded", seat, action.cards)
        elif verb == "take":
            self._take(seat, action)
        elif verb == "deal":
            self.deal(self.number(DEALER))
        else:
            self._speak(seat, action)

    def _speak(self, seat: int, action: Action) -> None:
        """Ask, answer, announce or catch; no card is played by it."""
        verb = action.verb
        if verb == "ask":
            self.remark("ask", seat)
            self.give(ASKED, WAITING)
        elif verb == "announce":
            self.remark("announced", seat)
            self._settle(seat)
        elif verb == "catch":
            self._catch(seat, CATCH.index(action))
        else:
            self._answer(seat, verb)
        self._wait()

    def _wait(self) -> None:
        """Say who may act now."""
        if self.facts[DUE]:
            self.waiting = self.everybody
        elif self.facts[ASKED] == WAITING:
            self.waiting = self._asked_partners()
        else:
            self.waiting = self.alone[self.number(TURN)]

    # Drawing and taking

    def _draw(self, seat: int) -> None:
        """Draw a card; where there is none to be had, the round ends blocked (BQ-21)."""
        if not self.stock and not self.renew_stock():
            self.remark("blocked", seat)
            self.close_round(None)
            return
        self._receive(seat)
        self._drawn(seat)

    def _receive(self, seat: int) -> None:
        card = self.turn(self.streams[0], self.layout.stock, self.layout.hand[seat])
        self.counts[seat][card % 13] += UNIT[card]

    def _drawn(self, seat: int) -> None:
        """The turn has begun: what was due is due no more (4.4), and playing follows."""
        facts = self.facts
        if facts[OPENING]:
            self.give(OPENING, False)
        if facts[DUE]:
            self._settle(seat)
            self.waiting = self.everybody if facts[DUE] else self.alone[seat]
        self.give(PHASE, "play")

    def _take(self, seat: int, action: Action) -> None:
        """Take a card of the discard pile and all upon it, and lay the one with two of the hand (BQ-6 to BQ-9)."""
        layout, discard, hand = self.layout, self.discard, self.piles[seat]
        place = action[1]
        assert isinstance(place, int)
        chosen = discard[place - 1]
        free = action == TAKE_FREELY
        along = tuple(discard[place - 1 if free else place :])
        if along:
            # The newest cards, kept in their order; a move takes the topmost of each kind, which are these.
            del discard[len(discard) - len(along) :]
            hand += along
            self.changes.append(Moved(EVERYONE, layout.discard, layout.hand[seat], along))
            counts = self.counts[seat]
            for card in along:
                counts[card % 13] += UNIT[card]
        if free:
            self.remark("taken freely", seat, chosen)
        else:
            used = action.cards
            self.move(layout.discard, layout.meld[seat % 2][chosen % 13], (chosen,))
            self._lay(seat, chosen % 13, used)
            self.remark("taken", seat, chosen, used, len(along))
        self._drawn(seat)

    # Laying and discarding

    def _lay(self, seat: int, rank: int, cards: tuple[Card, ...]) -> None:
        """Lay cards of the hand in the team's set of a rank (BQ-11 to BQ-13)."""
        team = seat % 2
        self.move(self.layout.hand[seat], self.layout.meld[team][rank], cards)
        self.sets[team] |= 1 << rank
        counts = self.counts[seat]
        for card in cards:
            counts[card % 13] -= UNIT[card]

    def _discard(self, seat: int, action: Action) -> None:
        """Discard a card and end the turn, and with the last card of the hand the round (BQ-23, BQ-24)."""
        card = action[1]
        assert isinstance(card, Card)
        self.move(self.layout.hand[seat], self.layout.discard, (card,))
        self.counts[seat][card % 13] -= UNIT[card]
        self.remark("discarded", seat, card)
        left = len(self.piles[seat])
        if not left:
            self.remark("out", seat)
            self.close_round(seat)
            return
        if left == 1:
            if len(action) == 3:
                self.remark("announced", seat)
            else:
                self.give(DUE, tuple(sorted((*self.seats_in(DUE), seat))))
        if self.facts[ASKED] != NOT_ASKED:
            self.give(ASKED, NOT_ASKED)
        turn = (seat + 1) % self.seats
        self.give(TURN, turn)
        self.give(PHASE, "draw")
        self.waiting = self.everybody if self.facts[DUE] else self.alone[turn]

    # Asking, announcing and catching

    def _answer(self, seat: int, answer: str) -> None:
        """A partner answers: the first no settles it, and so does the last yes (BQ-15, BQ-16)."""
        self.remark("answered", seat, answer)
        said = () if answer == NO else tuple(sorted((*self.seats_in(ANSWERS), seat)))
        if answer == NO:
            self.give(ASKED, NO)
        elif not unanswered(self.seats, self.number(TURN), said):
            self.give(ASKED, YES)
            said = ()
        self.give(ANSWERS, said)

    def _settle(self, seat: int) -> None:
        """The announcement of a seat is due no more."""
        self.give(DUE, tuple(other for other in self.seats_in(DUE) if other != seat))

    def _catch(self, catcher: int, caught: int) -> None:
        """Catch a seat that has not announced its one card: it draws one, if the stock has any (4.4, BQ-18, BQ-21)."""
        self._settle(caught)
        self.remark("caught", caught, catcher, len(self.stock) > 0)
        if self.stock:
            self._receive(caught)
