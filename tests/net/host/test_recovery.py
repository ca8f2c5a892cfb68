"""Recovery of tables from their journal in another process, alone and hosted, and what happens when the journal
fails.
"""

from __future__ import annotations

import asyncio
import random
import threading

import pytest
from msgspec.structs import replace

from core import BadOption, Dealer, Record, games, replay
from net.client.events import HostLost, MatchBegan, MatchChanged, MatchEnded, RefusalReceived, VerificationResult
from net.client.saved_deal_parts import SavedDealParts
from net.errors import JournalDamaged, JournalUnusable, Rejected
from net.host.local_table import open_table
from net.host.recovery import JournalSettings
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.journal import JOURNAL_FILE, unfinished_tables
from net.journal.database import TICK_NUMBER_BITS, JournalDatabase
from net.journal.entries import ActionEntry
from net.journal.history import finished_matches, high_scores, player_tallies, previous_best_score, record_text
from tests.support.depth import parametrize
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS


class PlayingListener:
    """A listener of events that plays `actions` actions for a client by the game's last bot, and keeps the events.

    These flags are set: `rests` when the actions are used up and answered, `over` at the end of a match, `lost` when
    the host is lost, `verified` when a match has been checked.
    """

    def __init__(self, client, actions=10_000, seed=1):
        self.client = client
        self.actions_left = actions
        self.rests = asyncio.Event()
        self.is_awaited_alone = asyncio.Event()
        self.over = asyncio.Event()
        self.lost = asyncio.Event()
        self.verified = asyncio.Event()
        self.events = []
        self._chance = random.Random(seed)
        client.set_listener(self)
        self.act()

    def __call__(self, event):
        self.events.append(event)
        match event:
            case MatchBegan() | MatchChanged():
                self.act()
            case MatchEnded():
                self.over.set()
            case HostLost():
                self.lost.set()
            case VerificationResult():
                self.verified.set()

    def act(self):
        """Send an action if it is the client's turn and actions are left; set `rests` if none is left and the last one
        is answered, and `is_awaited_alone` if also the others have finished their play, if all play at once.
        """
        view = self.client.view
        if view is None or not games[view.game].legal(view):
            return
        if self.actions_left > 0:
            self.actions_left -= 1
            bots = list(games[view.game].bots.values())
            self.client.send_action(bots[-1](view) if bots else self._chance.choice(games[view.game].legal(view)))
        elif self.client._pending_act is None:
            self.rests.set()
            others = set(range(view.seats)) - {view.seat}
            if not any(view.facts.get(f"status/{seat}") == "playing" for seat in others):
                self.is_awaited_alone.set()


def journal_threads() -> set[threading.Thread]:
    """Return the threads that write journals now, including those of other tests in this process."""
    return {thread for thread in threading.enumerate() if "journal" in thread.name}


@pytest.fixture
def journal_threads_before_test() -> set[threading.Thread]:
    """The journal threads that run before the test."""
    return journal_threads()


@pytest.fixture
def journal_settings(tmp_path):
    """Return the settings of a new journal, with a clock that is one second later at each reading."""
    times = iter(range(1_000, 1_000_000))
    return JournalSettings(tmp_path / JOURNAL_FILE, lambda: float(next(times)))


async def wait_for_event(event):
    """Wait for an `asyncio.Event`, at most `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        await event.wait()


def port_of(client):
    """Return the port of a client's table."""
    return int(client.table.address.rpartition(":")[2])


# Solo tables


def action_count_of_first_seat(slug, seats, max_actions):
    """Return the number of actions of the first seat, at most `max_actions`, in a match in which everybody takes the
    automatic action.
    """
    match, done = games[slug].start(seats), 0
    while not match.over and done < max_actions:
        seat = min(match.awaited)
        done += seat == 0
        match.act(seat, match.default(seat))
    return done


@parametrize("slug", games, 3)
async def test_solo_match_goes_on_after_it_was_left(slug, journal_settings):
    seats = next(number for number in games[slug].seats if number > 1)
    client = await open_table(make_table_spec(slug, seats=seats, pace=0, seed=3), "Ann", journal=journal_settings)
    before_leaving = action_count_of_first_seat(slug, seats, 5) - 1
    robot = PlayingListener(client, before_leaving)
    client.start_match()
    await wait_for_event(robot.is_awaited_alone)
    seen, token = client.view, client.token
    await client.close()
    [left] = unfinished_tables(journal_settings.path)
    assert (left.game, left.names[0], len(left.names)) == (slug, "Ann", seats)
    assert left.action_count >= before_leaving
    assert finished_matches(journal_settings.path) == ()

    returned_client = await open_table(
        make_table_spec(slug, pace=0), "Ann", journal=replace(journal_settings, number=left.number)
    )
    assert (returned_client.view, returned_client.seat, returned_client.token, returned_client.is_owner) == (
        seen,
        0,
        token,
        True,
    )
    robot = PlayingListener(returned_client)
    await wait_for_event(robot.over)
    assert not any(isinstance(event, RefusalReceived | HostLost) for event in robot.events)
    await returned_client.close()
    assert unfinished_tables(journal_settings.path) == ()
    [match] = finished_matches(journal_settings.path)
    record = replay(Record.parse(record_text(journal_settings.path, match.id)))
    assert record.standings == returned_client.standings
    assert {one.name for one in match.results if not one.bot} == {"Ann"}
    assert match.began < match.ended


@pytest.mark.parametrize(("new_name", "shown"), [("Nina", "Nina"), ("Ann", "Ann"), ("Bea", "Bea 2")])
async def test_match_continued_under_another_name_counts_for_that_name(new_name, shown, journal_settings):
    spec = make_table_spec("mad-queens", seats=2, bots=1, pace=0, seed=3)
    client = await open_table(spec, "Ann", journal=journal_settings)
    robot = PlayingListener(client, 2)
    client.start_match()
    await wait_for_event(robot.rests)
    await client.close()
    [left] = unfinished_tables(journal_settings.path)
    client = await open_table(spec, new_name, journal=replace(journal_settings, number=left.number))
    assert (client.name, client.seat) == (shown, 0)
    robot = PlayingListener(client)
    await wait_for_event(robot.verified)
    verdict = next(event for event in robot.events if isinstance(event, VerificationResult))
    assert verdict.fair is not False, verdict.sentence
    await client.close()
    [match] = finished_matches(journal_settings.path)
    assert [one.name for one in match.results if not one.bot] == [shown]


async def test_deal_of_a_continued_match_is_still_proved(journal_settings, tmp_path):
    spec, saved_deal_parts = (
        make_table_spec("mad-queens", seats=2, bots=1, pace=0, seed=None),
        SavedDealParts(tmp_path / "deals.json"),
    )
    client = await open_table(spec, "Ann", journal=journal_settings, saved_deal_parts=saved_deal_parts)
    robot = PlayingListener(client, 2)
    client.start_match()
    await wait_for_event(robot.rests)
    await client.close()
    [left] = unfinished_tables(journal_settings.path)
    saved_deal_parts = SavedDealParts(tmp_path / "deals.json")
    journal = replace(journal_settings, number=left.number)
    client = await open_table(spec, "Ann", journal=journal, saved_deal_parts=saved_deal_parts)
    robot = PlayingListener(client)
    await wait_for_event(robot.verified)
    await client.close()
    verdict = next(event for event in robot.events if isinstance(event, VerificationResult))
    assert verdict.fair is True, verdict.sentence


async def test_finished_match_of_one_seat_is_in_the_list_of_high_scores(journal_settings):
    client = await open_table(
        make_table_spec("mad-queens", seats=1, pace=0, seed=None), "Ann", journal=journal_settings
    )
    before = []
    for _ in range(3):
        robot = PlayingListener(client)
        client.start_match()
        await wait_for_event(robot.over)
        before.append(previous_best_score(journal_settings.path, "mad-queens"))
    await client.close()
    in_order = [one.results[0].score for one in reversed(finished_matches(journal_settings.path))]
    assert before == [None, in_order[0], max(in_order[:2])]
    assert previous_best_score(journal_settings.path, "big-queen") is None
    scores = [one.score for one in high_scores(journal_settings.path)]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert player_tallies(journal_settings.path) == ()


async def test_second_solo_match_keeps_the_first_for_later(journal_settings):
    for _ in range(2):
        client = await open_table(make_table_spec("mad-queens", seats=2, pace=0), "Ann", journal=journal_settings)
        robot = PlayingListener(client, 3)
        client.start_match()
        await wait_for_event(robot.rests)
        await client.close()
    assert len(unfinished_tables(journal_settings.path)) == 2


async def test_solo_match_that_another_process_plays_is_left_alone_and_a_new_table_opens(journal_settings):
    client = await open_table(make_table_spec("mad-queens", seats=2, pace=0), "Ann", journal=journal_settings)
    robot = PlayingListener(client, 3)
    client.start_match()
    await wait_for_event(robot.rests)
    other = await open_table(
        make_table_spec("mad-queens", seats=2, pace=0), "Ann", journal=replace(journal_settings, number=1)
    )
    assert other.table.phase == "lobby"
    await other.close()
    await client.close()


# Tables on the network


async def open_host(journal_settings, port=0, name="Ann", **settings):
    """Open a table of Mad Queens on the network, with a journal; return the server and the client of `name`."""
    return await host(
        make_table_spec("mad-queens", seats=3, bots=1, pace=0, **settings),
        name,
        "127.0.0.1",
        port,
        journal=journal_settings,
    )


async def host_and_leave_in_a_match(journal_settings):
    """Host a table, leave it and close it in the middle of a match; return its port."""
    server, ann = await open_host(journal_settings)
    port = port_of(ann)
    robot = PlayingListener(ann, 2)
    ann.start_match()
    await wait_for_event(robot.rests)
    await ann.close()
    await server.close()
    return port


async def test_host_closed_in_a_match_continues_with_everybody_in_their_seats(journal_settings):
    server, ann = await open_host(journal_settings)
    port = port_of(ann)
    bob = await join("127.0.0.1", port, "Bob")
    robots = [PlayingListener(ann, 5), PlayingListener(bob)]
    ann.start_match()
    await wait_for_event(robots[0].rests)
    token = bob.token
    await ann.close()
    await server.close()
    await wait_for_event(robots[1].lost)

    server, ann = await open_host(journal_settings, port)
    assert server.match_resumed
    assert server.table_resumed
    assert (ann.seat, ann.is_owner) == (0, True)
    bob = await join("127.0.0.1", port, "Bob", token=token)
    assert bob.seat == 1
    robots = [PlayingListener(ann), PlayingListener(bob)]
    for robot in robots:
        await wait_for_event(robot.over)
    assert ann.standings == bob.standings
    await bob.close()
    await ann.close()
    await server.close()
    [match] = finished_matches(journal_settings.path)
    assert [one.name for one in sorted(match.results, key=lambda one: one.seat)][:2] == ["Ann", "Bob"]

    server, ann = await open_host(journal_settings, port)
    assert not server.match_resumed
    await ann.close()
    await server.close()


async def test_request_for_another_game_opens_it_and_keeps_the_unfinished_match(journal_settings):
    port = await host_and_leave_in_a_match(journal_settings)
    server, ann = await open_host(replace(journal_settings, game="big-queen"), port)
    assert not server.table_resumed
    await ann.close()
    await server.close()
    server, ann = await open_host(replace(journal_settings, game="mad-queens"), port)
    assert server.match_resumed
    await ann.close()
    await server.close()


async def test_recovered_private_table_keeps_its_code_and_admits_members_without_it(journal_settings):
    server, ann = await open_host(journal_settings, code="dragon", seed=1)
    port = port_of(ann)
    bob = await join("127.0.0.1", port, "Bob", code="dragon")
    robot = PlayingListener(ann, 2)
    ann.start_match()
    await wait_for_event(robot.rests)
    await ann.close()
    await server.close()
    server, ann = await open_host(journal_settings, port, code="another")
    assert server.code == "dragon"
    returned_client = await join("127.0.0.1", port, "Bob", token=bob.token)
    assert returned_client.seat == 1
    with pytest.raises(Rejected):
        await join("127.0.0.1", port, "Cat")
    cat = await join("127.0.0.1", port, "Cat", code="dragon")
    for client in (ann, returned_client, cat, server):
        await client.close()


async def test_table_that_cannot_be_restored_is_refused_and_kept(journal_settings, journal_threads_before_test):
    port = await host_and_leave_in_a_match(journal_settings)
    with JournalDatabase(journal_settings.path) as file:
        last = file.ticks(1)[-1][0]
        file.add_tick(1, last + 1, [ActionEntry(1, 0, "meld 7♠ 7♦ 2♥", "person")])
    with pytest.raises(JournalDamaged, match="cannot go on"):
        await open_host(journal_settings, port)
    with JournalDatabase(journal_settings.path) as file:
        assert file.ticks(1)[-1][0] == last + 1
    server, ann = await open_host(replace(journal_settings, opens_new_table=True), port)
    assert not server.match_resumed
    await ann.close()
    await server.close()
    assert not journal_threads() - journal_threads_before_test


async def test_full_disk_stops_play_for_everybody_and_loses_nothing_acknowledged(journal_settings):
    server, ann = await open_host(journal_settings, seed=3)
    port = port_of(ann)
    bob = await join("127.0.0.1", port, "Bob")
    robots = [PlayingListener(ann, 8), PlayingListener(bob, 8)]
    ann.start_match()
    for robot in robots:
        await wait_for_event(robot.rests)
    table_journal = server.runner._journal
    await table_journal._writer.run_job(lambda file: file.rows("PRAGMA max_page_count = 1"))  # no more than there are
    for robot in robots:
        robot.actions_left = 10_000
        robot.act()
    for robot in robots:
        await wait_for_event(robot.lost)
        assert "(the disk is full)" in robot.events[-1].reason
        assert not robot.over.is_set(), "the disk was full before the match was over"
    assert isinstance(server.runner.failure.result(), JournalUnusable)
    seen = [client.view for client in (ann, bob)]
    await bob.close()
    await ann.close()
    await server.close()

    server, ann = await open_host(journal_settings, port)
    assert server.match_resumed
    record = server.table.state.runner.match.record
    for view in seen:
        assert view is not None
        assert view in views_of(record, view.seat), "what somebody has seen is what goes on"
    await ann.close()
    await server.close()


def views_of(record, seat):
    """Return the views of this seat in a match, at its beginning and after every action."""
    match = games[record.game].start(
        record.seats, options=dict(record.options), dealer=Dealer.parse(record.seed, record.deal)
    )
    views = [match.view(seat)]
    for actor, action in record.actions:
        match.act(actor, games[record.game].parse(action))
        views.append(match.view(seat))
    return views


async def test_table_with_a_journal_refuses_options_that_the_game_does_not_have(
    journal_settings, journal_threads_before_test
):
    with pytest.raises(BadOption):
        await open_table(make_table_spec("mad-queens", seats=2, options={"jokers": 7}), "Ann", journal=journal_settings)
    assert not journal_threads() - journal_threads_before_test
    assert unfinished_tables(journal_settings.path) == ()


async def test_disk_full_at_opening_is_reported_and_leaves_nothing_open(
    journal_settings, monkeypatch, journal_threads_before_test
):
    def fail_with_full_disk(file, table, tick, entries):
        raise JournalUnusable(file.path, "the disk is full")

    monkeypatch.setattr(JournalDatabase, "add_tick", fail_with_full_disk)
    with pytest.raises(JournalUnusable, match="the disk is full"):
        await open_table(make_table_spec("mad-queens", seats=2), "Ann", journal=journal_settings)
    with pytest.raises(JournalUnusable, match="the disk is full"):
        await open_host(journal_settings, 0)
    assert not journal_threads() - journal_threads_before_test


async def test_unusable_journal_leaves_the_port_free(journal_settings, tmp_path):
    journal_settings.path.write_bytes(b"not one of ours" * 100)
    with pytest.raises(JournalDamaged):
        await open_host(journal_settings, 0)
    server, ann = await open_host(None)
    await ann.close()
    await server.close()


def test_journal_has_room_for_a_million_million_ticks_of_a_table():
    assert 1 << TICK_NUMBER_BITS > 10**12
