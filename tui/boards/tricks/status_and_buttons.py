"""The rows around the table of a trick game: status line, trump and quota, the line above the hand, the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from core import Action
from core.engine.cards import SUITS
from core.engine.english import SUIT_WORDS, count
from core.queens_dungeon import CHALLENGE_ACTION, EXCHANGE_ACTION, KEEP_ACTION, OWN_UP_ACTION, TAKE_BACK_ACTION
from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.boards.common.commands import AnswerQuestion, ChooseAction, LookAtNextSeat, SortHand, ToggleLog
from tui.boards.common.hint import mark_advised
from tui.boards.common.keys import ESCAPE_LABEL, GO_ON_BUTTON
from tui.boards.common.status_line import paint_status_line
from tui.boards.tricks.commands import AskWhomToAccuse, ChooseAtCursor, PickNextLeftover, ShowHandResult, ShowLastTrick
from tui.boards.tricks.hand_facts import cards_to_deal, ends_match_unless_tied, is_hand_over
from tui.boards.tricks.keys import key_name_of
from tui.boards.tricks.labels import HAND_SORT_LABELS, TAKE_SPARE_HAND_LABEL, WRONG_CARD_QUESTION, card_text
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.pile import paint_points_as_comb_cells, paint_taken_queens
from tui.boards.tricks.points_text import (
    WHAT_COUNTS_TEXT,
    dealer_texts,
    points_so_far,
    points_so_far_texts,
    quota_stakes_texts,
    rank_of_front_seat_text,
    score_text,
    tricks_taken_texts,
)
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_text import equal_trumps_texts, prospective_trumps_text, trump_text
from tui.boards.tricks.trick_view import (
    last_trick_by_player,
    next_sort_order,
    sort_order_that_shows,
    trump_ranks,
    trump_suit,
    word_for_hand,
)
from tui.boards.tricks.turn_text import TRUMP_QUEEN_SENTENCE, last_trick_text, turn_text
from tui.cards import style
from tui.drawing import Brush, Button, Rect, clip, paint_note_line, printable
from tui.drawing.styles import BadgeKind, Tone, badge_style

MIN_WIDTH_WITH_HAND_HEADING: Final = 48
"""The heading of the hand stands left of the row with the tricks taken if that row ends at least this many columns from
the left."""

MIN_STATUS_WIDTH_WITH_LAST_DEAL: Final = 100
"""A status line of at least this many columns says in full that the match may end with this deal."""

OWN_QUEENS_WIDTH: Final = 56
"""The width in columns of the Queens taken by the seat at the bottom, above the hand."""


NO_HAND_YET_HEADING: Final = "NO CARDS YET"
"""The heading above the suits that I, the dealer, may name: no hand has been dealt."""

DEALER_WORDS: Final = ("deals", "you deal")
"""The word that says that another player deals, and that I do."""

DUNGEON_WORD: Final = "dungeon"
"""The word on a player in the dungeon."""

LEADER_WORDS: Final = ("led", "you led")
"""The word that says that another player led the trick, and that I did."""

SUITS_TO_NAME_TEXT: Final = "One of these suits will be trump."
"""The text above the suits that the dealer may name, for the other players."""


def buttons(scene: TrickScene, layout: TrickLayout) -> list[Button]:
    """Return the buttons of the bar, the most important first."""
    if scene.open_question == "accuse":
        return _accusation_buttons(scene, layout)
    if scene.waits_for_reader:
        return [GO_ON_BUTTON]
    last = _display_buttons(scene, layout)
    if scene.overlay == "last":  # a decision is about the present trick, which is not shown
        return last
    if scene.is_replay:
        return last
    if scene.watching:
        return [Button(key_name_of("look(1)"), "Sit behind the next player", LookAtNextSeat(), primary=True), *last]
    decisions = [
        replace(one, enabled=one.enabled and scene.decision_counts)
        for one in (*_decision_buttons(scene, layout), *_honour_buttons(scene))
    ]
    return [*(_mark_advised(button, scene) for button in decisions), *last]


def _mark_advised(button: Button, scene: TrickScene) -> Button:
    """Return a button as it looks while a hint is open: the advised action alone is a main button."""
    action = None
    if isinstance(button.command, ChooseAtCursor):
        if "trump" in scene.verbs:
            action = Action(("trump", scene.suit))
        elif "play" in scene.verbs and scene.cursor is not None:
            action = Action(("play", scene.cursor))
    return mark_advised(button, scene, action)


def _display_buttons(scene: TrickScene, layout: TrickLayout) -> list[Button]:
    """Return the buttons that change only what is shown, with short labels on a narrow board."""
    table = "Back" if layout.narrow else "Back to the table"
    sort = "Sort" if layout.narrow else f"Sort {HAND_SORT_LABELS[next_sort_order(scene.view, scene.sort_order)]}"
    log = [Button(key_name_of("toggle_log"), "Log", ToggleLog())] if layout.log is None else []
    found = []
    if len(scene.hand) > 1:
        found.append(Button(key_name_of("sort"), sort, SortHand()))
    if last_trick_by_player(scene.view):
        words = table if scene.overlay == "last" else "Last trick"
        found.append(Button(key_name_of("last_trick"), words, ShowLastTrick()))
    if layout.narrow:
        found += log
    if scene.summary is not None:
        words = table if scene.overlay == "hand" else f"Last {word_for_hand(scene.view)}"
        found.append(Button(key_name_of("hand_result"), words, ShowHandResult()))
    return found if layout.narrow else [*found, *log]


def _decision_buttons(scene: TrickScene, layout: TrickLayout) -> list[Button]:
    """Return the buttons of the pending decision."""
    verbs, shown = scene.verbs, []
    if "trump" in verbs:
        if not scene.suit:
            return []
        return [Button(key_name_of("choose"), f"Name {SUIT_WORDS[scene.suit]}", ChooseAtCursor(), primary=True)]
    if "exchange" in verbs:
        keep, take = scene.number("quota"), scene.number("quota") + 1
        spare = "Spare hand" if layout.narrow else TAKE_SPARE_HAND_LABEL
        return [
            Button(key_name_of("king"), f"Keep ({count(keep, 'trick')})", ChooseAction(KEEP_ACTION), primary=True),
            Button(
                key_name_of("exchange"),
                f"{spare} ({count(take, 'trick')})",
                ChooseAction(EXCHANGE_ACTION),
                primary=True,
            ),
        ]
    if scene.phase == "switch" and "keep" in verbs:
        picked, cursor = card_text(scene.picked_leftover), card_text(scene.cursor)
        can = scene.cursor in scene.playable_cards
        swap = f"Swap{cursor} for{picked}" if picked else "Swap"
        up_or_down = key_name_of("pick(-1)") + key_name_of("pick(1)")
        another = "Other" if layout.narrow else "Another leftover"
        return [
            Button(key_name_of("choose"), swap, ChooseAtCursor(), can, primary=can),
            Button(up_or_down, another, PickNextLeftover(), len(scene.leftovers) > 1),
            Button(key_name_of("keep"), "Play on", ChooseAction(KEEP_ACTION), primary=True),
        ]
    can = scene.cursor in scene.playable_cards
    if "play" in verbs:
        shown.append(
            Button(
                key_name_of("choose"),
                f"{'Play' if can else 'Cannot play'}{card_text(scene.cursor)}",
                ChooseAtCursor(),
                can,
                primary=can,
            )
        )
    if "challenge" in verbs:
        shown.append(Button(key_name_of("challenge"), "Challenge", ChooseAction(CHALLENGE_ACTION), primary=True))
    return shown


def _honour_buttons(scene: TrickScene) -> list[Button]:
    """Return the buttons of the honour mode (wrong cards may be played): take back, own up, accuse."""
    verbs, shown = scene.verbs, []
    if "take-back" in verbs:
        shown.append(Button(key_name_of("take_back"), "Take back", ChooseAction(TAKE_BACK_ACTION), primary=True))
    if "own-up" in verbs:
        shown.append(Button(key_name_of("own_up"), "Own up (-25)", ChooseAction(OWN_UP_ACTION), primary=True))
    if "accuse" in verbs:
        shown.append(Button(key_name_of("accuse"), "Accuse", AskWhomToAccuse()))
    return shown


def _accusation_buttons(scene: TrickScene, layout: TrickLayout) -> list[Button]:
    """Return a button for each player who can be accused."""
    accused = [int(action[1]) for action in scene.legal if action.verb == "accuse"]
    room = _name_width_of_accused(layout, len(accused))
    names = [clip(printable(scene.third_person_name(seat)), room) for seat in accused]
    shown = [
        Button(str(number), name, ChooseAction(Action(("accuse", seat))), primary=True)
        for number, (seat, name) in enumerate(zip(accused, names, strict=True), 1)
    ]
    return [*shown, Button(ESCAPE_LABEL, "Nobody", AnswerQuestion(yes=False))]


def _name_width_of_accused(layout: TrickLayout, button_count: int) -> int:
    """Return the columns of the name on each of `button_count` buttons, so that the button for nobody fits beside
    them."""
    width = layout.bar.width
    if layout.bar_lines == 1:
        return max((width - 14) // max(button_count, 1) - (8 if layout.bar.height > 1 else 5), 3)
    each = -(-(button_count + 1) // layout.bar_lines)
    beside_nobody = max(button_count - each * (layout.bar_lines - 1), 1)
    return max(min(width // each, (width - 15) // beside_nobody) - 5, 3)


def paint_status(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the status line: the number of the hand, the awaited players, name and score of the seat at the bottom.

    A narrow one leaves out the name of the game, so that the rest stands there whole.
    """
    mine = bool(scene.legal) and scene.seat_on_turn == scene.view.seat
    tone: Tone = "highlight" if mine else "ink"
    wide = layout.status.width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
    points = score_text(scene, of_target=wide)
    if wide and not scene.over:
        points += f", {rank_of_front_seat_text(scene)}"
    paint_status_line(
        brush,
        layout.status,
        replace(scene, title="") if layout.narrow else scene,
        _hand_number_text(scene, layout),
        [(points, "ink"), (clip(printable(scene.name(scene.focus)), 16), tone)],
        lambda room: turn_text(scene, room),
        tone=tone,
        bold=mine,
    )


def _hand_number_text(scene: TrickScene, layout: TrickLayout) -> str:
    """Return the number of the hand, ``Hand 3``; of the last deal of Queen Bees II that it is the last, with its number
    if there is room."""
    word = word_for_hand(scene.view)
    text = f"{word.capitalize()} {scene.number('hand')}"
    if not ends_match_unless_tied(scene):
        return text
    if layout.status.width >= MIN_STATUS_WIDTH_WITH_LAST_DEAL:
        return f"{text}, the last unless tied"
    return f"Last {word}?" if layout.narrow else f"Last {word} unless tied"


def paint_trump_and_quota(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint what is trump, and a text beside it: the dealer's tricks and quota, who deals, or the Queen's Challenge.

    The quota is the number of tricks that the dealer must take. If it is mine, it stands above my hand, and the text
    says what counts. Once there are trump ranks, the text is the order of the suits, as a word at a name says who
    deals. Nothing is painted if a corner beside the table shows trump, nor after the match.
    """
    rect = layout.trump_and_quota
    if not rect.height or scene.over:  # the trumps of the last hand would be read as those of a next one
        return
    x = _paint_trump(brush, rect, scene) + 1
    if "quota" in scene.taught_later:
        return
    if scene.has_dungeon and scene.view.facts["challenge"]:
        brush.write_badge(x, rect.y, "QUEEN'S CHALLENGE", "gold")
        return
    if scene.has_dungeon and scene.number("dealer") == scene.view.seat and layout.hand.height:
        if len(WHAT_COUNTS_TEXT) <= rect.right - x - 1:
            brush.write_right_aligned(rect.right, rect.y, WHAT_COUNTS_TEXT, "muted")
        return
    if trump_ranks(scene.view):
        if layout.trick_facts is None:
            _paint_equal_trumps_rule(brush, rect, x)
        return
    _paint_quota_at_right(brush, Rect(x, rect.y, rect.right - x, 1), scene)


def _paint_quota_at_right(brush: Brush, rect: Rect, scene: TrickScene) -> None:
    """Paint at the right end of a row the dealer's tricks and quota, or who deals, if there is room."""
    done = scene.has_dungeon and scene.counted_tricks_of_dealer >= scene.number("quota")
    room = rect.width - 1 - 5 * done
    texts = ((printable(who), how) for who, how in dealer_texts(scene))
    who, how = next(((who, how) for who, how in texts if brush.width_in_cells(f"{who} {how}") <= room), ("", ""))
    if not how:
        return
    end = brush.write_right_aligned(rect.right, rect.y, how, "ink", bold=True)
    if done:
        end -= 5
        brush.write_badge(end, rect.y, "OK", "good")
    brush.write_right_aligned(end - 1, rect.y, who, "muted")


def _paint_equal_trumps_rule(brush: Brush, rect: Rect, x: int) -> None:
    """Paint from column `x` on which suit wins between trumps of one rank, as far as there is room."""
    for words in equal_trumps_texts():
        if brush.width_in_cells(words) < rect.right - x:
            label, _, order = words.partition(": ")
            end = brush.write_right_aligned(rect.right, rect.y, order, "ink", bold=True)
            brush.write_right_aligned(end - 1, rect.y, f"{label}:", "muted")
            return


def _paint_trump(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the trump suit as on a card; return the column after it."""
    look = brush.look
    words = prospective_trumps_text(scene, rect.width) or trump_text(scene, rect.width)
    suit, ranks = trump_suit(scene.view), trump_ranks(scene.view)
    if not suit and not ranks:
        return brush.write(rect.x, rect.y, words, "muted", width=rect.width)
    x = rect.x
    head = [suit] if suit else list(ranks)
    for sign in head:
        colour = look.palette.inks[SUITS.index(suit) if suit else 3]
        if look.solid:
            pen = style(colour, look.palette.paper, bold=True) if suit else look.badge("gold")
        else:
            pen = style(colour, bold=True) if suit and look.coloured else look.inverse_style()
        x = brush.canvas.text(x, rect.y, f" {brush.displayable_text(sign)} ", pen)
    rest = words[len(" ".join(head)) :].strip()
    return brush.write(x + 1, rect.y, rest, "ink", bold=True, width=rect.right - x - 1)


def paint_hand_title(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the row above the hand: a note or a question; without one, my tricks, Queens and sort order."""
    rect = layout.title
    text = WRONG_CARD_QUESTION if scene.open_question == "accuse" else scene.note
    if text:
        paint_note_line(brush, rect, rect.x + 1, text, is_question=bool(scene.open_question), log=layout.log)
        return
    if scene.overlay == "last":
        end = brush.write(rect.x + 1, rect.y, last_trick_text(scene), "ink", bold=True)
        if scene.has_dungeon and scene.number("dealer") == scene.focus and "quota" not in scene.taught_later:
            _paint_quota_at_right(brush, Rect(end + 2, rect.y, rect.right - 1 - end - 2, 1), scene)
        return
    if scene.phase == "call" and layout.hand.height and scene.focus != scene.number("dealer"):
        forms = [
            f"One of these suits will be trump. Then everybody gets {cards_to_deal(scene)} cards.",
            SUITS_TO_NAME_TEXT,
        ]
        text = next((text for text in forms if len(text) <= rect.width - 2), "")
        brush.write(rect.x + 1, rect.y, text, "ink", bold=True)
        return
    name = scene.third_person_name(scene.focus)
    mine = scene.focus == scene.view.seat
    whose = "YOUR HAND" if mine else f"{name}'s HAND"
    sort = HAND_SORT_LABELS[sort_order_that_shows(scene.view, scene.sort_order)] if scene.hand else ""
    right = rect.right - 1 if layout.card_row is None else layout.card_row.right
    if scene.phase == "call":  # the suits lie there
        whose = NO_HAND_YET_HEADING if mine else name
    who = whose if layout.card_row is None else "YOU" if mine else name
    if layout.card_row is not None and right >= MIN_WIDTH_WITH_HAND_HEADING + brush.width_in_cells(whose):
        who, sort = f"{whose} {sort}".strip(), ""  # at the left end, as the tray of the tricks lies at the right one
    if scene.table_only:
        who = name
    x = brush.write(rect.x + 1, rect.y, who, "muted", bold=True, width=30) + 2
    is_dealer = scene.has_dungeon and scene.focus == scene.number("dealer")
    has_stakes = is_dealer and not scene.view.facts["challenge"] and not is_hand_over(scene)
    if has_stakes:
        sort = ""  # the button says it, and the stakes need the room
    forms = tricks_taken_texts(scene, scene.focus, names_quota=True, verb="took")
    is_before_deal = who == NO_HAND_YET_HEADING
    if is_before_deal:
        forms = [f"take {count(scene.number('quota'), 'trick')}", *forms[-1:]]
    for word in words_on_player(scene, scene.focus):
        x = paint_word_on_player(brush, x, rect.y, *word) + 2
    if x + brush.width_in_cells(forms[-1]) + len(sort) + 2 > right:
        sort = ""
    end = brush.write_right_aligned(right, rect.y, sort, "muted") if sort else right + 1
    stakes = quota_stakes_texts(scene) if has_stakes and points_so_far(scene, scene.focus) is None else ()
    _paint_tricks_and_stakes(brush, Rect(x, rect.y, end - x, 1), scene, forms, stakes, is_before_deal=is_before_deal)


def _paint_tricks_and_stakes(
    brush: Brush,
    rect: Rect,
    scene: TrickScene,
    forms: Sequence[str],
    stakes: Sequence[str],
    *,
    is_before_deal: bool,
) -> None:
    """Paint the tricks taken by the player in front, the points so far or what the quota brings, and the Queens taken.

    `forms` are the texts on the tricks and `stakes` those on the quota, the longest first; () for no stakes.
    """
    x, end = rect.x, rect.right
    gains = points_so_far_texts(scene, scene.focus)
    beside = min((len(text) + 2 for text in stakes), default=0)  # what the quota brings matters more than its name
    fitting_forms = [text for text in forms if brush.width_in_cells(text) <= end - x - 2] or forms[-1:]
    with_stakes = (text for text in fitting_forms if brush.width_in_cells(text) + 2 + beside <= end - x)
    taken = next(with_stakes, fitting_forms[0])
    x = brush.write(x, rect.y, taken, "ink", bold=True)
    if is_before_deal:
        both = [f"{text}. {TRUMP_QUEEN_SENTENCE}" for text in stakes]
        stakes = [*both, TRUMP_QUEEN_SENTENCE, *stakes]
    forms_of_both = [*((gain, text) for text in stakes for gain in gains), *((gain, "") for gain in gains)]
    forms_of_both += [("", text) for text in stakes]
    fitting = (both for both in forms_of_both if sum(len(text) + 2 for text in both if text) + 2 <= end - x)
    gain, stake = next(fitting, ("", ""))
    x = brush.write(x + 2, rect.y, gain, "highlight") if gain else x
    x = brush.write(x + 2, rect.y, stake, "muted") if stake else x
    if end - x > OWN_QUEENS_WIDTH + 4:
        if scene.has_dungeon and scene.queens_of(scene.focus):  # cards above the hand are not in it
            x = brush.write(x + 3, rect.y, "took", "muted") - 3  # a chip of a Queen begins with a free column
        own = Rect(x + 3, rect.y, OWN_QUEENS_WIDTH, 1)
        (paint_taken_queens if scene.has_dungeon else paint_points_as_comb_cells)(brush, own, scene, scene.focus)


def words_on_player(scene: TrickScene, player: int) -> list[tuple[str, BadgeKind]]:
    """Return the words on a player (who deals, who led the trick, who is in the dungeon), each with the kind that
    decides its colour. Their form is the same wherever they stand."""
    mine = player == scene.view.seat
    found: list[tuple[str, BadgeKind]] = []
    if scene.view.facts.get(f"condemned/{player}"):
        found.append((DUNGEON_WORD, "bad"))
    if player == scene.number("dealer") and not scene.over:
        deals, you_deal = DEALER_WORDS
        found.append((you_deal if mine else deals, "gold"))
    leader = scene.number("last-leader" if scene.overlay == "last" else "leader")
    if (scene.overlay == "last" or scene.view.cards("trick")) and player == leader:
        led, you_led = LEADER_WORDS
        found.append((you_led if mine else led, "good"))
    return found


def paint_word_on_player(brush: Brush, x: int, y: int, word: str, kind: BadgeKind) -> int:
    """Paint a word on a player on its coloured background; return the column after it."""
    return brush.canvas.text(x, y, word, badge_style(brush.look, kind))
