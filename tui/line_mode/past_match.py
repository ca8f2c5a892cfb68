"""The story and the analysis of a match that has been played, in sentences."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from core import Record, RulesError, games
from core.engine.analysis import analyse
from core.engine.registry import find_game, match_at_start, unknown_game_sentence
from core.engine.story import work_out_story
from tui.line_mode.questions import Questions
from tui.settings import data_folder
from tui.table.time_slices import run_in_slices
from tui.text.analysis import analysis_sentences, course_sentences
from tui.text.hall import NO_MATCH_RECORD_IN_CLUB_SENTENCE
from tui.text.records import own_seat, read_record, seat_names, verdict_sentence
from tui.text.story import story_sentences

ANALYSIS_TIME_SENTENCE: Final = "The coach looks at every decision, for up to a minute."
"""The sentence before an analysis, on how long it takes."""

WHICH_MATCH_QUESTION: Final = "Type the number of a match, or a game to list its matches alone. Press Enter to go back."
"""The question that asks which match to report on."""

MAX_PAST_MATCHES_LISTED: Final = 10
"""At most this many past matches are listed."""


async def record_analysis_sentences(
    record: Record, seat: int | None, on_progress: Callable[[float], object] | None = None
) -> list[str]:
    """Analyse a recorded match in short pieces; return sentences on its course and on the mistakes of a seat.

    After each piece `on_progress` gets the share that is done, from 0 to 1. Raises `core.RulesError` at an action that
    the rules do not allow.
    """
    start, game = match_at_start(record), games[record.game]
    analysis = await run_in_slices(analyse(game, start, record.actions, seat), on_progress)
    return analysis_sentences(game, start.options, analysis, seat_names(record), seat)


async def record_story_sentences(
    record: Record, seat: int | None, on_progress: Callable[[float], object] | None = None
) -> list[str]:
    """Return the course, the moments and the highlights of a recorded match as sentences for the person in a seat.

    It works in short pieces; after each of them `on_progress` gets the share that is done, from 0 to 1. Empty if the
    rules do not allow an action of the record.
    """
    with suppress(RulesError):
        start, game = match_at_start(record), games[record.game]
        story = await run_in_slices(work_out_story(game, start, record.actions), on_progress)
        names = seat_names(record)
        return [
            *course_sentences(game, start.options, story, names, seat),
            *story_sentences(game, story, names, seat),
        ]
    return []


def packed_replay_sentences(packed: bytes, name: str) -> list[str]:
    """Return sentences for each step of a match in a packed record, as the person called `name` saw it, and its
    verdict.

    If the record cannot be read, one sentence says why.
    """
    from net.client.verifier import unpack_record
    from tui.line_mode.replay_text import replay_lines

    if not packed:
        return [NO_MATCH_RECORD_IN_CLUB_SENTENCE]
    try:
        record = unpack_record(packed)
        said = replay_lines(record, own_seat(record, name))
        return [line if isinstance(line, str) else verdict_sentence(line) for line in said]
    except RulesError as error:
        return [str(error)]


async def past_match_sentences(match_number: str, name: str) -> list[str]:
    """Return sentences on the match with this number in the history, with the mistakes of the person called `name`.

    If the match cannot be read, one sentence says why.
    """
    try:
        record = read_record(match_number, data_folder())
        return await record_analysis_sentences(record, own_seat(record, name))
    except RulesError as error:
        return [str(error)]


async def ask_for_past_match(name: str, questions: Questions, write: Callable[..., None]) -> None:
    """List the latest matches, or those of a game that is typed, and write what happened in the match that is chosen.

    `name` is that of the person.
    """
    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from tui.text.history_reports import NO_MATCHES_SENTENCE, history_report

    path, last, game = data_folder() / JOURNAL_FILE, MAX_PAST_MATCHES_LISTED, None
    while not questions.input_ended:
        try:
            listed = await asyncio.to_thread(history_report, path, game, last, False)
        except NetError as error:
            write(str(error))
            return
        write(*listed.splitlines())
        if listed == NO_MATCHES_SENTENCE:
            return
        answer = await questions.ask(WHICH_MATCH_QUESTION)
        if answer.isascii() and answer.isdigit():
            write(ANALYSIS_TIME_SENTENCE)
            write(*await past_match_sentences(answer, name))
            return
        found = find_game(answer)
        if found is None:
            if answer:
                write(f"{unknown_game_sentence(answer)}; there are: {', '.join(games)}.")
            return
        game = found.slug
