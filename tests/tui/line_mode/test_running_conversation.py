"""A running conversation of the line mode: typed lines wait for replies but not for other events, and its end is
reported.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress
from importlib import import_module

import pytest
from msgspec.structs import replace

from core import games
from core.engine.simulation import play_out
from net.client.events import (
    ChatReceived,
    HostLost,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    NoticeReceived,
    RefusalReceived,
    VerificationResult,
)
from net.host.local_table import open_table
from net.host.table_spec import make_table_spec
from net.protocol.table_state import SeatInfo, Terms
from tests.support.patience import PATIENCE_SECONDS
from tests.support.scripted_terminal import ScriptedClient, table_info
from tui.crash_message import WRONG_TABLE_DATA_SENTENCE
from tui.line_mode import ConversationContext, LineFormat, converse
from tui.line_mode.conversation import ALREADY_SO_SENTENCE, FIGURES_SENTENCE
from tui.line_mode.event_text import EventText
from tui.line_mode.stdio import MAX_UNWRITTEN_LINES, LineReader, LineWriter


class TypingPerson:
    """A person at the line mode: the program reads the lines that the test gives, and `written` keeps those that it
    writes.
    """

    def __init__(self, *lines: str | None) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        for line in lines:
            self.lines.put_nowait(line)
        self.written: list[str] = []
        self._more = asyncio.Event()

    async def read_line(self) -> str | None:
        """Return the next line that the test types."""
        return await self.lines.get()

    def write_line(self, line: str) -> None:
        """Keep a line that the program writes."""
        self.written.append(line)
        self._more.set()

    async def wait_for_line(self, expected_text: str) -> None:
        """Wait until a line with these words has been written."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(expected_text in line for line in self.written):
                self._more.clear()
                await self._more.wait()


async def test_end_of_input_leaves_the_table() -> None:
    typist = TypingPerson(None)
    assert await converse(ScriptedClient(), typist.read_line, typist.write_line) == "left"
    assert typist.written[-1] == "You leave the table."


@pytest.mark.parametrize("is_remote", [True, False])
async def test_error_at_a_remote_table_ends_the_conversation_as_if_the_host_were_lost(is_remote, monkeypatch) -> None:
    """At a remote table the host may have sent an impossible state; at a table of this program the error is raised."""

    def fail(*_: object) -> None:
        """Fail to write a sentence."""
        raise KeyError("no such phase")

    client, typist = ScriptedClient(), TypingPerson()
    client.is_remote = is_remote
    monkeypatch.setattr(EventText, "on_chat", fail)
    talking = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("1) Start the match")
    client.listener(ChatReceived("Bea", "hello"))
    if not is_remote:
        with pytest.raises(KeyError):
            await talking
        return
    assert await talking == "lost"
    assert typist.written[-1] == WRONG_TABLE_DATA_SENTENCE


async def test_lost_host_ends_the_conversation() -> None:
    client, typist = ScriptedClient(), TypingPerson()
    talking = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("1) Start the match")
    client.listener(NoticeReceived("Bea has left."))
    client.listener(HostLost("The host can no longer be reached."))
    assert await talking == "lost"
    assert typist.written[-2:] == ["Bea has left.", "The host can no longer be reached."]


async def test_lines_typed_ahead_are_handled_in_order() -> None:
    client, typist = ScriptedClient(), TypingPerson()
    match = games["mad-queens"].start(3, 3)
    client.table = table_info(phase="playing")
    client.view = match.view(0)
    talking = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("1) reveal")
    for line in ("1", "1", "2"):
        typist.lines.put_nowait(line)
    for asked in ("reveal", "reveal", "bank"):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await client.acted.wait()
        client.acted.clear()
        for _ in range(20):
            await asyncio.sleep(0)
        assert client.requests == [("send_action", asked)]
        client.requests.clear()
        changes = match.act(0, match.game.parse(asked))
        client.answer_is_due = False
        client.view = match.view(0)
        client.listener(MatchChanged(tuple(filter(None, (change.seen_by(0) for change in changes))), client.view))
    typist.lines.put_nowait(None)
    assert await talking == "left"
    assert any("cards banked" in line for line in typist.written)


async def test_choice_of_a_script_waits_for_its_menu() -> None:
    """All lines of a script can be read at once, before any menu is written."""
    client = await open_table(make_table_spec("queen-bees-ii", seats=3, bots=2, seed=5, pace=0), "Ada")
    typist = TypingPerson("1", "1", "scores", "1", "look", None)
    await converse(
        client, typist.read_line, typist.write_line, LineFormat(is_typed=False), ConversationContext(solo=True)
    )
    await client.close()
    played = [line for line in typist.written if line.startswith(("You play ", "You lead "))]
    assert len(played) == 3
    assert not any("There is no" in line for line in typist.written)


async def test_line_is_handled_after_some_seconds_without_a_reply(monkeypatch) -> None:
    monkeypatch.setattr(import_module("tui.line_mode.session"), "REPLY_SECONDS", 0.01)
    client, typist = ScriptedClient(), TypingPerson("start", "say still here", None)
    assert await converse(client, typist.read_line, typist.write_line) == "left"
    assert client.requests == [("start_match",), ("send_chat", "still here")]


async def test_next_line_does_not_wait_after_a_request_that_changes_nothing(monkeypatch) -> None:
    """Each request is made twice; the host does not reply to the second one."""
    monkeypatch.setattr(import_module("tui.line_mode.session"), "REPLY_SECONDS", 3600.0)
    wishes = (
        *("watch", "sit 2", "sit", "ready yes", "seats 3", "set visibility sealed", "set visibility open"),
        *("clock 30", "grace 20", "bot", "remove 3", "remove 3", "game big-queen", "seats 4", "watch"),
    )
    client = await open_table(make_table_spec("mad-queens", seats=4, pace=0), "Ada")
    typist = TypingPerson(*(line for wish in wishes for line in (wish, wish)), "say the end", None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await converse(client, typist.read_line, typist.write_line, LineFormat(is_typed=False))
    await client.close()
    assert "You say: the end" in typist.written
    assert typist.written.count(ALREADY_SO_SENTENCE) == 9
    assert not any("do not know" in line for line in typist.written)


async def test_second_watch_command_during_a_match_is_not_refused() -> None:
    client = ScriptedClient(seat=None)
    client.table = table_info(phase="playing")
    client.view = games["mad-queens"].start(3, 3).view(None)
    typist = TypingPerson("watch", "say still here", None)
    assert await converse(client, typist.read_line, typist.write_line) == "left"
    assert client.requests == [("send_chat", "still here")]
    assert ALREADY_SO_SENTENCE in typist.written


async def test_events_while_a_line_is_typed_are_handled_before_it() -> None:
    client, typist = ScriptedClient(), TypingPerson()
    talking = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("1) Start the match")
    match = games["mad-queens"].start(3, 3)
    client.view = match.view(0)
    client.listener(MatchBegan(client.view, client.seat_names, match.opening_changes))
    client.listener(RefusalReceived("You are not the owner any more."))
    typist.lines.put_nowait("1")
    await typist.wait_for_line("was meant for the old ones")
    assert client.requests == []
    typist.lines.put_nowait(None)
    await talking


async def test_input_in_any_pieces_is_split_into_lines() -> None:
    ours, theirs = os.pipe()
    source = LineReader(ours)
    for piece in (b"on", b"e\ntw", b"o\r\n\r\nthree\rQ\xe2\x99", b"\xa0\nbad \xff\nlast"):
        os.write(theirs, piece)
    os.close(theirs)
    async with asyncio.timeout(PATIENCE_SECONDS):
        lines = [await source.read_line() for _ in range(8)]
    assert [line for line in lines if line] == ["one", "two", "three", "Q♠", "bad �", "last"]
    assert lines[-1] is None
    assert await source.read_line() is None
    os.close(ours)


async def test_typed_line_that_does_not_end_is_cut_at_the_limit() -> None:
    ours, theirs = os.pipe()
    source = LineReader(ours)
    writer = threading.Thread(target=lambda: (os.write(theirs, b"x" * 50_000), os.close(theirs)))
    writer.start()
    async with asyncio.timeout(PATIENCE_SECONDS):
        line = await source.read_line()
        assert line is not None
        assert set(line) == {"x"}
        assert len(line) <= 4096
    writer.join()
    os.close(ours)


async def test_unread_output_never_blocks_and_counts_the_lines_left_out() -> None:
    ours, theirs = os.pipe()
    _fill_pipe(theirs)
    sink = LineWriter(theirs, "utf-8", lambda: None)
    for number in range(2 * MAX_UNWRITTEN_LINES):
        sink.write_line(f"line {number}")
    read = threading.Thread(target=_read_pipe_to_end, args=(ours, found := [], caught_up := threading.Event()))
    read.start()
    assert await asyncio.to_thread(caught_up.wait, 20)
    sink.write_line("the end")
    await asyncio.to_thread(sink.close)
    os.close(theirs)
    await asyncio.to_thread(read.join)
    lines = b"".join(found).decode().splitlines()
    assert lines[0].lstrip(".") == "line 0"
    assert lines[-1] == "the end"
    assert "lines were left out here" in lines[-2]
    os.close(ours)


def _fill_pipe(descriptor: int) -> None:
    """Write to a pipe until it is full, so that the next write blocks."""
    os.set_blocking(descriptor, False)
    with suppress(BlockingIOError):
        while True:
            os.write(descriptor, b"." * 4096)
    os.set_blocking(descriptor, True)


def _read_pipe_to_end(descriptor: int, pieces: list[bytes], caught_up: threading.Event) -> None:
    """Read a pipe to its end; set `caught_up` once `MAX_UNWRITTEN_LINES` lines have been read."""
    lines = 0
    while data := os.read(descriptor, 65536):
        pieces.append(data)
        lines += data.count(b"\n")
        if lines >= MAX_UNWRITTEN_LINES:
            caught_up.set()


async def test_closed_output_of_the_line_mode_is_reported_once() -> None:
    ours, theirs = os.pipe()
    gone = asyncio.Event()
    sink = LineWriter(theirs, "utf-8", gone.set)
    os.close(ours)
    sink.write_line("hello")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await gone.wait()
    sink.close()
    os.close(theirs)


async def test_command_fast_is_offered_once_when_only_bots_decide() -> None:
    match = games["mad-queens"].start(3, seed=1)
    bots = tuple(SeatInfo(seat, f"Bot {seat}", bot="careful") for seat in range(3))
    client, typist = ScriptedClient(None, state=replace(table_info(), phase="playing", seats=bots)), TypingPerson()
    client.view = match.view(None)
    talking = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("goes on")
    for seat in (0, 1, 2):
        changes = match.act(seat, games["mad-queens"].parse("reveal"))
        client.view = match.view(None)
        client.listener(MatchChanged(tuple(filter(None, (c.seen_by(None) for c in changes))), client.view))
    await typist.wait_for_line("Only bots are left")
    typist.lines.put_nowait("fast")
    typist.lines.put_nowait(None)
    assert await talking == "left"
    assert sum("Only bots are left" in line for line in typist.written) == 1
    assert ("play_on_fast",) in client.requests


async def test_events_are_written_while_a_hint_is_computed_and_a_past_decision_gets_no_hint(monkeypatch) -> None:
    monkeypatch.setattr("tui.table.time_slices.SLICE_SECONDS", 0)
    match = games["queen-bees-ii"].start(3, 1)
    client = ScriptedClient()
    seats = tuple(SeatInfo(seat, name, bot="hard" if seat else "") for seat, name in enumerate(("Ada", "Bea", "Cleo")))
    client.table = replace(table_info(phase="playing", seats=seats), game="queen-bees-ii")
    client.view = match.view(0)
    typist = TypingPerson("hint")
    conversation = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("1)")
    client.listener(ChatReceived("Bea", "hello"))
    await typist.wait_for_line("hello")
    assert FIGURES_SENTENCE not in typist.written, "it is still worked out"
    changes = match.act(0, match.default(0))  # the clock has decided
    client.view = match.view(0)
    client.listener(MatchChanged(changes, client.view))
    client.listener(ChatReceived("Bea", "how fast"))
    await typist.wait_for_line("how fast")
    typist.lines.put_nowait(None)
    await conversation
    assert FIGURES_SENTENCE not in typist.written


@pytest.mark.parametrize(
    ("hints", "expected_text"),
    [(None, "would be caught"), (False, "There are no hints at this table")],
)
async def test_hint_is_written_or_refused_in_one_sentence(hints, expected_text, monkeypatch) -> None:
    monkeypatch.setattr("tui.table.time_slices.SLICE_SECONDS", 0)
    match = games["mad-queens"].start(3, 3)
    client = ScriptedClient()
    seats = tuple(SeatInfo(seat, name, bot="careful" if seat else "") for seat, name in enumerate(("Ada", "Bea", "Cy")))
    client.table = table_info(phase="playing", seats=seats, terms=Terms(hints=hints))
    client.view = match.view(0)
    script = TypingPerson("hint", None)
    await converse(client, script.read_line, script.write_line, LineFormat(is_typed=False))
    assert any(expected_text in line for line in script.written), "a script waits for its hint"
    typist = TypingPerson("i")  # as on a board
    conversation = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line(expected_text)
    typist.lines.put_nowait(None)
    await conversation


@pytest.mark.usefixtures("shorten_analysis")
async def test_menu_offers_the_analysis_once_a_match_has_ended_and_been_checked() -> None:
    game = games["mad-queens"]
    match = game.start(3, 3)
    client, typist = ScriptedClient(), TypingPerson("happened")
    client.seat_names = ("Ada", "Bea", "Cleo")
    talking = asyncio.create_task(converse(client, typist.read_line, typist.write_line))
    await typist.wait_for_line("No match has just ended here")
    client.view = match.view(0)
    client.listener(MatchBegan(client.view, client.seat_names, match.opening_changes))
    play_out(game, match, [game.bots["steady"]] * 3)
    client.view = match.view(0)
    client.listener(MatchEnded(match.standings, client.seat_names))
    await typist.wait_for_line("The match is over")
    assert not any("What happened in the match" in line for line in typist.written)
    client.listener(VerificationResult(None, "Checked.", match.record))
    await typist.wait_for_line("What happened in the match")
    typist.lines.put_nowait("happened")
    await typist.wait_for_line("What cost you most on average, of the ")
    await typist.wait_for_line("Play ")
    best = match.standings[0].score
    assert any(f"{best}" in line for line in typist.written)
    assert any(line.endswith("100%.") for line in typist.written), "the chance of the winner at the end"
    typist.lines.put_nowait(None)
    await talking
