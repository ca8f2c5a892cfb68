"""Texts of the coach's advice: short figures with their errors, and only some of the choices, the best first."""

from __future__ import annotations

import re

import pytest

from core import Action, Dealer, Game, cards, games
from core.engine.coach import CHANCE_UNIT, MATCH_LOST_LABEL, POINT_UNIT, Advice, Choice, Figure, Measure
from core.engine.computation import run_to_end
from tui.boards.common.hint import hint_lines
from tui.text.hint import (
    BEST_MARK,
    CHANCE_DECIDES_SENTENCE,
    CHANCES_CLOSE_SENTENCE,
    CLOSE_MARK,
    HEADING_MARK,
    WINNING_DECIDES_SENTENCE,
    HintRow,
    brief_hint_rows,
    figure_text,
    hint_rows,
    sentences_on_worths,
    words_for_number,
)

TEN_CHOICES = tuple(
    Choice(Action(("play", number)), (Figure("trick", number / 20),), Figure("lead", number, 1, POINT_UNIT))
    for number in range(10)
)
"""Ten choices; the worth and the chance of a trick of each follow from its number."""


@pytest.mark.parametrize(
    ("figure", "with_sign", "expected_text"),
    [
        (Figure("caught", 0.2, 0, CHANCE_UNIT), False, "caught 20%"),
        (Figure("trick", 0.713, 0.08, CHANCE_UNIT), False, "trick 71% ±8"),
        (Figure("trick", 0.001, 0, CHANCE_UNIT), False, "trick 1%"),
        (Figure("trick", 0.02, 0.04, CHANCE_UNIT), False, "trick at most 6%"),
        (Figure("trick", 0.98, 0.04, CHANCE_UNIT), False, "trick at least 94%"),
        (Figure("trick", 0.04, 0.04, CHANCE_UNIT), False, "trick 4% ±4"),
        (Figure("trick", 1, 0.03, CHANCE_UNIT), False, "trick at least 97%"),
        (Figure("trick", 0.999, 0, CHANCE_UNIT), False, "trick 99%"),
        (Figure("{} banked", 9, 0, POINT_UNIT), False, "9 points banked"),
        (Figure("{} banked", 1, 0, POINT_UNIT), False, "1 point banked"),
        (Figure("worth", 0.44, 0, POINT_UNIT), True, "worth +0.4 points"),
        (Figure("worth", -0.02, 0, POINT_UNIT), True, "worth 0.0 points"),
        (Figure("lead", -3.21, 1.5, POINT_UNIT), True, "lead -3.2 ±1.5 points"),
    ],
)
def test_figure_of_the_coach_is_written_in_a_few_words(figure, with_sign, expected_text):
    assert figure_text(figure, has_sign=with_sign) == expected_text


def test_hint_names_the_unit_of_scores_as_the_game_does():
    assert (
        figure_text(Figure("{} banked", 2, 0, POINT_UNIT), games["mad-queens-classic"].score_unit) == "2 cards banked"
    )


def test_hint_lists_the_best_choice_before_equally_good_ones_and_all_others_by_worth():
    advice = Advice(TEN_CHOICES, TEN_CHOICES[4], (TEN_CHOICES[2],), "Why.")
    rows = list(hint_rows(games["queen-bees-ii"], advice))
    assert [mark for mark, _ in rows[:3]] == [BEST_MARK, CLOSE_MARK, ""]
    assert [text.partition(":")[0] for _, text in rows] == [
        f"play {number}" for number in (4, 2, 9, 8, 7, 6, 5, 3, 1, 0)
    ]


@pytest.mark.parametrize("make_rows", [hint_rows, brief_hint_rows])
def test_hint_names_the_best_of_many_choices_and_says_how_many_others_there_are(make_rows):
    choices = tuple(
        Choice(Action(("meld", number)), worth=Figure("round", number, 1, POINT_UNIT)) for number in range(20)
    )
    many = tuple(Choice(one.action, (Figure("{} left", 1, 0, "card"),), one.worth) for one in choices)
    rows = list(make_rows(games["big-queen"], Advice(many, many[3], (many[1],), "Why.")))
    assert rows[-1][:2] == ("", "3 other choices" if make_rows is hint_rows else "3 other choices: at most")
    assert not any(
        "other choice" in text for _, text, *_ in make_rows(games["big-queen"], Advice(many[:17], None, (), ""))
    )


@pytest.mark.parametrize("make_rows", [hint_rows, brief_hint_rows])
def test_hint_neither_names_nor_counts_a_choice_of_which_the_coach_knows_nothing(make_rows):
    useless = TEN_CHOICES[-1]._replace(figures=(), worth=None)
    advice = Advice((*TEN_CHOICES[:-1], useless), TEN_CHOICES[1], (), "Why.")
    rows = list(make_rows(games["queen-bees-ii"], advice))
    named = {row[1].partition(":")[0].rpartition(" ")[2] for row in rows}
    assert named >= {str(choice.action[1]) for choice in TEN_CHOICES[:-1]}
    assert str(useless.action[1]) not in named
    assert not any("other choice" in row[1] for row in rows)
    few = list(hint_rows(games["queen-bees-ii"], advice, 4))
    assert few[-1][1] == f"{len(TEN_CHOICES) - 5} other choices"


@pytest.mark.parametrize("make_rows", [hint_rows, brief_hint_rows])
def test_hint_on_the_only_choice_of_use_has_no_figures(make_rows):
    only, useless = TEN_CHOICES[4], TEN_CHOICES[5]._replace(figures=(), worth=None)
    for choices in ((only,), (only, useless)):
        assert not list(make_rows(games["queen-bees-ii"], Advice(choices, only, (), "Why.")))


def test_hint_marks_no_choice_as_the_best_if_waiting_is_better():
    rows = hint_rows(games["big-queen"], Advice((Choice(Action(("catch", 2))),), None, (), "Why."))
    assert BEST_MARK not in [mark for mark, _ in rows]


def test_hint_about_many_choices_is_a_table_with_two_figures_of_each_under_a_heading():
    """The best choice has the same figures as the others; those that may be as good are in the order of points, and
    one that is shown as equal stands with the best.
    """
    advice = Advice(TEN_CHOICES, TEN_CHOICES[4], (TEN_CHOICES[2], TEN_CHOICES[3]), "Why.")
    rows = list(brief_hint_rows(games["queen-bees-ii"], advice))
    assert len(rows) == 14
    assert rows[:8] == [
        (HEADING_MARK, "", ("trick", "lead")),
        (HEADING_MARK, "Any will do", ()),
        (BEST_MARK, "4", ("20%", "+4")),
        (CLOSE_MARK, "3", ("15%", "+3")),
        (HEADING_MARK, "Maybe worse", ()),
        (CLOSE_MARK, "2", ("10%", "+2")),
        (HEADING_MARK, "Worse", ()),
        ("", "9", ("45%", "+9")),
    ]


@pytest.mark.parametrize(("error", "numbers"), [(0.4, ["+4.3", "+3.3"]), (1, ["+4", "+3"])])
def test_points_of_a_table_are_whole_if_they_may_be_off_by_a_point(error, numbers):
    choices = [Choice(Action(("play", n)), worth=Figure("lead", n + 0.3, error, POINT_UNIT)) for n in (3, 4)]
    rows = list(brief_hint_rows(games["queen-bees-ii"], Advice(tuple(choices), choices[1], (), "Why.")))
    assert [columns[-1] for mark, _, columns in rows if mark != HEADING_MARK] == numbers


def test_hint_that_advises_nothing_names_no_choice_as_worse():
    advice = Advice(TEN_CHOICES, None, (), "Why.")
    headings = [text for mark, text, _ in brief_hint_rows(games["queen-bees-ii"], advice) if mark == HEADING_MARK]
    assert headings == [""]


def test_heading_of_short_rows_names_what_both_numbers_count():
    choices = [
        Choice(
            Action(("play", number)),
            (Figure("takes the trick", number / 20),),
            Figure("{} this deal", number, 1, POINT_UNIT),
        )
        for number in range(10)
    ]
    rows = list(brief_hint_rows(games["queen-bees-ii"], Advice(tuple(choices), choices[4], (), "Why.")))
    assert rows[0] == (HEADING_MARK, "", ("takes the trick", "points this deal"))


def test_heading_of_one_column_has_its_unit():
    choices = [Choice(Action(("draw", n)), worth=Figure("{} ahead", n, 1, POINT_UNIT)) for n in (3, 4)]
    rows = list(brief_hint_rows(games["big-queen"], Advice(tuple(choices), choices[1], (), "Why.")))
    assert rows[0] == (HEADING_MARK, "", ("points ahead",))


def test_table_of_different_choices_has_a_figure_of_all_of_them_and_names_the_unit_once():
    """A figure that is the same after each choice tells nothing, so it is not the one."""
    left, hand = (
        [Figure(label, number, 0, unit) for number in (9, 9, 9, 9)]
        for label, unit in (("{} left", "card"), ("{} in hand", POINT_UNIT))
    )
    hand[2] = hand[2]._replace(value=45)
    choices = [
        Choice(Action((verb, number)), (left[number], hand[number]), Figure("{} ahead", number, 1, POINT_UNIT))
        for number, verb in enumerate(("draw", "take", "meld", "add"))
    ]
    rows = list(brief_hint_rows(games["big-queen"], Advice(tuple(choices), choices[0], (), "Why.")))
    assert rows[0] == (HEADING_MARK, "Points:", ("in hand", "ahead"))
    assert [row for row in rows[1:5] if row.columns] == [(BEST_MARK, "draw 0", ("9", "0")), ("", "add 3", ("9", "+3"))]
    assert not any("point" in text for _, text, _ in rows[1:])


def headings_of_table(numbers, error, close):
    """Return the headings of a table of choices with these numbers, each with the same error; the first one is the
    best, and the next `close` ones are too close to call."""
    choices = tuple(
        Choice(
            Action(("play", at)),
            worth=Figure("{} this deal", number, error, POINT_UNIT),
            measure=Measure.POINTS_OF_DEAL,
        )
        for at, number in enumerate(numbers)
    )
    advice = Advice(choices, choices[0], choices[1 : 1 + close], "Why.")
    return [row.text for row in brief_hint_rows(games["big-queen"], advice) if row.mark == HEADING_MARK]


@pytest.mark.parametrize(
    ("numbers", "close"),
    [
        ((4.6, 4.4, 3.8, 3.6), 2),
        ((3.7, 3.6), 0),
        ((3.7, 3.7, 3.6), 1),
        ((24.6, 21.4, 9.0), 1),
        ((4.6, 4.7, 3.6), 1),
        ((4.6, 3.6, 4.2), 1),
    ],
)
def test_heading_says_which_choices_may_be_as_good_as_the_best(numbers, close):
    headings = headings_of_table(numbers, 0.4, close)
    is_equal = [abs(one - numbers[0]) < 0.15 for one in numbers[1 : 1 + close]]
    assert ("Any will do" in headings) == any(is_equal) == ("Best" not in headings)
    assert ("Maybe worse" in headings) == bool(close and not all(is_equal))


def test_choices_that_can_be_made_after_the_best_one_are_not_called_worse():
    """Whoever lays one set may lay another in the same turn, so that nothing is given up."""
    choices = [
        Choice(Action(("meld", at)), worth=Figure("{} ahead", number, 3, POINT_UNIT))
        for at, number in enumerate((44, 20, 40, 10))
    ]
    advice = Advice(tuple(choices), choices[0], (choices[2],), "Why.", (choices[1],))
    rows = [(row.mark, row.text) for row in brief_hint_rows(games["big-queen"], advice)][1:]
    assert [text for mark, text in rows if mark == HEADING_MARK] == [
        *("Best", "Can be done after it", "Maybe worse", "Worse")
    ]
    assert [mark for mark, _ in rows if mark != HEADING_MARK] == [BEST_MARK, "can be done after it", CLOSE_MARK, ""]


def advice_with_last_choices(best, close, numbers=(44, 40, 20, 30, 10)):
    """Return advice on two choices that lay cards and three discards, which end the turn, with these points; those at
    the indices `close` may be as good as the one at the index `best`."""
    choices = tuple(
        Choice(
            Action(("meld" if at < 2 else "discard", at)),
            worth=Figure("{} ahead", number, 3, POINT_UNIT),
            ends_turn=at >= 2,
        )
        for at, number in enumerate(numbers)
    )
    return Advice(choices, choices[best], tuple(choices[at] for at in close), "Why.")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (
            advice_with_last_choices(0, (3,)),
            "Best, meld 0, Maybe worse: end turn, discard 3, Worse, meld 1, Worse: end turn, discard 2, discard 4",
        ),
        (
            advice_with_last_choices(0, (2,), (44, 0, 44, 0, 0)),
            "Any will do, meld 0, Or end turn, discard 2, Worse, meld 1, Worse: end turn, discard 3, discard 4",
        ),
        (
            advice_with_last_choices(2, (0, 3), (44, 0, 44, 44, 0)),
            "Any will do: end turn, discard 2, discard 3, Or do this first, meld 0, Worse, meld 1, "
            "Worse: end turn, discard 4",
        ),
        (
            advice_with_last_choices(2, (), (4, 0, 44, 0, 0)),
            "Best: end turn, discard 2, Worse, meld 0, meld 1, Worse: end turn, discard 3, discard 4",
        ),
    ],
)
def test_choices_that_end_the_turn_stand_apart_from_those_after_which_it_goes_on(told, expected):
    """Nobody takes a discard for an alternative to laying cards: it may follow in the same turn."""
    assert [row.text for row in brief_hint_rows(games["big-queen"], told)][1:] == expected.split(", ")
    in_lines = [text.partition(": ")[0] for _, text in hint_rows(games["big-queen"], told)]
    assert sorted(in_lines) == [*(f"discard {at}, and end the turn" for at in (2, 3, 4)), "meld 0", "meld 1"]


def test_choices_that_all_end_the_turn_are_not_said_to_end_it():
    told = advice_with_last_choices(2, ())
    told = told._replace(choices=told.choices[2:])
    asked = Choice(Action(("ask",)), worth=Figure("{} ahead", 0, 3, POINT_UNIT), is_question=True)
    for choices in (told.choices, (*told.choices, asked)):
        rows = [row.text for row in brief_hint_rows(games["big-queen"], told._replace(choices=choices))]
        assert not any("turn" in text for text in rows)


def test_columns_of_a_table_on_the_end_of_the_match_have_heads_of_two_words():
    choices = [
        Choice(
            Action(("discard", at)),
            (Figure(MATCH_LOST_LABEL, at / 10), Figure("{} held", 5, 0, POINT_UNIT)),
            Figure("{} ahead", at, 3, POINT_UNIT),
            measure=Measure.LEAD_AFTER_ROUND,
        )
        for at in (1, 2, 3)
    ]
    told = Advice(tuple(choices), choices[0], (), "Why.")
    assert next(brief_hint_rows(games["big-queen"], told)).columns == ("match lost", "points ahead")
    assert "Held" not in sentences_on_worths(told, is_brief=True)[0], "it has no column"
    assert "Held" in sentences_on_worths(told)[0]


def test_choices_shown_as_equal_to_the_best_stand_below_one_heading_with_it():
    choices = [
        Choice(Action(("play", at)), worth=Figure("{} this deal", number, 0.4, POINT_UNIT))
        for at, number in enumerate((3.3, 2.9, 3.2, 3.3, 1.0))
    ]
    advice = Advice(tuple(choices), choices[0], tuple(choices[1:4]), "Why.")
    rows = [(row.mark, row.text) for row in brief_hint_rows(games["queen-bees-ii"], advice)][1:]
    assert rows == [
        (HEADING_MARK, "Any will do"),
        (BEST_MARK, "0"),
        (CLOSE_MARK, "3"),
        (CLOSE_MARK, "2"),
        (HEADING_MARK, "Maybe worse"),
        (CLOSE_MARK, "1"),
        (HEADING_MARK, "Worse"),
        ("", "4"),
    ]


def test_explanation_of_numbers_with_their_errors_says_what_the_sign_means():
    choices = [one._replace(measure=Measure.POINTS_OF_DEAL) for one in TEN_CHOICES]
    assert "±" in sentences_on_worths(Advice(tuple(choices), choices[4], (), "Why."))[1]


def test_choices_that_a_table_does_not_name_stand_in_no_group_of_others():
    choices = tuple(
        Choice(Action(("meld", number)), worth=Figure("round", number, 1, POINT_UNIT)) for number in range(20)
    )
    all_close = Advice(choices, choices[3], choices[:3] + choices[4:], "Why.")
    rows = list(brief_hint_rows(games["big-queen"], all_close))
    assert rows[-2:] == [(HEADING_MARK, "Others", ()), ("", "3 other choices: at most", ("+2",))]
    no_best = list(brief_hint_rows(games["big-queen"], Advice(choices, None, (), "Why.")))
    assert "Others" not in [text for _, text, _ in no_best]


def test_choices_of_a_card_that_differ_in_suits_only_share_a_row_if_their_figures_are_the_same():
    cards_and_points = [("2♠", 4), ("K♣", 4), ("2♥", 4), ("2♦", 3), ("A♣", 2), ("A♦", 2), ("A♥", 2)]
    choices = tuple(
        Choice(Action(("discard", *cards(card))), worth=Figure("round", points, 1, POINT_UNIT))
        for card, points in cards_and_points
    )
    advice = Advice(choices, choices[0], choices[1:3], "Why.")
    rows = [row for row in brief_hint_rows(games["big-queen"], advice) if row.mark != HEADING_MARK]
    assert [row.text for row in rows] == ["2♠ or 2♥", "K♣", "2♦", "A♣, A♦ or A♥"]


@pytest.mark.parametrize(
    "actions",
    [
        ("add 2♠ to 3", "add 2♠ to 4"),
        ("take 1 K♠ 2♠", "take 1 K♥ 2♠"),
        ("meld J♠ J♠ 2♦", "meld J♠ J♥ 2♦"),
        ("discard 9♠ announce", "discard 9♥ announce"),
    ],
)
def test_each_choice_of_more_than_a_card_has_a_row_of_its_own(actions):
    """No short text would name the cards of both."""
    game = games["big-queen"]
    choices = tuple(Choice(game.parse(action), worth=Figure("round", 4, 1, POINT_UNIT)) for action in actions)
    rows = [row for row in brief_hint_rows(game, Advice(choices, choices[0], (), "Why.")) if row.columns]
    assert [row.text for row in rows if row.mark != HEADING_MARK] == [
        game.text_of_action(choice.action) for choice in choices
    ]


def test_hint_about_few_choices_is_the_same_table():
    rows = list(brief_hint_rows(games["queen-bees-ii"], Advice(TEN_CHOICES[:2], TEN_CHOICES[1], (), "Why.")))
    assert rows[0] == (HEADING_MARK, "", ("trick", "lead"))
    assert [text for _, text, columns in rows[1:] if columns] == ["1", "0"]


def test_chance_that_is_unsure_never_reads_as_a_greater_one_than_it_is():
    """What was rarely seen is shown as it was seen; what was never seen in samples is not certain all the same."""
    values = (0.0, 0.02, 0.05, 1.0)
    choices = [
        Choice(Action(("play", n)), (Figure("trick", value, 0.06),), Figure("lead", 9 - n, 1, POINT_UNIT))
        for n, value in enumerate(values)
    ]
    advice = Advice(tuple(choices), choices[0], (), "Why.")
    rows = [row for row in brief_hint_rows(games["queen-bees-ii"], advice) if row.mark != HEADING_MARK]
    brief = [columns[0] for _, _, columns in rows]
    assert brief == ["~0%", "2%", "5%", "~100%"]
    full = [text for _, text in hint_rows(games["queen-bees-ii"], advice)]
    assert "trick at most 8%" in full[1]
    assert "trick at least 94%" in full[3]


def test_hint_of_mad_queens_says_what_its_figures_count():
    """A risk above that on the button counts what a Joker turns up; the worth of a choice is named in words."""
    game = games["mad-queens"]
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}
    match = game.start(2, dealer=Dealer.scripted(script))
    match.act(0, game.parse("reveal"))
    advice = run_to_end(game.coach(game, match.view(0), game.memory(match.view(0))))
    rows = dict(text.split(": ", 1) for _, text in hint_rows(game, advice))
    assert re.search(
        r"^wins about \d\d%, caught 12%, or row lost after a Joker \d%, .*Joker 4%, "
        r"row 2 points, next card now \d\.\d points, \d\.\d points in all",
        rows["reveal"],
    )
    assert re.fullmatch(
        r"wins about \d\d%, row 2 points, in a later play about \d\.\d points, "
        r"about \d\.\d points in all",
        rows["bank"],
    )


def _rows_with_a_queen_who_would_end_the_game(game: Game) -> list[HintRow]:
    """Return the rows of a hint in the second play of a seat that has banked one card, too few to pay for a Queen."""
    script = {"first": "0", "banned-deck": [cards("8♠ K♦ 9♠ 9♣")], "deck/0": [cards("6♦"), cards("5♣")]}
    match = game.start(2, dealer=Dealer.scripted(script))
    for seat, text in ((0, "reveal"), (0, "bank"), (1, "reveal"), (1, "bank"), (0, "reveal")):
        match.act(seat, game.parse(text))
    advice = run_to_end(game.coach(game, match.view(0), game.memory(match.view(0))))
    rows = [
        row for row in brief_hint_rows(game, advice) if row.text in ("row", "next card now", "end of game", "in all")
    ]
    points = [float(row.columns[0].strip("~")) for row in rows]
    assert [row.text for row in rows] == ["row", "next card now", "end of game", "in all"]
    assert round(sum(points[:3]), 1) == points[3]
    assert [row.columns[0][0] == "~" for row in rows] == [False, False, True, True], "the sum of an estimate is one"
    assert points[2] < 0
    assert all(len(" ".join(row.columns)) + len(row.text) <= 22 for row in rows), "each has room at 80x24"
    return rows


@pytest.mark.parametrize(("slug", "unit"), [("mad-queens", "points"), ("mad-queens-classic", "cards")])
def test_parts_of_each_choice_stand_in_a_column_that_adds_up(slug, unit):
    game = games[slug]
    script = {"first": "0", "banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♦ 5♣")]}
    match = game.start(2, dealer=Dealer.scripted(script))
    for _ in range(2):
        match.act(0, game.parse("reveal"))
    advice = run_to_end(game.coach(game, match.view(0), game.memory(match.view(0))))
    heading, *rows = brief_hint_rows(game, advice)
    assert heading.text == unit.capitalize()
    assert heading.columns == ("reveal", "bank"), "in the same order whatever is best"
    numbers = {row.text: row.columns for row in rows if row.mark != HEADING_MARK}
    later = f"in a later {'play' if slug == 'mad-queens' else 'turn'}"
    for at, verb in enumerate(heading.columns):
        column = {words: float(cells[at].strip("~") or 0) for words, cells in numbers.items() if "%" not in cells[-1]}
        assert [*column] == ["row", "next card now", later, "in all"]
        assert column["row"] == 2
        assert round(column["row"] + column["next card now"] + column[later], 1) == column["in all"]
        assert (column[later] == 0) == (verb == "reveal")
        assert (column["next card now"] == 0) == (verb == "bank")
    assert all(re.fullmatch(r"~\d\d%", cell) for cell in numbers["wins"])
    below = rows.index(HintRow(HEADING_MARK, "If you reveal"))
    hit = ["exact hit"] if slug == "mad-queens" else []
    assert [row.text for row in rows[below + 1 :]] == ["caught", "or row lost after a Joker", *hit, "Joker"]
    assert numbers["Joker"] == ("", "4%")
    wide = [row.text for row in rows if len(" ".join(filter(None, (row.text, *row.columns)))) > 22]
    assert wide == ["or row lost after a Joker"], "each other one has room at 80x24"
    chapter = game.rules.partition("## The figures of the coach")[2].replace("**", "")
    terms = re.findall(r"\*(.*?)\*", " ".join(chapter.split()))
    assert len(terms) == 7
    words = {row.text for row in (*rows, *_rows_with_a_queen_who_would_end_the_game(game))}
    assert {term.lower() for term in terms} <= {*map(str.lower, words)}, (
        "a row has the words that the rulebook explains"
    )


@pytest.mark.parametrize(
    ("loss", "best_points", "best_chance", "sentences"),
    [
        (0.05, 1, 0.4, (CHANCE_DECIDES_SENTENCE,)),
        (None, 1, 0.35, (WINNING_DECIDES_SENTENCE,)),
        (None, 2.04, 0.35, ("Equal sums: either will do, and the coach says reveal.",)),
        (0.05, 2.04, 0.4, (CHANCE_DECIDES_SENTENCE,)),
        (None, 3, 0.34, (CHANCES_CLOSE_SENTENCE,)),
        (None, 3, 0.35, ()),
    ],
)
def test_sentence_says_what_decides_where_sum_or_chance_of_the_best_choice_is_not_greater(
    loss, best_points, best_chance, sentences
):
    """Else a choice with the smaller sum, or with the smaller chance, would look like a mistake."""

    def choice(verb, points, chance, loss):
        parts = (Figure("row", points, 0, POINT_UNIT),)
        lost = None if loss is None else Figure("wins about {}", loss)
        return Choice(
            Action((verb,)), (Figure("wins about {}", chance),), Figure("{} in all", points), loss=lost, parts=parts
        )

    best = choice("reveal", best_points, best_chance, loss and 0.0)
    other = choice("bank", 2, 0.35, loss)
    advice = Advice((best, other), best, (), "Why.")
    assert tuple(sentences_on_worths(advice, is_brief=True)) == sentences
    assert tuple(line.text for line in hint_lines(games["mad-queens"], advice) if line.is_note) == sentences


@pytest.mark.parametrize("reason", ["Play 7♠. Only 7♠ takes this trick.", "Only 7♠ takes this trick: play 7♠."])
def test_hint_names_the_advised_action_once(reason):
    best = Choice(Action(("play", *cards("7♠"))))
    lines = [line.text for line in hint_lines(games["queen-bees-ii"], Advice((best,), best, (), reason))]
    assert lines[:2] == ["Coach: play 7♠", "Only 7♠ takes this trick."]


def test_choices_to_bank_with_a_queen_share_a_column_and_each_has_a_row_below():
    game = games["mad-queens"]
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}
    match = game.start(2, options={"queen_choice": "player"}, dealer=Dealer.scripted(script))
    match.act(0, game.parse("reveal"))
    advice = run_to_end(game.coach(game, match.view(0), game.memory(match.view(0))))
    heading, *rows = brief_hint_rows(game, advice)
    assert heading.columns == ("reveal", "bank")
    below = rows.index(HintRow(HEADING_MARK, "If you bank, cards of her suit in your deck"))
    assert [row.text for row in rows[below + 1 : below + 5]] == ["with Q♣", "with Q♦", "with Q♥", "with Q♠"]
    assert all(re.fullmatch(r"\d+", row.columns[1]) for row in rows[below + 1 : below + 5])


def test_figure_with_the_same_number_for_all_choices_is_not_listed():
    """It does not help to choose, and in a small window it would take the place of those that do."""

    def choice(verb, label):
        figures = (Figure("wins about {}", 0.181), Figure(f"{label} of {{}}", 0.5))
        return Choice(Action((verb,)), figures, Figure(f"about {{}} {label}", 0.5, 0, POINT_UNIT))

    choices = (choice("reveal", "risk"), choice("bank", "gain"))
    rows = list(brief_hint_rows(games["mad-queens"], Advice(choices, choices[0], (), "Why.")))
    assert [row.text for row in rows] == ["Best: reveal", "risk of", "risk", "Worse: bank", "gain of", "gain"]
    assert rows[2].columns == ("~0.5 points",)


def test_figures_of_many_different_choices_stay_in_a_line_for_each():
    choices = tuple(
        Choice(Action(("meld", number)), (Figure(f"kind {number}", 0.5),), Figure(f"worth {number}", 1, 0, POINT_UNIT))
        for number in range(4)
    )
    rows = list(brief_hint_rows(games["big-queen"], Advice(choices, choices[0], (), "Why.")))
    assert [row.columns for row in rows] == [()] * 4


def test_hint_about_an_empty_row_names_no_points_to_bank():
    """The exact hit has left the row for the bank, so banking keeps nothing but the next card."""
    game = games["mad-queens"]
    match = game.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("8♠")]}))
    match.act(0, game.parse("reveal"))
    advice = run_to_end(game.coach(game, match.view(0), game.memory(match.view(0))))
    rows = dict(text.split(": ", 1) for _, text in hint_rows(game, advice))
    assert "points banked" not in rows["bank"]
    assert "you have no row to lose" in advice.reason.lower()


@pytest.mark.parametrize("slug", ["big-queen", "queens-dungeon", "queen-bees-ii"])
def test_hint_with_figures_says_in_words_what_the_last_number_of_each_choice_means(slug):
    """So does the rulebook of the game, with the same name of the number."""
    game = games[slug]
    match = game.start(4, "figures")
    explanation = ()
    while not explanation:
        seat = min(match.waiting)
        view = match.view(seat)
        advice = run_to_end(game.coach(game, view, game.memory(view), True))
        explanation = sentences_on_worths(advice)
        match.act(seat, match.default(seat))
    brief = sentences_on_worths(advice, is_brief=True)
    assert tuple(line.text for line in hint_lines(game, advice) if line.is_note) == brief
    assert brief[0] == explanation[0]
    label = words_for_number(advice.choices[0].worth, game.score_unit)
    heading = next(row for row in brief_hint_rows(game, advice) if row.mark == HEADING_MARK)
    names = {label.capitalize(), heading.columns[-1].capitalize()}  # below "Points:" the heading has one word
    assert names & {sentence.partition(": ")[0] for sentence in explanation[0].split(". ")}
    assert "±" in explanation[1]
    chapter = game.rules.partition("## The figures of the coach")[2]
    assert f"*{label}*" in " ".join(chapter.split())


def test_figures_of_queens_dungeon_say_whose_points_they_are_and_what_the_lead_is_ahead_of():
    game = games["queens-dungeon"]
    match = game.start(4, 1)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.waiting), match.default(min(match.waiting)))
    seat = min(match.waiting)
    view = match.view(seat)
    advice = run_to_end(game.coach(game, view, game.memory(view), True))
    (_, row) = next(hint_rows(game, advice))
    assert re.search(r"[\d.]+ ±[\d.]+ points this hand, [+-]?[\d.]+ ±[\d.]+ points above average$", row)
    heading = next(row for row in brief_hint_rows(game, advice) if row.mark == HEADING_MARK)
    assert heading.columns == ("takes the trick", "points above average")


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_rulebook_of_mad_queens_says_what_the_coach_counts_for_each_choice(slug):
    chapter = " ".join(games[slug].rules.partition("## The figures of the coach")[2].split())
    later = f"in a later {'play' if slug == 'mad-queens' else 'turn'}"
    assert f"*{later}* is what it brings then if you bank now" in chapter


def test_hint_without_a_choice_explains_no_numbers():
    assert sentences_on_worths(Advice(TEN_CHOICES[:1], TEN_CHOICES[0], (), "Why.")) == ()


@pytest.mark.parametrize(("max_difference", "heading"), [(0, "Maybe worse: end turn"), (5, "Or end turn")])
def test_close_choices_are_shown_as_equal_if_they_differ_by_no_more_than_the_advice_says(max_difference, heading):
    """So no better number stands below the best one, under a heading that calls it worse."""
    told = advice_with_last_choices(0, (2,), (202, 0, 206, 0, 0))._replace(max_equal_difference=max_difference)
    headings = [row.text for row in brief_hint_rows(games["big-queen"], told) if row.mark == HEADING_MARK]
    assert heading in headings
    assert ("Any will do" in headings) == bool(max_difference)


def test_groups_of_choices_that_may_be_as_good_stand_in_the_order_of_their_greatest_worth():
    """So no choice that a small window leaves out is worth more than one that may be as good and is shown."""
    told = advice_with_last_choices(0, (1, 2), (210, 194, 199, 0, 0))
    assert [row.text for row in brief_hint_rows(games["big-queen"], told)][1:7] == [
        *("Best", "meld 0", "Maybe worse: end turn", "discard 2", "Maybe worse", "meld 1")
    ]


@pytest.mark.parametrize("has_close", [False, True])
def test_note_below_a_table_says_that_what_is_maybe_worse_may_be_as_good(has_close):
    told = advice_with_last_choices(0, (1,) if has_close else (), (210, 194, 199, 0, 0))
    choices = tuple(one._replace(measure=Measure.LEAD_AFTER_ROUND) for one in told.choices)
    close = choices[1:2] if has_close else ()
    told = told._replace(choices=choices, best=choices[0], equally_good=close)
    assert ('"maybe worse" may be chance' in sentences_on_worths(told, is_brief=True)[-1]) == has_close
