"""The SSH host key: generated once, and readable by its owner only."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncssh

from net.private_files import save_private_file

HOST_KEY_FILE: Final = "ssh_host_key"
"""The name of the file with the SSH host key, in the data folder."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the SSH host key in `folder`; generate and save a new one if it is missing or invalid.

    A file that others can read is made private. If saving fails, the key lasts as long as the process.
    """
    path = folder / HOST_KEY_FILE
    try:
        path.chmod(0o600)
        return asyncssh.read_private_key(path)
    except (OSError, ValueError):  # asyncssh's own errors are ValueErrors
        pass
    key = asyncssh.generate_private_key("ssh-ed25519")
    save_private_file(path, key.export_private_key())
    return key
