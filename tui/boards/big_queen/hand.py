"""The player's hand: a fan in one or two rows, or rows of chips (cards one row high) if it is large; rank and suit of
every card stay visible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from core import Card, View
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD
from core.engine.english import count
from tui.boards.big_queen.big_queen_badge import paint_big_queen_points
from tui.boards.big_queen.commands import ToggleCard
from tui.boards.big_queen.deal_panel import paint_deal_panels
from tui.boards.big_queen.discard_pile import may_draw_or_take
from tui.boards.big_queen.laid_set import NEW_CARD_LABEL, SHORT_NEW_CARD_LABEL
from tui.boards.big_queen.layout import BigQueenLayout, cards_per_line
from tui.boards.big_queen.scene import BigQueenScene, HandSelection, own_hand
from tui.boards.big_queen.selection import (
    hand_laying_outcome,
    indexes_of_cards_left,
    indexes_of_cards_left_after_take,
    must_keep_all_cards,
    own_set_ranks,
    sorted_hand,
    suggested_lays,
    take_outcome,
    total_points,
)
from tui.boards.big_queen.text import is_my_turn, is_round_over, may_ask_to_go_out
from tui.cards import CHIP, MIN_VISIBLE_COLUMNS, Fan, State, face, fan, paint_fan
from tui.cards.state import ADVISED_CARD_LABEL, SHORTEST_ADVISED_CARD_LABEL
from tui.drawing import Brush, ClickArea, Rect
from tui.drawing.styles import Tone, text_style


class _CardLabel(Struct, frozen=True):
    """What the label below a card of the hand says: its forms, the longest first, none if it says nothing, and its
    tone."""

    forms: tuple[str, ...] = ()
    tone: Tone = "ink"


def shown_selection(scene: BigQueenScene) -> HandSelection:
    """Return the scene's selection, or an empty one if it is of another hand than the hand that is shown."""
    held = own_hand(scene.view)
    if len(held) == len(scene.selection.hand) and sorted(held) == sorted(scene.selection.hand):
        return scene.selection
    return HandSelection(hand=sorted_hand(held, scene.selection.order), order=scene.selection.order, cursor=-1)


def paint_hand(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the hand; return the click areas of its cards."""
    selection = shown_selection(scene)
    if not selection.hand:
        if scene.phase == "deal":
            paint_deal_panels(brush, layout, scene)
        return []
    if layout.hand_size is CHIP:
        return _paint_chips(brush, layout, scene, selection)
    places: list[ClickArea] = []
    states = _hand_card_states(scene, selection)
    left = indexes_of_cards_left(scene.view, selection.hand)
    labels = _labels_of_hand(brush, scene, selection, left)
    for first, y, laid in _fans_of_hand_lines(layout, len(selection.hand)):
        cards = selection.hand[first : first + len(laid.places)]
        paint_fan(brush.canvas, layout.hand.x + 1, y, laid, cards, states[first : first + len(cards)], scene.look)
    rects = card_rects(layout, len(selection.hand))
    cursor_card = rects.get(selection.cursor) if selection.zone == "hand" else None
    # the label under the cursor of a wider card leaves a column free
    narrow_cursor_card = cursor_card if cursor_card is not None and cursor_card.width <= MIN_VISIBLE_COLUMNS else None
    for index, rect in rects.items():
        sign = brush.displayable_text("▲") if State.CURSOR in states[index] else ""
        shifted = narrow_cursor_card is not None and rect.y == narrow_cursor_card.y and rect.x > narrow_cursor_card.x
        _paint_card_label(brush, rect, labels[index], sign, is_shifted=shifted)
        raised = State.SELECTED in states[index]
        if index in selection.new_cards and not raised:  # above the card, where one that is raised has no room
            brush.write(rect.x, rect.y, NEW_CARD_LABEL.center(rect.width - 1), "highlight", bold=True)
        if selection.hand[index] == BIG_QUEEN:
            size = layout.hand_size_for(len(selection.hand))
            paint_big_queen_points(brush, rect.x, rect.y + 2 - raised, size, costs=index in left)
        places.append((rect, ToggleCard(index)))
    return places


def _indexes_layable_with_one_two(view: View, hand: tuple[Card, ...]) -> frozenset[int]:
    """Return the indexes of the cards of a hand that are in a group of one rank which can be laid with one 2 at
    most."""
    groups = suggested_lays(view, hand)
    return frozenset[int]().union(*(one for one in groups if sum(hand[index].rank == "2" for index in one) < 2))


def _makes_set(view: View, hand: tuple[Card, ...], two: int) -> bool:
    """Return whether a 2, by its index in the hand, can be laid with other cards of the hand, and not only be added."""
    return any(two in group and any(hand[index].rank != "2" for index in group) for group in suggested_lays(view, hand))


def _fans_of_hand_lines(layout: BigQueenLayout, card_count: int) -> Iterator[tuple[int, int, Fan]]:
    """Yield for each line of a hand of `card_count` cards the index of its first card, its first row, and its fan
    (overlapping cards)."""
    each = -(-card_count // layout.hand_lines)
    size = layout.hand_size_for(card_count)
    for line in range(layout.hand_lines):
        cards = min(each, card_count - line * each)
        laid = fan(cards, layout.hand.width - 2, size)
        y = layout.hand.y + line * (layout.hand_size.height + 2) + layout.hand_size.height - size.height
        yield line * each, y, laid


def card_rects(layout: BigQueenLayout, card_count: int) -> dict[int, Rect]:
    """Return the visible rectangle of each card of a hand of `card_count` cards by index, with the rows above and
    below.

    Empty for a hand of chips (cards one row high): it scrolls, so that the place of a card depends on the cursor.
    """
    if layout.hand_size is CHIP or not card_count:
        return {}
    height = layout.hand_size_for(card_count).height + 2
    return {
        first + place.index: Rect(layout.hand.x + 1 + place.x, y, place.visible_columns, height)
        for first, y, laid in _fans_of_hand_lines(layout, card_count)
        for place in laid.places
    }


def _labels_of_hand(
    brush: Brush, scene: BigQueenScene, selection: HandSelection, left: frozenset[int]
) -> list[_CardLabel]:
    """Return the labels of all cards of the hand; `left` are the indexes of the cards that would be left if all were
    laid that can be, so that their points would be lost."""
    hand, used = selection.hand, _cards_used_to_take(scene, selection)
    labels = {}
    if used:
        taken = scene.view.cards("discard")[selection.pile_place - 1]
        # a card that would need one that the take uses says nothing
        lost = indexes_of_cards_left_after_take(scene.view, hand, used, selection.pile_place)
        name = brush.look.card_text(taken)
        takes = _CardLabel((f"with {name}", f"+ {name}", f"+{name}", "+"), "highlight")
        labels = {**dict.fromkeys(lost, _CardLabel()), **dict.fromkeys(used, takes)}
    layable = _indexes_layable_with_one_two(scene.view, hand)
    return [labels.get(index) or _label_of_card(scene, selection, index, left, layable) for index in range(len(hand))]


def _label_of_card(
    scene: BigQueenScene, selection: HandSelection, index: int, left: frozenset[int], layable: frozenset[int]
) -> _CardLabel:
    """Return the label of a card of the hand for which no take matters: that it costs points, or can be laid.

    `left` are the indexes of the cards that would be left if all were laid that can be, and `layable` those of the
    cards that could be laid with one 2 at most.
    """
    card = selection.hand[index]
    if is_round_over(scene) or (may_draw_or_take(scene) and index in left):
        return _CardLabel()  # what stays in the hand is asked only once there is something to discard
    if index in left and index in layable:
        return _CardLabel(("needs a 2",), "muted")  # another set would use it; `hand_heading_text` says so, too
    if index in left:
        return _CardLabel((f"costs {POINTS_BY_CARD[card]}", f"-{POINTS_BY_CARD[card]}"), "muted")
    if is_my_turn(scene) and must_keep_all_cards(scene.view, selection):
        return _CardLabel(("ask first", "ask") if may_ask_to_go_out(scene) else ())
    if card.rank in own_set_ranks(scene.view):
        return _CardLabel((f"add to {card.rank}s", "add"))
    return _CardLabel(("add" if card.rank == "2" and not _makes_set(scene.view, selection.hand, index) else "lay",))


def _paint_card_label(brush: Brush, rect: Rect, label: _CardLabel, cursor: str, *, is_shifted: bool) -> None:
    """Paint the label below a card of the hand, under the cursor after its sign `cursor`, which is "" elsewhere; with
    `is_shifted` one column further to the right."""
    forms, tone = label.forms, label.tone
    if cursor:
        beside = (f"{text}{cursor}" for text in forms if len(text) + len(cursor) <= rect.width)
        shortest = next(beside, cursor)  # the next labels make room
        forms, tone = (*(f"{cursor} {text}" for text in forms), shortest), "highlight"
    words = next((text for text in forms if _columns_with_gap(text) <= rect.width), forms[-1] if cursor else "")
    brush.write(rect.x + is_shifted, rect.bottom - 1, words.center(rect.width - 1), tone, bold=tone == "highlight")


def _columns_with_gap(label: str) -> int:
    """Return the columns that a label takes with the blank that keeps it apart from the next card's label."""
    return len(label) + 1


def _hand_card_states(scene: BigQueenScene, selection: HandSelection) -> list[State]:
    """Return the states of the hand's cards: selected, used for taking, under the cursor, or advised by the coach.

    The cursor is on none of them once the round is over, as nothing can be chosen any more.
    """
    raised = set(selection.selected_indexes) | _cards_used_to_take(scene, selection)
    states = [State.SELECTED if index in raised else State.NORMAL for index in range(len(selection.hand))]
    if selection.zone == "hand" and 0 <= selection.cursor < len(states) and not is_round_over(scene):
        states[selection.cursor] |= State.CURSOR
    advised = [*scene.advised.cards] if scene.advised is not None else []
    # of two equal cards it is the one that the selection, which follows the advice, raises or has the cursor on
    for index in sorted(range(len(states)), key=lambda at: (at not in raised, State.CURSOR not in states[at], -at)):
        card = selection.hand[index]
        if card in advised:
            advised.remove(card)
            states[index] |= State.ADVISED
    return states


def _cards_used_to_take(scene: BigQueenScene, selection: HandSelection) -> set[int]:
    """Return the indexes in the hand of the cards that would take the card under the cursor of the discard pile."""
    pile = scene.view.count("discard")
    if (
        selection.zone != "pile"
        or not 1 <= selection.pile_place <= pile
        or not may_draw_or_take(scene)
        or selection.cursor < 0
    ):
        return set()
    action = take_outcome(scene.view, scene.legal, selection, selection.pile_place).action
    left: list[Card] = list(action.cards) if action is not None else []
    used = set()
    for index, card in enumerate(selection.hand):
        if card in left:
            left.remove(card)
            used.add(index)
    return used


def _paint_chips(
    brush: Brush, layout: BigQueenLayout, scene: BigQueenScene, selection: HandSelection
) -> list[ClickArea]:
    """Paint the hand as rows of chips (cards one row high), each with a row below it for the cursor.

    If not all chips fit, only those around the cursor are painted.
    """
    across = cards_per_line(layout.hand.width, CHIP)
    lines = -(-len(selection.hand) // across)
    if layout.narrow:
        across = -(-len(selection.hand) // lines)
    first = max(min(selection.cursor // across - layout.hand_lines // 2, lines - layout.hand_lines), 0)
    shown = range(first * across, min(len(selection.hand), (first + layout.hand_lines) * across))
    states = _hand_card_states(scene, selection)
    left = layout.hand.x + 1 + (layout.hand.width - 2 - 4 * min(across, len(selection.hand))) // 2
    places: list[ClickArea] = []
    for index in shown:
        row, column = divmod(index - shown.start, across)
        x, y = left + 4 * column, layout.hand.y + 2 * row
        state = states[index] & ~State.CURSOR
        brush.canvas.blit(x, y, face(selection.hand[index], CHIP, scene.look, state & ~State.ADVISED))
        arrow = brush.displayable_text("▲") if State.CURSOR in states[index] else ""
        new = SHORT_NEW_CARD_LABEL if index in selection.new_cards else ""
        tip = ""
        if State.ADVISED in state:  # in the row below, as a letter beside the suit would look like part of it
            tip = SHORTEST_ADVISED_CARD_LABEL if arrow or new else ADVISED_CARD_LABEL
        sign = f"{arrow}{tip}{new}"
        if State.SELECTED in state:
            bar = "=" if brush.look.ascii else "▔"
            brush.canvas.text(x, y + 1, bar * 4, text_style(brush.look, "highlight", True))
        brush.canvas.text(x + 1, y + 1, sign, text_style(brush.look, "highlight", True))
        places.append((Rect(x, y, 4, 2), ToggleCard(index)))
    return places


def _sentence_on_shared_twos(view: View, hand: Sequence[Card]) -> str:
    """Return a sentence on how many pairs of a hand its twos are enough for, if these are too few and the laying of
    most points spends all of them on pairs; else ""."""
    twos = sum(card.rank == "2" for card in hand)
    rank_counts = Counter(card.rank for card in hand if card.rank not in ("2", *own_set_ranks(view)))
    ranks_of_pairs = {rank for rank, number in rank_counts.items() if number == 2}
    pairs = len(ranks_of_pairs)
    ranks_left = {hand[index].rank for index in indexes_of_cards_left(view, hand)}
    if not 0 < twos < pairs or len(ranks_of_pairs - ranks_left) != twos:
        return ""
    return f"Your {'2 completes' if twos == 1 else '2s complete'} {twos} of {pairs} pairs."


def hand_heading_text(scene: BigQueenScene, width: int) -> str:
    """Return the text above the hand: its number of cards, and how many of its points could be laid now.

    It also has the sort order and the hand's total points, if they fit into `width` cells.
    """
    selection = shown_selection(scene)
    order = "as it came" if selection.order == "drawn" else f"by {selection.order}"
    whose = f"Your hand, {order}" if len(selection.hand) > 1 else "Your hand"
    cards, points = count(len(selection.hand), "card"), count(total_points(selection.hand), "point")
    if scene.phase == "deal" and not scene.effect.is_dealing:  # the table is cleared by the deal only
        number = scene.number("round") - 1  # the next round has begun with the end of the last
        whole = f"Still from round {number}: the sets, and your hand of {cards}, {points}."
        return whole if len(whole) <= width else f"Your hand of round {number}: {cards}, {points}."
    is_last_card = len(selection.hand) == 1 and scene.phase == "play" and is_my_turn(scene)  # it can only be discarded
    if is_round_over(scene) or is_last_card or (is_my_turn(scene) and must_keep_all_cards(scene.view, selection)):
        whole = f"{whose}: {cards}, {points}."
        return whole if len(whole) <= width else f"{cards}, {points}."
    if len(selection.hand) == 1:  # there is nothing to split into what could be laid and what would be left
        text = f"{whose}: {cards}, {points}."
        costs = f"{text.removesuffix('.')}, which count against your team if the round ends now."
        return next((form for form in (costs, text) if len(form) <= width), f"{cards}, {points}.")
    worth = hand_laying_outcome(scene.view)
    split = f"{count(worth.points_to_lay, 'point')} could be laid, {worth.points_left} would be left."
    if not worth.points_left:
        split = "all could be laid."
    text = f"{whose}: {cards}, {points}: {split}"
    costs = f"{text.removesuffix('.')}, and cost as much." if worth.points_left else text
    forms: tuple[str, ...] = (costs, text, f"{cards}: {split}", split)
    is_laying = is_my_turn(scene) and scene.phase == "play"
    if is_laying and (shared := _sentence_on_shared_twos(scene.view, selection.hand)):
        short = f"{count(worth.points_to_lay, 'point')} to lay."
        forms = (*(f"{form} {shared}" for form in (costs, text, split, short)), *forms)
    return next((form for form in forms if len(form) <= width), forms[-1])
