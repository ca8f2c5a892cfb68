"""How long a test waits for something that must happen: so long that no machine is too slow."""

from __future__ import annotations

from typing import Final

PATIENCE_SECONDS: Final = 300.0
"""After this time a test fails, and says what it has waited for."""
