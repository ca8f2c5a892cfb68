"""The texts about the analysis of a played match: courses of scores, mistakes, and the summary to share."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import pytest

from core import Action, Match, Remark, cards, games
from core.engine.analysis import Analysis, Mistake, analyse
from core.engine.coach import AT_STAKE_LABEL, CHANCE_UNIT, POINT_UNIT, Choice, Figure, Measure
from core.engine.computation import run_to_end
from core.engine.piles import EVERYONE
from core.engine.registry import match_at_start
from core.engine.score_course import current_part
from core.engine.simulation import play_out
from core.engine.standings import rank_scores
from core.engine.story import Moment, Story, work_out_story
from core.engine.turning_point import Turn, TurningPoint
from tests.support.depth import parametrize
from tui.drawing.chart import MAX_CURVES
from tui.text.analysis import (
    DID_NOT_PLAY_SENTENCE,
    NO_MISTAKE_SENTENCE,
    CourseChart,
    amount_text,
    analysis_json,
    analysis_sentences,
    analysis_text,
    course_chart,
    course_sentences,
    courses_heading,
    match_summary,
    mistake_cost_text,
    mistake_labels,
    mistake_sentences,
    mistakes_heading,
    turning_point_text,
)
from tui.text.story import sides_in_curve_order

PLAYER_NAMES = ("Ann", "Bea", "Cleo", "Dora")
"""The names of the players in the match."""
ROW_HEADING = "Your row and the next card together, on average"
"""What is said before the worths of two choices in both Mad Queens games."""

pytestmark = pytest.mark.usefixtures("shorten_analysis")


@cache
def played_match(slug: str, bot: str = "", seat: int | None = 0) -> tuple[Match, Analysis]:
    """Return a match of four players, played by a bot of the game, and its analysis for a seat. With `seat` None no
    decision is judged, because judging takes long.
    """
    game = games[slug]
    match = game.start(4, "text")
    play_out(game, match, [game.bots[bot] if bot else next(iter(game.bots.values()))] * 4)
    return match, run_to_end(analyse(game, match_at_start(match.record), match.record.actions, seat))


def chart_as_last_values(chart: CourseChart) -> str:
    """Return the last value of each curve of a chart as text, instead of a drawing."""
    return "\n".join(f"{one.name}: {one.values[-1]:g}" for one in chart.courses)


@parametrize("slug", list(games), 3)
def test_every_course_of_scores_names_each_player_and_ends_with_the_final_score(slug: str) -> None:
    match, analysis = played_match(slug, seat=None)
    for points in (True, False):
        chart = course_chart(games[slug], match.options, analysis, PLAYER_NAMES, 0, points=points)
        assert [row.score for row in chart.courses] == sorted((row.score for row in chart.courses), reverse=True)
        assert {name for name in PLAYER_NAMES if any(name in row.name for row in chart.courses)} == set(PLAYER_NAMES)
        assert [row.own for row in chart.courses].count(True) == 1
        assert chart.percent is not points
        if points:
            assert all(row.values[-1] == row.score for row in chart.courses)


@pytest.mark.parametrize("slug", list(games))
def test_courses_begin_at_the_first_part_of_the_match_and_end_at_the_last_that_was_played(slug: str) -> None:
    game = games[slug]
    match, analysis = played_match(slug, seat=None)
    parts = []
    again = match_at_start(match.record)
    for seat, action in match.record.actions:
        parts.append(current_part(game, again))
        again.act(seat, game.parse(action))
    assert analysis.first_and_last_part == (parts[0], parts[-1])
    told = run_to_end(work_out_story(game, match_at_start(match.record), match.record.actions))
    assert (told.part_by_step[0], told.part_by_step[-1]) == analysis.first_and_last_part


@pytest.mark.parametrize("slug", ["mad-queens", "big-queen"])
def test_courses_of_chances_end_at_0_or_100_percent(slug: str) -> None:
    match, analysis = played_match(slug, seat=None)
    rows = course_chart(games[slug], match.options, analysis, PLAYER_NAMES, 0, points=False).courses
    winners = [PLAYER_NAMES[standing.seat] for standing in match.standings if standing.rank == 1]
    for row in rows:
        assert row.values[-1] == (100 if any(name in row.name for name in winners) else 0)
    text = analysis_text(games[slug], match.options, analysis, PLAYER_NAMES, None, chart_as_last_values)
    assert courses_heading(games[slug], analysis, points=False) in text
    assert all(f"{row.name}: {row.values[-1]:g}" in text for row in rows)


def test_course_of_the_reader_is_shown_at_a_large_table() -> None:
    game = games["mad-queens"]
    match = game.start(40, "many")
    play_out(game, match, [game.bots["steady"]] * 40)
    last = match.standings[-1].seat
    analysis = run_to_end(analyse(game, match_at_start(match.record), match.record.actions, last))
    rows = course_chart(game, match.options, analysis, [f"P{number}" for number in range(40)], last).courses
    assert len(rows) == MAX_CURVES
    assert (rows[-1].name, rows[-1].own) == (f"P{last}", True)


def test_text_of_a_mistake_says_what_was_done_what_was_better_by_how_much_and_why() -> None:
    match, analysis = played_match("mad-queens", "steady")
    text = analysis_text(games["mad-queens"], match.options, analysis, PLAYER_NAMES, 0, chart_as_last_values)
    assert f"What cost you most on average, of the {analysis.judged_decision_count} times you had a choice:" in text
    done = {"reveal": "revealed a card", "bank": "banked", "end": "ended the game for good"}
    choices = {"reveal": "Turning a card", "bank": "Banking", "end": "Ending the game for good"}
    for mistake in analysis.mistakes:
        taken, better = done[mistake.choice_taken.action.verb], choices[mistake.best_choice.action.verb]
        amount = mistake_cost_text(games["mad-queens"], mistake).removeprefix("cost ")
        is_about_chances = mistake.loss.unit == CHANCE_UNIT
        more = re.sub(r"^(\d+) ", r"\1 more ", amount) if is_about_chances else f"{amount} more"
        line = next(
            line
            for line in text.splitlines()
            if f"{better} was better, worth {more}." in line and line.strip().startswith(mistake.part)
        )
        assert f": You {taken}. " in line
        points = "\n" if is_about_chances else f" {ROW_HEADING}: "
        assert f"The coach: “{mistake.reason}”{points}" in f"{text}\n"
    assert "step" not in text.lower()


def test_text_of_a_mistake_names_the_part_of_the_match_and_the_unit_of_each_number() -> None:
    game = games["mad-queens"]
    loss, worth, less = (Figure("worth", value, 0, "point") for value in (1.25, 0.25, -1.0))
    measure = Measure.ROW_WITH_NEXT_CARD
    taken = Choice(game.parse("reveal"), (Figure(AT_STAKE_LABEL, 11, 0, "point"),), less, measure=measure)
    best = Choice(game.parse("bank"), (), worth, measure=measure)
    mistake = Mistake(63, "Play 6", taken, best, "4 would be caught: bank.", loss)
    assert mistake_labels(game, PLAYER_NAMES, [mistake]) == ["Play 6: you revealed a card; banking was better"]
    assert mistake_cost_text(game, mistake) == "cost 1.2 points"
    assert mistake_sentences(game, PLAYER_NAMES, mistake) == (
        "Play 6, 11 points at stake: You revealed a card. Banking was better, worth 1.2 points more.",
        f"The coach: “4 would be caught: bank.” {ROW_HEADING}: 0.2 points by banking, -1 point by revealing a card.",
    )


def test_text_of_a_discard_in_silence_says_that_it_was_silent() -> None:
    """Else it reads as if another card were the better one."""
    game = games["big-queen"]
    loss = Figure("loss", 9, 0, "point")
    taken = Choice(game.parse("discard 3♦"), loss=loss, made_good_by=game.parse("announce"))
    mistake = Mistake(9, "Round 1", taken, Choice(game.parse("discard 3♠ announce")), "Why.", loss)
    assert mistake_labels(game, PLAYER_NAMES, [mistake]) == [
        "Round 1: you discarded 3♦ and kept silent; discarding 3♠ and announcing one card was better"
    ]


def test_cost_of_a_mistake_is_the_difference_of_what_the_two_choices_are_worth() -> None:
    game = games["mad-queens"]
    loss, worth, less = (Figure("worth", value, 0, "point") for value in (0.88, 4.14, 3.26))
    taken, best = (
        Choice(game.parse(action), (), value, measure=Measure.GAIN_IN_HAND)
        for action, value in (("reveal", less), ("bank", worth))
    )
    mistake = Mistake(63, "Play 6", taken, best, "4 would be caught: bank.", loss)
    assert mistake_cost_text(game, mistake) == "cost 0.9 points"
    told = mistake_sentences(game, PLAYER_NAMES, mistake)[1]
    assert told.endswith("+4.1 points by banking, +3.2 points by revealing a card.")


@pytest.mark.parametrize(
    ("slug", "measure", "heading"),
    [
        ("mad-queens", Measure.ROW_WITH_NEXT_CARD, ROW_HEADING),
        ("mad-queens-classic", Measure.ROW_WITH_NEXT_CARD, ROW_HEADING),
        ("big-queen", Measure.LEAD_AFTER_ROUND, "Your lead after the round, on average"),
        ("queens-dungeon", Measure.GAIN_IN_HAND, "Expected lead over the average player"),
        ("queen-bees-ii", Measure.POINTS_OF_DEAL, "Your points of the deal, on average"),
    ],
)
def test_coach_says_in_which_measure_it_compares_and_no_label_decides_the_heading(
    slug: str, measure: Measure, heading: str
) -> None:
    game = games[slug]
    match = game.start(4, "measure")
    choices: list[Choice] = []
    while len(choices) < 2:
        seat = min(match.waiting)
        advice = run_to_end(game.coach(game, match.view(seat), game.memory(match.view(seat)), True))
        choices = [choice for choice in advice.choices if choice.worth is not None]
        match.act(seat, match.default(seat))
    assert {choice.measure for choice in choices} == {measure}
    best, taken = (choice._replace(worth=choice.worth._replace(label="in other words")) for choice in choices[:2])
    mistake = Mistake(1, "", taken, best, "Why.", Figure("loss", 1.0, 0, "point"))
    assert f"” {heading}: " in mistake_sentences(game, PLAYER_NAMES, mistake)[1]


def test_text_of_a_mistake_leaves_out_what_the_choices_are_worth_if_the_coach_does_not_say_it() -> None:
    game = games["mad-queens"]
    loss = Figure("worth", 1.25, 0, "point")
    mistake = Mistake(63, "Play 6", Choice(game.parse("reveal")), Choice(game.parse("bank"), (), loss), "Why.", loss)
    assert mistake_sentences(game, PLAYER_NAMES, mistake)[1] == "The coach: “Why.”"


def test_mistakes_that_would_read_alike_are_told_apart_by_what_was_at_stake() -> None:
    game = games["mad-queens"]
    worth = Figure("worth", 1.25, 0, "point")
    first, second, other = (
        Mistake(
            stake,
            part,
            Choice(game.parse("reveal"), (Figure(AT_STAKE_LABEL, stake, 0, "point"),), worth),
            Choice(game.parse("bank"), (), worth),
            "Bank.",
            worth,
        )
        for stake, part in ((11, "Play 6"), (8, "Play 6"), (8, "Play 9"))
    )
    assert mistake_labels(game, PLAYER_NAMES, [first, other, second]) == [
        "Play 6, 11 points at stake: you revealed a card; banking was better",
        "Play 9: you revealed a card; banking was better",
        "Play 6, 8 points at stake: you revealed a card; banking was better",
    ]


@pytest.mark.parametrize("seat", [0, 3, 9, None])
def test_the_analysis_draws_the_curves_of_the_result_in_the_same_order(seat: int | None) -> None:
    game = games["mad-queens"]
    match = game.start(10, "text")
    scores = (3, 9, 9, 1, 7, 8, 5, 6, 4, 2)
    names = [f"Seat {one}" for one in range(10)]
    shown = course_chart(game, match.options, Analysis((0,), (scores,), (), 0, ()), names, seat)
    ranked = rank_scores(list(enumerate(scores)))
    on_result = sides_in_curve_order(game, match.options, ranked, seat, MAX_CURVES)[:MAX_CURVES]
    assert [one.name for one in shown.courses] == [names[seats[0]] for seats in on_result]
    assert [one.own for one in shown.courses].count(True) == (seat is not None)


@pytest.mark.parametrize("seat", [0, 3, 9, None])
def test_every_side_has_a_curve_on_the_result_and_the_reader_one_of_those_with_markers(seat: int | None) -> None:
    standings = rank_scores(list(enumerate((3, 9, 9, 1, 7, 8, 5, 6, 4, 2))))
    sides = sides_in_curve_order(games["mad-queens"], {}, standings, seat, MAX_CURVES)
    assert sorted(sides) == [[one] for one in range(10)]
    assert seat is None or [seat] in sides[:MAX_CURVES]
    best = [[standing.seat] for standing in standings]
    assert sides[: MAX_CURVES - 1] == best[: MAX_CURVES - 1]


def test_text_of_an_analysis_without_mistakes_says_why_there_are_none() -> None:
    game = games["mad-queens"]
    match, analysis = played_match("mad-queens")
    assert DID_NOT_PLAY_SENTENCE in analysis_text(
        game, match.options, analysis, PLAYER_NAMES, None, chart_as_last_values
    )
    without = Analysis(analysis.steps, analysis.scores, analysis.remarks, 12, ())
    assert NO_MISTAKE_SENTENCE in analysis_text(game, match.options, without, PLAYER_NAMES, 0, chart_as_last_values)


def told_turning_point(point: TurningPoint, seat: int = 0) -> str:
    """Return the text on a turning point of a match of Mad Queens, in the words that all forms of the analysis have."""
    game = games["mad-queens"]
    match = game.start(4, "text")
    analysis = Analysis((0, 90), ((0,) * 4, (12, 34, 5, 6)), (), 40, (), turning_point=point)
    text = turning_point_text(analysis, PLAYER_NAMES, seat)
    assert text in analysis_sentences(game, match.options, analysis, PLAYER_NAMES, seat)
    assert text in analysis_text(game, match.options, analysis, PLAYER_NAMES, seat, chart_as_last_values)
    return text


FOURTH_QUEEN = Turn(
    Moment(64, "Play 12", "fourth", 0, "met Q♦, the fourth Queen", 6),
    Figure("game-ending Queen", 0.0625),
    is_advised=True,
)
"""The end of Ann's game by a risk that the coach would have taken, too."""
RIVALS_ROW = Turn(Moment(40, "Play 9", "banked", 1, "banked 7 cards for 12 points", 12))
"""The greatest row of Bea, who won."""


def test_loser_reads_where_the_match_was_decided_by_what_risk_and_that_it_was_bad_luck() -> None:
    point = TurningPoint(False, "Play 12", "Play 12", Figure("", 0.38, 0.05), Figure("", 0.12, 0.05), (FOURTH_QUEEN,))
    assert told_turning_point(point) == (
        "Your chance of winning fell most in play 12, from 38% to 12%: you met Q♦, the fourth Queen (the risk was 6%). "
        "The coach would have decided the same: bad luck."
    )
    own_choice = point._replace(turns=(FOURTH_QUEEN._replace(is_advised=False),))
    assert told_turning_point(own_choice).endswith("the fourth Queen (the risk was 6%).")


def test_loser_whose_chance_fell_step_by_step_reads_the_greatest_plays_with_their_parts() -> None:
    turns = (RIVALS_ROW, FOURTH_QUEEN)
    point = TurningPoint(False, "Play 3", "Play 3", Figure("", 0.25, 0.05), Figure("", 0.2, 0.05), turns)
    assert told_turning_point(point) == (
        "No single play decided the match: your chance of winning fell little by little. "
        "The greatest plays were: in play 9 Bea banked 7 cards for 12 points; "
        "in play 12 you met Q♦, the fourth Queen (the risk was 6%). The coach would have decided the same: bad luck."
    )


def test_winner_whose_chance_fell_in_between_reads_that_it_went_up_and_down() -> None:
    point = TurningPoint(True, "Play 3", "Play 3", Figure("", 0.9, 0.05), Figure("", 1), (), is_steady=False)
    assert told_turning_point(point) == (
        "No single play decided the match: your chance of winning went up and down before it rose."
    )


def test_result_of_a_round_is_not_called_a_play() -> None:
    result = RIVALS_ROW._replace(moment=RIVALS_ROW.moment._replace(seat=None, text="Team B won 165 points"))
    for turns, plays in (((result,), ""), ((result, RIVALS_ROW), "play was: in play 9 Bea banked 7 cards")):
        point = TurningPoint(False, "Play 3", "Play 3", Figure("", 0.25, 0.05), Figure("", 0.2, 0.05), turns)
        told = told_turning_point(point)
        assert "Team B" not in told
        assert plays in told if plays else "greatest" not in told


def test_winner_reads_where_their_chance_rose() -> None:
    before, after = Figure("", 0.3, 0.05), Figure("", 1)
    point = TurningPoint(True, "Play 9", "Play 10", before, after, (RIVALS_ROW,))
    assert told_turning_point(point, 1) == (
        "Your chance of winning rose most from play 9 to 10, from 30% to 100%: in play 9 you banked 7 cards for "
        "12 points."
    )


@pytest.mark.parametrize(("lacked", "is_little"), [(22, True), (12, False), (0, False)])
def test_analysis_says_when_mistakes_explain_little_of_the_points_that_were_missing(
    lacked: int, is_little: bool
) -> None:
    game = games["mad-queens"]
    worth = Figure("worth", 1.25, 0, "point")
    mistake = Mistake(63, "Play 6", Choice(game.parse("reveal"), (), worth), Choice(game.parse("bank")), "Why.", worth)
    heading = mistakes_heading(game, Analysis((0, 90), ((0, 0), (12, 12 + lacked)), (), 40, (mistake,)), 0)
    assert heading.startswith("What cost you most on average, of the 40 times you had a choice")
    points = "1 point" if lacked == 1 else f"{lacked} points"
    assert heading.endswith(f" (together 1.2 of the {points} that you lacked):" if is_little else "you had a choice:")


@pytest.mark.parametrize(("error", "percent"), [(0.01, "99%"), (0, "100%")])
def test_chance_is_certain_only_if_the_match_is_decided(error: float, percent: str) -> None:
    """All playouts may end alike by chance."""
    _, analysis = played_match("queen-bees-ii")
    point = TurningPoint(True, "Deal 4", "Deal 4", Figure("", 0.54, 0.05), Figure("", 1, error), ())
    text = turning_point_text(replace(analysis, turning_point=point), PLAYER_NAMES, 0)
    assert text == f"Your chance of winning rose most in deal 4, from 54% to {percent}."


def test_heading_says_what_the_costs_mean_and_in_which_order_they_stand() -> None:
    game = games["queens-dungeon"]
    points, wins = Figure("loss", 12, 1, "point"), Figure("loss", 0.2, 0.1, CHANCE_UNIT)

    def heading_of(*losses: Figure, measure: Measure = Measure.GAIN_IN_HAND) -> str:
        """Return the heading above mistakes that cost so much."""
        choice = Choice(game.parse("keep"), measure=measure)
        mistakes = tuple(Mistake(9, "Hand 2", choice, choice, "Why.", loss) for loss in losses)
        return mistakes_heading(game, Analysis((0, 90), ((0, 0), (12, 14)), (), 40, mistakes), 0)

    assert (
        heading_of(points)
        == "What cost you most on average, of the 40 times you had a choice, counted in points of a hand:"
    )
    cost = "the cost is how many more of 100 matches, played on from there, the better choice wins"
    first = "What cost you most on average, of the 40 times you had a choice. First where the match was at stake"
    assert heading_of(wins, points) == f"{first}: {cost}. Then those that cost points of a hand:"
    assert (
        heading_of(wins, points, measure=Measure.ROW_WITH_NEXT_CARD) == f"{first}: {cost}. Then those that cost points:"
    )
    assert (
        heading_of(wins)
        == f"What cost you most on average, of the 40 times you had a choice. The match was at stake: {cost}:"
    )


def test_reader_whose_mistakes_cost_nothing_hears_that_they_played_well_and_what_luck_did() -> None:
    game = games["mad-queens"]
    worth = Figure("worth", 0.02, 0, "point")
    mistake = Mistake(63, "Play 6", Choice(game.parse("reveal"), (), worth), Choice(game.parse("bank")), "Why.", worth)
    caught = [Remark(EVERYONE, "caught", seat, (*cards("8♦ 8♠"), 1)) for seat in (0, 0, 1)]
    paid = Remark(EVERYONE, "price", 0, (*cards("Q♠"), 2, cards("2♣ 3♣")))
    analysis = Analysis((0, 90), ((0, 0), (12, 34)), (*caught, paid), 40, (mistake, mistake))
    heading = mistakes_heading(game, analysis, 0)
    assert heading == (
        "You played well: none of your decisions cost you even a tenth of a point. "
        "The rest was luck. Yours: 2 cards caught, 1 Queen paid."
    )
    match = game.start(2, "text")
    said = analysis_sentences(game, match.options, analysis, PLAYER_NAMES[:2], 0)
    text = analysis_text(game, match.options, analysis, PLAYER_NAMES[:2], 0, chart_as_last_values)
    assert said[-1] == heading
    assert text.endswith(heading)
    assert mistakes_heading(game, replace(analysis, mistakes=(mistake,) * 3), 0).startswith("What cost you most")


def test_summary_to_share_has_the_game_the_winner_the_other_scores_and_the_highlights() -> None:
    match, analysis = played_match("mad-queens")
    title, results, highlights = match_summary(games["mad-queens"], match.options, analysis, PLAYER_NAMES).splitlines()
    assert title == "Mad Queens, 4 players"
    first, *others = sorted(range(4), key=lambda seat: -analysis.scores[-1][seat])
    assert results.startswith(f"{PLAYER_NAMES[first]} won with {analysis.scores[-1][first]} points, ")
    assert [int(result.split()[-1].rstrip(".")) for result in results.split(", ")[1:]] == [
        analysis.scores[-1][seat] for seat in others
    ]
    assert highlights.startswith("Best row ")
    assert highlights.endswith(".")


def test_summary_to_share_names_partners_together_and_who_shares_the_win() -> None:
    match, analysis = played_match("big-queen", seat=None)
    results = match_summary(games["big-queen"], match.options, analysis, PLAYER_NAMES).splitlines()[1]
    assert "Ann and Cleo" in results
    assert "Bea and Dora" in results
    tied = replace(analysis, scores=((7, 3, 7, 2),))
    assert "Ann and Cleo won with 7 points each, Bea 3, Dora 2." in match_summary(
        games["mad-queens"], {}, tied, PLAYER_NAMES
    )


def test_json_of_an_analysis_has_the_same_mistakes_as_its_text() -> None:
    _, analysis = played_match("mad-queens", "steady")
    told = json.loads(analysis_json(analysis, PLAYER_NAMES, 0))
    assert len(told["chances"]) == len(told["chance_errors"]) == len(told["chance_steps"]) > 2
    assert told["chances"][-1] == [chance.value for chance in analysis.chances[-1]]
    assert [one["cost"] for one in told["mistakes"]] == [mistake.loss.value for mistake in analysis.mistakes]
    assert [one["step"] for one in told["mistakes"]] == [mistake.step for mistake in analysis.mistakes]


@pytest.mark.parametrize(
    ("slug", "figure", "text"),
    [
        ("mad-queens", Figure("worth", 4.0, 0, "point"), "4 points"),
        ("mad-queens", Figure("wins about {}", 0.034, 0.01), "3 wins in 100"),
        ("mad-queens", Figure("wins about {}", 0.0102, 0.01), "1 win in 100"),
        ("mad-queens", Figure("worth", 1.25, 0, "point"), "1.2 points"),
        ("mad-queens-classic", Figure("worth", 4.0, 0, "point"), "4 cards"),
        ("queens-dungeon", Figure("lead", 2.0, 0.4, "point"), "2.0 ±0.4 points"),
    ],
)
def test_figure_of_an_analysis_is_written_in_the_unit_of_the_game_with_its_error(
    slug: str, figure: Figure, text: str
) -> None:
    assert amount_text(games[slug], figure) == text


def test_mistake_costs_the_difference_of_the_chances_as_the_reason_shows_them() -> None:
    """Each of the three is rounded: 80.4 against 82.6 would be a cost of 2 wins in 100 beside 83% against 80%."""
    game, label = games["mad-queens"], "wins about {}"
    taken, best = (
        Choice(game.parse(verb), (Figure(label, win),)) for verb, win in (("reveal", 0.804), ("bank", 0.826))
    )
    mistake = Mistake(0, "Play 7", taken, best, "(83% against 80%)", Figure(label, 0.022, 0.01))
    assert mistake_cost_text(game, mistake) == "cost 3 wins in 100"
    assert "worth 3 more wins in 100" in mistake_sentences(game, PLAYER_NAMES, mistake)[0]


@pytest.mark.parametrize(
    ("course", "change"),
    [
        ([(0, 0), (3, 1), (4, 4), (5, 9), (12, 9)], "The lead changed 2 times."),
        ([(0, 0), (3, 1), (4, 4), (4, 9), (5, 9)], "The lead changed 1 time."),
        ([(0, 0), (3, 1), (4, 4), (7, 5), (9, 5)], "The lead never changed."),
    ],
)
def test_course_in_sentences_has_the_points_after_each_quarter_and_the_changes_of_the_lead(course, change):
    options = games["mad-queens"].settings(2, {})
    story = Story((0, 1, 2, 3, 4), tuple(course), (), ())
    said = course_sentences(games["mad-queens"], options, story, PLAYER_NAMES[:2], 0)
    mine, theirs = (", ".join(str(row[seat]) for row in course[1:]) for seat in (0, 1))
    assert said[0] == "Points after each quarter of the match:"
    assert sorted(said[1:3]) == sorted([f"You: {mine}.", f"{PLAYER_NAMES[1]}: {theirs}."])
    assert said[3:] == [change]


def test_course_of_a_match_played_alone_says_nothing_of_a_lead():
    options = games["mad-queens"].settings(1, {})
    story = Story((0, 1), ((0,), (7,)), (), ())
    said = course_sentences(games["mad-queens"], options, story, ["Ada"], None)
    assert said == ["Points after each quarter of the match:", "Ada: 0, 0, 0, 7."]


def test_review_of_choices_with_parts_has_the_numbers_of_their_hint():
    """The hint shows a sum of parts, each rounded to a tenth; the cost is the difference of two such sums."""

    def choice(verb, part):
        parts = tuple(Figure(label, value, 0, POINT_UNIT) for label, value in (("row", 2), ("next card", part)))
        worth = Figure("{} in all", 2 + part, 0, POINT_UNIT)
        return Choice(Action((verb,)), (), worth, parts=parts, measure=Measure.ROW_WITH_NEXT_CARD)

    taken, best = choice("reveal", 0.44), choice("bank", 0.56)
    mistake = Mistake(0, "Play 1", taken, best, "Why.", Figure("{} in all", 0.12, 0, POINT_UNIT))
    game = games["mad-queens"]
    assert mistake_cost_text(game, mistake) == "cost 0.2 points"
    assert (
        "2.6 points by banking, 2.4 points by revealing a card" in mistake_sentences(game, ["Ann", "Bea"], mistake)[1]
    )


@pytest.mark.parametrize(("slug", "words"), [("mad-queens", "over the match"), ("queen-bees-ii", "as the cards lay")])
def test_heading_of_the_chances_says_whether_the_hands_are_as_they_were(slug, words):
    _, analysis = played_match(slug)
    assert words in courses_heading(games[slug], analysis, points=False)
