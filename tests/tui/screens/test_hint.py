"""The hint on the match screen: a key shows what the coach would do, until the next decision, if the table gives
hints.
"""

from __future__ import annotations

import asyncio
import dataclasses
import re
from time import monotonic

import pytest
from msgspec.structs import replace

from core import Action, cards, games
from core.engine.coach import POINT_UNIT, Advice, Choice, Figure, Measure
from core.mad_queens import REVEAL_ACTION
from core.mad_queens.game_end import CHOSEN_END_CAUSE
from net.client.events import MatchChanged
from net.protocol.refusals import NO_HINTS_HERE_SENTENCE, NOTHING_TO_DECIDE_SENTENCE
from net.protocol.table_state import Terms
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.boards.common.board import WAIT_FOR_HINT_SENTENCE
from tui.boards.common.hint import hint_lines
from tui.connect.request import TableRequest
from tui.drawing import Line
from tui.screens.base import FOCUS_DELAY_SECONDS
from tui.screens.match import MatchScreen
from tui.widgets.key_bar import listed_keys
from tui.widgets.settle_time import SETTLE_SECONDS


async def show_hint(app, pilot, key: str = "i") -> str:
    """Press the key of the hint, and return what the board shows when the hint is ready."""
    await pilot.press(key)
    screen = app.screen
    assert isinstance(screen, MatchScreen)
    if screen.hint.thinking is not None:
        await screen.hint.thinking.wait()
    await pilot.pause()
    return " ".join(line.text for line in screen.board.log_view.hint)


@parametrize("game", games, 3)
async def test_every_game_gives_a_hint_on_the_same_key(make_program, screen_text, game) -> None:
    app = make_program(TableRequest("play", game), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        client = app.session.client
        while len(legal := client.match.legal(0)) < 2 or legal[0].verb == "trump":
            if legal:  # the coach has no figures before the cards are dealt, nor about the only action
                client.send_action(legal[0])
            await pilot.pause()
        assert " I Hint " in screen_text(app)
        assert " H Hint " not in screen_text(app)
        told = await show_hint(app, pilot)
        advised = app.screen.board.log_view.advised
        lines = [line.text for line in app.screen.board.log_view.hint]
        assert len(lines) == 2, "verdict and reason"
        assert lines[0].startswith(f"Coach: {advised.verb}"), "it begins with the verdict"
        assert re.search(r"◄(?!\d)|TIP", screen_text(app)), "the advised action is marked"
        assert " I Figures " in screen_text(app)
        figures = await show_hint(app, pilot)
        assert figures.startswith(f"{told} ")
        assert not any(re.match("[->] ", line.text) for line in app.screen.board.log_view.hint)
        assert app.screen.board.log_view.advised == advised
        assert "Esc Close hint" in screen_text(app)
        assert screen_text(app).count("Close hint") == 1, "one key is enough"
        assert not await show_hint(app, pilot)
        assert " I Hint " in screen_text(app)
        assert not re.search(r"◄(?!\d)|TIP", screen_text(app))


KEY_BY_VERB = {"reveal": "space", "bank": "b", "draw": "d", "deal": "d", "discard": "x", "keep": "f", "exchange": "e"}
"""Maps the verb of an advised action to the key that takes it; other actions are taken by Enter."""


@parametrize("game", games, 5)
async def test_one_key_takes_what_the_hint_advises_in_every_game(make_program, monkeypatch, game) -> None:
    app = make_program(TableRequest("play", game, seed="4"), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        client = app.session.client
        decided, send = [], client.send_action
        monkeypatch.setattr(client, "send_action", lambda action: decided.append(action) or send(action))
        for number in range(6):
            while not client.match.legal(0):
                await pilot.pause()
            await show_hint(app, pilot)
            board = app.screen.board
            advised = board.log_view.advised
            while not board.decision_counts:
                await pilot.pause()
            await pilot.press(KEY_BY_VERB.get(advised.verb, "enter"))
            async with asyncio.timeout(PATIENCE_SECONDS):
                while len(decided) == number:
                    await pilot.pause()
            assert decided[number:] == [advised]


@pytest.mark.parametrize(("game", "verb"), [("big-queen", "deal"), ("mad-queens", "reveal")])
async def test_hint_on_the_only_action_has_no_figures(make_program, screen_text, game, verb) -> None:
    app = make_program(TableRequest("play", game), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert [action.verb for action in app.session.client.match.legal(0)] == [verb]
        assert (await show_hint(app, pilot)).startswith(f"Coach: {verb} ")
        assert " I Figures " not in screen_text(app)
        assert not await show_hint(app, pilot), "the key closes the hint"


async def test_help_says_what_the_key_of_the_hint_points_at(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", "queen-bees-ii"), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=(120, 50)) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        assert "points at what the coach would do" in screen_text(app)


@parametrize("size", [(80, 24), (60, 18), (120, 40)], 1)
async def test_hint_is_shown_with_its_reason_and_does_not_cover_the_row(make_program, screen_text, size) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        told = await show_hint(app, pilot)
        assert "cards would be caught" in told
        assert "of your" in screen_text(app)
        assert re.search(
            r"Coach: (reveal|bank) .* Points row next card now in a later play in all", await show_hint(app, pilot)
        )
        text = screen_text(app)
        assert re.search(r"Points +reveal bank", text), "each has a column"
        assert re.search(r"in all +~?\d\.\d ~?\d\.\d", text)
        assert re.search(r"wins +~\d+% +~\d+%", text)
        assert re.search(r"Coach: (reveal|bank)", text), "the table does not name the best choice"
        assert ("If you reveal" in text) == (size != (60, 18)), "the board says how likely the next card is caught"
        assert not re.search("larger window|Enlarge", text)
        assert ("next card now, in a later play" in text) == (size == (60, 18)), "two rows are joined to one"
        assert "YOUR ROW" in text
        assert "BANNED" in text


@pytest.mark.parametrize("size", [(48, 28), (60, 18), (80, 24), (120, 40), (200, 60)])
async def test_only_the_advised_button_is_a_main_one_while_a_hint_is_open(make_program, screen_text, size) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        verbs = set()
        while len(verbs) < 2:
            client = app.session.client
            board = app.screen.board
            while not client.match.legal(0):
                await pilot.pause()
            if len(client.match.legal(0)) > 1:
                main = {button.key: button.primary for button in board.buttons}
                assert main["Space"]
                assert main["B"]
                await show_hint(app, pilot)
                verb = board.log_view.advised.verb
                verbs.add(verb)
                key = {"reveal": "Space", "bank": "B", "end": "E"}[verb]
                assert [button.key for button in board.buttons if button.primary] == [key]
                assert [button.key for button in board.buttons if "◄" in button.label] == [key]
                text = screen_text(app)
                assert "◄" in text
                assert " E End " in text or size[0] < 60, "the other buttons have room beside it"
                await pilot.press("i")
                client.send_action(client.match.legal(0)[0 if verb == "reveal" or "bank" in verbs else 1])
            else:
                client.send_action(client.match.legal(0)[0])
            await pilot.pause()


async def test_hint_that_does_not_fit_shows_whole_lines_and_says_how_many_more_there_are(make_program, screen_text):
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for line_count in (3, 30):
            app.screen.board.show_hint(
                [Line(f"Line {number} goes on to its end{number}.") for number in range(line_count)]
            )
            await pilot.pause()
            text = screen_text(app)
            shown = [number for number in range(line_count) if f"Line {number} " in text]
            assert all(f"end{number}." in text for number in shown)
            assert (f" {line_count - len(shown)} more " in text) == (len(shown) < line_count)
            assert not re.search("larger window|Enlarge", text)
            assert len(shown) == 3 if line_count == 3 else 5 < len(shown) < 30


@parametrize("size", [(80, 24), (120, 40), (200, 60)], 2)
async def test_long_table_of_big_queen_says_what_its_two_numbers_are(make_program, screen_text, size) -> None:
    choices = tuple(
        Choice(
            Action(("discard", card)),
            (Figure("{} held", 100 - number, 0, POINT_UNIT),),
            Figure("{} ahead", -number, 9, POINT_UNIT),
            measure=Measure.LEAD_AFTER_ROUND,
        )
        for number, card in enumerate(cards("3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣ Q♠"))
    )
    advice = Advice(choices, choices[0], choices[1:3], "It is the best.")
    lines = [*hint_lines(games["big-queen"], advice)]
    app = make_program(TableRequest("play", "big-queen", seed="3"), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.screen.board.show_hint(lines[:2])
        app.screen.board.show_figures(lines[2:])
        await pilot.pause()
        text = " ".join(screen_text(app).split())
        assert re.search(r"Points: +held │? ?ahead", text)
        for words in ("Held: left in hand.", "Ahead: your", "theirs."):
            assert words in text


@parametrize("size", [(80, 24), (60, 18), (48, 28), (120, 40)], 2)
@pytest.mark.parametrize("game", ["queens-dungeon", "queen-bees-ii"])
async def test_figures_have_no_heading_without_rows_and_say_what_those_left_out_are_worth_at_most(
    make_program, screen_text, game, size
) -> None:
    """In a small window the reason, which was shown before, makes room for the figures of most choices; nobody is told
    to enlarge it, as no choice that is left out is worth more than the last row says."""
    app = make_program(TableRequest("play", game, seed="5"), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        seen_choices = set()
        for _ in range(3):
            client, board = app.session.client, app.screen.board
            while not client.match.legal(0):
                await pilot.pause()
            seen_choices.add(len(client.match.legal(0)))
            await show_hint(app, pilot)
            await show_hint(app, pilot)
            figures, text = board.log_view.hint[2:], screen_text(app)
            headings = [line.columns[0] for line in figures if line.is_heading and line.columns]
            assert headings in ([], ["takes the trick"])
            rows = [line for line in figures if line.columns and not line.is_heading]
            patterns = ["[ │]+".join(map(re.escape, (line.text, *line.columns))) for line in rows]
            told = [pattern for pattern in patterns if re.search(pattern, text)]
            if rows:  # a hint on one choice is no table
                assert bool(re.search("[Tt]akes the trick,|[Tt]akes .*points|[Tt]akes the .*this deal", text)) == bool(
                    told
                )
            assert bool(told) <= bool(re.search("Best|Any will do", text))
            assert told == patterns[: len(told)]
            assert len(told) >= min(len(rows), 2), "the reason makes room"
            if len(told) < len(rows):
                assert "Coach: " not in text, "the table names the best choice"
                (most,) = re.findall(r"Others: at most +([-+.\d]+) ", text)
                assert float(most) == max(float(line.columns[-1]) for line in rows[len(told) :])
            else:
                assert "Others: at most" not in text, "an explanation is no choice"
            assert not re.search("larger window|Enlarge", text)
            client.send_action(client.match.default(0))
            await pilot.pause()
        assert max(seen_choices) > 3


async def test_key_of_the_hint_pressed_while_it_is_worked_out_skips_neither_verdict_nor_reason(
    make_program, monkeypatch
) -> None:
    """In a small window the figures take the place of the reason, so somebody who is impatient would never see it."""
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.session.client.send_action(REVEAL_ACTION)
        await pilot.pause()
        first = await show_hint(app, pilot)
        await pilot.press("escape")
        app.screen.action_hint()
        assert app.screen.hint.thinking is not None
        app.screen.action_hint()
        await app.screen.hint.thinking.wait()
        await pilot.pause()
        assert " ".join(line.text for line in app.screen.board.log_view.hint) == first
        assert await show_hint(app, pilot) == first, "it was pressed before the hint could be seen"
        monkeypatch.setattr(app.screen.hint, "_clock", lambda: monotonic() + 2 * FOCUS_DELAY_SECONDS)
        assert (await show_hint(app, pilot)).startswith(f"{first} "), "a later one adds the figures"
        assert not await show_hint(app, pilot)


async def test_key_that_acts_closes_the_hint_at_once(make_program, monkeypatch) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert await show_hint(app, pilot)
        monkeypatch.setattr(app.session.client, "send_action", lambda action: None)  # the host is slow
        await pilot.press("space")
        await pilot.pause()
        assert not app.screen.board.log_view.hint_is_open


@pytest.mark.parametrize("keys", [("i", "i"), ("escape",), ("i", "escape")], ids=str)
async def test_hint_is_closed_by_its_key_and_by_escape_and_the_match_goes_on(make_program, keys) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.session.client.send_action(REVEAL_ACTION)
        await pilot.pause()
        assert await show_hint(app, pilot)
        await pilot.press(*keys)
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert not app.screen.board.log_view.hint_is_open


async def test_hint_at_a_table_without_hints_is_refused_in_one_sentence(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.session.client
        client.table = replace(client.table, terms=Terms(hints=False))
        assert not await show_hint(app, pilot)
        assert NO_HINTS_HERE_SENTENCE[:30] in screen_text(app)


async def test_decision_does_not_count_while_a_hint_is_worked_out(make_program) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        board = app.screen.board
        app.screen.action_hint()
        assert app.screen.hint.thinking is not None
        board.action_reveal()
        app.screen.on_board_decided_too_soon()  # at once, before the hint is ready
        assert board.scene.note == WAIT_FOR_HINT_SENTENCE
        await app.screen.hint.thinking.wait()
        assert not [action for seat, action in app.session.client.match.actions if seat == 0]
        assert not board.awaits_hint
        assert board.log_view.advised is not None
        assert board.scene.note != WAIT_FOR_HINT_SENTENCE
        await pilot.pause(SETTLE_SECONDS)
        await pilot.press("space")
        await pilot.pause()
        assert [action for seat, action in app.session.client.match.actions if seat == 0]


async def test_hint_that_is_closed_while_it_is_worked_out_holds_back_no_decision(make_program, monkeypatch) -> None:
    monkeypatch.setattr("tui.table.time_slices.SLICE_SECONDS", 0)
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("i", "escape")
        assert not app.screen.board.awaits_hint
        await pilot.pause(SETTLE_SECONDS)
        await pilot.press("space")
        await pilot.pause()
        assert [action for seat, action in app.session.client.match.actions if seat == 0]
        assert not app.screen.board.log_view.hint_is_open


async def test_spectator_is_offered_no_hint(make_program) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.screen.view = app.session.client.match.view(None)
        assert app.screen.check_action("hint", ()) is False


async def test_hint_is_not_offered_once_the_persons_own_game_is_over(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert " I Hint " in screen_text(app)
        view = app.screen.view
        ended = dataclasses.replace(view, facts={**view.facts, "cause/0": CHOSEN_END_CAUSE, "status/0": "finished"})
        app.screen.show_changes(MatchChanged((), ended))
        await pilot.pause()
        assert " I Hint " not in screen_text(app)


async def test_key_of_the_hint_is_dim_while_another_player_decides_and_says_why(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", "mad-queens-classic", seed="3"), names=("You", "Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        for turn in (1, 0):
            view = dataclasses.replace(screen.view, facts={**screen.view.facts, "turn": turn})
            screen.show_changes(MatchChanged((), view))
            app.session.client.view = view
            await pilot.pause()
            (hint,) = (key for key in listed_keys(screen, screen.key_description) if key.description == "Hint")
            assert hint.enabled == (turn == 0)
            assert " I Hint  F1 Help " in screen_text(app), "the keys beside it stay where they are"
            if turn:
                await pilot.press("i")
                await pilot.pause()
                assert not screen.hint.is_open
                assert NOTHING_TO_DECIDE_SENTENCE in screen_text(app)


async def test_figures_are_offered_only_once_there_are_some(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.session.client.send_action(REVEAL_ACTION)
        await pilot.pause()
        app.screen.action_hint()
        assert app.screen.hint.thinking is not None
        assert app.screen.hint.is_open
        listed = {key.description for key in listed_keys(app.screen, app.screen.key_description)}
        assert "Close hint" in listed
        assert "Figures" not in listed
        await app.screen.hint.thinking.wait()
        await pilot.pause()
        assert " I Figures " in screen_text(app)


async def test_log_over_a_narrow_table_is_closed_by_the_key_that_the_bar_names(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert app.screen.board.log_view.covers_table
        assert "Esc Close log" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert not app.screen.board.log_view.covers_table
        assert "Esc Leave" in screen_text(app)
        await show_hint(app, pilot)
        assert "Esc Close hint" in screen_text(app)
        await pilot.press("l")
        await pilot.pause()
        assert not app.screen.board.log_view.hint_is_open
        assert app.screen.board.log_view.covers_table, "the log takes the place of the hint"


@parametrize("game", games, 2)
async def test_key_of_the_hint_is_listed_only_while_the_table_gives_hints(make_program, screen_text, game) -> None:
    app = make_program(TableRequest("host", game), names=("You", "Ada", "Björn", "Chidi"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.start_match()
        await pilot.pause()
        assert "I Hint" in screen_text(app)
        for bot, is_listed in (("", False), ("careful", True)):
            ada = replace(client.table.seats[1], bot=bot)
            client.set_table_state(seats=(client.table.seats[0], ada, *client.table.seats[2:]))
            await pilot.pause()
            assert ("I Hint" in screen_text(app)) == is_listed
