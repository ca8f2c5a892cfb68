"""The rows around the table of Big Queen: status line, the two lines of the prompt, and the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len

from core import Action
from core.big_queen import ANNOUNCE_ACTION, ANSWERS_PENDING, ASK_ACTION, TEAM_NAMES, could_go_out
from core.engine.english import count
from tui.boards.big_queen.commands import (
    DECISION_COMMANDS,
    CatchPlayer,
    ClearSelection,
    DiscardCard,
    DrawCard,
    FindNextCards,
    FindOtherCards,
    LayCards,
    TakeCard,
    possible_catches,
    run_command,
)
from tui.boards.big_queen.discard_pile import may_draw_or_take
from tui.boards.big_queen.hand import hand_heading_text, shown_selection
from tui.boards.big_queen.keys import key_name_of
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene, cards_of_team_set
from tui.boards.big_queen.selection import (
    TakeOutcome,
    is_take_chosen,
    lay_outcome,
    own_set_ranks,
    suggested_lays,
    take_actions_by_place,
    take_outcome,
    target_rank,
    total_points,
)
from tui.boards.big_queen.text import (
    ASK_LABEL,
    GO_OUT_LABEL,
    NOT_YET_LABEL,
    ROLL_AND_DEAL_LABEL,
    SHORT_ASK_LABEL,
    duty_sentences,
    is_round_over,
    leading_team_text,
    sentence_on_queen,
    sentence_on_set,
    unanswered_partners,
    waiting_text,
)
from tui.boards.common.commands import AnswerQuestion, ChooseAction, SortHand, ToggleLog
from tui.boards.common.hint import ADVICE_MARK, SHORT_ADVICE_MARK, mark_advised
from tui.boards.common.keys import GO_ON_BUTTON
from tui.boards.common.status_line import paint_status_line
from tui.cards import CHIP, MINI
from tui.drawing import BoardCommand, Brush, Button, Rect, paint_note_line, wrap
from tui.drawing.styles import Tone

_BLANK_COLUMNS_BESIDE_DICE: Final = 11
"""A status line that shows the dice has at least this many columns without text."""


def paint_status(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint the status line: the round, whose turn it is, who leads, and the points that end the match."""
    number = f"{'Playoff, round' if scene.view.facts['playoff'] else 'Round'} {scene.number('round')}"
    leader, width = leading_team_text(scene, layout.status.width), layout.status.width
    if scene.phase == "draw" and scene.view.facts["opening"] and not layout.narrow:  # they may have left the log
        with_dice = f"{number}, dice {scene.number('dice'):02}"
        texts = (scene.title, with_dice, waiting_text(scene), leader)
        if sum(map(cell_len, texts)) + _BLANK_COLUMNS_BESIDE_DICE <= width:
            number = with_dice
    mine = bool(scene.legal)
    paint_status_line(
        brush,
        layout.status,
        replace(scene, title="") if layout.narrow else scene,
        number,
        [(leader, "ink")],
        lambda room: waiting_text(scene, room),
        tone="highlight" if mine else "ink",
        bold=mine,
    )


def paint_prompt(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint the actions possible now, and what the selected cards would do; a note replaces both."""
    rect = layout.prompt
    if layout.narrow:
        _paint_narrow_prompt(brush, layout, scene)
        return
    picked, possible = selection_text(scene, is_raised=layout.hand_size is not CHIP)
    width = rect.width - 2
    tone: Tone = "ink" if possible else "muted"
    duty = next((text for text in duty_sentences(scene) if brush.width_in_cells(text) <= width), "")
    duty = duty or duty_sentences(scene)[-1]
    duty_tone: Tone = "highlight" if scene.legal else "ink"
    if scene.note:
        paint_note_line(brush, rect, 1, scene.note, log=layout.log)
        if rect.height > 1 and brush.width_in_cells(scene.note) <= width - 2:
            brush.write(1, rect.y, duty, duty_tone, width=width)
        return
    lines = wrap(brush.displayable_text(picked), width)
    if layout.pile.height < MINI.height and len(lines) > rect.height + 1:  # it would hide the whole discard pile
        lines = wrap(brush.displayable_text(picked.partition(_START_OF_OTHER_WAYS)[0]), width)
    if len(lines) > 1 and scene.unannounced_seats:  # it is always said
        lines = [*wrap(brush.displayable_text(duty), width), *lines]
    if len(lines) > rect.height:  # it goes on above the prompt
        rect = Rect(rect.x, rect.bottom - len(lines), rect.width, len(lines))
        brush.fill_ground(rect, "felt")
    if rect.height == 1 or len(lines) > 1:
        for y, line in enumerate(lines or [duty], rect.y):
            brush.write(1, y, line, tone if picked else "ink", bold=possible, width=width)
        return
    brush.write(1, rect.y, duty, duty_tone, width=width)
    if not picked and shown_selection(scene).hand and not scene.over:
        picked, tone = hand_heading_text(scene, width), "muted"
    brush.write(1, rect.y + 1, picked, tone, bold=possible, width=width)


def _paint_narrow_prompt(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint the prompt of a narrow board: what I can do, if there is room, and what the selection would do.

    That somebody has not announced their last card is always said.
    """
    rect = layout.prompt
    width = rect.width - 2
    if scene.note:
        paint_note_line(brush, rect, 1, scene.note)
        return
    picked, possible = selection_text(scene, is_raised=layout.hand_size is not CHIP)
    if not picked and shown_selection(scene).hand and not scene.over:
        picked = hand_heading_text(scene, width)
    below = wrap(brush.displayable_text(picked), width) if picked else []
    sentences = [wrap(brush.displayable_text(text), width) for text in duty_sentences(scene)]
    fitting = (rows for rows in sentences if len(rows) + len(below) <= rect.height)
    shown = sentences[0] if scene.unannounced_seats else next(fitting, [])
    rows = len(shown) + len(below)
    if rows > rect.height:  # it goes on above the prompt
        rect = Rect(rect.x, rect.bottom - rows, rect.width, rows)
        brush.fill_ground(rect, "felt")
    for y, line in enumerate(shown, rect.y):
        brush.write(1, y, line, "highlight" if scene.legal else "ink", width=width)
    for y, line in enumerate(below, rect.y + len(shown)):
        brush.write(1, y, line, "ink" if possible else "muted", bold=possible, width=width)


def selection_text(scene: BigQueenScene, *, is_raised: bool = True) -> tuple[str, bool]:
    """Return what the card or set under the cursor would do, and whether I can do that now.

    `is_raised` is whether the cards that it would use stand higher than the others of the hand.

    If the cursor is on neither of the two, it is what the selected cards would do.
    """
    selection, view = shown_selection(scene), scene.view
    if scene.seat is None or is_round_over(scene):
        return "", False
    if selection.zone == "pile" and 1 <= selection.pile_place <= view.count("discard"):
        take = take_outcome(view, scene.legal, selection, selection.pile_place)
        return take_text(take, scene, is_raised=is_raised), _can_take(scene)
    if selection.zone == "sets" and not selection.selected_indexes:
        rank = target_rank(view, selection)
        return (
            sentence_on_set(TEAM_NAMES[scene.team], rank, cards_of_team_set(view, scene.team, rank)) if rank else ""
        ), False
    if not selection.selected_indexes:
        return "", False
    if scene.phase == "play" and scene.seat_on_turn == scene.seat and scene.permission_answer != ANSWERS_PENDING:
        found = lay_outcome(view, selection)
        if found.actions:
            return (
                f"{key_name_of('take_or_lay')}: {found.actions_text}, {total_points(selection.selected_cards)} points.",
                True,
            )
        card, *others = selection.selected_cards
        if not others and any(one.verb == "discard" and card in one.cards for one in scene.legal):
            # why the card alone makes no set is of no use where no card of the hand could be laid
            can_lay = len(selection.hand) > 1 and suggested_lays(view, selection.hand)
            says = sentence_on_queen(view, card) or (found.reason if can_lay else "")
            return f"{key_name_of('discard')} discards {card}. {says}".rstrip(), False
        return found.reason, False
    return (
        f"Selected: {' '.join(map(str, selection.selected_cards))}, {total_points(selection.selected_cards)} points.",
        False,
    )


def _can_take(scene: BigQueenScene) -> bool:
    """Return whether the card under the cursor can be taken."""
    found = take_outcome(scene.view, scene.legal, scene.selection, scene.selection.pile_place)
    return found.action is not None


_START_OF_OTHER_WAYS: Final = f" {key_name_of('find_other_way')} uses "
"""The beginning of the sentence on other cards that would take the same card."""


def take_text(outcome: TakeOutcome, scene: BigQueenScene, *, is_raised: bool = True) -> str:
    """Return the text on the result of a take, ``Take 9♦, lay it with your raised 9♣ 9♠; you also get 3 cards, 40
    points: K♣ 9♥ 2♠.``, or on why it is impossible.

    `is_raised` is whether the cards that would take it stand higher than the others of the hand.
    """
    more_cards = outcome.cards_brought
    number = f"{count(len(more_cards), 'card')}, {count(total_points(more_cards), 'point')}: "
    listed = f"{number if len(more_cards) > 1 else ''}{' '.join(map(str, more_cards))}"
    if outcome.action is None:
        is_looked_at = bool(more_cards) and not may_draw_or_take(scene)
        return f"{outcome.reason} Discarded after it: {listed}." if is_looked_at else outcome.reason
    also = f"you also get {listed}" if more_cards else "you get no other card"
    used = " ".join(map(str, outcome.action.cards))
    lay = f"lay it with your raised {used}" if is_raised else f"lay {outcome.card} {used}"
    text = f"Take {outcome.card}, {lay}; {also}" if used else f"Take {outcome.card} into your hand"
    if len(outcome.take_actions) < 2:
        return f"{text}."
    return f"{text}.{_START_OF_OTHER_WAYS}{_cards_of_other_way(outcome) or 'no card of yours'} instead."


def _cards_of_other_way(outcome: TakeOutcome) -> str:
    """Return the cards with which the way after the chosen one takes the same card, ``J♦ 2♥``, or "" for none."""
    ways = outcome.take_actions
    at = 0 if outcome.action is None else ways.index(outcome.action)
    return " ".join(map(str, ways[(at + 1) % len(ways)].cards))


class _ButtonOffer(NamedTuple):
    """A button before its place is known: its key, its label in a long and a short form, and its command.

    `enabled`: it can be used. `primary`: it is the main one.
    """

    key: str
    label: str
    short_label: str
    command: BoardCommand
    enabled: bool = True
    primary: bool = False


def buttons(scene: BigQueenScene, layout: BigQueenLayout) -> list[Button]:
    """Return the buttons of the bar, the most important first, with their short labels if the long ones do not fit."""
    if scene.waits_for_reader:
        return [GO_ON_BUTTON]
    offers = _phase_offers(scene)
    if layout.log is None:
        offers.append(_ButtonOffer(key_name_of("toggle_log"), "Log", "Log", ToggleLog()))
    pad = 7 if layout.bar.height > 1 == layout.bar_lines else 4
    spare = layout.bar_lines * (layout.bar.width - 2) - sum(
        cell_len(offer.key) + cell_len(offer.label) + pad for offer in offers
    )
    for mark in (ADVICE_MARK, SHORT_ADVICE_MARK, "") if scene.advised is not None else ("",):
        brief, is_fitting = _offers_to_shorten(offers, spare - cell_len(f" {mark}".rstrip()))
        if is_fitting:
            break
    first_main = next((offer for offer in offers if offer.primary), None)
    shown = [
        Button(
            offer.key,
            offer.short_label if offer.key in brief else offer.label,
            offer.command,
            offer.enabled and (scene.decision_counts or not isinstance(offer.command, DECISION_COMMANDS)),
            offer is first_main,
        )
        for offer in offers
    ]
    return [mark_advised(button, scene, _action_of_button(button, scene), mark=mark) for button in shown]


def _offers_to_shorten(offers: Sequence[_ButtonOffer], spare: int) -> tuple[frozenset[str], bool]:
    """Return the keys of the buttons that need their short labels, and whether all buttons fit with these.

    `spare` are the columns that the long labels leave, less than 0 if they do not fit; the last buttons give way first.
    """
    brief = set()
    for offer in reversed(offers):
        if spare < 0:
            brief.add(offer.key)
            spare += cell_len(offer.label) - cell_len(offer.short_label)
    return frozenset(brief), spare >= 0


def _action_of_button(button: Button, scene: BigQueenScene) -> Action | None:
    """Return the action that a button would send while a hint is open; None if it sends none, or more than one."""
    if scene.advised is None or not isinstance(button.command, DECISION_COMMANDS):
        return None
    actions = run_command(scene, button.command).actions
    return actions[0] if len(actions) == 1 else None


def _phase_offers(scene: BigQueenScene) -> list[_ButtonOffer]:
    """Return the buttons for the present phase."""
    if scene.seat is None or scene.over:
        return []
    if scene.is_replay:
        return [_ButtonOffer(key_name_of("sort"), "Sort", "Sort", SortHand())]
    if scene.selection.open_question == "catch":
        named = [
            (str(number), scene.names[int(action[1])], action)
            for number, action in enumerate(possible_catches(scene), 1)
        ]
        return [
            *(_ButtonOffer(key, f"Catch {name}"[:20], name[:8], ChooseAction(action)) for key, name, action in named),
            _ButtonOffer(key_name_of("answer(False)"), "Nobody", "Nobody", ClearSelection()),
        ]
    offers = _off_turn_offers(scene)
    if scene.seat in unanswered_partners(scene):
        return [
            *offers,
            _ButtonOffer(key_name_of("answer(True)"), GO_OUT_LABEL, "Yes", AnswerQuestion(yes=True)),
            _ButtonOffer(key_name_of("answer(False)"), NOT_YET_LABEL, "No", AnswerQuestion(yes=False)),
            _ButtonOffer(key_name_of("sort"), "Sort", "Sort", SortHand()),
        ]
    mine = scene.seat_on_turn == scene.seat and scene.permission_answer != ANSWERS_PENDING
    if mine and scene.phase == "deal":
        offers.append(_ButtonOffer(key_name_of("draw"), ROLL_AND_DEAL_LABEL, "Deal", DrawCard(), primary=True))
    elif mine and scene.phase == "play":
        offers += _play_offers(scene)
    else:
        offers += _draw_offers(scene) if mine and may_draw_or_take(scene) else _ask_offers(scene)
    return [*offers, _ButtonOffer(key_name_of("sort"), "Sort", "Sort", SortHand())]


def _off_turn_offers(scene: BigQueenScene) -> list[_ButtonOffer]:
    """Return the buttons of out-of-turn actions: announce the last card, or catch a player who did not announce
    theirs."""
    offers = []
    if ANNOUNCE_ACTION in scene.legal:
        offers.append(
            _ButtonOffer(
                key_name_of("announce"), "Announce: one card!", "One card!", ChooseAction(ANNOUNCE_ACTION), primary=True
            )
        )
    catches = possible_catches(scene)
    if len(catches) == 1:
        name = scene.names[int(catches[0][1])]
        offers.append(
            _ButtonOffer(key_name_of("catch"), f"Catch {name}"[:20], "Catch", ChooseAction(catches[0]), primary=True)
        )
    elif catches:
        offers.append(_ButtonOffer(key_name_of("catch"), "Catch somebody", "Catch", CatchPlayer(), primary=True))
    return offers


def _draw_offers(scene: BigQueenScene) -> list[_ButtonOffer]:
    """Return the buttons of the phase in which I draw or take a card."""
    selection = shown_selection(scene)
    found = None
    if 1 <= selection.pile_place <= scene.view.count("discard"):
        found = take_outcome(scene.view, scene.legal, selection, selection.pile_place)
    can = found is not None and found.action is not None and is_take_chosen(selection)
    what = f"Take {found.card}" if found is not None else "Take"
    offers = [
        _ButtonOffer(
            key_name_of("draw"), "Draw", "Draw", DrawCard(), primary=not can and scene.task_verb in ("", "draw")
        ),
        *([_ButtonOffer(key_name_of("take_or_lay"), what, what, TakeCard(), can, can)] if can else ()),
        *_ask_offers(scene),
        _ButtonOffer(
            key_name_of("find_next"),
            "Find a card to take",
            "Find",
            FindNextCards(),
            bool(take_actions_by_place(scene.legal)),
            primary=scene.task_verb == "take" and not can,
        ),
    ]
    if can and found is not None and len(found.take_actions) > 1:
        cards = _cards_of_other_way(found)
        label, short_label = (f"Use {cards}", cards) if cards else ("Use no card", "No card")
        offers.append(_ButtonOffer(key_name_of("find_other_way"), label, short_label, FindOtherCards()))
    return offers


def _ask_offers(scene: BigQueenScene) -> list[_ButtonOffer]:
    """Return the button that asks the partners, in a turn in which they have not been asked and a yes could let me go
    out; it is a main one if only a yes lets me lay. (The key asks in other turns, too, if it is pressed twice.)"""
    offered = ASK_ACTION in scene.legal and ASK_ACTION.verb not in scene.taught_later
    if not offered or not could_go_out(scene.view):
        return []
    must_be_first = scene.phase == "play" and not any(action.verb in ("meld", "add") for action in scene.legal)
    is_main = scene.task_verb == ASK_ACTION.verb or must_be_first
    return [_ButtonOffer(key_name_of("ask"), ASK_LABEL, SHORT_ASK_LABEL, ChooseAction(ASK_ACTION), primary=is_main)]


def _play_offers(scene: BigQueenScene) -> list[_ButtonOffer]:
    """Return the buttons of the phase in which cards are laid and one is discarded."""
    selection = shown_selection(scene)
    found = lay_outcome(scene.view, selection)
    words = f"{found.actions_text[:1].upper()}{found.actions_text[1:]}"
    card = selection.card
    loud = any(action.verb == "discard" and len(action) == 3 for action in scene.legal)
    what = f"Discard {card}" if card is not None else "Discard"
    full = f"{what}, announce" if loud else what
    can_lay = any(action.verb in ("meld", "add") for action in scene.legal)
    is_to_find = can_lay and not selection.selected_indexes
    offers = [
        *([_ButtonOffer(key_name_of("take_or_lay"), words, "Lay", LayCards(), True, True)] if found.actions else ()),
        _ButtonOffer(
            key_name_of("discard"),
            full,
            what,
            DiscardCard(),
            card is not None,
            card is not None and not (found.actions or is_to_find),
        ),
    ]
    if loud:
        offers.append(
            _ButtonOffer(
                key_name_of("discard_silently"),
                "Discard, say nothing",
                "Silent",
                DiscardCard(silently=True),
                card is not None,
            )
        )
    offers += _ask_offers(scene)
    offers.append(
        _ButtonOffer(
            key_name_of("find_next"),
            "Find cards to lay",
            "Find",
            FindNextCards(),
            can_lay,
            primary=is_to_find,
        )
    )
    if (
        selection.selected_cards
        and all(held.rank == "2" for held in selection.selected_cards)
        and len(own_set_ranks(scene.view)) > 1
    ):
        offers.append(_ButtonOffer(key_name_of("find_other_way"), "Add to another set", "Other set", FindOtherCards()))
    return offers
