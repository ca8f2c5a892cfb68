"""The key by which ssh clients know this host again: made once, for its owner's eyes only."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

import asyncssh

FILE: Final = "ssh_host_key"


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the key kept in `folder`; the first time, or where it makes no sense any more, a new one.

    A file that others can read is closed to them. Where nothing can be kept the key lasts as long as the program.
    """
    path = folder / FILE
    try:
        path.chmod(0o600)
        return asyncssh.read_private_key(path)
    except (OSError, ValueError):  # asyncssh's own errors are ValueErrors
        pass
    key = asyncssh.generate_private_key("ssh-ed25519")
    with contextlib.suppress(OSError):
        _write(path, key.export_private_key())
    return key


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    draft.replace(path)
