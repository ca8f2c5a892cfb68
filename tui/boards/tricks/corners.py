"""The corners, free areas beside the players round the table, show trump, the Queens, what the trick is worth, the
quota, and what counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from core import Card
from core.engine.cards import QUEENS, SUITS
from core.queens_dungeon import QUEEN_POINTS, QUOTA_MADE_POINTS, QUOTA_MISSED_POINTS, TRICK_POINTS
from tui.boards.tricks.border import paint_border
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.table import corner_shows_worth, middle_shows_worth
from tui.boards.tricks.text import (
    EQUAL_TRUMPS_SUIT_ORDER,
    is_hand_over,
    next_queen_text,
    prospective_trump_ranks,
    queens_left_text,
    quota_headings,
    quota_outlook_forms,
    short_name,
    target_points_of,
    trick_worth_text,
)
from tui.boards.tricks.trick_view import (
    last_trick_by_player,
    players_clockwise,
    rotate_to,
    trump_ranks,
    trump_suit,
)
from tui.cards import (
    CHIP,
    HUGE,
    LARGE,
    MID,
    MIN_VISIBLE_COLUMNS,
    MINI,
    Size,
    State,
    big_pip,
    empty_place,
    face,
    fan,
    style,
)
from tui.cards.backs import back_rows
from tui.drawing import Brush, Rect, big_letter_rows, clip, printable, wrap
from tui.drawing.styles import text_style

_CornerTextPainter: TypeAlias = Callable[[Brush, Rect, TrickScene], int]
"""A function that paints one text at the top of a rectangle; it returns the rows used, 0 if there is nothing to say or
no room."""

_RANK_SYMBOL_ROWS: Final = 3
"""The height in rows of the symbol of a trump rank."""


_MIN_HALF_WIDTH_BEFORE_FIRST_TRICK: Final = 18
"""Before the first trick, the zone beside the hand is divided into two halves if each has at least this many
columns."""

_MIN_HALF_WIDTH_AFTER_FIRST_TRICK: Final = 26
"""After the first trick, the zone beside the hand is divided into two halves if each half has at least this many
columns."""

_TAKEN_QUOTA_TRICK_LABEL: Final = "won"
"""The label of a trick of the dealer's quota that the dealer has taken."""

_WORTH_ROWS: Final = 3
"""The height in rows of what the trick on the table is worth, in a corner, with an empty row below it."""

_MAX_BAR_LENGTH: Final = 30
"""A bar of points is at most this many columns long."""

_MIN_ROWS_WITH_SUIT_ORDER: Final = 10
"""Below the trump ranks, a corner (an area beside the players) shows which suit wins between equal ranks if it has at
least this many rows."""


def paint_corners(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint trump, quota and the like into the free areas beside the players (the corners); what has no room there is
    painted beside the hand, if the layout has an area for it."""
    corners, beside, dungeon = layout.corners, layout.zone_beside_hand, scene.has_dungeon
    if corners is None or scene.over:
        return
    if not layout.trump_and_quota.height:
        _paint_corner_texts(brush, corners.top_left, scene, [_paint_trump if dungeon else _paint_trump_ranks])
    top_right: list[_CornerTextPainter] = (
        [_paint_queens, _paint_quota] if dungeon else [_paint_taken_points, _paint_scoring]
    )
    if dungeon and layout.trump_and_quota.height:
        top_right = top_right[:1]  # the quota is told there
    missing = _paint_corner_texts(brush, corners.top_right, scene, top_right)
    bottom_left: list[_CornerTextPainter] = []
    left = corners.bottom_left
    if dungeon and not middle_shows_worth(layout, scene) and corner_shows_worth(layout):
        bottom_left.append(_paint_worth_of_present_trick)
        left = Rect(left.x, left.y + _WORTH_ROWS, left.width, left.height - _WORTH_ROWS)
    apart: list[_CornerTextPainter] = []
    if beside is None or _size_of_last_trick(left, scene) is not CHIP:
        bottom_left.append(_paint_last_trick)
    elif last_trick_by_player(scene.view):
        apart.append(_paint_last_trick)
    if _paint_quota in missing:
        (bottom_left if beside is None else apart).append(_paint_quota)
    apart += _paint_corner_texts(brush, corners.bottom_left, scene, bottom_left)
    bottom_right: list[_CornerTextPainter]
    if dungeon:
        bottom_right = [_paint_queens if layout.narrow else _paint_scoring, _paint_taken_points]
    else:
        told = layout.trump_and_quota.height > 0 or corners.top_left.height >= _MIN_ROWS_WITH_SUIT_ORDER
        has_trumps = bool(trump_ranks(scene.view))
        bottom_right = [_paint_equal_trumps] * (not (told and has_trumps))
        bottom_right += [*[_paint_rule_of_led_trump] * has_trumps, *missing]
    apart += _paint_corner_texts(brush, corners.bottom_right, scene, bottom_right)
    if beside is not None:
        _paint_zone_beside_hand(brush, beside, scene, apart)


def _paint_zone_beside_hand(brush: Brush, beside: Rect, scene: TrickScene, texts: Sequence[_CornerTextPainter]) -> None:
    """Paint texts into the zone beside the hand, in two halves if it is wide enough.

    The last trick has the left half, else what has been taken, if anything has; the others stand at the right.
    """
    last = bool(last_trick_by_player(scene.view))
    half = (beside.width - 2) // 2
    if half >= (_MIN_HALF_WIDTH_AFTER_FIRST_TRICK if last else _MIN_HALF_WIDTH_BEFORE_FIRST_TRICK):
        right = Rect(beside.right - half, beside.y, half, beside.height)
        texts = sorted(texts, key=lambda paint: paint is not _paint_last_trick)
        texts = [*texts[:1], *sorted(texts[1:], key=lambda paint: paint is not _paint_taken_points)]
        texts = [*texts[:1], *_paint_corner_texts(brush, right, scene, texts[1:])]
        beside = Rect(beside.x, beside.y, half, beside.height)
    _paint_corner_texts(brush, beside, scene, texts)


def _paint_corner_texts(
    brush: Brush, rect: Rect, scene: TrickScene, texts: Sequence[_CornerTextPainter]
) -> list[_CornerTextPainter]:
    """Paint the texts of a corner below each other, as many as fit, with an empty row between them.

    Return those that are not painted.
    """
    missing: list[_CornerTextPainter] = []
    rect = Rect(rect.x + 1, rect.y, rect.width - 1, rect.height)
    for paint in texts:
        rows = paint(brush, rect, scene)
        if rows:
            rect = Rect(rect.x, rect.y + rows + 1, rect.width, rect.height - rows - 1)
        else:
            missing.append(paint)
    return missing


def _paint_lines(brush: Brush, rect: Rect, heading: str, lines: Sequence[str], *, bold: bool = False) -> int:
    """Paint a heading, and below it the lines that fit whole, the first one `bold`.

    Return the rows used, 0 if none fits.
    """
    rows: list[str] = []
    for line in lines:
        wrapped = wrap(printable(brush.displayable_text(line)), rect.width) if line else []
        if 1 + len(rows) + len(wrapped) <= rect.height:
            rows += wrapped
    if not rows or brush.width_in_cells(heading) > rect.width:
        return 0
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    for number, row in enumerate(rows, 1):
        first = bold and number == 1
        brush.write(rect.x, rect.y + number, row, "ink" if first else "muted", bold=first)
    return 1 + len(rows)


# Trump


def _paint_trump(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the trump suit as a large card, and whether trumps are broken."""
    suit = trump_suit(scene.view)
    if not suit:
        return 0
    if rect.height < 4:
        return 0
    if scene.view.facts["challenge"]:
        words = "QUEEN'S CHALLENGE"
        brush.write_badge(rect.x, rect.y, words if len(words) + 2 <= rect.width else "CHALLENGE", "gold")
    else:
        brush.write(rect.x, rect.y, "TRUMP", "gold", bold=True)
    fitting = (
        size
        for size in (HUGE, LARGE, MID, MINI)
        if size.height + 2 <= rect.height and _suit_card_columns(size) <= rect.width
    )
    size = next(fitting, None)
    broken = bool(scene.view.facts["broken"])
    rows = 1
    if size is not None:
        _paint_suit_card(brush, Rect(rect.x, rect.y + 1, _suit_card_columns(size), size.height), suit)
        rows += size.height
    if "broken" in scene.taught_later:
        return rows
    y = rect.y + rows + (size is not None and rect.height > rows + 2)
    brush.write_badge(rect.x, y, "BROKEN" if broken else "UNBROKEN", "good" if broken else "warn")
    meaning = "May be led." if broken else "Cannot be led yet."
    if len(meaning) > rect.width:
        meaning = "Can't be led."
    if y + 1 < rect.bottom and len(meaning) <= rect.width:
        brush.write(rect.x, y + 1, meaning, "muted")
        y += 1
    return y + 1 - rect.y


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


def _paint_trump_ranks(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the ranks that are trumps, the highest first; return the number of rows used.

    While there are none, paint the ranks that the present trick would make trumps.
    """
    ranks = trump_ranks(scene.view)
    shown = ranks or prospective_trump_ranks(scene)
    heading = "TRUMPS" if ranks else "SO FAR" if shown else "NONE YET"
    meaning = "In every suit: they beat all other cards." if ranks else "The first trick of one suit sets them."
    if not shown or rect.height < 1 + _RANK_SYMBOL_ROWS or 4 * len(shown) > rect.width + 1:
        return 0 if ranks else _paint_lines(brush, rect, heading, [" ".join(shown), meaning] if shown else [meaning])
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    room = rect.height - 2 if ranks and rect.height >= _MIN_ROWS_WITH_SUIT_ORDER else rect.height
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
    """Paint a rank as a card of all four suits if it is trump (`is_trump`), only with a border if the trick might make
    it one."""
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
    suits = (SUITS,) if rect.width >= 2 * len(SUITS) - 1 + 2 else (SUITS[:2], SUITS[2:])
    spare = rect.height - len(letters) - is_trump * len(suits)
    margin = (spare + 1) // 3 if is_trump else spare // 2
    for row, text in enumerate(letters, rect.y + margin):
        brush.canvas.text(rect.x + (rect.width - len(text)) // 2, row, text, pen)
    for row, line in enumerate(suits if is_trump else (), rect.bottom - len(suits) - margin):
        x = rect.x + (rect.width - 2 * len(line) + 1) // 2
        for column, suit in zip(range(x, rect.right, 2), line, strict=False):
            ink = style(palette.inks[SUITS.index(suit)], palette.paper) if look.solid else pen
            brush.canvas.text(column, row, brush.displayable_text(suit), ink)


# The Queens


def _paint_queens(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the four Queens; each that has been taken leaves an empty place with the name of her taker.

    Returns the number of rows used.
    """
    if rect.height < 3:
        return 0
    heading = queens_left_text(scene.view).upper()
    if len(heading) > rect.width:
        heading = heading.partition(",")[0]
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    size, across = _size_of_queens(rect)
    doubt = scene.doubtful_queens
    word = "gone" if len(doubt) == scene.unseen_queens_taken else "gone?"
    gone = {
        **dict.fromkeys(doubt, word),
        **{queen: printable(scene.name(taker)) for queen, taker in scene.queens_taken},
    }
    rows = -(-len(QUEENS) // across)
    step = size.height + (size is not CHIP and rows * (size.height + 1) <= rect.height)  # a free row between them
    for number, queen in enumerate(QUEENS):
        row, column = divmod(number, across)
        place = Rect(rect.x + column * (size.width + 1), rect.y + 1 + row * step, size.width, size.height)
        _paint_queen(brush, place, scene, queen, gone.get(queen, ""), size)
    return 1 + (rows - 1) * step + size.height


def _size_of_queens(rect: Rect) -> tuple[Size, int]:
    """Return the largest size with which four Queens below a heading fit `rect`, and how many stand in a row."""
    for size in (HUGE, LARGE, MID, MINI):
        for across in (4, 2):
            if across * (size.width + 1) <= rect.width + 1 and 1 + 4 // across * size.height <= rect.height:
                return size, across
    return (CHIP, 4) if 4 * (CHIP.width + 1) <= rect.width + 1 else (CHIP, 2)


def _paint_queen(brush: Brush, rect: Rect, scene: TrickScene, queen: Card, label_of_gap: str, size: Size) -> None:
    """Paint a Queen; if `label_of_gap` is not empty, her empty place with this label on it: the name of her taker, or
    ``gone?``."""
    if not label_of_gap:
        brush.canvas.blit(rect.x, rect.y, face(queen, size, scene.look))
        return
    if size is CHIP:
        words = f"{scene.look.card_text(queen)}?" if label_of_gap.endswith("?") else "gone"
        brush.write(rect.x, rect.y, words, "muted", width=size.width)
        return
    if brush.look.solid:  # her picture, grey, with her taker's name below it
        brush.canvas.blit(rect.x, rect.y, face(queen, size, scene.look, State.DIM))
        palette = brush.look.palette
        pen = style(palette.dim_ink, palette.dim_paper, bold=True)
        brush.canvas.text(
            rect.x, rect.bottom - 1, short_name(label_of_gap, rect.width).center(rect.width), pen, rect.width
        )
        return
    brush.canvas.blit(rect.x, rect.y, empty_place(size, scene.look))
    y = rect.y + rect.height // 2
    brush.write(rect.x + 1, y - (rect.height > MINI.height), scene.look.card_text(queen), "muted")
    if rect.height > MINI.height:
        brush.write(rect.x + 1, y, short_name(label_of_gap, rect.width - 2), "ink")


# The trick


def _paint_worth_of_present_trick(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint what the trick on the table is worth so far, and what the next Queen would do."""
    if scene.phase != "play" or is_hand_over(scene):
        return 0
    next_queen = "" if "next Queen" in scene.taught_later else next_queen_text(scene)
    return _paint_lines(brush, rect, "IN THIS TRICK", [trick_worth_text(scene), next_queen], bold=True)


def _size_of_last_trick(rect: Rect, scene: TrickScene) -> Size:
    """Return the largest size with which the cards of a trick, between two lines of text, fit `rect` as a fan, or else
    as two fans below each other; chips, cards one row high, if none does."""
    cards = len(players_clockwise(scene.view))
    fitting = (
        size
        for fans in (1, 2)
        for size in (HUGE, LARGE, MID, MINI)
        if rect.height >= 2 + fans * size.height
        and size.width + (-(-cards // fans) - 1) * MIN_VISIBLE_COLUMNS <= rect.width
    )
    return next(fitting, CHIP)


def _paint_last_trick(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the last trick in the order of play, and who took it."""
    trick = last_trick_by_player(scene.view)
    if not trick or rect.height < 3:
        return 0
    size = _size_of_last_trick(rect, scene)
    across = len(trick)
    if size is CHIP:
        across = max((rect.width + 1) // (size.width + 1), 1)
    elif size.width + (across - 1) * MIN_VISIBLE_COLUMNS > rect.width:
        across = -(-len(trick) // 2)
    rows = -(-len(trick) // across)
    if 2 + rows * size.height > rect.height:
        return 0
    brush.write(rect.x, rect.y, "LAST TRICK", "gold", bold=True)
    winner = scene.number("leader")
    laid = fan(across, max(rect.width, across * (CHIP.width + 1) - 1), size, centred=False)
    for number, (player, card) in enumerate(trick):
        row, column = divmod(number, across)
        spot = laid.places[column]
        state = State.NORMAL if player == winner or size is CHIP else State.DIM  # on a dim chip stands a dash
        edge = laid.step <= size.width
        drawing = face(card, size, scene.look, state, spot.visible_columns, edge)
        brush.canvas.blit(rect.x + spot.x, rect.y + 1 + row * size.height, drawing)
    y = rect.y + 1 + rows * size.height
    name, card = printable(scene.name(winner)), next(card for player, card in trick if player == winner)
    forms = (f"{name} won with {card}", f"{clip(name, rect.width - 4)} won")
    told = next((text for text in forms if brush.width_in_cells(text) <= rect.width), forms[-1])
    brush.write(rect.x, y, told, "muted")
    return y + 1 - rect.y


# What counts


def _paint_taken_points(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint what each player has taken in this hand, in points with a bar, if anybody has taken a trick."""
    around = players_clockwise(scene.view)
    if not any(scene.number(f"tricks/{player}") for player in around):
        return 0
    heading = "TAKEN SO FAR"
    if rect.height <= len(around) or len(heading) > rect.width:
        return 0
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    names = min(max(brush.width_in_cells(printable(scene.name(player))) for player in around), 8)
    most = max(1, *(_taken_points(scene, player) for player in around))
    for number, player in enumerate(rotate_to(around, scene.focus)):
        mine, y = player == scene.focus, rect.y + 1 + number
        brush.write(rect.x, y, printable(scene.name(player)), "highlight" if mine else "ink", bold=mine, width=names)
        points = _taken_points(scene, player)
        x = brush.write_right_aligned(rect.x + names + 5, y, str(points), "ink", bold=True) + len(str(points)) + 1
        room = min(rect.right - x, _MAX_BAR_LENGTH)
        length = round(room * points / max(most, 100 if scene.has_dungeon else 6))
        brush.write(x, y, ("=" if brush.look.ascii else "▆") * length, "highlight" if mine else "muted")
    return 1 + len(around)


def _taken_points(scene: TrickScene, player: int) -> int:
    """Return the points of the tricks and Queens that a player has taken in this hand: none in the dungeon."""
    if scene.is_condemned(player):
        return 0
    tricks = scene.number(f"tricks/{player}")
    return TRICK_POINTS * tricks + QUEEN_POINTS * scene.number(f"queens/{player}") if scene.has_dungeon else tricks


def _paint_quota(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the dealer's quota as a place for each of its tricks, filled once it is taken, and what is still needed."""
    if scene.view.facts["challenge"] or "quota" in scene.taught_later:
        return 0
    quota, taken = scene.number("quota"), scene.counted_tricks_of_dealer
    headings = (printable(text) for text in quota_headings(scene))
    heading = next((text for text in headings if brush.width_in_cells(text) <= rect.width), "")
    outlook = next((text for text in quota_outlook_forms(scene) if len(text) <= rect.width), "")
    if not (heading and outlook) or 2 * quota - 1 > rect.width or rect.height < 3:
        return 0
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    is_large = quota * (MID.width + 1) <= rect.width + 1 and rect.height >= MID.height + 2
    size = MID if is_large else MINI
    width, rows = min((rect.width + 1) // quota - 1, size.width), min(rect.height - 2, size.height)
    for number in range(quota):
        _paint_quota_place(brush, Rect(rect.x + number * (width + 1), rect.y + 1, width, rows), is_taken=number < taken)
    brush.write(rect.x, rect.y + 1 + rows, outlook, "ink")
    return 2 + rows


def _paint_quota_place(brush: Brush, place: Rect, *, is_taken: bool) -> None:
    """Paint the place of one trick of the quota: the back of a trick that is still needed, or a golden card with a word
    in it for one that is taken."""
    look, palette = brush.look, brush.look.palette
    if not look.solid:
        filled, empty = ("#", ".") if look.ascii else ("█", "░")
        glyph = filled if is_taken else empty
        brush.canvas.fill(place.x, place.y, place.width, place.height, text_style(look, "ink"), glyph)
    elif is_taken:
        pen = look.badge("gold")
        brush.canvas.fill(place.x, place.y, place.width, place.height, pen)
        if place.width >= len(_TAKEN_QUOTA_TRICK_LABEL):
            label = _TAKEN_QUOTA_TRICK_LABEL.center(place.width)
            brush.canvas.text(place.x, place.y + place.height // 2, label, pen)
    else:
        pen = style(palette.back_pattern, palette.back)
        for y, row in enumerate(back_rows(MINI, look, place.width, place.height), place.y):
            brush.canvas.text(place.x, y, row, pen)


def _paint_scoring(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint what brings points: tricks, in Queen's Dungeon also Queens and the quota; in Queen Bees II also when the
    match ends."""
    if not scene.has_dungeon:
        return _paint_lines(
            brush, rect, "WHAT COUNTS", ["1 point each trick", f"{target_points_of(scene)} points end the match"]
        )
    lines = [
        f"{TRICK_POINTS:>3} each trick",
        f"{QUEEN_POINTS:>3} each Queen",
    ]
    if "quota" not in scene.taught_later:
        made, missed = f"{QUOTA_MADE_POINTS:>+3} quota made", f"{QUOTA_MISSED_POINTS:>+3} quota missed"
        fits = len(missed) <= rect.width
        lines += [made, missed] if fits else [f"{QUOTA_MADE_POINTS:+}/{QUOTA_MISSED_POINTS:+} quota"]
    return _paint_lines(brush, rect, "WHAT COUNTS", lines) if rect.height > len(lines) else 0


def _paint_equal_trumps(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint which suit wins between trumps of one rank."""
    order = "♠ beats ♥, ♥ beats ♦, ♦ beats ♣"
    if len(order) > rect.width:
        order = EQUAL_TRUMPS_SUIT_ORDER
    return _paint_lines(brush, rect, "EQUAL RANKS", [order])


def _paint_rule_of_led_trump(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint which cards must follow a trump that is led."""
    heading = next((text for text in ("IF A TRUMP IS LED", "TRUMP LED") if len(text) <= rect.width), "")
    return _paint_lines(brush, rect, heading, ["play a trump, of any suit."]) if heading else 0
