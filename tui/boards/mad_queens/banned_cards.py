"""The upper zones of the Mad Queens board: banned cards, temporary banned cards, and the sheet of a deck's cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec.structs import replace
from rich.style import Style

from core import Card
from core.engine.cards import CARDS, JOKER, QUEENS, SUITS
from core.engine.english import count
from core.mad_queens import CAUGHT_FATE, EXACT_HIT_FATE, is_hit
from tui.boards.common.travel import eased_position
from tui.boards.mad_queens.banned_text import banned_rule_text, banned_rule_texts, temporary_ban_texts
from tui.boards.mad_queens.odds import Odds, banned_suits, deck_odds, temporary_cards
from tui.boards.mad_queens.odds_bar import texts_without_place
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.status_and_buttons import note_rect
from tui.boards.mad_queens.text import (
    EXACT_HIT_MARK,
    HIT_MARK,
    banned_suits_text,
    dangers_text,
    has_game_ended,
    is_play_over,
    risk_text,
    sheet_symbols_texts,
    title_of,
)
from tui.boards.mad_queens.zones import BANNER_ROWS, MAX_SHEET_ROWS, MadQueensLayout, sheet_width
from tui.cards import (
    CHIP,
    FLIP_FRAMES,
    MINI,
    SIZES,
    Canvas,
    Drawing,
    Look,
    Size,
    State,
    empty_place,
    face,
    flip_frame,
    style,
)
from tui.cards.state import TEMPORARY_CARD_LABEL
from tui.drawing import Brush, Rect, clip, wrap, wrap_first_fitting
from tui.drawing.styles import badge_style

_RANKS_OF_SHEET: Final = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
"""The ranks in the list of the deck's cards (the sheet) from left to right, ace first, as numbers."""

_JOKER_TEXTS: Final = ("no ban", "Joker")
"""The texts at the foot of a Joker among the banned cards, which bans nothing, the longest first."""

_NO_CATCH_TEXTS: Final[Sequence[str]] = ("catches no card", "catches none", "catches 0", "catch 0")
"""The texts about a banned card that can catch no card in the deck, the longest first."""

_BOTH_CATCH_NOTHING_TEXTS: Final[Sequence[str]] = ("neither catches a card", "both catch none", "catch none")
"""The texts about two small banned cards that can catch no card in the deck, the longest first."""

_COLUMNS_BETWEEN_TEXTS: Final = 3
"""Two texts of several rows beside each other have this many columns between them, so that they read as two."""

_MIN_RULE_WIDTH: Final = 12
"""The text beside the banned cards is painted if it has at least this many columns."""


def paint_banned_cards(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the two banned cards, the suit they ban, and the temporary banned cards of the seat in front."""
    rect, size = layout.banned_cards, layout.banned_card_size
    gap = _gap_after_card(size)
    shared = 2 * size.width + gap
    words = banned_suits_text(scene.view, scene.middle_seat)
    temporary = temporary_cards(scene.view, scene.middle_seat)
    titles = ("BANNED FOR ALL", "FOR ALL") if temporary else ("BANNED",)
    brush.write(rect.x, rect.y, next(text for text in titles if len(text) <= shared), "muted", bold=True)
    numbers_end = _paint_shared_cards(brush, layout, scene)
    beside = Rect(rect.x + shared + 2, rect.y + 1, rect.width - shared - 4, size.height)
    below = Rect(rect.x, beside.bottom + 1, rect.width, rect.bottom - beside.bottom - 1)
    if not temporary and beside.width >= _MIN_RULE_WIDTH:
        _paint_banned_rule(brush, beside, scene)
    elif not temporary and _says_exact_hits(brush, below, scene):
        if not (scene.note or scene.open_question):  # the note covers a part of it
            _paint_banned_rule(brush, below, scene)
        words = ""
    width = shared if temporary else rect.width
    top = rect.y + 1 + size.height + (scene.effect.caught_and_banned_card is not None)
    if rect.bottom == rect.y + 1 + size.height:
        _paint_banned_suits(brush, layout, scene, Rect(rect.x, rect.bottom, rect.width, 1))
    suits_texts = (*_banned_suits_texts(scene), _banned_suits_symbols(brush, scene)) if words else ()
    if words and temporary:  # all that is caught, as the words may be about a temporary card alone
        suits_texts = (*banned_rule_texts(scene.view, scene.middle_seat), *suits_texts)
    room = width if len(temporary) > 1 else max(width, _MIN_RULE_WIDTH)  # the second one may lie beside the words
    note = note_rect(brush, layout, scene)
    said = wrap_first_fitting(suits_texts, room, max(rect.bottom - top, 0))
    if note.height and top < note.bottom and top + len(said) > note.y:
        said = []  # a note would cut the text
    for y, text in enumerate(said, top):
        brush.write(rect.x, y, text, "highlight", bold=True)
    if temporary:
        x = rect.x + shared + gap
        place = Rect(x, rect.y, rect.right - x, rect.height)
        words_end = max(rect.x + max(map(len, said), default=0), numbers_end)
        _paint_temporary_cards(brush, scene, place, layout, temporary, words_end)


def _gap_after_card(size: Size) -> int:
    """Return the columns between two banned cards of a size."""
    return 1 if size is MINI else 2


def _paint_shared_cards(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> int:
    """Paint the two banned cards of everybody, and below each how many cards of the deck it would catch, or that it has
    caught one; return the column after the last number, 0 if none is painted."""
    rect, size, look, effect = layout.banned_cards, layout.banned_card_size, scene.look, scene.effect
    gap, below = _gap_after_card(size), rect.y + 1 + size.height
    banned = scene.view.cards("banned")
    is_finished = has_game_ended(scene.view, scene.middle_seat)
    catches = not scene.has_banned_joker and not is_finished
    bans_suit = bool(banned_suits_text(scene.view, scene.middle_seat))  # the row below says so
    numbers = [_number_of_cards_caught(scene, card) for card in banned]
    numbers_end = 0
    for slot in range(2):
        x = rect.x + slot * (size.width + gap)
        if slot >= len(banned):
            brush.canvas.blit(x, rect.y + 1, empty_place(size, look))
            continue
        card, number = banned[slot], numbers[slot]
        state = State.NORMAL if card == JOKER else State.BANNED
        if effect.turned_banned_card == card and effect.banned_card_frame < FLIP_FRAMES - 1:
            drawing = flip_frame(card, size, look, effect.banned_card_frame, state)
            start = rect.x + 2 * (size.width + gap)
            x = eased_position(start, x, effect.banned_card_frame, FLIP_FRAMES - 1)
        else:
            drawing = face(card, size, look, state)
        brush.canvas.blit(x, rect.y + 1, drawing)
        if card == JOKER and effect.turned_banned_card != JOKER:
            _fade_badge(brush, drawing, x, rect.y + 1, _JOKER_TEXTS)
        if catches and not (number or card == effect.turned_banned_card):
            _fade_badge(brush, drawing, x, rect.y + 1, () if rect.bottom > below else _NO_CATCH_TEXTS)
        if rect.bottom <= below:
            continue
        if effect.caught_and_banned_card is not None and effect.caught_and_banned_card[1] == card:
            brush.write(x + size.width // 2, below, "^" if look.ascii else "▲", "highlight", bold=True)
        elif catches and not bans_suit:
            has_free_row = size is MINI and not number and not temporary_cards(scene.view, scene.middle_seat)
            width, forms = size.width, _NO_CATCH_TEXTS
            room = width + (gap + 1) * has_free_row
            if number:
                forms = (f"catches {count(number, 'card')}", f"catches {number}", f"catch {number}")
            elif size is MINI and numbers == [0, 0]:  # too small for two texts: one stands for both cards
                if slot:
                    continue
                width, forms = 2 * size.width + gap, _BOTH_CATCH_NOTHING_TEXTS
                room = rect.width if has_free_row else width
            said = next((form for form in forms if len(form) <= room), "")
            if said:
                numbers_end = brush.write(x + max(width - len(said), 0) // 2, below, said, "ink")
    return numbers_end


def _fade_badge(brush: Brush, drawing: Drawing, x: int, y: int, texts: Sequence[str] = ()) -> None:
    """Fade the badge at the foot of a banned card whose `drawing` is at (x, y): the card catches nothing.

    With `texts`, the longest first, the badge says the first of them that fits: in a look with outlines between the
    corners of the card, if any does.
    """
    pen = _faded_pen(brush.look)
    badge = drawing.texts[-1]
    inside = len(badge) - (0 if brush.look.solid else 2)
    text = next((one.center(inside) for one in texts if len(one) <= inside), "")
    if not text:
        inside = len(badge)
        text = next((one.center(inside) for one in texts if len(one) <= inside), badge)
    brush.canvas.text(x + (len(badge) - inside) // 2, y + drawing.height - 1, text, pen)


def _faded_pen(look: Look) -> Style:
    """Return the style of the badge of a banned card that catches nothing."""
    return style(look.palette.faded_ink, look.palette.faded_paper) if look.solid else style(dim=True)


def _number_of_cards_caught(scene: MadQueensScene, banned_card: Card) -> int:
    """Return how many cards in the deck of the seat in the middle this banned card would catch."""
    known = deck_odds(scene.view, scene.middle_seat)
    return sum(
        known.count_by_card[card]
        for card in CARDS
        if known.fate_by_card[card] == CAUGHT_FATE and is_hit(card, banned_card)
    )


def _paint_banned_suits(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, row: Rect) -> None:
    """Paint at the right end of a row which suits are banned, in as many words as fit beside the risk."""
    known = deck_odds(scene.view, scene.middle_seat)
    taken = 0
    if layout.sheet.y == row.y:
        taken = len("".join(_risk_words(layout, known, _risk_room(layout, scene))))
    texts = (*_banned_suits_texts(scene), _banned_suits_symbols(brush, scene))
    found = next((text for text in texts if len(text) + 2 <= row.width - taken), "")
    brush.write_right_aligned(row.right, row.y, found, "highlight", bold=True)


def _banned_suits_texts(scene: MadQueensScene) -> Sequence[str]:
    """Return texts that say which suits are banned, the longest first; each is empty if none is."""
    words = banned_suits_text(scene.view, scene.middle_seat, scene.names[scene.middle_seat])
    shorter = words.replace(" are ", " ")
    shortest = shorter.removeprefix("all ")
    return (words, shorter, shortest, shortest.partition(" for ")[0])


def _banned_suits_symbols(brush: Brush, scene: MadQueensScene) -> str:
    """Return the symbols of the banned suits and that they are banned, "" if none is."""
    suits = "" if scene.has_banned_joker else "".join(banned_suits(scene.view, scene.middle_seat))
    return brush.displayable_text(f"{suits} banned") if suits else ""


def _risk_room(layout: MadQueensLayout, scene: MadQueensScene) -> int:
    """Return how many columns the risk may take in the title of the sheet, which may also say what suits are banned."""
    suits = _banned_suits_texts(scene)[-1] if layout.sheet.y >= layout.banned_cards.bottom else ""
    return layout.sheet.width - (len(suits) + 2 if suits else 0)


def _paint_banned_rule(brush: Brush, rect: Rect, scene: MadQueensScene) -> None:
    """Paint beside or below the banned cards what they do, in fewer words if these fit into one line; nothing once the
    seat's game has ended, as no card of its deck can be caught any more."""
    if has_game_ended(scene.view, scene.middle_seat):
        return
    text = brush.displayable_text(banned_rule_text(scene.view, scene.middle_seat))
    forms = [*map(brush.displayable_text, banned_rule_texts(scene.view, scene.middle_seat))] if text else []
    in_one_line = (text, text.removesuffix(".").replace(" are ", " ")) if text else ()
    lines = wrap_first_fitting(in_one_line, rect.width, 1) or wrap_first_fitting(forms, rect.width, rect.height)
    for y, line in enumerate(lines, rect.y + (rect.height - len(lines)) // 2):
        brush.write(rect.x, y, line, "ink")


def _says_exact_hits(brush: Brush, rect: Rect, scene: MadQueensScene) -> bool:
    """Return whether a rectangle has room for what the banned cards do and for which cards they do not catch."""
    forms = banned_rule_texts(scene.view, scene.middle_seat)[:2]
    return any(len(wrap(brush.displayable_text(form), max(rect.width, 1))) <= rect.height for form in forms)


def _paint_temporary_cards(
    brush: Brush,
    scene: MadQueensScene,
    rect: Rect,
    layout: MadQueensLayout,
    cards: tuple[Card, ...],
    words_end: int,
) -> None:
    """Paint temporary banned cards in columns, in the largest size in which no card covers another.

    If all are too large, they are chips (one row high), with a badge behind each unless they need several columns, and
    the title names those that have no room. The words on banned suits, at the left of the rows below the cards, end
    before column `words_end`.
    """
    allowed = SIZES[SIZES.index(MINI) : SIZES.index(layout.banned_card_size) + 1]
    room = rect.height - 1
    plans = [
        (size, *_arrange_temporary_cards(size, rect.width, room, len(cards)))
        for size in reversed(allowed)
        if size.width <= rect.width or size is MINI
    ]
    whole = [plan for plan in plans if plan[2] >= plan[0].height and plan[1] * plan[3] >= len(cards)]
    chips = (CHIP, *_arrange_temporary_cards(CHIP, rect.width if len(cards) > room else CHIP.width, room, len(cards)))
    size, columns, step, fitting = next(iter(whole), chips)
    end = rect.right if layout.sheet.x > rect.x else layout.felt.right  # badges may cover a free column at the edge
    has_badges = size is CHIP and columns == 1 and CHIP.width + len(TEMPORARY_CARD_LABEL) <= end - rect.x
    look = scene.look
    per_column = -(-len(cards) // columns)
    shown = cards[: columns * fitting]
    _paint_temporary_title(
        brush,
        scene,
        rect,
        cards[len(shown) :],
        are_marked=size is not CHIP or has_badges,
        has_title_beside=layout.sheet.x > rect.x,
    )
    below = rect.y + 1 + (min(per_column, fitting) - 1) * step + size.height
    zone = layout.banned_cards
    bans_suit = bool(banned_suits_text(scene.view, scene.middle_seat))
    is_step_free = min(per_column, fitting) == 1 or step > size.height
    has_numbers = size not in (MINI, CHIP) and not bans_suit and is_step_free and below < rect.bottom
    below += has_numbers
    whole_row = max(below, zone.y + 2 + layout.banned_card_size.height)  # below what the shared cards catch
    left = max(rect.x, words_end + _COLUMNS_BETWEEN_TEXTS)
    free = [Rect(left, below, rect.right - left, rect.bottom - below)]
    if not bans_suit:
        free.append(Rect(zone.x, whole_row, zone.width, zone.bottom - whole_row))
    _paint_temporary_rule(brush, scene, free, note_rect(brush, layout, scene))
    for number, card in enumerate(shown):
        column, place = divmod(number, fitting if step == 1 else max(per_column, 1))
        x, y = rect.x + column * (size.width + 1), rect.y + 1 + place * step
        if scene.effect.turned_banned_card == card and scene.effect.banned_card_frame < 3:
            brush.canvas.blit(x, y, empty_place(size, look))
            continue
        drawing = face(card, size, look, State.NORMAL if size is CHIP or card == JOKER else State.TEMP)
        brush.canvas.blit(x, y, drawing)
        catches_none = card.suit and card not in QUEENS and not _number_of_cards_caught(scene, card)
        if card == JOKER and size is not CHIP:
            _fade_badge(brush, drawing, x, y, _JOKER_TEXTS)
        elif catches_none:
            _fade_badge(brush, drawing, x, y)
        if has_badges and card != JOKER:
            pen = _faded_pen(look) if catches_none else badge_style(look, "warn")
            brush.canvas.text(x + CHIP.width, y, TEMPORARY_CARD_LABEL, pen)
        if has_numbers and card != JOKER and not scene.has_banned_joker:
            caught = f"catches {_number_of_cards_caught(scene, card)}"
            if len(caught) <= size.width:
                brush.write(x + (size.width - len(caught)) // 2, y + size.height, caught, "ink")


def _arrange_temporary_cards(size: Size, width: int, height: int, card_count: int) -> tuple[int, int, int]:
    """Return in how many columns `card_count` temporary banned cards of a size lie, the rows from one card of a column
    to the next, and how many cards a column has room for."""
    columns = max((width + 1) // (size.width + 1), 1)
    step = size.height + (size is not MINI)
    while step > 1 and (-(-card_count // columns) - 1) * step + size.height > height:
        step -= 1
    return columns, step, max(1 + (height - size.height) // step, 1)


def _paint_temporary_title(
    brush: Brush,
    scene: MadQueensScene,
    rect: Rect,
    cards_left_out: Sequence[Card],
    *,
    are_marked: bool,
    has_title_beside: bool,
) -> None:
    """Paint the title of the temporary banned cards: whose they are, with the cards that are left out. Unless all
    `are_marked` as temporary, the title says that they are. A title beside it at the right needs a free column."""
    name = scene.names[scene.middle_seat]
    own = scene.middle_seat == scene.view.seat
    titles = ["FOR YOU ONLY", "FOR YOU", "YOU"] if own else [f"FOR {name} ONLY", f"FOR {name}", name]
    if not are_marked:
        titles = [f"{TEMPORARY_CARD_LABEL} FOR {'YOU' if own else name}", TEMPORARY_CARD_LABEL]
    if cards_left_out:
        named = " ".join(map(scene.look.card_text, cards_left_out))
        titles = [f"{TEMPORARY_CARD_LABEL} {named}", f"+{named}", f"+{len(cards_left_out)} more"]
    room = rect.width - has_title_beside
    title = next((text for text in titles if brush.width_in_cells(text) <= room), titles[-1])
    brush.write(rect.x, rect.y, title, "highlight" if cards_left_out else "muted", bold=True, width=rect.width)


def _paint_temporary_rule(brush: Brush, scene: MadQueensScene, free_rects: Sequence[Rect], note: Rect) -> None:
    """Paint what the temporary banned cards do and how long they stay, in the first of the free rectangles with room
    for the longest text.

    A text that the `note` would cover is left out, not moved.
    """
    for text, rect in product(temporary_ban_texts(scene, scene.middle_seat), free_rects):
        lines = wrap(brush.displayable_text(text), max(rect.width, 1))
        if len(lines) > rect.height or max(map(len, lines)) > rect.width:
            continue
        if not note.height or rect.y + len(lines) <= note.y or rect.y >= note.bottom:
            for y, line in enumerate(lines, rect.y):
                brush.write(rect.x, y, line, "muted")
        return


def paint_sheet(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the sheet, a table of suits and ranks that marks the cards still in the deck, and the risk of the next
    card; no risk while a banned Joker turns cards, which are not caught, or once the seat's play is over."""
    rect = layout.sheet
    known = deck_odds(scene.view, scene.middle_seat)
    is_own = scene.middle_seat == scene.view.seat
    title = f"{'IN ' * is_own}{title_of(scene, scene.middle_seat, 'DECK')}"
    is_finished = has_game_ended(scene.view, scene.middle_seat)
    if is_finished:
        known = replace(known, fate_by_card=bytes(len(known.fate_by_card)))  # no card of it can be caught any more
    has_risk = not (is_finished or scene.has_banned_joker or is_play_over(scene.view, scene.middle_seat))
    if is_finished:
        brush.write(rect.x, rect.y, clip(title, rect.width), "muted", bold=True)
    elif has_risk and layout.risk_row < 0 and layout.odds.height < BANNER_ROWS:
        end = _paint_risk(brush, rect.x, rect.y, _risk_words(layout, known, _risk_room(layout, scene)))
        if rect.y > layout.banned_cards.bottom or not banned_suits_text(scene.view, scene.middle_seat):
            _paint_symbol_explanations(brush, end, rect, scene, known)
    else:
        _paint_symbol_explanations(
            brush, brush.write(rect.x, rect.y, clip(title, rect.width), "muted", bold=True), rect, scene, known
        )
        if has_risk and layout.risk_row >= 0:
            end = _paint_risk(brush, rect.x, layout.risk_row, _risk_words(layout, known, rect.width))
            also = dangers_text(known)
            if also and rect.right - end > len(also) + 4:  # far from what stands at the right, which it would read into
                brush.write(end + 2, layout.risk_row, also, "muted")
    paper = _deck_sheet_canvas(
        Rect(0, 0, rect.width, rect.height - 1), layout.cell_width, known, scene.has_banned_joker, brush.look
    )
    brush.canvas.blit_canvas(rect.x, rect.y + 1, paper)


def _paint_symbol_explanations(brush: Brush, x: int, rect: Rect, scene: MadQueensScene, odds: Odds) -> None:
    """Paint in the title of the sheet (the list of the deck's cards), right of column `x`, what its symbols mean, as
    far as there is room."""
    right = rect.right - 1  # another title may stand beside it
    texts = sheet_symbols_texts(odds, joker_is_banned=scene.has_banned_joker)
    signs = next((text for text in texts if len(text) + 2 <= right - x), "")
    brush.write_right_aligned(right, rect.y, signs, "muted")


def _risk_words(layout: MadQueensLayout, odds: Odds, room: int) -> tuple[str, str, str]:
    """Return the risk of the next card in at most `room` columns, if that is possible: as a number of cards, and as far
    as the bar of odds has no place for them, the chance of a catch and that of a Queen.
    """
    told = dict(text.split() for text in texts_without_place(layout, odds))
    percent = f" {told['caught']}" if "caught" in told else ""
    queen = f", Queen {told['Queen']}" if "Queen" in told else ""
    full, brief = risk_text(odds), risk_text(odds, is_brief=True)
    forms = ((full, percent, queen), (brief, percent, queen), (full, percent, ""), (brief, percent, ""))
    return next((form for form in forms if len("".join(form)) <= room), forms[-1])


def _paint_risk(brush: Brush, x: int, y: int, words: tuple[str, str, str]) -> int:
    """Paint the risk of the next card; return the column after it."""
    number, percent, queen = words
    x = brush.write(x, y, number, "ink", bold=True)
    x = brush.write(x, y, percent, "highlight", bold=True)
    return brush.write(x, y, queen, "ink", bold=True)


@lru_cache(maxsize=64)
def _deck_sheet_canvas(rect: Rect, cell_width: int, odds: Odds, joker_is_banned: bool, look: Look) -> Canvas:
    """Return the painted sheet (the list of the deck's cards), cached while its content is the same; a cell is
    `cell_width` columns wide. While a banned Joker turns cards, which `joker_is_banned` says, hits are good."""
    canvas = Canvas(rect.width, rect.height)
    brush = Brush(canvas, look)
    palette = look.palette
    paper = palette.sheet if look.solid else None
    faint = style(palette.muted, paper) if look.solid else style(dim=True)
    canvas.fill(rect.x, rect.y, rect.width, rect.height, faint)
    pitch = 2 if rect.height >= MAX_SHEET_ROWS else 1
    # of a sheet with lines, the last row stays free: the line above the first suit comes only with one row more
    rows_of_ranks = 1 if rect.height <= MAX_SHEET_ROWS else pitch
    top = rect.y + (rect.height - rows_of_ranks - 3 * pitch - 1) // 2
    first_row = top + rows_of_ranks
    columns = _rank_columns(rect.x + 2 + (rect.width - sheet_width(cell_width)) // 2, cell_width)
    if pitch > 1:
        rule = style(palette.felt, paper) if look.solid else style(dim=True)
        for y in range(first_row + 1 - pitch * (rows_of_ranks > 1), first_row + 3 * pitch, pitch):
            canvas.text(rect.x + 1, y, brush.displayable_text("─") * (rect.width - 2), rule)
    for rank, x in zip(_RANKS_OF_SHEET, columns, strict=True):
        label = "10" if rank == 8 else "AKQJ"[12 - rank] if rank > 8 else str(rank + 2)
        canvas.text(x - (len(label) - 1), top, label, faint)
    for suit, sign in enumerate(SUITS):
        y = first_row + pitch * suit
        canvas.text(rect.x + 1, y, brush.displayable_text(f"{sign}│"), faint)
        for rank, x in zip(_RANKS_OF_SHEET, columns, strict=True):
            _paint_cell(brush, x, y, Card(13 * suit + rank), odds, joker_is_banned, cell_width)
    jokers = odds.count_by_card[JOKER]
    x = rect.right - 3
    canvas.text(x, top, "Jk", faint)
    black = style(palette.sheet_inks[3], paper, bold=True)
    for number in range(2):
        there = number < jokers
        canvas.text(
            x, first_row + pitch * number, "Jk" if there else brush.displayable_text(" ·"), black if there else faint
        )
    return canvas


def _rank_columns(x: int, cell_width: int) -> list[int]:
    """Return the last column of each rank's cell, the ace first; the ten takes a column more where cells are narrow."""
    columns = []
    for rank in _RANKS_OF_SHEET:
        x += cell_width + (rank == 8 and cell_width == 2)
        columns.append(x - 1)
    return columns


def _paint_cell(brush: Brush, x: int, y: int, card: Card, odds: Odds, joker_is_banned: bool, cell_width: int) -> None:
    """Paint one card of the sheet, the list of the deck's cards: its symbol if the deck has it, else a dot. While a
    banned Joker turns cards, which `joker_is_banned` says, a hit is good and not caught."""
    look, canvas = brush.look, brush.canvas
    palette = look.palette
    paper = palette.sheet if look.solid else None
    if not odds.count_by_card[card]:
        faint = style(palette.muted, paper) if look.solid else style(dim=True)
        canvas.text(x, y, brush.displayable_text("·"), faint)
        return
    fate = odds.fate_by_card[card]
    if fate == CAUGHT_FATE and joker_is_banned:
        _paint_mark(canvas, x, y, HIT_MARK, cell_width, look.badge("good", bold=look.coloured))
    elif fate == CAUGHT_FATE:
        pen = look.badge("bad", bold=look.coloured)
        _paint_mark(canvas, x, y, "x", cell_width, pen)
    elif fate == EXACT_HIT_FATE:
        _paint_mark(canvas, x, y, brush.displayable_text(EXACT_HIT_MARK), cell_width, look.badge("good"))
    elif card in QUEENS:
        pen = look.badge("queen") if look.coloured else style(bold=True)
        _paint_mark(canvas, x, y, "Q", cell_width, pen)
    else:
        pen = style(palette.sheet_inks[SUITS.index(card.suit)], paper, bold=look.coloured)
        canvas.text(x, y, look.pip(card), pen)


def _paint_mark(canvas: Canvas, x: int, y: int, letter: str, cell_width: int, pen: Style) -> None:
    """Paint a letter below its rank, in column `x`, on a coloured block; in the narrowest cells the block is as wide as
    the letter.
    """
    canvas.text(x if cell_width == 2 else x - 1, y, letter if cell_width == 2 else f" {letter} ", pen)
