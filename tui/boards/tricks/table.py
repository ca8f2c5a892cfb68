"""The table of the trick board: its rim, the cards of the trick, and the texts between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core import Card
from core.engine.cards import QUEENS
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from tui.boards.tricks.border import paint_border
from tui.boards.tricks.centre import MAX_PICTURE_ROWS, MIN_PICTURE_ROWS, MIN_PICTURE_WIDTH, paint_comb_cell, paint_gate
from tui.boards.tricks.hand_facts import cards_to_deal, is_hand_over
from tui.boards.tricks.labels import short_name
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.scene import COLLECTED_TRICK_FRAMES, TrickScene
from tui.boards.tricks.trick_text import (
    next_queen_text,
    trick_number_text,
    trick_points,
    trick_worth_text,
    winning_card_text,
)
from tui.boards.tricks.trick_view import (
    is_trump,
    is_trump_of_last_trick,
    last_trick_by_player,
    players_clockwise,
    rotate_to,
    trick_by_player,
    winning_index,
)
from tui.boards.tricks.turn_text import (
    LAST_TRICK_HEADING,
    trick_winner_text,
    trump_question,
    turn_sentence,
)
from tui.cards import CHIP, MINI, Look, State, back, empty_place, face, style
from tui.drawing import Brush, Rect, big_letter_rows, printable, wrap
from tui.drawing.styles import Tone, text_style

MIN_MIDDLE_WIDTH_WITH_TEXTS_BESIDE: Final = 13
"""The texts in the table's middle stand beside each other if it has at least this many columns."""

_ROWS_ABOVE_AND_BELOW_PICTURE: Final = ((3, 4, MIN_PICTURE_WIDTH), (3, 2, MIN_PICTURE_WIDTH), (2, 2, 24))
"""Choices for the picture in the middle of the table, the best first: the numbers of rows of texts above it and below
it, and the least number of columns in which these texts fit. A row below it is free unless two texts stand there."""

MIN_MIDDLE_ROWS_WITH_WORTH: Final = 9
"""The table's middle shows the worth of the trick in big figures if it has at least this many rows."""


MIN_PLACE_WIDTH_WITH_TASK: Final = 9
"""The empty place of the player whose turn it is says so in words if it has at least this many columns."""

_TASK_OF_AWAITED_PLACE: Final = "to play"
"""The words after the name in the empty place of the player whose turn it is."""

_OWN_PLACE_LABEL: Final = "YOU"
"""The label of the empty place of my own card."""

MIN_CORNER_ROWS_WITH_WORTH: Final = 4
"""A corner, an area beside the players, shows what the trick is worth if it has at least this many rows."""


def other_players(scene: TrickScene) -> tuple[int, ...]:
    """Return the other players clockwise, beginning left of the seat at the bottom."""
    return rotate_to(players_clockwise(scene.view), scene.focus)[1:]


def card_rects_by_seat(layout: TrickLayout, scene: TrickScene) -> dict[int, Rect]:
    """Return the rectangle of each player's card in the trick, by seat."""
    by_player = {player: opponent.card for player, opponent in zip(other_players(scene), layout.opponents, strict=True)}
    return {**by_player, scene.focus: layout.own_card}


def paint_background_around_table(brush: Brush, layout: TrickLayout) -> None:
    """Paint the background round the table on which cards lie, and below the hand."""
    outside = Rect(0, layout.status.bottom, layout.status.width, layout.bar.bottom - layout.status.bottom)
    brush.fill_ground(outside, "panel")


def paint_felt(brush: Brush, rect: Rect, has_rim: bool, *, of_stone: bool = False) -> None:
    """Paint the felt, the background of a card table, into a rectangle, with a border if `has_rim`: of wood, or grey as
    in a dungeon (`of_stone`)."""
    brush.fill_ground(rect, "felt")
    if not has_rim:
        return
    if not brush.look.solid:
        paint_border(brush, rect, text_style(brush.look, "gold"), rounded=True)
        return
    colour = style(None, _rim_colour(brush.look, of_stone=of_stone))
    for x, y, width, height in (
        (rect.x, rect.y, rect.width, 1),
        (rect.x, rect.bottom - 1, rect.width, 1),
        (rect.x, rect.y, 1, rect.height),
        (rect.right - 1, rect.y, 1, rect.height),
    ):
        brush.canvas.fill(x, y, width, height, colour)


def _rim_colour(look: Look, *, of_stone: bool) -> str:
    """Return the colour of the rim of the table: wood, or grey as in a dungeon (`of_stone`)."""
    return look.palette.shade if of_stone else look.palette.warn


def paint_trick(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the cards of the trick, each before its player; or cards that move to the winner, or the last trick."""
    where = card_rects_by_seat(layout, scene)
    taken = scene.effect.collected_trick
    if taken is not None:
        if not taken.frame:
            _paint_names(brush, layout, scene, [player for player, _ in taken.trick])
        for player, card in sorted(taken.trick, key=lambda played: played[0] == taken.winner):
            state = State.NORMAL if player == taken.winner or taken.frame else State.DIM
            x, y = _position_of_collected_card(where[player], where[taken.winner], taken.frame)
            _paint_card(brush, layout, scene, Rect(x, y, layout.size.width, layout.size.height), card, state)
        if not taken.frame:
            _paint_winner_bars(brush, where[taken.winner], layout)
        return
    if scene.overlay == "last":
        best = scene.number("leader")  # not computed: trump may have changed since
        last = last_trick_by_player(scene.view)
        _paint_names(brush, layout, scene, [player for player, _ in last])
        for player, card in last:
            _paint_card(brush, layout, scene, where[player], card, State.NORMAL if player == best else State.DIM)
            if player == best:
                _paint_winner_bars(brush, where[player], layout)
        return
    trick = trick_by_player(scene.view)
    gone = {player for player, _ in trick}
    travelling = scene.effect.travelling_seat
    if scene.phase == "call" and shows_places_before_deal(layout):
        for player, rect in where.items():
            if player == scene.number("dealer"):
                brush.canvas.blit(rect.x, rect.y, back(layout.size, scene.look))
                _paint_label_of_pack(brush, rect)
            else:
                _paint_place(brush, rect, layout, scene, player)
    if scene.phase in ("play", "change") and scene.effect.cards_dealt is None:
        for player, rect in where.items():
            if player not in gone or player == travelling:
                _paint_place(brush, rect, layout, scene, player)
    lying = [(player, card) for player, card in trick if player != travelling]
    _paint_names(brush, layout, scene, [player for player, _ in lying])
    for player, card in lying:
        _paint_card(brush, layout, scene, where[player], card)
    if len(lying) > 1:
        best, _ = lying[winning_index(scene.view, [card for _, card in lying])]
        _paint_winner_bars(brush, where[best], layout)


def shows_places_before_deal(layout: TrickLayout) -> bool:
    """Return whether the places of the trick and the pack are shown before the deal: the question about trump has room
    between them."""
    middle = layout.middle
    has_room = middle.width >= MIN_MIDDLE_WIDTH_WITH_TEXTS_BESIDE and middle.height >= 2
    return not layout.narrow and layout.size.height > MINI.height and has_room


def _paint_label_of_pack(brush: Brush, rect: Rect) -> None:
    """Write on the uppermost back of the pack, which lies before the dealer, what it is."""
    look, label = brush.look, " PACK "
    pen = style(look.palette.badge_ink, look.palette.back, bold=True) if look.solid else look.inverse_style()
    brush.canvas.text(rect.x + (rect.width - len(label)) // 2, rect.y + rect.height // 2, label, pen)


def _paint_place(brush: Brush, rect: Rect, layout: TrickLayout, scene: TrickScene, player: int) -> None:
    """Paint an empty place for a card that is not played yet, with the name of the player whose card will lie there.

    My own place has an outline and a label. The place of the player whose turn it is is golden, and no other; where
    there is room, it says so.
    """
    mine = player == scene.view.seat
    tone: Tone = "highlight" if player == scene.awaited_seat else "muted"
    if brush.look.solid and rect.height > MINI.height:
        brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, style(None, brush.look.palette.sheet))
    if mine and rect.height > 1:
        paint_border(brush, rect, text_style(brush.look, tone), rounded=True)
    else:
        brush.canvas.blit(rect.x, rect.y, empty_place(layout.size, brush.look))
    if not mine and rect.height <= MINI.height:
        return
    name = _OWN_PLACE_LABEL if mine else printable(scene.name(player))
    if rect.height > MINI.height:
        name = short_name(brush.displayable_text(name), rect.width - 2, cut_mark="")  # the plate has it in full
    lines = [name]
    if player == scene.awaited_seat and not mine and rect.width >= MIN_PLACE_WIDTH_WITH_TASK:
        whole = f"{name} {_TASK_OF_AWAITED_PLACE}"
        lines = [whole] if brush.width_in_cells(whole) <= rect.width - 2 else [name, _TASK_OF_AWAITED_PLACE]
    for y, line in enumerate(lines, rect.y + (rect.height - len(lines) + 1) // 2):
        x = rect.x + (rect.width - brush.width_in_cells(line)) // 2
        brush.write(x, y, line, tone, bold=player == scene.awaited_seat or mine)


def _paint_names(brush: Brush, layout: TrickLayout, scene: TrickScene, players: Sequence[int]) -> None:
    """Paint above the card of each of these players the name, if the layout needs names; my own card has none.

    A card right below the edge of the felt has no room for a name.
    """
    where, top = card_rects_by_seat(layout, scene), layout.felt.y + layout.has_rim
    for player in players if layout.table_places.has_names else ():
        rect = where[player]
        if player != scene.focus and rect.y > top:
            name = short_name(brush.displayable_text(printable(scene.name(player))), rect.width, cut_mark="")
            x = rect.x + (rect.width - brush.width_in_cells(name)) // 2
            brush.write(x, rect.y - 1, name, "ink")


def _paint_card(
    brush: Brush, layout: TrickLayout, scene: TrickScene, rect: Rect, card: Card, state: State = State.NORMAL
) -> None:
    """Paint a card on the table; a trump is marked as one, in the last trick if it was one then.

    A card one row high is never dim: its dash would say that it cannot be played now, and arrows mark the winner.
    """
    if layout.size is CHIP:
        state &= ~State.DIM
    marks_trump = is_trump_of_last_trick if scene.overlay == "last" else is_trump
    if marks_trump(scene.view, card):
        state |= State.TRUMP
    brush.canvas.blit(rect.x, rect.y, face(card, layout.size, scene.look, state))


def _position_of_collected_card(start: Rect, end: Rect, frame: int) -> tuple[int, int]:
    """Return the top left corner (x, y), in `frame`, of a card that moves from `start` to `end`."""
    part = frame / (COLLECTED_TRICK_FRAMES - 1)
    return round(start.x + (end.x - start.x) * part), round(start.y + (end.y - start.y) * part)


def _paint_winner_bars(brush: Brush, rect: Rect, layout: TrickLayout) -> None:
    """Paint a bar at both sides of the winning card, where no other card and no player is; beside a card one row high,
    an arrow."""
    taken = [
        layout.own_card,
        *(zone for opponent in layout.opponents for zone in (opponent.card, opponent.plate, opponent.hand) if zone),
    ]
    signs = ("▐", "▌") if rect.height > 1 else ("▸", "◂")
    if brush.look.ascii:
        signs = ("|", "|") if rect.height > 1 else (">", "<")
    for x, sign in ((rect.x - 1, signs[0]), (rect.right, signs[1])):
        for row in range(rect.y, rect.bottom):
            if not any(zone.contains(x, row) for zone in taken):
                brush.write(x, row, sign, "highlight", bold=rect.height == 1)


def paint_middle(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the number of the trick and who wins it so far, or the awaited decision.

    Where there is room, trump is painted as well.
    """
    rect = layout.middle
    texts: list[tuple[str, bool]] = []
    taken = scene.effect.collected_trick
    if taken is not None:
        texts = [(trick_winner_text(scene, taken.winner), True)] if not taken.frame else []
    elif scene.overlay == "last":
        texts = [(LAST_TRICK_HEADING, True), (f"{scene.name(scene.number('leader'))} took it", False)]
        if 1 + len(wrap(printable(brush.displayable_text(texts[1][0])), max(rect.width, 1))) > rect.height:
            texts = texts[:1]  # it stands above the hand
    elif scene.over:
        texts = [(MATCH_IS_OVER_SENTENCE, True)]
    elif scene.phase == "call" and scene.seat_on_turn == scene.view.seat:
        beside = 0 if layout.narrow or shows_places_before_deal(layout) else layout.size.width
        rect = Rect(rect.x - beside, rect.y, rect.width + 2 * beside, rect.height)
        texts = [(trump_question(rect.width, rect.height), True)]
    elif scene.phase == "play" and not is_hand_over(scene):
        winning = winning_card_text(scene, rect.width, rect.height - 1 - scene.has_dungeon)
        texts = [(trick_number_text(scene, rect.width), False), (winning, True)]
        queens = sum(card in QUEENS for card in scene.view.cards("trick")) if scene.has_dungeon else 0
        if queens > 1 and len(words := f"{queens} Queens!") <= rect.width:
            texts[0] = (words, True)
        if scene.effect.taker_seat is not None:
            texts = [(trick_winner_text(scene, scene.effect.taker_seat), True)]
        elif not scene.view.cards("trick") and scene.seat_on_turn is not None:
            leads = (
                "You lead"
                if scene.seat_on_turn == scene.view.seat
                else f"{scene.third_person_name(scene.seat_on_turn)} leads"
            )
            texts[1] = (leads, True)
        if rect.height == 1:
            whole = (text for text in texts if all(text) and brush.width_in_cells(text[0]) <= rect.width)
            texts = [next(whole, texts[0])]
    elif not is_hand_over(scene) and scene.seat_on_turn not in (None, scene.view.seat):
        texts = [(turn_sentence(scene), True)]
    room = max(rect.width, 1)
    playing = scene.phase == "play" and not scene.overlay and not is_hand_over(scene) and not scene.over
    rows_around_picture = _rows_around_picture(layout)
    if scene.phase == "call" and rows_around_picture is not None:
        rect = _paint_cards_of_each(brush, rect, scene, *rows_around_picture)
    elif playing and rows_around_picture is not None:
        rect = _paint_picture(brush, rect, scene, *rows_around_picture)
    elif playing and taken is None:
        if middle_shows_worth(layout, scene):
            rect = _paint_trick_worth(brush, rect, scene)
        elif scene.has_dungeon and rect.height > len(texts) and not corner_shows_worth(layout):
            extra = (f"In this trick: {trick_worth_text(scene)}", next_queen_text(scene))
            fitting = [text for text in extra if text and brush.width_in_cells(text) <= room]
            used = sum(len(wrap(printable(part), room)) for text, _ in texts if text for part in text.split("\n"))
            texts += [(text, False) for text in fitting[: max(rect.height - used, 0)]]
    lines: list[tuple[str, bool]] = []
    for text, bold in texts:
        for part in text.split("\n") if text else ():
            rows = [(line, bold) for line in wrap(printable(brush.displayable_text(part)), room)]
            if len(lines) + len(rows) > max(rect.height, 1):
                break  # a part of a sentence would be misread
            lines += rows
    for y, (line, bold) in enumerate(lines, rect.y + (rect.height - len(lines)) // 2):
        x = rect.x + (rect.width - brush.width_in_cells(line)) // 2
        brush.write(x, y, line, "ink" if bold else "muted", bold=bold)


def middle_shows_worth(layout: TrickLayout, scene: TrickScene) -> bool:
    """Return whether the middle of the table has room for what the trick is worth, in words and in big figures."""
    if not scene.has_dungeon:
        return False
    middle, rows = layout.middle, _rows_around_picture(layout)
    if rows is not None:
        return True
    return middle.height >= MIN_MIDDLE_ROWS_WITH_WORTH and middle.width >= MIN_MIDDLE_WIDTH_WITH_TEXTS_BESIDE


def _rows_around_picture(layout: TrickLayout) -> tuple[int, int] | None:
    """Return the numbers of rows of texts above and below the picture in the middle of the table; None if it has no
    room there."""
    middle = layout.middle
    fitting = (
        (above, below)
        for above, below, columns in _ROWS_ABOVE_AND_BELOW_PICTURE
        if middle.height >= above + MIN_PICTURE_ROWS + below and middle.width >= columns
    )
    return next(fitting, None)


def _paint_picture(brush: Brush, rect: Rect, scene: TrickScene, above: int, below: int) -> Rect:
    """Paint the picture of the game in the middle of the table, with `above` rows of texts above it and `below` ones
    with the worth of the trick below it; return the part of `rect` above the picture."""
    height = min(rect.height - above - below, MAX_PICTURE_ROWS)
    top = rect.y + (rect.height - height - above - below) // 2
    picture = Rect(rect.x, top + above, rect.width, height)
    if not scene.has_dungeon:
        paint_comb_cell(brush, Rect(picture.x, picture.y, picture.width, height + 1), scene)
    else:
        queens = sum(card in QUEENS for card in scene.view.cards("trick"))
        paint_gate(brush, picture, queens, str(trick_points(queens)))
        worth = f"{trick_worth_text(scene)} in this trick"
        if brush.width_in_cells(worth) > rect.width:
            forms = (worth.partition(" in ")[0],) if "=" in worth else ("points in this trick", "in this trick")
            worth = next((text for text in forms if len(text) <= rect.width), forms[-1])
        _write_centred_lines(brush, rect, picture.bottom, worth, "muted")
        _write_centred_lines(brush, rect, picture.bottom + 1, next_queen_text(scene), "ink")
    return Rect(rect.x, top, rect.width, above)


def _paint_cards_of_each(brush: Brush, rect: Rect, scene: TrickScene, above: int, below: int) -> Rect:
    """Paint the open gate in the middle of the table with the number of cards that each hand will get, before the deal;
    return the part of `rect` above it.

    There are `above` rows of texts above the gate and `below` ones below it.
    """
    height = min(rect.height - above - below, MAX_PICTURE_ROWS)
    top = rect.y + (rect.height - height - above - below) // 2
    paint_gate(brush, Rect(rect.x, top + above, rect.width, height), 0, str(cards_to_deal(scene)))
    _write_centred_lines(brush, rect, top + above + height, "cards in each hand", "muted")
    return Rect(rect.x, top, rect.width, above)


def _write_centred_lines(brush: Brush, rect: Rect, y: int, text: str, tone: Tone) -> None:
    """Write a text from row `y` on in lines, each in the middle of `rect`, as many as have room in it."""
    lines = wrap(printable(brush.displayable_text(text)), rect.width) if text else []
    for row, line in enumerate(lines[: rect.bottom - y], y):
        brush.write(rect.x + (rect.width - brush.width_in_cells(line)) // 2, row, line, tone)


def corner_shows_worth(layout: TrickLayout) -> bool:
    """Return whether the worth of the trick is shown in a corner (an area beside the players), as there is no room for
    it in big figures."""
    return layout.corners is not None and layout.corners.bottom_left.height >= MIN_CORNER_ROWS_WITH_WORTH


def _paint_trick_worth(brush: Brush, rect: Rect, scene: TrickScene) -> Rect:
    """Paint in big figures what the trick is worth so far; return the part of `rect` above them."""
    worth = trick_worth_text(scene)
    figures = big_letter_rows(worth.split("= ")[-1].split()[0], brush.look.ascii)
    y = rect.y + (rect.height - MIN_MIDDLE_ROWS_WITH_WORTH) // 2 + 3
    for row, text in enumerate(figures, y):
        x = rect.x + (rect.width - len(text)) // 2
        brush.canvas.text(x, row, text, text_style(brush.look, "highlight", True))
    _write_centred_lines(brush, rect, y + len(figures), worth if "=" in worth else "in this trick", "muted")
    _write_centred_lines(brush, rect, y + len(figures) + 1, next_queen_text(scene), "ink")
    return Rect(rect.x, y - 3, rect.width, 2)
