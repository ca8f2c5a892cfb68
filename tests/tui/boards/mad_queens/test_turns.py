"""The board of Mad Queens Classic, in which players take turns: whose deck and row lie in the middle, and what the last
turns have brought."""

from __future__ import annotations

import dataclasses
import re

import pytest
from msgspec.structs import replace

from core import Dealer, cards, games
from tests.tui.boards.mad_queens.test_render import make_scene
from tui.boards.mad_queens.animation import MadQueensAnimator
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.render import layout_of, render
from tui.boards.mad_queens.scene import PlayOutcome, PlaySummary
from tui.boards.mad_queens.text import LAST_TURNS_TITLE, QUEEN_PRICE_TOPIC
from tui.cards import LOOKS, style
from tui.lessons.lesson_run import LessonRun
from tui.lessons.registry import LESSONS

CLASSIC = games["mad-queens-classic"]
"""The game of these tests: Mad Queens Classic."""

SIZES = [(48, 47), (60, 29), (80, 23), (120, 39), (200, 59)]
"""Widths and heights of boards in columns and rows."""

NAMES = ("Ann", "Bea", "Cleo")
"""The names of the players; Ann is the person."""


def match_with_a_row_of(seat):
    """Return a match of three in which it is the turn of `seat`, with a card in its row."""
    script = {"first": "0", "banned-deck": [cards("8♠ K♦")]}
    script |= {f"deck/{number}": [cards("6♥ 5♣ 4♣")] for number in range(3)}
    match = CLASSIC.start(3, dealer=Dealer.scripted(script))
    for number in range(seat):
        match.act(number, CLASSIC.parse("reveal"))
        match.act(number, CLASSIC.parse("bank"))
    match.act(seat, CLASSIC.parse("reveal"))
    return match


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_deck_and_row_of_another_player_bear_their_name_and_lie_on_the_ground_of_the_others(size):
    other = make_scene(match_with_a_row_of(1), names=NAMES, width=size[0], height=size[1])
    own = make_scene(match_with_a_row_of(0), names=NAMES, width=size[0], height=size[1])
    for look in LOOKS.values():
        for scene, row, deck in ((other, "Bea's ROW", "Bea's DECK|DECK"), (own, "YOUR ROW", "YOUR DECK|DECK")):
            picture = render(replace(scene, look=look)).canvas
            line = layout_of(scene).deck_and_row
            title = str(picture).split("\n")[line.y][line.x : line.right]
            assert re.match(rf"({deck}) +{row}  1 card", title.strip())
            if look.solid:
                (segment,) = picture.segments_in(line.y + 1, line.right - 1, line.right)
                ground = look.palette.panel if scene is other else look.palette.felt
                assert segment.style is not None
                assert segment.style.bgcolor == style(None, ground).bgcolor


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_own_bank_says_how_many_cards_the_own_deck_has_while_another_players_lies_in_the_middle(size):
    scene = make_scene(match_with_a_row_of(1), names=NAMES, width=size[0], height=size[1])
    assert re.search(r"YOUR BANK  1 card.*, deck 50 ", str(render(scene).canvas))
    own = make_scene(match_with_a_row_of(0), names=NAMES, width=size[0], height=size[1])
    assert not re.search(r"YOUR BANK .*deck", str(render(own).canvas))


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_risk_of_another_players_next_card_has_their_name(size):
    scene = make_scene(match_with_a_row_of(1), names=NAMES, width=size[0], height=size[1])
    assert re.search("Bea's next card", str(render(scene).canvas), re.IGNORECASE)
    own = make_scene(match_with_a_row_of(0), names=NAMES, width=size[0], height=size[1])
    assert not re.search("(Bea|Ann|You)('s|r)? next card", str(render(own).canvas), re.IGNORECASE)


@pytest.mark.parametrize("size", [(60, 29), (80, 23), (120, 39), (200, 59)], ids=str)
def test_last_turns_stand_in_the_order_in_which_they_were_taken_with_the_newest_first(size):
    """Whoever won more, and the person among them."""
    outcomes = (PlayOutcome(1, 1, 1, "banked"), PlayOutcome(2, 0, 0, "caught"), PlayOutcome(0, 3, 3, "banked"))
    for turns in (outcomes, outcomes[1:] + outcomes[:1], outcomes[2:] + outcomes[:2]):
        summary = PlaySummary(LAST_TURNS_TITLE, turns)
        match = CLASSIC.start(3, seed=1)
        scene = make_scene(match, names=NAMES, width=size[0], height=size[1], summary=summary)
        place = layout_of(scene).deck_and_row
        lines = str(render(scene).canvas).split("\n")[place.y : place.bottom]
        told = " ".join(line[place.x : place.right] for line in lines)
        assert f"{LAST_TURNS_TITLE}  cards" in told
        names = ["You" if one.seat == 0 else NAMES[one.seat] for one in reversed(turns)]
        assert re.search(" .*".join(rf"{name} +(\+\d|caught)" for name in names), told)


def test_last_turns_in_two_columns_have_the_numbers_of_the_turns():
    """Without a number a reader who goes down the columns takes an older turn for the newest."""
    outcomes = tuple(PlayOutcome(seat, 1, 1, "banked", turn_number=7 + seat) for seat in range(5))
    names = ("Ann", "Bea", "Cleo", "Dora", "Edda")
    summary = PlaySummary(LAST_TURNS_TITLE, outcomes)
    scene = make_scene(CLASSIC.start(5, seed=1), names=names, width=80, height=23, summary=summary)
    text = str(render(scene).canvas)
    assert re.search(r"│ 11: Edda +\+1 banked +10: Dora +\+1 banked", text)
    assert re.search(r"│  9: Cleo +\+1 banked + 8: Bea +\+1 banked", text)
    assert re.search(r"│  7: You +\+1 banked", text)


@pytest.mark.parametrize(("seats", "size"), [(4, (80, 23)), (5, (80, 23)), (6, (60, 29))], ids=str)
def test_last_turns_leave_a_name_of_four_letters_whole_after_a_number_of_three_digits(seats, size):
    names = ("Ann", "Bea", "Cleo", "Dora", "Edda", "Finn")[:seats]
    outcomes = [PlayOutcome(seat, 1, 1, "banked", turn_number=101 + seat, points_banked=1) for seat in range(seats)]
    outcomes[2] = PlayOutcome(2, 0, 1, "finished", turn_number=103)
    summary = PlaySummary(LAST_TURNS_TITLE, tuple(outcomes))
    scene = make_scene(CLASSIC.start(seats, seed=1), names=names, width=size[0], height=size[1], summary=summary)
    text = str(render(scene).canvas)
    assert re.search(r"103: Cleo +finished", text)
    assert re.search(r"104: Dora +\+1 banked", text)


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_every_text_about_a_caught_row_counts_the_cards_without_the_caught_one(size):
    script = {"first": "0", "banned-deck": [cards("8♠ K♦")]}
    script |= {f"deck/{seat}": [cards("6♥"), cards("7♦ 8♦")] for seat in range(3)}
    match = CLASSIC.start(3, dealer=Dealer.scripted(script))
    for seat in (0, 1, 2, 0):
        match.act(seat, CLASSIC.parse("reveal"))
        match.act(seat, CLASSIC.parse("bank"))
    match.act(1, CLASSIC.parse("reveal"))
    view = match.view(0)
    log = MadQueensLogWriter(NAMES, CLASSIC.sentence, view)
    animator = MadQueensAnimator(view, log, 0, [1, 1, 1], None)
    changes = [change for change in (one.seen_by(0) for one in match.act(1, CLASSIC.parse("reveal"))) if change]
    frames = animator.frames(changes, match.view(0))
    said = set()
    for frame in frames:
        scene = make_scene(match, names=NAMES, width=size[0], height=size[1])
        scene = replace(scene, view=frame.view, effect=frame.effect, plays=frame.plays, last_row=frame.last_row)
        text = f"{render(scene).canvas} {' '.join(line.text for line in frame.lines)}"
        assert not re.search(r"row of \d+ caught|2 cards? (is |are )?lost", text)
        said |= set(re.findall(r"row of 1 card is lost|row caught by 8♠|1 card lost", text))
    assert said >= {"row of 1 card is lost", "1 card lost"}
    assert size[0] == 80 or "row caught by 8♠" in said


def test_animation_puts_the_turn_that_ends_last_among_the_last_turns():
    match = match_with_a_row_of(1)
    view = match.view(0)
    last = PlaySummary(LAST_TURNS_TITLE, (PlayOutcome(1, 1, 1, "banked"), PlayOutcome(0, 1, 1, "banked")))
    animator = MadQueensAnimator(view, MadQueensLogWriter(NAMES, CLASSIC.sentence), 0, [1, 0, 0], last)
    changes = [change for change in (one.seen_by(0) for one in match.act(1, CLASSIC.parse("bank"))) if change]
    summaries = [frame.summary for frame in animator.frames(changes, match.view(0)) if frame.summary]
    assert [outcome.seat for outcome in summaries[-1].outcomes] == [0, 1]
    assert summaries[-1].outcomes[-1].turn_number == view.facts["play"]


@pytest.mark.parametrize(("turned", "points", "told"), [("8♦ 3♥", 2, r"\+3 "), ("9♦ 3♥", 0, "no hit, 9♦ 3♥ lost")])
def test_what_a_banned_joker_did_stands_beside_the_turn_before_it_and_not_at_the_next_one(turned, points, told):
    """A player whose bank changed looks for it at once, and takes the next turn for one in which the Joker came."""
    script = {
        "deck/0": [cards("6♥"), cards(f"{turned} 2♣")],
        "deck/1": [cards("K♥ 5♣ 6♠")],
        "banned-deck": [cards("8♠ K♦ Jk 4♥")],
    }
    match = CLASSIC.start(2, dealer=Dealer.scripted({"first": "0", **script}))
    last, plays, start, summaries = None, {}, [0, 0], []
    for seat, verb in ((0, "reveal"), (0, "bank"), (1, "reveal"), (0, "reveal"), (0, "bank")):
        view = match.view(0)
        animator = MadQueensAnimator(view, MadQueensLogWriter(NAMES[:2], CLASSIC.sentence), 0, start, last, plays)
        changes = [change for change in (one.seen_by(0) for one in match.act(seat, CLASSIC.parse(verb))) if change]
        summaries += [frame.summary for frame in animator.frames(changes, match.view(0)) if frame.summary]
        last, plays, start = animator.last_summary, animator.plays, animator.scores_at_start
    first, after_joker, own = (
        next(outcome for outcome in summary.outcomes if outcome.seat == 0) for summary in summaries
    )
    assert (first.turn_number, first.gain, first.joker_cards_lost) == (1, 1, ())
    assert (after_joker.turn_number, after_joker.gain) == (1, 1 + points)
    scene = make_scene(match, names=NAMES[:2], width=120, height=39, summary=summaries[1])
    assert re.search(rf"1: You .*{told}", str(render(scene).canvas))
    assert (own.turn_number, own.gain, own.reason, own.joker_cards_lost) == (3, 1, "", ())


def test_button_names_no_temporary_card_before_the_lesson_does():
    """The lesson names it in the step that asks to bank for it."""
    lesson = LESSONS["mad-queens-classic"]
    steps = [step for scene in lesson.scenes for step in scene.steps]
    number = next(at for at, step in enumerate(steps) if "temporary card" in step.text)
    assert steps[number].action == "bank"
    for at, tells in ((number - 1, False), (number, True)):
        run = LessonRun(lesson, at)
        view = dataclasses.replace(run.view, piles={**run.view.piles, "shown/0": cards("5♥")})
        scene = make_scene(CLASSIC.start(2, seed=1), width=80, height=23, taught_later=run.taught_later)
        scene = replace(scene, view=view, legal=tuple(map(CLASSIC.parse, ("reveal", "bank"))))
        assert ("temp" in str(render(scene).canvas).split("B Bank 1")[1].split("\n")[0]) is tells


def test_heading_of_the_last_turns_speaks_of_paid_cards_once_the_lesson_has_taught_what_a_queen_takes():
    summary = PlaySummary(LAST_TURNS_TITLE, (PlayOutcome(1, 0, 0, "caught"), PlayOutcome(0, 0, 0, "caught")))
    for topics, heading in (((QUEEN_PRICE_TOPIC,), "  cards won[^ ]* (?!or paid)"), ((), "  cards won or paid")):
        taught = make_scene(CLASSIC.start(2, seed=1), width=80, height=23, summary=summary, taught_later={*topics})
        assert re.search(f"{LAST_TURNS_TITLE}{heading}", str(render(taught).canvas))


def test_lesson_and_rulebook_say_in_the_same_words_when_a_hit_card_is_replaced():
    lesson = " ".join(step.text for scene in LESSONS["mad-queens-classic"].scenes for step in scene.steps)
    rules = " ".join(CLASSIC.rules.split())
    for text in (lesson, rules):
        assert "is replaced as soon as the turn is over" in text
        assert "replaced at once" not in text
