"""The dealer: its shuffle, the algorithm queens-1, which anyone can compute, and prepared deals."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import BadOption, Dealer, Record, cards, games, replay
from core.engine.cards import pack
from tests.support.depth import parametrize

seeds = st.one_of(st.integers(-(2**70), 2**70), st.text("abcXYZ019-_.♠", min_size=1, max_size=20))
"""Hypothesis strategy for seeds of a dealer: numbers and texts."""


def draw_by_queens_1(seed: int | str, name: str, pile: list[int]) -> list[int]:
    """Return the order drawn by the algorithm queens-1, implemented a second time from its description."""
    pile, turned, step = list(pile), [], 0
    number = 0
    while pile:
        if step % 16 == 0:
            text = f"queens-1 {seed} {name} {step // 16}"
            number = int(sha256(text.encode("utf-8")).hexdigest(), 16)
        step += 1
        place = number % len(pile)
        number //= len(pile)
        turned.append(pile[place])
        pile[place] = pile[-1]
        pile.pop()
    return turned


@given(seed=seeds, size=st.integers(0, 120))
def test_stream_draws_cards_as_the_published_algorithm_does(seed, size):
    pile = list(range(size))
    expected = draw_by_queens_1(seed, "deck/0", pile)
    stream, rest = Dealer.seeded(seed).stream("deck/0"), pile[:]
    stream.shuffle(rest)
    assert [stream.draw(rest) for _ in range(size)] == expected
    assert Dealer.seeded(seed).stream("deck/0").deal(pile) == expected
    assert pile == list(range(size))


def test_orders_drawn_from_known_seeds_never_change():
    """The expected orders were written down once: if they changed, no old match could be replayed."""
    assert " ".join(map(str, Dealer.seeded(7).stream("deck/0").deal(pack(2))[:10])) == CARDS_OF_SEED_7
    assert " ".join(map(str, Dealer.seeded("golden").stream("banned-deck").deal(pack(2))[:10])) == CARDS_OF_SEED_GOLDEN


CARDS_OF_SEED_7 = "3♥ 7♦ 2♥ 9♠ Q♥ 9♥ 7♥ 4♣ 9♦ K♥"
"""The first ten cards that the stream "deck/0" of a dealer with the seed 7 deals."""
CARDS_OF_SEED_GOLDEN = "5♦ Q♣ 4♥ 3♣ A♣ 8♥ Jk 5♥ 4♣ 6♦"
"""The first ten cards that the stream "banned-deck" of a dealer with the seed "golden" deals."""


def test_streams_are_independent_of_each_other():
    one, two = Dealer.seeded(1).stream("deck/0"), Dealer.seeded(1).stream("deck/1")
    alone = Dealer.seeded(1).stream("deck/1").deal(range(50))
    one.deal(range(50))
    assert two.deal(range(50)) == alone
    assert one.deal(range(50)) != two.deal(range(50))


@given(seed=st.integers(), steps=st.integers(0, 40), steps_of_copy=st.integers(0, 40))
def test_copy_of_a_stream_draws_independently(seed, steps, steps_of_copy):
    stream, pile = Dealer.seeded(seed).stream("stock"), list(range(100))
    for _ in range(steps):
        stream.draw(pile)
    twin, other = stream.copy(), pile[:]
    assert twin.state == stream.state
    expected = [stream.draw(pile) for _ in range(steps_of_copy)]
    assert twin.state != stream.state or not steps_of_copy
    assert [twin.draw(other) for _ in range(steps_of_copy)] == expected
    assert twin.state == stream.state


def test_stream_draws_from_a_pile_that_has_grown():
    stream, pile = Dealer.seeded(3).stream("deck/0"), list(range(10))
    first = [stream.draw(pile) for _ in range(5)]
    pile.append(99)
    assert sorted(first + [stream.draw(pile) for _ in range(6)]) == [*range(10), 99]


def chi_square(counts: Counter, cases: int) -> float:
    """Return the statistic chi-square of counts, where each of `cases` cases is equally likely."""
    expected = sum(counts.values()) / cases
    return sum((counts[case] - expected) ** 2 / expected for case in counts) + expected * (cases - len(counts))


def test_shuffle_draws_every_order_of_four_cards_equally_often():
    """With 24 orders, and so 23 degrees of freedom, chi-square exceeds 49.7 once in a thousand runs."""
    stream = Dealer.seeded("uniform").stream("deck/0")
    found = Counter(tuple(stream.deal(range(4))) for _ in range(24_000))
    assert set(found) == set(permutations(range(4)))
    assert chi_square(found, 24) < 49.7


@parametrize("place", [0, 1, 15, 16, 17, 53], 3)
def test_shuffle_puts_every_card_at_every_place_equally_often(place):
    """With 54 cards, 53 degrees of freedom, chi-square exceeds 90.6 once in a thousand runs."""
    found = Counter(Dealer.seeded(f"place-{n}").stream("deck/0").deal(range(54))[place] for n in range(5_400))
    assert chi_square(found, 54) < 90.6


# Prepared deals


def test_prepared_deal_can_be_given_as_texts_as_cards_or_as_one_text_of_a_record():
    whole = Dealer.scripted({"deck/0": ["6♥ 2♠", "Qd"]}).script
    assert Dealer.scripted({"deck/0": [["6h", "2♠"], ["Q♦"]]}).script == whole
    assert Dealer.scripted({"deck/0": [cards("6♥ 2♠"), cards("Q♦")]}).script == whole
    assert Dealer.scripted({"deck/0": "6♥ 2♠ | Q♦"}).script == whole


def test_prepared_cards_come_first_in_their_order_and_the_rest_by_the_seed():
    dealer = Dealer.scripted({"deck/0": ["6♥ 2♠ 10♣", "Q♦"]}, seed=4)
    stream, deck = dealer.stream("deck/0"), pack()
    stream.shuffle(deck)
    assert [stream.draw(deck) for _ in range(3)] == list(cards("6♥ 2♠ 10♣"))
    stream.draw(deck)
    stream.shuffle(deck)
    assert stream.draw(deck) == cards("Q♦")[0]
    stream.shuffle(deck)
    rest = [stream.draw(deck) for _ in range(len(deck))]
    assert sorted(rest) == sorted(set(pack()) - set(cards("6♥ 2♠ 10♣ Q♦")) - (set(pack()) - set(rest)))


def test_reshuffle_discards_prepared_cards_that_were_not_turned():
    stream, deck = Dealer.scripted({"deck/0": ["6♥ 2♠ 10♣", "Q♦"]}).stream("deck/0"), pack()
    stream.shuffle(deck)
    stream.draw(deck)
    stream.shuffle(deck)
    assert stream.draw(deck) == cards("Q♦")[0]


def test_prepared_deal_may_name_all_cards_of_a_stream():
    order = list(range(51, -1, -1))
    assert Dealer.scripted({"stock": [order]}).stream("stock").deal(range(52)) == order
    assert Dealer.scripted({"stock": ["Jk Jk 2♣"]}).stream("stock").deal(pack(2))[:3] == list(cards("Jk Jk 2♣"))


def test_prepared_deal_of_one_stream_leaves_other_streams_unchanged():
    plain = Dealer.seeded(9).stream("deck/1").deal(range(50))
    assert Dealer.scripted({"deck/0": ["2♣"]}, seed=9).stream("deck/1").deal(range(50)) == plain


def test_copy_of_a_stream_keeps_the_prepared_deal():
    stream, deck = Dealer.scripted({"deck/0": ["6♥ 2♠", "3♣"]}).stream("deck/0"), pack()
    stream.shuffle(deck)
    stream.draw(deck)
    twin, other = stream.copy(), deck[:]
    assert twin.draw(other) == stream.draw(deck) == cards("2♠")[0]
    twin.shuffle(other)
    assert twin.draw(other) == cards("3♣")[0]
    assert twin.state != stream.state


@pytest.mark.parametrize(
    "make",
    [
        lambda: Dealer.seeded(True),
        lambda: Dealer.seeded(1.5),
        lambda: Dealer.seeded(None),
        lambda: Dealer.seeded(""),
        lambda: Dealer.seeded("two words"),
        lambda: Dealer.seeded("line\nbreak"),
        lambda: Dealer.seeded("x" * 201),
        lambda: Dealer.seeded(10**200),
        lambda: Dealer.parse("9" * 5000),
        lambda: Dealer.scripted({"deck/0": ["6♥ 7X"]}),
        lambda: Dealer.scripted({"deck/0": [[None]]}),
        lambda: Dealer.scripted({"deck/0": [7]}),
        lambda: Dealer.scripted({"deck/0": ["9" * 5000]}),
        lambda: Dealer.scripted({"deck 0": ["6♥"]}),
        lambda: Dealer.scripted({"": ["6♥"]}),
        lambda: Dealer.scripted({"deck/0": ["6♥ 6♥"]}).stream("deck/0").deal(pack()),
        lambda: games["mad-queens"].start(1, dealer=Dealer.scripted({"deck/0": ["Q♠"]})),
    ],
)
def test_prepared_deal_of_unknown_cards_or_streams_is_refused_in_a_sentence(make):
    with pytest.raises(BadOption) as caught:
        make()
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(seed=seeds)
def test_text_of_a_dealer_parses_to_the_same_dealer(seed):
    dealer = Dealer.scripted({"deck/0": ["6♥ 2♠", "", "Q♦"], "dice": [[45, 3]]}, seed=seed)
    again = Dealer.parse(str(dealer.seed), dealer.script_text)
    assert again.script_text == dealer.script_text
    for name in ("deck/0", "dice", "deck/1"):
        assert again.stream(name).state == dealer.stream(name).state


@pytest.mark.parametrize("orders", [[], [""], [[]], ["", ""], ["6♥", ""], ["", "6♥"], ["6♥", "", "7♥", "", ""]])
def test_text_of_a_dealer_with_empty_prepared_orders_parses_to_the_same_dealer(orders):
    dealer = Dealer.scripted({"deck/0": orders}, seed=2)
    match = games["mad-queens"].start(1, dealer=dealer)
    assert replay(Record.parse(str(match.record))).digest == match.digest


def test_dealer_returns_equal_streams_for_the_same_name():
    dealer = Dealer.seeded(8)
    assert dealer.stream("cut").deal(range(52)) == dealer.stream("cut").deal(range(52))


@pytest.mark.parametrize(
    ("slug", "seats", "script"),
    [
        ("mad-queens", 1, {"deck/0": ["", "Q♠ Q♠"]}),
        ("mad-queens-classic", 1, {"deck/0": ["", "Q♠ Q♠"]}),
        ("big-queen", 4, {"stock": ["Jk"]}),
        ("queens-dungeon", 4, {"stock": ["Q♠ Q♠"]}),
        ("queen-bees-ii", 3, {"stock": ["", "2♣"]}),
    ],
)
def test_a_prepared_deal_that_does_not_fit_is_refused_and_leaves_the_match_as_it_was(slug, seats, script):
    match = games[slug].start(seats, dealer=Dealer.scripted(script, seed=1))
    while True:
        seat = min(match.awaited)
        action = match.legal(seat)[-1]
        before = match.digest, match.view(seat), match.legal(seat), match.waiting, match.record
        try:
            match.act(seat, action)
        except BadOption:
            break
        assert not match.over
    assert (match.digest, match.view(seat), match.legal(seat), match.waiting, match.record) == before
    with pytest.raises(BadOption, match="prepared deal lists"):
        match.act(seat, action)
