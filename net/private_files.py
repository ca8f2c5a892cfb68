"""Small files for their owner's eyes only, each of them written as a whole or not at all.

What is new is written to a *draft* beside the file, which takes its place when it is complete. Whatever goes wrong,
the draft does not stay.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

_Kind = TypeVar("_Kind")


@contextmanager
def draft_of(path: Path, content: bytes, *, synced: bool = False) -> Iterator[Path]:
    """Write a draft beside a file and give its path; where it has not been moved by the end, it is removed.

    The folder is made if it is missing. `synced` is whether the draft is on the disk before anybody sees it. Raises
    `OSError`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink()


def keep(path: Path, content: bytes) -> None:
    """Write a file instead of what it held; if that cannot be done, it is left as it is."""
    with suppress(OSError), draft_of(path, content) as draft:
        draft.replace(path)


def keep_json(path: Path, content: object) -> None:
    """Write something as JSON; if that cannot be done, the file is left as it is."""
    keep(path, json.dumps(content, indent=1, ensure_ascii=False).encode())


def kept_json(path: Path, kind: type[_Kind]) -> _Kind:
    """Return the `kind` of value (`dict` or `list`) that a file holds; one that makes no sense is as an absent one."""
    with suppress(OSError, ValueError, RecursionError):
        kept = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(kept, kind):
            return kept
    return kind()
