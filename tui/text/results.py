"""Sentences about the result of a match: winners, standings, causes, and a solo score beside the best one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core import Standing, Value, View, games
from core.engine.english import count, listed
from core.mad_queens import CANNOT_PAY, CHOSEN, DECK_OUT, FOURTH_QUEEN

END_CAUSES: Final = {
    CANNOT_PAY: "could not pay a Queen",
    FOURTH_QUEEN: "saw the fourth Queen",
    DECK_OUT: "the deck ran out",
    CHOSEN: "stopped in time",
}
"""Remarks for the causes that end a seat's game of Mad Queens."""

TEAM_LETTERS: Final = ("A", "B")
"""The letters of the teams; the first seat belongs to the first one."""


def plays_in_teams(slug: str, options: Mapping[str, Value]) -> bool:
    """Whether a game with these options is played in teams; False for an unknown game."""
    game = games.get(slug)
    return game is not None and game.has_teams(options)


def match_has_teams(view: View | None) -> bool:
    """Whether a match is played in teams."""
    return view is not None and plays_in_teams(view.game, view.options)


def headline(
    standings: tuple[Standing, ...], names: tuple[str, ...], mine: int | None, view: View | None = None
) -> str:
    """Return the sentence with the winners of a match."""
    first = [standing for standing in standings if standing.rank == 1]
    if len(standings) == 1:
        return f"{count(first[0].score, score_unit(view))}."
    winners = ["You" if standing.seat == mine else names[standing.seat] for standing in first]
    if match_has_teams(view):
        return _team_headline({standing.seat % 2 for standing in first}, winners)
    if len(winners) > 1:
        return f"{listed(winners)} share the win."
    return "You win!" if winners == ["You"] else f"{winners[0]} wins."


def _team_headline(teams: set[int], winners: list[str]) -> str:
    if len(teams) > 1:
        return "Both teams share the win."
    members = listed(sorted(winners, key=lambda name: name != "You"))
    return f"Your team wins: {members}!" if "You" in winners else f"Team {TEAM_LETTERS[teams.pop()]} wins: {members}."


def score_unit(view: View | None) -> str:
    """Return the unit of scores, in the singular; ``point`` without a view or for an unknown game."""
    game = games.get(view.game) if view is not None else None
    return "point" if game is None else game.score_unit


def end_cause(view: View | None, seat: int) -> str:
    """Return the team of a seat, or a remark on the cause that ended its game; else an empty string."""
    if match_has_teams(view):
        return f"Team {TEAM_LETTERS[seat % 2]}"
    cause = view.facts.get(f"cause/{seat}") if view is not None else None
    return END_CAUSES.get(str(cause), "")


def standings_sentences(
    standings: tuple[Standing, ...], names: tuple[str, ...], mine: int | None, view: View | None = None
) -> list[str]:
    """Return a sentence for each player's final standing, or for each team's."""
    unit = score_unit(view)
    if match_has_teams(view):
        return [_team_standing(team, standings, names, mine, unit) for team in _ranked(standings)]
    said = []
    for standing in standings:
        name = "You" if standing.seat == mine else names[standing.seat]
        cause = end_cause(view, standing.seat)
        said.append(f"{standing.rank}. {name}: {count(standing.score, unit)}{f', {cause}' if cause else ''}.")
    return said


def _ranked(standings: tuple[Standing, ...]) -> list[int]:
    """Return the teams, the best first."""
    return list(dict.fromkeys(standing.seat % 2 for standing in standings))


def _team_standing(
    team: int, standings: tuple[Standing, ...], names: tuple[str, ...], mine: int | None, unit: str
) -> str:
    own = [standing for standing in standings if standing.seat % 2 == team]
    members = listed("You" if standing.seat == mine else names[standing.seat] for standing in own)
    place = 1 + sum(other.score > own[0].score and other.seat < 2 for other in standings)
    return f"{place}. Team {TEAM_LETTERS[team]}, {members}: {count(own[0].score, unit)}."


def best_score_sentence(score: int, before: int | None) -> str:
    """Return the sentence that compares a solo score with the best one before it."""
    if before is None:
        return "This is the score to beat from now on."
    if score > before:
        return f"A new best: the old one was {before}."
    return f"The score to beat is still {before}."
