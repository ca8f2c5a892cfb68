"""The cards of the seat in front: deck and row, bank, and the four Queens."""

from __future__ import annotations

from collections.abc import Sequence

from core import Card, games
from core.engine.english import count
from core.mad_queens import is_hit
from tui.boards.mad_queens.layout import MadQueensLayout
from tui.boards.mad_queens.odds import row_points, scores_count_cards
from tui.boards.mad_queens.scene import LastRow, MadQueensEffect, MadQueensScene, PlaySummary
from tui.boards.mad_queens.text import possessive_name, queen_places, score_text, seat_status
from tui.cards import CHIP, MINI, Size, State, back, empty_place, face, fan, flip, stack
from tui.drawing import Brush, Rect, wrap

_STATUS_WORDS = {
    "banked": "Banked. The next play begins when everybody has finished theirs.",
    "caught": "Caught. The next play begins when everybody has finished theirs.",
    "finished": "This game has ended; its score stands.",
    "done": "Done with this play; the rest is seen when everybody is.",
}
"""The words for a status."""


def deck_rect(layout: MadQueensLayout) -> Rect:
    """Return the rectangle of the deck."""
    return Rect(layout.line.x, layout.line.y + 1, layout.size.width + 1, layout.size.height)


def row_rect(layout: MadQueensLayout) -> Rect:
    """Return the rectangle of the row."""
    x = layout.line.x + layout.size.width + (2 if layout.size is MINI else 4)
    return Rect(x, layout.line.y + 1, layout.line.right - x, layout.size.height)


def paint_deck_and_row(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the deck, and beside it the row, or a text if there is no row."""
    seat, view = scene.middle_seat, scene.view
    left = view.count(f"deck/{seat}") - scene.effect.turning_up
    deck, place = deck_rect(layout), row_rect(layout)
    whose = possessive_name(scene, seat)
    brush.write(deck.x, layout.line.y, "DECK", "muted", bold=True)
    brush.canvas.blit(deck.x, deck.y, stack(left, layout.size, scene.look))
    row = scene.row(seat)
    if row or scene.effect.flip is not None:
        title = "YOUR ROW" if whose == "your" else f"{whose} ROW"
        x = brush.write(place.x, layout.line.y, title, "muted", bold=True, width=place.width // 2)
        if row:
            words = count(len(row), "card")
            if not scores_count_cards(view):
                words += f", {score_text(view, row_points(view, seat))}"
            brush.write(x + 2, layout.line.y, words, "ink")
        _paint_row(brush, layout, scene, row)
    elif scene.after is not None and _is_play_result_current(scene, seat):
        _paint_play_result(brush, layout, scene, scene.after)
    elif scene.summary is not None:
        paint_summary(brush, Rect(place.x, layout.line.y, place.width, place.height + 1), scene, scene.summary)
    else:
        _paint_no_row(brush, layout, scene)


def _is_play_result_current(scene: MadQueensScene, seat: int) -> bool:
    """Return whether the end of the last play of the seat in front must still be shown."""
    word = seat_status(scene.view, seat)
    if seat != scene.focus or word == "playing":
        return False
    return scene.over or word != "finished" or scene.summary is None


def _paint_no_row(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the empty place of the next row, with the text of the next step."""
    place = row_rect(layout)
    seat = scene.middle_seat
    brush.canvas.blit(place.x, place.y, empty_place(layout.size, scene.look))
    x = place.x + layout.size.width + 2
    word = seat_status(scene.view, seat)
    if word == "playing":
        text = "Turn the first card of your deck." if scene.legal else f"{scene.names[seat]} has not turned a card yet."
        if scene.number(f"hits/{seat}"):
            text = "An exact hit lies in the bank; the row is empty."
        elif scene.effect != MadQueensEffect() or (seat == scene.view.seat and not scene.legal):
            text = ""  # a card is shown first, or the note about the person's own card
    else:
        text = _STATUS_WORDS.get(word, "")
    lines = wrap(text, place.right - x)
    for y, line in enumerate(lines[: place.height], place.y + (place.height - len(lines)) // 2):
        brush.write(x, y, line, "muted")


def _paint_row(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, row: tuple[Card, ...]) -> None:
    """Paint the row: the last card turning over or caught, the first ones swept away."""
    effect, look, size = scene.effect, scene.look, layout.size
    place = row_rect(layout)
    number = len(row) + (effect.flip is not None)
    laid = fan(number, place.width, size, focus=number - 1, centred=False)
    if laid.before:
        brush.write_right_aligned(
            place.x, place.y + size.height // 2, "<" if look.ascii else "◄", "highlight", bold=True
        )
    for spot in laid.places[: len(laid.places) - effect.swept]:
        edge = spot is not laid.places[0] and laid.step <= size.width
        x = place.x + spot.x
        if spot.index == len(row):
            turning = back(size, look) if effect.turned is None else flip(effect.turned, size, look, effect.flip or 0)
            brush.canvas.blit(x, place.y, turning)
            continue
        card = row[spot.index]
        state = _row_state(scene, card)
        brush.canvas.blit(x, place.y, face(card, size, look, state, spot.reach, edge))


def _row_state(scene: MadQueensScene, card: Card) -> State:
    """Return the state of a card of the row."""
    effect = scene.effect
    if effect.caught is not None:
        if card == effect.caught[0] or is_hit(card, effect.caught[1]):
            return State.CAUGHT
        return State.DIM
    return State.DOUBLED if card == effect.doubled else State.NORMAL


def _paint_play_result(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, after: LastRow) -> None:
    """Paint the end of the play for the seat in front while others still play: a lost row in grey, and the reason."""
    place = row_rect(layout)
    brush.write_badge(place.x, layout.line.y, after.banner.word, after.banner.mark)
    if after.row:
        laid = fan(len(after.row), place.width * 3 // 5, layout.size, focus=len(after.row) - 1, centred=False)
        for spot in laid.places:
            card = after.row[spot.index]
            edge = spot is not laid.places[0] and laid.step <= layout.size.width
            state = State.CAUGHT if card == after.caught else State.DIM
            drawing = face(card, layout.size, scene.look, state, spot.reach, edge)
            brush.canvas.blit(place.x + spot.x, place.y, drawing)
        x = place.x + laid.right + 2
    else:
        x = place.x
    lines = wrap(after.banner.sentence, place.right - x)[: place.height]
    for y, line in enumerate(lines, place.y + (place.height - len(lines)) // 2):
        brush.write(x, y, line, "ink")


def paint_summary(brush: Brush, rect: Rect, scene: MadQueensScene, summary: PlaySummary) -> None:
    """Paint each player's result of the last play, in as many columns as fit."""
    x = brush.write_badge(rect.x, rect.y, summary.title, "panel")
    if seat_status(scene.view, scene.focus) == "finished":
        words = f"{scene.name(scene.focus)}: finished with {score_text(scene.view, scene.score(scene.focus))}"
    else:
        words = f"{games[scene.view.game].score_unit}s won or lost"
        more = f"{words}, and how it ended"
        words = more if brush.width_in_cells(more) < rect.right - x else words
    brush.write(x + 1, rect.y, words, "muted", width=rect.right - x - 1)
    mine = [outcome for outcome in summary.outcomes if outcome.seat == scene.focus]
    rest = sorted((o for o in summary.outcomes if o.seat != scene.focus), key=lambda o: (-(o.gain or 0), o.seat))
    columns = max(rect.width // 22, 1) if rect.width < 60 else rect.width // 28
    width = min(rect.width // columns, 28)
    rows = rect.height - 1
    room = columns * rows
    cells = [*mine, *rest]
    left_out = len(cells) - room
    if left_out > 0:
        cells = cells[: room - 1]
    for number, outcome in enumerate(cells):
        column, row = divmod(number, rows) if len(cells) > columns else (number, 0)
        x, y = rect.x + column * width, rect.y + 1 + row
        end, name_width = x + width - 1, width - 15
        brush.write(x, y, scene.name(outcome.seat), "ink", bold=outcome.seat == scene.view.seat, width=name_width)
        gain = outcome.gain or 0
        if outcome.gain is not None:
            words = f"{gain:+d}" if gain else "0"
            brush.write_right_aligned(x + name_width + 4, y, words, "highlight" if gain > 0 else "muted", bold=True)
        x += name_width + 5
        caught = outcome.status == "caught"
        if outcome.reason:
            x = brush.write(x, y, outcome.reason, "ink", bold=True) + 1
        words = outcome.status
        if words == "finished" and brush.width_in_cells(words) > end - x:
            words = "ended"
        brush.write(x, y, words, "ink" if caught else "muted", bold=caught, width=end - x)
    if left_out > 0:
        number_caught = sum(outcome.status == "caught" for outcome in summary.outcomes)
        x = rect.x + (columns - 1) * width
        text = f"{left_out + 1} more; {number_caught} caught in all"
        brush.write(x, rect.bottom - 1, text, "muted", width=rect.right - x)


def paint_bank(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the bank, the top card at the right, with cards that count double and cards that a Queen takes."""
    rect, size, look, view = layout.bank, layout.bank_size, scene.look, scene.view
    seat = scene.focus
    bank = view.cards(f"bank/{seat}")
    title = "YOUR BANK" if possessive_name(scene, seat) == "your" else f"{possessive_name(scene, seat)} BANK"
    x = brush.write(rect.x, rect.y, title, "muted", bold=True, width=rect.width // 2)
    words = score_text(view, scene.score(seat)) if bank else "empty"
    if bank and not scores_count_cards(view):
        words += f" in {count(len(bank), 'card')}"
    doubled = f", {view.facts[f'doubled/{seat}']} doubled"
    if view.facts[f"doubled/{seat}"] and x + 2 + len(words + doubled) <= rect.right:
        words += doubled
    brush.write(x + 2, rect.y, words, "ink", width=rect.right - x - 2)
    if not bank:
        brush.canvas.blit(rect.x, rect.y + 1, empty_place(size, look))
        return
    asked = scene.effect.price if scene.middle_seat == seat else 0
    laid = fan(len(bank), rect.width, size, focus=len(bank) - 1, centred=False, gap=0 if size is CHIP else 1)
    states = _bank_states(bank, view.facts[f"exact/{seat}"], asked)
    if laid.before:
        middle = rect.y + 1 + size.height // 2
        brush.write(rect.x, middle, "<" if look.ascii else "◄", "highlight", bold=True)
    taken = scene.effect.taken if asked else 0
    for spot in laid.places[: len(laid.places) - taken]:
        edge = spot is not laid.places[0] and laid.step <= size.width
        drawing = face(bank[spot.index], size, look, states[spot.index], spot.reach, edge)
        brush.canvas.blit(rect.x + spot.x, rect.y + 1, drawing)


def _bank_states(bank: Sequence[Card], exact: object, asked: int) -> list[State]:
    """Return the states of a bank's cards; of two equal Jokers neither counts double."""
    doubled = exact if isinstance(exact, tuple) else ()
    states = [State.DOUBLED if card in doubled else State.NORMAL for card in bank]
    for place in range(len(bank) - asked, len(bank)):
        states[place] |= State.DIM
    return states


def paint_queens(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the four Queens of the seat in front: aside, in the deck face down, or spent."""
    rect, size, look = layout.queens, layout.bank_size, scene.look
    places = queen_places(scene.view, scene.focus)
    if layout.size is MINI:
        for number, (number_of_card, place) in enumerate(places):
            if rect.height >= 4:
                x, y = rect.x, rect.y + number
                brush.canvas.blit(x, y, face(Card(number_of_card), CHIP, look, _queen_state(place)))
                brush.write(x + 5, y, place, "muted" if place == "spent" else "ink")
            else:
                x, y = rect.x + number % 2 * 9, rect.y + number // 2
                end = brush.write(x, y, look.card_text(Card(number_of_card)), "ink", bold=True)
                brush.write(end, y, f" {place.removeprefix('in ')}", "muted")
        return
    brush.write(rect.x, rect.y, "QUEENS", "muted", bold=True)
    for number, (number_of_card, place) in enumerate(places):
        x = rect.x + number * (size.width + 1)
        _paint_queen(brush, x, rect.y + 1, Card(number_of_card), place, size)


def _paint_queen(brush: Brush, x: int, y: int, queen: Card, place: str, size: Size) -> None:
    """Paint one of the four Queens with the word for her place below."""
    look = brush.look
    brush.canvas.blit(x, y, face(queen, size, look, _queen_state(place)))
    word = place if size.width > 5 or place != "in deck" else "deck"
    start = x + (size.width - len(word) + 1) // 2
    brush.write(start, y + size.height, word, "muted" if place == "spent" else "ink")


def _queen_state(place: str) -> State:
    """Return the state in which a Queen is painted, by her place."""
    return {"aside": State.NORMAL, "in deck": State.DOWN, "spent": State.DIM}[place]
