"""The analysis of a played match: the course of scores and chances of winning, its highlights, and the decisions that
cost most.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from core import Action, Game, Match, Remark, View, games
from core.engine.analysis import (
    MAX_MISTAKES,
    MAX_PARTS_FOR_CHANCES,
    Analysis,
    _find_clear_mistake,
    analyse,
    chance_part_count,
)
from core.engine.coach import CHANCE_UNIT, Advice, AdviceWork, Choice, Figure, worth_as_shown
from core.engine.computation import run_to_end
from core.engine.registry import match_at_start
from core.engine.score_course import MAX_COURSE_PARTS, current_part
from core.engine.simulation import play_out
from core.engine.winning_chance import has_hands, winning_chances
from core.mad_queens.bot import play_as_careful, play_as_steady
from core.mad_queens.coach import MIN_CLEAR_DIFFERENCE, WIN_LABEL
from core.mad_queens.levels import play_as_striving
from tests.support.depth import count_for_depth, only_deep

run_for_each_game = pytest.mark.parametrize("slug", list(games))
"""Decorator (a pytest mark) that runs a test once for each game."""

pytestmark = pytest.mark.usefixtures("shorten_analysis")


def played_match(slug: str, seed: str = "analysis", bot: Callable[[View], Action] | None = None) -> Match:
    """Return a match of the usual number of players, played by the first bot of the game or by `bot`."""
    game = games[slug]
    match = game.start(game.usual_seats, seed)
    play_out(game, match, [bot or next(iter(game.bots.values()))] * game.usual_seats)
    return match


def analysis_of(match: Match, seat: int | None = 0) -> Analysis:
    """Return the analysis of a match in which the decisions of `seat` are judged; with None nobody's are."""
    record = match.record
    return run_to_end(analyse(games[record.game], match_at_start(record), record.actions, seat))


@cache
def match_and_analysis(slug: str) -> tuple[Match, Analysis]:
    """Return a finished match of a game and its analysis, in which nobody's decisions are judged.

    The result is cached for several tests.
    """
    match = played_match(slug)
    return match, analysis_of(match, None)  # tests/tui/screens/test_analysis.py has every coach judge a match


@run_for_each_game
def test_course_of_scores_begins_before_the_first_action_and_ends_with_the_final_scores(slug: str) -> None:
    match, analysis = match_and_analysis(slug)
    assert (analysis.steps[0], analysis.steps[-1]) == (0, len(match.actions))
    assert list(analysis.steps) == sorted(set(analysis.steps))
    assert len(analysis.steps) == len(analysis.scores) <= MAX_COURSE_PARTS + 1
    assert analysis.scores[-1] == tuple(match.score(seat) for seat in range(match.seats))


@run_for_each_game
def test_each_point_of_the_course_has_the_scores_after_its_number_of_actions(slug: str) -> None:
    match, analysis = match_and_analysis(slug)
    again = match_at_start(match.record)
    for step, scores in zip(analysis.steps, analysis.scores, strict=True):
        while len(again.actions) < step:
            again.act(*match.actions[len(again.actions)])
        assert scores == tuple(again.score(seat) for seat in range(again.seats))


@run_for_each_game
def test_chances_of_winning_add_up_to_one_and_in_the_end_are_shared_by_the_winners(slug: str) -> None:
    match, analysis = match_and_analysis(slug)
    assert (analysis.chance_steps[0], analysis.chance_steps[-1]) == (0, len(match.actions))
    assert len(analysis.chance_steps) == len(analysis.chances) <= MAX_PARTS_FOR_CHANCES + 1
    for chances in analysis.chances:
        assert sum(chance.value for chance in chances) == pytest.approx(1)
    winners = {standing.seat for standing in match.standings if standing.rank == 1}
    assert [chance.value for chance in analysis.chances[-1]] == [
        (seat in winners) / len(winners) for seat in range(match.seats)
    ]
    assert not any(chance.error for chance in analysis.chances[-1])


def test_chances_of_winning_assume_newly_dealt_hidden_cards_and_leave_the_match_unchanged() -> None:
    """At the beginning all chances are alike; a seat that is far ahead near the end wins nearly always."""
    game = games["mad-queens"]
    match = game.start(2, "chances")
    digest = match.digest
    first, second = estimated_chances(match, 200)
    assert match.digest == digest
    assert abs(first.value - second.value) <= first.error + second.error
    assert 0 < first.error < 0.1
    match.facts[match.layout.fact("score/0").layout_index] = 60
    assert estimated_chances(match, 50)[0].value > 0.95


@pytest.mark.deep
@pytest.mark.parametrize("slug", [slug for slug, game in games.items() if has_hands(game.start(game.usual_seats))])
def test_chances_before_and_after_the_points_of_a_hand_are_counted_agree(slug: str) -> None:
    """The last card of a hand is forced, or what everybody would play; so it changes the chances no more than their
    errors allow, though the same action deals the next hand, in which somebody has the best cards."""
    game = games[slug]
    ends = 0
    for number in range(count_for_depth(1, 3)):
        match = played_match(slug, f"ends-{number}")
        again = match_at_start(match.record)
        for seat, action in match.actions:
            before = again.copy()
            again.act(seat, action)
            is_forced = len(before.legal(seat)) == 1 or game.next_action(before) == (seat, action)
            if current_part(game, before) != current_part(game, again) and is_forced and not again.over:
                ends += 1
                chances = estimated_chances(before, 100), estimated_chances(again, 100, before)
                for one, other in zip(*chances, strict=True):
                    least = 1 / 100  # of 100 matches that all ended alike the error is 0
                    assert abs(one.value - other.value) <= 1.5 * math.hypot(one.error, other.error, least), (
                        number,
                        len(again.actions),
                    )
    assert ends > 0


def test_chances_at_the_beginning_do_not_depend_on_the_hands_that_are_dealt_first() -> None:
    game = games["queen-bees-ii"]
    first, second = (estimated_chances(game.start(4, seed), 20) for seed in ("one", "two"))
    assert first == second


def estimated_chances(match: Match, playouts: int, before: Match | None = None) -> tuple[Figure, ...]:
    """Return the estimated chance of each seat to win a match from its present state, from `playouts` playouts;
    `before` is the match before its latest action."""
    work = winning_chances(games[match.game.slug], match, playouts, before)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def test_analysis_without_a_seat_judges_no_decision() -> None:
    analysis = analysis_of(played_match("mad-queens"), None)
    assert (analysis.judged_decision_count, analysis.mistakes) == (0, ())


@pytest.mark.deep
def test_seat_that_plays_as_the_coach_would_makes_no_mistake() -> None:
    game = games["mad-queens"]

    def choose_like_the_coach_at_seat_0(view: View) -> Action:
        """Return the choice of the coach for the first seat, and an everyday one for the others."""
        if view.seat or len(game.legal(view)) == 1:
            return play_as_careful(view)
        assert game.coach is not None
        best = run_to_end(game.coach(game, view, game.memory(view))).best
        assert best is not None
        return best.action

    for number in range(count_for_depth(1, 4)):
        analysis = analysis_of(played_match("mad-queens", f"coached-{number}", choose_like_the_coach_at_seat_0))
        assert analysis.judged_decision_count > 10
        assert analysis.mistakes == ()


@pytest.mark.deep
def test_mistakes_are_the_decisions_that_cost_most_as_far_as_the_seat_could_know() -> None:
    """The test asks the coach again about each decision, with what the seat remembered then; the three highest costs
    are the mistakes, lost chances of winning before points.
    """
    game = games["mad-queens"]
    assert game.coach is not None
    found, matches = 0, count_for_depth(2, 10)
    for number in range(matches):
        match = played_match("mad-queens", f"mistakes-{number}", play_as_steady)
        analysis = analysis_of(match)
        again = match_at_start(match.record)
        memory = game.memory(again.view(0))
        costs = []
        for step, (seat, action) in enumerate(match.actions):
            if seat == 0 and len(again.legal(0)) > 1:
                advice = run_to_end(game.coach(game, again.view(0), memory))
                taken = next(choice for choice in advice.choices if choice.action == action)
                best = advice.best
                assert best is not None
                assert best.worth is not None
                assert taken.worth is not None
                chances = [
                    next((one.value for one in of.figures if one.label.startswith(WIN_LABEL)), 0)
                    for of in (best, taken)
                ]
                points = best.worth.value - taken.worth.value
                others = [choice for choice in advice.choices if choice.action.verb != best.action.verb]
                is_for_rank = worth_as_shown(best) <= max(map(worth_as_shown, others))
                rivals = max(again.score(other) for other in range(1, again.seats))
                is_close = abs(chances[0] - chances[1]) <= MIN_CLEAR_DIFFERENCE < max(chances)
                wins_without_points = is_close and action.verb == "end" and again.score(0) > rivals
                if is_for_rank and chances[0] - chances[1] > MIN_CLEAR_DIFFERENCE:
                    if round(chances[0] - chances[1], 2) > MIN_CLEAR_DIFFERENCE:  # as people read it
                        costs.append((0, chances[1] - chances[0], step))
                elif points > 0 and not wins_without_points:
                    costs.append((1, -points, step))
            memory.note(again.act(seat, action))
        costs.sort()
        assert [(-one.loss.value, one.step) for one in analysis.mistakes] == [cost[1:] for cost in costs[:MAX_MISTAKES]]
        for mistake in analysis.mistakes:
            assert match.actions[mistake.step] == (0, mistake.choice_taken.action)
            assert mistake.best_choice.action != mistake.choice_taken.action
        found += len(analysis.mistakes)
    assert found > matches


def test_progress_of_an_analysis_is_reported_and_never_decreases() -> None:
    record = played_match("mad-queens", bot=play_as_careful).record
    parts = list(analyse(games["mad-queens"], match_at_start(record), record.actions, 0))
    assert parts == sorted(parts)
    assert 0 < parts[0] < parts[-1] == 1


def test_highlights_name_the_best_banking_and_the_number_of_caught_cards() -> None:
    match = played_match("mad-queens")
    again = match_at_start(match.record)
    banks, catches = [], 0
    for seat, action in match.actions:
        for change in again.act(seat, action):
            key, particulars = getattr(change, "key", ""), getattr(change, "particulars", ())
            if key == "banked":
                banks.append(particulars[1])
            catches += key == "caught"
    remarks = analysis_of(match).remarks
    names = ["Ann", "Bea", "Cleo", "Dora"]
    told = [one.text(remarks, names) for one in games["mad-queens"].highlights]
    assert told[0].startswith(f"best row {max(banks)} points (")
    assert told[1] == f"{catches} cards caught"


@run_for_each_game
def test_analysis_has_the_remarks_of_the_set_up_and_of_all_actions(slug: str) -> None:
    match, analysis = match_and_analysis(slug)
    again = match_at_start(match.record)
    changes = [
        *again.opening_changes,
        *(change for seat, action in match.actions for change in again.act(seat, action)),
    ]
    assert list(analysis.remarks) == [change for change in changes if isinstance(change, Remark)]


def test_end_of_a_game_against_the_coach_is_a_mistake_though_going_on_brings_fewer_points() -> None:
    """The coach advises to go on for the chance of winning; what the end of the game costs is such a chance, too."""
    game = games["mad-queens"]
    match = game.start(2, "end-27")
    while len(match.actions) < 116:
        seat = min(match.awaited)
        match.act(seat, play_as_striving(match.view(seat)))
    advice = run_to_end(game.coach(game, match.view(0), game.memory(match.view(0))))
    going_on, end = advice.choices
    assert (going_on.action.verb, end.action.verb) == ("reveal", "end")
    assert going_on.worth.value < end.worth.value
    assert advice.best == going_on
    match.act(0, end.action)
    play_out(game, match, [game.bots["careful"]] * 2)
    mistakes = {mistake.step: mistake for mistake in analysis_of(match).mistakes}
    assert mistakes[116].loss.unit == CHANCE_UNIT
    chances = [
        next(one.value for one in choice.figures if one.label.startswith(WIN_LABEL)) for choice in (going_on, end)
    ]
    assert mistakes[116].loss.value == chances[0] - chances[1] > 0.1


@pytest.mark.parametrize(
    ("is_in_lead", "chances", "is_mistake"),
    [(True, (0.5, 0.495), False), (True, (0.55, 0.5), True), (False, (0.5, 0.495), True)],
)
def test_end_of_a_game_in_the_lead_is_a_mistake_only_if_it_costs_a_chance_of_winning(
    monkeypatch: pytest.MonkeyPatch, is_in_lead: bool, chances: tuple[float, float], is_mistake: bool
) -> None:
    """Another card brings points, but a seat in the lead needs none if it wins as often without them."""
    game = games["mad-queens"]
    match = game.start(2, "end-26")
    while len(match.actions) < 105:
        seat = min(match.awaited)
        match.act(seat, play_as_striving(match.view(seat)))
    if not is_in_lead:
        match.facts[match.layout.fact("score/0").layout_index] = match.score(1)
        match._public_cache = None
    monkeypatch.setattr("core.mad_queens.coach.winning_chances_of_actions", lambda view: chances)
    monkeypatch.setattr("core.mad_queens.coach.choose_to_win_match", lambda view: Action(("reveal",)))
    view = match.view(0)
    advice = run_to_end(game.coach(game, view, game.memory(view)))
    going_on, end = advice.choices
    assert (going_on.action.verb, end.action.verb) == ("reveal", "end")
    assert worth_as_shown(going_on) > worth_as_shown(end)
    assert advice.best == going_on
    assert ("though you would win the match about as often" in advice.reason) is not is_mistake
    assert (_find_clear_mistake(105, "", end, advice) is not None) is is_mistake


@only_deep
@pytest.mark.deep
def test_analysis_names_costs_of_decisions_in_the_honour_mode_where_any_card_may_be_played() -> None:
    """The coach has no figures for wrong cards, which may be chosen in this mode; the costs of the other decisions are
    named all the same.
    """
    game = games["queens-dungeon"]
    match = game.start(3, "honour", {"reneging": "honour", "target": count_for_depth(25, 50)})
    play_out(game, match, [game.levels["easy"]] * 3)
    analysis = analysis_of(match)
    assert analysis.judged_decision_count > 10
    assert analysis.mistakes
    assert all(mistake.loss.value > mistake.loss.error for mistake in analysis.mistakes)


def test_analysis_of_big_queen_names_the_cost_of_a_missed_take_from_imagined_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot that never takes a card below the newest discard misses a take that the coach would have advised."""
    monkeypatch.setattr("core.engine.analysis.MAX_SUSPECTED_DECISIONS", 1)
    game = games["big-queen"]
    match = game.start(4, "costs-3")
    while len(match.actions) < 40:
        seat = min(match.awaited)
        match.act(seat, game.levels["easy"](game, match.view(seat), game.memory(match.view(seat))))
    mistakes = analysis_of(match).mistakes
    assert "take" in {mistake.best_choice.action.verb for mistake in mistakes}
    assert all(mistake.loss.value > mistake.loss.error > 0 for mistake in mistakes)


@pytest.mark.parametrize("is_question", [False, True])
def test_question_to_a_partner_is_no_mistake_as_the_better_choice_can_follow_it(is_question: bool) -> None:
    """Whoever asks to go out may still take or lay what the coach would, in the same turn."""

    def coach(game: Game, view: View, memory: object, is_brief: bool) -> AdviceWork:
        """Return the advice not to ask, which costs 40 points."""
        worths = {action: Figure("", 0 if action.verb == "ask" else 40, 1, "point") for action in game.legal(view)}
        choices = tuple(
            Choice(action, (), worth, is_question=is_question and action.verb == "ask")
            for action, worth in worths.items()
        )
        best = next(choice for choice in choices if choice.action.verb != "ask")
        yield
        return Advice(choices, best, tuple(one for one in choices if one.worth == best.worth), "Why.")

    game = replace(games["big-queen"], coach=coach)
    match = game.start(4, "ask")
    start = match.copy()
    while len(match.actions) < 24:
        seat = min(match.awaited)
        legal = match.legal(seat)
        match.act(seat, next((action for action in legal if action.verb in ("ask", "no")), legal[0]))
    asks = sum(seat == 0 and text == "ask" for seat, text in match.record.actions)
    assert asks
    analysis = run_to_end(analyse(game, start, match.record.actions, 0))
    assert [one.choice_taken.action.verb for one in analysis.mistakes] == ([] if is_question else ["ask"] * asks)


@pytest.mark.parametrize(("length", "expected_steps"), [(0, 8), (3_000, 8), (250_000, 4), (10**7, 2)])
def test_analysis_of_a_longer_match_estimates_chances_at_fewer_steps(length, expected_steps):
    """The lengths fit the small number of playouts in tests; with the usual number, already shorter matches have fewer
    steps.
    """
    assert chance_part_count(length) == expected_steps


def test_analysis_without_estimates_has_the_same_course_and_judges_nothing() -> None:
    match = played_match("mad-queens")
    start = match_at_start(match.record)
    quick = run_to_end(analyse(match.game, start, match.record.actions, 0, estimates=False))
    full = analysis_of(match)
    assert (quick.steps, quick.scores, quick.remarks) == (full.steps, full.scores, full.remarks)
    assert (quick.judged_decision_count, quick.mistakes, quick.chances) == (0, (), ())
    assert full.judged_decision_count
    assert full.chances


@pytest.mark.parametrize(("value", "is_found"), [(0.24, False), (0.31, True)])
def test_cost_that_reads_like_its_error_is_no_mistake(value: float, is_found: bool) -> None:
    game = games["queen-bees-ii"]
    worth = Figure("worth", 4.0, 0, "point")
    best, taken = Choice(game.parse("play K♦"), (), worth), Choice(game.parse("play Q♥"), (), worth)
    taken = taken._replace(loss=Figure("loss", value, 0.21, "point"))
    advice = Advice((best, taken), best, (), "Why.")
    assert (_find_clear_mistake(1, "", taken, advice) is not None) == is_found


@pytest.mark.parametrize(
    ("slug", "options"), [("queen-bees-ii", {}), ("queens-dungeon", {}), ("queens-dungeon", {"reneging": "honour"})]
)
def test_winner_of_a_trick_game_is_not_certain_as_soon_as_the_cards_of_a_deal_are_dealt(
    slug: str, options: dict[str, str]
) -> None:
    """The policy sees all cards, so without an error now and then every playout of the last deal would end alike."""
    match = games[slug].start(4, "b", options)
    if slug == "queens-dungeon":
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])
    goal = 19 if slug == "queen-bees-ii" else 480
    for seat in range(4):
        match.facts[match.layout.fact(f"score/{seat}").layout_index] = goal
    chances = [chance.value for chance in estimated_chances(match, 40)]
    assert max(chances) < 0.95, "all seats have the same score, and a whole deal to come"
    assert sum(chance > 0 for chance in chances) >= 2
