"""Runs the conversation with a hall: reads typed lines and events, until the person goes to a table or leaves."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from net.client.hall import HallEvent
from tui.connect.club import HallHandle, TableRefused
from tui.connect.table_handle import TableHandle
from tui.line_mode.hall import ChosenTable, HallConversation
from tui.line_mode.questions import TABLE_CODE_QUESTION, Questions

HALL_ANSWER_SECONDS: Final = 5.0
"""A typed line waits at most this many seconds for the answer to the request before it."""


async def converse_in_hall(
    hall: HallHandle,
    read_line: Callable[[], Awaitable[str | None]],
    write: Callable[..., None],
    show: Callable[[HallConversation], None] | None = None,
) -> ChosenTable | str:
    """Run the hall for one person until they go to a table, which is returned, or have left (``left`` or ``lost``).

    A line waits for the answer to the request before it, as the next line may be for the table. `show` is called
    whenever all events and lines are handled, for an interface that shows the choices itself.
    """
    conversation = HallConversation(
        hall.client,
        write,
        hall.save_token,
        shows_choices=show is not None,
        invitation=lambda: hall.invitation_sentences,
    )
    input_or_event_came = asyncio.Event()
    events: deque[HallEvent] = deque()

    def queue_event(event: HallEvent) -> None:
        """Queue an event and wake the conversation."""
        events.append(event)
        input_or_event_came.set()

    hall.client.set_listener(queue_event)
    reading: asyncio.Task[str | None] | None = None
    try:
        conversation.begin()
        while not conversation.is_over:
            if conversation.packed_record is not None:
                from tui.line_mode.past_match import packed_replay_sentences

                packed, conversation.packed_record = conversation.packed_record, None
                write(*await asyncio.to_thread(packed_replay_sentences, packed, hall.client.name))
            elif events:
                conversation.handle_event(events.popleft())
            elif conversation.awaits_answer:
                await _wait_for_answer(input_or_event_came, conversation)
            elif reading is None:
                reading = asyncio.ensure_future(read_line())
                reading.add_done_callback(lambda _: input_or_event_came.set())
            elif reading.done():
                line, reading = reading.result(), None
                conversation.handle_line("leave" if line is None else line)
            else:
                if show is not None:
                    show(conversation)
                await input_or_event_came.wait()
                input_or_event_came.clear()
    finally:
        hall.client.set_listener(lambda event: None)
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
    return conversation.chosen_table if conversation.chosen_table is not None else conversation.ending


async def sit_down(
    hall: HallHandle, table: ChosenTable, questions: Questions, write: Callable[..., None]
) -> TableHandle | None:
    """Open a table of a club, asking for its code if it has one; if that fails, write why and return None."""
    try:
        return await hall.sit_down(table.number, table.code, watch=table.watch)
    except TableRefused as refused:
        write(str(refused))
        code = await questions.ask(TABLE_CODE_QUESTION) if refused.wants_code else ""
        return await sit_down(hall, replace(table, code=code), questions, write) if code else None


async def _wait_for_answer(input_or_event_came: asyncio.Event, conversation: HallConversation) -> None:
    """Wait for the next event, and for an answer no longer than `HALL_ANSWER_SECONDS`."""
    try:
        async with asyncio.timeout(HALL_ANSWER_SECONDS):
            await input_or_event_came.wait()
    except TimeoutError:
        conversation.awaits_answer = False
    input_or_event_came.clear()
