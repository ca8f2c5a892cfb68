"""The odds of the next card as a picture: a bar with the shares of caught cards, Queens and safe cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Final, Literal

from msgspec import Struct

from core.engine.cards import QUEENS
from core.mad_queens import price_of_queen
from tui.boards.mad_queens.odds import Odds, deck_odds
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import (
    QUEEN_PRICE_TOPIC,
    awaited_seats,
    dangers_text,
    has_odds,
    is_play_over,
    name_inside_sentence,
    next_card_sentences,
    percent_text,
    possessive_name,
    possessive_name_at_start,
    risk_text,
)
from tui.boards.mad_queens.zones import BANNER_ROWS, MadQueensLayout
from tui.cards import style
from tui.drawing import Brush, Rect
from tui.drawing.styles import BadgeKind, badge_style

_ROWS_AROUND_BAR: Final = 3
"""The number of rows of a title above the bar, a legend below it and a free one, where there is room for these."""

_COLUMNS_BEFORE_WORDS: Final = 1
"""The legend leaves this number of columns at the end of its zone free beside the words on the banned cards, or
both would be read as one sentence."""


class _OddsShare(Struct, frozen=True):
    """A share of the odds: one thing that the next card may be, such as caught, and how its part of the bar looks.

    `card_count` is how many cards of the deck would be that. In a look without colours the cells consist of
    `character`, which also marks a part without room for its text. `badge_kind` is the kind of badge whose colours they
    have.
    """

    label: str
    card_count: int
    character: str
    badge_kind: BadgeKind


class _BarPart(Struct, frozen=True):
    """A part of the bar on the table: its rectangle, its `text` such as ``caught 11%``, and whether it has room for it
    (`has_room`).
    """

    share: _OddsShare
    rect: Rect
    text: str
    has_room: bool


def paint_odds(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the odds of the next card of the deck on the table; nothing if none of its cards can be turned any more, or
    while a banned Joker turns cards, which are not caught.

    A seat whose play is over turns none before the banned cards may change: in place of the odds stands that they may,
    as long as the table waits for somebody. Once it waits for nobody they change, and the text would come too late.
    """
    known, rect = deck_odds(scene.view, scene.middle_seat), layout.odds
    if not has_odds(scene.view, scene.middle_seat):
        return
    if is_play_over(scene.view, scene.middle_seat):
        if not awaited_seats(scene.view):
            return
        notes = next_card_sentences(scene.view, scene.middle_seat)
        note = next((one for one in notes if brush.width_in_cells(one) <= rect.width), notes[-1])
        brush.write(rect.x, rect.y, note, "muted", width=rect.width)
        return
    shares = _shares_of_odds(known)
    has_title = rect.height >= BANNER_ROWS
    if not has_title:
        bar = Rect(rect.x, rect.y, rect.width, max(rect.height - 1, 1))
    else:
        _paint_title(brush, rect, scene, known)
        bar = Rect(rect.x, rect.y + 1, rect.width, rect.height - _ROWS_AROUND_BAR)
    parts = _bar_parts(bar, shares, known.card_count)
    _paint_bar(brush, parts)
    if bar.bottom < rect.bottom:
        banned = layout.banned_cards
        is_beside_words = rect.right <= banned.x and banned.y <= bar.bottom < banned.bottom
        place = Rect(rect.x, bar.bottom, rect.width - _COLUMNS_BEFORE_WORDS * is_beside_words, 1)
        clauses, title = partial(_clauses_on_queen, scene, known), f"{_name_of_other_player(scene)}next card:"
        _paint_legend(brush, place, parts, clauses, title, has_title=has_title)
    _paint_part_texts(brush, parts)


def texts_without_place(layout: MadQueensLayout, odds: Odds) -> Sequence[str]:
    """Return the texts, such as ``caught 11%``, of the parts of the bar that are too narrow for theirs, if there is no
    row below the bar either: the line about the risk says them."""
    rect = layout.odds
    if rect.height > 1 or not odds.card_count:
        return ()
    return [part.text for part in _bar_parts(rect, _shares_of_odds(odds), odds.card_count) if not part.has_room]


def _clauses_on_queen(scene: MadQueensScene, odds: Odds, queen: Literal["she", "a Queen"]) -> Sequence[str]:
    """Return clauses on what a Queen of the deck would do, such as ``she takes 2 or 3 cards``, the best one first.

    If each Queen would end the game, shorter clauses follow. There is no clause if the deck has no Queen, or in a
    lesson that teaches later what a Queen does.
    """
    if QUEEN_PRICE_TOPIC in scene.taught_later:
        return ()
    seat, whose = scene.middle_seat, possessive_name(scene, scene.middle_seat)
    prices = [price_of_queen(scene.view, seat, card) for card in QUEENS if odds.count_by_card[card]]
    fatal, subject = [price for price in prices if price.ends_game], "" if queen == "she" else "a Queen "
    costs = _range_text([len(price.cards_paid) for price in prices])
    if not fatal:
        if not prices:
            return ()
        takes = f"{queen} takes {costs}"
        return (f"{takes} cards from {whose} bank", f"{takes} bank cards", f"{takes} cards", takes)
    if len(fatal) < len(prices):
        return (f"{queen} may end {whose} game", f"{subject}may end game")
    ends = f"{queen} ends {whose} game"
    cannot_pay = [not price.cards_paid for price in fatal]
    if all(cannot_pay):
        who = name_inside_sentence(scene, seat)
        # never only that she cannot be paid: a reader may think that she then goes away
        short = (f"can't pay: she ends {whose} game", "can't pay: ends game") if queen == "she" else ()
        return (f"{ends}: {who} cannot pay her", *short, ends, f"{subject}ends game")
    if any(cannot_pay):
        return (ends, f"{subject}ends game")
    name = "the fourth" if queen == "she" else "the fourth Queen"
    return (
        f"{name} takes {costs} cards, then ends {whose} game",
        f"{name} takes {costs} and ends {whose} game",
        f"{queen} takes {costs} and ends {whose} game",
        f"{subject}takes {costs} + ends game",
        ends,
        f"{subject}ends game",
    )


def _range_text(numbers: Sequence[int]) -> str:
    """Return the smallest and the largest of these numbers: ``2``, ``2 or 3`` or ``2 to 4``; "" for none."""
    if not numbers:
        return ""
    least, most = min(numbers), max(numbers)
    joint = "or" if most - least == 1 else "to"
    return f" {joint} ".join(map(str, dict.fromkeys((least, most))))


def _shares_of_odds(odds: Odds) -> tuple[_OddsShare, ...]:
    """Return the shares that the bar shows; Jokers and exact hits are safe."""
    caught, queens = odds.caught_count, odds.queen_count
    return (
        _OddsShare("caught", caught, "x", "bad"),
        _OddsShare("Queen", queens, "Q", "queen"),
        _OddsShare("safe", odds.card_count - caught - queens, " ", "good"),
    )


def _paint_title(brush: Brush, rect: Rect, scene: MadQueensScene, odds: Odds) -> None:
    """Paint above the bar the risk in figures, and how many Queens, exact hits and Jokers are left."""
    x = brush.write(rect.x, rect.y, _name_of_other_player(scene) + "NEXT CARD", "muted", bold=True) + 2
    x = brush.write(x, rect.y, risk_text(odds), "ink", bold=True)
    also = dangers_text(odds)
    if rect.right - x > brush.width_in_cells(also) + 2:
        brush.write_right_aligned(rect.right, rect.y, also, "muted")


def _name_of_other_player(scene: MadQueensScene) -> str:
    """Return the possessive of the name of the player whose card is next, with a blank; "" for the one in front."""
    is_in_front = scene.middle_seat == scene.focus
    return "" if is_in_front else f"{possessive_name_at_start(scene, scene.middle_seat)} "


def _bar_parts(rect: Rect, shares: Sequence[_OddsShare], total: int) -> list[_BarPart]:
    """Return the parts of a bar in its rectangle, with a column between them, each with its text.

    `total` is the number of cards in the deck. There is no part for a share without cards.
    """
    parts, x = [], rect.x
    present = [share for share in shares if share.card_count]
    for share, columns in zip(present, _part_widths(present, rect.width - len(present) + 1), strict=True):
        text = f"{share.label} {percent_text(share.card_count, total)}"
        place = Rect(x, rect.y, columns, rect.height)
        parts.append(_BarPart(share, place, text, has_room=len(text) + 2 <= columns))
        x = place.right + 1  # the border to the next part
    return parts


def _paint_bar(brush: Brush, parts: Sequence[_BarPart]) -> None:
    """Paint the parts of the bar side by side; the part of caught cards is hatched."""
    look = brush.look
    for part in parts:
        pen = badge_style(look, part.share.badge_kind)
        rect = part.rect
        if part.share.badge_kind == "bad":
            paint_caught_share(brush, rect)
        elif part.share.badge_kind == "queen":
            paint_queen_share(brush, rect)
        else:
            sign = " " if look.coloured else part.share.character
            brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, pen, sign)


def _paint_part_texts(brush: Brush, parts: Sequence[_BarPart]) -> None:
    """Paint on each part its text; where it has no room, the character of its share, unless the part is hatched."""
    for part in parts:
        label = f" {part.text} " if part.has_room else part.share.character
        if part.has_room or part.share.badge_kind != "bad":
            rect = part.rect
            x, y = rect.x + (rect.width - len(label)) // 2, rect.y + (rect.height - 1) // 2
            brush.canvas.text(x, y, label, badge_style(brush.look, part.share.badge_kind))


def paint_caught_share(brush: Brush, rect: Rect) -> None:
    """Fill a rectangle that stands for cards that would be caught: hatched with ``╱``, without colours with ``x``."""
    look = brush.look
    sign = brush.displayable_text("╱") if look.solid else " " if look.coloured else "x"
    pen = style(look.palette.panel, look.palette.bad) if look.solid else badge_style(look, "bad")
    brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, pen, sign)


def paint_queen_share(brush: Brush, rect: Rect) -> None:
    """Fill a rectangle that stands for Queens: plain, without colours with ``Q``."""
    brush.canvas.fill(
        rect.x, rect.y, rect.width, rect.height, badge_style(brush.look, "queen"), " " if brush.look.coloured else "Q"
    )


def _part_widths(shares: Sequence[_OddsShare], width: int) -> list[int]:
    """Return the width in columns of each part in a bar whose parts together have `width` columns, each at least
    one."""
    total = sum(share.card_count for share in shares)
    columns = [max(round(width * share.card_count / total), 1) for share in shares]
    columns[columns.index(max(columns))] += width - sum(columns)
    return columns


def _paint_legend(
    brush: Brush,
    rect: Rect,
    parts: Sequence[_BarPart],
    clauses_about_queen: Callable[[Literal["she", "a Queen"]], Sequence[str]],
    title: str,
    *,
    has_title: bool,
) -> None:
    """Paint below the bar the texts that do not fit into their parts, each below its part or right of the text before
    it, but so far left that all are whole.

    If the bar has no title, or the first of them is not at its left end, `title` stands before it, or a shorter one.
    The legend ends with what a Queen would do: the first clause that fits, such as ``she takes 2 cards``, for which the
    texts stand further left. `clauses_about_queen` returns the clauses, the longest first, with this subject.
    """
    small = [part for part in parts if not part.has_room]
    texts = [part.text for part in small]
    clauses: Sequence[str] = ()
    if any(part.share.badge_kind == "queen" for part in parts):
        follows = bool(small) and small[-1].share.badge_kind == "queen"
        clauses = [f": {one}" for one in clauses_about_queen("she")] if follows else clauses_about_queen("a Queen")
        clauses = clauses if follows or not small else [f"  {one}" for one in clauses]
    needs_title = bool(small) and (not has_title or small[0].rect.x > rect.x)
    titles = [f"{one} " for one in (title, "next card:")] if needs_title else [""]
    # a shorter title comes before no clause at all: she may end the game
    forms = [*product(titles, clauses), *((one, "") for one in titles)]
    told = "  ".join(texts)
    fitting = (form for form in forms if brush.width_in_cells(form[0] + told + form[1]) <= rect.width)
    title, clause = next(fitting, forms[-1])
    end = rect.right - brush.width_in_cells(clause)
    starts = [min(part.rect.x, end - len("  ".join(texts[at:]))) for at, part in enumerate(small)]
    x = rect.x
    if title:
        x = brush.write(max(starts[0] - brush.width_in_cells(title), rect.x), rect.y, title, "muted")
    for text, start in zip(texts, starts, strict=True):
        word, _, percent = text.partition(" ")
        x = brush.write(max(x, start), rect.y, word, "muted")
        x = brush.write(x + 1, rect.y, percent, "ink", bold=True) + 2
    brush.write(x - 2 * bool(small), rect.y, clause, "muted")
