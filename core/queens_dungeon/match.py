"""Queen's Dungeon: trump is called unseen, Queens count, and too many at once lead to the dungeon (RULINGS 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from core.engine.action import Action
from core.engine.cards import SUITS, Card
from core.engine.chance import Chance
from core.engine.dealer import Dealer
from core.engine.memory import Memory
from core.engine.piles import OVER_FACT, PHASE_FACT, Change
from core.engine.rule_set import SECOND_REVISION, RuleSet
from core.engine.view import View
from core.errors import IllegalAction
from core.queens_dungeon import renege
from core.queens_dungeon.deal import DealerQuestion, cut_for_deal, deal_cards, keep_cards, swap_card, take_spare_hand
from core.queens_dungeon.deal_plan import DealPlan, deal_plan_for
from core.queens_dungeon.follow_suit import (
    BIT_OF_CARD,
    HEIGHT_BY_RANK,
    MASK_INDEX_OF_CARD,
    PLAYS_BY_SUIT_WITHOUT_QUEENS,
    QUEEN_PLAYS_BY_MASK,
    QUEENS_INDEX,
    STRENGTHS_BY_TRUMP_AND_SUIT_LED,
    masks_of_hand,
    plays_to_follow,
    plays_to_lead,
)
from core.queens_dungeon.layout import PLAY_PHASE, DungeonLayout
from core.queens_dungeon.legal import (
    CHALLENGE_ACTION,
    EXCHANGE_ACTION,
    KEEP_ACTION,
    TAKE_BACK_ACTION,
    TIME_IS_UP_ACTION,
    TRUMP_ACTION_BY_SUIT,
    can_challenge,
    change_trump_actions,
    circle_of_players,
)
from core.queens_dungeon.memory import DungeonMemory
from core.queens_dungeon.scores import (
    MIN_QUEENS_FOR_DUNGEON,
    QUEENS_THAT_CHANGE_TRUMP,
    number_in_fact,
    score_hand,
    send_to_dungeon,
)
from core.trick_taking import (
    DEALER_FACT,
    HAND_NUMBER_FACT,
    LEADER_FACT,
    NO_ACTIONS,
    TURN_FACT,
    WAITING_SET_BY_SEAT,
    TrickMatch,
    lowest_play,
)

MAX_IMAGINED_DEALS: Final = 2000
"""Maximum number of deals that are tried for an imagined match in the honour mode.

As a rule one deal in a few fits what the seat has seen; if somebody must hold one of many cards, one in a hundred does.
"""


class QueensDungeonMatch(TrickMatch[DungeonLayout]):
    """A match of Queen's Dungeon.

    trump          the number of the trump suit, from the fact `trump`
    broken         whether trumps are broken, from the fact `broken`
    challenged     whether a Queen's Challenge is on, from the fact `challenge`
    challengeable  whether the option `challenge` allows a Queen's Challenge
    deal_plan      the plan by which every hand is dealt
    honour         whether wrong cards can be played (`core.queens_dungeon.renege`)
    """

    __slots__ = ("broken", "challengeable", "challenged", "deal_plan", "honour", "trump")

    deal_plan: DealPlan
    MASK_INDEX_BY_CARD = MASK_INDEX_OF_CARD
    BIT_IN_MASK_BY_CARD = BIT_OF_CARD

    def _stream_names(self) -> Sequence[str]:
        return ("stock", "cut")

    # The beginning

    def _set_up(self) -> None:
        """Draw the first dealer, and ask that seat to call trump for the first hand."""
        layout, facts = self.layout, self.facts
        self._read_options()
        self.update_masks()
        self.trump, self.strengths_by_suit_led = 0, STRENGTHS_BY_TRUMP_AND_SUIT_LED[0]
        self.piles[layout.removed.layout_index] += self.deal_plan.removed_cards
        self.piles[layout.stock.layout_index] += self.deal_plan.pack
        for fact in (*layout.score, layout.swapped, layout.quota):
            facts[fact.layout_index] = 0
        facts[layout.last_hand.layout_index] = False
        self.start_hand(1, cut_for_deal(self))

    def _read_options(self) -> None:
        """Set what follows from the options: `deal_plan`, `challengeable`, `honour`."""
        self.deal_plan = deal_plan_for(self.seats, self.options)
        self.challengeable = self.options["challenge"] is True
        self.honour = self.options["reneging"] == "honour"

    def start_hand(self, hand_number: int, dealer: int) -> None:
        """Gather all cards and ask the dealer of a new hand to call trump, before any card is dealt (RULINGS 5.2)."""
        layout = self.layout
        if self.honour:
            renege.clear_wrong_cards(self)
        self.gather_cards(self.deal_plan.pack, *layout.unheld)
        if self.revision < SECOND_REVISION:
            self.record_new_hand(hand_number, dealer)
        self.set(layout.facts[HAND_NUMBER_FACT], hand_number)
        self.reset_trick_facts()
        self.reset_facts(layout.hand_resets)
        self.set(layout.quota, self.deal_plan.quota)
        self.set(
            layout.facts[DEALER_FACT], dealer
        )  # last, so that who is told of the dealer is told of this hand's quota
        self.broken = self.challenged = False
        self.set_players_of_trick(circle_of_players(self.seats, dealer))
        if self.honour:
            self.quick_size = 0
        self._ask_dealer("call", TRUMP_ACTION_BY_SUIT)

    def _ask_dealer(self, phase: str, choices: tuple[Action, ...]) -> None:
        """Begin a phase in which the dealer decides between `choices`."""
        dealer = self.number_in_fact(DEALER_FACT)
        self.set(self.layout.facts[PHASE_FACT], phase)
        self.set(self.layout.facts[TURN_FACT], dealer)
        self.choices = {dealer: choices}
        self._waiting = WAITING_SET_BY_SEAT[dealer]

    # An imagined match

    @classmethod
    def imagine(cls, game: RuleSet, view: View, memory: Memory, chance: Chance) -> Self:
        """Return a match that the seat of `view` cannot tell from the true one: `chance` draws what it does not know.

        In the honour mode, deals are made by chance and the hand is played again with each, until the result shows the
        seat the same view. Raises `ValueError` if `MAX_IMAGINED_DEALS` deals lead to no such match. If `view` says that
        the honour mode is off, a match is imagined in which nobody reneges.
        """
        honour = view.options["reneging"] == "honour"
        if not isinstance(memory, DungeonMemory) or memory.first_view is None or not honour:
            return super().imagine(game, view, memory, chance)
        for _ in range(MAX_IMAGINED_DEALS):
            dealt = memory.cards_before_first_lead(memory.deal(view, chance))
            dealer = Dealer.seeded(f"imagined-{chance.randrange(1 << 64):x}")
            match = cls.resume_from_view(game, memory.first_view, memory, dealt, dealer)
            if match._repeat_actions(memory.possible_actions_done) and match.view(view.seat) == view:
                match.changes, match.actions, match._public_cache = [], [], None
                return match
        raise ValueError(f"no deal of {MAX_IMAGINED_DEALS} shows the seat what it was shown")

    def _repeat_actions(self, actions_done: Sequence[tuple[int, Sequence[Action]]]) -> bool:
        """Carry out for each (seat, actions) the first of the actions that is legal.

        Returns False, and stops, at a seat for which none of them is.
        """
        for seat, actions in actions_done:
            legal = self.legal(seat)
            action = next((action for action in actions if action in legal), None)
            if action is None:
                return False
            self.act(seat, action)
        return True

    def _compute_derived_state(self) -> None:
        """Compute from piles and facts the other values that the match stores, and who can act."""
        self._read_options()
        self.set_players_of_trick(circle_of_players(self.seats, self.number_in_fact(DEALER_FACT)))
        self.trump, self.strengths_by_suit_led, self.broken, self.challenged = (
            0,
            STRENGTHS_BY_TRUMP_AND_SUIT_LED[0],
            False,
            False,
        )
        if self.facts[self.layout.trump.layout_index] is not None:
            self.read_facts()
        if self.facts[PHASE_FACT] == PLAY_PHASE:
            super()._compute_derived_state()
        elif not self.over:
            self.update_masks()
            turn = self.number_in_fact(TURN_FACT)
            self.choices = {turn: self.game.legal(self.view(turn))}
            self._waiting = WAITING_SET_BY_SEAT[turn]
        if self.honour:
            self.quick_size = 0
            renege.update_choices(self)

    # Decisions other than playing a card

    def _perform(self, seat: int, action: Action) -> None:
        """Carry out an action; in the honour mode also update which seats may speak up."""
        if action.verb in ("take-back", "own-up"):
            if renege.take_wrong_card_back(self, seat, is_free=action == TAKE_BACK_ACTION):
                self.read_facts()
                self.give_turn(seat)
        elif action.verb == "accuse":
            renege.accuse_seat(self, seat, int(action[1]))
        else:
            self._perform_decision(seat, action)
        if self.honour:
            renege.update_choices(self)

    def _perform_decision(self, seat: int, action: Action) -> None:
        """Carry out a decision of the dealer, of the leader, or of the table (`TIME_IS_UP_ACTION`)."""
        layout = self.layout
        if action == TIME_IS_UP_ACTION:
            self.remark("time")
            self.set(layout.last_hand, True)
        elif action == CHALLENGE_ACTION:
            self.remark("challenge", seat)
            self._set_challenge_on(True)
            self.give_turn(seat)
        elif action.verb == "trump":
            self._name_trump(seat, SUITS.index(str(action[1])))
        elif action.verb == "swap":
            self._continue_deal(swap_card(self, seat, *action.cards))
        elif action == EXCHANGE_ACTION:
            take_spare_hand(self, seat, self.deal_plan)
            self._begin_play()
        else:
            keep_cards(self, seat)
            self._begin_play()

    def _name_trump(self, seat: int, trump: int) -> None:
        """Set the trump suit that the dealer calls before the deal, or to which trump changes during play."""
        layout = self.layout
        calling = self.facts[PHASE_FACT] == "call"
        self.trump = trump
        self.strengths_by_suit_led = STRENGTHS_BY_TRUMP_AND_SUIT_LED[trump]
        self.remark("calls" if calling else "changes", seat, SUITS[trump])
        self.set(layout.trump, SUITS[trump])
        self.set(layout.called, (*self._suits_called, SUITS[trump]))
        if calling:
            self._continue_deal(deal_cards(self, self.deal_plan))
            return
        if self.options["change_resets_broken"]:  # cards of the suit played so far were no trumps (QD-7)
            self._set_trumps_broken(False)
        self.set(layout.facts[PHASE_FACT], PLAY_PHASE)
        self.give_turn(self.number_in_fact(LEADER_FACT))

    @property
    def _suits_called(self) -> tuple[str, ...]:
        """The suits that have been trump in this hand, in order."""
        called = self.facts[self.layout.called.layout_index]
        assert isinstance(called, tuple)
        return called  # type: ignore[return-value]

    def _continue_deal(self, question: DealerQuestion | None) -> None:
        """Ask the dealer a question, or begin the play if there is none."""
        if question is None:
            self._begin_play()
        else:
            self._ask_dealer(*question)

    def _begin_play(self) -> None:
        """Begin the play of a hand: the seat after the dealer leads."""
        self.set(self.layout.facts[PHASE_FACT], PLAY_PHASE)
        self.begin_play(self.next_seat_clockwise(self.number_in_fact(DEALER_FACT)))

    # The play

    def hand_as_masks(self, hand: Sequence[Card]) -> list[int]:
        return masks_of_hand(hand)

    def plays_to_lead(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat that leads: plays, and perhaps the Queen's Challenge."""
        if self.broken and not self.challengeable:
            return self.plays_of_hand(seat)
        lead = plays_to_lead(self.hands[seat], self.hand_masks[seat], self.trump, self.broken, self.challenged)
        if self.challengeable and not self.challenged:
            scores = [self.score(other) for other in range(self.seats)]
            if can_challenge(scores[seat], scores):
                return (*lead, CHALLENGE_ACTION)
        return lead

    def plays_to_follow(self, seat: int) -> tuple[Action, ...]:
        """Return the legal plays of a seat that follows to the trick."""
        hand = self.hand_masks[seat]
        led = self.trick[0] // 13
        if self.challenged:
            return plays_to_follow(self.hands[seat], hand, led, True)
        plain, queens = hand[led], hand[QUEENS_INDEX]
        if plain or queens >> led & 1:
            return PLAYS_BY_SUIT_WITHOUT_QUEENS[led][plain] + QUEEN_PLAYS_BY_MASK[queens]
        return self.plays_of_hand(seat)

    def carry_out_trick(self, winner: int, best_card: Card, cards: tuple[Card, ...]) -> None:
        """Carry out the steps of RULINGS 5.3 at the end of a trick, in their order.

        If exactly two Queens are in the trick, the dealer must change trump (QD-9), no matter who took it (QD-10).
        """
        queens = 0
        for card in cards:
            if MASK_INDEX_OF_CARD[card] == QUEENS_INDEX:
                queens += 1
        if not self.broken and best_card // 13 == self.trump:
            self._break_trumps(trump_changes=queens == QUEENS_THAT_CHANGE_TRUMP)
        if self.challenged:
            self._set_challenge_on(False)
        if queens:
            self._take_queens(winner, queens)
        if not self.hands[0]:
            self._end_hand()
        elif queens == QUEENS_THAT_CHANGE_TRUMP:
            self.remark("two queens", winner, self.number_in_fact(DEALER_FACT))
            self._ask_dealer("change", change_trump_actions(self.trump))
        else:
            self.give_turn(winner)

    def _break_trumps(self, trump_changes: bool) -> None:
        """Record that trumps are broken, and log it if they can be led now.

        `trump_changes` is whether trump changes before the next lead.
        """
        if self.revision < SECOND_REVISION or (self.hands[0] and not trump_changes):
            self.remark("broken", None, SUITS[self.trump])
        elif self.hands[0] and not self.options["change_resets_broken"]:
            self.remark("broken", None)
        self._set_trumps_broken(True)

    def _take_queens(self, winner: int, queens: int) -> None:
        """Count the Queens of a trick for its winner; three or more send the winner to the dungeon.

        `winner` is a seat, or with two players the number after the last seat: the dummy, who goes to no dungeon.
        """
        fact = self.layout.queens[winner]
        self.set(fact, number_in_fact(self, fact) + queens)
        if queens >= MIN_QUEENS_FOR_DUNGEON and winner < self.seats:
            send_to_dungeon(self, winner, queens)

    def _end_hand(self) -> None:
        """Score the hand that has been played, then end the match or begin the next hand (RULINGS 5.4)."""
        if score_hand(self, renege.uncounted_trick_count(self) if self.honour else 0):
            self.finish()
        else:
            self.start_hand(
                self.number_in_fact(HAND_NUMBER_FACT) + 1, self.next_seat_clockwise(self.number_in_fact(DEALER_FACT))
            )

    def continue_after_card(self, seat: int, card: Card) -> None:
        """Continue the trick after a card; in the honour mode also record whether it was wrong and who may speak up."""
        if not self.honour:
            super().continue_after_card(seat, card)
            return
        renege.record_laid_card(self, seat, card)
        super().continue_after_card(seat, card)
        renege.update_choices(self)

    def continue_trick(self, player: int) -> None:
        """Continue a trick; in the honour mode store the facts before the trick is taken, so that taking it can be
        undone."""
        if self.honour and len(self.trick) == self.circle_size:
            renege.store_facts_before_trick(self)
        super().continue_trick(player)

    def _play_for_dummy(self, player: int) -> None:
        """Turn the dummy's top card and play it; the dummy need not follow suit (QD-22)."""
        layout = self.layout
        if self.honour and not self.trick and self.revision < SECOND_REVISION:
            renege.decide_last_trick(self)
        assert layout.dummy is not None
        card = self.piles[layout.dummy.layout_index][-1]
        self.move(layout.dummy, layout.trick, (card,))
        self.continue_trick(self.next_players[player])

    def read_facts(self) -> None:
        """Read `trump`, `broken` and `challenged` from the facts again."""
        layout, facts = self.layout, self.facts
        self.trump = SUITS.index(str(facts[layout.trump.layout_index]))
        self.strengths_by_suit_led = STRENGTHS_BY_TRUMP_AND_SUIT_LED[self.trump]
        self.broken = facts[layout.broken.layout_index] is True
        self.challenged = facts[layout.challenge.layout_index] is True

    def _set_trumps_broken(self, is_broken: bool) -> None:
        """Set whether trumps are broken, as a fact and in the match."""
        self.broken = is_broken
        self.set(self.layout.broken, is_broken)

    def _set_challenge_on(self, is_challenge_on: bool) -> None:
        """Set whether a Queen's Challenge is on: for the rules of this match, and as the fact in everybody's view."""
        self.challenged = is_challenge_on
        self.set(self.layout.challenge, is_challenge_on)

    # The automatic action, and the table's own action when its time has run out

    @property
    def awaited(self) -> frozenset[int]:
        return WAITING_SET_BY_SEAT[self.number_in_fact(TURN_FACT)] if self.honour and self.waiting else self.waiting

    def default(self, seat: int, is_away: bool = False) -> Action:
        """Return the automatic action of a seat: a suit not called yet, `keep`, or the lowest card that the rules
        allow."""
        if self.honour:
            action = renege.honour_mode_default(self, seat)
            if action is not None:
                return action
        choices = self.choices[seat]
        if choices[0].verb == "trump":
            return next(action for action in choices if action[1] not in self._suits_called)
        if choices[0] == KEEP_ACTION:
            return KEEP_ACTION
        return lowest_play([action for action in choices if action.verb == "play"], HEIGHT_BY_RANK)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of `seat` now.

        The number after the last seat stands for the table itself: it may do `time` once, when the time of the option
        `time_limit` has run out (QD-20). The match never waits for it.
        """
        choices = self.choices.get(seat, NO_ACTIONS)
        if choices or seat != self.seats or not self.options["time_limit"] or self.facts[OVER_FACT]:
            return choices
        return NO_ACTIONS if self.facts[self.layout.last_hand.layout_index] else (TIME_IS_UP_ACTION,)

    def act_outside_choices(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Carry out an action of the table itself (`time`); raises `IllegalAction` for any other."""
        if seat != self.seats or action not in self.legal(seat):
            raise IllegalAction(self.refusal(seat, action))
        self.actions.append((seat, action))
        self.changes = []
        self._perform(seat, action)
        return tuple(self.changes)

    def copy(self) -> Self:
        """Return an independent match in the same state."""
        twin = super().copy()
        twin.deal_plan = self.deal_plan
        twin.trump = self.trump
        twin.broken = self.broken
        twin.challenged = self.challenged
        twin.challengeable = self.challengeable
        twin.honour = self.honour
        return twin
