"""The cookie by which a browser is recognised: a random secret, which the host stores only as a hash."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Final

from tui.web.limits import COOKIE_LIFETIME_SECONDS

_COOKIE_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""The pattern of a valid value of the cookie: 128 random bits in base64."""


def cookie_name(table_id: str) -> str:
    """Return the name of the cookie of a table or club.

    Each has its own, because a browser sends a cookie to all ports of a machine.
    """
    return f"queens_seat_{sha256(table_id.encode()).hexdigest()[:12]}"


def new_cookie() -> str:
    """Return a new value: 128 random bits."""
    return secrets.token_urlsafe(16)


def is_valid_cookie(value: str) -> bool:
    """Return whether a value has the form of those that `new_cookie` makes."""
    return _COOKIE_PATTERN.fullmatch(value) is not None


def cookie_header(name: str, value: str, encrypted: bool) -> str:
    """Return the value of the HTTP header that stores the cookie.

    It names no path: the browser then uses the folder in which it sees the page, also behind a reverse proxy.
    """
    secure = "; Secure" if encrypted else ""
    return f"{name}={value}; Max-Age={COOKIE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict{secure}"


def identity_key(value: str) -> str:
    """Return the key by which the host knows a browser: a hash, because the cookie itself is a secret."""
    return f"web:{sha256(value.encode()).hexdigest()[:32]}"
