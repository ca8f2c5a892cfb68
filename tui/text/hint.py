"""The advice of the coach as text: the figures about each choice, and the best choice, for screens and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from core import Card, Game
from core.engine.coach import (
    AT_STAKE_LABEL,
    CHANCE_UNIT,
    MATCH_LOST_LABEL,
    MATCH_WON_LABEL,
    POINT_UNIT,
    Advice,
    Choice,
    Figure,
    Measure,
    decimals_of_worths,
    percent_of,
    worth_as_shown,
    worths_as_shown,
)
from core.engine.english import count, english_list_of_alternatives

THINKING_SENTENCE: Final = "Thinking..."
"""The text that is shown while a hint is worked out."""

NO_HINT_SENTENCE: Final = "No hint can be given here."
"""The sentence if no hint can be worked out, because what the host sends is impossible."""

MAX_CHOICES_NAMED: Final = 17
"""A hint names at most this many choices; only in Big Queen a seat may have more, ways to lay its cards."""

BEST_MARK: Final = "best"
"""The mark of the row with the best choice."""
CLOSE_MARK: Final = "maybe worse"
"""The mark of a row with a choice that may be as good as the best: they differ by less than the error, so that what it
is shown with less may be chance."""
COMPATIBLE_MARK: Final = "can be done after it"
"""The mark of a row with a choice that can still be made in the same turn after the best one."""
WORSE_MARK: Final = ""
"""The mark of a row with a choice that is worse than the best, or one of which no more is known."""
HEADING_MARK: Final = "heading"
"""The mark of a row of a hint that names the columns of the rows below it, or what these rows have in common."""

FIGURE_MARK: Final = "figure"
"""The mark of a row with a figure of each choice, in the column of that choice."""

HEADING_BY_MARK: Final = {
    BEST_MARK: "Best",
    COMPATIBLE_MARK: "Can be done after it",
    CLOSE_MARK: "Maybe worse",
    WORSE_MARK: "Worse",
}
"""Maps the mark of rows of a table to the heading above them; the order of its entries is the order of the groups."""

HEADING_OF_LAST_CHOICES_BY_MARK: Final = {
    BEST_MARK: "Best: end turn",
    CLOSE_MARK: "Maybe worse: end turn",
    WORSE_MARK: "Worse: end turn",
}
"""Maps the mark of rows of a table to the heading above those that end the turn, where others let it go on."""

EQUAL_HEADING: Final = "Any will do"
"""The heading above the best choice of a table and those that are shown as equal to it."""
EQUAL_HEADING_OF_ENDS: Final = "Any will do: end turn"
"""`EQUAL_HEADING` where the best choice ends the turn and others let it go on."""
EQUAL_HEADING_OF_LAST_CHOICES: Final = "Or end turn"
"""The heading above the choices shown as equal to the best that end the turn, where the best one does not."""
EQUAL_HEADING_OF_FIRST_CHOICES: Final = "Or do this first"
"""The heading above the choices shown as equal to the best that do not end the turn, where the best one does."""

END_OF_TURN_WORDS: Final = ", and end the turn"
"""What is said after the name of a choice that ends the turn, where others let it go on."""

HEADING_OF_UNNAMED_CHOICES: Final = "Others"
"""The heading above the number of the choices that a table does not name."""

EXPLANATION_BY_MEASURE: Final = {
    Measure.GAIN_IN_HAND: "Points above average: yours of this hand, less the average of all players.",
    Measure.LEAD_AFTER_ROUND: "Ahead: your team's points this round less theirs.",
    Measure.POINTS_OF_DEAL: "Points this deal: all you score in this deal, including what you have already.",
}
"""Maps the measure of choices to the sentence on what the last number of each choice in a hint means; the words of the
other measures say it themselves."""
EXPLANATION_BY_LABEL: Final = {"{} held": "Held: left in hand."}
"""Maps the label of a figure to the sentence on what it means, which stands before that on the measure."""
HEADING_BY_LABEL: Final = {MATCH_WON_LABEL: "match won", MATCH_LOST_LABEL: "match lost"}
"""Maps the label of a figure to the words above its column, where these are not the words of the label."""

ESTIMATE_SENTENCE: Final = "An average of deals imagined by the coach; ±: how far it may be off."
"""The sentence on a number that comes from imagined matches and has its error beside it."""
BRIEF_ESTIMATE_SENTENCE: Final = "An average of deals imagined by the coach."
"""The sentence on such numbers without their errors."""
BRIEF_CLOSE_SENTENCE: Final = f'An average of deals imagined by the coach: "{CLOSE_MARK}" may be chance.'
"""`BRIEF_ESTIMATE_SENTENCE` where some choices have the mark `CLOSE_MARK` above them."""

NUMBER_PLACEHOLDER: Final = "{}"
"""The placeholder for the number in the words of a figure; without it the number follows the words."""

ABOUT_NUMBER: Final = f"about {NUMBER_PLACEHOLDER}"
"""What stands in the words of a figure whose number is an estimate without a known error."""

SUM_WORDS: Final = "in all"
"""The text of the row with the sum of the parts of each choice."""

WORDS_BY_QUEEN_MARK: Final = {BEST_MARK: ", best", CLOSE_MARK: ", as good", WORSE_MARK: ""}
"""Maps the mark of a choice that differs from others in a card only to what is said after the card."""

FIGURES_OF_CHOICE_HEADING: Final = "If you {}"
"""The heading above the figures that only one choice of a table has; the ``{}`` is the name of the choice."""

CHANCE_DECIDES_SENTENCE: Final = "The chance to win decides."
"""The sentence below choices of which the one with the greater chance to win is the best, whatever the points."""
MATCH_END_SENTENCE: Final = "The match may end now, so winning it counts, too, and not points alone."
"""The sentence on choices that are compared by how the match may end with them."""

WINNING_DECIDES_SENTENCE: Final = "Winning decides, not the sums."
"""The sentence below choices of which the best one brings fewer points, where no chance to win is shown."""
CHANCES_CLOSE_SENTENCE: Final = "Chances so close do not count: the sums decide."
"""The sentence below choices of which the best one is shown with a smaller chance to win."""
EQUAL_SUMS_SENTENCE: Final = "Equal sums: either will do, and the coach says {}."
"""The form of the sentence below choices that are shown to bring as many points, where nothing else decides."""

MAX_CHOICES_WITH_FIGURES_LISTED: Final = 3
"""The figures of each choice are listed one below the other if there are at most this many choices."""


class HintRow(NamedTuple):
    """A row of a hint: its mark, its text, and in a table its columns right of the text."""

    mark: str
    text: str
    columns: tuple[str, ...] = ()


def figure_text(figure: Figure, score_unit: str = POINT_UNIT, *, has_sign: bool = False) -> str:
    """Return a figure in a few words: ``caught 20%``, ``trick 71% ±8``, ``9 points banked``.

    `score_unit` is the game's unit of scores, in the singular; with `has_sign` the number has ``+`` or ``-``.
    """
    number = _number_with_unit(figure, score_unit, has_sign)
    return (
        figure.label.replace(NUMBER_PLACEHOLDER, number)
        if NUMBER_PLACEHOLDER in figure.label
        else f"{figure.label} {number}".strip()
    )


def _number_with_unit(figure: Figure, score_unit: str, has_sign: bool) -> str:
    """Return the number of a figure with its unit, a chance in per cent."""
    number = _figure_number_text(figure, has_sign)
    if figure.unit == CHANCE_UNIT:
        return number
    unit = score_unit if figure.unit == POINT_UNIT else figure.unit
    return f"{number} {unit}{'' if number in ('1', '-1') else 's'}"


def words_for_number(figure: Figure, score_unit: str = POINT_UNIT) -> str:
    """Return what a figure counts, without the number: ``takes the trick``, ``points this deal``."""
    unit = "" if figure.unit == CHANCE_UNIT else f"{score_unit if figure.unit == POINT_UNIT else figure.unit}s"
    return " ".join(figure.label.replace(NUMBER_PLACEHOLDER, unit).split())


def _figure_number_text(figure: Figure, has_sign: bool = False) -> str:
    """Return the number of a figure with its error: ``71% ±8``, ``9``, ``-3.2 ±1.5``; a chance lies between 0 and 100.

    A chance of 2% ±4 is ``at most 6%``, one of 97% ±5 ``at least 92%``.
    """
    if figure.unit == CHANCE_UNIT:
        percent, error = percent_of(figure.value), round(100 * figure.error)
        if percent < error and percent + error < 100:
            return f"at most {percent + error}%"
        if percent + error > 100 and percent >= error:
            return f"at least {percent - error}%"
        return f"{percent}%" + (f" ±{min(error, percent, 100 - percent)}" if error else "")
    whole = figure.value == round(figure.value) and not figure.error and not has_sign
    value = round(figure.value, 1) or 0.0  # no -0.0
    number = f"{value:.0f}" if whole else f"{value:{'+' if has_sign and value else ''}.1f}"
    return number + (f" ±{figure.error:.1f}" if round(figure.error, 1) else "")


def _brief_number_text(figure: Figure, has_sign: bool = False, *, is_whole: bool = False) -> str:
    """Return the number of a figure without its error: ``71%``, ``-3.2``; ``~0%`` for what was only never seen.

    With `is_whole` a number of points is rounded.
    """
    if is_whole and figure.unit != CHANCE_UNIT:
        whole = round(figure.value)
        return f"{whole:{'+' if has_sign and whole else ''}}"
    if figure.unit != CHANCE_UNIT and figure.error:  # an average has its decimal, also if that is 0
        value = round(figure.value, 1) or 0.0  # no -0.0
        return f"{value:{'+' if has_sign and value else ''}.1f}"
    is_certain = not figure.error or figure.unit != CHANCE_UNIT or 0 < figure.value < 1
    return f"{'' if is_certain else '~'}{_figure_number_text(figure._replace(error=0), has_sign)}"


def named_choices(advice: Advice, max_choices: int = MAX_CHOICES_NAMED) -> list[tuple[str, Choice]]:
    """Return the choices that a hint names, the best first, each with its mark: `BEST_MARK`, `COMPATIBLE_MARK`,
    `CLOSE_MARK` or `WORSE_MARK`.
    """
    best = [(BEST_MARK, advice.best)] if advice.best is not None else []
    close = [choice for choice in advice.equally_good if choice.same_as is None and choice not in advice.compatible]
    good = [(CLOSE_MARK, choice) for choice in sorted(close, key=_order_by_worth)]
    both = [(COMPATIBLE_MARK, choice) for choice in sorted(advice.compatible, key=_order_by_worth)]
    known = [choice for _, choice in (*best, *both, *good)]
    others = [choice for choice in advice.choices if choice not in known and _is_of_use(choice)]
    others.sort(key=_order_by_worth)
    kinds = _put_one_of_each_verb_first(others) if any(choice.worth is None for choice in others) else others
    return [*best, *both, *good, *((WORSE_MARK, choice) for choice in kinds)][:max_choices]


def _is_of_use(choice: Choice) -> bool:
    """Return whether the coach knows something about a choice, and no other one stands for it; else it is not named."""
    return bool(choice.figures or choice.worth) and choice.same_as is None


def _order_by_worth(choice: Choice) -> float:
    """Return the key by which choices are sorted, those that are worth most first."""
    return -choice.worth.value if choice.worth is not None else 0


def _put_one_of_each_verb_first(choices: list[Choice]) -> list[Choice]:
    """Return choices of unknown worth in another order: first one choice of each verb, then the others."""
    first = {choice.action.verb: choice for choice in reversed(choices)}
    kinds = [choice for choice in choices if first[choice.action.verb] is choice]
    return [*kinds, *(choice for choice in choices if choice not in kinds)]


def hint_rows(game: Game, advice: Advice, max_choices: int = MAX_CHOICES_NAMED) -> Iterator[tuple[str, str]]:
    """Yield for each choice of a hint its mark and its figures in a few words: ``("best", "bank: 9 points banked")``.

    At most `max_choices` are named; if these are not all, the last row says how many others there are. There is no row
    for the only choice of use: no figure helps to decide.
    """
    told = named_choices(advice, max_choices)
    if len(told) == 1:
        return
    has_last = _has_last_choices(told)
    for mark, choice in told:
        yield mark, _choice_text(game, choice, ends_turn=has_last and choice.ends_turn)
    yield from _unnamed_choices_row(advice, told, max_choices)


def _has_last_choices(choices_named: Sequence[tuple[str, Choice]]) -> bool:
    """Return whether some choices end the turn and others, which are no questions, let it go on."""
    return len({choice.ends_turn for _, choice in choices_named if not choice.is_question}) > 1


def _unnamed_choices_row(
    advice: Advice, choices_named: Sequence[tuple[str, Choice]], max_choices: int
) -> Iterator[tuple[str, str]]:
    """Yield a row on how many choices of use are not named, because there are too many; nothing if all are."""
    named = [choice for _, choice in choices_named]
    others = [choice for choice in advice.choices if choice not in named and _is_of_use(choice)]
    if others and len(named) == max_choices:
        yield "", count(len(others), "other choice")


def brief_hint_rows(game: Game, advice: Advice) -> Iterator[HintRow]:
    """Yield a hint as rows, the best choice first; none without figures, and none for the only choice of use.

    If several choices have the same figures, the rows are those of a table: each has two numbers, without their errors,
    in its columns. Rows with the mark `HEADING_MARK` name the columns, and above the rows of each mark what it means.
    Choices of one card that differ in its suit only, and not in any figure, share a row: ``A♣ or A♥``.
    If a few choices have different figures, each figure has a row below the name of its choice. Choices with `parts`
    have a column each, with the sum of their parts.
    """
    told = named_choices(advice)
    if len(told) == 1 or not any(choice.figures or choice.worth for _, choice in told):
        return
    if any(choice.parts for _, choice in told):
        yield from _rows_of_sums(game, advice, told)
        return
    labels = _labels_of_columns(told)
    if not labels:
        if len(told) <= MAX_CHOICES_WITH_FIGURES_LISTED:
            yield from _listed_figures(game, advice, told)
        else:
            yield from (HintRow(mark, text) for mark, text in hint_rows(game, advice))
        return
    rows = [(mark, choice, _figures_with_labels(choice, labels)) for mark, choice in told]
    alike = _first_of_choices_alike(told)
    yield _heading_of_columns(game, rows[0][2])
    is_whole = not decimals_of_worths(choice for _, choice in told)
    has_one_verb = len({choice.action.verb for _, choice in told}) == 1
    headings = _headings_of_choices(advice, told)
    order = [*dict.fromkeys(headings.values())]
    rows.sort(key=lambda row: order.index(headings[row[1]]))
    above = ""
    for mark, choice, (*figures, worth) in rows:
        if choice not in alike:
            continue
        if headings[choice] != above:
            above = headings[choice]
            yield HintRow(HEADING_MARK, above)
        numbers = [_brief_number_text(figure, is_whole=is_whole) for figure in figures]
        numbers.append(_brief_number_text(worth, is_signed(choice), is_whole=is_whole))
        is_clear = has_one_verb and len(choice.action) == 2
        name = str(choice.action[1]) if is_clear else choice_name(game, choice)
        name = english_list_of_alternatives([name, *(other.action.cards[0] for other in alike[choice])])
        yield HintRow(mark, name, tuple(numbers))
    for mark, text in _unnamed_choices_row(advice, told, MAX_CHOICES_NAMED):
        if advice.best is not None:  # they may be of any group
            yield HintRow(HEADING_MARK, HEADING_OF_UNNAMED_CHOICES)
        yield HintRow(mark, *_text_with_greatest_worth(advice, told, text, labels, is_whole))


def _headings_of_choices(advice: Advice, choices_named: Sequence[tuple[str, Choice]]) -> dict[Choice, str]:
    """Return for each choice of a table the heading above its group, in the order of the groups; "" for all without a
    best choice, as there are then no groups to name."""
    best = advice.best
    if best is None:
        return {choice: "" for _, choice in choices_named}
    equal, has_last = _choices_shown_as_equal(advice, choices_named), _has_last_choices(choices_named)
    heading_by_choice: dict[Choice, str] = {}
    for mark, choice in choices_named:
        is_last = has_last and choice.ends_turn
        if choice in equal or (mark == BEST_MARK and equal):
            heading = EQUAL_HEADING_OF_ENDS if is_last else EQUAL_HEADING
            if has_last and choice.ends_turn != best.ends_turn:
                heading = EQUAL_HEADING_OF_LAST_CHOICES if is_last else EQUAL_HEADING_OF_FIRST_CHOICES
        else:
            heading = (HEADING_OF_LAST_CHOICES_BY_MARK if is_last else HEADING_BY_MARK)[mark]
        heading_by_choice[choice] = heading
    marks, order = {choice: mark for mark, choice in choices_named}, [*HEADING_BY_MARK]
    groups = sorted(heading_by_choice, key=lambda choice: 0 if choice in equal else order.index(marks[choice]))
    return {choice: heading_by_choice[choice] for choice in groups}


def _text_with_greatest_worth(
    advice: Advice, choices_named: Sequence[tuple[str, Choice]], text: str, labels: Sequence[str], is_whole: bool
) -> tuple[str, tuple[str, ...]]:
    """Return a text on the choices of use that a table does not name, and its columns: the last says what the best of
    them is worth; without columns if that is not known of all."""
    named = [choice for _, choice in choices_named]
    unnamed = [choice for choice in advice.choices if choice not in named and _is_of_use(choice)]
    worths = [choice.worth for choice in unnamed if choice.worth is not None and choice.worth.label == labels[-1]]
    if len(worths) < len(unnamed):
        return text, ()
    greatest = max(worths, key=lambda worth: worth.value)
    number = _brief_number_text(greatest, is_signed(unnamed[0]), is_whole=is_whole)
    return f"{text}: at most", (*("" for _ in labels[1:]), number)


def _first_of_choices_alike(choices_named: Sequence[tuple[str, Choice]]) -> dict[Choice, list[Choice]]:
    """Return the choices of a table without those of one card that differ from an earlier one in its suit only, and not
    in any figure; each is mapped to the choices that are left out for it, whose cards its row names."""
    first_by_kind: dict[tuple[object, ...], Choice] = {}
    alike: dict[Choice, list[Choice]] = {}
    for _, choice in choices_named:
        verb, *words = choice.action
        first = choice
        if len(words) == 1 and isinstance(words[0], Card):
            first = first_by_kind.setdefault((verb, words[0].rank, choice.figures, choice.worth), choice)
        alike.setdefault(first, []).extend([choice] if choice is not first else [])
    return alike


def _rows_of_sums(game: Game, advice: Advice, choices_named: Sequence[tuple[str, Choice]]) -> Iterator[HintRow]:
    """Yield a table with a column for each verb, in the order of the legal actions: the parts of the worth of each
    choice, their sum, and the figures that all of them have. Below it stand the figures that only one of them has.

    Choices with the same verb differ in a card only: they share a column, and below it each has a row.
    """
    choices_by_verb: dict[str, list[tuple[str, Choice]]] = {choice.action.verb: [] for choice in advice.choices}
    for mark, choice in choices_named:
        choices_by_verb[choice.action.verb].append((mark, choice))
    columns = [choices[0][1] for choices in choices_by_verb.values()]
    yield HintRow(HEADING_MARK, f"{game.score_unit.capitalize()}s", (*choices_by_verb,))
    for label, parts in _figures_by_label([choice.parts for choice in columns]).items():
        if any(part is not None and part.value for part in parts):
            yield HintRow(FIGURE_MARK, _words_of_row(label), _numbers_of_row(parts))
    yield HintRow(FIGURE_MARK, SUM_WORDS, _numbers_of_row([_with_worth_as_shown(choice) for choice in columns]))
    figures_by_label = _figures_by_label([choice.figures for choice in columns])
    common = {label: figures for label, figures in figures_by_label.items() if None not in figures}
    for label, figures in common.items():
        yield HintRow(FIGURE_MARK, _words_of_row(label), _numbers_of_row(figures))
    for choices in choices_by_verb.values():
        for row in _rows_of_own_figures(game, choices, {*common, AT_STAKE_LABEL}):  # a part says what is at stake
            is_number = row.mark != HEADING_MARK
            yield row._replace(columns=("",) * (len(columns) - 1) + row.columns) if is_number else row


def _rows_of_own_figures(
    game: Game, choices_named: Sequence[tuple[str, Choice]], labels_told: set[str]
) -> Iterator[HintRow]:
    """Yield a heading for choices with the same verb, and below it a row for each of their figures whose label is not
    among `labels_told`: of one choice, what the figure counts; of several, which differ in a card, the card."""
    told = [
        (mark, choice, figure)
        for mark, choice in choices_named
        for figure in choice.figures
        if figure.label not in labels_told
    ]
    if not told:
        return
    _, first, figure = told[0]
    if len(choices_named) == 1:
        yield HintRow(HEADING_MARK, FIGURES_OF_CHOICE_HEADING.format(choice_name(game, first)))
        yield from (_figure_row(FIGURE_MARK, figure, game.score_unit, has_sign=False) for _, _, figure in told)
        return
    heading = FIGURES_OF_CHOICE_HEADING.format(first.action.verb)
    yield HintRow(HEADING_MARK, f"{heading}, {figure.unit}s {_words_of_row(figure.label)}")
    for mark, choice, figure in told:
        words = f"with {choice.action.cards[0]}{WORDS_BY_QUEEN_MARK[mark]}"
        yield HintRow(FIGURE_MARK, words, (_figure_number_text(figure),))


def _figures_by_label(figures_of_choices: Sequence[Sequence[Figure]]) -> dict[str, list[Figure | None]]:
    """Return for each label that occurs the figure of each choice with it; None for a choice that has none."""
    labels = dict.fromkeys(figure.label for figures in figures_of_choices for figure in figures)
    return {
        label: [next((one for one in figures if one.label == label), None) for figures in figures_of_choices]
        for label in labels
    }


def _with_worth_as_shown(choice: Choice) -> Figure | None:
    """Return the worth of a choice with the value that is shown, the sum of its parts as they are shown."""
    return None if choice.worth is None else choice.worth._replace(value=worth_as_shown(choice))


def _numbers_of_row(figures: Sequence[Figure | None]) -> tuple[str, ...]:
    """Return the number of each figure without its unit, after ``~`` if it is about that; "" where there is none.

    Points have a decimal if those of one figure are an average.
    """
    decimals = int(any(figure is not None and not isinstance(figure.value, int) for figure in figures))
    return tuple("" if figure is None else _number_of_row(figure, decimals) for figure in figures)


def _number_of_row(figure: Figure, decimals: int) -> str:
    """Return the number of a figure without its unit, points with this number of decimals; after ``~`` if it is about
    that."""
    value = round(figure.value, 1) or 0.0  # no -0.0
    number = f"{percent_of(figure.value)}%" if figure.unit == CHANCE_UNIT else f"{value:.{decimals}f}"
    return f"{'~' if ABOUT_NUMBER in figure.label else ''}{number}"


def _listed_figures(game: Game, advice: Advice, choices_named: Sequence[tuple[str, Choice]]) -> Iterator[HintRow]:
    """Yield for each of the choices a heading with its name, and below it a row for each of its figures, in words, with
    the number in its column. A figure that all choices have with the same number is left out: it does not help to
    choose."""
    said = [
        {_figure_row("", figure, game.score_unit, has_sign=False) for figure in choice.figures}
        for _, choice in choices_named
    ]
    said_of_all = set.intersection(*said)
    for mark, choice in choices_named:
        name = choice_name(game, choice)
        yield HintRow(HEADING_MARK, name if advice.best is None else f"{HEADING_BY_MARK[mark]}: {name}")
        for figure in choice.figures:
            row = _figure_row("", figure, game.score_unit, has_sign=False)
            if row not in said_of_all:
                yield row._replace(mark=mark)
        if choice.worth is not None:
            yield _figure_row(mark, choice.worth, game.score_unit, has_sign=is_signed(choice))


def _figure_row(mark: str, figure: Figure, score_unit: str, *, has_sign: bool) -> HintRow:
    """Return a figure as a row: its label without what stands in brackets, and its number, after ``~`` if it is about
    that."""
    number = _number_with_unit(figure, score_unit, has_sign)
    told = f"~{number.removeprefix('+')}" if ABOUT_NUMBER in figure.label else number
    return HintRow(mark, _words_of_row(figure.label), (told,))


def _words_of_row(label: str) -> str:
    """Return the label of a figure without its number and what stands in brackets."""
    words = label.partition(" (")[0].replace(ABOUT_NUMBER, " ").replace(NUMBER_PLACEHOLDER, " ")
    return " ".join(words.split()).replace(" :", "").rstrip(":")


def _heading_of_columns(game: Game, figures: Sequence[Figure]) -> HintRow:
    """Return the row that says what the figures in the columns of a table count; a unit that several have stands
    first."""
    if len(figures) == 1 or any(
        figure.unit != POINT_UNIT or NUMBER_PLACEHOLDER not in figure.label for figure in figures
    ):
        words = (HEADING_BY_LABEL.get(one.label) or words_for_number(one, game.score_unit) for one in figures)
        return HintRow(HEADING_MARK, "", tuple(words))
    columns = tuple(figure.label.replace(NUMBER_PLACEHOLDER, "").strip() for figure in figures)
    return HintRow(HEADING_MARK, f"{game.score_unit.capitalize()}s:", columns)


def _labels_of_columns(choices_named: Sequence[tuple[str, Choice]]) -> Sequence[str]:
    """Return the labels of the figures in each row of a table of choices; none if it cannot be a table.

    The last one is the worth, which all must have with the same label. Before it is a figure that all of them have: the
    first by which they differ, or else the first.
    """
    choices = [choice for _, choice in choices_named]
    labels = {choice.worth.label if choice.worth is not None else "" for choice in choices}
    if len(labels) != 1 or "" in labels:
        return ()
    values_by_label: dict[str, list[float]] = {}
    for choice in choices:
        for figure in choice.figures:
            values_by_label.setdefault(figure.label, []).append(figure.value)
    common = [label for label, values in values_by_label.items() if len(values) == len(choices)]
    first = next((label for label in common if len(set(values_by_label[label])) > 1), next(iter(common), None))
    return [*([] if first is None else [first]), *labels]


def _figures_with_labels(choice: Choice, labels: Sequence[str]) -> list[Figure]:
    """Return the figures of a choice, its worth among them, that have these labels, in this order."""
    by_label = {figure.label: figure for figure in (*choice.figures, choice.worth) if figure is not None}
    return [by_label[label] for label in labels]


def sentences_on_worths(advice: Advice, *, is_brief: bool = False) -> Sequence[str]:
    """Return two sentences on the last number of the choices in a hint: what it counts, and how exact it is.

    Returns () if no two choices have such a number, or if its words say what it is; but where the chance to win the
    match may decide, a sentence says so. With `is_brief` they are about the numbers of `brief_hint_rows`.
    """
    if any(choice.parts for choice in advice.choices):
        return _sentences_on_chances(advice)
    measures = [choice.measure for choice in advice.choices if choice.worth is not None]
    explanation = EXPLANATION_BY_MEASURE.get(measures[0]) if len(measures) > 1 and measures[0] else None
    if not explanation:
        return ()
    columns = _labels_of_columns(named_choices(advice)) if is_brief else ()
    has_errors = not columns
    labels = columns or [figure.label for choice in advice.choices for figure in choice.figures]
    explanation = " ".join([*(text for label, text in EXPLANATION_BY_LABEL.items() if label in labels), explanation])
    has_match_end = any(
        one.label in (MATCH_WON_LABEL, MATCH_LOST_LABEL) for choice in advice.choices for one in choice.figures
    )
    decisive = (MATCH_END_SENTENCE,) if has_match_end else ()
    if has_errors:
        return (explanation, *decisive, ESTIMATE_SENTENCE)
    named = named_choices(advice)
    equal = _choices_shown_as_equal(advice, named)
    has_close = any(mark == CLOSE_MARK and choice not in equal for mark, choice in named)
    return (explanation, *decisive, BRIEF_CLOSE_SENTENCE if has_close else BRIEF_ESTIMATE_SENTENCE)


def _sentences_on_chances(advice: Advice) -> Sequence[str]:
    """Return the sentence that says what decides, where the best choice has no greater sum than another one or is shown
    with a smaller chance to win; else ()."""
    best = advice.best
    others = [choice for choice in advice.choices if best is not None and choice.action.verb != best.action.verb]
    if best is None or not others:
        return ()
    if best.loss is not None and best.loss.unit == CHANCE_UNIT:
        return (CHANCE_DECIDES_SENTENCE,)
    advantage = worth_as_shown(best) - max(map(worth_as_shown, others))
    if advantage < 0:
        return (WINNING_DECIDES_SENTENCE,)
    if not advantage:
        return (EQUAL_SUMS_SENTENCE.format(best.action.verb),)
    chances = {figure.label: percent_of(figure.value) for figure in best.figures if figure.unit == CHANCE_UNIT}
    figures = [figure for choice in others for figure in choice.figures if figure.label in chances]
    is_smaller = any(percent_of(figure.value) > chances[figure.label] for figure in figures)
    return (CHANCES_CLOSE_SENTENCE,) if is_smaller else ()


def _choices_shown_as_equal(advice: Advice, choices_named: Sequence[tuple[str, Choice]]) -> list[Choice]:
    """Return the choices of a table that are too close to call, and whose worth differs from that of the best choice by
    at most one in the last digit that is shown, or by `Advice.max_equal_difference`."""
    (first, _), *others = choices_named
    if first != BEST_MARK:
        return []
    choices = [choice for _, choice in choices_named]
    step = max(10 ** -decimals_of_worths(choices), advice.max_equal_difference)
    shown, *worths = worths_as_shown(choices)
    return [
        choice
        for (mark, choice), worth in zip(others, worths, strict=True)
        if mark == CLOSE_MARK and round(abs(shown - worth), 1) <= step
    ]


def _choice_text(game: Game, choice: Choice, *, ends_turn: bool) -> str:
    """Return a choice as text, with all its figures; `ends_turn`: say that it ends the turn."""
    figures = [
        figure_text(figure, game.score_unit)
        for figure in choice.figures
        if not choice.parts or figure.label != AT_STAKE_LABEL  # a part says it
    ]
    figures += [figure_text(part, game.score_unit) for part in choice.parts if part.value]
    if choice.worth is not None:
        worth = choice.worth._replace(value=worth_as_shown(choice)) if choice.parts else choice.worth
        figures.append(figure_text(worth, game.score_unit, has_sign=is_signed(choice)))
    name = f"{choice_name(game, choice)}{END_OF_TURN_WORDS if ends_turn else ''}"
    return f"{name}: {', '.join(figures)}" if figures else name


def choice_name(game: Game, choice: Choice) -> str:
    """Return the words with which a player calls the action of a choice."""
    return choice.wording or game.text_of_action(choice.action).replace("-", " ")


def is_signed(choice: Choice) -> bool:
    """Return whether the worth of a choice is a difference, and so has a sign; the points of a deal or a row are
    none."""
    return choice.measure not in (Measure.POINTS_OF_DEAL, Measure.ROW_WITH_NEXT_CARD)
