"""Sentences about the result of a match: winners, standings, causes, and a solo score beside the best one."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

from core import Standing, Value, View, games
from core.engine.english import TEAM_LETTERS, count, english_list

OWN_VICTORY_SENTENCE: Final = "You win!"
"""The sentence for a reader who has won alone."""

NO_BOT_DECISIONS: Final[Mapping[int, tuple[int, int]]] = {}
"""The empty mapping of seats to numbers of bot decisions, for a match in which no bot has decided for a person."""

MAX_WINNERS_NAMED: Final = 4
"""A headline names at most this many winners; if there are more, the last ones are counted."""

OWN_NAME_SUFFIX: Final = " (you)"
"""The suffix of the name of the person at this program in lists of names."""


def own_name(name: str) -> str:
    """Return the name of the person at this program with its suffix: ``Ann (you)``."""
    return name if name == "You" else f"{name}{OWN_NAME_SUFFIX}"


def mark_own_name(names: Sequence[str], seat: int | None) -> tuple[str, ...]:
    """Return the names by seat, with ``(you)`` after the name of `seat`, the person at this program."""
    return tuple(own_name(name) if number == seat else name for number, name in enumerate(names))


BOT_NAME_SUFFIX: Final = " (bot)"
"""The suffix of the name of a bot in lists of names and results."""


def names_with_bots(names: Sequence[str], bots: Container[int]) -> tuple[str, ...]:
    """Return the names by seat, with ``(bot)`` after the names of the seats in `bots`."""
    return tuple(f"{name}{BOT_NAME_SUFFIX}" if seat in bots else name for seat, name in enumerate(names))


def team_of(slug: str, options: Mapping[str, Value], seat: int) -> int | None:
    """Return the number of a seat's team, from 0; None without teams, or for an unknown game."""
    game = games.get(slug)
    return None if game is None else game.team_of(seat, options)


def team_in_match(view: View | None, seat: int) -> int | None:
    """Return the number of a seat's team in a match, from 0; None without teams."""
    return None if view is None else team_of(view.game, view.options, seat)


def match_has_teams(view: View | None) -> bool:
    """Whether a match is played in teams."""
    game = games.get(view.game) if view is not None else None
    return game is not None and view is not None and game.has_teams(view.options)


def result_headline(
    standings: tuple[Standing, ...], names: tuple[str, ...], own_seat: int | None, view: View | None = None
) -> str:
    """Return the sentence with the winners of a match, or with the score if it was played alone; `own_seat` is the
    reader's seat."""
    first = [standing for standing in standings if standing.rank == 1]
    if len(standings) == 1:
        return f"{count(first[0].score, score_unit(view))}."
    winners = ["You" if standing.seat == own_seat else names[standing.seat] for standing in first]
    teams = {team for standing in first if (team := team_in_match(view, standing.seat)) is not None}
    if teams:
        return _team_headline(teams, winners)
    if len(winners) > MAX_WINNERS_NAMED:
        winners.sort(key=lambda name: name != "You")
        winners[MAX_WINNERS_NAMED - 1 :] = [f"{len(winners) - MAX_WINNERS_NAMED + 1} others"]
    if len(winners) > 1:
        return f"{english_list(winners)} share the win."
    return OWN_VICTORY_SENTENCE if winners == ["You"] else f"{winners[0]} wins."


def sole_winner(standings: tuple[Standing, ...], names: tuple[str, ...], view: View | None = None) -> str:
    """Return who has won in a word or two, ``Ada`` or ``Team A``; "" if several have, or if it was a solo match."""
    first = [standing.seat for standing in standings if standing.rank == 1]
    teams = {team for seat in first if (team := team_in_match(view, seat)) is not None}
    if teams:
        return f"Team {TEAM_LETTERS[teams.pop()]}" if len(teams) == 1 else ""
    return names[first[0]] if len(first) == 1 < len(standings) else ""


def winner_shown(standings: Sequence[Standing], own_seat: int | None) -> int:
    """Return the seat of the winner whose cards a result shows: the reader's, if they have won, else the first one."""
    return next((one.seat for one in standings if one.rank == 1 and one.seat == own_seat), standings[0].seat)


def other_winners_remark(standings: Sequence[Standing], names: Sequence[str], seat: int, view: View | None) -> str:
    """Return the words on who has won beside a seat or its team: ``. Dora also won``; "" if nobody has."""
    first = [one.seat for one in standings if one.rank == 1]
    if team_in_match(view, seat) is not None:
        own_team = team_name(view, seat)
        others = list(dict.fromkeys(name for one in first if (name := team_name(view, one)) != own_team))
    else:
        others = [names[one] for one in first if one != seat]
    if not others:
        return ""
    told = english_list(others) if len(others) <= MAX_WINNERS_NAMED else f"{len(others)} others"
    return f". {told} also won"


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``11th`` and so on."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def own_place_sentence(standings: tuple[Standing, ...], own_seat: int | None, view: View | None = None) -> str:
    """Return the sentence on the place of a reader at seat `own_seat` who has not won: ``You are 3rd of 4.``

    It is "" for a winner, for a spectator, and for a game of teams.
    """
    ranks = [standing.rank for standing in standings]
    rank = next((standing.rank for standing in standings if standing.seat == own_seat), 1)
    if own_seat is None or rank == 1 or team_in_match(view, own_seat) is not None:
        return ""
    return f"You are {'tied for ' * (ranks.count(rank) > 1)}{ordinal(rank)} of {len(ranks)}."


def _team_headline(teams: set[int], winners: list[str]) -> str:
    """Return the sentence with the winning team, or with both if they tie."""
    if len(teams) > 1:
        return "Both teams share the win."
    members = english_list(sorted(winners, key=lambda name: name != "You"))
    return f"Your team wins: {members}!" if "You" in winners else f"Team {TEAM_LETTERS[teams.pop()]} wins: {members}."


def score_unit(view: View | None) -> str:
    """Return the unit of scores, in the singular; ``point`` without a view or for an unknown game."""
    game = games.get(view.game) if view is not None else None
    return "point" if game is None else game.score_unit


def team_name(view: View | None, seat: int) -> str:
    """Return the team of a seat, as ``Team A``; an empty string in a match without teams."""
    team = team_in_match(view, seat)
    return "" if team is None else f"Team {TEAM_LETTERS[team]}"


def end_cause(view: View | None, seat: int) -> str:
    """Return the remark beside the result of a seat: its team, in a game without teams why the seat's game ended, or ""
    if there is neither."""
    team = team_name(view, seat)
    if team:
        return team
    game = games.get(view.game) if view is not None else None
    return "" if game is None or view is None else game.end_cause(view, seat)


def bot_decisions_text(bot_decisions: Mapping[int, tuple[int, int]], seat: int) -> str:
    """Return the text on how often a bot has decided for the person in a seat (`net.client.events.MatchEnded`); "" if
    never.
    """
    by_bot, decisions = bot_decisions.get(seat, (0, 0))
    return f"a bot decided {by_bot} of {count(decisions, 'time')}" if by_bot else ""


def standings_sentences(
    standings: tuple[Standing, ...],
    names: tuple[str, ...],
    own_seat: int | None,
    view: View | None = None,
    bot_decisions: Mapping[int, tuple[int, int]] = NO_BOT_DECISIONS,
) -> list[str]:
    """Return a sentence for each player's final standing, or for each team's."""
    unit = score_unit(view)
    if match_has_teams(view):
        return _team_standings(standings, names, own_seat, view, bot_decisions)
    said = []
    for standing in standings:
        name = "You" if standing.seat == own_seat else names[standing.seat]
        remarks = (end_cause(view, standing.seat), bot_decisions_text(bot_decisions, standing.seat))
        said.append(f"{standing.rank}. {name}: {', '.join(filter(None, (count(standing.score, unit), *remarks)))}.")
    return said


def _team_standings(
    standings: tuple[Standing, ...],
    names: tuple[str, ...],
    own_seat: int | None,
    view: View | None,
    bot_decisions: Mapping[int, tuple[int, int]],
) -> list[str]:
    """Return a sentence for each team, the best first; teams with equal scores have the same rank."""
    teams: dict[int, list[Standing]] = {}
    for standing in standings:
        team = team_in_match(view, standing.seat)
        if team is not None:
            teams.setdefault(team, []).append(standing)
    scores = [own[0].score for own in teams.values()]
    said = []
    for team, own in teams.items():
        members = english_list("You" if standing.seat == own_seat else names[standing.seat] for standing in own)
        place = 1 + sum(score > own[0].score for score in scores)
        said.append(f"{place}. Team {TEAM_LETTERS[team]}, {members}: {count(own[0].score, score_unit(view))}.")
        for standing in own:
            if text := bot_decisions_text(bot_decisions, standing.seat):
                said.append(f"For {'you' if standing.seat == own_seat else names[standing.seat]} {text}.")
    return said


def best_score_sentence(score: int, earlier_best: int | None) -> str:
    """Return the sentence that compares a solo score with the best one before it."""
    if earlier_best is None:
        return "This is the score to beat from now on."
    if score > earlier_best:
        return f"A new best: the old one was {earlier_best}."
    return f"The score to beat is still {earlier_best}."
