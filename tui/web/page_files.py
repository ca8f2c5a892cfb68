"""The files of the web page, by their names.

All are read once at the start, so that no request can name another file of the host.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from tui.guest.guest_service import ServiceKind

PAGE_FOLDER: Final = Path(__file__).parent / "page"
"""The folder with the files of the page."""

INDEX_FILE: Final = "index.html"
"""The name of the HTML file."""

CONTENT_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    "": "text/plain; charset=utf-8",
}
"""Maps the ending of a file name to the content type; files with another ending are not served."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page: its content, its type, and a tag that changes with the content (RFC 9110, 8.8.3).

    `content_type` is its type as in the HTTP header Content-Type.
    """

    content: bytes
    content_type: str
    tag: str


TITLE_ELEMENT: Final = b'<p id="whose"></p>'
"""The empty HTML element of the page into which the title of the table or club is written."""


def index_with_title(index: PageFile, title: str) -> PageFile:
    """Return the HTML file with the title of the table or club written into it."""
    filled = TITLE_ELEMENT.replace(b"><", f">{escape(title)}<".encode())
    return replace(index, content=index.content.replace(TITLE_ELEMENT, filled))


def page_files(folder: Path = PAGE_FOLDER, service_kind: ServiceKind = "table") -> dict[str, PageFile]:
    """Return the files of the page by their names, without those in subfolders.

    `service_kind` says whether the page leads to a table or to a club; the page has sentences for each of the two.
    """
    files = {}
    for path in sorted(folder.iterdir()):
        kind = CONTENT_TYPES.get(path.suffix)
        if path.is_file() and kind is not None and not path.name.startswith("."):
            content = path.read_bytes()
            if path.name == INDEX_FILE:
                content = content.replace(b'data-place="table"', f'data-place="{service_kind}"'.encode())
            files[path.name] = PageFile(content, kind, f'"{sha256(content).hexdigest()[:20]}"')
    return files
