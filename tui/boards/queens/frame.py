"""What frames the table: the status line, the log, the bar of actions, notes, questions and big words."""

from __future__ import annotations

from dataclasses import dataclass

from core import Card
from core.cards import SUITS
from tui.boards.queens.letters import big
from tui.boards.queens.odds import row_points
from tui.boards.queens.others import standing_words
from tui.boards.queens.plan import Plan
from tui.boards.queens.scene import Banner, Line, Scene
from tui.boards.queens.words import score_word, waiting
from tui.cards import FLIP_FRAMES, LARGE, face, flip, style
from tui.widgets import Brush, Rect, clip, wrap
from tui.widgets.brush import ink, mark


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press: its key, its words, the command it stands for, and whether it is possible now."""

    key: str
    words: str
    command: str
    enabled: bool = True
    primary: bool = False


def buttons(scene: Scene, plan: Plan) -> list[Button]:
    """Return the buttons of the bar, the most important first."""
    if scene.asking == "end":
        return [Button("Y", "Yes, end it for good", "yes", primary=True), Button("N", "No, play on", "no")]
    if scene.asking == "queen":
        queens = [action.cards[0] for action in scene.legal if action.verb == "bank" and action.cards]
        choices = [Button("CDHS"[SUITS.index(q.suit)], str(q), f"bank {q}", primary=True) for q in queens]
        return [*choices, Button("Esc", "Not yet", "no")]
    last = [Button("L", "Log", "log")] if plan.log is None else []
    if scene.watching:
        return [Button("Tab", "Look at the next player", "next", primary=True), *last]
    can = {action.verb for action in scene.legal}
    row = scene.row(scene.focus) if can else ()
    gain = row_points(scene.view, scene.focus) if row else 0
    bank = f"Bank {score_word(scene.view, gain)}" if row else "Bank"
    return [
        Button("Space", "Reveal", "reveal", "reveal" in can, primary="reveal" in can),
        Button("B", bank, "bank", "bank" in can, primary="bank" in can),
        *([Button("E", "End my game", "end", "end" in can)] if scene.view.game == "mad-queens" else []),
        *last,
    ]


def paint_status(brush: Brush, plan: Plan, scene: Scene) -> None:
    """Paint the first line: the play, whom the table waits for, and how I stand."""
    rect = plan.status
    brush.ground(rect, "panel")
    counted = "Turn" if scene.turn is not None else "Play"
    x = brush.write(1, rect.y, scene.title, "gold", bold=True, width=24)
    x = brush.write(x + 2, rect.y, f"{counted} {scene.play}", "ink", bold=True)
    score = score_word(scene.view, scene.score(scene.focus))
    name = scene.name(scene.focus)
    mine = f"{score}, {standing_words(scene)}" if scene.view.seats > 1 else score
    start = brush.right(rect.right - 1, rect.y, mine, "ink", bold=True)
    start = brush.right(start - 1, rect.y, _short(name, 16), "highlight" if scene.legal else "ink", bold=True)
    room = max(start - x - 6, 0)
    brush.write(x + 3, rect.y, waiting(scene, room), "highlight" if scene.legal else "ink", width=room)


def _short(name: str, width: int) -> str:
    return clip("".join(letter for letter in name if letter.isprintable()), width)


def paint_log(brush: Brush, rect: Rect, scene: Scene) -> None:
    """Paint the end of the log, the newest line at the bottom."""
    brush.ground(rect, "panel")
    if not brush.look.solid:
        brush.canvas.fill(rect.x, rect.y, 1, rect.height, style(dim=True), brush.plain("│"))
    x, width = rect.x + 2, rect.width - 3
    y = rect.bottom - 1
    for line in reversed(scene.log):
        rows = _log_rows(line, width)
        y -= len(rows)
        if y < rect.y:
            break
        _paint_entry(brush, x, y + 1, line, rows, width)


def _log_rows(line: Line, width: int) -> list[str]:
    """Break an entry into rows; a heading has a row of air above it."""
    text = f"{line.name}: {line.text}" if line.name else line.text
    rows = wrap("".join(letter for letter in text if letter.isprintable()), width)
    return ["", *rows] if line.heading else rows


def _paint_entry(brush: Brush, x: int, y: int, line: Line, rows: list[str], width: int) -> None:
    for offset, text in enumerate(rows):
        if line.heading:
            brush.write(x, y + offset, text, "gold", bold=True, width=width)
        else:
            brush.write(x, y + offset, text, "ink" if line.mine or not line.name else "muted", width=width)
    head = f"{line.name}:"
    if line.name and rows and rows[0].startswith(head) and not line.heading:
        brush.write(x, y, head, "highlight" if line.mine else "ink", bold=True, width=width)


def paint_bar(brush: Brush, plan: Plan, scene: Scene) -> list[tuple[Rect, str]]:
    """Paint the buttons; return where each is and its command, the impossible ones included."""
    rect = plan.bar
    brush.ground(rect, "panel")
    x = 1
    places = []
    y = rect.y + rect.height // 2
    for button in buttons(scene, plan):
        width = brush.cells(button.key) + brush.cells(button.words) + 3
        wide = rect.height > 1
        if wide:
            width += 2
        if x + width > rect.right:
            break
        place = Rect(x, rect.y, width, rect.height)
        _paint_button(brush, Rect(x, y, width, 1), button, 2 if wide else 1)
        places.append((place, button.command))
        x += width + (2 if wide else 1)
    return places


def _paint_button(brush: Brush, rect: Rect, button: Button, pad: int) -> None:
    look = brush.look
    key, words = brush.plain(button.key), brush.plain(button.words)
    if button.primary and button.enabled:
        pen = mark(look, "gold")
        brush.canvas.text(rect.x, rect.y, f"{' ' * pad}{key} {words}{' ' * pad}".ljust(rect.width), pen)
    elif button.enabled:
        brush.canvas.fill(rect.x, rect.y, rect.width, 1, mark(look, "felt", bold=False))
        end = brush.write(rect.x + pad, rect.y, key, "highlight", bold=True)
        brush.write(end + 1, rect.y, words, "ink")
    else:
        grey = style(look.palette.muted, look.palette.panel, dim=True) if look.solid else style(dim=True)
        brush.canvas.text(rect.x + pad, rect.y, f"{key} {words}", grey)


def question(scene: Scene) -> str:
    """Return the question that waits for an answer, or nothing."""
    if scene.asking == "end":
        return f"End your game for good, with {score_word(scene.view, scene.score(scene.focus))}?"
    if scene.asking == "queen":
        return "Which Queen goes into your deck?"
    return ""


def paint_note(brush: Brush, plan: Plan, scene: Scene) -> None:
    """Paint the note about what was just tried, or the question that waits for an answer."""
    text = question(scene) or scene.note
    if not text:
        return
    x, width = plan.line.x, plan.felt.right - plan.line.x - 1
    lines = wrap(brush.plain(text), width - 2)[:2]
    for offset, line in enumerate(lines):
        y = plan.note - len(lines) + 1 + offset
        brush.ground(Rect(plan.felt.x, y, plan.felt.width, 1), "felt")
        brush.badge(x, y, line, "gold" if scene.asking else "warn")


def paint_words(brush: Brush, plan: Plan, banner: Banner) -> None:
    """Paint the big words of the moment, and the sentence that says why."""
    rect = plan.words
    if rect.height < 5:
        x = brush.badge(rect.x, rect.y, banner.word, banner.mark)
        lines = wrap(brush.plain(banner.sentence), rect.right - x - 1)[:2]
        for offset, line in enumerate(lines):
            if offset:
                brush.ground(Rect(rect.x, rect.y + offset, rect.width, 1), "felt")
            brush.write(x + 1, rect.y + offset, line, "ink", bold=True)
        return
    rows = big(banner.word, brush.look.ascii)
    width = len(rows[1]) + 6
    x = rect.x
    ground = mark(brush.look, banner.mark)
    if brush.look.solid:
        brush.canvas.fill(x, rect.y, width, 5, ground)
    for offset, row in enumerate(rows):
        pen = ground if brush.look.solid else ink(brush.look, "ink", True)
        brush.canvas.text(x + 3, rect.y + 1 + offset, row, pen)
    lines = wrap(brush.plain(banner.sentence), rect.right - x - width - 3)[:3]
    for y, line in enumerate(lines, rect.y + 2 - (len(lines) - 1) // 2):
        brush.write(x + width + 3, y, line, "ink", bold=True)


def paint_queen(brush: Brush, plan: Plan, scene: Scene, queen: Card) -> None:
    """Let a Queen show herself large over the banned cards and the sheet, with what she asks for."""
    look, size = scene.look, LARGE
    frame = scene.effect.entrance
    drawing = flip(queen, size, look, frame) if frame < FLIP_FRAMES else face(queen, size, look)
    top = Rect(plan.banned.x, plan.banned.y, plan.sheet.right - plan.banned.x, plan.banned.height)
    brush.ground(top, "felt")
    width = min(size.width + 46, top.width)
    left = top.x + (top.width - width) // 2
    y = top.y + (top.height - size.height) // 2
    brush.canvas.blit(left, y, drawing)
    banner = scene.effect.banner
    if banner is None:
        return
    x = left + size.width + 3
    rows = big(banner.word, look.ascii)
    pen = mark(look, banner.mark) if look.solid else ink(look, "ink", True)
    if look.solid:
        brush.canvas.fill(x, y, len(rows[0]) + 4, 4, pen)
    for offset, row in enumerate(rows):
        brush.canvas.text(x + 2, y + offset + look.solid, row, pen)
    lines = wrap(brush.plain(banner.sentence), left + width - x)[:2]
    for offset, line in enumerate(lines):
        brush.write(x, y + 5 + offset, line, "ink", bold=True)
