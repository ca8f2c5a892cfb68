"""Big Queen: two teams, sets of three with wild twos, and one discard pile that lies open (RULINGS 4)."""

from __future__ import annotations

from core.big_queen.layout import (
    ANNOUNCEMENT_DUE_FACT,
    ANSWERS_PENDING,
    ASKED_FACT,
    OPENING_FACT,
    SEAT_ON_TURN_FACT,
    TEAM_OF_SEAT,
)
from core.big_queen.legal import (
    DEAL_ACTION,
    DRAW_ACTION,
    SAY_YES_ACTION,
    YES_OR_NO_CHOICES,
    actions_after_drawing,
    actions_before_drawing,
    out_of_turn_actions,
)
from core.big_queen.melds import ANNOUNCED_DISCARD_BY_CARD, DISCARD_ACTION_BY_CARD, canonical_action
from core.big_queen.state import BigQueenState
from core.big_queen.turn import PERFORM_BY_VERB
from core.engine.action import Action, Actions
from core.engine.piles import PHASE_FACT, Change
from core.errors import IllegalAction


class BigQueenMatch(BigQueenState):
    """A match of Big Queen.

    `waiting` are all seats that may act: the seat on turn or the partners that have been asked; while an announcement
    is due all seats, to make it or to catch. `awaited` are the seats whose action the match needs to continue.
    The legal actions of a seat are computed on request and stored in `choices` until the next action.
    """

    __slots__ = ()

    # Legal actions

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose action the match needs: partners that were asked, else the seat on turn."""
        if not self.waiting or not self.facts[ANNOUNCEMENT_DUE_FACT]:
            return self.waiting
        return (
            self.asked_partners()
            if self.facts[ASKED_FACT] == ANSWERS_PENDING
            else self.layout.only_seat[self.number_in_fact(SEAT_ON_TURN_FACT)]
        )

    def legal(self, seat: int) -> Actions:
        """Return the legal actions of a seat, computed at the first call after an action."""
        known = self.choices.get(seat)
        if known is not None:
            return known
        if seat not in self.waiting:
            return ()
        facts = self.facts
        asked = facts[ASKED_FACT]
        actions: Actions = ()
        if asked == ANSWERS_PENDING:
            if not facts[ANNOUNCEMENT_DUE_FACT] or seat in self.asked_partners():
                actions = YES_OR_NO_CHOICES
        elif seat == facts[SEAT_ON_TURN_FACT]:
            phase = facts[PHASE_FACT]
            if phase == "play":
                actions = actions_after_drawing(
                    self.counts[seat], len(self.piles[seat]), self.sets[TEAM_OF_SEAT[seat]], asked
                )
            elif phase == "draw":
                free = facts[OPENING_FACT] is True and self.options["free_first_upcard"] is True
                actions = actions_before_drawing(self.counts[seat], len(self.piles[seat]), self.discard, asked, free)
            else:
                actions = (DEAL_ACTION,)
        if facts[ANNOUNCEMENT_DUE_FACT]:
            actions += out_of_turn_actions(seat, self.seats_in_fact(ANNOUNCEMENT_DUE_FACT))
        self.choices[seat] = actions
        return actions

    def default(self, seat: int, is_away: bool = False) -> Action:
        """Return the automatic action of a seat, the same whether or not its player `is_away` (RULINGS 4.6).

        On turn the seat draws and then discards the last card of its hand, with the announcement if one card is left; a
        dealer deals, and a partner who is asked says yes. A seat that may act but need not announces its own last card,
        or else catches a player who has not announced theirs.
        """
        if seat not in self.awaited:
            return self.legal(seat)[0]
        if self.facts[ASKED_FACT] == ANSWERS_PENDING:
            return SAY_YES_ACTION
        phase = self.facts[PHASE_FACT]
        if phase == "play":
            hand = self.piles[seat]
            return (ANNOUNCED_DISCARD_BY_CARD if len(hand) == 2 else DISCARD_ACTION_BY_CARD)[hand[-1]]
        return DRAW_ACTION if phase == "draw" else DEAL_ACTION

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Carry out an action of a seat and return the changes that it made; the cards of the action may be named in
        any order."""
        if self.dealer.script:
            self.try_on_copy(seat, action)
        choices = self.choices.get(seat) or self.legal(seat)
        try:
            chosen = choices[choices.index(action)]
        except ValueError:
            chosen = self._find_legal_action(seat, action)
        self.changes = []
        self.choices = {}
        self.chosen_from = choices
        PERFORM_BY_VERB[chosen[0]](self, seat, chosen)
        self.actions.append((seat, chosen))
        return tuple(self.changes)

    def _find_legal_action(self, seat: int, action: Action) -> Action:
        """Return the legal action with the cards of `action` in any order; raises `IllegalAction` if there is none."""
        if isinstance(action, Action):
            choices, written = self.legal(seat), canonical_action(action)
            if written in choices:
                return choices[choices.index(written)]
        raise IllegalAction(self.refusal(seat, action))

    def _perform(self, seat: int, action: Action) -> None:
        PERFORM_BY_VERB[action[0]](self, seat, action)
