"""The updates that each audience is sent do not depend on anything that the audience may not know."""

from __future__ import annotations

import random

import pytest

from core import Action, games
from core.engine.cards import CARDS
from core.engine.piles import is_in_audience
from net.protocol.messages import ActionAnswered, MatchUpdate, RequestSnapshot, encode_message
from net.table.match_runner import MatchRunner
from net.table.update_stream import has_private_places
from tests.net.table.sealed_seed import find_seed_of_long_sealed_plays
from tests.support.depth import parametrize

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
SEALED_OPTION = {"visibility": "sealed"}
"""The option of Mad Queens with which players do not see each other's cards during a play."""


def match_with_redealt_hidden_cards(match, seat):
    """Return a copy of a match in which the cards that `seat` does not see are dealt again to the piles, whose sizes
    stay the same.
    """
    twin = match.copy()
    chance = random.Random(5)
    hidden = [place.layout_index for place in match.layout.piles if not is_in_audience(place.audience, seat)]
    cards = [card for index in hidden for card in twin.piles[index]]
    chance.shuffle(cards)
    for index in hidden:
        count = len(twin.piles[index])
        twin.piles[index][:], cards = cards[:count], cards[count:]
    return twin


@pytest.mark.parametrize("game", games.values(), ids=lambda game: game.slug)
def test_snapshot_does_not_depend_on_hidden_cards(game):
    chance = random.Random(2)
    seats = game.usual_seats
    match = game.start(seats, seed=4)
    for _ in range(30):
        if match.over:
            break
        for seat in (None, *range(seats)):
            runner = MatchRunner(1, match, ("x",) * seats, 0, 0.0)
            other = MatchRunner(1, match_with_redealt_hidden_cards(match, seat), ("x",) * seats, 0, 0.0)
            assert encode_message(runner.snapshot(seat, False)) == encode_message(other.snapshot(seat, False))
        actor = chance.choice(sorted(match.waiting))
        match.act(actor, chance.choice(match.legal(actor)))


@pytest.mark.parametrize("game", list(games.values()), ids=lambda game: game.slug)
def test_updates_are_the_same_for_all_people_who_may_see_the_same_cards(game):
    seats = game.usual_seats
    match = game.start(seats, seed=4)
    runner = MatchRunner(1, match, ("x",) * seats, 0, 0.0)
    chance = random.Random(2)
    for _ in range(30):
        if match.over:
            break
        actor = chance.choice(sorted(match.waiting))
        runner.act(actor, chance.choice(match.legal(actor)), "person", 0.0)
        groups = runner.updates.take_updates([None, *range(seats)])
        if not has_private_places(match.layout):
            assert len(groups) == 1
            assert len(groups[0][0]) == seats + 1


def test_reveal_in_a_sealed_play_sends_nothing_to_others(make_harness):
    harness = make_harness(seats=3, options=SEALED_OPTION)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve")
    spectator = harness.join_person("Wim", watch=True)
    ann.start_match()
    harness.run_tick()
    lengths = [len(player.received_bytes) for player in (bob, eve, spectator)]
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert {type(message) for message in harness.sent_messages()} == {MatchUpdate, ActionAnswered}
    assert [len(player.received_bytes) for player in (bob, eve, spectator)] == lengths
    harness.check_replicas()


def test_sealed_play_sends_a_seat_the_same_bytes_however_many_cards_others_turned(make_harness):
    """In a sealed play cards are hidden from others until it ends.

    So Bob is sent the same bytes whether Ann has turned one card or several, and in whatever order people turn them.
    """

    def bytes_bob_receives(script):
        """Return Bob's bytes; each word of `script` names the people who reveal a card in one tick."""
        harness = make_harness(seats=3, options=SEALED_OPTION, seed=find_seed_of_long_sealed_plays(3))
        ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve")
        ann.start_match()
        harness.run_tick()
        people = {"a": ann, "b": bob, "e": eve}
        for tick in script.split():
            for letter in tick:
                people[letter].send_action(REVEAL_ACTION)
            harness.run_tick()
        bob._send(RequestSnapshot())
        harness.run_tick()
        assert harness.table.state.runner.steps == [script.count(letter) for letter in "abe"]
        return bob.received_bytes

    assert (
        bytes_bob_receives("b")
        == bytes_bob_receives("a b a")
        == bytes_bob_receives("ab e")
        == bytes_bob_receives("e ba")
    )


def test_refusals_do_not_depend_on_hidden_cards_of_others(make_harness):
    def refusal_after(script):
        """Return Bob's bytes up to the refusal of a bank, after a reveal of Ann for each item of `script`."""
        harness = make_harness(seats=2, options=SEALED_OPTION, seed=find_seed_of_long_sealed_plays(2))
        ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
        ann.start_match()
        harness.run_tick()
        for _ in script:
            ann.send_action(REVEAL_ACTION)
            harness.run_tick()
        bob.send_action(Action(("bank",)))
        harness.run_tick()
        return bob.received_bytes

    assert refusal_after("") == refusal_after("a")


GAMES_WITH_HANDS = [
    game for game in games.values() if any(place.name == "hand/0" for place in game.start(4).layout.piles)
]
"""The games in which each seat has a hand that others do not see."""


@parametrize("game", GAMES_WITH_HANDS, 2, ids=lambda game: game.slug)
def test_updates_and_refusals_are_the_same_whatever_others_hold(game):
    """The update or refusal that a seat is sent after its own action does not depend on cards that it cannot see."""
    compared = refused = 0
    for seed in range(6):
        match = game.start(4, seed=seed)
        chance = random.Random(seed)
        for _ in range(60):
            if match.over:
                break
            actor = chance.choice(sorted(match.waiting))
            action = chance.choice(match.legal(actor))
            twin = match_with_redealt_hidden_cards(match, actor)
            for card in CARDS[:52:5]:
                wrong = Action(("play", card))
                if wrong not in match.legal(actor):
                    assert match.refusal(actor, wrong) == twin.refusal(actor, wrong)
                    refused += 1
            if action.cards and action.verb not in ("take", "swap") and match.view(actor).count(f"hand/{actor}") > 2:
                told = []
                for one in (match.copy(), twin):
                    runner = MatchRunner(1, one, ("x",) * 4, 0, 0.0)
                    runner.act(actor, action, "person", 0.0)
                    told.append([encode_message(update) for _, update in runner.updates.take_updates([actor])])
                assert told[0] == told[1]
                compared += 1
            match.act(actor, action)
    assert compared > 20
    assert refused > 20
