"""The overlays of the trick board: banners, the dungeon, naming trump, and leftovers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core import Action, Card
from core.engine.cards import QUEENS, SUITS
from core.engine.english import SUIT_WORDS
from tui.boards.common.commands import ChooseAction
from tui.boards.tricks.animation import FALLING_BAR_FRAMES
from tui.boards.tricks.border import paint_border
from tui.boards.tricks.commands import PickLeftover
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.scene import DungeonEffect, TrickFrameEffect, TrickScene
from tui.boards.tricks.trick_view import last_trick_by_player, trump_suit
from tui.boards.tricks.turn_text import exchange_question
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MINI, VAST, Size, State, big_pip, card_in_hand, face, style
from tui.cards.state import ADVISED_CARD_LABEL
from tui.drawing import Brush, ClickArea, Rect, big_letter_rows, narrowest_width, printable, wrap
from tui.drawing.styles import BadgeKind, badge_style, text_style

BIG_LETTER_ROWS = 3
"""The height of big letters in rows."""


_MIN_COLUMNS_OF_BROAD_SUIT: Final = 24
"""The buttons of suits fill the place of the hand if each is at least this many columns wide."""

SUIT_BUTTON_ROWS = 5
"""The height in rows of the button of a suit when the four buttons are in two lines."""

_ROWS_ABOVE_AND_BELOW_QUEEN = 4
"""The number of rows above and below the card of a Queen who enters: her title, and free rows."""

_ROWS_ABOVE_SUIT_BUTTONS = 6
"""The number of rows for the last trick and the question above the buttons of suits, when these are in two lines."""


def paint_big_letters(brush: Brush, rect: Rect, y: int, word: str, badge_kind: BadgeKind) -> None:
    """Paint a word in big letters in the middle of `rect`, on a background of five rows from `y`."""
    look = brush.look
    rows = big_letter_rows(word, look.ascii)
    width = min(max(map(len, rows)) + 6, rect.width)
    x = rect.x + (rect.width - width) // 2
    pen = badge_style(look, badge_kind) if look.coloured else text_style(look, "ink", True)
    if look.coloured:
        brush.canvas.fill(x, y, width, BIG_LETTER_ROWS + 2, pen)
    for offset, row in enumerate(rows, 1):
        brush.canvas.text(x + 3, y + offset, row, pen, max(width - 3, 0))


def paint_centred(brush: Brush, rect: Rect, y: int, text: str, rows: int = 2, *, bold: bool = True) -> None:
    """Paint a sentence from row `y`, wrapped into at most `rows` lines of like length, each centred in `rect`; the rest
    is cut."""
    words = printable(brush.displayable_text(text))
    most = max(rect.width - 4, 1)
    width = min(narrowest_width(words, len(wrap(words, most))), most)
    lines = wrap(words, width)[:rows]
    for offset, line in enumerate(lines):
        brush.write(rect.x + (rect.width - brush.width_in_cells(line)) // 2, y + offset, line, "ink", bold=bold)


def paint_banner(brush: Brush, layout: TrickLayout, effect: TrickFrameEffect) -> None:
    """Paint a banner over the table, in big letters or on a low table as a badge, and the sentence that explains it.

    A Queen who has just been played is painted in a box in place of the letters where there is room.
    """
    banner, rect = effect.banner, layout.table
    assert banner is not None
    size = next(
        (size for size in (GRAND, VAST, HUGE, LARGE, MID) if size.height + _ROWS_ABOVE_AND_BELOW_QUEEN <= rect.height),
        None,
    )
    if effect.queen is not None and size is not None:
        height = size.height + _ROWS_ABOVE_AND_BELOW_QUEEN
        width = min(max(size.width, brush.width_in_cells(banner.sentence)) + 6, rect.width)
        x, y = rect.x + (rect.width - width) // 2, rect.y + (rect.height - height) // 2
        box = Rect(x, y, width, height)
        _paint_box_of_banner(brush, layout, box)
        paint_border(brush, box, text_style(brush.look, "gold", True))
        brush.canvas.blit(rect.x + (rect.width - size.width) // 2, box.y + 1, face(effect.queen, size, brush.look))
        paint_centred(brush, rect, box.y + size.height + 2, banner.sentence, 1)
        return
    height = BIG_LETTER_ROWS + 2 + 3 + (BIG_LETTER_ROWS + 2 if effect.second_line else 0)
    if height > rect.height:
        box = Rect(rect.x, rect.y + (rect.height - 4) // 2, rect.width, 4)
        _paint_box_of_banner(brush, layout, box)
        brush.write_badge(box.x + (box.width - len(banner.word) - 2) // 2, box.y, banner.word, banner.badge_kind)
        paint_centred(brush, box, box.y + 1, f"{effect.second_line} {banner.sentence}".strip(), 3)
        return
    box = Rect(rect.x, rect.y + (rect.height - height) // 2, rect.width, height)
    _paint_box_of_banner(brush, layout, box)
    paint_big_letters(brush, box, box.y, banner.word, banner.badge_kind)
    y = box.y + BIG_LETTER_ROWS + 2
    if effect.second_line:
        rows = big_letter_rows(effect.second_line, brush.look.ascii)
        x = box.x + (box.width - max(map(len, rows))) // 2
        for offset, row in enumerate(rows, y + 1):
            brush.canvas.text(x, offset, row, text_style(brush.look, "gold", True))
        y += BIG_LETTER_ROWS + 1
    paint_centred(brush, box, y + 1, banner.sentence)


def _paint_box_of_banner(brush: Brush, layout: TrickLayout, box: Rect) -> None:
    """Paint the background of a banner, and clear the zones of the table of which it covers a part: the rest of a card
    or of a text looks broken."""
    if not layout.has_rim:  # a strip of felt without its border is a rest, too
        brush.fill_ground(layout.felt, "panel")
    cards = [layout.own_card, *(opponent.card for opponent in layout.opponents)]
    name_rows = int(layout.table_places.has_names)
    groups = [
        [Rect(card.x - 1, card.y - name_rows, card.width + 2, card.height + name_rows)] for card in cards
    ]  # with the bars beside the winning card
    groups += [[zone for zone in (opponent.plate, opponent.hand) if zone] for opponent in layout.opponents]
    if (corners := layout.corners) is not None:
        groups += [[zone] for zone in (corners.top_left, corners.top_right, corners.bottom_left, corners.bottom_right)]
    for zones in [*groups, [layout.middle]]:
        if not any(_overlap(zone, box) for zone in zones):
            continue
        for zone in zones:
            is_on_felt = all(
                layout.felt.contains(x, y) for x, y in ((zone.x, zone.y), (zone.right - 1, zone.bottom - 1))
            )
            brush.fill_ground(zone, "felt" if layout.has_rim and is_on_felt else "panel")
    brush.fill_ground(box, "panel")


def _overlap(one: Rect, other: Rect) -> bool:
    """Return whether two rectangles have a cell in common."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def paint_dungeon(brush: Brush, layout: TrickLayout, scene: TrickScene, dungeon: DungeonEffect) -> None:
    """Paint a player behind bars: a word, the Queens for whom they go to the dungeon, and the falling score."""
    rect, look = layout.table, scene.look
    brush.fill_ground(rect, "panel")
    low = rect.height < 13
    size = CHIP if low else next((size for size in (HUGE, LARGE, MID) if size.height + 15 <= rect.height), MINI)
    cell_height = size.height + (1 if size in (CHIP, MINI) else 3)
    y = rect.y + max((rect.height - cell_height - 10) // 2, 0)
    if low:
        brush.write_badge(rect.x + (rect.width - 9) // 2, y, "DUNGEON", "bad")
        y += 1
    else:
        paint_big_letters(brush, rect, y, "DUNGEON", "bad")
        y += BIG_LETTER_ROWS + 2
    cell = Rect(rect.x, y, rect.width, cell_height)
    _paint_dungeon_cell(brush, cell, dungeon, size)
    y = cell.bottom + (size not in (CHIP, MINI))
    if low:
        paint_centred(brush, rect, y, f"{scene.name(dungeon.player)}: {dungeon.score}", 1)
        y += 1
    else:
        rows = big_letter_rows(str(dungeon.score), look.ascii)
        x = rect.x + (rect.width - max(map(len, rows))) // 2
        for offset, row in enumerate(rows, y):
            brush.canvas.text(x, offset, row, text_style(look, "highlight", True))
        y += BIG_LETTER_ROWS
    room = max(rect.bottom - y, 1)
    head = f"{dungeon.sentence.partition(':')[0]}."
    with_reason = [f"{text} {dungeon.reason}" for text in (dungeon.sentence, head) if dungeon.reason]
    told = (*with_reason, dungeon.sentence, head, f"Down to {dungeon.new_score}.")  # large figures count down, too
    whole = (text for text in told if len(wrap(printable(brush.displayable_text(text)), rect.width - 4)) <= room)
    paint_centred(brush, rect, y, next(whole, ""), room)


def _paint_dungeon_cell(brush: Brush, cell: Rect, dungeon: DungeonEffect, size: Size) -> None:
    """Paint the Queens behind the bars of the dungeon; the bars leave the rank and suit in the cards' corners
    visible."""
    look, step = brush.look, size.width + 2
    x = cell.x + (cell.width - len(dungeon.queens) * step + 2) // 2
    y = cell.y + (cell.height - size.height) // 2
    for number, queen in enumerate(dungeon.queens):
        brush.canvas.blit(x + number * step, y, face(queen, size, look))
    pen = style(look.palette.muted, bold=True) if look.solid else style(bold=True)
    down = cell.height * dungeon.frame // FALLING_BAR_FRAMES
    starts = range(x - x // step * step, cell.right, step)
    for bar in [start + shift for start in starts for shift in ((-1, size.width // 2) if size is not CHIP else (-1,))]:
        if cell.x < bar < cell.right - 1:
            for row in range(cell.y, cell.y + down):
                brush.canvas.text(bar, row, "|" if look.ascii else "┃", pen)


# Naming trump


def paint_suit_buttons(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the four suits as large buttons, which the dealer presses to name trump, in place of the hand before the
    deal; return their click areas.

    The other players see them dim, as the suits that the dealer may name.
    """
    rect = layout.table
    if scene.phase == "call" and layout.hand.height:  # no cards are dealt yet, so the place of the hand is free
        rect = _hand_beside_zone(layout) or layout.hand
    elif layout.narrow:
        rect = Rect(rect.x + 1, rect.y, rect.width - 2, rect.height)
    height = 7 if rect.height >= (9 if scene.phase == "call" else 18) else 5
    gap = 2 if rect.width >= 54 else 1
    width = min((rect.width - 3 * gap) // 4, 17 if height == 7 else 12)
    across = 4
    if layout.narrow and rect.height >= 2 * SUIT_BUTTON_ROWS + 1 + _ROWS_ABOVE_SUIT_BUTTONS * (scene.phase == "change"):
        across, width, height = 2, (rect.width - 3) // 2, 2 * SUIT_BUTTON_ROWS + 1
    if (
        scene.phase == "call"
        and rect.height >= LARGE.height + 2
        and 4 * _MIN_COLUMNS_OF_BROAD_SUIT + 3 * gap <= rect.width
    ):
        width, height = (rect.width - 3 * gap) // 4, rect.height - 1
    x = rect.x + (rect.width - across * (width + gap) + gap) // 2
    y = rect.y + (rect.height - height) // 2
    if scene.phase == "change":
        rows = _rows_of_last_trick(brush, scene, rect.width, rect.height - height - 1)
        spare = rect.height - height - 1 - len(rows)
        y = rect.bottom - height - spare // 2
        names_y = y - len(rows) - 1 - (spare > 1)
        size = _card_size_above_names(brush, rows, names_y - rect.y)
        if size is not CHIP:
            above, below = names_y - size.height - rect.y, rect.bottom - y - height
            y, names_y = y + (below - above) // 2, names_y + (below - above) // 2
            _paint_cards_above_names(brush, rect, names_y, rows[0], size)
        _paint_rows_of_trick(brush, rect, names_y, rows)
        paint_centred(brush, rect, y - 1 - (spare > 2), "Two Queens fell: name the new trump.", 1)
    found: list[ClickArea] = []
    possible = {str(action[1]) for action in scene.legal if action.verb == "trump"}
    for number, suit in enumerate(SUITS):
        line, column = divmod(number, across)
        button_rows = height if across == 4 else SUIT_BUTTON_ROWS
        button = Rect(x + column * (width + gap), y + line * (SUIT_BUTTON_ROWS + 1), width, button_rows)
        _paint_suit_button(brush, button, scene, suit, suit in possible)
        if "trump" in scene.verbs:
            found.append((button, ChooseAction(Action(("trump", suit)))))
    return found


def suits_cover_zone_beside_hand(layout: TrickLayout) -> bool:
    """Return whether the suits that the dealer may name take the zone beside the hand too."""
    return _hand_beside_zone(layout) is None


def _hand_beside_zone(layout: TrickLayout) -> Rect | None:
    """Return the part of the place of the hand beside the zone at its right, if broad buttons of suits fit there, else
    None."""
    hand, zone = layout.hand, layout.zone_beside_hand
    if zone is None or zone.x - hand.x - 2 < 4 * _MIN_COLUMNS_OF_BROAD_SUIT + 6:
        return None
    return Rect(hand.x, hand.y, zone.x - hand.x - 2, hand.height)


def _rows_of_last_trick(brush: Brush, scene: TrickScene, width: int, max_rows: int) -> list[list[tuple[str, Card]]]:
    """Return the last trick in rows of names and cards; only its Queens if all would take more than `max_rows` rows."""
    played = [(printable(scene.name(player)), card) for player, card in last_trick_by_player(scene.view)]
    rows: list[list[tuple[str, Card]]] = []
    for shown in (played, [(name, card) for name, card in played if card in QUEENS]):
        rows = []
        for entry in shown:
            if rows and _width_of_trick_row(brush, [*rows[-1], entry]) <= width - 2:
                rows[-1].append(entry)
            else:
                rows.append([entry])
        if len(rows) <= max_rows:
            break
    return rows[:max_rows]


def _card_size_above_names(brush: Brush, rows: Sequence[Sequence[tuple[str, Card]]], max_rows: int) -> Size:
    """Return the largest size at which all cards, with their players' names below them, fit into `max_rows` lines of
    the terminal; chips, which are cards one line high, if none fits."""
    if len(rows) != 1:
        return CHIP
    narrowest = min(_width_of_trick_row(brush, [entry]) for entry in rows[0]) + 1
    return next((size for size in (HUGE, LARGE, MID) if size.width <= narrowest and size.height + 1 <= max_rows), CHIP)


def _paint_cards_above_names(brush: Brush, rect: Rect, y: int, row: Sequence[tuple[str, Card]], size: Size) -> None:
    """Paint each card of a row of the last trick above the name of its player, which is in row `y`."""
    x = rect.x + max((rect.width - _width_of_trick_row(brush, row)) // 2, 0)
    for entry in row:
        width = _width_of_trick_row(brush, [entry])
        drawing = face(entry[1], size, brush.look, State.NORMAL if entry[1] in QUEENS else State.DIM)
        brush.canvas.blit(x + (width - size.width) // 2, y - size.height, drawing)
        x += width + 2


def _width_of_trick_row(brush: Brush, row: Sequence[tuple[str, Card]]) -> int:
    """Return the columns of a row of names and cards, with gaps of two columns."""
    return sum(brush.width_in_cells(name) + 1 + CHIP.width + 2 for name, _ in row) - 2


def _paint_rows_of_trick(brush: Brush, rect: Rect, y: int, rows: Sequence[Sequence[tuple[str, Card]]]) -> None:
    """Paint lines of names, each with the player's card as a chip (one row high), from row `y`, each line centred in
    `rect`.

    The names of those who played a Queen stand out.
    """
    for number, row in enumerate(rows, y):
        x = rect.x + max((rect.width - _width_of_trick_row(brush, row)) // 2, 0)
        for name, card in row:
            queen = card in QUEENS
            x = brush.write(x, number, name, "ink" if queen else "muted", bold=queen) + 1
            brush.canvas.blit(x, number, face(card, CHIP, brush.look))
            x += CHIP.width + 2


def _paint_suit_button(brush: Brush, rect: Rect, scene: TrickScene, suit: str, possible: bool) -> None:
    """Paint a suit as a large button; `possible` is whether it can be named."""
    look, palette = brush.look, brush.look.palette
    chosen = suit == scene.suit and possible
    number = SUITS.index(suit)
    if look.solid:
        paper = palette.selected_paper if chosen else palette.paper if possible else palette.dim_paper
        pen = style(palette.inks[number] if possible else palette.dim_ink, paper, bold=possible)
    elif chosen:
        pen = look.badge("gold")
    else:
        pen = style(palette.inks[number] if possible else None, bold=possible, dim=not possible)
    brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, pen)
    if not look.solid:
        paint_border(brush, rect, pen if chosen else style(), chosen)
    words = SUIT_WORDS[suit].capitalize()
    if suit == trump_suit(scene.view):
        words = f"{words} were trump" if rect.width > len(f"{words} were trump") else "were trump"
    key = f"{'CDHS'[number]} " if possible else ""
    sign = brush.displayable_text("▸ ") if chosen else ""
    label = next((text for text in (f"{sign}{key}{words}", f"{sign}{words}") if len(text) <= rect.width), words)
    art = big_pip(suit, is_huge=rect.height >= VAST.height)
    if rect.height >= 5 and not look.ascii:
        top = rect.y + (rect.height - 1 - len(art)) // 2
        for offset, row in enumerate(art):
            brush.canvas.text(rect.x + (rect.width - len(row)) // 2, top + offset, row, pen)
    else:
        sign = brush.displayable_text(suit)
        brush.canvas.text(rect.x + rect.width // 2, rect.y + (rect.height - 1) // 2, sign, pen)
    y = rect.bottom - 1 if look.solid else rect.bottom - 1 - (rect.height > 3)
    brush.canvas.text(rect.x + max((rect.width - len(label)) // 2, 0), y, label, pen, rect.width)
    if scene.advised == Action(("trump", suit)) and rect.height > 1:
        brush.write_badge(rect.x, rect.y, ADVISED_CARD_LABEL, "gold", width=rect.width)


# The dealer's leftovers and spare hand


def paint_leftovers(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the leftover cards, the selected one raised; return the click areas of the cards that may be swapped."""
    rect, size, cards = layout.table, layout.size if layout.size is not CHIP else MINI, scene.leftovers
    y = rect.y + max((rect.height - size.height - 4) // 2, 0)
    paint_centred(brush, rect, y, "Left over: swap any for a card in your hand.", 1)
    swapable = {action.cards[1] for action in scene.legal if action.verb == "swap"}
    x = rect.x + (rect.width - len(cards) * (size.width + 2) + 2) // 2
    found: list[ClickArea] = []
    for number, card in enumerate(cards):
        place = Rect(x + number * (size.width + 2), y + 1, size.width, size.height + 2)
        state = State.NORMAL if card in swapable else State.DIM
        if scene.advised is not None and card in scene.advised.cards:
            state |= State.ADVISED
        if card == scene.picked_leftover and card in swapable:
            state |= State.SELECTED | State.CURSOR
        brush.canvas.blit(place.x, place.y, card_in_hand(card, size, scene.look, state))
        if card in swapable:
            found.append((place, PickLeftover(card)))
    return found


def paint_exchange_question(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the question whether the dealer keeps the hand or takes the spare hand."""
    rect = layout.table
    y = rect.y + max((rect.height - 4) // 2, 0)
    paint_centred(brush, rect, y, exchange_question(scene), 3)
