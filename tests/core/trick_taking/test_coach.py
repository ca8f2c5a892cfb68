"""The coach of the trick-taking games: its intervals hold the true figure as often as they promise."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from core import Action, Remark, cards, games
from core.engine.cards import CARDS, QUEENS, SUITS, Card
from core.engine.chance import SeededChance
from core.engine.coach import (
    CHANCE_UNIT,
    CONFIDENCE,
    MATCH_LOST_LABEL,
    MATCH_WON_LABEL,
    POINT_UNIT,
    Advice,
    Choice,
    Figure,
    decimals_of_worths,
    estimate_mean,
    percent_of,
    worths_as_shown,
)
from core.engine.computation import run_to_end
from core.engine.english import SUIT_WORDS, number_word, rank_word
from core.queen_bees_ii.coach import reason_for_best_play
from core.queen_bees_ii.legal import trumps_in_view
from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queens_dungeon.coach import GAIN_LABEL, with_figure_first
from core.queens_dungeon.dungeon_reasons import dungeon_wordings
from core.queens_dungeon.figures import DEALERS_QUOTA_LABEL, DUNGEON_LABEL, OWN_QUOTA_LABEL, POINTS_LABEL
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED, strengths_in_view
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD, MATCH_WIN_POINTS
from core.queens_dungeon.points_reasons import source_of_gain
from core.queens_dungeon.queen_reasons import why_of_queens_saved
from core.queens_dungeon.quota_reasons import quota_reason
from core.queens_dungeon.reasons import _suit_clause, reason_for_best_choice
from core.trick_taking.cards_left import cards_left
from core.trick_taking.causes import last_of_suit_sentence
from core.trick_taking.coach import (
    ImaginedHandResult,
    cards_others_may_hold,
    chance_to_take_trick,
    decides_trick,
    imagined_results_by_choice,
    remark_share_figure,
)
from core.trick_taking.lookahead import make_chance_for_view
from core.trick_taking.reasons import (
    ANY_WORSE_NAME,
    MAX_REASON_LENGTH,
    MAX_REASON_SENTENCES,
    trick_chance_clause,
)
from tests.conformance.test_imagined_matches import RememberingPlayer
from tests.support.depth import count_for_depth, parametrize, sample_cases

COMPARED_STATE_COUNT = count_for_depth(8, 240, 2_000)
"""Number of states in which the coach's figures about a choice are compared with the true ones."""

TRUE_FIGURE_MATCH_COUNT = count_for_depth(150, 400)
"""Number of imagined matches whose mean figures are taken for the true ones; the test allows for their error."""

LOOKAHEAD_BY_SLUG = {"queen-bees-ii": BEES_LOOKAHEAD, "queens-dungeon": DUNGEON_LOOKAHEAD}
"""Maps the slug of a trick game to the settings with which its hard bots think ahead."""


class PlayerAmongBots(RememberingPlayer):
    """The memory of one seat, whose decisions are tested, in a match in which all seats mostly act as the bot does."""

    def decisions(self) -> Iterator[None]:
        """Play the match, with the seat's memory following it; yield each time it is the seat's turn."""
        usual = LOOKAHEAD_BY_SLUG[self.game.slug].usual_bot
        for _ in range(160):
            (seat, *_) = self.match.awaited
            if seat == self.seat:
                yield
            choices = self.match.legal(seat)
            action = self.random.choice(choices) if self.random.random() < 0.1 else usual(self.match.view(seat))
            self.memory.note(self.match.act(seat, action))
            if self.match.over:
                return


def states_on_turn(slug: str, state_count: int, states_per_chosen_state: int = 5) -> Iterator[PlayerAmongBots]:
    """Yield a player whose seat is on turn, in `state_count` states of matches with random options.

    One in `states_per_chosen_state` of the states that occur in the matches is chosen, at random.
    """
    play = 0
    while state_count > 0:
        play += 1
        player = PlayerAmongBots(slug, 3 + play % 2, f"coach-{slug}-{play}")
        for _ in player.decisions():
            if player.random.randrange(states_per_chosen_state) == 0:
                state_count -= 1
                yield player
            if state_count <= 0:
                return


def true_figures(player: PlayerAmongBots, action: Action) -> Mapping[str, Figure]:
    """Return the figures about an action from `TRUE_FIGURE_MATCH_COUNT` imagined matches, by their label."""
    view = player.match.view(player.seat)
    if view.options.get("reneging") == "honour":
        view = replace(view, options={**view.options, "reneging": "refuse"})
    lookahead, chance = LOOKAHEAD_BY_SLUG[player.game.slug], SeededChance("long")
    thought = imagined_results_by_choice(
        lookahead, player.game, view, player.memory, [action], chance, TRUE_FIGURE_MATCH_COUNT
    )
    while True:
        try:
            next(thought)
        except StopIteration as end:
            (found,) = end.value
            return figures_of_endings(found, player)


def lead_of_seat(player: PlayerAmongBots) -> float:
    """Return by how many points the player is above the mean score of all seats."""
    match = player.match
    return match.score(player.seat) - sum(match.score(seat) for seat in range(match.seats)) / match.seats


def figures_of_endings(endings: Sequence[ImaginedHandResult], player: PlayerAmongBots) -> Mapping[str, Figure]:
    """Return all figures that a coach may give about a choice, from the ends of the imagined matches after it."""
    seat, dealer = player.seat, player.match.view(None).facts["dealer"]
    quota = remark_share_figure("", endings, "dealer made", dealer, in_trick_only=False)
    points = estimate_mean("", [ending.points for ending in endings], POINT_UNIT)
    lead_before = lead_of_seat(player)
    ends = [round(ending.worth / player.match.seats - ending.lead) for ending in endings]
    return {
        "takes the trick": remark_share_figure("", endings, "trick", seat),
        DUNGEON_LABEL: remark_share_figure("", endings, "dungeon", seat),
        "your quota made": quota,
        "dealer's quota made": quota,
        "{} this deal": points,
        POINTS_LABEL: points,
        GAIN_LABEL: estimate_mean("", [ending.lead - lead_before for ending in endings], POINT_UNIT),
        MATCH_WON_LABEL: estimate_mean("", [end > 0 for end in ends]),
        MATCH_LOST_LABEL: estimate_mean("", [end < 0 for end in ends]),
    }


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(list(LOOKAHEAD_BY_SLUG), 1))
def test_intervals_of_the_coach_of_trick_games_cover_the_truth_as_often_as_they_promise(slug):
    """This is tested for each kind of figure. By chance the test fails once in ten thousand times."""
    covered: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for player in states_on_turn(slug, COMPARED_STATE_COUNT // 2):
        told = player.advice()
        choice = player.random.choice([choice for choice in told.choices if choice.worth is not None] or [None])
        if choice is None:
            continue
        true = true_figures(player, choice.action)
        for figure in (*choice.figures, choice.worth):
            other = true[figure.label]
            if not figure.error:
                assert figure.value == other.value, figure
                continue
            tried[figure.label] += 1
            error = math.hypot(figure.error, other.error)
            covered[figure.label] += abs(figure.value - other.value) <= error
    assert tried
    for what, number in tried.items():
        spread = math.sqrt(CONFIDENCE * (1 - CONFIDENCE) / number)
        assert covered[what] / number >= CONFIDENCE - 3.7 * spread, (what, covered[what], number)


@pytest.mark.deep
@parametrize("slug", LOOKAHEAD_BY_SLUG, 1)
def test_coach_advises_on_every_decision_in_one_sentence(slug):
    for player in states_on_turn(slug, count_for_depth(2, 10)):
        told = player.advice()
        assert tuple(choice.action for choice in told.choices) == player.match.legal(player.seat)
        assert told.best in told.choices
        assert told.best not in told.equally_good
        assert set(told.equally_good) <= set(told.choices)
        assert told.reason.startswith(start_of_reason(told)) or told.reason.endswith(f" match: {told.best.action}.")


def start_of_reason(told: Advice) -> str:
    """Return the sentence with the advised action, with which a reason begins unless the end of the match decides."""
    assert told.best is not None
    action = str(told.best.action)
    return f"{action[0].upper()}{action[1:]}. "


@pytest.mark.deep
@parametrize("slug", LOOKAHEAD_BY_SLUG, 1)
def test_reasons_are_short_and_name_a_cause(slug):
    """A reason that only compares figures tells no more than the table beside it."""
    decision_count = without_cause = 0
    for player in states_on_turn(slug, count_for_depth(4, 160)):
        told = player.advice()
        assert len(told.reason) <= MAX_REASON_LENGTH
        sentences = told.reason.removeprefix(start_of_reason(told)).removesuffix(".").split(". ")
        assert len(sentences) <= MAX_REASON_SENTENCES
        if sum(choice.worth is not None for choice in told.choices) > 1 and len(told.best.action) == 2:
            decision_count += 1
            without_cause += all(re.search(COMPARISON_OF_FIGURES, sentence) for sentence in sentences)
    assert without_cause <= math.ceil(MAX_SHARE_WITHOUT_CAUSE * decision_count)


COMPARISON_OF_FIGURES = (
    r"(?:end (?:the deal )?with about|is worth|scores? about|In this hand it) |"
    r"(?:better off|worse off|win the match more often) than |do (?:about )?as well|may be as good|is clearly better|"
    r"costs you about|leaves this trick to others in \d+ of 100 cases$|almost surely leaves this trick to others$"
)
"""What a sentence contains that only compares the figures of choices, or tells one."""

MAX_SHARE_WITHOUT_CAUSE = 0.04
"""The share of decisions of which the reason may name no cause: that other cards may break the rules, or that a Queen
is given to others, leaves little that is certain."""


def assert_forced_card_is_named_truly(player: PlayerAmongBots, action: Action, reason: str) -> None:
    """Assert that the reason for the only legal `action` says what is true of the hand."""
    view = player.match.view(player.seat)
    hand, trick = view.cards(f"hand/{player.seat}"), view.cards("trick")
    match = re.match(r"It is your (last|only) (\w+)( that is not a trump)?\.$", reason)
    assert bool(match) >= (len(hand) == 1)
    if match is None:
        return
    card = action.cards[0]
    if match[1] == "last":
        assert hand == (card,)
    elif match[3]:
        assert not trick
        assert [one for one in hand if one.suit != view.facts["trump"]] == [card]
    elif match[2] == "trump":
        trumps = trumps_in_view(view).is_trump_by_card
        assert trumps[trick[0]]
        assert [one for one in hand if trumps[one]] == [card]
    elif match[2] == "Queen":
        assert [one for one in hand if one in QUEENS] == [card]
    else:
        assert SUIT_WORDS[trick[0].suit] == f"{match[2]}s"
        assert [one for one in hand if one.suit == trick[0].suit] == [card]


def assert_reason_is_true(player: PlayerAmongBots, told: Advice) -> None:
    """Assert that each clause of a reason about the play of a card or a new trump holds."""
    best, reason = told.best, told.reason.removeprefix(start_of_reason(told))
    assert best is not None
    tried = [choice for choice in told.choices if choice.worth is not None]
    worse = [choice for choice in tried if choice is not best and choice not in told.equally_good]
    wrong = [choice for choice in told.choices if choice.action.verb == "play" and choice.worth is None]
    compared = re.sub("\\. A missed one costs [^:.]*", "", reason)
    if equals := re.search(r"(?:^|\. )([^.]*) (would do as well|may be as good)\.$", reason):
        compared = compared.replace(equals[0], ".")
        assert_words_name_equals(equals[1], told.equally_good)
        most, *others = worths_as_shown([best, *told.equally_good])
        is_visible = round(max(abs(most - other) for other in others), 1) > 10 ** -decimals_of_worths(tried)
        assert is_visible == (equals[2] == "may be as good")
    nearest = worse
    is_forced = re.match(r"You have no choice|It is your (last|only) (\w+)( that is not a trump)?\.$", reason)
    assert bool(is_forced) == (len(tried) == 1 and not wrong and " points if you " not in reason)
    if is_forced:
        assert_forced_card_is_named_truly(player, best.action, reason)
    if re.search("follows? the rules", reason):
        assert wrong
        assert player.match.options["reneging"] == "honour"
    else:
        assert not wrong or not re.search(
            r"\b([Aa]ny|[Nn]o)( other)? cards?(?! of the| that follows)|other card", reason
        )
    if "will do about as well" in reason:  # so the table beside it must show them as equal
        most, *others = worths_as_shown([best, *told.equally_good])
        assert round(max(abs(most - other) for other in others), 1) <= 10 ** -decimals_of_worths(tried)
    assert bool(re.search("will do about as well|is clearly better than the rest", reason)) <= (not worse)
    if given_up := re.search(r"You get (more|about as many) points if you (.*), but", reason):
        shown = {str(one.action): number for one, number in zip(tried, worths_as_shown(tried), strict=True)}
        assert (given_up[1] == "more") == (shown[given_up[2]] > shown[str(best.action)])
    if (
        (
            rest := re.search(r"(?<!often )than (?:with )?([^.]*)\.(?: |$)", compared)
            or re.search(r", but (?:in )?(?:at \w+ )?-?[\d.]+ with ([^.]*)\.(?: |$)", compared)
        )
        and worse
        and not re.search("more often than with|dungeon", reason)
        and rest[1] != ANY_WORSE_NAME
    ):
        nearest = choices_compared(rest[1], best, worse, told.equally_good)
        if nearest == worse:
            assert_words_name_choices(rest[1], best, worse, told.equally_good)
    if tricks := re.search(r"about ([\d.]+) tricks, (?:more than|but (at most )?([\d.]+)) with", reason):
        own, *others = (round(choice.worth.value, 1) for choice in (best, *worse))
        assert tricks[1] == f"{own:.1f}"
        assert (own > max(others)) == bool(tricks[3])
        assert tricks[3] in (None, f"{max(others):.1f}")
        assert bool(tricks[2]) == (len(nearest) > 1) or not tricks[3]
    if kept := re.search(r"but keeps (.+?)(?: and her|, 25 points each,)", reason):
        assert {*kept[1].split(" and ")} == {str(choice.action.cards[0]) for choice in worse}
        assert {choice.action.cards[0] for choice in worse} <= {*QUEENS} - {best.action.cards[0]}
        assert all(chance_to_take_trick(choice).value < 0.5 for choice in (best, *worse))
    if last := re.search(r"(\S+) is your last (\w+), so you can trump (\w+) later", reason):
        view = player.match.view(player.seat)
        suits = [card.suit for card in view.cards(f"hand/{player.seat}")]
        assert suits.count(best.action.cards[0].suit) == 1
        assert last[1] == str(best.action.cards[0])
        assert SUIT_WORDS[best.action.cards[0].suit] == last[3] == f"{last[2]}s"
        assert not is_trump(view, best.action.cards[0])
        assert any(is_trump(view, card) for card in view.cards(f"hand/{player.seat}"))
    if more := re.search("(?:points?|tricks), (?:more|less) than", reason):
        label = "{} this deal" if player.game.slug == "queen-bees-ii" else POINTS_LABEL
        points = {
            id(choice): {one.label: one.value for one in (*choice.figures, choice.worth)}[label] for choice in tried
        }
        assert all(points[id(best)] > points[id(choice)] for choice in nearest)
        assert more[0].endswith("less than") == ("costs you" in reason)
    if re.search("better off|is worth", reason):
        assert all(best.worth.value >= choice.worth.value for choice in worse)
    dungeon = [next((one.value for one in c.figures if one.label == DUNGEON_LABEL), 0.0) for c in (best, *tried)]
    if "no other card is safer" in reason:
        assert min(dungeon) == dungeon[0]
    if decisive := re.search(r"ou (?:go to the (dungeon)|make your quota) in|dealer makes the quota in", reason):
        labels = [DUNGEON_LABEL] if decisive[1] else [OWN_QUOTA_LABEL, DEALERS_QUOTA_LABEL]
        assert best.figures[0].label in (*labels, MATCH_WON_LABEL, MATCH_LOST_LABEL)
        assert all(choice.figures[0].label == best.figures[0].label for choice in tried)
    if "need least" in reason:
        trick = player.match.view(player.seat).cards("trick")
        assert trick
        assert not any(card.rank == "Q" for card in trick)
        assert not player.match.options["partners"]
        assert not {*QUEENS} & {choice.action.cards[0] for choice in (best, *worse)}
        takes = [next(one.value for one in c.figures if one.label == "takes the trick") for c in (best, *worse)]
        assert takes[0] == min(takes)
        assert takes[0] < 0.5
    if fall := re.search(r"and fall by (at least )?(\d+) points, to (-?\d+)( or less)?[.:]", reason):
        risky = [
            c.action.cards[0] for c in tried for one in c.figures if one.label == DUNGEON_LABEL and one.value >= 0.1
        ]
        assert_fall_is_true(
            player,
            fall,
            [best.action.cards[0]] if "ou go to the dungeon in" in reason and "If you play" not in reason else risky,
        )
    if threat := re.search(
        r"If you play (.+), you go to the dungeon(?: in (at least )?(\d+) of 100 cases)?, and fall", reason
    ):
        risks = {str(c.action.cards[0]): one.value for c in tried for one in c.figures if one.label == DUNGEON_LABEL}
        risky = {card: risk for card, risk in risks.items() if risk >= 0.1}
        by_risk = {is_risky: [c for c in tried if (str(c.action.cards[0]) in risky) == is_risky] for is_risky in (0, 1)}
        others = [choice for choice in by_risk[0] if choice is not best]
        if len(risky) > 3:
            assert_words_name_choices(threat[1], best, by_risk[1], others)
        else:
            assert {*re.split(", | or ", threat[1])} == {*risky}
        assert abs(100 * min(risky.values()) - int(threat[3] or 100)) <= 1
        assert bool(threat[2]) == (len(risky) > 1 and bool(threat[3]))
    if gain := re.search(
        r"(?:is worth|you end up) (?:about|(at least)|(\d+) to) (\d+) points? (?:more than|better off than)",
        reason,
    ):
        shown, *others = worths_as_shown((best, *nearest))
        gains = [round(shown - other) for other in others]
        told = int(gain[2] or gain[3])
        assert told == min(gains)
        assert int(gain[3]) == (max(gains) if gain[2] else told)
        assert bool(gain[1] or gain[2]) == (len(nearest) > 1)
    if source := re.search(
        r"(You|The others|The other player) scores? about (-?\d+) points?(?: each)? in this hand, "
        r"but (?:at (most|least) )?(-?\d+) with",
        reason,
        re.IGNORECASE,
    ):
        own, *others = (one.value for choice in (best, *nearest) for one in choice.figures if one.label == POINTS_LABEL)
        seats = player.match.seats
        if source[1].lower() == "you":
            assert abs(own - int(source[2])) <= 0.5
            assert all(own > other for other in others)
            assert abs(max(others) - int(source[4])) <= 0.5
        else:
            scored = [
                value - choice.worth.value * seats / (seats - 1)
                for value, choice in zip((own, *others), (best, *nearest), strict=True)
            ]
            assert abs(scored[0] - int(source[2])) <= 0.5
            assert all(scored[0] < other for other in scored[1:])
            assert abs(min(scored[1:]) - int(source[4])) <= 0.5
        assert (source[3] is not None) == (len(nearest) > 1)
        assert all(choice.worth.value < best.worth.value for choice in worse)
        assert "worth" not in reason
    if quotas := re.search(r"makes? (?:your|the) quota in (\d+) of 100 cases, but in (?:at \w+ )?(\d+) with", reason):
        label = OWN_QUOTA_LABEL if "your quota" in reason else DEALERS_QUOTA_LABEL
        own, *others = (
            percent_of(one.value) for choice in (best, *nearest) for one in choice.figures if one.label == label
        )
        assert own == int(quotas[1])
        closest = max(others) if label == OWN_QUOTA_LABEL else min(others)
        assert closest == int(quotas[2])
        assert (own > closest) == (label == OWN_QUOTA_LABEL)
    if with_both := re.match(
        r"With (\S+) you (win|lose) the match in this hand in (\d+) .*, with (\S+) in (\d+)\. ", reason
    ):
        label = MATCH_LOST_LABEL if with_both[2] == "lose" else MATCH_WON_LABEL
        ends = {str(choice.action[1]): one.value for choice in tried for one in choice.figures if one.label == label}
        chances = [percent_of(ends[name]) for name in (with_both[1], with_both[4])]
        assert chances == [int(with_both[3]), int(with_both[5])]
        assert (chances[0] > chances[1]) == (with_both[2] == "win")
        assert with_both[1] == str(best.action[1])
    if missed := re.search(r"\. A missed one costs (you|the dealer) 50 points[.:] ", reason):
        view = player.match.view(player.seat)
        assert (missed[1] == "you") == (view.facts["dealer"] == player.seat)
        assert not view.facts[f"condemned/{view.facts['dealer']}"]
    if "more often than with" in reason:
        assert any(choice.loss.unit == CHANCE_UNIT for choice in worse)
    if best.action.verb == "play":
        assert_cause_is_true(player, tried, best, worse, reason)
        assert_cards_left_are_told_truly(
            player, best.action.cards[0], [choice.action.cards[0] for choice in worse], reason
        )


def assert_fall_is_true(player: PlayerAmongBots, fall: re.Match[str], played: Iterable[Card]) -> None:
    """Assert that a fall into the dungeon by the present trick, as a reason tells it, is that of the rules (RULINGS
    5.3), after one of the cards `played`: of three Queens, or of four where nobody has taken any, the seat keeps none
    and each other player of the trick can still have played one."""
    match, seat = player.match, player.seat
    team = {seat, (seat + 2) % 4} if match.options["partners"] else {seat}
    own, lowest = match.score(seat), min(match.score(other) for other in range(match.seats) if other not in team)
    view = match.view(seat)
    trick, hand = view.cards("trick"), view.cards(f"hand/{seat}")
    ends = set()
    for card in played:
        laid = [other for other in (*trick, card) if other.rank == "Q"]
        to_follow = (match.seats + (match.seats == 2)) - len(trick) - 1
        out = {*QUEENS} - {*hand} - {*laid}
        is_any_taken = any(name.startswith("queens/") and value for name, value in view.facts.items())
        most = len(laid) + min(to_follow, 0 if is_any_taken and len(laid) == 3 else len(out))
        ends |= {min(own - 100, lowest - 1)} if len(laid) < 4 else set()
        ends |= {min(0, own - 250)} if most >= 4 and not is_any_taken else set()
    assert int(fall[3]) == max(ends)
    assert own - int(fall[2]) == int(fall[3])
    assert bool(fall[1]) == bool(fall[4]) == (len(ends) > 1)


def assert_words_name_equals(words: str, equally_good: Sequence[Choice]) -> None:
    """Assert that these words of a reason name the choices that are as good as the best."""
    names = {str(choice.action[1]) for choice in equally_good if len(choice.action) == 2}
    if re.search("other choices|Another choice", words):
        assert any(choice.action.verb not in ("play", "trump") for choice in equally_good)
        return
    named = re.split(", | and ", words)
    more = [one for one in named if one.endswith(" more")]
    assert {*named} - {*more} <= names
    assert not more or more == [f"{number_word(len(names) - len(named) + 1)} more"]
    worth_by_name = {str(choice.action[1]): choice.worth.value for choice in equally_good if len(choice.action) == 2}
    worths = [worth_by_name[name] for name in named if name in names]
    assert worths == sorted(worths, reverse=True)
    assert all(worths[-1] >= worth_by_name[name] for name in names - {*named})
    assert more or {*named} == names


def choices_compared(
    words: str, best: Choice, worse: Sequence[Choice], not_worse: Sequence[Choice]
) -> Sequence[Choice]:
    """Return the worse choices that these words of a reason name: one, where they are many and have no common name.

    That must be the one that is worth most of those that lose points.
    """
    named = [choice for choice in worse if str(choice.action[1:2] and choice.action[1]) == words]
    if not named or len(worse) == 1:
        return worse
    in_points = [choice for choice in worse if choice.loss is None or choice.loss.unit != CHANCE_UNIT]
    assert named[0].worth.value == max(choice.worth.value for choice in in_points or worse)
    assert not_worse
    assert len(worse) > 4
    suits = {choice.action.cards[0].suit for choice in worse}
    assert len(suits) > 1 or any(choice.action.cards[0].suit in suits for choice in not_worse)
    return named


def assert_words_name_choices(words: str, best: Choice, worse: Sequence[Choice], not_worse: Sequence[Choice]) -> None:
    """Assert that these words of a reason name `worse`, and not the other choices besides the best, `not_worse`."""
    names = {str(choice.action[1]) for choice in worse}
    if re.match("(any|the) other (card|choice)", words):
        assert not not_worse
        assert words.startswith("any") == (len(worse) > 1)
    elif several := re.match(r"any of ([a-z]+) other cards", words):
        assert several[1] == number_word(len(worse))
        assert not_worse
    elif counted := re.match(r"any of (\d+) other|another", words):
        assert len(worse) == int(counted[1] or 1)
        assert best.action.verb not in ("play", "trump")
        assert not_worse
    elif suit := re.fullmatch(r"any (other )?(\w+)", words):
        assert {SUIT_WORDS[choice.action.cards[0].suit] for choice in worse} == {f"{suit[2]}s"}
        assert all(SUIT_WORDS[choice.action.cards[0].suit] != f"{suit[2]}s" for choice in not_worse)
        assert bool(suit[1]) == (SUIT_WORDS[best.action.cards[0].suit] == f"{suit[2]}s")
    else:
        assert {*re.split(", | or ", words)} == names


def assert_cause_is_true(
    player: PlayerAmongBots, tried: Sequence[Choice], best: Choice, worse: Sequence[Choice], reason: str
) -> None:
    """Assert that what a reason says about the present trick and the cards kept is true, if all cards from now on are
    played at random."""
    view, seat, card = player.match.view(player.seat), player.seat, best.action.cards[0]
    takes = {str(choice.action.cards[0]): chance_to_take_trick(choice) for choice in tried}
    queens = [other for other in view.cards("trick") if other in QUEENS]
    by_name = {str(choice.action.cards[0]): choice for choice in worse}
    if "You cannot take this trick" in reason:
        assert all(taker_of_trick(player, choice.action) != seat for choice in tried)
    if re.search("You will (probably|almost surely) not", reason):
        assert max(chance.value for chance in takes.values()) < (0.031 if "almost surely not" in reason else 0.5)
    if re.search("more often than your other cards|Of your cards, .* has the best chance to take", reason):
        assert all(chance.value < takes[str(card)].value for name, chance in takes.items() if name != str(card))
    if too := re.search(r", and so do(?:es)? (.+), so keep", reason):
        as_sure = {name for name, chance in takes.items() if chance.value == 1 and not chance.error} - {str(card)}
        assert {*re.split(", | and ", too[1])} == as_sure - {*by_name}
    if "a second Queen" in reason:
        assert len(queens) == 1
        assert card in QUEENS
        assert ("lets you name" in reason) == (view.facts["dealer"] == seat)
    if beaten := re.search(r"beats the dealer's (\S+)\.", reason):
        trick = [str(one) for one in view.cards("trick")]
        around = [(view.facts["dealer"] + 1 + step) % view.seats for step in range(view.seats)]
        start = around.index(view.facts["leader"])
        assert view.seats == 2 or trick.index(beaten[1]) == (view.seats - 1 - start) % view.seats
        assert view.facts["dealer"] != seat
    if only := re.match(r"Only (\S+) takes this trick", reason):
        assert all((taker_of_trick(player, c.action) == seat) == (str(c.action.cards[0]) == only[1]) for c in tried)
    if re.search("as no card of the others beats it|No card of the others beats", reason):
        assert all(taker_of_trick(player, best.action) == seat for _ in range(3))
    if kept := re.search(
        r"(?:so keep|and you keep) ((?:[^.:]*[♣♦♥♠])|your trumps|your higher cards) for later", reason
    ):
        named = re.findall(r"\w+[♣♦♥♠]", kept[1])
        if not named:
            assert len(by_name) > 3
        elif re.search(" takes this trick,.* so", reason):
            assert {*named} <= {*by_name}
        else:
            assert {*named} == {*by_name}
        for other in (by_name[name].action.cards[0] for name in named or by_name):
            assert is_stronger(view, other, card)
            assert "trump" not in kept[1] or (is_trump(view, other) and not is_trump(view, card))
    if would := re.search(r"(\S+) would (?:almost surely )?take this trick", reason):
        assert takes[would[1]].value >= takes[str(card)].value + 0.3
        assert would[1] in by_name
    if gain := re.search(r"Keep (\S+), and you end up about (\d+) points? better off", reason):
        assert gain[1] == (would[1] if would else max(by_name, key=lambda name: takes[name].value))
        kept, instead = worths_as_shown((best, by_name[gain[1]]))
        assert round(kept - instead) == int(gain[2])
        is_told = bool(re.search("but no (other )?Queen lies in it", reason))
        assert is_told == (not queens and bool(view.cards("trick")) and would is not None)
        if "lies in it yet" in reason:
            taken = sum(view.facts[name] for name in view.facts if name.startswith("queens/"))
            assert taken + sum(card.rank == "Q" for card in view.cards(f"hand/{seat}")) < 4, "one can still come"
    if spared := re.search(
        r"(?:You can spare this trick: (\d+) of the next (\d+) makes? your quota|"
        r"You will hardly make your quota, which needs (\d+) of the (\d+) tricks after this one)[.:]",
        reason,
    ):
        assert view.facts["dealer"] == seat
        needed, left = map(int, filter(None, spared.groups()))
        assert needed == view.facts["quota"] - view.facts[f"tricks/{seat}"] + view.facts.get("uncounted", 0)
        assert left == view.count(f"hand/{seat}") - 1
        assert max(takes[name].value for name in by_name) >= takes[str(card)].value + 0.3
    if needs := re.search(r"(You|The dealer) still needs? (\d+) of (\d+) tricks?, and", reason):
        dealer = view.facts["dealer"]
        assert (needs[1] == "You") == (dealer == seat)
        assert int(needs[2]) == view.facts["quota"] - view.facts[f"tricks/{dealer}"] + view.facts.get("uncounted", 0)
        assert int(needs[3]) == view.count(f"hand/{seat}")
    if "Your quota is out of reach" in reason:
        lost = view.facts[f"tricks/{seat}"] - view.facts.get("uncounted", 0) + view.count(f"hand/{seat}")
        assert lost < view.facts["quota"]
        assert view.facts["dealer"] == seat
    if taken := re.search(r"with (Q\S)(?: and (Q\S) in it, 25 points each| and her 25 points in it)", reason):
        assert {*filter(None, taken.groups())} == set(map(str, queens))
    if "and her 25 points with it" in reason:
        assert card in QUEENS
        assert not queens
    if place := re.search("is the (third|fourth) Queen in this trick, and its taker goes to the dungeon", reason):
        assert card in QUEENS
        assert len(queens) == ("third", "fourth").index(place[1]) + 2
        assert taker_of_trick(player, best.action) != seat
    if partner := re.match(r"Your partner(?: takes this trick with |'s )(\w+[♣♦♥♠])", reason):
        led = (view.facts["leader"] - seat) % 4
        cards_by_player = dict(zip([(led + turn) % 4 for turn in range(4)], view.cards("trick"), strict=False))
        highest = cards_by_player.pop(2)
        assert str(highest) == partner[1]
        assert all(is_stronger(view, highest, other, in_trick=True) for other in cards_by_player.values())


def assert_cards_left_are_told_truly(player: PlayerAmongBots, card: Card, worse: Collection[Card], reason: str) -> None:
    """Assert that what a reason says about the cards still out and the cards kept is true of the hands of this match.

    `card` is the advised one, `worse` are the cards that are worse.
    """
    view, seat = player.match.view(player.seat), player.seat
    trick, hand = view.cards("trick"), view.cards(f"hand/{seat}")
    laid = replace(view, piles={**view.piles, "trick": (*trick, card)})
    others = [
        one for other in range(view.seats) if other != seat for one in player.match.view(other).cards(f"hand/{other}")
    ]
    unseen = [
        one
        for name, pile in player.match.view(None).piles.items()
        if isinstance(view.piles[name], int) and not name.startswith(("won/", "stock"))
        for one in player.match.piles[player.match.layout.pile(name).layout_index]
    ]
    plays = [action for action in player.match.legal(seat) if action.verb == "play"]
    queens_laid = sum(one in QUEENS for one in (*trick, card)) if player.game.slug == "queens-dungeon" else 0
    suit_by_word = {word.removesuffix("s"): suit for suit, word in SUIT_WORDS.items()}

    def higher(one: Card) -> list[Card]:
        """Return the unseen cards of the printed suit of a card that are higher, or trumps if it is none (QB-3)."""
        return [other for other in unseen if other.suit == one.suit and is_stronger(view, other, one)]

    def assert_is_highest_left(one: Card, word: str) -> None:
        """Assert that a card is the highest one of a suit, or of the trumps, in all hands."""
        rest = [other for other in (*others, *hand) if other not in (one, card)]
        if word == "trump":
            assert is_trump(view, one)
            assert queens_laid != 2
            assert not any(is_trump(view, other) and is_stronger(view, other, one) for other in rest)
        else:
            assert one.suit == suit_by_word[word]
            assert not any(is_stronger(view, other, one) for other in rest if other.suit == one.suit)

    if beaters := re.search(r"Only ([^.]+) could beat (\S+)[.:]", reason):
        named = re.split(", | or ", beaters[1])
        assert beaters[2] == str(card)
        beating = [other for other in others if is_stronger(laid, other, card, in_trick=True)]
        for other in beating:
            assert str(other) in named or ("a trump" in named and is_trump(view, other) and not is_trump(view, card))
        could = [other for other in unseen if is_stronger(laid, other, card, in_trick=True)]
        assert {*named} - {"a trump"} <= {*map(str, could)}
        assert "a trump" not in named or any(is_trump(view, other) for other in could)
    if low := re.search(r"(\S+) is a low card: (\d+) higher (\w+) are still unseen[.:]", reason):
        assert low[1] == str(card)
        assert card.rank in "234567"
        assert SUIT_WORDS[card.suit] == low[3]
        assert len(higher(card)) == int(low[2])
        assert not any(one.suit == card.suit and is_stronger(view, card, one) for one in hand)
    if both := re.search(r"(?:^|\. )Only (\S+) and (\S+)(?: and (\S+))? take this trick", reason):
        names = {str(action.cards[0]) for action in plays if taker_of_trick(player, action) == seat}
        assert {*filter(None, both.groups())} == names
    if "No card that is still out beats yours" in reason:
        for one in hand:
            led = replace(view, piles={**view.piles, "trick": (one,)})
            assert not any(is_stronger(led, other, one, in_trick=True) for other in others)
    if "Each card that you can play takes this trick" in reason:
        assert all(taker_of_trick(player, action) == seat for action in plays)
    if lead := re.search(r"[Yy]ou lead next(?:, with (\S+), the highest (\w+) left)?[.:]", reason):
        assert taker_of_trick(player, Action(("play", card))) == seat
        if lead[1]:
            assert lead[1] in map(str, hand)
            assert_is_highest_left(*cards(lead[1]), lead[2])
    if kept := re.search(r"Keep (\S+), the highest (\w+) left[.:]", reason):
        assert kept[1] in map(str, worse)
        assert_is_highest_left(*cards(kept[1]), kept[2])
    if kept := re.search(
        r"(?:^|\. )Keep (your (?:lower )?trumps? |)(\w+[♣♦♥♠](?:(?:, | and )\w+[♣♦♥♠])*) for later[.:]", reason
    ):
        named = cards(kept[2].replace(",", "").replace("and ", ""))
        assert {*named} <= {*worse}
        assert all(is_trump(view, one) > is_trump(view, card) or is_stronger(view, one, card) for one in named)
        assert not kept[1] or all(is_trump(view, one) for one in named)
        assert queens_laid != 2 or all(is_trump(view, one) == is_trump(view, card) for one in named)
    if re.search(r"(K|k)eep your (lower )?trump", reason):
        assert queens_laid != 2
    if drawn := re.search(r"(\S+) may draw out (.+), the only (\w+) above your (\S+?)[.:]", reason):
        (mine,) = cards(drawn[4])
        assert not trick
        assert mine in hand
        assert mine.suit == card.suit
        assert drawn[1] == str(card)
        assert is_stronger(view, mine, card)
        assert {*map(str, higher(mine))} == {*drawn[2].split(" or ")}
        assert not any(one.suit == mine.suit and is_stronger(view, one, mine) for one in hand)
    if "is your last" in reason:
        assert queens_laid != 2
    assert_card_kept_is_told_truly(player, card, reason, assert_is_highest_left, higher)
    if fall := re.search(r"Keep (\S+), so that (\S+) need not fall to ([^.:]+)[.:]", reason):
        low, alone = cards(f"{fall[1]} {fall[2]}")
        assert [one for one in hand if one.suit == low.suit and one != low] == [alone]
        assert low in worse
        assert is_stronger(view, alone, low)
        assert {*map(str, higher(alone))} == {*fall[3].split(" or ")}
    if pair := re.search(r"Keep (\S+): you hold (\w+) cards of this rank, which may become trump[.:]", reason):
        (kept_card,) = cards(pair[1])
        assert player.game.slug == "queen-bees-ii"
        assert not view.facts["trumps"]
        assert kept_card in worse
        assert number_word(sum(one.rank == kept_card.rank for one in hand)) == pair[2]
    if draws := re.search(r"(\S+) draws trumps from the others", reason):
        assert not trick
        assert draws[1] == str(card)
        assert player.game.slug == "queen-bees-ii", "a Queen may answer a trump in the dungeon"
        assert is_trump(view, card)
        assert any(is_trump(view, one) for one in unseen)
    if "hat counts is which cards you keep" in reason and player.game.slug == "queens-dungeon":
        assert not {*QUEENS} & {*trick, *(action.cards[0] for action in plays)}


def assert_card_kept_is_told_truly(
    player: PlayerAmongBots,
    card: Card,
    reason: str,
    assert_is_highest_left: Callable[[Card, str], None],
    higher: Callable[[Card], list[Card]],
) -> None:
    """Assert that what a reason says of a card that would take the trick, but is kept instead of `card`, is true."""
    view, name = player.match.view(player.seat), r"(\w+[♣♦♥♠]) would (?:almost surely )?take this trick[^,.]*, but "
    if best_left := re.search(rf"{name}as the highest (\w+) left it can take a later trick[.:]", reason):
        assert_is_highest_left(*cards(best_left[1]), best_left[2])
    if trump := re.search(rf"{name}as a trump it can take a later trick of another suit", reason):
        assert is_trump(view, *cards(trump[1]))
    if re.search(f"{name}kept, it may become a trump", reason):
        assert player.game.slug == "queen-bees-ii"
        assert not view.facts["trumps"]
    if below := re.search(rf"{name}may take a later one: only ([^.:]+) (?:is|are) above it[.:]", reason):
        assert {*map(str, higher(*cards(below[1])))} == {*re.split(", | and ", below[2])}
    if lead := re.search(f"{name}then you lead, and no card of yours surely takes the next trick", reason):
        hand = [one for one in view.cards(f"hand/{player.seat}") if str(one) != lead[1]]
        unseen = cards_others_may_hold(view, player.memory)
        assert all(
            any(is_stronger(view, other, one) for other in unseen if other.suit == one.suit or is_trump(view, other))
            for one in hand
        )


def is_trump(view, card):
    """Return whether a card is a trump."""
    return card.suit == view.facts.get("trump") or card.rank in view.facts.get("trumps", ())


def is_stronger(view, card, other, in_trick=False):
    """Return whether a card is a trump and another is none, or of two like ones the higher; with `in_trick`, a card of
    another suit than the one led is weaker."""
    ranks = "23456789TJKAQ" if "trump" in view.facts else "23456789TJQKA"
    led = view.cards("trick")[0].suit if in_trick else ""

    def key(one):
        """Return by what cards are compared."""
        suit_decides = "♣♦♥♠".index(one.suit) if is_trump(view, one) and "trumps" in view.facts else 0
        return (
            is_trump(view, one),
            one.suit == led and not is_trump(view, one),
            ranks.index(one.rank.replace("10", "T")),
            suit_decides,
        )

    return key(card) > key(other)


@pytest.mark.parametrize(
    ("takes", "quotas", "points", "worths", "words"),
    [
        (0.2, (), (30, 18, 10), (0, 0, 0), "You score about 30 points in this hand, but at most 18 with 3♠"),
        (0.2, (), (30, 18), (0, 0), "You score about 30 points in this hand, but 18 with 3♠"),
        (0.8, (), (30, 18, 10), (30, 18, 10), ""),
        (
            0.8,
            (),
            (30, 30, 32),
            (15, 6, 9),
            "The others score about 10 points each in this hand, but at least 20 with 3♠",
        ),
        (0.2, (), (30, 18, 32), (9, 6, 15), ""),
        (0.2, (), (30, 28), (0, 0), ""),
        (0.2, (), (), (), ""),
        (
            0.2,
            (DEALERS_QUOTA_LABEL, 0.25, 0.36, 0.4),
            (30, 18, 10),
            (0, 0, 0),
            "The dealer makes the quota in 25 of 100 cases, but in at least 36 with 3♠",
        ),
        (
            0.2,
            (OWN_QUOTA_LABEL, 0.29, 0.15),
            (30, 18),
            (0, 0),
            "You make your quota in 29 of 100 cases, but in 15 with 3♠",
        ),
        (
            0.2,
            (OWN_QUOTA_LABEL, 0.29, 0.25),
            (30, 18),
            (0, 0),
            "You score about 30 points in this hand, but 18 with 3♠",
        ),
    ],
)
def test_reason_says_in_two_numbers_by_what_a_card_is_better_if_it_is_better_in_them_than_all_worse_ones(
    takes, quotas, points, worths, words
):
    def choice_of(at):
        """Return the play of a card with these figures."""
        figures = [Figure("takes the trick", takes, 0.1)]
        figures += [Figure(quotas[0], one) for one in quotas[1 + at : 2 + at]]
        figures += [Figure(POINTS_LABEL, one) for one in points[at : at + 1]]
        worth = Figure(GAIN_LABEL, worths[at], 1, POINT_UNIT) if worths else None
        return Choice(Action(("play", *cards(f"{2 + at}♠"))), tuple(figures), worth)

    best, *worse = map(choice_of, range(max(2, len(points))))
    view = games["queens-dungeon"].start(4, 1).view(0)
    told = source_of_gain(view, best, worse, "3♠")
    assert (told.parts[0][0] if told else "") == words
    assert (told.label if told else "") == (quotas[0] if "quota" in words else "")
    if (quotas and quotas[0] == DEALERS_QUOTA_LABEL) or words.startswith("The others"):
        told = source_of_gain(replace(view, options={**view.options, "partners": True}), best, worse, "3♠")
        assert told is None or not re.search("dealer|others", str(told.parts)), "they may be the partner"


@pytest.mark.deep
@pytest.mark.parametrize("slug", LOOKAHEAD_BY_SLUG)
def test_reason_of_the_coach_of_trick_games_is_true(slug):
    for player in states_on_turn(slug, count_for_depth(6, 60)):
        if player.match.view(player.seat).facts["phase"] not in ("call", "exchange", "switch"):
            assert_reason_is_true(player, player.advice())


@pytest.mark.deep
@pytest.mark.parametrize("slug", LOOKAHEAD_BY_SLUG)
def test_no_choice_is_called_worse_than_one_that_is_shown_with_as_many_points_or_fewer(slug):
    worse_count = close_count = 0
    for player in states_on_turn(slug, count_for_depth(20, 60)):
        told = player.advice()
        worse_count += count_choices_called_worse(told)
        close_count += len(told.equally_good)
    assert worse_count
    assert close_count


@pytest.mark.deep
def test_no_choice_is_called_worse_than_one_ahead_in_no_figure_where_the_match_may_end():
    compared = found = 0
    for number in range(count_for_depth(2, 10)):
        player = PlayerAmongBots("queens-dungeon", 4, f"near-the-target-{number}")
        player.match = player.game.start(4, f"near-the-target-{number}", {"target": 30})
        player.memory = player.new_memory()
        for _ in player.decisions():
            if player.match.view(player.seat).facts["phase"] == "play" and player.random.randrange(3) == 0:
                told = player.advice()
                compared += count_choices_called_worse(told)
                found += any(len(numbers) > 1 for numbers in numbers_shown(told).values())
    assert compared
    assert found


@pytest.mark.deep
def test_reasons_near_the_target_tell_what_the_cards_do_in_the_trick_and_not_how_the_match_ends():
    """Figures about the end of the match, which stand before the others, change no reason."""
    ends = [(Figure(MATCH_WON_LABEL, one, 0.1), Figure(MATCH_LOST_LABEL, 1 - one, 0.1)) for one in (1.0, 0.42, 0.0)]
    told_in_figures = 0
    for number in range(count_for_depth(2, 10)):
        player = PlayerAmongBots("queens-dungeon", 3 + number % 2, f"reasons-near-the-target-{number}")
        player.match = player.game.start(3 + number % 2, f"reasons-near-the-target-{number}", {"target": 30})
        player.memory = player.new_memory()
        for _ in player.decisions():
            view = player.match.view(player.seat)
            if view.facts["phase"] != "play" or player.random.randrange(3):
                continue
            told = player.advice()
            told_in_figures += told.best.figures[0].label in (MATCH_WON_LABEL, MATCH_LOST_LABEL)
            by_action = {
                one.action: one._replace(
                    figures=tuple(two for two in one.figures if two.label not in (MATCH_WON_LABEL, MATCH_LOST_LABEL))
                )
                for one in told.choices
                if one.figures
            }
            equal = [one.action for one in told.equally_good]

            def reason(choices, view=view, player=player, best=told.best.action, equal=equal):
                """Return the reason for the best of these choices."""
                good = [choices[action] for action in equal]
                tried = [*choices.values()]
                return reason_for_best_choice(view, player.memory, tried, choices[best], good, False)[0]

            for end in ends:
                with_ends = {action: one._replace(figures=(*end, *one.figures)) for action, one in by_action.items()}
                assert reason(with_ends) == reason(by_action)
    assert told_in_figures


def numbers_shown(advice: Advice) -> Mapping[Action, tuple[float, ...]]:
    """Return the numbers by which a table of the choices compares them, greater where they are better: the points, and
    before them the chance in the first column if it is about the end of the match."""
    tried = [choice for choice in advice.choices if choice.worth is not None]
    numbers = {choice.action: (points,) for choice, points in zip(tried, worths_as_shown(tried), strict=True)}
    for figures in zip(*(choice.figures for choice in tried), strict=False):
        sign = {MATCH_WON_LABEL: 1, MATCH_LOST_LABEL: -1}.get(figures[0].label)
        if sign is not None and len({figure.value for figure in figures}) > 1:
            chances = [sign * percent_of(figure.value) for figure in figures]
            return {action: (chance, *numbers[action]) for action, chance in zip(numbers, chances, strict=True)}
    return numbers


def count_choices_called_worse(told: Advice) -> int:
    """Return the number of choices that an advice calls worse than others; assert that none of these others, the best
    included, is ahead of it in no number that people see, and that none is ahead of the best in all of them."""
    if told.best is None or told.best.worth is None:
        return 0
    numbers = numbers_shown(told)
    good = [told.best.action, *(choice.action for choice in told.equally_good)]
    worse = [action for action in numbers if action not in good]
    for action in good:
        for other in worse:
            assert any(one > two for one, two in zip(numbers[action], numbers[other], strict=True)), (
                action,
                other,
                numbers,
                told.reason,
            )
        best = numbers[told.best.action]
        assert numbers[action][-1] <= best[-1] or numbers[action] < best, (action, numbers, told.reason)
    return len(worse)


@pytest.mark.deep
@pytest.mark.parametrize("slug", LOOKAHEAD_BY_SLUG)
def test_shown_points_of_two_choices_differ_by_what_the_worse_one_loses(slug):
    compared = 0
    for player in states_on_turn(slug, count_for_depth(6, 60)):
        told = player.advice()
        for choice in told.choices:
            if choice.loss is not None and choice.loss.unit == POINT_UNIT and told.best.worth is not None:
                assert told.best.worth.value - choice.worth.value == pytest.approx(choice.loss.value, abs=1e-9)
                compared += choice.loss.value > 0
    assert compared


@pytest.mark.parametrize(
    ("label", "labels"),
    [
        (DUNGEON_LABEL, [DUNGEON_LABEL, "takes the trick"]),
        (DEALERS_QUOTA_LABEL, [DEALERS_QUOTA_LABEL, "takes the trick"]),
        (OWN_QUOTA_LABEL, ["takes the trick", DUNGEON_LABEL]),  # the choice has no such figure
        ("", ["takes the trick", DUNGEON_LABEL]),
    ],
)
def test_chance_that_decides_in_the_reason_is_the_first_figure(label, labels):
    figures = tuple(Figure(label, 0.3) for label in ("takes the trick", DUNGEON_LABEL, DEALERS_QUOTA_LABEL))
    choice = Choice(Action(("play", *cards("2♠"))), figures)
    told = with_figure_first(choice, label).figures
    assert [figure.label for figure in told][:2] == labels
    assert {*told} == {*figures}
    near_the_end = choice._replace(figures=(Figure(MATCH_WON_LABEL, 0.5), *figures))
    assert with_figure_first(near_the_end, label) == near_the_end


@pytest.mark.parametrize(
    ("slug", "trick", "hand", "facts", "reason"),
    [
        ("queens-dungeon", "4♠", "9♠ 3♥ K♦", {}, "Play 9♠. It is your only spade."),
        ("queens-dungeon", "4♠", "9♥", {}, "Play 9♥. It is your last card."),
        ("queens-dungeon", "4♠", "9♠ Q♥ K♦", {"challenge": True}, "Play Q♥. It is your only Queen."),
        ("queens-dungeon", "", "Q♥ 9♠ K♠", {"trump": "♠"}, "Play Q♥. It is your only card that is not a trump."),
        ("queen-bees-ii", "4♠", "9♠ 3♥ K♦", {}, "Play 9♠. It is your only spade."),
        ("queen-bees-ii", "9♠", "9♥ 3♥ K♦", {"trumps": ("9",)}, "Play 9♥. It is your only trump."),
    ],
)
def test_reason_for_the_only_card_says_why_no_other_can_be_played(slug, trick, hand, facts, reason):
    game = games[slug]
    match = game.start(4, "forced")
    while match.view(None).facts["phase"] != "play":
        seat = min(match.awaited)
        match.act(seat, match.default(seat))
    view = match.view(min(match.awaited))
    piles = {**view.piles, f"hand/{view.seat}": cards(hand), "trick": cards(trick)}
    view = replace(view, piles=piles, facts={**view.facts, **facts})
    (action,) = game.legal(view)
    worth = Figure("", 1, 0, POINT_UNIT)
    choice = Choice(action, (Figure("takes the trick", 0.5),), worth)
    why = (
        reason_for_best_play(view, game.memory(view), [choice], choice, [])
        if slug == "queen-bees-ii"
        else reason_for_best_choice(view, game.memory(view), [choice], choice, [], False)[0]
    )
    assert why == reason


def test_coach_of_honour_play_does_not_say_that_a_seat_has_no_choice():
    """There every card can be played, but only one follows the rules."""
    seen = set()
    for number in range(40):
        player = PlayerAmongBots("queens-dungeon", 4, f"honour-{number}")
        player.match = player.game.start(4, f"honour-{number}", {"reneging": "honour"})
        player.memory = player.game.memory(player.match.view(player.seat))
        for _ in player.decisions():
            view = player.match.view(player.seat)
            right = player.game.legal(replace(view, options={**view.options, "reneging": "refuse"}))
            plays = [action for action in player.game.legal(view) if action.verb == "play"]
            if len(right) == 1 and len(plays) > 1 and view.facts["phase"] == "play":
                told = player.advice()
                assert told.reason == f"P{str(right[0])[1:]}. No other card of yours follows the rules."
                seen.add(number)
                break
        if len(seen) == 2:
            return
    raise AssertionError("no such decision was found")


def taker_of_trick(player: PlayerAmongBots, action: Action) -> int | None:
    """Return who takes the present trick if the player acts so and all seats then play legal cards at random."""
    match = player.match.copy()
    changes = match.act(player.seat, action)
    while True:
        for change in changes:
            if isinstance(change, Remark) and change.key == "trick":
                return change.seat
        seat = min(match.awaited)
        changes = match.act(seat, player.random.choice(match.legal(seat)))


@pytest.mark.deep
def test_coach_before_the_last_card_of_a_trick_is_certain_who_takes_it():
    exact = Counter()
    for player in states_on_turn("queen-bees-ii", count_for_depth(6, 12), states_per_chosen_state=1):
        told, last = player.advice(), len(player.match.view(None).cards("trick")) == player.match.seats - 1
        for choice in told.choices:
            taken = choice.figures[0]
            assert last <= (taken.error == 0)
            if taken.error == 0:
                exact[last] += 1
                for _ in range(1 if last else 5):
                    assert taken.value == (taker_of_trick(player, choice.action) == player.seat)
    assert exact[True]
    assert exact[False]


@pytest.mark.parametrize(
    ("slug", "facts", "gone", "trick", "hand", "card", "decides"),
    [
        ("queens-dungeon", {"trump": "♠"}, "Q♠", "", "A♠ 3♥", "A♠", True),  # the trump Queen is gone
        ("queens-dungeon", {"trump": "♠"}, "A♠", "", "K♠ 3♥", "K♠", False),
        ("queens-dungeon", {"trump": "♠"}, "Q♠ A♠", "", "K♠ 3♥", "K♠", True),
        ("queen-bees-ii", {"trumps": ()}, "A♠", "8♠", "K♠ 3♥", "K♠", True),
        ("queens-dungeon", {"trump": "♣"}, "", "K♠ 8♠", "7♠ A♠ 3♥", "7♠", True),  # the king lies there
        ("queens-dungeon", {"trump": "♣"}, "", "K♠ 8♠", "3♥ 2♦", "3♥", True),
        ("queens-dungeon", {"trump": "♣"}, "", "K♠ 8♠", "7♠ A♠ 3♥", "A♠", False),  # the Queen or a trump may follow
        ("queens-dungeon", {"trump": "♣"}, "", "K♠ 8♠", "Q♠ Q♣ 3♥", "Q♣", True),  # nothing beats the trump Queen
        ("queens-dungeon", {"trump": "♣"}, "", "", "A♣ Q♣ 3♥", "A♣", True),  # only a card of the same hand does
        ("queens-dungeon", {"trump": "♣"}, "", "K♠ 8♠ 2♠", "A♠ 3♥", "A♠", True),  # the last card
        ("queen-bees-ii", {"trumps": ()}, "", "K♠ 8♠", "7♠ A♠ 3♥", "A♠", True),
        ("queen-bees-ii", {"trumps": ("K", "4")}, "", "A♠ 8♠", "7♠ K♥ 3♥", "K♥", False),
        ("queen-bees-ii", {"trumps": ("K", "4")}, "K♠", "A♠ 8♠", "7♠ K♥ 3♥", "K♥", True),  # the higher king is gone
        ("queen-bees-ii", {"trumps": ("K", "4")}, "", "A♠ 8♠", "7♠ K♠ K♥", "K♠", True),
        ("queen-bees-ii", {"trumps": ("K", "4")}, "", "4♠ 8♠", "A♠ 7♠", "A♠", True),
    ],
)
def test_coach_is_certain_of_a_card_that_is_beaten_already_or_cannot_be_beaten(
    slug, facts, gone, trick, hand, card, decides
):
    match = games[slug].start(4, 1)
    view = match.view(0)
    piles = {**view.piles, "trick": cards(trick), "hand/0": cards(hand)}
    view = replace(view, facts={**view.facts, **facts}, piles=piles)
    strengths = (
        trumps_in_view(view).strengths_by_suit_led
        if slug == "queen-bees-ii"
        else STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(str(view.facts["trump"]))]
    )
    memory = match.game.memory(match.view(0))
    memory.hidden_piles["won/1"].known_cards += cards(gone)
    assert decides_trick(view, memory, *cards(card), strengths) is decides


def test_coach_says_of_a_card_that_is_beaten_already_that_it_cannot_take_the_trick():
    """In this match the King of spades lies in the trick when seat 0 plays for the first time."""
    match = games["queens-dungeon"].start(4, 3)
    memory = match.game.memory(match.view(0))
    while (seat := min(match.awaited)) != 0 or match.view(0).facts["phase"] != "play":
        memory.note(match.act(seat, DUNGEON_LOOKAHEAD.usual_bot(match.view(seat))))
    view = match.view(0)
    told = run_to_end(match.game.coach(match.game, view, memory))
    led, *_ = trick = view.cards("trick")
    strengths = STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(str(view.facts["trump"]))][led // 13]
    beaten = [
        choice for choice in told.choices if strengths[choice.action.cards[0]] < max(strengths[card] for card in trick)
    ]
    assert beaten
    for choice in beaten:
        assert chance_to_take_trick(choice) == Figure("takes the trick", 0)
        assert next(figure for figure in choice.figures if figure.label == DUNGEON_LABEL) == Figure(DUNGEON_LABEL, 0)
        assert trick_chance_clause(choice) == f"{choice.action.cards[0]} cannot take this trick"


@pytest.mark.parametrize(
    ("risks", "words"),
    [
        ((0.0, 1.0), "If you play 3♠, you go to the dungeon"),
        (
            (0.0, 0.4),
            "If you play 3♠, you go to the dungeon in 40 of 100 cases",
        ),
        (
            (0.0, 1.0, 1.0),
            "If you play 3♠ or 4♠, you go to the dungeon",
        ),
        (
            (0.0, 1.0, 0.3),
            "If you play 3♠ or 4♠, you go to the dungeon in at least 30 of 100 cases",
        ),
        (
            (0.0, 0.3, 0.0, 0.5, 0.4),
            "If you play 3♠, 5♠ or 6♠, you go to the dungeon in at least 30 of 100 cases",
        ),
        (
            (0.0, 1.0, 1.0, 1.0, 1.0),
            "If you play any other card, you go to the dungeon",
        ),
    ],
)
def test_reason_says_which_cards_lead_to_the_dungeon_and_how_likely_each_of_them_does(risks, words):
    choices = [
        Choice(Action(("play", card)), (Figure(DUNGEON_LABEL, risk),))
        for card, risk in zip(cards("2♠ 3♠ 4♠ 5♠ 6♠"), risks, strict=False)
    ]
    view = games["queens-dungeon"].start(4, 1).view(0)
    view = replace(view, piles={**view.piles, "trick": cards("Q♦ Q♥"), "hand/0": cards("2♠ 3♠ 4♠ 5♠ 6♠")})
    told = dungeon_wordings(view, choices, choices[0], "card", "cards")
    assert told == (f"{words}, and fall by 100 points, to -100", words)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0.3, "brings you next to nothing, but more than ♣ or ♦"),
        (-0.3, "brings you next to nothing, but more than ♣ or ♦"),
        (12.0, "brings you about 12 points, more than ♣ or ♦"),
        (-12.0, "costs you about 12 points, less than ♣ or ♦"),
    ],
)
def test_reason_for_a_new_trump_says_what_it_brings_in_this_hand(points, words):
    game = games["queens-dungeon"]
    view = game.start(4, 1).view(0)
    suits = zip("♠♣♦♥", (points, points - 20, points - 20, points), strict=True)
    best, *others = (Choice(Action(("trump", suit)), (Figure(POINTS_LABEL, value),)) for suit, value in suits)
    reason = reason_for_best_choice(view, game.memory(view), [best, *others], best, others[-1:], False)[0]
    assert reason.startswith("Trump ♠. ")
    assert reason.endswith(f"In this hand it {words}. ♥ would do as well.")


def test_reason_for_the_spare_hand_speaks_of_the_quota_if_it_decides():
    game = games["queens-dungeon"]
    view = game.start(3, 1, {"exchange": True}).view(0)
    keep, exchange = (
        Choice(Action((verb,)), (Figure(OWN_QUOTA_LABEL, chance, 0.1), Figure(POINTS_LABEL, points)))
        for verb, chance, points in (("keep", 0.8, 90.0), ("exchange", 0.4, 20.0))
    )
    reason = reason_for_best_choice(view, game.memory(view), [keep, exchange], keep, [], False)
    assert reason[1] == OWN_QUOTA_LABEL
    assert reason[0] == "Keep. You make your quota in 80 of 100 cases, but in 40 with the other choice."


@pytest.mark.parametrize(
    ("label", "chances", "words"),
    [
        (OWN_QUOTA_LABEL, (0.63, 0.4, 0.2), "You make your quota in 63 of 100 cases, but in at most 40 with 3♠"),
        (
            DEALERS_QUOTA_LABEL,
            (0.2, 0.4, 0.63),
            "The dealer makes the quota in 20 of 100 cases, but in at least 40 with 3♠",
        ),
        (OWN_QUOTA_LABEL, (0.45, 0.4, 0.2), ""),
        (OWN_QUOTA_LABEL, (0.2, 0.4, 0.63), ""),
        (DEALERS_QUOTA_LABEL, (0.63, 0.4, 0.2), ""),
    ],
)
def test_reason_of_the_coach_of_the_dungeon_speaks_of_a_quota_that_the_card_decides(label, chances, words):
    best, *worse = (
        Choice(Action(("play", card)), (Figure(label, chance, 0.1),))
        for card, chance in zip(cards("4♦ 3♠ 2♠"), chances, strict=False)
    )
    view = games["queens-dungeon"].start(4, 1).view(0)
    told = quota_reason(view, best, worse, "3♠")
    assert (told and (told.parts[0][-2], told.label)) == ((words, label) if words else None)
    for dealer, tricks, need in ((0, 1, "still need 4 of 13 tricks"), (1, 2, "still needs 3 of 13 tricks")):
        facts = {**view.facts, "dealer": dealer, f"tricks/{dealer}": tricks}
        piles = {**view.piles, f"hand/{view.seat}": CARDS[:13]}
        told = quota_reason(replace(view, facts=facts, piles=piles), best, worse, "3♠")
        assert not told or f" {need}, and make" in told.parts[0][0]


@pytest.mark.parametrize(
    ("partners", "trick", "takes", "worse", "words"),
    [
        (False, "K♦", 0.1, "Q♥", "Q♥ and her 25 points"),
        (False, "K♦", 0.1, "Q♥ Q♣", "Q♥ and Q♣, 25 points each,"),
        (False, "K♦", 0.1, "Q♥ 3♦", ""),  # another card is worse, too
        (False, "K♦", 0.7, "Q♥", ""),  # the best card takes the trick
        (False, "K♦ Q♠", 0.1, "Q♥", ""),  # she would change trump
        (True, "K♦", 0.1, "Q♥", ""),  # the partner may take her
    ],
)
def test_reason_of_the_coach_of_the_dungeon_says_which_queens_a_card_keeps_from_the_others(
    partners, trick, takes, worse, words
):
    match = games["queens-dungeon"].start(4, 1, {"partners": partners})
    view = replace(match.view(0), piles={**match.view(0).piles, "trick": cards(trick)})

    def play(card, takes):
        return Choice(Action(("play", card)), (Figure("takes the trick", takes, 0.1),))

    why = why_of_queens_saved(view, play(*cards("4♦"), takes), [play(card, 0.0) for card in cards(worse)])
    told = f"4♦ leaves this trick to others in 90 of 100 cases, but keeps {words} from the others"
    assert (why.parts[0][0] if why else "") == (words and told)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("4♠ 7♥ 2♦", "4♠ is your last spade, so you can trump spades later"),
        ("4♠ 5♠ 2♦", ""),  # another spade is left
        ("4♠ 7♥ 2♣", ""),  # no trump is left
    ],
)
def test_reason_of_the_coach_of_the_dungeon_says_that_a_lost_card_lets_trumps_take_its_suit(hand, words):
    game = games["queens-dungeon"]
    view = game.start(4, 1).view(0)
    memory = game.memory(view)
    view = replace(view, facts={**view.facts, "trump": "♦"}, piles={**view.piles, "hand/0": cards(hand)})
    (card,) = cards("4♠")
    assert last_of_suit_sentence(cards_left(view, memory, strengths_in_view(view)), card) == words
    spades_trump = replace(view, facts={**view.facts, "trump": "♠"})
    assert last_of_suit_sentence(cards_left(spades_trump, memory, strengths_in_view(spades_trump)), card) == ""
    spades = [card for card in CARDS[:52] if card.suit == "♠" and card not in cards("4♠ 5♠ A♠")]
    memory.hidden_piles["won/1"].known_cards += spades
    left = cards_left(view, memory, strengths_in_view(view))
    assert last_of_suit_sentence(left, card) == "", "two other spades are left"


@pytest.mark.deep
def test_reason_of_the_coach_of_the_bees_compares_tricks_after_playing_each_card():
    """The coach of this game imagines no further than the end of the deal, so it knows nothing about the match."""
    compared = 0
    for player in states_on_turn("queen-bees-ii", count_for_depth(12, 40)):
        told = player.advice()
        assert "match" not in told.reason
        if len(told.choices) > len(told.equally_good) + 1:
            if given_up := re.search(
                r"(\S+) would (?:almost surely )?take this trick.*\. "
                r"Played now, it costs you about (\S+) tricks? in all\.$",
                told.reason,
            ):
                (other,) = (choice for choice in told.choices if str(choice.action.cards[0]) == given_up[1])
                shown = [round(choice.worth.value, 1) for choice in (told.best, other)]
                assert f"{shown[0] - shown[1]:.1f}" == given_up[2]
                assert other not in told.equally_good
                later = [choice.worth.value - choice.figures[0].value for choice in (told.best, other)]
                assert later[0] > later[1]
            if "draws trumps" in told.reason:
                view = player.match.view(player.seat)
                hands = [
                    player.match.view(seat).cards(f"hand/{seat}") for seat in range(view.seats) if seat != player.seat
                ]
                assert not view.cards("trick")
                assert is_trump(view, told.best.action.cards[0])
                assert any(is_trump(view, card) for hand in hands for card in hand)
            if "You take more tricks later" in told.reason:
                worse = [c for c in told.choices if c is not told.best and c not in told.equally_good]
                assert all(told.best.figures[0].value <= choice.figures[0].value for choice in worse)
            compared += 1
    assert compared


def test_reason_to_lead_a_trump_that_may_lose_is_that_it_draws_trumps_if_others_have_any():
    game, said = games["queen-bees-ii"], Counter()
    for seed in range(12):
        match = game.start(4, f"draw-{seed}")
        memories = [game.memory(match.view(seat)) for seat in range(4)]
        while not match.over and len(match.actions) < 50:
            (seat,) = match.waiting
            view = match.view(seat)
            if view.facts["trumps"] and not view.cards("trick") and len(match.legal(seat)) > 1:
                best, worse = (
                    Choice(action, (Figure("takes the trick", 0.2 + at / 10, 0.05),), Figure("", 4 - at, 0, POINT_UNIT))
                    for at, action in enumerate(match.legal(seat)[:2])
                )
                reason = reason_for_best_play(view, memories[seat], [best, worse], best, [])
                hands = [match.view(other).cards(f"hand/{other}") for other in range(4) if other != seat]
                is_drawn = any(is_trump(view, card) for hand in hands for card in hand)
                draws = is_trump(view, best.action.cards[0]) and is_drawn
                assert ("draws trumps from the others. You take more tricks later" in reason) == draws
                said[draws] += 1
            changes = match.act(seat, match.default(seat))
            for memory in memories:
                memory.note(changes)
    assert min(said[True], said[False]) > 2


def test_coach_of_the_bees_says_what_trumps_its_card_would_make_until_they_are_set():
    match = games["queen-bees-ii"].start(4, "trumps-of-the-coach")
    told_of = Counter()
    while told_of.total() < 8:
        (seat,) = match.waiting
        view = match.view(seat)
        told = run_to_end(match.game.coach(match.game, view, match.game.memory(view), True))
        card, hand = told.best.action.cards[0], view.cards(f"hand/{seat}")
        trick = (*view.cards("trick"), card)
        makes = not view.facts["trumps"] and len({one.suit for one in trick}) == 1
        assert ("you keep" in told.reason) == makes
        if makes:
            number = sum(one.rank in {other.rank for other in trick} for one in hand) - 1
            word = "none" if not number else number_word(number) if number > 1 else "one"
            is_last = len(trick) == 4
            assert bool(re.search("If this trick is all|If all play", told.reason)) != is_last
            _, _, after = told.reason.removesuffix(".").partition(" become trumps, and you keep ")
            kept, _, tricks = after.partition(". ")
            are_more_to_come = "the ranks still to come" in told.reason
            of_more = f"at least {word}" if number else "perhaps none"
            assert kept.removesuffix(" of them") == (of_more if are_more_to_come else word)
            assert are_more_to_come <= (not is_last)
            made, _, _ = told.reason.removeprefix(start_of_reason(told)).partition(" become trumps")
            assert re.search(rf"\b({card.rank}|{card.rank}s|{rank_word(card.rank)}s)\b", made)
            assert re.search(r"end (the deal )?with about [\d.]+ tricks|do about as well|clearly better", tricks)
        told_of[makes] += 1
        match.act(seat, told.best.action)
    assert told_of[True]
    assert told_of[False]


def test_coach_of_the_dungeon_says_how_many_cards_of_a_new_trump_the_hand_has():
    match = games["queens-dungeon"].start(4, 1)
    view = match.view(0)
    hearts = [card for card in view.cards("hand/0") if card.suit == "♥"]
    clause = _suit_clause(view, Action(("trump", "♥")))
    assert clause == ("You hold " + (f"{len(hearts)} hearts. " if len(hearts) != 1 else "1 heart. ")) * bool(hearts)
    assert not _suit_clause(view, Action(("keep",)))


def test_each_step_of_the_coach_either_imagines_a_match_or_tries_a_choice():
    player = next(states_on_turn("queen-bees-ii", 1))
    view, choices = player.match.view(player.seat), player.match.legal(player.seat)
    done = []

    class NotedMemory(type(player.memory)):
        __slots__ = ()

        def deal(self, view, chance):
            done.append("imagine")
            return super().deal(view, chance)

    def noted_try(match, seat, action):
        done.append("try")

    player.memory.__class__ = NotedMemory
    chance = make_chance_for_view(view)
    for _ in BEES_LOOKAHEAD.try_in_imagined_matches(player.game, view, player.memory, choices, 3, chance, noted_try):
        assert len(done) == 1
        done.clear()


def test_coach_calls_choices_equally_good_if_they_differ_by_less_than_the_error():
    """Before a deal nobody has seen a card, so no trump suit can be better than another."""
    match = games["queens-dungeon"].start(4, 1)
    (dealer,) = match.waiting
    view = match.view(dealer)
    told = run_to_end(match.game.coach(match.game, view, match.game.memory(view)))
    assert len(told.equally_good) == 3


def test_coach_of_queens_dungeon_gives_the_points_of_the_hand_even_if_it_may_end_the_match():
    """The best choice then also depends on the chance to win the match; the figure is in points only, and the scores
    before the hand are no part of it.
    """
    told_of = over = 0
    player = PlayerAmongBots("queens-dungeon", 3, "last-hand")
    player.match = player.game.start(3, "last-hand", {"target": 20})
    player.memory = player.game.memory(player.match.view(player.seat))
    for _ in player.decisions():
        view, choices = player.match.view(player.seat), player.match.legal(player.seat)
        if view.facts["phase"] == "call" or len(choices) == 1 or len(view.cards(f"hand/{player.seat}")) > 8:
            continue
        thought = imagined_results_by_choice(
            DUNGEON_LOOKAHEAD, player.game, view, player.memory, choices, make_chance_for_view(view)
        )
        while True:
            try:
                next(thought)
            except StopIteration as end:
                endings = end.value
                break
        told = player.advice()
        for choice, found in zip(told.choices, endings, strict=True):
            over += sum(round(abs(ending.worth / 3 - ending.lead)) == MATCH_WIN_POINTS for ending in found)
            gained = sum(ending.lead for ending in found) / len(found) - lead_of_seat(player)
            assert choice.worth.value == pytest.approx(gained)
        told_of += 1
        if told_of == 3:
            break
    assert over


def matches_in_which_seat_0_can_lead_a_queen(seeds):
    """Yield (match, view, memory, plays of Queens) at the first play of seat 0 in matches of Queen's Dungeon in which
    it leads and has a Queen.
    """
    game = games["queens-dungeon"]
    for seed in seeds:
        match = game.start(4, f"queen-led-{seed}")
        memory = game.memory(match.view(0))
        while (seat := min(match.awaited)) != 0 or match.view(0).facts["phase"] != "play":
            memory.note(match.act(seat, DUNGEON_LOOKAHEAD.usual_bot(match.view(seat))))
        view = match.view(0)
        queens = [action for action in game.legal(view) if not view.cards("trick") and action.cards[0] in QUEENS]
        if queens:
            yield match, view, memory, queens


def test_bot_of_level_hard_leads_no_queen_with_which_it_goes_to_the_dungeon_more_often_than_not():
    game = games["queens-dungeon"]
    led = [
        goes_to_dungeon_among_bots(match, action)
        for match, view, memory, queens in matches_in_which_seat_0_can_lead_a_queen(range(150))
        if (action := run_to_end(game.levels["hard"].think(game, view, memory))) in queens
    ]
    assert len(led) >= 4
    assert sum(led) * 2 < len(led)


def test_dungeon_comes_about_as_often_as_the_coach_says_to_who_leads_a_queen():
    game = games["queens-dungeon"]
    assert game.coach is not None
    said, came = [], []
    for match, view, memory, queens in matches_in_which_seat_0_can_lead_a_queen(range(60)):
        advice = run_to_end(game.coach(game, view, memory))
        for choice in advice.choices:
            if choice.action in queens:
                said.append(next(figure.value for figure in choice.figures if figure.label == DUNGEON_LABEL))
                came.append(goes_to_dungeon_among_bots(match, choice.action))
    assert len(said) >= 12
    assert sum(came) >= 4
    assert abs(sum(said) - sum(came)) < 2 * math.sqrt(sum(chance * (1 - chance) for chance in said))


def goes_to_dungeon_among_bots(match, action: Action) -> bool:
    """Return whether this play of the first seat sends it to the dungeon if the others play as the usual bot does."""
    match = match.copy()
    changes = match.act(0, action)
    while not any(isinstance(change, Remark) and change.key == "trick" for change in changes):
        (seat,) = match.awaited
        changes = match.act(seat, DUNGEON_LOOKAHEAD.usual_bot(match.view(seat)))
    return any(isinstance(change, Remark) and (change.key, change.seat) == ("dungeon", 0) for change in changes)
