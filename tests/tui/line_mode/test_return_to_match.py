"""After a return to a match the command ``log`` writes what it writes for a person who never left."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from core import games
from core.engine.piles import EVERYONE, Remark
from net.client.events import MatchBegan
from net.client.playback import visible_changes
from net.client.shown_match import MatchPast
from tests.net.conftest import sensible_action
from tests.support.scripted_terminal import ScriptedClient, ScriptedConversation, ScriptedMatch, table_info
from tui.text.table import ownership_news, seat_news

GAMES_WITH_SEATS = [(slug, max(game.usual_seats, 3)) for slug, game in games.items()]
"""The slug of each game, with a number of seats."""


def play(scripted_match, count):
    """Let the players do sensible actions; return what the person's seat was shown of each of them."""
    match, chance, batches = scripted_match.match, random.Random(count), []
    for _ in range(count):
        actor = min(match.waiting)
        twin = match.copy()
        action = sensible_action(match.game, match.view(actor), chance)
        batches.append(visible_changes(scripted_match.seat, twin.act(actor, action)))
        scripted_match.act(actor, str(action))
    return tuple(filter(None, batches))


def conversation_after_return(match, past, missed=()):
    """Return a conversation of a new program with the match, whose client has this past."""
    client = ScriptedClient(state=table_info(game=match.game.slug, options=match.options, phase="playing"))
    client.view, client.match_past, client.missed_changes = match.view(0), past, missed
    client.seat_names = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay")[: match.seats]
    return ScriptedConversation(client).begin()


def sentences_on_play(conversation):
    """Return the log of a conversation without the sentences on the person and that the match begins."""
    on_person = (seat_news(0), ownership_news(True))
    log = [sentence for sentence in conversation.conversation.output.log if sentence not in on_person]
    assert " begins: " in log[0]
    return log[1:]


@pytest.mark.parametrize("missed_count", [0, 5])
@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
def test_log_after_a_return_is_that_of_a_person_who_never_left(slug, seats, missed_count):
    stayed = ScriptedMatch(ScriptedConversation(), slug, seats)
    match = stayed.match
    first_view, opening = match.view(0), visible_changes(0, match.opening_changes)
    seen = play(stayed, 30)
    known = sentences_on_play(stayed.conversation)
    missed = play(stayed, missed_count)
    past = MatchPast(first_view, opening, seen + missed, (len(seen), len(seen + missed)) if missed else (0, 0))
    back = conversation_after_return(match, past, tuple(chain.from_iterable(missed)))
    written, told = back.take_written(), list(back.conversation.output.log)
    assert known
    assert told[: len(known)] == known
    assert told[len(known)] == written[0], "what was told before is not written again"
    assert written[0].startswith(f"{match.game.title} goes on: ")
    news = told[len(known) + 1 :]
    assert ([news[0], news[-1]] if news else []) == (["While you were away:", "You are back."] if missed else [])
    assert back.type(f"log {len(told)}")[: len(known)] == known


def test_person_who_takes_over_a_seat_is_not_told_again_what_they_have_watched():
    stayed = ScriptedMatch(ScriptedConversation())
    match = stayed.match
    first_view, opening = match.view(0), visible_changes(0, match.opening_changes)
    past = MatchPast(first_view, opening, play(stayed, 20))
    before = list(stayed.conversation.conversation.output.log)
    names = stayed.conversation.client.seat_names
    stayed.conversation.receive(MatchBegan(match.view(0), names, (), past=past))
    after = list(stayed.conversation.conversation.output.log)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1, "the match goes on"


def test_error_while_a_past_is_told_is_not_hidden():
    """At a table of another program the conversation then ends, as for changes that come later."""
    match = games["queens-dungeon"].start(4, 1)
    lie = (Remark(EVERYONE, "no such remark", 0, ()),)
    with pytest.raises(ValueError, match="no such remark"):
        conversation_after_return(match, MatchPast(match.view(0), (), (lie,)))


def test_log_after_a_seat_has_changed_hands_says_whose_it_was():
    """It tells all with the present names."""
    stayed = ScriptedMatch(ScriptedConversation())
    match = stayed.match
    past = MatchPast(match.view(0), visible_changes(0, match.opening_changes), play(stayed, 20))
    client = ScriptedClient(state=table_info(phase="playing"))
    client.view, client.match_past, client.seat_names = match.view(0), past, ("Bert", "Bea", "Ida")
    log = list(ScriptedConversation(client).begin().conversation.output.log)
    assert log[-1] == "The lines above say You for Bert and Cleo for Ida, who had the seats at first."
    assert not any("Bert" in sentence or "Ida" in sentence for sentence in log[:-1])
    client.match_past = MatchPast(match.view(0))
    log = list(ScriptedConversation(client).begin().conversation.output.log)
    assert len(log) == 1, "the match goes on"


@pytest.mark.parametrize("slug", games)
def test_log_has_also_what_was_missed_first_in_a_long_absence(slug, monkeypatch):
    """Only the last sentences of it are written."""
    stayed = ScriptedMatch(ScriptedConversation(), slug, max(games[slug].usual_seats, 3))
    match = stayed.match
    first_view, opening = match.view(0), visible_changes(0, match.opening_changes)
    missed = play(stayed, 30)
    past, changes = MatchPast(first_view, opening, missed, (0, len(missed))), tuple(chain.from_iterable(missed))
    whole = conversation_after_return(match, past, changes)
    monkeypatch.setattr("tui.line_mode.event_text.MAX_MISSED_SENTENCES", 3)
    back = conversation_after_return(match, past, changes)
    around = ("While you were away:", "You are back.")
    written, log = back.take_written(), list(back.conversation.output.log)
    heading = log.index("The latest while you were away:")
    assert written[1:6] == log[heading:]
    assert log[-1] == "You are back."
    assert [text for text in log if text != log[heading] and text not in around] == [
        text for text in whole.conversation.output.log if text not in around
    ]
    assert heading > 5
