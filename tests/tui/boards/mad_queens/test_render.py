"""The picture of the Mad Queens board at every size."""

from __future__ import annotations

import dataclasses
import itertools
import re
from itertools import groupby, product

import pytest
from msgspec.structs import replace

from core import Action, Dealer, cards, games
from core.engine.cards import CARDS, QUEENS, pack
from core.mad_queens import CAUGHT_FATE, END_ACTION, row_points
from core.mad_queens.levels import play_as_striving
from core.mad_queens.state import NEW_DECK_CARDS
from tests.support.board_pictures import BOARD_SIZES as USUAL_SIZES
from tests.support.board_pictures import HOSTILE_NAMES, NARROW_BOARD_SIZES, check_picture
from tests.support.depth import IS_DEEP_RUN, count_for_depth, sample_cases
from tui.boards.common.commands import ChooseAction
from tui.boards.mad_queens.animation import MadQueensAnimator
from tui.boards.mad_queens.bank_fans import arrange_bank, suit_fans
from tui.boards.mad_queens.banned_cards import paint_banned_cards
from tui.boards.mad_queens.banned_text import banned_rule_text, banned_rule_texts, temporary_ban_texts
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.odds import deck_odds, temporary_cards
from tui.boards.mad_queens.opponents import seat_rects
from tui.boards.mad_queens.own_area import row_rect
from tui.boards.mad_queens.places import place_of
from tui.boards.mad_queens.render import layout_of, render, render_turning_card
from tui.boards.mad_queens.scene import (
    ABOUT_TO_TURN_EFFECT,
    LastRow,
    MadQueensFrameEffect,
    MadQueensScene,
    PlayOutcome,
    PlaySummary,
)
from tui.boards.mad_queens.seat_play import PointsPart
from tui.boards.mad_queens.status_and_buttons import buttons
from tui.boards.mad_queens.text import LAST_TURNS_TITLE, board_description, sheet_help, state_sentences, waiting_text
from tui.boards.mad_queens.zones import BANNER_ROWS, MAX_SHEET_ROWS
from tui.cards import ASCII, CHIP, FLIP_FRAMES, FOUR_COLOURS, HUGE, LARGE, LOOKS, MID, MINI, OUTLINE, Canvas
from tui.cards.state import TEMPORARY_CARD_LABEL
from tui.drawing import Brush, Line, big_letter_rows
from tui.drawing.banner import Banner
from tui.drawing.styles import badge_style
from tui.lessons.lesson_run import LessonRun
from tui.lessons.registry import LESSONS

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""

CARDS_OF_LONG_BANK = " ".join(
    f"{rank}{suit}" for suit in "♣♦♥♠" for rank in ("2", "3", "4", "5", "6", "7", "9", "10", "J")
)
"""Cards that are safe while 8♠ and K♦ are banned, more of them than a bank can show."""

SAFE_FIRST_CARDS = [cards(card) for card in ("6♥", "2♠", "9♣", "3♣", "5♦")]
"""The first card of a deck after each of its shuffles, all of which are safe while 8♠ and K♦ are banned."""

BOARD_SIZES = [(60, 16), *USUAL_SIZES, *NARROW_BOARD_SIZES]
"""Widths and heights of boards in columns and rows."""


def make_scene(match, seat=0, names=None, **fields):
    """Return the scene of a match for a seat, or for a spectator (None)."""
    game = games[match.game.slug]
    view = match.view(seat)
    names = names or tuple(f"Player {number}" for number in range(match.seats))
    legal = () if seat is None else game.legal(view)
    return MadQueensScene(view=view, names=names, focus=seat or 0, legal=legal, **fields)


def text_of_scene(scene):
    """Return the text of the picture of a scene."""
    return str(render(scene).canvas)


BOARD_SIZES_OF_RESULTS = [(80, 23), (100, 29), (120, 39), (200, 59)]
"""The sizes of boards at which all results of a play of four have room."""

FRAMES_PER_PICTURE = count_for_depth(4, 1)
"""One frame of a match in this many is painted, each in another size and look."""


@pytest.mark.deep
@pytest.mark.parametrize(
    ("slug", "seats"), sample_cases(list(product(["mad-queens", "mad-queens-classic"], [1, 2, 4])), 2)
)
def test_every_frame_of_a_mad_queens_match_can_be_painted_at_every_size(play_at_random, slug, seats):
    game = games[slug]
    before, start, last = game.start(seats, seed=seats).view(0), [0] * seats, None
    names = HOSTILE_NAMES[:seats]
    after = summary = None
    log: list[Line] = []
    number, pictures = 0, 0
    for match, _, changes in play_at_random(slug, seats, seats):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        animator = MadQueensAnimator(before, MadQueensLogWriter(names, game.sentence), 0, start, last)
        for shown in animator.frames(seen, match.view(0)):
            after, summary = shown.last_row or after, shown.summary or summary
            log += shown.lines
            number += 1
            if number % FRAMES_PER_PICTURE or (number % 3 and 0 < shown.hold_seconds < 0.1):
                continue  # of the frames of a card that turns every third will do
            pictures += 1
            width, height = BOARD_SIZES[pictures % len(BOARD_SIZES)]
            look = list(LOOKS.values())[pictures % len(LOOKS)]
            check_picture(
                MadQueensScene(
                    view=shown.view,
                    names=names,
                    focus=0,
                    legal=game.legal(shown.view),
                    effect=shown.effect,
                    last_row=after,
                    summary=summary,
                    log=tuple(log[-30:]),
                    log_open=pictures % 2 == 0,
                    width=width,
                    height=height,
                    look=look,
                )
            )
        before, start, last = match.view(0), animator.scores_at_start, animator.last_summary


@pytest.mark.parametrize(("width", "height"), BOARD_SIZES)
def test_mad_queens_board_shows_essential_texts_at_every_size(width, height):
    script = {"banned-deck": [cards("Q♣ 9♦")], "deck/0": [cards("6♥ 2♠ 10♥ K♦")]}
    match = GAME.start(3, dealer=Dealer.scripted(script))
    for _ in range(3):
        match.act(0, GAME.parse("reveal"))
    text = text_of_scene(make_scene(match, names=("Ada", "Björn", "Chidi"), width=width, height=height))
    for wanted in (
        "Q♣",
        "9♦",
        "BAN",
        "all clubs",
        "6♥",
        "2♠",
        "10♥",
        "47",
        "3 cards, 5 points",
        "BANK",
        "Björn",
        "Chidi",
    ):
        assert wanted in text, wanted
    assert "of 47 would be caught" in text
    assert "playing" in text or height < 17
    assert "Your move" in text
    assert "Reveal" in text
    prices = {"Bank 5 ": width < 60, "Queen (goes )?in ": width >= 60}
    assert re.search(next(price for price, shown in prices.items() if shown), text)


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_every_legal_action_has_a_click_area_on_the_mad_queens_board(play_at_random, slug):
    """Each state is painted at one size, in the deep run at all."""
    for number, (match, _, _) in enumerate(play_at_random(slug, 2, 5)):
        for width, height in BOARD_SIZES if IS_DEEP_RUN else BOARD_SIZES[number % len(BOARD_SIZES) :][:1]:
            scene = make_scene(match, width=width, height=height)
            commands = {command for _, command in render(scene).click_areas}
            assert {ChooseAction(Action((action.verb,))) for action in scene.legal} <= commands, (width, height)


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_player_who_has_finished_is_offered_no_action_while_others_play_on(slug):
    game = games[slug]
    match = game.start(2, seed=3)
    while not match.view(0).facts["cause/0"]:  # seat 0 turns cards until a Queen ends its game
        seat = min(match.awaited)
        match.act(seat, GAME.parse("reveal") if seat == 0 else match.default(seat))
    assert not match.over
    text = text_of_scene(make_scene(match))
    assert "Reveal" not in text
    assert "End game" not in text


def test_choice_of_a_queen_has_a_button_for_each_queen():
    match = GAME.start(1, options={"queen_choice": "player"}, dealer=Dealer.scripted({"deck/0": [cards("6♥")]}))
    match.act(0, GAME.parse("reveal"))
    scene = make_scene(match, open_question="queen")
    commands = {command for _, command in render(scene).click_areas}
    assert {ChooseAction(action) for action in scene.legal if action.verb == "bank"} <= commands
    assert "Which Queen" in text_of_scene(scene)


def test_board_of_a_thousand_players_counts_them_and_lists_the_seat_in_front():
    match = GAME.start(1000, seed=4)
    for seat in range(300):
        match.act(seat, GAME.parse("reveal"))
        for action in match.legal(seat):
            if action.verb == "bank":
                match.act(seat, action)
                break
    text = text_of_scene(make_scene(match, seat=999))
    assert "You" in text.split("BANNED")[0]
    assert "banked" in text
    assert "700 playing" in text or "playing" in text
    assert " more" in text


def test_sealed_play_shows_only_that_other_players_are_done():
    script = Dealer.scripted({"deck/1": [cards("6♥ 2♠")], "banned-deck": [cards("8♠ K♦")]})
    match = GAME.start(3, options={"visibility": "sealed"}, dealer=script)
    match.act(1, GAME.parse("reveal"))
    assert "6♥" not in text_of_scene(make_scene(match)).split("BANNED")[0]
    match.act(1, GAME.parse("bank"))
    seats = text_of_scene(make_scene(match)).split("BANNED")[0]
    assert "done" in seats
    assert "banked" not in seats


def test_temporary_and_doubled_cards_are_marked_by_text_on_a_coloured_background():
    found = set()
    for seed in range(6):
        match = GAME.start(1, seed=seed)
        while not match.over:
            match.act(0, match.legal(0)[-1 if END_ACTION not in match.legal(0) else 0])
            text = text_of_scene(make_scene(match, width=120, height=39))
            temporary = temporary_cards(match.view(0), 0)
            assert bool(re.search("TEMP(?! card)", text)) == bool(temporary)
            found.add("temp" if temporary else "")
            doubled = match.view(0).facts["doubled/0"]
            if doubled:
                assert f"{doubled} doubled" in text
                found.add("doubled")
    assert found >= {"temp", "doubled"}


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], ids=str)
@pytest.mark.parametrize("temporary", ["J♣", "J♣ 5♦", "Q♣"])
def test_note_moves_no_text_about_temporary_cards(size, temporary):
    scene = scene_with_piles(4, *size, temp_0=temporary, shown_0="6♥ 7♥")
    noted = replace(scene, note="You can end your game only at the beginning of a play.")
    zone = layout_of(scene).banned_cards
    for before, after in zip(text_of_scene(scene).splitlines(), text_of_scene(noted).splitlines(), strict=True):
        if "You can" not in after and "play." not in after:
            columns = zip(before[zone.x : zone.right], after[zone.x : zone.right], strict=True)
            assert all(new in (old, " ") for old, new in columns), after


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (200, 59)])
def test_first_temporary_card_says_until_when_it_is_banned(width, height):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦ J♣")], "deck/0": SAFE_FIRST_CARDS}))
    for _ in range(5):
        assert not re.search("TEMP:|caught, too", text_of_scene(make_scene(match, width=width, height=height)))
        match.act(0, GAME.parse("reveal"))
        match.act(0, GAME.parse("bank"))
    scene = make_scene(match, width=width, height=height)
    zone, shared = layout_of(scene).banned_cards, 2 * layout_of(scene).banned_card_size.width + 2

    def says(scene, sentence):
        """Return whether the zone of banned cards has this sentence in one of its two columns of texts."""
        rows = text_of_scene(scene).splitlines()[zone.y : zone.bottom]
        columns = (" ".join(" ".join(row[x : zone.right] for row in rows).split()) for x in (zone.x, zone.x + shared))
        return any(sentence in text for text in columns)

    sentence = {
        80: "TEMP: until after a play with a jack.",
        120: "J♣ goes after a play with a jack.",
        200: "TEMP: jacks are caught, too, but only for you, until after a play in which you turn a jack.",
    }[width]
    assert says(scene, sentence), "it bans, and is no gain"
    noted = replace(scene, note="Too quick. Look, then press again.")
    assert says(noted, sentence) or not says(noted, "play with"), "the note covers no part of it"


@pytest.mark.parametrize("size", [(60, 16), (60, 17), (80, 23), (100, 29), (120, 39), (200, 59)])
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_temporary_card_that_was_hit_is_not_said_to_go_before_the_play_ends(slug, size):
    """MQ-30: an exact hit on it is banked at once, but the card stays banned for the rest of the play."""
    match = games[slug].start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, width=size[0], height=size[1])
    piles = {**scene.view.piles, "temp/0": cards("J♣"), "bank/0": cards("J♣")}
    text = text_of_scene(replace(scene, view=dataclasses.replace(scene.view, piles=piles)))
    assert not re.search(r"until you\b", text)
    part = "play" if slug == "mad-queens" else "turn"
    assert "until after a" not in text or re.search(rf"\b{part}\b.*\b(one|jack)\.", text, re.DOTALL)
    sentence = games[slug].first_meetings["temporary"].sentence
    assert "until" not in sentence, "the board says until when, by the house rules"


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_temporary_cards_warn_only_of_ranks_that_the_deck_still_has(size):
    jacks = "J♣ J♦ J♥ J♠"
    text = text_of_scene(scene_with_piles(2, *size, temp_0="J♣", bank_0=jacks))
    assert re.search(r"caught, +(\S+ +)*too: none\b", text.replace("\n", " "))
    assert size[0] == 80 or re.search(r"\bcatches 0\b", text), "under the card as under those of everybody"
    text = text_of_scene(scene_with_piles(2, *size, temp_0="J♣ 4♦", bank_0=jacks))
    assert not re.search("[Jj]acks", text)
    exact = text_of_scene(scene_with_piles(2, *size, temp_0="J♣", bank_0="J♦ J♥ J♠"))
    assert re.search(r"none +(\S+ +)*left; +(\S+ +)*J♣", exact.replace("\n", " ")), "which is not caught"


@pytest.mark.parametrize(
    ("bank", "said"),
    [("", "but not J♥ or 5♥, which count double."), ("J♥", "but not 5♥, which counts double.")],
)
def test_exact_hit_of_a_banned_suit_is_said_to_be_safe(bank, said):
    scene = scene_with_piles(1, 120, 39, banned="2♠ Q♥", temp_0="J♥ 5♥", bank_0=f"2♠ {bank}")
    assert banned_rule_text(scene.view, 0) == f"2s, jacks, 5s and all hearts are caught, {said}"


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (100, 29), (120, 39), (200, 59)])
def test_sentence_on_caught_cards_never_names_a_part_of_them_as_if_it_were_all(size):
    scene = scene_with_piles(1, *size, banned="5♣ Q♥", temp_0="7♦ 8♦ J♥")
    for said in banned_rule_texts(scene.view, 0):
        assert all(re.search(word, said) for word in ("5", "7", "8", r"J\b|jacks", "hearts")), said
    assert not re.search(r"hearts\s+(\S+\s+)?caught, but", text_of_scene(scene)) or "5s" in text_of_scene(scene)


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39), (200, 59)])
def test_no_suit_is_called_banned_while_a_joker_lies_beside_a_queen(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ Q♣")]}))
    view = match.view(0)
    for banned, is_told in (("8♠ Q♣", True), ("Q♣ Jk", False)):
        shown = dataclasses.replace(view, piles={**view.piles, "banned": cards(banned)})
        text = text_of_scene(replace(make_scene(match, width=size[0], height=size[1]), view=shown))
        assert bool(re.search("all clubs|clubs banned|♣ banned", text)) == is_told


@pytest.mark.parametrize("size", [(120, 39), (160, 49), (200, 59)])
def test_banned_ranks_are_told_beside_the_suit_of_a_temporary_queen(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    view = match.view(0)
    view = dataclasses.replace(view, piles={**view.piles, "temp/0": cards("Q♣")})
    scene = replace(make_scene(match, width=size[0], height=size[1]), view=view)
    zone, shared = layout_of(scene).banned_cards, 2 * layout_of(scene).banned_card_size.width + 2
    rows = text_of_scene(scene).splitlines()[zone.y : zone.bottom]
    shown = " ".join(" ".join(row[zone.x : zone.x + shared] for row in rows).split())
    assert re.search(r"8s, kings and all clubs are caught\b", shown)


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_a_banned_card_of_which_none_is_left_is_faded_and_says_so(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    for gone in ("", "8♥", "8♣ 8♦ 8♥"):
        view = match.view(0)
        view = dataclasses.replace(view, piles={**view.piles, "bank/0": cards(gone)})
        scene = replace(make_scene(match, width=size[0], height=size[1]), view=view)
        where, canvas = layout_of(scene), render(scene).canvas
        foot = where.banned_cards.y + where.banned_card_size.height
        words, badges = zip(*(run for run in canvas.runs(foot) if re.search("BAN", run[0])), strict=True)
        left = 3 - len(gone.split())  # the 8 of spades itself counts double
        assert (badges[0] == badge_style(scene.look, "bad")) == bool(left)
        assert badges[1] == badge_style(scene.look, "bad"), "three kings are left"
        assert words[0].strip() == words[1].strip(), "both are banned"
        below = str(canvas).splitlines()[foot + 1][where.banned_cards.x :]
        if size[0] > 80:
            assert re.search(f"catches {left or '(no card|none|0)'}", below)
        else:
            assert ("catch 0" in below) == (not left)
        assert "safe" not in below, "the card is banned all the same"
        temporary = replace(scene, view=dataclasses.replace(view, piles={**view.piles, "temp/0": cards("Q♠")}))
        badge = next(pen for text, pen in render(temporary).canvas.runs(foot) if re.search("BAN", text))
        assert badge == badges[0], "a temporary Queen changes nothing in that"


@pytest.mark.parametrize("size", [(120, 39), (200, 59)])
def test_the_chance_of_a_catch_has_large_figures_and_a_plain_per_cent_sign(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}))
    match.act(0, GAME.parse("reveal"))
    scene = make_scene(match, width=size[0], height=size[1])
    known = deck_odds(scene.view, 0)
    rows = [
        f"{row} {sign}".rstrip()
        for row, sign in zip(
            big_letter_rows(str(round(100 * known.caught_count / known.card_count))), " % ", strict=True
        )
    ]
    text = text_of_scene(scene)
    assert rows[1] in text
    assert all(row in text for row in rows)


@pytest.mark.parametrize("look", [ASCII, LOOKS["four-ascii"]], ids=lambda look: look.name)
def test_mad_queens_board_paints_only_ascii_in_the_ascii_look(play_at_random, look):
    for number, (match, _, _) in enumerate(play_at_random("mad-queens", 3, 3)):
        if number % 5 == 0:
            scene = make_scene(match, look=look, width=120, height=39, log=(Line("8♠ is caught by 8♦.", "Ada"),))
            assert text_of_scene(scene).replace("\n", "").isascii()


def test_spectator_sees_the_table_and_no_actions():
    match = GAME.start(2)
    scene = make_scene(match, seat=None, names=("Ada", "Björn"))
    text = text_of_scene(scene)
    assert "Ada's BANK" in text
    assert "Reveal" not in text


def test_note_on_the_mad_queens_board_changes_only_its_own_row():
    scene = make_scene(GAME.start(3), look=FOUR_COLOURS)
    one, other = render(scene).canvas, render(replace(scene, note="Not now.")).canvas
    changed = [y for y in range(scene.height) if one.segments(y) != other.segments(y)]
    assert changed == [layout_of(scene).note_row]


def test_banned_suits_do_not_cover_the_risk_at_any_size():
    found = set()
    for banned in ("Q♣ 9♦", "Q♦ Q♠"):
        match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards(banned)]}))
        for columns, rows in product((48, 52, 60, 80, 120), range(18, 45)):
            text = text_of_scene(make_scene(match, width=columns, height=rows))
            for line in text.splitlines():
                if "would be caught" in line:
                    rest = line.partition("would be caught")[2]
                    found.add(columns)
                    assert re.match(r"( +\d+%)?(\s\s|\s*$)", rest), (columns, rows, line)
                    assert "banned" not in rest or re.search(r"  (all )?(\w+ )+(are )?banned", rest), (
                        columns,
                        rows,
                        line,
                    )
    assert found >= {48, 80}


def test_description_of_the_mad_queens_board_names_everything_on_the_table():
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("Q♣ 9♦")], "deck/0": [cards("6♥")]}))
    match.act(0, GAME.parse("reveal"))
    words = board_description(make_scene(match, names=("Ada", "Björn")))
    assert "Banned: Q♣ and 9♦. All clubs are banned." in words
    assert "Your row: 6♥, 2 points." in words
    assert waiting_text(make_scene(match, names=("Ada", "Björn"))) == "Your move. Also playing: Björn"


@pytest.mark.deep
@pytest.mark.parametrize("look", sample_cases(list(LOOKS.values()), 3), ids=lambda look: look.name)
def test_picture_of_a_turning_card_equals_a_full_repaint(look):
    """Each look is painted at every third size, in the deep run at every size."""
    match = GAME.start(4, seed=3)
    sizes = [*BOARD_SIZES, (50, 10)]
    for number, (width, height) in enumerate(
        sizes if IS_DEEP_RUN else sizes[list(LOOKS.values()).index(look) % 3 :: 3]
    ):
        resting = make_scene(match, width=width, height=height, look=look)
        for frame in range(FLIP_FRAMES):
            turned = cards("7♥")[0] if frame else None
            turning = replace(resting, effect=MadQueensFrameEffect(flip_frame=frame, turned_card=turned))
            whole, part = render(turning).canvas, render_turning_card(turning, render(resting)).canvas
            assert part.changed_runs(whole) == []
            assert [whole.segments(y) for y in range(height)] == [part.segments(y) for y in range(height)]
        if number < 3:
            match.act(0, GAME.parse("reveal"))


def test_turning_card_is_not_revealed_before_it_lies_in_the_row():
    match = GAME.start(1, seed=3)
    before = make_scene(match)
    match.act(0, GAME.parse("reveal"))
    card = match.view(0).cards("shown/0")[0]
    turning = replace(before, effect=MadQueensFrameEffect(flip_frame=0, turned_card=card))
    assert text_of_scene(turning) == text_of_scene(replace(turning, effect=ABOUT_TO_TURN_EFFECT))
    assert "would be caught" in text_of_scene(before)
    line = next(line for line in text_of_scene(before).split("\n") if "would be caught" in line)
    assert line in text_of_scene(turning)


@pytest.mark.parametrize("width", [60, 70, 80, 100, 120])
def test_entries_of_a_play_summary_stand_apart_and_say_how_each_play_ended(width):
    outcomes = (
        PlayOutcome(0, 4, 4, "caught", (PointsPart("exact hit", 4),)),
        PlayOutcome(1, -3, 2, "caught", (PointsPart("Q♠", -3),)),
        PlayOutcome(2, 12, 20, "banked"),
        PlayOutcome(3, -10, 0, "finished"),
    )
    match = GAME.start(4, seed=1)
    text = text_of_scene(make_scene(match, summary=PlaySummary("Results of play 1", outcomes), width=width, height=17))
    for words in (
        r"\+4 (caught, exact hit|exact, caught|exact hit) ",
        r"-3 (caught, paid Q♠|(to )?Q♠, caught|-3 to Q♠) ",
        r"\+12 banked ",
        "-10 finished ",
    ):
        assert re.search(words, text.replace("\n", " "))


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39)], ids=str)
def test_summary_of_a_play_of_four_says_of_an_exact_hit_that_the_row_was_caught(size):
    outcomes = [PlayOutcome(seat, 2, 4, "caught", (PointsPart("exact hit", 2),)) for seat in range(4)]
    summary = PlaySummary("Results of play 1", tuple(outcomes))
    names = ("Ada", "Bea", "Cleo", "Dora")
    scene = make_scene(GAME.start(4, seed=1), names=names, summary=summary, width=size[0], height=size[1])
    assert len(re.findall(r"\+2 (?:caught, exact hit|exact, caught) ", text_of_scene(scene))) == 4


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39)], ids=str)
def test_summary_of_a_play_of_two_has_room_for_how_it_ended_and_what_explains_the_points(size):
    outcomes = (
        PlayOutcome(0, 2, 4, "caught", (PointsPart("exact hit", 2),)),
        PlayOutcome(1, -2, 2, "banked", (PointsPart("Q♦", -3),), 1),
    )
    summary = PlaySummary("Results of play 1", outcomes)
    scene = make_scene(GAME.start(2, seed=1), summary=summary, width=size[0], height=size[1])
    assert "points won or paid" in text_of_scene(scene)
    assert re.search(r"You +\+2 caught, exact hit +\n.* -2 banked 1, -3 to Q♦ ", text_of_scene(scene))


@pytest.mark.parametrize("size", [(80, 23), (100, 30), (120, 39)], ids=str)
def test_summary_of_the_last_turns_says_how_each_ended_also_beside_what_a_queen_took(size):
    outcomes = (
        PlayOutcome(0, -2, 3, "caught", (PointsPart("Q♦", -2),)),
        PlayOutcome(1, 0, 5, "caught"),
        PlayOutcome(2, 2, 6, "banked", (PointsPart("Q♦", -2),), 4),
    )
    match = games["mad-queens-classic"].start(3, seed=1)
    scene = make_scene(match, summary=PlaySummary(LAST_TURNS_TITLE, outcomes), width=size[0], height=size[1])
    assert re.search(r"-2 (to Q♦, caught|caught, paid Q♦) ", text_of_scene(scene))
    assert re.search(r"\+2 banked 4, -2 to Q♦ ", text_of_scene(scene))


@pytest.mark.parametrize("status", ["banked", "caught"])
def test_place_of_the_row_of_a_game_with_turns_speaks_of_no_play_of_everybody(status):
    match = games["mad-queens-classic"].start(2, seed=1)
    view = match.view(0)
    facts = {**view.facts, f"status/{view.facts['turn']}": status}
    text = text_of_scene(replace(make_scene(match), view=dataclasses.replace(view, facts=facts)))
    assert "everybody" not in text
    assert f"{status.capitalize()}. The next turn follows." in text
    facts |= {f"cause/{view.facts['turn']}": "fourth"}
    ended = text_of_scene(replace(make_scene(match), view=dataclasses.replace(view, facts=facts)))
    assert "The next turn follows" not in ended, "a temporary Joker has ended the game after the banking"
    assert "This game is over" in ended


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_board_of_a_match_that_is_over_says_who_won_and_nothing_of_queens_to_come(play_at_random, slug):
    for seed in (1, 2, 3):
        *_, (match, _, _) = play_at_random(slug, 2, seed)
        view = match.view(0)
        scores = [view.facts[f"score/{seat}"] for seat in range(2)]
        names = ("Nora", "Bea")
        winner = "" if scores[0] == scores[1] else "You" if scores[0] > scores[1] else "Bea"
        for size in ((80, 23), (120, 39)):
            text = text_of_scene(make_scene(match, names=names, width=size[0], height=size[1]))
            assert ("The match is over: " in text) == bool(winner)
            assert not winner or f"The match is over: {winner} won" in text
            assert "Queens take" not in text
            assert " TOP " not in text
            assert not re.search(r"Q[♣♦♥♠]- *spent", text)
            assert not re.search(r"[=] by Q", text)


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_summary_of_the_last_turns_does_not_call_a_player_who_has_finished_the_first(size):
    """A number behind the word, as in finished 1, reads as a place."""
    outcomes = (PlayOutcome(1, 0, 1, "banked"), PlayOutcome(0, -5, 2, "finished", (PointsPart("Q♦ Q♥ Q♠", -6),), 1))
    summary = PlaySummary(LAST_TURNS_TITLE, outcomes)
    scene = make_scene(games["mad-queens-classic"].start(2, seed=1), summary=summary, width=size[0], height=size[1])
    text = text_of_scene(scene)
    assert not re.search(r"finished \d", text)
    assert re.search(r"-5 (banked 1, -6 to Q♦ Q♥ Q♠|\(\+1, -6 to Q♦ Q♥ Q♠\)), finished", text)


def test_results_of_a_play_in_two_columns_are_read_across():
    outcomes = tuple(PlayOutcome(seat, 4 - seat, 4 - seat, "banked") for seat in range(4))
    names = ("You", "Bea", "Cleo", "Dora")
    summary = PlaySummary("Results of play 2", outcomes)
    scene = make_scene(GAME.start(4, seed=1), names=names, summary=summary, width=80, height=23)
    assert re.search(r"You +\+4 banked +Bea +\+3 banked", text_of_scene(scene))


def test_summary_of_the_last_turns_speaks_of_turns():
    summary = PlaySummary(LAST_TURNS_TITLE, (PlayOutcome(0, 0, 0, "caught"), PlayOutcome(1, 2, 2, "banked")))
    scene = make_scene(games["mad-queens-classic"].start(2, seed=1), summary=summary, width=80, height=23)
    assert f"{LAST_TURNS_TITLE}  cards won or paid" in text_of_scene(scene)


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39)], ids=str)
def test_summary_of_a_play_has_no_zero_that_looks_like_a_count(size):
    outcomes = (PlayOutcome(0, 0, 4, "caught"), PlayOutcome(1, 0, 2, "banked"), PlayOutcome(2, 3, 3, "banked"))
    summary = PlaySummary("Results of play 2", outcomes)
    text = text_of_scene(make_scene(GAME.start(3, seed=1), summary=summary, width=size[0], height=size[1]))
    assert re.search(r"You +caught", text)
    assert not re.search(r"\d (caught|finished)|[+ ]0 banked", text)
    assert "+3 banked" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_summary_of_a_play_whose_beginning_was_not_seen_shows_all_scores(width):
    outcomes = (PlayOutcome(0, 4, 9, "banked"), PlayOutcome(1, None, 12, "banked"), PlayOutcome(2, 0, 0, "caught"))
    match = GAME.start(3, seed=1)
    scene = make_scene(match, summary=PlaySummary("Results of play 7", outcomes), width=width, height=17)
    text = text_of_scene(scene).replace("\n", " ")
    for words in ("points in each bank", " 9, banked ", " 12, banked ", " 0, caught "):
        assert words in text
    assert "points won or paid" not in text


def test_smallest_board_says_in_words_where_the_queens_are():
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠")]}))
    text = text_of_scene(make_scene(match, width=60, height=17))
    assert "Q♣ aside Q♦ aside" in text
    match.act(0, GAME.parse("reveal"))
    match.act(0, GAME.parse("bank"))
    assert " deck" in text_of_scene(make_scene(match, width=60, height=17))
    beside = text_of_scene(make_scene(match, width=80, height=23))
    assert re.search(r"Q[♣♦♥♠]   in deck", beside)
    assert "──" not in beside, "a back of one row says nothing"


def test_odds_bar_shows_what_may_happen_in_proportion():
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠ 10♥")]}))
    match.act(0, GAME.parse("reveal"))
    scene = make_scene(match, width=120, height=39, look=FOUR_COLOURS)
    where, canvas = layout_of(scene), render(scene).canvas
    grounds = [style.bgcolor.name for text, style in canvas.runs(where.odds.y + 1) for _ in text if style.bgcolor]
    columns = [grounds.count(colour) for colour in (FOUR_COLOURS.palette.bad, FOUR_COLOURS.palette.good)]
    assert sum(columns) == where.odds.width - 1, "no border between caught and safe"
    assert columns[0] == round(where.odds.width * 6 / 49)
    bar, below = str(canvas).splitlines()[where.odds.y + 1], str(canvas).splitlines()[where.odds.y + 3]
    assert "╱" in bar, "caught differs from safe by its colour alone"
    assert "safe 88%" in bar
    assert "caught 12%" in bar + below
    small = replace(scene, width=80, height=23)
    legend = str(render(small).canvas).splitlines()[layout_of(small).odds.bottom - 1]
    assert "next card: caught 12%" in legend


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (60, 26), (120, 39)], ids=str)
@pytest.mark.parametrize("bank", ["6♣ 6♠", "2♣ 2♦ 2♥ 2♠ 3♣ 3♦ 3♥ 3♠ 4♣ 4♦ 4♥ 4♠ 5♣ 5♦ 5♥ 5♠ 6♣ 6♦ 6♥ 6♠"])
def test_chance_of_a_queen_below_the_bar_says_that_it_is_of_the_next_card(size, bank):
    text = text_of_scene(scene_with_piles(4, *size, bank_0=bank, shown_0="7♥ 7♣", aside_0="Q♦"))
    checked = 0
    for line in text.splitlines():
        if re.search(r"(?<!, )Queen \d+%", line) and not re.search(r"Queen \d+% *╱|caught \d+%, Queen", line):
            heading = "" if "NEXT CARD" not in text.upper() else r"|^ +caught \d+%  Queen"
            assert re.search(rf"next card: (caught \d+%  )?Queen \d+%{heading}", line), line
            checked += 1
    assert checked


@pytest.mark.parametrize("size", [(48, 39), (60, 26), (80, 23), (120, 39)], ids=str)
@pytest.mark.parametrize("others", ["Q♦ Q♥ 5♦", "4♦ 5♦", "5♦"])
def test_percentages_below_the_bar_are_whole(size, others):
    deck = cards(f"8♣ 8♦ 8♥ K♣ K♥ K♠ {others}")
    bank = " ".join(str(card) for card in NEW_DECK_CARDS if card not in (*deck, *cards("8♠")))
    aside = " ".join(str(queen) for queen in QUEENS if queen not in deck)
    scene = scene_with_piles(2, *size, deck_0=" ".join(map(str, deck)), bank_0=bank, aside_0=aside, shown_0="8♠")
    text = text_of_scene(scene)
    shown = re.findall(r"\b(?:safe|caught|Queen) (\d+%?)(\w?)", text)
    assert shown
    assert all(percent.endswith("%") and not rest for percent, rest in shown), text


def test_buttons_to_reveal_and_to_bank_say_what_is_at_stake():
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠ 10♥")]}))
    assert "Space Reveal " in text_of_scene(make_scene(match, width=80, height=23)).splitlines()[-1], (
        "nothing can be lost yet"
    )
    match.act(0, GAME.parse("reveal"))
    bar = text_of_scene(make_scene(match, width=80, height=23)).splitlines()[-1]
    assert "Space Reveal, 12% caught " in bar
    assert "B Bank 2 points, a Queen goes in" in bar


@pytest.mark.parametrize("size", [(80, 23), (120, 39)])
def test_button_to_reveal_says_the_chance_of_a_queen_whenever_one_is_in_the_deck(size):
    match = GAME.start(1, "queens-in-the-deck")
    seen = set()
    while not match.over:
        scene = make_scene(match, width=size[0], height=size[1])
        odds, (bar,) = deck_odds(scene.view, 0), re.findall("Space Reveal.*", text_of_scene(scene)) or [""]
        can_bank = "bank" in {action.verb for action in scene.legal}
        if can_bank and row_points(scene.view, 0):
            chances = re.findall(r"(\d+)% (?:a )?Queen", bar.partition("Bank")[0])
            assert chances == [f"{round(100 * odds.queen_count / odds.card_count)}"] * bool(odds.queen_count), bar
            assert " 0% caught" not in bar or not odds.queen_count
            seen.add(bool(odds.queen_count))
        match.act(0, GAME.parse("bank" if can_bank and len(scene.row(0)) > 1 else "reveal"))
    assert seen == {True, False}


@pytest.mark.parametrize("advised", ["reveal", "bank"])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (110, 33), (120, 39), (160, 49), (200, 59)])
def test_mark_of_the_coach_leaves_the_risk_on_the_button_that_reveals(size, advised):
    match = GAME.start(2, "risk-on-the-button")
    seen = 0
    for _ in range(40):
        scene = make_scene(match, width=size[0], height=size[1])
        plain = re.findall(r"Space Reveal[^B]*\d+% (?:caught|a Queen|Queen)", text_of_scene(scene))
        if plain and "bank" in {action.verb for action in scene.legal}:
            hinted = text_of_scene(make_scene(match, width=size[0], height=size[1], advised=GAME.parse(advised)))
            button = re.findall(r"Space Reveal[^B]*", hinted)[0]
            assert re.findall(r"\d+% caught|\d+%", plain[0])[0] in button, hinted
            assert "◄" in (button if advised == "reveal" else hinted)
            seen += 1
        seat = 0 if 0 in match.waiting else 1
        match.act(seat, GAME.parse("reveal") if len(scene.row(0)) < 3 else match.default(seat))
    assert seen > 3


@pytest.mark.parametrize("advised", ["reveal", "bank"])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39)])
def test_mark_of_the_coach_leaves_the_price_on_the_button_that_banks(size, advised):
    match = GAME.start(2, "price")
    seen = 0
    while not match.over:
        if 0 not in match.waiting:
            match.act(1, match.default(1))
            continue
        scene = make_scene(match, width=size[0], height=size[1])
        can_bank = "bank" in {action.verb for action in scene.legal}
        if can_bank and scene.row(0):
            hinted = replace(scene, advised=GAME.parse(advised))
            (label,) = (button.label for button in buttons(hinted, layout_of(hinted)) if button.key == "B")
            assert re.search("Queen (goes )?in|TEMP card|temporary card", label), "the table says it nowhere else"
            assert label in text_of_scene(hinted)
            assert ("◄" in label) == (advised == "bank")
            seen += 1
        match.act(0, GAME.parse("bank" if can_bank and len(scene.row(0)) > 6 else "reveal"))
    assert seen > 20


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (110, 33), (120, 39), (160, 49), (200, 59)])
def test_button_that_banks_says_what_it_costs_and_leaves_room_for_the_other_buttons(size):
    deck = " ".join(["6♥", *(f"{rank}{suit}" for suit in "♣♦♠" for rank in ("2", "3", "4", "5"))])
    match = GAME.start(
        2,
        dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦ J♠ J♥")], "deck/0": [cards(deck), *SAFE_FIRST_CARDS[1:]]}),
    )
    scene = make_scene(match, width=size[0], height=size[1])
    assert "goes in" not in text_of_scene(scene), "nothing can be banked yet"
    match.act(0, GAME.parse("reveal"))
    text = text_of_scene(make_scene(match, width=size[0], height=size[1]))
    assert re.search(r"B Bank 2( points)?, (a Queen goes in|Queen in)", text)
    assert "E End game" in text
    hinted = text_of_scene(make_scene(match, width=size[0], height=size[1], advised=GAME.parse("bank")))
    assert re.search(r"B Bank 2( points)?, (a Queen goes in|Queen in) ◄", hinted), "the coach hides no price"
    for _ in range(4):
        match.act(0, GAME.parse("bank"))
        while 0 not in match.waiting:
            match.act(1, match.default(1))
        match.act(0, GAME.parse("reveal"))
    text = text_of_scene(make_scene(match, width=size[0], height=size[1]))
    assert re.search(r"B Bank \d+( points?)?, (get a temporary card|TEMP card)", text)
    assert "E End game" in text
    topics = frozenset(["end", "bank price"])
    lesson = text_of_scene(make_scene(match, width=size[0], height=size[1], taught_later=topics))
    assert "ban" not in lesson.split("B Bank")[1].split("\n")[0], "a lesson comes to it in its turn"


@pytest.mark.parametrize("size", [(80, 23), (120, 39)])
def test_odds_say_what_a_queen_does_unless_a_lesson_teaches_her_price_later(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}))
    match.act(0, GAME.parse("reveal"))
    match.act(0, GAME.parse("bank"))
    clause = re.compile("ends (your )?game")
    assert clause.search(text_of_scene(make_scene(match, width=size[0], height=size[1])))
    lesson = make_scene(match, width=size[0], height=size[1], taught_later=frozenset(["price"]))
    assert not clause.search(text_of_scene(lesson))


@pytest.mark.parametrize("size", [(60, 29), (80, 23), (120, 39)])
def test_table_names_no_top_card_and_no_queen_that_a_lesson_teaches_later(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 4♣")]}))
    for action in ("reveal", "reveal", "bank"):
        match.act(0, GAME.parse(action))
    whole = text_of_scene(make_scene(match, width=size[0], height=size[1]))
    assert "aside" in whole
    assert "TOP" in whole
    text = text_of_scene(
        make_scene(match, width=size[0], height=size[1], taught_later=frozenset(["price", "bank price"]))
    )
    assert not re.search("TOP|aside|QUEENS", text)


def test_button_that_banks_says_the_price_at_60_columns_too():
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}))
    match.act(0, GAME.parse("reveal"))
    assert "B Bank 2, Queen in  " in text_of_scene(make_scene(match, width=60, height=29))


def test_list_of_cards_in_the_deck_is_dark_and_has_its_marks_in_the_middle_of_their_blocks():
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("9♣ K♦")]}))
    scene = make_scene(match, width=120, height=39, look=FOUR_COLOURS)
    sheet, canvas = layout_of(scene).sheet, render(scene).canvas
    palette = FOUR_COLOURS.palette
    for y in range(sheet.y + 1, sheet.bottom):
        x = 0
        for text, style in canvas.runs(y):
            inside = sheet.x <= x < sheet.right
            assert not inside or style.bgcolor.name != palette.paper
            if inside and style.bgcolor.name in (palette.bad, palette.crown, palette.gold) and len(text) == 3:
                assert text in (" x ", " Q ")
            x += len(text)


@pytest.mark.parametrize(("width", "height"), [(160, 49), (200, 59), (100, 59)])
def test_list_of_cards_in_the_deck_with_lines_has_a_free_row_below_its_last_suit(width, height):
    scene = make_scene(GAME.start(4, "7"), width=width, height=height)
    where = layout_of(scene)
    assert where.sheet.height > MAX_SHEET_ROWS
    rows = [row[where.sheet.x :] for row in text_of_scene(scene).splitlines()[where.sheet.y : where.sheet.bottom]]
    assert [row.strip()[:1] for row in rows if "│" in row] == ["♣", "♦", "♥", "♠"]
    assert not rows[-1][: where.sheet.width].strip()
    assert where.sheet.bottom <= where.odds.y


def test_bank_has_overlapping_cards_for_each_suit_and_says_that_hearts_count_two():
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠ 10♥ 9♣ 3♣")]}
    match = GAME.start(1, dealer=Dealer.scripted(script))
    for text in ("reveal", "reveal", "reveal", "reveal", "reveal", "bank"):
        match.act(0, GAME.parse(text))
    scene = make_scene(match, width=120, height=39)
    rows = text_of_scene(scene).splitlines()
    bank = layout_of(scene).bank
    assert " ".join(rows[bank.y + 1].split()).startswith("♣ 2 points ♦ 0 points ♥ 4 points, 2 each ♠ 1 point ")
    assert re.sub("[▏·]", " ", rows[bank.y + 2]).split()[:5] == ["9♣", "3♣", "6♥", "10♥", "2♠"]


def test_bank_of_any_size_fits_and_says_how_many_cards_lie_below():
    bank = tuple(card for card in pack(jokers=2) if card.rank != "Q")
    for width in range(36, 151):
        for size in (CHIP, MINI, MID, LARGE, HUGE):
            for number in (1, 7, 26, len(bank)):
                fans = suit_fans(bank[::2][:number], width, size)
                if width >= 5 * (size.width + 1):
                    assert fans[-1].x + fans[-1].columns(size) <= width
                assert sum(len(one.card_indexes) + one.cards_left_out for one in fans) == len(bank[::2][:number])


def test_narrow_block_of_another_player_shows_the_row_or_else_the_bank_without_an_empty_place():
    match = GAME.start(4, seed=5)
    for text in ("reveal", "bank"):
        for seat in range(4):
            if any(str(action) == text for action in match.legal(seat)):
                match.act(seat, GAME.parse(text))
    wide, narrow = (make_scene(match, names=("Ann", "Bea", "Cleo", "Dora"), width=w, height=39) for w in (120, 48))

    def block_rows(scene):
        """Return the rows of the other players below their names."""
        seats = layout_of(scene).seats
        return "\n".join(row for row in text_of_scene(scene).splitlines()[seats.y + 2 : seats.bottom])

    assert "bank" in block_rows(wide), "its name stands at its cards"
    assert "bank" in block_rows(narrow)
    assert "· ·" in block_rows(wide)
    assert "· ·" not in block_rows(narrow)
    playing = next(seat for seat in (1, 2, 3) if match.view(None).count(f"bank/{seat}"))
    match.act(playing, GAME.parse("reveal"))
    [card] = match.view(None).cards(f"shown/{playing}")
    assert str(card) in block_rows(make_scene(match, names=("Ann", "Bea", "Cleo", "Dora"), width=48, height=39))


LONG_ROW = "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣ J♣ A♣ 2♥ 3♥ 4♥ 5♥ 6♥"
"""A row of 15 cards, all of which are safe while 8♠ and K♦ are banned."""


def scene_with_piles(seats, width, height, **piles):
    """Return the scene of a match in which these piles, named with their seat, hold these cards."""
    scene = make_scene(
        GAME.start(seats, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]})), width=width, height=height
    )
    held = {**scene.view.piles, **{name.replace("_", "/"): cards(text) for name, text in piles.items()}}
    return replace(scene, view=dataclasses.replace(scene.view, piles=held))


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (200, 59)])
def test_cut_row_of_another_player_says_how_many_of_its_cards_are_hidden(width, height, seats, look):
    scene = replace(scene_with_piles(seats, width, height, shown_1=LONG_ROW), look=look)
    where = layout_of(scene).seats
    text = "\n".join(text_of_scene(scene).splitlines()[where.y : where.bottom])
    seen = [card for card in LONG_ROW.split() if re.search(rf"(?<!\d){look.displayable_text(card)}", text)]
    hidden = re.search(r"[◄<](\d*)(?!\d)|(\d+) more", text)
    assert (hidden[1] or hidden[2] if hidden else "0") == str(15 - len(seen))


def test_cut_row_of_another_player_says_in_words_that_cards_are_hidden_where_two_stay_in_sight():
    scene = scene_with_piles(4, 80, 23, shown_1="3♥ 4♥ 5♣ 3♦ 2♣ 6♣", bank_1="9♥ 9♣")
    assert re.search("4 more +2♣ +6♣ +bank 2", text_of_scene(scene))
    scene = scene_with_piles(4, 80, 23, shown_1="3♥ 4♥ 5♣ 3♦ 2♣ 6♣", bank_1="9♥ 9♣ " + CARDS_OF_LONG_BANK)
    assert re.search("◄4 +2♣ +6♣ +bank 38", text_of_scene(scene))


def test_empty_place_beside_the_bank_of_another_player_is_said_to_be_that_of_the_row():
    scene = scene_with_piles(3, 120, 39, bank_1="9♥ 9♣", shown_2="3♥", bank_2="9♥")
    assert text_of_scene(scene).count("no row yet") == 1
    banked = dataclasses.replace(scene.view, facts={**scene.view.facts, "status/1": "banked"})
    assert "banked, row empty " in text_of_scene(replace(scene, view=banked))
    sealed = dataclasses.replace(scene.view, options={**scene.view.options, "visibility": "sealed"})
    assert "no row yet" not in text_of_scene(replace(scene, view=sealed)), "nobody knows"


@pytest.mark.parametrize("look", [FOUR_COLOURS, ASCII])
@pytest.mark.parametrize(("width", "height"), [(60, 17), (80, 23), (120, 39), (200, 59)])
def test_cut_row_of_the_seat_in_front_says_how_many_of_its_cards_are_hidden(width, height, look):
    scene = replace(scene_with_piles(2, width, height, shown_0=LONG_ROW), look=look)
    lost = LastRow(cards(LONG_ROW), cards("6♥")[0], Banner("CAUGHT", "bad", "6♥ is caught by 6♠."))
    piles = {**scene.view.piles, "shown/0": ()}
    view = dataclasses.replace(scene.view, facts={**scene.view.facts, "status/0": "caught"}, piles=piles)
    caught = replace(scene, effect=replace(scene.effect, caught_and_banned_card=(cards("6♥")[0], cards("6♠")[0])))
    for one in (scene, caught, replace(scene, last_row=lost, view=view)):
        where = layout_of(one).deck_and_row
        text = "\n".join(text_of_scene(one).splitlines()[where.y : where.bottom])
        seen = [card for card in LONG_ROW.split() if re.search(rf"(?<!\d){look.displayable_text(card)}", text)]
        hidden = re.search(r"(\d+) (?:cards? )?hidden\b", text)
        assert int(hidden[1] if hidden else 0) == 15 - len(seen)


def test_note_of_two_rows_covers_the_odds_and_no_card():
    match = GAME.start(4, seed=5)
    plain = make_scene(match, width=80, height=23)
    noted = replace(plain, note="This sentence has more cells than the table is wide beside the log.")
    before, after = (text_of_scene(scene).splitlines() for scene in (plain, noted))
    changed = [y for y in range(23) if before[y] != after[y]]
    odds = layout_of(plain).odds
    assert changed == [*range(odds.y, odds.bottom)]
    assert " ".join(" ".join(after[y][: layout_of(plain).felt.width] for y in changed).split()) == noted.note


@pytest.mark.parametrize(("width", "height"), [(48, 26), (48, 39), (60, 17), (80, 23), (120, 39), (200, 59)])
def test_card_that_a_queen_takes_first_is_marked(width, height):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠ 10♣")]}
    match = GAME.start(1, dealer=Dealer.scripted(script))
    for text in ("reveal", "reveal", "reveal", "bank"):
        match.act(0, GAME.parse(text))
    text = text_of_scene(make_scene(match, width=width, height=height))
    assert ("TOP" in text) or ("top 10♣" in text)
    assert not re.search(r"TOP[^ ]", text)


def test_number_of_hidden_cards_in_the_bank_does_not_look_like_points():
    match = GAME.start(
        1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards(CARDS_OF_LONG_BANK)]})
    )
    for _ in CARDS_OF_LONG_BANK.split():
        match.act(0, GAME.parse("reveal"))
    match.act(0, GAME.parse("bank"))
    sizes = ((60, 17), (80, 23), (120, 39))
    narrow, usual, wide = (text_of_scene(make_scene(match, width=width, height=height)) for width, height in sizes)
    assert "◄7" in narrow
    assert "9 ◄7" in usual
    assert "◄ hidden" in narrow
    assert "◄ hidden" in usual
    assert "more" not in usual
    assert "◄ cards hidden" in wide
    assert "♣ 9 points ◄5" in wide
    assert "♦ 9 points ◄5" in wide
    upright = text_of_scene(make_scene(match, width=48, height=39))
    assert "hidden" not in upright
    assert "◄" not in upright  # its rows have all the cards
    assert not re.search(r"\+\d", narrow + usual + wide + upright)


def text_of_bank_of_27_cards(width: int, height: int, seats: int = 1) -> str:
    """Return the text of a board whose bank has 27 cards, among them a Joker."""
    names = "2♥ 5♥ 9♥ J♥ 3♥ 4♥ 6♥ A♥ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣ A♦ 2♦ 3♦ 5♦ 6♠ 7♠ 10♠ 2♠ Jk 3♠ 4♠"
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards(names)]}
    match = GAME.start(seats, dealer=Dealer.scripted(script))
    for text in (*["reveal"] * 25, "bank"):
        match.act(0, GAME.parse(text))
    return text_of_scene(make_scene(match, width=width, height=height))


@pytest.mark.parametrize(("width", "height"), [(80, 23), (100, 29), (120, 39), (160, 49)])
def test_fans_of_a_bank_say_in_one_way_how_many_cards_are_hidden(width, height):
    ways = set()
    for number in range(1, 36):
        bank = cards(CARDS_OF_LONG_BANK)[:1] + cards(CARDS_OF_LONG_BANK)[36 - number :]
        view = GAME.start(1, "7").view(0)
        view = dataclasses.replace(view, piles={**view.piles, "bank/0": bank})
        scene = MadQueensScene(view=view, names=("Nora",), focus=0, width=width, height=height)
        zone = layout_of(scene).bank
        rows = [row[zone.x : zone.right] for row in text_of_scene(scene).splitlines()[zone.y + 1 : zone.bottom + 1]]
        told = re.findall(r"◄\d|\d cards? hidden", " ".join(rows))
        found = {"sign" if one[0] == "◄" else "words" for one in told}
        assert len(found) <= 1, rows
        for heading in rows if "words" in found else ():
            unsaid = re.sub(r"\d+ points?(, \d+ (cards? hidden|each))?", "", heading)
            assert not re.search(r"hidden|[♣♦♥♠] +\d+ ", unsaid), "cards are hidden, and no points"
        ways |= found
    assert ways


def test_number_of_hidden_cards_takes_the_place_of_a_whole_chip_and_not_of_a_rank():
    text = text_of_bank_of_27_cards(60, 17, seats=2)
    assert re.search(r"◄7 +10♣ ", text)
    assert not re.search(r"◄\d+[♣♦♥♠]", text)


@pytest.mark.parametrize("size", [(72, 19), (76, 20), (80, 20), (80, 23)], ids=str)
def test_number_of_hidden_cards_is_apart_from_the_rank_behind_it(size):
    text = text_of_bank_of_27_cards(*size)
    assert "◄" in text
    assert not re.search(r"◄\d{3}|◄\d+[♣♦♥♠JA]", text)


@pytest.mark.parametrize("size", [(72, 19), (72, 20), (76, 20), (80, 20)], ids=str)
def test_number_of_hidden_cards_does_not_run_into_the_two_of_a_doubled_card(size):
    scene = scene_with_piles(4, *size, bank_0=CARDS_OF_LONG_BANK)
    view = scene.view
    facts = {**view.facts, "exact/0": view.cards("bank/0"), "doubled/0": 36}
    zone = layout_of(scene).bank
    rows = text_of_scene(replace(scene, view=dataclasses.replace(view, facts=facts))).splitlines()
    signs = re.findall(r"◄\S*", "\n".join(row[zone.x : zone.right] for row in rows[zone.y + 1 : zone.bottom + 1]))
    assert signs
    assert all(re.fullmatch(r"◄([1-8]|TOP2?)", sign.rstrip("▏")) for sign in signs), signs


def test_bank_of_a_narrow_board_has_two_lines_before_a_card_is_left_out():
    names = " ".join(CARDS_OF_LONG_BANK.split()[::2])
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards(names)]}))
    for _ in names.split():
        match.act(0, GAME.parse("reveal"))
    match.act(0, GAME.parse("bank"))
    scene = make_scene(match, width=48, height=39)
    arranged = arrange_bank(layout_of(scene), scene.view.cards("bank/0"))
    assert arranged.cards_left_out == 0
    assert {fan.line for fan in arranged.fans} == {0, 1}
    for fan in arranged.fans:
        bank = layout_of(scene).bank
        place = place_of(scene, layout_of(scene), f"bank/{fan.suit}")
        row = text_of_scene(scene).splitlines()[place.y]
        assert f"{scene.view.cards('bank/0')[fan.card_indexes[-1]]}" in row[place.x : place.x + place.size.width], (
            fan.suit
        )
        assert bank.y < place.y
        assert place.y + place.size.height <= bank.bottom


@pytest.mark.parametrize(("width", "sentence"), [(60, "tied 1st"), (80, "tied 1st of 2"), (120, "tied 1st of 2")])
def test_equal_points_are_called_a_tie_in_the_title_and_marked_in_the_standings(width, sentence):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")], "deck/1": [cards("2♣")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    scene = make_scene(match, names=("Ada", "Björn"), width=width, height=39)
    assert text_of_scene(scene).splitlines()[0].rstrip().endswith(f"0 points, {sentence}")
    if layout_of(scene).standings is not None:
        assert re.search(r"1 . You .*\n.*= . Björn", text_of_scene(scene))
    for seat, text in ((0, "reveal"), (0, "bank"), (1, "reveal"), (1, "bank")):
        match.act(seat, GAME.parse(text))
    assert "2 points, 1st of 2" in text_of_scene(make_scene(match, width=width, height=39))


@pytest.mark.parametrize(("seats", "width"), [(2, 80), (2, 120), (2, 200), (4, 200)])
def test_score_of_a_player_with_much_room_stands_right_after_the_name(seats, width):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/1": [cards("6♥")]}
    match = GAME.start(seats, dealer=Dealer.scripted(script))
    assert re.search("Player 1 {1,3}0 points", text_of_scene(make_scene(match, width=width, height=39)))
    for text in ("reveal", "bank"):
        match.act(1, GAME.parse(text))
    assert re.search("Player 1 {1,3}leads with [24] points", text_of_scene(make_scene(match, width=width, height=39)))


def test_bank_of_another_player_is_counted_in_cards_and_the_score_in_points():
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♣")], "deck/1": [cards("2♥ 3♥")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    for seat, text in ((1, "reveal"), (1, "reveal"), (1, "bank"), (0, "reveal"), (0, "bank")):
        match.act(seat, GAME.parse(text))
    text = text_of_scene(make_scene(match, names=("Ada", "Björn"), width=120, height=39))
    assert "4 points" in text.splitlines()[1]
    assert "bank 2 cards, deck 49" in text


@pytest.mark.parametrize(("width", "height"), [(48, 26), (48, 39), (60, 17), (80, 23), (120, 39)])
def test_list_of_cards_in_the_deck_marks_an_exact_hit_with_the_same_symbol_at_every_size(width, height):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("9♣ K♦")]}))
    scene = make_scene(match, width=width, height=height)
    sheet = layout_of(scene).sheet
    rows = [row[sheet.x : sheet.right] for row in text_of_scene(scene).splitlines()[sheet.y : sheet.bottom]]
    ranks = next(row for row in rows if " 10 " in row)
    for suit, rank in (("♣", "9"), ("♦", "K")):
        row = next(row for row in rows if f"{suit}│" in row)
        column = ranks.index(rank)
        assert row[column - 1 : column + 2].strip() in ("★", f"{suit}★", f"★{suit}"), "it stands below its rank alone"
    assert ("x caught, ★ safe, counts twice" if width == 120 else "★ double") in rows[0] or height < 20
    plain = text_of_scene(replace(scene, look=ASCII)).splitlines()[sheet.y : sheet.bottom]
    assert sum(row[sheet.x : sheet.right].count("*") for row in plain[1:]) == 2


@pytest.mark.parametrize("look", ["four", "four-256", "four-16", "outline", "ascii"])
def test_queen_in_the_deck_does_not_look_like_a_button_and_the_board_says_what_she_does(look):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♣")], "queens/0": [cards("Q♣")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    for text in ("reveal", "bank"):
        match.act(0, GAME.parse(text))
    bank = {**match.view(0).piles, "bank/0": cards("6♣ 6♠")}
    facts = {**match.view(0).facts, "status/0": "playing"}
    for width, height in ((120, 39), (200, 59)):
        scene = make_scene(match, width=width, height=height, look=LOOKS[look])
        scene = replace(scene, view=dataclasses.replace(scene.view, piles=bank, facts=facts))
        canvas, where = render(scene).canvas, layout_of(scene)
        legend = str(canvas).splitlines()[where.odds.bottom - 2 : where.odds.bottom]
        takes = "she takes 2 bank cards" if width == 120 else "she takes 2 cards from your bank"
        assert any(f"Queen 2%: {takes}" in row for row in legend)
        if LOOKS[look].coloured:
            badges = [
                pen
                for y in range(where.sheet.y, where.odds.bottom)
                for _, pen in canvas.runs(y)
                if pen == badge_style(LOOKS[look], "queen") or pen == badge_style(LOOKS[look], "gold")
            ]
            assert badges
            assert badge_style(LOOKS[look], "gold") not in badges
        assert any(re.search("[│|].* Q ", row) for row in str(canvas).splitlines()[where.sheet.y : where.sheet.bottom])


@pytest.mark.parametrize(
    ("bank", "row", "turned", "sentence"),
    [
        ("6♣ 6♠", "", 0, "she takes 2 cards from {} bank"),
        ("6♣ 6♠ 9♠", "7♣", 0, "she takes 2 or 3 cards from {} bank"),
        ("6♣ 6♠ 9♠ 9♣", "7♣ 9♥ 6♥", 0, "she takes 3 or 4 cards from {} bank"),
        ("6♣ 6♠ 9♠ 9♣", "7♥ 9♥", 0, "she takes 2 to 4 cards from {} bank"),
        ("6♣", "", 0, "she ends {} game: {} cannot pay her"),
        ("6♣ 6♠", "", 3, "the fourth takes 2 cards, then ends {} game"),
        ("6♣ 6♠", "7♣", 0, "she may end {} game"),
        ("6♣ 6♠", "7♣ 7♥", 0, "she ends {} game: {} cannot pay her"),
        ("6♣ 6♠", "7♣", 3, "she ends {} game  "),
    ],
)
@pytest.mark.parametrize(("seat", "whose", "who"), [(0, "your", "you"), (1, "Ada's", "Ada")])
def test_board_says_whether_a_queen_of_the_deck_would_end_the_game(bank, row, turned, sentence, seat, whose, who):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, seat, names=("Ada", "Björn"), width=200, height=59)
    aside = cards("Q♠ Q♦")  # the deck may hold the Queens of ♣ and ♥
    piles = {**scene.view.piles, "bank/0": cards(bank), "shown/0": cards(row), "aside/0": aside}
    view = dataclasses.replace(scene.view, piles=piles, facts={**scene.view.facts, "spent/0": turned})
    assert sentence.format(whose, who) in text_of_scene(replace(scene, view=view, focus=0))


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39)])
@pytest.mark.parametrize(
    ("turned", "reason"),
    [
        (0, "Queen 4%: can't pay: (she ends your|ends) game"),
        (3, "Queen 4%: (she|the fourth) takes 2( cards, then| and) ends your game|takes 2 \\+ ends game"),
    ],
)
def test_legend_with_little_room_says_why_a_queen_ends_the_game(turned, reason, width, height):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, width=width, height=height)
    bank = cards("6♣ 6♠") if turned else cards("6♣")
    piles = {**scene.view.piles, "bank/0": bank, "aside/0": cards("Q♠ Q♦")}
    view = dataclasses.replace(scene.view, piles=piles, facts={**scene.view.facts, "spent/0": turned})
    assert re.search(reason, text_of_scene(replace(scene, view=view)))


@pytest.mark.parametrize(("width", "height"), BOARD_SIZES)
@pytest.mark.parametrize(("bank", "turned"), [("6♣ 6♠", 0), ("6♣", 0), ("6♣ 6♠", 3), ("6♣", 3)])
@pytest.mark.parametrize("gone_count", [0, 10, 20, 30])
@pytest.mark.parametrize(("seat", "names"), [(0, ("Ada", "Björn")), (1, ("Wilhelmina", "Björn"))])
def test_legend_never_leaves_out_that_a_queen_may_end_the_game(bank, turned, gone_count, seat, names, width, height):
    """The percentages beside it leave less room with each digit."""
    match = games["mad-queens-classic"].start(
        2, dealer=Dealer.scripted({"first": "0", "banned-deck": [cards("8♠ K♦")]})
    )
    scene = make_scene(match, seat, names=names, width=width, height=height)
    gone = [card for card in pack(jokers=2) if card not in {*QUEENS, *cards("6♣ 6♠ 7♣ 8♠ 8♣ K♥ K♦")}][:gone_count]
    piles = {
        **scene.view.piles,
        "bank/0": cards(bank),
        "shown/0": cards("7♣"),
        "aside/0": cards("Q♠ Q♦"),
        "gone/0": gone,
    }
    view = dataclasses.replace(scene.view, piles=piles, facts={**scene.view.facts, "spent/0": turned})
    scene = replace(scene, view=view, focus=0)
    where = layout_of(scene).odds
    legend = text_of_scene(scene).splitlines()[where.y : where.bottom]
    assert where.height == 1 or any(re.search("(may end|ends) (your |Wilhelmina's )?game", row) for row in legend)


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39)])
def test_queen_in_the_deck_is_named_beside_her_back(width, height):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "queens/0": [cards("Q♥")]}))
    for text in ("reveal", "bank"):
        match.act(0, GAME.parse(text))
    assert re.search("Q♥ deck|Q♥ +in deck", text_of_scene(make_scene(match, width=width, height=height)))


def test_line_about_the_risk_has_the_small_shares_if_no_row_is_below_the_odds_bar():
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♣")], "queens/0": [cards("Q♣")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    for text in ("reveal", "bank"):
        match.act(0, GAME.parse(text))
    for width, height in ((80, 22), (60, 17), (48, 26)):
        scene = make_scene(match, width=width, height=height)
        facts = {**scene.view.facts, "status/0": "playing"}
        scene = replace(scene, view=dataclasses.replace(scene.view, facts=facts))
        where = layout_of(scene)
        assert where.odds.height == 1
        rows = text_of_scene(scene).splitlines()
        risk, bar = rows[max(where.risk_row, where.sheet.y)], rows[where.odds.y]
        assert re.match(r"6 of 50 (would be )?caught 12%, Queen 2%", risk[where.sheet.x :]), risk
        assert re.search(r"╱ +Q +safe 86% ", bar)


@pytest.mark.parametrize(("width", "height"), [*BOARD_SIZES, (80, 22), (160, 49)])
def test_parts_of_the_odds_bar_are_to_scale_for_every_deck(play_at_random, width, height):
    palette, decks = FOUR_COLOURS.palette, 0
    for match, seat, _ in play_at_random("mad-queens", 2, 11):
        scene = make_scene(match, width=width, height=height, look=FOUR_COLOURS)
        if seat != 0 or 0 not in match.waiting:
            continue
        where, odds = layout_of(scene).odds, deck_odds(scene.view, 0)
        row = render(scene).canvas.runs(where.y + (where.height >= BANNER_ROWS))
        grounds = [pen.bgcolor.name for text, pen in row for _ in text][where.x : where.right]
        safe_count = odds.card_count - odds.caught_count - odds.queen_count
        shares = ((palette.bad, odds.caught_count), (palette.queen, odds.queen_count), (palette.good, safe_count))
        parts = [(ground, len([*cells])) for ground, cells in groupby(grounds) if ground != palette.felt]
        assert [ground for ground, _ in parts] == [ground for ground, count in shares if count], "one piece for each"
        room = where.width - len(parts) + 1
        for ground, count in shares:
            columns, scaled = dict(parts).get(ground, 0), room * count / odds.card_count
            assert abs(columns - scaled) <= 1 or columns == 1, f"{columns} columns for {scaled}"
        decks += 1
    assert decks > 5


def test_sentence_beside_the_banned_cards_says_what_they_do():
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("A♦ Q♣")]}))
    assert banned_rule_text(match.view(0), 0) == "Aces and all clubs are caught, but not A♦, which counts double."
    classic = games["mad-queens-classic"].start(1, dealer=Dealer.scripted({"banned-deck": [cards("5♦ 4♠")]}))
    assert banned_rule_text(classic.view(0), 0) == "5s and 4s are caught."


@pytest.mark.parametrize(
    ("banked", "said"),
    [("", ", but not K♠ or J♦, which count double."), ("K♠", ", but not J♦, which counts double."), ("K♠ J♦", ".")],
)
def test_only_cards_that_are_still_in_the_deck_are_said_to_count_double(banked, said):
    view = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("K♠ J♦")]})).view(0)
    view = dataclasses.replace(view, piles={**view.piles, "bank/0": cards(banked)})
    assert banned_rule_text(view, 0) == f"Kings and jacks are caught{said}"


@pytest.mark.parametrize(
    ("banked", "said"),
    [
        ("K♣ K♦ K♥ J♣ J♥", "Kings and jacks are caught, but not K♠ or J♦, which count double."),
        ("K♣ K♦ K♥ J♣ J♥ J♠", "Kings and jacks are caught: none left; K♠ and J♦ count double."),
        ("K♣ K♦ K♥ J♣ J♥ J♠ K♠", "Kings and jacks are caught: none left; J♦ counts double."),
        ("K♣ K♦ K♥ J♣ J♥ J♠ K♠ J♦", "Kings and jacks are caught: none left."),
    ],
)
def test_sentence_on_the_banned_cards_does_not_contradict_a_risk_of_none(banked, said):
    view = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("K♠ J♦")]})).view(0)
    view = dataclasses.replace(view, piles={**view.piles, "bank/0": cards(banked)})
    assert banned_rule_text(view, 0) == said
    exact = [card for card in ("K♠", "J♦") if card in said]
    assert all(card in banned_rule_texts(view, 0)[:2][-1] for card in exact), "also where there is less room"


@pytest.mark.parametrize("size", BOARD_SIZES)
def test_texts_below_two_banned_cards_do_not_touch(size):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("10♠ K♦")]}))
    for banked in ("10♣ 10♦ 10♥", "10♣ 10♦ 10♥ 10♠", "10♣ 10♦ 10♥ K♣ K♥ K♠"):
        view = match.view(0)
        view = dataclasses.replace(view, piles={**view.piles, "bank/0": cards(banked)})
        scene = replace(make_scene(match, width=size[0], height=size[1]), view=view)
        text = text_of_scene(scene)
        if layout_of(scene).banned_card_size is MINI:
            assert text.count("catch 0") + len(re.findall("catch no|neither catches", text)) <= 1
            has_row_below = layout_of(scene).banned_cards.height > 1 + MINI.height
            catches_none = has_row_below and len(banked.split()) == 6
            assert bool(re.search("neither catches a card|both catch none", text)) == catches_none, (
                "not a number that may be about one of them"
            )
        assert not re.search(r"(catches|catch) (0|none|no card)[^\s,]", text)
        assert "risk 0" not in text, "of which unit, per cent or points?"


@pytest.mark.parametrize(("width", "height"), [(120, 39), (200, 59)])
def test_standings_have_bars_as_long_as_the_points(width, height):
    match = GAME.start(3, seed=2)
    facts = {"score/0": 8, "score/1": 4}
    scene = make_scene(match, names=("Ada", "Björn", "Chidi"), width=width, height=height)
    scene = replace(scene, view=dataclasses.replace(scene.view, facts={**scene.view.facts, **facts}))
    where = layout_of(scene).standings
    rows = [row[where.x :] for row in text_of_scene(scene).splitlines()[where.y : where.bottom]]
    assert rows[0].split() == ["STANDINGS", "points", "deck"]
    longest = rows[1].count("▆")
    assert longest > 8
    assert [row.count("▆") for row in rows[1:4]] == [longest, round(longest / 2), 0]
    assert [row.split()[-2:] for row in rows[1:4]] == [["8", "50"], ["4", "50"], ["0", "50"]]
    finished = dataclasses.replace(scene.view, facts={**scene.view.facts, "cause/1": "chosen"})
    rows = [row[where.x :] for row in text_of_scene(replace(scene, view=finished)).splitlines()]
    classic = make_scene(games["mad-queens-classic"].start(3, seed=2), width=width, height=height)
    assert "cards  deck" in text_of_scene(classic)
    assert rows[where.y + 2].split()[-2:] == ["4", "over"], "no card of this deck is turned any more"


def test_standings_mark_at_most_one_seat_as_awaited():
    match = GAME.start(3, seed=2)
    where = layout_of(make_scene(match, width=120, height=39)).standings
    for seat, marked in ((None, "You"), (0, ""), (1, "Player 2")):
        if seat is not None:
            match.act(seat, GAME.parse("reveal"))
            if seat in match.waiting:
                match.act(seat, GAME.parse("bank"))
        rows = text_of_scene(make_scene(match, width=120, height=39)).splitlines()[where.y : where.bottom]
        found = [row[where.x :].partition("▸")[2].strip() for row in rows if "▸" in row[where.x :]]
        assert [name.startswith(marked) for name in found] == [True] * bool(marked)


@pytest.mark.parametrize(("width", "height"), [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)])
def test_deck_and_bank_of_the_only_other_player_are_near_the_name(width, height):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/1": [cards("6♥ 10♥"), cards("2♠")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))

    def assert_near():
        shown = make_scene(match, names=("Ada", "Björn"), width=width, height=height)
        rows = text_of_scene(shown).splitlines()[2 : layout_of(shown).seats.bottom]
        found = [re.search(r"(?<=  )(?:bank \d|deck \d)", row) for row in rows]
        columns = [place.start() for place in found if place]
        assert columns
        assert max(columns) <= 26, rows
        assert not any(re.search(r"(?:deck|bank|top) ?\d+ ?(?:deck|bank)|[♣♦♥♠] ?(?:bank|deck)", row) for row in rows)

    assert_near()
    for _ in range(2):
        match.act(1, GAME.parse("reveal"))
        assert_near()
    match.act(1, GAME.parse("bank"))
    assert_near()
    while 0 in match.waiting:
        match.act(0, match.default(0))
    match.act(1, GAME.parse("reveal"))
    assert_near()


@pytest.mark.parametrize("row_length", range(1, 9))
def test_bank_of_another_player_is_not_glued_to_the_row(row_length):
    match = GAME.start(4, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, width=80, height=23)
    bank, row = cards("2♣ 3♦ 4♥ 5♠ 6♣"), cards(CARDS_OF_LONG_BANK)[5 : 5 + row_length]
    piles = {**scene.view.piles, "bank/1": bank, "shown/1": row}
    text = text_of_scene(replace(scene, view=dataclasses.replace(scene.view, piles=piles))).splitlines()[3]
    assert re.search("  bank 5", text), text


def test_bank_of_another_player_says_how_many_cards_it_has_at_every_size():
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")], "deck/1": [cards(CARDS_OF_LONG_BANK)]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    for _ in CARDS_OF_LONG_BANK.split():
        match.act(1, GAME.parse("reveal"))
    match.act(1, GAME.parse("bank"))
    usual, wide = (
        text_of_scene(make_scene(match, names=("Ada", "Björn"), width=width, height=height)).splitlines()
        for width, height in ((80, 23), (120, 39))
    )
    assert all("+ banked" in rows[2] for rows in (usual, wide))
    assert all("deck 15" in rows[2] for rows in (usual, wide))
    assert "bank 36 cards, top  J♠" in usual[3]
    assert "bank 36 cards, deck 15" in wide[2]


def test_bank_with_room_says_what_a_heart_counts_and_which_cards_a_queen_takes():
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♣")]}
    match = GAME.start(1, dealer=Dealer.scripted(script))
    for text in ("reveal", "reveal", "bank"):
        match.act(0, GAME.parse(text))
    text = text_of_scene(make_scene(match, width=120, height=39))
    assert "a heart is 2, Queens take the TOP first, then 6♥" in text
    match = GAME.start(4, dealer=Dealer.scripted(script))
    for text in ("reveal", "reveal", "bank"):
        match.act(0, GAME.parse(text))
    for height in (22, 23):
        assert re.search("(♥|a heart) is 2", text_of_scene(make_scene(match, width=80, height=height)))
    longer = {**match.view(0).piles, "bank/0": cards("6♥ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣")}
    scene = make_scene(match, width=80, height=23)
    facts = {**scene.view.facts, "score/0": 10}
    scene = replace(scene, view=dataclasses.replace(scene.view, piles=longer, facts=facts))
    assert "♥ is 2" in text_of_scene(scene)
    assert "h is 2" in text_of_scene(replace(scene, look=ASCII))


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize(("cards_in_row", "expected_places"), [(0, 4), (2, 2), (5, 0)])
def test_empty_places_of_the_row_say_how_likely_a_catch_is_up_to_each(look, cards_in_row, expected_places):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠ 10♥ 9♣ 3♣")]}
    match = GAME.start(1, dealer=Dealer.scripted(script))
    for _ in range(cards_in_row):
        match.act(0, GAME.parse("reveal"))
    scene = make_scene(match, width=120, height=39, look=look)
    text = text_of_scene(scene)
    known = deck_odds(scene.view, 0)
    assert ("next card" in text) == (expected_places > 0)
    assert all(f"next {number} cards" in text for number in range(2, expected_places + 1))
    assert text.count("any caught") == max(expected_places - 1, 0)
    if look is ASCII:
        for number in range(1, expected_places + 1):
            assert f" {round(100 * known.chance_of_catch(number))}% " in text
    small = text_of_scene(replace(scene, width=80, height=23))
    assert "next 2" not in small, "small places have no room for it"


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [(48, 39), (48, 49), (62, 34), (100, 39), (119, 59), (120, 34), (200, 59)])
@pytest.mark.parametrize("banned", ["8♠ K♦", "Q♠ Q♦"])
def test_texts_of_neighbouring_places_of_the_row_stay_apart(size, look, banned):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards(banned)]}))
    scene = make_scene(match, width=size[0], height=size[1], look=look)
    layout = layout_of(scene)
    place, rows = row_rect(layout), text_of_scene(scene).splitlines()
    head = rows[place.y][place.x : place.right]
    assert re.search("next", head)
    assert not re.search("[A-Za-z0-9]", re.sub(r"\bnext( card| [0-9]+( cards)?)?\b", "", head)), head
    for row in rows[place.y : place.bottom]:
        columns = range(place.x + layout.size.width, place.right, layout.size.width + 1)
        assert all(row[column : column + 1] in (" ", "") for column in columns), row


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_chance_of_a_catch_fills_the_empty_places_of_the_row_to_scale(play_at_random, slug):
    seen = set()
    for match, seat, _ in play_at_random(slug, 1, 3):
        if seat not in match.waiting:
            continue
        scene = make_scene(match, width=160, height=49)
        place, rows = row_rect(layout_of(scene)), text_of_scene(scene).splitlines()
        known = deck_odds(scene.view, 0)
        for found in re.finditer("next (card|[0-9]+)", rows[place.y]):
            middle = (found.start() + found.end()) // 2
            column = [row[middle] for row in rows[place.y : place.bottom]]
            is_first = found[1] == "card"
            covered = 5 + (is_first and known.queen_count > 0)  # rows with figures
            says = "% (caught|Queen)" if not known.caught_count else "% Queen"
            assert bool(re.search(says, rows[place.y + 5][found.start() - 3 : found.end() + 3])) == (covered == 6)
            if not known.caught_count and known.queen_count:
                continue  # these places show the chance of a Queen, as the next test tests
            eighths = sum(8 * (sign == "╱") + " ▁▂▃▄▅▆▇█".find(sign) * (sign in "▁▂▃▄▅▆▇") for sign in column[covered:])
            chance = known.chance_of_catch(1 if is_first else int(found[1]))
            if chance * place.height < place.height - covered:  # the figures cover more
                assert eighths == round(8 * chance * place.height), (found[0], chance)
                seen.add(eighths % 8)
    assert len(seen) > 4


@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE, ASCII], ids=lambda look: look.name)
def test_empty_places_of_the_row_say_how_likely_a_queen_is_if_no_card_can_be_caught(look):
    view = LessonRun(LESSONS["mad-queens"], 9).view
    known = deck_odds(view, 0)
    assert (known.caught_count, known.queen_count, known.card_count) == (0, 4, 10)
    scene = replace(make_scene(GAME.start(2), width=160, height=49, look=look), view=view)
    place, rows = row_rect(layout_of(scene)), text_of_scene(scene).splitlines()
    heads = list(re.finditer("next (card|[0-9]+ cards)", rows[place.y]))
    assert len(heads) > 3
    for number, head in enumerate(heads, 1):
        column = [row[head.start() - 2 : head.end() + 2] for row in rows[place.y : place.bottom]]
        assert (" Queen " if number == 1 else " any Queen ") in column[4]
        assert ("0% caught" in column[5]) == (number == 1)
        if look is ASCII:
            assert f"{round(100 * known.chance_of_queen(number))}%" in column[2]
            filled = sum(set(row.strip(" |'.-")) == {"Q"} for row in column[6:])
            assert filled == min(int(known.chance_of_queen(number) * place.height), place.height - 6)


def test_bar_of_a_chance_stays_whole_beside_its_text():
    """On the bar the text has its ground, and no eighth of a row stands left and right of a text."""
    scene = scene_with_piles(2, 120, 39, shown_0="9♥ 9♣", bank_0="2♣", temp_0="Q♠")
    canvas, place = render(scene).canvas, row_rect(layout_of(scene))
    rows = [[*canvas.runs(y)] for y in range(place.y, place.bottom)]
    pens = [pen for row in rows for text, pen in row if "any caught" in text]
    assert pens == [badge_style(scene.look, "bad")]
    assert not any(re.search("[▁▂▃▄▅▆▇] +[▀█▄].*[▁▂▃▄▅▆▇]$", "".join(text for text, _ in row)) for row in rows)
    edges = [row for row in text_of_scene(scene).splitlines()[place.y : place.bottom] if "▁" in row]
    assert len(edges) == 1, "that of the first place, below its text"


def test_banned_cards_are_large_and_the_row_largest_beside_the_odds_at_120_columns():
    for others in range(1, 8):
        where = layout_of(make_scene(GAME.start(others + 1, "7"), width=120, height=39))
        assert (where.size, where.banned_card_size) == (HUGE, LARGE)
        assert where.are_odds_beside_banned_cards
        assert where.odds.right < where.banned_cards.x
        assert where.sheet.bottom <= where.odds.y
        assert where.odds.bottom <= where.deck_and_row.y


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (160, 49), (200, 59)])
@pytest.mark.parametrize("seats", [1, 2, 4, 8])
def test_banned_cards_lie_in_the_middle_of_the_board(width, height, seats):
    where = layout_of(make_scene(GAME.start(seats, "7"), width=width, height=height))
    assert where.banned_cards.x < width // 2 < where.banned_cards.x + 2 * where.banned_card_size.width


@pytest.mark.parametrize(("width", "height"), BOARD_SIZES)
def test_name_of_a_large_queen_and_what_she_does_are_seen_whole_beside_her(width, height):
    sentence = "Q♠ takes 3 cards from the bank."
    effect = MadQueensFrameEffect(
        queen=cards("Q♠")[0], entrance_frame=FLIP_FRAMES, banner=Banner("QUEEN", "gold", sentence)
    )
    scene = replace(make_scene(GAME.start(4, "7"), width=width, height=height), effect=effect)
    text = text_of_scene(scene)
    for row in big_letter_rows("QUEEN"):
        assert row.rstrip() in text
    assert all(word in text for word in sentence.split())


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (160, 49), (200, 59)])
@pytest.mark.parametrize("look", [FOUR_COLOURS, OUTLINE], ids=lambda look: look.name)
def test_cards_that_a_queen_takes_lie_beside_her_and_are_marked_in_the_bank(width, height, look):
    bank = cards("2♣ 3♦ 9♥ 4♥ K♥ A♣")
    view = GAME.start(4, "7").view(0)
    facts = {**view.facts, "exact/0": cards("9♥ A♣"), "doubled/0": 2}
    view = dataclasses.replace(view, piles={**view.piles, "bank/0": bank}, facts=facts)
    banner = Banner("QUEEN", "gold", "Q♠ takes 3 cards from the bank: A♣, K♥ and 4♥.")
    effect = MadQueensFrameEffect(
        queen=cards("Q♠")[0], entrance_frame=FLIP_FRAMES, cards_demanded=3, cards_taken=0, banner=banner
    )
    names = ("Nora", "Ada", "Björn", "Chidi")
    scene = MadQueensScene(view=view, names=names, focus=0, effect=effect, width=width, height=height, look=look)
    where, rows = layout_of(scene), text_of_scene(scene).splitlines()
    (title,) = (y for y, row in enumerate(rows) if "FROM YOUR BANK" in row)
    beside = rows[title + 1 :][: where.banned_cards.height]
    index_row = next(row for row in beside if "A♣" in row and "K♥" in row)
    assert re.search(r"A♣.*K♥.*4♥", index_row), "in the order in which she takes them"
    assert "".join(beside).count("x2") == 1, "A♣, so that the sum of the points can be seen"
    rows_of_bank = "".join(rows[where.bank.y + 1 : where.bank.bottom])
    assert len(re.findall("TAKEN|!", rows_of_bank)) == 3
    assert rows_of_bank.count("x2") == 2, "A♣, which is taken, and 9♥, which stays"
    assert not any("TOP" in row for row in rows[where.bank.y + 1 :]), "it is taken itself"
    title = rows[where.bank.y][where.bank.x : where.bank.right].rstrip()
    assert re.search(r" -6( points(, -3 cards)?)?$", title), "the points that are shown still have those of these cards"


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (160, 49), (200, 59)])
def test_points_of_an_exact_hit_stand_beside_those_of_the_bank(width, height):
    view = GAME.start(4, "7").view(0)
    view = dataclasses.replace(view, piles={**view.piles, "bank/0": cards("2♣ 3♦"), "shown/0": cards("7♥")})
    effect = MadQueensFrameEffect(exact_hit=cards("7♥")[0], banner=Banner("DOUBLE", "good", "An exact hit on 7♥."))
    names = ("Nora", "Ada", "Björn", "Chidi")
    scene = MadQueensScene(view=view, names=names, focus=0, effect=effect, width=width, height=height)
    where = layout_of(scene)
    title = text_of_scene(scene).splitlines()[where.bank.y][where.bank.x : where.bank.right].rstrip()
    assert re.search(r" \+4( points)?$", title)


@pytest.mark.parametrize("number", range(1, 7))
def test_temporary_banned_cards_are_seen_whole_beside_large_banned_cards(number):
    view = games["mad-queens-classic"].start(1, "7").view(0)
    temporary = cards("2♣ 3♦ 4♥ 5♠ 6♣ 7♦")[:number]
    view = dataclasses.replace(view, piles={**view.piles, "temp/0": temporary})
    scene = MadQueensScene(view=view, names=("Nora",), focus=0, width=120, height=39)
    assert text_of_scene(scene).replace("TEMP:", "").count("TEMP") == number


@pytest.mark.parametrize("number", range(1, 7))
def test_every_temporary_card_of_the_usual_window_is_named_and_the_word_is_whole(number):
    view = games["mad-queens-classic"].start(1, "7").view(0)
    temporary = cards("2♣ 3♦ 4♥ Q♠ 6♣ 7♦")[:number]
    view = dataclasses.replace(view, piles={**view.piles, "banned": cards("A♣ K♣"), "temp/0": temporary})
    scene = MadQueensScene(view=view, names=("Nora",), focus=0, width=80, height=23)
    zone = layout_of(scene).banned_cards
    right = layout_of(scene).felt.right  # a badge may stand in the free column at the edge
    text = "\n".join(row[zone.x : right] for row in text_of_scene(scene).splitlines()[zone.y : zone.bottom + 1])
    assert all(str(card) in text for card in temporary)
    assert re.search("FOR YOU *$", text.splitlines()[0]), "as above fewer cards"
    assert len(re.findall(r"\bTEMP\b(?!:)", text)) == number, "one on each card or behind it"
    assert not re.search(r"\bT\b", text)


def test_note_covers_the_sentence_about_the_banned_cards_whole_or_not_at_all():
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    scene = make_scene(match, width=120, height=39)
    last = banned_rule_text(scene.view, 0).split()[-1]
    assert last in text_of_scene(scene)
    noted = text_of_scene(replace(scene, note="Too quick. Look, then press again."))
    assert "Too quick. Look, then press again." in noted
    assert last not in noted


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], ids=str)
@pytest.mark.parametrize("temporary", ["J♥ K♥", "J♥ K♥ 5♦", "J♥ K♥ 5♦ 3♣ 4♣"])
def test_note_covers_no_row_of_a_banned_card_beside_it(size, temporary):
    scene = scene_with_piles(4, *size, temp_0=temporary, shown_0="2♥")
    zone, felt = layout_of(scene).banned_cards, scene.look.palette.felt
    before, after = (render(replace(scene, note=note)).canvas for note in ("", "Too quick."))
    for y, x, columns in before.changed_runs(after):
        for column in range(max(x, zone.x), min(x + columns, zone.right)):
            (cell,) = before.segments_in(y, column, column + 1)
            assert cell.style.bgcolor.name == felt, "no cell of a card changes"


@pytest.mark.parametrize("size", [*BOARD_SIZES, (120, 36), (120, 37), (110, 38), (100, 34)])
@pytest.mark.parametrize("seat", [0, None])
def test_text_in_place_of_the_next_row_after_an_exact_hit_ends_with_its_sentence(size, seat):
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("K♦ 6♥")]}
    match = GAME.start(2, dealer=Dealer.scripted(script))
    match.act(0, GAME.parse("reveal"))
    scene = make_scene(match, seat=seat, width=size[0], height=size[1])
    where = layout_of(scene)
    area = where.deck_and_row
    rows = text_of_scene(scene).splitlines()[area.y : area.bottom]
    said = " ".join(" ".join(row[row_rect(where).x : area.right] for row in rows).split())
    for begun in ("An exact hit", "The row is empty", "Banking brings"):
        assert begun not in said or "." in said.rsplit(begun, 1)[1], said
    if seat == 0 and size == (120, 37):
        assert "Banking an empty row costs a Queen." in said


BANS = [
    (shared, temporary)
    for shared in ("8♠ K♦", "8♠ Q♣", "8♠ Q♥")
    for temporary in ("", "5♥", "Q♦", "Q♦ 5♥", "Q♦ Q♠", "5♥ Q♠ 6♣", "2♣ 3♦ 4♥ 5♠ Q♦")
]
"""Shared and temporary banned cards."""


@pytest.mark.parametrize("size", BOARD_SIZES)
def test_texts_about_banned_cards_have_two_blank_cells_between_them(monkeypatch, size):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    texts, drawings = [], []
    write, blit = Brush.write, Canvas.blit

    def record(brush, x, y, text, *args, **fields):
        end = write(brush, x, y, text, *args, **fields)
        if text.strip():
            texts.append((y, x, x + len(text), text))
        return end

    def record_blit(canvas, x, y, drawing, *args, **fields):
        drawings.append((x, range(y, y + drawing.height)))
        return blit(canvas, x, y, drawing, *args, **fields)

    for shared, temporary in BANS:
        scene = make_scene(match, width=size[0], height=size[1])
        piles = {**scene.view.piles, "banned": cards(shared), "temp/0": cards(temporary)}
        scene = replace(scene, view=dataclasses.replace(scene.view, piles=piles))
        texts.clear()
        drawings.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Brush, "write", record)
            patch.setattr(Canvas, "blit", record_blit)
            paint_banned_cards(Brush(Canvas(*size), scene.look), layout_of(scene), scene)
        for one, other in itertools.pairwise(sorted(texts)):
            assert one[0] != other[0] or one[2] + 1 < other[1], (shared, temporary, one, other)
        for y, _, end, text in texts:
            assert not any(x == end and y in rows for x, rows in drawings), (shared, temporary, text)


@pytest.mark.parametrize("look", LOOKS.values(), ids=list(LOOKS))
@pytest.mark.parametrize("size", BOARD_SIZES)
@pytest.mark.parametrize(("banned", "temporary", "ban_count"), [("8♠ Jk", "", 1), ("8♠ K♦", "Jk", 2)])
def test_a_joker_among_the_banned_cards_is_not_marked_as_one_that_bans(size, look, banned, temporary, ban_count):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    view = match.view(0)
    piles = {**view.piles, "banned": cards(banned), "temp/0": cards(temporary)}
    scene = make_scene(match, width=size[0], height=size[1], look=look)
    scene = replace(scene, view=dataclasses.replace(view, piles=piles))
    zone = layout_of(scene).banned_cards
    rows = text_of_scene(scene).splitlines()[zone.y : zone.bottom]
    text = "\n".join([rows[0].replace("BANNED", ""), *rows[1:]])
    assert len(re.findall(r"\bBAN(?:NED)?\b", text)) == ban_count
    assert not re.search(r"TEMP:|TEMP ", text)
    if not temporary:  # a chip has no room for it
        assert re.search(r"no ban|Joker", text)


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_nothing_is_called_caught_while_a_joker_lies_among_the_banned_cards(size):
    view = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]})).view(0)
    scene = make_scene(GAME.start(1), width=size[0], height=size[1])
    text = text_of_scene(replace(scene, view=dataclasses.replace(view, piles={**view.piles, "banned": cards("8♠ Jk")})))
    assert not re.search(r"8s are caught|caught \d+%|would be caught", text)
    assert not re.search(r"catch(es)? \d|none", text), "nothing is turned now but a new banned card"


@pytest.mark.parametrize("size", BOARD_SIZES)
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_seat_whose_play_is_over_is_shown_no_odds_as_the_banned_cards_may_change(slug, size):
    game = games[slug]
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 8♦")], "first": [[0]]}
    match = game.start(2, dealer=Dealer.scripted(script))
    match.act(0, game.parse("reveal"))
    scene = make_scene(match, width=size[0], height=size[1])
    over = replace(scene, view=dataclasses.replace(scene.view, facts={**scene.view.facts, "status/0": "caught"}))
    odds = re.compile(r"\d+ of \d+ (would be )?caught|caught \d+%|safe \d+%")
    assert odds.search(text_of_scene(scene))
    assert not odds.search(text_of_scene(over))
    where = layout_of(over).odds
    rows = text_of_scene(over).splitlines()[where.y : where.bottom]
    may_change = re.compile(r"anned cards may change before the next play\.|The banned cards may still change\.")
    is_other_playing = slug == "mad-queens"  # in Classic the turn passes on at once
    assert bool(may_change.search("\n".join(row[where.x : where.right] for row in rows))) == is_other_playing
    waiting = waiting_text(over)
    assert "Your move" not in waiting, waiting


@pytest.mark.parametrize("size", BOARD_SIZES)
def test_no_text_says_that_the_banned_cards_may_change_once_they_do(size):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦ 5♣")]}))
    scene = make_scene(match, width=size[0], height=size[1])
    ended = {"status/0": "caught", "status/1": "banked"}
    view = dataclasses.replace(scene.view, facts={**scene.view.facts, **ended})
    for banned in ("8♠ K♦", "K♦", "5♣ K♦"):
        shown = replace(scene, view=dataclasses.replace(view, piles={**view.piles, "banned": cards(banned)}))
        assert not re.search(r"may (still )?change", text_of_scene(shown))


@pytest.mark.parametrize(("doubled", "heading"), [("", "♥ 6 points, 2 each"), ("A♥", "♥ 8 points")])
def test_heading_of_hearts_says_two_each_only_if_none_counts_double(doubled, heading):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    view = match.view(0)
    exact = cards(doubled)
    facts = {**view.facts, "exact/0": exact, "doubled/0": len(exact), "score/0": 8 if exact else 6}
    view = dataclasses.replace(view, piles={**view.piles, "bank/0": cards("A♥ 2♥ 3♥")}, facts=facts)
    text = text_of_scene(replace(make_scene(match, width=120, height=39), view=view))
    assert re.search(rf"{heading}(?!,)", text)
    assert ("2 each" in text) is not bool(exact)


@pytest.mark.parametrize("look", [OUTLINE, ASCII], ids=lambda look: look.name)
def test_badge_of_a_joker_that_bans_nothing_leaves_the_corners_of_an_outlined_card(look):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, width=120, height=39, look=look)
    view = dataclasses.replace(scene.view, piles={**scene.view.piles, "banned": cards("8♠ Jk")})
    text = text_of_scene(replace(scene, view=view))
    corners = "++" if look is ASCII else "└┘"
    assert re.search(rf"{re.escape(corners[0])} *no ban *{re.escape(corners[1])}", text)


def test_narrow_summary_keeps_the_status_beside_the_queens_that_explain_the_points():
    match = GAME.start(4, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    outcomes = [PlayOutcome(seat, -2, 3, "caught", (PointsPart("Q♠", -2),)) for seat in range(4)]
    summary = PlaySummary("Results of play 3", tuple(outcomes))
    scene = make_scene(match, names=("Ada", "Bea", "Cleo", "Dora"), width=80, height=23, summary=summary)
    assert len(re.findall(r"-2 to Q♠, caught", text_of_scene(scene))) == 4


@pytest.mark.parametrize(("seats", "width"), [(3, 80), (4, 80), (4, 100), (4, 120)])
def test_summary_says_of_a_finished_game_without_a_banked_row_that_it_ended(seats, width):
    match = GAME.start(seats, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    outcomes = [PlayOutcome(seat, 2, 3, "finished", (PointsPart("exact hit", 2),)) for seat in range(seats)]
    summary = PlaySummary("Results of play 3", tuple(outcomes))
    names = ("Ada", "Bea", "Cleo", "Dora")[:seats]
    text = text_of_scene(make_scene(match, names=names, width=width, height=23, summary=summary))
    assert len(re.findall(r"\+2 (?:finished|ended), (?:exact )?hit \+2", text)) == seats
    assert "banked 0" not in text


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_temporary_card_marks_no_hit_while_a_joker_is_banned_for_which_it_does_not_count(size):
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, width=size[0], height=size[1])
    piles = {**scene.view.piles, "banned": cards("8♠ Jk"), "temp/0": cards("4♣")}
    view = dataclasses.replace(scene.view, piles=piles)
    odds = deck_odds(view, 0)
    hits = {str(card) for card in CARDS if odds.fate_by_card[card] == CAUGHT_FATE}
    assert hits == {"8♣", "8♦", "8♥"}
    text = text_of_scene(replace(scene, view=view))
    assert "4s" not in text
    rows = [row[layout_of(scene).sheet.x :][: layout_of(scene).sheet.width] for row in text.splitlines()]
    assert sum(len(re.findall(r"│.*\+", row)) for row in rows) == 3, "a hit is good: not the sign of a caught card"
    assert not any(re.search("│.* x ", row) for row in rows)
    assert "TEMP does not count" in text
    banned = dataclasses.replace(view, piles={**piles, "banned": cards("8♠ K♦")})
    assert {"4♦", "4♥", "4♠"} < {str(card) for card in CARDS if deck_odds(banned, 0).fate_by_card[card] == CAUGHT_FATE}


@pytest.mark.parametrize("status", ["finished", "playing"])
def test_sheet_and_banned_cards_of_a_finished_game_mark_nothing_as_caught(status):
    """Also while its end is told, before the status of the seat changes."""
    match = GAME.start(2, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥")]}))
    scene = make_scene(match, width=120, height=39)
    facts = {**scene.view.facts, "status/0": status, "cause/0": "chosen"}
    finished = replace(scene, view=dataclasses.replace(scene.view, facts=facts), legal=())
    marks = re.compile(r" [x★](?: |$)|catches \d|would be caught|are caught")
    assert marks.search(text_of_scene(scene))
    assert not marks.search(text_of_scene(finished)), "no card of this deck is turned any more"


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)])
@pytest.mark.parametrize("temporary", ["4♣", "4♣ 5♦", "4♣ 5♦ 6♥ 7♠ 9♣"])
@pytest.mark.parametrize("status", ["playing", "banked", "caught"])
def test_temporary_cards_of_another_player_are_seen_with_the_deck_before_the_bank_is_counted(size, temporary, status):
    match = GAME.start(4, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, names=("Ada", "Bea", "Cleo", "Dora"), width=size[0], height=size[1])
    piles = {"bank/1": cards(CARDS_OF_LONG_BANK)[:12], "temp/1": cards(temporary)}
    facts = {**scene.view.facts, "status/1": status}
    view = dataclasses.replace(scene.view, piles={**scene.view.piles, **piles}, facts=facts)
    row = text_of_scene(replace(scene, view=view)).splitlines()[2][: size[0] // 3]
    number = len(temporary.split())
    assert f"TEMP {temporary}" in row or f" {number} TEMP" in row, row
    assert "deck 50" in row


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (200, 59)])
@pytest.mark.parametrize("temporary", ["4♣", "4♣ 5♦ 6♥"])
@pytest.mark.parametrize("status", ["playing", "banked", "caught"])
def test_temporary_cards_of_another_player_are_named_before_the_bank_is_counted(seats, size, temporary, status):
    row = "9♥ 10♥ 10♠" if status == "playing" else ""
    bank = " ".join(CARDS_OF_LONG_BANK.split()[:12])
    scene = scene_with_piles(seats, *size, bank_1=bank, temp_1=temporary, shown_1=row)
    view = dataclasses.replace(scene.view, facts={**scene.view.facts, "status/1": status})
    row = text_of_scene(replace(scene, view=view)).splitlines()[2][: size[0] // min(max(seats - 1, 1), 6)]
    assert not re.search(r"\dTEMP|(?<!\d )TEMP,", row), row
    assert "TEMP" in row
    assert not re.search(r"\bbank\b", row) or f"TEMP {temporary}" in row, row
    if size[0] >= 120 and seats < 5:
        assert f"TEMP {temporary}" in row, row


@pytest.mark.parametrize(
    ("bank", "keeps_places"),
    [("4♣ 5♣ 9♣ 5♦ 6♥ 7♥ Jk", True), ("4♣ 5♣ 9♣ 6♠ 7♠", True), ("4♣ 5♣ 9♣ 5♦ 6♥ 7♥ 9♥ 10♥ Jk", False)],
)
def test_bank_of_the_usual_window_keeps_the_place_of_a_suit_without_cards_if_there_is_room(bank, keeps_places):
    where = layout_of(scene_with_piles(2, 80, 23, bank_0=bank))
    found = arrange_bank(where, cards(bank))
    assert not found.cards_left_out
    assert ({fan.suit for fan in found.fans} >= {*"♣♦♥♠"}) == keeps_places
    assert [fan.x for fan in found.fans] == sorted(fan.x for fan in found.fans)
    assert found.fans[-1].x + found.fans[-1].columns(found.size) <= where.bank.width


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (110, 33), (120, 39), (160, 49), (200, 59)])
def test_button_that_banks_always_says_what_a_banking_costs(size):
    match = GAME.start(2, "price-on-the-button")
    prices = set()
    while not match.over:
        seat = min(match.awaited)
        scene = make_scene(match, seat, width=size[0], height=size[1])
        can_bank = "bank" in {action.verb for action in scene.legal}
        if can_bank:
            label = next(button.label for button in buttons(scene, layout_of(scene)) if "Bank" in button.label)
            prices.add(re.search(r"Queen|temp|TEMP", label)[0].lower())
        match.act(seat, GAME.parse("bank" if can_bank and len(scene.row(seat)) > 1 else "reveal"))
    assert prices == {"queen", "temp"}


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)])
def test_question_leaves_no_half_of_the_words_on_banned_suits(size):
    scene = scene_with_piles(2, *size, shown_0="9♥", temp_0="Q♠")
    asked = text_of_scene(replace(scene, open_question="end"))
    assert len(re.findall(r"\b[Aa]ll\b", asked)) <= asked.count("spades"), "an all without its suit"


def test_results_have_one_form_for_all_whom_queens_cost_points():
    outcomes = (
        PlayOutcome(0, -6, 4, "banked", (PointsPart("Q♠ Q♣", -10),), 4),
        PlayOutcome(1, 2, 4, "banked", (PointsPart("Q♥", -2),), 4),
        *(PlayOutcome(seat, 0, 4, "caught") for seat in (2, 3)),
    )
    summary, names = PlaySummary("Results of play 3", outcomes), ("Nora", "Bea", "Cleo", "Dora")
    forms = set()
    for width, height in ((60, 17), (80, 23), (100, 29), (120, 39), (160, 49)):
        text = text_of_scene(
            make_scene(GAME.start(4, "forms"), names=names, width=width, height=height, summary=summary)
        )
        told = (r"\(\+4, -", r"banked 4, -\d+ to Q")
        (form,) = (form for form in told if re.search(form, text))
        forms.add(form)
    assert len(forms) > 1


@pytest.mark.parametrize(("width", "said"), [(80, "Your move, and 3 others'"), (120, "Your move. Also playing: ")])
def test_status_line_says_that_others_still_play(width, said):
    match = GAME.start(4, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    names = ("You", "Bea", "Cleo", "Dora")
    scene = make_scene(match, names=names, width=width, height=23 if width == 80 else 39, title="Mad Queens")
    assert said in text_of_scene(scene).splitlines()[0]


def test_results_say_zero_for_a_play_whose_gains_a_queen_took():
    summary = PlaySummary("Results of play 3", (PlayOutcome(0, 0, 4, "banked", (PointsPart("Q♦", -4),), 4),))
    text = text_of_scene(make_scene(GAME.start(1, "zero"), width=120, height=39, summary=summary))
    assert "+0 banked 4, -4 to Q♦" in text


def test_bank_without_headings_says_how_many_more_cards_a_fan_has():
    seen = 0
    for seats, number in product((2, 4), range(10, 37)):
        match = GAME.start(seats, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
        scene = make_scene(match, width=80, height=23)
        piles = {**scene.view.piles, "bank/0": cards(CARDS_OF_LONG_BANK)[:number]}
        text = text_of_scene(replace(scene, view=dataclasses.replace(scene.view, piles=piles)))
        assert not re.search(r"^ *\d+ hidden", text, re.MULTILINE)
        seen += bool(re.search(r"\b\d+ more\b", text))
    assert seen


@pytest.mark.parametrize("size", BOARD_SIZES)
def test_note_waits_until_a_banner_that_it_would_cover_has_gone(size):
    sentence = "No hit, so both cards turned are lost: 3♥ and 9♥."
    scene = make_scene(GAME.start(4), width=size[0], height=size[1], note="New here? F5: a four-minute lesson.")
    shown = replace(scene, effect=MadQueensFrameEffect(banner=Banner("JOKER", "warn", sentence)))
    where = layout_of(scene).odds

    def rows_of_odds(scene):
        return [row[where.x : where.right] for row in text_of_scene(scene).splitlines()[where.y : where.bottom]]

    assert "New here?" in text_of_scene(scene)
    assert rows_of_odds(shown) == rows_of_odds(replace(shown, note=""))


@pytest.mark.parametrize("size", BOARD_SIZES_OF_RESULTS, ids=str)
def test_results_in_two_columns_say_of_a_cost_always_of_what_sum_it_is_a_part(size):
    outcomes = (
        PlayOutcome(0, 8, 9, "banked", (PointsPart("exact hits", 8),)),
        PlayOutcome(1, 3, 4, "banked", (PointsPart("Q♥", -3),), 6),
        PlayOutcome(2, 6, 9, "banked", (PointsPart("exact hit", 4), PointsPart("Q♣", -2)), 4),
        PlayOutcome(3, 8, 9, "banked", (PointsPart("exact hit", 4),), 4),
    )
    summary, names = PlaySummary("Results of play 3", outcomes), ("Nora", "Bea", "Cleo", "Dora")
    text = text_of_scene(
        make_scene(GAME.start(4, "forms"), names=names, width=size[0], height=size[1], summary=summary)
    )
    assert re.search(r"You +\+8 (banked 0, (exact )?hits \+8|exact hits \+8)", text)
    assert re.search(r"Dora +\+8 (banked 4, (exact )?hit \+4|\(\+4, hit \+4\))", text)
    assert re.search(r"Bea +\+3 (banked 6, -3 to Q♥|\(\+6, -3 to Q♥\))", text)
    assert re.search(r"Cleo +\+6 (banked 4, (exact )?hit \+4, -2 to Q♣|\((\+4, \+4|\+8), -2( to Q♣)?\))", text)


@pytest.mark.parametrize("size", BOARD_SIZES_OF_RESULTS, ids=str)
def test_results_in_two_columns_name_my_cards_that_a_banned_joker_discarded(size):
    lost = cards("6♥ 7♣")
    outcomes = (
        PlayOutcome(0, 4, 9, "banked", points_banked=4, joker_cards_lost=lost),
        *(PlayOutcome(seat, 0, 4, "caught", joker_cards_lost=lost) for seat in (1, 2, 3)),
    )
    summary = PlaySummary("Results of play 3", outcomes)
    text = text_of_scene(make_scene(GAME.start(4, "forms"), width=size[0], height=size[1], summary=summary))
    assert re.search("turned your 6♥ and 7♣: no hit, so they are lost|Joker: no hit, (your 6♥ and|6♥) 7♣ lost", text)


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], ids=str)
@pytest.mark.parametrize("rest", ["", " 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 9♦ 10♦ J♦"])
def test_heading_says_what_each_card_counts_only_beside_points_with_their_unit(size, rest):
    text = text_of_scene(scene_with_piles(4, *size, bank_0=f"2♠ 3♠ 5♥ 6♥ 9♥{rest}"))
    assert not re.search(r"♥ \d+, 2 each", text)


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)], ids=str)
def test_question_whether_to_end_the_game_stands_right_above_its_answers(size):
    scene = replace(scene_with_piles(2, *size, bank_0="5♥"), open_question="end")
    rows = text_of_scene(scene).splitlines()
    [asked], [answered] = ([y for y, row in enumerate(rows) if text in row] for text in ("for good, with", "Yes, end"))
    assert asked + (1 if layout_of(scene).bar.height == 1 else 2) == answered


@pytest.mark.parametrize(("size", "is_explained"), [((80, 23), True), ((120, 39), True), ((60, 29), False)])
def test_button_that_ends_the_game_says_when_it_will_do_so(size, is_explained):
    match = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]}))
    scene = make_scene(match, width=size[0], height=size[1])
    few = dataclasses.replace(scene.view, piles={**scene.view.piles, "deck/0": 9})
    choices = tuple(map(GAME.parse, ("reveal", "end")))
    for view, legal, when in (
        (scene.view, scene.legal, " (at 12 cards or fewer)"),
        (few, scene.legal, " (only before a play)"),
        (few, choices, ""),
    ):
        shown = replace(scene, view=view, legal=legal)
        label = next(button.label for button in buttons(shown, layout_of(shown)) if button.key == "E")
        assert label in {f"End game{when}", "End game"}
        assert not is_explained or label == f"End game{when}"


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_log_names_the_keys_that_scroll_it_where_there_is_something_to_scroll(size):
    lines = tuple(Line(f"Line {number}.") for number in range(120))
    scene = make_scene(GAME.start(1, seed=1), width=size[0], height=size[1])
    for log, newer, earlier, later in (
        (lines[:3], 0, False, False),
        (lines, 0, True, False),
        (lines, 40, True, True),
        (lines, 118, False, True),
    ):
        text = text_of_scene(replace(scene, log=log, newer_lines=newer))
        title = re.search(r"LOG(  < earlier)? *$", text, re.MULTILINE)
        assert title
        assert bool(title[1]) == earlier
        assert bool(re.search(r" > \d+ later *$", text, re.MULTILINE)) == later
        shown = [int(number) for number in re.findall(r"Line (\d+)\.", text)]
        assert bool(min(shown)) == earlier
        assert shown == [*range(min(shown), len(log) - newer)]


@pytest.mark.parametrize("size", BOARD_SIZES_OF_RESULTS, ids=str)
def test_cards_of_another_player_are_named_where_row_and_bank_lie_side_by_side(size):
    """Else nobody who is new can tell which cards are safe."""
    match, found = GAME.start(4, "named"), 0
    while not match.over:
        for seat in sorted(match.awaited):
            match.act(seat, play_as_striving(match.view(seat)))
        scene = make_scene(match, width=size[0], height=size[1])
        rows = text_of_scene(scene).splitlines()
        for seat, rect in seat_rects(layout_of(scene), scene).items():
            text = " ".join(row[rect.x : rect.right] for row in rows[rect.y : rect.bottom])
            if scene.row(seat) and scene.view.cards(f"bank/{seat}"):
                assert f"row of {len(scene.row(seat))}" in text
                assert re.search(r"\bbank\b", text)
                found += bool(scene.view.cards(f"temp/{seat}"))
    assert found


@pytest.mark.parametrize("size", BOARD_SIZES_OF_RESULTS, ids=str)
def test_temporary_cards_are_gone_once_the_game_of_their_player_has_ended(size):
    """They catch nothing any more, though they lie there until the next play begins."""
    match, found = GAME.start(2, "temp-end"), 0
    while not match.over:
        seat = min(match.awaited)
        match.act(seat, play_as_striving(match.view(seat)))
        for other in range(2):
            if match.view(0).facts[f"cause/{other}"] and match.view(0).cards(f"temp/{other}"):
                scene = make_scene(match, seat=other, names=("Me", "Bea"), width=size[0], height=size[1])
                assert TEMPORARY_CARD_LABEL not in text_of_scene(scene) or match.view(0).cards(f"temp/{1 - other}")
                text = " ".join(state_sentences(scene))
                assert "alone" not in text
                found += 1
    assert found


@pytest.mark.parametrize("replaces", [True, False])
def test_temporary_cards_stay_after_an_exact_hit_where_it_replaces_nothing(replaces):
    """Then only a card that is caught makes them go."""
    match, found = GAME.start(1, "stay", options={"exact_hit_replaces": replaces}), set()
    while not match.over:
        scene = make_scene(match)
        texts = temporary_ban_texts(scene, 0)
        if any("until after" in text for text in texts):
            caught = [
                bool(re.search(r"with (a caught|one caught)|in which one catches a card", text))
                for text in texts
                if "after" in text
            ]
            assert caught == [not replaces] * len(caught)
            found.add(len(match.view(0).cards("temp/0")))
        assert ("in which one catches a card" in sheet_help(match.view(0))) is not replaces
        match.act(0, play_as_striving(match.view(0)))
    assert len(found) > 1
