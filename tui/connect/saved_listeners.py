"""The listeners for guests of the tables hosted here, saved so that a table that goes on opens them again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import asdict

from net.private_files import load_private_json, save_private_json

LISTENERS_FILE: Final = "ways_in.json"
"""The name of the file with the saved listeners, in the program's data folder."""

MAX_TABLES_WITH_LISTENERS: Final = 32
"""The file has the listeners of at most this many tables; those of the table opened longest ago are dropped first."""


Port: TypeAlias = Annotated[int, Meta(ge=0, le=65_535)]
"""The type of a port in the file; it is checked, because others may have edited the file."""


class SavedListeners(Struct, frozen=True):
    """The ports of a table's listeners for guests, 0 for no listener, and how the page for browsers is served.

    The page is served over HTTPS with the host's own certificate if `web_tls`, or with the files `certificate` and
    `certificate_key`, and under the host name `web_host` as well. `bind` is the address at which the table listens, ""
    for all. A `tui.connect.request.TableRequest` has the same fields.
    """

    ssh_port: Port = 0
    web_port: Port = 0
    web_tls: bool = False
    web_host: str = ""
    certificate: str = ""
    certificate_key: str = ""
    bind: str = ""


def load_listeners(folder: Path, table_id: str) -> SavedListeners:
    """Return the listeners of the table with this id; without any port if the file of this folder has no valid ones."""
    try:
        return convert(load_private_json(folder / LISTENERS_FILE, dict).get(table_id, {}), SavedListeners)
    except ValidationError:
        return SavedListeners()


def save_listeners(folder: Path, table_id: str, listeners: SavedListeners) -> None:
    """Save the listeners of a table; if the file cannot be written, nothing happens."""
    saved = load_private_json(folder / LISTENERS_FILE, dict)
    others = [(other, kept) for other, kept in saved.items() if other != table_id]
    save_private_json(
        folder / LISTENERS_FILE, dict([*others, (table_id, asdict(listeners))][-MAX_TABLES_WITH_LISTENERS:])
    )
