"""The messages of text that the page in a browser and the host send each other over a WebSocket.

Each is a text frame (RFC 6455, 5.6) with one JSON object, whose field `kind` says what it is.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

ViewName: TypeAlias = Literal["screen", "simple"]
"""The two views of a seat: the screen of a terminal, or sentences and buttons."""


class JoinFrame(Struct, frozen=True, tag_field="kind", tag="enter"):
    """The frame with which a guest joins the table, or answers when the host has asked for the table code or for
    another name.
    """

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


class ResizeFrame(Struct, frozen=True, tag_field="kind", tag="resize"):
    """The frame that reports another size of the terminal in the page, in columns and rows.

    `fingers`: whether the device is used as a touch screen now.
    """

    columns: int
    rows: int
    fingers: bool


class SwitchViewFrame(Struct, frozen=True, tag_field="kind", tag="view"):
    """The frame with which the guest switches to the screen or to the simple view."""

    view: ViewName


class LineFrame(Struct, frozen=True, tag_field="kind", tag="say"):
    """The frame with a line that the guest has typed in the simple view, or with the command of a button that they
    tapped.

    `text` is the line or command; `menu` is the number of the set of choices that the button belongs to, None for a
    typed line.
    """

    text: str
    menu: int | None = None


class DeviceCodeRequestFrame(Struct, frozen=True, tag_field="kind", tag="device"):
    """The frame that asks the host for a short code: typed on another device of the guest, it takes the seat over
    there."""


class ChoiceFrame(Struct, frozen=True, tag_field="kind", tag="choose"):
    """The frame for a tap on a button that stands for a choice of a menu on the screen.

    `choice` is the index of the choice, `menu` the number of the menu.
    """

    choice: int
    menu: int


class TapFrame(Struct, frozen=True, tag_field="kind", tag="tap"):
    """The frame for a tap of a finger on the terminal, `x` columns and `y` rows from its upper left corner, with
    fractions.
    """

    x: float
    y: float


class PickedTargetFrame(Struct, frozen=True, tag_field="kind", tag="pick"):
    """The frame that says which one of several targets a tap meant, in answer to a question of the host.

    `place` is the index of the target in the list that the host has sent, `number` the number of the question.
    """

    place: int
    number: int


BrowserFrame: TypeAlias = (
    JoinFrame
    | ResizeFrame
    | SwitchViewFrame
    | LineFrame
    | DeviceCodeRequestFrame
    | ChoiceFrame
    | TapFrame
    | PickedTargetFrame
)
"""A text frame that the page sends."""

_DECODER: Final[msgspec.json.Decoder[BrowserFrame]] = msgspec.json.Decoder(BrowserFrame)
"""The decoder that reads a frame of a browser from JSON."""


def parse_browser_frame(text: str) -> BrowserFrame | None:
    """Return the frame in a text that the page sent, or None if the text is no valid frame."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def encode_host_frame(frame_kind: str, **fields: object) -> str:
    """Return the text of a frame for the page, with its kind and its fields."""
    return msgspec.json.encode({"kind": frame_kind, **fields}).decode()
