"""The files of the page: all are read once, by their names, so that no request can name another file of the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from tui.guest.service import ServiceKind

PAGE_FOLDER: Final = Path(__file__).parent / "page"
"""The folder with the files of the page."""

INDEX_FILE: Final = "index.html"
"""The name of the page itself."""

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
"""The content types of the files, by the ends of their names; files with another end are not served."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page: its content, its type, and a tag that changes with the content (RFC 9110, 8.8.3).

    `content_type` is its type as in the HTTP header Content-Type.
    """

    content: bytes
    content_type: str
    tag: str


PLACE_OF_TITLE: Final = b'<p id="whose"></p>'
"""The element of the page in which the title of the table or club stands."""


def index_for(index: PageFile, title: str) -> PageFile:
    """Return the page itself with the title of the table or club that it leads to."""
    filled = PLACE_OF_TITLE.replace(b"><", f">{escape(title)}<".encode())
    return replace(index, content=index.content.replace(PLACE_OF_TITLE, filled))


def page_files(folder: Path = PAGE_FOLDER, place: ServiceKind = "table") -> dict[str, PageFile]:
    """Return the files of the page by their names; those in subfolders are left out.

    `place` is what the page leads to; it has words for both.
    """
    files = {}
    for path in sorted(folder.iterdir()):
        kind = CONTENT_TYPES.get(path.suffix)
        if path.is_file() and kind is not None and not path.name.startswith("."):
            content = path.read_bytes()
            if path.name == INDEX_FILE:
                content = content.replace(b'data-place="table"', f'data-place="{place}"'.encode())
            files[path.name] = PageFile(content, kind, f'"{sha256(content).hexdigest()[:20]}"')
    return files
