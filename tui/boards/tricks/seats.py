"""The other players round the table: their names and scores, what they have taken, and their hands, face down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, TypeAlias

from core.engine.english import count
from tui.boards.common.commands import LookAtSeat
from tui.boards.tricks.border import paint_border
from tui.boards.tricks.hand_facts import cards_dealt, cards_to_deal, is_hand_over, target_points_of
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.pile import paint_points_as_comb_cells, paint_taken_queens
from tui.boards.tricks.points_text import points_so_far_texts, tricks_taken_texts
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.status_and_buttons import (
    DEALER_WORDS,
    DUNGEON_WORD,
    LEADER_WORDS,
    paint_word_on_player,
    words_on_player,
)
from tui.boards.tricks.table import other_players
from tui.boards.tricks.table_places import PLATE_ROWS, OpponentPlaces
from tui.cards import LARGE, MID, MINI, Size, back, style
from tui.cards.backs import back_fill_glyph
from tui.drawing import Brush, ClickArea, Rect, printable
from tui.drawing.styles import BadgeKind, text_style

_MAX_COLUMNS_PER_CARD_BACK: Final = 4
"""Each card of another player's hand, which lies face down, is painted at most this many columns wide."""

_COMB_CELL_CHARACTERS: Final = (("╱▔▔╲", "╲▁▁╱"), ("/--\\", "\\__/"))
"""The two rows of a cell of a honeycomb, a card's back, in Unicode and in ASCII."""

_COMB_COLUMN_WIDTH: Final = 3
"""The number of columns from one cell of a honeycomb to the next, which shares a wall with it."""

NOTHING_TAKEN_TEXT: Final = "took 0"
"""The shortest text on a player who has taken no trick. Behind another word it is left out: without the word for tricks
nobody reads what was taken, and there is nothing to tell."""

_TURN_SIGN: Final = "▸ "
"""The sign before the name of the player whose turn it is."""

_WordsWithText: TypeAlias = tuple[tuple[Sequence[tuple[str, BadgeKind]], str], str]
"""Words on a player with what stands behind each of them, and the text behind them all."""


def paint_other_players(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the other players; return their click areas, each with its command."""
    found: list[ClickArea] = []
    way_columns = min((opponent.plate.width - 2 for opponent in layout.opponents), default=0)
    has_third_row = scene.has_dungeon or way_columns >= target_points_of(scene)  # a way for each of them, or for none
    score_texts = _score_texts(brush, layout, scene)
    for player, opponent in zip(other_players(scene), layout.opponents, strict=True):
        plate, felt = opponent.plate, layout.felt
        if not (felt.contains(plate.x, plate.y) and felt.contains(plate.right - 1, plate.bottom - 1)):
            brush.fill_ground(plate, "panel")  # one on the felt is text upon it, so that the felt is unbroken
        _paint_plate(brush, opponent, scene, player, score_texts.get(player, ""))
        if opponent.plate.height > PLATE_ROWS and has_third_row:
            _paint_queens_or_points(
                brush,
                Rect(opponent.plate.x + 1, opponent.plate.y + PLATE_ROWS, opponent.plate.width - 2, 1),
                scene,
                player,
            )
        if opponent.hand is not None:
            _paint_backs(brush, opponent.hand, scene, player)
        found += [(opponent.plate, LookAtSeat(player)), (opponent.card, LookAtSeat(player))]
    return found


def _score_texts(brush: Brush, layout: TrickLayout, scene: TrickScene) -> dict[int, str]:
    """Return the scores of the other players, by player, in the longest form that all their plates have room for beside
    the names: with the word for points, which tells them from the tricks below, or the number alone."""
    places = {
        player: opponent
        for player, opponent in zip(other_players(scene), layout.opponents, strict=True)
        if player < scene.view.seats
    }
    room = {
        player: opponent.plate.width - 2 - len(_TURN_SIGN) - brush.width_in_cells(printable(scene.name(player))) - 1
        for player, opponent in places.items()
    }
    scores, target = {player: scene.score(player) for player in places}, target_points_of(scene)
    forms: Sequence[dict[int, str]] = (
        {player: f"{score} of {target} points" for player, score in scores.items()},
        {player: f"{score} {'pt' if score == 1 else 'pts'}" for player, score in scores.items()},
        {player: str(score) for player, score in scores.items()},
    )
    return next((form for form in forms if all(len(form[player]) <= room[player] for player in form)), forms[-1])


def _paint_plate(brush: Brush, opponent: OpponentPlaces, scene: TrickScene, player: int, score: str) -> None:
    """Paint the box of one player (the plate): name and score, and whether they deal; below them who led the trick, who
    is in the dungeon, and the tricks taken. `score` is the text on the score, "" for the dummy, which has none.
    """
    rect = opponent.plate
    on_turn = player == scene.awaited_seat and not is_hand_over(scene)
    x, right = rect.x + 1, rect.right - 1
    start = right
    if score:
        start = brush.write_right_aligned(right, rect.y, score, "ink", bold=True) - 1
    name = printable(scene.name(player))
    words = words_on_player(scene, player)
    room = start - x - len(_TURN_SIGN) - brush.width_in_cells(name) - 1  # the same on turn, so that nothing moves
    if on_turn:
        x = brush.write(x, rect.y, _TURN_SIGN, "highlight", bold=True)
    end = brush.write(x, rect.y, name, "highlight" if on_turn else "ink", bold=True, width=max(start - x, 1))
    deals = next((word for word in words if word[0] in DEALER_WORDS), None)
    if deals is not None and len(deals[0]) <= room:
        words.remove(deals)
        paint_word_on_player(brush, end + 1, rect.y, *deals)
    texts = _texts_on_taken_tricks(scene, player, opponent)
    _paint_words_and_text(brush, Rect(rect.x + 1, rect.y + 1, rect.width - 1, 1), words, texts)


def _texts_on_taken_tricks(
    scene: TrickScene, player: int, opponent: OpponentPlaces
) -> tuple[Sequence[str], Sequence[str]]:
    """Return texts on what a player has taken in this hand, the longest form first: those that tell the points, if
    there are any, and others, shorter ones.

    The longest ones tell the number of cards in the hand, too, if it is not painted.
    """
    words = tricks_taken_texts(
        scene, player, with_queens=opponent.plate.height == PLATE_ROWS, names_quota=True, verb="took"
    )
    if player >= scene.view.seats:  # the dummy
        words = [f"{words[0]} for nobody", f"{scene.number(f'tricks/{player}')} for nobody", *words]
    *full, shortest = words
    with_gains = [f"{text}, {gain}" for text in full for gain in points_so_far_texts(scene, player)]
    full, held = with_gains or full, scene.cards_held(player)
    if opponent.hand is None and scene.phase == "call":
        to_come = _cards_to_come_texts(scene)
        full = [*(f"{full[0]}, {cards}" for cards in to_come), *(f"{full[1]}, {cards}" for cards in to_come), *full]
    elif opponent.hand is None and held:
        full = [*(f"{text}, {count(held, 'card')}" for text in full[:2]), *full]
    return (full, words) if with_gains else ((), [*full, shortest])


def _cards_to_come_texts(scene: TrickScene) -> tuple[str, str]:
    """Return texts on the number of cards that each player will get in the next hand, the longest first."""
    number = cards_to_deal(scene)
    return f"{count(number, 'card')} to come", f"{number} to come"


def _paint_words_and_text(
    brush: Brush, rect: Rect, words: Sequence[tuple[str, BadgeKind]], texts: tuple[Sequence[str], Sequence[str]]
) -> None:
    """Paint the words on a player, and behind them the longest of some texts that has room beside them.

    If no text has room, the dealer is left out, then the commas; only then another word than in the other plates says
    what a player has taken. Behind ``dungeon`` that would read like a dungeon won, so there the free column before
    `rect` is used first. Who led gives way to the points, as the card led is marked, too; who only deals does not.
    """
    without_dealer = [word for word in words if word[0] not in DEALER_WORDS]
    without_leader = [word for word in words if word[0] not in LEADER_WORDS]
    in_dungeon = [word for word in without_dealer if word[0] not in LEADER_WORDS]
    is_leader = len(without_leader) < len(words)
    beside_points = (words, without_dealer, without_leader, in_dungeon) if is_leader else (words,)
    forms = [(words, ", "), (without_dealer, ", "), (without_dealer, " ")]
    in_one_word = [
        *product([(shown, ", ") for shown in beside_points], texts[0]),
        *product(forms, [text for text in texts[1] if not text.endswith(" won")]),
    ]
    x, found = rect.x, _first_that_fits(brush, in_one_word, rect.width)
    if found is None and any(word == DUNGEON_WORD for word, _ in words):
        found = _first_that_fits(brush, in_one_word, rect.width + 1)
        x -= found is not None
    found = found or _first_that_fits(brush, [*product(forms, texts[1])], rect.width)
    (shown, mark), text = found or ((without_dealer, " "), "")
    if text == NOTHING_TAKEN_TEXT and any(word != DUNGEON_WORD for word, _ in shown):
        text, mark = "", ""
    for word in shown:
        x = brush.write(paint_word_on_player(brush, x, rect.y, *word), rect.y, mark, "muted")
    brush.write(x, rect.y, text, "muted" if text.startswith(("0", "took 0")) else "ink")


def _first_that_fits(brush: Brush, forms: Sequence[_WordsWithText], columns: int) -> _WordsWithText | None:
    """Return the first of these forms that has room in this number of columns; None if none has."""
    return next(
        (
            form
            for form in forms
            if sum(len(word) + len(form[0][1]) for word, _ in form[0][0]) + brush.width_in_cells(form[1]) <= columns
        ),
        None,
    )


def _paint_queens_or_points(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint the Queens that a player has taken, or in words how many if it is not known which; in Queen Bees II, how
    far they have come."""
    if not scene.has_dungeon:
        paint_points_as_comb_cells(brush, rect, scene, player)
        return
    taken = scene.number(f"queens/{player}")
    if len(scene.queens_of(player)) < taken:
        brush.write(rect.x, rect.y, count(taken, "Queen"), "ink", width=rect.width)
    else:
        paint_taken_queens(brush, rect, scene, player)


def _paint_backs(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint the hand of another player, face down: as many backs as they hold cards, and their number."""
    held = scene.cards_held(player)
    if scene.phase == "call":
        _paint_place_of_hand(brush, rect, scene)
    if not held:
        return
    size, palette = size_of_backs(rect), brush.look.palette
    most = max(cards_dealt(scene), held)  # as wide as in a full hand, so that no back changes as cards are played
    step = max(min(rect.width // most, _MAX_COLUMNS_PER_CARD_BACK), 1)
    if brush.look.solid and brush.look.back == "honeycomb":
        _paint_comb(brush, Rect(rect.x + 1, rect.y, rect.width - 1, size.height), held)
        return
    if brush.look.solid:
        whole = min(most * step, rect.width)
        hand = Rect(rect.x + (whole < rect.width), rect.y, whole, size.height)  # below the name, if there is room
        brush.canvas.fill(hand.x, hand.y, hand.width, hand.height, style(None, palette.sheet))  # where cards have lain
        hand = Rect(hand.x, hand.y, min(held * step, whole), size.height)
        _paint_equal_backs(brush, hand, step)
    else:
        hand, step = _paint_overlapping_backs(brush, rect, held, most), 1
    pen = style(palette.badge_ink, palette.back, bold=True) if brush.look.solid else brush.look.inverse_style()
    margin = max(3 - step, 0) if brush.look.back == "bars" else 2  # there is room beside the bar of a wide back
    shown = hand.width // step
    number = str(held)
    forms = [(count(held, "card"), margin)] * (step > 1)  # on narrow backs one form for any number of cards
    for text, free in (*forms, (number, margin), (number, 0)):
        covered = -(-(len(text) + free) // step)  # whole backs, so that none is cut,
        covered += (shown - covered) % 2  # and as many are left on either side
        if covered < shown:
            break
    label, start = text.center(covered * step), max(shown - covered, 0) // 2 * step
    brush.canvas.text(hand.x + start, hand.y + hand.height // 2, label[: hand.width], pen)


def _paint_place_of_hand(brush: Brush, rect: Rect, scene: TrickScene) -> None:
    """Paint the place where the hand of another player will lie, and how many cards it will get."""
    size = size_of_backs(rect)
    place = Rect(rect.x + 1, rect.y, rect.width - 1, size.height)
    if brush.look.solid:
        brush.canvas.fill(place.x, place.y, place.width, place.height, style(None, brush.look.palette.sheet))
    else:
        paint_border(brush, place, text_style(brush.look, "muted"), rounded=True)
    forms = _cards_to_come_texts(scene)
    text = next((form for form in forms if len(form) <= place.width - 2), "")
    brush.write(place.x + (place.width - len(text)) // 2, place.y + place.height // 2, text, "muted")


def _paint_equal_backs(brush: Brush, hand: Rect, step: int) -> None:
    """Paint the backs of a hand beside each other, all alike and `step` columns wide, so that they can be counted.

    They are bars of a cage; backs of another pattern have a left edge.
    """
    look, palette = brush.look, brush.look.palette
    pen = style(palette.back_pattern, palette.back)
    brush.canvas.fill(hand.x, hand.y, hand.width, hand.height, pen)
    wall = "|" if look.ascii else "▏"
    middle, crossbar, crossing = ("|", "-", "+") if look.ascii else ("┃", "━", "╋")
    for y in range(hand.y, hand.bottom):
        if look.back == "bars":
            is_crossed = y in (hand.y + 1, hand.bottom - 2) and hand.height > MINI.height
            glyphs = (crossing if is_crossed else middle).center(step, crossbar if is_crossed else " ")
        else:
            glyphs = wall.ljust(step, back_fill_glyph(look))
        brush.canvas.text(hand.x, y, (glyphs * hand.width)[: hand.width], pen)


def _paint_comb(brush: Brush, rect: Rect, card_count: int) -> None:
    """Paint a hand as a honeycomb: a whole cell for each card, as many as fit, and their number.

    The number stands beside the comb in words if there is room, else within a cell in the middle. Every second column
    of cells lies a row lower, so that neighbours share their walls.
    """
    look, palette = brush.look, brush.look.palette
    label = count(card_count, "card")
    cells_per_column = (rect.height - 1) // 2
    columns = min(-(-card_count // cells_per_column), (rect.width - 1) // _COMB_COLUMN_WIDTH)
    if cells_per_column == 1:  # without a cell that has no roof of its own in its first row
        columns = max(min(columns, (rect.width - len(label) - 2) // _COMB_COLUMN_WIDTH), 0)
    right = rect.x + columns * _COMB_COLUMN_WIDTH + 1
    cells = [divmod(place, cells_per_column) for place in range(min(card_count, columns * cells_per_column))]
    pen = style(palette.back_pattern, palette.back)
    roof, floor = _COMB_CELL_CHARACTERS[look.ascii]
    for column, row in cells:
        x, y = rect.x + column * _COMB_COLUMN_WIDTH, rect.y + 2 * row + column % 2
        brush.canvas.text(x, y, f"{roof[0]}  {roof[-1]}" if row else roof, pen)
        brush.canvas.text(x, y + 1, floor, pen)
    if rect.right - right > len(label):
        brush.write(right + 1, rect.y + rect.height // 2, label, "ink", bold=True)
        return
    lower = [(column, row) for column, row in cells if row]
    column, row = min(lower, key=lambda cell: abs(2 * cell[0] + 1 - columns))
    number = style(palette.badge_ink, palette.back, bold=True)
    y = rect.y + 2 * row + column % 2
    brush.canvas.text(rect.x + column * _COMB_COLUMN_WIDTH + 1, y, f"{card_count:>2}", number)


def _paint_overlapping_backs(brush: Brush, rect: Rect, card_count: int, full_count: int) -> Rect:
    """Paint backs in outlines, each over a part of the one before, as much as in a hand of `full_count` cards; return
    the rectangle that they take."""
    size = size_of_backs(rect)
    step = max(min((rect.width - size.width) // max(full_count - 1, 1), size.width - 2), 1)
    shown = min(card_count, 1 + max(rect.width - size.width, 0) // step)
    for place in range(shown):
        brush.canvas.blit(rect.x + place * step, rect.y, back(size, brush.look))
    return Rect(rect.x, rect.y, size.width + (shown - 1) * step, size.height)


def size_of_backs(rect: Rect) -> Size:
    """Return the size of the cards of another player's hand in the rectangle of that hand."""
    return next((size for size in (LARGE, MID) if rect.height >= size.height), MINI)
