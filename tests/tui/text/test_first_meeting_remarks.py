"""Remarks when a person meets something in a game for the first time (a first meeting): each is shown once, and only
about the person's own seat.

They can be switched off in the settings.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core import Dealer, Remark, cards, games
from core.engine.cards import CARDS
from core.engine.first_meetings import MAX_MEETING_CELLS, meetings_said_by_remark
from core.engine.piles import EVERYONE
from net.client.events import MatchChanged
from net.client.playback import visible_changes
from tests.gallery.moments import find_mad_queens_moment, queen_takes_bank_cards
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest
from tui.lessons.lesson import deal_in_turns
from tui.settings import Settings
from tui.text import first_meeting_remarks
from tui.text.first_meeting_remarks import FirstMeetings


def first_meetings_in_matches(game: str, seat: int | None, seeds: int) -> list[str]:
    """Return what a seat, or a spectator (None), is told at first meetings in `seeds` whole matches of bots.

    Each is a text: the game's slug and the name of what was met.
    """
    rules, met = games[game], []
    bot = next(iter(rules.bots.values()))
    meetings = FirstMeetings(met, lambda: None)
    for seed in range(seeds):
        match = rules.start(rules.usual_seats, seed)
        while not match.over:
            actor = min(match.awaited)
            changes = match.act(actor, bot(match.view(actor)))
            found = meetings.find_new(MatchChanged(visible_changes(seat, changes), match.view(seat)))
            if found is not None:
                assert meetings.record_shown(found)
    return met


@pytest.mark.parametrize("game", games)
def test_each_first_meeting_is_told_once_and_a_spectator_is_told_of_none(game) -> None:
    met = first_meetings_in_matches(game, 0, 1)
    assert len(met) >= 3
    assert len(set(met)) == len(met)
    assert {name.removeprefix(f"{game} ") for name in met} <= {*games[game].first_meetings}
    assert first_meetings_in_matches("mad-queens", None, 1) == []


@pytest.mark.parametrize(("game", "met"), [("mad-queens", ["mad-queens heart"]), ("mad-queens-classic", [])])
def test_points_of_hearts_are_a_first_meeting_after_the_first_banking_where_they_count_two(game, met) -> None:
    script = {"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥"), cards("5♥")]}
    match = games[game].start(1, dealer=Dealer.scripted(script))
    meetings, told = FirstMeetings([], lambda: None), []
    for action in ("reveal", "bank", "reveal", "bank"):
        changes = match.act(0, games[game].parse(action))
        found = meetings.find_new(MatchChanged(visible_changes(0, changes), match.view(0)))
        if found is not None and meetings.record_shown(found):
            told.append(found.name)
    assert told[:1] == [f"{game} queen in"], "the first banking tells of its Queen"
    assert [name for name in told if "heart" in name] == met


def test_no_remark_stands_among_the_results_of_a_deal_of_the_bees() -> None:
    meetings, points = games["queen-bees-ii"].first_meetings, Remark("points", 0, (3, 3))
    assert not list(meetings_said_by_remark(meetings, points, True))


def test_second_deal_of_the_bees_is_a_first_meeting_when_it_makes_its_trumps() -> None:
    game, name = games["queen-bees-ii"], "queen-bees-ii trumps of next deal"
    match, known = game.start(4, 1), ["queen-bees-ii trick", "queen-bees-ii trumps"]
    told_in = []
    while len(told_in) < 2 and not match.over:
        seat = min(match.awaited)
        changes = match.act(seat, match.default(seat))
        if any(isinstance(change, Remark) and change.key == "trumps" for change in changes):
            found = FirstMeetings(known, lambda: None).find_new(
                MatchChanged(visible_changes(0, changes), match.view(0))
            )
            told_in.append((match.view(0).facts["hand"], found and found.name))
    assert told_in == [(1, None), (2, name)]


def test_later_trick_of_one_suit_is_a_first_meeting_as_it_changes_no_trumps() -> None:
    order = deal_in_turns("K♣ 2♣ 7♦", "J♣ 3♣ 7♥", "10♣ 5♣ 7♠", "4♣ 6♣ 8♠").split()
    order += [str(card) for card in CARDS[:52] if str(card) not in order]
    match = games["queen-bees-ii"].start(4, dealer=Dealer.scripted({"first": [[3]], "stock": [cards(" ".join(order))]}))
    told = []
    for text in ("K♣", "J♣", "10♣", "4♣", "2♣", "3♣", "5♣", "6♣"):
        seat = min(match.awaited)
        changes = match.act(seat, games["queen-bees-ii"].parse(f"play {text}"))
        changed = MatchChanged(visible_changes(0, changes), match.view(0))
        found = FirstMeetings(["queen-bees-ii trick", "queen-bees-ii trumps"], lambda: None).find_new(changed)
        told.append(found and found.sentence)
    assert told == [*[None] * 7, "All one suit, but this deal has its trumps already."]


def test_sentences_at_first_meetings_fit_the_smallest_window() -> None:
    meetings = [one for game in games.values() for one in game.first_meetings.values()]
    assert max(len(one.sentence) for one in meetings) <= MAX_MEETING_CELLS


@pytest.mark.parametrize(("queens", "is_met"), [(3, True), (4, False)])
def test_last_place_is_told_of_in_the_dungeon_of_three_queens_only(queens, is_met) -> None:
    """Four Queens cost 250 points, or all that a player has, which is not always last place."""
    meetings = games["queens-dungeon"].first_meetings
    remark = Remark(EVERYONE, "dungeon", 1, (queens, 400, 99 if queens == 3 else 0))
    assert "last place" in meetings["dungeon"].sentence
    assert [name for name, _ in meetings_said_by_remark(meetings, remark, False)] == ["dungeon"] * is_met


@pytest.mark.parametrize("game", ["mad-queens", "mad-queens-classic"])
def test_fourth_queen_and_joker_for_one_player_are_first_meetings(game) -> None:
    meetings = games[game].first_meetings
    assert "takes her price" in meetings["fourth"].sentence
    assert "for you alone" in meetings["temporary joker"].sentence


@pytest.mark.parametrize("temporary_joker", ["event", "redraw"])
def test_last_queen_that_goes_in_is_a_first_meeting_as_the_next_banking_brings_a_temporary_card(
    temporary_joker,
) -> None:
    game, met = games["mad-queens-classic"], ["mad-queens-classic queen in"]
    order = {"deck/0": [cards("3♥"), cards("6♣"), cards("10♦"), cards("A♠")], "banned-deck": [cards("9♠ 4♦")]}
    order |= {"deck/1": [cards("A♣"), cards("5♦"), cards("2♠"), cards("7♥")]}
    match = game.start(2, dealer=Dealer.scripted(order), options={"temporary_joker": temporary_joker})
    meetings, told = FirstMeetings(met, lambda: None), []
    while match.view(0).cards("aside/0"):
        assert not told
        seat = min(match.awaited)
        changes = match.act(seat, match.default(seat))
        told.append(meetings.find_new(MatchChanged(visible_changes(0, changes), match.view(0))))
        told = [one.name for one in told if one is not None and "queen" in one.name]
    assert told == ["mad-queens-classic last queen in"]
    assert "banned for you alone" in game.first_meetings["last queen in"].sentence


def test_end_of_temporary_cards_with_the_game_is_no_first_meeting_of_a_hit() -> None:
    """At the end of a game they go without a hit."""
    match, told = games["mad-queens"].start(2, "temp-end"), []
    while not match.over:
        seat = min(match.awaited)
        changes = match.act(seat, match.default(seat))
        found = FirstMeetings([], lambda: None).find_new(MatchChanged(visible_changes(seat, changes), match.view(seat)))
        gone = any(isinstance(one, Remark) and (one.key, one.seat) == ("temporaries go", seat) for one in changes)
        if gone and match.view(seat).facts[f"cause/{seat}"]:
            told.append(found is not None and found.name == "mad-queens temporaries go")
    assert not any(told)


@pytest.mark.parametrize("remarks_are_on", [True, False])
async def test_first_queen_of_a_person_is_remarked_on_once_unless_remarks_are_off(
    make_program, screen_text, remarks_are_on
) -> None:
    found = find_mad_queens_moment(queen_takes_bank_cards)
    sentence = games["mad-queens"].first_meetings["price"].sentence
    app = make_program(
        TableRequest("play", seats=4, seed=found.seed),
        names=("You", "Ada", "Ben", "Cy"),
        remarks=remarks_are_on,
        met=["nothing"],
    )
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        for action in found.actions:
            app.session.client.send_action(action)
        await pilot.pause()
        said = [line.text for line in app.screen.board.log_view.lines]
        assert said.count(sentence) == remarks_are_on
        assert app.focused is app.screen.board
    kept = Settings.load(app.folder)
    assert ("mad-queens price" in kept.met) == remarks_are_on


def first_meetings_in_log(board) -> set[str]:
    """Return the keys of those first meetings of Mad Queens whose sentence is in the log of a board."""
    sentence = {line.text for line in board.log_view.lines}
    return {
        f"mad-queens {name}" for name, one in games["mad-queens"].first_meetings.items() if one.sentence in sentence
    }


async def test_remark_that_an_animation_delays_past_the_end_of_the_match_is_shown(make_program) -> None:
    app = make_program(TableRequest("play"), remarks=True, animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        screen.board.animation.pace = 1000.0
        app.session.client.play_on()
        await pilot.pause()
        assert screen._ended is not None
        assert screen.board.animating
        waiting = {one for one in app.settings.met if one not in first_meetings_in_log(app.screen.board)}
        assert waiting == set(), "a remark counts as told only once it is shown"
        before = len(app.settings.met)
        screen.board.show_present_state()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(app.settings.met) == before:
                await pilot.pause()
        assert first_meetings_in_log(app.screen.board) == set(app.settings.met)


async def test_remark_not_yet_shown_when_the_person_leaves_is_kept_for_the_next_time(make_program) -> None:
    app = make_program(TableRequest("play"), remarks=True, animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        screen.board.animation.pace = 1000.0
        shown = len(app.settings.met)
        app.session.client.play_on()
        await pilot.pause()
        assert screen.board.animating
        await app.go_home()
        await pilot.pause()
        told = first_meetings_in_log(screen.board)  # until the person left: a slow machine shows some only then
        assert set(app.settings.met) == told
        assert len(told) >= shown


@pytest.mark.parametrize("animation", ["off", "full"])
async def test_remark_on_a_first_meeting_stands_below_the_line_that_it_is_about(make_program, animation) -> None:
    """This also holds in a later hand, whose changes may come together with those of the hand before."""
    game = games["queen-bees-ii"]
    app = make_program(
        TableRequest("play", "queen-bees-ii", seats=3),
        names=("You", "Ada", "Ben"),
        remarks=True,
        animation=animation,
        met=["queen-bees-ii trick", "queen-bees-ii trumps"],
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.animation.pace = 0.001
        client = app.session.client
        for _ in range(25):  # the log keeps all lines of these
            client.send_action(next(iter(game.bots.values()))(client.match.view(0)))
        await pilot.pause()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while board.animating or "queen-bees-ii trumps of next deal" not in app.settings.met:
                if board.waits_for_reader:
                    await pilot.press("enter")
                await pilot.pause(0.01)
        lines = [line.text for line in board.log_view.lines]
        said = {one.sentence: key for key, one in game.first_meetings.items()}
        places = [place for place, text in enumerate(lines) if text in said]
        assert places
        for place in places:
            meeting = game.first_meetings[said[lines[place]]]
            match = app.session.client.match
            assert match is not None
            spoken = [
                game.sentence(change)
                for change in _remarks_of(match)
                if (meeting.is_said_by(change) if meeting.is_said_by else change.key == said[lines[place]])
            ]
            assert lines[place - 1] in spoken, lines[place - 1 : place + 1]


async def test_first_meeting_in_the_deal_is_remarked_on_too(make_program) -> None:
    game = games["mad-queens"]
    seed = next(
        seed
        for seed in map(str, range(100))
        if any(isinstance(one, Remark) and one.key == "joker banned" for one in game.start(2, seed).opening_changes)
    )
    app = make_program(TableRequest("play", seed=seed), remarks=True, met=["nothing"])
    async with app.run_test(size=(120, 40)) as pilot:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while "mad-queens joker banned" not in app.settings.met:
                await pilot.pause()
        lines = [line.text for line in app.screen.board.log_view.lines]
        place = lines.index(game.first_meetings["joker banned"].sentence)
        assert lines[place - 1].startswith("The Joker: everybody still in the match turns two cards")


def _remarks_of(match):
    """Yield all log remarks of a match that has been played."""
    copy = match.game.start(match.seats, match.dealer.seed)
    yield from (change for change in copy.opening_changes if isinstance(change, Remark))
    for seat, action in match.actions:
        yield from (change for change in copy.act(seat, action) if isinstance(change, Remark))


@pytest.mark.parametrize("module", ["first_meeting_remarks", "story"])
def test_modules_with_sentences_for_every_game_name_no_game(module) -> None:
    source = (Path(first_meeting_remarks.__file__).parent / f"{module}.py").read_text(encoding="utf-8")
    assert not [slug for slug in games if f'"{slug}' in source]
