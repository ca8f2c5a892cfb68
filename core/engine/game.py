"""The `Game`: its rules, the start of a match, its bots, its rulebook and its log sentences."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.chance import Chance
from core.engine.coach import AdviceWork
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
"""A program that plays a seat: a function that returns the seat's action for a view in which it has something to
decide."""


NORMAL_LEVEL: Final = "normal"
"""The name of the level at which bots play by default."""

DecisionWork: TypeAlias = Generator[None, None, Action]
"""A computation of a decision: a generator that yields after each short piece of work and returns the action."""


def no_won_cards(view: View, seat: int) -> tuple[Card, ...]:
    """Return no cards: the default of `Game.winnings`, for games whose views do not show which cards a seat has won."""
    return ()


def no_known_doubt(view: View) -> float | None:
    """Return None: the default of `Level.doubt`, for levels that cannot say how close their choices are."""
    return None


class Level(NamedTuple):
    """A level of play, such as easy or hard: it decides for a seat by its view and its memory.

    ``level(game, view, memory)`` computes a decision at once and returns the action.
    """

    think: Callable[[Game, View, Memory], DecisionWork]
    """Returns a generator that decides for a seat, given a view in which it has something to decide.

    The memory is that of the seat after the changes that lead to this view, and is not changed before the decision is
    made. The generator yields after pieces of work of half a millisecond or less as a rule; the first one may take some
    ten, where a trick game for many seats counts the possible deals. The same game, view and memory give the same
    action on every machine, whatever happens between the pieces.
    """
    bot: Bot | None = None
    """The bot that plays at this level, if it decides at once and by the view alone; None if it takes time and a
    memory."""
    doubt: Callable[[View], float | None] = no_known_doubt
    """Returns how close the two best choices are in a view in which the seat has something to decide: from 0 to 1,
    which means equal, or None if the level cannot say; by default always None."""
    levels_by_temperament: Mapping[Temperament, Level] = MappingProxyType({})
    """Maps a temperament to the level that plays in place of this one for bots of that temperament; a bot of a
    temperament that is missing plays as this level."""

    def for_temperament(self, temperament: Temperament) -> Level:
        """Return the level as which a bot of this temperament plays."""
        return self.levels_by_temperament.get(temperament, self)

    def __call__(self, game: Game, view: View, memory: Memory) -> Action:
        """Compute the decision at once and return the action."""
        return run_to_end(self.think(game, view, memory))


class MomentFunction(Protocol):
    """A function that returns whether a remark is worth a sentence in the story of a match, how remarkable it is, and
    the text.

    `later_changes` are the changes that the same action made after the remark.
    """

    def __call__(self, remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
        """Return (how remarkable the remark is, what its seat did), or None if it is not worth a sentence."""


class Coach(Protocol):
    """A function that starts to work out advice on the decision of a view's seat, from the view and the seat's memory.

    With `is_brief` the advice may be less exact, for a first judgement of many decisions.
    """

    def __call__(self, game: Game, view: View, memory: Memory, is_brief: bool = False) -> AdviceWork:
        """Return the generator that works out the advice."""


def level_of_bot(bot: Bot, doubt: Callable[[View], float | None] = no_known_doubt) -> Level:
    """Return the level that plays as `bot`, which decides at once and by the view alone.

    `doubt` returns how close the two best choices are, from 0 to 1 for equal ones, or None if that is not known.
    """

    def think(game: Game, view: View, memory: Memory) -> DecisionWork:
        """Return the action of the bot, in one piece of work."""
        yield from ()
        return bot(view)

    return Level(think, bot, doubt)


def level_with_temperaments(make_level: Callable[[Temperament], Level]) -> Level:
    """Return the level of bots without a temperament, which holds the level of each temperament, too.

    `make_level` returns the level of one temperament.
    """
    others = {temperament: make_level(temperament) for temperament in TEMPERAMENTS if temperament != PLAIN}
    return make_level(PLAIN)._replace(levels_by_temperament=MappingProxyType(others))


def level_of_bot_with_temperaments(
    bot: Callable[[View, Temperament], Action],
    doubt: Callable[[View, Temperament], float | None] = lambda view, temperament: None,
) -> Level:
    """Return the level in which each bot decides as `bot` does: at once, by the view and its own temperament.

    `doubt` returns for a view and a temperament how close the two best choices are, from 0 to 1 for equal ones, or None
    if that is not known.
    """
    return level_with_temperaments(lambda one: level_of_bot(lambda view: bot(view, one), lambda view: doubt(view, one)))


def no_team(seat: int, options: Options) -> int | None:
    """Return None: the default of `Game.team_of`, for games in which every seat plays for itself."""
    return None


def no_end_cause(view: View, seat: int) -> str:
    """Return "": the default of `Game.end_cause`, for games in which all seats play until the match is over."""
    return ""


def no_pack_sentence(seats: int, options: Options) -> str:
    """Return "": the default of `Game.pack_sentence`, for games in which the cards do not depend on the players."""
    return ""


def no_deed_text(action: Action, names: Sequence[str]) -> str:
    """Return "": the default of `Game.deed`, for games without phrases for their actions."""
    return ""


def no_remarkable_moment(remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return None: the default of `Game.moment`, for games without sentences about their remarks."""
    return None


def refuse_memory(view: View) -> Memory:
    """Raise `NotImplementedError`: the default of `Game.memory`, for games that do not say what a seat may remember."""
    raise NotImplementedError("this game has no memory")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)  # a game equals only itself
class Game(RuleSet):
    """A game: its rules, which the base class has, and what people and programs need to play it: words, bots, the
    coach."""

    tagline: str
    """The game in one line, for a menu."""
    usual_seats: int
    """The number of players that a menu offers first."""
    new_match: type[Match]
    """The class of the game's matches."""
    bots: Mapping[str, Bot]
    """The bots of the game by name, best first."""
    sentence: Callable[[Remark], str]
    """Returns a remark of the log as one plain sentence, without the name of the seat that it is about."""
    deed: Callable[[Action, Sequence[str]], str] = no_deed_text
    """Returns what a seat does by an action, in the third person and without a full stop, as in ``plays 7♣``; the
    second argument is the names of all seats. By default "": the action is shown as it is written."""
    out_of_turn_action: Callable[[View], Action | None] | None = None
    """Returns the action that a bot takes although the match does not wait for its seat, or None if it takes none.
    Without this function bots never act out of turn."""
    score_unit: str = "point"
    """The unit of a score, in the singular: ``point``."""
    end_cause: Callable[[View, int], str] = no_end_cause
    """Returns in a few words why a seat stopped playing before the match was over, such as ``the deck ran out``; "" if
    nothing stopped it."""
    winnings: Callable[[View, int], tuple[Card, ...]] = no_won_cards
    """Returns the cards that a seat, or its team, has won, from the last view of a match, in the order in which a
    result shows them; by default none, as in games whose won cards are hidden."""
    winnings_name: str = ""
    """The name for the cards that a seat has won (`winnings`), such as ``bank``."""
    pack_sentence: Callable[[int, Options], str] = no_pack_sentence
    """Returns for a number of seats and the options of a match which cards are dealt, as a sentence; "" where that
    depends on neither."""
    queen_lover_predicates: tuple[str, str] = ("loves Queens", "love Queens")
    """What is said of a bot of this game to which Queens are worth more than to others, and of several."""
    team_of: Callable[[int, Options], int | None] = no_team
    """Returns the number of a seat's team, from 0, or None where every seat plays for itself."""
    memory: Callable[[View], Memory] = refuse_memory
    """Returns a new memory of the seat of a view, which begins with this view. It can remember most if that is the
    first view of the match, and if it is given all later changes. Raises `ValueError` for a spectator's view."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """Maps the name of each level (``easy``, ``normal``, ``hard``) to the bot that plays at it."""
    highlights: Sequence[Highlight] = ()
    """The facts about a finished match that its summary gives in one line."""
    moment: MomentFunction = no_remarkable_moment
    """Returns for a remark (how remarkable it is among those of the same game, what its seat did), or None if it is not
    worth a sentence. What the seat did is in the past tense and without a full stop, as in ``banked 5 cards for 12
    points``."""
    moment_signs: Mapping[str, str] = field(default_factory=dict)
    """Maps the key of a remark to the character that marks its moment on a time line; other moments have a dot."""
    helpful_remarks: frozenset[str] = frozenset()
    """The keys of remarks that are good for their seat, though its score rises only at the end of the deal; other
    remarks are good for it if its score rises at once."""
    risk_label_by_remarks: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Maps the keys of the remarks that a seat's decision led to, in order, to the label of the coach's figure that was
    their probability; for remarks whose probability the coach does not name there is no entry."""
    first_meetings: Mapping[str, FirstMeeting] = field(default_factory=dict)
    """Maps the name of each first meeting to it; people's settings list the names of those that they have seen."""
    part_word_and_fact: tuple[str, str] = ("", "")
    """The word for the parts of a match and the name of the fact that numbers them, such as ``("Play", "play")``; ("",
    "") if a match has no parts."""
    next_action: Callable[[Match], tuple[int, Action]] | None = None
    """The policy by which imagined matches are played to their end. Returns quickly a seat that may act and a sensible
    action of it, chosen by all cards, also hidden ones. None if the game has no policy."""
    coach: Coach | None = None
    """Starts to work out advice on the decision of a view's seat, with its memory; None if the game has no coach."""

    def start(
        self,
        seats: int,
        seed: int | str = 0,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> Match:
        """Start a match for `seats` players.

        All chance comes from `dealer` if there is one, else from `seed`. `options` holds what differs from the
        defaults, as values or as texts; the match has the newest revision of the rules unless `options` names another
        (`core.engine.rule_set.REVISION_OPTION_NAME`). Raises `BadOption` if this game has no such seats or options.
        """
        settings = self.match_settings(seats, options or {})
        return self.new_match(self, seats, settings, dealer or Dealer.seeded(seed))

    def imagined_match(self, view: View, memory: Memory, chance: Chance) -> Match:
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
        return NORMAL_LEVEL if NORMAL_LEVEL in self.levels else next(iter(self.bots), "")

    def bot_called(self, name: str, temperament: Temperament = PLAIN) -> Level | None:
        """Return the level with this name for bots of this temperament, or the bot with this name as a level; None if
        there is neither. A bot that is called by its own name ignores the temperament.
        """
        level = self.levels.get(name)
        if level is None:
            return level_of_bot(self.bots[name]) if name in self.bots else None
        return level.for_temperament(temperament)

    def unknown_bot_sentence(self, name: str) -> str:
        """Return the sentence which says that this game has no bot called `name`, and which bots it has."""
        return f"{self.title} has no bot called {name[:40]!r}; it has: {', '.join(self.bot_names)}."

    def sides(self, options: Options, seats: int) -> list[list[int]]:
        """Return the seats of each side that has one score: of each team, or of each player alone."""
        found: dict[tuple[str, int], list[int]] = {}
        for seat in range(seats):
            team = self.team_of(seat, options)
            found.setdefault(("seat", seat) if team is None else ("team", team), []).append(seat)
        return list(found.values())

    def has_teams(self, options: Options) -> bool:
        """Return whether seats play in teams, whose members share score and rank."""
        return self.team_of(0, options) is not None

    @property
    def rules(self) -> str:
        """The rulebook of this game, in Markdown."""
        from importlib import resources

        folder = self.slug.replace("-", "_")
        return resources.files("core").joinpath(folder, "RULES.md").read_text(encoding="utf-8")
