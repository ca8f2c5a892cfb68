"""The text frames between the page and the host: one JSON object each, with its `kind`."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

ViewName: TypeAlias = Literal["screen", "simple"]
"""The two views of a seat: the screen of a terminal, or sentences and buttons."""


class Join(Struct, frozen=True, tag_field="kind", tag="enter"):
    """A guest comes in, or answers the question for the table code or for another name."""

    name: str = ""
    watch: bool = False
    """Whether the guest comes in as a spectator."""
    big: bool = False
    """Whether the page shows the table to a room, also as a spectator."""
    code: str = ""
    """The table code."""
    device: str = ""
    """The short code by which this device takes over the seat of another."""
    columns: int = 80
    """The columns of the page's terminal."""
    rows: int = 24
    """The rows of the page's terminal."""
    view: ViewName = "screen"
    """The wanted view."""
    colours: bool = True
    """Whether the screen has colours."""
    fingers: bool = False
    """Whether the device is used with fingers, so that the page shows the keys as buttons."""


class Resize(Struct, frozen=True, tag_field="kind", tag="resize"):
    """The terminal in the page has another size, or the device is used with `fingers` now, or with a mouse.

    `columns` and `rows` are the new size in cells.
    """

    columns: int
    rows: int
    fingers: bool


class SwitchView(Struct, frozen=True, tag_field="kind", tag="view"):
    """The guest switches to this view of their seat, the screen or the simple one."""

    view: ViewName


class SendLine(Struct, frozen=True, tag_field="kind", tag="say"):
    """A line typed in the simple view, or the command of a button: `text`.

    `menu` is the number of the frame with that button, None for a typed line.
    """

    text: str
    menu: int | None = None


class RequestDeviceCode(Struct, frozen=True, tag_field="kind", tag="device"):
    """The guest asks for a short code with which another device takes the seat over."""


class TakeChoice(Struct, frozen=True, tag_field="kind", tag="choose"):
    """A tap on the button of a choice of a menu on the screen: the index of the choice, and the number of the menu."""

    choice: int
    menu: int


class Tap(Struct, frozen=True, tag_field="kind", tag="tap"):
    """A finger has tapped the terminal, `x` columns and `y` rows from its upper left corner, with fractions."""

    x: float
    y: float


class PickTarget(Struct, frozen=True, tag_field="kind", tag="pick"):
    """The guest says which target a tap meant: its index (`place`) in the list, and the `number` of the question."""

    place: int
    number: int


BrowserFrame: TypeAlias = Join | Resize | SwitchView | SendLine | RequestDeviceCode | TakeChoice | Tap | PickTarget
"""A text frame of the page."""

_DECODER: Final[msgspec.json.Decoder[BrowserFrame]] = msgspec.json.Decoder(BrowserFrame)
"""Reads a frame of a browser from JSON."""


def browser_frame(text: str) -> BrowserFrame | None:
    """Return the frame in a text that the page sent, or None if the text is no valid frame."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def host_frame(kind: str, **fields: object) -> str:
    """Return the text of a frame for the page, with its kind and its fields."""
    return msgspec.json.encode({"kind": kind, **fields}).decode()
