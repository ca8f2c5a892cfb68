"""Big Queen: two teams, sets of three with wild twos, and one discard pile that lies open (`001`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.action import Action, Word
from core.big_queen.choices import (
    ANSWERS_POSSIBLE,
    CATCH,
    DEAL,
    DRAW,
    SAY_YES,
    after_drawing,
    before_drawing,
    overlay,
    unanswered,
)
from core.big_queen.layout import ANSWERS, ASKED, DUE, NO, NOT_ASKED, OPENING, TURN, WAITING, YES
from core.big_queen.rounds import Rounds
from core.big_queen.sets import DISCARD, DISCARD_ANNOUNCE, UNIT, Actions, canonical
from core.big_queen.why import reason
from core.cards import RANKS, Card
from core.errors import IllegalAction
from core.match import new_change, take
from core.piles import EVERYONE, PHASE, TOP, Change, Moved

ENOUGH_CARDS: Final = 4
"""With more cards than this in the hand nothing that can be done depends on permission (4.3)."""


class BigQueenMatch(Rounds):
    """A match of Big Queen.

    `waiting` are all seats that may act: the one on turn or the partners that have been asked, and while an
    announcement is due everybody, to make it or to catch. `awaited` are those without whom nothing goes on.
    What a seat may do is worked out when it is asked for, and remembered in `choices` until the next action.
    """

    __slots__ = ("asker_choices", "chosen_from")

    def _attach(self) -> None:
        super()._attach()
        self.chosen_from: Actions = ()
        self.asker_choices: Actions = ()

    # What may be done now

    @property
    def awaited(self) -> frozenset[int]:
        if not self.waiting or not self.facts[DUE]:
            return self.waiting
        return self._asked_partners() if self.facts[ASKED] == WAITING else self.layout.alone[self.number(TURN)]

    def _asked_partners(self) -> frozenset[int]:
        return unanswered(self.seats, self.number(TURN), self.seats_in(ANSWERS))

    def legal(self, seat: int) -> Actions:
        known = self.choices.get(seat)
        if known is not None:
            return known
        if seat not in self.waiting:
            return ()
        facts = self.facts
        asked = facts[ASKED]
        actions: Actions = ()
        if asked == WAITING:
            if not facts[DUE] or seat in self._asked_partners():
                actions = ANSWERS_POSSIBLE
        elif seat == facts[TURN]:
            phase = facts[PHASE]
            if phase == "play":
                actions = after_drawing(self.counts[seat], len(self.piles[seat]), self.sets[seat % 2], asked)
            elif phase == "draw":
                free = facts[OPENING] is True and self.options["free_first_upcard"] is True
                actions = before_drawing(self.counts[seat], len(self.piles[seat]), self.discard, asked, free)
            else:
                actions = (DEAL,)
        if facts[DUE]:
            actions += overlay(seat, self.seats_in(DUE))
        self.choices[seat] = actions
        return actions

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
        choices = self.choices.get(seat) or self.legal(seat)
        try:
            chosen = choices[choices.index(action)]
        except ValueError:
            chosen = self._meant(seat, action)
        self.changes = []
        self.choices = {}
        self.chosen_from = choices
        _DOING[chosen[0]](self, seat, chosen)
        self.actions.append((seat, chosen))
        return tuple(self.changes)

    def _meant(self, seat: int, action: Action) -> Action:
        """Return the legal action that `action` means, its cards in another order."""
        if isinstance(action, Action):
            written = canonical(action)
            if written in self.legal(seat):
                return written
        raise IllegalAction(self.refusal(seat, action))

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
        _DOING[action[0]](self, seat, action)

    def _deal(self, seat: int, action: Action) -> None:
        self.deal(seat)

    def _wait(self) -> None:
        """Say who may act now."""
        if self.facts[DUE]:
            self.waiting = self.layout.everybody
        elif self.facts[ASKED] == WAITING:
            self.waiting = self._asked_partners()
        else:
            self.waiting = self.layout.alone[self.number(TURN)]

    # Drawing and taking

    def _draw(self, seat: int, action: Action) -> None:
        """Draw a card; where there is none to be had, the round ends blocked (BQ-21)."""
        if not self.stock and not self.renew_stock():
            self.remark("blocked", seat)
            self.close_round(None)
            return
        card = self.draw_from_stock(self.stock)
        self.piles[seat].append(card)
        self.counts[seat][card % 13] += UNIT[card]
        facts = self.facts
        if facts[DUE] or facts[OPENING]:
            self._begin_turn(seat)
        facts[PHASE] = "play"
        self.changes += self.layout.drawn[seat][card]

    def _begin_turn(self, seat: int) -> None:
        """The turn begins with a card: what was due is due no more (4.4)."""
        self.give(OPENING, False)
        self._settle(seat)
        self.waiting = self.layout.everybody if self.facts[DUE] else self.layout.alone[seat]

    def _take(self, seat: int, action: Action) -> None:
        """Take a card of the discard pile and all upon it, and lay the one with two of the hand (BQ-6 to BQ-9)."""
        layout, discard, facts = self.layout, self.discard, self.facts
        place = action[1]
        assert isinstance(place, int)
        chosen = discard[place - 1]
        if len(action) == 2:
            self._bring_along(seat, tuple(discard))
            self.remark("taken freely", seat, chosen)
        else:
            along = tuple(discard[place:])
            if along:
                self._bring_along(seat, along)
            used = action.cards
            area = layout.meld[seat % 2][chosen % 13]
            self.piles[area.index].append(discard.pop())
            self.changes.append(new_change(Moved, (EVERYONE, layout.discard, area, (chosen,), TOP)))
            self._lay(seat, chosen % 13, used)
            self.remark("taken", seat, chosen, used, len(along))
        if facts[DUE] or facts[OPENING]:
            self._begin_turn(seat)
        facts[PHASE] = "play"
        self.changes.append(layout.playing)

    def _bring_along(self, seat: int, along: tuple[Card, ...]) -> None:
        """Move the newest cards of the discard pile into the hand, the oldest of them first."""
        del self.discard[len(self.discard) - len(along) :]
        self.piles[seat] += along
        self.changes.append(new_change(Moved, (EVERYONE, self.layout.discard, self.layout.hand[seat], along, TOP)))
        counts = self.counts[seat]
        for card in along:
            counts[card % 13] += UNIT[card]

    # Laying and discarding

    def _lay(self, seat: int, rank: int, cards: tuple[Card, ...]) -> None:
        """Lay cards of the hand in the team's set of a rank (BQ-11 to BQ-13)."""
        team = seat % 2
        hand, area, counts = self.layout.hand[seat], self.layout.meld[team][rank], self.counts[seat]
        take(self.piles[seat], cards)
        self.piles[area.index] += cards
        self.changes.append(new_change(Moved, (EVERYONE, hand, area, cards, TOP)))
        self.sets[team] |= 1 << rank
        for card in cards:
            counts[card % 13] -= UNIT[card]

    def _meld(self, seat: int, action: Action) -> None:
        cards = action.cards
        self._lay(seat, cards[0] % 13, cards)
        self.remark("melded", seat, cards)

    def _add(self, seat: int, action: Action) -> None:
        card = action[1]
        assert isinstance(card, Card)
        if len(action) == 2:
            self._lay(seat, card % 13, (card,))
            self.remark("added", seat, card)
        else:
            self._lay(seat, RANKS.index(str(action[3])), (card,))
            self.remark("added", seat, card, action[3])

    def _discard(self, seat: int, action: Action) -> None:
        """Discard a card and end the turn, and with the last card of the hand the round (BQ-23, BQ-24)."""
        card = action[1]
        assert isinstance(card, Card)
        layout, facts, hand = self.layout, self.facts, self.piles[seat]
        # The topmost of its like, as a move takes it.
        del hand[~hand[::-1].index(card)]
        self.discard.append(card)
        self.counts[seat][card % 13] -= UNIT[card]
        away: tuple[Change, ...] = layout.discarded[seat][card]
        if len(hand) < 2:
            self.changes += away[:2]
            if not self._goes_on(seat, len(action) == 3):
                return
            away = away[2:]
        self.changes += away
        if facts[ASKED] != NOT_ASKED:
            facts[ASKED] = NOT_ASKED
            self.changes.append(layout.asking[NOT_ASKED])
        facts[TURN] = turn = (seat + 1) % self.seats
        facts[PHASE] = "draw"
        self.waiting = layout.everybody if facts[DUE] else layout.alone[turn]

    def _goes_on(self, seat: int, announced: bool) -> bool:
        """See to a hand of one card or none after the discard, and say whether the round goes on (4.3, BQ-17)."""
        if not self.piles[seat]:
            self.remark("out", seat)
            self.close_round(seat)
            return False
        if announced:
            self.remark("announced", seat)
        else:
            self.give(DUE, tuple(sorted((*self.seats_in(DUE), seat))))
        return True

    # Asking, announcing and catching

    def _ask(self, seat: int, action: Action) -> None:
        self.facts[ASKED] = WAITING
        self.changes += self.layout.said[seat]["ask"]
        self.asker_choices = ()
        if not self.facts[DUE]:
            self.waiting = self.layout.partners[seat]
            self.asker_choices = self.chosen_from[:-1]

    def _answer(self, seat: int, action: Action) -> None:
        """A partner answers: the first no settles it, and so does the last yes (BQ-15, BQ-16)."""
        layout, facts = self.layout, self.facts
        answer = action.verb
        remark, result = layout.said[seat][answer]
        self.changes.append(remark)
        said = self.seats_in(ANSWERS)
        if answer == YES and len(said) + 1 < len(layout.partners[seat]):
            self.give(ANSWERS, tuple(sorted((*said, seat))))
            self._wait()
            return
        facts[ASKED] = answer
        self.changes.append(result)
        if said:
            self.give(ANSWERS, ())
        asker = self.number(TURN)
        self.waiting = layout.everybody if facts[DUE] else layout.alone[asker]
        # But for asking, which came last, the asker may do what it might before, unless cards are so few that a
        # yes makes more possible. (While anything is due, choices change without the asker.)
        if self.asker_choices and (answer == NO or len(self.piles[asker]) > ENOUGH_CARDS):
            self.choices[asker] = self.asker_choices

    def _announce(self, seat: int, action: Action) -> None:
        self.remark("announced", seat)
        self._settle(seat)
        self._wait()

    def _catch(self, seat: int, action: Action) -> None:
        """Catch a seat that has not announced its one card: it draws one, if the stock has any (4.4, BQ-18, BQ-21)."""
        caught = CATCH.index(action)
        self._settle(caught)
        self.remark("caught", caught, seat, len(self.stock) > 0)
        if self.stock:
            card = self.turn(self.streams[0], self.layout.stock, self.layout.hand[caught])
            self.counts[caught][card % 13] += UNIT[card]
        self._wait()

    def _settle(self, seat: int) -> None:
        """The announcement of a seat is due no more."""
        self.give(DUE, tuple(other for other in self.seats_in(DUE) if other != seat))


_DOING: Final[Mapping[Word, Callable[[BigQueenMatch, int, Action], None]]] = {
    "deal": BigQueenMatch._deal,
    "draw": BigQueenMatch._draw,
    "take": BigQueenMatch._take,
    "meld": BigQueenMatch._meld,
    "add": BigQueenMatch._add,
    "discard": BigQueenMatch._discard,
    "ask": BigQueenMatch._ask,
    "yes": BigQueenMatch._answer,
    "no": BigQueenMatch._answer,
    "announce": BigQueenMatch._announce,
    "catch": BigQueenMatch._catch,
}
"""How each action is carried out, by its verb."""
