"""What the actions of Big Queen do: a turn from its first card to its discard, asking, announcing, catching."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.big_queen.layout import ANSWERS, ASKED, DUE, NO, NOT_ASKED, OPENING, TURN, WAITING, YES
from core.big_queen.legal import CATCH, unanswered
from core.big_queen.melds import UNIT, Actions
from core.big_queen.rounds import Rounds
from core.engine.action import Action, Word
from core.engine.cards import RANKS, Card
from core.engine.piles import EVERYONE, PHASE, TOP, Change, Moved, new_change, remove_cards

ENOUGH_CARDS: Final = 4
"""With more cards than this in the hand nothing that can be done depends on permission (4.3)."""


class Turns(Rounds):
    """The part of a match that is a player's turn, and what others may say in it.

    `chosen_from` are the choices from which the action being carried out was taken, `asker_choices` what the
    one who asks to go out will be able to do again after the answers, where that is known.
    """

    __slots__ = ("asker_choices", "chosen_from")

    def _attach(self) -> None:
        super()._attach()
        self.chosen_from: Actions = ()
        self.asker_choices: Actions = ()

    # Whose word is next

    def _asked_partners(self) -> frozenset[int]:
        return unanswered(self.seats, self.number(TURN), self.seats_in(ANSWERS))

    def _wait(self) -> None:
        """Say who may act now."""
        if self.facts[DUE]:
            self._waiting = self.layout.everybody
        elif self.facts[ASKED] == WAITING:
            self._waiting = self._asked_partners()
        else:
            self._waiting = self.layout.alone[self.number(TURN)]

    # Dealing, drawing and taking

    def _deal(self, seat: int, action: Action) -> None:
        self.deal(seat)

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
        self._waiting = self.layout.everybody if self.facts[DUE] else self.layout.alone[seat]

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
        remove_cards(self.piles[seat], cards)
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
        self._waiting = layout.everybody if facts[DUE] else layout.alone[turn]

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
            self._waiting = self.layout.partners[seat]
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
        self._waiting = layout.everybody if facts[DUE] else layout.alone[asker]
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


DOING: Final[Mapping[Word, Callable[[Turns, int, Action], None]]] = {
    "deal": Turns._deal,
    "draw": Turns._draw,
    "take": Turns._take,
    "meld": Turns._meld,
    "add": Turns._add,
    "discard": Turns._discard,
    "ask": Turns._ask,
    "yes": Turns._answer,
    "no": Turns._answer,
    "announce": Turns._announce,
    "catch": Turns._catch,
}
"""How each action is carried out, by its verb."""
