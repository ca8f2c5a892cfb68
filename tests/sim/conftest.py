"""The simulator's own modules are found beside its tests, as they are when it is run by hand."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
