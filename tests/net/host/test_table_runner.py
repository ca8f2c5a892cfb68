"""The house: nobody is told anything that is not written down, and what cannot be written stops play."""

from __future__ import annotations

import asyncio

import pytest

from net.errors import HostGone, JournalUnusable
from net.host.table_runner import TableRunner
from net.journal.entries import ActionEntry
from net.protocol.messages import ChatLine, ConnectionFailed, SendChat
from net.table.tick import Drop, HostClosing, Received, Send, TickResult

WAIT = 20


class Echo:
    """A table at which everything said is written down, unless it is a question, and then heard by everybody."""

    is_playing = False

    def __init__(self):
        self.ticks = []
        self.links = ()
        self.alarm = None
        self.farewell = True

    def handle(self, inputs, now):
        self.ticks.append([item.message.text if isinstance(item, Received) else type(item).__name__ for item in inputs])
        journal, sends, drops = [], [], []
        for item in inputs:
            if isinstance(item, HostClosing):
                drops += [Drop(link, HostGone("closed")) for link in self.links]
            elif isinstance(item, Received):
                if not item.message.text.endswith("?"):
                    journal.append(ActionEntry(1, item.connection, item.message.text, "person"))
                sends.append(Send(self.links, ChatLine("Ann", item.message.text)))
        return TickResult(tuple(journal), tuple(sends), tuple(drops), self.alarm)


class Slow:
    """A chronicle that answers when it is told to."""

    def __init__(self):
        self.written = []
        self.waiting = []
        self.closed = None

    def commit(self, entries, then):
        self.waiting.append((entries, then))

    def answer(self, error=None):
        entries, then = self.waiting.pop(0)
        if error is None:
            self.written.append([entry.action for entry in entries])
        then(error)

    async def close(self, over):
        self.closed = over


class Ear:
    def __init__(self):
        self.heard = []
        self.ended = None

    def deliver(self, messages, frames):
        self.heard += [message.text if isinstance(message, ChatLine) else message for message in messages]

    def end(self, error):
        self.ended = error


def built(ears=2, journal=True):
    table, slow = Echo(), Slow()
    house = TableRunner(table, slow if journal else None)
    carriers = [Ear() for _ in range(ears)]
    table.links = tuple(map(house.connect, carriers))
    return house, table, slow, carriers


async def turn():
    for _ in range(3):
        await asyncio.sleep(0)


async def test_nothing_is_sent_before_the_journal_is_written():
    house, table, slow, ears = built()
    house.post(Received(table.links[0], SendChat("one")))
    await turn()
    assert [ear.heard for ear in ears] == [[], []]
    slow.answer()
    assert slow.written == [["one"]]
    assert [ear.heard for ear in ears] == [["one"], ["one"]]


async def test_inputs_during_a_commit_make_up_one_tick():
    house, table, slow, ears = built()
    for text in ("one", "two", "three", "four?", "five"):
        house.post(Received(table.links[0], SendChat(text)))
        await turn()
    assert table.ticks == [["one"]]
    slow.answer()
    await turn()
    assert table.ticks == [["one"], ["two", "three", "four?", "five"]]
    assert ears[0].heard == ["one"]
    slow.answer()
    assert slow.written == [["one"], ["two", "three", "five"]]
    assert ears[0].heard == ["one", "two", "three", "four?", "five"]


async def test_what_need_not_be_written_is_told_at_once():
    house, table, slow, ears = built()
    house.post(Received(table.links[0], SendChat("one?")))
    await turn()
    assert ears[1].heard == ["one?"]
    assert slow.waiting == []


async def test_without_a_chronicle_everything_is_told_at_once():
    house, table, _, ears = built(journal=False)
    house.post(Received(table.links[0], SendChat("one")))
    await turn()
    assert ears[1].heard == ["one"]


async def test_an_alarm_in_the_middle_of_a_commit_rings_after_it():
    house, table, slow, _ = built()
    table.alarm = asyncio.get_running_loop().time() + 0.01
    house.post(Received(table.links[0], SendChat("one?")))
    await turn()
    table.alarm = None
    house.post(Received(table.links[0], SendChat("two")))
    await turn()
    house._ring()
    await turn()
    assert table.ticks == [["one?"], ["two"]]
    slow.answer()
    await turn()
    assert table.ticks == [["one?"], ["two"], []]


async def test_whoever_goes_meanwhile_is_told_nothing():
    house, table, slow, ears = built()
    house.post(Received(table.links[0], SendChat("one")))
    await turn()
    house.disconnect(table.links[1])
    slow.answer()
    assert [ear.heard for ear in ears] == [["one"], []]


async def test_what_cannot_be_written_is_told_to_nobody_and_everybody_is_told_why():
    house, table, slow, ears = built()
    house.post(Received(table.links[0], SendChat("one")))
    await turn()
    slow.answer()
    house.post(Received(table.links[0], SendChat("two")))
    await turn()
    house.post(Received(table.links[0], SendChat("three")))
    slow.answer(JournalUnusable("/somewhere/journal.db", "the disk is full"))
    await turn()
    for ear in ears:
        text, failed = ear.heard
        assert text == "one"
        assert isinstance(failed, ConnectionFailed)
        assert failed.kind == "HostGone"
        assert "(the disk is full)" in failed.reason
        assert "/somewhere" not in failed.reason, "where the host keeps its files is its own affair"
        assert str(ear.ended) == failed.reason
    assert str(house.failed.result()) == "The journal /somewhere/journal.db cannot be written: the disk is full."
    assert table.ticks == [["one"], ["two"]]
    house.post(Received(table.links[0], SendChat("four")))
    await turn()
    assert len(table.ticks) == 2
    late = Ear()
    house.connect(late)
    await turn()
    assert (late.heard, str(late.ended)) == ([failed], failed.reason), "who comes now does not wait for ever"
    await house.end()
    assert slow.closed is False, "it goes on when there is room again"


async def test_a_table_that_fails_tells_nobody_of_it_and_can_go_on_from_what_is_written(caplog):
    house, table, slow, ears = built()

    def handle(inputs, now):
        raise ZeroDivisionError("a mistake of ours")

    table.handle = handle
    with pytest.raises(ZeroDivisionError):
        house._tick()
    [failed] = ears[0].heard
    assert "made a mistake" in failed.reason
    assert isinstance(house.failed.result(), HostGone)
    await house.end()
    assert slow.closed is False


async def test_the_end_waits_for_what_is_being_written():
    house, table, slow, ears = built()
    house.post(Received(table.links[0], SendChat("one")))
    await turn()
    ending = asyncio.ensure_future(house.end())
    await turn()
    assert ears[0].ended is None
    slow.answer()
    async with asyncio.timeout(WAIT):
        await ending
    assert ears[0].heard == ["one"]
    assert isinstance(ears[0].ended, HostGone)
    assert table.ticks == [["one"], ["HostClosing"]]
    assert slow.closed is True
    await house.end()


async def test_what_has_come_before_the_end_is_in_the_last_tick_and_there_is_only_one():
    house, table, slow, ears = built()
    house.post(Received(table.links[0], SendChat("one")))
    asyncio.get_running_loop().call_later(0.01, slow.answer)
    async with asyncio.timeout(WAIT):
        await house.end()
    assert table.ticks == [["one", "HostClosing"]]
    assert ears[0].heard == ["one"]
    assert isinstance(ears[0].ended, HostGone)


@pytest.mark.parametrize("playing", [None, "a match"])
async def test_a_match_that_is_being_played_is_not_over_with_its_house(playing):
    house, table, slow, _ = built()
    table.is_playing = playing
    await house.end()
    assert slow.closed is (playing is None)


async def test_a_table_has_its_first_tick_though_nobody_comes():
    """After a restart those who are away are waited for from then on, also if none of them comes back."""
    table = Echo()
    TableRunner(table)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert table.ticks == [[]]


async def test_a_mistake_at_the_very_end_keeps_nobody_from_going_on_with_the_table():
    house, table, slow, ears = built()

    def fail(inputs, now):
        raise ZeroDivisionError

    table.handle = fail
    with pytest.raises(ZeroDivisionError):
        await house.end()
    assert slow.closed is False, "it is let go of, and is not over"
    assert all(isinstance(ear.heard[-1], ConnectionFailed) for ear in ears)
