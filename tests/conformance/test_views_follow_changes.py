"""Promise 4 of every game: if the changes that an audience is shown are applied to its view, the view equals that of
the match.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core import Remark
from tests.conformance.examples import few_examples


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_view_updated_by_changes_equals_the_view_of_the_match(table, random_play, data, seed):
    match = table.start(seed, data.draw(table.settings_strategy()))
    views = {seat: match.view(seat) for seat in table.audiences}
    for seat, action in random_play.random_actions(match, Random(seed), 40):
        changes = match.act(seat, action)
        for audience, view in views.items():
            seen = [known for change in changes if (known := change.seen_by(audience)) is not None]
            views[audience] = view = view.apply_all(seen)
            assert view == match.view(audience)
    assert [repr(views[audience]) for audience in views] == [repr(match.view(audience)) for audience in views]


@few_examples
@given(seed=st.integers(0, 2**32))
def test_view_updated_by_changes_equals_the_view_at_the_end_of_a_match(small_table, random_play, seed):
    match = small_table.start(seed)
    views = {seat: match.view(seat) for seat in small_table.audiences}
    for seat, action in random_play.random_actions(match, Random(seed), 800):
        changes = match.act(seat, action)
        for audience, view in views.items():
            seen = [known for change in changes if (known := change.seen_by(audience)) is not None]
            views[audience] = view.apply_all(seen)
    assert views == {seat: match.view(seat) for seat in small_table.audiences}


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_legal_actions_follow_from_the_view_alone(table, random_play, data, seed):
    match = table.start(seed, data.draw(table.settings_strategy()))
    for seat, action in random_play.random_actions(match, Random(seed), 40):
        for audience in table.audiences:
            expected = () if audience is None else match.legal(audience)
            assert table.game.legal(match.view(audience)) == expected
        match.act(seat, action)


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_remark_of_a_random_match_has_a_sentence(usual_table, random_play, data, seed):
    match = usual_table.start(seed, data.draw(usual_table.settings_strategy()))
    changes = list(match.opening_changes)
    for seat, action in random_play.random_actions(match, Random(seed), 800):
        changes += match.act(seat, action)
    for remark in changes:
        if isinstance(remark, Remark):
            sentence = usual_table.game.sentence(remark)
            assert sentence
            assert sentence[-1] in ".!?"
            assert "\n" not in sentence
            assert sentence[0] == sentence[0].upper()
            assert len(sentence) < 200
