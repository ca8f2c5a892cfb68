"""The stage, a zone over the discard pile, and what it shows: banners, dice, questions, the summary of a round."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.big_queen import BIG_QUEEN, TEAM_NAMES, seats_of_team
from core.engine.english import count, english_list
from tui.boards.big_queen.discard_pile import paint_pile
from tui.boards.big_queen.keys import key_name_of
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene, RoundSummary, TeamRoundScore, own_hand
from tui.boards.big_queen.selection import total_points
from tui.boards.big_queen.team_scores import paint_progress, team_style, team_symbol
from tui.boards.big_queen.text import GO_OUT_LABEL, NOT_YET_LABEL, unanswered_partners
from tui.boards.common.background import MIN_BOARD_COLUMNS
from tui.boards.common.commands import AnswerQuestion
from tui.boards.common.travel import SCORE_COUNT_FRAMES, eased_position
from tui.cards import GRAND, HUGE, LARGE, MID, MINI, VAST, face
from tui.drawing import (
    Banner,
    Brush,
    ClickArea,
    Rect,
    big_letter_rows,
    clip,
    paint_banner,
    printable,
    wrap,
    wrap_first_fitting,
)
from tui.drawing.styles import BadgeKind, badge_style

_ANSWER_BUTTONS: Final[tuple[tuple[str, AnswerQuestion, BadgeKind], ...]] = (
    (f"{key_name_of('answer(True)')}   {GO_OUT_LABEL}", AnswerQuestion(yes=True), "good"),
    (f"{key_name_of('answer(False)')}   {NOT_YET_LABEL}", AnswerQuestion(yes=False), "bad"),
)
"""The buttons for the two answers to a partner: label, command, and the kind that decides the button's colour."""

_QUESTION_ROWS: Final = 2
"""The height in rows of a partner's question without its buttons: the question, and what the answer means."""

ROUND_PANEL_ROWS: Final = 11
"""The height in rows of the panel at the end of a round if it lists the players of each team; a free row above and one
below are included."""

MIN_SUMMARY_ROWS_WITH_HEADS: Final = 4
"""A summary of a round has words above its numbers if it has at least this many rows, else beside them."""

_COLUMNS_WITH_WORDS: Final = (10, 10, 12, 11)
"""The columns of the four numbers of a team with their words beside them, as in ``-100 held``."""

_MIN_PANEL_ROWS: Final = 6
"""The least height in rows of the panel at the end of a round, if the zone that it lies over is that high."""

MAX_ROUND_PANEL_COLUMNS: Final = 72
"""The panel at the end of a round is at most this many columns wide."""

_WAY_ON_TEXT: Final = f"{key_name_of('take_or_lay')}: go on"
"""The text that names the key which ends a pause."""


def paint_stage(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea] | None:
    """Paint the content of the stage and return its click areas; None if the stage is empty."""
    effect, rect = scene.effect, layout.stage
    if banner_covers_prompt(layout, scene) and effect.banner is not None:
        rect = Rect(rect.x, rect.y, rect.width, layout.prompt.bottom - rect.y)
        _clear_stage(brush, rect)
        _paint_narrow_banner(brush, rect, effect.banner, queen=effect.shows_queen)
    elif effect.dice is not None:
        _clear_stage(brush, rect)
        _paint_dice(brush, rect, effect.dice, effect.banner, effect.dice_are_rolling)
    elif effect.shows_queen and effect.banner is not None:
        _clear_stage(brush, rect)
        _paint_queen(brush, rect, effect.banner)
    elif effect.banner is not None:
        _clear_stage(brush, rect)
        paint_banner(brush, _middle_rows(rect, 5), effect.banner)
    elif scene.seat is not None and scene.seat in unanswered_partners(scene):
        _clear_stage(brush, rect)
        return _paint_question(brush, layout, scene)
    elif not effect.shows_summary and scene.summary is not None and (scene.phase == "deal" or scene.over):
        _clear_stage(brush, rect)
        paint_summary(brush, _middle_rows(rect, 5), scene, scene.summary)
    else:
        return None
    if effect.banner is not None and not scene.watching:
        _paint_way_on(brush, rect.right - 2, rect.bottom - 1)
    return []


def _paint_way_on(brush: Brush, right: int, y: int) -> None:
    """Write, so that it ends before column `right`, which key ends the pause in which something is shown large."""
    brush.write_right_aligned(right, y, _WAY_ON_TEXT, "highlight", bold=True)


def banner_covers_prompt(layout: BigQueenLayout, scene: BigQueenScene) -> bool:
    """Return whether a banner lies over the prompt too, because a narrow stage has no room beside its letters."""
    return layout.narrow and scene.effect.banner is not None and scene.effect.dice is None


def _paint_narrow_banner(brush: Brush, rect: Rect, banner: Banner, *, queen: bool) -> None:
    """Paint a banner in big letters, with the Queen of spades beside them if she is laid, and its sentence below."""
    lines = wrap(brush.displayable_text(banner.sentence), rect.width - 4)[: rect.height - 5]
    y = rect.y + (rect.height - 5 - len(lines)) // 2
    x = rect.x + 2
    if queen:
        brush.canvas.blit(x, y, face(BIG_QUEEN, MID, brush.look))
        x += MID.width + 2
    paint_banner(brush, Rect(x, y, rect.right - x, 5), Banner(banner.word, banner.badge_kind, ""))
    for row, line in enumerate(lines, y + 5):
        brush.write(rect.x + 2, row, line, "ink", bold=True)


def _clear_stage(brush: Brush, rect: Rect) -> None:
    """Fill the stage with the background of the table."""
    brush.fill_ground(rect, "felt")


def _middle_rows(rect: Rect, height: int) -> Rect:
    """Return the middle rows of a rectangle, at most `height`."""
    height = min(rect.height, height)
    return Rect(rect.x + 1, rect.y + (rect.height - height) // 2, rect.width - 2, height)


def _paint_dice(brush: Brush, rect: Rect, number: int, banner: Banner | None, rolling: bool) -> None:
    """Paint two ten-sided dice (tens and units) showing `number`, and the banner beside them if there is one.

    `rolling`: whether they are still rolling.
    """
    look = brush.look
    place = _middle_rows(rect, 5)
    x = place.x
    for digit in f"{number:02}":
        if place.height < 5:
            x = brush.write_badge(x, place.y, digit, "panel" if rolling else "gold") + 1
            continue
        pen = badge_style(look, "panel" if rolling else "gold")
        brush.canvas.fill(x, place.y, 9, 5, pen)
        for offset, row in enumerate(big_letter_rows(digit, look.ascii)):
            brush.canvas.text(x + 3, place.y + 1 + offset, row, pen)
        x += 11
    if banner is None:
        return
    text = brush.displayable_text(banner.sentence)
    shorter = map(brush.displayable_text, banner.shorter_sentences)
    width, rows = place.right - x - 2 - len(_WAY_ON_TEXT) - 1, max(place.height - 2, 1)
    lines = wrap_first_fitting((text, *shorter), width, rows) or wrap(text, width)[:rows]
    y = place.y
    if place.height > 2:
        brush.write_badge(x + 1, y, banner.word, banner.badge_kind)
        y += 2
    for offset, line in enumerate(lines):
        brush.write(x + 1, y + offset, line, "ink", bold=True)


def _paint_queen(brush: Brush, rect: Rect, banner: Banner) -> None:
    """Paint the Queen of spades as large as fits, with her banner."""
    size = next((size for size in (GRAND, VAST, HUGE, LARGE, MID, MINI) if size.height <= rect.height), MINI)
    place = _middle_rows(rect, size.height)
    brush.canvas.blit(place.x, place.y, face(BIG_QUEEN, size, brush.look))
    x = place.x + size.width + 2
    middle = Rect(x, place.y + (place.height - min(place.height, 5)) // 2, place.right - x, min(place.height, 5))
    paint_banner(brush, middle, banner)


def _paint_question(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the question of a partner whether to go out, two answer buttons and, as it bears on the answer, the discard
    pile where there is room; return the click areas."""
    rect = layout.stage
    name = scene.names[scene.seat_on_turn]
    text = f"{name} asks: may I go out?"
    brush.write_badge(rect.x + 1, rect.y, text, "gold", width=rect.width - 2)
    hand = own_hand(scene.view)
    held = f"Your {count(len(hand), 'card')} would count {total_points(hand)} against your team."
    if brush.width_in_cells(held) > rect.width - 2:
        held = f"Your {count(len(hand), 'card')} would cost your team {total_points(hand)}."
    laid = f" Laid: {scene.laid_points(scene.team)} by us, {scene.laid_points(1 - scene.team)} by them."
    if brush.width_in_cells(held + laid) <= rect.width - 2:
        held += laid
    least = 2 if layout.narrow else 1
    rows = 3 if rect.height >= _QUESTION_ROWS + 3 + MINI.height + 1 else least
    places: list[ClickArea] = []
    if (left := rect.height - _QUESTION_ROWS - rows) > 1:
        places += paint_pile(brush, _layout_with_pile_at_bottom(layout, left), scene)
    elif rect.height >= _QUESTION_ROWS + 3:
        rows = 3
    if rect.height > 2:
        brush.write(rect.x + 1, rect.y + min(1 + rows, rect.height - 1), held, "ink", width=rect.width - 2)
    half = (rect.width - 4) // 2
    for number, (words, command, kind) in enumerate(_ANSWER_BUTTONS):
        button = Rect(rect.x + 1 + number * (half + 2), rect.y + 1, half, rows)
        brush.canvas.fill(button.x, button.y, button.width, button.height, badge_style(brush.look, kind))
        brush.write_badge(button.x, button.y + button.height // 2, words, kind, width=button.width)
        places.append((button, command))
    return places


def _layout_with_pile_at_bottom(layout: BigQueenLayout, rows: int) -> BigQueenLayout:
    """Return the layout with the discard pile and its title in the last rows of the stage, at most `rows`."""
    stage = layout.stage
    sizes = (size for size in (LARGE, MID, MINI) if size.height + 2 <= rows and size.height <= layout.size.height)
    size = next(sizes, MINI)
    height = min(rows - 1, size.height + 1)
    pile = Rect(stage.x + 1, stage.bottom - height, stage.width - 2, height)
    return replace(layout, size=size, title_row=pile.y - 1, pile=pile, unseen_cards=None)


def paint_round_panel(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene, summary: RoundSummary) -> None:
    """Paint the summary of a round as a panel over the table, with the players of each team if there is room."""
    stage = felt = layout.stage
    first, second = layout.areas
    if layout.areas_are_side_by_side and stage.height < _MIN_PANEL_ROWS <= first.height:
        felt = Rect(
            0, first.y, layout.teams[1].right, first.height
        )  # over the sets of both teams, not of one and a half
    elif felt.height < ROUND_PANEL_ROWS:  # over the sets too, but not over a heading above them or the log beside them
        top = second.y if layout.teams[1].bottom == second.y else layout.felt.y
        felt = Rect(layout.felt.x, top, felt.width, stage.bottom - top)
    roomy = felt.height >= ROUND_PANEL_ROWS
    height = min(9 if roomy else 7, felt.height)
    width = min(felt.width - 2, MAX_ROUND_PANEL_COLUMNS)
    box = Rect(felt.x + (felt.width - width) // 2, felt.y + (felt.height - height) // 2, width, height)
    if (
        not layout.label_width and box.bottom > stage.y
    ):  # over the whole discard pile, and as few rows of sets as possible
        box = Rect(box.x, felt.bottom - height - 1, width, height)
        brush.fill_ground(stage, "felt")
    if felt.height - height < 2 * MINI.height:
        brush.fill_ground(felt, "felt")  # no parts of cards above and below the panel
    if layout.areas_are_side_by_side and box.y < first.bottom:
        brush.fill_ground(Rect(0, first.y, layout.teams[1].right, first.height), "felt")
    top, bottom = max(box.y - 1, felt.y), min(box.bottom + 1, felt.bottom)
    if box.y >= second.bottom:  # sets that the panel leaves free keep their last row, too
        top = max(top, second.bottom)
    brush.fill_ground(Rect(box.x - 2, top, width + 4, bottom - top), "felt")
    brush.fill_ground(box, "panel")
    margin = 1 if height >= 7 else 0
    inside = Rect(box.x + 2, box.y + margin, box.width - 4, box.height - 2 * margin)
    paint_summary(brush, inside, scene, summary, members=roomy)
    if not scene.watching:
        _paint_way_on(brush, inside.right, box.bottom - 1)


def paint_summary(
    brush: Brush, rect: Rect, scene: BigQueenScene, summary: RoundSummary, *, members: bool = False
) -> None:
    """Paint the summary of a round: its end, both teams' scores, and what follows.

    With `members` each team's players too.
    """
    title, _, how = summary.title.partition(": ")
    is_past = scene.phase != "deal" and not scene.over and scene.view.facts["round"] != summary.round_number
    title = f"Round {summary.round_number}: {how}" if is_past else f"{title}: {how}"
    x = brush.write_badge(rect.x, rect.y, title, "panel", width=min(rect.width, len(title) + 2))
    ahead = " Enter: standings." if scene.over else ""
    if rect.right - x > len(ahead) + 2 and ahead:
        brush.write(x + 1, rect.y, ahead, "highlight", bold=True)
    y = rect.y + 1
    has_heads = rect.height >= MIN_SUMMARY_ROWS_WITH_HEADS
    if has_heads:
        for title, right in _score_columns(rect):
            brush.write_right_aligned(right, y, title, "muted")
        y += 1
    for team_score in summary.team_scores[: rect.bottom - y]:
        _paint_team_score(brush, rect, y, scene, team_score, has_heads=has_heads)
        y += 1
        if members:
            team = TEAM_NAMES.index(team_score.team)
            seats = sorted(seats_of_team(scene.view.seats, team))
            names = english_list(clip(printable(scene.name(seat)), 16) for seat in seats)
            half = rect.width // 2
            if scene.width < MIN_BOARD_COLUMNS and brush.width_in_cells(names) >= half:
                brush.write(rect.x, y, names, "muted", width=rect.width)
            else:
                brush.write(rect.x, y, names, "muted", width=half - 1)
                start = brush.write_right_aligned(rect.right, y, str(scene.target_points), "muted")
                paint_progress(
                    brush, rect.x + half, y, start - 1 - rect.x - half, team, team_score.score, scene.target_points
                )
            y += 1
    if y < rect.bottom:
        brush.write(rect.x, y, _distance_to_target_text(scene, summary), "ink", width=rect.width)


def _score_columns(rect: Rect) -> list[tuple[str, int]]:
    """Return the columns of a summary: the title of each, and the column where its right end is."""
    step = min(rect.width // 5, 14)
    start = rect.x + min(step, 14)
    held = "in hands" if step > len("in hands") + 1 else "held"
    return [(title, start + step * number) for number, title in enumerate(("laid", held, "round", "total"), 1)]


def _paint_team_score(
    brush: Brush, rect: Rect, y: int, scene: BigQueenScene, team_score: TeamRoundScore, *, has_heads: bool
) -> None:
    """Paint the score calculation of one team in row `y`: points laid, points held, points of the round, and the new
    total; unless the table `has_heads` above them, each number has its word beside it as far as there is room."""
    team = TEAM_NAMES.index(team_score.team)
    brush.canvas.text(rect.x, y, team_symbol(team, brush.look), team_style(team, brush.look))
    brush.write(rect.x + 2, y, f"Team {team_score.team}", "highlight" if team == scene.team else "ink", bold=True)
    change = f"{team_score.change:+}"
    held = f"-{team_score.held_points}" if team_score.held_points else "0"
    score = eased_position(
        team_score.score - team_score.change, team_score.score, scene.effect.count_step, SCORE_COUNT_FRAMES
    )
    values = (str(team_score.laid_points), held, change, str(score))
    x = rect.x + len("  Team A")
    if has_heads or x + sum(_COLUMNS_WITH_WORDS) > rect.right:
        for (_, right), value in zip(_score_columns(rect), values, strict=True):
            brush.write_right_aligned(right, y, value, "ink", bold=True)
        return
    words = [f"{value} {word}" for value, word in zip(values, ("laid", "held", "round", "total"), strict=True)]
    brush.write(x, y, "".join(map(str.rjust, words, _COLUMNS_WITH_WORDS)), "ink", bold=True)


def _distance_to_target_text(scene: BigQueenScene, summary: RoundSummary) -> str:
    """Return the text on how many points the leading team needs to reach the target, that it has reached it, or who has
    won.
    """
    best = max(summary.team_scores, key=lambda number: number.score)
    tied = len({number.score for number in summary.team_scores}) == 1
    if scene.over:
        return "A shared win." if tied else f"Team {best.team} wins the match."
    if scene.view.facts["playoff"]:
        return "A playoff decides." if tied else f"Team {best.team} wins the playoff."
    missing = scene.target_points - best.score
    if missing <= 0:
        return f"{'Both teams have' if tied else f'Team {best.team} has'} reached the target of {scene.target_points}."
    return f"{'Both teams need' if tied else f'Team {best.team} needs'} {missing} more to reach {scene.target_points}."
