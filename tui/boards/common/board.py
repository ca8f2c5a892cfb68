"""What all boards have in common, so that the screen of a match need not know which game is played."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from textual.binding import Binding
from textual.message import Message

from core import Action
from net.client.events import MatchBegan, MatchEnded, Played
from tui.cards import FOUR, Look
from tui.widgets.canvas_view import Surface


class Board(Surface, can_focus=True):
    """A match as its player, or a spectator, sees it.

    `began` is how the match began; `look` the colours and the manner of drawing; with `animate` False
    every event is shown at once as it ends; `pace` makes all of it slower or faster (2 is twice as slow).
    Snapshots come in by `begin`, `played` and `ended`; what the person decides goes out as `Board.Chose`.
    """

    past = False
    """Whether what is shown is over long since, so that there is nothing to decide."""

    @dataclass
    class Chose(Message):
        """The person has decided on `action`, which is legal by the view they see."""

        action: Action

    def __init__(
        self,
        began: MatchBegan,
        look: Look = FOUR,
        *,
        animate: bool = True,
        pace: float = 1.0,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.look = look
        self.animated = animate
        self.pace = pace
        self.begin(began)

    @abstractmethod
    def begin(self, began: MatchBegan) -> None:
        """Show a match from here on, whatever was shown before."""

    @abstractmethod
    def played(self, played: Played) -> None:
        """Show what happened."""

    def catch_up(self, lately: Iterable[Played]) -> None:
        """Take note of all that happened lately, in order, and show only how it has ended."""
        for played in lately:
            self.played(played)

    @abstractmethod
    def ended(self, ended: MatchEnded) -> None:
        """Show that the match is over."""

    @abstractmethod
    def note(self, sentence: str) -> None:
        """Show one sentence, such as the reason of a refusal, until the next key."""

    def forget(self) -> None:
        """Take back the sentence that `note` shows, if any: what it was about has changed."""

    @abstractmethod
    def heard(self, name: str, text: str) -> None:
        """Show a line of chat in the log."""

    @abstractmethod
    def named(self, names: tuple[str, ...]) -> None:
        """Call the seats by these names from now on: somebody has taken one over."""

    @abstractmethod
    def wear(self, look: Look) -> None:
        """Change colours and manner of drawing."""

    @property
    def explained(self) -> tuple[Binding, ...]:
        """The keys that help lists: those with words, as far as this match has what they are for."""
        keys = (key for key in self.BINDINGS if isinstance(key, Binding) and key.show)
        return tuple(key for key in keys if not self.lacks(key.action))

    def lacks(self, action: str) -> bool:
        """Whether an action of this board is for another game, or for an option that this match is played without."""
        return False

    @property
    def about(self) -> str:
        """What the signs on this table mean, as far as they do not say it themselves; help begins with it."""
        return ""

    @property
    @abstractmethod
    def in_words(self) -> str:
        """The table in plain sentences."""
