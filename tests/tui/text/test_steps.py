"""The steps of a recorded match as sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import games
from core.engine.game import no_deed_text
from tui.text.steps import step_sentence

SEAT_NAMES = ("Ada", "Bea", "Cleo", "Dora")
"""The names of the seats."""

VALUE_BY_VARIABLE = {"CARD": "7♣", "NUMBER": "2", "RANK": "K", "SUIT": "♥"}
"""Maps each variable of an action pattern to a value that the tests put in its place."""


@pytest.mark.parametrize("slug", games)
def test_every_action_of_a_game_has_a_sentence_as_a_step_of_a_replay(slug) -> None:
    game = games[slug]
    for pattern in game.patterns:
        text = " ".join(VALUE_BY_VARIABLE.get(word, word) for word in pattern.split())
        sentence = step_sentence(
            game, "Bea", game.parse(text.replace("7♣", "2♣") if "to" in pattern.split() else text), SEAT_NAMES
        )
        assert sentence.startswith("Bea ")
        assert sentence.endswith(".")
        assert ":" not in sentence
        assert sentence.count("♣") == pattern.count("CARD")


@pytest.mark.parametrize(
    ("slug", "text", "sentence"),
    [
        ("queen-bees-ii", "play 7♣", "Bea plays 7♣."),
        ("big-queen", "meld 7♠ 7♦ 2♥", "Bea lays 7♠, 7♦ and 2♥."),
        ("big-queen", "add 2♥ to K", "Bea adds 2♥ to the set of rank K."),
        ("big-queen", "add K♥", "Bea adds K♥ to the set of rank K."),
        ("big-queen", "discard 9♦ announce", "Bea discards 9♦ and announces one card."),
        ("big-queen", "catch 0", "Bea catches Ada."),
        ("queens-dungeon", "trump ♥", "Bea names hearts as trump."),
        ("mad-queens", "bank Q♥", "Bea banks and puts Q♥ in."),
    ],
)
def test_step_of_a_replay_is_a_sentence_in_words(slug, text, sentence) -> None:
    assert step_sentence(games[slug], "Bea", games[slug].parse(text), SEAT_NAMES) == sentence


def test_sentence_of_a_replay_step_uses_the_words_of_its_game() -> None:
    game = replace(games["queen-bees-ii"], deed=lambda action, names: f"lays {action.cards[0]} before {names[0]}")
    assert step_sentence(game, "Bea", game.parse("play 7♣"), SEAT_NAMES) == "Bea lays 7♣ before Ada."
    silent = replace(game, deed=no_deed_text)
    assert step_sentence(silent, "Bea", game.parse("play 7♣"), SEAT_NAMES) == "Bea: play 7♣"
