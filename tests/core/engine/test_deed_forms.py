"""The forms of deeds, which say what a seat does: in the past tense and as the name of a choice, for every deed of
every game.
"""

from __future__ import annotations

import pytest

from core import games
from core.engine.deed_forms import deed_as_choice_name, deed_in_past_tense, deed_in_second_person
from core.engine.simulation import play_out

PLAYER_NAMES = ("Ann", "Bea", "Cleo", "Dora")
"""Names of the players in the sentences, by seat."""


@pytest.mark.parametrize(
    ("deed", "past_form", "choice_name", "second_person"),
    [
        ("reveals a card", "revealed a card", "revealing a card", "reveal a card"),
        ("lays 3♠ and 4♠", "laid 3♠ and 4♠", "laying 3♠ and 4♠", "lay 3♠ and 4♠"),
        ("banks and puts Q♣ in", "banked and put Q♣ in", "banking and putting Q♣ in", "bank and put Q♣ in"),
        ("discards 3♠ and announces", "discarded 3♠ and announced", "discarding 3♠ and announcing",
         "discard 3♠ and announce"),
        ("passes", "passed", "passing", "pass"),
        ("catches Bea", "caught Bea", "catching Bea", "catch Bea"),
        ("takes the spare hand", "took the spare hand", "taking the spare hand", "take the spare hand"),
        ("owns up to a wrong card", "owned up to a wrong card", "owning up to a wrong card", "own up to a wrong card"),
    ],
)  # fmt: skip
def test_deed_is_written_in_the_past_tense_as_the_name_of_a_choice_and_in_the_second_person(
    deed: str, past_form: str, choice_name: str, second_person: str
) -> None:
    assert deed_in_past_tense(deed) == past_form
    assert deed_as_choice_name(deed) == choice_name
    assert deed_in_second_person(deed) == second_person


REVIEWED_PAST_FORMS = {
    "banked", "revealed", "ended", "dealt", "drew", "took", "laid", "added", "discarded", "asked", "said", "announced",
    "caught", "played", "swapped", "named", "accused", "kept", "called", "owned", "put", "passed",
}  # fmt: skip
"""Past forms of verbs that a person has read and found right; any other form must be read first."""


@pytest.mark.parametrize("slug", list(games))
def test_past_tense_of_every_verb_that_a_game_uses_has_been_reviewed(slug: str) -> None:
    game = games[slug]
    match = game.start(4, "verbs")
    play_out(game, match, [next(iter(game.bots.values()))] * 4)
    deeds = {game.deed(game.parse(action), PLAYER_NAMES) for _, action in match.record.actions}
    assert {deed_in_past_tense(deed).split()[0] for deed in deeds if deed} <= REVIEWED_PAST_FORMS
