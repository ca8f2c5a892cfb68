"""The coach of Big Queen: its figures equal what the rules make of each choice, and of every card that may be drawn."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Action, Card, cards, games
from core.big_queen import coach, imagined_rounds
from core.big_queen.action_texts import activity_of_choice
from core.big_queen.bot import play_as_teammate
from core.big_queen.choice_order import LAYING_VERBS, can_be_laid_together
from core.big_queen.coach import MIN_ROUND_RESULT_DIFFERENCE
from core.big_queen.compared_choices import ComparedChoices
from core.big_queen.discard_reasons import reason_to_discard
from core.big_queen.equal_choices import kind_of_card
from core.big_queen.figures import CARDS_LEFT_LABEL, HAND_POINTS_LABEL, figures_about_action, most_sets_to_lay
from core.big_queen.imagined_rounds import ADVICE_ROUNDS, MAX_ROUNDS_PLAYED_FOR_ADVICE, play_round_to_ending
from core.big_queen.layout import ANSWER_YES, BIG_QUEEN, POINTS_BY_CARD, TEAM_OF_SEAT
from core.big_queen.legal import ASK_ACTION
from core.big_queen.match import BigQueenMatch
from core.big_queen.melds import counts_by_rank
from core.big_queen.playout import PlayedRound, next_action
from core.big_queen.reasons import reason_for_best_choice
from core.big_queen.refusals import can_take
from core.big_queen.round_result import MeanEnding, RoundEnding, text_on_loss
from core.engine.analysis import analyse
from core.engine.cards import pack
from core.engine.chance import SeededChance
from core.engine.coach import (
    CONFIDENCE,
    MATCH_END_REASON,
    MATCH_LOST_LABEL,
    MATCH_WON_LABEL,
    POINT_UNIT,
    Choice,
    Figure,
    estimate_mean,
    worths_as_shown,
)
from core.engine.comparison import loss_against_best
from core.engine.computation import run_to_end
from core.engine.english import rank_word
from core.engine.simulation import play_out
from tests.conformance.test_imagined_matches import RememberingPlayer
from tests.support.depth import count_for_depth, examples

COMPARED_STATE_COUNT = count_for_depth(600, 30_000, 100_000)
"""Number of states in which the coach's figures are compared with what the rules do."""

COMPARED_WORTH_STATE_COUNT = count_for_depth(12, 60, 2_000)
"""Number of states in which the coach's worth of a choice (the points it brings on average) is compared with the true
one.
"""

TRUE_WORTH_ROUND_COUNT = count_for_depth(50, 100)
"""Number of imagined rounds whose mean result is taken for the true worth of a choice; the test allows for its
error.
"""

COACH_PLAYS_FEW_ROUNDS = count_for_depth(True, True, False)
"""Whether the coach itself plays out only a few imagined rounds for each choice: always except in the full run."""

DRAW_ACTION = Action(("draw",))
"""The action that draws a card from the stock."""


class PlayerAmongBots(RememberingPlayer):
    """The memory of one seat in a match in which all seats mostly act as the bot does, so that sets are laid."""

    def decisions(self) -> Iterator[None]:
        """Play the match to its end and remember it; yield whenever the seat may act."""
        for _ in range(400):
            if self.match.legal(self.seat):
                yield
            seat = self.random.choice(sorted(self.match.awaited))
            choices = self.match.legal(seat)
            usual = play_as_teammate(self.match.view(seat))
            self.memory.note(self.match.act(seat, self.random.choice(choices) if self.random.random() < 0.2 else usual))
            if self.match.over:
                return


@pytest.fixture
def coach_without_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the coach play out no imagined rounds, which take most of its time: the exact figures need none."""

    def no_endings(*of: object) -> Generator[None, None, list[list[RoundEnding]]]:
        yield from ()
        return []

    monkeypatch.setattr(coach, "try_choices_in_imagined_rounds", no_endings)


def players_at_decisions(states: int, first_match: int = 0) -> Iterator[PlayerAmongBots]:
    """Yield `states` players, each in a state in which its seat may act, from matches with random options.

    `first_match` is the number of the first match; the number decides the match.
    """
    while states > 0:
        first_match += 1
        player = PlayerAmongBots("big-queen", (4, 4, 6, 10)[first_match % 4], f"coach-{first_match}")
        for _ in player.decisions():
            states -= 1
            yield player
            if states <= 0:
                return


def points_on_table(match: BigQueenMatch, team: int) -> int:
    """Return the points of the cards in a team's sets."""
    return sum(POINTS_BY_CARD[card] for area in match.layout.meld[team][1:] for card in match.piles[area.layout_index])


@pytest.mark.deep
def test_figures_of_the_coach_equal_what_the_rules_make_of_each_choice(coach_without_playouts):
    """Each choice is carried out in a match that the seat imagines; where there are many choices, some of them are."""
    for player in players_at_decisions(COMPARED_STATE_COUNT):
        told = player.advice()
        seat, view = player.seat, player.match.view(player.seat)
        assert tuple(choice.action for choice in told.choices) == player.match.legal(seat)
        assert told.best is None or told.best in told.choices
        world = player.game.imagined_match(view, player.memory, player.random)
        assert isinstance(world, BigQueenMatch)
        for choice in player.random.sample(told.choices, min(8, len(told.choices))):
            if choice.action.verb not in ("take", "meld", "add", "discard") or len(world.piles[seat]) == 1:
                continue
            if not choice.figures:  # a discard in silence
                assert Action((*choice.action, "announce")) in player.match.legal(seat)
                continue
            twin = world.copy()
            before = points_on_table(twin, seat % 2)
            twin.act(seat, choice.action)
            hand = twin.piles[seat]
            figures = {(figure.label, figure.unit): figure.value for figure in choice.figures}
            chosen = view.cards("discard")[choice.action[1] - 1 :] if choice.action.verb == "take" else ()
            assert figures[CARDS_LEFT_LABEL, "card"] == len(hand), (choice, chosen)
            assert figures[HAND_POINTS_LABEL, "point"] == sum(POINTS_BY_CARD[card] for card in hand)
            if choice.action.verb != "discard":
                assert figures["{} laid", "point"] == points_on_table(twin, seat % 2) - before
                assert figures.get(("{} to lay", "more set"), 0) == most_new_sets_by_rules(twin, seat)


def most_new_sets_by_rules(match: BigQueenMatch, seat: int, known: dict[object, int] | None = None) -> int:
    """Return the most sets of ranks new to its team that a seat can lay one after the other, by trying every order.

    `known` are results found before, by the ranks of the hand and of the team's sets: suits make no difference.
    """
    known = {} if known is None else known
    sets = match.sets[TEAM_OF_SEAT[seat]]
    state = (*sorted(card % 13 for card in match.piles[seat]), sets)
    if state not in known:
        lays = {
            tuple(card % 13 for card in action.cards): action
            for action in match.legal(seat)
            if action.verb == "meld" and not sets >> action.cards[0] % 13 & 1
        }
        known[state] = 0
        for action in lays.values():
            twin = match.copy()
            twin.act(seat, action)
            known[state] = max(known[state], 1 + most_new_sets_by_rules(twin, seat, known))
    return known[state]


def most_new_sets_by_search(
    naturals: tuple[int, ...], twos: int, spare: int, laid: frozenset[int] = frozenset()
) -> int:
    """Return the most sets of different ranks that can be laid one after the other, by trying every way.

    `naturals` has the number of cards of each rank, `spare` how many cards may leave the hand, and `laid` the ranks of
    which there is a set.
    """
    return max(
        (
            1 + most_new_sets_by_search(naturals, twos - (3 - many), spare - 3, laid | {rank})
            for rank, held in enumerate(naturals)
            for many in range(1, min(held, 3) + 1)
            if rank not in laid and 3 - many <= twos and spare >= 3
        ),
        default=0,
    )


CARDS_FOR_SETS = [card for card in pack() if card % 13 < 10] * 2 + [card for card in pack() if card % 13 == 0] * 2
"""Cards of few ranks and many twos, at most four of a kind, from which hands are drawn that can lay many sets."""


@examples(100, 2_000)
@given(
    st.lists(st.integers(0, len(CARDS_FOR_SETS) - 1), min_size=3, max_size=12, unique=True),
    st.sets(st.integers(1, 12), max_size=4),
    st.sampled_from(["", "yes", "no"]),
)
def test_more_sets_to_lay_are_the_most_that_can_be_laid_one_after_the_other(places, set_ranks, permission):
    hand = [CARDS_FOR_SETS[place] for place in places]
    naturals = tuple(0 if rank in set_ranks else sum(card % 13 == rank for card in hand) for rank in range(1, 13))
    twos = sum(card % 13 == 0 for card in hand)
    sets = sum(1 << rank for rank in set_ranks)
    most = most_new_sets_by_search(naturals, twos, len(hand) - (1 if permission == "yes" else 2))
    assert most_sets_to_lay(counts_by_rank(hand), sets, permission) == most


def test_one_two_is_not_counted_for_two_sets(arrange_match, coach_without_playouts):
    match = arrange_match({0: "8♦ 8♥ 8♠ 9♦ 9♥ 10♦ 10♥ 2♣ 4♣ 5♠"}, phase="play").match
    (figures,) = (choice.figures for choice in advice_for(match, 0).choices if str(choice.action) == "meld 8♠ 8♦ 8♥")
    assert figures[-1] == Figure("{} to lay", 1, 0, "more set")


@pytest.mark.deep
def test_chance_that_a_drawn_card_can_be_laid_is_a_count_over_all_that_may_be_drawn(coach_without_playouts):
    """Each card that may come is drawn by the rules.

    All are equally likely, because nothing that the seat has seen tells them apart.
    """
    counted = 0
    for player in players_at_decisions(count_for_depth(300, 6_000, 20_000), 1_000_000):
        seat, match = player.seat, player.match
        if DRAW_ACTION not in match.legal(seat):
            continue
        figures = next(choice.figures for choice in player.advice().choices if choice.action == DRAW_ACTION)
        coming = drawable_cards(player)
        if coming is None:
            continue
        if not coming:
            assert figures == ()
            continue
        fitting = sum(copies for card, copies in coming.items() if can_be_laid_when_drawn(player, card))
        assert figures[0].value == pytest.approx(fitting / coming.total(), abs=1e-12)
        counted += 1
    assert counted > 10


def drawable_cards(player: RememberingPlayer) -> Counter[Card] | None:
    """Return a count of the cards that may be drawn next; None if the seat knows that some are likelier than others."""
    view, memory = player.match.view(player.seat), player.memory
    stock = memory.hidden_piles["stock"]
    if not view.count("stock"):
        again = view.facts["reshuffles"] < view.options["max_reshuffles"]
        return Counter(view.cards("discard")[:-1] if again else ())
    if stock.known_cards or len(stock.pools) != 1:
        return None
    seen: Sequence[Card] = [card for pile in view.piles.values() if not isinstance(pile, int) for card in pile]
    unseen = Counter(pack() * {4: 2, 6: 3, 8: 3, 10: 4}[view.seats])
    unseen.subtract(seen)
    for name, pile in memory.hidden_piles.items():
        if name != "stock":
            unseen.subtract(pile.known_cards)
    return +unseen


def can_be_laid_when_drawn(player: RememberingPlayer, card: Card) -> bool:
    """Return whether the rules let the seat lay a card that it has just drawn."""
    seat = player.seat
    world = player.game.imagined_match(player.match.view(seat), player.memory, Random(1))
    assert isinstance(world, BigQueenMatch)

    def draw(stock: list[Card]) -> Card:
        """Draw the card, which lies in the stock or is exchanged for one of it."""
        if card in stock:
            stock.remove(card)
        else:
            (other, *_) = (hand for at, hand in enumerate(world.piles[: world.seats]) if at != seat and card in hand)
            other[other.index(card)] = stock.pop()
        return card

    world.draw_from_stock = draw  # type: ignore[assignment]
    world.act(seat, DRAW_ACTION)
    return any(card in action.cards for action in world.legal(seat) if action.verb in ("meld", "add"))


def test_reason_of_the_coach_ends_with_the_choice_that_it_advises(coach_without_playouts):
    verbs = Counter()
    for player in players_at_decisions(400, 2_000_000):
        told = player.advice()
        verb = told.best.action.verb if told.best else "keep silent"
        verbs[verb] += 1
        assert ("lay" if verb == "meld" else verb) in told.reason.rsplit(": ", 1)[1]
        pile = player.match.view(player.seat).cards("discard")
        for choice in told.choices:
            if choice.action.verb == "take":
                assert choice.wording.startswith(f"take {pile[choice.action[1] - 1]}"), (
                    "the card, not its place in the pile"
                )
    assert verbs.keys() >= {"draw", "take", "meld", "add", "discard"}


HANDS_OF_MANY_CARDS = {0: "4♣ 4♦ 6♥ 7♠ 9♦ J♦ K♣ A♣", 1: "3♣ 3♦ 5♥ 8♦ K♠", 3: "3♥ 7♦ 8♠ 10♦ K♦"}
"""Hands with which nobody is nearly out, and the seat 0 may take a 4 but had better draw."""


def advice_for(match, seat, is_brief=True):
    """Return the coach's advice for a seat of a match."""
    game, view = games["big-queen"], match.view(seat)
    return run_to_end(game.coach(game, view, game.memory(view), is_brief))


@pytest.mark.parametrize(
    ("hands", "pile", "reason"),
    [
        (  # nothing comes with the only card of the pile
            HANDS_OF_MANY_CARDS,
            "4♠",
            "Taking 4♠ lays 15 points, but you give up the draw: draw.",
        ),
        (
            HANDS_OF_MANY_CARDS,
            "4♠ 5♦ 8♥",
            "Taking 4♠ lays 15 points, but you get 2 more cards (10 points) that count against you until you lay "
            "them: draw.",
        ),
        ({0: "4♣ 6♥ 7♠ J♦"}, "4♠ 5♦ 8♥", "No card in the pile goes with two of yours: draw."),
        ({0: "4♣"}, "4♠ 5♦ 8♥", "You hold too few cards to take one from the pile: draw."),
        ({0: "4♣ 4♦ 9♠"}, "4♠", "What you could take from the pile would leave you too few cards: draw."),
    ],
)
def test_reason_to_draw_is_true_of_the_pile_and_the_hand(arrange_match, coach_without_playouts, hands, pile, reason):
    told = advice_for(arrange_match(hands, pile).match, 0)
    assert str(told.best.action) == "draw"
    assert told.reason == reason


def test_reason_to_draw_does_not_call_a_take_worse_that_is_as_good(arrange_match, monkeypatch):
    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(0, 0))
    told = advice_for(arrange_match(HANDS_OF_MANY_CARDS, "4♠").match, 0)
    assert str(told.best.action) == "draw"
    assert any(choice.action.verb == "take" for choice in told.equally_good)
    assert (
        told.reason
        == "Taking 4♠ lays 15 points, but you give up the draw. Drawing does about as well on average: draw."
    )


@pytest.mark.parametrize(
    ("upcard", "reason"),
    [
        ("K♣", "K♣ is free, and it fits your hand: take it."),
        ("2♥", "2♥ is free, and it fits your hand: take it."),
        ("4♥", "4♥ is free, and should bring your team more than a card from the stock: take it."),
    ],
)
def test_free_upcard_is_said_to_fit_only_a_hand_that_it_fits(arrange_match, monkeypatch, upcard, reason):
    free = Action(("take", 1))
    monkeypatch.setattr(
        imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(100 * (action == free), 0)
    )
    options = {"free_first_upcard": True}
    hands = {0: "6♥ 7♠ 9♦ J♦ K♦ A♣"}
    told = advice_for(arrange_match(hands, upcard, options=options, opening=True).match, 0)
    assert told.best.action == free
    assert told.reason == reason


def test_free_upcard_is_not_called_better_than_a_card_from_the_stock_that_is_as_good(arrange_match, monkeypatch):
    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(0, 0))
    match = arrange_match({0: "6♥ 7♠ 9♦ J♦ K♦ A♣"}, "4♥", options={"free_first_upcard": True}, opening=True).match
    told = advice_for(match, 0)
    if told.best.action.verb == "take":
        assert told.reason == "4♥ is free, and may bring your team more than a card from the stock: take it."
    else:
        assert told.reason == "4♥ is free, but drawing does about as well on average: draw."


@pytest.mark.parametrize(
    ("taken", "price"),
    [
        ("take 3 9♣ 9♠", "You give up the draw"),
        ("take 3 9♣ 2♠", "You give up the draw and your wild 2♠"),
        ("take 3 2♠ 2♥", "You give up the draw and two of your wild 2s"),
        ("take 2 K♣ K♥", "You get 1 more card (5 points) that counts against you until you lay it"),
        (
            "take 1 2♠ 2♥",
            "You give up two of your wild 2s and get 2 more cards (15 points) that count against you until you lay "
            "them",
        ),
    ],
)
def test_reason_to_take_names_what_the_take_costs_before_what_speaks_for_it(arrange_match, taken, price):
    match = arrange_match({0: "9♣ 9♠ K♣ K♥ 2♠ 2♥ 5♦"}, "4♠ K♦ 9♦").match
    action = match.game.parse(taken)
    choice = Choice(action, figures_about_action(match.view(0), match.game.memory(match.view(0)), action))
    reason = reason_for_best_choice(ComparedChoices(match.view(0), (), choice, (), {}))
    gain = r", but \S+ and two of your cards are worth \d+ points on the table: take it\."
    assert re.fullmatch(re.escape(price) + gain, reason)


def test_take_is_named_with_what_comes_along_apart_from_what_it_needs(arrange_match, coach_without_playouts):
    told = advice_for(arrange_match({0: "A♦ A♥ 3♣ 7♦ 9♠ J♥ Q♦"}, "A♣ 4♦ 8♥ K♠").match, 0)
    (take,) = [choice for choice in told.choices if choice.action.verb == "take"]
    assert take.wording == "take A♣ with A♦ A♥, and get 3 more cards"


def test_reason_to_break_a_pair_names_what_the_hand_keeps_if_no_single_card_would_keep_it_too(arrange_match):
    discard = Action(("discard", cards("4♦")[0]))
    for hand, reason in (
        ("4♦ 4♥ K♠ K♦ 2♣", ", but you keep K♠ K♦ and 2♣; in your hand it counts 5 against you"),
        ("4♦ 4♥ K♠ K♦ 2♣ 9♠", ""),
    ):
        view = arrange_match({0: hand}, "8♦", phase="play").match.view(0)
        told = reason_to_discard(ComparedChoices(view, (), Choice(discard), (), {}))
        assert told == f"4♦ breaks a pair{reason}: discard 4♦."


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        ("A♥ 3♦ 2♣", ", and of your single cards but the 2 it costs most if the round ends (15)"),
        ("A♥ 3♦ 2♣ 2♦", ", and of your single cards it costs most if the round ends (15)"),
        ("A♥ 3♦ 3♣ 2♣", " but the 2 without another of its rank, and counts 15 against you"),
        ("A♥ 3♦ 3♣", " without another of its rank, and counts 15 against you"),
    ],
)
def test_reason_to_discard_a_single_card_does_not_forget_a_single_2(arrange_match, hand, what):
    view = arrange_match({0: hand, 1: "7♠ 7♦ 8♥ 9♣", 3: "7♠ 7♦ 8♥ 9♣"}, "8♦", phase="play").match.view(0)
    choice = Choice(Action(("discard", cards("A♥")[0])))
    assert f"{what}: discard A♥." in reason_to_discard(ComparedChoices(view, (), choice, (), {}))


@pytest.mark.parametrize(
    ("hand", "ending"),
    [
        ("Q♠ K♠ K♦ 9♠", ", and you cannot lay her yet"),
        ("Q♠ Q♥ K♦ 9♠", ", and you cannot lay her yet"),
        ("Q♠ Q♥ 2♦ 9♠ 8♠", ""),
    ],
)
def test_queen_of_spades_is_discarded_for_her_hundred_points(arrange_match, hand, ending):
    view = arrange_match({0: hand}, "8♦", phase="play").match.view(0)
    discard = Action(("discard", cards("Q♠")[0]))
    assert reason_to_discard(ComparedChoices(view, (), Choice(discard), (), {})) == (
        "A player with two queens or 2s may take her, but if the round ends while you hold Q♠, she costs your team 100 "
        f"points{ending}: discard Q♠."
    )


def test_queens_are_not_all_as_good_to_discard_where_one_of_them_is_the_big_queen(arrange_match):
    discard = Choice(Action(("discard", cards("Q♦")[0])))
    for hand, is_same in (("Q♥ Q♦", True), ("Q♥ Q♦ Q♠", False)):
        view = arrange_match({0: hand}, "8♦", phase="play").match.view(0)
        told = reason_to_discard(ComparedChoices(view, (), discard, (), {}))
        assert ("any card does as well" in told) == is_same


def test_choice_to_announce_is_named_as_an_activity():
    discard = Action(("discard", cards("9♥")[0], "announce"))
    for wording in ("discard 9♥ and announce", "discard 9♥ and announce one card"):
        assert activity_of_choice(Choice(discard, wording=wording)) == wording.replace("discard", "discarding").replace(
            "announce", "announcing"
        )


BEST_ENDING = MeanEnding(
    own_points=40, other_points=10, own_share_of_ends=0.5, other_share_of_ends=0.3, share_of_discard_taken=0.1
)
"""How the imagined rounds end after a best choice."""


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, ""),
        ({"own_points": 50, "other_points": 20}, ""),
        ({"own_points": 50, "other_points": 11}, ""),
        ({"own_points": 39}, "1 point worse on average"),
        ({"other_points": 22}, "12 points worse on average"),
        ({"own_points": 31, "other_points": 13}, "12 points worse on average"),
        ({"own_points": 108, "other_points": 169}, "91 points worse on average"),
        (
            {"own_points": 31, "other_points": 13, "other_share_of_ends": 0.45},
            "12 points worse on average, as the other team goes out more often",
        ),
        (
            {"other_points": 20, "own_share_of_ends": 0.25},
            "10 points worse on average, as your team goes out less often",
        ),
    ],
)
def test_worse_choice_is_told_in_the_points_ahead_that_it_loses_and_by_whom_the_round_ends(changes, text):
    """Whatever the points of each team are, nothing is told if their difference is not less."""
    assert text_on_loss(BEST_ENDING, BEST_ENDING._replace(**changes)) == text


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (
            {"other_points": 22, "share_of_discard_taken": 0.35},
            "the other team would take 4♣ in 35% of the rounds, 3♦ in 10%",
        ),
        ({"other_points": 22}, "discarding 4♣ is 12 points worse on average"),
        (
            {"own_points": 20, "share_of_discard_taken": 0.35},
            "discarding 4♣ is 20 points worse on average",
        ),
        ({"own_points": 43, "other_points": 13}, ""),
    ],
)
def test_reason_to_discard_a_card_that_counts_less_names_one_that_counts_more_and_what_it_would_give_away(
    arrange_match, changes, why
):
    """4♠ counts no more than the advised card, so it is not named, though it is hardly worse."""
    best, even, other = map(discard_of, ("3♦", "4♠", "A♥"))
    view = arrange_match({0: "3♦ 4♠ A♥ 8♠"}, "8♦", phase="play").match.view(0)
    means = {
        best.action: BEST_ENDING,
        even.action: BEST_ENDING._replace(own_points=39),
        other.action: BEST_ENDING._replace(**changes),
    }
    reason = reason_for_best_choice(ComparedChoices(view, (best, even, other), best, (), means))
    what = "3♦ is your only 3: alone it can neither be laid nor take a card"
    if why:
        why = why.replace("4♣", "A♥")
        assert reason == f"{what}. Your other single cards bring as much or more once laid; {why}: discard 3♦."
    else:
        assert reason == f"{what}, and the other team seldom takes it: discard 3♦."


def discard_of(card):
    """Return the choice to discard a card."""
    return Choice(Action(("discard", *cards(card))), (Figure("{} held", 5, 0, POINT_UNIT),))


def test_no_figures_are_told_about_cards_that_are_about_as_good_to_discard(arrange_match):
    """In imagined rounds that cannot tell them apart, a difference is chance."""
    means = {discard_of("3♦").action: BEST_ENDING, discard_of("K♣").action: BEST_ENDING._replace(other_points=12)}
    best, other = map(discard_of, ("3♦", "K♣"))
    view = arrange_match({0: "3♦ K♣ 8♠"}, "8♦", phase="play").match.view(0)
    reason = reason_for_best_choice(ComparedChoices(view, (best, other), best, (other,), means))
    what = "3♦ is your only 3: alone it can neither be laid nor take a card"
    assert reason == f"{what}, and the other team seldom takes it; discarding K♣ is about as good: discard 3♦."
    for hand in ("3♦ 3♠ K♣ 8♠", "3♦ 3♠ K♣ K♠ 8♠"):
        view = arrange_match({0: hand}, "8♦", phase="play").match.view(0)
        for close, why in (
            ((other,), "No discard is clearly better; discarding K♣ is about as good"),
            ((), "3♦ breaks a pair, but discarding K♣ is 2 points worse on average"),
        ):
            reason = reason_for_best_choice(ComparedChoices(view, (best, other), best, close, means))
            assert reason == f"{why}: discard 3♦."


@pytest.mark.parametrize(("close", "told"), [("A♠", "A♠"), ("9♣", "9♣"), ("", "A♠")])
def test_reason_to_draw_names_a_take_that_is_as_good_if_there_is_one(arrange_match, close, told):
    """Else the one with most points ahead, and by how much it is worse."""
    view = arrange_match({0: "A♦ A♥ 9♦ 9♥ 3♣ J♥"}, "9♣ 4♦ A♠").match.view(0)
    draw = Choice(Action(("draw",)), (Figure("{} held", 5, 0, POINT_UNIT),))
    takes = {
        str(view.cards("discard")[action[1] - 1]): Choice(action, (Figure("{} laid", 60, 0, POINT_UNIT),))
        for action in games["big-queen"].legal(view)
        if action.verb == "take"
    }
    assert {*takes} == {"9♣", "A♠"}
    points = {"A♠": 30, "9♣": 20}
    takes = {card: take._replace(worth=Figure("{} ahead", points[card], 1, POINT_UNIT)) for card, take in takes.items()}
    means = {draw.action: BEST_ENDING, **{take.action: BEST_ENDING._replace(own_points=28) for take in takes.values()}}
    equally_good = [takes[close]] if close else []
    reason = reason_for_best_choice(ComparedChoices(view, (draw, *takes.values()), draw, equally_good, means))
    assert reason.startswith(f"Taking {told} lays 60 points, but you ")
    if close:
        assert reason.endswith(". Taking it is about as good: draw.")
    else:
        assert reason.endswith(". Taking it is 12 points worse on average: draw.")


def test_imagined_round_tells_whether_the_other_team_takes_the_discarded_card(arrange_match):
    hands = {0: "K♠ 4♦ 5♦ 6♦ 7♦", 1: "K♣ K♦ 3♣ 9♠ 10♥ J♠", 3: "3♥ 7♥ 8♠ 10♦ A♦"}
    match = arrange_match(hands, "8♦", phase="play").match
    endings = {card: play_round_to_ending(match.copy(), 0, Action(("discard", *cards(card)))) for card in ("K♠", "4♦")}
    assert endings["K♠"].is_discard_taken
    assert not endings["4♦"].is_discard_taken
    for ending in endings.values():
        assert not (ending.is_ended_by_own_team and ending.is_ended_by_other_team)


@pytest.mark.parametrize(("hand", "both"), [("K♣ K♦ 2♠ 9♣ 4♦ 3♠", True), ("K♣ K♦ 2♠ 9♣ 4♦", False)])
def test_cards_that_can_be_laid_after_the_best_ones_are_not_called_worse(arrange_match, monkeypatch, hand, both):
    """Both are laid in one turn, so the order makes no difference; with too few cards one excludes the other."""
    match = arrange_match({0: hand}, "8♦", sets=[("A", "9♥ 9♠ 9♦")], phase="play").match
    leads = {"meld K♣ K♦ 2♠": (150, 152), "add 9♣": (20, 24)}
    told = advice_with_leads(monkeypatch, match, leads)
    (other,) = (choice for choice in told.choices if str(choice.action) == "add 9♣")
    assert str(told.best.action) in ("meld K♣ K♦ 2♠", "meld K♦ K♣ 2♠")
    assert (other in told.equally_good) == both
    assert (other.worth.value == told.best.worth.value) == both


def assert_rounds_lay_what_is_laid_anyway(match: BigQueenMatch, seat: int) -> int:
    """Assert for each action of a seat that lays cards that an imagined round which begins with it lays in the same
    turn the cards that are said to be laid anyway; return the number of actions of which this is said."""
    view, actions = match.view(seat), match.legal(seat)
    said = 0
    for best in actions:
        anyway = coach._actions_laid_anyway(view, actions, best)
        if not anyway:
            continue
        world = match.copy()
        world.act(seat, best)
        while (step := next_action(world))[0] != seat or step[1].verb in (*LAYING_VERBS, "ask", "catch"):
            world.act(*step)
        held, left = (Counter(map(kind_of_card, hand)) for hand in (view.cards(f"hand/{seat}"), world.piles[seat]))
        for action in anyway:
            laid = Counter(map(kind_of_card, (*best.cards, *action.cards)))
            assert laid <= held - left, (str(best), str(action))
        said += len(anyway)
    return said


@pytest.mark.parametrize(
    ("hand", "asked", "is_any_laid_anyway"),
    [
        ("4♣ 6♦ 9♥ 6♥ 3♣ K♠", "no", True),
        ("4♣ 6♦ 9♥ 6♥ 3♣", "no", False),  # one of the four that can be added has to stay
        ("6♠ 6♠ K♠ 9♥", "no", False),  # 6♠ can be added twice
        ("4♣ 6♦ 9♥ 3♣", ANSWER_YES, True),
        ("3♣ 9♥ K♠ K♦ 2♠", ANSWER_YES, False),  # 3♣ may be the last discard
    ],
)
def test_cards_are_said_to_be_laid_anyway_only_if_the_rest_of_the_turn_lays_them(
    arrange_match, hand, asked, is_any_laid_anyway
):
    sets = [("A", "3♦ 3♥ 3♠"), ("A", "6♣ 6♣ 6♥"), ("A", "9♣ 9♠ 9♦")]
    match = arrange_match({0: hand}, "8♦", sets=sets, phase="play", asked=asked).match
    assert bool(assert_rounds_lay_what_is_laid_anyway(match, 0)) == is_any_laid_anyway


@pytest.mark.deep
def test_imagined_rounds_lay_what_the_coach_says_is_laid_anyway():
    said = 0
    for player in players_at_decisions(count_for_depth(3_000, 30_000), 7_000_000):
        if player.match.view(player.seat).facts["phase"] == "play":
            world = player.game.imagined_match(player.match.view(player.seat), player.memory, player.random)
            said += assert_rounds_lay_what_is_laid_anyway(world, player.seat)
    assert said


@pytest.mark.parametrize("discarded", ["5♠", "Q♠"])
def test_reason_for_a_discard_that_leaves_one_card_is_its_announcement_also_if_a_card_could_be_laid(
    arrange_match, monkeypatch, discarded
):
    advised = Action(("discard", cards(discarded)[0], "announce"))
    monkeypatch.setattr(
        imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(100 * (action == advised), 0)
    )
    sets = [("A", "7♣ 7♦ 7♥")]
    match = arrange_match({0: f"7♠ {discarded}"}, "8♦", sets=sets, phase="play", asked=ANSWER_YES).match
    told = advice_for(match, 0)
    assert told.best.action == advised
    assert any(choice.action.verb == "add" for choice in told.choices)
    more = "counts more than 7♠, and " if discarded == "Q♠" else ""
    assert told.reason == f"{discarded} {more}leaves you one card, which you must announce: discard and announce."


def advice_with_leads(monkeypatch, match, leads: dict[str, tuple[int, int]]):
    """Return the advice for seat 0 if a choice ends the imagined rounds with one of two leads in turn, by its text;
    0 and 0 where `leads` has none."""
    tried = Counter()

    def play(match, seat, action):
        tried[action] += 1
        return RoundEnding(*[leads.get(str(action), (0, 0))[tried[action] % 2]] * 2)

    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", play)
    return advice_for(match, 0)


def test_cards_are_laid_where_a_discard_may_be_as_good_and_has_hardly_more_points(arrange_match, monkeypatch):
    match = arrange_match({0: "3♠ 3♠ 3♥ 4♠ 6♠ J♣ J♦", 3: "7♠ 5♠"}, "8♦", phase="play").match
    discard = "discard 4♠"
    (lay,) = (str(action) for action in match.legal(0) if action.verb == "meld")
    told = advice_with_leads(monkeypatch, match, {discard: (40, 112), lay: (80, 68)})
    assert str(told.best.action) == lay
    assert "discard 4♠" in [str(choice.action) for choice in told.equally_good]
    assert told.reason == (
        "The round may end soon: a player of the other team has 2 cards. "
        "15 points on the table are safe; in your hand they count against you: lay 3♠ 3♠ 3♥."
    )
    told = advice_with_leads(monkeypatch, match, {discard: (90, 114), lay: (80, 68)})
    assert str(told.best.action) == discard
    assert told.reason == (
        "What you keep can still take cards from the pile; laying 3♠ 3♠ 3♥ first is 28 points worse on average: "
        "discard 4♠."
    )
    told = advice_with_leads(monkeypatch, match, {discard: (74, 90), lay: (80, 68)})
    assert told.reason == (
        "What you keep can still take cards from the pile; laying 3♠ 3♠ 3♥ first brings 8 points less on average, "
        "which may be chance: discard 4♠."
    )


@pytest.mark.parametrize(
    ("hand", "takes"),
    [
        ("9♣ 4♠ 6♦", False),  # neither 9♣ nor 6♦ takes a card alone, and laid cards do not help
        ("9♣ 4♠ 4♦", False),  # the discard breaks the pair
        ("9♣ 4♠ 6♦ 6♥", True),
        ("9♣ 4♠ 2♦", True),
        ("2♣ 4♠ 2♦", True),
    ],
)
def test_reason_to_lay_no_more_speaks_of_the_pile_only_if_what_is_kept_can_take_a_card(
    arrange_match, monkeypatch, hand, takes
):
    match = arrange_match({0: hand}, "8♦", sets=[("A", "9♥ 9♠ 9♦")], phase="play").match
    told = advice_with_leads(monkeypatch, match, {"discard 4♠": (90, 114)})
    assert str(told.best.action) == "discard 4♠"
    assert re.fullmatch(
        ("What you keep can still take cards from the pile; adding" if takes else "Adding")
        + " .* first is 102 points worse on average(, as .* out .* often)?: discard 4♠.",
        told.reason,
    )


def test_single_card_is_discarded_instead_of_one_of_a_pair_that_is_as_good(arrange_match, monkeypatch):
    match = arrange_match({0: "8♠ 8♦ 5♠ 6♦ 6♥"}, "4♦", phase="play").match
    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(-116, -116))
    told = advice_for(match, 0)
    assert told.best.action == Action(("discard", *cards("5♠")))
    assert told.reason == (
        "The round may end soon: a player of the other team has 2 cards. 5♠ is your only card without another of its "
        "rank, and counts 5 against you: discard 5♠."
    )


def test_reason_for_a_discard_that_is_no_better_than_others_says_so(arrange_match, monkeypatch):
    match = arrange_match({0: "8♠ 8♦ 6♦ 6♥"}, "4♦", phase="play").match
    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(-116, -116))
    told = advice_for(match, 0)
    assert told.reason == "On average it is the same whether you discard 6♦ or 8♠: discard 6♦."
    assert {str(one.action) for one in told.equally_good} >= {"discard 6♥", "discard 8♠", "discard 8♦"}


def test_reason_to_discard_a_two_while_others_could_be_laid_is_about_the_two(arrange_match, monkeypatch):
    match = arrange_match({0: "5♣ 6♣ 6♦ 2♣ K♦"}, "8♦", phase="play").match
    told = advice_with_leads(monkeypatch, match, {"discard 2♣": (90, 114)})
    assert str(told.best.action) == "discard 2♣"
    assert told.reason.startswith("If the round ends while you hold 2♣, it costs 20 points; laying 6♣ 6♦ 2♣ first is ")


@pytest.mark.parametrize(
    ("hand", "both"),
    [
        ("4♣ 4♣ 2♠ 8♠ 8♦ 8♥ K♣ A♣", True),
        ("4♣ 4♣ 2♠ 8♠ 8♦ 8♥ K♣", False),
        ("4♣ 4♣ 2♠ 8♠ 8♦ 8♥", False),
        ("4♣ 4♣ 2♠ 8♠ 8♦ K♣", False),
    ],
)
def test_set_that_can_be_laid_in_the_same_turn_is_not_given_up(arrange_match, hand, both):
    view = arrange_match({0: hand}, "9♦", phase="play").match.view(0)
    eights = Action(("meld", *cards("8♠ 8♦ 8♥" if "8♥" in hand else "8♠ 8♦ 2♠")))
    assert can_be_laid_together(view, eights, Action(("meld", *cards("4♣ 4♣ 2♠")))) == both
    assert not can_be_laid_together(view, eights, Action(("discard", *cards("4♣"))))


def test_sets_named_with_the_same_card_can_be_laid_in_one_turn_if_an_equal_card_is_held(arrange_match):
    view = arrange_match({0: "6♥ K♥ 10♠ 9♠ 9♥ 10♦ 4♥ 2♣ 9♦ 5♦ 2♦ 5♠"}, "8♦", phase="play").match.view(0)
    tens, nines, fives = (Action(("meld", *cards(f"{pair} 2♣"))) for pair in ("10♠ 10♦", "9♠ 9♦", "5♦ 5♠"))
    assert can_be_laid_together(view, tens, nines)
    assert can_be_laid_together(view, nines, fives)
    view = arrange_match({0: "Q♠ Q♦ K♥ K♦ 2♣ 4♥ 5♣"}, "8♦", phase="play").match.view(0)
    queen, kings = (Action(("meld", *cards(f"{pair} 2♣"))) for pair in ("Q♠ Q♦", "K♥ K♦"))
    assert not can_be_laid_together(view, queen, kings)
    view = arrange_match({0: "Q♠ Q♦ Q♥ K♥ K♦ 4♥ 5♣"}, "8♦", phase="play").match.view(0)
    adds = [Action(("add", card, "Q")) for card in cards("Q♠ Q♦")]
    assert can_be_laid_together(view, *adds)
    assert not can_be_laid_together(view, adds[0], adds[0]), "no other card is worth as much"


@pytest.mark.parametrize("phase", ["draw", "play"])
def test_reason_to_ask_says_what_the_partner_is_asked(arrange_match, phase):
    view = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, "4♦", phase=phase).match.view(0)
    reason = reason_for_best_choice(ComparedChoices(view, (), Choice(ASK_ACTION), (), {}))
    assert re.search("go out .*only if your partner agrees: ask to go out", reason)


def test_reason_names_three_cards_that_are_as_good_to_discard_and_how_many_more(arrange_match, monkeypatch):
    match = arrange_match({0: "8♠ 8♦ 6♦ 6♥ 4♣ 4♦ 9♣ 9♦ 7♣ 7♦ 5♣ 5♦"}, "3♦", phase="play").match
    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", lambda match, seat, action: RoundEnding(-116, -116))
    assert re.search(r"the same whether you discard \S+, \S+, \S+, \S+ or 2 more: ", advice_for(match, 0).reason)


@pytest.mark.deep
def test_no_shown_figure_contradicts_the_advice_without_a_reason_that_says_why():
    """No choice has more points ahead than the advised one, unless the match may end; and if others lay more cards, or
    take some, the reason compares these with the advised discard or draw."""
    found = Counter()
    for player in players_at_decisions(count_for_depth(60, 600, 3_000), 6_000_000):
        told = player.advice()
        best = told.best
        if best is None or best.worth is None:
            continue
        if MATCH_DECIDES_PATTERN.match(told.reason):
            found["end of the match"] += 1
            continue
        if MATCH_END_REASON.split("{}")[2] in told.reason:
            named = [f" points if you {one.wording or one.action}, but" in told.reason for one in told.choices]
            other = told.choices[named.index(True)]
            has_more = told.reason.startswith("You get more points")
            assert has_more == (round(other.worth.value) > round(best.worth.value)), (other, told.reason)
            assert has_more or told.reason.startswith("You get about as many points")
            continue
        assert_more_points_are_shown_only_for_what_may_be_as_good(told)
        least = min((choice.worth.value for choice in told.equally_good), default=math.inf)
        is_about_match_end = bool(best.figures) and best.figures[0].label in (MATCH_WON_LABEL, MATCH_LOST_LABEL)
        for other in told.choices:
            if other.worth is not None and other is not best and other not in told.equally_good:
                assert other.worth.value <= least + 1e-9 or is_about_match_end, "a worse one with more points"
        verbs = {choice.action.verb for choice in told.choices if choice is not best}
        close_verbs = {choice.action.verb for choice in told.equally_good}
        if best.action.verb == "draw" and "take" in verbs:
            assert told.reason.endswith(": draw.")
            assert bool(re.search("(does about as well on average|which may be chance): draw", told.reason)) == (
                "take" in close_verbs
            )
            assert "take" in close_verbs or "worse on average" in told.reason
            found["draw"] += 1
        elif len(best.action) == 3 and best.action.verb == "discard":
            assert told.reason.endswith("leaves you one card, which you must announce: discard and announce.")
            found["announced discard"] += 1
        elif best.action.verb == "discard" and verbs & {"meld", "add"} and best.action.cards[0] != BIG_QUEEN:
            assert re.search(r"(laying|adding) .* first (is|does|brings) ", told.reason, re.IGNORECASE)
            assert bool(
                re.search("first (does about as well on average|brings .* which may be chance)", told.reason)
            ) == bool(close_verbs & {"meld", "add"}), told.reason
            found["discard"] += 1
        else:
            found["other"] += 1
    assert found["other"]
    assert found["draw"]
    assert found["discard"]


def assert_more_points_are_shown_only_for_what_may_be_as_good(told):
    """Assert that a choice which is shown with more points ahead than the best one may be as good, and the best one
    lays cards; or that both can be done in one turn."""
    compared = [choice for choice in told.choices if choice.worth is not None and choice.same_as is None]
    shown = dict(zip((choice.action for choice in compared), worths_as_shown(compared), strict=True))
    for other in compared:
        if shown[other.action] > shown[told.best.action] and other not in told.compatible:
            assert other in told.equally_good, (other, told.reason)
            assert told.best.action.verb in LAYING_VERBS


MATCH_DECIDES_PATTERN = re.compile("Your team (wins the match if|can hardly win the match any more, and not)")
"""The beginning of a reason which says that the end of the match decides, and not points."""


@cache
def decisions_among_choices() -> list[tuple[BigQueenMatch, int]]:
    """Return matches, each with a seat that has several choices."""
    return [
        (player.match.copy(), player.seat)
        for player in players_at_decisions(150, 8_000_000)
        if len(player.match.legal(player.seat)) > 2
    ]


worths_of_choice = st.tuples(st.integers(-40, 40), st.integers(0, 60), st.sampled_from([0, 0, 0, 400, -400]))
"""A strategy for what a choice brings: its mean lead, how far that of single rounds differs from it, and what the end
of the match adds to its worth."""


@examples(150, 3_000)
@given(worths=st.lists(worths_of_choice, min_size=40, max_size=40), number=st.integers(0, 10_000))
def test_best_choice_is_never_shown_with_fewer_points_than_another_without_a_sentence_that_says_why(worths, number):
    """The reason names the other choice and how many points more it has, or says that the match may end, unless a table
    shows both as equal."""
    decisions = decisions_among_choices()
    match, seat = decisions[number % len(decisions)]
    actions, tried = match.legal(seat), Counter()

    def play(match, seat, action):
        tried[action] += 1
        lead, spread, end = worths[actions.index(action) % len(worths)]
        lead += spread * (-1) ** tried[action]
        return RoundEnding(lead + end, lead)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imagined_rounds, "play_round_to_ending", play)
        told = advice_for(match, seat)
    compared = [choice for choice in told.choices if choice.worth is not None]
    if told.best is None or not compared:
        return
    shown = dict(zip((choice.action for choice in compared), worths_as_shown(compared), strict=True))
    both = {choice.action for choice in told.compatible}
    compatible = {one.action for one in compared if both & {one.action, one.same_as}}
    more = round(max(shown.values()) - shown[told.best.action], 1)
    if more <= 0:
        assert " more point" not in told.reason.replace("You get more points if", "")
        return
    explanations = []
    if MATCH_DECIDES_PATTERN.match(told.reason):
        return
    if MATCH_END_REASON.split("{}")[2] not in told.reason:
        assert_more_points_are_shown_only_for_what_may_be_as_good(told)
        if more <= told.max_equal_difference:
            return
    else:  # the only other choice that the reason speaks of is given up
        assert told.reason.startswith("You get ")
        shown = {action: points for action, points in shown.items() if action not in compatible}
    for one in compared:
        if shown.get(one.action) == max(shown.values()):
            told_more = f"{activity_of_choice(one)} shows {more:g} more point"
            explanations.append(f"{told_more[:1].upper()}{told_more[1:]}")
            explanations.append(f"more points if you {one.wording or one.action}, but this gives you the better chance")
    assert any(one in told.reason for one in explanations), (told.reason, explanations)


def test_every_choice_is_tried_in_all_imagined_rounds_however_bad_it_looks_at_first(arrange_match, monkeypatch):
    """A choice that is only unlucky in a few rounds would else be shown with their bad luck."""
    rounds = Counter()

    def count_round(match, seat, action):
        rounds[action] += 1
        return RoundEnding(*[-500.0 if action.cards == cards("9♦") else 0.0] * 2)

    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", count_round)
    told = advice_for(arrange_match({0: "4♣ 9♦ J♠ K♥"}, "7♥", phase="play").match, 0, is_brief=False)
    assert rounds == dict.fromkeys((choice.action for choice in told.choices if choice.worth), ADVICE_ROUNDS)


def test_rounds_played_for_one_advice_are_bounded_however_many_choices_there_are(arrange_match, monkeypatch):
    rounds = Counter()

    def count_round(match, seat, action):
        rounds[action] += 1
        return RoundEnding(0, 0)

    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", count_round)
    hand = "3♣ 3♦ 4♣ 4♦ 5♣ 5♦ 6♣ 6♦ 7♣ 7♦ 8♣ 8♦ 9♣ 9♦ 10♣ 10♦ J♣ J♦ K♣ K♦ A♣ A♦ 2♣ 2♦ Q♥"
    advice_for(arrange_match({0: hand}, "7♥", phase="play").match, 0, is_brief=False)
    assert len(rounds) > MAX_ROUNDS_PLAYED_FOR_ADVICE / ADVICE_ROUNDS
    assert len(set(rounds.values())) == 1
    assert 0.9 * MAX_ROUNDS_PLAYED_FOR_ADVICE < rounds.total() <= MAX_ROUNDS_PLAYED_FOR_ADVICE


@pytest.mark.deep
def test_shown_leads_of_two_choices_differ_by_what_the_worse_one_loses():
    """Unless the match is decided whatever the seat does: then none loses anything, and the reason says so."""
    compared = 0
    for player in players_at_decisions(count_for_depth(6, 60), 6_000_000):
        told = player.advice()
        if told.best is not None and told.best.loss == coach.NO_LOSS:
            assert all(choice.loss == coach.NO_LOSS for choice in told.choices if choice.worth is not None)
            assert re.match("Your team (can hardly (win|lose)|wins) the match ", told.reason)
            continue
        for choice in told.choices if told.best else ():
            if choice.worth is not None and choice.loss is not None and choice.loss.unit == POINT_UNIT:
                assert told.best.worth.value - choice.worth.value == pytest.approx(choice.loss.value)
                compared += choice.loss.value > 0
    assert compared


@pytest.mark.deep
def test_reason_to_discard_is_true_of_the_hand(coach_without_playouts):
    found = Counter()
    for player in players_at_decisions(count_for_depth(400, 4_000), 3_000_000):
        told = player.advice()
        if told.best is None or told.best.action.verb != "discard" or len(told.best.action) == 3:
            continue
        hand, card = player.match.view(player.seat).cards(f"hand/{player.seat}"), told.best.action.cards[0]
        ranks, points = Counter(held.rank for held in hand), POINTS_BY_CARD[card]
        single = [held for held in hand if ranks[held.rank] == 1]
        view = player.match.view(player.seat)
        fewest = min(view.count(f"hand/{seat}") for seat in range(1 - player.seat % 2, view.seats, 2))
        cards_held = "1 card" if fewest == 1 else f"{fewest} cards"
        near_end = f"The round may end soon: a player of the other team has {cards_held}. " if 0 < fewest <= 3 else ""
        if len(hand) == 1:
            reason = f"{card} is your last card, and the round ends with it: discard."
        elif card == BIG_QUEEN:
            lays_her = any(
                card in choice.action.cards for choice in told.choices if choice.action.verb in ("meld", "add")
            )
            unless = "" if lays_her else ", and you cannot lay her yet"
            reason = (
                "A player with two queens or 2s may take her, but if the round ends while you hold Q♠, she costs your "
                f"team 100 points{unless}: discard Q♠."
            )
        elif card not in single:
            group = "pair" if ranks[card.rank] == 2 else "group"
            reason = f"{card} breaks a {group}: discard {card}."
            if len(ranks) == 1 and BIG_QUEEN not in hand:
                reason = f"You hold {rank_word(card.rank)}s only, so any card does as well: discard {card}."
            if kept := re.match(rf"{card} breaks a (pair|group), but you keep (.*); ", told.reason):
                assert (kept[1] == "pair") == (ranks[card.rank] == 2)
                named = cards(" ".join(re.findall(r"[0-9JQKA]+[♣♦♥♠]", kept[2])))
                assert all(one in hand and one.rank != card.rank for one in named)
                assert all(one.rank == "2" for one in single), "a single card would keep these, too"
                found["broken"] += 1
                reason = f"{kept[0]}in your hand it counts {points} against you: discard {card}."
        elif [one for one in single if one.rank != "2"] == [card]:
            reason = (
                f"{near_end}{card} is your only card{' but the 2' if len(single) > 1 else ''} without another of its "
                f"rank, and counts {points} against you: discard {card}."
            )
        else:
            others = [POINTS_BY_CARD[one] for one in single if one.rank not in ("2", card.rank)]
            only = f"{card} is your only {rank_word(card.rank)}"
            if not view.cards(f"meld/{'AB'[player.seat % 2]}/{card.rank}"):
                naturals = [held for held in hand if held.rank != "2"]
                assert not can_take(naturals, card)
                lays = [one.action.cards for one in told.choices if one.action.verb in LAYING_VERBS]
                assert not any(card in laid and {*laid} <= {*naturals} for laid in lays)
                when = "alone" if len(naturals) == len(hand) else "without a 2"
                only += f": {when} it can neither be laid nor take a card"
            if points > max(others, default=0):
                assert others
                has_greater = any(one.rank == "2" and POINTS_BY_CARD[one] > points for one in single)
                cards_meant = "your single cards but the 2" if has_greater else "your single cards"
                costs = f"of {cards_meant} it costs most if the round ends ({points})"
                reason = f"{near_end}{only}, and {costs}: discard {card}."
            elif points <= min(others):
                bring = "more" if points < min(others) else "as much or more" if len(others) > 1 else "as much"
                single_others = [one for one in single if one.rank not in ("2", card.rank)]
                rest = "Your other single cards bring"
                if len(others) == 1:
                    rest = f"Your other single card, {single_others[0]}, brings"
                reason = f"{only}. {rest} {bring} once laid: discard {card}."
            else:
                reason = f"{only}: discard {card}."
        assert told.reason == reason
        found[re.sub(r"\S*[♣♦♥♠]", "", reason)[:25]] += 1
    assert len(found) >= 3


def test_coach_calls_no_points_safe_that_the_losers_do_not_count(arrange_match, coach_without_playouts):
    hands, sets = {0: "Q♠ 9♦ 9♦ 4♣"}, [("A", "Q♣ Q♦ Q♥")]
    for losers_count, fate in ((True, "are safe"), (False, "count unless the other team goes out")):
        match = arrange_match(hands, "7♥", sets, phase="play", options={"losers_count_melds": losers_count}).match
        assert (
            advice_for(match, 0).reason == "The round may end soon: a player of the other team has 2 cards. "
            f"100 points on the table {fate}; in your hand they count against you: add Q♠."
        )


def test_coach_gives_no_advice_where_catching_would_cost_its_own_team(arrange_match):
    game = games["big-queen"]
    match = arrange_match({0: "8♦"}, turn=1, due=(0,)).match
    for seat, verb in [(0, "announce"), (2, None), (3, "catch")]:
        view = match.view(seat)
        told = run_to_end(game.coach(game, view, game.memory(view)))
        assert (told.best and told.best.action.verb) == verb
    assert told.reason.endswith(": catch.")


def test_request_to_go_out_has_figures_only_if_a_yes_could_be_used(arrange_match):
    """As on the board, whose button is dim otherwise: hints name no choice without figures."""
    for hand, phase, can in (
        ("7♠ 7♦ 7♥ J♦", "play", True),
        ("7♠ 7♦ 8♥ J♦", "play", False),
        ("7♠ 7♦ J♦", "draw", True),
        ("7♠ 6♦ 8♥ 9♣ J♦", "draw", False),
    ):
        match = arrange_match({0: hand}, "3♥ K♣", phase=phase).match
        assert ASK_ACTION in match.legal(0)
        (asked,) = (choice for choice in advice_for(match, 0).choices if choice.action == ASK_ACTION)
        assert bool(asked.figures) == (asked.worth is not None) == can, hand


def test_coach_never_advises_silence_about_the_last_card(arrange_match):
    """Its imagined rounds may favour silence by chance, but to announce is a duty, and costs nothing."""
    match = arrange_match({0: "4♦ J♥"}, "3♥ K♣", phase="play").match
    told = advice_for(match, 0, is_brief=False)
    by_action = {str(choice.action): choice for choice in told.choices}
    assert {"discard J♥", "discard J♥ announce", "discard 4♦", "discard 4♦ announce"} <= by_action.keys()
    assert str(told.best.action).endswith("announce")
    assert not any(by_action[f"discard {card}"].figures or by_action[f"discard {card}"].worth for card in ("J♥", "4♦"))


@pytest.mark.parametrize(
    ("yes_leads", "no_leads", "verb", "reason"),
    [
        (-100, -130, "yes", "It should be 30 points better for your team to end the round than to play on: yes."),
        (-101, -100, "no", "It should be 1 point better for your team to play on than to end the round: no."),
        (-100, -100, None, "Neither answer is clearly better; saying "),
    ],
)
def test_reason_for_an_answer_compares_the_figures_of_both(
    arrange_match, monkeypatch, yes_leads, no_leads, verb, reason
):
    """It praises neither, as even the better answer may leave the team behind."""
    match = arrange_match({0: "7♠ 7♦ 7♥ J♦", 2: "K♣ 9♦"}, "3♥", phase="play").match
    match.act(0, ASK_ACTION)
    leads = {"yes": yes_leads, "no": no_leads}

    def endings(game, view, memory, actions, is_brief):
        yield from ()
        return [[RoundEnding(leads[action.verb], leads[action.verb])] * 30 for action in actions]

    monkeypatch.setattr(coach, "try_choices_in_imagined_rounds", endings)
    told = advice_for(match, 2)
    assert told.reason.startswith(reason)
    assert verb in (None, told.best.action.verb)
    assert told.reason.endswith(f": {told.best.action.verb}.")


MATCH_WORTH = 400
"""What the end of the match adds to an imagined round of the tests below, or takes away."""


def endings_by_verb(leads, match_end):
    """Return a function in place of the coach's imagined rounds: each ends after an action with the `leads` of its
    verb, and `match_end` is added to what it is worth."""

    def endings(game, view, memory, actions, is_brief):
        yield from ()
        return [[RoundEnding(leads.get(one.verb, 0) + match_end, leads.get(one.verb, 0))] * 30 for one in actions]

    return endings


def asked_match(arrange_match):
    """Return a match in which seat 0 has asked its partner, seat 2, whether it may go out."""
    match = arrange_match({0: "7♠ 7♦ 7♥ J♦", 2: "K♣ 9♦"}, "3♥", phase="play").match
    match.act(0, ASK_ACTION)
    return match


@pytest.mark.parametrize("no_lead", [-47, 60])
@pytest.mark.parametrize(
    ("match_end", "verb", "reason"),
    [
        (-MATCH_WORTH, "no", "Your team can hardly win the match any more, and not at all if the round ends now: no."),
        (MATCH_WORTH, "yes", "Your team wins the match if the round ends now: yes."),
    ],
)
def test_answer_ends_the_round_if_that_wins_the_match_and_never_if_it_loses_it(
    arrange_match, monkeypatch, match_end, verb, reason, no_lead
):
    """Whatever the points, which decide nothing then."""
    endings = endings_by_verb({"yes": 35, "no": no_lead}, match_end)
    monkeypatch.setattr(coach, "try_choices_in_imagined_rounds", endings)
    told = advice_for(asked_match(arrange_match), 2)
    assert told.best.action.verb == verb
    assert told.reason == reason
    assert not told.equally_good
    assert all(choice.loss.value == 0 for choice in told.choices), "no answer costs anything"


@pytest.mark.parametrize(
    ("match_end", "is_asked", "start"),
    [
        (-MATCH_WORTH, False, "Your team can hardly win the match any more, and not at all if the round ends now: "),
        (MATCH_WORTH, True, "Your team wins the match if you go out now, but only if your partner agrees: ask"),
    ],
)
def test_request_to_go_out_is_advised_if_that_wins_the_match_and_never_if_it_loses_it(
    arrange_match, monkeypatch, match_end, is_asked, start
):
    monkeypatch.setattr(coach, "try_choices_in_imagined_rounds", endings_by_verb({"ask": 47}, match_end))
    told = advice_for(arrange_match({0: "7♠ 7♦ 7♥ J♦"}, "3♥ K♣", phase="play").match, 0)
    assert (told.best.action == ASK_ACTION) == is_asked
    assert told.reason.startswith(start)


@pytest.mark.parametrize(("match_end", "what"), [(-MATCH_WORTH, "win"), (MATCH_WORTH, "lose")])
def test_coach_says_that_the_match_is_decided_and_calls_no_choice_a_mistake(
    arrange_match, monkeypatch, match_end, what
):
    """Nor a discard in silence, which costs only points."""
    leads = {"meld": 40, "discard": -20}
    match = arrange_match({0: "7♠ 7♦ 7♥ J♦ 5♣ 4♦"}, "3♥ K♣", phase="play").match
    monkeypatch.setattr(coach, "try_choices_in_imagined_rounds", endings_by_verb(leads, match_end))
    told = advice_for(match, 0)
    assert told.reason.startswith(f"Your team can hardly {what} the match any more. ")
    assert {choice.loss.value for choice in told.choices if choice.worth} == {0}
    with_two_cards = arrange_match({0: "4♦ J♥"}, "3♥ K♣", phase="play").match
    silent = [choice for choice in advice_for(with_two_cards, 0).choices if choice.worth is None]
    assert silent
    assert not any(choice.loss for choice in silent)


@pytest.mark.deep
def test_intervals_of_worth_and_loss_hold_the_true_value_as_often_as_they_promise():
    """The true value is the mean of more rounds. By chance the test fails once in ten thousand times."""
    covered: Counter[str] = Counter()
    tried = 0
    for number, player in enumerate(players_at_decisions(10 * COMPARED_WORTH_STATE_COUNT, 3_000_000)):
        view, seat = player.match.view(player.seat), player.seat
        if number % 10 or len(player.match.legal(seat)) == 1:
            continue
        told = run_to_end(player.game.coach(player.game, view, player.memory, COACH_PLAYS_FEW_ROUNDS))
        compared = [choice for choice in told.choices if choice.worth is not None]
        if told.best is not None and told.best.loss == coach.NO_LOSS:  # the match is decided whatever the seat does
            continue
        if not compared:  # beside a request to go out that can be of no use there is one choice
            continue
        assert all(choice.worth.error > 0 for choice in compared)
        assert all(choice in compared or choice.action.verb in ("ask", "discard") for choice in told.choices)
        assert told.best is None or (told.best.loss.value == 0 and told.best not in told.equally_good)
        actions = [choice.action for choice in told.choices]
        anyway = () if told.best is None else coach._actions_laid_anyway(view, actions, told.best.action)
        choice = player.random.choice([one for one in compared if one.action not in anyway])
        leads: dict[Action, list[float]] = {one.action: [] for one in (choice, told.best) if one is not None}
        chance = SeededChance("long")
        for _ in range(TRUE_WORTH_ROUND_COUNT):
            world = player.game.imagined_match(view, player.memory, chance)
            for action, found in leads.items():
                found.append(play_round_to_ending(world.copy(), seat, action).lead)
        tried += 1
        true = estimate_mean(coach.LEAD_LABEL, leads[choice.action], POINT_UNIT, MIN_ROUND_RESULT_DIFFERENCE)
        covered["worth"] += abs(choice.worth.value - true.value) <= math.hypot(choice.worth.error, true.error)
        if told.best is None:
            covered["loss"] += choice.loss is None
        else:
            true = loss_against_best(leads[choice.action], leads[told.best.action], MIN_ROUND_RESULT_DIFFERENCE)
            covered["loss"] += abs(choice.loss.value - true.value) <= math.hypot(choice.loss.error, true.error)
    spread = math.sqrt(CONFIDENCE * (1 - CONFIDENCE) / tried)
    for what in ("worth", "loss"):
        assert covered[what] / tried >= CONFIDENCE - 3.7 * spread, (what, covered[what], tried)


def test_coach_ranks_a_choice_that_gives_the_big_queen_away_below_those_that_lay_her(arrange_match):
    game = games["big-queen"]
    match = arrange_match(
        {0: "Q♠ 9♦ 9♦ 4♣", 1: "K♠ 5♠"}, "7♥", [("A", "Q♣ Q♦ Q♥"), ("B", "K♣ K♦ K♥")], phase="play"
    ).match
    view = match.view(0)
    told = run_to_end(game.coach(game, view, game.memory(view)))
    assert str(told.best.action) == "add Q♠"
    by_action = {str(choice.action): choice for choice in told.choices}
    given = by_action["discard Q♠"]
    assert given not in told.equally_good
    assert given.loss.value > 50 > given.loss.error > 0
    assert given.worth.value < told.best.worth.value
    assert by_action["ask"].worth is None, "no answer lets these cards go out"


@pytest.mark.parametrize("seats", [4, 6, 8, 10])
def test_coach_values_the_end_of_the_match_alike_for_all_seats_of_a_team(seats, monkeypatch):
    match = games["big-queen"].start(seats, seed=1)
    monkeypatch.setattr(imagined_rounds, "play_round_out", lambda match, move: PlayedRound((160, 10)))
    monkeypatch.setattr(BigQueenMatch, "over", True)
    monkeypatch.setattr(BigQueenMatch, "score", lambda self, seat: (400, 250)[TEAM_OF_SEAT[seat]])
    endings = [play_round_to_ending(match, seat, Action(("draw",))) for seat in range(seats)]
    assert endings[1::2] == [endings[1]] * (seats // 2)
    assert endings[0::2] == [endings[0]] * (seats // 2)
    assert endings[0].lead == -endings[1].lead == 150


@pytest.mark.parametrize(
    ("lead_of_draw", "told"), [(30, "You get more points"), (20.04, "You get about as many points")]
)
def test_choice_given_up_for_the_match_is_said_to_bring_more_points_only_if_it_is_shown_with_more(
    arrange_match, monkeypatch, lead_of_draw, told
):
    """Without an error leads are shown with one decimal; a draw loses the match, and the other choices win it."""

    def end_round(match, seat, action):
        is_draw = action == DRAW_ACTION
        return RoundEnding(lead_of_draw - 400, lead_of_draw) if is_draw else RoundEnding(420, 20)

    monkeypatch.setattr(imagined_rounds, "play_round_to_ending", end_round)
    advice = advice_for(arrange_match(HANDS_OF_MANY_CARDS, "4♠").match, 0)
    assert advice.reason.startswith(f"{told} if you draw a card, but this gives you the better chance to win ")


def test_reason_of_a_choice_with_fewer_points_is_the_end_of_the_match_with_its_figures():
    """In this round the other team may win; some choices bring more points, but the match is lost more often."""
    game = games["big-queen"]
    match = game.start(4, "win-1")
    while len(match.actions) < 215:
        seat = min(match.awaited)
        match.act(seat, next(iter(game.bots.values()))(match.view(seat)))
    told = run_to_end(game.coach(game, match.view(1), game.memory(match.view(1)), True))
    assert ", but this gives you the better chance to win the match: " in told.reason
    assert any(f"more points if you {choice.wording or choice.action}, but" in told.reason for choice in told.choices)
    others = [choice for choice in told.choices if choice.worth and choice.worth.value > told.best.worth.value]
    assert others
    for choice in others:
        assert choice not in told.equally_good
        lost, lost_after_best = choice.figures[0], told.best.figures[0]
        assert lost.label == lost_after_best.label == "match lost now"
        assert lost.value > lost_after_best.value


TURNS_OF_OTHERS = [(1, "draw"), (1, "discard 3♦"), (2, "draw"), (2, "discard 3♥"), (3, "draw"), (3, "discard 3♠")]
"""The turns of the seats 1 to 3 of an arranged match, in which nobody catches seat 0."""


@pytest.mark.usefixtures("shorten_analysis")
@pytest.mark.parametrize(
    ("following", "is_mistake"),
    [
        ([(3, "catch 0")], True),
        ([*TURNS_OF_OTHERS, (0, "draw")], True),  # nobody noticed, but everybody could have
        ([(0, "announce")], False),
    ],
)
@pytest.mark.parametrize("discarded", ["J♥", "4♦"])
def test_review_calls_a_silent_discard_a_mistake_unless_the_announcement_follows(
    arrange_match, following, is_mistake, discarded
):
    """It costs the card that a catch makes the player draw, and what the other card would have brought."""
    match = arrange_match({0: "4♦ J♥"}, "3♥ K♣", phase="play", options={"max_rounds": 1}).match
    match.actions.clear()  # an analysis begins with the first action of a match
    start = match.copy()
    for seat, text in ((0, f"discard {discarded}"), *following):
        match.act(seat, games["big-queen"].parse(text))
    play_out(games["big-queen"], match, [play_as_teammate] * 4)
    plan = [(seat, str(action)) for seat, action in match.actions]
    analysis = run_to_end(analyse(games["big-queen"], start, plan, 0))
    silent = [mistake for mistake in analysis.mistakes if not mistake.step]
    assert len(silent) == is_mistake
    for mistake in silent:
        assert str(mistake.choice_taken.action) == f"discard {discarded}"
        assert str(mistake.best_choice.action).endswith("announce")
        assert "which you must announce" in mistake.reason
        assert mistake.loss.unit == POINT_UNIT
        assert mistake.loss.value > 8


def test_silent_discard_loses_the_card_that_a_catch_makes_the_player_draw(arrange_match, coach_without_playouts):
    for options, stock in (({}, None), ({"max_reshuffles": 0}, "")):
        match = arrange_match({0: "4♦ J♥"}, "3♥ K♣", phase="play", stock=stock, options=options).match
        hidden = [card for pile in (match.stock, *match.piles[1:4]) for card in pile]
        points = sum(POINTS_BY_CARD[card] for card in hidden) / len(hidden) if match.stock else 0
        told = {str(choice.action): choice for choice in advice_for(match, 0).choices}
        assert told["discard J♥"].loss == Figure("loss", pytest.approx(points), 0, POINT_UNIT)
        assert told["discard J♥"].worth is None
        assert told["discard J♥ announce"].figures
