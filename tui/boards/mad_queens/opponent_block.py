"""The block of another player: name, score, how the play stands, the row, and the bank or the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core import Card
from core.engine.english import count
from tui.boards.mad_queens.odds import temporary_cards
from tui.boards.mad_queens.opponent_state import (
    SeatState,
    first_fitting_text,
    paint_seat_state,
    paint_status_badge_at_right,
    seat_state_texts,
    state_of_seat,
)
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.seat_play import has_joker_missed, queen_price_texts
from tui.boards.mad_queens.text import are_rows_hidden, leaders, score_text, seat_status
from tui.cards import CHIP, Size, State, empty_place, face, fan, stack, style
from tui.cards.state import TEMPORARY_CARD_LABEL
from tui.drawing import Brush, Rect

_MIN_WIDTH_WITH_SCORE_AFTER_NAME: Final = 48
"""A player whose row has at least this many columns has the score right after the name: at the far end of so wide a row
it would not be read as theirs.
"""

_COLUMNS_BEFORE_COUNTS: Final = 24
"""In so wide a block the counts of the deck and the bank, and the bank, begin this many columns after the name, or two
after what stands before them if that is longer."""

_MIN_BANK_CARD_COLUMNS: Final = 6
"""An overlapped card of a bank shows at least this many columns."""

_MIN_HALF_BLOCK_WIDTH: Final = 12
"""A block shows a bank beside a row if half of it has at least this many columns; otherwise the bank only without a
row."""

_COLUMNS_BEFORE_CHIP_BANK: Final = 2
"""A bank painted as chips (cards one row high) begins at least this many columns after the row: with one, it would be
read together with the sign on the last chip of the row."""

_BANK_NAME: Final = "bank"
"""What stands beside the cards of a bank, above their number."""

_CHIP_BANK_WIDTH: Final = 22 + _COLUMNS_BEFORE_CHIP_BANK
"""The width in columns of a bank painted as chips: the blanks before it, the number of its cards in words, and the one
banked last.
"""

_MIN_CARDS_BESIDE_COUNT: Final = 2
"""A cut row says how many of its cards are hidden if at least this number stays visible beside that."""


class _SeatRow(NamedTuple):
    """The cards that lie at a player: those of the row, or those that a banned Joker has turned."""

    cards: Sequence[Card]
    caught_card: Card | None
    """The one of them that was caught."""
    is_lost: bool
    """Whether the cards count no more."""


def _row_of_seat(scene: MadQueensScene, seat: int, joker_cards: Sequence[Card]) -> _SeatRow:
    """Return the cards that lie at a seat; after its play those of the last row, or the `joker_cards` if there are
    any."""
    play, shown = scene.play_of(seat), scene.row(seat)
    return _SeatRow(shown or play.row, play.caught_card, not shown or has_joker_missed(play, joker_cards))


def paint_opponent(brush: Brush, rect: Rect, size: Size, scene: MadQueensScene, seat: int, is_awaited: bool) -> None:
    """Paint one player: name, score, how the play stands, row and bank, as far as there is room.

    `is_awaited`: the match waits for them.
    """
    x, right = rect.x + 1, rect.right - 1
    state = state_of_seat(scene, seat, is_awaited=is_awaited)
    if rect.height == 1:
        room = max(rect.width - 11, 0)
        right = paint_status_badge_at_right(brush, right, rect.y, state.status, state.play, max_width=room) - 1
    _paint_name_and_score(brush, Rect(x, rect.y, right - x, 1), scene, seat, is_awaited)
    row = _row_of_seat(scene, seat, state.joker_cards)
    below = Rect(x, rect.y + 1, right - x, rect.height - 1)
    if rect.height == 2:
        _paint_state_and_row(brush, below, scene, state, row)
    elif rect.height > 2:
        _paint_state_row_and_bank(brush, below, size, scene, seat, state, row, is_near_name=_is_near_name(rect))


def _is_near_name(rect: Rect) -> bool:
    """Return whether in a block so wide what is told of a player stands near the name."""
    return rect.width >= _MIN_WIDTH_WITH_SCORE_AFTER_NAME


def _paint_state_and_row(brush: Brush, rect: Rect, scene: MadQueensScene, state: SeatState, row: _SeatRow) -> None:
    """Paint in one row how the play of a player stands, and behind it the row as chips."""
    right = rect.right + row.is_lost  # no margin: there is just room for "caught by 10♦" and the card that was caught
    cards_beside = min(len(row.cards), 2 if row.caught_card is None else 1) * CHIP.width
    x = paint_seat_state(brush, Rect(rect.x, rect.y, right - rect.x - cards_beside, 1), state)
    x += right - x > CHIP.width
    _paint_row(brush, Rect(x, rect.y, right - x, 1), CHIP, scene, row)


def _paint_state_row_and_bank(
    brush: Brush,
    rect: Rect,
    size: Size,
    scene: MadQueensScene,
    seat: int,
    state: SeatState,
    row: _SeatRow,
    *,
    is_near_name: bool,
) -> None:
    """Paint how the play of a player stands, with the counts of deck and bank beside it, and below that row and bank
    in cards of a size."""
    bank = scene.view.cards(f"bank/{seat}")
    has_both = rect.width // 2 >= max(2 * size.width, _MIN_HALF_BLOCK_WIDTH)
    names_both = has_both and size is not CHIP
    label = _label_of_row(scene, state, row, bank) if names_both or (has_both and not row.is_lost) else ""
    names_bank = names_both and (bool(row.cards) or is_near_name)  # else the bank begins left of the counts
    counts = _paint_state_and_counts(
        brush, rect, scene, seat, state, label, names_bank=names_bank, is_near_name=is_near_name
    )
    cards = Rect(rect.x, rect.y + 1, rect.width, size.height)
    if has_both:
        needs_name = names_both and _BANK_NAME not in counts
        _paint_row_beside_bank(
            brush, cards, size, scene, seat, row, is_near_name=is_near_name, needs_bank_name=needs_name
        )
    elif row.cards:
        _paint_row(brush, cards, size, scene, row)
    elif bank:
        x = cards.x
        if size is not CHIP:
            x = brush.write(x, cards.y, _BANK_NAME, "muted") + 1
            brush.write(cards.x, cards.y + 1, str(len(bank)), "muted", bold=True)
        _paint_bank(brush, Rect(x, cards.y, cards.right - x, size.height), scene, bank, size)


def _label_of_row(scene: MadQueensScene, state: SeatState, row: _SeatRow, bank: Sequence[Card]) -> str:
    """Return the name of the row beside a bank, or of its empty place; "" if nothing could be taken for it.

    The caught card is no card of the row: of a row that lies there with it the name tells no number.
    """
    is_caught = row.caught_card in row.cards
    if len(row.cards) > is_caught and not state.joker_cards:
        return "row" if row.is_lost or is_caught else f"row of {len(row.cards)}"
    if not bank or row.cards or are_rows_hidden(scene.view):
        return ""
    return {"playing": "no row yet", "banked": "row empty"}.get(state.status, "")


def _paint_state_and_counts(
    brush: Brush,
    rect: Rect,
    scene: MadQueensScene,
    seat: int,
    state: SeatState,
    row_label: str,
    *,
    names_bank: bool,
    is_near_name: bool,
) -> str:
    """Paint in the first row of a rectangle how the play of a player stands, and at its right end, or near the name,
    what is banned for them alone and the counts of deck and bank; return this text."""
    told = seat_state_texts(state, row_label)
    widths = [*map(brush.width_in_cells, told)]
    least = brush.width_in_cells(row_label) if row_label in told else min(widths)  # a row has its name before a deck
    beside = rect.width - 2 * state.has_badge - 2
    prices = [2 + brush.width_in_cells(price) for price in queen_price_texts(state.play)[:2]]
    all_told = max(widths) + min(prices, default=0)
    long_texts, texts = _texts_on_deck_and_bank(scene, seat, names_bank=names_bank, is_bank_first=is_near_name)
    counts = first_fitting_text(long_texts, beside - all_told, brush)
    counts = counts or first_fitting_text(texts, beside - least, brush)
    gap = 2
    if not counts and temporary_cards(
        scene.view, seat
    ):  # one blank before their number, or no number: better than none
        gap, counts = 1, first_fitting_text(texts[-1:], beside + 1 - least, brush)
        if not counts:
            gap, counts = 2, first_fitting_text((TEMPORARY_CARD_LABEL,), beside - least, brush)
    start = rect.right - brush.width_in_cells(counts)
    end = paint_seat_state(brush, Rect(rect.x, rect.y, start - gap * bool(counts) - rect.x, 1), state, row_label)
    if is_near_name:
        start = min(start, max(rect.x + _COLUMNS_BEFORE_COUNTS, end + 2))
    brush.write(start, rect.y, counts, "muted")
    return counts


def _texts_on_deck_and_bank(
    scene: MadQueensScene, seat: int, *, names_bank: bool, is_bank_first: bool
) -> tuple[Sequence[str], Sequence[str]]:
    """Return texts on what is banned for a player alone, on their deck and on their bank, the longest first: those that
    need room beside what is said of the player's state, and those that need it beside the shortest of that.

    `names_bank`: whether to name the bank, if it holds cards; `is_bank_first`: whether it comes before the deck, as it
    lies behind the row and not at the right end of the block.
    """
    view = scene.view
    is_finished = seat_status(view, seat) == "finished"
    deck = "" if is_finished else f"deck {view.count(f'deck/{seat}')}"  # no card of it is turned any more
    own_bans, bank_count = temporary_cards(view, seat), view.count(f"bank/{seat}")
    bans = _ban_texts([scene.look.card_text(card) for card in own_bans])
    if not (names_bank and bank_count):
        return (), _with_deck(bans, deck) if bans else (deck,)
    bank = f"bank {count(bank_count, 'card')}"  # the number alone would be read as points
    both = ", ".join(filter(None, (bank, deck) if is_bank_first else (deck, bank)))
    if not bans:
        return (both,), (bank, deck)
    # which cards are banned for them alone matters more than the bank
    named = (f"{bans[0]}, {both}",)
    return named, (*named, *_with_deck(bans, deck, counts=both))


def _ban_texts(cards: Sequence[str]) -> Sequence[str]:
    """Return texts on the banned cards of a player alone: their names, and their number; () for none.

    The word is that of the badge also in the shortest: a shorter word beside it would be read as another thing.
    """
    if not cards:
        return ()
    label = TEMPORARY_CARD_LABEL
    return (f"{label} {' '.join(cards)}", f"{len(cards)} {label}")


def _with_deck(bans: Sequence[str], deck: str, counts: str = "") -> Sequence[str]:
    """Return texts on the banned cards of a player alone, each of `bans` with the deck, and then each without it. The
    number of these cards stands before more `counts` first, if there are any."""
    named, number = ([f"{ban}, {deck}", f"{ban} {deck}"] if deck else [] for ban in bans)
    return (*named, *[f"{bans[1]}, {counts}"] * bool(counts), *number, *bans)


def _paint_row_beside_bank(
    brush: Brush,
    rect: Rect,
    size: Size,
    scene: MadQueensScene,
    seat: int,
    row: _SeatRow,
    *,
    is_near_name: bool,
    needs_bank_name: bool,
) -> None:
    """Paint a player's row at the left of a rectangle and the bank at the right, or behind the row if it
    `is_near_name`; while the bank is empty, the deck in its place. `needs_bank_name`: nothing above names the bank."""
    bank = scene.view.cards(f"bank/{seat}")
    columns = _bank_columns(rect.width, size, len(row.cards), len(bank))
    row_end = rect.x + size.width * (size is not CHIP)
    if row.cards:
        room = Rect(rect.x, rect.y, rect.width - columns - (size is not CHIP), size.height)
        row_end = _paint_row(brush, room, size, scene, row)
    elif size is not CHIP:
        brush.canvas.blit(rect.x, rect.y, empty_place(size, scene.look))
    bank_x = rect.right - columns
    if is_near_name:
        near = max(rect.x + _COLUMNS_BEFORE_COUNTS, row_end + 2)
        bank_x = min(bank_x, near) if row.cards else near
    if row.cards and size is CHIP:
        bank_x = max(bank_x, row_end + _COLUMNS_BEFORE_CHIP_BANK)
    columns = min(columns, rect.right - bank_x)
    place = Rect(bank_x, rect.y, columns, size.height)
    _paint_bank(brush, place, scene, bank, size, is_at_left=is_near_name, needs_name=needs_bank_name)
    if not bank and size is not CHIP:
        deck = stack(scene.view.count(f"deck/{seat}"), size, scene.look)
        brush.canvas.blit(bank_x if is_near_name else rect.right - deck.width, rect.y, deck)


def _paint_name_and_score(brush: Brush, rect: Rect, scene: MadQueensScene, seat: int, is_awaited: bool) -> None:
    """Paint the name of a player, the score, and whether they lead, in one row."""
    x, right = rect.x, rect.right
    score = score_text(scene.view, scene.score(seat))
    if brush.width_in_cells(scene.names[seat]) + len(score) + 2 > right - x:
        score = str(scene.score(seat))
    start = right - brush.width_in_cells(score)
    end = brush.write(
        x, rect.y, scene.names[seat], "highlight" if is_awaited else "ink", bold=True, width=start - x - 1
    )
    first = leaders(scene.view)
    place = ("tied 1st" if len(first) > 1 else "won" if scene.over else "leads") if seat in first else ""
    told = first_fitting_text((f"{place} with", place), start - end - 2, brush) if place else ""
    if rect.width >= _MIN_WIDTH_WITH_SCORE_AFTER_NAME:
        start = min(start, end + 2 + (brush.width_in_cells(told) + 1 if told else 0))
    brush.write(start, rect.y, score, "ink", bold=True)
    if told:
        brush.write_right_aligned(start - 1, rect.y, told, "gold")


def _bank_columns(width: int, size: Size, row_card_count: int, bank_card_count: int) -> int:
    """Return the width in columns of a bank of `bank_card_count` cards in a block `width` columns wide.

    Beside a row of `row_card_count` cards it has half of the block; if there is no row, all but the width of a card. A
    bank of chips takes the columns that the row leaves.
    """
    if size is CHIP:
        number_width = _COLUMNS_BEFORE_CHIP_BANK + len(f"bank {bank_card_count}")  # beside a long row
        return max(min(_CHIP_BANK_WIDTH, width - row_card_count * CHIP.width), number_width) if bank_card_count else 0
    return width // 2 if row_card_count else width - size.width - 1


def _paint_row(brush: Brush, rect: Rect, size: Size, scene: MadQueensScene, row: _SeatRow) -> int:
    """Paint the cards of a row from the left, in grey if it is lost; return the column after them.

    If not all have room, a sign stands before those that were turned last, with the number of the others.
    """
    cards = row.cards
    focus = cards.index(row.caught_card) if row.is_lost and row.caught_card in cards else len(cards) - 1
    gap = 0 if size is CHIP else 1
    laid = fan(len(cards), rect.width, size, focus=focus, centred=False, gap=gap)
    sign = ""
    if laid.hidden_before and laid.places[0].x:
        sign = "<" if scene.look.ascii else "◄"
        for form in ("{} more", f"{sign}{{}}"):
            columns = len(form.format(len(cards)))  # and the column that the fan leaves for a sign
            counted = fan(len(cards), rect.width - columns, size, focus=focus, centred=False, gap=gap)
            if len(counted.places) >= _MIN_CARDS_BESIDE_COUNT:
                brush.write(rect.x, rect.y, form.format(counted.hidden_before), "highlight")
                laid, sign, rect = counted, "", Rect(rect.x + columns, rect.y, rect.width - columns, rect.height)
                break
    for spot in laid.places:
        edge = spot is not laid.places[0] and laid.step <= size.width
        state = State.NORMAL if not row.is_lost else State.CAUGHT if cards[spot.index] == row.caught_card else State.DIM
        drawing = face(cards[spot.index], size, scene.look, state, spot.visible_columns, edge)
        brush.canvas.blit(rect.x + spot.x, rect.y, drawing)
        if row.is_lost and state is State.DIM and size is CHIP:  # the badge says what happened; "-" would be a riddle
            brush.canvas.text(rect.x + spot.x + CHIP.width - 1, rect.y, " ", drawing.styles[0][0] or style())
    brush.write(rect.x, rect.y, sign, "highlight")
    return rect.x + laid.right


def _paint_bank(
    brush: Brush,
    rect: Rect,
    scene: MadQueensScene,
    bank: Sequence[Card],
    size: Size,
    *,
    is_at_left: bool = False,
    needs_name: bool = False,
) -> None:
    """Paint the top of a bank at the right end of a rectangle, or at its left end, the last card at the right.

    With chips (cards one row high) the number of its cards comes first, and the last card only if the number in words
    has room beside it: ``bank 3, top 7♥`` would be read as 3 points. Larger cards have their name and number beside
    them if nothing else names the bank (`needs_name`) and there is room.
    """
    if not bank:
        return
    beside = rect.width - 1 - CHIP.width
    with_top = first_fitting_text([f"bank {count(len(bank), 'card')}, top"], beside, brush)
    number = with_top or first_fitting_text(
        [f"bank {count(len(bank), 'card')}", f"bank {len(bank)}"], rect.width, brush
    )
    number_width = brush.width_in_cells(number)
    if size is CHIP and not with_top:
        brush.write(rect.x if is_at_left else rect.right - number_width, rect.y, number, "muted")
        return
    name_width = len(_BANK_NAME) + 1
    needs_name = needs_name and rect.width >= name_width + size.width
    width = rect.width - name_width * needs_name
    top = bank[-1:] if size is CHIP else bank[-1 - (width - size.width) // _MIN_BANK_CARD_COLUMNS :]
    laid = fan(len(top), width, size, gap=0, focus=len(top) - 1, centred=False)
    start = rect.right - laid.right
    if is_at_left:
        start = rect.x + (number_width + 1 if size is CHIP else name_width * needs_name)
    if needs_name:
        brush.write_right_aligned(start - 1, rect.y, _BANK_NAME, "muted")
        brush.write_right_aligned(start - 1, rect.y + 1, str(len(bank)), "muted", bold=True)
    for spot in laid.places:
        edge = spot is not laid.places[0]
        drawing = face(top[spot.index], size, scene.look, State.NORMAL, spot.visible_columns, edge)
        brush.canvas.blit(start + spot.x, rect.y, drawing)
    if size is CHIP:
        brush.write_right_aligned(start - 1, rect.y, number, "muted")
