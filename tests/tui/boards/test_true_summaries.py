"""The summaries and buttons of boards are correct: points, scores and tricks are those of the match, and a named card
is there.

The sentences of boards and narrators are tested in `test_true_sentences.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from types import ModuleType

import pytest

from core import Action, Card, Match, Remark, View, games
from core.big_queen import TEAM_NAMES
from core.engine.piles import FactChanged
from tests.core.log.log_sentence import choose_by_verb
from tests.core.log.test_sentences import choose_banking_or_first_action
from tests.support.depth import count_for_depth
from tests.tui.boards.test_true_sentences import CARD_PATTERN, SEAT_NAMES, narrator_of
from tui.boards.big_queen import render as big_queen_picture
from tui.boards.big_queen import status_and_buttons as big_queen_bar
from tui.boards.big_queen.animation import BigQueenAnimator
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.scene import RoundSummary
from tui.boards.common.commands import ChooseAction
from tui.boards.mad_queens import render as mad_queens_picture
from tui.boards.mad_queens import status_and_buttons as mad_queens_bar
from tui.boards.mad_queens.animation import MadQueensAnimator
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.text import LAST_TURNS_TITLE
from tui.boards.tricks import render as tricks_picture
from tui.boards.tricks import status_and_buttons as tricks_bar
from tui.boards.tricks.animation import TrickAnimator
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.scene import HandSummary

PICTURE_AND_BAR_MODULES_BY_SLUG: Mapping[str, tuple[ModuleType, ModuleType]] = {
    "mad-queens": (mad_queens_picture, mad_queens_bar),
    "mad-queens-classic": (mad_queens_picture, mad_queens_bar),
    "big-queen": (big_queen_picture, big_queen_bar),
    "queens-dungeon": (tricks_picture, tricks_bar),
    "queen-bees-ii": (tricks_picture, tricks_bar),
}
"""Maps the slug of a game to two modules of its board: the one with the layout and the one with the buttons."""


def action_chooser(slug: str) -> Callable[[Match, Random], tuple[int, Action]]:
    """Return the function that chooses the next action of a random match."""
    return choose_banking_or_first_action if slug.startswith("mad-queens") else choose_by_verb


def scores_in(view: View) -> list[int]:
    """Return the scores of a view, by seat or by team."""
    return [int(str(view.facts[name])) for name in sorted(view.facts) if name.startswith("score/")]


def random_match(slug: str, random: Random, **options: object) -> Match:
    """Start a match with a random number of seats, all of which have names in this test."""
    seats = random.choice([number for number in games[slug].seats if number <= len(SEAT_NAMES)])
    return games[slug].start(seats, seed=random.randrange(10**6), options=options)


@pytest.mark.deep
@pytest.mark.parametrize("slug", PICTURE_AND_BAR_MODULES_BY_SLUG)
def test_cards_and_numbers_on_buttons_are_those_of_the_match(slug) -> None:
    random, (picture, bar), told = Random(1), PICTURE_AND_BAR_MODULES_BY_SLUG[slug], set()
    for _ in range(count_for_depth(8, 100)):
        match = random_match(slug, random)
        for _ in range(120):
            if match.over:
                break
            seat = random.choice(sorted(match.waiting))
            view = match.view(seat)
            scene = narrator_of(view).scene
            held = {*view.piles.get(f"hand/{seat}", ()), *view.piles.get("discard", ())}
            for button in bar.buttons(scene, picture.layout_of(scene)):
                where = f"{button.label!r} after {len(match.actions)} actions of seed {match.dealer.seed}, seat {seat}"
                if button.enabled and isinstance(button.command, ChooseAction):
                    assert button.command.action in match.legal(seat), where
                assert {Card.parse(card) for card in re.findall(CARD_PATTERN, button.label)} <= held, where
                worth = re.fullmatch(r"Bank (\d+) (?:point|card)s?", button.label)
                if worth:
                    row, hearts = view.cards(f"shown/{seat}"), slug == "mad-queens"
                    assert int(worth[1]) == sum(1 + (hearts and card.suit == "♥") for card in row), where
                told.add(button.label.partition(" ")[0])
            match.act(*action_chooser(slug)(match, random))
    assert len(told) > 1


def act_and_see(match: Match, audience: int | None, seat: int, action: Action) -> list:
    """Carry out an action, and return the changes that the audience sees."""
    return [seen for change in match.act(seat, action) if (seen := change.seen_by(audience)) is not None]


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii"])
def test_summary_of_a_hand_has_the_points_and_tricks_of_the_match(slug) -> None:
    random, ended, in_dungeon, quotas = Random(2), 0, 0, set()
    log = TrickLogWriter(SEAT_NAMES, games[slug].sentence)
    for _ in range(count_for_depth(9, 100)):
        match = random_match(slug, random, **({"target": 2000} if slug == "queens-dungeon" else {}))
        audience = random.choice([*range(match.seats), None])
        known = scores_in(match.view(audience))
        start: list[int | None] = []
        for _ in range(250):
            if match.over:
                break
            before = match.view(audience)
            changes = act_and_see(match, audience, *choose_by_verb(match, random))
            animator = TrickAnimator(before, log, start)
            summaries = [frame.summary for frame in animator.frames(changes, match.view(audience))]
            start = animator.scores_at_start
            in_dungeon += any(isinstance(change, Remark) and change.key == "dungeon" for change in changes)
            for summary in filter(None, summaries):
                assert isinstance(summary, HandSummary)
                assert re.search(r"\d+", summary.title)[0] == str(before.facts["hand"])
                now = scores_in(match.view(audience))
                assert {outcome.player for outcome in summary.outcomes} >= {*range(match.seats)}
                for outcome in summary.outcomes:
                    assert 0 <= outcome.tricks - before.facts[f"tricks/{outcome.player}"] <= 1
                    if outcome.player < match.seats:
                        assert outcome.score == now[outcome.player]
                        assert outcome.points == now[outcome.player] - known[outcome.player]
                        quota = re.search(r"quota (made|missed) ([+-]50)", outcome.remark)
                        if quota and "dungeon" not in outcome.remark:
                            taken = 10 * outcome.tricks + 25 * outcome.queens if quota[1] == "made" else 0
                            assert outcome.points == taken + int(quota[2])
                            quotas.add(quota[1])
                known, ended = now, ended + 1
    assert ended > 20
    assert (in_dungeon > 0) == (slug == "queens-dungeon")
    assert quotas == ({"made", "missed"} if slug == "queens-dungeon" else set())


@pytest.mark.deep
def test_summary_of_a_round_of_big_queen_has_the_points_of_the_match() -> None:
    random, ended = Random(3), 0
    log = BigQueenLogWriter(SEAT_NAMES, games["big-queen"].sentence)
    bot = next(iter(games["big-queen"].bots.values()))
    for _ in range(count_for_depth(6, 30)):
        match = random_match("big-queen", random, max_rounds=4)
        audience = random.choice([*range(match.seats), None])
        for _ in range(1000):
            if match.over:
                break
            before, seat = match.view(audience), random.choice(sorted(match.awaited))
            changes = act_and_see(match, audience, seat, bot(match.view(seat)))
            for frame in BigQueenAnimator(before, log).frames(changes, match.view(audience)):
                if frame.summary is None:
                    continue
                assert isinstance(frame.summary, RoundSummary)
                then, now = scores_in(before), scores_in(match.view(audience))
                assert [told.team for told in frame.summary.team_scores] == list(TEAM_NAMES)
                for told in frame.summary.team_scores:
                    team = TEAM_NAMES.index(told.team)
                    assert told.score == now[team]
                    assert told.change == now[team] - then[team]
                ended += 1
    assert ended > 5


def points_taken_by_queens(match: Match, before: View, changes: list) -> Counter[int]:
    """Return how many points each seat has lost to Queens in the changes that lead from `before`."""
    scores, paying, lost = scores_in(before), None, Counter[int]()
    names = {f"score/{seat}": seat for seat in range(match.seats)}
    for change in changes:
        if isinstance(change, Remark) and change.key == "price":
            paying = change.seat
        elif isinstance(change, FactChanged) and change.fact.name in names:
            seat = names[change.fact.name]
            if seat == paying:
                lost[seat] += scores[seat] - int(str(change.value))
                paying = None
            scores[seat] = int(str(change.value))
    return lost


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_summary_of_a_play_of_mad_queens_says_how_many_points_the_queens_took(slug) -> None:
    """In Classic the summary of the turn that has just ended stands behind those of the others, which have what a
    banned Joker did to these since their turns.
    """
    random, told, with_joker = Random(7), 0, 0
    log = MadQueensLogWriter(SEAT_NAMES, games[slug].sentence)
    for _ in range(count_for_depth(25, 120)):
        match = random_match(slug, random)
        last, plays, start = None, {}, [*scores_in(match.view(0))]
        lost, by_turns = Counter[int](), slug == "mad-queens-classic"
        while not match.over:
            before = match.view(0)
            changes = act_and_see(match, 0, *choose_banking_or_first_action(match, random))
            lost += points_taken_by_queens(match, before, changes)
            animator = MadQueensAnimator(before, log, 0, start, last, plays)
            for frame in animator.frames(changes, match.view(0)):
                outcomes = frame.summary.outcomes if frame.summary else ()
                for outcome in outcomes:
                    taken = re.findall(r"-(\d+) to Q[♣♦♥♠]", outcome.reason)
                    assert sum(map(int, taken)) == outcome.points_lost
                    assert sum(part.points for part in outcome.parts) + outcome.points_banked == outcome.gain
                    assert outcome.points_lost == lost[outcome.seat], match.dealer.seed
                    told += bool(taken)
                    with_joker += bool(taken) and "Joker hit" in outcome.reason
                    if not by_turns or match.view(0).facts["turn"] == outcome.seat:  # its next turn has begun
                        lost.pop(outcome.seat, None)
            last, plays, start = animator.last_summary, animator.plays, animator.scores_at_start
    assert told > 100
    assert with_joker


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_summary_of_a_play_of_mad_queens_has_the_points_of_the_match(slug) -> None:
    random, ended, by_turns = Random(4), 0, slug == "mad-queens-classic"
    log = MadQueensLogWriter(SEAT_NAMES, games[slug].sentence)
    for _ in range(count_for_depth(6, 30)):
        match = random_match(slug, random)
        audience = random.choice([*range(match.seats), None])
        known, gains = scores_in(match.view(audience)), {}
        last, plays, start = None, {}, [*known]
        for _ in range(200):
            if match.over:
                break
            before = match.view(audience)
            changes = act_and_see(match, audience, *choose_banking_or_first_action(match, random))
            animator = MadQueensAnimator(before, log, audience or 0, start, last, plays)
            for frame in animator.frames(changes, match.view(audience)):
                if frame.summary is None:
                    continue
                now = scores_in(match.view(audience) if match.over else frame.view)
                play = f"Results of play {before.facts['play']}"
                assert frame.summary.title in ((LAST_TURNS_TITLE,) if by_turns else (play, "Results of the last play"))
                seats = [outcome.seat for outcome in frame.summary.outcomes]
                for at, seat in enumerate(seats, 1):  # of turns the last one is new; to the others a Joker comes
                    is_older = by_turns and at < len(seats)
                    gains[seat] = now[seat] - known[seat] + (gains[seat] if is_older else 0)
                    known[seat] = now[seat]
                assert [outcome.gain for outcome in frame.summary.outcomes] == [gains[seat] for seat in seats]
                ended += 1
            last, plays, start = animator.last_summary, animator.plays, animator.scores_at_start
    assert ended > 20
