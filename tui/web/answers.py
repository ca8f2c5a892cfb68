"""The answers of the web server: the headers of all answers, and answers of one sentence."""

from __future__ import annotations

from typing import Final

from aiohttp import web

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The Content-Security-Policy of every answer: nothing is loaded from elsewhere, and the page has no script inside it.
"""

ANSWER_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "queens",
}
"""The headers of every answer."""


def sentence_answer(status: int, sentence: str) -> web.Response:
    """Return an answer of one sentence; the connection closes after it."""
    response = web.Response(status=status, text=f"{sentence}\n", headers=ANSWER_HEADERS)
    response.force_close()
    return response
