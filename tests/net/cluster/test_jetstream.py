"""Opening the store of a club on real NATS servers, and how it keeps entries."""

from __future__ import annotations

import asyncio

import pytest

from net.cluster.retry import retry_until_answer
from net.cluster.store import EntryRefused, StoreEntry, StoreUnreachable, StoreUnusable
from net.host.cluster_storage import ONE_COPY_SENTENCE, cluster_storage
from net.limits import MAX_STORE_READS_AT_ONCE, STORE_ANSWER_SECONDS
from tests.support.depth import only_deep
from tests.support.nats_servers import needs_nats, start_servers
from tests.support.patience import PATIENCE_SECONDS

pytestmark = [needs_nats, pytest.mark.slow]


@only_deep
async def test_store_is_opened_as_soon_as_its_servers_agree(tmp_path):
    from net.cluster.jetstream import open_store

    servers = await start_servers(tmp_path, 3)
    try:
        for number in (1, 2):
            servers.freeze(number)
        opening = asyncio.create_task(open_store(servers.urls[:1], "club", 3))
        await asyncio.sleep(1.5 * STORE_ANSWER_SECONDS)  # so that at least one question is not answered
        assert not opening.done()
        for number in (1, 2):
            servers.thaw(number)
        async with asyncio.timeout(PATIENCE_SECONDS):
            store = await opening
            assert await store.last("log.1") is None
        await store.close()
    finally:
        servers.stop()


async def test_store_with_three_copies_cannot_be_opened_at_one_server(tmp_path):
    from net.cluster.jetstream import open_store

    servers = await start_servers(tmp_path)
    try:
        with pytest.raises(StoreUnusable, match=r"^The club's store cannot be used: replicas > 1 not supported"):
            await open_store(servers.urls, "club", 3)
    finally:
        servers.stop()


async def test_results_of_matches_stay_in_the_store_until_they_are_removed(open_stores_of_new_club, monkeypatch):
    monkeypatch.setattr("net.cluster.jetstream.EVENING_SECONDS", 0.5)
    [store] = await open_stores_of_new_club(1)
    sequences = [await store.append(f"result.7.{number}", b"result", 0) for number in (1, 2)]
    await store.append("person.a", b"person")
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await store.last("person.a") is not None:  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.05)
    seen = []
    await store.watch("result", seen.append)
    assert [one.sequence for one in seen] == sequences
    await store.remove_before("result", sequences[1])
    assert await store.last("result.7.1") is None
    assert (await store.last("result.7.2")).sequence == sequences[1]


async def test_store_of_one_server_keeps_one_copy_and_the_host_warns_of_it(tmp_path):
    servers = await start_servers(tmp_path)
    try:
        async with cluster_storage(servers.urls, "Club") as storage:
            assert storage.warning == ONE_COPY_SENTENCE
    finally:
        servers.stop()


async def test_store_with_three_copies_opens_with_the_address_of_one_server_of_three(run_servers):
    servers = await run_servers(3)
    async with cluster_storage(servers.urls[:1], "Club") as storage:
        assert storage.warning == ""


async def test_store_is_opened_though_no_answer_comes_to_a_question_about_its_copies(run_servers, monkeypatch):
    from nats.js import JetStreamContext

    from net.cluster.jetstream import open_store

    asked, stream_info = [], JetStreamContext.stream_info

    async def answer_from_the_third_on(context, name, *more, **others):
        asked.append(name)
        if name.endswith("-log") and asked.count(name) < 3:  # as while the servers choose another leader
            raise TimeoutError
        return await stream_info(context, name, *more, **others)

    monkeypatch.setattr(JetStreamContext, "stream_info", answer_from_the_third_on)
    store = await open_store((await run_servers(3)).urls, "unanswered", 3)
    assert store.copies == 3
    assert max(map(asked.count, asked)) == 3
    await store.close()


async def test_store_with_one_copy_gets_three_once_there_are_servers_for_them(open_stores_of_new_club, run_servers):
    [store] = await open_stores_of_new_club(3)
    servers = await run_servers(3)
    name = store._name + "x"
    from net.cluster.jetstream import open_store

    one = await open_store(servers.urls, name, 1)
    assert one.copies == 1
    sequence = await one.append("log.1", b"entry", 0)
    three = await open_store(servers.urls, name, 3, 1)
    try:
        assert three.copies == 3
        assert [stored.sequence for stored in await three.read("log.1")] == [sequence]
    finally:
        await three.close()
        await one.close()


async def test_second_entry_of_a_name_is_refused_and_the_first_one_stays(open_stores_of_new_club):
    [store] = await open_stores_of_new_club(1)
    first = await store.append("name.ann", b"a", 0)
    with pytest.raises(EntryRefused):
        await store.append("name.ann", b"b", 0)
    await store.append("name.ann", b"a", first)
    assert await store.first_after("name.ann", 0) == StoreEntry("name.ann", first, b"a")


async def test_watch_goes_on_after_any_error(open_stores_of_new_club, monkeypatch):
    from net.cluster import jetstream

    [store] = await open_stores_of_new_club(1)
    seen, reported, errors = [], [], [ValueError(), RuntimeError()]
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context["exception"]))
    read = jetstream._read_entry_message

    def read_or_fail(*arguments):
        """Fail once, when an entry has been seen already."""
        if seen and len(errors) == 1:
            raise errors.pop()
        return read(*arguments)

    def note(stored):
        """Note an entry, but fail at the first one of all."""
        seen.append(stored.key)
        if len(errors) == 2:
            raise errors.pop(0)

    monkeypatch.setattr(jetstream, "_read_entry_message", read_or_fail)
    await store.watch("host", note)
    await store.append("host.a", b"1")
    await store.append("host.b", b"1")
    await wait_until(lambda: seen[-2:] == ["host.a", "host.b"])
    assert [type(error) for error in reported] == [ValueError, RuntimeError]


async def test_stream_that_is_missing_for_a_moment_is_not_empty_and_its_watch_goes_on(open_stores_of_new_club):
    [store] = await open_stores_of_new_club(1)
    seen = []
    await store.watch("club", lambda stored: seen.append(stored.key))
    assert await store.last("club.secret") is None
    [stream] = [name for name in store._streams if name == store._stream_of("club.secret")]
    await store._stream.delete_stream(stream)
    for question in (store.last("club.secret"), store.first_after("club.secret", 0), store.read("club.secret")):
        with pytest.raises(StoreUnreachable):
            await question
    await store.prepare(1, 1)
    await store.append("club.secret", b"1")
    await wait_until(lambda: seen == ["club.secret"])


async def wait_until(condition):
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 - what is awaited has no event
            await asyncio.sleep(0.02)


async def test_only_some_of_many_logs_are_read_at_the_same_time(open_stores_of_new_club, monkeypatch):
    [store] = await open_stores_of_new_club(1)
    add_consumer, at_once, most = store._stream.add_consumer, 0, 0

    async def add_and_count(stream, config):
        """Add a consumer as the server does, and count those whose answers are on their way."""
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        try:
            return await add_consumer(stream, config)
        finally:
            at_once -= 1

    monkeypatch.setattr(store._stream, "add_consumer", add_and_count)
    number = await store.append("log.1", b"entry")
    found = await asyncio.gather(*(store.read("log.1") for _ in range(5 * MAX_STORE_READS_AT_ONCE)))
    assert set(found) == {(StoreEntry("log.1", number, b"entry"),)}
    assert most == MAX_STORE_READS_AT_ONCE


async def test_store_that_has_too_many_consumers_is_asked_again_later(open_stores_of_new_club, monkeypatch):
    from nats.js.errors import BadRequestError

    [store] = await open_stores_of_new_club(1)

    async def refuse(stream, config):
        """Refuse a consumer as a server does that has as many as it may have."""
        raise BadRequestError(code=400, err_code=10026, description="maximum consumers limit reached")

    monkeypatch.setattr(store._stream, "add_consumer", refuse)
    with pytest.raises(StoreUnreachable):
        await store.read("log.1")


def remove_entries_before_they_are_sent(store, key, monkeypatch):
    """Have the entries of `key` removed between the moment when the next consumer counts them and that when it would
    send them, as it happens on servers that do not remove them at the same time.
    """
    add_consumer = store._stream.add_consumer

    async def count_and_remove(stream, config):
        """Add a consumer once the entries are gone, with the number of entries before; later ones as usual."""
        monkeypatch.setattr(store._stream, "add_consumer", add_consumer)
        await store._stream.purge_stream(stream, subject=store._subject_of_key(key))
        consumer = await add_consumer(stream, config)
        consumer.num_pending = 1
        return consumer

    monkeypatch.setattr(store._stream, "add_consumer", count_and_remove)


async def test_reader_of_a_log_that_is_removed_meanwhile_does_not_wait_for_its_entries(
    open_stores_of_new_club, monkeypatch
):
    [store] = await open_stores_of_new_club(1)
    await store.append("log.1", b"entry")
    remove_entries_before_they_are_sent(store, "log.1", monkeypatch)
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await retry_until_answer(lambda: store.read("log.1")) == ()


async def test_watch_begins_though_an_entry_is_removed_before_it_is_sent(open_stores_of_new_club, monkeypatch):
    [store] = await open_stores_of_new_club(1)
    await store.append("host.a", b"1")
    remove_entries_before_they_are_sent(store, "host.a", monkeypatch)
    seen = []
    async with asyncio.timeout(PATIENCE_SECONDS):
        await store.watch("host", lambda stored: seen.append(stored.key))
    assert seen == []


@only_deep
async def test_logs_removed_on_three_servers_just_before_they_are_read_are_read(open_stores_of_new_club):
    """About once in 3,000 times a server counts entries for the reader that it then removes."""
    [store] = await open_stores_of_new_club(3)
    for number in range(5000):
        await store.append(f"log.{number}", b"entry")
        await store.remove(f"log.{number}")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await retry_until_answer(lambda key=f"log.{number}": store.read(key))


async def test_watch_that_the_store_does_not_begin_is_given_up(open_stores_of_new_club, monkeypatch):
    [store] = await open_stores_of_new_club(1)

    async def give_no_answer(stream, config):
        """Answer nothing, as servers that have no leader."""
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr("net.cluster.jetstream.STORE_PREPARE_SECONDS", 0.1)
        patch.setattr(store._stream, "add_consumer", give_no_answer)
        async with asyncio.timeout(PATIENCE_SECONDS):
            with pytest.raises(StoreUnreachable):
                await store.watch("host", lambda stored: None)
    assert not store._watches
