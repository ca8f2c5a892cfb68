"""Measures the figures of RULINGS 7 and 8 again: `python -m tests.core.figures [GAME ...]`.

Each line is a figure as documented, and as the functions of `tests/core/<game>/test_figures.py` measure it, from as
many games as the tests play (with `QUEENS_DEEP=1`, three times as many). After a change of the rules this shows which
figures move. It writes nothing: the documented figures come from up to 4,000,000 games, and a few thousand would only
make them less exact.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from statistics import fmean
from typing import Final, NamedTuple

from core import games
from tests.core.acceptance import GAMES_PER_FIGURE
from tests.core.big_queen import test_figures as big_queen
from tests.core.mad_queens import test_figures as mad_queens
from tests.core.mad_queens_classic import test_figures as classic
from tests.core.queen_bees_ii import test_figures as queen_bees
from tests.core.queens_dungeon import test_figures as dungeon


class Figure(NamedTuple):
    """A documented figure of a section of RULINGS beside the measured one; `documented` is a number, or the least and
    the largest that is accepted.
    """

    section: str
    name: str
    documented: float | tuple[float, float]
    measured: float


def figures_of_mad_queens() -> Iterator[Figure]:
    """Yield the figures of RULINGS 8.1, 8.2 and 7 for Mad Queens; shares in percent."""
    plays = mad_queens.MEASURED_FIRST_PLAY_COUNT
    for name, banned in (("two ranks", "8♠ K♦"), ("rank and Queen", "8♠ Q♦"), ("all setups", None)):
        first = mad_queens.count_first_plays(banned)
        for k, percent in enumerate(mad_queens.BUST_PERCENT_BY_BANNED_CARDS[name], 1):
            yield Figure("8.1", f"{name}: play 1 busts by B({k}), %", percent, 100 * first.busts_by_k[k] / plays)
        busts = 100 * first.first_busts / plays
        yield Figure(
            "8.1", f"{name}: the first reveal busts, %", mad_queens.FIRST_CATCH_PERCENT_BY_BANNED_CARDS[name], busts
        )
    first = mad_queens.count_first_plays(None)
    yield Figure(
        "8.1",
        "a first banned card is a Queen, %",
        100 * mad_queens.BANNED_QUEEN_SHARE,
        100 * first.banned_queens / plays,
    )
    exact_hits = 100 * first.first_exact_hits / plays
    yield Figure("8.1", "the first reveal banks an exact hit, %", mad_queens.EXACT_HIT_PERCENT, exact_hits)
    for number, percent in enumerate(mad_queens.SETUP_PERCENT_BY_EVENTS):
        yield Figure(
            "8.1", f"setups with {number} Joker events, %", percent, 100 * first.matches_by_events[number] / plays
        )
    for other, percent in mad_queens.SCORING_EVENT_PERCENT_BY_CARD.items():
        scored = 100 * mad_queens.count_scoring_events(other) / mad_queens.MEASURED_EVENT_COUNT
        yield Figure("8.1", f"a Joker event beside {other} scores, %", percent, scored)
    for (k, ending), (points, _, number, _, ends) in mad_queens.SOLO_FIGURES_BY_POLICY.items():
        found, policy = mad_queens.results_of_solo_games(k)[ending], f"B({k}){', ends at 12' if ending else ''}"
        yield Figure("8.2", f"{policy}: points", points, fmean(found.scores))
        yield Figure("8.2", f"{policy}: plays", number, fmean(found.plays))
        for cause, percent in zip(mad_queens.END_CAUSES, ends, strict=True):
            yield Figure("8.2", f"{policy}: ends by {cause}, %", percent, 100 * found.causes[cause] / GAMES_PER_FIGURE)
    counts_by_event = mad_queens.results_of_solo_games(3)[False].counts_by_event
    for what, mean in mad_queens.MEAN_COUNT_BY_EVENT.items():
        yield Figure("8.2", f"B(3): {what} in a game", mean, fmean(counts_by_event[what]))
    for seats, (of_seat, percent, number) in mad_queens.FIGURES_BY_SEATS.items():
        scores, renewed = mad_queens.play_with_several_seats(seats)
        if of_seat is not None:
            yield Figure("8.2", f"{seats} seats, B(3): points", of_seat, fmean(chain.from_iterable(scores)))
        yield Figure("8.2", f"{seats} seats, B(3): banned deck reshuffled, %", percent, 100 * renewed / number)
    for k, points in mad_queens.MEAN_POINTS_BY_K.items():
        yield Figure(
            "7", f"B({k}) without house rules: points", points, fmean(mad_queens.scores_without_house_rules(k))
        )
    for name, (value, *means) in mad_queens.MEAN_POINTS_BY_HOUSE_RULE.items():
        for k, points in zip(mad_queens.MEAN_POINTS_BY_K, means, strict=True):
            if name in mad_queens.HOUSE_RULES_THAT_CHANGE_MOST_GAMES:
                found_scores = mad_queens.scores_with_options(k, mad_queens.UNPAIRED_GAME_COUNT, **{name: value})
                yield Figure("7", f"{name}, B({k}): points", points, fmean(found_scores))
            else:
                changed = fmean(mad_queens.score_differences_by_house_rule(name, k))
                yield Figure("7", f"{name}, B({k}): change", points - mad_queens.MEAN_POINTS_BY_K[k], changed)


def figures_of_classic() -> Iterator[Figure]:
    """Yield the figures of RULINGS 8.2 for Mad Queens Classic."""
    for k, ends in classic.END_CAUSE_SHARES_BY_K.items():
        found = classic.results_of_solo_games(k)
        yield Figure("8.2", f"B({k}): cards", classic.ACCEPTED_MEAN_CARDS_BY_K[k], fmean(found.scores))
        yield Figure("8.2", f"B({k}): plays", classic.ACCEPTED_MEAN_PLAYS_BY_K[k], fmean(found.plays))
        for cause, share in ends.items():
            yield Figure(
                "8.2", f"B({k}): ends by {cause}, %", 100 * share, 100 * found.causes[cause] / GAMES_PER_FIGURE
            )


def figures_of_queens_dungeon() -> Iterator[Figure]:
    """Yield the figures of RULINGS 8.3 for Queen's Dungeon."""
    for seats, (
        (two, three, four, twice),
        made,
        tricks,
        dealer,
        left,
        hands_to_500,
    ) in dungeon.FIGURES_BY_SEATS.items():
        counted = dungeon.play_random_hands(seats, dungeon.HANDS_BY_SEATS[seats], seed=83)
        queens, of = counted.queen_counts_by_hand_and_trick, len(counted.queen_counts_by_hand_and_trick)
        for number, share in ((2, two), (3, three), (4, four)):
            found = 100 * sum(number in one for one in queens) / of
            yield Figure("8.3", f"{seats} players: a trick with {number} Queens, %", 100 * share, found)
        found = 100 * sum(one.count(2) == 2 for one in queens) / of
        yield Figure("8.3", f"{seats} players: two tricks with 2 Queens, %", 100 * twice, found)
        yield Figure(
            "8.3", f"{seats} players: the dealer makes the quota, %", 100 * made, 100 * fmean(counted.quota_made)
        )
        yield Figure("8.3", f"{seats} players: the dealer's tricks", tricks[0], fmean(counted.dealer_tricks))
        yield Figure("8.3", f"{seats} players: the dealer's points", dealer[0], fmean(counted.dealer_points))
        yield Figure("8.3", f"{seats} players: points to the dealer's left", left[0], fmean(counted.left_player_points))
        yield Figure("8.3", f"{seats} players: hands to 500", hands_to_500[0], fmean(counted.hands_per_match))


def figures_of_queen_bees() -> Iterator[Figure]:
    """Yield the figures of RULINGS 8.4 for Queen Bees II."""
    for seats, shares in queen_bees.TRUMP_TRICK_SHARES_BY_SEATS.items():
        found = queen_bees.play_random_matches(seats)
        deals = found.deals_by_trump_trick.total()
        for trick, share in shares.items():
            name = f"{seats} players: trumps are set in trick {trick}, %"
            yield Figure("8.4", name, 100 * share, 100 * found.deals_with_trumps_set_by(trick) / deals)
        tricks, deals_of_match = (
            queen_bees.LEADER_TRICKS_BY_SEATS[seats][0],
            queen_bees.DEALS_PER_MATCH_BY_SEATS[seats][0],
        )
        taken = 100 * found.tricks_taken_by_trump / found.tricks_with_trumps
        yield Figure("8.4", f"{seats} players: the leader's tricks", tricks, fmean(found.leader_tricks_by_deal))
        yield Figure(
            "8.4", f"{seats} players: taken by a trump, %", 100 * queen_bees.SHARE_TAKEN_BY_TRUMP_BY_SEATS[seats], taken
        )
        yield Figure("8.4", f"{seats} players: deals in a match", deals_of_match, fmean(found.deals_of_matches))


def figures_of_big_queen() -> Iterator[Figure]:
    """Yield the figures of RULINGS 8.5 for Big Queen."""
    for decks in big_queen.SEATS_BY_PACKS:
        found, deals = big_queen.count_events_of_deals(decks), big_queen.DEALS_PER_FIGURE
        for what, shares in big_queen.DEAL_PERCENTS_BY_EVENT.items():
            yield Figure("8.5", f"{decks} decks: {what}, %", shares[decks - 2], 100 * found[what] / deals)
        yield Figure("8.5", f"{decks} decks: points of a hand", big_queen.HAND_POINTS, found["points"] / deals)
        yield Figure("8.5", f"{decks} decks: twos in a hand", big_queen.HAND_TWOS, found["twos"] / deals)


MEASUREMENT_BY_SLUG: Final[dict[str, Callable[[], Iterator[Figure]]]] = {
    "mad-queens": figures_of_mad_queens,
    "mad-queens-classic": figures_of_classic,
    "big-queen": figures_of_big_queen,
    "queens-dungeon": figures_of_queens_dungeon,
    "queen-bees-ii": figures_of_queen_bees,
}
"""Maps the slug of a game to the function that measures and yields its figures, which takes up to a minute."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of the games that the arguments name, or of all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to measure, all if none is named")
    chosen = parser.parse_args(arguments).games
    if unknown := set(chosen) - MEASUREMENT_BY_SLUG.keys():
        parser.error(f"there are no figures of {', '.join(sorted(unknown))}; games: {', '.join(MEASUREMENT_BY_SLUG)}")
    for slug in chosen or MEASUREMENT_BY_SLUG:
        print(f"{games[slug].title:58}{'documented':>16}{'measured':>12}", flush=True)
        for figure in MEASUREMENT_BY_SLUG[slug]():
            told = figure.documented
            documented = f"{told[0]:g} - {told[1]:g}" if isinstance(told, tuple) else f"{told:.5g}"
            print(f"{figure.section:5}{figure.name:53}{documented:>16}{figure.measured:12.5g}", flush=True)


if __name__ == "__main__":
    main()
