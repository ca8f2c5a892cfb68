"""A person who comes back to a match with a new program sees the board and the log of one who never left."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from msgspec import structs

from core import games
from core.engine.piles import EVERYONE, Remark
from net.client.events import MatchBegan, MatchChanged
from net.client.playback import visible_changes
from net.client.shown_match import MatchPast
from net.errors import Malformed
from net.protocol.change_codec import encode_change, encode_view
from net.protocol.messages import OwnNameAndSeat, WirePast
from net.table.match_runner import MatchRunner
from net.table.update_stream import UpdateStream
from tests.net.client.lying_host import Victim
from tests.net.conftest import TableHarness, sensible_action
from tests.net.table.test_resume import act_for_seconds, be_away_for_long, lose_the_match, new_client_of
from tests.support.depth import parametrize
from tui.boards.common.generic_board import GenericBoard
from tui.boards.games import board_for
from tui.table.event_reader import EventReader
from tui.text.table import BACK_AT_TABLE_SENTENCE, missed_lines_heading

GAME_AND_OPTIONS_BY_NAME = {
    **{slug: (slug, {}) for slug in games},
    "sealed": ("mad-queens", {"visibility": "sealed"}),
    "honour": ("queens-dungeon", {"reneging": "honour"}),
    "short rounds": ("big-queen", {"hand_size": 4, "max_rounds": 3}),
    "three": ("queens-dungeon", {"seats": 3}),
}
"""Maps the name of a test case to the game and the options of its match; ``seats`` is the number of seats."""

TABLES = pytest.mark.parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), ids=GAME_AND_OPTIONS_BY_NAME)
"""Calls a test for each of these matches."""

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Fay")
"""The names of the seats."""


def start(table, seed):
    """Return a match of a test case at its beginning."""
    slug, options = table
    game = games[slug]
    seats = options.get("seats", game.usual_seats)
    return game.start(seats, seed, {name: value for name, value in options.items() if name != "seats"})


def new_board(match, began, board_class=None):
    """Return a board that shows `began`, without animation."""
    return (board_class or board_for(match.game.slug))(began, animate=False)


def scene_of_newcomer(board):
    """Return what a board shows to a person who has pressed no key yet."""
    board.place_cursor()
    return board.scene


def act_by_chance(match, chance):
    """Let a player do a sensible action, sometimes another one; return all changes."""
    actor = chance.choice(sorted(match.waiting))
    choice = sensible_action(match.game, match.view(actor), chance)
    return match.act(actor, choice if chance.random() < 0.9 else chance.choice(match.legal(actor)))


@TABLES
@pytest.mark.parametrize("audience", [1, None])
@parametrize("seed", range(12), 2)
def test_board_with_the_past_of_a_match_shows_what_a_board_shows_that_was_there(table, audience, seed):
    """It does so after every action, also after those that follow."""
    match, chance = start(table, seed), random.Random(seed)
    first_view, names = match.view(audience), NAMES[: match.seats]
    opening = visible_changes(audience, match.opening_changes)
    there, batches, later = new_board(match, MatchBegan(first_view, names, opening)), [], []
    while not match.over and len(match.actions) < 400:
        changes = visible_changes(audience, act_by_chance(match, chance))
        changed = MatchChanged(changes, match.view(audience))
        for board in (there, *later):
            board.show_played(changed)
        if changes:
            batches.append(changes)
        if chance.random() < 0.1:
            past = MatchPast(first_view, opening, tuple(batches))
            back = new_board(match, MatchBegan(match.view(audience), names, (), past=past))
            assert back.scene == scene_of_newcomer(there)
            assert not back.animating
            assert back._note.text == ""
            later = [*later[-1:], back]
        for board in later:
            assert scene_of_newcomer(board) == scene_of_newcomer(there)
    assert later


@TABLES
def test_generic_board_has_the_log_of_the_past(table):
    match, chance = start(table, 1), random.Random(1)
    first_view, opening = match.view(1), visible_changes(1, match.opening_changes)
    there = new_board(match, MatchBegan(first_view, NAMES[: match.seats], opening), GenericBoard)
    batches = []
    for _ in range(40):
        batches.append(visible_changes(1, act_by_chance(match, chance)))
        there.show_played(MatchChanged(batches[-1], match.view(1)))
    past = MatchPast(first_view, opening, tuple(batches))
    back = new_board(match, MatchBegan(match.view(1), NAMES[: match.seats], (), past=past), GenericBoard)
    assert back.log_view.lines == there.log_view.lines != ()


def come_back_at_once(harness, player):
    """Say goodbye, and come back with a new client, which is returned."""
    player.say_goodbye()
    harness.run_tick()
    return new_client_of(harness, player)


def come_back_to_new_host_process(harness, player):
    """Come back with a new client, which is returned, to a host that was started again."""
    harness.restart_host()
    return new_client_of(harness, player)


def board_that_was_there(match, seat, names):
    """Return a board that has shown a match to a seat from its beginning, action by action."""
    again = match.game.new_match(match.game, match.seats, match.options, match.dealer)
    board = new_board(match, MatchBegan(again.view(seat), names, visible_changes(seat, again.opening_changes)))
    for actor, action in match.actions:
        changes = visible_changes(seat, again.act(actor, action))
        if changes:
            board.show_played(MatchChanged(changes, again.view(seat)))
    return board


def lines_of_log(board):
    """Return the lines of the log of a board, without the heading and the end of those that were missed."""
    around = (missed_lines_heading(), missed_lines_heading(1), BACK_AT_TABLE_SENTENCE)
    return [line for line in board.log_view.lines if line.text not in around]


@pytest.mark.parametrize("way", [come_back_at_once, come_back_to_new_host_process, be_away_for_long, lose_the_match])
@parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), 5, ids=GAME_AND_OPTIONS_BY_NAME)
def test_board_after_a_return_shows_what_a_board_shows_that_was_there(table, way):
    slug, options = table
    seats = options.get("seats", games[slug].usual_seats)
    rules = {name: value for name, value in options.items() if name != "seats"}
    harness = TableHarness(slug, seats, options=rules, bots=seats - 2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    act_for_seconds(harness, [ann, bob], 25)
    other = way(harness, bob)
    for player in (other, ann):
        if not player.connection_id:
            player.connect()
    harness.run_tick()
    began, match = other.last_event(MatchBegan), harness.table.state.active_runner.match
    back = new_board(match, began)
    there = board_that_was_there(match, 1, began.names)
    assert lines_of_log(back) == lines_of_log(there)
    assert structs.replace(back.scene, log=()) == structs.replace(scene_of_newcomer(there), log=())
    seen = began.past
    if began.missed_changes:
        seen = structs.replace(seen, batches=seen.batches[: seen.missed[0]], missed=(0, 0))
        assert seen.changes + began.missed_changes == began.past.changes
    left = new_board(match, MatchBegan(began.view, began.names, (), past=seen))
    known, texts = len(left.log_view.lines), [line.text for line in back.log_view.lines]
    missed = texts[known:]
    assert known
    if missed:
        assert (missed[0], missed[-1]) == (missed_lines_heading(), BACK_AT_TABLE_SENTENCE)
    assert texts.count(missed_lines_heading()) == texts.count(BACK_AT_TABLE_SENTENCE) == bool(missed)


@parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), 4, ids=GAME_AND_OPTIONS_BY_NAME)
def test_client_that_kept_the_match_can_show_all_of_it_on_a_new_board(table):
    """A person leaves their table open and comes back to it, or goes on in lines and then on the screens again."""
    slug, options = table
    seats = options.get("seats", games[slug].usual_seats)
    rules = {name: value for name, value in options.items() if name != "seats"}
    harness = TableHarness(slug, seats, options=rules, bots=seats - 2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    for _ in range(3):
        act_for_seconds(harness, [ann, bob], 8)
        match = harness.table.state.active_runner.match
        back = new_board(match, MatchBegan(bob.view, bob.seat_names, (), past=bob.past))
        assert lines_of_log(back) == lines_of_log(board_that_was_there(match, 1, bob.seat_names))
        bob.lose_connection()
        act_for_seconds(harness, [ann], 3)
        bob.connect()
        harness.run_tick()


@pytest.mark.parametrize("changes_are_kept", [True, False])
@parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), 5, ids=GAME_AND_OPTIONS_BY_NAME)
def test_board_that_stays_during_an_absence_tells_nothing_twice_and_leaves_nothing_out(
    table, changes_are_kept, monkeypatch
):
    """The client is sent the changes that it has missed, or if the host has not kept them, a snapshot with its past."""
    slug, options = table
    seats = options.get("seats", games[slug].usual_seats)
    rules = {name: value for name, value in options.items() if name != "seats"}
    harness = TableHarness(slug, seats, options=rules, bots=seats - 2, pace=0.5)
    if not changes_are_kept:
        monkeypatch.setattr(UpdateStream, "changes_since", lambda *arguments, **named_arguments: None)
    ann, bob = harness.start_match_of("Ann", "Bob")
    board = new_board(harness.table.state.active_runner.match, bob.last_event(MatchBegan))
    shown = len(bob.events)
    for seconds_away in (5, 60, 3):
        act_for_seconds(harness, [ann, bob], 5)
        bob.lose_connection()
        act_for_seconds(harness, [ann], seconds_away)
        bob.connect()
        harness.run_tick()
        for event in bob.events[shown:]:
            if isinstance(event, MatchChanged):
                board.show_played(event)
        shown = len(bob.events)
        there = board_that_was_there(harness.table.state.runner.match, 1, bob.seat_names)
        assert board.log_view.lines == there.log_view.lines
        assert scene_of_newcomer(board) == scene_of_newcomer(there)
        if there.shown_view.facts["over"]:
            break


def client_with_past(match, names, past):
    """Return the event of the beginning that a client in seat 1 reports to whom a host sends this past of a match;
    raises `Malformed` if the client refuses it."""
    snapshot = MatchRunner(1, match, names, 0, 0.0).snapshot(1, with_opening=False)
    first_view = encode_view(past.first_view, match.layout)
    opening, *batches = (tuple(map(encode_change, changes)) for changes in (past.opening_changes, *past.batches))
    client, events = Victim(), []
    client.set_listener(events.append)
    client.handle_message(OwnNameAndSeat(names[1], 1, False))
    client.handle_message(structs.replace(snapshot, past=WirePast(first_view, opening, (*batches,))))
    return next(event for event in events if isinstance(event, MatchBegan))


@TABLES
def test_client_refuses_a_lying_past_or_leaves_the_board_as_it_is_without_one(table):
    match, chance = start(table, 3), random.Random(3)
    names, first_view = NAMES[: match.seats], match.view(1)
    opening = visible_changes(1, match.opening_changes)
    batches = [visible_changes(1, act_by_chance(match, chance)) for _ in range(20)]
    view = match.view(1)
    honest = new_board(match, MatchBegan(view, names, ()))
    nonsense = Remark(EVERYONE, "caught", match.seats, ())
    remarks = {change.key for batch in batches for change in batch if isinstance(change, Remark)}
    pasts = [
        MatchPast(first_view, opening, (*map(tuple, batches[::-1]),)),
        MatchPast(first_view, (*opening, nonsense, *opening), (*batches, (nonsense,))),
        *(MatchPast(first_view, opening, ((Remark(EVERYONE, key, 0, ()),),)) for key in sorted(remarks)),
        *(MatchPast(view, (), ((Remark(EVERYONE, key, match.seats, ("x", -1)),),)) for key in sorted(remarks)),
    ]
    refused = 0
    for past in pasts:
        try:
            began = client_with_past(match, names, past)
        except Malformed:
            refused += 1
            continue
        assert began.past is None
        assert new_board(match, began).scene == honest.scene
    assert 0 < refused < len(pasts)


@TABLES
def test_error_of_this_program_while_a_board_shows_a_past_is_not_hidden(table, monkeypatch):
    """At a table of another program the screens then say that its data is wrong, as for changes that come later."""
    match, chance = start(table, 1), random.Random(1)
    first_view, names = match.view(1), NAMES[: match.seats]
    batches = tuple(visible_changes(1, act_by_chance(match, chance)) for _ in range(20))

    def fail(*_):
        """Raise the error of a board that cannot show changes."""
        raise KeyError("a bug")

    monkeypatch.setattr(board_for(match.game.slug), "frames_of", fail)
    with pytest.raises(KeyError):
        new_board(match, MatchBegan(match.view(1), names, (), past=MatchPast(first_view, (), batches)))


def test_log_of_a_person_who_takes_over_a_seat_says_whose_it_was():
    """The past is told with the present names of the seats: the host does not say who had a seat when."""
    harness = TableHarness("queen-bees-ii", 4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    zoe = harness.join_person("Zoe", watch=True)
    match, reader, boards = harness.table.state.active_runner.match, EventReader(zoe), []
    ignored = ("on_table_changed", "on_match_changed", "on_notice", "on_clock_set", "on_questions")
    subscriber = SimpleNamespace(**dict.fromkeys(ignored, lambda *_: None))
    subscriber.on_match_began = lambda began, under_way: boards.append(new_board(match, began))
    reader.read_present_state()
    reader.subscribe(subscriber)
    zoe.set_listener(reader.read)
    act_for_seconds(harness, [ann, bob], 8)
    bob.lose_connection()
    harness.run_tick()
    ann.give_seat_to_bot(1)
    harness.run_tick()
    bot, first = ann.table.seats[1].name, ann.seat_names[2]
    zoe.take_seat(2)
    harness.run_tick()
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    (board,) = boards
    assert zoe.seat == 2
    assert board.shown_names[1:3] == (bot, "Zoe")
    told = [line.text for line in board.log_view.lines]
    assert len(told) > 3
    assert told[-1] == f"The lines above say {bot} for Bob and You for {first}, who had the seats at first."
    there = board_that_was_there(match, 2, board.shown_names)
    assert board.log_view.lines[:-1] == there.log_view.lines
    assert new_board(match, reader.read_present_state()).log_view.lines == board.log_view.lines
