"""The lessons: each can be played to its end by the rules, and what it says is true."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter

import pytest

from core import Card, FactChanged, Moved, Remark, cards, games
from core.engine.cards import QUEENS
from core.engine.computation import run_to_end
from core.mad_queens import row_points
from tui.boards.mad_queens.odds import deck_odds
from tui.lessons import GAMES_WITH_LESSON
from tui.lessons.lesson import Lesson
from tui.lessons.lesson_run import WRONG_ACTION_SENTENCE, LessonRun
from tui.lessons.queen_bees_ii import QUEEN_BEES_II_LESSON
from tui.lessons.queens_dungeon import QUEENS_DUNGEON_LESSON
from tui.lessons.registry import LESSONS, first_open_step, progress_text

MAX_LESSON_STEPS = 12
"""Largest number of steps of a lesson."""

CARD_PATTERN = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]")
"""Pattern of a card as a sentence writes it."""

EXPECTED_REMARK_BY_STEP = {
    "mad-queens": {
        3: "caught",
        4: "caught",
        5: "banked",
        6: "exact",
        7: "joker",
        8: "price",
        9: "exact",
        10: "ended",
        11: "joker banned",
    },
    "mad-queens-classic": {
        2: "caught",
        4: "queen in",
        6: "temporary",
        7: "price",
        8: "temporary",
        9: "joker",
        10: "joker banned",
        11: "cannot pay",
    },
    "big-queen": {2: "taken", 3: "melded", 6: "added", 7: "announced", 8: "answered", 10: "added", 11: "out"},
    "queens-dungeon": {1: "trick", 2: "trick", 3: "broken", 5: "two queens", 6: "changes", 7: "dungeon"},
    "queen-bees-ii": {1: "trumps", 2: "trick", 3: "trick", 4: "trick", 5: "trick", 6: "trick"},
}
"""Maps the slug of a game to a map from the number of a step of its lesson, from 1, to the key of a remark that the
step causes.
"""

EXPECTED_FACT_AFTER_STEP = {
    ("mad-queens", 1, "score/0"): 0,
    ("mad-queens", 3, "score/0"): 0,
    ("mad-queens", 5, "score/0"): 2,
    ("mad-queens", 6, "score/0"): 4,
    ("mad-queens", 8, "score/0"): 0,
    ("mad-queens", 9, "score/0"): 20,
    ("mad-queens", 10, "score/0"): 20,
    ("mad-queens-classic", 4, "score/0"): 1,
    ("mad-queens-classic", 11, "score/0"): 1,
    ("mad-queens-classic", 11, "status/0"): "finished",
    ("big-queen", 11, "score/A"): 145,
    ("big-queen", 11, "score/B"): -95,
    ("queens-dungeon", 3, "tricks/0"): 2,
    ("queens-dungeon", 4, "quota"): 5,
    ("queens-dungeon", 5, "queens/0"): 2,
    ("queens-dungeon", 7, "score/3"): -100,
    ("queen-bees-ii", 1, "trumps"): ("K", "J", "10", "4"),
    ("queen-bees-ii", 3, "tricks/0"): 2,
    ("queen-bees-ii", 5, "tricks/0"): 3,
}
"""Maps (slug of a game, number of a step, name of a fact) to the value that the lesson says the fact has after this
step.
"""


def texts_of_changes(changes) -> set[str]:
    """Return the texts of all cards and of all values of facts that these changes show."""
    found: set[str] = set()
    for change in changes:
        if isinstance(change, Moved) and not isinstance(change.cards, int):
            found |= {str(card) for card in change.cards}
        if isinstance(change, Remark):
            found |= {str(one) for one in change.particulars if isinstance(one, Card)}
        if isinstance(change, FactChanged):
            found.add(str(change.value))
    return found


def cards_in_view(view) -> set[str]:
    """Return the cards that a view shows."""
    return {str(card) for pile in view.piles.values() if not isinstance(pile, int) for card in pile}


def play_steps(lesson: Lesson):
    """Do each step of a lesson; yield the run after it, its number from 1, the view before it, and its changes."""
    run = LessonRun(lesson)
    while not run.is_last:
        before, changes = run.view, []
        assert not run.choose(games[lesson.game].parse(run.step.action))
        while (event := run.next_event()) is not None:
            changes += event.changes
        yield run, run.steps_done + 1, before, changes
        run.begin_next_step()


def test_games_with_a_lesson_are_named_in_the_order_of_the_lessons() -> None:
    assert tuple(LESSONS) == GAMES_WITH_LESSON


@pytest.mark.parametrize("game", games)
def test_every_game_has_a_lesson_of_at_most_twelve_steps_that_follows_the_rules_to_its_end(game) -> None:
    lesson = LESSONS[game]
    run = None
    for run, number, before, changes in play_steps(lesson):
        said = (
            f"{run.step.text_on_screen} {run.step.task} {run.step.answer} {' '.join(run.step.other_replies.values())}"
        )
        assert set(CARD_PATTERN.findall(said)) <= cards_in_view(before) | texts_of_changes(changes) | cards_in_view(
            run.view
        ), number
        assert run.step.answer, number
        wanted = EXPECTED_REMARK_BY_STEP[game].get(number)
        assert wanted is None or wanted in {one.key for one in changes if isinstance(one, Remark)}, number
        for (slug, step, fact), value in EXPECTED_FACT_AFTER_STEP.items():
            assert (slug, step) != (game, number) or run.view.facts[fact] == value, fact
    assert run is not None
    assert run.is_last
    assert not run.step.action
    assert lesson.steps <= MAX_LESSON_STEPS


@pytest.mark.parametrize("game", games)
def test_lesson_has_sentences_only_about_legal_actions_that_a_step_does_not_ask_for(game) -> None:
    rules = games[game]
    for scene in LESSONS[game].scenes:
        run = LessonRun(LESSONS[game])
        while run.step not in scene.steps:
            run.steps_done += 1
            run._enter_scene()
        while run.step in scene.steps and not run.is_last:
            legal = rules.legal(run.view)
            assert rules.parse(run.step.action) in legal
            others = [action for action in legal if run.choose(action)]
            assert len(others) == len(legal) - 1
            named = {key for action in others for key in (str(action), action.verb)}
            assert set(run.step.other_replies) <= named
            while run.next_event() is not None:
                pass
            run.begin_next_step()


def steps_with_other_actions(lesson: Lesson):
    """Yield the run of a lesson before each step that asks for an action, with the legal actions that the step does not
    ask for.
    """
    run = LessonRun(lesson)
    while not run.is_last:
        yield run, [action for action in games[lesson.game].legal(run.view) if run.choose(action)]
        while run.next_event() is not None:
            pass
        run.begin_next_step()


def is_trick_taker(run: LessonRun, action) -> bool:
    """Return whether this card, the last of the trick, takes the trick for the person."""
    match = run.playback.match.copy()
    before = match.view(0).facts["tricks/0"]
    match.act(0, action)
    return match.view(0).facts["tricks/0"] > before


SUIT_NAME_BY_SYMBOL = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
"""Maps the symbol of a suit to its name in a lesson."""


@pytest.mark.parametrize("game", games)
def test_answer_to_one_of_several_wrong_choices_names_the_choice_that_the_step_asks_for(game) -> None:
    for run, others in steps_with_other_actions(LESSONS[game]):
        said_of = Counter(map(run.choose, others))
        wanted = CARD_PATTERN.findall(run.step.action) or [
            SUIT_NAME_BY_SYMBOL.get(part, part) for part in run.step.action.split()[1:]
        ]
        for answer in said_of:
            if answer != WRONG_ACTION_SENTENCE and said_of[answer] > 1:
                assert any(word in answer for word in wanted), (run.steps_done + 1, answer)


@pytest.mark.parametrize("game", ["queens-dungeon", "queen-bees-ii"])
def test_answer_to_a_wrong_choice_in_a_lesson_is_true(game) -> None:
    for run, others in steps_with_other_actions(LESSONS[game]):
        for action in others:
            answer = run.choose(action)
            at = (run.steps_done + 1, str(action), answer)
            if re.search(r"a trump\.|A trump", answer):
                assert (action.cards[0].rank in run.view.facts["trumps"]) == ("not a trump" not in answer), at
            if re.search(r"takes the trick|That (wins|takes)", answer):
                assert is_trick_taker(run, action) == ("Then" not in answer), at


@pytest.mark.parametrize("game", games)
def test_lesson_can_be_resumed_at_any_of_its_steps(game) -> None:
    lesson = LESSONS[game]
    for run, number, _, _ in play_steps(lesson):
        again = LessonRun(lesson, number)
        if again.playback.record == run.playback.record:
            assert again.view == run.view
        assert again.steps_done == number
    assert LessonRun(lesson, 99).is_last
    assert (first_open_step(lesson, 3), first_open_step(lesson, lesson.steps)) == (3, 0)
    texts = [progress_text(lesson, done) for done in (0, 3, lesson.steps)]
    assert texts == [f"{lesson.steps} steps", f"goes on at step 4 of {lesson.steps}", "done"]


def test_legal_action_that_a_lesson_does_not_ask_for_is_answered_and_changes_nothing() -> None:
    run = LessonRun(LESSONS["big-queen"], 6)
    before = run.view
    rules = games["big-queen"]
    assert "announce" in run.choose(rules.parse("discard 4♥"))
    assert run.choose(rules.parse("ask")) == WRONG_ACTION_SENTENCE
    assert run.view == before


def test_lesson_shows_a_temporary_card_and_its_exact_hit_in_the_step_that_explains_them() -> None:
    run = LessonRun(LESSONS["mad-queens"], 8)
    [temporary] = run.view.cards("temp/0")
    assert f"a temporary card instead: {temporary}. It bans" in run.step.text
    before = run.view.facts["score/0"]
    while run.next_event() is not None:
        pass
    assert run.step.answer.startswith(f"{temporary} itself, an exact hit: twice the 2 points")
    assert run.view.facts["score/0"] - before == 4
    run.begin_next_step()
    assert not run.view.cards("temp/0"), "it was hit, so it has gone"


def test_lesson_offers_the_end_of_the_game_to_a_leader_whose_deck_is_full_of_queens() -> None:
    run = LessonRun(LESSONS["mad-queens"], 9)
    assert re.search(r"4 of your 10 are Queens", run.step.text)
    assert run.view.count("deck/0") == 10
    assert not run.view.cards("aside/0")
    assert not any(card in QUEENS for card in run.view.cards("gone/0"))
    assert run.view.facts["score/0"] > run.view.facts["score/1"]


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_lesson_shows_what_a_joker_does_in_a_deck_and_as_a_banned_card(game) -> None:
    shown = {
        remark.key: f"{run.step.text} {run.step.answer}"
        for run, _, _, changes in play_steps(LESSONS[game])
        for remark in changes
        if isinstance(remark, Remark)
    }
    assert "it turns two more cards for you at once" in shown["joker"]
    rule = (
        r"It bans nothing\. Everybody turns two cards: if one of them hits the other banned card, both are banked; if "
        r"neither does, both are lost\."
    )
    assert re.search(rule, shown["joker banned"])
    assert shown["event scores"] == shown["event misses"] == shown["joker banned"]


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_first_step_of_a_lesson_says_what_the_banned_cards_ban(game) -> None:
    run = LessonRun(LESSONS[game])
    for card in run.view.cards("banned"):
        plural = {"K": "kings"}.get(card.rank, f"{card.rank}s")
        assert re.search(rf"\b{card} bans {plural}\b", run.step.text)


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_lesson_teaches_a_banned_queen_where_she_catches_a_card_of_her_suit(game) -> None:
    views = [before for _, _, before, _ in play_steps(LESSONS[game])]
    [queen] = {card for view in views for card in view.cards("banned") if card in QUEENS}
    answers = [step.answer for scene in LESSONS[game].scenes for step in scene.steps]
    assert any(f"because {queen} bans all {SUIT_NAME_BY_SYMBOL[queen.suit]}." in answer for answer in answers)
    texts = [step.text for scene in LESSONS[game].scenes for step in scene.steps]
    assert any("A banned Queen bans her whole suit" in text for text in texts)


def test_lesson_of_classic_says_where_banned_cards_come_from_and_that_queens_and_jokers_may_be_temporary() -> None:
    steps = [step for scene in LESSONS["mad-queens-classic"].scenes for step in scene.steps]
    assert "Banned cards have a pack of their own" in steps[0].text
    run = LessonRun(LESSONS["mad-queens-classic"], 7)
    while run.next_event() is not None:
        pass
    queen = run.view.cards("temp/0")[-1]
    assert queen in QUEENS
    assert run.view.facts["turn"] == 0, "the answer about this card is read where it lies"
    assert f"{queen}: she bans all {SUIT_NAME_BY_SYMBOL[queen.suit]} for you alone" in run.step.answer


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_last_step_warns_of_the_joker_that_a_banking_may_bring(game) -> None:
    text = LESSONS[game].scenes[-1].steps[-1].text
    assert re.search(
        r"temporary .*Joker.* Only you turn two: if one hits a card banned for all, both are banked, else "
        r"lost. A Queen among them takes her price; the next card is lost.",
        text,
    )


def test_lesson_of_classic_goes_on_with_the_card_that_is_turned_after_a_queen() -> None:
    run = LessonRun(LESSONS["mad-queens-classic"], 7)
    [card] = run.view.cards("shown/0")
    assert run.step.text.startswith(f"After a Queen another card is turned at once: {card}, which is safe.")


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_lesson_says_what_happens_to_a_player_who_cannot_pay_a_queen(game) -> None:
    [answer] = [
        run.step.answer
        for run, _, _, changes in play_steps(LESSONS[game])
        if any(isinstance(change, Remark) and change.key == "price" for change in changes)
    ]
    said = r"If your bank held fewer than \d, you could not pay: row lost, bank kept, your game over\."
    assert re.search(said, answer)


@pytest.mark.parametrize("game", games)
def test_lesson_loses_no_more_than_one_row_of_the_person(game) -> None:
    lost = [
        number
        for _, number, _, changes in play_steps(LESSONS[game])
        if any(isinstance(change, Remark) and (change.key, change.seat) == ("caught", 0) for change in changes)
    ]
    assert len(lost) == game.startswith("mad-queens")


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_number_of_cards_at_risk_that_a_lesson_names_is_true(game) -> None:
    named = 0
    for run, *_ in play_steps(LESSONS[game]):
        again = LessonRun(LESSONS[game], run.steps_done)
        for caught, total in re.findall(r"(\d+) of (?:the|your) (\d+) cards .*?would be", again.step.text):
            odds = deck_odds(again.view, 0)
            assert (odds.caught_count, odds.card_count) == (int(caught), int(total))
            named += 1
    assert named


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (3, "good players go on"),
        (5, "better bank"),
        (10, "the fourth then ends your game: row lost, the rest kept"),
    ],
)
def test_lesson_of_mad_queens_advises_what_the_coach_advises(step, said) -> None:
    game, run = games["mad-queens"], LessonRun(LESSONS["mad-queens"], step - 1)
    assert said in run.step.text
    assert game.coach is not None
    advice = run_to_end(game.coach(game, run.view, game.memory(run.view)))
    assert advice.best is not None
    assert str(advice.best.action) == run.step.action


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_last_steps_of_a_lesson_of_mad_queens_say_that_the_bank_is_kept_at_the_end_of_a_game(game) -> None:
    said = [f"{step.text} {step.answer}" for scene in LESSONS[game].scenes for step in scene.steps][-3:]
    assert any("Your game ends" in text and re.search("your bank (kept|stays)", text) for text in said)
    assert any(re.search("the fourth then ends your game|your fourth Queen", text) for text in said)


MAX_WORDS_OF_TEXT = 45
"""Largest number of words of a text or an answer of a lesson."""

LONGER_TEXTS = {("queens-dungeon", 4)}
"""The steps, from 1, whose text may have a few words more: the quota has several consequences."""


@pytest.mark.parametrize("game", games)
def test_text_and_answer_of_a_step_are_short(game) -> None:
    steps = [step for scene in LESSONS[game].scenes for step in scene.steps]
    for number, step in enumerate(steps, 1):
        extra = 5 if (game, number) in LONGER_TEXTS else 0
        assert len(step.text.split()) <= MAX_WORDS_OF_TEXT + extra, (number, step.text)
        assert len(step.answer.split()) <= MAX_WORDS_OF_TEXT, (number, step.answer)


def test_lesson_of_queens_dungeon_says_what_its_table_shows() -> None:
    steps = [step for scene in LESSONS["queens-dungeon"].scenes for step in scene.steps]
    assert "before the cards are dealt" in steps[3].text, "cards are played before the answer is read"
    run = LessonRun(LESSONS["queens-dungeon"], 6)
    while run.next_event() is not None:
        pass
    assert run.view.facts["score/3"] == -100
    assert "Dora loses 100 points" in run.step.answer


def test_lesson_of_queen_bees_says_why_each_trump_may_be_laid_on_a_heart() -> None:
    run = LessonRun(LESSONS["queen-bees-ii"], 1)
    assert [str(card) for card in run.playback.match.view(2).cards("hand/2") if card.suit == "♥"] == []
    assert "Cleo has no hearts" in run.step.answer
    assert "still a heart" in run.step.answer


@pytest.mark.parametrize("game", games)
def test_last_step_of_a_lesson_says_that_a_coach_gives_hints(game) -> None:
    last = LESSONS[game].scenes[-1].steps[-1]
    assert "In a match the coach gives you hints." in last.text
    assert "The I key asks for one." in last.table_hint


def test_lesson_of_mad_queens_says_where_banned_cards_come_from_and_what_their_events_cost() -> None:
    steps = [step for scene in LESSONS["mad-queens"].scenes for step in scene.steps]
    assert "Banned cards have a pack of their own" in steps[0].text
    assert "your own four Queens" in steps[4].text
    assert "One can be a Queen, too: she bans her suit for you." in steps[8].answer
    assert "bank kept" in steps[7].answer, "of a player who cannot pay a Queen"
    assert "Decks are never refilled" in steps[9].answer
    assert "so both are banked, and no Queen goes in" in steps[10].answer
    assert "8♠ stays: these hits replace nothing." in steps[10].answer
    run = LessonRun(LESSONS["mad-queens"], 10)
    aside = run.view.count("aside/0")
    events = []
    while (event := run.next_event()) is not None:
        events.append(event)
    assert aside - run.view.count("aside/0") == 1, "only the row cost a Queen"
    said = [games["mad-queens"].sentence(one) for event in events for one in event.changes if isinstance(one, Remark)]
    assert any("everybody still in the match turns two cards" in sentence for sentence in said)


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_step_begins_with_nothing_that_the_person_has_not_done(game) -> None:
    """A scene is another match, or the same one later, and its first sentence says so; within a scene a step begins
    where the one before ended."""
    for number, scene in enumerate(LESSONS[game].scenes):
        for at, step in enumerate(scene.steps):
            start = re.split(r"[.:]", step.text)[0]
            assert not re.match(r"(?:You (?!take)|Meanwhile|By now)", start), step.text
            if number and not at and scene.steps[at].action:
                assert re.search(r"\bmatch\b", start), step.text


def test_queen_of_the_lesson_of_mad_queens_meets_the_row_that_the_person_has_turned() -> None:
    before, after = (LessonRun(LESSONS["mad-queens"], done) for done in (6, 7))
    assert after.view.facts["play"] == before.view.facts["play"]
    assert after.view.cards("bank/0") == before.view.cards("bank/0")
    assert tuple(map(str, after.view.cards("shown/0"))) == ("Jk", "4♦", "9♥")
    assert after.step.text.startswith(f"{row_points(after.view, 0)} points are a good row to bank")


@pytest.mark.parametrize(
    ("game", "word", "explanation"),
    [
        ("mad-queens", r"hits?", "A banned card that has caught a card is 'hit', and is replaced"),
        ("mad-queens-classic", r"hits?", "A banned card that has caught a card is 'hit', and is replaced"),
        ("big-queen", r"go(ing)? out", "Going out, with your last discard, ends the round."),
        ("big-queen", r"stock", "the face-down stock"),
        ("queens-dungeon", r"(another trump|trump changes)", "Exactly two Queens in one trick"),
        ("queen-bees-ii", r"trick", "A card from everybody is a trick: 1 point."),
    ],
)
def test_lesson_explains_a_word_where_it_first_uses_it(game, word, explanation) -> None:
    texts = [
        text for scene in LESSONS[game].scenes for step in scene.steps for text in (step.text_on_screen, step.answer)
    ]
    assert explanation in next(text for text in texts if re.search(rf"\b{word}\b", text, re.IGNORECASE))


def test_lesson_of_big_queen_says_how_many_twos_a_set_holds_and_what_follows_when_the_stock_runs_out() -> None:
    """What it says is true: the rules are asked."""
    texts = [step.text for scene in LESSONS["big-queen"].scenes for step in scene.steps]
    assert "If it runs out, the discard pile becomes the stock, once; the second time, the round ends." in texts[4]
    assert games["big-queen"].options["max_reshuffles"].default == 1
    assert "A new set has at most two 2s; a laid set takes any number." in texts[5]
    rules = games["big-queen"]
    view = LessonRun(LESSONS["big-queen"], 5).view
    held = {**view.piles, "hand/0": cards("2♣ 2♥ 2♦ 2♠ 9♣ 3♣"), "meld/A/K": cards("K♣ 2♣ 2♥")}
    view = dataclasses.replace(view, piles=held)
    assert rules.parse("meld 9♣ 2♥ 2♦") in rules.legal(view)
    assert rules.refusal(view, rules.parse("meld 2♣ 2♥ 2♦")).startswith("No set is made of twos alone")
    assert rules.parse("add 2♦ to K") in rules.legal(view)


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_lesson_says_which_cards_of_the_bank_go_after_the_top_one(game) -> None:
    hints = [step.table_hint for scene in LESSONS[game].scenes for step in scene.steps]
    assert "TOP marks the card that goes first; those banked before it follow." in hints


def test_lessons_of_the_trick_games_say_what_a_t_on_a_card_means_and_who_follows_a_trump():
    told = [
        " ".join([step.text, step.table_hint])
        for lesson in (QUEENS_DUNGEON_LESSON, QUEEN_BEES_II_LESSON)
        for scene in lesson.scenes
        for step in scene.steps
    ]
    assert any("T means trump." in text for text in told)
    assert any("Cards with T are trumps." in text for text in told)
    assert any("Those without one follow the suit of the card led." in text for text in told)
    assert all("Good luck! The I key" not in text for text in told), "the hint belongs to the coach"
