"""Two data folders as version 0.1 wrote them, which every later version must open; `make` made them.

The people, tokens and the host key in them are made up for this purpose.
"""

from __future__ import annotations

import shutil
from pathlib import Path


def data_folder_of_0_1(person: str, target: Path) -> Path:
    """Copy the data folder of ``hanna`` (who hosted) or ``jo`` (her guest) to `target` and return its path."""
    return Path(shutil.copytree(Path(__file__).parent / person, target / person))
