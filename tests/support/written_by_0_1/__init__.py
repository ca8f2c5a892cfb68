"""Two data folders that version 0.1 wrote and every later version must be able to open; `write_data_folders` made them.

The people, tokens and host key in them were made up for this purpose.
"""

from __future__ import annotations

import shutil
from pathlib import Path


def data_folder_of_0_1(person: str, target: Path) -> Path:
    """Copy the data folder of ``hanna``, who hosted, or of ``jo``, who joined her, to `target`; return its path."""
    return Path(shutil.copytree(Path(__file__).parent / person, target / person))
