"""The text frames between the page and the host: one JSON object each, with its `kind`."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

ViewName: TypeAlias = Literal["screen", "simple"]
"""The two views of a seat: the screen of a terminal, or sentences and buttons."""


class Join(Struct, frozen=True, tag_field="kind", tag="enter"):
    """The frame with which a guest joins, or answers the question for the table code or for another name."""

    name: str = ""
    watch: bool = False
    """Whether the guest joins as a spectator."""
    big: bool = False
    """Whether the page shows the table to a whole room; then, too, the guest is a spectator."""
    code: str = ""
    """The table code."""
    device: str = ""
    """The short code by which this device takes over the seat of another device."""
    columns: int = 80
    """The columns of the page's terminal."""
    rows: int = 24
    """The rows of the page's terminal."""
    view: ViewName = "screen"
    """The view that the guest wants: the screen, or the simple view."""
    colours: bool = True
    """Whether the screen has colours."""
    fingers: bool = False
    """Whether the device is a touch screen, so that the page shows the keys as buttons."""


class Resize(Struct, frozen=True, tag_field="kind", tag="resize"):
    """The frame that reports another size of the terminal in the page, in columns and rows.

    `fingers`: whether the device is used as a touch screen now.
    """

    columns: int
    rows: int
    fingers: bool


class SwitchView(Struct, frozen=True, tag_field="kind", tag="view"):
    """The frame with which the guest switches to the screen or to the simple view."""

    view: ViewName


class SendLine(Struct, frozen=True, tag_field="kind", tag="say"):
    """The frame with a line typed in the simple view, or with the command of a button.

    `text` is the line or command; `menu` is the number of the frame with that button, None for a typed line.
    """

    text: str
    menu: int | None = None


class RequestDeviceCode(Struct, frozen=True, tag_field="kind", tag="device"):
    """The frame that asks for a short code with which another device takes the seat over."""


class TakeChoice(Struct, frozen=True, tag_field="kind", tag="choose"):
    """The frame for a tap on a button that stands for a choice of a menu on the screen.

    `choice` is the index of the choice, `menu` the number of the menu.
    """

    choice: int
    menu: int


class Tap(Struct, frozen=True, tag_field="kind", tag="tap"):
    """The frame for a tap of a finger on the terminal, `x` columns and `y` rows from its upper left corner, with
    fractions.
    """

    x: float
    y: float


class PickTarget(Struct, frozen=True, tag_field="kind", tag="pick"):
    """The frame that says which of several targets a tap meant.

    `place` is the index of the target in the list, `number` the number of the question.
    """

    place: int
    number: int


BrowserFrame: TypeAlias = Join | Resize | SwitchView | SendLine | RequestDeviceCode | TakeChoice | Tap | PickTarget
"""A text frame that the page sends."""

_DECODER: Final[msgspec.json.Decoder[BrowserFrame]] = msgspec.json.Decoder(BrowserFrame)
"""The decoder that reads a frame of a browser from JSON."""


def browser_frame(text: str) -> BrowserFrame | None:
    """Return the frame in a text that the page sent, or None if the text is no valid frame."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def host_frame(frame_kind: str, **fields: object) -> str:
    """Return the text of a frame for the page, with its kind and its fields."""
    return msgspec.json.encode({"kind": frame_kind, **fields}).decode()
