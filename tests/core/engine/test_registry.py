"""The games of the registry: their seats, options and errors, and the final standings of a match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core import BadOption, Game, IllegalAction, Option, Standing, games
from core.engine.digest import fact_text
from core.engine.standings import rank_scores

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""


def text_of_bad_option(make) -> str:
    """Call `make`, which must raise `BadOption`; check that the text of the error is one sentence, and return it."""
    with pytest.raises(BadOption) as caught:
        make()
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


@pytest.mark.parametrize("seats", [0, -1, 1001, "3", 2.0, None, True])
def test_number_of_seats_outside_the_game_is_refused(seats):
    assert "1 to 1000 players" in text_of_bad_option(lambda: GAME.start(seats))


@pytest.mark.parametrize("slug", list(games))
def test_every_game_describes_itself_and_its_options(slug):
    game: Game = games[slug]
    assert game.slug == slug
    assert game.title
    assert game.tagline.endswith(".")
    assert game.usual_seats in game.seats
    assert game.rules.strip()
    assert game.patterns
    assert str(game.seats[0]) in game.seat_counts_in_words
    for name, option in game.options.items():
        assert option.parse_value(name, option.default) == option.default
        assert option.parse_value(name, option.text_of(option.default)) == option.default
        assert option.help[0].isupper()
        assert option.help.endswith(".")
        assert "\n" not in option.help
        assert option.label[0].isupper()
        assert len(option.label) <= 34
        assert "_" not in option.label


def test_match_of_a_thousand_seats_starts():
    match = GAME.start(1000, seed=1)
    assert len(match.waiting) == 1000
    assert match.view(999).count("deck/999") in (50, 48)


def test_options_are_accepted_as_values_and_as_texts():
    assert GAME.settings(1, {"exact_hit_replaces": "off"})["exact_hit_replaces"] is False
    assert GAME.settings(1, {"exact_hit_replaces": "Yes"})["exact_hit_replaces"] is True
    assert GAME.settings(1, {"exact_hit_replaces": True})["exact_hit_replaces"] is True
    assert GAME.settings(1, {})["visibility"] == "open"
    assert list(GAME.settings(1, {"queen_choice": "player"})) == list(GAME.options)


@pytest.mark.parametrize(
    ("options", "expected_text"),
    [
        ({"speed": 3}, "no option 'speed'"),
        ({"visibility": "dim"}, "one of open, sealed"),
        ({"visibility": True}, "one of open, sealed"),
        ({"exact_hit_replaces": "maybe"}, "on or off"),
        ({"exact_hit_replaces": 1}, "on or off"),
        ({"exact_hit_replaces": None}, "on or off"),
    ],
)
def test_unknown_option_or_value_is_refused(options, expected_text):
    assert expected_text in text_of_bad_option(lambda: GAME.start(1, options=options))


NUMBER_OPTION = Option(11, "How many.", bounds=(-3, 15))
"""An option whose value is a number from -3 to 15."""


@pytest.mark.parametrize(("value", "expected"), [(11, 11), ("11", 11), ("-3", -3), (-3, -3), ("007", 7)])
def test_number_within_the_bounds_of_an_option_is_accepted_as_number_and_text(value, expected):
    assert NUMBER_OPTION.parse_value("many", value) == expected


@pytest.mark.parametrize("value", [16, -4, "x", "", "--3", "3-", 3.0, "3.0", True, None, "9" * 5000, "²", "1e1"])
def test_number_option_out_of_bounds_is_refused(value):
    assert "from -3 to 15" in text_of_bad_option(lambda: NUMBER_OPTION.parse_value("many", value))


@pytest.mark.parametrize(
    ("seats", "expected_phrase"),
    [(range(1, 1001), "1 to 1000"), ((4, 6, 8, 10), "4, 6, 8 or 10"), ((3, 4), "3 or 4"), ((2,), "2")],
)
def test_numbers_of_seats_of_a_game_are_written_as_a_phrase(seats, expected_phrase):
    fields = {name: getattr(GAME, name) for name in GAME.__dataclass_fields__}
    assert type(GAME)(**{**fields, "seats": seats}).seat_counts_in_words == expected_phrase


def test_seats_with_equal_scores_share_a_rank():
    assert rank_scores([(0, 5), (1, 9), (2, 5), (3, -1)]) == (
        Standing(1, 9, 1),
        Standing(0, 5, 2),
        Standing(2, 5, 2),
        Standing(3, -1, 4),
    )
    assert rank_scores([(0, 0), (1, 0)]) == (Standing(0, 0, 1), Standing(1, 0, 1))


def test_text_by_which_the_value_of_a_fact_is_hashed_never_changes():
    assert fact_text((True, None, 3, "x", (False,))) == "(yes - 3 x (no))"


@pytest.mark.parametrize(
    ("seat", "expected_text"),
    [(3, "no such seat in this match; the seats are 1 to 2"), (-1, "no such seat"), (1, "Your play is over")],
)
def test_refusal_names_the_unknown_seat_or_the_finished_play(seat, expected_text):
    match = GAME.start(2, seed=3)
    match.act(1, match.legal(1)[0])
    while 1 in match.waiting:
        match.act(1, match.legal(1)[-1])
    with pytest.raises(IllegalAction, match=expected_text):
        match.act(seat, GAME.parse("reveal"))


def test_action_after_the_end_is_refused_because_the_match_is_over():
    match = GAME.start(1, seed=3)
    while not match.over:
        match.act(0, match.legal(0)[-1])
    with pytest.raises(IllegalAction, match="over"):
        match.act(0, GAME.parse("reveal"))
    assert match.standings[0].score == match.view(None).facts["score/0"]


def test_dungeon_is_described_as_the_price_of_three_queens_in_one_trick():
    """Three Queens in a hand, from several tricks, are no loss."""
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith("| **Queen's Dungeon**"))
    for text in (games["queens-dungeon"].tagline, row):
        assert re.search(r"never three (Queens )?in one trick", text)
