"""Writes the events of a client in sentences."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from net.client.api import Client
from net.client.events import ChatReceived, MatchBegan, MatchChanged, MatchEnded, VerificationResult
from net.client.shown_match import MatchPast
from net.protocol.table_state import SeatQuestion, ShownClock, TableInfo, only_bots_decide
from tui.boards.games import narrator_for
from tui.line_mode.context import ConversationContext
from tui.line_mode.menus import Menus
from tui.line_mode.narrators.base import Narrator
from tui.line_mode.output import Output
from tui.line_mode.pending_reply import PendingReply
from tui.line_mode.table_text import table_description, table_news, totals_sentences
from tui.table.event_reader import EventReader
from tui.text.results import names_with_bots, result_headline, standings_sentences
from tui.text.story import table_firsts_sentence
from tui.text.table import (
    BACK_AT_TABLE_SENTENCE,
    TIME_IS_UP_SENTENCE,
    bot_seats,
    changed_names_sentence,
    missed_lines_heading,
    seat_question_sentence,
)

MAX_STANDINGS_WRITTEN: Final = 40
"""At most this many rows of the final standings are written; that of the person is always among them."""

MAX_PLAYERS_NAMED: Final = 12
"""At most this many players are named when a match begins; if there are more, only their number is written."""

MAX_MISSED_SENTENCES: Final = 80
"""At most this many sentences are written about what happened while the person was away."""

MAX_CHAT_AUTHORS: Final = 20
"""The names of at most this many recent chat authors are stored, so that commands find these people by name."""

PLAY_ON_FAST_SENTENCE: Final = "Only bots are left; type fast to speed them up."
"""The sentence, written once in a match when only bots still decide, on how to let them play fast."""


class EventText:
    """The subscriber of `reader` in the line mode: writes events in sentences, and keeps `menus` and `pending` up to
    date.

    `invitation` returns the sentences on how to join the table. `speakers`: the names of recent chat authors.
    `story_is_wanted` is True from the end of a match that was checked until the session begins to write its story; it
    calls `begin_story` and `end_story`. The menu follows the whole result, unless that takes too long.
    """

    def __init__(
        self,
        client: Client,
        reader: EventReader[None],
        output: Output,
        menus: Menus,
        pending: PendingReply,
        context: ConversationContext,
    ) -> None:
        self.invitation = context.invitation
        self.speakers: deque[str] = deque(maxlen=MAX_CHAT_AUTHORS)
        self.story_is_wanted = False
        self._story_is_being_written = False
        self._result_takes_too_long = False
        self._client = client
        self._reader = reader
        self._output = output
        self._menus = menus
        self._pending_reply = pending
        self._solo = context.solo
        self._compare_with_best = context.compare_with_best
        self._meetings = context.meetings
        self._keeps_matches = context.firsts_and_bests_sentence is not None
        self._match_ended: MatchEnded | None = None
        self._written_totals: tuple[object, ...] = ()
        self._only_bots_decide = False
        self._own_clock: ShownClock | None = None
        self._question: SeatQuestion | None = None
        self._unanswered_question: SeatQuestion | None = None

    @property
    def is_result_due(self) -> bool:
        """Whether the verdict on the last match, or its story, is about to be written; not once it takes too long."""
        is_due = self._client.is_checking_match or self.story_is_wanted or self._story_is_being_written
        return is_due and not self._reader.is_playing and not self._result_takes_too_long

    def begin_story(self) -> None:
        """Store that the story of the last match is being written."""
        self.story_is_wanted, self._story_is_being_written = False, True

    def end_story(self) -> None:
        """Store that the story of the last match is written, or never will be."""
        self._story_is_being_written = False

    def stop_waiting_for_result(self) -> None:
        """Store that the rest of the result takes too long for the menu to wait for it."""
        self._result_takes_too_long = True

    def describe_table(self) -> None:
        """Write a description of the table between two matches."""
        self._output.write_news(*table_description(self._client, self.invitation(), solo=self._solo))

    def write_own_changes(self) -> None:
        """Write the person's seat and ownership if they have changed; at a solo table write nothing."""
        news = (self._reader.take_seat_news(), self._reader.take_ownership_news())
        if not self._solo:
            self._output.write_news(*filter(None, news))

    # What an event tells: the methods of `EventSubscriber`

    def on_table_changed(self, earlier: TableInfo | None, table: TableInfo) -> None:
        narrator = self._menus.narrator
        if self._reader.is_playing and narrator is not None:
            narrator.names = self._reader.current_names(narrator.names)
        self._pending_reply.handle_table_change()
        if earlier is not None and not (self._solo and self._pending_reply.is_awaited):
            self._output.write_news_once(*table_news(earlier, table, self._client.seat))
        if table.totals and table.totals != self._written_totals and table.phase == "lobby":
            self._written_totals = table.totals
            self._output.write_news(*totals_sentences(table))
            self._write_personal_records(table)

    def _write_personal_records(self, table: TableInfo) -> None:
        """Write what was a first for the person at a table whose matches this program does not keep."""
        if self._match_ended is not None and not self._keeps_matches:
            won = any(one.rank == 1 and one.seat == self._client.seat for one in self._match_ended.standings)
            self._output.write_news(*filter(None, [table_firsts_sentence(table, self._client.name, won)]))

    def on_match_began(self, began: MatchBegan, under_way: bool) -> None:
        self._pending_reply.cancel()
        self._result_takes_too_long = False
        names = began.names
        narrator = narrator_for(began.view, names)
        past = began.past if under_way and self._menus.narrator is None else None  # else the log has it already
        until_absence, since_return = ([], []) if past is None else _past_sentences(past, names)
        self._output.store_news(*until_absence)
        self._menus.begin_match(narrator)
        marked = ", ".join(f"{name} (you)" if seat == began.view.seat else name for seat, name in enumerate(names))
        players = marked if len(names) <= MAX_PLAYERS_NAMED else f"{len(names)} players"
        self._output.write_news(f"{narrator.game.title} {'goes on' if under_way else 'begins'}: {players}.")
        if under_way:
            self._write_missed_sentences(narrator.missed_sentences(began.missed_changes))
            self._output.store_news(*since_return)
            if past is not None and past.has_changes:
                sentence = changed_names_sentence(began.first_names, names, began.view.seat)
                self._output.store_news(*filter(None, [sentence]))
            self._output.write(*narrator.table_sentences())
        else:
            self._output.write_news(*narrator.opening_sentences(began.opening_changes))
        table = self._client.table
        if began.view.seat is None and table is not None and table.terms.take_over:
            for seat in [seat for seat in table.seats if seat.bot][:1]:
                self._output.write(f"You are watching; type sit {seat.seat + 1} to ask to take over from {seat.name}.")

    def _write_missed_sentences(self, sentences: list[str]) -> None:
        """Write what happened while the person was away, at most the last `MAX_MISSED_SENTENCES` sentences.

        The sentences before them are only added to the log.
        """
        if sentences:
            self._output.store_news(*sentences[:-MAX_MISSED_SENTENCES])
            self._output.write_news(missed_lines_heading(len(sentences), MAX_MISSED_SENTENCES))
            self._output.write_news(*sentences[-MAX_MISSED_SENTENCES:], BACK_AT_TABLE_SENTENCE)

    def on_match_changed(self, changed: MatchChanged) -> None:
        narrator = self._menus.narrator
        if narrator is None:
            return
        if not changed.changes and changed.view != narrator.view:
            narrator.view = changed.view
            self._output.write("The table has moved on. This is how it stands:", *narrator.table_sentences())
        else:
            if self._time_is_up():
                self._output.write_news(TIME_IS_UP_SENTENCE)
            sentences = self._narrate(narrator, changed)
            if sentences and self._reader.are_first_missed_changes():
                self._output.write_news(missed_lines_heading())
            self._output.write_news(*sentences)
            self._offer_to_play_on_fast(changed)
        self._pending_reply.handle_match_changes()

    def _narrate(self, narrator: Narrator, changed: MatchChanged) -> list[str]:
        """Return the sentences for changes. If something in them is new to the person, a remark on it follows the
        sentence about it.
        """
        found = None if self._meetings is None else self._meetings.find_new(changed)
        if self._meetings is None or found is None or not self._meetings.record_shown(found):
            return narrator.narrate(changed)
        after = 1 + next(place for place, change in enumerate(changed.changes) if change is found.change)
        until, rest = changed.changes[:after], changed.changes[after:]
        told = narrator.narrate(MatchChanged(until, narrator.view.apply_all(until)))
        return [*told, found.sentence, *narrator.narrate(MatchChanged(rest, changed.view))]

    def _offer_to_play_on_fast(self, changed: MatchChanged) -> None:
        """Write once the command that ends the match quickly, when only bots still decide."""
        table, only_bots = self._client.table, self._only_bots_decide
        self._only_bots_decide = (
            table is not None and table.phase == "playing" and only_bots_decide(table, changed.view)
        )
        if self._only_bots_decide and not only_bots:
            self._output.write_news(PLAY_ON_FAST_SENTENCE)

    def on_match_ended(self, match_ended: MatchEnded) -> None:
        client, view = self._client, self._client.view
        self._match_ended = match_ended
        names = names_with_bots(match_ended.names, bot_seats(client.table))
        self._output.write_news(
            MATCH_IS_OVER_SENTENCE, result_headline(match_ended.standings, names, client.seat, view)
        )
        places = standings_sentences(match_ended.standings, names, client.seat, view, match_ended.bot_decisions)
        own = [place for place, one in zip(places, match_ended.standings, strict=False) if one.seat == client.seat]
        self._output.write_news(
            *places[:MAX_STANDINGS_WRITTEN], *(place for place in own if place not in places[:MAX_STANDINGS_WRITTEN])
        )
        if (
            len(match_ended.standings) == 1
            and client.seat is not None
            and self._compare_with_best is not None
            and view is not None
        ):
            self._output.write_news(self._compare_with_best(view.game, match_ended.standings[0].score))
        self._open_lobby_menu()

    def write_result_still_shown(self, match_ended: MatchEnded) -> None:
        """Write the result of the last match, which the person was looking at on a screen before they switched to
        lines."""
        if self._client.view is not None:
            self._menus.begin_match(narrator_for(self._client.view, match_ended.names))
        self.on_match_ended(match_ended)
        if self._client.verdict is not None:
            self.on_match_verified(self._client.verdict)

    def on_match_stopped(self, reason: str) -> None:
        self._output.write_news(reason)
        self._open_lobby_menu()

    def on_match_verified(self, result: VerificationResult) -> None:
        self._output.write_news(result.sentence)
        self._menus.record = result.record
        self.story_is_wanted = True

    def on_clock_set(self) -> None:
        """Store the clock of the person's own decision; it is written with the menu, or when the person asks for it."""
        clock = self._client.clock
        self._own_clock = clock if clock is not None and clock.seat == self._client.seat is not None else None

    def _time_is_up(self) -> bool:
        """Return whether the clock of the person's own decision has run out; True only once for each clock."""
        clock = self._own_clock
        over = clock is not None and clock.end_time is not None and clock.end_time <= self._client.table_time()
        self._own_clock = None if over else clock
        return over

    def on_chat(self, line: ChatReceived) -> None:
        self._remember_speaker(line.name)
        speaker = "You say" if line.name == self._client.name else f"{line.name} says"
        self._output.write_news(f"{speaker}: {line.text}")

    def on_notice(self, sentence: str) -> None:
        self._output.write_news_once(sentence)

    def on_questions(self, questions: Sequence[SeatQuestion]) -> None:
        question = next(iter(questions), None)
        if question != self._question:
            self._unanswered_question = self._question or self._unanswered_question
            self._question = question
            self._output.write_news(*self._question_sentences)

    @property
    def _question_sentences(self) -> Sequence[str]:
        """The sentence of the question about a seat that was written last; none without a question."""
        question, table = self._question, self._client.table
        if question is None or table is None:
            return ()
        return (f"{seat_question_sentence(question, table)} Type agree or refuse.",)

    def answer_question(self, agrees: bool) -> None:
        """Answer the question about a seat that was written last, with yes if `agrees`.

        If that question has replaced another unanswered one, write it again instead, once: the person may have typed
        the answer to the earlier question.
        """
        unanswered, self._unanswered_question = self._unanswered_question, None
        if self._question is None or self._question not in self._client.questions:
            self._output.write("Nobody has asked you anything.")
        elif unanswered not in (None, self._question):
            self._output.write("That question is gone; this is a new one.")
            self._output.write(*self._question_sentences)
        else:
            self._client.answer_question(self._question, agrees)
            self._question = None

    def on_refusal(self, reason: str) -> None:
        self._pending_reply.cancel()
        self._output.write_news(reason)

    def on_connection_news(self, sentence: str, is_repeated: bool) -> None:
        if not is_repeated:
            self._output.write_news(sentence)

    def on_reconnected(self, sentence: str) -> None:
        self._pending_reply.stop_waiting()  # the reply was lost with the connection
        self._output.write_news(sentence)

    def on_host_restarted(self, reason: str) -> None:
        self._output.write_news(reason)
        self._open_lobby_menu()
        self.describe_table()

    def on_host_lost(self, reason: str) -> None:
        self._output.write_news(reason)

    def _remember_speaker(self, name: str) -> None:
        """Store the name of a chat author, because the table lists only the first few spectators."""
        if name in self.speakers:
            self.speakers.remove(name)
        self.speakers.append(name)

    def _open_lobby_menu(self) -> None:
        """Switch to the menu of the lobby; drop the actions that were typed ahead."""
        self._pending_reply.cancel()
        self._menus.end_match()


def _past_sentences(past: MatchPast, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what a person was told of a match until now, or if they were away, until then and since their return."""
    start, stop = past.missed if any(past.missed) else (len(past.batches), len(past.batches))
    until_absence: list[str] = []
    since_return: list[str] = []
    narrator = narrator_for(past.first_view, names)
    if past.opening_changes:
        until_absence += narrator.opening_sentences(past.opening_changes)
    for number, changes in enumerate(past.batches):
        said = narrator.narrate(MatchChanged(changes, narrator.view.apply_all(changes)))
        if not start <= number < stop:
            (until_absence if number < start else since_return).extend(said)
    return until_absence, since_return
