"""All sentences that a player can read, as one list: `python -m tests.gallery.sentences`.

They are read in one go when words change, so that one thing keeps one word. Each source file is a heading, its
sentences follow in the order of the file. A sentence is a string with two words, with its placeholders in braces;
docstrings, style sheets, SQL and lines of the server's own log are none. The rulebooks come as paragraphs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The root folder of the repository."""

LAYERS: Final = ("core", "net", "tui")
"""The packages whose sentences are collected."""

WORDS: Final = re.compile(r"[A-Za-z]{2,}.* |.* [A-Za-z]{2,}", re.DOTALL)
"""Two words, of which one is no single letter."""

NOT_READ: Final = re.compile(
    r"(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|WITH|VACUUM)\b.* |.*\b(ORDER BY|WHERE) "
    r"|[^{]*\{[^}]*;\s*\}",
    re.DOTALL,
)
"""SQL and style sheets."""

PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}")
"""The pattern of a place in a sentence that the program fills in."""

NO_WORDS: Final = ("tui/cards/art/",)
"""Folders whose strings are pictures."""


def sentences_in_module(source: str) -> Iterator[str]:
    """Yield the sentences of a module, from its source text, in the order of the file."""
    found: dict[tuple[int, int], str] = {}
    _collect(ast.parse(source), found)
    for _, text in sorted(found.items()):
        if WORDS.search(PLACEHOLDER.sub("", text)) and not NOT_READ.match(text):
            yield text


def _collect(node: ast.AST, found: dict[tuple[int, int], str]) -> None:
    match node:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Call(func=ast.Attribute(value=ast.Name(id="LOG" | "log" | "_log" | "logger" | "re"))):
            return
        case ast.Constant(value=str(text)):
            found[node.lineno, node.col_offset] = text
            return
        case ast.JoinedStr(values=parts):
            found[node.lineno, node.col_offset] = "".join(_text_of_part(part) for part in parts)
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        _collect(child, found)


def _text_of_part(part: ast.expr) -> str:
    if isinstance(part, ast.FormattedValue):
        return "{" + ast.unparse(part.value) + "}"
    return str(part.value) if isinstance(part, ast.Constant) else ""


def paragraphs_in_rulebook(text: str) -> Iterator[str]:
    """Yield the paragraphs of a rulebook, each as one line; a table has a line for each row."""
    for paragraph in text.split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
        if lines and lines[0].startswith("|"):
            yield from lines
        elif lines:
            yield " ".join(lines)


def sources() -> Iterator[tuple[str, list[str]]]:
    """Yield each file that has sentences, by its path from the root, with them; by layer, then by the alphabet."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*")):
            name = str(path.relative_to(ROOT))
            if name.startswith(NO_WORDS):
                continue
            if path.suffix == ".py":
                sentences = list(sentences_in_module(path.read_text(encoding="utf-8")))
            elif path.name == "RULES.md":
                sentences = list(paragraphs_in_rulebook(path.read_text(encoding="utf-8")))
            else:
                continue
            if sentences:
                yield name, sentences


def main() -> None:
    """Print all of them."""
    for name, sentences in sources():
        print(f"\n{name}")
        for sentence in sentences:
            print("  " + sentence.replace("\n", "\n  "))


if __name__ == "__main__":
    main()
