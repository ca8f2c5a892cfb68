"""The encoding of changes and views: those of real matches are decoded to equal ones, for every game and every
audience.
"""

from __future__ import annotations

import random

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from msgspec.msgpack import Ext

from core import Card, games
from net.client.match_replica import MatchReplica
from net.errors import Malformed
from net.limits import MAX_PILE_CARDS
from net.protocol.change_codec import ChangeDecoder, decode_value, encode_value
from net.protocol.messages import (
    MatchSnapshot,
    MatchUpdate,
    WireFact,
    WireMoved,
    WireRemark,
    WireShuffled,
    WireView,
    encode_message,
    read_server_message,
)
from net.protocol.sanitize import clean_text
from net.table.match_runner import MatchRunner
from tests.support.depth import parametrize

clean_texts = st.text(max_size=5).map(lambda text: clean_text(text, 5))
"""Hypothesis strategy for texts without control characters."""

fact_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | clean_texts | st.integers(0, 52).map(Card),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)
"""Hypothesis strategy for values of facts and remarks."""


def encoded_and_decoded(message):
    """Return a message after encoding and decoding it."""
    return read_server_message(msgpack.unpackb(encode_message(message), use_list=True, ext_hook=Ext))


@given(fact_values)
def test_encoded_value_decodes_to_an_equal_value_and_a_card_never_to_a_number(value):
    def shape(value):
        return [shape(item) for item in value] if isinstance(value, tuple) else (type(value), value)

    plain = msgpack.unpackb(encode_message(WireFact(0, encode_value(value))), use_list=True, ext_hook=Ext)[2]
    if len(repr(value)) < 200:
        assert shape(decode_value(plain, 20)) == shape(value)


@pytest.mark.parametrize(
    "plain",
    [1.5, "\x1b[2J", "a\u202eb", b"x", {}, Ext(1, b""), Ext(1, b"\x35"), Ext(2, b"\x01"), [[[[[[[[[[1]]]]]]]]]]],
)
def test_invalid_value_is_refused_as_malformed(plain):
    with pytest.raises(Malformed):
        decode_value(plain)


def options_to_test(game):
    """Yield options of a game that change who sees what: the defaults, and sealed play if the game has it."""
    yield {}
    if "visibility" in game.options:
        yield {"visibility": "sealed"}


GAMES_WITH_OPTIONS = [(game, options) for game in games.values() for options in options_to_test(game)]
"""Pairs of each game and each of its options to test."""


@parametrize(("game", "options"), GAMES_WITH_OPTIONS, 3, ids=lambda value: getattr(value, "slug", str(value)))
def test_copy_of_every_audience_follows_a_real_match_by_decoded_changes(game, options):
    chance = random.Random(3)
    for seats in list(game.seats)[:8:3]:
        match = game.start(seats, seed=seats, options=options)
        running = MatchRunner(1, match, tuple(f"P{seat}" for seat in range(seats)), 0, 0.0)
        everybody = [None, *range(seats)]
        mirrors = {seat: MatchReplica(encoded_and_decoded(running.snapshot(seat, True)), seat) for seat in everybody}
        for seat in everybody:
            assert mirrors[seat].view == match.view(seat)
            seen = [change.seen_by(seat) for change in match.opening_changes]
            assert mirrors[seat].opening_changes == tuple(change for change in seen if change is not None)
        for step in range(250):
            if match.over:
                break
            for _ in range(chance.choice((1, 1, 3))):
                if match.waiting:
                    actor = chance.choice(sorted(match.waiting))
                    running.act(actor, chance.choice(match.legal(actor)), "person", 0.0)
            for group, update in running.updates.take_updates(everybody):
                assert update is not None
                for seat in group:
                    assert mirrors[seat].apply_update(encoded_and_decoded(update)) is not None
            for seat in everybody:
                assert mirrors[seat].view == match.view(seat), (step, seat)
                assert mirrors[seat].version == running.updates.version(seat)


def first_snapshot() -> MatchSnapshot:
    """Return the snapshot for spectators of a match that has just begun."""
    running = MatchRunner(1, games["mad-queens"].start(2), ("Ann", "Bob"), 0, 0.0)
    return running.snapshot(None, False)


def test_update_that_does_not_follow_the_last_version_is_detected_and_changes_nothing():
    mirror = MatchReplica(first_snapshot(), None)
    before = mirror.view
    assert mirror.apply_update(MatchUpdate(5, (WireFact(1, True),))) is None
    assert mirror.view == before
    assert mirror.apply_update(MatchUpdate(1, (WireFact(1, True),))) is not None


@pytest.mark.parametrize(
    "change",
    [
        WireMoved(0, 99, b"\x01"),
        WireMoved(-1, 3, b"\x35"),
        WireMoved(2, 3, b"\x01\x01"),
        WireMoved(2, 3, 1),
        WireFact(999, 1),
        WireFact(1, {}),
        WireShuffled(-1000),
    ],
    ids=repr,
)
def test_invalid_change_is_refused_as_malformed(change):
    mirror = MatchReplica(first_snapshot(), None)
    before = mirror.view
    with pytest.raises(Malformed):
        mirror.apply_update(MatchUpdate(1, (change,)))
    assert mirror.view == before
    assert mirror.version == 0


def test_view_that_does_not_fit_the_game_is_refused_as_malformed():
    game = games["mad-queens"]
    reader = ChangeDecoder(game.layout(2, {}))
    good = first_snapshot().view
    for view in (
        WireView(good.piles[1:], good.facts),
        WireView(good.piles, good.facts[1:]),
        WireView((b"\x01", *good.piles[1:]), good.facts),
    ):
        with pytest.raises(Malformed):
            reader.decode_view(view, game.slug, 2, {}, None)


def test_hidden_pile_of_more_cards_than_a_match_can_have_is_malformed():
    """A client that believed such a number would count the cards of the pile for ever."""
    first = first_snapshot()
    place = next(place for place, pile in enumerate(first.view.piles) if isinstance(pile, int))
    piles = (*first.view.piles[:place], MAX_PILE_CARDS + 1, *first.view.piles[place + 1 :])
    with pytest.raises(Malformed):
        MatchReplica(structs.replace(first, view=WireView(piles, first.view.facts)), None)


@pytest.mark.parametrize("cards", [[MAX_PILE_CARDS + 1], [MAX_PILE_CARDS // 4] * 4, [-1]], ids=str)
def test_moves_of_more_cards_than_a_match_can_have_are_malformed(cards):
    mirror = MatchReplica(first_snapshot(), None)
    before = mirror.view
    box, place = -1, list(before.piles).index("banned-deck")
    moves = tuple(WireMoved(box, place, number) for number in cards)
    with pytest.raises(Malformed):
        mirror.apply_update(MatchUpdate(len(moves), moves))
    assert mirror.view == before


@pytest.mark.parametrize("wrong_fields", [{"game": "no-such"}, {"options": {"x": 1}}, {"names": ()}])
def test_snapshot_of_an_unknown_game_is_malformed(wrong_fields):
    with pytest.raises(Malformed):
        MatchReplica(structs.replace(first_snapshot(), **wrong_fields), None)


@pytest.mark.parametrize(("seats", "fits"), [(2, True), (3, False)])
def test_remark_about_a_dummy_fits_only_a_match_with_one(seats, fits):
    """The game's layout says whether one plays: in Queen's Dungeon for two the dummy takes tricks as number 2."""
    game = games["queens-dungeon"]
    layout, names = game.layout(seats, game.settings(seats, {})), ("Ann", "Bob", "Cleo")[:seats]
    assert layout.dummy_count == fits
    mirror = MatchReplica(MatchRunner(1, game.start(seats), names, 0, 0.0).snapshot(None, False), None)
    update = MatchUpdate(1, (WireRemark("trick", seats, (encode_value(Card(3)),)),))
    if fits:
        assert mirror.apply_update(update)
        update = MatchUpdate(2, (WireRemark("trick", seats + 1, (encode_value(Card(3)),)),))
    with pytest.raises(Malformed):
        mirror.apply_update(update)
