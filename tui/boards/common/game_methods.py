"""`GameMethods`: the methods and properties by which the board of one game differs from the others."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic

from core import Action, View
from net.client.events import MatchBegan, MatchChanged
from tui.boards.common.frame_queue import FrameT
from tui.boards.common.travel import CardPlace
from tui.drawing import BoardCommand, Picture, Rect


class GameMethods(Generic[FrameT]):
    """What the board of a game defines, as `Board` calls it: first what each must define, then what it may.

    It has no state; the state common to all boards is in `Board`.
    """

    # Each board defines these

    @abstractmethod
    def set_up(self, began: MatchBegan) -> None:
        """Reset the state that the subclass keeps for a match, and write the log of the opening."""

    @abstractmethod
    def frames_of(self, changed: MatchChanged) -> Sequence[FrameT]:
        """Return the frames that animate `changed`; the last one shows the view after all changes."""

    @abstractmethod
    def apply_frame(self, frame: FrameT) -> None:
        """Store effect, overlay and summary of a frame; its view and its log lines are stored before this is called."""

    @abstractmethod
    def end_effects(self) -> None:
        """Remove the effect of the last frame when no frame is left; a board may show an effect of its own instead."""

    @abstractmethod
    def picture(self, width: int, height: int) -> Picture:
        """Return the picture of the present scene at a size in cells."""

    @abstractmethod
    def run_command(self, command: BoardCommand) -> None:
        """Run the command of a key or a click."""

    @property
    @abstractmethod
    def progress_value(self) -> object:
        """A value that changes with each action of this seat: while it is the same, the host has not answered the
        action sent.

        It is only compared.
        """

    @property
    @abstractmethod
    def description(self) -> str:
        """The state of the match in plain sentences."""

    # A board may define these

    def opening_frames(self, began: MatchBegan) -> Sequence[FrameT]:
        """Return the frames that animate the opening of a match and carry its log lines; by default none."""
        return ()

    def place_cursor(self) -> None:
        """Put the cursor where it is for a person who comes to the match now; by default leave it where it is."""

    @property
    def decision_value(self) -> object:
        """A value that changes when there is something new for the person to decide on; it is only compared."""
        return self.progress_value

    def default_back_pattern(self, view: View) -> str:
        """Return the name of the pattern on the backs of cards in the game of `view`, for a person who has chosen no
        pattern.
        """
        return "lattice"

    def place_of(self, name: str) -> CardPlace | None:
        """Return the place of this name, where a `Travel` begins or ends, in the present layout.

        Returns None if the layout has no such place; by default it has none.
        """
        return None

    def log_zone(self, width: int, height: int) -> Rect | None:
        """Return the zone of the log on a board of this size; None, as by default, if the log lies over the table."""
        return None

    @property
    def crowded(self) -> bool:
        """Whether painting after each action would take too long, because the match has very many seats."""
        return False

    @property
    def event_text(self) -> str:
        """What happens in the frame that is shown, in a few words, while the match waits for nobody."""
        return "One moment"

    def show_playing_seat(self) -> None:
        """Show a spectator the cards of a seat that still plays.

        By default do nothing, as a board shows all seats alike.
        """

    def point_at(self, action: Action) -> None:
        """Move cursor and selection so that one key takes a legal action; by default do nothing, as without a cursor
        every action has its own key.
        """

    @property
    def pointer(self) -> object:
        """What `point_at` moves, a cursor or a selection; None on a board without one."""
        return None

    def move_pointer(self, pointer: object) -> None:
        """Make `pointer`, an earlier value of the property, what the board points at; by default do nothing."""

    def handle_end_of_waiting(self) -> None:
        """React to the end of waiting for an answer, because it has come or is overdue; by default do nothing."""

    def continue_input(self) -> None:
        """Run what the person has typed before the host's answer; called when an action is answered."""

    def slip_question(self, action: Action) -> str:
        """Return the question before an action that cannot be taken back and is probably a slip.

        Returns "" for other actions.
        """
        return ""

    def key_of_slip(self, action: Action) -> str:
        """Return the name of the key that chooses an action about which `slip_question` asks."""
        raise NotImplementedError(action)

    def is_action_unused(self, action: str) -> bool:
        """Return whether this match never uses the action of a key binding, so that help leaves the key out.

        It is False by default.
        """
        return False

    @property
    def help_text(self) -> str:
        """The explanation of the symbols on the table, at the top of help; "" for none."""
        return ""
