"""Trump in a corner: the suit of Queen's Dungeon, the ranks of Queen Bees II, and the rules about them."""

from __future__ import annotations

from typing import Final

from core.engine.cards import SUITS
from core.engine.english import SUIT_WORDS
from tui.boards.tricks.border import paint_border
from tui.boards.tricks.corner_lines import paint_heading_and_lines
from tui.boards.tricks.hand_facts import prospective_trump_ranks
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_text import EQUAL_TRUMPS_SUIT_ORDER, trump_lead_text
from tui.boards.tricks.trick_view import trump_ranks, trump_suit
from tui.cards import (
    HUGE,
    LARGE,
    MID,
    MINI,
    Size,
    big_pip,
    style,
)
from tui.cards.state import TRUMP_LABEL
from tui.drawing import Brush, Rect, big_letter_rows, printable, wrap

_RANK_SYMBOL_ROWS: Final = 3
"""The height in rows of the symbol of a trump rank."""

MIN_ROWS_WITH_SUIT_ORDER: Final = 10
"""Below the trump ranks, a corner (an area beside the players) shows which suit wins between equal ranks if it has at
least this many rows."""


def paint_trump(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the trump suit as a large card, and whether trumps are broken."""
    suit = trump_suit(scene.view)
    if rect.height < 4:
        return 0
    if not suit:
        return _paint_suits_to_name(brush, rect)
    if scene.view.facts["challenge"]:
        words = "QUEEN'S CHALLENGE"
        brush.write_badge(rect.x, rect.y, words if len(words) + 2 <= rect.width else "CHALLENGE", "gold")
    else:
        brush.write(rect.x, rect.y, f"TRUMP ({TRUMP_LABEL})", "gold", bold=True)
    fitting = [
        size
        for size in (HUGE, LARGE, MID, MINI)
        if size.height + 2 <= rect.height and _suit_card_columns(size) <= rect.width
    ]
    with_meaning = [size for size in fitting[:2] if size.height + 3 <= rect.height]  # told even below a smaller card
    size = next(iter(with_meaning or fitting), None)
    broken = bool(scene.view.facts["broken"])
    rows = 1
    if size is not None:
        _paint_suit_card(brush, Rect(rect.x, rect.y + 1, _suit_card_columns(size), size.height), suit)
        rows += size.height
    if "broken" in scene.taught_later:
        return rows
    meaning = wrap(printable(brush.displayable_text(trump_lead_text(scene))), rect.width)
    y = rect.y + rows + (size is not None and rect.height > rows + 1 + len(meaning))
    brush.write_badge(rect.x, y, "BROKEN" if broken else "UNBROKEN", "good" if broken else "warn")
    if y + len(meaning) < rect.bottom:
        for line in meaning:
            y += 1
            brush.write(rect.x, y, line, "muted", width=rect.width)
    return y + 1 - rect.y


def _paint_suits_to_name(brush: Brush, rect: Rect) -> int:
    """Paint a card with all four suits, one of which will be named trump; return the number of rows used."""
    look, palette = brush.look, brush.look.palette
    card = Rect(rect.x, rect.y + 1, 9, 5)
    if card.bottom >= rect.bottom or card.width > rect.width:
        return 0
    brush.write(rect.x, rect.y, "TRUMP", "gold", bold=True)
    if look.solid:
        brush.canvas.fill(card.x, card.y, card.width, card.height, style(None, palette.paper))
    else:
        paint_border(brush, card, style())
    for number, suit in enumerate(SUITS):
        row, column = divmod(number, 2)
        pen = style(palette.inks[number], palette.paper if look.solid else None, bold=True)
        brush.canvas.text(card.x + 2 + 4 * column, card.y + 1 + 2 * row, brush.displayable_text(suit), pen)
    brush.write(rect.x, card.bottom, "not named yet", "muted", width=rect.width)
    return 2 + card.height


def _suit_card_columns(size: Size) -> int:
    """Return the width of the card that shows the trump suit, which is as high as cards of this size."""
    return max(size.width + 2, 9)


def _paint_suit_card(brush: Brush, rect: Rect, suit: str) -> None:
    """Paint a card with the symbol of a suit, on a large card also in two of its corners.

    A look in outlines paints the border of the card in place of its background.
    """
    look, palette = brush.look, brush.look.palette
    pen = style(palette.inks[SUITS.index(suit)], palette.paper if look.solid else None, bold=True)
    if look.solid:
        brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, pen)
    else:
        paint_border(brush, rect, style())
    art = (brush.displayable_text(suit),) if look.ascii else big_pip(suit)
    top = rect.y + (rect.height - len(art)) // 2
    for row, text in enumerate(art, top):
        brush.canvas.text(rect.x + (rect.width - len(text)) // 2, row, text, pen)
    if rect.height > MID.height:
        sign = brush.displayable_text(suit)
        brush.canvas.text(rect.x + 1, rect.y + (not look.solid), sign, pen)
        brush.canvas.text(rect.right - 2, rect.bottom - 1 - (not look.solid), sign, pen)


def paint_trump_ranks(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the ranks that are trumps, the highest first; return the number of rows used.

    While there are none, paint the ranks that the present trick would make trumps.
    """
    ranks = trump_ranks(scene.view)
    shown = ranks or prospective_trump_ranks(scene)
    headings = ("MAY BE TRUMPS", "SO FAR") if shown else ("NO TRUMPS YET", "NONE YET")
    if ranks:
        headings = (f"TRUMPS ({TRUMP_LABEL})", "TRUMPS")
    heading = next((text for text in headings if len(text) <= rect.width), headings[-1])
    if ranks:
        meaning = "In every suit: they beat all other cards."
    elif shown:
        meaning = f"If all cards of this trick are {SUIT_WORDS[scene.view.cards('trick')[0].suit]}."
    else:
        meaning = "The first trick with all cards of one suit makes their ranks trumps."
    if not shown or rect.height < 1 + _RANK_SYMBOL_ROWS or 4 * len(shown) > rect.width + 1:
        return (
            0
            if ranks
            else paint_heading_and_lines(brush, rect, heading, [" ".join(shown), meaning] if shown else [meaning])
        )
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    room = rect.height - 2 if ranks and rect.height >= MIN_ROWS_WITH_SUIT_ORDER else rect.height
    sizes = ((LARGE.width, LARGE.height), (MID.width, MID.height), (MINI.width, MINI.height))
    width, height = next(
        (
            (width, height)
            for width, height in sizes
            if (width + 1) * len(shown) <= rect.width + 1 and 2 + height <= room
        ),
        (3, _RANK_SYMBOL_ROWS),
    )
    for number, rank in enumerate(shown):
        _paint_trump_rank(
            brush, Rect(rect.x + (width + 1) * number, rect.y + 1, width, height), rank, is_trump=bool(ranks)
        )
    rows = 1 + height
    words = wrap(meaning, rect.width)
    if rows + len(words) <= room:
        for line in words:
            brush.write(rect.x, rect.y + rows, line, "muted")
            rows += 1
    if room < rect.height:
        brush.write(rect.x, rect.y + rows, "Equal ranks:", "muted")
        brush.write(rect.x, rect.y + rows + 1, EQUAL_TRUMPS_SUIT_ORDER, "ink", bold=True)
        rows += 2
    return rows


def _paint_trump_rank(brush: Brush, rect: Rect, rank: str, *, is_trump: bool) -> None:
    """Paint a rank as a card without a suit if it is trump (`is_trump`), only with a border if the trick might make it
    one.

    Signs of the four suits on it would be read as the cards that are still out.
    """
    look, palette = brush.look, brush.look.palette
    if is_trump or rect.width < 5:
        paper = palette.paper if is_trump else palette.dim_paper
        pen = style(palette.inks[SUITS.index("♠")] if is_trump else palette.dim_ink, paper, bold=True)
        if not look.solid:
            pen = look.inverse_style()
        brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, pen)
    else:
        pen = style(palette.ink, bold=True) if look.solid else style(bold=True)
        paint_border(brush, rect, pen)
    letters = [*big_letter_rows(rank, look.ascii)] if rect.height >= MID.height and rank != "?" else [rank]
    if len(letters[0]) > rect.width - 2:
        letters = [rank]
    for row, text in enumerate(letters, rect.y + (rect.height - len(letters)) // 2):
        brush.canvas.text(rect.x + (rect.width - len(text)) // 2, row, text, pen)


def paint_equal_trumps(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint which suit wins between trumps of one rank."""
    order = "♠ beats ♥, ♥ beats ♦, ♦ beats ♣"
    if len(order) > rect.width:
        order = EQUAL_TRUMPS_SUIT_ORDER
    return paint_heading_and_lines(brush, rect, "EQUAL TRUMPS", [order])


def paint_rule_of_led_trump(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint which cards must follow a trump that is led."""
    heading = next(
        (
            text
            for text in ("IF A TRUMP IS LED", "IF TRUMP IS LED", "TRUMP IS LED?", "ON A TRUMP")
            if len(text) <= rect.width
        ),
        "",
    )
    return paint_heading_and_lines(brush, rect, heading, ["play a trump, of any suit."]) if heading else 0
