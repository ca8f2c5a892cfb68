"""The matches that a seat's memory imagines agree with what the seat has seen, and every arrangement of the other cards
is equally likely.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from statistics import NormalDist

import pytest

from core import Action, BadOption, Card, Change, Game, IllegalAction, Match, games
from core.engine.coach import Advice
from core.engine.computation import run_to_end
from core.engine.memory import Memory
from core.engine.piles import PHASE_FACT
from core.trick_taking import TrickMemory
from tests.conformance.conftest import RandomPlay, representative_seats
from tests.support.depth import count_for_depth, parametrize

COMPARED_STATE_COUNT = count_for_depth(600, 12_000)
"""Number of states, over all games and numbers of seats, in which an imagined match is compared with the real one."""

SLUGS_AND_SEATS = [(slug, seats) for slug, game in games.items() for seats in representative_seats(game)]
"""Pairs of each game's slug and each of its representative numbers of seats."""

STATES_PER_MATCH_PLAYED_TO_ITS_END = 20
"""From one in this many compared states, the imagined match is also played to its end."""

OPTIONS_FOR_SHORT_MATCHES = {"target": 1, "max_rounds": 1, "hand_size": 7}
"""Options, by name, with which a match is short in the games that have them."""

CHECKED_RANDOM_ACTIONS = 40
"""Number of random actions at the beginning of an imagined match; after each of them the views are checked. The later
actions are automatic.
"""

MAX_AUTOMATIC_ACTIONS = 100_000
"""Largest number of automatic actions within which every match must end."""

MAX_SEATS_WITH_ALL_COMPARED = 8
"""Largest number of seats of a match in which the legal actions of all seats are compared; in larger matches only those
of some seats.
"""

MAX_UNSEEN_CARDS_TO_DEAL = 7
"""Largest number of unseen cards for which a test tries every way to deal them to the other seats' hands."""


def random_options(game: Game, seats: int, random: Random) -> dict[str, object]:
    """Return settings that a game allows for a number of seats; each option differs from its default with a chance of
    one half.
    """
    while True:
        options: dict[str, object] = {"rules": random.randint(1, game.revision)}
        for name, option in game.options.items():
            if option.bounds is None and random.random() < 0.5:
                options[name] = random.choice(option.choices or (True, False))
            elif name in OPTIONS_FOR_SHORT_MATCHES and random.random() < 0.8:
                options[name] = OPTIONS_FOR_SHORT_MATCHES[name]
        try:
            game.match_settings(seats, options)
        except BadOption:
            continue
        return options


class RememberingPlayer:
    """A match played at random, with the memory of one of its seats."""

    def __init__(self, slug: str, seats: int, seed: str) -> None:
        self.random = Random(seed)
        self.game = games[slug]
        self.options = random_options(self.game, seats, self.random)
        self.match = self.game.start(seats, seed, self.options)
        self.seat = self.random.randrange(seats)
        self.memory = self.new_memory()

    def new_memory(self) -> Memory:
        """Return a new memory of the seat, which has seen nothing before the present state."""
        return self.game.memory(self.match.view(self.seat))

    def advice(self) -> Advice:
        """Return the coach's advice for the seat in the present state."""
        assert self.game.coach is not None
        return run_to_end(self.game.coach(self.game, self.match.view(self.seat), self.memory))

    def play_and_remember(self, limit: int) -> Iterator[tuple[Change, ...]]:
        """Play random actions and let the memory note them; yield the changes of each action, until the match ends or
        `limit` actions are done.
        """
        for _ in range(limit):
            seat = self.random.choice(sorted(self.match.waiting))
            changes = self.match.act(seat, self.random.choice(self.match.legal(seat)))
            self.memory.note(changes)
            if self.match.over:
                return
            yield changes


@pytest.mark.deep
@parametrize(("slug", "seats"), SLUGS_AND_SEATS, 8)
def test_imagined_match_shows_the_seat_its_view_and_is_played_to_its_end(slug, seats, random_play):
    """An imagined match depends only on what the seat knows: a match that looks the same to the seat gives the same
    imagined match.
    """
    left, number = -(-COMPARED_STATE_COUNT // len(SLUGS_AND_SEATS)), 0
    while left > 0:
        number += 1
        player = RememberingPlayer(slug, seats, f"{slug}-{seats}-{number}")
        for _ in player.play_and_remember(min(left, 200)):
            left -= 1
            seed = player.random.random()
            check_imagined_match(player, seed)
            if player.random.randrange(STATES_PER_MATCH_PLAYED_TO_ITS_END) == 0:
                play_to_end(player, seed, random_play)


def check_imagined_match(player: RememberingPlayer, seed: float) -> None:
    """Check that the match imagined with the seed `seed` shows the player's seat exactly its present view.

    Also check that a memory of the imagined match, asked with the same seed, imagines that match again.
    """
    match, seat = player.match, player.seat
    view = match.view(seat)
    imagined = match.imagined_match(seat, player.memory, Random(seed))
    assert imagined.view(seat) == view
    assert imagined.legal(seat) == match.legal(seat)
    assert (imagined.waiting, imagined.awaited) == (match.waiting, match.awaited)
    again = imagined.imagined_match(seat, player.memory, Random(seed))
    assert (again.digest, again.waiting) == (imagined.digest, imagined.waiting)


def play_to_end(player: RememberingPlayer, seed: float, random_play: RandomPlay) -> None:
    """Play an imagined match to its end, and check that the views of its seat follow from the changes shown to it."""
    seat = player.seat
    imagined = player.match.imagined_match(seat, player.memory, Random(seed)).copy()
    view = imagined.view(seat)
    for actor, action in random_play.random_actions(imagined, Random(seed), CHECKED_RANDOM_ACTIONS):
        assert imagined.legal(actor) == player.game.legal(imagined.view(actor))
        view = view.apply_all(known for change in imagined.act(actor, action) if (known := change.seen_by(seat)))
        assert view == imagined.view(seat)
    for _ in range(MAX_AUTOMATIC_ACTIONS):
        if imagined.over:
            break
        actor = min(imagined.awaited)
        imagined.act(actor, imagined.default(actor))
    assert imagined.over


@pytest.mark.parametrize(("slug", "seats"), SLUGS_AND_SEATS)
def test_memory_follows_from_the_changes_that_the_seat_is_shown(slug, seats):
    """A memory that is given all changes knows no more than one that is given only what its seat is shown of them."""
    player = RememberingPlayer(slug, seats, f"shown-{slug}-{seats}")
    shown = player.new_memory()
    for number, changes in enumerate(player.play_and_remember(60)):
        shown.note([known for change in changes if (known := change.seen_by(player.seat)) is not None])
        if number % 6 == 0:
            view = player.match.view(player.seat)
            imagined = player.game.imagined_match(view, shown, Random(number))
            assert imagined.digest == player.match.imagined_match(player.seat, player.memory, Random(number)).digest


@pytest.mark.deep
@parametrize(("slug", "seats"), SLUGS_AND_SEATS, 8)
def test_true_match_is_one_that_the_memory_can_imagine(slug, seats, monkeypatch):
    """If the imagined match is given the real hidden cards, all its facts and legal actions are those of the real
    match.
    """
    for number in range(count_for_depth(1, 2)):
        player = RememberingPlayer(slug, seats, f"truth-{slug}-{seats}-{number}")
        for _ in player.play_and_remember(80):
            match, memory = player.match, player.memory
            truth = {name: match.piles[match.layout.pile(name).layout_index] for name in memory.hidden_piles}
            if match.sealed_play.public_states:
                continue  # the others' rows and decks are hidden, too, and no memory tells what they did
            check_memory_allows(memory, truth)
            with monkeypatch.context() as patch:
                patch.setattr(type(memory), "deal", lambda *_: truth)  # noqa: B023
                imagined = match.imagined_match(player.seat, memory, player.random)
            assert imagined.facts == match.facts
            for seat in range(seats) if seats <= MAX_SEATS_WITH_ALL_COMPARED else (player.seat,):
                assert sorted(imagined.legal(seat)) == sorted(match.legal(seat))
            assert list(map(Counter, imagined.piles)) == list(map(Counter, match.piles))


def check_memory_allows(memory: Memory, truth: Mapping[str, Sequence[Card]]) -> None:
    """Check that what a memory knows allows the hidden piles to hold the cards that they really hold."""
    for name, pile in memory.hidden_piles.items():
        rest = Counter(truth[name])
        rest.subtract(pile.known_cards)
        assert min(rest.values(), default=0) >= 0
        assert rest.total() == sum(pool.places[name] for pool in pile.pools)
        possible = sum((pool.cards for pool in pile.pools), Counter())
        assert +rest <= possible
        if isinstance(memory, TrickMemory) and name.startswith("hand/"):
            barred = memory.barred_cards_by_seat[int(name.removeprefix("hand/"))]
            assert not any(barred >> card & 1 for card in rest.elements())
    for pool in memory.pools:
        assert pool.cards.total() == sum(pool.places.values())
        if all(memory.hidden_piles[name].pools == [pool] for name in pool.places):
            lying = sum(
                (Counter(truth[name]) - Counter(memory.hidden_piles[name].known_cards) for name in pool.places),
                Counter(),
            )
            assert lying == +pool.cards


@parametrize(("slug", "seats"), SLUGS_AND_SEATS, 8)
def test_memory_that_begins_during_a_match_imagines_matches_from_then_on(slug, seats, random_play):
    """A program that reconnects has a memory that begins during a match and has seen nothing of what came before."""
    for number in range(2):
        player = RememberingPlayer(slug, seats, f"late-{slug}-{seats}-{number}")
        begin = player.random.randrange(5, 60)
        for done, _ in enumerate(player.play_and_remember(begin + 30)):
            if done == begin:
                player.memory = player.new_memory()
            if done >= begin:
                view = player.match.view(player.seat)
                imagined = player.game.imagined_match(view, player.memory, player.random)
                assert imagined.view(player.seat) == view
                if done % 10 == 0:
                    for actor, action in random_play.random_actions(imagined, player.random, 300):
                        imagined.act(actor, action)


# Every arrangement is equally likely


def critical_value_of_chi_squared(freedom: int, cases: int) -> float:
    """Return the value that the statistic chi-squared exceeds in any of `cases` cases with a chance of one in a
    thousand. `freedom` is the number of degrees of freedom. The value is the approximation of Wilson and Hilferty, with
    the significance divided by the number of cases (Bonferroni).
    """
    deviate = NormalDist().inv_cdf(1 - 0.001 / cases)
    return freedom * (1 - 2 / (9 * freedom) + deviate * math.sqrt(2 / (9 * freedom))) ** 3


def chi_squared(counts: Mapping[Hashable, int], expected: Mapping[Hashable, float]) -> float:
    """Return the statistic chi-squared for `counts`, where the counts `expected` were expected."""
    assert counts.keys() <= expected.keys()
    return sum((counts.get(key, 0) - mean) ** 2 / mean for key, mean in expected.items())


@parametrize(("slug", "seats"), [(slug, game.usual_seats) for slug, game in games.items()], 3)
def test_unseen_card_lies_in_each_place_as_often_as_in_any_other(slug, seats):
    """A chi-squared test for each card and each group of hidden piles in which any of these cards may lie, at a
    significance of 0.001 in all.
    """
    draws, tested = 1500, 0
    for number in range(2):
        player = RememberingPlayer(slug, seats, f"places-{slug}-{number}")
        for _ in player.play_and_remember(player.random.randrange(3, 60)):
            pass
        memory = player.memory
        view, random = player.match.view(player.seat), Random(number)
        if isinstance(memory, TrickMemory) and any(memory.barred_cards_by_seat):
            memory = player.new_memory()
        lying: Counter[tuple[Card, str]] = Counter()
        for _ in range(draws):
            for name, cards in memory.deal(view, random).items():
                lying.update((card, name) for card in cards)
        for name, pile in memory.hidden_piles.items():
            lying.subtract({(card, name): draws * pile.known_cards.count(card) for card in pile.known_cards})
        for pool in memory.pools:
            if len(pool.places) == 1 or any(len(memory.hidden_piles[name].pools) > 1 for name in pool.places):
                continue
            total, held = sum(pool.places.values()), +pool.cards
            for card, copies in held.items():
                if copies == 1:
                    expected = {name: draws * places / total for name, places in pool.places.items()}
                    seen = {name: lying[card, name] for name in pool.places}
                    limit = critical_value_of_chi_squared(len(expected) - 1, len(held))
                    assert chi_squared(seen, expected) < limit, (card, number)
                else:  # the places of its copies depend on each other, so only their mean is tested
                    for name, places in pool.places.items():
                        share = places / total
                        spread = math.sqrt(draws * copies * share * (1 - share))
                        assert abs(lying[card, name] - draws * copies * share) < 5 * spread
                tested += 1
    assert tested or slug.startswith("mad-queens")


@pytest.mark.parametrize("slug", ["queen-bees-ii", "queens-dungeon"])
@parametrize("number", range(4), 2)
def test_deal_that_fits_what_was_played_is_as_likely_as_any_other(slug, number):
    """A chi-squared test over all deals at the end of a hand, at a significance of 0.001.

    Which deals are possible is found by playing the hand again from its beginning with each arrangement of the cards.
    """
    game, random = games[slug], Random(number)
    match = game.start(4, f"fits-{slug}-{number}")
    while match.facts[PHASE_FACT] != "play":
        match.act(*next((seat, match.legal(seat)[0]) for seat in match.waiting))
    seat, start = random.randrange(4), match.copy()
    memory = game.memory(match.view(seat))
    while (
        sum(len(match.view(other).cards(f"hand/{other}")) for other in range(4) if other != seat)
        > MAX_UNSEEN_CARDS_TO_DEAL
    ):
        actor = min(match.waiting)
        memory.note(match.act(actor, random.choice(match.legal(actor))))
    done = match.actions[len(start.actions) :]
    view = match.view(seat)
    deals = possible_deals(
        start, done, seat, {name: view.count(name) for name in memory.hidden_piles if "hand/" in name}
    )
    draws = 40 * len(deals)
    drawn: Counter[Hashable] = Counter()
    for _ in range(draws):
        dealt = memory.deal(view, random)
        drawn[tuple(tuple(sorted(dealt[f"hand/{other}"])) for other in range(4) if other != seat)] += 1
    if len(deals) > 1:
        assert chi_squared(drawn, dict.fromkeys(deals, draws / len(deals))) < critical_value_of_chi_squared(
            len(deals) - 1, 1
        )
    assert drawn.keys() <= set(deals)


def possible_deals(start: Match, past_actions, seat: int, counts: Mapping[str, int]) -> list[Hashable]:
    """Return the hands that the other seats may hold, given the actions `past_actions` since the beginning of the match
    `start`.
    """
    played = {
        other: [action.cards[0] for actor, action in past_actions if actor == other and action.cards]
        for other in range(4)
    }
    unseen = sorted(
        card
        for other in range(4)
        if other != seat
        for card in start.piles[start.layout.pile(f"hand/{other}").layout_index]
        if card not in played[other]
    )
    others = [other for other in range(4) if other != seat]
    found: list[Hashable] = []
    for hands in all_deals(unseen, [counts[f"hand/{other}"] for other in others]):
        twin = start.copy()
        for other, hand in zip(others, hands, strict=True):
            twin.hands[other][:] = [*hand, *played[other]]
        twin.update_masks()
        twin.give_turn(min(twin.waiting))
        try:
            for actor, action in past_actions:
                twin.act(actor, action)
        except IllegalAction:
            continue
        found.append(hands)
    return found


def all_deals(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield all ways to deal cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in all_deals(rest, sizes[1:]):
            yield (hand, *others)


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_next_card_of_a_deck_is_as_likely_to_be_any_that_is_left(slug):
    """A chi-squared test of the next card that imagined matches turn, at a significance of 0.001."""
    player = RememberingPlayer(slug, 2, f"next-{slug}")
    for _ in player.play_and_remember(20):
        pass
    match, (actor, *_) = player.match, sorted(player.match.waiting)
    (pool,) = (pool for pool in player.memory.pools if f"deck/{actor}" in pool.places)
    deck = +pool.cards + Counter(player.memory.hidden_piles[f"deck/{actor}"].known_cards)
    draws = 25 * deck.total()
    seen: Counter[Hashable] = Counter()
    for _ in range(draws):
        imagined = match.imagined_match(player.seat, player.memory, player.random)
        changes = imagined.act(actor, Action(("reveal",)))
        seen[next(change.cards[0] for change in changes if str(change).startswith(f"deck/{actor} >"))] += 1
    expected = {card: draws * copies / deck.total() for card, copies in deck.items()}
    assert chi_squared(seen, expected) < critical_value_of_chi_squared(len(expected) - 1, 1)


# Calls that a memory refuses


def test_memory_refuses_a_view_that_does_not_follow_from_its_changes():
    match = games["queen-bees-ii"].start(4, 1)
    memory = match.game.memory(match.view(0))
    match.act(min(match.waiting), match.legal(min(match.waiting))[0])
    seat = next(iter(match.waiting))
    match.act(seat, match.legal(seat)[0])
    with pytest.raises(ValueError, match="the memory has 13 cards in hand/"):
        match.imagined_match(0, memory, Random(1))


@pytest.mark.parametrize("slug", games)
def test_spectator_has_no_memory(slug):
    game = games[slug]
    with pytest.raises(ValueError, match="spectator"):
        game.memory(game.start(game.usual_seats, 1).view(None))
