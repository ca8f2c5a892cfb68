"""The other players: each in a block with their row, in two lines each, or as a ranking if there are many."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from core import Card
from core.engine.english import count
from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE, is_narrow
from tui.boards.common.commands import LookAtSeat
from tui.boards.common.numbers import seat_scores
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.seat_play import (
    SeatPlay,
    has_joker_missed,
    joker_cards_texts,
    play_end_texts,
    queen_price_texts,
)
from tui.boards.mad_queens.text import (
    SYMBOL_BY_STATUS,
    are_rows_hidden,
    awaited_seats,
    is_play_over,
    leaders,
    place_in_ranking,
    ranking,
    score_text,
    seat_status,
)
from tui.boards.mad_queens.zones import MIN_COMPACT_PLAYER_WIDTH, MadQueensLayout
from tui.cards import CHIP, Size, State, empty_place, face, fan, stack, style
from tui.cards.state import SHORT_TEMPORARY_CARD_LABEL, TEMPORARY_CARD_LABEL
from tui.drawing import Brush, ClickArea, Rect
from tui.drawing.styles import BadgeKind
from tui.text.results import ordinal

_BADGE_KIND_BY_STATUS: dict[str, BadgeKind] = {"banked": "good", "caught": "bad", "finished": "warn", "done": "good"}
"""Maps the status of a seat to the kind of its badge, which decides its colour; a status without an entry has none."""

MAX_OPPONENT_WIDTH: Final = 60
"""A player in two lines is at most this many columns wide."""

MAX_BLOCK_WIDTH: Final = 100
"""A player's block is at most this many columns wide."""

MAX_ONLY_BLOCK_WIDTH: Final = 60
"""The block of the only other player is at most this many columns wide, so that a long row leaves the bank near the
name."""

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

_CHIP_BANK_WIDTH: Final = 22 + _COLUMNS_BEFORE_CHIP_BANK
"""The width in columns of a bank painted as chips: the blanks before it, the number of its cards in words, and the one
banked last.
"""

_MIN_CARDS_BESIDE_COUNT: Final = 2
"""A cut row says how many of its cards are hidden if at least this number stays visible beside that."""

_STATUSES_IN_ORDER = ("playing", "waiting", "banked", "caught", "done", "finished")
"""The statuses in the order in which the list counts them."""


def paint_other_players(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> list[ClickArea]:
    """Paint all seats but the one in front; return their click areas, each with its command."""
    if layout.seating == "none":
        return []
    brush.fill_ground(layout.seats, "panel")
    if layout.seating == "list":
        return _paint_ranking(brush, layout, scene)
    waited = set(awaited_seats(scene.view))
    rects = seat_rects(layout, scene)
    for seat, rect in rects.items():
        _paint_seat(brush, rect, layout.opponent_card_size, scene, seat, seat in waited)
    return [(rect, LookAtSeat(seat)) for seat, rect in rects.items()]


def seat_rects(layout: MadQueensLayout, scene: MadQueensScene) -> dict[int, Rect]:
    """Return the rectangle of each player but the one in front, by seat; empty if they are shown as a ranking."""
    others = [seat for seat in range(scene.view.seats) if seat != scene.focus]
    if layout.seating in ("none", "list"):
        return {}
    if layout.seating == "blocks":
        across, height = len(others), layout.seats.height
        width = min(layout.seats.width // across, MAX_BLOCK_WIDTH if across > 1 else MAX_ONLY_BLOCK_WIDTH)
    elif layout.seats.height == 1:
        across, height, width = len(others), 1, min(layout.seats.width // len(others), MAX_OPPONENT_WIDTH)
    else:
        lines = layout.seats.height // 2
        across = min(layout.seats.width // MIN_COMPACT_PLAYER_WIDTH, -(-len(others) // lines))
        height, width = 2, min(layout.seats.width // across, MAX_OPPONENT_WIDTH)
    rects = {}
    for number, seat in enumerate(others):
        row, column = divmod(number, across)
        rects[seat] = Rect(layout.seats.x + column * width, layout.seats.y + row * height, width, height)
    return rects


def _paint_seat(brush: Brush, rect: Rect, size: Size, scene: MadQueensScene, seat: int, is_awaited: bool) -> None:
    """Paint one player: name, score, status, row and bank, as far as there is room.

    `is_awaited`: the match waits for them.
    """
    x, right = rect.x + 1, rect.right - 1
    word, play = seat_status(scene.view, seat), scene.play_of(seat)
    if rect.height == 1:
        right = _paint_status_badge_at_right(brush, right, rect.y, word, play, max_width=max(rect.width - 11, 0)) - 1
    _paint_name_and_score(brush, Rect(x, rect.y, right - x, 1), scene, seat, is_awaited)
    if rect.height == 1:
        return
    y = rect.y + 1
    row = scene.row(seat) or play.row
    # once the play is over, only a banned Joker lays cards there
    joker_cards = scene.row(seat) if is_play_over(scene.view, seat) else ()
    lost = not scene.row(seat) or has_joker_missed(play, joker_cards)
    replaced = play.catcher not in (None, *scene.view.cards("banned"), *scene.view.cards(f"temp/{seat}"))
    if rect.height < 3:
        right += lost  # no margin: there is just room for "caught by 10♦" and the card that was caught
        cards_beside = min(len(row), 2 if play.caught_card is None else 1) * CHIP.width
        x, size = (
            _paint_seat_state(
                brush,
                Rect(x, y, right - x - cards_beside, 1),
                word,
                play,
                is_awaited,
                replaced,
                joker_cards=joker_cards,
            ),
            CHIP,
        )
        x += right - x > CHIP.width
        _paint_row(brush, Rect(x, y, right - x, 1), size, scene, row, lost, play)
        return
    bank = scene.view.cards(f"bank/{seat}")
    has_both = (right - x) // 2 >= max(2 * size.width, _MIN_HALF_BLOCK_WIDTH)
    is_near_name = rect.width >= _MIN_WIDTH_WITH_SCORE_AFTER_NAME
    row_label = ""
    if has_both and size is not CHIP and len(row) > lost and not joker_cards:
        row_label = "row" if lost else f"row of {len(row)}"
    elif has_both and size is not CHIP and bank and not row and word == "playing" and not are_rows_hidden(scene.view):
        row_label = "no row yet"  # it names the empty place beside the bank
    widths = [*map(brush.width_in_cells, _seat_state_texts(play, word, row_label, joker_cards))]
    beside = right - x - 2 * (word in _BADGE_KIND_BY_STATUS) - 2
    all_told = max(widths) + sum(2 + brush.width_in_cells(price) for price in queen_price_texts(play)[:1])
    long_texts, texts = _texts_on_deck_and_bank(
        scene, seat, names_bank=size is not CHIP and has_both, is_bank_first=is_near_name
    )
    counts = _first_fitting_text(long_texts, beside - all_told, brush) or _first_fitting_text(
        texts, beside - min(widths), brush
    )
    start = right - brush.width_in_cells(counts)
    room = Rect(x, y, start - 2 * bool(counts) - x, 1)
    end = _paint_seat_state(brush, room, word, play, is_awaited, replaced, row_label, joker_cards)
    if is_near_name:
        start = min(start, max(x + _COLUMNS_BEFORE_COUNTS, end + 2))
    brush.write(start, y, counts, "muted")
    cards = Rect(x, rect.y + 2, right - x, size.height)
    if has_both:
        _paint_row_beside_bank(brush, cards, size, scene, seat, is_near_name=is_near_name)
    elif row:
        _paint_row(brush, cards, size, scene, row, lost, play)
    elif bank:
        if size is not CHIP:
            x = brush.write(x, cards.y, "bank", "muted") + 1
            brush.write(cards.x, cards.y + 1, str(len(bank)), "muted", bold=True)
        _paint_bank(brush, Rect(x, cards.y, right - x, size.height), scene, bank, size)


def _texts_on_deck_and_bank(
    scene: MadQueensScene, seat: int, *, names_bank: bool, is_bank_first: bool
) -> tuple[Sequence[str], Sequence[str]]:
    """Return texts on what is banned for a player alone, on their deck and on their bank, the longest first: those that
    need room beside all that is said of the player's state, and those that need it beside the shortest of that.

    `names_bank`: whether to name the bank, if it holds cards; `is_bank_first`: whether it comes before the deck, as it
    lies behind the row and not at the right end of the block.
    """
    view = scene.view
    is_finished = seat_status(view, seat) == "finished"
    deck = "" if is_finished else f"deck {view.count(f'deck/{seat}')}"  # no card of it is turned any more
    temporary_cards, bank_count = view.cards(f"temp/{seat}"), view.count(f"bank/{seat}")
    temporary = " ".join(map(scene.look.card_text, temporary_cards))
    labels = (TEMPORARY_CARD_LABEL, SHORT_TEMPORARY_CARD_LABEL) if temporary_cards else ()
    bans = [f"{label} {temporary}" for label in labels]
    bans += [f"{len(temporary_cards)} {label}" for label in labels]
    texts = [*(f"{ban}, {deck}" for ban in bans if deck), *bans, deck]
    if not (names_bank and bank_count):
        return (), texts
    long, both = (
        ", ".join(filter(None, (told, deck) if is_bank_first else (deck, told)))
        for told in (f"bank {count(bank_count, 'card')}", f"bank {bank_count}")
    )
    if not bans:
        return (long,), (both, f"bank {bank_count}", *texts)
    with_bans = [f"{ban}, {both}" for ban in bans]  # what is banned for them alone matters more than the bank
    return (*(f"{ban}, {long}" for ban in bans), *with_bans), (*with_bans, *texts)


def _paint_row_beside_bank(
    brush: Brush, rect: Rect, size: Size, scene: MadQueensScene, seat: int, *, is_near_name: bool
) -> None:
    """Paint a player's row at the left of a rectangle and the bank at the right, or behind the row if it
    `is_near_name`; while the bank is empty, the deck in its place."""
    play, bank = scene.play_of(seat), scene.view.cards(f"bank/{seat}")
    row = scene.row(seat) or play.row
    lost = not scene.row(seat) or (is_play_over(scene.view, seat) and has_joker_missed(play, row))
    columns = _bank_columns(rect.width, size, len(row), len(bank))
    row_end = rect.x + size.width * (size is not CHIP)
    if row:
        room = Rect(rect.x, rect.y, rect.width - columns - (size is not CHIP), size.height)
        row_end = _paint_row(brush, room, size, scene, row, lost, play)
    elif size is not CHIP:
        brush.canvas.blit(rect.x, rect.y, empty_place(size, scene.look))
    bank_x = rect.right - columns
    if is_near_name:
        near = max(rect.x + _COLUMNS_BEFORE_COUNTS, row_end + 2)
        bank_x = min(bank_x, near) if row else near
    if row and size is CHIP:
        bank_x = max(bank_x, row_end + _COLUMNS_BEFORE_CHIP_BANK)
    columns = min(columns, rect.right - bank_x)
    _paint_bank(brush, Rect(bank_x, rect.y, columns, size.height), scene, bank, size, is_at_left=is_near_name)
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
    told = _first_fitting_text((f"{place} with", place), start - end - 2, brush) if place else ""
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


def _paint_row(
    brush: Brush, rect: Rect, size: Size, scene: MadQueensScene, row: Sequence[Card], is_lost: bool, play: SeatPlay
) -> int:
    """Paint the cards that a player has turned in this play, from the left, in grey if the row `is_lost`; return the
    column after them.

    If not all have room, a sign stands before those that were turned last, with the number of the others.
    """
    focus = row.index(play.caught_card) if is_lost and play.caught_card in row else len(row) - 1
    gap = 0 if size is CHIP else 1
    laid = fan(len(row), rect.width, size, focus=focus, centred=False, gap=gap)
    sign = ""
    if laid.hidden_before and laid.places[0].x:
        sign = "<" if scene.look.ascii else "◄"
        for form in ("{} more", f"{sign}{{}}"):
            columns = len(form.format(len(row)))  # and the column that the fan leaves for a sign
            counted = fan(len(row), rect.width - columns, size, focus=focus, centred=False, gap=gap)
            if len(counted.places) >= _MIN_CARDS_BESIDE_COUNT:
                brush.write(rect.x, rect.y, form.format(counted.hidden_before), "highlight")
                laid, sign, rect = counted, "", Rect(rect.x + columns, rect.y, rect.width - columns, rect.height)
                break
    for spot in laid.places:
        edge = spot is not laid.places[0] and laid.step <= size.width
        state = State.NORMAL if not is_lost else State.CAUGHT if row[spot.index] == play.caught_card else State.DIM
        drawing = face(row[spot.index], size, scene.look, state, spot.visible_columns, edge)
        brush.canvas.blit(rect.x + spot.x, rect.y, drawing)
        if is_lost and state is State.DIM and size is CHIP:  # the badge says what happened; "-" would be a riddle
            brush.canvas.text(rect.x + spot.x + CHIP.width - 1, rect.y, " ", drawing.styles[0][0] or style())
    brush.write(rect.x, rect.y, sign, "highlight")
    return rect.x + laid.right


def _paint_seat_state(
    brush: Brush,
    rect: Rect,
    status: str,
    play: SeatPlay,
    is_awaited: bool,
    catcher_replaced: bool = False,
    row_label: str = "",
    joker_cards: Sequence[Card] = (),
) -> int:
    """Paint a seat's `status`, what caught its row and what its Queens took; return the column after it.

    If room is short, the text gets shorter, and then what the Queens took is left out. `is_awaited`: the match waits
    for the seat. `catcher_replaced`: the card that caught the row is no longer banned. `row_label` is the name of the
    cards below; "" for none. If `joker_cards` lie there, which a banned Joker has turned, the text is about these.
    """
    mark = None if joker_cards else _BADGE_KIND_BY_STATUS.get(status)
    texts = _seat_state_texts(play, status, row_label, joker_cards)
    x, room = rect.x, rect.width - 2 * bool(mark)
    told = [(text, price) for price in (*queen_price_texts(play)[:1], "") for text in texts]
    widths = [brush.width_in_cells(f"{text}  {price}".rstrip()) for text, price in told]
    shortest = (texts[-1] if joker_cards else status, "")
    text, price = next((one for one, width in zip(told, widths, strict=True) if width <= room), shortest)
    if mark:
        x = brush.write_badge(x, rect.y, SYMBOL_BY_STATUS[status], mark, width=1) + 1
    present = mark == "bad" and not catcher_replaced
    end = brush.write(x, rect.y, text, "ink" if present else "highlight" if is_awaited else "muted")
    return brush.write(end + 2, rect.y, price, "gold") if price else end


def _seat_state_texts(
    play: SeatPlay, status: str, row_label: str = "", joker_cards: Sequence[Card] = ()
) -> Sequence[str]:
    """Return texts that say how a seat's play ended, the longest first; if it has not ended, its `status`.

    `row_label` is the name of the cards below; "" for none. While `joker_cards` lie there, which a banned Joker has
    turned, the texts are about these.
    """
    if joker_cards:
        return joker_cards_texts(play, joker_cards)
    texts = play_end_texts(play, status)
    if status == "finished":  # beside "#" the name of the Queen alone would be a riddle
        return (*texts[:-1], status)
    if not row_label:
        return texts or (status,)
    return (f"{row_label} {texts[0]}", *texts) if texts else (f"{status}, {row_label}", row_label, status)


def _paint_status_badge_at_right(brush: Brush, right: int, y: int, status: str, play: SeatPlay, max_width: int) -> int:
    """Paint a badge with what caught a seat's row, or with the symbol of its `status`, left of column `right`.

    `max_width` is how many columns the badge may take. Returns the first column of the badge.
    """
    mark = _BADGE_KIND_BY_STATUS.get(status)
    told = (*play_end_texts(play, status)[-1:], *(f"paid {text}" for text in queen_price_texts(play)[-1:]))
    text = _first_fitting_text(told, max_width - 2, brush) or SYMBOL_BY_STATUS.get(status, "")
    if not text:
        return right - 3
    start = right - brush.width_in_cells(text) - 2
    brush.write_badge(start, y, text, mark or "gold")
    return start


def _first_fitting_text(texts: Sequence[str], max_width: int, brush: Brush) -> str:
    """Return the first of `texts` that takes at most `max_width` columns; "" if none does."""
    return next((text for text in texts if brush.width_in_cells(text) <= max_width), "")


def _paint_bank(
    brush: Brush, rect: Rect, scene: MadQueensScene, bank: Sequence[Card], size: Size, *, is_at_left: bool = False
) -> None:
    """Paint the top of a bank at the right end of a rectangle, or at its left end, the last card at the right.

    With chips (cards one row high) the number of its cards comes first, and the last card only if the number in words
    has room beside it: ``bank 3, top 7♥`` would be read as 3 points.
    """
    if not bank:
        return
    beside = rect.width - 1 - CHIP.width
    with_top = _first_fitting_text([f"bank {count(len(bank), 'card')}, top"], beside, brush)
    number = with_top or _first_fitting_text(
        [f"bank {count(len(bank), 'card')}", f"bank {len(bank)}"], rect.width, brush
    )
    number_width = brush.width_in_cells(number)
    if size is CHIP and not with_top:
        brush.write(rect.x if is_at_left else rect.right - number_width, rect.y, number, "muted")
        return
    top = bank[-1:] if size is CHIP else bank[-1 - (rect.width - size.width) // _MIN_BANK_CARD_COLUMNS :]
    laid = fan(len(top), rect.width, size, gap=0, focus=len(top) - 1, centred=False)
    start = rect.right - laid.right
    if is_at_left:
        start = rect.x + (number_width + 1 if size is CHIP else 0)
    for spot in laid.places:
        edge = spot is not laid.places[0]
        drawing = face(top[spot.index], size, scene.look, State.NORMAL, spot.visible_columns, edge)
        brush.canvas.blit(start + spot.x, rect.y, drawing)
    if size is CHIP:
        brush.write_right_aligned(start - 1, rect.y, number, "muted")


def _paint_ranking(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> list[ClickArea]:
    """Paint how many seats have each status, then a ranking of the leaders and the seats near the one in front."""
    rect, view = layout.seats, scene.view
    words = [seat_status(view, seat) for seat in range(view.seats)]
    x = rect.x + 1
    for word in _STATUSES_IN_ORDER:
        number = words.count(word)
        if number:
            x = brush.write(x, rect.y, str(number), "ink", bold=True) + 1
            x = brush.write(x, rect.y, word, "muted") + 3
    rows = rect.height - 1
    if not rows:
        return []
    width = 23 if is_narrow(rect.width) else 26
    columns = max((rect.width - 1) // width, 1)
    width = (rect.width - 1) // columns
    order = ranking(view)
    scores = [-scene.score(seat) for seat in order]
    shown = _ranking_indexes_shown(order, scene.focus, columns * rows)
    places: list[ClickArea] = []
    for number, place in enumerate(shown):
        column, row = divmod(number, rows)
        cell = Rect(rect.x + 1 + column * width, rect.y + 1 + row, width - 2, 1)
        if place is None:
            brush.write(cell.x + 5, cell.y, f"… {len(order) - len(shown) + 1} more", "muted")
            continue
        seat = order[place]
        its_rank = 1 + bisect_left(scores, scores[place])
        _paint_standing(brush, cell, scene, seat, its_rank, words[seat])
        places.append((cell, LookAtSeat(seat)))
    return places


def _paint_standing(brush: Brush, cell: Rect, scene: MadQueensScene, seat: int, rank: int, status: str) -> None:
    """Paint one row of the ranking: rank, name, score, and the `status` of the seat."""
    mine = seat == scene.focus
    brush.write_right_aligned(cell.x + 4, cell.y, str(rank), "muted")
    letter = _paint_status_badge_at_right(
        brush, cell.right, cell.y, status, scene.play_of(seat), max_width=cell.width - 14
    )
    start = brush.write_right_aligned(letter - 1, cell.y, str(scene.score(seat)), "ink", bold=True)
    name = "You" if seat == scene.view.seat else scene.names[seat]
    brush.write(cell.x + 5, cell.y, name, "highlight" if mine else "ink", bold=mine, width=start - cell.x - 6)


def _ranking_indexes_shown(order: list[int], focus: int, max_rows: int) -> list[int | None]:
    """Return the indexes in the ranking `order` that `max_rows` rows show; None stands for a row that says how many are
    missing.

    If not all fit, these are the leaders and the seats around `focus`.
    """
    if len(order) <= max_rows:
        return list(range(len(order)))
    mine = order.index(focus)
    around = max(max_rows // 3, 3)
    leaders = max_rows - around - 1
    if mine < leaders:
        return [*range(max_rows - 1), None]
    first = min(max(mine - around // 2, leaders), len(order) - around)
    return [*range(leaders), None, *range(first, first + around)]


def rank_of_front_seat_text(scene: MadQueensScene) -> str:
    """Return the rank of the seat in front: ``2nd of 4``, or ``tied 2nd of 4``, in a narrow window ``tied 2nd``."""
    scores = seat_scores(scene.view)
    place = ordinal(place_in_ranking(scene.view, scene.focus))
    if scores.count(scores[scene.focus]) == 1:
        return f"{place} of {scene.view.seats}"
    return (
        f"tied {place} of {scene.view.seats}" if scene.width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE else f"tied {place}"
    )
