"""How guests came in to the tables hosted here, saved so that a table that goes on lets them in again as before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import asdict

from net.private_files import load_private_json, save_private_json

WAYS_IN_FILE: Final = "ways_in.json"
"""The name of the file in the program's data folder."""

MAX_TABLES: Final = 32
"""Of how many tables the file has the ways in; those of the table opened longest ago are dropped first."""


Port: TypeAlias = Annotated[int, Meta(ge=0, le=65_535)]
"""A port in the file, which others may have edited."""


class SavedWaysIn(Struct, frozen=True):
    """The ports at which guests of a table come in, 0 for no port, and how the page for browsers is served.

    The other fields are those of `tui.connect.request.TableRequest`.
    """

    ssh_port: Port = 0
    web_port: Port = 0
    web_tls: bool = False
    web_host: str = ""
    certificate: str = ""
    certificate_key: str = ""
    bind: str = ""


def load_ways_in(folder: Path, table_id: str) -> SavedWaysIn:
    """Return the ways in to the table with this id; without any port if the file of this folder has no valid ones."""
    try:
        return convert(load_private_json(folder / WAYS_IN_FILE, dict).get(table_id, {}), SavedWaysIn)
    except ValidationError:
        return SavedWaysIn()


def save_ways_in(folder: Path, table_id: str, ways_in: SavedWaysIn) -> None:
    """Save the ways in to a table; if the file cannot be written, nothing happens."""
    saved = load_private_json(folder / WAYS_IN_FILE, dict)
    others = [(other, kept) for other, kept in saved.items() if other != table_id]
    save_private_json(folder / WAYS_IN_FILE, dict([*others, (table_id, asdict(ways_in))][-MAX_TABLES:]))
