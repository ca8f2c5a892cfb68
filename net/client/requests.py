"""What a person asks their host for besides to play: each is one message, and what comes of it is told later."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from net.client.api import Client
from net.limits import CHAT_CELLS
from net.protocol.messages import (
    AddBot,
    ClientMessage,
    Configure,
    EndMatch,
    HandOver,
    Kick,
    Pause,
    Ready,
    RemoveBot,
    Replace,
    SendChat,
    SetTerms,
    Sit,
    Stand,
    Start,
)
from net.protocol.sanitize import clean
from net.protocol.table_state import Terms


class ClientRequests(Client):
    """The part of a client that asks; whatever carries its messages fills in `_say`."""

    @abstractmethod
    def _say(self, message: ClientMessage) -> None:
        """Send one message to the host; does nothing while there is no link."""

    def sit(self, seat: int | None = None) -> None:
        self._say(Sit(seat))

    def stand(self) -> None:
        self._say(Stand())

    def configure(self, game: str, seats: int, options: Mapping[str, object]) -> None:
        settings = {
            name: value if isinstance(value, bool | int | str) else str(value) for name, value in options.items()
        }
        self._say(Configure(game, seats, settings))

    def add_bot(self, bot: str = "", seat: int | None = None) -> None:
        self._say(AddBot(bot, seat))

    def remove_bot(self, seat: int) -> None:
        self._say(RemoveBot(seat))

    def start(self) -> None:
        self._say(Start())

    def say(self, text: str) -> None:
        line = clean(text, CHAT_CELLS)
        if line:
            self._say(SendChat(line))

    def ready(self, on: bool = True) -> None:
        self._say(Ready(on))

    def set_terms(self, terms: Terms) -> None:
        self._say(SetTerms(terms))

    def kick(self, name: str) -> None:
        self._say(Kick(name))

    def pause(self, on: bool = True) -> None:
        self._say(Pause(on))

    def replace(self, seat: int, bot: str = "") -> None:
        self._say(Replace(seat, bot))

    def end_match(self) -> None:
        self._say(EndMatch())

    def hand_over(self, name: str) -> None:
        self._say(HandOver(name))
