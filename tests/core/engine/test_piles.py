"""Piles, facts and changes: what each audience may know of a change, and views that follow the changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Fact, FactChanged, Moved, Place, Remark, Shuffled, View, cards
from core.engine.piles import BOX, EVERYONE, NOBODY, TOP_POSITION, Layout, all_but, is_in_audience

audiences = st.one_of(st.sampled_from([EVERYONE, NOBODY]), st.integers(0, 5), st.integers(0, 5).map(all_but))
"""Hypothesis strategy for audiences: everyone, nobody, one seat, or all but one seat."""

seats_or_spectator = st.one_of(st.none(), st.integers(0, 5))
"""Hypothesis strategy for seats; None is a spectator."""


@pytest.mark.parametrize(
    ("audience", "admitted"),
    [
        (EVERYONE, [None, 0, 1, 2]),
        (NOBODY, []),
        (1, [1]),
        (all_but(0), [None, 1, 2]),
        (all_but(2), [None, 0, 1]),
    ],
)
def test_audience_admits_its_seats_and_spectators(audience, admitted):
    assert [seat for seat in (None, 0, 1, 2) if is_in_audience(audience, seat)] == admitted


@pytest.mark.parametrize("source", [EVERYONE, NOBODY, 0])
@pytest.mark.parametrize("target", [EVERYONE, NOBODY, 1])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_moved_cards_are_named_to_those_who_see_source_or_target(source, target, seat):
    change = Moved(EVERYONE, Place("a", source, 0), Place("b", target, 1), cards("Q♠ 2♥"))
    seen = change.seen_by(seat)
    if is_in_audience(source, seat) or is_in_audience(target, seat):
        assert seen == change
    else:
        assert seen.cards == 2
        assert seen.card_count == 2
        assert "Q" not in str(seen) + repr(seen)


def test_position_in_an_unseen_pile_is_hidden():
    change = Moved(EVERYONE, Place("a", NOBODY, 0), Place("b", NOBODY, 1), cards("Q♠"), 3)
    assert change.seen_by(0).position == TOP_POSITION


@given(to=audiences, fact=audiences.filter(lambda audience: audience >= NOBODY), seat=seats_or_spectator)
def test_change_of_a_fact_is_shown_only_to_the_audience_of_the_fact(to, fact, seat):
    change = FactChanged(to, Fact("turn", fact, 2), 3)
    seen = change.seen_by(seat)
    assert (seen is not None) == (is_in_audience(to, seat) and is_in_audience(fact, seat))
    assert seen is None or seen == FactChanged(EVERYONE, Fact("turn", fact, 2), 3)


@given(to=audiences, seat=seats_or_spectator)
def test_change_is_shown_only_to_the_audience_it_is_addressed_to(to, seat):
    for change in (Remark(to, "joker", 1), Shuffled(to, Place("deck/0", NOBODY, 0))):
        seen = change.seen_by(seat)
        assert (seen is not None) == is_in_audience(to, seat)
        assert seen is None or seen.audience == EVERYONE
        assert seen is None or seen.seen_by(seat) == seen


def test_each_change_prints_as_one_line():
    deck, row = Place("deck/0", NOBODY, 0), Place("shown/0", EVERYONE, 1)
    assert str(Moved(EVERYONE, deck, row, cards("Q♠ 2♥"))) == "deck/0 > shown/0: Q♠ 2♥"
    assert str(Moved(EVERYONE, deck, row, 2)) == "deck/0 > shown/0: 2"
    assert str(Shuffled(EVERYONE, deck)) == "deck/0 shuffled"
    assert str(FactChanged(EVERYONE, Fact("turn", EVERYONE, 2), 3)) == "turn = 3"
    assert str(Remark(EVERYONE, "joker", 1, (2,))) == "# joker 2"


def test_layout_returns_piles_and_facts_by_name():
    layout = Layout([("deck", NOBODY), ("hand/0", 0)], [("turn", EVERYONE)])
    assert layout.pile("hand/0") == Place("hand/0", 0, 1)
    assert layout.fact("turn") == Fact("turn", EVERYONE, 2)
    assert [fact.name for fact in layout.facts][:2] == ["phase", "over"]
    for name in ("turn", "nothing"):
        with pytest.raises(KeyError):
            layout.pile(name)
    for name in ("deck", "nothing"):
        with pytest.raises(KeyError):
            layout.fact(name)


DECK, ROW, BANK = Place("deck", NOBODY, 0), Place("row", EVERYONE, 1), Place("bank", EVERYONE, 2)


def make_view(row="2♣ 3♣ 2♣", bank="", deck=5) -> View:
    """Return a view with these cards in the piles `row` and `bank`, and `deck` unseen cards in the pile `deck`."""
    return View("test", 1, {}, None, {"deck": deck, "row": cards(row), "bank": cards(bank)}, {"turn": 0})


def test_view_removes_the_topmost_of_equal_cards():
    after = make_view().apply(Moved(EVERYONE, ROW, BANK, cards("2♣")))
    assert after.piles == {"deck": 5, "row": cards("2♣ 3♣"), "bank": cards("2♣")}


def test_view_inserts_cards_at_the_position_of_the_change():
    after = make_view(bank="9♠ 10♠").apply(Moved(EVERYONE, ROW, BANK, cards("3♣"), 1))
    assert after.cards("bank") == cards("9♠ 3♣ 10♠")
    assert make_view(bank="9♠").apply(Moved(EVERYONE, ROW, BANK, cards("3♣"), 0)).cards("bank") == cards("3♣ 9♠")


def test_view_counts_cards_of_an_unseen_pile():
    after = make_view().apply_all(
        [
            Moved(EVERYONE, DECK, ROW, cards("Q♠")),
            Moved(EVERYONE, ROW, DECK, cards("3♣")),
            Moved(EVERYONE, BOX, DECK, 2),
        ]
    )
    assert after.piles == {"deck": 7, "row": cards("2♣ 2♣ Q♠"), "bank": ()}
    assert (after.count("deck"), after.count("row")) == (7, 3)
    with pytest.raises(KeyError):
        after.cards("deck")


def test_view_is_not_changed_by_apply():
    before = make_view()
    after = before.apply(FactChanged(EVERYONE, Fact("turn", EVERYONE, 2), 1))
    assert (before.facts["turn"], after.facts["turn"]) == (0, 1)
    assert before == make_view()
    assert before.apply(Remark(EVERYONE, "joker", 0)) == before
    assert before.apply(Shuffled(EVERYONE, DECK)) == before


def test_view_rejects_a_change_that_does_not_fit_its_piles_and_facts():
    with pytest.raises(ValueError, match="does not hold"):
        make_view().apply(Moved(EVERYONE, ROW, BANK, cards("A♠")))
    with pytest.raises(ValueError, match="must be named"):
        make_view().apply(Moved(EVERYONE, ROW, BANK, 1))
