"""The rows around the table of Mad Queens: status line, buttons and questions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len

from core.mad_queens import BANK_ACTION, END_ACTION, REVEAL_ACTION, row_points
from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE, is_narrow
from tui.boards.common.commands import AnswerQuestion, ChooseAction, LookAtNextSeat, ToggleLog
from tui.boards.common.hint import ADVICE_MARK, SHORT_ADVICE_MARK, mark_advised
from tui.boards.common.keys import ESCAPE_LABEL
from tui.boards.common.status_line import paint_status_line
from tui.boards.mad_queens.keys import key_name_of
from tui.boards.mad_queens.odds import deck_odds, has_end_action
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import (
    END_FOR_GOOD_LABEL,
    END_GAME_LABEL,
    LOOK_AT_NEXT_LABEL,
    PLAY_ON_LABEL,
    WHICH_QUEEN_QUESTION,
    bank_price_text,
    end_question,
    percent_text,
    rank_of_front_seat_text,
    risk_percent_text,
    score_text,
    tells_bank_price,
    waiting_text,
    when_game_may_be_ended_text,
)
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.drawing import (
    MIN_TOUCH_BUTTON_ROWS,
    Brush,
    Button,
    Rect,
    clip,
    note_width,
    paint_note_line,
    printable,
)
from tui.drawing.styles import Tone

BUTTON_MARGIN_CELLS: Final = 7
"""The number of cells around the key and the label of a button with wide margins, the gap to the next button
included."""

LOW_BUTTON_MARGIN_CELLS: Final = 4
"""The same number for a button in a bar of one row."""

LAST_BUTTON_GAP_CELLS: Final = 2
"""The width in cells of the gap after the last button of a row, which is not needed."""


def buttons(scene: MadQueensScene, layout: MadQueensLayout) -> list[Button]:
    """Return the buttons of the bar, the most important first."""
    if scene.open_question:
        return _answer_buttons(scene)
    last = [Button(key_name_of("toggle_log"), "Log", ToggleLog())] if layout.log is None else []
    if scene.is_replay:
        return last
    if scene.watching:
        return [Button(key_name_of("look(1)"), LOOK_AT_NEXT_LABEL, LookAtNextSeat(), primary=True), *last]
    if scene.over or scene.view.facts[f"cause/{scene.view.seat}"]:
        return last  # nothing is left to be decided
    return [*_action_buttons(scene, layout, last), *last]


def _action_buttons(scene: MadQueensScene, layout: MadQueensLayout, last: Sequence[Button]) -> list[Button]:
    """Return the buttons that reveal, bank and end the game, with the longest labels that have room beside the buttons
    `last`."""
    verbs = {action.verb for action in scene.legal}
    offers_bank = "bank" in verbs and not scene.shown_event
    row = scene.row(scene.focus) if offers_bank else ()
    gain = row_points(scene.view, scene.focus) if row else 0
    short = is_narrow(layout.bar.width) and layout.bar.height == MIN_TOUCH_BUTTON_ROWS
    points = score_text(scene.view, gain)
    brief_bank = f"Bank {gain if row else 'empty row'}"
    bank = brief_bank if short else f"Bank {points if row else 'an empty row'}"
    if not offers_bank:
        bank = "Bank"
    can = verbs if scene.decision_counts else ()
    offers_end = has_end_action(scene.view) and END_ACTION.verb not in scene.taught_later

    reveal_labels = _reveal_labels(scene, layout, gain)

    def labelled(reveal: str, bank: str, mark: str = ADVICE_MARK) -> list[Button]:
        """Return the buttons with these labels of the two that reveal and bank, and the coach's `mark` if one is
        advised."""
        found = [
            Button(
                key_name_of("reveal"),
                reveal,
                ChooseAction(REVEAL_ACTION),
                "reveal" in can,
                primary=True,
            ),
            Button(
                key_name_of("bank"),
                bank,
                ChooseAction(BANK_ACTION),
                "bank" in can,
                primary=bool(row) or not offers_bank,  # an empty row brings nothing
            ),
            *(
                [Button(key_name_of("end"), END_GAME_LABEL, ChooseAction(END_ACTION), "end" in can, is_apart=True)]
                if offers_end
                else []
            ),
        ]
        return [mark_advised(button, scene, mark=mark) for button in found]

    bank_labels: Sequence[str] = (bank,)
    brief_reveal_labels: Sequence[str] = ()
    if offers_bank and not is_narrow(scene.width) and tells_bank_price(scene):
        price, brief = (bank_price_text(scene.view, scene.focus, form) for form in ("table", "brief"))
        bank_labels = (f"{bank}, {price}", f"{brief_bank}, {price}", f"{brief_bank}, {brief}")
        if scene.advised is not None:  # beside the coach's mark the price stays, which the table says nowhere else
            brief_reveal_labels = [label.rpartition(",")[0] for label in reveal_labels[-1:] if label.count(",") > 1]
    else:
        reveal_labels = reveal_labels[-1:]
    marks = (ADVICE_MARK,) if scene.advised is None else (ADVICE_MARK, SHORT_ADVICE_MARK)
    labels = [  # the short price only if no form of the other label leaves room for the long one
        *product(reveal_labels, bank_labels[:-1] or bank_labels),
        *product(reveal_labels, bank_labels[-1:]),
    ]
    brief_reveals = [*product(brief_reveal_labels, bank_labels)]
    rows = [labelled(*pair, mark) for mark, pair in product(marks, labels)]
    rows += [labelled(*pair, mark) for pair, mark in product(brief_reveals, marks)]
    rows += [labelled(reveal_labels[-1], label, marks[-1]) for label in (bank, brief_bank)[: len(marks)]]
    found = next((row for row in rows if _button_row_width([*row, *last], layout) <= layout.bar.width), rows[-1])
    if offers_end and END_ACTION not in scene.legal:
        label = f"{END_GAME_LABEL} ({when_game_may_be_ended_text(scene.view, scene.focus)})"
        explained = [*found[:-1], replace(found[-1], label=label)]
        if _button_row_width([*explained, *last], layout) <= layout.bar.width:
            return explained
    return found


def _answer_buttons(scene: MadQueensScene) -> list[Button]:
    """Return the buttons that answer the open question: whether to end the game, or which Queen the bank costs."""
    if scene.open_question == "end":
        return [
            Button(
                key_name_of("answer(True)"),
                END_FOR_GOOD_LABEL,
                AnswerQuestion(yes=True),
                scene.decision_counts,
                primary=True,
            ),
            Button(key_name_of("answer(False)"), PLAY_ON_LABEL, AnswerQuestion(yes=False)),
        ]
    banks = [(action.cards[0], action) for action in scene.legal if action.verb == "bank" and action.cards]
    choices = [
        Button(key_name_of(f"queen('{q.suit}')"), str(q), ChooseAction(bank), scene.decision_counts, primary=True)
        for q, bank in banks
    ]
    choices = [mark_advised(choice, scene) for choice in choices]
    return [*choices, Button(ESCAPE_LABEL, "Not yet", AnswerQuestion(yes=False))]


def _button_row_width(row: Sequence[Button], layout: MadQueensLayout) -> int:
    """Return the cells that buttons take beside each other: with wide margins on the table and in a bar of several
    rows, in a bar also a free cell at the left end."""
    is_low = not layout.are_buttons_on_felt and layout.bar.height == 1
    margin, gap = (LOW_BUTTON_MARGIN_CELLS, 1) if is_low else (BUTTON_MARGIN_CELLS, LAST_BUTTON_GAP_CELLS)
    end = 0 if layout.are_buttons_on_felt else 1
    return sum(cell_len(button.key) + cell_len(button.label) + margin for button in row) - gap + end


def _reveal_labels(scene: MadQueensScene, layout: MadQueensLayout, gain: int) -> Sequence[str]:
    """Return labels of the button that turns up a card, the longest first: with the chance that it is caught, and that
    of a Queen.

    They do not say with which chance the row is lost, as a Joker or a Queen may cost it, too.
    """
    known = deck_odds(scene.view, scene.focus)
    lines = layout.bar.height // MIN_TOUCH_BUTTON_ROWS if is_narrow(layout.bar.width) else 1
    if not gain or not known.card_count or (layout.bar.width < MIN_COLUMNS_WITH_LOG_BESIDE_TABLE and lines == 1):
        return ("Reveal",)
    caught = f"Reveal, {risk_percent_text(known)} caught"
    if not known.queen_count:
        return (caught,)
    queen = percent_text(known.queen_count, known.card_count)
    if not known.caught_count:
        return (f"Reveal, {queen} a Queen",)
    return (f"{caught}, {queen} a Queen", f"{caught}, {queen} Queen")


def paint_status(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the status line: the number of the play, the awaited players, and score and rank of the seat in front."""
    score = score_text(scene.view, scene.shown_score(scene.focus))
    scores_only = is_narrow(layout.status.width) and layout.status.height == 1  # those of the others stand below
    mine = score if scores_only or scene.view.seats == 1 else f"{score}, {rank_of_front_seat_text(scene)}"
    tone: Tone = "highlight" if scene.legal and not scene.shown_event else "ink"
    standing: list[tuple[str, Tone]] = [(mine, "ink"), (clip(printable(scene.name(scene.focus)), 16), tone)]
    paint_status_line(
        brush,
        layout.status,
        scene,
        scene.play_label,
        standing,
        lambda room: scene.shown_event or waiting_text(scene, room),
        tone=tone,
        bold=tone == "highlight",
        margin=6,
    )


def open_question(scene: MadQueensScene) -> str:
    """Return the question that waits for an answer, or an empty string."""
    if scene.open_question == "end":
        return end_question(scene)
    if scene.open_question == "queen":
        return WHICH_QUEEN_QUESTION
    return ""


def note_rect(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> Rect:
    """Return the rectangle of the note or of the open question, without rows if there is neither.

    A note of more rows than one lies over the odds, where it covers fewest cards; one that fits beside the banned cards
    covers none of them. The question whether to end the game lies right above answers that are on the table: the row of
    cards, which it covers there, is empty then.
    """
    text = open_question(scene) or scene.note
    if scene.open_question == "end" and layout.are_buttons_on_felt:
        return Rect(layout.deck_and_row.x, layout.bar.y - 1, layout.deck_and_row.width, 1)
    rect = Rect(layout.felt.x, layout.note_row, layout.felt.width, 1 if text else 0)
    if brush.width_in_cells(text) > note_width(rect, layout.deck_and_row.x) and not is_narrow(scene.width):
        return Rect(rect.x, layout.odds.y, rect.width, layout.odds.height)
    banned = layout.banned_cards
    beside = Rect(rect.x, rect.y, banned.x - 1 - rect.x, rect.height)
    is_in_row = banned.y <= rect.y < banned.bottom
    return beside if is_in_row and brush.width_in_cells(text) <= note_width(beside, layout.deck_and_row.x) else rect


def paint_note(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the note, or the question that waits for an answer; log and hint stay whole."""
    text = open_question(scene) or scene.note
    paint_note_line(
        brush, note_rect(brush, layout, scene), layout.deck_and_row.x, text, is_question=bool(scene.open_question)
    )
