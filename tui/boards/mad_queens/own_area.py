"""The deck and the row of the seat in the middle, or how that seat's last play ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from core import Card, games
from core.engine.english import count
from tui.boards.common.travel import eased_position
from tui.boards.mad_queens.odds import Odds, deck_odds, is_joker_banned, seats_take_turns
from tui.boards.mad_queens.odds_bar import paint_caught_share, paint_queen_share
from tui.boards.mad_queens.scene import LastRow, MadQueensFrameEffect, MadQueensScene, PlayOutcome, PlaySummary
from tui.boards.mad_queens.seat_play import joker_loss_texts
from tui.boards.mad_queens.text import (
    QUEEN_PRICE_TOPIC,
    bank_price_text,
    is_play_over,
    joker_discard_texts,
    lost_row_texts,
    percent_text,
    possessive_name,
    row_count_text,
    score_text,
    seat_status,
    tells_bank_price,
    title_of,
    turned_cards_sentence,
)
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.cards import FLIP_FRAMES, LARGE, MINI, Fan, Size, State, back, empty_place, face, fan, flip_frame, stack, style
from tui.cards.state import TEMPORARY_CARD_LABEL
from tui.drawing import Brush, Rect, big_letter_rows, big_text_width, wrap_first_fitting
from tui.drawing.brush import BAR_TOP_CHARACTERS
from tui.drawing.styles import Tone, badge_style

_SENTENCE_BY_STATUS_WITH_TURNS = {
    "banked": "Banked. The next turn follows.",
    "caught": "Caught. The next turn follows.",
}
"""Maps the status of a seat whose turn is over to the sentence in place of its row, in games with turns."""

_SENTENCE_BY_STATUS = {
    "banked": "Banked. The next play begins when everybody is done.",
    "caught": "Caught. The next play begins when everybody is done.",
    "finished": "This game is over, and the score is final.",
    "done": "Done with this play; the result shows when everybody is.",
}
"""Maps the status of a seat that is not playing to the sentence in place of its row."""


MAX_BREVITY: Final = 2
"""The results of a play have forms from 0, the longest, to this one."""


def deck_rect(layout: MadQueensLayout) -> Rect:
    """Return the rectangle of the deck."""
    return Rect(layout.deck_and_row.x, layout.deck_and_row.y + 1, layout.size.width + 1, layout.size.height)


def row_rect(layout: MadQueensLayout) -> Rect:
    """Return the rectangle of the row."""
    x = layout.deck_and_row.x + layout.size.width + (2 if layout.size is MINI else 4)
    return Rect(x, layout.deck_and_row.y + 1, layout.deck_and_row.right - x, layout.size.height)


def row_fan(layout: MadQueensLayout, card_count: int) -> Fan:
    """Return the fan in which a row of `card_count` cards lies, which begins at the left end of the row's rectangle."""
    return fan(card_count, row_rect(layout).width, layout.size, focus=card_count - 1, centred=False)


def paint_deck_and_row(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the deck, and beside it the row, or a text if there is no row.

    Those of another player than the one in front, whose turn it is, lie on the same ground as the other players.
    """
    seat, view = scene.middle_seat, scene.view
    left = view.count(f"deck/{seat}") - scene.effect.card_is_turning
    deck, place = deck_rect(layout), row_rect(layout)
    if seat != scene.focus:
        brush.fill_ground(_ground_of_deck_and_row(layout), "panel")
    _paint_deck_title(brush, Rect(deck.x, layout.deck_and_row.y, place.x - 1 - deck.x, 1), scene)
    brush.canvas.blit(deck.x, deck.y, stack(left, layout.size, scene.look))
    row = scene.row(seat)
    if row or scene.effect.flip_frame is not None:
        title = title_of(scene, seat, "ROW")
        if is_joker_banned(view, seat) or is_play_over(view, seat):  # a banned Joker turns them: they are no row
            title = f"FROM {title_of(scene, seat, 'DECK')}"
        is_active = seat != scene.focus or (scene.decision_counts and scene.legal and seat == scene.view.seat)
        tone: Tone = "highlight" if is_active else "ink"
        x = brush.write(place.x, layout.deck_and_row.y, title, tone, bold=True, width=place.width // 2)
        hidden = row_fan(layout, len(row) + (scene.effect.flip_frame is not None)).hidden_before
        forms = (f"{count(hidden, 'card')} hidden", f"{hidden} hidden") if hidden else ("",)
        texts = [*(", ".join(filter(None, (row_count_text(scene), form))) for form in forms), row_count_text(scene)]
        room = _ground_of_deck_and_row(layout).right - x - 2
        text = next((one for one in texts if brush.width_in_cells(one) <= room), texts[-1])
        brush.write(x + 2, layout.deck_and_row.y, text, "ink", width=room)
        _paint_row(brush, layout, scene, row)
    elif scene.last_row is not None and _is_play_result_current(scene, seat):
        _paint_play_result(brush, layout, scene, scene.last_row)
    elif scene.summary is not None:
        top = layout.deck_and_row.y
        area = Rect(place.x, top, place.width, place.height + 1)
        paint_summary(brush, area, scene, scene.summary, has_title_beside=layout.queens.y == top)
    else:
        _paint_place_of_next_row(brush, layout, scene)


def _ground_of_deck_and_row(layout: MadQueensLayout) -> Rect:
    """Return the rows of deck and row over the whole table, or as far as the four Queens beside the row."""
    line, felt = layout.deck_and_row, layout.felt
    right = line.right if layout.queens.y == line.y else felt.right
    return Rect(felt.x, line.y, right - felt.x, line.height)


def _paint_deck_title(brush: Brush, rect: Rect, scene: MadQueensScene) -> None:
    """Paint the title of the deck: whose it is, if players take turns; else it is always that of the seat in front.

    Where there is no room for both words, the title of a row beside it says whose they are.
    """
    title, is_others = "DECK", scene.middle_seat != scene.focus
    if seats_take_turns(scene.view):
        seat = scene.middle_seat
        forms = [title_of(scene, seat, "DECK"), "YOURS" if seat == scene.view.seat else possessive_name(scene, seat)]
        if scene.row(scene.middle_seat) or scene.effect.flip_frame is not None:
            forms.pop()
        title = next((form for form in forms if brush.width_in_cells(form) <= rect.width), title)
    brush.write(rect.x, rect.y, title, "highlight" if is_others else "muted", bold=True)


def _is_play_result_current(scene: MadQueensScene, seat: int) -> bool:
    """Return whether the end of the last play of the seat in front is still shown: until its next play begins, or a
    banned Joker comes, whose result it would seem to be."""
    word = seat_status(scene.view, seat)
    play = scene.play_of(seat)
    has_joker_come = scene.shows_joker or play.joker_cards_lost or play.joker_cards_banked
    if seat != scene.focus or word == "playing":
        return False
    return scene.over or (not has_joker_come if word != "finished" else scene.summary is None)


def _paint_place_of_next_row(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the empty place of the next row, with a text that says what happens next."""
    place = row_rect(layout)
    seat = scene.middle_seat
    x = place.x + layout.size.width + 2
    word = seat_status(scene.view, seat)
    may_turn = scene.decision_counts and bool(scene.legal) and scene.effect == MadQueensFrameEffect()
    if may_turn and layout.size.height >= LARGE.height:
        _paint_next_places(brush, layout, scene, 0)
        place = Rect(place.x, layout.deck_and_row.y, place.width, 1)
        x = place.x
    else:
        brush.canvas.blit(place.x, place.y, empty_place(layout.size, scene.look))
    if word == "playing":
        texts: Sequence[str] = (
            "Reveal the first card of your deck."
            if scene.legal
            else f"{scene.names[seat]} has not revealed a card yet.",
        )
        if scene.number(f"hits/{seat}"):
            texts = ("An exact hit lies in the bank; the row is empty.", "The row is empty.")
            if seat == scene.view.seat and scene.legal and tells_bank_price(scene):
                price = f"ends your play, and {bank_price_text(scene.view, seat)}."
                brief = (
                    "costs a Queen" if scene.view.cards(f"aside/{seat}") else f"brings a {TEMPORARY_CARD_LABEL} card"
                )
                texts = (
                    f"{texts[0]} Banking brings no more points: it {price}",
                    f"{texts[0]} Banking {price}",
                    f"The row is empty. Banking {price}",
                    f"Banking {price}",
                    f"Banking an empty row {brief}.",
                    *texts,
                )
        elif scene.effect != MadQueensFrameEffect() or (seat == scene.view.seat and not scene.legal):
            texts = ()  # a card is shown first, or the note about the person's own card
    else:
        if scene.view.facts[f"cause/{seat}"]:  # a temporary Joker has ended the game after the banking
            word = "finished"
        turns = _SENTENCE_BY_STATUS_WITH_TURNS if seats_take_turns(scene.view) else {}
        texts = (turns.get(word) or _SENTENCE_BY_STATUS.get(word, ""),)
    if scene.shows_joker:
        texts = ()  # its banner says what happens next
    lines = wrap_first_fitting(texts, place.right - x, place.height)
    for y, line in enumerate(lines, place.y + (place.height - len(lines)) // 2):
        brush.write(x, y, line, "muted")


def _paint_row(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, row: tuple[Card, ...]) -> None:
    """Paint the row; its last card may be turning over or caught, and cards of a lost row are being removed."""
    effect, look, size = scene.effect, scene.look, layout.size
    place = row_rect(layout)
    laid = row_fan(layout, len(row) + (effect.flip_frame is not None))
    if laid.hidden_before:
        brush.write_right_aligned(
            place.x, place.y + size.height // 2, "<" if look.ascii else "◄", "highlight", bold=True
        )
    for spot in laid.places[: len(laid.places) - effect.cards_swept]:
        edge = spot is not laid.places[0] and laid.step <= size.width
        x = place.x + spot.x
        if spot.index == len(row):
            frame = effect.flip_frame or 0
            turning = (
                back(size, look) if effect.turned_card is None else flip_frame(effect.turned_card, size, look, frame)
            )
            x = eased_position(deck_rect(layout).right, x, frame, FLIP_FRAMES - 1)
            brush.canvas.blit(x, place.y, turning)
            continue
        card = row[spot.index]
        state = _row_card_state(scene, card)
        brush.canvas.blit(x, place.y, face(card, size, look, state, spot.visible_columns, edge))
    if effect.flip_frame is None and effect.caught_and_banned_card is None and scene.decision_counts and scene.legal:
        _paint_next_places(brush, layout, scene, laid.right + 1)


def _paint_next_places(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, start: int) -> None:
    """Paint the place of the next card of the row, from column `start` of its rectangle, if it has room.

    Large places show how likely it is that a card is caught up to each of the next cards, as far as there is room, and
    the first one also how likely a Queen is. If no card can be caught, all show how likely a Queen is.
    """
    place, size = row_rect(layout), layout.size
    known = deck_odds(scene.view, scene.middle_seat)
    for number, x in enumerate(range(start, place.width - size.width + 1, size.width + 1), 1):
        rect = Rect(place.x + x, place.y, size.width, size.height)
        if size.height < LARGE.height:
            brush.canvas.blit(rect.x, rect.y, empty_place(size, scene.look))
            return
        if number <= known.card_count:
            _paint_danger(brush, rect, size, known, number)


def _paint_danger(brush: Brush, rect: Rect, size: Size, odds: Odds, card_count: int) -> None:
    """Paint in the place of a card the chance that one of the next `card_count` cards is caught, or is a Queen if none
    can be caught: as a figure, and as rows at the foot that look as in the bar of odds, to an eighth of a row.

    For one card the chance of the other follows; both are the same figures as in the bar of odds.
    """
    look = brush.look
    queens_only = not odds.caught_count and odds.queen_count > 0
    chance = odds.chance_of_queen(card_count) if queens_only else odds.chance_of_catch(card_count)
    ground = look.palette.sheet if look.solid else None
    if look.solid:
        brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, style(None, ground))
    else:
        brush.canvas.blit(rect.x, rect.y, empty_place(size, look))
    rows, eighths = divmod(round(8 * chance * rect.height), 8)
    share = Rect(rect.x, rect.bottom - rows, rect.width, rows)
    if queens_only:
        paint_queen_share(brush, share)
    else:
        paint_caught_share(brush, share)
    figures = str(round(100 * chance))
    has_big_figures = big_text_width(figures) + 4 <= rect.width and not look.ascii
    if has_big_figures:  # the sign small: of big dots it is a chequer
        big = tuple(f"{row} {sign}" for row, sign in zip(big_letter_rows(figures), " % ", strict=True))
    else:
        big = ("", f" {figures}% ", "")
    first = card_count == 1  # the one that the person decides on now
    what = ("Queen", "any Queen") if queens_only else ("caught", "any caught")
    forms: list[tuple[str, ...]] = [
        ("next card", "next") if first else (f"next {card_count} cards", f"next {card_count}")
    ]
    forms += [(row,) for row in big]
    forms.append(what[:1] if first else (what[1], what[0]))
    if first and queens_only:
        forms.append(("0% caught",))
    elif first and odds.queen_count:
        forms.append((f"{percent_text(odds.queen_count, odds.card_count)} Queen",))
    edge_row = rect.bottom - rows - 1
    if eighths and edge_row >= rect.y + len(forms):  # beside a text its two ends would be two stumps
        colour = look.palette.queen if queens_only else look.palette.bad
        pen = style(colour if look.coloured else None, ground, bold=not look.coloured)
        edge = brush.displayable_text(BAR_TOP_CHARACTERS[eighths])
        brush.canvas.fill(rect.x, edge_row, rect.width, 1, pen, edge)
    for y, texts in enumerate(forms, rect.y):
        # narrower than the place: the places stand one column apart, and their texts would be read together
        text = next((text for text in texts if len(text) < rect.width), texts[-1])
        if text and len(text) + 2 <= rect.width:
            text = f" {text} "
        ink = look.palette.muted if not first else look.palette.ink if texts[0] in big else look.palette.highlight
        pen = style(ink, ground, bold=True)
        if y >= share.y:  # on the bar the text has its ground, so that the bar stays whole
            pen = badge_style(look, "queen" if queens_only else "bad")
        brush.canvas.text(rect.x + (rect.width - len(text)) // 2, y, text, pen)


def _row_card_state(scene: MadQueensScene, card: Card) -> State:
    """Return the state of a card of the row."""
    effect = scene.effect
    if effect.caught_and_banned_card is not None:
        return State.CAUGHT if card == effect.caught_and_banned_card[0] else State.DIM
    return State.DOUBLED if card == effect.exact_hit else State.NORMAL


def _paint_play_result(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, last_row: LastRow) -> None:
    """Paint how the play ended for the seat in front while others still play: its lost row in grey, and the reason."""
    place = row_rect(layout)
    x = brush.write_badge(place.x, layout.deck_and_row.y, last_row.banner.word, last_row.banner.badge_kind)
    if last_row.row:
        laid = fan(len(last_row.row), place.width * 3 // 5, layout.size, focus=len(last_row.row) - 1, centred=False)
        if laid.hidden_before:
            brush.write(x + 1, layout.deck_and_row.y, f"{count(laid.hidden_before, 'card')} hidden", "muted")
        for spot in laid.places:
            card = last_row.row[spot.index]
            edge = spot is not laid.places[0] and laid.step <= layout.size.width
            state = State.CAUGHT if card == last_row.caught_card else State.DIM
            drawing = face(card, layout.size, scene.look, state, spot.visible_columns, edge)
            brush.canvas.blit(place.x + spot.x, place.y, drawing)
        x = place.x + laid.right + 2
    else:
        x = place.x
    banner = last_row.banner
    told = [banner.sentence, *banner.shorter_sentences]
    texts = [f"{told[0]} {last_row.risk}".rstrip(), *told]
    order = turned_cards_sentence(scene, last_row)
    if order:  # after a Queen or a Joker: without it the card that was caught seems to come from nowhere
        texts = [*(f"{order} {text}" for text in texts), *texts]
    lines = wrap_first_fitting(texts, place.right - x, place.height)
    for y, line in enumerate(lines, place.y + (place.height - len(lines)) // 2):
        brush.write(x, y, line, "ink")


def paint_summary(
    brush: Brush, rect: Rect, scene: MadQueensScene, summary: PlaySummary, *, has_title_beside: bool
) -> None:
    """Paint the results of the last play for each player, in as many columns as fit.

    They are the points that the play brought; or scores, if it is not known of every player what they won or lost. The
    heading says which card caught the row of the seat in front, as the log may have no room for it any more. Turns are
    in the order in which they were taken, the newest first, with their numbers, as in two columns the order alone is
    read down as well as across; of a play for all the seat in front is first. `has_title_beside`: another title stands
    at the right of the heading, which would be read with it.
    """
    x = brush.write_badge(rect.x, rect.y, summary.title, "panel")
    lost = scene.last_row if scene.last_row is not None and scene.last_row.loss_texts else None
    forms = _summary_heading(scene, summary)
    room = rect.right - x - has_title_beside
    words = next((text for text in forms if brush.width_in_cells(text) < room), forms[-1])
    brush.write(x + 1, rect.y, words, "highlight" if lost else "muted", bold=bool(lost), width=rect.right - x - 1)
    if seats_take_turns(scene.view):
        cells = [*reversed(summary.outcomes)]
    else:
        cells = sorted(summary.outcomes, key=lambda o: (o.seat != scene.focus, -_shown_points(summary, o), o.seat))
    rows = rect.height - 1
    columns = max(rect.width // 22, 1) if rect.width < 60 else rect.width // 28
    if len(summary.outcomes) <= rows:
        columns = 1
    width = rect.width if columns == 1 else min(rect.width // columns, 28)
    room = columns * rows
    left_out = len(cells) - room
    if left_out > 0:
        cells = cells[: room - 1]
    labels = [_outcome_label(scene, summary, outcome) for outcome in cells]
    longest_label = max(map(brush.width_in_cells, labels), default=0)
    number_width = 1 + max((len(f"{_shown_points(summary, outcome):+d}") for outcome in cells), default=0)
    rows_used = -(-len(cells) // columns)
    label_width = min(width - 13, longest_label)  # a name of four letters after the number of a late turn
    words_width = width - 2 - label_width - number_width
    paying = [one for one in cells if one.points_lost]  # all of them are told in one form
    brevity = next(
        (
            form
            for form in range(MAX_BREVITY)
            if all(brush.width_in_cells(_outcome_texts(one, form)[0]) <= words_width for one in paying)
        ),
        MAX_BREVITY,
    )
    for number, (outcome, label) in enumerate(zip(cells, labels, strict=True)):
        row, column = divmod(number, columns)  # across, as the rows of a text are read
        x, y = rect.x + column * width, rect.y + 1 + row
        brush.write(x, y, label, "ink", bold=outcome.seat == scene.view.seat, width=label_width)
        texts = _outcome_texts(outcome, brevity)
        told = Rect(x + label_width, y, width - 1 - label_width, 1)
        _paint_outcome(brush, told, summary, outcome, texts, number_width)
    if left_out <= 0:
        free = Rect(rect.x, rect.y + 1 + rows_used, rect.width, rows - rows_used)
        lines = wrap_first_fitting(lost_row_texts(scene, lost) if lost else (), free.width, free.height)
        if not lines and columns > 1:  # no room beside the name for which cards they were
            discarded = [card for one in cells if one.seat == scene.focus for card in one.joker_cards_lost]
            lines = wrap_first_fitting(joker_discard_texts(scene, discarded), free.width, free.height)
        for y, line in enumerate(lines, free.y + (free.height > len(lines))):
            brush.write(free.x, y, line, "muted")
    if left_out > 0:
        number_caught = sum(outcome.status == "caught" for outcome in summary.outcomes)
        x = rect.x + (columns - 1) * width
        text = f"{left_out + 1} more; {number_caught} caught in all"
        brush.write(x, rect.bottom - 1, text, "muted", width=rect.right - x)


def _summary_heading(scene: MadQueensScene, summary: PlaySummary) -> Sequence[str]:
    """Return texts above the results of the last play, the longest first: how the row of the seat in front was lost, or
    the score with which it has finished, or what the results are."""
    lost = scene.last_row.loss_texts if scene.last_row is not None else ()
    if lost:
        whose = f"{possessive_name(scene, scene.focus)} " * seats_take_turns(scene.view)  # others' turns stand below
        return [*(f"{whose}{text}" for text in (*lost, lost[-1].partition(":")[0])), ""]
    if seat_status(scene.view, scene.focus) == "finished":
        name, score = scene.name(scene.focus), score_text(scene.view, scene.score(scene.focus))
        return (f"{name}: finished with {score}", f"{name}: {score}", score, "")
    units = f"{games[scene.view.game].score_unit}s"
    paid = "" if QUEEN_PRICE_TOPIC in scene.taught_later else " or paid"
    words = f"{units} won{paid}" if summary.are_gains_known else f"{units} in each bank"
    return (f"{words}, and how it ended", words, units, "")


def _outcome_label(scene: MadQueensScene, summary: PlaySummary, outcome: PlayOutcome) -> str:
    """Return the name of the seat of an outcome, after the number of its turn: ``11: Fay``; the numbers end in one
    column."""
    name = scene.name(outcome.seat)
    if outcome.turn_number is None:
        return name
    digits = max(len(str(other.turn_number)) for other in summary.outcomes)
    return f"{outcome.turn_number:>{digits}}: {name}"


def _paint_outcome(
    brush: Brush,
    rect: Rect,
    summary: PlaySummary,
    outcome: PlayOutcome,
    texts: Sequence[str],
    number_width: int,
) -> None:
    """Paint the result of the last play for one player beside the name: points, and how the play ended.

    `texts` say how it ended, the longest first. The points take `number_width` columns.
    """
    x, y = rect.x, rect.y
    points = _shown_points(summary, outcome)
    # a number right before a status reads as its count, as in 0 caught: a comma after a score, and no zero, unless
    # gains and losses are equal
    is_empty = summary.are_gains_known and not points and not outcome.parts
    number = "" if is_empty else f"{points:{'+' if summary.are_gains_known else ''}d}"
    x += number_width
    brush.write_right_aligned(x, y, number, "highlight" if points > 0 else "muted", bold=True)
    x = 1 + (x if summary.are_gains_known else brush.write(x, y, ",", "muted"))
    caught = outcome.status == "caught"
    words = next((text for text in texts if brush.width_in_cells(text) <= rect.right - x), texts[-1])
    brush.write(x, y, words, "ink" if caught else "muted", bold=caught, width=rect.right - x)


def _outcome_texts(outcome: PlayOutcome, brevity: int = 0) -> Sequence[str]:
    """Return texts that say how a play ended for a seat and what explains its points, the longest first.

    With a `brevity` above 0 what Queens cost is a part of a sum, as for another seat that has no room for more; from
    `MAX_BREVITY` on the sum names no row.
    """
    texts: Sequence[str] = (outcome.status, *("ended",) * (outcome.status == "finished"))
    if outcome.parts:
        has_banked = outcome.points_banked > 0
        status = f"banked {outcome.points_banked}" if has_banked or outcome.status == "banked" else outcome.status
        ended = f", {outcome.status}" if has_banked and outcome.status == "finished" else ""
        brief = _brief_sum_texts(outcome, status, ended, names_row=brevity < MAX_BREVITY)
        is_price_alone = outcome.gain == -outcome.points_lost < 0  # then the gain itself says what the Queens took
        long = () if brief and (brevity or is_price_alone) else (f"{status}, {outcome.reason}{ended}",)
        hit = (f"{outcome.reason.removesuffix('s').removesuffix(' hit')}, {outcome.status}",)
        last_reason = outcome.reason if outcome.is_explained_by_one_hit else str(outcome.parts[-1])
        texts = (*long, *brief, *hit * outcome.is_explained_by_one_hit, outcome.reason, last_reason, outcome.status)
    losses = joker_loss_texts(outcome.joker_cards_lost)
    return (*(f"{text}, {loss}" for text, loss in product(texts, losses)), *texts)


def _brief_sum_texts(outcome: PlayOutcome, status: str, ended: str, *, names_row: bool) -> Sequence[str]:
    """Return of what the points of a play consist, the longest text first, in fewer words: ``banked 6, -2 to Q♦`` or
    ``(+6, -2 to Q♦)`` if the seat paid Queens; ``caught, paid Q♦`` or ``to Q♦, caught`` if it won none, as its number
    is the price; ``banked 6, hit +2`` for a row and hits; () for one thing alone.

    `status` begins a text without a sum in brackets, left out unless `names_row`; `ended` is the end of the first text.
    """
    banked = outcome.points_banked
    if outcome.is_explained_by_one_hit:
        return ()
    if not outcome.points_lost:
        hits = ", ".join(part.short_text for part in outcome.parts)
        more = (f"(+{banked}, {hits})", "banked") if banked else (f"ended, {hits}",) * (status == "finished")
        return (f"{status}, {hits}", *more)
    *won, cost = outcome.parts
    told = (cost.short_text, f"{cost.points:+d}")
    numbers = [*[banked] * bool(banked), *(part.points for part in won)]
    if not numbers:  # the gain is what the Queens took
        forms = ("{1}, paid {0}", "to {0}, {1}", "{0}, {1}")
        return [form.format(cost.source, outcome.status) for form in forms]
    sums = dict.fromkeys((", ".join(f"{number:+d}" for number in numbers), f"{sum(numbers):+d}"))
    texts = [f"({total}, {text})" for text in told for total in sums]
    named = ", ".join((status, *(part.short_text for part in outcome.parts)))
    return [*[f"{named}{ended}"] * names_row, f"{texts[0]}{ended}", *texts]


def _shown_points(summary: PlaySummary, outcome: PlayOutcome) -> int:
    """Return the points of a seat in a summary: what it won or lost, or its score."""
    return outcome.gain or 0 if summary.are_gains_known else outcome.score
