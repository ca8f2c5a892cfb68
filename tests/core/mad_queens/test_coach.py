"""The coach of both Mad Queens games: its figures equal a count over every card that may come next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import Action, Card, Remark, View, games
from core.engine.cards import cards
from core.engine.coach import Advice, percent_of, worth_as_shown
from core.engine.computation import run_to_end
from core.engine.english import count
from core.mad_queens.bot import play_as_careful
from core.mad_queens.coach import (
    ESTIMATED_WORTH_LABEL,
    GAME_END_PART_LABEL,
    HOPELESS_SENTENCE,
    LATER_PART_LABEL,
    MAX_HOPELESS_CHANCE,
    MIN_CLEAR_DIFFERENCE,
    WIN_LABEL,
    WORDS_BY_VERB,
)
from core.mad_queens.contender import later_points_without_next_card, winning_chances_of_actions
from core.mad_queens.hit_masks import is_queen
from core.mad_queens.levels import choose_to_win_match, have_all_others_finished, play_as_striving
from core.mad_queens.next_card import NextCardFigures, RevealOutcome, RevealOutcomeCounter, count_next_card
from core.mad_queens.points import row_points
from core.mad_queens.state import MadQueensState
from tests.conformance.test_imagined_matches import RememberingPlayer
from tests.support.depth import count_for_depth, sample_cases

COMPARED_STATE_COUNT = count_for_depth(600, 30_000, 100_000)
"""Number of states in which the coach's figures are compared with a count of all cards that may come next."""

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


class StreamWithNextCard:
    """A random stream that draws a given card first, and then cards at random."""

    def __init__(self, card: Card) -> None:
        self._card: Card | None = card
        self._random = Random(1)

    def draw(self, pile: list[Card]) -> Card:
        """Take the next card out of a pile and return it."""
        card = self._random.choice(pile) if self._card is None else self._card
        self._card = None
        pile.remove(card)
        return card

    def shuffle(self, pile: object) -> None:
        """Do nothing: `draw` decides the order of the cards."""


LATER_PART_LABELS = (LATER_PART_LABEL, LATER_PART_LABEL.replace("play", "turn"))
"""The labels of what the next card brings in a later play, or turn."""


def players_at_decisions(min_decisions: int) -> Iterator[RememberingPlayer]:
    """Yield a player in each of at least `min_decisions` states in which its seat has to decide, in matches with random
    options.
    """
    play = 0
    while min_decisions > 0:
        play += 1
        slug = ("mad-queens", "mad-queens-classic")[play % 2]
        player = RememberingPlayer(slug, 1 + play % 3, f"coach-{play}")
        for _ in player.play_and_remember(120):
            if player.match.legal(player.seat):
                min_decisions -= 1
                yield player


def outcome_of_card(match: MadQueensState, seat: int, card: Card) -> str:
    """Turn `card` as the next card of a seat; return what happens to it in one word: "safe", "caught", "exact" (an
    exact hit), "joker", "queen" (she is paid) or "fatal" (she ends the seat's game).
    """
    match.deck_streams[seat] = StreamWithNextCard(card)  # type: ignore[call-overload]
    said: dict[str, tuple[object, ...]] = {}
    for remark in match.act(seat, REVEAL_ACTION):
        if isinstance(remark, Remark) and remark.seat == seat:
            said.setdefault(remark.key, remark.particulars)
    if is_queen(card):
        if said.get("cannot pay", ("",))[0] == card or said.get("fourth", ("",))[0] == card:
            return "fatal"
        assert said["price"][0] == card
        return "queen"
    if str(card) == "Jk":
        assert "joker" in said
        return "joker"
    if "exact" in said and said["exact"][0] == card:
        return "exact"
    return "caught" if "caught" in said and said["caught"][0] == card else "safe"


@pytest.fixture
def limit_coach_to_next_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the coach from looking beyond the next card: that takes most of its time, and exact figures do not need
    it.
    """

    def none(self: RevealOutcomeCounter) -> Generator[None, None, RevealOutcome]:
        yield from ()
        return RevealOutcome(0.0, 1.0)

    monkeypatch.setattr(RevealOutcomeCounter, "outcome", none)


@pytest.mark.deep
def test_figures_of_the_coach_equal_a_count_over_every_card_that_may_come_next(limit_coach_to_next_card):
    """For the count, each card that the deck may hold is turned next, by the rules, in a match made up from what the
    seat knows.
    """
    for player in players_at_decisions(COMPARED_STATE_COUNT):
        told = player.advice()
        assert tuple(choice.action for choice in told.choices) == player.match.legal(player.seat)
        reveal = told.choices[0]
        seat, view = player.seat, player.match.view(player.seat)
        world = player.game.imagined_match(view, player.memory, player.random)
        assert isinstance(world, MadQueensState)
        deck = Counter(world.decks[seat])
        fates: Counter[str] = Counter()
        for card, copies in deck.items():
            fates[outcome_of_card(world.copy(), seat, card)] += copies
        cards = deck.total()
        figures = {figure.label: figure.value for figure in reveal.figures}
        assert figures["caught"] == fates["caught"] / cards
        any_queen = (fates["queen"] + fates["fatal"]) / cards
        assert figures.get("Queen", 0) == (any_queen if fates["queen"] else 0), "left out if each is a last one"
        assert figures.get("game-ending Queen", 0) == fates["fatal"] / cards
        assert figures.get("exact hit", 0) == fates["exact"] / cards
        assert figures.get("Joker", 0) == fates["joker"] / cards
        assert figures["{} at stake"] == sum(world.points_by_card[card] for card in world.rows[seat])
        assert not any(figure.error for choice in told.choices for figure in (*choice.figures, choice.worth))


@pytest.mark.deep
def test_banking_changes_the_score_as_the_coach_says(limit_coach_to_next_card):
    for player in players_at_decisions(count_for_depth(150, 5_000)):
        seat, match = player.seat, player.match
        for choice in player.advice().choices:
            if choice.action.verb == "bank":
                twin = match.copy()
                remarks = [change for change in twin.act(seat, choice.action) if isinstance(change, Remark)]
                (banked,) = (remark.particulars for remark in remarks[:1])
                assert remarks[0].key == "banked"
                row, later = choice.parts
                assert banked[1] == row.value
                assert choice.worth.value == row.value + later.value


@pytest.mark.parametrize(
    ("deck", "row", "reason"),
    [
        ("4♥ 3♣", 1, "would be caught, but the next card brings"),
        (
            "4♥ 3♥ 6♥ 8♥ 10♥ K♥ 2♥ A♥",
            7,
            "and cost you your row of 14 points; the next card brings -1.1 points on average: bank.",
        ),
    ],
)
def test_reason_names_the_risk_of_the_next_card(position_maker, deck, row, reason):
    at = position_maker.deal("9♠ J♦", deck).act(*["reveal"] * row)
    view = at.match.view(0)
    told = run_to_end(games["mad-queens"].coach(games["mad-queens"], view, games["mad-queens"].memory(view)))
    assert reason in told.reason
    assert told.best.action.verb == told.reason.rstrip(".").split()[-1]


@pytest.mark.parametrize(
    ("rival", "reason"),
    [
        (40, "even with this row you trail by 39 points, so only another card can help: reveal."),
        (0, "with this row you lead by 1 point: bank."),
    ],
)
def test_reason_of_the_coach_names_the_points_between_the_seats_once_all_others_have_finished(
    position_maker, rival, reason
):
    """By points alone the coach would advise the opposite: of the four cards left, either all are caught or none."""
    match = position_maker.deal("9♠ J♦", "4♠", seats=2).act("reveal").match
    left = cards("9♥ 9♣ J♥ J♣" if rival else "5♠ 6♠ 7♠ 8♠")
    match.piles[match.layout.gone[0].layout_index] += [card for card in match.decks[0] if card not in left]
    match.decks[0][:] = left
    for name, value in (("cause/1", "chosen"), ("status/1", "finished"), ("score/1", rival)):
        match.facts[match.layout.fact(name).layout_index] = value
    match._public_cache = None
    view = match.view(0)
    told = run_to_end(games["mad-queens"].coach(games["mad-queens"], view, games["mad-queens"].memory(view)))
    assert told.reason.endswith(reason)


def advice_for_view(view: View, slug: str) -> Advice:
    """Return the advice for the seat of a view."""
    return run_to_end(games[slug].coach(games[slug], view, games[slug].memory(view)))


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(["mad-queens", "mad-queens-classic"], 1))
def test_coach_advises_for_the_win_as_hard_bots_play_and_says_where_that_costs_points(slug):
    """With four seats the coach advises the action of a hard bot; with one seat it advises what brings most points."""
    verbs: Counter[str] = Counter()
    matches = [(1, "win-3"), *((4, f"win-{number}") for number in range(count_for_depth(8, 16)))]
    for seats, seed in matches:
        match = games[slug].start(seats, seed)
        while not match.over:
            seat = min(match.awaited)
            view = match.view(seat)
            if len(match.legal(seat)) > 1:
                told = advice_for_view(view, slug)
                most = max(
                    told.choices,
                    key=lambda choice: (
                        worth_as_shown(choice),
                        ("end", "reveal", "bank").index(choice.action.verb),
                    ),
                )
                known = winning_chances_of_actions(view) if seats > 1 else (1, 0)
                is_open = max(known) > MAX_HOPELESS_CHANCE
                is_close = max(known) - min(known) <= MIN_CLEAR_DIFFERENCE
                is_for_points = (is_close or not is_open) and not have_all_others_finished(view)
                is_without_rank = is_for_points or choose_to_win_match(view) is None
                assert told.best.action == (most.action if is_without_rank else play_as_striving(view))
                assert told.reason.endswith(f": {told.best.action.verb}.")
                chances = {
                    choice.action.verb: figure.value
                    for choice in told.choices
                    for figure in choice.figures
                    if figure.label.startswith(WIN_LABEL)
                }
                is_equal = bool(chances) and len({worth_as_shown(choice) for choice in told.choices}) < len(
                    told.choices
                )
                for_points = told.best.action == most.action and (is_for_points or is_close or not is_equal)
                assert bool(re.search("likely to win|All others", told.reason)) is not for_points
                assert bool(chances) == (seats > 1) or have_all_others_finished(view)
                assert not told.equally_good
                if "likely to win" in told.reason:
                    assert max(chances.values()) - min(chances.values()) > MIN_CLEAR_DIFFERENCE
                    assert chances[told.best.action.verb] == max(chances.values())
                    shown = re.search(r"\(about (\d+)%\) than if you .*\((?:(\d+)%|less)\)", told.reason)
                    assert shown
                    assert not re.search("hardly|slightly|perhaps", told.reason), "figures say how much"
                    words = [WORDS_BY_VERB[verb][0] for verb in chances]
                    assert all(f"you {word}" in told.reason or f"or {word}" in told.reason for word in words)
                    most, least = (percent_of(pick(chances.values())) for pick in (max, min))
                    assert int(shown[1]) == most
                    assert shown[2] == (None if most == least else str(least))
                    others = max(view.facts[f"score/{other}"] for other in range(seats) if other != seat)
                    lead = view.facts[f"score/{seat}"] + run_to_end(count_next_card(view)).row_points - others
                    goes_on = told.best.action.verb == "reveal"
                    points = count(abs(lead), "point" if slug == "mad-queens" else "card")
                    places = re.findall(r"you (?:trail|lead) by \d+ \w+|trail|lead", told.reason)
                    if goes_on:
                        assert places == ([f"you trail by {points}"] if lead < 0 else [])
                    else:
                        assert places == ([f"you lead by {points}"] if lead > 0 else [])
                verbs[told.best.action.verb] += not for_points
            match.act(seat, play_as_striving(view))
    assert verbs.total() > 5


def assert_reason_is_true(view: View, told: Advice) -> str:
    """Assert that each clause of the reason holds, and is one for the advised action; return what was checked last."""
    seat, verb, reason = view.seat, told.best.action.verb, told.reason
    assert seat is not None
    coming = run_to_end(count_next_card(view))
    others = [view.facts[f"score/{other}"] for other in range(view.seats) if other != seat]
    lead = view.facts[f"score/{seat}"] + coming.row_points - max(others, default=0)
    worths = {choice.action.verb: choice.worth.value for choice in told.choices}
    goes_on = verb == "reveal"
    for choice in told.choices:
        assert choice.worth.value == pytest.approx(sum(part.value for part in choice.parts))
    points = {part.label: round(part.value, 1) for choice in told.choices for part in choice.parts}
    mean, kept, cost = (
        round(coming.mean_points, 1),
        next((value for label, value in points.items() if label in LATER_PART_LABELS), 0),
        -points.get(GAME_END_PART_LABEL, 0),
    )
    risks = {one.label: one.value for one in told.choices[0].figures}
    by_them = next((value for label, value in risks.items() if label.startswith("or row lost after")), None)
    if by_them is not None:
        assert by_them > 1e-9
        assert coming.row_points
        assert risks["caught"] + by_them == pytest.approx(coming.row_loss_chance)
    if "no likelier to win" in reason or "win less often" in reason:
        reveal, other = map(percent_of, winning_chances_of_actions(view))
        assert (reveal <= other) == (verb == "end")
        if verb == "end":
            assert re.search(rf"\(about {reveal}%", reason)
            assert ("either way" in reason) == ("no likelier" in reason) == (reveal == other)
        else:
            assert f"you would win less often ({other}%, not about {reveal}%)" in reason
            assert [choice.action.verb for choice in told.choices] == ["reveal", "end"]
    if "costs nothing" in reason:
        assert goes_on
        assert abs(coming.mean_points) < 0.05
    if "likely to win" in reason:
        assert choose_to_win_match(view).verb == verb
        shown = {choice.action.verb: worth_as_shown(choice) for choice in told.choices}
        assert shown[verb] <= max(points for other, points in shown.items() if other != verb)
    if "you trail" in reason:
        assert goes_on
        assert lead < 0
    if "you lead" in reason:
        assert not goes_on
        assert lead > 0
        assert ("with this row" in reason) == (coming.row_points > 0)
    if "would be caught" in reason:
        caught = re.search(r"(None|\d+) of your (\d+) cards?", reason)
        assert caught is None or caught.groups() == (str(coming.caught_count or "None"), str(coming.card_count))
        assert not goes_on or ("but the next card" in reason) == (coming.caught_count + coming.fatal_queen_count > 0)
        assert goes_on or coming.caught_count > 0
    if goes_on and ("would be caught" in reason or "no row to lose" in reason) and "likely to win" not in reason:
        assert ("who would" in reason) == (coming.fatal_queen_count > 0)
    if "brings" in reason and verb in ("reveal", "bank"):
        assert bool(re.search("whom? would", reason)) == (coming.fatal_queen_count > 0)
    if among := re.search(r"; (\d+) others? (?:is a Queen|are Queens)(?:, (\d+) of whom would| (who) would)?", reason):
        ending = int(among[2] or 0) or (coming.queen_count if among[3] else 0)
        assert (int(among[1]), ending) == (coming.queen_count, coming.fatal_queen_count)
    elif ends := re.search(r"who would (?:take (\d+) cards and )?end your game", reason):
        assert coming.fatal_queen_count
        assert int(ends[1] or 0) == coming.fourth_queen_price
    if lost := re.search(r"cost you your row of (\d+)", reason):
        assert not goes_on
        assert coming.row_points == int(lost[1])
    if "no row to lose" in reason:
        assert goes_on
        assert not view.cards(f"shown/{seat}")
    if later := re.search(r"about (as much|\S+) in a later (?:play|turn)", reason):
        assert later[1] == ("as much" if mean == kept else str(kept))
        assert ("with this row safe" in reason) == (mean == kept and coming.row_points > 0)
        assert 0 < mean <= kept
        assert not goes_on
    if costs := re.search(r"risks about (\S+) of what you could still win later(?:; kept .* about (\S+):)?", reason):
        assert goes_on == (round(mean - cost, 1) > kept)
        assert float(costs[1]) == cost > 0
        assert mean > kept
        assert costs[2] == (str(kept) if not goes_on and round(mean - cost, 1) > 0 else None)
    elif "likely to win" not in reason and "bank" in worths:
        assert not cost or mean <= kept, "what would decide otherwise is told"
    if average := re.search(r"(only \d+\.\d|[+-]\d+\.\d|nothing)(?: \w+)? on average", reason):
        assert average[1] in (
            "nothing",
            f"only {coming.mean_points:.1f}",
            f"{coming.mean_points:+.1f}",
        )
        if "likely to win" not in reason and (goes_on or average[1] != "nothing"):
            assert re.search("only|later|no difference", reason) or (coming.mean_points > 0) == goes_on
    if "makes no difference" in reason:
        assert abs(coming.mean_points - worths["end"]) < 0.05
        assert goes_on
    return re.sub(r"\d+|Q.", "#", reason)


@given(
    slug=st.sampled_from(["mad-queens", "mad-queens-classic"]),
    seats=st.integers(1, 4),
    seed=st.integers(0, 10_000),
    skipped=st.integers(0, 60),
    playing=st.sampled_from([play_as_striving, play_as_careful]),
)
@example(slug="mad-queens", seats=2, seed=340, skipped=56, playing=play_as_careful)  # sums shown as equal
def test_reason_of_the_coach_is_true_and_one_for_the_advised_action(slug, seats, seed, skipped, playing):
    match = games[slug].start(seats, f"reason-{seed}")
    while not match.over:
        seat = min(match.awaited)
        view = match.view(seat)
        skipped -= 1
        if len(match.legal(seat)) > 1 and skipped < 0:
            assert_reason_is_true(view, advice_for_view(view, slug))
            return
        match.act(seat, playing(view))


def test_going_on_is_compared_with_the_end_where_the_seat_may_end_its_game(position_maker):
    """With no row, cards that are all caught cost nothing; and an end costs nothing either."""
    match = position_maker.deal("9♠ J♦", "4♠").match
    left = cards("9♥ 9♣ J♥ J♣")
    match.piles[match.layout.gone[0].layout_index] += (Counter(match.decks[0]) - Counter(left)).elements()
    match.decks[0][:] = left
    match._public_cache = None
    told = advice_for_view(match.view(0), "mad-queens")
    assert [choice.action.verb for choice in told.choices] == ["reveal", "end"]
    assert told.reason == "It makes no difference on average whether you go on or end your game: reveal."


@pytest.mark.parametrize("mean", [-0.04, 0.04])
def test_of_equal_sums_a_reveal_is_advised_before_an_end_of_the_game(position_maker, monkeypatch, mean):
    """What is not shown does not decide: else the same table would once say reveal and once end."""
    match = position_maker.deal("9♠ J♦", "4♠").match
    left = cards("9♥ 9♣ J♥ J♣")
    match.piles[match.layout.gone[0].layout_index] += (Counter(match.decks[0]) - Counter(left)).elements()
    match.decks[0][:] = left
    match._public_cache = None
    view = match.view(0)
    figures = run_to_end(count_next_card(view))._replace(mean_points=mean)
    told = advice_with_figures(view, figures, monkeypatch)
    assert told.best.action.verb == "reveal"
    assert told.reason == "It makes no difference on average whether you go on or end your game: reveal."


def test_going_on_is_not_compared_with_an_end_that_is_not_legal(position_maker, monkeypatch):
    """After an exact hit the row is empty, but the other choice is to bank."""
    view = position_maker.deal("9♠ J♦", "J♦").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))._replace(mean_points=0.3)
    monkeypatch.setattr("core.mad_queens.coach.worth_of_card_kept", lambda view: 0.01)
    told = advice_with_figures(view, figures, monkeypatch)
    assert [choice.action.verb for choice in told.choices] == ["reveal", "bank"]
    assert told.reason == "You have no row to lose, and the next card brings +0.3 points on average: reveal."


def test_card_that_brings_nothing_on_average_is_not_said_to_be_worth_more_later(position_maker, monkeypatch):
    view = position_maker.deal("9♠ J♦", "4♥").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))._replace(caught_count=0, queen_count=0, fatal_queen_count=0)
    for mean, brings in (
        (0.03, "nothing on average"),
        (0.1, "only 0.1 points on average, but about 0.5 in a later play"),
    ):
        told = advice_with_figures(view, figures._replace(mean_points=mean), monkeypatch)
        assert told.reason == f"The next card brings {brings}: bank."


def test_reason_to_bank_names_the_queens_and_what_the_next_card_brings(position_maker, monkeypatch):
    view = position_maker.deal("9♠ J♦", "4♥").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))._replace(queen_count=3, fatal_queen_count=0)
    lost = (
        f"{figures.caught_count} of your {figures.card_count} cards would be caught and cost you your row of 2 points"
    )
    monkeypatch.setattr("core.mad_queens.coach.worth_of_card_kept", lambda view: 0.5)
    for mean, brings in (
        (-0.4, "-0.4 points on average"),
        (0.2, "only 0.2 points on average, but about 0.5 in a later play"),
        (0.48, "only 0.5 points on average, and about as much in a later play, with this row safe"),
    ):
        told = advice_with_figures(view, figures._replace(mean_points=mean), monkeypatch)
        assert told.reason == f"{lost}; 3 others are Queens, and the next card brings {brings}: bank."
    told = advice_with_figures(view, figures._replace(mean_points=-0.4, fatal_queen_count=3), monkeypatch)
    queens = f"3 of your {figures.card_count} cards are Queens who would end your game"
    assert told.reason == f"{queens}, and the next card brings -0.4 points on average: bank."


def test_reason_says_what_the_fourth_queen_takes_before_she_ends_the_game(position_maker, monkeypatch):
    """Of a Queen who cannot be paid it says only that she ends the game: she takes nothing."""
    view = position_maker.deal("9♠ J♦", "4♥").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))._replace(queen_count=1, fatal_queen_count=1, caught_count=1)
    for mean, price in product((-0.4, 0.9), (0, 3)):
        told = advice_with_figures(view, figures._replace(mean_points=mean, fourth_queen_price=price), monkeypatch)
        assert f"is a Queen who would {'take 3 cards and ' if price else ''}end your game, " in told.reason


def test_figures_count_the_cards_that_the_fourth_queen_would_take():
    prices = set()
    for seed in range(60):
        match = games["mad-queens"].start(1, seed=f"fourth-{seed}")
        while not match.over:
            view = match.view(0)
            if view.facts["spent/0"] == 3 and match.legal(0):
                figures, deck = run_to_end(count_next_card(view)), match.decks[0]
                queen = next((card for card in map(Card, deck) if card.rank == "Q"), None)
                cost = 0 if queen is None else 2 + sum(card.suit == queen.suit for card in view.cards("shown/0"))
                prices.add(figures.fourth_queen_price)
                assert figures.fourth_queen_price == (cost if cost <= view.count("bank/0") else 0)
            match.act(0, play_as_careful(view))
    assert len(prices) > 1


def test_seat_that_can_hardly_win_plays_for_its_own_score(position_maker):
    """Whatever it does, its chance is at most 1%."""
    for row, rival_score in product(range(1, 6), (60, 80)):
        match = position_maker.deal("9♠ J♦", "4♥ 3♥ 6♥ 8♥ 10♥ K♥", seats=2).act(*["reveal"] * row).match
        match.facts[match.layout.score[1].layout_index] = rival_score
        match._public_cache = None
        told = advice_for_view(match.view(0), "mad-queens")
        assert told.reason.startswith(HOPELESS_SENTENCE)
        assert told.best == max(told.choices, key=lambda choice: choice.worth.value)


@pytest.mark.parametrize(("chances", "is_clear"), [((0.03, 0.025), False), ((0.3, 0.305), False), ((0.3, 0.35), True)])
@pytest.mark.parametrize("mean", [0.1, 0.9])
def test_chances_too_close_to_call_leave_the_choice_to_points(position_maker, monkeypatch, chances, is_clear, mean):
    """Nobody believes an advice against the sums that the page itself shows, for a gain that it shows as nothing."""
    view = position_maker.deal("9♠ J♦", "4♥ 3♥ 6♥", seats=2).act(*["reveal"] * 2).match.view(0)
    monkeypatch.setattr("core.mad_queens.coach.winning_chances_of_actions", lambda view: chances)
    monkeypatch.setattr("core.mad_queens.coach.choose_to_win_match", lambda view: Action(("bank",)))
    monkeypatch.setattr("core.mad_queens.coach.worth_of_card_kept", lambda view: 0.0)
    figures = run_to_end(count_next_card(view))._replace(mean_points=mean)
    assert advice_with_figures(view, figures, monkeypatch).best.action.verb == ("bank" if is_clear else "reveal")


def test_card_kept_is_worth_less_in_a_deck_of_few_cards_and_many_queens_than_in_a_whole_one(position_maker):
    whole, few = (
        position_maker.lay_out("8♠ K♦", deck, without_rest=without_rest).act("reveal").match.view(0)
        for deck, without_rest in (("4♥", False), ("4♥ 5♥ Q♣ Q♦ Q♥", True))
    )
    assert (whole.count("deck/0"), few.count("deck/0")) == (49, 4)
    worths = [
        choice.worth.value - row_points(view, 0)
        for view in (whole, few)
        for choice in advice_for_view(view, "mad-queens").choices
        if choice.action.verb == "bank"
    ]
    assert worths[0] > 0.3
    assert worths[1] == 0


def test_reason_to_end_the_game_says_that_going_on_makes_winning_no_likelier(position_maker):
    """Who is behind would wonder else why to stop."""
    bank = " ".join(f"{rank}{suit}" for suit in "♣♦" for rank in range(2, 11))
    position = position_maker.lay_out("8♠ K♦", "Q♣ Q♦ Q♥", bank=bank, without_rest=True, other_deck="4♥ 5♥", seats=2)
    told = advice_for_view(position.match.view(0), "mad-queens")
    assert told.best.action.verb == "end"
    assert_reason_is_true(position.match.view(0), told)
    assert re.search(
        r", and (it makes you no likelier to win|you would win less often with it) \(about \d+%", told.reason
    )


def test_sum_of_a_reveal_counts_the_later_points_that_an_end_of_the_game_would_cost(position_maker, monkeypatch):
    """Both Queens would end the game, as the bank is empty; what is lost with them decides."""
    view = position_maker.lay_out("9♠ J♦", "4♥", queens_in_deck="Q♠ Q♣").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))
    assert (figures.fatal_queen_count, view.count("deck/0")) == (2, 51)
    reveal, bank = advice_for_view(view, "mad-queens").choices
    (cost,) = (part.value for part in reveal.parts if part.label == GAME_END_PART_LABEL)
    assert cost == -2 / 51 * later_points_without_next_card(view) < 0
    assert reveal.worth.value == pytest.approx(2 + figures.mean_points + cost)
    assert reveal.worth.label == bank.worth.label == ESTIMATED_WORTH_LABEL
    for later_points, verb in ((1, "reveal"), (51, "bank")):  # 1 / 51 of a point is shown as none
        monkeypatch.setattr("core.mad_queens.coach.later_points_without_next_card", lambda view, at=later_points: at)
        told = advice_with_figures(view, figures._replace(mean_points=1.0), monkeypatch)
        assert told.best.action.verb == verb
        costs = re.search(r"risks about (\S+) of what you could still win later", told.reason)
        assert bool(costs) == (later_points == 51)


def test_sum_of_a_reveal_counts_no_later_points_where_the_other_choice_is_to_end_the_game(position_maker):
    view = position_maker.lay_out("8♠ K♦", "4♥ 5♥ Q♥ Q♦", without_rest=True).match.view(0)
    assert run_to_end(count_next_card(view)).fatal_queen_count == 2
    reveal, end = advice_for_view(view, "mad-queens").choices
    assert end.action.verb == "end"
    assert GAME_END_PART_LABEL not in [part.label for part in reveal.parts]


def test_card_worth_as_much_now_as_later_is_not_turned(position_maker, monkeypatch):
    view = position_maker.deal("9♠ J♦", "4♥").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))._replace(mean_points=0.54)  # both are shown as 0.5
    monkeypatch.setattr("core.mad_queens.coach.worth_of_card_kept", lambda view: 0.5)
    assert advice_with_figures(view, figures, monkeypatch).best.action.verb == "bank"


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        (
            "mad-queens",
            "You must turn a first card; 6 of your 50 cards would be caught: reveal.",
        ),
        ("mad-queens-classic", "You must turn a first card; 8 of your 50 cards would be caught: reveal."),
    ],
)
def test_only_choice_at_the_beginning_is_explained_and_the_one_that_the_board_shows_beside_it(slug, reason):
    view = games[slug].start(1, seed=1).view(0)
    assert advice_for_view(view, slug).reason == reason


def test_reason_to_go_on_before_a_play_names_the_end_of_the_game(position_maker, monkeypatch):
    view = position_maker.lay_out("8♠ K♦", "4♥ 5♥ 3♣ 2♦", without_rest=True).match.view(0)
    figures = run_to_end(count_next_card(view))._replace(mean_points=0.9)
    reason = advice_with_figures(view, figures, monkeypatch).reason
    assert reason.endswith("brings +0.9 points on average, and ending now brings nothing more: reveal.")


def advice_with_figures(view: View, figures: NextCardFigures, monkeypatch: pytest.MonkeyPatch) -> Advice:
    """Return the advice for the seat of a view of Mad Queens if the figures about its next card are these."""

    def counted(_: View) -> Generator[None, None, NextCardFigures]:
        yield from ()
        return figures

    monkeypatch.setattr("core.mad_queens.coach.count_next_card", counted)
    return advice_for_view(view, "mad-queens")


def test_worth_and_risk_of_a_reveal_count_the_cards_that_a_joker_turns(position_maker):
    """Behind the Joker lie two cards that are caught; if any of the three is turned next, the row is lost."""
    at = position_maker.deal("9♠ J♦", "4♥").act("reveal").match
    left = cards("Jk 9♥ J♥")
    at.piles[at.layout.gone[0].layout_index] += (Counter(at.decks[0]) - Counter(left)).elements()
    at.decks[0][:] = left
    at._public_cache = None
    view = at.view(0)
    reveal = advice_for_view(view, "mad-queens").choices[0]
    figures = {figure.label: figure.value for figure in reveal.figures}
    assert figures["caught"] == 2 / 3
    assert figures["or row lost after a Joker"] == pytest.approx(1 / 3)
    assert reveal.worth.value - row_points(view, 0) == run_to_end(count_next_card(view)).mean_points == -2


def test_reason_to_bank_an_empty_row_is_that_the_banned_cards_that_were_hit_go(position_maker, monkeypatch):
    view = position_maker.deal("9♠ J♦", "J♦").act("reveal").match.view(0)
    figures = run_to_end(count_next_card(view))._replace(queen_count=0, fatal_queen_count=0, mean_points=0.48)
    monkeypatch.setattr("core.mad_queens.coach.worth_of_card_kept", lambda view: 0.5)
    reason = advice_with_figures(view, figures, monkeypatch).reason
    assert reason.endswith("and about as much in a later play, once the banned cards you hit are gone: bank.")
