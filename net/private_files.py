"""Files that only their owner may read: small files, each replaced atomically, and the name of the journal's file.

New content is written to a *draft*, a temporary file in the same folder, which replaces the file when it is complete.
The draft is always removed.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

JOURNAL_FILE: Final = "journal.db"
"""The name of the journal's file (`net.journal`) in the program's data folder; it stands here so that its readers need
no SQLite."""

_JsonT = TypeVar("_JsonT")


@contextmanager
def write_private_draft(path: Path, content: bytes, *, is_synced: bool = False) -> Iterator[Path]:
    """Context manager: write `content` to a draft beside the file `path`, yield the draft's path, remove the draft.

    The folder is made if it is missing. With `is_synced` the draft is on the disk before it is yielded. Raises
    `OSError`.
    """
    make_private_folder(path.parent)
    import secrets  # with OpenSSL's HMAC, which a start that saves nothing does not need

    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    file_number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # follows no link that somebody has laid
    try:
        with os.fdopen(file_number, "wb") as file:
            file.write(content)
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink()


def make_private_folder(folder: Path) -> None:
    """Make a folder, open to its owner only, unless there is one; raises `OSError`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def restrict_to_owner(path: Path) -> None:
    """Close a file to other users if it is open to them; does nothing where that is not possible."""
    with suppress(OSError):
        if stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            path.chmod(0o600)


def save_private_file(path: Path, content: bytes) -> None:
    """Replace the content of a file; if that fails, the file is unchanged and no error is raised."""
    with suppress(OSError), write_private_draft(path, content) as draft:
        draft.replace(path)


def save_private_json(path: Path, content: object) -> None:
    """Replace the content of a file by a value in JSON; if that fails, the file is unchanged and no error is raised."""
    save_private_file(path, json.dumps(content, indent=1, ensure_ascii=False).encode())


def load_private_json(path: Path, value_class: type[_JsonT]) -> _JsonT:
    """Return the value in a JSON file, of class `value_class` (`dict` or `list`).

    Returns an empty one if the file is missing, cannot be read, or holds a value of another class.
    """
    with suppress(OSError, ValueError, RecursionError):
        value = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(value, value_class):
            return value
    return value_class()
