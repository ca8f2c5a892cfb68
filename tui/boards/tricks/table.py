"""The middle of the trick board: the other players, the trick, and the texts between them."""

from __future__ import annotations

from typing import Final

from core import Card
from core.engine.cards import QUEENS, SUITS
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from tui.boards.common.commands import LookAt
from tui.boards.tricks.layout import OpponentSpot, TrickLayout
from tui.boards.tricks.scene import COLLECT_FRAMES, TrickScene
from tui.boards.tricks.status_and_buttons import badges
from tui.boards.tricks.text import (
    is_hand_over,
    taken_text_forms,
    trick_number_text,
    trick_winner_text,
    turn_task_text,
    winning_card_text,
)
from tui.boards.tricks.trick_view import (
    cards_by_player,
    is_trump,
    last_trick_by_player,
    players_clockwise,
    rotated_to,
    trump_ranks,
    trump_suit,
)
from tui.cards import State, empty_place, face, style
from tui.cards.art import BIG_PIPS, half_blocks
from tui.drawing import Brush, ClickArea, Rect, printable, wrap

ROOMY_COLUMNS: Final = 13
"""The width of the middle from which its texts fit easily."""


def other_players(scene: TrickScene) -> tuple[int, ...]:
    """Return the other players clockwise, beginning left of the seat at the bottom."""
    return rotated_to(players_clockwise(scene.view), scene.focus)[1:]


def card_places(layout: TrickLayout, scene: TrickScene) -> dict[int, Rect]:
    """Return the place of each player's card in the trick."""
    by_player = {player: spot.card for player, spot in zip(other_players(scene), layout.spots, strict=True)}
    return {**by_player, scene.focus: layout.mine}


def paint_others(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the plates of the other players; return their click areas and commands."""
    found: list[ClickArea] = []
    for player, spot in zip(other_players(scene), layout.spots, strict=True):
        _paint_plate(brush, spot, scene, player)
        found.append((spot.plate, LookAt(player)))
    return found


def _paint_plate(brush: Brush, spot: OpponentSpot, scene: TrickScene, player: int) -> None:
    """Paint one player: name and score, and below them badges and what was taken."""
    rect = spot.plate
    brush.fill_ground(rect, "panel")
    on_turn = player == scene.turn and scene.effect.taken is None and not is_hand_over(scene)
    x, right = rect.x + 1, rect.right - 1
    start = right
    if player < scene.view.seats:
        start = brush.write_right_aligned(right, rect.y, str(scene.score(player)), "ink", bold=True) - 1
    if on_turn:
        x = brush.write(x, rect.y, "▸", "highlight", bold=True) + 1
    name = printable(scene.name(player))
    brush.write(x, rect.y, name, "highlight" if on_turn else "ink", bold=True, width=max(start - x, 1))
    x, y = rect.x + 1, rect.y + 1
    marks = badges(scene, player)
    words = taken_text_forms(scene, player)
    least = sum(len(word) + 3 if kind == "bad" else 4 for word, kind in marks) + brush.width_in_cells(words[-1])
    if least > right - x:  # the cards show who leads, but not what was taken
        marks = [mark for mark in marks if mark[0] != "LEADS"]
    room = right - x - brush.width_in_cells(words[0])
    whole = sum(len(word) + 3 for word, _ in marks) <= room
    for word, kind in marks:
        x = brush.write_badge(x, y, word if whole or kind == "bad" else word[0], kind) + 1
    tight = words[-1].replace(" of ", "/")
    words += [tight, tight.partition(" ")[0]]
    text = next((text for text in words if brush.width_in_cells(text) <= right - x), words[-1])
    brush.write(x, y, text, "muted" if text[0] == "0" else "ink", width=max(right - x, 0))


def paint_trick(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the trick, each card before its player; or all cards moving to the winner, or the last trick."""
    where = card_places(layout, scene)
    taken = scene.effect.taken
    if taken is not None:
        for player, card in sorted(taken.trick, key=lambda played: played[0] == taken.winner):
            state = State.NORMAL if player == taken.winner or taken.frame else State.DIM
            x, y = _collected_rect(where[player], where[taken.winner], taken.frame)
            _paint_card(brush, layout, scene, Rect(x, y, layout.size.width, layout.size.height), card, state)
        if not taken.frame:
            _paint_winner_arrows(brush, where[taken.winner], layout)
        return
    if scene.overlay == "last":
        best = scene.number("leader")  # not computed: trump may have changed since
        for player, card in last_trick_by_player(scene.view):
            _paint_card(brush, layout, scene, where[player], card, State.NORMAL if player == best else State.DIM)
            if player == best:
                _paint_winner_arrows(brush, where[player], layout)
        return
    trick = cards_by_player(scene.view)
    gone = {player for player, _ in trick}
    if scene.phase == "play":
        for player, rect in where.items():
            if player not in gone:
                brush.canvas.blit(rect.x, rect.y, empty_place(layout.size, scene.look))
    for player, card in trick:
        _paint_card(brush, layout, scene, where[player], card)


def _paint_card(
    brush: Brush, layout: TrickLayout, scene: TrickScene, rect: Rect, card: Card, state: State = State.NORMAL
) -> None:
    """Paint a card on the table; a card of a trump rank is marked as one."""
    if not scene.dungeon and is_trump(scene.view, card):
        state |= State.TRUMP
    brush.canvas.blit(rect.x, rect.y, face(card, layout.size, scene.look, state))


def _collected_rect(start: Rect, end: Rect, frame: int) -> tuple[int, int]:
    """Return the top left corner, in `frame`, of a card that moves from `start` to `end`."""
    part = frame / (COLLECT_FRAMES - 1)
    return round(start.x + (end.x - start.x) * part), round(start.y + (end.y - start.y) * part)


def _paint_winner_arrows(brush: Brush, rect: Rect, layout: TrickLayout) -> None:
    """Paint arrows at both sides of the winning card, except where they would touch text."""
    y = rect.y + rect.height // 2
    touching = (layout.middle.x - 1, layout.middle.right) if layout.middle.width < ROOMY_COLUMNS else ()
    for x, sign in ((rect.x - 1, "▸"), (rect.right, "<" if brush.look.ascii else "◂")):
        if x not in touching:
            brush.write(x, y, sign, "highlight", bold=True)


def paint_middle(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the number of the trick and its state, or the decision that is awaited; trump too where there is room."""
    rect = layout.middle
    texts: list[tuple[str, bool]] = []
    taken = scene.effect.taken
    if taken is not None:
        texts = [(trick_winner_text(scene, taken.winner), True)] if not taken.frame else []
    elif scene.overlay == "last":
        name = scene.name(scene.number("leader"))
        texts = [(f"{name} took the last trick", True)]
        if len(wrap(printable(brush.plain_text(texts[0][0])), max(rect.width, 1))) > rect.height:
            texts = [("Last:", False), (f"{name} took it", True)]
    elif scene.over:
        texts = [(MATCH_IS_OVER_SENTENCE, True)]
    elif scene.phase == "call" and scene.turn == scene.view.seat:
        rect = Rect(rect.x - layout.size.width, rect.y, rect.width + 2 * layout.size.width, rect.height)
        texts = [("Which suit is trump? Nobody has seen a card yet.", True)]
    elif scene.phase == "play" and not is_hand_over(scene):
        texts = [(trick_number_text(scene, rect.width), False), (winning_card_text(scene, rect.width), True)]
        queens = sum(card in QUEENS for card in scene.view.cards("trick")) if scene.dungeon else 0
        if queens > 1:
            texts[0] = (f"{queens} Queens!", True)
        if not scene.view.cards("trick") and scene.turn is not None:
            leads = "You lead" if scene.turn == scene.view.seat else f"{scene.third_person_name(scene.turn)} leads"
            texts[1] = (leads, True)
    elif scene.turn is not None and scene.turn != scene.view.seat:
        texts = [(f"{scene.third_person_name(scene.turn)} {turn_task_text(scene)}", True)]
    if rect.height >= 8 and rect.width >= 26 and scene.phase == "play":
        y = rect.y + (rect.height - 8) // 2
        _paint_tile(brush, Rect(rect.x, y, rect.width, 5), scene)
        rect = Rect(rect.x, y + 6, rect.width, 2)
    room = max(rect.width, 1)
    lines = [(line, bold) for text, bold in texts for line in wrap(printable(brush.plain_text(text)), room)]
    lines = lines[: max(rect.height, 1)]
    for y, (line, bold) in enumerate(lines, rect.y + (rect.height - len(lines)) // 2):
        x = rect.x + (rect.width - brush.width_in_cells(line)) // 2
        brush.write(x, y, line, "ink" if bold else "muted", bold=bold)


def _paint_tile(brush: Brush, rect: Rect, scene: TrickScene) -> None:
    """Paint trump in large: a suit on paper, or the trump ranks side by side."""
    look, palette = brush.look, brush.look.palette
    suit, ranks = trump_suit(scene.view), trump_ranks(scene.view)
    if suit:
        pen = style(palette.inks[SUITS.index(suit)], palette.paper if look.solid else None, bold=True)
        art = (brush.plain_text(suit),) if look.ascii else half_blocks(BIG_PIPS[suit])
        x = rect.x + (rect.width - 11) // 2
        if look.solid:
            brush.canvas.fill(x, rect.y, 11, 5, pen)
        for offset, row in enumerate(art, 1):
            brush.canvas.text(x + (11 - len(row)) // 2, rect.y + offset, row, pen)
        return
    pen = style(palette.inks[3], palette.paper, bold=True) if look.solid else look.inverse_style()
    x = rect.x + (rect.width - 6 * len(ranks) + 1) // 2
    for number, rank in enumerate(ranks):
        brush.canvas.fill(x + 6 * number, rect.y + 1, 5, 3, pen)
        brush.canvas.text(x + 6 * number, rect.y + 2, rank.center(5), pen)
