"""The picture of the board of the trick games: whole random matches at every size, and the texts that must be shown."""

from __future__ import annotations

import dataclasses
import random
import re
from itertools import islice, pairwise, product, zip_longest

import pytest
from msgspec.structs import replace

from core import Dealer, cards, games
from core.engine.english import SUIT_WORDS
from net.client.events import MatchBegan
from tests.support.board_pictures import (
    BOARD_SIZES,
    HOSTILE_NAMES,
    NARROW_BOARD_SIZES,
    check_picture,
    do_rectangles_overlap,
    is_rectangle_inside,
)
from tests.support.depth import IS_DEEP_RUN, count_for_depth, parametrize, sample_cases
from tui.app.table_session import MATCH_UNDER_WAY_HEADING
from tui.boards.common.background import (
    MIN_BOARD_COLUMNS,
    MIN_BOARD_ROWS,
    MIN_NARROW_BOARD_COLUMNS,
    MIN_NARROW_BOARD_ROWS,
)
from tui.boards.common.commands import ChooseAction
from tui.boards.tricks.animation import TrickAnimator
from tui.boards.tricks.board import TrickBoard
from tui.boards.tricks.commands import AskWhomToAccuse, ClickCard, PickLeftover
from tui.boards.tricks.cursor import TrickCursor, cursor_at_card, valid_cursor
from tui.boards.tricks.hand_facts import cards_dealt
from tui.boards.tricks.labels import short_name
from tui.boards.tricks.layout import lay_out
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.medium_table import min_medium_table_rows
from tui.boards.tricks.points_text import (
    brings_nothing,
    dealer_texts,
    points_so_far,
    points_so_far_texts,
    quota_stakes_texts,
    tricks_taken_texts,
)
from tui.boards.tricks.render import MIN_ROWS_WITH_RIM, layout_of, render
from tui.boards.tricks.scene import (
    CollectedTrick,
    HandOutcome,
    HandSummary,
    TakenTrick,
    TrickFrameEffect,
    TrickScene,
)
from tui.boards.tricks.status_and_buttons import words_on_player
from tui.boards.tricks.table import card_rects_by_seat, other_players
from tui.boards.tricks.table_places import seats_by_side
from tui.boards.tricks.table_text import (
    DUMMY_HELP,
    board_description,
    dealer_sentence,
    signs_help,
    standing_sentence,
    state_sentences,
)
from tui.boards.tricks.trick_corner import paint_last_trick
from tui.boards.tricks.trick_text import trump_sentence
from tui.boards.tricks.trick_view import (
    TRICK_HAND_SORT_ORDERS,
    is_trump,
    last_trick_by_player,
    sorted_hand,
    trick_by_player,
    winning_index,
)
from tui.boards.tricks.turn_text import playable_cards_text, turn_text, waiting_text
from tui.cards import ASCII, CHIP, LOOKS, MID, MINI, Canvas, face, look_with_back
from tui.drawing import Banner, Brush, Line, Rect, wrap
from tui.drawing.styles import text_style

SEAT_NAMES = ("Wanda", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the seats."""

QUEENS_DUNGEON, QUEEN_BEES = "queens-dungeon", "queen-bees-ii"
"""The slugs of the two trick games."""

GAMES_WITH_SEATS = [(QUEENS_DUNGEON, seats) for seats in range(2, 9)] + [(QUEEN_BEES, 3), (QUEEN_BEES, 4)]
"""Pairs of a game's slug and a number of seats."""

OPTIONS_THAT_ADD_DECISIONS = {"challenge": True, "reneging": "honour", "switch": True, "target": 150}
"""The house rules of Queen's Dungeon that add decisions, each mapped to the value that turns it on."""


ALL_SIZES = [size for pair in zip_longest(BOARD_SIZES, NARROW_BOARD_SIZES) for size in pair if size]
"""Widths and heights, in columns and rows, of the boards that are painted: alternately low and narrow ones."""


def make_scene(match, seat=0, names=None, **fields):
    """Return the scene of a match for a seat, or for a spectator (None)."""
    game = match.game
    legal = () if seat is None else game.legal(match.view(seat))
    names = names or SEAT_NAMES[: match.seats]
    scene = TrickScene(view=match.view(seat), names=names, focus=seat or 0, legal=legal, title=game.title, **fields)
    swaps = [action.cards[1] for action in legal if action.verb == "swap"]
    if swaps and scene.picked_leftover is None:
        scene = replace(scene, picked_leftover=swaps[0])
    if scene.hand and scene.cursor is None:
        scene = replace(
            scene, cursor=next((card for card in scene.hand if card in scene.playable_cards), scene.hand[0])
        )
    return scene


def matches_with_random_changes(slug, seats, seed, **options):
    """Play a whole match at random; after each action yield the match and the changes."""
    match = games[slug].start(seats, seed=seed, options=options)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(sorted(match.waiting))
        legal = match.legal(seat)
        if legal[0].verb != "play" or chance.random() < 0.05:
            action = chance.choice(legal)
        else:
            action = chance.choice([action for action in legal if action.verb == "play"])
        yield match, match.act(seat, action)


def text_of_scene(scene):
    """Return the text of the picture of a scene."""
    return str(render(scene).canvas)


def rows_of_zones(scene, zones):
    """Return the text of some zones of the picture of a scene, a line for each of their rows."""
    rows = text_of_scene(scene).splitlines()
    return "\n".join(row[zone.x : zone.right] for zone in zones for row in rows[zone.y : zone.bottom])


FRAMES_PER_PICTURE, EVENTS_PER_PICTURE = count_for_depth(28, 7), count_for_depth(4, 1)
"""Of how many frames of a match one is painted, and of how many that show an event; each picture is another size."""


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats"), sample_cases(GAMES_WITH_SEATS, 2))
def test_every_frame_of_a_trick_match_can_be_painted_at_every_size(slug, seats):
    options = {"target": 100} if slug == QUEENS_DUNGEON else {}
    game = games[slug]
    names = HOSTILE_NAMES[:seats]
    for seat in (0, None):
        match = game.start(seats, seed=seats, options=options)
        before, summary, number, events, pictures = match.view(seat), None, 0, 0, 0
        for match, changes in matches_with_random_changes(slug, seats, seats, **options):
            seen = [change for change in (change.seen_by(seat) for change in changes) if change]
            for frame in TrickAnimator(before, TrickLogWriter(names, game.sentence)).frames(seen, match.view(seat)):
                summary = frame.summary or summary
                number += 1
                is_event = frame.effect.banner is not None or frame.effect.dungeon is not None
                events += is_event
                if number % FRAMES_PER_PICTURE and not (is_event and events % EVENTS_PER_PICTURE == 0):
                    continue
                pictures += 1
                width, height = ALL_SIZES[pictures % len(ALL_SIZES)]
                scene = make_scene(match, seat, names, log=frame.lines, log_open=pictures % 2 == 0)
                check_picture(
                    replace(
                        scene,
                        view=frame.view,
                        effect=frame.effect,
                        summary=summary,
                        overlay=("", "last", "hand")[pictures % 3],
                        sort_order=TRICK_HAND_SORT_ORDERS[pictures % 3],
                        width=width,
                        height=height,
                        look=list(LOOKS.values())[pictures % len(LOOKS)],
                    )
                )
            before = match.view(seat)


@pytest.mark.parametrize(("slug", "seats"), [(QUEENS_DUNGEON, 2), (QUEENS_DUNGEON, 4), ("queen-bees-ii", 4)])
def test_number_of_cards_dealt_stays_the_same_in_every_frame_of_a_hand(slug, seats):
    game = games[slug]
    before = game.start(seats, seed=3).view(0)
    counts = set()
    for match, changes in matches_with_random_changes(slug, seats, 3):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        for frame in TrickAnimator(before, TrickLogWriter(SEAT_NAMES[:seats], game.sentence)).frames(
            seen, match.view(0)
        ):
            if frame.view.facts["phase"] == "play" and frame.view.cards("hand/0") and frame.effect.cards_dealt is None:
                counts.add(cards_dealt(replace(make_scene(match, 0), view=frame.view)))
        before = match.view(0)
        if match.view(0).facts["hand"] > 1:
            break
    assert counts == {{2: 17, 4: 13}[seats]}


CLICKED_MATCHES = [
    (QUEENS_DUNGEON, 2, {}),
    (QUEENS_DUNGEON, 3, {"exchange": True}),
    (QUEENS_DUNGEON, 4, {"partners": True, "challenge": True}),
    (QUEENS_DUNGEON, 5, OPTIONS_THAT_ADD_DECISIONS),
    (QUEENS_DUNGEON, 8, {**OPTIONS_THAT_ADD_DECISIONS, "switch": False}),
    (QUEEN_BEES, 3, {}),
    (QUEEN_BEES, 4, {}),
]
"""Triples of game, number of seats and options of the matches in which every action is clicked."""


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats", "options"), sample_cases(CLICKED_MATCHES, 2))
def test_every_legal_action_has_a_click_area_on_the_trick_board(slug, seats, options):
    """Each state is painted at two sizes, in the deep run at every size."""
    options = {"target": 200, **options} if slug == QUEENS_DUNGEON else options
    for number, (match, _) in enumerate(matches_with_random_changes(slug, seats, 5, **options)):
        if match.over or number > 150:
            break
        if number % 3:
            continue
        sizes = (
            ALL_SIZES
            if IS_DEEP_RUN
            else [ALL_SIZES[place % len(ALL_SIZES)] for place in (number // 3, number // 3 + 5)]
        )
        for seat, (width, height) in product(sorted(match.waiting)[:2], sizes):
            scene = make_scene(match, seat, width=width, height=height)
            pointed = {"play", "swap", "accuse"}
            commands = {command for _, command in render(scene).click_areas}
            assert {ChooseAction(action) for action in scene.legal if action.verb not in pointed} <= commands
            if scene.seat_on_turn == seat:
                playable = {ClickCard(action.cards[0]) for action in scene.legal if action.verb in ("play", "swap")}
                assert playable <= commands
                picks = {PickLeftover(action.cards[1]) for action in scene.legal if action.verb == "swap"}
                assert picks <= commands
            accused = {ChooseAction(action) for action in scene.legal if action.verb == "accuse"}
            if accused:
                assert AskWhomToAccuse() in commands
                asked = {command for _, command in render(replace(scene, open_question="accuse")).click_areas}
                assert accused <= asked


@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 3)
def test_names_and_scores_of_players_do_not_overlap_and_stay_in_their_zone(slug, seats):
    players = 3 if seats == 2 else seats
    hand = {2: 17, 3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6}[seats]
    low = product(range(MIN_BOARD_COLUMNS, 201, 7), range(MIN_BOARD_ROWS, 61, 3))
    narrow = product(range(MIN_NARROW_BOARD_COLUMNS, MIN_BOARD_COLUMNS, 4), range(MIN_NARROW_BOARD_ROWS, 61, 4))
    for width, height in (*low, *narrow):
        where = lay_out(width, height, players - 1, hand)
        assert len(where.opponents) == players - 1 == sum(seats_by_side(players - 1))
        rects = [rect for opponent in where.opponents for rect in (opponent.plate, opponent.card)] + [where.own_card]
        for number, rect in enumerate(rects):
            assert is_rectangle_inside(rect, where.table), (width, height, rect, where.table)
            assert not any(do_rectangles_overlap(rect, other) for other in rects[:number]), (width, height)
        zones = [where.status, where.trump_and_quota, where.table, where.title, where.hand, where.bar]
        for above, below in pairwise(zones):
            assert above.bottom <= below.y
        assert where.bar.bottom == height
        if where.log is not None:
            assert not do_rectangles_overlap(where.log, where.table)


def test_trick_card_size_grows_with_the_terminal():
    sizes = [lay_out(width, height, 7, 6).size for width, height in ((60, 17), (80, 23), (120, 39), (200, 59))]
    assert [size.name for size in sizes] == ["chip", "mini", "large", "grand"]
    assert min_medium_table_rows(7, CHIP) <= lay_out(60, 17, 7, 6).table.height


def test_other_players_sit_clockwise_from_the_left():
    match = games[QUEENS_DUNGEON].start(5, seed=1)
    assert other_players(make_scene(match, 2)) == (3, 4, 0, 1)
    where = layout_of(make_scene(match, 2, width=120, height=39))
    left, *across, right = where.opponents
    assert left.plate.x < across[0].plate.x < across[1].plate.x < right.plate.x
    assert across[0].plate.y < left.plate.y == right.plate.y


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)])
def test_table_of_two_says_that_the_dummy_takes_tricks_for_nobody_and_help_says_what_it_is(size):
    match = games["queens-dungeon"].start(2, seed=4)
    for _ in range(5):
        match.act(min(match.waiting), match.default(min(match.waiting)))
    scene = TrickScene(view=match.view(0), names=("Nora", "Ada"), focus=0, width=size[0], height=size[1])
    assert brings_nothing(scene, 2), "its points are nobody's"
    assert not brings_nothing(scene, 0)
    assert "0 for nobody" in text_of_scene(scene) or "0 tricks for nobody" in text_of_scene(scene)
    assert DUMMY_HELP in signs_help(scene)
    three = replace(scene, view=games["queens-dungeon"].start(3, seed=4).view(0), names=("Nora", "Ada", "Chidi"))
    assert "Dummy" not in signs_help(three)


def test_dummy_of_a_two_player_game_sits_to_the_dealers_right():
    match = games[QUEENS_DUNGEON].start(2, seed=1)
    dealer = match.view(0).facts["dealer"]
    assert other_players(make_scene(match, dealer)) == (1 - dealer, 2)
    assert other_players(make_scene(match, 1 - dealer)) == (2, dealer)
    assert "Dummy" in text_of_scene(make_scene(match))


@pytest.mark.parametrize(("width", "height"), ALL_SIZES)
def test_trick_board_shows_essential_texts_at_every_size(width, height):
    hands = {"stock": [cards("A♥ K♥ Q♥ J♥")], "cut": [cards("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠")]}
    match = games[QUEENS_DUNGEON].start(8, dealer=Dealer.scripted(hands))
    match.act(0, games[QUEENS_DUNGEON].parse("trump ♦"))
    for seat in (1, 2):
        play = next(action for action in match.legal(seat) if action.verb == "play")
        match.act(seat, play)
    text = text_of_scene(make_scene(match, 3, width=width, height=height))
    for name in SEAT_NAMES[:3] + SEAT_NAMES[4:]:
        assert name in text
    for wanted in ("♦", "0 of 2", "Enter Play", "Trick 1"):
        assert wanted in text, wanted
    assert re.search(r"\bahead\b", text)
    assert ("is trump, unbroken" in text) is not ("UNBROKEN" in text), "told once, in words or in a corner"
    assert str(match.view(None).cards("trick")[0]) in text


def test_trump_ranks_of_queen_bees_are_named_and_marked():
    for match, _ in matches_with_random_changes(QUEEN_BEES, 4, 3):
        scene = make_scene(match, width=120, height=39)
        ranks = match.view(0).facts["trumps"]
        text = text_of_scene(scene)
        if not ranks:
            assert re.search("(NO TRUMPS|NONE) YET|MAY BE TRUMPS|SO FAR", text)
            assert not re.search(r"[\dJQKA][♣♦♥♠] +T\b", text), "no card is marked"
        elif any(card.rank in ranks for card in scene.hand):
            marks = re.findall(r"[\dJQKA][♣♦♥♠] +(T\w*)", text)
            assert {*marks} == {"T"}, "one mark, whatever of a card is seen"
            assert "TRUMPS (T)" in text
            assert "In every suit" in text
            corner = layout_of(scene).corners.top_left
            plates = [row[corner.x : corner.right] for row in text.splitlines()[corner.y : corner.bottom]]
            assert not any("♣ ♦" in row for row in plates), "signs of suits are read as cards that are still out"
            assert "are trumps in every suit" in text_of_scene(make_scene(match, width=80, height=23))
            return


@pytest.mark.deep
def test_middle_of_a_narrow_table_shows_all_its_texts():
    seen = set()
    for match, _ in (
        step for seed in range(count_for_depth(1, 4)) for step in matches_with_random_changes(QUEEN_BEES, 4, seed)
    ):
        table, last = (
            text_of_scene(make_scene(match, width=80, height=23, overlay=overlay))
            .split("YOUR HAND")[0]
            .partition("\n")[2]
            for overlay in ("", "last")
        )
        seen |= {words for words in ("10♥ ahead", "10♠ ahead", "Trick 10", "You lead") if words in table}
        if match.view(0).facts["last"] and match.view(0).facts["phase"] == "play":
            taker = SEAT_NAMES[match.view(0).facts["leader"]] if match.view(0).facts["leader"] else "You"
            assert f"{taker} took the last trick" in last
    assert {"Trick 10", "You lead"} < seen


def test_tricks_of_the_dealer_are_not_cut_by_other_texts_on_colour():
    dealer_led = 0
    for match, _ in (
        step for seed in range(8) for step in matches_with_random_changes(QUEENS_DUNGEON, 4, seed, target=2000)
    ):
        facts = match.view(0).facts
        dealer = facts["dealer"]
        if (
            dealer == 0
            or facts["phase"] != "play"
            or not any(match.view(None).count(f"hand/{seat}") for seat in range(4))
        ):
            continue
        text = text_of_scene(make_scene(match, width=80, height=23))
        assert f"{facts[f'tricks/{dealer}']} of {facts['quota']}" in text.split("\n", 2)[2]
        assert "…" not in text.split("YOUR HAND")[0].replace("…,", "")
        dealer_led += dealer == facts["leader"] and facts[f"queens/{dealer}"] == 1
        if dealer_led > 5:
            return
    raise AssertionError("the dealer has never led")


def test_tricks_that_do_not_count_are_left_out_of_the_tricks_shown_for_the_quota():
    match = games[QUEENS_DUNGEON].start(4, seed=1, options={"reneging": "honour"})
    dealer = match.view(None).facts["dealer"]
    match.act(dealer, match.legal(dealer)[0])
    for name, number in ((f"tricks/{dealer}", 6), ("uncounted", 2)):
        match.facts[match.layout.fact(name).layout_index] = number
    scene = make_scene(match, seat=dealer)
    assert dealer_texts(scene)[0] == ("Your quota:", "4 of 5 tricks")
    assert dealer_sentence(scene) == "You deal and need 5 tricks, with 4 so far."
    assert tricks_taken_texts(scene, dealer)[0] == "4 of 5 tricks"


def test_more_tricks_than_the_quota_are_not_called_so_many_of_it():
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    dealer = match.view(None).facts["dealer"]
    match.act(dealer, match.legal(dealer)[0])
    match.facts[match.layout.fact(f"tricks/{dealer}").layout_index] = 8
    scene = make_scene(match, seat=dealer)
    assert dealer_texts(scene) == (("Your quota:", "8 tricks (5 needed)"), ("Your quota:", "made"), ("quota:", "made"))
    assert tricks_taken_texts(scene, dealer, names_quota=True) == ["8 tricks (5 needed)", "8 tricks", "8/5"]


def scene_with_facts(facts_of_dealer, facts_of_others, **fields):
    """Return the scene of a spectator of a hand of Queen's Dungeon whose trick is not whole, with these facts of the
    dealer and of everybody else.
    """
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    while not match.view(None).cards("trick"):
        seat = min(match.waiting)
        match.act(seat, match.legal(seat)[0])
    scene = make_scene(match, None, **fields)
    dealer = scene.number("dealer")
    facts = dict(scene.view.facts)
    for seat in range(4):
        told = facts_of_dealer if seat == dealer else facts_of_others
        facts.update({f"{name}/{seat}": value for name, value in told.items()})
    return replace(scene, focus=dealer, view=dataclasses.replace(scene.view, facts=facts))


@pytest.mark.parametrize(
    ("facts", "of_dealer", "of_others"),
    [
        ({"tricks": 0, "queens": 0}, None, None),
        ({"tricks": 1, "queens": 1}, None, 35),
        ({"tricks": 5, "queens": 0}, 100, 50),
        ({"tricks": 6, "queens": 2}, 160, 110),
        ({"tricks": 6, "queens": 3, "condemned": True}, None, None),
    ],
)
def test_points_of_a_hand_so_far_are_those_that_are_sure(facts, of_dealer, of_others):
    scene = scene_with_facts(facts, facts)
    for player in range(4):
        wanted = of_dealer if player == scene.number("dealer") else of_others
        assert points_so_far(scene, player) == wanted
        assert f"This hand so far: {wanted} points." in standing_sentence(scene, player) or wanted is None


@pytest.mark.parametrize("size", [(48, 28), (60, 18), (80, 23), (120, 39), (200, 59)])
def test_points_of_a_hand_so_far_stand_beside_the_tricks_and_not_in_the_score(size):
    width, height = size
    scene = scene_with_facts({"tricks": 0}, {"tricks": 3, "queens": 1}, width=width, height=height)
    others = [seat for seat in range(4) if seat != scene.number("dealer")]
    assert {scene.score(seat) for seat in others} == {0}
    assert text_of_scene(scene).count("+55") >= 3
    own = text_of_scene(replace(scene, focus=others[-1]))
    assert f"3 tricks, 1 Queen  +55{' this hand' * (width > 48)}" in own


def test_quota_that_can_no_longer_be_made_costs_its_points_before_the_hand_is_over():
    scene = scene_with_facts({"tricks": 1}, {"tricks": 3})
    piles = {name: 2 if name.startswith("hand/") else cards for name, cards in scene.view.piles.items()}
    assert points_so_far(scene, scene.number("dealer")) is None
    scene = replace(scene, view=dataclasses.replace(scene.view, piles=piles))
    assert points_so_far(scene, scene.number("dealer")) == -50


@pytest.mark.deep
def test_last_trick_marks_its_winner_even_if_trump_has_changed():
    changed, seeds = 0, range(count_for_depth(3, 10))
    for match, _ in (
        step for seed in seeds for step in matches_with_random_changes(QUEENS_DUNGEON, 4, seed, target=2000)
    ):
        view = match.view(0)
        if view.facts["phase"] != "play" or not view.facts["last"] or view.cards("trick"):
            continue
        scene = make_scene(match, width=120, height=39, overlay="last")
        trick = last_trick_by_player(view)
        if winning_index(view, [card for _, card in trick]) == [player for player, _ in trick].index(
            view.facts["leader"]
        ):
            continue
        changed += 1
        place = card_rects_by_seat(layout_of(scene), scene)[view.facts["leader"]]
        row = text_of_scene(scene).splitlines()[place.y + place.height // 2]
        beside = (row[place.x - 1], row[place.right])
        assert beside == ("▐", "▌")
    assert changed


def test_pointer_begins_at_a_card_that_follows_suit_in_honour_mode():
    wrong = 0
    for match, _ in islice(matches_with_random_changes(QUEENS_DUNGEON, 4, 2, reneging="honour"), 150):
        seat, trick = match.view(None).facts["turn"], match.view(None).cards("trick")
        if not trick or match.view(None).facts["phase"] != "play":
            continue
        scene = make_scene(match, seat)
        suited = [card for card in scene.hand if card.suit == trick[0].suit]
        for place in range(len(scene.hand)):
            cursor = valid_cursor(scene, TrickCursor(hand_index=place), new_decision=True).card
            assert cursor in scene.playable_cards
            assert not suited or cursor.suit == trick[0].suit or cursor.rank == "Q"
        wrong += len(scene.playable_cards) > len(suited) > 0
    assert wrong


def test_status_line_shows_the_target_score():
    for slug, target in ((QUEEN_BEES, 21), (QUEENS_DUNGEON, 150)):
        match = games[slug].start(4, seed=1, options={"target": target} if slug == QUEENS_DUNGEON else {})
        assert f"You 0 of {target} points" in text_of_scene(make_scene(match, width=80, height=23))
        assert "You 0 points" in text_of_scene(make_scene(match, width=60, height=17))


def test_status_line_names_the_winner():
    for slug, seats, options in ((QUEEN_BEES, 4, {}), (QUEENS_DUNGEON, 4, {"target": 100, "partners": True})):
        for match, _ in matches_with_random_changes(slug, seats, 5, **options):
            over = match
        assert over.over
        best = [row.seat for row in over.standings if row.rank == 1]
        sentence = waiting_text(make_scene(over, best[0]))
        assert sentence == (
            "The match is over. You win."
            if slug == QUEEN_BEES
            else f"The match is over. You and {SEAT_NAMES[best[1]]} win."
        )
        assert waiting_text(make_scene(over, best[0]), 20) == "The match is over."
        loser = next(row.seat for row in over.standings if row.rank > 1)
        assert all(SEAT_NAMES[seat] in waiting_text(make_scene(over, loser)) for seat in best)


def test_hand_is_sorted_in_three_orders():
    view = games[QUEENS_DUNGEON].start(4, seed=1).view(0)
    view = dataclasses.replace(view, facts={**view.facts, "trump": "♦"})
    hand = cards("2♦ Q♠ A♠ K♥ 10♦ Q♦")
    assert sorted_hand(view, hand, "suit") == cards("Q♠ A♠ K♥ Q♦ 10♦ 2♦")
    assert sorted_hand(view, hand, "rank") == cards("Q♠ Q♦ A♠ K♥ 10♦ 2♦")
    assert sorted_hand(view, hand, "trumps") == cards("Q♦ 10♦ 2♦ Q♠ A♠ K♥")
    bees = games[QUEEN_BEES].start(4, seed=1).view(0)
    bees = dataclasses.replace(bees, facts={**bees.facts, "trumps": ("K", "10")})
    assert sorted_hand(bees, hand, "trumps") == cards("K♥ 10♦ A♠ Q♠ Q♦ 2♦")


@parametrize("look", [ASCII, LOOKS["four-ascii"]], 1, ids=lambda look: look.name)
def test_trick_board_paints_only_ascii_in_the_ascii_look(look):
    for slug, seats in ((QUEENS_DUNGEON, 4), (QUEEN_BEES, 4)):
        for number, (match, _) in enumerate(matches_with_random_changes(slug, seats, 3)):
            if number % 9 == 0:
                names = ("Wanda", "Ada", "Bjorn", "Chidi")
                assert text_of_scene(make_scene(match, names=names, look=look)).replace("\n", "").isascii()


def test_spectator_sees_the_table_with_a_face_down_hand_and_no_actions():
    match = games[QUEEN_BEES].start(4, seed=2)
    text = text_of_scene(make_scene(match, None))
    assert "Wanda's HAND" in text
    assert "╳" in text
    assert "Enter Play" not in text
    assert all(name in text for name in SEAT_NAMES[1:4])


def test_note_on_the_trick_board_changes_only_its_own_row():
    match = games[QUEEN_BEES].start(4, seed=2)
    scene = make_scene(match)
    one, other = render(scene).canvas, render(replace(scene, note="Not now.")).canvas
    changed = [y for y in range(scene.height) if one.segments(y) != other.segments(y)]
    assert changed == [layout_of(scene).title.y]


def test_description_of_the_trick_board_names_everything_on_the_table():
    match = games[QUEEN_BEES].start(3, seed=2)
    leader = match.view(None).facts["turn"]
    card = match.legal(leader)[0].cards[0]
    match.act(leader, match.legal(leader)[0])
    scene = make_scene(match, (leader + 1) % 3)
    words = " ".join(state_sentences(scene))
    assert f"On the table: {card} by {SEAT_NAMES[leader]}." in words
    assert "In your hand:" in words
    assert board_description(scene) == f"Deal 1, trick 1. {SEAT_NAMES[leader]} is ahead with {card}. Your turn."


@pytest.mark.parametrize(("slug", "seats"), [(QUEENS_DUNGEON, 4), (QUEENS_DUNGEON, 8), (QUEEN_BEES, 4)])
def test_words_about_a_match_under_way_fit_the_smallest_log_and_tell_the_trick(slug, seats):
    """They are the only line of the log of a match whose past is not known; a cut sentence would tell nothing."""
    said_ahead = 0
    for match, _ in matches_with_random_changes(slug, seats, 3, **({"target": 100} if slug == QUEENS_DUNGEON else {})):
        scene = make_scene(match, width=80, height=23)
        words = f"{MATCH_UNDER_WAY_HEADING} {board_description(scene)}"
        log = layout_of(scene).log
        assert len(wrap(words, log.width - 2)) <= 7
        trick = trick_by_player(scene.view)
        if trick and scene.phase == "play":
            said_ahead += 1
            player, card = trick[winning_index(scene.view, [card for _, card in trick])]
            assert f" {scene.name(player)} {'are' if not player else 'is'} ahead with {card}." in words
            assert f"trick {sum(scene.number(f'tricks/{one}') for one in range(seats)) + 1}." in words
        else:
            assert "ahead" not in words
    assert said_ahead


@pytest.mark.parametrize("seats", [4, 8])
@pytest.mark.parametrize(("width", "height"), ALL_SIZES)
def test_players_who_laid_the_two_queens_are_shown_while_trump_is_changed(width, height, seats):
    changes = 0
    for match, _ in matches_with_random_changes(QUEENS_DUNGEON, seats, 2, target=2000):
        view = match.view(None)
        if view.facts["phase"] != "change":
            continue
        changes += 1
        scene = make_scene(match, view.facts["dealer"], names=SEAT_NAMES, width=width, height=height)
        rect = layout_of(scene).table
        lines = text_of_scene(scene).splitlines()[rect.y : rect.bottom]
        table = " ".join(" ".join(line[rect.x : rect.right] for line in lines).split())
        assert "name the new trump." in table
        for player, card in last_trick_by_player(view):
            name = "You" if player == view.facts["dealer"] else SEAT_NAMES[player]
            assert f"{name} {card}" in table
        if changes == 3:
            return
    raise AssertionError("trump was never changed")


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39)], ids=str)
def test_number_of_the_trick_is_not_broken_into_rows(size):
    for match, _ in islice(matches_with_random_changes(QUEEN_BEES, 4, 3), 40):
        if match.view(0).facts["phase"] == "play" and match.view(0).cards("trick"):
            text = str(render(make_scene(match, width=size[0], height=size[1])).canvas)
            assert re.search(r"Trick \d+( of \d|/\d| )", text)
            assert len(match.view(0).cards("trick")) < 2 or re.search(
                r"[♣♦♥♠] (is ahead|ahead) |(is|are) ahead\W+((\d+ cards?|\w+( to play)?)\W+){0,2}with [\dJQKA]+[♣♦♥♠] ",
                text,
            )
            assert not re.search(r"\bwins?\b", text), "the trick is not over"


@parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES], 1)
def test_trick_board_says_in_words_who_led_and_who_deals(slug):
    led = deals = 0
    for match, _ in islice(matches_with_random_changes(slug, 4, 3), 60):
        view = match.view(0)
        if view.facts["phase"] != "play":
            continue
        for width, height in ((80, 23), (120, 39), (200, 59)):
            text = text_of_scene(make_scene(match, width=width, height=height))
            table = text.split("YOUR HAND")[0]
            assert not re.search(r"\s[LD]\s", table), "a letter that nobody can know the meaning of"
            led += bool(view.cards("trick") and view.facts["leader"] and re.search(r"\bled\b", table))
            deals += bool(re.search("deals|you deal|quota", text))
            assert not re.search("LEADS|DEALER|(?<!IS )LED", text), "one form of each word"
    assert led
    assert deals


@pytest.mark.parametrize("size", [(48, 31), (60, 17), (80, 23), (100, 29), (120, 39), (200, 59)], ids=str)
@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
def test_box_of_each_player_says_while_a_trick_lies_who_led_and_else_who_deals(slug, seats, size):
    players = set()
    for match, _ in islice(matches_with_random_changes(slug, seats, 3), 0, 120, 5):
        view = match.view(0)
        if view.facts["phase"] != "play":
            continue
        scene = make_scene(match, width=size[0], height=size[1], look=LOOKS["outline"])
        layout, leader = layout_of(scene), view.facts["leader"] if view.cards("trick") else None
        for player, place in zip(other_players(scene), layout.opponents, strict=True):
            text = rows_of_zones(scene, [place.plate])
            has_led = bool(re.search(r"\bled\b", text))
            if player == leader and not has_led:  # the card led is marked, too, but nothing else tells the points
                assert points_so_far_texts(scene, player)[-1] in text
            else:
                assert has_led is (player == leader), text
            if player != leader:
                assert bool(re.search(r"\bdeals\b", text)) is (player == view.facts["dealer"]), text
        assert ("you led" in rows_of_zones(scene, [layout.title])) is (leader == 0)
        players.add(leader)
    assert len(players) >= 3


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_heading_of_the_hand_names_the_place_among_all_players(size):
    match = games[QUEENS_DUNGEON].start(8, seed=1)
    heading = text_of_scene(make_scene(match, width=size[0], height=size[1])).splitlines()[0]
    assert "You 0 of 500 points, tied 1st of 8" in heading


def test_log_of_the_bees_says_how_each_deal_begins():
    game, deals = games[QUEEN_BEES], 0
    for match, changes in matches_with_random_changes(QUEEN_BEES, 4, 3):
        view = match.view(0)
        lines = [line.text for line in TrickLogWriter(SEAT_NAMES[:4], game.sentence).lines(changes, view)]
        if f"Deal {view.facts['hand']}" in lines:
            deals += 1
            leads = "You lead" if view.facts["turn"] == 0 else f"{SEAT_NAMES[view.facts['turn']]} leads"
            assert lines[-1] == f"{leads} with any card. There are no trumps yet."
    assert deals > 1


def test_area_of_a_player_without_room_for_words_is_empty_rather_than_abbreviated():
    dungeons = 0
    for match, _ in (
        step for seed in range(3) for step in matches_with_random_changes(QUEENS_DUNGEON, 4, seed, target=2000)
    ):
        if any(match.view(0).facts.get(f"condemned/{seat}") for seat in range(1, 4)):
            dungeons += 1
            for width, height in ((60, 17), (80, 23), (48, 39)):
                table = text_of_scene(make_scene(match, width=width, height=height)).split("YOUR HAND")[0]
                assert not re.search(r"\dt\b", table), table
        if dungeons > 20:
            return
    assert dungeons


@pytest.mark.parametrize(
    ("pays", "stakes"), [("on", ("0 if made, -50 if missed", "0 or -50")), ("off", ())], ids=["pays", "pays nothing"]
)
def test_stakes_of_the_quota_of_a_dealer_in_the_dungeon_are_what_the_rules_leave(pays, stakes):
    match = games[QUEENS_DUNGEON].start(4, seed=1, options={"condemned_dealer_pays": pays})
    scene = make_scene(match)
    dealer = scene.number("dealer")
    assert quota_stakes_texts(scene)[0] == "+50 if made, -50 if missed"
    facts = {**scene.view.facts, f"condemned/{dealer}": True}
    condemned = replace(scene, view=dataclasses.replace(scene.view, facts=facts))
    assert tuple(quota_stakes_texts(condemned)) == stakes
    told = standing_sentence(condemned, dealer)
    assert ("a missed quota costs 50" in told) == (pays == "on")
    assert "in the dungeon: no points this hand" in told


def test_summary_of_a_hand_says_that_the_next_begins_by_itself_unless_the_match_is_over():
    game, sentence = games["queen-bees-ii"], []
    before = game.start(4, seed=2).view(0)
    for match, changes in matches_with_random_changes("queen-bees-ii", 4, 2):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        for frame in TrickAnimator(before, TrickLogWriter(SEAT_NAMES[:4], game.sentence)).frames(seen, match.view(0)):
            if frame.summary:
                scene = replace(make_scene(match, 0, effect=frame.effect, summary=frame.summary), view=frame.view)
                sentence.append(waiting_text(replace(scene, overlay="hand")))
        before = match.view(0)
    assert len(sentence) > 1
    assert set(sentence[:-1]) == {"The deal is over. The next begins by itself."}
    assert "next" not in sentence[-1]


@pytest.mark.parametrize("width", [90, 100, 120, 140, 160, 200])
def test_result_of_a_hand_covers_no_cell_of_the_rim_of_the_table_while_trump_is_named(width):
    match = next(
        match
        for match, _ in matches_with_random_changes(QUEENS_DUNGEON, 4, 2)
        if match.view(0).facts["hand"] > 1 and match.view(0).facts["phase"] == "call"
    )
    summary, seen = HandSummary("Result", tuple(HandOutcome(seat, 3, 1, 55, 55, "") for seat in range(4)), 1), 0
    for seat, height in product(range(4), range(MIN_BOARD_ROWS, 60)):
        scene = make_scene(match, seat, width=width, height=height, summary=summary)
        layout, canvas = layout_of(scene), render(scene).canvas
        table = layout.table
        if not layout.has_rim or table.height < MIN_ROWS_WITH_RIM:
            continue
        seen += 1
        for y in (table.y, table.bottom - 1):
            [segment] = canvas.segments_in(y, table.x, table.right)
            assert not segment.text.strip(), (height, segment.text)
        for x, y in product((table.x, table.right - 1), range(table.y, table.bottom)):
            assert list(canvas.segments_in(y, x, x + 1)) == [segment._replace(text=" ")], (height, x, y)
    assert seen


@pytest.mark.parametrize("waits_for_reader", [False, True])
def test_result_that_waits_for_its_reader_says_so_from_its_first_frame(waits_for_reader):
    """While the points are still counted, `waits_for_reader` is not yet set."""
    game, sentences = games["queen-bees-ii"], set()
    before = game.start(4, seed=2).view(0)
    for match, changes in matches_with_random_changes("queen-bees-ii", 4, 2):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        for frame in TrickAnimator(before, TrickLogWriter(SEAT_NAMES[:4], game.sentence)).frames(seen, match.view(0)):
            if frame.summary and not frame.view.facts["over"]:
                scene = make_scene(match, 0, effect=frame.effect, summary=frame.summary, overlay="hand")
                scene = replace(scene, view=frame.view, results_wait=True, waits_for_reader=waits_for_reader)
                sentences.add(waiting_text(scene))
        before = match.view(0)
    assert sentences >= {"The deal is over. Enter: go on."}
    assert not any("by itself" in sentence for sentence in sentences)


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats"), sample_cases(GAMES_WITH_SEATS, 2))
def test_narrow_table_cuts_no_text_and_can_be_touched_with_a_finger(slug, seats):
    game, names = games[slug], SEAT_NAMES[:seats]
    options = {"target": 100, "challenge": True} if slug == QUEENS_DUNGEON else {}
    before, summary, number = game.start(seats, seed=2, options=options).view(0), None, 0
    for match, changes in matches_with_random_changes(slug, seats, 2, **options):
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        for frame in TrickAnimator(before, TrickLogWriter(names, game.sentence)).frames(seen, match.view(0)):
            summary = frame.summary or summary
            number += 1
            if number % 9 and frame.effect.banner is None and not frame.summary:
                continue
            width, height = NARROW_BOARD_SIZES[number % len(NARROW_BOARD_SIZES)]
            scene = make_scene(match, 0, width=width, height=height, effect=frame.effect, summary=summary)
            picture = render(replace(scene, view=frame.view, overlay="hand" if frame.summary else ""))
            assert [row for row in str(picture.canvas).splitlines() if "…" in row] == []
            assert all(rect.height >= 2 for rect, _ in picture.click_areas), (width, height)
        before = match.view(0)


def test_hint_on_a_narrow_table_has_five_rows_and_covers_no_card_of_the_others():
    hint = tuple(Line(f"said {number}") for number in range(5))
    for seats in range(2, 9):
        match = games[QUEENS_DUNGEON].start(seats, seed=1)
        for width, height in NARROW_BOARD_SIZES:
            scene = make_scene(match, width=width, height=height, hint=hint)
            rows = text_of_scene(scene).splitlines()
            where = layout_of(scene)
            assert all(any(line.text in row for row in rows) for line in hint)
            first = next(y for y, row in enumerate(rows) if "said 0" in row)
            if where.corners.bottom_left.height >= 5:
                assert all(opponent.card.bottom <= first for opponent in where.opponents)


def test_my_place_in_the_trick_is_outlined_and_the_winning_card_has_edges():
    """At every size: `YOU` in the own place, and a bar in each free row beside the card that wins so far."""
    match = games[QUEEN_BEES].start(4, seed=2)
    while match.view(0).facts["turn"] != 0 or len(match.view(0).cards("trick")) < 2:
        seat = min(match.awaited)
        match.act(seat, match.default(seat))
    for width, height in ((80, 23), (120, 39), (200, 59)):
        scene = make_scene(match, width=width, height=height)
        where = layout_of(scene)
        rows = text_of_scene(scene).splitlines()
        mine = [row[where.own_card.x : where.own_card.right] for row in rows[where.own_card.y : where.own_card.bottom]]
        assert mine[0].startswith("╭")
        assert [row.strip("│╭╮╰╯─ ") for row in mine].count("YOU") == 1
        assert "".join(mine).strip("│╭╮╰╯─ ") == "YOU"  # and no letter of my name
        trick = trick_by_player(scene.view)
        best, _ = trick[winning_index(scene.view, [card for _, card in trick])]
        card = card_rects_by_seat(where, scene)[best]
        beside = [(rows[y][card.x - 1], rows[y][card.right]) for y in range(card.y, card.bottom)]
        assert beside.count(("▐", "▌")) == card.height, (width, height)


def test_hands_of_others_say_how_many_cards_they_hold():
    match = games[QUEENS_DUNGEON].start(8, seed=1)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    scene = make_scene(match, width=120, height=39)
    rows = text_of_scene(scene).splitlines()
    for opponent, player in zip(layout_of(scene).opponents, other_players(scene), strict=True):
        assert opponent.hand is not None
        backs = "".join(
            row[opponent.hand.x : opponent.hand.right] for row in rows[opponent.hand.y : opponent.hand.bottom]
        )
        assert f" {scene.cards_held(player)} " in backs


@pytest.mark.parametrize(("pattern", "sign"), [("bars", "┃"), ("lattice", "▏")])
def test_hands_of_others_have_as_many_equal_backs_as_cards(pattern, sign):
    match = games[QUEENS_DUNGEON].start(4, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])
    bot = next(iter(match.game.bots.values()))
    while match.view(0).facts["phase"] == "play":
        scene = make_scene(match, 0, width=160, height=49, look=look_with_back(LOOKS["four"], pattern))
        rows = text_of_scene(scene).splitlines()
        for opponent, player in zip(layout_of(scene).opponents, other_players(scene), strict=True):
            upper = rows[opponent.hand.y][opponent.hand.x : opponent.hand.right]
            columns = [column for column, glyph in enumerate(upper) if glyph == sign]
            assert len(columns) == scene.cards_held(player)
            assert len({end - start for start, end in pairwise(columns)}) <= 1
        match.act(min(match.awaited), bot(match.view(min(match.awaited))))


@pytest.mark.parametrize("size", [(120, 39), (160, 49), (200, 59)], ids=str)
@pytest.mark.parametrize("seats", [4, 5])
def test_number_of_cards_covers_whole_bars_of_the_hand_of_another_player(size, seats):
    match, compared = games[QUEENS_DUNGEON].start(seats, seed=3), 0
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    while match.view(0).facts["hand"] == 1:
        scene = make_scene(match, 0, width=size[0], height=size[1], look=look_with_back(LOOKS["four"], "bars"))
        rows = text_of_scene(scene).splitlines()
        for opponent, player in zip(layout_of(scene).opponents, other_players(scene), strict=True):
            held, hand = scene.cards_held(player), opponent.hand
            if hand is None or held < 4:
                continue
            zone = [row[hand.x : hand.right] for row in rows[hand.y : hand.bottom]]
            bars = [column for column, glyph in enumerate(zone[0]) if glyph == "┃"]
            labelled = zone[hand.height // 2]
            assert len(bars) == held
            left = [column for column, glyph in enumerate(labelled) if glyph == "┃"]
            assert set(left) < set(bars)
            before = sum(column < labelled.index(str(held)) for column in left)
            assert 2 * before == len(left), "as many on either side"
            if around := re.search(rf"┃( +){held}(?: cards)?( +)┃", labelled):
                assert abs(len(around[1]) - len(around[2])) <= 1, labelled
                compared += 1
        match.act(min(match.awaited), match.default(min(match.awaited)))
    assert compared


@pytest.mark.parametrize(("look", "roof", "floor"), [("four", "▔▔", "╲▁▁╱"), ("four-ascii", "--", "\\__/")])
@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)], ids=str)
def test_hands_of_others_are_honeycombs_of_whole_cells_with_their_number(size, look, roof, floor):
    match, ends = games[QUEEN_BEES].start(4, seed=3), "╱╲" if look == "four" else "/\\"
    exact = 0
    for _ in range(52):
        scene = make_scene(match, 0, width=size[0], height=size[1], look=look_with_back(LOOKS[look], "honeycomb"))
        rows = text_of_scene(scene).splitlines()
        for opponent, player in zip(layout_of(scene).opponents, other_players(scene), strict=True):
            if opponent.hand is None or not scene.cards_held(player):
                continue
            zone, held = opponent.hand, scene.cards_held(player)
            text = "\n".join(row[zone.x : zone.right] for row in rows[zone.y : zone.bottom])
            assert re.search(rf"\b{held}\b", text), text
            cells = text.count(floor)
            assert cells == held or (cells < held and (zone.height < 7 or zone.width < 16)), text
            for wall, edges in ((roof, ends), (floor[1:-1], ends[::-1])):
                assert text.count(wall) == text.count(f"{edges[0]}{wall}{edges[1]}"), "half a cell"
            exact += cells == held
        match.act(min(match.awaited), match.default(min(match.awaited)))
    assert exact > 20


def test_hands_of_others_in_outlines_have_as_many_edges_as_cards():
    match = games[QUEENS_DUNGEON].start(4, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])
    bot = next(iter(match.game.bots.values()))
    shown = set()
    while match.view(0).facts["phase"] == "play":
        scene = make_scene(match, 0, width=160, height=49, look=LOOKS["outline"])
        rows = text_of_scene(scene).splitlines()
        for opponent, player in zip(layout_of(scene).opponents, other_players(scene), strict=True):
            edges = rows[opponent.hand.y][opponent.hand.x : opponent.hand.right].count("┌")
            assert edges == scene.cards_held(player)
            shown.add(edges)
        match.act(min(match.awaited), bot(match.view(min(match.awaited))))
    assert {1, 7, 12} <= shown


def test_my_tricks_and_the_quota_stand_once_beside_the_heading_of_the_hand():
    match = games[QUEENS_DUNGEON].start(8, seed=1)
    dealer = match.view(None).facts["dealer"]
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    for width, height in ((80, 23), (120, 39), (200, 59)):
        text = text_of_scene(make_scene(match, seat=dealer, width=width, height=height))
        assert re.search(r"YOU(R HAND by suit)?  you deal  quota:? 0 of 2( tricks)? ", text)
        assert text.count("0 of 2") == 1


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_points_of_a_dealer_whose_quota_is_open_are_shown_like_those_of_the_others(size):
    scene = make_scene(games[QUEENS_DUNGEON].start(4, seed=3), width=size[0], height=size[1])
    view = scene.view
    won = dict.fromkeys((f"tricks/{seat}" for seat in range(4)), 1) | {"queens/2": 1}
    piles = {**view.piles, "hand/0": cards("2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥"), **{f"hand/{seat}": 9 for seat in (1, 2, 3)}}
    for dealer, zone in ((2, "plate"), (0, "title")):
        facts = {**view.facts, **won, "phase": "play", "dealer": dealer, "trump": "♣", "quota": 5, "leader": 1}
        shown = replace(scene, view=dataclasses.replace(view, facts={**facts, f"queens/{dealer}": 1}, piles=piles))
        layout = layout_of(shown)
        rect = layout.title if zone == "title" else layout.opponents[other_players(shown).index(2)].plate
        text = rows_of_zones(shown, [rect])
        assert re.search(r"1 of 5.* 35\?", text), text
        assert re.search(r"you deal" if dealer == 0 else r"\bdeals\b", text)
        assert ("-50" in text) is (zone == "title"), "what the quota costs stays beside my points"


@pytest.mark.parametrize("size", [(60, 24), (80, 23), (100, 29), (120, 39), (200, 59)], ids=str)
def test_before_the_deal_each_player_has_the_number_of_cards_to_come(size):
    for seats in (3, 4):
        scene = make_scene(games[QUEENS_DUNGEON].start(seats, seed=1), width=size[0], height=size[1])
        assert scene.phase == "call"
        for place in layout_of(scene).opponents:
            zones = [zone for zone in (place.plate, place.hand) if zone]
            assert re.search(f"{52 // seats} (cards )?to come", rows_of_zones(scene, zones))


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
@pytest.mark.parametrize(
    ("slug", "last", "trumps", "count"),
    [
        (QUEEN_BEES, "4♥ 10♥ A♥ 2♥", {"trumps": ("A", "8", "4", "2")}, 3),
        (QUEEN_BEES, "4♥ 8♥ A♥ 2♥", {"trumps": ("A", "8", "4", "2")}, 0),  # the trick that set them
        (QUEEN_BEES, "4♥ 10♥ A♥ 2♥", {}, 0),
        (QUEENS_DUNGEON, "4♥ 10♣ A♣ Q♠", {"trump": "♣"}, 2),
        (QUEENS_DUNGEON, "4♥ 10♣ Q♣ Q♠", {"trump": "♣", "called": ("♥", "♣")}, 1),  # which changed trump
    ],
)
def test_last_trick_marks_the_cards_that_were_trumps_in_it(slug, last, trumps, count, look):
    scene = make_scene(games[slug].start(4, seed=1), width=80, height=23, look=LOOKS[look], overlay="last")
    played = {"last": tuple(int(card) for card in cards(last)), "last-leader": 1, "phase": "play", "leader": 2}
    facts = {**scene.view.facts, **played, **trumps}
    piles = {**scene.view.piles, "hand/0": (), **{f"hand/{seat}": 3 for seat in (1, 2, 3)}}
    shown = replace(scene, view=dataclasses.replace(scene.view, facts=facts, piles=piles))
    zones = card_rects_by_seat(layout_of(shown), shown).values()
    assert sum("T" in rows_of_zones(shown, [zone]) for zone in zones) == count
    brush = Brush(Canvas(40, 6), LOOKS[look])
    assert paint_last_trick(brush, Rect(0, 0, 40, 6), shown)
    assert str(brush.canvas).replace("LAST TRICK", "").count("T") == count


def test_bars_of_the_standings_differ_where_points_differ():
    scene = make_scene(games[QUEENS_DUNGEON].start(8, seed=2), width=120, height=39)
    points = (175, 145, 70, 40, 0, -15, -30, -50)
    facts = {f"score/{seat}": score for seat, score in enumerate(points)}
    scene = replace(scene, view=dataclasses.replace(scene.view, facts={**scene.view.facts, **facts}))
    where = layout_of(scene).standings
    assert where is not None
    bars = [row[where.x :].count("▆") for row in text_of_scene(scene).splitlines()[where.y + 1 : where.bottom - 1]]
    assert bars[:5] == sorted(set(bars[:5]), reverse=True), bars
    assert not any(bars[4:]), "points below 0 have no bar, which would look like a lead"


def test_standings_have_no_bars_if_nobody_has_points():
    scene = make_scene(games[QUEENS_DUNGEON].start(4, seed=2), width=120, height=39)
    facts = {f"score/{seat}": -100 * seat for seat in range(4)}
    scene = replace(scene, view=dataclasses.replace(scene.view, facts={**scene.view.facts, **facts}))
    assert "-300" in text_of_scene(scene)
    assert "▆" not in text_of_scene(scene)


@pytest.mark.parametrize("seats", [7, 8])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], ids=str)
def test_cards_that_do_not_lie_straight_before_their_players_have_names(seats, size):
    match = games[QUEENS_DUNGEON].start(seats, seed=1)
    while len(match.view(0).cards("trick")) < seats - 1 or match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    scene = make_scene(match, width=size[0], height=size[1])
    where, rows = layout_of(scene), text_of_scene(scene).splitlines()
    across, top = where.opponents[2:-2], where.felt.y + where.has_rim
    played = [player for player, _ in trick_by_player(scene.view)]
    for opponent, player in zip(where.opponents, other_players(scene), strict=True):
        if player not in played:  # their place has the name in it
            continue
        plate, card = opponent.plate, opponent.card
        name = scene.name(player)[: card.width]
        above = rows[card.y - 1][card.x : card.right].strip(" ▔")  # a name may stand on the rim
        if opponent not in across:
            assert all(card.y > other.card.y for other in across)
            lies_apart = all(card.y >= other.card.bottom for other in across)
            assert above == name or (lies_apart and plate.y <= card.y + card.height // 2 < plate.bottom)
        elif size < (120, 39):
            straight = plate.x <= card.x + card.width // 2 < plate.right
            assert above == name or straight or card.y == top
        else:
            assert above == name


@pytest.mark.parametrize("size", [(100, 29), (120, 39), (140, 45), (160, 49), (200, 59)], ids=str)
@pytest.mark.parametrize("seats", [3, 4])
def test_progress_bar_to_the_target_has_a_cell_for_each_point_or_is_not_shown(seats, size):
    match = games[QUEEN_BEES].start(seats, seed=2)
    scene = make_scene(match, width=size[0], height=size[1])
    facts = {f"score/{seat}": 3 * seat for seat in range(seats)}
    scene = replace(scene, view=dataclasses.replace(scene.view, facts={**scene.view.facts, **facts}))
    rows = text_of_scene(scene).splitlines()
    ways = []
    for opponent, player in zip(layout_of(scene).opponents, other_players(scene), strict=True):
        plate = opponent.plate
        text = "".join(row[plate.x : plate.right] for row in rows[plate.y : plate.bottom])
        ways.append("".join(re.findall("[◆◇]", text)))
        assert "points" not in text or f"{3 * player} of 21 points" in text
        assert ways[-1] in ("", "◆" * 3 * player + "◇" * (21 - 3 * player))
    assert all(ways) or not any(ways)
    assert all(ways) or size < (160, 49)
    mine = re.search("◆*◇+( 0 of 21 points)?", rows[layout_of(scene).title.y])
    assert mine is None or mine.group(1)


CARD_CHECK_BY_WORDS = {
    "any card": lambda view, card: True,
    "any card but a trump": lambda view, card: not is_trump(view, card),
    "a trump": is_trump,
    "a Queen": lambda view, card: card.rank == "Q",
    **{f"Q{suit}": lambda view, card, suit=suit: str(card) == f"Q{suit}" for suit in SUIT_WORDS},
    **{
        f"a {word.removesuffix('s')}": lambda view, card, suit=suit: card.suit == suit
        for suit, word in SUIT_WORDS.items()
    },
}
"""Maps words that describe some cards to a function that returns whether a card is one of them."""


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
def test_words_for_the_cards_that_may_be_played_are_exact(slug):
    told = set()
    for seed in range(3):
        match = games[slug].start(4, seed=seed)
        bot = next(iter(match.game.bots.values()))
        for _ in range(300):
            if match.over:
                break
            seat = min(match.awaited)
            scene = make_scene(match, seat)
            words = playable_cards_text(scene)
            assert bool(words) == any(action.verb == "play" for action in scene.legal)
            if words:
                kinds = re.split(",? or ", words)
                meant = {
                    card for card in scene.hand if any(CARD_CHECK_BY_WORDS[kind](scene.view, card) for kind in kinds)
                }
                assert scene.playable_cards == meant, (words, scene.hand)
                told.add(words)
                trick = scene.view.cards("trick")
                assert not trick or "but a trump" not in words, "whoever follows may not lay trumps because of the suit"
                suit = SUIT_WORDS.get(scene.view.facts.get("trump"), "")
                trump = suit.removesuffix("s")
                named = words.replace("but a trump", f"but a {trump}, which is trump") if trump else words
                assert named in turn_text(scene, 1000)  # a newcomer does not know what a trump is
            match.act(seat, bot(match.view(seat)))
    assert {"any card", "a heart"} <= told
    assert any("or a Queen" in words for words in told) == (slug == QUEENS_DUNGEON)


def test_status_line_says_which_cards_may_be_played_in_as_many_words_as_fit():
    match = games[QUEENS_DUNGEON].start(8, seed=1)
    bot = next(iter(match.game.bots.values()))
    found = set()
    while len(found) < 3:
        seat = min(match.awaited)
        scene = make_scene(match, seat)
        words = playable_cards_text(scene)
        if words:
            forms = [turn_text(scene, width) for width in range(10, 60)]
            assert all(len(text) <= width for width, text in enumerate(forms, 10))
            plain = re.sub(r"a \w+, which is trump", "a trump", forms[-1]).partition(", your only")[0]
            assert plain.endswith(words)
            assert len(set(forms)) >= 2
            found.add(words)
            shown = text_of_scene(replace(scene, width=120, height=39))
            assert any(text in shown for text in forms[30:])
        match.act(seat, bot(match.view(seat)))


@pytest.mark.parametrize(
    ("hand", "led", "words"),
    [
        ("Q♦ 9♦ 4♠", "", "a Queen, or any card but a trump"),
        ("Q♠ 9♦ 4♠", "", "any card but a trump"),
        ("Q♠ 9♦ 5♦", "", "any card but a trump"),
        ("9♦ 5♦", "", "any card"),
        ("Q♦ 9♦ 4♠", "5♠", "a spade or a Queen"),
        ("Q♥ 9♦ 4♠", "5♠", "a spade or a Queen"),
        ("9♦ 4♠", "5♠", "a spade"),
        ("Q♠ 9♦", "5♠", "Q♠"),
        ("Q♠ 9♦ Q♥", "5♠", "Q♠ or Q♥"),
        ("K♠ 9♠ 4♠", "5♠", "a spade"),
        ("K♠ 9♠ Q♥", "5♠", "a spade or a Queen"),
        ("Q♦ Q♥", "5♠", "any card"),
        ("K♣ 9♥", "5♠", "any card"),
    ],
)
def test_words_for_the_cards_that_may_be_played_give_the_reason(hand, led, words):
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    match.act(min(match.awaited), games[QUEENS_DUNGEON].parse("trump ♦"))
    scene = make_scene(match, min(match.awaited))
    piles = {**scene.view.piles, f"hand/{scene.view.seat}": cards(hand), "trick": cards(led)}
    view = dataclasses.replace(scene.view, piles=piles)
    assert playable_cards_text(replace(scene, view=view, legal=games[QUEENS_DUNGEON].legal(view))) == words


def scene_that_follows(hand, led, slug=QUEENS_DUNGEON):
    """Return a scene of the player whose turn it is, who holds `hand` after the card `led`; ♦ is trump."""
    match = games[slug].start(4, seed=1)
    if slug == QUEENS_DUNGEON:
        match.act(min(match.awaited), games[slug].parse("trump ♦"))
    scene = make_scene(match, min(match.awaited))
    piles = {**scene.view.piles, f"hand/{scene.view.seat}": cards(hand), "trick": cards(led)}
    facts = {**scene.view.facts, "leader": (scene.view.seat - 1) % 4}
    view = dataclasses.replace(scene.view, piles=piles, facts=facts)
    return replace(scene, view=view, legal=games[slug].legal(view))


@pytest.mark.parametrize(
    ("hand", "led", "words"),
    [
        ("K♠ Q♠ 10♠ 7♠", "3♠", "a spade"),
        ("K♠ Q♠ 10♠ 7♠", "3♥", "any card"),
        ("K♠ J♥", "J♦", "a trump"),
        ("8♠ 7♠", "J♠", "a spade"),
    ],
)
def test_hand_that_fits_whole_is_still_told_what_must_be_followed(hand, led, words):
    """Kings and jacks are trumps; "any card" says only to who cannot follow that the trick is lost without a trump."""
    scene = scene_that_follows(hand, led, QUEEN_BEES)
    view = dataclasses.replace(scene.view, facts={**scene.view.facts, "trumps": ("K", "J")})
    scene = replace(scene, view=view, legal=games[QUEEN_BEES].legal(view))
    assert playable_cards_text(scene) == words
    assert words in turn_text(scene, 60)


def test_only_legal_card_a_queen_is_named_with_the_reason():
    scene = scene_that_follows("Q♦ 9♠", "5♦")
    assert turn_text(scene, 60) == "Your turn: play Q♦, your only diamond"
    assert turn_text(scene, 30) == "Play Q♦, your only diamond"


def test_shortest_words_for_the_cards_that_may_be_played_keep_the_queens():
    assert turn_text(scene_that_follows("Q♦ 9♣ 4♣ 2♠", "5♣"), 13) == "♣ or a Queen"


@pytest.mark.parametrize(
    ("slug", "hand", "led", "card"),
    [
        (QUEENS_DUNGEON, "A♠ 5♠ 3♠ Q♥ 2♦", "K♠", "3♠"),
        (QUEENS_DUNGEON, "Q♥ 2♦ 7♥ 4♣", "K♠", "4♣"),
        (QUEENS_DUNGEON, "Q♥ 9♦ 2♦", "K♠", "2♦"),
        (QUEEN_BEES, "A♥ 9♥ 7♥ 2♣", "3♥", "7♥"),
    ],
)
def test_pointer_begins_at_the_legal_card_that_costs_least(slug, hand, led, card):
    scene = scene_that_follows(hand, led, slug)
    hand = scene.hand
    for first in hand:
        cursor = TrickCursor(first, hand.index(first))
        assert str(valid_cursor(scene, cursor, new_decision=True).card) == card
        chosen = cursor_at_card(scene, cursor, first)
        kept = first if first in scene.playable_cards else None
        assert valid_cursor(scene, chosen, new_decision=True).card == (kept or cards(card)[0])


@pytest.mark.parametrize(
    ("hand", "brief"), [("Q♦ 9♦ 4♠", "Lead a Queen or a non-trump"), ("Q♠ 9♦ 4♠", "Lead a non-trump")]
)
def test_brief_words_for_cards_that_may_be_led_are_not_read_as_if_no_suit_were_trump(hand, brief):
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    match.act(min(match.awaited), games[QUEENS_DUNGEON].parse("trump ♦"))
    scene = make_scene(match, min(match.awaited))
    view = dataclasses.replace(scene.view, piles={**scene.view.piles, f"hand/{scene.view.seat}": cards(hand)})
    scene = replace(scene, view=view, legal=games[QUEENS_DUNGEON].legal(view))
    forms = [turn_text(scene, width) for width in range(10, 70)]
    assert brief in forms
    assert not any("no trump" in text for text in forms)


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_last_trick_is_shown_without_what_is_true_of_the_present_one(size, slug):
    match = games[slug].start(4, seed=5)
    bot = next(iter(match.game.bots.values()))
    while not (match.awaited == {0} and match.view(0).facts["last"] and match.view(0).cards("trick")):
        seat = min(match.awaited)
        match.act(seat, bot(match.view(seat)))
    scene = make_scene(match, 0, width=size[0], height=size[1])
    view = scene.view
    led = {
        name: [word for seat in range(4) for word, _ in words_on_player(one, seat) if "led" in word and seat == at]
        for name, one, at in (
            ("now", scene, view.facts["leader"]),
            ("last", replace(scene, overlay="last"), view.facts["last-leader"]),
        )
    }
    assert all(led.values())
    assert re.search("You play|Your turn", text_of_scene(scene))
    text = text_of_scene(replace(scene, overlay="last"))
    assert not re.search(r"You play|Trick \d|TRICK \d|THIS TRICK|Exactly|A 3rd Queen|Enter|Your turn", text)


@pytest.mark.parametrize(("points", "words"), [(19, ""), (20, ", the last unless tied")])
def test_deal_that_ends_the_match_is_said_to_be_the_last(points, words):
    """The seat has taken one trick, and 21 points end the match."""
    match = games[QUEEN_BEES].start(4, seed=5)
    bot = next(iter(match.game.bots.values()))
    match.facts[match.layout.fact("score/1").layout_index] = points
    while not match.view(0).facts["tricks/1"]:
        seat = min(match.awaited)
        match.act(seat, bot(match.view(seat)))
    assert f"Deal 1{words}  " in text_of_scene(make_scene(match, 0, width=120, height=39))
    assert f"{'Last deal?' if words else 'Deal 1'}  " in text_of_scene(make_scene(match, 0, width=48, height=31))
    assert f"{'Last deal unless tied' if words else 'Deal 1'}  " in text_of_scene(
        make_scene(match, 0, width=80, height=23)
    )


def test_hand_is_not_said_to_have_trumps_first_before_there_are_trumps():
    match = games[QUEEN_BEES].start(4, seed=5)
    text = text_of_scene(make_scene(match, 0, width=120, height=39, sort_order="trumps"))
    assert "by suit" in text
    assert "trumps first" not in text.partition("YOUR HAND")[2].partition("\n")[0]


def start_of_a_later_hand(seats, is_dealer):
    """Return a match of Queen's Dungeon before the deal of a later hand, which seat 0 or another deals, and the summary
    of the hand before for seat 0."""
    game, names = games[QUEENS_DUNGEON], SEAT_NAMES[:seats]
    match = game.start(seats, seed=3)
    bot = next(iter(match.game.bots.values()))
    summary, before = None, match.view(0)
    while summary is None or (match.awaited == {0}) != is_dealer or match.view(0).facts["phase"] != "call":
        seat = min(match.awaited)
        changes = match.act(seat, bot(match.view(seat)))
        seen = [change for change in (change.seen_by(0) for change in changes) if change]
        for frame in TrickAnimator(before, TrickLogWriter(names, game.sentence)).frames(seen, match.view(0)):
            summary = frame.summary or summary
        before = match.view(0)
    return match, summary


@pytest.mark.parametrize("seats", [4, 8])
def test_dealer_of_a_later_hand_reads_which_suit_is_asked_for_below_the_result_of_the_last_hand(seats):
    match, summary = start_of_a_later_hand(seats, is_dealer=True)
    for (width, height), overlay in product(ALL_SIZES, ("hand", "")):
        text = text_of_scene(make_scene(match, 0, width=width, height=height, summary=summary, overlay=overlay))
        assert "Which suit is trump?" in text, (width, height)
        assert summary.title in text or height < 20
        assert all(str(outcome.score) in text for outcome in summary.outcomes), (width, height)


@pytest.mark.parametrize("seats", range(2, 9))
def test_result_of_a_hand_names_everybody_while_another_names_trump(seats):
    match, summary = start_of_a_later_hand(seats, is_dealer=False)
    for (width, height), seat in product([*ALL_SIZES, (48, 27)], (0, None)):
        scene = make_scene(match, seat, width=width, height=height, summary=summary, overlay="hand")
        table = layout_of(scene).table
        rows = [row[table.x : table.right] for row in text_of_scene(scene).splitlines()]
        for outcome in summary.outcomes:
            name, score = scene.name(outcome.player), outcome.score if outcome.player < seats else ""
            result = re.compile(rf"(^| ) *{name}( .*)? {outcome.tricks} .*{score}( |$)")
            assert any(map(result.search, rows)), (width, height, name)


def test_others_than_the_dealer_are_not_asked_for_the_suit_below_the_result_of_the_last_hand():
    match, summary = start_of_a_later_hand(4, is_dealer=False)
    for (width, height), seat in product(ALL_SIZES, (0, None)):
        scene = make_scene(match, seat, width=width, height=height, summary=summary, overlay="hand")
        table = layout_of(scene).table
        rows = [row[table.x : table.right].strip() for row in text_of_scene(scene).splitlines()]
        assert "Which suit is trump?" not in rows, (width, height)
        assert f"{scene.names[min(match.awaited)]} names trump" in rows, (width, height)


@pytest.mark.parametrize("size", [(60, 16), (60, 17), (48, 28), (80, 23)], ids=str)
@pytest.mark.parametrize("phase", ["call", "play"])
def test_result_of_a_hand_has_every_player_with_their_score_at_every_size(size, phase):
    """Eight players have fewer rows than they are in the smallest window: two share a row."""
    match = games[QUEENS_DUNGEON].start(8, seed=3)
    while match.view(0).facts["phase"] != phase:
        seat = min(match.awaited)
        match.act(seat, match.default(seat))
    outcomes = tuple(HandOutcome(seat, 1, 0, 100 + seat, 200 + seat) for seat in range(8))
    summary = HandSummary("Results of hand 1", outcomes, 1)
    scene = make_scene(match, 0, width=size[0], height=size[1], summary=summary, overlay="hand")
    text = text_of_scene(scene)
    for outcome in outcomes:
        name = re.escape(scene.name(outcome.player))
        assert re.search(rf"{name} +1 +0 +\+{outcome.points} +{outcome.score}\b", text), (name, text)


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (200, 59)])
def test_dealer_reads_what_the_quota_brings_and_what_counts(width, height):
    hands = {"stock": [cards("A♥ K♥ Q♥ J♥")], "cut": [cards("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠")]}
    match = games[QUEENS_DUNGEON].start(8, dealer=Dealer.scripted(hands))
    match.act(0, games[QUEENS_DUNGEON].parse("trump ♦"))
    text = text_of_scene(make_scene(match, 0, width=width, height=height))
    assert re.search("quota:? 0 of 2(?: tricks)?  [+]50 (if made, -50 if missed|or -50)", text)
    assert "10 a trick, 25 a Queen" in text or "10 each trick" in text


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
def test_small_cards_of_the_last_trick_have_no_dash_after_their_suit(look):
    match = games[QUEENS_DUNGEON].start(4, seed=3)
    bot = next(iter(match.game.bots.values()))
    sizes, said = ((120, 39), (100, 30), (80, 23)), set()
    while match.view(0).facts["hand"] == 1:
        for width, height in sizes:
            scene = make_scene(match, 0, width=width, height=height, look=LOOKS[look])
            where = layout_of(scene)
            rows = text_of_scene(scene).splitlines()
            if where.corners is None:
                continue
            corner = where.corners.bottom_left
            last = "\n".join(row[corner.x : corner.right + 1] for row in rows[corner.y : corner.bottom])
            last = last.partition("LAST TRICK")[2]
            if " won with " in last and "┌" not in last and "+" not in last:  # in chips
                assert not re.search("[0-9JQKA][♣♦♥♠cdhs]-", last), last
                said.add("chips")
        match.act(min(match.awaited), bot(match.view(min(match.awaited))))
    assert said == {"chips"}


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
def test_small_cards_of_a_taken_trick_have_no_dash_after_their_suit(look):
    """A dash says that a card cannot be played now; a card that lies in the trick has been played."""
    match = games["queen-bees-ii"].start(4, seed=3)
    bot = next(iter(match.game.bots.values()))
    for _ in range(4):
        match.act(min(match.awaited), bot(match.view(min(match.awaited))))
    taken = CollectedTrick(last_trick_by_player(match.view(0)), match.view(0).facts["leader"], 0)
    scene = make_scene(match, 0, width=80, height=18, look=LOOKS[look])
    where = layout_of(scene)
    assert where.size.height == 1
    for shown in (replace(scene, effect=TrickFrameEffect(collected_trick=taken)), replace(scene, overlay="last")):
        table = "\n".join(text_of_scene(shown).splitlines()[: where.title.y])
        assert all(scene.look.card_text(card) in table for _, card in taken.trick)
        assert not re.search("[0-9JQKA][♣♦♥♠cdhs]-", table), table


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
def test_face_down_hand_keeps_its_look_while_its_cards_get_fewer(look):
    """Each back stays as wide as in a full hand, and the number of cards stands on them in one form."""
    match = games[QUEENS_DUNGEON].start(4, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])
    widths_by_number: dict[int, set[int]] = {}
    while match.view(0).facts["hand"] == 1 and match.view(0).facts["phase"] in ("play", "change"):
        scene = make_scene(match, 0, width=120, height=39, look=LOOKS[look])
        rows = text_of_scene(scene).splitlines()
        for player, opponent in zip(other_players(scene), layout_of(scene).opponents, strict=True):
            held, hand = scene.cards_held(player), opponent.hand
            if hand is None:
                continue
            zone = [row[hand.x : hand.right] for row in rows[hand.y : hand.bottom]]
            if held and scene.phase == "play":
                assert re.search(rf"(?<!\d){held}(?!\d)", "\n".join(zone))
                assert "card" not in "\n".join(zone)
                widths_by_number.setdefault(held, set()).add(len(zone[0].rstrip()))
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])
    assert set(widths_by_number) == {*range(1, 14)}
    widths = [max(widths_by_number[number]) for number in range(1, 14)]
    assert {after - before for before, after in pairwise(widths)} <= {0, 1}  # 0 where not all backs have room
    assert widths[8] - widths[0] == 8


@parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)], 2)
@pytest.mark.parametrize("seats", games[QUEEN_BEES].seats)
def test_number_of_cards_of_each_other_player_of_queen_bees_is_shown(seats, size):
    match = games[QUEEN_BEES].start(seats, seed=3)
    for _ in range(2 * seats):
        scene = make_scene(match, 0, width=size[0], height=size[1])
        rows = text_of_scene(scene).splitlines()
        for player, opponent in zip(other_players(scene), layout_of(scene).opponents, strict=True):
            rect, held = opponent.hand or opponent.plate, scene.cards_held(player)
            shown = " ".join(row[rect.x : rect.right] for row in rows[rect.y : rect.bottom])
            assert (str(held) if opponent.hand else f"{held} card") in shown, (player, shown)
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])


def test_empty_place_has_the_name_of_its_player_and_is_golden_and_says_so_only_on_their_turn():
    match, names = games[QUEENS_DUNGEON].start(4, seed=1), tuple(f"Seat {seat + 1}" for seat in range(4))
    turns = set()
    while len(turns) < 4:
        match.act(min(match.awaited), match.default(min(match.awaited)))
        scene = make_scene(match, names=names, width=120, height=39)
        if scene.phase != "play":
            continue
        turns.add(scene.awaited_seat)
        where, canvas = layout_of(scene), render(scene).canvas
        played = {player for player, _ in trick_by_player(scene.view)}
        highlight = text_style(scene.look, "highlight").color
        for player, rect in card_rects_by_seat(where, scene).items():
            if player in played:
                continue
            cells = [(x, y) for y in range(rect.y, rect.bottom) for x in range(rect.x, rect.right)]
            rows = [str(canvas).splitlines()[y][rect.x : rect.right] for y in range(rect.y, rect.bottom)]
            words = " ".join(" ".join(row.strip("· ") for row in rows).split())
            assert player == 0 or words == f"Seat {player + 1}{' to play' * (player == scene.awaited_seat)}"
            inks = {canvas._styles[y][x].color for x, y in cells if str(canvas).splitlines()[y][x] != " "}
            assert (highlight in inks) == (player == scene.awaited_seat)


@pytest.mark.parametrize("size", [(80, 23), (60, 40)])
def test_names_on_the_felt_do_not_have_the_background_of_a_panel(size):
    match = games[QUEENS_DUNGEON].start(8, seed=1)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    scene = make_scene(match, width=size[0], height=size[1])
    where, canvas = layout_of(scene), render(scene).canvas
    on_felt = [opponent.plate for opponent in where.opponents if is_rectangle_inside(opponent.plate, where.felt)]
    assert len(on_felt) == 7
    for plate in on_felt:
        cells = [(x, y) for y in range(plate.y, plate.bottom) for x in range(plate.x, plate.right)]
        assert {canvas._styles[y][x].bgcolor.name for x, y in cells} & {scene.look.palette.panel} == set()


def test_seat_name_is_shortened_so_that_its_number_stays():
    assert [short_name("Seat 12", width) for width in (7, 5, 3, 2)] == ["Seat 12", "S12", "S12", "S…"]
    assert short_name("Wanda", 4) == "Wan…"


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (160, 49), (200, 59)], ids=str)
def test_trumps_of_the_dungeon_are_marked_in_the_hand_and_in_the_trick(size):
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    while match.view(0).facts["phase"] != "play" or match.view(0).facts["turn"]:
        match.act(min(match.awaited), match.default(min(match.awaited)))
    scene = make_scene(match, width=size[0], height=size[1])
    hand = rows_of_zones(scene, [layout_of(scene).hand])
    trumps = [card for card in scene.hand if is_trump(scene.view, card)]
    assert len(re.findall(r"\bT(?:RUMP)?\b", hand)) == len(trumps) > 0
    suit, other = scene.view.facts["trump"], "♦" if scene.view.facts["trump"] == "♣" else "♣"
    piles = {**scene.view.piles, "trick": cards(f"9{other} 9{suit}"), **{f"hand/{seat}": 12 for seat in (1, 2, 3)}}
    laid = replace(scene, view=dataclasses.replace(scene.view, piles=piles))
    table = rows_of_zones(laid, card_rects_by_seat(layout_of(laid), laid).values())
    assert len(re.findall(r"\bT(?:RUMP)?\b", table)) == 1
    for last_trick, marks in ((f"9{other} 9{suit} 4{suit} 4{other}", 2), (f"Q{other} 9{suit} 4{suit} Q♠", 1)):
        last = {"last": tuple(cards(last_trick)), "last-leader": 1, "called": (other, suit)}
        shown = replace(scene, overlay="last", view=dataclasses.replace(scene.view, facts={**scene.view.facts, **last}))
        table = rows_of_zones(shown, card_rects_by_seat(layout_of(shown), shown).values())
        assert f"9{suit}" in table
        assert len(re.findall(r"\bT(?:RUMP)?\b", table)) == marks, "after two Queens trump has changed since"


@pytest.mark.parametrize(("choices", "shows_note"), [(5, True), (12, False)])
def test_what_the_figures_of_a_hint_count_is_said_as_long_as_it_has_room(choices, shows_note):
    told = [Line("Coach: play 2♠", is_heading=True), Line("A reason.", is_about_me=True)]
    figures = [Line("", is_heading=True, columns=("points", "")), Line("Best", is_heading=True)]
    figures += [Line(f"{number}♠", columns=(str(number), "")) for number in range(choices)]
    figures += [Line("Points: those of this hand.", is_note=True), Line("They are estimates. " * 9, is_note=True)]
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    scene = make_scene(match, width=80, height=22, hint=(*told, *figures), hint_figures=tuple(figures))
    side = layout_of(scene).log
    text = " ".join(rows_of_zones(scene, [Rect(side.x, 2, side.width, side.bottom - 2)]).split())
    assert "4♠" in text
    assert ("Points: those of this hand." in text) is shows_note
    assert "estimates" not in text


@pytest.mark.parametrize(("choices", "shows_note"), [(8, True), (14, False)])
def test_verdict_stays_above_the_figures_of_a_hint_where_it_has_room(choices, shows_note):
    told = [Line("Coach: play 2♠", is_heading=True), Line("A reason of many words. " * 8, is_about_me=True)]
    figures = [Line("", is_heading=True, columns=("points", "")), Line("Best", is_heading=True)]
    figures += [Line(f"{number}♠", columns=(str(number), "")) for number in range(choices)]
    figures += [Line("Points above average: an explanation of the columns above. " * 2, is_note=True)]
    match = games[QUEEN_BEES].start(4, seed=1)
    scene = make_scene(match, width=100, height=29, hint=(*told, *figures), hint_figures=tuple(figures))
    text = rows_of_zones(scene, [layout_of(scene).log])
    assert "Coach: play 2♠" in text
    assert "A reason" not in text
    assert f"{choices - 1}♠" in text
    assert ("an explanation" in " ".join(text.split())) is shows_note


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (200, 59)])
def test_hands_of_others_in_the_dungeon_do_not_look_like_its_bars(size):
    match = games[QUEENS_DUNGEON].start(4, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    board = TrickBoard(MatchBegan(match.view(0), SEAT_NAMES[:4], match.opening_changes), animate=False)
    look = look_with_back(LOOKS["four"], board.default_back_pattern(match.view(0)))
    scene = make_scene(match, width=size[0], height=size[1], look=look)
    hands = [opponent.hand for opponent in layout_of(scene).opponents if opponent.hand is not None]
    text = rows_of_zones(scene, hands)
    assert "▏" in text
    assert not set("┃━╋") & set(text)


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, 39), (160, 49), (200, 59)])
def test_no_cards_lie_in_the_place_of_the_hand_before_the_deal(width, height):
    match = games[QUEENS_DUNGEON].start(4, seed=9)
    (dealer,) = match.waiting
    scene = make_scene(match, dealer, width=width, height=height)
    where, text = layout_of(scene), text_of_scene(scene)
    place = rows_of_zones(scene, [where.hand])
    assert not re.search("Q[♣♦♥♠]", place)
    for suit in SUIT_WORDS.values():
        assert suit.capitalize() in place
    assert "YOUR HAND" not in text
    assert "NO CARDS YET" in text or where.card_row is not None


def scene_of_dealer_with_a_trick(tricks, dealer=1, **fields):
    """Return a scene in the third trick of a hand in which a dealer with a quota of 5 has taken so many tricks, the
    first of them with a Queen."""
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    view = match.view(0)
    queen, *others = cards("Q♣ A♦ K♦ J♦ 9♦ 8♦ 7♦")
    facts = {
        **view.facts,
        "phase": "play",
        "trump": "♠",
        "dealer": dealer,
        "quota": 5,
        "leader": dealer,
        "turn": dealer,
    }
    facts |= {f"tricks/{dealer}": tricks, f"queens/{dealer}": 1, f"tricks/{(dealer + 1) % 4}": 1}
    left = 13 - tricks - 1
    piles = {**view.piles, "trick": (), "hand/0": cards("2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ K♥ A♥")[:left]}
    piles |= {f"hand/{seat}": left for seat in (1, 2, 3)}
    taken = [TakenTrick(dealer, queen, (queen,))]
    taken += [TakenTrick(dealer, card) for card in others[: tricks - 1]]
    taken.append(TakenTrick((dealer + 1) % 4, others[-1]))
    view = dataclasses.replace(view, facts=facts, piles=piles)
    return TrickScene(view=view, names=SEAT_NAMES[:4], focus=0, tricks=tuple(taken), **fields)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(("tricks", "worth"), [(1, "35?"), (4, "35?"), (5, r"\+35")])
def test_points_of_a_dealer_are_not_shown_as_won_before_the_quota_is_made(tricks, worth, dealer):
    for width, height in ((120, 39), (200, 59)):
        scene = scene_of_dealer_with_a_trick(tricks, dealer, width=width, height=height)
        text = text_of_scene(scene)
        assert ("35?" in text) == (tricks < 5)
        assert bool(re.search(r"\+35(?!\d)", text)) == (tricks == 5)
        taken = re.search(r"POINTS TAKEN\b.*", text, re.DOTALL)
        if taken:
            points = 10 * tricks + 25
            assert re.search(rf"\b{points}{'[?]' if tricks < 5 else '(?![?])'}", taken[0])
    assert "35? counts only if the dealer makes the quota." in signs_help(scene)


def test_queens_of_a_dealer_stand_before_the_quota_as_they_are_no_part_of_it():
    scene = scene_of_dealer_with_a_trick(1, 0, width=120, height=39)
    forms = tricks_taken_texts(scene, 0, names_quota=True, verb="took")
    assert forms[:3] == ["1 Queen, quota: 1 of 5 tricks", "1Q, quota: 1 of 5 tricks", "1Q, quota 1 of 5"]
    assert "1 Queen, quota: 1 of 5 tricks  35?" in text_of_scene(scene)


def test_stakes_of_a_dealer_are_not_shown_after_the_hand():
    dealer = 0  # only the reader's own stakes are shown in full at this size
    scene = scene_of_dealer_with_a_trick(4, dealer, width=120, height=39)
    assert "+50 if made, -50 if missed" in text_of_scene(scene)
    facts = {**scene.view.facts, "tricks/2": 8, "turn": None}
    piles = {**scene.view.piles, "hand/0": (), **{f"hand/{seat}": 0 for seat in (1, 2, 3)}}
    over = replace(scene, view=dataclasses.replace(scene.view, facts=facts, piles=piles))
    assert "if made" not in text_of_scene(over)
    assert points_so_far(over, dealer) is None


@pytest.mark.parametrize(("width", "height"), [(52, 50), (60, 24), (80, 23), (100, 29), (120, 39)])
@pytest.mark.parametrize("seats", range(3, 9))
def test_narrow_plate_of_a_condemned_player_keeps_the_number_of_tricks(width, height, seats):
    match = games[QUEENS_DUNGEON].start(seats, seed=1)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    scene = make_scene(match, width=width, height=height)
    facts = {**scene.view.facts}
    for seat in range(seats):
        facts |= {f"tricks/{seat}": 2, f"condemned/{seat}": True}
    scene = replace(scene, view=dataclasses.replace(scene.view, facts=facts))
    rows = text_of_scene(scene).splitlines()
    for opponent in layout_of(scene).opponents:
        plate = opponent.plate
        shown = rows[plate.y + 1][plate.x : plate.right]
        assert re.search(r"(?i)dungeon,? +(quota |took )?2\b", shown), shown
        assert "won" not in shown, "it would read like a dungeon won"


def test_text_in_the_middle_of_a_narrow_table_is_whole_or_missing():
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    view = match.view(0)
    facts = {**view.facts, "phase": "play", "trump": "♠", "dealer": 3, "leader": 1, "turn": 0}
    view = dataclasses.replace(view, facts=facts, piles={**view.piles, "trick": cards("A♣ 8♣ 10♣")})
    told = set()
    for width, height in product(range(MIN_BOARD_COLUMNS, 100), (23, 24, 26)):
        scene = TrickScene(view=view, names=SEAT_NAMES[:4], focus=0, width=width, height=height)
        middle = rows_of_zones(scene, [layout_of(scene).middle])
        told.add("ahead" in middle)
        assert ("A♣" in middle) == ("ahead" in middle), middle
    assert True in told


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)])
def test_dealer_who_names_trump_reads_that_the_queen_of_trumps_beats_every_card(size):
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    scene = make_scene(match, match.view(0).facts["dealer"], width=size[0], height=size[1])
    assert text_of_scene(scene).count("The Queen of trumps beats every card.") == 1


def test_board_above_the_task_of_a_lesson_has_cards_with_faces_and_breaks_no_name():
    seen = set()
    for seed in range(8):
        scene = make_scene(games[QUEEN_BEES].start(4, seed=seed), width=80, height=22)
        layout = layout_of(scene)
        assert layout.size is MID
        assert layout.middle.height == 1
        rows = text_of_scene(scene).splitlines()
        middle = rows[layout.middle.y][layout.middle.x : layout.middle.right].strip()
        name = scene.names[scene.seat_on_turn]
        leads = "You lead" if scene.seat_on_turn == 0 else f"{name} leads"
        assert middle == (leads if len(leads) <= layout.middle.width else "Trick 1")
        assert name in rows[0] or scene.seat_on_turn == 0, "where the middle has no room, row 1 names them"
        seen.add(middle)
    assert seen == {"You lead", "Ada leads", "Trick 1"}


def test_cards_of_a_trick_lie_closer_together_before_they_lose_their_faces():
    rows = {}
    for height in (23, 22, 21):
        layout = layout_of(make_scene(games[QUEEN_BEES].start(4, seed=3), width=80, height=height))
        rows[height] = (layout.size, layout.middle.height)
    assert rows == {23: (MID, 2), 22: (MID, 1), 21: (MINI, 3)}


def test_sentence_of_a_banner_stands_apart_from_its_ranks_and_in_lines_of_like_length():
    scene = make_scene(games[QUEEN_BEES].start(4, seed=3), width=80, height=22)
    sentence = "All clubs: K, J, 10 and 4 are now trumps in every suit."
    effect = TrickFrameEffect(banner=Banner("TRUMPS", "gold", sentence), second_line="K J 10 4")
    table = layout_of(scene).table
    rows = [row[: table.width].strip() for row in text_of_scene(replace(scene, effect=effect)).splitlines()]
    first = next(number for number, row in enumerate(rows) if row.startswith("All clubs"))
    assert f"{rows[first]} {rows[first + 1]}" == sentence
    assert not rows[first - 1]
    assert abs(len(rows[first]) - len(rows[first + 1])) < 15


def test_text_on_trumps_to_come_says_plainly_how_they_are_made():
    scene = make_scene(games[QUEEN_BEES].start(4, seed=3), width=80, height=23)
    assert "No trumps until all cards of a trick have one suit " in text_of_scene(scene)
    assert "the first trick with all cards of one suit makes their ranks trumps" in trump_sentence(scene)


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
def test_queens_have_a_golden_edge_only_in_the_game_in_which_they_count(slug):
    match = games[slug].start(4, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.legal(min(match.awaited))[0])
    scene = make_scene(match)
    counts = slug == QUEENS_DUNGEON
    assert scene.card_look.marks_queens == counts
    assert ("golden edge" in signs_help(scene)) == counts
    (queen,) = cards("Q♥")
    grounds = {
        look.marks_queens: {str(pen.color) for pen in (row[0] for row in face(queen, MID, look, has_edge=True).styles)}
        for look in (scene.look, scene.look.without_marked_queens())
    }
    assert grounds[True] != grounds[False]


def test_own_quota_stays_readable_while_the_last_trick_is_shown():
    compared = 0
    for match, _ in islice(matches_with_random_changes(QUEENS_DUNGEON, 4, 3, target=2000), 600):
        facts = match.view(0).facts
        if facts["phase"] != "play" or facts["dealer"] or not facts["last"] or facts["condemned/0"]:
            continue
        quota = rf"quota:? {facts['tricks/0']} of {facts['quota']}\b"
        for width, height in ((80, 23), (120, 39), (200, 59)):
            for overlay in ("", "last"):
                text = text_of_scene(make_scene(match, width=width, height=height, overlay=overlay))
                assert re.search(quota, text), (width, overlay, text)
                compared += 1
    assert compared


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (200, 59)], ids=str)
def test_bars_of_a_result_have_a_legend(size):
    match = games[QUEENS_DUNGEON].start(4, seed=3)
    while match.view(0).facts["phase"] != "play":
        match.act(min(match.awaited), match.default(min(match.awaited)))
    summary = HandSummary("Result of hand 1", tuple(HandOutcome(seat, 3, 1, 55, 205) for seat in range(4)), 1)
    text = text_of_scene(make_scene(match, width=size[0], height=size[1], summary=summary, overlay="hand"))
    assert text.count("bars: up to 500 points") == 1


def test_bars_of_a_result_are_as_long_as_the_scores_beyond_the_target():
    match = games[QUEEN_BEES].start(4, seed=3)
    scores = (18, 22, 24, 25)
    outcomes = tuple(HandOutcome(seat, 4, 0, 4, score) for seat, score in enumerate(scores))
    summary = HandSummary("Result of deal 5", outcomes, 5)
    scene = make_scene(match, width=120, height=39, summary=summary, overlay="hand", look=LOOKS["ascii"])
    text = text_of_scene(scene)
    assert "bars: up to 25 points" in text
    bars = [bar for row in text.split("\n") for bar in re.findall(r"#{5,}\++\.*", row)]
    filled = list(dict.fromkeys((len(bar.rstrip(".")), bar.count("+")) for bar in bars))
    assert len(filled) == len(scores)
    assert [length for length, _ in filled] == sorted(length for length, _ in filled)
    assert max(gains := [gain for _, gain in filled]) - min(gains) <= 1, "the same gain is as long everywhere"


def test_trumps_and_dealer_of_the_last_deal_are_not_shown_after_the_match():
    match = games[QUEEN_BEES].start(4, seed=3)
    while match.awaited:
        assert not match.over
        match.act(min(match.awaited), match.default(min(match.awaited)))
    text = text_of_scene(make_scene(match, width=80, height=23))
    assert "are trumps" not in text
    assert not re.search(r"\b(you )?deals?\b,? ", text), text


def test_queens_taken_beside_the_heading_of_the_hand_are_not_read_as_loose_cards():
    match = games[QUEENS_DUNGEON].start(4, seed=1)
    dealer = match.view(None).facts["dealer"]
    match.act(dealer, match.legal(dealer)[0])
    scene = make_scene(match, seat=(dealer + 1) % 4, width=120, height=39)
    facts = {f"tricks/{scene.focus}": 1, f"queens/{scene.focus}": 1}
    view = dataclasses.replace(scene.view, facts={**scene.view.facts, **facts})
    trick = TakenTrick(scene.focus, *cards("Q♠"), tuple(cards("Q♠")))
    assert re.search(r"this hand +took Q♠", text_of_scene(replace(scene, view=view, tricks=(trick,))))
    assert "took Q" not in text_of_scene(scene)


@pytest.mark.parametrize("size", [(48, 31), (80, 23), (100, 29), (120, 39), (200, 59)], ids=str)
@pytest.mark.parametrize("tricks", [0, 1, 3])
def test_tricks_of_every_seat_are_told_in_one_word_and_scores_with_theirs_where_all_have_room(size, tricks):
    match = games[QUEEN_BEES].start(4, seed=1)
    for dealer in range(4):
        scene = make_scene(match, width=size[0], height=size[1])
        facts = {**scene.view.facts, "dealer": dealer, **{f"tricks/{seat}": tricks for seat in range(4)}}
        piles = {**scene.view.piles, "trick": cards("4♥")}
        view = dataclasses.replace(scene.view, facts={**facts, "leader": 1}, piles=piles)
        scene = replace(scene, view=view)
        layout = layout_of(scene)
        plates = [rows_of_zones(scene, [opponent.plate]) for opponent in layout.opponents]
        told = [re.search(rf"\btook {tricks}\b", text) for text in plates]
        is_word_alone = [not tricks and re.search(r"\b(deals|led) *$", text, re.MULTILINE) for text in plates]
        assert all(one or other for one, other in zip(told, is_word_alone, strict=True)), plates
        assert not any(re.search(r"took 0(?! trick)", text) for text in plates), plates
        assert f"took {tricks} trick" in rows_of_zones(scene, [layout.title])
        assert len({bool(re.search(r"\d (pts?|of 21 points)\b", text)) for text in plates}) == 1, plates
        assert size[0] < 120 or " of 21 points" in plates[0] or " pts" in plates[0], plates
