"""The `Game`: its rules, the start of a match, its bots, its rulebook and its log sentences."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.chance import Chance
from core.engine.coach import AdviceThought
from core.engine.computation import run_to_end
from core.engine.dealer import Dealer
from core.engine.first_meetings import FirstMeeting
from core.engine.highlight import Highlight
from core.engine.match import Match
from core.engine.memory import Memory
from core.engine.piles import Change, Remark
from core.engine.rule_set import Options, RuleSet
from core.engine.temperament import PLAIN, TEMPERAMENTS, Temperament
from core.engine.view import View

Bot: TypeAlias = Callable[[View], Action]
"""A program that plays a seat: returns its action for a view in which the seat has something to decide."""


NORMAL: Final = "normal"
"""The level of bots unless another one is asked for."""

Thought: TypeAlias = Generator[None, None, Action]
"""A decision in the making: a generator that yields after each short piece of work and returns the action."""


def no_winnings(view: View, seat: int) -> tuple[Card, ...]:
    """Return no cards: a view does not tell which ones a seat has won."""
    return ()


def no_doubt(view: View) -> float | None:
    """Return None: this level cannot tell how close its choices are."""
    return None


class Level(NamedTuple):
    """A level of play: decides for a seat by its view and its memory.

    ``level(game, view, memory)`` thinks to the end and returns the action.
    """

    think: Callable[[Game, View, Memory], Thought]
    """Returns the thought of a seat in a view in which it has something to decide. The memory is that of the seat after
    the changes that lead to this view, and stays as it is until the thought ends. A piece of work takes half a
    millisecond or less as a rule; the first of a thought may take some ten, where a trick game for many seats counts
    the possible deals. The same game, view and memory give the same action on every machine, whatever happens between
    the pieces."""
    bot: Bot | None = None
    """The bot that plays at this level, if it decides at once and by the view alone; None if it takes time and a
    memory."""
    doubt: Callable[[View], float | None] = no_doubt
    """Returns how close the two best choices are in a view in which the seat has something to decide, from 0 to 1 for
    equal ones, or None where it cannot tell; by default it always returns None."""
    tempered: Mapping[Temperament, Level] = MappingProxyType({})
    """The levels that play in place of this one for bots of other temperaments; a temperament that is missing plays as
    this level."""

    def of(self, temperament: Temperament) -> Level:
        """Return this level as a bot of a temperament plays it."""
        return self.tempered.get(temperament, self)

    def __call__(self, game: Game, view: View, memory: Memory) -> Action:
        """Return the action that the thought leads to."""
        return run_to_end(self.think(game, view, memory))


class MomentOfRemark(Protocol):
    """A function that returns the moment of a remark in the story of a match, if it is worth a sentence.

    `after` are the changes that the same action made after the remark.
    """

    def __call__(self, remark: Remark, after: Sequence[Change] = ()) -> tuple[float, str] | None:
        """Return (how remarkable it is, what its seat did), or None if it is not worth a sentence."""


class Coach(Protocol):
    """A function that begins to think about the decision of a view's seat, from the view and the seat's memory.

    With `brief` the advice may be less exact, for a first look at many decisions.
    """

    def __call__(self, game: Game, view: View, memory: Memory, brief: bool = False) -> AdviceThought:
        """Return the thought that leads to the advice."""


def level_of(bot: Bot, doubt: Callable[[View], float | None] = no_doubt) -> Level:
    """Return the level that plays as `bot`, which decides at once and by the view alone.

    `doubt` returns how close the two best choices are, from 0 to 1 for equal ones, or None where it cannot tell.
    """

    def think(game: Game, view: View, memory: Memory) -> Thought:
        """Return the action of the bot, in one piece of work."""
        yield from ()
        return bot(view)

    return Level(think, bot, doubt)


def by_temperament(level_for: Callable[[Temperament], Level]) -> Level:
    """Return the plain level with the levels of the other temperaments in it; `level_for` returns the level of one."""
    others = {temperament: level_for(temperament) for temperament in TEMPERAMENTS if temperament != PLAIN}
    return level_for(PLAIN)._replace(tempered=MappingProxyType(others))


def level_by_temperament(
    bot: Callable[[View, Temperament], Action],
    doubt: Callable[[View, Temperament], float | None] = lambda view, temperament: None,
) -> Level:
    """Return the level that plays as `bot`, which decides at once, by the view and its temperament.

    `doubt` returns for a view and a temperament how close the two best choices are, from 0 to 1 for equal ones, or None
    where it cannot tell.
    """
    return by_temperament(lambda one: level_of(lambda view: bot(view, one), lambda view: doubt(view, one)))


def no_team(seat: int, options: Options) -> int | None:
    """Return None: every seat plays for itself."""
    return None


def no_cause(view: View, seat: int) -> str:
    """Return "": in this game all seats play until the match is over."""
    return ""


def no_deed(action: Action, names: Sequence[str]) -> str:
    """Return "": this game has not said how its actions are told."""
    return ""


def no_moment(remark: Remark, after: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return None: this game has not said which of its remarks are worth a sentence when the match is over."""
    return None


def no_memory(view: View) -> Memory:
    """Raise `NotImplementedError`: this game has not said what a seat may remember."""
    raise NotImplementedError("this game has no memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(RuleSet):
    """A game: its rules (see `RuleSet`), and what people and programs need to play it."""

    tagline: str
    """One line for a menu."""
    usual_seats: int
    """The number of players that a menu offers first."""
    new_match: type[Match]
    """The class of the game's matches."""
    bots: Mapping[str, Bot]
    """The bots of the game by name, best first."""
    sentence: Callable[[Remark], str]
    """Returns a remark as one plain sentence without the name of its seat."""
    deed: Callable[[Action, Sequence[str]], str] = no_deed
    """Returns what a seat does by an action, in the third person and without a full stop, as in ``plays 7♣``; the
    second argument are the names of all seats. By default "": the action is shown as it is written."""
    interject: Callable[[View], Action | None] | None = None
    """Returns the action of a bot in a view in which its seat may act though the match does not wait for it, or None.
    Without this function bots never act out of turn."""
    score_unit: str = "point"
    """The unit of a score, in the singular: ``point``."""
    end_cause: Callable[[View, int], str] = no_cause
    """Returns in a few words why a seat plays no more before the match is over, such as ``the deck ran out``; "" if
    nothing did."""
    winnings: Callable[[View, int], tuple[Card, ...]] = no_winnings
    """Returns the cards that a seat, or its team, has won by the last view of a match, in the order in which a result
    shows them; by default none, as in games whose won cards are hidden."""
    winnings_name: str = ""
    """What the `winnings` of a seat are called: ``bank``."""
    team_of: Callable[[int, Options], int | None] = no_team
    """Returns the number of a seat's team, from 0, or None where every seat plays for itself."""
    memory: Callable[[View], Memory] = no_memory
    """Returns the memory of a view's seat that begins with this view. It remembers most if that is the first view of
    the match and it is told all changes since. Raises `ValueError` for a spectator's view."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """The bots that play at each level, by the name of the level: ``easy``, ``normal``, ``hard``."""
    highlights: Sequence[Highlight] = ()
    """What is told of a match in a line when it is over."""
    moment: MomentOfRemark = no_moment
    """Returns how remarkable a remark is beside others of the same match, and what its seat did, in the past tense and
    without a full stop, as in ``banked 5 cards for 12 points``; None if it is not worth a sentence."""
    moment_signs: Mapping[str, str] = field(default_factory=dict)
    """By the key of a remark: the sign of its moment on a time line; a dot where there is none."""
    first_meetings: Mapping[str, FirstMeeting] = field(default_factory=dict)
    """The first meetings by name; people's settings list the names of those that they have had."""
    part: tuple[str, str] = ("", "")
    """The word for the parts of a match and the name of the fact that numbers them, such as ``("Play", "play")``; ("",
    "") if a match has no parts."""
    next_action: Callable[[Match], tuple[int, Action]] | None = None
    """The policy by which imagined matches are played to their end: returns quickly a seat that may act in a match, and
    a sensible action of it, by all cards, also hidden ones. None if the game has no policy."""
    coach: Coach | None = None
    """Begins to think about the decision of a view's seat, with its memory; None if the game has no coach."""

    def start(
        self,
        seats: int,
        seed: int | str = 0,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> Match:
        """Start a match for `seats` players.

        All chance comes from `dealer` if there is one, else from `seed`. `options` holds what differs from
        the defaults, as values or as texts; the match has the newest revision of the rules unless `options` names
        another (`core.engine.rule_set.RULES`). Raises `BadOption` if this game has no such seats or options.
        """
        settings = self.match_settings(seats, options or {})
        return self.new_match(self, seats, settings, dealer or Dealer.seeded(seed))

    def imagined(self, view: View, memory: Memory, chance: Chance) -> Match:
        """Return a match that may be the one that the seat of `view` plays in.

        What the seat cannot know is drawn by `chance`. The match follows from the view, from the memory of that seat
        and from `chance`, and from nothing else.
        """
        return self.new_match.imagine(self, view, memory, chance)

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The names of all bots and levels that can play a seat: the levels, then the bots, best first."""
        return (*self.levels, *self.bots)

    @property
    def usual_bot(self) -> str:
        """The name of the bot or level that plays a seat unless another one is named; "" for a game that has none."""
        return NORMAL if NORMAL in self.levels else next(iter(self.bots), "")

    def bot_called(self, name: str, temperament: Temperament = PLAIN) -> Level | None:
        """Return the level with this name as a `temperament` plays it, or the bot as a level; None if there is neither.

        A bot of the game has no temperament: it is one way to play.
        """
        level = self.levels.get(name)
        if level is None:
            return level_of(self.bots[name]) if name in self.bots else None
        return level.of(temperament)

    def unknown_bot_sentence(self, name: str) -> str:
        """Return the sentence that this game has no bot called `name`, and which bots it has."""
        return f"{self.title} has no bot called {name[:40]!r}; it has: {', '.join(self.bot_names)}."

    def sides(self, options: Options, seats: int) -> list[list[int]]:
        """Return the seats of each side that has one score: of each team, or of each player alone."""
        found: dict[tuple[str, int], list[int]] = {}
        for seat in range(seats):
            team = self.team_of(seat, options)
            found.setdefault(("seat", seat) if team is None else ("team", team), []).append(seat)
        return list(found.values())

    def has_teams(self, options: Options) -> bool:
        """Whether seats play in teams, whose members share score and rank."""
        return self.team_of(0, options) is not None

    @property
    def rules(self) -> str:
        """The rulebook of this game, in Markdown."""
        from importlib import resources

        folder = self.slug.replace("-", "_")
        return resources.files("core").joinpath(folder, "RULES.md").read_text(encoding="utf-8")
